package propose

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"assister/internal/brief"
	"assister/internal/diag"
	"assister/internal/event"
	"assister/internal/extract"
	"assister/internal/ijson"
	"assister/internal/op"
	"assister/internal/record"
	"assister/internal/route"
	"assister/internal/schema"
)

// Model is an engine made of a completer: it asks, reads what comes back, and
// never believes it. One serves one request.
type Model struct {
	Completer Completer
	Prompts   Prompts
	Name      string // of the engine, as the stream gives it: "ollama"
	Nonce     string // marks where data begins and ends in a prompt; nobody can guess it
	Thinking  bool   // what the model thought is wanted
	Terse     bool   // nobody will see a summary, so that none is asked for

	// Grow is given the text of a summary or an answer while it comes, as plain
	// text; nil when nobody watches.
	Grow func(text string) error

	// Uses are the prompts that were asked so far.
	Uses []Use

	able   *Abilities
	shown  brief.Snapshot
	mended bool // the one repair has been used
}

// Use is one prompt that was asked and what came back.
type Use struct {
	Purpose Purpose
	Prompt  string // digest of the template, in hex
	Model   string
	Tokens  int
	Reply   string // as it came
}

// roundsMost is how often a model with tools is asked for one request (facts
// 1.10).
const roundsMost = 5

// answerMax bounds answers in tokens, since a grammar allows blanks without end.
const (
	planTokens = 4096
	talkTokens = 512
)

// Draft asks for operations, without saying what is found about them; Run does.
func (m *Model) Draft(ctx context.Context, r Request, b brief.Brief) (Draft, error) {
	return m.converse(ctx, r, b, room{clock: b.Clock}, nil)
}

func (m *Model) by() string { return m.Name }

func (m *Model) abilities(ctx context.Context) (Abilities, error) {
	if m.able == nil {
		a, err := m.Completer.Able(ctx)
		if err != nil {
			return a, fmt.Errorf("ask the engine %s what it can do: %w", m.Name, err)
		}
		m.able = &a
	}
	return *m.able, nil
}

func (m *Model) ask(ctx context.Context, p Prompt, digest string, each func(Piece) error) (Reply, error) {
	reply, err := m.Completer.Complete(ctx, p, each)
	if err != nil {
		return reply, fmt.Errorf("ask the engine %s to %s: %w", m.Name, p.Purpose, err)
	}
	m.Uses = append(m.Uses, Use{Purpose: p.Purpose, Prompt: digest, Model: reply.Model, Tokens: reply.Tokens, Reply: reply.Text})
	return reply, nil
}

// converse asks for operations in the way that server and model are able to:
// by calls of tools, or as a JSON object.
func (m *Model) converse(ctx context.Context, r Request, b brief.Brief, where room, sink event.Sink) (Draft, error) {
	able, err := m.abilities(ctx)
	if err != nil {
		return Draft{}, err
	}
	s, err := m.look(r, b)
	if err != nil {
		return Draft{}, err
	}
	where.shown = m.shown.Has
	if able.Tools {
		return m.rounds(ctx, r, s, where)
	}
	return m.once(ctx, r, s, able, sink)
}

// look gathers what the model is shown.
func (m *Model) look(r Request, b brief.Brief) (sheet, error) {
	s := m.newSheet(r.Text, b)
	forced := route.Forced(route.Routing{}, r.Selection)
	shown, err := b.ForProposal(r.Text, forced.Where, r.Selection.Records)
	if err != nil {
		return s, err
	}
	m.shown = shown
	s.Counts, s.Records, s.Left, s.Selected = shown.Counts, lines(shown.Records), shown.Left, forced.Where != nil
	return s, nil
}

// once asks for operations as one JSON object. An answer that cannot be read is
// asked for again, which is then the one repair of the request.
func (m *Model) once(ctx context.Context, r Request, s sheet, able Abilities, sink event.Sink) (Draft, error) {
	s.Operations = grammar(kindsFor(r.Text))
	for _, t := range schema.BulkTools() {
		s.Bulk = append(s.Bulk, t.Name)
	}
	messages, digest, err := m.Prompts.render(ForPropose, s)
	if err != nil {
		return Draft{}, err
	}
	p := answering(able, Prompt{Purpose: ForPropose, Messages: messages, MaxTokens: planTokens})
	reply, err := m.ask(ctx, p, digest, nil)
	if err != nil {
		return Draft{}, err
	}
	answer, problem := read(reply)
	if problem != nil && problem.Code == diag.TooManyOperations {
		return Draft{}, &diag.Refusal{Class: diag.Rejected, Problem: *problem}
	}
	if problem != nil && question(answer.words) == "" {
		m.mended = true
		if sink != nil {
			if err := sink.Emit(event.Stage{Stage: event.Repairing}); err != nil {
				return Draft{}, err
			}
		}
		p.Messages = append(slices.Clip(p.Messages), Message{Role: "assistant", Text: reply.Text},
			Message{Role: "user", Text: "Your answer could not be read: " + problem.Message + ". Answer again with one JSON object: {\"operations\":[…]}"})
		if reply, err = m.ask(ctx, p, digest, nil); err != nil {
			return Draft{}, err
		}
		first := answer.words
		if answer, problem = read(reply); answer.words == "" {
			answer.words = first
		}
		if problem != nil && question(answer.words) == "" && problem.Code != extract.NoJSON && problem.Code != extract.NoOperations {
			return Draft{}, diag.Refuse(diag.Unavailable, problem.Code, "the model's answer cannot be used: "+problem.Message+"; nothing was changed", "ask again, in other words or for less at once")
		}
	}
	return m.draft(r, answer)
}

// answering adds the way in which the answer is to come.
func answering(able Abilities, p Prompt) Prompt {
	if able.Schema {
		p.Schema = schema.ProposalJSONSchema(OperationsMost)
	} else {
		p.JSON = true
	}
	return p
}

// draft makes a draft of what was read. More operations than are taken from one
// answer are refused as a whole: which of them were meant most, nobody knows.
func (m *Model) draft(r Request, a answer) (Draft, error) {
	list := distinct(a.list)
	if len(list) > OperationsMost {
		return Draft{}, tooMany(len(list))
	}
	d := Draft{Shown: m.shown.Has, Said: a.words, Warnings: a.warnings}
	for _, p := range list {
		if len(p.problems) > 0 {
			d.Unread = append(d.Unread, Unread{At: len(d.Ops), Op: p.op, Raw: *p.raw, Problems: p.problems})
			continue
		}
		d.Ops = append(d.Ops, p.op)
	}
	if len(list) == 0 {
		if q := question(a.words); q != "" {
			d.Question, d.Options = q, m.options(r)
		}
	}
	return d, nil
}

func tooMany(n int) error {
	return diag.Refuse(diag.Rejected, diag.TooManyOperations, fmt.Sprintf("the model proposed %d operations, and %d are taken from one answer; nothing was changed", n, OperationsMost),
		"ask for less at once, or for one change of everything that has something in common")
}

// options are the shown records that a question may be about.
func (m *Model) options(r Request) []record.Record {
	return route.Candidates(r.Text, m.shown.Records, route.Options)
}

// question is the words, when they ask something back.
func question(words string) string {
	words = plainText(words, summaryMax)
	if !strings.HasSuffix(words, "?") || claims(words) {
		return ""
	}
	return words
}

// rounds asks for operations by calls of tools. What each call came to is said
// back, so that the model can mend it; a round that adds nothing is the last.
func (m *Model) rounds(ctx context.Context, r Request, s sheet, where room) (Draft, error) {
	tools := offered(r.Text)
	for _, t := range tools {
		s.Tools = append(s.Tools, t.Name)
		if strings.HasPrefix(t.Name, "bulk_") {
			s.Bulk = append(s.Bulk, t.Name)
		}
	}
	messages, digest, err := m.Prompts.render(ForPropose, s)
	if err != nil {
		return Draft{}, err
	}
	var said answer
	for round := range roundsMost {
		reply, err := m.ask(ctx, Prompt{Purpose: ForPropose, Messages: messages, Tools: tools, MaxTokens: planTokens}, digest, nil)
		if err != nil {
			return Draft{}, err
		}
		if len(reply.Calls) == 0 {
			written, _ := read(reply)
			if said.words = written.words; round == 0 {
				// It wrote the operations down instead of calling for them.
				said.list, said.warnings = written.list, written.warnings
			}
			break
		}
		answers, added, err := m.hear(reply.Calls, &said, where)
		if err != nil {
			return Draft{}, err
		}
		if len(said.list) > OperationsMost {
			return Draft{}, tooMany(len(said.list))
		}
		if !added {
			break
		}
		messages = append(slices.Clip(messages), Message{Role: "assistant", Text: reply.Text, Calls: reply.Calls})
		messages = append(messages, answers...)
	}
	return m.draft(r, said)
}

// offered are the tools that a request may need.
func offered(text string) (tools []Tool) {
	kinds := kindsFor(text)
	for _, t := range schema.Tools() {
		if slices.Contains(kinds, t.Kind) {
			tools = append(tools, Tool{Name: t.Kind.ToolName(t.Operation.Verb), Help: t.Operation.Help, Schema: t.Schema})
		}
	}
	for _, t := range schema.BulkTools() {
		tools = append(tools, Tool{Name: t.Name, Help: t.Operation.Help, Schema: t.Schema})
	}
	return tools
}

// hear adds the calls of one round to what was said and answers each. It
// reports whether one of them was new. A call that puts a refused one right
// takes its place.
func (m *Model) hear(calls []Call, said *answer, where room) (answers []Message, added bool, err error) {
	for _, c := range calls {
		p := called(c)
		known := slices.ContainsFunc(said.list, func(x proposal) bool { return x.text() == p.text() })
		if known {
			answers = append(answers, result(c, "repeated", nil))
			continue
		}
		added = true
		said.list = append(said.list, p)
		problems, err := where.last(said.list)
		if err != nil {
			return nil, false, err
		}
		if len(problems) > 0 {
			answers = append(answers, result(c, "refused", problems))
			continue
		}
		if said.list, err = where.without(said.list, p); err != nil {
			return nil, false, err
		}
		answers = append(answers, result(c, "accepted", nil))
	}
	return answers, added, nil
}

// last is what is wrong with the last of the proposals, beside the others.
func (r room) last(list []proposal) ([]diag.Problem, error) {
	p := list[len(list)-1]
	if len(p.problems) > 0 || r.snapshot == nil {
		return p.problems, nil
	}
	entries, _, _, err := r.find(list)
	if err != nil {
		return nil, fmt.Errorf("try the operation: %w", err)
	}
	return entries[len(entries)-1].Errors, nil
}

// without leaves out the refused proposals that the last one, which is right,
// puts right: of the same operation, on the same record or, of creates, under
// the same name.
func (r room) without(list []proposal, right proposal) ([]proposal, error) {
	if r.snapshot == nil {
		return list, nil
	}
	entries, _, _, err := r.find(list)
	if err != nil {
		return nil, fmt.Errorf("try the operations: %w", err)
	}
	var kept []proposal
	for i, p := range list {
		if entries[i].Valid() || !alike(p.op, right.op) {
			kept = append(kept, p)
		}
	}
	return kept, nil
}

// alike reports whether two operations do the same thing to the same record.
func alike(a, b op.Op) bool {
	if a.Kind != b.Kind || a.Verb != b.Verb {
		return false
	}
	if a.Verb != schema.Create {
		return a.ID == b.ID && !a.Verb.Bulk()
	}
	label := schema.Lookup(a.Kind).Label
	x, given := a.Arg(label)
	y, _ := b.Arg(label)
	return !given || strings.EqualFold(x.Value.Text(), y.Value.Text())
}

// called reads a call. Calls are operations in another spelling; only those of
// the tools that were offered mean anything.
func called(c Call) proposal {
	v := ijson.Value{Kind: ijson.Object, Members: []ijson.Member{
		{Name: "name", Value: ijson.Value{Kind: ijson.String, Text: c.Name}},
		{Name: "arguments", Value: arguments(c.Arguments)},
	}}
	return decode(v)
}

// result says to a model what became of its call.
func result(c Call, outcome string, problems []diag.Problem) Message {
	b := ijson.AppendString([]byte(`{"result":`), outcome)
	if len(problems) > 0 {
		b = append(b, `,"problems":[`...)
		for i, p := range problems {
			if i > 0 {
				b = append(b, ',')
			}
			b = ijson.AppendString(append(b, `{"code":`...), p.Code)
			b = ijson.AppendString(append(b, `,"message":`...), clean(p.Message, notesMax))
			b = ijson.AppendString(append(b, `,"hint":`...), clean(p.Hint, notesMax))
			b = append(b, '}')
		}
		b = append(b, ']')
	}
	return Message{Role: "tool", For: c.ID, Text: string(append(b, '}'))}
}
