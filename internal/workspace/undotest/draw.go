package undotest

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"assister/internal/calendar"
	"assister/internal/op"
	"assister/internal/record"
	"assister/internal/schema"
	"assister/internal/workspace"
)

// Step is one request of a history: operations to apply, or an undo or redo if there are
// none.
type Step struct {
	Ops  []op.Op
	Undo workspace.UndoRequest // without the clock and the correlation id
	Key  string                // idempotency key of the operations
}

// String is the step as a shell would have it.
func (s Step) String() string {
	if len(s.Ops) == 0 && s.Key == rewind.Key {
		return "rewind"
	}
	var words []string
	add := func(holds bool, word string) {
		if holds {
			words = append(words, word)
		}
	}
	for _, o := range s.Ops {
		words = append(words, string(o.Canonical()))
	}
	add(len(s.Ops) > 0, "| apply")
	add(s.Key != "", "--idempotency-key "+s.Key)
	if len(s.Ops) > 0 {
		return strings.Join(words, " ")
	}
	u := s.Undo
	add(!u.Redo, "undo")
	add(u.Redo, "redo")
	add(u.Batch != 0, fmt.Sprint(u.Batch))
	add(u.Partial, "--partial")
	add(u.Force, "--force")
	add(u.DryRun, "--dry-run")
	add(u.Key != "", "--idempotency-key "+u.Key)
	return strings.Join(words, " ")
}

// bare reports whether the step neither names a batch nor leaves out or overwrites anything.
func (s Step) bare() bool { return s.Undo.Batch == 0 && !s.Undo.Force && !s.Undo.Partial }

// drawer draws steps for a model.
type drawer struct {
	*rand.Rand
	model   *Model
	steps   []Step // so far
	onlyNew bool   // no batch is named, and nothing left out or overwritten
}

func (d *drawer) chance(percent int) bool { return d.IntN(100) < percent }

func one[T any](d *drawer, of ...T) T { return of[d.IntN(len(of))] }

// step draws the next step.
func (d *drawer) step() Step {
	switch {
	case len(d.model.records) == 0 && d.chance(70):
		s := Step{}
		for range 2 + d.IntN(4) {
			s.Ops = append(s.Ops, d.creation()...)
		}
		return s
	case len(d.steps) > 0 && d.chance(7): // after an unknown outcome, say
		return one(d, d.steps[max(0, len(d.steps)-3):]...)
	case d.chance(45):
		s := Step{}
		for range 1 + d.IntN(4) {
			s.Ops = append(s.Ops, d.operations()...)
		}
		if d.chance(10) {
			s.Key = one(d, "k1", "k2", "k3")
		}
		return s
	}
	u := workspace.UndoRequest{Redo: d.chance(30), DryRun: d.chance(5)}
	if d.model.choose(u) == nil && d.chance(80) {
		u.Redo = !u.Redo
	}
	if d.chance(15) {
		u.Key = one(d, "k1", "k2", "k3")
	}
	if d.onlyNew {
		return Step{Undo: u}
	}
	if n := len(d.model.batches); d.chance(55) && n > 0 {
		u.Batch = int64(n - d.IntN(min(n, 8)))
		if d.chance(3) {
			u.Batch = int64(n) + 1
		}
	}
	u.Partial = d.chance(25)
	u.Force = !u.Partial && d.chance(15)
	return Step{Undo: u}
}

// id draws a record of a kind: mostly one that exists, at times one that does not.
func (d *drawer) id(kind string) int64 {
	var ids []int64
	for k := range d.model.records {
		if k.Kind == kind {
			ids = append(ids, k.ID)
		}
	}
	if len(ids) == 0 || d.chance(10) {
		return 1 + d.Int64N(4)
	}
	slices.Sort(ids)
	return ids[d.IntN(len(ids))]
}

func (d *drawer) ref(kind string) record.Value { return record.ID(d.id(kind)) }

// creation draws the creation of records that belong together: with references, with
// parts, with times that need each other, with values that must be unique.
func (d *drawer) creation() []op.Op {
	create := func(kind string, args ...op.Arg) op.Op { return op.Op{Kind: kind, Verb: schema.Create, Args: args} }
	arg := func(name string, v record.Value) op.Arg { return op.Arg{Name: name, Value: v} }
	title, name := arg("title", d.text()), arg("name", d.text())
	switch d.IntN(10) {
	case 0:
		return []op.Op{create("project", name)}
	case 1, 2:
		p := create("project", name)
		p.As = fmt.Sprint("p", d.IntN(1_000_000))
		return []op.Op{p, create("task", title, op.Arg{Name: "projectId", Ref: p.As})}
	case 3, 4:
		return []op.Op{create("task", title)}
	case 5:
		return []op.Op{create("task", title, arg("projectId", d.ref("project")))}
	case 6:
		return []op.Op{create("event", title, arg("startTime", record.Time(calendar.TimeOf(9, 0))),
			arg("endTime", record.Time(calendar.TimeOf(10, 0))))}
	case 7:
		return one(d, []op.Op{create("note_session", name)},
			[]op.Op{create("note_line", arg("sessionId", d.ref("note_session")), arg("content", d.text()))})
	case 8:
		p, s := create("person", name), create("situation", title)
		p.As, s.As = fmt.Sprint("p", d.IntN(1_000_000)), fmt.Sprint("s", d.IntN(1_000_000))
		ref := op.Arg{Name: "personId", Ref: p.As}
		return one(d, []op.Op{p, s, create("situation_actor", op.Arg{Name: "situationId", Ref: s.As}, ref)},
			[]op.Op{p, create("situation_actor", arg("situationId", d.ref("situation")), ref)},
			[]op.Op{create("situation_actor", arg("situationId", d.ref("situation")),
				arg("personId", d.ref("person")))})
	}
	return []op.Op{create("preference", arg("name", record.Text("language")),
		arg("value", record.Text(one(d, "en", "fr"))))}
}

func (d *drawer) text() record.Value { return record.Text(one(d, "a", "b", "c", "d", "e")) }

// operations draws a creation, a deletion, or mostly a change.
func (d *drawer) operations() []op.Op {
	change := func(kind, field string, v record.Value) []op.Op {
		return []op.Op{{Kind: kind, Verb: schema.Update, ID: op.Target{ID: d.id(kind)},
			Args: []op.Arg{{Name: field, Value: v}}}}
	}
	remove := func(kind string) []op.Op {
		return []op.Op{{Kind: kind, Verb: schema.Delete, ID: op.Target{ID: d.id(kind)}}}
	}
	switch d.IntN(20) {
	case 0, 1, 2, 3:
		return d.creation()
	case 4, 5:
		return remove(one(d, "task", "project"))
	case 6:
		return remove(one(d, kinds...))
	case 7, 8:
		return change("task", "priority", record.Text(one(d, "low", "high")))
	case 9, 10:
		return change("task", "projectId", one(d, record.Null, d.ref("project")))
	case 11:
		return change("project", "name", d.text())
	case 12:
		return change("event", "endTime", one(d, record.Null, record.Time(calendar.TimeOf(11, 0))))
	case 13:
		return change("event", "startTime", one(d, record.Null, record.Time(calendar.TimeOf(8, 0))))
	case 14:
		return change("situation_actor", "personId", d.ref("person"))
	case 15:
		return change("preference", "value", record.Text(one(d, "en", "fr")))
	}
	return change("task", "title", d.text())
}

func compare(a, b record.Key) int {
	return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.ID, b.ID))
}
