package language

import (
	"io/fs"
	"slices"
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
		from, err := readSource(dir.Name(), Files(dir.Name()))
		if err != nil {
			t.Fatal(err)
		}
		var roots []Root
		hasExample := func(form int) bool { return len(from.forms[form].examples) > 0 }
		for _, r := range from.rules {
			if slices.ContainsFunc(r.forms, hasExample) {
				roots = append(roots, Root{Rule: r.name})
			}
		}
		g, err := Compile(dir.Name(), Options{Roots: roots}, Files(dir.Name()))
		if err != nil {
			t.Fatal(err)
		}
		for i := range from.forms {
			f := &from.forms[i]
			r := g.rule(from.rules[f.rule].name)
			for _, text := range f.examples {
				toks := Tokens(text)
				p := g.newParse(r, false, toks, nil)
				best := result{form: -1, cost: 1 << 30}
				for _, x := range p.read(r, 0) {
					if x.end == len(toks) && x.cost < best.cost {
						best = x
					}
				}
				switch {
				case best.form < 0:
					t.Errorf("%s: %q is not read by %s", f.where, text, g.names.at(r))
				case g.form(int(best.form)).where != f.where:
					t.Errorf("%s: %q is read by the form at %s", f.where, text, g.form(int(best.form)).where)
				}
				p.release()
			}
		}
	}
}
