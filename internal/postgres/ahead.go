package postgres

import (
	"context"
	"database/sql/driver"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/jackc/pgx/v5/pgconn"

	"assister/internal/relational"
	"assister/internal/workspace"
)

// A transaction that writes asks a dozen small queries, each of which would take a round
// trip while all other writers wait. So its function is called once with an empty workspace,
// before the transaction, to see what it asks. The first request of the transaction then
// asks all of that together. What an empty workspace does not make it ask takes requests of
// its own.

// rehearsal is a snapshot of an empty workspace that notes the queries.
type rehearsal struct {
	ctx   context.Context
	asked []statement
}

// Each implements relational.Snapshot.
func (h *rehearsal) Each(_, text string, _ func([]driver.Value) error, args ...driver.Value) error {
	h.asked = append(h.asked, statement{text, slices.Clone(args)})
	return h.ctx.Err()
}

// Learning implements relational.Learner.
func (h *rehearsal) Learning() bool { return len(h.asked) > 0 }

// rehearse returns what fn asks of an empty workspace.
func (s *Store) rehearse(ctx context.Context, fn func(workspace.Reader) (workspace.Commit, error)) []statement {
	h := &rehearsal{ctx: ctx}
	r := reader{&tx{ctx: ctx, address: s.address}, relational.NewReader(h, dialect, false), s.schema}
	_ = relational.Learn(h, func() error { // whatever it makes of an empty workspace
		_, err := fn(r)
		return err
	})
	return h.asked
}

// guess is a query with one argument that the database knows: it follows from what an
// earlier query returns.
type guess struct{ text, arg string }

// guesses are of what every update asks: the end of the audit trail with the newest batch,
// which is verified before anything is added.
var guesses = sync.OnceValue(func() []guess {
	const rows = 6 // of the trail, that are verified
	queries := func(ask func(r relational.Reader)) string {
		h := &rehearsal{ctx: never}
		ask(relational.NewReader(h, dialect, false))
		return h.asked[0].text
	}
	return []guess{
		{
			queries(func(r relational.Reader) { _ = r.Audit(0, nil) }),
			fmt.Sprintf("(SELECT max(seq) - %d FROM audit)", rows),
		},
		{queries(func(r relational.Reader) { _, _, _ = r.Batch(0) }), "(SELECT max(id) FROM batch)"},
		{relational.ChangesOfBatch, "(SELECT max(id) FROM batch)"},
	}
})

// answers are the rows of queries that were asked ahead, by the queries with their arguments.
type answers map[string][][]driver.Value

func keyOf(text string, args []driver.Value) string {
	if len(args) == 0 {
		return text
	}
	var key strings.Builder
	key.WriteString(text)
	for _, arg := range args {
		fmt.Fprintf(&key, "\x00%T%v", arg, arg)
	}
	return key.String()
}

// askAhead begins the transaction with a request for queries and guesses.
func (c *conn) askAhead(ctx context.Context, asked []statement) (answers, error) {
	keys, list := distinct(asked)
	args := statement{text: "SELECT "}
	for i, g := range guesses() {
		args.text += strings.Repeat(", ", min(i, 1)) + g.arg
		list = append(list, statement{text: strings.Replace(g.text, "?", g.arg, 1)})
	}
	list = append(list, args)
	results, err := c.askTogether(ctx, list, math.MaxInt)
	if err != nil {
		return nil, err
	}
	known := answers{}
	for i, key := range keys {
		known[key] = results[i].all
	}
	for i, g := range guesses() {
		if arg := results[len(list)-1].all[0][i]; arg != nil {
			known[keyOf(g.text, []driver.Value{arg})] = results[len(keys)+i].all
		}
	}
	return known, nil
}

// distinct leaves out the statements that are there twice, and returns the keys of the others.
func distinct(asked []statement) (keys []string, list []statement) {
	seen := map[string]bool{}
	for _, s := range asked {
		if key := keyOf(s.text, s.args); !seen[key] {
			seen[key] = true
			keys, list = append(keys, key), append(list, s)
		}
	}
	return keys, list
}

// askTogether asks queries in one request. It keeps rows of at most about this many bytes.
func (c *conn) askTogether(ctx context.Context, list []statement, most int) ([]kept, error) {
	r := c.begin(ctx)
	for _, s := range list {
		values, types, formats := encode(s.args)
		r.SendQueryParams(numbered(s.text), values, types, formats, allBinary)
	}
	err := r.send()
	results := make([]kept, len(list))
	for i := 0; i < len(list) && err == nil; i++ {
		results[i], err = r.rows(&most)
	}
	return results, r.end(err)
}

// kept are the rows of a query; none if they were too large.
type kept struct {
	all [][]driver.Value
	cut bool
}

// rows returns the rows of the next statement, if they have no more bytes than are left.
func (r request) rows(left *int) (k kept, err error) {
	answer, err := r.GetResults()
	if err != nil {
		return k, err
	}
	rows, ok := answer.(*pgconn.ResultReader)
	if !ok {
		return k, errUnexpected
	}
	result := &result{request: r, rows: rows}
	for {
		row, err := result.decoded()
		if row == nil || err != nil {
			return k, err
		}
		if *left -= sizeOf(row); *left < 0 {
			_, err := rows.Close()
			return kept{cut: true}, err
		}
		k.all = append(k.all, slices.Clone(row))
	}
}

// sizeOf is about how many bytes a row has in memory.
func sizeOf(row []driver.Value) (n int) {
	for _, v := range row {
		n += 16
		switch v := v.(type) {
		case string:
			n += len(v)
		case []byte:
			n += len(v)
		}
	}
	return n
}
