package workspace

import (
	"fmt"

	"assister/internal/check"
	"assister/internal/ledger"
	"assister/internal/record"
	"assister/internal/schema"
)

// Stream is what the batches of one stream have done so far, for which the limits hold as
// for one plan: a record that several batches change counts once, and a record that one of
// them creates can neither be named by its id nor be matched by a filter of another. A
// dry run of a stream adds up batches that are not in the snapshots of those after them.
//
// The zero Stream has no batches. Apply and DryRun add theirs to it.
type Stream struct {
	touched ledger.Touched
	first   map[string]int64 // by kind, the first id that is not of a record from before the stream
	dry     bool
	added   bool // a batch was, so that first stays

	// The records that are counted. These sets are filled if there is a limit or a threshold
	// for them, beyond which the stream ends, so that it bounds their sizes as well.
	created, changed, deleted recordSet

	byModels ledger.Touched // in a dry run, what is missing in the ledger
}

// begin reads the ids that the records of a stream will have, before its first batch: for
// each snapshot that the batch is planned on.
func (s *Stream) begin(snapshot Reader) error {
	if s.added {
		return nil
	}
	first := make(map[string]int64, len(schema.Kinds))
	for _, k := range schema.Kinds {
		var err error
		if first[k.Name], err = snapshot.NextID(k.Name); err != nil {
			return fmt.Errorf("find the next %s id: %w", k.Name, err)
		}
	}
	s.first = first
	return nil
}

// with is what the stream touches with a batch.
func (s *Stream) with(ops int, changes []ledger.Change) ledger.Touched {
	t := s.touched
	t.Ops += ops
	for i := range changes {
		t = t.Plus(s.more(&changes[i]))
	}
	return t
}

// more is how much more the stream touches with a change: for a record that it has
// touched before, the difference of both effects on it.
func (s *Stream) more(c *ledger.Change) (t ledger.Touched) {
	key := c.Key()
	switch {
	case s.created.has(key) || s.deleted.has(key):
		return t
	case !c.Was:
		t.Created = 1
		return t
	case !c.Is:
		t.Deleted = 1
	default:
		t.Changed = 1
	}
	if s.changed.has(key) {
		t.Changed--
	}
	return t
}

// add adds a batch that was applied, now or before, or that was run dry.
func (s *Stream) add(r Request, findings []check.Finding, changes []ledger.Change) {
	if s == nil {
		return // no batch follows
	}
	s.added = true
	s.touched = s.with(len(r.Ops), changes)
	if s.dry {
		s.byModels = s.byModels.Plus(check.TouchedByModels(findings, changes))
	}
	counts := limitRecords(r.Limits) || !r.Confirmed
	for i := range changes {
		c := &changes[i]
		if !c.Was && !s.dry { // a dry run gives the same ids again
			s.first[c.Kind.Name] = min(s.first[c.Kind.Name], c.ID) // of a batch that is replayed
		}
		switch {
		case !counts, !c.Was && s.dry:
		case !c.Was:
			s.created.add(c.Key())
		case !c.Is:
			s.deleted.add(c.Key())
		default:
			s.changed.add(c.Key())
		}
	}
}

// limitRecords reports whether a limit is on the number of records.
func limitRecords(limits []check.Limits) bool {
	for _, l := range limits {
		if l.MaxTouched.Set || l.MaxDeletes.Set {
			return true
		}
	}
	return false
}

// recordSet is a set of records, 64 neighbours to a word.
type recordSet struct{ words map[record.Key]uint64 }

func (s *recordSet) add(k record.Key) {
	if s.words == nil {
		s.words = map[record.Key]uint64{}
	}
	s.words[word(k)] |= bit(k)
}

func (s *recordSet) has(k record.Key) bool { return s.words[word(k)]&bit(k) != 0 }

func word(k record.Key) record.Key { return record.Key{Kind: k.Kind, ID: k.ID >> 6} }

func bit(k record.Key) uint64 { return 1 << (k.ID & 63) }
