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

// way is another question that the records may answer; nil if there is none.
type way func(*looking) *question

// turn is a way from some questions to others.
func turn(from func(*question) bool, to func(*question)) way {
	return func(l *looking) *question {
		if !from(l.question) {
			return nil
		}
		other := *l.question
		to(&other)
		return &other
	}
}

// wants reports whether the question is for the value of a field, at whatever time.
func (q *question) wants(f meaning.Field) bool {
	return q.what == meaning.Get && q.field == f && !q.said.Set()
}

// isOpenly reports whether the question is one of those, names something and says neither a
// time nor a state.
func (q *question) isOpenly(what meaning.What) bool {
	return q.what == what && q.state == usual && !q.said.Set() && len(q.Names) > 0
}

// isThen is about something on whatever day, if it is not on the one that was asked about.
func isThen(l *looking) *question {
	if !l.whether || !l.said.Set() {
		return nil
	}
	l.said = reference.Window{}
	l.span()
	return l.question
}

// What has no day may have a deadline.
var isDue = turn(func(q *question) bool {
	return !q.due && (q.wants(meaning.When) || q.what == meaning.Until && !q.said.Set())
}, func(q *question) { q.due, q.state, q.when = true, usual, reference.Window{} })

// ways are tried in their order.
func ways() []way {
	return []way{
		isRatherDue, func(l *looking) *question { return l.question }, isThen, isDue,
		// Who asks when it is due asks for its day, if it has no deadline.
		turn(func(q *question) bool { return q.due && q.wants(meaning.When) }, func(q *question) { q.due = false }),
		turn(func(q *question) bool { return !q.due && q.wants(meaning.Place) },
			func(q *question) { q.when = reference.Window{} }),
		isElsewhere, isRespelt,
		// What is not ahead may have been. With whom something is, is in its notes.
		turn(func(q *question) bool {
			value := q.what == meaning.Total || q.what == meaning.Get
			mayCome := q.ahead() || q.field == meaning.Notes && !q.behind()
			return value && mayCome && !q.said.Set()
		}, func(q *question) {
			q.when = reference.Window{Last: q.today}
			if q.what == meaning.Get && q.field != meaning.Length {
				q.rank.Order = meaning.Previous
			}
		}),
		// What has not been may be ahead.
		turn(func(q *question) bool { return q.past },
			func(q *question) { q.past, q.when = false, reference.Window{First: q.today} }),
		// It may have no day, which is an answer.
		turn(func(q *question) bool { return q.wants(meaning.When) && (len(q.Names) > 0 || q.IDs != nil) },
			func(q *question) { q.due, q.when = false, reference.Window{} }),
		// The answer is no if it is in another state.
		turn(func(q *question) bool { return q.what == meaning.Whether }, (*question).turnContrary),
		isContraryElsewhere,
		// It may be done, as its line says.
		turn(func(q *question) bool {
			return q.isOpenly(meaning.Which) || q.isOpenly(meaning.Get) && !valued[q.field]
		}, func(q *question) { q.state = whichever }),
		// Who asks whether there is coffee does not ask whether it is still to be bought.
		turn(func(q *question) bool {
			return q.isOpenly(meaning.Exists) && (q.anyList || len(q.Named) == 0)
		}, func(q *question) {
			q.Named, q.state = []*schema.Kind{schema.Lookup("checklist_item")}, whichever
		}),
		isVerbless, isInWords, isKept,
	}
}

// found are the items that the question is about, which becomes the first that has any.
func (l *looking) found() []reference.Item {
	asked := *l.question
	for _, way := range ways() {
		other := way(l)
		if other == nil {
			continue
		}
		if items := (&looking{other}).items(); len(items) > 0 {
			*l.question = *other
			return l.singled(items)
		}
	}
	if other, ok := reference.Otherwise(l.grammar, asked.Names); ok { // nothing has the words
		asked.Names = other
		if items := (&looking{&asked}).found(); len(items) > 0 {
			*l.question = asked
			return items
		}
	}
	if l.what == meaning.Get && !l.said.Set() && l.ahead() {
		l.when = reference.Window{} // neither then nor before
	}
	return nil
}

// isRatherDue is about the deadline that people count the days to, unless something else is called so word for word,
// and nothing with a deadline.
func isRatherDue(l *looking) *question {
	due := isDue(l)
	switch {
	case l.what != meaning.Until:
		return nil
	case due == nil || len(l.Names) == 0:
		return due
	}
	itself := *l.question
	_, own := reference.Best((&looking{&itself}).items(), labelOf, l.Names[0].Text, nil)
	_, fit := reference.Best((&looking{due}).items(), labelOf, l.Names[0].Text, nil)
	if own <= reference.Phrase && reference.Phrase < fit {
		return nil
	}
	return due
}

// isVerbless is about the words without the verb that they begin with, if no record has that:
// "paid the rent".
func isVerbless(l *looking) *question {
	asksDone := l.what == meaning.LastTime || l.what == meaning.Whether && l.state == finished
	asksDay := l.what == meaning.Get && l.field == meaning.When
	alone := len(l.Names) == 1 && l.Names[0].Field == meaning.Title && len(l.Names[0].Said.Words) > 1
	if !alone || !asksDone && !asksDay {
		return nil
	}
	verb, rest := l.Names[0].Said.Words[0], l.Names[0].Said.Words[1:]
	said := language.Tokens(l.Names[0].Text)
	size := 0
	if l.grammar != nil {
		size = l.grammar.Match(said, 0, "doing")
	}
	if size > 1 && said[1].Word == rest[0] { // "hand in the essay"
		rest = rest[1:]
	}
	if len(rest) == 0 {
		return nil
	}
	other := *l.question
	other.Names = slices.Clone(l.Names)
	other.Names[0].Said.Words = rest
	if asksDay { // it may have a deadline instead of a day
		other.due, other.when = false, reference.Window{}
	}
	found := (&looking{&other}).items()
	if asksDay { // the only thing that has the other words is the one to do, whatever its own verb
		if size == 0 || len(found) != 1 {
			return nil
		}
		return &other
	}
	if l.resolver().Mentioned(verb) {
		return nil
	}
	if len(found) == 0 && l.what == meaning.Whether {
		other.did = verb
		other.turnContrary()
	}
	return &other
}

// turnContrary asks about records in any state, of which the answer is no. What is never done
// tells nothing of a verb: "have I cancelled the gym".
func (q *question) turnContrary() {
	q.state, q.contrary = whichever, true
	if q.did != "" && len(q.Named) == 0 {
		q.Named = reference.Those(schema.Kinds, func(k *schema.Kind) bool { return k.Settles() || k.Done != "" })
	}
}

// isOnList is about the list that a name is of, or the verb alone: what is to be watched is on the list of films.
func isOnList(l *looking) *question {
	if l.said.Set() || !slices.Contains(ofDays, l.what) || l.grammar == nil || len(l.Terms)+len(l.Named) > 0 {
		return nil
	}
	verb, lists := l.did, []string(nil)
	for _, n := range l.Names {
		toks := language.Tokens(n.Text)
		if deed := l.grammar.Match(toks, 0, "doing") == len(toks); deed || n.Text == l.did {
			verb = n.Text
		} else {
			lists = append(lists, n.Text)
		}
	}
	if verb == "" || len(lists) > 1 {
		return nil
	}
	for _, e := range l.grammar.OfClass("gathers") {
		alone := len(l.Names) == 0 || l.Names[0].Text == verb
		if alone && reference.FitOf(verb, strings.Join(e.Words, " "), e.Words) < reference.NoFit {
			lists = append(lists, e.Sym)
		}
	}
	for _, name := range lists {
		list, ok := l.resolver().Term(meaning.Attribute{Field: meaning.List, Text: name}, nil)
		if ok && len(list.Of) == 1 {
			other := *l.question
			other.Names, other.Terms, other.when = nil, []reference.Term{list}, reference.Window{}
			other.Named = []*schema.Kind{schema.Lookup("checklist_item")}
			return &other
		}
	}
	return nil
}

// spelledMost is how many records of a kind are looked through for a word that is spelt
// otherwise: among more there is always one.
const spelledMost = 5000

// isRespelt is about what is called nearly as the question says, if no record has its word.
func isRespelt(l *looking) *question {
	names, changed := slices.Clone(l.Names), false
	for n, m := range names {
		if l.resolver().Mentioned(m.Text) {
			return nil
		}
		words := slices.Clone(m.Said.Words)
		for i, w := range words {
			near := l.spelling(w)
			if near == "" {
				return nil
			}
			changed = changed || near != w
			words[i] = near
		}
		names[n].Said.Words = words
	}
	if !changed {
		return nil
	}
	l.Names = names // no record has the words as they were
	return l.question
}

// spelling is a word as the labels of the records that can be meant spell it; "" if they do
// not have it, or several that are like it.
func (l *looking) spelling(word string) string {
	if l.resolver().Mentioned(word) {
		return word
	}
	like := func(w string) bool { return len(word) >= 5 && language.OneSlip(word, w) }
	var all []string
	for _, k := range l.kinds() {
		if l.query(filter.Query{Kind: k, Count: true}).Total > spelledMost {
			return ""
		}
		for _, x := range l.all(k, filter.Condition{}) {
			all = append(all, reference.Those(strings.Fields(fulltext.Plain(x.Label())), like)...)
		}
	}
	if slices.Sort(all); len(slices.Compact(all)) != 1 {
		return ""
	}
	return all[0]
}

// isInWords is about the words of a name, if it is a part of what something else is called:
// what is for Emma need not belong to her birthday, nor the code of the school to that context. A note may have
// the words, too.
func isInWords(l *looking) *question {
	other := *l.question
	other.Terms, other.Names = nil, slices.Clone(l.Names)
	for _, t := range l.Terms {
		said := strings.Join(t.Words, " ")
		if t.Field == meaning.Tag && !t.Not {
			said = t.Text
		}
		word := t.Field == meaning.Context || t.Field == meaning.Tag
		part := len(t.Of) == 1 && len(said) < len(t.Of[0].Label()) || word
		if !part || said == "" {
			other.Terms = append(other.Terms, t)
		} else {
			(resolving{&other}).name(meaning.About, said)
		}
	}
	if len(other.Terms) == len(l.Terms) {
		return nil
	}
	in := &looking{&other}
	if len(in.items()) > 0 {
		return &other
	}
	return isElsewhere(in)
}

// isKept is about what has the words beside the one for what it keeps, which a note need not have: "the wifi password".
func isKept(l *looking) *question {
	other := *l.question
	other.Names = nil
	for _, n := range l.Names {
		secret := func(w string) bool { return l.grammar != nil && l.grammar.Has(language.Tokens(w), 0, "secret") }
		words := slices.DeleteFunc(slices.Clone(n.Said.Words), secret)
		if len(words) == 0 || len(words) == len(n.Said.Words) {
			return nil
		}
		resolving{&other}.name(meaning.About, strings.Join(words, " "))
	}
	return isElsewhere(&looking{&other})
}

// singled are those items that the answer names: if all of them are asked to be in a state, the
// ones that are not, and the ones that are called so themselves.
func (l *looking) singled(items []reference.Item) []reference.Item {
	if l.what != meaning.Whether || !l.every {
		return l.titled(items)
	}
	other := *l.question
	other.state, other.contrary = whichever, true
	rest := slices.DeleteFunc((&looking{&other}).items(), func(i reference.Item) bool {
		same := func(is reference.Item) bool { return is.Record.Key() == i.Record.Key() && is.Day == i.Day }
		return slices.ContainsFunc(items, same)
	})
	if len(rest) == 0 {
		return items
	}
	*l.question = other
	return rest
}

// withVerb requires the verb of the question in the texts of a record, too, if there is such a
// record, done or not: who asks when the cello was practised does not ask about the lesson.
func (l *looking) withVerb() {
	itself := len(l.Names) > 0 && l.Names[0].Text == l.did
	bare := len(l.Names) == 0 && (len(l.Terms) == 0 || !slices.Contains(ofDays, l.what))
	if l.did == "" || itself || bare {
		return
	}
	any := *l.question
	any.what, any.state, any.when = meaning.Which, whichever, reference.Window{}
	any.everywhere = len(l.Named) == 0
	did, _ := l.resolver().Term(meaning.Attribute{Field: meaning.About, Text: l.did}, any.kinds())
	with := *l.question
	with.Names = append(slices.Clone(l.Names), did)
	any.Names = with.Names
	l.verbless = len((&looking{&any}).items()) == 0
	count := func(q question) int { return len((&looking{&q}).items()) }
	if all := slices.Contains(ofDays, l.what) && count(with) == count(*l.question); !l.verbless && !all {
		*l.question = with
	}
}

// withVerbs are the items that may be meant by the verb of the question: those that begin with it, or with no verb.
func (l *looking) withVerbs(items []reference.Item) []reference.Item {
	if l.did == "" || l.grammar == nil || !slices.Contains(ofDays, l.what) {
		return items
	}
	some := slices.DeleteFunc(slices.Clone(items), func(i reference.Item) bool {
		toks := language.Tokens(i.Record.Label())
		size := l.grammar.Match(toks, 0, "doing")
		return size > 0 && reference.FitOf(toks[0].Word, l.did, []string{l.did}) == reference.NoFit
	})
	switch {
	case len(some) > 0:
		return some
	case l.verbless && len(items) > 0:
		l.stop(unresolved{words: l.did})
	}
	return items
}

// isContraryElsewhere is about what nobody plans, in another state.
func isContraryElsewhere(l *looking) *question {
	if l.what != meaning.Whether {
		return nil
	}
	other := *l.question
	other.state, other.contrary = whichever, true
	return isElsewhere(&looking{&other})
}

// isElsewhere is about the kinds that nobody plans, if the question names something and no
// kind: "where is the floor plan". What nobody plans has no next.
func isElsewhere(l *looking) *question {
	elsewhere := l.what == meaning.Get && (l.field == meaning.When || l.field == meaning.Place)
	switch l.what {
	case meaning.Which, meaning.Exists, meaning.Whether, meaning.Count:
		elsewhere = true
	}
	if !elsewhere || len(l.Named) > 0 || len(l.Names) == 0 || l.rank.Order == meaning.Next {
		return nil
	}
	other := *l.question
	other.everywhere, other.when, other.Names = true, l.said, nil
	kinds := other.kinds()
	for _, n := range l.Names {
		t, _ := l.resolver().Term(n.Attribute, kinds)
		t.Said = t.Said.Like(n.Said)
		other.Names = append(other.Names, t)
	}
	looked := l.kinds()
	other.Named = slices.DeleteFunc(kinds, func(k *schema.Kind) bool { return slices.Contains(looked, k) })
	found := (&looking{&other}).items()
	if len(found) == 0 {
		return nil
	}
	other.Named = slices.DeleteFunc(other.Named, func(k *schema.Kind) bool {
		of := func(i reference.Item) bool { return i.Record.Kind == k }
		part := func(i reference.Item) bool { return i.Record.Kind.Belongs(k.Name) != nil }
		whole := l.what == meaning.Count && slices.ContainsFunc(found, part)
		return whole || !slices.ContainsFunc(found, of) // a number of props does not count the list of them
	})
	if l.what == meaning.Count && slices.Equal(other.Named, reference.NamedOrPlanned("note")) {
		other.what = meaning.Which // a note says how much butter it is, and is not counted
	}
	return &other
}

// titled are the items that are called so themselves, if it is asked when or where one is
// that has a name: what belongs to the trip is not the trip. If none is called so, it may
// be a project with a day that it aims at.
func (l *looking) titled(items []reference.Item) []reference.Item {
	single := l.what == meaning.Until || l.what == meaning.Get && valued[l.field]
	if !single || len(l.Names) == 0 || l.by != "" {
		return items
	}
	phrased, fit := reference.Best(items, labelOf, l.Names[0].Text, nil)
	if fit > reference.Phrase { // "books" is rather in "pack the books" than in "book the movers"
		phrased = items
	}
	if own := reference.Those(phrased, l.calls); len(own) > 0 {
		return own
	}
	timed := l.what == meaning.Until || l.field == meaning.When
	if len(l.Named) > 0 || l.said.Set() || !timed {
		return phrased
	}
	aim := *l.question
	aim.Named, aim.due, aim.when = []*schema.Kind{schema.Lookup("project")}, true, reference.Window{}
	projects := reference.Those((&looking{&aim}).items(), aim.calls)
	if _, other := reference.Best(projects, labelOf, l.Names[0].Text, nil); len(projects) > 0 && other <= fit {
		*l.question = aim
		return projects
	}
	return phrased
}

func labelOf(i reference.Item) string { return i.Record.Label() }

// valued are the fields that are asked for of a thing that has a name itself.
var valued = map[meaning.Field]bool{
	meaning.When: true, meaning.Place: true, meaning.Length: true, meaning.End: true,
}

// calls reports whether an item has in its own name all that the question is about.
func (q *question) calls(i reference.Item) bool {
	return !slices.ContainsFunc(q.Names, func(n reference.Term) bool { return !n.Said.Called(i.Record) })
}
