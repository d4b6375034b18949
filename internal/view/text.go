// Package view is events for people: what would change, in colour and within
// the width of a terminal, tables, and the prompts for approval. It is the only
// place with escape sequences, and everything that others wrote passes Safe on
// its way out. What happens is decided elsewhere; this reads the events.
package view

import (
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"assister/internal/check"
	"assister/internal/event"
	"assister/internal/ijson"
	"assister/internal/problem"
	"assister/internal/record"
)

// Options are how events are shown; the zero value is plain text without a
// limit, as a file or a pipe gets it.
type Options struct {
	Colour  bool
	Width   int  // columns of the terminal; 0 is no limit
	Verbose bool // stages and decisions too
	Live    bool // a line says what is waited for, so that heartbeats are not shown
	Quiet   bool // only what was asked for, and errors: nothing about a change that succeeded

	// Zone is the zone of the instants shown; nil is UTC.
	Zone *time.Location

	// Session is the conversation that a question can be answered in; "" for none.
	Session string

	// Messages is where errors, stages and waiting go; nil is where the rest goes.
	Messages io.Writer
}

// Text is the sink that shows events to a person. It holds rows back until it knows
// how wide their columns are: until another event comes, or a screen is full.
type Text struct {
	out       *printer
	messages  *printer
	opts      Options
	table     table
	streaming streamed
	answering bool // the command answers questions, so that its summary is the answer
	asked     bool // a question was just shown; its summary says it again, for readers of summaries alone
}

// NewText shows events on out.
func NewText(out io.Writer, opts Options) *Text {
	t := &Text{out: newPrinter(out, opts.Width, opts.Colour, opts.Zone), opts: opts}
	t.messages = t.out
	if opts.Messages != nil {
		t.messages = newPrinter(opts.Messages, opts.Width, opts.Colour, opts.Zone)
	}
	return t
}

// Emit shows one event. After an output error it only returns that error.
func (t *Text) Emit(b event.Body) error {
	switch b := b.(type) {
	case event.Row:
		if b.Whole {
			t.table.flush(t.out)
			whole(t.out, b)
			break
		}
		t.table.addRecord(t.out, b)
	case event.ToolRow:
		if b.Input.Kind == ijson.Null {
			t.table.add(t.out, recordColumns[:3], toolRow(b))
			break
		}
		t.table.flush(t.out)
		tool(t.out, b)
	case event.Facts:
		t.table.add(t.out, factColumns(b), factRow(b))
	default:
		t.table.flush(t.out)
		t.show(b)
	}
	if t.out.err != nil {
		return t.out.err
	}
	return t.messages.err
}

func (t *Text) show(b event.Body) {
	asked := t.asked
	_, t.asked = b.(event.Clarify)
	if t.streaming.text != "" {
		switch b := b.(type) {
		case event.Heartbeat:
			return // the text that arrives is sign enough
		case event.Stage:
			if b.Thinking != "" {
				t.streaming.thoughts = append(t.streaming.thoughts, b)
				return // the summary, which ends the text, is still to come
			}
		}
	}
	shown := t.endStream(b)
	switch b := b.(type) {
	case event.Start:
		t.answering = b.Command == "ask" || b.Command == "chat"
		if t.opts.Verbose {
			t.messages.line(styled(faint, joined(" · ", b.Command, b.Engine, b.Model, b.Zone, b.Now, b.Database)))
		}
	case event.Stage:
		switch {
		case b.Thinking != "":
			t.thought(b)
		case b.Omitted != "":
			t.omitted(b)
		case t.opts.Verbose:
			t.messages.line(styled(faint, b.Stage+" …"))
		}
	case event.Route:
		if t.opts.Verbose {
			t.messages.line(styled(faint, joined(" · ", b.Decision, strconv.FormatFloat(b.Confidence, 'f', 2, 64), b.Reason)))
		}
	case event.Step:
		t.step(b)
	case event.Clarify:
		clarify(t.out, b)
		if hint := t.howToAnswer(b); hint != "" && !t.opts.Quiet {
			t.out.line(styled(faint, hint))
		}
	case event.Ops:
		t.ops(b)
	case event.Summary:
		if !asked {
			t.summary(b, shown)
		}
	case event.CaseRow:
		differences(t.out, b)
	case event.AuditRow:
		audit(t.out, b.Entry)
	case event.HistoryRow:
		history(t.out, b)
	case event.TurnRow:
		turn(t.out, b)
	case event.ReadingRow:
		reading(t.out, b)
	case event.Answer:
		t.answer(b)
	case event.CheckRow:
		checked(t.out, b)
	case event.Heartbeat:
		if !t.opts.Quiet && !t.opts.Live {
			text := "waiting for " + b.WaitingFor + ", " + seconds(b.ElapsedMs)
			if b.RemainingMs > 0 {
				text += "; " + seconds(b.RemainingMs) + " left"
			}
			t.messages.line(styled(faint, text))
		}
	case event.Error:
		t.failure(b)
	case event.Done:
		t.done(b)
	}
}

// seconds is a number of milliseconds in words, such as 1m20s.
func seconds(ms int64) string {
	return (time.Duration(ms) * time.Millisecond).Round(time.Second).String()
}

// turn prints one message of a conversation, uncut.
func turn(p *printer, b event.TurnRow) {
	s := plain
	if b.Role == person {
		s = bold
	}
	p.prose(styled(faint, instant(b.At, p.zone)+" "+b.Role+"  "), s, b.Text)
}

// reading prints a way to read a text, and the forms that it consists of as a tree, each
// with its cost and the text that it read.
func reading(p *printer, b event.ReadingRow) {
	p.prose(styled(bold, strconv.Itoa(b.Number)+"  "), bold, b.Meaning)
	p.line(styled(faint, "   "+b.Language+", cost "+strconv.Itoa(b.Cost)))
	readingSteps(p, b.Steps, "   ")
}

func readingSteps(p *printer, steps []event.ReadingStep, indent string) {
	for _, s := range steps {
		head := []span{styled(faint, indent+"~"+strconv.Itoa(s.Cost)+" "), styled(plain, "“"+s.Text+"”")}
		if s.Rule != "" {
			head = append(head, styled(faint, "  "+s.Where+" "+s.Rule+": "+s.Form))
		}
		p.line(head...)
		readingSteps(p, s.Steps, indent+"  ")
	}
}

// person is the role of the person in a conversation.
const person = "user"

// step prints a step of a plan for readers who want to follow it. For the others, the answer
// says what could not be found.
func (t *Text) step(s event.Step) {
	if !t.opts.Verbose {
		return
	}
	words := s.Tool + string(ijson.AppendValue(nil, s.Args))
	if s.Error != nil {
		t.messages.line(styled(warning, words+": "+s.Error.Message))
		return
	}
	t.messages.line(styled(faint, words+": "+strconv.Itoa(s.Total)+", "+s.Took.Round(time.Microsecond).String()))
}

func (t *Text) ops(o event.Ops) {
	if t.opts.Quiet && hasResults(o) {
		t.unsuccessful(o)
		return
	}
	newPlan(t.out, o.Labels).list(o)
	if invalid := len(o.Operations) - len(validOf(o)); invalid > 0 {
		t.out.line(styled(failure, part(invalid, len(o.Operations), "not valid")))
	}
	for _, w := range o.Warnings {
		t.out.finding("", "warning", warning, w)
	}
}

// hasResults reports whether the operations were carried out, as opposed to a plan of
// them, which is what a quiet reader asked for too.
func hasResults(o event.Ops) bool {
	return slices.ContainsFunc(o.Operations, func(e event.Entry) bool { return e.Result != nil })
}

// unsuccessful prints the operations that were not carried out.
func (t *Text) unsuccessful(o event.Ops) {
	p := newPlan(t.out, o.Labels)
	for i := range o.Operations {
		if e := &o.Operations[i]; !e.Valid() {
			p.operation(e, pad(strconv.Itoa(i+1), -2)+"  ")
		}
	}
}

func (t *Text) summary(s event.Summary, shown bool) {
	for _, w := range s.Warnings {
		t.out.finding("", "warning", warning, w)
	}
	if isAnswer := t.answering && s.Counts == nil; t.opts.Quiet && !isAnswer {
		return
	}
	if shown {
		return
	}
	text := s.Text
	if text == "" && s.Counts != nil {
		text = counts(*s.Counts)
	}
	if text != "" {
		t.out.prose(span{}, bold, text)
	}
}

// counts is a summary that has numbers and no text.
func counts(c check.Counts) string {
	var parts []string
	for _, part := range [...]struct {
		verb string
		n    int
	}{{"created", c.Created}, {"updated", c.Updated}, {"completed", c.Completed}, {"deleted", c.Deleted}} {
		if part.n > 0 {
			parts = append(parts, part.verb+" "+problem.Number(part.n))
		}
	}
	if len(parts) == 0 {
		return "Nothing changes."
	}
	parts[0] = strings.ToUpper(parts[0][:1]) + parts[0][1:]
	return strings.Join(parts, ", ") + "."
}

// failure prints an error. A no is not one: it was asked for.
func (t *Text) failure(e event.Error) {
	if e.Code == problem.Declined {
		t.messages.line(styled(plain, "Nothing was changed."))
		return
	}
	place := e.Path
	if e.Line > 0 {
		place = strings.TrimPrefix(place+":"+strconv.Itoa(e.Line), ":")
		if e.Path == "" {
			place = "line " + place
		}
	}
	message := e.Message
	if place != "" {
		message = place + ": " + message
	}
	t.messages.prose(styled(failure, "error: "), plain, message)
	said := false
	for _, d := range e.Details {
		if strings.Contains(e.Message, d.Message) {
			continue
		}
		said = said || d.Hint == e.Hint
		if d.Hint != "" {
			d.Message += " (" + d.Hint + ")"
		}
		t.messages.prose(styled(plain, "  - "), plain, joined(": ", d.Field, d.Message))
	}
	if e.Hint != "" && !said {
		t.messages.prose(styled(faint, "hint: "), plain, e.Hint)
	}
}

// done prints the batch and how to undo it; errors were printed before.
func (t *Text) done(d event.Done) {
	if t.opts.Quiet || d.BatchID == 0 {
		return
	}
	batch := strconv.FormatInt(d.BatchID, 10)
	switch {
	case d.Replayed:
		t.out.line(styled(plain, "This was done before, as batch "+batch+". Nothing was changed."))
	case d.Batches > 1:
		t.out.line(styled(plain, problem.Number(d.Batches)+" batches, the last is "+batch+". Undo it with: "),
			styled(bold, "assister undo "+batch))
	default:
		t.out.line(styled(plain, "Batch "+batch+". Undo with: "), styled(bold, "assister undo "+batch))
	}
}

// howToAnswer says how to answer a question that nobody was asked in a terminal.
func (t *Text) howToAnswer(c event.Clarify) string {
	with := "Answer with: assister ask --session " + t.opts.Session + " ANSWER"
	switch {
	case t.opts.Session != "" && len(c.Options) > 1:
		return with + ", such as 2 or “all of them”"
	case t.opts.Session != "":
		return with
	case len(c.Options) > 0:
		return "Answer with --select " + key(c.Options[0]) + ", or ask in other words."
	}
	return ""
}

func clarify(p *printer, c event.Clarify) {
	p.prose(span{}, bold, c.Question)
	wide := 0
	for _, o := range c.Options {
		wide = max(wide, columns(Safe(key(o))))
	}
	for i, o := range c.Options {
		p.line(styled(bold, pad(strconv.Itoa(i+1), -2)+"  "), styled(faint, pad(key(o), wide)+"  "),
			styled(plain, joined("   ", o.Title, joined(" ", o.Day.Long(), o.Begins.String()))))
	}
}

// key is how an option is named on the command line.
func key(o record.Option) string { return o.Key.Kind + ":" + strconv.FormatInt(o.Key.ID, 10) }

// pad fills text with blanks to a number of columns, on the left when the number is
// negative.
func pad(text string, width int) string {
	fill := strings.Repeat(" ", max(0, max(width, -width)-columns(Safe(text))))
	if width < 0 {
		return fill + text
	}
	return text + fill
}

// joined joins the words that are not empty.
func joined(between string, words ...string) string {
	var b strings.Builder
	for _, w := range words {
		if w == "" {
			continue
		}
		if b.Len() > 0 {
			b.WriteString(between)
		}
		b.WriteString(w)
	}
	return b.String()
}

// Columns of the status and the name of a check.
const checkStatus, checkName = 6, 18

var checkStyles = map[string]style{event.CheckOK: added, event.CheckWarn: warning, event.CheckFail: failure}

func checked(p *printer, c event.CheckRow) {
	p.prose(styled(checkStyles[c.Status], pad(c.Status, checkStatus)+pad(c.Name, checkName)+" "), plain, c.Found)
	if c.Next != "" {
		p.prose(styled(faint, pad("", checkStatus+checkName-5)+"hint: "), plain, c.Next)
	}
}
