package propose

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"assister/internal/brief"
	"assister/internal/event"
	"assister/internal/problem"
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
	NoSummary bool   // nobody will see a summary, so that none is asked for

	// OnText is given the text of a summary or an answer while it comes, as plain
	// text; nil when nobody watches.
	OnText func(text string) error

	// Exchanges are the prompts that were asked so far.
	Exchanges []Exchange

	able   *Capabilities
	shown  brief.Snapshot
	mended bool // the one repair has been used
}

// Exchange is one prompt that was asked and what came back.
type Exchange struct {
	Purpose  Purpose
	Template string // digest of the template, in hex
	Model    string
	Tokens   int
	Reply    string // as it came
}

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

func (m *Model) abilities(ctx context.Context) (Capabilities, error) {
	if m.able == nil {
		a, err := m.Completer.Capabilities(ctx)
		if err != nil {
			return a, fmt.Errorf("ask the engine %s what it can do: %w", m.Name, err)
		}
		m.able = &a
	}
	return *m.able, nil
}

func (m *Model) ask(ctx context.Context, p Prompt, digest string, each func(Chunk) error) (Reply, error) {
	reply, err := m.Completer.Complete(ctx, p, each)
	if err != nil {
		return reply, fmt.Errorf("ask the engine %s to %s: %w", m.Name, p.Purpose, err)
	}
	m.Exchanges = append(m.Exchanges, Exchange{Purpose: p.Purpose, Template: digest, Model: reply.Model, Tokens: reply.Tokens, Reply: reply.Text})
	return reply, nil
}

// converse asks for operations in the way that server and model are able to:
// by calls of tools, or as a JSON object.
func (m *Model) converse(ctx context.Context, r Request, b brief.Brief, against room, sink event.Sink) (Draft, error) {
	able, err := m.abilities(ctx)
	if err != nil {
		return Draft{}, err
	}
	s, err := m.look(r, b)
	if err != nil {
		return Draft{}, err
	}
	against.shown = m.shown.Has
	var said answer
	if able.Tools {
		said, err = m.byCalls(ctx, r, s, able, against)
		var unable *ToolsUnsupportedError
		if errors.As(err, &unable) {
			m.able = nil // it has learnt better
			able, err = m.abilities(ctx)
			able.Tools = false
		}
	}
	if err == nil && !able.Tools {
		said, err = m.byWriting(ctx, r, s, able, sink)
	}
	if err != nil {
		return Draft{}, err
	}
	return m.draft(r, said)
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
	for _, key := range b.Recent {
		if shown.Has(key) && forced.Where == nil {
			s.Recent = append(s.Recent, key.Kind+" "+itoa(key.ID))
		}
	}
	s.Counts, s.Records, s.Left, s.Selected = shown.Counts, lines(shown.Records), shown.Omitted, forced.Where != nil
	if most, _ := shown.Checklists(); len(most) > 0 {
		s.Lists.Most = "#" + itoa(most[0].ID)
	}
	return s, nil
}

// kinds are those that a request may need: those that it names, and checklists
// where it may be about one.
func (m *Model) kinds(text string) []*schema.Kind {
	kinds := kindsFor(text)
	for _, name := range []string{"checklist", "checklist_item"} {
		if k := schema.Lookup(name); m.aboutLists(text) && !slices.Contains(kinds, k) {
			kinds = append(kinds, k)
		}
	}
	return kinds
}

// opening is the prompt that asks for operations, with the guidance for
// checklists where the request may be about one. Its digest is that of both
// templates.
func (m *Model) opening(s sheet, l *lists) (p Prompt, digest string, err error) {
	messages, digest, err := m.Prompts.render(ForPropose, s)
	if err == nil && l != nil {
		var guidance, of string
		guidance, of, err = l.guidance(s)
		messages[0].Text += "\n\n" + guidance
		digest += "+" + of
	}
	return Prompt{Purpose: ForPropose, Messages: messages, MaxTokens: planTokens}, digest, err
}

// draft makes a draft of what was read. More operations than are taken from one
// answer are refused as a whole: which of them were meant most, nobody knows.
func (m *Model) draft(r Request, a answer) (Draft, error) {
	list := distinct(a.list)
	if n := asked(list); n > MaxOperations {
		return Draft{}, tooMany(n)
	}
	d := Draft{Shown: m.shown.Has, Text: a.words, AlreadyDone: a.settled, Warnings: a.warnings}
	for _, p := range list {
		if len(p.problems) > 0 {
			d.Unparsed = append(d.Unparsed, Unparsed{At: len(d.Ops), Op: p.op, Raw: *p.raw, Problems: p.problems})
			continue
		}
		d.Ops = append(d.Ops, p.op)
	}
	if len(list) == 0 && a.settled == "" {
		if q := question(a.words); q != "" {
			d.Question, d.Options = q, m.options(r)
		}
	}
	return d, nil
}

// asked is how many operations a model has asked for.
func asked(list []proposal) (n int) {
	for _, p := range list {
		if !p.implied {
			n++
		}
	}
	return n
}

func tooMany(n int) error {
	return problem.Refuse(problem.Rejected, problem.TooManyOperations, fmt.Sprintf("the model proposed %d operations, and %d are taken from one answer; nothing was changed", n, MaxOperations),
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
