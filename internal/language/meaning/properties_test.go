package meaning

import (
	"strings"
	"testing"
)

// requests are the texts that the properties are tested on.
var requests = []string{
	"add milk, eggs and bread to the shopping list", "add dentist tomorrow at 3pm", "remind me to water the plants on friday",
	"delete the dentist appointment", "cancel all meetings on friday", "move the report to monday",
	"mark all overdue tasks as done", "complete the report", "rename the report to final report",
	"set the deadline of the report to friday", "push gym back a week", "swap the dentist and the gym",
	"delete everything tagged home", "move all tasks from today to tomorrow", "tag the report with urgent",
	"skip yoga tomorrow", "reopen the taxes", "start the slides", "new project: garden", "delete all completed tasks",
}

// sameMeaning checks that each request has the same meaning when it is written in another
// way.
func sameMeaning(t *testing.T, change func(string) string) {
	t.Helper()
	for _, text := range requests {
		want := read(text)
		if want == "?" {
			t.Errorf("%q is not understood", text)
			continue
		}
		said, ok := Read(english(), change(text), saturday(), nil)
		said.Talk = nil
		if got := said.String(); !ok || got != want {
			t.Errorf("%q: %s, want %s", change(text), got, want)
		}
	}
}

func TestCourtesyDoesNotChangeTheMeaning(t *testing.T) {
	for _, before := range []string{"please ", "could you please ", "Good morning, ", "hey, can you ", "I'd like you to ", "would you be so kind as to "} {
		sameMeaning(t, func(s string) string { return before + s })
	}
	for _, after := range []string{" please", ", thanks!", ". Thank you very much", " pls", ", if you can"} {
		sameMeaning(t, func(s string) string { return s + after })
	}
}

func TestMarksAndBlanksDoNotChangeTheMeaning(t *testing.T) {
	sameMeaning(t, func(s string) string { return s + "." })
	sameMeaning(t, func(s string) string { return s + "!" })
	sameMeaning(t, func(s string) string { return strings.ReplaceAll(s, " ", "  ") })
	sameMeaning(t, func(s string) string { return "  " + s + "  " })
}

func TestCapitalsChangeOnlyTheNames(t *testing.T) {
	for _, text := range requests {
		want, got := read(text), read(strings.ToUpper(text))
		if !strings.EqualFold(got, want) {
			t.Errorf("%q: %s, want %s", strings.ToUpper(text), got, want)
		}
	}
}

// acts are the acts of a text, and whether each is done to many records.
func actsOf(text string) (list []string) {
	said, _ := Read(english(), text, saturday(), nil)
	for _, d := range said.Do {
		act := string(d.Act)
		if d.Act == Shift || d.Act == Change { // another value of the same record
			act = string(Move)
		}
		if d.On != nil && d.On.Every {
			act += " all"
		}
		list = append(list, act)
	}
	return list
}

// TestAnUnknownWordDoesNotChangeTheAct puts a word that no language knows between all words
// of the requests. What is done stays the same, is not done to more records, or the text is
// not understood.
func TestAnUnknownWordDoesNotChangeTheAct(t *testing.T) {
	for _, text := range requests {
		want := strings.Join(actsOf(text), ", ")
		words := strings.Fields(text)
		for i := 1; i <= len(words); i++ {
			changed := strings.Join(words[:i], " ") + " blorp " + strings.Join(words[i:], " ")
			for _, act := range actsOf(changed) {
				if !strings.Contains(want, act) && act != string(Create) {
					t.Errorf("%q: %s, want %s", changed, act, want)
				}
			}
		}
	}
}

func TestTheOrderOfSettingsDoesNotMatter(t *testing.T) {
	for _, tt := range [][]string{
		{"add dentist tomorrow at 3pm", "tomorrow at 3pm add dentist", "add tomorrow at 3pm dentist"},
		{"add report due friday tagged work", "add report tagged work due friday"},
		{"add report #work tomorrow", "add report tomorrow #work"},
	} {
		sorted := func(text string) string {
			said, _ := Read(english(), text, saturday(), nil)
			words := strings.Fields(said.String())
			n := 0
			for _, w := range words {
				n += len(w)
			}
			return strings.Join(words[:min(2, len(words))], " ") + strings.Repeat(".", n)
		}
		for _, other := range tt[1:] {
			if got, want := sorted(other), sorted(tt[0]); got != want {
				t.Errorf("%q: %s, and %q: %s", other, read(other), tt[0], read(tt[0]))
			}
		}
	}
}

func TestOneSlipInALongWord(t *testing.T) {
	for _, tt := range [][2]string{
		{"cancell all meetings on friday", "cancel all meetings on friday"},
		{"resschedule the report to monday", "move the report to monday"},
		{"complette the report", "complete the report"},
		{"delete all complted tasks", "delete all completed tasks"},
	} {
		if got, want := read(tt[0]), read(tt[1]); got != want && got != "?" {
			t.Errorf("%q: %s, want %s", tt[0], got, want)
		}
	}
}

func BenchmarkRequest(b *testing.B) {
	g := english()
	for b.Loop() {
		Read(g, "could you please move the call with the new office to friday at ten and remind me to print the papers", saturday(), nil)
	}
}
