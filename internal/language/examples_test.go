package language

import (
	"io/fs"
	"testing"
)

// TestExamplesOfForms reads each example of a form by the rule of the form: the cheapest
// reading of the whole example has to be by that form.
func TestExamplesOfForms(t *testing.T) {
	languages, err := fs.ReadDir(files, ".")
	if err != nil {
		t.Fatal(err)
	}
	for _, dir := range languages {
		g, err := Compile(dir.Name(), Options{}, Files(dir.Name()))
		if err != nil {
			t.Fatal(err)
		}
		for i := range g.forms {
			f := &g.forms[i]
			for _, text := range f.examples {
				toks := Tokens(text)
				p := g.newParse(f.rule, false, toks, nil)
				best := result{form: -1, cost: 1 << 30}
				for _, r := range p.read(f.rule, 0) {
					if r.end == len(toks) && r.cost < best.cost {
						best = r
					}
				}
				switch {
				case best.form < 0:
					t.Errorf("%s: %q is not read by %s", f.where, text, g.rules[f.rule].name)
				case best.form != int32(i):
					t.Errorf("%s: %q is read by the form at %s", f.where, text, g.forms[best.form].where)
				}
				p.release()
			}
		}
	}
}
