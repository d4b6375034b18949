package rules

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"assister/internal/phrase/question"
	"assister/internal/query"
	"assister/internal/record"
	"assister/internal/schema"
	"assister/internal/where"
)

// How much of an answer is written out: so many items, and so much of a text
// among them. The rows of the answer hold every item whole.
const (
	linesMax  = 200
	cellMax   = 120
	urgentMax = 3
)

// say is the answer in words: a sentence with the total, and a line for each
// item. No id is in it.
func (a *answerer) say(items []item) (string, error) {
	t, n := a.tongue(), len(items)
	list := func(headline string) string { return a.list(headline, items) }
	switch {
	case a.q.Asks == question.Count:
		return t.many(a, n) + ".", nil
	case a.q.Asks == question.Free:
		if n == 0 {
			return t.words["free"] + " " + t.time(a.when, a.today) + ".", nil
		}
		return list(t.words["busy"] + " " + t.time(a.when, a.today)), nil
	case a.q.Asks == question.Overview:
		return a.overview(items)
	case a.q.Asks == question.Exists && n == 0:
		return t.words["not"] + ", " + uncapital(t.many(a, 0)) + ".", nil
	case a.q.Asks == question.Exists:
		return list(t.words["yes"] + ", " + uncapital(t.many(a, n))), nil
	case n == 0:
		return t.many(a, 0) + ".", nil
	case a.q.Asks == question.Urgent:
		return a.list(t.words["urgent"], items[:min(n, urgentMax)]), nil
	case a.q.Asks == question.Next, a.q.Asks == question.Last, a.q.Asks == question.First:
		word := map[question.Asking]string{question.Next: "next", question.Last: "last", question.First: "first"}[a.q.Asks]
		return list(t.words[word]), nil
	}
	return list(t.many(a, n)), nil
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
	b.WriteString(colon(a.tongue()))
	for _, i := range items[:min(len(items), linesMax)] {
		b.WriteString("\n- " + a.line(i))
	}
	if more := len(items) - linesMax; more > 0 {
		b.WriteString("\n… " + fmt.Sprintf(a.tongue().words["more"], more))
		if hint := a.elsewhere(); hint != "" {
			b.WriteString(": " + hint)
		}
	}
	return b.String()
}

func colon(t *tongue) string {
	if t.french {
		return " :"
	}
	return ":"
}

// elsewhere is the command that lists all of the answer, where one does.
func (a *answerer) elsewhere() string {
	kinds := a.kinds()
	if len(kinds) != 1 {
		return ""
	}
	return "assister query " + kinds[0].Name + " --where '" + strings.ReplaceAll(string(a.condition(kinds[0]).AppendJSON(nil, kinds[0])), "'", `'\''`) + "'"
}

// line is one item: its label, when, and what else is worth saying.
func (a *answerer) line(i item) string {
	t, r := a.tongue(), i.record
	words := []string{short(r.Label())}
	add := func(w string) {
		if w != "" {
			words = append(words, w)
		}
	}
	if i.day.Valid() {
		add(spaced(t.date(i.day), hours(r)))
	}
	if place := r.Get("location"); !place.IsNull() {
		add(t.words["at"] + " " + short(place.Text()))
	} else if a.q.Asks == question.Where {
		add(t.words["no place"])
	}
	for at := range r.Kind.Fields {
		f := &r.Kind.Fields[at]
		if f.Name != r.Kind.Label && f.Name != r.Kind.Day && f.Name != "location" && f.Name != "notes" && !f.Kept && !r.Values[at].IsNull() {
			add(a.detail(f, r.Values[at], i))
		}
	}
	return strings.Join(words, " · ")
}

// detail is the value of a field where it says something that the question has
// not said.
func (a *answerer) detail(f *schema.Field, v record.Value, i item) string {
	t := a.tongue()
	switch f.Type {
	case schema.Enum:
		if f.Name == "priority" && a.q.Priority != "" || f.Name == "context" || v.Text() == f.Default || f.Name == "status" && a.saysState() {
			return ""
		}
		if w, ok := t.words[v.Text()]; ok {
			return w
		}
		return v.Text()
	case schema.Date:
		if f.Name == "deadline" {
			return t.words["deadline"] + " " + t.date(v.Date())
		}
		return t.date(v.Date())
	case schema.Tags:
		return "#" + strings.Join(v.Tags(), " #")
	case schema.Ref:
		if name := a.names[v.ID()]; f.Of == "project" && name != "" {
			return short(name)
		}
	case schema.Bool:
		if f.Name == i.record.Kind.Done && v.Bool() {
			return t.words["checked"]
		}
	case schema.Moment:
		return strings.Replace(v.MomentText(), "T", " ", 1)
	case schema.Text, schema.URL:
		return short(v.Text())
	}
	return ""
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
	t := a.tongue()
	var counts []string
	for _, k := range a.kinds() {
		if n := len(slices.DeleteFunc(slices.Clone(items), func(i item) bool { return i.record.Kind != k })); n > 0 {
			name := t.noun([]string{k.Name})
			word := name.many
			if n == 1 {
				word = name.one
			}
			counts = append(counts, fmt.Sprintf("%d %s", n, word))
		}
	}
	for _, part := range []struct {
		word string
		of   where.Filter
	}{{"overdue besides", where.Filter{Overdue: where.Yes}}, {"backlog", where.Filter{}}} {
		n, err := a.besides(part.of)
		if err != nil {
			return "", err
		}
		if n > 0 {
			counts = append(counts, fmt.Sprintf("%d %s", n, t.words[part.word]))
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
func (a *answerer) besides(f where.Filter) (n int, err error) {
	for _, k := range schema.Kinds {
		if !k.Planned || !k.Settles() {
			continue
		}
		f.Completed = where.No
		q := query.Query{Kind: k, Where: query.Condition{Filter: f}, Count: true}
		if f.Overdue == where.Any {
			q.Where.Compare = []query.Comparison{{At: at(k, k.Day), Op: query.Eq, Values: []record.Value{record.Null}},
				{At: at(k, "status"), Op: query.Ne, Values: []record.Value{record.Text("skipped")}}}
		}
		found, err := a.find(q)
		if err != nil {
			return 0, err
		}
		n += found.Total
	}
	return n, nil
}
