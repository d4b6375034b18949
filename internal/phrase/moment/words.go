package moment

import (
	"strconv"
	"strings"
	"time"
)

// speech is how a language says a meaning: in one way, that it reads back as the
// same.
type speech struct {
	and, at, after, before, until string
	from, to                      string // of days
	fromClock, toClock            string
	starting                      string
	times                         string
	in, on, onThe, onLast         string       // a month, a weekday, the nth; what the last of a month is called
	unit                          [6][2]string // year, month, day, hour, minute, second: one and several
	each                          [7]string    // by Frequency
	every                         [7]string    // the same of several, # for how many
	months                        [12]string
	weekdays                      [7]string
	parts                         [Lunch + 1]string // with their preposition
	ordinal                       func(n int) string
	nthDay                        string // behind an ordinal that is a day of the month
}

var spokenEnglish = speech{
	and: " and ", at: " at ", after: "after ", before: "before ", until: "until ",
	from: "from ", to: " to ", fromClock: " from ", toClock: " to ", starting: " starting ", times: " times",
	in: " in ", on: " on ", onThe: " on the ", onLast: "last day",
	unit:     [6][2]string{{"year", "years"}, {"month", "months"}, {"day", "days"}, {"hour", "hours"}, {"minute", "minutes"}, {"second", "seconds"}},
	each:     [7]string{"", "every minute", "every hour", "every day", "every week", "every month", "every year"},
	every:    [7]string{"", "every # minutes", "every # hours", "every # days", "every # weeks", "every # months", "every # years"},
	months:   [12]string{"january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december"},
	weekdays: [7]string{"sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"},
	parts:    [Lunch + 1]string{"", " in the morning", " in the afternoon", " in the evening", " in the night", " in the lunchtime"},
	ordinal:  englishOrdinal,
}

var spokenFrench = speech{
	and: " et ", at: " à ", after: "après ", before: "avant ", until: "jusqu'au ",
	from: "du ", to: " au ", fromClock: " de ", toClock: " à ", starting: " à partir du ", times: " fois",
	in: " en ", on: " le ", onThe: " le ", onLast: "dernier",
	unit:     [6][2]string{{"an", "ans"}, {"mois", "mois"}, {"jour", "jours"}, {"heure", "heures"}, {"minute", "minutes"}, {"seconde", "secondes"}},
	each:     [7]string{"", "chaque minute", "chaque heure", "chaque jour", "chaque semaine", "chaque mois", "chaque année"},
	every:    [7]string{"", "toutes les # minutes", "toutes les # heures", "tous les # jours", "toutes les # semaines", "tous les # mois", "tous les # ans"},
	months:   [12]string{"janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre", "novembre", "décembre"},
	weekdays: [7]string{"dimanche", "lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi"},
	parts:    [Lunch + 1]string{"", " le matin", " l'après-midi", " le soir", " la nuit", " à l'heure du déjeuner"},
	ordinal:  frenchOrdinal, nthDay: " jour",
}

// Words says a meaning in the one way that is read back as the same, whatever
// day it is.
func (m Meaning) Words() string { return m.WordsIn(English()) }

// WordsIn is Words in another language.
func (m Meaning) WordsIn(l *Language) string { return string(l.spoken.meaning(nil, &m)) }

func (s *speech) meaning(dst []byte, m *Meaning) []byte {
	switch m.Kind {
	case None:
		return dst
	case Duration:
		return s.amount(dst, m.Amount)
	case Recurrence:
		return s.rule(dst, &m.Rule)
	case Range:
		return s.span(dst, m)
	}
	return s.point(dst, m.From)
}

func (s *speech) span(dst []byte, m *Meaning) []byte {
	switch {
	case !m.To.Valid():
		return s.point(append(dst, s.after...), m.From)
	case !m.From.Valid() && !m.To.Timed():
		return s.point(append(dst, s.until...), m.To)
	case !m.From.Valid():
		return s.point(append(dst, s.before...), m.To)
	}
	dst = s.point(append(dst, s.from...), m.From)
	return s.point(append(dst, s.to...), m.To)
}

func (s *speech) point(dst []byte, p Point) []byte {
	dst = p.Day.Append(dst)
	if p.Timed() {
		dst = clockWords(append(dst, s.at...), p.Clock)
	}
	return dst
}

func clockWords(dst []byte, c int32) []byte {
	full := Point{1, c}.Append(nil)[len("0001-01-01T"):]
	return append(dst, strings.TrimSuffix(string(full), ":00")...)
}

func (s *speech) amount(dst []byte, a Amount) []byte {
	begin := len(dst)
	for i, n := range [...]int{a.Months / 12, a.Months % 12, a.Days, a.Seconds / 3600, a.Seconds / 60 % 60, a.Seconds % 60} {
		if n == 0 {
			continue
		}
		if len(dst) > begin {
			dst = append(dst, s.and...)
		}
		name := s.unit[i][1]
		if n == 1 {
			name = s.unit[i][0]
		}
		dst = append(append(strconv.AppendInt(dst, int64(n), 10), ' '), name...)
	}
	return dst
}

// rule says how something repeats, on which days, when, and until when.
func (s *speech) rule(dst []byte, r *Rule) []byte {
	if r.Interval > 1 {
		dst = append(dst, strings.Replace(s.every[r.Freq], "#", strconv.Itoa(r.Interval), 1)...)
	} else {
		dst = append(dst, s.each[r.Freq]...)
	}
	dst = s.days(dst, r)
	dst = append(dst, s.parts[r.Part]...)
	switch {
	case r.Clock > 0 && r.EndClock > 0:
		dst = clockWords(append(dst, s.fromClock...), r.Clock)
		dst = clockWords(append(dst, s.toClock...), r.EndClock)
	case r.Clock > 0:
		dst = clockWords(append(dst, s.at...), r.Clock)
	}
	if r.Start.Valid() {
		dst = r.Start.Append(append(dst, s.starting...))
	}
	if r.Until.Valid() {
		dst = r.Until.Append(append(append(dst, ' '), s.until...))
	}
	if r.Count > 0 {
		dst = append(strconv.AppendInt(append(dst, ' '), int64(r.Count), 10), s.times...)
	}
	return dst
}

// days says in which months, on which days of them and on which weekdays.
func (s *speech) days(dst []byte, r *Rule) []byte {
	var list []string
	for m := time.January; m <= time.December; m++ {
		if r.Months&(1<<m) != 0 {
			list = append(list, s.months[m-1])
		}
	}
	dst = s.listed(dst, s.in, list)
	list = list[:0]
	for n := 1; n <= 31; n++ {
		if r.MonthDay&(1<<n) != 0 {
			list = append(list, s.ordinal(n))
		}
	}
	if r.MonthDay&1 != 0 {
		list = append(list, s.onLast)
	}
	if dst = s.listed(dst, s.onThe, list); len(list) > 0 {
		dst = append(dst, s.nthDay...)
	}
	list, on := list[:0], s.on
	for n := range 16 {
		if r.Nth&(1<<n) == 0 {
			continue
		}
		if n > 8 {
			n = 7 - n
		}
		list = append(list, s.ordinal(n+1))
	}
	if dst = s.listed(dst, s.onThe, list); len(list) > 0 {
		on = " "
	}
	list = list[:0]
	for _, d := range [...]time.Weekday{1, 2, 3, 4, 5, 6, 0} {
		if r.Days.Has(d) {
			list = append(list, s.weekdays[d])
		}
	}
	return s.listed(dst, on, list)
}

// listed writes "a, b and c".
func (s *speech) listed(dst []byte, before string, list []string) []byte {
	for i, word := range list {
		switch {
		case i == 0:
			dst = append(dst, before...)
		case i == len(list)-1:
			dst = append(dst, s.and...)
		default:
			dst = append(dst, ", "...)
		}
		dst = append(dst, word...)
	}
	return dst
}

// englishOrdinal is "first", "2nd" and so on; -1 is the last.
func englishOrdinal(n int) string {
	switch {
	case n == -1:
		return "last"
	case n < 0:
		return englishOrdinal(-n) + " last"
	case n == 1:
		return "first"
	case n%100 >= 11 && n%100 <= 13:
		return strconv.Itoa(n) + "th"
	case n%10 >= 1 && n%10 <= 3:
		return strconv.Itoa(n) + [...]string{"st", "nd", "rd"}[n%10-1]
	}
	return strconv.Itoa(n) + "th"
}

// frenchOrdinal is "1er", "2e"; -1 is the last.
func frenchOrdinal(n int) string {
	switch {
	case n == -1:
		return "dernier"
	case n < 0:
		return frenchOrdinal(-n) + " dernier"
	case n == 1:
		return "1er"
	}
	return strconv.Itoa(n) + "e"
}
