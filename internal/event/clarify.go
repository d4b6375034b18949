package event

import (
	"fmt"

	"assister/internal/calendar"
	"assister/internal/ijson"
	"assister/internal/record"
)

// Clarify is a question that has to be answered first. It carries the request
// that it is about and what earlier answers have selected, so that whoever has
// the question and an answer to it can go on.
type Clarify struct {
	Question string
	Options  []record.Option
	Request  string   // as it was said; "" and left out where nobody can go on
	Missing  []string // what the request leaves out, where that is known: "target", "date"
	Selected record.Selection
}

func (c Clarify) encode(e *encoder) {
	e.text("question", c.Question)
	e.name("options")
	e.open('[')
	for _, o := range c.Options {
		e.item('{')
		e.text("kind", o.Key.Kind)
		e.number("id", o.Key.ID)
		e.text("title", o.Title)
		e.name("scheduledFor")
		if o.Day.Valid() {
			e.buf = append(o.Day.Append(append(e.buf, '"')), '"')
		} else {
			e.buf = append(e.buf, "null"...)
		}
		e.close('}')
	}
	e.close(']')
	e.optional("request", c.Request)
	if len(c.Missing) > 0 {
		e.texts("missing", c.Missing)
	}
	if !c.Selected.Empty() {
		encodeSelection(e, c.Selected)
	}
}

func encodeSelection(e *encoder, s record.Selection) {
	e.name("selected")
	e.open('{')
	if len(s.Records) > 0 {
		e.name("records")
		e.open('[')
		for _, key := range s.Records {
			e.item('{')
			e.text("kind", key.Kind)
			e.number("id", key.ID)
			e.close('}')
		}
		e.close(']')
	}
	e.optional("scheduledFor", s.Day.String())
	e.optional("priority", s.Priority)
	e.close('}')
}

func readClarify(v ijson.Value) Clarify {
	c := Clarify{Question: words(v, "question"), Request: words(v, "request")}
	options, _ := v.Get("options")
	for _, o := range options.Items {
		day, _ := calendar.ParseDate(words(o, "scheduledFor"))
		c.Options = append(c.Options, record.Option{Key: readKey(o), Title: words(o, "title"), Day: day})
	}
	missing, _ := v.Get("missing")
	for _, m := range missing.Items {
		c.Missing = append(c.Missing, m.Text)
	}
	selected, _ := v.Get("selected")
	records, _ := selected.Get("records")
	for _, r := range records.Items {
		c.Selected.Records = append(c.Selected.Records, readKey(r))
	}
	c.Selected.Day, _ = calendar.ParseDate(words(selected, "scheduledFor"))
	c.Selected.Priority = words(selected, "priority")
	return c
}

func readKey(v ijson.Value) record.Key {
	id, _ := number(v, "id")
	return record.Key{Kind: words(v, "kind"), ID: id}
}

// AppendJSON writes the question as one JSON object, the members of the event
// without its envelope: the form that it is kept in.
func (c Clarify) AppendJSON(dst []byte) []byte {
	e := encoder{buf: append(dst, '{')}
	c.encode(&e)
	return append(e.buf, '}')
}

// ParseClarify reads what AppendJSON wrote.
func ParseClarify(text []byte) (Clarify, error) {
	v, problem := ijson.Parse(text)
	if problem != nil {
		return Clarify{}, fmt.Errorf("read a question: %s", problem.Message)
	}
	return readClarify(v), nil
}
