package view

import (
	"strings"
	"testing"
)

func TestABarIsRedrawnAndRemoved(t *testing.T) {
	var out strings.Builder
	p := Progress{Out: &out, Width: 40, What: "embedding"}
	for _, done := range []int{0, 32, 32, 64, 70} {
		p.Show(done, 64)
	}
	p.End()
	p.End()
	want := "\r" + strings.Join([]string{
		"embedding  0 of 64 [............]   0 %\x1b[K",
		"embedding 32 of 64 [######......]  50 %\x1b[K",
		"embedding 64 of 64 [############] 100 %\x1b[K",
		"\x1b[K",
	}, "\r")
	if got := out.String(); got != want {
		t.Errorf("%q\nwant %q", got, want)
	}
}

func TestWhatIsNotCountedHasNoBar(t *testing.T) {
	var out strings.Builder
	p := Progress{Out: &out, Width: 8, What: "verifying"}
	p.Name()
	p.Name()
	p.End()
	if got := out.String(); got != "\rverifyi\x1b[K\r\x1b[K" {
		t.Errorf("%q", got)
	}
}

func TestABarStaysWithinTheTerminal(t *testing.T) {
	for width := range 90 {
		var out strings.Builder
		p := Progress{Out: &out, Width: width, What: "embedding"}
		p.Show(7, 123456)
		line := strings.TrimSuffix(strings.TrimPrefix(out.String(), "\r"), "\x1b[K")
		if strings.Contains(line, "[") && len(line) >= width {
			t.Errorf("%d columns of %d: %q", len(line), width, line)
		}
	}
	var out strings.Builder
	p := Progress{Out: &out, Width: 80, What: "embedding"}
	p.Show(0, 0)
	if p.End(); out.String() != "" {
		t.Errorf("of nothing comes %q", out.String())
	}
}
