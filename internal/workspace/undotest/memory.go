package undotest

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"sync"
	"time"

	"assister/internal/calendar"
	"assister/internal/check"
	"assister/internal/filter"
	"assister/internal/ledger"
	"assister/internal/record"
	"assister/internal/schema"
	"assister/internal/search"
	"assister/internal/session"
	"assister/internal/workspace"
)

// Memory is a workspace.Store in memory, for histories by the hundred thousand. It has what
// Apply, Undo and Verify ask of a store, and refuses what a database would refuse.
type Memory struct {
	mu   sync.Mutex
	data memory
}

// memory is the content of a store.
type memory struct {
	records map[record.Key]record.Record
	history map[record.Key][]check.Moved
	highest map[string]int64 // id that was ever used, by kind
	batches []ledger.Batch
	trail   []ledger.Entry
}

var _ workspace.Store = (*Memory)(nil)

// NewMemory returns an empty store.
func NewMemory() *Memory {
	return &Memory{data: memory{records: map[record.Key]record.Record{}, history: map[record.Key][]check.Moved{},
		highest: map[string]int64{}}}
}

// View implements workspace.Store.
func (s *Memory) View(_ context.Context, fn func(workspace.Reader) error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return fn(memoryReader{memory: &s.data})
}

// Update implements workspace.Store.
func (s *Memory) Update(
	ctx context.Context, fn func(workspace.Reader) (workspace.Commit, error),
) (workspace.Receipt, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c, err := fn(memoryReader{memory: &s.data})
	if err != nil {
		return workspace.Receipt{}, err
	}
	if !c.DryRun {
		err = s.data.write(c)
	} else {
		rehearsed := s.data.clone()
		err = rehearsed.write(c)
	}
	if err != nil {
		return workspace.Receipt{}, err // a broken constraint, which ends the history
	}
	head, err := memoryReader{memory: &s.data}.Head()
	return workspace.Receipt{Head: head}, errors.Join(err, ctx.Err())
}

func (m *memory) clone() memory {
	return memory{maps.Clone(m.records), maps.Clone(m.history), maps.Clone(m.highest), slices.Clone(m.batches),
		slices.Clip(m.trail)}
}

func (m *memory) write(c workspace.Commit) error {
	if c.Batch != nil {
		if c.Batch.ID != int64(len(m.batches))+1 {
			return fmt.Errorf("batch %d is number %d", c.Batch.ID, len(m.batches)+1)
		}
		m.batches = append(m.batches, *c.Batch)
		for _, change := range c.Batch.Changes {
			if err := m.change(change, c.Batch); err != nil {
				return err
			}
		}
		if err := m.constraints(c.Batch.Changes); err != nil {
			return err
		}
	}
	for id, by := range c.Mark {
		m.batches[id-1].UndoneBy = by
	}
	for _, e := range c.Audit {
		var head ledger.Entry
		if n := len(m.trail); n > 0 {
			head = m.trail[n-1]
		}
		e.Seq = head.Seq + 1
		e.Hash = e.Link(head.Hash)
		m.trail = append(m.trail, e)
	}
	return nil
}

func (m *memory) change(c ledger.Change, b *ledger.Batch) error {
	batch := b.ID
	k := c.Key()
	r, exists := m.records[k]
	if exists != c.Was || c.Was != c.Is && len(c.Cells) == 0 {
		return fmt.Errorf("batch %d changes %v, which exists: %v", batch, k, exists)
	}
	m.highest[k.Kind] = max(m.highest[k.Kind], k.ID)
	m.history[k] = append(slices.Clip(m.history[k]), check.Moved{Batch: batch, At: b.At, Actor: b.Actor, Change: c})
	if !c.Is {
		delete(m.records, k)
		return nil
	}
	if !exists {
		r = record.New(c.Kind, c.ID)
	}
	for _, cell := range c.Cells {
		r = r.With(cell.Field, cell.After)
	}
	if r.Rev = c.RevAfter; r.Rev == 0 {
		r.Rev = batch
	}
	m.records[k] = r
	return nil
}

// constraints checks the references and the unique values around changed records.
func (m *memory) constraints(changes []ledger.Change) error {
	for _, c := range changes {
		r, exists := m.records[c.Key()]
		for _, other := range m.records {
			if !exists && refers(other, c.Key()) {
				return fmt.Errorf("broken reference from %s %d to %v", other.Kind.Name, other.ID, c.Key())
			}
			twin := exists && other.Kind == r.Kind && other.ID != r.ID && len(r.Kind.Unique) > 0
			if twin && same(r, other) {
				return fmt.Errorf("%v is not unique", c.Key())
			}
		}
		for i := 0; exists && i < len(r.Kind.Fields); i++ {
			f := &r.Kind.Fields[i]
			if f.Type != schema.Ref || r.Values[i].IsNull() {
				continue
			}
			if _, ok := m.records[record.Key{Kind: f.Of, ID: r.Values[i].ID()}]; !ok {
				return fmt.Errorf("broken reference from %v: %s", c.Key(), f.Name)
			}
		}
	}
	return nil
}

// memoryReader reads a Memory. It has no text index and no vectors.
type memoryReader struct {
	*memory
	search.Snapshot
	session.Reader
}

func (r memoryReader) Ahead([]ledger.Change) error { return nil }
func (memoryReader) AheadOfText(string) error      { return nil }

func (r memoryReader) Until(context.Context) (done func()) { return func() {} }

func (r memoryReader) Record(kind string, id int64) (record.Record, bool, error) {
	found, ok := r.records[record.Key{Kind: kind, ID: id}]
	return found, ok, nil
}

func (r memoryReader) Records(kind string, ids []int64) (found []record.Record, err error) {
	for _, id := range ids {
		if x, ok := r.records[record.Key{Kind: kind, ID: id}]; ok {
			found = append(found, x)
		}
	}
	return found, nil
}

func (r memoryReader) Find(f filter.Condition, today calendar.Date) (found []record.Record, err error) {
	for _, x := range r.records {
		if f.Selects(x, today) {
			found = append(found, x)
		}
	}
	slices.SortFunc(found, func(a, b record.Record) int { return int(a.ID - b.ID) })
	return found, nil
}

func (r memoryReader) Referring(to record.Key, limit int) (keys []record.Key, err error) {
	for k, x := range r.records {
		if refers(x, to) {
			keys = append(keys, k)
		}
	}
	slices.SortFunc(keys, compare)
	return keys[:min(limit, len(keys))], nil
}

func (r memoryReader) NextID(kind string) (int64, error) { return r.highest[kind] + 1, nil }

func (r memoryReader) Since(key record.Key, batch int64) (moved []check.Moved, err error) {
	for _, m := range r.history[key] {
		if m.Batch > batch {
			moved = append(moved, m)
		}
	}
	return moved, nil
}

func (r memoryReader) Query(filter.Query, calendar.Date) (filter.Result, error) {
	panic("undotest: a query in memory")
}

func (r memoryReader) CompletedAt(string, []int64, time.Time, time.Time) (map[int64]time.Time, error) {
	panic("undotest: a query in memory")
}

func (r memoryReader) NextBatch() (int64, error) { return int64(len(r.batches)) + 1, nil }

// newest returns the newest batch that fits.
func (r memoryReader) newest(fits func(b ledger.Batch) bool) (ledger.Batch, bool, error) {
	for _, b := range slices.Backward(r.batches) {
		if fits(b) {
			return b, true, nil
		}
	}
	return ledger.Batch{}, false, nil
}

func (r memoryReader) Batch(id int64) (ledger.Batch, bool, error) {
	return r.newest(func(b ledger.Batch) bool { return b.ID == id })
}

func (r memoryReader) Batches(ids []int64) (map[int64]ledger.Batch, error) {
	all := map[int64]ledger.Batch{}
	for _, id := range ids {
		if b, ok, _ := r.Batch(id); ok {
			all[id] = b
		}
	}
	return all, nil
}

func (r memoryReader) Last(action ledger.Action, actor string) (ledger.Batch, bool, error) {
	return r.newest(func(b ledger.Batch) bool {
		return b.Action == action && b.UndoneBy == 0 && (actor == "" || b.Actor == actor)
	})
}

func (r memoryReader) ByKey(key string) (ledger.Batch, bool, error) {
	return r.newest(func(b ledger.Batch) bool { return b.Key == key })
}

func (r memoryReader) Reversal(root, before int64) (ledger.Batch, bool, error) {
	if before == 0 {
		before = math.MaxInt64
	}
	return r.newest(func(b ledger.Batch) bool { return b.Root == root && b.ID < before })
}

func (r memoryReader) CarriedOut(string, int) ([]ledger.Batch, error) {
	panic("undotest: a session")
}

func (r memoryReader) Unattended(from, to time.Time, correlationID string) (all, run ledger.Touched, err error) {
	for _, b := range r.batches {
		if b.At.Before(from) || !b.At.Before(to) {
			continue
		}
		all = all.Plus(b.Unattended)
		if b.CorrelationID == correlationID {
			run = run.Plus(b.Unattended)
		}
	}
	return all, run, nil
}

func (r memoryReader) Audit(after int64, fn func(ledger.Entry) error) error {
	for _, e := range r.trail {
		if e.Seq > after {
			if err := fn(e); err != nil {
				return err
			}
		}
	}
	return nil
}

// CheckSchema implements workspace.Reader. There are no tables.
func (r memoryReader) CheckSchema() error { return nil }

func (r memoryReader) Head() (ledger.Entry, error) {
	if len(r.trail) == 0 {
		return ledger.Entry{}, nil
	}
	return r.trail[len(r.trail)-1], nil
}
