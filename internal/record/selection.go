package record

import "assister/internal/calendar"

// Option is a record that is one of the possible answers to a question.
type Option struct {
	Key   Key
	Title string
	Day   calendar.Date // 0 if the record has none
}

// Selection is what the answers to questions about a request have selected: records,
// a day, a priority.
type Selection struct {
	Records  []Key
	Day      calendar.Date
	Priority string
}

// Empty reports whether nothing was selected.
func (s Selection) Empty() bool {
	return len(s.Records) == 0 && !s.Day.Valid() && s.Priority == ""
}
