// Package migrations has the schema of a workspace in SQL for SQLite, as the steps that
// lead to it. rqlite keeps the same tables.
package migrations

import "embed"

// Version is the number of the newest step. It is a constant so that opening an
// up-to-date database reads no file.
const Version = 5

// Digest is the hash of the schema that they make: of the type, the name and the statement
// of each object. It is a constant for the same reason.
const Digest = "0b78d29471ee691a7ac4b137417ab61b0299e2d49c63e09282df4a6d92cb2c29"

// Files has the steps in the order of their names, numbered from 1 without gaps. A step
// that was released is never changed.
//
//go:embed *.sql
var Files embed.FS
