package language

import (
	"testing"
)

func TestATableReadsAsTheGrammarItWasMadeFrom(t *testing.T) {
	g := compile(t, testLexicon, testForms)
	h, err := FromTable(string(g.Table(7)), nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := TableSum(string(g.Table(7))); got != 7 {
		t.Errorf("the sum is %d", got)
	}
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

func TestADamagedTableIsRefused(t *testing.T) {
	table := string(compile(t, testLexicon, testForms).Table(7))
	for n := range table {
		if _, err := FromTable(table[:n], nil); err == nil {
			t.Fatalf("the first %d of %d bytes are taken for a table", n, len(table))
		}
	}
	for i := range table {
		damaged := []byte(table)
		damaged[i] ^= 0x55
		sum := i >= 4 && i < 8 // of the sources, which is compared with them
		if _, err := FromTable(string(damaged), nil); err == nil != sum {
			t.Fatalf("byte %d is damaged, and the error is %v", i, err)
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

func BenchmarkFromTable(b *testing.B) {
	g, err := Compile("en", Options{}, Files("en"))
	if err != nil {
		b.Fatal(err)
	}
	table := string(g.Table(0))
	b.ReportMetric(float64(len(table)), "bytes")
	for b.Loop() {
		if _, err := FromTable(table, nil); err != nil {
			b.Fatal(err)
		}
	}
}
