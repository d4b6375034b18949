package tool

import (
	"context"
	"slices"
	"strconv"
	"strings"
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

// Toolbox is the tools for a planner, bound to records and a clock.
type Toolbox struct {
	shared *sharedReader
	clock  calendar.Clock
}

// NewToolbox binds the tools to one snapshot. Parallel steps query it one after the
// other, because a snapshot supports one query at a time.
func NewToolbox(l Reader, c calendar.Clock) Toolbox {
	return Toolbox{shared: &sharedReader{records: l}, clock: c}
}

// Limited is a Reader whose queries can be cancelled.
type Limited interface {
	Until(ctx context.Context) (done func())
}

// sharedReader is a Reader that answers one query at a time.
type sharedReader struct {
	mu      sync.Mutex
	records Reader
}

// callReader is the shared Reader during one call, whose context limits its queries.
type callReader struct {
	*sharedReader
	ctx context.Context
}

// lock waits until no other query runs.
func (c callReader) lock() (unlock func()) {
	c.mu.Lock()
	limited, ok := c.records.(Limited)
	if !ok {
		return c.mu.Unlock
	}
	done := limited.Until(c.ctx)
	return func() {
		done()
		c.mu.Unlock()
	}
}

func (c callReader) Query(q filter.Query, today calendar.Date) (filter.Result, error) {
	defer c.lock()()
	return c.records.Query(q, today)
}

// List implements Lister.
func (c callReader) List(q filter.Query, today calendar.Date) (filter.Result, error) {
	l, ok := c.records.(Lister)
	if !ok {
		return c.Query(q, today)
	}
	defer c.lock()()
	return l.List(q, today)
}

// Search and Records implement search.Source.
func (c callReader) Search(q fulltext.Query) (found fulltext.Found, err error) {
	source, ok := c.records.(search.Source)
	if !ok {
		return found, errNotSearchable
	}
	defer c.lock()()
	return source.Search(q)
}

func (c callReader) Records(kind string, ids []int64) ([]record.Record, error) {
	source, ok := c.records.(search.Source)
	if !ok {
		return nil, errNotSearchable
	}
	defer c.lock()()
	return source.Records(kind, ids)
}

// Relevant implements Searcher. It needs no lock because it reads its own snapshot.
func (c callReader) Relevant(ctx context.Context, r search.Request) (search.Result, string, error) {
	s, ok := c.records.(Searcher)
	if !ok {
		return search.Result{}, "", errNotSearchable
	}
	return s.Relevant(ctx, r)
}

// Find returns the tool with a name or an alias.
func (b Toolbox) Find(name string) (planner.Tool, bool) {
	t := Lookup(name)
	if t == nil {
		return nil, false
	}
	return b.step(t), true
}

// Reading returns the tools that read records of some kinds or of any kind.
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
	bound  Bound
	shared *sharedReader
}

func (b Toolbox) step(t *Tool) step { return step{t.On(nil, b.clock), b.shared} }

func (s step) Name() string  { return s.bound.Name }
func (s step) Help() string  { return s.bound.Help }
func (s step) Mutates() bool { return s.bound.Mutates }

func (s step) Params() (params []planner.Param) {
	for _, a := range s.bound.Args {
		p := planner.Param{Name: a.Name, Aliases: a.otherNames(), Required: a.Required(), Schema: a.describe()}
		params = append(params, p)
	}
	return params
}

// Outputs says where in memory an answer goes: a list under its name, a single record
// under entities, and its id under the name of every field that points to its kind.
func (s step) Outputs() (outputs []planner.Output) {
	if s.bound.search != nil {
		outputs = append(outputs, planner.Output{From: resultsKey, To: "lists." + resultsPlace})
	}
	kinds := schema.Kinds
	if s.bound.Kind != nil {
		kinds = []*schema.Kind{s.bound.Kind}
	}
	for _, k := range kinds {
		switch {
		case s.bound.search != nil: // all kinds are in one list of results
		case s.bound.single:
			outputs = append(outputs, planner.Output{From: camel(k.Name), To: "entities." + camel(k.Name)})
		default:
			outputs = append(outputs, planner.Output{From: Key(k), To: "lists." + Key(k)})
		}
		for _, name := range pointers(k) {
			outputs = append(outputs, planner.Output{From: name, To: "ids." + name})
		}
	}
	return outputs
}

// pointers returns the names of the fields that point to a kind.
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

// Call calls the tool. The rows have no ids, so Call adds the id of a single record for
// later steps. For the same reason an argument may have the name of a record in place of its
// id.
func (s step) Call(ctx context.Context, args ijson.Value) planner.Envelope {
	bound := s.bound.On(callReader{s.shared, ctx}, s.bound.clock)
	args, failure := bound.idsOfNames(args)
	if failure != nil {
		return planner.Envelope{Error: failure}
	}
	e := bound.Call(ctx, args)
	out := planner.Envelope{Data: e.Data, Total: e.Total, Warning: e.Warning, Found: e.Found}
	if e.Problem != nil {
		out.Error = &planner.Failure{Problem: *e.Problem, Passing: e.Passing}
		return out
	}
	if s.bound.single && e.Warning != "" {
		name, _ := args.Get("name")
		out.Error = notFoundName(name.Text, e.Warning, e.Near)
		return out
	}
	if len(e.Found) == 1 {
		out.Data.Members = append(slices.Clip(out.Data.Members), ids(e.Found[0].Key)...)
	}
	return out
}

func notFoundName(name, warning string, near []string) *planner.Failure {
	return &planner.Failure{Problem: problem.Problem{Code: "not_found", Message: warning}, Name: name, Near: near}
}

// idsOfNames replaces the names of records by their ids, in arguments that are ids. A name
// that several records have is left to the tool, which refuses it.
func (b Bound) idsOfNames(args ijson.Value) (ijson.Value, *planner.Failure) {
	args.Members = slices.Clone(args.Members)
	for i := range args.Members {
		v := &args.Members[i].Value
		arg := b.arg(args.Members[i].Name)
		if arg == nil || arg.Type != schema.Ref || v.Kind != ijson.String || isNumber(v.Text) {
			continue
		}
		of := schema.Lookup(arg.Of)
		called, names, err := b.named(of, v.Text)
		switch {
		case err != nil:
			e := Envelope{Tool: b.Name}.failed(err)
			return args, &planner.Failure{Problem: *e.Problem, Passing: e.Passing}
		case len(called) == 1:
			*v = number(int(called[0].ID))
		case len(called) == 0 && strings.TrimSpace(v.Text) != "":
			warning, near := nearest(of, v.Text, names)
			return args, notFoundName(v.Text, warning, near)
		}
	}
	return args, nil
}

func isNumber(text string) bool {
	_, err := strconv.ParseInt(strings.TrimSpace(text), 10, 64)
	return err == nil
}

func ids(key record.Key) (members []ijson.Member) {
	for _, name := range pointers(schema.Lookup(key.Kind)) {
		members = append(members, member(name, number(int(key.ID))))
	}
	return members
}

// Operations returns the operation that a mutating tool proposes.
func (s step) Operations(args ijson.Value) ([]op.Op, *problem.Problem) {
	e := s.bound.Call(context.Background(), args)
	if e.Problem != nil {
		return nil, e.Problem
	}
	return []op.Op{*e.Proposed}, nil
}
