package language

import (
	"testing"
)

func TestATableReadsAsTheGrammarItWasMadeFrom(t *testing.T) {
	g := compile(t, testLexicon, testForms)
	all := FromTables(string(Tables([]*Grammar{g, g})), nil)
	if len(all) != 2 || all[1].Name != g.Name {
		t.Fatalf("%d grammars", len(all))
	}
	h := all[1]
	for _, text := range []string{"add to do milk on monday", "shift x to tuesday the 5th", "I watered the plants", "moev x"} {
		a, b := g.Whole("request", Tokens(text), nil), h.Whole("request", Tokens(text), nil)
		if len(a) != len(b) {
			t.Fatalf("%q: %d readings, and %d by the table", text, len(a), len(b))
		}
		for i := range a {
			if a[i].Node.String() != b[i].Node.String() || a[i].Cost != b[i].Cost {
				t.Errorf("%q: %s, and %s by the table", text, a[i].Node, b[i].Node)
			}
		}
	}
}

func BenchmarkCompile(b *testing.B) {
	for b.Loop() {
		if _, err := Compile("en", Options{}, Files("en")); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkLoad(b *testing.B) {
	g, err := Compile("en", Options{}, Files("en"))
	if err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(float64(len(g.table)), "bytes")
	for b.Loop() {
		fromTable(g.table, nil).load()
	}
}
