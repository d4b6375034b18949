package timeexpr

import "assister/internal/language"

// Times of day: clocks, spans of them, and parts of the day. A clock that does not say its
// half of the day is placed by the part of the day or the other end that is named with it,
// and by convention otherwise.

// clock is a time of day. If twelve, the seconds are those of the first half of the day, and
// it may be in the second.
type clock struct {
	secs   int64
	twelve bool
	loose  bool // a part of the day may move it to the other half
	of24   bool // it is written as one of 24 hours: "20:00"
	grain  Grain
}

// clockOf is the clock that a node is.
func clockOf(n *language.Node) (c clock, ok bool) {
	switch {
	case n.Is("clock") || n.Is("clock12"):
		return literalClock(n)
	case n.Is("half"):
		c, ok = clockOf(n.Arg(0))
		half := num(n.Arg(1))
		if !c.twelve && c.secs >= 13*hour {
			return c, ok && half == 2
		}
		c.secs, c.twelve, c.loose, c.of24 = c.secs%(12*hour), false, false, false
		if half == 2 {
			c.secs += 12 * hour
		}
		return c, ok
	case n.Is("minutes"):
		c, ok = clockOf(n.Arg(0))
		c.grain = min(c.grain, Minute)
		day := int64(daySecs)
		if c.twelve {
			day = 12 * hour
		}
		c.secs = (c.secs + int64(num(n.Arg(1)))*minute + day) % day
		return c, ok
	}
	return c, false
}

// literalClock is a clock in hours, minutes and seconds.
func literalClock(n *language.Node) (clock, bool) {
	h, m, s := num(n.Arg(0)), num(n.Arg(1)), num(n.Arg(2))
	c := clock{grain: Hour, secs: int64(h%24*hour + m*minute + s)}
	switch {
	case n.Arg(2) != nil:
		c.grain = Second
	case n.Arg(1) != nil:
		c.grain = Minute
	}
	c.loose, c.of24 = h >= 1 && h <= 12, h > 12
	if n.Name == "clock12" && h >= 1 && h <= 12 {
		c.twelve = true
		c.secs %= 12 * hour
	}
	return c, h <= 24 && m <= 59 && s <= 59
}

// conventional is the second of the day: between 7 and 12 it is in the morning, otherwise
// after noon. One as in a timetable, such as 6:52, is in the early morning.
func (c clock) conventional() int64 {
	timetabled := c.secs >= 5*hour && c.secs/minute%5 != 0
	if c.twelve && c.secs < 7*hour && !timetabled {
		return c.secs + 12*hour
	}
	return c.secs
}

// dayPart is a part of the day: its hours, and from which to which hour a time is in it.
// Hours from 24 on are those of the following day.
type dayPart struct {
	part                 Part
	from, to, least, end int64
}

var parts = map[string]dayPart{
	"morning":   {Morning, 8, 12, 0, 12},
	"afternoon": {Afternoon, 12, 18, 12, 22},
	"evening":   {Evening, 18, 22, 15, 25},
	"night":     {Night, 18, 24, 18, 30},
	"breakfast": {Morning, 7, 9, 5, 11},
	"lunch":     {Lunch, 11, 13, 11, 15},
	"dinner":    {Evening, 18, 21, 17, 23},
}

// partOf is the part of the day that a node is, or a half of one.
func partOf(n *language.Node) (p dayPart, ok bool) {
	if n.Is("part") {
		p, ok = parts[n.Arg(0).Symbol()]
		return p, ok
	}
	if !n.Is("era") || !n.Arg(1).Is("part") {
		return p, false
	}
	p, ok = partOf(n.Arg(1))
	length := p.to - p.from
	switch n.Arg(0).Symbol() {
	case "early":
		p.to = p.from + length/2
	case "late":
		p.from += length / 2
	default:
		p.from, p.to = p.from+(length+3)/4, p.to-(length+3)/4
	}
	return p, ok
}

// place is the second of the day of a clock in the part; from daySecs on it is on the
// following day. It reports false if the clock cannot be in the part.
func (p dayPart) place(c clock) (int64, bool) {
	secs := []int64{c.secs, c.secs + daySecs}
	if c.loose {
		other := (c.secs + 12*hour) % daySecs
		secs = []int64{c.secs, other, c.secs + daySecs, other + daySecs}
	}
	for _, t := range secs {
		if t >= p.least*hour && t < p.end*hour {
			return t, true
		}
	}
	return 0, false
}

// settle puts a clock into a part of the day.
func (c *clock) settle(p *dayPart) bool {
	t, ok := p.place(*c)
	c.secs, c.twelve, c.loose = t%daySecs, false, false
	return ok
}

// endClock is a clock, and the part of the day that is named with it.
func endClock(n *language.Node) (c clock, p *dayPart, ok bool) {
	if !n.Is("and") {
		c, ok = clockOf(n)
		return c, nil, ok
	}
	for _, a := range flatten(nil, n.Args, "and") {
		if of, isPart := partOf(a); isPart && p == nil {
			p = &of
		} else if c, ok = clockOf(a); !ok {
			return c, p, false
		}
	}
	return c, p, ok
}

// daytime collects the parts of a text that are about the time of day.
type daytime struct {
	from, to *clock
	part     *dayPart
	later    bool // the time is on the day after the one that is named
}

// add adds a node, and reports whether it is about the time of day, and whether it can be
// added.
func (d *daytime) add(n *language.Node) (isTime, ok bool) {
	switch n.Name {
	case "clock", "clock12", "half", "minutes":
		c, ok := clockOf(n)
		ok = ok && d.from == nil
		d.from = &c
		return true, ok
	case "part", "era":
		p, ok := partOf(n)
		if !ok && n.Name == "era" {
			return false, false
		}
		ok = ok && (d.part == nil || d.part.part == p.part)
		d.part = &p
		return true, ok
	case "span":
		a, ofA, isClock := endClock(n.Arg(0))
		b, ofB, both := endClock(n.Arg(1))
		if !isClock || !both {
			return false, false
		}
		ok := d.from == nil
		switch {
		case ofA != nil && ofB != nil:
			ok = ok && a.settle(ofA) && b.settle(ofB)
		case ofA != nil:
			ok = ok && a.settle(ofA)
		case ofB != nil:
			end, inPart := ofB.place(b)
			if t, also := ofB.place(a); also && a.twelve && t < end {
				a.settle(ofB)
			}
			ok = ok && inPart && b.settle(ofB)
		}
		d.from, d.to = &a, &b
		return true, ok
	}
	return false, false
}

// set is the set of the times in every day; nil if there are none.
func (d *daytime) set() *set {
	var s *set
	switch {
	case d.from == nil && d.part == nil:
		return nil
	case d.from == nil:
		s = timesOfDay(Hour, span{d.part.from * hour, d.part.to * hour})
		s.part, s.long = d.part.part, true
		return s
	}
	lo := d.from.conventional()
	switch {
	case d.part != nil:
		var ok bool
		if lo, ok = d.part.place(*d.from); !ok {
			return nil
		}
	case d.to != nil && d.from.twelve && !d.to.twelve:
		lo = d.from.secs
		alike := d.to.of24 && d.from.grain < Hour && lo >= 6*hour // "7:30 to 20:00"
		if other := lo + 12*hour; !alike && until(other, d.to.secs) < until(lo, d.to.secs) {
			lo = other
		}
	}
	d.later = lo >= daySecs
	lo %= daySecs
	if d.to == nil {
		s = timesOfDay(d.from.grain, span{lo, lo + [...]int64{Second: 1, Minute: minute, Hour: hour}[d.from.grain]})
		s.twelve = d.from.twelve && d.part == nil
		return s
	}
	length := until(lo, d.to.secs)
	if other := until(lo, d.to.secs+12*hour); d.to.twelve && other < length {
		length = other
	}
	s = timesOfDay(min(d.from.grain, d.to.grain), span{lo, lo + length})
	s.long, s.twelve = true, d.from.twelve && d.to.twelve && d.part == nil
	return s
}

// until is the time from a second of the day to another.
func until(a, b int64) int64 {
	if d := ((b-a)%daySecs + daySecs) % daySecs; d > 0 {
		return d
	}
	return daySecs
}
