package answer

import (
	"strings"

	"assister/internal/filter"
	"assister/internal/ijson"
	"assister/internal/language/message"
	"assister/internal/planner"
	"assister/internal/record"
	"assister/internal/reference"
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
			s := newStep(k, called, `,"select":["`+k.Label+`","id"]`)
			s.SaveAs = k.Plural
			list = append(list, s)
		}
	}
	counted := ""
	if (&looking{q}).countable() {
		counted = `,"count":true`
	}
	for _, one := range all {
		for _, k := range one.kinds() {
			list = append(list, newStep(k, one.condition(k), counted))
		}
	}
	return list
}

// newStep looks up records that a condition holds of, with more members of the arguments.
func newStep(k *schema.Kind, c filter.Condition, with string) planner.Step {
	text := `{"collection":"` + collection(k) + `"`
	if where := string(c.AppendJSON(nil, k)); where != "{}" {
		text += `,"where":` + where
	}
	args, problem := ijson.Parse([]byte(text + with + "}"))
	if problem != nil {
		panic("answer: a step is written as no JSON: " + problem.Message)
	}
	return planner.Step{Tool: byQuery, Args: args}
}

// collection is what the tool calls a kind: "noteSessions".
func collection(k *schema.Kind) string {
	words := strings.Split(k.Plural, "_")
	return words[0] + strings.Join(reference.Each(words[1:], message.Capital), "")
}
