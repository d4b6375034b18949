package search

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"assister/internal/calendar"
	"assister/internal/fulltext"
	"assister/internal/record"
	"assister/internal/record/recordtest"
	"assister/internal/schema"
	"assister/internal/search/searchtest"
)

type shelf = searchtest.Records

func matched(t *testing.T, s shelf, r Request) (keys []string, a Result) {
	t.Helper()
	a, err := Find(s, r)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range a.Matches {
		keys = append(keys, fmt.Sprintf("%s:%d", m.Record.Kind.Name, m.Record.ID))
	}
	return keys, a
}

// TestAFavoriteComesFirstAmongEquals also checks that it does not come before better
// matches.
func TestAFavoriteComesFirstAmongEquals(t *testing.T) {
	s := shelf{
		task(1, "Wax", "", 0), task(2, "Polish with wax and much else besides", "", 0).With("projectId", record.ID(7)),
		task(3, "Wax", "", 0).With("projectId", record.ID(7)), task(4, "Wax", "", 0),
	}
	got, _ := matched(t, s, Request{Text: "wax", Favorites: []int64{7}})
	if want := []string{"task:3", "task:4", "task:1", "task:2"}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if got, _ := matched(t, s, Request{Text: "wax"}); got[0] != "task:4" {
		t.Errorf("without a favorite the newest comes first, and it is %v", got)
	}
}

func TestOpenRecordsComeFirst(t *testing.T) {
	weekly := record.Recurrence(calendar.Recurrence{Freq: calendar.Weekly})
	s := shelf{
		task(1, "Wax", "", 0), task(2, "Wax", "", 0).With("status", record.Text("completed")), task(3, "Wax", "", 0).With("status", record.Text("skipped")),
		task(4, "Wax", "", today).With("status", record.Text("completed")).With("recurrence", weekly), task(5, "Polish with wax and much else", "", 0),
		record.New(schema.Lookup("checklist_item"), 9).With("title", record.Text("Wax")).With("isChecked", record.Bool(true)),
	}
	keys, a := matched(t, s, Request{Text: "wax", Limit: 20})
	if diff := cmp.Diff([]string{"task:4", "task:1", "task:5", "checklist_item:9", "task:3", "task:2"}, keys); diff != "" || a.Total != 6 {
		t.Error(diff, a.Total)
	}
	keys, a = matched(t, s, Request{Text: "wax", Limit: 1, Kinds: []*schema.Kind{schema.Lookup("checklist_item")}})
	if diff := cmp.Diff([]string{"checklist_item:9"}, keys); diff != "" || a.Total != 1 {
		t.Error(diff, a.Total)
	}
	if keys, _ = matched(t, s, Request{Text: "wax"}); len(keys) != 6 {
		t.Error("without a limit:", keys)
	}
}

func TestAMatchShowsWhereTheWordsAre(t *testing.T) {
	long := strings.Repeat("much before it ", 20) + "the Größe\nof the   crown" + strings.Repeat(" and much after", 20)
	s := shelf{task(1, "Call the dentist", long, 0)}
	for text, want := range map[string]Match{
		"dentist":           {Field: "title", Excerpt: "Call the dentist", Words: []string{"dentist"}},
		"grosse":            {Field: "notes", Excerpt: "…it much before it much before it the Größe of the crown", Words: []string{"Größe"}},
		"crown the":         {Field: "notes", Excerpt: "…it much before it much before it the Größe of the crown", Words: []string{"the", "crown"}},
		"dentist the crown": {Field: "notes", Excerpt: "…it much before it much before it the Größe of the crown", Words: []string{"the", "dentist", "crown"}},
		"call the":          {Field: "title", Excerpt: "Call the dentist", Words: []string{"Call", "the"}},
		"dent":              {Field: "title", Excerpt: "Call the dentist", Words: []string{"dentist"}},
		"dentits":           {Field: "title", Excerpt: "Call the dentist", Words: []string{"dentist"}},
		"call dentst":       {Field: "title", Excerpt: "Call the dentist", Words: []string{"Call", "dentist"}},
	} {
		_, a := matched(t, s, Request{Text: text, Limit: 1})
		if len(a.Matches) != 1 {
			t.Errorf("%s: %d found", text, len(a.Matches))
			continue
		}
		m := a.Matches[0]
		if m.Field != want.Field || !strings.HasPrefix(m.Excerpt, want.Excerpt) || !slices.Equal(m.Words, want.Words) {
			t.Errorf("%s: %s %q %q", text, m.Field, m.Excerpt, m.Words)
		}
	}
}

func TestAnExcerptIsShortAndHasTheWords(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(recordtest.Title(), 0, 40).Draw(t, "text"), rapid.SampledFrom([]string{" ", "", "\n\n", "日"}).Draw(t, "between"))
		spans := fulltext.Spans(text)
		if len(spans) > 0 {
			spans = spans[rapid.IntRange(0, len(spans)-1).Draw(t, "first"):]
		}
		cut := excerpt(text, spans)
		if n := utf8.RuneCountInString(cut); n > excerptMax+2 || !utf8.ValidString(cut) {
			t.Fatalf("%d letters of %q", n, text)
		}
		if len(spans) > 0 && !strings.Contains(cut, text[spans[0].From:spans[0].To]) {
			t.Fatalf("%q is not in %q", text[spans[0].From:spans[0].To], cut)
		}
	})
}

func TestLabelCandidatesMissNoLabel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var s shelf
		for i := range rapid.IntRange(1, 8).Draw(t, "records") {
			s = append(s, task(int64(i+1), recordtest.Title().Draw(t, "title"), "", 0))
		}
		title := []rune(fulltext.Fold(rapid.SampledFrom(s).Draw(t, "named").Label()))
		from := rapid.IntRange(0, len(title)-1).Draw(t, "from")
		asked := string(title[from:rapid.IntRange(from+1, len(title)).Draw(t, "to")])
		ids, ok, err := LabelCandidates(s, nil, asked)
		if err != nil {
			t.Fatal(err)
		}
		if !ok {
			if len(Words(asked)) > 0 {
				t.Fatalf("%q has words, and names nothing", asked)
			}
			return
		}
		for _, r := range s {
			label := fulltext.Fold(r.Label())
			at := strings.Index(label, asked)
			before, _ := utf8.DecodeLastRuneInString(label[:max(at, 0)])
			if at >= 0 && separator(before) && !slices.Contains(ids, r.ID) {
				t.Fatalf("%q in %q is not named", asked, label)
			}
		}
	})
}

func TestATextInTooManyLabelsHasNoCandidates(t *testing.T) {
	var s shelf
	for i := range int64(maxCandidates + 1) {
		s = append(s, task(i+1, "Wax the floor", "", 0))
	}
	if ids, ok, err := LabelCandidates(s, nil, "wax the fl"); ok || err != nil {
		t.Errorf("%d named, %v", len(ids), err)
	}
	if _, ok, err := LabelCandidates(s[1:], nil, "wax the fl"); !ok || err != nil {
		t.Errorf("one less: %v", err)
	}
	if _, ok, err := LabelCandidates(s, nil, "?!"); ok || err != nil {
		t.Errorf("no word: %v", err)
	}
}
