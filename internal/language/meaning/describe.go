package meaning

import (
	"cmp"
	"slices"
	"strings"

	"assister/internal/calendar"
	"assister/internal/language"
	"assister/internal/language/timeexpr"
)

// describing decodes descriptions of records, and what is set of them.
type describing struct {
	free
	*verdict
	clock calendar.Clock
	past  bool // the question or description is about the past

	remarked bool // a remark before may be about what "them" means
}

// record decodes a description.
func (d describing) record(n *language.Node) *Record {
	if n == nil {
		return nil
	}
	if n.Is("within") {
		r := d.record(n.Arg(0))
		for _, c := range items(n.Arg(1)) {
			for _, one := range append(r.Each, r) {
				d.narrow(one, c)
			}
		}
		return r
	}
	d.past = d.past || d.isPast(n) && !d.hasOne(n, "negation")
	kind, name := n.Arg(0), n.Arg(1)
	r := &Record{Kind: kind.Symbol(), Name: d.words(name), Words: d.toDo(name, d.g.Content(name, d.toks))}
	r.Happens = d.happens(name) || d.happens(kind)
	if kind != nil {
		r.Noun, r.Every = d.words(kind), d.known.Has(int(kind.From), "plural")
		r.Full = d.full(kind, name)
	}
	rest := *r
	for _, c := range items(n.Arg(2)) {
		d.narrow(r, c)
		stated := c.Name == "state" && kind == nil && name != nil && c.To == name.From // "late shift"
		tagged := c.Name == "tag" && name == nil && kind != nil && c.To == kind.From   // "lab meeting"
		if stated || tagged {
			r.Full = d.words(&language.Node{From: c.From, To: cmp.Or(name, kind).To})
		}
		if owner := c.Name == "tag" || c.Name == "project"; !owner || name == nil || c.From >= name.From {
			d.narrow(&rest, c)
		}
	}
	d.failIf(name != nil && d.isNoName(name, items(n.Arg(2))))
	r.timeAll()
	r.Where = eitherOf(r.Where, d.clock.Today())
	r.Each = append(r.Each, d.each(*r, rest.Where, name)...)
	both := func(c *language.Node) bool { return c.Name == "quantifier" && d.hasOne(c, "both") }
	if slices.ContainsFunc(items(n.Arg(2)), both) { // "both the rent and the gas"
		r.ofBoth()
	}
	return r
}

// timeAll makes a time that ends a description the time of all that is described, and not only of an exception that has
// another condition: "all except the work ones today".
func (r *Record) timeAll() {
	timed := r.Where.Has(When)
	for _, not := range r.Except {
		for n := len(not.Where); !timed && not.Name == "" && n > 1 && not.Where[n-1].Field == When; n-- {
			r.Where, not.Where = append(r.Where, not.Where[n-1]), not.Where[:n-1]
		}
	}
}

// isNoName reports whether free text beside some conditions does not name a record.
func (d describing) isNoName(name *language.Node, beside []*language.Node) bool {
	before := func(c *language.Node) bool { return c.To > 0 && c.To <= name.From && c.Name != "quantifier" }
	who := name.To-name.From == 1 && d.isAny(name.From, "subject")
	during := d.isAny(name.From, "open")                                      // "after the review meeting"
	from := d.isAny(name.From, "prep") && slices.ContainsFunc(beside, before) // "3pm from the dentist"
	beginsOtherwise := who || during || from
	return beginsOtherwise || d.goesOn(name) || d.isEmpty(name, false)
}

// ofBoth makes a description of all that fits one of the two that it names, or of the two that "both" stands for.
func (r *Record) ofBoth() {
	switch {
	case len(r.Each) == 2:
		r.Every, r.Each[0].Every, r.Each[1].Every = false, false, false
	case r.Name == "" && len(r.Where) == 0:
		r.Every, r.It, r.Them, r.Both = false, true, true, true
	case r.Name != "":
		r.Every, r.Both = false, true
	}
}

// eitherOf joins conditions that no record meets at once: "in project roof and project attic" is in either of them, and
// "of thursday and friday" on either day.
func eitherOf(where []Attribute, today calendar.Date) (out []Attribute) {
	for _, a := range where {
		i := slices.IndexFunc(out, func(o Attribute) bool {
			if o.Field == Any && len(o.Any) > 0 {
				o = o.Any[0]
			}
			only := slices.Contains(single, a.Field) || areTwoDays(o.Time, a.Time, today)
			return o.Field == a.Field && only && !a.Not && !o.Not
		})
		switch {
		case i < 0:
			out = append(out, a)
		case out[i].Field == Any:
			out[i].Any = append(slices.Clone(out[i].Any), a)
		case out[i].Text != a.Text || a.Field == When:
			out[i] = Attribute{Field: Any, Any: []Attribute{out[i], a}}
		}
	}
	return out
}

// areTwoDays reports whether two expressions of time are different days, both past or both to come.
func areTwoDays(a, b timeexpr.Value, today calendar.Date) bool {
	days := a.Kind == timeexpr.Day && b.Kind == timeexpr.Day && a.From.Valid() && b.From.Valid()
	return days && a.From.Day != b.From.Day && (a.From.Day < today) == (b.From.Day < today)
}

// single are the conditions of which a record meets only one.
var single = []Field{Project, Team, List, Priority}

// each is a record for each of the names that a name joins; none if it is one name. The project or the tag before
// the first is not of the rest, to whom it may be a word of its title: "the garden hose and the sofa".
func (d describing) each(r Record, rest Attributes, name *language.Node) (all []*Record) {
	if name == nil {
		return nil
	}
	from := name.From
	add := func(to int32) {
		if from >= to { // the name ends with a joiner
			return
		}
		part := language.Node{Name: language.Text, From: from, To: to}
		for part.From < part.To && d.known.Has(int(part.From), "article") {
			part.From++
		}
		one := r
		if from > name.From {
			one.Where = rest
		}
		one.Full = ""
		if part.To-part.From > 1 && !d.ofKind(&one, &part, part.To-1) && d.ofKind(&one, &part, part.From) {
			part.From++
		} else if one.Full != "" {
			part.To--
		}
		one.Name, one.Words = d.words(&part), d.toDo(&part, d.g.Content(&part, d.toks))
		one.Happens = d.happens(&part)
		if one.Name != "" {
			all = append(all, &one)
		}
	}
	for i := name.From; i < name.To; i++ {
		size := int32(d.known.Match(int(i), "joiner"))
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

// ofKind gives a description the kind that a token of its name says: "the gym task" of "the gym task and the bread".
func (d describing) ofKind(r *Record, name *language.Node, at int32) bool {
	for _, e := range d.g.Entries(d.toks[at : at+1]) {
		if e.Class == "kind" {
			r.Kind, r.Noun, r.Full = e.Sym, d.toks[at].Word, d.words(name)
			return true
		}
	}
	return false
}

// full is a name with the word for the kind, if they stand side by side or a preposition
// between them: "la cita con el notario".
func (d describing) full(kind, name *language.Node) string {
	if name == nil {
		return ""
	}
	from, to := min(kind.To, name.To), max(kind.From, name.From) // between them
	apart := func(i int32) bool {
		return i < kind.From || !d.isAny(i, "prep", "article") && d.toks[i].Word != "'"
	}
	if from > to || anyToken(from, to, apart) {
		return ""
	}
	return d.words(&language.Node{From: min(kind.From, name.From), To: max(kind.To, name.To)})
}

// narrow adds a condition to a description.
func (d describing) narrow(r *Record, c *language.Node) {
	switch c.Name {
	case "id":
		r.IDs = append(r.IDs, ids(c)...)
	case "quantifier":
		r.Every = r.Every || c.Sym == "all"
	case "many":
		r.Every = true
	case "pronoun", "it":
		r.It = true
		word := cmp.Or(c.Arg(0), c)           // the word that the pronoun is glued to
		if c.Name == "pronoun" || word != c { // otherwise no word stands for it
			r.Noun = d.words(c)
		}
		r.Them = d.hasOne(word, "them") && !d.remarked
		r.Others, r.Both = d.hasOne(word, "others"), d.hasOne(word, "both")
	case "rank":
		r.rank(c)
	case "several":
		for _, one := range append(items(c.Arg(0)), items(c.Arg(1))...) {
			r.Each = append(r.Each, d.record(one))
		}
	case "except":
		for _, not := range items(c.Arg(0)) {
			r.Except = append(r.Except, d.record(not))
		}
	case "clause":
		r.Where = append(r.Where, Attribute{Field: Clause, Text: d.words(c)})
	case "did":
		if verb := c.Arg(0); verb != nil && verb.Symbol() != anyVerb { // "what isn't done" is of any verb
			r.Where = append(r.Where, d.condition(c))
		}
	default:
		a := d.condition(c)
		d.failIf(a.Field == SameDay && a.Time.Amount.Seconds != 0) // hours before something are no day of a description
		r.Where = append(r.Where, a)
	}
}

// idsMost is how many ids a range of them may have.
const idsMost = 100

// ids are an id, or those from one to another; none if there are too many.
func ids(n *language.Node) (all []int) {
	last := cmp.Or(n.Arg(1), n.Arg(0))
	for id := n.Arg(0).Num; id <= last.Num && len(all) < idsMost; id++ {
		all = append(all, id)
	}
	return all
}

// rank decodes an order, a number of records, or a place among them.
func (r *Record) rank(n *language.Node) {
	count, nth := cmp.Or(n.Arg(1), &language.Node{}), cmp.Or(n.Arg(2), &language.Node{})
	r.Rank = Rank{
		Order: cmp.Or(Order(n.Arg(0).Symbol()), r.Rank.Order), Count: cmp.Or(count.Num, r.Rank.Count),
		Nth: cmp.Or(nth.Num, r.Rank.Nth), By: cmp.Or(Field(n.Arg(3).Symbol()), r.Rank.By),
	}
}

func (d describing) attributes(n *language.Node) (out []Attribute) {
	for _, x := range items(n) {
		out = append(out, d.condition(x))
	}
	return out
}

// condition decodes a node that is named after its field.
func (d describing) condition(n *language.Node) Attribute {
	if n == nil { // such as "not in" without a name
		d.fail()
		return Attribute{}
	}
	switch n.Name {
	case "on":
		if times := find(n, "each", "days"); times != nil { // "on june 3 and 10"
			a := Attribute{Field: Any}
			for _, one := range alternatives(n, times) {
				a.Any = append(a.Any, d.condition(one))
			}
			return a
		}
		times := n.Arg(0)
		d.failIf(times.Is("rule") && find(times.Arg(2), "open") != nil) // "every tuesday after three", which no rule says
		return d.attribute(When, times)
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
	case "place":
		period := func(f timeexpr.Found) bool {
			return f.Start > 0 && f.Kind == timeexpr.Range && f.Grain >= timeexpr.DayGrain
		}
		// "the choir is at the church hall this week", and not always
		d.failIf(slices.ContainsFunc(timeexpr.Find(d.g, d.words(n), d.clock), period))
		return d.attribute(Field(n.Name), n.Arg(0))
	case "company":
		a := d.attribute(Company, n.Arg(0))
		a.Also = n.Arg(1) == nil
		return a
	case "untag": // of tag(name)
		return Attribute{Field: Untag, Text: d.words(n.Arg(0).Arg(0))}
	}
	if n.Sym != "" { // a word of the lexicon, such as a state
		a := Attribute{Field: Field(n.Name), Text: n.Sym}
		if a.Field == Context { // or a word of the title: "the code of the school door"
			for _, t := range d.toks[n.From:n.To] {
				a.Words = append(a.Words, strings.ToLower(d.text[t.Start:t.End]))
			}
		}
		return a
	}
	return d.attribute(Field(n.Name), n.Arg(0))
}

// sameDay decodes the day of a record, and perhaps its time, or one that is some days later or earlier.
func (d describing) sameDay(n *language.Node) Attribute {
	a := d.attribute(SameDay, n.Arg(0))
	a.Also, a.Not = n.Arg(3) != nil, n.Arg(4) != nil
	later, earlier := d.attribute(Length, n.Arg(1)).Time, d.attribute(Length, n.Arg(2)).Time
	if a.Time = later; earlier.Kind != timeexpr.None {
		a.Time = earlier
		a.Time.Amount = earlier.Amount.Negative()
	}
	return a
}

// timed are the fields whose values are expressions of time.
var timed = []Field{
	When, From, Due, Length, Longer, Shorter, Created, Changed, End,
	Advance,
}

// attribute is a field with the value of a node.
func (d describing) attribute(f Field, n *language.Node) Attribute {
	a := Attribute{Field: f, Words: d.g.Content(n, d.toks)}
	switch {
	case n == nil, n.Is("it"):
	case slices.Contains(timed, f) && n.Name != language.Text:
		a.Time = d.timeOf(f, n)
	case n.Is("did"):
		a.Text = d.infinitive(n.Arg(0))
	case n.Sym != "":
		a.Text = n.Sym
	case d.isNoValue(f, n):
		d.fail()
	case slices.Contains(choices, f):
		return d.choice(f, n)
	case f == Notes:
		a.Text = d.words(d.sentences(n))
	default:
		a.Text = d.words(n)
	}
	return a
}

// timeOf is the value of an expression of time. It fails for one that has none.
func (d describing) timeOf(f Field, n *language.Node) timeexpr.Value {
	eval := timeexpr.Eval
	if d.past {
		eval = timeexpr.EvalPast
	}
	v, ok := eval(n, d.clock)
	switch {
	case ok:
		return v
	case f == When && n.Is("rule") && (uncertain(n) || find(n, "nth", "nths") != nil):
		d.unruly = true
		return timeexpr.Value{Kind: timeexpr.Recurrence} // that no record has, which its reader says
	}
	d.fail()
	d.refused = d.refused || uncertain(n) || timeexpr.Impossible(n, d.clock)
	return timeexpr.Value{}
}

// isNoValue reports whether free text is no value of a field.
func (d describing) isNoValue(f Field, n *language.Node) bool {
	dated := func(i int32) bool { return d.isDated(n, i) }
	comma := func(i int32) bool { return d.toks[i].Word == "," }
	switch f {
	case Place: // "at the school, bring flowers", "gym at", "at the Odeon at 9"
		breaks := d.isAny(n.To-1, dangling...) || d.ends(n) || d.hasOne(n, "therefore")
		return breaks || d.hasErrand(n) || anyToken(n.From, n.To, dated)
	case Earlier, Later:
		return d.goesBefore(n)
	case List: // "to the market list, not the sweet one"
		return anyToken(n.From, n.To, comma)
	}
	return false
}

// goesBefore reports whether words after "before" are no name of a record: "before I say yes: am I free".
func (d describing) goesBefore(n *language.Node) bool {
	return d.isAny(n.From, "subject") || anyToken(n.From, n.To, func(i int32) bool {
		return d.toks[i].Word == ":" || d.toks[i].Word == "¿"
	})
}

// hasErrand reports whether something to do follows a comma in the words of a node.
func (d describing) hasErrand(n *language.Node) bool {
	return anyToken(n.From+1, n.To, func(i int32) bool {
		return d.toks[i-1].Word == "," && d.isAny(i, "doing") && !d.toks[i].Capital
	})
}

// choices are the conditions that may name several things: "about tea or coffee".
var choices = []Field{About, Part, Person, Place, Tag, Project, Team}

// choice is a condition with free text, or several if the text has a word such as "or".
func (d describing) choice(f Field, n *language.Node) Attribute {
	var any Attributes
	part := *n
	for i := n.From + 1; i <= n.To; i++ {
		quoted := language.Quotation(d.toks, int(n.From)) > int(i)
		if between := i < n.To-1 && !quoted && d.isAny(i, "or"); between || i == n.To {
			part.To = i
			any = append(any, Attribute{Field: f, Text: d.words(&part)})
			part.From = i + 1
		}
	}
	if len(any) == 1 {
		return any[0]
	}
	return Attribute{Field: Any, Any: any}
}

// uncertain reports whether an expression of time has no value by what it says: "twice a week".
func uncertain(n *language.Node) bool {
	if n == nil {
		return false
	}
	valueless := n.Is("vague") || n.Is("each") || n.Is("days")
	return valueless || slices.ContainsFunc(n.Args, uncertain)
}

// isPast reports whether a question is about the past. A word of free text does not say so, nor does "if I went".
func (d describing) isPast(n *language.Node) bool {
	return !d.isAny(n.From, "provided") && anyToken(n.From, n.To, func(i int32) bool {
		foreseen := d.isAny(i, "foreseen") // "what did I plan for friday"
		return d.isAny(i, "bygone") && !foreseen && !inText(n, i)
	})
}

// inText reports whether a token is a part of free text.
func inText(n *language.Node, i int32) bool {
	if n == nil || i < n.From || i >= n.To {
		return false
	}
	return n.Name == language.Text || slices.ContainsFunc(n.Args, func(a *language.Node) bool { return inText(a, i) })
}
