package brief

import (
	"assister/internal/filter"
	"assister/internal/record"
	"assister/internal/search"
)

// FindByTitle is what a filter matches of the records that have a text in their
// titles, where it begins with a word. Those that have it within one may be
// among them.
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
