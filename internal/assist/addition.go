package assist

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"assister/internal/language"
	"assister/internal/language/meaning"
	"assister/internal/record"
	"assister/internal/reference"
)

// addition is what a text adds to the list that the conversation is about, if the text says no
// more than that something is to be added, or names it: no kind of record, and nothing to set. The list may be
// one that is still to be made.
func addition(in lookup, text string, said meaning.Text) (t meaning.Text, ok bool) {
	ofNote := len(in.topics.Recent) == 1 && in.topics.Recent[0].Kind == "note"
	plain := said.Continues() || onlyTitles(said)
	if do := said.Sole(); plain || ofNote || do.Kind == "note" || onlyNotes(do) { // "add a note: bring the card"
		t, ok = additionTo(in, text, said)
	}
	switch appends := ok && t.Do[0].Act == meaning.Append; {
	case appends && !ofNote:
		return moreOfNew(in, t)
	case appends:
		return t, ofNote
	case !ok || !plain, slices.ContainsFunc(t.Do, func(do meaning.Do) bool { return corrects(in, t.Language, do.Title) }):
		return t, false
	}
	return addedTo(in, t)
}

// onlyNotes reports whether something new of no kind has a title, and words besides that are no title.
func onlyNotes(do meaning.Do) bool {
	return do.Act == meaning.Create && do.Kind == "" && len(do.Set) == 1 && do.Set[0].Field == meaning.Notes
}

// corrects reports whether a title is no more than words that correct others: "oat milk, I mean".
func corrects(in lookup, code, title string) bool {
	toks := language.Tokens(title)
	return in.Languages().Called(code).Match(toks, 0, "amend") == len(toks)
}

// moreOfNew is a note, a task or an event that is still to be made, with more text.
func moreOfNew(in lookup, more meaning.Text) (t meaning.Text, ok bool) {
	before := proposals(in)
	if len(before) == 0 || !before[0].makes() {
		return t, false
	}
	do, text := before[0].Do[0], more.Do[0].Title
	if !slices.Contains([]string{"", "task", "event", "note"}, do.Kind) {
		return t, false
	}
	if had, _ := do.Set.Of(meaning.Notes); had.Text != "" {
		text = had.Text + "\n" + text
	}
	do.Set = append(do.Set.Without(meaning.Notes), meaning.Attribute{Field: meaning.Notes, Text: text})
	return before[0].Doing(do), more.Do[0].Title != ""
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

// addedTo is the request for a list or its items whose proposal is still to be applied, with what is added now, or
// without what is taken out of it. Without such a request, what is added goes to the list that the conversation is
// about.
func addedTo(in lookup, added meaning.Text) (t meaning.Text, ok bool) {
	whole, waits := proposed(in)
	if at := pendingAt(in); !waits && len(at) > 0 { // and a remark since
		whole, waits = meantAt(in, at[0]), true
	}
	name := listMade(whole)
	other := func(do meaning.Do) bool { return do.Act != meaning.Create || do.Kind != "item" }
	switch by := limits(added); {
	case name == "" && (!isOnList(in.topics.Recent) || slices.ContainsFunc(whole.Do, other)):
		return t, false
	case by != nil:
		t = whole
		t.Do, ok = left(whole.Do, nameIn, by)
		return t, ok && waits
	case name != "":
		added.Do = onList(added.Do, name)
	}
	same := func(do meaning.Do) bool {
		return slices.ContainsFunc(added.Do, func(more meaning.Do) bool { return counts(more.Title, do.Title) })
	}
	return added.Doing(slices.Concat(slices.DeleteFunc(slices.Clone(whole.Do), same), added.Do)...), true
}

// counts reports whether a title is a number of something: "4 lemons", of lemons.
func counts(title, of string) bool {
	number, rest, _ := strings.Cut(title, " ")
	toks := language.Tokens(number)
	return len(toks) == 1 && toks[0].Num >= 0 && strings.EqualFold(rest, of)
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
	if !onlyTitles(*meaningOf(in, last)) {
		return t, false
	}
	for _, tok := range slices.Backward(language.Tokens(text)) { // without "put them"
		t = *meaningOf(in, last+" "+text[tok.Start:])
		if ok = len(t.Do) > 1 && listMade(t) == set[0].Text; ok {
			break
		}
	}
	if !ok {
		return t, false
	}
	if applied := len(pending(in)) == 0; applied {
		t.Do = append(t.Do, meaning.Do{Act: meaning.Delete, On: &meaning.Record{It: true}, Said: text})
	}
	return t, true
}

// joining are those who take part, too, if a text adds names alone behind an event with somebody: "book lunch with
// Sam", "and add Ann".
func joining(in lookup, said meaning.Text) (set meaning.Attributes, ok bool) {
	if !namesOnly(in, said) {
		return nil, false
	}
	for _, p := range proposals(in) {
		if !p.corrects() {
			return others(said), p.happens() && withSomebody(in, p.Do[0].Title)
		}
	}
	it, found := in.it()
	return others(said), found && it.Kind.Name == "event" && withSomebody(in, it.Label())
}

// others are the names that a text adds as those who take part, too.
func others(said meaning.Text) meaning.Attributes {
	return meaning.Attributes{{Field: meaning.Company, Text: said.Do[0].Title, Also: true}}
}

// withSomebody reports whether a title says who takes part.
func withSomebody(in lookup, title string) bool {
	toks := language.Tokens(title)
	return in.Languages().Likeliest(toks).HasAny(toks, "company")
}

// namesOnly reports whether a text adds names, and says no more.
func namesOnly(in lookup, said meaning.Text) bool {
	do := said.Sole()
	if !do.OnlyTitle() || do.Manner != meaning.Asked || !strings.Contains(do.Said, do.Title) { // with its capitals
		return false
	}
	g := in.Languages().Called(said.Language)
	for _, t := range language.Tokens(do.Title) {
		first, _ := utf8.DecodeRuneInString(do.Title[t.Start:])
		one := []language.Token{t}
		name := unicode.IsUpper(first) && g.Known(one) == 0
		if !name && g.Match(one, 0, "joiner") == 0 {
			return false
		}
	}
	return true
}

// setsEach gives all of several things other values: those that are still to be made, or that the conversation is
// about. "Both on sunday"; one of those that are still to be made, "the second on friday"; or on a list, "put them on
// the packing list".
func setsEach(in lookup, text string, all []meaning.Text) (t meaning.Text, ok bool) {
	all = reference.Each(all, setsPicked)
	sets := func(t meaning.Text) bool {
		do := t.Sole()
		sets := (do.Act == meaning.Move || do.Act == meaning.Change) && len(do.Set) > 0 && do.On != nil
		return sets && (isThem(do.On) || place(do.On) > 0) && t.Cost <= all[0].Cost+correctionMargin
	}
	i := slices.IndexFunc(all, sets)
	if i < 0 {
		return t, false
	}
	set, nth := all[i].Do[0].Set, place(all[i].Do[0].On)
	if t, ok = eachOnList(in, text, set); ok && nth == 0 {
		return t, true
	}
	before := pending(in)
	if len(before) == 0 {
		return all[i], len(in.topics.Recent) > 1 && nth == 0
	}
	for _, text := range before {
		made := *meaningOf(in, text)
		made.Do = slices.Clone(made.Do)
		for i, do := range made.Do {
			if do.Act != meaning.Create {
				return t, false
			}
			if nth == 0 || nth == i+1 {
				made.Do[i] = do.Amended(set)
			}
		}
		made.Do = append(made.Do, t.Do...)
		t = made
	}
	return t, len(t.Do) > 1 && nth <= len(t.Do) && (nth == 0 || len(before) == 1)
}

// setsPicked is a text that picks one at a place in a list and a time as what gives it that: "the second one at 9".
func setsPicked(t meaning.Text) meaning.Text {
	if len(t.Reply) != 1 || t.Reply[0].On == nil {
		return t
	}
	on := *t.Reply[0].On
	set := on.Where
	if on.Where = nil; place(&on) == 0 || len(set) == 0 || !set.Only(meaning.When) {
		return t
	}
	return t.Doing(meaning.Do{Act: meaning.Move, On: &on, Set: set})
}

// isThem reports whether a description is of all of "them", and says no more.
func isThem(m *meaning.Record) bool {
	all := m.Them || m.Every
	return m.It && all && m.Kind == "" && m.IsBare()
}

// place is the one place in a list that a description names, and says no more: 2 of "the second one"; 0 for none.
func place(m *meaning.Record) int {
	if nth := m.Rank.Nth; reference.IsPlace(m) && m.Rank == (meaning.Rank{Order: meaning.First, Nth: nth}) {
		return nth
	}
	return 0
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
