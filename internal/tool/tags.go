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

// tagging are the tools that give a record one more tag and take one away, which the
// seeds know. An update writes all of them, so that these look at what is there
// first, and the operation that they come to says which state they saw.
func tagging(k *schema.Kind) []*Tool {
	if f, _ := k.Field("tags"); f == nil {
		return nil
	}
	return []*Tool{
		retagging(k, "add", "give "+k.One()+" one more tag", func(tags []string, tag string) []string { return append(tags, tag) }),
		retagging(k, "remove", "take one tag off "+k.One(), func(tags []string, tag string) []string {
			return slices.DeleteFunc(tags, func(t string) bool { return t == tag })
		}),
	}
}

func retagging(k *schema.Kind, verb, help string, change func(tags []string, tag string) []string) *Tool {
	id := camel(k.Name) + "Id"
	t := &Tool{Name: verb + capital(camel(k.Name)) + "Tag", Aliases: []string{verb + "_" + k.Name + "_tag"}, Kind: k, Help: help, Mutates: true,
		Args: []Arg{needed(schema.Field{Name: id, Type: schema.Ref, Of: k.Name, Help: "the id of the " + spaced(k.Name)}), needed(schema.Field{Name: "tag", Type: schema.Text, Help: "the word"})}}
	t.plan = func(b Bound, v ijson.Value) (o op.Op, problems []problem.Problem, err error) {
		a, problems := b.read(v)
		if len(problems) > 0 {
			return o, problems, nil
		}
		found, err := b.library.Query(ofID(k, a.Values[id]), b.clock.Today())
		switch {
		case err != nil:
			return o, nil, err
		case len(found.Records) == 0:
			return o, []problem.Problem{noSuch(k, id)}, nil
		}
		r := found.Records[0]
		o, problems = op.Decode(retagged(r, change(r.Get("tags").Tags(), a.Values["tag"].Text())))
		return o, problems, nil
	}
	return t
}

// retagged is the operation that gives a record these tags and no others.
func retagged(r record.Record, tags []string) ijson.Value {
	key := fmt.Sprintf("%s:%d", r.Kind.Name, r.ID)
	return object(ijson.Member{Name: "op", Value: text(r.Kind.Name + "." + string(schema.Update))}, ijson.Member{Name: "id", Value: number(int(r.ID))},
		ijson.Member{Name: "tags", Value: texts(tags...)},
		ijson.Member{Name: "base", Value: object(ijson.Member{Name: key, Value: ijson.Value{Kind: ijson.Number, Text: strconv.FormatInt(r.Rev, 10)}})})
}
