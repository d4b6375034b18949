package check

import (
	"iter"
	"strings"

	"assister/internal/calendar"
	"assister/internal/language/message"
	"assister/internal/ledger"
	"assister/internal/problem"
	"assister/internal/record"
	"assister/internal/schema"
)

// Tense is whether a summary is of changes that nobody has made yet, or of those that were
// made: the beginning of the keys of its messages.
type Tense string

const (
	Planned Tense = "summary.plan." // "Would create 1 task"
	Done    Tense = "summary.done." // "Created 1 task"
)

// Summary says on one line what the valid findings change. Each action is one
// sentence with the number of records by kind, at most two titles, and their day:
//
//	Created 1 event: “Dentist”, tomorrow (Sun 2026-11-22) 15:00.
//	Updated 2 tasks: “Buy milk”, “Call Ann”, now Fri 2026-11-27.
func Summary(findings []Finding, l *message.Language, tense Tense, today calendar.Date) string {
	w := wording{l, tense, today}
	clauses := clausesOf(findings)
	var sentences []string
	for a := range clauses {
		if c := &clauses[a]; len(c.records) > 0 {
			sentences = append(sentences, c.sentence(w, action(a)))
		}
	}
	if len(sentences) == 0 {
		return w.Text(string(tense) + "nothing")
	}
	return strings.Join(sentences, " ")
}

// action is what happens to a record.
type action int

const (
	creates action = iota
	updates
	deletes
	completions
)

// actions are the keys of the actions.
var actions = [...]string{creates: "create", updates: "update", deletes: "delete", completions: "complete"}

// wording is the words of a summary.
type wording struct {
	*message.Language
	tense Tense
	today calendar.Date
}

// verb says what happens to the counted records.
func (w wording) verb(a action, what string) string {
	return w.Text(string(w.tense)+actions[a], "what", what)
}

func actionOf(f *Finding, t Target) action {
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

// clause is the records that one action is about, each of them once.
type clause struct {
	records []changed
	at      map[record.Key]int // where a record that was there before is among them
}

// changed is a record with when it takes place after all that changes it.
type changed struct {
	Target
	when occasion
}

// changesOf are the changes of valid findings, each with its action.
func changesOf(findings []Finding) iter.Seq2[action, Target] {
	return func(yield func(action, Target) bool) {
		for i := range findings {
			f := &findings[i]
			if !f.Valid() {
				continue
			}
			for _, t := range f.Targets {
				if !t.Change.Empty() && !yield(actionOf(f, t), t) {
					return
				}
			}
		}
	}
}

// clausesOf are the records that valid findings change, by action.
func clausesOf(findings []Finding) (clauses [len(actions)]clause) {
	for a, t := range changesOf(findings) {
		clauses[a].add(t)
	}
	return clauses
}

func (c *clause) add(t Target) {
	when := occasionOf(t.Change)
	if t.Change.Was { // a record is created once
		key := t.Change.Key()
		if i, known := c.at[key]; known {
			c.records[i].when = c.records[i].when.then(when)
			return
		}
		if c.at == nil {
			c.at = map[record.Key]int{}
		}
		c.at[key] = len(c.records)
	}
	c.records = append(c.records, changed{t, when})
}

func (c *clause) sentence(w wording, a action) string {
	kinds := map[*schema.Kind]int{}
	when, differ := c.records[0].when, false
	for _, x := range c.records {
		kinds[x.Change.Kind]++
		differ = differ || x.when != when
	}
	var counts []string
	for _, k := range schema.Kinds {
		if n := kinds[k]; n > 0 {
			counts = append(counts, w.Text("list.counted", "number", n, "noun", w.Kind(k.Name, n)))
		}
	}
	text := w.verb(a, w.And(counts))
	dated := a == creates || a == updates
	var titles []string
	for _, x := range c.records[:min(len(c.records), titlesShown)] {
		title := titleOf(x.Target, w)
		// Records with different days each show their own, unless some are left out.
		if title != "" && dated && differ && len(c.records) <= titlesShown {
			title = joined(" ", title, x.when.text(w, a))
		}
		if title != "" {
			titles = append(titles, title)
		}
	}
	if len(titles) > 0 {
		text = w.Text("summary.titles", "counts", text, "titles", strings.Join(titles, ", "))
		if rest := len(c.records) - len(titles); rest > 0 {
			text = w.Text("summary.more", "text", text, "number", rest)
		}
	}
	if dated && !differ {
		text = joined(", ", text, when.text(w, a))
	}
	return w.Sentence(text)
}

// StreamSummary says what a stream of several batches changes. Nobody kept its records, so
// it names none.
func StreamSummary(l *message.Language, tense Tense, operations, batches int, c Counts) string {
	w := wording{Language: l, tense: tense}
	text := w.Text("summary.batches", "n", batches, "operations", w.Text("summary.operations", "n", operations))
	for a, n := range [...]int{creates: c.Created, updates: c.Updated, deletes: c.Deleted, completions: c.Completed} {
		if n > 0 {
			text += " " + w.Sentence(w.verb(action(a), w.Text("summary.records", "n", n)))
		}
	}
	return text
}

// occasion is when a record takes place, as far as a change sets it. Occasions
// compare with ==.
type occasion struct {
	day     calendar.Date
	time    calendar.Time
	repeats calendar.Recurrence
	cleared bool // the record had a day and has none now
}

func occasionOf(c ledger.Change) (o occasion) {
	if cell, ok := c.Cell(c.Kind.Day); ok {
		o.day = cell.After.Date()
		o.cleared = c.Is && cell.After.IsNull()
	}
	if cell, ok := c.Cell("recurrence"); ok {
		o.repeats = cell.After.Recurrence()
	}
	begins := "startTime"
	if c.Kind.Start != nil {
		begins = c.Kind.Start.Time
	}
	if cell, ok := c.Cell(begins); ok {
		o.time = cell.After.Time()
	}
	return o
}

// then is when a record takes place after a further change.
func (o occasion) then(next occasion) occasion {
	if next.day.Valid() || next.cleared {
		o.day, o.cleared = next.day, next.cleared
	}
	if next.time.Valid() {
		o.time = next.time
	}
	if next.repeats.Repeats() {
		o.repeats = next.repeats
	}
	return o
}

// text is an occasion in words: "tomorrow (Sun 2026-11-22) 15:00, every Sunday".
func (o occasion) text(w wording, a action) string {
	text := joined(", ", joined(" ", w.Near(o.day, w.today), o.time.String()), w.Repeats(o.repeats, o.day))
	if o.cleared && a == updates {
		text = w.Text("summary.undated")
	}
	if text != "" && a == updates {
		text = w.Text("summary.now", "when", text)
	}
	return text
}

// titleOf names a record, and shows both names of one that is renamed. It is empty
// for a record without a title.
func titleOf(t Target, w wording) string {
	quoted := func(title string) string {
		if title = short(title); title == "" {
			return ""
		}
		return w.Text("list.title", "name", title)
	}
	cell, ok := t.Change.Cell(t.Change.Kind.Label)
	if ok && t.Change.Was && t.Change.Is {
		return joined(" → ", quoted(cell.Before.Text()), quoted(cell.After.Text()))
	}
	return quoted(t.Label)
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

func short(title string) string {
	const enough = 60
	return problem.Cut(strings.Join(strings.Fields(title), " "), enough)
}
