package cli

import (
	"strings"

	"assister/internal/brief"
	"assister/internal/diag"
	"assister/internal/engine/rules"
	"assister/internal/event"
	"assister/internal/propose"
	"assister/internal/route"
	"assister/internal/workspace"
)

const chatHint = `the rules answer what is in the workspace: "what is overdue?", "how many open tasks in project data?", "when is my next meeting with Sam?"`

// chat answers a question: by the rules from the data, with nothing but the
// data, or by the model. Neither can change anything, and says so when it is
// asked to.
func (c *call) chat(text string) error {
	answer, err := c.fromData(text)
	if err != nil {
		return err
	}
	unknown := answer.NotUnderstood
	change := route.Judge(route.Rules(text)).Decision == route.Plan
	if c.engine != byRules && (c.engine != byAuto || len(unknown) > 0 && !change) {
		err := c.chatByModel(text)
		if err == nil || !wordless(err) || len(unknown) > 0 {
			return err
		}
		c.note("the rules answer, since the model does not: %v", err)
	}
	if change {
		return c.Emit(event.Summary{Text: propose.NothingChanged})
	}
	if len(unknown) > 0 {
		for i, words := range unknown {
			unknown[i] = diag.Quote(words)
		}
		return diag.Refuse(diag.Unavailable, diag.NotUnderstood, "the rules have no answer: not understood are "+strings.Join(unknown, ", ")+"; nothing was changed", chatHint)
	}
	return c.answered(answer)
}

// fromData is what the rules answer, be it nothing.
func (c *call) fromData(text string) (answer propose.Answer, err error) {
	err = c.view(func(snapshot workspace.Reader) error {
		language, err := brief.Preference(snapshot, "language", c.clock.Today())
		if err != nil {
			return err
		}
		answer, err = rules.Engine{Language: language}.Answer(c.ctx, text, snapshot, c.clock)
		return err
	})
	return answer, err
}

// answered says an answer from the data. Its words hold every item; a program
// has the records as rows beside them.
func (c *call) answered(a propose.Answer) error {
	if err := c.Emit(event.Stage{Stage: event.Searching}); err != nil {
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
		answer, err = m.Chat(c.ctx, c.requestOf(text, route.Selection{}), c.briefOf(snapshot))
		return err
	})
	if err != nil {
		return err
	}
	c.record("answer", workspace.Detail(append([]any{"engine", c.decider}, c.used(asked)...)...))
	return c.Emit(event.Summary{Text: answer.Text, Thinking: answer.Thinking})
}
