package meaning

import (
	"cmp"
	"slices"
	"strings"

	"assister/internal/language"
	"assister/internal/language/timeexpr"
)

// asking decodes questions.
type asking struct{ describing }

// ask decodes a question, and what stands before it or says how it goes on.
func (d asking) ask(n *language.Node) (a Ask) {
	switch n.Name {
	case "other":
		return Ask{What: Other, Of: &Record{}}
	case "follows":
		a = d.ask(n.Arg(0))
		a.Lists, a.Only = n.Arg(1).Symbol() == "list", n.Arg(1).Symbol() == "only"
		a.Follows = !a.Of.Others // they are of a list, which changes may have followed
		return a
	case "heard":
		a = d.ask(n.Arg(1))
		topic := n.Arg(0)
		d.failIf(d.hasOne(topic, "leaves-out")) // "if I leave out the work ones, what is due"
		if !d.hasOne(topic, sentenceWords...) && d.names(&a, d.words(topic)) {
			return a
		}
		if d.isTopic(topic, a) {
			d.regard(a.Of, topic)
			return a
		}
		d.failIf(a.Of.Where.Has(There)) // "the packing list: what is on there" has no topic
		return d.inTimeSaid(d.words(topic), a)
	case "given":
		a = d.ask(n.Arg(1))
		was := a.Of.Where
		a.Of.Where = nil
		for _, c := range items(n.Arg(0)) {
			d.narrow(a.Of, c)
		}
		a.Of.Where = append(a.Of.Where, was...)
		return a
	}
	d.past = d.isPast(n)
	a = d.wanted(n)
	if d.saysMore(n.Arg(1)) || slices.ContainsFunc(a.Of.Where, isListed) {
		known := func(a Attribute) bool { return !slices.Contains(freeText, a.Field) && a.Field != When }
		about := a.Of.Kind != "" || slices.ContainsFunc(a.Of.Where, known)
		if !about && !d.speaksOfRecords(n) {
			return Ask{What: Other, Of: &Record{}}
		}
		d.fail()
		d.asked = true
	}
	// Other questions are always about all that the description holds of, but "the next deadlines" are some.
	a.Of.Every = a.Of.Every && (a.What == Whether || a.Of.Rank == Rank{Order: Next})
	return a
}

// wanted decodes what is asked for, and of which records.
func (d asking) wanted(n *language.Node) Ask {
	a := Ask{Past: d.past, What: What(n.Arg(0).Symbol()), Field: Field(n.Arg(2).Symbol()), By: Field(n.Arg(3).Symbol())}
	if purpose := n.Arg(4); purpose != nil {
		a.For = d.words(purpose)
	}
	a.Since = d.record(n.Arg(5))
	if by := n.Arg(3); by.Is("extreme") {
		a.By, a.Most = Field(by.Arg(0).Symbol()), by.Arg(1).Symbol() == "most"
		a.Least = !a.Most
		d.failIf(a.Least && a.By != When) // what has none of them is not among what is counted
	}
	a.Of = cmp.Or(d.record(n.Arg(1)), &Record{})
	a.Of.Them = a.Of.Them || a.Of.It && a.What == Count // "how many is that"
	return a
}

// isListed reports whether free text lists things: in "in Data, the small" the project is not called so.
func isListed(a Attribute) bool {
	return slices.Contains(freeText, a.Field) && strings.Contains(a.Text, ",")
}

// names makes a question about "it" one about what is named before it: "the goose, when is it due". It reports whether
// the question is about "it" alone.
func (d describing) names(a *Ask, name string) bool {
	alone := a.Of.It && !a.Of.Both
	if alone {
		name = strings.Trim(name, " -.?…")
		a.Of.It, a.Of.Them, a.Of.Name, a.Of.Words = false, false, name, d.g.ContentOf(language.Tokens(name))
	}
	return alone
}

// inTimeSaid is a question about all there is or about free time, at no certain time, as one about the time that the
// words beside it name: "Ed wants to visit on friday, is there room". It fails if they name several times.
func (d asking) inTimeSaid(words string, a Ask) Ask {
	of := a.Of
	narrow := func(x Attribute) bool { return x.Field != Calendar }
	all := of.Kind+of.Name == "" && !of.It && !slices.ContainsFunc(of.Where, narrow)
	ofAll := all && slices.Contains([]What{Which, Exists, Count}, a.What)
	if !ofAll && !whenFree(a) || of.Where.Has(When, Earlier, Later) {
		return a
	}
	unquoted := strings.NewReplacer(`"`, "", "“", "", "”", "", " '", " ").Replace(words) // quotes are not looked into
	found := timeexpr.Find(d.g, unquoted, d.clock)
	for _, f := range found {
		of.Where = append(of.Where, Attribute{Field: When, Time: f.Value})
	}
	several := len(found) > 1 && found[0].Kind == found[1].Kind
	d.failIf(several || len(found) == 0 && a.What == Free) // and nobody says that it is today
	return a
}

// isTopic reports whether what is named before a question about all there is, is what that is about: "the bathroom,
// what is left". A name alone before a question that says when is rather whom it is put to: "Paul, what is on today".
func (d describing) isTopic(topic *language.Node, a Ask) bool {
	if !a.isOfAll() || topic == nil || d.hasOne(topic, topicless...) {
		return false
	}
	addressed := topic.To-topic.From == 1 && a.isSaidWhen()
	return !addressed && len(timeexpr.Find(d.g, d.words(topic), d.clock)) == 0
}

// regard narrows a description to the parts of a topic, which "there" stands for: "the roof: what is left there".
func (d describing) regard(of *Record, topic *language.Node) {
	of.Where = append(of.Where.Without(There), d.attribute(Part, topic))
}

// isSaidWhen reports whether a question says what time it is about.
func (a Ask) isSaidWhen() bool { return a.Of.Where.Has(When, Earlier, Later) }

// isOfAll reports whether a question is about all there is under some conditions, and names nothing.
func (a Ask) isOfAll() bool {
	of := a.Of
	named := of.Name != "" || of.It || of.Where.Has(Project, List, Team, Part, About, Person, Tag)
	return slices.Contains([]What{Which, Exists, Count, Total}, a.What) && !a.Follows && !named
}

// describesNext reports whether a question in words for records alone, and a mark behind it, says what the next one is
// about: "the packing list, what is missing".
func (d describing) describesNext(n, next *language.Node, a, b Ask) bool {
	words := d.isAny(n.From, "show") || d.hasOne(n, append([]string{"asking-mark"}, clauseWords...)...)
	some := a.What == Which && !a.Follows && a.Of.Name == ""
	if words || !some || a.Of.Rank != (Rank{}) || !b.isOfAll() {
		return false
	}
	return n.To < next.From && slices.Contains([]string{",", ":", "-"}, d.toks[next.From-1].Word)
}

// about is a question about the records of a description.
func (a Ask) about(m *Record) Ask {
	a.Of.Where = append(slices.Clone(m.Where), a.Of.Where.Without(There)...)
	if a.Of.Kind == "" {
		a.Of.Kind, a.Of.Noun = m.Kind, m.Noun
	}
	return a
}

// topicless are the classes of the words that no topic of a question has.
var topicless = append([]string{"kind", "courtesy", "reply", "subject"}, tellingWords...)

// wondering gives the one question of a text the time that remarks beside it name. What would take place if there
// is time for it is not to be made yet.
func (d describing) wondering(heard []string, t *Text) {
	t.Do = slices.DeleteFunc(t.Do, func(do Do) bool {
		told := len(do.Set) == 0 && do.name != nil && d.hasOne(do.name, tellingWords...) // "Ed keeps ringing"
		aside := isAside(do) && (told || whenFree(t.Ask[0]))
		if isAside(do) && len(do.Set)+len(heard) == 0 && d.isTopic(do.name, t.Ask[0]) {
			d.regard(t.Ask[0].Of, do.name)
			return true
		}
		if isAside(do) && len(heard) == 0 && onlyDated(do.Set) && d.names(&t.Ask[0], do.Title) {
			t.Ask[0].Of.Where = append(t.Ask[0].Of.Where, do.Set...) // "the dentist on friday, where is it"
			return true
		}
		if aside {
			heard = append(heard, do.Said)
		}
		return aside
	})
	if len(heard) == 0 {
		return
	}
	if t.Ask[0].What == Clashes { // with what a remark tells, which is not there yet
		t.Ask[0].What = Free
	}
	t.Ask[0] = asking{d}.inTimeSaid(strings.Join(heard, "; "), t.Ask[0])
}

// onlyDated reports whether settings are days or times, and nothing else.
func onlyDated(set Attributes) bool {
	return !slices.ContainsFunc(set, func(a Attribute) bool { return a.Field != When })
}

// isAside reports whether a request beside a question only tells why that is asked: a new record that is not asked for.
func isAside(do Do) bool {
	return do.Act == Create && !do.errand && (do.Manner == Bare || do.Manner == Told)
}

// whenFree reports whether a question is about time for something that is not there yet.
func whenFree(a Ask) bool { return slices.Contains([]What{Free, Gaps, Clashes}, a.What) }

// saysMore reports whether free text in a question has a word that it cannot have as a part
// of a name: in "which project has the least tasks", "has the least" is no name.
func (d asking) saysMore(n *language.Node) bool {
	if n == nil {
		return false
	}
	if n.Name != language.Text {
		return slices.ContainsFunc(n.Args, d.saysMore)
	}
	if d.known.Has(int(n.From), "joiner") {
		return true
	}
	for i := n.From; i < n.To; i++ {
		if language.Quotation(d.toks, int(i)) > 0 || d.toks[i].Word == "'" {
			return false
		}
		if d.isAny(i, clauseWords...) || d.toks[i].Word == "?" {
			return true
		}
	}
	return false
}

// tellingWords are the classes of the words that a statement has, and a title seldom.
var tellingWords = append([]string{"gerund", "tells", "wants", "pronoun", "did"}, clauseWords...)

// sentenceWords are the classes of the words that tell something.
var sentenceWords = append([]string{"pronoun", "subject", "did", "courtesy", "reply"}, clauseWords...)

// clauseWords are the classes of the words that make a clause of free text.
var clauseWords = []string{"be", "have", "do", "modal", "negation", "compare", "wh"}
