package meaning

import (
	"cmp"
	"slices"
	"strings"

	"assister/internal/language"
	"assister/internal/language/timeexpr"
)

// settle adds settings to a new record.
func (d creating) settle(do *Do, n *language.Node) {
	for _, x := range d.series(do, items(n)) {
		switch {
		case x.Is("more") && d.endsQuotes(*do, x.From): // "“call Bo” to the shed"
			from := x.From + 1 + int32(d.known.Match(int(x.From)+1, "article"))
			of := &language.Node{From: from, To: x.To}
			do.Set = append(do.Set, Attribute{Field: Project, Text: d.words(of)})
		case x.Is("more"):
			d.extend(do, x)
		case x.Is("beside"):
			d.aside(do, x)
		default:
			d.set(do, d.located(do, x))
		}
	}
	inParts(do.Set)
	d.failIf(len(lists(do.Set)) > 1) // "to my list Zorble Shopping add jam"
}

// lists are the lists that settings name, each once, and the one that "it" is.
func lists(set Attributes) (names []string) {
	for _, a := range set {
		it := a.Field == There && a.Text == "checklist"
		if named := a.Field == List && a.Text != ""; (named || it) && !slices.Contains(names, a.Text) {
			names = append(names, a.Text)
		}
	}
	return names
}

// series puts what stands apart from a recurrence into it: "every day water the ferns, 5 times", "tuesdays chess, every
// two weeks". Recurrences that are no one rule stay two, and what something is not on may be a part of its title.
func (d creating) series(do *Do, all []*language.Node) []*language.Node {
	repeats := func(x *language.Node) bool { return x.Is("when") && x.Arg(0).Is("rule") }
	at := slices.IndexFunc(all, repeats)
	d.failIf(at < 0 && slices.ContainsFunc(all, func(x *language.Node) bool { return x.Is("again") }))
	if at < 0 {
		return all
	}
	first, rest := *all[at], slices.Delete(slices.Clone(all), at, at+1)
	is, _ := timeexpr.Eval(first.Arg(0), d.clock)
	named := do.name != nil && first.To == do.name.From && is.Rule.Interval == 1 // "weekly review, sundays at 6"
	rest = slices.DeleteFunc(rest, func(x *language.Node) bool {
		more := x.Is("again")
		d.failIf(x.Is("when") && d.spansDays(x.Arg(0)))
		if !more && (named || !repeats(x)) {
			return false
		}
		if before := do.name != nil && first.From < do.name.From; before && find(x, "except") != nil && more {
			d.refuse()
		}
		one := &language.Node{Name: "rule", From: first.From, To: first.To, Args: []*language.Node{first.Arg(0), x.Arg(0)}}
		_, ok := timeexpr.Eval(one, d.clock)
		if more || ok {
			first.Args = []*language.Node{one}
		}
		return more || ok
	})
	for i, x := range rest {
		listed := d.toks[x.From].Word == "," && d.isAny(x.From+1, "departs")
		if x.Is("when") && (listed || d.isAny(x.From, "departs")) {
			rest[i] = d.since(x)
		}
	}
	return slices.Insert(rest, min(at, len(rest)), &first)
}

// since is a day or a month behind "from" as the beginning of all that follow: "from may", and not in it.
func (d creating) since(x *language.Node) *language.Node {
	n := x.Arg(0)
	v, _ := timeexpr.Eval(n, d.clock)
	if v.Grain < timeexpr.DayGrain || v.Ends || n.Is("open") {
		return x
	}
	open := &language.Node{Name: "open", From: x.From, To: x.To, Args: []*language.Node{{Sym: "from"}, n}}
	return &language.Node{Name: x.Name, From: x.From, To: x.To, Args: []*language.Node{open}}
}

// spansDays reports whether an expression is of no time that something has again and again: "at 8 until may", "at 8
// and not on the 5th".
func (d creating) spansDays(n *language.Node) bool {
	v, _ := timeexpr.Eval(n, d.clock)
	return n.Is("rather") || v.Kind == timeexpr.Range && v.From.Clock > 0 && v.To.Day > v.From.Day.AddDays(1)
}

// set adds one setting.
func (d creating) set(do *Do, x *language.Node) {
	a := d.condition(x)
	brings := a.Field == Notes && d.isAny(x.Arg(0).From, "bringing") && !slices.ContainsFunc(do.Set, isTimed)
	// "buy bread, bring the car to the garage": both are to be done
	d.failIf(brings && do.name != nil && d.isAny(do.name.From, "doing"))
	lone := do.name != nil && do.name.To == do.name.From+1 && d.isAny(do.name.From, "doing")
	d.failIf(lone && d.isAny(x.From, "proviso")) // "ver si hay sitio"
	d.failIf(a.Field == Company && !do.Happens)  // who is invited to the wash?
	if do.name != nil && x.From >= do.name.To {
		a.Tail = d.words(x)
	}
	do.Set = append(do.Set, a)
}

// extend adds more of a title, "lunch on friday with Ann", or what stands beside it and belongs to the notes.
func (d creating) extend(do *Do, x *language.Node) {
	number := x.To == x.From+2 && d.toks[x.From].Word == "," && d.toks[x.From+1].Num >= 0 // "service, on monday, 3"
	broken := number || d.isLast(x.To-1, last) || d.isMoreTime(x) || d.ends(x)
	more := d.says(x) || d.goesOn(x) || d.adds(x, true) || d.hasErrand(x) // "dinner with Ann, call Bo"
	filed := do.Manner == Bare && do.name != nil && isFiled(&d.free, do.name, x)
	d.failIf(broken || more || filed)
	unmarked := x.Arg(0).Symbol() == "apart" // "check-up at 9 second floor"
	apart := (unmarked || d.toks[x.From].Word == ",") && slices.ContainsFunc(do.Set, isTimed)
	d.failIf(unmarked && (!apart || d.hasOne(x, telling...))) // "yoga's on at 6 these days"
	if !apart && do.Aside == "" {
		do.Title = strings.TrimSpace(strings.ReplaceAll(do.Title+" "+d.words(x), " ,", ","))
		do.more = append(do.more, x)
		return
	}
	kind := do.name != nil && do.name.To == do.name.From+1 && d.isAny(do.name.From, "kind")
	first := int(x.From)
	if !unmarked {
		first++ // behind the comma
	}
	other := d.known.Match(first, "happening") == int(x.To)-first
	undoes := d.denies(x) || d.hasOne(x, "participle") // "dinner at 7, cancelled"
	d.failIf(undoes || kind || apart && other)         // "alarm at 5, early shift"; "dinner at 7, lunch"
	do.Aside = strings.TrimLeft(strings.ReplaceAll(do.Aside+" "+d.words(x), " ,", ","), " ,")
}

// denies reports whether free text ends with a negation, so that it takes back what is before it: "but I haven't".
func (f *free) denies(n *language.Node) bool {
	return anyToken(n.From, n.To, func(i int32) bool {
		size := f.known.Match(int(i), "negation")
		return size > 0 && i+int32(size) == n.To
	})
}

// aside sets what an aside says of something that has a day, and keeps its words, "cup final sunday, k.o. at 3",
// but for those of the first day of a series. Where a time is set, that of the aside is of a part of it.
func (d creating) aside(do *Do, x *language.Node) {
	repeats := func(a Attribute) bool { return a.Field == When && a.Time.Kind == timeexpr.Recurrence }
	begins, series := x.Arg(0).Arg(0).Is("open"), slices.ContainsFunc(do.Set, repeats)
	timed := slices.ContainsFunc(do.Set, isTimed)
	returns := d.hasOne(x, "comes-back") // "trip on friday, back at 5"
	// "the kids are at Ann's on friday, pick up at 3": there is something to do then
	d.failIf(x.Arg(0).Is("end") && !timed && !returns)
	first := d.toks[x.From].Word
	d.failIf(!timed && slices.Contains(sentenceEnds, first)) // "lunch on friday. coach leaves at 7"
	whole := !timed && (do.name == nil || !d.isAny(do.name.From, "doing") || !d.hasOne(x, "sets-off"))
	// "concert at 6, doors open at 5.30", "pack on friday, coach leaves at 9"
	if !returns && (whole || !isTimed(d.condition(x.Arg(0)))) {
		d.set(do, x.Arg(0))
	}
	if !begins {
		note(do, strings.TrimLeft(d.words(x), ".,;|-! "))
	}
	switch rings := do.Kind == "alarm"; {
	case rings:
		d.fail() // "an alarm for 7, train leaves at 8"
	case !series && (begins || !do.Day().Valid()):
		d.refuse() // nor is it something new by itself: "yoga on friday, next time 8 december"
	}
}

// located is a setting; a place ends where something else begins.
func (d creating) located(do *Do, x *language.Node) *language.Node {
	if !x.Is("place") {
		return x
	}
	at, behind := x.Arg(0).Is("clause"), do.name != nil && x.From >= do.name.To
	if at && behind {
		x = d.placed(do, x)
	}
	if at || behind && !d.hasOne(x, "have") {
		do.spots = append(do.spots, d.words(x))
	}
	broken := d.says(x) || d.isClause(x.Arg(0)) || d.hasOne(x, "to")
	d.failIf(at && (broken || d.ends(x.Arg(0))))
	return x
}

// placed keeps what stands behind a place and a comma for the notes, unless it is more of the place, as what begins
// with a capital or a number is: "dinner at Sole, table by the window", and not "at 12 Mill Lane, York".
func (d creating) placed(do *Do, x *language.Node) *language.Node {
	at := x.Arg(0).From
	for at < x.To && d.toks[at].Word != "," {
		at++
	}
	more := at + 1
	for more < x.To && d.toks[more].Num >= 0 {
		more++
	}
	if more >= x.To || d.toks[more].Capital || isQuoted(&d.free, x.Arg(0)) {
		return x
	}
	rest := &language.Node{From: at + 1, To: x.To}
	// "dinner at Sole, call Bo"
	d.failIf(d.isAny(rest.From, "doing", "verb", "negation", "or", "joiner") && !d.isAny(rest.From, "bringing"))
	note(do, d.words(rest))
	cut, place := *x, *x.Arg(0)
	cut.To, place.To = at, at
	cut.Args = append([]*language.Node{&place}, x.Args[1:]...)
	return &cut
}

// isTimed reports whether an attribute is a time of day that something begins at.
func isTimed(a Attribute) bool {
	return a.Field == When && (a.Time.From.Clock > 0 || a.Time.Rule.Clock > 0)
}

// inParts moves times of day into the parts of the day that are set beside them: "tomorrow evening call Bo at 8".
func inParts(set []Attribute) {
	for i := range set {
		for _, of := range set {
			part := cmp.Or(of.Time.Part, of.Time.Rule.Part)
			if set[i].Field == When && of.Field == When && part != timeexpr.NoPart {
				set[i].Time = inPart(set[i].Time, of.Time)
			}
		}
	}
}
