package propose

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"assister/internal/brief"
	"assister/internal/calendar"
	"assister/internal/checklist"
	"assister/internal/ijson"
	"assister/internal/op"
	"assister/internal/problem"
	"assister/internal/schema"
)

// checklistTools is the kit for checklists. What comes of a call is the room checklist's
// to say, and so is whether the model is asked again; this makes proposals of it
// and has the prompts say it. Operations on items that a model writes down as
// JSON are held to the same.
type checklistTools struct {
	*checklist.Rounds
	table   *operationTools
	prompts Prompts
	sheet   promptData // of the prompt that begins the conversation
	clock   calendar.Clock
	several bool // checklists are shown

	refused  []proposal // by the numbers that Rounds knows them by
	existing []string   // what was asked for and is on the checklist already
	used     bool       // the model has said something about checklists
}

// mayBeAboutChecklists reports whether a request may be about checklists: it says so, or
// its words have found one.
func (m *Model) mayBeAboutChecklists(text string) bool {
	found, items := m.snapshot.Checklists()
	return brief.MentionsChecklists(text) || len(found)+len(items) > 0
}

// checklistTools is the kit for a request that may be about checklists; nil for another.
func (m *Model) checklistTools(text string, caps Capabilities, t *operationTools) *checklistTools {
	if !m.mayBeAboutChecklists(text) {
		return nil
	}
	known := checklist.First(m.snapshot.Checklists())
	l := &checklistTools{Rounds: checklist.Begin("", "", known), table: t, prompts: m.Prompts, clock: m.clock}
	if caps.Tools {
		provider, _, _ := strings.Cut(caps.Server, " ")
		l.Rounds = checklist.Begin(provider, caps.Model, known)
	}
	found, _ := m.snapshot.Checklists()
	l.several = len(found) > 1
	return l
}

func (l *checklistTools) definitions() []schema.Tool { return l.Tools }

// opening is what the prompt that begins the conversation says of checklists.
func (l *checklistTools) opening(s promptData) (text, digest string, err error) {
	l.sheet = s
	messages, digest, err := l.prompts.render(ForChecklist, s)
	if err != nil {
		return "", "", err
	}
	return messages[0].Text, digest, nil
}

// replace are the tools of the table without those that do what these do. These
// add to one checklist, so that where there are several, a tool that names the
// checklist stays.
func (l *checklistTools) replace(of []schema.Tool) []schema.Tool {
	item := schema.Lookup("checklist_item")
	return slices.DeleteFunc(of, func(t schema.Tool) bool {
		return t.Name == item.ToolName(schema.SuggestCompletion) || t.Name == item.ToolName(schema.Create) && !l.several
	})
}

// handles is what the tools are called by, what makes lists and items otherwise,
// and what nothing is called by: there are words for that which lead on.
func (l *checklistTools) handles(c Call) bool {
	switch c.Name {
	case checklist.Add, checklist.AddSeveral, checklist.Suggest:
		return true
	}
	p := proposalFromCall(c, l.clock)
	return p.op.Verb == "" || len(p.problems) == 0 && p.op.Verb == schema.Create && isChecklistOp(p.op)
}

func isChecklistOp(o op.Op) bool {
	return o.Kind == "checklist" || o.Kind == "checklist_item" || slices.Contains(o.Where.Kinds, "checklist_item")
}

func (l *checklistTools) handle(c Call, parsed *parsedReply) (Message, error) {
	l.used = true
	p := proposalFromCall(c, l.clock)
	var a checklist.Result
	switch p.op.Kind {
	case "checklist":
		return l.create(c, p, parsed)
	case "checklist_item":
		a = l.Write(p.op)
	default:
		a = l.Call(c.Name, c.Arguments)
	}
	l.record(a, p, parsed)
	return Message{Role: "tool", CallID: c.ID, Text: a.Response}, nil
}

// create makes a checklist, to which the items that follow go.
func (l *checklistTools) create(c Call, p proposal, parsed *parsedReply) (Message, error) {
	n := 1
	for _, x := range parsed.list {
		switch {
		case x.op.Kind != p.op.Kind || x.op.Verb != schema.Create:
		case sameEffect(x.op, p.op):
			return toolResult(c, "repeated", nil), nil
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
	return l.table.add(c, p, parsed)
}

// record makes proposals of what came of a call, or keeps the call as refused.
func (l *checklistTools) record(a checklist.Result, p proposal, parsed *parsedReply) {
	for _, o := range a.Ops {
		parsed.list = append(parsed.list, proposalOf(o))
	}
	if len(a.Problems) > 0 {
		l.refused = append(l.refused, proposal{op: p.op, raw: p.raw, problems: a.Problems})
	}
	l.existing = append(l.existing, a.There...)
}

// proposalOf is an operation that a call came to, as if the model had written it.
// The checklist that its first item makes it has not asked for.
func proposalOf(o op.Op) proposal {
	v, p := ijson.Parse(o.AppendJSON(nil))
	if p != nil {
		panic("propose: an operation writes itself as JSON")
	}
	return proposal{op: o, raw: &v, implied: o.Kind == "checklist"}
}

// filterItems takes operations on items out of what a model wrote down that are no
// items, or are on the checklist already.
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

// endRound says what was refused, or how far it has come; nothing where the request
// turned out to be about something else.
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

// describeFailure is what was wrong with a call, and what it was about.
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

// quote is a text of the model's as it comes back to it: as data.
func quote(text string) string { return string(ijson.AppendString(nil, sanitize(text, titleMax))) }

// alreadyListed is the code of a warning: what was asked for is there.
const alreadyListed = "already_listed"

// finish says what was refused and never put right, and what was there already.
// Where a request is about no checklist there is no kit and nothing to say.
func (l *checklistTools) finish(parsed *parsedReply) {
	if l == nil {
		return
	}
	for _, n := range l.Open() {
		parsed.list = append(parsed.list, l.refused[n])
	}
	if len(l.existing) == 0 {
		return
	}
	words := "already on the checklist: " + sanitize(strings.Join(l.existing, ", "), notesMax)
	parsed.warnings = append(parsed.warnings, problem.Problem{Code: alreadyListed, Message: words})
	if len(parsed.list) == 0 {
		parsed.alreadyDone = "A" + words[1:] + "."
	}
}

// askAgainForItems has a model that wrote operations down write those again that are no
// items. Of what it answers, only new items count.
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
			return nil // what was refused stays refused
		}
		more, _ := parseReply(reply, l.clock)
		items := slices.DeleteFunc(more.list, func(p proposal) bool {
			return p.op.Kind != "checklist_item" || p.op.Verb != schema.Create
		})
		parsed.list = append(parsed.list, l.filterItems(items)...)
		parsed.warnings = append(parsed.warnings, more.warnings...)
	}
}
