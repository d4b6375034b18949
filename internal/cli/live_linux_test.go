package cli

import (
	"bytes"
	"io"
	"testing"

	"github.com/spf13/cobra"

	"assister/internal/config"
)

// A terminal for both streams shows the line, and nothing else does.
func TestALiveLineIsForTerminalsThatWantIt(t *testing.T) {
	for _, tt := range []struct {
		name  string
		env   map[string]string
		args  []string
		piped bool
		want  bool
	}{
		{"a terminal", nil, nil, false, true},
		{"NO_COLOR", map[string]string{"NO_COLOR": "1"}, nil, false, false},
		{"a dumb terminal", map[string]string{"TERM": "dumb"}, nil, false, false},
		{"a dumb terminal, colored", map[string]string{"TERM": "dumb", "CLICOLOR_FORCE": "1"}, nil, false, false},
		{"quiet", nil, []string{"--quiet"}, false, false},
		{"ndjson", nil, []string{"--output", "ndjson"}, false, false},
		{"stderr elsewhere", nil, nil, true, false},
	} {
		out, text := screen(t)
		var stderr io.Writer = out
		if tt.piped {
			stderr = &bytes.Buffer{}
		}
		env := func(name string) (string, bool) { v, set := tt.env[name]; return v, set }
		p := &program{Streams: Streams{Out: out, Err: stderr}, env: env}
		cmd := &cobra.Command{}
		config.AddFlags(cmd.Flags())
		if err := cmd.ParseFlags(tt.args); err != nil {
			t.Fatal(err)
		}
		p.watched(config.FromFlags(cmd.Flags(), env))
		if got := p.live != nil; got != tt.want {
			t.Errorf("%s: %v", tt.name, got)
		}
		text()
	}
}
