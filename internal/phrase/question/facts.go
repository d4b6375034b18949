package question

import (
	"slices"
	"strings"

	"assister/internal/phrase"
	"assister/internal/phrase/moment"
)

// What a question says of single fields: what they have to be, which of them it
// asks for, when a record was made or changed, and what is not meant.

// qualifies reads what takes more than a phrase: a stamp, how long something takes,
// what is not meant, and what the time lies beside. False where nothing such stands.
func (r *reader) qualifies() bool {
	e, n := r.lookupAt(r.at)
	if n == 0 {
		return false
	}
	switch e.means {
	case stamp:
		return r.stamp(e, n)
	case lasting:
		return r.lasting(e, n)
	case exception:
		return !r.lone(r.at) && r.except(e, n)
	case relation:
		return r.relation(e, n)
	}
	return false
}

// lacks reads one more thing that is not there: "neither a date nor a tag", "without a
// date or a tag". False where the word does not go on so.
func (r *reader) lacks() bool {
	w := r.words[r.at]
	if !w.plainly() || r.lone(r.at) || !slices.Contains(lackers[r.language], w.text) && (!r.lacking || !slices.Contains(joining, w.text)) {
		return false
	}
	from := r.articles(r.at + 1)
	for n := min(3, len(r.words)-from); n > 0; n-- {
		text, ok := r.joined(from, n)
		if e, known := r.table.phrases[lackers[r.language][0]+" "+text]; ok && known && e.lacks() {
			r.narrow(e, n)
			r.said, r.lacking, r.at = true, true, from+n
			return true
		}
	}
	return false
}

// lone reports whether a "neither" has no "nor" behind it: "for neither project" is
// about two of them.
func (r *reader) lone(at int) bool {
	return r.words[at].text == "neither" && !slices.ContainsFunc(r.words[at:], func(w word) bool { return w.text == "nor" || w.text == "or" })
}

// lackers are words before what is not there, the first of them the one of the table.
var lackers = [...][]string{English: {"no", "neither", "nor"}, French: {"sans", "ni"}}

// lacks reports whether a phrase says that something is not there.
func (e entry) lacks() bool {
	return e.means == undated || e.means == deadlineless || e.means == fact && Is(e.n) == Missing
}

// fact notes what a field has to be.
func (r *reader) fact(e entry, n int) {
	field, value, _ := strings.Cut(e.field, "=")
	r.q.Facts = append(r.q.Facts, Fact{Field: field, Is: Is(e.n), Value: value})
	if e.kind != "" {
		r.kind(e.kind, n)
	}
}

// wants notes the field that is asked for. What stands before it is what has it:
// "Ann's email".
func (r *reader) wants(e entry, n int) {
	r.q.Wants = e.field
	r.q.Whose = r.q.Whose || r.at > 0 && r.words[r.at-1].text == "s" || r.possessive(r.at+n-1) || r.possessive(r.at+n)
	if e.kind != "" {
		r.kind(e.kind, n)
	}
}

// possessive reports whether a word brings what something belongs to.
func (r *reader) possessive(at int) bool {
	return at < len(r.words) && slices.Contains([]string{"of", "de", "d", "du", "des"}, r.words[at].text)
}

// stamp reads when records were made or changed: "added this week", "not touched
// since monday", "older than two weeks". A time that does not stand right behind
// is that of the whole question.
func (r *reader) stamp(e entry, n int) bool {
	start := r.at
	r.at += n
	t, ok := r.moment(e.n)
	switch {
	case ok:
		r.q.Stamp = Stamp{e.field, stamped(t, e.n)}
	case e.n == then:
		r.q.Stamp.Field = e.field
	default:
		r.q.NotUnderstood = append(r.q.NotUnderstood, phrase.Span{Start: r.words[start].Start, End: r.words[r.at-1].End})
	}
	r.said = true
	return true
}

// moment takes the time that stands next, where one does. A length of time ends
// today.
func (r *reader) moment(how int) (t Time, ok bool) {
	if r.at >= len(r.words) {
		return t, false
	}
	from := r.words[r.at].Start
	m, ok := r.timeAt(from)
	if !ok {
		return t, false
	}
	if m.Kind == moment.Duration {
		ago := r.today.AddMonths(-m.Amount.Months).AddDays(-m.Amount.Days)
		t, ok = Time{Days: ago, Last: ago}, ago < r.today
		if how == then {
			t.Last = r.today
		}
	} else {
		t, ok = timeOf(m)
	}
	if !ok {
		return t, false
	}
	t.Said = r.text[from : from+m.End]
	for r.at < len(r.words) && r.words[r.at].Start < from+m.End {
		r.at++
	}
	return r.past(t), true
}

// timeAt is the time that is said right at a place of the text, and no other further
// on.
func (r *reader) timeAt(from int) (moment.Meaning, bool) {
	all := moment.All(r.text[from:], r.clock, r.language.moments())
	if len(all) == 0 || all[0].Start > 0 {
		return moment.Meaning{}, false
	}
	return all[0], true
}

// past is a time of what has been: a weekday is the last one, and "in two weeks"
// are those behind us.
func (r *reader) past(t Time) Time {
	t = r.recalled(t)
	if t.Days == t.Last && t.Days > r.today {
		t.Days = r.today.AddDays(int(r.today - t.Days))
		t.Last = t.Days
	}
	return t
}

// stamped is the time that is looked at for one that was said.
func stamped(t Time, how int) Time {
	begins := t.Days
	if !begins.Valid() {
		begins = t.Last
	}
	switch how {
	case absent, beyond:
		return Time{Said: t.Said, Last: begins.AddDays(-1)}
	case nearer:
		return Time{Said: t.Said, Days: begins}
	}
	return t
}

// except reads what is not meant: what stands right behind a word that negates,
// or the name behind one that leaves something out.
func (r *reader) except(e entry, n int) bool {
	start, loose, mine := r.at, len(r.loose), r.q
	r.q, r.at = Question{}, r.behind(r.at+n)
	r.excepted(e.n == leaving)
	not := r.q
	r.q = mine
	span := phrase.Span{Start: r.words[start].Start, End: r.words[max(r.at, start+1)-1].End}
	switch {
	case len(r.loose) > loose, len(not.NotUnderstood) > 0, !not.excludes():
		r.loose = r.loose[:loose]
		r.q.NotUnderstood = append(r.q.NotUnderstood, span)
	case not.State == Finished:
		if r.q.State != Doing && r.q.State != Pending && r.q.State != Overdue {
			r.q.State = Open // "started but not finished" is started
		}
	default:
		r.q.Not = append(r.q.Not, not)
	}
	r.said, r.noun = true, [2]int{}
	return true
}

// lasting reads how long something takes: "longer than an hour".
func (r *reader) lasting(e entry, n int) bool {
	minutes, words := r.length(r.at + n)
	if minutes == 0 {
		return false
	}
	if r.at += n + words; e.n == over {
		r.q.Over = minutes
	} else {
		r.q.Under = minutes
	}
	r.said = true
	return true
}

// relation reads the name of what it comes before or after: "after the dentist".
func (r *reader) relation(e entry, n int) bool {
	from := r.articles(r.at + n)
	to := r.name(from)
	if to == from {
		return false
	}
	if e, n := r.lookupAt(to); n > 0 && e.means == kind && e.kind == "event" {
		to += n // "after the board meeting"
	}
	r.q.Beside = Relation{Name: r.named(from, to), Before: e.n == earlier, On: e.n == thatDay}
	r.said, r.at = true, to
	return true
}

// behind is the place behind words that say nothing.
func (r *reader) behind(at int) int {
	for at < len(r.words) {
		e, n := r.lookupAt(at)
		if n == 0 || e.means != filler && e.means != pronoun {
			break
		}
		at += n
	}
	return at
}

// excepted takes the one piece that is not meant.
func (r *reader) excepted(named bool) {
	if r.at >= len(r.words) {
		return
	}
	if n := r.nouns(r.at); named && n > 0 {
		r.q.About = append(r.q.About, r.written(r.at, r.at+n)) // "without the team meeting"
		r.at += n
		return
	}
	if to := r.name(r.at); named && to > r.at {
		r.q.About = append(r.q.About, r.named(r.at, to))
		r.at = to
		return
	}
	before, one := r.loose, r.one
	r.one = true  // "not urgent" is a priority
	r.loose = nil // what stands before the word is not part of what is not meant
	r.piece()
	if len(r.loose) > 0 {
		r.q.NotUnderstood = append(r.q.NotUnderstood, r.words[r.loose[0]].Span)
	}
	r.loose, r.one = before, one
}

// nouns is how many words two nouns for records take that stand side by side, which
// are a name then; 0 where there are not two.
func (r *reader) nouns(at int) int {
	total := 0
	for range 2 {
		e, n := r.lookupAt(at + total)
		if n == 0 || e.means != kind && e.means != belonging {
			return 0
		}
		total += n
	}
	return total
}

// excludes reports whether a condition is one that tells what is not meant.
func (q Question) excludes() bool {
	switch q.State {
	case Usual, Overdue, Doing, Finished, Skipped:
	default:
		return false
	}
	r := reading{Question: q}
	return r.slots() == 1 && q.Asks == List && !q.Due && !q.Undated && !q.NoDeadline
}

// stampWhole gives a stamp without a time of its own that of the question. Of
// the last that was made nobody need say when.
func (r *reader) stampWhole() {
	q := &r.q
	if q.Stamp.Field == "" || q.Stamp.Set() {
		return
	}
	switch {
	case q.When.Set():
		q.Stamp.Time, q.When = r.past(q.When), Time{}
	case q.Asks == Last || q.Asks == First || q.Asks == LastTime:
		q.Order, q.Stamp = q.Stamp.Field, Stamp{}
		if q.Asks == LastTime {
			q.Asks = Last
		}
	default:
		q.NotUnderstood = append(q.NotUnderstood, phrase.Span{Start: 0, End: len(r.text)})
	}
}

// atLeast is how many minutes a gap is to have: the length of time that a question
// of gaps names.
func (r *reader) atLeast() int {
	for at := range r.words {
		if minutes, _ := r.length(at); minutes > 0 {
			return minutes
		}
	}
	return 0
}

// length is how many minutes are said at a place, and in how many words. It is looked
// for by itself: beside a day that is said, it says nothing of when.
func (r *reader) length(at int) (minutes, words int) {
	const most = 3
	for n := min(most, len(r.words)-at); n > 0; n-- {
		text, plainly := r.joined(at, n)
		if !plainly {
			continue
		}
		text = strings.ReplaceAll(text, " free ", " ") // "two free hours"
		if m, ok := moment.Whole(text, r.clock, r.language.moments()); ok && m.Kind == moment.Duration && m.Amount.Months+m.Amount.Days == 0 && m.Amount.Seconds >= 60 {
			return m.Amount.Seconds / 60, n
		}
	}
	return 0, 0
}
