package rules

import (
	"slices"
	"strings"

	"assister/internal/calendar"
	"assister/internal/language/message"
	"assister/internal/phrase/question"

	"assister/internal/schema"
)

// in is the language of the answer: the preferred one, or that of the question.
func (a *answerer) in() *message.Language {
	if a.language != "" {
		return message.For(a.language)
	}
	return message.For(a.q.Language.String())
}

// noun is the kind whose noun stands for all kinds of an answer.
func noun(kinds []string) string {
	if len(kinds) != 1 {
		return "thing"
	}
	return kinds[0]
}

// many says how many there are of what the question asks for: "2 open tasks in
// project Data today (Sat 2026-11-21)".
func (a *answerer) many(n int) string { return message.Capital(a.count(n)) }

// count is many inside a sentence.
func (a *answerer) count(n int) string {
	l, kind := a.in(), noun(a.kindNames())
	gender := l.Gender(kind)
	states := a.states(kind, n)
	var stamp string
	if s := a.q.Stamp; s.Field != "" {
		stamp = l.Text("stamp."+s.Field, "n", n, "gender", gender, "time", a.time(s.Time))
	}
	tail := strings.Join(a.tail(), " ")
	text := l.Text("count.nothing", "stamp", stamp, "tail", tail)
	if n > 0 || kind != "thing" || len(states) > 0 {
		text = l.Text("count.some", "number", l.Text("count.number", "n", n, "gender", gender),
			"states", strings.Join(states, " "), "noun", l.Noun(kind, n), "stamp", stamp, "tail", tail)
	}
	return a.orElse(text)
}

// states are the state and the priority of what is asked for, and whether it repeats. What
// is asked for is open, where nothing else is said of what can be completed.
func (a *answerer) states(kind string, n int) []string {
	state := a.q.State
	if state == question.Usual && a.settling() && a.open() {
		state = question.Open
	}
	return a.qualities(state, kind, n)
}

// stateKeys are the messages of the states.
var stateKeys = map[question.State]string{
	question.Open: "state.open", question.Pending: "state.pending", question.Doing: "state.doing", question.Finished: "state.finished",
	question.Skipped: "state.skipped", question.Overdue: "state.overdue", question.Off: "state.off",
}

// qualities are the state and the priority of what is asked for, and whether it
// repeats.
func (a *answerer) qualities(state question.State, kind string, n int) (list []string) {
	l := a.in()
	add := func(key string) { list = append(list, l.Text(key, "n", n, "gender", l.Gender(kind))) }
	switch key, ok := stateKeys[state]; {
	case state == question.Open && slices.Equal(a.kindNames(), []string{"alarm"}):
		add("state.active")
	case ok && (state != question.Open || a.opens()):
		add(key)
	}
	if a.q.Priority != "" {
		add("priority." + a.q.Priority)
	}
	if a.q.Repeats {
		add("state.repeating")
	}
	return list
}

// opens reports whether something that is asked for can be open.
func (a *answerer) opens() bool {
	return slices.ContainsFunc(a.kinds(), func(k *schema.Kind) bool {
		answer, _ := k.Field("answer")
		enabled, _ := k.Field("enabled")
		return k.Settles() || k.Done != "" || answer != nil || enabled != nil || k.Day != ""
	})
}

// tail is where, about what and when.
func (a *answerer) tail() (words []string) {
	l := a.in()
	add := func(key string, args ...any) { words = append(words, l.Text(key, args...)) }
	lacking := a.q.Undated || a.q.NoDeadline
	words = a.scope()
	for _, f := range a.q.Facts {
		said := a.fact(f)
		if lacking && f.Is == question.Missing {
			said = l.Text("tail.and", "what", said) // "without a date and without a tag"
		}
		words = append(words, said)
		lacking = lacking || f.Is == question.Missing
	}
	if a.q.Over > 0 {
		add("tail.over", "span", l.Span(a.q.Over))
	}
	if a.q.Under > 0 {
		add("tail.under", "span", l.Span(a.q.Under))
	}
	for i, about := range a.q.About {
		switch {
		case i == 0:
			add("tail.about", "name", quotable(about))
		case a.q.Any:
			add("tail.or-about", "name", quotable(about))
		default:
			add("tail.and-about", "name", quotable(about))
		}
	}
	switch {
	case a.q.Due && !a.when.Set():
		add("tail.with-deadline")
	case a.q.Due:
		add("tail.due")
	}
	if a.when.Set() {
		words = append(words, a.time(a.when))
	}
	for i, not := range a.not {
		if i == 0 {
			add("tail.but-not", "what", a.excepting(not))
		} else {
			add("tail.nor", "what", a.excepting(not))
		}
	}
	return slices.DeleteFunc(words, func(w string) bool { return w == "" })
}

// scope is what it belongs to, and what it has not.
func (a *answerer) scope() (words []string) {
	l := a.in()
	add := func(key string, args ...any) { words = append(words, l.Text(key, args...)) }
	if a.q.Undated {
		add("tail.undated")
	}
	switch {
	case a.q.Undated && a.q.NoDeadline:
		add("tail.and", "what", l.Text("tail.no-deadline"))
	case a.q.NoDeadline:
		add("tail.no-deadline")
	}
	if a.q.Context != "" {
		add("context." + a.q.Context)
	}
	if a.q.Tag != "" {
		add("tail.tag", "tag", quotable(a.q.Tag))
	}
	if a.q.Project != "" {
		add("tail.project", "name", oneLine(a.q.Project))
	}
	if of := a.q.Of; of.Kind != "" {
		add("within."+of.Kind, "name", quotable(of.Name))
	}
	return words
}

// fact says what a single field has to be.
func (a *answerer) fact(f question.Fact) string {
	l := a.in()
	value := "value." + f.Field + "." + f.Value
	switch {
	case f.Is == question.Missing:
		return a.lacking(f.Field)
	case f.Is == question.Given:
		return l.Text("with." + f.Field)
	case f.Field == "tags":
		return l.Text("tail.and-tag", "tag", quotable(f.Value)) // beside the tag that is said before
	case l.Has(value):
		return l.Text("tail.value", "value", l.Text(value))
	}
	return ""
}

// lacking says that a field has no value.
func (a *answerer) lacking(field string) string { return a.in().Text("without." + field) }

// excepting says what is not meant.
func (a *answerer) excepting(not *answerer) string {
	kind, many := noun(not.q.Kinds), 2
	var words []string
	if len(not.q.Kinds) > 0 {
		words = append(words, a.in().Noun(kind, many))
	}
	not.when = not.q.When
	words = append(words, not.states(kind, many)...)
	return strings.Join(append(words, not.tail()...), " ")
}

// time says which days and hours are looked at.
func (a *answerer) time(w question.Time) string {
	l := a.in()
	days := l.Text("time.days", "first", w.Days, "last", w.Last)
	switch {
	case w.Days == w.Last:
		days = l.Day(w.Days, a.today)
	case !w.Last.Valid():
		days = l.Text("time.since", "day", w.Days)
	case !w.Days.Valid():
		days = l.Text("time.until", "day", w.Last)
	}
	switch {
	case w.From.Valid() && w.From == w.To:
		return l.Text("time.at", "days", days, "time", w.From)
	case w.From.Valid() && w.To.Valid():
		return l.Text("time.between", "days", days, "from", w.From, "to", w.To)
	case w.From.Valid():
		return l.Text("time.after", "days", days, "time", w.From)
	case w.To.Valid():
		return l.Text("time.before", "days", days, "time", w.To)
	}
	return days
}

// noSuch says that nothing of a kind has a name, and what the nearest are called.
func (a *answerer) noSuch(kind, name string, closest []string) string {
	l := a.in()
	args := []any{"kind", l.Text("noun." + kind + ".no"), "name", quotable(name), "gender", l.Gender(kind)}
	if len(closest) == 0 {
		return l.Text("answer.none-other", args...)
	}
	quoted := make([]string, len(closest))
	for i, c := range closest {
		quoted[i] = l.Text("list.quoted", "name", quotable(c))
	}
	return l.Text("answer.none-closest", append(args, "names", strings.Join(quoted, ", "))...)
}

// away is how many days it is until a day, or since.
func (a *answerer) away(d calendar.Date) string {
	switch n := int(d - a.today); {
	case n > 0:
		return a.in().Text("time.in", "n", n, "day", d)
	case n < 0:
		return a.in().Text("time.ago", "n", -n, "day", d)
	}
	return a.in().Day(d, a.today)
}

// length says how long an item takes.
func (a *answerer) length(i item) string {
	to := i.record.Get("endTime").Time()
	if !to.Valid() || !i.begins.Valid() {
		return a.in().Text("answer.no-end")
	}
	minutes, _ := lasts(i)
	return a.in().Span(minutes)
}
