package moment

import (
	"math/bits"
	"slices"
	"strings"

	"assister/internal/calendar"
)

// The grammar is forms: a pattern of words, and what is made of them. Of several
// forms that fit the first is taken that can be made. A pattern has its parts in
// the order of the text, with a space between them:
//
//	weekday     a word of that class; weekday|month of either
//	DAY         something larger, of the list in parts.go, that has a value
//	,           a mark
//	#           a number in digits; #2 of at most two, #4 of four
//	x?          x, if it is there
//	~x          x, with no space before it
//	!x, &x      what follows is not x, or is x; it is no part of the form
//	<x, <!x     what stands before the form is x, or is not x
//
// A language is its words and its forms. Those that all share stand beside what
// they make, in day.go, date.go, period.go, clock.go, number.go, repeat.go and
// element.go; those that only one has stand with its words.

// form is a pattern and what it means.
type form[T any] struct {
	pattern string
	make    func(*reader, *match) (T, bool)
}

// step is one part of a pattern.
type step struct {
	tags   tags
	mark   byte
	read   reading
	digits uint8 // at most; exactly where it is four
	opt    bool
	glued  bool
	peek   bool // only looked at
	behind bool // before the form
	not    bool
}

// match is where the parts of a pattern are in the text, and their values.
type match struct {
	at, to int  // tokens
	prep   tags // what stands before the form
	words  [8]int
	size   int // of words
	nums   [3]int
	num    int // of nums
	which  int
	year   int
	sure   bool // of a number that must be a day of the month
	day    days
	amount Amount
	grain  Grain
	clock  clockTime
	days   calendar.Days
	nth    nths
	months uint16
	every  int
	rule   Rule
}

// wordOf is the token of the form with a tag; -1 where there is none.
func (r *reader) wordOf(m *match, x tag) int {
	for _, i := range m.words[:m.size] {
		if r.toks[i].tags.has(x) || x == numeral && r.digit(i) {
			return i
		}
	}
	return -1
}

// value is the number that goes with the form's word of a class; zero where there
// is none.
func (r *reader) value(m *match, x tag) int {
	if k := r.wordOf(m, x); k >= 0 {
		return r.n(k, x)
	}
	return 0
}

// table is forms that have been taken apart.
type table[T any] []compiled[T]

type compiled[T any] struct {
	first tags // of the token it may begin with
	needs tags // of the text, all of them
	steps []step
	make  func(*reader, *match) (T, bool)
}

// numeral stands for digits among the tags that a form may begin with. It is the
// last that a set holds, so that there is no room for a class too many.
const numeral tag = 63

var _ [numeral - outof - 1]struct{}

// read makes the first form that fits at i; to is i where none does.
func (t table[T]) read(r *reader, i int, prep tags) (v T, to int) {
	if i < 0 || i >= len(r.toks) {
		return v, i
	}
	first := r.toks[i].tags
	if r.toks[i].num >= 0 {
		first |= 1 << numeral
	}
	m := r.fresh()
	for k := range t {
		if t[k].first&first == 0 || t[k].needs&^r.words != 0 {
			continue
		}
		*m = match{at: i, prep: prep}
		if !r.fit(t[k].steps, m) {
			continue
		}
		if made, ok := t[k].make(r, m); ok {
			v, to = made, m.to
			r.depth--
			return v, to
		}
	}
	r.depth--
	return v, i
}

// fresh is a match for a table that is read within others: each has its own, and
// none is made twice.
func (r *reader) fresh() *match {
	r.depth++
	if r.matches == nil {
		r.matches = spare.Get().(*[12]match)
	}
	if r.depth > len(r.matches) {
		return new(match)
	}
	return &r.matches[r.depth-1]
}

// fit reads the steps of a pattern one after another.
func (r *reader) fit(steps []step, m *match) bool {
	m.to = m.at
	for k := range steps {
		s := &steps[k]
		i := m.to
		if s.behind {
			i = m.at - 1
		}
		to := r.step(s, i, m)
		switch {
		case s.peek || s.behind:
			if (to > i) == s.not {
				return false
			}
		case to > i:
			m.to = to
		case !s.opt:
			return false
		}
	}
	return true
}

// step reads one part at i; i where it is not there.
func (r *reader) step(s *step, i int, m *match) (to int) {
	if s.read != nil {
		if s.glued && !r.glued(i) {
			return i
		}
		return s.read(r, i, m)
	}
	r.looks++
	if i < 0 || i >= len(r.toks) {
		return i
	}
	t := &r.toks[i]
	if s.glued && !t.glued {
		return i
	}
	switch {
	case s.digits > 0:
		if t.num < 0 || t.digits > s.digits || s.digits == 4 && t.digits != 4 {
			return i
		}
	case s.mark != 0:
		if t.mark == s.mark {
			return i + 1
		}
		return i
	case t.tags&s.tags == 0:
		return i
	}
	if !s.not && !s.behind && m.size < len(m.words) {
		m.words[m.size] = i
		m.size++
	}
	return i + 1
}

// tableOf takes forms apart. A pattern that cannot be read is our own mistake.
func tableOf[T any](lists ...[]form[T]) table[T] {
	var t table[T]
	for _, forms := range lists {
		for _, f := range forms {
			steps := stepsOf(f.pattern)
			t = append(t, compiled[T]{firstOf(steps), needsOf(steps), steps, f.make})
		}
	}
	return t
}

// stepsOf reads a pattern.
func stepsOf(pattern string) []step {
	words := strings.Fields(pattern)
	steps := make([]step, 0, len(words))
	for _, w := range words {
		var s step
		rest := w
		if rest, s.behind = strings.CutPrefix(rest, "<"); !s.behind {
			rest, s.peek = strings.CutPrefix(rest, "&")
		}
		if rest, s.not = strings.CutPrefix(rest, "!"); s.not {
			s.peek = !s.behind
		}
		rest, s.glued = strings.CutPrefix(rest, "~")
		rest, s.opt = strings.CutSuffix(rest, "?")
		s.named(rest, pattern)
		steps = append(steps, s)
	}
	return steps
}

// named fills in what a part of a pattern is.
func (s *step) named(name, pattern string) {
	switch {
	case name == "#":
		s.digits = digitsMax
	case name[0] == '#':
		s.digits = name[1] - '0'
	case name[0] >= 'A' && name[0] <= 'Z':
		for _, known := range readings {
			if known.name == name {
				s.read, s.tags = known.read, known.first
				return
			}
		}
		panic("moment: no part " + name + " in " + pattern)
	case name[0] < 'a' || name[0] > 'z':
		s.mark = name[0]
	default:
		for _, class := range strings.Split(name, "|") {
			x := slices.Index(classes[:], class)
			if x < 0 {
				panic("moment: no class " + class + " in " + pattern)
			}
			s.tags |= 1 << x
		}
	}
}

// firstOf are the tags that a token may have that a pattern begins with.
func firstOf(steps []step) (first tags) {
	for i := range steps {
		s := &steps[i]
		switch {
		case s.behind || s.peek:
			continue
		case s.digits > 0:
			first |= 1 << numeral
		default:
			first |= s.tags
		}
		if !s.opt {
			break
		}
	}
	return first
}

// grammar is the tables of a language.
type grammar struct {
	amounts   table[length]
	clocks    table[clockTime]
	relatives table[clockTime]
	months    table[days]
	periods   table[days]
	within    table[days]
	days      table[days]
	offsets   table[span]
	rules     table[Rule]
	parts     table[span]
	every     table[Rule]
}

// needsOf are the tags that words of the text must have for a pattern to fit.
func needsOf(steps []step) (needs tags) {
	for i := range steps {
		s := &steps[i]
		switch {
		case s.opt || s.not || s.behind:
		case s.digits > 0:
			needs |= 1 << numeral
		case bits.OnesCount64(uint64(s.tags)) == 1:
			needs |= s.tags
		}
	}
	return needs
}

// forms are those that only one language has.
type forms struct {
	amounts []form[length]
	clocks  []form[clockTime]
	offsets []form[span]
	days    []form[days]
	periods []form[days]
	rules   []form[Rule]
}

// build takes the forms of a language apart, when it is first used. Its own come
// before those that it shares.
func (l *Language) build() {
	var own forms
	if l.forms != nil {
		own = l.forms()
	}
	l.index()
	l.tables = grammar{
		amounts:   tableOf(own.amounts, amountForms()),
		clocks:    tableOf(own.clocks, clockForms()),
		relatives: tableOf(relativeForms()),
		months:    tableOf(monthForms()),
		periods:   tableOf(own.periods, periodForms()),
		within:    tableOf(withinForms()),
		days:      tableOf(own.days, dayForms()),
		offsets:   tableOf(own.offsets, offsetForms()),
		parts:     tableOf(partForms()),
		every:     tableOf(everyForms()),
		rules:     tableOf(own.rules, ruleForms()),
	}
}
