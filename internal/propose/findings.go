package propose

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"assister/internal/ijson"
	"assister/internal/planner"
	"assister/internal/schema"
	"assister/internal/where"
)

// findings are what a plan has found, for an answer that says that and nothing
// else.
type findings struct {
	taken    []planner.Taken
	question string
	french   bool
}

// Names of the member that people know an item by, the first that is there.
var labels = [...]string{"title", "name", "content", "question", "text"}

// fieldMax is how many characters of a field are said (facts 2.1).
const fieldMax = 300

// item is one thing that was found.
type item struct {
	label   string
	details []string
}

// group is what one step found.
type group struct {
	what  string // the name of its list: "tasks"
	items []item
	total int
	list  bool // and not one record
	led   bool // to another that is there as well
}

// groups are what the steps found, each list once.
func (f findings) groups() (groups []group) {
	for _, t := range f.taken {
		if t.Envelope.Error != nil || t.Known {
			continue
		}
		for _, m := range t.Envelope.Data.Members {
			g := group{what: m.Name, total: t.Envelope.Total, list: m.Value.Kind == ijson.Array, led: t.Led}
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
				g.items = append(g.items, itemOf(kind, v))
			}
			groups = append(groups, g)
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
		if strings.EqualFold(strings.ReplaceAll(k.Plural, "_", ""), name) || strings.EqualFold(strings.ReplaceAll(k.Name, "_", ""), name) {
			return k
		}
	}
	return nil
}

// itemOf is one thing that was found, with what is not the same in most.
func itemOf(kind *schema.Kind, v ijson.Value) (x item) {
	if v.Kind != ijson.Object {
		return item{label: plainValue(v)}
	}
	for _, name := range labels {
		if m, ok := v.Get(name); ok && m.Kind == ijson.String && m.Text != "" {
			x.label = clean(m.Text, fieldMax)
			break
		}
	}
	for _, m := range v.Members {
		if internal(m.Name) || slices.Contains(labels[:2], m.Name) || m.Value.Kind == ijson.Object {
			continue
		}
		if kind != nil {
			if f, _ := kind.Field(m.Name); f != nil && f.Default != "" && f.Default == m.Value.Text {
				continue
			}
		}
		if text := plainValue(m.Value); text != "" && text != x.label {
			x.details = append(x.details, text)
		}
	}
	return x
}

// internal reports whether a member is an id or of no use to people.
func internal(name string) bool {
	return name == "id" || name == "kind" || name == "rev" || name == "score" || name == "createdAt" || name == "updatedAt" || strings.HasSuffix(name, "Id")
}

// plainValue is a value in words; "" where it says nothing.
func plainValue(v ijson.Value) string {
	switch v.Kind {
	case ijson.String, ijson.Number:
		return clean(v.Text, fieldMax)
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

// total is how many there are of what was found last.
func (f findings) total() (n int) {
	for _, g := range f.groups() {
		n = max(g.total, len(g.items))
	}
	return n
}

// lines show a model what was found, one compact object a step.
func (f findings) lines() (lines []string) {
	for _, t := range f.taken {
		if t.Envelope.Error != nil {
			lines = append(lines, clean(t.Tool+": "+t.Envelope.Error.Problem.Message, notesMax))
			continue
		}
		line := t.Tool + ", " + strconv.Itoa(t.Envelope.Total) + " in all: " + string(ijson.AppendValue(nil, shown(t.Envelope.Data)))
		lines = append(lines, clean(line, linesMax))
	}
	return lines
}

// linesMax is as much of one answer as a model is shown.
const linesMax = 12_000

// shown is a value without its ids, texts cut.
func shown(v ijson.Value) ijson.Value {
	switch v.Kind {
	case ijson.String:
		v.Text = clean(v.Text, fieldMax)
	case ijson.Array:
		items := make([]ijson.Value, len(v.Items))
		for i, x := range v.Items {
			items[i] = shown(x)
		}
		v.Items = items
	case ijson.Object:
		var members []ijson.Member
		for _, m := range v.Members {
			if !internal(m.Name) {
				members = append(members, ijson.Member{Name: m.Name, Value: shown(m.Value)})
			}
		}
		v.Members = members
	}
	return v
}

// words are the answer made of the findings: each list with its total and every
// item, or why there is none.
func (f findings) words() string {
	var lines []string
	for _, g := range f.groups() {
		if len(g.items) == 0 {
			continue
		}
		lines = append(lines, f.head(g))
		for _, x := range g.items {
			lines = append(lines, "- "+strings.Join(append([]string{x.label}, x.details...), " · "))
		}
	}
	if len(lines) > 0 {
		return strings.Join(lines, "\n")
	}
	for _, t := range f.taken {
		if t.Envelope.Error != nil {
			return f.lacking(t)
		}
	}
	if f.french {
		return "Rien n’a été trouvé."
	}
	return "Nothing was found."
}

// lacking is the sentence about a step that failed. That there is nothing of a name
// is an answer, in the language of the question; other failures are the tool's to
// tell.
func (f findings) lacking(t planner.Taken) string {
	e := t.Envelope.Error
	name, _ := t.Args.Get("name")
	if !f.french || e.Problem.Code != "not_found" || name.Text == "" {
		said := e.Problem.Message
		if e.Problem.Hint != "" {
			said += "; " + e.Problem.Hint
		}
		return sentence(clean(said, notesMax))
	}
	said := "Rien ne s’appelle « " + clean(name.Text, labelShown) + " »"
	for i, near := range e.Near {
		said += [...]string{" ; le plus proche : « ", ", « "}[min(i, 1)] + clean(near, labelShown) + " »"
	}
	return said + "."
}

// sentence begins large and ends with a full stop.
func sentence(s string) string {
	for i, r := range s {
		return string(unicode.ToUpper(r)) + s[i+len(string(r)):] + "."
	}
	return s
}

func (f findings) head(g group) string {
	total := strconv.Itoa(max(g.total, len(g.items)))
	if g.total > len(g.items) {
		if f.french {
			return total + " " + g.what + ", dont " + strconv.Itoa(len(g.items)) + " :"
		}
		return total + " " + g.what + ", of which " + strconv.Itoa(len(g.items)) + ":"
	}
	if f.french {
		return total + " " + g.what + " :"
	}
	return total + " " + g.what + ":"
}

// bear reports whether everything in a text is borne out by what was found, and
// all of that is in it, but for what only led to the rest: each item's label, no number that is not there or asked
// about, nothing in quotes and no name that nobody has said.
func (f findings) bear(text string) bool {
	said := where.Fold(text)
	known := f.question
	for _, g := range f.groups() {
		for _, x := range g.items {
			if !g.led && !strings.Contains(said, where.Fold(short(x.label, labelShown))) {
				return false
			}
			known += "\n" + x.label + "\n" + strings.Join(x.details, "\n")
		}
		known += "\n" + strconv.Itoa(g.total) + "\n" + strconv.Itoa(len(g.items)) + "\n" + g.what
	}
	numbers := digits(known)
	for _, n := range append(digits(text), spelled(text)...) {
		if !slices.Contains(numbers, n) {
			return false
		}
	}
	known = where.Fold(known)
	for _, name := range append(quotedIn(text), names(text)...) {
		if !strings.Contains(known, where.Fold(name)) {
			return false
		}
	}
	return true
}

// labelShown is as much of a label as an answer has to repeat.
const labelShown = 80

// digits are the runs of digits in a text, without zeros in front.
func digits(text string) (runs []string) {
	for _, run := range strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsDigit(r) }) {
		if run = strings.TrimLeft(run, "0"); run == "" {
			run = "0"
		}
		runs = append(runs, run)
	}
	return runs
}

// counting are the numbers that people write as words, in English and French.
// One is left out, which is an article as well.
var counting = map[string]string{
	"zero": "0", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9", "ten": "10", "eleven": "11", "twelve": "12",
	"zéro": "0", "deux": "2", "trois": "3", "quatre": "4", "cinq": "5", "sept": "7", "huit": "8", "neuf": "9", "dix": "10", "onze": "11", "douze": "12",
}

func spelled(text string) (numbers []string) {
	for _, w := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) }) {
		if n, ok := counting[w]; ok {
			numbers = append(numbers, n)
		}
	}
	return numbers
}

// quotedIn are the parts of a text in quotation marks.
func quotedIn(text string) (parts []string) {
	for _, marks := range [...][2]string{{`"`, `"`}, {"“", "”"}, {"«", "»"}} {
		for rest := text; ; {
			_, after, opened := strings.Cut(rest, marks[0])
			inside, behind, closed := strings.Cut(after, marks[1])
			if !opened || !closed {
				break
			}
			if inside = strings.TrimSpace(strings.Trim(inside, "\u00a0\u202f")); inside != "" {
				parts = append(parts, inside)
			}
			rest = behind
		}
	}
	return parts
}

// names are the words that are written large inside a sentence, and are no days
// or months.
func names(text string) (found []string) {
	for line := range strings.Lines(text) {
		begins := true
		for _, word := range strings.Fields(line) {
			bare := strings.TrimFunc(word, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
			first := []rune(bare + " ")[0]
			if unicode.IsUpper(first) && !begins && !ordinary(bare) {
				found = append(found, bare)
			}
			if bare != "" {
				begins = strings.HasSuffix(word, ".") || strings.HasSuffix(word, "!") || strings.HasSuffix(word, "?") || strings.HasSuffix(word, ":")
			}
		}
	}
	return found
}

// ordinary reports whether a large word is no name: a day, a month, I.
func ordinary(word string) bool {
	switch strings.TrimSuffix(strings.TrimSuffix(word, "s"), "'") {
	case "I", "I'm", "I'll", "I've", "I'd", "OK",
		"Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday", "Mon", "Tue", "Tues", "Wed", "Thu", "Thur", "Fri", "Sat", "Sun",
		"January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
		"Jan", "Feb", "Mar", "Apr", "Jun", "Jul", "Aug", "Sep", "Sept", "Oct", "Nov", "Dec":
		return true
	}
	return false
}
