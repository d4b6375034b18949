package timeexpr

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"assister/internal/calendar"
	"assister/internal/language"
)

// TestComposed reads thousands of texts that are composed of the words and patterns in
// ../LANGUAGE/time.composed. What they mean follows from their parts and the calendar; each has to
// mean that as a whole. One in five hundred may not be understood.
func TestComposed(t *testing.T) {
	if testing.Short() {
		t.Skip("-short is for the race detector, and this runs in one goroutine; make test runs it")
	}
	files, err := fs.Glob(os.DirFS(".."), "*/time.composed")
	if err != nil || len(files) == 0 {
		t.Fatalf("no words: %v", err)
	}
	for _, file := range files {
		t.Run(path.Dir(file), func(t *testing.T) {
			c := &composed{T: t, g: grammar(t, path.Dir(file)), known: map[string]Value{}}
			c.words = c.load(path.Join("..", file))
			c.lengths()
			c.moments()
			c.ranges()
			c.hours()
			c.recurrences()
			c.ordinals()
			c.sides()
			c.sentences()
			c.beside()
			if len(c.unread)*500 > c.tried {
				t.Errorf("%d of %d texts are not understood, such as %q", len(c.unread), c.tried, c.unread[:5])
			}
		})
	}
}

// composed composes texts of a language.
type composed struct {
	*testing.T
	g      *language.Grammar
	words  map[string][]string
	known  map[string]Value
	tried  int
	unread []string
}

// load reads a file of lines "KIND TEXT | TEXT".
func (c *composed) load(file string) map[string][]string {
	data, err := os.ReadFile(file)
	if err != nil {
		c.Fatal(err)
	}
	words := map[string][]string{}
	for line := range strings.Lines(string(data)) {
		if kind, texts, ok := strings.Cut(strings.TrimSpace(line), " "); ok && kind != "#" {
			for text := range strings.SplitSeq(texts, "|") {
				words[kind] = append(words[kind], strings.TrimSpace(text))
			}
		}
	}
	return words
}

// fill puts texts into a pattern: each word of one letter that is among the letters stands for
// the text of the same place.
func fill(pattern, letters string, texts ...string) string {
	words := strings.Fields(pattern)
	for i, w := range words {
		letter := strings.Trim(w, ",.?()")
		if k := strings.Index(letters, letter); len(letter) == 1 && k >= 0 {
			words[i] = strings.Replace(w, letter, texts[k], 1)
		}
	}
	return strings.Join(words, " ")
}

// each fills all patterns of a kind, and checks what they mean.
func (c *composed) each(kind string, want func(Value) bool, letters string, texts ...string) {
	for _, p := range c.words[kind] {
		c.expect(fill(p, letters, texts...), want)
	}
}

// expect reads a text, which has to mean as a whole what is wanted.
func (c *composed) expect(text string, want func(Value) bool) {
	c.tried++
	switch f, ok := Best(c.g, text, saturday()); {
	case !ok:
		c.unread = append(c.unread, text)
	case f.End-f.Start < len(text):
		c.Errorf("of %q only %q is read", text, text[f.Start:f.End])
	case !want(f.Value):
		c.Errorf("%q is %v", text, f.Value)
	}
}

// alone is what one of the words means.
func (c *composed) alone(text string) Value {
	v, ok := c.known[text]
	if !ok {
		f, _ := Best(c.g, text, saturday())
		if f.End-f.Start != len(text) {
			c.Fatalf("%q alone is read as %v", text, f.Value)
		}
		v = f.Value
		c.known[text] = v
	}
	return v
}

func (c *composed) days() []string { return slices.Concat(c.words["days"], c.words["months"]) }

// later is a time that is n units later.
func later(p Point, n int, unit Grain) Point {
	d := shiftTime(startOf(p.Day)+int64(max(p.Clock-1, 0)), [...]Amount{
		Second: {Seconds: n}, Minute: {Seconds: n * minute}, Hour: {Seconds: n * hour}, DayGrain: {Days: n},
		Week: {Days: 7 * n}, Month: {Months: n}, Year: {Months: 12 * n},
	}[unit])
	if p.Clock == 0 {
		return Point{Day: dateOf(d)}
	}
	return pointOf(d)
}

func (c *composed) lengths() {
	now := Point{calendar.DateIn(saturday().Instant), 9*hour + 1}
	for i, unit := range []Grain{Second, Minute, Hour, DayGrain, Week, Month, Year} {
		forms := strings.Split(c.words["units"][i], " / ")
		for _, n := range []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 15, 20, 30, 45} {
			numbers := []string{strconv.Itoa(n)}
			if n <= 12 && (n != 8 || unit != DayGrain) { // eight days are a week to many
				numbers = append(numbers, c.words["numbers"][n-1])
			}
			units := forms[1:]
			if n == 1 {
				units = forms[:1]
			}
			for _, number := range numbers {
				for _, u := range units {
					c.each("ahead", func(v Value) bool { return v.From == later(now, n, unit) }, "NU", number, u)
					c.each("ago", func(v Value) bool { return v.From == later(now, -n, unit) }, "NU", number, u)
					c.counted(n, unit, number, u)
				}
			}
		}
	}
}

// counted counts from days.
func (c *composed) counted(n int, unit Grain, number, word string) {
	if unit < DayGrain || n > 12 {
		return
	}
	for _, d := range c.words["days"] {
		day := c.alone(d).From
		c.each("after", func(v Value) bool { return v.From == later(day, n, unit) }, "NUD", number, word, d)
		c.each("before", func(v Value) bool { return v.From == later(day, -n, unit) }, "NUD", number, word, d)
	}
}

func (c *composed) moments() {
	for _, d := range c.days() {
		day := c.alone(d).From.Day
		for _, t := range c.words["times"] {
			at := Point{day, c.alone(t).From.Clock}
			c.each("at", func(v Value) bool { return v.Kind == DayAndTime && v.From == at }, "DT", d, t)
		}
		for _, part := range c.words["parts"] {
			c.each("in", func(v Value) bool { return v.From.Day == day && v.Part != NoPart }, "DP", d, part)
		}
	}
}

func (c *composed) ranges() {
	for _, all := range [][]string{c.words["days"], c.words["months"]} {
		for i, d := range all {
			for _, e := range all[i+1:] {
				from, to := c.alone(d).From, c.alone(e).From
				c.each("ranges", func(v Value) bool { return v.Kind == Range && v.From == from && v.To == to }, "DE", d, e)
			}
		}
	}
}

func (c *composed) hours() {
	d := c.words["days"][1]
	day := c.alone(d).From.Day
	for i, t := range c.words["times"] {
		for _, u := range c.words["times"][i+1:] {
			from, to := c.alone(t).From.Clock, c.alone(u).From.Clock
			times := func(v Value) bool { return v.Kind == Range && v.From.Clock == from && v.To.Clock == to }
			onDay := func(v Value) bool { return times(v) && v.From.Day == day && v.To.Day == day }
			c.each("hours", times, "TV", t, u)
			for _, p := range c.words["hours"] {
				c.expect(d+" "+fill(p, "TV", t, u), onDay)
				c.expect(fill(p, "TV", t, u)+" "+d, onDay)
			}
		}
	}
}

func (c *composed) recurrences() {
	for _, r := range c.words["repeats"] {
		for _, t := range c.words["times"] {
			want := c.alone(r).Rule
			want.Clock = c.alone(t).From.Clock
			c.each("on", func(v Value) bool { return v.Rule == want }, "RT", r, t)
			for _, d := range c.words["months"][:3] {
				until := want
				until.Until = c.alone(d).From.Day
				for _, p := range c.words["on"] {
					c.each("until", func(v Value) bool { return v.Rule == until }, "RD", fill(p, "RT", r, t), d)
				}
			}
		}
	}
}

// ordinals has the first to fourth, and the last, weekdays of months to come.
func (c *composed) ordinals() {
	this := calendar.DateOf(2026, 12, 1)
	for i, ordinal := range c.words["ordinals"] {
		for w, weekday := range c.words["weekdays"] {
			for m := range 11 {
				first, month := this.AddMonths(m), c.words["monthnames"][(11+m)%12]
				if i == 4 {
					first = first.AddMonths(1).AddDays(-7)
				}
				ahead := (time.Weekday(w) - first.Weekday() + 7) % 7
				day := first.AddDays(7*(i%4) + int(ahead))
				c.each("nth", func(v Value) bool { return v.Kind == Day && v.From.Day == day }, "NWM", ordinal, weekday, month)
			}
		}
	}
}

// sides has ranges with one end.
func (c *composed) sides() {
	for _, d := range c.days() {
		day := c.alone(d).From.Day
		c.each("by", func(v Value) bool { return v.Kind == Day && v.From.Day == day }, "D", d)
		c.each("upto", func(v Value) bool { return v.To == Point{day, 1} && !v.From.Valid() }, "D", d)
		c.each("since", func(v Value) bool { return v.From.Day == day && !v.To.Valid() }, "D", d)
	}
}

// sentences has expressions among other words, which do not change what they mean.
func (c *composed) sentences() {
	for _, x := range slices.Concat(c.days(), c.words["times"], c.words["repeats"]) {
		for _, p := range c.words["around"] {
			c.tried++
			text := fill(p, "X", x)
			if f, ok := Best(c.g, text, saturday()); !ok {
				c.unread = append(c.unread, text)
			} else if f.Value != c.alone(x) {
				c.Errorf("%q is %v, by %q", text, f.Value, text[f.Start:f.End])
			}
		}
	}
}

// beside has two expressions beside one another: both are read, or none. One in two hundred may
// be, where parts of both make an expression.
func (c *composed) beside() {
	texts := slices.Concat(c.words["days"], c.words["times"], c.words["repeats"], c.words["beside"])
	tried, parts := 0, []string{}
	for _, a := range texts {
		for _, b := range texts {
			tried++
			text := a + " " + b
			all := Find(c.g, text, saturday())
			part := len(all) == 1 && all[0].Kind != Duration && all[0].End-all[0].Start < len(text)
			if part && a != b {
				parts = append(parts, fmt.Sprintf("%q of %q", text[all[0].Start:all[0].End], text))
			}
		}
	}
	if len(parts)*200 > tried {
		c.Errorf("of %d texts, %d are read in part: %s", tried, len(parts), strings.Join(parts[:5], ", "))
	}
}
