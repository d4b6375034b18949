package reference

import (
	"fmt"
	"slices"

	"assister/internal/calendar"
	"assister/internal/filter"
	"assister/internal/record"
)

// Finder looks records up. A brief is one.
type Finder interface {
	Record(kind string, id int64) (record.Record, bool, error)
	Find(f filter.Condition, today calendar.Date) ([]record.Record, error)
	// FindByTitle returns at least the matching records whose title has a word that begins with the text.
	FindByTitle(text string, f filter.Condition) ([]record.Record, error)
}

// Records are what a Finder finds. The first error is kept, and nothing is found from then on, so that
// a caller checks Err once: after the last look-up and before any result is used.
type Records struct {
	Clock calendar.Clock // whose zone days are in that instants are compared with

	from  Finder
	today calendar.Date
	err   error
}

// In are the records that a finder finds at a time.
func In(from Finder, clock calendar.Clock) *Records {
	return &Records{Clock: clock, from: from, today: clock.Today()}
}

// Err is the first error.
func (r *Records) Err() error { return r.err }

// Keep keeps the error of a look-up, if it is the first.
func (r *Records) Keep(err error) {
	if err != nil && r.err == nil {
		r.err = fmt.Errorf("find what the text names: %w", err)
	}
}

// Found are records that were looked up, unless that failed, or something did before.
func (r *Records) Found(found []record.Record, err error) []record.Record {
	if r.Keep(err); r.err != nil {
		return nil
	}
	return found
}

// Find are the records that a condition holds of.
func (r *Records) Find(f filter.Condition) []record.Record {
	return r.Found(r.from.Find(f, r.today))
}

// FindByTitle are at least the records whose title has a word that begins with a text.
func (r *Records) FindByTitle(text string, f filter.Condition) []record.Record {
	return r.Found(r.from.FindByTitle(text, f))
}

// LookUp are those of the records that are there, each once.
func (r *Records) LookUp(keys []record.Key) (found []record.Record) {
	for i, k := range keys {
		if slices.Contains(keys[:i], k) {
			continue
		}
		x, ok, err := r.from.Record(k.Kind, k.ID)
		if r.Keep(err); ok {
			found = append(found, x)
		}
	}
	return r.Found(found, nil)
}
