package session

import (
	"strings"
	"testing"
	"time"

	"assister/internal/record"
)

func TestNamesAreValidated(t *testing.T) {
	for _, name := range []string{"home", "Work-2026", "a.b_c", strings.Repeat("x", NameMax)} {
		if err := CheckName(name); err != nil {
			t.Errorf("%q: %v", name, err)
		}
	}
	for _, name := range []string{"", "a b", "../x", "-x", ".x", "é", "a\n", strings.Repeat("x", NameMax+1)} {
		if CheckName(name) == nil {
			t.Errorf("%q is a name", name)
		}
	}
}

func TestATurnIsBounded(t *testing.T) {
	got := Turn{Text: "  a\x1b[2J\u202e\u200bb\nc  " + strings.Repeat("é", TextMax), About: make([]record.Key, AboutMax+1)}.Tidy()
	if !strings.HasPrefix(got.Text, "a[2Jb\nc  é") || len([]rune(got.Text)) != TextMax || !strings.HasSuffix(got.Text, "é…") || len(got.About) != 0 {
		t.Errorf("kept are %d characters, %d records: %.20q", len([]rune(got.Text)), len(got.About), got.Text)
	}
}

// A part of what was mentioned is not what was mentioned.
func TestATurnAboutTooManyRecordsIsAboutNone(t *testing.T) {
	if got := (Turn{About: make([]record.Key, AboutMax)}).Tidy(); len(got.About) != AboutMax {
		t.Errorf("of %d records, it is about %d", AboutMax, len(got.About))
	}
	if got := (Turn{About: make([]record.Key, AboutMax+1)}).Tidy(); len(got.About) != 0 {
		t.Errorf("of %d records, it is about %d", AboutMax+1, len(got.About))
	}
}

func TestMentionedRecordsAreRecentForAWhile(t *testing.T) {
	at := time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)
	about := []record.Key{{Kind: "task", ID: 1}}
	turns := []Turn{{At: at, About: []record.Key{{Kind: "task", ID: 9}}}, {At: at, About: about}, {At: at.Add(time.Minute), Text: "nothing is overdue"}}
	if got := RecentRecords(turns, at.Add(9*time.Minute)); len(got) != 1 || got[0] != about[0] {
		t.Errorf("got %v", got)
	}
	for _, now := range []time.Time{at.Add(11 * time.Minute), at.Add(-time.Minute)} {
		if got := RecentRecords(turns, now); got != nil {
			t.Errorf("at %s it is still %v", now, got)
		}
	}
	if RecentRecords(nil, at) != nil || OpenQuestion(nil) != "" {
		t.Error("nothing was said")
	}
}
