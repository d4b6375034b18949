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

// mended are the code and the words of each.
var mended = [mends]Note{
	cutAtEnd:       {Code: "cut", Message: "the reply ends before it is complete"},
	dropped:        {Code: "operation_dropped", Message: "the last operation is incomplete and was left out"},
	comma:          {Code: "extra_comma", Message: "a comma too many"},
	missingComma:   {Code: "missing_comma", Message: "a comma is missing"},
	missingColon:   {Code: "missing_colon", Message: "a colon is missing"},
	otherQuotes:    {Code: "other_quotes", Message: "quotes other than JSON's"},
	innerQuote:     {Code: "unescaped_quote", Message: "a quote inside a string is not escaped"},
	startQuote:     {Code: "missing_start_quote", Message: "the quote that begins a string is missing"},
	endQuote:       {Code: "missing_end_quote", Message: "the quote that ends a string is missing"},
	bareName:       {Code: "unquoted_name", Message: "a name without quotes"},
	bareWord:       {Code: "unquoted_string", Message: "a string without quotes"},
	literal:        {Code: "other_literal", Message: "true, false or null in the spelling of another language"},
	number:         {Code: "odd_number", Message: "a number that is not complete"},
	comment:        {Code: "comment", Message: "a comment"},
	missingBracket: {Code: "missing_bracket", Message: "a closing bracket is missing"},
	extraBracket:   {Code: "extra_bracket", Message: "a closing bracket too many"},
	ellipsis:       {Code: "ellipsis", Message: "three dots where something may have been left out"},
	escape:         {Code: "odd_escape", Message: "an escape or a control character that a string cannot have"},
	escapedWhole:   {Code: "escaped_twice", Message: "all of it is escaped once more"},
	joined:         {Code: "joined_strings", Message: "strings put together with a plus"},
	called:         {Code: "wrapped_value", Message: "a value wrapped into a call"},
	tuple:          {Code: "tuple", Message: "round brackets around a list"},
	sameName:       {Code: "same_name", Message: "the same name twice in one object"},
	nameAlone:      {Code: "name_without_value", Message: "a name without a value was left out"},
	stray:          {Code: "stray_character", Message: "a character that belongs to nothing"},
	said:           {Code: "said_twice", Message: "the same operations were given more than once"},
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
			note := mended[i]
			note.Count = n
			notes = append(notes, note)
		}
	}
	return notes
}
