package assist

import (
	"slices"

	"assister/internal/calendar"
	"assister/internal/language"
	"assister/internal/language/meaning"
	"assister/internal/language/timeexpr"
	"assister/internal/record"
)

// again is what the conversation is about at another time, too: "and on mondays too" gives a series more days,
// and "and on monday too" makes another record like it. A proposal that is still to be applied has both.
func again(in lookup, text string, said meaning.Text) (t meaning.Text, ok bool) {
	when, ok := added(said)
	if !ok {
		return t, false
	}
	before := proposals(in)
	if made, _ := amended(before, nil, proposal.setsMore, proposal.makes); made != nil {
		return alsoAt(*made, when), true
	}
	if len(before) > 0 {
		return t, false
	}
	it, found := in.it()
	if !found || when.Field != meaning.When || !it.Kind.Planned && it.Get("startTime").IsNull() {
		return t, false
	}
	act := meaning.Copy
	switch value, more := weekly(it).With(when.Time); {
	case more:
		act, when.Time = meaning.Move, value
	case it.Repeats(): // once more on a day, or on each such day
		return t, false
	default:
		when.Time = inWeek(when.Time, it.Day())
	}
	on, set := &meaning.Record{It: true}, []meaning.Attribute{when}
	return said.Doing(meaning.Do{Act: act, On: on, Set: set, Said: text}), true
}

// atTimeToo is a time of day that "and" adds to a time before: "and at 3".
func atTimeToo(in lookup, text string, all []meaning.Text) (when meaning.Attribute, ok bool) {
	set, corrects := correction(all)
	if !corrects || len(set) != 1 || set[0].Field != meaning.When || set[0].Time.Kind != timeexpr.TimeOfDay {
		return when, false
	}
	joined := in.Languages().Called(all[0].Language).Has(language.Tokens(text), 0, "joiner")
	return set[0], joined && all[0].Continues()
}

// againAt is what the conversation is about at another time of day, too, if it has one.
func againAt(in lookup, text string, said meaning.Text, when meaning.Attribute) (t meaning.Text, ok bool) {
	if !hasTime(in, proposals(in)) {
		return t, false
	}
	said.Do, said.Ask = nil, nil
	said.Reply = []meaning.Reply{{Says: meaning.Also, Set: []meaning.Attribute{when}}}
	return again(in, text, said)
}

// inWeek is the weekday of another day in a week, and not that day itself: "same time next week too".
func inWeek(v timeexpr.Value, day calendar.Date) timeexpr.Value {
	if v.Kind != timeexpr.Range || v.Grain != timeexpr.Week || !day.Valid() {
		return v
	}
	same := v.From.Day.StartOfWeek().AddDays(int(day - day.StartOfWeek()))
	if same == day {
		same = day.AddDays(7)
	}
	return timeexpr.On(same)
}

// adding is the place of the reading that adds a time to what came before, and says no more: a recurrence, if there
// is such a reading, since "mondays" are several. It is negative if no reading of at most a cost does.
func adding(all []meaning.Text, cost int) (at int) {
	at = -1
	for i, t := range all {
		when, ok := added(t)
		repeats := when.Time.Kind == timeexpr.Recurrence
		if ok && t.Cost <= cost && (at < 0 || repeats) {
			at = i
		}
		if ok && repeats {
			break
		}
	}
	return at
}

// added is the time that a text adds to what came before, if it says no more.
func added(said meaning.Text) (when meaning.Attribute, ok bool) {
	if !said.OnlySays(meaning.Also) {
		return when, false
	}
	if set := said.Reply[0].Set; len(set) == 1 {
		when = set[0]
	}
	return when, when.Field == meaning.When || said.Reply[0].Set.OfIt(meaning.SameDay)
}

// alsoAt is the text of a new record that also takes place at another time.
func alsoAt(made meaning.Text, when meaning.Attribute) meaning.Text {
	do := made.Do[0]
	if later, ok := do.Shifted(meaning.Do{Set: []meaning.Attribute{when}}); ok && when.Field == meaning.SameDay {
		made.Do = []meaning.Do{do, later} // "another one two weeks later"
		return made
	}
	i := do.Set.Index(meaning.When)
	if i >= 0 {
		if value, more := do.Set[i].Time.With(when.Time); more {
			do.Set = slices.Clone(do.Set)
			do.Set[i].Time = value
			made.Do = []meaning.Do{do}
			return made
		}
	}
	when.Time = inWeek(when.Time, do.Day())
	made.Do = []meaning.Do{do, do.Amended([]meaning.Attribute{when})}
	return made
}

// weekly is the rule of a record that repeats on days of the week; no value of others.
func weekly(it record.Record) (v timeexpr.Value) {
	rule := it.Recurrence()
	if rule.Freq != calendar.Weekly || rule.Count > 0 {
		return v
	}
	days := rule.ByDay
	if days == 0 {
		days = calendar.DaySet(it.Day().Weekday())
	}
	v = timeexpr.Value{Kind: timeexpr.Recurrence, Grain: timeexpr.DayGrain}
	v.Rule = timeexpr.Rule{Freq: timeexpr.Weekly, Interval: 1, Days: days, Until: rule.Until}
	return v
}
