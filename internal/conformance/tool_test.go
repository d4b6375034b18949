package conformance

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"assister/internal/calendar"
	"assister/internal/filter"
	"assister/internal/ijson"

	"assister/internal/record"
	"assister/internal/schema"
	"assister/internal/tool"
)

// Areas about the tools of the planner.

// inMemory has the records that tools read.
type inMemory []record.Record

func (m inMemory) Query(q filter.Query, today calendar.Date) (filter.Result, error) {
	return q.In(m, today), nil
}

// envelopes is the area of the results of tools.
func envelopes(t *testing.T, _ fixtures) runner {
	var all inMemory
	for _, k := range schema.Kinds {
		for id := range int64(3) {
			r := record.New(k, id+1)
			for i := range k.Fields {
				r.Values[i] = record.Default(&k.Fields[i])
			}
			all = append(all, r)
		}
	}
	clock := calendar.Clock{Instant: time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC), Zone: time.UTC}
	return func(t *testing.T, c testCase) (any, any) {
		found := tool.Lookup(str(c.Input, "tool"))
		if found == nil {
			return "no such tool", c.Expected
		}
		v := found.On(all, clock).Call(context.Background(), ijson.Value{}).Value()
		var keys []string
		for _, m := range at(v, "data").Members {
			keys = append(keys, m.Name)
		}
		total, _ := at(v, "total").Int()
		rows := at(v, "data", keys[0]).Items
		return map[string]any{"keys": append(keys, "total"), "totalEqualsLength": total == 3 && len(rows) == 3}, c.Expected
	}
}

// queries is the area of conditions on a collection. The recorded ones have the syntax of
// their database.
func queries(t *testing.T, _ fixtures) runner {
	return func(t *testing.T, c testCase) (any, any) {
		word := str(c.Input, "collection")
		if has(c.Input, "where") {
			return condition(t, word, at(c.Input, "where")), asWritten(c.Expected)
		}
		if word == "" { // the fields that a query can name
			got := map[string][]string{}
			for _, name := range []string{"tasks", "projects"} {
				k := schema.Named(name)
				for i := range k.Fields {
					got[name] = append(got[name], k.Fields[i].Name)
				}
			}
			return map[string]any{"holds": slices.Contains(got["tasks"], "deadline") && slices.Contains(got["projects"], "description") && !slices.Contains(got["tasks"], "secret")}, c.Expected
		}
		if k := schema.Named(word); k != nil {
			word = tool.Key(k)
		}
		return word, c.Expected
	}
}

// condition returns the parsed condition, with the recorded names of operators, or the
// codes of its problems.
func condition(t *testing.T, collection string, where ijson.Value) any {
	k := schema.Named(collection)
	if k == nil {
		return []string{"unknown_kind"}
	}
	c, problems := filter.Where(k, where, calendar.Clock{Zone: time.UTC})
	if len(problems) > 0 {
		return codes(problems)
	}
	said := string(c.AppendJSON(nil, k))
	said = strings.ReplaceAll(said, `{"eq":null}`, "null")
	for _, name := range filter.Operators {
		said = strings.ReplaceAll(said, `"`+name+`":`, `"$`+name+`":`)
	}
	merged := parsed(t, said)
	if and := at(merged, "and"); len(and.Items) == 1 && len(merged.Members) == 2 { // a field with two comparisons
		for _, m := range and.Items[0].Members {
			first := &merged.Members[0].Value
			first.Members = append(first.Members, m.Value.Members...)
		}
		merged.Members = merged.Members[:1]
	}
	return merged
}

// asWritten returns a recorded answer with our names of the statuses of a task. Both are
// accepted.
func asWritten(v ijson.Value) ijson.Value {
	text := strings.NewReplacer(`"todo"`, `"pending"`, `"done"`, `"completed"`).Replace(string(ijson.AppendValue(nil, v)))
	out, _ := ijson.Parse([]byte(text))
	return out
}
