package search

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"assister/internal/fulltext"
	"assister/internal/problem"
	"assister/internal/schema"
	"assister/internal/vector"
)

// Records are what vectors are made of, and what is kept of them by now.
type Records interface {
	Vectors() (vector.State, error)
	VectorKeys(whole bool, fn func(kind int, keys []vector.Key) error) error
	Moved(after int64, most int) (moved []fulltext.Doc, newest int64, ok bool, err error)
	Texts(kind int, ids []int64, fn func(id int64, text func(f *schema.Field) string) error) error
}

// Index brings the vectors that are kept up to date with the records. They follow
// from these and are no part of their history: what a change leaves behind is told
// by the digests of the texts, and made up for whenever a model is at hand.
type Index struct {
	Model Model
	View  func(ctx context.Context, fn func(Records) error) error
	Keep  func(ctx context.Context, was vector.State, change vector.Change) error
	Told  func(Progress) // of what is done; nil where nobody wants to know
}

// Progress is how far it has come.
type Progress struct{ Done, Texts int }

// Extent is what is looked at.
type Extent uint8

const (
	Moved   Extent = iota // what has changed since, as far as that is little
	Whole                 // everything; what is as it was keeps its vectors
	AllAnew               // everything, and no vector is kept
)

// Due is what is to be done for every text to have its vector.
type Due struct {
	State   vector.State // as it is
	Texts   int          // that have no vector
	Kept    int          // that have theirs, of those that were looked at
	Records int          // whose texts those are
	Gone    int          // vectors of what no record says any more
	TooMuch bool         // more has changed than Moved looks at; nothing else is said then

	anew    bool
	newest  int64
	docs    []fulltext.Doc // with texts that have no vector
	missing map[passageKey]bool
	gone    map[int][]vector.Key
}

// Other reports whether the vectors that are kept are of another model.
func (d Due) Other() bool { return d.anew && d.State.Model != "" }

// passageKey tells a passage from all others.
type passageKey struct {
	kind int
	key  vector.Key
}

// Report is what was done.
type Report struct {
	Due
	Made    int
	Saved   int   // of these: written, so that they are not asked for again
	Skipped int   // texts that the model gives no vector for
	Why     error // of the first of them
}

// movedMost is as many changes as are looked through for what has moved, and
// movedTexts as many texts as are embedded for it. More is for who waits for it.
const (
	movedMost  = 512
	movedTexts = 64
)

// embedMost is how many texts are asked for at once. It is what the servers'
// engines put into one request, so that progress is told after each.
const embedMost = 32

// Due looks at what is to be done.
func (x Index) Due(ctx context.Context, of Extent) (d Due, err error) {
	err = x.View(ctx, func(r Records) error {
		if d.State, err = r.Vectors(); err != nil {
			return err
		}
		d.anew = of == AllAnew || d.State.Model != x.Model.kept()
		if of == Moved && (d.anew || d.State.From != x.Model.from() || d.State.Batch == 0) {
			d.TooMuch = true
			return nil
		}
		return x.look(r, of, &d)
	})
	if err != nil {
		return d, fmt.Errorf("look for texts without vectors: %w", err)
	}
	return d, nil
}

// look holds the texts against the vectors.
func (x Index) look(r Records, of Extent, d *Due) error {
	after, most := d.State.Batch, movedMost
	if of != Moved {
		most = 0 // only the newest batch is asked for
	}
	moved, newest, ok, err := r.Moved(after, most)
	if err != nil {
		return err
	}
	d.newest = newest
	if d.TooMuch = of == Moved && !ok; d.TooMuch {
		return nil
	}
	some := map[fulltext.Doc]bool{}
	for _, doc := range moved {
		some[doc] = true
	}
	looked := func(doc fulltext.Doc) bool { return of != Moved || some[doc] }
	none := d.anew || of == Moved && len(moved) == 0
	known, err := x.known(r, none, of != Moved, looked)
	if err != nil {
		return err
	}
	d.missing, d.gone = map[passageKey]bool{}, map[int][]vector.Key{}
	for kind := range schema.Kinds {
		ids := idsOf(kind, moved)
		if of != Moved {
			ids = nil
		} else if len(ids) == 0 {
			continue
		}
		if err := r.Texts(kind, ids, func(id int64, text func(f *schema.Field) string) error {
			d.record(kind, id, x.Model.passages(schema.Kinds[kind], id, text), known)
			return nil
		}); err != nil {
			return err
		}
	}
	for p, there := range known {
		if there {
			d.Gone++
			d.gone[p.kind] = append(d.gone[p.kind], p.key)
		}
	}
	return nil
}

// known are the passages that have vectors, of the records that are looked at.
func (x Index) known(r Records, none, whole bool, looked func(fulltext.Doc) bool) (map[passageKey]bool, error) {
	known := map[passageKey]bool{}
	if none {
		return known, nil
	}
	err := r.VectorKeys(whole, func(kind int, keys []vector.Key) error {
		for _, key := range keys {
			if looked(fulltext.DocOf(kind, key.ID)) {
				known[passageKey{kind, key}] = true
			}
		}
		return nil
	})
	return known, err
}

func idsOf(kind int, docs []fulltext.Doc) (ids []int64) {
	for _, d := range docs {
		if d.Kind() == kind {
			ids = append(ids, d.ID())
		}
	}
	return ids
}

// record sorts the passages of a record into those that have a vector and those
// that have none. What is left of known in the end is of no record.
func (d *Due) record(kind int, id int64, passages []passage, known map[passageKey]bool) {
	lacking := 0
	for _, p := range passages {
		at := passageKey{kind, p.key}
		if _, there := known[at]; there {
			known[at] = false
			d.Kept++
		} else if !d.missing[at] {
			d.missing[at] = true
			lacking++
		}
	}
	if lacking > 0 {
		d.Texts += lacking
		d.Records++
		d.docs = append(d.docs, fulltext.DocOf(kind, id))
	}
}

// Refresh does what is due. What was done until an error is kept, and the next one
// goes on from there.
func (x Index) Refresh(ctx context.Context, of Extent) (Report, error) {
	due, err := x.Due(ctx, of)
	if err != nil || due.TooMuch {
		return Report{Due: due}, err
	}
	if of == Moved && due.Texts > movedTexts {
		due.TooMuch = true
		return Report{Due: due}, nil
	}
	report, err := x.work(ctx, due)
	if errors.Is(err, errDimension) && of == Whole {
		return x.Refresh(ctx, AllAnew)
	}
	return report, err
}

// errDimension is of a model that gives other vectors than it did.
var errDimension = problem.Refuse(problem.Unavailable, BadVectors, "the model gives vectors of another dimension than it did", "`assister index` asks it for all of them anew")

// keepWait is how long the end of a refresh that failed may take.
const keepWait = time.Second

func (x Index) work(ctx context.Context, due Due) (Report, error) {
	w := &work{Index: x, Report: Report{Due: due}, was: due.State, left: due.missing, asks: embedding{model: x.Model}}
	if !w.anew {
		w.dimension = w.was.Dimension
	}
	err := w.texts(ctx)
	if err != nil {
		// What has been asked for is not asked for again, however this ended.
		ending, done := context.WithTimeout(context.WithoutCancel(ctx), keepWait)
		defer done()
		_ = w.keep(ending)
	} else {
		err = w.finish(ctx)
	}
	w.State = w.was
	return w.Report, err
}

// work is a refresh on its way.
type work struct {
	Index
	Report
	was       vector.State // as it is kept by now
	dimension int          // of the model's vectors; 0 while none is known
	left      map[passageKey]bool
	asks      embedding
	waiting   []passageKey // texts for the next question
	words     []string
	ready     []vector.Entry // that are to be kept
}

// texts asks for the vectors of all texts that have none, some records at a time,
// so that a large workspace is never in memory.
func (w *work) texts(ctx context.Context) error {
	slices.Sort(w.docs)
	for docs := range slices.Chunk(w.docs, embedMost) {
		for kind := range schema.Kinds {
			ids := idsOf(kind, docs)
			if len(ids) == 0 {
				continue
			}
			if err := w.View(ctx, func(r Records) error { return w.gather(r, kind, ids) }); err != nil {
				return err
			}
		}
		for len(w.words) >= embedMost {
			if err := w.ask(ctx, embedMost); err != nil {
				return err
			}
		}
	}
	for len(w.words) > 0 {
		if err := w.ask(ctx, min(len(w.words), embedMost)); err != nil {
			return err
		}
	}
	return nil
}

// gather takes the texts of some records that still have no vector. What a record
// says since it was looked at is for the next time.
func (w *work) gather(r Records, kind int, ids []int64) error {
	before, _ := w.Model.instruction()
	return r.Texts(kind, ids, func(id int64, text func(f *schema.Field) string) error {
		for _, p := range w.Model.passages(schema.Kinds[kind], id, text) {
			if at := (passageKey{kind, p.key}); w.left[at] {
				delete(w.left, at)
				w.waiting, w.words = append(w.waiting, at), append(w.words, before+p.text)
			}
		}
		return nil
	})
}

// ask asks for the vectors of the first texts that wait, and keeps them once they
// fill a block.
func (w *work) ask(ctx context.Context, n int) error {
	vectors, err := w.some(ctx, w.words[:n])
	if err != nil {
		return err
	}
	for i, v := range vectors {
		if v.Dimension() == 0 {
			continue
		}
		if w.dimension == 0 {
			w.dimension = v.Dimension()
		}
		if v.Dimension() != w.dimension {
			return errDimension
		}
		w.ready = append(w.ready, vector.Entry{Kind: w.waiting[i].kind, Key: w.waiting[i].key, Vector: v})
		w.Made++
	}
	w.waiting, w.words = w.waiting[n:], w.words[n:]
	if len(w.ready) >= vector.BlockMost {
		if err := w.keep(ctx); err != nil {
			return err
		}
	}
	if w.Told != nil {
		w.Told(Progress{Done: w.Made + w.Skipped, Texts: w.Texts})
	}
	return nil
}

// probe is a text that no model has trouble with.
const probe = "a list of things to do"

// some is the vectors of texts. There are models that fail at one text and take
// all others; such a text is left without a vector, for the rest would never get
// theirs. Whether it is the text or the server a plain text tells.
func (w *work) some(ctx context.Context, texts []string) ([]vector.Vector, error) {
	vectors, err := w.asks.embed(ctx, texts)
	var refused *problem.Refusal
	if err == nil || !errors.As(err, &refused) || refused.Class != problem.Unavailable {
		return vectors, err
	}
	if _, dead := w.asks.embed(ctx, []string{probe}); dead != nil {
		return nil, err
	}
	if len(texts) == 1 {
		w.Skipped++
		if w.Why == nil {
			w.Why = err
		}
		return []vector.Vector{{}}, nil
	}
	first, err := w.some(ctx, texts[:len(texts)/2])
	if err != nil {
		return nil, err
	}
	second, err := w.some(ctx, texts[len(texts)/2:])
	return append(first, second...), err
}

// keep writes what is ready.
func (w *work) keep(ctx context.Context) error {
	if len(w.ready) == 0 {
		return nil
	}
	return w.write(ctx, w.was)
}

// finish writes what is left, and that all of it is done. Where little is to be
// said, whoever comes next may as well look through it again.
func (w *work) finish(ctx context.Context) error {
	next := w.was
	next.Batch, next.From = w.newest, w.Model.from()
	little := w.was.Batch > 0 && w.newest-w.was.Batch < batchesLeft && next.From == w.was.From
	if len(w.ready)+len(w.gone) == 0 && (w.anew || little) {
		return nil
	}
	return w.write(ctx, next)
}

// batchesLeft is how many batches are looked through again, rather than to write
// that none of them said anything.
const batchesLeft = 32

// write writes what is ready, and with the last of it what goes. The vectors of
// another model go with the first that this one gives, and not before.
func (w *work) write(ctx context.Context, next vector.State) error {
	change := vector.Change{State: next, Anew: w.anew, Add: w.ready}
	if w.anew {
		change.State.Model, change.State.Dimension, change.State.From = w.Model.kept(), w.dimension, w.Model.from()
	}
	if next.Batch == w.newest {
		change.Drop = w.gone
	} else if w.anew {
		change.State.Batch = 0
	}
	err := w.Keep(ctx, w.was, change)
	for tries := 0; errors.Is(err, vector.ErrMoved) && tries < besideMost; tries++ {
		err = w.beside(ctx, &change)
	}
	if errors.Is(err, vector.ErrMoved) {
		return moved(err)
	}
	if err != nil {
		return fmt.Errorf("keep the vectors: %w", err)
	}
	w.Saved += len(w.ready)
	w.was, w.ready, w.anew = change.State, nil, false
	return nil
}

// besideMost is how many commands may catch up one after the other while a change is
// written beside them.
const besideMost = 8

// MovedMeanwhile is the code of an index that another one got in the way of.
const MovedMeanwhile = "vectors_moved"

func moved(err error) error {
	r := problem.Refuse(problem.Conflict, MovedMeanwhile, "another command has embedded texts meanwhile", "`assister index` goes on from what that has left")
	r.Cause = err
	return r
}

// beside writes a change where another command has caught up with what was applied
// meanwhile: its vectors are those of the same model, and none is kept twice.
func (w *work) beside(ctx context.Context, change *vector.Change) error {
	var is vector.State
	if err := w.View(ctx, func(r Records) (err error) {
		is, err = r.Vectors()
		return err
	}); err != nil {
		return err
	}
	same := is
	if same.Batch = w.was.Batch; same != w.was || change.Anew {
		return vector.ErrMoved
	}
	change.State.Batch = max(change.State.Batch, is.Batch)
	change.Drop = nil // it may be said again by now, and goes the next time
	return w.Keep(ctx, is, *change)
}
