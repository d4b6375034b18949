package check

import (
	"fmt"
	"strings"

	"assister/internal/schema"
)

// Tense of a summary.
type Tense uint8

const (
	Proposed Tense = iota // creating 1 task
	Done                  // created 1 task
)

var tenses = [...][4]string{
	Proposed: {"creating", "updating", "deleting", "completing"},
	Done:     {"created", "updated", "deleted", "completed"},
}

// Summary says in a sentence what the valid findings come to (facts 1.9): what
// is made by kind, how many records are updated, deleted and completed, the
// first two titles that are made and the first two days that are aimed at.
func Summary(findings []Finding, tense Tense) string {
	var c Counts
	made := map[string]int{}
	var titles, days []string
	moreTitles := false
	for _, f := range findings {
		if !f.Valid() {
			continue
		}
		c.Add(f)
		for _, t := range f.Targets {
			if !t.Change.Was && t.Change.Is {
				made[t.Change.Kind.Name]++
				moreTitles = moreTitles || len(titles) == 2
				titles = firstTwo(titles, short(t.Label))
			}
			if cell, ok := t.Change.Cell(t.Change.Kind.Day); ok && !cell.After.IsNull() {
				days = firstTwo(days, cell.After.Date().String())
			}
		}
	}
	words := tenses[tense]
	var parts []string
	var kinds []string
	for _, k := range schema.Kinds {
		if n := made[k.Name]; n > 0 {
			kinds = append(kinds, count(n, k))
		}
	}
	if len(kinds) > 0 {
		parts = append(parts, words[0]+" "+enumerated(kinds))
	}
	for i, n := range [...]int{c.Updated, c.Deleted, c.Completed} {
		if n > 0 {
			parts = append(parts, fmt.Sprintf("%s %d", words[i+1], n))
		}
	}
	if len(parts) == 0 {
		if tense == Done {
			return "Nothing was changed."
		}
		return "No actionable changes detected."
	}
	text := strings.Join(parts, ", ") + "."
	if len(titles) > 0 {
		if moreTitles {
			titles = append(titles, "…")
		}
		text += " (" + strings.Join(titles, ", ") + ")"
	}
	if len(days) > 0 {
		text += " Target: " + strings.Join(days, ", ") + "."
	}
	return text
}

// enumerated joins as prose does: "a", "a and b", "a, b and c".
func enumerated(words []string) string {
	last := len(words) - 1
	if last == 0 {
		return words[0]
	}
	return strings.Join(words[:last], ", ") + " and " + words[last]
}

func firstTwo(words []string, w string) []string {
	for _, known := range words {
		if known == w {
			return words
		}
	}
	if len(words) == 2 {
		return words
	}
	return append(words, w)
}

func count(n int, k *schema.Kind) string {
	name := k.Plural
	if n == 1 {
		name = k.Name
	}
	return fmt.Sprintf("%d %s", n, strings.ReplaceAll(name, "_", " "))
}

func short(title string) string {
	const enough = 60
	title = strings.Join(strings.Fields(title), " ")
	if r := []rune(title); len(r) > enough {
		return string(r[:enough-1]) + "…"
	}
	return title
}
