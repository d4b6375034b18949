package phrase

import "strings"

// Who dictates takes back a time and says another: "at ten no eleven", "friday, no wait,
// saturday". What was taken back is read as if it had not been said.

// takingBack are the words between the one and the other; two times have to stand beside
// them, since most are said of anything.
var takingBack = [...]string{"no", "no wait", "no wait make it", "no wait make that", "wait no", "wait", "no sorry", "sorry no", "sorry", "i mean", "i meant", "no i mean", "scratch that", "no actually", "actually no", "actually",
	"no make it", "no make that", "make that", "or rather", "rather", "oh no", "non", "non plutot", "enfin non", "non pardon", "pardon", "je veux dire", "ou plutot", "plutot", "non attends"}

// corrected is the text without a time that was taken back for the one behind it. Both
// say the same: an hour, or a day.
func (r *reader) corrected() *reader {
	const longest = 64 // tokens; nobody takes back what is written at length
	for i := 1; i+1 < len(r.toks) && len(r.toks) <= longest; i++ {
		if n := r.takesBack(i); n > i && n < len(r.toks) {
			if c := r.withTime(i, n); c != nil {
				return c.corrected()
			}
		}
	}
	return r
}

// takesBack is where the words end that stand between what is taken back and what is
// meant, with the commas around them; i where there are none.
func (r *reader) takesBack(i int) (to int) {
	switch t := &r.toks[i]; { // most words are none of these, and each is asked
	case t.Shape == Mark:
	case len(t.Text) > 8, t.Text == "" || !strings.Contains("nwsiamorepj", t.Text[:1]):
		return i
	}
	j := i
	for j < i+2 && r.oneOf(j, ",", "-", "–", ".", "…") {
		j++
	}
	if to = i; !r.oneOf(j, "no", "wait", "sorry", "i", "scratch", "actually", "make", "or", "rather", "oh", "instead", "not") && !(r.lang == french && isOneOf(r.toks[min(j, len(r.toks)-1)].raw, []string{"non", "enfin", "pardon", "je", "ou", "plutot"})) {
		return i
	}
	for _, words := range takingBack {
		if n := r.match(j, words); n > j && n > to {
			to = n
		}
	}
	for to > i && r.oneOf(to, ",", ":", "…") {
		to++
	}
	return to
}

// withTime puts the time at n in place of the one that ends at i, which it keeps the
// preposition of where it has none; nil where they are not two of a kind.
func (r *reader) withTime(i, n int) *reader {
	for from := i - 1; from >= max(i-4, 0); from-- {
		was := r.hearing(from, i)
		if was.to != i || was.Repeat.Repeats() {
			continue
		}
		keep := from
		if r.oneOf(from, "at", "on", "to", "by", "for", "from", "until", "till", "@") && !r.oneOf(n, "at", "on", "to", "by", "for", "from", "until", "till") {
			keep++
		}
		text := []byte(r.text)
		for k := r.toks[keep].Start; k < r.toks[n].Start; k++ {
			text[k] = ' '
		}
		c := newReader(string(text), r.clock)
		is := c.hearing(from, len(c.toks))
		if is.to == from || is.Repeat.Repeats() || was.Time.Valid() && !is.Time.Valid() || was.Day.Valid() != is.Day.Valid() {
			continue
		}
		return c
	}
	return nil
}

// hearing is the time at i in words up to an end, said after whatever verb.
func (r *reader) hearing(i, to int) timed {
	short := r
	if to < len(r.toks) {
		short = r.upTo(to)
	}
	if p := short.piece(i); p.to > i {
		return p
	}
	moved := *short
	moved.roles = true
	return moved.piece(i)
}
