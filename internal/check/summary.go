package check

import (
	"fmt"
	"strings"

	"assister/internal/schema"
)

// Words are what a summary is put in.
type Words struct {
	Verbs  [4]string // for what is made, updated, deleted and completed
	Noun   func(kind string, n int) string
	And    string // before the last kind that is made
	Target string // before the days that are aimed at
	None   string // where nothing is changed
}

var (
	// Proposed is said before: creating 1 task.
	Proposed = Words{[4]string{"creating", "updating", "deleting", "completing"}, noun, "and", "Target:", "No actionable changes detected."}
	// Done is said afterwards: created 1 task.
	Done = Words{[4]string{"created", "updated", "deleted", "completed"}, noun, "and", "Target:", "Nothing was changed."}
)

// Summary says in a sentence what the valid findings come to (facts 1.9): what
// is made by kind, how many records are updated, deleted and completed, the
// first two titles that are made and the first two days that are aimed at.
func Summary(findings []Finding, w Words) string {
	s := summary{made: map[*schema.Kind]int{}}
	for _, f := range findings {
		if f.Valid() {
			s.add(f)
		}
	}
	parts := s.parts(w)
	if len(parts) == 0 {
		return w.None
	}
	return strings.Join(parts, ", ") + "." + s.titled() + s.aimed(w)
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
func (s *summary) parts(w Words) (parts []string) {
	var kinds []string
	for _, k := range schema.Kinds {
		if n := s.made[k]; n > 0 {
			kinds = append(kinds, fmt.Sprintf("%d %s", n, w.Noun(k.Name, n)))
		}
	}
	if len(kinds) > 0 {
		parts = append(parts, w.Verbs[0]+" "+enumerated(kinds, w.And))
	}
	for i, n := range [...]int{s.counts.Updated, s.counts.Deleted, s.counts.Completed} {
		if n > 0 {
			parts = append(parts, fmt.Sprintf("%s %d", w.Verbs[i+1], n))
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

func (s *summary) aimed(w Words) string {
	if len(s.days) == 0 {
		return ""
	}
	return " " + w.Target + " " + strings.Join(s.days, ", ") + "."
}

// enumerated joins as prose does: "a", "a and b", "a, b and c".
func enumerated(words []string, and string) string {
	last := len(words) - 1
	if last == 0 {
		return words[0]
	}
	return strings.Join(words[:last], ", ") + " " + and + " " + words[last]
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

// noun is what n records of a kind are called in English.
func noun(kind string, n int) string {
	name := kind
	if n != 1 {
		name = schema.Lookup(kind).Plural
	}
	return strings.ReplaceAll(name, "_", " ")
}

func short(title string) string {
	const enough = 60
	title = strings.Join(strings.Fields(title), " ")
	if r := []rune(title); len(r) > enough {
		return string(r[:enough-1]) + "…"
	}
	return title
}
