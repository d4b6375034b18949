package assist_test

import "testing"

// TestWhatHasNoTitleIsAskedFor gives a new record its title, and keeps the day and time that were said before.
func TestWhatHasNoTitleIsAskedFor(t *testing.T) {
	for _, tt := range []struct{ text, question, title, want string }{
		{"add an event on friday at 3", "What should it be called?", "haircut", "event.create Haircut 2026-11-27 15:00"},
		{"block wednesday from 2 to 5", "What should it be called?", "deep work", "event.create Deep work 2026-11-25 14:00"},
		{"remind me on friday", "What should it say?", "to call Bo", "task.create Call Bo 2026-11-27"},
		{"add to the shopping list", "What should be on it?", "oat milk", "checklist_item.create oat milk"},
		{"new note", "What should it say?", "the gate code is 55", "note.create"},
		{"ajoute une tâche", "Comment faut-il l’appeler ?", "acheter du lait", "task.create Acheter du lait"},
		{"recuérdame mañana a las 9", "¿Qué texto debe llevar?", "llamar a Ana", "event.create Llamar a Ana 2026-11-22 09:00"},
	} {
		d := newFixture(t)
		d.apply(`{"op":"checklist.create","title":"Shopping"}`)
		d.say("1", tt.text)
		if q := d.summary(); q != tt.question {
			t.Errorf("%q asks %q, want %q", tt.text, q, tt.question)
		}
		if got := d.say("2", tt.title); got != tt.want {
			t.Errorf("%q, %q: %s, want %s", tt.text, tt.title, got, tt.want)
		}
	}
}
