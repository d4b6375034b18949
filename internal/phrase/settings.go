package phrase

import "slices"

// item is a run of tokens: a time, a setting, or one word of a title.
type item struct {
	at, to int
	when   *timed
	set    *Settings
	skip   bool // says where everything is anyway: "to my list"
}

func (it item) word() bool { return it.when == nil && it.set == nil && !it.skip }

// items takes tokens apart into times, settings and words.
func (r *reader) items(from, to int) []item {
	out := make([]item, 0, to-from)
	for i := from; i < to; {
		it := r.itemAt(i, to)
		out = append(out, it)
		i = it.to
	}
	return r.linked(out)
}

// itemAt is the item that begins at i: what is said about time or is a setting
// before the word that it would be otherwise.
func (r *reader) itemAt(i, to int) item {
	if r.roles && i+2 == to && r.oneOf(i, "in", "into", "to") && r.word(i+1) == "it" {
		return item{at: i, to: to, set: &Settings{There: true}}
	}
	if longer, n := r.longerBy(i); n > i && n <= to {
		return item{at: i, to: n, set: &Settings{Longer: longer}}
	}
	if by, n := r.shift(i); n > i && n <= to {
		return item{at: i, to: n, set: &Settings{By: by}}
	}
	if r.word(i) == "→" {
		if it, ok := r.timeAfter(i, to, until); ok {
			return it
		}
	}
	if n := r.sameTime(i); n > i && n <= to {
		return item{at: i, to: n, skip: true}
	}
	if r.toks[i].Shape != Word && r.toks[i].Shape != Number && !r.oneOf(i, "@", "!", "#") {
		return item{at: i, to: i + 1}
	}
	if n := r.list(i, to); n > i && n <= to && r.oneOf(i, "to", "on", "in", "into", "onto", "from") {
		return item{at: i, to: n, skip: true}
	}
	if r.foreign(i, "of") && r.piece(i).to == i { // "d'aujourd'hui"
		if it, ok := r.timeAfter(i, to, bare); ok {
			return it
		}
	}
	if p, n := r.listOf(i, to); n > i && n <= to {
		p.at, p.to, p.role = i, n, on
		return timeItem(p)
	}
	if r.roles && (r.oneOf(i, "over", "back", "into", "onto", "on") || r.foreign(i, "to")) && r.piece(i).to == i {
		if it, ok := r.timeAfter(i, to, until); ok && it.when.Day.Valid() {
			return it
		}
	}
	if r.word(i) == "sometime" && i+1 < to && r.piece(i+1).to > i+1 {
		return item{at: i, to: i + 1, skip: true}
	}
	var s Settings
	if n := r.setting(i, to, &s); n > i && n <= to {
		set := s
		return item{at: i, to: n, set: &set}
	}
	if p := r.pieceWithin(i, to); p.to > i && p.to <= to {
		return timeItem(p)
	}
	if n := r.allDay(i); n > i && n <= to {
		return item{at: i, to: n, set: &Settings{AllDay: true}}
	}
	return item{at: i, to: i + 1}
}

// sameTime is where "at the same time" ends, which a move keeps anyway.
func (r *reader) sameTime(i int) int {
	n := i
	if r.word(n) == "," {
		n++
	}
	if !r.roles || !r.oneOf(n, "at", "same", "to", "meme") {
		return i
	}
	for _, words := range [...]string{"same time", "at the same time", "same hour", "meme heure", "a la meme heure"} {
		if k := r.match(n, words); k > n {
			return k
		}
	}
	return i
}

// timeAfter is the time after the word at i, which gives it the role.
func (r *reader) timeAfter(i, to int, as role) (item, bool) {
	p := r.piece(i + 1)
	if i+1 >= to || p.to == i+1 || p.to > to {
		return item{}, false
	}
	if p.at = i; as != bare {
		p.role = as
	}
	return timeItem(p), true
}

func timeItem(p timed) item { return item{at: p.at, to: p.to, when: &p} }

// pieceWithin is the phrase at i as far as the words that are read go, and no
// further than where a shift begins: "de demain d'une heure".
func (r *reader) pieceWithin(i, to int) timed {
	p := r.piece(i)
	for k := i + 1; r.roles && k < min(i+5, len(r.toks)); k++ {
		if !r.foreign(k, "of") {
			continue
		}
		if _, n := r.shift(k); n > k {
			return r.upTo(k).piece(i)
		}
	}
	if p.to > to && to > i {
		return r.upTo(to).piece(i)
	}
	if p.to == i && r.oneOf(i, "on", "by", "for") && r.word(i+1) == "the" && i+3 < to && r.toks[i+2].Shape == Number {
		// "on the 28th with high priority": an ordinal with a word behind it counts
		// something, unless a setting begins there.
		var s Settings
		for k := i + 3; k < min(i+5, to); k++ {
			if r.setting(k, to, &s) > k {
				return r.upTo(k).piece(i)
			}
		}
	}
	return p
}

// linked passes over an "and" between settings: "high priority and due friday".
// Two times with one between them are two times.
func (r *reader) linked(items []item) []item {
	for k := 1; k+1 < len(items); k++ {
		a, b := items[k-1], items[k+1]
		if r.joins(items[k].at) && !a.word() && !b.word() && (a.set != nil || b.set != nil || a.when != nil && b.when != nil && a.when.role != b.when.role && b.when.role == due) {
			items[k].skip = true
		}
	}
	return items
}

func (r *reader) joins(i int) bool { return r.oneOf(i, "and", "&", ",") }

// shift reads "by 2 days", "back a week", "an hour later", "2 days earlier".
// Only verbs that move ask for it; elsewhere it has no meaning.
func (r *reader) shift(i int) (Shift, int) {
	if !r.roles {
		return Shift{}, i
	}
	for _, d := range dayAfter {
		if n := r.match(i, d.words); n > i && (n == len(r.toks) || r.toks[n].Shape == Mark) {
			return Shift{Days: d.days}, n
		}
	}
	j, sign, marked := i, 1, false
	for r.oneOf(j, "by", "back", "forward", "forwards", "backwards", "ahead", "another") || r.foreign(j, "of") {
		marked = true
		j++
	}
	if j >= len(r.toks) || !r.counts(j) {
		return Shift{}, i
	}
	am, end := r.moments().Amount(r.toks[j].Start)
	k := r.endAt(j, end)
	if k == j || am.Days > 40_000 || am.Months > 10_000 {
		return Shift{}, i
	}
	switch {
	case r.oneOf(k, "later", "back", "out"):
		k, marked = k+1, true
	case r.oneOf(k, "earlier", "sooner", "forward"):
		k, sign, marked = k+1, -1, true
	}
	if !marked && (k < len(r.toks) && !r.oneOf(k, ".", ",", "!", ";") || r.foreign(i-1, "to")) { // "à 14h"
		return Shift{}, i
	}
	return Shift{Days: sign * am.Days, Months: sign * am.Months, Minutes: sign * am.Seconds / 60}, k
}

// dayAfter are days that are counted from where a thing is.
var dayAfter = [...]struct {
	words string
	days  int
}{{"to the day after", 1}, {"to the next day", 1}, {"to the following day", 1}, {"a day later", 1}, {"to the day before", -1}, {"au lendemain", 1}, {"le lendemain", 1}, {"a la veille", -1}, {"lendemain", 1}, {"veille", -1}, {"the day after", 1}, {"the next day", 1}, {"the day before", -1}, {"au jour suivant", 1}, {"a day earlier", -1}}

// longerBy reads "an hour longer", "30 minutes shorter", where something is moved
// or changed.
func (r *reader) longerBy(i int) (minutes, to int) {
	if !r.roles || i >= len(r.toks) || !r.counts(i) {
		return 0, i
	}
	minutes, n := r.amount(i)
	switch {
	case n == i:
	case r.word(n) == "longer":
		return minutes, n + 1
	case r.word(n) == "shorter":
		return -minutes, n + 1
	}
	return 0, i
}

// counts reports whether a length of time may begin at a word. Most words are
// asked, and few may.
func (r *reader) counts(i int) bool {
	t := &r.toks[i]
	return t.Shape == Number || t.Shape == Word && (t.is(article) || r.oneOf(i, "half", "quarter", "couple", "few", "several", "demi", "demie", "quart") ||
		r.moments().Number(t.Start))
}

// take adds an item's settings; false when they contradict what is there.
func (s *Settings) take(it item) bool {
	switch {
	case it.skip:
		return true
	case it.when != nil && it.when.beyond:
		return false
	case it.when != nil:
		if it.when.role == due {
			if s.Due.Says() {
				return false
			}
			s.Due = it.when.When
			return true
		}
		return !it.when.between && s.When.merge(it.when.When)
	case it.set != nil:
		o := it.set
		if o.Priority != "" && s.Priority != "" || o.Project != "" && s.Project != "" || o.By.Says() && s.By.Says() {
			return false
		}
		if o.Priority != "" {
			s.Priority = o.Priority
		}
		if o.Project != "" {
			s.Project = o.Project
		}
		if o.By.Says() {
			s.By = o.By
		}
		if o.Longer != 0 {
			if s.Longer != 0 {
				return false
			}
			s.Longer = o.Longer
		}
		if o.List != "" && s.List != "" || o.Context != "" && s.Context != "" {
			return false
		}
		if o.List != "" {
			s.List = o.List
		}
		if o.Context != "" {
			s.Context = o.Context
		}
		s.There = s.There || o.There
		s.Backlog, s.AllDay = s.Backlog || o.Backlog, s.AllDay || o.AllDay
		for _, t := range o.Tags {
			if !slices.Contains(s.Tags, t) {
				s.Tags = append(s.Tags, t)
			}
		}
		return true
	}
	return false
}

// settled checks the times once all are there. What cannot be kept is given
// back: a recurrence without a first day, a deadline with a time.
func (r *reader) settled(s *Settings) bool {
	if !s.When.settled() {
		return false
	}
	if s.When.Repeat.Repeats() && s.Due.said != nil && s.Due.said.EndOfDay() {
		s.Due = When{} // each time by the end of its day, as ever
	}
	return !s.Due.Says() || s.Due.Day.Valid() && !s.Due.Time.Valid() && !s.Due.Repeat.Repeats() && s.Due.Part == NoPart
}

// spans of items, for what was not understood.
func (r *reader) spansOf(items []item) (out []Span) {
	for _, it := range items {
		out = append(out, r.span(it.at, it.to))
	}
	return out
}
