// Package fulltext is a full-text index: for each word, the records that have it and its
// weight there. The index consists of immutable segments of small blocks of bytes, which
// are merged when there are many; a store keeps the bytes. The result of a search
// depends on the records alone, not on their division into segments.
//
// Terms ignore case, accents and ligatures. The text of a search is words; there is no
// query language.
package fulltext

import (
	"errors"
	"hash/fnv"
	"slices"
	"strconv"

	"assister/internal/schema"
)

// version is the version of the text analysis and of the format. An index of another
// version is rebuilt.
const version = 6

// Fingerprint identifies compatible indexes: it changes with the version, and with the
// kinds of record and their texts.
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

// Texts returns the indexed fields of a kind: the texts and tags that people write.
// Fields that the program sets are not indexed.
func Texts(k *schema.Kind) (fields []*schema.Field) {
	for i := range k.Fields {
		if f := &k.Fields[i]; !f.Kept && (f.Type.Textual() || f.Type == schema.Tags) {
			fields = append(fields, f)
		}
	}
	return fields
}

// Places is a set of fields of a kind: one bit for each, by index in Texts.
type Places uint8

// placesMost is the most texts of a kind.
const placesMost = 8

// PlaceOf returns the set of one field; empty if it is not indexed.
func PlaceOf(k *schema.Kind, f *schema.Field) Places {
	if i := slices.Index(Texts(k), f); i >= 0 {
		return 1 << i
	}
	return 0
}

// Doc identifies a record by the index of its kind in schema.Kinds and its id. Docs are
// ordered by kind, then id.
type Doc uint64

const idBits = 56

// DocOf returns the Doc of a record; kind is an index in schema.Kinds.
func DocOf(kind int, id int64) Doc { return Doc(kind)<<idBits | Doc(id)&(1<<idBits-1) }

// Kind is the index of the kind in schema.Kinds.
func (d Doc) Kind() int { return int(d >> idBits) }

// ID is the id of the record.
func (d Doc) ID() int64 { return int64(d & (1<<idBits - 1)) }

// Posting is the weight of a term in a record, 1 to 255, and the fields that have it.
type Posting struct {
	Doc    Doc
	Weight uint8
	Places Places
}

// ErrDamaged reports bytes that this package did not write.
var ErrDamaged = errors.New("the text index is damaged")
