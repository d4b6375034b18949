package phrase

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// check holds what is promised of any text: it is read, spans lie inside it, and
// requests come whole or not at all.
func check(t interface {
	Fatalf(string, ...any)
}, text string) {
	end, valid := 0, utf8.ValidString(text)
	for _, tok := range Tokens(text) {
		if tok.Start < end || tok.End <= tok.Start || tok.End > len(text) {
			t.Fatalf("token %v of %q does not follow %d", tok.Span, text, end)
		}
		if valid && !utf8.ValidString(tok.Of(text)) {
			t.Fatalf("token %v cuts a character of %q", tok.Span, text)
		}
		end = tok.End
	}
	res := Parse(text, saturday())
	if len(res.Requests) > 0 && len(res.NotUnderstood) > 0 {
		t.Fatalf("%q is half understood", text)
	}
	for _, s := range res.NotUnderstood {
		if s.Start < 0 || s.End < s.Start || s.End > len(text) {
			t.Fatalf("%v lies outside %q", s, text)
		}
	}
	for _, r := range res.Requests {
		if r.Start < 0 || r.End <= r.Start || r.End > len(text) {
			t.Fatalf("%v lies outside %q", r.Span, text)
		}
		if r.Action == Create && strings.TrimSpace(r.Title) == "" {
			t.Fatalf("%q makes a record without a title", text)
		}
		if w := r.Set.When; w.Repeat.Repeats() && !w.Day.Valid() {
			t.Fatalf("%q repeats from no day on", text)
		}
	}
}

// vocabulary is words that the grammar knows, and some that it does not.
func vocabulary() []string {
	words := strings.Fields(`, . ; : - / ' " “ ” # #12 12 3 2026 27th 3pm 3:30 and then to from at on by due until for in the a my it
		tagged called project list backlog except not all everything every other is done as with half past quarter remind me of
		dentist milk x 日本 é
		today tomorrow tonight yesterday friday sun mondays march may next last this week weekend day days months hour minutes second
		first third five twenty noon midnight morning evening night am pm o'clock daily weekly monthly weekdays christmas half quarter past
		before after since starting between other around ago few couple`)
	for _, s := range english {
		words = append(words, s.word)
	}
	for _, v := range verbs {
		words = append(words, v.words)
	}
	return words
}

func TestAnyWordsInAnyOrderAreReadOrGivenBack(t *testing.T) {
	words := rapid.SampledFrom(vocabulary())
	rapid.Check(t, func(t *rapid.T) {
		check(t, strings.Join(rapid.SliceOfN(words, 0, 24).Draw(t, "words"), " "))
	})
}

func TestADatePhraseIsReadTheSameInCapitals(t *testing.T) {
	words := rapid.SampledFrom(vocabulary())
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(words, 1, 6).Draw(t, "words"), " ")
		a, ok := wholly(text, saturday())
		b, okUpper := wholly(strings.ToUpper(text), saturday())
		if ok != okUpper || said(a) != said(b) {
			t.Fatalf("%q is %q, in capitals %q", text, said(a), said(b))
		}
	})
}

func TestATitleNeverLosesAWord(t *testing.T) {
	word := rapid.StringMatching(`[B-DF-HJ-NP-TV-Z][a-z]{2,6}q[0-9]?`) // no word of the language
	settings := rapid.SampledFrom([]string{"", " tomorrow", " on friday at 3pm", " every monday", " with high priority", " by dec 1", " tagged home",
		" in project Data", " next week", " from 3 to 5pm tomorrow", " at noon", " to my list"})
	verb := rapid.SampledFrom([]string{"add ", "create ", "please add ", "remind me to ", "add a task to ", "create an event called ", "schedule a "})
	between := rapid.SampledFrom([]string{" ", " and ", ", ", " with ", " the ", " of ", " & ", ": "})
	rapid.Check(t, func(t *rapid.T) {
		title := word.Draw(t, "word")
		for range rapid.IntRange(0, 5).Draw(t, "more") {
			title += between.Draw(t, "between") + word.Draw(t, "word")
		}
		text := verb.Draw(t, "verb") + title + settings.Draw(t, "setting")
		res := Parse(text, saturday())
		if len(res.Requests) != 1 || res.Requests[0].Title != title {
			t.Fatalf("%q is %s, want the title %q", text, told(res, text), title)
		}
	})
}

func TestALongTextIsReadInLinearTime(t *testing.T) {
	verbs := []string{"", "add ", "move ", "rename ", "set the priority of ", "mark ", "delete "}
	if testing.Short() {
		verbs = verbs[1:3]
	}
	for _, unit := range []string{
		"to ", "and ", "add ", ", ", "\"", "'", "“", "every ", "monday ", "monday, ", "in ", "from 3 to ", "project ", "in project x ",
		"rename x to ", "set x to ", "1/", "3-", "the ", "a ", "all ", "is ", "tagged ", "tag x and ", "at ", "\n", "é", "#1 ",
		"half ", "next ", "scheduled ", "note ", "move x to friday and ",
		"x to friday and ", "x tomorrow, ", "x high, ", "feb 30 ", "x until ",
	} {
		for _, verb := range verbs {
			text := verb + strings.Repeat(unit, MaxText/4/len(unit))
			check(t, text)
			r := newReader(text, saturday())
			r.requests()
			if most := 1000 * (len(r.toks) + 10); r.looks > most {
				t.Errorf("%q and many %q: %d looks at %d words", verb, unit, r.looks, len(r.toks))
			}
		}
	}
}

func TestATextBeyondTheLimitIsNoRequest(t *testing.T) {
	if res := Parse("add "+strings.Repeat("x", MaxText), saturday()); len(res.Requests) > 0 || len(res.NotUnderstood) != 1 {
		t.Errorf("it is %+v", res)
	}
}

func FuzzRequest(f *testing.F) {
	for _, text := range []string{
		"move everything from today to friday, and add dentist tomorrow 3pm", "rename go to gym to run", "add \"x\" at 3/4 every 2 months",
		"complete #3, #4 and task 5", "clear my calendar for saturday", "add é “ü” 'x' it's 5 o'clock", "mark x as not done", "\xff\xfe add \x00",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) { check(t, text) })
}

func FuzzWhen(f *testing.F) {
	for _, text := range []string{"next friday at 3pm for an hour", "every other monday until dec 1", "2026-02-30", "in 99999999 months", "from 9 to 5", "friday the 13th", "31 february"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		w, ok := wholly(text, saturday())
		if ok && (!w.Says() || w.To.Valid() && w.To < w.Day || w.Repeat.Repeats() && !w.Day.Valid() || w.Start < 0 || w.Span.End > len(text)) {
			t.Fatalf("%q is %+v", text, w)
		}
	})
}

func BenchmarkRequestOfTwentyWords(b *testing.B) {
	c := saturday()
	b.ReportAllocs()
	for b.Loop() {
		Parse("please move everything from today to friday, then add lunch with Ana at Mario's tomorrow at noon and complete the report", c)
	}
}

// BenchmarkByLength shows that a request takes as long as it is: MB/s are the same
// for every length, of prose and of what is written to be slow.
func BenchmarkByLength(b *testing.B) {
	for _, shape := range []struct{ name, unit string }{
		{"prose", "lunch with Ana at the new place by the river tomorrow at noon, bring the report and the old keys. "},
		{"every", "every "}, {"and", "and "}, {"digits", "7 "}, {"quotes", "\"' "}, {"weekdays", "monday "}, {"verbs", "add "}, {"ranges", "from 3 to "},
	} {
		for _, kB := range []int{1, 4, 16, 64} {
			text := "add " + strings.Repeat(shape.unit, (kB<<10-8)/len(shape.unit))
			b.Run(fmt.Sprintf("%s/%dkB", shape.name, kB), func(b *testing.B) {
				b.SetBytes(int64(len(text)))
				for b.Loop() {
					Parse(text, saturday())
				}
			})
		}
	}
}
