package answer

import (
	"slices"

	"assister/internal/calendar"
	"assister/internal/filter"
	"assister/internal/language/meaning"
	"assister/internal/record"
	"assister/internal/reference"
	"assister/internal/schema"
)

// state is what has become of the records that are asked for: a state of the lexicon, or
// one of these.
type state string

const (
	usual     state = ""        // what is still open; of the past, all there was
	open      state = "pending" // neither completed nor skipped; of an alarm, switched on
	doing     state = "doing"
	finished  state = "completed" // the time is when that was
	skipped   state = "skipped"
	overdue   state = "overdue"
	whichever state = "any"
)

// question is one question with the records of the names in it.
type question struct {
	*source
	reference.Selection // but for its time and its state
	what                meaning.What
	field               meaning.Field // whose value is wanted
	by                  meaning.Field // the answer is divided by its values
	unsure              bool          // some words are only taken for what it is about
	most, least         bool          // the value with the most records is wanted, or with the fewest
	rank                meaning.Rank
	past                bool   // its day is asked for as one that has been: "when was the dentist"
	whether             bool   // it is asked whether its day is one, "is the dentist on friday", or a note says so
	every               bool   // a yes is about all of them
	did                 string // what is done with it: a word that it may have beside its name
	verbless            bool   // no record has that word
	state               state
	due                 bool             // the time is that of a deadline
	said                reference.Window // what the question says about time
	when                reference.Window // what is looked at
	minutes             int              // how many a gap has at least
	weekdays            calendar.Days    // of free days; none for any

	not    []*question // what is not meant
	others []*question // the same with another condition, which is as good
	anchor record.Key  // beside which the time lies
	since  *question   // what it is counted from until then

	everywhere bool // all kinds are looked into
	anyList    bool // it is on a list that has no name
	contrary   bool // what is found is not in the state that was asked about
}

// kinds are the kinds that the question is about. A kind without a field or a state that is
// asked for has no record that could be meant. If nothing that is planned can be meant, it is
// any other kind.
func (q *question) kinds() []*schema.Kind {
	if kinds := q.kindsAmong(q.everywhere); len(kinds) > 0 || len(q.Named) > 0 {
		return kinds
	}
	return q.kindsAmong(true)
}

func (q *question) kindsAmong(all bool) []*schema.Kind {
	return reference.Those(schema.Kinds, func(k *schema.Kind) bool { return q.covers(k, all) && q.has(k) })
}

// covers reports whether a kind is named or, if none is, one that such a question is about.
func (q *question) covers(k *schema.Kind, all bool) bool {
	switch q.what {
	case meaning.Free, meaning.Gaps, meaning.Clashes:
		f, _ := k.Field("startTime")
		return f != nil
	}
	if len(q.Named) > 0 {
		noted := len(q.Names) > 0 && (k.Name == "note_session" || k.Name == "note_line")
		return slices.Contains(q.Named, k) || noted && slices.Contains(q.Named, schema.Lookup("note"))
	}
	projectsToo := q.state == whichever || q.due && (q.what == meaning.Get || q.what == meaning.Until)
	everyKind := all || q.Has(meaning.Created)
	return k.Planned || everyKind || projectsToo && k.Name == "project"
}

// has reports whether records of a kind can be what the question asks for.
func (q *question) has(k *schema.Kind) bool {
	past := q.said.Last.Valid() && q.said.Last < q.today
	checkable := k.Settles() || k.Done != ""
	switch {
	case !q.May(k), q.lacksField(k):
		return false
	case q.when.Set() && !q.due && k.Day == "", q.due && reference.Column(meaning.Due, k) == nil:
		return false
	case q.rank.Order == meaning.Urgent && !k.Settles():
		return false
	case q.state == open && past && !k.Settles():
		return false // an event in the past is not open
	case q.state == open && q.everywhere && !checkable:
		return false // a record that is never completed is not missing
	}
	switch q.stateOf(k) {
	case finished:
		return checkable
	case doing, skipped:
		return k.Settles()
	case overdue:
		return filter.Has(k, "overdue")
	}
	return true
}

// valueless are the fields that may be asked for of records that do not have them: the
// answer says so.
var valueless = map[meaning.Field]bool{meaning.When: true, meaning.Place: true, meaning.Notes: true}

// lacksField reports whether a kind lacks a field that the answer is made of.
func (q *question) lacksField(k *schema.Kind) bool {
	needed := []meaning.Field{q.by}
	if by := reference.Orders[q.rank.Order].By; by != meaning.Changed { // every record has that
		needed = append(needed, by)
	}
	switch {
	case q.field == meaning.Done && q.state == whichever, valueless[q.field]:
		// it can be answered otherwise
	default:
		needed = append(needed, q.field)
	}
	if q.what == meaning.Total || q.what == meaning.Average {
		needed = append(needed, meaning.Length)
	}
	return slices.ContainsFunc(needed, func(f meaning.Field) bool { return f != "" && reference.Column(f, k) == nil })
}

// stateOf is what the records of a kind have to be. The last time of something to do is when
// it was done; that of an event is when it took place.
func (q *question) stateOf(k *schema.Kind) state {
	if q.what == meaning.LastTime && k.Settles() {
		return finished
	}
	return q.state
}

// open reports whether what is asked for is only what can still be done.
func (q *question) open() bool {
	past := q.when.Last.Valid() && q.when.Last < q.today
	ofAll := q.measures() || q.what == meaning.Overview
	stillAhead := !past && !ofAll && !q.behind()
	return q.state == open || q.state == overdue || q.state == usual && stillAhead
}

// condition is what a record of a kind has to meet; of what repeats, days and states are
// looked at once more for each occurrence.
func (q *question) condition(k *schema.Kind) filter.Condition {
	c, _ := q.On(k)
	q.withState(&c, k)
	q.withDays(&c, k)
	return c
}

func (q *question) withState(c *filter.Condition, k *schema.Kind) {
	switch s := q.stateOf(k); s {
	case finished:
		c.Completed = filter.Yes
	case doing, skipped:
		c.Status = string(s)
	case overdue:
		*c = reference.And(*c, q.late(k))
	case open:
		if f, _ := k.Field("answer"); f != nil {
			*c = c.With(filter.Is(f.Name, record.Null)) // a question waits until it is answered
		}
		if f, _ := k.Field("enabled"); f != nil {
			*c = c.With(filter.Is(f.Name, record.Bool(true)))
		}
	}
	if !q.open() || !k.Settles() && k.Done == "" {
		return
	}
	c.Completed = filter.No
	if k.Settles() {
		*c = c.With(filter.IsNot("status", record.Text(string(skipped))))
	}
}

// late is what is planned for an earlier day, or due on one. Of some days, only what was
// planned for them is asked for.
func (q *question) late(k *schema.Kind) filter.Condition {
	planned := filter.Condition{Overdue: filter.Yes}
	due := reference.Column(meaning.Due, k)
	if due == nil || !k.Settles() || q.when.Set() {
		return planned
	}
	missed := filter.Comparing(filter.Within(due.Name, filter.Range{Set: true, To: q.today.AddDays(-1)})...)
	if q.due { // "which deadlines are overdue"
		return missed
	}
	return filter.Condition{Any: []filter.Condition{planned, missed}}
}

func (q *question) withDays(c *filter.Condition, k *schema.Kind) {
	switch {
	case q.due:
		field := reference.Column(meaning.Due, k).Name
		*c = c.With(filter.IsNot(field, record.Null)).With(filter.Within(field, q.when.Days())...)
	case q.dueToo(k):
		due := filter.Comparing(filter.Within(reference.Column(meaning.Due, k).Name, q.when.Days())...)
		due = due.With(filter.Is(k.Day, record.Null))
		*c = reference.And(*c, filter.Condition{Any: []filter.Condition{{Scheduled: q.when.Days()}, due}})
	case q.when.Set():
		c.Scheduled = q.when.Days()
	}
}

// ofDays are the questions about what is on some days.
var ofDays = []meaning.What{meaning.Which, meaning.Exists, meaning.Count, meaning.Overview}

// dueToo reports whether what is planned for no day is looked for on the day of its deadline, as
// in lists.
func (q *question) dueToo(k *schema.Kind) bool {
	past := q.when.Last.Valid() && q.when.Last < q.today
	ahead := q.when.Set() && !past && !q.behind()
	toDo := (q.state == usual || q.state == open) && k.Settles() && reference.Column(meaning.Due, k) != nil
	return ahead && toDo && slices.Contains(ofDays, q.what)
}

// excluded reports whether an item is one that is not meant.
func (q *question) excluded(i reference.Item) bool {
	if i.Record.Key() == q.anchor {
		return true
	}
	return slices.ContainsFunc(q.not, func(not *question) bool { return not.means(i, q.when.Set()) })
}

// means reports whether an item is one of those that a description names. Of a series, only
// this occurrence counts if the items are those of some days.
func (q *question) means(i reference.Item, ofDays bool) bool {
	k := i.Record.Kind
	switch {
	case len(q.Named) > 0 && !slices.Contains(q.Named, k), !q.has(k):
		return false
	case q.state == overdue && ofDays:
		return i.Day.Valid() && i.Day < q.today && !reference.Settled(i.Record)
	}
	c := q.condition(k)
	if q.said.Set() && !q.due {
		if !q.said.Days().Has(i.Day) {
			return false
		}
		c.Scheduled = filter.Range{} // of a series, only this occurrence counts
	}
	return c.Match(i.Record, q.today) && q.Holds(i.Record)
}

// aheadMost is how many days of those to come are looked at for gaps and clashes.
const aheadMost = 27

// daysLooked is how many days are looked at one by one if a question does not say which.
const daysLooked = 7

// span sets the time that is looked at, if the question says none but means one.
func (q *question) span() {
	if q.by == meaning.When && q.said.Daily && q.said.First == q.today { // "which evenings am I busy"
		q.said.Last = max(q.said.Last, q.today.AddDays(daysLooked-1))
	}
	q.when = q.said
	hours := q.said.Timed() && q.said.Last == q.today
	if q.what == meaning.Gaps && q.rank.Order == meaning.Next && hours { // on whatever day
		q.said = reference.Window{}
		q.when.First, q.when.Last, q.when.Daily = q.today, q.today.AddDays(aheadMost), true
	}
	dated := slices.ContainsFunc(q.kinds(), func(k *schema.Kind) bool { return k.Day != "" })
	if q.when.Set() || !dated {
		return
	}
	first, last := q.today, q.today
	switch {
	case q.behind(), q.state == finished && q.did != "" && slices.Contains(ofDays, q.what): // of what repeats, too
		first = 0
	case q.ahead(), q.rank.Order == meaning.Longest, q.rank.Order == meaning.Shortest:
		last = 0
	case q.rank.Order == meaning.First && !q.due: // the earliest deadline may be behind us
		last = 0
	case q.what == meaning.Free:
	case q.what == meaning.Gaps, q.what == meaning.Clashes:
		last = q.today.AddDays(aheadMost)
	case q.by == meaning.When && (q.most || q.least):
		last = q.today.AddDays(daysLooked - 1)
	case q.what == meaning.Overview:
		first = q.today.StartOfWeek()
		last = first.AddDays(6)
	default:
		return
	}
	q.when = reference.Window{First: first, Last: last}
}

// ahead reports whether only what is still to come is asked for.
func (q *question) ahead() bool {
	switch {
	case q.behind():
		return false
	case q.what == meaning.Get && valued[q.field], q.what == meaning.Until, q.what == meaning.Total:
		return true
	}
	return q.rank.Order == meaning.Next
}

// behind reports whether only what has been is asked for.
func (q *question) behind() bool {
	return q.past || q.what == meaning.LastTime || q.rank.Order == meaning.Previous || q.rank.Order == meaning.Final
}
