package postgres

import (
	"context"
	"crypto/sha256"
	"database/sql/driver"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"

	"assister/internal/problem"
	"assister/internal/relational"
	"assister/internal/workspace"
)

// ours is the condition that a namespace is the schema of the transaction.
const ours = " = to_regnamespace(quote_ident(current_schema)) "

// shapes are queries of what the tables of a schema are, in words that do not depend on
// the version of the server, as the texts that it writes of conditions do.
var shapes = [...]string{
	`SELECT relname, attname, format_type(atttypid, atttypmod), attnotnull, coalesce(collname, '')
	FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid LEFT JOIN pg_collation ON pg_collation.oid = attcollation
	WHERE relnamespace ` + ours + ` AND relkind = 'r' AND attnum > 0 AND NOT attisdropped
	ORDER BY relname COLLATE "C", attname COLLATE "C"`,

	`SELECT conrelid::regclass::text, conname, contype::text, coalesce(nullif(confrelid, 0)::regclass::text, ''),
		coalesce(conkey::text, ''), coalesce(confkey::text, ''), condeferrable, convalidated
	FROM pg_constraint WHERE connamespace ` + ours + `
		AND contype IN ('c', 'f', 'p', 'u', 'x')
	ORDER BY conrelid::regclass::text COLLATE "C", conname COLLATE "C"`,

	`SELECT indexrelid::regclass::text, indrelid::regclass::text, indkey::text, indisunique, indisvalid,
		indpred IS NOT NULL
	FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
	WHERE relnamespace ` + ours + ` AND NOT relname LIKE 'pg\_%'
	ORDER BY indexrelid::regclass::text COLLATE "C"`,

	`SELECT tgrelid::regclass::text, tgname, tgenabled::text, tgtype, tgfoid::regproc::text, tgattr::text, tgargs
	FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
	WHERE relnamespace ` + ours + ` AND NOT tgisinternal
	ORDER BY tgrelid::regclass::text COLLATE "C", tgname COLLATE "C"`,

	`SELECT proname, prosrc FROM pg_proc WHERE pronamespace ` + ours + `
	ORDER BY proname COLLATE "C"`,
}

// digest returns a digest of what the tables of the transaction's schema are.
func digest(r relational.Snapshot) (string, error) {
	sum := sha256.New()
	for _, query := range shapes {
		fmt.Fprintln(sum, "-")
		err := r.Each("read the tables", query, func(row []driver.Value) error {
			return writeRow(sum, row)
		})
		if err != nil {
			return "", err
		}
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

func writeRow(to hash.Hash, row []driver.Value) error {
	for _, v := range row {
		fmt.Fprintf(to, "%v\t", v)
	}
	_, err := fmt.Fprintln(to)
	return err
}

// check refuses tables, indexes or triggers that are not those of the migrations.
func (m migrationSet) check(r reader) error {
	got, err := digest(r)
	if err != nil || got == m.digest {
		return err
	}
	return refuse(problem.Failed, workspace.SchemaChanged, "the tables or triggers are not those of this program",
		"another program has changed them; compare the workspace with the ledger: assister doctor --verify", r.address, nil)
}

// Examine compares the tables with those of this program, and every record with the sum of
// its changes in the ledger. The server checks its files itself.
func (s *Store) Examine(ctx context.Context) (found workspace.Examination, err error) {
	err = readOnce(ctx, s, func(r reader) error {
		if err := r.CheckSchema(); err != nil {
			var refusal *problem.Refusal
			if !errors.As(err, &refusal) || refusal.Problem.Code != workspace.SchemaChanged {
				return err
			}
			found.Problems = append(found.Problems, refusal.Problem)
		}
		const size = `SELECT CAST(coalesce(sum(pg_total_relation_size(oid)), 0) AS BIGINT) FROM pg_class
			WHERE relnamespace ` + ours + ` AND relkind = 'r'`
		err := r.Each("measure the workspace", size, func(row []driver.Value) error {
			found.Bytes, _ = row[0].(int64)
			return nil
		})
		if err != nil {
			return err
		}
		return relational.Examine(r.Reader, &found)
	})
	return found, err
}
