package check

import (
	"fmt"
	"slices"
	"strings"

	"assister/internal/calendar"
	"assister/internal/filter"
	"assister/internal/ledger"
	"assister/internal/op"
	"assister/internal/record"
	"assister/internal/schema"
)

// overlay is a snapshot with changed records laid over it. It knows records and
// what they refer to, but no operations and no rules.
type overlay struct {
	reader  Reader
	touched []record.Key
	states  map[record.Key]*state
	nextID  map[string]int64
	refer   map[record.Key][]record.Key // to records that are deleted, as far as it was asked ahead
}

// state is a record as it was in the snapshot and as it is now; nil if it does
// not exist.
type state struct {
	was, is *record.Record
	step    ledger.Change // from was to is; without a kind if several steps led there
	touched bool          // it is among those of the overlay
}

func newOverlay(r Reader) *overlay {
	return &overlay{reader: r, states: map[record.Key]*state{}, nextID: map[string]int64{}}
}

// load reads the records that operations name, all at once, which is several
// times faster than one by one.
func (v *overlay) load(ops []op.Op) error {
	if len(v.states) == 0 {
		v.states, v.touched = make(map[record.Key]*state, len(ops)), slices.Grow(v.touched, len(ops))
	}
	ids := map[string][]int64{}
	var deleted []record.Key
	for _, o := range ops {
		for _, key := range o.Named() {
			ids[key.Kind] = append(ids[key.Kind], key.ID)
			if o.Verb == schema.Delete {
				deleted = append(deleted, key)
			}
		}
		for _, b := range o.Base {
			ids[b.Key.Kind] = append(ids[b.Key.Kind], b.Key.ID)
		}
	}
	var err error
	if v.refer, err = ReferringTo(v.reader, deleted); err != nil {
		return fmt.Errorf("find what refers to the records to delete: %w", err)
	}
	return v.read(ids)
}

// loadKeys reads those of the records that have not been read yet.
func (v *overlay) loadKeys(keys []record.Key) error {
	ids := map[string][]int64{}
	for _, k := range keys {
		if v.states[k] == nil {
			ids[k.Kind] = append(ids[k.Kind], k.ID)
		}
	}
	return v.read(ids)
}

// read reads records by their ids, which are grouped by kind.
func (v *overlay) read(ids map[string][]int64) error {
	for _, kind := range schema.Kinds {
		if len(ids[kind.Name]) == 0 {
			continue
		}
		records, err := v.reader.Records(kind.Name, ids[kind.Name])
		if err != nil {
			return fmt.Errorf("read the %s to change: %w", kind.Plural, err)
		}
		for _, r := range records {
			v.add(r)
		}
	}
	return nil
}

// add adds a record of the snapshot, unless the overlay has it already.
func (v *overlay) add(r record.Record) *state {
	key := keyOf(r)
	if s := v.states[key]; s != nil {
		return s
	}
	s := &state{was: &r, is: &r}
	v.states[key] = s
	return s
}

// state returns the state of a record, which it reads if need be.
func (v *overlay) state(key record.Key) (*state, error) {
	if s := v.states[key]; s != nil {
		return s, nil
	}
	r, ok, err := v.reader.Record(key.Kind, key.ID)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", key.Words(), err)
	}
	if ok {
		return v.add(r), nil
	}
	s := &state{}
	v.states[key] = s
	return s, nil
}

// put replaces a record by a new state; nil deletes it. step is the change from
// the state before.
func (v *overlay) put(key record.Key, r *record.Record, step ledger.Change) {
	s := v.states[key]
	if s == nil {
		s = &state{}
		v.states[key] = s
	}
	if !s.touched {
		s.touched = true
		v.touched = append(v.touched, key)
	}
	if s.was == s.is {
		s.step = step
	} else {
		s.step = ledger.Change{}
	}
	s.is = r
}

// revert undoes changes that were put, so that an operation that fails halfway
// changes nothing.
func (v *overlay) revert(targets []Target) {
	for _, t := range targets {
		s := v.states[t.Change.Key()]
		before := s.is
		if !t.Change.Is {
			r := record.New(t.Change.Kind, t.Change.ID)
			before = &r
		}
		r := *before
		r.Rev = t.Change.RevBefore
		for _, c := range t.Change.Cells {
			r = r.With(c.Field, c.Before)
		}
		s.is, s.step = &r, ledger.Change{}
	}
}

// newID returns the id of a new record of a kind.
func (v *overlay) newID(kind string) (int64, error) {
	if v.nextID[kind] == 0 {
		id, err := v.reader.NextID(kind)
		if err != nil {
			return 0, fmt.Errorf("find the next %s id: %w", kind, err)
		}
		v.nextID[kind] = id
	}
	id := v.nextID[kind]
	v.nextID[kind]++
	return id, nil
}

// changes returns one change for each record that differs from the snapshot, in
// the order in which they were first put. batch becomes their revision.
func (v *overlay) changes(batch int64) []ledger.Change {
	changes := make([]ledger.Change, 0, len(v.touched))
	for _, key := range v.touched {
		s := v.states[key]
		if s.was == s.is {
			continue
		}
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
		return ledger.Change{} // created and deleted in one batch
	case was == nil:
		return ledger.Created(*is)
	case is == nil:
		return ledger.Deleted(*was)
	}
	return ledger.Diff(*was, *is)
}

// dependents returns the records that refer to r: its parts, with their parts,
// and those outside of them.
func (v *overlay) dependents(r record.Record) (parts, outside []record.Record, err error) {
	gone := map[record.Key]bool{keyOf(r): true}
	for queue := []record.Record{r}; len(queue) > 0; queue = queue[1:] {
		whole := keyOf(queue[0])
		referring, err := v.referring(whole)
		if err != nil {
			return nil, nil, err
		}
		for _, x := range referring {
			key := keyOf(x)
			switch {
			case gone[key]:
			case refers(&x, whole, func(f *schema.Field) bool { return f.Part }):
				gone[key] = true
				parts = append(parts, x)
				queue = append(queue, x)
			default:
				outside = append(outside, x)
			}
		}
	}
	outside = slices.DeleteFunc(outside, func(x record.Record) bool { return gone[keyOf(x)] })
	return parts, outside, nil
}

// referringMax bounds how many records that refer to one record are read.
const referringMax = 100_000

// referring returns the records that refer to one, in the order of their ids.
func (v *overlay) referring(to record.Key) (found []record.Record, err error) {
	keys, known := v.refer[to]
	if !known {
		if keys, err = v.reader.Referring(to, referringMax); err != nil {
			return nil, fmt.Errorf("find what refers to %s: %w", to.Words(), err)
		}
	}
	keys = slices.Clone(keys)
	if err := v.loadKeys(keys); err != nil {
		return nil, err
	}
	for k, s := range v.states {
		if s.is != s.was && refers(s.is, to, everyRef) && !slices.Contains(keys, k) {
			keys = append(keys, k)
		}
	}
	slices.SortFunc(keys, compareKeys)
	for _, k := range slices.Compact(keys) {
		if s := v.states[k]; s != nil && refers(s.is, to, everyRef) {
			found = append(found, *s.is)
		}
	}
	return found, nil
}

func compareKeys(a, b record.Key) int {
	if a.Kind != b.Kind {
		return strings.Compare(a.Kind, b.Kind)
	}
	return int(a.ID - b.ID)
}

func everyRef(*schema.Field) bool { return true }

// refers reports whether a record refers to another by a field that counts.
func refers(r *record.Record, to record.Key, counts func(*schema.Field) bool) bool {
	if r == nil {
		return false
	}
	for i := range r.Kind.Fields {
		f := &r.Kind.Fields[i]
		pointsTo := f.Type == schema.Ref && f.Of == to.Kind && r.Values[i].ID() == to.ID
		if pointsTo && counts(f) {
			return true
		}
	}
	return false
}

// all returns every record of a kind.
func (v *overlay) all(k *schema.Kind, today calendar.Date) (found []record.Record, err error) {
	stored, err := v.reader.Find(filter.Condition{Kinds: []string{k.Name}}, today)
	if err != nil {
		return nil, fmt.Errorf("find the %s: %w", k.Plural, err)
	}
	for _, r := range stored {
		if v.states[keyOf(r)] == nil {
			found = append(found, r)
		}
	}
	for key, s := range v.states {
		if key.Kind == k.Name && s.is != nil {
			found = append(found, *s.is)
		}
	}
	slices.SortFunc(found, func(a, b record.Record) int { return int(a.ID - b.ID) })
	return found, nil
}

func keyOf(r record.Record) record.Key { return record.Key{Kind: r.Kind.Name, ID: r.ID} }
