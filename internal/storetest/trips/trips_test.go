// Package trips counts the round trips that the use cases take on the shared stores.
package trips

import (
	"context"
	"strings"
	"testing"
	"time"

	"assister/internal/assist"
	"assister/internal/calendar"
	"assister/internal/event"
	"assister/internal/filter"
	"assister/internal/language/meaning"
	"assister/internal/propose"
	"assister/internal/schema"
	"assister/internal/search"
	"assister/internal/store"
	"assister/internal/storetest/servers"
	"assister/internal/workspace"
)

// shared is a workspace on a server.
type shared struct {
	t     *testing.T
	name  string
	store assist.Store
	trips func() int64
	heard event.Recorder
}

func (s *shared) Open(context.Context, assist.Access) (assist.Store, error) { return s.store, nil }
func (s *shared) Choice() string                                            { return assist.ByRules }
func (s *shared) Model(string) (*propose.Model, error)                      { panic("the rules decide") }

func (s *shared) Embedder(time.Duration) (search.Model, bool, error) {
	return search.Model{}, false, nil
}

func (s *shared) environment(id string) assist.Environment {
	at := time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)
	s.heard = event.Recorder{}
	return assist.Environment{
		Workspace: s, Engines: s, Sink: &s.heard, Reading: assist.Reading{Languages: meaning.BuiltIn},
		Origin: assist.Origin{CorrelationID: id, Actor: func() string { return "ann" }},
		Times:  assist.Times{Clock: calendar.Clock{Instant: at, Zone: time.UTC}, Now: func() time.Time { return at }},
	}
}

func stores(t *testing.T) (all []*shared) {
	node := servers.StartRqlite(t, 1, servers.RqliteOptions{Flags: []string{"-fk"}}).Nodes[0]
	for name, address := range map[string]string{
		"rqlite":   "rqlite://" + node.Address + "/work",
		"postgres": servers.StartPostgres(t, servers.PostgresOptions{}).URL("schema=trips"),
	} {
		place, err := store.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		s, err := place.Open(t.Context(), workspace.Opening{Mode: workspace.ToWrite, Wait: 10 * time.Second})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { s.Close() })
		all = append(all, &shared{t: t, name: name, store: s, trips: s.(store.Remote).Trips})
	}
	return all
}

const records = `{"op":"task.create","title":"Buy milk","scheduledFor":"2026-11-21"}
{"op":"task.create","title":"Call the dentist","scheduledFor":"2026-11-20"}
{"op":"task.create","title":"Water the plants","scheduledFor":"2026-11-23","projectId":1}
{"op":"event.create","title":"Dinner with Ann","scheduledFor":"2026-11-21","startTime":"19:00"}
{"op":"note.create","title":"Seeds","body":"Beans and peas"}`

func (s *shared) apply(lines, key string) {
	s.t.Helper()
	in, err := event.Read(s.t.Context(), strings.NewReader(lines), "", calendar.Clock{})
	if err != nil {
		s.t.Fatal(err)
	}
	defer in.Close()
	q := assist.ApplyRequest{Input: in, Options: assist.ApplyOptions{Approved: true, Key: key}}
	if _, err := assist.Apply(s.t.Context(), s.environment(key), q); err != nil {
		s.t.Fatal(err)
	}
}

// use is a use case, with how many round trips it may take on each store. Three are the
// aim. An answer takes more: what the words mean depends on the names in the workspace, the
// records depend on what they mean, and the answer is noted in the audit trail, which is
// read before.
type use struct {
	name             string
	rqlite, postgres int64
	do               func(ctx context.Context, s *shared) error
}

var uses = []use{
	{"list", 2, 2, func(ctx context.Context, s *shared) error {
		_, err := assist.List(ctx, s.environment("list"), assist.ListRequest{Open: true, Agenda: true, Unfiltered: true})
		return err
	}},
	{"list of a project", 3, 3, func(ctx context.Context, s *shared) error {
		_, err := assist.List(ctx, s.environment("list"), assist.ListRequest{Open: true, Project: "Garden"})
		return err
	}},
	{"query", 2, 2, func(ctx context.Context, s *shared) error {
		q := assist.QueryRequest{Query: filter.Query{Kind: schema.Lookup("task")}}
		_, err := assist.Query(ctx, s.environment("query"), q)
		return err
	}},
	{"show", 3, 3, func(ctx context.Context, s *shared) error {
		_, err := assist.Show(ctx, s.environment("show"), assist.ShowRequest{ID: 3})
		return err
	}},
	{"search", 3, 3, func(ctx context.Context, s *shared) error {
		q := assist.SearchRequest{Search: search.Request{Text: "milk", Limit: 10}}
		_, err := assist.Search(ctx, s.environment("search"), q)
		return err
	}},
	{"ask what is overdue", 5, 5, ask("what is overdue?")},
	{"ask when a record is", 6, 6, ask("when is the dinner with Ann?")},
	{"audit tail", 2, 2, func(ctx context.Context, s *shared) error {
		_, _, err := assist.AuditTail(ctx, s.environment("tail"), assist.AuditTailRequest{Last: 3})
		return err
	}},
	{"apply", 2, 2, func(_ context.Context, s *shared) error {
		s.apply(`{"op":"task.update","id":2,"title":"Call the vet"}`, "vet")
		return nil
	}},
	{"prefer", 3, 3, func(ctx context.Context, s *shared) error {
		_, err := assist.Prefer(ctx, s.environment("prefer"), assist.PreferRequest{Name: assist.Favorite, Value: "Garden"})
		return err
	}},
	{"undo", 3, 3, func(ctx context.Context, s *shared) error {
		_, err := assist.Undo(ctx, s.environment("undo"), assist.UndoRequest{})
		return err
	}},
}

func ask(text string) func(ctx context.Context, s *shared) error {
	return func(ctx context.Context, s *shared) error {
		_, err := assist.Answer(ctx, s.environment("ask"), assist.Request{Text: text})
		return err
	}
}

func TestARequestTakesFewRoundTrips(t *testing.T) {
	for _, s := range stores(t) {
		s.apply(`{"op":"project.create","name":"Garden"}`, "project")
		s.apply(records, "records")
		s.apply(`{"op":"task.update","id":1,"title":"Buy oat milk"}`, "update")
		s.apply(`{"op":"task.update","id":3,"title":"Water the herbs"}`, "again")
		for _, u := range uses {
			most := map[string]int64{"rqlite": u.rqlite, "postgres": u.postgres}[s.name]
			before := s.trips()
			if err := u.do(t.Context(), s); err != nil {
				t.Errorf("%s: %s: %v", s.name, u.name, err)
			}
			n := s.trips() - before
			t.Logf("%s: %s takes %d", s.name, u.name, n)
			if n > most {
				t.Errorf("%s: %s takes %d round trips, want at most %d", s.name, u.name, n, most)
			}
		}
	}
}
