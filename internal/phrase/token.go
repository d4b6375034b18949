// Package phrase reads requests to change a planner, in English and French. A
// language is tables of words and verbs; the grammar over them is plain functions
// from a place among the tokens to a meaning and the next place. What is said
// about time is read by package moment. It reads no data and guesses nothing:
// what is not understood is given back as it was written. Which records are meant
// is the rules engine's to say.
package phrase

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// MaxText is how much of a text is read, in bytes. A longer text is no request.
const MaxText = 64 << 10

// Span is a piece of the text in bytes: from Start up to End.
type Span struct{ Start, End int }

// Of is the piece itself.
func (s Span) Of(text string) string { return text[s.Start:s.End] }

// Shape is what a token looks like.
type Shape uint8

const (
	Word   Shape = iota // letters, and what stands between them: "o'clock", "to-do", "mp3"
	Number              // digits
	Hash                // # and digits: an id
	Quoted              // in quotation marks; the span has them, the text has not
	Mark                // anything else, one character
)

// Token is one word, number, id, quotation or mark.
type Token struct {
	Span
	Shape  Shape
	Glued  bool    // nothing stands between it and the token before
	Text   string  // in lower case; of a quotation, what is quoted, as written
	Value  int     // of a number or an id; -1 when it is too long to be one
	senses []sense // what the language knows the word as
	raw    string  // the word itself, where Text is what it stands for in the grammar
}

// Tokens takes a text apart, in linear time. A text longer than MaxText is cut.
func Tokens(text string) []Token {
	if len(text) > MaxText {
		text = text[:MaxText]
	}
	toks := make([]Token, 0, min(len(text)/5+6, 4096))
	unclosed := [len(quotes)]bool{} // a kind of quotation that is not closed from here on
	end := 0                        // of the last token
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		if unicode.IsSpace(r) {
			i += size
			continue
		}
		t := Token{Span: Span{i, i + size}, Shape: Mark, Glued: len(toks) > 0 && i == end}
		switch {
		case isDigit(r):
			t.Shape, t.End, t.Value = Number, i+digits(text[i:]), 0
			t.Value = value(text[i:t.End])
		case r == '#' && digits(text[i+1:]) > 0:
			t.Shape, t.End = Hash, i+1+digits(text[i+1:])
			t.Value = value(text[i+1 : t.End])
		case unicode.IsLetter(r):
			t.Shape, t.End = Word, i+word(text[i:])
		case arrow(text[i:]) > 0:
			t.End = i + arrow(text[i:])
		default:
			if body, after, ok := quotation(text, i, t.Glued, &unclosed); ok {
				t.Shape, t.End, t.Text = Quoted, after, body
			}
		}
		if t.Shape != Quoted {
			t.Text = strings.ToLower(text[t.Start:t.End])
		}
		if t.Shape == Mark && arrow(text[i:]) > 0 {
			t.Text = "→"
		}
		if t.Shape == Word {
			t.Text = withApostrophe(strings.ReplaceAll(t.Text, "’", "'"))
			t.senses = lookup(t.Text)
		}
		toks = append(toks, t)
		i, end = t.End, t.End
	}
	return toks
}

// arrow is the length of "->", "=>" or "→" at the beginning of a text; 0 without.
func arrow(s string) int {
	for _, a := range [...]string{"-->", "->", "=>", "→"} {
		if strings.HasPrefix(s, a) {
			return len(a)
		}
	}
	return 0
}

// withApostrophe is a contraction as it is spelt: "dont" is "don't". "Ill" and
// "its" are words of their own.
func withApostrophe(word string) string {
	switch word {
	case "dont":
		return "don't"
	case "im":
		return "i'm"
	case "ive":
		return "i've"
	case "weve":
		return "we've"
	case "thats":
		return "that's"
	case "everythings":
		return "everything's"
	case "theres":
		return "there's"
	case "cant":
		return "can't"
	case "didnt":
		return "didn't"
	case "isnt":
		return "isn't"
	case "whats":
		return "what's"
	}
	return word
}

func isDigit(r rune) bool { return r >= '0' && r <= '9' }

func digits(s string) (n int) {
	for n < len(s) && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	return n
}

func value(s string) (n int) {
	if len(s) > 9 {
		return -1
	}
	for i := range len(s) {
		n = n*10 + int(s[i]-'0')
	}
	return n
}

// word is the length of a word: letters and digits, and an apostrophe or hyphen
// between two of them.
func word(s string) int {
	for i := 0; i < len(s); {
		if s[i] >= 'a' && s[i] <= 'z' { // as most are
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		if !unicode.IsLetter(r) && !isDigit(r) && !unicode.IsMark(r) {
			if r != '\'' && r != '’' && r != '-' {
				return i
			}
			if after, _ := utf8.DecodeRuneInString(s[i+size:]); !unicode.IsLetter(after) {
				return i
			}
		}
		i += size
	}
	return len(s)
}

// quotes are the marks that open a quotation, and what closes each.
var quotes = [...]struct{ open, close string }{
	{`"`, `"`}, {"“", "”"}, {"„", "“"}, {"«", "»"}, {"‘", "’"}, {"'", "'"},
}

// quotation reads the quotation that opens at i. A single quote may be an
// apostrophe, so it opens only at the beginning of a word and closes only at the
// end of one. What is not closed is remembered, or a text of nothing but quotes
// would be searched again and again.
func quotation(text string, i int, glued bool, unclosed *[len(quotes)]bool) (body string, after int, ok bool) {
	for k, q := range quotes {
		if unclosed[k] || !strings.HasPrefix(text[i:], q.open) || glued && k >= 4 {
			continue
		}
		start := i + len(q.open)
		for from := start; ; {
			n := strings.Index(text[from:], q.close)
			if n < 0 {
				unclosed[k] = true
				break
			}
			close := from + n
			after = close + len(q.close)
			next, _ := utf8.DecodeRuneInString(text[after:])
			if k < 4 || !unicode.IsLetter(next) && !isDigit(next) {
				body = strings.TrimSpace(text[start:close])
				return body, after, body != ""
			}
			from = after
		}
	}
	return "", 0, false
}

// arrows makes one token of "->" and "=>", which say what "→" says.
func arrows(toks []Token) []Token {
	for i := 0; i+1 < len(toks); i++ {
		if a, b := &toks[i], &toks[i+1]; a.Shape == Mark && (a.Text == "-" || a.Text == "=") && b.Text == ">" && b.Glued {
			a.Text, a.End = "→", b.End
			toks = append(toks[:i+1], toks[i+2:]...)
		}
	}
	return toks
}
