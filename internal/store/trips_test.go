package store_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"assister/internal/assist"
	"assister/internal/calendar"
	"assister/internal/event"
	"assister/internal/filter"
	"assister/internal/language/meaning"
	"assister/internal/problem"
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
		all = append(all, &shared{t: t, name: name, store: s, trips: place.Trips})
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
	if err := s.carry(assist.Apply, lines, key); err != nil {
		s.t.Fatal(err)
	}
}

// carry applies operations, or runs them dry.
func (s *shared) carry(
	do func(context.Context, assist.Environment, assist.ApplyRequest) (assist.Outcome, error), lines, key string,
) error {
	in, err := event.Read(s.t.Context(), strings.NewReader(lines), "", calendar.Clock{})
	if err != nil {
		return err
	}
	defer in.Close()
	o := assist.ApplyOptions{Approved: true, Confirmed: true, Key: fmt.Sprint(key, s.trips())}
	_, err = do(s.t.Context(), s.environment(key), assist.ApplyRequest{Input: in, Options: o})
	return err
}

// most is how many round trips a use case may take: what the words of a text mean, the records
// that they are about, and the note in the audit trail follow from each other.
const most = 3

type use struct {
	name string
	do   func(ctx context.Context, s *shared) error
}

var uses = []use{
	{"list", func(ctx context.Context, s *shared) error {
		_, err := assist.List(ctx, s.environment("list"), assist.ListRequest{Open: true, Agenda: true, Unfiltered: true})
		return err
	}},
	{"list of a project", func(ctx context.Context, s *shared) error {
		_, err := assist.List(ctx, s.environment("list"), assist.ListRequest{Open: true, Project: "Garden"})
		return err
	}},
	{"query", func(ctx context.Context, s *shared) error {
		q := assist.QueryRequest{Query: filter.Query{Kind: schema.Lookup("task")}}
		_, err := assist.Query(ctx, s.environment("query"), q)
		return err
	}},
	{"show", func(ctx context.Context, s *shared) error {
		_, err := assist.Show(ctx, s.environment("show"), assist.ShowRequest{ID: 3})
		return err
	}},
	{"search", func(ctx context.Context, s *shared) error {
		q := assist.SearchRequest{Search: search.Request{Text: "milk", Limit: 10}}
		_, err := assist.Search(ctx, s.environment("search"), q)
		return err
	}},
	{"ask what is overdue", ask("what is overdue?", "")},
	{"ask when a record is", ask("when is the dinner with Ann?", "")},
	{"ask for a change", ask("add buy bread tomorrow", "")},
	{"ask in a session", ask("what is overdue?", "home")},
	{"ask in a session again", ask("and tomorrow?", "home")},
	{"ask in a session about a record", ask("when is the dinner with Ann?", "home")},
	{"ask in a session about another", ask("and the mower?", "home")},
	{"ask in a session about a third", ask("and the dentist?", "home")},
	{"chat", chat("what is on tomorrow?")},
	{"chat about a proposal", chat("move the mower to friday")},
	{"chat after a proposal", chat("when is the mower?")},
	{"ask for what is called so", ask("which tasks are about the mower?", "")},
	{"ask for a change of a record", ask("move the mower to friday", "")},
	{"propose", proposed("move the mower to friday")},
	{"propose two changes", proposed("complete sharpen the mower and delete the dinner")},
	{"propose with a typo", proposed("move the mowre to friday")},
	{"propose about nothing", proposed("move the dentist to friday")},
	{"route", func(ctx context.Context, s *shared) error {
		_, err := assist.Route(ctx, s.environment("route"), assist.Request{Text: "move the dentist to friday"})
		return err
	}},
	{"explain", func(ctx context.Context, s *shared) error {
		_, err := assist.Explain(ctx, s.environment("explain"), "move the dentist to friday")
		return err
	}},
	{"sessions", func(ctx context.Context, s *shared) error {
		_, err := assist.Sessions(ctx, s.environment("sessions"))
		return err
	}},
	{"show a session", func(ctx context.Context, s *shared) error {
		_, err := assist.ShowSession(ctx, s.environment("turns"), "home", 5)
		return err
	}},
	{"audit tail", func(ctx context.Context, s *shared) error {
		_, _, err := assist.AuditTail(ctx, s.environment("tail"), assist.AuditTailRequest{Last: 3})
		return err
	}},
	{"dry run", func(ctx context.Context, s *shared) error {
		return s.carry(assist.DryRun, `{"op":"task.update","id":2,"title":"Call the vet"}`, "dry")
	}},
	{"apply", func(ctx context.Context, s *shared) error {
		return s.carry(assist.Apply, fmt.Sprintf(`{"op":"task.update","id":2,"title":"Call %d"}`, s.trips()), "call")
	}},
	{"prefer", func(ctx context.Context, s *shared) error {
		_, err := assist.Prefer(ctx, s.environment("prefer"), assist.PreferRequest{Name: assist.Favorite, Value: "Garden"})
		return err
	}},
	{"dry run of an undo", func(ctx context.Context, s *shared) error {
		_, err := assist.Undo(ctx, s.environment("undo"), assist.UndoRequest{DryRun: true})
		return err
	}},
	{"undo", func(ctx context.Context, s *shared) error {
		_, err := assist.Undo(ctx, s.environment("undo"), assist.UndoRequest{})
		return err
	}},
	{"redo", func(ctx context.Context, s *shared) error {
		_, err := assist.Redo(ctx, s.environment("redo"), assist.UndoRequest{})
		return err
	}},
}

func ask(text, session string) func(ctx context.Context, s *shared) error {
	return func(ctx context.Context, s *shared) error {
		q := assist.AskRequest{Request: assist.Request{Text: text}}
		q.Conversation.Session = session
		_, err := assist.Ask(ctx, s.environment("ask"), q)
		return err
	}
}

func chat(text string) func(ctx context.Context, s *shared) error {
	return func(ctx context.Context, s *shared) error {
		q := assist.AskRequest{Request: assist.Request{Text: text}}
		q.Conversation.Session = "home"
		_, err := assist.Converse(ctx, s.environment("chat"), q)
		return err
	}
}

func proposed(text string) func(ctx context.Context, s *shared) error {
	return func(ctx context.Context, s *shared) error {
		_, err := assist.Propose(ctx, s.environment("propose"), assist.Request{Text: text})
		return err
	}
}

// fill creates tasks, with words of their own.
func (s *shared) fill(tasks int, key string) {
	var lines strings.Builder
	for i := range tasks {
		fmt.Fprintf(&lines, `{"op":"task.create","title":"Item %x %s%x %s%x"}`+"\n", i, key, i*7919%100_003, key, i*104_729%1_000_003)
	}
	s.apply(lines.String(), key)
	s.apply(fmt.Sprintf(`{"op":"task.create","title":"Sharpen the mower %d"}`, tasks), "mower")
	for i := range 2 {
		s.apply(fmt.Sprintf(`{"op":"task.update","id":1,"notes":"%s %d"}`, key, i), "few")
	}
}

func TestARequestTakesFewRoundTrips(t *testing.T) {
	for _, s := range stores(t) {
		s.apply(`{"op":"project.create","name":"Garden"}`, "project")
		s.apply(records, "records")
		for i := range 7 { // no use below writes the batch after which the text index is looked at
			s.apply(fmt.Sprintf(`{"op":"task.update","id":1,"title":"Buy oat milk","priority":"high","notes":"%d"}`, i), "update")
		}
		for _, u := range uses {
			s.counts(u.name, most, u.do)
		}
		s.fill(900, "many") // more than are read whole
		for _, u := range uses {
			s.counts(u.name+" among many", most, u.do)
		}
		s.fill(8000, "more") // with an index that is not read whole
		for _, u := range uses {
			s.counts(u.name+" among more", most, u.do)
		}
	}
}

// reviewsMost is how many round trips it may take to read all of a workspace, which are not one
// for each batch: one for some hundred batches, and on PostgreSQL some for each kind of record.
const reviewsMost = 120

func TestWhoReadsAllOfAWorkspaceTakesFewRoundTrips(t *testing.T) {
	verify := func(ctx context.Context, s *shared) error {
		_, err := assist.AuditVerify(ctx, s.environment("verify"), assist.AuditVerifyRequest{})
		return err
	}
	compare := func(ctx context.Context, s *shared) error {
		_, err := assist.VerifyRecords(ctx, s.environment("compare"))
		return err
	}
	for _, s := range stores(t) {
		s.apply(records, "records")
		for i := range 300 {
			s.apply(fmt.Sprintf(`{"op":"task.update","id":1,"notes":"%d"}`, i), "update")
			if i%3 == 0 {
				if _, err := assist.Undo(t.Context(), s.environment("undo"), assist.UndoRequest{}); err != nil {
					t.Fatal(err)
				}
			}
		}
		s.counts("audit verify", 20, verify)
		s.counts("doctor --verify", reviewsMost, compare)
	}
}

// manyMost is how many round trips a thousand operations may take, which are not one for each: from
// so many rows nothing is learned in advance, and each field that can refer to a record is asked alone.
const manyMost = 25

func TestManyOperationsTakeFewRoundTrips(t *testing.T) {
	var create, change, remove strings.Builder
	create.WriteString(`{"op":"project.create","title":"Garden","as":"p"}` + "\n")
	for i := 1; i < 1000; i++ {
		fmt.Fprintf(&create, `{"op":"task.create","title":"Item %d","projectId":{"ref":"p"}}`+"\n", i)
		fmt.Fprintf(&change, `{"op":"task.update","id":%d,"notes":"changed"}`+"\n", i)
		fmt.Fprintf(&remove, `{"op":"task.delete","id":%d}`+"\n", i)
	}
	apply := func(lines, key string) func(context.Context, *shared) error {
		return func(_ context.Context, s *shared) error { return s.carry(assist.Apply, lines, key) }
	}
	undo := func(ctx context.Context, s *shared) error {
		_, err := assist.Undo(ctx, s.environment("undo"), assist.UndoRequest{Confirmed: true})
		return err
	}
	for _, s := range stores(t) {
		s.apply(`{"op":"note.create","title":"Seeds"}`, "first")
		s.counts("create many", manyMost, apply(create.String(), "create"))
		s.counts("update many", manyMost, apply(change.String(), "update"))
		s.counts("undo many updates", manyMost, undo)
		s.counts("delete many", manyMost, apply(remove.String(), "delete"))
		s.counts("undo many deletions", manyMost, undo)
		s.counts("undo many creations", manyMost, undo)
	}
}

// counts checks how many round trips a use case takes.
func (s *shared) counts(name string, most int64, do func(ctx context.Context, s *shared) error) {
	s.t.Helper()
	before := s.trips()
	err := do(s.t.Context(), s)
	var refusal *problem.Refusal
	if err != nil && !(errors.As(err, &refusal) && refusal.Class == problem.Unanswered) {
		s.t.Errorf("%s: %s: %v", s.name, name, err)
	}
	n := s.trips() - before
	s.t.Logf("%s: %s takes %d", s.name, name, n)
	if n > most {
		s.t.Errorf("%s: %s takes %d round trips, want at most %d", s.name, name, n, most)
	}
}
