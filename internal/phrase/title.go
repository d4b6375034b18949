package phrase

import "strings"

// title is the tokens as they were written, in one line and without marks
// around them.
func (r *reader) title(from, to int) string {
	for from < to && r.oneOf(from, ":", ",", ";", "-", "–", ".") {
		from++
	}
	to = r.trimEnd(from, to)
	if from >= to {
		return ""
	}
	if to-from == 1 && r.toks[from].Shape == Quoted {
		return oneLine(r.toks[from].Text)
	}
	return oneLine(r.text[r.toks[from].Start:r.toks[to-1].End])
}

func (r *reader) quoted(i int) bool { return i < len(r.toks) && r.toks[i].Shape == Quoted }

func oneLine(s string) string {
	if strings.ContainsAny(s, "\n\r\t") || strings.Contains(s, "  ") {
		return strings.Join(strings.Fields(s), " ")
	}
	return s
}

func (r *reader) joined(runs [][2]int) string {
	out := ""
	for _, w := range runs {
		s := r.title(w[0], w[1])
		switch {
		case s == "":
		case out == "":
			out = s
		case r.word(w[0]) == "," && !r.oneOf(w[0]+1, adjuncts...):
			out += ", " + s
		default:
			out += " " + s
		}
	}
	return out
}
