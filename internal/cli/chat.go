package cli

import (
	"context"
	"errors"
	"strings"
	"time"

	"assister/internal/brief"
	"assister/internal/engine/rules"
	"assister/internal/event"
	"assister/internal/extract"
	"assister/internal/ijson"
	"assister/internal/planner"
	"assister/internal/problem"
	"assister/internal/propose"
	"assister/internal/record"
	"assister/internal/route"
	"assister/internal/tool"
	"assister/internal/workspace"
)

var (
	noRulesAnswer = propose.Sentence{English: "the rules have no answer: not understood are %s; nothing was changed", French: "les règles n’ont pas de réponse, faute de comprendre %s ; rien n’a été modifié"}
	tellsOnly     = propose.Sentence{English: "it tells something, and nothing that the rules understand is asked for; nothing was changed", French: "c’est une information, et rien que les règles comprennent n’y est demandé ; rien n’a été modifié"}
	chatHint      = propose.Sentence{English: `the rules answer what is in the workspace: "what is overdue?", "how many open tasks in project data?", "when is my next meeting with Sam?"`,
		French: `les règles répondent de ce qui est dans l’espace de travail : "qu'est-ce qui est en retard ?", "combien de tâches ouvertes dans le projet data ?", "quand est ma prochaine réunion avec Sam ?"`}
)

// chat answers a question: by the rules from the data, with nothing but the
// data, or by the model. Neither can change anything, and says so when it is
// asked to.
func (c *call) chat(text, mode string, o applyOptions) error {
	change := route.Judge(route.Rules(text)).Decision == route.Plan && !c.asksPlainly(text)
	if c.engine != byRules && c.engine != byAuto {
		return c.chatWithoutFail(text, mode, change, o)
	}
	if change {
		return c.Emit(event.Summary{Text: propose.NothingChanged})
	}
	if c.engine == byRules && c.onlyTells(text) {
		return c.noAnswer(c.asksNothing(text))
	}
	answer, err := c.fromData(text)
	switch {
	case err != nil:
		return err
	case len(answer.NotUnderstood) == 0:
		return c.answered(answer)
	case c.engine == byAuto:
		return c.noAnswer(c.answerByModel(text, mode, o))
	}
	t, err := c.tongue(text)
	if err != nil {
		return err
	}
	return c.noAnswer(unanswerable(t, answer.NotUnderstood))
}

// onlyTells reports whether a text tells something and asks for no answer, so that looking
// for its words would be one to a question that nobody put: "I need stamps for Anna".
func (c *call) onlyTells(text string) bool {
	return route.Told(route.Rules(text)) && !c.asksPlainly(text) && !route.Asks(text) && !c.talk.goesOn(text, c.clock, c.now())
}

func (c *call) asksNothing(text string) error {
	t, err := c.tongue(text)
	if err != nil {
		return err
	}
	return problem.Refuse(problem.Unavailable, problem.NotUnderstood, tellsOnly.In(t), chatHint.In(t))
}

// noAnswer keeps in the audit trail why a question has none.
func (c *call) noAnswer(err error) error {
	var refusal *problem.Refusal
	if errors.As(err, &refusal) && refusal.Class == problem.Unavailable {
		c.record("refusal", workspace.Detail("of", "chat", "code", refusal.Problem.Code, "engine", c.decider))
	}
	return err
}

// chatWithoutFail answers by the model and, where that gives nothing of use and
// the rules understand the question, by them.
func (c *call) chatWithoutFail(text, mode string, change bool, o applyOptions) error {
	err := c.answerByModel(text, mode, o)
	if err == nil || !wordless(err) {
		return c.noAnswer(err)
	}
	answer, lost := c.fromData(text)
	if lost != nil || len(answer.NotUnderstood) > 0 {
		return c.noAnswer(errors.Join(err, lost))
	}
	c.note("the rules answer, since the model does not: %v", err)
	if change {
		return c.Emit(event.Summary{Text: propose.NothingChanged})
	}
	return c.answered(answer)
}

// unanswerable refuses a question of which some words mean nothing to the rules.
func unanswerable(t propose.Locale, unknown []string) error {
	for i, words := range unknown {
		unknown[i] = problem.Quote(words)
	}
	return problem.Refuse(problem.Unavailable, problem.NotUnderstood, noRulesAnswer.In(t, strings.Join(unknown, ", ")), chatHint.In(t))
}

// fromData is what the rules answer, be it nothing.
func (c *call) fromData(text string) (answer propose.Answer, err error) {
	var out planner.Outcome
	err = c.view(func(snapshot workspace.Reader) error {
		language, err := brief.Preference(snapshot, "language", c.clock.Today())
		if err != nil {
			return err
		}
		liked, err := c.likedFrom(snapshot)
		if err != nil {
			return err
		}
		known := propose.CacheLibrary(liked)
		answer, out, err = propose.AnswerByPlan(c.ctx, rules.Engine{Language: language, Before: c.talk.lately(c.now())}, text, known, c.clock, c.desk(library{known, snapshot, c, nil}))
		answer.Text = liked.said(answer.Text, c.inFrench(text, language))
		return err
	})
	if err == nil && len(answer.NotUnderstood) == 0 {
		c.record("answer", workspace.Detail("engine", byRules, "steps", len(out.Steps), "stopped", string(out.Stopped), "replanned", string(out.Replanned)))
	}
	return answer, err
}

// desk is what a question is looked up with.
func (c *call) desk(l library) propose.PlanRunner {
	return propose.PlanRunner{Tools: tool.NewToolbox(l, c.clock), Now: c.now, Wait: pause, OnStep: c.stepTaken}
}

// answered says an answer from the data. Its words hold every item; a program
// has the records as rows beside them.
func (c *call) answered(a propose.Answer) error {
	if err := c.searching(); err != nil {
		return err
	}
	for _, r := range a.Records {
		if c.form == "text" {
			c.talk.hear(event.Row{Record: r}) // it stands in the words
			continue
		}
		if err := c.Emit(event.Row{Record: r}); err != nil {
			return err
		}
	}
	return c.Emit(event.Summary{Text: a.Text, Total: a.Total})
}

// chatByModel answers with what a model says about the data.
func (c *call) chatByModel(text string) error {
	m, err := c.model(text)
	if err != nil {
		return err
	}
	c.decider = m.Name
	if err := c.Emit(event.Stage{Stage: event.Summarizing}); err != nil {
		return err
	}
	asked := c.asked()
	var answer propose.Answer
	err = c.view(func(snapshot workspace.Reader) error {
		answer, err = m.Chat(c.ctx, c.requestOf(text, record.Selection{}), c.briefOf(snapshot))
		return err
	})
	if err != nil {
		return err
	}
	c.record("answer", workspace.Detail(append([]any{"engine", c.decider}, c.used(asked)...)...))
	return c.Emit(event.Summary{Text: answer.Text, Thinking: answer.Thinking})
}

// answerByModel looks the question up by a plan of the model's. Where the model
// has no plan, which is small talk as often as not, or where chat was asked for,
// it chats.
func (c *call) answerByModel(text, mode string, o applyOptions) error {
	if mode == "chat" {
		return c.chatByModel(text)
	}
	found, err := c.lookUp(text, o)
	if found || err != nil {
		return err
	}
	return c.chatByModel(text)
}

// lookUp answers by a plan, and reports whether there was one. Every step is told
// and kept in the audit trail. A change that the plan asks for is proposed, and
// waits for its approval like any other.
func (c *call) lookUp(text string, o applyOptions) (found bool, err error) {
	m, err := c.model(text)
	if err != nil {
		return false, err
	}
	c.decider = m.Name
	if err := c.Emit(event.Stage{Stage: event.Planning}); err != nil {
		return false, err
	}
	asked := c.asked()
	f, err := c.research(m, text)
	var refusal *problem.Refusal
	switch {
	case errors.As(err, &refusal) && (refusal.Problem.Code == problem.Invalid("plan") || refusal.Problem.Code == extract.NoJSON):
		return false, nil
	case err != nil:
		return false, err
	case f.Steps == 0:
		return false, nil
	}
	c.record("answer", workspace.Detail(append([]any{"engine", c.decider, "steps", f.Steps, "stopped", string(f.Stopped), "replanned", string(f.Replanned), "own", f.OurWords}, c.used(asked)...)...))
	said := event.Summary{Text: f.Text, Total: &f.Total, Thinking: f.Thinking}
	for _, x := range f.Citations {
		said.Citations = append(said.Citations, event.Citation{ID: x.ID, Title: x.Title, Kind: x.Kind, URL: x.URL})
	}
	if len(f.Proposed) == 0 {
		return true, c.Emit(said)
	}
	return true, c.offerGiven(f.Proposed, text, said, o)
}

// research has the model look a question up, among what is liked where the
// question leaves that open.
func (c *call) research(m *propose.Model, text string) (f propose.ResearchAnswer, err error) {
	err = c.view(func(snapshot workspace.Reader) error {
		language, err := brief.Preference(snapshot, "language", c.clock.Today())
		if err != nil {
			return err
		}
		liked, err := c.likedFrom(snapshot)
		if err != nil {
			return err
		}
		french := c.inFrench(text, language)
		d := c.desk(library{snapshot, snapshot, c, liked})
		d.Locale = rules.Tongue(french)
		f, err = m.Research(c.ctx, c.requestOf(text, record.Selection{}), c.briefOf(snapshot), d)
		f.Text = liked.said(f.Text, french)
		return err
	})
	return f, err
}

// offerGiven goes with operations that a plan has come to the way of any
// proposal. In a terminal the answer stands before what is asked; a stream has one
// summary, of both.
func (c *call) offerGiven(given propose.FixedDraft, text string, said event.Summary, o applyOptions) error {
	var sink event.Sink = summedUp{c, said}
	if c.attended() && said.Text != "" {
		if err := c.Emit(said); err != nil {
			return err
		}
		sink = c
	}
	return c.offer(func() (event.Ops, error) {
		return c.proposed(func() (event.Ops, error) { return c.runTo(sink, given, text, record.Selection{}) })
	}, o)
}

// summedUp puts an answer and the summary of what is proposed into one.
type summedUp struct {
	event.Sink
	answer event.Summary
}

func (s summedUp) Emit(b event.Body) error {
	proposed, ok := b.(event.Summary)
	if !ok {
		return s.Sink.Emit(b)
	}
	s.answer.Text = strings.TrimSpace(s.answer.Text + "\n" + proposed.Text)
	s.answer.Counts = proposed.Counts
	return s.Sink.Emit(s.answer)
}

// searching says that the data is looked into, once in a row.
func (c *call) searching() error {
	if c.stage == event.Searching {
		return nil
	}
	return c.Emit(event.Stage{Stage: event.Searching})
}

// stepTaken tells a step and keeps it.
func (c *call) stepTaken(t planner.StepResult) error {
	if err := c.searching(); err != nil {
		return err
	}
	s := event.Step{Tool: t.Tool, Args: t.Redacted, Total: t.Envelope.Total, Saved: t.Saved, Took: t.Duration}
	outcome := "ok"
	if t.Envelope.Error != nil {
		s.Error, outcome = &t.Envelope.Error.Problem, t.Envelope.Error.Problem.Code
	}
	c.record("step", workspace.Detail("tool", s.Tool, "args", string(ijson.AppendValue(nil, s.Args)), "total", s.Total, "ms", float64(s.Took.Microseconds())/1000, "outcome", outcome))
	return c.Emit(s)
}

// pause waits, unless the work is given up.
func pause(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
