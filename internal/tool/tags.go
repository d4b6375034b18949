package tool

import (
	"fmt"
	"slices"
	"strconv"

	"assister/internal/ijson"
	"assister/internal/op"
	"assister/internal/problem"
	"assister/internal/record"
	"assister/internal/schema"
)

// tagTools returns the tools that add one tag to a record and remove one. An update
// replaces all tags, so these tools read the record first, and the operation that they
// propose names the revision that they read.
func tagTools(k *schema.Kind) []*Tool {
	if f, _ := k.Field("tags"); f == nil {
		return nil
	}
	add := func(tags []string, tag string) []string { return append(tags, tag) }
	remove := func(tags []string, tag string) []string {
		return slices.DeleteFunc(tags, func(t string) bool { return t == tag })
	}
	return []*Tool{
		tagTool(k, "add", "add a tag to "+k.One(), add),
		tagTool(k, "remove", "remove a tag from "+k.One(), remove),
	}
}

func tagTool(k *schema.Kind, verb, help string, change func(tags []string, tag string) []string) *Tool {
	id := camel(k.Name) + "Id"
	t := &Tool{
		Name:    verb + capital(camel(k.Name)) + "Tag",
		Aliases: []string{verb + "_" + k.Name + "_tag"},
		Kind:    k,
		Help:    help,
		Mutates: true,
		Args: []Arg{
			required(schema.Field{Name: id, Type: schema.Ref, Of: k.Name, Help: "the id of the " + k.Noun(1)}),
			required(schema.Field{Name: "tag", Type: schema.Text, Help: "the tag"}),
		},
	}
	t.plan = func(b Bound, v ijson.Value) (o op.Op, problems []problem.Problem, err error) {
		a, problems := b.read(v)
		if len(problems) > 0 {
			return o, problems, nil
		}
		found, err := b.records.Query(ofID(k, a.Values[id]), b.clock.Today())
		switch {
		case err != nil:
			return o, nil, err
		case len(found.Records) == 0:
			return o, []problem.Problem{notFound(k, id)}, nil
		}
		r := found.Records[0]
		o, problems = op.Decode(setTags(r, change(r.Get("tags").Tags(), a.Values["tag"].Text())), b.clock)
		return o, problems, nil
	}
	return t
}

// setTags returns the operation that replaces the tags of a record.
func setTags(r record.Record, tags []string) ijson.Value {
	revision := ijson.Value{Kind: ijson.Number, Text: strconv.FormatInt(r.Rev, 10)}
	return object(
		member("op", text(r.Kind.Name+"."+string(schema.Update))),
		member("id", number(int(r.ID))),
		member("tags", texts(tags...)),
		member("base", object(member(fmt.Sprintf("%s:%d", r.Kind.Name, r.ID), revision))),
	)
}
