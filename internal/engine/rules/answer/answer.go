// Package answer answers questions about the data, as package meaning has them: what is
// asked for, all of it, with the exact total, in the language of the question, and the same
// every time. A question is resolved first, which finds what it names; then the items that
// it is about are looked up; and the answer is worded from the messages of a language. The
// package reads no text and has no words of its own.
//
//	meaning.Ask -> question (resolve) -> items (looking) -> pick -> phrasing
package answer

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"assister/internal/filter"
	"assister/internal/fulltext"
	"assister/internal/language"
	"assister/internal/language/meaning"
	"assister/internal/language/message"
	"assister/internal/language/timeexpr"
	"assister/internal/planner"
	"assister/internal/problem"
	"assister/internal/propose"
	"assister/internal/record"
	"assister/internal/reference"
	"assister/internal/schema"
	"assister/internal/session"
)

// Answerer answers questions that were read.
type Answerer struct {
	Language string // of the answers, such as "fr"; "" for that of the question
}

var _ propose.Answerer = Answerer{}

// Answer answers a question. If a question of it is not understood, none is answered. If
// nothing is as it says, another meaning of the same question that costs little more may be
// the one.
func (e Answerer) Answer(ctx context.Context, asked propose.Inquiry, from propose.Library) (propose.Answer, error) {
	best, err := e.meant(ctx, asked, asked.Said, from)
	if err != nil || asked.Said == nil {
		return best, err
	}
	empty := len(best.Records) == 0 && (best.Total == nil || *best.Total == 0)
	for i := range asked.Also {
		other := &asked.Also[i]
		if !alike(*asked.Said, *other) || !empty && !isAsGood(*asked.Said, *other) {
			continue
		}
		if a, err := e.meant(ctx, asked, other, from); err != nil || len(a.Records) > 0 {
			return a, err
		}
	}
	if !empty {
		return best, nil
	}
	if a, found, err := e.byWords(ctx, asked, len(best.NotUnderstood) > 0, from); found || err != nil {
		return a, err
	}
	if !best.Unknown {
		return best, nil
	}
	if plain, ok := ofName(asked.Said); ok {
		if a, err := e.meant(ctx, asked, plain, from); err != nil || len(a.Records) > 0 {
			return a, err
		}
	}
	return best, nil
}

// ofName is the question which records have the name of what a text asks of whether it is done: who asks whether the
// dentist is booked is shown the dentist. It reports false if the text asks for something else.
func ofName(said *meaning.Text) (plain *meaning.Text, ok bool) {
	if len(said.Ask) != 1 || said.Ask[0].What != meaning.Whether || !said.Ask[0].Of.Where.Has(meaning.Did, meaning.State) {
		return nil, false
	}
	g, name := meaning.BuiltIn().Called(said.Language), said.Ask[0].Of.Name
	toks := language.Tokens(name)
	did, _ := said.Ask[0].Of.Where.Of(meaning.Did)
	if g.HasAny(language.Tokens(did.Text), "participle") || g.Has(toks, 0, "verb") && !g.Has(toks, 0, "reserving") {
		return nil, false // what was done to records is in the audit log
	}
	if k := g.Match(toks, 0, "doing"); k < len(toks) {
		k += g.Match(toks, k, "article")
		toks, name = toks[k:], name[toks[min(k, len(toks)-1)].Start:]
	}
	if len(toks) == 0 {
		return nil, false
	}
	which := *said
	which.Ask = []meaning.Ask{{What: meaning.Which, Of: &meaning.Record{Name: name, Words: g.ContentOf(toks)}}}
	return &which, true
}

// isAsGood reports whether a second meaning of a text costs no more, and names more: what is also a slip of a word that
// says nothing, as "cones" is one of "comes", is rather the name of something that there is.
func isAsGood(a, b meaning.Text) bool {
	if b.Cost > a.Cost || len(b.Ask) != 1 {
		return false
	}
	x, y := a.Ask[0].Of, b.Ask[0].Of
	return x.Kind == y.Kind && x.Name == "" && y.Name != "" && len(x.Where) == len(y.Where)
}

// littleMore is how much more another meaning may cost: three words of free text.
const littleMore = 3 * language.WordCost

// alike reports whether two meanings of a text ask for the same, and the second takes more of
// the text for a name, so that it is about no more records. What may be about anything, as in "show
// me the concert", is about a record if there is one of that name, and "who is allergic to nuts" a note.
func alike(a, b meaning.Text) bool {
	if b.Cost-a.Cost > littleMore || len(a.Ask) != len(b.Ask) || len(b.Do) > 0 {
		return false
	}
	for i := range a.Ask {
		x, y := a.Ask[i], b.Ask[i]
		anything := x.What == meaning.Other && y.What == meaning.Which
		same := anything || x.What == y.What && x.Field == y.Field
		more := named(y.Of) - named(x.Of)
		ofAnyKind := more == 0 && x.Of.Kind != "" && y.Of.Kind == ""
		day := x.What == meaning.Until && named(x.Of) == 0 // which there always is
		if day || !same || more <= 0 && !ofAnyKind {
			return false
		}
	}
	return true
}

// named is how many bytes of names a description has.
func named(m *meaning.Record) (n int) {
	for _, a := range m.Where {
		n += len(a.Text)
	}
	return n + len(m.Name)
}

// meant answers one meaning of a question.
func (e Answerer) meant(
	ctx context.Context, asked propose.Inquiry, said *meaning.Text, from propose.Library,
) (propose.Answer, error) {
	asks, ok := questions(said)
	if !ok {
		return propose.Answer{NotUnderstood: []string{problem.Cut(asked.Text, quotedMost)}}, nil
	}
	s := newSource(ctx, asked.Clock, from)
	s.grammar, s.words = meaning.BuiltIn().Called(said.Language), message.For(cmp.Or(e.Language, said.Language))
	t := talk{source: s, before: earlier(asked.Before), topics: asked.Topics}
	for _, a := range asks {
		t.next(a)
		err := s.records.Err()
		switch u, ok := errors.AsType[*unresolved](err); {
		case ok && u.answer == "":
			words := problem.Cut(cmp.Or(u.words, asked.Text), quotedMost)
			return propose.Answer{NotUnderstood: []string{words}, Unknown: u.unknown}, nil
		case ok:
			return propose.Answer{Text: u.answer, Total: new(int)}, nil
		case err != nil:
			return propose.Answer{}, err
		}
	}
	t.Records = once(t.Records, record.Record.Key)
	if len(t.Steps) > planner.MaxSteps { // half of them would show another question
		t.Steps = nil
	}
	return t.Answer, nil
}

// questions are the questions of a text that says nothing else.
func questions(said *meaning.Text) (asks []meaning.Ask, ok bool) {
	if said == nil || len(said.Ask) == 0 || len(said.Do) > 0 {
		return nil, false
	}
	if slices.ContainsFunc(said.Reply, func(r meaning.Reply) bool { return r.On != nil }) {
		return nil, false // it may say of what the question is
	}
	for _, a := range said.Ask {
		if a.What == meaning.Other {
			return nil, false
		}
	}
	return said.Ask, true
}

// quotedMost is how many characters are quoted of a text that is not understood.
const quotedMost = 200

// talk is the questions of a text and what was asked before them.
type talk struct {
	*source
	propose.Answer               // to all of them
	before         []meaning.Ask // oldest first
	topics         session.Topics
}

// finding is the answer to one question.
type finding struct {
	text  string
	items []reference.Item
	total *int
	steps []planner.Step
}

// next adds the answer to the next question.
func (t *talk) next(a meaning.Ask) {
	if n := len(t.before); n > 0 {
		a = behind(t.before[n-1], a)
	} else if a.Follows {
		t.stop(unresolved{})
	}
	f := t.find(t.before, a)
	t.before = append(t.before, a)
	t.Text = strings.TrimPrefix(t.Text+"\n\n"+f.text, "\n\n")
	t.Records, t.Steps = append(t.Records, records(f.items)...), append(t.Steps, f.steps...)
	if a.What != meaning.Gaps { // its lines are times, which these leave
		t.Lines = append(t.Lines, keys(f.items)...)
	}
	switch {
	case t.Total == nil:
		t.Total = f.total
	case f.total != nil:
		t.Total = new(*t.Total + *f.total)
	}
}

// keys are the keys of the records of items, one for each item.
func keys(items []reference.Item) []record.Key {
	return reference.Each(items, func(i reference.Item) record.Key { return i.Record.Key() })
}

// records are those of the items, in their order.
func records(items []reference.Item) []record.Record {
	list := reference.Each(items, func(i reference.Item) record.Record { return i.Record })
	return once(list, record.Record.Key)
}

// isMentioned reports whether a description is of a kind of which one record was mentioned last, and says no more than
// the usual word for one: "the note".
func (t *talk) isMentioned(m *meaning.Record) bool {
	kind := reference.KindOf(m.Kind)
	single := kind != "" && fulltext.Plain(m.Noun) == fulltext.Plain(t.words.Noun(kind, 1))
	return single && m.IsBare() && !m.It && len(reference.OfKind(t.topics.Recent, kind)) == 1
}

// find looks a question up, after others.
func (t *talk) find(before []meaning.Ask, a meaning.Ask) finding {
	of := *t.source
	if len(before) == 0 && t.isMentioned(a.Of) {
		a.Of = &meaning.Record{Kind: a.Of.Kind, It: true}
	}
	switch {
	case reference.IsPlace(a.Of):
		a.Of = t.atPlaces(&of, before, a.Of)
	case refers(a.Of):
		t.recall(&of, before, a.Of)
		if a.Of.Both && len(of.spoken) != 2 {
			of.stop(unresolved{})
		}
		if n := len(before); n > 0 && len(of.spoken) == 0 {
			a = continued(before[n-1], apart(a))
		}
	}
	q := of.resolve(a)
	if of.records.Err() != nil {
		return finding{}
	}
	f := (&looking{q}).find()
	f.steps = q.steps() // of what the question has become, if the records say it in another way
	return f
}

// atPlaces is a description of the records at places of the list that was shown last, as those that "it" stands for.
func (t *talk) atPlaces(of *source, before []meaning.Ask, m *meaning.Record) *meaning.Record {
	last, listed := t.lastOf(before), t.topics.Listed
	if len(before) > 0 {
		listed = keys(last.items)
	}
	places := reference.AtPlaces(reference.OfKind(listed, m.Kind), m.Rank)
	if slices.ContainsFunc(places, func(k record.Key) bool { return reference.IsAgain(listed, k) }) {
		of.stop(unresolved{}) // its day is not kept
	}
	if of.spoken = of.records.LookUp(places); len(of.spoken) == 0 {
		return m
	}
	return &meaning.Record{Kind: m.Kind, It: true, Where: dayOf(last.items, places)}
}

// recall finds what a pronoun stands for: what the question before found, or what the conversation was about.
func (t *talk) recall(of *source, before []meaning.Ask, m *meaning.Record) {
	last := t.lastOf(before)
	switch {
	case m.Others:
		if of.spoken = of.records.LookUp(t.topics.Rest); len(of.spoken) == 0 {
			of.stop(unresolved{})
		}
		return
	case len(before) > 0:
		of.spoken, of.shown = records(last.items), last.items
		return
	case m.Them:
		of.spoken = of.records.LookUp(t.topics.Listed)
		return
	}
	of.spoken = of.records.LookUp(t.topics.Recent) // "it" is what was mentioned first
	if whole := reference.WholeOf(of.spoken, t.topics.Mentioned); len(whole) > 0 {
		of.spoken = of.records.LookUp(whole)
	}
	if len(of.spoken) > 0 { // and the others of its name: a series is two once an occurrence is skipped
		first := of.spoken[0]
		other := func(x record.Record) bool { return x.Kind != first.Kind || x.Label() != first.Label() }
		of.spoken = slices.DeleteFunc(of.spoken, other)
	}
}

// dayOf is the day of the one item among others that a place points at, as a condition, if it is one of a series.
func dayOf(items []reference.Item, meant []record.Key) (on []meaning.Attribute) {
	for _, i := range items {
		if len(meant) == 1 && i.Record.Key() == meant[0] && i.Record.Repeats() && i.Day.Valid() {
			on = append(on, meaning.Attribute{Field: meaning.When, Time: timeexpr.On(i.Day)})
		}
	}
	return on
}

// lastOf is the answer to the last of some questions, if there are any.
func (t *talk) lastOf(asks []meaning.Ask) (f finding) {
	if n := len(asks) - 1; n >= 0 {
		f = t.find(asks[:n], asks[n])
	}
	return f
}

// find answers one question.
func (l *looking) find() (f finding) {
	p := report{phrasing{question: l.question}}
	if at := l.when.From; l.what == meaning.Gaps && at.Valid() && at == l.when.To {
		l.what = meaning.Free // whether then, and not when
	}
	switch {
	case len(l.kinds()) == 0:
		l.stop(unresolved{}) // "skipped projects"
		return f
	case l.since != nil:
		return l.apart()
	case l.what == meaning.Until && len(l.Names)+len(l.Named)+len(l.IDs) == 0:
		return finding{text: l.words.Sentence(p.away(l.when.First))}
	case l.countable():
		total := 0
		for _, k := range l.kinds() {
			total += l.query(filter.Query{Kind: k, Where: l.condition(k), Count: true}).Total
		}
		return finding{text: l.words.Sentence(p.many(total)), total: &total}
	case l.what == meaning.Gaps:
		return freetime{l}.gaps()
	case l.what == meaning.Clashes:
		return freetime{l}.clashes()
	}
	l.withVerb()
	items := l.inHours(l.withVerbs(l.found()))
	if other := isOnList(l); len(items) == 0 && other != nil {
		*l.question = *other
		items = l.items()
	} else if len(items) == 0 {
		l.unmentioned()
	}
	p.several, p.owners = len(items) > 1, l.owners(items)
	f.items = l.pick(themselves(l.field, slices.Clone(items)))
	if lacking := reference.Orders[l.rank.Order].By; len(f.items) == 0 && len(items) > 0 && lacking != "" {
		// There are some, of which nobody can say which is the longest: none has a length.
		without := meaning.Attribute{Field: meaning.Without, Text: string(lacking)}
		f.items, l.rank, l.Terms = items, meaning.Rank{}, append(l.Terms, reference.Term{Attribute: without})
	}
	f.total, f.text = new(len(f.items)), p.say(f.items)
	return f
}

// unmentioned stops at words that no record of any kind has, if the question may be about something else: where
// they are only taken for what it is about by where they stand, or beside other words.
func (l *looking) unmentioned() {
	if l.anyList || l.what == meaning.Exists && l.Has(meaning.List) { // a list is all of itself
		return
	}
	var all, unknown []string
	for _, n := range l.Names {
		all = append(all, n.Text)
		if doubtful := l.unsure || n.Field == meaning.Title || len(l.Names) > 1; doubtful && !l.resolver().Mentioned(n.Text) {
			unknown = append(unknown, n.Text)
		}
	}
	told := l.what == meaning.Which && l.whether // by a note
	switch single := len(l.Names) == 1 && len(l.Names[0].Said.Words) == 1; {
	case single && l.what == meaning.Get && valued[l.field]: // "when is the wedding"
		return
	case (told || l.what == meaning.Whether && !l.said.Set()) && len(unknown) == 0: // nothing is called so
		unknown = all
	}
	if len(unknown) > 0 {
		l.stop(unresolved{words: strings.Join(unknown, ", "), unknown: true})
	}
}

// countable reports whether it is a number that the conditions alone give. Without days,
// something that repeats counts once.
func (l *looking) countable() bool {
	if l.what != meaning.Count || l.when.Set() || l.state == finished || l.state == overdue {
		return false
	}
	if len(l.Names)+len(l.not)+len(l.others) > 0 || l.by != "" || l.rank != (meaning.Rank{}) {
		return false
	}
	if slices.ContainsFunc(l.kinds(), func(k *schema.Kind) bool { return k.Day != "" && !k.Settles() }) {
		return false
	}
	return !l.Open()
}

// owners are the names of the records that the items belong to.
func (l *looking) owners(items []reference.Item) map[record.Key]string {
	shown := items[:min(len(items), linesMax)]
	if l.by != "" {
		shown = items // each is named by what it belongs to
	}
	wanted := map[string][]int64{}
	for _, i := range shown {
		for at := range i.Record.Kind.Fields {
			f, v := &i.Record.Kind.Fields[at], i.Record.Values[at]
			if f.Type == schema.Ref && !v.IsNull() && !l.says(f.Of) {
				wanted[f.Of] = append(wanted[f.Of], v.ID())
			}
		}
	}
	names := map[record.Key]string{}
	for _, k := range schema.Kinds {
		if len(wanted[k.Name]) == 0 {
			continue
		}
		slices.Sort(wanted[k.Name])
		for _, x := range l.all(k, filter.Comparing(filter.IDs(slices.Compact(wanted[k.Name])...))) {
			names[x.Key()] = x.Label()
		}
	}
	return names
}

// says reports whether the question names the one record of a kind that all of the answer
// belongs to.
func (q *question) says(kind string) bool {
	one := func(t reference.Term) bool { return len(t.Of) == 1 && t.Of[0].Kind.Name == kind && !t.Not }
	return len(q.others) == 0 && slices.ContainsFunc(q.Terms, one)
}
