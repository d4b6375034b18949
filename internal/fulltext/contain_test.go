package fulltext

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"assister/internal/schema"
)

// known describes the result of an index for one text.
func known(t testing.TB, x Index, s TextQuery) TextMatches {
	t.Helper()
	found, err := x.MatchTexts(0, []TextQuery{s})
	if err != nil {
		t.Fatal(err)
	}
	return found[0]
}

// Whatever texts a record has, and however often they changed: every certain match has
// the text, and no record has it that is neither a certain nor a possible match.
func TestMatchTextsMissesNoRecord(t *testing.T) {
	letters := []rune("abE 🎂\ufe0f\u00adー é\u0301É.-œß\u0327Σσ日本\u3099が\u0e31กＡ\u212aİ\u01051कि=\u0338ﷺ\ufdfaصلى")
	text := rapid.Custom(func(t *rapid.T) string {
		text := string(rapid.SliceOfN(rapid.SampledFrom(letters), 0, 8).Draw(t, "letters"))
		if rapid.IntRange(0, 9).Draw(t, "long") == 0 {
			text += strings.Repeat(string(rapid.SampledFrom(letters).Draw(t, "often")), rapid.IntRange(20, 300).Draw(t, "times"))
		}
		return text
	})
	rapid.Check(t, func(t *rapid.T) {
		records := map[int64][2]string{}
		var x Index
		for range rapid.IntRange(1, 3).Draw(t, "segments") {
			var b Builder
			for _, id := range rapid.SliceOfNDistinct(rapid.Int64Range(1, 5), 0, 4, rapid.ID[int64]).Draw(t, "records") {
				if _, was := records[id]; was {
					b.Replace(DocOf(0, id))
				}
				one := [2]string{text.Draw(t, "first"), text.Draw(t, "second")}
				b.Add(DocOf(0, id), []Field{{Text: one[0], Place: 1}, {Text: one[1], Place: 2}})
				records[id] = one
			}
			x = append(x, b.Segment())
		}
		part := text.Draw(t, "part")
		if one, ok := records[1]; ok && rapid.Bool().Draw(t, "cut") {
			runes := []rune(one[0])
			from := rapid.IntRange(0, len(runes)).Draw(t, "from")
			part = string(runes[from:rapid.IntRange(from, len(runes)).Draw(t, "to")])
		}
		sought := TextQuery{Text: part, Places: Places(rapid.IntRange(1, 3).Draw(t, "places"))}
		found, err := x.MatchTexts(0, []TextQuery{{Text: "a", Places: 2}, sought})
		if err != nil {
			t.Fatal(err)
		}
		if !found[1].Known {
			return
		}
		for id, one := range records {
			has := false
			for i, said := range one {
				has = has || sought.Places>>i&1 == 1 && strings.Contains(Plain(said), Plain(part))
			}
			sure, may := slices.Contains(found[1].Certain.IDs(), id), slices.Contains(found[1].Possible.IDs(), id)
			if sure && !has || has && !sure && !may {
				t.Fatalf("%q, looked for in %+q: has it %v, sure %v, doubtful %v", part, one, has, sure, may)
			}
		}
	})
}

func TestASingleWordIsMatchedWithCertainty(t *testing.T) {
	long := strings.Repeat("long", 20)
	for text, want := range map[string]string{
		"cafe":         "sure",
		"É":            "sure",
		"\u0301a":      "sure", // an accent without a letter
		"कि":           "sure",
		"cafe crème":   "doubtful", // the space between the words is not indexed
		"cafe ":        "doubtful",
		"l'eau":        "doubtful",
		"🎂":            "doubtful",
		long:           "doubtful", // only its beginning is indexed
		"ﷺ":            "doubtful", // its normalized form has several words
		"日本":           "unknown",  // indexed two letters at a time
		"日本 cafe":      "unknown",
		"\u3099a":      "unknown", // the mark is part of ー゙, which is a word of its own
		"%":            "unknown",
		"\u00ad\u093f": "unknown",
		"":             "unknown",
	} {
		var b Builder
		b.Add(1, []Field{{Text: "<" + text + ">", Place: 1}})
		got := "unknown"
		switch has := known(t, Index{b.Segment()}, TextQuery{Text: text, Places: 1}); {
		case !has.Known:
		case has.Certain.Len() == 1 && has.Possible.Len() == 0:
			got = "sure"
		case has.Certain.Len() == 0 && has.Possible.Len() == 1:
			got = "doubtful"
		}
		if got != want {
			t.Errorf("%.20q is %s, want %s", text, got, want)
		}
	}
}

func TestATextIsSearchedInTheGivenFields(t *testing.T) {
	var b Builder
	b.Add(1, []Field{{Text: "The garden", Place: 1}, {Text: "a gate", Place: 2}})
	b.Add(2, []Field{{Text: "The gate", Place: 1}, {Text: "of gardens", Place: 2}})
	b.Add(3, []Field{{Text: "Garden\nBack gate", Place: 4, Members: true}})
	b.Add(4, []Field{{Text: "Gate " + strings.Repeat("x", 100), Place: 1}, {Text: strings.Repeat("y", 100), Place: 4, Members: true}})
	x := Index{b.Segment()}
	for _, tt := range []struct {
		sought TextQuery
		want   string // certain and possible matches
	}{
		{TextQuery{"garden", Substring, 1}, "[1] [4]"}, // a truncated word may have contained it
		{TextQuery{"garden", Substring, 2}, "[2] []"},
		{TextQuery{"garden", Substring, 3}, "[1 2] [4]"},
		{TextQuery{"garden", Equal, 1}, "[] [1]"},
		{TextQuery{"gate garden", Substring, 3}, "[] [1 2 4]"},
		{TextQuery{"garden", Member, 4}, "[] []"}, // exactly
		{TextQuery{"Garden", Member, 4}, "[3] []"},
		{TextQuery{"gate", Member, 4}, "[] []"}, // a whole member
		{TextQuery{"Back gate", Member, 4}, "[3] []"},
		{TextQuery{strings.Repeat("y", 100), Member, 4}, "[] [4]"},
		{TextQuery{strings.Repeat("y", 99), Member, 4}, "[] [4]"},
	} {
		has := known(t, x, tt.sought)
		if got := fmt.Sprint(has.Certain.IDs(), has.Possible.IDs()); got != tt.want {
			t.Errorf("%.20q in %b: %s, want %s", tt.sought.Text, tt.sought.Places, got, tt.want)
		}
	}
	for _, text := range []string{"", "Garden\nBack gate"} {
		if known(t, x, TextQuery{text, Member, 4}).Known {
			t.Errorf("%q is a member", text)
		}
	}
}

// A search for words does not match members of sets as a whole.
func TestAMemberIsNotAWord(t *testing.T) {
	var b Builder
	b.Add(1, []Field{{Text: "back gate", Place: 1, Members: true}})
	b.Count(1, 1)
	member, other := Index{b.Segment()}, Index{indexed(map[Doc]text{1: {"", "back gate"}})}
	for _, typed := range []string{"gate", "back gate", "bakc", "\x01back gate", "\x01"} {
		q := Query{Words: Words(typed), Limit: 9}
		if diff := cmp.Diff(find(t, other, q), find(t, member, q)); diff != "" {
			t.Errorf("%q: %s", typed, diff)
		}
	}
}

func TestTextsBeyondTheLimitAreUncertain(t *testing.T) {
	var b Builder
	var sought []TextQuery
	for n := range maxInside + 1 {
		sought = append(sought, TextQuery{Text: strings.Repeat("a", n+1), Places: 1})
	}
	b.Add(1, []Field{{Text: sought[maxInside].Text, Place: 1}})
	found, err := Index{b.Segment()}.MatchTexts(0, sought)
	if err != nil || found[0].Known {
		t.Errorf("the shortest is known, %v", err)
	}
	for _, has := range found[1:] {
		if !has.Known || has.Certain.Len() != 1 {
			t.Errorf("%+v", has)
		}
	}
}

func TestEveryTextFieldHasItsOwnPlace(t *testing.T) {
	for _, k := range schema.Kinds {
		texts := Texts(k)
		if len(texts) > placesMost {
			t.Errorf("%s has %d texts", k.Name, len(texts))
		}
		said := Fields(k, func(f *schema.Field) string { return f.Name })
		for i, f := range texts {
			if said[i].Text != f.Name || said[i].Place == 0 || said[i].Place != PlaceOf(k, f) {
				t.Errorf("%s of %s stands in %b and is looked for in %b", f.Name, k.Name, said[i].Place, PlaceOf(k, f))
			}
		}
	}
}

func TestIDsBeyondTheRangeAreAnError(t *testing.T) {
	var b Builder
	b.Add(DocOf(0, maxID+1), []Field{{Text: "garden", Place: 1}})
	x := Index{b.Segment()}
	if _, err := x.MatchTexts(0, []TextQuery{{Text: "garden", Places: 1}}); err != ErrIDRange {
		t.Error(err)
	}
	if _, ok := SetOf([]int64{1, maxID + 1}); ok {
		t.Error("a set has it")
	}
}
