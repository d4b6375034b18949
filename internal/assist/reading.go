package assist

import (
	"context"
	"slices"
	"sync/atomic"

	"assister/internal/brief"
	"assister/internal/filter"
	"assister/internal/language"
	"assister/internal/language/meaning"
	"assister/internal/phrases"
	"assister/internal/record"
	"assister/internal/reference"
	"assister/internal/session"
	"assister/internal/workspace"
)

// readings are what texts mean, each read once: the words of a request, and those that it
// continues.
type readings struct {
	said  string       // the text of the request; "" for none
	own   *phrases.Set // of the person
	texts map[string][]meaning.Text
	meant map[int]meaning.Text // of the words before a number of turns, with those before them

	preferred atomic.Pointer[string] // language, "" for none; nil before it was read
}

// lookup is a request with a snapshot that the names in its texts are looked up in, and what the conversation was
// about. Records keep the first error: who has looked something up asks for it.
type lookup struct {
	*request
	records *reference.Records
}

func lookupIn(r *request, snapshot workspace.Reader) lookup {
	return lookup{r, reference.In(brief.Brief{Clock: r.Clock, Records: snapshot}, r.Clock)}
}

// lookInto calls fn with a snapshot of the workspace. It fails if a look-up did.
func lookInto(ctx context.Context, r *request, fn func(lookup)) error {
	return r.view(ctx, func(snapshot workspace.Reader) error {
		in := lookupIn(r, snapshot)
		fn(in)
		return in.records.Err()
	})
}

func (in lookup) resolver() reference.Resolver { return reference.Resolver{Records: in.records} }

// it is the one record that the conversation is about.
func (in lookup) it() (x record.Record, found bool) {
	if len(in.topics.Recent) != 1 {
		return x, false
	}
	all := in.records.LookUp(in.topics.Recent)
	if len(all) == 0 {
		return x, false
	}
	return all[0], true
}

// languages are those that texts are read in, first the one that the conversation is in.
func languages(r *request) meaning.Languages { return r.Languages().After(r.lately(r.Now())) }

// meaningOf is what a text means: nothing in its likeliest language if it cannot be understood.
func meaningOf(in lookup, text string) *meaning.Text {
	all := read(in, text)
	if len(all) == 0 {
		return &meaning.Text{Language: languages(in.request).Likeliest(language.Tokens(text)).Name}
	}
	return &all[0]
}

// read are the meanings that a text may have, the likeliest first, in its language and with
// the names of the workspace.
func read(in lookup, text string) []meaning.Text {
	if all, known := in.readings.texts[text]; known {
		return all
	}
	toks := language.Tokens(text)
	g, names := namesFor(in, toks)
	all := languages(in.request).Readings(text, in.Clock, names)
	changed := func(t session.Turn) bool { return t.Done && t.Text == text }
	switch either := meaning.Sees(g, toks); {
	case either && slices.ContainsFunc(in.Turns, changed): // what it made mentions its words since
		all = slices.DeleteFunc(slices.Clone(all), func(t meaning.Text) bool { return len(t.Ask) > 0 })
	case either:
		all = suited(all, in.resolver())
	default:
		all = ofRecords(all, in.resolver())
		if around := in.around(text, names, all); len(around) > 0 {
			all = around
		}
	}
	if in.records.Err() != nil {
		return nil
	}
	if in.readings.texts == nil {
		in.readings.texts = map[string][]meaning.Text{}
	}
	in.readings.texts[text] = all
	return all
}

// suited are the meanings of a text that suit the data. What asks to see something and may be something to do
// as well, as "see Grandma on sunday", asks for it if a record mentions that, and is to do otherwise.
func suited(all []meaning.Text, records reference.Resolver) []meaning.Text {
	errand := slices.IndexFunc(all, meaning.Text.IsToDo)
	if errand < 0 || errand > 0 && len(all[0].Ask) == 0 {
		return all
	}
	mentioned := func(a meaning.Ask) bool { return a.What != meaning.Other && mentions(a, records) }
	if slices.ContainsFunc(all, func(t meaning.Text) bool { return slices.ContainsFunc(t.Ask, mentioned) }) {
		return slices.DeleteFunc(all, meaning.Text.IsToDo)
	}
	return slices.DeleteFunc(all[errand:], func(t meaning.Text) bool { return len(t.Ask) > 0 })
}

// ofRecords leaves out meanings that are about a record that there is not, not even by a part of its name, as long as
// they state something and the text may be of something new at a time of day: "haircut tomorrow at 3, with Lou".
func ofRecords(all []meaning.Text, records reference.Resolver) []meaning.Text {
	missing := func(do meaning.Do) bool {
		if do.On == nil || do.Manner != meaning.Told || do.On.Name == "" {
			return false
		}
		found := records.Resolve(&meaning.Record{Name: do.On.Name, Words: do.On.Words})
		return len(found.Records)+len(found.Near) == 0
	}
	made := slices.IndexFunc(all, func(t meaning.Text) bool { return t.MakesNew() && allTimed(t) })
	for _, t := range all[:max(made, 0)] {
		if len(t.Ask)+len(t.Reply) > 0 || !slices.ContainsFunc(t.Do, missing) {
			return all
		}
	}
	return all[max(made, 0):]
}

// allTimed reports whether all that a text asks for has a time of day.
func allTimed(t meaning.Text) bool {
	return !slices.ContainsFunc(t.Do, func(do meaning.Do) bool { return !do.IsTimed() })
}

// around is what a text means without the asides in it, if as a whole it asks for nothing, or for a change of a record
// that there is not.
func (in lookup) around(text string, names language.Names, all []meaning.Text) []meaning.Text {
	likeliest := all[:min(len(all), 1)]
	lacks := func(t meaning.Text, what func(meaning.Do) bool) bool {
		return len(t.Do) > 0 && !slices.ContainsFunc(t.Do, what)
	}
	ofRecord := func(do meaning.Do) bool { return do.On != nil }
	for _, t := range likeliest {
		if len(t.Ask)+len(t.Reply) > 0 || lacks(t, ofRecord) {
			return nil
		}
	}
	found := languages(in.request).ReadAround(text, in.Clock, names, in.knows)
	if len(found) == 0 { // so that no record is looked up for a text without asides
		return nil
	}
	unknown := func(do meaning.Do) bool { return ofRecord(do) && !in.knows(do.On) }
	if slices.ContainsFunc(likeliest, func(t meaning.Text) bool { return lacks(t, unknown) }) {
		return nil
	}
	return found
}

// knows reports whether a description names a record that there is, or several of which each is, or none by its name.
func (in lookup) knows(m *meaning.Record) bool {
	none := func(of *meaning.Record) bool { return !in.knows(of) }
	switch {
	case m == nil:
		return false
	case m.Every || m.Name == "" && len(m.Each) == 0:
		return m.Every || m.It || m.Kind != "" || len(m.IDs) > 0
	}
	named := meaning.Record{Kind: m.Kind, Noun: m.Noun, Name: m.Name, Full: m.Full, Words: m.Words}
	if m.Name != "" && len(in.resolver().Resolve(&named).Records) > 0 {
		return true
	}
	return len(m.Each) > 0 && !slices.ContainsFunc(m.Each, none)
}

// mentions reports whether records have all that a question names in their texts.
func mentions(asked meaning.Ask, records reference.Resolver) bool {
	if asked.Of.Kind == "file" { // "print the documents for the workshop"
		return len(records.Records.Find(filter.Condition{Kinds: []string{"file"}})) > 0
	}
	if asked.What != meaning.Which || asked.Of.Kind != "" {
		return true
	}
	names := []string{asked.Of.Name}
	for _, a := range asked.Of.Where {
		names = append(names, a.Text)
	}
	unknown := func(name string) bool { return name != "" && !records.Mentioned(name) }
	return !slices.ContainsFunc(names, unknown)
}

// unread are the parts of a text that are not understood.
func unread(in lookup, text string) []string {
	if len(read(in, text)) > 0 {
		return nil
	}
	_, names := namesFor(in, language.Tokens(text))
	return languages(in.request).Unread(text, in.Clock, names)
}

// namesFor are the names in a text, of the workspace and of the person's own words, and the
// language that it is probably in.
func namesFor(in lookup, toks []language.Token) (g *language.Grammar, names language.Names) {
	g = languages(in.request).Likeliest(toks)
	names = in.resolver().NamesIn(g, toks)
	for i, own := range in.readings.own.In(g, toks) {
		names[i] = append(own, names[i]...)
	}
	return g, names
}

// How many words of a text records are looked up by, and chosen from a few by. More do not
// make it clearer, and pasted text costs no more than typed text.
const (
	wordsMost  = 5
	chosenMost = 100
)

// languageOfText is the code of the language of a request in words.
func languageOfText(r *request, snapshot workspace.Reader, text string) (string, error) {
	in := lookupIn(r, snapshot)
	if all := read(in, text); len(all) > 0 {
		return all[0].Language, nil
	}
	return languages(r).Likeliest(language.Tokens(text)).Name, in.records.Err()
}

// takesBack reports whether a text asks to undo what was done last, and for nothing
// else.
func takesBack(ctx context.Context, r *request, text string) (bool, error) {
	said, err := saidAlone(ctx, r, text)
	return said == meaning.TakeBack, err
}

// asksForHelp reports whether a text asks what the program can do, and for nothing else, and
// in which language.
func asksForHelp(ctx context.Context, r *request, text string) (code string, ok bool, err error) {
	said, err := saidAlone(ctx, r, text)
	if err != nil || said != meaning.Help {
		return "", false, err
	}
	return r.readings.texts[text][0].Language, true, nil
}

// saidAlone is what a text says that asks for nothing, without what is only polite beside it;
// "" if it says something else, too.
func saidAlone(ctx context.Context, r *request, text string) (only meaning.Talk, err error) {
	var all []meaning.Text
	err = lookInto(ctx, r, func(in lookup) { all = read(in, text) })
	if err != nil || len(all) == 0 || len(all[0].Do)+len(all[0].Ask)+len(all[0].Reply) > 0 {
		return "", err
	}
	for _, t := range all[0].Talk {
		if only == "" || only == meaning.Courtesy {
			only = t
		}
	}
	if slices.Contains(all[0].Talk, meaning.Remark) {
		only = meaning.Remark
	}
	return only, nil
}
