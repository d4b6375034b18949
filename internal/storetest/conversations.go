package storetest

import (
	"fmt"
	"reflect"
	"sync"
	"testing"
	"time"

	"assister/internal/record"
	"assister/internal/session"
	"assister/internal/workspace"
)

// conversations are tests of what a store keeps of conversations.
var conversations = []test{
	{"ASessionReturnsItsTurns", testTurns},
	{"ASessionForgetsItsOldestTurns", testForget},
	{"TurnsThatBelongTogetherStayTogether", testTurnsTogether},
	{"ATurnIsNotAChangeOfTheWorkspace", testTurnIsNoChange},
}

func say(t *testing.T, s Store, name string, turns ...session.Turn) {
	t.Helper()
	if err := converse(s, name, turns...); err != nil {
		t.Fatal(err)
	}
}

func converse(s Store, name string, turns ...session.Turn) error {
	return workspace.Note(ctx, s, nil, session.Added{Session: name, Turns: turns})
}

func turnsOf(t *testing.T, s Store, name string, limit int) []session.Turn {
	t.Helper()
	var turns []session.Turn
	if err := s.View(ctx, func(r workspace.Reader) (err error) {
		turns, err = r.Turns(name, limit)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	return turns
}

// exchange is a turn of the user with the reply.
func exchange(text, reply string) []session.Turn {
	return []session.Turn{
		{At: Noon, Role: session.User, Text: text}, {At: Noon, Role: session.Assistant, Text: reply},
	}
}

func testTurns(t *testing.T, p Place) {
	s := fresh(t, p)
	turns := []session.Turn{
		{At: Noon, Role: session.User, Text: "cancel the sauna"},
		{At: Noon, Role: session.Assistant, Text: "There is no “sauna”.", Lost: true},
		{At: Noon, Role: session.User, Text: "move milk\nto friday"},
		{At: Noon.Add(time.Second), Role: session.Assistant, Text: "Which “milk”?", Question: `{"question":"Which?"}`,
			About: []record.Key{{Kind: "task", ID: 1}, {Kind: "event", ID: 12}}, Proposed: "c7"},
	}
	say(t, s, "home", turns...)
	say(t, s, "work", turns[:1]...)
	if got := turnsOf(t, s, "home", 5); !reflect.DeepEqual(got, turns) {
		t.Errorf("got %+v", got)
	}
	if got := turnsOf(t, s, "home", 1); len(got) != 1 || got[0].Role != session.Assistant {
		t.Errorf("the newest is %+v", got)
	}
	if got := turnsOf(t, s, "nowhere", 5); len(got) != 0 {
		t.Errorf("nothing was said there: %+v", got)
	}
	want := []session.Session{
		{Name: "work", Turns: 1, First: Noon, Last: Noon},
		{Name: "home", Turns: 4, First: Noon, Last: Noon.Add(time.Second), Open: true},
	}
	var got []session.Session
	err := s.View(ctx, func(r workspace.Reader) (err error) {
		got, err = r.Sessions()
		return err
	})
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, %v", got, err)
	}
	if n, err := s.Clear(ctx, "home"); n != 4 || err != nil {
		t.Errorf("cleared %d, %v", n, err)
	}
	if home, work := turnsOf(t, s, "home", 5), turnsOf(t, s, "work", 5); len(home) != 0 || len(work) != 1 {
		t.Errorf("left are %+v, and of another session %+v", home, work)
	}
}

func testForget(t *testing.T, p Place) {
	s := fresh(t, p)
	for i := range session.TurnsMax/2 + 3 {
		say(t, s, "home", exchange(fmt.Sprint(i), "yes")...)
	}
	if got := turnsOf(t, s, "home", 2*session.TurnsMax); len(got) != session.TurnsMax || got[0].Text != "3" {
		t.Errorf("%d turns from %+v on", len(got), got[0])
	}
}

// Concurrent conversations in one session are not interleaved.
func testTurnsTogether(t *testing.T, p Place) {
	s := fresh(t, p)
	var all sync.WaitGroup
	for speaker := range 4 {
		all.Go(func() {
			for range 5 {
				name := fmt.Sprint(speaker)
				if err := converse(s, "home", exchange(name, name)...); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	got := turnsOf(t, s, "home", 100)
	if len(got) != 40 {
		t.Fatalf("%d turns", len(got))
	}
	for i := 0; i < len(got); i += 2 {
		if got[i].Text != got[i+1].Text || got[i].Role != session.User {
			t.Errorf("turn %d is %+v, then %+v", i, got[i], got[i+1])
		}
	}
}

func testTurnIsNoChange(t *testing.T, p Place) {
	s := fresh(t, p)
	Commit(t, s, Created(Task(1, "a"))...)
	before := everything(t, s)
	say(t, s, "home", exchange("hello", "yes")...)
	same(t, before, everything(t, s))
	if codes := Examined(t, s); codes != "" {
		t.Error(codes)
	}
}
