package propose

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"assister/internal/brief"
	"assister/internal/calendar"
	"assister/internal/check"
	"assister/internal/event"
	"assister/internal/op"
	"assister/internal/problem"
	"assister/internal/record"
	"assister/internal/route"
	"assister/internal/schema"
)

// Model is an engine that uses a completer. It does not trust the replies. A Model serves
// one request.
type Model struct {
	Completer Completer
	Prompts   Prompts
	Name      string // of the engine in the event stream: "ollama"
	Nonce     string // marks where data begins and ends in a prompt; nobody can guess it
	Thinking  bool   // ask for the model's thinking
	NoSummary bool   // do not ask for a summary, because nobody will see it

	Advised int // how many operations the prompt asks for at most; 0 is AdvisedOperations
	Rounds  int // of calls of tools for operations, at most; 0 is RoundsMax

	// Words drafts requests without the model. The records that it would change are
	// those that the request itself selects. It may be nil.
	Words Drafter

	// OnText gets the text of a summary or an answer while it arrives, as plain text.
	// It may be nil.
	OnText func(text string) error

	// OnThinking gets what the model thought in a call once the call has ended. It is nil
	// if nobody wants to know.
	OnThinking func(call Purpose, thinking string) error

	// OnLeftOut gets what a prompt does not have, because it would not fit in the context of
	// the model. It may be nil.
	OnLeftOut func(call Purpose, left LeftOut) error

	// Exchanges are the prompts so far with their replies.
	Exchanges []Exchange

	modelState
}

// modelState is what a Model remembers during its request.
type modelState struct {
	capabilities *Capabilities // nil until the completer was asked
	snapshot     brief.Snapshot
	aliases      *aliases // of the records of the latest prompt
	scope        *Scope
	clock        calendar.Clock // what relative days in a reply count from
	repaired     bool           // the one repair has been used
	correction   float64        // of estimates of tokens; 0 if no reply has told
}

// Exchange is a prompt and its reply.
type Exchange struct {
	Purpose  Purpose
	Template string // digest of the template, in hex
	Model    string
	Tokens   int
	Reply    string // as the model wrote it
}

// Limits of answers in tokens. Without one, a model could write blanks forever, since
// the grammar of JSON allows them.
const (
	planTokens = 4096
	textTokens = 512
)

func (m *Model) name() string { return m.Name }

func (m *Model) source() op.Source { return op.ByModel }

func (m *Model) loadCapabilities(ctx context.Context) (Capabilities, error) {
	if m.capabilities == nil {
		a, err := m.Completer.Capabilities(ctx)
		if err != nil {
			return a, fmt.Errorf("ask the engine %s what it can do: %w", m.Name, err)
		}
		m.capabilities = &a
	}
	return *m.capabilities, nil
}

// ask has the completer complete a prompt. The thinking of the reply is as people see it,
// and there is none if it is not wanted.
func (m *Model) ask(ctx context.Context, p Prompt, digest string, each func(Chunk) error) (Reply, error) {
	w, err := windowOf(ctx, m)
	if err != nil {
		return Reply{}, err
	}
	p.MaxTokens = w.rest(p)
	reply, err := m.Completer.Complete(ctx, p, each)
	if err != nil {
		return reply, fmt.Errorf("ask the engine %s to %s: %w", m.Name, p.Purpose, err)
	}
	m.correction = max(m.correction, Correction(p, reply))
	m.Exchanges = append(m.Exchanges, Exchange{
		Purpose: p.Purpose, Template: digest, Model: reply.Model, Tokens: reply.Tokens, Reply: reply.Text,
	})
	if reply.Thinking = thinkingIn(reply, m.aliases); !m.Thinking {
		reply.Thinking = ""
	}
	if reply.Thinking != "" && m.OnThinking != nil {
		err = m.OnThinking(p.Purpose, reply.Thinking)
	}
	return reply, err
}

// thinkingIn returns what the model thought, beside or within the text of a reply, for
// people.
func thinkingIn(reply Reply, a *aliases) string {
	_, inText := splitThinking(reply.Text)
	text := strings.Map(func(r rune) rune {
		switch {
		case r == '\n':
			return r
		case r == '\t':
			return ' '
		case invisible(r):
			return -1
		}
		return r
	}, reply.Thinking+"\n"+inText)
	return truncate(a.inProse(strings.TrimSpace(text)), thinkingMax)
}

// draftOperations asks for operations in the way that server and model support: as
// tool calls, or as a JSON object.
func (m *Model) draftOperations(ctx context.Context, r Request, src Source,
	v validator, sink event.Sink) (Draft, error) {
	caps, err := m.loadCapabilities(ctx)
	if err != nil {
		return Draft{}, err
	}
	s, err := m.promptDataFor(ctx, r, src)
	if err != nil {
		return Draft{}, err
	}
	m.scope = &Scope{aliases: m.aliases, selected: func(snapshot check.Reader) (map[record.Key]bool, error) {
		return m.selects(ctx, r, src.brief(snapshot), v, snapshot)
	}}
	v.scope = m.scope
	var parsed parsedReply
	w, err := windowOf(ctx, m)
	if err != nil {
		return Draft{}, err
	}
	tools := schema.ModelTools(m.relevantKinds(r), r.verbs()...)
	if caps.Tools && w.tooNarrow(tools) {
		caps.Tools, s.withoutTools = false, true
	}
	if caps.Tools {
		t := &operationTools{tools: tools, against: v, most: cmp.Or(m.Rounds, RoundsMax)}
		parsed, err = m.askWithTools(ctx, r, s, caps, t)
		var unable *ToolsUnsupportedError
		if errors.As(err, &unable) {
			m.capabilities = nil // they were wrong
			caps, err = m.loadCapabilities(ctx)
			caps.Tools = false
		}
	}
	if err == nil && !caps.Tools {
		parsed, err = m.askForJSON(ctx, r, s, caps, sink)
	}
	if err == nil {
		err = confirmListed(ctx, m, src.View, parsed.listed)
	}
	if err != nil {
		return Draft{}, err
	}
	return m.draftFrom(r, parsed)
}

// promptDataFor collects the data of the prompt.
func (m *Model) promptDataFor(ctx context.Context, r Request, src Source) (promptData, error) {
	s := m.newPromptData(r.Text, src)
	forced := route.Forced(route.Routing{}, r.Selection)
	var shown brief.Snapshot
	if err := src.read(ctx, func(b brief.Brief) (err error) {
		shown, err = b.ForProposal(r.focus())
		return err
	}); err != nil {
		return s, err
	}
	m.snapshot, m.clock, m.aliases = shown, src.Clock, newAliases()
	s.Counts, s.Records = shown.Counts, m.aliases.lines(shown.Records, shown.Why)
	s.Titles = m.aliases.titles(shown.Titles)
	if forced.Where == nil {
		s.mentioned = src.Recent
	}
	s.Left, s.Selected = shown.Omitted, forced.Where != nil
	if most, _ := shown.Checklists(); len(most) > 0 {
		s.Lists.Most = m.aliases.of(record.Key{Kind: most[0].Kind.Name, ID: most[0].ID})
	}
	return s, nil
}

// relevantKinds returns the kinds that a request may need: those that it names, those of
// records that it means for certain, and checklists if it may be about one.
func (m *Model) relevantKinds(r Request) []*schema.Kind {
	var more, certain []string
	if m.mayBeAboutChecklists(r) {
		more = append(more, "checklist", "checklist_item")
	}
	planned := false // something planned is numbered, or has words of the request
	for _, x := range m.snapshot.Records {
		switch m.snapshot.Why[record.Key{Kind: x.Kind.Name, ID: x.ID}] {
		case brief.IsChosen, brief.IsRecent, brief.IsDescribed:
			more = append(more, x.Kind.Name)
		case brief.IsNumbered, brief.IsTitled:
			planned = planned || x.Kind.Planned
			certain = append(certain, x.Kind.Name)
		}
	}
	if !planned {
		more = append(more, certain...)
	}
	kinds := kindsFor(r, more...)
	// What is put on a list may be a task, but it is no event unless something says so.
	timely := planned || len(r.Days) > 0 || slices.Contains(more, "event") || slices.Contains(r.Kinds, "event")
	if r.Lists && !timely {
		kinds = slices.DeleteFunc(kinds, func(k *schema.Kind) bool { return k.Name == "event" })
	}
	return kinds
}

// openingPrompt returns the prompt for operations, with the part about checklists if the
// request may be about one. Its digest is that of both templates.
func (m *Model) openingPrompt(ctx context.Context, s promptData, tools []schema.Tool, l *checklistTools) (
	p Prompt, digest string, err error) {
	return fitted(ctx, m, ForPropose, s, tools, planTokens, func(s promptData) ([]Message, string, error) {
		messages, digest, err := m.Prompts.render(ForPropose, s)
		if err == nil && l != nil {
			var guidance, of string
			guidance, of, err = l.opening(s)
			messages[0].Text += "\n\n" + guidance
			digest += "+" + of
		}
		return messages, digest, err
	})
}

// draftFrom makes a draft of a parsed reply. If there are more operations than one reply
// may have, all are refused, since it is unknown which ones matter most.
func (m *Model) draftFrom(r Request, a parsedReply) (Draft, error) {
	list := distinct(a.list)
	if n := requestedCount(list); n > MaxOperations {
		return Draft{}, tooMany(n)
	}
	d := Draft{Scope: m.scope, Text: a.text, AlreadyDone: a.alreadyDone, Warnings: a.warnings}
	for _, p := range list {
		if len(p.problems) > 0 {
			d.Unparsed = append(d.Unparsed, Unparsed{At: len(d.Ops), Op: p.op, Raw: *p.raw, Problems: p.problems})
			continue
		}
		d.Ops = append(d.Ops, p.op)
	}
	if len(list) == 0 && a.alreadyDone == "" {
		if q := m.aliases.inProse(backQuestion(a.text)); q != "" {
			d.Question, d.Options = q, m.options(r)
		}
	}
	return d, nil
}

// requestedCount returns how many operations a model has requested.
func requestedCount(list []proposal) (n int) {
	for _, p := range list {
		if !p.implied {
			n++
		}
	}
	return n
}

func tooMany(n int) error {
	return problem.Refuse(problem.Rejected, problem.TooManyOperations,
		fmt.Sprintf("the model proposed %d operations, and %d are taken from one answer; nothing was changed",
			n, MaxOperations),
		"ask for less at once, or for one change of everything that has something in common")
}

// options are the shown records that a question may be about.
func (m *Model) options(r Request) []record.Record {
	return route.Candidates(r.Text, r.Keywords, m.snapshot.Records)
}

// backQuestion returns the text if it is a question.
func backQuestion(words string) string {
	words = plainText(words, summaryMax)
	if !strings.HasSuffix(words, "?") || claimsChange(words) {
		return ""
	}
	return words
}
