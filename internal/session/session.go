// Package session keeps conversations that can be continued: named lists of turns,
// kept beside the records of a workspace. Turns are no records: there is no
// operation on them, no undo and no batch, since nothing that was said changes
// what is planned. They go through the same store and its lock all the same.
//
// What an answer means is route's to say, and what an engine is told of a
// conversation is brief's.
package session

import (
	"context"
	"slices"
	"strings"
	"time"
	"unicode"

	"assister/internal/problem"
	"assister/internal/record"
)

// Bounds of what is kept.
const (
	TurnsMax = 100  // of a session; the oldest are deleted
	TextMax  = 2000 // characters of a turn
	NameMax  = 64   // characters of a name
	AboutMax = 50   // records that a turn speaks of
)

// ContextMaxAge is how long what was spoken of last is what "it" and "them" mean.
const ContextMaxAge = 10 * time.Minute

// Roles of a turn.
const (
	User      = "user"
	Assistant = "assistant"
)

// Turn is one thing that was said.
type Turn struct {
	At       time.Time
	Role     string
	Text     string
	Question string       // the question that a turn of ours ends in, as its event has it; "" for none
	About    []record.Key // the records that it speaks of
	Proposed string       // the correlation id of what it proposes and nobody had carried out yet; "" for nothing
}

// Session is one conversation at a look.
type Session struct {
	Name        string
	Turns       int
	First, Last time.Time
	Open        bool // it ends in a question of ours
}

// Store keeps conversations.
type Store interface {
	// Sessions are all of them, the one that was spoken in last first.
	Sessions(ctx context.Context) ([]Session, error)

	// Turns are the newest of a session, oldest first, at most limit of them;
	// none of one that does not exist.
	Turns(ctx context.Context, name string, limit int) ([]Turn, error)

	// Append adds turns to a session, all of them next to each other whoever else
	// speaks in it, and drops the oldest beyond TurnsMax.
	Append(ctx context.Context, name string, turns []Turn) error

	// Clear removes a session and says how many turns it had.
	Clear(ctx context.Context, name string) (int, error)
}

// CheckName refuses what is no name of a session. Names stand in commands, file
// names and lists, so they are plain words.
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

// OpenQuestion is the question that the turns end in; "" where they end otherwise.
func OpenQuestion(turns []Turn) string {
	if len(turns) == 0 {
		return ""
	}
	return turns[len(turns)-1].Question
}

// RecentRecords are the records that were spoken of last, as long as that is fresh.
func RecentRecords(turns []Turn, now time.Time) []record.Key {
	for _, t := range slices.Backward(turns) {
		if age := now.Sub(t.At); age < 0 || age > ContextMaxAge {
			return nil
		}
		if len(t.About) > 0 {
			return t.About
		}
	}
	return nil
}

// Tidy is a turn within the bounds: text of others without what cannot be seen,
// which could hide words from a person and show them to a model.
func (t Turn) Tidy() Turn {
	var b strings.Builder
	n := 0
	for _, r := range strings.TrimSpace(t.Text) {
		if r != '\n' && unseen(r) {
			continue
		}
		if n == TextMax-1 {
			b.WriteRune('…')
			break
		}
		b.WriteRune(r)
		n++
	}
	t.Text = b.String()
	t.About = t.About[:min(len(t.About), AboutMax)]
	return t
}

func unseen(r rune) bool {
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Cs) || r == unicode.ReplacementChar ||
		r >= 0xfe00 && r <= 0xfe0f || r >= 0xe0000 && r <= 0xe0fff
}
