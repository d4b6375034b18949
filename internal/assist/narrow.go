package assist

import (
	"cmp"
	"slices"

	"assister/internal/language/meaning"
	"assister/internal/record"
	"assister/internal/reference"
)

// limit is what a text takes out of a proposal, or leaves of it alone: "except the rent", "only the rent".
type limit struct {
	of   *meaning.Record
	only bool
}

// narrowed is the request whose proposal is still to be applied, for less: a request of everything that fits a
// description, or several requests. There may have been other limits before. A time is taken out of "it", if that
// repeats: "except next week".
func narrowed(in lookup, text string, said meaning.Text) (t meaning.Text, ok bool) {
	by := limits(said)
	if by == nil {
		return t, false
	}
	if t, ok = addedTo(in, said); ok {
		return t, true
	}
	before := proposals(in)
	if t, ok = leftOfThem(in, before, by); ok {
		return t, true
	}
	if all, _ := proposed(in); len(all.Do) > 1 {
		if rest, ok := left(all.Do, nameIn, by); ok {
			return said.Doing(rest...), true
		}
	}
	if t, ok = limited(before, by); ok || len(before) > 0 || len(by) != 1 || by[0].only {
		return t, ok
	}
	if it, found := in.it(); !found || !it.Repeats() || !onlyTimes(by[0].of) {
		return t, false
	}
	on := &meaning.Record{It: true, Where: by[0].of.Where}
	return said.Doing(meaning.Do{Act: meaning.Skip, On: on, Said: text}), true
}

// leftOfThem is a change of "them", or of those that were left of them, for those that limits leave. Its proposal is
// still to be applied.
func leftOfThem(in lookup, before []proposal, by []limit) (t meaning.Text, ok bool) {
	if len(before) == 0 || before[0].whole.Sole().On == nil {
		return t, false
	}
	do := before[0].whole.Do[0]
	if ids := len(do.On.IDs) > 1 && do.On.Kind != ""; !ids && !isThem(do.On) {
		return t, false
	}
	all, ok := left(in.records.LookUp(in.topics.Recent), record.Record.Label, by)
	other := func(x record.Record) bool { return x.Kind != all[0].Kind }
	if !ok || slices.ContainsFunc(all, other) {
		return t, false
	}
	ids := reference.Each(all, func(x record.Record) int { return int(x.ID) })
	do.On = &meaning.Record{Kind: all[0].Kind.Name, IDs: ids}
	return before[0].Doing(do), true
}

// dropped are several new things whose proposal is still to be applied, without one that is deleted by its name or
// place: "drop the second one".
func dropped(in lookup, _ string, said meaning.Text) (t meaning.Text, ok bool) {
	do := said.Sole()
	if do.Act != meaning.Delete || do.On == nil {
		return t, false
	}
	all, ok := proposed(in)
	made := func(do meaning.Do) bool { return do.Act == meaning.Create }
	if rest := reference.Those(all.Do, made); !ok || len(rest) < 2 || len(rest) < len(all.Do) {
		return t, false
	}
	if nth := place(do.On); nth > 0 && nth <= len(all.Do) {
		return said.Doing(slices.Delete(slices.Clone(all.Do), nth-1, nth)...), true
	}
	rest, ok := left(all.Do, nameIn, []limit{{of: do.On}})
	return said.Doing(rest...), ok
}

// dropsAll reports whether a text deletes all that is new and still to be made: "it", or each by its name. There may be
// other records of that name, which the conversation did not mention.
func dropsAll(in lookup, said meaning.Text) bool {
	do := said.Sole()
	if do.Act != meaning.Delete || do.On == nil {
		return false
	}
	all, ok := proposed(in)
	other := func(do meaning.Do) bool { return do.Act != meaning.Create }
	if !ok || slices.ContainsFunc(all.Do, other) {
		return false
	}
	if do.On.IsIt() || isThem(do.On) {
		return true
	}
	gone, ok := left(all.Do, nameIn, []limit{{of: do.On, only: true}})
	return ok && len(gone) == len(all.Do)
}

// onlyTimes reports whether a description says when something is, and nothing else of it.
func onlyTimes(m *meaning.Record) bool {
	return m.Kind+m.Name == "" && len(m.Where) > 0 && m.Where.Only(meaning.When)
}

// limits are what a text takes out of something, or leaves of it alone, if it says no more.
func limits(t meaning.Text) (all []limit) {
	for _, of := range exceptions(t) {
		all = append(all, limit{of: of})
	}
	if len(t.Ask) == 1 && len(t.Do)+len(t.Reply) == 0 && t.Ask[0].Only {
		all = append(all, limit{t.Ask[0].Of, true})
	}
	return all
}

// exceptions are what a text takes out of something, if it says no more.
func exceptions(t meaning.Text) []*meaning.Record {
	if len(t.Reply) != 1 || len(t.Do)+len(t.Ask) > 0 || t.Reply[0].On == nil {
		return nil
	}
	on := t.Reply[0].On
	if on.Every || on.Kind+on.Name != "" || len(on.Where)+len(on.IDs) > 0 {
		return nil
	}
	return on.Except
}

// limited is the latest proposal, the first one, with some limits.
func limited(before []proposal, by []limit) (t meaning.Text, ok bool) {
	if len(before) == 0 {
		return t, false
	}
	t = before[0].whole
	if len(t.Do) > 1 {
		t.Do, ok = left(t.Do, nameIn, by)
	} else if len(t.Do) == 1 && t.Do[0].On != nil && !t.Do[0].On.It {
		do := t.Do[0]
		do.On, ok = within(*do.On, by)
		t.Do = []meaning.Do{do}
	}
	return t, ok
}

// nameIn is the name of what a request makes or changes.
func nameIn(do meaning.Do) string {
	if do.On != nil {
		return do.On.Name
	}
	return do.Title
}

// left are those of some things that limits leave. It reports false if one of the limits names none of them, or they
// leave none.
func left[T any](all []T, name func(T) string, by []limit) ([]T, bool) {
	for _, l := range by {
		other := func(x T) bool { return reference.FitOf(name(x), l.of.Name, l.of.Words) > reference.Words }
		of := slices.DeleteFunc(slices.Clone(all), other)
		if l.of.Name == "" || len(l.of.Where) > 0 || len(of) == 0 { // a name is all that there is of them
			return nil, false
		}
		if !l.only {
			of = slices.DeleteFunc(slices.Clone(all), func(x T) bool { return !other(x) })
		}
		all = of
	}
	return all, len(all) > 0
}

// within is a description of what limits leave of several records that another one is of.
func within(on meaning.Record, by []limit) (rest *meaning.Record, ok bool) {
	if len(on.Each) > 0 {
		on.Each, ok = left(on.Each, func(m *meaning.Record) string { return m.Name }, by)
		on.Name, on.Full, on.Words = "", "", nil
		return &on, ok
	}
	for _, l := range by {
		named := l.of.Name != ""
		on.Open = on.Open || !on.IsDescribed()
		switch {
		case !on.Every && l.only && onlyTimes(l.of): // "only this monday"
		case !on.Every:
			return nil, false
		case !l.only:
			on.Except = append(slices.Clone(on.Except), l.of)
			continue
		case named && on.Name != "", l.of.It, l.of.Rank != (meaning.Rank{}), len(l.of.IDs)+len(l.of.Except) > 0:
			return nil, false
		case named:
			on.Name, on.Full, on.Words = l.of.Name, l.of.Full, l.of.Words
		}
		on.Kind = cmp.Or(l.of.Kind, on.Kind)
		on.Where = append(slices.Clone(on.Where), l.of.Where...)
	}
	return &on, true
}
