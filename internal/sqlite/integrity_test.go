package sqlite

import (
	"strings"
	"testing"

	"assister/internal/ledger"
	"assister/internal/record"
	"assister/internal/workspace"
)

func TestExamineFindsDifferencesFromTheLedger(t *testing.T) {
	for _, tt := range []struct{ name, edit, want string }{
		{"nothing", "SELECT 1", ""},
		{"another title", "UPDATE task SET title = 'Silk' WHERE id = 1", "title"},
		{"another day", "UPDATE task SET scheduled_for = '2026-12-24' WHERE id = 1", "scheduledFor"},
		{"another revision", "UPDATE task SET rev = 7 WHERE id = 1", "revision 7"},
		{"a label that is not found", "UPDATE task SET folded = 'x' WHERE id = 1", "cannot be found"},
		{"a record gone", "DELETE FROM task WHERE id = 1", "missing"},
		{"a record too many", "INSERT INTO task (id, rev, folded, title) VALUES (9, 1, 'a', 'a')", "there are 2 tasks"},
		{"a deleted record back", "INSERT INTO task (id, rev, folded, title) VALUES (2, 1, 'a', 'a')", "was deleted"},
		{"a reference to nothing", "PRAGMA foreign_keys = 0; UPDATE task SET project_id = 8 WHERE id = 1", "does not exist"},
		{"what belongs to a project", "UPDATE project SET touched = 9", "batch 9, and 2"},
		{"an id that is used again", "UPDATE sqlite_sequence SET seq = 1 WHERE name = 'task'", "would have id 2"},
		{"a trigger gone", "DROP TRIGGER batch_is_not_deleted", "tables or triggers"},
		{"a change gone", "DROP TRIGGER change_is_not_deleted; DELETE FROM change WHERE batch = 1 AND id = 2", "gap"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := fresh(t)
			was := task(1, "Milk", "scheduledFor", day(1))
			commit(t, s, creates(was, task(2, "Tea"), project(1, "Home"))...)
			commit(t, s, ledger.Diff(was, was.With("projectId", record.ID(1))), ledger.Deleted(task(2, "Tea")))
			c, err := s.take(ctx)
			if err != nil {
				t.Fatal(err)
			}
			if err := c.exec(tt.edit); err != nil {
				t.Fatal(err)
			}
			s.put(c)
			found, err := s.Examine(ctx)
			if err != nil {
				t.Fatal(err)
			}
			var said []string
			for _, p := range found.Problems {
				said = append(said, p.Message)
			}
			if all := strings.Join(said, "; "); !strings.Contains(all, tt.want) || (tt.want == "") != (all == "") {
				t.Errorf("found %q, want %q", all, tt.want)
			}
		})
	}
}

// A damaged page can contain a row of another table, or anything else. SQLite checks the
// types of its columns when it writes, and not when it reads.
func TestAnInvalidRowIsDamageAndNotAPanic(t *testing.T) {
	loose := func(table, columns string) string {
		return "PRAGMA foreign_keys = 0; PRAGMA legacy_alter_table = 1; ALTER TABLE " + table + " RENAME TO was; CREATE TABLE " + table + " AS SELECT " + columns + " FROM was"
	}
	const batch = "id, at, action, undoes, root, undone_by, correlation_id, key, fingerprint, results, " +
		"source, actor, words, unattended_ops, unattended_created, unattended_changed, unattended_deleted"
	for _, tt := range []struct{ name, edit string }{
		{"a task without a revision", "DROP INDEX task_day; " + loose("task", "*") + "; UPDATE task SET rev = NULL"},
		{"a day that is none", "UPDATE task SET scheduled_for = '2026-99-99'"},
		{"a time that is a text", loose("batch", strings.Replace(batch, "at,", "'x' AS at,", 1))},
		{"a correlation id that is a number", loose("batch", strings.Replace(batch, "correlation_id,", "7 AS correlation_id,", 1))},
		{"a change of no kind", "DROP TRIGGER change_is_not_changed; UPDATE change SET kind = 'nothing'"},
		{"cells that are cut", "DROP TRIGGER change_is_not_changed; UPDATE change SET cells = '{'"},
		{"an audit row of another shape", loose("audit", "seq, 'x' AS at, correlation_id, action, batch, detail, actor, words, hash")},
		{"a hash that is cut", loose("audit", "seq, at, correlation_id, action, batch, detail, actor, words, x'00' AS hash")},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := fresh(t)
			commit(t, s, creates(task(1, "Milk", "scheduledFor", day(1)))...)
			c, err := s.take(ctx)
			if err != nil {
				t.Fatal(err)
			}
			if err := c.exec(tt.edit); err != nil {
				t.Fatal(err)
			}
			s.put(c)
			err = s.View(ctx, func(r workspace.Reader) error {
				_, _, err := r.Record("task", 1)
				if err == nil {
					_, _, err = r.Batch(1)
				}
				if err == nil {
					err = r.Audit(0, func(ledger.Entry) error { return nil })
				}
				return err
			})
			if code(err) != "database_damaged" {
				t.Error(err)
			}
		})
	}
}
