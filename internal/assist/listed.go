package assist

import (
	"slices"

	"assister/internal/language/meaning"
	"assister/internal/record"
	"assister/internal/reference"
	"assister/internal/workspace"
)

// nextOfSeries is what a text says of "the next one", of the series that the conversation is about.
func nextOfSeries(r *request, snapshot workspace.Reader, _ string, said meaning.Text) (
	t meaning.Text, ok bool, err error,
) {
	t = said
	t.Do, t.Ask = slices.Clone(said.Do), slices.Clone(said.Ask)
	for i, do := range t.Do {
		if do.On != nil && do.On.IsNext() {
			t.Do[i].On, ok = &meaning.Record{It: true, Shown: meaning.Shown{Next: true}}, true
		}
	}
	for i, ask := range t.Ask {
		if ask.Of != nil && ask.Of.IsNext() {
			t.Ask[i].Of, ok = &meaning.Record{It: true, Rank: ask.Of.Rank}, true
		}
	}
	if !ok || len(r.topics.Recent) != 1 {
		return t, false, nil
	}
	it, found, err := snapshot.Record(r.topics.Recent[0].Kind, r.topics.Recent[0].ID)
	return t, found && it.Repeats(), err
}

// leftOfList is a question for all that is open if the conversation is about a list, or what was done since to some
// of what it showed: "what is left".
func leftOfList(r *request, snapshot workspace.Reader, _ string, said meaning.Text) (
	t meaning.Text, ok bool, err error,
) {
	if len(said.Ask) != 1 || !said.Ask[0].WhatIsOpen() {
		return t, false, nil
	}
	if !isOnList(r.topics.Recent) {
		said.Ask = []meaning.Ask{{What: meaning.Which, Of: &meaning.Record{It: true, Others: true}}}
		return said, len(r.topics.Rest) > 0, nil
	}
	on, ok, err := snapshot.Record(r.topics.Recent[0].Kind, r.topics.Recent[0].ID)
	if err != nil || !ok { // it was deleted since
		return t, false, err
	}
	if list := on.Get("checklistId"); !list.IsNull() {
		if on, ok, err = snapshot.Record("checklist", list.ID()); err != nil || !ok {
			return t, false, err
		}
	}
	of := *said.Ask[0].Of
	of.Where = slices.DeleteFunc(slices.Clone(of.Where), func(a meaning.Attribute) bool { return a.Field == meaning.List })
	of.Where = append(of.Where, meaning.Attribute{Field: meaning.List, Text: on.Label()})
	said.Ask = slices.Clone(said.Ask)
	said.Ask[0].Of = &of
	return said, true, nil
}

// shownAlone is a question for the one of the records that the answer before listed, by its name or its place: "the
// wifi one", "the second one".
func shownAlone(r *request, snapshot workspace.Reader, _ string, said meaning.Text) (
	t meaning.Text, ok bool, err error,
) {
	picks := len(said.Reply) == 1 && len(said.Do)+len(said.Ask) == 0 && said.Reply[0].On != nil
	if !picks || len(r.topics.Recent) == 0 {
		return t, false, nil
	}
	before, err := questionBefore(r, snapshot)
	if err != nil || before == nil {
		return t, false, err
	}
	on := said.Reply[0].On
	if on.Name != "" {
		if on, err = listedAs(r, snapshot, *on); err != nil || on == nil {
			return t, false, err
		}
		if day, dated := before.Day(); dated {
			on.Where = []meaning.Attribute{day}
		}
	} else if !reference.IsPlace(on) {
		return t, false, nil
	}
	t = said
	t.Reply, t.Ask = nil, []meaning.Ask{{What: meaning.Which, Of: on}}
	return t, true, nil
}

// listedAs is the one record of those that were listed which a description is of; nil if it is of none or several.
func listedAs(r *request, snapshot workspace.Reader, on meaning.Record) (it *meaning.Record, err error) {
	resolver := resolverIn(r, snapshot)
	var listed []record.Key
	kinds := map[string]bool{} // that were looked up
	for _, k := range r.topics.Recent {
		if kinds[k.Kind] {
			continue
		}
		kinds[k.Kind], on.Kind = true, k.Kind
		for _, x := range resolver.Resolve(&on).Records {
			if slices.Contains(r.topics.Recent, x.Key()) {
				listed = append(listed, x.Key())
			}
		}
	}
	if len(listed) == 1 {
		it = &meaning.Record{Kind: listed[0].Kind, IDs: []int{int(listed[0].ID)}}
	}
	return it, resolver.Records.Err()
}
