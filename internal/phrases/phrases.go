// Package phrases reads people's own phrases and words, which are files in the directory
// "phrases" beside the configuration file. What a person writes there is read before the
// forms of the program.
//
// A file NAME.phrases has a phrase on each line, then "=", and then what it means, which may
// be anything that the program understands. Parts in braces stand for any words.
// An example after "--" has to be read by its phrase.
//
//	ticket {title} for {person} = add task "{title}" with the note for {person}   -- ticket fix the door for Ann
//	standup [notes]             = what did I complete yesterday, and what is on today
//
// A file NAME.words has words on each line, separated by "|", then "=", and a word or words of
// the languages that they mean the same as.
//
//	nudge | kick back = move
package phrases

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"

	"assister/internal/language"
)

// Place is a line of a file, which counts from 1.
type Place struct {
	File string
	Line int
}

// Where is the place as FILE:LINE.
func (p Place) Where() string { return fmt.Sprintf("%s:%d", p.File, p.Line) }

// Phrase is a phrase of a person's own.
type Phrase struct {
	Place
	Said     string // the pattern
	Meant    string // the text that it stands for, with its parts in braces
	Examples []string
	parts    []string // the names of the parts, in the order of the pattern
}

// Problem is something wrong in a line, at a column, which counts from 1.
type Problem struct {
	Place
	Column int
	Text   string
}

// Where is the place of the problem, as FILE:LINE:COLUMN.
func (p Problem) Where() string { return fmt.Sprintf("%s:%d", p.Place.Where(), p.Column) }

func (p Problem) String() string { return p.Where() + ": " + p.Text }

// Compare orders problems by their places.
func (p Problem) Compare(q Problem) int {
	return cmp.Or(strings.Compare(p.File, q.File), p.Line-q.Line, p.Column-q.Column)
}

// Word is a word of a person's own, or several that are one.
type Word struct {
	Place
	Said string
	Like string // what it means the same as
	said []language.Token
	like []language.Token
}

// Set is the phrases and words of a person. The nil Set has none.
type Set struct {
	Phrases []Phrase
	Words   []Word
	grammar *language.Grammar
}

// Load reads all files of a directory, in the order of their names; none if there is no such
// directory. A line with a problem is left out.
func Load(dir fs.FS) (*Set, []Problem, error) {
	s := &Set{}
	files, err := fs.ReadDir(dir, ".")
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, nil, fmt.Errorf("read phrases: %w", err)
	}
	readers := map[string]func(Place, string) (column int, err error){".phrases": s.readPhrase, ".words": s.readWords}
	var problems []Problem
	for _, f := range files {
		readLine := readers[path.Ext(f.Name())]
		if readLine == nil {
			continue
		}
		text, err := fs.ReadFile(dir, f.Name())
		if err != nil {
			return nil, nil, fmt.Errorf("read phrases: %w", err)
		}
		for i, line := range strings.Split(string(text), "\n") {
			line, _, _ = strings.Cut(line, "  # ")
			if strings.TrimSpace(line) == "" || strings.HasPrefix(line, "#") {
				continue
			}
			at := Place{f.Name(), i + 1}
			if column, err := readLine(at, line); err != nil {
				problems = append(problems, Problem{at, column, err.Error()})
			}
		}
	}
	wrong, err := s.compile()
	return s, append(problems, wrong...), err
}

// readPhrase reads "said = meant -- example; example".
func (s *Set) readPhrase(where Place, line string) (column int, err error) {
	said, meant, ok := strings.Cut(line, "=")
	if !ok {
		return 1, errors.New(`a phrase is followed by "=" and what it means`)
	}
	at := len(said) + 2
	meant, examples, _ := strings.Cut(meant, " -- ")
	p := Phrase{Place: where, Said: strings.TrimSpace(said), Meant: strings.TrimSpace(meant)}
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
	s.Phrases = append(s.Phrases, p)
	return 0, nil
}

// readWords reads "word | word = known word".
func (s *Set) readWords(where Place, line string) (column int, err error) {
	said, like, ok := strings.Cut(line, "=")
	known := language.Tokens(like)
	if !ok || len(known) == 0 {
		return 1, errors.New(`words are followed by "=" and a word that is known`)
	}
	var all []Word
	for text := range strings.SplitSeq(said, "|") {
		w := Word{where, strings.TrimSpace(text), strings.TrimSpace(like), language.Tokens(text), known}
		if len(w.said) == 0 {
			return len(said) + 1, errors.New(`words are missing before "|" or "="`)
		}
		all = append(all, w)
	}
	s.Words = append(s.Words, all...)
	return 0, nil
}

// In are the words in a text that have a meaning in a language.
func (s *Set) In(g *language.Grammar, toks []language.Token) language.Names {
	found := language.Names{}
	if s == nil {
		return found
	}
	for _, w := range s.Words {
		var names []language.Name
		for _, n := range g.Entries(w.like) {
			n.Size = len(w.said)
			names = append(names, n)
		}
		for i := range len(toks) - len(w.said) + 1 {
			if slices.EqualFunc(w.said, toks[i:i+len(w.said)], sameWord) {
				found[i] = append(found[i], names...)
			}
		}
	}
	return found
}

func sameWord(a, b language.Token) bool { return a.Word == b.Word }

// names are the names of the parts in braces.
func names(text string) (all []string, err error) {
	for _, part := range strings.Split(text, "{")[1:] {
		name, _, ok := strings.Cut(part, "}")
		switch {
		case !ok:
			return nil, errors.New("a { without its }")
		case name == "" || strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789_") != "":
			return nil, fmt.Errorf("{%s}: the name of a part has letters from a to z and digits", name)
		case slices.Contains(all, name):
			return nil, fmt.Errorf("{%s} is there twice", name)
		}
		all = append(all, name)
	}
	return all, nil
}

// compile makes a grammar with a form for each phrase, whose meaning is the number of the
// phrase with its parts. A phrase with a wrong pattern is left out.
func (s *Set) compile() (wrong []Problem, err error) {
	for len(s.Phrases) > 0 {
		var forms strings.Builder
		forms.WriteString(root + "\n")
		for i, p := range s.Phrases {
			fmt.Fprintf(&forms, "    %s => phrase(%s)\n", pattern(p.Said),
				strings.Join(append([]string{strconv.Itoa(i)}, p.parts...), ", "))
		}
		s.grammar, err = language.CompileForms("phrases", language.Options{Roots: []string{root}},
			forms.String())
		var at *language.Error
		if !errors.As(err, &at) {
			return wrong, err
		}
		i := at.Line - 2 // the first line is the name of the rule
		wrong = append(wrong, s.Phrases[i].problem(at.Err.Error()))
		s.Phrases = slices.Delete(s.Phrases, i, i+1)
	}
	return wrong, nil
}

// root is the rule with the phrases.
const root = "phrase"

// spaced sets the parts and signs of a pattern apart from the words beside them.
var spaced = strings.NewReplacer(
	"{", " {", "}", "} ", "[", " [ ", "]", " ] ", "(", " ( ", ")", " ) ", "|", " | ",
)

// pattern is the pattern of a form: the words of a phrase are literals.
func pattern(said string) string {
	words := strings.Fields(spaced.Replace(said))
	for i, w := range words {
		if !strings.Contains("{[]()|", w[:1]) {
			words[i] = `"` + w + `"`
		}
	}
	return strings.Join(words, " ")
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
	all := s.grammar.Whole(root, toks, nil)
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

// Reader is what Check asks of the languages.
type Reader interface {
	Understood(text string) bool       // that all of it is read
	Known(words []language.Token) bool // in any language
}

// Check reports the phrases whose meaning is not understood, the examples that another phrase
// reads, or none, and the words that stand for none that is known.
func (s *Set) Check(r Reader) (problems []Problem) {
	for i := range s.Words {
		if w := &s.Words[i]; !r.Known(w.like) {
			problems = append(problems, Problem{w.Place, 1, fmt.Sprintf("no language has the word %q", w.Like)})
		}
	}
	for i := range s.Phrases {
		p := &s.Phrases[i]
		switch {
		case len(p.Examples) > 0:
		case len(p.parts) > 0:
			problems = append(problems, p.problem("a phrase with parts has an example: -- some words as they are said"))
		case !r.Understood(p.Meant):
			problems = append(problems, p.problem(fmt.Sprintf("what it means is not understood: %q", p.Meant)))
		}
		for _, e := range p.Examples {
			switch x, ok := s.Expand(e); {
			case !ok || x.Phrase != p:
				problems = append(problems, p.problem(fmt.Sprintf("the example %q is not read by this phrase", e)))
			case !r.Understood(x.Text):
				problems = append(problems, p.problem(fmt.Sprintf("the example means %q, which is not understood", x.Text)))
			}
		}
	}
	return problems
}

func (p *Phrase) problem(text string) Problem { return Problem{p.Place, 1, text} }
