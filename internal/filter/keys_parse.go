package filter

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"assister/internal/calendar"
	"assister/internal/ijson"
	"assister/internal/problem"
	"assister/internal/record"
	"assister/internal/schema"
)

// Keys a filter can have, in the order they are written (contract section 4).
var Keys = [...]string{
	"kind", "ids", "title_contains", "overdue", "scheduled_range", "deadline_range",
	"priority", "status", "completed", "repeating", "tag", "projectId", "context",
}

const (
	textMax = 255    // facts 1.1; no label is longer
	tagMax  = 64     // as a record's tags
	idsMax  = 10_000 // more than that is said with other keys
)

// Parse reads a filter. It is strict: a key or a value that is not understood
// is a problem and never left out, since the filter would then match more than
// was meant. For the same reason null is no way to leave a key out. Codes are
// those of facts 1.2. With problems, the filter is not for use.
func Parse(v ijson.Value) (Filter, []problem.Problem) {
	if v.Kind != ijson.Object {
		return Filter{}, []problem.Problem{{Code: problem.InvalidWhereObject, Field: "where",
			Message: "where must be an object", Hint: `such as {"overdue":true} or {"ids":[3,5]}`}}
	}
	p := keysParser{}
	// What status may say depends on the kinds.
	if kind, ok := v.Get("kind"); ok {
		p.kinds(kind)
	}
	for i, m := range v.Members {
		if len(p.problems) >= problemsMax {
			p.problems = append(p.problems, problem.Problem{Code: problem.InvalidWhereUnknownKey, Field: "where",
				Message: fmt.Sprintf("where has %d more keys", len(v.Members)-i), Hint: "leave them out"})
			break
		}
		p.member(m.Name, m.Value)
	}
	return p.filter, p.problems
}

// Read reads a filter that is kept as a text. The first of what is wrong with it is
// the problem.
func Read(text string) (Filter, *problem.Problem) {
	v, p := ijson.Parse([]byte(text))
	if p != nil {
		return Filter{}, &problem.Problem{Code: problem.InvalidWhereObject, Message: "the filter is no JSON: " + p.Message,
			Hint: `give one such as {"context":"work","completed":false}`}
	}
	f, problems := Parse(v)
	if len(problems) == 0 {
		return f, nil
	}
	p = &problems[0]
	p.Message = "the filter cannot be read: " + p.Message
	return f, p
}

// problemsMax is how many problems of one filter are told; a line has room for a
// hundred thousand keys.
const problemsMax = 16

type keysParser struct {
	filter   Filter
	problems []problem.Problem
}

func (p *keysParser) member(key string, v ijson.Value) {
	f := &p.filter
	switch key {
	case "kind": // read before the others
	case "ids":
		p.ids(v)
	case "title_contains":
		f.TitleContains = p.text(key, v, textMax)
	case "overdue":
		f.Overdue = p.flag(key, v)
	case "scheduled_range":
		f.Scheduled = p.span(key, v)
	case "deadline_range":
		f.Deadline = p.span(key, v)
	case "priority":
		f.Priority = p.word(key, v, schema.Priorities)
	case "status":
		p.status(v)
	case "completed":
		f.Completed = p.flag(key, v)
	case "repeating":
		f.Repeating = p.flag(key, v)
	case "tag":
		f.Tag = p.text(key, v, tagMax)
	case "projectId":
		id, ok := record.ParseID(v)
		if !ok {
			p.invalid(key, "where.projectId must be the id of a project", "ids are whole numbers from 1")
		}
		f.ProjectID = id
	case "context":
		f.Context = p.word(key, v, schema.Contexts)
	default:
		p.unknown(key)
	}
}

func (p *keysParser) invalid(key, message, hint string) {
	p.problems = append(p.problems, problem.Problem{
		Code:    problem.InvalidIn("where", strings.ReplaceAll(key, ".", "_")),
		Field:   "where." + key,
		Message: message,
		Hint:    hint,
	})
}

func (p *keysParser) unknown(key string) {
	hint := "the keys are " + strings.Join(Keys[:], ", ")
	if near := problem.Nearest(key, Keys[:]); near != "" {
		hint = "did you mean " + near + "?"
	}
	p.problems = append(p.problems, problem.Problem{
		Code:    problem.InvalidWhereUnknownKey,
		Field:   "where." + problem.Shorten(key),
		Message: "where has no key " + problem.Quote(key),
		Hint:    hint,
	})
}

func (p *keysParser) kinds(v ijson.Value) {
	words := []ijson.Value{v}
	if v.Kind == ijson.Array {
		words = v.Items
	}
	if len(words) == 0 {
		p.invalid("kind", "where.kind names no kind", "name one, or an array of them")
		return
	}
	named := map[*schema.Kind]bool{}
	for _, w := range words {
		name := w.Text
		if strings.EqualFold(strings.TrimSpace(name), "todo") {
			name = "task"
		}
		k := schema.Named(name)
		if w.Kind != ijson.String || k == nil {
			p.invalid("kind", "where.kind must be a kind of record", schema.NoSuchKind(name).Hint)
			return
		}
		named[k] = true
	}
	for _, k := range schema.Kinds {
		if named[k] {
			p.filter.Kinds = append(p.filter.Kinds, k.Name)
		}
	}
}

func (p *keysParser) ids(v ijson.Value) {
	const hint = "an array of whole numbers from 1, such as [3,5]"
	if v.Kind != ijson.Array || len(v.Items) > idsMax {
		p.invalid("ids", "where.ids must be an array of ids", hint)
		return
	}
	p.filter.ByIDs = true
	for _, item := range v.Items {
		id, ok := record.ParseID(item)
		if !ok {
			p.invalid("ids", "where.ids must be an array of ids", hint)
			return
		}
		p.filter.IDs = append(p.filter.IDs, id)
	}
	// A set has one canonical form.
	slices.Sort(p.filter.IDs)
	p.filter.IDs = slices.Compact(p.filter.IDs)
}

func (p *keysParser) text(key string, v ijson.Value, limit int) string {
	s := strings.TrimSpace(v.Text)
	if v.Kind != ijson.String || s == "" || utf8.RuneCountInString(s) > limit || strings.ContainsFunc(s, isControl) {
		p.invalid(key, "where."+key+" must be a non-empty string on one line", "leave the key out when it does not matter")
		return ""
	}
	return s
}

func isControl(r rune) bool { return r < 0x20 || r >= 0x7f && r <= 0x9f }

func (p *keysParser) flag(key string, v ijson.Value) Flag {
	if v.Kind != ijson.Bool {
		p.invalid(key, "where."+key+" must be true or false", "leave the key out when it does not matter")
		return Any
	}
	return FlagOf(v.Bool)
}

func (p *keysParser) word(key string, v ijson.Value, allowed []string) string {
	word := strings.ToLower(strings.TrimSpace(v.Text))
	if v.Kind != ijson.String || !slices.Contains(allowed, word) {
		p.invalid(key, "where."+key+" must be one of "+strings.Join(allowed, ", "), "leave the key out when it does not matter")
		return ""
	}
	return word
}

// status is one of the words that the kinds have for it, or any text when one
// of them has a status in its own words.
func (p *keysParser) status(v ijson.Value) {
	allowed, own := Statuses(p.filter.Applies())
	if own {
		p.filter.Status = p.text("status", v, textMax)
		return
	}
	p.filter.Status = p.word("status", v, allowed)
}

// Statuses are the words that kinds have for the status of a record. own is of
// kinds one of which has a status in its own words.
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

// span reads {from, to}. An end that is missing or null is open; with both open
// it says nothing, and would match more than whoever wrote it meant.
func (p *keysParser) span(key string, v ijson.Value) Range {
	const hint = `such as {"from":"2026-11-23","to":"2026-11-29"}, both inclusive`
	if v.Kind != ijson.Object {
		p.invalid(key, "where."+key+" must be {from, to}", hint)
		return Range{}
	}
	r, before := Range{Set: true}, len(p.problems)
	for _, m := range v.Members {
		switch m.Name {
		case "from":
			r.From = p.day(key+".from", m.Value)
		case "to":
			r.To = p.day(key+".to", m.Value)
		default:
			p.invalid(key, "where."+key+" has no "+problem.Quote(m.Name), hint)
		}
	}
	switch {
	case len(p.problems) > before:
	case !r.From.Valid() && !r.To.Valid():
		p.invalid(key, "where."+key+" has neither from nor to", hint)
	case r.To.Valid() && r.To < r.From:
		p.invalid(key, "where."+key+" ends before it begins", "exchange from and to")
	}
	return r
}

func (p *keysParser) day(key string, v ijson.Value) calendar.Date {
	if v.Kind == ijson.Null {
		return 0
	}
	d, ok := calendar.ParseDate(strings.TrimSpace(v.Text))
	if v.Kind != ijson.String || !ok {
		p.invalid(key, "where."+key+" must be a valid date in YYYY-MM-DD format", "or null for an open end")
		return 0
	}
	return d
}
