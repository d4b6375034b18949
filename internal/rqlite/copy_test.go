package rqlite

import (
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"testing"

	"assister/internal/relational"
	"assister/internal/storetest"
	"assister/internal/workspace"
)

// inFront returns the address of a server that answers what is asked of a backup, and passes
// everything else on to a node.
func inFront(t *testing.T, node string, backup http.HandlerFunc) string {
	t.Helper()
	pass := httputil.NewSingleHostReverseProxy(&url.URL{Scheme: "http", Host: node})
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/db/backup" {
			backup(w, r)
			return
		}
		pass.ServeHTTP(w, r)
	}))
	t.Cleanup(s.Close)
	return s.Listener.Addr().String()
}

func TestTheRowsOfACopyThatIsRefusedOrBroken(t *testing.T) {
	n, address := single(t)
	writer, err := openAs(address, workspace.ToWrite, released)
	if err != nil {
		t.Fatal(err)
	}
	defer writer.Close()
	id := int64(0)
	write := func() {
		id++
		storetest.Commit(t, writer, storetest.Created(storetest.Task(id, "Buy milk"))...)
	}
	refused := inFront(t, n.Address, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusUnauthorized) })
	cut := inFront(t, n.Address, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "8192")
		_, _ = w.Write([]byte("SQLite format 3\x00"))
	})
	broken := inFront(t, n.Address, func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write([]byte("SQLite format 3\x00" + strings.Repeat("x", 8192-16)))
	})
	for _, tt := range []struct {
		name, hosts string
		busy        bool // somebody writes between the queries
		fine        bool
		code        string
	}{
		{"a copy", n.Address, true, true, ""},
		{"no permission", refused, false, true, ""},
		{"no permission, and a writer", refused, true, false, workspace.HasChanged},
		{"cut off, and another node", cut + "," + n.Address, true, true, ""},
		{"damaged on the way", broken, false, false, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			write()
			want := id
			s, err := openAs("rqlite://"+tt.hosts+"/work?timeout=1s", workspace.ToRead, released)
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			err = s.(*Store).Rows(t.Context(), func(r relational.Reader) error {
				for range 2 {
					switch next, err := r.NextBatch(); {
					case err != nil:
						return err
					case next != want+1:
						t.Errorf("the next batch is %d, want %d", next, want+1)
					}
					if tt.busy {
						write()
					}
					if _, err := r.Head(); err != nil {
						return err
					}
				}
				return nil
			})
			if tt.fine != (err == nil) || tt.code != "" && code(err) != tt.code {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestAFollowerPassesTheCopyOfTheLeaderOn(t *testing.T) {
	cluster := threeNodes(t)
	address := "rqlite://" + cluster.Follower().Address + "/work"
	mustApply(t, open(t, address, workspace.ToWrite), "first")
	s := open(t, address, workspace.ToRead)
	before := s.Trips()
	err := s.Rows(background, func(r relational.Reader) error {
		if next, err := r.NextBatch(); err != nil || next != 2 {
			t.Errorf("the next batch is %d, %v, want 2", next, err)
		}
		return nil
	})
	if n := s.Trips() - before; err != nil || n != 2 {
		t.Errorf("%d requests, %v, want 2", n, err)
	}
}
