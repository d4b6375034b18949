package propose

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"assister/internal/brief"
	"assister/internal/check"
	"assister/internal/extract"
	"assister/internal/ijson"
	"assister/internal/language/message"
	"assister/internal/op"
	"assister/internal/planner"
	"assister/internal/problem"
	"assister/internal/record"
	"assister/internal/schema"
)

// Catalog has the tools for plans.
type Catalog interface {
	planner.Tools
	Reading(kinds []*schema.Kind) []planner.Tool // for plans
}

// PlanRunner runs the plans by which questions are looked up.
type PlanRunner struct {
	Tools    Catalog
	Now      func() time.Time
	Wait     func(ctx context.Context, d time.Duration) error
	OnStep   func(planner.StepResult) error // called after every step
	Language *message.Language              // of the answer
}

func (d PlanRunner) run(p planner.Planner) planner.Run {
	return planner.Run{Tools: d.Tools, Planner: p, Now: d.Now, Wait: d.Wait, Limit: stepLimit, Each: d.OnStep}
}

// stepLimit is the timeout of one attempt at a step.
const stepLimit = 10 * time.Second

// ResearchAnswer is an answer with its sources.
type ResearchAnswer struct {
	Answer
	Total     int
	Citations []planner.Citation
	Proposed  FixedDraft // changes that the plan asked for, for approval
	Stopped   planner.Reason
	Replanned planner.Reason
	Steps     int
	OurWords  bool // Text was made from the findings, because they do not support the model's
}

// Research looks up a question by a plan of the model, and answers from the findings.
// It uses the model's words if the findings support all of them and nothing is left
// out; otherwise it makes the answer from the findings.
func (m *Model) Research(ctx context.Context, r Request, src Source, d PlanRunner) (ResearchAnswer, error) {
	var named []record.Record
	if err := src.read(ctx, func(b brief.Brief) (err error) {
		named, err = b.Numbered(r.Text)
		return err
	}); err != nil {
		return ResearchAnswer{}, err
	}
	m.aliases = newAliases()
	for _, x := range named {
		m.aliases.show(baseOf(x))
	}
	if p := r.Project; p.Kind != nil {
		m.aliases.show(baseOf(p))
	}
	memory := planner.NewMemory(r.known())
	plans := &modelPlanner{model: m, request: r, source: src, tools: d.Tools.Reading(kindsFor(r, "project"))}
	out, err := d.run(plans).Answer(ctx, memory)
	if err != nil {
		return ResearchAnswer{}, fmt.Errorf("look the question up: %w", err)
	}
	f := ResearchAnswer{
		Citations: planner.Citations(out.Memory), Proposed: m.aliases.changes(out),
		Stopped: out.Stopped, Replanned: out.Replanned, Steps: len(out.Steps),
	}
	found := findings{taken: out.Steps, before: out.Before, question: r.Text, today: src.Clock.Today(),
		language: d.Language}
	f.Total = found.total()
	if f.Text, f.Thinking, err = m.phraseAnswer(ctx, r, src, found); err != nil {
		return f, err
	}
	if f.Text == "" || claimsChange(f.Text) || !found.supports(f.Text) {
		f.Text, f.OurWords = found.ownWords(), true
	}
	lines := append(found.notFoundBefore(), f.Text, found.remainingSteps(out))
	lines = slices.DeleteFunc(lines, func(line string) bool { return line == "" })
	f.Text = strings.Join(lines, "\n")
	return f, nil
}

// known is what is in memory before the first step: the question, and the project that the
// person works in.
func (r Request) known() ijson.Value {
	object := func(name string, v ijson.Value) ijson.Value {
		return ijson.Value{Kind: ijson.Object, Members: []ijson.Member{{Name: name, Value: v}}}
	}
	known := object("params", object("question", ijson.Value{Kind: ijson.String, Text: r.Text}))
	if p := r.Project; p.Kind != nil {
		id := ijson.Value{Kind: ijson.Number, Text: strconv.FormatInt(p.ID, 10)}
		name := object("name", ijson.Value{Kind: ijson.String, Text: p.Label()})
		known.Members = append(known.Members,
			ijson.Member{Name: "ids", Value: object("projectId", id)},
			ijson.Member{Name: "entities", Value: object("project", name)})
	}
	return known
}

// changes returns the changes that a plan asked for. Their scope is the records that the
// person has named by their ids and those that its tools have found.
func (a *aliases) changes(out planner.Outcome) FixedDraft {
	for _, t := range out.Steps {
		for _, seen := range t.Envelope.Found {
			a.show(seen)
		}
	}
	nothing := func(check.Reader) (map[record.Key]bool, error) { return nil, nil }
	return FixedDraft{Ops: out.Proposed, From: op.ByModel, Scope: &Scope{aliases: a, selected: nothing}}
}

// phraseAnswer asks the model to word the findings. If the model fails, the program words
// them itself.
func (m *Model) phraseAnswer(ctx context.Context, r Request, src Source, found findings) (
	text, thinking string, err error) {
	if len(found.items()) == 0 || found.needsOwnWords() {
		return "", "", nil
	}
	s := m.newPromptData(r.Text, src)
	if s.Language, err = src.language(ctx); err != nil {
		return "", "", err
	}
	s.Plan.Found = found.lines()
	w, err := windowOf(ctx, m)
	if err != nil {
		return "", "", err
	}
	p, digest, err := fitted(ctx, m, ForAnswer, s, nil, planTokens, m.Prompts.of(ForAnswer))
	if err != nil || w.full(p) {
		return "", "", err // without some of the findings, no answer would be complete
	}
	reply, err := m.ask(ctx, p, digest, nil)
	if err != nil {
		if canceled(ctx, err) {
			return "", "", err
		}
		return "", "", nil
	}
	if reply.Cut {
		return "", reply.Thinking, nil // something is missing from it
	}
	return plainLines(reply.Text), reply.Thinking, nil
}

// modelPlanner makes plans by asking a model.
type modelPlanner struct {
	model   *Model
	request Request
	source  Source
	tools   []planner.Tool
}

// Plan asks for the first plan or a second one. If the second plan fails or cannot be
// read, there is none, since the findings so far are an answer.
func (s *modelPlanner) Plan(ctx context.Context, after *planner.Setback) (planner.Plan, error) {
	data := s.model.newPromptData(s.request.Text, s.source)
	data.Plan.Steps = planner.MaxSteps
	if p := s.request.Project; p.Kind != nil {
		data.Plan.Project = sanitize(p.Label(), titleMax)
	}
	for _, t := range s.tools {
		data.Plan.Tools = append(data.Plan.Tools, toolLine(t))
	}
	if after != nil {
		data.Plan.Steps = after.Steps
		data.Plan.Reason = setbackReason(after)
		known := ijson.AppendValue(nil, s.model.aliases.inMemory(after.Memory))
		data.Plan.Memory = sanitize(string(known), memoryMax)
	}
	caps, err := s.model.loadCapabilities(ctx)
	if err != nil {
		return planner.Plan{}, err
	}
	p, digest, err := fitted(ctx, s.model, ForPlan, data, nil, planTokens, s.model.Prompts.of(ForPlan))
	if err != nil {
		return planner.Plan{}, err
	}
	if p.JSON = !caps.Schema; caps.Schema {
		p.Schema = ijson.AppendValue(nil, planner.Schema(s.tools))
	}
	reply, err := s.model.ask(ctx, p, digest, nil)
	switch {
	case err != nil && after != nil && !canceled(ctx, err):
		return planner.Plan{}, nil
	case err != nil:
		return planner.Plan{}, err
	}
	v, _, fault := extract.Value(reply.Text)
	var plan planner.Plan
	if fault == nil {
		plan, fault = planner.Read(v)
	}
	if fault != nil && after == nil {
		return plan, problem.Refuse(problem.Unavailable, fault.Code,
			"the model's plan cannot be used; nothing was changed", "ask again, in other words")
	}
	if fault != nil {
		return planner.Plan{}, nil
	}
	return s.model.aliases.inPlan(plan), nil
}

// inPlan returns a plan of the model with ids in place of aliases. A step that names
// something else in the place of an id is refused.
func (a *aliases) inPlan(plan planner.Plan) planner.Plan {
	for i := range plan.Steps {
		s := &plan.Steps[i]
		s.Args = mapIDs(s.Args, nil, func(_ []string, v ijson.Value) []ijson.Value {
			key, p := a.Key(v)
			switch {
			case p == nil:
				v = ijson.Value{Kind: ijson.Number, Text: formatID(key.ID)}
			case p.Code == problem.IDNotInContext:
				s.Refused = p
			}
			return []ijson.Value{v} // the tool refuses text that is not an id
		})
	}
	return plan
}

// inMemory returns the memory of a plan for the model: aliases of the ids by name, and the
// rest without ids.
func (a *aliases) inMemory(known ijson.Value) ijson.Value {
	memory := shown(known)
	if ids, found := known.Get("ids"); found {
		var members []ijson.Member
		for _, m := range ids.Members {
			v := ijson.Value{Kind: ijson.String, Text: "found"}
			id, whole := m.Value.Int()
			if of := referredKind(m.Name); whole && of != "" {
				v.Text = a.of(record.Key{Kind: of, ID: id})
			}
			members = append(members, ijson.Member{Name: m.Name, Value: v})
		}
		for i := range memory.Members {
			if memory.Members[i].Name == "ids" {
				memory.Members[i].Value = ijson.Value{Kind: ijson.Object, Members: members}
			}
		}
	}
	return memory
}

// memoryMax is how many characters of earlier results a planner is shown.
const memoryMax = 4000

// toolLine is a tool as a prompt has it: its arguments, its purpose, and where
// its answer goes.
func toolLine(t planner.Tool) string {
	var takes, gives []string
	for _, p := range t.Params() {
		word := p.Name
		if p.Required {
			word += "!"
		}
		takes = append(takes, word)
	}
	for _, a := range t.Outputs() {
		gives = append(gives, a.To)
	}
	line := t.Name() + "(" + strings.Join(takes, ", ") + "): " + t.Help()
	if t.Mutates() {
		line += " (changes)"
	}
	if len(gives) > 0 {
		line += " → " + strings.Join(gives, ", ")
	}
	return line
}

func setbackReason(after *planner.Setback) string {
	tool := after.Step.Tool
	if e := after.Step.Envelope.Error; e != nil {
		return sanitize(tool+": "+e.Problem.Message, notesMax)
	}
	if after.Reason == planner.EmptyAnswer {
		return tool + " found nothing"
	}
	return tool + " did not bring what was expected"
}

// lines shows the results to a model, one compact object for each step.
func (f findings) lines() (lines []string) {
	for _, t := range f.taken {
		if t.Proposed {
			continue
		}
		if t.Envelope.Error != nil {
			lines = append(lines, sanitize(t.Tool+": "+t.Envelope.Error.Problem.Message, notesMax))
			continue
		}
		data := string(ijson.AppendValue(nil, shown(t.Envelope.Data)))
		lines = append(lines, sanitize(t.Tool+", "+strconv.Itoa(t.Envelope.Total)+" in total: "+data, linesMax))
	}
	return lines
}

// linesMax is how many characters of one result a model sees.
const linesMax = 12_000
