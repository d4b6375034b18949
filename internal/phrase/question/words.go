package question

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"assister/internal/calendar"
	"assister/internal/phrase"
	"assister/internal/phrase/moment"
	"assister/internal/schema"
)

// word is one word of a question, or a quotation, or all that is said about one
// time.
type word struct {
	phrase.Span
	text   string // in lower case and without accents; a quotation as it is
	quoted bool
	tag    bool // "#home"
	mark   bool
	when   *moment.Meaning
	alone  bool // the time is a part of whatever day
	joined bool // a hyphen stands right behind it
}

// split takes the text apart. What is said about time is one word, unless it
// stands in quotation marks.
func (r *reader) split(c calendar.Clock) {
	language := r.language.moments()
	times := timesIn(r.text, c, language)
	tokens := phrase.Tokens(r.text)
	r.uncount(tokens, times, c, language)
	for i := 0; i < len(tokens); i++ {
		t := tokens[i]
		for len(times) > 0 && times[0].End <= t.Start {
			times = times[1:]
		}
		if len(times) > 0 && t.Shape == phrase.Word && times[0].Start > t.Start && times[0].Start < t.End {
			r.parts(phrase.Span{Start: t.Start, End: times[0].Start}) // "d'aujourd'hui"
			t.Start = times[0].Start
		}
		switch {
		case t.Shape == phrase.Quoted:
			r.words = append(r.words, word{Span: t.Span, text: t.Text, quoted: true})
		case len(times) > 0 && t.Start >= times[0].Start && t.Start < times[0].End && !r.names(times[0]) && !r.measures(times[0]):
			when := times[0]
			end := i
			for end+1 < len(tokens) && tokens[end+1].Start < when.End {
				end++
			}
			r.words = append(r.words, word{Span: phrase.Span{Start: t.Start, End: tokens[end].End}, when: &when})
			i = end
		case t.Shape == phrase.Mark && t.Text == "#" && i+1 < len(tokens) && tokens[i+1].Glued:
			i++
			r.words = append(r.words, word{Span: tokens[i].Span, text: r.text[tokens[i].Start:tokens[i].End], tag: true})
		case i+2 < len(tokens) && digits(t.Text) && tokens[i+1].Text == ":" && digits(tokens[i+2].Text) && tokens[i+2].End-t.Start <= len("1:1"):
			r.words = append(r.words, word{Span: phrase.Span{Start: t.Start, End: tokens[i+2].End}, text: t.Text + ":" + tokens[i+2].Text}) // two who meet
			i += 2
		case t.Shape == phrase.Mark:
			r.words = append(r.words, word{Span: t.Span, text: t.Text, mark: true})
		default:
			r.parts(t.Span)
		}
	}
	r.nextOne()
	r.partAlone()
	r.dayOfMonth()
}

// timesIn are the times of a text. What is left out of it, and what it is told apart
// by, says no more about the time beside it: in "friday except the interviews" the
// friday stands, and in "each day next week" the week.
func timesIn(text string, c calendar.Clock, l *moment.Language) (all []moment.Meaning) {
	start := 0
	tokens := append(phrase.Tokens(text), phrase.Token{Span: phrase.Span{Start: len(text)}})
	for i, t := range tokens {
		apart := i > 1 && slices.Contains(eaches, plain(tokens[i-2].Text)) && slices.Contains(dayNouns, plain(tokens[i-1].Text))
		if t.Start < len(text) && !apart && !slices.Contains(leavers, plain(t.Text)) {
			continue
		}
		for _, m := range moment.All(text[start:t.Start], c, l) {
			m.Start, m.End = m.Start+start, m.End+start
			all = append(all, m)
		}
		start = t.Start
	}
	return all
}

// eaches stand before a unit that things are told apart by.
var eaches = []string{"each", "every", "per", "par", "chaque"}

var leavers = []string{"except", "excepting", "excluding", "besides", "apart", "aside", "without", "other", "sauf", "excepte", "hormis", "sans"}

// uncount takes the unit out of times that it was counted into: in "how many days
// before christmas" it is the days that are asked for.
func (r *reader) uncount(tokens []phrase.Token, times []moment.Meaning, c calendar.Clock, l *moment.Language) {
	for n, when := range times {
		at := slices.IndexFunc(tokens, func(t phrase.Token) bool { return t.Start >= when.Start })
		if at >= 0 && tokens[at].Text == "de" {
			at++
		}
		apart := at >= 0 && strings.EqualFold(r.text[tokens[at].Start:tokens[at].End], "dû") // and not "du"
		if at > 0 && at+2 < len(tokens) && tokens[at].Text == "up" && slices.Contains(doing, tokens[at-1].Text) {
			at, apart = at+1, true // "what am I up to tonight" is no time until then
		}
		if at < 1 || at+2 > len(tokens) || !apart && !counted(tokens[at-1].Text, plain(tokens[at].Text)) {
			continue
		}
		rest := tokens[at+1].Start
		m, ok := moment.Find(r.text[rest:when.End], c, l)
		if !ok || m.Start > 0 {
			continue
		}
		m.Start, m.End = m.Start+rest, m.End+rest
		times[n] = m
	}
}

// doing are who is "up to" something.
var doing = []string{"i", "we"}

// counted reports whether the first word of a time belongs to the word before it:
// the unit of "how many days", and the "in" of "hand in".
func counted(before, word string) bool {
	if word == "in" {
		return before == "hand" || before == "handed" || before == "turn" || before == "turned"
	}
	return slices.Contains(units, word) && slices.Contains([]string{"many", "de", "of"}, before)
}

var units = []string{"days", "weeks", "jours", "semaines"}

// mend corrects the slips in words that mean nothing, and reports whether there
// were any. A word with a capital letter is a name.
func (r *reader) mend(loose []int) (mended bool) {
	for _, i := range loose {
		w := &r.words[i]
		if len(w.text) < slipMin || cardinals[w.text] > 0 || i > 0 && unicode.IsUpper([]rune(r.text[w.Start:w.End])[0]) {
			continue
		}
		if meant := r.meant(w.text); meant != "" {
			w.text, mended = meant, true
		}
	}
	return mended
}

// slipMin is how long a word is at least that may be another one misspelt.
const slipMin = 4

// meant is the word of the table that a misspelt one was meant for, rather one
// that says something; "" where there is none, or several that mean different
// things.
func (r *reader) meant(written string) (word string) {
	var means entry
	several := false
	for w, e := range r.table.phrases {
		if strings.IndexByte(w, ' ') >= 0 || !phrase.Slip(written, w) {
			continue
		}
		switch {
		case word == "", means.means == filler && e.means != filler, e == means && w < word:
			word, means, several = w, e, false
		case e != means && (e.means != filler || means.means == filler):
			several = true
		}
	}
	if several {
		return ""
	}
	return word
}

// names reports whether what moment takes for a time is plain words here: a
// length of time and a recurrence are nothing to look at, but may be in a title.
func (r *reader) names(m moment.Meaning) bool {
	return m.Kind == moment.Duration || m.Kind == moment.Recurrence
}

// parts adds a word; an apostrophe and a hyphen separate: "what's" is two words,
// and so is "rendez-vous".
func (r *reader) parts(s phrase.Span) {
	start := s.Start
	for i, letter := range r.text[s.Start:s.End] {
		if at := s.Start + i; letter == '\'' || letter == '’' || letter == '-' {
			if r.part(start, at); letter == '-' && start < at {
				r.words[len(r.words)-1].joined = true
			}
			start = at + len(string(letter))
		}
	}
	r.part(start, s.End)
}

func (r *reader) part(start, end int) {
	if start >= end {
		return
	}
	w := word{Span: phrase.Span{Start: start, End: end}, text: plain(r.text[start:end])}
	if strings.EqualFold(r.text[start:end], "dû") {
		w.text = "due" // which without its accent is another word
	}
	r.words = append(r.words, w)
}

// plain is a word in lower case and without its accents, as the tables have it.
func plain(s string) string {
	ascii := true
	for i := range len(s) {
		ascii = ascii && s[i] < 0x80
	}
	if ascii {
		return strings.ToLower(s)
	}
	s = strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return unicode.ToLower(r)
	}, norm.NFD.String(s))
	return strings.NewReplacer("œ", "oe", "æ", "ae").Replace(s)
}

// meaning is what a phrase says of the question.
type meaning uint8

const (
	filler   meaning = iota // nothing
	opener                  // nothing; at the beginning, that a yes is wanted
	lister                  // a list is wanted, and not whether there is one; n may be somebody or showing
	within                  // before what a record belongs to: "in", "of"
	matter                  // before what it is about: "with", "about"
	tagged                  // before a tag
	joiner                  // at the beginning, that it goes on: "and", "what about"
	pronoun                 // what was spoken of: "them"
	place                   // the same, of where: "there"
	silent                  // the last of those that say nothing of which records are meant
	asking                  // n is an Asking
	state                   // n is a State
	due                     // the time is a deadline
	priority                // n is a place in schema.Priorities
	context                 // n is a place in schema.Contexts
	undated
	deadlineless
	repeating
	kind       // a noun for records of a kind
	onCalendar // what takes place, where no kind is named
	period     // n is a unit of time
	belonging  // "project", where a name stands beside it
	fact       // n is an Is of field, whose value stands behind "=" in it
	stamp      // before when a record was made or changed, the field; n is how the time is meant
	wants      // field is the one that is asked for
	grouping   // field is what a number is told apart by; n may be ranking
	extreme    // field is what First or Last, which is n, goes by
	average    // what is asked for is that of all; n may be an Asking
	exception  // before what is not meant
	lasting    // before how long something takes at least, or at most
	relation   // before what it comes before or after, which n says
	foreign    // what the records do not tell: a change, a reason
	limit      // what negates, compares or restricts
)

// What else a lister and an opener may ask for: people, to be shown what is
// called something, what there is where it is asked through its absence, what was
// done, and what has to be.
const (
	somebody = 1 + iota
	showing
	nothing
	ofDeeds
	ofDuties
)

// How the time behind a stamp is meant.
const (
	then   = iota // it is the time
	absent        // nothing of the kind was in it, or since: "not touched since monday"
	beyond        // it is longer ago: "older than two weeks"
	nearer        // it is not so long ago: "newer than two weeks"
)

// ranking groups what is asked for by which has most of it.
const ranking = 1

// naming is a filler that behind a word that means nothing is part of a name: "the
// floor plan".
const naming = 1

// Bounds of how long something takes.
const (
	over = iota
	under
)

// Sides of a relation.
const (
	later = iota
	earlier
	thatDay
)

// onlyThese joins a part of what was found.
const onlyThese = 1

// leaving is an exception from what stands before it, which may be a name.
const leaving = 1

// Units of a period.
const (
	day = iota
	week
	month
	ahead // all that is to come
)

// entry is what a phrase means.
type entry struct {
	means meaning
	n     int
	kind  string
	field string
}

// lookup is the longest phrase of the table that begins at a word, and how many
// words it takes; 0 where there is none.
func (r *reader) lookup(at int) (entry, int) {
	if at >= len(r.found) {
		return r.look(at)
	}
	f := &r.found[at]
	if !f.known {
		f.entry, f.n = r.look(at)
		f.known = true
	}
	return f.entry, f.n
}

// found is what lookup has found at a word, which every way of reading asks for.
type found struct {
	entry
	n     int
	known bool
}

func (r *reader) look(at int) (entry, int) {
	for n := min(r.table.longest[r.words[at].text], len(r.words)-at); n > 0; n-- {
		text, ok := r.joined(at, n)
		if !ok {
			continue
		}
		if e, found := r.table.phrases[text]; found && (e.kind == "" || schema.Lookup(e.kind) != nil) {
			return e, n
		}
	}
	return entry{}, 0
}

// joined is so many words with a space between; false when one of them is
// something else.
func (r *reader) joined(at, n int) (string, bool) {
	if r.words[at].plainly() && n == 1 {
		return r.words[at].text, true
	}
	var b strings.Builder
	for i, w := range r.words[at : at+n] {
		if !w.plainly() {
			return "", false
		}
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(w.text)
	}
	return b.String(), true
}

func (w word) plainly() bool { return !w.quoted && !w.mark && !w.tag && w.when == nil }

// french reports whether a word of the text is French and nothing else.
func french(text string) bool {
	for _, t := range phrase.Tokens(text) {
		for _, part := range strings.FieldsFunc(t.Text, func(r rune) bool { return r == '\'' || r == '-' }) {
			switch plain(part) {
			case "quel", "quelle", "quels", "quelles", "qu", "que", "quoi", "quand", "combien", "est", "ce", "donne", "montre", "liste", "affiche", "ai", "mes", "ma",
				"mon", "les", "des", "du", "dans", "pour", "avec", "sans", "taches", "tache", "reunion", "reunions", "projet", "projets", "suis", "y", "retard", "aujourd",
				"demain", "hier", "semaine", "comment", "prochain", "prochaine", "cette", "ou", "le", "un", "une", "sont", "aux", "ont", "il", "elle", "toutes", "tous", "ete", "chaque", "depuis",
				"vient", "derniere", "dernier", "dernieres", "derniers", "la", "et", "lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche":
				return true
			}
		}
	}
	return false
}
