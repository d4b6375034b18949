// Package phrases reads people's own phrases and words, which are files in the directory
// "phrases" beside the configuration file. What a person writes there is read before the
// forms of the program.
//
// A file NAME.phrases has a phrase on each line, then "=", and then what it means, which may
// be anything that the program understands. Parts in braces stand for any words.
// An example after "--" has to be read by its phrase.
//
//	ticket {title} for {person} = add task {title} tagged ticket, note: for {person}   -- ticket fix the door for Ann
//	standup [notes]             = what did I complete yesterday, and what is on today
//
// A file NAME.words has words of a class on each line, as the lexicon of a language has them:
// class, value, and forms that are separated by "|".
//
//	verb move   nudge | kick back
package phrases

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"testing/fstest"

	"assister/internal/language"
)

// Phrase is a phrase of a person's own.
type Phrase struct {
	File     string
	Line     int
	Said     string // the pattern
	Meant    string // the text that it stands for, with its parts in braces
	Examples []string
	parts    []string // the names of the parts, in the order of the pattern
}

// Problem is something wrong in a file, at a line and a column, which count from 1.
type Problem struct {
	File         string
	Line, Column int
	Text         string
}

func (p Problem) String() string {
	return fmt.Sprintf("%s:%d:%d: %s", p.File, p.Line, p.Column, p.Text)
}

// Set is the phrases and words of a person. The nil Set has none.
type Set struct {
	Phrases []Phrase
	Words   int // how many forms of words there are
	grammar *language.Grammar
	words   map[string][]form // by the first word
}

// form is a form of a word.
type form struct {
	tokens []string
	name   language.Name
}

// Load reads all files of a directory, in the order of their names. A file with a problem
// is left out from that line on; the rest is read.
func Load(dir fs.FS) (*Set, []Problem, error) {
	s := &Set{words: map[string][]form{}}
	var problems []Problem
	for _, kind := range []struct {
		ending string
		read   func(line string) (column int, err error)
	}{{".phrases", s.readPhrase}, {".words", s.readWords}} {
		files, err := fs.Glob(dir, "*"+kind.ending)
		if err != nil {
			return nil, nil, fmt.Errorf("find the files with phrases: %w", err)
		}
		for _, file := range files {
			text, err := fs.ReadFile(dir, file)
			if err != nil {
				return nil, nil, fmt.Errorf("read phrases: %w", err)
			}
			for number, line := range strings.Split(string(text), "\n") {
				if line, _, _ = strings.Cut(line, "  # "); strings.TrimSpace(line) == "" || strings.HasPrefix(line, "#") {
					continue
				}
				known := len(s.Phrases)
				if column, err := kind.read(line); err != nil {
					problems = append(problems, Problem{file, number + 1, column, err.Error()})
				}
				for i := range s.Phrases[known:] {
					s.Phrases[known+i].File, s.Phrases[known+i].Line = file, number+1
				}
			}
		}
	}
	if err := s.compile(); err != nil {
		return nil, nil, err
	}
	return s, problems, nil
}

// readPhrase reads "said = meant -- example; example".
func (s *Set) readPhrase(line string) (column int, err error) {
	said, meant, ok := strings.Cut(line, "=")
	if !ok {
		return 1, errors.New(`a phrase is followed by "=" and what it means`)
	}
	at := len(said) + 2
	meant, examples, _ := strings.Cut(meant, " -- ")
	p := Phrase{Said: strings.TrimSpace(said), Meant: strings.TrimSpace(meant)}
	if at := strings.IndexByte(said, '"'); at >= 0 {
		return at + 1, errors.New("a phrase has no quotation marks")
	}
	if p.Said == "" || p.Meant == "" {
		return at, errors.New(`a phrase and its meaning have words on both sides of "="`)
	}
	for e := range strings.SplitSeq(examples, ";") {
		if e = strings.TrimSpace(e); e != "" {
			p.Examples = append(p.Examples, e)
		}
	}
	if p.parts, err = names(p.Said); err != nil {
		return 1, err
	}
	used, err := names(p.Meant)
	if err != nil {
		return at, err
	}
	for _, name := range used {
		if !slices.Contains(p.parts, name) {
			return at + strings.Index(meant, "{"+name+"}"), fmt.Errorf("the phrase has no part {%s}", name)
		}
	}
	// A pattern that does not compile alone is left out, so that the others can be used.
	if _, err := compile([]Phrase{p}); err != nil {
		return 1, err
	}
	s.Phrases = append(s.Phrases, p)
	return 0, nil
}

// readWords reads "class value form | form".
func (s *Set) readWords(line string) (column int, err error) {
	fields := strings.Fields(line)
	if len(fields) < 3 {
		return 1, errors.New("a line has a class, a value, and words")
	}
	name := language.Name{Class: fields[0], Sym: fields[1]}
	if n, err := strconv.Atoi(fields[1]); err == nil {
		name.Num, name.Sym = n, ""
	}
	for text := range strings.SplitSeq(strings.Join(fields[2:], " "), "|") {
		var words []string
		for _, t := range language.Tokens(text) {
			words = append(words, t.Word)
		}
		if len(words) == 0 {
			return len(line), errors.New("words are missing beside a |")
		}
		name.Size = len(words)
		s.words[words[0]] = append(s.words[words[0]], form{words, name})
		s.Words++
	}
	return 0, nil
}

// At are the words of a person's own that begin with a token. A Set is a language.Names.
func (s *Set) At(toks []language.Token, i int) (found []language.Name) {
	if s == nil {
		return nil
	}
	for _, f := range s.words[toks[i].Word] {
		same := len(toks) >= i+len(f.tokens)
		for k := 0; same && k < len(f.tokens); k++ {
			same = toks[i+k].Word == f.tokens[k]
		}
		if same {
			found = append(found, f.name)
		}
	}
	return found
}

// names are the names of the parts in braces.
func names(text string) (all []string, err error) {
	for {
		_, after, ok := strings.Cut(text, "{")
		if !ok {
			return all, nil
		}
		name, rest, ok := strings.Cut(after, "}")
		if !ok {
			return nil, errors.New("a { without its }")
		}
		if name == "" || strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789_") != "" {
			return nil, fmt.Errorf("{%s}: the name of a part has letters from a to z and digits", name)
		}
		if slices.Contains(all, name) {
			return nil, fmt.Errorf("{%s} is there twice", name)
		}
		all, text = append(all, name), rest
	}
}

func (s *Set) compile() (err error) {
	if len(s.Phrases) > 0 {
		s.grammar, err = compile(s.Phrases)
	}
	return err
}

// compile makes a grammar with a form for each phrase, whose meaning is the number of the
// phrase with its parts.
func compile(all []Phrase) (*language.Grammar, error) {
	var forms strings.Builder
	forms.WriteString("phrase\n")
	for i, p := range all {
		fmt.Fprintf(&forms, "    %s => phrase(%d", pattern(p.Said), i)
		for _, name := range p.parts {
			forms.WriteString(", " + name)
		}
		forms.WriteString(")\n")
	}
	g, err := language.Compile("phrases", language.Options{Roots: []language.Root{{Rule: "phrase"}}},
		fstest.MapFS{"own.forms": {Data: []byte(forms.String())}})
	var at *language.Error
	if errors.As(err, &at) {
		return nil, at.Err
	}
	return g, err
}

// pattern is the pattern of a form: the words of a phrase are literals.
func pattern(said string) string {
	var out []string
	word := func(s string) {
		if s = strings.TrimSpace(s); s != "" {
			out = append(out, `"`+s+`"`)
		}
	}
	rest := said
	for rest != "" {
		at := strings.IndexAny(rest, "{}[]()|")
		if at < 0 {
			word(rest)
			break
		}
		word(rest[:at])
		end := at + 1
		if rest[at] == '{' {
			end = at + strings.IndexByte(rest[at:], '}') + 1
		}
		out = append(out, rest[at:end])
		rest = rest[end:]
	}
	return strings.Join(out, " ")
}

// Expansion is the meaning of a text that is a phrase of a person's own.
type Expansion struct {
	Phrase *Phrase
	Text   string // what it means
}

// Expand finds the phrase that a text is, and what it means.
func (s *Set) Expand(text string) (Expansion, bool) {
	if s == nil || s.grammar == nil {
		return Expansion{}, false
	}
	toks := language.Tokens(text)
	for len(toks) > 1 && strings.Contains(".!?", toks[len(toks)-1].Word) {
		toks = toks[:len(toks)-1]
	}
	if !language.Readable(toks) {
		return Expansion{}, false
	}
	all := s.grammar.Whole("phrase", toks, nil)
	if len(all) == 0 {
		return Expansion{}, false
	}
	n := all[0].Node
	p := &s.Phrases[n.Arg(0).Num]
	var pairs []string
	for i, name := range p.parts {
		pairs = append(pairs, "{"+name+"}", n.Arg(i+1).Words(text, toks))
	}
	return Expansion{p, strings.Join(strings.Fields(strings.NewReplacer(pairs...).Replace(p.Meant)), " ")}, true
}

// Check reports the phrases whose meaning is not understood, as understood tells of a text,
// and the examples that another phrase reads, or none.
func (s *Set) Check(understood func(text string) bool) (problems []Problem) {
	for i := range s.Phrases {
		p := &s.Phrases[i]
		switch {
		case len(p.Examples) > 0:
		case len(p.parts) > 0:
			problems = append(problems, p.problem("a phrase with parts has an example: -- some words as they are said"))
		case !understood(p.Meant):
			problems = append(problems, p.problem(fmt.Sprintf("what it means is not understood: %q", p.Meant)))
		}
		for _, e := range p.Examples {
			switch x, ok := s.Expand(e); {
			case !ok || x.Phrase != p:
				problems = append(problems, p.problem(fmt.Sprintf("the example %q is not read by this phrase", e)))
			case !understood(x.Text):
				problems = append(problems, p.problem(fmt.Sprintf("the example means %q, which is not understood", x.Text)))
			}
		}
	}
	return problems
}

func (p *Phrase) problem(text string) Problem { return Problem{p.File, p.Line, 1, text} }
