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
// fail each other's commits again and again, so one who was preceded takes a ticket, and
// then only the oldest ticket may commit. A ticket is deleted by the commit it is for. A
// program that dies with one holds the others up until they have seen it do nothing for
// a while.

// ticket is a place in the queue.
type ticket struct {
	s      *Store
	name   string // "" for none
	number int64  // 0 for none

	last place         // that was seen
	idle time.Duration // for how long it has been the same
}

// place is what a writer sees of the queue.
type place struct{ version, first, number, before int64 }

// Limits of a store's guess of how long a turn takes. With it, a writer looks about twice
// for each turn that it waits for.
const (
	shortestTurn = time.Millisecond
	longestTurn  = 50 * time.Millisecond
)

// wait waits until the ticket is the oldest, and takes one first if there is none.
func (t *ticket) wait(ctx context.Context) error {
	if t.name == "" {
		t.name = rand.Text()
		if err := t.take(ctx); err != nil {
			return err
		}
	}
	for {
		is, err := t.look(ctx)
		if err != nil {
			return err
		}
		if is.number == 0 { // the answer was lost, or somebody took this program for dead
			if err := t.take(ctx); err != nil {
				return err
			}
			continue
		}
		t.number = is.number
		if is.before == 0 {
			return nil
		}
		pause := time.Duration(is.before) * t.s.turn
		if is.version != t.last.version || is.first != t.last.first {
			t.s.turn = max(t.s.turn*2/3, shortestTurn)
			t.last, t.idle = is, 0
		} else {
			t.s.turn = min(t.s.turn*3/2, longestTurn)
			t.idle += pause
		}
		if t.idle > t.s.address.Timeout {
			if err := t.s.forget(ctx, is); err != nil {
				return err
			}
			t.idle = 0
		}
		if rest(ctx, pause); ctx.Err() != nil {
			return ctx.Err()
		}
	}
}

// take puts the ticket at the end of the queue, unless it is there.
func (t *ticket) take(ctx context.Context) error {
	const statement = "INSERT INTO queue (name) VALUES (?) ON CONFLICT DO NOTHING"
	_, err := t.s.client.Execute(ctx, Statement{statement, []driver.Value{t.name}})
	if errors.Is(err, ErrLost) {
		return nil // the next look tells
	}
	return err
}

// look asks for the place of the ticket.
func (t *ticket) look(ctx context.Context) (place, error) {
	const query = `SELECT (SELECT max(version) FROM write_log), coalesce(min(number), 0),
			coalesce(max(CASE name WHEN ? THEN number END), 0),
			count(CASE WHEN number < (SELECT number FROM queue WHERE name = ?) THEN 1 END)
		FROM queue`
	rows, err := t.s.client.Query(ctx, Weak, Statement{query, []driver.Value{t.name, t.name}})
	if err != nil {
		return place{}, err
	}
	row := rows[0].Values[0]
	if err := relational.Shaped(row, "iiii"); err != nil {
		return place{}, err
	}
	return place{row[0].(int64), row[1].(int64), row[2].(int64), row[3].(int64)}, nil
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
