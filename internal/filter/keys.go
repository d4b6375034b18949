package filter

import (
	"assister/internal/calendar"
)

// Flag is a key that may say yes, say no, or not be there.
type Flag uint8

const (
	Any Flag = iota
	No
	Yes
)

// FlagOf is Yes or No.
func FlagOf(b bool) Flag {
	if b {
		return Yes
	}
	return No
}

// Range is days from and to, both inclusive; a missing end is open.
type Range struct {
	Set      bool
	From, To calendar.Date
}

// Has reports whether the day is in the range. No day is in none.
func (r Range) Has(d calendar.Date) bool {
	return d.Valid() && d >= r.From && (!r.To.Valid() || d <= r.To)
}

// Day is the range of one day.
func Day(d calendar.Date) Range { return Range{Set: true, From: d, To: d} }

// Filter is every key the contract has (section 4); all that are set must hold.
// The zero Filter matches everything and is refused where that could do harm.
type Filter struct {
	Kinds         []string // none: every kind that is planned on days
	IDs           []int64
	ByIDs         bool // ids was there; ids:[] matches nothing
	TitleContains string
	Overdue       Flag
	Scheduled     Range
	Deadline      Range
	Priority      string
	Status        string
	Completed     Flag
	Repeating     Flag
	Tag           string
	ProjectID     int64
	Context       string
}
