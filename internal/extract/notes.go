package extract

// Note is one kind of repair that was needed to parse a text as JSON.
type Note struct {
	Code    string // stable, in snake_case
	Message string // for people; lower case, no full stop
	Count   int
}

// repair is a kind of note.
type repair uint8

const (
	cutAtEnd repair = iota
	dropped
	comma
	missingComma
	missingColon
	otherQuotes
	innerQuote
	startQuote
	endQuote
	unquotedName
	unquotedString
	literal
	number
	comment
	missingBracket
	extraBracket
	ellipsis
	escape
	escapedWhole
	joined
	wrappedCall
	namedCall
	otherColon
	tuple
	sameName
	nameAlone
	strayCharacter
	duplicated
	repairKinds // how many there are
)

// repairNotes are the code and the words of each.
var repairNotes = [repairKinds]Note{
	cutAtEnd:       {Code: "cut", Message: "the reply ends before it is complete"},
	dropped:        {Code: "operation_dropped", Message: "the last operation is incomplete and was left out"},
	comma:          {Code: "extra_comma", Message: "an extra comma"},
	missingComma:   {Code: "missing_comma", Message: "a comma is missing"},
	missingColon:   {Code: "missing_colon", Message: "a colon is missing"},
	otherQuotes:    {Code: "other_quotes", Message: "quotes that JSON does not have"},
	innerQuote:     {Code: "unescaped_quote", Message: "a quote inside a string is not escaped"},
	startQuote:     {Code: "missing_start_quote", Message: "an opening quote is missing"},
	endQuote:       {Code: "missing_end_quote", Message: "a closing quote is missing"},
	unquotedName:   {Code: "unquoted_name", Message: "a name without quotes"},
	unquotedString: {Code: "unquoted_string", Message: "a string without quotes"},
	literal:        {Code: "other_literal", Message: "true, false or null in the spelling of another language"},
	number:         {Code: "odd_number", Message: "a number that is not complete"},
	comment:        {Code: "comment", Message: "a comment"},
	missingBracket: {Code: "missing_bracket", Message: "a closing bracket is missing"},
	extraBracket:   {Code: "extra_bracket", Message: "an extra closing bracket"},
	ellipsis:       {Code: "ellipsis", Message: "three dots where something may have been left out"},
	escape:         {Code: "odd_escape", Message: "an escape or a control character that is not allowed in a string"},
	escapedWhole:   {Code: "escaped_twice", Message: "the whole reply is escaped twice"},
	joined:         {Code: "joined_strings", Message: "strings joined with a plus"},
	wrappedCall:    {Code: "wrapped_value", Message: "a value wrapped in a call"},
	namedCall:      {Code: "call", Message: "a call with named arguments in place of an object"},
	otherColon:     {Code: "other_colon", Message: "= or => in place of a colon"},
	tuple:          {Code: "tuple", Message: "round brackets around a list"},
	sameName:       {Code: "same_name", Message: "the same name twice in one object"},
	nameAlone:      {Code: "name_without_value", Message: "a name without a value was left out"},
	strayCharacter: {Code: "stray_character", Message: "an unexpected character"},
	duplicated:     {Code: "said_twice", Message: "the same operations occur more than once"},
}

// repairCounts counts mends.
type repairCounts [repairKinds]int

func (t *repairCounts) add(other repairCounts) {
	for i, n := range other {
		t[i] += n
	}
}

func (t repairCounts) notes() []Note {
	var notes []Note
	for i, n := range t {
		if n > 0 {
			note := repairNotes[i]
			note.Count = n
			notes = append(notes, note)
		}
	}
	return notes
}
