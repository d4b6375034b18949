package phrase

import (
	"strings"

	"assister/internal/calendar"
)

// Action is what a request wants done.
type Action uint8

const (
	Create   Action = iota
	Move            // to another day, time, project or the backlog
	Rename          // to another title
	Change          // other fields
	Complete        // statuses, from here
	Start
	Skip
	Reopen
	Delete
	Swap // two records exchange their times
)

func (a Action) String() string {
	return [...]string{"create", "move", "rename", "change", "complete", "start", "skip", "reopen", "delete", "swap"}[a]
}

// Request is one thing that somebody asks for.
type Request struct {
	Span
	Action  Action
	Kind    string // of a create: "task", "event", "project" or "checklist" where it was said
	Title   string // of a create
	Target  Target // of everything else
	Set     Settings
	Renames []Renaming // of a rename: every way to read it
	Onto    []Listing  // of a create: the title as items of a list
	With    Target     // of a swap: the other one
}

// Settings are the fields that a request gives. What was not said is zero.
type Settings struct {
	When     When // day, times, recurrence
	Due      When // deadline; only its day counts
	Priority string
	Project  string // by name
	Tags     []string
	Location string
	Notes    string
	Backlog  bool // no day
	AllDay   bool // of an event, without times
	List     string
	Context  string
	Untag    []string // tags that are taken away
	Clear    []string // fields that are emptied, by their names in the schema
	Longer   int      // minutes that it takes longer than before
	By       Shift
}

// Empty reports whether nothing is set.
func (s Settings) Empty() bool {
	return !s.When.Says() && !s.Due.Says() && s.Priority == "" && s.Project == "" && len(s.Tags) == 0 &&
		s.Location == "" && s.Notes == "" && !s.Backlog && !s.AllDay && s.List == "" && s.Context == "" && len(s.Untag) == 0 && len(s.Clear) == 0 && s.Longer == 0 && !s.By.Says()
}

// Shift moves a plan by days and months from where it is, or by minutes.
type Shift struct{ Days, Months, Minutes int }

// Says reports whether it moves anything.
func (s Shift) Says() bool { return s != Shift{} }

// Of is the day, shifted.
func (s Shift) Of(d calendar.Date) calendar.Date { return d.AddMonths(s.Months).AddDays(s.Days) }

// Renaming is a record and its new title. "rename go to gym to run" can be cut
// in two places, and only the data tells which.
type Renaming struct {
	Target Target
	Title  string
}

// Target describes the records that a request is about: one by its title or id,
// or with Every all that the description holds of.
type Target struct {
	Span
	Text  string // as written, without articles in front
	Title string // the words of it that name a record; "" where only a description is left
	Short string // Title without a last word like "meeting" that may only say what kind it is
	IDs   []int
	Kind  string // "task", "event" or "project" where a word says so
	Every bool
	It    bool     // "it", "that": what was spoken of before
	Each  []Target // "milk and eggs", where no record is called that

	When      When // the days it is planned on
	Due       When // the days of its deadline
	Open      bool // before and after: an open end of the days
	OpenEnd   bool
	Loose     bool     // Every, and Title may as well be a tag, a project or a context
	Again     bool     // Every, what was spoken of before
	Except    []Target // of Every, what is not meant
	Completed bool
	Pending   bool
	Overdue   bool
	Repeating bool
	OneOff    bool // what does not repeat
	Backlog   bool
	Status    string
	Priority  string
	Project   string
	Tag       string
	Context   string
	List      string // the list it is on
}

// Described reports whether anything but a title or an id narrows it down.
func (t Target) Described() bool {
	return t.When.Says() || t.Due.Says() || t.Completed || t.Pending || t.Overdue || t.Repeating || t.OneOff || t.Backlog ||
		t.Status != "" || t.Priority != "" || t.Project != "" || t.Tag != "" || t.Context != "" || t.List != ""
}

// Result is what a text asks for. When NotUnderstood has anything, there are no
// requests: what is not understood whole is not half done.
type Result struct {
	Requests      []Request
	NotUnderstood []Span
}

// Parse reads requests joined by "and", commas, "then" or full
// stops. A new request begins only where a verb follows, so that "buy bread and
// milk" stays one title.
func Parse(text string, c calendar.Clock) Result {
	if len(text) > MaxText {
		return Result{NotUnderstood: []Span{{0, len(text)}}}
	}
	return newReader(text, c).requests()
}

func (r *reader) requests() (out Result) {
	if len(r.toks) == 0 {
		return out
	}
	var idle []Span
	clauses := r.inherited(r.clauses())
	if n := len(clauses); n < 32 {
		out.Requests = make([]Request, 0, n)
	}
	for _, cl := range clauses {
		if n := len(out.Requests); n > 0 && r.continues(cl, &out.Requests[n-1]) {
			continue
		}
		req, bad := r.clause(cl)
		if len(bad) > 0 && cl.verb.opensTitles() && len(out.Requests) > 0 && out.Requests[len(out.Requests)-1].Action == Create {
			if again, ok := r.anotherTitle(cl); ok {
				req, bad = again, nil
			}
		}
		if len(bad) > 0 && len(out.Requests) == 0 && r.idle(cl) {
			idle = append(idle, bad...)
			continue
		}
		if len(bad) > 0 {
			out.NotUnderstood = append(out.NotUnderstood, bad...)
			continue
		}
		if n := len(out.Requests); req.Target.It && n > 0 && out.Requests[n-1].Target.Every {
			req.Target = out.Requests[n-1].Target
			req.Target.Again = true
		}
		req.Span = r.span(cl.start, max(cl.start+1, r.trimEnd(cl.start, cl.end)))
		out.Requests = append(out.Requests, req)
	}
	if len(out.Requests) == 0 {
		out.NotUnderstood = append(idle, out.NotUnderstood...)
	}
	if len(out.NotUnderstood) > 0 {
		out.Requests = nil
	}
	return out
}

// clause is a request's tokens and its verb.
type clause struct {
	start, end int
	lead       [2]int // times before the verb: "tomorrow at 5 remind me to ..."
	body       int    // after the verb
	verb       *verb
}

// clauses cuts the text where a separator is followed by a verb.
func (r *reader) clauses() []clause {
	var out []clause
	c := r.opening(0)
	for i := max(1, c.body); i < len(r.toks); i++ {
		j, firm := r.separator(i)
		if j == i && !firm {
			continue
		}
		next := r.opening(j)
		if next.verb == nil && !r.sentence(i, j) || next.verb != nil && next.verb.weak && !firm && (c.verb == nil || c.verb.action == Create) {
			i = max(i, j-1) // the separator is read once, however long it is
			continue
		}
		if c.verb != nil || r.politeness(c.start) < i {
			c.end = i
			out = append(out, c)
		}
		c = next
		i = max(i, c.body-1)
	}
	c.end = len(r.toks)
	return append(out, c)
}

// opening is the clause that begins at i, up to its verb. What is said of its
// time may come before a verb that makes something.
func (r *reader) opening(i int) clause {
	c := clause{start: i}
	at := r.politeness(i)
	if c.verb, c.body = r.verbAt(at); r.owes(i, at) && (c.verb == nil || settling(c.verb.action)) {
		c.verb, c.body = &dutyVerb, at
		return c
	}
	if c.verb != nil {
		return c
	}
	n := at
	for p := r.piece(n); p.to > n && p.role <= on; p = r.piece(n) {
		n = p.to
	}
	if n == at {
		return c
	}
	k := n
	for r.oneOf(k, ",", ":", "-") {
		k++
	}
	if v, body := r.verbAt(r.politeness(k)); v != nil && (v.form == formRemind || v.form == formState || v.creates() && !v.weak) {
		c.verb, c.body, c.lead = v, body, [2]int{at, n}
	}
	return c
}

// abbreviations end with a full stop that ends no sentence.
var abbreviations = []string{"dr", "mr", "mrs", "ms", "st", "no", "prof", "jr", "sr", "vs", "etc", "approx", "dept", "ave", "rd", "p", "m", "a", "e", "i", "g",
	"jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec", "mon", "tue", "tues", "wed", "thu", "thur", "thurs", "fri", "sat", "sun"}

// sentence reports whether a sentence ends at i and another begins at j.
func (r *reader) sentence(i, j int) bool {
	return j < len(r.toks) && r.oneOf(i, ".", "!", "?") && !r.glued(j) && r.toks[i-1].Shape != Mark &&
		(r.word(i) != "." || r.toks[i-1].Shape != Word || !isOneOf(r.word(i-1), abbreviations)) && r.politeness(j) < len(r.toks)
}

// separator reads what may stand between two requests. A firm one is more than
// an "and".
func (r *reader) separator(i int) (to int, firm bool) {
	j := i
	if strings.IndexByte(r.text[r.toks[i-1].End:r.toks[i].Start], '\n') >= 0 {
		firm = true
	}
	for j < len(r.toks) {
		switch r.word(j) {
		case ",", ";", ".", "!", "?", "-", "–", "—", "then", "next", "afterwards", "also":
			if r.word(j) == "next" && r.word(j+1) != "," {
				return to1(i, j, firm), firm
			}
			firm = true
		case "and", "&", "plus":
		default:
			return to1(i, j, firm), firm
		}
		j++
	}
	return j, firm
}

// to1 is where the separator at i ends; a line break is one of no tokens.
func to1(i, j int, firm bool) int {
	if j == i && firm {
		return i
	}
	return j
}

// politeness skips what only makes a request polite.
func (r *reader) politeness(i int) int {
	for i < len(r.toks) {
		n := i
		for _, p := range r.lang.courtesies {
			if k := r.match(i, p); k > n {
				n = k
			}
		}
		if n == i && r.is(i, polite) {
			n = i + 1
			for r.oneOf(n, ",", "!", ".") {
				n++
			}
		}
		if n == i {
			return i
		}
		i = n
	}
	return i
}

// match reports where the words of a pattern end; i when they are not there.
func (r *reader) match(i int, pattern string) int {
	// Most patterns are tried at most words, and few begin with the same letter.
	if i >= len(r.toks) || pattern != "" && !begins(r.toks[i].Text, pattern[0]) && !begins(r.toks[i].raw, pattern[0]) {
		return i
	}
	j := i
	for rest := pattern; rest != ""; j++ {
		w, after, _ := strings.Cut(rest, " ")
		if at := r.word(j); at != w && (at == "" || r.toks[j].raw != w) {
			return i
		}
		rest = after
	}
	return j
}

// dutyVerb stands for "I need to": what follows is to be done.
var dutyVerb = verb{"i need to", Create, formCreate, true}

// duties are courtesies after which something is to be done.
var duties = []string{"i need to", "i have to", "i must", "i gotta", "i've got to", "we need to", "we have to",
	"je dois", "il faut", "il faut que je", "on doit", "nous devons", "il faudrait"}

// owes reports whether the courtesies from i up to at end in a duty, and what
// follows is done rather than known or asked for.
func (r *reader) owes(i, at int) bool {
	if at >= len(r.toks) || r.oneOf(at, "know", "see", "hear", "understand", "be", "say", "admit", "savoir", "voir", "dire") {
		return false
	}
	for _, d := range duties {
		for k := i; k < at; k++ {
			if r.match(k, d) == at {
				return true
			}
		}
	}
	return false
}

func settling(a Action) bool { return a == Complete || a == Start }

func begins(word string, letter byte) bool { return word != "" && word[0] == letter }

// verbAt is the verb that begins at i, the longest there is.
func (r *reader) verbAt(i int) (*verb, int) {
	if i >= len(r.toks) || r.toks[i].Shape != Word {
		return nil, i
	}
	if r.lang.synonyms != nil {
		return r.synonymAt(i)
	}
	var found *verb
	to := i
	for k := range verbs {
		v := &verbs[k]
		if v.words[0] != r.toks[i].Text[0] {
			continue
		}
		if n := r.match(i, v.words); n > to && (v.form != formTakeOff || r.ahead(n, "off")) && (v.words != "bring" || r.ahead(n, "forward")) {
			found, to = v, n
		}
	}
	if found == nil {
		return r.verbMeant(i)
	}
	return found, to
}

// synonymAt is the verb that begins at i in a language whose verbs are synonyms.
// A word with a slip in it is tried where none begins.
func (r *reader) synonymAt(i int) (*verb, int) {
	to, of := i, ""
	for _, s := range r.lang.synonyms {
		if n := r.match(i, s.words); n > to {
			to, of = n, s.of
		}
	}
	w := r.toks[i].raw
	for k := 0; of == "" && len(w) > 5 && k < len(r.lang.synonyms); k++ {
		if s := r.lang.synonyms[k]; len(s.words) > 6 && !strings.Contains(s.words, " ") && misspelt(w, s.words) {
			to, of = i+1, s.of
		}
	}
	for k := range verbs {
		if of != "" && verbs[k].words == of {
			return &verbs[k], to
		}
	}
	return nil, i
}

// ahead reports whether a word follows soon: "off" in "check milk off", but not in
// "check the oven".
func (r *reader) ahead(i int, word string) bool {
	for k := i; k < min(i+16, len(r.toks)); k++ {
		if r.word(k) == word {
			return true
		}
	}
	return false
}

func (r *reader) span(from, to int) Span {
	if from >= to {
		return Span{}
	}
	return Span{r.toks[from].Start, r.toks[to-1].End}
}

// clause reads one request. What it does not understand it gives back.
func (r *reader) clause(c clause) (Request, []Span) {
	r.roles = c.verb != nil && (c.verb.form == formMove || c.verb.form == formChange)
	end := r.trimPolite(c.body, c.end)
	whole := []Span{r.span(c.start, max(c.start+1, r.trimEnd(c.start, c.end)))}
	if c.verb == nil {
		return r.verbless(c, end, whole)
	}
	if c.body >= end {
		return Request{}, whole
	}
	if req, ok := r.butNot(c, end, whole); ok {
		return req, nil
	}
	switch c.verb.form {
	case formCreate, formRemind, formState:
		return r.creation(c, end, whole)
	case formMove:
		return r.moving(c, end, whole)
	case formRename:
		if req, ok := r.retag(c.body, end); ok {
			return req, nil
		}
		req, bad := r.rename(c.body, end, whole)
		if bad != nil && c.verb.opensTitles() && c.start == 0 && c.end == len(r.toks) { // "call the plumber tomorrow"
			return r.note(r.politeness(0), end, whole)
		}
		return req, bad
	case formChange:
		return r.changing(c, end, whole)
	case formTag:
		return r.tag(c.body, end, whole)
	case formTakeOff:
		return r.takeOff(c.verb.action, c.body, end, whole)
	case formSwap:
		return r.swap(c.body, end, whole)
	case formExtend:
		return r.extend(c.verb, c.body, end, whole)
	case formUntag:
		return r.untag(c.body, end, whole)
	}
	if req, ok := r.emptying(c.verb, c.body, end); ok {
		return req, nil
	}
	return r.act(c.verb.action, c.body, end, whole)
}

// verbless reads what begins with no verb: a statement, a scope and what becomes
// of it, a note.
func (r *reader) verbless(c clause, end int, whole []Span) (Request, []Span) {
	req, bad := r.statement(c.start, r.trimEnd(c.start, c.end), whole)
	if bad == nil {
		return req, nil
	}
	if req, ok := r.scoped(r.politeness(c.start), r.trimPolite(c.start, c.end)); ok {
		return req, nil
	}
	if c.start == 0 && c.end == len(r.toks) {
		return r.note(r.politeness(0), end, whole)
	}
	return req, bad
}

// creation reads a verb that makes something, unless it is about what is there.
func (r *reader) creation(c clause, end int, whole []Span) (Request, []Span) {
	if req, ok := r.putTo(c, end, whole); ok {
		return req, nil
	}
	if req, ok := r.swept(c, end, whole); ok {
		return req, nil
	}
	return r.create(c, end, whole)
}

func (r *reader) moving(c clause, end int, whole []Span) (Request, []Span) {
	req, bad := r.move(c.body, end, whole)
	if by := &req.Set.By; c.verb.words == "bring forward" || c.verb.words == "bring" {
		*by = Shift{-by.Days, -by.Months, -by.Minutes}
	}
	return req, r.rather(r.noSuchDay(c.body, end), bad)
}

func (r *reader) changing(c clause, end int, whole []Span) (Request, []Span) {
	if req, ok := r.retag(c.body, end); ok {
		return req, nil
	}
	req, bad := r.change(c.body, end, c.verb, whole)
	if bad != nil && c.verb.words == "make" {
		req, bad = r.makes(c, end, whole)
	}
	return req, r.rather(r.noSuchDay(c.body, end), bad)
}

// emptying reads a deletion of less than a record: of a field, or of what is on a
// list.
func (r *reader) emptying(v *verb, from, to int) (Request, bool) {
	if name, ok := r.wholeList(from, to); ok && v.form == formClear {
		t := Target{Span: r.span(from, to), Text: r.title(from, to), Every: true, List: name}
		return Request{Action: Delete, Target: t}, true
	}
	if v.action != Delete {
		return Request{}, false
	}
	return r.empties(from, to)
}

// putTo reads "put the report on high priority", which makes nothing.
func (r *reader) putTo(c clause, to int, whole []Span) (Request, bool) {
	if c.verb.words != "put" || !r.oneOf(c.body, "the", "my", "our", "everything", "all") {
		return Request{}, false
	}
	req, bad := r.changeWhen(c.body, to, &verb{words: "make", form: formChange}, whole)
	return req, bad == nil && req.Set.Priority != "" && req.Action == Change
}

// act reads a verb that needs nothing but its target.
func (r *reader) act(a Action, from, to int, whole []Span) (Request, []Span) {
	if a == Complete && to > from+1 && r.word(to-1) == "off" { // "tick milk off"
		to--
	}
	if a == Complete || a == Start {
		if r.oneOf(from, "with", "on", "doing", "working") && to > from+1 {
			from++
		}
	}
	t, ok := r.target(from, to)
	if !ok {
		return Request{}, whole
	}
	return Request{Action: a, Target: t}, nil
}

func (r *reader) trimPolite(from, to int) int {
	for to > from {
		n := to
		for _, p := range r.lang.thanks {
			k := strings.Count(p, " ") + 1
			if to-k >= from && r.match(to-k, p) == to {
				n = to - k
			}
		}
		n = r.trimEndButMeridiem(from, n)
		if n == to {
			return to
		}
		to = n
	}
	return to
}

func (r *reader) trimEndButMeridiem(from, to int) int {
	if r.word(to-1) == "." && r.word(to-2) == "m" && r.glued(to-1) && r.word(to-3) == "." {
		return to
	}
	return r.trimEnd(from, to)
}

// status reads "done", "as done", "not done".
func (r *reader) status(i int) (Action, int, bool) {
	if r.word(i) == "as" {
		i++
	}
	if r.word(i) == "not" {
		if s, ok := r.as(i+1, done); ok && (s.n == completedState || s.n == skippedState) {
			return Reopen, i + 2, true
		}
		return 0, i, false
	}
	if r.words(i, "cancelled") || r.words(i, "canceled") {
		return Delete, i + 1, true
	}
	if r.words(i, "in", "progress") {
		return Start, i + 2, true
	}
	if r.words(i, "to", "do") {
		return Reopen, i + 2, true
	}
	if r.words(i, "back", "to") {
		i += 2
	}
	s, ok := r.as(i, done)
	if !ok {
		return 0, i, false
	}
	switch s.n {
	case completedState:
		return Complete, i + 1, true
	case openState:
		return Reopen, i + 1, true
	case skippedState:
		return Skip, i + 1, true
	case doingState:
		return Start, i + 1, true
	}
	return 0, i, false
}

// rename reads "TARGET to TITLE".
func (r *reader) rename(from, to int, whole []Span) (Request, []Span) {
	for i := from; i < to; i++ { // "rename the title of X to Y"
		if r.oneOf(i, "title", "name") && r.oneOf(i+1, "of", "for") && i-from <= 1 {
			from = i + 2
			break
		}
	}
	var out []Renaming
	tries := 0
	for i := from + 1; i+1 < to; i++ {
		if !r.oneOf(i, "to", "as", "into") && !r.foreign(i, "in") && !(r.word(i) == ":" && i == from+1) {
			continue
		}
		if t, ok := r.target(from, i); ok && !t.Every {
			out = append(out, Renaming{t, r.title(i+1, to)})
		}
		if tries++; tries == 8 { // each reads the whole, and hostile text is all "to"
			break
		}
	}
	if len(out) == 0 && to-from >= 2 && (r.toks[from].Shape == Quoted || r.toks[from].Shape == Hash) {
		if t, ok := r.target(from, from+1); ok {
			out = append(out, Renaming{t, r.title(from+1, to)})
		}
	}
	for _, o := range out {
		if o.Title == "" {
			return Request{}, whole
		}
	}
	if len(out) == 0 {
		return Request{}, whole
	}
	return Request{Action: Rename, Target: out[0].Target, Renames: out}, nil
}
