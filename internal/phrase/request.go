package phrase

import (
	"unicode"
	"unicode/utf8"

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
	Swap   // two records exchange their times
	Reword // one passage of a text
)

func (a Action) String() string {
	return [...]string{"create", "move", "rename", "change", "complete", "start", "skip", "reopen", "delete", "swap", "reword"}[a]
}

// Request is one thing that somebody asks for.
type Request struct {
	Span
	Action  Action
	Kind    string // of a create: "task", "event", "project", "checklist" or what is kept, where it was said; "note" of what is only told
	Title   string // of a create
	Quoted  bool   // the title stood in quotes
	Target  Target // of everything else
	Set     Settings
	Renames []Renaming // of a rename: every way to read it
	Onto    []Listing  // of a create: the title as items of a list
	Listed  bool       // and nothing else, so that there has to be such a list
	With    Target     // of a swap: the other one
	Parts   []string   // of a project that is made: its tasks, by their titles
	Passage *Passage   // of a reword
	Given   []Given    // of what is kept: its other fields

	// Known is, of a create, what the same words ask for where there is such a
	// record: "put the dentist on friday" moves it. Asked is whether a person has to
	// say which of both is meant; of what is told to be done, whether it was denied.
	Known *Request
	Asked bool

	// Bare is, of a create, whether nothing asks for something new but that the thing is
	// named: "write report", "optician friday at 9". Where there is something of that
	// name, that may be what is spoken of.
	Bare bool

	// Failing is what is meant where nothing is called as Target says: "finish the
	// slides" is something to do.
	Failing *Request

	// Aside is whether it may be no more than talk beside other requests: "I just got
	// back from Dana. Add ...". It is told of somebody, and asks for nothing.
	Aside bool
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
	There    bool     // "in it": in the project that was made just before
	By       Shift
}

// Empty reports whether nothing is set.
func (s Settings) Empty() bool {
	return !s.When.Says() && !s.Due.Says() && s.Priority == "" && s.Project == "" && len(s.Tags) == 0 &&
		s.Location == "" && s.Notes == "" && !s.Backlog && !s.AllDay && s.List == "" && s.Context == "" && len(s.Untag) == 0 && len(s.Clear) == 0 && s.Longer == 0 && !s.There && !s.By.Says()
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
	Its   bool     // "all its tasks": Every of what was spoken of before
	The   bool     // "the dentist": one that there is
	Each  []Target // "milk and eggs", where no record is called that

	// One is whether only a record can be meant, and not all that has a tag or is in a
	// project of that name.
	One bool

	Did []string      // what was done to it, as a title may have it: "buy" of "bought the milk"
	On  calendar.Date // the day that was done on, whatever day it is planned on

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

// Everything reports whether a description is of all there is, and narrows it down
// by nothing.
func (t Target) Everything() bool {
	return t.Every && t.Title == "" && t.Kind == "" && !t.Described() && !t.It && !t.Its && len(t.IDs) == 0
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

// clause reads one request. What it does not understand it gives back.
func (r *reader) clause(c clause) (Request, []Span) {
	r.roles = c.verb != nil && (c.verb.form == formMove || c.verb.form == formChange)
	end := r.trimPolite(c.body, c.end)
	whole := []Span{r.span(c.start, max(c.start+1, r.trimEnd(c.start, c.end)))}
	req, bad := r.asArranged(c, end, whole)
	if isOneOf(req.Target.Title, restrictions) {
		return Request{}, whole // "not the 10th": what it is said of was read without it
	}
	if bad == nil && req.Action == Create && r.replaces(end, c.end) {
		if req.Known != nil {
			return *req.Known, nil
		}
		return Request{}, whole
	}
	if bad == nil {
		r.restoreSymbols(&req, end, c.end)
	}
	return req, bad
}

// restoreSymbols appends to a new title the symbols that stand behind the request:
// "add call mom ⭐". Courtesies and emoticons are left out there, but an emoji may be a
// part of the title.
func (r *reader) restoreSymbols(req *Request, from, to int) {
	symbols := r.symbols(from, to)
	if req.Action == Create && req.Title != "" && !req.Quoted {
		req.Title += symbols
	}
	for i := range req.Renames {
		req.Renames[i].Title += symbols
	}
}

// symbols is the symbols among some tokens as they were written, with a space before
// each that has one. It leaves out arrows and punctuation.
func (r *reader) symbols(from, to int) (text string) {
	for i := from; i < to; i++ {
		first, _ := utf8.DecodeRuneInString(r.toks[i].Text)
		joins := text != "" && r.glued(i) && unicode.In(first, unicode.M, unicode.Cf) // the rest of an emoji
		if !joins && (!unicode.IsSymbol(first) || r.word(i) == "→") {
			continue
		}
		if !r.glued(i) {
			text += " "
		}
		text += r.span(i, i+1).Of(r.text)
	}
	return text
}

// asArranged reads what follows a verb or stands without one, whose last courtesies
// begin at the end.
func (r *reader) asArranged(c clause, end int, whole []Span) (Request, []Span) {
	if c.verb == nil {
		return r.verbless(c, end, whole)
	}
	if r.named(c, end) {
		return r.verbless(clause{start: c.start, end: c.end, body: c.start}, end, whole)
	}
	if c.before {
		return r.doneToIt(c, end, whole)
	}
	if c.body >= end {
		return Request{}, whole
	}
	end = r.notThen(c.body, end)
	if !c.verb.creates() {
		end = r.trimPolite(c.body, r.because(c.body, end))
	}
	if req, ok := r.butNot(c, end, whole); ok {
		return req, nil
	}
	return r.byForm(c, end, whole)
}

// byForm reads what follows a verb, as its words are arranged.
func (r *reader) byForm(c clause, end int, whole []Span) (Request, []Span) {
	switch c.verb.form {
	case formState:
		if req, firm, ok := r.told(r.politeness(c.start), end); ok && firm { // "I have paid the rent"
			return req, nil
		}
		return r.creation(c, end, whole)
	case formCreate, formRemind:
		req, bad := r.creation(c, end, whole)
		if c.verb == &dutyVerb {
			req.Title = r.inInfinitive(c.body, req.Title)
		}
		return req, bad
	case formMove:
		return r.moving(c, end, whole)
	case formRename:
		req, bad := r.renaming(c.body, end, whole)
		if bad != nil && c.verb.opensTitles() {
			return r.jotted(c, end, bad) // "call the plumber tomorrow"
		}
		return req, bad
	case formChange:
		req, bad := r.changing(c, end, whole)
		if bad != nil {
			return r.bareChange(c, end, bad)
		}
		return req, nil
	case formTag:
		return r.tag(c.body, end, whole)
	case formTakeOff:
		req, bad := r.takeOff(c.verb.action, c.body, end, whole)
		if bad != nil {
			return r.jotted(c, end, bad) // "take the dog out tomorrow"
		}
		return req, nil
	case formSwap:
		return r.swap(c.body, end, whole)
	case formExtend:
		return r.extend(c.verb, c.body, end, whole)
	case formUntag:
		return r.untag(c.body, end, whole)
	case formUndate:
		return r.undate(c.body, end, whole)
	}
	return r.onTarget(c, end, whole)
}

// onTarget reads a verb that is followed by no more than what it is done to. Where there
// is nothing of that name it may be something to do: "finish the slides".
func (r *reader) onTarget(c clause, end int, whole []Span) (Request, []Span) {
	if req, ok := r.emptying(c.verb, c.body, end); ok {
		return req, nil
	}
	if c.verb.words == "drop" {
		if req, ok := r.changeTo(c.body, end, c.verb); ok && req.Set.Priority != "" {
			return req, nil // "drop its priority to low"
		}
	}
	req, bad := r.act(c.verb.action, c.body, end, whole)
	if bad == nil && c.verb.weak {
		if todo, not := r.bare(r.politeness(c.start), end, whole); not == nil {
			req.Failing = &todo
		}
	}
	return req, bad
}

// jotted reads a clause as something jotted down, where the verb that it begins with
// opens the title of something to do.
func (r *reader) jotted(c clause, end int, bad []Span) (Request, []Span) {
	if !r.jots {
		return Request{}, bad
	}
	if whole := r.trimPolite(c.body, c.end); r.takeWeight(c.body, whole, &Settings{}) < whole {
		end = whole // "call the plumber tomorrow, it's urgent"
	}
	from := r.politeness(c.start)
	req, not := r.note(from, end, bad)
	if not == nil {
		return req, nil
	}
	return r.bare(from, end, bad)
}

// renaming reads a new title, or a new tag for an old one.
func (r *reader) renaming(from, to int, whole []Span) (Request, []Span) {
	if req, ok := r.retag(from, to); ok {
		return req, nil
	}
	return r.rename(from, to, whole)
}

// creation reads a verb that makes something, unless it is about what is there.
func (r *reader) creation(c clause, end int, whole []Span) (Request, []Span) {
	if req, ok := r.putTo(c, end, whole); ok {
		return req, nil
	}
	if n, _ := r.pronounAt(c.body); c.verb.form == formCreate && n > c.body && n < end {
		if req, ok := r.placedAgain(c.body, end, whole); ok { // "put it on friday"
			return req, nil
		}
	}
	if req, ok := r.swept(c, end, whole); ok {
		return req, nil
	}
	if req, ok := r.noted(c, end); ok {
		return req, nil
	}
	if req, ok := r.ontoNote(c, end); ok {
		return req, nil
	}
	if req, ok := r.ontoFirst(c, end); ok {
		return req, nil
	}
	if req, bad, ok := r.keeping(c, end, whole); ok {
		return req, bad
	}
	req, bad := r.create(c, end, whole)
	if bad == nil {
		if todo := r.asErrand(c, end, req); todo != nil {
			return *todo, nil
		}
	}
	if c.verb.placing() {
		known, ok := r.placedAgain(c.body, end, whole)
		switch {
		case ok && bad != nil:
			return known, nil
		case ok && !req.Set.When.Repeat.Repeats():
			if !known.Set.By.Says() { // "from 11 to 2" is when it is, and not whence
				known.Set, known.Target.When = req.Set, When{}
			}
			req.Known = &known
		}
	}
	return req, bad
}

// placing reports whether a verb is said of what there is as well as of what is
// new: "schedule the report for friday".
func (v *verb) placing() bool {
	return isOneOf(v.words, []string{"put", "schedule", "plan", "place", "stick", "set"})
}

// placedAgain reads a request to make something as one to move what there is.
func (r *reader) placedAgain(from, to int, whole []Span) (Request, bool) {
	roles := r.roles
	defer func() { r.roles = roles }()
	r.roles = true
	req, bad := r.move(from, to, whole)
	if bad != nil || req.Set.Empty() || req.Target.Every && !req.Target.It {
		return req, false
	}
	if !req.Set.When.Says() && !req.Set.Backlog && !req.Set.By.Says() {
		req.Action = Change
	}
	return req, true
}

// doneToIt reads "la cocher", "les déplacer à lundi": what it is done to stands before
// the verb.
func (r *reader) doneToIt(c clause, end int, whole []Span) (Request, []Span) {
	t := Target{It: true, Text: r.toks[c.body-2].raw}
	if t.Text == "les" {
		t.Text = "them"
	}
	if c.body == end {
		if c.verb.creates() || c.verb.form == formMove || c.verb.form == formChange {
			return Request{}, whole
		}
		return Request{Action: c.verb.action, Target: t}, nil
	}
	r.roles = true
	s, ok := r.settingsOnly(c.body, end)
	if !ok || settles(c.verb.action) || c.verb.action == Delete {
		return Request{}, whole
	}
	if s.When.Says() || s.By.Says() || s.Backlog {
		return Request{Action: Move, Target: t, Set: s}, nil
	}
	return Request{Action: Change, Target: t, Set: s}, nil
}

// undate reads "TARGET", which is to be on no day.
func (r *reader) undate(from, to int, whole []Span) (Request, []Span) {
	t, ok := r.target(from, to)
	if !ok {
		return Request{}, whole
	}
	return Request{Action: Move, Target: t, Set: Settings{Backlog: true}}, nil
}

func (r *reader) moving(c clause, end int, whole []Span) (Request, []Span) {
	if f, n := r.fieldAt(r.pastArticle(c.body)); (f == dueField || f == dayField || f == timeField) && r.oneOf(n, "of", "for") && n+1 < end {
		if req, bad := r.changeField(f, n+1, end, whole); bad == nil {
			return req, nil // "push the deadline of the report to monday"
		}
	}
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
	if req, bad, ok := r.keeping(c, end, whole); ok && bad == nil {
		return req, nil // "set alarm for 7"
	}
	req, bad := r.change(c.body, end, c.verb, whole)
	if bad != nil && c.verb.words == "make" {
		if req, _, ok := r.stated(c.body, end); ok { // "make the cinema start at nine"
			return req, nil
		}
		req, bad = r.makes(c, end, whole)
	}
	return req, r.rather(r.noSuchDay(c.body, end), bad)
}
