package question

import (
	"slices"
	"strings"

	"assister/internal/phrase"
)

// guessMax is how many loose words are taken for what a question is about: more
// are another sentence.
const guessMax = 4

// question is what was read, once all words have been.
func (r *reader) question() Question {
	r.q.Language, r.q.Asks = r.language, r.wanted
	r.yesNo()
	if r.q.Asks == LastTime && r.language == French && r.words[0].text == "quand" && !r.recalls() {
		r.q.Asks = When // "quand est-ce que j'ai piscine"
	}
	if t := r.q.When; r.q.Asks == Length && t.Last.Valid() && !t.Days.Valid() {
		r.q.Asks, r.q.When.Days = Until, t.Last // "how long do I have until friday"
		if r.before {
			r.q.When.Days = t.Last.AddDays(1)
		}
	}
	if r.q.Asks == Until && slices.Contains(presents, plain(r.q.When.Said)) {
		r.q.When = Time{} // "how many days is that from now"
	}
	r.now()
	if r.was() || r.q.State == Finished || r.q.Asks == LastTime || r.q.Asks == Last && r.q.Order == "" {
		r.q.When = r.recalled(r.q.When)
	}
	r.addedThen()
	r.stampWhole()
	r.free()
	r.consistent()
	if r.q.Wants == "arrivalDate" && (r.q.Asks == Last || r.q.Asks == First) && len(r.loose)+len(r.q.About) == 0 {
		r.q.Order, r.q.Wants = r.q.Wants, "" // "who joined last"
	}
	if r.q.Asks == When && r.q.State == Open {
		r.q.State, r.q.Due = Usual, true // "when does it have to be done"
	}
	if r.q.Wants == "arrivalDate" && r.q.When.Set() {
		r.q.Stamp, r.q.When, r.q.Wants = Stamp{"arrivalDate", r.past(r.q.When)}, Time{}, "" // "who joined in october"
	}
	if r.q.Wants != "" && (r.q.Asks == When || r.q.Asks == Last) {
		r.q.Asks = List // "when did Tom join"
	}
	r.settle()
	r.kinds()
	r.ticked()
	if len(r.q.NotUnderstood) == 0 && !r.said {
		r.q.NotUnderstood = []phrase.Span{{Start: 0, End: len(r.text)}}
	}
	return r.q
}

// says reports whether one of some words stands in the text.
func (r *reader) says(any []string) bool {
	return slices.ContainsFunc(r.words, func(w word) bool { return w.plainly() && slices.Contains(any, w.text) })
}

// rings are verbs for what an alarm does, ticks for what becomes of a list, and alls what is meant by every one of them.
var (
	rings = []string{"on", "go", "goes", "ring", "rings", "sonne", "sonnent", "sonneront"}
	ticks = []string{"ticked", "coches", "cochees", "coche"}
	alls  = []string{"everything", "all", "tout", "tous", "toutes"}
)

// was reports whether it is asked what has been: "what happened on tuesday".
func (r *reader) was() bool {
	for at, w := range r.words {
		if w.plainly() && slices.Contains(pasts[r.language], w.text) && (at+1 == len(r.words) || r.words[at+1].text != "there") {
			return true
		}
	}
	return false
}

// pasts are verbs of what has been.
var pasts = [...][]string{English: {"happened", "was", "were", "did", "took"}, French: {"etait", "etaient", "avais", "passe", "passait", "faisais"}}

// addedThen takes the time of what has no day for when it was added: "the notes of
// last week".
func (r *reader) addedThen() {
	undated := len(r.q.Kinds) > 0 && !slices.ContainsFunc(r.q.Kinds, func(kind string) bool { return !slices.Contains(undatedKinds, kind) })
	if undated && r.q.When.Set() && r.q.Stamp.Field == "" && !r.q.Due && r.q.Asks != Gaps {
		if (len(r.q.About) > 0 || r.q.Perhaps) && r.q.Or == nil {
			other := r.q // "the minutes of march" may be called so
			other.About = append(slices.Clone(other.About), other.When.Said)
			if other.Perhaps {
				other.About, other.Project, other.Perhaps = append(other.About, other.Project), "", false
			}
			other.When = Time{}
			r.q.Or = &other
		}
		r.q.Stamp.Field = "createdAt"
	}
}

// undatedKinds have no day that they are planned for.
var undatedKinds = []string{"note", "note_session", "note_line", "link", "file", "checklist", "situation", "situation_note", "situation_question"}

// consistent notes a text that says two things which no question says together: how
// long or where something is that is done.
func (r *reader) consistent() {
	switch r.q.Asks {
	case Length, Where, Until:
		if r.q.State != Usual && r.q.State != Open && r.q.State != AnyState {
			r.q.NotUnderstood = append(r.q.NotUnderstood, phrase.Span{End: len(r.text)})
		}
	}
	if r.q.When.Set() && r.q.Stamp.Field == "" && r.q.Wants == "" && len(r.q.Kinds) > 0 && !slices.ContainsFunc(r.q.Kinds, func(kind string) bool { return kind != "person" && kind != "team" }) {
		r.q.NotUnderstood = append(r.q.NotUnderstood, phrase.Span{End: len(r.text)}) // "people over on saturday": nobody has a day
	}
	if e, n := r.opening(); n > 0 && e.means == opener && r.q.State == Finished && r.says(alls) {
		r.q.NotUnderstood = append(r.q.NotUnderstood, phrase.Span{End: len(r.text)}) // "is everything packed" is answered by what is not
	}
	if r.q.Average && (r.q.Asks != Length || r.q.By != "") {
		r.q.NotUnderstood = append(r.q.NotUnderstood, phrase.Span{End: len(r.text)}) // what is counted on average, nobody knows over what
	}
	if r.q.Wants == "progressPercent" && r.q.State == Usual && len(r.q.Kinds) == 0 {
		r.q.State = AnyState // where no project is called so, it is what has been done of it
	}
	belongs := r.q.Project != "" || r.q.Of.Kind != "" || r.q.Tag != ""
	if belongs && (r.q.Asks == Gaps || r.q.Asks == Clashes || r.q.Asks == Free) {
		r.q.NotUnderstood = append(r.q.NotUnderstood, phrase.Span{End: len(r.text)}) // time belongs to nothing
	}
	if r.who && slices.Contains(r.q.Kinds, "team") && (r.q.Perhaps || len(r.q.About)+len(r.loose) > 0) {
		r.q.NotUnderstood = append(r.q.NotUnderstood, phrase.Span{End: len(r.text)}) // "who is in Priya's team" names none
	}
}

// now takes back what "doing" says beside a time, "what is Emma doing on friday",
// and what "now" says beside a state, which is always that of now.
func (r *reader) now() {
	switch {
	case r.q.State == Doing && r.doing && r.q.When.Set():
		r.q.State = Usual
	case r.q.State != Usual && slices.Contains(presents, plain(r.q.When.Said)):
		r.q.When = Time{}
	}
}

var presents = []string{"now", "from now", "right now", "at the moment", "just now", "maintenant", "en ce moment", "a l instant"}

// leftOf is the place of the word left of articles that end at a place.
func (r *reader) leftOf(at int) int {
	for at > 0 && slices.Contains(articles[r.language], r.words[at].text) {
		at--
	}
	return at
}

// joining are the words between names that are meant alike.
var joining = []string{"and", "or", "et", "ou"}

// byWhen takes "by" at the end of a text for the deadline that it asks for: "when
// do I have to pay the rent by".
func (r *reader) byWhen() {
	last := len(r.loose) - 1
	if last > 0 && r.q.Asks == When && r.words[r.loose[last]].text == "by" && r.loose[last] == len(r.words)-1 {
		r.loose, r.q.Due = r.loose[:last], true
	}
}

// settle says what loose words are: what the question is about where it asks when
// or where something is; where something else says of which records, that is a
// guess; otherwise they are not understood.
func (r *reader) settle() {
	r.byWhen()
	said, subject := r.said || r.copular() || r.recounted() || r.who || r.shows || r.refers || r.joins && !r.asked && !r.listed, r.subject()
	sure := subject && r.runs() < 2 && r.behindAsking() && !r.strained()
	numeral := slices.ContainsFunc(r.loose, func(at int) bool { return digits(r.words[at].text) && !r.numbers(at) })
	if numeral || !subject && (!said || len(r.loose) > guessMax) {
		for _, at := range r.loose {
			r.q.NotUnderstood = append(r.q.NotUnderstood, r.words[at].Span)
		}
		return
	}
	for start := 0; start < len(r.loose); {
		end := start + 1
		for end < len(r.loose) && r.articles(r.loose[end-1]+1) == r.loose[end] {
			end++
		}
		if at := r.loose[start] - 1; at > 0 && len(r.q.About) > 0 && slices.Contains(joining, r.words[r.leftOf(at)].text) {
			r.q.Joined, r.q.Any = true, r.either(r.leftOf(at))
		}
		if end-start < len(r.loose) {
			r.undo = nil // of several names none takes words from beside it
		}
		r.call(r.loose[start], r.loose[end-1]+1, !sure)
		start = end
	}
	r.loose = nil
}

func digits(word string) bool { return strings.Trim(word, "0123456789") == "" }

// numbers reports whether a number stands right behind a word that is taken for a name,
// and numbers it: "episode 12".
func (r *reader) numbers(at int) bool {
	return slices.Contains(r.loose, at-1) && !digits(r.words[at-1].text)
}

// strained reports whether loose words are hardly a name: one of them compares all there
// are, or has an article behind it, as a verb has: "part le train".
func (r *reader) strained() bool {
	if r.q.Asks == LastTime || r.q.Deed {
		return false // "when did I last water the plants" begins with the verb
	}
	for i, at := range r.loose {
		if superlative(r.words[at].text) || i+1 < len(r.loose) && r.loose[i+1] > at+1 {
			return true
		}
	}
	return false
}

// copular reports whether a text asks what something is that it names and says
// nothing else of: "what's the wifi password". All the records can tell of it is what
// they say.
func (r *reader) copular() bool {
	e, n := r.opening()
	if n == 0 || e.means != lister || r.asked || len(r.loose) < 2 || r.runs() > 1 {
		return false
	}
	return r.articles(n) == r.loose[0] && r.loose[len(r.loose)-1] == len(r.words)-1 && slices.Contains(copulas, r.words[n-1].text)
}

// recounted reports whether a text asks for what somebody has said or done in words that
// only a record can have: "what did Dora report". One record has to have all of them.
func (r *reader) recounted() bool {
	e, _ := r.opening()
	return len(r.loose) > 1 && !r.asked && (r.listed && e.means == lister || e.means == opener && e.n == ofDeeds)
}

var copulas = []string{"is", "s", "are", "whats", "est", "sont"}

// behindAsking reports whether the one name of a question can be nothing else: it
// stands right behind what asks for it, and that ends in no word that a verb belongs
// to. "When is the wedding" names something, whether there is one or not; in "when
// do I get up" and "when does the train leave" a word may be more than a name.
func (r *reader) behindAsking() bool {
	switch {
	case len(r.loose) == 0:
		return true
	case r.q.Wants == "projectId":
		return false // "which project is hardest" names none
	case r.q.Wants != "":
		return true
	}
	first := r.loose[0]
	if r.undo[first-1] != nil {
		first-- // "when is the christmas dinner"
	}
	return r.behindAt > 0 && (r.articles(r.behindAt) == first || r.behindAt == first) && !slices.Contains(verbal, r.words[r.behindAt-1].text)
}

// verbal are words that a verb belongs to.
var verbal = []string{"do", "does", "did", "i", "we", "je", "j", "on", "nous", "can", "will", "have", "ai"}

// runs is how many names the loose words make.
func (r *reader) runs() (n int) {
	for i, at := range r.loose {
		if i == 0 || r.articles(r.loose[i-1]+1) != at {
			n++
		}
	}
	return n
}

// call takes words for what the question is about. A word right before them
// that says a time or a context may be part of the name; otherwise is kept as the
// other reading.
func (r *reader) call(from, to int, guessed bool) {
	back := r.undo[from-1]
	if back == nil {
		r.about(from, to)
		if guessed {
			r.guess(from, to)
		}
		return
	}
	other := r.q
	other.About = append(slices.Clone(other.About), r.written(from, to))
	other.Guessed = slices.Clone(other.Guessed)
	back(&r.q)
	r.about(from-1, to)
	if guessed {
		r.guess(from-1, to)
		other.Guessed = append(other.Guessed, r.guessOf(from, to))
	}
	r.q.Or = &other
}

func (r *reader) guess(from, to int) { r.q.Guessed = append(r.q.Guessed, r.guessOf(from, to)) }

func (r *reader) guessOf(from, to int) Guess {
	return Guess{r.written(from, to), phrase.Span{Start: r.words[from].Start, End: r.words[to-1].End}}
}

// subject reports whether loose words can only be what the question is about.
func (r *reader) subject() bool {
	switch r.q.Asks {
	case When, Where, Next, Last, LastTime, Length, Until:
		return true
	}
	return r.q.Wants != ""
}

// nameless reports whether nothing says what it is that is asked about.
func (r *reader) nameless() bool {
	if r.q.Asks == Next && r.asksTwice() && r.q.besides(Question{}) == 0 {
		return true // "when do we record next" names nothing that is known
	}
	if r.whom && len(r.q.About) == 0 && !r.q.When.Set() {
		return true
	}
	if len(r.q.Kinds) > 0 || len(r.q.About) > 0 || r.q.Project != "" {
		return false
	}
	switch r.q.Asks {
	case Where:
		return !r.q.When.Set()
	case When:
		return true
	case Length:
		return r.q.By == "" // "how busy is each day"
	case List:
		return r.q.Wants != "" && len(r.q.Facts) == 0 && !r.q.When.Set()
	case Until:
		return !r.q.When.Set()
	}
	return false
}

// asksTwice reports whether a text asks when beside what else it asks.
func (r *reader) asksTwice() bool {
	e, n := r.opening()
	return n > 0 && e.means == asking && Asking(e.n) == When
}

// PartsOf are the kinds that are part of another, where a question names none.
func PartsOf(kind string) []string { return partsOf[kind] }

var partsOf = map[string][]string{
	"checklist": {"checklist_item"},
	"team":      {"person"},
	"situation": {"situation_actor", "situation_note", "situation_question", "situation_summary"},
}

// kinds are those that a question means without naming them.
func (r *reader) kinds() {
	q := &r.q
	named := len(q.Kinds) > 0
	switch {
	case q.Of.Kind == "situation" && r.who:
		q.Kinds = []string{"situation_actor"}
	case len(q.Kinds) > 0:
	case q.Of.Kind != "":
		q.Kinds = PartsOf(q.Of.Kind)
	case r.events, r.who && q.When.Set(), r.whom, q.Asks == Where && q.When.Set() && len(q.About) == 0:
		q.Kinds = []string{"event"}
	case r.who && !q.When.Set() && q.State == Usual && q.Asks == List:
		q.Kinds = []string{"person"}
	}
	if q.Asks == Overview && !q.When.Set() && (q.Project != "" || q.Of.Kind != "" || len(q.About) > 0) {
		q.Asks, q.State = List, AnyState // "what's going on with the fence", in whatever week
	}
	if slices.Equal(q.Kinds, []string{"alarm"}) && q.State == Usual && (q.Asks == List || q.Asks == Count || q.Asks == Exists) && r.says(rings) {
		q.State = Open // what is off does not ring
	}
	if len(q.Kinds) == 0 && q.State == Finished && q.Asks == List && r.says(ticks) {
		q.Kinds = []string{"checklist_item"} // "which items are ticked"
	}
	if slices.Equal(q.Kinds, []string{"project"}) && q.When.Set() && q.Stamp.Field == "" {
		q.Due = true // a project has no other day than the one it aims at
	}
	q.Implied = (!named && (r.who || r.whom) || r.implied && len(q.Kinds) == 1) && q.Of.Kind == ""
	if r.who && len(q.Kinds) == 0 && q.Or == nil && q.Asks == List {
		q.NotUnderstood = []phrase.Span{{Start: 0, End: len(r.text)}} // nobody is noted for what is to be done
	}
	if r.whom && q.Wants == "" {
		q.Wants = "notes" // where those are named who are not in the title
	}
	if or := q.Or; or != nil {
		or.Kinds, or.Implied, or.Wants = q.Kinds, q.Implied, q.Wants
	}
}
