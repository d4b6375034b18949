package rules

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"assister/internal/filter"
	"assister/internal/fulltext"
	"assister/internal/phrase"
	"assister/internal/record"
	"assister/internal/schema"
)

// How well a record fits what a request calls it, and what is asked of it.

// How well a title fits what was asked for, best first.
const (
	whole  = iota // it is the title
	bounds        // it stands in the title as words
	start         // a word of the title begins with it
	inside        // it stands somewhere within a word
)

func fit(title, asked string) int {
	title, asked = fulltext.Fold(title), fulltext.Fold(asked)
	if title == asked {
		return whole
	}
	best := inside
	for from := 0; ; {
		i := strings.Index(title[from:], asked)
		if i < 0 {
			return best
		}
		i += from
		before, _ := utf8.DecodeLastRuneInString(title[:i])
		after, _ := utf8.DecodeRuneInString(title[i+len(asked):])
		if i == 0 || !letter(before) {
			if i+len(asked) == len(title) || !letter(after) {
				return bounds
			}
			best = start
		}
		from = i + len(asked)
	}
}

func letter(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// named are the records whose titles fit best. What only stands within a word
// ("run" in "brunch") is never what was meant.
func (d *drafter) named(title string, f filter.Condition, exactly bool) ([]record.Record, error) {
	found, err := d.openingWith(title, f)
	if err != nil {
		return nil, err
	}
	best, worst := []record.Record(nil), start
	if exactly {
		worst = whole
	}
	for _, r := range found {
		switch n := fit(r.Label(), title); {
		case n > worst:
		case n < worst:
			worst, best = n, []record.Record{r}
		default:
			best = append(best, r)
		}
	}
	return best, nil
}

// allWords are the records whose titles have every word, in any order, leaving
// out those that carry nothing.
func (d *drafter) allWords(title string, f filter.Condition) ([]record.Record, error) {
	words := slices.DeleteFunc(strings.FieldsFunc(fulltext.Fold(title), func(r rune) bool { return !letter(r) && r != '\'' }), empty)
	if len(words) < 2 {
		return nil, nil
	}
	longest := slices.MaxFunc(words, func(a, b string) int { return len(a) - len(b) })
	found, err := d.openingWith(longest, f)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(slices.Clone(found), func(r record.Record) bool {
		for _, w := range words {
			if !carries(r.Label(), w) {
				return true
			}
		}
		return false
	}), nil
}

// carries reports whether a title has a word, in the singular or in the plural.
func carries(title, word string) bool {
	one := strings.TrimSuffix(strings.TrimSuffix(word, "s"), "'")
	return fit(title, word) <= bounds && strings.Contains(fulltext.Fold(title), word) ||
		len(one) > 3 && slices.ContainsFunc(fields(title), func(f string) bool { return strings.TrimSuffix(strings.TrimSuffix(f, "s"), "'") == one })
}

func empty(word string) bool {
	switch word {
	case "the", "a", "an", "my", "our", "of", "to", "for", "with", "in", "on", "at", "and", "from",
		"le", "la", "les", "l'", "un", "une", "des", "du", "de", "d'", "mon", "ma", "mes", "au", "aux", "pour", "en", "et":
		return true
	}
	return false
}

// able are the records whose kind a request can be about at all: only a task is
// completed or has a priority, only an event has a time. All of them where there
// is none, so that what is refused is refused by its name.
func able(found []record.Record, r phrase.Request) []record.Record {
	kept := slices.DeleteFunc(slices.Clone(found), func(rec record.Record) bool { return !can(rec.Kind, r) })
	if len(kept) == 0 {
		return found
	}
	return kept
}

// can reports whether a kind has the operation and the fields that a request
// needs.
func can(k *schema.Kind, r phrase.Request) bool {
	if settles(r.Action) {
		return k.Operation(schema.SetStatus) != nil || k.Done != "" && (r.Action == phrase.Complete || r.Action == phrase.Reopen)
	}
	s := r.Set
	for _, need := range []struct {
		said  bool
		field string
	}{
		{s.When.Time.Valid() || s.When.End.Valid() || s.By.Minutes != 0, "startTime"},
		{s.Due.Says(), "deadline"},
		{s.Priority != "", "priority"},
		{s.Project != "", "projectId"},
		{len(s.Tags) > 0 || len(s.Untag) > 0, "tags"},
		{s.Context != "", "context"},
		{s.Longer != 0, "endTime"},
		{s.Location != "", "location"},
		{s.Notes != "", "notes"},
		{s.When.Repeat.Repeats(), "recurrence"},
	} {
		if f, _ := k.Field(need.field); need.said && f == nil {
			return false
		}
	}
	for _, field := range s.Clear {
		if f, _ := k.Field(field); f == nil {
			return false
		}
	}
	return true
}

// preferred are the records that a request can do something to; all of them
// where there is none.
func preferred(found []record.Record, r phrase.Request) []record.Record {
	found = able(found, r)
	if r.Action == phrase.Delete {
		return found
	}
	kept := slices.DeleteFunc(slices.Clone(found), func(rec record.Record) bool {
		if r.Action == phrase.Reopen {
			return !settled(rec) && !rec.Repeats()
		}
		return settled(rec)
	})
	if len(kept) == 0 {
		return found
	}
	return kept
}

// similar are records that share a word with the description, as answers to
// offer where nothing matches.
func (d *drafter) similar(t phrase.Target) (options []record.Record, err error) {
	words := fields(t.Text)
	words = slices.DeleteFunc(words, func(w string) bool { return empty(w) || len(w) < 3 })
	for _, w := range words[:min(len(words), 8)] {
		found, err := d.named(w, filter.Condition{}, false)
		if err != nil {
			return nil, err
		}
		for _, r := range found {
			if len(options) < optionsMax && !slices.ContainsFunc(options, func(o record.Record) bool { return o.ID == r.ID && o.Kind == r.Kind }) {
				options = append(options, r)
			}
		}
	}
	return options, nil
}

// fields are the words of a title, folded.
func fields(title string) []string {
	words := strings.FieldsFunc(fulltext.Fold(title), func(r rune) bool { return !letter(r) && r != '\'' })
	for i, w := range words {
		if head, rest, ok := strings.Cut(w, "'"); ok && rest != "" && (head == "l" || head == "d") { // "d'impôts"
			words[i] = rest
		}
	}
	return words
}
