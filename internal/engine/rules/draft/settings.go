package draft

import (
	"slices"

	"assister/internal/calendar"
	"assister/internal/fulltext"
	"assister/internal/language/meaning"
	"assister/internal/language/timeexpr"
	"assister/internal/reference"
	"assister/internal/schema"
)

// settings are what a change sets.
type settings struct {
	when     schedule
	gone     calendar.Days // weekdays that others are set in the place of
	due      calendar.Date
	dueAt    calendar.Time   // on that day; no field has it
	duePart  timeexpr.Part   // of that day
	by       timeexpr.Amount // on by that much, or back if it is negative
	longer   int             // minutes
	allDay   bool
	backlog  bool
	calendar bool // it is something on the calendar
	tags     []string
	untag    []string
	list     string
	clear    []meaning.Field
	text     meaning.Attributes // other fields, each once
}

// retitled is a change with the days behind the title of a new text as a part of it, since texts have
// none: a note called "Ideas for tomorrow". The day of a list is refused, and a part of the day is no day.
func retitled(do meaning.Do) meaning.Do {
	kind := schema.Lookup(kindOf(do.Kind))
	dated := kind != nil && (reference.Column(meaning.When, kind) != nil || reference.Column(meaning.Due, kind) != nil)
	if do.Act != meaning.Create || do.Title == "" || kind == nil || dated {
		return do
	}
	set := do.Set
	do.Set = nil
	for _, a := range set {
		part := a.Time.Daily && a.Time.Part != timeexpr.NoPart
		if a.Field == meaning.When && a.Tail != "" && (kind.Body != "" || part) {
			do.Title += " " + a.Tail
			continue
		}
		do.Set = append(do.Set, a)
	}
	return do
}

// settingsOf reads what a change sets. It reports false if an attribute sets nothing that a
// record can have, or contradicts another one.
func settingsOf(do meaning.Do, now calendar.Clock) (s settings, ok bool) {
	for _, a := range do.Set {
		if a.Not || !s.addOf(do, a, now.Today()) {
			return s, false
		}
	}
	creates := do.Act == meaning.Create
	if s.when.implied { // "due on the 3rd, every month"
		s.when.addDay(s.due, 0)
	}
	if creates {
		s.when.begin(now)
	}
	if s.when.endsFirst() {
		return s, false
	}
	if due := s.when.complete(); due.Valid() {
		s.due = due
	}
	dueAnyDay := func(a meaning.Attribute) bool { return a.Field == meaning.Due && a.Time.OfAnyDay() }
	if creates && slices.ContainsFunc(do.Set, dueAnyDay) {
		s.dueOnItsDays()
	}
	dayless := s.dueAt.Valid() && !s.due.Valid() || s.duePart != timeexpr.NoPart // a time that something is due at
	return s, (creates || !dayless) && !(creates && s.when.lasts())
}

// addOf adds one attribute of a change.
func (s *settings) addOf(do meaning.Do, a meaning.Attribute, today calendar.Date) (ok bool) {
	creates := do.Act == meaning.Create
	switch {
	case a.Field == meaning.Length && do.Act == meaning.Shift:
		return s.shift(a.Time.Amount)
	case a.Field == meaning.List && a.Text != "" && !creates: // an item goes to another list
		s.put(a.Field, a.Text)
		return true
	case creates && !do.Happens && a.Field == meaning.When && isEndOfDay(a.Time):
		a.Field = meaning.Due
		if ok = s.addTime(a, today); !s.due.Valid() {
			s.due = today
		}
		return ok
	}
	return s.add(a, today)
}

// dueOnItsDays puts a deadline at a time of any day on the days of something new.
func (s *settings) dueOnItsDays() {
	switch {
	case s.when.repeat.Repeats():
		s.due = 0 // "every friday by 5": by then on each of its days
	case s.when.day.Valid() && !s.when.begins.Valid():
		s.due, s.when.day, s.when.again = s.when.day, 0, 0 // "tomorrow by noon"
	}
}

// isEndOfDay reports whether a time is the very end of its day: due on that day.
func isEndOfDay(v timeexpr.Value) bool {
	return v.Kind != timeexpr.Range && v.From.Clock == daySeconds
}

// daySeconds is the last second of a day, counted from one.
const daySeconds = 24 * 60 * 60

// add adds one attribute.
func (s *settings) add(a meaning.Attribute, today calendar.Date) bool {
	switch a.Field {
	case meaning.From: // says what is moved
		s.gone = a.Time.Rule.Days
	case meaning.Calendar:
		s.calendar = true
	case meaning.AllDay:
		s.allDay = true
	case meaning.Backlog:
		s.backlog = true
	case meaning.Tag:
		s.tags = append(s.tags, a.Text)
	case meaning.Untag:
		s.untag = append(s.untag, a.Text)
	case meaning.List:
		s.list = a.Text
	case meaning.Clear:
		if f := meaning.Field(a.Text); f == reference.Time { // nothing ends without a start
			s.allDay = true
		} else {
			s.clear = append(s.clear, f)
		}
	case meaning.Kind:
		s.put(a.Field, kindOf(a.Text))
		return kindOf(a.Text) != ""
	case meaning.Notes:
		s.note(a.Text)
	case meaning.Person, meaning.About, meaning.Part, meaning.Any, meaning.Clause:
		return false
	default:
		if a.Time.Kind != timeexpr.None {
			return s.addTime(a, today)
		}
		s.put(a.Field, a.Text)
		return a.Text != "" || a.Field != meaning.When
	}
	return true
}

// addTime adds an attribute with an expression of time.
func (s *settings) addTime(a meaning.Attribute, today calendar.Date) (ok bool) {
	v := a.Time
	if past := v.From.Day < today; v.Open && past && v.Other.Day >= today { // nothing is planned for the past
		v.From, v.Open = v.Other, false
	}
	switch a.Field {
	case meaning.When:
		return s.when.add(v, today)
	case meaning.Due:
		return s.addDue(v, today)
	case meaning.Length:
		if s.when.minutes, ok = minutesOf(v.Amount); !ok && v.Amount.Seconds == 0 {
			s.when.runs, ok = v.Amount, true
		}
	case meaning.Advance:
		return s.shift(v.Amount.Negative())
	case meaning.Longer:
		s.longer, ok = minutesOf(v.Amount)
	case meaning.Shorter:
		s.longer, ok = minutesOf(v.Amount)
		s.longer = -s.longer
	case meaning.End:
		s.when.ends, s.when.later = v.From.Time(), v.Other.Time()
		if v.Kind == timeexpr.Range {
			s.when.ends = v.To.Time()
		}
		return s.when.ends.Valid()
	}
	return ok
}

// addDue adds a deadline.
func (s *settings) addDue(v timeexpr.Value, today calendar.Date) bool {
	if v.Open && v.From.Day != v.Other.Day { // "by 12/3"
		return false
	}
	end := v.From
	if v.Kind == timeexpr.Range {
		end = v.To
	}
	s.due, s.duePart = v.Last(), v.Part
	midnight := end.Clock == 1 // by that is by the end of the day
	if midnight && !s.due.Valid() {
		s.due = today
	}
	if timed := v.Grain < timeexpr.DayGrain && s.duePart == timeexpr.NoPart; timed && !midnight && !isEndOfDay(v) {
		s.dueAt = end.Time()
		return s.dueAt.Valid()
	}
	return (s.due.Valid() || isEndOfDay(v)) && (v.Kind != timeexpr.Range || s.due >= today)
}

// shift sets by how much something is moved on.
func (s *settings) shift(by timeexpr.Amount) bool {
	s.by = by
	return s.shifts()
}

// shifts reports whether something is moved on by an amount of time.
func (s settings) shifts() bool { return s.by != timeexpr.Amount{} }

// untags reports whether a tag is taken away.
func (s settings) untags(tag string) bool {
	return slices.ContainsFunc(s.untag, func(u string) bool { return fulltext.Fold(u) == fulltext.Fold(tag) })
}

// empty reports whether nothing is set.
func (s settings) empty() bool {
	dates := s.allDay || s.backlog || s.due.Valid()
	lengths := s.longer != 0 || s.shifts()
	lists := len(s.tags) + len(s.untag) + len(s.clear) + len(s.text)
	times := dates || lengths || s.when.says()
	return !times && s.list == "" && lists == 0
}

// forTask reports whether something is set that no event has.
func (s settings) forTask() bool {
	return s.get(meaning.Priority) != "" || s.due.Valid() || len(s.tags) > 0
}

// soleKind is the kind that is changed, if no other kind has a field that is set: Nadia has an email
// address, and the lunch with Nadia has none. Parts of other records do not count.
func (s settings) soleKind() (kind string) {
	if len(s.text) == 0 {
		return ""
	}
	for _, k := range schema.Kinds {
		part := slices.ContainsFunc(k.Fields, func(f schema.Field) bool { return f.Part })
		switch lacks := reference.Column(s.text[0].Field, k) == nil; {
		case lacks || part:
		case kind != "":
			return ""
		default:
			kind = k.Name
		}
	}
	return kind
}

// get is the value of one of the other fields.
func (s settings) get(f meaning.Field) string {
	a, _ := s.text.Of(f)
	return a.Text
}

// put sets one of the other fields.
func (s *settings) put(f meaning.Field, text string) {
	s.text = append(s.text.Without(f), meaning.Attribute{Field: f, Text: text})
}

// note adds a line to the notes.
func (s *settings) note(line string) { s.put(meaning.Notes, joined(s.get(meaning.Notes), line)) }

// notePart keeps a part of the day in the notes. A record with a day and without a time has no field
// for it.
func (s *settings) notePart(w words) {
	if part := s.when.part; part != timeexpr.NoPart {
		s.note(w.part(part))
		s.when.part = timeexpr.NoPart
	}
	if minutes := s.when.minutes; minutes > 0 && !s.when.begins.Valid() {
		s.note(w.language.Text("note.minutes", "n", minutes))
	}
}

// columnOf is the name of the field of a kind for a field of a meaning. If there is none, it
// is the general name, for a refusal.
func columnOf(k *schema.Kind, f meaning.Field) string {
	if field := reference.Column(f, k); field != nil {
		return field.Name
	}
	return reference.ColumnName(f)
}

// needs are the fields that a kind must have for all that is set.
func (s settings) needs() (needed []meaning.Field) {
	timed := s.when.begins.Valid() || s.when.ends.Valid() || s.when.minutes > 0 || s.by.Seconds != 0
	for _, of := range []struct {
		set   bool
		field meaning.Field
	}{
		{timed, reference.Time}, {s.longer != 0, meaning.End}, {s.when.day.Valid() || s.backlog, meaning.When},
		{s.due.Valid(), meaning.Due}, {len(s.tags)+len(s.untag) > 0, meaning.Tag},
		{s.when.repeat.Repeats(), reference.Recurrence},
	} {
		if of.set {
			needed = append(needed, of.field)
		}
	}
	needed = append(needed, s.clear...)
	for _, a := range s.text.Without(meaning.Title, meaning.Company) {
		needed = append(needed, a.Field)
	}
	return needed
}

// fit reports whether records of a kind have all the fields that are set.
func (s settings) fit(k *schema.Kind) bool {
	return !slices.ContainsFunc(s.needs(), func(f meaning.Field) bool { return reference.Column(f, k) == nil })
}
