// Package brief prepares the context that an engine gets: the clock, the last turns of
// the conversation, a way to look up records, and for a model a selection of them. It
// only reads.
package brief

import (
	"assister/internal/calendar"
	"assister/internal/filter"
	"assister/internal/record"
	"assister/internal/session"
)

// Finder looks records up. A workspace's snapshot is one.
type Finder interface {
	Record(kind string, id int64) (record.Record, bool, error)
	Find(f filter.Condition, today calendar.Date) ([]record.Record, error)
}

// Brief is the context of a request.
type Brief struct {
	Clock   calendar.Clock
	Records Finder
	Turns   []session.Turn // of the conversation so far, oldest first
	Recent  []record.Key   // mentioned recently: what "it" and "them" may refer to
}

// MaxTurns is how many turns of the conversation a model is shown: enough to resolve
// "it", too few to crowd out the request.
const MaxTurns = 3

// Last returns the newest turns, at most MaxTurns of them.
func (b Brief) Last() []session.Turn { return b.Turns[max(0, len(b.Turns)-MaxTurns):] }
