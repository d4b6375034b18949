package phrase

import "assister/internal/calendar"

// reading is a time of day as it was said.
type reading struct {
	hour, minute int
	half         int  // 0 for am, 12 for pm, -1 where neither was said
	exact        bool // 24 hours: a leading zero, or a word such as noon
	explicit     bool // nobody would say it of anything but a time: 3pm, 3:30, 3 o'clock
}

// bare reports whether a part of the day may still decide.
func (c reading) bare() bool { return c.half < 0 && !c.exact && c.hour >= 1 && c.hour <= 12 }

// time is the time it is: see the conventions in when.go.
func (c reading) time() calendar.Time {
	h := c.hour
	switch {
	case c.half >= 0:
		h = h%12 + c.half
	case c.bare() && h <= 6:
		h += 12
	}
	return calendar.TimeOf(h, c.minute)
}

// orNone is the reading and the place after it, when there is such a time.
func (c reading) orNone(at, to int) (reading, int) {
	if c.minute > 59 || !c.time().Valid() {
		return c, at
	}
	return c, to
}

// clock reads one time. A marked one may be a bare hour.
func (r *reader) clock(i int, marked bool) (reading, int) {
	c := reading{half: -1}
	if i >= len(r.toks) {
		return c, i
	}
	if s, ok := r.as(i, clock); ok {
		return reading{hour: s.n / 60, half: -1, exact: true, explicit: true}, i + 1
	}
	if r.oneOf(i, "half", "quarter") && r.oneOf(i+1, "past", "to") {
		past := 15
		if r.word(i) == "half" {
			past = 30
		}
		h, n := r.hour(i + 2)
		if n == i+2 || h == 0 || h > 12 {
			return c, i
		}
		c.hour, c.minute, c.explicit = h, past, true
		if r.word(i+1) == "to" {
			if past == 30 {
				return c, i
			}
			c.hour, c.minute = (h+10)%12+1, 45
		}
		return r.meridiem(c, n)
	}
	if t := &r.toks[i]; marked && t.Shape == Number && len(t.Text) == 4 && r.oneOf(i-1, "at", "@") {
		// "at 1800"
		return reading{hour: t.Value / 100, minute: t.Value % 100, half: -1, exact: true, explicit: true}.orNone(i, i+1)
	}
	h, n := r.hour(i)
	if n == i {
		return c, i
	}
	c.hour = h
	if t := &r.toks[i]; t.Shape == Number {
		c.exact = t.Text[0] == '0' || h > 12
		if len(t.Text) > 2 {
			return c, i
		}
		if m, ok := r.minutes(n, ":"); ok {
			c.minute, c.explicit, n = m, true, n+2
		} else if m, ok := r.minutes(n, "."); ok {
			if _, e := r.meridiem(c, n+2); e == n+2 { // 3.30 alone is a price or a version
				return c, i
			}
			c.minute, n = m, n+2
		}
		c.exact = c.exact && (c.explicit || h > 12)
	} else if m, e := r.number(n); e > n && m >= 10 && m < 60 && r.toks[n].Shape == Word && (marked || r.is(e, meridiem)) {
		c.minute, n = m, e // "six thirty"
	}
	if r.oneOf(n, "o'clock", "oclock") {
		c.explicit, n = true, n+1
	}
	said := c.half
	c, n = r.meridiem(c, n)
	if c.half >= 0 && (c.hour < 1 || c.hour > 12) {
		return c, i
	}
	if c.half == said && !c.explicit {
		// A bare hour counts nothing: not "at 5%", "at 3 km", "at 12 street".
		if !marked || n < len(r.toks) && (r.glued(n) && !r.oneOf(n, ".", ",", ";", "!", "?", ")", "-", "–") || r.is(n, unit)) {
			return c, i
		}
	}
	if !c.time().Valid() {
		return c, i
	}
	return c, n
}

func (r *reader) hour(i int) (int, int) {
	if i >= len(r.toks) {
		return 0, i
	}
	if t := &r.toks[i]; t.Shape == Number && t.Value >= 0 && t.Value <= 23 {
		return t.Value, i + 1
	}
	if s, ok := r.as(i, cardinal); ok && s.n <= 12 && !s.doubtful {
		return s.n, i + 1
	}
	return 0, i
}

func (r *reader) minutes(i int, sep string) (int, bool) {
	if r.word(i) != sep || !r.glued(i) || !r.glued(i+1) || i+1 >= len(r.toks) {
		return 0, false
	}
	t := &r.toks[i+1]
	return t.Value, t.Shape == Number && len(t.Text) == 2 && t.Value < 60
}

// meridiem reads am, pm, a.m. and p.m.
func (r *reader) meridiem(c reading, i int) (reading, int) {
	if s, ok := r.as(i, meridiem); ok {
		c.half, c.explicit = s.n, true
		return c, i + 1
	}
	if r.oneOf(i, "a", "p") && r.word(i+1) == "." && r.word(i+2) == "m" && r.glued(i+1) && r.glued(i+2) {
		c.half, c.explicit = 0, true
		if r.word(i) == "p" {
			c.half = 12
		}
		if r.word(i+3) == "." && r.glued(i+3) {
			return c, i + 4
		}
		return c, i + 3
	}
	return c, i
}

// times reads a time or a range of times: "3pm", "at 3", "from 3 to 5pm",
// "9-10:30". A range needs a preposition before it or a time that is explicit.
func (r *reader) times(i int, marked bool) (When, int) {
	j := i
	spanning := false
	if r.oneOf(j, "from", "between") {
		if r.roles {
			return When{}, i
		}
		j, spanning = j+1, true
	} else if i > 0 && r.word(i-1) == "from" && !r.roles {
		spanning = true
	} else if r.oneOf(j, "at", "@") {
		j, marked = j+1, true
	}
	if !r.roles {
		if a, n := r.clock(j, true); n > j && r.oneOf(n, "-", "–", "—", "to", "until", "till", "and") &&
			(r.word(n) != "and" || r.word(i) == "between") {
			if b, e := r.clock(n+1, true); e > n+1 && (spanning || marked || a.explicit || b.explicit) {
				return spanOf(a, b), e
			}
		}
		if j > i && spanning {
			return When{}, i
		}
	}
	c, n := r.clock(j, marked)
	if n == j {
		return When{}, i
	}
	return When{Time: c.time(), bare: c.bare()}, n
}

// spanOf is the range of two times. Where only the end says am or pm, the start
// is in the same half of the day, unless that would put it after the end.
func spanOf(a, b reading) When {
	if a.bare() && b.half >= 0 {
		half := b.half
		if (a.hour%12)*60+a.minute >= (b.hour%12)*60+b.minute {
			half = 12 - half
		}
		a.half = half
	}
	w := When{Time: a.time(), End: b.time(), bare: a.bare(), bareEnd: b.bare()}
	if a.half >= 0 && b.bare() {
		w.End, w.bareEnd = nextHour(w.Time, w.End), false
	}
	return w
}
