package question

// Days that are said by what stands beside them, which no phrase for time has.

import (
	"slices"
	"strings"

	"assister/internal/phrase"
	"assister/internal/phrase/moment"
)

// dayOfMonth reads "du 25" and "après le 25", in which nothing else says that it is a day.
func (r *reader) dayOfMonth() {
	for at := 1; at < len(r.words); at++ {
		w := r.words[at]
		if w.text == "end" && r.language == French && r.words[at-1].text == "week" && w.plainly() {
			if m, ok := moment.Whole("ce week-end", r.clock, r.language.moments()); ok { // "du week-end"
				r.words = slices.Replace(r.words, at-1, at+1, word{Span: phrase.Span{Start: r.words[at-1].Start, End: w.End}, when: &m})
			}
			continue
		}
		if r.language != French || !w.plainly() || !digits(w.text) || at+1 < len(r.words) && r.words[at+1].plainly() {
			continue
		}
		m, ok := moment.Whole("le "+w.text, r.clock, r.language.moments())
		side, isSide := besideDays[r.words[max(at-2, 0)].text]
		switch before := r.words[at-1].text; {
		case !ok || m.Kind != moment.Day:
		case before == "du":
			r.words[at].when = &m
		case before == "le" && isSide && at > 1:
			m.Kind, m.To.Day = moment.Range, m.From.Day.AddDays(-1)
			if side == later {
				m.To.Day = 0
			} else {
				m.From.Day = 0
			}
			whole := word{Span: phrase.Span{Start: r.words[at-2].Start, End: w.End}, when: &m}
			r.words = slices.Replace(r.words, at-2, at+1, whole)
			at -= 2
		}
	}
}

// besideDays stand before a day that is the first or the last of those that are not meant.
var besideDays = map[string]int{"apres": later, "avant": earlier}

// partAlone reads a part of the day that all of a text but its joining is: "and in the
// afternoon?" is about the day that was spoken of.
func (r *reader) partAlone() {
	e, n := r.lookupAt(0)
	if n == 0 || e.means != joiner {
		return
	}
	end := len(r.words)
	for end > n && r.words[end-1].mark {
		end--
	}
	if end <= n {
		return
	}
	text := plain(strings.ReplaceAll(r.written(n, end), "'", " "))
	phrase, known := partsAlone[r.language][strings.ReplaceAll(strings.ReplaceAll(text, "’", " "), "-", " ")]
	if m, ok := moment.Whole(phrase, r.clock, r.language.moments()); known && ok {
		r.words = append(r.words[:n:n], word{Span: r.words[n].Span, text: text, when: &m, alone: true})
	}
}

// partsAlone are the parts of a day as they stand alone, and how they are said of today.
var partsAlone = [...]map[string]string{
	English: {"in the morning": "this morning", "the morning": "this morning", "morning": "this morning", "in the afternoon": "this afternoon", "the afternoon": "this afternoon",
		"afternoon": "this afternoon", "in the evening": "this evening", "the evening": "this evening", "evening": "this evening", "at night": "tonight"},
	French: {"le matin": "ce matin", "dans la matinee": "ce matin", "l apres midi": "cet après-midi", "dans l apres midi": "cet après-midi", "le soir": "ce soir", "en soiree": "ce soir"},
}

// nextOne reads "next" and "last" by the unit that was said before them: "this week
// or next".
func (r *reader) nextOne() {
	for at := 2; at < len(r.words); at++ {
		w, joiner := &r.words[at], r.leftOf(at-1)
		phrases, said := nextOnes[r.language][w.text]
		if !said || !w.plainly() || joiner < 1 || r.words[joiner-1].when == nil || !slices.Contains(joining, r.words[joiner].text) {
			continue
		}
		before := r.words[joiner-1]
		if at+1 < len(r.words) && r.words[at+1].plainly() {
			if _, n := r.lookup(at + 1); n == 0 {
				continue // "or next door"
			}
		}
		unit := r.text[before.Start:before.End]
		unit = unit[strings.LastIndexByte(unit, ' ')+1:]
		if m, ok := moment.Whole(strings.Replace(phrases, "%", unit, 1), r.clock, r.language.moments()); ok && m.Kind == moment.Range {
			w.when = &m
		}
	}
}

// nextOnes are the words for the next and the last, and the phrase for that of a unit.
var nextOnes = [...]map[string]string{
	English: {"next": "next %", "last": "last %"},
	French:  {"prochaine": "la % prochaine", "prochain": "le % prochain", "suivante": "la % prochaine", "derniere": "la % dernière", "suivant": "le % prochain"},
}

// measures reports whether what moment takes for a time of the day is how long something
// takes: "plus de deux heures".
func (r *reader) measures(m moment.Meaning) bool {
	before := strings.TrimRight(r.text[:m.Start], " ")
	return r.language == French && (strings.HasSuffix(before, "plus") || strings.HasSuffix(before, "moins")) && strings.HasPrefix(r.text[m.Start:m.End], "de ")
}
