package store

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"assister/internal/problem"
	"assister/internal/storetest/servers"
	"assister/internal/workspace"
)

const wait = 10 * time.Second

// TestABackupWaitsForAServerAsLongAsItIsAsked gives up before the test does.
func TestABackupWaitsForAServerAsLongAsItIsAsked(t *testing.T) {
	l, err := Parse("postgres://ann:pw@127.0.0.1:1/work?sslmode=disable")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), wait/2)
	defer cancel()
	_, err = l.Backup(ctx, filepath.Join(t.TempDir(), "copy.db"), false, time.Millisecond)
	if !hasCode(err, "database_unreachable") || ctx.Err() != nil {
		t.Errorf("got %v, %v", err, ctx.Err())
	}
}

func TestParse(t *testing.T) {
	for text, want := range map[string]struct{ text, file, identity string }{
		"/var/w.db":                  {"/var/w.db", "/var/w.db", "/var/w.db"},
		"rqlite://ann:pw@a,b:5/work": {"rqlite://ann@a:4001,b:5/work", "", "rqlite://a:4001,b:5/work"},
		"rqlites://a/work?read=none": {"rqlites://a:4001/work", "", "rqlites://a:4001/work"},
		"postgres://ann:pw@a/work":   {"postgres://ann@a/work", "", "postgres://a/work"},
		"postgresql://a:6/w?schema=s": {
			"postgres://a:6/w?schema=s", "", "postgres://a:6/w?schema=s",
		},
	} {
		l, err := Parse(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		identity, err := l.Identity()
		if l.String() != want.text || l.File() != want.file || identity != want.identity || err != nil {
			t.Errorf("%s: got %q, %q, %q, %v", text, l, l.File(), identity, err)
		}
	}
	for _, text := range []string{"mysql://ann:pw@a/work", "rqlite://ann:pw@/work", "postgres://ann:pw@a", "://ann:pw@a/b"} {
		if l, err := Parse(text); !hasCode(err, "invalid_address") || strings.Contains(err.Error(), "pw") {
			t.Errorf("%s: got %v, %v", text, l, err)
		}
	}
}

// TestEveryLocation holds what commands expect of a location, on a file and on real servers.
func TestEveryLocation(t *testing.T) {
	t.Run("file", func(t *testing.T) { holdLocation(t, t.TempDir()+"/w.db") })
	t.Run("rqlite", func(t *testing.T) {
		servers.Require(t)
		c := servers.StartRqlite(t, 1, servers.RqliteOptions{})
		holdLocation(t, "rqlite://"+c.Addresses()+"/work")
	})
	t.Run("postgres", func(t *testing.T) {
		servers.Require(t)
		p := servers.StartPostgres(t, servers.PostgresOptions{})
		holdLocation(t, p.URL(""))
	})
}

func holdLocation(t *testing.T, text string) {
	ctx := t.Context()
	l, err := Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	exists := func(want bool) {
		t.Helper()
		if there, err := l.Exists(ctx, wait); there != want || err != nil {
			t.Errorf("exists: got %v, %v", there, err)
		}
	}
	exists(false)
	for _, mode := range []workspace.Mode{workspace.ToRead, workspace.ToDryRun, workspace.ToInspect, workspace.ToWrite} {
		if err := read(ctx, l, workspace.Opening{Mode: mode, Existing: true}, true); !hasCode(err, workspace.NoWorkspace) {
			t.Errorf("an existing one, mode %d: got %v", mode, err)
		}
		if mode == workspace.ToWrite {
			break
		}
		if err := read(ctx, l, workspace.Opening{Mode: mode}, true); err != nil {
			t.Errorf("mode %d: %v", mode, err)
		}
	}
	exists(false)
	if err := read(ctx, l, workspace.Opening{Mode: workspace.ToWrite}, false); err != nil {
		t.Fatal(err)
	}
	exists(true)
	for _, mode := range []workspace.Mode{workspace.ToRead, workspace.ToDryRun, workspace.ToInspect, workspace.ToWrite} {
		if err := read(ctx, l, workspace.Opening{Mode: mode, Existing: true}, false); err != nil {
			t.Errorf("mode %d: %v", mode, err)
		}
	}
	hold(t, l)
}

// read opens a workspace and reads from it.
func read(ctx context.Context, l Location, o workspace.Opening, missing bool) error {
	o.Wait = wait
	s, err := l.Open(ctx, o)
	if err != nil {
		return err
	}
	defer s.Close()
	err = s.View(ctx, func(r workspace.Reader) error { _, err := r.NextBatch(); return err })
	if err == nil && (s.Missing() != missing || s.Mode() != o.Mode) {
		return problem.Misuse("the store says otherwise", "")
	}
	return err
}

// hold checks what diagnostics ask.
func hold(t *testing.T, l Location) {
	s, err := l.Open(t.Context(), workspace.Opening{Mode: workspace.ToInspect, Wait: wait})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if found, err := s.Examine(t.Context()); err != nil || found.Bytes == 0 || len(found.Problems) > 0 {
		t.Errorf("got %+v, %v", found, err)
	}
	remote, ok := s.(Remote)
	if ok != (l.File() == "") {
		t.Errorf("a %T is remote: %v", s, ok)
	}
	if !ok {
		return
	}
	found, err := remote.Findings(t.Context())
	if err != nil || len(found) < 2 || l.Trips() < 2 {
		t.Errorf("got %+v, %v after %d requests", found, err, l.Trips())
	}
}
