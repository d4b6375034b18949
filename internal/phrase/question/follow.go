package question

import (
	"math/bits"
	"slices"
	"strings"

	"assister/internal/calendar"
	"assister/internal/phrase"
)

// Read reads a question that nothing was said before.
func Read(text string, c calendar.Clock) Question { return ReadAfter(nil, text, c) }

// ReadAfter reads a question after what the same person has said before, oldest
// first: "and tomorrow?" goes on with the question that came before it, and so
// does "which of them are high priority?".
func ReadAfter(before []string, text string, c calendar.Clock) Question {
	var last *Question
	lost := false
	for _, earlier := range before {
		q := readParts(earlier, last, c)
		if last, lost = &q, false; len(q.NotUnderstood) > 0 {
			last, lost = nil, opens(earlier) || strings.HasSuffix(strings.TrimSpace(earlier), "?")
		}
	}
	if lost {
		if r := read(text, c); r.understood() && r.follows() {
			return Question{Language: r.Language, NotUnderstood: []phrase.Span{{End: len(text)}}} // it goes on with what was not understood
		}
	}
	return readParts(text, last, c)
}

// reading is a question, and what in its words says that it goes on with another.
type reading struct {
	Question
	joins   bool  // it begins with "and", "what about"
	refers  bool  // it calls something "them" or "it"
	asks    bool  // it says what is wanted: a list, a number
	bare    bool  // it asks when or where, and not of what
	which   bool  // it asks which, and not of what
	clock   bool  // the time is one of the day, of whatever day
	strange bool  // it says something that no question here has
	length  int   // of the text, in bytes
	loose   []int // the words that are taken for names by where they stand
}

func (r reading) understood() bool { return len(r.NotUnderstood) == 0 }

// readParts reads what may be several questions in one breath: each part that
// begins as a question does is one, when all of them are understood.
func readParts(text string, last *Question, c calendar.Clock) Question {
	if len(text) > MaxText {
		return Question{NotUnderstood: []phrase.Span{{Start: 0, End: len(text)}}}
	}
	if parts := split(text); len(parts) > 1 {
		if q, ok := inOneBreath(text, parts, last, c); ok {
			return q
		}
	}
	return after(last, read(text, c))
}

func inOneBreath(text string, parts []phrase.Span, last *Question, c calendar.Clock) (q Question, ok bool) {
	for n, p := range parts {
		r := read(p.Of(text), c)
		if !r.understood() || n > 0 && r.only() {
			return q, false
		}
		for i := range r.Guessed {
			r.Guessed[i].Start += p.Start
			r.Guessed[i].End += p.Start
		}
		for i := range r.Claimed {
			r.Claimed[i].Start += p.Start
			r.Claimed[i].End += p.Start
		}
		next := r.Question
		if n == 0 || !r.There {
			next = after(last, r)
		}
		if last = &next; n == 0 {
			q = next
		} else {
			q.Then = append(q.Then, next)
		}
	}
	return q, true
}

// only reports whether a part says no more than a kind: of "which tasks and which
// events are there" neither half is a question.
func (r reading) only() bool {
	q := Question{Language: r.Language, Kinds: r.Kinds}
	return !r.joins && len(r.Kinds) > 0 && r.same(q)
}

func (q Question) same(as Question) bool {
	return q.Asks == as.Asks && q.State == as.State && q.When == as.When && q.Due == as.Due && q.Priority == as.Priority && q.Context == as.Context &&
		q.Tag == as.Tag && q.Project == as.Project && q.Of == as.Of && len(q.About) == len(as.About) && q.Undated == as.Undated &&
		q.NoDeadline == as.NoDeadline && q.Repeats == as.Repeats && q.There == as.There && len(q.Facts) == len(as.Facts) && q.Stamp == as.Stamp && q.Beside == as.Beside && q.Over == as.Over && q.Under == as.Under &&
		len(q.Not) == len(as.Not) && q.Wants == as.Wants && q.By == as.By && q.Order == as.Order
}

// Plain reports whether a question says of itself that it is one, however few its
// words: it is understood without a guess at a name, and asks for free time, a number,
// an order, groups, or what is not meant.
func (q Question) Plain() bool {
	if len(q.NotUnderstood) == 0 && q.Whose && (len(q.About) == 1 || q.Perhaps) {
		return true // "le mail de Léa"
	}
	if len(q.NotUnderstood)+len(q.Guessed)+len(q.About) > 0 || q.Or != nil || q.Purpose {
		return false
	}
	switch q.Asks {
	case Gaps, Clashes:
		return true
	case Count, Exists:
		return q.Opens
	}
	switch first, _, _ := strings.Cut(plain(q.When.Said), " "); {
	case q.besides(Question{})&^slotKinds == slotWhole && q.Of.Kind == "checklist":
		return true // "la liste Valise"
	case len(q.Facts) > 0 && len(q.Kinds) > 0 && !q.When.Set():
		return true // "people without an email"
	case q.Language == French && len(q.Kinds) > 0 && (first == "de" || first == "du"):
		return true // "rdv de jeudi"
	}
	return q.Order != "" || q.Most > 0 || q.By != "" || q.Stamp.Field != "" || len(q.Not)+len(q.Else) > 0
}

// follows reports whether a reading goes on with a question before it: it says so,
// it asks of nothing, or it is one word of a question.
func (r reading) follows() bool {
	switch {
	case r.There, r.refers, r.bare, r.which, r.joins && !r.asks:
		return true
	case r.Asks == Exists && (r.clock || r.Priority+r.Context+r.Tag != ""):
		return r.slots() == 1 && r.Kinds == nil // "anything after four", "anything for work"
	case r.asks:
		other := r.Asks == Count || r.joins && (r.Asks == First || r.Asks == Last || r.Asks == Next)
		return other && r.same(Question{Asks: r.Asks})
	}
	return r.slots() == 1 && r.State == Usual && len(r.Kinds) == 0
}

// slots are the parts of a question that say which records are meant.
type slots uint32

const (
	slotWhen slots = 1 << iota
	slotPriority
	slotContext
	slotTag
	slotProject
	slotWhole
	slotKinds
	slotState
	slotDue
	slotUndated
	slotNoDeadline
	slotRepeats
	slotAbout
	slotFacts
	slotStamp
	slotNot
	slotBeside
	slotLasting
	slotBy
)

// slots is how much a reading says of which records are meant.
func (r reading) slots() int { return bits.OnesCount32(uint32(r.Question.besides(Question{}))) }

// besides are the slots that a question has otherwise than another.
func (q Question) besides(other Question) (list slots) {
	for n, differs := range [...]bool{q.When != other.When, q.Priority != other.Priority, q.Context != other.Context, q.Tag != other.Tag, q.Project != other.Project,
		q.Of != other.Of, !slices.Equal(q.Kinds, other.Kinds), q.State != other.State, q.Due != other.Due, q.Undated != other.Undated, q.NoDeadline != other.NoDeadline,
		q.Repeats != other.Repeats, !slices.Equal(q.About, other.About), !slices.Equal(q.Facts, other.Facts), q.Stamp != other.Stamp, len(q.Not) != len(other.Not),
		q.Beside != other.Beside, q.Over != other.Over || q.Under != other.Under, q.By != other.By} {
		if differs {
			list |= 1 << n
		}
	}
	return list
}

// after is a question as it is meant after another.
func after(last *Question, r reading) Question {
	switch {
	case !r.understood() || last != nil && !r.follows() || last == nil && !r.bare && !r.Narrows:
		return r.Question
	case last == nil:
		r.NotUnderstood = []phrase.Span{{End: r.length}}
		return r.Question
	case r.There:
		return last.before(r.Question)
	}
	q := *last
	q.Follows = true
	if n := len(q.Then); n > 0 {
		end := q.Then[n-1].narrowed(r.Question, r.clock)
		if !end.There {
			end.Follows = true
			return end
		}
		q.Then = slices.Clone(q.Then)
		q.Then[n-1] = end
		q.unsay()
		return q
	}
	return q.narrowed(r.Question, r.clock)
}

// before is a question of what another found: "what is still open there?".
func (q Question) before(then Question) Question {
	q.Then, q.Follows = append(slices.Clone(q.Then), then), true
	q.unsay()
	return q
}

// unsay leaves only the last of the questions to be said.
func (q *Question) unsay() {
	q.Unsaid = true
	for i := range len(q.Then) - 1 {
		q.Then[i].Unsaid = true
	}
}

// narrowed is a question with what another one says of it put in its place.
func (q Question) narrowed(by Question, clock bool) Question {
	q.Language, q.Then, q.Or = by.Language, nil, nil
	q.Narrows = by.Narrows
	q.Guessed, q.Claimed = nil, nil // they stand in another text, which was answered
	single := q.Asks == Next || q.Asks == Last || q.Asks == First
	if by.Asks != List && (by.Asks == Length || by.Asks == First || by.Asks == Last || by.Asks == Next || !single) {
		q.Asks = by.Asks
	}
	if len(by.Kinds) > 0 {
		q.Kinds, q.Noun, q.Implied = by.Kinds, by.Noun, by.Implied
	}
	q.timed(by, clock)
	q.placed(by)
	q.Due, q.Undated = q.Due || by.Due, q.Undated || by.Undated
	q.NoDeadline, q.Repeats = q.NoDeadline || by.NoDeadline, q.Repeats || by.Repeats
	q.Facts = append(slices.Clone(q.Facts), by.Facts...)
	q.Else = slices.Clone(q.Else)
	for i := range q.Else {
		q.Else[i] = q.Else[i].narrowed(by, clock)
	}
	q.Not = append(slices.Clone(q.Not), by.Not...)
	for _, f := range []struct{ to, from *string }{{&q.Priority, &by.Priority}, {&q.Context, &by.Context}, {&q.Tag, &by.Tag},
		{&q.Wants, &by.Wants}, {&q.By, &by.By}, {&q.Order, &by.Order}} {
		if *f.from != "" {
			*f.to = *f.from
		}
	}
	if len(by.About) > 0 {
		q.About, q.Guessed, q.Joined = by.About, by.Guessed, by.Joined
	}
	return q
}

// timed puts what another question says of time and state in its place. Hours without
// a day are those of the day that was asked about.
func (q *Question) timed(by Question, clock bool) {
	if by.When.Set() {
		if last := q.When; by.When.From.Valid() && clock && last.Days == last.Last && last.Days.Valid() {
			by.When.Days, by.When.Last = last.Days, last.Last
		}
		q.When = by.When
		if q.State == Overdue {
			q.State = Usual // what was late then is not what is asked for
		}
	}
	if by.State != Usual {
		q.State = by.State
	}
	if by.Over+by.Under > 0 {
		q.Over, q.Under = by.Over, by.Under
	}
	if by.Beside.Name != "" {
		q.Beside = by.Beside
	}
	if by.Stamp.Field != "" {
		q.Stamp = by.Stamp
	}
}

// placed puts what another question says that records belong to in its place. "And in
// design", after a team, is another team.
func (q *Question) placed(by Question) {
	if of := q.Of.Kind; of != "" && by.Perhaps {
		by.Of, by.Project = Whole{Kind: of, Name: by.Project, Said: by.Project}, ""
	}
	if by.Project != "" {
		q.Project, q.Perhaps = by.Project, by.Perhaps
	}
	if by.Of.Kind != "" {
		q.Of = by.Of
	}
}

// split takes a text apart where a question ends and another begins: behind a
// question mark, and before "and what", "et combien". A text that asks once is
// one part.
func split(text string) (parts []phrase.Span) {
	tokens := phrase.Tokens(text)
	start := 0
	cut := func(end, next int) {
		if strings.Trim(text[start:end], " ,;.?!\n\t") != "" {
			parts = append(parts, phrase.Span{Start: start, End: end})
			start = next
		}
	}
	for i, t := range tokens {
		if i == 0 || i+1 == len(tokens) {
			continue
		}
		next := tokens[i+1]
		switch {
		case t.Shape == phrase.Mark && (t.Text == "?" || t.Text == ";") && next.Shape != phrase.Mark:
			cut(t.End, t.End)
		case t.Shape == phrase.Word && (t.Text == "and" || t.Text == "et") && opens(text[next.Start:]):
			cut(t.Start, t.Start)
		}
	}
	cut(len(text), len(text))
	return parts
}

// opens reports whether a text begins as questions do.
func opens(text string) bool {
	text = plain(text[:min(len(text), 24)])
	for _, word := range questionWords {
		if rest, ok := strings.CutPrefix(text, word); ok && (rest == "" || strings.IndexByte(" '’-", rest[0]) >= 0 || rest[0] >= 0x80 || word == "qu") {
			return true
		}
	}
	return false
}

var questionWords = []string{"what", "whats", "which", "when", "where", "who", "how", "is there", "are there", "do i", "do we", "am i", "did i", "show", "list",
	"qu", "que", "quel", "quelle", "quels", "quelles", "quand", "combien", "ou est", "ou sont", "est ce que", "est-ce que", "y a", "ai je", "ai-je", "suis", "montre", "liste"}
