package phrase

// target reads a description of records. False when it describes nothing.
func (r *reader) target(from, to int) (Target, bool) {
	to = r.trimEnd(from, to)
	t := Target{}
	if ids, kind, ok := r.ids(from, to); ok {
		return Target{Span: r.span(from, to), IDs: ids, Kind: kind, Text: r.title(from, to)}, true
	}
	to = r.because(from, to)
	if t, ok := r.allBut(from, to); ok {
		return t, true
	}
	if n := r.list(from, to); n > from && n <= to {
		t.Kind = r.keptThere(n)
		if !r.oneOf(from, "from", "off", "on", "in", "of") { // "clear my calendar"
			t.Every = true
			t.Span, t.Text = r.span(from, to), r.title(from, to)
			return r.describe(n, to, t)
		}
		from = n
	}
	for from < to && (r.is(from, article) || r.is(from, possessive)) && to-from > 1 {
		t.The = t.The || !r.oneOf(from, "a", "an", "another")
		from++
	}
	if t.The && to-from > 1 && (r.oneOf(to-1, "one", "thing") || r.word(to-1) == "up" && r.word(to) == "to") {
		to-- // "the passport one", "bump the report up to urgent"
	}
	if t.The && r.oneOf(from, "thing", "stuff", "truc") && r.oneOf(from+1, "with", "about", "at") && from+2 < to {
		from += 2 // "the thing with Jonas"
	}
	if from >= to {
		return t, false
	}
	t.Span = r.span(from, to)
	t.Text = r.title(from, to)
	if to-from == 1 {
		if r.toks[from].Shape == Quoted {
			t.Title = t.Text
			return t, t.Title != ""
		}
	}
	if n, many := r.pronounAt(from); n == to {
		t.It, t.Every = true, many
		return t, true
	}
	if s, ok := r.as(from, done); to-from == 1 && ok && s.n == overdueState {
		t.Every, t.Overdue = true, true
		return t, true
	}
	if to-from == 1 && r.word(from) == "backlog" {
		t.Every, t.Backlog, t.Kind = true, true, "task"
		return t, true
	}
	described, ok := r.describe(from, to, t)
	if !ok {
		return t, false
	}
	if !described.Every && len(described.IDs) == 0 {
		described.Each = r.each(from, to)
	}
	return described, true
}

// pronounAt reads "it", "them", "it all", "all of those", and whether it says that
// all is meant.
func (r *reader) pronounAt(i int) (to int, all bool) {
	n := i
	if r.oneOf(n, "all", "both", "each") {
		if n++; r.word(n) == "of" {
			n++
		}
	}
	if !r.oneOf(n, "it", "that", "this", "them", "those", "these") || n > i && r.oneOf(n, "that", "this") {
		return i, false
	}
	if n++; r.oneOf(n, "all", "both") {
		return n + 1, true
	}
	return n, r.oneOf(i, "all", "both", "each")
}

// keptThere is the kind of what a list or calendar that ends at n holds.
func (r *reader) keptThere(n int) string {
	switch {
	case r.calendar(n - 1):
		return "event"
	case r.word(n-1) == "list" || r.is(n-1, plural):
		return "task"
	}
	return ""
}

// because cuts why something is asked for: "the picnic because it rains".
func (r *reader) because(from, to int) int {
	for i := from + 1; i+1 < to; i++ {
		if r.word(i) == "," && r.oneOf(i+1, "i", "i'm", "i've", "it's", "we", "we're", "he", "she", "he's", "she's", "they", "there", "there's", "on", "nous", "not") && r.piece(i+1).to == i+1 && !r.oneOf(i+2, ",", "and") && !r.restricts(i+1, to) {
			return i
		}
	}
	for i := from + 1; i+2 < to; i++ {
		if r.word(i) == "," && r.isSo(i+1, to) && !r.restricts(i+1, to) {
			return i
		}
	}
	for i := from + 1; i < to; i++ {
		if r.word(i) == "i'm" && i+2 == to && !r.oneOf(i-1, "that", "what", "which", "tasks", "things", "stuff", "to", "as") {
			return r.trimEnd(from, i) // "move it to saturday i'm dead"
		}
		if r.oneOf(i, "because", "cause", "cuz", "since") && r.oneOf(i+1, "i", "i'm", "i've", "it", "it's", "we", "we're", "he", "she", "they", "there", "there's", "my", "the", "that's") {
			return r.trimEnd(from, i)
		}
	}
	return to
}

// isSo reports whether words say how somebody is: "Lila is ill".
func (r *reader) isSo(from, to int) bool {
	for i := from + 1; i+1 < min(to, from+4); i++ {
		if r.oneOf(i, "is", "are", "was") && !r.oneOf(i-1, "that", "which", ",") {
			return to-i < 7
		}
	}
	return false
}

// notThen is where words end without the time that is not meant: "on the 12th, not the
// 10th".
func (r *reader) notThen(from, to int) int {
	for i := from + 1; i+2 < to; i++ {
		if r.word(i) == "," && r.word(i+1) == "not" && r.piece(i+2).to == to {
			return i
		}
		if n := i + 1; r.word(i) == "not" && r.toks[i-1].Shape == Number && (n+1 == to && r.toks[n].Shape == Number || r.piece(n).to == to) {
			return i // "at 9 not 8"
		}
	}
	return to
}

// restricts reports whether words take something away from what is asked for, so that
// they are no reason for it: "not the oven though". "Not thursday" takes nothing away.
func (r *reader) restricts(from, to int) bool {
	if r.word(from) == "not" && (from+1 >= to || r.piece(from+1).to != to) {
		return true
	}
	for i := from; i < to; i++ {
		if r.oneOf(i, "if", "unless", "except", "only", "without", "keep") {
			return true
		}
	}
	return false
}

// ids reads "#12", "task 12", "#3 and #4", "tasks 3, 4 and 5".
func (r *reader) ids(from, to int) (ids []int, kind string, ok bool) {
	j := from
	if r.oneOf(j, "the", "my") {
		j++
	}
	named := false
	if s, is := r.as(j, noun); is {
		kind, named, j = kindOf(s.n), true, j+1
	} else if s, is := r.as(j, plural); is {
		kind, named, j = kindOf(s.n), true, j+1
	}
	if r.oneOf(j, "number", "no", "id") {
		j++
	}
	for j < to {
		t := &r.toks[j]
		if t.Shape != Hash && !(t.Shape == Number && named) || t.Value < 1 {
			return nil, "", false
		}
		ids = append(ids, t.Value)
		k := j + 1
		for k < to && r.oneOf(k, ",", "and", "&") {
			k++
		}
		if k == j+1 && k < to {
			return nil, "", false
		}
		j = k
	}
	return ids, kind, len(ids) > 0
}

// each takes "milk and eggs" apart, for when no record is called that.
func (r *reader) each(from, to int) (each []Target) {
	at := from
	for i := from; i <= to; i++ {
		if i < to && !r.oneOf(i, "and", ",", "&") {
			continue
		}
		if i > at {
			if t, ok := r.onlyOne(at, i); ok {
				each = append(each, t)
			} else {
				return nil
			}
		}
		at = i + 1
	}
	if len(each) < 2 || len(each) > 20 {
		return nil
	}
	return each
}

func (r *reader) onlyOne(from, to int) (Target, bool) {
	if ids, kind, ok := r.ids(from, to); ok {
		return Target{Span: r.span(from, to), IDs: ids, Kind: kind, Text: r.title(from, to)}, true
	}
	the := false
	for from < to && (r.is(from, article) || r.is(from, possessive)) {
		the = the || !r.oneOf(from, "a", "an", "another")
		from++
	}
	if from == to {
		return Target{}, false
	}
	t, ok := r.describe(from, to, Target{Span: r.span(from, to), Text: r.title(from, to), The: the})
	return t, ok && !t.Every
}
