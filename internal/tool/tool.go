// Package tool is the registry of tools: functions on the records that models,
// planners and other programs call by name with JSON arguments. The tools are derived
// from the table of kinds, so that a new kind has its tools without code here. A tool
// that reads answers with an envelope. A tool that mutates changes nothing itself: it
// answers with an operation for approval.
package tool

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"
	"unicode"

	"assister/internal/calendar"
	"assister/internal/filter"
	"assister/internal/fulltext"
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

// Lister is a Reader with a narrower view for lists, which leaves out records that the
// user does not want to see. Ids and names are still looked up among all records.
type Lister interface {
	List(q filter.Query, today calendar.Date) (filter.Result, error)
}

// Tool is a named function on the records. It either answers with data or proposes an
// operation.
type Tool struct {
	Name    string
	Aliases []string // names that earlier programs used
	Help    string
	Kind    *schema.Kind // of the records; nil if an argument names it
	Mutates bool         // it proposes an operation
	Args    []Arg
	schema  []byte // of the arguments, if not derived from Args
	behaviour
}

// behaviour is how a tool answers. One of the functions is set.
type behaviour struct {
	find   finder
	search func(a Arguments) (search.Request, []problem.Problem)
	plan   proposer
	single bool // find answers with one record or null
}

// finder builds the query that answers a call.
type finder func(a Arguments) (filter.Query, []problem.Problem)

// proposer builds the operation that a call proposes.
type proposer func(b Bound, v ijson.Value) (op.Op, []problem.Problem, error)

// Arg is one argument: a typed value, or JSON that the tool reads itself.
type Arg struct {
	schema.Field
	Raw string // the JSON type of an argument that the tool reads itself, such as "object"; else ""
}

// Arguments are the validated arguments of a call.
type Arguments struct {
	Values map[string]record.Value
	Raw    map[string]ijson.Value
	Clock  calendar.Clock
}

// Bound is a tool that is bound to records and a clock, and can be called.
type Bound struct {
	*Tool
	records Reader
	clock   calendar.Clock
}

// On binds a tool to records and a clock.
func (t *Tool) On(l Reader, c calendar.Clock) Bound { return Bound{t, l, c} }

// Call calls the tool. The arguments are an object, or null for none. Errors are in
// the envelope.
func (b Bound) Call(ctx context.Context, args ijson.Value) Envelope {
	e := Envelope{Tool: b.Name, Mutates: b.Mutates}
	if b.Mutates {
		return b.propose(e, args)
	}
	a, problems := b.read(args)
	if len(problems) > 0 {
		return e.refuse(problems)
	}
	if err := ctx.Err(); err != nil {
		return e.failed(err)
	}
	switch missing, err := b.missingRecord(a); {
	case err != nil:
		return e.failed(err)
	case missing != nil:
		return e.refuse([]problem.Problem{*missing})
	}
	if b.search != nil {
		return b.runSearch(ctx, e, a)
	}
	q, problems := b.find(a)
	if len(problems) > 0 {
		return e.refuse(problems)
	}
	found, err := b.list(q, a.today())
	if err != nil {
		return e.failed(err)
	}
	e.fill(b.Tool, q, found)
	if b.single && len(found.Records) == 0 {
		if e, err = b.bySimilarName(e, q, a.Values["name"].Text()); err != nil {
			return e.failed(err)
		}
	}
	return e
}

func (b Bound) list(q filter.Query, today calendar.Date) (filter.Result, error) {
	if l, ok := b.records.(Lister); ok && !b.single {
		return l.List(q, today)
	}
	return b.records.Query(q, today)
}

// propose answers a call of a tool that mutates with an operation.
func (b Bound) propose(e Envelope, args ijson.Value) Envelope {
	o, problems, err := b.plan(b, args)
	switch {
	case err != nil:
		return e.failed(err)
	case len(problems) > 0:
		return e.refuse(problems)
	}
	e.Proposed, e.Key = &o, "operation"
	e.Data, e.Total = object(member(e.Key, parse(o.Canonical()))), 1
	return e
}

// today returns the current day, or the one that the argument now names.
func (a Arguments) today() calendar.Date {
	if now := a.Values["now"].Date(); now.Valid() {
		return now
	}
	return a.Clock.Today()
}

// missingRecord returns the problem of an argument that is the id of no record, or nil.
func (b Bound) missingRecord(a Arguments) (*problem.Problem, error) {
	for _, arg := range b.Args {
		v := a.Values[arg.Name]
		if arg.Type != schema.Ref || arg.Raw != "" || v.IsNull() {
			continue
		}
		of := schema.Lookup(arg.Of)
		q := ofID(of, v)
		q.Count = true
		there, err := b.records.Query(q, b.clock.Today())
		if err != nil {
			return nil, err
		}
		if there.Total == 0 {
			p := notFound(of, arg.Name)
			return &p, nil
		}
	}
	return nil, nil
}

// notFound returns the problem of an argument that is the id of no record.
func notFound(k *schema.Kind, arg string) problem.Problem {
	return problem.Problem{Code: problem.IDNotFound, Field: arg, Message: "no " + k.Noun(1) + " has this id",
		Hint: "look up the id first"}
}

// ofID returns the query for the record with an id.
func ofID(k *schema.Kind, id record.Value) filter.Query {
	return filter.Query{Kind: k, Where: compare(filter.IDField, filter.Eq, id)}
}

// bySimilarName answers with the records whose name is another spelling of the given
// one, or with the closest names.
func (b Bound) bySimilarName(e Envelope, q filter.Query, name string) (Envelope, error) {
	called, others, err := b.named(q.Kind, name)
	switch {
	case err != nil:
		return e, err
	case len(called) > 0:
		e.fill(b.Tool, q, filter.Result{Records: called, Total: len(called)})
	default:
		e.Warning, e.Near = nearest(q.Kind, name, others)
	}
	return e, nil
}

// named returns the records with a name in any spelling, and the names of records that may
// be meant otherwise.
func (b Bound) named(k *schema.Kind, name string) (called []record.Record, names []string, err error) {
	alike, err := b.nameCandidates(k, name)
	for _, r := range alike {
		names = append(names, r.Label())
		if search.HasName(r, name) {
			called = append(called, r)
		}
	}
	return called, names, err
}

// nearest returns the closest names, and a warning that no record has the given name.
func nearest(k *schema.Kind, name string, names []string) (warning string, near []string) {
	near = fulltext.Closest(name, names, nearMax)
	warning = "there is no " + k.Noun(1) + " " + problem.Quote(name)
	var quoted []string
	for _, n := range near {
		quoted = append(quoted, problem.Quote(n))
	}
	switch len(near) {
	case 0:
	case 1:
		warning += "; the closest is " + quoted[0]
	default:
		warning += "; the closest: " + strings.Join(quoted, ", ")
	}
	return warning, near
}

const (
	namesAll  = 1000 // up to this many records of a kind, all their names are compared
	namesLike = 100  // of more records, this many that the text search finds
	nearMax   = 3
)

// nameCandidates returns the records whose names may be closest to a name.
func (b Bound) nameCandidates(k *schema.Kind, name string) (records []record.Record, err error) {
	there, err := b.records.Query(filter.Query{Kind: k, Count: true}, b.clock.Today())
	if err != nil {
		return nil, err
	}
	if source, ok := b.records.(search.Source); ok && there.Total > namesAll {
		found, err := search.Find(source, search.Request{Text: name, Kinds: []*schema.Kind{k}, Limit: namesLike})
		for _, m := range found.Matches {
			records = append(records, m.Record)
		}
		if err != nil || len(records) > 0 {
			return records, err
		}
		first, err := b.records.Query(filter.Query{Kind: k, Limit: nearMax}, b.clock.Today())
		return first.Records, err
	}
	all, err := b.records.Query(filter.Query{Kind: k}, b.clock.Today())
	return all.Records, err
}

func (e Envelope) refuse(problems []problem.Problem) Envelope {
	e.Problem, e.More = &problems[0], problems[1:]
	return e
}

// TimedOut is the code of a call that exceeded its time limit.
const TimedOut = "timed_out"

// failed returns the envelope of an error. A retry may succeed after a timeout, and
// after a refusal that says so.
func (e Envelope) failed(err error) Envelope {
	e.Problem = &problem.Problem{Code: "failed", Message: err.Error()}
	if e.Passing = errors.Is(err, context.DeadlineExceeded); e.Passing {
		e.Problem = &problem.Problem{Code: TimedOut, Message: e.Tool + " did not finish in time",
			Hint: "try again, or ask for fewer records"}
	}
	var r *problem.Refusal
	if errors.As(err, &r) {
		e.Problem, e.Passing = &r.Problem, e.Passing || r.Passing
	}
	return e
}

// read validates the arguments. A null or a blank text counts as missing.
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
			problems = append(problems, problem.Problem{Code: problem.ConflictingAliases, Field: m.Name,
				Message: m.Name + " is another name for " + arg.Name, Hint: "give only one of them"})
		case arg.Raw != "":
			a.Raw[arg.Name] = unquoted(arg, m.Value)
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

// unquoted parses a condition that is encoded as a text, as models and shells write it,
// and returns anything else unchanged.
func unquoted(arg *Arg, v ijson.Value) ijson.Value {
	if arg.Raw == "object" || arg.Raw == "string" {
		return unquotedObject(v)
	}
	return v
}

// unquotedObject parses an object that is encoded as a text, and returns anything else
// unchanged.
func unquotedObject(v ijson.Value) ijson.Value {
	if text := strings.TrimSpace(v.Text); v.Kind == ijson.String && strings.HasPrefix(text, "{") {
		if o, p := ijson.Parse([]byte(text)); p == nil {
			return o
		}
	}
	return v
}

// value parses an argument. A day may be relative, or an instant, as other programs
// write days.
func (b Bound) value(arg *Arg, v ijson.Value) (record.Value, *problem.Problem) {
	if arg.Type == schema.Date && v.Kind == ijson.String {
		if day, ok := calendar.ParseDay(strings.TrimSpace(v.Text), b.clock.Today()); ok {
			return record.Date(day), nil
		}
		if at, err := time.Parse(time.RFC3339Nano, strings.TrimSpace(v.Text)); err == nil {
			return record.Date(calendar.DateIn(at.In(b.clock.Zone))), nil
		}
	}
	return record.Parse(&arg.Field, v)
}

func (t *Tool) arg(name string) *Arg {
	for i := range t.Args {
		if t.Args[i].Name == name || slices.Contains(t.Args[i].otherNames(), name) {
			return &t.Args[i]
		}
	}
	return nil
}

// otherNames are those that an argument is accepted under: its aliases, and its name with
// underscores, as operations have theirs.
func (a Arg) otherNames() []string {
	var snake strings.Builder
	for _, r := range a.Name {
		if unicode.IsUpper(r) {
			snake.WriteByte('_')
		}
		snake.WriteRune(unicode.ToLower(r))
	}
	if snake.String() == a.Name {
		return a.Aliases
	}
	return append(slices.Clip(a.Aliases), snake.String())
}

func (t *Tool) unknown(name string) problem.Problem {
	var known []string
	for _, arg := range t.Args {
		known = append(known, arg.Name)
	}
	hint := "it takes " + strings.Join(known, ", ")
	if len(known) == 0 {
		hint = "it takes no arguments"
	} else if near := problem.Nearest(name, known); near != "" {
		hint = problem.Suggest(near)
	}
	return problem.Problem{Code: problem.UnknownField, Field: problem.Shorten(name),
		Message: t.Name + " has no argument " + problem.Quote(name), Hint: hint}
}

func (t *Tool) missing(a Arguments) (names []string) {
	for _, arg := range t.Args {
		if arg.Required() && !a.has(arg.Name) {
			names = append(names, arg.Name)
		}
	}
	return names
}

// Required reports whether a call has to give the argument.
func (a Arg) Required() bool { return a.Default == requiredMark }

// requiredMark is the Default of a required argument. Field.Required would report a
// blank text as an invalid value and not as a missing one.
const requiredMark = "!"
