package answer

import (
	"slices"
	"strings"
	"unicode/utf8"

	"assister/internal/calendar"
	"assister/internal/filter"
	"assister/internal/fulltext"
	"assister/internal/language/meaning"
	"assister/internal/language/timeexpr"
	"assister/internal/record"
	"assister/internal/reference"
	"assister/internal/schema"
)

// unresolved is why a question cannot be looked up. It is kept as the error of the records.
type unresolved struct {
	answer  string // what there is to say instead; "" if the question is not understood
	words   string // that are not understood
	unknown bool   // since no record has them in its texts
}

func (u *unresolved) Error() string { return "answer: " + u.words + u.answer }

// resolve finds what a question names, unless that stops.
func (s *source) resolve(a meaning.Ask) *question {
	a = aboutProject(notOfList(a))
	if a.By == reference.Time { // they are in the order of their days and times
		a.By = ""
	}
	each := alternatives(a.Of)
	q := &question{source: s, what: a.What, field: a.Field, by: a.By, most: a.Most, least: a.Least}
	resolving{q}.describe(a.Of)
	resolving{q}.settle(a.Past)
	q.span()
	if a.Since != nil {
		q.since = s.resolve(meaning.Ask{What: a.What, Of: a.Since})
	}
	for _, of := range each[1:] {
		other := &question{source: s, what: q.what, field: q.field, by: a.By}
		resolving{other}.describe(of)
		other.span()
		q.others = append(q.others, other)
	}
	exists := len(q.others) > 0 && q.what == meaning.Exists
	if exists && len(q.Named)+len(q.others[0].Named) == 0 { // "is there milk or tea"
		for _, one := range append(q.others, q) {
			one.Named = append(reference.NamedOrPlanned(""), schema.Lookup("checklist_item"))
		}
	}
	return q
}

// notOfList is a question for the day or the place of what a part of the name of a list names as one about something
// that is called so, since no item has any: "where is the match" is not about the list "Match bag".
func notOfList(a meaning.Ask) meaning.Ask {
	of := a.Of
	asksValue := a.What == meaning.Get && valued[a.Field]
	n := slices.IndexFunc(of.Where, func(c meaning.Attribute) bool { return c.Field == meaning.List })
	if n < 0 || of.Kind != "item" || of.Name != "" || !asksValue {
		return a
	}
	if in := of.Where[n]; len(in.Words) > 0 && !in.Not {
		rest := slices.Delete(slices.Clone(of.Where), n, n+1)
		a.Of = &meaning.Record{Name: strings.Join(in.Words, " "), Words: in.Words, Where: rest}
	}
	return a
}

// aboutProject is a question about what is in a project as one about that project itself, if it says so, as in "how is
// the garden project going", or asks for the day of all in it: "when is the garden project due", "how long until the
// garden deadline".
func aboutProject(a meaning.Ask) meaning.Ask {
	of := *a.Of
	n := slices.IndexFunc(of.Where, func(c meaning.Attribute) bool {
		called := c.Field == meaning.Project || c.Field == meaning.Context // which a project has not
		return called && c.Text != "" && !c.Not
	})
	if n < 0 || of.Name != "" && !isRestOf(of.Name, of.Where[n]) {
		return a
	}
	if of.Name != "" {
		whole := of
		whole.Name, whole.Words = "", nil
		a.Of = &whole
	}
	in, all := of.Where[n], len(of.Where)
	of.Name, of.Where = in.Text, slices.Delete(slices.Clone(of.Where), n, n+1)
	if a.Of.Kind == "project" {
		a.Of = &of
		return a
	}
	whether := a.What == meaning.Whether
	of.Where = slices.DeleteFunc(of.Where, func(c meaning.Attribute) bool {
		toBeDone := c.Field == meaning.State && state(c.Text) == open
		return c.Field == meaning.Has && c.Text == string(meaning.Due) || toBeDone && !whether
	})
	isDay := a.What == meaning.Get && (a.Field == meaning.Due || a.Field == meaning.When)
	asksDay := isDay || whether && all > 1
	ofDay := asksDay || a.What == meaning.Until
	if in.Field != meaning.Project || len(of.Where) > 0 || !bare(a.Of) || !ofDay {
		return a
	}
	a.Of = &meaning.Record{Kind: "project", Name: in.Text}
	if asksDay {
		a.What, a.Field = meaning.Get, meaning.Due
	}
	return a
}

// isRestOf reports whether a name is only more of the name of a project: "the Mill Street attic" is "Attic Mill
// Street".
func isRestOf(name string, in meaning.Attribute) bool {
	whole := strings.Fields(fulltext.Plain(in.Text))
	other := func(w string) bool { return !slices.Contains(whole, w) || slices.Contains(in.Words, w) }
	return in.Field == meaning.Project && !slices.ContainsFunc(strings.Fields(fulltext.Plain(name)), other)
}

// resolving fills in a question from its description.
type resolving struct{ *question }

// settle makes the question one of those that are answered alike.
func (q resolving) settle(past bool) {
	only := ""
	if len(q.Named) == 1 {
		only = q.Named[0].Name
	}
	q.past = past && q.wants(meaning.When) && q.rank.Order == ""
	wasOpen := q.state == open && q.did == "" && q.said.Last.Valid() && q.said.Last < q.today
	switch {
	case wasOpen && past: // what was to be done then, whatever has become of it
		q.state = usual
	case len(q.Names) > 0 && q.what == meaning.Free: // what there is besides takes time, too
		q.stop(unresolved{words: q.Names[0].Text})
	case only == "checklist" && q.Has(meaning.Tag):
		q.Named = reference.NamedOrPlanned("task") // the shopping list is what is tagged so
	case q.what == meaning.Get && q.field == meaning.State, q.what == meaning.Status:
		q.what, q.field, q.state = meaning.Which, "", whichever
	case q.what == meaning.Get:
		q.settleValue(only)
	case q.what == meaning.Whether && q.state == usual:
		q.settleWhether()
	}
}

// settleValue settles a question for the value of a field. Only is the one kind that it names.
func (q resolving) settleValue(only string) {
	switch {
	case q.field == meaning.Due:
		q.field, q.due = meaning.When, true
	case q.field == meaning.Done && q.state == usual:
		q.state = whichever // what is done of something tells it, too
	case only == "alarm" && q.state == usual:
		q.state = open
	case q.field == meaning.Person:
		q.field = meaning.Notes
	}
}

// settleWhether settles a question for yes or no that names no state.
func (q resolving) settleWhether() {
	named := len(q.Names) > 0
	switch {
	case named && q.said.Set():
		q.what, q.field, q.whether = meaning.Get, meaning.When, true // the day answers it
	case q.every && !named && q.Has(meaning.List): // "is everything in the bag"
		q.state = finished
	case named && len(q.Terms) == 0 && !q.anyList:
		if q.every {
			q.stop(unresolved{words: q.Names[0].Text}) // "is everything packed"
		}
		q.what, q.Named = meaning.Which, reference.NamedOrPlanned("note") // "is Nina allergic to nuts"
		q.whether = true
	default:
		q.what = meaning.Exists
	}
}

// describe adds what a description says, but for alternatives of it.
func (q resolving) describe(m *meaning.Record) {
	if m.Kind == "" {
		m = q.resolver().Whole(m)
	}
	q.Named, q.rank, q.every = reference.Kinds(m), m.Rank, m.Every
	if m.Rank.By == meaning.Due {
		q.due = true
	} else if m.Rank.By != "" {
		q.stop(unresolved{})
	}
	q.identify(m)
	for _, beside := range []bool{false, true} { // what is beside something on a day needs the day first
		for _, a := range alternatives(m)[0].Where {
			if besides[a.Field] == beside {
				q.attribute(m, a)
			}
		}
	}
	q.call(m)
	for _, not := range m.Except {
		if not.It && len(q.spoken) == 0 {
			continue // nothing was shown: what else there is, is all
		}
		q.except(not)
	}
}

// identify adds the ids that a description has and, for "it", those of what the conversation was about.
func (q resolving) identify(m *meaning.Record) {
	for _, id := range m.IDs {
		q.Add(int64(id), q.namedOrPlanned()...)
	}
	if m.It && len(q.spoken) == 0 {
		q.stop(unresolved{})
	}
	if narrowed := len(q.Named) > 0; m.It {
		for _, x := range q.spoken {
			q.Add(x.ID, x.Kind)
			if !narrowed && !slices.Contains(q.Named, x.Kind) {
				q.Named = append(q.Named, x.Kind)
			}
		}
	}
	if q.IDs != nil {
		q.state = whichever
	}
}

// call adds the name of a description, or the verb if it has nothing else: "what is to be paid".
func (q resolving) call(m *meaning.Record) {
	named := m.Name != "" || m.Where.Has(meaning.Any, meaning.About)
	if q.anyList = q.anyList && named && m.Kind == ""; q.anyList { // "is there milk on the list"
		q.Named = append(q.Named, schema.Lookup("checklist_item"))
	}
	if name := q.nameOf(m); name != "" {
		q.name(meaning.Title, name)
	}
	alone := len(q.Terms) == 0 || !slices.Contains(ofDays, q.what)
	if q.did != "" && len(q.Names) == 0 && q.IDs == nil && alone { // "what is to be paid"
		q.name(meaning.Title, q.did)
	}
}

// nameOf is the name of a description or, if a value of one record is asked for, the word for the kind if something of
// that kind is called so: "how long is the meeting".
func (q resolving) nameOf(m *meaning.Record) string {
	single := q.what == meaning.Get && valued[q.field] && m.Rank == meaning.Rank{} && !m.It
	usual := m.Noun == "" || fulltext.Plain(m.Noun) == fulltext.Plain(q.words.Noun(reference.KindOf(m.Kind), 1))
	named := m.Name != "" || m.Where.Has(meaning.Person, meaning.Place) // "my appointment with the dentist"
	of := filter.Condition{Kinds: []string{reference.KindOf(m.Kind)}}
	if named || !single || usual || len(q.records.FindByTitle(m.Noun, of)) == 0 {
		return m.Name
	}
	return m.Noun
}

// alternatives are the descriptions that a description with alternatives stands for; itself
// if it has none.
func alternatives(m *meaning.Record) []*meaning.Record {
	i := slices.IndexFunc(m.Where, func(a meaning.Attribute) bool {
		return a.Field == meaning.Any && !a.Not && !reference.NamesKinds(a)
	})
	if i < 0 {
		return []*meaning.Record{m}
	}
	var all []*meaning.Record
	for _, one := range m.Where[i].Any {
		other := *m
		other.Where = slices.Clone(m.Where)
		other.Where[i] = one
		all = append(all, alternatives(&other)...)
	}
	return all
}

// attribute adds one condition of a description.
func (q resolving) attribute(m *meaning.Record, a meaning.Attribute) {
	if a.Not {
		if a.Field == meaning.List && len(q.Named) == 0 { // what is not in the bag is not all else
			q.stop(unresolved{words: a.Text})
		}
		a.Not = false
		for _, of := range alternatives(&meaning.Record{Where: []meaning.Attribute{a}}) {
			q.except(of)
		}
		return
	}
	s := state(a.Text)
	isState := stateKeys[s] != "" || s == whichever
	length := q.what == meaning.Gaps || q.what == meaning.Free
	// A description may have a day of its own beside a deadline: "tasks for today with a deadline", and not
	// "deadlines of this week", which are due then.
	_, dated := m.Where.Of(meaning.When)
	dated = dated && len(q.Named) > 0
	switch {
	case a.Field == meaning.Kind, a.Field == meaning.Any:
	case a.Field == meaning.Did:
		q.did = a.Text
	case a.Field == meaning.Calendar && len(q.Named) == 0: // what takes place, as in requests
		q.Named = reference.NamedOrPlanned("event")
	case a.Field == meaning.Clause:
		q.stop(unresolved{words: a.Text})
	case a.Field == meaning.State && isState:
		if q.state != overdue { // what is overdue and still open is overdue
			q.state = s
		}
	case a.Field == meaning.When && a.Time.Kind != timeexpr.Recurrence:
		q.time(a.Time)
		if a.Time.OfAnyDay() && q.said.First == q.today && q.said.Last == q.today {
			q.ofAnyDay(m, a)
		}
	case a.Field == meaning.When && q.what == meaning.Gaps:
		q.weekdays = a.Time.Rule.Days
	case a.Field == meaning.State && a.Text == "future":
		q.said = reference.Window{First: q.today}
	case a.Field == meaning.Due, a.Field == meaning.Has && a.Text == string(meaning.Due) && !dated:
		q.due = true
		if w := reference.WindowOf(a.Time, q.today); w.Set() {
			q.said = w
		}
	case a.Field == meaning.Longer && length:
		q.minutes = a.Time.Amount.Seconds / 60
	case besides[a.Field]:
		q.beside(a)
	default:
		q.term(a)
	}
}

// time adds a time. The hours of one are of the days of another.
func (q resolving) time(v timeexpr.Value) {
	w, was := reference.WindowOf(v, q.today), q.said
	if q.what == meaning.Gaps { // looks at one time
		w.Also = 0
	}
	usual := w.From == calendar.TimeOf(dayBegins/60, 0) && w.To.Valid() && w.To != w.From
	if usual && v.Part == timeexpr.Morning && q.what != meaning.Free && q.what != meaning.Gaps {
		w.From = calendar.TimeOf(morningBegins, 0)
	}
	switch {
	case !was.Set():
		q.said = w
	case w.Daily && !was.Timed():
		q.said.From, q.said.To, q.said.Daily, q.said.Also = w.From, w.To, true, w.Also
	case !w.Timed() && (was.Daily || was.Timed() && w.First == w.Last):
		q.said.First, q.said.Last = w.First, w.Last
	case w.Timed() || was.Timed():
		q.stop(unresolved{})
	default:
		q.said.First = max(q.said.First, w.First)
		if !q.said.Last.Valid() || w.Last.Valid() && w.Last < q.said.Last {
			q.said.Last = w.Last
		}
		if q.said.Last.Valid() && q.said.Last < q.said.First {
			q.stop(unresolved{})
		}
	}
}

// ofAnyDay makes hours without a day those of other days than today, too: of something that repeats, and of one thing
// that is named, whose day is the answer.
func (q resolving) ofAnyDay(m *meaning.Record, hours meaning.Attribute) {
	repeats := slices.ContainsFunc(m.Where, func(a meaning.Attribute) bool {
		recurs := a.Field == meaning.When && a.Time.Kind == timeexpr.Recurrence
		return recurs || a.Field == meaning.State && a.Text == "repeating"
	})
	today := slices.ContainsFunc(m.Where, func(a meaning.Attribute) bool {
		return a.Field == meaning.When && !a.Time.OfAnyDay() && a.Time.Kind != timeexpr.Recurrence
	})
	single := m.Name != "" && m.Kind == "" && !m.Every && m.Rank == meaning.Rank{}
	switch {
	case today:
	case repeats:
		t, _ := q.resolver().Term(hours, q.namedOrPlanned())
		q.said, q.Terms = reference.Window{}, append(q.Terms, t.OfAnyDay())
	case q.what == meaning.Exists && single:
		q.what = meaning.Whether
	}
}

// term adds a condition that the data may decide.
func (q resolving) term(a meaning.Attribute) {
	t, ok := q.resolver().Term(a, q.namedOrPlanned())
	if a.Field == meaning.There && a.Text != "" && !ok { // no list was mentioned
		a = meaning.Attribute{Field: meaning.List}
	}
	kind := wholes[a.Field]
	switch {
	case ok && t.IsWords():
		q.name(meaning.About, a.Text)
		q.unsure = q.unsure || a.Field == meaning.Part
	case ok:
		q.Terms = append(q.Terms, t)
		if len(t.Of) > 0 {
			q.parts(t.Of[0].Kind)
		} else if a.Field == meaning.List { // which is a tag
			q.Named = reference.NamedOrPlanned("task")
		}
	case a.Field == meaning.List && a.Text == "": // the list of everything to do, or whichever list has what is named
		q.Named = reference.NamedOrPlanned("task")
		q.anyList = true
	case kind != "" && a.Text != "":
		q.noSuch(kind, a.Text)
	default:
		q.stop(unresolved{words: a.Text})
	}
}

// parts takes the kinds that belong to a whole for those that are named, if what is named
// does not belong to it itself but is what such a part is of: people in a situation.
func (q resolving) parts(whole *schema.Kind) {
	belongs := func(k *schema.Kind) bool { return k.Belongs(whole.Name) != nil }
	if len(q.Named) == 0 || slices.ContainsFunc(q.Named, belongs) {
		return
	}
	kinds := reference.Those(schema.Kinds, func(k *schema.Kind) bool {
		of := func(named *schema.Kind) bool { f := k.Belongs(named.Name); return f != nil && f.Required }
		return belongs(k) && slices.ContainsFunc(q.Named, of)
	})
	if len(kinds) > 0 {
		q.Named = kinds
	}
}

// wholes are the kinds of the records that attributes name.
var wholes = map[meaning.Field]string{meaning.Project: "project", meaning.List: "checklist", meaning.Team: "team"}

// closestMost is how many names are offered instead of one that nothing has.
const closestMost = 5

// noSuch says that nothing of a kind has a name, and what the nearest are called.
func (q resolving) noSuch(kind, name string) {
	k, w := schema.Lookup(kind), q.words
	_, label := k.Field(k.Label)
	args := []any{"kind", w.Text("noun." + kind + ".no"), "name", short(name), "gender", w.Gender(kind)}
	all := q.query(filter.Query{Kind: k, Sort: []filter.Order{{At: label}}}).Records
	names := fulltext.Closest(name, reference.Each(all, record.Record.Label), closestMost)
	if len(names) == 0 {
		q.stop(unresolved{answer: w.Text("answer.none-other", args...)})
	}
	names = reference.Each(names, func(n string) string { return w.Text("list.quoted", "name", short(n)) })
	q.stop(unresolved{answer: w.Text("answer.none-closest", append(args, "names", strings.Join(names, ", "))...)})
}

func (q resolving) namedOrPlanned() []*schema.Kind {
	if len(q.Named) > 0 {
		return q.Named
	}
	return reference.NamedOrPlanned("")
}

// name adds words that records have, or that what they belong to is called by.
func (q resolving) name(as meaning.Field, text string) {
	r, kinds := q.resolver(), q.namedOrPlanned()
	if slices.Contains(kinds, schema.Lookup("note")) { // what was noted in a session is a note, too
		kinds = append(slices.Clone(kinds), schema.Lookup("note_session"), schema.Lookup("note_line"))
	}
	said := strings.Fields(text)
	begins := slices.IndexFunc(said, func(w string) bool { return !q.light(w) || utf8.RuneCountInString(w) == 1 })
	text = strings.Join(said[max(begins, 0):], " ") // without the articles and prepositions before it
	t, _ := r.Term(meaning.Attribute{Field: as, Text: text}, kinds)
	for _, k := range q.Named {
		r.Holding(t.Said, k)
	}
	q.Names = append(q.Names, t)
}

// except adds what is not meant.
func (q resolving) except(m *meaning.Record) {
	m = q.resolver().Whole(m)
	kind := reference.KindOf(m.Kind)
	if alone := kind != "" && m.Name == "" && len(m.Where)+len(m.IDs) == 0 && !m.It; alone {
		tag, tagged := q.resolver().TagNamed(m.Noun)
		switch {
		case tagged: // "the errands" of all tasks are those that are tagged so
			m = &meaning.Record{Where: meaning.Attributes{tag}}
		case len(q.Named) == 1 && q.Named[0].Name == kind: // nothing would be left
			q.stop(unresolved{words: m.Noun})
			return
		}
	}
	not := &question{source: q.source, what: meaning.Which, state: whichever}
	resolving{not}.describe(m)
	if not.when = (reference.Window{}); not.due {
		not.when = not.said
	}
	q.not = append(q.not, not)
}
