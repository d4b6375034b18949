package assist_test

import (
	"errors"
	"strconv"
	"strings"
	"testing"

	"assister/internal/assist"
	"assister/internal/problem"
)

// converse asks texts one after the other, with somebody who approves everything and answers nothing, and returns
// what the last one came to: its operations, "?" for a question, the code of a refusal, or the answer.
func (d *fixture) converse(texts ...string) (got string) {
	d.t.Helper()
	d.there, d.picks = true, []int{0, 1, 2, 3}
	for i, text := range texts {
		q := assist.AskRequest{Request: assist.Request{Text: text, Conversation: assist.Conversation{Session: "home"}}}
		d.offered, d.put = nil, nil
		_, err := assist.Ask(d.t.Context(), d.environment(strconv.Itoa(i)), q)
		var refusal *problem.Refusal
		switch {
		case len(d.offered) > 0:
			var all []string
			for _, e := range d.offered[0].Operations {
				words := brief(e.Op)
				if a, ok := e.Op.Arg("tags"); ok {
					words += " #" + strings.Join(a.Value.Tags(), " #")
				}
				all = append(all, words)
			}
			got = strings.Join(all, "; ")
		case len(d.put) > 0:
			got = "?"
		case errors.As(err, &refusal):
			got = refusal.Problem.Code
		case err != nil:
			d.t.Fatal(err)
		default:
			got = d.summary()
		}
	}
	return got
}

// TestATurnIsAboutWhatTheOneBeforeWasAbout says something that depends on the turns before it.
func TestATurnIsAboutWhatTheOneBeforeWasAbout(t *testing.T) {
	day := func(d string) string { return "2026-11-" + d }
	for _, tt := range []struct {
		texts []string
		want  string
	}{
		// Behind what was not understood or found, "it" is nothing that was mentioned earlier.
		{[]string{"add yoga on friday at 5", "xyzzy the gleep", "move that to monday"}, "?"},
		{[]string{"add yoga on friday at 5", "cancel the sauna", "move it to monday"}, "?"},
		{[]string{"add yoga on friday at 5", "gimme the frobs plz", "at 3pm"}, "Nothing today (Sat 2026-11-21) at 15:00."},
		{[]string{"add yoga on friday at 5", "the next day at 10 boat tour"}, "event.create Boat tour " + day("28") + " 10:00"},
		{[]string{"add choir every monday at 19:30", "no choir on december 7 and 14"},
			"event.update 2; event.create Choir 2026-12-21 19:30"},
		{[]string{"add choir every monday at 19:30", "skip choir on december 7 and skip choir on december 14"},
			"not_understood"},
		{[]string{"add a task take out the trash tomorrow", "has the trash been taken out"},
			"No:\n- Take out the trash · Sun 2026-11-22"},
		{[]string{"add the vet on thursday at 10", "start the vet half an hour earlier"}, "event.update 2 09:30"},
		{[]string{"create project Launch", "add a task write the copy to it", "the first one is due friday"}, "task.update 2"},
		// What was asked about one after the other is a list, too.
		{[]string{"add yoga on friday at 5", "add chess on monday at 7", "when is yoga", "when is chess", "move the first one to 6"},
			"event.update 2 18:00"},
		{[]string{"add yoga on friday at 5", "move it to blurbday", "move it to monday"}, "event.update 2 " + day("23")},
		{[]string{"add yoga on friday at 5", "is there anything on monday?", "move it to monday"},
			"event.update 2 " + day("23")},
		{[]string{"add yoga on friday at 5", "delete the cake", "move it to monday"}, "?"},
		{[]string{"ajoute yoga vendredi à 17h", "supprime le sauna", "déplace ça à lundi"}, "?"},
		// Another tag replaces the one that was set before, if the text says so.
		{[]string{"add Pack tagged house", "tag it garage instead"}, "task.update 2 #garage"},
		{[]string{"add Pack tagged house", "also tag it garage"}, "task.update 2 #house #garage"},
		// What is done, or is not.
		{[]string{"add Pack", "complete Pack", "oops, not done"}, "task.set_status 2"},
		{[]string{"ajoute Colis", "fait", "non, pas fait"}, "task.set_status 2"},
		{[]string{"añade Paquete", "hecho", "no, no hecho"}, "task.set_status 2"},
		{[]string{"add Pack", "complete Pack", "what's not done"}, "2 open things:\n- Choir · Thu 2026-12-24 19:00\n- Cake"},
		// The whole of a list but some of it.
		{[]string{"add tasks: iron, dust, hoover", "complete them except the first"}, "task.set_status 3; task.set_status 4"},
		{[]string{"add tasks: iron, dust, hoover", "complete all but the last"}, "task.set_status 2; task.set_status 3"},
		{[]string{"add tasks: iron, dust, hoover", "delete them except dust"}, "task.delete 2; task.delete 4"},
		{[]string{"add tasks: iron, dust, hoover", "complete them except the first", "which ones"}, "2 tasks:\n- Dust · completed\n- Hoover · completed"},
		{[]string{"add tasks: iron, dust, hoover", "complete them except the first", "how many is that"}, "2 tasks."},
		// The same at another time, and later.
		{[]string{"add yoga on friday at 5", "do the same for monday"}, "event.create Yoga " + day("23") + " 17:00"},
		{[]string{"add yoga on friday at 5", "push back an hour"}, "event.update 2 18:00"},
		{[]string{"ajoute yoga vendredi à 17h", "décale d'une heure"}, "event.update 2 18:00"},
		{[]string{"add yoga on friday at 5", "then drinks at 8"}, "event.create Drinks " + day("27") + " 20:00"},
		{[]string{"add yoga on friday at 5", "drinks at 8"}, "event.create Drinks " + day("21") + " 20:00"},
		{[]string{"add yoga on friday at 5", "the next day, drinks at 8"}, "event.create Drinks " + day("28") + " 20:00"},
		{[]string{"add yoga on friday at 5", "say two hours"}, "event.update 2"},
		{[]string{"remind me on friday evening to bake", "at 7"}, "event.create Bake " + day("27") + " 19:00; task.delete 2"},
		// A number behind a length is no time, and "then" behind what has several times is none.
		{[]string{"add yoga on friday at 5", "make that two hours", "actually one"}, "?"},
		{[]string{"when am I free tomorrow?", "book two hours for the tax papers then"}, "not_understood"},
		{[]string{"when am I free tomorrow?", "book the first slot for reading"}, "not_understood"},
		{[]string{"is tuesday at 3 free", "book an hour for a haircut then"},
			"event.create Haircut " + day("24") + " 15:00"},
		// Questions about what was made or changed just now.
		{[]string{"add trip on december 10", "how many days until then"}, "In 19 days (Thu 2026-12-10):\n- Trip · Thu 2026-12-10"},
		{[]string{"add project Shed", "add tasks: iron, dust", "link the second to project Shed"}, "task.update 3"},
		// A refused question or fragment that names nothing leaves "it" as it is.
		{[]string{"add yoga on friday at 5", "who's bringing what?", "move it to monday"}, "event.update 2 " + day("23")},
		{[]string{"ajoute yoga vendredi à 17h", "au Bistrot", "déplace-le à lundi"}, "event.update 2 " + day("23")},
		{[]string{"add Pack", "delete Pack", "bring it back"}, "usage"},
		// What was a change is not read as a question since, because of what it made.
		{[]string{"see Rose on sunday", "check the heater at 6"}, "event.create Check the heater " + day("21") + " 18:00"},
		// Nothing is lost of a text that takes something back as well.
		{[]string{"add Pack", "undo that, and add Sweep instead"}, "usage"},
	} {
		d := newFixture(t)
		d.apply(`{"op":"task.create","title":"Cake"}
{"op":"event.create","title":"Choir","scheduledFor":"2026-12-24","startTime":"19:00"}`)
		if got := d.converse(tt.texts...); got != tt.want {
			t.Errorf("%q: %s, want %s", tt.texts, got, tt.want)
		}
	}
}

// TestATitleIsNoPronoun says that words which stand for something are no name.
func TestATitleIsNoPronoun(t *testing.T) {
	for _, text := range []string{"make a project for each", "add them", "make it two breads", "book it then"} {
		if got := newFixture(t).converse(text); got != "?" {
			t.Errorf("%q: %s", text, got)
		}
	}
}
