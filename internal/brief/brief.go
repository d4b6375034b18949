// Package brief is what an engine is told about the workspace: the clock, the
// last turns, a way to look records up, and the few of them that a model is
// shown. It can only be read.
package brief

import (
	"assister/internal/calendar"
	"assister/internal/filter"
	"assister/internal/record"
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
	Turns   []Turn       // of the conversation so far, oldest first
	Recent  []record.Key // spoken of a short while ago: what "it" and "them" may mean
}

// Turn is what was said before, by the person ("user") or by us ("assistant").
type Turn struct {
	Role string
	Text string
}

// MaxTurns is how many turns are repeated to a model (facts 1.21).
const MaxTurns = 3

// Last are the newest turns, at most TurnsMax of them.
func (b Brief) Last() []Turn { return b.Turns[max(0, len(b.Turns)-MaxTurns):] }
