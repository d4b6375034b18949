package assist

import (
	"slices"

	"assister/internal/language"
	"assister/internal/language/meaning"
	"assister/internal/record"
)

// addition is what a text adds to the list that the conversation is about, if the text says no
// more than that something is to be added, or names it: no kind of record, and nothing to set. The list may be
// one that is still to be made.
func addition(in lookup, text string, said meaning.Text) (t meaning.Text, ok bool) {
	ofNote := len(in.topics.Recent) == 1 && in.topics.Recent[0].Kind == "note"
	plain := said.Continues() || onlyTitles(said)
	if plain || ofNote {
		t, ok = additionTo(in, text, said)
	}
	switch appends := ok && t.Do[0].Act == meaning.Append; {
	case appends:
		return t, ofNote
	case !ok || !plain:
		return t, false
	}
	return addedTo(in, pending(in), t)
}

// moreOfNote is what a text adds to the note that the text before added to, if it names no kind of record: "and a
// pond", and not "and to the wifi note".
func moreOfNote(in lookup, text string, said meaning.Text) (t meaning.Text, ok bool) {
	ofKind := in.Languages().Called(said.Language).HasAny(language.Tokens(text), "kind")
	if ofKind || !said.Continues() && !onlyTitles(said) {
		return t, false
	}
	if ok = behindNote(in); ok {
		t, ok = additionTo(in, text, said)
	}
	return asNotes(t), ok && t.Do[0].Act == meaning.Create
}

// behindNote reports whether the text before added to the note that the conversation is about.
func behindNote(in lookup) bool {
	if len(in.topics.Recent) != 1 || in.topics.Recent[0].Kind != "note" {
		return false
	}
	last, _ := changeBefore(in)
	return last.Act == meaning.Append || len(last.Set.Without(meaning.There)) < len(last.Set)
}

// asNotes are new items as what is added to the text of "it".
func asNotes(t meaning.Text) meaning.Text {
	t.Do = slices.Clone(t.Do)
	for i, do := range t.Do {
		t.Do[i] = meaning.Do{Act: meaning.Append, On: &meaning.Record{It: true}, Title: do.Title, Said: do.Said}
	}
	return t
}

// onlyTitles reports whether a text makes records, and says nothing of them but the title and that they belong
// to "it".
func onlyTitles(said meaning.Text) bool {
	more := func(do meaning.Do) bool {
		do.Set = do.Set.Without(meaning.There)
		return !do.OnlyTitle()
	}
	return len(said.Do) > 0 && !slices.ContainsFunc(said.Do, more)
}

// additionTo is what a text adds to a list that is not named. It may say that by itself: "add salt to it".
func additionTo(in lookup, text string, said meaning.Text) (t meaning.Text, ok bool) {
	apart := func(do meaning.Do) bool { return len(do.Set.Without(meaning.There)) == len(do.Set) }
	if len(said.Do) > 0 && !slices.ContainsFunc(said.Do, apart) {
		return said, true
	}
	g, names := namesIn(in, text, said.Language)
	if all := meaning.Readings(g, meaning.Addition, text, in.Clock, names); len(all) > 0 {
		return all[0], true
	}
	return t, false
}

// addedTo is the request for a list or its items among those before, the latest first, whose proposals are still to
// be applied, with what was added to it since and is added now, but without what was taken out of it. Without such a
// request, all of it is added to the list that the conversation is about.
func addedTo(in lookup, before []string, added meaning.Text) (t meaning.Text, ok bool) {
	since := []meaning.Text{added}
	name := ""
	for _, text := range before {
		t := *meaningOf(in, text)
		name = listMade(t)
		if name == "" && limits(t) == nil {
			if t, ok = additionTo(in, text, t); !ok {
				return t, false
			}
		}
		if since = append(since, t); name != "" {
			break
		}
	}
	if name == "" && !isOnList(in.topics.Recent) {
		return t, false
	}
	t, ok = added.Doing(), true
	for i, more := range slices.Backward(since) {
		switch by := limits(more); {
		case by != nil:
			if t.Do, ok = left(t.Do, nameIn, by); !ok {
				return t, false
			}
		case name != "" && i < len(since)-1:
			t.Do = append(t.Do, onList(more.Do, name)...)
		default:
			t.Do = append(t.Do, more.Do...)
		}
	}
	return t, ok
}

// listMade is the name of the list that a text makes, or adds to, and does nothing else; "" for none.
func listMade(t meaning.Text) (name string) {
	for _, do := range t.Do {
		of := do.Title
		if do.Kind != "list" && do.Kind != "checklist" {
			i := do.Set.Index(meaning.List)
			if i < 0 {
				return ""
			}
			of = do.Set[i].Text
		}
		if do.Act != meaning.Create || name != "" && of != name {
			return ""
		}
		name = of
	}
	return name
}

// onList are new items of the list that a conversation is about as those of the list of a name.
func onList(items []meaning.Do, name string) []meaning.Do {
	items = slices.Clone(items)
	for i, do := range items {
		items[i].Set = append(do.Set.Without(meaning.There), meaning.Attribute{Field: meaning.List, Text: name})
	}
	return items
}

// eachOnList is what the text before makes on the list that a text names, and says no more: "add milk, eggs", "to the
// shopping list". Several things are an item each, in the place of the one record that they were by themselves.
func eachOnList(in lookup, text string, set meaning.Attributes) (t meaning.Text, ok bool) {
	earlier := in.lately(in.Now())
	if len(set) != 1 || set[0].Field != meaning.List || len(earlier) == 0 || len(in.topics.Recent) > 1 {
		return t, false
	}
	last := earlier[len(earlier)-1]
	if t = *meaningOf(in, last+" "+text); len(t.Do) < 2 || listMade(t) == "" || !onlyTitles(*meaningOf(in, last)) {
		return t, false
	}
	if applied := len(pending(in)) == 0; applied {
		t.Do = append(t.Do, meaning.Do{Act: meaning.Delete, On: &meaning.Record{It: true}, Said: text})
	}
	return t, true
}

// isOnList reports whether records are items of lists, or a list, perhaps with its items.
func isOnList(keys []record.Key) bool {
	lists, other := 0, len(keys) == 0
	for _, k := range keys {
		switch k.Kind {
		case "checklist":
			lists++
		case "checklist_item":
		default:
			other = true
		}
	}
	return lists <= 1 && !other
}
