package answer

import (
	"context"
	"slices"
	"strings"

	"assister/internal/language"
	"assister/internal/language/meaning"
	"assister/internal/propose"
	"assister/internal/record"
)

// A question in words that no form has, such as "what shoe size does Hugo wear", is answered by the records that have
// all of its words in their texts. Since such a record is shown as it is, nothing is concluded from it.

// asking are the classes of the words that ask or join, which no text need have.
var asking = []string{
	"wh", "be", "do", "have", "modal", "pronoun", "article", "prep", "joiner", "to", "courtesy", "tell", "filler",
	"jotting", "secret", "says", "discuss", "bears", "keeps-it", "hastily", "leisure",
}

// tellingLeast is how many words a record has to share with a question: one alone is of too many texts.
const tellingLeast = 2

// inWords is the question for whatever has the words of a text that asks one thing; false if these are too few.
func inWords(asked propose.Inquiry) (t meaning.Text, ok bool) {
	if asked.Said == nil || len(asked.Said.Ask) != 1 || len(asked.Said.Do) > 0 {
		return t, false
	}
	g, toks := meaning.BuiltIn().Called(asked.Said.Language), language.Tokens(asked.Text)
	var words []string
	for i := 0; i < len(toks); i++ {
		if size := g.Match(toks, i, asking...); size > 0 {
			i += size - 1
		} else if !toks[i].IsMark() && !slices.Contains(words, toks[i].Word) {
			words = append(words, toks[i].Word)
		}
	}
	about := meaning.Attribute{Field: meaning.About, Text: strings.Join(words, " "), Words: words}
	t = meaning.Text{Language: asked.Said.Language}
	t.Ask = []meaning.Ask{{What: meaning.Which, Of: &meaning.Record{Where: meaning.Attributes{about}}}}
	return t, len(words) >= tellingLeast
}

// byWords is the answer to a question by the records that have all of its words; false if there is none. The question
// is unknown if it was not understood.
func (e Answerer) byWords(
	ctx context.Context, asked propose.Inquiry, unknown bool, from propose.Library,
) (a propose.Answer, found bool, err error) {
	said, ok := inWords(asked)
	if !ok {
		return a, false, nil
	}
	asked.Before = nil
	a, err = e.meant(ctx, asked, &said, from)
	found = err == nil && len(a.Records) > 0 && (unknown || mayTell(a.Records, *asked.Said))
	return a, found, err
}

// mayTell reports whether records that have all of its words answer a question that found nothing: one for the value
// of one thing, whether there is something, or what something named is. What is planned would have been found.
func mayTell(found []record.Record, t meaning.Text) bool {
	planned := slices.ContainsFunc(found, func(x record.Record) bool { return x.Kind.Planned })
	a := t.Ask[0]
	named := a.What == meaning.Which && a.Of.Name != "" // "what is the alarm code": no alarm, but a note
	return !planned && (named || slices.Contains([]meaning.What{meaning.Get, meaning.LastTime, meaning.Exists}, a.What))
}
