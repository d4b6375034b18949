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
)

// rehearsal is a snapshot of an empty workspace that notes the queries.
type rehearsal struct{ asked []statement }

// Each implements relational.Snapshot.
func (h *rehearsal) Each(_, text string, _ func([]driver.Value) error, args ...driver.Value) error {
	h.asked = append(h.asked, statement{text, slices.Clone(args)})
	return nil
}

// guess is a query with one argument that the database knows: it follows from what an
// earlier query returns.
type guess struct{ text, arg string }

// guesses are of what every update asks: the end of the audit trail with the newest batch,
// which is verified before anything is added.
var guesses = sync.OnceValue(func() []guess {
	const rows = 6 // of the trail, that are verified
	queries := func(ask func(r relational.Reader)) string {
		var h rehearsal
		ask(relational.NewReader(&h, dialect, nil))
		return h.asked[0].text
	}
	return []guess{
		{
			queries(func(r relational.Reader) { _ = r.Audit(0, nil) }),
			fmt.Sprintf("(SELECT max(seq) - %d FROM audit)", rows),
		},
		{queries(func(r relational.Reader) { _, _, _ = r.Batch(0) }), relational.NewestFew},
		{relational.ChangesOfBatch, relational.NewestFew},
	}
})

// ofUpdates is what every update asks, beside the guesses.
var ofUpdates = sync.OnceValue(func() []statement {
	var h rehearsal
	r := relational.NewReader(&h, dialect, nil)
	_, _ = r.Head()
	_, _ = r.NextBatch()
	return h.asked
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
