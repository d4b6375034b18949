package filter

import (
	"fmt"
	"slices"
	"strings"

	"assister/internal/calendar"
	"assister/internal/ijson"
	"assister/internal/problem"
	"assister/internal/record"
	"assister/internal/schema"
)

// field reads a field with a value, or with operators.
func (p *parser) field(at string, m ijson.Member) []Comparison {
	fields, kinds := p.named(m.Name)
	if len(fields) == 0 {
		p.unknown(at, m.Name)
		return nil
	}
	at += "." + m.Name
	if slices.ContainsFunc(fields, func(f *schema.Field) bool { return !comparable(f, fields[0]) }) {
		p.problem(
			problem.InvalidIn("where", fields[0].Name),
			at,
			m.Name+" is not the same in all of these kinds",
			"name one kind",
		)
		return nil
	}
	switch m.Value.Kind {
	case ijson.Object:
		return p.operators(at, fields, kinds, m.Value)
	case ijson.Array:
		return p.comparison(at, fields, kinds, In, m.Value)
	}
	return p.comparison(at, fields, kinds, Eq, m.Value)
}

// named are the fields of a name, and the kinds that have them. Kinds that call
// the field by another name than the first are left out.
func (p *parser) named(name string) (fields []*schema.Field, kinds []*schema.Kind) {
	for _, k := range p.kinds {
		at, ok := Place(k, name)
		if !ok {
			continue
		}
		if f := Field(k, at); len(fields) == 0 || f.Name == fields[0].Name {
			fields, kinds = append(fields, f), append(kinds, k)
		}
	}
	return fields, kinds
}

// comparable reports whether values of one field can stand for values of another.
func comparable(a, b *schema.Field) bool {
	word := func(f *schema.Field) bool { return f.Type == schema.Text || f.Type == schema.Enum }
	return a.Type == b.Type || word(a) && word(b)
}

func (p *parser) operators(at string, fields []*schema.Field, kinds []*schema.Kind, v ijson.Value) (list []Comparison) {
	if len(v.Members) == 0 {
		p.problem(UnknownOperator, at, at+" has no operator", operatorsHint())
	}
	for _, m := range v.Members {
		op := slices.Index(Operators[:], strings.TrimPrefix(strings.ToLower(m.Name), "$"))
		if op < 0 {
			hint := problem.DidYouMean(m.Name, Operators[:], operatorsHint())
			p.problem(UnknownOperator, at, "there is no operator "+problem.Quote(m.Name), hint)
			continue
		}
		list = append(list, p.comparison(at, fields, kinds, Operator(op), m.Value)...)
	}
	return list
}

func operatorsHint() string { return "the operators are " + strings.Join(Operators[:], ", ") }

func (p *parser) comparison(
	at string,
	fields []*schema.Field,
	kinds []*schema.Kind,
	op Operator,
	v ijson.Value,
) []Comparison {
	f := fields[0]
	code := problem.InvalidIn("where", f.Name)
	if p.aliases != nil && f.Name == IDField && len(kinds) > 1 {
		p.problem(code, at, "an id is that of one kind", "name the kind, or use ids")
		return nil
	}
	if why := unfit(kinds[0], f, op, v); why != "" {
		p.problem(code, at, why, "")
		return nil
	}
	items := []ijson.Value{v}
	if op == In || op == Nin {
		if v.Kind == ijson.Array {
			items = v.Items
		}
		if len(items) == 0 || len(items) > listMax {
			p.problem(code, at, fmt.Sprintf("%s takes 1 to %d values", op, listMax), "")
			return nil
		}
	}
	c := Comparison{Field: f.Name, Op: op}
	for _, item := range items {
		value, wrong := p.value(fields, op, item)
		if wrong != nil {
			p.problem(code, at, wrong.Message, wrong.Hint)
			return nil
		}
		c.Values = append(c.Values, value)
	}
	return []Comparison{c}
}

// unfit says why a field cannot be compared in this way, or nothing.
func unfit(k *schema.Kind, f *schema.Field, op Operator, v ijson.Value) string {
	null := v.Kind == ijson.Null || v.Kind == ijson.String && strings.TrimSpace(v.Text) == ""
	if op.orders() {
		at, _ := At(k, f.Name)
		if !Ordered(k, at) {
			return f.Name + " has no order to compare by"
		}
		if null {
			return "nothing is less or more than null"
		}
	}
	if op == Contains {
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

// value reads one value to compare a field with. Where several kinds have the
// field, one of them has to know the value.
func (p *parser) value(
	fields []*schema.Field,
	op Operator,
	v ijson.Value,
) (value record.Value, wrong *problem.Problem) {
	for i, f := range fields {
		read, why := p.valueOf(f, op, v)
		if why == nil {
			return read, nil
		}
		if i == 0 {
			wrong = why
		}
	}
	return record.Null, wrong
}

// valueOf reads one value as the field's type is written. Null is a value too, a
// set is compared by its members, and a day stands for the moment or the instant
// at which it begins.
func (p *parser) valueOf(f *schema.Field, op Operator, v ijson.Value) (record.Value, *problem.Problem) {
	member := *f
	member.Required = false
	day, isDay := p.day(v)
	switch f.Type {
	case schema.Text:
		member.Max = 0
	case schema.URL:
		partial := op == Contains || op.orders()
		if v.Kind == ijson.String && strings.TrimSpace(v.Text) != "" && partial {
			return record.Text(strings.TrimSpace(v.Text)), nil
		}
	case schema.Date, schema.Dates:
		if isDay {
			return record.Date(day), nil
		}
		member.Type = schema.Date
	case schema.Tags:
		if v.Kind == ijson.Array {
			return record.Null, &problem.Problem{Message: f.Name + " must be compared with one word",
				Hint: "use “in” to match any of several words, “and” to match all"}
		}
	case schema.Moment:
		if isDay {
			return record.Moment(day, calendar.TimeOf(0, 0)), nil
		}
		if at, ok := calendar.ParseZoned(v.Text); ok && v.Kind == ijson.String && p.zone != nil {
			return record.Moment(calendar.Clock{Zone: p.zone}.Shown(at)), nil
		}
	case schema.Instant:
		if isDay && p.zone != nil {
			at, _ := calendar.StartOfDay(day, p.zone)
			return record.Instant(at), nil
		}
	}
	null := v.Kind == ijson.Null || strings.TrimSpace(v.Text) == ""
	if f.Type == schema.Ref && p.aliases != nil && !null {
		id, wrong := record.ReadID(p.aliases, f.Of, v)
		return record.ID(id), wrong
	}
	return record.Parse(&member, v)
}

// unknown reports a member that is neither a key nor a field.
func (p *parser) unknown(at, name string) {
	fields := p.fields()
	hint := problem.DidYouMean(name, slices.Concat(fields, Keys[:], Groups[:]), p.fieldsHint())
	at += "." + problem.Shorten(name)
	if p.only != nil {
		p.problem(problem.UnknownField, at, p.only.One()+" has no field "+problem.Quote(name), hint)
		return
	}
	p.problem(problem.InvalidWhereUnknownKey, at, "where has no key "+problem.Quote(name), hint)
}

func (p *parser) fieldsHint() string {
	if p.only != nil {
		return "the fields are " + strings.Join(p.fields(), ", ")
	}
	return "the keys are " + strings.Join(Keys[:], ", ") + ", and, or, not, and the fields of the kinds"
}

// fields are those of the kinds that the condition is about.
func (p *parser) fields() (names []string) {
	for _, k := range p.kinds {
		for _, name := range Fields(k) {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// Fields are the fields of a kind as a condition names them: its own, and what
// every record has.
func Fields(k *schema.Kind) []string {
	list := []string{IDField}
	for i := range k.Fields {
		list = append(list, k.Fields[i].Name)
	}
	return append(list, UpdatedField)
}

// At finds a field by its name.
func At(k *schema.Kind, name string) (at int, ok bool) {
	switch name {
	case IDField:
		return ID, true
	case UpdatedField:
		return Updated, true
	case LabelField:
		name = k.Label
	}
	_, at = k.Field(name)
	return at, at >= 0
}

// Place finds a field by its name, or by another under which it is accepted.
func Place(k *schema.Kind, name string) (at int, ok bool) {
	if name == LabelField {
		return 0, false // a key, and the name of no field
	}
	if at, ok := At(k, name); ok {
		return at, true
	}
	if s := k.Start; s != nil && slices.Contains(s.Names, name) {
		name = s.Names[0] // the field that holds the day and the time as one
	}
	at = slices.IndexFunc(
		k.Fields,
		func(f schema.Field) bool { return f.Name == name || slices.Contains(f.Aliases, name) },
	)
	return at, at >= 0
}
