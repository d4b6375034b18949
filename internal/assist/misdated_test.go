package assist_test

import (
	"strconv"
	"strings"
	"testing"

	"assister/internal/assist"
	"assister/internal/event"
)

// TestADateThatIsNoneAsksForTheDay asks for the day of a date beside another weekday, or of one that does
// not exist, for changes and questions. The clock of the fixture is on a Saturday, 2026-11-21.
func TestADateThatIsNoneAsksForTheDay(t *testing.T) {
	for _, tt := range []struct{ text, words, reply, want string }{
		{"remind me on tuesday november 25 to call Ana", "“tuesday november 25”", "the 25th", "task.create Call Ana 2026-11-25"},
		{"add lunch with Bo this friday the 8th at 1pm", "“this friday the 8th”", "dec 4", "event.create Lunch with Bo 2026-12-04 13:00"},
		{"déjeuner avec Léa ce vendredi 8", "« ce vendredi 8 »", "le 4", "event.create Déjeuner avec Léa 2026-12-04"},
		{"what is on friday november 25?", "“friday november 25”", "wednesday", "2026-11-25"},
		{"add lunch with Bo this friday the 8th", "“this friday the 8th”", "add milk", "task.create Milk"},
		{"add lunch with Bo on saturday march 16th", "“saturday march 16th”", "tuesday", "event.create Lunch with Bo 2027-03-16"},
		{"add lunch with Bo on saturday march 16th", "“saturday march 16th”", "the 13th", "event.create Lunch with Bo 2027-03-13"},
		{"add lunch with Bo this friday the 8th", "“this friday the 8th”", "friday", "event.create Lunch with Bo 2026-11-27"},
		{"add lunch with Bo on saturday march 16th", "“saturday march 16th”", "tomorrow", "event.create Lunch with Bo 2026-11-22"},
		{"call Bo on february 29 2027", "“february 29 2027”", "march 1", "task.create Call Bo 2027-03-01"},
		{"dîner avec Léa le 31 avril à 20h", "« 31 avril »", "le 30", "event.create Dîner avec Léa 2027-04-30 20:00"},
	} {
		d := newFixture(t)
		ask := func(id int, text string) error {
			q := assist.AskRequest{Request: assist.Request{Text: text, Conversation: assist.Conversation{Session: "home"}}}
			_, err := assist.Ask(t.Context(), d.environment(strconv.Itoa(id)), q)
			return err
		}
		if err := ask(1, tt.text); err == nil || !strings.Contains(err.Error(), tt.words) {
			t.Errorf("%q: %v, want a question about %s", tt.text, err, tt.words)
		}
		if q, _ := find[event.Clarify](d); len(q.Options) > 0 {
			t.Errorf("%q offers %v", tt.text, q.Options)
		}
		if err := ask(2, tt.reply); err != nil {
			t.Fatalf("%q, %q: %v", tt.text, tt.reply, err)
		}
		got := d.summary()
		if ops, ok := find[event.Ops](d); ok && len(ops.Operations) > 0 {
			got = brief(ops.Operations[0].Op)
		}
		if !strings.Contains(got, tt.want) {
			t.Errorf("%q, %q: %s, want %s", tt.text, tt.reply, got, tt.want)
		}
	}
}
