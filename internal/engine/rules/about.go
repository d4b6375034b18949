package rules

import (
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"assister/internal/filter"
	"assister/internal/fulltext"
	"assister/internal/phrase/question"

	"assister/internal/record"
	"assister/internal/schema"
)

// subject is one thing that a question is about: words that a record has, or what
// it belongs to is called by.
type subject struct {
	words  []string           // folded, without those that are in every other text
	wholes map[string][]int64 // by their kinds, what is called by them, or has parts that are
}

// subjectsOf reads what the question is about.
func (a *answerer) subjectsOf() error {
	a.subjects = nil
	for _, about := range a.q.About {
		s := subject{words: distinctive(about)}
		var err error
		if s.wholes, err = a.wholesOf(s, a.kinds()); err != nil {
			return err
		}
		for _, kind := range a.q.Kinds {
			if err := a.holding(s, schema.Lookup(kind)); err != nil {
				return err
			}
		}
		a.subjects = append(a.subjects, s)
	}
	return nil
}

// holding adds the records of a kind of which a part has the words: the list that has
// bread on it, the situation that Jonas is in.
func (a *answerer) holding(s subject, of *schema.Kind) error {
	for _, k := range schema.Kinds {
		part := k.Belongs(of.Name)
		if part == nil || !part.Required {
			continue
		}
		found, err := a.find(filter.Query{Kind: k, Where: filter.Condition{All: s.within(k, texts(k))}})
		if err != nil {
			return err
		}
		for _, r := range found.Records {
			if id := r.Get(part.Name).ID(); hasAll(wording(r), s.words) && !slices.Contains(s.wholes[of.Name], id) {
				s.wholes[of.Name] = append(s.wholes[of.Name], id)
			}
		}
	}
	return nil
}

// verbless leaves out the verb of what was done, and reports whether there was
// one.
func (a *answerer) verbless() bool {
	deed := a.q.Asks == question.LastTime || a.q.Deed
	if !deed || len(a.subjects) == 0 || len(a.subjects[0].words) < 2 {
		return false
	}
	a.subjects = slices.Clone(a.subjects)
	a.subjects[0].words = a.subjects[0].words[1:]
	return true
}

// distinctive are the words of a text without articles and their like, unless it
// has no others.
func distinctive(text string) (words []string) {
	all := strings.FieldsFunc(fulltext.Fold(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	for _, w := range all {
		if !slices.Contains(smallWords, w) {
			words = append(words, w)
		}
	}
	if len(words) == 0 {
		return all
	}
	return words
}

var smallWords = []string{"the", "a", "an", "of", "to", "for", "at", "in", "on", "my", "our", "with", "and", "s", "t", "any",
	"le", "la", "les", "l", "de", "du", "des", "d", "un", "une", "au", "aux", "à", "et", "mon", "ma", "mes", "pour", "avec"}

// within holds of what has every word in one of the fields, as parts of words:
// more than are meant, for named to choose from.
func (s subject) within(k *schema.Kind, fields []int) (all []filter.Condition) {
	for _, w := range s.words {
		root, endings := inflected(w)
		var c filter.Condition
		contains := func(field, text string) {
			c.Any = append(c.Any, filter.Comparing(filter.Comparison{Field: field, Op: filter.Contains, Values: []record.Value{record.Text(text)}}))
		}
		for _, at := range fields {
			field := k.Fields[at].Name
			if k.Fields[at].Type != schema.Tags {
				contains(field, root)
				continue
			}
			for _, ending := range endings { // a tag is a word, and no part of one
				contains(field, root+ending)
			}
		}
		all = append(all, c)
	}
	return all
}

// mentions holds of what has the words of a subject in its texts, or belongs to
// what is called by them.
func (a *answerer) mentions(k *schema.Kind, s subject) filter.Condition {
	if a.plainly {
		return filter.Condition{}
	}
	words := filter.Condition{All: s.within(k, texts(k))}
	any := []filter.Condition{words}
	if ids := s.wholes[k.Name]; len(ids) > 0 {
		any = append(any, filter.Comparing(filter.IDs(ids...)))
	}
	for at := range k.Fields {
		if ids := s.wholes[k.Fields[at].Of]; k.Fields[at].Type == schema.Ref && len(ids) > 0 {
			any = append(any, filter.Comparing(filter.Among(k.Fields[at].Name, ids)))
		}
	}
	if len(any) == 1 {
		return words
	}
	return filter.Condition{Any: any}
}

// texts are the places of the fields that words are looked for in.
func texts(k *schema.Kind) (at []int) {
	for i := range k.Fields {
		if t := k.Fields[i].Type; t.Textual() || t == schema.Tags {
			at = append(at, i)
		}
	}
	return at
}

// named reports whether a record is about all that the question is about: the
// words stand in its texts as words of their own, so "Sam" is not in "same".
func (a *answerer) named(r record.Record) bool {
	if len(a.subjects) == 0 {
		return true
	}
	text := wording(r)
	if a.plainly {
		text = unaccented(text)
	}
	for _, s := range a.subjects {
		if s.holds(r) {
			continue
		}
		words := s.words
		if a.plainly {
			words = unaccentedAll(words)
		}
		if !hasAll(text, words) {
			return false
		}
	}
	return true
}

// holds reports whether a record belongs to what is called by the words, or has a part
// with them.
func (s subject) holds(r record.Record) bool {
	if slices.Contains(s.wholes[r.Kind.Name], r.ID) {
		return true
	}
	for at := range r.Kind.Fields {
		if f := &r.Kind.Fields[at]; f.Type == schema.Ref && slices.Contains(s.wholes[f.Of], r.Values[at].ID()) {
			return true
		}
	}
	return false
}

// wording is all that stands in the texts of a record, folded.
func wording(r record.Record) string {
	var b strings.Builder
	for _, at := range texts(r.Kind) {
		b.WriteString(fulltext.Fold(r.Values[at].Text()))
		b.WriteByte('\n')
	}
	return b.String()
}

func hasAll(text string, words []string) bool {
	return !slices.ContainsFunc(words, func(w string) bool { return !hasWord(text, w) })
}

// inflected is what the forms of a word have in common, and the endings that it
// may have: "bills" and "bill", "watered" and "water".
func inflected(word string) (root string, endings []string) {
	if base, ok := irregular()[word]; ok {
		return base, verbEndings
	}
	for _, f := range inflections {
		if root, ok := strings.CutSuffix(word, f.suffix); ok && len(root) >= f.least && !strings.HasSuffix(root, f.but) {
			return root, f.endings
		}
	}
	return word, plainEndings
}

var (
	plainEndings = []string{"", "s", "es", "x", "ed", "d", "ing"}
	verbEndings  = []string{"", "e", "s", "es", "ed", "ing"}

	frenchEndings = []string{"er", "é", "ée", "és", "ées", "e", "es", "ent", "ez"}
)

// inflections are what words end in, the longer before the shorter.
var inflections = []struct {
	suffix, but string // not behind these letters
	least       int    // bytes that stand before it
	endings     []string
}{
	{"ies", "-", 3, []string{"y", "ies", "ie"}},
	{"shes", "-", 2, []string{"sh", "shes"}},
	{"ches", "-", 2, []string{"ch", "ches"}},
	{"xes", "-", 2, []string{"x", "xes"}},
	{"sses", "-", 2, []string{"ss", "sses"}},
	{"ées", "-", 3, frenchEndings},
	{"és", "-", 3, frenchEndings},
	{"ée", "-", 3, frenchEndings},
	{"é", "-", 3, frenchEndings},
	{"ing", "-", 3, verbEndings},
	{"ied", "-", 2, []string{"y", "ied", "ies"}},
	{"ed", "e", 3, verbEndings},
	{"s", "s", 3, plainEndings},
	{"x", "-", 4, plainEndings},
	{"y", "-", 3, []string{"y", "ies", "ied"}},
}

// irregular are the past forms of verbs that people plan with, and the second halves of
// "stand-ups" and "check-ins", which are too short to have a plural otherwise.
var irregular = sync.OnceValue(func() map[string]string {
	return map[string]string{
		"ups": "up", "ins": "in", "offs": "off", "ons": "on", "outs": "out",
		"paid": "pay", "bought": "buy", "sent": "send", "wrote": "write", "written": "write", "made": "make", "took": "take", "taken": "take", "went": "go",
		"saw": "see", "seen": "see", "told": "tell", "met": "meet", "got": "get", "gave": "give", "given": "give", "built": "build", "brought": "bring",
		"spoke": "speak", "spoken": "speak", "chose": "choose", "chosen": "choose", "sold": "sell", "fed": "feed", "held": "hold", "swept": "sweep", "found": "find",
	}
})

// hasWord reports whether a word stands in a text with no letter beside it, in
// the singular or the plural.
func hasWord(text, word string) bool {
	root, endings := inflected(word)
	for from := 0; ; {
		n := strings.Index(text[from:], root)
		if n < 0 {
			return false
		}
		start, end := from+n, from+n+len(root)
		if !endsInLetter(text[:start]) {
			for _, ending := range endings {
				if ending == "d" && !strings.HasSuffix(root, "e") {
					continue // "lead" is no form of "Lea"
				}
				if rest, ok := strings.CutPrefix(text[end:], ending); ok && (!beginsWithLetter(rest) || numbered(text[:end], rest)) {
					return true
				}
			}
		}
		from = start + 1
		for from < len(text) && text[from]&0xc0 == 0x80 {
			from++
		}
	}
}

// numbered reports whether a number stands right behind a word: "chapter2".
func numbered(word, rest string) bool {
	last := word[len(word)-1]
	return rest[0] >= '0' && rest[0] <= '9' && (last < '0' || last > '9')
}

func beginsWithLetter(s string) bool {
	for _, r := range s {
		return unicode.IsLetter(r) || unicode.IsDigit(r)
	}
	return false
}

func endsInLetter(s string) bool {
	r, _ := utf8.DecodeLastRuneInString(s)
	return s != "" && (unicode.IsLetter(r) || unicode.IsDigit(r))
}

// accented reports whether what the question is about may be written with accents
// that were left out, or has some that were not.
func (a *answerer) accented() bool {
	if len(a.subjects) == 0 {
		return false
	}
	return a.q.Language == question.French || slices.ContainsFunc(a.subjects, func(s subject) bool {
		return slices.ContainsFunc(s.words, func(w string) bool { return unaccented(w) != w })
	})
}

func unaccentedAll(words []string) []string {
	plain := slices.Clone(words)
	for i := range plain {
		plain[i] = unaccented(plain[i])
	}
	return plain
}

func unaccented(s string) string {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return strings.Map(func(r rune) rune {
				if unicode.Is(unicode.Mn, r) {
					return -1
				}
				return r
			}, norm.NFD.String(s))
		}
	}
	return s
}
