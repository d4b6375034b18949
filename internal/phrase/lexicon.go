package phrase

import (
	"strings"
	"sync"
)

// class is what kind of thing a word means to the grammar.
type class uint8

const (
	none      class = iota
	priority        // n is 0 low, 1 medium, 2 high
	noun            // n is one of the nouns below: what a record is called
	plural          // the same of several records
	happening       // what takes place rather than is done: "dinner"; n is the part of the day it is at
	done            // n is one of the states below
	article
	possessive
	polite
)

// Nouns for records.
const (
	thing    = iota // of no kind: "item"
	taskNoun        // "task": says what kind it is and nothing of what is to be done
	eventNoun
	meetingNoun     // an event whose noun belongs to the title: "meeting with Al"
	appointmentNoun // the same, unless it is for something: "appointment for nails"
	noticeNoun      // "reminder": says nothing of what it reminds of
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
}

// englishInitials are the places in the table of the words with each initial.
var englishInitials = sync.OnceValue(func() *initials {
	x := byInitial(len(english), func(k int) string { return english[k].word })
	return &x
})

// lookup finds the senses of a word; a possessive has those of its word.
func lookup(word string) []sense {
	word = strings.TrimSuffix(word, "'s")
	if word == "" {
		return nil
	}
	x := englishInitials()
	lo, last := int(x.from[word[0]]), int(x.from[int(word[0])+1])
	for hi := last; lo < hi; {
		if mid := (lo + hi) / 2; english[mid].word < word {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	end := lo
	for end < last && english[end].word == word {
		end++
	}
	return english[lo:end]
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
