package rqlite

import (
	"context"
	"errors"
	"slices"
	"time"

	"assister/internal/relational"
)

// A function that reads asks one query after the other, and each would take a request. So
// the function is called before the first request, with queries that have no rows, to learn
// what it asks, and then all of that is one request. What it asks because of the rows of
// others is learned in the same way when it is called with these. Its last call is the one
// in which every query had its result.

// roundsMost is how often a function is called to learn what it asks, and rehearsedMost of
// how many rows at most: to read them again costs more time than a request saves.
const (
	roundsMost    = 4
	rehearsedMost = 5000
)

// play calls fn until all that it asks is known. What is unknown after some rounds is asked
// when fn asks for it.
func (n *snapshot) play(fn func() error) error {
	for round := 0; round < roundsMost && n.rows <= rehearsedMost; round++ {
		n.rehearsing, n.noted, n.within = true, nil, time.Time{}
		err := relational.Learn(n, fn)
		n.rehearsing = false
		switch {
		case len(n.noted) == 0:
			return err
		case n.ctx.Err() != nil:
			return n.ctx.Err()
		}
		if err := n.askNoted(); err != nil {
			return err
		}
	}
	return fn()
}

// askNoted asks for the noted queries. If they fail or take too long, fn has to ask for each
// itself, so that it knows which.
func (n *snapshot) askNoted() error {
	ctx, cancel := n.ctx, func() {}
	if !n.within.IsZero() {
		ctx, cancel = context.WithDeadline(n.ctx, n.within)
	}
	defer cancel()
	err := n.request(ctx, once(n.noted)...)
	var said *StatementError
	if errors.As(err, &said) || ctx.Err() != nil && n.ctx.Err() == nil {
		n.rows = rehearsedMost + 1
		return nil
	}
	return err
}

// Learning implements relational.Learner.
func (n *snapshot) Learning() bool { return n.rehearsing && len(n.noted) > 0 }

// note notes a query.
func (n *snapshot) note(statement Statement) {
	statement.Args = slices.Clone(statement.Args)
	n.noted = append(n.noted, statement)
	if n.until == nil {
		return
	}
	if end, ok := n.until.Deadline(); ok && (n.within.IsZero() || end.Before(n.within)) {
		n.within = end
	}
}
