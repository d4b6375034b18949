package answer

import (
	"slices"
	"strings"

	"assister/internal/filter"
	"assister/internal/fulltext"
	"assister/internal/language"
	"assister/internal/language/meaning"
	"assister/internal/reference"
	"assister/internal/schema"
)

// If nothing is as a question says, the records may say it in another way.

// found are the items that the question is about. What is not ahead may have been, what is
// not in the state that was named is in another, and what has no day may have a deadline.
func (l *looking) found() (items []reference.Item, err error) {
	type way = func() ([]reference.Item, error)
	ways := []way{l.items, l.dueOnly, l.amongOthers, l.respelt, l.otherwise, l.verbless, l.inWords}
	if l.what == meaning.Until { // it is the deadline that people count the days to
		ways = append([]way{l.dueOnly}, ways...)
	}
	for _, way := range ways {
		if items, err = way(); len(items) > 0 || err != nil {
			return items, err
		}
	}
	return nil, nil
}

// verbless are the items that have the words without the verb that they begin with, if no
// record has that: "paid the rent".
func (l *looking) verbless() ([]reference.Item, error) {
	done := l.what == meaning.LastTime || l.what == meaning.Whether && l.state == finished
	day := l.what == meaning.Get && l.field == meaning.When
	bare := len(l.names) == 1 && len(l.names[0].Words) > 1 && l.names[0].bare
	if !bare || !done && !day {
		return nil, nil
	}
	other := *l.question
	other.names = slices.Clone(l.names)
	other.names[0].Words = l.names[0].Words[1:]
	if day { // the only thing that has the other words is the one to do, whatever its own verb
		if !l.isDeed(l.names[0].Words[0]) {
			return nil, nil
		}
		found, err := (&looking{&other}).items()
		if len(found) != 1 || err != nil {
			return nil, err
		}
		return l.become(&other)
	}
	if named, err := l.resolver().Mentioned(l.names[0].Words[0]); named || err != nil {
		return nil, err
	}
	found, err := l.become(&other)
	if len(found) == 0 && l.what == meaning.Whether && err == nil {
		other.state, other.contrary = whichever, true
		return l.become(&other)
	}
	return found, err
}

// spelledMost is how many records of a kind are looked through for a word that is spelt
// otherwise: among more there is always one.
const spelledMost = 5000

// respelt are the items that are called nearly as the question says, if no record has its
// word.
func (l *looking) respelt() ([]reference.Item, error) {
	other := *l.question
	other.names = slices.Clone(l.names)
	changed := false
	for n, m := range other.names {
		known, err := l.resolver().Mentioned(m.text)
		if err != nil || known {
			return nil, err
		}
		other.names[n].Words = slices.Clone(m.Words)
		for i, w := range m.Words {
			near, err := l.spelling(w)
			if err != nil || near == "" {
				return nil, err
			}
			changed = changed || near != w
			other.names[n].Words[i] = near
		}
		other.names[n].text = strings.Join(other.names[n].Words, " ")
	}
	if !changed {
		return nil, nil
	}
	l.names = other.names // no record has the words as they were
	return l.items()
}

// spelling is a word as the labels of the records that can be meant spell it; "" if they do
// not have it, or several that are like it.
func (l *looking) spelling(word string) (near string, err error) {
	if known, err := l.resolver().Mentioned(word); known || err != nil {
		return word, err
	}
	for _, k := range l.kinds() {
		if many, err := l.query(filter.Query{Kind: k, Count: true}); err != nil || many.Total > spelledMost {
			return "", err
		}
		all, err := l.all(k, filter.Condition{})
		if err != nil {
			return "", err
		}
		for _, x := range all {
			for _, w := range strings.Fields(fulltext.Plain(x.Label())) {
				switch like := len(word) >= 5 && language.OneSlip(word, w); {
				case like && near != "" && near != w:
					return "", nil
				case like:
					near = w
				}
			}
		}
	}
	return near, nil
}

// inWords are the items that have the words of a name, if it is a part of what something else is
// called: what is for Emma need not belong to her birthday.
func (l *looking) inWords() ([]reference.Item, error) {
	other := *l.question
	other.terms, other.names = nil, slices.Clone(l.names)
	for _, t := range l.terms {
		said := strings.Join(t.Words, " ")
		part := len(t.Of) == 1 && said != "" && len(said) < len(t.Of[0].Label())
		if !part {
			other.terms = append(other.terms, t)
		} else if err := (resolving{&other}).name(said, false); err != nil {
			return nil, err
		}
	}
	if len(other.terms) == len(l.terms) {
		return nil, nil
	}
	return l.become(&other)
}

// become makes the question another one if that has items.
func (l *looking) become(other *question) ([]reference.Item, error) {
	items, err := (&looking{other}).items()
	if len(items) > 0 {
		*l.question = *other
	}
	return items, err
}

// unlike are the items that are not in the state that all of them are asked to be in.
func (l *looking) unlike(items []reference.Item) ([]reference.Item, error) {
	if l.what != meaning.Whether || !l.every || len(items) == 0 {
		return items, nil
	}
	other := *l.question
	other.state, other.contrary = whichever, true
	all, err := (&looking{&other}).items()
	rest := slices.DeleteFunc(all, func(i reference.Item) bool {
		same := func(is reference.Item) bool { return is.Record.Key() == i.Record.Key() && is.Day == i.Day }
		return slices.ContainsFunc(items, same)
	})
	if err != nil || len(rest) == 0 {
		return items, err
	}
	*l.question = other
	return rest, nil
}

// withVerb requires the verb of the question in the texts of a record, too, if there is such a
// record, done or not: who asks when the cello was practised does not ask about the lesson.
func (l *looking) withVerb() error {
	if l.did == "" || len(l.names) == 0 || l.names[0].text == l.did {
		return nil
	}
	any := *l.question
	any.what, any.state, any.when = meaning.Which, whichever, reference.Window{}
	any.everywhere = len(l.named) == 0
	did, err := l.resolver().Mention(l.did, any.kinds())
	if err != nil {
		return err
	}
	with := *l.question
	with.names = append(slices.Clone(l.names), name{Mention: did, text: l.did})
	any.names = with.names
	if found, err := (&looking{&any}).items(); err != nil || len(found) == 0 {
		return err
	}
	*l.question = with
	return nil
}

// dueOnly are items that have no day but perhaps a deadline, if it is asked when or where
// they are.
func (l *looking) dueOnly() ([]reference.Item, error) {
	other := *l.question
	if l.due && l.what == meaning.Get && l.field == meaning.When && !l.said.Set() {
		other.due = false // who asks when it is due asks for its day, if it has no deadline
		return l.become(&other)
	}
	if l.due || l.said.Set() {
		return nil, nil
	}
	other.when = reference.Window{}
	switch {
	case l.what == meaning.Get && l.field == meaning.When, l.what == meaning.Until:
		other.due, other.state = true, usual
	case l.what == meaning.Get && l.field == meaning.Place:
	default:
		return nil, nil
	}
	return l.become(&other)
}

// amongOthers are the items of the kinds that nobody plans, if the question names something
// and no kind: "where is the floor plan". What nobody plans has no next.
func (l *looking) amongOthers() (items []reference.Item, err error) {
	elsewhere := l.what == meaning.Get && (l.field == meaning.When || l.field == meaning.Place)
	switch l.what {
	case meaning.Which, meaning.Exists, meaning.Whether, meaning.Count:
		elsewhere = true
	}
	if !elsewhere || len(l.named) > 0 || len(l.names) == 0 || l.rank.Order == meaning.Next {
		return nil, nil
	}
	looked := l.kinds()
	other := *l.question
	other.everywhere, other.when, other.names = true, l.said, nil
	kinds := other.kinds()
	for _, n := range l.names {
		said, err := l.resolver().Mention(n.text, kinds)
		if err != nil {
			return nil, err
		}
		other.names = append(other.names, name{Mention: said, text: n.text, bare: n.bare})
	}
	if items, err = (&looking{&other}).items(); err != nil {
		return nil, err
	}
	items = slices.DeleteFunc(items, func(i reference.Item) bool {
		return slices.Contains(looked, i.Record.Kind) || l.what == meaning.Count && holds(i, items)
	})
	if len(items) == 0 {
		return nil, nil
	}
	for _, i := range items {
		if !slices.Contains(other.named, i.Record.Kind) {
			other.named = append(other.named, i.Record.Kind)
		}
	}
	*l.question = other
	return items, nil
}

// holds reports whether an item is what others belong to: a number of props does not count
// the list of them.
func holds(i reference.Item, among []reference.Item) bool {
	return slices.ContainsFunc(among, func(part reference.Item) bool {
		f := part.Record.Kind.Belongs(i.Record.Kind.Name)
		return f != nil && part.Record.Get(f.Name).ID() == i.Record.ID
	})
}

// otherwise are items that were, if none is ahead, or that are in another state.
func (l *looking) otherwise() (items []reference.Item, err error) {
	other := *l.question
	switch l.what {
	case meaning.Get, meaning.Total:
		if l.said.Set() || !l.ahead() {
			return nil, nil
		}
		if other.when = (reference.Window{Last: l.today}); l.field != meaning.Length && l.what == meaning.Get {
			other.rank.Order = meaning.Previous
		}
	case meaning.Whether:
		other.state, other.contrary = whichever, true
	case meaning.Exists:
		return l.ticked()
	case meaning.Which:
		if l.state != usual || len(l.names) == 0 || l.said.Set() {
			return nil, nil
		}
		other.state = whichever // it is done, and its line says so
	default:
		return nil, nil
	}
	if items, err = l.become(&other); len(items) > 0 || err != nil {
		return items, err
	}
	switch {
	case l.what == meaning.Whether:
		way := &looking{&other}
		if items, err = way.amongOthers(); len(items) > 0 {
			*l.question = other
		}
	case l.what == meaning.Get:
		l.when = reference.Window{} // neither then nor before
	}
	return items, err
}

// ticked are the items of lists that are checked: who asks whether there is coffee does not
// ask whether it is still to be bought.
func (l *looking) ticked() ([]reference.Item, error) {
	if l.state != usual || l.said.Set() || len(l.named) > 0 || len(l.names) == 0 {
		return nil, nil
	}
	list := *l.question
	list.named, list.state = []*schema.Kind{schema.Lookup("checklist_item")}, whichever
	return l.become(&list)
}

// titled are the items that are called so themselves, if it is asked when or where one is
// that has a name: what belongs to the trip is not the trip. If none is called so, it may
// be a project with a day that it aims at.
func (l *looking) titled(items []reference.Item) ([]reference.Item, error) {
	single := l.what == meaning.Until || l.what == meaning.Get && valued[l.field]
	if !single || len(l.names) == 0 || len(items) == 0 || l.by != "" {
		return items, nil
	}
	if own := slices.DeleteFunc(slices.Clone(items), func(i reference.Item) bool { return !l.calls(i) }); len(own) > 0 {
		return own, nil
	}
	timed := l.what == meaning.Until || l.field == meaning.When
	if len(l.named) > 0 || l.said.Set() || !timed {
		return items, nil
	}
	aim := *l.question
	aim.named, aim.due, aim.when = []*schema.Kind{schema.Lookup("project")}, true, reference.Window{}
	way := &looking{&aim}
	projects, err := way.items()
	if projects = slices.DeleteFunc(projects, func(i reference.Item) bool { return !aim.calls(i) }); len(projects) > 0 {
		*l.question = aim
		return projects, err
	}
	return items, err
}

// valued are the fields that are asked for of a thing that has a name itself.
var valued = map[meaning.Field]bool{
	meaning.When: true, meaning.Place: true, meaning.Length: true, meaning.End: true,
}

// calls reports whether an item has in its own name all that the question is about.
func (q *question) calls(i reference.Item) bool {
	return !slices.ContainsFunc(q.names, func(n name) bool { return !n.Called(i.Record) })
}

// unknown are the words that are only taken for what the question is about by where they
// stand, or beside other words, and that no record of any kind has: then it is about something
// else.
func (l *looking) unknown() (unknown []string, err error) {
	if l.what == meaning.Get && valued[l.field] && len(l.names) == 1 && len(l.names[0].Words) == 1 {
		return nil, nil // "when is the wedding"
	}
	for _, n := range l.names {
		if !n.bare && len(l.names) < 2 {
			continue
		}
		known, err := l.resolver().Mentioned(n.text)
		if err != nil {
			return nil, err
		}
		if !known {
			unknown = append(unknown, n.text)
		}
	}
	return unknown, nil
}
