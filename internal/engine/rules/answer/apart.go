package answer

import (
	"cmp"
	"slices"

	"assister/internal/language/meaning"
	"assister/internal/reference"
)

// apart answers how long it is from one thing to another, whichever of them is first.
func (l *looking) apart() (f finding) {
	both := [...]*looking{{l.since}, {l.question}}
	for _, one := range both {
		items := one.theOne()
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
		one.join(&f.items[n], f.items[1-n], both[1-n].said.Set())
	}
	if f.items[0].Record.Key() == f.items[1].Record.Key() {
		l.stop(unresolved{}) // one record has both names
	}
	slices.SortStableFunc(f.items, inOrder)
	p := report{phrasing{question: l.question, owners: l.owners(f.items)}}
	f.total, f.text = new(len(f.items)), p.list(p.between(f.items[0], f.items[1]), f.items)
	return f
}

// inOrder compares items by their days and times.
func inOrder(x, y reference.Item) int {
	return cmp.Or(cmp.Compare(x.On(), y.On()), cmp.Compare(x.Begins, y.Begins))
}

// theOne finds the one that a description names. A kind alone names none: "between a task and an event".
func (l *looking) theOne() []reference.Item {
	if len(l.Names)+len(l.Terms) == 0 && l.IDs == nil && l.rank == (meaning.Rank{}) {
		l.stop(unresolved{})
	}
	items := l.found()
	if len(items) == 0 && !l.said.Set() { // it may have no day
		l.when = reference.Window{}
		items = l.items()
	}
	if len(items) == 0 {
		l.unmentioned()
	}
	return l.pick(items)
}

// join makes an item of no day that was asked about the one on the day of another, if there is one: where the day of
// that was asked about, as in "between lunch and the vet on friday", or where only the item repeats: "between the
// review and the yoga".
func (l *looking) join(item *reference.Item, other reference.Item, dated bool) {
	if l.said.Set() || !dated && (!item.Record.Repeats() || other.Record.Repeats()) {
		return
	}
	then := *l.question
	then.when = reference.Window{First: other.On(), Last: other.On()}
	if all := (&looking{&then}).items(); len(all) > 0 {
		*item = all[0]
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
