package postgres

import (
	"context"
	"database/sql/driver"
	"fmt"
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

// rehearse returns what fn asks of an empty workspace.
func (s *Store) rehearse(ctx context.Context, fn func(workspace.Reader) (workspace.Commit, error)) []statement {
	h := &rehearsal{ctx: ctx}
	r := reader{&tx{ctx: ctx, address: s.address}, relational.NewReader(h, dialect, false), s.schema}
	_, _ = fn(r) // whatever it makes of an empty workspace
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
	known := answers{}
	var keys []string
	var list []statement
	for _, s := range asked {
		key := keyOf(s.text, s.args)
		if _, twice := known[key]; !twice {
			known[key] = nil
			keys, list = append(keys, key), append(list, s)
		}
	}
	args := statement{text: "SELECT "}
	for i, g := range guesses() {
		args.text += strings.Repeat(", ", min(i, 1)) + g.arg
		list = append(list, statement{text: strings.Replace(g.text, "?", g.arg, 1)})
	}
	list = append(list, args)

	r := c.begin(ctx)
	for _, s := range list {
		values, types, formats := encode(s.args)
		r.SendQueryParams(numbered(s.text), values, types, formats, allBinary)
	}
	err := r.send()
	rows := make([][][]driver.Value, len(list))
	for i := 0; i < len(list) && err == nil; i++ {
		rows[i], err = r.rows()
	}
	if err = r.end(err); err != nil {
		return nil, err
	}
	for i, key := range keys {
		known[key] = rows[i]
	}
	for i, g := range guesses() {
		if arg := rows[len(list)-1][0][i]; arg != nil {
			known[keyOf(g.text, []driver.Value{arg})] = rows[len(keys)+i]
		}
	}
	return known, nil
}

// rows returns the rows of the next statement.
func (r request) rows() (all [][]driver.Value, err error) {
	answer, err := r.GetResults()
	if err != nil {
		return nil, err
	}
	rows, ok := answer.(*pgconn.ResultReader)
	if !ok {
		return nil, errUnexpected
	}
	result := &result{request: r, rows: rows}
	for {
		row, err := result.decoded()
		if row == nil || err != nil {
			return all, err
		}
		all = append(all, slices.Clone(row))
	}
}
