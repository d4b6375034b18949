// Package check says whether operations make sense against the data, and what
// each of them would change. It works on a draft of the workspace, a snapshot
// with the changes so far laid over it, and writes nothing.
package check

import (
	"assister/internal/calendar"
	"assister/internal/filter"
	"assister/internal/ledger"
	"assister/internal/op"
	"assister/internal/problem"
	"assister/internal/record"
)

// Reader is the data that checks look at: a consistent snapshot.
type Reader interface {
	// Record is one record, false when there is none with that id.
	Record(kind string, id int64) (record.Record, bool, error)
	// Records are those of the ids that exist, in no particular order.
	Records(kind string, ids []int64) ([]record.Record, error)
	// Find is every record that the filter matches, by kind in the table's
	// order, then day (none last), time and id.
	Find(f filter.Condition, today calendar.Date) ([]record.Record, error)
	// Referring is up to limit records that point to this one.
	Referring(to record.Key, limit int) ([]record.Key, error)
	// NextID is the id that the next record of a kind will have: one more than
	// any that there ever was.
	NextID(kind string) (int64, error)
	// Since are the changes to a record in batches after one, oldest first.
	Since(key record.Key, batch int64) ([]Moved, error)
}

// Moved is a change and the batch that made it.
type Moved struct {
	Batch  int64
	Change ledger.Change
}

// Finding is what was found about one operation.
type Finding struct {
	Op       op.Op
	Errors   []problem.Problem
	Warnings []problem.Problem
	Targets  []Target // the records it touches; one, except for a bulk operation; nil when nobody looked
}

// Valid reports whether nothing is wrong with it.
func (f Finding) Valid() bool { return len(f.Errors) == 0 }

// Target is a record that an operation touches, and how.
type Target struct {
	Label  string
	Change ledger.Change
}

// Counts are records, not operations.
type Counts struct {
	Created   int `json:"created"`
	Updated   int `json:"updated"`
	Deleted   int `json:"deleted"`
	Completed int `json:"completed"`
}

// Rules are how strictly operations are looked at.
type Rules struct {
	RequireRecurrence bool // create and update must state their recurrence
	All               bool // an empty filter was meant
	IgnoreBase        bool // revisions the proposer saw are not compared
}
