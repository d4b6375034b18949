package language

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"

	"assister/internal/fulltext"
)

// Grammar is a compiled language.
type Grammar struct {
	Name    string
	lex     lexicon
	build   lexiconBuilder
	classes map[string]class
	names   []string // of classes
	rules   []rule
	byName  map[string]int
	forms   []form
	sets    []classes // of instructions
	checks  map[string]Check
	slots   int      // free texts in the forms
	follows sync.Map // by followKey, see following
	reaches sync.Map // by the number of a rule, the classes that it reads

	// The rules and forms that a class begins, as sets of bits of one length for all classes,
	// and those that may read nothing, which begin anywhere.
	byClass  []uint64
	anywhere choices
	indexed  sync.Once
}

// Check decides whether a node can be, from its arguments, and what it costs besides. It
// is asked for each node of its name, before the reading is complete.
type Check func(n *Node) (cost int, ok bool)

// rule reads a part of a text in one of several ways.
type rule struct {
	name     string
	forms    []int
	first    classes
	nullable bool
	repeats  int // the rule that it repeats; -1 for none
	least    int
}

// form is a pattern with its meaning.
type form struct {
	rule     int
	prog     []instr
	start    int // the first instruction
	captures []string
	meaning  template
	cost     int
	first    classes
	nullable bool
	needs    []classes // of each, the text has a word; see computeNeeds
	where    string    // file and line
	pattern  string
	examples []string
	tree     part
}

// instr is an instruction of a pattern's program.
type instr struct {
	op      op
	class   class // the number of a set, if op is opClasses
	rule    int
	capture int // -1 for none
	values  []span
	glued   bool
	not     bool
	next    int
	alt     int // of opSplit; of opSlot its number
}

type op uint8

const (
	opAccept op = iota
	opClass
	opClasses // a word of any class of a set
	opRule
	opSlot
	opSplit
	opLook     // a class at this place, which is not read
	opLookRule // a rule at this place
	opBehind   // a class before the form
	opStart    // of the text
	opEnd      // of the text
)

// maxCaptures is how many parts a pattern may have.
const maxCaptures = 12

// Error is an error in a file of a language.
type Error struct {
	File string
	Line int
	Err  error
}

func (e *Error) Error() string { return fmt.Sprintf("%s:%d: %v", e.File, e.Line, e.Err) }

func (e *Error) Unwrap() error { return e.Err }

// Options are what the user of a grammar says about its meanings.
type Options struct {
	Names  map[string]int   // the names of the nodes in meanings with their largest number of arguments; nil allows all
	Checks map[string]Check // by the name of a node
}

// Compile compiles the files of a language: every *.lexicon and *.forms of the directories,
// in that order.
func Compile(name string, o Options, dirs ...fs.FS) (*Grammar, error) {
	g := &Grammar{Name: name, build: newLexicon(), classes: map[string]class{}, byName: map[string]int{}, checks: o.Checks}
	for c, n := range builtinNames {
		g.classes[n] = class(c)
		g.names = append(g.names, n)
	}
	for _, pass := range []struct {
		ending string
		read   func(file, text string) error
	}{{".lexicon", g.readInflections}, {".lexicon", g.readLexicon}, {".forms", g.readForms}} {
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
				if err := pass.read(path.Join(name, file), string(text)); err != nil {
					return nil, err
				}
			}
		}
	}
	if err := g.compile(o); err != nil {
		return nil, err
	}
	return g, nil
}

// class is the class of that name, which is made if there is none.
func (g *Grammar) class(name string) (class, error) {
	if c, ok := g.classes[name]; ok {
		return c, nil
	}
	if len(g.names) == maxClasses {
		return 0, fmt.Errorf("more than %d classes", maxClasses)
	}
	c := class(len(g.names))
	g.classes[name] = c
	g.names = append(g.names, name)
	return c, nil
}

// withoutComment is a line without its comment and the space around it.
func withoutComment(line string) string {
	if strings.HasPrefix(strings.TrimSpace(line), "#") {
		return ""
	}
	if at := strings.Index(line, "  # "); at >= 0 {
		line = line[:at]
	}
	return strings.TrimRight(line, " \t\r")
}

// readInflections reads the inflections of a file, which entries of all files may name.
func (g *Grammar) readInflections(file, text string) error {
	for number, line := range strings.Split(text, "\n") {
		fields := strings.Fields(withoutComment(line))
		if len(fields) == 0 || fields[0] != "inflect" {
			continue
		}
		if len(fields) < 3 {
			return &Error{file, number + 1, errors.New("an inflection has a name and endings")}
		}
		endings := slices.Clone(fields[2:])
		for i, e := range endings {
			if e == "-" {
				endings[i] = ""
			}
		}
		g.build.inflect[fields[1]] = endings
	}
	return nil
}

// readLexicon reads the entries of a file.
func (g *Grammar) readLexicon(file, text string) error {
	for number, line := range strings.Split(text, "\n") {
		fields := strings.Fields(withoutComment(line))
		if len(fields) == 0 {
			continue
		}
		if err := g.readEntry(fields); err != nil {
			return &Error{file, number + 1, err}
		}
	}
	return nil
}

func (g *Grammar) readEntry(fields []string) error {
	switch {
	case fields[0] == "inflect":
		return nil
	case fields[0] == "exact":
		for _, name := range fields[1:] {
			c, err := g.class(name)
			if err != nil {
				return err
			}
			g.build.exact[c] = true
		}
		return nil
	case len(fields) < 3:
		return fmt.Errorf("an entry has a class, a value and forms")
	case fields[0] == "tail":
		return g.readTail(fields)
	}
	if costs := g.build.costs(fields[0]); costs != nil {
		c, err := g.class(fields[1])
		if err != nil {
			return err
		}
		costs[c], err = strconv.Atoi(fields[2])
		return err
	}
	c, err := g.class(fields[0])
	if err != nil {
		return err
	}
	e := entry{class: c}
	if n, err := strconv.Atoi(fields[1]); err == nil {
		e.num = n
	} else {
		e.sym = fields[1]
	}
	if last := fields[len(fields)-1]; strings.HasPrefix(last, "~") {
		if e.cost, err = strconv.Atoi(last[1:]); err != nil {
			return fmt.Errorf("the cost %q is no number", last)
		}
		fields = fields[:len(fields)-1]
	}
	var forms []string
	for f := range strings.SplitSeq(strings.Join(fields[2:], " "), "|") {
		all, err := g.build.inflected(strings.TrimSpace(f))
		if err != nil {
			return err
		}
		forms = append(forms, all...)
	}
	for _, f := range forms {
		if letters, ok := strings.CutPrefix(strings.TrimSpace(f), "*"); ok {
			g.build.endings = append(g.build.endings, ending{fulltext.Plain(letters), e})
			continue
		}
		form := Tokens(f)
		if len(form) == 0 {
			return fmt.Errorf("a form is empty")
		}
		g.build.add(form, e)
	}
	return nil
}

// readTail reads a line "tail FROM TO ENDING...".
func (g *Grammar) readTail(fields []string) error {
	from, err := g.class(fields[1])
	if err != nil {
		return err
	}
	to, err := g.class(fields[2])
	if err != nil {
		return err
	}
	for _, letters := range fields[3:] {
		g.build.tails = append(g.build.tails, tail{fulltext.Plain(letters), from, to})
	}
	return nil
}

// readForms reads the rules of a file.
func (g *Grammar) readForms(file, text string) error {
	current := -1
	for number, line := range strings.Split(text, "\n") {
		line = withoutComment(line)
		if strings.TrimSpace(line) == "" {
			continue
		}
		var err error
		if line[0] != ' ' && line[0] != '\t' {
			current = g.rule(strings.TrimSuffix(strings.TrimSpace(line), ":"))
		} else if current < 0 {
			err = fmt.Errorf("a form before the first rule")
		} else {
			err = g.readForm(current, fmt.Sprintf("%s:%d", file, number+1), line)
		}
		if err != nil {
			return &Error{file, number + 1, err}
		}
	}
	return nil
}

// rule is the rule of that name, which is made if there is none.
func (g *Grammar) rule(name string) int {
	if r, ok := g.byName[name]; ok {
		return r
	}
	g.byName[name] = len(g.rules)
	g.rules = append(g.rules, rule{name: name, repeats: -1})
	return len(g.rules) - 1
}

// readForm reads "pattern => meaning ~cost -- example".
func (g *Grammar) readForm(of int, where, line string) error {
	f := form{rule: of, where: where, meaning: template{capture: -1}}
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
	tree, err := parsePattern(f.pattern)
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
	if f.meaning, err = parseTemplate(meaning, f.captures); err != nil {
		return err
	}
	g.rules[of].forms = append(g.rules[of].forms, len(g.forms))
	g.forms = append(g.forms, f)
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
			branch := map[string]int{}
			for k, v := range seen {
				branch[k] = v
			}
			nameCaptures(&p.parts[i], branch)
			for k, v := range branch {
				after[k] = max(after[k], v)
			}
		}
		for k, v := range after {
			seen[k] = v
		}
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
