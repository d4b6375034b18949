// Command insert is what one durable change costs with nothing around it: a
// single INSERT by go-sqlite3 with synchronous=FULL.
package main

import (
	"database/sql"
	"log"
	"os"

	_ "github.com/mattn/go-sqlite3"
)

func main() {
	db, err := sql.Open("sqlite3", "file:"+os.Args[1]+"?_journal_mode=WAL&_synchronous=FULL&_txlock=immediate")
	if err != nil {
		log.Fatal(err)
	}
	if _, err := db.Exec("CREATE TABLE IF NOT EXISTS task (id INTEGER PRIMARY KEY AUTOINCREMENT, title TEXT NOT NULL)"); err != nil {
		log.Fatal(err)
	}
	if _, err := db.Exec("INSERT INTO task (title) VALUES (?)", "Buy milk"); err != nil {
		log.Fatal(err)
	}
	if err := db.Close(); err != nil {
		log.Fatal(err)
	}
}
