package cli

import (
	"bytes"
	"flag"
	"os"
	"testing"

	"github.com/spf13/cobra"
)

var update = flag.Bool("update", false, "write the completion scripts anew")

func TestCompletionScriptsAreNotStale(t *testing.T) {
	for file, generate := range map[string]func(*cobra.Command, *bytes.Buffer) error{
		"assister.bash": func(c *cobra.Command, b *bytes.Buffer) error { return c.GenBashCompletionV2(b, true) },
		"_assister":     func(c *cobra.Command, b *bytes.Buffer) error { return c.GenZshCompletion(b) },
		"assister.fish": func(c *cobra.Command, b *bytes.Buffer) error { return c.GenFishCompletion(b, true) },
		"assister.ps1":  func(c *cobra.Command, b *bytes.Buffer) error { return c.GenPowerShellCompletionWithDesc(b) },
	} {
		var want bytes.Buffer
		p := &program{env: func(string) (string, bool) { return "", false }}
		if err := generate(p.tree(), &want); err != nil {
			t.Fatal(err)
		}
		path := "../../completions/" + file
		if *update {
			if err := os.WriteFile(path, want.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		got, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want.Bytes()) {
			t.Errorf("%s is stale: run make completions", file)
		}
	}
}
