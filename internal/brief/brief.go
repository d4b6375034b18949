// Package brief is what an engine is told about the workspace: the clock, the
// last turns, a way to look records up, and the few of them that a model is
// shown. It can only be read.
package brief

import (
	"assister/internal/calendar"
	"assister/internal/record"
	"assister/internal/where"
)

// Finder looks records up. A workspace's snapshot is one.
type Finder interface {
	Record(kind string, id int64) (record.Record, bool, error)
	Find(f where.Filter, today calendar.Date) ([]record.Record, error)
}

// Brief is what an engine is told.
type Brief struct {
	Clock   calendar.Clock
	Records Finder
	Turns   []Turn       // of the conversation so far, oldest first
	Recent  []record.Key // spoken of a short while ago: what "it" and "them" may mean
}

// Languages that answers can be preferred in, by their codes.
var Languages = map[string]string{"en": "English", "fr": "French"}

// Preference is what is preferred by a name; "" where nothing is. Of several,
// which only an undo can bring back, the newest counts.
func Preference(records Finder, name string, today calendar.Date) (value string, err error) {
	found, err := records.Find(where.Filter{Kinds: []string{"preference"}}, today)
	for _, r := range found {
		if r.Get("name").Text() == name {
			value = r.Get("value").Text()
		}
	}
	return value, err
}

// Language is the one that answers are preferred in, by its name; "" for that of
// the question.
func (b Brief) Language() (string, error) {
	code, err := Preference(b.Records, "language", b.Clock.Today())
	return Languages[code], err
}

// Turn is what was said before, by the person ("user") or by us ("assistant").
type Turn struct {
	Role string
	Text string
}

// TurnsMax is how many turns are repeated to a model (facts 1.21).
const TurnsMax = 3

// Last are the newest turns, at most TurnsMax of them.
func (b Brief) Last() []Turn { return b.Turns[max(0, len(b.Turns)-TurnsMax):] }
