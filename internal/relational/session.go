package relational

import (
	"database/sql/driver"
	"slices"
	"strconv"
	"strings"

	"assister/internal/record"
	"assister/internal/session"
)

// turnReader reads conversations.
type turnReader struct {
	source
	texts textReader
}

// Sessions returns the conversations, newest first; see session.Store.
func (r turnReader) Sessions() (all []session.Session, err error) {
	const query = `SELECT part.session, part.turns, part.first, part.last,
			CASE WHEN newest.question IS NULL THEN 0 ELSE 1 END
		FROM (SELECT session, count(*) AS turns, min(at) AS first, max(at) AS last, max(id) AS id
			FROM turn GROUP BY session) AS part
		JOIN turn AS newest ON newest.id = part.id ORDER BY part.id DESC`
	err = r.each("read the sessions", query, func(row []driver.Value) error {
		if err := Shaped(row, "tiiii"); err != nil {
			return err
		}
		all = append(all, session.Session{
			Name: row[0].(string), Turns: int(row[1].(int64)),
			First: instant(row[2].(int64)), Last: instant(row[3].(int64)), Open: row[4] == int64(1),
		})
		return nil
	})
	return all, err
}

// Turns returns the newest turns of a conversation, oldest first; see session.Store.
func (r turnReader) Turns(name string, limit int) (turns []session.Turn, err error) {
	if err := readTurnRanges(r.texts, name); err != nil {
		return nil, err
	}
	const query = `SELECT at, role, text, question, about, correlation_id, lost FROM turn
		WHERE session = ? ORDER BY id DESC LIMIT ?`
	err = r.each("read the session", query, func(row []driver.Value) error {
		if err := Shaped(row, "ittTtTi"); err != nil {
			return err
		}
		t := session.Turn{At: instant(row[0].(int64)), Role: row[1].(string), Text: row[2].(string)}
		t.Question, _ = row[3].(string)
		t.About, t.Lost = keysOf(row[4].(string)), row[6] == int64(1)
		t.Proposed, _ = row[5].(string)
		turns = append(turns, t)
		return nil
	}, name, int64(limit))
	slices.Reverse(turns)
	return turns, err
}

// turns writes turns of a conversation, and deletes the oldest if there are too many.
func (w writer) turns(said session.Added) error {
	if len(said.Turns) == 0 {
		return nil
	}
	// The database gives the ids when it inserts, so that writers who cannot see each
	// other's turns do not give one twice.
	const statement = `INSERT INTO turn (id, session, at, role, text, question, about, correlation_id, lost, word_ranges)
		VALUES ((SELECT coalesce(max(id), 0) + 1 FROM turn), ?, ?, ?, ?, ?, ?, ?, ?, ?)`
	for _, t := range said.Turns {
		ranges := ""
		if w.remote() && t.Role == session.User {
			ranges = wordRanges(t.Text)
		}
		err := w.change(statement, said.Session, t.At.UnixMilli(), t.Role, t.Text,
			textOrNull(t.Question), listOf(t.About), textOrNull(t.Proposed), flag(t.Lost), ranges)
		if err != nil {
			return err
		}
	}
	const oldest = `DELETE FROM turn WHERE session = ? AND id <=
		(SELECT id FROM turn WHERE session = ? ORDER BY id DESC LIMIT 1 OFFSET ?)`
	return w.run(oldest, said.Session, said.Session, int64(session.TurnsMax))
}

// ClearTurns deletes a conversation and returns the number of its turns.
func ClearTurns(r Reader, w Writer, name string) (turns int, err error) {
	n, err := r.number("read the session", "SELECT count(*) FROM turn WHERE session = ?", name)
	if err != nil || n == 0 {
		return 0, err
	}
	return int(n), w.Change(AnyRows, "DELETE FROM turn WHERE session = ?", name)
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

// keysOf decodes listOf.
func keysOf(list string) (keys []record.Key) {
	for _, word := range strings.Fields(list) {
		kind, digits, _ := strings.Cut(word, ":")
		if id, err := strconv.ParseInt(digits, 10, 64); err == nil && id > 0 {
			keys = append(keys, record.Key{Kind: kind, ID: id})
		}
	}
	return keys
}
