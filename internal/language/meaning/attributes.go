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

// Index is the place of the first attribute of a field, negated or not; -1 if there is none.
func (all Attributes) Index(f Field) int {
	return slices.IndexFunc(all, func(a Attribute) bool { return a.Field == f })
}

// Has reports whether there is an attribute of a field, negated or not.
func (all Attributes) Has(f Field) bool { return all.Index(f) >= 0 }

// Only reports whether there is no attribute of another field.
func (all Attributes) Only(f Field) bool { return len(all.Without(f)) == 0 }

// Without are the attributes of other fields.
func (all Attributes) Without(fields ...Field) Attributes {
	return slices.DeleteFunc(slices.Clone(all), func(a Attribute) bool { return slices.Contains(fields, a.Field) })
}
