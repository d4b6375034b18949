package moment

import (
	"time"

	"assister/internal/calendar"
)

// How French arranges the words of time: what its table of words says nothing of.

// frenchForms are what French says in an order of its own: "lundi prochain", "il y
// a trois jours", "neuf heures et demie", "un jeudi sur deux".
func frenchForms() forms {
	return forms{
		amounts: []form[length]{
			{"approx? stretch", stretchOfDays},                 // quinze jours
			{"approx? a? half -? unit", halfUnit},              // une demi-heure
			{"approx? COUNT unit and quarter", unitAndQuarter}, // une heure et quart
		},
		clocks: []form[clockTime]{
			{"HOURS and half", halfHourOn}, // neuf heures et demie
			{"HOURS and quarter", quarterHourOn},
			{"HOURS till the? quarter", quarterHourBack}, // dix heures moins le quart
			{"HOURS till CARDINAL", minutesBack},
			{"HOURS till #2", minutesBack},
			{"HOURS #2 !unit|month|oclock|letter", minutesOn}, // 9 heures 30
			{"HOURS CARDINAL !unit|month|oclock", minutesOn},
			{"#2 ~letter !of|unit", hourOfDay}, // 15h
		},
		offsets: []form[span]{
			{"ago AMOUNT", back},                        // il y a trois jours
			{"in the AMOUNT", withinAmount},             // dans les trois jours
			{"the? relative of the? ANYDAY", dayBeside}, // la veille de noël
		},
		days: []form[days]{
			{"the? weekday STOP? WHICH !unit|weekday", weekdayWhich},                              // lundi prochain
			{"the? weekday in CARDINAL !unit", weekdayInEight},                                    // lundi en huit
			{"the? COUNT NTH unit of|in WITHIN", unitsOfEdge},                                     // les trois premiers jours de mars
			{"the? end|begin WITHIN", edgeOf},                                                     // fin mars
			{"the #2 !month|unit|weekday|part|next|last|suffix|oclock|letter|ordinal", dayOfThis}, // le 3
		},
		periods: []form[days]{
			{"the? COUNT unit WHICH", unitsToCome}, // les 3 jours suivants
			{"the? unit WHICH", whichUnit},         // la semaine prochaine
			{"the? weekend WHICH", whichWeekend},
		},
		rules: []form[Rule]{
			{"a weekday outof COUNT", oneOutOf}, // un jeudi sur deux
			{"a unit outof COUNT", oneOutOf},
			{"every stretch", everyStretch},
			{"every ORDINALS WEEKDAYS of the? unit", nthOfMonth}, // tous les premiers lundis du mois
			{"every #2 of the? unit", numberOfEvery},             // tous les 15 du mois
			{"the? #2 of EVERY unit", numberOfEvery},             // le 15 de chaque mois
		},
	}
}

// --- lengths

func stretchOfDays(r *reader, m *match) (length, bool) {
	return length{Amount{Days: r.value(m, stretch)}, DayGrain}, true
}

func unitAndQuarter(r *reader, m *match) (length, bool) { return r.units(m, 4*m.nums[0]+1, 4) }

// --- times of day

// readHours reads an hour with the word that says that it is one: "neuf heures",
// "9 h", "midi".
func readHours(r *reader, i int, m *match) (to int) {
	n, k := 0, i
	switch {
	case r.has(i, clock):
		m.clock = clockTime{h: r.n(i, clock) / 60, exact: true, strong: true, grain: Hour}
		return i + 1
	case r.digit(i) && r.toks[i].digits <= 2:
		n, k = r.toks[i].num, i+1
	default:
		n, k = r.cardinal(i)
	}
	if k == i || n > 23 || !r.has(k, oclock) && !(r.has(k, letter) && r.has(k, unit)) {
		return i
	}
	m.clock = clockTime{h: n, exact: n > 12 || n == 0, strong: true, grain: Hour}
	return k + 1
}

// shifted is the form's hour and some minutes.
func shifted(c clockTime, minutes int) (clockTime, bool) {
	total := (c.h*60 + minutes + 24*60) % (24 * 60)
	c.h, c.m, c.grain, c.strong = total/60, total%60, Minute, true
	return c, minutes > -60 && minutes < 60
}

func halfHourOn(_ *reader, m *match) (clockTime, bool) { return shifted(m.clock, 30) }

func quarterHourOn(_ *reader, m *match) (clockTime, bool) { return shifted(m.clock, 15) }

func quarterHourBack(_ *reader, m *match) (clockTime, bool) { return shifted(m.clock, -15) }

// minutesSaid is the number behind the form's hour.
func (r *reader) minutesSaid(m *match) int {
	if m.num > 0 {
		return m.nums[0]
	}
	return r.toks[m.words[m.size-1]].num
}

func minutesOn(r *reader, m *match) (clockTime, bool) { return shifted(m.clock, r.minutesSaid(m)) }

func minutesBack(r *reader, m *match) (clockTime, bool) { return shifted(m.clock, -r.minutesSaid(m)) }

// hourOfDay is 15h beside a day, or where it is too late to be a length of time.
func hourOfDay(r *reader, m *match) (clockTime, bool) {
	n := r.toks[m.at].num
	c := clockTime{h: n, exact: !r.has(m.to, part), strong: true, grain: Hour}
	lasts := r.has(m.at-1, forr) || r.has(m.at-1, in) || r.has(m.at-1, within)
	return c, n < 24 && r.has(m.at+1, unit) && !lasts && (n >= 7 || m.prep.has(at) || r.dayBefore(m.at) || r.has(m.to, part))
}

// --- days

// weekdayWhich is a weekday of this week, the next or the last.
func weekdayWhich(r *reader, m *match) (days, bool) {
	wd := r.value(m, weekday)
	if m.which == 0 {
		return days{wd: wd + 1, grain: DayGrain}, true
	}
	return r.weekdayAt(m.which, wd), true
}

// weekdayInEight is the one a week after the soonest, or two weeks: in French a
// week has eight days, the first and the last included.
func weekdayInEight(r *reader, m *match) (d days, ok bool) {
	wd := soonest(r.today.AddDays(1), time.Weekday(r.value(m, weekday)))
	switch m.nums[0] {
	case 8:
		return days{first: wd.AddDays(7), grain: DayGrain}, true
	case 15:
		return days{first: wd.AddDays(14), grain: DayGrain}, true
	}
	return d, false
}

// unitsOfEdge counts before it says from where.
func unitsOfEdge(r *reader, m *match) (days, bool) {
	m.nums[0], m.nums[1] = m.nums[1], m.nums[0]
	return firstUnits(r, m)
}

// dayOfThis is "le 3", which nothing else can be.
func dayOfThis(r *reader, m *match) (days, bool) {
	n := r.toks[m.words[1]].num
	return days{d: n, grain: DayGrain}, n >= 1 && n <= 31 && r.endsDay(m.to) && !r.counts(m.to)
}

// dayBeside is the day before or after another.
func dayBeside(r *reader, m *match) (p span, ok bool) {
	n, d := r.value(m, relative), m.day
	if n == 0 || d.free || !r.resolve(&d) || d.last.Valid() || d.clock > 0 {
		return p, false
	}
	return span{mod: on, hasDay: true, day: days{first: d.first.AddDays(n), grain: DayGrain}}, true
}

// --- what repeats

func oneOutOf(r *reader, m *match) (rule Rule, ok bool) {
	n := m.nums[0]
	if n < 2 || n > 12 {
		return rule, false
	}
	if r.wordOf(m, weekday) >= 0 {
		return Rule{Freq: Weekly, Interval: n, Days: calendar.Days(1 << r.value(m, weekday))}, true
	}
	return everyUnit(n, r.value(m, unit))
}

func everyStretch(r *reader, m *match) (Rule, bool) {
	return everyUnit(r.value(m, stretch)/7, int(Week))
}

func numberOfEvery(r *reader, m *match) (rule Rule, ok bool) {
	var nth nths
	k := r.wordOf(m, numeral)
	if r.has(m.words[m.size-1], unit) && r.n(m.words[m.size-1], unit) != int(Month) || !nth.add(r.toks[k].num) {
		return rule, false
	}
	rule = Rule{Freq: Monthly, Interval: max(m.every, 1)}
	return rule, rule.nth(nth, 0)
}
