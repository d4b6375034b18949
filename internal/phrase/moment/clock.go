package moment

import "slices"

// clockTime is a time of day as it was said.
type clockTime struct {
	h, m, s int
	half    int  // 1 for am, 2 for pm, 0 where neither was said
	exact   bool // said in 24 hours: a leading zero, or a word such as noon
	strong  bool // nobody says it of anything but a time
	grain   Grain
	nextDay bool // midnight that ends the day
}

// bare reports whether a part of the day may still decide.
func (c clockTime) bare() bool { return c.half == 0 && !c.exact && c.h >= 1 && c.h <= 12 }

// seconds is the time it is: without am or pm, 1 to 6 are in the afternoon, as
// in package phrase.
func (c clockTime) seconds(p Part) int {
	h := c.h
	switch {
	case c.half > 0:
		h = h%12 + 12*(c.half-1)
	case c.bare() && p != NoPart:
		h %= 12
		if p == Afternoon || p == Evening || p == Night && h >= 5 || p == Lunch && h <= 6 {
			h += 12
		}
	case c.bare() && h <= 6:
		h += 12
	}
	return h*3600 + c.m*60 + c.s
}

// within is the time with the half of the day that a part of it says.
func (c clockTime) within(p Part) clockTime {
	if c.bare() {
		c.half = 1 + c.seconds(p)/(12*3600)
	}
	return c
}

// after is the next such hour after a second of the day.
func (c clockTime) after(from int) int {
	s := c.h%12*3600 + c.m*60 + c.s
	for s <= from {
		s += 12 * 3600
	}
	return s % 86400
}

// clock reads a time of day. A marked one may be a bare hour.
func (r *reader) clock(i int, marked bool) (c clockTime, to int) {
	if c, k := r.relativeClock(i); k > i {
		return c, k
	}
	c, k := r.plainClock(i, marked)
	if k == i {
		return c, i
	}
	if c.h > 23 || c.m > 59 || c.s > 59 || c.half > 0 && (c.h > 12 && !(c.half == 2) || c.h == 0) {
		return c, i
	}
	if c.half == 2 && c.h > 12 {
		c.half = 0
	}
	return c, k
}

// relativeClock reads "half past three", "quarter to nine", "20 minutes past
// eight".
func (r *reader) relativeClock(i int) (c clockTime, to int) {
	return r.lang.tables.relatives.read(r, i, 0)
}

func relativeForms() []form[clockTime] {
	return []form[clockTime]{
		{"half past|till HOUR", halfHour},
		{"half HOUR", halfOf},
		{"a? quarter past|till HOUR", quarterHour},
		{"COUNT unit past|till HOUR", minutesOf},
		{"COUNT past|till HOUR", minutesAlone},
	}
}

func halfHour(r *reader, m *match) (clockTime, bool) {
	if m.clock.m != 0 {
		return m.clock, false
	}
	return r.minutesFrom(m, 30)
}

// halfOf is "at half four", half an hour past it. Elsewhere it is half of something.
func halfOf(r *reader, m *match) (clockTime, bool) {
	if m.at == 0 || !slices.Contains(timesAhead, lower(r.text[r.toks[m.at-1].start:r.toks[m.at-1].end])) || !m.clock.bare() {
		return m.clock, false
	}
	c := m.clock
	c.m, c.strong, c.grain = 30, true, Minute
	return c, c.h <= 12 && m.clock.m == 0
}

// timesAhead are the words that a time stands behind.
var timesAhead = []string{"at", "to", "by", "until", "till", "for", "from", "around", "about", "@"}

func quarterHour(r *reader, m *match) (clockTime, bool) { return r.minutesFrom(m, 15) }

func minutesOf(r *reader, m *match) (clockTime, bool) {
	if r.value(m, unit) != int(Minute) || r.has(m.at, a) || r.has(m.at, some) {
		return m.clock, false
	}
	return r.minutesFrom(m, m.nums[0])
}

// minutesAlone is "ten to five", where "3 to 5" is a range.
func minutesAlone(r *reader, m *match) (clockTime, bool) {
	k := r.wordOf(m, past)
	ahead := m.clock.h - m.nums[0]
	if k < 0 && ahead > 0 && ahead <= 4 && m.clock.m == 0 && !r.has(m.at-1, at) {
		return m.clock, false // "five to seven" is a range as often
	}
	if k < 0 && (m.nums[0]%5 != 0 || r.digit(m.at)) || k >= 0 && r.has(k, upto) && r.digit(m.at) || r.has(m.at, a) || r.has(m.at, some) {
		return m.clock, false
	}
	return r.minutesFrom(m, m.nums[0])
}

// minutesFrom is some minutes past the form's hour, or before it.
func (r *reader) minutesFrom(m *match, minutes int) (c clockTime, ok bool) {
	c = m.clock
	if minutes < 1 || minutes > 59 || c.h > 23 {
		return c, false
	}
	total := c.h*60 + c.m + minutes
	if r.wordOf(m, past) < 0 {
		total -= 2 * minutes
		if c.half == 0 && c.h == 1 {
			total += 12 * 60
		}
		if c.half > 0 && c.h == 12 && total < 12*60 { // "ten to noon pm" is not said
			c.half = 3 - c.half
		}
	}
	total = (total + 24*60) % (24 * 60)
	c.h, c.m, c.strong, c.grain = total/60, total%60, true, Minute
	if c.half > 0 && c.h == 0 {
		c.h = 12
	}
	return c, true
}

// plainClock reads a time that says its hour.
func (r *reader) plainClock(i int, marked bool) (c clockTime, to int) {
	prep := tags(0)
	if marked {
		prep = 1 << at
	}
	c, k := r.lang.tables.clocks.read(r, i, prep)
	if k == i || r.has(k-1, clock) || r.has(k-1, meal) {
		return c, k
	}
	if k-i > 2 && r.digit(i) && r.has(i+1, letter) && !r.has(k, part) {
		c.exact = true // "6h52" counts 24 hours, as "6h" does
	}
	return r.afterHour(c, i, k, marked)
}

func clockForms() []form[clockTime] {
	return []form[clockTime]{
		{"the? clock", namedHour},
		{"<after meal", mealEnd},
		{"#2 ~: ~#2 ~: ~#2", hourMinuteSecond},
		{"#2 ~: ~#2", hourMinute},
		{"#2 ~. ~#2", hourPointMinute},
		{"#2 ~letter ~#2", hourLetter}, // 16h30
		{"#2 ~letter", hourLetter},
		{"# unit", hundredHours}, // 1530 hours
		{"#2", hourDigits},
		{"#", hourAndMinutes}, // 1830
		{"CARDINAL -? filler CARDINAL !unit|month|cardinal", hourInWords}, // six oh five
		{"CARDINAL -? CARDINAL !unit|month|cardinal", hourInWords},
		{"CARDINAL", hourInWords},
	}
}

func namedHour(r *reader, m *match) (clockTime, bool) {
	n := r.value(m, clock)
	return clockTime{h: n / 60 % 24, m: n % 60, exact: true, strong: true, grain: Hour, nextDay: n == 0}, true
}

// mealEnd is when "after dinner" begins. A request leaves it in the title.
func mealEnd(r *reader, m *match) (clockTime, bool) {
	return clockTime{h: r.value(m, meal), exact: true, strong: true, grain: Hour}, !r.strict
}

// hourDigits is an hour in digits: a leading zero says that 24 are counted.
func hourDigits(r *reader, m *match) (clockTime, bool) {
	t := &r.toks[m.at]
	return clockTime{h: t.num, exact: t.digits == 2 && t.num < 10 || t.num > 12 || t.num == 0, grain: Hour}, true
}

func hourMinute(r *reader, m *match) (clockTime, bool) {
	c, _ := hourDigits(r, m)
	t := &r.toks[m.at+2]
	c.m, c.grain, c.strong = t.num, Minute, true
	return c, t.digits == 2
}

func hourMinuteSecond(r *reader, m *match) (clockTime, bool) {
	c, ok := hourMinute(r, m)
	t := &r.toks[m.at+4]
	c.s, c.grain = t.num, Second
	return c, ok && t.digits == 2
}

// hourPointMinute is 3.30, which alone is a price or a version.
func hourPointMinute(r *reader, m *match) (clockTime, bool) {
	c, ok := hourMinute(r, m)
	e, _ := r.meridiem(m.to)
	return c, ok && (e > m.to || r.has(m.at-1, at))
}

// hourLetter is 16h30, or 16h where a time is meant.
func hourLetter(r *reader, m *match) (clockTime, bool) {
	c, _ := hourDigits(r, m)
	if !r.has(m.at+1, unit) || r.n(m.at+1, unit) != int(Hour) || !m.prep.has(at) && m.to == m.at+2 {
		return c, false
	}
	if m.to > m.at+2 && c.h < 7 && !c.exact && !m.prep.has(at) && !r.dayBefore(m.at) {
		return c, false // "1h30" is how long something takes
	}
	c.strong, c.exact = true, !r.has(m.to, part)
	if m.to > m.at+2 {
		t := &r.toks[m.at+2]
		c.m, c.grain = t.num, Minute
		return c, t.digits == 2
	}
	return c, true
}

// hourAndMinutes is 1830, which may be a year or count something.
func hourAndMinutes(r *reader, m *match) (c clockTime, ok bool) {
	t, k := &r.toks[m.at], m.to
	if t.digits < 3 || t.digits > 4 || t.num/100 > 23 || t.num%100 > 59 {
		return c, false
	}
	if r.glued(k) && (r.mark(k, '-') || r.mark(k, '/')) && r.glued(k+1) && r.digit(k+1) && r.toks[k+1].digits <= 2 {
		return c, false // the year of a date
	}
	e, _ := r.meridiem(k)
	said := e > k || r.has(k, fuzzy) || r.mark(k, '-') && r.has(k+1, fuzzy)
	year := t.digits == 4 && t.num >= 1900 && t.num <= 2100
	switch {
	case year && e == k && !r.has(m.at-1, at):
		return c, false
	case !said && (!m.prep.has(at) || t.digits != 4):
		return c, false
	}
	return clockTime{h: t.num / 100, m: t.num % 100, grain: Minute, strong: true, exact: t.digits == 4 && (t.num < 1000 || t.num >= 1300)}, true
}

// hundredHours is a time as soldiers say it, beside a day or where a time is meant:
// 1530 hours are nine weeks as well.
func hundredHours(r *reader, m *match) (c clockTime, ok bool) {
	t := &r.toks[m.at]
	c = clockTime{h: t.num / 100, m: t.num % 100, grain: Minute, strong: true, exact: true}
	return c, t.digits == 4 && c.h < 24 && c.m < 60 && (m.prep.has(at) || t.num < 1000 || r.dayBefore(m.at)) && r.value(m, unit) == int(Hour) && !r.has(m.at+1, letter)
}

// hourInWords is "six", "six thirty" and "six oh five".
func hourInWords(r *reader, m *match) (clockTime, bool) {
	c := clockTime{h: m.nums[0], grain: Hour}
	if c.h < 1 || c.h > 12 || m.num == 1 {
		return c, c.h >= 1 && c.h <= 12
	}
	k := r.wordOf(m, filler)
	oh := k >= 0 && r.toks[k].end-r.toks[k].start <= 2
	if k >= 0 && !oh || m.nums[1] > 59 || m.nums[1] < 10 && !oh && !r.has(m.at-1, at) {
		return c, false
	}
	e, _ := r.meridiem(m.to)
	c.m, c.grain = m.nums[1], Minute
	c.strong = m.prep.has(at) || e > m.to || c.m >= 10 && c.m%5 == 0
	return c, true
}

// afterHour reads what may follow an hour: o'clock, "ish", am and pm. An hour
// that nothing says to be one is none.
func (r *reader) afterHour(c clockTime, i, k int, marked bool) (_ clockTime, to int) {
	if r.has(k, oclock) && (!r.has(k, unit) || marked || r.dayBefore(i) || r.has(k+1, part)) {
		c.strong, k = true, k+1
	}
	if r.mark(k, '-') && r.has(k+1, fuzzy) {
		c.strong, k = true, k+2
	} else if r.has(k, fuzzy) {
		c.strong, k = true, k+1
	}
	if e, half := r.meridiem(k); e > k {
		if r.has(k, letter) && !r.mark(k+1, '.') && !r.has(k+1, meridiem) && e == k+1 && !marked && c.grain == Hour {
			return c, i // "4a"
		}
		c.half, c.strong, c.exact, k = half, true, false, e
	}
	if !c.strong && (!marked || r.counts(k) || r.lang.hoursSaid) || c.h == 24 {
		return c, i
	}
	return c, k
}

// dayBefore reports whether a day was said before i, so that "9 heures" is no
// length of time.
func (r *reader) dayBefore(i int) bool {
	return r.any(i-1, 1<<weekday|1<<weekdays|1<<relative|1<<month|1<<part|1<<holiday) || r.digit(i-1) && r.has(i-2, month)
}

// counts reports whether what stands at i says that the number before it counts
// something: 5%, 3 km, 12 street.
func (r *reader) counts(i int) bool {
	if i >= len(r.toks) {
		return false
	}
	t := &r.toks[i]
	return t.glued && !closing(t.mark) && t.mark != ')' && t.mark != '-' || r.has(i, unit) && !r.has(i, doubt) || r.mark(i, '.') && r.glued(i) && r.glued(i+1) && r.digit(i+1)
}

// meridiem reads am, pm, a.m., p, "p m".
func (r *reader) meridiem(i int) (to, half int) {
	if r.has(i, meridiem) {
		return i + 1, r.n(i, meridiem)
	}
	if !r.has(i, letter) || r.n(i, letter) > 2 { // "m m" is no half of a day
		return i, 0
	}
	n := r.n(i, letter)
	k := i + 1
	if r.mark(k, '.') {
		k++
	}
	if r.has(k, letter) && r.n(k, letter) == 3 {
		k++
		if r.mark(k, '.') && r.glued(k) {
			k++
		}
		return k, n
	}
	if r.glued(i) {
		return i + 1, n
	}
	return i, 0
}
