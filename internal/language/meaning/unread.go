package meaning

import (
	"slices"

	"assister/internal/calendar"
	"assister/internal/language"
	"assister/internal/language/timeexpr"
)

// clausesMost is how many clauses a text has at most whose parts are read one by one.
const clausesMost = 12

// Unread are the parts of a text that are not understood, if the text as a whole is not: the
// clauses that ask for nothing alone. It is the whole text if that tells no more.
func (l Languages) Unread(text string, c calendar.Clock, names language.Names) (parts []string) {
	toks := language.Tokens(text)
	g := l.Likeliest(toks)
	all := clausesOf(g, toks)
	read := func(s clauseSpan) bool {
		from, to := toks[s.from].Start, toks[s.to-1].End
		t, ok := Read(g, text[from:to], c, names.From(s.from))
		return ok && !t.isTitle() && len(t.Do)+len(t.Ask) > 0
	}
	if len(all) > clausesMost || !slices.ContainsFunc(all, read) {
		return []string{text}
	}
	var last clauseSpan
	for _, s := range all {
		switch {
		case read(s):
		case len(parts) > 0 && last.next == s.from:
			parts[len(parts)-1] = text[toks[last.from].Start:toks[s.to-1].End]
			last.to, last.next = s.to, s.next
		default:
			parts, last = append(parts, text[toks[s.from].Start:toks[s.to-1].End]), s
		}
	}
	if len(parts) == 0 {
		return []string{text}
	}
	return parts
}

// Misdated is the first date in a text that is beside another weekday, or does not exist. It reports
// false if there is none, or the text is too long to be read.
func (l Languages) Misdated(text string, c calendar.Clock) (timeexpr.Found, bool) {
	return timeexpr.Misdated(l.Likeliest(language.Tokens(text)), text, c)
}

// Instead is the one day that a text names instead of the misdated one of another text.
func (l Languages) Instead(misdated, text string, c calendar.Clock) (calendar.Date, bool) {
	return timeexpr.Instead(l.Likeliest(language.Tokens(misdated)), misdated, text, c)
}

// clauseSpan is a clause by its tokens, and where the next one begins.
type clauseSpan struct{ from, to, next int }

// clausesOf are the clauses of a text, without the marks and joiners between them.
func clausesOf(g *language.Grammar, toks []language.Token) (all []clauseSpan) {
	from := 0
	for i := 0; i <= len(toks); {
		size := 1
		if i < len(toks) {
			between := slices.Contains(marks, toks[i].Word) && (i+1 == len(toks) || !toks[i+1].Glued)
			if n := g.Match(toks, i, "joiner"); n > 0 {
				size = n
			} else if !between {
				i++
				continue
			}
		}
		if n := len(all); n > 0 && from == i {
			all[n-1].next = i + size
		}
		if i > from {
			all = append(all, clauseSpan{from, i, i + size})
		}
		i += size
		from = i
	}
	return all
}

// marks stand between clauses, and sentenceEnds behind sentences.
var (
	marks        = []string{",", ";", ".", "!", "?", "\n"}
	sentenceEnds = []string{".", "!", "?"}
)
