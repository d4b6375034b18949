package meaning_test

import (
	"slices"
	"testing"
	"time"

	"assister/internal/calendar"
	"assister/internal/language/meaning"
)

// around reads a text without asides in a workspace with the records that have one of some names.
func around(text string, names ...string) []meaning.Text {
	clock := calendar.Clock{Instant: time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC), Zone: time.UTC}
	return meaning.BuiltIn().ReadAround(text, clock, nil, func(r *meaning.Record) bool {
		return r != nil && (r.It || slices.Contains(names, r.Name))
	})
}

func TestAChangeIsReadWithoutTheAsidesBesideIt(t *testing.T) {
	for text, want := range map[string]string{
		"skip yoga on wednesday, I've pulled something":      "I've pulled something",
		"the oven is done, took me two hours":                "took me two hours",
		"we're off meat. delete the goose, nobody wants it":  "nobody wants it",
		"spoke to the landlord this morning, tick that off":  "spoke to the landlord this morning",
		"j'ai fini le oven, il était dégoûtant":              "il était dégoûtant",
		"move the oven to friday, my sister has the cleaner": "my sister has the cleaner",
	} {
		if got := around(text, "yoga", "oven", "leaves", "goose"); len(got) != 1 || got[0].Sole().Unread != want {
			t.Errorf("%q: got %+v, want the aside %q", text, got, want)
		}
	}
}

func TestNoAsideHidesAnotherChange(t *testing.T) {
	for _, text := range []string{
		"move the oven to friday, the yoga as well",                // no statement
		"move the oven to friday, yoga is done",                    // a change of what there is
		"delete the goose, unless Ann wants it",                    // a condition
		"delete the goose, it is wanted on friday",                 // a time to come
		"skip yoga on wednesday, buy a mat",                        // an order
		"skip yoga on wednesday, I mean thursday",                  // a correction
		"I've raked the leaves and he has hung up",                 // another thing, in the same clause
		"the leaves are raked, most of them are",                   // not all of it
		"the leaves are raked, I'm missing two",                    // a number of them
		"the leaves are raked, I was kidding",                      // nothing at all
		"skip yoga on wednesday, could you",                        // a wish
		"the oven is done, is it",                                  // a question
		"tick off the oven, no eggs",                               // nothing says that it is a remark
		"the leaves are raked, I still have to do all but the oak", // not all of it
	} {
		if got := around(text, "yoga", "oven", "leaves", "goose"); len(got) > 0 {
			t.Errorf("%q: got %+v, want nothing", text, got)
		}
	}
}
