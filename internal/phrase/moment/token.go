package moment

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"assister/internal/calendar"
)

// tag is what a word means to the grammar; a word may have several.
type tag uint8

const (
	weekday  tag = iota // n is time.Weekday
	weekdays            // the same in the plural, which repeats
	month               // n is time.Month
	relative            // n days from today
	cardinal            // n
	ordinal             // n; -1 is the last
	unit                // n is a Grain, or fortnight
	often               // n is months*1000 + days between two occurrences
	part                // n is a Part
	clock               // n minutes after midnight
	meridiem            // n is 1 for am, 2 for pm
	letter              // the same of a single letter, which wants digits before it
	this
	next
	last
	every
	other // n is 1 where the word says "every" too
	the
	a
	and
	of
	in
	on
	at
	from
	upto
	between
	before
	after
	since
	by
	forr   // "for", which Go keeps for itself
	within // n is 1 where the word says "next" too
	ago
	hence
	present // now
	half
	quarter // of an hour
	past    // "ten past four"
	till    // "ten to four"
	oclock
	approx
	weekend // n is 1 in the plural
	workday // n is 1 in the plural
	holiday // n is month*100 + day, or a movable feast
	end     // n is a Grain where the word says it too: "eom"
	begin   // the same
	times
	start
	until
	suffix // "th"
	except // n says how: leaving, altering or choosing
	rest
	open   // "later than"
	weekOf // "week of", "w/c"
	toward // n is a Part that comes with today or, negative, yesterday: "tonight"
	fuzzy  // "ish"
	filler
	some // n is 3: "a few"
	doubt
	meal    // n is the hour at which it is over
	stretch // n days, said as another number of them
	outof   // "un jeudi sur deux"
)

// fortnight is a unit that is no grain.
const fortnight = 20

// What a word that takes a phrase back says of it.
const (
	leaving  = iota // what follows is left out, or the phrase is of another zone
	altering        // the period behind it is another than the calendar's: "fiscal"
	choosing        // something else may be meant: "or"
)

// plural is added to a Part that was said in the plural: "mornings".
const plural = 10

// ofItself is added to a Part of words that mean nothing else: "first thing".
const ofItself = 2 * plural

type tags uint64

func (t tags) has(x tag) bool { return t&(1<<x) != 0 }

// gloss is one meaning of one word, or of several words that mean one thing. A
// doubtful word is an everyday word too and wants something that says it is
// meant so.
type gloss struct {
	word string
	as   tag
	n    int16
}

// Language is a table of words and the few rules that are not words.
type Language struct {
	Code  string
	words []gloss // in the order of their bytes
	// misspelt are words that a slip of one letter leaves recognizable.
	misspelt []string
	spoken   *speech
	// modals are words after which "last" is a verb.
	modals []string
	// monthFirst says that 3/4 is the fourth of March.
	monthFirst bool
	// elided words end in an apostrophe and are written to the next: "l'".
	elided bool
	// hoursSaid says that a bare number is a day and never an hour, which has a word
	// of its own.
	hoursSaid bool
	// forms are those that only this language has.
	forms func() forms

	once     sync.Once
	tables   grammar
	initials [1<<8 + 1]int16 // how many words begin with a byte before this one
}

// token is a word, a number or a mark. It points to nothing, so that a text of
// many is no work for the collector.
type token struct {
	start, end int32
	num        int   // of a number that is not too long; -1 otherwise
	gloss      int16 // the first of its meanings in the language's table
	glosses    uint8 // how many it has
	digits     uint8 // of a number, at most digitsMax+1
	tags       tags
	mark       byte
	glued      bool // to the token before
	capital    bool
}

// digitsMax is how many digits a number has that anything here means.
const digitsMax = 8

// reader is a text, its tokens, and the moment it is read at.
type reader struct {
	text  string
	toks  []token
	lang  *Language
	words tags // that the text has
	today calendar.Date
	now   int // seconds of the day
	// strict reads a request, in which only what must be a time is one; apart keeps
	// whence and whither from becoming a range.
	strict, apart bool
	// refused is set when something was said that a meaning cannot hold.
	refused bool

	looks   int        // at words, which a test holds against the length of the text
	matches *[12]match // of the tables that are being read; none between them
	depth   int
}

// spare matches are kept from one text to the next, since making them takes as
// long as reading a short phrase.
var spare = sync.Pool{New: func() any { return new([12]match) }}

// done gives back what the next text can use.
func (r *reader) done() {
	if r.matches != nil {
		spare.Put(r.matches)
		r.matches = nil
	}
}

func newReader(text string, c calendar.Clock, l *Language) *reader {
	r := new(reader)
	r.open(text, c, l)
	return r
}

// open takes a text apart.
func (r *reader) open(text string, c calendar.Clock, l *Language) {
	l.once.Do(l.build)
	t := c.Instant.In(c.Zone)
	r.text, r.lang, r.today = text, l, calendar.DateIn(t)
	r.now = t.Hour()*3600 + t.Minute()*60 + t.Second()
	r.scan()
}

// folds are letters without their accents, and of two bytes as they are.
var folds = strings.NewReplacer(
	"à", "a\x00", "â", "a\x00", "ä", "a\x00", "á", "a\x00", "ç", "c\x00", "è", "e\x00", "é", "e\x00", "ê", "e\x00", "ë", "e\x00",
	"î", "i\x00", "ï", "i\x00", "í", "i\x00", "ô", "o\x00", "ö", "o\x00", "ó", "o\x00", "ù", "u\x00", "û", "u\x00", "ü", "u\x00", "ú", "u\x00",
	"ÿ", "y\x00", "ñ", "n\x00", "œ", "oe", "æ", "ae", "’", "'\x00\x00",
	"\u0300", "\x00\x00", "\u0301", "\x00\x00", "\u0302", "\x00\x00", "\u0308", "\x00\x00", "\u0327", "\x00\x00")

// lower is the text in small letters without accents, every letter where it was:
// where one takes fewer bytes, zeros follow.
func lower(text string) string {
	plain := true
	for i := range len(text) {
		c := text[i]
		if c >= utf8.RuneSelf {
			return folds.Replace(small(text))
		}
		plain = plain && (c < 'A' || c > 'Z')
	}
	if plain {
		return text
	}
	return strings.ToLower(text)
}

// small is the text in small letters where they take as many bytes.
func small(text string) string {
	b := []byte(text)
	for j := 0; j < len(b); {
		r, size := utf8.DecodeRune(b[j:])
		if l := unicode.ToLower(r); r != utf8.RuneError && utf8.RuneLen(l) == size {
			utf8.EncodeRune(b[j:], l)
		}
		j += size
	}
	return string(b)
}

// scan takes the text apart.
func (r *reader) scan() {
	if len(r.text) > MaxText {
		r.text = r.text[:MaxText]
	}
	low := lower(r.text)
	r.toks = make([]token, 0, min(len(low)/4+4, 4096))
	for i, end := 0, 0; i < len(low); {
		c, size := utf8.DecodeRuneInString(low[i:])
		if unicode.IsSpace(c) || c == 0 {
			i += size
			continue
		}
		t := token{start: int32(i), end: int32(i + size), num: -1, glued: len(r.toks) > 0 && i == end}
		switch {
		case c >= '0' && c <= '9':
			t.number(low)
		case unicode.IsLetter(c):
			first, _ := utf8.DecodeRuneInString(r.text[i:])
			t.capital = unicode.IsUpper(first)
			t.end = int32(i + letters(low[i:]))
			r.lookup(&t, low)
		default:
			t.sign(c)
			if c == '@' || c == '&' {
				r.lookup(&t, low)
			}
		}
		r.toks = append(r.toks, t)
		if r.words |= t.tags; t.num >= 0 {
			r.words |= 1 << numeral
		}
		i = int(t.end)
		end = i
	}
}

// number reads digits.
func (t *token) number(low string) {
	n := digits(low[t.start:])
	t.end = t.start + int32(n)
	t.digits = uint8(min(n, digitsMax+1))
	if n > digitsMax {
		return
	}
	t.num = 0
	for _, d := range low[t.start:t.end] {
		t.num = t.num*10 + int(d-'0')
	}
}

// sign reads a mark; every dash is one, and what is not ASCII is none of ours.
func (t *token) sign(c rune) {
	switch {
	case c < utf8.RuneSelf:
		t.mark = byte(c)
	case c == '–' || c == '—':
		t.mark = '-'
	default:
		t.mark = '?'
	}
}

func digits(s string) (n int) {
	for n < len(s) && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	return n
}

// letters is the length of a word: letters, and an apostrophe between two.
func letters(s string) int {
	for i := 0; i < len(s); {
		if s[i] >= 'a' && s[i] <= 'z' { // as most are
			i++
			continue
		}
		c, size := utf8.DecodeRuneInString(s[i:])
		if !unicode.IsLetter(c) && !unicode.IsMark(c) && (c != 0 || i == 0) {
			if c != '\'' {
				return i
			}
			size += zeros(s[i+1:])
			if after, _ := utf8.DecodeRuneInString(s[i+size:]); !unicode.IsLetter(after) {
				return i
			}
		}
		i += size
	}
	return len(s)
}

// zeros is how many zeros a text begins with.
func zeros(s string) (n int) {
	for n < len(s) && s[n] == 0 {
		n++
	}
	return n
}

// packed is a word without the zeros in it.
func packed(word string) string {
	if strings.IndexByte(word, 0) < 0 {
		return word
	}
	return strings.ReplaceAll(word, "\x00", "")
}

// lookup finds the meanings of the word at t, and where it ends: several words
// may mean one thing, a possessive means what its word does, and an elided word
// is a word of its own.
func (r *reader) lookup(t *token, low string) {
	word := r.stem(t, low)
	all := r.lang.words
	first := r.lang.find(word)
	n := meanings(all[first:], word)
	end := int(t.end)
	for k := first + n; k < len(all) && strings.HasPrefix(all[k].word, word) && all[k].word[len(word)] == ' '; k++ {
		if e, ok := goesOn(low, int(t.end), all[k].word[len(word)+1:]); ok && e > end {
			first, n, end = k, meanings(all[k:], all[k].word), e
		}
	}
	t.end = int32(end)
	if n == 0 && len(word) >= 6 {
		for _, w := range r.lang.misspelt {
			if slip(word, w) {
				first, n = r.lang.find(w), 1
			}
		}
	}
	t.gloss, t.glosses = int16(first), uint8(n)
	for _, g := range all[first : first+n] {
		t.tags |= 1 << g.as
	}
}

// stem is the word at t without its possessive, or what is elided before another.
func (r *reader) stem(t *token, low string) string {
	raw := low[t.start:t.end]
	word := packed(raw)
	k := strings.IndexByte(word, '\'')
	if k <= 0 || r.lang.opens(word) {
		return word
	}
	switch {
	case r.lang.elided && k <= 5: // "l'an"
		at := strings.IndexByte(raw, '\'') + 1
		t.end = t.start + int32(at+zeros(raw[at:]))
		return word[:k]
	case !r.lang.elided && (word[k:] == "'s" || strings.HasSuffix(word, "s") && word[k:] == "'"):
		return word[:k]
	}
	return word
}

func (r *reader) has(i int, x tag) bool {
	r.looks++
	return i >= 0 && i < len(r.toks) && r.toks[i].tags.has(x)
}

// any reports whether the token at i has one of some tags.
func (r *reader) any(i int, set tags) bool {
	r.looks++
	return i >= 0 && i < len(r.toks) && r.toks[i].tags&set != 0
}

// n is the number that goes with one of the tags of the token at i.
func (r *reader) n(i int, x tag) int {
	t := &r.toks[i]
	for k := range int(t.glosses) {
		if g := &r.lang.words[int(t.gloss)+k]; g.as == x {
			return int(g.n)
		}
	}
	return 0
}

// endOf is the byte of the text at which the token before i ends.
func (r *reader) endOf(i int) int { return int(r.toks[i-1].end) }

func (r *reader) mark(i int, m byte) bool { return i >= 0 && i < len(r.toks) && r.toks[i].mark == m }

// digit reports whether a number in digits stands at i.
func (r *reader) digit(i int) bool { return i >= 0 && i < len(r.toks) && r.toks[i].num >= 0 }

func (r *reader) glued(i int) bool { return i >= 0 && i < len(r.toks) && r.toks[i].glued }

// skip passes over one token that has a tag, if it is there.
func (r *reader) skip(i int, x tag) int {
	if r.has(i, x) {
		return i + 1
	}
	return i
}
