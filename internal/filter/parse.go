package filter

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"assister/internal/calendar"
	"assister/internal/ijson"
	"assister/internal/problem"
	"assister/internal/record"
	"assister/internal/schema"
)

// Keys of the language besides the fields of records, in the order in which they
// are written. Some are the names of fields as well: then the key takes a single
// word, and the field everything else.
var Keys = [...]string{
	"kind", "ids", "title_contains", "overdue", "scheduled_range", "deadline_range",
	"priority", "status", "completed", "repeating", "tag", "projectId", "context",
}

// Groups are the keys that put conditions together.
var Groups = [...]string{"and", "or", "not"}

// Codes of what cannot be read.
const (
	UnknownOperator = "unknown_operator"
	InvalidQuery    = "invalid_query"
)

const (
	textMax = 255 // no label is longer
	tagMax  = 64  // as a record's tags
)

// MaxIDs is how many ids the key "ids" takes. Larger sets need other keys.
const MaxIDs = 10_000

// How large a condition may be. SQL has bounds of its own, far above these.
const (
	depthMax    = 8
	partsMax    = 256 // comparisons and groups in one condition
	listMax     = 500 // values of one in or nin
	problemsMax = 16  // reported of one condition
)

// Parse reads a condition on records of any kind, as JSON. It is strict: a key or
// a value that is not understood is a problem and never left out, since the
// condition would then match more than intended. For the same reason null is no
// way to leave a key out. Relative days are read against the clock; without a zone
// it has no today, and only dates are read. With problems, the condition is not
// for use.
//
// With aliases, a record is named by its alias and never by its id.
func Parse(v ijson.Value, clock calendar.Clock, aliases record.Aliases) (Condition, []problem.Problem) {
	p := newParser(clock)
	p.aliases = aliases
	c := p.condition("where", v, 0)
	return c, p.problems
}

// Where reads a condition on records of one kind, as Parse does. Null is no
// condition. A day stands for the instant at which it begins in the clock's zone.
func Where(k *schema.Kind, v ijson.Value, clock calendar.Clock) (Condition, []problem.Problem) {
	if v.Kind == ijson.Null {
		return Condition{}, nil
	}
	p := newParser(clock)
	p.only = k
	c := p.condition("where", v, 0)
	return c, p.problems
}

// Read reads a condition that is stored as text. The first of its problems is
// returned.
func Read(text string, clock calendar.Clock) (Condition, *problem.Problem) {
	v, p := ijson.Parse([]byte(text))
	if p != nil {
		return Condition{}, &problem.Problem{Code: problem.InvalidWhereObject,
			Message: "the filter is not valid JSON: " + p.Message,
			Hint:    `give one such as {"context":"work","completed":false}`}
	}
	c, problems := Parse(v, clock, nil)
	if len(problems) == 0 {
		return c, nil
	}
	p = &problems[0]
	p.Message = "the filter cannot be read: " + p.Message
	return c, p
}

// Readable returns the problem of a stored condition, if it has one. That does not depend
// on the day.
func Readable(text string) *problem.Problem {
	_, p := Read(text, calendar.Clock{Instant: time.Unix(0, 0), Zone: time.UTC})
	return p
}

type parser struct {
	only     *schema.Kind // of a query; nil where the condition says its kinds
	kinds    []*schema.Kind
	zone     *time.Location
	today    calendar.Date
	parts    int
	problems []problem.Problem
	aliases  record.Aliases // nil where records are named by their ids
}

func newParser(clock calendar.Clock) *parser {
	p := &parser{zone: clock.Zone}
	if clock.Zone != nil {
		p.today = clock.Today()
	}
	return p
}

func (p *parser) problem(code, at, message, hint string) {
	if len(p.problems) < problemsMax {
		p.problems = append(p.problems, problem.Problem{Code: code, Field: at, Message: message, Hint: hint})
	}
}

// invalid reports a value of a key, or of a member of a key ("deadline_range.to").
func (p *parser) invalid(at, key, message, hint string) {
	p.problem(problem.InvalidIn("where", strings.ReplaceAll(key, ".", "_")), at+"."+key, at+"."+key+" "+message, hint)
}

func (p *parser) condition(at string, v ijson.Value, depth int) (c Condition) {
	switch {
	case v.Kind != ijson.Object:
		p.problem(problem.InvalidWhereObject, at, at+" must be an object",
			`such as {"overdue":true}, {"ids":[3,5]} or {"deadline":{"lt":"+7d"}}`)
		return c
	case depth > depthMax:
		p.problem(InvalidQuery, at, fmt.Sprintf("conditions can be nested at most %d levels deep", depthMax),
			"use fewer levels")
		return c
	}
	// The kinds come first: they say which fields there are.
	outer := p.kinds
	defer func() { p.kinds = outer }()
	if kind, ok := v.Get("kind"); ok {
		c.Kinds = p.kind(at, kind)
	}
	switch {
	case p.only != nil:
		p.kinds, c.Kinds = []*schema.Kind{p.only}, nil
	case len(c.Kinds) > 0 || depth == 0:
		p.kinds = c.Applies()
	}
	for i, m := range v.Members {
		if len(p.problems) == problemsMax {
			p.problems = append(p.problems, problem.Problem{Code: problem.InvalidWhereUnknownKey, Field: at,
				Message: fmt.Sprintf("%s has %d more unknown keys", at, len(v.Members)-i), Hint: "remove them"})
		}
		if len(p.problems) > problemsMax {
			return c
		}
		if p.parts++; p.parts > partsMax {
			p.problem(InvalidQuery, at, fmt.Sprintf("a condition can have at most %d parts", partsMax),
				"split it into several requests")
			return c
		}
		switch {
		case m.Name == "kind": // read above
		case m.Name == "and":
			c.All = append(c.All, p.group(at+".and", m.Value, depth)...)
		case m.Name == "or":
			c.Any = p.group(at+".or", m.Value, depth)
		case m.Name == "not":
			c.Not = p.not(at+".not", m.Value, depth)
		case p.isKey(m):
			p.key(at, &c, m)
		default:
			c.Compare = append(c.Compare, p.field(at, m)...)
		}
	}
	return c
}

// group is the conditions of an "and" or "or". Without any it would match
// everything, or nothing.
func (p *parser) group(at string, v ijson.Value, depth int) (list []Condition) {
	if v.Kind != ijson.Array || len(v.Items) == 0 {
		p.problem(InvalidQuery, at, at+" must be an array of conditions", `such as [{"status":"pending"},{"status":"doing"}]`)
		return nil
	}
	for i, item := range v.Items {
		if p.parts > partsMax {
			break
		}
		list = append(list, p.condition(at+"["+strconv.Itoa(i)+"]", item, depth+1))
	}
	return list
}

// not is one condition, or an array of them of which none may match. The opposite
// of an empty one would match nothing.
func (p *parser) not(at string, v ijson.Value, depth int) (list []Condition) {
	if v.Kind == ijson.Array && len(v.Items) > 0 {
		list = p.group(at, v, depth)
	} else {
		list = []Condition{p.condition(at, v, depth+1)}
	}
	if len(p.problems) == 0 && slices.ContainsFunc(list, Condition.Empty) {
		p.problem(InvalidQuery, at, at+" must have a condition", `such as {"status":"completed"}`)
	}
	return list
}

// isKey reports whether a member is one of the keys, and not the field of the
// same name: the key takes a single word, and the field null, lists and operators.
func (p *parser) isKey(m ijson.Member) bool {
	if !slices.Contains(Keys[:], m.Name) {
		return false
	}
	isField := slices.ContainsFunc(p.kinds, func(k *schema.Kind) bool { f, _ := k.Field(m.Name); return f != nil })
	word := m.Value.Kind == ijson.Number || m.Value.Kind == ijson.String && strings.TrimSpace(m.Value.Text) != ""
	// In an operation, nothing for a key is a mistake, and not a field without a value.
	nothing := p.only == nil && (m.Value.Kind == ijson.Null || m.Value.Kind == ijson.String)
	return !isField || word || nothing
}

// key reads one of the keys into the condition.
func (p *parser) key(at string, c *Condition, m ijson.Member) {
	key, v := m.Name, m.Value
	if p.only != nil && !Has(p.only, key) {
		p.problem(problem.UnknownField, at+"."+key, p.only.Noun(2)+" have nothing that "+key+" asks for", p.fieldsHint())
		return
	}
	switch key {
	case "ids":
		p.ids(at, c, v)
	case "title_contains":
		c.Compare = append(c.Compare, TitleContains(p.text(at, key, v, textMax)))
	case "overdue":
		c.Overdue = p.flag(at, key, v)
	case "scheduled_range":
		c.Scheduled = p.span(at, key, v)
	case "deadline_range":
		c.Compare = append(c.Compare, Within("deadline", p.span(at, key, v))...)
	case "priority":
		c.Compare = append(c.Compare, Is(key, record.Text(p.word(at, key, v, schema.Priorities))))
	case "status":
		c.Status = p.status(at, v)
	case "completed":
		c.Completed = p.flag(at, key, v)
	case "repeating":
		c.Compare = append(c.Compare, Repeating(p.flag(at, key, v) == Yes))
	case "tag":
		c.Compare = append(c.Compare, Tagged(p.text(at, key, v, tagMax)))
	case "projectId":
		id, wrong := record.ReadID(p.aliases, "project", v)
		switch {
		case wrong != nil && p.aliases != nil:
			p.problem(wrong.Code, at+"."+key, wrong.Message, wrong.Hint)
		case wrong != nil:
			p.invalid(at, key, "must be the id of a project", "ids are whole numbers from 1")
		}
		c.Compare = append(c.Compare, Is(key, record.ID(id)))
	case "context":
		c.Compare = append(c.Compare, Is(key, record.Text(p.word(at, key, v, schema.Contexts))))
	}
}

// kind reads the names of kinds, in the order of the table.
func (p *parser) kind(at string, v ijson.Value) (names []string) {
	words := []ijson.Value{v}
	if v.Kind == ijson.Array {
		words = v.Items
	}
	if len(words) == 0 {
		p.invalid(at, "kind", "names no kind", "name one, or an array of them")
		return nil
	}
	named := map[*schema.Kind]bool{}
	for _, w := range words {
		name := w.Text
		if strings.EqualFold(strings.TrimSpace(name), "todo") {
			name = "task"
		}
		k := schema.Named(name)
		if w.Kind != ijson.String || k == nil {
			p.invalid(at, "kind", "must be a kind of record", schema.NoSuchKind(name).Hint)
			return nil
		}
		named[k] = true
	}
	if p.only != nil && (len(named) > 1 || !named[p.only]) {
		p.problem(
			problem.InvalidIn("where", "kind"),
			at+".kind",
			"the query is about "+p.only.Noun(2)+" alone",
			"ask for each kind by itself",
		)
	}
	for _, k := range schema.Kinds {
		if named[k] {
			names = append(names, k.Name)
		}
	}
	return names
}

// ids reads a set of ids.
func (p *parser) ids(at string, c *Condition, v ijson.Value) {
	if p.aliases != nil && v.Kind == ijson.Array {
		p.aliased(at, c, v)
		return
	}
	var ids []int64
	valid := v.Kind == ijson.Array && len(v.Items) <= MaxIDs
	for i := 0; valid && i < len(v.Items); i++ {
		id, ok := record.ParseID(v.Items[i])
		ids, valid = append(ids, id), ok
	}
	if !valid {
		p.invalid(at, "ids", "must be an array of ids", "an array of whole numbers from 1, such as [3,5]")
		ids = nil
	}
	c.Compare = append(c.Compare, sorted(ids))
}

// sorted is the comparison with a set of ids, which has one canonical form.
func sorted(ids []int64) Comparison {
	slices.Sort(ids)
	return IDs(slices.Compact(ids)...)
}

// aliased reads ids that are aliases, which have the kinds of their records. Records of
// different kinds with the same id stay distinct.
func (p *parser) aliased(at string, c *Condition, v ijson.Value) {
	ids := map[string][]int64{}
	var every []int64
	for _, item := range v.Items {
		key, wrong := p.aliases.Key(item)
		if wrong == nil && len(c.Kinds) > 0 && !slices.Contains(c.Kinds, key.Kind) {
			wrong = &problem.Problem{Code: problem.IDNotInContext,
				Message: problem.Quote(item.Text) + " is " + schema.Lookup(key.Kind).One() + ", which kind leaves out"}
		}
		if wrong != nil {
			p.problem(wrong.Code, at+".ids", wrong.Message, wrong.Hint)
			return
		}
		ids[key.Kind], every = append(ids[key.Kind], key.ID), append(every, key.ID)
	}
	c.Compare = append(c.Compare, sorted(every))
	if len(ids) == 0 {
		return
	}
	c.Kinds = nil
	var each []Condition
	for _, k := range schema.Kinds {
		if len(ids[k.Name]) > 0 {
			c.Kinds = append(c.Kinds, k.Name)
			each = append(each, Condition{Kinds: []string{k.Name}, Compare: []Comparison{sorted(ids[k.Name])}})
		}
	}
	if len(each) > 1 {
		c.All = append(c.All, Condition{Any: each})
	}
}

// hintLeaveOut is the hint for a key with an empty value.
const hintLeaveOut = "leave the key out when it does not matter"

func (p *parser) text(at, key string, v ijson.Value, most int) string {
	s := strings.TrimSpace(v.Text)
	if v.Kind != ijson.String || s == "" || utf8.RuneCountInString(s) > most || strings.ContainsFunc(s, isControl) {
		p.invalid(at, key, "must be a non-empty string on one line", hintLeaveOut)
		return ""
	}
	return s
}

func isControl(r rune) bool { return r < 0x20 || r >= 0x7f && r <= 0x9f }

func (p *parser) flag(at, key string, v ijson.Value) Flag {
	if v.Kind != ijson.Bool {
		p.invalid(at, key, "must be true or false", hintLeaveOut)
		return Any
	}
	return FlagOf(v.Bool)
}

func (p *parser) word(at, key string, v ijson.Value, allowed []string) string {
	word := strings.ToLower(strings.TrimSpace(v.Text))
	if v.Kind != ijson.String || !slices.Contains(allowed, word) {
		p.invalid(at, key, "must be one of "+strings.Join(allowed, ", "), hintLeaveOut)
		return ""
	}
	return word
}

// status reads one of the values of the kinds, or any text if the status of a kind is
// free text.
func (p *parser) status(at string, v ijson.Value) string {
	allowed, own := Statuses(p.kinds)
	if own {
		return p.text(at, "status", v, textMax)
	}
	v.Text = schema.StatusWord(v.Text)
	return p.word(at, "status", v, allowed)
}

// Statuses returns the values of the status of kinds. own reports whether the status of
// one of them is free text.
func Statuses(kinds []*schema.Kind) (words []string, own bool) {
	words = schema.Statuses
	for _, k := range kinds {
		switch f, _ := k.Field("status"); {
		case f == nil:
		case f.Type == schema.Text:
			return nil, true
		default:
			words = f.Values
		}
	}
	return words, false
}

// span reads {from, to}. An end that is missing or null is open; with both open it
// would match everything, which is hardly intended.
func (p *parser) span(at, key string, v ijson.Value) Range {
	const hint = `such as {"from":"2026-11-23","to":"2026-11-29"}, both inclusive`
	if v.Kind != ijson.Object {
		p.invalid(at, key, "must be {from, to}", hint)
		return Range{}
	}
	r, before := Range{Set: true}, len(p.problems)
	for _, m := range v.Members {
		switch m.Name {
		case "from":
			r.From = p.end(at, key+".from", m.Value)
		case "to":
			r.To = p.end(at, key+".to", m.Value)
		default:
			p.invalid(at, key, "has no "+problem.Quote(m.Name), hint)
		}
	}
	switch {
	case len(p.problems) > before:
	case !r.From.Valid() && !r.To.Valid():
		p.invalid(at, key, "has neither from nor to", hint)
	case r.To.Valid() && r.To < r.From:
		p.invalid(at, key, "ends before it begins", "exchange from and to")
	}
	return r
}

// end reads one end of a span; null is open.
func (p *parser) end(at, key string, v ijson.Value) calendar.Date {
	if v.Kind == ijson.Null {
		return 0
	}
	d, ok := p.day(v)
	if !ok {
		p.invalid(at, key, "must be a valid date in YYYY-MM-DD format", "or "+calendar.RelativeForms+"; null is an open end")
	}
	return d
}

// day reads a date or a relative day.
func (p *parser) day(v ijson.Value) (calendar.Date, bool) {
	d, ok := calendar.ParseDay(strings.TrimSpace(v.Text), p.today)
	return d, ok && v.Kind == ijson.String
}

// Has reports whether records of the kind have what a key asks for.
func Has(k *schema.Kind, key string) bool {
	field := func(name string) bool { f, _ := k.Field(name); return f != nil }
	switch key {
	case "overdue":
		return k.Day != "" && k.Settles()
	case "scheduled_range":
		return k.Day != ""
	case "deadline_range":
		return field("deadline")
	case "completed":
		return k.Settles() || k.Done != ""
	case "status":
		return field("status") || k.Done != ""
	case "repeating":
		return field("recurrence")
	case "tag":
		return field("tags")
	case "priority", "projectId", "context":
		return field(key)
	}
	return true
}
