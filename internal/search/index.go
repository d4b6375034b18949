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

// Index updates the stored vectors from the records. Vectors are derived data without a
// history: a digest of each text tells which ones are out of date, and they are updated
// when a model is available.
type Index struct {
	Model Model
	View  func(ctx context.Context, fn func(IndexSource) error) error
	Save  func(ctx context.Context, was vector.State, change vector.Change) error
	// Progress counts the embedded texts.
	Progress func(Progress) // called as it goes on; may be nil
}

// Progress is how far it has come.
type Progress struct{ Done, Texts int }

// Scope is which texts are compared.
type Scope uint8

const (
	Changed    Scope = iota // texts changed since the last update, unless there are many
	Everything              // all texts; unchanged ones keep their vectors
	Rebuild                 // all texts; all vectors are replaced
)

// Pending is the work that is left until every text has its vector.
type Pending struct {
	State   vector.State // current
	Texts   int          // texts without a vector
	Kept    int          // compared texts that have a vector
	Records int          // records of the texts without a vector
	Stale   int          // vectors of texts that no record has any more
	TooMany bool         // more has changed than Moved returns; the other counts are 0

	rebuild     bool
	newestBatch int64
	docs        []fulltext.Doc // records with texts that have no vector
	missing     map[passageKey]bool
	stale       map[int][]vector.Key
}

// OtherModel reports whether the stored vectors are of another model.
func (d Pending) OtherModel() bool { return d.rebuild && d.State.Model != "" }

// passageKey identifies a passage.
type passageKey struct {
	kind int
	key  vector.Key
}

// Report is the result of a Refresh.
type Report struct {
	Pending
	Made       int
	Saved      int   // of these: stored
	Skipped    int   // texts that the model cannot embed
	SkipReason error // of the first of them
}

// Limits of an update with Changed, which runs after other commands: changes to compare,
// and texts to embed. Larger updates need an explicit command.
const (
	changesMax      = 512
	changedTextsMax = 64
)

// embedBatch is how many texts are embedded at once. The model servers use batches of
// this size, so that there is progress after each.
const embedBatch = 32

// Pending compares the texts in scope with the stored vectors.
func (x Index) Pending(ctx context.Context, of Scope) (d Pending, err error) {
	err = x.View(ctx, func(r IndexSource) error {
		d = Pending{}
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

// compare counts the texts with and without a vector.
func (x Index) compare(r IndexSource, of Scope, d *Pending) error {
	after, most := d.State.Batch, changesMax
	if of != Changed {
		most = 0 // only the newest batch is needed
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

// known returns the passages of the compared records that have vectors.
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

// record counts the passages of a record with and without a vector, and unmarks them in
// known. Passages that stay marked are of no record.
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

// Refresh embeds the texts that are pending. What was done before an error is stored, and
// the next Refresh continues from there.
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

// keepWait is the timeout for storing vectors after a failure.
const keepWait = time.Second

func (x Index) work(ctx context.Context, due Pending) (Report, error) {
	w := &refresh{Index: x, Report: Report{Pending: due}, was: due.State, left: due.missing,
		embedder: embedder{model: x.Model}}
	if !w.rebuild {
		w.dimension = w.was.Dimension
	}
	err := w.texts(ctx)
	if err != nil {
		// Store what was embedded, so that the next call need not embed it again.
		ending, done := context.WithTimeout(context.WithoutCancel(ctx), keepWait)
		defer done()
		_ = w.keep(ending)
	} else {
		err = w.finish(ctx)
	}
	w.State = w.was
	return w.Report, err
}

// refresh is a Refresh in progress.
type refresh struct {
	Index
	Report
	was       vector.State // current kept by now
	dimension int          // of the model's vectors; 0 if unknown
	left      map[passageKey]bool
	embedder  embedder
	waiting   []passageKey // passages to embed next
	words     []string
	ready     []vector.Entry // to be stored
}

// texts embeds all texts without a vector, some records at a time, so that a large
// workspace is never in memory.
func (w *refresh) texts(ctx context.Context) error {
	slices.Sort(w.docs)
	for docs := range slices.Chunk(w.docs, embedBatch) {
		for kind := range schema.Kinds {
			ids := idsOf(kind, docs)
			if len(ids) == 0 {
				continue
			}
			if err := w.gather(ctx, kind, ids); err != nil {
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

// gather queues the texts of some records that still have no vector. Texts that have
// changed meanwhile are left for the next Refresh.
func (w *refresh) gather(ctx context.Context, kind int, ids []int64) error {
	var found []passage
	if err := w.View(ctx, func(r IndexSource) error {
		found = nil
		return r.Texts(kind, ids, func(id int64, text func(f *schema.Field) string) error {
			found = append(found, w.Model.passages(schema.Kinds[kind], id, text)...)
			return nil
		})
	}); err != nil {
		return err
	}
	before, _ := w.Model.instruction()
	for _, p := range found {
		if at := (passageKey{kind, p.key}); w.left[at] {
			delete(w.left, at)
			w.waiting, w.words = append(w.waiting, at), append(w.words, before+p.text)
		}
	}
	return nil
}

// embedNext embeds the first n queued texts, and stores vectors once they fill a block.
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

// probeText is a text that every model can embed.
const probeText = "a list of things to do"

// embedAll embeds texts. Some models fail on single texts: such a text is left without a
// vector so that the others get theirs. Embedding probeText tells a bad text from a
// server that fails.
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

// keep stores the vectors that are ready.
func (w *refresh) keep(ctx context.Context) error {
	if len(w.ready) == 0 {
		return nil
	}
	return w.write(ctx, w.was)
}

// finish stores what is left, and marks all batches as done. If there is nothing to store
// and few batches were compared, it writes nothing: comparing them again is cheaper.
func (w *refresh) finish(ctx context.Context) error {
	next := w.was
	next.Batch, next.From = w.newestBatch, w.Model.textVersion()
	little := w.was.Batch > 0 && w.newestBatch-w.was.Batch < idleBatchesMax && next.From == w.was.From
	if len(w.ready)+len(w.stale) == 0 && (w.rebuild || little) {
		return nil
	}
	return w.write(ctx, next)
}

// idleBatchesMax is how many batches without a text to embed are compared again rather
// than marked as done.
const idleBatchesMax = 32

// write stores the vectors that are ready, and with the last of them removes the stale
// ones. The vectors of another model are removed together with the first new ones, not
// before.
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

// saveRetries is how many other updates may come first while a change is written.
const saveRetries = 8

// VectorConflict is the code of an update that met a concurrent one.
const VectorConflict = "vectors_moved"

func vectorConflict(err error) error {
	r := problem.Refuse(problem.Conflict, VectorConflict, "another command has embedded texts meanwhile",
		"continue with: assister index")
	r.Cause = err
	return r
}

// saveAgain writes a change after another command has updated the vectors for new
// batches. Its vectors are of the same model, and storing a vector twice keeps one.
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
	change.Drop = nil // a text may be back by now; stale vectors are removed next time
	return w.Save(ctx, is, *change)
}
