package question

import (
	"slices"
	"strings"

	"assister/internal/calendar"
	"assister/internal/phrase/moment"
)

// time notes what is said about time. Two days that follow each other are one
// time; another second one is not understood.
func (r *reader) time(w word) {
	t, ok := timeOf(*w.when)
	words := strings.Fields(plain(r.text[w.Start:w.End]))
	said := func(any []string) bool {
		return slices.ContainsFunc(words, func(word string) bool { return slices.Contains(any, word) })
	}
	if said(sames) {
		ok = false // "the same day as the invoice" is no day by itself
	}
	if ok && !t.From.Valid() && !t.To.Valid() && said(dayParts) {
		ok = false // "any evening next week" is some hours of each of its days
	}
	if ok && slices.Contains(ownDays, plain(r.q.When.Said)) {
		r.q.When = Time{} // "what's my day like tomorrow"
	}
	if before := r.q.When; ok && before.Set() && !r.ahead {
		if ok = adjoins(before, t); ok {
			t = Time{Said: before.Said, Days: before.Days, Last: t.Last}
			r.q.When, r.undo = t, nil
			return
		}
	}
	if !ok {
		r.q.NotUnderstood = append(r.q.NotUnderstood, w.Span)
		return
	}
	t.Said, r.ahead = r.text[w.Start:w.End], false
	if of, ok := r.timeItself(t); ok {
		t = of
	}
	if !t.Last.Valid() && !t.From.Valid() && slices.Contains(afters, plain(strings.Fields(t.Said)[0])) {
		t.Days = t.Days.AddDays(1) // after the 18th is not on it
	}
	if t.Days == t.Last && strings.HasPrefix(strings.ToLower(t.Said), "by ") {
		t.Days = 0 // what is to be done by friday has been due before it, too
	}
	if r.at == 1 && strings.HasPrefix(t.Said, "about ") {
		r.joins, r.listed = true, false // "what about saturday"
	}
	r.clockOnly = w.alone || onlyClock(t.Said)
	r.hour = w.when.Kind == moment.TimeOfDay
	r.before = w.when.Kind == moment.Range && w.when.To.Timed() && w.when.To.Clock == 1
	r.q.When, r.said = t, true
	if name := r.withoutArticle(r.withoutPreposition(t.Said)); !strings.ContainsRune(name, ' ') {
		r.takeBack(r.at, func(q *Question) { q.When = Time{} })
	}
}

// ownDays are one's day, whichever it is.
var ownDays = []string{"my day", "the day", "our day", "ma journee", "la journee"}

// dayParts are some of the hours of a day.
var dayParts = []string{"morning", "mornings", "afternoon", "afternoons", "evening", "evenings", "night", "nights", "matin", "matins", "matinee", "soir", "soirs", "soiree"}

// sames make of a time that of something else.
var sames = []string{"same", "meme"}

// timeItself is the time in "the meetings of monday" and "what is left from last
// week", which look at that day and that week and not from then on.
func (r *reader) timeItself(t Time) (Time, bool) {
	preposition, rest, ok := strings.Cut(t.Said, " ")
	if t.Last.Valid() || !ok {
		return t, false
	}
	m, whole := moment.Whole(rest, r.clock, r.language.moments())
	switch preposition = plain(preposition); {
	case r.language == English && preposition == "from" && whole && r.behindUs(m):
		m.From.Day, m.To.Day = m.From.Day.AddMonths(-12), m.To.Day.AddMonths(-12)
	case r.language == English && preposition == "from" && t.Days < r.today:
	case r.language == French && (preposition == "de" || preposition == "du" || preposition == "des"):
	default:
		return t, false
	}
	if !whole {
		t.Last = t.Days
		return t, true
	}
	of, ok := timeOf(m)
	of.Said = t.Said
	return of, ok
}

// behindUs reports whether a month is rather the one that has been than the one to come:
// "from october", in november.
func (r *reader) behindUs(m moment.Meaning) bool {
	const half = 183
	return m.Kind == moment.Range && m.To.Day > m.From.Day.AddDays(27) && m.To.Day <= m.From.Day.AddDays(30) && m.From.Day.AddMonths(-12) >= r.today.AddDays(-half)
}

// recalled is a day as one means it who asks what was: "what did I finish on
// monday" is about the last monday.
func (r *reader) recalled(t Time) Time {
	ahead := int(t.Days - r.today)
	if ahead >= 1 && ahead <= 6 && !t.Last.Valid() {
		t.Days = t.Days.AddDays(-7) // "since the weekend"
		return t
	}
	if ahead > 0 && t.Days < t.Last {
		t.Days, t.Last = t.Days.AddMonths(-12), t.Last.AddMonths(-12) // "in november"
		return t
	}
	if t.Days != t.Last || ahead < 1 || ahead > 6 || !weekday(t.Said) {
		return t
	}
	t.Days, t.Last = t.Days.AddDays(-7), t.Last.AddDays(-7)
	return t
}

// weekday reports whether a day was said by its weekday alone.
func weekday(said string) bool {
	words := strings.Fields(plain(said))
	if len(words) > 1 && slices.Contains([]string{"on", "this", "le", "ce"}, words[0]) {
		words = words[1:]
	}
	return len(words) == 1 && slices.Contains(weekdays, words[0])
}

var weekdays = []string{"monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "mon", "tue", "wed", "thu", "fri", "sat", "sun",
	"lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche"}

// afters stand before a day that is not meant itself.
var afters = []string{"after", "apres"}

// onlyClock reports whether a time says hours and no day.
func onlyClock(said string) bool {
	return !slices.ContainsFunc(strings.FieldsFunc(plain(said), func(r rune) bool { return r == ' ' || r == ':' || r == '\'' || r == '’' }), func(w string) bool {
		return !slices.Contains(hours, w) && (w[0] < '0' || w[0] > '9' || len(w) > 4)
	})
}

// beginsWithHour reports whether what was taken for a name is a time: "6pm this week".
func beginsWithHour(name string) bool {
	first, _, _ := strings.Cut(strings.ToLower(name), " ")
	digits := strings.TrimLeft(first, "0123456789")
	return slices.Contains([]string{"noon", "midnight", "midday", "midi", "minuit"}, first) ||
		len(digits) < len(first) && slices.Contains([]string{"am", "pm", "h", "a.m.", "p.m."}, digits)
}

// hours are words that say a time of whatever day.
var hours = strings.Fields("after before until till from to between and at past noon midnight midday am pm o clock half one two three four five six seven eight nine ten eleven twelve " +
	"apres avant jusqu entre et de a midi minuit heure heures h")

// withoutPreposition is what is said about a time without the preposition before
// it, which is then no part of the word: "missing from the weekend bag".
func (r *reader) withoutPreposition(said string) string {
	first, rest, ok := strings.Cut(said, " ")
	if !ok || !slices.Contains(prepositions[r.language], plain(first)) {
		return said
	}
	name := r.withoutArticle(rest)
	r.words[r.at].Start += len(said) - len(name)
	return name
}

// prepositions are those that stand before a name as well as before a time.
var prepositions = [...][]string{English: {"from", "in", "of", "for"}, French: {"de", "du", "des", "dans", "pour"}}

// withoutArticle is what is said about a time without the article before it.
func (r *reader) withoutArticle(said string) string {
	if first, rest, ok := strings.Cut(said, " "); ok && slices.Contains(articles[r.language], plain(first)) {
		return rest
	}
	return said
}

// adjoins reports whether a time begins on the day after another ends, both of
// whole days: "today and tomorrow".
func adjoins(t, next Time) bool {
	whole := func(t Time) bool { return t.Days.Valid() && t.Last.Valid() && !t.From.Valid() && !t.To.Valid() }
	return whole(t) && whole(next) && next.Days == t.Last.AddDays(1)
}

// timeOf is the days and hours of what was said. A length of time, or something
// that repeats, is no time to look at.
func timeOf(m moment.Meaning) (t Time, ok bool) {
	hour := func(p moment.Point) calendar.Time {
		if !p.Timed() {
			return 0
		}
		return calendar.TimeOf(int(p.Clock-1)/3600, int(p.Clock-1)/60%60)
	}
	switch m.Kind {
	case moment.Day:
		return Time{Days: m.From.Day, Last: m.From.Day}, true
	case moment.DayAndTime, moment.TimeOfDay:
		return Time{Days: m.From.Day, Last: m.From.Day, From: hour(m.From), To: hour(m.From)}, true
	case moment.Range:
		t = Time{Days: m.From.Day, Last: m.To.Day, From: hour(m.From), To: hour(m.To)}
		switch { // "after 3 on friday" is part of that day
		case t.From.Valid() && !t.Last.Valid():
			t.Last = t.Days
		case t.To.Valid() && !t.Days.Valid() && m.To.Clock > 1:
			t.Days = t.Last
		}
		if m.To.Timed() && m.To.Clock == 1 { // "before friday" ends where friday begins
			t.Last, t.To = t.Last.AddDays(-1), 0
		}
		return t, t.Set()
	}
	return t, false
}

// period is a time that a question names by its unit alone: "my week".
func (r *reader) period(unit int) {
	if r.q.When.Set() {
		return
	}
	t := Time{Said: r.text[r.words[r.at].Start:r.words[r.at].End], Days: r.today, Last: r.today}
	switch unit {
	case week:
		t.Days = r.today.StartOfWeek()
		t.Last = t.Days.AddDays(6)
	case ahead:
		t.Last, r.ahead = 0, true
	case month:
		_, _, d := r.today.YMD()
		t.Days = r.today.AddDays(1 - d)
		t.Last = t.Days.AddMonths(1).AddDays(-1)
	}
	r.q.When = t
}
