package answer

import (
	"fmt"
	"slices"
	"strings"

	"assister/internal/calendar"
	"assister/internal/language/meaning"
	"assister/internal/reference"
)

// Free time is what the events leave of the hours in which people meet; an answer says which
// hours it has looked at. What takes all of a day leaves it free, and is named beside it.

const (
	dayBegins = 8 * 60
	dayEnds   = 20 * 60
	gapLeast  = 15 // minutes, if a question does not say

	eveningBegins = 18 * 60 // a question that begins so late looks at all of it
	eveningEnds   = 22 * 60
	morningBegins = 5 // the hour from which something takes place or rings in the morning
)

// gap is a time without events, in minutes of its day.
type gap struct {
	day      calendar.Date
	from, to int
}

// freetime is the time that events leave, or share.
type freetime struct{ *looking }

// between are the free times of a day with events, in words.
func (l freetime) between(all []reference.Item) []string {
	switch {
	case l.when.First != l.when.Last:
		return nil
	case l.when.From.Valid() && l.when.From == l.when.To:
		return l.halves(all)
	}
	return reference.Each(l.gapsOf(l.when.First, all), func(g gap) string { return clock(g.from) + "–" + clock(g.to) })
}

// halves is the free one of two times, if a question names a time in no certain half of the
// day.
func (l freetime) halves(all []reference.Item) []string {
	if l.when.Also < l.when.From { // nobody means two at night
		return nil
	}
	free := reference.Those([]calendar.Time{l.when.From, l.when.Also}, func(at calendar.Time) bool {
		one := l.when
		one.From, one.To, one.Also = at, at, 0
		return !slices.ContainsFunc(all, func(i reference.Item) bool { return one.Has(i.Day, i.Begins, i.Ends()) })
	})
	return reference.Each(free, calendar.Time.String)
}

// gaps answers when nothing takes place: in the days that are named, or on the next day
// that has time left.
func (l freetime) gaps() finding {
	if len(l.Names) > 0 { // which nothing that is not there has
		l.stop(unresolved{words: l.Names[0].Text})
	}
	all := l.items()
	farthest := max(l.when.First, l.today).AddDays(aheadMost)
	if bounded := l.when.First.Valid() && l.when.Last.Valid(); !bounded || l.when.Last > farthest {
		l.when.First = max(l.when.First, l.today)
		if l.when.Last = min(l.when.Last, farthest); !l.when.Last.Valid() {
			l.when.Last = farthest
		}
	}
	if l.by == meaning.When {
		return l.freeDays(all)
	}
	var free []gap
	for day := max(l.when.First, l.today); day <= l.when.Last; day = day.AddDays(1) {
		free = append(free, l.gapsOf(day, all)...)
		first := l.rank.Order == meaning.First
		if len(free) > 0 && (first || !l.said.Set()) {
			l.when.First, l.when.Last = day, day
			break
		}
	}
	if l.rank.Order == meaning.First {
		free = free[:min(len(free), 1)]
	}
	outside := func(i reference.Item) bool { return i.Day < l.when.First || i.Day > l.when.Last }
	return finding{text: l.sayGaps(free, all), total: new(len(free)), items: slices.DeleteFunc(all, outside)}
}

// freeDays answers on which days nothing takes place at any time.
func (l freetime) freeDays(all []reference.Item) (f finding) {
	if !l.when.Daily { // otherwise only these hours of the days
		l.when.From, l.when.To = 0, 0
		if !l.said.Set() && l.weekdays == 0 {
			l.when.Last = l.when.First.AddDays(daysLooked - 1)
		}
	}
	var lines []string
	for day := max(l.when.First, l.today); day <= l.when.Last; day = day.AddDays(1) {
		busy := func(i reference.Item) bool { return i.Day == day && i.Begins.Valid() }
		if other := l.weekdays != 0 && !l.weekdays.Has(day.Weekday()); other || slices.ContainsFunc(all, busy) {
			continue
		}
		if l.rank.Order == meaning.Next {
			l.when.First, l.when.Last, l.when.Daily = day, day, false
		}
		line := "- " + l.words.Date(day)
		if names := allDay(day, all); names != "" {
			line += " · " + names
		}
		lines = append(lines, line)
	}
	f.total, f.text = new(len(lines)), l.times(lines, "")
	if whole := !l.when.Daily && !l.when.From.Valid(); whole && len(lines) > 0 {
		time := (phrasing{question: l.question}).time(l.when)
		f.text = l.words.Lines(l.words.Text("free.days", "time", time), lines)
	}
	return f
}

// times are lines with free times below the time that is looked at.
func (l freetime) times(lines []string, frame string) string {
	w, time := l.words, (phrasing{question: l.question}).time(l.when)
	if len(lines) == 0 {
		return w.Text("free.no-time", "time", time, "frame", frame)
	}
	return w.Lines(w.Text("free.gaps", "time", time, "frame", frame), lines)
}

// allDay is what takes all of a day, by its names.
func allDay(day calendar.Date, all []reference.Item) string {
	whole := func(i reference.Item) bool { return i.Day == day && !i.Begins.Valid() }
	name := func(i reference.Item) string { return short(i.Record.Label()) }
	return strings.Join(reference.Each(reference.Those(all, whole), name), ", ")
}

// gapsOf are the gaps of one day, those of today from now on.
func (l freetime) gapsOf(day calendar.Date, all []reference.Item) (free []gap) {
	from, to := l.frame(day)
	least := max(l.minutes, gapLeast)
	for _, i := range all {
		if i.Day != day || !i.Begins.Valid() {
			continue
		}
		begins, ends := i.Minutes()
		if end := min(begins, to); end-from >= least {
			free = append(free, gap{day: day, from: from, to: end})
		}
		from = max(from, ends)
	}
	if to-from >= least {
		free = append(free, gap{day: day, from: from, to: to})
	}
	return free
}

// frame returns the part of a day to look at, in minutes: the hours of the question, or the
// usual hours of the day.
func (l freetime) frame(day calendar.Date) (from, to int) {
	from, to = dayBegins, dayEnds
	begins, ends := l.when.Hours(day)
	if begins.Valid() {
		from = int(begins) - 1
	}
	switch {
	case ends.Valid():
		to = int(ends) - 1
	case from >= eveningBegins:
		to = max(to, eveningEnds)
	}
	if day == l.today {
		from = max(from, int(l.now())-1)
	}
	return from, max(from, to)
}

func (l freetime) sayGaps(free []gap, all []reference.Item) string {
	w, frame := l.words, ""
	if !l.when.Timed() {
		frame = w.Text("free.frame", "from", clock(dayBegins), "to", clock(dayEnds))
	}
	var lines []string
	for _, g := range free[:min(len(free), linesMax)] {
		words := []string{clock(g.from) + "–" + clock(g.to), w.Span(g.to - g.from)}
		if l.when.First != l.when.Last {
			words[0] = w.Date(g.day) + " " + words[0]
		}
		if names := allDay(g.day, all); names != "" {
			words = append(words, w.Text("list.pair", "name", w.Text("free.all-day"), "value", names))
		}
		lines = append(lines, "- "+strings.Join(words, " · "))
	}
	return l.times(lines, frame)
}

// clock is a time of day by its minutes.
func clock(minutes int) string { return fmt.Sprintf("%02d:%02d", minutes/60, minutes%60) }

// clashes answers what takes place at the same time as something else.
func (l freetime) clashes() (f finding) {
	others := *l.question
	others.Names, others.IDs = nil, nil // what is named or "it" clashes with whatever else there is
	timed := slices.DeleteFunc((&looking{&others}).items(), func(i reference.Item) bool { return !i.Begins.Valid() })
	p := phrasing{question: l.question}
	var lines []string
	for n, x := range timed {
		_, ends := x.Minutes()
		for _, y := range timed[n+1:] {
			if begins, _ := y.Minutes(); y.Day != x.Day || begins >= ends {
				break
			}
			if l.together(x, y) {
				lines = append(lines, "- "+p.line(x)+"\n  "+p.line(y))
				f.items = append(f.items, x, y)
			}
		}
	}
	unknown := func(n reference.Term) bool { return !l.resolver().Mentioned(n.Text) }
	switch known := !slices.ContainsFunc(l.Names, unknown); {
	case len(lines) > 0 || known:
	case l.when.Timed(): // what is not planned yet needs the time to be free
		l.what, l.Names = meaning.Free, nil
		return l.find()
	default:
		l.unmentioned() // two trains that leave at the same time
	}
	f.total, f.text = new(len(lines)), l.words.Text("free.no-clash", "time", p.time(l.when))
	if len(lines) > 0 {
		f.text = l.words.Lines(l.words.Text("free.clash", "time", p.time(l.when)), lines)
	}
	return f
}

// together reports whether two items at one time are those that are asked about: each name is of one of them.
func (l freetime) together(x, y reference.Item) bool {
	neither := func(n reference.Term) bool { return !n.Holds(x.Record) && !n.Holds(y.Record) }
	unnamed := *l.question
	unnamed.Names = nil
	return !slices.ContainsFunc(l.Names, neither) && (unnamed.Holds(x.Record) || unnamed.Holds(y.Record))
}
