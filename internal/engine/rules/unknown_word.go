package rules

import (
	"context"
	"slices"
	"strings"
	"sync"

	"assister/internal/brief"
	"assister/internal/calendar"
	"assister/internal/filter"
	"assister/internal/op"
	"assister/internal/phrase"
	"assister/internal/propose"
	"assister/internal/record"
	"assister/internal/route"
	"assister/internal/schema"
)

// A title takes any word, so one unknown word can make a new task of a request that
// means something else without it: "tasks today -> Kvist friday", "create a Kvist team
// Red", "today's tasks Kvist". Such a text is not understood.
//
// Each unknown word of a title is left out in turn, wherever it stands. The word is
// misleading if the rest is a question, or another request that changes data, and if
// the grammar gives the word no role, so that any other word could replace it.

// wordsTried is how many words of a text are left out. Of a longer text, each request is
// looked at by itself.
const wordsTried = 24

// misleading finds an unknown word of a text without which it would be another request.
func misleading(ctx context.Context, q propose.Request, b brief.Brief, read []phrase.Request) (phrase.Span, bool) {
	asks := sync.OnceValue(func() bool { return asksOnly(q.Text) })
	for _, r := range read {
		if r.Action != phrase.Create {
			continue
		}
		words := unknownWordsIn(q.Text, r, b.Clock)
		of := phrase.Span{End: len(q.Text)}
		if len(words) > wordsTried {
			of, words = r.Span, words[:wordsTried]
		}
		for _, w := range words {
			before, after := q.Text[of.Start:w.Start], q.Text[w.End:of.End]
			if (omission{ctx, q, b, before, w.Of(q.Text), after, asks}).misleads(read, r) {
				return w, true
			}
		}
	}
	return phrase.Span{}, false
}

// plain reports whether a request makes something that is planned and on no list, as
// almost any words can be read.
func plain(r phrase.Request) bool {
	planned := r.Kind == "" || r.Kind == "task" || r.Kind == "event"
	return r.Action == phrase.Create && planned && !listed(r)
}

func listed(r phrase.Request) bool { return r.Listed || r.Set.List != "" }

// unknownWordsIn are the unknown words of a title where they are in the text.
func unknownWordsIn(text string, r phrase.Request, clock calendar.Clock) (words []phrase.Span) {
	all := titleWordsIn(text, r)
	// If nothing precedes the verb, its object is no word of another request: "clear
	// gutters tomorrow" is not about all of tomorrow. A verb that requests begin with,
	// such as "make", may have more than an object.
	title := fields(r.Title)
	opens := func(w phrase.Span) bool { return inTitle(title[:min(1, len(title))], strings.ToLower(w.Of(text))) }
	first := slices.IndexFunc(all, opens)
	ordinary := func() bool {
		return phrase.Known(all[first].Of(text), clock) && !phrase.Verb(r.Title)
	}
	if first >= 0 && r.Bare && phrase.Errand(r.Title) && (len(title) == 2 || ordinary()) {
		all = all[first : first+1]
	}
	for _, w := range all {
		if !phrase.Known(w.Of(text), clock) {
			words = append(words, w)
		}
	}
	return words
}

// titleWordsIn are the words of a title where they are in the text.
func titleWordsIn(text string, r phrase.Request) (words []phrase.Span) {
	title := fields(r.Title)
	for _, t := range phrase.Tokens(text) {
		inside := t.Start >= r.Start && t.End <= r.End
		if t.Shape == phrase.Word && inside && inTitle(title, strings.ToLower(t.Of(text))) {
			words = append(words, t.Span)
		}
	}
	return words
}

// inTitle reports whether a word is in a title, which may have its infinitive: "il faut
// que je cherche" makes "chercher".
func inTitle(title []string, word string) bool {
	return slices.ContainsFunc(title, func(t string) bool {
		ending, is := strings.CutPrefix(t, word)
		return is && len(ending) <= len("er")
	})
}

// omission is a text with one word of it apart.
type omission struct {
	ctx                 context.Context
	q                   propose.Request
	b                   brief.Brief
	before, word, after string
	asks                func() bool // whether the text with the word is a question
}

// misleads reports whether the text without the word is another request than made and
// all that are read with it.
func (o omission) misleads(read []phrase.Request, made phrase.Request) bool {
	without := o.before + strings.TrimLeft(o.after, " ")
	alone := len(fields(made.Title)) == 1 // without it nothing is named: "yoga tomorrow"
	rest := phrase.Parse(without, o.b.Clock).Requests
	if !alone && asksOnly(without) && (len(rest) == 0 || !o.asks()) {
		return o.unknown(read)
	}
	other := slices.ContainsFunc(rest, func(r phrase.Request) bool {
		return !does(read, r) && (r.Action != phrase.Create || plain(made) && !plain(r))
	})
	return other && o.unknown(read) && o.changes(without, rest)
}

// unknown reports whether any word with this ending could stand for the word, and no
// record has it in its name.
func (o omission) unknown(read []phrase.Request) bool {
	if o.named() {
		return false
	}
	other := phrase.Parse(o.before+invented(o.word)+o.after, o.b.Clock).Requests
	return len(other) == len(read) && !slices.ContainsFunc(other, func(r phrase.Request) bool { return !does(read, r) })
}

// invented is a word that no language has, with the first and last letters of another.
func invented(word string) string {
	letters := []rune(word)
	if len(letters) < 4 {
		return "qvuxo"
	}
	return string(letters[0]) + "qvux" + string(letters[len(letters)-2:])
}

// named reports whether a record of the workspace has the word in its name.
func (o omission) named() bool {
	found, err := o.b.Records.Find(filter.Comparing(filter.TitleContains(o.word)), o.b.Clock.Today())
	return err == nil && slices.ContainsFunc(found, func(r record.Record) bool {
		return slices.Contains(fields(r.Label()), strings.ToLower(o.word))
	})
}

// does reports whether one of the requests is of the same sort as another.
func does(read []phrase.Request, like phrase.Request) bool {
	return slices.ContainsFunc(read, func(r phrase.Request) bool {
		bothPlain := plain(r) && plain(like)
		sameKind := r.Kind == like.Kind && listed(r) == listed(like)
		return r.Action == like.Action && (bothPlain || sameKind)
	})
}

// asksOnly reports whether a text is clearly a question.
func asksOnly(text string) bool {
	r := route.Judge(route.Rules(text))
	return r.Decision == route.Chat && !route.Unsure(r)
}

// changes reports whether requests can be carried out, and do more than make something
// that is planned.
func (o omission) changes(text string, read []phrase.Request) bool {
	q := o.q
	q.Text = text
	d, err := draftOf(o.ctx, q, o.b, read)
	return err == nil && slices.ContainsFunc(d.Ops, func(x op.Op) bool {
		return x.Verb != schema.Create || x.Kind != "task" && x.Kind != "event"
	})
}
