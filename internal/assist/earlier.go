package assist

import (
	"slices"

	"assister/internal/calendar"
	"assister/internal/language"
	"assister/internal/language/meaning"
	"assister/internal/session"
)

// What the texts before asked for, and meant: those that depend on them start from it.

// meantAt is what the words before a number of turns, of which they and their reply are the last, meant behind the
// turns before them.
func meantAt(in lookup, n int) (t meaning.Text) {
	if t, known := in.readings.meant[n]; known {
		return t
	}
	defer func(turns []session.Turn) { in.Turns, in.topics = turns, session.TopicsOf(turns, in.Now()) }(in.Turns)
	text := in.Turns[n-2].Text
	in.Turns = in.Turns[:n-2]
	in.topics = session.TopicsOf(in.Turns, in.Now()) // it means what it meant behind the turns before it
	if all := read(in, text); len(all) > 0 {
		t = depend(in, text, all)[0]
	} else {
		t, _ = unreadable(in, text)
	}
	if in.readings.meant == nil {
		in.readings.meant = map[int]meaning.Text{}
	}
	in.readings.meant[n] = t
	return t
}

// unreadable is what a text means that has no meaning by itself.
func unreadable(in lookup, text string) (t meaning.Text, ok bool) {
	said := *meaningOf(in, text)
	if t, ok = reworded(in, text, said); ok {
		return t, true
	}
	return renamed(in, text, said)
}

// questionBefore is the only question that the text before asked; nil if it did not. What picked something from its
// answer since is about that question, too.
func questionBefore(in lookup) *meaning.Ask {
	lately := in.lately(in.Now())
	n := len(lately) - 1
	for ; n > 0; n-- {
		all := read(in, lately[n])
		if len(all) == 0 || len(all[0].Do)+len(all[0].Ask) > 0 || len(all[0].Reply) == 0 {
			return questionIn(in, lately[n:])
		}
	}
	return questionIn(in, lately)
}

// questionIn is the only question of the latest of some texts that asks any; nil if it asks several.
func questionIn(in lookup, texts []string) *meaning.Ask {
	for _, text := range slices.Backward(texts) {
		before := read(in, text)
		if len(before) == 0 {
			return nil
		}
		if n := len(before[0].Ask); n == 1 {
			return &before[0].Ask[0]
		} else if n > 1 {
			return nil
		}
	}
	return nil
}

// changeBefore is the change that the text before asked for, or that it repeated: the last one, if that
// is not the sole one. It has no act if there is none.
func changeBefore(in lookup) (do meaning.Do, sole bool) {
	return lastChange(in, func(d meaning.Do) bool { return d.Manner != meaning.Bare })
}

// lastChange is the last of the changes that the text before asked for, or that it repeated, if it counts.
func lastChange(in lookup, counts func(meaning.Do) bool) (do meaning.Do, sole bool) {
	var since [][]meaning.Attribute // what corrections have set
	for _, before := range slices.Backward(in.lately(in.Now())) {
		all := read(in, before)
		if len(all) == 0 {
			return do, false
		}
		if n := len(all[0].Do); n > 0 && counts(all[0].Do[n-1]) {
			return with(all[0].Do[n-1], since), n == 1
		}
		if set, corrects := correction(all); corrects {
			since = append(since, set)
		}
		if !all[0].Continues() && len(all[0].Reply) == 0 {
			return do, false
		}
	}
	return do, false
}

// dayOfNew is the day of the new record that a text before asked for: the one that it said, or the one
// that the record which was made since has got.
func dayOfNew(in lookup, before meaning.Do) calendar.Date {
	if day := before.Day(); day.Valid() {
		return day
	}
	made, found := in.it()
	n := len(in.Turns)
	if !found || n == 0 || made.Get("createdAt").Instant().Before(in.Turns[n-1].At) {
		return 0
	}
	return made.Day()
}

// namesIn are the grammar of a language and the names in a text, to read it as one that depends on what
// the conversation was about.
func namesIn(in lookup, text, code string) (*language.Grammar, language.Names) {
	g := in.Languages().Called(code)
	return g, in.resolver().NamesIn(g, language.Tokens(text))
}

// ofThat are changes of "it" as those of the one record that it is now.
func ofThat(in lookup, all []meaning.Do) []meaning.Do {
	all = slices.Clone(all)
	it, found := in.it()
	for i, do := range all {
		if found && do.On != nil && do.On.It {
			on := *do.On
			on.It, on.Kind, on.IDs = false, it.Kind.Name, []int{int(it.ID)}
			all[i].On = &on
		}
	}
	return all
}

// ofKnown is something that is put on a day as a move of the record that it names, if there is one: "put the dentist on
// friday".
func ofKnown(in lookup, do meaning.Do) meaning.Do {
	on := &meaning.Record{Name: do.Title, Words: in.Languages().Keywords(do.Title, wordsMost)}
	if do.Act == meaning.Create && do.Manner == meaning.Placed && do.Set.Only(meaning.When) && in.knows(on) {
		do.Act, do.Manner, do.On, do.Kind, do.Title = meaning.Move, meaning.Asked, on, "", ""
	}
	return do
}
