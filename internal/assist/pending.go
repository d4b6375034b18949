package assist

import (
	"slices"

	"assister/internal/event"
	"assister/internal/language"
	"assister/internal/language/meaning"
)

// Texts that go on with a proposal which is still to be applied: they confirm it, add to it, or give it other values.

// confirmed is the request whose proposal is still to be applied, which is proposed once more: "yes, do it". What was
// asked since leaves it as it is, and "it" is what the proposal was about.
func confirmed(in lookup, _ string, said meaning.Text) (t meaning.Text, ok bool) {
	if !said.OnlySays(meaning.Yes) {
		return t, false
	}
	n := proposedLast(in)
	if n == 0 {
		return t, false
	}
	in.Turns = in.Turns[:n]
	return proposed(in)
}

// proposedLast is the number of turns up to those of the latest proposal that is still to be applied, if nothing but
// questions came since; 0 for none.
func proposedLast(in lookup) int {
	for n := len(in.Turns); n >= 2; n -= 2 {
		if in.Turns[n-1].Proposed != "" {
			return n
		}
		if all := read(in, in.Turns[n-2].Text); len(all) == 0 || len(all[0].Ask) == 0 {
			return 0
		}
	}
	return 0
}

// proposed is all that the latest proposal is of, which is still to be applied.
func proposed(in lookup) (t meaning.Text, ok bool) {
	n := len(in.Turns)
	before := proposals(in)
	if n < 2 || len(before) == 0 {
		return t, false
	}
	last := in.Turns[:n-2]
	if n > 2 && last[n-3].Question != "" { // it answered which one, or what else was left out
		if changed, _ := amended(before, nil, proposal.setsMore, proposal.changes); changed != nil {
			return *changed, true
		}
		q, _ := event.ParseClarify([]byte(last[n-3].Question))
		t = *meaningOf(in, q.Request)
		do := t.Sole()
		do.On = &meaning.Record{It: true}
		return t.Doing(do), do.Act != "" && do.Act != meaning.Create && len(in.Turns[n-1].About) == 1
	}
	t = meantAt(in, n)
	return t, len(t.Do) > 0
}

// besideProposal is the request whose proposal is still to be applied, with what is to be made beside the
// record that it makes or changes: "remind me an hour before".
func besideProposal(in lookup, _ string, said meaning.Text) (t meaning.Text, ok bool) {
	if !said.Sole().IsBesideIt() {
		return t, false
	}
	before := proposals(in)
	changed, _ := amended(before, nil, proposal.setsMore, proposal.changes)
	if changed == nil {
		return t, false
	}
	t = *changed
	t.Do = append(slices.Clone(t.Do), said.Do[0])
	return t, true
}

// shifted is the new record whose proposal is still to be applied, earlier or later: "an hour later".
func shifted(in lookup, _ string, said meaning.Text) (t meaning.Text, ok bool) {
	if !said.Sole().ShiftsIt() {
		return t, false
	}
	before := proposals(in)
	made, _ := amended(before, nil, proposal.setsMore, proposal.makes)
	if made == nil {
		return t, false
	}
	t = *made
	t.Do = slices.Clone(t.Do)
	t.Do[0], ok = t.Do[0].Shifted(said.Do[0])
	return t, ok
}

// oneMore is what is new beside what else is new and still to be made: "and wax the floor".
func oneMore(in lookup, text string, said meaning.Text) (t meaning.Text, ok bool) {
	joined := in.Languages().Called(said.Language).Has(language.Tokens(text), 0, "joiner")
	if !joined || len(said.Do) == 0 || len(said.Ask)+len(said.Reply) > 0 {
		return t, false
	}
	t = besideNew(in, said)
	return t, len(t.Do) > len(said.Do)
}

// besideNew is something new with what else is new and still to be made.
func besideNew(in lookup, said meaning.Text) meaning.Text {
	all, ok := proposed(in)
	all.Do = slices.Concat(all.Do, said.Do)
	other := func(do meaning.Do) bool { return do.Act != meaning.Create }
	if !ok || slices.ContainsFunc(all.Do, other) {
		return said
	}
	return said.Doing(all.Do...)
}

// otherwise is the request whose proposal is still to be applied, for another record or with another name: "no, the
// dentist".
func otherwise(in lookup, _ string, said meaning.Text) (t meaning.Text, ok bool) {
	other := len(said.Reply) == 1 && said.Reply[0].Says == meaning.Instead && said.Reply[0].On != nil
	do, sole := changeBefore(in)
	if !other || !sole || len(said.Do)+len(said.Ask) > 0 || len(pending(in)) == 0 {
		return t, false
	}
	on := said.Reply[0].On
	if do.Act == meaning.Create { // what is to be done has a verb that stays
		do.Title = on.Name
		noun := do.Happens || do.Kind == "event" || do.Kind == "item" || do.Set.Has(meaning.List)
		return said.Doing(do), noun && on.Name != "" && on.Kind == "" && len(on.Where) == 0
	}
	return said.Doing(do.Of(on)), do.Repeatable()
}

// namedAfter is what is new of the name of "it", with that name: that of the one record which the
// conversation is about, or of the new one that is still to be made.
func namedAfter(in lookup, _ string, said meaning.Text) (t meaning.Text, ok bool) {
	if !slices.ContainsFunc(said.Do, func(do meaning.Do) bool { return do.NamedIt }) {
		return t, false
	}
	before := proposals(in)
	if len(before) > 0 && before[0].makes() {
		return said.Named(before[0].Do[0].Title), true
	}
	it, found := in.it()
	if !found {
		return t, false
	}
	return said.Named(it.Label()), true
}
