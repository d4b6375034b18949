package draft

import (
	"cmp"
	"slices"
	"strings"

	"assister/internal/filter"
	"assister/internal/language"
	"assister/internal/language/meaning"
)

// Changes of what nothing is called: they may make something new, or name something by other words.

// eachOrNew drafts a change of the records that it names. If there are none, it may make one, and if there is
// none or are several, it may be about what they contain.
func eachOrNew(c *change) {
	made, isChore := chore(c)
	if isChore && c.do.Act == meaning.Delete {
		c.isDone()
	}
	stop := attempt(c.toEach)
	switch {
	case stop == nil:
		return
	case !stop.nothing && !stop.several:
		panic(stop)
	case stop.nothing && c.isConditional(c.on.Name):
		c.notUnderstood() // what it asks for depends on something
	}
	none := stop.nothing && len(stop.options) == 0
	switch told, isNew := newlyTold(c); {
	case none && isNew:
		c.drafter.change(told)
	case none && isChore:
		c.drafter.change(made)
	case (&bulk{change: c}).ofContents(stop.several):
	case stop.nothing && !isChore:
		byOtherWords(c, stop)
	default:
		panic(stop)
	}
}

// newlyTold is something new that a change tells of, if there is nothing of that name: "the workshop starts on monday",
// "my essay is due on friday".
func newlyTold(c *change) (do meaning.Do, ok bool) {
	deed := c.do.Manner == meaning.Placed && c.isErrand(c.on.Name) // "i'd rather go on friday"
	lone := deed && !strings.Contains(c.on.Name, " ")
	if !saysWhen(c) || c.on.Name == "" || len(c.on.Where) > 0 || lone {
		return do, false
	}
	do = c.do
	do.Act, do.Manner, do.Title, do.Happens, do.On = meaning.Create, meaning.Told, c.on.Name, c.on.Happens, nil
	if c.grammar.Has(language.Tokens(c.on.Noun), 0, "occasion", "sortal") { // "la réunion parents-profs est lundi"
		do.Title = cmp.Or(c.on.Full, c.on.Name)
	}
	do.Usually(c.grammar)
	return do, true
}

// byOtherWords drafts the change of records that are called by other words, since none has the name.
func byOtherWords(c *change, none *stopped) {
	c.alike = true
	switch stop := attempt(c.toEach); {
	case stop == nil:
	case !stop.nothing || len(none.options) == 0:
		panic(stop)
	default:
		panic(none)
	}
}

// saysWhen reports whether a change says when it is.
func saysWhen(c *change) bool {
	toks := language.Tokens(c.do.Said)
	name := language.Tokens(c.on.Name)
	// "the dentist says it will be at 3"; "theatre friday doors 7"
	says := c.grammar.HasAny(name, "tells", "feels") || c.grammar.HasAny(toks, "participle")
	dated := len(name) > 1 && c.grammar.HasAny(name[1:len(name)-1], "weekday", "relday")
	if says || dated || c.on.Kind == "alarm" || c.grammar.Has(name, 0, "pronoun", "owned") {
		return false
	}
	told := c.grammar.HasAny(toks, "be", "repeats")
	due := c.do.Act == meaning.Change && (told || c.grammar.HasAny(toks, "must")) && c.do.Set.Only(meaning.Due)
	when, _ := c.do.Set.Of(meaning.When)
	booked := told && when.Time.From.Timed() && when.Time.From.Day.Valid() // "the fitting will be on friday at 3"
	told = told || c.grammar.Has(toks, 0, "upkeep")                        // "do lunch on friday"
	told = booked || told && c.do.Manner == meaning.Told && c.on.Happens
	return due || c.do.Act == meaning.Move && (c.do.Manner == meaning.Placed || told)
}

// chore is something new to do that the words of a change are as well, if there is nothing of that name:
// "change the batteries on sunday", and not "change the audit to sunday"; "empty the dishwasher"; "judo: mondays at 7".
func chore(c *change) (do meaning.Do, ok bool) {
	name, kind := c.on.Name, c.on.Kind
	occasion := c.grammar.Has(language.Tokens(c.on.Noun), 0, "occasion", "sortal")
	if occasion && c.set.when.repeat.Repeats() { // "team meeting: mondays at 7"
		name, kind = c.on.Full, ""
	}
	named, from := language.Tokens(c.do.Said), strings.Index(c.do.Said, name)
	if from < 0 || name == "" || kind != "" {
		return do, false
	}
	end := from + len(name)
	var rest []language.Token // behind the name
	if i := slices.IndexFunc(named, func(t language.Token) bool { return t.Start >= end }); i > 0 {
		named, rest = named[:i], named[i:]
	}
	set := slices.Concat(c.do.Set, c.on.Where)
	title := c.do.Said[:end]
	joined := func(i int) bool { return named[i].Start < from && c.grammar.Match(named, i, "joiner") > 0 }
	verb := named[:c.grammar.Match(named, 0, "upkeep")]
	for i := range named {
		if joined(i) && len(verb) > 0 { // "clear out the shed on saturday and the loft on sunday"
			title = c.do.Said[:verb[len(verb)-1].End] + c.do.Said[named[i].End:end]
		}
	}
	do = meaning.Do{Act: meaning.Create, Title: title, Set: set, Said: c.do.Said, Aside: c.do.Aside}
	first, is := named[:1], c.grammar.Means
	changes := c.on.Happens && is(first, "verb", "change") && !is(first, "upkeep", "manual") // "change the concert to 6pm"
	deed := c.do.Act != meaning.Start && from > 0 && !changes && c.grammar.Has(named, 0, "upkeep")
	switch {
	case c.do.Act == meaning.Change && len(rest) > 0 && slices.Contains(headings, rest[0].Word):
		ok = len(set) > 0 && set.Only(meaning.When, meaning.Due, meaning.Priority)
	case c.do.Act == meaning.Delete && c.on.Happens: // "drop the choir"
	case deed && len(set) == 0: // what hands do is to be done, with or without a day
		ok = len(rest) == 0 && (c.grammar.Means(verb, "upkeep", "manual") || c.followsErrand())
		do.Manner = meaning.Bare
	case deed && set.Only(meaning.When, meaning.Due):
		ok = len(rest) == 0 || !rest[0].Glued && !c.grammar.Has(rest, 0, "to", "particle")
		do.Manner = meaning.Bare
	}
	negated := slices.ContainsFunc(set, func(a meaning.Attribute) bool { return a.Not })
	return do, ok && !negated && len(c.on.Except) == 0 && !c.manages(named)
}

// followsErrand reports whether something new to do stands before a change: "mow the lawn and finish the report".
func (c *change) followsErrand() bool {
	asked := c.do.Act == meaning.Complete && c.do.Manner == meaning.Asked
	return asked && c.made.Kind != nil && c.isErrand(c.made.Label())
}

// manages reports whether words are about records or their times, and not about something to do: "the note on roses".
func (d *drafter) manages(toks []language.Token) bool {
	for i := range toks {
		if d.grammar.Has(toks, i, "kind", "unit", "calendar", "todolist") && !d.grammar.Has(toks, i, "occasion") {
			return true
		}
	}
	return false
}

// isDone asks if what is to be thrown out is already to be done: "empty the bins" is no deletion of that task.
func (c *change) isDone() {
	for _, rec := range c.records.FindByTitle(c.on.Name, filter.Condition{}) {
		if c.grammar.Has(language.Tokens(rec.Label()), 0, "upkeep") {
			c.ask(nil, "ask.exists-what", "name", shortened(rec.Label()))
		}
	}
}

// headings are the marks behind what something is set of: "report: friday".
var headings = []string{":", "-"}
