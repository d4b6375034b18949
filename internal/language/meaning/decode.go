package meaning

import (
	"slices"
	"strings"

	"assister/internal/calendar"
	"assister/internal/language"
	"assister/internal/language/timeexpr"
)

// Names are the names of the nodes in requests, with their largest number of arguments.
//
//	said(clause, rest)            a text: a clause, and the text after it
//	create(kind, body, manner)    body(title, settings), or a list of bodies
//	makes(kind, title, bodies)    a list or a project, and what is in it
//	with(clause, settings)        settings that stand apart from the clause
//	sparing(clause, except)       so do exceptions
//	regarding(topic, clause)      a change of a record, or of the record of a clause, named before it
//	move(record, from, settings, manner)
//	shift(record, later, earlier) rename(record, title)
//	complete(record, manner, did) delete(record, manner) start, skip, reopen, ...
//	change(record, settings)      assign(of(field, record), value) status(record, state)
//	record(kind, name, conditions)
//	rank(.order, count, nth, .by) which of the records, a condition
//	did(past)                     with what was done, a condition: "pay" of "paid"
//	not(condition) any(list)      except(record)
//	sameday(name, later, earlier) beside what has that name, or beside it()
//	reply(.says, records, settings)
//	id(int, last)                 an id, or all from one to another
//	deed(verb)                    a title that begins with a verb, whose value is its infinitive
var Names = map[string]int{
	"said": 2, "create": 3, "body": 2, "makes": 3, "with": 2, "sparing": 2,
	"move": 4, "shift": 3, "rename": 2, "change": 3,
	"complete": 3, "start": 2, "skip": 2, "reopen": 2, "delete": 2, "status": 2, "assign": 3, "of": 2, "at": 1,
	"regarding": 2, "swap": 2, "replace": 3, "append": 2, "enable": 1, "disable": 1, "snooze": 2, "dismiss": 1,
	"reply": 3, "unknown": 1,
	"record": 3, "many": 0, "id": 2, "on": 1, "except": 1, "rank": 4, "not": 1, "any": 1, "within": 2, "clause": 0,
	"did": 1, "when": 1, "due": 1, "length": 1, "priority": 1, "state": 1, "tag": 1, "project": 1, "checklist": 1,
	"calendar": 0,
	"place":    1, "without": 1, "has": 1, "about": 1, "part": 1, "context": 1, "team": 1, "longer": 1, "shorter": 1,
	"titled":  1,
	"created": 1, "changed": 1, "earlier": 1, "later": 1, "sameday": 3, "kind": 1, "risk": 1, "end": 1, "person": 1,
	"deed": 1, "allday": 0, "backlog": 0, "untag": 1, "notes": 1, "address": 1, "clear": 1, "more": 0,
}

// bareDaypart is what a part of the day costs that stands without a day or a preposition:
// "movie night" is no movie at night.
const bareDaypart = 20

// checkWhen makes a part of the day expensive that nothing stands before.
func checkWhen(n *language.Node) (cost int, ok bool) {
	first := n.Arg(0)
	bare := func(x *language.Node) bool { return x.Is("part") && x.From == n.From && x.To-x.From == 1 }
	alone := first.Is("part") && first.To-first.From == 1
	if alone || first.Is("and") && slices.ContainsFunc(first.Args, bare) {
		return bareDaypart, true
	}
	return 0, true
}

// decoder turns trees into meanings. It stops at what cannot be.
type decoder struct {
	free
	text    string
	clock   calendar.Clock
	bad     *language.Node // the first expression of time without a value, or value that its field cannot have
	spots   []string       // where things are, with the preposition
	past    bool           // the question or description is about the past
	asked   bool           // a question has words that it cannot have
	refused bool           // a clause asks for something that the language does not know
}

func (d *decoder) ok() bool { return d.bad == nil }

func (d *decoder) fail(n *language.Node) {
	if n == nil {
		n = &language.Node{}
	}
	if d.bad == nil {
		d.bad = n
	}
}

// questions are the nodes of clauses that are questions.
var questions = map[string]bool{"ask": true, "follows": true, "other": true, "given": true}

// said decodes a text. Without a clause that is understood, there is no meaning.
func (d *decoder) said(n *language.Node) (out Text) {
	for ; n.Is("said"); n = n.Arg(1) {
		switch clause := n.Arg(0); {
		case clause == nil:
		case questions[clause.Name]:
			out.Ask = append(out.Ask, d.ask(clause))
		case clause.Is("talk"):
			out.Talk = append(out.Talk, Talk(clause.Arg(0).Symbol()))
		case clause.Is("reply"):
			picked := items(clause.Arg(1))
			if picked == nil {
				picked = []*language.Node{nil}
			}
			for _, on := range picked {
				r := Reply{Says(clause.Arg(0).Symbol()), d.record(on), d.attributes(clause.Arg(2))}
				out.Reply = append(out.Reply, r)
			}
		default:
			all := d.clause(clause)
			for i := range all {
				all[i].Said = d.words(clause)
				all[i].joined = d.g.Has(d.toks, int(clause.To), "joiner")
				all[i].heads = int(clause.To) < len(d.toks) && d.toks[clause.To].Word == ":"
				all[i].locate(d.spots)
				if part, _ := d.usual(all[i].name); part != timeexpr.NoPart {
					all[i].within(part)
				}
				m := all[i].Manner
				open := m == Bare || m == Told
				bare := m == Bare && len(all[i].Set) == 0 && !d.speaksOfRecords(all[i].name)
				over, asked := all[i].Act == Create && d.isOver(all[i].Set), d.isAsked(clause)
				doubtful := open && (over || asked)
				all[i].Vague = all[i].Vague || bare || doubtful
				if all[i].contradicts() || asked && m == Told && all[i].On != nil { // "the rent is paid?"
					d.fail(clause)
				}
			}
			out.Do = append(out.Do, all...)
		}
	}
	for i := range len(out.Do) - 1 {
		if out.Do[i].shares(&out.Do[i+1]) {
			d.fail(n)
		}
	}
	out.Do = considered(out.Do)
	if !place(out.Do) {
		d.fail(nil)
	}
	return out
}

// shares reports whether a title without a verb of ours is a part of what follows: "wash and iron the
// shirts", "the rent and the gas are paid", "dinner with Ann: add that we bring wine".
func (x *Do) shares(next *Do) bool {
	aside := x.Manner == Bare && x.Vague
	if x.joined && (x.isVerb() || aside && next.Manner == Told) {
		return true
	}
	return aside && x.heads && next.Act == Create
}

// isVerb reports whether a title without a verb of ours is the one word of what somebody does.
func (x *Do) isVerb() bool { return x.Manner == Bare && x.errand && x.name.To == x.name.From+1 }

// considered leaves titles out beside requests: they say what a request is about, unless "and"
// makes a request of both.
func considered(all []Do) []Do {
	if !slices.ContainsFunc(all, func(x Do) bool { return x.Manner != Bare }) {
		return all
	}
	var kept []Do
	for i, x := range all {
		aside := x.Vague && !x.errand && !x.joined && x.On == nil
		if added := i > 0 && all[i-1].joined; !aside || added {
			kept = append(kept, x)
		}
	}
	return kept
}

// clause decodes one request: several records may be created by it.
func (d *decoder) clause(n *language.Node) []Do {
	switch n.Name {
	case "unknown":
		d.refused = true
		d.fail(n)
		return nil
	case "with":
		all := d.clause(n.Arg(0))
		for i := range all {
			d.settle(&all[i], n.Arg(1))
			d.keepName(&all[i], n.Arg(1))
		}
		return all
	case "sparing":
		all := d.clause(n.Arg(0))
		for i := range all {
			if all[i].On == nil {
				d.fail(n)
				break
			}
			d.narrow(all[i].On, n.Arg(1))
		}
		return all
	case "regarding":
		return regarding(d, n)
	case "create":
		return d.created(n)
	case "makes":
		return d.madeWith(n)
	case "assign":
		return d.assigned(n)
	}
	do := Do{Act: Act(n.Name), On: d.record(n.Arg(0))}
	switch n.Name {
	case "status":
		act, ok := acts[n.Arg(1).Symbol()]
		if !ok {
			d.fail(n)
		}
		do.Act = act
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
	case "change", "snooze":
		do.Set, do.Manner = d.attributes(n.Arg(1)), Manner(n.Arg(2).Symbol())
		do.Vague = do.Manner == Told
	case "swap":
		do.With = d.record(n.Arg(1))
	case "replace":
		do.Old, do.New = d.words(n.Arg(1)), d.words(n.Arg(2))
	case "append":
		do.Title = d.words(n.Arg(1))
	case "complete", "start", "delete":
		do.Manner = Manner(n.Arg(1).Symbol())
		if did := n.Arg(2); did != nil && did.Symbol() != "any" {
			do.On.Where = append(do.On.Where, Attribute{Field: Did, Text: d.infinitive(did)})
			do.Recount = do.Manner == Told && did.From < n.Arg(0).From
		}
	}
	if name := n.Arg(0).Arg(1); do.Manner == Told && name != nil && !d.named(name, true) {
		d.fail(n)
	}
	return []Do{do}
}

// infinitive is the verb of a past form; the past form itself if it is regular.
func (d *decoder) infinitive(n *language.Node) string {
	if n.Symbol() == "-" {
		return d.words(n)
	}
	return n.Symbol()
}

// titleOf is the text of a title. What somebody does is to be done: "I dine with Ann" is "dine
// with Ann", in languages where the verbs differ.
func titleOf(d *decoder, n *language.Node) string {
	if !n.Is("deed") {
		return d.words(n)
	}
	verb := n.Arg(0)
	return strings.TrimSpace(verb.Symbol() + " " + d.words(&language.Node{From: verb.To, To: n.To}))
}

// acts are the acts that bring records to a state.
var acts = map[string]Act{"completed": Complete, "pending": Reopen, "doing": Start, "skipped": Skip}

// created decodes new records, one for each body.
func (d *decoder) created(n *language.Node) (all []Do) {
	bodies := items(n.Arg(1))
	if len(bodies) == 0 {
		bodies = []*language.Node{nil}
	}
	for _, b := range bodies {
		do := Do{Act: Create, Kind: n.Arg(0).Symbol(), Title: titleOf(d, b.Arg(0))}
		if do.Kind == "note" {
			do.Title = d.words(d.sentences(b.Arg(0)))
		}
		switch m := n.Arg(2).Symbol(); m {
		case "put", "bare", "told":
			do.Manner = Manner(m)
		}
		if !d.named(b.Arg(0), do.Manner == Bare || do.Manner == Told) {
			d.fail(n)
		}
		d.settle(&do, b.Arg(1))
		d.titled(&do, b.Arg(0))
		d.keepName(&do, b.Arg(1))
		d.keepKind(&do, n.Arg(0))
		keepVerb(d, &do, n.Arg(2))
		nothing := do.Title == "" && do.Kind == "" && len(do.Set) == 0
		if made := n.Arg(2).Symbol() == "made"; nothing || made && !do.Happens {
			d.fail(n) // "make dinner" is something to do, and "make an appointment" is not
		}
		all = append(all, do)
	}
	return all
}

// titled adds what the title of a new record tells by how it is written.
func (d *decoder) titled(do *Do, n *language.Node) {
	if n == nil {
		return
	}
	from, to := int(n.From), int(n.To)
	do.name, do.Happens = n, d.happens(n)
	do.errand = d.g.Has(d.toks, from, "doing")
	do.Quoted = to-from > 2 && language.Quotation(d.toks, from) == to
	do.Known = from > 0 && d.g.Has(d.toks, from-1, "definite")
	do.Like = &Record{Name: do.Title, Words: d.g.Content(n, d.toks), Happens: do.Happens}
	do.Like.Each = d.each(*do.Like, n)
}

// settle adds settings to a new record.
func (d *decoder) settle(do *Do, n *language.Node) {
	for _, x := range items(n) {
		if x.Is("place") && x.Arg(0).Is("clause") {
			d.spots = append(d.spots, d.words(x))
			if d.says(x) || d.hasOne(x, "to") {
				d.fail(x)
			}
		}
		if x.Is("more") && (d.says(x) || d.goesOn(x)) {
			d.fail(x)
		}
		if x.Is("more") { // "lunch on friday with Ann"
			do.Title = strings.TrimSpace(strings.ReplaceAll(do.Title+" "+d.words(x), " ,", ","))
			continue
		}
		do.Set = append(do.Set, d.condition(x))
	}
}

// adnominal are the classes of words that may begin a name. An expression of time that begins with
// one of the class relative is no part of one. Of the class procure are verbs that may be of a title.
var (
	procured  = []string{"procure"}
	adnominal = []string{"weekday", "often", "month"}
	relative  = []string{"relday", "which", "prep", "article", "to"}
)

// keepName leaves a month before a name in the name, and a day or a recurrence if another one is
// set: "add december invoices", "add sunday brunch on the 5th", "add weekly review every monday".
func (d *decoder) keepName(do *Do, set *language.Node) {
	for _, x := range items(set) {
		before := do.name != nil && x.Is("when") && x.To == do.name.From
		if !before || d.isAny(x.From, relative) || d.toks[x.From].Num >= 0 {
			continue
		}
		a := d.condition(x)
		at := slices.IndexFunc(do.Set, func(b Attribute) bool { return b.Field == When && b.Time == a.Time })
		if at < 0 {
			continue
		}
		rest := slices.Delete(slices.Clone(do.Set), at, at+1)
		other := func(b Attribute) bool { return b.Field == Due || b.Field == When && overlap(a.Time, b.Time) }
		if a.Time.Grain >= timeexpr.Month && d.isAny(x.From, adnominal) || slices.ContainsFunc(rest, other) {
			do.Set = rest
			d.rename(do, x.From)
		}
	}
}

// overlap reports whether two expressions of time say the same of something: its day, or how
// it repeats.
func overlap(a, b timeexpr.Value) bool {
	if a.Kind == timeexpr.Recurrence {
		return b.Kind == timeexpr.Recurrence
	}
	daily := b.Kind == timeexpr.TimeOfDay || b.Daily
	return b.From.Day.Valid() && !daily || b.Rule.Days != 0
}

// keepKind leaves the word for a kind in the name that it stands before, if the name is of what
// takes place and has a day, and the kind has none: "project meeting on monday".
func (d *decoder) keepKind(do *Do, kind *language.Node) {
	if kind == nil || do.name == nil || kind.To != do.name.From || !do.Happens {
		return
	}
	dated := slices.ContainsFunc(do.Set, func(a Attribute) bool { return a.Field == When })
	if dated && d.isAny(kind.From, []string{"timeless"}) {
		do.Kind = ""
		d.rename(do, kind.From)
	}
}

// keepVerb leaves the verb in the title of what does not take place, if it is a thing to do itself:
// "book a table for two".
func keepVerb(d *decoder, do *Do, verb *language.Node) {
	if verb == nil || do.name == nil || !d.isAny(verb.From, procured) {
		return
	}
	if d.happens(&language.Node{From: verb.From, To: do.name.To}) || d.isAny(do.name.From, alone) {
		d.fail(verb) // "book club", "book it again"
	}
	if do.Kind != "" || do.Happens || do.isTimed() {
		return
	}
	for i := verb.To; i < do.name.From; i++ {
		if !d.isAny(i, []string{"article"}) {
			return
		}
	}
	d.rename(do, verb.From)
}

// isTimed reports whether a time of day is set.
func (do *Do) isTimed() bool {
	return slices.ContainsFunc(do.Set, func(a Attribute) bool {
		clock := a.Time.Grain < timeexpr.DayGrain && a.Time.Part == timeexpr.NoPart
		return a.Field == When && (clock || a.Time.Rule.Clock > 0)
	})
}

// rename lets a name begin earlier.
func (d *decoder) rename(do *Do, from int32) {
	before := &language.Node{Name: language.Text, From: from, To: do.name.From}
	do.name = &language.Node{Name: language.Text, From: from, To: do.name.To}
	do.Title = d.words(before) + " " + do.Title
}

// locate puts where a task is done back into its title: only what takes place is at a place.
func (do *Do) locate(spots []string) {
	at := slices.IndexFunc(do.Set, func(a Attribute) bool { return a.Field == Place })
	takesPlace := do.Happens || do.Kind == "event" || do.isTimed()
	if at < 0 || do.Act != Create || takesPlace {
		return
	}
	for _, spot := range spots {
		if strings.HasSuffix(spot, do.Set[at].Text) {
			do.Title = strings.TrimSpace(do.Title + " " + spot)
			do.Set = slices.Delete(do.Set, at, at+1)
			return
		}
	}
}

// within moves an hour without am or pm to the part of the day that something is usually in:
// dinner at eight is in the evening, and breakfast at six is not.
func (do *Do) within(part timeexpr.Part) {
	const hour, half = 3600, 12 * 3600
	for i := range do.Set {
		v := &do.Set[i].Time
		begins := int(v.From.Clock-1) / hour
		later := part == timeexpr.Evening && begins >= 5 && begins < 11
		earlier := part == timeexpr.Morning && begins >= 16 && begins < 19
		switch {
		case do.Set[i].Field != When || v.Other.Clock == 0 || v.Other.Day != v.From.Day:
		case later && v.Kind == timeexpr.Range && v.To.Clock <= half:
			v.To.Clock += half
			fallthrough
		case later || earlier:
			v.From, v.Other = v.Other, v.From
		}
	}
}

// contradicts reports whether a new record is on two days, or at two times of the day.
func (do *Do) contradicts() bool {
	var day calendar.Date
	var clock int32
	for _, a := range do.Set {
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
		if exact := a.Time.Part == timeexpr.NoPart && at.Clock > 0; exact {
			if clock > 0 {
				return true
			}
			clock = at.Clock
		}
	}
	return false
}

// madeWith decodes a new list or project and what is created in it.
func (d *decoder) madeWith(n *language.Node) []Do {
	whole := Do{Act: Create, Kind: n.Arg(0).Symbol(), Title: d.words(n.Arg(1))}
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
		do := Do{Act: Create, Kind: part, Title: d.words(b.Arg(0))}
		d.settle(&do, b.Arg(1))
		do.Set = append(do.Set, Attribute{Field: field, Text: whole.Title})
		all = append(all, do)
	}
	return all
}

// isOver reports whether what is set was before today: "yesterday was fun" plans nothing.
func (d *decoder) isOver(set []Attribute) bool {
	today := calendar.DateIn(d.clock.Instant.In(d.clock.Zone))
	return slices.ContainsFunc(set, func(a Attribute) bool {
		last := a.Time.From
		if a.Time.To.Valid() {
			last = a.Time.To
		}
		return a.Field == When && last.Day.Valid() && last.Day < today
	})
}

// isAsked reports whether the text, or a sentence that ends with a node, has a question mark.
func (d *decoder) isAsked(n *language.Node) bool {
	end := min(int(n.To), len(d.toks)-1)
	return d.toks[end].Word == "?" || d.toks[len(d.toks)-1].Word == "?"
}

// assigned decodes a value for a field of records. The kind of the value must be that of
// the field.
func (d *decoder) assigned(n *language.Node) []Do {
	field, value := n.Arg(0).Arg(0).Symbol(), n.Arg(1)
	do := Do{Act: Change, On: d.record(n.Arg(0).Arg(1))}
	a := Attribute{Field: Field(field)}
	switch f := Field(field); f {
	case When, "time", "recurrence", Due, End:
		if !value.Is("at") {
			d.fail(n)
			return nil
		}
		if f != Due && f != End {
			do.Act, f = Move, When
		}
		a = d.attribute(f, value.Arg(0))
	case Priority:
		if value.Symbol() == "" {
			d.fail(n)
		}
		a.Text = value.Symbol()
	case Title:
		do.Act, a.Text = Rename, d.words(value)
	default:
		if value.Is("at") {
			d.fail(n)
		}
		a.Text = d.words(value)
	}
	do.Set = []Attribute{a}
	if old := n.Arg(2); do.Act == Move && old.Is("at") {
		do.Set = []Attribute{d.attribute(From, old.Arg(0)), a}
	}
	return []Do{do}
}

// record decodes a description.
func (d *decoder) record(n *language.Node) *Record {
	if n == nil {
		return nil
	}
	if n.Is("within") {
		r := d.record(n.Arg(0))
		for _, c := range items(n.Arg(1)) {
			d.narrow(r, c)
		}
		return r
	}
	if !d.past && d.isPast(n) && !d.hasOne(n, "negation") {
		d.past = true
		defer func() { d.past = false }()
	}
	kind, name := n.Arg(0), n.Arg(1)
	if name != nil && d.goesOn(name) {
		d.fail(name)
	}
	r := &Record{Kind: kind.Symbol(), Name: d.words(name), Words: d.g.Content(name, d.toks), Happens: d.happens(name)}
	if name != nil && d.isEmpty(name) {
		d.fail(name)
	}
	if kind != nil && kind.To > 0 {
		r.Noun, r.Every = d.words(kind), d.g.Has(d.toks, int(kind.From), "plural")
		r.Full = d.full(kind, name)
	}
	for _, c := range items(n.Arg(2)) {
		d.narrow(r, c)
	}
	r.Where = eitherOf(r.Where)
	r.Each = d.each(*r, name)
	return r
}

// eitherOf joins conditions that no record meets at once: "in project roof and project attic"
// is in either of them.
func eitherOf(where []Attribute) (out []Attribute) {
	for _, a := range where {
		i := slices.IndexFunc(out, func(o Attribute) bool {
			same := o.Field == a.Field || o.Field == Any && len(o.Any) > 0 && o.Any[0].Field == a.Field
			return same && single[a.Field] && !a.Not && !o.Not
		})
		switch {
		case i < 0:
			out = append(out, a)
		case out[i].Field == Any:
			out[i].Any = append(out[i].Any, a)
		case out[i].Text != a.Text:
			out[i] = Attribute{Field: Any, Any: []Attribute{out[i], a}}
		}
	}
	return out
}

// single are the conditions of which a record meets only one.
var single = map[Field]bool{Project: true, Team: true, List: true, Priority: true}

// each is a record for each of the names that a name joins; none if it is one name.
func (d *decoder) each(r Record, name *language.Node) (all []*Record) {
	if name == nil {
		return nil
	}
	from := name.From
	add := func(to int32) {
		if from >= to { // the name ends with a joiner
			return
		}
		part := language.Node{Name: language.Text, From: from, To: to}
		for part.From < part.To && d.g.Has(d.toks, int(part.From), "article") {
			part.From++
		}
		one := r
		one.Name, one.Words, one.Full = d.words(&part), d.g.Content(&part, d.toks), ""
		one.Happens = d.happens(&part)
		if one.Name != "" {
			all = append(all, &one)
		}
	}
	for i := name.From; i < name.To; i++ {
		size := int32(d.g.Match(d.toks, int(i), "joiner"))
		if d.toks[i].Word == "," {
			size = 1
		}
		if size > 0 {
			add(i)
			from, i = i+size, i+size-1
		}
	}
	if len(all) == 0 {
		return nil
	}
	add(name.To)
	return all
}

// full is a name with the word for the kind, if they stand side by side or a preposition
// between them.
func (d *decoder) full(kind, name *language.Node) string {
	switch {
	case name == nil:
		return ""
	case name.To == kind.From:
		return d.text[d.toks[name.From].Start:d.toks[kind.To-1].End]
	case int(name.From-kind.To) == d.g.Match(d.toks, int(kind.To), "prep"):
		return d.text[d.toks[kind.From].Start:d.toks[name.To-1].End]
	}
	return ""
}

// narrow adds a condition to a description.
func (d *decoder) narrow(r *Record, c *language.Node) {
	switch c.Name {
	case "id":
		r.IDs = append(r.IDs, ids(c)...)
	case "quantifier":
		r.Every = r.Every || c.Sym == "all"
	case "many":
		r.Every = true
	case "pronoun", "it":
		r.It, r.Noun = true, d.words(c)
	case "rank":
		r.rank(c)
	case "except":
		for _, not := range items(c.Arg(0)) {
			r.Except = append(r.Except, d.record(not))
		}
	case "clause":
		r.Where = append(r.Where, Attribute{Field: Clause, Text: d.words(c)})
	default:
		r.Where = append(r.Where, d.condition(c))
	}
}

// idsMost is how many ids a range of them may have.
const idsMost = 100

// ids are an id, or those from one to another; none if there are too many.
func ids(n *language.Node) (all []int) {
	to := n.Arg(0).Num
	if last := n.Arg(1); last != nil {
		to = last.Num
	}
	for id := n.Arg(0).Num; id <= to && len(all) < idsMost; id++ {
		all = append(all, id)
	}
	return all
}

// rank decodes an order, a number of records, or a place among them.
func (r *Record) rank(n *language.Node) {
	if order := n.Arg(0).Symbol(); order != "" {
		r.Rank.Order = Order(order)
	}
	if count := n.Arg(1); count != nil {
		r.Rank.Count = count.Num
	}
	if nth := n.Arg(2); nth != nil {
		r.Rank.Nth = nth.Num
	}
	if by := n.Arg(3).Symbol(); by != "" {
		r.Rank.By = Field(by)
	}
}

// items are the nodes of a list; a single node is a list of itself.
func items(n *language.Node) []*language.Node {
	switch {
	case n == nil:
		return nil
	case n.Is(language.List):
		return n.Args
	}
	return []*language.Node{n}
}

func (d *decoder) attributes(n *language.Node) (out []Attribute) {
	for _, x := range items(n) {
		out = append(out, d.condition(x))
	}
	return out
}

// condition decodes a node that is named after its field.
func (d *decoder) condition(n *language.Node) Attribute {
	if n == nil { // such as "not in" without a name
		d.fail(n)
		return Attribute{}
	}
	switch n.Name {
	case "on":
		return d.attribute(When, n.Arg(0))
	case "not":
		a := d.condition(n.Arg(0))
		a.Not = !a.Not
		return a
	case "any":
		return Attribute{Field: Any, Any: d.attributes(n.Arg(0))}
	case "did":
		return Attribute{Field: Did, Text: d.infinitive(n.Arg(0))}
	case "sameday":
		return d.sameDay(n)
	case "untag": // of tag(name)
		return Attribute{Field: Untag, Text: d.words(n.Arg(0).Arg(0))}
	}
	if n.Sym != "" { // a word of the lexicon, such as a state
		return Attribute{Field: Field(n.Name), Text: n.Sym}
	}
	return d.attribute(Field(n.Name), n.Arg(0))
}

// sameDay decodes the day of a record, or one that is some days later or earlier.
func (d *decoder) sameDay(n *language.Node) Attribute {
	a := d.attribute(SameDay, n.Arg(0))
	later, earlier := d.attribute(Length, n.Arg(1)).Time, d.attribute(Length, n.Arg(2)).Time
	if a.Time = later; earlier.Kind != timeexpr.None {
		a.Time = earlier
		a.Time.Amount = timeexpr.Amount{Months: -earlier.Amount.Months, Days: -earlier.Amount.Days}
	}
	if later.Amount.Seconds+earlier.Amount.Seconds != 0 {
		d.fail(n) // hours before it are no day
	}
	return a
}

// timed are the fields whose values are expressions of time.
var timed = map[Field]bool{
	When: true, From: true, Due: true, Length: true, Longer: true, Shorter: true, Created: true, Changed: true, End: true,
	Advance: true,
}

// attribute is a field with the value of a node.
func (d *decoder) attribute(f Field, n *language.Node) Attribute {
	a := Attribute{Field: f, Words: d.g.Content(n, d.toks)}
	switch {
	case n == nil, n.Is("it"):
	case timed[f] && n.Name != language.Text:
		eval := timeexpr.Eval
		if d.past {
			eval = timeexpr.EvalPast
		}
		v, ok := eval(n, d.clock)
		if !ok {
			d.fail(n)
			d.refused = d.refused || uncertain(n)
		}
		a.Time = v
	case n.Is("did"):
		a.Text = d.infinitive(n.Arg(0))
	case n.Sym != "":
		a.Text = n.Sym
	case choices[f]:
		return d.choice(f, n)
	default:
		a.Text = d.words(n)
	}
	return a
}

// choices are the conditions that may name several things: "about tea or coffee".
var choices = map[Field]bool{About: true, Part: true, Person: true, Place: true, Tag: true, Project: true, Team: true}

// choice is a condition with free text, or several if the text has a word such as "or".
func (d *decoder) choice(f Field, n *language.Node) Attribute {
	first, any := *n, Attribute{Field: Any}
	for i := int(n.From) + 1; i < int(n.To)-1; i++ {
		if language.Quotation(d.toks, int(n.From)) > i || !d.g.Has(d.toks, i, "or") {
			continue
		}
		first.To = int32(i)
		any.Any = append(any.Any, Attribute{Field: f, Text: d.words(&first)})
		first.From, first.To = int32(i+1), n.To
	}
	last := Attribute{Field: f, Text: d.words(&first)}
	if len(any.Any) == 0 {
		return last
	}
	any.Any = append(any.Any, last)
	return any
}

// fluent is free text without the hesitations in it.
func (d *decoder) fluent(n *language.Node) string {
	var b strings.Builder
	for i := int(n.From); i < int(n.To); i++ {
		if k := d.g.Match(d.toks, i, "hesitation"); k > 0 {
			i += k - 1
			continue
		}
		if !d.toks[i].Glued {
			b.WriteByte(' ')
		}
		b.WriteString(d.text[d.toks[i].Start:d.toks[i].End])
	}
	return b.String()
}

// words are the words of free text, as they were written but for hesitations, doubled blanks and
// a mark at the end that separates it from what follows. Quotation marks around all of it are left
// out.
func (d *decoder) words(n *language.Node) string {
	text := strings.TrimSpace(n.Words(d.text, d.toks))
	if n != nil && n.To-n.From > 2 && language.Quotation(d.toks, int(n.From)) == int(n.To) {
		return strings.TrimSpace(d.text[d.toks[n.From].End:d.toks[n.To-1].Start])
	}
	if strings.Contains(text, "\n") {
		return text
	}
	if n != nil && d.hasOne(n, "hesitation") {
		text = d.fluent(n)
	}
	return strings.TrimRight(strings.Join(strings.Fields(text), " "), ",;:")
}

// uncertain reports whether an expression of time has no value by what it says: "twice a week".
func uncertain(n *language.Node) bool {
	return n.Is("vague") || n != nil && slices.ContainsFunc(n.Args, uncertain)
}
