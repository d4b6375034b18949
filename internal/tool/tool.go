// Package tool is what a workspace can be asked and told by name, with arguments,
// as models, planners and other programs do. The tools are read off the table of
// kinds: a kind that is added has its tools without a word here. One that reads
// answers with an envelope; one that mutates changes nothing and answers with the
// operation that would, for somebody to approve. Who runs tools, and in what
// order, is others' business, and needs to know none of them by name.
package tool

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"assister/internal/calendar"
	"assister/internal/filter"
	"assister/internal/ijson"
	"assister/internal/op"
	"assister/internal/problem"

	"assister/internal/record"
	"assister/internal/schema"
	"assister/internal/search"
)

// Reader is the data that tools read.
type Reader interface {
	Query(q filter.Query, today calendar.Date) (filter.Result, error)
}

// Lister is a library that lists what somebody wants to see where a call leaves open
// which records it is about. Ids and names are looked for among all records.
type Lister interface {
	List(q filter.Query, today calendar.Date) (filter.Result, error)
}

// Tool is one thing that can be asked or told.
type Tool struct {
	Name    string
	Aliases []string // other names that the seeds of this program know it by
	Help    string
	Kind    *schema.Kind // of the records; nil where an argument says it
	Mutates bool         // it comes to an operation
	Args    []Arg
	schema  []byte // of a mutating tool: the operation's own

	one  bool // the answer is one record or none
	find func(a Arguments) (filter.Query, []problem.Problem)
	seek func(a Arguments) (search.Request, []problem.Problem) // in place of find, of what is searched for
	plan func(b Bound, v ijson.Value) (op.Op, []problem.Problem, error)
}

// Arg is one argument: a value of a type, or JSON that the tool reads itself.
type Arg struct {
	schema.Field
	Raw string // the JSON type of what is read whole: "object", "integer"; "" for a Field
}

// Arguments are those of one call, read and checked.
type Arguments struct {
	Values map[string]record.Value
	Raw    map[string]ijson.Value
	Clock  calendar.Clock
}

// Envelope is the answer to a call. Rows of data have no ids, which are of no use
// to a person; Keys are those of the same records, for who goes on from them.
type Envelope struct {
	Tool     string
	Mutates  bool
	Data     ijson.Value // {"tasks":[…]}, {"project":{…}}, or {"operation":{…}}
	Key      string      // the member of Data
	Keys     []record.Key
	Total    int // without limit and offset
	Limit    int
	Offset   int
	Warning  string
	Near     []string // the names that come closest to one that there is not
	Problem  *problem.Problem
	More     []problem.Problem // beside the first
	Disabled bool              // it went by words alone, where it should go by what they mean
	Passing  bool              // trying again may help with the problem
	Proposed *op.Op            // of a tool that mutates
}

// Bound is a tool that can be called, on the data and at the time it was bound to.
type Bound struct {
	*Tool
	library Reader
	clock   calendar.Clock
}

// On binds a tool to data and a clock.
func (t *Tool) On(l Reader, c calendar.Clock) Bound { return Bound{t, l, c} }

// Call answers a call. Arguments are an object, or null for none; what is wrong
// with them, or with the work, is in the envelope.
func (b Bound) Call(ctx context.Context, args ijson.Value) Envelope {
	e := Envelope{Tool: b.Name, Mutates: b.Mutates}
	if b.Mutates {
		return b.propose(e, args)
	}
	a, problems := b.read(args)
	if len(problems) > 0 {
		return e.refuse(problems)
	}
	if b.seek != nil {
		return b.search(ctx, e, a)
	}
	q, problems := b.find(a)
	if len(problems) > 0 {
		return e.refuse(problems)
	}
	if err := ctx.Err(); err != nil {
		return e.failed(err)
	}
	if p, err := b.dangling(a); p != nil || err != nil {
		if err != nil {
			return e.failed(err)
		}
		return e.refuse([]problem.Problem{*p})
	}
	found, err := b.list(q, b.today(a))
	if err != nil {
		return e.failed(err)
	}
	e.fill(b.Tool, q, found)
	if b.one && len(found.Records) == 0 {
		if e, err = b.byAnyName(e, q, a.Values["name"].Text()); err != nil {
			return e.failed(err)
		}
	}
	return e
}

func (b Bound) list(q filter.Query, today calendar.Date) (filter.Result, error) {
	if l, ok := b.library.(Lister); ok && !b.one {
		return l.List(q, today)
	}
	return b.library.Query(q, today)
}

// propose answers a call of a tool that mutates, with the operation that it comes to.
func (b Bound) propose(e Envelope, args ijson.Value) Envelope {
	o, problems, err := b.plan(b, args)
	switch {
	case err != nil:
		return e.failed(err)
	case len(problems) > 0:
		return e.refuse(problems)
	}
	e.Proposed, e.Key = &o, "operation"
	e.Data, e.Total = object(ijson.Member{Name: e.Key, Value: reread(o.Canonical())}), 1
	return e
}

// today is the day that the call looks from.
func (b Bound) today(a Arguments) calendar.Date {
	if now := a.Values["now"].Date(); now.Valid() {
		return now
	}
	return b.clock.Today()
}

// dangling is an argument that points to a record which does not exist.
func (b Bound) dangling(a Arguments) (*problem.Problem, error) {
	for _, arg := range b.Args {
		v := a.Values[arg.Name]
		if arg.Type != schema.Ref || arg.Raw != "" || v.IsNull() {
			continue
		}
		of := schema.Lookup(arg.Of)
		q := ofID(of, v)
		q.Count = true
		there, err := b.library.Query(q, b.clock.Today())
		if err != nil {
			return nil, err
		}
		if there.Total == 0 {
			p := noSuch(of, arg.Name)
			return &p, nil
		}
	}
	return nil, nil
}

// noSuch says that an argument points to no record.
func noSuch(k *schema.Kind, arg string) problem.Problem {
	return problem.Problem{Code: problem.IDNotFound, Field: arg, Message: "there is no such " + k.Name, Hint: "find its id first"}
}

// ofID is the query for the record of an id.
func ofID(k *schema.Kind, id record.Value) filter.Query {
	return filter.Query{Kind: k, Where: filter.Condition{Compare: []filter.Comparison{{At: filter.ID, Op: filter.Eq, Values: []record.Value{id}}}}}
}

// byAnyName answers with what is called by a name in another way of writing it, or
// says that nothing is, and which names come closest.
func (b Bound) byAnyName(e Envelope, q filter.Query, name string) (Envelope, error) {
	alike, err := b.alike(q.Kind, name)
	if err != nil {
		return e, err
	}
	var called []record.Record
	var names []string
	for _, r := range alike {
		names = append(names, r.Label())
		if search.HasName(r, name) {
			called = append(called, r)
		}
	}
	if len(called) > 0 {
		e.fill(b.Tool, q, filter.Result{Records: called, Total: len(called)})
		return e, nil
	}
	e.Warning, e.Near = nearest(q.Kind, name, names)
	return e, nil
}

// nearest says that nothing has a name, and which names come closest.
func nearest(k *schema.Kind, name string, names []string) (said string, near []string) {
	near = problem.Closest(name, names, nearMost)
	said = "there is no " + spaced(k.Name) + " " + problem.Quote(name)
	var quoted []string
	for _, n := range near {
		quoted = append(quoted, problem.Quote(n))
	}
	switch len(near) {
	case 0:
	case 1:
		said += "; the closest is " + quoted[0]
	default:
		said += "; the closest: " + strings.Join(quoted, ", ")
	}
	return said, near
}

// How many names are read to find the closest: all of so many, and of more those
// that have words of it, or words that a slip may have made them of.
const (
	namesAll  = 1000
	namesLike = 100
	nearMost  = 3
)

// alike are the records whose names may come closest to one.
func (b Bound) alike(k *schema.Kind, name string) (records []record.Record, err error) {
	there, err := b.library.Query(filter.Query{Kind: k, Count: true}, b.clock.Today())
	if err != nil {
		return nil, err
	}
	if source, ok := b.library.(search.Source); ok && there.Total > namesAll {
		found, err := search.Find(source, search.Request{Text: name, Kinds: []*schema.Kind{k}, Limit: namesLike})
		for _, m := range found.Matches {
			records = append(records, m.Record)
		}
		return records, err
	}
	all, err := b.library.Query(filter.Query{Kind: k}, b.clock.Today())
	return all.Records, err
}

func (e Envelope) refuse(problems []problem.Problem) Envelope {
	e.Problem, e.More = &problems[0], problems[1:]
	return e
}

// TimedOut is the code of a call that had no time left.
const TimedOut = "timed_out"

// failed is the answer of a tool that could not do its work. A refusal has words
// of its own, and knows whether it passes; time that ran out may suffice the next
// time.
func (e Envelope) failed(err error) Envelope {
	e.Problem = &problem.Problem{Code: "failed", Message: err.Error()}
	if e.Passing = errors.Is(err, context.DeadlineExceeded); e.Passing {
		e.Problem = &problem.Problem{Code: TimedOut, Message: e.Tool + " was not done in the time that it had", Hint: "ask for less at once, or again"}
	}
	var r *problem.Refusal
	if errors.As(err, &r) {
		e.Problem, e.Passing = &r.Problem, e.Passing || r.Passing
	}
	return e
}

// read checks the arguments: none that the tool does not have, each of its type,
// and none missing. A blank text is no argument.
func (b Bound) read(v ijson.Value) (a Arguments, problems []problem.Problem) {
	a = Arguments{Values: map[string]record.Value{}, Raw: map[string]ijson.Value{}, Clock: b.clock}
	if v.Kind != ijson.Object && v.Kind != ijson.Null {
		return a, []problem.Problem{{Code: "invalid_arguments", Message: "the arguments of " + b.Name + " must be an object"}}
	}
	for _, m := range v.Members {
		arg := b.arg(m.Name)
		switch {
		case arg == nil:
			problems = append(problems, b.unknown(m.Name))
		case m.Value.Kind == ijson.Null:
		case a.has(arg.Name):
			problems = append(problems, problem.Problem{Code: problem.ConflictingAliases, Field: m.Name, Message: m.Name + " is another name for " + arg.Name, Hint: "give one of them"})
		case arg.Raw != "":
			a.Raw[arg.Name] = structured(arg, m.Value)
		default:
			value, p := b.value(arg, m.Value)
			if p != nil {
				problems = append(problems, *p)
			} else if !value.IsNull() {
				a.Values[arg.Name] = value
			}
		}
	}
	if missing := b.missing(a); len(problems) == 0 && len(missing) > 0 {
		problems = append(problems, problem.Problem{Code: "missing_argument", Field: missing[0],
			Message: b.Name + " needs " + strings.Join(missing, ", ")})
	}
	return a, problems
}

func (a Arguments) has(name string) bool {
	_, raw := a.Raw[name]
	return raw || !a.Values[name].IsNull()
}

// structured is an object that came as its text, as models and shells write them; all
// else is as it came.
func structured(arg *Arg, v ijson.Value) ijson.Value {
	if text := strings.TrimSpace(v.Text); arg.Raw == "object" && v.Kind == ijson.String && strings.HasPrefix(text, "{") {
		if o, p := ijson.Parse([]byte(text)); p == nil {
			return o
		}
	}
	return v
}

// value reads an argument as its type is written. Where a day is asked for, an
// instant stands for the day that it is on: other programs write days so (facts 2.1).
func (b Bound) value(arg *Arg, v ijson.Value) (record.Value, *problem.Problem) {
	if arg.Type == schema.Date && v.Kind == ijson.String {
		if at, err := time.Parse(time.RFC3339Nano, strings.TrimSpace(v.Text)); err == nil {
			return record.Date(calendar.DateIn(at.In(b.clock.Zone))), nil
		}
	}
	return record.Parse(&arg.Field, v)
}

func (t *Tool) arg(name string) *Arg {
	for i := range t.Args {
		if t.Args[i].Name == name || slices.Contains(t.Args[i].Aliases, name) {
			return &t.Args[i]
		}
	}
	return nil
}

func (t *Tool) unknown(name string) problem.Problem {
	var known []string
	for _, arg := range t.Args {
		known = append(known, arg.Name)
	}
	hint := "it takes " + strings.Join(known, ", ")
	if len(known) == 0 {
		hint = "it takes none"
	} else if near := problem.Nearest(name, known); near != "" {
		hint = "did you mean " + near + "?"
	}
	return problem.Problem{Code: problem.UnknownField, Field: problem.Shorten(name), Message: t.Name + " has no argument " + problem.Quote(name), Hint: hint}
}

func (t *Tool) missing(a Arguments) (names []string) {
	for _, arg := range t.Args {
		if arg.Needed() && !a.has(arg.Name) {
			names = append(names, arg.Name)
		}
	}
	return names
}

// Needed reports whether a call has to give the argument. A Field that is
// required would refuse a blank text as no value of its type, where it is missing.
func (a Arg) Needed() bool { return a.Default == required }

// required stands in Default of an argument that a call has to give.
const required = "!"
