package calendar

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/teambition/rrule-go"
	"pgregory.net/rapid"
)

func days(r Recurrence, anchor, from, to Date) string {
	var out []string
	for d := range r.Between(anchor, from, to) {
		out = append(out, d.String()[5:])
	}
	return strings.Join(out, " ")
}

func TestASeriesOccursOnTheDaysOfItsRule(t *testing.T) {
	until := Date(0)
	until, _ = ParseDate("2026-11-20")
	for _, tt := range []struct {
		name           string
		r              Recurrence
		anchor         string
		from, to, want string
	}{
		{"none never", Recurrence{}, "2026-11-21", "2026-11-21", "2026-11-30", ""},
		{"daily from its anchor on", Recurrence{Freq: Daily}, "2026-11-21", "2026-11-19", "2026-11-23", "11-21 11-22 11-23"},
		{"daily until, inclusive", Recurrence{Freq: Daily, Until: until}, "2026-11-18", "2026-11-01", "2026-11-30", "11-18 11-19 11-20"},
		{"a weekend anchor is no weekday", Recurrence{Freq: Weekdays}, "2026-11-21", "2026-11-20", "2026-11-25", "11-23 11-24 11-25"},
		{"weekdays leave the weekend out", Recurrence{Freq: Weekdays}, "2026-11-19", "2026-11-19", "2026-11-24", "11-19 11-20 11-23 11-24"},
		{"weekly on the anchor's weekday", Recurrence{Freq: Weekly}, "2026-11-05", "2026-11-06", "2026-11-30", "11-12 11-19 11-26"},
		{"weekly on its days only", Recurrence{Freq: Weekly, ByDay: DaySet(time.Tuesday, time.Friday)}, "2026-11-11", "2026-11-01", "2026-11-20", "11-13 11-17 11-20"},
		{"weekly on Sunday, the week's last day", Recurrence{Freq: Weekly, ByDay: DaySet(time.Sunday, time.Monday)}, "2026-11-10", "2026-11-01", "2026-11-23", "11-15 11-16 11-22 11-23"},
		{"every third day", Recurrence{Freq: EveryNDays, Interval: 3}, "2026-11-10", "2026-11-12", "2026-11-20", "11-13 11-16 11-19"},
		{"every no days never", Recurrence{Freq: EveryNDays}, "2026-11-10", "2026-11-10", "2026-11-20", ""},
		{"the 31st is the last of shorter months", Recurrence{Freq: Monthly}, "2026-01-31", "2026-01-01", "2026-06-30", "01-31 02-28 03-31 04-30 05-31 06-30"},
		{"the 30th is itself again in March", Recurrence{Freq: Monthly}, "2024-01-30", "2024-02-01", "2024-03-31", "02-29 03-30"},
		{"yearly on February 29", Recurrence{Freq: Yearly}, "2024-02-29", "2024-01-01", "2028-12-31", "02-29 02-28 02-28 02-28 02-29"},
		{"three in all", Recurrence{Freq: Weekly, Count: 3}, "2026-11-02", "2026-11-03", "2026-12-31", "11-09 11-16"},
		{"a count counts occurrences, not the anchor", Recurrence{Freq: Weekdays, Count: 2}, "2026-11-21", "2026-11-01", "2026-12-31", "11-23 11-24"},
		{"until may come before the count", Recurrence{Freq: Daily, Count: 30, Until: until}, "2026-11-19", "2026-11-01", "2026-12-31", "11-19 11-20"},
		{"until before the anchor leaves nothing", Recurrence{Freq: Daily, Until: until}, "2026-11-21", "2026-11-01", "2026-12-31", ""},
		{"the calendar ends", Recurrence{Freq: Weekly}, "9999-12-20", "9999-12-01", "9999-12-31", "12-20 12-27"},
		{"the calendar begins", Recurrence{Freq: Weekdays}, "0001-01-01", "0001-01-01", "0001-01-08", "01-01 01-02 01-03 01-04 01-05 01-08"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			anchor, from, to := day(t, tt.anchor), day(t, tt.from), day(t, tt.to)
			if got := days(tt.r, anchor, from, to); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestWithoutAnAnchorNothingOccurs(t *testing.T) {
	r := Recurrence{Freq: Daily}
	if r.Next(0, 1) != 0 || r.Last(0, MaxDate) != 0 || r.OccursOn(0, 5) || r.CountBetween(0, 1, MaxDate) != 0 || r.Final(0) != 0 {
		t.Error("a series without an anchor has occurrences")
	}
}

func TestFinal(t *testing.T) {
	anchor := day(t, "2026-11-21")
	for _, tt := range []struct {
		r    Recurrence
		want string
	}{
		{Recurrence{Freq: Daily}, ""},
		{Recurrence{Freq: Daily, Count: 10}, "2026-11-30"},
		{Recurrence{Freq: Weekdays, Count: 1}, "2026-11-23"},
		{Recurrence{Freq: Monthly, Count: 4}, "2027-02-21"},
		{Recurrence{Freq: Weekly, Until: anchor + 13}, "2026-11-28"},
		{Recurrence{Freq: Weekly, Until: anchor - 1}, ""},
	} {
		if got := tt.r.Final(anchor).String(); got != tt.want {
			t.Errorf("%+v ends on %q, want %q", tt.r, got, tt.want)
		}
	}
}

// anyRecurrence draws a rule of any frequency, with or without an end.
func anyRecurrence(t *rapid.T) Recurrence {
	r := Recurrence{
		Freq:     Frequency(rapid.Uint8Range(0, 6).Draw(t, "frequency")),
		Interval: rapid.Int32Range(0, 40).Draw(t, "interval"),
		ByDay:    Days(rapid.Uint8Range(0, 127).Draw(t, "days")),
	}
	if rapid.Bool().Draw(t, "ends by count") {
		r.Count = rapid.Int32Range(1, 60).Draw(t, "count")
	}
	if rapid.Bool().Draw(t, "ends by day") {
		r.Until = Date(rapid.Int32Range(730_000, 733_000).Draw(t, "until"))
	}
	return r
}

// occurs implements the rule day by day, as simply and slowly as possible.
func occurs(r Recurrence, anchor, d Date) bool {
	y1, m1, day1 := anchor.YMD()
	y2, m2, day2 := d.YMD()
	clamped := min(day1, DaysIn(y2, m2))
	switch r.Freq {
	case Daily:
		return true
	case Weekdays:
		return d.Weekday() != time.Saturday && d.Weekday() != time.Sunday
	case Weekly:
		return r.ByDay == 0 && d.Weekday() == anchor.Weekday() || r.ByDay.Has(d.Weekday())
	case EveryNDays:
		return r.Interval > 0 && int32(d-anchor)%r.Interval == 0
	case Monthly:
		return day2 == clamped
	case Yearly:
		return y2 >= y1 && m1 == m2 && day2 == clamped
	}
	return false
}

func TestTheMethodsOfASeriesAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := anyRecurrence(t)
		anchor := Date(rapid.Int32Range(730_000, 731_000).Draw(t, "anchor"))
		from := anchor + Date(rapid.Int32Range(-100, 900).Draw(t, "from"))
		to := from + Date(rapid.Int32Range(-3, 500).Draw(t, "length"))

		var want []Date
		for d, n := anchor, int32(0); d <= to; d++ {
			if !occurs(r, anchor, d) || r.Until.Valid() && d > r.Until || r.Count > 0 && n >= r.Count {
				continue
			}
			if n++; d >= from {
				want = append(want, d)
			}
		}
		got := slices.Collect(r.Between(anchor, from, to))
		if !slices.Equal(got, want) {
			t.Fatalf("%+v from %v: %v to %v are %v, want %v", r, anchor, from, to, got, want)
		}
		if n := r.CountBetween(anchor, from, to); n != len(want) {
			t.Fatalf("%+v from %v: counted %d, there are %d", r, anchor, n, len(want))
		}
		for d := from; d <= to; d++ {
			if r.OccursOn(anchor, d) != slices.Contains(want, d) {
				t.Fatalf("%+v from %v: OccursOn(%v) is %v", r, anchor, d, r.OccursOn(anchor, d))
			}
		}
		if len(want) > 0 {
			if next := r.Next(anchor, from); next != want[0] {
				t.Fatalf("%+v from %v: next from %v is %v, want %v", r, anchor, from, next, want[0])
			}
			if last := r.Last(anchor, to); last != want[len(want)-1] {
				t.Fatalf("%+v from %v: last to %v is %v, want %v", r, anchor, to, last, want[len(want)-1])
			}
			return
		}
		if next := r.Next(anchor, from); next.Valid() && next <= to {
			t.Fatalf("%+v from %v: next from %v is %v, but there is none to %v", r, anchor, from, next, to)
		}
		if last := r.Last(anchor, to); last.Valid() && last >= from {
			t.Fatalf("%+v from %v: last to %v is %v, but there is none from %v", r, anchor, to, last, from)
		}
	})
}

// rrule-go implements the same rules of RFC 5545. It skips months without a 31st, and we
// take their last day on purpose, so the anchors here are before the 29th.
func TestASeriesMatchesRFC5545(t *testing.T) {
	rules := 10_000
	if testing.Short() {
		rules = 1_000
	}
	random := rand.New(rand.NewPCG(5545, 1))
	weekdays := [7]rrule.Weekday{rrule.SU, rrule.MO, rrule.TU, rrule.WE, rrule.TH, rrule.FR, rrule.SA}
	for range rules {
		y, m, dd := Date(727_000 + random.IntN(12_000)).YMD()
		anchor := DateOf(y, m, min(dd, 28))
		start := time.Unix(wall(anchor), 0).UTC()
		r := Recurrence{Freq: Frequency(1 + random.IntN(6))}
		option := rrule.ROption{Dtstart: start, Interval: 1, Wkst: rrule.MO}
		switch r.Freq {
		case Daily:
			option.Freq = rrule.DAILY
		case Weekdays:
			option.Freq, option.Byweekday = rrule.WEEKLY, weekdays[1:6]
		case Weekly:
			option.Freq = rrule.WEEKLY
			r.ByDay = Days(random.IntN(128))
			for i := range 7 {
				if r.ByDay.Has(time.Weekday(i)) {
					option.Byweekday = append(option.Byweekday, weekdays[i])
				}
			}
		case EveryNDays:
			r.Interval = 1 + random.Int32N(30)
			option.Freq, option.Interval = rrule.DAILY, int(r.Interval)
		case Monthly:
			option.Freq = rrule.MONTHLY
		case Yearly:
			option.Freq = rrule.YEARLY
		}
		switch random.IntN(3) {
		case 0:
			r.Count = 1 + random.Int32N(40)
			option.Count = int(r.Count)
		case 1:
			r.Until = anchor + Date(random.IntN(600))
			option.Until = time.Unix(wall(r.Until), 0).UTC()
		}
		rule, err := rrule.NewRRule(option)
		if err != nil {
			t.Fatal(err)
		}
		from := anchor + Date(random.IntN(400)-20)
		to := from + Date(random.IntN(200))
		var want []Date
		for _, at := range rule.Between(time.Unix(wall(from), 0).UTC(), time.Unix(wall(to), 0).UTC(), true) {
			want = append(want, DateIn(at))
		}
		if got := slices.Collect(r.Between(anchor, from, to)); !slices.Equal(got, want) {
			t.Fatalf("%+v from %v, %v to %v:\n got %v\nwant %v", r, anchor, from, to, got, want)
		}
	}
}

func TestInvalidSeriesDoNotPanic(t *testing.T) {
	extremes := []Date{math.MinInt32, -1, 0, 1, 2, 730_000, MaxDate - 1, MaxDate, MaxDate + 1, math.MaxInt32}
	numbers := []int32{math.MinInt32, -1, 0, 1, 7, math.MaxInt32}
	for freq := range 9 {
		for _, n := range numbers {
			for _, byDay := range []Days{0, 1, 127, 128, 255} {
				for _, until := range extremes {
					r := Recurrence{Freq: Frequency(freq), Interval: n, ByDay: byDay, Until: until, Count: n}
					_ = r.Freq.String()
					for _, anchor := range extremes {
						r.Final(anchor)
						for _, d := range extremes {
							if got := r.Next(anchor, d); got != 0 && (!got.Valid() || got < d || got < anchor) {
								t.Fatalf("%+v from %d: next from %d is %d", r, anchor, d, got)
							}
							if got := r.Last(anchor, d); got != 0 && (!got.Valid() || got > d || got < anchor) {
								t.Fatalf("%+v from %d: last to %d is %d", r, anchor, d, got)
							}
							r.OccursOn(anchor, d)
							if r.CountBetween(anchor, d, MaxDate) < 0 || r.CountBetween(anchor, MaxDate, d) < 0 {
								t.Fatalf("%+v from %d: fewer than no occurrences from %d", r, anchor, d)
							}
							for range r.Between(anchor, d, MaxDate) {
								break
							}
						}
					}
				}
			}
		}
	}
}

func FuzzSeriesNeverLeaveTheirBounds(f *testing.F) {
	f.Add(uint8(1), int32(0), uint8(0), int32(0), int32(0), int32(739_941), int32(739_950))
	f.Add(uint8(3), int32(0), uint8(5), int32(739_999), int32(0), int32(739_941), int32(739_950))
	f.Add(uint8(5), int32(0), uint8(0), int32(0), int32(9), int32(739_920), int32(739_950))
	f.Fuzz(func(t *testing.T, freq uint8, interval int32, byDay uint8, until, count, anchor, d int32) {
		r := Recurrence{Freq: Frequency(freq), Interval: interval, ByDay: Days(byDay), Until: Date(until), Count: count}
		next := r.Next(Date(anchor), Date(d))
		if next != 0 && (!r.OccursOn(Date(anchor), next) || r.Last(Date(anchor), next) != next || r.Next(Date(anchor), next) != next) {
			t.Fatalf("%+v from %d: %v is next from %d and no occurrence", r, anchor, next, d)
		}
	})
}

// The cost must not grow with the age of a series: 3,650 days cost as much as 1 day.
func BenchmarkNextByAge(b *testing.B) {
	today := Date(739_941)
	for _, age := range []Date{1, 365, 3_650, 365_000} {
		for _, r := range []Recurrence{{Freq: Daily}, {Freq: Weekly, ByDay: DaySet(time.Monday, time.Friday)}, {Freq: Monthly, Count: 100_000}} {
			b.Run(fmt.Sprintf("%v/%dd", r.Freq, age), func(b *testing.B) {
				for b.Loop() {
					r.Next(today-age, today)
				}
			})
		}
	}
}

func TestEveryWeekIsTheWeekdaysOfASeries(t *testing.T) {
	monday := DateOf(2026, time.November, 23)
	for _, tt := range []struct {
		rule Recurrence
		want Days
	}{
		{Recurrence{Freq: Weekdays}, DaySet(1, 2, 3, 4, 5)},
		{Recurrence{Freq: Weekly, ByDay: DaySet(3, 6), Count: 1}, DaySet(3, 6)},
		{Recurrence{Freq: EveryNDays, Interval: 7}, DaySet(time.Monday)},
		{Recurrence{Freq: EveryNDays, Interval: 14}, 0},
		{Recurrence{Freq: Monthly}, 0},
	} {
		if got := tt.rule.EveryWeek(monday, monday); got != tt.want {
			t.Errorf("%v is on %b every week, want %b", tt.rule, got, tt.want)
		}
	}
}
