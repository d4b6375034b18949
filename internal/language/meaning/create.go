package meaning

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

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
	d.refused = d.refused || d.isRun(all)
	if all[0].Manner == Bare && d.isCompany(all) || d.refused {
		d.fail()
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
	do.Manner = madeIn(how)
	bare := do.Manner == Bare || do.Manner == Told && how != howKept
	lacksVerb := name != title && !do.NamedIt && d.plain(title.Arg(0)) == ""
	if !d.named(name, bare) || d.adds(name, bare) || lacksVerb {
		d.fail()
	}
	do.name = name
	d.settle(&do, b.Arg(1))
	d.titled(&do, name)
	d.inName(&do, title)
	d.stated(&do, how, title)
	do.errand = do.errand || name != title
	if kind := n.Arg(0); kind != nil && kind.From > 0 {
		do.Given = d.isAny(kind.From-1, "definite")
	}
	d.keepName(&do, b.Arg(1))
	d.keepKind(&do, n.Arg(0))
	d.keepVerb(&do, n.Arg(2))
	nothing := do.Title == "" && do.Kind == "" && len(do.Set) == 0
	if nothing || slices.Contains(happening, how) && !do.Happens {
		d.fail() // "make dinner" is something to do, and "make an appointment" is not
	}
	return do
}

// wordsOfOne is how many words, one behind the other, may be one of several items.
const wordsOfOne = 2

// isRun reports whether one of several items is likely several itself: "milk flour sugar and bread".
func (d creating) isRun(all []Do) bool {
	run, several := 0, len(all) > 1
	for _, do := range all {
		if do.Kind != "item" || do.name == nil || do.Quoted {
			return false
		}
		words, most := 0, 0
		for i := do.name.From; i < do.name.To && d.toks[i].Word != "("; i++ {
			several = several || d.isAny(i, "joiner")
			times := i+1 < do.name.To && d.toks[i+1].Glued && d.toks[i+1].Num >= 0 // "milk x2"
			amount := times || d.toks[i].Num >= 0 || d.isAny(i, "measure")         // "2 kg potatoes"
			if words++; amount || d.g.Light(d.toks[i]) || d.isAny(i, "joiner", "particle") || d.toks[i].Word == "'" {
				words = 0
			}
			most = max(most, words)
		}
		run = max(run, most)
	}
	return several && run > wordsOfOne
}

// nameOf is the part of a title that names something: what is done is done to that.
func nameOf(title *language.Node) *language.Node {
	if object := title.Arg(1); title.Is("deed") && object != nil {
		return object
	}
	return title
}

// isCompany reports whether what follows something with somebody may be others who are there: "dinner
// with Ann, Bob and Carl" is one thing.
func (d creating) isCompany(all []Do) bool {
	with := false
	for _, do := range all {
		if with && !do.errand && !do.Happens {
			return true
		}
		with = with || do.name != nil && d.hasOne(do.name, "company")
	}
	return false
}

// titled adds what the title of a new record tells by how it is written.
func (d creating) titled(do *Do, n *language.Node) {
	if n == nil {
		return
	}
	from, to := int(n.From), int(n.To)
	do.name, do.Happens = n, d.happens(n)
	do.errand = d.known.Has(from, "doing")
	do.Clause = d.isClause(n)
	quoted := language.Quotation(d.toks, from)
	do.Quoted = to-from > 2 && quoted == to
	if quoted < to && d.endsQuotes(*do, int32(quoted)) {
		d.fail() // what is quoted is all of a title
	}
	do.Known = from > 0 && d.known.Has(from-1, "definite")
	do.Like = &Record{Name: do.Title, Words: d.g.Content(n, d.toks), Happens: do.Happens}
	do.Like.Each = d.each(*do.Like, n)
	if last := n.To - 1; do.Known && last > n.From && d.ofKind(do.Like, n, last) { // "the dentist appointment"
		name := &language.Node{Name: language.Text, From: n.From, To: last}
		do.Like.Name, do.Like.Words = d.words(name), d.g.Content(name, d.toks)
	}
}

// inName sets the day that an event is named after, unless another is set: "christmas dinner".
func (d creating) inName(do *Do, title *language.Node) {
	day := title.Arg(0)
	dated := slices.ContainsFunc(do.Set, func(a Attribute) bool { return a.Field == When && !a.Time.OfAnyDay() })
	event := do.Happens && (do.Kind == "" || do.Kind == "event" || do.Kind == "reminder")
	if title.Is("clause") && day != nil && event && !dated {
		do.Set = append(do.Set, d.condition(day))
	}
}

// endsQuotes reports whether a title in quotation marks ends at a token, which says what it is to belong to.
func (d creating) endsQuotes(do Do, at int32) bool {
	end := 0
	if do.name != nil {
		end = language.Quotation(d.toks, int(do.name.From))
	}
	return end > 0 && int(at) == end && d.isAny(at, "joins")
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

// adnominal are the classes of words that may begin a name. An expression of time that begins with
// one of the class relative is no part of one.
var (
	adnominal = []string{"weekday", "often", "month"}
	relative  = []string{"relday", "which", "prep", "article", "to"}
)

// lasting are kinds that seldom have a day: one before their name is a part of it.
var lasting = []string{"list", "project"}

// keepName leaves a month before a name in the name, and a day or a recurrence if another one is set or the
// kind is lasting: "add december invoices", "add sunday brunch on the 5th", "add list friday groceries".
func (d creating) keepName(do *Do, set *language.Node) {
	for _, x := range items(set) {
		d.keepPart(do, x)
		before := do.name != nil && x.Is("when") && x.To == do.name.From
		lasts, from := slices.Contains(lasting, do.Kind), x.From
		if before && lasts { // "a list for christmas presents"
			from += int32(d.known.Match(int(from), "prep"))
		}
		if !before || d.isAny(from, relative...) || d.toks[from].Num >= 0 {
			continue
		}
		a := d.condition(x)
		at := slices.IndexFunc(do.Set, func(b Attribute) bool { return b.Field == When && b.Time == a.Time })
		if at < 0 {
			continue
		}
		rest := slices.Delete(slices.Clone(do.Set), at, at+1)
		if every(a.Time.Rule, rest) {
			do.Set = rest
			continue
		}
		clock := a.Time.Kind == timeexpr.TimeOfDay && a.Time.Part == timeexpr.NoPart
		if clock && !slices.ContainsFunc(rest, isTimed) { // "a noon run", and not "a midnight run at 11"
			continue
		}
		other := func(b Attribute) bool { return b.Field == Due || b.Field == When && overlap(a.Time, b.Time) }
		monthly := a.Time.Grain >= timeexpr.Month && d.isAny(x.From, adnominal...)
		if clock || monthly || lasts || slices.ContainsFunc(rest, other) {
			do.Set = rest
			d.rename(do, from)
		}
	}
}

// every lets days of every week be those of every few weeks, as something before them says: "fortnightly
// chess, tuesdays at 6".
func every(few timeexpr.Rule, set []Attribute) bool {
	weekly := func(r timeexpr.Rule) bool { return r.Freq == timeexpr.Weekly && r.Interval == 1 && r.Days != 0 }
	at := slices.IndexFunc(set, func(a Attribute) bool { return weekly(a.Time.Rule) })
	sparse := few.Freq == timeexpr.Weekly && few.Interval > 1 && few.Days == 0
	if sparse && at >= 0 {
		set[at].Time.Rule.Interval = few.Interval
	}
	return sparse && at >= 0
}

// keepPart leaves a part of the day behind a name in the name, if a time is set that needs none: "turno de
// noche el viernes de 22:00 a 6:00".
func (d creating) keepPart(do *Do, x *language.Node) {
	behind := do.name != nil && x.Is("when") && x.From == do.name.To
	if !behind || d.isAny(x.From, relative...) && !d.isAny(x.From, "of") {
		return
	}
	part := func(a Attribute) bool { return a.Field == When && a.Time.Part != timeexpr.NoPart && a.Time.Daily }
	exact := func(a Attribute) bool {
		return a.Field == When && a.Time.Part == timeexpr.NoPart && a.Time.From.Clock > 0 && a.Time.Other.Clock == 0
	}
	at := slices.IndexFunc(do.Set, part)
	if at >= 0 && part(d.condition(x)) && slices.ContainsFunc(do.Set, exact) {
		do.Set = slices.Delete(do.Set, at, at+1)
		do.name = &language.Node{Name: language.Text, From: do.name.From, To: x.To}
		do.Title += " " + d.words(&language.Node{Name: language.Text, From: x.From, To: x.To})
	}
}

// overlap reports whether two expressions of time say the same of something: its day, or how
// it repeats.
func overlap(a, b timeexpr.Value) bool {
	if a.Kind == timeexpr.Recurrence {
		return b.Kind == timeexpr.Recurrence
	}
	return b.From.Day.Valid() && !b.OfAnyDay() || b.Rule.Days != 0
}

// keepKind leaves the word for a kind in the name that it stands before, if the name is of what
// takes place and has a day, and the kind has none: "project meeting on monday".
func (d creating) keepKind(do *Do, kind *language.Node) {
	proper := func(i int32) bool {
		first, _ := utf8.DecodeRuneInString(d.text[d.toks[i].Start:])
		return unicode.IsUpper(first)
	}
	if kind == nil || do.name == nil || kind.To != do.name.From || !do.Happens {
		return
	}
	if proper(do.name.From) && !proper(kind.From) { // "a project Wedding for june 12"
		return
	}
	if do.Set.Has(When) && d.isAny(kind.From, "timeless") {
		do.Kind = ""
		d.rename(do, kind.From)
	}
}

// wholes are the fields of what something new is a part of.
var wholes = []Field{List, Project, Part, There, Calendar}

// keepVerb leaves the verb in the title of what does not take place, if it is a thing to do itself:
// "book a table for two".
func (d creating) keepVerb(do *Do, verb *language.Node) {
	if verb == nil || do.name == nil || verb.To > do.name.From || !d.isAny(verb.From, "reserving", "upkeep") {
		return
	}
	if d.isAny(do.name.From, "pronoun") {
		d.fail() // "book it again"
	}
	deed, upkeep := d.plain(&language.Node{From: verb.From, To: verb.To}), d.isAny(verb.From, "upkeep")
	elsewhere := func(a Attribute) bool { return slices.Contains(wholes, a.Field) }
	placed := do.errand || slices.ContainsFunc(do.Set, elsewhere)
	given := do.Kind != "" || do.Quoted || upkeep && placed
	onDay := func(a Attribute) bool { // "book the holiday next week" is done in that week
		period := do.Known && a.Time.Kind == timeexpr.Range && a.Time.Grain >= timeexpr.DayGrain
		return a.Field == When && !period
	}
	takesPlace := do.Happens && slices.ContainsFunc(do.Set, onDay) || do.IsTimed() && !upkeep
	if given || takesPlace || deed == "" {
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
	if particle || !d.named(do.name, true) {
		d.fail()
	}
}

// IsTimed reports whether a time of day is set.
func (do *Do) IsTimed() bool {
	return slices.ContainsFunc(do.Set, func(a Attribute) bool {
		clock := a.Time.Grain < timeexpr.DayGrain && a.Time.Part == timeexpr.NoPart
		return a.Field == When && (clock || a.Time.Rule.Clock > 0)
	})
}

// rename lets a name begin earlier.
func (d creating) rename(do *Do, from int32) {
	before := &language.Node{Name: language.Text, From: from, To: do.name.From}
	do.name = &language.Node{Name: language.Text, From: from, To: do.name.To}
	do.Title = d.words(before) + " " + do.Title
	if do.Like != nil { // what there is may have the whole name: "book flights by friday"
		do.Like = &Record{Name: do.Title, Words: d.g.Content(do.name, d.toks), Happens: do.Happens}
	}
}

// madeWith decodes a new list or project and what is created in it.
func (d creating) madeWith(n *language.Node) []Do {
	title, set := n.Arg(1), n.Arg(1).Arg(1)
	if title.Is("body") {
		title = title.Arg(0)
	} else {
		set = nil
	}
	whole := Do{Act: Create, Kind: n.Arg(0).Symbol(), Title: d.titleOf(title), NamedIt: title.Is("there")}
	d.settle(&whole, set)
	if set != nil {
		whole.name = title
		d.keepName(&whole, set)
	}
	part, field := "task", Project
	if whole.Kind == "list" {
		part, field = "item", List
	}
	all := []Do{whole}
	if many := n.Arg(2); many.Is("record") {
		in := Attribute{Field: field, Text: whole.Title}
		return append(all, Do{Act: Change, On: d.record(many), Set: []Attribute{in}})
	}
	for _, b := range items(n.Arg(2)) {
		do := Do{Act: Create, Kind: part, Title: d.titleOf(b.Arg(0))}
		d.settle(&do, b.Arg(1))
		do.Set = append(do.Set, Attribute{Field: field, Text: whole.Title})
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
	for _, spot := range do.spots {
		if strings.HasSuffix(spot, do.Set[at].Text) {
			do.Title = strings.TrimSpace(strings.ReplaceAll(do.Title+" "+spot, " ,", ","))
			do.Set = slices.Delete(do.Set, at, at+1)
			return
		}
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
	var day, due calendar.Date
	var clock int32
	for _, a := range do.Set {
		ends := a.Field == Due || a.Time.Deadline || a.Time.Kind == timeexpr.Range && !a.Time.From.Valid()
		if last := a.Time.Last(); do.Act == Create && ends && last.Valid() {
			if due.Valid() && due != last {
				return true
			}
			due = last
		}
		if do.Act != Create || a.Field != When {
			continue
		}
		at := a.Time.From
		if a.Time.Kind == timeexpr.Recurrence {
			at = timeexpr.Point{Clock: a.Time.Rule.Clock}
		}
		daily := a.Time.Kind == timeexpr.TimeOfDay || a.Time.Daily && a.Time.Grain < timeexpr.DayGrain
		if !daily && at.Day.Valid() {
			if day.Valid() && day != at.Day {
				return true
			}
			day = at.Day
		}
		counted := a.Time.Kind == timeexpr.DayAndTime && a.Time.Grain >= timeexpr.DayGrain // "in three days"
		if exact := a.Time.Part == timeexpr.NoPart && at.Clock > 0; exact && !counted {
			if clock > 0 {
				return true
			}
			clock = at.Clock
		}
	}
	return false
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
	today := now.Day
	takesPlace := do.Happens || do.IsTimed()
	toDo := do.name != nil && anyToken(do.name.From+1, do.name.To, func(i int32) bool { // "a parcel to send"
		return d.isAny(i-1, "to", "prep") && d.isAny(i, "doing")
	})
	idle := do.Kind == "" && !takesPlace && !do.errand && !toDo // "I have a headache today"
	return slices.ContainsFunc(do.Set, func(a Attribute) bool {
		last := a.Time.From
		if a.Time.To.Valid() {
			last = a.Time.To
		}
		mayCome := a.Time.Open && a.Time.Other.Day >= today // "the first of the month"
		over := last.Day.Valid() && last.Day < today && !mayCome
		atOnce := last == now && !a.Time.OfAnyDay() || idle && last.Day == today
		return a.Field == When && (over || do.Manner == Told && atOnce)
	})
}
