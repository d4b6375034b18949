package rules

import (
	"slices"
	"strings"
	"unicode/utf8"

	"assister/internal/filter"
	"assister/internal/language/message"
	"assister/internal/phrase/question"

	"assister/internal/record"
	"assister/internal/schema"
)

// How much of an answer is written out: so many items, which is about a screen, and
// so much of a text among them. What is left out is named by its number and by the
// command that has it; the rows of the answer hold every item whole.
const (
	linesMax  = 40
	cellMax   = 120
	urgentMax = 3
)

// say is the answer in words: a sentence with the total, and a line for each
// item. No id is in it.
func (a *answerer) say(items []item) (string, error) {
	l, n := a.in(), len(items)
	switch {
	case a.q.By != "" && n > 0:
		return a.grouped(items), nil
	case a.q.Asks == question.Count:
		return l.Sentence(a.many(n)), nil
	case a.q.Asks == question.Free && n == 0:
		return l.Text("answer.free", "time", a.time(a.when)), nil
	case a.q.Asks == question.Overview:
		return a.overview(items)
	case a.q.Asks == question.Exists && n == 0:
		return l.Text("answer.no-what", "what", a.count(0)), nil
	case n == 0:
		return a.nothing()
	case a.q.Asks == question.Urgent:
		return a.list(l.Text("order.urgent"), items[:min(n, urgentMax)]), nil
	}
	return a.list(a.headline(items), items), nil
}

// headline is what stands over the items.
func (a *answerer) headline(items []item) string {
	l := a.in()
	switch a.q.Asks {
	case question.Free:
		return l.Text("answer.busy", "time", a.time(a.when))
	case question.Exists:
		return l.Text("answer.yes-what", "what", a.count(len(items)))
	case question.Whether:
		if k := items[0].record.Kind; a.contrary && !k.Settles() && k.Done == "" {
			return a.many(len(items)) // what was only noted is neither done nor not
		}
		if a.contrary {
			return l.Text("answer.no")
		}
		return l.Text("answer.yes")
	case question.Length:
		if a.q.Average {
			total, _ := inAll(items)
			return l.Text("answer.average", "span", l.Span((total+len(items)/2)/len(items)))
		}
		if total, _ := inAll(items); total > 0 && len(items) > 1 {
			return a.inAll(items)
		}
		return a.length(items[0])
	case question.Where, question.When:
		if len(items) == 1 && a.q.Wants == "" {
			return a.spot(items[0])
		}
	case question.Until:
		day := items[0].day
		if items[0].due.Valid() {
			day = items[0].due
		}
		return message.Capital(a.away(day))
	}
	if key := orders[a.q.Asks] + a.q.Order; l.Has(key) {
		return l.Text(key)
	}
	if key, ok := headlines[a.q.Asks]; ok {
		return l.Text(key)
	}
	if a.q.Wants != "" && a.q.Wants != "notes" && len(items) == 1 {
		return a.value(items[0])
	}
	return a.many(len(items))
}

// inAll is how long items take together, and how many of them the sum leaves out, for no
// end of them is noted.
func (a *answerer) inAll(items []item) string {
	l, n := a.in(), 0
	for _, i := range items {
		if _, known := lasts(i); !known {
			n++
		}
	}
	total, _ := inAll(items)
	if n == 0 {
		return l.Text("answer.in-all", "span", l.Span(total))
	}
	return l.Text("answer.in-all-but", "span", l.Span(total), "number", n, "without", a.lacking("endTime"))
}

// spot is when or where the one item is that it is asked for.
func (a *answerer) spot(i item) string {
	l := a.in()
	switch place := i.record.Get("location"); {
	case a.q.Asks == question.Where && place.IsNull():
		return message.Capital(l.Text("answer.no-place"))
	case a.q.Asks == question.Where && i.record.Kind.Day == "":
		return short(place.Text())
	case a.q.Asks == question.Where:
		return message.Capital(l.Text("answer.at", "place", short(place.Text())))
	case i.due.Valid():
		return message.Capital(l.Day(i.due, a.today))
	case !i.day.Valid():
		return message.Capital(l.Text("answer.no-day"))
	}
	when := l.Day(i.day, a.today)
	if h := hours(i.record); h != "" {
		when = l.Text("time.hours", "day", when, "hours", h)
	}
	return message.Capital(when)
}

// value is the value of the field that is asked for.
func (a *answerer) value(i item) string {
	f, at := i.record.Kind.Field(a.q.Wants)
	if f == nil {
		return a.many(1) // how far it is, its line says
	}
	v := i.record.Values[at]
	if v.IsNull() {
		return message.Capital(a.in().Text("answer.no-value"))
	}
	if said := a.plain(f, v); said != "" {
		return said
	}
	return a.many(1)
}

var headlines = map[question.Asking]string{
	question.Next: "order.next", question.Last: "order.last", question.LastTime: "order.last-time", question.First: "order.first",
}

// orders say which end of an order is asked for.
var orders = map[question.Asking]string{question.First: "order.least.", question.Last: "order.most."}

// nothing says that nothing was found. It says how much is planned for a time that nothing
// is due in, which is what some people mean by it.
func (a *answerer) nothing() (string, error) {
	if a.q.Due && a.when.Set() {
		other := *a
		other.q.Due = false
		items, err := other.items()
		if err != nil {
			return "", err
		}
		if len(items) > 0 {
			return a.in().Text("answer.planned-then", "what", a.many(0), "number", len(items)), nil
		}
	}
	return a.in().Sentence(a.many(0)), nil
}

// list is a headline and a line for each item.
func (a *answerer) list(headline string, items []item) string {
	var lines []string
	for _, i := range items[:min(len(items), linesMax)] {
		lines = append(lines, "- "+a.line(i))
	}
	if more := len(items) - linesMax; more > 0 {
		lines = append(lines, a.more(more, a.upTo(items[linesMax:])))
	}
	return a.in().Lines(headline, lines)
}

// more says how many items are left out, of what time, and what shows them.
func (a *answerer) more(n int, time string) string {
	if time == "" {
		return a.in().Text("answer.more", "number", n, "command", a.elsewhere())
	}
	return a.in().Text("answer.more-time", "number", n, "time", time, "command", a.elsewhere())
}

// upTo says how far the days go of what is left out.
func (a *answerer) upTo(rest []item) string {
	first, last := rest[0].day, rest[len(rest)-1].day
	if a.q.Due || !first.Valid() || !last.Valid() || first > last {
		return ""
	}
	return a.time(question.Time{Days: first, Last: last})
}

// elsewhere is how all of the answer is seen: by the command that lists it, where
// one does, or as the rows of the same question.
func (a *answerer) elsewhere() string {
	kinds := a.kinds()
	if len(kinds) != 1 {
		return a.in().Text("answer.rows")
	}
	return "assister query " + kinds[0].Name + " --where '" + strings.ReplaceAll(string(a.condition(kinds[0]).AppendJSON(nil, kinds[0])), "'", `'\''`) + "'"
}

// saysState reports whether the state of what is listed is in the headline.
func (a *answerer) saysState() bool {
	switch a.q.State {
	case question.Pending, question.Doing, question.Finished, question.Skipped:
		return true
	}
	return false
}

func hours(r record.Record) string {
	from, to := r.Get("startTime").Time().String(), r.Get("endTime").Time().String()
	if at := r.Get("time").Time(); at.Valid() {
		return at.String()
	}
	if from != "" && to != "" {
		from += "–" + to
	}
	return from
}

func spaced(words ...string) string {
	return strings.Join(slices.DeleteFunc(words, func(w string) bool { return w == "" }), " ")
}

// short is a text in one line, cut where it is long.
func short(s string) string {
	s = oneLine(s)
	if utf8.RuneCountInString(s) <= cellMax {
		return s
	}
	return string([]rune(s)[:cellMax-1]) + "…"
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// kindNames are the kinds that the question names, or the one that is left of
// all by what it asks for.
func (a *answerer) kindNames() (names []string) {
	if len(a.q.Kinds) > 0 {
		return a.q.Kinds
	}
	for _, k := range a.kinds() {
		names = append(names, k.Name)
	}
	return names
}

// settling reports whether all that is asked for can be completed.
func (a *answerer) settling() bool {
	kinds := a.kinds()
	return len(kinds) > 0 && !slices.ContainsFunc(kinds, func(k *schema.Kind) bool { return !k.Settles() && k.Done == "" })
}

// overview is a time in numbers, and all there is in it, day by day. What is late
// and what has no day yet is counted beside it.
func (a *answerer) overview(items []item) (string, error) {
	l := a.in()
	var counts []string
	for _, k := range a.kinds() {
		if n := len(slices.DeleteFunc(slices.Clone(items), func(i item) bool { return i.record.Kind != k })); n > 0 {
			counts = append(counts, l.Text("list.counted", "number", n, "noun", l.Noun(k.Name, n)))
		}
	}
	for _, part := range []struct {
		key string
		of  filter.Condition
	}{{"answer.overdue", filter.Condition{Overdue: filter.Yes}}, {"answer.undated", filter.Condition{}}} {
		n, err := a.besides(part.of)
		if err != nil {
			return "", err
		}
		if n > 0 {
			counts = append(counts, l.Text(part.key, "n", n, "number", n))
		}
	}
	time := message.Capital(a.time(a.when))
	if len(counts) == 0 {
		return l.Text("answer.empty", "time", time), nil
	}
	headline := l.Text("list.pair", "name", time, "value", strings.Join(counts, ", "))
	if len(items) == 0 {
		return l.Sentence(headline), nil
	}
	return a.list(headline, items), nil
}

// besides counts the open tasks and their like that a filter matches; without
// one, those that have no day.
func (a *answerer) besides(f filter.Condition) (n int, err error) {
	for _, k := range schema.Kinds {
		if !k.Planned || !k.Settles() {
			continue
		}
		f.Completed = filter.No
		q := filter.Query{Kind: k, Where: f, Count: true}
		if f.Overdue == filter.Any {
			q.Where.Compare = []filter.Comparison{filter.Is(k.Day, record.Null), filter.IsNot("status", record.Text("skipped"))}
		}
		found, err := a.find(q)
		if err != nil {
			return 0, err
		}
		n += found.Total
	}
	return n, nil
}
