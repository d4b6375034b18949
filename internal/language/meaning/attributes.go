package meaning

import "slices"

// Attributes are what a change sets, or what a description says, in their order.
type Attributes []Attribute

// Of is the first attribute of a field that is not negated.
func (all Attributes) Of(f Field) (of Attribute, ok bool) {
	i := slices.IndexFunc(all, func(a Attribute) bool { return a.Field == f && !a.Not })
	if i < 0 {
		return of, false
	}
	return all[i], true
}

// Index is the place of the first attribute of one of some fields, negated or not; -1 if there is none.
func (all Attributes) Index(fields ...Field) int {
	return slices.IndexFunc(all, func(a Attribute) bool { return slices.Contains(fields, a.Field) })
}

// Has reports whether there is an attribute of one of some fields, negated or not.
func (all Attributes) Has(fields ...Field) bool { return all.Index(fields...) >= 0 }

// Only reports whether there is no attribute of another field.
func (all Attributes) Only(fields ...Field) bool { return len(all.Without(fields...)) == 0 }

// OfIt reports whether an attribute of a field names nothing: it is about what the conversation was about.
func (all Attributes) OfIt(f Field) bool {
	return slices.ContainsFunc(all, func(a Attribute) bool { return a.Field == f && a.Text == "" })
}

// Without are the attributes of other fields.
func (all Attributes) Without(fields ...Field) Attributes {
	return slices.DeleteFunc(slices.Clone(all), func(a Attribute) bool { return slices.Contains(fields, a.Field) })
}
