package tool

import (
	"context"
	"slices"
	"sync"

	"assister/internal/calendar"
	"assister/internal/filter"
	"assister/internal/fulltext"
	"assister/internal/ijson"
	"assister/internal/op"
	"assister/internal/planner"
	"assister/internal/problem"

	"assister/internal/record"
	"assister/internal/schema"
	"assister/internal/search"
)

// Toolbox is the tools as a planner works with them, on some data and at a time.
type Toolbox struct {
	turns *turns
	clock calendar.Clock
}

// NewToolbox is a bench on one snapshot. Steps that are taken side by side look into
// it one after the other, since a snapshot is read by one at a time; what they
// wait for elsewhere they wait for together.
func NewToolbox(l Reader, c calendar.Clock) Toolbox {
	return Toolbox{turns: &turns{library: l}, clock: c}
}

// Limited is a library that can be told when to give a question up.
type Limited interface {
	Until(ctx context.Context) (done func())
}

// turns is a library that answers one question at a time.
type turns struct {
	taken   sync.Mutex
	library Reader
}

// turn is the library for one call, whose context ends its questions.
type turn struct {
	*turns
	ctx context.Context
}

// take waits for the turn of a question; done gives it to the next.
func (t turn) take() (done func()) {
	t.taken.Lock()
	limited, ok := t.library.(Limited)
	if !ok {
		return t.taken.Unlock
	}
	answered := limited.Until(t.ctx)
	return func() {
		answered()
		t.taken.Unlock()
	}
}

func (t turn) Query(q filter.Query, today calendar.Date) (filter.Result, error) {
	defer t.take()()
	return t.library.Query(q, today)
}

// List implements Lister.
func (t turn) List(q filter.Query, today calendar.Date) (filter.Result, error) {
	l, ok := t.library.(Lister)
	if !ok {
		return t.Query(q, today)
	}
	defer t.take()()
	return l.List(q, today)
}

// Search implements search.Source, as Records does.
func (t turn) Search(q fulltext.Query) (found fulltext.Found, err error) {
	source, ok := t.library.(search.Source)
	if !ok {
		return found, errNotSearched
	}
	defer t.take()()
	return source.Search(q)
}

func (t turn) Records(kind string, ids []int64) ([]record.Record, error) {
	source, ok := t.library.(search.Source)
	if !ok {
		return nil, errNotSearched
	}
	defer t.take()()
	return source.Records(kind, ids)
}

// Relevant waits for nobody's turn: it looks into a snapshot of its own.
func (t turn) Relevant(ctx context.Context, r search.Request) (search.Result, string, error) {
	s, ok := t.library.(Searcher)
	if !ok {
		return search.Result{}, "", errNotSearched
	}
	return s.Relevant(ctx, r)
}

// Find finds a tool by any of its names.
func (b Toolbox) Find(name string) (planner.Tool, bool) {
	t := Lookup(name)
	if t == nil {
		return nil, false
	}
	return b.step(t), true
}

// Reading are the tools that read records of some kinds, for a plan to be made
// of: those of the kinds, and those that read any.
func (b Toolbox) Reading(kinds []*schema.Kind) (tools []planner.Tool) {
	for _, t := range Reading() {
		if t.Kind == nil || slices.Contains(kinds, t.Kind) {
			tools = append(tools, b.step(t))
		}
	}
	return tools
}

// step is a tool as a step of a plan.
type step struct {
	bound Bound
	turns *turns
}

func (b Toolbox) step(t *Tool) step { return step{t.On(nil, b.clock), b.turns} }

func (s step) Name() string  { return s.bound.Name }
func (s step) Help() string  { return s.bound.Help }
func (s step) Mutates() bool { return s.bound.Mutates }

func (s step) Params() (params []planner.Param) {
	for _, a := range s.bound.Args {
		params = append(params, planner.Param{Name: a.Name, Required: a.Needed(), Schema: a.describe()})
	}
	return params
}

// Outputs says where an answer goes: a list under its name, a record among the
// entities, and the id of the only one under every name that it is pointed to by.
func (s step) Outputs() (gives []planner.Output) {
	if s.bound.seek != nil {
		gives = append(gives, planner.Output{From: resultsKey, To: "lists." + resultsPlace})
	}
	kinds := schema.Kinds
	if s.bound.Kind != nil {
		kinds = []*schema.Kind{s.bound.Kind}
	}
	for _, k := range kinds {
		switch {
		case s.bound.seek != nil: // what is found is of any kind, and in one list
		case s.bound.one:
			gives = append(gives, planner.Output{From: camel(k.Name), To: "entities." + camel(k.Name)})
		default:
			gives = append(gives, planner.Output{From: Key(k), To: "lists." + Key(k)})
		}
		for _, name := range pointers(k) {
			gives = append(gives, planner.Output{From: name, To: "ids." + name})
		}
	}
	return gives
}

// pointers are the names of the fields that point to a kind.
func pointers(to *schema.Kind) (names []string) {
	for _, k := range schema.Kinds {
		for i := range k.Fields {
			if f := &k.Fields[i]; f.Type == schema.Ref && f.Of == to.Name && !slices.Contains(names, f.Name) {
				names = append(names, f.Name)
			}
		}
	}
	return names
}

// Call answers as the tool does. Rows have no ids; what a plan goes on from is
// beside them.
func (s step) Call(ctx context.Context, args ijson.Value) planner.Envelope {
	e := s.bound.On(turn{s.turns, ctx}, s.bound.clock).Call(ctx, args)
	out := planner.Envelope{Data: e.Data, Total: e.Total, Warning: e.Warning}
	if e.Problem != nil {
		out.Error = &planner.Failure{Problem: *e.Problem, Passing: e.Passing}
		return out
	}
	if s.bound.one && e.Warning != "" {
		out.Error = &planner.Failure{Problem: problem.Problem{Code: "not_found", Message: e.Warning}, Near: e.Near}
		return out
	}
	if len(e.Keys) == 1 {
		out.Data.Members = append(slices.Clip(out.Data.Members), ids(e.Keys[0])...)
	}
	return out
}

func ids(key record.Key) (members []ijson.Member) {
	for _, name := range pointers(schema.Lookup(key.Kind)) {
		members = append(members, ijson.Member{Name: name, Value: number(int(key.ID))})
	}
	return members
}

// Operations is the operation that a tool stands for which would change
// something.
func (s step) Operations(args ijson.Value) ([]op.Op, *problem.Problem) {
	e := s.bound.Call(context.Background(), args)
	if e.Problem != nil {
		return nil, e.Problem
	}
	return []op.Op{*e.Proposed}, nil
}
