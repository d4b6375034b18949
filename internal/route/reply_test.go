package route

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"assister/internal/calendar"
	"assister/internal/language/meaning"
	"assister/internal/record"
)

func saturday(t *testing.T) calendar.Clock {
	t.Helper()
	zone, err := calendar.LoadZone("Europe/Paris", "")
	if err != nil {
		t.Fatal(err)
	}
	return calendar.Clock{Instant: time.Date(2026, 11, 21, 8, 0, 0, 0, time.UTC), Zone: zone}
}

func option(kind string, id int64, title, day string) record.Option {
	d, _ := calendar.ParseDate(day)
	return record.Option{Key: record.Key{Kind: kind, ID: id}, Title: title, Day: d}
}

var which = record.Question{Request: "move milk to monday", Question: "Which “milk” do you mean?", Options: []record.Option{
	option("task", 11, "Buy milk", "2026-11-21"),
	option("task", 12, "Milk the cow", "2026-11-27"),
	at(option("event", 11, "Milk fair", "2026-11-28"), 15),
}}

func at(o record.Option, hour int) record.Option {
	o.Begins = calendar.TimeOf(hour, 0)
	return o
}

// told writes a reply on one line: the completed request with its selection.
func told(r Reply) string {
	words := []string{[]string{"anew", "answered", "declined", "unclear", "named"}[r.Sense]}
	if r.Sense == Answered {
		words = append(words, fmt.Sprintf("%q", r.Text))
	}
	for _, k := range r.Selection.Records {
		words = append(words, fmt.Sprintf("%s:%d", k.Kind, k.ID))
	}
	if r.Selection.Day.Valid() {
		words = append(words, r.Selection.Day.String())
	}
	if r.Selection.Priority != "" {
		words = append(words, r.Selection.Priority)
	}
	for _, o := range r.Left {
		words = append(words, fmt.Sprintf("?%s:%d", o.Key.Kind, o.Key.ID))
	}
	return strings.Join(words, " ")
}

// replied reads a text as the answer to a question.
func replied(text string, q record.Question, c calendar.Clock) Reply {
	all := meaning.BuiltIn()
	a := Answering{
		Text: text, Readings: all.Readings(text, c, nil), Words: all.Keywords(text, 100), Question: q, Clock: c,
	}
	if said, ok := all.Read(q.Request, c, nil); ok {
		a.Request = &said
	}
	return a.Reply()
}

// The question which records a request about everything means is answered by a description
// of them, and not by another request.
func TestAReplyNarrowsARequestAboutEverything(t *testing.T) {
	for _, tt := range []struct{ request, text, want string }{
		{"delete everything", "all events", "delete event every"},
		{"delete everything", "overdue tasks", "delete task every 1"},
		{"supprime tout", "tous les événements", "delete event every"},
		{"borra todo", "todos los eventos", "delete event every"},
		{"delete everything", "everything", ""},
		{"delete everything", "how many events are there?", ""},
		{"delete the events", "all tasks", ""},
	} {
		r := replied(tt.text, record.Question{Request: tt.request, Question: "Which ones?"}, saturday(t))
		got := ""
		if r.Sense == Answered && r.Said != nil {
			d := r.Said.Do[0]
			got = string(d.Act) + " " + d.On.Kind
			if d.On.Every {
				got += " every"
			}
			if n := len(d.On.Where); n > 0 {
				got += fmt.Sprintf(" %d", n)
			}
		}
		if got != tt.want {
			t.Errorf("%q, then %q: %q, want %q", tt.request, tt.text, got, tt.want)
		}
	}
}

func TestAReplyPicksAmongTheOptions(t *testing.T) {
	const on = `answered "move milk to monday" `
	for _, tt := range []struct{ text, want string }{
		{"1", on + "task:11"},
		{"2.", on + "task:12"},
		{"number 2 please", on + "task:12"},
		{"the second", on + "task:12"},
		{"the second one", on + "task:12"},
		{"Yes, the second one!", on + "task:12"},
		{"no, the third", on + "event:11"},
		{"the last one", on + "event:11"},
		{"one", on + "task:11"},
		{"1 and 3", on + "task:11 event:11"},
		{"1,3", on + "task:11 event:11"},
		{"2-3", on + "task:12 event:11"},
		{"1 to 3", on + "task:11 task:12 event:11"},
		{"the first two", on + "task:11 task:12"},
		{"the last two", on + "task:12 event:11"},
		{"le deuxième", on + "task:12"},
		{"la première et la troisième", on + "task:11 event:11"},
		{"les deux premiers", on + "task:11 task:12"},
		{"la dernière", on + "event:11"},
		{"le 2", on + "task:12"},
		{"all of them", on + "task:11 task:12 event:11"},
		{"all", on + "task:11 task:12 event:11"},
		{"all three", on + "task:11 task:12 event:11"},
		{"tous", on + "task:11 task:12 event:11"},
		{"toutes", on + "task:11 task:12 event:11"},
		{"all but the last", on + "task:11 task:12"},
		{"tous sauf 2", on + "task:11 event:11"},
		{"#12", on + "task:12"},
		{"12", on + "task:12"},
		{"task 11", on + "task:11"},
		{"event:11", on + "event:11"},
		{"friday", on + "task:12"},
		{"the one on friday", on + "task:12"},
		{"celui de vendredi", on + "task:12"},
		{"today", on + "task:11"},
		{"the one at 3", on + "event:11"},
		{"15:00", on + "event:11"},
		{"cow", on + "task:12"},
		{"the cow one", on + "task:12"},
		{"Buy milk", on + "task:11"},
		{"fair", on + "event:11"},

		// An answer that matches several options, or none, leaves the question open.
		{"#11", "unclear ?task:11 ?event:11"},
		{"milk", "unclear ?task:11 ?task:12 ?event:11"},
		{"7", "unclear ?task:11 ?task:12 ?event:11"},
		{"both", "unclear ?task:11 ?task:12 ?event:11"},
		{"les deux", "unclear ?task:11 ?task:12 ?event:11"},
		{"-1", "unclear ?task:11 ?task:12 ?event:11"},
		{"yes", "unclear ?task:11 ?task:12 ?event:11"},
		{"the blue one", "unclear ?task:11 ?task:12 ?event:11"},
		{"next week", "unclear ?task:12 ?event:11"},
		{"all but the ninth", "unclear ?task:11 ?task:12 ?event:11"},

		{"none of them", "declined"},
		{"no", "declined"},
		{"never mind", "declined"},
		{"aucune", "declined"},
		{"laisse tomber", "declined"},

		// A new request is not an answer, although a question is open.
		{"add buy bread tomorrow", "anew"},
		{"cancel the dentist", "anew"},
		{"what is on friday?", "anew"},
		{"supprime le dentiste", "anew"},
		{"delete milk", "anew"},
	} {
		if got := told(replied(tt.text, which, saturday(t))); got != tt.want {
			t.Errorf("%q is %s, want %s", tt.text, got, tt.want)
		}
	}
}

func TestAReplyMayBeADayOrAPriority(t *testing.T) {
	occurrence := record.Question{Request: "finish water plants", Options: which.Options[:1]}
	unscheduled := record.Question{Request: "clean up", Options: []record.Option{option("task", 1, "Shelf", ""), option("task", 2, "Desk", "")}}
	open := record.Question{Request: "tidy my tasks"}
	dateless := record.Question{Request: "move the dentist", Missing: []string{"date"}}
	for _, tt := range []struct {
		q          record.Question
		text, want string
	}{
		{occurrence, "friday", `answered "finish water plants" task:11 2026-11-27`},
		{occurrence, "yes", `answered "finish water plants" task:11`},
		{unscheduled, "next monday", `answered "clean up" 2026-11-23`},
		{open, "friday", `answered "tidy my tasks" 2026-11-27`},
		{open, "vendredi", `answered "tidy my tasks" 2026-11-27`},
		{open, "high", `answered "tidy my tasks" high`},
		{open, "the low priority ones", `answered "tidy my tasks" low`},
		{open, "haute", `answered "tidy my tasks" high`},
		{open, "high and low", "anew"},
		{open, "make it urgent", "anew"}, // it sets something, and picks none
		{dateless, "the third", `answered "move the dentist the third"`},
		{dateless, "to friday", `answered "move the dentist to friday"`},
		{dateless, "friday at 3pm", `answered "move the dentist friday at 3pm"`},
	} {
		if got := told(replied(tt.text, tt.q, saturday(t))); got != tt.want {
			t.Errorf("%q to %q is %s, want %s", tt.text, tt.q.Request, got, tt.want)
		}
	}
}

func TestAReplyCompletesARequest(t *testing.T) {
	target := []string{"target"}
	for _, tt := range []struct {
		request string
		missing []string
		text    string
		want    string
	}{
		{"delete", target, "the dentist", `answered "delete the dentist"`},
		{"remove something", target, "yes", `answered "remove something"`},
		{"move my tasks", target, "all of them", `answered "move my tasks"`},
		{"move it to friday", target, "the dentist", "named"},
		{"move it to friday", nil, "what is overdue?", "anew"},
		{"move it to friday", nil, "no", "declined"},
		{"delete", target, "add buy bread", "anew"},
		{"lunch with Ann at noon", nil, "pay the rent on the first", "anew"},
	} {
		if got := told(replied(tt.text, record.Question{Request: tt.request, Missing: tt.missing}, saturday(t))); got != tt.want {
			t.Errorf("%q to %q is %s, want %s", tt.text, tt.request, got, tt.want)
		}
	}
}

func TestRepliesAccumulate(t *testing.T) {
	q := which
	q.Selected = record.Selection{Records: []record.Key{{Kind: "task", ID: 1}}, Priority: "high"}
	if got := told(replied("2", q, saturday(t))); got != `answered "move milk to monday" task:12 high` {
		t.Errorf("a second answer gives %s", got)
	}
	if q.Selected.Records[0].ID != 1 {
		t.Error("the earlier answer is written over")
	}
}

func TestAReplySelectsOnlyOptions(t *testing.T) {
	for _, text := range []string{"", "0", "-1", "99999999999999999999", strings.Repeat("1 ", 5000), "1-999999999", "the first nine", "last 9", "\x00", "é"} {
		r := replied(text, which, saturday(t))
		for _, k := range r.Selection.Records {
			if k.ID != 11 && k.ID != 12 {
				t.Errorf("%q selects %+v", text, r)
			}
		}
	}
}
