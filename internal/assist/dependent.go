package assist

import (
	"slices"
	"strings"

	"assister/internal/language"
	"assister/internal/language/meaning"
	"assister/internal/language/timeexpr"
)

// Some texts of a conversation say something only by what it was about. They are read by rules of
// their own, and only there, so that they have no other meaning elsewhere.

// dependent is what a text says that depends on what the conversation was about, if it does; said is
// what it says by itself.
type dependent func(in lookup, text string, said meaning.Text) (meaning.Text, bool)

// dependents are tried one after the other.
func dependents() []dependent {
	return []dependent{
		confirmed, denied, otherwise, renamed, besideProposal, shifted,
		narrowed, dropped, namedAfter, nextOfSeries, moreOfNote, dueToo, likewise,
		addition, oneMore, onAskedDay, onToldDay, everyListed, leftOfList, shownAlone, doneAlone, askedOfIt, askedOfNewDay,
	}
}

// denied takes back that something is done, which the text before said: "no, it isn't".
func denied(in lookup, text string, said meaning.Text) (t meaning.Text, ok bool) {
	if !said.OnlySays(meaning.No) || len(in.topics.Recent) != 1 {
		return t, false
	}
	before, sole := changeBefore(in)
	if told := before.Act == meaning.Complete && before.Manner == meaning.Told; !sole || !told {
		return t, false
	}
	return said.Doing(meaning.Do{Act: meaning.Reopen, On: &meaning.Record{It: true}, Said: text}), true
}

// doneAlone is that the one record of the conversation is done, or is not, if a text says no more than that: by
// itself it asks for all that is.
func doneAlone(in lookup, text string, said meaning.Text) (t meaning.Text, ok bool) {
	if len(said.Ask) != 1 || strings.HasSuffix(text, "?") {
		return t, false
	}
	it, found := in.it()
	if !found || !it.Kind.Settles() {
		return t, false
	}
	act := meaning.Complete
	if !isOpen(it) {
		act = meaning.Reopen
	}
	all := read(in, text)
	i := slices.IndexFunc(all, func(t meaning.Text) bool {
		return len(t.Do) == 1 && t.Cost <= all[0].Cost+correctionMargin && t.Do[0].Act == act && t.Do[0].On.It
	})
	if i < 0 {
		return t, false
	}
	return all[i], true
}

// askedOfIt is a question for a value of "it", behind a change, that would only continue another question: "how long";
// or for the records that it changes: "which ones".
func askedOfIt(in lookup, _ string, said meaning.Text) (t meaning.Text, ok bool) {
	if len(said.Ask) != 1 || len(in.topics.Recent) == 0 {
		return t, false
	}
	ask := said.Ask[0]
	if ask.IsWhichOnes() {
		ask.Of = &meaning.Record{It: true, Them: true}
	}
	ok, ask.Follows = ask.Follows && ask.Of.It, false
	t = said
	t.Ask = []meaning.Ask{ask}
	return t, ok
}

// askedOfNewDay is a question about "that day": the day of the new record whose proposal is still to be applied.
func askedOfNewDay(in lookup, _ string, said meaning.Text) (t meaning.Text, ok bool) {
	made, _ := proposed(in)
	if do := made.Sole(); len(said.Ask) != 1 || do.Act != meaning.Create || !do.Day().Valid() {
		return t, false
	}
	ask := said.Ask[0]
	of, t := *ask.Of, said
	of.Where = slices.Clone(of.Where)
	for i, a := range of.Where {
		if same := a.Field == meaning.SameDay && a.Text == ""; same {
			of.Where[i] = meaning.Attribute{Field: meaning.When, Time: timeexpr.On(a.Time.Amount.After(made.Do[0].Day()))}
			ok = true
		}
	}
	of.Except = slices.DeleteFunc(slices.Clone(of.Except), (*meaning.Record).IsIt) // that is not there yet
	ask.Of, ask.Follows = &of, false
	t.Ask = []meaning.Ask{ask}
	return t, ok
}

// alsoEarlier is one more reminder, some time before the one that was asked for: "and an hour before".
func alsoEarlier(in lookup, text string, said meaning.Text) (t meaning.Text, ok bool) {
	joined := in.Languages().Called(said.Language).Has(language.Tokens(text), 0, "joiner")
	do, sole := changeBefore(in)
	if !joined || !sole || do.Act != meaning.Create || do.Kind != "reminder" {
		return t, false
	}
	all := read(in, text)
	i := slices.IndexFunc(all, func(t meaning.Text) bool {
		return len(t.Do)+len(t.Ask) == 0 && len(t.Reply) == 1 && t.Reply[0].Set.OfIt(meaning.SameDay)
	})
	if i < 0 {
		return t, false
	}
	more, ok := do.Shifted(meaning.Do{Set: all[i].Reply[0].Set})
	if len(pending(in)) > 0 {
		return said.Doing(do, more), ok
	}
	return said.Doing(more), ok
}

// dueToo is another record with a deadline, after a text that set one: "and the cards to the 12th".
func dueToo(in lookup, text string, said meaning.Text) (t meaning.Text, ok bool) {
	joined := in.Languages().Called(said.Language).Has(language.Tokens(text), 0, "joiner")
	if !joined || len(said.Do) != 1 || said.Do[0].Act != meaning.Move || said.Do[0].Manner != meaning.Told {
		return t, false
	}
	before, _ := changeBefore(in)
	set := meaning.Attributes(before.Likened(said.Do[0].Set, false))
	t, ok = said, set.Has(meaning.Due) && !said.Do[0].Set.Has(meaning.Due)
	t.Do = slices.Clone(said.Do)
	t.Do[0].Act, t.Do[0].Set = meaning.Change, set
	return t, ok
}

// likewise is the change before for another record, or another new record of a kind, if the text
// before asked for a change: "and the dentist too".
func likewise(in lookup, text string, said meaning.Text) (t meaning.Text, ok bool) {
	bare := len(said.Do) == 1 && said.Do[0].Manner == meaning.Bare
	if !bare && !said.Continues() && len(said.Reply) == 0 && !ofOthers(said) {
		return t, false
	}
	g, names := namesIn(in, text, said.Language)
	all := meaning.Readings(g, meaning.Likewise, text, in.Clock, names)
	if len(all) == 0 {
		return t, false
	}
	onOther := func(t meaning.Text) bool { return len(t.Do) == 0 && len(t.Reply) == 1 }
	pending := proposals(in)
	if i := slices.IndexFunc(all, onOther); i >= 0 && len(pending) > 0 && exceptions(pending[0].said) != nil {
		return limited(pending, []limit{{of: all[i].Reply[0].On}}) // "and the tea", after "except the cake"
	}
	before, sole := changeBefore(in)
	before = ofKnown(in, before)
	i := slices.IndexFunc(all, func(t meaning.Text) bool { return len(t.Do) > 0 == (before.Act == meaning.Create) })
	if before.Act == "" || i < 0 {
		return t, false
	}
	switch t = all[i]; {
	case len(t.Do) > 0:
		for i := range t.Do {
			if t.Do[i], ok = t.Do[i].After(before); !ok {
				return t, false
			}
		}
		return besideNew(in, t.OnDay(dayOfNew(in, before), meaning.Do.Timed)), true
	case !sole || !before.Repeatable() || !onOther(t):
		return t, false
	}
	before = before.Of(t.Reply[0].On)
	before.Said = text
	if before.Manner == meaning.Told { // a remark may be about no record, and this is not
		before.Manner, before.Vague, before.Recount = meaning.Asked, false, false
	}
	if both, ok := proposed(in); ok { // which is still to be applied
		return both.Doing(append(ofThat(in, both.Do), before)...), true
	}
	return t.Doing(before), true
}

// ofOthers reports whether a text may ask for the rest of a list: "and the others".
func ofOthers(t meaning.Text) bool {
	return len(t.Ask) == 1 && t.Ask[0].Of.Others
}

// onAskedDay is what is new on the day that the text before asked about: at a time, or what takes place
// and has none. "Add brunch at eleven", "add brunch" after "is there anything on sunday". "Then" is the time that it
// asked about, and is not understood if that is none that something can be at.
func onAskedDay(in lookup, text string, said meaning.Text) (t meaning.Text, ok bool) {
	goesThere := func(do meaning.Do) bool { return do.Timed() || do.Undated() || do.Then() || meaning.OnThatDay(do) }
	otherwise := func(do meaning.Do) bool { return !goesThere(do) }
	if len(said.Do) == 0 || slices.ContainsFunc(said.Do, otherwise) {
		return t, false
	}
	asked := questionBefore(in)
	before := asked
	for lately := in.lately(in.Now()); before != nil && before.OfAnyDay() && len(lately) > 1; { // of the day before it
		lately = lately[:len(lately)-1]
		before = questionIn(in, lately[len(lately)-1:])
	}
	if before == nil {
		return t, false
	}
	day, ok := before.Day()
	ok = ok && day.Time.From.Day >= in.Clock.Today()
	t = said.OnDay(day.Time.From.Day, goesThere)
	within, contained := asked.Within()
	for i, do := range t.Do {
		if contained && do.Set.Has(meaning.There) { // in what the question looked into
			t.Do[i], ok = meaning.At([]meaning.Attribute{within}, do), true
			continue
		}
		if one := said.Do[i]; ok && meaning.OnThatDay(one) {
			if t.Do[i], ok = onThatDay(one, day); !ok {
				return t, false
			}
			continue
		}
		if !do.Then() || !ok && !asked.WantsTime() {
			continue
		}
		times, certain := asked.Times()
		switch times = append([]meaning.Attribute{day}, times...); {
		case ok && said.Do[i].Timed(): // "there at 2" is only the day
			times = nil
		case !ok || !certain:
			times = []meaning.Attribute{{Field: meaning.There, Not: true}}
		}
		t.Do[i], ok = meaning.At(times, do), true
	}
	return t, ok
}

// onThatDay is something new on "that day", or "that friday", as on the day that was asked about. It reports false if
// that is another weekday.
func onThatDay(do meaning.Do, asked meaning.Attribute) (meaning.Do, bool) {
	if day := do.Day(); day.Valid() && day.Weekday() != asked.Time.From.Day.Weekday() {
		return do, false
	}
	do.Set = do.Set.Without(meaning.SameDay)
	return do.Amended([]meaning.Attribute{asked}), true
}

// onToldDay is a change of everything on the day that the remark before was about: "cancel everything" after
// "I am ill on monday".
func onToldDay(in lookup, text string, said meaning.Text) (t meaning.Text, ok bool) {
	earlier := in.lately(in.Now())
	if len(earlier) == 0 || len(said.Do) != 1 || !said.Do[0].On.IsEverything() {
		return t, false
	}
	last := earlier[len(earlier)-1]
	t = *meaningOf(in, last+", "+text)
	onDay := len(t.Do) == 1 && t.Do[0].Act == said.Do[0].Act && t.Do[0].On != nil && !t.Do[0].On.IsEverything()
	return t, onDay && slices.Contains(meaningOf(in, last).Talk, meaning.Remark)
}

// booked is what the question before wanted time for, as a new event, if a text gives "it" a time: "book it
// at eleven". The texts before it are earlier, oldest first.
func booked(in lookup, earlier []string, said meaning.Text) (t meaning.Text, ok bool) {
	if !setsOfIt(said) {
		return t, false
	}
	before := questionIn(in, earlier[max(0, len(earlier)-1):])
	if before == nil || before.For == "" {
		return t, false
	}
	it := said.Do[0]
	t = said.Doing(meaning.Do{Act: meaning.Create, Kind: "event", Title: before.For, Set: it.Set, Said: it.Said})
	day, dated := before.Day()
	if !dated {
		return t, true
	}
	return t.OnDay(day.Time.From.Day, meaning.Do.Timed), true
}

// asShown makes changes ones of what the question before has shown. Of a series that is the
// occurrence on the day that it was about; or the next one, if that is "it". "All meetings" are those
// of that day.
func asShown(in lookup, all []meaning.Text) {
	for i := range all {
		all[i].Do = slices.Clone(all[i].Do)
		for j, do := range all[i].Do {
			if do.On == nil {
				continue
			}
			before := questionBefore(in)
			listed := before == nil && len(in.topics.Listed) > 1
			if do.On.Others || listed { // of its answer, which is behind changes of what it listed
				before = questionIn(in, in.lately(in.Now()))
			}
			if before == nil {
				return
			}
			day, dated := before.Day()
			on := *do.On
			if dated {
				on.Shown.Day = day.Time.From.Day
			}
			if dated && on.IsAllOfKind() {
				on.Where = []meaning.Attribute{day}
			}
			on.Shown.Part = before.OfTime()
			if whole, is := before.Within(); is && on.It && do.Act == meaning.Rename { // and not what is in it
				on = meaning.Record{Kind: string(whole.Field), Name: whole.Text, Words: []string{whole.Text}}
			}
			on.Shown.Next = on.Shown.Next || on.It && before.Of.Rank.Order == meaning.Next
			all[i].Do[j].On = &on
		}
	}
}
