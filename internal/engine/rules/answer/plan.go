package answer

import (
	"slices"

	"assister/internal/filter"
	"assister/internal/ijson"
	"assister/internal/planner"
	"assister/internal/record"
	"assister/internal/schema"
)

// byQuery is the tool that our steps call: it takes every condition that an answer can need.
const byQuery = "collectionQuery"

// steps are the calls that look up what a question is about, for people and programs to see
// and repeat: the project or the list that it names, then each kind of record.
func (q *question) steps() (list []planner.Step) {
	all := append([]*question{q}, q.others...)
	for _, one := range all {
		for _, t := range one.Terms {
			if len(t.Of) == 0 || t.Text == "" {
				continue
			}
			k, name := t.Of[0].Kind, record.Text(t.Of[0].Label())
			called := filter.Comparing(filter.Comparison{Field: k.Label, Op: filter.In, Values: []record.Value{name}})
			label := ijson.Value{Kind: ijson.Array, Items: []ijson.Value{text(k.Label), text("id")}}
			s := newStep(k, called, ijson.Member{Name: "select", Value: label})
			s.SaveAs = k.Plural
			list = append(list, s)
		}
	}
	var counted []ijson.Member
	if (&looking{q}).countable() {
		counted = []ijson.Member{{Name: "count", Value: ijson.Value{Kind: ijson.Bool, Bool: true}}}
	}
	for _, one := range all {
		for _, k := range one.kinds() {
			list = append(list, newStep(k, one.condition(k), counted...))
		}
	}
	return list
}

// newStep looks up records that a condition holds of.
func newStep(k *schema.Kind, c filter.Condition, with ...ijson.Member) planner.Step {
	where, problem := ijson.Parse(c.AppendJSON(nil, k))
	if problem != nil {
		panic("answer: a condition is written as no JSON: " + problem.Message)
	}
	args := ijson.Value{Kind: ijson.Object, Members: []ijson.Member{{Name: "collection", Value: text(k.Plural)}}}
	if len(where.Members) > 0 {
		args.Members = append(args.Members, ijson.Member{Name: "where", Value: where})
	}
	args.Members = slices.Concat(args.Members, with)
	return planner.Step{Tool: byQuery, Args: args}
}

func text(s string) ijson.Value { return ijson.Value{Kind: ijson.String, Text: s} }
