package sqlite

import (
	"slices"
	"testing"

	"assister/internal/filter"
	"assister/internal/fulltext"
	"assister/internal/record"
	"assister/internal/schema"

	"assister/internal/workspace"
)

// A text that is equal except for case has the same words. The index does not know how a
// store compares.
func TestEqualTextsAreCandidates(t *testing.T) {
	var b fulltext.Builder
	texts := slices.Clone(words)
	for _, x := range words {
		for _, y := range words {
			texts = append(texts, x+y, x+" "+y)
		}
	}
	for i, text := range texts {
		b.Add(fulltext.DocOf(0, int64(i+1)), []fulltext.Field{{Text: text, Label: true, Place: 1}})
	}
	x := fulltext.Index{b.Segment()}
	for _, sought := range append([]string{"K2", "aside", "ASIDE", "ok", "%", "é", "ａ"}, words...) {
		found, err := x.MatchTexts(0, []fulltext.TextQuery{{Text: fulltext.Fold(sought), Mode: fulltext.Equal, Places: 1}})
		if err != nil {
			t.Fatal(err)
		}
		if !found[0].Known {
			continue
		}
		may := found[0].Certain.Or(found[0].Possible).IDs()
		for i, text := range texts {
			if fulltext.Fold(text) == fulltext.Fold(sought) && !slices.Contains(may, int64(i+1)) {
				t.Errorf("%.60q is %q and is no candidate", text, sought)
			}
		}
	}
}

// Sets are limited to some millions of ids, and tables are not.
func TestRecordsBeyondTheIDRangeAreFoundWithoutSets(t *testing.T) {
	s := fresh(t)
	fill(t, s, 4001) // enough for the text index to be faster
	const far = 1 << 40
	commit(t, s, creates(task(far, "Call the plumber", "tags", record.Tags("home")))...)
	k := schema.Lookup("task")
	view(t, s, func(r workspace.Reader) error {
		for name, c := range map[string]filter.Condition{
			"a text": {Compare: []filter.Comparison{filter.TitleContains("call the plumb")}, All: []filter.Condition{filter.Comparing(filter.TitleContains("plumb"))}},
			"a day":  {Any: []filter.Condition{filter.Comparing(filter.Tagged("home")), filter.Comparing(filter.IDs(7))}},
		} {
			q := filter.Query{Kind: k, Where: c, Sort: []filter.Order{{At: filter.ID, Descending: true}}, Limit: 1}
			found, err := r.Query(q, today)
			if err != nil {
				return err
			}
			if len(found.Records) != 1 || found.Records[0].ID != far {
				t.Errorf("%s: %v of %d", name, keys(found.Records), found.Total)
			}
		}
		return nil
	})
}
