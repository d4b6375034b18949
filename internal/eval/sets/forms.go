package sets

import (
	"sync"

	"assister/internal/ijson"
	"assister/internal/language"
	"assister/internal/language/timeexpr"
	"assister/internal/phrase/moment"
)

// english is the English of package language.
var english = sync.OnceValues(func() (*language.Grammar, error) {
	return language.Compile("en", language.Options{Names: timeexpr.Names}, language.Files("en"))
})

// predictTime reads what a sentence says about time, by forms.
func predictTime(c Case) (ijson.Value, error) {
	clock, err := c.clock()
	if err != nil {
		return ijson.Value{}, err
	}
	g, err := english()
	if err != nil {
		return ijson.Value{}, err
	}
	var out object
	out.text("id", c.ID)
	m, ok := timeexpr.Best(g, c.Text, clock)
	if !ok {
		return out.Value, nil
	}
	switch m.Kind {
	case timeexpr.Range:
		if m.From.Valid() {
			out.text("from", m.From.String())
		}
		if m.To.Valid() {
			out.text("to", m.To.String())
		}
	case timeexpr.Duration:
		a := m.Amount
		out.number("seconds", int(months(int64(a.Months)))+a.Days*day+a.Seconds)
	case timeexpr.Recurrence:
		r := m.Rule
		out.put("recurrence", repeating(moment.Rule{
			Freq: moment.Frequency(r.Freq), Interval: r.Interval, Days: r.Days, Nth: r.Nth, MonthDay: r.MonthDay,
			Months: r.Months, Start: r.Start, Until: r.Until, Count: r.Count, Clock: r.Clock, EndClock: r.EndClock,
			Part: moment.Part(r.Part),
		}))
	default:
		out.text("value", m.From.String())
	}
	out.text("grain", m.Grain.String())
	out.text("span", c.Text[m.Start:m.End])
	return out.Value, nil
}
