package moment

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
	m, k := 0, i
	switch {
	case r.has(i, half):
		m, k = 30, i+1
	case r.has(i, quarter):
		m, k = 15, i+1
	case r.has(i, a) && r.has(i+1, quarter):
		m, k = 15, i+2
	default:
		if m, k = r.count(i); k == i || m < 1 || m > 59 || r.has(i, a) || r.has(i, some) {
			return c, i
		}
		if r.has(k, unit) && r.n(k, unit) == int(Minute) {
			k++
		} else if r.has(k, till) && !r.has(k, past) && (m%5 != 0 || r.digit(i)) {
			return c, i // "3 to 5" is a range
		}
	}
	sub := r.has(k, till) && !r.has(k, past)
	if !sub && !r.has(k, past) || r.has(k, upto) && r.digit(i) && !r.has(k-1, unit) {
		return c, i
	}
	c, e := r.plainClock(k+1, true)
	if e == k+1 || c.h > 23 || c.m != 0 && m == 30 {
		return c, i
	}
	total := c.h*60 + c.m + m
	if sub {
		total -= 2 * m
	}
	if sub && c.half == 0 && c.h == 1 {
		total += 12 * 60
	}
	if sub && c.half > 0 && c.h == 12 && total < 12*60 { // "ten to noon pm" is not said
		c.half = 3 - c.half
	}
	total = (total + 24*60) % (24 * 60)
	c.h, c.m, c.strong, c.grain = total/60, total%60, true, Minute
	if c.half > 0 && c.h == 0 {
		c.h = 12
	}
	return c, e
}

func (r *reader) plainClock(i int, marked bool) (c clockTime, to int) {
	c.grain = Hour
	if r.has(i, the) && r.has(i+1, clock) {
		i++
	}
	if r.has(i, clock) {
		m := r.n(i, clock)
		return clockTime{h: m / 60 % 24, m: m % 60, exact: true, strong: true, grain: Hour, nextDay: m == 0}, i + 1
	}
	i0 := i
	k := i
	switch {
	case r.digit(i):
		t := &r.toks[i]
		k = i + 1
		if (t.digits == 3 || t.digits == 4) && t.num/100 < 24 && t.num%100 < 60 {
			if r.glued(k) && (r.mark(k, '-') || r.mark(k, '/')) && r.glued(k+1) && r.digit(k+1) && r.toks[k+1].digits <= 2 {
				return c, i0 // the year of a date
			}
			e, _ := r.meridiem(k)
			fuzzed := r.has(k, fuzzy) || r.mark(k, '-') && r.has(k+1, fuzzy)
			if e == k && !fuzzed && !(marked && t.digits == 4 && (t.num < 1900 || t.num > 2100 || r.has(i-1, at))) {
				return c, i0
			}
			if t.digits == 4 && t.num >= 1900 && t.num <= 2100 && e == k && !r.has(i-1, at) {
				return c, i0
			}
			c.h, c.m, c.grain, c.strong = t.num/100, t.num%100, Minute, true
			c.exact = t.digits == 4 && (t.num < 1000 || t.num >= 1300)
			break
		}
		if t.digits > 2 {
			return c, i0
		}
		c.h = t.num
		c.exact = t.digits == 2 && t.num < 10 || t.num > 12 || t.num == 0
		switch {
		case (r.mark(k, ':')) && r.glued(k) && r.glued(k+1) && r.digit(k+1) && r.toks[k+1].digits == 2:
			c.m, c.grain, c.strong = r.toks[k+1].num, Minute, true
			k += 2
			if r.mark(k, ':') && r.glued(k) && r.digit(k+1) && r.toks[k+1].digits == 2 {
				c.s, c.grain = r.toks[k+1].num, Second
				k += 2
			}
		case r.mark(k, '.') && r.glued(k) && r.glued(k+1) && r.digit(k+1) && r.toks[k+1].digits == 2:
			// 3.30 alone is a price or a version.
			if e, _ := r.meridiem(k + 2); e == k+2 && !r.has(i-1, at) {
				return c, i0
			}
			c.m, c.grain, c.strong = r.toks[k+1].num, Minute, true
			k += 2
		case r.glued(k) && r.has(k, unit) && r.n(k, unit) == int(Hour) && r.has(k, letter):
			// 16h, 16h30
			if !marked && !(r.glued(k+1) && r.digit(k+1)) {
				return c, i0
			}
			c.strong, c.exact = true, true
			k++
			if r.glued(k) && r.digit(k) && r.toks[k].digits == 2 {
				c.m, c.grain = r.toks[k].num, Minute
				k++
			}
		}
	case r.has(i, cardinal):
		n, e := r.cardinal(i)
		if n > 12 || n < 1 {
			return c, i0
		}
		c.h, k = n, e
		j := k
		if r.mark(j, '-') {
			j++
		}
		oh := 0
		if r.has(j, filler) && r.toks[j].end-r.toks[j].start <= 2 && r.has(j+1, cardinal) { // "six oh five"
			j, oh = j+1, 1
		}
		if m, f := r.cardinal(j); f > j && m < 60 && (m >= 10 || oh == 1 || r.has(i-1, at)) && !r.has(f, unit) && !r.has(f, month) && !r.has(f, cardinal) {
			e, _ := r.meridiem(f)
			c.m, c.grain, k = m, Minute, f
			c.strong = marked || e > f
			if m >= 10 && m%5 == 0 {
				c.strong = true
			}
		}
	default:
		return c, i0
	}
	if r.has(k, oclock) {
		c.strong, k = true, k+1
	}
	if r.mark(k, '-') && r.has(k+1, fuzzy) {
		c.strong, k = true, k+2
	} else if r.has(k, fuzzy) {
		c.strong, k = true, k+1
	}
	if e, m := r.meridiem(k); e > k {
		if r.has(k, letter) && !r.mark(k+1, '.') && !r.has(k+1, meridiem) && e == k+1 && !marked && c.grain == Hour {
			return c, i0 // "4a"
		}
		c.half, c.strong, k = m, true, e
		c.exact = false
	}
	if !c.strong {
		if !marked || r.counts(k) {
			return c, i0
		}
	}
	if c.h == 24 {
		return c, i0
	}
	return c, k
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
	if !r.has(i, letter) {
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
	if n > 2 {
		return i, 0
	}
	if r.glued(i) {
		return i + 1, n
	}
	return i, 0
}
