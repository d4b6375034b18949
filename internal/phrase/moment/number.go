package moment

// count reads a whole number: digits, "twenty-one", "a", "a few", "a couple of".
func (r *reader) count(i int) (n, to int) {
	if r.digit(i) {
		if r.decimal(i) {
			return 0, i
		}
		return r.toks[i].num, i + 1
	}
	if r.has(i, some) && !(r.strict && r.n(i, some) == 1) { // a request reads "all day" by itself
		return r.n(i, some), i + 1
	}
	if r.has(i, a) {
		if r.has(i+1, some) {
			return r.n(i+1, some), i + 2
		}
		return 1, i + 1
	}
	return r.cardinal(i)
}

// cardinal reads a number in words below a hundred.
func (r *reader) cardinal(i int) (n, to int) {
	if !r.has(i, cardinal) {
		return 0, i
	}
	n = r.n(i, cardinal)
	if n >= 20 && n < 100 && n%10 == 0 {
		k := i + 1
		if r.mark(k, '-') {
			k++
		}
		if r.has(k, cardinal) && r.n(k, cardinal) < 10 && r.n(k, cardinal) > 0 {
			return n + r.n(k, cardinal), k + 1
		}
	}
	return n, i + 1
}

// decimal reports whether the number at i has a fraction.
func (r *reader) decimal(i int) bool {
	return r.mark(i+1, '.') && r.glued(i+1) && r.glued(i+2) && r.digit(i+2)
}

// ordinal reads "3rd", "third" or "twenty-third".
func (r *reader) ordinal(i int) (n, to int) {
	if r.digit(i) {
		if r.glued(i+1) && r.has(i+1, suffix) {
			return r.toks[i].num, i + 2
		}
		return 0, i
	}
	if r.has(i, ordinal) {
		return r.n(i, ordinal), i + 1
	}
	if r.has(i, cardinal) {
		k := i + 1
		if r.mark(k, '-') {
			k++
		}
		if t := r.n(i, cardinal); t >= 20 && t%10 == 0 && r.has(k, ordinal) && r.n(k, ordinal) > 0 && r.n(k, ordinal) < 10 {
			return t + r.n(k, ordinal), k + 1
		}
	}
	return 0, i
}

// dayNumber reads the number of a day of a month; sure is false for a number
// that may count something else.
func (r *reader) dayNumber(i int) (n int, sure bool, to int) {
	if n, k := r.ordinal(i); k > i {
		if n < 1 || n > 31 {
			return 0, false, i
		}
		return n, true, k
	}
	if r.digit(i) && r.toks[i].digits > 2 || r.has(i, a) || r.has(i, some) {
		return 0, false, i
	}
	n, k := r.count(i)
	if k == i || n < 1 || n > 31 {
		return 0, false, i
	}
	return n, false, k
}

// year reads a year: four digits, "'96" after a date, or in words.
func (r *reader) year(i int) (n, to int) {
	if r.digit(i) {
		if t := &r.toks[i]; t.digits == 4 && t.num >= 1600 && t.num <= 2999 && !(r.mark(i+1, ':') && r.glued(i+1)) {
			return t.num, i + 1
		}
		return 0, i
	}
	if r.has(i, cardinal) && r.has(i+1, cardinal) {
		if r.n(i, cardinal) == 2 && r.n(i+1, cardinal) == 1000 {
			k := r.skip(i+2, and)
			if n, e := r.cardinal(k); e > k && n < 100 {
				return 2000 + n, e
			}
			return 2000, i + 2
		}
		if c := r.n(i, cardinal); c == 19 || c == 20 {
			if n, e := r.cardinal(i + 1); e > i+1 && n >= 10 && n < 100 {
				return c*100 + n, e
			}
		}
	}
	return 0, i
}

// units is num/den units of time. Halves of days, months and hours are had in
// smaller units; other fractions of days and more are none.
func units(num, den, u int) (Amount, Grain, bool) {
	whole := func(x int) (int, bool) { return num * x / den, num*x%den == 0 }
	var am Amount
	var ok bool
	switch u {
	case int(Second):
		am.Seconds, ok = num/den, true
	case int(Minute):
		am.Seconds, ok = num*60/den, true
	case int(Hour):
		am.Seconds, ok = num*3600/den, true
	case int(DayGrain):
		if am.Days, ok = whole(1); !ok {
			am.Days, am.Seconds, ok = num/den, num%den*86400/den, true
		}
	case int(Week):
		am.Days, ok = whole(7)
	case fortnight:
		am.Days, ok = whole(14)
		u = int(Week)
	case int(Month):
		if am.Months, ok = whole(1); !ok {
			am.Months = num / den
			am.Days, ok = num%den*30/den, true
		}
	case int(Quarter):
		am.Months, ok = whole(3)
	case int(Year):
		am.Months, ok = whole(12)
	}
	return am, Grain(u), ok
}

// amount reads a length of time: "3 days", "an hour and a half", "2.5 hours",
// "two weeks and a day", "three quarters of an hour".
func (r *reader) amount(i int) (am Amount, g Grain, to int) {
	am, g, k := r.oneAmount(i)
	if k == i {
		return am, g, i
	}
	for {
		j := k
		if r.mark(j, ',') {
			j++
		}
		j = r.skip(j, and)
		more, h, e := r.oneAmount(j)
		if e == j || h >= g { // smaller and smaller
			if g == Hour && r.has(k-1, unit) { // "an hour fifteen"
				if n, e := r.count(j); e > j && !r.has(j, a) && n < 60 && !r.has(e, unit) && !r.has(e, meridiem) && !r.mark(e, ':') && (j > k || r.has(j, cardinal)) && j-k < 2 {
					am.Seconds += n * 60
					return am, Minute, e
				}
			}
			return am, g, k
		}
		am.Months, am.Days, am.Seconds = am.Months+more.Months, am.Days+more.Days, am.Seconds+more.Seconds
		g, k = h, e
	}
}

func (r *reader) oneAmount(i int) (Amount, Grain, int) {
	i0 := i
	no := func() (Amount, Grain, int) { return Amount{}, NoGrain, i0 }
	i = r.skip(i, approx)
	num, den, k := 0, 1, i
	switch {
	case r.has(i, half), r.has(i, a) && r.has(i+1, half):
		// "half an hour", "a half hour"
		k = i + 1
		if r.has(i, a) {
			k++
		}
		k = r.skip(k, of)
		num, den, k = 1, 2, r.skip(k, a)
	case r.digit(i) && r.decimal(i):
		num, k = r.toks[i].num, i+3
		for range r.toks[i+2].digits {
			num, den = num*10, den*10
		}
		if den > 1000 {
			return no()
		}
		num += r.toks[i+2].num
	case r.digit(i) && r.mark(i+1, '/') && r.digit(i+2):
		num, den, k = r.toks[i].num, r.toks[i+2].num, i+3
		if den < 2 || den > 8 || num >= den {
			return no()
		}
	default:
		num, k = r.count(i)
		if k == i {
			return no()
		}
		if r.mark(k, '-') && (r.has(k+1, unit) || r.has(k+1, quarter)) {
			k++
		}
		switch e := r.skip(k, and); {
		case r.has(k, quarter) && num < 4: // "three quarters of an hour"
			den, k = 4, r.skip(r.skip(k+1, of), a)
		case r.has(e, half) || r.has(e, a) && r.has(e+1, half): // "two and a half"
			k = e + 1
			if r.has(e, a) {
				k++
			}
			num, den = num*2+1, 2
		case e > k:
			q, f := r.count(e)
			if f == e || !r.has(f, quarter) || q > 3 || f+1 >= len(r.toks) {
				return no()
			}
			num, den, k = num*4+q, 4, f+1
			k = r.skip(k, of)
		}
	}
	k = r.skip(k, filler)
	if !r.has(k, unit) || num > 100_000 || num == 0 {
		return no()
	}
	u := r.n(k, unit)
	if r.has(k, ordinal) && (r.has(i0-1, the) || r.has(i0-1, weekday) || r.has(i0-1, month)) {
		// "the twenty second"
		return no()
	}
	if r.has(k, doubt) && !r.digit(k-1) && (r.has(k, letter) || k+1 < len(r.toks) && r.toks[k+1].num < 0 && r.toks[k+1].mark == 0 && r.toks[k+1].tags == 0) {
		// "in a second round"
		return no()
	}
	k++
	// "an hour and a half"
	if e := r.skip(k, and); e > k && den == 1 {
		if r.has(e, a) && r.has(e+1, half) && !r.has(e+2, unit) && !r.has(e+2, a) {
			num, den, k = num*2+1, 2, e+2
		} else if r.has(e, half) && !r.has(e+1, unit) && !r.has(e+1, a) {
			num, den, k = num*2+1, 2, e+1
		}
	}
	am, g, ok := units(num, den, u)
	if !ok {
		return no()
	}
	return am, g, k
}
