package sqlite

import (
	"slices"
	"testing"

	"assister/internal/fulltext"
	"assister/internal/storetest"
)

// A text that is equal except for case has the same words. The index does not know how a
// store compares.
func TestEqualTextsAreCandidates(t *testing.T) {
	var b fulltext.Builder
	texts := slices.Clone(storetest.Words)
	for _, x := range storetest.Words {
		for _, y := range storetest.Words {
			texts = append(texts, x+y, x+" "+y)
		}
	}
	for i, text := range texts {
		b.Add(fulltext.DocOf(0, int64(i+1)), []fulltext.Field{{Text: text, Label: true, Place: 1}})
	}
	x := fulltext.Index{b.Segment()}
	for _, sought := range append([]string{"K2", "aside", "ASIDE", "ok", "%", "é", "ａ"}, storetest.Words...) {
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
