package sqlite

import (
	"cmp"
	"context"
	"database/sql/driver"
	"fmt"
	"strings"

	"assister/internal/relational"
	"assister/internal/workspace"
)

// copied are the tables that cannot be computed from others. A row refers to rows of
// tables before its own only.
var copied = []string{"batch", "change", "audit", "turn"}

// embedded are the tables of the embeddings, which take a model and its time to compute.
var embedded = []string{"vector_index", "vector_block", "vector_lower"}

// rebuild fills an empty file with a database that has the ledger, the trail and the
// conversations of another, and the records that the ledger leads to.
func rebuild(ctx context.Context, from, to string) error {
	if err := released.fill(to); err != nil {
		return failed("create the database", to, err)
	}
	c, err := connect(to, "rw", false, Wait)
	if err != nil {
		return failed("open the database", to, err)
	}
	defer c.close()
	if err := c.Change(relational.AnyRows, "ATTACH ? AS old", "file:"+escape(from)+"?mode=rw"); err != nil {
		return failed("open the database", from, err)
	}
	version, err := c.number(ctx, "PRAGMA old.user_version")
	if err != nil {
		return failed("open the database", from, err)
	}
	if version != SchemaVersion {
		message := fmt.Sprintf("the database has schema %d, this program has %d", version, SchemaVersion)
		return refuse(workspace.DatabaseOld, message, "the next command that opens it migrates it", from)
	}
	// References hold again at the end. The file is synced before it gets its name.
	if err := c.exec("PRAGMA synchronous = OFF; BEGIN IMMEDIATE; PRAGMA defer_foreign_keys = 1"); err != nil {
		return failed("begin to write", to, err)
	}
	defer c.rollback()
	if err := c.deriveRoots(ctx); err != nil {
		return failed("derive the roots of the ledger", from, err)
	}
	if err := c.copyTables(ctx, copied); err != nil {
		return failed("copy the ledger", from, err)
	}
	if err := c.copyEmbeddings(ctx); err != nil {
		return failed("copy the embeddings", from, err)
	}
	r := c.writeReader(ctx, to)
	if err := relational.Refold(r, c); err != nil {
		return failed("write the records", to, err)
	}
	if err := relational.RebuildIndex(r, c); err != nil {
		return failed("write the text index", to, err)
	}
	if err := c.exec("COMMIT"); err != nil {
		return failed("commit", to, err)
	}
	return nil
}

// derived are columns that follow from others, by table and column, with what they are
// copied from: see deriveRoots.
var derived = map[string]string{"batch.root": "(SELECT root FROM temp.derived WHERE id = batch.id)"}

// deriveRoots derives the applied batch that each undo or redo is about. It is the batch
// that it takes back, or that this is about; a batch takes back only older ones.
func (c *conn) deriveRoots(ctx context.Context) error {
	if err := c.exec("CREATE TEMP TABLE derived (id INTEGER PRIMARY KEY, root INTEGER NOT NULL)"); err != nil {
		return err
	}
	roots := map[int64]int64{}
	query := "SELECT id, undoes FROM old.batch WHERE undoes IS NOT NULL ORDER BY id"
	return c.each(ctx, query, func(row []driver.Value) error {
		if err := relational.Shaped(row, "ii"); err != nil {
			return err
		}
		id, undoes := row[0].(int64), row[1].(int64)
		root := cmp.Or(roots[undoes], undoes)
		roots[id] = root
		return c.Change(1, "INSERT INTO temp.derived (id, root) VALUES (?, ?)", id, root)
	})
}

// copyTables copies tables of the database that is attached as old.
func (c *conn) copyTables(ctx context.Context, tables []string) error {
	for _, table := range tables {
		var columns, values []string
		err := c.each(ctx, "SELECT name FROM pragma_table_info(?)", func(row []driver.Value) error {
			name, _ := row[0].(string)
			columns = append(columns, `"`+name+`"`)
			values = append(values, cmp.Or(derived[table+"."+name], `"`+name+`"`))
			return nil
		}, table)
		if err != nil {
			return err
		}
		statement := "INSERT INTO main." + table + " (" + strings.Join(columns, ", ") + ") SELECT " +
			strings.Join(values, ", ") + " FROM old." + table
		if err := c.Change(relational.AnyRows, statement); err != nil {
			return fmt.Errorf("%s: %w", table, err)
		}
	}
	return nil
}

// copyEmbeddings copies the embeddings, or none if they are damaged: they are computed
// again.
func (c *conn) copyEmbeddings(ctx context.Context) error {
	if err := c.exec("SAVEPOINT embeddings"); err != nil {
		return err
	}
	if err := c.copyTables(ctx, embedded); err != nil {
		if err := c.exec("ROLLBACK TO embeddings"); err != nil {
			return err
		}
	}
	return c.exec("RELEASE embeddings")
}
