package assist

import (
	"errors"

	"assister/internal/event"
	"assister/internal/problem"
)

// output passes events to the front end, and notes what the rest of the request needs to
// know of them.
type output struct {
	sink   event.Sink
	keep   func()                            // writes the decisions so far, before their results are announced
	words  func() string                     // of the request, as they are kept
	asking func(event.Clarify) event.Clarify // adds what is needed to continue from the answer
	spoken *spoken

	held     bool           // the person is shown questions, plans and summaries by the approver
	question *event.Clarify // the latest
	stage    string         // the latest
	summed   bool           // a summary was passed on
	lost     bool           // the sink has failed
}

// Emit implements event.Sink.
func (o *output) Emit(b event.Body) error {
	o.spoken.hear(b)
	switch b.(type) {
	case event.Clarify, event.Ops, event.Summary:
		o.keep()
	}
	switch said := b.(type) {
	case event.Clarify:
		said = o.asking(said)
		o.question, b = &said, said
		if o.held {
			return nil
		}
	case event.Ops:
		said.Words = o.words()
		b = said
		if o.held {
			return nil
		}
	case event.Summary:
		if o.held {
			return nil
		}
	case event.Stage:
		o.stage = said.Stage
	}
	return o.pass(b)
}

// pass emits an event even while others are held.
func (o *output) pass(b event.Body) error {
	if _, is := b.(event.Summary); is {
		o.summed = true
	}
	err := o.sink.Emit(b)
	var refusal *problem.Refusal
	if err != nil && !errors.As(err, &refusal) {
		o.lost = true
	}
	return err
}

// holding runs fn while questions, plans and summaries are held.
func (o *output) holding(held bool, fn func() error) error {
	o.held = held
	defer func() { o.held = false }()
	return fn()
}

// searching announces that the data is searched, once in a row.
func (o *output) searching() error {
	if o.stage == event.Searching {
		return nil
	}
	return o.Emit(event.Stage{Stage: event.Searching})
}
