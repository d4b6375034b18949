package cli

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"assister/internal/check"
	"assister/internal/event"
	"assister/internal/op"
	"assister/internal/problem"
	"assister/internal/sqlite"
	"assister/internal/workspace"
)

// batchMax is how many operations one transaction takes (contract section 3).
// A longer stream becomes several.
const batchMax = 1000

// applyOptions are the flags of dryrun and apply.
type applyOptions struct {
	allOrNothing, requireRecurrence bool
	strict                          bool // allOrNothing for operations that are not a stream of ours
	all, ignoreBase                 bool

	yes, confirm bool   // apply
	key          string // apply
	exitCode     bool   // dryrun
}

func (p *program) applyCommand() *cobra.Command {
	var o applyOptions
	cmd := &cobra.Command{
		Use: "apply [FILE]", Short: "Carry operations out, in one transaction",
		Long: `Carry operations out in one transaction, after an approval in the terminal or
with --yes. The same input, or the same --idempotency-key, changes things once.

` + operationsHelp,
		Example: `  assister propose "add dentist tomorrow 3pm" | assister apply
  echo '{"op":"task.create","title":"Buy milk"}' | assister apply --yes --idempotency-key k1`,
		Args: arguments(0, 1, "give one file, or operations on stdin"),
		RunE: p.perform(func(c *call, args []string) error { return c.apply(args, o) }),
	}
	o.flags(cmd)
	f := cmd.Flags()
	f.BoolVarP(&o.yes, "yes", "y", false, "carry out every valid operation without asking")
	f.BoolVar(&o.confirm, "confirm-destructive", false, "the second yes to more than 20 deletions or 50 updates")
	f.StringVar(&o.key, "idempotency-key", "", "`KEY` under which this is carried out once, however often it is tried")
	return cmd
}

func (o *applyOptions) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.BoolVar(&o.allOrNothing, "all-or-nothing", false, "refuse all operations if any of them is invalid")
	f.BoolVar(&o.requireRecurrence, "require-recurrence", false, "refuse a create or update that does not state its recurrence")
	f.BoolVar(&o.strict, "strict", false, "--all-or-nothing, unless the input is what propose, ask or dryrun printed")
	f.BoolVar(&o.all, "all", false, "an empty filter means everything, on purpose")
	f.BoolVar(&o.ignoreBase, "ignore-base", false, "do not compare the revisions that the plan was made from")
}

func (o applyOptions) rules() check.Rules {
	return check.Rules{RequireRecurrence: o.requireRecurrence, All: o.all, IgnoreBase: o.ignoreBase}
}

func (c *call) request(p plan, o applyOptions) workspace.Request {
	return workspace.Request{
		Ops: p.ops, Rules: o.rules(), Clock: c.clock, CorrelationID: c.correlationID,
		Key: o.key, KeyTTL: c.set.keyTTL(), Confirmed: o.confirm, AllOrNothing: o.allOrNothing,
	}
}

// refused says why apply would refuse the plan, if it would.
func refused(findings []check.Finding, invalid int, o applyOptions) error {
	valid := 0
	for _, f := range findings {
		if f.Stale() {
			return &problem.Refusal{Class: problem.Conflict, Problem: problem.Problem{Code: problem.Stale, Message: "the plan is stale: " + f.Errors[0].Message, Hint: f.Errors[0].Hint}}
		}
		if f.Valid() {
			valid++
		}
	}
	invalid += len(findings) - valid
	if valid == 0 || o.allOrNothing && invalid > 0 {
		return rejected(invalid, valid)
	}
	return nil
}

func rejected(invalid, valid int) error {
	if valid == 0 {
		return problem.Refuse(problem.Rejected, "nothing_valid", "none of the operations is valid; nothing was changed", "the errors of each say what to mend")
	}
	return problem.Refuse(problem.Rejected, "something_invalid", fmt.Sprintf("%d of %d operations are not valid; nothing was changed", invalid, invalid+valid), "fix them, or leave --all-or-nothing and --strict out")
}

func (c *call) apply(args []string, o applyOptions) error {
	if err := checkKey(o.key); err != nil {
		return err
	}
	c.openEarly(sqlite.Write)
	return c.carry(args, o, c.applyWhole, c.applyLong)
}

// applyWhole carries a plan out that is one batch.
func (c *call) applyWhole(p plan, o applyOptions) error {
	if o.allOrNothing && p.invalid > 0 || len(p.ops) == 0 {
		if err := c.emitOps(p.with(workspace.Outcome{}, false)); err != nil {
			return err
		}
		return rejected(p.invalid, len(p.ops))
	}
	return c.applyPlan(p, o)
}

func (c *call) nothingToDo(p plan) error {
	if err := c.emitOps(p.with(workspace.Outcome{}, false)); err != nil {
		return err
	}
	return c.Emit(event.Summary{Text: "There is nothing to do.", Counts: &check.Counts{}})
}

// applyPlan carries a plan out, after an approval where nobody said --yes.
func (c *call) applyPlan(p plan, o applyOptions) error {
	store, err := c.open(sqlite.Write)
	if err != nil {
		return err
	}
	r := c.request(p, o)
	r.Approval = "yes"
	if !o.yes {
		if p, r.Approval, err = c.approved(store, p, o); err != nil {
			return err
		}
		r.Ops = p.ops
	}
	if err := c.Emit(event.Stage{Stage: event.Applying}); err != nil {
		return err
	}
	out, err := workspace.Apply(c.ctx, store, r)
	if needsSecondYes(err) {
		if err = c.confirm(out.Counts); err == nil {
			r.Confirmed = true
			out, err = workspace.Apply(c.ctx, store, r)
		}
	}
	if err != nil {
		c.done.IdempotencyKey = o.key
		if len(out.Findings) == len(p.ops) {
			// What was found says why; that it cannot be written is the lesser
			// failure of the two.
			_ = c.emitOps(p.with(out, false))
		}
		return err
	}
	return c.applied(p, out, o)
}

// approved checks the plan, shows it, and returns what was picked and how it was
// approved: a plan that was edited must not pass for the one that was proposed.
func (c *call) approved(store workspace.Store, p plan, o applyOptions) (_ plan, approval string, err error) {
	var out workspace.Outcome
	check := func() (event.Ops, error) {
		if out, err = workspace.DryRun(c.ctx, store, c.request(p, o)); err != nil {
			return event.Ops{}, err
		}
		ops := p.with(out, true)
		if c.form != "ndjson" {
			return ops, nil // the prompt shows them
		}
		return ops, c.emitOps(ops)
	}
	ops, err := check()
	if err == nil {
		err = refused(out.Findings, p.invalid, o)
	}
	if err != nil {
		return p, "", err
	}
	choice, err := c.approve(ops, func(i int, edited op.Op) (event.Ops, error) {
		p = p.edited(i, edited)
		return check()
	})
	approval = "terminal"
	if err == nil && choice.Edited {
		approval = "terminal, edited"
		err = refused(out.Findings, p.invalid, o)
	}
	if err != nil {
		return p, "", err
	}
	return p.only(choice.Ops, choice.Picked), approval, nil
}

// applied says what a commit came to. From here on nothing may look like a
// failure to apply.
func (c *call) applied(p plan, out workspace.Outcome, o applyOptions) error {
	c.done.BatchID, c.done.IdempotencyKey, c.done.Replayed = out.Batch.ID, out.Batch.Key, out.Replayed
	if out.Head.Seq != 0 {
		c.done.AuditHead = out.Head.Hash.String()
	}
	if out.Batch.ID != 0 {
		c.written = fmt.Sprintf("batch %d was applied", out.Batch.ID)
	}
	ops := p.with(out, false)
	for i := range ops.Operations {
		e := &ops.Operations[i]
		if e.Raw == nil {
			e.Result = resultOf(e.Finding)
		}
		if !e.Valid() {
			c.done.Status = "partial"
		}
	}
	if p.invalid > 0 {
		c.done.Status = "partial"
	}
	if err := c.emitResults(ops); err != nil {
		return err
	}
	return c.Emit(event.Summary{Text: check.Summary(out.Findings, check.Done), Counts: &out.Counts})
}

// emitOps says what was found. A list that is too long for a line ends the
// command: a part of a plan must not pass for the whole.
func (c *call) emitOps(ops event.Ops) error { return c.Emit(ops) }

// emitResults says what was done. It has been done, so a list that is too long
// for a line is left out and no more.
func (c *call) emitResults(ops event.Ops) error {
	err := c.Emit(ops)
	var refusal *problem.Refusal
	if errors.As(err, &refusal) {
		return c.Emit(event.Ops{Version: ops.Version, Warnings: append(ops.Warnings, problem.Problem{
			Code: "results_cut", Message: fmt.Sprintf("the results of %d operations are too long for a line and left out", len(ops.Operations)), Hint: "the batch holds them all: `assister audit tail`"})})
	}
	return err
}

func resultOf(f check.Finding) *event.Result {
	r := &event.Result{OK: f.Valid()}
	for _, t := range f.Targets {
		r.IDs = append(r.IDs, t.Change.ID)
		r.Kinds = append(r.Kinds, t.Change.Kind.Name)
	}
	return r
}

// checkKey keeps keys to what every shell and log can carry.
func checkKey(key string) error {
	const longest = 200
	for _, r := range key {
		if r <= ' ' || r == 0x7f || r > 0x7e {
			return usage("the idempotency key has a character that is no visible ASCII", "use letters, digits and signs")
		}
	}
	if len(key) > longest {
		return usage(fmt.Sprintf("the idempotency key is longer than %d characters", longest), "use a shorter one")
	}
	return nil
}
