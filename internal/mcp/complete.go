package mcp

import (
	"context"
	"strconv"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"assister/internal/assist"
	"assister/internal/door"
	"assister/internal/filter"
	"assister/internal/fulltext"
	"assister/internal/schema"
)

// completionsMost is how many values the protocol allows in one answer.
const completionsMost = 100

// completer completes what people type in a client.
type completer struct{ requests }

// complete completes an argument of a prompt or a part of the URI of a record.
func (c completer) complete(ctx context.Context, req *sdk.CompleteRequest) (*sdk.CompleteResult, error) {
	begun := fulltext.Fold(req.Params.Argument.Value)
	values := []string{}
	for _, v := range c.possible(ctx, req.Params) {
		if strings.HasPrefix(fulltext.Fold(v), begun) {
			values = append(values, v)
		}
	}
	shown := values[:min(len(values), completionsMost)]
	return &sdk.CompleteResult{Completion: sdk.CompletionResultDetails{
		Values: shown, Total: len(values), HasMore: len(shown) < len(values),
	}}, nil
}

// possible is what an argument can be.
func (c completer) possible(ctx context.Context, p *sdk.CompleteParams) []string {
	kind := ""
	if p.Context != nil {
		kind = p.Context.Arguments["kind"]
	}
	k := schema.Named(kind)
	switch p.Argument.Name {
	case "kind":
		return kindNames()
	case "field":
		if k == nil {
			return nil
		}
		return filter.Fields(k)
	case "date":
		return []string{"today", "tomorrow"}
	case "project":
		return c.lookUp(ctx, assist.CompleteProject)
	case "tag":
		return c.lookUp(ctx, assist.CompleteTag)
	case "id":
		if k == nil {
			return nil
		}
		return c.idsOf(ctx, k)
	}
	return nil
}

// lookUp looks values up in the workspace; none if it cannot be read.
func (c completer) lookUp(ctx context.Context, find assist.Completion) (values []string) {
	c.carryOut(ctx, nil, door.Request{Command: "query",
		Do: func(ctx context.Context, env assist.Environment) (o assist.Outcome, err error) {
			values, err = find(ctx, env)
			return o, err
		}})
	return values
}

// idsOf are the ids of the newest records of a kind.
func (c completer) idsOf(ctx context.Context, k *schema.Kind) (ids []string) {
	q := filter.Query{Kind: k, Limit: completionsMost, Select: []string{filter.IDField},
		Sort: []filter.Order{{At: filter.ID, Descending: true}}}
	r := c.carryOut(ctx, nil, door.Request{Command: "query",
		Do: func(ctx context.Context, env assist.Environment) (assist.Outcome, error) {
			return assist.Query(ctx, env, assist.QueryRequest{Query: q})
		}})
	for _, row := range r.rows {
		id, _ := row.Get(filter.IDField)
		if n, ok := id.Int(); ok {
			ids = append(ids, strconv.FormatInt(n, 10))
		}
	}
	return ids
}
