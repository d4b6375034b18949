package meaning

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"assister/fixtures"
)

// asked are questions with their meanings.
var asked = []struct{ text, want string }{
	// Lists, numbers, and whether there is any.
	{"what is due tomorrow?", "which due=2026-11-22"},
	{"what's planned for wednesday", "which when=2026-11-25"},
	{"which invoices are late", `which "invoices" state=overdue`},
	{"which invoices should have been done by now", `which "invoices" state=overdue`},
	{"which tasks are next week before thursday", `which task when=2026-11-23..2026-11-29 when=..2026-11-26T00:00:00`},
	{"show me the open tasks in project roof", "which task state=pending project=roof"},
	{"list everything tagged garden", "which tag=garden"},
	{"how many notes are about compost", "count note about=compost"},
	{"how many of my tasks are overdue", "count task state=overdue"},
	{"is there anything on thursday?", "exists when=2026-11-26"},
	{"have I got any appointments next week", "exists event when=2026-11-23..2026-11-29"},
	{"what did I finish last week", "which past state=completed when=2026-11-09..2026-11-15"},
	{"what am I working on", "which state=doing"},
	{"what do I have to do tomorrow", "which state=pending when=2026-11-22"},
	{"which tasks have no deadline", "which task without=due"},
	{"which events are longer than two hours", "which event longer=PT2H"},
	{"which tasks are not high priority", "which task not(priority=high)"},
	{"tasks tagged roof or attic", "which task any(tag=roof | tag=attic)"},
	{"tasks that are overdue or due today", "which task any(state=overdue | due=2026-11-21)"},
	{"anything overdue besides the standup", `exists state=overdue except("standup")`},
	// Ranks.
	{"what are the two longest meetings this week", "which longest:2 event when=2026-11-16..2026-11-22"},
	{"the next three events", "which next:3 event"},
	{"oldest open task", "which oldest task state=pending"},
	{"what's the most urgent task", "which urgent task"},
	// Values of fields.
	{"when is the plumber coming", `value "plumber" of=when`},
	{"when do I meet Priya", `value "Priya" of=when`},
	{"where is the boiler inspection", `value "boiler inspection" of=place`},
	{"how long is the parents meeting", `value event "parents" of=length`},
	{"what is Priya's email", `value "Priya" of=email`},
	{"how long until the marathon", `until "marathon"`},
	{"what's the deadline for the tax return", `value "tax return" of=due`},
	{"who works in the roofing team", "which person team=roofing"},
	// Whether.
	{"have I paid the gas bill?", `whether "gas bill" did=pay state=completed`},
	{"is milk on my shopping list", `whether "milk" checklist=shopping`},
	{"is it done?", "whether it state=completed"},
	// Free time.
	{"am I free on tuesday afternoon", "free when=2026-11-24T12:00:00..2026-11-24T18:00:00"},
	{"when am I free on monday", "gaps when=2026-11-23"},
	{"any conflicts on thursday", "clashes when=2026-11-26"},
	{"what does my week look like", "overview when=2026-11-16..2026-11-22"},
	{"how many meetings per day", "count event by=when"},
	{"which project has the most tasks", "count task mostby=project"},
	// What was.
	{"what happened on friday", "which past when=2026-11-20"},
	{"what did I do", "which past state=completed"},
	{"what have I finished this week", "which state=completed when=2026-11-16..2026-11-22"},
	{"how many tasks did I complete last month", "count past task state=completed when=2026-10-01..2026-10-31"},
	{"who did I meet last week", "value past event when=2026-11-09..2026-11-15 of=person"},
	{"when did I last water the plants", `lasttime past "water the plants"`},
	{"when was the boiler last serviced", `lasttime past "boiler" did=serviced`},
	{"when must the rent be paid", `value "rent" did=pay of=due`},
	{"when should it be finished", "value it of=due"},
	{"what is due soon", "which due=2026-11-21..2026-11-28"},
	{"what is on after the review meeting", `which later=review meeting`},
	{"is the dentist still on", `exists "dentist"`},
	{"is the rent paid", `whether "rent" did=pay state=completed`},
	{"has the rent been paid", `whether "rent" did=pay state=completed`},
	{"did I call Ann", `whether past "call Ann" state=completed`},
	{"what is still to be paid", "which state=pending about=pay"},
	// Ranks by a field, and groups.
	{"which task is due first", "which first/due task"},
	{"which of my tasks has the earliest deadline", "which first/due task"},
	{"which event is the longest", "which longest event"},
	{"which project has most open tasks", "count task state=pending mostby=project"},
	// Conditions.
	{"tasks that are neither urgent nor overdue", "which task not(priority=high) not(state=overdue)"},
	{"events longer than two hours and before friday", "which event longer=PT2H when=..2026-11-27T00:00:00"},
	{"notes about tea or coffee", "which note any(about=tea | about=coffee)"},
	{"tasks in project roof and project attic", "which task any(project=roof | project=attic)"},
	{"what else is on friday", "which when=2026-11-27 except(it)"},
	{"which project has the fewest open tasks", "?"},
	{"do I have more than three meetings tomorrow", "?"},
	{"what have I got two days before the wedding", `which sameday=wedding=P-2D`},
	{"when does my last meeting end tomorrow", "value last event when=2026-11-22 of=end"},
	{"tomorrow?", "which when=2026-11-22"},
	{"what's the first thing on monday", "which first when=2026-11-23"},
	{"what did Priya ask for", "which past any(kind=note | kind=situation_note) about=Priya"},
	{"do I have to be anywhere this evening", "exists event when=2026-11-21T18:00:00..2026-11-21T22:00:00"},
	// Other Englishes, and late learners.
	{"what I have tomorrow", "which when=2026-11-22"},
	{"at which hour is dentist", `value "dentist" of=when`},
	{"what all tasks are pending", "which task state=pending"},
	{"have I anything on this evening", "exists when=2026-11-21T18:00:00..2026-11-21T22:00:00"},
	{"sorry to bother you but could you please tell me what I have on tomorrow", "which when=2026-11-22"},
	{"is tomorrow free", "free when=2026-11-22"},
	{"which events clash on friday", "clashes event when=2026-11-27"},
	// Two questions.
	{"what's on today and what is overdue", "which when=2026-11-21; which state=overdue"},
	// Indirect questions.
	{"could you tell me what is due tomorrow", "which due=2026-11-22"},
	{"I wonder whether anything is due on sunday", "exists due=2026-11-22"},
	// Questions that continue the one before.
	{"and on sunday?", "which also when=2026-11-22"},
	{"what about monday", "which also when=2026-11-23"},
	{"only the urgent ones", "which also priority=high"},
	{"how many are they?", "count also"},
	// Something else.
	{"what is the capital of France", "other"},
	{"how do I boil an egg", "other"},
	{"why is the sky blue", "other"},
	{"what would happen if I deleted it", "other"},
}

func TestQuestionsAreRead(t *testing.T) {
	for _, tt := range asked {
		if got := read(tt.text); got != tt.want {
			t.Errorf("%q means\n  %s, want\n  %s", tt.text, got, tt.want)
		}
	}
}

// changes reports whether a text is read as a change. A title alone is none.
func changes(text string) bool {
	m, _ := Read(english(), text, saturday(), nil)
	return slices.ContainsFunc(m.Do, func(d Do) bool { return !d.Vague })
}

func TestWordsAroundAQuestionDoNotChangeIt(t *testing.T) {
	for _, tt := range asked {
		for _, pattern := range []string{"please %s", "hi, %s", "%s please", "%s thanks", "%s!"} {
			text := fmt.Sprintf(pattern, tt.text)
			if got := read(text); got != tt.want {
				t.Errorf("%q means\n  %s, want\n  %s", text, got, tt.want)
			}
		}
		if got := read(strings.ToUpper(tt.text[:1]) + tt.text[1:]); got != tt.want {
			t.Errorf("%q with a capital means %s", tt.text, got)
		}
	}
}

func TestAnUnknownWordInAQuestionMakesNoChangeOfIt(t *testing.T) {
	for _, tt := range asked {
		words := strings.Fields(tt.text)
		for i := 1; i < len(words); i++ {
			text := strings.Join(words[:i], " ") + " zork " + strings.Join(words[i:], " ")
			if changes(text) {
				t.Errorf("%q is read as a change: %s", text, read(text))
			}
		}
	}
}

// TestAnUnknownWordIsNotLeftOut puts a word that no language knows between the words of
// questions. It is a part of what is asked about, or the question is not understood. Before
// a question it may be something else that was said.
func TestAnUnknownWordIsNotLeftOut(t *testing.T) {
	for _, tt := range asked {
		words := strings.Fields(tt.text)
		for i := 1; i < len(words); i++ {
			text := strings.Join(words[:i], " ") + " zork " + strings.Join(words[i:], " ")
			m, _ := Read(english(), text, saturday(), nil)
			for _, a := range m.Ask {
				if a.What != Other && m.String() != tt.want && !strings.Contains(m.String(), "zork") {
					t.Errorf("%q means %s", text, m)
				}
			}
		}
	}
}

func TestAnotherWordOfTheSameClassMeansTheSame(t *testing.T) {
	for _, tt := range [][]string{
		{"what's planned for wednesday", "what is scheduled for wednesday", "whats happening on wednesday", "show me wednesday"},
		{"how many appointments do I have", "count of my meetings", "number of appointments"},
		{"which tasks are late", "which todos are overdue", "show me the overdue chores", "what all tasks are late"},
		{"when is the dentist", "what time is the dentist", "at what time does the dentist start", "dentist when"},
		{"is there anything on sunday", "have we got anything on sunday", "do I have something on sunday"},
		{"am I free on friday", "are we available on friday", "do I have time on friday", "is friday free"},
		{"what did I finish last week", "what did I get done last week", "what did we accomplish last week"},
	} {
		for _, other := range tt[1:] {
			if got, want := read(other), read(tt[0]); got != want {
				t.Errorf("%q means %s, and %q means %s", other, got, tt[0], want)
			}
		}
	}
}

// leastUnderstood is the share of the questions in the fixtures that have to be read as
// questions about records, in percent.
const leastUnderstood = 95

func TestMostQuestionsOfTheFixturesAreUnderstood(t *testing.T) {
	text, err := fixtures.Files.ReadFile("chat.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	all, understood := 0, 0
	for line := range strings.Lines(string(text)) {
		var c struct {
			Lang, Skill, Text string
			Expect            map[string]any
		}
		if err := json.Unmarshal([]byte(line), &c); err != nil {
			t.Fatal(err)
		}
		if c.Lang != "en" || c.Skill == "propose" || c.Expect["none"] != nil {
			continue
		}
		all++
		m, ok := Read(english(), c.Text, saturday(), nil)
		if ok && len(m.Do) == 0 && len(m.Ask) > 0 && m.Ask[0].What != Other {
			understood++
			continue
		}
		t.Logf("%q means %s", c.Text, m)
	}
	share := 100 * understood / all
	t.Logf("%d of %d questions are understood", understood, all)
	if share < leastUnderstood {
		t.Errorf("%d %% of the questions are understood, want %d %%", share, leastUnderstood)
	}
}
