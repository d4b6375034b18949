package timeexpr

// Beside is what remains of a value if another one replaces a part of it: a time leaves the days, and
// days leave the time. Days that bound a recurrence leave all of it but its own bounds, and a recurrence leaves
// the day that it then begins on. It reports false if nothing remains.
func (v Value) Beside(added Value) (rest Value, ok bool) {
	repeats := v.Kind == Recurrence
	switch {
	case v.Kind == Duration: // no part of it is replaced
	case added.OfAnyDay():
		rest = v.days()
	case added.Kind == Recurrence && !repeats && !added.Rule.timed():
		rest = v
	case added.Kind == Recurrence && !repeats:
		rest = v.days()
	case repeats && added.bounds():
		rest = v
		rest.Rule.bound(added)
	case v.Kind == Range && added.bounds() && v.From.Valid() != added.From.Valid(): // a beginning and an end
		rest = v
	case added.Kind == Recurrence && !added.Rule.timed(), added.ofDays():
		rest = v.times()
	}
	return rest, rest.Kind != None
}

// Beginning is when a value begins, if that is a range of times of a day or of days that repeat; otherwise the value.
func (v Value) Beginning() Value {
	v.Rule.EndClock = 0
	if v.Kind != Range || !v.From.Timed() || !v.To.Timed() {
		return v
	}
	v.Kind, v.To, v.Ends, v.Daily = DayAndTime, Point{}, false, false
	if !v.From.Day.Valid() {
		v.Kind = TimeOfDay
	}
	return v
}

// Lasting is how long a range of times is, if another value is one time instead of it: "3 to 4", and then "at 5".
func (v Value) Lasting(at Value) (length Value, ok bool) {
	from, to := v.From.Clock, v.To.Clock
	if v.Kind != Range || from <= 0 || to <= from || v.From.Day != v.To.Day {
		return length, false
	}
	point := at.Kind == TimeOfDay || at.Kind == DayAndTime && at.Grain < DayGrain
	return Value{Kind: Duration, Grain: Minute, Amount: Amount{Seconds: int(to - from)}}, point
}

// With is a weekly recurrence that is also on the days of another one: "and on mondays too". It reports false of
// other values.
func (v Value) With(more Value) (Value, bool) {
	weekly := func(x Value) bool { return x.Kind == Recurrence && x.Rule.Freq == Weekly && x.Rule.Days != 0 }
	counted := v.Rule.Count > 0 || more.Rule.Count > 0
	differs := v.Rule.Interval != more.Rule.Interval || more.Rule.timed() || more.Rule.Until.Valid()
	if !weekly(v) || !weekly(more) || counted || differs {
		return v, false
	}
	v.Rule.Days |= more.Rule.Days
	return v, true
}

// days are the days of a value without its times; no value if it says none.
func (v Value) days() Value {
	switch {
	case v.OfAnyDay():
		return Value{}
	case v.Kind == Recurrence:
		v.Rule.Clock, v.Rule.EndClock, v.Rule.Twelve, v.Rule.Part = 0, 0, false, NoPart
		return v
	case v.Kind != DayAndTime && v.ofDays() || !v.From.Valid():
		return v
	}
	return On(v.From.Day)
}

// times are the times of day of a value without its days; no value if it says none.
func (v Value) times() Value {
	r := v.Rule
	switch {
	case v.Kind == Recurrence && r.Clock > 0 && r.EndClock > 0:
		return Value{Kind: Range, Grain: Minute, From: Point{Clock: r.Clock}, To: Point{Clock: r.EndClock}, Daily: true}
	case v.Kind == Recurrence && r.Clock > 0:
		return Value{Kind: TimeOfDay, Grain: Minute, From: Point{Clock: r.Clock}}
	case v.Kind == Recurrence || v.ofDays():
		return Value{}
	case v.Kind == DayAndTime:
		v.Kind, v.Other = TimeOfDay, Point{}
	case v.Kind == Range:
		v.Daily = true
	}
	return v
}

// ofDays reports whether a value is a day or several, and says no time: "in two weeks" is no time of day.
func (v Value) ofDays() bool {
	if v.Kind == Range {
		return v.Grain >= DayGrain && !v.Daily
	}
	return v.Kind == Day && !v.From.Timed() || v.Kind == DayAndTime && v.Grain >= DayGrain
}

// bounds reports whether a value of days is the beginning or the end of what repeats, or both.
func (v Value) bounds() bool {
	open := v.Kind == Range && (!v.From.Valid() || !v.To.Valid() || v.Ends)
	return v.ofDays() && (v.Deadline || open)
}

// timed reports whether a rule says when on its days.
func (r Rule) timed() bool { return r.Clock > 0 || r.Part != NoPart }

// bound takes from a rule the bounds that other days set.
func (r *Rule) bound(days Value) {
	if days.From.Valid() && !days.Deadline {
		r.Start = 0
	}
	if days.Deadline || days.To.Valid() {
		r.Until, r.Count = 0, 0
	}
}

// Following is the day, week, month or year behind a whole one: next week, for this week. It reports false of other
// values.
func (v Value) Following() (Value, bool) {
	by := map[Grain]Amount{DayGrain: {Days: 1}, Week: {Days: 7}, Month: {Months: 1}, Year: {Months: 12}}[v.Grain]
	if days := v.Kind == Day || v.Kind == Range; !days || v.Daily || v.From.Timed() {
		return v, false
	}
	end := by.After(v.From.Day)
	if isWhole := v.Last().AddDays(1) == end; !isWhole || by == (Amount{}) {
		return v, false
	}
	if v.From.Day = end; v.Kind == Range {
		v.To = Point{Day: by.After(end).AddDays(-1)}
	}
	v.Other = Point{}
	return v, true
}

// Moved is a day or a time of a day, an amount later. It reports false of other values, and of a day without a
// time that is moved by less than a day.
func (v Value) Moved(by Amount) (Value, bool) {
	onDay := v.From.Valid() && !v.Daily && v.Kind != Recurrence
	if tooFine := by.Seconds != 0 && !v.From.Timed(); !onDay || tooFine {
		return v, false
	}
	move := func(p Point) Point {
		if !p.Timed() {
			return Point{Day: by.After(p.Day)}
		}
		return pointOf(shiftTime(p.seconds(), by))
	}
	v.From, v.Other = move(v.From), Point{}
	if v.To.Valid() {
		v.To = move(v.To)
	}
	return v, true
}
