package check

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"assister/internal/calendar"
	"assister/internal/filter"
	"assister/internal/language/message"
	"assister/internal/ledger"
	"assister/internal/op"
	"assister/internal/problem"
	"assister/internal/record"
	"assister/internal/schema"
)

// Limits bound what operations may do to a workspace. They hold on the effect of the
// operations, no matter who made them, and text plays no part. The zero Limits allow everything.
type Limits struct {
	From       string // who set them, for messages: "the command line"
	ReadOnly   bool   // nothing may change
	Allow      []Pattern
	MaxOps     Max
	MaxDeletes Max // of records
	MaxTouched Max // records that are created, changed or deleted; see Max for a percentage
	Scope      *filter.Condition

	// A day of operations of models that no person approved: see RefuseDay.
	DailyDeletes Max
	DailyTouched Max
}

// What operations of models may do in a day without the approval of a person, if no
// limit says it.
const (
	DefaultDailyDeletes = 20
	DefaultDailyTouched = 200
)

// Max is an upper bound; the zero Max is none. A percentage is of the records that exist
// before, rounded up, and bounds how many of these are changed or deleted.
type Max struct {
	Set     bool
	N       int
	Percent bool
}

func (m Max) String() string {
	if m.Percent {
		return strconv.Itoa(m.N) + "%"
	}
	return strconv.Itoa(m.N)
}

// Pattern matches names of operations on single records: "task.create", "event.*",
// "*.delete" or "*".
type Pattern string

// Matches reports whether the pattern matches the name of an operation.
func (p Pattern) Matches(name string) bool {
	wantKind, wantVerb, _ := strings.Cut(string(p), ".")
	kind, verb, _ := strings.Cut(name, ".")
	return p == "*" || (wantKind == "*" || wantKind == kind) && (wantVerb == "*" || wantVerb == verb)
}

// Effect is what operations do to a workspace.
type Effect struct {
	ledger.Touched
	Names   []string // of the operations on single records that change something
	States  []State  // of each changed record; needed for Limits.Scope only
	Records int      // that existed before; needed for a percentage only
}

// State is a record before and after; nil if it does not exist.
type State struct{ Before, After *record.Record }

// OperationNames names the operations on single records that the valid findings come to,
// each once and sorted: the records of a bulk operation, and those that are deleted or
// changed together with another.
func OperationNames(findings []Finding) (names []string) {
	for _, f := range findings {
		for i, t := range f.Targets {
			if f.Valid() && !t.Change.Empty() {
				names = append(names, t.Change.Kind.Name+"."+string(verbOf(f, i)))
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// verbOf is the verb of an operation for its i-th record. Those after the first change
// because the first one does, except in a bulk operation.
func verbOf(f Finding, i int) schema.Verb {
	c, own := f.Targets[i].Change, i == 0 || f.Op.Verb.Bulk()
	switch {
	case !c.Was:
		return schema.Create
	case !c.Is:
		return schema.Delete
	case own:
		return f.Op.Verb.Single()
	}
	return schema.Update
}

// RefuseUnapproved returns why operations that no person approves are refused: a model
// asks to delete records that exist, and no limit allows that by name. It is nil if they
// are not.
func RefuseUnapproved(findings []Finding, limits []Limits) *problem.Refusal {
	if slices.ContainsFunc(limits, func(l Limits) bool { return l.Allow != nil }) {
		return nil // what the lists do not name is refused anyway
	}
	var names []string
	records := 0
	for _, f := range findings {
		for i, t := range f.Targets {
			deletes := !t.Change.Is && t.Change.RevBefore != 0
			if f.Valid() && deletes && f.Op.Source == op.ByModel {
				names = append(names, t.Change.Kind.Name+"."+string(verbOf(f, i)))
				records++
			}
		}
	}
	if records == 0 {
		return nil
	}
	slices.Sort(names)
	return beyond(problem.Problem{Code: problem.OperationNotAllowed, Field: "op",
		Message: fmt.Sprintf("a model asks for %s on %s, and nobody approves it",
			message.For(message.Default).And(slices.Compact(names)), problem.Count(records, "record")),
		Hint: "approve it in a terminal, or allow it with --allow " + strings.Join(OperationNames(findings), ",")})
}

// TouchedByModels counts the operations of models, and those of the changes that they
// have a part in.
func TouchedByModels(findings []Finding, changes []ledger.Change) (t ledger.Touched) {
	keys := map[record.Key]bool{}
	ops := 0
	for _, f := range findings {
		if !f.Valid() || f.Op.Source != op.ByModel {
			continue
		}
		ops++
		for _, target := range f.Targets {
			keys[target.Change.Key()] = keys[target.Change.Key()] || !target.Change.Empty()
		}
	}
	by := slices.DeleteFunc(slices.Clone(changes), func(c ledger.Change) bool { return !keys[c.Key()] })
	t = ledger.TouchedBy(by)
	t.Ops = ops
	return t
}

// RefuseDay returns why operations of models that nobody approves are more than a day has
// room for; nil if they are not. before is what such operations touched in the day so
// far, and plan what these would touch.
func RefuseDay(limits []Limits, before, plan ledger.Touched) *problem.Refusal {
	refuse := func(code, did string, n, more int, m Max, setting string) *problem.Refusal {
		if n+more <= m.N {
			return nil
		}
		r := beyond(problem.Problem{Code: code,
			Message: fmt.Sprintf("models have %s %s today without an approval, and this is %s more; at most %s in a day",
				did, problem.Count(n, "record"), problem.Number(more), problem.Number(m.N))})
		r.Problem.Hint = setting + "; approve it in a terminal"
		if more <= m.N {
			r.Problem.Hint += ", or apply it tomorrow"
		}
		return r
	}
	deletes, deletesBy := daily(limits, "daily-deletes", DefaultDailyDeletes, func(l Limits) Max { return l.DailyDeletes })
	touched, touchedBy := daily(limits, "daily-touched", DefaultDailyTouched, func(l Limits) Max { return l.DailyTouched })
	if r := refuse(problem.TooManyDeletions, "deleted", before.Deleted, plan.Deleted, deletes, deletesBy); r != nil {
		return r
	}
	return refuse(problem.TooManyTouched, "touched", before.Records(), plan.Records(), touched, touchedBy)
}

// daily is the lowest bound that is set, or the default, and the setting that says it.
func daily(limits []Limits, name string, most int, of func(Limits) Max) (m Max, setting string) {
	lowest := Limits{From: "default"}
	for _, l := range limits {
		if is := of(l); is.Set && (!m.Set || is.N < m.N) {
			m, lowest = is, l
		}
	}
	if !m.Set {
		m = Max{Set: true, N: most}
	}
	return m, lowest.setting(name, m.String())
}

// Refuse returns why an effect is beyond the limits; nil if it is within them.
func (l Limits) Refuse(e Effect, today calendar.Date) *problem.Refusal {
	if p := l.unallowed(e.Names); p != nil {
		return beyond(*p)
	}
	if p := l.tooMany(e); p != nil {
		return beyond(*p)
	}
	outside := l.outside(e.States, today)
	if len(outside) == 0 {
		return nil
	}
	r := beyond(outside[0])
	r.Problem.Hint = l.setting("scope", string(l.Scope.AppendJSON(nil)))
	if len(outside) > 1 {
		r.More = outside
	}
	return r
}

func beyond(p problem.Problem) *problem.Refusal {
	p.Message += "; nothing was changed"
	return &problem.Refusal{Class: problem.Rejected, Problem: p}
}

// unallowed names the operations that are not allowed.
func (l Limits) unallowed(names []string) *problem.Problem {
	refused := slices.DeleteFunc(slices.Clone(names), l.allows)
	if len(refused) == 0 {
		return nil
	}
	p := &problem.Problem{Code: problem.OperationNotAllowed, Field: "op",
		Message: message.For(message.Default).And(refused) + areNot(len(refused)) + " allowed",
		Hint:    l.setting("read-only", "true")}
	if !l.ReadOnly {
		p.Hint = l.setting("allow", joinPatterns(l.Allow))
	}
	return p
}

func areNot(n int) string {
	if n == 1 {
		return " is not"
	}
	return " are not"
}

func (l Limits) allows(name string) bool {
	matches := func(p Pattern) bool { return p.Matches(name) }
	return !l.ReadOnly && (l.Allow == nil || slices.ContainsFunc(l.Allow, matches))
}

func joinPatterns(list []Pattern) string {
	words := make([]string, len(list))
	for i, p := range list {
		words[i] = string(p)
	}
	return strings.Join(words, ",")
}

// setting says which setting refuses, and where it comes from.
func (l Limits) setting(name, value string) string {
	return "limits." + name + " is " + value + ", set by " + l.From
}

// tooMany says of what there is too much.
func (l Limits) tooMany(e Effect) *problem.Problem {
	touched, most := e.Touched.Records(), l.MaxTouched.N
	if l.MaxTouched.Percent {
		touched, most = e.Changed+e.Deleted, (e.Records*l.MaxTouched.N+99)/100
	}
	refuse := func(code, name string, m Max, message string) *problem.Problem {
		return &problem.Problem{Code: code, Message: message, Hint: l.setting(name, m.String())}
	}
	switch {
	case l.MaxOps.Set && e.Ops > l.MaxOps.N:
		return refuse(problem.TooManyOperations, "max-ops", l.MaxOps,
			fmt.Sprintf("the plan has %s; at most %s are allowed",
				problem.Count(e.Ops, "operation"), problem.Number(l.MaxOps.N)))
	case l.MaxDeletes.Set && e.Deleted > l.MaxDeletes.N:
		return refuse(problem.TooManyDeletions, "max-deletes", l.MaxDeletes,
			fmt.Sprintf("this deletes %s; at most %s may be deleted",
				problem.Count(e.Deleted, "record"), problem.Number(l.MaxDeletes.N)))
	case l.MaxTouched.Set && touched > most:
		return refuse(problem.TooManyTouched, "max-touched", l.MaxTouched,
			fmt.Sprintf("this touches %s; at most %s may be touched",
				problem.Count(touched, "record"), problem.Number(most)))
	}
	return nil
}

// outsideMax bounds how many records outside of the scope are named.
const outsideMax = 10

// outside names records that are outside of the scope before or after the change: no
// record outside is changed, and none is moved there or created there.
func (l Limits) outside(states []State, today calendar.Date) (problems []problem.Problem) {
	if l.Scope == nil {
		return nil
	}
	for _, s := range states {
		where := ""
		switch {
		case s.Before != nil && !l.Scope.Match(*s.Before, today):
			where = " is outside of the scope"
		case s.After != nil && !l.Scope.Match(*s.After, today):
			where = " would be outside of the scope"
		default:
			continue
		}
		r := s.Before
		if r == nil {
			r = s.After
		}
		name := r.Kind.Name + " " + quoted(r.Label()) // the id of a new record is provisional
		if s.Before != nil {
			name = named(*r)
		}
		problems = append(problems, problem.Problem{Code: problem.OutsideScope, Field: "id", Message: name + where})
		if len(problems) == outsideMax {
			break
		}
	}
	return problems
}

// ParsePatterns reads patterns that are separated by commas.
func ParsePatterns(text string) (list []Pattern, p *problem.Problem) {
	for word := range strings.SplitSeq(text, ",") {
		word = strings.TrimSpace(word)
		if word == "" {
			continue
		}
		if p := unknownPattern(word); p != nil {
			return nil, p
		}
		list = append(list, Pattern(word))
	}
	if len(list) == 0 {
		return nil, &problem.Problem{Code: "invalid_allow", Field: "allow", Message: "no operation is named",
			Hint: "name some, such as task.create,event.*, or allow none with read-only"}
	}
	return list, nil
}

// unknownPattern refuses a pattern that can match no operation: a slip would allow less
// than it should.
func unknownPattern(word string) *problem.Problem {
	names := PossibleNames()
	if slices.ContainsFunc(names, Pattern(word).Matches) {
		return nil
	}
	p := &problem.Problem{Code: "invalid_allow", Field: "allow",
		Message: "there is no operation " + problem.Quote(word), Hint: "such as task.create, event.*, *.delete or *"}
	switch near := problem.Nearest(word, names); {
	case schema.Verb(word).Bulk():
		p.Hint = "a bulk operation counts as one on each of its records, such as *.update"
	case near != "":
		p.Hint = "did you mean " + near + "?"
	}
	return p
}

// PossibleNames are the names of all operations on single records.
func PossibleNames() (names []string) {
	for _, k := range schema.Kinds {
		for _, o := range k.Operations {
			names = append(names, k.Name+"."+string(o.Verb))
		}
	}
	return names
}

// ParseMax reads a number, or a percentage from 0% to 100% if one is possible.
func ParseMax(text string, percent bool) (m Max, p *problem.Problem) {
	digits, isPercent := strings.CutSuffix(strings.TrimSpace(text), "%")
	n, err := strconv.Atoi(digits)
	m = Max{Set: true, N: n, Percent: isPercent}
	hint := "give a number such as 20"
	if percent {
		hint += ", or a percentage such as 20%"
	}
	tooLarge := isPercent && (!percent || n > 100)
	if err != nil || n < 0 || tooLarge {
		return Max{}, &problem.Problem{Code: "invalid_limit", Message: "it is not a whole number from 0", Hint: hint}
	}
	return m, nil
}
