// Package check validates operations against the data and computes what each of
// them would change. It works on a draft of the workspace, a snapshot with the
// changes so far laid over it, and writes nothing.
package check

import (
	"fmt"
	"slices"
	"time"

	"assister/internal/calendar"
	"assister/internal/filter"
	"assister/internal/ledger"
	"assister/internal/op"
	"assister/internal/problem"
	"assister/internal/record"
)

// Reader reads a consistent snapshot of the workspace.
type Reader interface {
	// Record returns one record, and false if there is none with that id.
	Record(kind string, id int64) (record.Record, bool, error)
	// Records returns the records of the ids that exist, in no particular order.
	Records(kind string, ids []int64) ([]record.Record, error)
	// Find returns every record that the filter matches, ordered by kind (as in
	// schema.Kinds), day (none last), time and id.
	Find(f filter.Condition, today calendar.Date) ([]record.Record, error)
	// Referring returns up to limit records that refer to this one.
	Referring(to record.Key, limit int) ([]record.Key, error)
	// NextID returns the id of the next record of a kind: one more than the
	// highest that was ever used.
	NextID(kind string) (int64, error)
	// Since returns the changes to a record in later batches, oldest first.
	Since(key record.Key, batch int64) ([]Moved, error)
}

// Gatherer is a Reader of a store where each question takes a request.
type Gatherer interface {
	// ReferringTo returns the records that refer to those of a kind, by the ids of these, as
	// Referring does for each. It reports false if there are too many, or if to ask for each is as
	// good.
	ReferringTo(kind string, ids []int64) (map[int64][]record.Key, bool, error)
}

// gatherMin is for how many records it is worth a question of its own.
const gatherMin = 9

// ReferringTo returns what refers to records, for those about which the reader can be asked at once.
func ReferringTo(r Reader, keys []record.Key) (map[record.Key][]record.Key, error) {
	from, can := r.(Gatherer)
	if !can || len(keys) < gatherMin {
		return nil, nil
	}
	ids := map[string][]int64{}
	for _, k := range keys {
		ids[k.Kind] = append(ids[k.Kind], k.ID)
	}
	all := map[record.Key][]record.Key{}
	for kind, list := range ids {
		slices.Sort(list)
		found, complete, err := from.ReferringTo(kind, list)
		if err != nil {
			return nil, err
		}
		for _, id := range list {
			if complete {
				all[record.Key{Kind: kind, ID: id}] = found[id]
			}
		}
	}
	return all, nil
}

// Learner is a Reader of a store that learns what is asked before it asks for it.
type Learner interface {
	// Learning reports whether a query has had no rows because they are not known yet: the
	// plan does not count, only what it asks for.
	Learning() bool
}

// Moved is a change and the batch that made it.
type Moved struct {
	Batch  int64
	At     time.Time
	Actor  string // who asked for the batch; "" if it is not known
	Change ledger.Change
}

// By names the batch of a change, who asked for it, and when: "batch 9 by anna@laptop, Mon
// 2026-11-23 10:04".
func (m Moved) By(clock calendar.Clock) string {
	by := fmt.Sprintf("batch %d", m.Batch)
	if m.Actor != "" {
		by += " by " + m.Actor
	}
	at := calendar.Clock{Instant: m.At, Zone: clock.Zone}
	return by + ", " + at.Today().Long() + " " + m.At.In(clock.Zone).Format("15:04")
}

// Finding is the result of checking one operation.
type Finding struct {
	Op       op.Op
	Errors   []problem.Problem
	Warnings []problem.Problem

	// Named is the records that the operation names by their ids, as they were before
	// the first operation.
	Named []op.Base

	// Targets are the records that it changes: one, with its dependents if it is
	// deleted, or those of a bulk operation. Nil if the operation was not checked.
	Targets []Target
}

// Valid reports whether the operation can be applied.
func (f Finding) Valid() bool { return len(f.Errors) == 0 }

// Target is a record that an operation changes.
type Target struct {
	Label  string
	Change ledger.Change
}

// Counts counts changed records, not operations.
type Counts struct {
	Created   int `json:"created"`
	Updated   int `json:"updated"`
	Deleted   int `json:"deleted"`
	Completed int `json:"completed"`
}

// Rules are the options of a check. The zero Rules are the defaults.
type Rules struct {
	RequireRecurrence bool // create and update must give a recurrence
	All               bool // allow an empty filter, which matches everything
	IgnoreBase        bool // do not compare revisions with an operation's base

	// FirstNew has, by kind, the id from which on records did not exist when the stream
	// began that the operations are a part of: no id names them, and no filter matches
	// them. It has none, or 0 for a kind, if the operations are all of it.
	FirstNew map[string]int64
}
