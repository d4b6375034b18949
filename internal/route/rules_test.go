package route

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"assister/internal/record"
)

func TestTheFormOfARequestDecides(t *testing.T) {
	for want, texts := range map[Decision][]string{
		Plan: {
			// an order
			"Add bread to the list",
			"add a repeating task for the plants",
			"MOVE the review to Friday",
			"mark the report as done",
			"get rid of the old notes",
			"cross the bank off my list",
			"reminder to water the plants",
			"give me a reminder to water the plants",
			"add something about the sunset",
			// a courtesy before it
			"please rename the budget task",
			"Could you delete the standup?",
			"hey, can you please cancel yoga",
			"I'd like you to clear Monday",
			"I want to skip the gym",
			// a duty
			"I need to call the plumber",
			"don't forget to read the contract",
			// a question about a change
			"should I delete the standup?",
			"can I move the review?",
			// an order in a later clause
			"is bread on the list? if not, add it to the list",
			"we are out of bread so add some",
			"Thanks! Now delete the other one please",
			"find the bread task and delete it now, all of it",
			"tomorrow I am away, cancel the standup",
			// a verb that elsewhere asks
			"add seven eggs and bread", "arrange a call with Lou", "remind me of the things to buy tomorrow", "yoga in december on my calendar",
			// a report, or the name of a thing to do
			"milk and eggs on my list pls", "water plants every 3 days", "the report is done", "canel yoga", "veuillez reporter la revue",
			"finished the tax form", "done with the laundry", "todo: renew the insurance", "new task order toner",
			"pls dont forget the trash", "would you be so kind as to move the interview to monday", "n'oublie pas les photos",
			// a thing at a time
			"Dentist at 9:30",
			"yoga tomorrow 7pm",
			// French
			"ajoute du pain à la liste",
			"Peux-tu déplacer la revue à vendredi ?",
			"supprime l'événement de lundi",
			"n'oublie pas d'acheter du pain",
			"S’il te plaît, annule le yoga",
		},
		Chat: {
			"what is on the list",
			"What should I delete?",
			"how can you move a task?",
			"is the review set?",
			"did I add bread",
			"is the plan complete",
			"when does the reset run",
			"do I have to cancel anything",
			"whats next",
			"add seven and thirty", "arrange my notes by name in alphabetical order", "remind me of the things I have on the list",
			"remind me about my appointments", "i need help with the report for friday", "yoga december calendar",
			"show me the overdue tasks",
			"please list the events of this week",
			"tell me what I can delete",
			"can I see my calendar",
			"I need to know when the review is",
			"remind me what I did on Monday",
			"events between 8am and 5pm",
			"let me know if something changes",
			"the review is when",
			"it was sunny and clear",
			"everything about Northwind", "next meeting", "money tasks", "status of the report", "faut que je fasse quoi demain",
			"my schedule for next week please", "tomorrow's plan", "my agenda for today",
			"today's tasks", "this week's events", "next monday's meetings with Ann",
			"i am so tired today", "finished tasks",
			"thank you",
			"good morning",
			"hi",
			"I am tired",
			"sunset or sunrise?",
			"qu'est-ce que j'ai à faire demain",
			"où est la revue",
			"montre mes tâches en retard",
			"combien de tâches restent",
			"merci beaucoup",
			"quelles tâches faut-il supprimer ?",
		},
		Clarify: {
			"",
			"   ",
			"...",
			"bread",
			"the schedule",
			"tomorrow",
			"next monday",
			"it",
			"the thing from before, you know",
			"paddling in address settings",
			"delete",
			"delete it",
			"annule",
			"#12",
			"🎉",
			"ｂｒｅａｄ",
		},
	} {
		for _, text := range texts {
			if got := Judge(Rules(text)); got.Decision != want {
				t.Errorf("%q is %s at %v (%s), want %s", text, got.Decision, got.Confidence, got.Reason, want)
			}
		}
	}
}

func TestAnImperativeIsSure(t *testing.T) {
	for _, text := range []string{"add bread", "please add bread", "can you add bread?", "ajoute du pain"} {
		if got := Rules(text); got.Confidence <= 0.9 {
			t.Errorf("%q has confidence %v", text, got.Confidence)
		}
	}
}

func TestReasons(t *testing.T) {
	for text, want := range map[string]string{
		"add bread":          `action_like: "add" asks for a change`,
		"what is up":         `question_like: it begins with "what"`,
		"show tasks":         `question_like: it begins with "show"`,
		"":                   "empty: nothing was said",
		"bread":              "unclear: nothing says what to do",
		"bread, please add!": `action_like: "add" asks for a change`,
	} {
		if got := Rules(text).Reason; got != want {
			t.Errorf("%q is routed for %q, want %q", text, got, want)
		}
	}
}

func TestMissingPartsAreAskedFor(t *testing.T) {
	if got := Judge(Rules("")); got.QuestionIn(nil) != "What would you like to do?" {
		t.Errorf("nothing at all asks %q", got.QuestionIn(nil))
	}
	got := Judge(Rules("Delete!"))
	if got.QuestionIn(nil) != "What should I delete?" || !reflect.DeepEqual(got.Missing, []string{"target"}) {
		t.Errorf("a bare verb asks %q and misses %q", got.QuestionIn(nil), got.Missing)
	}
}

// A noun for any record names none, so the request is not a plan yet.
func TestAVagueChangeIsAskedAbout(t *testing.T) {
	for text, missing := range map[string]string{
		"update my task": "target", "delete the event": "target", "complete something": "target", "modifie ma tâche": "target",
		"add a new task": "title", "create an event": "title", "ajoute une tâche": "title",
		"do something with my meeting": "action", "please do something about the leak": "action",
	} {
		if r := Rules(text); Judge(r).Decision != Clarify || !reflect.DeepEqual(r.Missing, []string{missing}) {
			t.Errorf("%s: %+v", text, r)
		}
	}
	for text, want := range map[string]Decision{"update my task list": Plan, "add a task to call Ben": Plan, "do I have something on friday?": Chat, "delete the task force notes": Plan} {
		if r := Rules(text); r.Decision != want {
			t.Errorf("%s: %+v", text, r)
		}
	}
}

func TestTheCategoryIsAHint(t *testing.T) {
	for text, want := range map[string]string{
		"add a task about the meeting": "task",
		"cancel the meeting":           "event",
		"start a reading habit":        "habit",
		"what are my goals":            "goal",
		"add bread":                    "",
		"déplace la réunion":           "event",
	} {
		if got := Rules(text).Category; got != want {
			t.Errorf("%q is about %q, want %q", text, got, want)
		}
	}
}

func TestNumbersAndQuotedTitlesAreEntities(t *testing.T) {
	got := Rules(`rename #12 and task #7 to "Call Bob, then Ann" or « Appeler Zoé », not #x, not ""`).Entities
	want := record.Entities{IDs: []int64{12, 7}, Text: []string{"Call Bob, then Ann", "Appeler Zoé"}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestAccentsAndCapitalsDoNotMatter(t *testing.T) {
	for _, text := range []string{"déplace la revue", "DÉPLACE LA REVUE", "deplace la revue", "de\u0301place la revue"} {
		if got := Rules(text); got.Decision != Plan {
			t.Errorf("%q is %s (%s)", text, got.Decision, got.Reason)
		}
	}
}

func TestPastedTextIsRoutedToo(t *testing.T) {
	for _, piece := range []string{"please ", "and then ", "what is it? ", "#1234 ", `"a" `, "a: ", "ééé"} {
		var b strings.Builder
		for i := 0; b.Len() < 1<<18; i++ {
			b.WriteString(piece)
			if i%3 == 0 {
				fmt.Fprint(&b, "#", i, " ")
			}
		}
		got := Judge(Rules(b.String())).Entities
		if len(got.IDs)+len(got.Text) > 2*named {
			t.Errorf("%q over and over names %d things", piece, len(got.IDs)+len(got.Text))
		}
		Candidates(b.String(), nil, 0)
	}
}

func FuzzRulesNeverPanic(f *testing.F) {
	for _, s := range []string{"add bread", "is it? then add it!", "…", "\"", "#", "a:b", "9:30", "can you", "please please", "I need to", "\xff", strings.Repeat("and ", 50)} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		raw := Rules(s)
		got := Judge(raw)
		if raw.Confidence < 0 || raw.Confidence > 1 || got.Reason == "" || got.Decision == Clarify && got.QuestionIn(nil) == "" {
			t.Fatalf("%q: %+v", s, got)
		}
		Candidates(s, nil, 0)
	})
}

func BenchmarkRules(b *testing.B) {
	for b.Loop() {
		Rules("could you please move the quarterly review with the data team from tuesday to friday at 3pm?")
	}
}
