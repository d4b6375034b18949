package propose

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"assister/internal/check"
	"assister/internal/checklist"
	"assister/internal/fulltext"
	"assister/internal/ijson"
	"assister/internal/op"
	"assister/internal/problem"
	"assister/internal/schema"
)

// checklistTools is the toolset for checklists. Package checklist interprets the calls
// and decides whether to ask the model again; this type turns the results into proposals
// and renders the prompts. Operations on items that a model writes as JSON follow the
// same rules.
type checklistTools struct {
	*checklist.Rounds
	table    *operationTools
	prompts  Prompts
	sheet    promptData // data of the first prompt
	several  bool       // the prompt shows several checklists
	notation op.Notation

	refused  []proposal // by their numbers in Rounds
	existing []string   // requested items that the checklist already has
	used     bool       // the model has called a tool for checklists
}

// mayBeAboutChecklists reports whether a request mentions checklists, or has the words of
// one.
func (m *Model) mayBeAboutChecklists(r Request) bool {
	found, items := m.snapshot.Checklists()
	kinds := r.entities().Kinds
	named := slices.Contains(kinds, "checklist") || slices.Contains(kinds, "checklist_item")
	return named || r.Lists || len(found)+len(items) > 0
}

// checklistTools returns the toolset for a request that may be about checklists, nil for
// any other.
func (m *Model) checklistTools(r Request, caps Capabilities, t *operationTools) *checklistTools {
	if !m.mayBeAboutChecklists(r) {
		return nil
	}
	known := checklist.First(m.snapshot.Checklists())
	known.Aliases = m.aliases
	l := &checklistTools{Rounds: checklist.Begin("", "", known), table: t, prompts: m.Prompts, notation: m.notation()}
	if caps.Tools {
		provider, _, _ := strings.Cut(caps.Server, " ")
		l.Rounds = checklist.Begin(provider, caps.Model, known)
	}
	found, _ := m.snapshot.Checklists()
	l.several = len(found) > 1
	return l
}

func (l *checklistTools) definitions() []schema.Tool { return l.Tools }

// opening renders the part about checklists of the first prompt.
func (l *checklistTools) opening(s promptData) (text, digest string, err error) {
	l.sheet = s
	messages, digest, err := l.prompts.render(ForChecklist, s)
	if err != nil {
		return "", "", err
	}
	return messages[0].Text, digest, nil
}

// replace removes the general tools that these replace. These add to one checklist, so if
// there are several, a tool that names the checklist stays.
func (l *checklistTools) replace(of []schema.Tool) []schema.Tool {
	item := schema.Lookup("checklist_item")
	return slices.DeleteFunc(of, func(t schema.Tool) bool {
		return t.Name == item.ToolName(schema.SuggestCompletion) || t.Name == item.ToolName(schema.Create) && !l.several
	})
}

// handles reports whether a call is for these tools: their own names, other ways to make
// lists and items, and unknown names, which get a helpful reply.
func (l *checklistTools) handles(c Call) bool {
	switch c.Name {
	case checklist.Add, checklist.AddSeveral, checklist.Suggest:
		return true
	}
	p := proposalFromCall(c, l.notation)
	return p.op.Verb == "" || len(p.problems) == 0 && p.op.Verb == schema.Create && isChecklistOp(p.op)
}

func isChecklistOp(o op.Op) bool {
	return o.Kind == "checklist" || o.Kind == "checklist_item" || slices.Contains(o.Where.Kinds, "checklist_item")
}

func (l *checklistTools) handle(ctx context.Context, c Call, parsed *parsedReply) (Message, error) {
	l.used = true
	p := proposalFromCall(c, l.notation)
	var a checklist.Result
	switch p.op.Kind {
	case "checklist":
		return l.create(ctx, c, p, parsed)
	case "checklist_item":
		a = l.Write(p.op)
	default:
		a = l.Call(c.Name, c.Arguments)
	}
	l.record(a, p, parsed)
	return Message{Role: "tool", CallID: c.ID, Text: a.Response}, nil
}

// create makes a checklist, to which the following items are added.
func (l *checklistTools) create(ctx context.Context, c Call, p proposal, parsed *parsedReply) (Message, error) {
	n := 1
	for _, x := range parsed.list {
		switch {
		case x.op.Kind != p.op.Kind || x.op.Verb != schema.Create:
		case sameEffect(x.op, p.op):
			return l.table.against.scope.aliases.toolResult(c, "repeated", nil), nil
		default:
			n++
		}
	}
	if p.op.As == "" {
		p.op.As = checklist.NewName
		if n > 1 {
			p.op.As += "_" + strconv.Itoa(n)
		}
	}
	l.Known = checklist.Existing{As: p.op.As}
	return l.table.add(ctx, c, p, parsed)
}

// record turns the result of a call into proposals, or keeps the call as refused.
func (l *checklistTools) record(a checklist.Result, p proposal, parsed *parsedReply) {
	for _, o := range a.Ops {
		parsed.list = append(parsed.list, proposalOf(o))
	}
	if len(a.Problems) > 0 {
		l.refused = append(l.refused, proposal{op: p.op, raw: p.raw, problems: a.Problems})
	}
	l.existing = append(l.existing, a.There...)
}

// proposalOf returns the operation of a call as if the model had written it, without the
// checklist that its first item creates.
func proposalOf(o op.Op) proposal {
	v, p := ijson.Parse(o.AppendJSON(nil))
	if p != nil {
		panic("propose: an operation writes itself as JSON")
	}
	return proposal{op: o, raw: &v, implied: o.Kind == "checklist"}
}

// filterItems drops operations for items that are invalid or already on the checklist.
func (l *checklistTools) filterItems(list []proposal) (kept []proposal) {
	for _, p := range list {
		if len(p.problems) > 0 && !isItemList(p.problems) || !isChecklistOp(p.op) {
			kept = append(kept, p)
			continue
		}
		l.used = true
		a := l.Write(p.op)
		var one parsedReply
		if l.record(a, p, &one); len(one.list) > 0 {
			kept = append(kept, p)
		}
	}
	return kept
}

// endRound renders the prompt of the next round, with refused calls or progress. There is
// none if the request is about something else.
func (l *checklistTools) endRound(parsed *parsedReply) (prompt string, more bool, err error) {
	if !l.used && (len(parsed.list) > 0 || backQuestion(parsed.text) != "") {
		return "", false, nil
	}
	t, more := l.Next()
	if !more {
		return "", false, nil
	}
	s := l.sheet
	for _, f := range t.Failed {
		s.Lists.Failed = append(s.Lists.Failed, describeFailure(f))
	}
	for _, title := range t.Created {
		s.Lists.Created = append(s.Lists.Created, quote(title))
	}
	messages, _, err := l.prompts.render(ForChecklist, s)
	if err != nil {
		return "", false, err
	}
	return messages[1].Text, true, nil
}

// describeFailure describes a refused call.
func describeFailure(f checklist.FailedCall) string {
	var words []string
	for _, p := range f.Problems {
		words = append(words, sanitize(p.Message, notesMax))
	}
	text := strings.Join(words, "; ")
	if f.Attempted != "" {
		text += " (in " + quote(f.Attempted) + ")"
	}
	return text
}

// quote encodes a text of the model as data for a prompt.
func quote(text string) string { return string(ijson.AppendString(nil, sanitize(text, titleMax))) }

// finish reports calls that were refused and never corrected, and items that existed
// already. It does nothing for a request that is not about checklists.
func (l *checklistTools) finish(parsed *parsedReply) {
	if l == nil {
		return
	}
	for _, n := range l.Open() {
		p := l.refused[n]
		p.problems = withoutTools(p.problems)
		parsed.list = append(parsed.list, p)
	}
	if len(l.existing) == 0 {
		return
	}
	parsed.listed = l.existing
	words := "already on the checklist: " + sanitize(strings.Join(l.existing, ", "), notesMax)
	parsed.warnings = append(parsed.warnings, problem.Problem{Code: problem.AlreadyListed, Message: words})
	if len(parsed.list) == 0 {
		parsed.alreadyDone = "A" + words[1:] + "."
	}
}

// confirmListed refuses to say that items are on a checklist already if one of them has
// changed since the model saw it.
func confirmListed(ctx context.Context, m *Model, view View, listed []string) error {
	if len(listed) == 0 {
		return nil
	}
	var seen []op.Base
	_, items := m.snapshot.Checklists()
	for _, r := range items {
		label := fulltext.Fold(strings.TrimSpace(r.Label()))
		if slices.ContainsFunc(listed, func(title string) bool { return fulltext.Fold(title) == label }) {
			seen = append(seen, baseOf(r))
		}
	}
	var stale []problem.Problem
	err := view(ctx, func(snapshot check.Reader) (err error) {
		stale, err = check.Stale(snapshot, seen, m.clock)
		return err
	})
	if err == nil && len(stale) > 0 {
		err = problem.Refuse(problem.Conflict, problem.Stale, stale[0].Message+"; nothing was changed", "ask again")
	}
	return err
}

// withoutTools words the problems of a refused call for people, who know neither the tools
// for checklists nor their arguments.
func withoutTools(problems []problem.Problem) []problem.Problem {
	worded := slices.Clone(problems)
	for i := range worded {
		p := &worded[i]
		p.Field = ""
		switch p.Code {
		case checklist.MultipleItems, checklist.TooManyItems, checklist.ItemTooLong, problem.IDNotInContext:
		case problem.MissingOrInvalidID:
			p.Message, p.Hint = "the model did not say which item is done", ""
		default:
			p.Message, p.Hint = "the model did not write an item that can be added", ""
		}
	}
	return worded
}

// askAgainForItems asks a model again that wrote invalid items. Only new items of its
// answer count.
func (m *Model) askAgainForItems(ctx context.Context, l *checklistTools, p Prompt, digest string,
	parsed *parsedReply, reply Reply) error {
	parsed.list = l.filterItems(parsed.list)
	for {
		prompt, goesOn, err := l.endRound(parsed)
		if err != nil || !goesOn {
			return err
		}
		p = p.with(reply, prompt)
		if reply, err = m.ask(ctx, p, digest, nil); err != nil {
			if canceled(ctx, err) {
				return err
			}
			return nil // the refused items stay refused
		}
		more, _ := parseReply(reply, l.notation)
		items := slices.DeleteFunc(more.list, func(p proposal) bool {
			return p.op.Kind != "checklist_item" || p.op.Verb != schema.Create
		})
		parsed.list = append(parsed.list, l.filterItems(items)...)
		parsed.warnings = append(parsed.warnings, more.warnings...)
	}
}
