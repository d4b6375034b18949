package moment

// elementDay reads one thing that says a day or several.
func (r *reader) elementDay(i int, prep tags) (d days, to int) {
	return r.lang.tables.days.read(r, i, prep)
}

func dayForms() []form[days] {
	return []form[days]{
		{"the? relative", relativeDay},
		{"the? NTH weekday of|in WITHIN", nthWeekday},
		{"the? NTH unit of|in WITHIN", nthUnit},
		{"the? NTH unit WITHIN", nthUnit}, // third quarter this year
		{"the? NTH weekend of|in WITHIN", nthWeekend},
		{"the? NTH COUNT unit of|in WITHIN", firstUnits}, // first 10 days of last year
		{"the? NTH of|in WITHIN", dayWithin},             // 20th of next month
		{"the? #2 of WITHIN", dayWithin},
		{"the? WHICH weekday", whichWeekday},
		{"the? WHICH unit on? weekday", weekdayOfWeek}, // next week on friday
		{"the? weekday STOP? after next !weekday|unit", weekdayAfterNext},
		{"the? weekday STOP? of? in? PERIOD", weekdayOfPeriod},
		{"the? weekday STOP?", soonestWeekday},
		{"PERIOD", asRead},
		{"this WRITTEN", ofThisYear},
		{"the? month after next !unit|weekday", monthAfterNext},
		{"DATE", date},
		{"the? WHICH &month MONTH", whichDate},
		{"the? WHICH month", whichMonth},
		{"the? holiday of|in WITHIN", feastWithin},
		{"the? WHICH? holiday OFYEAR?", feast},
		{"the? weekof of? on? the? DATE", weekAround},
		{"the? weekof of? the? DAY", weekAround},
		{"the? unit|weekof of? holiday", weekOfFeast},
		{"the? unit of the? DATE", weekAround},
		{"the? unit of the? DAY", weekAround},
		{"the? unit of month OFYEAR?", monthCalled}, // the month of may
		{"the? rest of? the? WITHIN", restOf},
		{"the? end|begin of WITHIN", edgeOf},
		{"the? end of? on? ANYDAY", edgeOfDay},
		{"the? end|begin", edgeOfThis}, // eom
		{"the? unit ~#2 OFYEAR?", quarterCalled},
		{"YEAR -? unit ~#2", quarterCalled},
		{"the? unit YEAR", yearCalled},
		{"YEAR", yearAlone},
		{"the? DAY", dayAlone},
	}
}

func asRead(_ *reader, m *match) (days, bool) { return m.day, true }

func relativeDay(r *reader, m *match) (days, bool) {
	return days{first: r.today.AddDays(r.value(m, relative)), grain: DayGrain}, true
}
