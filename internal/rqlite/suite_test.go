package rqlite

import (
	"fmt"
	"strings"
	"testing"

	"assister/internal/sqlite/migrations"
	"assister/internal/storetest"
	"assister/internal/storetest/servers"
	"assister/internal/workspace"
)

// TestStore has one cluster for the whole suite, which is wiped between its tests.
func TestStore(t *testing.T) {
	cluster := threeNodes(t)
	files, err := storetest.Later(migrations.Files, ".", migrations.Version)
	if err != nil {
		t.Fatal(err)
	}
	later := migrationSet{version: migrations.Version + 1, files: files}
	client := dial(t, cluster.Addresses())
	storetest.Run(t, storetest.Subject{Checks: 20, New: func(t testing.TB) storetest.Place {
		servers.WipeRqlite(t, cluster.Leader().Address)
		at := func(address string, schema migrationSet) func(workspace.Mode) (storetest.Store, error) {
			return func(mode workspace.Mode) (storetest.Store, error) { return openAs(address, mode, schema) }
		}
		address := "rqlite://" + cluster.Addresses() + "/work"
		return storetest.Place{
			Open: at(address, released), OpenLater: at(address, later),
			OpenBefore: at(address, migrationSet{version: 4, files: migrations.Files}),
			LastIDs:    "sqlite_sequence",
			Exec: func(text string) error {
				_, err := client.Execute(background, Statement{Text: text})
				return err
			},
			Tamper: func(text string) error { return tamper(client, text) },
			Lossy: func() (storetest.Store, func(), error) {
				proxy := servers.StartProxy(t, cluster.Leader().Address)
				lost := false
				proxy.CutWhen(func(c *servers.Crossing) bool {
					lost = lost || committing(c) && c.Received > 0
					return lost // and from then on everything
				})
				s, err := openAs("rqlite://"+proxy.Address+"/work?timeout=500ms", workspace.ToWrite, released)
				return s, func() { proxy.CutWhen(nil) }, err
			},
		}
	}})
}

// openAs opens a workspace as a program with another schema does.
func openAs(address string, mode workspace.Mode, schema migrationSet) (storetest.Store, error) {
	a, err := ParseAddress(address)
	if err != nil {
		return nil, err
	}
	s, err := Open(background, a, workspace.Opening{Mode: mode})
	if err != nil {
		return nil, err
	}
	s.schema = schema
	return s, nil
}

// objects returns the names of a type of object in the database, newest first, and the
// statements that made them.
func objects(client *Client, of string) (names, made []string, err error) {
	const query = "SELECT name, coalesce(sql, '') FROM sqlite_schema WHERE type = '%s' AND name NOT GLOB 'sqlite_*' ORDER BY rowid DESC"
	rows, err := client.Query(background, Linearizable, Statement{Text: fmt.Sprintf(query, of)})
	if err != nil {
		return nil, nil, err
	}
	for _, row := range rows[0].Values {
		names, made = append(names, row[0].(string)), append(made, row[1].(string))
	}
	return names, made, nil
}

// tamper edits a database without its triggers, and puts them back.
func tamper(client *Client, text string) error {
	names, made, err := objects(client, "trigger")
	if err != nil {
		return err
	}
	drop := "PRAGMA defer_foreign_keys = ON; DROP TRIGGER " + strings.Join(names, "; DROP TRIGGER ")
	_, err = client.Execute(background, Statement{Text: drop + ";" + text + ";" + strings.Join(made, ";")})
	return err
}
