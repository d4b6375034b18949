package servers

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
)

// Wipe removes or empties the workspace at an address.
func Wipe(t testing.TB, address string) {
	t.Helper()
	u, err := url.Parse(address)
	switch {
	case err != nil:
		t.Fatal(err)
	case u.Scheme == "rqlite":
		WipeRqlite(t, u.Host)
	default:
		wipePostgres(t, address, "assister")
	}
}

// WipeRqlite removes everything from the database of the cluster that a node belongs to.
func WipeRqlite(t testing.TB, address string) {
	t.Helper()
	const list = "SELECT group_concat(name, '; DROP TABLE ' ORDER BY rowid DESC) FROM sqlite_schema " +
		"WHERE type = 'table' AND name NOT GLOB 'sqlite_*'"
	var found struct {
		Results []struct{ Values [][]*string }
	}
	text := ask(t, address, "/db/query?level=linearizable", list)
	if err := json.Unmarshal(text, &found); err != nil || len(found.Results) != 1 || len(found.Results[0].Values) != 1 {
		t.Fatalf("list the tables: %v: %s", err, text)
	}
	names := found.Results[0].Values[0][0]
	if names == nil {
		return
	}
	text = ask(t, address, "/db/execute?transaction",
		"PRAGMA defer_foreign_keys = ON; DROP TABLE "+*names+"; DELETE FROM sqlite_sequence")
	if strings.Contains(string(text), `"error"`) {
		t.Fatalf("remove the tables: %s", text)
	}
}

// ask posts a statement to a node and returns its answer.
func ask(t testing.TB, address, path, statement string) []byte {
	t.Helper()
	body, err := json.Marshal([]string{statement})
	if err != nil {
		t.Fatal(err)
	}
	answer, err := http.Post("http://"+address+path, "application/json", bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err == nil && answer.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s", answer.Status)
	}
	if err != nil {
		t.Fatalf("%s: %v: %s", path, err, text)
	}
	return text
}

// wipePostgres empties the workspace in a schema; there may be none.
func wipePostgres(t testing.TB, address, schema string) {
	t.Helper()
	c, err := pgconn.Connect(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close(context.Background())
	// A superuser truncates the tables of the ledger as well, past their triggers.
	text := fmt.Sprintf(`SET session_replication_role = replica;
		DO $$ DECLARE all_of_them TEXT; BEGIN
			SELECT string_agg(format('%%I.%%I', schemaname, tablename), ', ') INTO all_of_them FROM pg_tables
				WHERE schemaname = '%[1]s' AND tablename NOT IN ('workspace', 'last_id');
			IF all_of_them IS NOT NULL THEN
				EXECUTE 'TRUNCATE ' || all_of_them;
				UPDATE %[1]s.last_id SET seq = 0;
			END IF;
		END $$`, schema)
	if _, err := c.Exec(t.Context(), text).ReadAll(); err != nil {
		t.Fatalf("empty the schema %s: %v", schema, err)
	}
}
