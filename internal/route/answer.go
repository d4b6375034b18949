package route

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"assister/internal/calendar"
	"assister/internal/fulltext"
	"assister/internal/language/meaning"
	"assister/internal/phrase/moment"
	"assister/internal/record"
)

// Sense is what words are to an open question.
type Sense uint8

const (
	Anew     Sense = iota // no answer, but a request of their own
	Answered              // the request goes on
	Declined              // the request is dropped
	Unclear               // they fit several of the options, or none: the question stays
	Named                 // they name what the request calls "it"; who has the records looks them up
)

// Reply is an answer that was read.
type Reply struct {
	Sense     Sense
	Text      string           // the request to go on with, where it is answered
	Said      *meaning.Text    // what the request means then; nil if its words say all of it
	Selection record.Selection // what is selected by now, earlier answers included
	Left      []record.Option  // those that it can still be, where that is unclear
}

// Answer reads words as the answer to a question, in English or French: the
// number of an option or several ("2", "the first two", "all but the last"), its
// id, its day, a part of its title; a day or a priority; yes and no; or, where
// the question has no options, what the request is known to have left out. What
// else is said is a request of its own: two of them in one would be neither.
func Answer(text string, q record.Question, c calendar.Clock) Reply {
	a := answer{text: text, q: q, clock: c, words: split(ranged(text))}
	a.words = slices.DeleteFunc(a.words, func(w word) bool { return courteous(w.text) })
	for _, read := range []func(*answer) (Reply, bool){
		(*answer).refuses, (*answer).agrees, (*answer).everything, (*answer).byID, (*answer).byPlace,
		(*answer).byDay, (*answer).byPriority, (*answer).byTitle,
	} {
		if r, ok := read(&a); ok {
			return r
		}
	}
	return a.otherwise()
}

// answer is words on their way to a Reply.
type answer struct {
	text  string
	q     record.Question
	clock calendar.Clock
	words []word // without courtesies
}

// ranged writes the dash of "1-3" out, which split would lose.
func ranged(text string) string {
	var b strings.Builder
	runes := []rune(text)
	for i, r := range runes {
		if (r == '-' || r == '–') && i > 0 && i+1 < len(runes) && unicode.IsDigit(runes[i-1]) && unicode.IsDigit(runes[i+1]) &&
			(i+2 >= len(runes) || strings.Count(text, string(r)) == 1) {
			b.WriteString(" to ")
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

func courteous(w string) bool { return w == "please" || w == "thanks" || w == "merci" }

// chosen goes on with these options.
func (a *answer) chosen(options []record.Option) Reply {
	s := a.q.Selected
	s.Records = nil
	for _, o := range options {
		s.Records = append(s.Records, o.Key)
	}
	return a.selected(s)
}

func (a *answer) selected(s record.Selection) Reply {
	return Reply{Sense: Answered, Text: a.q.Request, Selection: s}
}

// completed goes on with the request and the answer as its end: "move the
// dentist", "to friday".
func (a *answer) completed() Reply {
	return Reply{Sense: Answered, Text: strings.TrimSpace(a.q.Request + " " + strings.TrimSpace(a.text)), Selection: a.q.Selected}
}

func (a *answer) unclear(left []record.Option) Reply {
	return Reply{Sense: Unclear, Text: a.q.Request, Selection: a.q.Selected, Left: left}
}

// picked is one option where that is all there is, and unclear between several.
func (a *answer) picked(fit []record.Option) Reply {
	if len(fit) == 1 {
		return a.chosen(fit)
	}
	return a.unclear(fit)
}

// refuses: "no", "none of them". "No, the second" says the second.
func (a *answer) refuses() (Reply, bool) {
	n := starts(a.words, refusals)
	if n == 0 {
		return Reply{}, false
	}
	if n == len(a.words) {
		return Reply{Sense: Declined}, true
	}
	if w := a.words[0].text; w == "no" || w == "non" || w == "nope" {
		a.words = a.words[1:]
	}
	return Reply{}, false
}

var refusals = []string{
	"none of them", "none of these", "none of those", "none", "neither of them", "neither", "never mind", "nevermind", "forget it", "forget about it",
	"nothing", "no thanks", "nope", "no", "cancel that", "cancel it", "cancel", "stop", "skip it", "leave it", "n",
	"aucun des deux", "aucune des deux", "aucun", "aucune", "ni l un ni l autre", "non", "rien", "annule", "annuler", "laisse tomber", "laisse", "oublie", "tant pis",
}

// agrees: yes to the only option, or to a question that offers none. "Yes" does
// not tell several apart; "yes, the second" does.
func (a *answer) agrees() (Reply, bool) {
	n := starts(a.words, agreements)
	if n == 0 {
		return Reply{}, false
	}
	if n < len(a.words) {
		a.words = a.words[n:]
		return Reply{}, false
	}
	switch len(a.q.Options) {
	case 0:
		return a.selected(a.q.Selected), true
	case 1:
		return a.chosen(a.q.Options), true
	}
	return a.unclear(a.q.Options), true
}

var agreements = []string{
	"yes do it", "yes", "yep", "yeah", "yup", "y", "ok", "okay", "sure", "of course", "right", "correct", "exactly", "do it", "go ahead", "that one", "that s it", "that s the one",
	"oui", "ouais", "d accord", "bien sur", "c est ca", "exactement", "vas y", "allez y", "celui la", "celle la", "o",
}

// everything: "all of them", "all but the first".
func (a *answer) everything() (Reply, bool) {
	n := starts(a.words, wholes)
	rest := a.words[n:]
	switch {
	case n == 0, len(a.q.Options) == 0 && len(rest) > 0:
		return Reply{}, false
	case len(a.q.Options) == 0:
		return a.selected(a.q.Selected), true // who asked knows of what
	}
	if len(rest) == 0 {
		if many := counted(a.words); many > 0 && many != len(a.q.Options) {
			return a.unclear(a.q.Options), true // "both" of three
		}
		return a.chosen(a.q.Options), true
	}
	m := starts(rest, exceptions)
	if m == 0 {
		return Reply{}, false
	}
	but, ok := places(rest[m:], len(a.q.Options))
	if !ok {
		return a.unclear(a.q.Options), true
	}
	var kept []record.Option
	for i, o := range a.q.Options {
		if !slices.Contains(but, i) {
			kept = append(kept, o)
		}
	}
	if len(kept) == 0 {
		return a.unclear(a.q.Options), true
	}
	return a.chosen(kept), true
}

var wholes = []string{
	"all of them", "all of these", "all of those", "all of it", "all two", "all three", "all four", "all five", "all the", "all", "both of them", "both", "everything", "every one", "each of them", "each", "the lot", "them all", "a",
	"tous les deux", "toutes les deux", "tous les trois", "toutes les trois", "les deux", "les trois", "tous", "toutes", "tout", "chacun", "chacune",
}

// counted is how many a phrase for all of them says there are; 0 where it does
// not say.
func counted(words []word) int {
	for _, w := range words {
		if n, ok := cardinal(w.text); ok && w.text != "one" {
			return n
		}
		if w.text == "both" {
			return 2
		}
	}
	return 0
}

var exceptions = []string{"but", "except for", "except", "without", "sauf", "a part", "excepte"}

// byID: "#3", "task 3", "event:5".
func (a *answer) byID() (Reply, bool) {
	var fit []record.Option
	ids := numbered(a.text)
	for _, o := range a.q.Options {
		named := slices.Contains(ids, o.Key.ID)
		for i, w := range a.words {
			if i+1 < len(a.words) && w.text == o.Key.Kind && a.words[i+1].text == strconv.FormatInt(o.Key.ID, 10) {
				named = true
			}
		}
		if named {
			fit = append(fit, o)
		}
	}
	switch {
	case len(fit) == 0:
		return Reply{}, false
	case len(fit) > 1 && len(ids) > 0 && len(fit) > len(ids):
		return a.unclear(fit), true // one number, and records of two kinds have it
	}
	return a.chosen(fit), true
}

// byPlace: "2", "the first two", "1 and 3". A number beyond the options is an id
// where one of them has it.
func (a *answer) byPlace() (Reply, bool) {
	switch {
	case len(a.q.Options) == 0:
		return Reply{}, false
	case strings.HasPrefix(strings.TrimSpace(a.text), "-"):
		return a.unclear(a.q.Options), true // of approvals it is "all but these", and no number of an option
	}
	found, numbers := places(a.words, len(a.q.Options))
	if len(found) > 0 {
		var options []record.Option
		for _, i := range found {
			options = append(options, a.q.Options[i])
		}
		return a.chosen(options), true
	}
	if !numbers {
		return Reply{}, false
	}
	if len(a.words) == 1 {
		for _, o := range a.q.Options {
			if a.words[0].text == strconv.FormatInt(o.Key.ID, 10) {
				return a.chosen([]record.Option{o}), true
			}
		}
	}
	return a.unclear(a.q.Options), true
}

// byDay: "friday", "the one on friday", "vendredi". It tells options apart by
// their days where it can; otherwise it is the day that is meant, or the end of
// a request that lacks one.
func (a *answer) byDay() (Reply, bool) {
	from, to, ok := a.days()
	if !ok {
		return Reply{}, false
	}
	var fit []record.Option
	for _, o := range a.q.Options {
		if o.Day.Valid() && o.Day >= from && o.Day <= to {
			fit = append(fit, o)
		}
	}
	switch {
	case len(fit) > 0 && len(fit) < len(a.q.Options):
		return a.picked(fit), true
	case a.misses("date", "time", "day", "scheduledFor", "deadline"), from != to && len(a.q.Options) == 0:
		return a.completed(), true
	case from != to:
		return a.unclear(a.q.Options), true
	}
	s := a.only()
	s.Day = from
	return a.selected(s), true
}

// days are the days that the words are, and nothing else.
func (a *answer) days() (from, to calendar.Date, ok bool) {
	var said []string
	for i, w := range a.words {
		if leading(w.text) && i < len(a.words)-1 || trailing(w.text) && i > 0 {
			continue
		}
		said = append(said, w.text)
	}
	written := strings.Trim(strings.TrimSpace(a.text), ".!?")
	for _, l := range []*moment.Language{moment.English(), moment.French()} {
		for _, text := range []string{written, strings.Join(said, " ")} {
			m, ok := moment.Whole(text, a.clock, l)
			switch {
			case !ok || m.From.Timed() || !m.From.Day.Valid():
			case m.Kind == moment.Day:
				return m.From.Day, m.From.Day, true
			case m.Kind == moment.Range && m.To.Day.Valid():
				return m.From.Day, m.To.Day, true
			}
		}
	}
	return 0, 0, false
}

func leading(w string) bool {
	switch w {
	case "the", "one", "on", "for", "from", "of", "to", "le", "la", "celui", "celle", "pour", "de", "du":
		return true
	}
	return false
}

func trailing(w string) bool { return w == "one" || w == "ones" || w == "s" }

func (a *answer) misses(words ...string) bool {
	return slices.ContainsFunc(a.q.Missing, func(m string) bool { return slices.Contains(words, m) })
}

// only is what is selected, and the option where there is but one.
func (a *answer) only() record.Selection {
	s := a.q.Selected
	if len(a.q.Options) == 1 {
		s.Records = []record.Key{a.q.Options[0].Key}
	}
	return s
}

// byPriority: "high", "low priority", "haute".
func (a *answer) byPriority() (Reply, bool) {
	level := ""
	for _, w := range a.words {
		switch w.text {
		case "high", "haute", "haut", "elevee":
			level += "high"
		case "medium", "normal", "moyenne", "moyen", "normale":
			level += "medium"
		case "low", "basse", "faible", "bas":
			level += "low"
		case "the", "priority", "one", "ones", "la", "priorite", "les", "with", "of", "de":
		default:
			return Reply{}, false
		}
	}
	switch {
	case level != "high" && level != "medium" && level != "low":
		return Reply{}, false
	case a.misses("priority"):
		return a.completed(), true
	}
	s := a.only()
	s.Priority = level
	return a.selected(s), true
}

// byTitle: words that all stand in the title of an option. A whole title is that
// option, though others have its words as well.
func (a *answer) byTitle() (Reply, bool) {
	whole := fulltext.Fold(strings.TrimSpace(a.text))
	var exact, fit []record.Option
	var asked []string
	for _, w := range a.words[:min(len(a.words), named)] {
		if !filler(w.text) && !pointing(w.text) {
			asked = append(asked, w.text)
		}
	}
	for _, o := range a.q.Options {
		if fulltext.Fold(o.Title) == whole {
			exact = append(exact, o)
		}
		if len(asked) > 0 && Mentions(o.Title, asked) {
			fit = append(fit, o)
		}
	}
	switch {
	case len(exact) > 0:
		return a.picked(exact), true
	case len(fit) > 0:
		return a.picked(fit), true
	}
	return Reply{}, false
}

// Mentions reports whether each of the words, or the beginning of it, is a word
// of the title. Words are as Words gives them.
func Mentions(title string, words []string) bool {
	return !slices.ContainsFunc(words, func(w string) bool { return likeness([]string{w}, title) == 0 })
}

// Words are those of a text that can tell records apart, as Mentions takes them.
func Words(text string) []string { return distinctive(text) }

// otherwise decides about words that are no answer by their form. What asks for
// something is a request of its own; what does not may be what the request left
// out.
func (a *answer) otherwise() Reply {
	r := Judge(Rules(a.text))
	asks := r.Decision == Chat && r.Confidence >= PlanFrom
	switch {
	case len(a.q.Options) > 0 && (asks || r.Decision == Plan), asks, r.Decision == Plan && r.Confidence >= inside:
		return Reply{Sense: Anew, Text: a.text}
	case len(a.q.Options) > 0:
		return a.unclear(a.q.Options)
	case Recalls(a.q.Request):
		return Reply{Sense: Named, Text: a.q.Request, Selection: a.q.Selected}
	case len(a.q.Missing) == 0:
		return Reply{Sense: Anew, Text: a.text} // nothing was left out: it is said anew
	}
	return a.completed()
}
