package route

import (
	"fmt"
	"strings"
	"testing"

	"assister/internal/calendar"
	"assister/internal/record"
	"assister/internal/schema"
)

func task(id int64, title, priority string) record.Record {
	return record.New(schema.Lookup("task"), id).With("title", record.Text(title)).With("priority", record.Text(priority))
}

func event(id int64, title, date string) record.Record {
	d, _ := calendar.ParseDate(date)
	return record.New(schema.Lookup("event"), id).With("title", record.Text(title)).With("scheduledFor", record.Date(d))
}

func TestCandidatesAreTheRecordsThatTheRequestMayMean(t *testing.T) {
	shelf := []record.Record{
		task(1, "Paint the fence", "low"),
		task(2, "Urgent taxes", "high"),
		task(3, "Fence post, paint pot", "medium"),
		task(4, "Painting class", "medium"),
		task(5, "Call Zoé about the été party", "high"),
		event(6, "Fence viewing", "2026-11-21"),
		task(7, "Выбрать краску", "medium"),
	}
	for _, tt := range []struct{ name, text, want string }{
		{"more words of the title come first", "paint the fence", "1 3 6 4"},
		{"the beginning of a word is worth less than the word", "paint", "1 3 4"},
		{"the inside of a word is worth nothing", "ost", ""},
		{"one letter is not the beginning of a word", "p", ""},
		{"high priority alone finds nothing", "zebra", ""},
		{"nor does it for no words", "", ""},
		{"words that are in every title find nothing", "the", ""},
		{"accents and capitals do not matter", "ZOE", "5"},
		{"words are of every alphabet", "краску", "7"},
		{"an id finds its record", "#2", "2"},
		{"saying a word twice does not count twice", "taxes fence fence", "2 1 3 6"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := ids(Candidates(tt.text, shelf, 0)); got != tt.want {
				t.Errorf("%q finds %q, want %q", tt.text, got, tt.want)
			}
		})
	}
}

func ids(records []record.Record) string {
	var out []string
	for _, r := range records {
		out = append(out, fmt.Sprint(r.ID))
	}
	return strings.Join(out, " ")
}

func TestHighPriorityComesFirstAmongEquals(t *testing.T) {
	shelf := []record.Record{task(1, "Fence", "low"), task(2, "Fence", "high"), task(3, "Fence", "medium")}
	if got := ids(Candidates("fence", shelf, 0)); got != "2 1 3" {
		t.Errorf("got %q", got)
	}
}

func TestThereAreAtMostSevenCandidates(t *testing.T) {
	var shelf []record.Record
	for id := range int64(20) {
		shelf = append(shelf, task(id+1, "Fence", "low"))
	}
	for limit, want := range map[int]int{0: 5, -1: 5, 3: 3, 7: 7, 100: 7} {
		if got := Candidates("fence", shelf, limit); len(got) != want {
			t.Errorf("limit %d gives %d, want %d", limit, len(got), want)
		}
	}
}

func TestAVagueRequestMayMeanAnyRecordOfTheKind(t *testing.T) {
	all := []record.Record{record.New(schema.Lookup("event"), 1), record.New(schema.Lookup("task"), 2), record.New(schema.Lookup("task"), 3)}
	for text, want := range map[string]int{"update my task": 2, "delete the event": 1, "delete something": 3, "add a task": 0, "do something": 0} {
		if got := Whichever(Rules(text), all); len(got) != want {
			t.Errorf("%s: %d options, want %d", text, len(got), want)
		}
	}
}
