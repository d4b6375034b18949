package rules

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"assister/internal/calendar"
	"assister/internal/engine/rules/answer"
	"assister/internal/filter"
	"assister/internal/phrase/question"
	"assister/internal/propose"

	"assister/internal/record"
	"assister/internal/schema"
)

var _ propose.Answerer = Engine{}

// Answer answers a question from the data: what is asked for, all of it, with the
// total, in the language of the question, and the same every time. What is not
// understood whole is not answered.
func (e Engine) Answer(ctx context.Context, asked propose.Inquiry, from propose.Library) (propose.Answer, error) {
	if asked.Said != nil {
		return answer.Answerer{Language: e.Language}.Answer(ctx, asked, from)
	}
	q, c := e.read(asked), asked.Clock
	if len(q.NotUnderstood) > 0 {
		return propose.Answer{NotUnderstood: notUnderstood(asked.Text, q.NotUnderstood).NotUnderstood}, nil
	}
	b := breath{of: lookup{ctx: ctx, language: e.Language, from: from, clock: c, today: c.Today()}}
	for _, next := range append([]question.Question{q}, q.Then...) {
		if err := b.answer(next); err != nil {
			return propose.Answer{}, err
		}
		if len(b.unknown) > 0 {
			return propose.Answer{NotUnderstood: b.unknown}, nil
		}
	}
	return b.said(), nil
}

func (e Engine) read(q propose.Inquiry) question.Question {
	return question.ReadAfter(e.Before, q.Text, q.Clock)
}

// breath is the questions that are asked in one breath, as far as they have been
// answered.
type breath struct {
	of      lookup
	texts   []string
	unsaid  string // the answer to a question that was answered before
	records []record.Record
	total   *int
	unknown []string // what a question takes for a name, and no record has

	last  []item // what the last of them has found
	about []string
}

// answer adds the answer to the next question. There is where the last has found
// something; where it has not, nobody asks what else is there.
func (b *breath) answer(q question.Question) error {
	var there *spot
	if q.There && len(b.texts)+len(b.unsaid) > 0 {
		if len(b.last) == 0 {
			return nil
		}
		found, err := b.of.spot(b.last, b.about)
		if err != nil {
			return err
		}
		there = &found
	}
	f, err := b.of.one(q, there)
	if err != nil || len(f.unknown) > 0 {
		b.unknown = f.unknown
		return err
	}
	b.last, b.about = f.items, q.About
	if q.Unsaid {
		b.unsaid = f.text
		return nil
	}
	b.texts, b.records = append(b.texts, f.text), append(b.records, records(f.items)...)
	switch {
	case b.total == nil:
		b.total = f.total
	case f.total != nil:
		sum := *b.total + *f.total
		b.total = &sum
	}
	return nil
}

// said is the answer in words. What was only looked up for the question behind it
// is said where that is all there is.
func (b *breath) said() propose.Answer {
	if len(b.texts) == 0 {
		none := 0
		return propose.Answer{Text: b.unsaid, Total: &none}
	}
	return propose.Answer{Text: strings.Join(b.texts, "\n\n"), Records: once(b.records), Total: b.total}
}

// lookup is what answers are looked up in, and by which clock.
type lookup struct {
	ctx      context.Context
	language string // that is preferred
	from     propose.Library
	clock    calendar.Clock
	today    calendar.Date
}

func (l lookup) find(q filter.Query) (filter.Result, error) {
	if err := l.ctx.Err(); err != nil {
		return filter.Result{}, err
	}
	found, err := l.from.Query(q, l.today)
	if err != nil {
		return found, fmt.Errorf("find the %s that are asked for: %w", q.Kind.Plural, err)
	}
	return found, nil
}

// finding is the answer to one question.
type finding struct {
	text    string
	items   []item
	total   *int
	unknown []string
}

// one answers one question; by its other reading where the first finds nothing.
func (l lookup) one(q question.Question, there *spot) (finding, error) {
	f, err := l.reading(q, there)
	if err != nil || q.Or == nil || len(f.items) > 0 {
		return f, err
	}
	other, err := l.reading(*q.Or, there)
	if err == nil && len(other.unknown) > 0 {
		return f, nil
	}
	return other, err
}

func (l lookup) reading(q question.Question, there *spot) (f finding, err error) {
	a := answerer{lookup: l, q: q}
	known, err := a.ready(there)
	if err != nil || known != "" {
		return finding{text: known, total: new(int)}, err
	}
	switch {
	case a.q.Asks == question.Until && len(a.q.About)+len(a.q.Kinds) == 0:
		return finding{text: a.in().Sentence(a.away(a.when.Days))}, nil
	case a.stateless():
		return finding{unknown: []string{a.in().Text(stateKeys[a.q.State])}}, nil // "lists with open items"
	case a.countable():
		return a.counted()
	case a.q.Asks == question.Gaps:
		return a.gaps()
	case a.q.Asks == question.Clashes:
		return a.clashes()
	}
	items, err := a.found()
	if err == nil {
		items, err = a.titled(items)
	}
	if err == nil && len(items) == 0 {
		f.unknown, err = a.unknown()
		if a.q.Asks == question.Whether && len(f.unknown) == 0 {
			f.unknown = a.q.About // neither done nor not, as nothing is called so
		}
	}
	if err != nil || len(f.unknown) > 0 {
		return f, err
	}
	a.several = len(items) > 1
	if err := a.belongings(items); err != nil {
		return f, err
	}
	f.items = a.choose(a.themselves(items))
	total := len(f.items)
	f.total = &total
	f.text, err = a.say(f.items)
	if a.q.Asks == question.Urgent {
		f.items = f.items[:min(total, urgentMax)]
	}
	return f, err
}

// stateless reports whether a state is asked for that what is named never is in: no
// project is skipped.
func (a *answerer) stateless() bool {
	if len(a.q.Kinds) == 0 || a.q.State == question.Usual || a.q.State == question.AnyState {
		return false
	}
	return a.q.State == question.Open && !a.opens() || !slices.ContainsFunc(a.q.Kinds, func(kind string) bool {
		k := schema.Lookup(kind)
		asked := answerer{lookup: a.lookup, q: question.Question{Kinds: a.q.Kinds, State: a.q.State, Asks: a.q.Asks}}
		return asked.has(k)
	})
}

// ready finds all that the question names beside what it asks for, and the time that
// it looks at. Where something of it is not there, said is the answer.
func (a *answerer) ready(there *spot) (said string, err error) {
	steps := []func() (string, error){
		func() (string, error) { return a.place(there) }, a.excluding,
		func() (string, error) { return a.beside(a.q.Beside) }, a.instead,
	}
	for _, step := range steps {
		if said, err = step(); said != "" || err != nil {
			return said, err
		}
	}
	a.span()
	return "", nil
}

// answerer is one question being answered.
type answerer struct {
	lookup
	q question.Question

	projects   []int64 // that it is about; nil is any
	whole      []int64 // what else it is a part of; nil is anything
	subjects   []subject
	not        []*answerer // of what is not meant
	others     []*answerer // of the same with another condition, which is as good
	anchor     record.Key  // what the time that is looked at lies beside
	plainly    bool        // accents are not looked at
	everywhere bool        // every kind is looked into
	contrary   bool        // what is found is not in the state that was asked about
	several    bool        // there is more than one item
	when       question.Time
	names      map[record.Key]string // of what is spoken of
}

// themselves are the people among items, where it is asked what somebody does: the
// part that one has in something is asked for by its name. Where it is asked how far
// something is, they are the projects that say it.
func (a *answerer) themselves(items []item) []item {
	has := func(i item) bool {
		return a.q.Wants == "role" && i.record.Kind.Name == "person" || a.q.Wants == "progressPercent" && !i.record.Get(a.q.Wants).IsNull()
	}
	if !slices.ContainsFunc(items, has) {
		return items
	}
	return slices.DeleteFunc(items, func(i item) bool { return !has(i) })
}

// amongOthers are the items of the kinds that nobody plans, where the question names
// something and no kind: "where is the floor plan".
func (a *answerer) amongOthers() (items []item, err error) {
	switch a.q.Asks {
	case question.List, question.Exists, question.Whether, question.Where, question.When, question.Last, question.Count:
	default:
		return nil, nil
	}
	if len(a.q.Kinds) > 0 && !a.q.Implied || len(a.q.About) == 0 {
		return nil, nil
	}
	other := *a
	other.q.Kinds = nil
	other.everywhere, other.when = true, a.q.When
	if err := other.subjectsOf(); err != nil {
		return nil, err
	}
	looked := a.kinds()
	if items, err = other.items(); err != nil {
		return nil, err
	}
	items = slices.DeleteFunc(items, func(i item) bool {
		if a.q.Implied && (slices.Contains(peopleless, i.record.Kind.Name) || !hasAll(wording(i.record), other.subjects[0].words)) {
			return true // who works at the shop is told by no file of it
		}
		return slices.Contains(looked, i.record.Kind) || a.q.Asks == question.Count && holds(i, items)
	})
	if len(items) == 0 {
		return nil, nil
	}
	for _, i := range items {
		if !slices.Contains(other.q.Kinds, i.record.Kind.Name) {
			other.q.Kinds = append(other.q.Kinds, i.record.Kind.Name)
		}
	}
	*a = other
	return items, nil
}

// peopleless are the kinds that say of nobody who it is.
var peopleless = []string{"task", "project", "link", "file", "alarm", "checklist", "checklist_item"}

// holds reports whether an item is what others belong to: a number of props does not
// count the list of them.
func holds(i item, among []item) bool {
	return slices.ContainsFunc(among, func(part item) bool {
		f := part.record.Kind.Belongs(i.record.Kind.Name)
		return f != nil && part.record.Get(f.Name).ID() == i.record.ID
	})
}

// once leaves out records that were found before.
func once(list []record.Record) []record.Record {
	seen := map[record.Key]bool{}
	return slices.DeleteFunc(list, func(r record.Record) bool {
		key := keyOf(r)
		again := seen[key]
		seen[key] = true
		return again
	})
}

func keyOf(r record.Record) record.Key { return record.Key{Kind: r.Kind.Name, ID: r.ID} }
