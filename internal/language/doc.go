// Package language reads texts with a grammar that is data. A language is a directory of
// files: a lexicon and forms; forms that several languages have alike are in directories that
// they share: see Files. The package itself has no word of any language, and it does
// not know what a meaning is for: a form makes a tree of named nodes, and other packages
// read the trees.
//
//	text -> tokens -> hits of the lexicon -> readings of a rule, each with a cost
//
// # Lexicon
//
// A file NAME.lexicon has an entry on each line: a class, a value, and the forms of the
// word separated by "|". The value is a number or a symbol.
//
//	weekday  1     monday | mon
//	verb     move  move | shift | bring forward  ~3
//
// "*ed" is every word with that ending and at least two letters before it. "~3" is the
// cost of reading the word so. A line "weight CLASS N" is what it costs to
// read a word of the class as a part of free text; for other words it is WordCost. Lines
// "first CLASS N" and "last CLASS N" are what it costs besides if free text begins or ends
// with such a word.
// A line "lead offer how about | what about" names words, and "offer:moving" is then "moving" behind each
// of them. A line "inflect er e er ez ons" names endings of words ("-" is none), and "pay+er" is then a
// word with each of them. A line "tail verb verb-it lo la" says that these letters may be glued
// to a word of the class verb: the whole is of the class verb-it, with the same value. A line
// "joined dont im" says which words are written without their apostrophe, too, as one word or as two, in all
// entries and forms, and a line "short que q k" how else a word is written in them.
// Words of five letters or more are found with a slip, too, and those of four with two letters
// exchanged. A line "exact CLASS CLASS" above the entries says whose words are not. Any word is found with a
// letter drawn out: "fridaaay".
//
// # Forms
//
// A file NAME.forms has rules. A rule starts with its name at the beginning of a line, and
// its forms follow, indented, each with a pattern, its meaning, its cost, and examples.
//
//	day
//	    weekday               => weekday(weekday)            -- friday
//	    month int:1-31        => and(month(month), mday(int))
//	    "in" int unit         => shift(now(), int, unit) ~1  -- in 3 days
//
// A pattern consists of
//
//	weekday        a word of that class, or what the rule of that name reads
//	verb:move|put  with one of these values; int:1-31 with a number in the range
//	"at"           these words
//	[x]  (x | y)   x or nothing; x or y
//	x*  x+         any number of times; at least once
//	{title}        free text, which costs by its words
//	~x             x with no space before it
//	&x  !x         what follows is the class or rule x, or is not; it is not part of the form
//	<x  <!x        the token before the form is of the class x, or is not
//	from=x         x under another name
//	^  $           the beginning and the end of the text
//
// The classes int, int1 to int4 (a number; with that many digits), word, capital (a word that
// begins with an upper-case letter), any, quoted (what stands in quotes, as a whole) and address
// (a URL, a path, an address of mail) are those of every lexicon. In quotes and addresses no
// other words are looked up.
//
// A meaning is a tree: a name with arguments, which are other trees, numbers, symbols with
// a dot in front (.move), and the parts of the pattern by their names. A second part of
// the same name is called NAME2. A part that is not there is nothing, and so is a
// repetition of no times. The names sum, product,
// quotient, remainder and negative calculate, and list joins
// what is there of its arguments. A form without a meaning has that of its only part.
package language
