package assist

import (
	"slices"

	"assister/internal/language/meaning"
	"assister/internal/record"
	"assister/internal/reference"
)

// nextOfSeries is what a text says of "the next one", of the series that the conversation is about.
func nextOfSeries(in lookup, _ string, said meaning.Text) (t meaning.Text, ok bool) {
	t = said
	t.Do, t.Ask = slices.Clone(said.Do), slices.Clone(said.Ask)
	for i, do := range t.Do {
		if do.On != nil && do.On.IsNext() {
			t.Do[i].On, ok = &meaning.Record{It: true, Shown: meaning.Shown{Next: true}}, true
		}
	}
	for i, ask := range t.Ask {
		if ask.Of.IsNext() {
			t.Ask[i].Of, ok = &meaning.Record{It: true, Rank: ask.Of.Rank}, true
		}
	}
	if !ok {
		return t, false
	}
	it, found := in.it()
	return t, found && it.Repeats()
}

// leftOfList is a question for all that is open if the conversation is about a list, or what was done since to some
// of what it showed: "what is left".
func leftOfList(in lookup, _ string, said meaning.Text) (t meaning.Text, ok bool) {
	if len(said.Ask) != 1 || !said.Ask[0].WhatIsOpen() {
		return t, false
	}
	if !isOnList(in.topics.Recent) {
		said.Ask = []meaning.Ask{{What: meaning.Which, Of: &meaning.Record{It: true, Others: true}}}
		return said, len(in.topics.Rest) > 0
	}
	first := in.records.LookUp(in.topics.Recent[:1])
	lists := in.records.LookUp(reference.WholesOf(first, "checklist"))
	if len(lists) == 0 { // it was deleted since
		return t, false
	}
	of := *said.Ask[0].Of
	of.Where = of.Where.Without(meaning.List)
	of.Where = append(of.Where, meaning.Attribute{Field: meaning.List, Text: lists[0].Label()})
	said.Ask = slices.Clone(said.Ask)
	said.Ask[0].Of = &of
	return said, true
}

// everyListed is a change of all that the answer before listed, if a text says no more than "everything": "check off
// everything".
func everyListed(in lookup, _ string, said meaning.Text) (t meaning.Text, ok bool) {
	everything := len(said.Do) == 1 && said.Do[0].On.IsEverything()
	if !everything || len(in.topics.Recent) == 0 || questionBefore(in) == nil {
		return t, false
	}
	t = said
	t.Do = slices.Clone(said.Do)
	t.Do[0].On = &meaning.Record{It: true, Them: true}
	return t, true
}

// shownAlone is a question for the one of the records that the answer before listed, by its name or its place: "the
// wifi one", "the second one".
func shownAlone(in lookup, _ string, said meaning.Text) (t meaning.Text, ok bool) {
	picks := len(said.Reply) == 1 && len(said.Do)+len(said.Ask) == 0 && said.Reply[0].On != nil
	if !picks || len(in.topics.Recent) == 0 {
		return t, false
	}
	before := questionBefore(in)
	if before == nil {
		return t, false
	}
	on := said.Reply[0].On
	if on.Name != "" {
		if on = listedAs(in, *on, in.topics.Recent); on == nil {
			return t, false
		}
		if day, dated := before.Day(); dated {
			on.Where = []meaning.Attribute{day}
		}
	} else if !reference.IsPlace(on) {
		return t, false
	}
	t = said
	t.Reply, t.Ask = nil, []meaning.Ask{{What: meaning.Which, Of: on}}
	return t, true
}

// amongListed are changes of records by their names, after an answer that lists some, as those of the listed ones.
// With a word such as "one" a name is of a listed record: "the boiler one". By itself it may be of another record, and
// is that if it fits just one.
func amongListed(in lookup, all []meaning.Do) []meaning.Do {
	if len(in.topics.Listed) < 2 {
		return all
	}
	all = slices.Clone(all)
	for i, do := range all {
		if do.On == nil || do.Act == meaning.Rename {
			continue
		}
		named := *do.On
		if named.Where = do.On.Where.Without(meaning.Did); !isNameOnly(named) {
			continue
		}
		if sole := len(in.resolver().Resolve(do.On).Records) == 1; sole && do.On.Noun == "" {
			continue
		}
		if on := listedAs(in, named, in.topics.Listed); on != nil {
			all[i].On = on
		}
	}
	return all
}

// isNameOnly reports whether a description is a name, and says no more.
func isNameOnly(m meaning.Record) bool {
	several := m.Every || m.It || len(m.Each)+len(m.IDs)+len(m.Except) > 0
	plain := len(m.Where) == 0 && m.Rank == meaning.Rank{}
	return m.Name != "" && m.Kind == "" && plain && !several
}

// listedAs is the one record of those that were listed which a description is of; nil if it is of none or several.
func listedAs(in lookup, on meaning.Record, among []record.Key) (it *meaning.Record) {
	var listed []record.Key
	kinds := map[string]bool{} // that were looked up
	for _, k := range among {
		if kinds[k.Kind] {
			continue
		}
		kinds[k.Kind], on.Kind = true, k.Kind
		for _, x := range in.resolver().Resolve(&on).Records {
			if slices.Contains(among, x.Key()) {
				listed = append(listed, x.Key())
			}
		}
	}
	if len(listed) == 1 {
		it = &meaning.Record{Kind: listed[0].Kind, IDs: []int{int(listed[0].ID)}}
	}
	return it
}
