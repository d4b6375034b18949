package draft_test

import (
	"context"
	"strings"
	"testing"

	"assister/internal/brief"
	"assister/internal/engine/rules/draft"
	"assister/internal/language/meaning"
	"assister/internal/propose"
	"assister/internal/record"
	"assister/internal/schema"

	"pgregory.net/rapid"
)

// With any request, operations name existing records, a draft is complete or empty, and
// it never has more options than a question may have.
func TestRequestsOnlyNameExistingRecords(tb *testing.T) {
	words := rapid.SampledFrom(strings.Fields(`add move delete complete skip reopen rename mark set tag cancel make put schedule create
		milk report gym dentist lunch clean the all everything tasks events my meeting to from on at for and , then . by due
		today tomorrow friday monday next this week 3pm noon every day weekly high low priority done overdue completed
		project Data garden tagged home backlog it #1 #4 #99 task event 2 12 "Buy_milk" as with is not except in 20 minutes`))
	s := home()
	rapid.Check(tb, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(words, 1, 14).Draw(t, "words"), " ")
		chosen := record.Selection{}
		if rapid.Bool().Draw(t, "selected") {
			chosen.Records = []record.Key{{Kind: "task", ID: 6}}
		}
		d := drafts(tb, text, s, chosen)
		said := 0
		for _, is := range []bool{len(d.Ops) > 0, d.Question != "", len(d.NotUnderstood) > 0} {
			if is {
				said++
			}
		}
		if said != 1 || len(d.Options) > draft.OptionsMax {
			t.Fatalf("%q drafts %+v", text, d)
		}
		for _, o := range d.Ops {
			if o.Verb != schema.Create && !o.Verb.Bulk() {
				if _, ok, _ := s.Record(o.Kind, o.ID.ID); !ok {
					t.Fatalf("%q is about %s %d, which there is not", text, o.Kind, o.ID.ID)
				}
			}
			if o.Verb.Bulk() && o.Where.Empty() {
				t.Fatalf("%q is about everything without saying so", text)
			}
		}
	})
}

func TestACancelledRequestHasNoDraft(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	said, _ := meaning.BuiltIn().Read("add milk", saturday(), nil)
	q := propose.Request{Text: "add milk", Said: &said}
	if _, err := draft.Make(ctx, q, brief.Brief{Clock: saturday(), Records: home()}); err == nil {
		t.Error("it drafts all the same")
	}
}
