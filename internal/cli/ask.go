package cli

import (
	"errors"
	"slices"

	"github.com/spf13/cobra"

	"assister/internal/event"
	"assister/internal/problem"
	"assister/internal/propose"
	"assister/internal/record"
	"assister/internal/route"
	"assister/internal/session"
	"assister/internal/view"
)

// modes of ask.
var modes = []string{"auto", "chat", "plan"}

func (p *program) askCommand() *cobra.Command {
	var o selectOptions
	var t talkOptions
	var mode string
	var a applyOptions
	cmd := &cobra.Command{
		Use: "ask TEXT", Short: "Answer a question, or propose a change and have it approved",
		Long: `Find out what a text is, then answer it (chat), propose operations (plan), or ask
back (exit 3). In a terminal a plan can be approved and applied; elsewhere it is
printed and nothing is changed. TEXT is the arguments, or stdin when it is -.

An answer to what it asks back is the number of an option or several ("2", "all
but the last"), a part of a title, a day, a priority, yes or no, in English or
French: in the terminal at once, elsewhere as the TEXT of another ask, with the
--session of the first one or with its stream as the --transcript. In a session
"it" and "them" are what was spoken of in the ten minutes before.`,
		Example: `  assister ask "what is overdue?"
  assister ask "move the dentist to friday" --select event:3
  assister ask --session home "move milk to friday"
  assister ask --session home "the second"`,
		RunE: p.perform(func(c *call, args []string) error {
			if !slices.Contains(modes, mode) {
				return wrongValue("mode", mode, list(modes))
			}
			return c.heard(args, o, t, func(text string, s record.Selection) error {
				text, s, err := c.replied(text, s)
				if err != nil {
					return c.choose(err, a)
				}
				return c.ask(text, mode, s, a)
			})
		}),
	}
	o.flags(cmd)
	t.flags(cmd)
	cmd.Flags().StringVar(&mode, "mode", "auto", "auto, or what it is anyway: chat, which asks no model for a plan of steps, or plan")
	cmd.Flags().BoolVar(&a.confirm, "confirm-destructive", false, "the second yes to more than 20 deletions or 50 updates")
	return cmd
}

// heard understands the command line of a request, says `start`, reads what was
// said before and goes on.
func (c *call) heard(args []string, o selectOptions, t talkOptions, fn func(text string, s record.Selection) error) error {
	c.chooseEngine()
	text, err := c.words(args)
	if err != nil {
		return err
	}
	s, err := o.selection(c.clock.Today())
	if err != nil {
		return err
	}
	id, err := c.prior(t, args)
	if err != nil {
		return err
	}
	if err := c.begin(id); err != nil {
		return err
	}
	if err := c.openToDecide(); err != nil {
		return err
	}
	if err := c.resume(); err != nil {
		return err
	}
	return fn(text, s)
}

// ask goes the way that the text asks for. Where a model was to decide and gave
// nothing of use, whoever reads summaries alone learns it too.
func (c *call) ask(text, mode string, s record.Selection, o applyOptions) error {
	err := c.goOn(text, mode, s, o)
	if err != nil && c.decider != byRules && wordless(err) {
		return errors.Join(c.Emit(event.Summary{Text: "The model gave no usable answer, so nothing was changed."}), err)
	}
	return err
}

func (c *call) goOn(text, mode string, s record.Selection, o applyOptions) error {
	decision := route.Decision(mode)
	if mode == "auto" {
		r, err := c.route(text, s)
		if err != nil {
			return err
		}
		if r.Decision == route.Clarify {
			return c.clarify(r, o)
		}
		decision = r.Decision
	}
	if decision == route.Chat {
		return c.chat(text, mode, o)
	}
	return c.plan(text, s, o)
}

// wordless reports whether an engine gave no answer that anything could be said
// about.
func wordless(err error) bool {
	var refusal *problem.Refusal
	return errors.As(err, &refusal) && refusal.Class == problem.Unavailable &&
		refusal.Problem.Code != propose.NoOperations && refusal.Problem.Code != problem.NotUnderstood
}

// attended reports whether there is a person to go on with.
func (c *call) attended() bool {
	return c.form == "text" && !c.set.on("non-interactive") && isTerminal(c.Out)
}

// clarify asks back.
func (c *call) clarify(r route.Routing, o applyOptions) error {
	question := r.Question
	if question == route.AskAnew {
		question = "" // which is asked in the language of the request
	}
	c.talk.missing = r.Missing
	c.held = c.attended()
	t, err := c.tongue(c.talk.request)
	if err == nil {
		err = propose.Ask(c, t, question, r.Options)
	}
	c.held = false
	return c.choose(err, o)
}

// questionsMost is how many questions in a row are put in a terminal: something
// that is no person may be answering.
const questionsMost = 10

// choose lets a question be answered in a terminal, by the number of an option
// or in words, and the request goes on with the answer. Without that the
// question stands.
func (c *call) choose(unanswered error, o applyOptions) error {
	if !c.attended() || c.question == nil || c.talk.put == questionsMost {
		return unanswered
	}
	c.talk.put++
	q, text, asked := *c.question, "", false
	err := c.terminal(func(p view.Prompt) (err error) {
		asked = true
		text, err = p.Answer(q)
		return err
	})
	switch {
	case !asked:
		return errors.Join(c.sink.Emit(q), unanswered)
	case err != nil:
		return err
	case text == "":
		return unanswered
	}
	c.question = nil
	c.talk.before = append(c.talk.before, session.Turn{Role: session.User, Text: q.Request}, session.Turn{Role: session.Assistant, Text: q.Question})
	c.held = true
	text, s, err := c.heed(text, q)
	c.held = false
	if err != nil {
		return c.choose(err, o)
	}
	return c.ask(text, "auto", s, o)
}

// plan proposes and, in a terminal, has the operations approved and applied.
func (c *call) plan(text string, s record.Selection, o applyOptions) error {
	return c.offer(func() (event.Ops, error) { return c.propose(text, s) }, o)
}

// offer has what is proposed approved and applied, where there is somebody to ask.
func (c *call) offer(propose func() (event.Ops, error), o applyOptions) error {
	c.held = c.attended()
	ops, err := propose()
	c.held = false
	if c.question != nil {
		return c.choose(err, o)
	}
	if err != nil || !c.attended() {
		return err
	}
	if len(ops.Operations) == 0 {
		return c.Emit(ops) // with why there is nothing to approve
	}
	return c.applyPlan(proposedPlan(ops), o)
}
