package rules

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"assister/internal/calendar"
	"assister/internal/op"
	"assister/internal/phrase"
	"assister/internal/record"
	"assister/internal/schema"
)

// New records.

// create drafts a new record. Tasks are all-day, so that a time makes an event.
func (d *drafter) create(r phrase.Request) error {
	switch {
	case r.Kind == "project":
		return d.createProject(r)
	case r.Kind == "checklist":
		return d.createList(r)
	case r.Kind != "" && !schema.Lookup(r.Kind).Planned:
		return d.keep(r)
	}
	if done, err := d.onto(&r); done || err != nil {
		return err
	}
	if r.Listed {
		return &stopped{words: r.Span.Of(d.text)}
	}
	if r.Known != nil {
		if done, err := d.known(r); done || err != nil {
			return err
		}
	}
	if r.Bare {
		if err := d.alike(r); err != nil {
			return err
		}
	}
	name := "task"
	if takesPlace(r) {
		name = "event"
	}
	kind := schema.Lookup(name)
	day, err := d.firstDay(r)
	if err != nil {
		return err
	}
	args := append(d.outline(r, day), given(r.Set)...)
	if r.Set.When.Time.Valid() {
		d.warnLocal(day, r.Set.When.Time)
	}
	if r.Set.Project != "" {
		arg, err := d.projectArg(r.Set.Project)
		if err != nil {
			return err
		}
		args = append(args, arg)
	}
	if err := d.has(kind, args, r.Span); err != nil {
		return err
	}
	d.last = nil
	d.add(op.Op{Kind: name, Verb: schema.Create, Args: inOrder(kind, schema.Create, args)})
	return nil
}

// firstDay is the day of a new record: the one that was said, for a time alone
// the next that has it ahead, for a part of the day today.
func (d *drafter) firstDay(r phrase.Request) (calendar.Date, error) {
	w := r.Set.When
	day, err := d.day(w, r.Span)
	switch {
	case err != nil || day.Valid():
	case w.Time.Valid() && w.Time <= d.now():
		return d.today.AddDays(1), nil
	case w.Time.Valid(), w.Part != phrase.NoPart, r.Set.AllDay:
		return d.today, nil
	}
	return day, err
}

// written is the title of a new record as a person writes it down: with a capital,
// unless it was quoted or its first word has a form of its own, as "iPhone", "v2"
// and "example.org" have.
func written(r phrase.Request) string {
	word, _, _ := strings.Cut(r.Title, " ")
	own := func(c rune) bool { return !unicode.IsLower(c) && c != '-' && c != ',' && c != '\'' && c != '’' }
	if r.Quoted || strings.ContainsFunc(word, own) {
		return r.Title
	}
	first, size := utf8.DecodeRuneInString(r.Title)
	return string(unicode.ToUpper(first)) + r.Title[size:]
}

// outline is the title, the day and the times of a new record. A part of the
// day and a duration without a time have no field and are kept in the notes.
func (d *drafter) outline(r phrase.Request, day calendar.Date) []op.Arg {
	w, notes := r.Set.When, r.Set.Notes
	args := []op.Arg{{Name: "title", Value: record.Text(written(r))}}
	put := func(field string, v record.Value) { args = append(args, op.Arg{Name: field, Value: v}) }
	if day.Valid() {
		put("scheduledFor", record.Date(day))
	}
	if w.Part != phrase.NoPart {
		notes = joined(notes, d.part(w.Part))
	}
	if w.Minutes > 0 && !w.Time.Valid() {
		notes = joined(notes, d.language.Text("note.minutes", "n", w.Minutes))
	}
	if notes != "" {
		put("notes", record.Text(notes))
	}
	if w.Time.Valid() {
		put("startTime", record.Time(w.Time))
		if w.End.Valid() {
			put("endTime", record.Time(w.End))
		}
	}
	return args
}

// given are the fields of a new record that are as they were said.
func given(s phrase.Settings) (args []op.Arg) {
	put := func(field string, v record.Value) { args = append(args, op.Arg{Name: field, Value: v}) }
	if s.Due.Day.Valid() {
		put("deadline", record.Date(lastDay(s.Due)))
	}
	if s.Priority != "" {
		put("priority", record.Text(s.Priority))
	}
	if len(s.Tags) > 0 {
		put("tags", record.Tags(s.Tags...))
	}
	if s.Context != "" {
		put("context", record.Text(s.Context))
	}
	if s.Location != "" {
		put("location", record.Text(s.Location))
	}
	if s.When.Repeat.Repeats() {
		put("recurrence", record.Recurrence(s.When.Repeat))
	}
	return args
}

func joined(a, b string) string {
	if a == "" {
		return b
	}
	return a + "\n" + b
}

// takesPlace reports whether a new record is an event: it was said, it has a
// time, or it is called as what takes place is called and there is a day for it.
func takesPlace(r phrase.Request) bool {
	w := r.Set.When
	switch {
	case r.Kind == "event", w.Time.Valid(), r.Set.AllDay, meets(r.Title):
		return true
	}
	return r.Kind == "" && !w.Repeat.Repeats() && (w.Day.Valid() || w.Part != phrase.NoPart) && noTaskOnly(r.Set) && phrase.Happens(r.Title)
}

// noTaskOnly reports whether nothing is set that only a task has.
func noTaskOnly(s phrase.Settings) bool {
	return s.Priority == "" && !s.Due.Says() && len(s.Tags) == 0
}

// meets reports whether a title is that of a meeting: "dentist appointment",
// "meeting with Al", but not "prepare meeting".
func meets(title string) bool {
	words := fields(title)
	if len(words) == 0 || !phrase.Happens(title) {
		return false
	}
	if words[0] == "meeting" || words[0] == "appointment" {
		return true
	}
	last := words[len(words)-1]
	return len(words) <= 4 && (last == "meeting" || last == "appointment")
}

func (d *drafter) createProject(r phrase.Request) error {
	args := []op.Arg{{Name: "name", Value: record.Text(written(r))}}
	if r.Set.Due.Day.Valid() {
		args = append(args, op.Arg{Name: "targetDate", Value: record.Date(lastDay(r.Set.Due))})
	}
	d.created = append(d.created, made{name: r.Title, at: len(d.ops)})
	d.add(op.Op{Kind: "project", Verb: schema.Create, Args: args})
	for _, title := range r.Parts {
		of, err := d.projectArg(r.Title)
		if err != nil {
			return err
		}
		task := []op.Arg{{Name: "title", Value: record.Text(written(phrase.Request{Title: title}))}, of}
		d.add(op.Op{Kind: "task", Verb: schema.Create, Args: inOrder(schema.Lookup("task"), schema.Create, task)})
	}
	return nil
}

// projectArg is the project of that name, which an earlier operation may create.
func (d *drafter) projectArg(name string) (op.Arg, error) {
	id, at, err := d.project(name)
	if err != nil {
		return op.Arg{}, err
	}
	if id > 0 {
		return op.Arg{Name: "projectId", Value: record.ID(id)}, nil
	}
	if d.ops[at].As == "" {
		d.ops[at].As = "project" + strconv.Itoa(at+1)
	}
	return op.Arg{Name: "projectId", Ref: d.ops[at].As}, nil
}
