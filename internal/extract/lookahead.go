package extract

import "strings"

// lookahead answers questions about the text that follows, such as whether a quote
// ends its string. It neither consumes nor repairs anything. How far it looks is
// bounded, so that parsing takes time in proportion to the text.
type lookahead struct {
	text  string
	end   int    // of the part of the text that is parsed
	stack []byte // opening brackets of the containers that are open
	marks markFinder
	steps int // bytes looked at; a test holds it in proportion to the text
}

// maxLookahead is how far ahead a name is searched for, in bytes.
const maxLookahead = 128

// atFenceOrTag reports whether a code fence or a tag begins at i. Both end a value
// in whatever state it is.
func (l *lookahead) atFenceOrTag(i int) bool {
	switch l.text[i] {
	case '`':
		return strings.HasPrefix(l.text[i:l.end], "```")
	case '<':
		t, _ := tagAt(l.text[:l.end], i)
		return t != noTag
	}
	return false
}

// comment returns where the comment that begins at i ends.
func (l *lookahead) comment(i int) (int, bool) {
	if i >= l.end {
		return i, false
	}
	rest := l.text[i:l.end]
	switch {
	case strings.HasPrefix(rest, "/*"):
		if at := l.marks.find(l.text, "*/", i+2, l.end); at < l.end {
			return at + 2, true
		}
		return l.end, true
	case strings.HasPrefix(rest, "//"), rest[0] == '#':
		return l.marks.find(l.text, "\n", i, l.end), true
	}
	return i, false
}

// skipBlank skips white space, and the backslash in front of a quote that no string is
// around.
func (l *lookahead) skipBlank(i int) int {
	j := skipBlank(l.text, i, l.end)
	l.steps += j - i
	if l.escapedQuoteAt(j) {
		j++
	}
	return j
}

func (l *lookahead) escapedQuoteAt(i int) bool {
	return i+1 < l.end && l.text[i] == '\\' && quoteClass(l.text, i+1) != 0
}

// skipSpaceAndComment skips white space and one comment.
func (l *lookahead) skipSpaceAndComment(i int) int {
	j := l.skipBlank(i)
	if k, ok := l.comment(j); ok {
		return l.skipBlank(k)
	}
	return j
}

// ellipsisEnd returns where the three dots or more that begin at i end; i if there are none.
func (l *lookahead) ellipsisEnd(i int) int {
	if strings.HasPrefix(l.text[i:l.end], "…") {
		return i + len("…")
	}
	j := i
	for ; j < l.end && l.text[j] == '.'; j++ {
		l.steps++
	}
	if j-i < len("...") {
		return i
	}
	return j
}

// isOpen reports whether a container is open that the bracket would close.
func (l *lookahead) isOpen(closing byte) bool {
	for _, opening := range l.stack {
		if closingBracket(opening) == closing {
			return true
		}
	}
	return false
}

// callBracket stands for the round bracket of a call with named arguments in the stack.
const callBracket = '='

// hasNames reports whether what a bracket opens has names with values.
func hasNames(opening byte) bool { return opening == '{' || opening == callBracket }

// inCall reports whether the innermost container is a call with named arguments.
func inCall(stack []byte) bool { return len(stack) > 0 && stack[len(stack)-1] == callBracket }

// callMax is how long the names of a call and of its first argument may be, in bytes.
const callMax = 64

// callAt returns where the round bracket of a call with named arguments stands whose name
// begins at i, or 0: create_task(title="A").
func callAt(s string, i, end int) int {
	bracket := callNameEnd(s, i, end)
	if bracket == i || bracket >= end || s[bracket] != '(' {
		return 0
	}
	from := skipBlank(s, bracket+1, end)
	to := callNameEnd(s, from, end)
	equals := skipBlank(s, to, end)
	named := to > from && equals+1 < end && s[equals] == '=' && s[equals+1] != '='
	if !named {
		return 0
	}
	return bracket
}

// callNameEnd returns where the name of a call or an argument that begins at i ends.
func callNameEnd(s string, i, end int) int {
	j := i
	for j < min(end, i+callMax) && isCallByte(s[j]) {
		j++
	}
	return j
}

func isCallByte(c byte) bool { return isASCIILetter(c) || isDigit(c) || c == '_' || c == '.' }

func closingBracket(opening byte) byte {
	switch opening {
	case '{':
		return '}'
	case '[':
		return ']'
	}
	return ')'
}

// inOuterList reports whether the object around the current array is itself in an array.
func (l *lookahead) inOuterList() bool {
	object := false
	for i := len(l.stack) - 2; i >= 0; i-- {
		if hasNames(l.stack[i]) {
			object = true
		} else if object {
			return true
		}
	}
	return false
}

// extraBrace reports whether the } at i, in an array, is one too many: the list
// continues with another object, and no outer list could continue instead.
func (l *lookahead) extraBrace(i int) bool {
	i = l.skipBlank(i + 1)
	if i >= l.end || l.text[i] == ']' {
		// }] ends this list, unless the list of its object could end with it.
		return i < l.end && !l.inOuterList()
	}
	if l.text[i] != ',' {
		return false
	}
	i = skipBlank(l.text, i+1, l.end)
	return i < l.end && l.text[i] == '{' && !l.inOuterList()
}

// startsValueAt reports whether the text at i can only be the beginning of a value.
func (l *lookahead) startsValueAt(i int) bool {
	return opensContainer(l.text[i]) || startsNumber(l.text[i]) || quoteClass(l.text, i) != 0 || l.literalAt(i)
}

// lastCharacter returns the last character before i that is not white space; 0 when
// there is none near.
func (l *lookahead) lastCharacter(from, i int) byte {
	for j := i - 1; j >= max(from, i-maxLookahead); j-- {
		if c := l.text[j]; c > ' ' {
			return c
		}
	}
	return 0
}

// bareNameBefore returns where the name without quotes begins that a comma and a colon
// enclose before i; 0 if there is none.
func (l *lookahead) bareNameBefore(from, i int) int {
	text := strings.TrimRight(l.text[max(from, i-maxLookahead):i], ": \t")
	begin := strings.LastIndexByte(text, ',') + 1
	name := strings.TrimLeft(text[begin:], " \t\r\n")
	if begin == 0 || !plainWord(name) {
		return 0
	}
	return max(from, i-maxLookahead) + len(text) - len(name)
}

func (l *lookahead) colonAfter(i int) bool {
	j := l.skipBlank(i)
	return j < l.end && (l.text[j] == ':' || l.text[j] == '=')
}

// closesString reports whether a quote that ends at i closes its string, which
// depends on what follows.
func (l *lookahead) closesString(i int, p position) bool {
	j := l.skipSpaceAndComment(i)
	if j >= l.end || l.atFenceOrTag(j) {
		return true
	}
	if p == name {
		return l.closesName(i, j)
	}
	separated := j > i
	switch c := l.text[j]; {
	case closesContainer(c):
		return l.closesContainers(j)
	case c == ')':
		return l.isOpen(')')
	case c == ',':
		return l.containerContinues(j+1, p)
	case l.ellipsisEnd(j) > j:
		return l.containerEnds(l.ellipsisEnd(j))
	case c == '+':
		k := skipBlank(l.text, j+1, l.end)
		return k < l.end && quoteClass(l.text, k) != 0
	case quoteClass(l.text, j) != 0:
		if j == i && l.containerEnds(j+quoteSize(l.text, j)) {
			return false // the next quote closes the string: "the "last""
		}
		if p == member {
			return l.nameAt(j)
		}
		return separated || l.lastQuotedAt(j)
	case p == item:
		return separated && (opensContainer(c) || l.scalarAt(j))
	case strings.IndexByte(l.text[i:j], '\n') >= 0:
		return l.unquotedNameAt(j)
	}
	return false
}

// closesName reports whether a quote that ends at i closes a name; j is where the
// text goes on after white space.
func (l *lookahead) closesName(i, j int) bool {
	switch c := l.text[j]; {
	case c == ':', c == '=', c == ',', c == '}', opensContainer(c), isDigit(c):
		return true
	}
	return l.literalAt(j) || j > i && quoteClass(l.text, j) != 0 || l.lastQuotedAt(j)
}

// containerEnds reports whether a container ends or continues at i.
func (l *lookahead) containerEnds(i int) bool {
	j := l.skipBlank(i)
	return j >= l.end || l.text[j] == ',' || closesContainer(l.text[j])
}

// closesContainers reports whether the brackets at i close containers: after them,
// the containers that are still open must continue.
func (l *lookahead) closesContainers(i int) bool {
	open := len(l.stack)
	for i < l.end && open > 0 && closesContainer(l.text[i]) {
		outer := open - 1
		for outer >= 0 && closingBracket(l.stack[outer]) != l.text[i] {
			outer--
		}
		if outer >= 0 {
			open = outer
		}
		i = l.skipBlank(i + 1)
		l.steps += 1 + len(l.stack)
	}
	if open == 0 || i >= l.end || l.atFenceOrTag(i) {
		return true
	}
	switch c := l.text[i]; c {
	case ',', '{', '[', '/', '#', ')', '.', '}', ']':
		return true
	}
	return quoteClass(l.text, i) != 0 || l.text[i-1] == '\n'
}

// containerContinues reports whether the container continues after a comma.
func (l *lookahead) containerContinues(i int, p position) bool {
	j := l.skipSpaceAndComment(i)
	if j >= l.end || l.atFenceOrTag(j) {
		return true
	}
	c := l.text[j]
	switch c {
	case '}', ']', '{', ',', '.':
		return true
	}
	quoted := quoteClass(l.text, j) != 0
	switch {
	case p == item:
		return c == '[' || startsNumber(c) || quoted || l.wordAt(j)
	case quoted:
		return l.memberAt(j)
	}
	return l.unquotedNameAt(j)
}

// quotedAt returns where the quoted text that begins at i ends: at the first quote, on
// the same line and not far. whole is false if there is none; cut says that the reply
// ends before.
func (l *lookahead) quotedAt(i int) (end int, whole, cut bool) {
	class := quoteClass(l.text, i)
	from := i
	i += quoteSize(l.text, i)
	for stop := min(i+maxLookahead, l.end); i < stop && l.text[i] != '\n'; i++ {
		if endsString(l.text, i, class) {
			l.steps += i - from
			return i + quoteSize(l.text, i), true, false
		}
		if l.text[i] == '\\' {
			i++
		}
	}
	l.steps += i - from
	return i, false, i >= l.end
}

// nameAt reports whether a quoted name and a colon begin at i.
func (l *lookahead) nameAt(i int) bool {
	from := i
	i, whole, cut := l.quotedAt(i)
	colon := l.colonAfter(i) || l.lastCharacter(from, i-1) == ':' // the colon may be before the quote of the value
	return cut || whole && (colon || l.skipBlank(i) >= l.end)
}

// memberAt reports whether a quoted name and its value begin at i, also without a colon.
func (l *lookahead) memberAt(i int) bool {
	if l.nameAt(i) {
		return true
	}
	i, whole, _ := l.quotedAt(i)
	j := l.skipBlank(i)
	if !whole || j >= l.end {
		return false
	}
	return opensContainer(l.text[j]) || l.scalarAt(j) || l.lastQuotedAt(j)
}

// goesOn reports whether the only open object continues after the brace at i, with a comma
// and a member.
func (l *lookahead) goesOn(i int) bool {
	if strings.Count(string(l.stack), "{") != 1 || !l.containerEnds(i+1) {
		return false
	}
	i = l.skipBlank(i + 1)
	j := l.skipBlank(min(i+1, l.end))
	return j < l.end && l.text[i] == ',' && quoteClass(l.text, j) != 0 && l.nameAt(j)
}

// lastQuotedAt reports whether a quoted text begins at i, or several in a row, and the
// container continues or ends after it.
func (l *lookahead) lastQuotedAt(i int) bool {
	whole := true
	for stop := i + maxLookahead; whole && i < min(stop, l.end) && quoteClass(l.text, i) != 0; {
		if i, whole, _ = l.quotedAt(i); whole && l.containerEnds(i) {
			return true
		}
	}
	return false
}

// unquotedNameAt reports whether a name and a colon begin at i. The name has no
// quotes, or only the second one.
func (l *lookahead) unquotedNameAt(i int) bool {
	from := i
	for i < min(l.end, from+maxLookahead) && isNameByte(l.text[i]) && quoteClass(l.text, i) == 0 {
		i++
	}
	l.steps += i - from
	if i == from {
		return false
	}
	if i < l.end && quoteClass(l.text, i) != 0 {
		i += quoteSize(l.text, i)
	}
	i = skipBlank(l.text, i, l.end)
	return i >= l.end || l.text[i] == ':' || l.text[i] == '=' && inCall(l.stack)
}

// wordAt reports whether an unquoted word at i is an item by itself.
func (l *lookahead) wordAt(i int) bool {
	from := i
	for ; i < l.end && i < from+maxLookahead; i++ {
		switch c := l.text[i]; {
		case c == ',' || c == ']' || c == '\n':
			l.steps += i - from
			return i > from
		case quoteClass(l.text, i) != 0:
			l.steps += i - from
			return i > from && l.containerEnds(i+quoteSize(l.text, i)) // it lacks its first quote
		}
	}
	return i >= l.end
}

// literalAt reports whether true, false or null begins at i, in any spelling.
func (l *lookahead) literalAt(i int) bool { return isLiteral(letters(l.text, i, min(i+10, l.end))) }

// scalarAt reports whether a number or a literal begins at i.
func (l *lookahead) scalarAt(i int) bool {
	if i >= l.end {
		return false
	}
	if !startsNumber(l.text[i]) {
		return l.literalAt(i)
	}
	j := i
	for j < l.end && j < i+32 && strings.IndexByte("0123456789+-.eE", l.text[j]) >= 0 {
		j++
	}
	_, exact, ok := numberOf(l.text[i:j])
	ends := j >= l.end || strings.IndexByte(" \t\n\r,]}", l.text[j]) >= 0
	return ok && exact && ends
}

// startsNext reports whether the quote at i begins the next name or item, with the
// comma before it missing.
func (l *lookahead) startsNext(i int, p position) bool {
	if p == member {
		return l.nameAt(i)
	}
	afterSpace := i > 0 && l.text[i-1] == ' '
	return afterSpace && p == item && !l.closesString(i+quoteSize(l.text, i), p)
}

// wordEnd returns where the unquoted word that begins at from ends.
func (l *lookahead) wordEnd(from int, p position) int {
	for i := from; i < l.end; i++ {
		switch c := l.text[i]; {
		case c == ',' || c == '\n' || closesContainer(c):
			return i
		case c == '(' && i < from+maxLookahead && plainWord(l.text[from:i]):
			return i
		case opensContainer(c) && isNumber(l.text[from:i]):
			return i
		case c == ')' && l.isOpen(')'):
			return i
		case c == ' ' || c == '\t':
			next := skipBlank(l.text, i, l.end)
			if p == item && isScalar(l.text[from:i]) && l.scalarAt(next) {
				return i
			}
			if _, ok := l.comment(next); ok {
				return i
			}
		case c == '/' && i+1 < l.end && l.text[i+1] == '*':
			return i
		case c == '`' || c == '<':
			if l.atFenceOrTag(i) {
				return i
			}
		case quoteClass(l.text, i) != 0:
			if i > from && l.apostropheAt(i) {
				continue
			}
			if l.startsNext(i, p) || l.closesString(i+quoteSize(l.text, i), p) {
				return i
			}
		}
	}
	return l.end
}

// apostropheAt reports whether a straight quote stands between two letters.
func (l *lookahead) apostropheAt(i int) bool {
	between := i > 0 && i+1 < l.end && isLetter(l.text[i-1]) && isLetter(l.text[i+1])
	return l.text[i] == '\'' && between
}
