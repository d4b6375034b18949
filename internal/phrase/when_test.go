package phrase

import (
	"strings"
	"testing"
	"time"

	"assister/internal/calendar"
	"assister/internal/record"
)

// saturday is 21 November 2026, 9 in the morning.
func saturday() calendar.Clock {
	return calendar.Clock{Instant: time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC), Zone: time.UTC}
}

// wednesday is three days earlier.
func wednesday() calendar.Clock {
	return calendar.Clock{Instant: time.Date(2026, 11, 18, 9, 0, 0, 0, time.UTC), Zone: time.UTC}
}

// said writes a phrase's meaning in one line: day..to time-end part recurrence.
func said(w When) string {
	var parts []string
	if w.Day.Valid() {
		s := w.Day.String()
		if w.To.Valid() {
			s += ".." + w.To.String()
		}
		parts = append(parts, s)
	}
	if w.Time.Valid() {
		s := w.Time.String()
		if w.End.Valid() {
			s += "-" + w.End.String()
		}
		parts = append(parts, s)
	}
	if w.Minutes > 0 && !w.Time.Valid() {
		parts = append(parts, time.Duration(w.Minutes*int(time.Minute)).String())
	}
	if w.Part != NoPart {
		parts = append(parts, w.Part.String())
	}
	if w.Repeat.Repeats() {
		parts = append(parts, strings.ReplaceAll(string(record.AppendRecurrence(nil, w.Repeat)), `"`, ""))
	}
	return strings.Join(parts, " ")
}

// wholly reads a text that is one phrase from end to end, but for marks after it.
func wholly(text string, c calendar.Clock) (When, bool) {
	r := newReader(text, c)
	p := r.piece(0)
	return p.When, p.to > 0 && p.to >= r.trimEnd(0, len(r.toks))
}

func TestWhenReadsDatesTimesAndRecurrences(t *testing.T) {
	tests := []struct{ text, want string }{
		{"today", "2026-11-21"},
		{"Tomorrow", "2026-11-22"},
		{"tonight", "2026-11-21 night"},
		{"tonight at 8", "2026-11-21 20:00"},
		{"yesterday", "2026-11-20"},
		{"the day after tomorrow", "2026-11-23"},
		{"day before yesterday", "2026-11-19"},
		{"friday", "2026-11-27"},
		{"Saturday", "2026-11-21"},
		{"this saturday", "2026-11-21"},
		{"next friday", "2026-11-27"},
		{"next sunday", "2026-11-29"},
		{"last friday", "2026-11-13"},
		{"on wed", "2026-11-25"},
		{"sun", ""},
		{"may", ""},
		{"friday next week", "2026-11-27"},
		{"next week on tuesday", "2026-11-24"},
		{"friday the 27th", "2026-11-27"},
		{"friday, november 27", "2026-11-27"},
		{"friday, november 26", ""},
		{"next week", "2026-11-23..2026-11-29"},
		{"this week", "2026-11-16..2026-11-22"},
		{"last week", "2026-11-09..2026-11-15"},
		{"the week after next", "2026-11-30..2026-12-06"},
		{"this month", "2026-11-01..2026-11-30"},
		{"next month", "2026-12-01..2026-12-31"},
		{"this weekend", "2026-11-21..2026-11-22"},
		{"next weekend", "2026-11-28..2026-11-29"},
		{"in december", "2026-12-01..2026-12-31"},
		{"in 3 days", "2026-11-24"},
		{"in a week", "2026-11-28"},
		{"in two weeks", "2026-12-05"},
		{"in a couple of days", "2026-11-23"},
		{"in 3 months", "2027-02-21"},
		{"three days from now", "2026-11-24"},
		{"a week from tomorrow", "2026-11-29"},
		{"two weeks from friday", "2026-12-11"},
		{"3 days ago", "2026-11-18"},
		{"in 20 minutes", "2026-11-21 09:20"},
		{"in half an hour", "2026-11-21 09:30"},
		{"in 16 hours", "2026-11-22 01:00"},
		{"2026-12-01", "2026-12-01"},
		{"2026-02-30", ""},
		{"27 nov", "2026-11-27"},
		{"27th of november", "2026-11-27"},
		{"november 27", "2026-11-27"},
		{"November 27th, 2027", "2027-11-27"},
		{"nov 20", "2027-11-20"},
		{"march 3", "2027-03-03"},
		{"29 february", "2028-02-29"},
		{"february 30", ""},
		{"november twenty seventh", "2026-11-27"},
		{"the 27th", "2026-11-27"},
		{"on the 3rd", "2026-12-03"},
		{"the 31st", "2026-12-31"},
		{"11/27", "2026-11-27"},
		{"27/11", "2026-11-27"},
		{"3/4", ""},
		{"on 3/4", ""},
		{"1.12.2026", "2026-12-01"},
		{"end of the month", "2026-11-30"},
		{"end of next month", "2026-12-31"},
		{"end of january", "2027-01-31"},
		{"the beginning of next month", "2026-12-01"},
		{"end of the week", ""},

		{"3pm", "15:00"},
		{"3 p.m.", "15:00"},
		{"3:30 pm", "15:30"},
		{"15:00", "15:00"},
		{"at 3", "15:00"},
		{"at 7", "07:00"},
		{"at 12", "12:00"},
		{"12am", "00:00"},
		{"at 03:30", "03:30"},
		{"at 25", ""},
		{"25:00", ""},
		{"14:60", ""},
		{"15pm", "15:00"},
		{"3", ""},
		{"noon", "12:00"},
		{"at midnight", "00:00"},
		{"half past 3", "15:30"},
		{"quarter to nine", "08:45"},
		{"six o'clock", "18:00"},
		{"six thirty pm", "18:30"},
		{"at 7 in the evening", "19:00"},
		{"3 in the morning", "03:00"},
		{"at 3 in the morning", "03:00"},
		{"from 3 to 5pm", "15:00-17:00"},
		{"3-5pm", "15:00-17:00"},
		{"11-1pm", "11:00-13:00"},
		{"from 9 to 5", "09:00-17:00"},
		{"between 9 and 10:30", "09:00-10:30"},
		{"10pm-2am", "22:00-02:00"},
		{"at 3pm for an hour", "15:00-16:00"},
		{"at 3pm for an hour and a half", "15:00-16:30"},
		{"tomorrow at 11pm for 2 hours", "2026-11-22 23:00-01:00"},
		{"7-9", ""},
		{"tomorrow 3pm", "2026-11-22 15:00"},
		{"3pm tomorrow", "2026-11-22 15:00"},
		{"on friday at 3:30", "2026-11-27 15:30"},
		{"friday from 9 to noon", "2026-11-27 09:00-12:00"},
		{"tomorrow morning", "2026-11-22 morning"},
		{"tomorrow morning at 9", "2026-11-22 09:00"},
		{"friday night at 8", "2026-11-27 20:00"},
		{"this evening", "2026-11-21 evening"},
		{"december 1 at 10am", "2026-12-01 10:00"},

		{"every day", "2026-11-21 {type:daily}"},
		{"daily", "2026-11-21 {type:daily}"},
		{"every day at 7am", "2026-11-21 07:00 {type:daily}"},
		{"every morning at 8", "2026-11-21 08:00 {type:daily}"},
		{"every weekday", "2026-11-23 {type:weekdays}"},
		{"on weekdays", "2026-11-23 {type:weekdays}"},
		{"every weekend", "2026-11-21 {type:weekly,byDay:[SA,SU]}"},
		{"every monday", "2026-11-23 {type:weekly,byDay:[MO]}"},
		{"mondays and thursdays", "2026-11-23 {type:weekly,byDay:[MO,TH]}"},
		{"every mon, wed and fri", "2026-11-23 {type:weekly,byDay:[MO,WE,FR]}"},
		{"every friday until december 18", "2026-11-27 {type:weekly,byDay:[FR],until:2026-12-18}"},
		{"every other week", "2026-11-21 {type:every_n_days,intervalDays:14}"},
		{"every other monday", "2026-11-23 {type:every_n_days,intervalDays:14}"},
		{"every second tuesday at 10", "2026-11-24 10:00 {type:every_n_days,intervalDays:14}"},
		{"every other day", "2026-11-21 {type:every_n_days,intervalDays:2}"},
		{"every 3 days", "2026-11-21 {type:every_n_days,intervalDays:3}"},
		{"every 3 days 5 times", "2026-11-21 {type:every_n_days,intervalDays:3,count:5}"},
		{"every day for 2 weeks", "2026-11-21 {type:daily,until:2026-12-04}"},
		{"weekly", "2026-11-21 {type:weekly}"},
		{"weekly on tuesday", "2026-11-24 {type:weekly,byDay:[TU]}"},
		{"fortnightly", "2026-11-21 {type:every_n_days,intervalDays:14}"},
		{"monthly", "2026-11-21 {type:monthly}"},
		{"monthly on the 5th", "2026-12-05 {type:monthly}"},
		{"on the 15th of every month", "2026-12-15 {type:monthly}"},
		{"every 31st", "2026-12-31 {type:monthly}"},
		{"yearly", "2026-11-21 {type:yearly}"},
		{"every year on march 5", "2027-03-05 {type:yearly}"},
		{"every 5 march", "2027-03-05 {type:yearly}"},
		{"every monday from december 1", "2026-12-07 {type:weekly,byDay:[MO]}"},
		{"every monday starting next week", "2026-11-23 {type:weekly,byDay:[MO]}"},
		{"every 2 months", ""},
		{"every first monday of the month", ""},
		{"every other monday and friday", ""},

		{"second tuesday of january", "2027-01-12"},
		{"on the last day of the month", "2026-11-30"},
		{"thursday after next", "2026-12-03"},
		{"next 3 days", "2026-11-22..2026-11-24"},
		{"the week of the 9th", "2026-12-07..2026-12-13"},
		{"on christmas eve", "2026-12-24"},
		{"christmas eve at 6pm", "2026-12-24 18:00"},
		{"christmas", ""},
		{"once every two weeks", "2026-11-21 {type:every_n_days,intervalDays:14}"},
		{"every mon-fri", "2026-11-23 {type:weekdays}"},
		{"every first monday of each month", ""},
		{"coming week", "2026-11-23..2026-11-29"},
		{"past week", "2026-11-09..2026-11-15"},
		{"this september", ""},
		{"next month at 6", ""},
		{"between 4 and 22 this month", "2026-11-04..2026-11-22"},
		{"from the 25th to the 27th of december", "2026-12-25..2026-12-27"},
		{"from the 25th to the 27th", "2026-11-25..2026-11-27"},
		{"from december 25 to december 27", "2026-12-25..2026-12-27"},
		{"at 1800", "18:00"},
		{"tuesday 9 to 11", "2026-11-24 09:00-11:00"},
		{"from monday to friday", "2026-11-23..2026-11-27"},
		{"", ""},
		{"dentist", ""},
		{"sunny", ""},
		{"in", ""},
		{"at", ""},
		{"every", ""},
		{"tomorrow today", ""},
		{"@ 10:00", "10:00"},
		{"every day this week", "2026-11-21 {type:daily,until:2026-11-22}"},
		{"5th of march every year", "2027-03-05 {type:yearly}"},
		{"november", ""},
		{"movie night", ""},
		{"friday january 1", "2027-01-01"},
		{"3 days", ""},
		{"now", ""},
	}
	for _, tt := range tests {
		w, ok := wholly(tt.text, saturday())
		got := ""
		if ok {
			got = said(w)
		}
		if got != tt.want {
			t.Errorf("%q is %q, want %q", tt.text, got, tt.want)
		}
	}
}

func TestNextWeekdayIsOfTheNextWeekSeenFromWednesday(t *testing.T) {
	tests := []struct{ text, want string }{
		{"friday", "2026-11-20"},
		{"this friday", "2026-11-20"},
		{"next friday", "2026-11-27"},
		{"wednesday", "2026-11-18"},
		{"next wednesday", "2026-11-25"},
		{"last wednesday", "2026-11-11"},
		{"monday", "2026-11-23"},
		{"next week", "2026-11-23..2026-11-29"},
		{"this weekend", "2026-11-21..2026-11-22"},
	}
	for _, tt := range tests {
		w, _ := wholly(tt.text, wednesday())
		if got := said(w); got != tt.want {
			t.Errorf("%q is %q, want %q", tt.text, got, tt.want)
		}
	}
}

func TestTheSpanOfAPhraseLeavesOutWhatIsAroundIt(t *testing.T) {
	const text = "  next friday at 3pm! "
	w, ok := wholly(text, saturday())
	if got := w.Span.Of(text); !ok || got != "next friday at 3pm" {
		t.Errorf("it is %q, %v", got, ok)
	}
}

func TestTheLexiconIsInOrder(t *testing.T) {
	for i := 1; i < len(english); i++ {
		if english[i-1].word > english[i].word {
			t.Errorf("%q stands before %q", english[i-1].word, english[i].word)
		}
	}
}

func BenchmarkWhenOfSixWords(b *testing.B) {
	c := saturday()
	b.ReportAllocs()
	for b.Loop() {
		wholly("next friday at 3 pm for an hour", c)
	}
}
