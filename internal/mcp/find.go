package mcp

import (
	"context"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"assister/internal/assist"
	"assister/internal/calendar"
	"assister/internal/door"
	"assister/internal/filter"
	"assister/internal/ijson"
	"assister/internal/problem"
	"assister/internal/schema"
	"assister/internal/search"
)

// rowsSchema describes the results of the tools that find records of any kind.
const rowsSchema = `{"type":"object","properties":{` +
	`"rows":{"type":"array","items":{"type":"object"}},` +
	`"total":{"type":"integer","description":"the number of records, without limit and offset"},` +
	`"error":{"type":"object","properties":{"code":{"type":"string"},"field":{"type":"string"},` +
	`"message":{"type":"string"},"hint":{"type":"string"}},"required":["code","message"]}` +
	`},"additionalProperties":false}`

// How many rows a tool returns.
const (
	rowsUsual = 20
	rowsMost  = 200
)

// finder is the tools that find records of any kind.
type finder struct{ requests }

func (s finder) tools() []ownTool {
	names := kindNames()
	reads := sdk.ToolAnnotations{ReadOnlyHint: true, IdempotentHint: true}
	limit := arg{name: "limit", kind: "integer", help: "return at most this many records, at most 200; default 20"}
	return []ownTool{
		{name: "search", title: "Search records", output: rowsSchema, hints: reads, call: s.search,
			help: "Find records of any kind by words and by meaning, best first. Each row has its kind and id.",
			args: []arg{
				{name: "text", kind: "string", required: true, help: "the words to search for"},
				{name: "kinds", kind: "strings", values: names, help: "only records of these kinds"},
				limit,
			}},
		{name: "query", title: "Query records", output: rowsSchema, hints: reads, call: s.query,
			help: "Find the records of one kind that a condition matches. Each row has its kind and id. " +
				"The resource assister://help/filters describes conditions.",
			args: []arg{
				{name: "kind", kind: "string", required: true, values: names, help: "the kind of the records"},
				{name: "where", kind: "object",
					help: `the condition, such as {"status":"pending","deadline":{"lt":"+7d"}}`},
				{name: "select", kind: "strings", help: "the fields to return; default: all"},
				{name: "sort", kind: "strings", help: "the fields to sort by; a leading - sorts in descending order"},
				limit,
				{name: "offset", kind: "integer", help: "skip this many records"},
				{name: "count", kind: "boolean", help: "return only the number of records"},
			}},
	}
}

func kindNames() (names []string) {
	for _, k := range schema.Kinds {
		names = append(names, k.Name)
	}
	return names
}

// limitOf is how many rows a call asks for.
func limitOf(a arguments) int { return max(1, min(a.number("limit", rowsUsual), rowsMost)) }

func (s finder) search(ctx context.Context, req *sdk.CallToolRequest, a arguments) *sdk.CallToolResult {
	q := assist.SearchRequest{Search: search.Request{Text: a.text("text"), Limit: limitOf(a)}}
	for _, name := range a.texts("kinds") {
		k := schema.Named(name)
		if k == nil {
			return refused(schema.NoSuchKind(name)).rowsResult()
		}
		q.Search.Kinds = append(q.Search.Kinds, k)
	}
	return s.run(ctx, req, door.Request{Command: "search",
		Do: func(ctx context.Context, env assist.Environment) (assist.Outcome, error) {
			return assist.Search(ctx, env, q)
		}}).rowsResult()
}

func (s finder) query(ctx context.Context, req *sdk.CallToolRequest, a arguments) *sdk.CallToolResult {
	return s.run(ctx, req, door.Request{Command: "query",
		Do: func(ctx context.Context, env assist.Environment) (assist.Outcome, error) {
			q, problems := queryOf(a, env.Clock)
			if len(problems) > 0 {
				return assist.Outcome{}, &problem.Refusal{Class: problem.Usage, Problem: problems[0], More: problems[1:]}
			}
			return assist.Query(ctx, env, assist.QueryRequest{Query: q, IDs: true})
		}}).rowsResult()
}

func queryOf(a arguments, clock calendar.Clock) (q filter.Query, problems []problem.Problem) {
	if q.Kind = schema.Named(a.text("kind")); q.Kind == nil {
		return q, []problem.Problem{schema.NoSuchKind(a.text("kind"))}
	}
	if where, given := a["where"]; given {
		q.Where, problems = filter.Where(q.Kind, where, clock)
	}
	var p *problem.Problem
	if q.Sort, p = filter.Sorting(q.Kind, listed(a["sort"])); p != nil {
		problems = append(problems, *p)
	}
	if q.Select, p = filter.Selecting(q.Kind, listed(a["select"])); p != nil {
		problems = append(problems, *p)
	}
	q.Limit, q.Offset, q.Count = limitOf(a), a.number("offset", 0), a.on("count")
	return q, problems
}

// listed is a list of names, or null for none.
func listed(v ijson.Value) ijson.Value {
	if len(v.Items) == 0 {
		return ijson.Value{}
	}
	return v
}
