package answer

import (
	"cmp"
	"slices"

	"assister/internal/language/meaning"
	"assister/internal/reference"
)

// apart answers how long it is from one thing to another, whichever of them is first.
func (l *looking) apart() (f finding) {
	both := []*looking{{l.since}, {l.question}}
	for n, one := range both {
		items := one.single(both[1-n].said)
		if len(items) == 0 || !items[0].On().Valid() {
			p := report{phrasing{question: one.question, owners: one.owners(items)}}
			f = finding{text: p.words.Sentence(p.many(len(items))), items: items, total: new(int)}
			if len(items) > 0 {
				f.text = p.list(p.many(len(items)), items)
			}
			return f
		}
		f.items = append(f.items, items[0])
	}
	for n, one := range both {
		one.nearer(&f.items[n], f.items[1-n])
	}
	if f.items[0].Record.Key() == f.items[1].Record.Key() {
		l.stop(unresolved{}) // one record has both names
	}
	slices.SortStableFunc(f.items, func(x, y reference.Item) int {
		return cmp.Or(cmp.Compare(x.On(), y.On()), cmp.Compare(x.Begins, y.Begins))
	})
	p := report{phrasing{question: l.question, owners: l.owners(f.items)}}
	f.total, f.text = new(len(f.items)), p.list(p.between(f.items[0], f.items[1]), f.items)
	return f
}

// single finds the one that a description names: on the days of the other one, if it has no days of its
// own and is on those, as in "between lunch and the vet on friday". A kind alone names none: "between a task
// and an event".
func (l *looking) single(days reference.Window) (items []reference.Item) {
	if len(l.Names)+len(l.Terms) == 0 && l.IDs == nil && l.rank == (meaning.Rank{}) {
		l.stop(unresolved{})
		return nil
	}
	alone := *l.question
	if !l.said.Set() && days.Set() {
		l.said = reference.Window{First: days.First, Last: days.Last}
		l.span()
		items = l.found()
	}
	if len(items) == 0 {
		*l.question = alone
		items = l.found()
	}
	if len(items) == 0 && !l.said.Set() { // it may have no day
		l.when = reference.Window{}
		items = l.items()
	}
	if len(items) == 0 {
		l.unmentioned()
	}
	return picking{l.question}.pick(items)
}

// nearer makes an item that repeats the one on the day of another, if there is one and no day was
// asked about: "between the review and the yoga".
func (l *looking) nearer(item *reference.Item, other reference.Item) {
	if l.said.Set() || !item.Record.Repeats() || other.Record.Repeats() {
		return
	}
	then := *l.question
	then.when = reference.Window{First: other.On(), Last: other.On()}
	for _, i := range (series{&then}).occurrences(item.Record) {
		if i.Day == other.On() {
			*item = i
		}
	}
}

// between is the time from the end of one item to the beginning of another; from days to days, the
// number of them.
func (p report) between(first, then reference.Item) string {
	w, days := p.words, int(then.On()-first.On())
	timed := first.Begins.Valid() && then.Begins.Valid() && !first.Due.Valid() && !then.Due.Valid()
	switch {
	case !timed && days == 0:
		return w.Text("apart.same-day")
	case !timed, days > 1:
		return w.Text("apart.days", "n", days)
	}
	from, _ := first.Minutes()
	if minutes, known := reference.Lasts(first.Record); known {
		from += minutes
	}
	to, _ := then.Minutes()
	if to += days * 24 * 60; to < from {
		return w.Text("apart.overlap")
	}
	return w.Text("apart.span", "span", w.Span(to-from))
}
