package propose

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"assister/internal/calendar"
	"assister/internal/ijson"
	"assister/internal/planner"
	"assister/internal/schema"
)

// findings are the results of a plan, for an answer that says nothing else.
type findings struct {
	taken    []planner.StepResult
	before   int // how many of them are of an earlier plan, which was replaced
	question string
	today    calendar.Date
	tongue   Locale
}

// Locale is the language that a question is answered in.
type Locale interface {
	French() bool                       // it is English otherwise
	Noun(kind string, n int) string     // what n records of a kind are called
	Near(d, today calendar.Date) string // a day, with a word where it is close: "tomorrow (Sun 2026-11-22)"
	Value(word string) string           // one of the few values of a field, such as "high"
}

// Names of the member that people know an item by, the first that is there.
var labels = [...]string{"title", "name", "content", "question", "text"}

// fieldMax is how many characters of a field an answer shows.
const fieldMax = 300

// item is one thing that was found.
type item struct {
	label   string
	details []string
	value   ijson.Value // that it was made of
}

// group is what one step found.
type group struct {
	what  string // the name of its list: "tasks"
	items []item
	total int
	list  bool // and not one record
	led   bool // to another that is there as well
	stale bool // of a plan that another was made for
}

// emptyList is a list of the plan that nothing is in, which says something beside others.
func (g group) emptyList() bool { return g.list && len(g.items) == 0 && !g.stale }

// number is how many there are, though fewer may be in the group.
func (g group) number() int { return max(g.total, len(g.items)) }

// same reports whether another step has found the same.
func (g group) same(h group) bool {
	return g.what == h.what && slices.EqualFunc(g.items, h.items, func(x, y item) bool {
		return x.label == y.label && slices.Equal(x.details, y.details)
	})
}

// groups are what the steps found, each list once.
func (f findings) groups() (groups []group) {
	for i, t := range f.taken {
		if t.Envelope.Error != nil || t.Cached {
			continue
		}
		for _, m := range t.Envelope.Data.Members {
			g := group{what: m.Name, total: t.Envelope.Total, led: t.Used, stale: i < f.before}
			g.list = m.Value.Kind == ijson.Array
			found := m.Value.Items
			switch m.Value.Kind {
			case ijson.Array:
			case ijson.Object:
				found = []ijson.Value{m.Value}
			default:
				continue
			}
			kind := kindOf(m.Name)
			for _, v := range found {
				g.items = append(g.items, f.newItem(kind, v))
			}
			if !slices.ContainsFunc(groups, g.same) {
				groups = append(groups, g)
			}
		}
	}
	if slices.ContainsFunc(groups, func(g group) bool { return g.list }) {
		// What was found on the way to a list is not what was asked for.
		groups = slices.DeleteFunc(groups, func(g group) bool { return !g.list })
	}
	return groups
}

// kindOf is the kind that a list or a record of an answer is of; nil where it is
// of none.
func kindOf(name string) *schema.Kind {
	for _, k := range schema.Kinds {
		for _, of := range [...]string{k.Plural, k.Name} {
			if strings.EqualFold(strings.ReplaceAll(of, "_", ""), name) {
				return k
			}
		}
	}
	return nil
}

// newItem is one thing that was found, with what is not the same in most.
func (f findings) newItem(kind *schema.Kind, v ijson.Value) (x item) {
	if x.value = v; v.Kind != ijson.Object {
		x.label = plainValue(v)
		return x
	}
	for _, name := range labels {
		if m, ok := v.Get(name); ok && m.Kind == ijson.String && m.Text != "" {
			x.label = sanitize(m.Text, fieldMax)
			break
		}
	}
	for _, m := range v.Members {
		if internal(m.Name) || slices.Contains(labels[:2], m.Name) || m.Value.Kind == ijson.Object {
			continue
		}
		if text := f.detail(kind, m); text != "" && text != x.label {
			x.details = append(x.details, text)
		}
	}
	return x
}

// detail is a field in words; "" where it is as in most records.
func (f findings) detail(kind *schema.Kind, m ijson.Member) string {
	if kind != nil {
		field, _ := kind.Field(m.Name)
		switch {
		case field == nil:
		case field.Default != "" && field.Default == m.Value.Text:
			return ""
		case field.Type == schema.Enum && m.Value.Text != "":
			return f.tongue.Value(m.Value.Text)
		}
	}
	return plainValue(m.Value)
}

// internal reports whether a member is an id or of no use to people.
func internal(name string) bool {
	switch name {
	case "id", "kind", "rev", "score", "createdAt", "updatedAt":
		return true
	}
	return strings.HasSuffix(name, "Id")
}

// plainValue is a value in words; "" where it says nothing.
func plainValue(v ijson.Value) string {
	switch v.Kind {
	case ijson.String, ijson.Number:
		return sanitize(v.Text, fieldMax)
	case ijson.Array:
		var words []string
		for _, x := range v.Items {
			if word := plainValue(x); word != "" {
				words = append(words, word)
			}
		}
		return strings.Join(words, ", ")
	}
	return ""
}

func (f findings) items() (items []item) {
	for _, g := range f.groups() {
		items = append(items, g.items...)
	}
	return items
}

// total is the number of items in the last list, apart from steps that only led to
// others.
func (f findings) total() (n int) {
	if _, lost := f.notFoundStep(); lost && !f.led() {
		return 0
	}
	for _, g := range f.groups() {
		if len(g.items) > 0 && !g.led {
			n = g.number()
		}
	}
	return n
}

// lines show a model what was found, one compact object a step.
func (f findings) lines() (lines []string) {
	for _, t := range f.taken {
		if t.Proposed {
			continue
		}
		if t.Envelope.Error != nil {
			lines = append(lines, sanitize(t.Tool+": "+t.Envelope.Error.Problem.Message, notesMax))
			continue
		}
		data := string(ijson.AppendValue(nil, shown(t.Envelope.Data)))
		lines = append(lines, sanitize(t.Tool+", "+strconv.Itoa(t.Envelope.Total)+" in total: "+data, linesMax))
	}
	return lines
}

// linesMax is how many characters of one result a model is shown.
const linesMax = 12_000

// shown is a value without its ids and what is not there, texts cut.
func shown(v ijson.Value) ijson.Value {
	switch v.Kind {
	case ijson.String:
		v.Text = sanitize(v.Text, fieldMax)
	case ijson.Array:
		items := make([]ijson.Value, len(v.Items))
		for i, x := range v.Items {
			items[i] = shown(x)
		}
		v.Items = items
	case ijson.Object:
		var members []ijson.Member
		for _, m := range v.Members {
			if !internal(m.Name) && m.Value.Kind != ijson.Null && (m.Value.Kind != ijson.Array || len(m.Value.Items) > 0) {
				members = append(members, ijson.Member{Name: m.Name, Value: shown(m.Value)})
			}
		}
		v.Members = members
	}
	return v
}

// ownWords are the answer made of the findings: each list with its total and every
// item, or why there is none. A change that could not be proposed is said beside
// what was found.
func (f findings) ownWords() string {
	var lines []string
	nameless, lost := f.notFoundStep()
	if lost {
		lines = append(lines, f.failureSentence(nameless))
	}
	if !lost || f.led() {
		lines = append(lines, f.listLines()...)
	}
	found, looked := len(lines) > 0, len(f.taken) == 0
	for _, t := range f.taken {
		looked = looked || !t.Proposed
		if t.Envelope.Error != nil && (t.Proposed || !found) {
			return strings.Join(append(lines, f.failureSentence(t)), "\n")
		}
	}
	if looked && !found {
		lines = append(lines, f.localized("Nothing was found.", "Rien n’a été trouvé."))
	}
	return strings.Join(lines, "\n")
}

// listLines lists the findings, and beside them the lists that are empty; none where
// nothing was.
func (f findings) listLines() (lines []string) {
	if len(f.items()) == 0 {
		return nil
	}
	for _, g := range f.groups() {
		if len(g.items) == 0 && !g.emptyList() {
			continue
		}
		lines = append(lines, f.heading(g))
		for _, x := range g.items {
			lines = append(lines, "- "+strings.Join(append([]string{x.label}, x.details...), " · "))
		}
	}
	return lines
}

// needsOwnWords reports whether there is something that only the findings can be trusted to
// say: that there is nothing of a name or in a list, or that a change cannot be
// proposed. No word that denies is taken from a model.
func (f findings) needsOwnWords() bool {
	_, lost := f.notFoundStep()
	return lost || f.failed() || slices.ContainsFunc(f.groups(), group.emptyList)
}

// notFoundStep is the step that found nothing of a name, where no other plan was made
// for that. What the plan looked up beside it need not be what was asked for.
func (f findings) notFoundStep() (t planner.StepResult, lost bool) {
	i := slices.IndexFunc(f.taken[f.before:], func(t planner.StepResult) bool {
		return t.Envelope.Error != nil && t.Envelope.Error.Problem.Code == notFound
	})
	if i < 0 {
		return t, false
	}
	return f.taken[f.before+i], true
}

// failed reports whether a change could not be proposed.
func (f findings) failed() bool {
	return slices.ContainsFunc(f.taken, func(t planner.StepResult) bool { return t.Proposed && t.Envelope.Error != nil })
}

// notFound is the code of a step that found nothing of a name.
const notFound = "not_found"

// led reports whether a step led to another.
func (f findings) led() bool {
	return slices.ContainsFunc(f.taken, func(t planner.StepResult) bool { return t.Used })
}

func (f findings) localized(english, french string) string {
	if f.tongue.French() {
		return french
	}
	return english
}

// failureSentence is the sentence about a step that failed. That there is nothing of a name
// is an answer, in the language of the question. Other failures are of the plan,
// which the person has not made.
func (f findings) failureSentence(t planner.StepResult) string {
	e := t.Envelope.Error
	name, _ := t.Args.Get("name")
	if e.Problem.Code == notFound && f.tongue.French() && name.Text != "" {
		parsed := "Rien ne s’appelle « " + sanitize(name.Text, labelMax) + " »"
		for i, near := range e.Near {
			parsed += [...]string{" ; le plus proche : « ", ", « "}[min(i, 1)] + sanitize(near, labelMax) + " »"
		}
		return parsed + "."
	}
	parsed := e.Problem.Message
	if e.Problem.Hint != "" {
		parsed += "; " + e.Problem.Hint
	}
	if parsed = sanitize(parsed, notesMax); e.Problem.Code == notFound {
		return sentence(parsed)
	}
	return f.localized("The model's plan does not work out: ", "Le plan du modèle n’aboutit pas : ") + parsed + "."
}

// sentence begins large and ends with a full stop.
func sentence(s string) string {
	for i, r := range s {
		return string(unicode.ToUpper(r)) + s[i+len(string(r)):] + "."
	}
	return s
}

func (f findings) heading(g group) string {
	head := strconv.Itoa(g.number()) + " " + f.noun(g)
	if n := len(g.items); g.number() > n {
		head += f.localized(", of which ", ", dont ") + strconv.Itoa(n)
	}
	if len(g.items) == 0 {
		return head
	}
	return head + f.localized(":", " :")
}

// remainingSteps says of a plan that it goes on where nothing more is done for it; "" of one
// that was enough.
func (f findings) remainingSteps(out planner.Outcome) string {
	if out.Left == 0 || out.Stopped != planner.NeedsApproval && out.Stopped != planner.Capped {
		return ""
	}
	n := strconv.Itoa(out.Left)
	if out.Left == 1 {
		return f.localized("1 further step of the plan is not taken.", "1 autre étape du plan n’est pas suivie.")
	}
	return f.localized(n+" further steps of the plan are not taken.", n+" autres étapes du plan ne sont pas suivies.")
}

// noun is what the items of a group are called.
func (f findings) noun(g group) string {
	if k := kindOf(g.what); k != nil {
		return f.tongue.Noun(k.Name, g.number())
	}
	one := f.localized("result", "résultat")
	if n := g.number(); n > 1 || n == 0 && !f.tongue.French() {
		one += "s"
	}
	return one
}
