// Package brief is what an engine is told about the workspace: the clock, the
// last turns, a way to look records up, and the few of them that a model is
// shown. It can only be read.
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
	Find(f filter.Filter, today calendar.Date) ([]record.Record, error)
}

// Brief is what an engine is told.
type Brief struct {
	Clock   calendar.Clock
	Records Finder
	Turns   []session.Turn // of the conversation so far, oldest first
	Recent  []record.Key   // spoken of a short while ago: what "it" and "them" may mean
}

// MaxTurns is how many turns are repeated to a model (facts 1.21).
const MaxTurns = 3

// Last are the newest turns, at most TurnsMax of them.
func (b Brief) Last() []session.Turn { return b.Turns[max(0, len(b.Turns)-MaxTurns):] }
