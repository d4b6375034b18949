package ledger

// Touched counts operations, and the records that differ after them. The counts of
// several batches add up.
type Touched struct {
	Ops     int // as they were asked for; a bulk operation is one
	Created int
	Changed int
	Deleted int
}

// Records is how many records are created, changed or deleted.
func (t Touched) Records() int { return t.Created + t.Changed + t.Deleted }

// Plus is the sum of two counts.
func (t Touched) Plus(more Touched) Touched {
	return Touched{
		t.Ops + more.Ops, t.Created + more.Created, t.Changed + more.Changed, t.Deleted + more.Deleted,
	}
}

// AtLeast has the higher of each count.
func (t Touched) AtLeast(o Touched) Touched {
	return Touched{
		max(t.Ops, o.Ops), max(t.Created, o.Created), max(t.Changed, o.Changed), max(t.Deleted, o.Deleted),
	}
}

// TouchedBy counts changes.
func TouchedBy(changes []Change) (t Touched) {
	for _, c := range changes {
		switch {
		case !c.Was:
			t.Created++
		case !c.Is:
			t.Deleted++
		default:
			t.Changed++
		}
	}
	return t
}
