package relational

import (
	"bytes"
	"context"
	"crypto/sha256"
	"database/sql/driver"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"slices"

	"assister/internal/ledger"
	"assister/internal/problem"
	"assister/internal/workspace"
)

// Source lends the rows of a workspace.
type Source interface {
	// Rows calls fn once with one state of the workspace. If it cannot be held for that
	// long, and another program has written, a query of fn fails.
	Rows(ctx context.Context, fn func(r Reader) error) error
}

// Target is where a workspace is copied to.
type Target interface {
	Source

	// Load runs what fn writes as one transaction.
	Load(ctx context.Context, fn func(r Reader, w Writer) error) error

	// Empty removes every row.
	Empty(ctx context.Context) error
}

// Copied is the result of a copy.
type Copied struct {
	Digest string // of all rows, in hex
	Rows   int64
	Found  int64 // of them, that were there already
}

// What Copy does with the rows, one after the other.
const (
	Copying   = "copy"
	Comparing = "compare"
)

// Copy makes the rows of a target those of a source, and compares the digests of both. Rows
// that an interrupted copy has left are kept if they are the same. It reads a page at a time.
// show is called with what is done, and the number of rows with which it is, and of all; it may be nil.
func Copy(ctx context.Context, from Source, to Target, show func(what string, done, all int64)) (c Copied, err error) {
	if show == nil {
		show = func(string, int64, int64) {}
	}
	err = from.Rows(ctx, func(r Reader) error {
		t := transfer{ctx: ctx, from: r.source, to: to, show: show}
		if err := t.run(); err != nil {
			return err
		}
		if err := t.verify(); err != nil {
			return err
		}
		c = t.copied
		return nil
	})
	return c, err
}

// Place makes a target a workspace, which changes one row of the tables of its store.
func Place(ctx context.Context, to Target, text string, args ...driver.Value) (workspace.Aside, error) {
	return workspace.Aside{}, to.Load(ctx, func(_ Reader, w Writer) error { return w.Change(1, text, args...) })
}

// StillHas refuses to replace a workspace whose trail has another head than it had.
func StillHas(r Reader, head ledger.Entry) error {
	is, err := r.Head()
	if err == nil && is.Hash != head.Hash {
		err = workspace.Changed("nothing was replaced; run the command again")
	}
	return err
}

// transfer is one copy.
type transfer struct {
	ctx       context.Context
	from      source
	to        Target
	show      func(what string, done, all int64)
	done, all int64
	sums      []string // of the tables, in their order
	last      []int64  // ids, of counted tables
	copied    Copied
}

// errOther is the error of a target with rows that the source does not have, and that cannot
// be deleted one by one.
var errOther = errors.New("the rows are those of another workspace")

func (t *transfer) run() error {
	for _, table := range tables() {
		n, err := table.count(t.from)
		if err != nil {
			return err
		}
		t.all += n
	}
	err := t.tables()
	if errors.Is(err, errOther) {
		if err = t.to.Empty(t.ctx); err == nil {
			err = t.tables()
		}
	}
	if err != nil {
		return err
	}
	return t.lastIDs()
}

func (t *transfer) tables() error {
	t.done, t.sums, t.copied = 0, nil, Copied{Rows: t.all}
	for i := range tables() {
		if err := t.table(i); err != nil {
			return err
		}
	}
	return nil
}

// table copies a table: what follows the rows that are there, if these are the same.
func (t *transfer) table(i int) error {
	of := tables()[i]
	there, err := t.there(of)
	if err != nil {
		return err
	}
	from := &pages{table: of, from: t.from}
	sum, same, err := t.compare(from, there)
	switch {
	case err != nil:
		return err
	case same && !of.derived:
		t.copied.Found += there.rows
	case same:
	case of.kept:
		return errOther
	default:
		err := t.to.Load(t.ctx, func(r Reader, w Writer) error { return emptyFrom(i, writer{r.source, w}) })
		if err != nil {
			return err
		}
		from, sum = &pages{table: of, from: t.from}, newRowSum()
	}
	for {
		rows, err := from.next()
		if err != nil {
			return err
		}
		if len(rows) == 0 {
			t.sums = append(t.sums, sum.text())
			return nil
		}
		sum.add(rows)
		err = t.to.Load(t.ctx, func(r Reader, w Writer) error { return of.write(writer{r.source, w}, rows) })
		if err != nil {
			return err
		}
		t.progress(Copying, len(rows))
	}
}

// emptyFrom removes the rows of a table, and of those after it, which may refer to them.
func emptyFrom(i int, w writer) error {
	all := tables()
	if all[i].clear != nil {
		return all[i].clear(w)
	}
	for n := len(all) - 1; n >= i; n-- {
		if err := w.run("DELETE FROM " + all[n].name); err != nil {
			return err
		}
	}
	return nil
}

func (t *transfer) progress(what string, rows int) {
	t.done += int64(rows)
	t.show(what, t.done, t.all)
}

// there sums up the rows that the target has.
func (t *transfer) there(of table) (sum rowSum, err error) {
	err = t.to.Rows(t.ctx, func(r Reader) error {
		sum = newRowSum()
		return sum.readAll(&pages{table: of, from: r.source}, func(int) {})
	})
	return sum, err
}

// compare reads as many rows as there are, and reports whether they are the same.
func (t *transfer) compare(from *pages, there rowSum) (sum rowSum, same bool, err error) {
	sum = newRowSum()
	for sum.rows < there.rows {
		from.rows = int(min(there.rows-sum.rows, int64(max(from.rows, 1))))
		rows, err := from.next()
		if err != nil || len(rows) == 0 {
			return sum, false, err
		}
		sum.add(rows)
	}
	same = sum.text() == there.text()
	if same {
		t.progress(Copying, int(there.rows))
	}
	return sum, same, nil
}

// lastIDs sets the greatest ids that there ever were.
func (t *transfer) lastIDs() (err error) {
	if t.last, err = lastIDs(t.from); err != nil {
		return err
	}
	return t.to.Load(t.ctx, func(r Reader, w Writer) error {
		for i, name := range counted() {
			if t.last[i] == 0 {
				continue
			}
			if err := r.dialect.SetLastID(w, name, t.last[i]); err != nil {
				return err
			}
		}
		return nil
	})
}

func lastIDs(r source) (last []int64, err error) {
	for _, name := range counted() {
		next, err := r.next(name)
		if err != nil {
			return nil, err
		}
		last = append(last, next-1)
	}
	return last, nil
}

// NotCopied is the code of a copy that is not the same as its source.
const NotCopied = "copy_differs"

// verify compares the rows of the target with those of the source.
func (t *transfer) verify() error {
	var sums []string
	var last []int64
	err := t.to.Rows(t.ctx, func(r Reader) (err error) {
		sums, t.done = nil, 0
		for _, of := range tables() {
			sum := newRowSum()
			read := func(rows int) { t.progress(Comparing, rows) }
			if err := sum.readAll(&pages{table: of, from: r.source}, read); err != nil {
				return err
			}
			sums = append(sums, sum.text())
		}
		last, err = lastIDs(r.source)
		return err
	})
	if err != nil {
		return err
	}
	for i, of := range tables() {
		if sums[i] != t.sums[i] {
			return problem.Refuse(problem.Failed, NotCopied, "the rows of the table "+of.name+" are not those of the source",
				"another program may have written to one of both; run the command again")
		}
	}
	if !slices.Equal(last, t.last) {
		return problem.Refuse(problem.Failed, NotCopied, "the next ids are not those of the source", "run the command again")
	}
	whole := sha256.New()
	fmt.Fprintln(whole, sums, last)
	t.copied.Digest = hex.EncodeToString(whole.Sum(nil))
	return nil
}

// rowSum is a digest of rows in their order.
type rowSum struct {
	hash hash.Hash
	rows int64
	row  *bytes.Buffer
}

func newRowSum() rowSum { return rowSum{hash: sha256.New(), row: new(bytes.Buffer)} }

// readAll adds the rows of a table, and calls read with the number of those of each page.
func (s *rowSum) readAll(p *pages, read func(rows int)) error {
	for {
		rows, err := p.next()
		if err != nil || len(rows) == 0 {
			return err
		}
		s.add(rows)
		read(len(rows))
	}
}

// add adds rows. Each value has its type and its length before it.
func (s *rowSum) add(rows [][]driver.Value) {
	for _, row := range rows {
		s.row.Reset()
		for _, v := range row {
			s.value(v)
		}
		s.hash.Write(s.row.Bytes())
	}
	s.rows += int64(len(rows))
}

func (s *rowSum) value(v driver.Value) {
	number := func(kind byte, n int64) {
		var b [9]byte
		b[0] = kind
		binary.BigEndian.PutUint64(b[1:], uint64(n))
		s.row.Write(b[:])
	}
	switch v := v.(type) {
	case nil:
		s.row.WriteByte('n')
	case int64:
		number('i', v)
	case string:
		number('t', int64(len(v)))
		s.row.WriteString(v)
	case []byte:
		number('b', int64(len(v)))
		s.row.Write(v)
	}
}

func (s *rowSum) text() string { return fmt.Sprintf("%d:%x", s.rows, s.hash.Sum(nil)) }
