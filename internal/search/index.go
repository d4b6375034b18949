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

// IndexSource are what vectors are made of, and what is kept of them by now.
type IndexSource interface {
	Vectors() (vector.State, error)
	VectorKeys(whole bool, fn func(kind int, keys []vector.Key) error) error
	Moved(after int64, most int) (moved []fulltext.Doc, newest int64, ok bool, err error)
	Texts(kind int, ids []int64, fn func(id int64, text func(f *schema.Field) string) error) error
}

// Index brings the vectors that are kept up to date with the records. They follow
// from these and are no part of their history: what a change leaves behind is told
// by the digests of the texts, and made up for whenever a model is at hand.
type Index struct {
	Model    Model
	View     func(ctx context.Context, fn func(IndexSource) error) error
	Save     func(ctx context.Context, was vector.State, change vector.Change) error
	Progress func(Progress) // of what is done; nil where nobody wants to know
}

// Progress is how far it has come.
type Progress struct{ Done, Texts int }

// Scope is what is looked at.
type Scope uint8

const (
	Changed    Scope = iota // what has changed since, as far as that is little
	Everything              // everything; what is as it was keeps its vectors
	Rebuild                 // everything, and no vector is kept
)

// Pending is what is to be done for every text to have its vector.
type Pending struct {
	State   vector.State // as it is
	Texts   int          // that have no vector
	Kept    int          // that have theirs, of those that were looked at
	Records int          // whose texts those are
	Stale   int          // vectors of what no record says any more
	TooMany bool         // more has changed than Moved looks at; nothing else is said then

	rebuild     bool
	newestBatch int64
	docs        []fulltext.Doc // with texts that have no vector
	missing     map[passageKey]bool
	stale       map[int][]vector.Key
}

// OtherModel reports whether the vectors that are kept are of another model.
func (d Pending) OtherModel() bool { return d.rebuild && d.State.Model != "" }

// passageKey tells a passage from all others.
type passageKey struct {
	kind int
	key  vector.Key
}

// Report is what was done.
type Report struct {
	Pending
	Made       int
	Saved      int   // of these: written, so that they are not asked for again
	Skipped    int   // texts that the model gives no vector for
	SkipReason error // of the first of them
}

// changesMax is as many changes as are looked through for what has moved, and
// changedTextsMax as many texts as are embedded for it. More is for who waits for it.
const (
	changesMax      = 512
	changedTextsMax = 64
)

// embedBatch is how many texts are asked for at once. It is what the servers'
// engines put into one request, so that progress is told after each.
const embedBatch = 32

// Pending looks at what is to be done.
func (x Index) Pending(ctx context.Context, of Scope) (d Pending, err error) {
	err = x.View(ctx, func(r IndexSource) error {
		if d.State, err = r.Vectors(); err != nil {
			return err
		}
		d.rebuild = of == Rebuild || d.State.Model != x.Model.indexName()
		if of == Changed && (d.rebuild || d.State.From != x.Model.textVersion() || d.State.Batch == 0) {
			d.TooMany = true
			return nil
		}
		return x.compare(r, of, &d)
	})
	if err != nil {
		return d, fmt.Errorf("look for texts without vectors: %w", err)
	}
	return d, nil
}

// compare holds the texts against the vectors.
func (x Index) compare(r IndexSource, of Scope, d *Pending) error {
	after, most := d.State.Batch, changesMax
	if of != Changed {
		most = 0 // only the newest batch is asked for
	}
	moved, newest, ok, err := r.Moved(after, most)
	if err != nil {
		return err
	}
	d.newestBatch = newest
	if d.TooMany = of == Changed && !ok; d.TooMany {
		return nil
	}
	some := map[fulltext.Doc]bool{}
	for _, doc := range moved {
		some[doc] = true
	}
	looked := func(doc fulltext.Doc) bool { return of != Changed || some[doc] }
	none := d.rebuild || of == Changed && len(moved) == 0
	known, err := x.known(r, none, of != Changed, looked)
	if err != nil {
		return err
	}
	d.missing, d.stale = map[passageKey]bool{}, map[int][]vector.Key{}
	for kind := range schema.Kinds {
		ids := idsOf(kind, moved)
		if of != Changed {
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
			d.Stale++
			d.stale[p.kind] = append(d.stale[p.kind], p.key)
		}
	}
	return nil
}

// known are the passages that have vectors, of the records that are looked at.
func (x Index) known(r IndexSource, none, whole bool, looked func(fulltext.Doc) bool) (map[passageKey]bool, error) {
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
func (d *Pending) record(kind int, id int64, passages []passage, known map[passageKey]bool) {
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
func (x Index) Refresh(ctx context.Context, of Scope) (Report, error) {
	due, err := x.Pending(ctx, of)
	if err != nil || due.TooMany {
		return Report{Pending: due}, err
	}
	if of == Changed && due.Texts > changedTextsMax {
		due.TooMany = true
		return Report{Pending: due}, nil
	}
	report, err := x.work(ctx, due)
	if errors.Is(err, errDimension) && of == Everything {
		return x.Refresh(ctx, Rebuild)
	}
	return report, err
}

// errDimension is of a model that gives other vectors than it did.
var errDimension = problem.Refuse(problem.Unavailable, BadVectors,
	"the model returns vectors of another dimension than before", "embed all texts again with: assister index")

// keepWait is how long the end of a refresh that failed may take.
const keepWait = time.Second

func (x Index) work(ctx context.Context, due Pending) (Report, error) {
	w := &refresh{Index: x, Report: Report{Pending: due}, was: due.State, left: due.missing,
		embedder: embedder{model: x.Model}}
	if !w.rebuild {
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

// refresh is a refresh on its way.
type refresh struct {
	Index
	Report
	was       vector.State // as it is kept by now
	dimension int          // of the model's vectors; 0 while none is known
	left      map[passageKey]bool
	embedder  embedder
	waiting   []passageKey // texts for the next question
	words     []string
	ready     []vector.Entry // that are to be kept
}

// texts asks for the vectors of all texts that have none, some records at a time,
// so that a large workspace is never in memory.
func (w *refresh) texts(ctx context.Context) error {
	slices.Sort(w.docs)
	for docs := range slices.Chunk(w.docs, embedBatch) {
		for kind := range schema.Kinds {
			ids := idsOf(kind, docs)
			if len(ids) == 0 {
				continue
			}
			if err := w.View(ctx, func(r IndexSource) error { return w.gather(r, kind, ids) }); err != nil {
				return err
			}
		}
		for len(w.words) >= embedBatch {
			if err := w.embedNext(ctx, embedBatch); err != nil {
				return err
			}
		}
	}
	for len(w.words) > 0 {
		if err := w.embedNext(ctx, min(len(w.words), embedBatch)); err != nil {
			return err
		}
	}
	return nil
}

// gather takes the texts of some records that still have no vector. What a record
// says since it was looked at is for the next time.
func (w *refresh) gather(r IndexSource, kind int, ids []int64) error {
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

// embedNext asks for the vectors of the first texts that wait, and keeps them once they
// fill a block.
func (w *refresh) embedNext(ctx context.Context, n int) error {
	vectors, err := w.embedAll(ctx, w.words[:n])
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
	if len(w.ready) >= vector.BlockSize {
		if err := w.keep(ctx); err != nil {
			return err
		}
	}
	if w.Progress != nil {
		w.Progress(Progress{Done: w.Made + w.Skipped, Texts: w.Texts})
	}
	return nil
}

// probeText is a text that no model has trouble with.
const probeText = "a list of things to do"

// embedAll is the vectors of texts. There are models that fail at one text and take
// all others; such a text is left without a vector, for the rest would never get
// theirs. Whether it is the text or the server a plain text tells.
func (w *refresh) embedAll(ctx context.Context, texts []string) ([]vector.Vector, error) {
	vectors, err := w.embedder.embed(ctx, texts)
	var refused *problem.Refusal
	if err == nil || !errors.As(err, &refused) || refused.Class != problem.Unavailable {
		return vectors, err
	}
	if _, dead := w.embedder.embed(ctx, []string{probeText}); dead != nil {
		return nil, err
	}
	if len(texts) == 1 {
		w.Skipped++
		if w.SkipReason == nil {
			w.SkipReason = err
		}
		return []vector.Vector{{}}, nil
	}
	first, err := w.embedAll(ctx, texts[:len(texts)/2])
	if err != nil {
		return nil, err
	}
	second, err := w.embedAll(ctx, texts[len(texts)/2:])
	return append(first, second...), err
}

// keep writes what is ready.
func (w *refresh) keep(ctx context.Context) error {
	if len(w.ready) == 0 {
		return nil
	}
	return w.write(ctx, w.was)
}

// finish writes what is left, and that all of it is done. Where little is to be
// said, whoever comes next may as well look through it again.
func (w *refresh) finish(ctx context.Context) error {
	next := w.was
	next.Batch, next.From = w.newestBatch, w.Model.textVersion()
	little := w.was.Batch > 0 && w.newestBatch-w.was.Batch < idleBatchesMax && next.From == w.was.From
	if len(w.ready)+len(w.stale) == 0 && (w.rebuild || little) {
		return nil
	}
	return w.write(ctx, next)
}

// idleBatchesMax is how many batches are looked through again, rather than to write
// that none of them said anything.
const idleBatchesMax = 32

// write writes what is ready, and with the last of it what goes. The vectors of
// another model go with the first that this one gives, and not before.
func (w *refresh) write(ctx context.Context, next vector.State) error {
	change := vector.Change{State: next, Reset: w.rebuild, Add: w.ready}
	if w.rebuild {
		change.State.Model, change.State.Dimension = w.Model.indexName(), w.dimension
		change.State.From = w.Model.textVersion()
	}
	if next.Batch == w.newestBatch {
		change.Drop = w.stale
	} else if w.rebuild {
		change.State.Batch = 0
	}
	err := w.Save(ctx, w.was, change)
	for tries := 0; errors.Is(err, vector.ErrConflict) && tries < saveRetries; tries++ {
		err = w.saveAgain(ctx, &change)
	}
	if errors.Is(err, vector.ErrConflict) {
		return vectorConflict(err)
	}
	if err != nil {
		return fmt.Errorf("keep the vectors: %w", err)
	}
	w.Saved += len(w.ready)
	w.was, w.ready, w.rebuild = change.State, nil, false
	return nil
}

// saveRetries is how many commands may catch up one after the other while a change is
// written beside them.
const saveRetries = 8

// VectorConflict is the code of an index that another one got in the way of.
const VectorConflict = "vectors_moved"

func vectorConflict(err error) error {
	r := problem.Refuse(problem.Conflict, VectorConflict, "another command has embedded texts meanwhile",
		"continue with: assister index")
	r.Cause = err
	return r
}

// saveAgain writes a change where another command has caught up with what was applied
// meanwhile: its vectors are those of the same model, and none is kept twice.
func (w *refresh) saveAgain(ctx context.Context, change *vector.Change) error {
	var is vector.State
	if err := w.View(ctx, func(r IndexSource) (err error) {
		is, err = r.Vectors()
		return err
	}); err != nil {
		return err
	}
	same := is
	if same.Batch = w.was.Batch; same != w.was || change.Reset {
		return vector.ErrConflict
	}
	change.State.Batch = max(change.State.Batch, is.Batch)
	change.Drop = nil // it may be said again by now, and goes the next time
	return w.Save(ctx, is, *change)
}
