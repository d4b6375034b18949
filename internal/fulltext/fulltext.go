// Package fulltext is an index of words: which records have them, and how much
// they say there. It is kept in immutable segments of small blocks of bytes,
// which are merged as they become many; where the bytes lie is a store's to say.
// What it finds depends on the records alone, and not on how the segments came
// to be.
//
// Terms are folded further than texts are compared elsewhere: case, accents and
// ligatures do not matter. A text can be anything; there is no query language.
package fulltext

import (
	"errors"
	"hash/fnv"
	"slices"
	"strconv"

	"assister/internal/schema"
)

// version is that of the analysis and of the format. An index that was made by
// another one is made anew.
const version = 6

// Fingerprint tells indexes apart that cannot be used for each other: by the
// version, and by the kinds of record and their texts.
func Fingerprint() string {
	h := fnv.New64a()
	for _, k := range schema.Kinds {
		_, _ = h.Write([]byte("\n" + k.Name + " " + k.Label))
		for _, f := range Texts(k) {
			_, _ = h.Write([]byte(" " + f.Name))
		}
		for _, also := range k.Also {
			_, _ = h.Write([]byte(" = " + also))
		}
	}
	return strconv.Itoa(version) + "-" + strconv.FormatUint(h.Sum64(), 16)
}

// Texts are the fields of a kind whose words are indexed: what is said in a
// person's own words. What the program keeps for itself is not.
func Texts(k *schema.Kind) (fields []*schema.Field) {
	for i := range k.Fields {
		if f := &k.Fields[i]; !f.Kept && (f.Type.Textual() || f.Type == schema.Tags) {
			fields = append(fields, f)
		}
	}
	return fields
}

// Places are fields of a kind, a bit for each by its place in Texts.
type Places uint8

// placesMost is how many texts a kind can have.
const placesMost = 8

// PlaceOf is the field of a kind by itself; none where it is not indexed.
func PlaceOf(k *schema.Kind, f *schema.Field) Places {
	if i := slices.Index(Texts(k), f); i >= 0 {
		return 1 << i
	}
	return 0
}

// Doc is a record: the place of its kind in schema.Kinds, and its id. Docs are
// ordered by kind and then id.
type Doc uint64

const idBits = 56

// DocOf is the record of the kind at a place of schema.Kinds.
func DocOf(kind int, id int64) Doc { return Doc(kind)<<idBits | Doc(id)&(1<<idBits-1) }

// Kind is the place of the kind in schema.Kinds.
func (d Doc) Kind() int { return int(d >> idBits) }

// ID is the id of the record.
func (d Doc) ID() int64 { return int64(d & (1<<idBits - 1)) }

// Posting says how much a term says of a record, 1 to 255, and in which of its
// fields it stands.
type Posting struct {
	Doc    Doc
	Weight uint8
	Places Places
}

// ErrDamaged is of bytes that are not those that were written.
var ErrDamaged = errors.New("the text index is damaged")
