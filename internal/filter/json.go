package filter

import (
	"assister/internal/ijson"
	"assister/internal/record"
	"assister/internal/schema"
)

// AppendJSON writes the condition on records of a kind. Where reads the same
// back.
func (c Condition) AppendJSON(dst []byte, k *schema.Kind) []byte {
	dst = c.Filter.AppendJSON(dst)
	dst = dst[:len(dst)-1]
	member := func(name string) {
		if dst[len(dst)-1] != '{' {
			dst = append(dst, ',')
		}
		dst = append(ijson.AppendString(dst, name), ':')
	}
	// A field stands once in an object, so that what is compared twice needs an
	// object of its own.
	parts := c.All
	said := map[int]bool{}
	for _, o := range c.Compare {
		if said[o.At] || c.filters(Field(k, o.At).Name) {
			parts = append(parts[:len(parts):len(parts)], Condition{Compare: []Comparison{o}})
			continue
		}
		said[o.At] = true
		member(Field(k, o.At).Name)
		dst = o.appendJSON(dst, k)
	}
	for _, group := range [...]struct {
		name  string
		parts []Condition
	}{{"and", parts}, {"or", c.Any}} {
		if len(group.parts) == 0 {
			continue
		}
		member(group.name)
		dst = append(dst, '[')
		for i, part := range group.parts {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = part.AppendJSON(dst, k)
		}
		dst = append(dst, ']')
	}
	return append(dst, '}')
}

// filters reports whether the filter has a key of this name.
func (c Condition) filters(name string) bool {
	switch name {
	case "priority":
		return c.Filter.Priority != ""
	case "status":
		return c.Filter.Status != ""
	case "projectId":
		return c.Filter.ProjectID != 0
	case "context":
		return c.Filter.Context != ""
	}
	return false
}

// appendJSON writes a comparison with its operator, so that it is no key of the
// filter.
func (o Comparison) appendJSON(dst []byte, k *schema.Kind) []byte {
	f := Field(k, o.At)
	dst = append(ijson.AppendString(append(dst, '{'), o.Op.String()), ':')
	if o.Op == In || o.Op == Nin {
		dst = append(dst, '[')
	}
	for i, v := range o.Values {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendMember(dst, f, v)
	}
	if o.Op == In || o.Op == Nin {
		dst = append(dst, ']')
	}
	return append(dst, '}')
}

// appendMember writes a value; of a set one member.
func appendMember(dst []byte, f *schema.Field, v record.Value) []byte {
	switch {
	case v.IsNull():
		return append(dst, "null"...)
	case f.Type == schema.Tags:
		return ijson.AppendString(dst, v.Text())
	case f.Type == schema.Dates:
		return record.AppendJSON(dst, schema.Date, v)
	}
	return record.AppendJSON(dst, f.Type, v)
}
