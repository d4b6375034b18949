package tool

import (
	"context"
	"errors"
	"strconv"

	"assister/internal/ijson"
	"assister/internal/problem"
	"assister/internal/record"
	"assister/internal/schema"
	"assister/internal/search"
)

// Searcher is a library that finds records by what a text says and by what it
// means. Where nobody can tell what it means, it goes by the words alone, and
// lacking says why.
type Searcher interface {
	Relevant(ctx context.Context, r search.Request) (a search.Result, lacking string, err error)
}

// How many records semanticSearch gives, and how many it can be asked for (facts
// 2.1).
const (
	relevantUsual = 8
	relevantMost  = 50
)

// semanticSearch is the tool that looks through every kind at once. What it finds
// it names by kind and id, so that an answer can say what it stands on.
func semanticSearch() *Tool {
	t := &Tool{Name: "semanticSearch", Aliases: []string{"search"}, Help: "records of any kind by what they are about, the most relevant first; in other words than theirs, too",
		Args: []Arg{
			needed(schema.Field{Name: "query", Type: schema.Text, Help: "what is looked for, in words"}),
			{Field: schema.Field{Name: "limit", Min: 1, Help: "at most so many, from 1 to " + itoa(relevantMost) + "; " + itoa(relevantUsual) + " without it"}, Raw: "integer"},
		}}
	t.seek = func(a Arguments) (search.Request, []problem.Problem) {
		limit, fault := a.whole("limit", 1, relevantUsual)
		r := search.Request{Text: a.Values["query"].Text(), Limit: min(limit, relevantMost)}
		if fault != nil {
			return r, []problem.Problem{*fault}
		}
		return r, nil
	}
	return t
}

// resultsKey is what the list of what was found is called, and resultsPlace its
// name in the memory of a plan.
const (
	resultsKey   = "results"
	resultsPlace = "searchResults"
)

// errNotSearched is of a library that is no Searcher.
var errNotSearched = errors.New("these records cannot be searched")

// search answers a call of a tool that seeks.
func (b Bound) search(ctx context.Context, e Envelope, a Arguments) Envelope {
	r, problems := b.seek(a)
	if len(problems) > 0 {
		return e.refuse(problems)
	}
	searcher, ok := b.library.(Searcher)
	if !ok {
		return e.failed(errNotSearched)
	}
	found, lacking, err := searcher.Relevant(ctx, r)
	if err != nil {
		return e.failed(err)
	}
	e.Key, e.Total, e.Limit = resultsKey, found.Total, r.Limit
	if lacking != "" {
		e.Disabled = true
		e.Warning = "searched by words alone: " + lacking
	}
	rows := ijson.Value{Kind: ijson.Array}
	for _, m := range found.Matches {
		e.Keys = append(e.Keys, record.Key{Kind: m.Record.Kind.Name, ID: m.Record.ID})
		rows.Items = append(rows.Items, result(m))
	}
	e.Data = object(ijson.Member{Name: resultsKey, Value: rows})
	return e
}

// result is what is said of a record that was found.
func result(m search.Match) ijson.Value {
	r := m.Record
	url := ijson.Value{}
	if f, _ := r.Kind.Field("url"); f != nil {
		url = cut(text(r.Get("url").Text()))
	}
	return object(
		ijson.Member{Name: "kind", Value: text(r.Kind.Name)},
		ijson.Member{Name: "id", Value: text(r.Kind.Name + ":" + strconv.FormatInt(r.ID, 10))},
		ijson.Member{Name: "title", Value: cut(text(r.Label()))},
		ijson.Member{Name: "url", Value: url},
		ijson.Member{Name: "excerpt", Value: text(m.Excerpt)},
		ijson.Member{Name: "score", Value: ijson.Value{Kind: ijson.Number, Text: strconv.FormatFloat(m.Score, 'f', -1, 64)}},
	)
}

// describeResult is what result gives.
func describeResult() ijson.Value {
	var fields []ijson.Member
	var names []string
	for _, f := range [...]struct{ name, kind, help string }{
		{"kind", "string", ""}, {"id", "string", "with its kind: note:1"}, {"title", "string", ""}, {"url", "", "of what has one"},
		{"excerpt", "string", "where it is about that"}, {"score", "number", "compares within one answer"},
	} {
		v := described(f.kind, f.help)
		if f.kind == "" {
			v = object(ijson.Member{Name: "type", Value: texts("string", "null")})
		}
		fields, names = append(fields, ijson.Member{Name: f.name, Value: v}), append(names, f.name)
	}
	return outline(fields, names...)
}
