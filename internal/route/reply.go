package route

import (
	"slices"
	"strings"

	"assister/internal/calendar"
	"assister/internal/language"
	"assister/internal/language/meaning"
	"assister/internal/language/timeexpr"
	"assister/internal/record"
	"assister/internal/reference"
)

// Sense is what words are to an open question.
type Sense uint8

const (
	Anew     Sense = iota // no answer, but a request of their own
	Answered              // the request goes on
	Declined              // the request is dropped
	Unclear               // they fit several of the options, or none: the question stays
	Named                 // they name what the request calls "it"; who has the records looks them up
)

// Reply is an answer that was read.
type Reply struct {
	Sense     Sense
	Text      string           // the request to go on with, where it is answered
	Said      *meaning.Text    // what the request means then; nil if its words say all of it
	Selection record.Selection // what is selected by now, earlier answers included
	Left      []record.Option  // those that it can still be, where that is unclear
}

// replyMargin is how much more a reading may cost that is a reply, if a question is open,
// than one that is not.
const replyMargin = 12

// Answering is a text as the answer to an open question.
type Answering struct {
	Text     string
	Readings []meaning.Text // of the text
	Words    []string       // those of the text that carry meaning
	Question record.Question
	Request  *meaning.Text // what the request of the question means
	Clock    calendar.Clock
}

// Reply reads the text as the answer to the question: which of the options it picks, what
// it sets instead, or what the request had left out. A change or a question is a request
// of its own: two of them in one would be neither.
func (a Answering) Reply() Reply {
	said, replies := a.reply()
	if r, ok := a.narrowed(said); ok {
		return r
	}
	if !replies {
		return a.byName(said)
	}
	switch said.Reply[0].Says {
	case meaning.Pick, meaning.Instead:
		return a.picks(said.Reply)
	case meaning.Also: // what is added to something else is no answer
		return Reply{Sense: Anew, Text: a.Text}
	case meaning.No:
		return Reply{Sense: Declined}
	}
	talks, options := len(a.Readings[0].Talk) > 0, a.Question.Options
	switch {
	case len(options) == 1:
		return a.chosen(options)
	case talks && len(options)+len(a.Question.Missing) > 0: // "ok, thanks" says none of it
		return Reply{Sense: Anew, Text: a.Text}
	case len(options) == 0:
		return a.selected(a.Question.Selected)
	}
	return a.unclear(options)
}

// reply is the likeliest meaning that is a reply and nothing else, if it costs little more
// than the likeliest one. Where nothing can be picked, "the third" is a day, and "4" a time if one is wanted.
func (a Answering) reply() (said meaning.Text, replies bool) {
	if len(a.Readings) == 0 {
		return said, false
	}
	said = a.Readings[0]
	nothing := len(a.Question.Options) == 0
	for _, t := range a.Readings {
		only := len(t.Reply) > 0 && len(t.Do)+len(t.Ask) == 0
		switch {
		case !only:
		case replies && nothing:
			if isDay := said.Reply[0].On != nil && t.Reply[0].On == nil && !setsTime(t); isDay {
				return t, true
			}
			if isTime := setsTime(t) && !setsTime(said); isTime && a.wantsTime() {
				return t, true
			}
		case !replies && t.Cost <= a.Readings[0].Cost+replyMargin:
			said, replies = t, true
		}
	}
	return said, replies
}

// change is the only change that the request of the question asks for; the zero Do if there is none, or several.
func (a Answering) change() (do meaning.Do) {
	if a.Request != nil && len(a.Request.Do) == 1 {
		do = a.Request.Do[0]
	}
	return do
}

// wantsTime reports whether the request of the question has a part of a day, or something new, and no time.
func (a Answering) wantsTime() bool {
	if a.misses("title") {
		return false
	}
	do := a.change()
	inPart := func(set meaning.Attribute) bool { return set.Time.Part != timeexpr.NoPart }
	return do.Act == meaning.Create && !do.Timed() || slices.ContainsFunc(do.Set, inPart)
}

// setsTime reports whether a reply is a time of day, and nothing else.
func setsTime(t meaning.Text) bool {
	return len(t.Reply) == 1 && len(t.Reply[0].Set) == 1 && t.Reply[0].Set[0].Time.Kind == timeexpr.TimeOfDay
}

// narrowed answers the question which records a request about everything means: "all events".
func (a Answering) narrowed(said meaning.Text) (Reply, bool) {
	var of *meaning.Record
	switch {
	case len(said.Do) > 0 || len(said.Ask)+len(said.Reply) != 1:
	case len(said.Reply) > 0:
		of = said.Reply[0].On
	case said.Ask[0].What == meaning.Which:
		of = said.Ask[0].Of
	}
	whole := a.change().On.IsEverything() && len(a.Question.Options) == 0
	if of == nil || !whole || of.It || of.IsEverything() {
		return Reply{}, false
	}
	do, on := a.change(), *of
	on.Every, do.On = true, &on
	return a.doing(do, a.selected(a.Question.Selected)), true
}

// doing is a reply with another change in the place of that of the request.
func (a Answering) doing(do meaning.Do, r Reply) Reply {
	said := a.Request.Doing(do)
	r.Said = &said
	return r
}

// picks reads replies that pick options, or set something.
func (a Answering) picks(all []meaning.Reply) (out Reply) {
	if all[0].On == nil {
		return a.sets(all[0].Set)
	}
	out = a.pick(all[0].On)
	for _, r := range all[1:] {
		more := a.pick(r.On)
		if out.Sense != Answered || more.Sense != Answered {
			return a.unclear(a.Question.Options)
		}
		out.Selection.Records = append(out.Selection.Records, more.Selection.Records...)
	}
	return out
}

// sets is the answer that sets something, or picks by it.
func (a Answering) sets(set meaning.Attributes) Reply {
	if set.Has(meaning.Company) {
		return a.unclear(a.Question.Options) // that is no answer
	}
	if len(set) == 1 {
		if r, ok := a.value(set[0]); ok {
			return r
		}
	}
	return a.completed(set)
}

// pick is the answer that describes options.
func (a Answering) pick(m *meaning.Record) Reply {
	options := a.Question.Options
	some := m.Every || len(m.IDs) > 0 || m.Rank != meaning.Rank{} || m.Name != ""
	if !some && len(m.Where) == 1 {
		if r, ok := a.value(m.Where[0]); ok {
			return r
		}
	}
	if len(options) == 0 {
		if m.Every && len(m.Where) == 0 {
			return a.selected(a.Question.Selected)
		}
		return Reply{Sense: Anew, Text: a.Text}
	}
	fit := a.inTime(options, m.Where)
	switch {
	case len(m.IDs) > 0:
		ofKind := func(o record.Option) bool { return m.Kind == "" || o.Key.Kind == reference.KindOf(m.Kind) }
		fit = a.numbered(reference.Those(fit, ofKind), m)
	case m.Every && m.Rank.Count > 0 && m.Rank.Count != len(options): // "both" of three
		return a.unclear(options)
	case m.Every:
	case m.Rank != meaning.Rank{}:
		fit = reference.AtPlaces(fit, m.Rank)
	case m.Name != "":
		fit = a.called(fit, m.Name, m.Words)
	}
	for _, not := range m.Except {
		r := a.pick(not)
		if r.Sense != Answered {
			return r
		}
		fit = reference.Those(fit, func(o record.Option) bool { return !slices.Contains(r.Selection.Records, o.Key) })
	}
	switch {
	case len(fit) == 0:
		return a.unclear(options)
	case m.Every || len(m.IDs) > 1 || m.Rank.Count > 1:
		return a.chosen(fit)
	}
	return a.oneOf(fit)
}

// numbered are the options with the ids, or at the places, that numbers are: "2" is the
// second of three, and "task 2" is not.
func (a Answering) numbered(options []record.Option, m *meaning.Record) (fit []record.Option) {
	places := m.Kind == "" && !strings.Contains(a.Text, "#")
	for _, n := range m.IDs {
		if places && n >= 1 && n <= len(options) {
			fit = append(fit, options[n-1])
			continue
		}
		called := func(o record.Option) bool { return o.Key.ID == int64(n) }
		fit = append(fit, reference.Those(options, called)...)
	}
	return fit
}

// called are the options whose titles fit a name best, or that have other words for it.
func (a Answering) called(options []record.Option, name string, words []string) []record.Option {
	fit, _ := reference.Best(options, func(o record.Option) string { return o.Title }, name, words)
	if len(fit) > 0 {
		return fit
	}
	g := meaning.BuiltIn().Likeliest(language.Tokens(a.Text))
	alike := reference.Alike(g, name, words)
	return reference.Those(options, func(o record.Option) bool { return alike(o.Title) })
}

// inTime are the options on the days, and at the time of day, that conditions have.
func (a Answering) inTime(options []record.Option, where []meaning.Attribute) []record.Option {
	for _, c := range where {
		w := a.window(c)
		options = reference.Those(options, func(o record.Option) bool {
			onDay := !w.Set() || w.Daily || w.Days().Has(o.Day)
			return onDay && (!w.Timed() || o.Begins.Valid() && w.Has(o.Day, o.Begins, o.Begins))
		})
	}
	return options
}

// window is the time of a condition; any time if it is about something else.
func (a Answering) window(c meaning.Attribute) (w reference.Window) {
	if c.Field == meaning.When || c.Field == meaning.Due {
		w = reference.WindowOf(c.Time, a.Clock.Today())
	}
	return w
}

// value answers with a day or a priority alone. It picks the option on that day if there is
// one; otherwise the day or the priority itself is the answer.
func (a Answering) value(set meaning.Attribute) (Reply, bool) {
	options, s := a.Question.Options, a.Question.Selected
	if of, ok := a.change().Set.Of(meaning.When); ok {
		set.Time = set.Time.InPeriod(of.Time)
	}
	if len(options) == 1 {
		s.Records = []record.Key{options[0].Key}
	}
	w := a.window(set)
	isDay := w.First.Valid() && w.Last.Valid() && !w.Timed() && !w.Daily
	fit := a.inTime(options, []meaning.Attribute{set})
	switch {
	case len(fit) > 0 && len(fit) < len(options):
		return a.oneOf(fit), true
	case a.misses("date", "time", "day", "scheduledFor", "deadline", "priority", "change"):
		return Reply{}, false
	case isDay && w.First == w.Last:
		s.Day = w.First
		return a.selected(s), true
	case isDay && len(options) > 0:
		return a.onOtherDays(set), true
	case set.Field == meaning.Priority && len(a.Readings[0].Do) > 0: // "make it urgent" picks none
		return Reply{Sense: Anew, Text: a.Text}, true
	case set.Field == meaning.Priority:
		s.Priority = set.Text
		return a.selected(s), true
	}
	return Reply{}, false
}

// onOtherDays answers with other days of the one record that the request changes: "cancel yoga this week", "next week
// then". It is unclear what days are of a request that says none.
func (a Answering) onOtherDays(days meaning.Attribute) Reply {
	do, options := a.change(), a.Question.Options
	if len(options) > 1 || do.On == nil || !do.On.Where.Has(meaning.When) {
		return a.unclear(options)
	}
	on := *do.On
	on.Where = slices.Clone(on.Where)
	on.Where[on.Where.Index(meaning.When)].Time, do.On = days.Time, &on
	return a.doing(do, a.chosen(options))
}

func (a Answering) misses(words ...string) bool {
	return slices.ContainsFunc(a.Question.Missing, func(m string) bool { return slices.Contains(words, m) })
}

// byName reads a text that is no reply by its form: a part of the title of an option, or
// what the request has left out.
func (a Answering) byName(said meaning.Text) Reply {
	options := a.Question.Options
	changesIt := func(t meaning.Text) bool {
		on := t.Sole().On
		return on != nil && on.It
	}
	if i := slices.IndexFunc(a.Readings, changesIt); i >= 0 && len(options) == 1 {
		r := a.chosen(options)
		r.Text, r.Said = a.Text, &a.Readings[i]
		return r
	}
	asked := slices.ContainsFunc(said.Do, func(d meaning.Do) bool { return d.Manner == meaning.Asked })
	if fit := a.called(options, a.Text, a.Words); len(fit) > 0 && !asked {
		return a.oneOf(fit)
	}
	d := Judge(Of(a.Readings))
	requests := d.Decision == Plan || d.Decision == Chat && len(said.Ask) > 0
	bare := len(said.Do) > 0 && !asked
	switch {
	case said.IsPolite(), requests && (!bare || len(options) > 0 || len(a.Question.Missing) == 0):
		return Reply{Sense: Anew, Text: a.Text}
	case len(options) > 0:
		return a.unclear(options)
	case a.Request != nil && refers(*a.Request) && !a.misses("title"):
		return Reply{Sense: Named, Text: a.Question.Request, Selection: a.Question.Selected}
	case len(a.Question.Missing) == 0:
		return Reply{Sense: Anew, Text: a.Text} // nothing was left out: it is a new request
	}
	return a.completed(nil)
}

// chosen continues with these options.
func (a Answering) chosen(options []record.Option) Reply {
	s := a.Question.Selected
	s.Records = reference.Each(options, func(o record.Option) record.Key { return o.Key })
	return a.selected(s)
}

// oneOf continues with the one option that fits, or asks which of several it is.
func (a Answering) oneOf(fit []record.Option) Reply {
	if len(fit) == 1 {
		return a.chosen(fit)
	}
	return a.unclear(fit)
}

func (a Answering) selected(s record.Selection) Reply {
	return Reply{Sense: Answered, Text: a.Question.Request, Selection: s}
}

func (a Answering) unclear(left []record.Option) Reply {
	return Reply{Sense: Unclear, Text: a.Question.Request, Selection: a.Question.Selected, Left: left}
}

// completed continues with the request and the answer as its end: "move the dentist", "to
// friday". What is set changes what the request means.
func (a Answering) completed(set []meaning.Attribute) Reply {
	if a.Request != nil && len(a.Request.Do)+len(a.Request.Ask) == 0 {
		return Reply{Sense: Anew, Text: a.Text} // the request was an answer, too
	}
	r := a.selected(a.Question.Selected)
	if len(a.Question.Options) == 1 {
		r = a.chosen(a.Question.Options)
	}
	r.Text = strings.TrimSpace(a.Question.Request + " " + strings.TrimSpace(a.Text))
	// What "until" is, all of the words say.
	until := len(set) == 1 && set[0].Time.Kind == timeexpr.Range && !set[0].Time.From.Valid()
	if do := a.change(); len(set) > 0 && do.Act != "" && (do.Act == meaning.Create || !until) {
		return a.doing(do.Amended(set), r)
	}
	return r
}
