package answer

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"assister/internal/calendar"
	"assister/internal/filter"
	"assister/internal/ijson"
	"assister/internal/language/meaning"
	"assister/internal/language/message"
	"assister/internal/planner"
	"assister/internal/propose"
	"assister/internal/record"
	"assister/internal/schema"
)

// byQuery is the tool that a plan of ours is made of: it takes every condition that an
// answer can need.
const byQuery = "collectionQuery"

// Plan is how a question is looked up: the project or the list that it names first, then
// each kind that it is about; and if two are asked in one text, the second in the projects
// that the first has found things of. What an answer turns out to need beside it follows from what
// was found and cannot be planned: Answer looks that up itself.
//
// After a setback there is another plan if the name of a project may be a word of a title.
func (e Answerer) Plan(asked propose.Inquiry, after *planner.Setback) planner.Plan {
	asks, ok := questions(asked.Said)
	if !ok {
		return planner.Plan{}
	}
	if after != nil {
		first := after.Steps == planner.MaxSteps-1
		if asks, ok = asWords(asks); !ok || !first || after.Reason != planner.EmptyAnswer {
			return planner.Plan{}
		}
	}
	o := &outline{}
	s := e.source(context.Background(), asked, o)
	before := earlier(asked.Before)
	for _, a := range asks {
		if len(before) > 0 && follows(a) {
			a = continued(before[len(before)-1], a)
		}
		if err := o.add(*s, a); err != nil {
			return planner.Plan{}
		}
		before = append(before, a)
	}
	if len(o.steps) > planner.MaxSteps {
		return planner.Plan{}
	}
	return planner.Plan{Steps: o.steps}
}

// asWords are questions with what they may be part of as words of titles.
func asWords(asks []meaning.Ask) (list []meaning.Ask, changed bool) {
	for _, a := range asks {
		of := *a.Of
		of.Where = slices.Clone(of.Where)
		for i, w := range of.Where {
			if w.Field == meaning.Part {
				of.Where[i].Field, changed = meaning.About, true
			}
		}
		a.Of = &of
		list = append(list, a)
	}
	return list, changed
}

// outline is a plan in the making. It stands in for the data while a question is resolved:
// what is looked up by its name becomes a step, and is found under an id that no record has.
// In the steps behind it that number stands for the ids that are to be found.
type outline struct {
	steps []planner.Step
	paths []string // in memory, of what the numbers stand for
	there string   // where the projects of the records before are in memory
}

// Query implements propose.Library.
func (o *outline) Query(q filter.Query, _ calendar.Date) (filter.Result, error) {
	list := q.Where.Compare
	called := len(list) == 1 && list[0].Field == q.Kind.Label && list[0].Op == filter.In
	if !called {
		return filter.Result{}, nil
	}
	name := list[0].Values[0].Text()
	step := newStep(q.Kind, o.bound(q))
	o.steps = append(o.steps, selected(step, q.Kind, q.Kind.Label, "id"))
	x := record.New(q.Kind, o.later("lists."+q.Kind.Plural+".*.id")).With(q.Kind.Label, record.Text(name))
	return filter.Result{Records: []record.Record{x}, Total: 1}, nil
}

// CompletedAt implements propose.Library.
func (o *outline) CompletedAt(string, []int64, time.Time, time.Time) (map[int64]time.Time, error) {
	return nil, nil
}

// add adds the steps that look a question up.
func (o *outline) add(s source, a meaning.Ask) error {
	if refers(a.Of) {
		if o.there == "" || a.Of.It {
			return &unresolved{} // the place depends on the records found, and no path in memory names it
		}
		s.spoken = []record.Record{record.New(schema.Lookup("project"), o.later(o.there))}
	}
	s.library = &withSpoken{o, s.spoken}
	q, err := s.resolve(a)
	if err != nil {
		return err
	}
	l := looking{q}
	o.there = ""
	for _, one := range append([]*question{q}, q.others...) {
		for _, k := range one.kinds() {
			step := newStep(k, o.bound(filter.Query{Kind: k, Where: one.condition(k)}))
			if l.countable() {
				yes := ijson.Value{Kind: ijson.Bool, Bool: true}
				step.Args.Members = append(step.Args.Members, ijson.Member{Name: "count", Value: yes})
			}
			if f, _ := k.Field("projectId"); f != nil && o.there == "" {
				step.SaveAs, o.there = k.Plural, "lists."+k.Plural+".*.projectId"
			}
			o.steps = append(o.steps, step)
		}
	}
	return nil
}

// withSpoken is an outline in which what the conversation was about is found by its id.
type withSpoken struct {
	*outline
	spoken []record.Record
}

func (w *withSpoken) Query(q filter.Query, today calendar.Date) (filter.Result, error) {
	for _, x := range w.spoken {
		if x.Kind == q.Kind && q.Where.Compares(filter.IDField) {
			return filter.Result{Records: []record.Record{x}, Total: 1}, nil
		}
	}
	return w.outline.Query(q, today)
}

// selected is a step that keeps some members of what it finds.
func selected(s planner.Step, k *schema.Kind, members ...string) planner.Step {
	names := ijson.Value{Kind: ijson.Array}
	for _, m := range members {
		names.Items = append(names.Items, text(m))
	}
	s.Args.Members = append(s.Args.Members, ijson.Member{Name: "select", Value: names})
	s.SaveAs = k.Plural
	return s
}

// later is what stands for ids that are to be at a path in memory.
func (o *outline) later(path string) int64 {
	o.paths = append(o.paths, path)
	return beyond - int64(len(o.paths)) + 1
}

// beyond is an id that no record has, and neither do those right below it.
const beyond = 1<<53 - 1

// newStep looks up records that a condition holds of.
func newStep(k *schema.Kind, where ijson.Value) planner.Step {
	s := planner.Step{Tool: byQuery, Args: ijson.Value{Kind: ijson.Object}}
	s.Args.Members = []ijson.Member{{Name: "collection", Value: text(collection(k))}}
	if len(where.Members) > 0 {
		s.Args.Members = append(s.Args.Members, ijson.Member{Name: "where", Value: where})
	}
	return s
}

// collection is what the tool calls a kind: "noteSessions".
func collection(k *schema.Kind) string {
	words := strings.Split(k.Plural, "_")
	for i := range words[1:] {
		words[i+1] = message.Capital(words[i+1])
	}
	return strings.Join(words, "")
}

// bound is the condition of a query, with variables for ids that are to be found.
func (o *outline) bound(q filter.Query) ijson.Value {
	where, problem := ijson.Parse(q.Where.AppendJSON(nil, q.Kind))
	if problem != nil {
		panic("answer: a condition is written as no JSON: " + problem.Message)
	}
	return o.variables(where)
}

func (o *outline) variables(v ijson.Value) ijson.Value {
	if len(v.Items) == 1 {
		for i, path := range o.paths {
			if v.Items[0].Text == strconv.Itoa(beyond-i) {
				return ijson.Value{Kind: ijson.Object, Members: []ijson.Member{{Name: "var", Value: text(path)}}}
			}
		}
	}
	for i := range v.Items {
		v.Items[i] = o.variables(v.Items[i])
	}
	for i := range v.Members {
		v.Members[i].Value = o.variables(v.Members[i].Value)
	}
	return v
}

func text(s string) ijson.Value { return ijson.Value{Kind: ijson.String, Text: s} }
