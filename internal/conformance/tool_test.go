package conformance

import (
	"context"
	"slices"
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

// asked is when the tools are asked.
var asked = calendar.Clock{Instant: time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC), Zone: time.UTC}

// askedFor returns the ids that a tool finds, or the codes of its problems. It gets the
// recorded arguments as they are.
func askedFor(found *tool.Tool, records inMemory, args ijson.Value) any {
	e := found.On(records, asked).Call(context.Background(), args)
	if e.Problem != nil {
		return []string{e.Problem.Code}
	}
	ids := []int64{}
	for _, key := range e.Keys() {
		ids = append(ids, key.ID)
	}
	slices.Sort(ids)
	return ids
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
			if k.Day != "" {
				r = r.With(k.Day, record.Date(asked.Today())) // within what tasks lists by default
			}
			all = append(all, r)
		}
	}
	return func(t *testing.T, c testCase) (any, any) {
		found := tool.Lookup(str(c.Input, "tool"))
		if found == nil {
			return "no such tool", c.Expected
		}
		v := found.On(all, asked).Call(context.Background(), ijson.Value{}).Value()
		var keys []string
		for _, m := range at(v, "data").Members {
			keys = append(keys, m.Name)
		}
		total, _ := at(v, "total").Int()
		rows := at(v, "data", keys[0]).Items
		return map[string]any{"keys": append(keys, "total"), "totalEqualsLength": total == 3 && len(rows) == 3}, c.Expected
	}
}

// queries is the area of conditions on a collection: the records that the tool finds are
// compared with those that the compiled condition matches.
func queries(t *testing.T, _ fixtures) runner {
	records := probes()
	return func(t *testing.T, c testCase) (any, any) {
		word := str(c.Input, "collection")
		if has(c.Input, "where") {
			found := tool.Lookup("chat_collectionQuery")
			return askedFor(found, records, c.Input), selected(t, records, schema.Lookup("task"), c.Expected)
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
