package sqlite

import (
	"cmp"
	"context"
	"database/sql/driver"
	"fmt"
	"strings"

	"assister/internal/ledger"
	"assister/internal/record"
	"assister/internal/schema"
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
	if err := c.run("ATTACH ? AS old", "file:"+escape(from)+"?mode=rw"); err != nil {
		return failed("open the database", from, err)
	}
	version, err := c.number(ctx, "PRAGMA old.user_version")
	if err != nil {
		return failed("open the database", from, err)
	}
	if version != SchemaVersion {
		message := fmt.Sprintf("the database has schema %d, this program has %d", version, SchemaVersion)
		return refuse(DatabaseOld, message, "the next command that opens it migrates it", from)
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
	t := &tx{ctx: ctx, c: c, path: to}
	if err := (refolding{t, writer{c}}).run(); err != nil {
		return failed("write the records", to, err)
	}
	if err := (indexer{textReader: textReader{tx: t}}).rebuild(); err != nil {
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
		if err := shaped(row, "ii"); err != nil {
			return err
		}
		id, undoes := row[0].(int64), row[1].(int64)
		root := cmp.Or(roots[undoes], undoes)
		roots[id] = root
		return c.run("INSERT INTO temp.derived (id, root) VALUES (?, ?)", id, root)
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
		if err := c.run(statement); err != nil {
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

// refolding writes the records that the ledger of a database leads to.
type refolding struct {
	*tx
	writer writer
}

func (r refolding) run() error {
	if err := r.marks(); err != nil {
		return err
	}
	touched := map[record.Key]int64{}
	for _, k := range schema.Kinds {
		if err := r.kind(k, touched); err != nil {
			return fmt.Errorf("%s: %w", k.Plural, err)
		}
	}
	for key, batch := range touched {
		if err := r.c.run("UPDATE "+key.Kind+" SET touched = ? WHERE id = ?", batch, key.ID); err != nil {
			return err
		}
	}
	return nil
}

// marks marks the batches that are undone. They follow from the ledger, as the records do.
func (r refolding) marks() error {
	if err := r.c.exec("UPDATE batch SET undone_by = NULL WHERE undone_by IS NOT NULL"); err != nil {
		return err
	}
	l := ledgerReader{r.tx}
	roots, err := l.batches(`root IS NULL AND (id IN (SELECT root FROM batch WHERE root IS NOT NULL)
		OR id NOT IN (SELECT batch FROM change))`)
	if err != nil {
		return err
	}
	for _, root := range roots {
		reversals, err := l.batches("root = ? ORDER BY id", root.ID)
		if err != nil {
			return err
		}
		if err := r.writer.marks(ledger.Marks(root, reversals)); err != nil {
			return err
		}
	}
	return nil
}

// kind writes the records of a kind and the last id that was given to one. It notes in
// touched the newest batches that changed what belongs to a record.
func (r refolding) kind(k *schema.Kind, touched map[record.Key]int64) error {
	const most = 500
	var made []*ledger.Change
	last := int64(0)
	flush := func() error {
		err := r.writer.make(made, 0)
		made = made[:0]
		return err
	}
	err := r.foldLedger(k, toucher(k, touched), func(folded record.Record, exists bool, _ int64) error {
		last = folded.ID
		if !exists {
			return nil
		}
		c := ledger.Created(folded)
		c.RevAfter = folded.Rev
		if made = append(made, &c); len(made) < most {
			return nil
		}
		return flush()
	})
	if err == nil {
		err = flush()
	}
	if err != nil || last == 0 {
		return err
	}
	if err := r.c.run("DELETE FROM sqlite_sequence WHERE name = ?", k.Name); err != nil {
		return err
	}
	return r.c.run("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", k.Name, last)
}
