package assist

import (
	"context"
	"slices"
	"strings"

	"assister/internal/event"
	"assister/internal/language"
	"assister/internal/language/meaning"
	"assister/internal/language/timeexpr"
	"assister/internal/record"
	"assister/internal/reference"
	"assister/internal/route"
	"assister/internal/session"
)

// interpretReply reads words as the answer to a question, by what they and the request
// of the question mean.
func interpretReply(ctx context.Context, r *request, text string, asked event.Clarify) (
	reply route.Reply, err error,
) {
	words := r.Languages().Keywords(text, wordsMost)
	a := route.Answering{Text: text, Question: askedOf(asked), Words: words, Clock: r.Clock}
	err = lookInto(ctx, r, func(in lookup) {
		a.Readings, a.Request = read(in, text), meaningOf(in, a.Question.Request)
		if reply = a.Reply(); reply.Sense == route.Named {
			reply = named(in, text, reply)
		}
		redate(r, text, &reply)
	})
	if reply.Said != nil {
		r.readings.texts[reply.Text] = []meaning.Text{*reply.Said}
	}
	return reply, err
}

// named looks up the open records that words name, for a request that calls them "it".
func named(in lookup, text string, reply route.Reply) route.Reply {
	resolver := in.resolver()
	resolver.Able = isOpen
	found := resolver.Resolve(&meaning.Record{Name: text, Words: in.Languages().Keywords(text, wordsMost)})
	reply.Sense = route.Unclear
	reply.Left = reference.Each(found.Records, record.Record.Option)
	if len(reply.Left) == 1 {
		reply.Sense, reply.Selection.Records = route.Answered, []record.Key{reply.Left[0].Key}
	}
	return reply
}

// amend gives a text that is only a correction the meaning of what it corrects: the request
// whose proposal is still to be applied, or a change of the records that were mentioned. Words
// that may refuse such a proposal ("cancel it") do nothing else while it is there, and end it. What
// only continues a question, where none was asked, is a correction too if it can be one ("and
// high priority"), or a question by itself ("what about monday"). A change is of the occurrence
// that was shown.
func amend(ctx context.Context, r *request, text string) error {
	ends := false
	err := lookInto(ctx, r, func(in lookup) {
		ends = false
		all := read(in, text)
		if len(all) == 0 {
			if t, is := unreadable(in, text); is {
				r.readings.texts[text] = []meaning.Text{t}
			}
			return
		}
		r.topic.beside = all[0].Sole().IsBesideIt()
		if no, refuses := refusal(all); refuses || dropsAll(in, all[0]) {
			if ends = len(pending(in)) > 0; ends {
				if !refuses {
					no = all[0].Doing()
				}
				r.readings.texts[text] = []meaning.Text{no}
				return
			}
		}
		r.readings.texts[text] = depend(in, text, all)
		asShown(in, r.readings.texts[text])
	})
	if ends && err == nil {
		return declined(ctx, r)
	}
	return err
}

// depend are the meanings that a text has after those before it.
func depend(in lookup, text string, all []meaning.Text) []meaning.Text {
	all = slices.Clone(dependOn(in, text, all))
	for i := range all {
		all[i].Do = amongListed(in, all[i].Do)
	}
	return all
}

// dependOn are the meanings of a text that a rule gives it by what the conversation was about, and its own otherwise.
func dependOn(in lookup, text string, all []meaning.Text) []meaning.Text {
	loose := all[0].Continues()
	if loose && askedLately(in) {
		return all
	}
	asks := (loose || ofOthers(all[0])) && strings.HasSuffix(strings.TrimSpace(text), "?")
	byItself := max(0, slices.IndexFunc(all, func(t meaning.Text) bool { return !t.Continues() }))
	more := adding(all, all[byItself].Cost+correctionMargin)
	if more >= 0 && !asks {
		if t, is := again(in, text, all[more]); is {
			return []meaning.Text{t}
		}
	}
	if when, ok := atTimeToo(in, text, all); ok && more < 0 && !asks {
		if t, is := againAt(in, text, all[0], when); is {
			return []meaning.Text{t}
		}
	}
	if t, is := reworded(in, text, all[0]); is && !asks && !onlyOfTime(all) {
		if other, is := otherwise(in, text, all[0]); is && other.Do[0].On != nil { // "not the choir, the dentist"
			t = other
		}
		return []meaning.Text{t}
	}
	if set, joins := joining(in, all[0]); joins {
		return correct(in, text, all, set)
	}
	if t, is := alsoEarlier(in, text, all[0]); is && !asks {
		return []meaning.Text{t}
	}
	if t, is := setsEach(in, text, all); is && !asks {
		return []meaning.Text{t}
	}
	if one, is := inOne(all[0]); is && makesOne(proposals(in)) {
		all = []meaning.Text{one}
	}
	if set, corrects := correction(all); corrects && elsewhere(in, text, all[0], set) {
		return correct(in, text, all, set)
	}
	if set, corrects := correction(all); more < 0 && (corrects || setsOfIt(all[0])) && !asks {
		if t, is := booked(in, in.lately(in.Now()), all[0]); is {
			return []meaning.Text{t}
		}
		if t, is := eachOnList(in, text, set); is {
			return []meaning.Text{t}
		}
		return correct(in, text, all, set)
	}
	for _, depends := range dependents() {
		if t, is := depends(in, text, all[0]); is && !(asks && len(t.Do) > 0) {
			return []meaning.Text{t}
		}
	}
	if i := slices.IndexFunc(all, asksByItself); loose && i >= 0 {
		return all[i:]
	}
	return all
}

// correct is the meaning of a text that sets other values, with what it corrects: a request whose proposal is
// still to be applied. What came between may be corrections, too: "no, rather friday", "and make it 4pm".
// Without such a request, they are together a change of the records that were mentioned. A request to
// change "it", for which the set is nil, corrects what is still to be made.
func correct(in lookup, text string, all []meaning.Text, set meaning.Attributes) []meaning.Text {
	before := proposals(in)
	last, _ := lastChange(in, func(meaning.Do) bool { return true })
	t, ofIt := all[0], set == nil
	g := in.Languages().Called(t.Language)
	rather := g.HasAny(language.Tokens(text), "rather")
	if set = last.Likened(set, rather); ofIt {
		for _, r := range t.Reply { // "for wednesday, and put it low"
			set = append(set, r.Set...)
		}
		set = append(last.Likened(set, rather), t.Do[0].Set...)
	}
	lasts := len(last.Set) == 1 && last.Set[0].Field == meaning.Length // "make it two hours", "actually one"
	if picksByNumber(all) && (lasts || !hasTime(in, before)) {
		return all
	}
	if do := t.Sole(); do.Act == meaning.Rename && !meaning.Retitles(do, g, last.Title) {
		return all
	}
	company := set.Has(meaning.Company)
	timed := slices.ContainsFunc(before, proposal.timed)
	timed = timed || slices.ContainsFunc(before, proposal.happens)
	event := timed || len(in.topics.Recent) == 1 && in.topics.Recent[0].Kind == "event"
	makes := len(t.Do) > 0 && t.Do[0].Act == meaning.Create // "invite Ann" may be something to do
	deleted := last.Act != "" && !last.Sets()               // nobody takes part in that, and it is nowhere
	gone := deleted && set.Has(meaning.Company, meaning.Place)
	if gone || company && makes && !event {
		return all
	}
	if several, all := ofSeveral(before, set); all {
		return []meaning.Text{several}
	}
	made, _ := amended(before, set, proposal.setsMore, proposal.makes)
	said, sets := amended(before, set, proposal.corrects, proposal.changes)
	asked := questionBefore(in)
	asks := slices.IndexFunc(all, asksByItself)
	ofNone := len(in.topics.Recent) == 0 || asked != nil && (len(in.topics.Recent) > 1 || asked.ListsTime())
	switch replies := t.Continues() || len(t.Reply) > 0 || company && makes; {
	case made != nil:
		t = *made
	case ofIt && said != nil && said.Do[0].On != nil && len(in.topics.Recent) == 1: // as the change before
		said.Do[0].On = &meaning.Record{It: true}
		t = *said
	case ofIt:
		return all
	case setsOfIt(t) && t.Do[0].Act != actOf(set) && t.Do[0].Act == meaning.Move: // a day instead of a deadline
		t.Do = []meaning.Do{{Act: actOf(set), On: t.Do[0].On, Set: set, Said: text}}
	case said != nil:
		t = *said
		if do := t.Do[0]; do.On != nil && wasAsked(in, len(before)) && len(in.topics.Recent) == 1 { // which one is answered
			do.On = &meaning.Record{It: true}
			t.Do = []meaning.Do{do}
		}
	case ofNone && asks >= 0 && !t.Continues(): // a day alone that corrects nothing asks what is on it
		t = all[asks]
	case replies && len(in.topics.Recent) > 0:
		it := with(meaning.Do{On: &meaning.Record{It: true}, Said: text}, sets)
		it.Act = actOf(it.Set)
		t = t.Doing(it)
	default:
		return all
	}
	return []meaning.Text{t}
}

// ofSeveral gives all of several new things of one name other values, if they do not differ in these: another place,
// or time, of a lunch on two days.
func ofSeveral(before []proposal, set meaning.Attributes) (t meaning.Text, ok bool) {
	if len(before) == 0 || len(before[0].Do) < 2 || len(set) == 0 {
		return t, false
	}
	all := slices.Clone(before[0].Do)
	for i, do := range all {
		if i > 0 && do.IsBesideIt() { // a reminder, which is where the rest is
			continue
		}
		like := do.Act == meaning.Create && do.Kind == all[0].Kind && do.Title == all[0].Title
		if !like || set.Has(meaning.Title, meaning.Kind) || meaning.DiffersIn(do, all[0], set) {
			return t, false
		}
		all[i] = do.Amended(set)
	}
	return before[0].Doing(all...), true
}

// wasAsked reports whether the words of some turns ago led to a question, which has an answer since.
func wasAsked(in lookup, ago int) bool {
	n := len(in.Turns) - 2*ago
	return n >= 0 && ago > 1 && in.Turns[n+1].Question != ""
}

// actOf is what a change that sets values does: what has another day or time is moved.
func actOf(set meaning.Attributes) meaning.Act {
	if set.Has(meaning.When) {
		return meaning.Move
	}
	return meaning.Change
}

// proposal is a request whose proposal is still to be applied.
type proposal struct {
	meaning.Text
	set   []meaning.Attribute // if it is a correction
	said  meaning.Text        // what its words say by themselves
	whole meaning.Text        // what they say behind what came before them
}

func (p proposal) corrects() bool { return p.set != nil }
func (p proposal) setsMore() bool { return p.set != nil || setsOfIt(p.Text) }
func (p proposal) changes() bool  { return len(p.Do) == 1 && p.Do[0].Sets() }
func (p proposal) happens() bool  { return p.makes() && (p.Do[0].Happens || p.Do[0].Kind == "event") }
func (p proposal) makes() bool    { return len(p.Do) == 1 && p.Do[0].Act == meaning.Create }

// hasTime reports whether what a number alone corrects has a time: one of the proposals before or, if there are
// none, the one record that the conversation is about.
func hasTime(in lookup, before []proposal) bool {
	if len(before) > 0 {
		return slices.ContainsFunc(before, proposal.timed)
	}
	it, found := in.it()
	return found && !it.Get("startTime").IsNull()
}

// timed reports whether a proposal sets a time of day.
func (p proposal) timed() bool {
	set := slices.Clone(p.set)
	for _, do := range p.Do {
		set = append(set, do.Set...)
	}
	return slices.ContainsFunc(set, func(a meaning.Attribute) bool { return a.Time.From.Timed() || a.Time.Rule.Clock > 0 })
}

// proposals are the requests whose proposals are still to be applied, the latest first.
func proposals(in lookup) (all []proposal) {
	earlier := in.lately(in.Now())
	for _, n := range pendingAt(in) {
		text := in.Turns[n-2].Text
		readings, made := read(in, text), meantAt(in, n)
		if len(readings) == 0 && len(made.Do) > 0 {
			readings = []meaning.Text{made}
		}
		if len(readings) == 0 {
			break
		}
		earlier = earlier[:max(0, len(earlier)-1)]
		if t, is := booked(in, earlier, readings[0]); is {
			return append(all, proposal{Text: t, said: readings[0], whole: t})
		}
		set, _ := correction(readings)
		if i := adding(readings, readings[0].Cost+correctionMargin); i >= 0 {
			if more, _ := added(readings[i]); more.Time.Kind != timeexpr.Recurrence { // another record
				set = nil
			}
		}
		names := len(readings[0].Do) == 0 || readings[0].Sole().Manner == meaning.Bare
		if answers := names && set == nil && wasAsked(in, len(all)+2); answers { // "the water bill"
			set = meaning.Attributes{}
		}
		said := readings[0]
		if replaced(said, made, set != nil) {
			said = made
			if len(made.Do) > 1 {
				set = nil
			}
		}
		all = append(all, proposal{said, set, readings[0], made})
		if n := len(all) - 2; n >= 0 && all[n+1].happens() && namesOnly(in, all[n].Text) {
			if withSomebody(in, all[n+1].Do[0].Title) {
				all[n].set = others(all[n].Text)
			}
		}
	}
	return all
}

// replaced reports whether a request has another meaning behind what came before it, and does not only say something of
// that: "lunch at noon", of a day that was asked about.
func replaced(said, made meaning.Text, corrects bool) bool {
	if len(made.Do) == 0 {
		return false
	}
	return len(made.Do) > 1 || !corrects && (!setsOfIt(said) || made.Do[0].On != nil)
}

// amended is the request that a set of values corrects, with them and those that came between; nil if
// there is none. The sets are these values, the latest first.
func amended(before []proposal, set []meaning.Attribute, between, corrected func(proposal) bool) (
	said *meaning.Text, sets [][]meaning.Attribute,
) {
	sets = append(sets, set)
	for _, p := range before {
		if !between(p) {
			if corrected(p) {
				said = &p.Text
				said.Do = []meaning.Do{with(said.Do[0], sets)}
			}
			return said, sets
		}
		if p.set == nil {
			p.set = p.Do[0].Set
		}
		sets = append(sets, p.set)
	}
	return nil, sets
}

// with is a change with sets of other values, the latest first.
func with(do meaning.Do, sets [][]meaning.Attribute) meaning.Do {
	for _, set := range slices.Backward(sets) {
		do = do.Amended(set)
	}
	return do
}

// setsOfIt reports whether a text gives other values to "it", and says no more.
func setsOfIt(t meaning.Text) bool { return len(t.Do) == 1 && len(t.Ask) == 0 && t.Do[0].SetsOfIt() }

// inOne is a text that gives "it" other values in several changes as one that gives all of them: "make it 8, and it's
// at the Anchor".
func inOne(t meaning.Text) (one meaning.Text, ok bool) {
	other := func(do meaning.Do) bool { return !do.SetsOfIt() || do.Act == meaning.Rename }
	if len(t.Do) < 2 || len(t.Ask) > 0 || slices.ContainsFunc(t.Do, other) {
		return t, false
	}
	do := t.Do[0]
	for _, more := range t.Do[1:] {
		do = do.Amended(more.Set)
	}
	return t.Doing(do), true
}

// makesOne reports whether the latest of some proposals makes one new record.
func makesOne(all []proposal) bool { return len(all) > 0 && all[0].makes() }

func asksByItself(t meaning.Text) bool { return len(t.Ask) > 0 && !t.Continues() }

// correctionMargin is how much more the reading of a text as a correction may cost than its
// likeliest one: "make it 4pm" is a change of "it", too.
const correctionMargin = 12

// correction is what a text sets that corrects the text before, and says nothing else:
// "no, rather tuesday", "make it 4pm". A number alone is a time.
func correction(all []meaning.Text) (set meaning.Attributes, ok bool) {
	if len(all) > 0 && len(all[0].Do) > 0 && (all[0].Do[0].Act == meaning.Shift || !all[0].Do[0].Sets()) {
		return nil, false // "an hour later" sets no length, and "skip it on friday" no day
	}
	picks := picksByNumber(all)
	for _, t := range all {
		if len(t.Do)+len(t.Ask) > 0 || t.Cost > all[0].Cost+correctionMargin && !picks {
			continue
		}
		set = nil
		for _, x := range t.Reply {
			if x.On != nil && len(t.Reply) > 1 { // it does not only set something
				return nil, false
			}
			set = append(set, x.Set...)
		}
		if len(set) > 0 {
			return set, true
		}
	}
	return nil, false
}

// onlyOfTime reports whether a text corrects times, and nothing else.
func onlyOfTime(all []meaning.Text) bool {
	set, corrects := correction(all)
	return corrects && meaning.Attributes(set).Only(meaning.When, meaning.Due, meaning.Length)
}

// picksByNumber reports whether a text is a number alone, which may pick an option, too: "2", "no, 4".
func picksByNumber(all []meaning.Text) bool {
	if len(all) == 0 || len(all[0].Reply) != 1 || all[0].Reply[0].On == nil {
		return false
	}
	on := all[0].Reply[0].On
	return len(on.IDs) == 1 && on.Kind+on.Name == "" && !on.Every
}

// refusal is the reading of a text that says no, and says nothing else.
func refusal(all []meaning.Text) (no meaning.Text, ok bool) {
	for _, t := range all {
		if t.OnlySays(meaning.No) && t.Cost <= all[0].Cost+correctionMargin {
			return t, true
		}
	}
	return no, false
}

// pending are the requests before, the latest first, whose proposals follow each other at the end of the
// conversation, if nothing of the last one is applied. A request that was asked about is one of them,
// after its answer. What led to nothing leaves a proposal as it is, unless it asks about or names something else.
func pending(in lookup) (texts []string) {
	return reference.Each(pendingAt(in), func(n int) string { return in.Turns[n-2].Text })
}

// pendingAt are the requests that are pending, each as the number of turns up to its reply.
func pendingAt(in lookup) (at []int) {
	for n := len(in.Turns); n >= 2; n -= 2 {
		text, reply := in.Turns[n-2], in.Turns[n-1]
		if text.Role != session.User || in.Now().Sub(reply.At) > session.ContextMaxAge {
			break
		}
		all := read(in, text.Text)
		_, corrects := correction(all)
		answers := n > 2 && in.Turns[n-3].Question != ""
		switch {
		case reply.Proposed != "" && len(all) > 0 && all[0].OnlySays(meaning.Yes): // the same once more
		case reply.Proposed != "", reply.Question != "" && n < len(in.Turns) && (corrects || !saysNothing(all)):
			at = append(at, n)
		case endsProposals(all, reply), len(reply.About) > 0, answers && reply.Question == "":
			return at
		}
	}
	return at
}

// saysNothing reports whether a text is not understood, or says something only as an answer or a correction.
func saysNothing(all []meaning.Text) bool {
	_, refuses := refusal(all)
	return len(all) == 0 || len(all[0].Do)+len(all[0].Ask) == 0 && !refuses
}

// endsProposals reports whether a text that led to nothing is a question, says no, or changes something else.
func endsProposals(all []meaning.Text, reply session.Turn) bool {
	_, refuses := refusal(all)
	if refuses || len(all) == 0 {
		return refuses
	}
	drops := all[0].Sole().Act == meaning.Delete // what was to be made
	return len(all[0].Ask) > 0 || drops || len(all[0].Do) > 0 && reply.Lost
}

// isOpen reports whether something can still be done.
func isOpen(x record.Record) bool {
	return !slices.Contains([]string{"completed", "skipped"}, x.Get("status").Text())
}
