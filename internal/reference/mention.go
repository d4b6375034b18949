package reference

import (
	"slices"
	"strings"

	"assister/internal/filter"
	"assister/internal/record"
	"assister/internal/schema"
)

// Mention is some words that records have in their texts, or that what they belong to has in its name.
type Mention struct {
	Words  []string           // in plain form, without those that say little
	Owners map[string][]int64 // of each kind: the records that are called so, or have such parts
	other  names              // for the same, that records are called by instead; none if the words count
}

// Mention finds what is called by the words of a text, if records of these kinds belong to it.
func (r Resolver) Mention(text string, kinds []*schema.Kind) Mention {
	m := Mention{Words: r.words(text), Owners: map[string][]int64{}}
	for _, k := range kinds {
		for i := range k.Fields {
			of := k.Fields[i].Of
			if _, known := m.Owners[of]; of != "" && !known {
				m.Owners[of] = r.called(m.Words, schema.Lookup(of))
			}
		}
	}
	return m
}

// Holding adds the records of a kind of which a part has the words: the list that has bread on it.
func (r Resolver) Holding(m Mention, of *schema.Kind) {
	for _, k := range schema.Kinds {
		part := k.Belongs(of.Name)
		if part == nil || !part.Required {
			continue
		}
		for _, x := range r.find(k, Mention{Words: m.Words}.On(k)) {
			if id := x.Get(part.Name).ID(); m.inTexts(x) && !slices.Contains(m.Owners[of.Name], id) {
				m.Owners[of.Name] = append(m.Owners[of.Name], id)
			}
		}
	}
}

// Mentioned reports whether any record has the words in its texts.
func (r Resolver) Mentioned(text string) bool {
	m := Mention{Words: r.words(text)}
	return slices.ContainsFunc(schema.Kinds, func(k *schema.Kind) bool {
		return slices.ContainsFunc(r.find(k, m.On(k)), m.inTexts)
	})
}

// called are the records of a kind that have the words in their names.
func (r Resolver) called(words []string, k *schema.Kind) (ids []int64) {
	label, _ := k.Field(k.Label)
	for _, x := range r.find(k, filter.Condition{All: containing(words, []*schema.Field{label})}) {
		if hasWords(Fields(x.Label()), words) {
			ids = append(ids, x.ID)
		}
	}
	return ids
}

func (r Resolver) find(k *schema.Kind, c filter.Condition) []record.Record {
	c.Kinds = []string{k.Name}
	return r.Records.Find(c)
}

// words are the words of a text without those that say little, unless it has no others.
func (r Resolver) words(text string) []string {
	if r.Light == nil {
		return Fields(text)
	}
	return Preferred(Fields(text), func(w string) bool { return !r.Light(w) })
}

// On is the condition on the records of a kind to have the words, or to belong to something
// that is called so. It matches more than In.
func (m Mention) On(k *schema.Kind) filter.Condition {
	said := filter.Condition{All: containing(m.Words, textsOf(k))}
	if label, _ := k.Field(k.Label); label != nil && len(m.other.parts) > 0 {
		said.All = nil
		for _, p := range m.other.parts {
			said.All = append(said.All, filter.Condition{Any: containing(m.other.of(p), []*schema.Field{label})})
		}
	}
	any := []filter.Condition{said}
	if ids := m.Owners[k.Name]; len(ids) > 0 {
		any = append(any, filter.Comparing(filter.IDs(ids...)))
	}
	for i := range k.Fields {
		if ids := m.Owners[k.Fields[i].Of]; len(ids) > 0 {
			any = append(any, filter.Comparing(filter.Among(k.Fields[i].Name, ids)))
		}
	}
	if len(any) == 1 {
		return said
	}
	return filter.Condition{Any: any}
}

// In reports whether a record has the words, or belongs to something that is called so.
func (m Mention) In(x record.Record) bool {
	called := slices.Contains(m.Owners[x.Kind.Name], x.ID)
	for i := range x.Kind.Fields {
		called = called || slices.Contains(m.Owners[x.Kind.Fields[i].Of], x.Values[i].ID())
	}
	return called || m.inTexts(x)
}

// inTexts reports whether a record has the words in its texts.
func (m Mention) inTexts(x record.Record) bool {
	if len(m.other.parts) > 0 {
		return m.Called(x)
	}
	var b strings.Builder
	for i := range x.Kind.Fields {
		if searched(&x.Kind.Fields[i]) {
			b.WriteString(x.Values[i].Text())
			b.WriteByte('\n')
		}
	}
	return hasWords(Fields(b.String()), m.Words)
}

// Called reports whether a record has the words in its own name.
func (m Mention) Called(x record.Record) bool {
	if len(m.other.parts) > 0 {
		return m.other.in(x.Label())
	}
	return hasWords(Fields(x.Label()), m.Words)
}

// containing are conditions that hold of records that have each of the words in one of the
// fields, as the beginning of a word.
func containing(words []string, fields []*schema.Field) (all []filter.Condition) {
	for _, w := range words {
		var c filter.Condition
		for _, f := range fields {
			form := stem(w, 4)
			if f.Type == schema.Tags { // a tag is a word, and no part of one
				form = w
			}
			c.Any = append(c.Any, filter.Comparing(filter.Comparison{
				Field: f.Name, Op: filter.Contains, Values: []record.Value{record.Text(form)},
			}))
		}
		all = append(all, c)
	}
	return all
}

// textsOf are the fields of a kind that words are looked for in.
func textsOf(k *schema.Kind) (list []*schema.Field) {
	for i := range k.Fields {
		if searched(&k.Fields[i]) {
			list = append(list, &k.Fields[i])
		}
	}
	return list
}

func searched(f *schema.Field) bool { return f.Type.Textual() || f.Type == schema.Tags }
