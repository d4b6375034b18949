//go:build linux

package faults

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"
)

// An invalid line between two valid ones is reported with its number, and both others
// are applied.
func TestAHostileLineIsReportedWithItsNumberAndTheOthersApplied(t *testing.T) {
	create := func(rest string) string { return `{"op":"task.create","title":"x"` + rest + `}` }
	for _, tt := range []struct {
		name, line string
	}{
		{"not JSON", "milk"},
		{"half an object", `{"op":"task.create"`},
		{"NUL", "\x00"},
		{"NUL inside", "{\"op\":\"task.create\",\"title\":\"a\x00b\"}"},
		{"NUL as an escape", `{"op":"task.create","title":"a\u0000b"}`},
		{"invalid UTF-8", "{\"op\":\"task.create\",\"title\":\"a\xff\xfeb\"}"},
		{"UTF-8 of a surrogate", "{\"op\":\"task.create\",\"title\":\"\xed\xa0\x80\"}"},
		{"half a surrogate pair", `{"op":"task.create","title":"\ud800"}`},
		{"an overlong slash", "{\"op\":\"task.create\",\"title\":\"\xc0\xaf\"}"},
		{"UTF-16", "{\x00\"\x00o\x00p\x00\"\x00"},
		{"a name twice", `{"op":"task.create","title":"a","title":"b"}`},
		{"200,000 brackets", strings.Repeat("[", 200_000)},
		{"deep in an argument", create(`,"notes":` + strings.Repeat("[", 5_000) + strings.Repeat("]", 5_000))},
		{"a number of 500,000 digits", create(`,"projectId":` + strings.Repeat("9", 500_000))},
		{"an exponent without end", create(`,"projectId":1e999999999`)},
		{"a fraction of an id", `{"op":"task.delete","id":1.5}`},
		{"an id beyond 2^53", `{"op":"task.delete","id":9007199254740993}`},
		{"a negative id", `{"op":"task.delete","id":-1}`},
		{"a title of 900,000 letters", `{"op":"task.create","title":"` + strings.Repeat("x", 900_000) + `"}`},
		{"10,000 tags", create(`,"tags":[` + numbered(10_000) + `]`)},
		{"longer than a line may be", create(`,"notes":"` + strings.Repeat("x", 2<<20) + `"`)},
		{"20,000 names", create(`,` + strings.ReplaceAll(numbered(20_000), ",", ":1,") + `:1`)},
		{"20,000 keys of a filter", `{"op":"bulk_delete","where":{` + strings.ReplaceAll(numbered(20_000), ",", ":1,") + `:1}}`},
		{"60,000 ids", `{"op":"bulk_delete","where":{"ids":[1` + strings.Repeat(",1", 60_000) + `]}}`},
		{"a comment", create(` /* x */`)},
		{"NaN", create(`,"projectId":NaN`)},
		{"a separator of records", "\x1e" + create("")},
		{"names that only look alike", `{"op":"task.create","tіtle":"x"}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			h := newHome(t)
			e := h.here(creations(1, "before")+tt.line+"\n"+creations(1, "after"), "apply", "--yes").must(0)
			told := false
			for _, v := range e.events() {
				if line, _ := number(v, "line"); word(v, "type") == "error" && line == 2 {
					told = true
				}
				operations, _ := v.Get("operations")
				for _, o := range operations.Items {
					if line, _ := number(o, "line"); line == 2 {
						errors, _ := o.Get("errors")
						told = told || len(errors.Items) > 0
					}
				}
			}
			if !told {
				t.Errorf("line 2 is not reported:\n%s", brief(e.stdout))
			}
			if done, _ := e.done(); word(done, "status") != "partial" {
				t.Errorf("status %s", word(done, "status"))
			}
			// An invalid operation is shown unchanged; the messages about it do not
			// quote it.
			if len(e.stderr) > 2_000 || len(e.stdout) > 1<<20+4_000 {
				t.Errorf("the input is repeated: %d bytes on stdout, %d on stderr", len(e.stdout), len(e.stderr))
			}
			now := h.look()
			if n := now.number("SELECT count(*) FROM task WHERE title IN ('before 0', 'after 0')"); n != 2 || now.number("SELECT count(*) FROM task") != 2 {
				t.Errorf("%d of the two that are right, of all %d", n, now.number("SELECT count(*) FROM task"))
			}
		})
	}
}

// numbered returns n different words in quotes.
func numbered(n int) string {
	var b strings.Builder
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `"t%d"`, i)
	}
	return b.String()
}

// Line endings and byte order marks of other systems are no errors.
func TestLineEndingsAndByteOrderMarksAreAccepted(t *testing.T) {
	for name, input := range map[string]string{
		"CRLF":                strings.ReplaceAll(creations(2, "x"), "\n", "\r\n"),
		"a mark at the start": "\ufeff" + creations(2, "x"),
		"no end of line":      strings.TrimSuffix(creations(2, "x"), "\n"),
		"empty lines":         "\n\r\n  \n" + strings.ReplaceAll(creations(2, "x"), "\n", "\n\n\t\n"),
	} {
		t.Run(name, func(t *testing.T) {
			h := newHome(t)
			e := h.here(input, "apply", "--yes").must(0)
			if done, _ := e.done(); word(done, "status") != "done" {
				t.Errorf("status %s:\n%s", word(done, "status"), e.stderr)
			}
			if n := h.look().number("SELECT count(*) FROM task"); n != 2 {
				t.Errorf("%d tasks", n)
			}
		})
	}
}

// memoryMax is how much memory of its own an input of any size may take, in kB: three tenths of
// the input. It usually takes 4 to 9 MB, and 25 MB for a document, which is read before it is
// parsed. On a busy machine garbage is collected later, and it takes more.
const memoryMax = 30 << 10

// An input of 100 MB, in one line or in invalid lines, takes hardly more memory than a
// short one.
func TestMemoryStaysBoundedWhateverTheInput(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	const much = 100 << 20
	valid := strings.Repeat(`{"op":"task.delete","id":7},`, 1<<11)
	for _, tt := range []struct {
		name         string
		before, fill string
		size         int
		after        string
		code         int
		tasks        int64
	}{
		{"one line", `{"op":"task.create","title":"`, strings.Repeat("x", 1<<16), much, "\"}\n" + creations(2, "x"), 0, 2},
		{"one line of brackets", creations(1, "x"), strings.Repeat("[", 1<<16), much, "\n" + creations(1, "y"), 0, 2},
		{"lines that are wrong", "", strings.Repeat(strings.Repeat("y", 63)+"\n", 1<<10), much, creations(2, "x"), 0, 2},
		{"empty lines", "", strings.Repeat("\n", 1<<16), much, creations(2, "x"), 0, 2},
		{"a document", "[", valid, much, "7]\n", 4, 0},
		{"a document as long as it may be", "[", valid, 7 << 20, "7]\n", 4, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			h := newHome(t)
			input := io.MultiReader(strings.NewReader(tt.before), &repeated{text: tt.fill, left: tt.size}, strings.NewReader(tt.after))
			e, peak := h.measured(input, "apply", "--yes")
			e.must(tt.code)
			if tt.tasks > 0 && h.look().number("SELECT count(*) FROM task") != tt.tasks {
				t.Errorf("not %d tasks:\n%s", tt.tasks, brief(e.stdout))
			}
			if peak > memoryMax {
				t.Errorf("it took %d kB", peak)
			}
			if len(e.stdout)+len(e.stderr) > 1<<20 {
				t.Errorf("%d bytes came out", len(e.stdout)+len(e.stderr))
			}
			h.tidy()
			t.Logf("%d kB", peak)
		})
	}
}

// repeated is a reader that repeats a text.
type repeated struct {
	text string
	left int
}

func (r *repeated) Read(p []byte) (int, error) {
	if r.left <= 0 {
		return 0, io.EOF
	}
	n := copy(p, r.text)
	r.left -= n
	return n, nil
}

// measured runs the program and returns the peak of its own memory in kB. The value is read while
// the program runs, since the accounting of the operating system includes the process
// that it was forked from.
func (h *home) measured(stdin io.Reader, args ...string) (e ended, peak int) {
	h.t.Helper()
	c := h.command(append([]string{"--non-interactive"}, args...)...)
	var stdout, stderr bytes.Buffer
	c.Stdin, c.Stdout, c.Stderr = stdin, &stdout, &stderr
	if err := c.Start(); err != nil {
		h.t.Fatal(err)
	}
	over, read := make(chan bool), make(chan int)
	go func() {
		most := 0
		for {
			most = max(most, highWater(c.Process.Pid))
			select {
			case <-over:
				read <- most
				return
			case <-time.After(2 * time.Millisecond):
			}
		}
	}()
	e = h.wait(c, &stdout, &stderr)
	close(over)
	return e, <-read
}

// highWater is the most memory that a process has had, in kB, without the pages of files that it has now: how
// many of its program are mapped at once is up to the kernel.
func highWater(pid int) int {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0
	}
	value := func(name string) int {
		_, rest, _ := strings.Cut(string(text), name+":")
		rest, _, _ = strings.Cut(rest, "kB")
		n, _ := strconv.Atoi(strings.TrimSpace(rest))
		return n
	}
	return value("VmHWM") - value("RssFile")
}
