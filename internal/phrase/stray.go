package phrase

// What stands among the words of a title and was never meant to be in one: how much
// it matters, a correction of what was just said, a note for what there is already.

// weights begin the end of a sentence that says how much it matters.
var weights = [...]string{"it's", "its", "it is", "that's", "that is", "this is", "c' est", "kind of", "sort of", "bit", "assez", "plutot"}

// takeWeight reads "…, it's really important" at the end, and gives back where the rest
// ends.
func (r *reader) takeWeight(from, to int, s *Settings) (end int) {
	p, ok := r.as(to-1, priority)
	if !ok || s.Priority != "" {
		return to
	}
	for i := max(from+1, to-6); i < to-1; i++ {
		if r.word(i) != "," {
			continue
		}
		n := i + 1
		for _, words := range weights {
			n = max(n, r.match(i+1, words))
		}
		if n == i+1 {
			continue
		}
		for n < to-1 && r.oneOf(n, "really", "very", "so", "super", "quite", "pretty", "rather", "extremely", "tres", "vraiment") {
			n++
		}
		if n == to-1 {
			s.Priority = priorities[p.n]
			return r.trimEnd(from, i)
		}
	}
	return to
}

// corrections take back what was said before them: "tomorrow no wait monday".
var corrections = [...]string{"no wait", "wait no", "no sorry", "sorry no", "i mean", "i meant", "scratch that", "no actually", "actually no", "no make it", "no make that",
	"make that", "or rather", ", no", ", non", "non plutot", "enfin non", "je veux dire", ", it's", ", they", ", that's", ", c' est"}

// stray reports whether a title has in it what none has: what was said before it is taken back or talked
// about, so that nobody knows what is left of it.
func (r *reader) stray(v *verb, runs [][2]int, s Settings) bool {
	if len(runs) == 0 {
		return false
	}
	first, last := runs[0], runs[len(runs)-1]
	for _, run := range runs {
		for i := run[0]; i < run[1]; i++ {
			if i > first[0] && r.corrects(i, run[1]) || i > first[0] && r.comesBack(i) || r.apartFrom(i, run[1]) || i > first[0] && r.goesOnTo(i, run[1]) || s.List != "" && r.word(i) == "," && r.oneOf(i+1, restrictions...) {
				return true
			}
		}
	}
	return r.toks[first[0]].Shape != Quoted && (r.opensOtherwise(v, first, s) || r.breaksOff(last))
}

// goesOnTo reports whether a title ends at i and an order begins: "water leak again so
// call the plumber".
func (r *reader) goesOnTo(i, to int) bool {
	return r.oneOf(i, "so", "then", "therefore", "donc") && i+2 < to && r.errand(i+1)
}

// restrictions take something away from what was said before them, and begin no title.
var restrictions = []string{"not", "except", "unless", "but", "sauf", "mais", "pas"}

// opensOtherwise reports whether a title begins as none does: with what was taken back
// ("not the 10th"), with a note for what there is, with whom it is for.
func (r *reader) opensOtherwise(v *verb, run [2]int, s Settings) bool {
	at := run[0]
	switch {
	case r.oneOf(at, weekdays...) && r.oneOf(at+1, "and", ",", "to", "&", "/") && at+2 < run[1], r.lang == french && v.words != "note down" && isOneOf(r.toks[at].raw, []string{"que", "qu'"}):
		return true // "remind me wed and fri to", of two days, "il faudrait que quelqu'un"
	case r.oneOf(at, restrictions...), r.oneOf(at, "don't", "dont", "never") && at+1 < run[1], r.lang == french && r.word(at) == "plus" && r.foreign(at+1, "of"), at+1 == run[1] && r.oneOf(at, "no", "non"):
		return true
	case v.form == formCreate && v.words != "" && r.oneOf(at, "in", "into", "for", "from", "of", "until", "by", "to", "onto") && !r.foreign(at, "of") && at+1 < run[1]:
		return true // "add a task in the garden to paint": the rest of what was said
	case r.word(at-1) == "for" && r.word(at+1) == "to" && at+2 < run[1]:
		return true // "a task for Dana to review the fonts"
	case r.word(at) == "alarm" && (r.oneOf(at+1, "for", "at") || at+1 == run[1] && s.When.Time.Valid()):
		return true // which is set for a time that was not understood
	}
	return s.List == "" && v.creates() && r.oneOf(at, "note", "notes") && r.oneOf(at+1, "to", "onto", "in") && at+2 < run[1] && !r.oneOf(at+2, "self", "myself")
}

// breaksOff reports whether a title ends before it is over: "pay rent on the last day
// of", once "each month" was taken for a rhythm.
func (r *reader) breaksOff(run [2]int) bool {
	end := run[1] - 1
	return end > run[0] && (r.towards(end) || r.oneOf(end, "both", "sauf", "sans", "except", "unless", "without", "only", "of", "the", "an", "and", "or", "but", "it's", "is", "are", "was", "which", "that's", "i'm", "because", "if", "when", "not", "until", "from", "de", "du", "des", "le", "la", "les", "et", "ou") || r.words(end-1, "the", "latest") || r.days(end))
}

// towards reports whether words end with a number that a time was counted to: "avant le
// 20", "until 8". A street and a page have numbers as well, and no such word before.
func (r *reader) towards(end int) bool {
	if r.toks[end].Shape != Number || end < 2 {
		return false
	}
	at := end - 1
	if r.word(at) == "the" {
		at--
	}
	return r.oneOf(at, "avant", "before", "until", "till", "by", "apres", "after", "jusqu'au", "des")
}

// days reports whether two days stand side by side up to the end: "gym mon wed".
func (r *reader) days(end int) bool {
	return end > 1 && r.oneOf(end-1, weekdays...) && r.oneOf(end, weekdays...)
}

// weekdays are their names as they are listed, most of them too short to be a day alone.
var weekdays = []string{"mon", "tue", "tues", "wed", "thu", "thur", "thurs", "fri", "sat", "sun",
	"monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"}

// apartFrom reports whether a time stands at i that something else is counted from:
// "two days before the board meeting". No day can be told from it.
func (r *reader) apartFrom(i, to int) bool {
	switch {
	case r.oneOf(i, "day", "night", "evening", "morning", "week") && r.oneOf(i+1, "before", "after") && r.word(i-1) == "the":
		return i+2 < to || i+2 == to && r.word(i+1) == "before"
	case r.oneOf(i, "veille"):
		return true
	case r.oneOf(i, "lendemain"):
		return i+2 < to
	}
	if !r.counts(i) {
		return false
	}
	_, end := r.moments().Amount(r.toks[i].Start)
	n := r.endAt(i, end)
	return n > i && n < to && r.oneOf(n, "before", "after", "ahead", "prior", "early", "avant", "apres")
}

// corrects reports whether a correction stands at i. "No" is one where nothing
// follows it but a comma: "monday, no, tuesday".
func (r *reader) corrects(i, to int) bool {
	for _, words := range corrections {
		n := r.match(i, words)
		if n > i && n <= to && (r.oneOf(n-1, "no", "non") && r.word(i) == "," && n < to && r.word(n) != ",") {
			continue
		}
		if n > i && n <= to {
			return true
		}
	}
	return false
}

// replaces reports whether the words that a request is read without say that it is about
// something that there is: "every other friday from now on".
func (r *reader) replaces(from, to int) bool {
	for i := from; i < to; i++ {
		if r.word(i) == "instead" || r.words(i, "from", "now") {
			return true
		}
	}
	return false
}

// noTitle finds what would be left in a title and was clearly meant as a time.
func (r *reader) noTitle(middle []item, from, to int) Span {
	if bad := r.unsureDate(from, to); bad.End > 0 {
		return bad
	}
	if n := len(middle); n > 1 && r.oneOf(middle[n-1].at, "and", "or", "&") && middle[n-2].when != nil {
		return r.span(middle[n-2].at, to) // "friday and sunday": one record is on one day
	}
	for k, it := range middle {
		switch {
		case it.when != nil && it.when.beyond:
			return r.span(it.at, it.to)
		case !it.word():
		case k > 0 && middle[k-1].when != nil && r.oneOf(it.at, "until", "till", "til"):
			return r.span(it.at, to) // it goes on until something that is no day
		case r.moments().Every(r.toks[it.at].Start):
			return r.span(it.at, to) // "every 2 months" is a recurrence, and none of ours
		}
	}
	return Span{}
}

// instead reports whether something else is wanted than there is: "make it 7am
// instead" makes nothing new, and "tea instead of milk" may.
func (r *reader) instead(from, to int) bool {
	for i := from; i < to; i++ {
		if r.word(i) == "instead" && r.word(i+1) != "of" || r.word(i) == "plutot" && r.word(i+1) != "que" {
			return true
		}
	}
	return false
}

// plainTime finds a time of several words that would be left in a title: "for next
// friday and make it urgent" names no task. A title loses no word, but what nobody
// doubts to be a time is not one of them; one word ("the friday report") may be.
func (r *reader) plainTime(middle []item, runs [][2]int) Span {
	for _, it := range middle {
		if it.when == nil || it.when.doubtful || it.to-it.at < 2 || r.is(it.at, article) || it.to < len(r.toks) && r.toks[it.to].Start == r.toks[it.to-1].End {
			continue
		}
		for _, run := range runs {
			if run[0] <= it.at && it.to <= run[1] {
				return r.span(it.at, it.to)
			}
		}
	}
	return r.partOfDay(runs)
}

// partOfDay finds a day with a part of it in a title, which was not read as one beside
// the time behind it: "samedi soir pour le week-end".
func (r *reader) partOfDay(runs [][2]int) Span {
	for _, run := range runs {
		for i := run[0]; i+1 < run[1]; i++ {
			if !r.oneOf(i+1, "morning", "afternoon", "evening", "matin", "soir", "apres-midi") {
				continue
			}
			if p := r.upTo(i + 2).piece(i); p.to == i+2 && p.Day.Valid() && !p.doubtful {
				return r.span(i, i+2)
			}
		}
	}
	return Span{}
}

// unsureDate finds a date such as 3/4 where a day is asked for: after "on", or
// before its time.
func (r *reader) unsureDate(from, to int) Span {
	for i := max(from, 1); i < to; i++ {
		if r.toks[i].Shape != Number {
			continue
		}
		n := r.endAt(i, r.moments().Unsure(r.toks[i].Start))
		if n > i && n <= to && (r.oneOf(i-1, "on", "by", "due", "until", "to") || r.oneOf(n, "at", "@")) {
			return r.span(i, n)
		}
	}
	return Span{}
}

// comesBack reports whether a second day stands at i, that of the way back, which no
// record has: "flights for the 3rd returning the 5th".
func (r *reader) comesBack(i int) bool {
	n := i
	for n < i+4 && r.oneOf(n, "and", "coming", "return", "returning", "back", "home", "retour") {
		n++
	}
	if n == i || r.word(n-1) == "and" || r.word(n-1) == "home" && n-1 == i && r.word(i-1) != "," {
		return false
	}
	return r.piece(n).to > n && (r.word(n-1) == "returning" || r.word(i-1) == "," || r.word(i) == "and")
}
