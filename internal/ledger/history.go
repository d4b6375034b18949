package ledger

import (
	"cmp"
	"strconv"
	"strings"

	"assister/internal/record"
)

// Covered returns the records that a batch is about, in the order of its changes. An
// undo or redo may be about records in which nothing had to change; Results names
// them.
func (b Batch) Covered() []record.Key {
	keys := make([]record.Key, 0, len(b.Changes))
	for i := range b.Changes {
		keys = append(keys, b.Changes[i].Key())
	}
	if b.Root == 0 {
		return keys
	}
	for word := range strings.SplitSeq(b.Results, ",") {
		kind, digits, _ := strings.Cut(word, ":")
		if id, err := strconv.ParseInt(digits, 10, 64); err == nil {
			keys = append(keys, record.Key{Kind: kind, ID: id})
		}
	}
	return keys
}

// Unchanged encodes records as the Results of an undo or redo: see Covered.
func Unchanged(keys []record.Key) string {
	words := make([]string, len(keys))
	for i, k := range keys {
		words[i] = k.Kind + ":" + strconv.FormatInt(k.ID, 10)
	}
	return strings.Join(words, ",")
}

// ByRecord returns the changes by their records.
func (b Batch) ByRecord() map[record.Key]Change {
	changes := make(map[record.Key]Change, len(b.Changes))
	for _, c := range b.Changes {
		changes[c.Key()] = c
	}
	return changes
}

// History is an applied batch with its undos and redos. Each of them covers some of
// the records of the batch. A record is undone if the newest that covers it is an
// undo; nothing else decides.
type History struct {
	Root      Batch
	last      int64 // the newest undo or redo of all
	newest    map[record.Key]*Batch
	undecided map[record.Key]bool

	named int64 // id of the undo or redo to take back, 0 if none is named
	found *Batch
	after map[record.Key]Change // what came after the named one has done together
}

// NewHistory returns the history of a batch that was never undone. named is the undo or
// redo that is to be taken back, 0 if none is named.
func NewHistory(root Batch, named int64) *History {
	h := &History{Root: root, newest: map[record.Key]*Batch{}, undecided: make(map[record.Key]bool, len(root.Changes)),
		named: named, after: map[record.Key]Change{}}
	for i := range root.Changes {
		h.undecided[root.Changes[i].Key()] = true
	}
	return h
}

// AddOlder adds an undo or redo that is older than those added before. It reports
// whether still older ones can matter.
func (h *History) AddOlder(b Batch) bool {
	h.last = max(h.last, b.ID)
	for _, k := range b.Covered() {
		if h.undecided[k] {
			h.newest[k] = &b
			delete(h.undecided, k)
		}
	}
	switch {
	case h.named == 0 || b.ID < h.named:
	case b.ID == h.named:
		h.found = &b
	default:
		for _, c := range b.Changes {
			h.after[c.Key()] = c.Then(h.after[c.Key()])
		}
	}
	return len(h.undecided) > 0 || b.ID > h.named && h.named != 0
}

// Last returns the id of the newest undo or redo of the batch, 0 if there is none.
func (h *History) Last() int64 { return h.last }

// Newest returns the newest undo or redo of a record of the batch, nil if there is none.
func (h *History) Newest(k record.Key) *Batch { return h.newest[k] }

// TakenBack returns the undo or redo whose effect on a record is taken back: the named one
// if what came after it has cancelled itself out, else the newest. So taking
// batches back one by one, newest first, leads back through each earlier state.
func (h *History) TakenBack(k record.Key) *Batch {
	if h.found != nil && h.after[k].cancels() {
		return h.found
	}
	return h.newest[k]
}

// Undone reports whether a record of the batch is undone.
func (h *History) Undone(k record.Key) bool {
	b := h.newest[k]
	return b != nil && b.Action == Undo
}

// MarksAfter returns what Marks changes when a new undo or redo with the id covers the
// records.
func (h *History) MarksAfter(id int64, action Action, covered []record.Key) map[int64]int64 {
	marks := map[int64]int64{}
	now := make(map[record.Key]bool, len(covered))
	for _, k := range covered {
		now[k] = true
		if b := h.newest[k]; b != nil {
			marks[b.ID] = id
		}
	}
	marks[h.Root.ID] = id
	for i := range h.Root.Changes {
		k := h.Root.Changes[i].Key()
		if b := h.newest[k]; b != nil && !now[k] {
			delete(marks, b.ID) // it is the newest of another record
		}
		undone := h.Undone(k)
		if now[k] {
			undone = action == Undo
		}
		if !undone {
			marks[h.Root.ID] = 0
		}
	}
	return marks
}

// Marks returns the UndoneBy of an applied batch and of its undos and redos, which are
// given oldest first. The applied batch is marked while all its records are undone, with
// the newest undo. An undo or redo is marked once a newer one covers the last of its
// records, and stays so. A batch without records is marked with itself, since there is
// nothing to undo.
//
// A store keeps the marks to find the newest batch without reading the older ones. They
// decide nothing: what is undone follows from the batches.
func Marks(root Batch, reversals []Batch) map[int64]int64 {
	marks := map[int64]int64{root.ID: root.ID}
	newest := map[record.Key]*Batch{}
	left := map[int64]int{} // of how many records an undo or redo is the newest
	for i := range reversals {
		b := &reversals[i]
		covered := b.Covered()
		marks[b.ID], left[b.ID] = 0, len(covered)
		if len(covered) == 0 {
			marks[b.ID] = b.ID
		}
		for _, k := range covered {
			if older := newest[k]; older != nil {
				if left[older.ID]--; left[older.ID] == 0 {
					marks[older.ID] = b.ID
				}
			}
			newest[k] = b
		}
	}
	for i, c := range root.Changes {
		b := newest[c.Key()]
		switch {
		case b == nil || b.Action != Undo:
			marks[root.ID] = 0
			return marks
		case i == 0:
			marks[root.ID] = b.ID
		default:
			marks[root.ID] = max(marks[root.ID], b.ID)
		}
	}
	return marks
}

// Origin returns the applied batch that a batch is, or is about.
func (b Batch) Origin() int64 { return cmp.Or(b.Root, b.ID) }
