package meaning

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"assister/internal/calendar"
	"assister/internal/language"
	"assister/internal/language/timeexpr"
)

// What is the kind of answer that a question wants.
type What string

const (
	Which    What = "which" // the records themselves
	Count    What = "count"
	Exists   What = "exists"   // whether there is any
	Whether  What = "whether"  // whether the conditions hold of the named record
	Get      What = "value"    // the value of Field
	Total    What = "total"    // how long they take together
	Average  What = "average"  // how long they take on average
	Until    What = "until"    // how long it is until then
	LastTime What = "lasttime" // when it was done or took place before
	Free     What = "free"     // whether nothing is planned then
	Gaps     What = "gaps"     // when nothing is planned; of days if By is When
	Clashes  What = "clashes"  // what is planned at the same time
	Overview What = "overview" // how a time looks
	Status   What = "status"   // how it stands
	Other    What = "other"    // the question is about something else than the records
)

// Ask is one question about records.
type Ask struct {
	What    What
	Of      *Record
	Field   Field // whose value is wanted
	By      Field // the answer is divided by its values
	Most    bool  // of By: the value with the most records is wanted
	Follows bool  // continues the question before: what it leaves open is as it was there
	Past    bool  // it is about the past, with its times: what took place or was done
}

// Rank picks records by their order.
type Rank struct {
	Order Order
	Count int   // how many; 0 is one, or all if the description is of several
	Nth   int   // the one at this place; -1 is the last
	By    Field // whose values are in order: Due for "the earliest deadline"; "" for what Order says
}

// Order is an order of records.
type Order string

const (
	Next     Order = "next"   // the first from now on
	Previous Order = "last"   // the last until now
	First    Order = "first"  // the earliest of those described
	Final    Order = "final"  // the latest of those described
	Oldest   Order = "oldest" // the first that was made
	Newest   Order = "newest"
	Touched  Order = "touched" // the last that was changed
	Longest  Order = "longest"
	Shortest Order = "shortest"
	Biggest  Order = "biggest"
	Smallest Order = "smallest"
	Urgent   Order = "urgent" // what to do first
	Advanced Order = "advanced"
	Behind   Order = "behind" // the least advanced
)

// Talk is what a text says that is neither a request nor a question.
type Talk string

const (
	Courtesy Talk = "courtesy" // what is only polite
	Hello    Talk = "hello"
	Thanks   Talk = "thanks"
	TakeBack Talk = "undo"   // what was done last
	Remark   Talk = "remark" // a statement that asks for nothing
	Help     Talk = "help"   // what can be asked
)

// askNames are the names of the nodes in questions.
//
//	ask(.what, record, .field, .by)    other(): about something else than the records
//	talk(.courtesy)
//	follows(ask)                       continues the question before
//	given(conditions, ask)             conditions that stand before the question
var askNames = map[string]int{"ask": 4, "most": 1, "follows": 1, "other": 0, "given": 2, "talk": 1, "it": 0, "there": 1}

// Root is the rule that whole texts are read by.
const Root = "text"

// Options are what the languages of this package are compiled with.
func Options() language.Options {
	names := maps.Clone(timeexpr.Names)
	maps.Copy(names, Names)
	maps.Copy(names, askNames)
	return language.Options{
		Names:  names,
		Checks: map[string]language.Check{"ask": checkAsk, "when": checkWhen, "said": checkSaid},
		Roots:  []language.Root{{Rule: Root}, {Rule: "when", Open: true}},
	}
}

// bareCost is what it costs if a question has only words of free text to describe records:
// it may be about anything.
const bareCost = 16

// checkAsk refuses questions about all records there are: a question says of which.
func checkAsk(n *language.Node) (cost int, ok bool) {
	of := n.Arg(1)
	if of == nil {
		return 0, n.Arg(0).Symbol() == string(Clashes) || n.Arg(0).Symbol() == string(Gaps)
	}
	switch known, described := describes(of); {
	case !described:
		return 0, false
	case !known && open[What(n.Arg(0).Symbol())]:
		return bareCost, true
	}
	return 0, true
}

// aside is what it costs if a statement or a title follows a question: "when did Bo and Jo
// marry" does not go on with "Jo marry".
const aside = 20

// checkSaid makes a change expensive that nothing but its place behind a question asks for.
func checkSaid(n *language.Node) (cost int, ok bool) {
	if rest := n.Arg(1); rest != nil && n.Arg(0) != nil && questions[n.Arg(0).Name] {
		for clause := rest.Arg(0); clause != nil; clause = clause.Arg(0) {
			if m := clause.Arg(manners[clause.Name]).Symbol(); m == string(Bare) || m == string(Told) {
				return aside, true
			}
			if clause.Name != "with" {
				break
			}
		}
	}
	return 0, true
}

// manners are the nodes with a manner, and the number of that argument.
var manners = map[string]int{"create": 2, "move": 3, "complete": 1, "start": 1, "delete": 1}

// describes reports whether there is any condition in a description, and whether one is
// known to be about records, as free text is not.
func describes(of *language.Node) (known, any bool) {
	var conditions []*language.Node
	for of.Is("within") {
		conditions = append(conditions, items(of.Arg(1))...)
		of = of.Arg(0)
	}
	conditions = append(conditions, items(of.Arg(2))...)
	known = of.Arg(0) != nil
	for _, c := range conditions {
		known = known || !freeText[Field(c.Name)]
	}
	return known, known || of.Arg(1) != nil || len(conditions) > 0
}

// open are the questions that begin as questions about anything do.
var open = map[What]bool{Which: true, Exists: true, Whether: true, Count: true}

// freeText are the conditions whose values are free text.
var freeText = map[Field]bool{About: true, Part: true, Place: true, Person: true, Earlier: true, Later: true}

// ask decodes a question.
func (d *decoder) ask(n *language.Node) (a Ask) {
	switch n.Name {
	case "other":
		return Ask{What: Other, Of: &Record{}}
	case "follows":
		a = d.ask(n.Arg(0))
		a.Follows = true
		return a
	case "given":
		a = d.ask(n.Arg(1))
		a.Of.Where = append(d.attributes(n.Arg(0)), a.Of.Where...)
		return a
	}
	d.past = d.isPast(n)
	defer func() { d.past = false }()
	a = Ask{Past: d.past, What: What(n.Arg(0).Symbol()), Field: Field(n.Arg(2).Symbol()), By: Field(n.Arg(3).Symbol())}
	if by := n.Arg(3); by.Is("most") {
		a.By, a.Most = Field(by.Arg(0).Symbol()), true
	}
	if a.Of = d.record(n.Arg(1)); a.Of == nil {
		a.Of = &Record{}
	}
	if d.saysMore(n) {
		if !d.about(a.Of) && !d.speaksOfRecords(n) {
			return Ask{What: Other, Of: &Record{}}
		}
		d.fail(n)
		d.asked = true
	}
	// Other questions are always about all that the description holds of.
	a.Of.Every = a.Of.Every && a.What == Whether
	return a
}

// about reports whether a description has something but free text and times.
func (d *decoder) about(r *Record) bool {
	return r.Kind != "" || r.It || slices.ContainsFunc(r.Where, func(a Attribute) bool {
		return !freeText[a.Field] && a.Field != When
	})
}

// saysMore reports whether free text in a question has a word that it cannot have as a part
// of a name: in "which project has the least tasks", "has the least" is no name.
func (d *decoder) saysMore(n *language.Node) bool {
	if n == nil {
		return false
	}
	if n.Name != language.Text {
		return slices.ContainsFunc(n.Args, d.saysMore)
	}
	if d.g.Has(d.toks, int(n.From), "joiner") {
		return true
	}
	for i := int(n.From); i < int(n.To); i++ {
		if language.Quotation(d.toks, i) > 0 || d.toks[i].Word == "'" {
			return false
		}
		for _, class := range clauseWords {
			if d.g.Has(d.toks, i, class) {
				return true
			}
		}
	}
	return false
}

// clauseWords are the classes of the words that make a clause of free text.
var clauseWords = []string{"be", "have", "do", "modal", "negation", "compare", "wh"}

// isPast reports whether a question is about the past. A word of free text does not say so.
func (d *decoder) isPast(n *language.Node) bool {
	for i := int(n.From); i < int(n.To); i++ {
		if d.g.Has(d.toks, i, "bygone") && !inText(n, i) {
			return true
		}
	}
	return false
}

// inText reports whether a token is a part of free text.
func inText(n *language.Node, i int) bool {
	if n == nil || i < int(n.From) || i >= int(n.To) {
		return false
	}
	return n.Name == language.Text || slices.ContainsFunc(n.Args, func(a *language.Node) bool { return inText(a, i) })
}

// maxCost is what the words of a text may cost on average. A text with more words that
// carry a meaning, and that no form accounts for, is not understood.
const maxCost = 15

// Readings are the meanings that a text may have, the likeliest first. There are none if it
// is not understood: too many of its words that carry a meaning are accounted for by no
// form, or it wants something done by a verb that the language does not know.
func Readings(g *language.Grammar, text string, c calendar.Clock, names language.Names) (all []Text) {
	toks := language.Tokens(text)
	words := 1
	for _, t := range toks {
		if t.Letters || t.Num >= 0 {
			words++
		}
	}
	asked := false // the likeliest reading is a question that is not understood
	for _, r := range g.Whole(Root, toks, names) {
		if r.Cost > maxCost*words {
			break
		}
		d := decoder{free: free{g, toks}, text: text, clock: c}
		t := d.said(r.Node)
		asked = asked || len(all) == 0 && d.asked
		switch {
		case asked && slices.ContainsFunc(t.Do, func(do Do) bool { return do.Manner == Bare || do.Manner == Told }):
		case d.ok():
			t.Cost, t.Words = r.Cost, words
			all = append(all, t)
		case d.refused && len(all) == 0:
			return nil
		}
	}
	return all
}

// Continues reports whether a text only continues the question before it: "and friday?".
func (t Text) Continues() bool {
	return slices.ContainsFunc(t.Ask, func(a Ask) bool { return a.Follows })
}

// String writes what a text means in one line, for people who write forms.
func (t Text) String() string {
	var out []string
	for _, x := range t.Do {
		out = append(out, x.String())
	}
	for _, x := range t.Ask {
		out = append(out, x.String())
	}
	for _, x := range t.Talk {
		out = append(out, string(x))
	}
	for _, x := range t.Reply {
		words := []string{"reply", string(x.Says)}
		if x.On != nil {
			words = append(words, "<"+x.On.String()+">")
		}
		out = append(out, strings.Join(append(words, formatAttributes(x.Set)...), " "))
	}
	return strings.Join(out, "; ")
}

// String writes a change in one line: its act, what it is about, and what is set.
func (d Do) String() string {
	words := []string{string(d.Act)}
	if d.Manner != Asked {
		words[0] += ":" + string(d.Manner)
	}
	if d.On != nil {
		words = append(words, "<"+d.On.String()+">")
	}
	if d.With != nil {
		words = append(words, "<"+d.With.String()+">")
	}
	if d.Kind != "" {
		words = append(words, d.Kind)
	}
	for _, text := range []string{d.Title, d.Old, d.New} {
		if text != "" {
			words = append(words, strconv.Quote(text))
		}
	}
	return strings.Join(append(words, formatAttributes(d.Set)...), " ")
}

// String writes a question in one line.
func (a Ask) String() string {
	words := []string{string(a.What)}
	if a.Follows {
		words = append(words, "also")
	}
	if a.Past {
		words = append(words, "past")
	}
	if of := a.Of.String(); of != "" {
		words = append(words, of)
	}
	if a.Field != "" {
		words = append(words, "of="+string(a.Field))
	}
	if a.By != "" {
		by := "by="
		if a.Most {
			by = "mostby="
		}
		words = append(words, by+string(a.By))
	}
	return strings.Join(words, " ")
}

// String writes a description in one line.
func (r *Record) String() string {
	var words []string
	add := func(set bool, word string) {
		if set {
			words = append(words, word)
		}
	}
	add(r.Every, "every")
	add(r.It, "it")
	add(r.Rank != Rank{}, r.Rank.String())
	add(r.Kind != "", r.Kind)
	add(r.Name != "", strconv.Quote(r.Name))
	for _, id := range r.IDs {
		words = append(words, "#"+strconv.Itoa(id))
	}
	words = append(words, formatAttributes(r.Where)...)
	for _, x := range r.Except {
		words = append(words, "except("+x.String()+")")
	}
	return strings.Join(words, " ")
}

// String writes a rank in one word.
func (r Rank) String() string {
	s := string(r.Order)
	if r.Count > 0 {
		s += ":" + strconv.Itoa(r.Count)
	}
	if r.Nth != 0 {
		s += "@" + strconv.Itoa(r.Nth)
	}
	if r.By != "" {
		s += "/" + string(r.By)
	}
	return s
}

func formatAttributes(list []Attribute) (out []string) {
	for _, a := range list {
		out = append(out, a.String())
	}
	return out
}

// String writes an attribute in one word: field=value.
func (a Attribute) String() string {
	s := string(a.Field)
	switch {
	case len(a.Any) > 0:
		s += "(" + strings.Join(formatAttributes(a.Any), " | ") + ")"
	case a.Text != "":
		s += "=" + a.Text
	}
	if a.Time.Kind != timeexpr.None {
		s += "=" + a.Time.String()
	}
	if a.Not {
		return "not(" + s + ")"
	}
	return s
}
