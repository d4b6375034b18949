package cli

import (
	"testing"

	"assister/internal/calendar"
)

func TestAQuestionIsUnderstoodWholeOrNotAtAll(t *testing.T) {
	today, _ := calendar.ParseDate("2026-11-21") // a Saturday
	for _, tt := range []struct{ text, want string }{
		{"What is overdue?", "2 overdue records."},
		{"what's on today", "2 open records on 2026-11-21."},
		{"How many tasks are due tomorrow?", "2 open tasks on 2026-11-22."},
		{"which meetings do I have on monday", "2 open events on 2026-11-23."},
		{"anything on saturday?", "2 open records on 2026-11-21."},
		{"what is planned next week", "2 open records next week."},
		{"list the completed tasks", "2 completed tasks."},
		{"which high priority tasks are there this week", "2 open high-priority tasks this week."},
		{"what are my projects", "2 projects."},
		{"what is open in project Big House?", "2 open records in project big house."},
		{"what is the weather today", ""},
		{"what is overdue and urgent", ""},
		{"how are you", ""},
		{"hello", ""},
		{"what", ""},
	} {
		q, unknown := understand(tt.text, today)
		got := q.answer(2)
		if len(unknown) > 0 {
			got = ""
		}
		if got != tt.want {
			t.Errorf("%q is answered %q, want %q; not understood: %v", tt.text, got, tt.want, unknown)
		}
	}
	if q, _ := understand("overdue tasks", today); q.answer(0) != "No overdue tasks." || q.answer(1) != "1 overdue task." {
		t.Errorf("%s %s", q.answer(0), q.answer(1))
	}
}

func FuzzQuestion(f *testing.F) {
	for _, text := range []string{"what is overdue?", "how many tasks in project x", "", "next", "this", "\xff", "é"} {
		f.Add(text)
	}
	today, _ := calendar.ParseDate("2026-11-21")
	f.Fuzz(func(t *testing.T, text string) {
		q, _ := understand(text, today)
		if q.answer(1) == "" {
			t.Error("an empty answer")
		}
	})
}
