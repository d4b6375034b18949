package view

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"assister/internal/calendar"
	"assister/internal/event"
	"assister/internal/op"
)

// answersMax is how many meaningless answers are read before the question counts as
// declined: what types them may not be a person.
const answersMax = 10

// Prompt asks a person. In and Out are a terminal, never the program's stdin,
// which may carry the operations. Only a yes is a yes: an empty line asks again,
// and the end of the input declines.
type Prompt struct {
	In     io.Reader
	Out    io.Writer
	Colour bool
	Width  int // columns; 0 is no limit

	// Edit opens a text in the person's editor and returns what they saved; nil
	// where operations cannot be edited.
	Edit func(text string) (string, error)

	// Clock is what relative days in an edited operation count from. Its zone is that
	// of the instants shown.
	Clock calendar.Clock

	// Check checks the operations again, with the one at index i replaced.
	Check func(i int, edited op.Op) (event.Ops, error)

	// Words reports whether operations may be answered in words, which say what to propose instead.
	Words bool
}

// Choice is what a person chose to apply.
type Choice struct {
	Ops    event.Ops // as they were shown last, with what was edited
	Picked []int     // indexes into Ops.Operations, ascending; none is a decline
	Edited bool      // Ops are not the operations that were proposed
	Words  string    // what to propose instead; nothing is picked then
}

var errEnd = errors.New("the answer ended")

// Pick shows the operations, exactly as they would be applied, and asks which of
// the valid ones to apply.
func (q Prompt) Pick(ops event.Ops) (Choice, error) {
	if q.Check == nil {
		q.Edit = nil // an edit that nobody checks must not be applied
	}
	a := approval{Prompt: q, printer: newPrinter(q.Out, q.Width, q.Colour, q.Clock.Zone)}
	a.show(ops)
	if err := a.decide(); err != nil {
		return Choice{}, unlessEnd(err)
	}
	return a.choice, nil
}

// Confirm prints a warning and asks again. Only the whole word yes
// confirms.
func (q Prompt) Confirm(what string) (bool, error) {
	p := newPrinter(q.Out, q.Width, q.Colour, q.Clock.Zone)
	p.prose(styled(warning, "Warning: "), plain, what+".")
	for range answersMax {
		answer, err := q.ask(p, "Type “yes” to continue:")
		if err != nil {
			return false, unlessEnd(err)
		}
		switch answer {
		case "yes":
			return true, nil
		case "", "n", "no", "q", "quit":
			return false, nil
		}
	}
	return false, nil
}

// Answer asks a question and returns the answer as it was typed; "" is none.
// The caller interprets it, since an answer may be words as well as a number.
func (q Prompt) Answer(c event.Clarify) (string, error) {
	p := newPrinter(q.Out, q.Width, q.Colour, q.Clock.Zone)
	clarify(p, c)
	question := "Your answer? [n for none]"
	switch n := len(c.Options); {
	case n == 1:
		question = "Is it this one? [y/n]"
	case n > 1:
		question = "Which one? [1-" + strconv.Itoa(n) + ", words, or n for none]"
	}
	if p.question(question); p.err != nil {
		return "", fmt.Errorf("ask: %w", p.err)
	}
	answer, err := q.line()
	if err != nil {
		p.write("\n")
		return "", unlessEnd(err)
	}
	answer = strings.TrimSpace(answer)
	switch word := strings.ToLower(answer); {
	case word == "q" || word == "quit":
		return "", nil
	case len(c.Options) == 1 && (word == "y" || word == "yes"):
		return "1", nil
	}
	return answer, nil
}

// Line asks for a line; io.EOF when there is none any more.
func (q Prompt) Line(prompt string) (string, error) {
	if _, err := io.WriteString(q.Out, prompt); err != nil {
		return "", fmt.Errorf("ask: %w", err)
	}
	line, err := q.line()
	if errors.Is(err, errEnd) {
		err = io.EOF
	}
	return line, err
}

// ask reads one line, in lower case.
func (q Prompt) ask(p *printer, question string) (string, error) {
	answer, err := q.askTyped(p, question)
	return strings.ToLower(answer), err
}

// askTyped reads one line as it was typed.
func (q Prompt) askTyped(p *printer, question string) (string, error) {
	if p.question(question); p.err != nil {
		return "", fmt.Errorf("ask: %w", p.err)
	}
	answer, err := q.line()
	if err == nil {
		return strings.TrimSpace(answer), nil
	}
	p.write("\n")
	return "", err
}

// question prints a question; the answer is typed after its last line.
func (p *printer) question(text string) {
	lines := wrap(Safe(text), p.width-len(" y"))
	for i, line := range lines {
		end := "\n"
		if i == len(lines)-1 {
			end = " "
		}
		p.write(p.coloured(bold, line) + end)
	}
}

// line reads a byte at a time: what is typed ahead belongs to the next question,
// which another Prompt may ask. A line without an end was cut off and is no answer.
func (q Prompt) line() (string, error) {
	const longest = 4096
	var text []byte
	var one [1]byte
	for {
		n, err := q.In.Read(one[:])
		switch {
		case n > 0 && one[0] == '\n':
			return string(text), nil
		case n > 0 && len(text) < longest:
			text = append(text, one[0])
		}
		if err == io.EOF {
			return "", errEnd
		}
		if err != nil {
			return "", fmt.Errorf("read the answer: %w", err)
		}
	}
}

// unlessEnd makes a decline of an answer that never came.
func unlessEnd(err error) error {
	if errors.Is(err, errEnd) {
		return nil
	}
	return err
}
