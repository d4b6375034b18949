package view

import (
	"strconv"
	"strings"

	"assister/internal/check"
	"assister/internal/event"
	"assister/internal/ijson"
	"assister/internal/ledger"
	"assister/internal/problem"
	"assister/internal/record"
	"assister/internal/schema"
)

const (
	bulkShown  = 3  // records shown of a bulk operation
	valueShown = 40 // columns of a text among other values
	labelLeast = 20 // columns that a label keeps when a line is too long
)

// plan prints operations: what each would change or has changed, and what is
// wrong with it.
type plan struct {
	*printer
	format
}

func newPlan(p *printer, labels event.Labels) plan {
	f := format{labels: labels, most: valueShown, zone: p.zone}
	if p.whole {
		f.most = 0
	}
	return plan{p, f}
}

// list prints operations with their numbers.
func (p plan) list(o event.Ops) {
	digits := len(strconv.Itoa(len(o.Operations)))
	for i := range o.Operations {
		p.operation(&o.Operations[i], pad(strconv.Itoa(i+1), -max(2, digits))+"  ")
	}
}

// undecoded is what could not be decoded, as it came. Of the call of a tool it is the values,
// since the names are for models.
func undecoded(v ijson.Value) string {
	args, called := v.Get("arguments")
	if _, named := v.Get("name"); !called || !named || args.Kind != ijson.Object {
		return string(ijson.AppendValue(nil, v))
	}
	var values []string
	for _, m := range args.Members {
		text := m.Value.Text
		if m.Value.Kind == ijson.Array || m.Value.Kind == ijson.Object {
			text = string(ijson.AppendValue(nil, m.Value))
		}
		values = append(values, text)
	}
	return joined(" · ", values...)
}

func (p plan) operation(e *event.Entry, number string) {
	indent := strings.Repeat(" ", columns(number))
	head := styled(faint, number)
	switch {
	case e.Raw != nil:
		p.line(head, styled(failure, "? "), styled(plain, undecoded(*e.Raw)))
	case e.Op.Verb.Bulk():
		p.bulk(e, head, indent)
	case len(e.Targets) > 0 && e.Targets[0].Change.Kind != nil:
		p.change(e.Targets[0], head, indent, e.Result != nil)
		p.sample(e.Targets[1:], indent) // records that change with the first
	default:
		p.flow([]span{head, sign(e.Op.Verb)}, plain, p.request(e))
	}
	for _, found := range e.Errors {
		p.finding(indent, "error", failure, found)
	}
	for _, w := range e.Warnings {
		p.finding(indent, "warning", warning, w)
	}
}

func sign(v schema.Verb) span {
	switch v.Single() {
	case schema.Create:
		return styled(added, "+ ")
	case schema.Delete:
		return styled(removed, "- ")
	}
	return styled(changed, "~ ")
}

// request is an operation as it was written, for one that was not compared with
// the data.
func (p plan) request(e *event.Entry) string {
	o := e.Op
	words := []string{spaced(o.Kind)}
	switch {
	case o.ID.ID != 0:
		words = append(words, "#"+strconv.FormatInt(o.ID.ID, 10))
	case o.ID.Ref != "":
		words = append(words, quoted(o.ID.Ref))
	}
	if o.Verb != schema.Create && o.Verb != schema.Update && o.Verb != schema.Delete {
		words = append(words, string(o.Verb))
	}
	kind := schema.Lookup(o.Kind)
	for _, a := range o.Args {
		f := argument(kind, o.Verb, a.Name)
		switch {
		case a.Ref != "":
			words = append(words, a.Name+" "+quoted(a.Ref))
		case f == nil:
			words = append(words, a.Name)
		case a.Name == kind.Label:
			words = append(words, quoted(a.Value.Text()))
		default:
			words = append(words, a.Name+" "+p.value(f, a.Value))
		}
	}
	return joined(" ", words...)
}

// argument is the field that an argument of an operation sets, or nil.
func argument(kind *schema.Kind, verb schema.Verb, name string) *schema.Field {
	if kind == nil {
		return nil
	}
	operation := kind.Operation(verb)
	if operation == nil {
		return nil
	}
	return kind.Arg(operation, name)
}

// change prints what happens to one record. settled reports whether its id is
// final; the id of a new record is provisional until it is stored.
func (p plan) change(t check.Target, head span, indent string, settled bool) {
	c := t.Change
	switch {
	case !c.Was:
		p.record([]span{head, styled(added, "+ "+name(c, settled)+" ")}, added, label(t), plain, p.fields(c, false), indent)
	case !c.Is:
		p.record([]span{head, styled(removed, "- "+name(c, true)+" ")}, removed, label(t), faint, p.fields(c, true), indent)
	default:
		p.update(t, head, indent)
	}
}

// record prints a label and the values of a record. What does not fit on a line
// continues below it: somebody who approves a change must see its day, its time
// and its tags.
func (p plan) record(head []span, s style, label string, values style, text, indent string) {
	title := styled(s, quoted(label))
	if p.fits(append(head[:len(head):len(head)], title, styled(plain, "   "+text))) {
		p.line(append(head, title, styled(values, "   "+text))...)
		return
	}
	p.title(head, title)
	if text != "" {
		p.prose(styled(values, indent+"    "), values, text)
	}
}

// title prints the label of a record over at most two lines.
func (p plan) title(head []span, label span) {
	if room := p.width - width(head); p.width > 0 && !p.whole {
		label.text = cut(label.text, max(2*room-labelLeast, labelLeast))
	}
	p.wrapped(head, label)
}

// update prints what changes in a record that stays.
func (p plan) update(t check.Target, head span, indent string) {
	subject := []span{head, styled(changed, "~ "), styled(plain, name(t.Change, true)+" ")}
	p.differences(subject, styled(bold, quoted(label(t))), t.Change, indent)
}

// differences prints a title and what changes: behind it where that fits on the
// line, below it where it does not.
func (p plan) differences(subject []span, title span, change ledger.Change, indent string) {
	var values [][]span
	var texts []textDiff
	for _, cell := range change.Cells {
		if text, long := diffOf(change.Kind, cell); long {
			texts = append(texts, text)
		} else {
			values = append(values, p.difference(change.Kind, cell))
		}
	}
	one := append(subject[:len(subject):len(subject)], title)
	if len(change.Cells) == 0 {
		one = append(one, styled(faint, "   nothing changes"))
	}
	for _, v := range values {
		one = append(append(one, styled(plain, "   ")), v...)
	}
	if p.fits(one) {
		p.line(one...)
	} else {
		p.title(subject, title)
		for _, v := range values {
			p.folded(indent+"    ", v)
		}
	}
	for _, text := range texts {
		text.print(p, indent+"    ")
	}
}

// name is "task #3", or "task" while the id is not final.
func name(c ledger.Change, settled bool) string {
	if !settled {
		return c.Kind.Noun(1)
	}
	return c.Key().Words()
}

// label is what the record was called before the change.
func label(t check.Target) string {
	if cell, ok := t.Change.Cell(t.Change.Kind.Label); ok && t.Change.Was {
		return cell.Before.Text()
	}
	return t.Label
}

// fields are the day and the other values of a record that is created or deleted.
func (p plan) fields(c ledger.Change, before bool) string {
	r := record.New(c.Kind, c.ID)
	for _, cell := range c.Cells {
		v := cell.After
		if before {
			v = cell.Before
		}
		if _, i := c.Kind.Field(cell.Field); i >= 0 {
			r.Values[i] = v
		}
	}
	return joined("  ", when(r), p.details(r))
}

// bulk prints how many records a filter matches, and the first of them.
func (p plan) bulk(e *event.Entry, head span, indent string) {
	p.flow([]span{head, sign(e.Op.Verb)}, bold, p.effect(e))
	p.sample(e.Targets, indent)
}

// sample prints the first of some records, one line each, and how many more there
// are.
func (p plan) sample(targets []check.Target, indent string) {
	for i, t := range targets {
		if i == bulkShown && len(targets) > bulkShown+1 && !p.whole {
			p.line(styled(faint, indent+"  … and "+problem.Number(len(targets)-bulkShown)+" more"))
			return
		}
		if t.Change.Kind != nil {
			p.change(t, styled(plain, indent+"  "), indent+"  ", true)
		}
	}
}

// effect says what a bulk operation does, and to which records.
func (p plan) effect(e *event.Entry) string {
	number := problem.Number(len(e.Targets))
	if e.Targets == nil {
		number = "all"
	}
	records := number + " " + p.describe(e.Op.Where, len(e.Targets) == 1)
	switch e.Op.Verb {
	case schema.BulkDelete:
		return "delete " + records
	case schema.BulkSetStatus:
		status, _ := e.Op.Arg("status")
		return "set " + records + " to " + status.Value.Text()
	}
	var fields []string
	for _, a := range e.Op.Set {
		f := fieldOf(e.Op.Where, a.Name)
		switch {
		case a.Ref != "":
			fields = append(fields, a.Name+" → "+quoted(a.Ref))
		case f == nil:
			fields = append(fields, a.Name)
		default:
			fields = append(fields, a.Name+" → "+p.value(f, a.Value))
		}
	}
	return "change " + records + ": " + strings.Join(fields, ", ")
}

// finding prints an error or a warning about an operation or about all of them.
func (p *printer) finding(indent, word string, s style, found problem.Problem) {
	message := found.Message
	if found.Field != "" && found.Field != "id" && !strings.Contains(message, found.Field) {
		message = found.Field + ": " + message
	}
	p.prose(styled(s, indent+word+": "), plain, message+" ("+found.Code+")")
	if found.Hint != "" {
		p.prose(styled(faint, indent+"hint: "), faint, found.Hint)
	}
}
