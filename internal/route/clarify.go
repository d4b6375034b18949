package route

import (
	"slices"
	"strconv"
	"strings"

	"assister/internal/record"
	"assister/internal/schema"
)

// How many options a question has: so many unless told, and never more than
// can be taken in at a glance.
const (
	Options    = 5
	MaxOptions = 7
)

// Candidates are the records that the text may mean, best first, at most limit
// of them (Options when it is 0, never more than MaxOptions). A word that is a
// word of the title counts 1, the beginning of one counts half, a number
// written "#12" finds the record with that id; equals stay in their order. High
// priority breaks ties among what the text finds and finds nothing by itself.
func Candidates(text string, records []record.Record, limit int) []record.Record {
	if limit <= 0 {
		limit = Options
	}
	limit = min(limit, MaxOptions)

	asked := distinctive(text)
	ids := numbered(text)
	type scored struct {
		r     record.Record
		score float64
	}
	var found []scored
	for _, r := range records {
		score := likeness(asked, r.Label())
		if slices.Contains(ids, r.ID) {
			score += 2
		}
		if score == 0 {
			continue
		}
		if r.Get("priority").Text() == "high" {
			score += 0.25
		}
		found = append(found, scored{r, score})
	}
	slices.SortStableFunc(found, func(a, b scored) int {
		switch {
		case a.score > b.score:
			return -1
		case a.score < b.score:
			return 1
		}
		return 0
	})
	out := make([]record.Record, 0, min(limit, len(found)))
	for _, f := range found[:min(limit, len(found))] {
		out = append(out, f.r)
	}
	return out
}

// Whichever are the records that a change may be meant for which names none: of
// the kind that it speaks of, where it does.
func Whichever(r Routing, records []record.Record) (options []record.Record) {
	if !slices.Contains(r.Missing, "target") {
		return nil
	}
	for _, x := range records {
		if k := schema.Lookup(r.Category); len(options) < Options && (k == nil || k == x.Kind) {
			options = append(options, x)
		}
	}
	return options
}

func likeness(asked []string, title string) (score float64) {
	words := split(title)
	for _, a := range asked {
		best := 0.0
		for _, w := range words {
			switch {
			case w.text == a:
				best = 1
			case best == 0 && len(a) >= 3 && strings.HasPrefix(w.text, a):
				best = 0.5
			}
		}
		score += best
	}
	return score
}

// named is how many words, ids and titles of a text are looked at, so that
// pasted text costs no more than typed text.
const named = 100

// distinctive are the words of a text that can tell records apart, each once: "the"
// is in every other title.
func distinctive(text string) (out []string) {
	for _, w := range split(text) {
		if !filler(w.text) && len(out) < named {
			out = appendNew(out, w.text)
		}
	}
	return out
}

func filler(word string) bool {
	switch word {
	case "the", "a", "an", "my", "our", "your", "this", "that", "these", "those", "it", "to", "of", "in", "on", "at",
		"for", "from", "with", "and", "or", "is", "are", "me", "i", "please", "s", "t",
		"le", "la", "les", "l", "un", "une", "des", "du", "de", "d", "mon", "ma", "mes", "ce", "cet", "cette", "ces",
		"au", "aux", "en", "dans", "pour", "avec", "et", "ou", "moi", "je":
		return true
	}
	return false
}

// numbered are the ids written "#12".
func numbered(text string) (ids []int64) {
	for {
		_, rest, ok := strings.Cut(text, "#")
		if !ok {
			return ids
		}
		n := 0
		for n < len(rest) && rest[n] >= '0' && rest[n] <= '9' {
			n++
		}
		if id, err := strconv.ParseInt(rest[:n], 10, 64); err == nil && id > 0 && len(ids) < named {
			ids = appendNew(ids, id)
		}
		text = rest
	}
}
