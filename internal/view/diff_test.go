package view

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"assister/internal/event"
	"assister/internal/ledger"
	"assister/internal/record"
	"assister/internal/schema"
)

// rewritten returns an entry that changes the content of a note.
func rewritten(t *testing.T, before, after string, see func(*printer) *printer) string {
	t.Helper()
	n := record.New(schema.Lookup("note"), 1).With("title", record.Text("Plan")).With("content", record.Text(before))
	change := ledger.Diff(n, n.With("content", record.Text(after)))
	var out bytes.Buffer
	newPlan(see(newPrinter(&out, 80, false, nil)), nil).list(event.Ops{Operations: []event.Entry{
		entryOf(t, `{"op":"note.update","id":1,"content":"x"}`, change)}})
	_, body, _ := strings.Cut(out.String(), "\n")
	return body
}

func TestOnlyTheChangedLinesOfALongTextAreShown(t *testing.T) {
	numbers := func(from, to int) string {
		var lines []string
		for i := from; i <= to; i++ {
			lines = append(lines, fmt.Sprintf("line %d", i))
		}
		return strings.Join(lines, "\n")
	}
	far := strings.Repeat("far and ", 30)
	asIs := func(p *printer) *printer { return p }
	for _, tt := range []struct {
		name, before, after string
		see                 func(*printer) *printer
		want, never         []string
	}{
		{"one of several lines", "# Plan\nstatus: draft\nend", "# Plan\nstatus: final\nend", asIs,
			[]string{"        content\n          - status: draft\n          + status: final\n"}, []string{"# Plan", "end"}},
		{"a line that comes", "one\ntwo", "one\nand a half\ntwo", asIs, []string{"+ and a half\n"}, []string{"- "}},
		{"the end of a long line", far + "away", far + "off", asIs, []string{"- …and far and away\n", "+ …and far and off\n"}, nil},
		{"more lines than are shown", numbers(1, 9) + "\n", "\n", asIs, []string{"- line 6\n", "- … and 3 more lines\n"}, []string{"line 7"}},
		{"all of them, for who wants to see", numbers(1, 9) + "\n", "\n", (*printer).uncut, []string{"- line 9\n"}, []string{"more lines"}},
		{"all of a long line", far + "away", far + "off", (*printer).uncut, []string{"- " + far + "away\n"}, []string{"…"}},
		{"a command of the terminal", "one\n\x1b[2Jtwo", "one\ntwo", asIs, []string{"+ two\n"}, []string{"\x1b"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := rewritten(t, tt.before, tt.after, tt.see)
			for _, want := range tt.want {
				if !strings.Contains(got, want) {
					t.Errorf("%q is not in\n%s", want, got)
				}
			}
			for _, never := range tt.never {
				if strings.Contains(got, never) {
					t.Errorf("%q is in\n%s", never, got)
				}
			}
		})
	}
}
