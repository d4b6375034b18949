package sqlite

import (
	"context"
	"fmt"
	"path/filepath"
	"reflect"
	"sync"
	"testing"
	"time"

	"assister/internal/record"
	"assister/internal/session"
	"assister/internal/workspace"
)

var said = time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)

func conversing(t *testing.T) *Store {
	t.Helper()
	s, err := Open(filepath.Join(t.TempDir(), "workspace.db"), workspace.ToWrite)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func TestASessionReturnsItsTurns(t *testing.T) {
	s, ctx := conversing(t), context.Background()
	turns := []session.Turn{
		{At: said, Role: session.User, Text: "move milk\nto friday"},
		{At: said.Add(time.Second), Role: session.Assistant, Text: "Which “milk”?", Question: `{"question":"Which?"}`,
			About: []record.Key{{Kind: "task", ID: 1}, {Kind: "event", ID: 12}}, Proposed: "c7"},
	}
	if err := s.Append(ctx, "home", turns); err != nil {
		t.Fatal(err)
	}
	if err := s.Append(ctx, "work", turns[:1]); err != nil {
		t.Fatal(err)
	}
	if got, err := s.Turns(ctx, "home", 5); err != nil || !reflect.DeepEqual(got, turns) {
		t.Errorf("got %+v, %v", got, err)
	}
	if got, err := s.Turns(ctx, "home", 1); err != nil || len(got) != 1 || got[0].Role != session.Assistant {
		t.Errorf("the newest is %+v, %v", got, err)
	}
	if got, err := s.Turns(ctx, "nowhere", 5); err != nil || len(got) != 0 {
		t.Errorf("nothing was said there: %+v, %v", got, err)
	}
	want := []session.Session{
		{Name: "work", Turns: 1, First: said, Last: said},
		{Name: "home", Turns: 2, First: said, Last: said.Add(time.Second), Open: true},
	}
	if got, err := s.Sessions(ctx); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, %v", got, err)
	}
	if n, err := s.Clear(ctx, "home"); n != 2 || err != nil {
		t.Errorf("cleared %d, %v", n, err)
	}
	if got, err := s.Turns(ctx, "work", 5); err != nil || len(got) != 1 {
		t.Errorf("another session is touched: %+v, %v", got, err)
	}
}

func TestASessionForgetsItsOldestTurns(t *testing.T) {
	s, ctx := conversing(t), context.Background()
	for i := range session.TurnsMax/2 + 3 {
		pair := []session.Turn{{At: said, Role: session.User, Text: fmt.Sprint(i)}, {At: said, Role: session.Assistant, Text: "yes"}}
		if err := s.Append(ctx, "home", pair); err != nil {
			t.Fatal(err)
		}
	}
	got, err := s.Turns(ctx, "home", 2*session.TurnsMax)
	if err != nil || len(got) != session.TurnsMax || got[0].Text != "3" {
		t.Errorf("%d turns from %+v on, %v", len(got), got[0], err)
	}
}

// Concurrent conversations in one session are not interleaved.
func TestTurnsThatBelongTogetherStayTogether(t *testing.T) {
	first := conversing(t)
	var all sync.WaitGroup
	for speaker := range 4 {
		all.Go(func() {
			for range 5 {
				name := fmt.Sprint(speaker)
				if err := first.Append(context.Background(), "home", []session.Turn{{At: said, Role: session.User, Text: name}, {At: said, Role: session.Assistant, Text: name}}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	got, err := first.Turns(context.Background(), "home", 100)
	if err != nil || len(got) != 40 {
		t.Fatalf("%d turns, %v", len(got), err)
	}
	for i := 0; i < len(got); i += 2 {
		if got[i].Text != got[i+1].Text || got[i].Role != session.User {
			t.Errorf("turn %d is %+v, then %+v", i, got[i], got[i+1])
		}
	}
}

func TestATurnIsNotAChangeOfTheWorkspace(t *testing.T) {
	s, ctx := conversing(t), context.Background()
	if err := s.Append(ctx, "home", []session.Turn{{At: said, Role: session.User, Text: "hello"}}); err != nil {
		t.Fatal(err)
	}
	found, err := s.Examine(ctx)
	if err != nil || len(found.Problems) > 0 {
		t.Errorf("found %v, %v", found, err)
	}
	if st, err := s.idle[0].state(); err != nil || st.synchronous != syncFull {
		t.Errorf("the connection is left with %+v, %v", st, err)
	}
}
