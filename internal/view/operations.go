package view

import (
	"strconv"
	"strings"

	"assister/internal/calendar"
	"assister/internal/check"
	"assister/internal/event"
	"assister/internal/filter"
	"assister/internal/ijson"
	"assister/internal/ledger"
	"assister/internal/problem"
	"assister/internal/record"
	"assister/internal/schema"
)

const (
	bulkShown  = 3  // records shown of a bulk operation
	valueShown = 40 // columns of a text among other values
)

// list shows operations by number, each with what it changes and what is wrong
// with it.
func list(p *printer, o event.Ops) {
	places := len(strconv.Itoa(len(o.Operations)))
	for i := range o.Operations {
		entry(p, &o.Operations[i], pad(strconv.Itoa(i+1), -max(2, places))+"  ")
	}
}

func entry(p *printer, e *event.Entry, number string) {
	indent := strings.Repeat(" ", columns(number))
	head := styled(faint, number)
	switch {
	case e.Raw != nil:
		p.line(head, styled(failure, "? "), styled(plain, string(ijson.AppendValue(nil, *e.Raw))))
	case e.Op.Verb.Bulk():
		bulk(p, e, head, indent)
	case len(e.Targets) > 0 && e.Targets[0].Change.Kind != nil:
		target(p, e.Targets[0], head, indent, e.Result != nil)
		sampled(p, e.Targets[1:], indent) // what goes with it
	default:
		p.line(head, sign(e.Op.Verb), styled(plain, asked(e, p.most)))
	}
	for _, found := range e.Errors {
		finding(p, indent, "error", failure, found)
	}
	for _, w := range e.Warnings {
		finding(p, indent, "warning", warning, w)
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

// asked is an operation in its own words, where the data has nothing to say.
func asked(e *event.Entry, most int) string {
	o := e.Op
	words := []string{o.Kind}
	switch {
	case o.ID.ID != 0:
		words = append(words, "#"+strconv.FormatInt(o.ID.ID, 10))
	case o.ID.Ref != "":
		words = append(words, "“"+o.ID.Ref+"”")
	}
	if o.Verb != schema.Create && o.Verb != schema.Update && o.Verb != schema.Delete {
		words = append(words, string(o.Verb))
	}
	kind := schema.Lookup(o.Kind)
	for _, a := range o.Args {
		var f *schema.Field
		if kind != nil {
			if operation := kind.Operation(o.Verb); operation != nil {
				f = kind.Arg(operation, a.Name)
			}
		}
		switch {
		case a.Ref != "":
			words = append(words, a.Name+" “"+a.Ref+"”")
		case f == nil:
			words = append(words, a.Name)
		case kind != nil && a.Name == kind.Label:
			words = append(words, quoted(a.Value.Text()))
		default:
			words = append(words, a.Name+" "+value(f, a.Value, most))
		}
	}
	return joined(" ", words...)
}

// target shows one record and what becomes of it. settled says that its id is
// the one it keeps; a new record's is provisional until then.
func target(p *printer, t check.Target, head span, indent string, settled bool) {
	c := t.Change
	switch {
	case !c.Was:
		p.line(head, styled(added, "+ "+name(c, settled)+" "+quoted(label(t))), styled(plain, otherFields(c, false, p.most)))
	case !c.Is:
		p.line(head, styled(removed, "- "+name(c, true)+" "+quoted(label(t))), styled(faint, otherFields(c, true, p.most)))
	default:
		modified(p, t, head, indent)
	}
}

func modified(p *printer, t check.Target, head span, indent string) {
	subject := []span{head, styled(changed, "~ "), styled(plain, name(t.Change, true)+" "), styled(bold, quoted(label(t)))}
	var differences [][]span
	var diffs []textDiff
	for _, cell := range t.Change.Cells {
		if text, long := diffOf(t.Change.Kind, cell); long {
			diffs = append(diffs, text)
		} else {
			differences = append(differences, difference(t.Change.Kind, cell, p.most))
		}
	}
	if len(t.Change.Cells) == 0 {
		p.line(append(subject, styled(faint, "   nothing changes"))...)
		return
	}
	one := append([]span{}, subject...)
	for _, d := range differences {
		one = append(append(one, styled(plain, "   ")), d...)
	}
	if p.width == 0 || width(one) <= p.width {
		p.line(one...)
	} else {
		p.line(subject...)
		for _, d := range differences {
			p.line(append([]span{styled(plain, indent+"    ")}, d...)...)
		}
	}
	for _, text := range diffs {
		text.print(p, indent+"    ")
	}
}

func width(spans []span) (n int) {
	for _, s := range spans {
		n += columns(s.text)
	}
	return n
}

// difference is "scheduledFor 2026-11-21 → 2026-11-27"; of a set, what is added
// and what is taken away.
func difference(kind *schema.Kind, cell ledger.Cell, most int) []span {
	f, _ := kind.Field(cell.Field)
	spans := []span{styled(plain, cell.Field+" ")}
	if f == nil {
		return spans
	}
	if f.Type == schema.Tags || f.Type == schema.Dates {
		before, after := members(f, cell.Before), members(f, cell.After)
		for _, w := range missingFrom(after, before) {
			spans = append(spans, styled(removed, "-"+w+" "))
		}
		for _, w := range missingFrom(before, after) {
			spans = append(spans, styled(added, "+"+w+" "))
		}
		return spans
	}
	return append(spans, styled(removed, value(f, cell.Before, most)), styled(plain, " → "), styled(added, value(f, cell.After, most)))
}

func members(f *schema.Field, v record.Value) []string {
	if f.Type == schema.Tags {
		return v.Tags()
	}
	var days []string
	for _, d := range v.Dates() {
		days = append(days, d.String())
	}
	return days
}

// missingFrom are the words that are not among others.
func missingFrom(others, words []string) (missing []string) {
	for _, w := range words {
		there := false
		for _, o := range others {
			there = there || o == w
		}
		if !there {
			missing = append(missing, w)
		}
	}
	return missing
}

// name is "task #3".
func name(c ledger.Change, settled bool) string {
	if !settled {
		return c.Kind.Name
	}
	return c.Kind.Name + " #" + strconv.FormatInt(c.ID, 10)
}

// label is what the record was known by before.
func label(t check.Target) string {
	if cell, ok := t.Change.Cell(t.Change.Kind.Label); ok && t.Change.Was {
		return cell.Before.Text()
	}
	return t.Label
}

// about is the day and the other fields of a record that is made or deleted.
func otherFields(c ledger.Change, before bool, most int) string {
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
	text := joined("  ", when(r), details(r, most))
	if text == "" {
		return ""
	}
	return "   " + text
}

// bulk shows how many records a filter matches, when that was looked up, and the
// first of them.
func bulk(p *printer, e *event.Entry, head span, indent string) {
	number := strconv.Itoa(len(e.Targets))
	if e.Targets == nil {
		number = "all"
	}
	of := describe(e.Op.Where, len(e.Targets) == 1, p.most)
	p.line(head, sign(e.Op.Verb), styled(bold, number), styled(plain, " "+of+": "+effect(e, p.most)))
	sampled(p, e.Targets, indent)
}

// several shows the first of some records, and how many there are beside.
func sampled(p *printer, targets []check.Target, indent string) {
	for i, t := range targets {
		if i == bulkShown && len(targets) > bulkShown+1 && !p.whole {
			p.line(styled(faint, indent+"  … and "+strconv.Itoa(len(targets)-bulkShown)+" more"))
			return
		}
		if t.Change.Kind != nil {
			target(p, t, styled(plain, indent+"  "), indent+"  ", true)
		}
	}
}

// verbs says what a bulk operation does to what it matches.
func effect(e *event.Entry, most int) string {
	switch e.Op.Verb {
	case schema.BulkDelete:
		return "deleted"
	case schema.BulkSetStatus:
		status, _ := e.Op.Arg("status")
		return "set to " + status.Value.Text()
	}
	var fields []string
	for _, a := range e.Op.Set {
		f := fieldOf(e.Op.Where, a.Name)
		switch {
		case a.Ref != "":
			fields = append(fields, a.Name+" → “"+a.Ref+"”")
		case f == nil:
			fields = append(fields, a.Name)
		default:
			fields = append(fields, a.Name+" → "+value(f, a.Value, most))
		}
	}
	return strings.Join(fields, ", ")
}

// fieldOf finds a field by name in whatever kind that the filter speaks of has
// it: what is set is of the same type in all of them.
func fieldOf(filter filter.Filter, name string) *schema.Field {
	for _, kind := range filter.Applies() {
		if f, _ := kind.Field(name); f != nil {
			return f
		}
	}
	return nil
}

func finding(p *printer, indent, word string, s style, found problem.Problem) {
	message := found.Message
	if found.Field != "" && found.Field != "id" && !strings.Contains(message, found.Field) {
		message = found.Field + ": " + message
	}
	p.prose(styled(s, indent+word+": "), plain, message+" ("+found.Code+")")
	if found.Hint != "" {
		p.prose(styled(faint, indent+"hint: "), faint, found.Hint)
	}
}

// value is a value as people read it, a text within a number of columns; – is
// none, and 0 is no limit.
func value(f *schema.Field, v record.Value, most int) string {
	if v.IsNull() {
		return "–"
	}
	switch f.Type {
	case schema.Text, schema.URL:
		return quoted(cut(v.Text(), most))
	case schema.Integer:
		return strconv.FormatInt(v.Integer(), 10)
	case schema.Moment:
		return strings.Replace(v.MomentText(), "T", " ", 1)
	case schema.Enum:
		return v.Text()
	case schema.Date:
		return v.Date().String()
	case schema.Time:
		return v.Time().String()
	case schema.Bool:
		if v.Bool() {
			return "yes"
		}
		return "no"
	case schema.Ref:
		return f.Of + " #" + strconv.FormatInt(v.ID(), 10)
	case schema.Instant:
		return v.Instant().Format("2006-01-02 15:04")
	case schema.Recurrence:
		return repeats(v.Recurrence())
	case schema.Tags, schema.Dates:
		return strings.Join(members(f, v), ", ")
	}
	return strings.Trim(string(record.AppendJSON(nil, f.Type, v)), `"`)
}

func quoted(s string) string { return `"` + s + `"` }

// repeats is a recurrence in a few words.
func repeats(r calendar.Recurrence) string {
	words := []string{strings.ReplaceAll(r.Freq.String(), "_", " ")}
	if r.Freq == calendar.EveryNDays {
		words[0] = "every " + count(int(r.Interval), "day")
	}
	if r.ByDay != 0 {
		var days []string
		for i := range 7 { // Monday first, as weeks start
			if d := (i + 1) % 7; r.ByDay&(1<<d) != 0 {
				days = append(days, calendar.DayNames[d])
			}
		}
		words = append(words, "on "+strings.Join(days, ","))
	}
	if r.Until.Valid() {
		words = append(words, "until "+r.Until.String())
	}
	if r.Count != 0 {
		words = append(words, strconv.Itoa(int(r.Count))+" times")
	}
	return strings.Join(words, " ")
}
