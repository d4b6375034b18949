package meaning

import (
	"slices"

	"assister/internal/calendar"
	"assister/internal/language"
	"assister/internal/language/timeexpr"
)

// Unread are the parts of a text that are not understood, if the text as a whole is not: the
// clauses that ask for nothing alone. It is the whole text if that tells no more.
func (l Languages) Unread(text string, c calendar.Clock, names language.Names) (parts []string) {
	t := around{free: freeOf(l.Likeliest(language.Tokens(text)), text), clock: c, names: names}
	read := func(p part) bool {
		all := t.readings(p.node())
		return len(all) > 0 && !all[0].isTitle() && len(all[0].Do)+len(all[0].Ask) > 0
	}
	if !t.split(atJoiners) || !slices.ContainsFunc(t.parts, read) {
		return []string{text}
	}
	from := 0 // the first of the parts behind the last one that is understood
	for i, p := range t.parts {
		if read(p) {
			from = i + 1
		} else if last := i+1 == len(t.parts) || read(t.parts[i+1]); last {
			parts = append(parts, text[t.toks[t.parts[from].from].Start:t.toks[p.to-1].End])
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
