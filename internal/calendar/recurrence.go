package calendar

import "time"

// Frequency is how a record repeats.
type Frequency uint8

const (
	None Frequency = iota
	Daily
	Weekdays // Monday to Friday
	Weekly
	EveryNDays
	Monthly
	Yearly
)

// Frequencies are their names, in the order of the constants.
var Frequencies = []string{"none", "daily", "weekdays", "weekly", "every_n_days", "monthly", "yearly"}

// String is the name in Frequencies, or nothing for what is no frequency.
func (f Frequency) String() string {
	if int(f) >= len(Frequencies) {
		return ""
	}
	return Frequencies[f]
}

// ParseFrequency reads a name of Frequencies.
func ParseFrequency(s string) (Frequency, bool) {
	for i, name := range Frequencies {
		if name == s {
			return Frequency(i), true
		}
	}
	return 0, false
}

// Days is a set of weekdays: bit n is time.Weekday(n).
type Days uint8

// DaySet makes a set.
func DaySet(days ...time.Weekday) (set Days) {
	for _, d := range days {
		set |= 1 << d
	}
	return set
}

// Has reports whether the day is in the set.
func (s Days) Has(d time.Weekday) bool { return s&(1<<d) != 0 }

// DayNames are RFC 5545's, Sunday first, as time.Weekday counts.
var DayNames = [7]string{"SU", "MO", "TU", "WE", "TH", "FR", "SA"}

// Recurrence says on which days after its anchor a record occurs. The zero
// Recurrence does not repeat. Recurrences compare with ==.
type Recurrence struct {
	Freq     Frequency
	Interval int32 // days, for EveryNDays
	ByDay    Days  // for Weekly; empty is the anchor's weekday
	Until    Date  // last day, inclusive; none is no end
	Count    int32 // occurrences in all; 0 is no end
}

// Repeats reports whether it is a recurrence at all.
func (r Recurrence) Repeats() bool { return r.Freq != None }
