package eval

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"assister/internal/check"
	"assister/internal/event"
	"assister/internal/filter"
	"assister/internal/op"
	"assister/internal/problem"
	"assister/internal/record"
	"assister/internal/route"

	"assister/internal/workspace"
)

// judgement is a verdict with its reasons.
type judgement struct {
	Verdict
	misses []event.Miss
}

func (v *judgement) field(name string, right bool, want, got string) {
	if v.Fields == nil {
		v.Fields = map[string]bool{}
	}
	v.Fields[name] = right
	if !right {
		v.misses = append(v.misses, event.Miss{Field: name, Expected: want, Got: got})
	}
}

// settle sets the outcome: right when all fields are, else otherwise.
func (v judgement) settle(otherwise Outcome) judgement {
	v.Outcome = Right
	if len(v.misses) > 0 {
		v.Outcome = otherwise
	}
	return v
}

// judgeRoute judges the decision; the category is a hint and decides nothing.
func judgeRoute(c Case, r route.Routing) (v judgement) {
	got := route.Judge(r).Decision
	accepted := func(d route.Decision) bool { return slices.Contains(c.Expect.Decisions, d) }
	right := accepted(got)
	v.field("decision", right, joined(c.Expect.Decisions), string(got))
	switch {
	case right:
		v.Outcome = Right
	case got == route.Plan && accepted(route.Chat): // a question that would be carried out as a change
		v.Outcome = Wrong
	default:
		v.Outcome = None
	}
	if c.Expect.Category != "" {
		v.field("category", r.Category == c.Expect.Category, c.Expect.Category, r.Category)
	}
	return v
}

func joined(decisions []route.Decision) string {
	var words []string
	for _, d := range decisions {
		words = append(words, string(d))
	}
	return strings.Join(words, " or ")
}

// judgeProposal compares what would change with what is expected to.
func judgeProposal(ctx context.Context, c Case, s workspace.Store, h heard) (v judgement, err error) {
	got, findings, err := h.effect(ctx, s, c)
	if err != nil {
		return v, err
	}
	answer := h.answer(got, findings)
	switch {
	case c.Expect.Question:
		v.field("question", h.asked, "a question", answer)
	case c.Expect.None:
		right := len(got) == 0 && !h.asked && (c.Expect.Code == "" || slices.Contains(h.codes(), c.Expect.Code))
		v.field("none", right, "nothing "+c.Expect.Code, answer)
	default:
		want, _, err := expected(ctx, c, s)
		if err != nil {
			return v, err
		}
		v.Fields, v.misses = got.against(want)
		if len(v.misses) > 0 && len(got) == 0 {
			v.misses = append(v.misses, event.Miss{Field: "answer", Expected: "a change", Got: answer})
		}
	}
	if len(got) == 0 {
		return v.settle(None), nil
	}
	return v.settle(Wrong), nil
}

// expected returns the effect of the operations that a case expects. They must be
// valid and change something.
func expected(ctx context.Context, c Case, s workspace.Store) (effect, []check.Finding, error) {
	want, findings, err := computeEffect(ctx, s, c.Expect.Operations, c.Clock)
	if err != nil {
		return nil, nil, err
	}
	for i, f := range findings {
		if !f.Valid() {
			p, n := f.Errors[0], strconv.Itoa(i+1)
			invalid := wrong("expect.operations["+strconv.Itoa(i)+"]",
				c.ID+": expected operation "+n+" is not valid: "+p.Message, p.Hint)
			return nil, nil, refuse(c.File, c.Line, invalid)
		}
	}
	if len(want) == 0 {
		empty := wrong("expect.operations", c.ID+": the expected operations change nothing", `expect {"none":true} instead`)
		return nil, nil, refuse(c.File, c.Line, empty)
	}
	return want, findings, nil
}

// judgeChat judges an answer. Its records are the rows; an answer in prose has none,
// and then they are the records whose labels it mentions.
func judgeChat(ctx context.Context, c Case, s workspace.Store, h heard) (v judgement, err error) {
	if c.Expect.None {
		right := h.refusal != nil && (c.Expect.Code == "" || slices.Contains(h.codes(), c.Expect.Code))
		v.field("none", right, "no answer "+c.Expect.Code, h.said())
		return v.settle(Wrong), nil
	}
	shown, err := h.records(ctx, s, c)
	if err != nil {
		return v, err
	}
	if c.Expect.IDs != nil {
		want, got := named(c.Expect.IDs), named(shown)
		v.field("ids", slices.Equal(want, got), strings.Join(want, " "), cmp.Or(strings.Join(got, " "), h.said()))
	}
	if c.Expect.Count >= 0 {
		want := strconv.Itoa(c.Expect.Count)
		right, got := h.counts(want, len(shown))
		v.field("count", right, want, got)
	}
	if len(c.Expect.Contains) > 0 {
		absent := slices.DeleteFunc(slices.Clone(c.Expect.Contains), func(words string) bool {
			return strings.Contains(strings.ToLower(h.said()), strings.ToLower(words))
		})
		v.field("text", len(absent) == 0, strings.Join(absent, ", "), h.said())
	}
	if h.refusal != nil {
		return v.settle(None), nil
	}
	return v.settle(Wrong), nil
}

func named(list []record.Key) (words []string) {
	for _, k := range list {
		words = append(words, k.Kind+":"+strconv.FormatInt(k.ID, 10))
	}
	slices.Sort(words)
	return slices.Compact(words)
}

// heard collects the events of an answer.
type heard struct {
	ops       *event.Ops // of the latest version
	shown     []record.Key
	summary   *event.Summary
	asked     bool
	repairing bool // a repair was tried
	unmended  int  // invalid operations of the first version
	refusal   *problem.Refusal
}

// written returns an error if an operation cannot be written to a stream, as it sets a field twice.
func written(b event.Ops) error {
	for _, e := range b.Operations {
		if text := jsontext.Value(e.Op.AppendJSON(nil)); e.Valid() && !text.IsValid() {
			return fmt.Errorf("eval: not strict JSON: %s", text)
		}
	}
	return nil
}

// Emit implements event.Sink.
func (h *heard) Emit(b event.Body) error {
	switch b := b.(type) {
	case event.Stage:
		h.repairing = h.repairing || b.Stage == event.Repairing
	case event.Clarify:
		h.asked = true
	case event.Ops:
		if h.ops == nil {
			h.unmended = invalid(b)
		}
		h.ops = &b
		return written(b)
	case event.Row:
		h.shown = append(h.shown, record.Key{Kind: b.Record.Kind.Name, ID: b.Record.ID})
	case event.Summary:
		h.summary = &b
	}
	return nil
}

func invalid(o event.Ops) (n int) {
	for _, e := range o.Operations {
		if !e.Valid() {
			n++
		}
	}
	return n
}

// helped reports whether a repair made operations valid.
func (h *heard) helped() bool {
	if !h.repairing || h.ops == nil {
		return false
	}
	stillInvalid := invalid(*h.ops)
	anyValid := len(h.ops.Operations) > stillInvalid
	return anyValid && (h.unmended == 0 || stillInvalid < h.unmended)
}

// effect returns what the valid operations of the proposal would change.
func (h *heard) effect(ctx context.Context, s workspace.Store, c Case) (effect, []check.Finding, error) {
	if h.ops == nil || h.asked {
		return nil, nil, nil
	}
	var findings []check.Finding
	var ops []op.Op
	for _, e := range h.ops.Operations {
		if e.Valid() {
			ops = append(ops, e.Op)
		} else {
			findings = append(findings, e.Finding)
		}
	}
	e, _, err := computeEffect(ctx, s, ops, c.Clock)
	return e, findings, err
}

// answer describes the answer for the report of differences.
func (h *heard) answer(got effect, findings []check.Finding) string {
	switch {
	case h.asked:
		return "a question: " + h.said()
	case len(got) > 0:
		var of []string
		for _, t := range got {
			of = append(of, t.of)
		}
		return "a change of " + strings.Join(of, ", ")
	case len(findings) > 0:
		return "not valid: " + findings[0].Errors[0].Message
	case h.ops != nil:
		return "operations that change nothing"
	}
	return h.said()
}

// said is the text of the answer, or of the refusal.
func (h *heard) said() string {
	var words []string
	if h.summary != nil && h.summary.Text != "" {
		words = append(words, h.summary.Text)
	}
	if h.refusal != nil && !h.asked {
		words = append(words, h.refusal.Problem.Message)
		if h.refusal.Problem.Hint != "" {
			words = append(words, h.refusal.Problem.Hint)
		}
	}
	if len(words) == 0 {
		return "nothing"
	}
	return strings.Join(words, "; ")
}

// codes are those of the refusal and of all errors.
func (h *heard) codes() (codes []string) {
	if h.refusal != nil {
		codes = append(codes, h.refusal.Problem.Code)
	}
	if h.ops == nil {
		return codes
	}
	for _, e := range h.ops.Operations {
		for _, p := range e.Errors {
			codes = append(codes, p.Code)
		}
	}
	return codes
}

// records are the rows of the answer; without rows, the records it names in prose.
func (h *heard) records(ctx context.Context, s workspace.Store, c Case) (found []record.Key, err error) {
	if len(h.shown) > 0 || h.summary == nil || len(c.Expect.IDs) == 0 {
		return h.shown, nil
	}
	said := strings.ToLower(h.summary.Text)
	err = s.View(ctx, func(snapshot workspace.Reader) error {
		found = nil
		all, err := snapshot.Find(filter.Condition{}, c.Clock.Today())
		for _, r := range all {
			if r.Label() != "" && strings.Contains(said, strings.ToLower(r.Label())) {
				found = append(found, record.Key{Kind: r.Kind.Name, ID: r.ID})
			}
		}
		return err
	})
	return found, err
}

// counts reports whether the answer states a number: as its total, by its rows, or in
// its text.
func (h *heard) counts(want string, rows int) (right bool, got string) {
	switch {
	case h.summary != nil && h.summary.Total != nil:
		got = strconv.Itoa(*h.summary.Total)
	case rows > 0:
		got = strconv.Itoa(rows)
	default:
		words := strings.FieldsFunc(h.said(), func(r rune) bool { return r < '0' || r > '9' })
		return h.refusal == nil && slices.Contains(words, want), h.said()
	}
	return got == want, got
}
