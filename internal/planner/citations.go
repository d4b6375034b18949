package planner

import (
	"cmp"
	"slices"
	"strconv"

	"assister/internal/ijson"
)

// Citation is a record that an answer is based on.
type Citation struct {
	ID    string // with its kind: "note:1"
	Title string
	Kind  string
	URL   string  // "" for none
	Score float64 // relevance, higher is better; 0 if unknown
}

// Citations returns the records in the lists of a memory that can be cited, without
// duplicates and with the most relevant first.
func Citations(m Memory) []Citation {
	found := []Citation{}
	lists, _ := m.Get("lists")
	for _, l := range lists.Members {
		for _, v := range l.Value.Items {
			if c, ok := citation(v); ok {
				found = append(found, c)
			}
		}
	}
	slices.SortStableFunc(found, func(a, b Citation) int { return cmp.Compare(b.Score, a.Score) })
	seen := map[string]bool{}
	return slices.DeleteFunc(found, func(c Citation) bool {
		known := seen[c.ID]
		seen[c.ID] = true
		return known
	})
}

// citation reads a record of a search result, which has a kind and an id.
func citation(v ijson.Value) (c Citation, ok bool) {
	word := func(name string) string {
		m, _ := v.Get(name)
		return m.Text
	}
	c = Citation{ID: word("id"), Title: word("title"), Kind: word("kind"), URL: word("url")}
	if c.ID == "" || c.Kind == "" {
		return c, false
	}
	if _, err := strconv.ParseInt(c.ID, 10, 64); err == nil {
		c.ID = c.Kind + ":" + c.ID
	}
	score, _ := v.Get("score")
	c.Score, _ = strconv.ParseFloat(score.Text, 64)
	return c, true
}
