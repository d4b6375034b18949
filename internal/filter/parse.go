package filter

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"assister/internal/calendar"
	"assister/internal/ijson"
	"assister/internal/problem"
	"assister/internal/record"
	"assister/internal/schema"
)

// Codes of what cannot be read.
const (
	UnknownOperator = "unknown_operator"
	InvalidQuery    = "invalid_query"
)

// How large a condition may be. SQL has bounds of its own, far above these.
const (
	depthMax = 8
	partsMax = 256 // comparisons and groups in one query
	listMax  = 500 // values of one in or nin
)

// Where reads a condition on records of a kind, as JSON: an object of keys of the
// contract's filter, fields with a value or with operators, "and" and "or". Null
// is no condition. What is not understood is a problem and never left out, since
// the answer would be one to another question. A day stands for the instant it
// begins at in zone.
func Where(k *schema.Kind, v ijson.Value, zone *time.Location) (Condition, []problem.Problem) {
	if v.Kind == ijson.Null {
		return Condition{}, nil
	}
	p := parser{kind: k, zone: zone}
	c := p.condition("where", v, 0)
	return c, p.problems
}

type parser struct {
	kind     *schema.Kind
	zone     *time.Location
	parts    int
	problems []problem.Problem
}

func (p *parser) wrong(code, at, message, hint string) {
	const most = 16 // told of one query
	if len(p.problems) < most {
		p.problems = append(p.problems, problem.Problem{Code: code, Field: at, Message: message, Hint: hint})
	}
}

func (p *parser) condition(at string, v ijson.Value, depth int) (c Condition) {
	switch {
	case v.Kind != ijson.Object:
		p.wrong(problem.InvalidWhereObject, at, at+" must be an object", `such as {"status":"pending"} or {"deadline":{"lt":"2026-11-27"}}`)
		return c
	case depth > depthMax:
		p.wrong(InvalidQuery, at, fmt.Sprintf("conditions nest at most %d deep", depthMax), "write it flatter")
		return c
	}
	var keys []ijson.Member // of the contract's filter
	for _, m := range v.Members {
		if p.parts++; p.parts > partsMax {
			p.wrong(InvalidQuery, at, fmt.Sprintf("a query has at most %d conditions", partsMax), "ask in several queries")
			return c
		}
		switch {
		case m.Name == "and":
			c.All = append(c.All, p.group(at+".and", m.Value, depth)...)
		case m.Name == "or":
			c.Any = p.group(at+".or", m.Value, depth)
		case p.isKey(m):
			keys = append(keys, m)
		default:
			c.Compare = append(c.Compare, p.field(at, m)...)
		}
	}
	c.Filter = p.filter(at, keys)
	return c
}

// group is the conditions of an "and" or "or". One without any would hold of
// everything, or of nothing, and is neither meant.
func (p *parser) group(at string, v ijson.Value, depth int) (list []Condition) {
	if v.Kind != ijson.Array || len(v.Items) == 0 {
		p.wrong(InvalidQuery, at, at+" must be an array of conditions", `such as [{"status":"pending"},{"status":"doing"}]`)
		return nil
	}
	for i, item := range v.Items {
		if p.parts > partsMax {
			break
		}
		list = append(list, p.condition(at+"["+strconv.Itoa(i)+"]", item, depth+1))
	}
	return list
}

// isKey reports whether a member is one of the contract's filter. Where a field
// has the name as well, the key takes single words, and the field all else.
func (p *parser) isKey(m ijson.Member) bool {
	if !slices.Contains(Keys[:], m.Name) {
		return false
	}
	f, _ := p.kind.Field(m.Name)
	return f == nil || m.Value.Kind == ijson.String && strings.TrimSpace(m.Value.Text) != "" || m.Value.Kind == ijson.Number
}

// filter reads the keys as the contract's filter, and makes sure that the kind
// has what they ask for.
func (p *parser) filter(at string, keys []ijson.Member) Filter {
	if len(keys) == 0 {
		return Filter{}
	}
	for _, m := range keys {
		if !Has(p.kind, m.Name) {
			p.wrong(problem.UnknownField, at+"."+m.Name, p.kind.Plural+" have nothing that "+m.Name+" asks for", p.fieldsHint())
			return Filter{}
		}
	}
	named := len(keys)
	if !slices.ContainsFunc(keys, func(m ijson.Member) bool { return m.Name == "kind" }) {
		keys = append(keys, ijson.Member{Name: "kind", Value: ijson.Value{Kind: ijson.String, Text: p.kind.Name}})
	}
	f, problems := Parse(ijson.Value{Kind: ijson.Object, Members: keys})
	for _, found := range problems {
		found.Field = at + strings.TrimPrefix(found.Field, "where")
		p.wrong(found.Code, found.Field, found.Message, found.Hint)
	}
	if len(problems) == 0 && !slices.Equal(f.Kinds, []string{p.kind.Name}) {
		p.wrong(problem.InvalidIn("where", "kind"), at+".kind", "the query is about "+p.kind.Plural+" alone", "ask for each kind by itself")
	}
	if f.Kinds = nil; named == 0 {
		return Filter{}
	}
	return f
}

// Has reports whether records of the kind have what a key of the filter asks
// for.
func Has(k *schema.Kind, key string) bool {
	field := func(name string) bool { f, _ := k.Field(name); return f != nil }
	switch key {
	case "overdue":
		return k.Day != "" && k.Settles()
	case "scheduled_range":
		return k.Day != ""
	case "deadline_range":
		return field("deadline")
	case "completed":
		return k.Settles() || k.Done != ""
	case "status":
		return field("status") || k.Done != ""
	case "repeating":
		return field("recurrence")
	case "tag":
		return field("tags")
	case "priority", "projectId", "context":
		return field(key)
	}
	return true
}

// field reads a field with a value, or with operators.
func (p *parser) field(at string, m ijson.Member) []Comparison {
	place, ok := Place(p.kind, m.Name)
	if !ok {
		p.unknown(at, m.Name)
		return nil
	}
	at += "." + m.Name
	switch m.Value.Kind {
	case ijson.Object:
		return p.operators(at, place, m.Value)
	case ijson.Array:
		return p.comparison(at, place, In, m.Value)
	}
	return p.comparison(at, place, Eq, m.Value)
}

func (p *parser) operators(at string, place int, v ijson.Value) (list []Comparison) {
	if len(v.Members) == 0 {
		p.wrong(UnknownOperator, at, at+" has no operator", p.operatorsHint())
	}
	for _, m := range v.Members {
		op := slices.Index(Operators[:], strings.TrimPrefix(strings.ToLower(m.Name), "$"))
		if op < 0 {
			hint := p.operatorsHint()
			if near := problem.Nearest(m.Name, Operators[:]); near != "" {
				hint = "did you mean " + near + "?"
			}
			p.wrong(UnknownOperator, at, "there is no operator "+problem.Quote(m.Name), hint)
			continue
		}
		list = append(list, p.comparison(at, place, Operator(op), m.Value)...)
	}
	return list
}

func (p *parser) operatorsHint() string {
	return "the operators are " + strings.Join(Operators[:], ", ")
}

func (p *parser) comparison(at string, place int, op Operator, v ijson.Value) []Comparison {
	f := Field(p.kind, place)
	if why := unfit(p.kind, place, op, v); why != "" {
		p.wrong(problem.InvalidIn("where", f.Name), at, why, "")
		return nil
	}
	items := []ijson.Value{v}
	if op == In || op == Nin {
		if v.Kind == ijson.Array {
			items = v.Items
		}
		if len(items) == 0 || len(items) > listMax {
			p.wrong(problem.InvalidIn("where", f.Name), at, fmt.Sprintf("%s takes 1 to %d values", op, listMax), "")
			return nil
		}
	}
	c := Comparison{At: place, Op: op}
	for _, item := range items {
		value, fault := p.value(f, op, item)
		if fault != nil {
			p.wrong(problem.InvalidIn("where", f.Name), at, fault.Message, fault.Hint)
			return nil
		}
		c.Values = append(c.Values, value)
	}
	return []Comparison{c}
}

// unfit says why a field cannot be compared in this way, if it cannot.
func unfit(k *schema.Kind, place int, op Operator, v ijson.Value) string {
	f := Field(k, place)
	null := v.Kind == ijson.Null || v.Kind == ijson.String && strings.TrimSpace(v.Text) == ""
	switch op {
	case Lt, Lte, Gt, Gte:
		if !Ordered(k, place) {
			return f.Name + " has no order to compare by"
		}
		if null {
			return "nothing is less or more than null"
		}
	case Contains:
		if !f.Type.Textual() && f.Type != schema.Tags {
			return "only a text contains something, and " + f.Name + " is none"
		}
		if null {
			return "contains needs a text"
		}
	}
	if f.Type == schema.Recurrence && !null {
		return f.Name + " can be null or, with ne, not null; repeating says the same"
	}
	return ""
}

// value reads one value to compare a field with, as the field's type is written.
// Null is a value too, a set is compared by its members, and a day stands for the
// moment or the instant that it begins at.
func (p *parser) value(f *schema.Field, op Operator, v ijson.Value) (record.Value, *problem.Problem) {
	member := *f
	member.Required = false
	switch f.Type {
	case schema.Text:
		member.Max = 0
	case schema.URL:
		if v.Kind == ijson.String && strings.TrimSpace(v.Text) != "" && !op.equates() {
			return record.Text(strings.TrimSpace(v.Text)), nil // part of one may be looked for
		}
	case schema.Dates:
		member.Type = schema.Date
	case schema.Tags:
		if v.Kind == ijson.Array {
			return record.Null, &problem.Problem{Message: f.Name + " is compared with one word", Hint: "use in for one of several, and for each of several"}
		}
	case schema.Moment:
		if d, ok := calendar.ParseDate(strings.TrimSpace(v.Text)); ok && v.Kind == ijson.String {
			return record.Moment(d, calendar.TimeOf(0, 0)), nil
		}
	case schema.Instant:
		if d, ok := calendar.ParseDate(strings.TrimSpace(v.Text)); ok && v.Kind == ijson.String && p.zone != nil {
			at, _ := calendar.StartOfDay(d, p.zone)
			return record.Instant(at), nil
		}
	}
	return record.Parse(&member, v)
}

func (p *parser) unknown(at, name string) {
	hint := p.fieldsHint()
	if near := problem.Nearest(name, append(Fields(p.kind), Keys[:]...)); near != "" {
		hint = "did you mean " + near + "?"
	}
	p.wrong(problem.UnknownField, at+"."+problem.Shorten(name), p.kind.One()+" has no field "+problem.Quote(name), hint)
}

func (p *parser) fieldsHint() string { return "the fields are " + strings.Join(Fields(p.kind), ", ") }

// Fields are the fields of a kind as a query names them: its own, and what every
// record has.
func Fields(k *schema.Kind) []string {
	list := []string{"id"}
	for i := range k.Fields {
		list = append(list, k.Fields[i].Name)
	}
	return append(list, "updatedAt")
}

// Place finds a field by its name or by another that it is accepted under.
func Place(k *schema.Kind, name string) (at int, ok bool) {
	switch name {
	case "id":
		return ID, true
	case "updatedAt":
		return Updated, true
	}
	if _, at := k.Field(name); at >= 0 {
		return at, true
	}
	if s := k.Start; s != nil && slices.Contains(s.Names, name) {
		name = s.Names[0] // the field that holds the day and the time as one
	}
	at = slices.IndexFunc(k.Fields, func(f schema.Field) bool { return f.Name == name || slices.Contains(f.Aliases, name) })
	return at, at >= 0
}
