package language

import (
	"slices"
	"testing"
)

// TestExamplesOfForms reads each example of a form by the rule of the form: the cheapest
// reading of the whole example has to be by that form. An example of a form that languages share
// is read in one of them.
func TestExamplesOfForms(t *testing.T) {
	failures, read := map[string]string{}, map[string]bool{}
	for _, lang := range Codes() {
		from, err := readSource(lang, Files(lang))
		if err != nil {
			t.Fatal(err)
		}
		var roots []string
		hasExample := func(form int) bool { return len(from.forms[form].examples) > 0 }
		for _, r := range from.rules {
			if slices.ContainsFunc(r.forms, hasExample) {
				roots = append(roots, r.name)
			}
		}
		g, err := Compile(lang, Options{Roots: roots}, Files(lang))
		if err != nil {
			t.Fatal(err)
		}
		for i := range from.forms {
			f := from.forms[i]
			r := g.rule(from.rules[f.rule].name)
			for _, text := range f.examples {
				toks := Tokens(text)
				p := g.newParse(r, toks, nil)
				best := result{form: -1, cost: 1 << 30}
				for _, x := range p.read(r, 0) {
					if x.end == len(toks) && x.cost < best.cost {
						best = x
					}
				}
				switch example := f.where + ": " + text; {
				case best.form < 0:
					failures[example] = "is not read by " + g.names.at(r)
				case g.form(int(best.form)).where != f.where:
					failures[example] = "is read by the form at " + g.form(int(best.form)).where
				default:
					read[example] = true
				}
				p.release()
			}
		}
	}
	for example, how := range failures {
		if !read[example] {
			t.Error(example, how)
		}
	}
}
