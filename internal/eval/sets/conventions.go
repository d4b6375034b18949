package sets

import (
	"fmt"
	"io"
	"time"

	"assister/internal/eval"
)

// A convention is a usual way to read times that differs from the one of a set, on purpose.
// An answer that differs by a convention stays wrong; it is counted by its name.
type convention struct {
	name string
	// differs reports whether an answer differs from what is expected in this way only.
	differs func(difference) bool
}

// conventions are those that `assister help operations` states.
var conventions = []convention{
	{"a time without am or pm is between 7:00 and 18:59", func(d difference) bool {
		return d.by() == 12*time.Hour || d.by() == -12*time.Hour
	}},
	{"a weekend is Saturday and Sunday", func(d difference) bool {
		return d.by() == 6*time.Hour && d.got.Weekday() == time.Saturday
	}},
	{"the hours of the parts of the day", func(d difference) bool {
		return partHours[d.got.Hour()] && d.ends && d.grain == "hour" && d.sameDay()
	}},
	{"the next day or time, never a past one", func(d difference) bool {
		again := d.by() == 24*time.Hour || d.by() == 7*24*time.Hour || d.expected.AddDate(1, 0, 0).Equal(d.got)
		return again && d.expected.Before(d.ref.AddDate(0, 0, 1)) && !d.got.Before(d.ref.Truncate(24*time.Hour))
	}},
	{"a weekday may be today", func(d difference) bool {
		return d.by() == -7*24*time.Hour && d.got.Format(time.DateOnly) == d.ref.Format(time.DateOnly)
	}},
	{"hours are counted from the minute", func(d difference) bool {
		near := d.by() > -time.Hour && d.by() < time.Hour
		return near && d.expected.Minute() == 0 && d.got.Minute() == d.ref.Minute()
	}},
	{"a unit of the calendar is a range of whole days", func(d difference) bool {
		return d.ends && longGrains[d.grain] && !d.sameDay()
	}},
	{"from now, without a time of day", func(d difference) bool { return d.sameDay() && d.got.Hour() == 0 }},
}

// partHours are the hours that parts of the day begin at.
var partHours = map[int]bool{7: true, 8: true, 11: true, 12: true, 18: true}

var longGrains = map[string]bool{"day": true, "week": true, "month": true, "quarter": true, "year": true}

// difference is a wrong answer.
type difference struct {
	expected, got, ref time.Time // as if all were in one zone
	grain              string    // of the answer
	ends               bool      // the answer is a range with an end
}

func (d difference) by() time.Duration { return d.got.Sub(d.expected) }

func (d difference) sameDay() bool {
	return d.got.Format(time.DateOnly) == d.expected.Format(time.DateOnly)
}

// differenceOf compares the beginnings, or the ends where there is no beginning; it reports
// false if they are no times.
func differenceOf(r Result) (d difference, ok bool) {
	x, got := r.Expected, r.Got
	answer := first(str(got, "value"), str(got, "from"), str(got, "to"))
	want := first(str(x, "value"), str(x, "from"), str(x, "to"))
	if day := str(x, "date"); day != "" {
		want = day + "T" + first(str(x, "time"), "00:00")
	}
	if len(want) > 0 && len(want) <= len("15:04:05") { // a time of any day
		want = cut(answer, len("2006-01-02T")) + want
	}
	var read [3]bool
	d.got, read[0] = instantOf(answer)
	d.expected, read[1] = instantOf(want)
	d.ref, read[2] = instantOf(r.Ref)
	d.grain, d.ends = str(got, "grain"), has(got, "to") && has(got, "from")
	return d, read == [3]bool{true, true, true}
}

// instantOf is a local time or day, of which the zone is left out.
func instantOf(s string) (t time.Time, ok bool) {
	for _, layout := range []string{"2006-01-02T15:04:05", "2006-01-02T15:04", "2006-01-02"} {
		if t, err := time.Parse(layout, cut(s, len(layout))); err == nil {
			return t, true
		}
	}
	return t, false
}

// writeConventions lists how many wrong answers of the core of each set differ by a
// convention, in the part that is read and in the one that is held out.
func (r Report) writeConventions(w io.Writer) {
	for _, set := range r.Sets() {
		var wrong [2]int
		counts := map[string][2]int{}
		for _, x := range r.Results {
			if x.Set != set || x.Part != "core" || x.Outcome != eval.Wrong {
				continue
			}
			d, ok := differenceOf(x)
			if !ok {
				continue
			}
			part := 0
			if x.Held() {
				part = 1
			}
			wrong[part]++
			for _, c := range conventions {
				if c.differs(d) {
					n := counts[c.name]
					n[part]++
					counts[c.name] = n
					break
				}
			}
		}
		if len(counts) == 0 {
			continue
		}
		fmt.Fprintf(w, "\n%s, core: wrong by a convention that is ours\n", set)
		for _, c := range conventions {
			if n := counts[c.name]; n != [2]int{} {
				fmt.Fprintf(w, "  %-52s read %2d of %2d  held %2d of %2d\n", c.name, n[0], wrong[0], n[1], wrong[1])
			}
		}
	}
}
