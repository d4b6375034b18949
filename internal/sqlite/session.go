package sqlite

import (
	"context"
	"database/sql/driver"
	"slices"
	"strconv"
	"strings"

	"assister/internal/record"
	"assister/internal/session"
	"assister/internal/workspace"
)

var _ session.Store = (*Store)(nil)

// Sessions implements session.Store.
func (s *Store) Sessions(ctx context.Context) (all []session.Session, err error) {
	err = s.reading(ctx, func(r reader) error {
		return r.each("read the sessions", `SELECT of.session, of.turns, of.first, of.last, newest.question IS NOT NULL
			FROM (SELECT session, count(*) AS turns, min(at) AS first, max(at) AS last,
				max(id) AS id FROM turn GROUP BY session) AS of
			JOIN turn AS newest ON newest.id = of.id ORDER BY of.id DESC`, func(row []driver.Value) error {
			if err := shaped(row, "tiiii"); err != nil {
				return err
			}
			all = append(all, session.Session{
				Name: row[0].(string), Turns: int(row[1].(int64)),
				First: instant(row[2].(int64)), Last: instant(row[3].(int64)), Open: row[4] == int64(1),
			})
			return nil
		})
	})
	return all, err
}

// Turns implements session.Store.
func (s *Store) Turns(ctx context.Context, name string, limit int) (turns []session.Turn, err error) {
	err = s.reading(ctx, func(r reader) error {
		const query = `SELECT at, role, text, question, about, correlation_id FROM turn
			WHERE session = ? ORDER BY id DESC LIMIT ?`
		return r.each("read the session", query, func(row []driver.Value) error {
			if err := shaped(row, "ittTtT"); err != nil {
				return err
			}
			t := session.Turn{At: instant(row[0].(int64)), Role: row[1].(string), Text: row[2].(string)}
			t.Question, _ = row[3].(string)
			t.About = keysOf(row[4].(string))
			t.Proposed, _ = row[5].(string)
			turns = append(turns, t)
			return nil
		}, name, int64(limit))
	})
	slices.Reverse(turns)
	return turns, err
}

func (s *Store) reading(ctx context.Context, fn func(reader) error) error {
	return s.View(ctx, func(v workspace.Reader) error { return fn(v.(reader)) })
}

// Append implements session.Store.
func (s *Store) Append(ctx context.Context, name string, turns []session.Turn) error {
	return s.writeUnlogged(ctx, "write the session", func(c *conn) error {
		rows := c.insert("turn", "session", "at", "role", "text", "question", "about", "correlation_id")
		for _, t := range turns {
			err := rows.add(name, t.At.UnixMilli(), t.Role, t.Text,
				textOrNull(t.Question), listOf(t.About), textOrNull(t.Proposed))
			if err != nil {
				return err
			}
		}
		if err := rows.flush(); err != nil {
			return err
		}
		return c.run(`DELETE FROM turn WHERE session = ?1 AND id <=
			(SELECT id FROM turn WHERE session = ?1 ORDER BY id DESC LIMIT 1 OFFSET ?2)`, name, int64(session.TurnsMax))
	})
}

// Clear implements session.Store.
func (s *Store) Clear(ctx context.Context, name string) (turns int, err error) {
	err = s.writeUnlogged(ctx, "write the session", func(c *conn) error {
		result, err := c.raw.ExecContext(never, "DELETE FROM turn WHERE session = ?", c.bind([]driver.Value{name}))
		if err != nil {
			return err
		}
		n, err := result.RowsAffected()
		turns = int(n)
		return err
	})
	return turns, err
}

// listOf encodes keys for one column: "task:3 event:1".
func listOf(keys []record.Key) string {
	var b strings.Builder
	for i, k := range keys {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(k.Kind + ":" + strconv.FormatInt(k.ID, 10))
	}
	return b.String()
}

// keysOf decodes listOf, and ignores anything else.
func keysOf(list string) (keys []record.Key) {
	for _, word := range strings.Fields(list) {
		kind, digits, _ := strings.Cut(word, ":")
		if id, err := strconv.ParseInt(digits, 10, 64); err == nil && id > 0 {
			keys = append(keys, record.Key{Kind: kind, ID: id})
		}
	}
	return keys
}
