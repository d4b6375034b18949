package undotest

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"assister/internal/calendar"
	"assister/internal/filter"
	"assister/internal/ledger"
	"assister/internal/problem"
	"assister/internal/record"
	"assister/internal/workspace"
)

// Clock is the clock of every step.
var Clock = calendar.Clock{Instant: time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC), Zone: time.UTC}

// Options say which histories are drawn.
type Options struct {
	Histories int
	Seed      uint64
	Share     int // how many histories follow each other in one store; 0 is 1
}

// Histories draws histories and runs each in the model and in a store that open returns,
// empty. It fails the test with the shortest history it finds that differs.
func Histories(t testing.TB, o Options, open func() (s workspace.Store, done func())) {
	t.Helper()
	defer debug.SetGCPercent(debug.SetGCPercent(800)) // small worlds, thrown away by the thousand
	share := max(o.Share, 1)
	var mu sync.Mutex
	total, next, failed := tally{}, 0, false
	claim := func() (int, bool) {
		mu.Lock()
		defer mu.Unlock()
		next += share
		return next - share, next-share < o.Histories && !failed
	}
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for first, ok := claim(); ok; first, ok = claim() {
				s, done := open()
				steps, count, err := runDrawn(s, rand.New(rand.NewPCG(o.Seed, uint64(first))), min(share, o.Histories-first))
				done()
				if err != nil {
					steps, err = shrink(steps, err, open)
				}
				mu.Lock()
				total.add(count)
				if err != nil && !failed {
					failed = true
					t.Errorf("seed %d, history %d: %v, after\n%s", o.Seed, first, err, lines(steps))
				}
				mu.Unlock()
			}
		})
	}
	workers.Wait()
	t.Logf("%d histories: %v", o.Histories, total)
	if !failed {
		t.Attr("reached", strconv.Itoa(o.Histories))
	}
	for _, kind := range []string{undone, redone, inPart, forced, refused, replayed, nothing, rewound} {
		if total[kind] == 0 && o.Histories >= 1000 {
			t.Errorf("no history was %s", kind)
		}
	}
}

// The kinds of answers that are counted.
const (
	undone   = "undone"
	redone   = "redone"
	inPart   = "in part"
	forced   = "forced"
	refused  = "refused"
	replayed = "replayed"
	nothing  = "nothing to do"
	rewound  = "rewound"
)

type tally map[string]int

func (t tally) add(other tally) {
	for kind, n := range other {
		t[kind] += n
	}
}

func lines(steps []Step) string {
	var b strings.Builder
	for i, s := range steps {
		fmt.Fprintf(&b, "%3d  %v\n", i+1, s)
	}
	return b.String()
}

// runDrawn draws histories and runs them one after the other.
func runDrawn(s workspace.Store, random *rand.Rand, histories int) ([]Step, tally, error) {
	r := newRun(s)
	d := &drawer{Rand: random, model: r.model}
	for range histories {
		d.onlyNew = len(d.steps) == 0 && d.chance(20)
		for range 4 + d.IntN(12) {
			step := d.step()
			d.steps = append(d.steps, step)
			if err := r.do(step); err != nil {
				return d.steps, r.tally, err
			}
		}
	}
	if d.chance(30) {
		d.steps = append(d.steps, rewind)
		if err := r.do(rewind); err != nil {
			return d.steps, r.tally, err
		}
	}
	return d.steps, r.tally, r.whole()
}

// again runs steps that were drawn before.
func again(s workspace.Store, steps []Step) error {
	r := newRun(s)
	for _, step := range steps {
		if err := r.do(step); err != nil {
			return err
		}
	}
	return r.whole()
}

// shrink leaves steps and operations out as long as the history still fails.
func shrink(steps []Step, err error, open func() (workspace.Store, func())) ([]Step, error) {
	fails := func(shorter []Step) bool {
		s, done := open()
		defer done()
		now := again(s, shorter)
		if now != nil {
			err = now
		}
		return now != nil
	}
	for again := true; again; {
		again = false
		for i := len(steps) - 1; i >= 0; i-- {
			if shorter := slices.Delete(slices.Clone(steps), i, i+1); fails(shorter) {
				steps, again = shorter, true
				continue
			}
			for j := len(steps[i].Ops) - 1; j >= 0 && len(steps[i].Ops) > 1; j-- {
				shorter := slices.Clone(steps)
				shorter[i].Ops = slices.Delete(slices.Clone(steps[i].Ops), j, j+1)
				if fails(shorter) {
					steps, again = shorter, true
				}
			}
		}
	}
	return steps, err
}

// run is a history in the model and in a store at once.
type run struct {
	store workspace.Store
	model *Model
	tally tally
	n     int  // steps so far
	bare  bool // no batch was named, nothing left out or overwritten, no redo after a newer batch

	last      *batch                           // the newest batch, if the last step wrote it
	states    []map[record.Key]record.Record   // before each batch
	revisions map[record.Key]map[int64]revised // every state that a revision has stood for
}

type revised []record.Value

func newRun(s workspace.Store) *run {
	return &run{store: s, model: NewModel(), tally: tally{}, bare: true,
		revisions: map[record.Key]map[int64]revised{}}
}

// do runs one step and returns how the store differs from the model or what invariant does
// not hold.
func (r *run) do(s Step) (err error) {
	r.n++
	switch {
	case len(s.Ops) > 0:
		err = r.apply(s)
	case s.Key == rewind.Key:
		return r.rewind()
	default:
		err = r.undo(s)
	}
	return errors.Join(err, r.same())
}

// refusal returns the refusal that an error is; a step has no other errors (I9).
func refusal(err error) (*problem.Refusal, error) {
	var refusal *problem.Refusal
	if err != nil && !errors.As(err, &refusal) {
		return nil, fmt.Errorf("it failed: %w", err)
	}
	if refusal != nil && refusal.Class != problem.Rejected && refusal.Class != problem.Conflict {
		return nil, fmt.Errorf("it was refused with class %d: %w", refusal.Class, err)
	}
	return refusal, nil
}

func (r *run) apply(s Step) error {
	before := r.model.records
	request := workspace.Fingerprint(s.Ops)
	out, err := workspace.Apply(context.Background(), r.store, workspace.Request{
		Ops: s.Ops, Clock: Clock, CorrelationID: fmt.Sprint("c", r.n), Key: s.Key, Confirmed: true})
	refused, err := refusal(err)
	if err != nil {
		return err
	}
	done := r.model.keys[s.Key]
	switch {
	case s.Key != "" && done != nil && done.request != request:
		if refused == nil || refused.Problem.Code != problem.IdempotencyConflict {
			return fmt.Errorf("the key of batch %d was used for other operations", done.id)
		}
	case s.Key != "" && done != nil:
		if refused != nil || !out.Replayed || out.Batch.ID != done.id {
			return fmt.Errorf("batch %d was not replayed", done.id)
		}
	case refused == nil && out.Batch.ID != 0:
		if err := r.model.Applied(out.Batch, request); err != nil {
			return err
		}
		r.wrote(before)
	}
	return nil
}

// wrote notes the batch that was written last.
func (r *run) wrote(before map[record.Key]record.Record) {
	r.last, r.states = r.model.batches[len(r.model.batches)-1], append(r.states, before)
}

func (r *run) undo(s Step) error {
	r.bare = r.bare && s.bare()
	request := s.Undo
	request.Clock, request.CorrelationID, request.Confirmed = Clock, fmt.Sprint("u", r.n), true
	answer := r.model.Undo(request)
	// Whatever has just been written can be taken back.
	exact := r.last != nil && r.model.choose(request) == r.last && r.model.keys[request.Key] == nil &&
		(r.last.action == ledger.Undo || !request.Redo)
	if exact && len(r.last.effects) > 0 && (answer.Batch == nil || len(answer.Kept) > 0) {
		return fmt.Errorf("model: batch %d, just written, is kept: %+v", r.last.id, answer)
	}
	out, err := workspace.Undo(context.Background(), r.store, request)
	refused, err := refusal(err)
	if err != nil {
		return err
	}
	r.count(request, answer)
	if err := differs(request, answer, out, refused); err != nil {
		return err
	}
	if answer.Batch == nil || request.DryRun {
		return nil
	}
	return r.commit(request, out.Batch, answer, exact)
}

// commit writes the batch of an answer and holds the model to its invariants.
func (r *run) commit(request workspace.UndoRequest, b ledger.Batch, answer Answer, exact bool) error {
	if !request.Force {
		for _, c := range answer.Batch.effects {
			if err := r.model.own(answer.Batch, c); err != nil {
				return err
			}
		}
	}
	before, effects := r.model.records, r.model.inEffect()
	r.model.commit(answer.Batch, b.Key)
	for _, newer := range r.model.batches[answer.Batch.undoes:] {
		r.bare = r.bare && (b.Action == ledger.Undo || newer.action != ledger.Apply)
	}
	if exact && !sameRecords(r.model.records, r.states[r.last.id-1]) {
		return fmt.Errorf("model: batch %d was taken back at once, and the state is another", r.last.id)
	}
	if r.model.inEffect() == effects {
		return fmt.Errorf("model: batch %d has taken nothing back", b.ID)
	}
	if request.Batch != 0 && request.Key == "" {
		if again := r.model.Undo(request); again.Replays != b.ID {
			return fmt.Errorf("model: repeated, it comes to %+v", again)
		}
	}
	r.wrote(before)
	return nil
}

func sameRecords(a, b map[record.Key]record.Record) bool {
	return maps.EqualFunc(a, b, func(a, b record.Record) bool { return slices.Equal(a.Values, b.Values) })
}

// own checks that a change overwrites only values that the history of the batch has
// written (I3).
func (m *Model) own(u *batch, c ledger.Change) error {
	for _, cell := range c.Cells {
		wrote := cell.Before.IsNull() && !c.Was
		for _, b := range m.batches {
			if b.root != u.root || !b.covers(c.Key()) {
				continue
			}
			source, ok := b.effect(c.Key()).Cell(cell.Field)
			wrote = wrote || ok && source.After == cell.Before
		}
		if !wrote {
			return fmt.Errorf("model: %v %s is overwritten, and batch %d has not written it", c.Key(), cell.Field, u.root.id)
		}
	}
	return nil
}

func (r *run) count(request workspace.UndoRequest, a Answer) {
	count := func(holds bool, kind string) {
		if holds {
			r.tally[kind]++
		}
	}
	written := a.Batch != nil
	count(written && a.Batch.action == ledger.Undo, undone)
	count(written && a.Batch.action == ledger.Redo, redone)
	count(written && len(a.Kept) > 0, inPart)
	count(written && request.Force, forced)
	count(a.Replays != 0, replayed)
	count(a.Code == problem.NoBatch, nothing)
	count(a.Code != "" && a.Code != problem.NoBatch, refused)
}

// differs compares the answer of the store with that of the model.
func differs(request workspace.UndoRequest, want Answer, out workspace.Outcome, refused *problem.Refusal) error {
	code, problems := "", out.Warnings
	if refused != nil {
		code, problems = refused.Problem.Code, refused.More
	}
	if code != want.Code {
		return fmt.Errorf("the answer is %q (%v, batch %d), and not %q", code, refused, out.Batch.ID, want.Code)
	}
	if kept, want := conflicting(problems), wordsOf(want.Kept); !slices.Equal(kept, want) {
		return fmt.Errorf("it keeps %v, and not %v", kept, want)
	}
	if code != "" {
		return nil
	}
	if out.Replayed != (want.Replays != 0) || want.Replays != 0 && out.Batch.ID != want.Replays {
		return fmt.Errorf("replayed %v, batch %d, and not %d", out.Replayed, out.Batch.ID, want.Replays)
	}
	if out.Replayed {
		if request.Batch == 0 && request.Key == "" {
			return errors.New("it was replayed, and no batch was named")
		}
		return nil
	}
	return differentBatch(request, want.Batch, out)
}

// conflicting returns the records that conflicts name first.
func conflicting(problems []problem.Problem) (words []string) {
	for _, p := range problems {
		if kind, rest, ok := strings.Cut(p.Message, " #"); ok && p.Code == problem.UndoConflict {
			id, _, _ := strings.Cut(rest, " ")
			words = append(words, kind+" #"+id)
		}
	}
	slices.Sort(words)
	return slices.Compact(words)
}

func wordsOf(keys []record.Key) (words []string) {
	for _, k := range keys {
		words = append(words, k.Words())
	}
	slices.Sort(words)
	return words
}

// differentBatch compares a batch with that of the model.
func differentBatch(request workspace.UndoRequest, want *batch, out workspace.Outcome) error {
	if request.DryRun {
		if out.Batch.ID != 0 {
			return fmt.Errorf("a dry run wrote batch %d", out.Batch.ID)
		}
		for _, f := range out.Findings {
			out.Batch.Changes = append(out.Batch.Changes, f.Targets[0].Change)
		}
		return differentChanges(want, out.Batch.Changes)
	}
	b := out.Batch
	if b.ID != want.id || b.Action != want.action || b.Root != want.root.id || b.Undoes != want.undoes {
		return fmt.Errorf("it is batch %d, %s of batch %d, about batch %d, and not batch %d, %s of batch %d, about batch %d",
			b.ID, b.Action, b.Undoes, b.Root, want.id, want.action, want.undoes, want.root.id)
	}
	if b.Key == "" {
		return errors.New("it has no key")
	}
	covered := slices.SortedFunc(slices.Values(b.Covered()), compare)
	var keys []record.Key
	for _, c := range want.effects {
		keys = append(keys, c.Key())
	}
	slices.SortFunc(keys, compare)
	if !slices.Equal(covered, keys) {
		return fmt.Errorf("it covers %v, and not %v", covered, keys)
	}
	return differentChanges(want, b.Changes)
}

func differentChanges(want *batch, got []ledger.Change) error {
	effects := slices.DeleteFunc(slices.Clone(want.effects), ledger.Change.Empty)
	if len(got) != len(effects) {
		return fmt.Errorf("it changes %d records, and not %d", len(got), len(effects))
	}
	for i, c := range effects {
		g := got[i]
		if g.Key() != c.Key() || g.Was != c.Was || g.Is != c.Is || len(g.Cells) != len(c.Cells) {
			return fmt.Errorf("change %d is %+v, and not %+v", i, g, c)
		}
		for _, cell := range c.Cells {
			if found, _ := g.Cell(cell.Field); found != cell {
				return fmt.Errorf("%v: the cell is %+v, and not %+v", c.Key(), found, cell)
			}
		}
	}
	return nil
}

// kinds are the kinds of record in histories.
var kinds = []string{"project", "task", "event", "note_session", "note_line", "situation", "person", "situation_actor",
	"preference"}

// same compares the records of the store with those of the model, and the revisions with
// those that were seen before (I8).
func (r *run) same() error {
	return r.store.View(context.Background(), func(reader workspace.Reader) error {
		found, err := reader.Find(filter.Condition{Kinds: kinds}, Clock.Today())
		if err != nil {
			return err
		}
		if len(found) != len(r.model.records) {
			return fmt.Errorf("there are %d records, and not %d", len(found), len(r.model.records))
		}
		for _, x := range found {
			k := record.Key{Kind: x.Kind.Name, ID: x.ID}
			if !slices.Equal(x.Values, r.model.records[k].Values) {
				return fmt.Errorf("%v is %v, and not %v", k, x.Values, r.model.records[k].Values)
			}
			if r.revisions[k] == nil {
				r.revisions[k] = map[int64]revised{}
			}
			if seen, ok := r.revisions[k][x.Rev]; ok && !slices.Equal(seen, x.Values) {
				return fmt.Errorf("revision %d of %v stands for two states", x.Rev, k)
			}
			r.revisions[k][x.Rev] = x.Values
		}
		return nil
	})
}

// whole checks the ledger at the end of a history (I7).
func (r *run) whole() error {
	if _, err := workspace.Verify(context.Background(), r.store, workspace.Expected{}); err != nil {
		return err
	}
	return r.store.View(context.Background(), func(reader workspace.Reader) error {
		for _, b := range r.model.batches {
			if b.action != ledger.Apply {
				continue
			}
			root, _, err := reader.Batch(b.id)
			if err != nil {
				return err
			}
			h := ledger.NewHistory(root, 0)
			for before, more := int64(0), true; more; {
				older, ok, err := reader.Reversal(b.id, before)
				if err != nil {
					return err
				}
				more = ok && h.AddOlder(older)
				before = older.ID
			}
			for _, c := range b.effects {
				if h.Undone(c.Key()) != b.undone[c.Key()] {
					return fmt.Errorf("%v of batch %d is undone: %v by the ledger", c.Key(), b.id, h.Undone(c.Key()))
				}
			}
		}
		return nil
	})
}
