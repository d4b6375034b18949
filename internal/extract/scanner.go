package extract

import (
	"strings"

	"assister/internal/ijson"
)

// tag is a tag that models write around parts of a reply.
type tag uint8

const (
	noTag tag = iota
	thinkBegin
	thinkEnd
	responseBegin
	responseEnd
	callTag // around one tool call; it means no more than a line break
)

// tagAt returns the tag that begins at i and where it ends.
func tagAt(s string, i int) (tag, int) {
	for _, t := range [...]struct {
		text string
		tag  tag
	}{
		{"<think>", thinkBegin}, {"</think>", thinkEnd}, {"<thinking>", thinkBegin}, {"</thinking>", thinkEnd},
		{"<response>", responseBegin}, {"</response>", responseEnd}, {"<tool_call>", callTag}, {"</tool_call>", callTag},
	} {
		if end := i + len(t.text); end <= len(s) && strings.EqualFold(s[i:end], t.text) {
			return t.tag, end
		}
	}
	return noTag, i
}

// candidate is one value of a reply.
type candidate struct {
	value      ijson.Value
	open       int          // how many containers were open where the reply ended
	cut        bool         // the reply ends inside
	unsure     bool         // another repair would have given another value
	maybeProse bool         // words between brackets, which may be prose
	repairs    repairCounts // inside the value
	fenced     bool
	footnote   bool // a list of plain values in the middle of prose, such as a footnote
	separate   bool // preceded by something other than white space, commas and bullets
	afterComma bool // preceded by a comma and nothing else
}

// scanned is a model's reply, split into its parts.
type scanned struct {
	candidates []candidate
	thinking   string
	prose      string
	repairs    repairCounts // outside of the values
	deep       bool         // nested too deep
	full       bool         // it has more than maxFound values
	steps      int
}

// maxFound is how many values of a reply are parsed.
const maxFound = 1000

// scanner goes through a reply once and parses every value in it.
type scanner struct {
	looseParser
	reply           scanned
	thoughts, prose strings.Builder
	proseStart      int  // where prose begins that has not been kept yet
	responded       bool // inside <response>
	atStart         bool // nothing but white space since the beginning, a fence or a tag
	gap             gap
	fenced          bool // inside a code fence
}

// gap is the text between two values.
type gap struct{ words, comma bool }

// scan splits a reply into values, thoughts and prose.
func scan(text string, cautious bool) scanned {
	s := &scanner{atStart: true, gap: gap{words: true}}
	s.looseParser = looseParser{lookahead: lookahead{text: text, end: len(text)}, strictEnd: cautious}
	i := s.begunThinking()
	s.proseStart = i
	for i < len(s.text) && !s.deep && len(s.reply.candidates) < maxFound {
		next := s.next(i)
		if next <= i {
			panic("extract: the scanner stands still")
		}
		i = next
	}
	s.reply.full = i < len(s.text) && !s.deep
	s.keepProse(len(s.text))
	s.reply.steps = s.steps + len(text)
	s.reply.deep = s.deep
	s.reply.thinking, s.reply.prose = trim(s.thoughts.String()), trim(s.prose.String())
	if s.reply.repairs[escapedWhole] > 0 {
		s.reply.prose = trim(strings.Trim(s.reply.prose, `"`))
	}
	return s.reply
}

// begunThinking skips thoughts whose opening tag was part of the prompt, so that the
// reply begins with prose and then </think>.
func (s *scanner) begunThinking() int {
	i := skipBlank(s.text, 0, len(s.text))
	if i >= len(s.text) || strings.HasPrefix(s.text[i:], "```") {
		return 0
	}
	if c := s.text[i]; c == '"' || opensContainer(c) {
		return 0
	}
	for ; i < len(s.text); i++ {
		if s.text[i] != '<' {
			continue
		}
		switch t, end := tagAt(s.text, i); t {
		case thinkEnd:
			s.addThinking(s.text[:i])
			return end
		case thinkBegin, responseBegin, callTag:
			return 0
		}
	}
	return 0
}

func (s *scanner) addThinking(text string) {
	if s.thoughts.Len() > 0 {
		s.thoughts.WriteByte('\n')
	}
	s.thoughts.WriteString(trim(text))
}

// keepProse adds the text up to i to the prose.
func (s *scanner) keepProse(i int) {
	if i > s.proseStart {
		s.prose.WriteString(s.text[s.proseStart:i])
	}
	s.proseStart = max(s.proseStart, i)
}

// skipTo leaves the text up to i out of the prose.
func (s *scanner) skipTo(i int) int {
	s.proseStart = i
	return i
}

// next consumes what begins at i and returns where it ends.
func (s *scanner) next(i int) int {
	switch c := s.text[i]; c {
	case '{', '[', '(':
		return s.valueAt(i)
	case '<':
		return s.tag(i)
	case '`':
		if strings.HasPrefix(s.text[i:], "```") {
			return s.skipFence(i)
		}
		s.gap.words, s.atStart = true, false
	case ',', ';':
		s.gap.comma = true
	case '}', ']':
		if len(s.reply.candidates) > 0 && !s.gap.words {
			s.keepProse(i)
			s.reply.repairs[extraBracket]++
			return s.skipTo(i + 1)
		}
		s.gap.words, s.atStart = true, false
	case ' ', '\n', '\r', '\t', '-', '*', '.', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', ')':
		s.atStart = s.atStart && c <= ' '
	default:
		if end := skipBlank(s.text, i, len(s.text)); end > i {
			return end
		}
		if s.atStart || len(s.reply.candidates) > 0 && !s.gap.words {
			if end, ok := s.addCall(i); ok {
				return end
			}
		}
		s.gap.words, s.atStart = true, false
	}
	return i + 1
}

func (s *scanner) tag(i int) int {
	t, end := tagAt(s.text, i)
	switch t {
	case noTag:
		s.gap.words, s.atStart = true, false
		return i + 1
	case thinkBegin:
		s.keepProse(i)
		from := end
		for end = from; end < len(s.text); end++ {
			if s.text[end] != '<' {
				continue
			}
			if t, after := tagAt(s.text, end); t == thinkEnd {
				s.addThinking(s.text[from:end])
				s.atStart, s.gap.words = true, true
				return s.skipTo(after)
			}
		}
		s.addThinking(s.text[from:])
		return s.skipTo(end)
	case responseBegin:
		if !s.responded {
			// The text before <response> is not the answer.
			s.responded, s.reply.candidates = true, nil
			s.prose.Reset()
		}
		s.atStart, s.gap.words = true, true
		return s.skipTo(end)
	case responseEnd:
		if s.responded {
			s.keepProse(i)
			return s.skipTo(len(s.text))
		}
	}
	s.keepProse(i)
	s.atStart = true
	return s.skipTo(end)
}

// skipFence skips a fence and the language after it.
func (s *scanner) skipFence(i int) int {
	s.keepProse(i)
	for i < len(s.text) && s.text[i] == '`' {
		i++
	}
	if s.fenced = !s.fenced; s.fenced {
		for language := true; language; { // "json", "tool_code"
			i += len(letters(s.text, i, len(s.text)))
			if language = strings.HasPrefix(s.text[i:], "_"); language {
				i++
			}
		}
	}
	s.atStart, s.gap = true, gap{words: true}
	return s.skipTo(i)
}

// valueAt reads the value that may begin at i.
func (s *scanner) valueAt(i int) int {
	s.limitToFence(i)
	if strings.HasPrefix(s.text[i:], "[TOOL_CALLS]") {
		s.keepProse(i)
		return s.skipTo(i + len("[TOOL_CALLS]"))
	}
	s.unescape(i)
	f := candidate{fenced: s.fenced, separate: s.gap.words, afterComma: s.gap.comma}
	begins := s.startsValue(i)
	if !begins && !s.atStart {
		s.gap.words = true
		return i + 1
	}
	beginning := s.atStart
	s.atStart = false
	if end, ok := s.parseStrict(i, &f.value); ok && !beginning && f.separate && scalars(f.value) {
		return s.addFootnote(f, i, end)
	} else if ok {
		return s.add(f, i, end)
	}
	var ok bool
	s.pos, s.stack, s.repairs, s.cut, s.open, s.unsure = i, s.stack[:0], repairCounts{}, false, 0, false
	f.value, ok = s.container()
	if !ok {
		s.gap.words = true
		return max(s.pos, i+1)
	}
	f.open, f.cut, f.unsure, f.repairs = s.open, s.cut, s.unsure, s.repairs
	if !begins {
		// Keep it in case there is nothing better, and continue inside of it.
		f.maybeProse = true
		s.reply.candidates = append(s.reply.candidates, f)
		s.gap.words = true
		return i + 1
	}
	return s.add(f, i, s.pos)
}

// addCall reads the call with named arguments that may begin at i, where nothing but values
// and calls came before.
func (s *scanner) addCall(i int) (end int, ok bool) {
	s.limitToFence(i)
	bracket := callAt(s.text, i, s.end)
	if bracket == 0 {
		return i, false
	}
	f := candidate{fenced: s.fenced, separate: s.gap.words, afterComma: s.gap.comma}
	s.atStart = false
	s.pos, s.stack, s.repairs, s.cut, s.open, s.unsure = bracket, s.stack[:0], repairCounts{}, false, 0, false
	if f.value, ok = s.call(s.text[i:bracket]); !ok || !s.endsStatement(s.pos) {
		s.gap.words = true
		return max(s.pos, i+1), true
	}
	f.open, f.cut, f.unsure, f.repairs = s.open, s.cut, s.unsure, s.repairs
	return s.add(f, i, s.pos), true
}

// endsStatement reports whether the text after a call does not go on as prose.
func (s *scanner) endsStatement(i int) bool {
	for i < s.end && (s.text[i] == ' ' || s.text[i] == '\t') {
		i++
	}
	return i >= s.end || strings.IndexByte("\r\n,;", s.text[i]) >= 0 || s.atFenceOrTag(i)
}

// unescape removes the escapes of a text that was escaped as a whole.
func (s *scanner) unescape(i int) {
	if s.reply.repairs[escapedWhole] == 0 && escaped(s.text[i:]) {
		s.text = s.text[:i] + unescaped(s.text[i:])
		s.reply.repairs[escapedWhole]++
		// Everything that was learnt about the old text is void.
		s.noQuote, s.marks, s.end = nil, nil, len(s.text)
	}
}

// parseStrict parses the value that begins at i if it is valid JSON, and returns where
// it ends.
func (s *scanner) parseStrict(i int, v *ijson.Value) (end int, ok bool) {
	_, end, ok = strict(s.text, i, s.end, 1, false)
	s.steps += end - i
	if ok {
		*v, _, ok = strict(s.text, i, s.end, 1, true)
	}
	return end, ok
}

// addFootnote adds a list that is probably a footnote or a check box. It stays part of
// the prose.
func (s *scanner) addFootnote(f candidate, i, end int) int {
	f.footnote, f.maybeProse = true, len(f.value.Items) == 0
	s.add(f, i, end)
	s.gap.words, s.proseStart = true, i
	return end
}

func scalars(v ijson.Value) bool {
	for _, item := range v.Items {
		if item.Kind >= ijson.Array {
			return false
		}
	}
	return v.Kind == ijson.Array
}

func (s *scanner) add(f candidate, from, to int) int {
	s.keepProse(from)
	s.reply.candidates = append(s.reply.candidates, f)
	s.gap = gap{}
	return s.skipTo(to)
}

// startsValue reports whether a value can continue after the bracket at i. Prose has
// brackets too, so a list of unquoted words counts only where no text came before it.
func (s *scanner) startsValue(i int) bool {
	j := skipBlank(s.text, i+1, s.end)
	s.steps += j - i
	if s.text[i] == '{' || j >= s.end {
		return s.text[i] != '('
	}
	c := s.text[j]
	if opensContainer(c) || isDigit(c) || quoteClass(s.text, j) != 0 {
		return s.text[i] != '(' || s.atStart
	}
	if s.text[i] == '(' {
		return false
	}
	switch c {
	case ']', '-', '.', ',', '/':
		return true
	}
	return s.literalAt(j) || callAt(s.text, j, s.end) != 0
}

// limitToFence limits the value at i to the fence around it: a string without an end
// must not swallow the prose after the fence.
func (s *scanner) limitToFence(i int) {
	limited := s.end < len(s.text)
	if s.fenced == limited && (!limited || i < s.end) {
		return
	}
	s.end = len(s.text)
	if s.fenced {
		s.end = s.marks.find(s.text, "\n```", i, len(s.text))
	}
}

// escaped reports whether a text is JSON that was put into a string once more.
func escaped(s string) bool {
	for i := 1; i < min(len(s), 64); i++ {
		switch s[i] {
		case ' ', '\t', '\n', '\r', '{', '[':
		case '\\':
			if i+1 >= len(s) || s[i+1] != 'n' && s[i+1] != 't' {
				return i+1 < len(s) && s[i+1] == '"'
			}
			i++
		default:
			return false
		}
	}
	return false
}

// unescaped removes one level of escapes.
func unescaped(s string) string {
	return strings.NewReplacer(`\"`, `"`, `\\`, `\`, `\/`, `/`, `\n`, "\n", `\t`, "\t").Replace(s)
}

// markFinder finds the next occurrence of a mark and remembers it, so that all
// searches together go through the text once.
type markFinder map[string]markPosition

// markPosition is the result of a search that began at some offset.
type markPosition struct{ from, at int }

// find returns the offset of the mark at or after i, or end.
func (f *markFinder) find(s, mark string, i, end int) int {
	if i >= end {
		return end
	}
	known, asked := (*f)[mark]
	if !asked || i < known.from || i > known.at {
		known = markPosition{from: i, at: len(s)}
		if n := strings.Index(s[i:], mark); n >= 0 {
			known.at = i + n
		}
		if *f == nil {
			*f = markFinder{}
		}
		(*f)[mark] = known
	}
	return min(known.at, end)
}
