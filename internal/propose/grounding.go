package propose

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"assister/internal/calendar"
	"assister/internal/fulltext"
	"assister/internal/ijson"
	"assister/internal/language"
	"assister/internal/language/message"
)

// Grounding: a model's answer is only used if the findings support all of it. Each
// of its words must occur in the findings or in the question, or be a common word of
// answers; any other word may be an item, a day or a state that the model invented.
// The answer must name every item and the total, and no number that nobody counted.
// The day of one item must not be given to another: a line that names items, and the
// lines after it, may only use the values of these items. Refusing an answer costs
// little, because the program can word the findings itself.

// labelMax is how much of a label an answer has to repeat, in characters.
const labelMax = 80

// supports reports whether the findings support everything in a text, and whether the
// text has all of them, apart from steps that only led to others.
func (f findings) supports(text string) bool {
	text = stripNumbering(text)
	parsed, numbers := fulltext.Fold(text), numbersIn(text)
	for _, g := range f.groups() {
		if g.led {
			continue
		}
		if total := g.number(); g.list && total > 1 && !slices.Contains(numbers, strconv.Itoa(total)) {
			return false
		}
		if slices.ContainsFunc(g.items, func(x item) bool { return !x.named(parsed) }) {
			return false
		}
	}
	common, every := f.evidence()
	holds := evidences{every}
	for line := range strings.Lines(text) {
		if named := f.namedIn(line); len(named) > 0 {
			holds = append(named, common)
		}
		if !holds.support(line) {
			return false
		}
	}
	return true
}

// named reports whether a folded text has the required part of a label.
func (x item) named(folded string) bool {
	return strings.Contains(folded, fulltext.Fold(truncate(x.label, labelMax)))
}

// namedIn returns the evidence of the items that a line names.
func (f findings) namedIn(line string) (each evidences) {
	line = fulltext.Fold(line)
	for _, x := range f.items() {
		if x.label != "" && x.named(line) {
			e := f.noEvidence()
			e.addValue(shown(x.value))
			each = append(each, e)
		}
	}
	return each
}

// stripNumbering returns a text without the numbers at the beginning of its lines.
func stripNumbering(text string) string {
	lines := strings.Split(text, "\n")
	next := 1
	for i, line := range lines {
		for _, mark := range [...]string{". ", ") "} {
			if rest, counted := strings.CutPrefix(line, strconv.Itoa(next)+mark); counted {
				lines[i] = rest
				next++
				break
			}
		}
	}
	return strings.Join(lines, "\n")
}

// evidence is the words and numbers that an answer may contain.
type evidence struct {
	today   calendar.Date
	common  map[string]bool
	words   map[string]bool
	numbers map[string]bool
}

func (f findings) noEvidence() evidence {
	return evidence{f.today, commonWords(f.language), map[string]bool{}, map[string]bool{}}
}

// evidence returns the evidence for every line: the question, the totals, and the records
// that led to others; and the evidence of all items together.
func (f findings) evidence() (common, every evidence) {
	common, every = f.noEvidence(), f.noEvidence()
	common.add(f.question)
	all := 0
	for _, g := range f.groups() {
		common.count(g.total)
		common.count(len(g.items))
		if !g.led {
			all += g.number()
		}
	}
	common.count(all)
	for _, t := range f.taken {
		if t.Envelope.Error != nil {
			continue
		}
		data := shown(t.Envelope.Data)
		every.addValue(data)
		for _, m := range data.Members {
			if t.Used || m.Value.Kind != ijson.Array {
				common.addValue(m.Value)
			}
		}
	}
	maps.Copy(every.words, common.words)
	maps.Copy(every.numbers, common.numbers)
	return common, every
}

// evidences supports a word if one of them does.
type evidences []evidence

func (es evidences) support(line string) bool {
	unfounded := func(word string) bool {
		return !slices.ContainsFunc(es, func(e evidence) bool { return e.knows(word) })
	}
	uncounted := func(n string) bool {
		return !slices.ContainsFunc(es, func(e evidence) bool { return e.numbers[n] })
	}
	return !slices.ContainsFunc(numbersIn(line), uncounted) && !slices.ContainsFunc(wordsOf(line), unfounded)
}

func (e evidence) count(n int) { e.numbers[strconv.Itoa(n)] = true }

func (e evidence) add(text string) {
	for _, w := range wordsOf(text) {
		e.words[w] = true
	}
	for _, n := range numbersIn(text) {
		e.numbers[n] = true
	}
}

func (e evidence) addWords(words []string) {
	for _, w := range words {
		e.words[w] = true
	}
}

// addValue adds the content of a value, and the names of its members.
func (e evidence) addValue(v ijson.Value) {
	switch v.Kind {
	case ijson.String, ijson.Number:
		e.add(v.Text)
		e.addSynonyms(v.Text)
	case ijson.Array:
		for _, x := range v.Items {
			e.addValue(x)
		}
	case ijson.Object:
		for _, m := range v.Members {
			e.add(splitCamelCase(m.Name))
			e.addValue(m.Value)
		}
	}
}

// splitCamelCase inserts a blank before each capital: "lastName" becomes "last Name".
func splitCamelCase(camel string) string {
	var b strings.Builder
	for _, r := range camel {
		if unicode.IsUpper(r) {
			b.WriteByte(' ')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// addSynonyms adds other words for a value, including days and hours.
func (e evidence) addSynonyms(text string) {
	known := vocabulary()
	e.addWords(known.values[text])
	if d, ok := calendar.ParseDate(text); ok {
		_, month, _ := d.YMD()
		e.addWords(known.weekdays[int(d.Weekday())])
		e.addWords(known.months[int(month)])
		e.addWords(known.days[int(d-e.today)])
	}
	if t, ok := calendar.ParseTime(text); ok {
		hour, _ := t.Clock()
		half := "am"
		if hour >= 12 {
			half = "pm"
		}
		e.add(half)
		e.count((hour+11)%12 + 1)
	}
}

// knows reports whether an answer may contain a word.
func (e evidence) knows(word string) bool {
	one := strings.TrimSuffix(word, "s")
	found := e.words[word] || e.words[one] || e.words[word+"s"]
	return found || e.common[word] || e.common[one]
}

// commonWords are the common words of answers in a language; in English, the language of
// prompts, those of every language. None of them denies, compares or names a state: such
// words must be in the findings.
func commonWords(l *message.Language) map[string]bool {
	codes := []string{l.Code()}
	if codes[0] == message.Default {
		codes = language.WithMessages()
	}
	words := map[string]bool{}
	for _, code := range codes {
		for _, w := range language.CommonWords(code) {
			words[w] = true
		}
	}
	return words
}

// wordsOf returns the folded words of a text, without single letters.
func wordsOf(text string) (words []string) {
	notInWord := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) }
	for _, w := range strings.FieldsFunc(fulltext.Fold(text), notInWord) {
		if len([]rune(w)) > 1 && vocabulary().numbers[w] == "" {
			words = append(words, w)
		}
	}
	return words
}

// numbersIn returns the numbers in a text, in digits and in words.
func numbersIn(text string) []string { return append(digits(text), spelledNumbers(text)...) }

// digits returns the runs of digits in a text, without leading zeros.
func digits(text string) (runs []string) {
	for _, run := range strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsNumber(r) }) {
		if run = strings.TrimLeft(run, "0"); run == "" {
			run = "0"
		}
		runs = append(runs, run)
	}
	return runs
}

func spelledNumbers(text string) (numbers []string) {
	known := vocabulary().numbers
	for _, w := range strings.FieldsFunc(fulltext.Fold(text), func(r rune) bool { return !unicode.IsLetter(r) }) {
		if n, ok := known[w]; ok {
			numbers = append(numbers, n)
		}
	}
	return numbers
}
