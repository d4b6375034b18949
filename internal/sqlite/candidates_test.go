package sqlite

import (
	"slices"
	"strings"
	"testing"

	"assister/internal/fulltext"
	"assister/internal/query"
	"assister/internal/record"
	"assister/internal/schema"
	"assister/internal/where"
)

func TestWhatHasATextIsAmongItsCandidates(t *testing.T) {
	var b fulltext.Builder
	texts := slices.Clone(words)
	for _, x := range words {
		for _, y := range words {
			texts = append(texts, x+y, x+" "+y)
		}
	}
	plain, folded := make([]string, len(texts)), make([]string, len(texts))
	for i, text := range texts {
		plain[i], folded[i] = fulltext.Plain(text), where.Fold(text)
		b.Add(fulltext.DocOf(0, int64(i)), []fulltext.Field{{Text: text, Label: true}})
	}
	x := fulltext.Index{b.Segment()}
	for _, sought := range append([]string{"den", "garden kinder", "end", "longl", "K2", "aside", "ok", "%", "e", "lines", "s", "é", "FÉ", "eeé", "sis", "日", "本語 c", "ａ"}, words...) {
		for name, tt := range map[string]struct {
			words []fulltext.Word
			has   func(text int) bool
		}{
			"within": {fulltext.Within(sought), func(text int) bool { return strings.Contains(plain[text], fulltext.Plain(sought)) }},
			"whole":  {fulltext.Whole(where.Fold(sought)), func(text int) bool { return folded[text] == where.Fold(sought) }},
		} {
			if len(tt.words) == 0 {
				continue
			}
			docs, few, err := x.Candidates(tt.words, nil, len(texts), 2*len(texts))
			if err != nil || !few {
				t.Fatal(err, few)
			}
			for i, text := range texts {
				if tt.has(i) && !slices.Contains(docs, fulltext.DocOf(0, int64(i))) {
					t.Errorf("%s: %.60q has %q and is no candidate", name, text, sought)
				}
			}
		}
	}
}

func TestWhatIsNotIndexedNamesNoWords(t *testing.T) {
	_, content := schema.Lookup("note").Field("content")
	_, tags := schema.Lookup("task").Field("tags")
	milk := record.Text("milk")
	one := func(at int, op query.Operator) query.Condition {
		return query.Condition{Compare: []query.Comparison{{At: at, Op: op, Values: []record.Value{milk}}}}
	}
	for name, tt := range map[string]struct {
		kind string
		c    query.Condition
		want int
	}{
		"a label":             {"note", query.Condition{Filter: where.Filter{TitleContains: "milk"}}, 1},
		"a label of names":    {"preference", query.Condition{Filter: where.Filter{TitleContains: "milk"}}, 0},
		"a text in another":   {"note", one(content, query.Contains), 1},
		"a whole text":        {"note", one(content, query.Eq), 0}, // of a label alone
		"a text before it":    {"note", one(content, query.Lt), 0},
		"one of two texts":    {"note", query.Condition{Any: []query.Condition{one(0, query.Contains), one(content, query.Contains)}}, 1},
		"a text or something": {"note", query.Condition{Any: []query.Condition{one(0, query.Contains), {}}}, 0},
		"two texts":           {"note", query.Condition{Filter: where.Filter{TitleContains: "fresh"}, All: []query.Condition{one(content, query.Contains)}}, 2},
		"the same text twice": {"note", query.Condition{Filter: where.Filter{TitleContains: "milk"}, All: []query.Condition{one(content, query.Contains)}}, 1},
		"a tag":               {"task", query.Condition{Filter: where.Filter{Tag: "fresh milk"}}, 2},
		"one of the tags":     {"task", one(tags, query.Contains), 1},
		"both":                {"note", query.Condition{All: []query.Condition{{}, one(0, query.Contains)}}, 1},
	} {
		if words := naming(schema.Lookup(tt.kind), tt.c); len(words) != tt.want {
			t.Errorf("%s: %v", name, words)
		}
	}
}

func TestCandidatesAreFewOrNone(t *testing.T) {
	var b fulltext.Builder
	for i := range 100 {
		text := "garden"
		if i%10 == 0 {
			text += " gate"
		}
		b.Add(fulltext.DocOf(i%2, int64(i)), []fulltext.Field{{Text: text}})
	}
	x := fulltext.Index{b.Segment()}
	for _, tt := range []struct {
		text string
		kind []bool
		most int
		want int // less than 0 is too many
	}{
		{"gate", nil, 10, 10}, {"gate", nil, 9, -1}, {"gat", []bool{false, true}, 9, 0}, {"gat", []bool{true}, 10, 10},
		{"gate garden", nil, 10, 10}, {"garden gate", nil, 9, -1},
		{"garden", nil, 10, -1}, {"fence", nil, 10, 0},
	} {
		docs, few, err := x.Candidates(fulltext.Within(tt.text), tt.kind, tt.most, 99) // the garden is passed over
		if err != nil || few != (tt.want >= 0) || few && len(docs) != tt.want {
			t.Errorf("%q of %v, at most %d: %d, %v, %v", tt.text, tt.kind, tt.most, len(docs), few, err)
		}
	}
}
