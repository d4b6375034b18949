package check

import (
	"fmt"
	"strings"

	"assister/internal/calendar"
	"assister/internal/ledger"
	"assister/internal/problem"
	"assister/internal/schema"
)

// Words are the words of a summary, in one language and one tense. Verbs, Quote and
// Now are formats with one %s.
type Words struct {
	Verbs   [4]string                       // by action: "Created %s", "%s à créer"
	Count   func(kind string, n int) string // "2 tasks"
	And     string                          // between the last two kinds
	Colon   string                          // between what is counted and the titles
	Quote   string                          // around a title
	More    func(n int) string              // after the titles: " and 2 more"
	Now     string                          // "now %s", the day of moved records
	Undated string                          // for Now: records that no longer have a day
	When    func(o Occasion, today calendar.Date) string
	Nothing string
}

// Proposed are the words for changes that nobody has made yet: "Would create 1 task".
func Proposed() Words {
	return english([4]string{"Would create %s", "Would update %s", "Would delete %s", "Would complete %s"},
		"Nothing to apply.")
}

// Done are the words for changes that were made: "Created 1 task".
func Done() Words {
	return english([4]string{"Created %s", "Updated %s", "Deleted %s", "Completed %s"}, "Nothing was changed.")
}

func english(verbs [4]string, nothing string) Words {
	return Words{
		Verbs: verbs, Count: count, And: " and ", Colon: ": ", Quote: "“%s”",
		More: func(n int) string { return " and " + problem.Number(n) + " more" },
		Now:  "now %s", Undated: "without a day", When: when, Nothing: nothing,
	}
}

// Summary says on one line what the valid findings change. Each action is one
// sentence with the number of records by kind, at most two titles, and their day:
//
//	Created 1 event: “Dentist”, tomorrow (Sun 2026-11-22) 15:00.
//	Updated 2 tasks: “Buy milk”, “Call Ann”, now Fri 2026-11-27.
func Summary(findings []Finding, w Words, today calendar.Date) string {
	var clauses [4]clause
	for _, f := range findings {
		if !f.Valid() {
			continue
		}
		for _, t := range f.Targets {
			if !t.Change.Empty() {
				clauses[actionOf(f, t)].add(t)
			}
		}
	}
	var sentences []string
	for a := range clauses {
		if c := &clauses[a]; c.total > 0 {
			sentences = append(sentences, c.sentence(w, action(a), today))
		}
	}
	if len(sentences) == 0 {
		return w.Nothing
	}
	return strings.Join(sentences, " ")
}

// action is what happens to a record. The constants index Words.Verbs.
type action int

const (
	creates action = iota
	updates
	deletes
	completions
)

func actionOf(f Finding, t Target) action {
	switch {
	case !t.Change.Was:
		return creates
	case !t.Change.Is:
		return deletes
	case completes(f.Op):
		return completions
	}
	return updates
}

// titlesShown is how many records of a clause a summary names.
const titlesShown = 2

// clause is the records that one action is about.
type clause struct {
	total  int
	kinds  map[*schema.Kind]int
	first  [titlesShown]Target
	when   Occasion // of the first record
	differ bool     // whether another record has a different one
}

func (c *clause) add(t Target) {
	if c.kinds == nil {
		c.kinds = map[*schema.Kind]int{}
	}
	when := occasionOf(t.Change)
	switch {
	case c.total == 0:
		c.when = when
	case when != c.when:
		c.differ = true
	}
	if c.total < titlesShown {
		c.first[c.total] = t
	}
	c.kinds[t.Change.Kind]++
	c.total++
}

func (c *clause) sentence(w Words, a action, today calendar.Date) string {
	var counts []string
	for _, k := range schema.Kinds {
		if n := c.kinds[k]; n > 0 {
			counts = append(counts, w.Count(k.Name, n))
		}
	}
	text := fmt.Sprintf(w.Verbs[a], enumerated(counts, w.And))
	shown := min(c.total, titlesShown)
	dated := a == creates || a == updates
	var titles []string
	for _, t := range c.first[:shown] {
		title := titleOf(t, w)
		// Records with different days each show their own, unless some are left out.
		if title != "" && dated && c.differ && c.total <= titlesShown {
			title = joined(" ", title, occasionOf(t.Change).text(w, a, today))
		}
		if title != "" {
			titles = append(titles, title)
		}
	}
	if len(titles) > 0 {
		text += w.Colon + strings.Join(titles, ", ")
		if rest := c.total - len(titles); rest > 0 {
			text += w.More(rest)
		}
	}
	if dated && !c.differ {
		text = joined(", ", text, c.when.text(w, a, today))
	}
	return text + "."
}

// Occasion is when a record takes place, as far as a change sets it. Occasions
// compare with ==.
type Occasion struct {
	Day     calendar.Date
	Time    calendar.Time
	Repeats calendar.Recurrence
	cleared bool // the record had a day and has none now
}

func occasionOf(c ledger.Change) (o Occasion) {
	if cell, ok := c.Cell(c.Kind.Day); ok {
		o.Day = cell.After.Date()
		o.cleared = c.Is && cell.After.IsNull()
	}
	if cell, ok := c.Cell("recurrence"); ok {
		o.Repeats = cell.After.Recurrence()
	}
	begins := "startTime"
	if c.Kind.Start != nil {
		begins = c.Kind.Start.Time
	}
	if cell, ok := c.Cell(begins); ok {
		o.Time = cell.After.Time()
	}
	return o
}

func (o Occasion) text(w Words, a action, today calendar.Date) string {
	text := w.When(o, today)
	if o.cleared && a == updates {
		text = w.Undated
	}
	if text != "" && a == updates {
		text = fmt.Sprintf(w.Now, text)
	}
	return text
}

// when is an occasion in English: "tomorrow (Sun 2026-11-22) 15:00, every Sunday".
func when(o Occasion, today calendar.Date) string {
	return joined(", ", joined(" ", o.Day.Near(today), o.Time.String()), o.Repeats.Words(o.Day))
}

// titleOf names a record, and shows both names of one that is renamed. It is empty
// for a record without a title.
func titleOf(t Target, w Words) string {
	quoted := func(title string) string {
		if title = short(title); title == "" {
			return ""
		}
		return fmt.Sprintf(w.Quote, title)
	}
	cell, ok := t.Change.Cell(t.Change.Kind.Label)
	if ok && t.Change.Was && t.Change.Is {
		return joined(" → ", quoted(cell.Before.Text()), quoted(cell.After.Text()))
	}
	return quoted(t.Label)
}

// enumerated joins as prose does: "a", "a and b", "a, b and c".
func enumerated(words []string, and string) string {
	last := len(words) - 1
	if last == 0 {
		return words[0]
	}
	return strings.Join(words[:last], ", ") + and + words[last]
}

// joined joins the words that are not empty.
func joined(separator string, words ...string) (text string) {
	for _, w := range words {
		if text != "" && w != "" {
			text += separator
		}
		text += w
	}
	return text
}

// count is n records of a kind in English: "4,000 checklist items".
func count(kind string, n int) string {
	return problem.Number(n) + " " + schema.Lookup(kind).Noun(n)
}

func short(title string) string {
	const enough = 60
	title = strings.Join(strings.Fields(title), " ")
	if r := []rune(title); len(r) > enough {
		return string(r[:enough-1]) + "…"
	}
	return title
}
