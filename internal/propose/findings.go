package propose

import (
	"slices"
	"strings"

	"assister/internal/calendar"
	"assister/internal/ijson"
	"assister/internal/language/message"
	"assister/internal/planner"
	"assister/internal/schema"
)

// findings are the results of a plan, for an answer made of nothing else.
type findings struct {
	taken    []planner.StepResult
	before   int // how many are of an earlier plan, which was replaced
	question string
	today    calendar.Date
	language *message.Language
}

// Members that name an item; the first one present counts.
var labels = [...]string{"title", "name", "content", "question", "text"}

// fieldMax is how many characters of a field an answer shows.
const fieldMax = 300

// item is a record or row of a result.
type item struct {
	label   string
	details []string
	value   ijson.Value // the row itself
}

// group is the result of one step.
type group struct {
	what  string // the name of its list: "tasks"
	items []item
	total int
	list  bool // a list, not a single record
	led   bool // led to another step with a result
	stale bool // of a plan that was replaced
}

// emptyList reports whether the group is an empty list, which is worth telling next to
// other results.
func (g group) emptyList() bool { return g.list && len(g.items) == 0 && !g.stale }

// number is the total, of which the group may have fewer.
func (g group) number() int { return max(g.total, len(g.items)) }

// same reports whether another step has the same result.
func (g group) same(h group) bool {
	return g.what == h.what && slices.EqualFunc(g.items, h.items, func(x, y item) bool {
		return x.label == y.label && slices.Equal(x.details, y.details)
	})
}

// groups returns the results of the steps, each list once.
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
		// Single records were steps on the way to a list, which is the answer.
		groups = slices.DeleteFunc(groups, func(g group) bool { return !g.list })
	}
	return groups
}

// kindOf is the kind of a list or record of an answer, nil if there is none.
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

// newItem makes an item, with the fields that are not at their default.
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

// detail describes a field; "" if it has its default.
func (f findings) detail(kind *schema.Kind, m ijson.Member) string {
	if kind != nil {
		field, _ := kind.Field(m.Name)
		switch {
		case field == nil:
		case field.Default != "" && field.Default == m.Value.Text:
			return ""
		case field.Type == schema.Enum && m.Value.Text != "":
			return f.language.Value(field.Name, m.Value.Text)
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

// plainValue is a value in words; "" if it is empty.
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

// total is the number of items in the last list, ignoring steps that only led to others.
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

// shown returns a value without ids and nulls, and with truncated texts.
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

// ownWords is an answer made of the findings alone: each list with its total and items, or
// why it is empty. It mentions a change that could not be proposed as well.
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
		lines = append(lines, f.language.Text("found.nothing"))
	}
	return strings.Join(lines, "\n")
}

// listLines lists the findings, and mentions empty lists among them. There are no lines if
// all are empty.
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

// needsOwnWords reports whether the answer must come from the findings alone: a name or a
// list has no results, or a change cannot be proposed. Negative statements are never taken
// from a model.
func (f findings) needsOwnWords() bool {
	_, lost := f.notFoundStep()
	return lost || f.failed() || slices.ContainsFunc(f.groups(), group.emptyList)
}

// notFoundStep is the step that found no record of a name, unless another plan replaced
// it. The other results of its plan may not be about the question.
func (f findings) notFoundStep() (t planner.StepResult, lost bool) {
	i := slices.IndexFunc(f.taken[f.before:], func(t planner.StepResult) bool {
		return t.Envelope.Error != nil && t.Envelope.Error.Problem.Code == notFound
	})
	if i < 0 {
		return t, false
	}
	return f.taken[f.before+i], true
}

// notFoundBefore are the sentences about names that an earlier plan found no record of, each
// once. What another plan found says nothing of them.
func (f findings) notFoundBefore() (lines []string) {
	t, lost := f.notFoundStep()
	for _, s := range f.taken[:f.before] {
		if s.Envelope.Error == nil || s.Envelope.Error.Problem.Code != notFound {
			continue
		}
		line := f.failureSentence(s)
		again := lost && f.failureSentence(t) == line
		if !again && !slices.Contains(lines, line) {
			lines = append(lines, line)
		}
	}
	return lines
}

// failed reports whether a change could not be proposed.
func (f findings) failed() bool {
	return slices.ContainsFunc(f.taken, func(t planner.StepResult) bool { return t.Proposed && t.Envelope.Error != nil })
}

// notFound is the code of a step that found no record of a name.
const notFound = "not_found"

// led reports whether a step led to another.
func (f findings) led() bool {
	return slices.ContainsFunc(f.taken, func(t planner.StepResult) bool { return t.Used })
}

// failureSentence describes a failed step. A name without a record is an answer, in the
// language of the question. What is wrong with the plan of the model is not described, since
// people know neither its tools nor their arguments.
func (f findings) failureSentence(t planner.StepResult) string {
	e := t.Envelope.Error
	if e.Name != "" {
		called := sanitize(e.Name, labelMax)
		if len(e.Near) == 0 {
			return f.language.Text("found.called", "name", called)
		}
		near := make([]string, len(e.Near))
		for i, name := range e.Near {
			near[i] = f.language.Text("list.title", "name", sanitize(name, labelMax))
		}
		return f.language.Text("found.called-near", "name", called, "names", strings.Join(near, ", "))
	}
	switch {
	case e.Problem.Code == notFound, e.Problem.Field == "":
	case t.Proposed:
		return f.language.Text("chat.no-change", "guide", f.language.Text(guideKey(f.question)))
	default:
		return f.language.Text("chat.no-answer")
	}
	reason := e.Problem.Message
	if e.Problem.Hint != "" {
		reason += "; " + e.Problem.Hint
	}
	if reason = sanitize(reason, notesMax); e.Problem.Code == notFound {
		return f.language.Sentence(reason)
	}
	return f.language.Text("found.plan-failed", "reason", reason)
}

func (f findings) heading(g group) string {
	args := []any{"number", g.number(), "noun", f.noun(g), "shown", len(g.items)}
	head := f.language.Text("list.counted", args...)
	if g.number() > len(g.items) {
		head = f.language.Text("found.part", args...)
	}
	if len(g.items) == 0 {
		return head
	}
	return f.language.Text("list.headline", "text", head)
}

// remainingSteps says that a plan has steps that were not run; "" if it is complete.
func (f findings) remainingSteps(out planner.Outcome) string {
	if out.Left == 0 || out.Stopped != planner.NeedsApproval && out.Stopped != planner.Capped {
		return ""
	}
	return f.language.Text("found.steps-left", "n", out.Left)
}

// noun is the noun for the items of a group.
func (f findings) noun(g group) string {
	if k := kindOf(g.what); k != nil {
		return f.language.Noun(k.Name, g.number())
	}
	return f.language.Noun("result", g.number())
}
