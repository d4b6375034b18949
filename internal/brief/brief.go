// Package brief is what an engine is told about the workspace: the clock and a
// way to look records up. It can only be read.
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
}
