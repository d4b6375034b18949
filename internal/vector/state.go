package vector

import "errors"

// State is what is known of the vectors that are kept.
type State struct {
	Model     string // that gave them; "" while there are none
	Dimension int
	From      string // which texts of the records they stand for, and how these are cut
	Batch     int64  // of the ledger, up to which every text has its vector; 0 while some have none
}

// Entry is a vector with what it stands for.
type Entry struct {
	Kind   int // as whoever keeps it numbers kinds of record
	Key    Key
	Vector Vector
}

// Change is what becomes of the vectors that are kept.
type Change struct {
	State State         // afterwards
	Reset bool          // nothing that was kept stays: another model has given it
	Drop  map[int][]Key // by kind
	Add   []Entry       // a key that is there already gets the new vector
}

// ErrConflict is of a change to vectors that somebody else has changed meanwhile.
var ErrConflict = errors.New("the vectors have been changed meanwhile")
