package rules

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"assister/internal/calendar"
)

// Free time is what the events leave of the hours in which people meet; an answer
// says which hours it has looked at. What takes all of a day leaves it free, and is
// named beside it.

const (
	dayBegins = 8 * 60
	dayEnds   = 20 * 60
	gapLeast  = 15 // minutes, where a question does not say
)

// gap is a time without events, in minutes of its day.
type gap struct {
	day      calendar.Date
	from, to int
	allDay   []string // what else is on that day
}

// gaps answers when nothing takes place: in the days that are named, or on the
// next day that has time left.
func (a *answerer) gaps() (f finding, err error) {
	all, err := a.items()
	if err != nil {
		return f, err
	}
	if a.when.Last == 0 || a.when.Days == 0 || a.when.Last > a.when.Days.AddDays(aheadMost) {
		a.when.Days = max(a.when.Days, a.today)
		a.when.Last = a.when.Days.AddDays(aheadMost)
	}
	if a.q.Days {
		return a.freeDays(all), nil
	}
	var free []gap
	for day := max(a.when.Days, a.today); day <= a.when.Last; day = day.AddDays(1) {
		free = append(free, a.gapsOf(day, all)...)
		if len(free) > 0 && !a.q.When.Set() {
			a.when.Days, a.when.Last = day, day
			break
		}
	}
	total := len(free)
	return finding{text: a.sayGaps(free), total: &total, items: slices.DeleteFunc(all, a.outside)}, nil
}

// freeDays answers on which days nothing takes place at any time.
func (a *answerer) freeDays(all []item) (f finding) {
	l := a.in()
	if !a.q.When.Set() {
		a.when.Last = a.when.Days.AddDays(6)
	}
	var lines []string
	for day := max(a.when.Days, a.today); day <= a.when.Last; day = day.AddDays(1) {
		a.when.From, a.when.To = 0, 0
		if whole := a.gapsOf(day, all); !slices.ContainsFunc(all, func(i item) bool { return i.day == day && i.begins.Valid() }) {
			line := "- " + l.Date(day)
			if len(whole) > 0 && len(whole[0].allDay) > 0 {
				line += " · " + strings.Join(whole[0].allDay, ", ")
			}
			lines = append(lines, line)
		}
	}
	total := len(lines)
	f.total = &total
	if total == 0 {
		f.text = l.Text("free.no-time", "time", a.time(a.when), "frame", "")
		return f
	}
	f.text = l.Lines(l.Text("free.days", "time", a.time(a.when)), lines)
	return f
}

// outside reports whether an item is on a day that is not looked at.
func (a *answerer) outside(i item) bool { return i.day < a.when.Days || i.day > a.when.Last }

// gapsOf are the gaps of one day, those of today from now on.
func (a *answerer) gapsOf(day calendar.Date, all []item) (free []gap) {
	from, to := a.frame(day)
	var allDay []string
	for _, i := range all {
		if i.day != day {
			continue
		}
		if !i.begins.Valid() {
			allDay = append(allDay, short(i.record.Label()))
			continue
		}
		begins, ends := minutes(i)
		if begins > from && min(begins, to)-from >= max(a.q.Least, gapLeast) {
			free = append(free, gap{day: day, from: from, to: min(begins, to)})
		}
		from = max(from, ends)
	}
	if to-from >= max(a.q.Least, gapLeast) {
		free = append(free, gap{day: day, from: from, to: to})
	}
	for n := range free {
		free[n].allDay = allDay
	}
	return free
}

// frame is what is looked at of a day, in minutes: the hours that were said, or
// those in which people meet.
func (a *answerer) frame(day calendar.Date) (from, to int) {
	from, to = dayBegins, dayEnds
	if day == a.when.Days && a.when.From.Valid() {
		from = int(a.when.From) - 1
	}
	if day == a.when.Last && a.when.To.Valid() {
		to = int(a.when.To) - 1
	}
	if day == a.today {
		from = max(from, int(a.now())-1)
	}
	return from, max(from, to)
}

// minutes are those of its day in which an item takes place. Without an end it
// takes up an hour.
func minutes(i item) (from, to int) {
	from = int(i.begins) - 1
	length, ok := lasts(i)
	if !ok {
		length = 60
	}
	return from, from + length
}

func (a *answerer) sayGaps(free []gap) string {
	l := a.in()
	frame, time := "", a.time(a.when)
	if !a.when.From.Valid() && !a.when.To.Valid() {
		frame = l.Text("free.frame", "from", clock(dayBegins), "to", clock(dayEnds))
	}
	if len(free) == 0 {
		return l.Text("free.no-time", "time", time, "frame", frame)
	}
	var lines []string
	for _, g := range free[:min(len(free), linesMax)] {
		words := []string{clock(g.from) + "–" + clock(g.to), l.Span(g.to - g.from)}
		if a.when.Days != a.when.Last {
			words[0] = l.Date(g.day) + " " + words[0]
		}
		if len(g.allDay) > 0 {
			words = append(words, l.Text("list.pair", "name", l.Text("free.all-day"), "value", strings.Join(g.allDay, ", ")))
		}
		lines = append(lines, "- "+strings.Join(words, " · "))
	}
	return l.Lines(l.Text("free.gaps", "time", time, "frame", frame), lines)
}

// clock is a time of day by its minutes.
func clock(minutes int) string { return fmt.Sprintf("%02d:%02d", minutes/60, minutes%60) }

// clashes answers what takes place at the same time as something else.
func (a *answerer) clashes() (f finding, err error) {
	others := *a
	others.subjects = nil // what is named clashes with whatever else there is
	all, err := others.items()
	if err != nil {
		return f, err
	}
	timed := slices.DeleteFunc(all, func(i item) bool { return !i.begins.Valid() })
	slices.SortStableFunc(timed, func(x, y item) int { return cmp.Or(cmp.Compare(x.day, y.day), cmp.Compare(x.begins, y.begins)) })
	var lines []string
	for n, x := range timed {
		_, ends := minutes(x)
		for _, y := range timed[n+1:] {
			if begins, _ := minutes(y); y.day != x.day || begins >= ends {
				break
			}
			if !a.together(x, y) {
				continue
			}
			lines = append(lines, "- "+a.line(x)+"\n  "+a.line(y))
			f.items = append(f.items, x, y)
		}
	}
	l, total := a.in(), len(lines)
	f.total = &total
	if total == 0 {
		f.text = l.Text("free.no-clash", "time", a.time(a.when))
		return f, nil
	}
	f.text = l.Lines(l.Text("free.clash", "time", a.time(a.when)), lines)
	return f, nil
}

// together reports whether two items at one time are those that are asked about: of
// two names each is of one of them.
func (a *answerer) together(x, y item) bool {
	if len(a.subjects) != 2 {
		return a.named(x.record) || a.named(y.record)
	}
	one, other := *a, *a
	one.subjects, other.subjects = a.subjects[:1], a.subjects[1:]
	return one.named(x.record) && other.named(y.record) || one.named(y.record) && other.named(x.record)
}

// inAll is how long items take together; ok is whether each of them has an end.
func inAll(items []item) (minutes int, ok bool) {
	ok = true
	for _, i := range items {
		n, known := lasts(i)
		minutes += n
		ok = ok && known
	}
	return minutes, ok
}
