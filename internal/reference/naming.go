package reference

import (
	"slices"
	"strings"

	"assister/internal/filter"
	"assister/internal/fulltext"
	"assister/internal/language/meaning"
	"assister/internal/schema"
)

// What "hiring tasks" or "everything for school" means depends on the data: the tasks with a
// tag, of a project, on a list, in a context, or with that in their titles.

// Naming says what a name in a description of some kinds is of: the first that there is. A project or a list comes
// before a tag if the description says "in" or "for". It reports false if the name can only be of titles.
func (r Resolver) Naming(a meaning.Attribute, kinds []*schema.Kind) (as meaning.Attribute, ok bool) {
	name := a.Text
	if len(a.Words) > 0 {
		name = strings.Join(a.Words, " ")
	}
	as, ok = r.OwnerNamed(name, kinds)
	if tag, tagged := r.TagNamed(name); tagged && (!ok || a.Field == meaning.Title) {
		as, ok = tag, true
	}
	if context := fulltext.Plain(name); !ok && slices.Contains(schema.Contexts, context) {
		as, ok = meaning.Attribute{Field: meaning.Context, Text: context}, true
	}
	as.Not = a.Not
	return as, ok
}

// endings is how many letters a word in a request may have more than the tag: "calls".
const endings = 2

// TagNamed is the tag of a name, in the singular or the plural.
func (r Resolver) TagNamed(name string) (meaning.Attribute, bool) {
	for n := range min(endings, max(len(name)-3, 0)) + 1 {
		tag := name[:len(name)-n]
		if found := r.Records.Find(filter.Comparing(filter.Tagged(tag))); len(found) > 0 {
			return meaning.Attribute{Field: meaning.Tag, Text: tag}, true
		}
	}
	return meaning.Attribute{}, false
}

// OwnerNamed is the only record that a name fits of those that records of some kinds belong to.
func (r Resolver) OwnerNamed(name string, kinds []*schema.Kind) (meaning.Attribute, bool) {
	for _, as := range []meaning.Field{meaning.Project, meaning.List, meaning.Team, meaning.Part} {
		found := r.owner(meaning.Attribute{Field: as, Text: name})
		owns := func(k *schema.Kind) bool { return k.Belongs(found[0].Kind.Name) != nil }
		if len(found) == 1 && slices.ContainsFunc(kinds, owns) {
			return meaning.Attribute{Field: as, Text: found[0].Label()}, true
		}
	}
	return meaning.Attribute{}, false
}
