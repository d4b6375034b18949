package route

import (
	"strconv"
	"strings"
	"testing"

	"assister/internal/filter"
	"assister/internal/language/meaning"
	"assister/internal/record"
	"assister/internal/schema"
)

func TestAVagueRequestMayMeanAnyRecordOfTheKind(t *testing.T) {
	all := []record.Record{record.New(schema.Lookup("event"), 1), record.New(schema.Lookup("task"), 2), record.New(schema.Lookup("task"), 3)}
	target := []string{"target"}
	for _, tt := range []struct {
		r    Routing
		want int
	}{
		{Routing{Missing: target, Category: "task"}, 2}, {Routing{Missing: target, Category: "event"}, 1},
		{Routing{Missing: target}, 3}, {Routing{Missing: []string{"title"}, Category: "task"}, 0}, {Routing{}, 0},
	} {
		if got := Whichever(tt.r, all); len(got) != tt.want {
			t.Errorf("%+v: %d options, want %d", tt.r, len(got), tt.want)
		}
	}
}

func titled(id int64, title string) record.Record {
	return record.New(schema.Lookup("task"), id).With("title", record.Text(title))
}

func ids(records []record.Record) string {
	var out []string
	for _, r := range records {
		out = append(out, strconv.FormatInt(r.ID, 10))
	}
	return strings.Join(out, " ")
}

func TestCandidatesAreTheRecordsThatTheRequestMayMean(t *testing.T) {
	shelf := []record.Record{
		titled(1, "Paint the fence"), titled(2, "Urgent taxes"), titled(3, "Fence post, paint pot"),
		titled(4, "Painting class"), titled(5, "Call Zoé about the été party"),
		titled(6, "Fence viewing"), titled(7, "Выбрать краску"),
		titled(8, "Book the hall"), titled(9, "Cook book").With("priority", record.Text("high")),
		titled(10, "Gym").With("priority", record.Text("high")),
	}
	for _, tt := range []struct{ name, text, words, want string }{
		{"more words of the title come first", "", "paint fence", "1 3 4 6"},
		{"a word may be inflected", "", "paint", "1 3 4"},
		{"the inside of a word is worth nothing", "", "ost", ""},
		{"one letter is not the beginning of a word", "", "p", ""},
		{"no words find nothing", "", "", ""},
		{"accents do not matter", "", "zoe", "5"},
		{"words are of every alphabet", "", "краску", "7"},
		{"high priority comes first among equals, and finds nothing by itself", "", "book", "9 8"},
		{"priority is less than a word", "", "book hall", "8 9"},
		{"a repeated word counts once", "", "fence fence fence painting class", "1 3 4 6"},
		{"an id finds its record", "#2", "", "2"},
	} {
		if got := ids(Candidates(tt.text, strings.Fields(tt.words), shelf)); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestEqualCandidatesStayInTheirOrderAndThereAreAtMostFive(t *testing.T) {
	var shelf []record.Record
	for id := range int64(20) {
		shelf = append(shelf, titled(id+1, "Fence"))
	}
	if got := ids(Candidates("", []string{"fence"}, shelf)); got != "1 2 3 4 5" {
		t.Errorf("got %q", got)
	}
}

func TestItMeansTheRecordMentionedLast(t *testing.T) {
	c := saturday(t)
	said := func(text string) []meaning.Text { return meaning.BuiltIn().Readings(text, c, nil) }
	for text, want := range map[string]Decision{
		"delete it": Plan, "complete these": Plan, "supprime-la": Plan, "delete": Clarify,
		"postpone it": Plan, "décale-le": Plan, "aplázalo": Plan, "postpone": Clarify, // to which day is asked behind that
	} {
		all := said(text)
		if r := Judge(Referring(Of(all), all)); r.Decision != want {
			t.Errorf("%q, if something was mentioned: %+v", text, r)
		}
		if r := Judge(Of(all)); r.Decision != Clarify {
			t.Errorf("%q, if nothing was mentioned: %+v", text, r)
		}
	}
}

func TestAnAnsweredQuestionIsPlanned(t *testing.T) {
	name := Of(meaning.BuiltIn().Readings("milk", saturday(t), nil))
	if r := Judge(Resumed(name, record.Selection{})); r.Decision != Plan {
		t.Errorf("an answer without a selection gives %+v", r)
	}
	s := record.Selection{Records: []record.Key{{Kind: "task", ID: 3}}}
	if r := Resumed(name, s); r.Decision != Plan || r.Where == nil || !r.Where.Compares(filter.IDField) {
		t.Errorf("a selection gives %+v", r)
	}
}
