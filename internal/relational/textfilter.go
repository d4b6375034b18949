package relational

import (
	"errors"
	"slices"

	"assister/internal/filter"
	"assister/internal/fulltext"
	"assister/internal/schema"
)

// Conditions on texts use the text index, which knows the records that have a word
// without reading them. For a text of several words it knows the records that may match:
// a few are read to confirm the match; otherwise SQL checks the condition among them.

// minIndexed is the size of a table from which on the index is faster than a scan. On a server
// the index is there with the first request, and a scan would be another one.
const minIndexed = 4000

// maxConfirm is the most records that are read to confirm a match.
const maxConfirm = 1000

// indexCondition is a condition whose texts were resolved with the index: the records are
// those in set that match rest.
type indexCondition struct {
	set   *fulltext.Set // nil is all records
	rest  filter.Condition
	there int // number of records of the kind
}

// useTextIndex resolves the texts of the condition of a query, as far as the index can.
func (r Reader) useTextIndex(q filter.Query) (indexCondition, error) {
	t := textConditions{translation: translation{dialect: r.dialect, kind: q.Kind}}
	t.condition(q.Where)
	unknown := indexCondition{rest: q.Where}
	if len(t.queries) == 0 {
		return unknown, nil
	}
	for _, text := range t.queries {
		ranges, _ := text.Ranges()
		if err := readRanges(r.textReader, ranges); err != nil {
			return unknown, err
		}
	}
	p, ok, err := r.partial()
	if !ok || err != nil {
		return unknown, usable(err)
	}
	kind := slices.Index(schema.Kinds, q.Kind)
	if p.most(kind) <= minIndexed && !r.remote() {
		return unknown, nil
	}
	x, err := r.complete(p)
	if err != nil {
		return unknown, usable(err)
	}
	there := int(x.Records(kind))
	having, err := x.MatchTexts(kind, t.queries)
	if err != nil {
		return unknown, usable(err)
	}
	for i, has := range having {
		found, err := r.confirm(has, q.Kind, &t.clauses[i])
		if err != nil {
			return unknown, err
		}
		t.found = append(t.found, found)
	}
	known := t.condition(q.Where)
	known.there = there
	return known, nil
}

// usable drops the errors of an unusable index, since the query can do without it.
func usable(err error) error {
	if errors.Is(err, fulltext.ErrDamaged) || errors.Is(err, fulltext.ErrIDRange) {
		return nil
	}
	return err
}

// textResult is the records that may have a text; certain means that all of them do.
type textResult struct {
	set     *fulltext.Set // nil is all records
	certain bool
}

// confirm reads the possible matches, if they are few.
func (r Reader) confirm(has fulltext.TextMatches, k *schema.Kind, asked *clauses) (textResult, error) {
	if !has.Known {
		return textResult{}, nil
	}
	switch doubts := has.Possible.Len(); {
	case doubts == 0:
		return textResult{has.Certain, true}, nil
	case doubts > maxConfirm || r.dialect.Mentions == nil:
		return textResult{has.Certain.Or(has.Possible), false}, nil
	}
	among := asked.within(r.dialect, has.Possible, true)
	ids, err := r.ids(k, "SELECT id"+among.from(r.dialect, k), among.args...)
	if err != nil {
		return textResult{}, err
	}
	confirmed, _ := fulltext.SetOf(ids) // ok: the ids come from a set
	return textResult{has.Certain.Or(confirmed), true}, nil
}

// textConditions collects the texts of a condition, each once. A first walk over the
// condition collects the queries; a second one replaces them by their results.
type textConditions struct {
	translation
	queries []fulltext.TextQuery
	clauses []clauses // the queries in SQL
	found   []textResult
}

// condition returns a condition without the texts that the index resolved.
func (t *textConditions) condition(c filter.Condition) (known indexCondition) {
	known.rest = c
	known.rest.Compare, known.rest.All, known.rest.Any = nil, nil, nil
	holds := func(o filter.Comparison) bool {
		has := t.comparison(o)
		known.among(has.set)
		return has.certain
	}
	for _, o := range c.Compare {
		if !holds(o) {
			known.rest.Compare = append(known.rest.Compare, o)
		}
	}
	for _, part := range c.All {
		one := t.condition(part)
		known.among(one.set)
		if !one.rest.Empty() {
			known.rest.All = append(known.rest.All, one.rest)
		}
	}
	either := t.either(c.Any)
	if known.among(either.set); !either.certain {
		known.rest.Any = c.Any
	}
	return known
}

// among intersects the set with another.
func (n *indexCondition) among(set *fulltext.Set) {
	switch {
	case n.set == nil:
		n.set = set
	case set != nil:
		n.set = n.set.And(set)
	}
}

// either returns the records that match one of several conditions, as when a text is
// searched in several fields.
func (t *textConditions) either(any []filter.Condition) textResult {
	all := textResult{certain: true}
	for i, part := range any {
		one := t.condition(part)
		all.certain = all.certain && one.set != nil && one.rest.Empty()
		switch {
		case i == 0:
			all.set = one.set
		case all.set == nil || one.set == nil:
			all.set = nil
		default:
			all.set = all.set.Or(one.set)
		}
	}
	return all
}

// comparison returns the records that match a comparison.
func (t *textConditions) comparison(o filter.Comparison) textResult {
	s, ok := t.textQuery(o)
	if !ok {
		return textResult{}
	}
	i := slices.Index(t.queries, s)
	switch {
	case i < 0:
		asked := clauses{}
		t.translation.comparison(&asked, o)
		t.queries, t.clauses = append(t.queries, s), append(t.clauses, asked)
	case i < len(t.found):
		return t.found[i]
	}
	return textResult{}
}

// textQuery turns a comparison into a query of the text index; false if it is not about
// an indexed text.
func (t *textConditions) textQuery(o filter.Comparison) (fulltext.TextQuery, bool) {
	f := t.field(o)
	if f == nil || len(o.Values) == 0 {
		return fulltext.TextQuery{}, false
	}
	v := o.Values[0]
	s := fulltext.TextQuery{Text: v.Text(), Places: fulltext.PlaceOf(t.kind, f)}
	switch {
	case s.Places == 0 || v.IsNull():
		return s, false
	case f.Type == schema.Tags:
		s.Mode = fulltext.Member
		return s, o.Op == filter.Contains || o.Op == filter.Eq
	case o.Op == filter.Contains:
		return s, true
	}
	s.Text, s.Mode = fulltext.Fold(s.Text), fulltext.Equal
	return s, o.Op == filter.Eq && f.Name == t.kind.Label
}
