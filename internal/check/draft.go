package check

import (
	"fmt"

	"assister/internal/calendar"
	"assister/internal/ledger"
	"assister/internal/op"
	"assister/internal/problem"
	"assister/internal/record"
	"assister/internal/schema"
)

// Draft is a snapshot with the changes so far laid over it. Operations are
// taken one after another; each sees what those before it did to single
// records, while filters are matched against the snapshot alone, so that what a
// bulk operation touches does not hang on its place in the batch (contract,
// section 3: "expanded at once against one snapshot").
type Draft struct {
	reader  Reader
	rules   Rules
	clock   calendar.Clock
	today   calendar.Date
	touched []record.Key
	states  map[record.Key]*state
	names   map[string]record.Key // what "as" calls a record
	nextID  map[string]int64
	blank   map[string]record.Record // new records before anything is said of them
}

// state is one record as it was in the snapshot and as it is in the draft; nil
// is not there.
type state struct {
	was, is *record.Record
	step    ledger.Change // from was to is; of no kind where that took more than one
}

// NewDraft begins with a snapshot and nothing changed.
func NewDraft(r Reader, clock calendar.Clock, rules Rules) *Draft {
	return &Draft{
		reader: r, rules: rules, clock: clock, today: clock.Today(),
		states: map[record.Key]*state{}, names: map[string]record.Key{}, nextID: map[string]int64{}, blank: map[string]record.Record{},
	}
}

// Load reads the records that single operations name in one go, which is
// several times cheaper than one by one.
func (d *Draft) Load(ops []op.Op) error {
	ids := map[string][]int64{}
	for _, o := range ops {
		if o.ID.ID != 0 {
			ids[o.Kind] = append(ids[o.Kind], o.ID.ID)
		}
		for _, b := range o.Base {
			ids[b.Key.Kind] = append(ids[b.Key.Kind], b.Key.ID)
		}
	}
	return d.read(ids)
}

// loadKeys is Load of records that are known by their keys.
func (d *Draft) loadKeys(keys []record.Key) error {
	ids := map[string][]int64{}
	for _, k := range keys {
		if d.states[k] == nil {
			ids[k.Kind] = append(ids[k.Kind], k.ID)
		}
	}
	return d.read(ids)
}

// read keeps the records of some ids of each kind.
func (d *Draft) read(ids map[string][]int64) error {
	for _, kind := range schema.Kinds {
		if len(ids[kind.Name]) == 0 {
			continue
		}
		records, err := d.reader.Records(kind.Name, ids[kind.Name])
		if err != nil {
			return fmt.Errorf("read the %s to change: %w", kind.Plural, err)
		}
		for _, r := range records {
			d.keep(r)
		}
	}
	return nil
}

func (d *Draft) keep(r record.Record) *state {
	key := record.Key{Kind: r.Kind.Name, ID: r.ID}
	if s := d.states[key]; s != nil {
		return s
	}
	s := &state{was: &r, is: &r}
	d.states[key] = s
	return s
}

func (d *Draft) state(key record.Key) (*state, error) {
	if s := d.states[key]; s != nil {
		return s, nil
	}
	r, ok, err := d.reader.Record(key.Kind, key.ID)
	if err != nil {
		return nil, fmt.Errorf("read %s #%d: %w", key.Kind, key.ID, err)
	}
	if ok {
		return d.keep(r), nil
	}
	s := &state{}
	d.states[key] = s
	return s, nil
}

// put lays a record's new state over the draft, and how it came to that from the state
// before; nil deletes it.
func (d *Draft) put(key record.Key, r *record.Record, step ledger.Change) {
	s := d.states[key]
	if s == nil {
		s = &state{}
		d.states[key] = s
	}
	if s.was == s.is {
		d.touched = append(d.touched, key)
		s.step = step
	} else {
		s.step = ledger.Change{}
	}
	s.is = r
}

func (d *Draft) newID(kind string) (int64, error) {
	if d.nextID[kind] == 0 {
		id, err := d.reader.NextID(kind)
		if err != nil {
			return 0, fmt.Errorf("find the next %s id: %w", kind, err)
		}
		d.nextID[kind] = id
	}
	id := d.nextID[kind]
	d.nextID[kind]++
	return id, nil
}

// Changes are what the draft comes to, one for each record that is not as it
// was, in the order they were first touched. batch is the revision they bring
// the records to.
func (d *Draft) Changes(batch int64) []ledger.Change {
	changes := make([]ledger.Change, 0, len(d.touched))
	seen := make(map[record.Key]bool, len(d.touched))
	for _, key := range d.touched {
		s := d.states[key]
		if seen[key] || s.was == s.is {
			continue
		}
		seen[key] = true
		c := s.step
		if c.Kind == nil {
			c = change(s.was, s.is)
		}
		if !c.Empty() {
			if c.Is {
				c.RevAfter = batch
			}
			changes = append(changes, c)
		}
	}
	return changes
}

func change(was, is *record.Record) ledger.Change {
	switch {
	case was == nil && is == nil:
		return ledger.Change{} // made and deleted in one batch: it never was
	case was == nil:
		return ledger.Created(*is)
	case is == nil:
		return ledger.Deleted(*was)
	}
	return ledger.Diff(*was, *is)
}

// Counts of what valid findings come to.
func (c *Counts) Add(f Finding) {
	if !f.Valid() {
		return
	}
	for _, t := range f.Targets {
		switch {
		case t.Change.Empty():
		case !t.Change.Was:
			c.Created++
		case !t.Change.Is:
			c.Deleted++
		case completes(f.Op):
			c.Completed++
		default:
			c.Updated++
		}
	}
}

func completes(o op.Op) bool {
	if o.Verb == schema.SuggestCompletion {
		return true
	}
	if o.Verb.Single() != schema.SetStatus {
		return false
	}
	status, _ := o.Arg("status")
	return status.Value.Text() == "completed"
}

// Pinned is the operation with the revisions of the records it touches, as they
// were found: contract section 2, preconditions. A bulk operation that carries
// them changes exactly those records.
func (f Finding) Pinned() op.Op {
	o := f.Op
	o.Base = nil
	for _, t := range f.Targets {
		if t.Change.Was && t.Change.RevBefore != 0 {
			o.Base = append(o.Base, op.Base{Key: t.Change.Key(), Rev: t.Change.RevBefore})
		}
	}
	return o
}

// Stale reports whether the data has moved since the operation was proposed.
func (f Finding) Stale() bool {
	for _, p := range f.Errors {
		if p.Code == problem.Stale {
			return true
		}
	}
	return false
}
