package rules

import (
	"strconv"
	"strings"

	"assister/internal/calendar"
	"assister/internal/engine/rules/answer"
	"assister/internal/filter"
	"assister/internal/ijson"
	"assister/internal/language/message"
	"assister/internal/phrase/question"
	"assister/internal/planner"
	"assister/internal/propose"
	"assister/internal/schema"
)

// byQuery is the tool that a plan of ours is made of: it takes every condition that
// an answer can need.
const byQuery = "collectionQuery"

// Plan is how a question is looked up: the project or the list that it names first,
// then each kind that it is about; and where two are asked in one breath, the second
// in the projects of what the first has found. Without steps there is no such plan.
// What an answer turns out to need beside it, such as the names of the projects that
// its items belong to or another reading of a question that has found nothing,
// follows from what was found and cannot be planned: Answer looks that up itself.
//
// After a setback there is another plan where the project may be none, and its
// name a word of a title.
func (e Engine) Plan(asked propose.Inquiry, after *planner.Setback) planner.Plan {
	if asked.Said != nil {
		return answer.Answerer{Language: e.Language}.Plan(asked, after)
	}
	q, c := e.read(asked), asked.Clock
	if after != nil {
		first := after.Steps == planner.MaxSteps-1
		if !q.Perhaps || !first || after.Reason != planner.EmptyAnswer {
			return planner.Plan{}
		}
		q.About, q.Project = append(q.About, q.Project), ""
	}
	if len(q.NotUnderstood) > 0 {
		return planner.Plan{}
	}
	var o outline
	there := o.add(q, c, "")
	for _, next := range q.Then {
		there = o.add(next, c, there)
	}
	if len(o.steps) > planner.MaxSteps {
		return planner.Plan{}
	}
	return planner.Plan{Steps: o.steps}
}

// outline is a plan in the making. In the conditions of its steps numbers that no
// record has for an id stand for ids that earlier steps are to find.
type outline struct {
	steps []planner.Step
	paths []string // in memory, of what the numbers stand for
}

// add adds the steps that look a question up, there where an earlier one has found
// something, and returns where the projects of what this one finds are in memory;
// "" where they are in no one place.
func (o *outline) add(q question.Question, c calendar.Clock, there string) (projects string) {
	a := answerer{lookup: lookup{clock: c, today: c.Today()}, q: q}
	if q.There {
		if there == "" {
			return "" // what was found says where, and no path does
		}
		a.projects = []int64{o.later(there)}
	}
	if q.Project != "" {
		a.projects = []int64{o.whole("project", q.Project)}
	}
	if q.Of.Kind != "" {
		a.whole = []int64{o.whole(q.Of.Kind, q.Of.Name)}
	}
	for _, words := range q.About {
		a.subjects = append(a.subjects, subject{words: distinctive(words)})
	}
	a.span()
	for _, k := range a.kinds() {
		s := o.step(k, a.condition(k))
		if a.countable() {
			s.Args.Members = append(s.Args.Members, ijson.Member{Name: "count", Value: ijson.Value{Kind: ijson.Bool, Bool: true}})
		}
		if f, _ := k.Field("projectId"); f != nil && len(q.Then) > 0 && projects == "" {
			s, projects = o.saved(s, k, k.Label, f.Name)
		}
		o.steps = append(o.steps, s)
	}
	for _, other := range q.Else {
		o.add(other, c, there)
	}
	return projects
}

// whole adds the step that finds what records are parts of, and returns what stands
// for its ids.
func (o *outline) whole(kind, name string) int64 {
	k := schema.Lookup(kind)
	s, path := o.saved(o.step(k, nameIs(k, name)), k, k.Label, "id")
	o.steps = append(o.steps, s)
	return o.later(path)
}

// saved is a step that keeps two members of what it finds, and the path of all
// that the second of them are.
func (o *outline) saved(s planner.Step, k *schema.Kind, label, member string) (planner.Step, string) {
	s.Args.Members = append(s.Args.Members, ijson.Member{Name: "select", Value: list(text(label), text(member))})
	s.SaveAs = k.Plural
	return s, "lists." + s.SaveAs + ".*." + member
}

// later is what stands for ids that are to be at a path in memory.
func (o *outline) later(path string) int64 {
	o.paths = append(o.paths, path)
	return beyond - int64(len(o.paths)) + 1
}

// beyond is an id that no record has, and neither do those right below it.
const beyond = 1<<53 - 1

// step looks up the records of a kind that a condition holds of.
func (o *outline) step(k *schema.Kind, c filter.Condition) planner.Step {
	where, problem := ijson.Parse(c.AppendJSON(nil, k))
	if problem != nil {
		panic("rules: a condition is written as no JSON: " + problem.Message)
	}
	s := planner.Step{Tool: byQuery, Args: ijson.Value{Kind: ijson.Object, Members: []ijson.Member{{Name: "collection", Value: text(collection(k))}}}}
	if len(where.Members) > 0 {
		s.Args.Members = append(s.Args.Members, ijson.Member{Name: "where", Value: o.bound(where)})
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

// bound is a condition with variables where ids are to be found.
func (o *outline) bound(v ijson.Value) ijson.Value {
	if len(v.Items) == 1 {
		for i, path := range o.paths {
			if v.Items[0].Text == strconv.Itoa(beyond-i) {
				return ijson.Value{Kind: ijson.Object, Members: []ijson.Member{{Name: "var", Value: text(path)}}}
			}
		}
	}
	for i := range v.Items {
		v.Items[i] = o.bound(v.Items[i])
	}
	for i := range v.Members {
		v.Members[i].Value = o.bound(v.Members[i].Value)
	}
	return v
}

func text(s string) ijson.Value { return ijson.Value{Kind: ijson.String, Text: s} }

func list(items ...ijson.Value) ijson.Value { return ijson.Value{Kind: ijson.Array, Items: items} }
