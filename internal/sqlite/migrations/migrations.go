// Package migrations has the schema of a workspace in SQL for SQLite, as the steps that
// lead to it. rqlite keeps the same tables.
package migrations

import "embed"

// Version is the number of the newest step. It is a constant so that opening an
// up-to-date database reads no file.
const Version = 4

// Files has the steps in the order of their names, numbered from 1 without gaps. A step
// that was released is never changed.
//
//go:embed *.sql
var Files embed.FS
