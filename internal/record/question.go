package record

import "assister/internal/calendar"

// Question is a question about a request that has to be answered before the request
// can be completed. It carries the request and what earlier answers have selected, so
// that the question and an answer to it are enough to continue.
type Question struct {
	Question string
	Options  []Option  // possible answers
	Request  string    // as the user wrote it; "" if it cannot be continued
	Missing  []string  // what the request leaves out, such as "target" or "date"
	Selected Selection // by earlier answers
}

// Option is a record that is one of the possible answers to a question.
type Option struct {
	Key    Key
	Title  string
	Day    calendar.Date // 0 if the record has none
	Begins calendar.Time // no time if the record has none
}

// Option is the record as a possible answer.
func (r Record) Option() Option { return Option{r.Key(), r.Label(), r.Day(), r.Begins()} }

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
