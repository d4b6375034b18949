package event

import (
	"fmt"

	"assister/internal/calendar"
	"assister/internal/ijson"
	"assister/internal/record"
)

// Clarify is `clarify`: a question that has to be answered before the request can be
// completed. It is the last event before `done`. Options have kind, id, title,
// scheduledFor, which may be null, and startTime if they begin at one. Request, missing and
// selected (records, scheduledFor and priority) are optional.
type Clarify record.Question

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
		e.optional("startTime", o.Begins.String())
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
		begins, _ := calendar.ParseTime(words(o, "startTime"))
		c.Options = append(c.Options, record.Option{Key: readKey(o), Title: words(o, "title"), Day: day, Begins: begins})
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

// AppendJSON appends the question as a JSON object, with the members of the event but
// not its envelope. Sessions store it in this form.
func (c Clarify) AppendJSON(dst []byte) []byte {
	e := encoder{buf: append(dst, '{')}
	c.encode(&e)
	return append(e.buf, '}')
}

// ParseClarify reads a question that AppendJSON has written.
func ParseClarify(text []byte) (Clarify, error) {
	v, problem := ijson.Parse(text)
	if problem != nil {
		return Clarify{}, fmt.Errorf("read a question: %s", problem.Message)
	}
	return readClarify(v), nil
}
