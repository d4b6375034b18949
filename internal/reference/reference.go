// Package reference finds the records that a description means. A request and a question describe records in the same
// way; what the description leaves open is decided by the data: which of several readings of a name there is, and
// which records can be changed as the request wants.
package reference

import (
	"slices"

	"assister/internal/filter"
	"assister/internal/fulltext"
	"assister/internal/language"
	"assister/internal/language/meaning"
	"assister/internal/record"
	"assister/internal/schema"
)

// Those are the elements of a list that something holds of.
func Those[T any](all []T, holds func(T) bool) []T {
	return slices.DeleteFunc(slices.Clone(all), func(x T) bool { return !holds(x) })
}

// Each is what something makes of each element of a list.
func Each[T, U any](all []T, of func(T) U) (made []U) {
	for _, x := range all {
		made = append(made, of(x))
	}
	return made
}

// Among are those of some records that have one of the keys.
func Among(found []record.Record, keys []record.Key) []record.Record {
	return Those(found, func(x record.Record) bool { return slices.Contains(keys, x.Key()) })
}

// Resolver resolves descriptions.
type Resolver struct {
	Records *Records
	// Light reports whether a word says little alone, such as an article; nil for none.
	Light func(word string) bool
	// Alike has other words for what names name, which count if nothing has the words of a name; nil for none.
	Alike *language.Grammar
	// It holds what a pronoun may stand for, the likeliest first.
	It []record.Record
	// Able reports whether a record can be changed as the request wants; nil allows all.
	// Of several records that fit, those that cannot are left out.
	Able func(record.Record) bool
}

// Found is what a description means.
type Found struct {
	Records []record.Record
	Scope   filter.Condition  // of all records that the description holds of, but for its name
	Fit     Fit               // of the titles
	Near    []record.Record   // if there are none: those whose title has a part of the name
	Unknown meaning.Attribute // if it is set, there is nothing of that name
}

// Resolve finds the records of a description.
func (r Resolver) Resolve(m *meaning.Record) (f Found) {
	if len(m.IDs) > 0 {
		var keys []record.Key // of the kind that is named or of every planned kind
		for _, k := range NamedOrPlanned(m.Kind) {
			for _, id := range m.IDs {
				keys = append(keys, record.Key{Kind: k.Name, ID: int64(id)})
			}
		}
		return Found{Records: r.Changeable(r.Records.LookUp(keys))}
	}
	scope, unknown := r.Scope(m)
	if unknown.Field != "" {
		return Found{Unknown: unknown}
	}
	f.Scope = scope.Condition
	if m.Name == "" {
		f.Records = r.Records.Find(scope.Condition)
	} else {
		r.byName(&f, m)
	}
	if scope.Beyond != nil {
		f.Records = Those(f.Records, scope.Beyond)
	}
	f.Records = r.Changeable(f.Records)
	if len(f.Records) == 0 && m.Name != "" {
		f.Near = r.near(m)
	}
	return f
}

// Changeable leaves the records out that cannot be changed as the request wants, unless none can.
func (r Resolver) Changeable(found []record.Record) []record.Record {
	if r.Able == nil {
		return found
	}
	return Preferred(found, r.Able)
}

// Preferred are those that a condition holds of, or all if it holds of none.
func Preferred[T any](all []T, holds func(T) bool) []T {
	if kept := Those(all, holds); len(kept) > 0 {
		return kept
	}
	return all
}

// Whole is a description whose word for the kind is a part of a title, if a record is called so:
// "file taxes". A word that stands for no kind may be inflected there: "cello lessons". So may be a word for a state
// or a tag: "late shift", "lab meeting".
func (r Resolver) Whole(m *meaning.Record) *meaning.Record {
	if m.Full == "" {
		return m
	}
	whole := *m
	whole.Kind, whole.Noun, whole.Every, whole.Name, whole.Full = "", "", false, m.Full, ""
	whole.Words = Fields(m.Full)
	if m.Noun == "" || m.Name == "" {
		isWord := func(a meaning.Attribute) bool { return a.Field == meaning.State || a.Field == meaning.Tag }
		whole.Where = slices.DeleteFunc(slices.Clone(m.Where), isWord)
	}
	worst := Exact
	if m.Kind == "" || m.Name == "" {
		worst = Words
	}
	called := func(x record.Record) bool { return FitOf(x.Label(), m.Full, whole.Words) <= worst }
	if !slices.ContainsFunc(r.Titled(&whole, filter.Condition{}), called) {
		return m
	}
	return &whole
}

// byName are the records whose titles fit the name best: first within the scope, then of
// other kinds, since "the dentist task" may be an event. "The dentist note" is none, but "the price list" is if the
// word for the kind is in its title. If there are none, they are those that have other words for the name.
func (r Resolver) byName(f *Found, m *meaning.Record) {
	wide := f.Scope
	wide.Kinds = nil
	kind := schema.Lookup(KindOf(m.Kind))
	within := func(find func(*meaning.Record, filter.Condition) []record.Record, scope filter.Condition) []record.Record {
		found := find(m, scope)
		other := len(scope.Kinds) == 0 && kind != nil && !kind.Planned
		if other && m.Full != "" {
			found = Those(found, Mention{Words: []string{m.Noun}}.Called)
		}
		return found
	}
	scopes := []filter.Condition{f.Scope, wide}
	if len(f.Scope.Kinds) == 0 {
		scopes = scopes[:1]
	}
	for _, scope := range scopes {
		f.Records, f.Fit = Best(within(r.Titled, scope), record.Record.Label, m.Name, m.Words)
		if len(f.Records) > 0 {
			return
		}
	}
	for _, scope := range scopes {
		if f.Records = within(r.alike, scope); len(f.Records) > 0 {
			f.Fit = ByThings
			return
		}
	}
	for _, scope := range scopes {
		if f.Records = within(r.slipped, scope); len(f.Records) > 0 {
			f.Fit = Slipped
			return
		}
	}
}

// slipped are the records whose titles have all words of a name, one of them with a letter too few or too many: "libary
// books". A single word may be another one, and so may a name: "Marina" is not "Martina".
func (r Resolver) slipped(m *meaning.Record, scope filter.Condition) (found []record.Record) {
	for _, w := range m.Words {
		for _, x := range r.Records.FindByTitle(stem(w, 5), scope) {
			again := slices.ContainsFunc(found, func(y record.Record) bool { return y.Key() == x.Key() })
			if !again && hasSlip(x.Label(), m.Words) {
				found = append(found, x)
			}
		}
	}
	return found
}

// hasSlip reports whether each of the words is one of the title's, but for a slip in one.
func hasSlip(title string, words []string) bool {
	const least = 6 // letters of a word that is no other with a slip
	toks, slips := language.Tokens(title), 0
	for _, w := range words {
		plain := fulltext.Plain(w)
		if hasWords(Fields(title), []string{w}) {
			continue
		}
		slip := slices.ContainsFunc(toks, func(t language.Token) bool {
			name := t.Capital && t.Start > 0
			lacks := len(plain) >= least && len(plain) != len(t.Word) // and not "planks" of "plants"
			return !name && lacks && language.OneSlip(t.Word, plain)
		})
		if !slip {
			return false
		}
		slips++
	}
	return slips == 1 && len(words) > 1
}

// Titled are the records that may have the name: those with the name, and those with the longest of its words.
func (r Resolver) Titled(m *meaning.Record, scope filter.Condition) []record.Record {
	found := r.Records.FindByTitle(m.Name, scope)
	if len(found) > 0 || len(m.Words) == 0 {
		return found
	}
	longest := slices.MaxFunc(m.Words, func(a, b string) int { return len(a) - len(b) })
	if m.Both { // "both bills" is a plural
		return r.Records.FindByTitle(stem(longest, 4), scope)
	}
	return r.Records.FindByTitle(stem(longest, 5), scope)
}

// stem is what the inflections of a word begin with. A word of up to some letters is whole.
func stem(word string, whole int) string {
	plain := []rune(fulltext.Plain(word))
	if len(plain) <= whole {
		return string(plain)
	}
	return string(plain[:max(4, len(plain)-3)])
}

// nearMost is how many records are offered for a name that fits none.
const nearMost = 7

// near are records whose title has one of the words of the name.
func (r Resolver) near(m *meaning.Record) (found []record.Record) {
	for _, w := range m.Words {
		if len(w) == 1 { // the "s" of "dad's" begins many words
			continue
		}
		for _, x := range r.Records.FindByTitle(w, filter.Condition{}) {
			known := slices.ContainsFunc(found, func(y record.Record) bool { return y.Key() == x.Key() })
			if !known && len(found) < nearMost && FitOf(x.Label(), w, []string{w}) < NoFit {
				found = append(found, x)
			}
		}
		if len(found) == 0 {
			found = r.alike(&meaning.Record{Name: w, Words: []string{w}}, filter.Condition{})
		}
	}
	return found
}
