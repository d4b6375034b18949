package rules

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"assister/internal/filter"
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
	t, n := a.locale(), len(items)
	switch {
	case a.q.By != "" && n > 0:
		return a.grouped(items), nil
	case a.q.Asks == question.Count:
		return t.many(a, n) + ".", nil
	case a.q.Asks == question.Free && n == 0:
		return t.words["free"] + " " + t.time(a.when, a.today) + ".", nil
	case a.q.Asks == question.Overview:
		return a.overview(items)
	case a.q.Asks == question.Exists && n == 0:
		return t.words["not"] + ", " + uncapital(t.many(a, 0)) + ".", nil
	case n == 0:
		planned, err := a.planned()
		return t.many(a, 0) + planned + ".", err
	case a.q.Asks == question.Urgent:
		return a.list(t.words["urgent"], items[:min(n, urgentMax)]), nil
	}
	return a.list(a.headline(items), items), nil
}

// headline is what stands over the items.
func (a *answerer) headline(items []item) string {
	t := a.locale()
	switch a.q.Asks {
	case question.Free:
		return t.words["busy"] + " " + t.time(a.when, a.today)
	case question.Exists:
		return t.words["yes"] + ", " + uncapital(t.many(a, len(items)))
	case question.Whether:
		if k := items[0].record.Kind; a.contrary && !k.Settles() && k.Done == "" {
			return t.many(a, len(items)) // what was only noted is neither done nor not
		}
		if a.contrary {
			return t.words["not"]
		}
		return t.words["yes"]
	case question.Length:
		if a.q.Average {
			total, _ := inAll(items)
			return fmt.Sprintf(t.words["average"], span((total+len(items)/2)/len(items)))
		}
		if total, _ := inAll(items); total > 0 && len(items) > 1 {
			return fmt.Sprintf(t.words["in all"], span(total)) + a.endless(items)
		}
		return t.length(items[0])
	case question.Where, question.When:
		if len(items) == 1 && a.q.Wants == "" {
			return a.spot(items[0])
		}
	case question.Until:
		day := items[0].day
		if items[0].due.Valid() {
			day = items[0].due
		}
		return capital(t.away(day, a.today))
	}
	if word, ok := t.words[orders[a.q.Asks]+" "+a.q.Order]; ok {
		return word
	}
	if word, ok := headlines[a.q.Asks]; ok {
		return t.words[word]
	}
	if a.q.Wants != "" && a.q.Wants != "notes" && len(items) == 1 {
		return a.value(items[0])
	}
	return t.many(a, len(items))
}

// endless says how many items a sum leaves out, for no end of them is noted.
func (a *answerer) endless(items []item) string {
	n := 0
	for _, i := range items {
		if _, known := lasts(i); !known {
			n++
		}
	}
	if n == 0 {
		return ""
	}
	return fmt.Sprintf(", %d %s", n, a.locale().lacking("endTime"))
}

// spot is when or where the one item is that it is asked for.
func (a *answerer) spot(i item) string {
	t := a.locale()
	switch place := i.record.Get("location"); {
	case a.q.Asks == question.Where && place.IsNull():
		return capital(t.words["no place"])
	case a.q.Asks == question.Where && i.record.Kind.Day == "":
		return short(place.Text())
	case a.q.Asks == question.Where:
		return capital(t.words["at"]) + " " + short(place.Text())
	case i.due.Valid():
		return capital(t.day(i.due, a.today))
	case !i.day.Valid():
		return capital(t.words["no day"])
	}
	when := capital(t.day(i.day, a.today))
	if h := hours(i.record); h != "" {
		when += ", " + h
	}
	return when
}

// value is the value of the field that is asked for.
func (a *answerer) value(i item) string {
	f, at := i.record.Kind.Field(a.q.Wants)
	if f == nil {
		return a.locale().many(a, 1) // how far it is, its line says
	}
	v := i.record.Values[at]
	if v.IsNull() {
		return capital(a.locale().words["none noted"])
	}
	if said := a.plain(f, v); said != "" {
		return said
	}
	return a.locale().many(a, 1)
}

var headlines = map[question.Asking]string{question.Next: "next", question.Last: "last", question.LastTime: "last time", question.First: "first"}

// orders say which end of an order is asked for.
var orders = map[question.Asking]string{question.First: "least", question.Last: "most"}

// planned says how much is planned for a time that nothing is due in, which is
// what some people mean by it.
func (a *answerer) planned() (string, error) {
	if !a.q.Due || !a.when.Set() {
		return "", nil
	}
	other := *a
	other.q.Due = false
	items, err := other.items()
	if err != nil || len(items) == 0 {
		return "", err
	}
	return strings.TrimSuffix(colon(a.locale()), ":") + "; " + a.locale().planned(len(items)), nil
}

func uncapital(s string) string {
	if s != "" && s[0] >= 'A' && s[0] <= 'Z' {
		return string(s[0]-'A'+'a') + s[1:]
	}
	return s
}

// list is a headline and a line for each item.
func (a *answerer) list(headline string, items []item) string {
	var b strings.Builder
	b.WriteString(headline)
	b.WriteString(colon(a.locale()))
	for _, i := range items[:min(len(items), linesMax)] {
		b.WriteString("\n- " + a.line(i))
	}
	if more := len(items) - linesMax; more > 0 {
		b.WriteString("\n… " + fmt.Sprintf(a.locale().words["more"], a.locale().number(more)) + a.upTo(items[linesMax:]) + ": " + a.elsewhere())
	}
	return b.String()
}

func colon(t *locale) string {
	if t.french {
		return " :"
	}
	return ":"
}

// upTo says how far the days go of what is left out.
func (a *answerer) upTo(rest []item) string {
	t, first, last := a.locale(), rest[0].day, rest[len(rest)-1].day
	if a.q.Due || !first.Valid() || !last.Valid() || first > last {
		return ""
	}
	return ", " + t.time(question.Time{Days: first, Last: last}, a.today)
}

// elsewhere is how all of the answer is seen: by the command that lists it, where
// one does, or as the rows of the same question.
func (a *answerer) elsewhere() string {
	kinds := a.kinds()
	if len(kinds) != 1 {
		return a.locale().words["elsewhere"]
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
	t := a.locale()
	var counts []string
	for _, k := range a.kinds() {
		if n := len(slices.DeleteFunc(slices.Clone(items), func(i item) bool { return i.record.Kind != k })); n > 0 {
			name := t.noun([]string{k.Name})
			word := name.many
			if n == 1 {
				word = name.one
			}
			counts = append(counts, t.number(n)+" "+word)
		}
	}
	for _, part := range []struct {
		word string
		of   filter.Condition
	}{{"overdue besides", filter.Condition{Overdue: filter.Yes}}, {"backlog", filter.Condition{}}} {
		n, err := a.besides(part.of)
		if err != nil {
			return "", err
		}
		if n > 0 {
			counts = append(counts, t.number(n)+" "+t.words[part.word])
		}
	}
	headline := capital(t.time(a.when, a.today))
	if len(counts) == 0 {
		return headline + colon(t) + " " + t.words["no"] + " " + t.thing.many + ".", nil
	}
	headline += colon(t) + " " + strings.Join(counts, ", ")
	if len(items) == 0 {
		return headline + ".", nil
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
