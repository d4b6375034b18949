package view

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"assister/internal/event"
)

// answersMax is how many answers that mean nothing are taken before the question
// counts as declined: something that is no person may be typing.
const answersMax = 10

// Prompt asks a person. In and Out are a terminal, never the program's stdin,
// which may be carrying the operations. Nothing is ever taken for a yes but a
// yes: an empty line asks again, and the end of the input declines.
type Prompt struct {
	In     io.Reader
	Out    io.Writer
	Colour bool
	Width  int // columns; 0 is no limit
}

var errEnd = errors.New("the answer ended")

// Pick shows the operations, exactly as they would be carried out, and asks
// which of the valid ones to take. It answers with their places in
// ops.Operations, ascending; none is a decline.
func (q Prompt) Pick(ops event.Ops) (chosen []int, err error) {
	p := newPrinter(q.Out, q.Width, q.Colour)
	list(p, ops)
	for _, w := range ops.Warnings {
		finding(p, "", "warning", warning, w)
	}
	valid := validOf(ops)
	if len(valid) == 0 {
		p.line(styled(failure, "none of these is valid"))
		return nil, p.err
	}
	question := "apply " + of(len(valid), len(ops.Operations)) + "? [y/n/1,3-5/-2/i/v/?] "
	for range answersMax {
		answer, err := q.ask(p, question)
		if err != nil {
			return nil, unlessEnd(err)
		}
		switch answer {
		case "y", "yes", "a", "all":
			return valid, nil
		case "n", "no", "none", "q", "quit":
			return nil, nil
		case "i":
			chosen, err := q.oneByOne(p, ops, valid)
			return chosen, unlessEnd(err)
		case "v", "view":
			whole := p.uncut()
			list(whole, ops)
			if whole.err != nil {
				return nil, fmt.Errorf("ask: %w", whole.err)
			}
			continue
		case "", "?", "h", "help":
			pickHelp(p)
			continue
		}
		chosen, complaint := parseChoice(answer, valid, len(ops.Operations))
		if complaint == "" {
			return chosen, nil
		}
		p.line(styled(failure, complaint))
	}
	return nil, nil
}

func validOf(ops event.Ops) (valid []int) {
	for i := range ops.Operations {
		if ops.Operations[i].Valid() {
			valid = append(valid, i)
		}
	}
	return valid
}

func pickHelp(p *printer) {
	for _, line := range [...]string{
		"  y, all     every valid one",
		"  n, none    nothing at all",
		"  1,3-5      these",
		"  -2         all valid ones but these",
		"  i          ask for each of them",
		"  v          show everything again, nothing cut or left out",
	} {
		p.line(styled(faint, line))
	}
}

// oneByOne asks for each; q leaves with nothing at all, since whoever stops
// half-way has not seen the rest.
func (q Prompt) oneByOne(p *printer, ops event.Ops, valid []int) (chosen []int, err error) {
	for _, i := range valid {
		entry(p, &ops.Operations[i], pad(strconv.Itoa(i+1), -2)+"  ")
		yes, quit, err := q.each(p)
		if err != nil || quit {
			return nil, err
		}
		if yes {
			chosen = append(chosen, i)
		}
	}
	return chosen, nil
}

func (q Prompt) each(p *printer) (yes, quit bool, err error) {
	for range answersMax {
		answer, err := q.ask(p, "take it? [y/n/q] ")
		if err != nil {
			return false, false, err
		}
		switch answer {
		case "y", "yes":
			return true, false, nil
		case "n", "no":
			return false, false, nil
		case "q", "quit":
			return false, true, nil
		}
		p.line(styled(faint, "  y takes it, n leaves it, q stops and takes nothing"))
	}
	return false, true, nil
}

// places reads "1,3-5", or "-2" for all but the second. A range with an invalid
// operation in it is refused like its single number: what is taken is exactly
// what was said.
func parseChoice(answer string, valid []int, all int) (chosen []int, complaint string) {
	list, but := strings.CutPrefix(answer, "-")
	named := map[int]bool{}
	for _, part := range strings.FieldsFunc(list, func(r rune) bool { return r == ',' || r == ' ' }) {
		if but {
			part = strings.TrimPrefix(part, "-")
		}
		from, to, isRange := strings.Cut(part, "-")
		if !isRange {
			to = from
		}
		a, err1 := strconv.Atoi(from)
		b, err2 := strconv.Atoi(to)
		switch {
		case err1 != nil || err2 != nil || a > b:
			return nil, "“" + cut(part, valueShown) + "” is none of the answers; ? shows them"
		case a < 1 || b > all:
			return nil, "the numbers are 1 to " + strconv.Itoa(all)
		}
		for n := a; n <= b; n++ {
			named[n-1] = true
		}
	}
	if len(named) == 0 {
		return nil, "no number in it; ? shows the answers"
	}
	for _, i := range valid {
		if named[i] != but {
			chosen = append(chosen, i)
		}
		delete(named, i)
	}
	if !but {
		for i := range all {
			if named[i] {
				return nil, strconv.Itoa(i+1) + " is not valid and cannot be taken"
			}
		}
	}
	return chosen, ""
}

// Confirm asks for the second, explicit yes; only the whole word is one.
func (q Prompt) Confirm(question string) (bool, error) {
	p := newPrinter(q.Out, q.Width, q.Colour)
	p.prose(styled(warning, "careful: "), plain, question)
	for range answersMax {
		answer, err := q.ask(p, "write yes in full to go on: ")
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

// Answer puts a question and gives the answer as it was written; "" is none. What
// it means is not said here: the number of an option is as good as words.
func (q Prompt) Answer(c event.Clarify) (string, error) {
	p := newPrinter(q.Out, q.Width, q.Colour)
	clarify(p, c)
	question := "answer? [n for none]"
	if n := len(c.Options); n > 0 {
		question = "which? [1-" + strconv.Itoa(n) + ", or in words; n for none]"
	}
	p.write(p.render([]span{styled(bold, question)}, p.width) + " ")
	if p.err != nil {
		return "", fmt.Errorf("ask: %w", p.err)
	}
	answer, err := q.line()
	if err != nil {
		p.write("\n")
		return "", unlessEnd(err)
	}
	return strings.TrimSpace(answer), nil
}

// Line asks for a line with a few words; io.EOF where there is none any more.
func (q Prompt) Line(words string) (string, error) {
	if _, err := io.WriteString(q.Out, words); err != nil {
		return "", fmt.Errorf("ask: %w", err)
	}
	line, err := q.line()
	if errors.Is(err, errEnd) {
		err = io.EOF
	}
	return line, err
}

// ask is one line of an answer, in lower case.
func (q Prompt) ask(p *printer, question string) (string, error) {
	p.write(p.render([]span{styled(bold, strings.TrimRight(question, " "))}, p.width) + " ")
	if p.err != nil {
		return "", fmt.Errorf("ask: %w", p.err)
	}
	answer, err := q.line()
	if err == nil {
		return strings.ToLower(strings.TrimSpace(answer)), nil
	}
	p.write("\n")
	return "", err
}

// line reads a byte at a time: what is typed ahead belongs to the next question,
// which may be asked by another Prompt. A line without an end was cut off and
// is no answer.
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
