package propose_test

import (
	"strings"
	"testing"

	"assister/internal/calendar"
	"assister/internal/language/message"
	"assister/internal/propose"
	"assister/internal/record"
	"assister/internal/schema"
)

func titled(kind string, id int64, title, date string) record.Record {
	d, _ := calendar.ParseDate(date)
	return record.New(schema.Lookup(kind), id).With("title", record.Text(title)).With("scheduledFor", record.Date(d))
}

func TestAQuestionListsItsOptions(t *testing.T) {
	long := strings.Repeat("héron ", 10)
	for _, tt := range []struct {
		name, q string
		options []record.Record
		want    string
	}{
		{"no question, no options", "", nil, "Could you clarify your request?"},
		{"a question alone", "On which day?", nil, "On which day?"},
		{"options alone", "", []record.Record{titled("task", 3, "Fence", ""), titled("task", 4, "Gate", "")},
			"Which item do you mean? Options: #3 “Fence”; #4 “Gate”."},
		{"with their days", "Which viewing?", []record.Record{titled("event", 6, "Fence viewing", "2026-11-21")},
			"Which viewing? Options: #6 “Fence viewing” @2026-11-21."},
		{"a long title is cut at 40 characters", "", []record.Record{titled("task", 9, long, "")},
			"Which item do you mean? Options: #9 “héron héron héron héron héron héron héro”."},
		{"a title stays on its line", "", []record.Record{titled("task", 9, "Fence\n\tpost", "")},
			"Which item do you mean? Options: #9 “Fence post”."},
		{"several kinds are told apart", "", []record.Record{titled("task", 6, "Fence", ""), titled("event", 6, "Fence", "")},
			"Which item do you mean? Options: task #6 “Fence”; event #6 “Fence”."},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := propose.Question(nil, tt.q, tt.options); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

func TestAQuestionIsInTheLanguageOfTheRequest(t *testing.T) {
	options := []record.Record{titled("task", 3, "Haie", ""), titled("event", 4, "Haie", "2026-11-21")}
	want := "Laquelle ? Choix : tâche #3 « Haie »; événement #4 « Haie » @2026-11-21."
	if got := propose.Question(message.For("fr"), "Laquelle ?", options); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
