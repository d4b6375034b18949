package conformance

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/url"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"assister/internal/cli"
	"assister/internal/ijson"
	"assister/internal/search"
	"assister/internal/workspace"
)

// Areas of HTTP endpoints, which are commands here: success is exit code 0, and a bad
// request is 2.

// shell is the whole program with its own workspace.
type shell struct {
	*testing.T
	file string
	now  string
}

// newShell returns a shell with the clock of the recordings.
func newShell(t *testing.T) shell {
	return shell{t, filepath.Join(t.TempDir(), "workspace.db"), clock(t).Instant.Format("2006-01-02T15:04:05")}
}

// run runs a command and returns the events of its stream.
func (s shell) run(stdin string, args ...string) (events []ijson.Value, exitCode int64) {
	s.Helper()
	vars := map[string]string{"HOME": filepath.Dir(s.file), "ASSISTER_DB": s.file, "ASSISTER_TZ": "America/New_York", "ASSISTER_NOW": s.now, "ASSISTER_ENGINE": "rules"}
	var out bytes.Buffer
	code := cli.Main(context.Background(), args, func(name string) (string, bool) { v, ok := vars[name]; return v, ok }, cli.Streams{
		In: strings.NewReader(stdin), Out: &out, Err: io.Discard, Now: time.Now,
		Terminal: func() (io.ReadWriteCloser, error) { return nil, errors.New("there is no terminal") },
	})
	for line := range strings.Lines(out.String()) {
		events = append(events, parsed(s.T, line))
	}
	if len(events) == 0 || str(events[len(events)-1], "type") != "done" {
		s.Fatalf("%q ends without a done:\n%s", args, out.String())
	}
	return events, int64(code)
}

// of returns the events of a type.
func of(events []ijson.Value, kind string) (some []ijson.Value) {
	for _, e := range events {
		if str(e, "type") == kind {
			some = append(some, e)
		}
	}
	return some
}

// status returns the HTTP status for an exit code.
func status(exitCode int64) int {
	switch exitCode {
	case 0:
		return 200
	case 2:
		return 400
	}
	return 500
}

// flags maps the parameters of a query string to flags.
var flags = map[string]string{"from": "from", "to": "to", "completed": "completed", "status_task": "status", "context": "context", "q": "title", "scope": "kind"}

// command returns the arguments for a query string: of list, or of search if it has only
// words and a kind.
func command(t *testing.T, c testCase) (args []string) {
	today := clock(t).Today().String()
	params, err := url.ParseQuery(strings.ReplaceAll(str(c.Input, "query"), "TODAY", today))
	if err != nil {
		t.Fatal(err)
	}
	searches := params.Has("q") && !params.Has("completed") && !params.Has("status_task") && !params.Has("context")
	args = []string{"list"}
	if searches {
		args = []string{"search", params.Get("q")}
		params.Del("q")
	}
	for name, values := range params {
		args = append(args, "--"+flags[name]+"="+values[0])
	}
	return args
}

// addressed is the area of requests to endpoints: whether they are answered and, if a
// parameter is invalid, that the error names it.
func addressed(t *testing.T, _ fixtures) runner {
	s := newShell(t)
	today := clock(t).Today()
	var lines []string
	for n, title := range []string{"smoke yesterday", "smoke today", "smoke tomorrow"} {
		lines = append(lines, `{"op":"task.create","title":"`+title+`","scheduledFor":"`+today.AddDays(n-1).String()+`"}`)
	}
	s.run(strings.Join(lines, "\n"), "apply", "--yes")
	return func(t *testing.T, c testCase) (any, any) {
		if has(c.Input, "notes") {
			return tracked(t, c), c.Expected
		}
		s := s
		s.T = t
		events, code := s.run("", command(t, c)...)
		got := map[string]any{"status": status(code)}
		want := map[string]any{"status": at(c.Expected, "status")}
		if bad, named := strings.CutPrefix(c.Name, "invalid "); named && code != 0 {
			e := of(events, "error")[0]
			got["names"] = strings.Contains(str(e, "message"), flags[bad])
			got["says what is accepted"] = str(e, "hint") != ""
			want["names"], want["says what is accepted"] = true, true
		} else if code == 0 {
			got["rows"], want["rows"] = len(of(events, "row")), 3
			if c.Area == "schedule" {
				want["rows"] = 1 // one of three days
			}
		}
		return got, plainly(want)
	}
}

// tracked reports whether search finds the words of notes after they are written, changed
// and cleared, and after an undo.
func tracked(t *testing.T, c testCase) any {
	w := seeded(t)
	kind, _, _ := strings.Cut(c.Name, " ")
	found := func(word string) (is bool) {
		w.view(func(snapshot workspace.Reader) error {
			a, err := search.Find(snapshot, search.Request{Text: word})
			is = a.Total == 1
			return err
		})
		return is
	}
	notes := at(c.Input, "notes").Items
	got := map[string]any{}
	look := func(when string) {
		for _, m := range c.Expected.Members {
			if word, then, _ := strings.Cut(m.Name, "After"); then == when {
				got[m.Name] = found(word)
			}
		}
	}
	w.apply(`{"op":"` + kind + `.create","title":"x","notes":"` + notes[0].Text + `"}`)
	look("Create")
	w.apply(`{"op":"` + kind + `.update","id":1,"notes":"` + notes[1].Text + `"}`)
	look("Update")
	w.apply(`{"op":"` + kind + `.update","id":1,"notes":"` + notes[2].Text + `"}`)
	look("Clear")
	if refused := w.undo(); refused != "" || !found(notes[1].Text) || found(notes[0].Text) {
		t.Errorf("undone (%s), and %s is not what is found", refused, notes[1].Text)
	}
	return plainly(got)
}
