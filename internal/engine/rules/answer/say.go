package answer

import (
	"cmp"
	"strings"

	"assister/internal/calendar"
	"assister/internal/filter"
	"assister/internal/language/meaning"
	"assister/internal/language/message"
	"assister/internal/record"
	"assister/internal/reference"
	"assister/internal/schema"
)

// linesMax is how many items of an answer are written out, which is about a screen. Those
// that are left out are named by their number and by the command that has them; the rows of
// the answer have every item.
const linesMax = 40

// report is the answer to a question in words.
type report struct{ phrasing }

// say is the answer in words: a sentence with the total, and a line for each item. No id is
// in it.
func (p report) say(items []reference.Item) string {
	w, n := p.words, len(items)
	switch {
	case p.by != "" && n > 0:
		return p.grouped(items)
	case p.what == meaning.Count:
		return w.Sentence(p.many(n))
	case p.what == meaning.Free && n == 0:
		return w.Text("answer.free", "time", p.time(p.when))
	case p.what == meaning.Overview:
		return p.overview(items)
	case n == 0:
		return p.nothing()
	case p.rank.Order == meaning.Urgent:
		return p.list(w.Text("order.urgent"), items)
	}
	return p.list(p.headline(items), items)
}

// headline is what stands over the items.
func (p report) headline(items []reference.Item) string {
	w := p.words
	switch p.what {
	case meaning.Free:
		if gaps := (freetime{&looking{p.question}}).between(items); len(gaps) > 0 {
			return w.Text("answer.partly-free", "time", p.time(p.when), "gaps", w.And(gaps))
		}
		return w.Text("answer.busy", "time", p.time(p.when))
	case meaning.Exists:
		return w.Text("answer.yes-what", "what", p.count(len(items)))
	case meaning.Whether:
		return p.whether(items)
	case meaning.Average:
		return w.Text("answer.average", "span", w.Span((inAll(items)+len(items)/2)/len(items)))
	case meaning.Total:
		return p.inAll(items)
	case meaning.Until:
		return message.Capital(p.away(items[0].On()))
	case meaning.Get:
		if p.field == meaning.Length && p.rank.Order == "" {
			return p.length(items)
		}
		if len(items) == 1 && (p.rank.Order == "" || p.field == meaning.End) {
			return p.value(items[0])
		}
	case meaning.LastTime:
		return w.Text("order.last-time")
	}
	if p.rank.Order != "" && p.rank.Nth == 0 {
		return w.Text("order." + string(p.rank.Order))
	}
	return p.many(len(items))
}

// whether is yes or no; what was only noted is neither done nor not.
func (p report) whether(items []reference.Item) string {
	k := items[0].Record.Kind
	switch {
	case p.contrary && !k.Settles() && k.Done == "":
		return p.many(len(items))
	case p.contrary:
		return p.words.Text("answer.no")
	}
	return p.words.Text("answer.yes")
}

// length says how long one item takes, or several together.
func (p report) length(items []reference.Item) string {
	switch minutes, ok := reference.Lasts(items[0].Record); {
	case inAll(items) > 0 && len(items) > 1:
		return p.inAll(items)
	case ok:
		return p.words.Span(minutes)
	}
	return p.words.Text("answer.no-end")
}

// inAll is how long items take together, and how many of them the sum leaves out because no
// end of them is noted.
func (p report) inAll(items []reference.Item) string {
	w, n := p.words, 0
	for _, i := range items {
		if _, known := reference.Lasts(i.Record); !known {
			n++
		}
	}
	span := w.Span(inAll(items))
	if n == 0 {
		return w.Text("answer.in-all", "span", span)
	}
	return w.Text("answer.in-all-but", "span", span, "number", n, "without", w.Text("without.endTime"))
}

// inAll is how long items take together.
func inAll(items []reference.Item) (minutes int) {
	for _, i := range items {
		n, _ := reference.Lasts(i.Record)
		minutes += n
	}
	return minutes
}

// value is the value of the field that is asked for.
func (p report) value(i reference.Item) string {
	switch p.field {
	case meaning.When:
		return message.Capital(p.day(i))
	case meaning.Place:
		where := p.placed(i.Record)
		if i.Record.Kind.Day == "" { // a note may say where something else is
			return cmp.Or(where, p.many(1))
		}
		return message.Capital(cmp.Or(where, p.words.Text("answer.no-place")))
	case meaning.Notes:
		return p.many(1)
	}
	f := reference.Column(p.field, i.Record.Kind)
	if f == nil {
		return p.many(1) // how far it is, its line says
	}
	v := i.Record.Get(f.Name)
	if v.IsNull() || f.Name == string(reference.Recurrence) && !i.Record.Repeats() {
		return message.Capital(p.words.Text("answer.no-value"))
	}
	switch f.Type {
	case schema.Recurrence:
		return message.Capital(p.words.Repeats(v.Recurrence(), i.Record.Day()))
	case schema.Time:
		return v.Time().String()
	case schema.Instant:
		return message.Capital(p.words.Day(calendar.DateIn(v.Instant().In(p.clock.Zone)), p.today))
	}
	if said := p.plain(f, v); said != "" {
		return said
	}
	return p.many(1)
}

// day is when an item is.
func (p report) day(i reference.Item) string {
	w := p.words
	switch {
	case i.Due.Valid():
		return w.Day(i.Due, p.today)
	case !i.Day.Valid():
		return w.Text("answer.no-day")
	}
	if h := hours(i.Record); h != "" {
		return w.Text("time.hours", "day", w.Day(i.Day, p.today), "hours", h)
	}
	return w.Day(i.Day, p.today)
}

// nothing words the answer if there are no items. If nothing is due in a time, it adds how
// much is planned then, which is what some people ask for with "due".
func (p report) nothing() string {
	what := p.many(0)
	if p.what == meaning.Exists {
		what = p.words.Text("answer.no-what", "what", p.count(0))
	}
	if p.due && p.when.Set() {
		other := *p.question
		other.due = false
		if n := len((&looking{&other}).items()); n > 0 {
			return p.words.Text("answer.planned-then", "what", what, "number", n)
		}
	}
	return p.words.Sentence(what)
}

// list is a headline and a line for each item.
func (p report) list(headline string, items []reference.Item) string {
	shown := items[:min(len(items), linesMax)]
	lines := reference.Each(shown, func(i reference.Item) string { return "- " + p.line(i) })
	if len(items) > linesMax {
		lines = append(lines, p.more(items[linesMax:]))
	}
	return p.words.Lines(headline, lines)
}

// more says how many items are left out, of what time, and what shows them.
func (p report) more(rest []reference.Item) string {
	n, first, last := len(rest), rest[0].Day, rest[len(rest)-1].Day
	inOrder := first.Valid() && last.Valid() && first <= last
	if p.due || !inOrder || p.by != "" {
		return p.words.Text("answer.more", "number", n, "command", p.elsewhere())
	}
	time := p.time(reference.Window{First: first, Last: last})
	return p.words.Text("answer.more-time", "number", n, "time", time, "command", p.elsewhere())
}

// elsewhere is how all of the answer is seen: by the command that lists it, if one does, or
// as the rows of the same question.
func (p report) elsewhere() string {
	kinds := p.kinds()
	if len(kinds) != 1 {
		return p.words.Text("answer.rows")
	}
	where := string(p.condition(kinds[0]).AppendJSON(nil, kinds[0]))
	return "assister query " + kinds[0].Name + " --where '" + strings.ReplaceAll(where, "'", `'\''`) + "'"
}

// overview is a time in numbers, and all there is in it, day by day. What is late and what
// has no day yet is counted beside it.
func (p report) overview(items []reference.Item) string {
	w := p.words
	var counts []string
	for _, k := range p.kinds() {
		of := func(i reference.Item) bool { return i.Record.Kind == k }
		if n := len(reference.Those(items, of)); n > 0 {
			counts = append(counts, w.Text("list.counted", "number", n, "noun", w.Noun(k.Name, n)))
		}
	}
	undated := filter.Comparing(filter.Is("scheduledFor", record.Null), filter.IsNot("status", record.Text("skipped")))
	for _, part := range []struct {
		key string
		of  filter.Condition
	}{{"answer.overdue", filter.Condition{Overdue: filter.Yes}}, {"answer.undated", undated}} {
		if n := p.besides(part.of); n > 0 {
			counts = append(counts, w.Text(part.key, "n", n, "number", n))
		}
	}
	time := message.Capital(p.time(p.when))
	if len(counts) == 0 {
		return w.Text("answer.empty", "time", time)
	}
	headline := w.Text("list.pair", "name", time, "value", strings.Join(counts, ", "))
	if len(items) == 0 {
		return w.Sentence(headline)
	}
	return p.list(headline, items)
}

// besides counts the open tasks, and other planned things to do, that a condition holds of.
func (p report) besides(c filter.Condition) (n int) {
	c.Completed = filter.No
	for _, k := range schema.Kinds {
		if k.Planned && k.Settles() {
			n += p.query(filter.Query{Kind: k, Where: c, Count: true}).Total
		}
	}
	return n
}
