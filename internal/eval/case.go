// Package eval scores an engine on cases: texts with the expected outcome. It reports
// how many cases are right, how long answers take, and which thresholds fit the
// router. It reads events only, so that rules, recordings and models are judged
// alike; operations are compared by what they would change, not by how they are
// spelled. The caller supplies the engine and the workspaces. Sets of sentences with
// scoring rules of their own are in eval/sets; both count with Sum.
package eval

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"assister/internal/calendar"
	"assister/internal/ijson"
	"assister/internal/op"
	"assister/internal/problem"
	"assister/internal/record"
	"assister/internal/route"
	"assister/internal/schema"
)

// Skill is what a case is about.
type Skill string

const (
	Route   Skill = "route"   // the decision alone
	Propose Skill = "propose" // words to operations
	Chat    Skill = "chat"    // the answer to a question
)

// Skills in the order they are reported.
var Skills = []string{string(Route), string(Propose), string(Chat)}

// The time and the zone of a case that states none.
const (
	DefaultNow  = "2026-11-21T09:00:00"
	DefaultZone = "Europe/Berlin"
)

// InvalidCase is the code of a case or workspace file that cannot be read.
const InvalidCase = "invalid_case"

const fileMax = 64 << 20

// Case is one text and its expected outcome.
type Case struct {
	ID        string
	Skill     Skill
	Lang      string // "en", "es" or "fr", of the text; for statistics
	Text      string
	Before    []string       // earlier texts of the conversation, oldest first
	Clock     calendar.Clock // the time and the zone of the request
	Workspace string         // name of its records; "" for no records
	Expect    Expect
	Replies   []string // of a model, in the order of the prompts; nil to use the engine itself
	Note      string   // why the case is there

	File string
	Line int
}

// Expect is the expected outcome. The skill decides which fields apply; at least one
// of them is set.
type Expect struct {
	Decisions []route.Decision // of a route: any of these
	Category  string           // of a route, as a hint; "" for any

	Operations []op.Op // of a proposal: any operations with the same effect
	Question   bool    // of a proposal: a question must be asked back

	None bool   // of a proposal or chat: nothing is proposed or answered
	Code string // the code of the reason; "" for any

	IDs      []record.Key // of a chat: exactly these records; nil for any
	Count    int          // of a chat; -1 for any
	Contains []string     // of a chat: texts in the answer, in any case
}

// Read reads a case file, one JSON object a line; empty lines are skipped. name is the
// file's name in messages. An unknown member is refused, since it would claim a check
// that is not made.
func Read(name string, from io.Reader) ([]Case, error) {
	var cases []Case
	lines := map[string]int{} // by id
	err := eachLine(name, from, func(line int, v ijson.Value) *problem.Problem {
		c, fault := readCase(v)
		if fault != nil {
			return fault
		}
		if first, twice := lines[c.ID]; twice {
			repeated := "the id " + problem.Quote(c.ID) + " is on line " + strconv.Itoa(first) + " already"
			return wrong("id", repeated, "give each case an id of its own")
		}
		lines[c.ID] = line
		c.File, c.Line = name, line
		cases = append(cases, c)
		return nil
	})
	return cases, err
}

// eachLine calls fn for each line of a JSON Lines file. A problem is refused with the
// number of its line.
func eachLine(name string, from io.Reader, fn func(line int, v ijson.Value) *problem.Problem) error {
	text, err := io.ReadAll(io.LimitReader(from, fileMax+1))
	if err != nil {
		return fmt.Errorf("read %s: %w", name, err)
	}
	if len(text) > fileMax {
		return refuse(name, 0, wrong("", "a file has at most "+strconv.Itoa(fileMax>>20)+" MB", "split it"))
	}
	for i, line := range bytes.Split(text, []byte("\n")) {
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		v, fault := ijson.Parse(line)
		if fault == nil {
			fault = fn(i+1, v)
		}
		if fault != nil {
			return refuse(name, i+1, fault)
		}
	}
	return nil
}

func refuse(path string, line int, p *problem.Problem) *problem.Refusal {
	return &problem.Refusal{Class: problem.Usage, Problem: *p, Path: path, Line: line}
}

func wrong(field, message, hint string) *problem.Problem {
	return &problem.Problem{Code: InvalidCase, Field: field, Message: message, Hint: hint}
}

// members of a case, in the order of its documentation.
var members = []string{"id", "skill", "lang", "text", "before", "now", "tz", "workspace", "expect", "reply", "note"}

func readCase(v ijson.Value) (c Case, fault *problem.Problem) {
	if v.Kind != ijson.Object {
		return c, wrong("", "a case is a JSON object",
			`such as {"id":"a","skill":"route","text":"add milk","expect":{"decision":"plan"}}`)
	}
	now, zone := DefaultNow, DefaultZone
	var expected ijson.Value
	for _, m := range v.Members {
		switch m.Name {
		case "id":
			c.ID, fault = text(m)
		case "skill":
			var word string
			word, fault = oneOf(m, Skills)
			c.Skill = Skill(word)
		case "lang":
			c.Lang, fault = oneOf(m, []string{"en", "es", "fr"})
		case "text":
			c.Text, fault = text(m)
		case "before":
			c.Before, fault = texts(m)
		case "now":
			now, fault = text(m)
		case "tz":
			zone, fault = text(m)
		case "workspace":
			c.Workspace, fault = workspaceName(m)
		case "expect":
			expected = m.Value
		case "reply":
			c.Replies, fault = texts(m)
		case "note":
			c.Note, fault = text(m)
		default:
			fault = unknown(m.Name, members)
		}
		if fault != nil {
			return c, fault
		}
	}
	if fault = c.incomplete(expected); fault != nil {
		return c, fault
	}
	if c.Clock, fault = clock(now, zone); fault != nil {
		return c, fault
	}
	c.Expect, fault = readExpect(c.Skill, expected)
	return c, fault
}

// incomplete reports a missing member that every case needs.
func (c Case) incomplete(expected ijson.Value) *problem.Problem {
	for _, needed := range []struct {
		name    string
		missing bool
	}{{"id", c.ID == ""}, {"skill", c.Skill == ""}, {"text", c.Text == ""}, {"expect", expected.Kind == ijson.Null}} {
		if needed.missing {
			return wrong(needed.name, "the case has no "+needed.name, "every case has an id, a skill, a text and what to expect")
		}
	}
	return nil
}

func clock(now, zone string) (calendar.Clock, *problem.Problem) {
	where, err := calendar.LoadZone(zone, "")
	if err != nil {
		return calendar.Clock{}, wrong("tz", err.Error(), "give a name such as Europe/Paris or UTC")
	}
	at, err := calendar.ParseNow(now, where)
	if err != nil {
		return calendar.Clock{}, wrong("now", err.Error(), "give a time such as "+DefaultNow)
	}
	return calendar.Clock{Instant: at, Zone: where}, nil
}

// expectations are the members of expect, by skill.
var expectations = map[Skill][]string{
	Route:   {"decision", "category"},
	Propose: {"operations", "question", "none"},
	Chat:    {"ids", "count", "text_contains", "none"},
}

func readExpect(skill Skill, v ijson.Value) (e Expect, fault *problem.Problem) {
	e.Count = -1
	if v.Kind != ijson.Object || len(v.Members) == 0 {
		return e, wrong("expect", "expect is an object that is not empty",
			"its members for "+string(skill)+" are "+strings.Join(expectations[skill], ", "))
	}
	for _, m := range v.Members {
		if !slices.Contains(expectations[skill], m.Name) {
			return e, unknown("expect."+m.Name, prefixed("expect.", expectations[skill]))
		}
		switch m.Name {
		case "decision":
			e.Decisions, fault = decisions(m)
		case "category":
			e.Category, fault = text(m)
		case "operations":
			e.Operations, fault = operations(m)
		case "question":
			e.Question, fault = yes(m)
		case "none":
			e.None, e.Code, fault = none(m)
		case "ids":
			e.IDs, fault = keys(m)
		case "count":
			e.Count, fault = count(m)
		case "text_contains":
			e.Contains, fault = texts(m)
		}
		if fault != nil {
			fault.Field = "expect." + fault.Field
			return e, fault
		}
	}
	if exclusive := len(v.Members) > 1 && (skill == Propose || skill == Route && e.Decisions == nil); exclusive {
		return e, wrong("expect", "a proposal is one of operations, question and none", "keep the one that is right")
	}
	if skill == Route && e.Decisions == nil {
		return e, wrong("expect.decision", "no decision is expected", "give chat, plan or clarify, or a list of them")
	}
	return e, nil
}

// unknown reports an unknown member.
func unknown(name string, known []string) *problem.Problem {
	hint := problem.DidYouMean(name, known, "the members are "+strings.Join(known, ", "))
	return wrong(name, "a case has no member "+problem.Quote(name), hint)
}

func prefixed(with string, words []string) (out []string) {
	for _, w := range words {
		out = append(out, with+w)
	}
	return out
}

func text(m ijson.Member) (string, *problem.Problem) {
	if m.Value.Kind != ijson.String || m.Value.Text == "" {
		return "", wrong(m.Name, m.Name+" is a text and not empty", "")
	}
	return m.Value.Text, nil
}

func oneOf(m ijson.Member, words []string) (string, *problem.Problem) {
	if !slices.Contains(words, m.Value.Text) {
		return "", wrong(m.Name, m.Name+" is one of "+strings.Join(words, ", "), "")
	}
	return m.Value.Text, nil
}

// texts reads a text or a list of texts.
func texts(m ijson.Member) (words []string, fault *problem.Problem) {
	for _, item := range listed(m.Value) {
		word, fault := text(ijson.Member{Name: m.Name, Value: item})
		if fault != nil {
			return nil, fault
		}
		words = append(words, word)
	}
	return words, nil
}

func listed(v ijson.Value) []ijson.Value {
	if v.Kind == ijson.Array {
		return v.Items
	}
	return []ijson.Value{v}
}

// workspaceName reads a name that cannot leave the directory of workspaces.
func workspaceName(m ijson.Member) (string, *problem.Problem) {
	name, fault := text(m)
	if fault == nil && !GoodName(name) {
		fault = wrong(m.Name, "a workspace is named by small letters, digits and -", "such as office")
	}
	return name, fault
}

// GoodName reports whether a workspace can have the name.
func GoodName(name string) bool {
	return name != "" && strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789-") == ""
}

func decisions(m ijson.Member) (out []route.Decision, fault *problem.Problem) {
	words, fault := texts(m)
	for _, w := range words {
		d := route.Decision(w)
		if d != route.Chat && d != route.Plan && d != route.Clarify {
			return nil, wrong(m.Name, "there is no decision "+problem.Quote(w), "one of chat, plan and clarify")
		}
		out = append(out, d)
	}
	return out, fault
}

// operations reads operations in any accepted spelling.
func operations(m ijson.Member) (ops []op.Op, fault *problem.Problem) {
	if m.Value.Kind != ijson.Array || len(m.Value.Items) == 0 {
		return nil, wrong(m.Name, "operations is a list that is not empty",
			`expect {"none":true} where nothing is to be proposed`)
	}
	for i, item := range m.Value.Items {
		o, problems := op.Decode(item, calendar.Clock{})
		if len(problems) > 0 {
			message := "operation " + strconv.Itoa(i+1) + " is not valid: " + problems[0].Message
			return nil, wrong(m.Name+"["+strconv.Itoa(i)+"]", message, problems[0].Hint)
		}
		ops = append(ops, o)
	}
	return ops, nil
}

func yes(m ijson.Member) (bool, *problem.Problem) {
	if m.Value.Kind != ijson.Bool || !m.Value.Bool {
		return false, wrong(m.Name, m.Name+" is true or left out", "")
	}
	return true, nil
}

// none reads true, or the code of the refusal.
func none(m ijson.Member) (bool, string, *problem.Problem) {
	if m.Value.Kind == ijson.String && m.Value.Text != "" {
		return true, m.Value.Text, nil
	}
	is, fault := yes(m)
	if fault != nil {
		fault.Message, fault.Hint = "none is true or the code of a problem", `such as "`+problem.TimeNotSupportedForTask+`"`
	}
	return is, "", fault
}

func keys(m ijson.Member) ([]record.Key, *problem.Problem) {
	found := []record.Key{}
	if m.Value.Kind != ijson.Array {
		return nil, wrong(m.Name, "ids is a list of records", `such as ["task:3"]`)
	}
	for _, item := range m.Value.Items {
		kind, digits, _ := strings.Cut(item.Text, ":")
		id, err := strconv.ParseInt(digits, 10, 64)
		if err != nil || id < 1 || schema.Lookup(kind) == nil {
			return nil, wrong(m.Name, problem.Quote(item.Text)+" names no record", "kind:number, such as task:3")
		}
		found = append(found, record.Key{Kind: schema.Lookup(kind).Name, ID: id})
	}
	return found, nil
}

func count(m ijson.Member) (int, *problem.Problem) {
	n, whole := m.Value.Int()
	if !whole || n < 0 || n > 1<<31 {
		return 0, wrong(m.Name, m.Name+" is a whole number from 0", "")
	}
	return int(n), nil
}
