package rqlite

import (
	"context"
	"crypto/rand"
	"database/sql/driver"
	"errors"
	"time"

	"assister/internal/relational"
)

// Writers who find nobody in their way commit without a further request. Many at once would
// fail each other's commits again and again, so one who was preceded twice, or who sees that
// others queue, takes a ticket, and then only the oldest ticket may commit. A ticket is
// deleted by the commit it is for. A program that dies with one holds the others up until
// they have seen it do nothing for a while.

// ticket is a place in the queue.
type ticket struct {
	s        *Store
	name     string // "" for none
	number   int64  // 0 for none
	preceded int    // attempts without a ticket that another program has preceded

	last   place         // that was seen
	waited time.Duration // with as many before it
	idle   time.Duration // while the first in the queue has done nothing
}

// place is what a writer sees of the queue.
type place struct{ version, first, number, before, all int64 }

// queue is what a store remembers of the queue from one write to the next.
type queue struct {
	crowded bool          // others were waiting
	turn    time.Duration // how long one takes, as far as is known
}

// Limits of the guess of how long a turn takes.
const (
	shortestTurn = time.Millisecond
	usualTurn    = 4 * time.Millisecond
	longestTurn  = 50 * time.Millisecond
)

// again waits before the next snapshot of a write. Two programs that write now and then do
// not need the queue.
func (t *ticket) again(ctx context.Context, n *snapshot) error {
	if t.preceded++; t.name == "" && t.preceded < 2 && n.first == 0 {
		return nil
	}
	return t.wait(ctx)
}

// wait waits until the ticket is the oldest, and takes one first if there is none.
func (t *ticket) wait(ctx context.Context) error {
	look := t.look
	if t.name == "" {
		t.name, look = rand.Text(), t.take
	}
	for {
		is, err := look(ctx)
		if err != nil {
			return err
		}
		look = t.look
		if is.number == 0 { // the answer was lost, or somebody took this program for dead
			look = t.take
			continue
		}
		t.number, t.s.queue.crowded = is.number, is.all > 1
		if is.before == 0 {
			return nil
		}
		t.learn(is)
		if t.idle > t.s.address.Timeout {
			if err := t.s.forget(ctx, is); err != nil {
				return err
			}
			t.idle = 0
		}
		pause := t.pause(is.before)
		t.waited, t.idle = t.waited+pause, t.idle+pause
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pause):
		}
	}
}

// learn learns from a place how long a turn takes. What is seen includes the time in which
// nobody noticed that it was their turn, so the guess grows slowly.
func (t *ticket) learn(is place) {
	turn := t.s.queue.turn
	if passed := t.last.before - is.before; passed > 0 {
		took := t.waited / time.Duration(passed)
		t.s.queue.turn = min(max(min(took, turn*5/4), shortestTurn), longestTurn)
	}
	if is.before != t.last.before {
		t.waited = 0
	}
	if is.version != t.last.version || is.first != t.last.first {
		t.idle = 0
	}
	t.last = is
}

// pause is how long to wait until the next look: until shortly before the turn, and then a
// quarter of a turn at a time, or longer while nothing happens.
func (t *ticket) pause(before int64) time.Duration {
	turn := t.s.queue.turn
	return max(time.Duration(before-1)*turn*3/4, turn/4, t.idle/8)
}

// take puts the ticket at the end of the queue, unless it is there, and asks for its place.
func (t *ticket) take(ctx context.Context) (place, error) {
	const statement = "INSERT INTO queue (name) VALUES (?) ON CONFLICT DO NOTHING"
	rows, err := t.s.client.Both(ctx, Statement{statement, []driver.Value{t.name}}, t.place())
	switch {
	case errors.Is(err, ErrLost):
		return t.look(ctx) // which tells whether it is there
	case err != nil:
		return place{}, err
	}
	return placeOf(rows[1])
}

// place is a query of the place of the ticket.
func (t *ticket) place() Statement {
	const query = `SELECT (SELECT max(version) FROM write_log), coalesce(min(number), 0),
			coalesce(max(CASE name WHEN ? THEN number END), 0),
			count(CASE WHEN number < (SELECT number FROM queue WHERE name = ?) THEN 1 END), count(*)
		FROM queue`
	return Statement{query, []driver.Value{t.name, t.name}}
}

func placeOf(rows Rows) (place, error) {
	if len(rows.Values) != 1 {
		return place{}, relational.Damaged("the place in the queue has %d rows", len(rows.Values))
	}
	row := rows.Values[0]
	if err := relational.Shaped(row, "iiiii"); err != nil {
		return place{}, err
	}
	return place{row[0].(int64), row[1].(int64), row[2].(int64), row[3].(int64), row[4].(int64)}, nil
}

// look asks for the place of the ticket.
func (t *ticket) look(ctx context.Context) (place, error) {
	rows, err := t.s.client.Query(ctx, Weak, t.place())
	var said *StatementError
	if errors.As(err, &said) { // a leader that was just started may not have the tables yet
		rows, err = t.s.client.Query(ctx, Linearizable, t.place())
	}
	if err != nil {
		return place{}, err
	}
	return placeOf(rows[0])
}

// forget deletes the oldest ticket, whose program seems to have died.
func (s *Store) forget(ctx context.Context, is place) error {
	const statement = `DELETE FROM queue WHERE number = ? AND (SELECT max(version) FROM write_log) = ?`
	_, err := s.client.Execute(ctx, Statement{statement, []driver.Value{is.first, is.version}})
	if errors.Is(err, ErrLost) {
		return nil
	}
	return err
}

// leave gives the ticket back if no commit has deleted it. Otherwise the others would wait
// for this program as for one that has died.
func (t *ticket) leave(ctx context.Context) {
	if t.name == "" {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), t.s.address.Timeout)
	defer cancel()
	_, _ = t.s.client.Execute(ctx, Statement{"DELETE FROM queue WHERE name = ?", []driver.Value{t.name}})
}
