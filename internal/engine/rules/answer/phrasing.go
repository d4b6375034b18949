package answer

import (
	"reflect"
	"slices"
	"strings"

	"assister/internal/calendar"
	"assister/internal/language/meaning"
	"assister/internal/language/message"
	"assister/internal/problem"
	"assister/internal/record"
	"assister/internal/reference"
	"assister/internal/schema"
)

// phrasing words what is asked for, from the messages of a language.
type phrasing struct {
	*question
	owners  map[record.Key]string // the names of what items belong to
	several bool                  // there is more than one item
}

// noun is the kind whose noun stands for all kinds of an answer: those that the question names, or those that it can be
// about.
func (p phrasing) noun() string {
	kinds := p.Named
	if len(kinds) == 0 {
		kinds = p.kinds()
	}
	if len(kinds) != 1 {
		return "thing"
	}
	return kinds[0].Name
}

// many says how many there are of what the question asks for: "2 open tasks in project Data
// today (Sat 2026-11-21)".
func (p phrasing) many(n int) string { return message.Capital(p.count(n)) }

// count is many inside a sentence.
func (p phrasing) count(n int) string {
	w, kind := p.words, p.noun()
	gender := w.Gender(kind)
	s := p.state
	never := func(k *schema.Kind) bool { return !k.Settles() && k.Done == "" }
	if kinds := p.kinds(); s == usual && len(kinds) > 0 && !slices.ContainsFunc(kinds, never) && p.open() {
		s = open // things that can be completed are open, unless the question says more
	}
	states := p.states(s, kind, n)
	tail, stamp := strings.Join(p.tail(), " "), p.stamp(n, gender)
	text := w.Text("count.nothing", "stamp", stamp, "tail", tail)
	if n > 0 || kind != "thing" || len(states) > 0 {
		text = w.Text("count.some", "number", w.Text("count.number", "n", n, "gender", gender),
			"states", strings.Join(states, " "), "noun", w.Noun(kind, n), "stamp", stamp, "tail", tail)
	}
	return p.orElse(text)
}

// orElse adds each of the other conditions: "…, or overdue".
func (p phrasing) orElse(text string) string {
	for _, o := range p.others {
		only := phrasing{question: o.unlike(p.question)}
		words := append(only.states(only.state, only.noun(), 2), only.tail()...)
		text = p.words.Text("count.or", "text", text, "other", strings.Join(words, " "))
	}
	return text
}

// unlike is a question with only the conditions that another does not have.
func (q *question) unlike(as *question) *question {
	only := *q
	if only.state == as.state {
		only.state = usual
	}
	if only.said == as.said && only.due == as.due {
		only.when, only.due = reference.Window{}, false
	}
	shared := func(t reference.Term) bool {
		same := func(u reference.Term) bool { return reflect.DeepEqual(t.Attribute, u.Attribute) }
		return slices.ContainsFunc(as.Terms, same) || slices.ContainsFunc(as.Names, same)
	}
	only.Terms = slices.DeleteFunc(slices.Clone(q.Terms), shared)
	only.Names = slices.DeleteFunc(slices.Clone(q.Names), shared)
	only.not, only.others = nil, nil
	return &only
}

// stateKeys are the messages of the states.
var stateKeys = map[state]string{
	open: "state.open", doing: "state.doing", finished: "state.finished", skipped: "state.skipped",
	overdue: "state.overdue",
}

// states returns the adjectives for a state and for the priority of the question.
func (p phrasing) states(s state, kind string, n int) (list []string) {
	w := p.words
	add := func(key string) { list = append(list, w.Text(key, "n", n, "gender", w.Gender(kind))) }
	opens := func(k *schema.Kind) bool {
		answer, _ := k.Field("answer")
		return k.Settles() || k.Done != "" || answer != nil || k.Day != ""
	}
	switch key, ok := stateKeys[s]; {
	case s == open && kind == "alarm":
		add("state.on")
	case ok && (s != open || slices.ContainsFunc(p.kinds(), opens)):
		add(key)
	}
	for _, t := range p.Terms {
		switch {
		case t.Field == meaning.Priority:
			add("priority." + t.Text)
		case t.Field == meaning.State && t.Text != "backlog":
			add("state." + t.Text)
		}
	}
	return list
}

// stamp is when it was added or changed.
func (p phrasing) stamp(n int, gender string) string {
	fields := map[meaning.Field]string{meaning.Changed: "updatedAt", meaning.Created: "createdAt"}
	if p.noun() == "person" {
		fields[meaning.Created] = "arrivalDate"
	}
	for _, t := range p.Terms {
		if field := fields[t.Field]; field != "" {
			time := p.time(reference.WindowOf(t.Time, p.today))
			return p.words.Text("stamp."+field, "n", n, "gender", gender, "time", time)
		}
	}
	return ""
}

// places is the order of conditions in a sentence.
var places = []meaning.Field{
	meaning.State, meaning.Context, meaning.Tag, meaning.Project, meaning.There, meaning.Part, meaning.List, meaning.Team,
	meaning.Has, meaning.Without, meaning.Risk, meaning.Longer, meaning.Shorter, meaning.End,
}

// tail is where, about what and when.
func (p phrasing) tail() (words []string) {
	w := p.words
	add := func(key string, args ...any) { words = append(words, w.Text(key, args...)) }
	said := map[meaning.Field]bool{}
	terms := slices.Clone(p.Terms)
	slices.SortStableFunc(terms, func(a, b reference.Term) int {
		return slices.Index(places, a.Field) - slices.Index(places, b.Field)
	})
	for _, t := range terms {
		text, sort := p.term(t), t.Field
		if t.Text == "backlog" {
			sort = meaning.Without
		}
		if said[sort] && text != "" {
			text = w.Text("tail.and", "what", text) // "without a date and without a tag"
		}
		said[sort] = true
		words = append(words, text)
	}
	about := [...]string{"tail.about", "tail.and-about"}
	for i, n := range p.Names {
		add(about[min(i, 1)], "name", short(n.Text))
	}
	switch {
	case p.due && !p.when.Set():
		add("tail.with-deadline")
	case p.due:
		add("tail.due")
	}
	if p.when.Set() {
		words = append(words, p.time(p.when))
	}
	except := [...]string{"tail.but-not", "tail.nor"}
	for i, not := range p.not {
		add(except[min(i, 1)], "what", p.excepting(not))
	}
	return slices.DeleteFunc(words, func(w string) bool { return w == "" })
}

// term is a condition in words; "" if it stands before the noun, or is left out.
func (p phrasing) term(t reference.Term) string {
	w := p.words
	switch t.Field {
	case meaning.State:
		if t.Text == "backlog" {
			return w.Text("without.scheduledFor")
		}
	case meaning.Context:
		return w.Text("context." + t.Text)
	case meaning.Tag:
		return w.Text("tail.tag", "tag", short(t.Text))
	case meaning.Has, meaning.Without:
		return p.given(t)
	case meaning.Risk:
		return w.Text("tail.value", "value", w.Text("value.riskLevel."+t.Text))
	case meaning.Longer:
		return w.Text("tail.over", "span", w.Span(t.Time.Amount.Seconds/60))
	case meaning.Shorter:
		return w.Text("tail.under", "span", w.Span(t.Time.Amount.Seconds/60))
	case meaning.End:
		return spaced(w.Text("tail.due"), p.time(reference.WindowOf(t.Time, p.today)))
	}
	if len(t.Of) == 0 {
		return ""
	}
	name := short(strings.Join(reference.Each(t.Of, record.Record.Label), ", "))
	if kind := t.Of[0].Kind.Name; kind != "project" {
		return w.Text("within."+kind, "name", name)
	}
	return w.Text("tail.project", "name", name)
}

// given says that a field has a value, or none.
func (p phrasing) given(t reference.Term) string {
	w := p.words
	for _, k := range p.kinds() {
		f := reference.Column(meaning.Field(t.Text), k)
		if f == nil {
			continue
		}
		switch value := "value." + f.Name + ".true"; {
		case t.Field == meaning.Without && w.Has("without."+f.Name):
			return w.Text("without." + f.Name)
		case t.Field == meaning.Without:
		case w.Has("with." + f.Name):
			return w.Text("with." + f.Name)
		case w.Has(value):
			return w.Text("tail.value", "value", w.Text(value))
		}
	}
	return ""
}

// excepting says what is not meant.
func (p phrasing) excepting(not *question) string {
	if not.IDs != nil && len(not.spoken) > 0 { // what the conversation was about
		quoted := func(x record.Record) string { return p.words.Text("list.quoted", "name", short(x.Label())) }
		return strings.Join(reference.Each(not.spoken, quoted), ", ")
	}
	shown := *not
	shown.when = not.said
	but, many := phrasing{question: &shown}, 2
	var words []string
	if len(not.Named) > 0 {
		words = append(words, p.words.Noun(but.noun(), many))
	}
	words = append(words, but.states(not.state, but.noun(), many)...)
	return strings.Join(append(words, but.tail()...), " ")
}

// time says which days and hours are looked at.
func (p phrasing) time(w reference.Window) string {
	l := p.words
	days := l.Text("time.days", "first", w.First, "last", w.Last)
	switch {
	case w.First == w.Last:
		days = l.Day(w.First, p.today)
	case !w.Last.Valid():
		days = l.Text("time.since", "day", w.First)
	case !w.First.Valid():
		days = l.Text("time.until", "day", w.Last)
	}
	switch {
	case w.From == w.To && w.Also > w.From:
		return l.Text("time.either", "days", days, "time", w.From, "also", w.Also)
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

// away is how many days it is until a day, or since.
func (p phrasing) away(d calendar.Date) string {
	switch n := int(d - p.today); {
	case !d.Valid():
		return p.words.Text("answer.no-day")
	case n > 0:
		return p.words.Text("time.in", "n", n, "day", d)
	case n < 0:
		return p.words.Text("time.ago", "n", -n, "day", d)
	}
	return p.words.Day(d, p.today)
}

// cellMax is how much of a text a line has, in characters.
const cellMax = 120

// short is a text in one line, which is cut if it is long.
func short(s string) string { return problem.Cut(strings.Join(strings.Fields(s), " "), cellMax) }

func spaced(words ...string) string {
	return strings.Join(slices.DeleteFunc(words, func(w string) bool { return w == "" }), " ")
}
