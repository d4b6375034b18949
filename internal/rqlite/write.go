package rqlite

import (
	"context"
	"crypto/rand"
	"database/sql/driver"
	"errors"
	"fmt"
	"iter"
	mathrand "math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"assister/internal/ijson"
	"assister/internal/problem"
	"assister/internal/relational"
	"assister/internal/workspace"
)

// Every write is one request, which is one transaction. Its first statement writes a row
// of write_log: the version that the write leads to, and a random name for the write. It
// fails, and the request with it, if another program has written since the snapshot or if
// the write is there already, so a write can be sent again when its answer was lost: it
// never happens twice. The newest rows of write_log say which writes have happened.

// named is how many of the newest writes are remembered by their name. A write whose
// answer was lost is looked for at once, so far fewer would do. Older ones are forgotten by
// every forgetEvery-th write.
const (
	named       = 1024
	forgetEvery = 64
)

// batch collects the statements of one write.
type batch struct {
	statements []Statement
	index      []Statement // of the text index, after the others
}

// valuesPerInsert is how many values of rows one statement inserts at most. SQLite takes
// 32,766; more save no time.
const valuesPerInsert = 1000

// Change implements relational.Writer. That a statement has changed as many rows as it
// must is checked by the database, after it and before the commit.
func (b *batch) Change(rows int, text string, args ...driver.Value) error {
	b.statements = append(b.statements, Statement{Text: text, Args: args})
	if rows >= 0 && !strings.HasPrefix(text, "INSERT") { // an INSERT changes a row or fails
		const check = "UPDATE assister SET schema = NULL WHERE changes() <> ?"
		b.statements = append(b.statements, Statement{check, []driver.Value{int64(rows)}})
	}
	return nil
}

// Insert implements relational.Writer.
func (b *batch) Insert(table string, columns []string, rows iter.Seq[[]driver.Value]) error {
	in := relational.NewInsertion(columns, rows)
	if in.Count == 0 {
		return nil
	}
	text := "INSERT INTO " + table + " (" + strings.Join(in.Names(), ", ") + ") "
	fixed := strings.TrimSuffix(strings.Repeat("?, ", len(in.Fixed)), ", ")
	if len(in.Columns) == 0 {
		b.statements = append(b.statements, Statement{text + "VALUES (" + fixed + ")", in.Values})
		return nil
	}
	text += "SELECT "
	if fixed != "" {
		text += fixed + ", "
	}
	ends := make([]relational.Ends, len(in.Columns))
	for i := range ends {
		ends[i] = in.Ends(i)
	}
	if list, ok := jsonRows(in.Rows, ends); ok {
		args := slices.Clone(in.Values)
		for i, e := range ends {
			value := "value ->> " + strconv.Itoa(i)
			if e != (relational.Ends{}) {
				value, args = "? || ("+value+") || ?", append(args, e.Prefix, e.Suffix)
			}
			text += strings.Repeat(", ", min(i, 1)) + value
		}
		b.statements = append(b.statements, Statement{text + " FROM json_each(?)", append(args, list)})
		return nil
	}
	row := "(?" + strings.Repeat(", ?", len(in.Columns)-1) + ")"
	for part := range slices.Chunk(in.Rows, max(valuesPerInsert/len(in.Columns), 1)) {
		values := "* FROM (VALUES " + row + strings.Repeat(", "+row, len(part)-1) + ")"
		args := slices.Concat(in.Values, slices.Concat(part...))
		b.statements = append(b.statements, Statement{text + values, args})
	}
	return nil
}

// jsonRows is rows as one value, an array of arrays: each node has to decode, store and bind
// every value of a statement, which takes longer than to insert it. False if JSON cannot have one
// of their values as it is: bytes, or a text with U+0000, at which SQLite ends a text in JSON.
// Texts are without their ends.
func jsonRows(rows [][]driver.Value, ends []relational.Ends) (list string, ok bool) {
	length := 2
	for _, row := range rows {
		length += 3
		for n, v := range row {
			length += jsonLength(v) - len(ends[n].Prefix) - len(ends[n].Suffix)
		}
	}
	text := append(make([]byte, 0, length), '[')
	for i, row := range rows {
		if i > 0 {
			text = append(text, ',')
		}
		for n, v := range row {
			text = append(text, "[,"[min(n, 1)])
			switch v := v.(type) {
			case nil:
				text = append(text, "null"...)
			case int64:
				text = strconv.AppendInt(text, v, 10)
			case string:
				if strings.ContainsRune(v, 0) || !utf8.ValidString(v) {
					return "", false
				}
				text = ijson.AppendString(text, ends[n].Cut(v))
			default:
				return "", false
			}
		}
		text = append(text, ']')
	}
	return string(append(text, ']')), true
}

// errBehind is the error of a write that did not happen since another one came first.
var errBehind = errors.New("another program has written first")

// write is what is sent to lead on from a version.
type write struct {
	version int64
	name    string
	ticket  int64 // 0 for none
	batch
}

// send sends a write and finds out whether it has happened. The error is errBehind, a
// *StatementError or a refusal if it has not; it wraps workspace.ErrUnknownOutcome if that
// cannot be known.
func (s *Store) send(ctx context.Context, w write) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	w.name = rand.Text()
	statements := append(w.guard(), w.statements...)
	own := len(statements)
	statements = append(statements, w.index...)
	_, err := s.client.Execute(ctx, statements...)
	if errors.Is(err, ErrLost) {
		err = s.settle(ctx, w, statements, err)
	}
	var said *StatementError
	if errors.As(err, &said) && said.Statement >= own {
		return &relational.IndexError{Cause: err}
	}
	return behind(err)
}

// guard are the statements that begin a write. It fails if its version is not the newest, or
// if it is not its turn in the queue.
func (w write) guard() []Statement {
	const next = `INSERT INTO write_log (version, name)
		SELECT CASE WHEN max(version) = ? AND (SELECT coalesce(min(number), 0) FROM queue) = ? THEN max(version) + 1 END, ?
		FROM write_log`
	const forget = "DELETE FROM write_log WHERE version <= ?"
	all := []Statement{{next, []driver.Value{w.version, w.ticket, w.name}}}
	if w.version%forgetEvery == 0 {
		all = append(all, Statement{forget, []driver.Value{w.version - named}})
	}
	if w.ticket != 0 {
		all = append(all, Statement{"DELETE FROM queue WHERE number = ?", []driver.Value{w.ticket}})
	}
	return all
}

// behind turns the failure of the first statement of a write into errBehind.
func behind(err error) error {
	var said *StatementError
	if errors.As(err, &said) && said.Statement == 0 && strings.Contains(said.Message, "constraint failed: write_log.") {
		return errBehind
	}
	return err
}

// settle finds out whether a write whose answer was lost has happened. As long as it has not
// and its version is the newest, it may still be under way, so it is sent again: whichever of
// the two arrives first fails the other. Someone who has interrupted the program does not
// want it to happen: then a write without statements is sent, which fails it as well.
func (s *Store) settle(ctx context.Context, w write, statements []Statement, cause error) error {
	unknown := fmt.Errorf("commit: %w: %w", workspace.ErrUnknownOutcome, cause)
	interrupted := ctx.Err()
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 4*s.address.Timeout)
	defer cancel()
	if interrupted != nil {
		statements = write{version: w.version, ticket: w.ticket, name: rand.Text()}.guard()
	}
	for ctx.Err() == nil {
		is, err := s.happened(ctx, w)
		switch {
		case err != nil:
		case is == done:
			return nil
		case is == preceded && interrupted != nil:
			return interrupted
		case is == preceded:
			return errBehind
		default:
			// This fails if the write is there already, or another one; the next look says
			// which. Any other failure is that of the write itself.
			_, err = s.client.Execute(ctx, statements...)
			var said *StatementError
			if errors.As(err, &said) && behind(err) != errBehind {
				return err
			}
			if err == nil && interrupted == nil {
				return nil
			}
		}
		if err != nil {
			rest(ctx, 10*time.Millisecond)
		}
	}
	return unknown
}

// fate is what has become of a write.
type fate uint8

const (
	pending  fate = iota // it may still happen
	done                 // it has happened
	preceded             // it cannot happen, since another one has
)

// happened looks for a write by its name.
func (s *Store) happened(ctx context.Context, w write) (fate, error) {
	const query = `SELECT count(CASE name WHEN ? THEN 1 END), min(version), max(version),
			(SELECT coalesce(min(number), 0) FROM queue)
		FROM write_log`
	rows, err := s.client.Query(ctx, Linearizable, Statement{query, []driver.Value{w.name}})
	if err != nil {
		return pending, err
	}
	row := rows[0].Values[0]
	if err := relational.Shaped(row, "iiii"); err != nil {
		return pending, err
	}
	switch oldest, newest := row[1].(int64), row[2].(int64); {
	case row[0] == int64(1):
		return done, nil
	case oldest > w.version+1:
		return pending, errors.New("the write is older than all that are remembered")
	case newest > w.version:
		return preceded, nil
	}
	return pending, nil
}

// rest waits for about a time, which differs so that writers do not meet again.
func rest(ctx context.Context, about time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(about/2 + time.Duration(mathrand.Int64N(int64(about)))):
	}
}

// busy is the refusal of a write that others have preceded again and again.
func (s *Store) busy() error {
	r := problem.Refuse(problem.Failed, "database_busy", "other programs are writing to the workspace",
		"nothing was changed; try again")
	r.Path, r.Passing = s.address.String(), true
	return r
}
