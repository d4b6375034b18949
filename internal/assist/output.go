package assist

import (
	"errors"

	"assister/internal/event"
	"assister/internal/problem"
)

// output passes events to the front end, and notes what the rest of the request needs to
// know of them.
type output struct {
	announcements
	keep   func()                            // writes the decisions so far, before their results are announced
	words  func() string                     // of the request, as they are kept
	asking func(event.Clarify) event.Clarify // adds what is needed to continue from the answer
	spoken *spoken

	held     bool           // the person is shown questions, plans and summaries by the approver
	question *event.Clarify // the latest
	stage    string         // the latest
	summed   bool           // a summary was passed on
}

// announcements are the events for the front end. Results wait for the end of the request, so
// that all its decisions are kept in one commit before them.
type announcements struct {
	sink    event.Sink
	waits   func() bool  // reports whether results wait
	waiting []event.Body // in their order
	lost    bool         // the sink has failed
}

// Emit implements event.Sink.
func (o *output) Emit(b event.Body) error {
	o.spoken.hear(b)
	if isResult(b) && !o.waits() {
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

// isResult reports whether an event says what a request came to.
func isResult(b event.Body) bool {
	switch b.(type) {
	case event.Clarify, event.Ops, event.Summary:
		return true
	}
	return false
}

// pass emits an event even while others are held.
func (o *output) pass(b event.Body) error {
	if _, is := b.(event.Summary); is {
		o.summed = true
	}
	if (len(o.waiting) > 0 || isResult(b)) && o.waits() {
		o.waiting = append(o.waiting, b)
		return nil
	}
	if err := o.announce(); err != nil {
		return err
	}
	return o.send(b)
}

// announce sends what waits.
func (o *announcements) announce() error {
	waiting := o.waiting
	o.waiting = nil
	for _, b := range waiting {
		if err := o.send(b); err != nil {
			return err
		}
	}
	return nil
}

func (o *announcements) send(b event.Body) error {
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
