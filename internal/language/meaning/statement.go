package meaning

import (
	"strings"

	"assister/internal/language"
)

// How forms make a record of a statement.
const (
	howMade  = "made"  // somebody makes or gets it: "make an appointment for friday"
	howHeld  = "held"  // somebody has it: "the kids have school on monday"
	howDated = "dated" // it is on a day: "my appraisal is on friday"
	howOwed  = "owed"  // somebody has to do it
	howKept  = "kept"  // words behind it ask to keep it: "the vet can see us on friday, add it"
)

// happening are how a record is made that has to take place.
var happening = []string{howMade, howHeld, howDated}

// madeIn is the manner of a new record that a form makes.
func madeIn(how string) Manner {
	switch how {
	case howHeld, howDated, howOwed, howKept:
		return Told
	case "put", "bare", "told", "back":
		return Manner(how)
	}
	return Asked
}

// stated says of a new record what follows from the statement that tells of it.
func (d creating) stated(do *Do, how string, title *language.Node) {
	switch how {
	case howDated:
		field := d.isAny(do.name.From, "field") || d.isAny(do.name.To-1, "field") // "gym deadline"
		do.Happens = do.Happens || !field && !d.hasOne(do.name, "kind")
		d.failIf(strings.Contains(do.Title, ", ")) // "a card for Otto, his birthday"
	case howHeld:
		theirs := title.Is("clause") && do.Day().Valid() && do.IsTimed()
		do.Happens = do.Happens || theirs
	case howOwed:
		do.Owed = true
		due := do.Set.Has(Due) || do.Day().Valid()
		d.failIf(!due || !d.isOwed(do.name)) // "the meeting has to begin at 9"
	case howKept: // whatever is no refusal
		d.failIf(d.hasOne(do.name, "negation", "proviso", "bygone", "feels", "tells"))
		d.impersonal(do)
		do.Happens = do.Happens || !do.errand
	}
}

// isOwed reports whether a statement of what somebody has to do is of others, and without a condition: not "basically I
// need to go", and not "Bo would have to go".
func (d creating) isOwed(n *language.Node) bool {
	must := n.From
	for must < n.To && !d.isAny(must, "has-to", "demands") {
		must++
	}
	who := &language.Node{From: n.From, To: must}
	return !d.hasOne(who, "pronoun", "modal") && !d.hasOne(n, telling...) && !d.isAny(n.To-1, dangling...)
}

// announces reports whether a statement tells when on a day to come something will take place: "my parents are
// coming over on friday at 7".
func (d requesting) announces(do *Do) bool {
	told := do.Manner == Bare || do.Manner == Told
	names := do.name != nil && !do.errand && !do.Quoted
	plain := do.Act == Create && do.Kind == "" && names
	if exact := do.Day().Valid() && do.IsTimed(); !told || !plain || !exact {
		return false
	}
	itself := d.g.Means(d.toks[do.name.From:do.name.From+1], "pronoun", "it") // "it gets dark at 4"
	whole := !itself && !d.isAny(do.name.To-1, "be")                          // "my appraisal is on friday at 9"
	return whole && (do.Clause || do.Manner == Told) && !anyToken(do.name.From, do.name.To, func(i int32) bool {
		return d.isAny(i, telling...) || d.isAny(i, unplanned...)
	})
}

// impersonal leaves out of a title who speaks: "I fly to Porto", "we're meeting the florist".
func (d creating) impersonal(do *Do) {
	from := do.name.From
	if !d.g.Means(d.toks[from:from+1], "pronoun", "me") && !d.g.Means(d.toks[from:from+1], "pronoun", "we") {
		return
	}
	from += 1 + int32(d.known.Match(int(from)+1, "be"))
	if from < do.name.To {
		before := d.words(&language.Node{Name: language.Text, From: do.name.From, To: from})
		do.Title = strings.TrimLeft(strings.TrimPrefix(do.Title, before), " ")
		d.titled(do, &language.Node{Name: language.Text, From: from, To: do.name.To})
	}
}
