// Package ledger is what was done: changes cell by cell, the batches they came
// in, and the audit rows with their hash chain. Undo, diff, dry run and conflict
// detection all work on it, and it knows no kind of record by name. Keeping it
// is a store's business.
package ledger

import (
	"time"

	"assister/internal/record"
	"assister/internal/schema"
)

// Cell is one field of one record, before and after.
type Cell struct {
	Field  string
	Before record.Value
	After  record.Value
}

// Change is what one batch did to one record. Existence is a cell too: Was and
// Is. A record that is made or deleted has a cell for every field that is not
// null on the side where it exists.
type Change struct {
	Kind  *schema.Kind
	ID    int64
	Was   bool
	Is    bool
	Cells []Cell

	// The revision of the record on either side; 0 on a side where it does not
	// exist. RevAfter is the batch's own id, except in an undo, which brings
	// the state of an earlier batch back and with it that state's revision.
	RevBefore int64
	RevAfter  int64
}

// Key of the record that changed.
func (c Change) Key() record.Key { return record.Key{Kind: c.Kind.Name, ID: c.ID} }

// Action is what kind of batch it is.
type Action string

const (
	Apply Action = "apply"
	Undo  Action = "undo"
	Redo  Action = "redo" // an undo of an undo
)

// Batch is one transaction's worth of changes.
type Batch struct {
	ID            int64 // ascending, from 1; never reused
	At            time.Time
	Action        Action
	Undoes        int64 // the newest batch that an undo or redo takes back
	Root          int64 // the applied batch that an undo or redo is about; 0 for that batch itself
	UndoneBy      int64 // see Marks; 0 while some of the batch has not been taken back
	CorrelationID string
	Key           string // idempotency key
	Fingerprint   string // of the operations: see workspace
	Results       string // of an applied batch, see workspace; else see Covered
	Source        string // who made the operations, such as "model hand"; "" for an undo
	Asked
	Changes []Change

	// Unattended is what operations of models touched, if no person approved them.
	Unattended Touched
}

// Entry is one row of the audit trail.
type Entry struct {
	Seq           int64 // from 1, without gaps
	At            time.Time
	CorrelationID string
	Action        string // route, proposal, repair, approval, apply, undo, redo, refusal
	Batch         int64  // 0 where there is none
	Detail        string // a JSON object; values redacted where they are not needed
	Asked
	Hash Hash // over this row and the hash of the row before it
}

// Hash is a link of the chain. The zero Hash stands before the first row.
type Hash [32]byte
