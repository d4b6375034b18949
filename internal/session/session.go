// Package session is about conversations that span several commands: named lists of
// turns, stored in the workspace. Turns are not records: there are no operations on
// them and they are in no batch, since a turn changes no record. They use the same
// store and lock.
//
// Package route interprets an answer to a question, and package brief selects the turns
// that an engine sees.
package session

import (
	"context"
	"slices"
	"strings"
	"time"

	"assister/internal/ijson"
	"assister/internal/problem"
	"assister/internal/record"
)

// Limits.
const (
	TurnsMax = 100  // turns of a session; the oldest are deleted
	TextMax  = 2000 // characters of a turn
	NameMax  = 64   // characters of a name
	AboutMax = 200  // records of a turn; one that mentions more is about none
)

// ContextMaxAge is how long “it” and “them” refer to the records of the latest turns.
const ContextMaxAge = 10 * time.Minute

// Roles of a turn.
const (
	User      = "user"
	Assistant = "assistant"
)

// Turn is one message of a conversation.
type Turn struct {
	At       time.Time
	Role     string
	Text     string
	Question string       // the question event that an assistant's turn ends in; "" for none
	About    []record.Key // the records that it mentions, in its order, and as often as it does
	Proposed string       // correlation id of a proposal that was not yet applied; "" for none
	Gone     []record.Key // those that were deleted since by what it proposed; not kept, but read from the ledger
	Done     bool         // what it proposed was carried out; not kept, but read from the ledger
	Lost     bool         // it gave no answer to words about something else: "it" is nothing mentioned before
}

// Session summarizes a conversation.
type Session struct {
	Name        string
	Turns       int
	First, Last time.Time
	Open        bool // its last turn asks a question
}

// Reader reads the sessions of a snapshot.
type Reader interface {
	// Sessions returns all sessions, most recent first.
	Sessions() ([]Session, error)

	// Turns returns the newest turns of a session, oldest first, at most limit of them. A
	// session that does not exist has none.
	Turns(name string, limit int) ([]Turn, error)
}

// Added is turns that are added to a session, contiguously even if another process adds some
// too. The oldest beyond TurnsMax are deleted. The zero Added adds nothing.
type Added struct {
	Session string
	Turns   []Turn
}

// Store stores conversations.
type Store interface {
	// Clear deletes a session and returns its number of turns.
	Clear(ctx context.Context, name string) (int, error)
}

// CheckName returns a refusal for an invalid session name. Names are used in commands,
// file names and lists, so they are plain words.
func CheckName(name string) error {
	for i := range len(name) {
		c := name[i]
		letter := c|0x20 >= 'a' && c|0x20 <= 'z' // 0x20 makes a letter lower case
		digit := c >= '0' && c <= '9'
		mark := i > 0 && strings.IndexByte("-_.", c) >= 0
		if !letter && !digit && !mark {
			return invalidName(name)
		}
	}
	if name == "" || len(name) > NameMax {
		return invalidName(name)
	}
	return nil
}

func invalidName(name string) error {
	r := problem.Refuse(problem.Usage, "invalid_session", "invalid session name "+problem.Quote(name),
		"use at most 64 letters, digits and - _ . such as home or work-2026")
	r.Problem.Field = "session"
	return r
}

// OpenQuestion returns the question that the last turn asks, "" if there is none.
func OpenQuestion(turns []Turn) string {
	if len(turns) == 0 {
		return ""
	}
	return turns[len(turns)-1].Question
}

// Topics are the records that a conversation was about a short while ago, within ContextMaxAge.
type Topics struct {
	Recent    []record.Key // mentioned last: what "it" and "them" may refer to
	Listed    []record.Key // the list that was shown last: what "the second one" counts along
	Rest      []record.Key // of a list, what was not mentioned since: "the others"
	Mentioned []record.Key // by any turn, the latest first
}

// TopicsOf returns the topics of some turns, oldest first, at a time.
func TopicsOf(turns []Turn, now time.Time) Topics {
	return Topics{
		Recent: recentRecords(turns, now), Listed: listedRecords(turns, now),
		Rest: restRecords(turns, now), Mentioned: mentionedRecords(turns, now),
	}
}

// recentRecords are the records of the latest turn that mentions any, unless it is too old.
func recentRecords(turns []Turn, now time.Time) []record.Key {
	for _, t := range slices.Backward(turns) {
		if age := now.Sub(t.At); age < 0 || age > ContextMaxAge {
			return nil
		}
		if len(t.About)+len(t.Gone) > 0 || t.Lost {
			return once(t.About)
		}
	}
	return nil
}

// mentionedRecords are the records that any turn mentions that is not too old, the latest first.
func mentionedRecords(turns []Turn, now time.Time) (all []record.Key) {
	for _, t := range slices.Backward(turns) {
		if age := now.Sub(t.At); age >= 0 && age <= ContextMaxAge {
			all = append(all, t.About...)
		}
	}
	return once(all)
}

// once are keys without those that are there already.
func once(keys []record.Key) (list []record.Key) {
	for _, k := range keys {
		if !slices.Contains(list, k) {
			list = append(list, k)
		}
	}
	return list
}

// listedRecords are the latest list, in the order in which it was shown: the records of the
// latest turn that mentions several, if all that was mentioned since is on that list. Otherwise they are the
// records that were changed since the latest answer, in their order, unless that is one behind a list; those that the
// latest answers were about, if each was about one and there is no list; or the recent
// records. A record that the list has on several days is there for each of them.
func listedRecords(turns []Turn, now time.Time) []record.Key {
	var since, changed, answered []record.Key
	changes, answers, others := true, true, false
	for _, t := range slices.Backward(turns) {
		if age := now.Sub(t.At); age < 0 || age > ContextMaxAge {
			break
		}
		since = append(since, t.About...)
		if changes = changes && (t.Done || len(t.About) == 0); changes {
			changed = slices.Concat(t.About, changed)
		}
		if answers = answers && !t.Done && t.Proposed == ""; answers {
			answered = slices.Concat(t.About, answered)
		}
		beyond := func(k record.Key) bool { return !slices.Contains(t.About, k) }
		if len(t.About) > 1 && !slices.ContainsFunc(since, beyond) {
			return t.About
		}
		others = others || len(t.About) > 1
	}
	changed, answered = once(changed), once(answered)
	switch {
	case len(changed) > 1:
		return changed
	case len(changed) == 1 && others:
		return nil
	case len(answered) > 1 && !others:
		return answered
	}
	return recentRecords(turns, now)
}

// restRecords are the records of the latest list of which some were mentioned since, without
// those: "the others". There are none if anything else was mentioned.
func restRecords(turns []Turn, now time.Time) []record.Key {
	var since []record.Key
	for _, t := range slices.Backward(turns) {
		if age := now.Sub(t.At); age < 0 || age > ContextMaxAge {
			break
		}
		beyond := func(k record.Key) bool { return !slices.Contains(t.About, k) }
		if len(since) > 0 && !slices.ContainsFunc(since, beyond) {
			mentioned := func(k record.Key) bool { return slices.Contains(since, k) }
			if rest := slices.DeleteFunc(once(t.About), mentioned); len(rest) > 0 {
				return rest
			}
		}
		since = slices.Concat(since, t.About, t.Gone)
	}
	return nil
}

// Tidy returns the turn within the limits and without invisible characters, which could
// hide words from a person but show them to a model. It is not about a part of the records
// that it mentions: “all of them” would leave the others out.
func (t Turn) Tidy() Turn {
	t.Text = ijson.Visible(t.Text, TextMax)
	if len(t.About) > AboutMax {
		t.About = nil
	}
	return t
}
