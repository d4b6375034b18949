package extract

// Note is one way in which a text was not the JSON it was read as. The zero
// Note is none.
type Note struct {
	Code    string // stable snake_case word
	Message string // what, in words; lower case, no full stop
	Count   int    // how often
}

// mend is a kind of note.
type mend uint8

const (
	cutAtEnd mend = iota
	dropped
	comma
	missingComma
	missingColon
	otherQuotes
	innerQuote
	startQuote
	endQuote
	bareName
	bareWord
	literal
	number
	comment
	missingBracket
	extraBracket
	ellipsis
	escape
	escapedWhole
	joined
	called
	tuple
	sameName
	nameAlone
	stray
	said
	mends // how many there are
)

// note gives a mend its words.
func (m mend) note(count int) Note {
	n := Note{Count: count}
	switch m {
	case cutAtEnd:
		n.Code, n.Message = "cut", "the reply ends before it is complete"
	case dropped:
		n.Code, n.Message = "operation_dropped", "the last operation is incomplete and was left out"
	case comma:
		n.Code, n.Message = "extra_comma", "a comma too many"
	case missingComma:
		n.Code, n.Message = "missing_comma", "a comma is missing"
	case missingColon:
		n.Code, n.Message = "missing_colon", "a colon is missing"
	case otherQuotes:
		n.Code, n.Message = "other_quotes", "quotes other than JSON's"
	case innerQuote:
		n.Code, n.Message = "unescaped_quote", "a quote inside a string is not escaped"
	case startQuote:
		n.Code, n.Message = "missing_start_quote", "the quote that begins a string is missing"
	case endQuote:
		n.Code, n.Message = "missing_end_quote", "the quote that ends a string is missing"
	case bareName:
		n.Code, n.Message = "unquoted_name", "a name without quotes"
	case bareWord:
		n.Code, n.Message = "unquoted_string", "a string without quotes"
	case literal:
		n.Code, n.Message = "other_literal", "true, false or null in the spelling of another language"
	case number:
		n.Code, n.Message = "odd_number", "a number that is not complete"
	case comment:
		n.Code, n.Message = "comment", "a comment"
	case missingBracket:
		n.Code, n.Message = "missing_bracket", "a closing bracket is missing"
	case extraBracket:
		n.Code, n.Message = "extra_bracket", "a closing bracket too many"
	case ellipsis:
		n.Code, n.Message = "ellipsis", "three dots where something may have been left out"
	case escape:
		n.Code, n.Message = "odd_escape", "an escape or a control character that a string cannot have"
	case escapedWhole:
		n.Code, n.Message = "escaped_twice", "all of it is escaped once more"
	case joined:
		n.Code, n.Message = "joined_strings", "strings put together with a plus"
	case called:
		n.Code, n.Message = "wrapped_value", "a value wrapped into a call"
	case tuple:
		n.Code, n.Message = "tuple", "round brackets around a list"
	case sameName:
		n.Code, n.Message = "same_name", "the same name twice in one object"
	case nameAlone:
		n.Code, n.Message = "name_without_value", "a name without a value was left out"
	case stray:
		n.Code, n.Message = "stray_character", "a character that belongs to nothing"
	case said:
		n.Code, n.Message = "said_twice", "the same operations were given more than once"
	default:
		panic("extract: a mend without words")
	}
	return n
}

// tally counts mends.
type tally [mends]int

func (t *tally) add(other tally) {
	for i, n := range other {
		t[i] += n
	}
}

func (t tally) notes() []Note {
	var notes []Note
	for i, n := range t {
		if n > 0 {
			notes = append(notes, mend(i).note(n))
		}
	}
	return notes
}
