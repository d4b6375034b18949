package brief

import (
	"assister/internal/calendar"
	"assister/internal/filter"
	"assister/internal/record"
	"assister/internal/search"
)

// Record returns a record, and whether there is one.
func (b Brief) Record(kind string, id int64) (record.Record, bool, error) {
	return b.Records.Record(kind, id)
}

// Find returns the records that a filter matches.
func (b Brief) Find(f filter.Condition, today calendar.Date) ([]record.Record, error) {
	return b.Records.Find(f, today)
}

// FindByTitle returns the records that a filter matches and whose title contains a text
// at the beginning of a word. It may include some that have the text within a word.
func (b Brief) FindByTitle(text string, f filter.Condition) ([]record.Record, error) {
	f = f.Without(filter.LabelField).WithWord(filter.LabelField, text)
	if source, ok := b.Records.(search.Source); ok && !f.Compares(filter.IDField) {
		ids, few, err := search.LabelCandidates(source, f.Applies(), text)
		if err != nil {
			return nil, err
		}
		if few {
			f = f.With(filter.IDs(ids...))
		}
	}
	return b.Records.Find(f, b.Clock.Today())
}
