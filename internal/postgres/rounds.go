package postgres

import (
	"context"
	"database/sql/driver"
	"errors"
	"slices"
	"strings"
	"time"

	"assister/internal/relational"
)

// A function that reads asks one query after the other, and each would take a round trip. So
// the function is called before the first request, with queries that have no rows, to learn
// what it asks, and then all of that is one request. What it asks because of the rows of
// others is learned in the same way when it is called with these. Its last call is the one
// in which every query had its result.

// roundsMost is how often a function is called to learn what it asks, and rehearsedMost of
// how many rows at most: to read them again costs more time than a round trip saves, and
// they are in memory.
const (
	roundsMost    = 4
	rehearsedMost = 5000
)

// keptMost is how many bytes of results are kept. A larger one is read again, row by row.
const keptMost = 32 << 20

// errUnrehearsed is the error of queries that failed together, so that each has to be asked
// alone, in another transaction: the error of one takes all of them with it, and is only told to the
// function when that asks the query itself. It may do without: a search that takes too long has
// found what it has until then, and a commit is written without a text index that cannot be read,
// which its receipt says.
var errUnrehearsed = errors.New("the queries that were learned have failed")

// rounds are the calls of a function in which a query whose result is not known has no rows,
// and is noted.
type rounds struct {
	known  answers
	rows   int // in known
	noted  []statement
	within time.Time   // when the first context of a noted query ends; zero for never
	ahead  []guess     // that the first request asks as well
	also   []statement // the same
	marks  bool        // the first request asks for the mark, which has to be that of the known results
	mark   mark        // of the known results
}

// play calls fn until all that it asks is known. What is unknown after some rounds is asked
// when fn asks for it.
func (p *rounds) play(ctx context.Context, s *Store, c *conn, cache *relational.Cache, fn func(r reader) error) error {
	if p.known == nil {
		p.known = answers{}
	}
	for round := 0; round < roundsMost && p.rows <= rehearsedMost; round++ {
		r := s.newReader(ctx, c, cache)
		r.rounds = p
		p.noted, p.within = nil, time.Time{}
		err := relational.Learn(r.tx, func() error { return fn(r) })
		switch {
		case len(p.noted) == 0:
			return err
		case ctx.Err() != nil:
			return ctx.Err()
		}
		if err := p.ask(ctx, c); err != nil {
			return err
		}
	}
	r := s.newReader(ctx, c, cache)
	r.known = p.known
	return fn(r)
}

// each calls fn for the rows of a query that is known, and notes any other.
func (p *rounds) each(
	ctx context.Context, text string, fn func(row []driver.Value) error, args []driver.Value,
) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	rows, ok := p.known[keyOf(text, args)]
	if !ok {
		p.note(ctx, statement{text, slices.Clone(args)})
	}
	for _, row := range rows {
		if err := fn(row); err != nil {
			return err
		}
	}
	return nil
}

// Learning implements relational.Learner.
func (t *tx) Learning() bool { return t.rounds != nil && len(t.rounds.noted) > 0 }

func (p *rounds) note(ctx context.Context, s statement) {
	p.noted = append(p.noted, s)
	if end, ok := ctx.Deadline(); ok && (p.within.IsZero() || end.Before(p.within)) {
		p.within = end
	}
}

// ask asks for the noted queries.
func (p *rounds) ask(ctx context.Context, c *conn) error {
	within, cancel := ctx, func() {}
	if !p.within.IsZero() {
		within, cancel = context.WithDeadline(ctx, p.within)
	}
	defer cancel()
	keys, list := distinct(append(p.noted, p.also...))
	args := statement{text: "SELECT "}
	for i, g := range p.ahead {
		args.text += strings.Repeat(", ", min(i, 1)) + g.arg
		list = append(list, statement{text: strings.Replace(g.text, "?", g.arg, 1)})
	}
	if len(p.ahead) > 0 {
		list = append(list, args)
	}
	guessed := len(list) - 1
	if p.marks {
		list = append(list, statement{text: markQuery})
	}
	results, err := c.askTogether(within, list, keptMost)
	switch {
	case err == nil:
	case ctx.Err() == nil && ofQuery(err) && (!gone(err) || within.Err() != nil):
		return errUnrehearsed
	default:
		return err
	}
	if p.marks {
		is := mark(results[len(list)-1].all[0])
		if len(p.known) > 0 && is != p.mark {
			return errMoved
		}
		p.marks, p.mark = false, is
	}
	for i, key := range keys {
		p.learn(key, results[i])
	}
	for i, g := range p.ahead {
		if arg := results[guessed].all[0][i]; arg != nil {
			p.learn(keyOf(g.text, []driver.Value{arg}), results[len(keys)+i])
		}
	}
	p.ahead, p.also = nil, nil
	return nil
}

func (p *rounds) learn(key string, rows kept) {
	if p.rows += len(rows.all); rows.cut {
		p.rows = rehearsedMost + 1
		return
	}
	p.known[key] = rows.all
}

// ofQuery reports whether an error can be that of a query, rather than that of the begin of
// the transaction, which is the same when the queries are asked one by one.
func ofQuery(err error) bool {
	var begin *beginError
	return !raced(err) && !errors.As(err, &begin)
}
