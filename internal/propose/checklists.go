package propose

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"assister/internal/brief"
	"assister/internal/checklist"
	"assister/internal/ijson"
	"assister/internal/op"
	"assister/internal/problem"
	"assister/internal/schema"
)

// lists is the kit for checklists. What comes of a call is the room checklist's
// to say, and so is whether the model is asked again; this makes proposals of it
// and has the prompts say it. Operations on items that a model writes down as
// JSON are held to the same.
type lists struct {
	*checklist.Rounds
	table   *table
	prompts Prompts
	sheet   sheet // of the prompt that begins the conversation
	several bool  // checklists are shown

	refused []proposal // by the numbers that Rounds knows them by
	there   []string   // what was asked for and is on the checklist already
	meant   bool       // the model has said something about checklists
}

// aboutLists reports whether a request may be about checklists: it says so, or
// its words have found one.
func (m *Model) aboutLists(text string) bool {
	found, items := m.shown.Checklists()
	return brief.MentionsChecklists(text) || len(found)+len(items) > 0
}

// lists is the kit for a request that may be about checklists; nil for another.
func (m *Model) lists(text string, able Capabilities, t *table) *lists {
	if !m.aboutLists(text) {
		return nil
	}
	known := checklist.First(m.shown.Checklists())
	l := &lists{Rounds: checklist.Begin("", "", known), table: t, prompts: m.Prompts}
	if able.Tools {
		provider, _, _ := strings.Cut(able.Server, " ")
		l.Rounds = checklist.Begin(provider, able.Model, known)
	}
	found, _ := m.shown.Checklists()
	l.several = len(found) > 1
	return l
}

func (l *lists) offer() []schema.Tool { return l.Tools }

// guidance is what the prompt that begins the conversation says of checklists.
func (l *lists) guidance(s sheet) (text, digest string, err error) {
	l.sheet = s
	messages, digest, err := l.prompts.render(ForChecklist, s)
	if err != nil {
		return "", "", err
	}
	return messages[0].Text, digest, nil
}

// instead are the tools of the table without those that do what these do. These
// add to one checklist, so that where there are several, a tool that names the
// checklist stays.
func (l *lists) instead(of []schema.Tool) []schema.Tool {
	item := schema.Lookup("checklist_item")
	return slices.DeleteFunc(of, func(t schema.Tool) bool {
		return t.Name == item.ToolName(schema.SuggestCompletion) || t.Name == item.ToolName(schema.Create) && !l.several
	})
}

// takes is what the tools are called by, what makes lists and items otherwise,
// and what nothing is called by: there are words for that which lead on.
func (l *lists) takes(c Call) bool {
	switch c.Name {
	case checklist.Add, checklist.AddSeveral, checklist.Suggest:
		return true
	}
	p := called(c)
	return p.op.Verb == "" || len(p.problems) == 0 && p.op.Verb == schema.Create && aboutList(p.op)
}

func aboutList(o op.Op) bool {
	return o.Kind == "checklist" || o.Kind == "checklist_item" || slices.Contains(o.Where.Kinds, "checklist_item")
}

func (l *lists) hear(c Call, said *answer) (Message, error) {
	l.meant = true
	p := called(c)
	var a checklist.Result
	switch p.op.Kind {
	case "checklist":
		return l.begin(c, p, said)
	case "checklist_item":
		a = l.Write(p.op)
	default:
		a = l.Call(c.Name, c.Arguments)
	}
	l.keep(a, p, said)
	return Message{Role: "tool", CallID: c.ID, Text: a.Response}, nil
}

// begin makes a checklist, to which the items that follow go.
func (l *lists) begin(c Call, p proposal, said *answer) (Message, error) {
	n := 1
	for _, x := range said.list {
		switch {
		case x.op.Kind != p.op.Kind || x.op.Verb != schema.Create:
		case alike(x.op, p.op):
			return result(c, "repeated", nil), nil
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
	return l.table.add(c, p, said)
}

// keep makes proposals of what came of a call, or keeps the call as refused.
func (l *lists) keep(a checklist.Result, p proposal, said *answer) {
	for _, o := range a.Ops {
		said.list = append(said.list, written(o))
	}
	if len(a.Problems) > 0 {
		l.refused = append(l.refused, proposal{op: p.op, raw: p.raw, problems: a.Problems})
	}
	l.there = append(l.there, a.There...)
}

// written is an operation that a call came to, as if the model had written it.
// The checklist that its first item makes it has not asked for.
func written(o op.Op) proposal {
	v, p := ijson.Parse(o.AppendJSON(nil))
	if p != nil {
		panic("propose: an operation writes itself as JSON")
	}
	return proposal{op: o, raw: &v, implied: o.Kind == "checklist"}
}

// sift takes operations on items out of what a model wrote down that are no
// items, or are on the checklist already.
func (l *lists) sift(list []proposal) (kept []proposal) {
	for _, p := range list {
		if len(p.problems) > 0 && !isList(p.problems) || !aboutList(p.op) {
			kept = append(kept, p)
			continue
		}
		l.meant = true
		a := l.Write(p.op)
		var one answer
		if l.keep(a, p, &one); len(one.list) > 0 {
			kept = append(kept, p)
		}
	}
	return kept
}

// next says what was refused, or how far it has come; nothing where the request
// turned out to be about something else.
func (l *lists) next(said *answer) (prompt string, more bool, err error) {
	if !l.meant && (len(said.list) > 0 || question(said.words) != "") {
		return "", false, nil
	}
	t, more := l.Next()
	if !more {
		return "", false, nil
	}
	s := l.sheet
	for _, f := range t.Failed {
		s.Lists.Failed = append(s.Lists.Failed, wrong(f))
	}
	for _, title := range t.Created {
		s.Lists.Created = append(s.Lists.Created, quoted(title))
	}
	messages, _, err := l.prompts.render(ForChecklist, s)
	if err != nil {
		return "", false, err
	}
	return messages[1].Text, true, nil
}

// wrong is what was wrong with a call, and what it was about.
func wrong(f checklist.FailedCall) string {
	var words []string
	for _, p := range f.Problems {
		words = append(words, clean(p.Message, notesMax))
	}
	text := strings.Join(words, "; ")
	if f.Attempted != "" {
		text += " (in " + quoted(f.Attempted) + ")"
	}
	return text
}

// quoted is a text of the model's as it comes back to it: as data.
func quoted(text string) string { return string(ijson.AppendString(nil, clean(text, titleMax))) }

// alreadyListed is the code of a warning: what was asked for is there.
const alreadyListed = "already_listed"

// end says what was refused and never put right, and what was there already.
// Where a request is about no checklist there is no kit and nothing to say.
func (l *lists) end(said *answer) {
	if l == nil {
		return
	}
	for _, n := range l.Open() {
		said.list = append(said.list, l.refused[n])
	}
	if len(l.there) == 0 {
		return
	}
	words := "already on the checklist: " + clean(strings.Join(l.there, ", "), notesMax)
	if said.warnings = append(said.warnings, problem.Problem{Code: alreadyListed, Message: words}); len(said.list) == 0 {
		said.settled = "A" + words[1:] + "."
	}
}

// again has a model that wrote operations down write those again that are no
// items. Of what it answers, only new items count.
func (m *Model) again(ctx context.Context, l *lists, p Prompt, digest string, said *answer, reply Reply) error {
	said.list = l.sift(said.list)
	for {
		prompt, goesOn, err := l.next(said)
		if err != nil || !goesOn {
			return err
		}
		p = p.with(reply, prompt)
		if reply, err = m.ask(ctx, p, digest, nil); err != nil {
			if over(ctx, err) {
				return err
			}
			return nil // what was refused stays refused
		}
		more, _ := read(reply)
		items := slices.DeleteFunc(more.list, func(p proposal) bool {
			return p.op.Kind != "checklist_item" || p.op.Verb != schema.Create
		})
		said.list = append(said.list, l.sift(items)...)
		said.warnings = append(said.warnings, more.warnings...)
	}
}
