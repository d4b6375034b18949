package vector

import "errors"

// State describes the stored vectors.
type State struct {
	Model     string // that made them; "" while there are none
	Dimension int
	From      string // version of the texts that were embedded, and of how they were cut
	Batch     int64  // every text up to this batch has its vector; 0 if some have none
}

// Entry is a vector with its kind and key.
type Entry struct {
	Kind   int // number of the kind of record, assigned by the caller
	Key    Key
	Vector Vector
}

// Change is an update of the stored vectors.
type Change struct {
	State State         // afterwards
	Reset bool          // drop all stored vectors: they are of another model
	Drop  map[int][]Key // by kind
	Add   []Entry       // an existing key gets the new vector
}

// ErrConflict reports that another process changed the stored vectors meanwhile.
var ErrConflict = errors.New("the vectors have been changed meanwhile")
