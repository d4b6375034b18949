package meaning

import (
	"maps"
	"slices"

	"assister/internal/language"
	"assister/internal/language/timeexpr"
)

// nodeNames are the names of the nodes in requests and questions, with their largest number of arguments.
//
//	said(clause, rest)            a text: a clause, and the text after it
//	create(kind, body, manner)    body(title, settings), or a list of bodies
//	makes(kind, title, bodies)    a list or a project, and what is in it
//	with(clause, settings)        settings that stand apart from the clause
//	sparing(clause, except)       so do exceptions
//	also(clause, record)          and its last change of another record
//	regarding(topic, clause)      a change of a record, or of the record of a clause, named before it
//	move(record, from, settings, manner)
//	shift(record, later, earlier) rename(record, title)
//	complete(record, manner, did) delete(record, manner) start, skip, reopen, ...
//	act(record, verb)             what the verb says, and no more
//	copy(record, settings)        another like it
//	change(record, settings)      assign(of(field, record), value) status(record, state)
//	record(kind, name, conditions)
//	rank(.order, count, nth, .by) which of the records, a condition
//	several(record, records)      descriptions of one or more records each
//	did(past)                     with what was done, a condition: "pay" of "paid"
//	not(condition) any(list)      except(record)
//	sameday(name, later, earlier) beside what has that name, or beside it(); with .before, to be done by then
//	reply(.says, records, settings)
//	id(int, last)                 an id, or all from one to another
//	beside(setting)               what is set by words that are kept in the notes
//	again(times)                  more of a recurrence that stands apart from it
//	urgency(.more)                one step of priority more or less than now
//	apart(record, record)         two records, each on a day of its own
//	company(text)                 who takes part, as the end of a title
//	from(recurrence)              the weekdays that others are set in the place of
//	deed(verb, object)            a title that begins with a verb, whose value is its infinitive
//	ask(.what, record, .field, .by, words, since)   the words are what time is wanted for
//	other()                       a question about something else than the records
//	talk(.courtesy)
//	follows(ask, .list)           continues the question before; .list if it wants what that one counted
//	given(conditions, ask)        conditions that stand before the question
//	heard(text, ask)              words before the question, which may say its time
func nodeNames() map[string]int {
	return map[string]int{
		"said": 2, "create": 3, "body": 2, "makes": 3, "with": 2, "sparing": 2, "move": 4, "shift": 3, "rename": 2,
		"change": 3, "complete": 3, "start": 2, "skip": 2, "reopen": 2, "delete": 2, "status": 2, "assign": 3, "of": 2,
		"at": 1, "regarding": 2, "swap": 2, "replace": 3, "append": 2, "enable": 1, "disable": 1, "snooze": 2, "copy": 2,
		"dismiss": 1, "reply": 3, "unknown": 1, "act": 2,
		"record": 3, "many": 0, "id": 2, "on": 1, "except": 1, "rank": 4, "not": 1, "any": 1, "within": 2, "clause": 1,
		"did": 1, "when": 1, "from": 1, "due": 1, "length": 1, "priority": 1, "state": 1, "tag": 1, "project": 1,
		"checklist": 1, "calendar": 0, "place": 1, "without": 1, "has": 1, "about": 1, "part": 1, "context": 1, "team": 1,
		"longer": 1, "shorter": 1, "titled": 1, "created": 1, "changed": 1, "earlier": 1, "later": 1, "sameday": 5,
		"kind": 1, "risk": 1, "end": 1, "person": 1, "deed": 3, "allday": 0, "backlog": 0, "untag": 1, "notes": 1,
		"address": 1, "beside": 1, "clear": 1, "more": 1, "role": 1, "company": 2, "several": 2, "apart": 2, "urgency": 1,
		"ask": 6, "extreme": 2, "follows": 2, "other": 0, "given": 2, "heard": 2, "talk": 1, "it": 1, "there": 1,
		"again": 1, "also": 2,
	}
}

// Rules that whole texts are read by. All but Root are for texts that depend on what a conversation was
// about, and have no meaning if the text says anything else.
const (
	Root     = "text"
	Addition = "addition" // what is added to the list that it was about: "add jam and honey", "and butter"
	// Likewise repeats the change before it for another record, which is what its reply picks ("and the dentist
	// too"), or makes another record, of a kind or at a time ("and a task paint the walls", "and dinner at seven").
	Likewise = "likewise"
	// Rewording has other words for some of the request before it: "it's Anna, not Amy".
	Rewording = "rewording"
	// Errand is what is to be done, in words that may also ask to see something: "check the tyres".
	Errand = "an-errand"
)

// Options are what the languages of this package are compiled with.
func Options() language.Options {
	names := maps.Clone(timeexpr.Names)
	maps.Copy(names, nodeNames())
	return language.Options{
		Names:  names,
		Checks: checks(),
		Roots:  []string{Root, Addition, Likewise, Rewording, Errand, "when"},
	}
}

// checks are the checks of nodes, by the names of these.
func checks() map[string]language.Check {
	return map[string]language.Check{"ask": checkAsk, "when": checkWhen, "said": checkSaid}
}

// bareDaypart is what a part of the day costs that stands without a day or a preposition:
// "movie night" is no movie at night.
const bareDaypart = 20

// checkWhen makes a part of the day expensive that nothing stands before, or a preposition alone: "noise
// at night" may be a name, and "noise in the night" is a time.
func checkWhen(n *language.Node) (cost int, ok bool) {
	first := n.Arg(0)
	bare := func(x *language.Node) bool { return x.Is("part") && x.From == n.From && x.To-x.From == 1 }
	alone := first.Is("part") && first.To-first.From == 1 && first.From < n.From+2
	withDay := first.Is("and") && first.To-first.From > 1 // one word that says both is a time: "tonight"
	if alone || withDay && slices.ContainsFunc(first.Args, bare) {
		return bareDaypart, true
	}
	return 0, true
}

// bareCost is what it costs if a question has only words of free text to describe records: it may be about anything.
const bareCost = 16

// checkAsk refuses questions about all records there are: a question says of which.
func checkAsk(n *language.Node) (cost int, ok bool) {
	what, of := What(n.Arg(0).Symbol()), n.Arg(1)
	alone := slices.Contains(ofTime, what) || n.Arg(3).Is("extreme")
	if of == nil {
		return 0, alone
	}
	switch known, described := describes(of); {
	case !described:
		return 0, alone
	case !known && slices.Contains(open, what):
		return bareCost, true
	}
	return 0, true
}

// ofTime are the questions about time itself, which need no description: "am I free", "an overview".
var ofTime = []What{Free, Gaps, Clashes, Overview}

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
		known = known || !slices.Contains(freeText, Field(c.Name))
	}
	return known, known || of.Arg(1) != nil || len(conditions) > 0
}

// open are the questions that begin as questions about anything do.
var open = []What{Which, Exists, Whether, Count}

// freeText are the conditions whose values are free text.
var freeText = []Field{About, Part, Place, Person, Earlier, Later}

// aside is what it costs if a statement or a title follows a question: "when did Bo and Jo
// marry" does not go on with "Jo marry".
const aside = 20

// checkSaid makes a change expensive that nothing but its place behind a question asks for.
func checkSaid(n *language.Node) (cost int, ok bool) {
	asks := n.Arg(0) != nil && slices.Contains(questions, n.Arg(0).Name)
	next := n.Arg(1).Arg(0)
	for next.Is("with") {
		next = next.Arg(0)
	}
	told := func(a *language.Node) bool { return a.Symbol() == string(Bare) || a.Symbol() == string(Told) }
	if asks && next != nil && slices.ContainsFunc(next.Args, told) {
		return aside, true
	}
	return 0, true
}

// questions are the nodes of clauses that are questions.
var questions = []string{"ask", "follows", "other", "given", "heard"}

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
