package workspace

import (
	"fmt"
	"slices"
	"strings"

	"assister/internal/check"
	"assister/internal/filter"
	"assister/internal/ledger"
	"assister/internal/problem"
	"assister/internal/record"
	"assister/internal/schema"
)

// needs is what the constraints on a restored record depend on.
type needs struct {
	refs      []reference  // that it did not have before
	referring []record.Key // to a record that would be deleted
	twins     []record.Key // with the unique values that it will have
}

// reference is a field that refers to another record.
type reference struct {
	field string
	to    record.Key
}

// gather reads what the constraints on a record depend on: the records that it will
// refer to, those that refer to it, and those that may have its unique values.
func (u *restoration) gather(r *restored) (err error) {
	switch {
	case r.kept:
		return nil
	case r.is && !r.will:
		var known bool
		if r.needs.referring, known = u.refer[r.key]; known {
			return nil
		}
		// One more than those of this restoration shows one that is not of it.
		r.needs.referring, err = u.snapshot.Referring(r.key, len(u.records)+1)
		if err != nil {
			return fmt.Errorf("find what refers to %s: %w", r.key.Words(), err)
		}
		return nil
	case !r.will:
		return nil
	}
	for i := range r.then.Kind.Fields {
		f := &r.then.Kind.Fields[i]
		if f.Type != schema.Ref || r.then.Values[i].IsNull() || r.is && r.then.Values[i] == r.now.Values[i] {
			continue
		}
		to := record.Key{Kind: f.Of, ID: r.then.Values[i].ID()}
		r.needs.refs = append(r.needs.refs, reference{f.Name, to})
		if _, known := u.exists[to]; known {
			continue
		}
		if _, u.exists[to], err = u.snapshot.Record(to.Kind, to.ID); err != nil {
			return fmt.Errorf("read %s: %w", to.Words(), err)
		}
	}
	r.needs.twins, err = u.twinsOf(r)
	return err
}

// twinsOf returns the other records that have the unique values that a record will have.
func (u *restoration) twinsOf(r *restored) (twins []record.Key, err error) {
	unique := r.then.Kind.Unique
	if len(unique) == 0 || r.is && !slices.ContainsFunc(unique, r.changes) {
		return nil, nil
	}
	others, err := u.neighbours(r.then)
	if err != nil {
		return nil, fmt.Errorf("find what is like %s: %w", r.key.Words(), err)
	}
	for _, other := range others {
		if other.ID != r.key.ID && sameUnique(r.then, other) {
			twins = append(twins, record.Key{Kind: other.Kind.Name, ID: other.ID})
		}
	}
	return twins, nil
}

// neighbours returns the records that may have the unique values of another. If the first
// of them is a reference, these are the records that refer to the same record; else all of
// the kind, which has few.
func (u *restoration) neighbours(r record.Record) ([]record.Record, error) {
	kind := r.Kind
	by, _ := kind.Field(kind.Unique[0])
	switch {
	case by.Type != schema.Ref:
		return u.snapshot.Find(filter.Condition{Kinds: []string{kind.Name}}, u.clock.Today())
	case r.Get(by.Name).IsNull():
		return nil, nil
	}
	keys, err := u.snapshot.Referring(record.Key{Kind: by.Of, ID: r.Get(by.Name).ID()}, neighboursMax)
	if err != nil {
		return nil, err
	}
	var ids []int64
	for _, k := range keys {
		if k.Kind == kind.Name {
			ids = append(ids, k.ID)
		}
	}
	return u.snapshot.Records(kind.Name, ids)
}

// neighboursMax bounds how many records that refer to the same record are read.
const neighboursMax = 100_000

func (r *restored) changes(field string) bool { return r.then.Get(field) != r.now.Get(field) }

func sameUnique(a, b record.Record) bool {
	return !slices.ContainsFunc(a.Kind.Unique, func(field string) bool { return a.Get(field) != b.Get(field) })
}

// violations returns the constraints that would not hold if every record that is not
// kept were restored.
func (u *restoration) violations(r *restored) []problem.Problem {
	switch {
	case r.is && !r.will:
		return u.stillNeeded(r)
	case !r.will:
		return nil
	}
	problems := u.dangling(r)
	if other, ok := u.twin(r); ok {
		problems = append(problems, problem.Problem{Code: problem.UndoConflict, Field: r.then.Kind.Unique[0],
			Message: fmt.Sprintf("%s would have the same %s as %s", r.key.Words(), strings.Join(r.then.Kind.Unique, " and "),
				other.Words()),
			Hint: "change or delete " + other.Words() + " first"})
	}
	if r.is && !slices.ContainsFunc(r.source.Cells, func(c ledger.Cell) bool { return r.changes(c.Field) }) {
		return problems
	}
	for _, p := range check.Whole(r.then) {
		problems = append(problems, problem.Problem{Code: problem.UndoConflict, Field: p.Field, Hint: p.Hint,
			Message: fmt.Sprintf("%s would be incomplete: %s", r.key.Words(), p.Message)})
	}
	return problems
}

// stillNeeded is the problem of a record that would be deleted and that others will
// refer to.
func (u *restoration) stillNeeded(r *restored) []problem.Problem {
	var needing []record.Key
	for _, k := range r.needs.referring {
		if other := u.byKey[k]; other == nil || other.kept || other.will && refersTo(other.then, r.key) {
			needing = append(needing, k)
		}
	}
	if len(needing) == 0 {
		return nil
	}
	p := problem.Problem{Code: problem.UndoConflict, Field: "id",
		Message: fmt.Sprintf("%s cannot be deleted: %s belongs to it", r.key.Words(), needing[0].Words()),
		Hint:    "move or delete " + needing[0].Words() + " first"}
	if n := len(needing); n > 1 {
		p.Message = fmt.Sprintf("%s cannot be deleted: %s and %s belong to it", r.key.Words(), needing[0].Words(),
			problem.Count(n-1, "other record"))
		p.Hint = "move or delete them first"
	}
	return []problem.Problem{p}
}

func refersTo(r record.Record, to record.Key) bool {
	for i := range r.Kind.Fields {
		if f := &r.Kind.Fields[i]; f.Type == schema.Ref && f.Of == to.Kind && r.Values[i].ID() == to.ID {
			return true
		}
	}
	return false
}

// dangling are the problems of references to records that will not exist.
func (u *restoration) dangling(r *restored) (problems []problem.Problem) {
	for _, ref := range r.needs.refs {
		there := u.exists[ref.to]
		if other := u.byKey[ref.to]; other != nil && !other.kept {
			there = other.will
		}
		if !there {
			problems = append(problems, problem.Problem{Code: problem.UndoConflict, Field: ref.field,
				Message: fmt.Sprintf("%s would belong to %s, which does not exist", r.key.Words(), ref.to.Words()),
				Hint:    "bring " + ref.to.Words() + " back first"})
		}
	}
	return problems
}

// twin returns a record that will have the same unique values.
func (u *restoration) twin(r *restored) (record.Key, bool) {
	for _, k := range r.needs.twins {
		if other := u.byKey[k]; other == nil || other.kept || other.will && sameUnique(r.then, other.then) {
			return k, true
		}
	}
	if len(r.then.Kind.Unique) == 0 {
		return record.Key{}, false
	}
	for _, other := range u.records {
		taken := other != r && other.will && !other.kept && other.then.Kind == r.then.Kind
		if taken && sameUnique(r.then, other.then) {
			return other.key, true
		}
	}
	return record.Key{}, false
}
