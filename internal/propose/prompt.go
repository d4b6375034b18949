package propose

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"
	"unicode"

	"assister/internal/brief"
	"assister/internal/calendar"
	"assister/internal/check"
	"assister/internal/ijson"
	"assister/internal/problem"
	"assister/internal/record"
	"assister/internal/schema"
	"assister/internal/session"
)

// Limits of operations: the prompt asks for few, since models do few things well at
// once, and more are accepted, up to what a person can review.
const (
	AdvisedOperations = 8
	MaxOperations     = 20
	bulkFrom          = 5 // records; more are asked for as one bulk operation
)

// Prompts are the templates by purpose, such as "propose.tmpl", each with a "system" and a
// "user" part. A file in Overrides replaces that in Files. Nothing is read before a model
// is used.
type Prompts struct {
	Files     fs.FS
	Overrides fs.FS // may be nil
}

// promptData is the data of a template, which uses the fields of all its parts directly:
// {{.Today}}, {{.Records}}. Untrusted text has passed sanitize.
type promptData struct {
	calendarData
	requestData
	recordData
	operationData
	Lists checklistData
	Plan  planData
}

// calendarData is the current time and the days around it.
type calendarData struct {
	Weekday, Today, Clock, Zone string
	Tomorrow                    string
	Monday, Sunday              string   // of this week
	ThisWeek, NextWeek          []string // "Mon 2026-11-16"
}

// requestData is the request and its conversation.
type requestData struct {
	Fence    string // the unguessable line before and after text that is data
	Request  string
	Language string // of the answer; "" is the language of the request
	Turns    []session.Turn

	Unplanned bool // no changes could be proposed for it
}

// recordData is the part of the workspace that the model sees.
type recordData struct {
	Counts                 brief.Counts
	Week, Backlog, Records []line        // one JSON object each
	Groups                 []recordGroup //  Records by the reasons why they are there
	Titles                 []line        // "t41 Sweep the yard": of records that are shown by no more
	Recent                 []string      // aliases of those of Records that were mentioned last
	Numbered               []string      // "#12 is t3": the ids that people write in the texts below
	Left                   int           // matching records that are not shown
	Selected               bool          // the person has selected Records

	mentioned    []record.Key // last in the conversation
	withoutTools bool         // since they would not fit
}

// line is a record in a prompt.
type line struct {
	Text string
	key  record.Key
	why  brief.Reason
}

// String returns the text, which is what a template prints.
func (l line) String() string { return l.Text }

// recordGroup is records that are in a prompt for the same reason.
type recordGroup struct {
	Why   string
	Lines []line
}

// operationData has the operations that the model may propose, and those that it has
// proposed.
type operationData struct {
	Budget, BulkFrom int
	Tools            []string // names of the tools that are offered
	Offers           func(tool string) bool
	Bulk             []string // bulk operations among those that are offered
	Operations       []string // with their fields, where no tools are offered
	Refused          []refused
	Changes          []string
}

// checklistData is for prompts about checklists.
type checklistData struct {
	Limit   int      // of items, which is higher than that of other changes
	Most    string   // the alias of the most likely checklist; "" if there is none
	Failed  []string // problems of calls
	Created []string // titles of items so far
}

// planData is for prompts about looking up a question.
type planData struct {
	Tools   []string // one line each
	Steps   int      // remaining
	Project string   // that the person works in; "" for none
	Reason  string   // why another plan is needed; "" for the first plan
	Memory  string   // what earlier steps have found
	Found   []string // a line for each step, for the answer
}

// refused is an operation for the repair.
type refused struct {
	Number    int
	Problems  []string
	Operation string
}

// render makes the messages of a prompt, and returns the digest of its template.
func (p Prompts) render(purpose Purpose, s promptData) (messages []Message, digest string, err error) {
	s.Offers = func(name string) bool { return slices.Contains(s.Tools, name) }
	name := string(purpose) + ".tmpl"
	text, err := p.read(name)
	if err != nil {
		return nil, "", fmt.Errorf("read the prompt %s: %w", name, err)
	}
	t, err := parsed(name, string(text))
	if err != nil {
		return nil, "", unusable(name, err)
	}
	for _, role := range [...]string{"system", "user"} {
		message, err := t.execute(role, s)
		if err != nil {
			return nil, "", unusable(name, err)
		}
		message = strings.TrimSpace(message)
		if role == "system" {
			message = lastSystem(purpose, message)
		} else {
			message = strings.Clone(message) // without the rest of the builder
		}
		messages = append(messages, Message{Role: role, Text: message})
	}
	sum := sha256.Sum256(text)
	return messages, hex.EncodeToString(sum[:6]), nil
}

// systems are the latest system messages, by their purposes. A server that waits for the
// replies of many requests has the same ones in all of them, mostly half of a prompt.
var systems sync.Map

// lastSystem returns the latest system message, if it is this one.
func lastSystem(purpose Purpose, message string) string {
	if last, known := systems.Load(purpose); known && last == message {
		return last.(string)
	}
	message = strings.Clone(message)
	systems.Store(purpose, message)
	return message
}

// templates caches parsed templates by their text, since rounds and turns reuse them.
var templates sync.Map

func parsed(name, text string) (promptTemplate, error) {
	if known, ok := templates.Load(text); ok {
		return known.(promptTemplate), nil
	}
	t, err := parseTemplate(name, text)
	if err == nil {
		templates.Store(text, t)
	}
	return t, err
}

func (p Prompts) read(name string) ([]byte, error) {
	if p.Overrides != nil {
		text, err := fs.ReadFile(p.Overrides, name)
		if err == nil || !errors.Is(err, fs.ErrNotExist) {
			return text, err
		}
	}
	return fs.ReadFile(p.Files, name)
}

func unusable(name string, err error) error {
	r := problem.Refuse(problem.Usage, "invalid_prompt", "the prompt "+name+" cannot be used: "+err.Error(),
		`it needs a "system" and a "user" part, with the names that the built-in one uses`)
	r.Cause = err
	return r
}

// newPromptData returns the data that every prompt has.
func (m *Model) newPromptData(text string, src Source) promptData {
	today := src.Clock.Today()
	at := src.Clock.Instant.In(src.Clock.Zone)
	monday := today.StartOfWeek()
	s := promptData{
		calendarData: calendarData{
			Weekday: today.Weekday().String(), Today: today.String(),
			Clock: at.Format("15:04"), Zone: src.Clock.Zone.String(),
			Tomorrow: today.AddDays(1).String(), Monday: monday.String(), Sunday: monday.AddDays(6).String(),
			ThisWeek: weekOf(monday, today), NextWeek: weekOf(monday.AddDays(7), today),
		},
		requestData:   requestData{Fence: m.Nonce, Request: sanitize(text, requestMax)},
		operationData: operationData{Budget: cmp.Or(m.Advised, AdvisedOperations), BulkFrom: bulkFrom},
		Lists:         checklistData{Limit: MaxOperations},
	}
	for _, turn := range src.brief(nil).Last() {
		role := "person"
		if turn.Role == "assistant" {
			role = "assistant"
		}
		s.Turns = append(s.Turns, session.Turn{Role: role, Text: sanitize(turn.Text, turnMax)})
	}
	return s
}

// refer says what the person's words refer to among the records of a prompt, and why each of
// them is there.
func (s *promptData) refer(a *aliases) {
	if a == nil {
		return
	}
	s.Recent, s.Groups = nil, nil
	for _, key := range s.mentioned {
		if a.hasShown(key) {
			s.Recent = append(s.Recent, a.of(key))
		}
	}
	s.Numbered = a.numbered(*s)
	for _, l := range s.Records {
		why := string(l.why)
		i := slices.IndexFunc(s.Groups, func(g recordGroup) bool { return g.Why == why })
		if i < 0 {
			i = len(s.Groups)
			s.Groups = append(s.Groups, recordGroup{Why: why})
		}
		s.Groups[i].Lines = append(s.Groups[i].Lines, l)
	}
}

func weekOf(monday, today calendar.Date) (days []string) {
	for i := range 7 {
		d := monday.AddDays(i)
		day := d.Weekday().String()[:3] + " " + d.String()
		if d == today {
			day += " (today)"
		}
		days = append(days, day)
	}
	return days
}

// Limits of texts in a prompt, in characters.
const (
	requestMax = 4000
	turnMax    = 500
	titleMax   = 120
	notesMax   = 200

	shortTitleMax = 60
)

// sanitize returns untrusted text on one line, without invisible characters: control and
// format characters could hide words from the person and show them to the model.
func sanitize(text string, most int) string {
	var b strings.Builder
	n, space := 0, false
	for _, r := range text {
		if unicode.IsSpace(r) {
			space = n > 0
			continue
		}
		if invisible(r) {
			continue
		}
		if n >= most {
			b.WriteRune('…')
			break
		}
		if space {
			b.WriteByte(' ')
			n++
		}
		space = false
		b.WriteRune(r)
		n++
	}
	return b.String()
}

// invisible reports whether a rune has no visible form: controls, format characters such as
// those that change the direction of text, private and unassigned characters.
func invisible(r rune) bool {
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Cs) || r == unicode.ReplacementChar ||
		ijson.Invisible(r)
}

// lines returns records for the model: one compact JSON object each, with the fields that
// distinguish them or can be changed, unless they are empty.
func (a *aliases) lines(records []record.Record, why map[record.Key]brief.Reason) (out []line) {
	for _, r := range records {
		key := record.Key{Kind: r.Kind.Name, ID: r.ID}
		out = append(out, line{a.record(r), key, why[key]})
	}
	return out
}

// titles returns records for the model by no more than their titles.
func (a *aliases) titles(records []record.Record) (out []line) {
	for _, r := range records {
		key := record.Key{Kind: r.Kind.Name, ID: r.ID}
		out = append(out, line{Text: a.showTitle(baseOf(r)) + " " + sanitize(r.Label(), shortTitleMax), key: key})
	}
	return out
}

func (a *aliases) record(r record.Record) string {
	b := ijson.AppendString([]byte(`{"kind":`), r.Kind.Name)
	b = ijson.AppendString(append(b, `,"id":`...), a.show(baseOf(r)))
	for i := range r.Kind.Fields {
		f, v := &r.Kind.Fields[i], r.Values[i]
		if v.IsNull() || f.Kept || v == record.Default(f) {
			continue
		}
		b = append(ijson.AppendString(append(b, ','), f.Name), ':')
		switch {
		case f.Type == schema.Text && f.Name == r.Kind.Label:
			b = ijson.AppendString(b, sanitize(v.Text(), titleMax))
		case f.Type == schema.Text:
			b = ijson.AppendString(b, sanitize(v.Text(), notesMax))
		case f.Type == schema.Tags:
			b = ijson.AppendString(b, sanitize(strings.Join(v.Tags(), ", "), notesMax))
		case f.Type == schema.Ref:
			b = ijson.AppendString(b, a.of(record.Key{Kind: f.Of, ID: v.ID()}))
		default:
			b = record.AppendJSON(b, f.Type, v)
		}
	}
	return string(append(b, '}'))
}

// operationSyntax describes operations and their fields from package schema, one line
// each.
func operationSyntax(kinds []*schema.Kind, verbs ...schema.Verb) (out []string) {
	offered := func(v schema.Verb) bool { return len(verbs) == 0 || slices.Contains(verbs, v) }
	for _, k := range kinds {
		for i := range k.Operations {
			o := &k.Operations[i]
			if !offered(o.Verb) {
				continue
			}
			words := []string{k.Name + "." + string(o.Verb) + ":"}
			if o.Verb != schema.Create {
				words = append(words, "id!")
			}
			if o.Verb == schema.Update && offered(schema.Create) && k.Operation(schema.Create) != nil {
				out = append(out, strings.Join(append(words, "and any field of "+k.Name+".create"), " "))
				continue
			}
			if o.Verb == schema.Create || o.Verb == schema.Update {
				for j := range k.Fields {
					if f := &k.Fields[j]; !f.Kept {
						words = append(words, fieldSyntax(f))
					}
				}
			}
			for j := range o.Args {
				words = append(words, fieldSyntax(&o.Args[j]))
			}
			out = append(out, strings.Join(words, " "))
		}
	}
	for i := range schema.Bulk {
		o := &schema.Bulk[i]
		if !offered(o.Verb) {
			continue
		}
		words := []string{string(o.Verb) + ": where!"}
		if o.Verb == schema.BulkUpdate {
			words = append(words, "set!")
		}
		for j := range o.Args {
			words = append(words, fieldSyntax(&o.Args[j]))
		}
		out = append(out, strings.Join(words, " "))
	}
	if slices.ContainsFunc(out, func(line string) bool { return strings.Contains(line, ": where!") }) {
		out = append(out, whereSyntax)
	}
	return append(out, recurrenceSyntax)
}

const (
	whereSyntax = `where: {"ids":["t1"],"title_contains":"","overdue":true,"scheduled_range":{"from":"","to":""},` +
		`"deadline_range":{},"priority":"","status":"","completed":false,"repeating":false,"tag":"","projectId":"p1",` +
		`"context":"","kind":"task"}, with only the keys that you need`
	recurrenceSyntax = `recurrence: {"type":"daily|weekdays|weekly|every_n_days|monthly|yearly","intervalDays":3,` +
		`"byDay":["mon"],"until":"","count":1}, with type and what it needs`
)

func fieldSyntax(f *schema.Field) string {
	word := f.Name
	if f.Required || f.Stated {
		word += "!"
	}
	if f.Type == schema.Enum {
		word += "(" + strings.Join(f.Values, "|") + ")"
	}
	return word
}

// kindsFor returns the kinds that a request may need: planned kinds, those that it names,
// and some more.
func kindsFor(r Request, more ...string) (kinds []*schema.Kind) {
	named := slices.Concat(r.entities().Kinds, r.Kinds, more)
	notLetter := func(r rune) bool { return !unicode.IsLetter(r) }
	words := " " + strings.Join(strings.FieldsFunc(strings.ToLower(r.Text), notLetter), " ") + " "
	says := func(name string) bool { return strings.Contains(words, " "+strings.ReplaceAll(name, "_", " ")+" ") }
	for _, k := range schema.Kinds {
		if k.Planned || slices.Contains(named, k.Name) || says(k.Name) || says(k.Plural) {
			kinds = append(kinds, k)
		}
	}
	return kinds
}

// changeLines describes an operation for the prompt that asks for a summary. Referenced
// records are named by their titles, if these are known.
func changeLines(f check.Finding, known []record.Record) (out []string) {
	const shown = 10
	for i, t := range f.Targets {
		if i == shown {
			return append(out, fmt.Sprintf("- and %d more", len(f.Targets)-shown))
		}
		words := []string{"-", changeVerb(f, t), t.Change.Kind.Name, "“" + sanitize(t.Label, 60) + "”"}
		for _, c := range t.Change.Cells {
			field, _ := t.Change.Kind.Field(c.Field)
			if field == nil || c.Field == t.Change.Kind.Label || !t.Change.Is || field.Kept {
				continue
			}
			if !t.Change.Was && c.After == record.Default(field) {
				continue
			}
			words = append(words, c.Field+"="+valueText(field, c.After, known))
		}
		out = append(out, strings.Join(words, " "))
	}
	return out
}

func valueText(f *schema.Field, v record.Value, known []record.Record) string {
	switch {
	case v.IsNull():
		return "none"
	case f.Type != schema.Ref:
		return sanitize(string(record.AppendJSON(nil, f.Type, v)), 80)
	}
	for _, r := range known {
		if r.Kind.Name == f.Of && r.ID == v.ID() {
			return "“" + sanitize(r.Label(), 60) + "”"
		}
	}
	return "another"
}

func changeVerb(f check.Finding, t check.Target) string {
	switch {
	case !t.Change.Was:
		return "create"
	case !t.Change.Is:
		return "delete"
	case f.Op.Verb.Single() == schema.SetStatus:
		return "set status of"
	}
	return "update"
}
