package search

import (
	"assister/internal/fulltext"
	"assister/internal/record"
	"assister/internal/schema"
	"assister/internal/vector"
)

// Snapshot has the questions of this package to a snapshot of a workspace.
type Snapshot interface {
	VectorSource
	IndexSource
}

// Source finds records by words.
type Source interface {
	// Search returns the records with the words in their texts, best first.
	Search(q fulltext.Query) (fulltext.Found, error)
	// Records returns the records of the ids that exist, in no particular order.
	Records(kind string, ids []int64) ([]record.Record, error)
}

// VectorSource is a source with stored vectors. Kinds are places in schema.Kinds.
type VectorSource interface {
	Source
	Vectors() (vector.State, error)
	// VectorBlocks calls fn for the upper halves of the vectors of some kinds, or of all
	// if kinds is nil, block by block, with the place of the first in the block. fn may
	// keep the bytes.
	VectorBlocks(kinds []bool, fn func(kind int, place int64, keys, uppers []byte) error) error
	// VectorLowers calls fn for the lower halves of the vectors that exist at the places,
	// in the order of the places.
	VectorLowers(places []int64, fn func(place int64, lower []byte) error) error
}

// IndexSource provides the texts to embed and the stored vectors. Kinds are places in
// schema.Kinds.
type IndexSource interface {
	Vectors() (vector.State, error)
	// VectorKeys calls fn for the keys of the vectors, block by block. If whole is set, it
	// leaves out damaged vectors, which takes as long as reading all of them.
	VectorKeys(whole bool, fn func(kind int, keys []vector.Key) error) error
	// Moved returns the records whose texts may have changed in batches after one, and
	// the newest batch; ok is false if there are more changes than most.
	Moved(after int64, most int) (moved []fulltext.Doc, newest int64, ok bool, err error)
	// Texts calls fn for the records of a kind that have the ids, or for all of them if
	// ids is nil, with their texts.
	Texts(kind int, ids []int64, fn func(id int64, text func(f *schema.Field) string) error) error
}
