package tool

import (
	"context"
	"errors"
	"strconv"

	"assister/internal/ijson"
	"assister/internal/problem"
	"assister/internal/schema"
	"assister/internal/search"
)

// Searcher is a Reader that finds records by their words and their meaning. If it
// cannot search by meaning, it searches by words and lacking says why.
type Searcher interface {
	Relevant(ctx context.Context, r search.Request) (a search.Result, lacking string, err error)
}

// The default and the maximum number of records that semanticSearch returns.
const (
	relevantDefault = 8
	relevantMax     = 50
)

// semanticSearch returns the tool that searches all kinds at once. Its results have a
// kind and an id, so that an answer can cite them.
func semanticSearch() *Tool {
	t := &Tool{
		Name:    "semanticSearch",
		Aliases: []string{"search"},
		Help:    "search records of any kind by meaning and by words; most relevant first",
		Args: []Arg{
			required(schema.Field{Name: "query", Type: schema.Text, Help: "the text to search for"}),
			{Field: schema.Field{Name: "projectId", Type: schema.Ref, Of: "project", Help: "search only this project"}},
			limitArg(relevantDefault, relevantMax),
		},
	}
	t.search = func(a Arguments) (search.Request, []problem.Problem) {
		limit, fault := a.integer("limit", 1, relevantDefault)
		r := search.Request{Text: a.Values["query"].Text(), Project: a.Values["projectId"].ID(),
			Limit: min(limit, relevantMax)}
		if fault != nil {
			return r, []problem.Problem{*fault}
		}
		return r, nil
	}
	return t
}

// The list of results has the name resultsKey in the answer and resultsPlace in the
// memory of a plan.
const (
	resultsKey   = "results"
	resultsPlace = "searchResults"
)

// errNotSearchable is the error of a Reader that is not a Searcher.
var errNotSearchable = errors.New("these records cannot be searched")

// runSearch answers a call of a tool that searches.
func (b Bound) runSearch(ctx context.Context, e Envelope, a Arguments) Envelope {
	r, problems := b.search(a)
	if len(problems) > 0 {
		return e.refuse(problems)
	}
	searcher, ok := b.records.(Searcher)
	if !ok {
		return e.failed(errNotSearchable)
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
		e.found(m.Record)
		rows.Items = append(rows.Items, result(m))
	}
	e.Data = object(member(resultsKey, rows))
	return e
}

// result returns the row of a record that was found.
func result(m search.Match) ijson.Value {
	r := m.Record
	url := ijson.Value{}
	if f, _ := r.Kind.Field("url"); f != nil {
		url = cut(text(r.Get("url").Text()))
	}
	return object(
		member("kind", text(r.Kind.Name)),
		member("id", text(r.Kind.Name+":"+strconv.FormatInt(r.ID, 10))),
		member("title", cut(text(r.Label()))),
		member("url", url),
		member("excerpt", text(m.Excerpt)),
		member("score", ijson.Value{Kind: ijson.Number, Text: strconv.FormatFloat(m.Score, 'f', -1, 64)}),
	)
}

// describeResult returns the JSON Schema of a result.
func describeResult() ijson.Value {
	var fields []ijson.Member
	var names []string
	for _, f := range [...]struct{ name, kind, help string }{
		{"kind", "string", ""}, {"id", "string", "with its kind: note:1"}, {"title", "string", ""}, {"url", "", ""},
		{"excerpt", "string", "the matching passage"}, {"score", "number", "relevance, comparable within one answer"},
	} {
		v := described(f.kind, f.help)
		if f.kind == "" {
			v = object(member("type", texts("string", "null")))
		}
		fields, names = append(fields, member(f.name, v)), append(names, f.name)
	}
	return outline(fields, names...)
}
