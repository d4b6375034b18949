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
	s := summary{made: map[*schema.Kind]int{}}
	for _, f := range findings {
		if f.Valid() {
			s.add(f)
		}
	}
	parts := s.parts(tenses[tense])
	switch {
	case len(parts) > 0:
		return strings.Join(parts, ", ") + "." + s.titled() + s.aimed()
	case tense == Done:
		return "Nothing was changed."
	}
	return "No actionable changes detected."
}

// summary is findings in numbers and examples.
type summary struct {
	counts     Counts
	made       map[*schema.Kind]int
	titles     []string // the first two that are made
	moreTitles bool
	days       []string // the first two that are aimed at
}

func (s *summary) add(f Finding) {
	s.counts.Add(f)
	for _, t := range f.Targets {
		if !t.Change.Was && t.Change.Is {
			s.made[t.Change.Kind]++
			s.moreTitles = s.moreTitles || len(s.titles) == 2
			s.titles = firstTwo(s.titles, short(t.Label))
		}
		if cell, ok := t.Change.Cell(t.Change.Kind.Day); ok && !cell.After.IsNull() {
			s.days = firstTwo(s.days, cell.After.Date().String())
		}
	}
}

// parts are what was made and how much was done otherwise, in the words for it.
func (s *summary) parts(words [4]string) (parts []string) {
	var kinds []string
	for _, k := range schema.Kinds {
		if n := s.made[k]; n > 0 {
			kinds = append(kinds, count(n, k))
		}
	}
	if len(kinds) > 0 {
		parts = append(parts, words[0]+" "+enumerated(kinds))
	}
	for i, n := range [...]int{s.counts.Updated, s.counts.Deleted, s.counts.Completed} {
		if n > 0 {
			parts = append(parts, fmt.Sprintf("%s %d", words[i+1], n))
		}
	}
	return parts
}

func (s *summary) titled() string {
	titles := s.titles
	if s.moreTitles {
		titles = append(titles, "…")
	}
	if len(titles) == 0 {
		return ""
	}
	return " (" + strings.Join(titles, ", ") + ")"
}

func (s *summary) aimed() string {
	if len(s.days) == 0 {
		return ""
	}
	return " Target: " + strings.Join(s.days, ", ") + "."
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
