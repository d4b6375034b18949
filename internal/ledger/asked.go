package ledger

import "assister/internal/ijson"

// Asked is who asked for something, and in which words. Neither is proven: the actor is what
// the process said of itself.
type Asked struct {
	Actor string // "anna@laptop" or "ci@serve"; "" in rows from before actors were kept
	Words string // "" if there were none, or if they are not to be kept
}

// Limits in characters. A longer text is cut.
const (
	ActorMax = 128
	WordsMax = 1000
)

// AskedBy is who asked and in which words, as it is kept: in visible characters, within the
// limits. The words may come from another program.
func AskedBy(actor, words string) Asked {
	return Asked{Actor: ijson.Visible(actor, ActorMax), Words: ijson.Visible(words, WordsMax)}
}
