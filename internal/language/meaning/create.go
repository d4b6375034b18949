package meaning

import (
	"slices"
	"strings"

	"assister/internal/calendar"
	"assister/internal/language"
	"assister/internal/language/timeexpr"
)

// creating decodes new records.
type creating struct{ describing }

// created decodes new records, one for each body.
func (d creating) created(n *language.Node) (all []Do) {
	bodies := items(n.Arg(1))
	if len(bodies) == 0 {
		bodies = []*language.Node{nil}
	}
	for _, b := range bodies {
		all = append(all, d.one(n, b))
	}
	if d.isRun(all) {
		d.refuse()
	}
	return all
}

// one decodes a new record from the body that names it.
func (d creating) one(n, b *language.Node) Do {
	how, title := n.Arg(2).Symbol(), b.Arg(0)
	do := Do{Act: Create, Kind: n.Arg(0).Symbol(), Title: d.titleOf(title)}
	name := nameOf(title)
	if do.Kind == "note" {
		do.Title = d.words(d.sentences(title))
	}
	if do.NamedIt = title.Is("there"); do.NamedIt {
		name = nil
	}
	d.failIf(do.Kind != "note" && title != nil && d.ends(title))
	do.Manner = madeIn(how)
	bare := do.Manner == Bare || do.Manner == Told && how != howKept
	lacksVerb := name != title && !do.NamedIt && d.plain(title.Arg(0)) == ""
	d.failIf(!d.named(name, bare) || d.adds(name, bare) || lacksVerb)
	do.name = name
	d.settle(&do, b.Arg(1))
	d.titled(&do, name)
	d.inName(&do, title)
	d.stated(&do, how, title)
	do.Owed = do.Owed || d.isDuty(name)
	do.errand = do.errand || name != title
	if kind := n.Arg(0); kind != nil && kind.From > 0 {
		do.Given = d.isAny(kind.From-1, "definite")
	}
	d.keepName(&do, b.Arg(1))
	d.keepKind(&do, n.Arg(0))
	d.keepVerb(&do, n.Arg(2))
	nothing := do.Title == "" && do.Kind == "" && len(do.Set) == 0
	if how == howMade && !do.Happens && d.isThing(&do, n) {
		d.rename(&do, upTo(n, do.name))
		do.Manner, do.errand = Bare, true
		d.failIf(!d.named(do.name, true))
		return do
	}
	if named := how == howMade && do.name != nil; named && do.Kind == "" && !d.hasOne(upTo(n, do.name), "article") {
		do.Manner = Placed // "make choir 8pm" may mean the one that there is
	}
	d.failIf(do.Kind == "item" && !do.Quoted && do.name != nil && d.states(do.name)) // "shed list: the rope is in the van"
	d.failIf(nothing || slices.Contains(happening, how) && !do.Happens)
	return do
}

// upTo are the words from the first of some up to the last of a name.
func upTo(n, name *language.Node) *language.Node { return &language.Node{From: n.From, To: name.To} }

// states reports whether free text is a statement, and not a thing with a clause: "bread that is dark".
func (d creating) states(n *language.Node) bool {
	return d.isAny(n.From, "subject") || anyToken(n.From+1, n.To, func(i int32) bool {
		return d.isAny(i, "be", "have") && !d.isAny(i-1, "pronoun", "because", "wh")
	})
}

// wordsOfOne is how many words, one behind the other, may be one of several items.
const wordsOfOne = 2

// isRun reports whether one of several items is likely several itself: "milk flour sugar and bread". Commas divide
// them, and what stands behind the last joiner is one: "eggs and self raising flour".
func (d creating) isRun(all []Do) bool {
	if slices.ContainsFunc(all, func(do Do) bool { return do.Kind != "item" || do.name == nil || do.Quoted }) {
		return false
	}
	from, to := all[0].name.From, all[len(all)-1].name.To
	if anyToken(from, to, func(i int32) bool { return d.toks[i].Word == "," }) {
		return false
	}
	end := to
	for end > from && !d.isAny(end-1, "joiner") {
		end--
	}
	switch joined := end > from; {
	case !joined && len(all) == 1:
		return false
	case !joined:
		end = to
	}
	for _, do := range all {
		words := 0
		for i := do.name.From; i < min(do.name.To, end) && d.toks[i].Word != "("; i++ {
			times := i+1 < do.name.To && d.toks[i+1].Glued && d.toks[i+1].Num >= 0 // "milk x2"
			amount := times || d.toks[i].Num >= 0 || d.isAny(i, "measure")         // "2 kg potatoes"
			if words++; amount || d.g.Light(d.toks[i]) || d.isAny(i, "joiner", "particle") || d.toks[i].Word == "'" {
				words = 0
			}
			if words > wordsOfOne {
				return true
			}
		}
	}
	return false
}

// nameOf is the part of a title that names something: what is done is done to that.
func nameOf(title *language.Node) *language.Node {
	if object := title.Arg(1); title.Is("deed") && object != nil {
		return object
	}
	return title
}

// isDuty reports whether what somebody has to do stands before a name: "I need to zest the lemons".
func (d creating) isDuty(name *language.Node) bool {
	owes := func(i int32) bool { return int32(d.known.Match(int(i), "has-to")) == name.From-i }
	return name != nil && anyToken(max(0, name.From-longestDuty), name.From, owes)
}

// longestDuty is the most words of "has got to".
const longestDuty = 3

// titled adds what the title of a new record tells by how it is written.
func (d creating) titled(do *Do, n *language.Node) {
	if n == nil {
		return
	}
	from, to := int(n.From), int(n.To)
	do.name, do.Happens = n, d.happens(n)
	do.errand = d.known.Has(from, "doing", "shall")
	do.Clause = d.isClause(n)
	quoted := language.Quotation(d.toks, from)
	do.Quoted = to-from > 2 && quoted == to
	d.failIf(quoted < to && d.endsQuotes(*do, int32(quoted))) // what is quoted is all of a title
	before := from - 1
	if before > 0 && d.toks[before].Word == "'" { // "l'appel"
		before--
	}
	do.Known = before >= 0 && d.known.Has(before, "definite")
	do.Like = &Record{Name: do.Title, Words: d.toDo(n, d.g.Content(n, d.toks)), Happens: do.Happens}
	do.Like.Each = d.each(*do.Like, nil, n)
	if last := n.To - 1; do.Known && last > n.From && d.ofKind(do.Like, n, last) { // "the dentist appointment"
		name := &language.Node{Name: language.Text, From: n.From, To: last}
		do.Like.Name, do.Like.Words = d.words(name), d.g.Content(name, d.toks)
	}
}

// inName sets the day that an event is named after, unless another is set: "christmas dinner".
func (d creating) inName(do *Do, title *language.Node) {
	dated := slices.ContainsFunc(do.Set, func(a Attribute) bool { return a.Field == When && !a.Time.OfAnyDay() })
	event := do.Happens && (do.Kind == "" || do.Kind == "event" || do.Kind == "reminder")
	if day := title.Arg(0); title.Is("clause") && day != nil && event && !dated {
		do.Set = append(do.Set, d.condition(day))
	}
}

// endsQuotes reports whether a title in quotation marks ends at a token, which says what it is to belong to.
func (d creating) endsQuotes(do Do, at int32) bool {
	behind := do.name != nil && at > do.name.From && d.isAny(at, "joins")
	return behind && int(at) == language.Quotation(d.toks, int(do.name.From))
}

// narrowed leaves out periods that a day is in: "next week call Bo on tuesday".
func narrowed(set []Attribute) []Attribute {
	return slices.DeleteFunc(set, func(of Attribute) bool {
		period := of.Field == When && of.Time.Kind == timeexpr.Range && of.Time.Grain >= timeexpr.DayGrain
		return period && slices.ContainsFunc(set, func(a Attribute) bool {
			single := a.Time.Kind == timeexpr.Day || a.Time.Kind == timeexpr.DayAndTime
			return a.Field == When && single && of.Time.From.Day <= a.Time.From.Day && a.Time.From.Day <= of.Time.Last()
		})
	})
}

// adds reports whether a comma in free text has a statement behind it: "the insurance, it runs out".
func (d creating) adds(n *language.Node, bare bool) bool {
	return n != nil && anyToken(n.From+1, n.To-1, func(i int32) bool {
		return d.toks[i-1].Word == "," && (bare && d.isAny(i, "subject") || d.isAny(i, "demands"))
	})
}

// isMoreTime reports whether more of a title is another time of those before it: "at 8, 14 and 20".
func (d creating) isMoreTime(x *language.Node) bool {
	const hours = 24
	at := func(i int32) bool { return d.toks[i].Num >= 0 && d.toks[i].Num <= hours }
	behindComma := x.From > 0 && x.From+1 < x.To && d.toks[x.From].Word == ","
	return behindComma && at(x.From-1) && at(x.From+1)
}

// relative are the classes of words that an expression of time begins with that is no part of a name.
var relative = []string{"relday", "which", "prep", "article", "to"}

// keepName leaves words for a time beside a name in the name, if another time is set or they are no time of it: "add
// december invoices", "add sunday brunch on the 5th", "turno de noche el viernes de 22:00 a 6:00".
func (d creating) keepName(do *Do, set *language.Node) {
	for _, x := range items(set) {
		if do.name == nil || !x.Is("when") || x.To != do.name.From && x.From != do.name.To {
			continue
		}
		a, before := d.condition(x), x.To == do.name.From
		at := slices.IndexFunc(do.Set, func(b Attribute) bool { return b.Field == When && b.Time == a.Time })
		apart := d.isAny(x.From, relative...) && (before || !d.isAny(x.From, "of"))
		first := d.toks[x.From]
		behind := first.Num >= 0 || before && first.Word == "," // it follows something else
		if at < 0 || apart || behind {
			continue
		}
		rest := slices.Delete(slices.Clone(do.Set), at, at+1)
		if before && isNamedAfter(a.Time, *do, rest) || !before && isPartBeside(a.Time, rest) {
			do.Set = rest
			d.rename(do, &language.Node{From: min(x.From, do.name.From), To: max(x.To, do.name.To)})
		}
	}
}

// isNamedAfter reports whether a time before a name is more likely a part of the name, beside what else is set.
func isNamedAfter(v timeexpr.Value, do Do, rest []Attribute) bool {
	if v.Kind == timeexpr.TimeOfDay { // "a noon run", and not "a midnight run at 11"
		return slices.ContainsFunc(rest, isTimed)
	}
	lasts := do.Kind == "list" || do.Kind == "project" // these seldom have a day: "add list friday groceries"
	other := func(b Attribute) bool { return b.Field == Due || b.Field == When && overlap(v, b.Time) }
	return lasts || v.Grain >= timeexpr.Month || slices.ContainsFunc(rest, other)
}

// isPartBeside reports whether a time is a part of the day, and a time that needs none is set.
func isPartBeside(v timeexpr.Value, rest []Attribute) bool {
	exact := func(a Attribute) bool { return isTimed(a) && a.Time.Part == timeexpr.NoPart }
	return v.Part != timeexpr.NoPart && v.Daily && slices.ContainsFunc(rest, exact)
}

// overlap reports whether two expressions of time say the same of something: its day, or how it repeats.
func overlap(a, b timeexpr.Value) bool {
	if a.Kind == timeexpr.Recurrence {
		return b.Kind == timeexpr.Recurrence
	}
	return b.From.Day.Valid() && !b.OfAnyDay() || b.Rule.Days != 0
}

// keepKind leaves the word for a kind in the name that it stands before, if the name is of what
// takes place and has a day, and the kind has none: "project meeting on monday".
func (d creating) keepKind(do *Do, kind *language.Node) {
	if kind == nil || do.name == nil || kind.To != do.name.From || !do.Happens {
		return
	}
	proper := d.toks[do.name.From].Capital && !d.toks[kind.From].Capital // "a project Wedding for june 12"
	if !proper && do.Set.Has(When) && d.isAny(kind.From, "timeless") {
		do.Kind = ""
		d.rename(do, &language.Node{From: kind.From, To: do.name.To})
	}
}

// keepVerb leaves the verb in the title of what does not take place, if it is a thing to do itself:
// "book a table for two".
func (d creating) keepVerb(do *Do, verb *language.Node) {
	if verb == nil || do.name == nil || verb.To > do.name.From || !d.isAny(verb.From, "reserving", "upkeep") {
		return
	}
	d.failIf(d.isAny(do.name.From, "pronoun")) // "book it again"
	deed, upkeep := d.plain(&language.Node{From: verb.From, To: verb.To}), d.isAny(verb.From, "upkeep")
	placed := do.errand || do.Set.Has(List, Project, Part, There, Calendar)
	given := do.Kind != "" || do.Quoted || upkeep && placed
	onDay := func(a Attribute) bool { // "book the holiday next week" is done in that week
		period := do.Known && a.Time.Kind == timeexpr.Range && a.Time.Grain >= timeexpr.DayGrain
		return a.Field == When && !period
	}
	takesPlace := do.Happens && slices.ContainsFunc(do.Set, onDay) || do.IsTimed() && !upkeep
	if given || takesPlace {
		return
	}
	from := verb.To
	for from < do.name.From && d.isAny(from, "pronoun", "stop") { // "book me a table"
		from++
	}
	for i, k := from, 0; i < do.name.From; i += int32(k) {
		if k = d.known.Match(int(i), "article"); k == 0 {
			return
		}
	}
	article := d.words(&language.Node{From: from, To: do.name.From})
	title := strings.Join(strings.Fields(deed+" "+article+" "+do.Title), " ")
	do.Title = strings.Replace(title, "' ", "'", strings.Count(article, "'")) // "mettre de l'essence"
	do.name = &language.Node{Name: language.Text, From: verb.From, To: do.name.To}
	if do.errand = true; do.Known && len(do.Set) > 0 && upkeep {
		return // what there is may be set so: "mettre le rapport jeudi"
	}
	do.Like = &Record{Name: do.Title, Words: d.g.Content(do.name, d.toks)}
	if do.Known {
		do.Manner = Bare
	}
	do.Known, do.Happens = false, false
	particle := d.isAny(do.name.To, "prep") && d.isAny(do.name.To+1, "prep") // "book the car in for friday"
	d.failIf(particle || !d.named(do.name, true))
}

// isThing reports whether what is made or got at the end of a text is a thing: "get a present for Ann", "make soup on
// friday", and not "get an appointment", "make my week less busy", "make me laugh", "make milk fluffy" or "make “Oil
// the gate” due friday".
func (d creating) isThing(do *Do, made *language.Node) bool {
	if do.Kind != "" || do.name == nil || do.Quoted {
		return false
	}
	before := &language.Node{From: made.From, To: do.name.From}
	some := d.hasOne(before, "indefinite", "fetching") || len(do.Set) > 0 && do.Set.Only(When, Notes)
	known := func(i int32) bool { return d.isAny(i, "definite", "pronoun") }
	more := func(i int32) bool { return d.toks[i].Letters && !d.isAny(i, "courtesy") }
	ends := d.isAny(made.To, "joiner") || !anyToken(made.To, int32(len(d.toks)), more)
	return some && ends && !anyToken(made.From, do.name.From+1, known)
}

// IsTimed reports whether a time of day is set.
func (do *Do) IsTimed() bool {
	return slices.ContainsFunc(do.Set, func(a Attribute) bool {
		clock := a.Time.Grain < timeexpr.DayGrain && a.Time.Part == timeexpr.NoPart
		return a.Field == When && (clock || a.Time.Rule.Clock > 0)
	})
}

// rename gives a name the words beside it.
func (d creating) rename(do *Do, to *language.Node) {
	before := &language.Node{From: to.From, To: do.name.From}
	behind := &language.Node{From: do.name.To, To: to.To}
	do.Title = strings.TrimSpace(d.words(before) + " " + do.Title + " " + d.words(behind))
	do.name = &language.Node{Name: language.Text, From: to.From, To: to.To}
	// An existing record may have the whole name: "book flights by friday".
	do.Like = &Record{Name: do.Title, Words: d.g.Content(do.name, d.toks), Happens: do.Happens}
}

// madeWith decodes a new list or project and what is created in it.
func (d creating) madeWith(n *language.Node) []Do {
	title, set := n.Arg(1), (*language.Node)(nil)
	if title.Is("body") {
		title, set = title.Arg(0), title.Arg(1)
	}
	whole := Do{Act: Create, Kind: n.Arg(0).Symbol(), Title: d.titleOf(title), NamedIt: title.Is("there")}
	d.settle(&whole, set)
	all, in := []Do{whole}, Attribute{Field: within[whole.Kind], Text: whole.Title}
	if many := n.Arg(2); many.Is("record") {
		return append(all, Do{Act: Change, On: d.record(many), Set: []Attribute{in}})
	}
	for _, b := range items(n.Arg(2)) {
		do := Do{Act: Create, Kind: "task", Title: d.titleOf(b.Arg(0))}
		if whole.Kind == "list" {
			do.Kind = "item"
		}
		d.settle(&do, b.Arg(1))
		do.Set = append(do.Set, in)
		all = append(all, do)
	}
	return all
}

// locate puts where a task is done back into its title: only what takes place is at a place.
func (do *Do) locate() {
	at := do.Set.Index(Place)
	takesPlace := do.Happens || do.Kind == "event" || do.IsTimed()
	if at < 0 || do.Act != Create || takesPlace {
		return
	}
	if len(do.spots) > 0 {
		do.Title = strings.TrimSpace(strings.ReplaceAll(do.Title+" "+do.spots[0], " ,", ","))
		do.Set = slices.Delete(do.Set, at, at+1)
	}
}

// within moves an hour without am or pm to the part of the day that something is usually in:
// dinner at eight is in the evening, and breakfast at six is not.
func (do *Do) within() {
	for i := range do.Set {
		v := &do.Set[i].Time
		switch r := &v.Rule; {
		case do.Set[i].Field != When:
		case r.Twelve && do.part.IsOther(r.Clock):
			r.Clock, r.Twelve = other(r.Clock), false
			if r.EndClock > 0 {
				r.EndClock = other(r.EndClock)
			}
		case v.Other.Clock > 0 && do.part.IsOther(v.From.Clock):
			v.TakeOther()
		}
	}
}

// Usually puts times of day into the part of the day that what a title is about is usually in: "dinner" at 8 is in
// the evening.
func (do *Do) Usually(g *language.Grammar) {
	do.Set, do.part = slices.Clone(do.Set), Usual(g, do.Title)
	do.within()
}

// other is the second of the day that is twelve hours from another.
func other(clock int32) int32 {
	const half = 12 * 3600
	return (clock-1+half)%(2*half) + 1
}

// contradicts reports whether a new record is on two days, at two times of the day, or due on two days.
func (do *Do) contradicts() bool {
	var day, due, clock int64
	another := func(of *int64, v int64, holds bool) bool {
		if !holds || v <= 0 {
			return false
		}
		was := *of
		*of = v
		return was > 0 && was != v
	}
	return do.Act == Create && slices.ContainsFunc(do.Set, func(a Attribute) bool {
		v, at := a.Time, a.Time.From
		if v.Kind == timeexpr.Recurrence {
			at = timeexpr.Point{Clock: v.Rule.Clock}
		}
		ends := a.Field == Due || v.Deadline || v.Kind == timeexpr.Range && !v.From.Valid()
		daily := v.Kind == timeexpr.TimeOfDay || v.Daily
		counted := v.Kind == timeexpr.DayAndTime && v.Grain >= timeexpr.DayGrain // "in three days"
		exact := v.Part == timeexpr.NoPart && !counted
		return another(&due, int64(v.Last()), ends) || another(&day, int64(at.Day), a.Field == When && !daily) ||
			another(&clock, int64(at.Clock), a.Field == When && exact)
	})
}

// now is the second of a text.
func (d describing) now() timeexpr.Point {
	local := d.clock.Instant.In(d.clock.Zone)
	second := local.Hour()*3600 + local.Minute()*60 + local.Second()
	return timeexpr.Point{Day: calendar.DateIn(local), Clock: int32(second) + 1}
}

// isOver reports whether what is set was before today or, in a statement, is now: "yesterday was
// fun" and "I'm having lunch now" plan nothing.
func (d creating) isOver(do *Do) bool {
	now := d.now()
	toDo := do.name != nil && anyToken(do.name.From+1, do.name.To, func(i int32) bool { // "a parcel to send"
		return d.isAny(i-1, "to", "prep") && d.isAny(i, "doing")
	})
	does := do.Happens || do.IsTimed() || do.errand || toDo
	idle := do.Kind == "" && !does // "I have a headache today"
	return slices.ContainsFunc(do.Set, func(a Attribute) bool {
		last := a.Time.From
		if a.Time.To.Valid() {
			last = a.Time.To
		}
		mayCome := a.Time.Open && a.Time.Other.Day >= now.Day // "the first of the month"
		over := last.Day.Valid() && last.Day < now.Day && !mayCome
		atOnce := last == now && !a.Time.OfAnyDay() || idle && last.Day == now.Day
		return a.Field == When && (over || do.Manner == Told && atOnce)
	})
}
