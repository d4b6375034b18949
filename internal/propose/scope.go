package propose

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"assister/internal/brief"
	"assister/internal/calendar"
	"assister/internal/check"
	"assister/internal/filter"
	"assister/internal/op"
	"assister/internal/problem"
	"assister/internal/record"
	"assister/internal/route"
)

// Scope is the records that the operations of a model may change: those that it was
// shown, as they were shown, and those that the request selects without it. A record
// includes its parts: a deleted note session takes its lines with it, whether or not they
// were shown.
//
// It is compared with the changes that operations would really make, so that no spelling
// of an operation escapes it. It applies to attended proposals too: a person who reads
// that 400 records will change does not read which ones.
type Scope struct {
	aliases  *aliases // which know what was shown
	selected func(snapshot check.Reader) (map[record.Key]bool, error)
}

// bounds is a scope on a snapshot. What the request selects is looked up only if an
// operation reaches beyond what was shown.
type bounds struct {
	aliases  *aliases
	snapshot check.Reader
	selected func() (map[record.Key]bool, error)
}

func (s *Scope) on(snapshot check.Reader) *bounds {
	selected := func() (map[record.Key]bool, error) { return s.selected(snapshot) }
	return &bounds{s.aliases, snapshot, sync.OnceValues(selected)}
}

func (s *bounds) has(key record.Key) (bool, error) {
	if s.aliases.hasShown(key) {
		return true, nil
	}
	return s.selects(key)
}

// selects reports whether the request selects a record, whatever was shown.
func (s *bounds) selects(key record.Key) (bool, error) {
	selected, err := s.selected()
	return selected[key], err
}

// refuses returns why the scope refuses a valid operation: it would change a record outside
// of it, or it is about a record that has changed since the model saw it.
func (s *bounds) refuses(f check.Finding, clock calendar.Clock) ([]problem.Problem, error) {
	outside, err := s.beyond(f)
	if err != nil {
		return nil, err
	}
	if outside != nil {
		return []problem.Problem{outsideContext("", "it would also change "+outside.Change.Key().Words()+
			", which is not one of the records that were shown")}, nil
	}
	var seen []op.Base
	for _, now := range f.Pinned().Base {
		if rev, shown := s.aliases.shown(now.Key); shown && rev != now.Rev {
			seen = append(seen, op.Base{Key: now.Key, Rev: rev})
		}
	}
	stale, err := check.Stale(s.snapshot, seen, clock)
	for i := range stale {
		stale[i].Hint = "ask again"
	}
	return stale, err
}

// narrow limits a bulk operation to the records of the scope that it matches now, by
// their ids, so that it matches no others whenever it is applied. One that matches
// records, and none of the scope, is refused. A filter on contents reaches no record of which
// the model has seen no more than the title, since it cannot know what it asks for.
func (s *bounds) narrow(o op.Op, today calendar.Date) (
	narrowed op.Op, warnings, problems []problem.Problem, err error) {
	if !o.Verb.Bulk() {
		return o, nil, nil, nil
	}
	matched, ok, err := check.Matches(s.snapshot, o, today)
	if err != nil || !ok {
		return o, nil, nil, err // a filter that is refused must not become another one
	}
	named := o.Where.Compares(filter.IDField)
	var within []record.Record
	for _, r := range matched {
		key := record.Key{Kind: r.Kind.Name, ID: r.ID}
		in := s.aliases.hasShownContents(key) || named && s.aliases.hasShown(key)
		if !in {
			if in, err = s.selects(key); err != nil {
				return o, nil, nil, err
			}
		}
		if in {
			within = append(within, r)
		}
	}
	switch beyond := len(matched) - len(within); {
	case beyond == 0 && len(o.Where.Kinds) == 1 && named:
		return o, nil, nil, nil // it names them by their ids already
	case beyond > 0 && len(within) == 0:
		return o, nil, []problem.Problem{outsideContext("where", "none of the "+problem.Count(beyond, "record")+
			" that match was shown to the model, and the request selects none of them")}, nil
	case beyond > 0:
		warnings = []problem.Problem{{Code: problem.MatchesMore, Field: "where",
			Message: problem.Count(beyond, "more record") + " match and are left alone: the model was not shown them, " +
				"and the request does not select them",
			Hint: sayWhichInSimpleWords}}
	}
	o.Where.All = append(slices.Clip(o.Where.All), these(within))
	return o, warnings, nil, nil
}

const sayWhichInSimpleWords = `say in simple words which records are meant, such as "complete everything overdue"`

func outsideContext(field, message string) problem.Problem {
	return problem.Problem{Code: problem.OutsideContext, Field: field, Message: message, Hint: sayWhichInSimpleWords}
}

// these is the condition that matches exactly these records.
func these(records []record.Record) filter.Condition {
	var groups []filter.Condition
	for _, r := range records {
		n := len(groups) - 1
		if n < 0 || groups[n].Kinds[0] != r.Kind.Name || len(groups[n].Compare[0].Values) == filter.MaxIDs {
			groups = append(groups, filter.Condition{Kinds: []string{r.Kind.Name}}.With(filter.IDs()))
			n++
		}
		ids := &groups[n].Compare[0]
		ids.Values = append(ids.Values, record.ID(r.ID))
	}
	switch len(groups) {
	case 0:
		return filter.Comparing(filter.IDs())
	case 1:
		return groups[0]
	}
	return filter.Condition{Any: groups}
}

// beyond returns a record that a finding changes outside of the scope; nil if there is
// none.
func (s *bounds) beyond(f check.Finding) (*check.Target, error) {
	deleted := map[record.Key]bool{}
	for i := range f.Targets {
		t := &f.Targets[i]
		existed := t.Change.Was && t.Change.RevBefore != 0 // otherwise the plan itself creates it
		if !existed || t.Change.Empty() {
			continue
		}
		in := isPartOf(*t, deleted)
		if !in {
			var err error
			if in, err = s.has(t.Change.Key()); err != nil {
				return nil, err
			}
		}
		if !in {
			return t, nil
		}
		if !t.Change.Is {
			deleted[t.Change.Key()] = true
		}
	}
	return nil, nil
}

// isPartOf reports whether a target is deleted as a part of a deleted record.
func isPartOf(t check.Target, deleted map[record.Key]bool) bool {
	if t.Change.Is {
		return false
	}
	for i := range t.Change.Kind.Fields {
		f := &t.Change.Kind.Fields[i]
		if !f.Part {
			continue
		}
		if c, set := t.Change.Cell(f.Name); set && deleted[record.Key{Kind: f.Of, ID: c.Before.ID()}] {
			return true
		}
	}
	return false
}

// selects returns the records that the request selects without the model: those that a
// person has chosen, and those that its words alone ask to change.
func (m *Model) selects(ctx context.Context, r Request, b brief.Brief, v validator, snapshot check.Reader) (
	map[record.Key]bool, error) {
	selected := map[record.Key]bool{}
	if where := route.Forced(route.Routing{}, r.Selection).Where; where != nil {
		chosen, err := b.Records.Find(*where, b.Clock.Today())
		if err != nil {
			return nil, fmt.Errorf("find the selected records: %w", err)
		}
		for _, x := range chosen {
			key := record.Key{Kind: x.Kind.Name, ID: x.ID}
			if len(r.Selection.Records) == 0 || slices.Contains(r.Selection.Records, key) {
				selected[key] = true
			}
		}
	}
	if m.Words == nil {
		return selected, nil
	}
	d, err := m.Words.Draft(ctx, r, b)
	if err != nil {
		return nil, fmt.Errorf("read which records the request selects: %w", err)
	}
	if d.Question != "" || len(d.NotUnderstood) > 0 {
		return selected, nil // words that are understood in part may select too much
	}
	plan, err := check.Make(snapshot, d.Ops, v.rules, v.clock)
	if err != nil {
		return nil, fmt.Errorf("find the records that the request selects: %w", err)
	}
	for _, f := range plan.Findings {
		for _, t := range f.Targets {
			selected[t.Change.Key()] = selected[t.Change.Key()] || t.Change.Was
		}
	}
	return selected, nil
}
