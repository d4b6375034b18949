package moment

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"assister/internal/calendar"

	"pgregory.net/rapid"
)

// saturday is 21 November 2026, 9 in the morning.
func saturday() calendar.Clock {
	return calendar.Clock{Instant: time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC), Zone: time.UTC}
}

// told writes a meaning in one line: from..to, with the grain where it is not a
// day's.
func told(m Meaning) string {
	if m.Kind == None {
		return ""
	}
	if m.Kind == Recurrence || m.Kind == Duration {
		return m.Words()
	}
	s := m.From.String()
	if m.Kind == Range {
		s += ".." + m.To.String()
	}
	return s
}

type sentence struct{ text, want string }

func TestSentencesSayWhen(t *testing.T) {
	tests := []sentence{
		// days
		{"the plumber comes tomorrow", "2026-11-22"},
		{"back the day after tomorrow", "2026-11-23"},
		{"call me next thursday", "2026-11-26"},
		{"call me this thursday", "2026-11-26"},
		{"it was last thursday", "2026-11-12"},
		{"it was this past thursday", "2026-11-19"},
		{"thursday after next", "2026-12-03"},
		{"thursday of next week", "2026-11-26"},
		{"second tuesday of january", "2027-01-12"},
		{"the last sunday of march 2027", "2027-03-28"},
		{"on the 3rd", "2026-12-03"},
		{"the 9th of next month", "2026-12-09"},
		{"Wed the 9th", "2026-12-09"},
		{"monday, dec 14", "2026-12-14"},
		{"monday, dec 15", ""},
		{"2 friday shirts", "2026-11-27"},
		{"3/12/2027", "2027-03-12"},
		{"5-aug-2027", "2027-08-05"},
		{"twelfth of june", "2027-06-12"},
		{"christmas eve", "2026-12-24"},
		{"end of the month", "2026-11-30"},
		// counted from now or from another day
		{"in ten days", "2026-12-01T09:00:00"},
		{"a week ago", "2026-11-14T09:00:00"},
		{"two days after christmas", "2026-12-27"},
		{"a year from christmas", ""},
		{"three weeks from tomorrow", "2026-12-13"},
		{"2 mondays from now", "2026-11-30"},
		{"in an hour and a half", "2026-11-21T10:30:00"},
		{"45 minutes from now", "2026-11-21T09:45:00"},
		// periods
		{"next month", "2026-12-01..2026-12-31"},
		{"the weekend", "2026-11-21..2026-11-22"},
		{"next 3 days", "2026-11-22..2026-11-24"},
		{"last two weeks", "2026-11-02..2026-11-15"},
		{"over the last two weeks", "2026-11-07..2026-11-20"},
		{"the 4 past months", "2026-07-21..2026-11-20"},
		{"over the next couple of weeks", "2026-11-22..2026-12-05"},
		{"the past two quarters", "2026-04-01..2026-09-30"},
		{"later this week", ""},
		{"let us talk later this evening", ""},
		{"the month of may.3rd", "2027-05-01..2027-05-31"},
		{"friday the thirteen", "2026-11-13"},
		{"friday the 30th", "2027-04-30"},
		{"in 2027", "2027-01-01..2027-12-31"},
		{"in april", "2027-04-01..2027-04-30"},
		{"first week of february", "2027-02-01..2027-02-07"},
		{"the week of the 9th", "2026-12-07..2026-12-13"},
		{"rest of the month", "2026-11-21..2026-11-30"},
		{"for 4 days from monday", "2026-11-23..2026-11-26"},
		// times
		{"at half past ten", "2026-11-21T10:30:00"},
		{"quarter to four", "2026-11-21T15:45:00"},
		{"eight in the evening", "2026-11-21T20:00:00"},
		{"tonight at 8", "2026-11-21T20:00:00"},
		{"6 tomorrow morning", "2026-11-22T06:00:00"},
		{"friday 7pm", "2026-11-27T19:00:00"},
		{"5th of may at 12:15", "2027-05-05T12:15:00"},
		{"today at 7", "2026-11-21T19:00:00"},
		{"six to eight on monday", "2026-11-23T18:00:00..2026-11-23T20:00:00"},
		{"at five to eight", "2026-11-22T07:55:00"},
		{"ring him after supper on monday", "2026-11-23T21:00:00.."},
		{"Tue Mar 3 08:15:00 2026", "2026-03-03T08:15:00"},
		// ranges
		{"from 2 to 4pm on monday", "2026-11-23T14:00:00..2026-11-23T16:00:00"},
		{"monday 10-12", "2026-11-23T10:00:00..2026-11-23T12:00:00"},
		{"june 4 to 8", "2027-06-04..2027-06-08"},
		{"4th till 8th of june", "2027-06-04..2027-06-08"},
		{"between 4 and 8 december", "2026-12-04..2026-12-08"},
		{"from october to january", "2026-10-01..2027-01-31"},
		{"dec 30 - jan 2", "2026-12-30..2027-01-02"},
		{"from 10pm until tomorrow 2am", "2026-11-21T22:00:00..2026-11-22T02:00:00"},
		{"after 5pm", "2026-11-21T17:00:00.."},
		{"before monday", "..2026-11-23T00:00:00"},
		// durations
		{"for 3 hours and 20 minutes", "3 hours and 20 minutes"},
		{"it takes half a day", "12 hours"},
		{"the film will last three hours", "3 hours"},
		{"the last three hours", "2026-11-21T06:00:00..2026-11-21T09:00:00"},
		// recurrences
		{"we walk in the mornings", "every day in the morning"},
		{"mondays in the evenings", "every week on monday in the evening"},
		{"every other wednesday", "every 2 weeks on wednesday"},
		{"every mon-fri from 9 to 5", "every week on monday, tuesday, wednesday, thursday and friday from 09:00 to 17:00"},
		{"weekdays at 7:30am", "every week on monday, tuesday, wednesday, thursday and friday at 07:30"},
		{"the 3rd of every month", "every month on the 3rd"},
		{"first monday of each month", "every month on the first monday"},
		{"once a year on may 4th", "every year in may on the 4th"},
		{"every 2 weeks until june 1", "every 2 weeks until 2027-06-01"},
		{"tuesdays 5 times", "every week on tuesday 5 times"},
		{"every day except sunday", ""},
		{"the day after christmas", "2026-12-26"},
		{"two hours before noon", "2026-11-21T10:00:00"},
		{"2027-03-05T14:30", "2027-03-05T14:30:00"},
		{"no later than friday", "2026-11-27"},
		// nothing
		{"in 5 to 7 days", ""},
		{"at 3 pm pst", ""},
		{"twice a week", ""},
		{"every day at 8am and 5pm", ""},
		{"she may march with the second group", ""},
		{"at 5%", ""},
		{"room 12", ""},
		{"version 3.30", ""},
		{"call 555-10-2030", ""},
		{"next month at 6", ""},
		{"", ""},
	}
	for _, tt := range tests {
		m, ok := Find(tt.text, saturday(), English())
		got := ""
		if ok {
			got = told(m)
		}
		if got != tt.want {
			t.Errorf("%q is %q, want %q", tt.text, got, tt.want)
		}
	}
}

func TestALaterLanguageNeedsAWordOfItsOwn(t *testing.T) {
	tests := []struct{ text, code string }{
		{"tomorrow at 5", "en"},
		{"demain à 17h", "fr"},
		{"a 3:2 ratio", ""},
		{"8:00 pst", ""},
		{"noël", "fr"},
	}
	for _, tt := range tests {
		code := ""
		if _, l := FindIn(tt.text, saturday(), English(), French()); l != nil {
			code = l.Code
		}
		if code != tt.code {
			t.Errorf("%q is in %q, want %q", tt.text, code, tt.code)
		}
	}
}

func TestTheOtherUsualReadingIsKept(t *testing.T) {
	m, _ := Find("on 3/4", saturday(), English())
	if m.From.String() != "2027-03-04" || m.Other.String() != "2027-04-03" {
		t.Errorf("it is %v or %v", m.From, m.Other)
	}
	m, _ = Find("monday at 5", saturday(), English())
	if m.From.String() != "2026-11-23T17:00:00" || m.Other.String() != "2026-11-23T05:00:00" {
		t.Errorf("it is %v or %v", m.From, m.Other)
	}
}

func TestTheTablesAreInOrder(t *testing.T) {
	for _, l := range []*Language{English(), French()} {
		for i := 1; i < len(l.words); i++ {
			if l.words[i-1].word > l.words[i].word {
				t.Errorf("%s: %q stands before %q", l.Code, l.words[i-1].word, l.words[i].word)
			}
		}
	}
}

// same reports whether two meanings say the same, however they were said: of a
// point or two, only they matter.
func same(m, o Meaning) bool {
	points := func(k Kind) bool { return k >= Day && k <= Range }
	return m.From == o.From && m.To == o.To && m.Amount == o.Amount && m.Rule == o.Rule && (m.Kind == o.Kind || points(m.Kind) && points(o.Kind))
}

// hold checks what is promised of any text.
func hold(t interface {
	Fatalf(string, ...any)
}, text string) {
	for _, l := range []*Language{English(), French()} {
		m, ok := Find(text, saturday(), l)
		if !ok {
			continue
		}
		if m.Start < 0 || m.End <= m.Start || m.End > len(text) {
			t.Fatalf("%q: the span %d-%d lies outside", text, m.Start, m.End)
		}
		if m.Kind == None || m.Kind == Range && !m.From.Valid() && !m.To.Valid() || m.Kind == Range && m.From.Valid() && m.To.Valid() && m.To.Before(m.From) {
			t.Fatalf("%q is %+v", text, m)
		}
		if m.Kind <= DayAndTime && !m.From.Valid() || (m.Kind == Recurrence) != m.Rule.Repeats() {
			t.Fatalf("%q is %+v", text, m)
		}
		for _, in := range []*Language{English(), French()} {
			again, ok := Whole(m.WordsIn(in), saturday(), in)
			if !ok || !same(m, again) {
				t.Fatalf("%q is %+v, and %q is %+v", text, m, m.WordsIn(in), again)
			}
		}
	}
}

func vocabulary() []string {
	words := strings.Fields(`, . - / : 1 2 3 7 9 12 15 27 31 2027 10:30 3pm 5/6 27/11 x dinner`)
	for _, l := range []*Language{English(), French()} {
		for _, g := range l.words {
			words = append(words, g.word)
		}
	}
	return words
}

func TestWhatIsUnderstoodIsUnderstoodAgainInCanonicalWords(t *testing.T) {
	for _, tt := range frenchSentences {
		hold(t, tt.text)
	}
	words := rapid.SampledFrom(vocabulary())
	rapid.Check(t, func(t *rapid.T) {
		hold(t, strings.Join(rapid.SliceOfN(words, 1, 8).Draw(t, "words"), " "))
	})
}

func TestHowMuchWorkALongTextIsGrowsWithItsLength(t *testing.T) {
	units := []string{
		"monday ", "every ", "from 3 to ", "1/", "3-", "first and ", "day after ", "of ", "the ", "twenty ", "1 hour and ", "quarter to ", "'",
		"mondays and ", "in a ", "é", "between ", "within ", "last ", "last week of ", "x ", "12:30 ", "every first ", "in 3 ",
		"tous les ", "un lundi sur ", "du 3 au ", "il y a ", "le premier ", "à 9 heures ", "d'ici ",
	}
	for _, l := range []*Language{English(), French()} {
		for _, unit := range units {
			r := newReader(strings.Repeat(unit, MaxText/len(unit)), saturday(), l)
			r.find()
			if most := 400 * (len(r.toks) + 10); r.looks > most {
				t.Errorf("%s, many %q: %d looks at %d words", l.Code, unit, r.looks, len(r.toks))
			}
			text := Read(r.text, saturday(), l)
			for _, tok := range r.toks {
				text.At(int(tok.start), Alone, false)
			}
			if most := 700 * (len(r.toks) + 10); text.r.looks > most {
				t.Errorf("%s, a request of many %q: %d looks at %d words", l.Code, unit, text.r.looks, len(r.toks))
			}
		}
	}
}

func TestAPhraseOfSixWordsIsReadInFewAllocations(t *testing.T) {
	c := saturday()
	for _, l := range []*Language{English(), French()} {
		if n := testing.AllocsPerRun(100, func() { Find("next friday at 3 in the afternoon", c, l) }); n > 10 {
			t.Errorf("%s: %v allocations", l.Code, n)
		}
	}
}

func FuzzFind(f *testing.F) {
	for _, text := range []string{"next friday at 3pm for an hour", "every other monday until dec 1", "in 99999999 months", "lundi prochain à 15h30", "\xff3\x00", "first and last friday of every 3rd month", "for", "in a", "3 on", "in11700.00mth", "1001h00"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) { hold(t, text) })
}

func BenchmarkSixWords(b *testing.B) {
	c := saturday()
	b.ReportAllocs()
	for b.Loop() {
		Find("next friday at 3 in the afternoon", c, English())
	}
}

func TestATextWithoutWordsIsNoMoment(t *testing.T) {
	for _, text := range []string{"", " ", "\x00"} {
		if m, ok := Whole(text, calendar.Clock{Zone: time.UTC}, English()); ok {
			t.Errorf("%q is %+v", text, m)
		}
	}
}

// BenchmarkByLength shows that a text takes as long as it is: MB/s are the same for
// every length, of prose and of what is written to be slow.
func BenchmarkByLength(b *testing.B) {
	for _, shape := range []struct{ name, unit string }{
		{"prose", "the plumber comes next friday at 3 in the afternoon and leaves when he has mended the tap in the kitchen. "},
		{"every", "every "}, {"and", "and "}, {"digits", "7 "}, {"quotes", "\"' "}, {"weekdays", "monday, "}, {"ranges", "from 3 to "},
	} {
		for _, kB := range []int{1, 4, 16, 64} {
			text := strings.Repeat(shape.unit, kB<<10/len(shape.unit))
			b.Run(fmt.Sprintf("%s/%dkB", shape.name, kB), func(b *testing.B) {
				b.SetBytes(int64(len(text)))
				for b.Loop() {
					Find(text, saturday(), English())
				}
			})
		}
	}
}
