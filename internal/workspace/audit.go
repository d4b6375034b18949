package workspace

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"assister/internal/check"
	"assister/internal/ijson"
	"assister/internal/ledger"
	"assister/internal/op"
	"assister/internal/problem"
	"assister/internal/session"
)

// Detail encodes the detail of an audit row from alternating names and values. It never
// has values of records; they are in the batch.
func Detail(pairs ...any) string {
	b := []byte{'{'}
	for i := 0; i < len(pairs); i += 2 {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(ijson.AppendString(b, pairs[i].(string)), ':')
		switch v := pairs[i+1].(type) {
		case string:
			b = ijson.AppendString(b, v)
		case int:
			b = strconv.AppendInt(b, int64(v), 10)
		case int64:
			b = strconv.AppendInt(b, v, 10)
		case float64:
			b = strconv.AppendFloat(b, v, 'g', -1, 64)
		case bool:
			b = strconv.AppendBool(b, v)
		default:
			panic(fmt.Sprintf("workspace: no way to write a %T into an audit row", v))
		}
	}
	return string(append(b, '}'))
}

// applyEntries are the audit rows of a batch: how it was approved, and what it did.
func applyEntries(r Request, b ledger.Batch, c check.Counts) (rows []ledger.Entry) {
	if r.Approval != "" {
		rows = append(rows, ledger.Entry{At: b.At, CorrelationID: r.CorrelationID, Action: "approval",
			Asked:  ledger.Asked{Actor: b.Actor},
			Detail: Detail("by", r.Approval, "operations", len(r.Ops), "confirmed", r.Confirmed)})
	}
	return append(rows, batchEntry(b, c, "operations", len(r.Ops), "source", sourcesOf(r.Ops),
		"key", b.Key, "fingerprint", b.Fingerprint))
}

// sourcesOf names who made the operations, each source once: "model hand".
func sourcesOf(ops []op.Op) string {
	var words []string
	for _, o := range ops {
		if word := o.Source.String(); !slices.Contains(words, word) {
			words = append(words, word)
		}
	}
	return strings.Join(words, " ")
}

// batchEntry is the audit row of a batch. Its digest makes the chain vouch for the
// batch's changes as well.
func batchEntry(b ledger.Batch, c check.Counts, more ...any) ledger.Entry {
	pairs := append([]any{"created", c.Created, "updated", c.Updated, "deleted", c.Deleted, "completed", c.Completed},
		more...)
	return ledger.Entry{At: b.At, CorrelationID: b.CorrelationID, Action: string(b.Action), Batch: b.ID, Asked: b.Asked,
		Detail: Detail(append(pairs, "digest", b.Digest().String())...)}
}

// Note writes audit rows of decisions that have no effect on the data, and turns of a session.
func Note(ctx context.Context, s Store, rows []ledger.Entry, said session.Added) error {
	_, err := update(ctx, s, func(Reader) (Commit, error) { return Commit{Audit: rows, Said: said}, nil })
	if err != nil {
		return fmt.Errorf("write the audit trail: %w", err)
	}
	return nil
}

// auditRefusal writes a refusal to the audit trail. Its own error is ignored: the
// refusal matters more. An obstacle that may pass, such as another writer, is no decision,
// and to write it down would mean to wait for the same obstacle again.
func auditRefusal(ctx context.Context, s Store, row ledger.Entry, of string, r *problem.Refusal) {
	if r.Passing {
		return
	}
	row.Action, row.Detail = "refusal", Detail("of", of, "code", r.Problem.Code)
	_ = Note(ctx, s, []ledger.Entry{row}, session.Added{})
}

// Expected are heads that a trail has to contain. Without them, a trail cannot reveal that
// its end was cut off or that it was rewritten.
type Expected struct {
	Head string         // in hexadecimal, "" for none
	Kept []ledger.Entry // by a Witness, in the order of keeping; of each, Seq and Hash
}

// Verification is what Verify found.
type Verification struct {
	Rows    int64
	Batches int64
	Head    ledger.Entry
	Kept    int   // heads that a witness has kept
	Newer   int64 // rows after the newest of them

	// Replaced counts the kept heads of rows that a restore has replaced by a backup.
	Replaced int
}

// Verify checks everything that decides: the audit chain, the digests of the batches in
// it, which batches are marked as undone, the schema with its triggers, and that the chain
// contains the expected heads.
func Verify(ctx context.Context, s Store, expected Expected) (v Verification, err error) {
	want, ok := ledger.ParseHash(expected.Head)
	if expected.Head != "" && !ok {
		return v, problem.Refuse(problem.Usage, "invalid_expect", "--expect takes 64 hexadecimal digits",
			"`auditHead` of an earlier `done` event is one")
	}
	view := s.View
	if server, is := s.(Reviewer); is {
		view = server.Review
	}
	err = view(ctx, func(r Reader) (err error) {
		v, err = verify(ctx, r, want, expected)
		return err
	})
	return v, err
}

// verify is Verify on a snapshot. want is the head that is expected, if one is.
func verify(ctx context.Context, r Reader, want ledger.Hash, expected Expected) (v Verification, err error) {
	at := map[ledger.Hash]int64{} // of the expected heads, the rows that have them
	var restored []ledger.Hash    // the heads that restores have replaced
	if expected.Head != "" {
		at[want] = 0
	}
	for _, kept := range expected.Kept {
		at[kept.Hash] = 0
	}
	if err := r.CheckSchema(); err != nil {
		return v, err
	}
	undos := undosOf{}
	var rows stretch
	part := func() error {
		err := rows.verify(r, &v, undos)
		rows = stretch{rows: rows.rows[:0]}
		return cmp.Or(err, ctx.Err())
	}
	if err := r.Audit(0, func(e ledger.Entry) error {
		if _, is := at[e.Hash]; is {
			at[e.Hash] = e.Seq
		}
		if e.Action == "restore" {
			restored = append(restored, replacedBy(e))
		}
		if rows.add(e) {
			return part()
		}
		return nil
	}); err != nil {
		return v, err
	}
	if err := part(); err != nil {
		return v, err
	}
	next, err := r.NextBatch()
	if err != nil {
		return v, fmt.Errorf("count the batches: %w", err)
	}
	if v.Batches != next-1 {
		return v, broken(v.Head.Seq, fmt.Sprintf("the trail knows of %d batches and the ledger of %d", v.Batches, next-1))
	}
	if err := undos.verify(r); err != nil {
		return v, err
	}
	if expected.Head != "" && at[want] == 0 {
		return v, broken(v.Head.Seq,
			"the remembered head "+expected.Head+" is not in the trail: its end was cut off, or it was rewritten")
	}
	err = v.checkKept(expected.Kept, at, restored)
	return v, err
}

// checkKept checks that the heads that a witness has kept are in the trail, each at its
// place. Those before a restore need not be: the trail names the last one that it has
// replaced.
func (v *Verification) checkKept(kept []ledger.Entry, at map[ledger.Hash]int64, restored []ledger.Hash) error {
	newest := int64(0)
	beforeRestore := 0
	for i, k := range kept {
		if slices.Contains(restored, k.Hash) {
			beforeRestore = i + 1
		}
	}
	for i, k := range kept {
		switch {
		case at[k.Hash] == k.Seq:
			newest = max(newest, k.Seq)
			v.Kept++
		case i < beforeRestore:
			v.Replaced++
		default:
			what := fmt.Sprintf("the head of row %d, kept at %s, is not in the trail: its end was cut off, or it was rewritten",
				k.Seq, k.At.UTC().Format(time.RFC3339))
			return broken(k.Seq, what)
		}
	}
	v.Newer = v.Rows - newest
	return nil
}

// replacedBy is the head that a row of a restore names.
func replacedBy(e ledger.Entry) (replaced ledger.Hash) {
	detail, _ := ijson.Parse([]byte(e.Detail))
	hash, _ := detail.Get("replaced")
	replaced, _ = ledger.ParseHash(hash.Text)
	return replaced
}

// update is s.Update, after a check that the end of the trail is as it was written: nothing
// is added to a trail that was cut or edited there. Verify checks all of it.
func update(ctx context.Context, s Store, fn func(Reader) (Commit, error)) (Receipt, error) {
	return s.Update(ctx, func(r Reader) (Commit, error) {
		if err := verifyEnd(r); err != nil {
			return Commit{}, err
		}
		return fn(r)
	})
}

// Limits of the check before an update, which has to take less than a commit: rows of the
// trail, and records of the newest batch.
const (
	endRows    = 6
	endRecords = 20
)

// verifyEnd checks the newest rows of the trail, with the newest batch among them if it is
// small.
func verifyEnd(r Reader) error {
	head, err := r.Head()
	if err != nil || head.Seq == 0 {
		return err
	}
	var rows []ledger.Entry
	if err := r.Audit(head.Seq-endRows, func(e ledger.Entry) error {
		rows = append(rows, e)
		return nil
	}); err != nil {
		return err
	}
	var before, newest ledger.Entry
	read := head.Seq <= endRows // the row before the first one, which is the zero Entry
	for _, e := range rows {
		if read {
			if err := verifyLink(before, e); err != nil {
				return err
			}
		}
		before, read = e, true
		if e.Batch != 0 {
			newest = e
		}
	}
	if newest.Batch == 0 || !smallBatch(newest) {
		return nil
	}
	return verifyBatch(r, newest)
}

// smallBatch reports whether the batch of an audit row changed few records.
func smallBatch(e ledger.Entry) bool {
	records, ok := recordsOf(e)
	return ok && records <= endRecords
}

// recordsOf is how many records the batch of an audit row changed, by the row.
func recordsOf(e ledger.Entry) (records int64, ok bool) {
	detail, p := ijson.Parse([]byte(e.Detail))
	for _, name := range []string{"created", "updated", "deleted", "completed"} {
		v, _ := detail.Get(name)
		n, _ := v.Int()
		records += n
	}
	return records, p == nil
}

// Limits of a stretch.
const (
	stretchRows    = 256
	stretchRecords = 2000
)

// stretch is rows of the trail whose batches are read together: over a network, to read one
// takes about as long as to read many.
type stretch struct {
	rows    []ledger.Entry
	batches []int64
	records int64 // of the batches
}

// add adds the next row, and reports whether there are enough.
func (s *stretch) add(e ledger.Entry) bool {
	s.rows = append(s.rows, e)
	if e.Batch != 0 {
		records, _ := recordsOf(e)
		s.batches, s.records = append(s.batches, e.Batch), s.records+records
	}
	return len(s.rows) >= stretchRows || s.records >= stretchRecords
}

// verify checks the rows and their batches, and adds them to the verification.
func (s *stretch) verify(r Reader, v *Verification, undos undosOf) error {
	batches, err := r.Batches(s.batches)
	if err != nil {
		return fmt.Errorf("read the batches of the trail: %w", err)
	}
	for _, e := range s.rows {
		if err := verifyLink(v.Head, e); err != nil {
			return err
		}
		if e.Batch != 0 {
			b, ok := batches[e.Batch]
			if err := verifyDigest(e, b, ok); err != nil {
				return err
			}
			if err := undos.add(e, b); err != nil {
				return err
			}
			v.Batches++
		}
		v.Head = e
		v.Rows++
	}
	return nil
}

// verifyLink checks a row against the one before it.
func verifyLink(before, e ledger.Entry) error {
	if e.Seq != before.Seq+1 {
		return broken(e.Seq, fmt.Sprintf("row %d is missing", before.Seq+1))
	}
	if e.Link(before.Hash) != e.Hash {
		return broken(e.Seq, fmt.Sprintf("row %d is not as it was written", e.Seq))
	}
	return nil
}

// verifyBatch checks the batch of a row.
func verifyBatch(r Reader, e ledger.Entry) error {
	b, ok, err := r.Batch(e.Batch)
	if err != nil {
		return fmt.Errorf("read batch %d: %w", e.Batch, err)
	}
	return verifyDigest(e, b, ok)
}

// verifyDigest checks the batch of a row, if it is there, against the digest in the row.
func verifyDigest(e ledger.Entry, b ledger.Batch, ok bool) error {
	detail, p := ijson.Parse([]byte(e.Detail))
	digest, _ := detail.Get("digest")
	if p != nil || !ok || b.Digest().String() != digest.Text {
		return broken(e.Seq, fmt.Sprintf("batch %d is not as row %d says", e.Batch, e.Seq))
	}
	return nil
}

// undosOf are the batches that are about others, or are about to be compared with these, by
// their ids.
type undosOf map[int64]undoOf

type undoOf struct {
	seq   int64        // of the audit row
	batch ledger.Batch // what its mark follows from; the zero Batch if that is not read yet
}

// add adds a batch, and checks that an undo or redo is about the batch that it takes back,
// or about the one that this is about.
func (u undosOf) add(e ledger.Entry, b ledger.Batch) error {
	about := b.Undoes
	if undone := u[b.Undoes].batch; undone.Root != 0 {
		about = undone.Root
	}
	if b.Root != about || (b.Root == 0) != (b.Action == ledger.Apply) {
		return broken(e.Seq, fmt.Sprintf("batch %d takes batch %d back, and is filed under batch %d", b.ID, b.Undoes, b.Root))
	}
	if b.Root != 0 || b.UndoneBy != 0 {
		u[b.ID] = undoOf{e.Seq, forMarks(b)}
	}
	if _, known := u[b.Root]; !known && b.Root != 0 {
		u[b.Root] = undoOf{seq: e.Seq}
	}
	return nil
}

// forMarks is what ledger.Marks needs of a batch, and its mark.
func forMarks(b ledger.Batch) ledger.Batch {
	less := ledger.Batch{ID: b.ID, Action: b.Action, Root: b.Root, UndoneBy: b.UndoneBy}
	if b.Root != 0 {
		less.Results = b.Results
	}
	for _, c := range b.Changes {
		less.Changes = append(less.Changes, ledger.Change{Kind: c.Kind, ID: c.ID})
	}
	return less
}

// verify derives from the ledger what is undone of the applied batches, their undos and
// their redos, and compares the marks with it.
func (u undosOf) verify(r Reader) error {
	if err := u.complete(r); err != nil {
		return err
	}
	reversals := map[int64][]ledger.Batch{} // by what they are about, oldest first
	ids := slices.Sorted(maps.Keys(u))
	for _, id := range ids {
		if b := u[id].batch; b.Root != 0 {
			reversals[b.Root] = append(reversals[b.Root], b)
		}
	}
	for _, id := range ids {
		root := u[id].batch
		if root.Root != 0 {
			continue
		}
		marks := ledger.Marks(root, reversals[id])
		for _, b := range append(reversals[id], root) {
			if b.UndoneBy != marks[b.ID] {
				return broken(u[b.ID].seq, fmt.Sprintf("batch %d is marked as undone by batch %d, and by the ledger it is "+
					"by batch %d (0 is none)", b.ID, b.UndoneBy, marks[b.ID]))
			}
		}
	}
	return nil
}

// completedAtOnce is how many batches complete reads at once.
const completedAtOnce = 32

// complete reads the applied batches of which only the undos were added: they have no mark.
func (u undosOf) complete(r Reader) error {
	var unread []int64
	for id, is := range u {
		if is.batch.ID == 0 {
			unread = append(unread, id)
		}
	}
	slices.Sort(unread)
	for ids := range slices.Chunk(unread, completedAtOnce) {
		batches, err := r.Batches(ids)
		if err != nil {
			return fmt.Errorf("read what was undone: %w", err)
		}
		for id, b := range batches {
			u[id] = undoOf{u[id].seq, forMarks(b)}
		}
	}
	return nil
}

func broken(seq int64, what string) *problem.Refusal {
	r := problem.Refuse(problem.Failed, "audit_broken", what, "keep a copy of the database and compare it with a backup")
	r.Problem.Field = strconv.FormatInt(seq, 10)
	return r
}

var errNoSuchBatch = errors.New("no such batch")
