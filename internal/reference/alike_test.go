package reference

import (
	"testing"
	"time"

	"assister/internal/calendar"
	"assister/internal/language"
	"assister/internal/language/meaning"
	"assister/internal/record"
	"assister/internal/schema"
)

func TestATitleMayHaveOtherWordsForTheSame(t *testing.T) {
	g := meaning.BuiltIn().Called("en")
	for _, tt := range []struct {
		title, name string
		want        bool
	}{
		{"Take out the rubbish", "the bins", true},
		{"GP appointment", "the doctor", true},
		{"GP appointment", "the doc", true},
		{"Share the doc", "the doctor", false}, // which rather is a document
		{"Pay electricity", "leccy bill", true},
		{"Pay the phone bill", "the mobile", false},
		{"Fix the washing machine", "the laundry", false},
		{"Dinner with mum", "dinner with my mother", true},
		{"Dinner with mum", "lunch with my mother", false},
		{"Phone Gran", "calling grandma", true},
		{"Phone Gran", "the mobile", false},
		{"Reserve a table", "the book", false}, // an act says too little alone
		{"Ask about the phone", "ring about the cell", false},
		{"Charge mobile", "the phone", true},
		{"Ring Gran", "the phone", false},
		{"Buy milk", "the bins", false},
		{"Buy milk", "milk", true},
		{"Buy milk", "", false},
		{"Rake the leaves", "the leaf raking", true},
		{"Rake the leaves", "the leaf burning", false},
		{"Trim the hedge", "hedge trimming", true},
		{"Trim the hedge", "hedge training", false},
		{"Plant the tulips", "the planning", false},
		{"Plant the tulips", "tulip planning", false},
		{"Rake the leaves", "the raking", false}, // an act says too little alone
		{"Pay the gas", "the gas payment", true},
		{"Read chapter four", "chapter 4", true},
		{"Read chapter four", "chapter 14", false},
		{"Read chapter four", "the 4", false}, // a number says too little alone, too
	} {
		words := g.ContentOf(language.Tokens(tt.name))
		if got := Alike(g, tt.name, words)(tt.title); got != tt.want {
			t.Errorf("%q for %q: %v", tt.title, tt.name, got)
		}
	}
}

func TestOtherWordsCountIfNothingHasTheWords(t *testing.T) {
	asked := 0
	task := func(id int64, title string) record.Record {
		return record.New(schema.Lookup("task"), id).With("title", record.Text(title))
	}
	all := []record.Record{
		task(1, "Take out the rubbish"), task(2, "Clean the kitchen bins"), task(3, "Mend the tv"), task(4, "Sell the telly"),
	}
	of := In(records{all, &asked}, calendar.Clock{Zone: time.UTC})
	r := Resolver{Records: of, Alike: meaning.BuiltIn().Called("en")}
	for _, tt := range []struct {
		name string
		want int
		fit  Fit
	}{
		{"bins", 1, Phrase}, {"trash", 2, ByThings}, {"kitchen trash", 1, ByThings}, {"television", 2, ByThings}, {"boiler", 0, NoFit},
	} {
		m := &meaning.Record{Name: tt.name, Words: Fields(tt.name)}
		if f := r.Resolve(m); len(f.Records) != tt.want || f.Fit != tt.fit {
			t.Errorf("%q: %v, %d", tt.name, Each(f.Records, record.Record.Label), f.Fit)
		}
		plain := Resolver{Records: of}
		if f := plain.Resolve(m); tt.fit >= ByThings && len(f.Records) > 0 {
			t.Errorf("%q: other words count without a language", tt.name)
		}
	}
	asked = 0
	about := func(text string) []Term {
		return []Term{{Attribute: meaning.Attribute{Field: meaning.About, Text: text}, Said: r.Mention(text, nil)}}
	}
	other, ok := Otherwise(r.Alike, about("garbage"))
	c, _ := other[0].On(schema.Lookup("task"))
	found := Those(of.Find(c), other[0].Holds)
	if !ok || len(found) != 2 || asked != 1 {
		t.Errorf("%v with %d look-ups", Each(found, record.Record.Label), asked)
	}
	if _, ok := Otherwise(r.Alike, about("boat")); ok {
		t.Error("a boat has no other name")
	}
}
