package record

import "assister/internal/calendar"

// Entities are what a request names.
type Entities struct {
	Date     calendar.Date // 0 if there is none; the same for From, To and Time
	From, To calendar.Date // of a range of days
	Time     calendar.Time
	Priority string
	IDs      []int64
	Text     []string // names and titles, as they were written
	Kinds    []string // names of the schema
	Project  string
	Tags     []string
}

// Empty reports whether nothing is named.
func (e Entities) Empty() bool {
	dated := e.Date.Valid() || e.From.Valid() || e.To.Valid() || e.Time.Valid()
	return !dated && e.Priority+e.Project == "" && len(e.IDs)+len(e.Text)+len(e.Kinds)+len(e.Tags) == 0
}
