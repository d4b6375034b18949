package fulltext

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func terms(text string) (terms []string) {
	for _, s := range Spans(text) {
		terms = append(terms, s.Term)
	}
	return terms
}

func TestATextIsTokenizedAndFolded(t *testing.T) {
	for text, want := range map[string]string{
		"":                       "",
		" ?! ":                   "",
		"Call the Plumber":       "call the plumber",
		"Café CAFE\u0301 cafe":   "cafe cafe cafe",
		"Straße STRASSE":         "strasse strasse",
		"Übergrößenträger":       "ubergroßentrager|ubergrossentrager",
		"ΣΊΣΥΦΟΣ σίσυφος":        "σισυφοσ σισυφοσ",
		"İstanbul Ilgın":         "istanbul ilgin",
		"Ёлка":                   "елка",
		"œuvre Ærø ﬁn Łódź":      "oeuvre aero fin lodz",
		"don't l'eau a-b_c":      "don t l eau a b c",
		"２０ kg №5 4242kg":        "20 kg 5 4242kg",
		"हिन्दी में":             "हिन्दी में",
		"שָׁלוֹם":                "שלום",
		"買牛奶":                    "買牛 牛奶 奶",
		"牛":                      "牛",
		"iPhone手机":               "iphone 手机 机",
		"カメラ ｶﾒﾗ":                "カメ メラ ラ カメ メラ ラ",
		"ガス カ\u3099ス ｶﾞｽ":        "ガス ス ガス ス ガス ス",
		"タワー":                    "タワ ワー ー",
		"🎂 Mum's ❤️🇩🇪 5️⃣":       "🎂 mum s ❤ 🇩 🇪 5",
		"Dampf\u00adschiff":      "dampfschiff",
		"می\u200cخواهم ســلام":   "میخواهم سلام",
		"a\u200bb \ufe0f":        "a b",
		"a\x00b\xffc":            "a b c",
		strings.Repeat("x", 300): strings.Repeat("x", maxTerm),
	} {
		if got := strings.Join(terms(text), " "); !slices.Contains(strings.Split(want, "|"), got) {
			t.Errorf("%.40q: %q, want %q", text, got, want)
		}
	}
}

func TestSpansCoverTheLettersTheyWereReadFrom(t *testing.T) {
	text := "Die Größe: 20 cm, 買牛奶"
	var words []string
	for _, s := range Spans(text) {
		words = append(words, text[s.From:s.To])
	}
	if diff := cmp.Diff([]string{"Die", "Größe", "20", "cm", "買牛", "牛奶", "奶"}, words); diff != "" {
		t.Error(diff)
	}
}

func FuzzAnyTextCanBeSearched(f *testing.F) {
	for _, s := range []string{"", "\"", "a OR b*", "\x00", "' --", "é\u0301", "牛", strings.Repeat("word ", 99), strings.Repeat("\u0300", 400)} {
		f.Add(s)
	}
	x := Index{indexed(map[Doc]text{1: {"a or b", "牛"}})}
	f.Fuzz(func(t *testing.T, s string) {
		for _, span := range Spans(s) {
			if span.Term == "" || len(span.Term) > maxTerm || !utf8.ValidString(span.Term) || span.From >= span.To || span.To > len(s) {
				t.Fatalf("%+v in %q", span, s)
			}
		}
		if _, err := x.Search(Query{Words: Words(s), Limit: 3}); err != nil {
			t.Fatal(err)
		}
	})
}

// text is a label and another text.
type text struct{ label, other string }

func (x text) fields() []Field {
	return []Field{{Text: x.label, Label: true, Place: 1}, {Text: x.other, Place: 2}}
}

// indexed returns a segment of records.
func indexed(records map[Doc]text) *Segment {
	var b Builder
	for d, x := range records {
		b.Add(d, x.fields())
		b.Count(d, 1)
	}
	return b.Segment()
}

func find(t *testing.T, x Index, q Query) Found {
	t.Helper()
	found, err := x.Search(q)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func docs(f Found) string {
	var s []string
	for _, h := range f.Hits {
		s = append(s, fmt.Sprint(h.Doc.ID()))
	}
	return strings.Join(s, " ")
}

func TestTheBestMatchComesFirst(t *testing.T) {
	x := Index{indexed(map[Doc]text{
		1: {"Call the plumber", ""},
		2: {"Call the bank", ""},
		3: {"Pay the rent", "call the bank, then call the bank again: bank, bank, bank"},
		4: {"Plumbing", "about the plumber"},
		5: {"Repair the bicycle with new brakes and a bell from the shop", ""},
		6: {"Bicycle", ""},
		7: {"Dentist", ""},
		8: {"Dentists", ""},
		9: {"Bicycle", ""},
	})}
	for _, tt := range []struct {
		text string
		need Need
		want string
		some bool
	}{
		{"bank", AllOrSome, "2 3", false},      // a title outweighs any number of mentions
		{"call bank", AllOrSome, "2 3", false}, // both have both
		{"plumber bank", AllOrSome, "2 1 3 4", true},
		{"plumber bank", All, "", false},
		{"bicycle", AllOrSome, "9 6 5", false}, // short titles count more; the newest comes first among equals
		{"dentist", AllOrSome, "7 8", false},   // the word, then words that begin with it
		{"dentsit", AllOrSome, "7", false},     // two letters swapped
		{"dentsits", AllOrSome, "8 7", false},  // and one letter too many
		{"bicicle", AllOrSome, "9 6 5", false},
		{"the", AllOrSome, "3 2 1 5 4", false},
		{"zzz", AllOrSome, "", false},
		{"", AllOrSome, "", false},
	} {
		found := find(t, x, Query{Words: Words(tt.text), Need: tt.need, Limit: 9})
		if docs(found) != tt.want || found.Some != tt.some || found.Total != len(found.Hits) {
			t.Errorf("%q: %s (some %v, total %d), want %s", tt.text, docs(found), found.Some, found.Total, tt.want)
		}
	}
}

func TestOnlyARareWordIsTakenForATypo(t *testing.T) {
	records := map[Doc]text{1: {"rent", ""}, 2: {"Rental 4242", ""}, 3: {"vent", ""}, 4: {"tent", ""}}
	for text, want := range map[string]string{
		"rint": "1", "rennt": "1", "ren": "1 2", "tint": "4", "4243": "", "xent": "", "entr": "",
	} {
		if got := docs(find(t, Index{indexed(records)}, Query{Words: Words(text), Limit: 9})); got != want {
			t.Errorf("%q finds %s, want %s", text, got, want)
		}
	}
	for d := range Doc(typoThreshold) {
		records[10+d] = text{"rant", ""}
	}
	if got := docs(find(t, Index{indexed(records)}, Query{Words: Words("rant"), Limit: 9})); got != "12 11 10" {
		t.Errorf("a word that %d records have finds %s", typoThreshold, got)
	}
}

func TestALetterOfADenseScriptIsFoundAnywhere(t *testing.T) {
	x := Index{indexed(map[Doc]text{1: {"買牛奶", ""}, 2: {"牛肉", ""}, 3: {"奶", ""}})}
	for text, want := range map[string]string{"牛": "2 1", "奶": "3 1", "牛奶": "1", "買牛奶": "1", "肉": "2"} {
		if got := docs(find(t, x, Query{Words: Words(text), Limit: 9, Need: All})); got != want {
			t.Errorf("%s finds %s, want %s", text, got, want)
		}
	}
}

// A title may match by a typo; a text with the word itself counts more.
func TestAnExactMatchComesBeforeATypo(t *testing.T) {
	x := Index{indexed(map[Doc]text{1: {"Minutes", strings.Repeat("nothing of the kind ", 90) + "beer garden"}, 2: {"Beet garden", ""}, 3: {"Beer gardn", ""}})}
	for typed, want := range map[string]string{"beer garden": "1 3 2", "beer": "3 1 2"} {
		if got := docs(find(t, x, Query{Words: Words(typed), Limit: 9})); got != want {
			t.Errorf("%s: %s, want %s", typed, got, want)
		}
	}
}

func TestAnEmojiIsFoundLikeAWord(t *testing.T) {
	x := Index{indexed(map[Doc]text{1: {"🎂 Mum's birthday", ""}, 2: {"📚 books", "with a 🎂"}, 3: {"books", ""}})}
	for typed, want := range map[string]string{"🎂": "1 2", "books": "3 2", "📚️ books": "2", "🚀": ""} {
		if got := docs(find(t, x, Query{Words: Words(typed), Limit: 9})); got != want {
			t.Errorf("%s: %s, want %s", typed, got, want)
		}
	}
}

func TestKindsAndLimitNarrowTheResult(t *testing.T) {
	records := map[Doc]text{}
	for id := range int64(2000) {
		records[DocOf(int(id%3), 1+id)] = text{"wax", ""}
	}
	x := Index{indexed(records)}
	found := find(t, x, Query{Words: Words("wax"), Kinds: []bool{false, true}, Limit: 2})
	if docs(found) != "2000 1997" || found.Total != 667 || found.Hits[0].Doc.Kind() != 1 {
		t.Errorf("%+v", found)
	}
	if found := find(t, x, Query{Words: Words("wax")}); len(found.Hits) != 0 || found.Total != 2000 {
		t.Errorf("without room %+v", found)
	}
}

func TestADistanceCountsTypingErrors(t *testing.T) {
	for _, tt := range []struct {
		typed, term string
		most, want  int
	}{
		{"abcd", "abcd", 1, 0}, {"abcd", "abce", 1, 1}, {"abcd", "abc", 1, 1}, {"abcd", "abcde", 1, 1}, {"abcd", "abdc", 1, 1}, {"abcd", "acbde", 2, 2},
		{"größe", "grosse", 2, -1}, {"größe", "große", 1, 1}, {"abcd", "badc", 2, 2}, {"abcd", "wxyz", 2, -1}, {"abcd", "abcdefg", 2, -1}, {"abcdefgh", "abdcefhg", 2, 2}, {"abcdefgh", "abdcefhx", 2, -1},
	} {
		d := distance{typed: []rune(tt.typed), most: tt.most}
		_, _ = d.to("something else before")
		got, ok := d.to(tt.term)
		if ok != (tt.want >= 0) || ok && got != tt.want {
			t.Errorf("%s to %s: %d %v", tt.typed, tt.term, got, ok)
		}
	}
}

var vocabulary = []string{"wax", "waxing", "floor", "flour", "call", "bank", "banks", "x", "plumber", "plumbing", "牛奶", "Café", "straße", "4242"}

func anyText(t *rapid.T, label string, most int) string {
	return strings.Join(rapid.SliceOfN(rapid.SampledFrom(vocabulary), 0, most).Draw(t, label), " ")
}

// oracle looks at every record, in the simplest way.
func oracle(records map[Doc]text, q Query) (hits []Hit) {
	scores, has, slips := map[Doc]float32{}, map[Doc]int{}, map[Doc]bool{}
	for _, w := range q.Words {
		best := map[Doc]float32{}
		count := func(typos bool) {
			for d, x := range records {
				label, other := terms(x.label), terms(x.other)
				for _, term := range slices.Concat(label, other) {
					factor := float32(0)
					d1 := distance{typed: []rune(w.Term), most: w.Typos}
					wrong, near := d1.to(term)
					switch {
					case term == w.Term:
						factor = 1
					case w.Prefix && strings.HasPrefix(term, w.Term):
						factor = minPrefix + (maxPrefix-minPrefix)*float32(len(w.Term))/float32(len(term))
					}
					if typos && near && wrong > 0 && first(term) == first(w.Term) {
						factor = max(factor, []float32{0, oneTypo, twoTypos}[wrong])
					}
					if factor > 0 {
						says := weight(strings.Count(" "+strings.Join(label, "  ")+" ", " "+term+" "), len(label), strings.Count(" "+strings.Join(other, "  ")+" ", " "+term+" "), len(other))
						best[d] = max(best[d], factor*float32(says)/255)
					}
				}
			}
		}
		if count(false); w.Typos > 0 && len(best) < typoThreshold {
			typed := maps.Clone(best)
			count(true)
			for d := range best {
				slips[d] = slips[d] || typed[d] == 0
			}
		}
		n, have := float64(len(records)), float64(len(best))
		for d, b := range best {
			scores[d] += float32(math.Log(1+(n-have+0.5)/(have+0.5))) * b
			has[d]++
		}
	}
	least := math.Inf(1) // of the records with an exact match of all words
	for d, s := range scores {
		if q.Need != Some && has[d] == len(q.Words) && !slips[d] {
			least = min(least, float64(s))
		}
	}
	for d, s := range scores {
		if q.Need == Some || has[d] == len(q.Words) {
			hit := Hit{d, float64(s)}
			if slips[d] && !math.IsInf(least, 1) {
				hit.Score = least * hit.Score / (1 + hit.Score)
			}
			hits = append(hits, hit)
		}
	}
	slices.SortFunc(hits, order)
	return hits
}

// The result does not depend on the history of the records or on the segments, and equals
// that of a look at every record.
func TestTheResultDoesNotDependOnTheSegments(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		records := map[Doc]text{}
		var x Index
		for range rapid.IntRange(1, 12).Draw(t, "segments") {
			var b Builder
			for _, d := range rapid.SliceOfNDistinct(rapid.Uint64Range(1, 9), 0, 5, rapid.ID[uint64]).Draw(t, "records") {
				doc := DocOf(int(d%2), int64(d))
				if _, was := records[doc]; was {
					b.Replace(doc)
					b.Count(doc, -1)
					delete(records, doc)
				}
				if rapid.IntRange(0, 3).Draw(t, "delete") > 0 {
					records[doc] = text{anyText(t, "label", 5), anyText(t, "other", 9)}
					b.Add(doc, records[doc].fields())
					b.Count(doc, 1)
				}
			}
			x = append(x, b.Segment())
			for from := x.Due(); from < len(x); from = x.Due() {
				x = append(x[:from], merged(t, x[from:], from == 0))
			}
		}
		whole := indexed(records)
		if sum, err := x.Sum(); err != nil || x.Records(0)+x.Records(1) != int64(len(records)) || sum != must(t, Index{whole}) {
			t.Fatalf("%v: the segments say something else than the records", err)
		}
		q := Query{Words: Words(anyText(t, "query", 3)), Need: rapid.SampledFrom([]Need{All, Some}).Draw(t, "need"), Limit: 99}
		found, err := x.Search(q)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(oracle(records, q), found.Hits); diff != "" {
			t.Fatal(diff)
		}
	})
}

// One merge takes all that is due: over a network, each would be a request.
func TestWhatIsDueIncludesWhatTheMergedSegmentIsMergedWith(t *testing.T) {
	for _, tt := range []struct {
		sizes []int
		due   int
	}{
		{[]int{9, 9, 9}, 3},
		{[]int{9, 9, 9, 9}, 0},
		{[]int{5000, 9, 9, 9, 9}, 1},
		{[]int{5000, 5000, 5000, 1500, 1500, 1500, 1500}, 0},
		{[]int{5000, 5000, 5000, 500, 500, 500, 500}, 3},
		{[]int{30000, 5000, 5000, 5000, 1500, 1500, 1500, 1500}, 1},
	} {
		var x Index
		for _, n := range tt.sizes {
			x = append(x, &Segment{Header: Header{Postings: n}})
		}
		if got := x.Due(); got != tt.due {
			t.Errorf("%v: due from %d, want %d", tt.sizes, got, tt.due)
		}
	}
}

func must(t *rapid.T, x Index) uint64 {
	sum, err := x.Sum()
	if err != nil {
		t.Fatal(err)
	}
	return sum
}

func merged(t *rapid.T, x Index, oldest bool) *Segment {
	var blocks [][]byte
	header, err := x.Merge(oldest, func(block []byte) error {
		blocks = append(blocks, slices.Clone(block))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if header, err = DecodeHeader(header.Encode()); err != nil {
		t.Fatal(err)
	}
	return &Segment{header, func(n int) ([]byte, error) { return blocks[n], nil }}
}

func TestASumDependsOnTheField(t *testing.T) {
	sum := func(place Places) uint64 {
		var b Builder
		b.Add(1, []Field{{Text: "garden", Place: place}})
		sum := b.Sum()
		if said, err := (Index{b.Segment()}).Sum(); err != nil || said != sum {
			t.Errorf("%d is written, and %d gathered, %v", said, sum, err)
		}
		return sum
	}
	if sum(1) == sum(2) {
		t.Error("it does not")
	}
}

// large returns a segment of many blocks, with a term that fills several of them.
func large() (*Segment, [][]byte) {
	var b Builder
	for id := range int64(20_000) {
		label := "everywhere"
		if id%100 == 0 {
			label = fmt.Sprintf("everywhere a%d everywhen z%d", id, id)
		}
		d := DocOf(int(id%2), id)
		b.Add(d, []Field{{Text: label, Label: true, Place: 1}})
		b.Count(d, 1)
	}
	var blocks [][]byte
	header, err := b.Write(func(block []byte) error {
		blocks = append(blocks, slices.Clone(block))
		return nil
	})
	if err != nil {
		panic(err)
	}
	return &Segment{header, func(n int) ([]byte, error) { return blocks[n], nil }}, blocks
}

func TestATermMayFillSeveralBlocks(t *testing.T) {
	s, blocks := large()
	for i, b := range blocks {
		if len(b) > blockSize {
			t.Errorf("block %d has %d bytes", i, len(b))
		}
	}
	for text, want := range map[string]int{"everywhere": 20_000, "everywhen": 200, "a9900": 1, "z19900": 1, "everywhat": 200, "evarywhere": 20_000} {
		if got := find(t, Index{s}, Query{Words: Words(text)}).Total; got != want && text != "everywhat" || got < want {
			t.Errorf("%s: %d of %d found", text, got, want)
		}
	}
}

func TestDamageIsAnErrorAndNeverAPanic(t *testing.T) {
	s, blocks := large()
	head := s.Header.Encode()
	rapid.Check(t, func(t *rapid.T) {
		broken := slices.Clone(head)
		broken[rapid.IntRange(0, len(head)-1).Draw(t, "in the header")] ^= byte(rapid.IntRange(1, 255).Draw(t, "bits"))
		if _, err := DecodeHeader(broken); err != ErrDamaged {
			t.Fatalf("a damaged header: %v", err)
		}
		n := rapid.IntRange(0, len(blocks)-1).Draw(t, "block")
		block := slices.Clone(blocks[n])
		block[rapid.IntRange(0, len(block)-1).Draw(t, "in the block")] ^= byte(rapid.IntRange(1, 255).Draw(t, "bits"))
		if cut := rapid.IntRange(0, len(block)).Draw(t, "cut"); cut%2 == 0 {
			block = block[:cut]
		}
		bad := &Segment{s.Header, func(i int) ([]byte, error) {
			if i == n {
				return block, nil
			}
			return blocks[i], nil
		}}
		if _, err := (Index{bad}).Sum(); err != ErrDamaged {
			t.Fatalf("a damaged block: %v", err)
		}
		if slices.Equal(block, blocks[n]) {
			t.Fatal("nothing was damaged")
		}
	})
}

// Bytes with a valid checksum that this package has not written.
func FuzzArbitraryBytesNeverPanic(f *testing.F) {
	s, blocks := large()
	f.Add(s.Header.Encode()[4:], blocks[0][4:])
	f.Add([]byte{0, 1, 200, 200}, []byte{9, 9, 9})
	f.Fuzz(func(t *testing.T, head, body []byte) {
		sealing := func(b []byte) []byte {
			b = append(make([]byte, 4), b...)
			seal(b)
			return b
		}
		header, err := DecodeHeader(sealing(head))
		if err != nil {
			return
		}
		x := Index{{header, func(int) ([]byte, error) { return sealing(body), nil }}}
		_, _ = x.Search(Query{Words: Words("everywhere evarywhat x"), Limit: 3})
		_, _ = x.Sum()
	})
}
