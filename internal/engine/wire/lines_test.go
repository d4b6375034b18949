package wire

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

var streams = []string{
	"", "\n", "one", "one\n", "one\ntwo\n", "one\r\n\r\n \ntwo", "\n\n\none\n", "a\x00b\n", "  one  \n", strings.Repeat("x", 64) + "\n", strings.Repeat("x", 65) + "\n",
	"data: {}\n\ndata: [DONE]\n\n", ": ping\n", "\xff\xfe\n", strings.Repeat("\n", 300), strings.Repeat("ab\n", 100),
}

func TestLinesDoNotDependOnTheSizeOfReads(t *testing.T) {
	for _, s := range streams {
		want, wrong := collect(strings.NewReader(s))
		got, err := collect(iotest.OneByteReader(strings.NewReader(s)))
		if strings.Join(got, "|") != strings.Join(want, "|") || !errors.Is(err, wrong) {
			t.Errorf("%q: byte by byte %q (%v), at once %q (%v)", s, got, err, want, wrong)
		}
	}
}

func TestAnUnfinishedLineIsDropped(t *testing.T) {
	broken := errors.New("connection reset")
	got, err := collect(io.MultiReader(strings.NewReader("one\ntw"), iotest.ErrReader(broken)))
	if err != broken || strings.Join(got, "|") != "one" {
		t.Errorf("%q, %v", got, err)
	}
}

// FuzzLines checks that lines are split at the line ends and within the limits, however
// the bytes arrive, and that the buffer does not grow with the stream.
func FuzzLines(f *testing.F) {
	for _, s := range streams {
		f.Add([]byte(s), byte(3))
	}
	f.Fuzz(func(t *testing.T, stream []byte, step byte) {
		r := lineReader{from: &stepReader{stream, int(step)%7 + 1}, line: 64, body: 1 << 10}
		var got [][]byte
		var err error
		for err == nil {
			var line []byte
			if line, err = r.next(); err == nil {
				got = append(got, bytes.Clone(line))
			}
			if cap(r.buf) > 16<<10 {
				t.Fatalf("the buffer has %d bytes", cap(r.buf))
			}
		}
		var want [][]byte
		for line := range bytes.SplitSeq(stream, []byte("\n")) {
			if line = bytes.TrimSpace(line); len(line) > 0 {
				want = append(want, line)
			}
		}
		if len(got) > len(want) {
			t.Fatalf("%d lines of %d", len(got), len(want))
		}
		for i := range got {
			if !bytes.Equal(got[i], want[i]) {
				t.Errorf("line %d is %q, not %q", i, got[i], want[i])
			}
		}
		if err == io.EOF && len(got) != len(want) {
			t.Errorf("%d lines of %d", len(got), len(want))
		}
		if err != io.EOF && err != errLine && err != errBody {
			t.Error(err)
		}
	})
}

func collect(from io.Reader) ([]string, error) {
	r := lineReader{from: from, line: 64, body: 1 << 10}
	var lines []string
	for {
		line, err := r.next()
		if err != nil {
			return lines, err
		}
		lines = append(lines, string(line))
	}
}

// stepReader returns a few bytes at a time.
type stepReader struct {
	rest []byte
	step int
}

func (r *stepReader) Read(p []byte) (int, error) {
	if len(r.rest) == 0 {
		return 0, io.EOF
	}
	n := copy(p[:min(len(p), r.step)], r.rest)
	r.rest = r.rest[n:]
	return n, nil
}
