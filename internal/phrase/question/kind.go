package question

// The nouns for records, and what stands beside them without a preposition.

import (
	"slices"
)

// unnamed takes a word before what a question is about where nothing stands
// behind it. Who is asked for then is not a person: "who am I having lunch with"
// asks for what takes place.
func (r *reader) unnamed(e entry, n int) {
	if r.who {
		r.who, r.whom, r.said = false, true, true
	}
	if e.kind != "" {
		r.kind(e.kind, n)
		r.said = true
	}
}

// ofKinds stand between two nouns of which the second says which of the first.
var ofKinds = []string{"d", "de"}

// kind is a noun of n words for records. A word before it that means nothing by
// itself says which of them: "dentist appointment"; and so does another noun:
// "team meeting".
func (r *reader) kind(name string, n int) {
	if r.noun[1] > 0 && r.noun[1] == r.at-1 && slices.Contains(ofKinds, r.words[r.at-1].text) {
		r.about(r.at, r.at+n) // "réunion d'équipe"
		return
	}
	if name == "team" && slices.Contains(r.q.Kinds, "person") && !slices.Contains(joining, r.words[max(r.leftOf(r.at-1), 0)].text) {
		return // "who joined the team" is about people
	}
	if r.linked && len(r.q.Kinds) > 0 && !slices.Contains(r.q.Kinds, name) {
		r.strange(n) // "projects with links" are not the projects and the links
		return
	}
	if last := len(r.q.Kinds) - 1; last >= 0 && r.noun[1] == r.at && r.q.Kinds[last] != name {
		r.q.Kinds = r.q.Kinds[:last]
		r.about(r.noun[0], r.noun[1])
	}
	if !slices.Contains(r.q.Kinds, name) {
		r.q.Kinds = append(r.q.Kinds, name)
	}
	if r.q.Most == 0 && r.behindAt > 0 && r.at-r.behindAt < 3 && r.q.Order == "" && plural(r.words[r.at+n-1].text) {
		switch r.wanted {
		case Next, Last, First:
			r.q.Most = few
		}
	}
	r.noun, r.q.Noun = [2]int{r.at, r.at + n}, r.written(r.at, r.at+n)
	r.claim()
}

// claim makes what stands loose, right before the place, what it is about.
func (r *reader) claim() {
	end := len(r.loose)
	start := end
	for start > 0 && r.loose[start-1] == r.at-(end-start)-1 {
		start--
	}
	if start < end {
		if at := r.leftOf(r.loose[start] - 1); at >= 0 && len(r.q.About) > 0 && slices.Contains(joining, r.words[at].text) {
			r.q.Joined, r.q.Any = true, r.either(at) // "bug tasks and writing tasks"
		}
		r.q.Claimed = append(r.q.Claimed, r.guessOf(r.loose[start], r.loose[end-1]+1))
		r.about(r.loose[start], r.loose[end-1]+1)
		r.claimed = append(r.claimed, r.loose[start:]...)
		r.loose = r.loose[:start]
	}
}

// tags takes the words that stand loose right before the place for tags: "money tag",
// "both the money and the web tags". Without such it is not said which.
func (r *reader) tags(n int) {
	from := r.at
	for from > 0 && (slices.Contains(r.loose, from-1) || from < r.at && r.besideTags(from-1)) {
		from--
	}
	if end := r.at + n; end < len(r.words) && r.words[end].tag {
		return // "the tag #home"
	}
	if from == r.at || r.q.Tag != "" {
		r.strange(n)
		return
	}
	for at := from; at < r.at; at++ {
		switch i := slices.Index(r.loose, at); {
		case i < 0:
		case r.q.Tag == "":
			r.q.Tag, r.loose = r.words[at].text, slices.Delete(r.loose, i, i+1)
		default:
			r.q.Facts = append(r.q.Facts, Fact{Field: "tags", Is: Equal, Value: r.words[at].text})
			r.loose = slices.Delete(r.loose, i, i+1)
		}
	}
	r.said = true
}

// besideTags reports whether a word may stand between two tags.
func (r *reader) besideTags(at int) bool {
	return slices.Contains(joining, r.words[at].text) || slices.Contains(articles[r.language], r.words[at].text)
}
