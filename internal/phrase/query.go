package phrase

// A question may stand beside a request: "add milk, and what is left on the list?". It
// is a clause of its own, which no request can answer, so that it is given back as not
// understood rather than lost in a title.

// queries begin a question that is as good as a sentence, in English and, as they are
// written there, in French.
var (
	interrogatives = []string{"what", "what's", "whats", "when", "when's", "where", "where's", "who", "who's", "which", "how"}
	inversions     = []string{"is", "are", "was", "do", "does", "did", "am", "have", "has", "will", "many", "much", "else", "time", "day", "tasks", "events"}
	showing        = [...]string{"show me", "tell me", "list my", "list all", "list the", "dis-moi", "montre-moi", "affiche-moi", "montre", "affiche"}
	frenchQueries  = [...]string{"qu' est-ce", "qu'est-ce", "est-ce que", "est-ce qu'", "c' est quand", "c' est quoi", "c' est ou", "il reste quoi", "il y a quoi", "j' ai quoi", "combien", "quand est", "quel est", "quelle est", "quels sont", "quelles sont", "y a-t-il", "y a t il"}
)

// queries reports whether a question begins at i that has nothing to do with what stands
// before it.
func (r *reader) queries(i int) bool {
	if i >= len(r.toks) || r.toks[i].Shape != Word {
		return false
	}
	for _, words := range showing {
		if r.match(i, words) > i {
			return true
		}
	}
	if r.lang == french {
		for _, words := range frenchQueries {
			if r.match(i, words) > i {
				return true
			}
		}
		return false
	}
	if r.oneOf(i, "what's", "whats", "when's", "where's", "who's") {
		return true
	}
	asked := r.word(len(r.toks)-1) == "?"
	return r.oneOf(i, interrogatives...) && r.oneOf(i+1, inversions...) ||
		asked && r.oneOf(i, "is", "are", "do", "does", "did", "am", "have") && r.oneOf(i+1, "i", "we", "there", "my", "the", "it", "anything", "any")
}
