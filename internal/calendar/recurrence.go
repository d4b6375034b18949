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

// String returns the name in Frequencies; "" for an invalid frequency.
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

// DaySet returns the set of the days.
func DaySet(days ...time.Weekday) (set Days) {
	for _, d := range days {
		set |= 1 << d
	}
	return set
}

// Has reports whether the day is in the set.
func (s Days) Has(d time.Weekday) bool { return s&(1<<d) != 0 }

// DayNames are the names of RFC 5545, in the order of time.Weekday.
var DayNames = [7]string{"SU", "MO", "TU", "WE", "TH", "FR", "SA"}

// Recurrence is the rule by which a record repeats after its anchor. The zero
// Recurrence does not repeat. Recurrences can be compared with ==.
type Recurrence struct {
	Freq     Frequency
	Interval int32 // days, for EveryNDays
	ByDay    Days  // for Weekly; empty means the weekday of the anchor
	Until    Date  // last day, inclusive; no date means no end
	Count    int32 // number of occurrences; 0 means no end
}

// Repeats reports whether r repeats at all.
func (r Recurrence) Repeats() bool { return r.Freq != None }
