package postgres

import (
	"bytes"
	"fmt"
	"net/url"
	"testing"
	"time"

	"assister/internal/storetest"
	"assister/internal/storetest/servers"
	"assister/internal/workspace"
)

// TestStore has one pair of servers for the whole suite, and a schema for each test.
func TestStore(t *testing.T) {
	p := servers.StartPostgres(t, servers.PostgresOptions{Standby: true})
	files, err := storetest.Later(migrationFiles, "migrations", SchemaVersion)
	if err != nil {
		t.Fatal(err)
	}
	later := migrationSet{version: SchemaVersion + 1, files: files}
	n := 0
	storetest.Run(t, storetest.Subject{Checks: 20, New: func(t testing.TB) storetest.Place {
		n++
		schema := fmt.Sprint("work", n)
		in := "schema=" + url.QueryEscape(schema)
		at := func(address string, schema migrationSet) func(workspace.Mode) (storetest.Store, error) {
			return func(mode workspace.Mode) (storetest.Store, error) {
				a, err := ParseAddress(address)
				if err != nil {
					return nil, err
				}
				return openAs(t.Context(), a, workspace.Opening{Mode: mode, Wait: 10 * time.Second}, schema)
			}
		}
		run := func(text string) error { return p.Primary.Try("SET search_path = " + quoted(schema) + "; " + text) }
		return storetest.Place{
			Open: at(p.URL(in), released), OpenLater: at(p.URL(in), later),
			OpenBefore: at(p.URL(in), migrationSet{version: 2, files: migrationFiles}),
			LastIDs:    "last_id",
			Exec:       run,
			Tamper:     func(text string) error { return run("SET session_replication_role = replica; " + text) },
			Lossy: func() (storetest.Store, func(), error) {
				proxy := servers.StartProxy(t, p.Primary.Address)
				proxy.CutWhen(func(c *servers.Crossing) bool {
					cut := c.Received > 0 && bytes.Contains(c.Sent, []byte("COMMIT"))
					if cut {
						go proxy.Refuse(true) // CutWhen has the lock of the proxy
					}
					return cut
				})
				a, err := ParseAddress(p.URLOf(in, proxy.Address))
				if err != nil {
					return nil, nil, err
				}
				s, err := openAs(t.Context(), a, workspace.Opening{Mode: workspace.ToWrite, Wait: time.Second}, released)
				return s, func() { proxy.CutWhen(nil); proxy.Refuse(false) }, err
			},
		}
	}})
}
