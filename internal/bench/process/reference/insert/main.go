// Command insert is the least that a durable change of an SQLite file costs a
// Go program: it opens a database in WAL mode with synchronous=FULL, inserts one
// row, and closes it.
//
//	insert FILE              inserts one row
//	insert -make N FILE      makes the file with N rows
//	insert -checkpoint FILE  moves the log of any database into it
package main

import (
	"database/sql"
	"flag"
	"fmt"
	"os"

	_ "github.com/mattn/go-sqlite3"
)

func main() {
	rows := flag.Int("make", 0, "make the file with so many rows")
	checkpoint := flag.Bool("checkpoint", false, "move the log into the file")
	flag.Parse()
	if err := run(flag.Arg(0), *rows, *checkpoint); err != nil {
		fmt.Fprintln(os.Stderr, "insert:", err)
		os.Exit(1)
	}
}

func run(path string, rows int, checkpoint bool) (err error) {
	db, err := sql.Open("sqlite3", "file:"+path+"?_journal_mode=WAL&_synchronous=FULL&_foreign_keys=1&_busy_timeout=5000")
	if err != nil {
		return err
	}
	defer func() {
		if closed := db.Close(); err == nil {
			err = closed
		}
	}()
	db.SetMaxOpenConns(1)
	switch {
	case checkpoint:
		_, err = db.Exec("PRAGMA wal_checkpoint(TRUNCATE)")
	case rows > 0:
		_, err = db.Exec(`
			CREATE TABLE task (id INTEGER PRIMARY KEY AUTOINCREMENT, title TEXT NOT NULL, scheduled_for TEXT);
			CREATE INDEX task_day ON task (scheduled_for);
			WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
			INSERT INTO task (title, scheduled_for)
			SELECT 'call the plumber about item ' || i, date('2026-11-21', (i % 361 - 180) || ' days') FROM n`, rows)
	default:
		const statement = "INSERT INTO task (title, scheduled_for) VALUES (?, ?)"
		_, err = db.Exec(statement, "call the plumber about the sink", "2026-11-22")
	}
	return err
}
