package session

import (
	"slices"
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
	if got := recentRecords(turns, at.Add(9*time.Minute)); len(got) != 1 || got[0] != about[0] {
		t.Errorf("got %v", got)
	}
	for _, now := range []time.Time{at.Add(11 * time.Minute), at.Add(-time.Minute)} {
		if got := recentRecords(turns, now); got != nil {
			t.Errorf("at %s it is still %v", now, got)
		}
	}
	if recentRecords(nil, at) != nil || OpenQuestion(nil) != "" {
		t.Error("nothing was said")
	}
}

// Who works through a list speaks of one of its records after the other. Another record ends it.
func TestTheListStaysWhileItsRecordsAreMentioned(t *testing.T) {
	at := time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)
	key := func(ids ...int64) (keys []record.Key) {
		for _, id := range ids {
			keys = append(keys, record.Key{Kind: "task", ID: id})
		}
		return keys
	}
	for _, c := range []struct {
		name      string
		mentioned [][]record.Key // by each turn, oldest first
		want      []record.Key
		rest      []record.Key
	}{
		{"a list", [][]record.Key{key(3, 1, 2)}, key(3, 1, 2), nil},
		{"two of its records, and a turn about none", [][]record.Key{key(3, 1, 2), key(2), nil, key(3)}, key(3, 1, 2), key(1)},
		{"the later of two lists", [][]record.Key{key(3, 1, 2), key(2, 1), key(1)}, key(2, 1), key(2)},
		{"a part of the list", [][]record.Key{key(3, 1, 2), key(2, 1)}, key(2, 1), key(3)},
		{"all of the list", [][]record.Key{key(3, 1), key(3, 1)}, key(3, 1), nil},
		{"another record", [][]record.Key{key(3, 1, 2), key(4)}, key(4), nil},
		{"one of its records after another one", [][]record.Key{key(3, 1, 2), key(4), key(1)}, key(1), nil},
		{"one record", [][]record.Key{key(1)}, key(1), nil},
		{"one record after another one", [][]record.Key{key(2), nil, key(1)}, key(2, 1), nil},
		{"nothing", [][]record.Key{nil}, nil, nil},
	} {
		var turns []Turn
		for _, about := range c.mentioned {
			turns = append(turns, Turn{At: at, About: about})
		}
		if got := listedRecords(turns, at); !slices.Equal(got, c.want) {
			t.Errorf("%s: got %v, want %v", c.name, got, c.want)
		}
		if got := restRecords(turns, at); !slices.Equal(got, c.rest) {
			t.Errorf("%s: the rest is %v, want %v", c.name, got, c.rest)
		}
		if got := restRecords(turns, at.Add(ContextMaxAge+1)); got != nil {
			t.Errorf("%s: a while later the rest is still %v", c.name, got)
		}
		if got := listedRecords(turns, at.Add(ContextMaxAge+1)); got != nil {
			t.Errorf("%s: a while later it is still %v", c.name, got)
		}
	}
}
