package phrase

import "strings"

// class is what kind of thing a word means to the grammar.
type class uint8

const (
	none     class = iota
	weekday        // n is time.Weekday
	weekdays       // a weekday in the plural, which repeats: "mondays"
	month          // n is time.Month
	relative       // n days from today
	cardinal       // n
	ordinal        // n
	unit           // n is one of the units below
	often          // n is one of the adverbs below
	part           // n is a Part
	clock          // n minutes after midnight
	meridiem       // n is 0 for am, 12 for pm
	this
	next
	last
	every
	priority // n is 0 low, 1 medium, 2 high
	noun     // n is one of the nouns below: what a record is called
	plural   // the same of several records
	done     // n is one of the states below
	article
	possessive
	polite
)

// Units of time. Those from hour on are shorter than a day.
const (
	day = iota
	week
	fortnight
	monthUnit
	year
	hour
	minute
)

// Adverbs of recurrence.
const (
	daily = iota
	onWeekdays
	weekly
	fortnightly
	monthly
	yearly
)

// Nouns for records.
const (
	thing    = iota // of no kind: "item"
	taskNoun        // "task": says what kind it is and nothing of what is to be done
	eventNoun
	meetingNoun // an event whose noun belongs to the title: "meeting with Al"
	projectNoun
)

// States that a scope or a "mark as" speaks of.
const (
	completedState = iota
	openState
	skippedState
	doingState
	overdueState
	repeatingState
)

// sense is one meaning of one word. A word with two meanings has two lines.
type sense struct {
	word string
	as   class
	n    int
	// doubtful words are everyday words too ("sun", "may", "second") and want
	// something beside them that says they are meant so.
	doubtful bool
}

// lookup finds the senses of a word; a possessive has those of its word.
func lookup(lexicon []sense, word string) []sense {
	word = strings.TrimSuffix(word, "'s")
	lo, hi := 0, len(lexicon)
	for lo < hi {
		if mid := (lo + hi) / 2; lexicon[mid].word < word {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	end := lo
	for end < len(lexicon) && lexicon[end].word == word {
		end++
	}
	return lexicon[lo:end]
}

// as is the token's sense of a class.
func (t *Token) as(c class) (sense, bool) {
	for _, s := range t.senses {
		if s.as == c {
			return s, true
		}
	}
	return sense{}, false
}

func (t *Token) is(c class) bool { _, ok := t.as(c); return ok }
