package view

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"assister/internal/calendar"
	"assister/internal/check"
	"assister/internal/event"
	"assister/internal/ijson"
	"assister/internal/op"
	"assister/internal/problem"
	"assister/internal/record"
)

// approval is one question about a list of operations, from the list to the choice.
type approval struct {
	Prompt
	printer *printer
	choice  Choice
	valid   []int // indexes of the operations that can be applied
}

// show prints the operations that the question is about.
func (a *approval) show(ops event.Ops) {
	a.choice.Ops, a.valid = ops, validOf(ops)
	newPlan(a.printer, ops.Labels).list(ops)
	for _, w := range ops.Warnings {
		a.printer.finding("", "warning", warning, w)
	}
	if invalid := len(ops.Operations) - len(a.valid); invalid > 0 && len(a.valid) > 0 {
		a.printer.line(styled(failure, part(invalid, len(ops.Operations), "not valid and left out")))
	}
}

func validOf(ops event.Ops) (valid []int) {
	for i := range ops.Operations {
		if ops.Operations[i].Valid() {
			valid = append(valid, i)
		}
	}
	return valid
}

// part is "2 of 14 operations are not valid".
func part(n, all int, what string) string {
	of := problem.Number(n) + " of " + problem.Count(all, "operation")
	if n == all {
		of = problem.Count(all, "operation")
	}
	if n == 1 {
		return of + " is " + what
	}
	return of + " are " + what
}

// decide asks until there is a choice.
func (a *approval) decide() error {
	for range answersMax {
		if len(a.valid) == 0 && a.Edit == nil {
			a.printer.line(styled(failure, "None of these operations is valid."))
			return a.printer.err
		}
		typed, err := a.askTyped(a.printer, a.question())
		if err != nil {
			return err
		}
		done, err := a.answered(typed)
		if done || err != nil {
			return err
		}
	}
	return nil
}

// question counts the records that would change, since one operation may delete
// thousands.
func (a *approval) question() string {
	keys := "[y/n/?]"
	switch {
	case len(a.valid) == 0:
		return "Nothing can be applied. [n/e/?]"
	case len(a.choice.Ops.Operations) > 1 && a.Edit != nil:
		keys = "[y/n/1,3-5/e/?]"
	case len(a.choice.Ops.Operations) > 1:
		keys = "[y/n/1,3-5/?]"
	case a.Edit != nil:
		keys = "[y/n/e/?]"
	}
	return "Apply? " + a.effect() + " " + keys
}

// effect is "1 addition, 4,000 deletions".
func (a *approval) effect() string {
	var chosen []check.Finding
	for _, i := range a.valid {
		chosen = append(chosen, a.choice.Ops.Operations[i].Finding)
	}
	c := check.CountsOf(chosen)
	var parts []string
	for _, part := range [...]struct {
		n    int
		noun string
	}{{c.Created, "addition"}, {c.Updated, "change"}, {c.Completed, "completion"}, {c.Deleted, "deletion"}} {
		if part.n > 0 {
			parts = append(parts, problem.Count(part.n, part.noun))
		}
	}
	if len(parts) == 0 {
		return problem.Count(len(a.valid), "operation") // that changes nothing, or was not looked up
	}
	return strings.Join(parts, ", ")
}

// answered acts on one answer, and reports whether the question is decided.
func (a *approval) answered(typed string) (done bool, err error) {
	answer := strings.ToLower(typed)
	switch answer {
	case "y", "yes", "a", "all":
		a.choice.Picked = a.valid
		return len(a.valid) > 0, nil
	case "n", "no", "none", "q", "quit":
		return true, nil
	case "i":
		return true, a.oneByOne()
	case "v", "view":
		whole := a.printer.uncut()
		newPlan(whole, a.choice.Ops.Labels).list(a.choice.Ops)
		return false, whole.err
	case "", "?", "h", "help":
		a.help()
		return false, nil
	}
	if a.Words && isWords(answer) {
		a.choice.Words = typed
		return true, nil
	}
	if number, ok := strings.CutPrefix(answer, "e"); ok && a.Edit != nil {
		return false, a.edit(strings.TrimSpace(number))
	}
	picked, complaint := parseChoice(answer, a.valid, len(a.choice.Ops.Operations))
	if complaint != "" {
		a.printer.prose(span{}, failure, complaint)
		return false, nil
	}
	a.choice.Picked = picked
	return true, nil
}

// isWords reports whether an answer is in words, and no key with or without a number, nor a slip of one.
func isWords(answer string) bool {
	const least = 3
	letters := 0
	for _, r := range answer {
		if unicode.IsLetter(r) {
			letters++
		}
	}
	return letters >= least || letters > 1 && strings.Contains(answer, " ")
}

// help explains every key.
func (a *approval) help() {
	for _, line := range [...]struct{ keys, effect string }{
		{"y, yes", "apply every valid operation"},
		{"n, no", "apply nothing"},
		{"1,3-5", "apply only these operations"},
		{"-2", "apply all valid operations except these"},
		{"i", "ask about each operation"},
		{"v", "show everything again, with nothing cut or left out"},
		{"e, e 2", "edit an operation, or the second one, in your editor"},
		{"?", "show this help"},
	} {
		if a.Edit != nil || line.keys[0] != 'e' {
			a.printer.prose(styled(bold, "  "+pad(line.keys, 8)), faint, line.effect)
		}
	}
	if a.Words {
		a.printer.prose(styled(bold, "  "+pad("words", 8)), faint, "say what to propose instead: at 7; without the car")
	}
}

// oneByOne asks about each operation. Quitting applies nothing at all, since the
// rest has not been seen.
func (a *approval) oneByOne() error {
	var picked []int
	for _, i := range a.valid {
		newPlan(a.printer, a.choice.Ops.Labels).operation(&a.choice.Ops.Operations[i], pad(strconv.Itoa(i+1), -2)+"  ")
		answer, err := a.oneOf("Apply this one? [y/n/q]", "y", "n", "q")
		if err != nil || answer == "q" {
			return err
		}
		if answer == "y" {
			picked = append(picked, i)
		}
	}
	a.choice.Picked = picked
	return nil
}

// oneOf asks until the answer begins as one of the keys does; the last key is the
// answer of somebody who gives none.
func (a *approval) oneOf(question string, keys ...string) (string, error) {
	words := map[string]string{"y": "yes", "n": "no", "q": "quit"}
	for range answersMax {
		answer, err := a.ask(a.printer, question)
		if err != nil {
			return "", err
		}
		for _, key := range keys {
			if answer == key || answer == words[key] {
				return key, nil
			}
		}
	}
	return keys[len(keys)-1], nil
}

// edit opens one operation in the editor until it can be read or the edit is
// dropped, and checks the whole list again with it.
func (a *approval) edit(number string) error {
	i, err := a.which(number)
	if i < 0 || err != nil {
		return err
	}
	entry := &a.choice.Ops.Operations[i]
	before := editable(entry)
	text := before
	for {
		after, err := a.Edit(text)
		if err != nil {
			a.printer.prose(styled(failure, "error: "), plain, err.Error())
			return a.printer.err
		}
		if unchanged := strings.TrimSpace(after); unchanged == "" || unchanged == strings.TrimSpace(before) {
			a.printer.line(styled(faint, "The operation was not changed."))
			return a.printer.err
		}
		edited, problems := readEdited(after, entry, a.Clock)
		if len(problems) == 0 {
			ops, err := a.Check(i, edited)
			if err != nil {
				return fmt.Errorf("check the edited operation: %w", err)
			}
			a.choice.Edited = true
			a.show(ops)
			return nil
		}
		for _, p := range problems {
			a.printer.finding("", "error", failure, p)
		}
		again, err := a.oneOf("Edit it again? [y/n]", "y", "n")
		if err != nil || again == "n" {
			return err
		}
		text = after
	}
}

// which is the index of the operation to edit, or -1.
func (a *approval) which(number string) (int, error) {
	all := len(a.choice.Ops.Operations)
	if number == "" && all == 1 {
		return 0, nil
	}
	if number == "" {
		var err error
		if number, err = a.ask(a.printer, "Edit which operation? [1-"+strconv.Itoa(all)+"]"); err != nil {
			return -1, err
		}
	}
	n, err := strconv.Atoi(number)
	if err != nil || n < 1 || n > all {
		a.printer.line(styled(failure, "The operations are numbered 1 to "+strconv.Itoa(all)+"."))
		return -1, nil
	}
	return n - 1, nil
}

// editable is an operation as JSON with a member on each line. The revisions that
// it was checked against are left out; readEdited puts them back.
func editable(e *event.Entry) string {
	var v ijson.Value
	if e.Raw != nil {
		v = *e.Raw
	} else {
		o := e.Op
		o.Base = nil
		v, _ = ijson.Parse(o.AppendJSON(nil))
	}
	if v.Kind != ijson.Object {
		return string(ijson.AppendValue(nil, v)) + "\n"
	}
	var b []byte
	for i, m := range v.Members {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(ijson.AppendString(append(b, "\n  "...), m.Name), ": "...)
		b = ijson.AppendValue(b, m.Value)
	}
	return "{" + string(b) + "\n}\n"
}

// readEdited reads an edited operation. It is still checked against the revisions
// that were shown, as long as it is about the same records.
func readEdited(text string, was *event.Entry, clock calendar.Clock) (op.Op, []problem.Problem) {
	v, unreadable := ijson.Parse([]byte(text))
	if unreadable != nil {
		return op.Op{}, []problem.Problem{*unreadable}
	}
	edited, problems := op.Decode(v, clock)
	if len(problems) == 0 && was.Raw == nil && len(edited.Base) == 0 && sameRecords(edited, was.Op) {
		edited.Base = was.Op.Base
	}
	return edited, problems
}

func sameRecords(a, b op.Op) bool {
	if a.Verb.Bulk() != b.Verb.Bulk() || a.Kind != b.Kind || a.ID != b.ID || !slices.Equal(namedIn(a), namedIn(b)) {
		return false
	}
	return !a.Verb.Bulk() || string(a.Where.AppendJSON(nil)) == string(b.Where.AppendJSON(nil))
}

// namedIn returns the records that an operation names by their ids.
func namedIn(o op.Op) (keys []record.Key) {
	for _, key := range o.Named() {
		keys = append(keys, key)
	}
	return keys
}

// parseChoice reads "1,3-5", or "-2" for all but the second. A range that has an invalid
// operation in it is refused as its single number would be: what is applied is exactly
// what was typed.
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
