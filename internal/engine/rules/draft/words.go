package draft

import (
	"strconv"
	"strings"

	"assister/internal/language/message"
	"assister/internal/problem"
	"assister/internal/record"
	"assister/internal/reference"
	"assister/internal/schema"
)

// Questions and reasons are in the language of the request. Titles are quoted as they are
// in the data.

// stopped is why a change is not drafted: a question, or words that cannot be carried out.
type stopped struct {
	question string
	options  []record.Record
	words    string
	problem  *problem.Problem
	nothing  bool // it is about something that there is not
	several  bool // or that there is several times
}

// attempt carries out steps of a change and returns why one of them stopped; nil if none did. A step stops by a
// panic, so that it has no result to check.
func attempt(steps func()) (why *stopped) {
	defer func() {
		if r := recover(); r != nil {
			var ok bool
			if why, ok = r.(*stopped); !ok {
				panic(r)
			}
		}
	}()
	steps()
	return nil
}

// words are the messages of a draft.
type words struct{ language *message.Language }

// a is a kind with its article.
func (w words) a(k *schema.Kind) string { return w.language.Text("noun." + k.Name + ".a") }

// ask stops with a question.
func (w words) ask(options []record.Record, key string, about ...any) {
	panic(&stopped{question: w.language.Text(key, about...), options: options})
}

// askOccurrence asks which occurrence of a series the request means.
func (w words) askOccurrence(rec record.Record) {
	w.ask([]record.Record{rec}, "ask.which-occurrence", "name", rec.Label())
}

// askWhich asks which of several records the request means.
func (w words) askWhich(options []record.Record, name string) {
	question := w.language.Text("ask.which-one")
	if name != "" {
		question = w.language.Text("ask.which", "name", shortened(name))
	}
	panic(&stopped{question: question, options: options, several: true})
}

// noMatch says that nothing fits a description, by its words if it has any.
func (w words) noMatch(near []record.Record, name string) {
	if name == "" {
		w.unmatched(near, "ask.none-matches")
	}
	w.unmatched(near, "ask.nothing-matches", "name", shortened(name))
}

// unmatched says that nothing is called so, and asks only where there is something to
// choose from.
func (w words) unmatched(options []record.Record, key string, about ...any) {
	text := w.language.Text(key, about...)
	if len(options) > 0 {
		text = w.language.Text("ask.which-then", "text", text)
	}
	panic(&stopped{question: text, options: options, nothing: true})
}

// noneCalled says that no record of a kind has a name.
func (w words) noneCalled(options []record.Record, kind, name string) {
	noun := w.language.Text("noun." + kind + ".no")
	w.unmatched(options, "ask.none-called", "kind", noun, "name", shortened(name))
}

// problem is what a message says, with what to do next.
func (w words) problem(code, field, key string, about ...any) problem.Problem {
	what, next := w.language.Text(key+".what", about...), w.language.Text(key+".next", about...)
	return problem.Problem{Code: code, Field: field, Message: what, Hint: next}
}

// remark says something about what is drafted.
func (d *drafter) remark(code, field, key string, about ...any) {
	d.warnings = append(d.warnings, d.problem(code, field, key, about...))
}

// notUnderstood stops: the request asks for something that cannot be done.
func (c *change) notUnderstood() { panic(&stopped{words: excerpt(c.do.Said)}) }

// refuse says which words cannot be carried out, and why.
func (c *change) refuse(code, why string, about ...any) {
	p := c.problem(code, "", why, about...)
	panic(&stopped{words: excerpt(c.do.Said), problem: &p})
}

// listed are the names of the first few of many records.
func (w words) listed(found []record.Record) string {
	const most = 3
	quoted := func(rec record.Record) string { return strconv.Quote(rec.Label()) }
	text := strings.Join(reference.Each(found[:min(most, len(found))], quoted), ", ")
	if n := len(found) - most; n > 0 {
		return w.language.Text("remark.more", "names", text, "number", n)
	}
	return text
}

// shortened is a text as a message quotes it.
func shortened(s string) string { return problem.Cut(s, 80) }

// excerpt is the words of a request as a message quotes them.
func excerpt(s string) string { return problem.Cut(s, 200) }
