package sqlite

import (
	"errors"
	"slices"

	"assister/internal/fulltext"
	"assister/internal/query"
	"assister/internal/schema"
	"assister/internal/where"
)

// To look a record up takes as long as to read some of the table in its order: where
// the text index names more than that share of them, it is read through; and so is a
// table that is read as soon as the words of the index.
const (
	candidatesShare = 4
	readThrough     = 4000
)

// named leaves of the parts of a query the records that the text index knows to
// have the words that it asks for, where they are not most.
func (r reader) named(q query.Query, sure, doubtful *clauses) error {
	words, kind := naming(q.Kind, q.Where), slices.Index(schema.Kinds, q.Kind)
	if len(words) == 0 {
		return nil
	}
	x, ok, err := r.whole()
	if !ok || err != nil {
		return undamaged(err)
	}
	there := int(x.Records(kind))
	if there <= readThrough {
		return nil
	}
	kinds := make([]bool, len(schema.Kinds))
	kinds[kind] = true
	docs, few, err := x.Candidates(words, kinds, there/candidatesShare, there/2)
	if err != nil || !few {
		return undamaged(err)
	}
	ids := make([]int64, len(docs))
	for i, d := range docs {
		ids[i] = d.ID()
	}
	whole := *sure
	sure.named, sure.covered = &whole, false
	sure.conditions, sure.args = slices.Clip(sure.conditions), slices.Clip(sure.args)
	sure.among(ids)
	doubtful.among(ids)
	return nil
}

// undamaged is the error but for that of a damaged index, which the tables can do
// without.
func undamaged(err error) error {
	if errors.Is(err, fulltext.ErrDamaged) {
		return nil
	}
	return err
}

// namingMost is how many words are looked up, the longest first, which say most:
// for each, all terms are gone through.
const namingMost = 4

// naming are words that a record must have to meet a condition: those of the texts
// that it asks for, at any place of a field or as the whole label.
func naming(k *schema.Kind, c query.Condition) (words []fulltext.Word) {
	take := func(more []fulltext.Word) {
		for _, w := range more {
			if !slices.Contains(words, w) {
				words = append(words, w)
			}
		}
	}
	if label, _ := k.Field(k.Label); indexed(k, label) {
		take(fulltext.Within(c.Filter.TitleContains))
	}
	if tags, _ := k.Field("tags"); tags != nil && c.Filter.Tag != "" && indexed(k, tags) {
		take(fulltext.Whole(c.Filter.Tag))
	}
	for _, o := range c.Compare {
		take(wordsOf(k, o))
	}
	for _, part := range c.All {
		take(naming(k, part))
	}
	take(either(k, c.Any))
	slices.SortStableFunc(words, func(a, b fulltext.Word) int { return len(b.Term) - len(a.Term) })
	return words[:min(len(words), namingMost)]
}

// indexed reports whether the words of a field are those of a text in the index.
func indexed(k *schema.Kind, f *schema.Field) bool {
	return slices.Contains(fulltext.Texts(k), f)
}

// wordsOf are the words of one comparison.
func wordsOf(k *schema.Kind, o query.Comparison) []fulltext.Word {
	f := query.Field(k, o.At)
	switch {
	case !indexed(k, f):
		return nil
	case f.Type == schema.Tags && (o.Op == query.Contains || o.Op == query.Eq) && !o.Values[0].IsNull():
		return fulltext.Whole(o.Values[0].Text())
	case f.Type == schema.Tags:
		return nil
	case o.Op == query.Contains:
		return fulltext.Within(o.Values[0].Text())
	case o.Op == query.Eq && f.Name == k.Label && !o.Values[0].IsNull():
		return fulltext.Whole(where.Fold(o.Values[0].Text()))
	}
	return nil
}

// either are the words that each of some conditions asks for, as when one text is
// looked for in several fields.
func either(k *schema.Kind, any []query.Condition) []fulltext.Word {
	var words []fulltext.Word
	for i, part := range any {
		one := naming(k, part)
		if i > 0 && !slices.Equal(one, words) {
			return nil
		}
		words = one
	}
	return words
}
