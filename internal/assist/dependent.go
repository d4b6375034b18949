package assist

import (
	"slices"
	"strings"

	"assister/internal/calendar"
	"assister/internal/event"
	"assister/internal/language"
	"assister/internal/language/meaning"
	"assister/internal/session"
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
		addition, oneMore, onAskedDay, onToldDay, everyListed, leftOfList, shownAlone, doneAlone, askedOfIt,
	}
}

// confirmed is the request whose proposal is still to be applied, which is proposed once more: "yes, do it". What was
// asked since leaves it as it is, and "it" is what the proposal was about.
func confirmed(in lookup, _ string, said meaning.Text) (t meaning.Text, ok bool) {
	if !said.OnlySays(meaning.Yes) {
		return t, false
	}
	n := proposedLast(in)
	if n == 0 {
		return t, false
	}
	in.Turns = in.Turns[:n]
	return proposed(in)
}

// proposed is all that the latest proposal is of, which is still to be applied.
func proposed(in lookup) (t meaning.Text, ok bool) {
	n := len(in.Turns)
	before := proposals(in)
	if n < 2 || len(before) == 0 {
		return t, false
	}
	last := in.Turns[:n-2]
	if n > 2 && last[n-3].Question != "" { // it answered which one, or what else was left out
		if changed, _ := amended(before, nil, proposal.setsMore, proposal.changes); changed != nil {
			return *changed, true
		}
		q, _ := event.ParseClarify([]byte(last[n-3].Question))
		t = *meaningOf(in, q.Request)
		do := t.Sole()
		do.On = &meaning.Record{It: true}
		return t.Doing(do), do.Act != "" && do.Act != meaning.Create && len(in.Turns[n-1].About) == 1
	}
	t = meantAt(in, n)
	return t, len(t.Do) > 0
}

// unreadable is what a text means that has no meaning by itself.
func unreadable(in lookup, text string) (t meaning.Text, ok bool) {
	said := *meaningOf(in, text)
	if t, ok = reworded(in, text, said); ok {
		return t, true
	}
	return renamed(in, text, said)
}

// meantAt is what the words before a number of turns, of which they and their reply are the last, meant behind the
// turns before them.
func meantAt(in lookup, n int) (t meaning.Text) {
	if t, known := in.readings.meant[n]; known {
		return t
	}
	defer func(turns []session.Turn) { in.Turns, in.topics = turns, session.TopicsOf(turns, in.Now()) }(in.Turns)
	text := in.Turns[n-2].Text
	in.Turns = in.Turns[:n-2]
	in.topics = session.TopicsOf(in.Turns, in.Now()) // it means what it meant behind the turns before it
	if all := read(in, text); len(all) > 0 {
		t = depend(in, text, all)[0]
	} else {
		t, _ = unreadable(in, text)
	}
	if in.readings.meant == nil {
		in.readings.meant = map[int]meaning.Text{}
	}
	in.readings.meant[n] = t
	return t
}

// ofThat are changes of "it" as those of the one record that it is now.
func ofThat(in lookup, all []meaning.Do) []meaning.Do {
	all = slices.Clone(all)
	it, found := in.it()
	for i, do := range all {
		if found && do.On != nil && do.On.It {
			on := *do.On
			on.It, on.Kind, on.IDs = false, it.Kind.Name, []int{int(it.ID)}
			all[i].On = &on
		}
	}
	return all
}

// proposedLast is the number of turns up to those of the latest proposal that is still to be applied, if nothing but
// questions came since; 0 for none.
func proposedLast(in lookup) int {
	for n := len(in.Turns); n >= 2; n -= 2 {
		if in.Turns[n-1].Proposed != "" {
			return n
		}
		if all := read(in, in.Turns[n-2].Text); len(all) == 0 || len(all[0].Ask) == 0 {
			return 0
		}
	}
	return 0
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

// besideProposal is the request whose proposal is still to be applied, with what is to be made beside the
// record that it makes or changes: "remind me an hour before".
func besideProposal(in lookup, _ string, said meaning.Text) (t meaning.Text, ok bool) {
	if !said.Sole().IsBesideIt() {
		return t, false
	}
	before := proposals(in)
	changed, _ := amended(before, nil, proposal.setsMore, proposal.changes)
	if changed == nil {
		return t, false
	}
	t = *changed
	t.Do = append(slices.Clone(t.Do), said.Do[0])
	return t, true
}

// shifted is the new record whose proposal is still to be applied, earlier or later: "an hour later".
func shifted(in lookup, _ string, said meaning.Text) (t meaning.Text, ok bool) {
	if !said.Sole().ShiftsIt() {
		return t, false
	}
	before := proposals(in)
	made, _ := amended(before, nil, proposal.setsMore, proposal.makes)
	if made == nil {
		return t, false
	}
	t = *made
	t.Do = slices.Clone(t.Do)
	t.Do[0], ok = t.Do[0].Shifted(said.Do[0])
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

// namedAfter is what is new of the name of "it", with that name: that of the one record which the
// conversation is about, or of the new one that is still to be made.
func namedAfter(in lookup, _ string, said meaning.Text) (t meaning.Text, ok bool) {
	if !slices.ContainsFunc(said.Do, func(do meaning.Do) bool { return do.NamedIt }) {
		return t, false
	}
	before := proposals(in)
	if len(before) > 0 && before[0].makes() {
		return said.Named(before[0].Do[0].Title), true
	}
	it, found := in.it()
	if !found {
		return t, false
	}
	return said.Named(it.Label()), true
}

// oneMore is what is new beside what else is new and still to be made: "and wax the floor".
func oneMore(in lookup, text string, said meaning.Text) (t meaning.Text, ok bool) {
	joined := in.Languages().Called(said.Language).Has(language.Tokens(text), 0, "joiner")
	if !joined || len(said.Do) == 0 || len(said.Ask)+len(said.Reply) > 0 {
		return t, false
	}
	t = besideNew(in, said)
	return t, len(t.Do) > len(said.Do)
}

// besideNew is something new with what else is new and still to be made.
func besideNew(in lookup, said meaning.Text) meaning.Text {
	all, ok := proposed(in)
	all.Do = slices.Concat(all.Do, said.Do)
	other := func(do meaning.Do) bool { return do.Act != meaning.Create }
	if !ok || slices.ContainsFunc(all.Do, other) {
		return said
	}
	return said.Doing(all.Do...)
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

// ofKnown is something that is put on a day as a move of the record that it names, if there is one: "put the dentist on
// friday".
func ofKnown(in lookup, do meaning.Do) meaning.Do {
	on := &meaning.Record{Name: do.Title, Words: in.Languages().Keywords(do.Title, wordsMost)}
	if do.Act == meaning.Create && do.Manner == meaning.Placed && do.Set.Only(meaning.When) && in.knows(on) {
		do.Act, do.Manner, do.On, do.Kind, do.Title = meaning.Move, meaning.Asked, on, "", ""
	}
	return do
}

// otherwise is the request whose proposal is still to be applied, for another record or with another name: "no, the
// dentist".
func otherwise(in lookup, _ string, said meaning.Text) (t meaning.Text, ok bool) {
	other := len(said.Reply) == 1 && said.Reply[0].Says == meaning.Instead && said.Reply[0].On != nil
	do, sole := changeBefore(in)
	if !other || !sole || len(said.Do)+len(said.Ask) > 0 || len(pending(in)) == 0 {
		return t, false
	}
	on := said.Reply[0].On
	if do.Act == meaning.Create { // what is to be done has a verb that stays
		do.Title = on.Name
		noun := do.Happens || do.Kind == "event" || do.Kind == "item" || do.Set.Has(meaning.List)
		return said.Doing(do), noun && on.Name != "" && on.Kind == "" && len(on.Where) == 0
	}
	return said.Doing(do.Of(on)), do.Repeatable()
}

// ofOthers reports whether a text may ask for the rest of a list: "and the others".
func ofOthers(t meaning.Text) bool {
	return len(t.Ask) == 1 && t.Ask[0].Of.Others
}

// dayOfNew is the day of the new record that a text before asked for: the one that it said, or the one
// that the record which was made since has got.
func dayOfNew(in lookup, before meaning.Do) calendar.Date {
	if day := before.Day(); day.Valid() {
		return day
	}
	made, found := in.it()
	n := len(in.Turns)
	if !found || n == 0 || made.Get("createdAt").Instant().Before(in.Turns[n-1].At) {
		return 0
	}
	return made.Day()
}

// onAskedDay is what is new on the day that the text before asked about: at a time, or what takes place
// and has none. "Add brunch at eleven", "add brunch" after "is there anything on sunday". "Then" is the time that it
// asked about, and is not understood if that is none that something can be at.
func onAskedDay(in lookup, text string, said meaning.Text) (t meaning.Text, ok bool) {
	goesThere := func(do meaning.Do) bool { return do.Timed() || do.Undated() || do.Then() }
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

// questionBefore is the only question that the text before asked; nil if it did not. What picked something from its
// answer since is about that question, too.
func questionBefore(in lookup) *meaning.Ask {
	lately := in.lately(in.Now())
	n := len(lately) - 1
	for ; n > 0; n-- {
		all := read(in, lately[n])
		if len(all) == 0 || len(all[0].Do)+len(all[0].Ask) > 0 || len(all[0].Reply) == 0 {
			return questionIn(in, lately[n:])
		}
	}
	return questionIn(in, lately)
}

// questionIn is the only question of the latest of some texts that asks any; nil if it asks several.
func questionIn(in lookup, texts []string) *meaning.Ask {
	for _, text := range slices.Backward(texts) {
		before := read(in, text)
		if len(before) == 0 {
			return nil
		}
		if n := len(before[0].Ask); n == 1 {
			return &before[0].Ask[0]
		} else if n > 1 {
			return nil
		}
	}
	return nil
}

// changeBefore is the change that the text before asked for, or that it repeated: the last one, if that
// is not the sole one. It has no act if there is none.
func changeBefore(in lookup) (do meaning.Do, sole bool) {
	return lastChange(in, func(d meaning.Do) bool { return d.Manner != meaning.Bare })
}

// lastChange is the last of the changes that the text before asked for, or that it repeated, if it counts.
func lastChange(in lookup, counts func(meaning.Do) bool) (do meaning.Do, sole bool) {
	var since [][]meaning.Attribute // what corrections have set
	for _, before := range slices.Backward(in.lately(in.Now())) {
		all := read(in, before)
		if len(all) == 0 {
			return do, false
		}
		if n := len(all[0].Do); n > 0 && counts(all[0].Do[n-1]) {
			return with(all[0].Do[n-1], since), n == 1
		}
		if set, corrects := correction(all); corrects {
			since = append(since, set)
		}
		if !all[0].Continues() && len(all[0].Reply) == 0 {
			return do, false
		}
	}
	return do, false
}

// namesIn are the grammar of a language and the names in a text, to read it as one that depends on what
// the conversation was about.
func namesIn(in lookup, text, code string) (*language.Grammar, language.Names) {
	g := in.Languages().Called(code)
	return g, in.resolver().NamesIn(g, language.Tokens(text))
}
