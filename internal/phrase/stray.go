package phrase

// What stands among the words of a title and was never meant to be in one: how much
// it matters, a correction of what was just said, a note for what there is already.

// weights begin the end of a sentence that says how much it matters.
var weights = [...]string{"it's", "its", "it is", "that's", "that is", "this is", "c' est"}

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
	"make that", "or rather", ", no", ", non", "non plutot", "enfin non", "je veux dire", ", it's", ", that's", ", c' est"}

// stray finds what no title has in it: what was said before it is taken back or talked
// about, so that nobody knows what is left of it.
func (r *reader) stray(v *verb, runs [][2]int, s Settings) Span {
	for k, run := range runs {
		for i := run[0]; i < run[1]; i++ {
			if i > runs[0][0] && r.corrects(i, run[1]) {
				return r.span(i, run[1])
			}
		}
		if k > 0 {
			continue
		}
		if _, n := r.amount(run[0]); n > run[0] && r.oneOf(n, "before", "after", "ahead", "prior", "early") {
			return r.span(run[0], run[1]) // an alarm, before something that there is
		}
		if s.List == "" && v.creates() && r.oneOf(run[0], "note", "notes") && r.oneOf(run[0]+1, "to", "onto", "in") && run[0]+2 < run[1] && !r.oneOf(run[0]+2, "self", "myself") {
			return r.span(run[0], run[1]) // "a note to the board meeting that ..."
		}
	}
	return Span{}
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
