package rules

import (
	"assister/internal/phrase"
	"assister/internal/problem"
	"assister/internal/record"
	"assister/internal/schema"
)

// Questions and reasons are in the language of the request. Titles are quoted as they
// are in the data.

// kinds are several kinds of which one may be meant.
func (d *drafter) kinds(names []string) string {
	said := make([]string, len(names))
	for i, name := range names {
		said[i] = d.language.Noun(name, 1)
	}
	return d.language.Or(said)
}

// a is a kind with its article.
func (d *drafter) a(k *schema.Kind) string { return d.language.Text("noun." + k.Name + ".a") }

// part is a part of the day as a person writes it down.
func (d *drafter) part(p phrase.Part) string { return d.language.Text("note." + p.String()) }

// ask ends the draft with a question.
func (d *drafter) ask(options []record.Record, key string, about ...any) error {
	return &stopped{question: d.language.Text(key, about...), options: options}
}

// unmatched says that nothing is called so, and asks only where there is something to
// choose from.
func (d *drafter) unmatched(options []record.Record, key string, about ...any) error {
	words := d.language.Text(key, about...)
	if len(options) > 0 {
		words = d.language.Text("ask.which-then", "text", words)
	}
	return &stopped{question: words, options: options, nothing: true}
}

// refuse says which words cannot be carried out, and why.
func (d *drafter) refuse(words phrase.Span, code, why string, about ...any) error {
	p := d.problem(code, "", why, about...)
	return &stopped{words: words.Of(d.text), problem: &p}
}

// remark says something about what is drafted.
func (d *drafter) remark(code, field, key string, about ...any) {
	d.warnings = append(d.warnings, d.problem(code, field, key, about...))
}

// problem is what a message says, with what to do next.
func (d *drafter) problem(code, field, key string, about ...any) problem.Problem {
	what, next := d.language.Text(key+".what", about...), d.language.Text(key+".next", about...)
	return problem.Problem{Code: code, Field: field, Message: what, Hint: next}
}
