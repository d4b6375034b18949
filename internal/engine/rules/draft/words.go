package draft

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"assister/internal/language/message"
	"assister/internal/problem"
	"assister/internal/record"
	"assister/internal/schema"
)

// Questions and reasons are in the language of the request. Titles are quoted as they are
// in the data.

// stopped ends a draft without operations: with a question, or with words that cannot be
// carried out. It is an error only inside this package.
type stopped struct {
	question string
	options  []record.Record
	words    string
	problem  *problem.Problem
	nothing  bool // it is about something that there is not
	several  bool // or that there is several times
}

func (s *stopped) Error() string { return s.question + s.words }

// words are the messages of a draft.
type words struct{ language *message.Language }

// kinds are several kinds of which one may be meant.
func (w words) kinds(all []*schema.Kind) string {
	said := make([]string, len(all))
	for i, k := range all {
		said[i] = w.language.Noun(k.Name, 1)
	}
	return w.language.Or(said)
}

// a is a kind with its article.
func (w words) a(k *schema.Kind) string { return w.language.Text("noun." + k.Name + ".a") }

// ask ends the draft with a question.
func (w words) ask(options []record.Record, key string, about ...any) error {
	return &stopped{question: w.language.Text(key, about...), options: options}
}

// askWhich asks which of several records the request means.
func (w words) askWhich(options []record.Record, name string) error {
	question := w.language.Text("ask.which-one")
	if name != "" {
		question = w.language.Text("ask.which", "name", shortened(name))
	}
	return &stopped{question: question, options: options, several: true}
}

// noMatch says that nothing fits a description, by its words if it has any.
func (w words) noMatch(near []record.Record, name string) error {
	if name == "" {
		return w.unmatched(near, "ask.none-matches")
	}
	return w.unmatched(near, "ask.nothing-matches", "name", shortened(name))
}

// unmatched says that nothing is called so, and asks only where there is something to
// choose from.
func (w words) unmatched(options []record.Record, key string, about ...any) error {
	text := w.language.Text(key, about...)
	if len(options) > 0 {
		text = w.language.Text("ask.which-then", "text", text)
	}
	return &stopped{question: text, options: options, nothing: true}
}

// problem is what a message says, with what to do next.
func (w words) problem(code, field, key string, about ...any) problem.Problem {
	what, next := w.language.Text(key+".what", about...), w.language.Text(key+".next", about...)
	return problem.Problem{Code: code, Field: field, Message: what, Hint: next}
}

// remarks are what a draft says about its operations.
type remarks struct {
	warnings []problem.Problem
	onLists  []string // for each item that is on its list already, a sentence without its full stop
}

// remark says something about what is drafted.
func (d *drafter) remark(code, field, key string, about ...any) {
	d.warnings = append(d.warnings, d.problem(code, field, key, about...))
}

// notUnderstood ends the draft: the request asks for something that cannot be done.
func (c *change) notUnderstood() error { return &stopped{words: excerpt(c.do.Said)} }

// refuse says which words cannot be carried out, and why.
func (c *change) refuse(code, why string, about ...any) error {
	p := c.problem(code, "", why, about...)
	return &stopped{words: excerpt(c.do.Said), problem: &p}
}

// listed are the names of the first few of many records.
func (w words) listed(found []record.Record) string {
	const most = 3
	var names []string
	for _, rec := range found[:min(most, len(found))] {
		names = append(names, strconv.Quote(rec.Label()))
	}
	text := strings.Join(names, ", ")
	if n := len(found) - most; n > 0 {
		return w.language.Text("remark.more", "names", text, "number", n)
	}
	return text
}

// shortened is a text as a message quotes it.
func shortened(s string) string { return cut(s, 80) }

// excerpt is the words of a request as a message quotes them.
func excerpt(s string) string { return cut(s, 200) }

func cut(s string, most int) string {
	if utf8.RuneCountInString(s) <= most {
		return s
	}
	return string([]rune(s)[:most-1]) + "…"
}
