package assist

import (
	"slices"

	"assister/internal/language"
	"assister/internal/language/meaning"
	"assister/internal/record"
	"assister/internal/workspace"
)

// addition is what a text adds to the list that the conversation is about, if the text says no
// more than that something is to be added, or names it: no kind of record, and nothing to set. The list may be
// one that is still to be made.
func addition(r *request, snapshot workspace.Reader, text string, said meaning.Text) (
	t meaning.Text, ok bool, err error,
) {
	if !said.Continues() && !onlyTitles(said) {
		return t, false, nil
	}
	t, ok, err = additionTo(r, snapshot, text, said)
	if !ok || err != nil {
		return t, false, err
	}
	if t.Do[0].Act == meaning.Append { // to the note that the conversation is about
		return t, len(r.topics.Recent) == 1 && r.topics.Recent[0].Kind == "note", nil
	}
	before, err := pending(r, snapshot)
	if err != nil {
		return t, false, err
	}
	return addedTo(r, snapshot, before, t)
}

// moreOfNote is what a text adds to the note that the text before added to, if it names no kind of record: "and a
// pond", and not "and to the wifi note".
func moreOfNote(r *request, snapshot workspace.Reader, text string, said meaning.Text) (
	t meaning.Text, ok bool, err error,
) {
	ofKind := r.Languages().Called(said.Language).HasAny(language.Tokens(text), "kind")
	if ofKind || !said.Continues() && !onlyTitles(said) {
		return t, false, nil
	}
	if ok, err = behindNote(r, snapshot); ok {
		t, ok, err = additionTo(r, snapshot, text, said)
	}
	return asNotes(t), ok && t.Do[0].Act == meaning.Create, err
}

// behindNote reports whether the text before added to the note that the conversation is about.
func behindNote(r *request, snapshot workspace.Reader) (bool, error) {
	if len(r.topics.Recent) != 1 || r.topics.Recent[0].Kind != "note" {
		return false, nil
	}
	last, _, err := changeBefore(r, snapshot)
	return last.Act == meaning.Append || len(elsewhere(last.Set)) < len(last.Set), err
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
		do.Set = elsewhere(do.Set)
		return !do.OnlyTitle()
	}
	return len(said.Do) > 0 && !slices.ContainsFunc(said.Do, more)
}

// elsewhere are values without the one that a record belongs to "it".
func elsewhere(set []meaning.Attribute) []meaning.Attribute {
	return slices.DeleteFunc(slices.Clone(set), func(a meaning.Attribute) bool { return a.Field == meaning.There })
}

// additionTo is what a text adds to a list that is not named. It may say that by itself: "add salt to it".
func additionTo(r *request, snapshot workspace.Reader, text string, said meaning.Text) (
	t meaning.Text, ok bool, err error,
) {
	apart := func(do meaning.Do) bool { return len(elsewhere(do.Set)) == len(do.Set) }
	if len(said.Do) > 0 && !slices.ContainsFunc(said.Do, apart) {
		return said, true, nil
	}
	g, names, err := namesIn(r, snapshot, text, said.Language)
	if err != nil {
		return t, false, err
	}
	t, ok = meaning.Addition(g, text, r.Clock, names)
	return t, ok, nil
}

// addedTo is the request for a list or its items among those before, the latest first, whose proposals are still to
// be applied, with what is added to it now and was added between. Without such a request, all of it is added to the
// list that the conversation is about.
func addedTo(r *request, snapshot workspace.Reader, before []string, added meaning.Text) (
	t meaning.Text, ok bool, err error,
) {
	items := added.Do
	for _, text := range before {
		t, err := meaningOf(r, snapshot, text)
		if err != nil {
			return *t, false, err
		}
		if name := listMade(*t); name != "" {
			both := *t
			both.Do = append(slices.Clone(t.Do), onList(items, name)...)
			return both, true, nil
		}
		more, ok, err := additionTo(r, snapshot, text, *t)
		if !ok || err != nil {
			return more, false, err
		}
		items = append(slices.Clone(more.Do), items...)
	}
	t = added
	t.Do = items
	return t, isOnList(r.topics.Recent), nil
}

// listMade is the name of the list that a text makes, or adds to, and does nothing else; "" for none.
func listMade(t meaning.Text) (name string) {
	for _, do := range t.Do {
		of := do.Title
		if do.Kind != "list" && do.Kind != "checklist" {
			i := slices.IndexFunc(do.Set, func(a meaning.Attribute) bool { return a.Field == meaning.List })
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
		items[i].Set = append(elsewhere(do.Set), meaning.Attribute{Field: meaning.List, Text: name})
	}
	return items
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
