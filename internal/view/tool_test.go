package view

import (
	"bytes"
	"testing"
	"time"

	"assister/internal/event"
	"assister/internal/ijson"
	"assister/internal/record"
	"assister/internal/schema"
)

func shownBy(t *testing.T, width int, bodies ...event.Body) string {
	t.Helper()
	var out bytes.Buffer
	text := NewText(&out, Options{Width: width})
	for _, b := range bodies {
		if err := text.Emit(b); err != nil {
			t.Fatal(err)
		}
	}
	return out.String()
}

func jsonOf(t *testing.T, text string) ijson.Value {
	t.Helper()
	v, p := ijson.Parse([]byte(text))
	if p != nil {
		t.Fatal(p)
	}
	return v
}

func TestTheResultOfAToolIsATable(t *testing.T) {
	got := shownBy(t, 60, event.Answer{Envelope: jsonOf(t, `{"data":{"notes":[
		{"title":"A\u001b[2J","content":"one\ntwo","tags":[],"done":false,"n":null},
		{"title":"B","content":null,"tags":["x","y"],"done":true,"n":null}]},"total":2}`)})
	want := "title         content  tags  done\n" +
		`A<U+001B>[2J  one↵two        no` + "\n" +
		"B                      x, y  yes\n"
	if got != want {
		t.Errorf("%s", got)
	}
	if got := shownBy(t, 0, event.Answer{Envelope: jsonOf(t, `{"data":{"project":null},"total":0}`)}); got != "" {
		t.Error(got)
	}
}

func TestAToolIsShownWithItsArguments(t *testing.T) {
	got := shownBy(t, 60, event.ToolRow{Name: "createX", Mutates: true, Help: "make an x", Aliases: []string{"x.create"}, Input: jsonOf(t, `{"properties":{
		"title":{"type":"string","description":"what it is"},"p":{"anyOf":[{"type":["integer","null"]},{"type":"object"}]},"e":{"enum":["a",null]}},"required":["title"]}`)})
	want := "createX proposes: make an x\n  also x.create\n  ! title  string: what it is\n    p  integer or null\n    e  a, null\n"
	if got != want {
		t.Errorf("%s", got)
	}
}

// TestKindsOfAListHaveColumnsOfTheirOwn checks that a long name of one kind does not
// widen the columns of another, and that planned kinds share their columns.
func TestKindsOfAListHaveColumnsOfTheirOwn(t *testing.T) {
	of := func(kind, label string) event.Row {
		k := schema.Lookup(kind)
		return event.Row{Record: record.New(k, 1).With(k.Label, record.Text(label))}
	}
	got := shownBy(t, 80, of("task", "Paint the fence"), of("event", "Choir"), of("checklist_item", "Milk"), of("team", "Core"), event.Done{})
	if want := "task:1   Paint the fence\nevent:1  Choir\nchecklist_item:1  Milk\nteam:1  Core\n"; got != want {
		t.Errorf("%s", got)
	}
}

func TestATurnIsShownUncut(t *testing.T) {
	at := time.Date(2026, 11, 21, 9, 5, 0, 0, time.UTC)
	got := shownBy(t, 55, event.TurnRow{At: at, Role: "user", Text: "what is overdue, and what is due this week?"}, event.TurnRow{At: at, Role: "assistant", Text: "1 overdue task:\n- Paint\x1b[2J"})
	want := "2026-11-21 09:05 +00:00 user  what is overdue, and what\n" +
		"                              is due this week?\n" +
		"2026-11-21 09:05 +00:00 assistant  1 overdue task:\n" +
		`                                   - Paint<U+001B>[2J` + "\n"
	if got != want {
		t.Errorf("%s", got)
	}
}
