package draft

import (
	"strings"
	"unicode"

	"assister/internal/filter"
	"assister/internal/language"
	"assister/internal/language/meaning"
	"assister/internal/language/message"
	"assister/internal/reference"
)

// Which words may be the title of something new, and how it is written.

// Words of these classes are in no title that stands without a verb in front of it: they
// describe records, or ask for something.
var (
	describing = []string{"quantifier", "plural", "arrow"}
	inner      = []string{"state", "priority", "verb"} // but at the beginning
)

// isTitle reports whether words that nothing asks to be added are the title of something to
// do: no statement, no description of records and, without a day or another setting, what
// somebody does. A word that the language does not know may be a verb of anything.
func (c *creation) isTitle() bool {
	if c.do.Quoted || c.do.Owed {
		return true
	}
	toks, errand := language.Tokens(c.do.Title), c.isErrand(c.do.Title) && !c.do.Known
	orders := c.grammar.Has(toks, 0, "verb") && !c.grammar.Has(toks, 0, "nominal")
	if orders && !errand && len(toks) > 1 && !c.do.Happens {
		return false // "postpone the rest"
	}
	for i := range toks {
		if describesAt(c, toks, i, errand) || !errand && asksAt(c, toks, i) {
			return false
		}
	}
	if len(c.do.Set) == 0 && isOfRecords(c, toks) {
		return false
	}
	lasts := c.do.Set.Only(meaning.Length) && !c.do.Happens // "two hours of sleep"
	if errand || lasts {
		return errand && (len(toks) > 1 || !c.do.Vague)
	}
	return !c.do.Vague && (!c.do.Clause || c.announced()) && len(c.do.Set) > 0
}

// describesAt reports whether a word in a title describes records.
func describesAt(c *creation, toks []language.Token, i int, errand bool) bool {
	with := i > 0 && c.grammar.Has(toks, i-1, "company") // "brunch with the whole choir"
	outside := (errand || c.do.Happens) && c.grammar.Has(toks, i, "outside")
	return !with && !outside && c.grammar.Has(toks, i, describing...)
}

// asksAt reports whether a word behind the first of a title asks for something.
func asksAt(c *creation, toks []language.Token, i int) bool {
	if i == 0 || !toks[i].Letters {
		return false
	}
	act := c.grammar.Has(toks, i, inner...) && !isNoun(c, toks, i) && !c.do.Happens
	object := c.grammar.Has(toks, i, "pronoun") && !c.grammar.Has(toks, i-1, "prep") && !c.announced()
	return act || object
}

// announced reports whether a statement tells when something takes place.
func (c *creation) announced() bool {
	return c.do.Manner == meaning.Told && c.do.Happens && c.do.IsTimed()
}

// isOfRecords reports whether words are about records themselves, and not about something to do: "format
// the calendar", "make my to-do list blank", "repeat the alarm".
func isOfRecords(c *creation, toks []language.Token) bool {
	for i := range toks {
		whole := c.grammar.Has(toks, i, "calendar", "todolist")
		last := i == len(toks)-1 && !c.grammar.Has(toks, i, "occasion", "outside")
		taken := i > 1 && c.grammar.Means(toks[i:i+1], "kind", "list") && isTakenOff(c, toks[max(0, i-fromList):i])
		if whole || taken || last && c.grammar.Has(toks, i, "kind") {
			return true
		}
	}
	return false
}

// fromList is how many words may be between "off" and the list that something is taken off.
const fromList = 3

// isTakenOff reports whether one of some words says what something is taken from: "take eggs off the shopping list".
func isTakenOff(c *creation, words []language.Token) bool { return c.grammar.HasAny(words, "departs") }

// isOrder reports whether a title begins with an unknown word before its object, as an order
// does: "zorble the rug".
func (c *creation) isOrder() bool {
	toks := language.Tokens(c.do.Title)
	object := len(toks) > 1 && c.grammar.Has(toks, 1, "article") && !c.grammar.Has(toks, 1, "prep")
	free := c.do.Quoted || c.do.Owed || c.isErrand(c.do.Title)
	return object && !free && !c.isKnown(toks[0])
}

// isNoun reports whether an act inside a title is a noun: "car check". Behind the name of a record it is none:
// "dentist move friday".
func isNoun(c *creation, toks []language.Token, i int) bool {
	if !c.grammar.Has(toks, i, "nominal") {
		return false
	}
	before := strings.TrimSpace(c.do.Title[:toks[i].Start])
	f := c.resolver().Resolve(&meaning.Record{Name: before, Words: c.content(before)})
	return len(f.Records) == 0 || f.Fit > reference.Words
}

// joins reports whether a title ends in what there is already, that something is to be added to: "Elena to
// the book club". Nothing keeps who takes part.
func (c *creation) joins() bool {
	if c.do.Quoted || c.do.Owed || c.isErrand(c.do.Title) {
		return false
	}
	toks := language.Tokens(c.do.Title)
	for i := 1; i+1 < len(toks); i++ {
		if !c.grammar.Has(toks, i, "joins") {
			continue
		}
		whole := i + 1
		for whole+1 < len(toks) && c.grammar.Has(toks, whole, "article") {
			whole++
		}
		name := c.do.Title[toks[whole].Start:]
		if len(c.exactly(name, filter.Condition{Kinds: []string{"task", "event"}})) > 0 {
			return true
		}
		if whole > i+1 { // "the dinner" may be one that its title says more of
			f := c.resolver().Resolve(&meaning.Record{Kind: "event", Name: name, Words: c.content(name)})
			if len(f.Records) > 0 && f.Fit <= reference.Words {
				return true
			}
		}
	}
	return false
}

// describes reports whether words describe records. Those behind a preposition do not: "a meeting with
// all parents".
func (d *drafter) describes(name string) bool {
	toks := language.Tokens(name)
	for i := range toks {
		of := i > 0 && d.grammar.Has(toks, i-1, "prep")
		if !of && d.grammar.Has(toks, i, describing...) {
			return true
		}
	}
	return false
}

// isConditional reports whether words say on what something depends: "the class if it snows".
func (d *drafter) isConditional(text string) bool {
	return d.grammar.HasAny(language.Tokens(text), "proviso")
}

// endsIn reports whether the title ends in a word of a class, before what that word needs.
func (c *creation) endsIn(class string) bool {
	toks := language.Tokens(c.do.Title)
	return len(toks) > 0 && c.grammar.Has(toks, len(toks)-1, class)
}

// meets reports whether the title is that of a meeting: "dentist appointment", "meeting
// with Al".
func (c *creation) meets() bool {
	toks := language.Tokens(c.do.Title)
	first := c.grammar.Has(toks, 0, "occasion")
	return first || len(toks) <= meetingWords && c.grammar.Has(toks, len(toks)-1, "occasion")
}

// meetingWords is how many words the name of a meeting has at most.
const meetingWords = 4

// isErrand reports whether a title begins with what somebody does.
func (d *drafter) isErrand(title string) bool {
	return d.grammar.Has(language.Tokens(title), 0, "doing", "upkeep")
}

// wordMarks are the marks within or behind a word that has no form of its own.
const wordMarks = "-,'’"

// written is the title of a new record as a person writes it down: with a capital, unless
// it was quoted or its first word has a form of its own, as "iPhone", "v2" and "example.org"
// have.
func written(title string, quoted bool) string {
	word, _, _ := strings.Cut(title, " ")
	own := func(c rune) bool { return !unicode.IsLower(c) && !strings.ContainsRune(wordMarks, c) }
	if quoted || strings.ContainsFunc(word, own) {
		return title
	}
	return message.Capital(title)
}

// content is the words of a title that carry meaning.
func (d *drafter) content(title string) []string { return d.grammar.ContentOf(language.Tokens(title)) }
