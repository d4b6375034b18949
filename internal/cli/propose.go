package cli

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"assister/internal/check"
	"assister/internal/engine/rules"
	"assister/internal/event"
	"assister/internal/ledger"
	"assister/internal/op"
	"assister/internal/problem"
	"assister/internal/propose"
	"assister/internal/record"
	"assister/internal/workspace"
)

func (p *program) proposeCommand() *cobra.Command {
	var o selectOptions
	var t talkOptions
	cmd := &cobra.Command{
		Use: "propose TEXT", Short: "Turn words into checked operations, and change nothing",
		Long: `Turn words into operations, check them and print them. Nothing is changed; what
it prints is input for dryrun and apply. TEXT is the arguments, or stdin when it
is -.

Where it asks back, the answer is TEXT once more: with the --session of the first
time, or with its stream as the --transcript.`,
		Example: `  assister propose "move everything from today to friday" | assister dryrun
  assister propose "move milk to friday" | assister propose --transcript - "the second" | assister apply`,
		RunE: p.perform(func(c *call, args []string) error {
			return c.heard(args, o, t, func(text string, s record.Selection) error {
				text, s, err := c.replied(text, s)
				if err == nil {
					_, err = c.propose(text, s)
				}
				return err
			})
		}),
	}
	o.flags(cmd)
	t.flags(cmd)
	return cmd
}

// propose goes from words to operations: by the engine that is named; with auto
// by the rules when they understand every word, else by the model.
func (c *call) propose(text string, s record.Selection) (event.Ops, error) {
	return c.proposed(func() (ops event.Ops, err error) {
		switch c.engine {
		case byRules:
			ops, err = c.run(rules.Engine{}, text, s)
		case byAuto:
			if ops, err = c.run(rules.Engine{}, text, s); !understood(err) {
				ops, err = c.proposeByModel(text, s)
			}
		default:
			ops, err = c.proposeByModel(text, s)
		}
		return ops, err
	})
}

// proposed keeps in the audit trail what a proposal came to.
func (c *call) proposed(propose func() (event.Ops, error)) (event.Ops, error) {
	asked := c.asked()
	ops, err := propose()
	var refusal *problem.Refusal
	switch {
	case errors.As(err, &refusal):
		c.record("refusal", workspace.Detail(append([]any{"of", "propose", "code", refusal.Problem.Code, "engine", c.decider}, c.used(asked)...)...))
	case err == nil:
		invalid, valid := 0, []op.Op{}
		for _, e := range ops.Operations {
			if e.Valid() {
				valid = append(valid, e.Op)
			} else {
				invalid++
			}
		}
		detail := []any{"operations", len(ops.Operations), "invalid", invalid, "engine", c.decider, "fingerprint", workspace.Fingerprint(valid)}
		if ops.Version > 1 {
			detail = append(detail, "repaired", true)
		}
		c.record("proposal", workspace.Detail(append(detail, c.used(asked)...)...))
		if invalid > 0 && invalid == len(ops.Operations) {
			err = rejected(invalid, 0)
		}
	}
	return ops, err
}

// understood reports whether the rules had an answer, be it a question.
func understood(err error) bool {
	var refusal *problem.Refusal
	return !errors.As(err, &refusal) || refusal.Problem.Code != problem.NotUnderstood
}

func (c *call) proposeByModel(text string, s record.Selection) (event.Ops, error) {
	m, err := c.model(text)
	if err != nil {
		return event.Ops{}, err
	}
	c.decider, m.NoSummary = m.Name, c.held || c.trial
	return c.run(m, text, s)
}

func (c *call) run(e propose.Drafter, text string, s record.Selection) (event.Ops, error) {
	return c.runTo(c, e, text, s)
}

func (c *call) runTo(sink event.Sink, e propose.Drafter, text string, s record.Selection) (ops event.Ops, err error) {
	err = c.view(func(snapshot workspace.Reader) error {
		q := c.requestOf(text, s)
		if q.Locale, err = c.tongueIn(snapshot, text); err != nil {
			return err
		}
		ops, err = propose.Run(c.ctx, e, q, snapshot, c.clock, check.Rules{}, sink)
		return err
	})
	return ops, err
}

// record notes a decision for the audit trail.
func (c *call) record(action, detail string) {
	if !c.trial {
		c.decided = append(c.decided, ledger.Entry{At: c.now(), CorrelationID: c.correlationID, Action: action, Detail: detail})
	}
}

// keep writes into the audit trail what was decided: in one transaction, before a
// model is waited for and before anybody is told what came of it. A workspace that
// cannot be written can still be asked, so that is a word to the person and no
// failure.
func (c *call) keep() {
	if len(c.decided) == 0 {
		return
	}
	rows := c.decided
	c.decided = nil
	if c.store != nil && c.store.Missing() {
		return // the user knows that there is no workspace yet
	}
	err := c.unwritable
	if err == nil {
		// A signal ends the work, not the record of it.
		err = workspace.Note(context.WithoutCancel(c.ctx), c.store, rows)
	}
	if err != nil {
		// Whoever could not be waited for once is not waited for again.
		c.unwritable = err
		c.note("this is not in the audit trail: %v", err)
	}
}
