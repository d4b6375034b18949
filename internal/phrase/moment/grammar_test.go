package moment

import (
	"strings"
	"testing"
)

func TestAPatternIsReadFromItsPlaceOn(t *testing.T) {
	tests := []struct {
		pattern, text string // read from the last bar of the text on
		want          string // "" for none
	}{
		{"weekday", "friday", "friday"},
		{"weekday", "march", ""},
		{"weekday|month", "march", "march"},
		{"the? weekday", "the friday", "the friday"},
		{"the? weekday", "friday", "friday"},
		{"the weekday", "friday", ""},
		{"weekday ,? month", "friday, march", "friday, march"},
		{"#2 ~: ~#2", "10:30", "10:30"},
		{"#2 ~: ~#2", "10: 30", ""},
		{"#2", "100", ""},
		{"#4", "2026", "2026"},
		{"#4", "202", ""},
		{"#", "123456", "123456"},
		{"month !weekday", "march friday", ""},
		{"month !weekday", "march", "march"},
		{"month &weekday", "march friday", "march"},
		{"month &weekday", "march", ""},
		{"<on weekday", "on |friday", "friday"},
		{"<on weekday", "at |friday", ""},
		{"<!on weekday", "at |friday", "friday"},
		{"<!on weekday", "on |friday", ""},
		{"COUNT unit", "twenty-one days", "twenty-one days"},
		{"the? NTH weekday of WITHIN", "second to last friday of next month", "second to last friday of next month"},
	}
	for _, tt := range tests {
		before, rest, ok := strings.Cut(tt.text, "|")
		if !ok {
			before, rest = "", tt.text
		}
		r := newReader(before+rest, saturday(), English())
		i := 0
		for int(r.toks[i].start) < len(before) {
			i++
		}
		spoken := tableOf([]form[bool]{{tt.pattern, func(*reader, *match) (bool, bool) { return true, true }}})
		got := ""
		if _, k := spoken.read(r, i, 0); k > i {
			got = r.text[r.toks[i].start:r.toks[k-1].end]
		}
		if got != tt.want {
			t.Errorf("%q reads %q of %q, want %q", tt.pattern, got, tt.text, tt.want)
		}
	}
}

func TestTheFirstFormThatCanBeMadeIsTaken(t *testing.T) {
	r := newReader("friday", saturday(), English())
	made := func(n int, ok bool) form[int] {
		return form[int]{"weekday", func(*reader, *match) (int, bool) { return n, ok }}
	}
	if n, k := tableOf([]form[int]{made(1, false), made(2, true)}, []form[int]{made(3, true)}).read(r, 0, 0); n != 2 || k != 1 {
		t.Errorf("it is form %d up to %d", n, k)
	}
}

func TestAPatternThatNamesNothingIsOurMistake(t *testing.T) {
	for _, pattern := range []string{"weekdy", "NOTHING", "weekday|moth"} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%q is taken", pattern)
				}
			}()
			stepsOf(pattern)
		}()
	}
}
