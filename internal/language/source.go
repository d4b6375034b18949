package language

import (
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strconv"
	"strings"

	"assister/internal/fulltext"
)

// Compile compiles the files of a language: every *.lexicon and *.forms of the directories,
// in that order.
func Compile(name string, o Options, dirs ...fs.FS) (*Grammar, error) {
	s, err := readSource(name, dirs...)
	if err != nil {
		return nil, err
	}
	return s.grammar(o)
}

// CompileForms compiles forms without a lexicon, in the text of a file. An error in them is
// an *Error.
func CompileForms(name string, o Options, forms string) (*Grammar, error) {
	s := newSource(name)
	if err := s.readForms(name, forms); err != nil {
		return nil, err
	}
	return s.grammar(o)
}

func (s *source) grammar(o Options) (*Grammar, error) {
	if err := s.compile(o); err != nil {
		return nil, err
	}
	return fromTable(s.table(o.Roots), o.Checks), nil
}

// source is a language as it is read from its files, before it is a table.
type source struct {
	name    string
	lex     lexiconBuilder
	classes map[string]class
	names   []string // of classes
	rules   []sourceRule
	byName  map[string]int
	forms   []*sourceForm
	sets    []classes
	numbers map[classes]int // of the sets
	lists   map[string]int  // the rules of repetitions, by what they repeat
}

// sourceRule is a rule with what follows from its forms.
type sourceRule struct {
	name     string
	forms    []int
	first    classes
	nullable bool
	need     classes // of each of its readings: see computeNeeds
	repeats  int     // the rule that it repeats; -1 for none
	least    int
}

// sourceForm is a form with what its line says, and what follows from that.
type sourceForm struct {
	form
	captures []string
	tree     part
	examples []string
	first    classes
	nullable bool
	needs    []classes
}

func newSource(name string) *source {
	s := &source{name: name, lex: newLexicon(), classes: map[string]class{}, byName: map[string]int{}}
	s.numbers, s.lists = map[classes]int{}, map[string]int{}
	for c, n := range builtinNames {
		s.classes[n] = class(c)
		s.names = append(s.names, n)
	}
	return s
}

// readSource reads every *.lexicon and *.forms of the directories, in that order.
func readSource(name string, dirs ...fs.FS) (*source, error) {
	s := newSource(name)
	for _, pass := range []struct {
		ending string
		read   func(file, text string) error
	}{{".lexicon", s.readInflections}, {".lexicon", s.readLexicon}, {".forms", s.readForms}} {
		for _, dir := range dirs {
			files, err := fs.Glob(dir, "*"+pass.ending)
			if err != nil {
				return nil, err
			}
			for _, file := range files {
				text, err := fs.ReadFile(dir, file)
				if err != nil {
					return nil, err
				}
				if err := pass.read(file, string(text)); err != nil {
					return nil, err
				}
			}
		}
	}
	return s, nil
}

// class is the class of that name, which is made if there is none.
func (s *source) class(name string) class {
	if c, ok := s.classes[name]; ok {
		return c
	}
	c := class(len(s.names))
	s.classes[name] = c
	s.names = append(s.names, name)
	return c
}

// eachLine calls read with the number and the text of each line of a file that is more than a comment.
func eachLine(file, text string, read func(number int, line string) error) error {
	for i, line := range strings.Split(text, "\n") {
		line, _, _ = strings.Cut(line, "  # ")
		line = strings.TrimRight(line, " \t\r")
		if line == "" || strings.HasPrefix(strings.TrimSpace(line), "#") {
			continue
		}
		if err := read(i+1, line); err != nil {
			return &Error{file, i + 1, err}
		}
	}
	return nil
}

// declaring are what lines begin with that say something of the entries of all files.
var declaring = []string{"inflect", "lead", "joined", "short"}

// readInflections reads what a file says of the entries of all files.
func (s *source) readInflections(file, text string) error {
	return eachLine(file, text, func(_ int, line string) error {
		fields := strings.Fields(line)
		if !slices.Contains(declaring, fields[0]) {
			return nil
		}
		if len(fields) < 3 {
			return fmt.Errorf("%s has a name and forms", fields[0])
		}
		switch name, forms := fields[1], fields[2:]; fields[0] {
		case "joined":
			for _, word := range fields[1:] {
				s.lex.joined[word] = true
			}
		case "short":
			s.lex.short[fulltext.Plain(name)] = forms
		case "lead":
			s.lex.lead[name] = strings.Split(strings.Join(forms, " "), "|")
		default:
			s.lex.inflect[name] = forms
		}
		return nil
	})
}

// readLexicon reads the entries of a file.
func (s *source) readLexicon(file, text string) error {
	return eachLine(file, text, func(_ int, line string) error {
		fields := strings.Fields(line)
		if slices.Contains(declaring, fields[0]) {
			return nil
		}
		return s.readEntry(fields)
	})
}

// readEntry reads an entry, or a line about a class.
func (s *source) readEntry(fields []string) error {
	switch kind := slices.Index(costLines[:], fields[0]); {
	case fields[0] == "exact":
		for _, name := range fields[1:] {
			s.lex.exact[s.class(name)] = true
		}
		return nil
	case len(fields) < 3:
		return fmt.Errorf("an entry has a class, a value and forms")
	case fields[0] == "tail": // tail FROM TO ENDING...
		from, to := s.class(fields[1]), s.class(fields[2])
		for _, letters := range fields[3:] {
			s.lex.tails = append(s.lex.tails, tail{fulltext.Plain(letters), from, to})
		}
		return nil
	case kind >= 0:
		cost, err := strconv.Atoi(fields[2])
		s.lex.costs[kind][s.class(fields[1])] = cost
		return err
	}
	e, forms, err := s.entry(fields)
	if err != nil {
		return err
	}
	for f := range strings.SplitSeq(forms, "|") {
		all, err := s.lex.inflected(strings.TrimSpace(f))
		if err != nil {
			return err
		}
		for _, one := range all {
			if err := s.lex.addForm(one, e); err != nil {
				return err
			}
		}
	}
	return nil
}

// entry is an entry with its forms, by the words of its line: class, value, forms and perhaps a cost.
func (s *source) entry(fields []string) (e entry, forms string, err error) {
	e.class = s.class(fields[0])
	switch n, err := strconv.Atoi(fields[1]); {
	case err != nil:
		e.sym = fields[1]
	case max(n, -n) > maxTexts:
		return e, "", fmt.Errorf("the value %d is over %d", n, maxTexts)
	default:
		e.num = n
	}
	if last := fields[len(fields)-1]; strings.HasPrefix(last, "~") {
		if e.cost, err = strconv.Atoi(last[1:]); err != nil {
			return e, "", fmt.Errorf("the cost %q is no number", last)
		}
		fields = fields[:len(fields)-1]
	}
	return e, strings.Join(fields[2:], " "), nil
}

// readForms reads the rules of a file.
func (s *source) readForms(file, text string) error {
	current, begun := -1, map[string]bool{}
	return eachLine(file, text, func(number int, line string) error {
		switch name := strings.TrimSuffix(strings.TrimSpace(line), ":"); {
		case (line[0] == ' ' || line[0] == '\t') && current < 0:
			return fmt.Errorf("a form before the first rule")
		case line[0] == ' ' || line[0] == '\t':
			return s.readForm(current, fmt.Sprintf("%s:%d", file, number), line)
		case begun[name]: // another file may add to a rule, as the feasts of a country do
			return fmt.Errorf("the rule %q begins twice in this file", name)
		default:
			current, begun[name] = s.rule(name), true
			return nil
		}
	})
}

// rule is the rule of that name, which is made if there is none.
func (s *source) rule(name string) int {
	if r, ok := s.byName[name]; ok {
		return r
	}
	s.byName[name] = len(s.rules)
	s.rules = append(s.rules, sourceRule{name: name, repeats: -1})
	return len(s.rules) - 1
}

// readForm reads "pattern => meaning ~cost -- example".
func (s *source) readForm(of int, where, line string) error {
	f := &sourceForm{form: form{rule: of, where: where, meaning: template{capture: -1}}}
	line, examples, _ := strings.Cut(line, " -- ")
	for e := range strings.SplitSeq(examples, ";") {
		if e = strings.TrimSpace(e); e != "" {
			f.examples = append(f.examples, e)
		}
	}
	pattern, meaning, found := strings.Cut(line, "=>")
	f.pattern, f.cost = cutCost(pattern)
	meaning, more := cutCost(meaning)
	f.cost += more
	tree, err := parseForm(f.pattern, nil, (*formReader).choice)
	if err != nil {
		return err
	}
	f.tree = tree
	nameCaptures(&f.tree, map[string]int{})
	f.captures = captureNames(&f.tree, nil)
	if len(f.captures) > maxCaptures {
		return fmt.Errorf("a pattern with more than %d parts", maxCaptures)
	}
	if !found {
		if len(f.captures) != 1 {
			return fmt.Errorf("a form of %d parts needs a meaning", len(f.captures))
		}
		meaning = f.captures[0]
	}
	if f.meaning, err = parseForm(meaning, f.captures, (*formReader).node); err != nil {
		return err
	}
	s.rules[of].forms = append(s.rules[of].forms, len(s.forms))
	s.forms = append(s.forms, f)
	return nil
}

// cutCost cuts the cost off the end of a pattern or a meaning.
func cutCost(text string) (rest string, cost int) {
	text = strings.TrimSpace(text)
	if at := strings.LastIndex(text, " ~"); at >= 0 {
		if n, err := strconv.Atoi(text[at+2:]); err == nil {
			return strings.TrimSpace(text[:at]), n
		}
	}
	return text, 0
}

// nameCaptures numbers the captures of the same name: day, day2. Alternatives share them.
func nameCaptures(p *part, seen map[string]int) {
	if p.look {
		p.capture = ""
		return
	}
	switch p.kind {
	case partSequence:
		for i := range p.parts {
			nameCaptures(&p.parts[i], seen)
		}
		return
	case partChoice:
		after := map[string]int{}
		for i := range p.parts {
			branch := maps.Clone(seen)
			nameCaptures(&p.parts[i], branch)
			for k, v := range branch {
				after[k] = max(after[k], v)
			}
		}
		maps.Copy(seen, after)
		return
	}
	if p.capture == "" {
		return
	}
	seen[p.capture]++
	if n := seen[p.capture]; n > 1 {
		p.capture += strconv.Itoa(n)
	}
}

// captureNames are the names of the captures in their order.
func captureNames(p *part, names []string) []string {
	switch p.kind {
	case partSequence, partChoice:
		for i := range p.parts {
			names = captureNames(&p.parts[i], names)
		}
		return names
	}
	if p.capture != "" && !slices.Contains(names, p.capture) {
		names = append(names, p.capture)
	}
	return names
}
