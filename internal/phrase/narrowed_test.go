package phrase

import "testing"

func TestAnAnswerNarrowsEverythingDown(t *testing.T) {
	tests := []struct{ request, answer, want string }{
		{"delete everything", "overdue", "delete everything overdue"},
		{"delete everything", "tagged home", "delete everything tagged home"},
		{"move everything to friday", "all tasks", "move all tasks to friday"},
		{"move everything to friday", "in project Data", "move everything in project Data to friday"},
		{"supprime tout", "en retard", "supprime tout ce qui est en retard"},
		{"supprime tout", "toutes les tâches", "supprime toutes les tâches"},
		{"delete everything", "buy bread tomorrow", ""},
		{"delete everything", "everything", ""},
		{"delete the panel", "overdue", ""},
	}
	for _, tt := range tests {
		if got, _ := Narrowed(tt.request, tt.answer, saturday()); got != tt.want {
			t.Errorf("%q and %q\n got %q\nwant %q", tt.request, tt.answer, got, tt.want)
		}
	}
}
