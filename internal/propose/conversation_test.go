package propose_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"assister/internal/calendar"
	"assister/internal/check"
	"assister/internal/event"
	"assister/internal/filter"
	"assister/internal/language/message"
	"assister/internal/propose"
	"assister/internal/record"

	"assister/internal/workspace"

	"pgregory.net/rapid"
)

func chat(t *testing.T, m *propose.Model, text string) (a propose.Answer, err error) {
	t.Helper()
	in(t, func(snapshot workspace.Reader) error {
		a, err = m.Chat(context.Background(), words(text), propose.Source{Clock: saturday, View: propose.Lend(snapshot)})
		return nil
	})
	return a, err
}

func TestAnAnswerIsStreamedByWholeWords(t *testing.T) {
	const reply = "The *yard* is on\nSaturday.\n```\ncode\n```"
	s := &script{able: withSchema, replies: []any{reply}}
	m := model(s)
	var grown []string
	m.OnText = func(text string) error { grown = append(grown, text); return nil }
	a, err := chat(t, m, "when is the yard?")
	if err != nil || a.Text != "The yard is on Saturday." {
		t.Fatalf("%v: %q", err, a.Text)
	}
	if got := strings.Join(grown, "|"); got != "The| yard| is| on Saturday." && got != "The| yard| is on Saturday." {
		t.Errorf("grew %q", got)
	}
}

func TestStreamedTextIsAPrefixOfTheAnswer(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		reply := rapid.StringMatching("([a-z]{1,6}|[*_#`<{ .\n-]| ){0,40}").Draw(t, "reply")
		s := &script{able: withSchema, replies: []any{reply}}
		m := model(s)
		grown := ""
		m.OnText = func(text string) error { grown += text; return nil }
		a, err := m.Chat(context.Background(), words("what is it?"), propose.Source{Clock: saturday, View: propose.Lend(nobody{})})
		if err != nil {
			t.Fatal(err)
		}
		if strings.ContainsAny(grown, "\n`<{") {
			t.Errorf("%q grew as %q", reply, grown)
		}
		if strings.ContainsAny(a.Text, "\n`") {
			t.Errorf("%q is answered as %q", reply, a.Text)
		}
	})
}

func TestAnErrorOfTheListenerStopsTheModel(t *testing.T) {
	gone := errors.New("the pipe is closed")
	m := model(&script{able: withSchema, replies: []any{"one two three"}})
	m.OnText = func(string) error { return gone }
	if _, err := chat(t, m, "what is it?"); !errors.Is(err, gone) {
		t.Errorf("got %v", err)
	}
}

func TestChatShowsTheWeekTwiceOnlyWhereTheQuestionMeansIt(t *testing.T) {
	s := &script{able: withSchema, replies: []any{"Fine."}}
	if _, err := chat(t, model(s), "how about the hinges?"); err != nil {
		t.Fatal(err)
	}
	prompt := s.asked[0].Messages[1].Text
	for title, want := range map[string]int{"Oil the hinges": 2, "Sweep the yard": 1, "Feed the carp": 1, "Choir rehearsal": 1} {
		if got := strings.Count(prompt, title); got != want {
			t.Errorf("%s is there %d times, not %d:\n%s", title, got, want, prompt)
		}
	}
}

func TestChatNeverClaimsAChange(t *testing.T) {
	for reply, claimed := range map[string]bool{
		"I have added the task.":                       true,
		"I've just moved it to Monday.":                true,
		"The task has been deleted.":                   true,
		"J'ai supprimé la tâche.":                      true,
		"La tâche a été supprimée.":                    true,
		"He añadido la tarea.":                         true,
		"La tarea ha sido eliminada.":                  true,
		"Se han movido las tareas.":                    true,
		"Está planificado para el lunes.":              false,
		"I have not added anything.":                   false,
		"It is scheduled for Monday.":                  false,
		"You completed two tasks.":                     false,
		"I cannot change it; nothing has been deleted": false,
		"Nothing has been moved.":                      false,
	} {
		a, err := chat(t, model(&script{able: withSchema, replies: []any{reply}}), "how is it going?")
		if err != nil {
			t.Fatal(err)
		}
		if got := a.Text == message.For("en").Text("chat.cannot-change"); got != claimed {
			t.Errorf("%q is answered %q", reply, a.Text)
		}
	}
}

// slow is a completer that waits until it is released.
type slow struct {
	script
	began chan struct{}
	end   chan struct{}
}

func (s *slow) Complete(ctx context.Context, p propose.Prompt, each func(propose.Chunk) error) (propose.Reply, error) {
	close(s.began)
	<-s.end
	return propose.Reply{Text: "late"}, each(propose.Chunk{Text: "late"})
}

func TestAHeartbeatComesEveryTenSecondsOfWaiting(t *testing.T) {
	s := &slow{began: make(chan struct{}), end: make(chan struct{})}
	ticks, stopped := make(chan time.Time), false
	var recorder event.Recorder
	b := propose.HeartbeatCompleter{Completer: s, Heartbeat: propose.Heartbeat{Name: "tiny", Sink: &recorder, Ticker: func(every time.Duration) (<-chan time.Time, func()) {
		if every != 10*time.Second {
			t.Errorf("every %s", every)
		}
		return ticks, func() { stopped = true }
	}}}
	go func() {
		<-s.began
		ticks <- time.Time{}
		ticks <- time.Time{}
		close(s.end)
	}()
	reply, err := b.Complete(context.Background(), propose.Prompt{}, func(propose.Chunk) error { return nil })
	if err != nil || reply.Text != "late" || !stopped {
		t.Fatalf("%v %+v, stopped: %v", err, reply, stopped)
	}
	if len(recorder.Bodies) != 2 || recorder.Bodies[1] != (event.Heartbeat{WaitingFor: "tiny", ElapsedMs: 20_000}) {
		t.Errorf("got %+v", recorder.Bodies)
	}
}

// nobody is a workspace without records.
type nobody struct{ check.Reader }

func (nobody) Record(string, int64) (r record.Record, ok bool, err error) { return r, false, nil }
func (nobody) Find(filter.Condition, calendar.Date) (records []record.Record, err error) {
	return nil, nil
}
