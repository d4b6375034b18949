package meaning

import (
	"slices"
	"strings"

	"assister/internal/language"
	"assister/internal/language/timeexpr"
)

// requesting decodes changes.
type requesting struct{ creating }

// request decodes the changes that a clause asks for, and what the text around it says of them.
func (d requesting) request(n *language.Node) []Do {
	all := d.clause(n)
	clock := find(n, "clock", "clock12", "half")
	day := find(n, "weekday", "rel", "month", "mday", "weekend")
	for i := range all {
		do := &all[i]
		do.Said = d.words(n)
		do.joined = d.known.Has(int(n.To), "joiner")
		do.follows = n.From > 0 && d.isAny(n.From-1, "because")
		if int(n.To) < len(d.toks) {
			do.heads, do.listed = d.toks[n.To].Word == ":", d.toks[n.To].Word == ","
		}
		do.locate()
		part, _ := d.usual(do.name)
		do.part = max(part, d.booked(do.name, do.more))
		do.within()
		do.dayLast = clock != nil && day != nil && clock.From < day.From
		asked := d.isAsked(n)
		if !asked && d.announces(do) {
			d.impersonal(do)
			do.Manner, do.Happens = Told, true
		}
		do.Vague = do.Vague || d.isVague(do, asked)
		// "both keys are found now" moves nothing to this second
		d.failIf(do.Act == Move && !d.hasOne(n, "verb") && d.isAtOnce(do))
		do.speaks = d.speaksOfRecords(do.name)
		onDay := do.Act == Create && slices.Contains(planned, do.Kind)
		d.failIf(onDay && (d.hasDate(do.name) || slices.ContainsFunc(do.more, d.hasDate))) // a day that was not read
		do.Set = narrowed(do.Set)
		d.failIf(do.contradicts() || asked && do.Manner == Told && do.On != nil) // "the rent is paid?"
		d.failIf(asked && repeatsAnew(*do) && !d.hasOne(n, "verb"))              // "choir is every week?"
	}
	return all
}

// repeatsAnew reports whether a change sets how records repeat.
func repeatsAnew(do Do) bool {
	repeats := func(a Attribute) bool { return a.Field == When && a.Time.Kind == timeexpr.Recurrence }
	return do.On != nil && slices.ContainsFunc(do.Set, repeats)
}

// IsUnruly reports whether a change sets a recurrence that no record can have: "every first monday".
func (x Do) IsUnruly() bool {
	return slices.ContainsFunc(x.Set, func(a Attribute) bool {
		_, ok := a.Time.Rule.InMonth(1).Plain() // of whichever year
		return !ok && a.Time.Kind == timeexpr.Recurrence
	})
}

// planned are the kinds with a day of their own; "" is either of them.
var planned = []string{"", "task", "event"}

// sameDay gives new records with a time alone the day of the one that "and" or a comma joins them with: of the one
// before them or, behind "and", if that says its day last, of the one behind: "dinner at 7 and drinks at 9 tomorrow".
// What rings has the day before it, too: "my train is on monday at 8, wake me at 6".
func sameDay(all []Do) []Do {
	share := func(from, to int) {
		if day := all[from].Day(); day.Valid() && all[to].ofAnyDay() && all[from].Act == Create {
			all[to] = all[to].Amended([]Attribute{{Field: When, Time: timeexpr.On(day)}})
			all[to].dayLast = true
			both := slices.Concat(all[to].Set, all[from].Set) // "laundry tonight, and remind me at 9"
			inParts(both)
			all[to].Set = both[:len(all[to].Set):len(all[to].Set)]
		}
	}
	for i := len(all) - 2; i >= 0; i-- {
		if all[i].joined && all[i+1].dayLast {
			share(i+1, i)
		}
	}
	for i := range len(all) - 1 {
		together := all[i].joined || all[i].listed || all[i].Manner == Told
		if together || all[i].rings() || all[i+1].rings() {
			share(i, i+1)
		}
	}
	return all
}

// inOrder puts the way back, and what would be today, by a weekday or a day of the month, behind the day to come of
// what is made before it: "flight on friday at 7, back on sunday at 9"; on a sunday, "gym on friday, lunch on sunday".
func (t *utterance) inOrder(all []Do) []Do {
	const month = 31
	today := t.clock.Today()
	for i := 1; i < len(all); i++ {
		first, x := all[i-1].Day(), &all[i]
		before := x.Manner == Back && x.Day() < first || x.Day() == today && first > today
		if !before || x.Act != Create || all[i-1].Act != Create {
			continue
		}
		from, to := timeexpr.Point{Day: first}, timeexpr.Point{Day: first.AddDays(month)}
		coming := timeexpr.Value{Kind: timeexpr.Range, Grain: timeexpr.DayGrain, From: from, To: to}
		x.Set = slices.Clone(x.Set)
		for k, a := range x.Set {
			x.Set[k].Time = a.Time.InPeriod(coming)
		}
	}
	return all
}

// isVague reports whether nothing says that something should change: a name alone, or a statement
// that is about the past or has a question mark.
func (d requesting) isVague(do *Do, asked bool) bool {
	bare, states := do.Manner == Bare, do.Clause && !do.errand
	if bare && (states || len(do.Set) == 0 && !d.speaksOfRecords(do.name)) {
		return true
	}
	over := do.Act == Create && d.isOver(do)
	return (bare || do.Manner == Told) && (asked || over)
}

// isAtOnce reports whether a time is set that is now, to the second.
func (d requesting) isAtOnce(do *Do) bool {
	when, _ := do.Set.Of(When)
	return when.Time.From == d.now() && !when.Time.OfAnyDay()
}

// settles are the acts that bring a record into a state.
var settles = map[string]Act{
	"completed": Complete, "pending": Reopen, "doing": Start, "skipped": Skip,
}

// clause decodes one request: several records may be created by it.
func (d requesting) clause(n *language.Node) (all []Do) {
	if times := eachTime(n); times != nil {
		for _, one := range alternatives(n, times) {
			all = append(all, d.clause(one)...)
		}
		return all
	}
	switch n.Name {
	case "unknown":
		d.refuse()
		return nil
	case language.List:
		for _, each := range n.Args {
			all = append(all, d.clause(each)...)
		}
		return all
	case "with":
		if one := setWithin(n); one != nil {
			return d.clause(one)
		}
		all = d.clause(n.Arg(0))
		for i := range all {
			d.settle(&all[i], n.Arg(1))
			d.keepName(&all[i], n.Arg(1))
		}
		return all
	case "sparing":
		all = d.clause(n.Arg(0))
		for _, do := range all {
			d.narrow(do.On, n.Arg(1))
		}
		return all
	case "also":
		return d.alsoOf(d.clause(n.Arg(0)), n.Arg(1))
	case "regarding":
		return d.regarding(n)
	case "create":
		return d.created(n)
	case "makes":
		return d.madeWith(n)
	case "assign":
		return d.assigned(n)
	}
	do := d.change(n)
	described := n.Arg(0)
	for described.Is("within") {
		described = described.Arg(0)
	}
	name := described.Arg(1)
	d.failIf(do.Manner == Told && name != nil && !d.named(name, true))
	return []Do{do}
}

// alsoOf adds the last of some changes for another record: "the rent is paid, the gas too".
func (d requesting) alsoOf(all []Do, of *language.Node) []Do {
	if len(all) == 0 {
		return nil
	}
	one := all[len(all)-1]
	d.failIf(one.On == nil || one.With != nil || one.Act == Rename || !d.named(of.Arg(1), true))
	if before := one.On; before != nil {
		one.On = d.record(of)
		for _, a := range before.Where {
			leaves := one.Act == Skip || one.Act == Delete // "yoga is off next week, the choir too"
			if same := a.Field == Did || a.Field == When && leaves; same && !one.On.Where.Has(a.Field) {
				one.On.Where = append(one.On.Where, a)
			}
		}
	}
	return append(all, one)
}

// setWithin is the one new record of a node "with" with what is set beside it as a part of its body, as it is where it
// stands behind the name: whether a verb belongs to the title depends on the time. It is nil for other nodes, and for
// company, which is added to the title that the body makes.
func setWithin(n *language.Node) *language.Node {
	made := n.Arg(0)
	for made.Is("with") && made.Arg(1) == nil {
		made = made.Arg(0)
	}
	named := made.Is("create") && made.Arg(1).Is("body")
	if !named || n.Arg(1) == nil || n.Arg(1).Is("company") {
		return nil
	}
	one, body := *made, *made.Arg(1)
	set := append(slices.Clone(items(body.Arg(1))), items(n.Arg(1))...)
	body.Args = []*language.Node{body.Arg(0), {Name: language.List, Args: set}}
	one.Args = slices.Clone(made.Args)
	one.Args[1] = &body
	return &one
}

// change decodes an act on the records that a description fits.
func (d requesting) change(n *language.Node) Do {
	do := Do{Act: Act(n.Name), On: d.record(n.Arg(0))}
	ofDue := d.isOfDeadlines(n.Arg(0))
	if of := n.Arg(0); of.To < n.To && !do.On.It && do.On.Name == "" {
		d.failIf(d.isAny(of.To-1, "definite", "indefinite") && !d.isAny(of.To-1, "pronoun")) // "complete the trash"
	}
	if of := n.Arg(0); int(of.To) == len(d.toks) && !d.isAny(of.To-1, "particle") {
		bare, named := do.On.IsBare(), of.To-of.From > 1
		// "delete all events on" lacks its condition, and "the task called" its name
		d.failIf(bare && d.isAny(of.To-1, "prep") || named && d.isAny(of.To-1, "called"))
	}
	switch n.Name {
	case "act":
		do.Act = Act(n.Arg(1).Symbol())
		when, _ := do.On.Where.Of(When)
		d.failIf(do.Act == Complete && when.Time.Deadline) // "finish the report by friday" is to be done until then
	case "status":
		act, sets := settles[n.Arg(1).Symbol()]
		do.Act = act
		d.failIf(!sets)
	case "move":
		if n.Arg(1) != nil {
			do.Set = append(do.Set, d.attribute(From, n.Arg(1)))
		}
		do.Set = append(do.Set, d.attributes(n.Arg(2))...)
		do.Manner = Manner(n.Arg(3).Symbol())
	case "shift":
		if n.Arg(1) != nil {
			do.Set = append(do.Set, d.attribute(Length, n.Arg(1)))
		} else {
			do.Set = append(do.Set, d.attribute(Advance, n.Arg(2)))
		}
	case "rename":
		do.Set = append(do.Set, Attribute{Field: Title, Text: d.words(n.Arg(1))})
		if makes := d.g.Means(d.toks[n.From:n.From+1], "verb", "make"); makes && do.On.It && !isQuoted(&d.free, n.Arg(1)) {
			do.Manner = Near
		}
	case "change", "snooze", "copy":
		do.Set, do.Manner = d.attributes(n.Arg(1)), Manner(n.Arg(2).Symbol())
		do.Vague = do.Manner == Told
	case "swap":
		do.With = d.record(n.Arg(1))
	case "replace":
		do.Old, do.New = d.words(n.Arg(1)), d.words(n.Arg(2))
	case "append":
		do.Title = d.words(n.Arg(1))
	case "complete", "start", "delete", "skip":
		do.Manner = Manner(n.Arg(1).Symbol())
		if did := n.Arg(2); did != nil && did.Symbol() != anyVerb {
			d.done(&do, n, did)
		}
	}
	if ofDue {
		do = ofDeadlines(do)
	}
	if at, on, length := d.fromItself(n); length != nil {
		do = d.shifted(do, at, on, length)
	}
	return do
}

// done describes what a change is about by the verb that tells what somebody did.
func (d requesting) done(do *Do, n, did *language.Node) {
	if do.Recount = did.From < n.Arg(0).From; do.Recount {
		d.onPastDay(do.On, n.Arg(0))
	}
	for i, on := range slices.Concat(do.On.Each, []*Record{do.On}) {
		joined := i > 0 && i < len(do.On.Each)
		on.Where = append(slices.Clone(on.Where), Attribute{Field: Did, Text: d.infinitive(did), Also: joined})
	}
	plain := len(d.toks[did.From].Word) == int(d.toks[did.From].End-d.toks[did.From].Start)
	d.failIf(plain && did.From == n.From && d.isAny(did.From, "bidding"))
}

// shifted is a change that moves the day, or the deadline, of what it is about by a length.
func (d requesting) shifted(do Do, at *language.Node, by Field, length *language.Node) Do {
	do.Act, do.Set = Shift, []Attribute{d.attribute(by, length)}
	if at.Is("due") {
		do.On.Where = append(slices.Clone(do.On.Where), Attribute{Field: Has, Text: string(Due)})
	}
	return do
}

// onPastDay makes days of the next week in a description of what somebody did those of the last one: "I took out the
// trash on thursday".
func (d requesting) onPastDay(on *Record, n *language.Node) {
	const week = 7
	d.past, d.verdict = true, &verdict{}
	today, past := d.clock.Today(), d.record(n)
	if len(past.Where) != len(on.Where) {
		return
	}
	for i, a := range on.Where {
		first, before := a.Time.From.Day, past.Where[i].Time.From.Day
		if a.Time.Kind == timeexpr.Day && today < first && first == before.AddDays(week) {
			on.Where[i] = past.Where[i]
		}
	}
}

// isOfDeadlines reports whether a description is of deadlines, and not of records with one: "all december deadlines".
func (d requesting) isOfDeadlines(n *language.Node) bool {
	named := n.Arg(0) != nil || n.Arg(1) != nil
	return n.Is("record") && !named && slices.ContainsFunc(items(n.Arg(2)), func(c *language.Node) bool {
		return c.Is("has") && c.Arg(0).Symbol() == string(Due) && d.known.Match(int(c.From), "field") == int(c.To-c.From)
	})
}

// ofDeadlines is a change of deadlines: the days that it names are days of deadlines, and so is the one that it sets.
func ofDeadlines(x Do) Do {
	x.On.Where, x.Set = slices.Clone(x.On.Where), slices.Clone(x.Set)
	for _, all := range []Attributes{x.On.Where, x.Set} {
		for i := range all {
			if all[i].Field == When {
				all[i].Field = Due
			}
		}
	}
	switch x.Act {
	case Move:
		x.Act = Change
	case Delete:
		x.Act, x.Set = Change, []Attribute{{Field: Clear, Text: string(Due)}}
	}
	return x
}

// fromItself is a length that what is moved is to be later or earlier than it is, and not than now: "move the vet to
// two days later", "the essay is due a week later".
func (d requesting) fromItself(n *language.Node) (at *language.Node, by Field, length *language.Node) {
	set := n.Arg(2)
	if n.Is("change") {
		set = n.Arg(1)
	} else if !n.Is("move") {
		return nil, "", nil
	}
	for _, x := range items(set) {
		if by, length = d.byLength(x); length != nil && (x.Is("when") || x.Is("due")) {
			return x, by, length
		}
	}
	return nil, "", nil
}

// byLength is the length that a time is later or earlier, if it says no more.
func (d requesting) byLength(x *language.Node) (Field, *language.Node) {
	of := x.Arg(0)
	ends := func(class string) bool {
		return anyToken(of.From, of.To, func(i int32) bool { return i+int32(d.known.Match(int(i), class)) == of.To })
	}
	switch {
	case !of.Arg(0).Is("now"):
	case of.Is("shift") && ends("later-by"):
		return Length, of.Arg(1)
	case of.Is("back") && ends("earlier"):
		return Advance, of.Arg(1)
	}
	return "", nil
}

// assigned decodes a value for a field of records. The kind of the value must be that of the field.
func (d requesting) assigned(n *language.Node) []Do {
	field, value := n.Arg(0).Arg(0).Symbol(), n.Arg(1)
	do := Do{Act: Change, On: d.record(n.Arg(0).Arg(1))}
	a := Attribute{Field: Field(field)}
	if a.Field == When && do.On.Kind == "project" {
		a.Field = Due // the date of a project is that of its target
	}
	switch f := a.Field; f {
	case When, "time", "recurrence", Due, End:
		if !value.Is("at") {
			d.fail()
			return nil
		}
		if f != Due && f != End {
			do.Act, f = Move, When
		}
		if by, length := d.byLength(value); f == Due && length != nil { // "the deadline is a week later"
			return []Do{d.shifted(do, &language.Node{Name: string(Due)}, by, length)}
		}
		a = d.attribute(f, value.Arg(0))
	case Priority:
		a.Text = value.Symbol()
		d.failIf(a.Text == "")
	case Title:
		do.Act, a.Text = Rename, d.words(value)
	default:
		d.failIf(value.Is("at"))
		a.Text = d.words(value)
	}
	do.Set = []Attribute{a}
	of := n.Arg(0).Arg(1)
	if plain := do.On.Kind+do.On.Name == "" && do.On.Every; plain && a.Field == Due && of.From < n.Arg(0).Arg(0).From {
		do.On.Where = append(do.On.Where, Attribute{Field: Has, Text: field}) // "all december deadlines to the 20th"
		do = ofDeadlines(do)
	}
	if a.Field == Notes { // what was there is gone
		do.Set = []Attribute{{Field: Clear, Text: field}, a}
	}
	if old := n.Arg(2); do.Act == Move && old.Is("at") {
		do.Set = []Attribute{d.attribute(From, old.Arg(0)), a}
	}
	return []Do{do}
}

// shares reports whether a title without a verb of ours is a part of what follows: "wash and iron the
// shirts", "the rent and the gas are paid", "dinner with Ann: add that we bring wine".
func (x *Do) shares(next *Do) bool {
	aside := x.Manner == Bare && x.Vague
	verb := x.Manner == Bare && x.errand && !strings.Contains(x.Title, " ") // the one word of what somebody does
	if x.joined && (verb || aside && next.Manner == Told) {
		return true
	}
	heading := aside || x.Manner == Bare && x.speaks // "garden tasks for friday: rake"
	return heading && x.heads && next.Act == Create
}

// considered leaves out titles before a request: they say what it is about, unless "and" makes a request
// of both, and statements. Titles behind a request are more of it: they stay, and are not understood alone.
func (t *utterance) considered(all []Do) []Do {
	request := slices.IndexFunc(all, func(x Do) bool { return x.Manner != Bare })
	if request < 0 {
		return all
	}
	kept, added := all[:0], false
	for i, x := range all {
		besides := i < request || x.Manner == Told
		aside := x.Vague && !x.errand && !x.joined && x.On == nil && !t.commands(x.name)
		if !besides || !aside || added {
			kept = append(kept, x)
		} else if do := all[request]; do.On != nil && do.On.It {
			// "the letter belongs on thursday and matters, so make it high"
			t.failIf(!do.Set.Has(When, Due) && slices.ContainsFunc(append(x.more, x.name), t.namesDay))
		}
		added = x.joined
	}
	return kept
}

// namesDay reports whether a title, or more of it, has the word for a day.
func (t *utterance) namesDay(n *language.Node) bool {
	return n != nil && t.hasOne(n, "weekday", "relday")
}

// commands reports whether a title is a word and an object, which may be an order that the language does not know:
// "zorble the oven".
func (t *utterance) commands(n *language.Node) bool {
	return n != nil && n.From+2 < n.To && t.isAny(n.From+1, "definite")
}
