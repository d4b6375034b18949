package cli

import (
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"assister/internal/check"
	"assister/internal/diag"
	"assister/internal/event"
	"assister/internal/op"
	"assister/internal/sqlite"
	"assister/internal/workspace"
)

// batchMax is how many operations one transaction takes (contract section 3).
// A longer stream becomes several.
const batchMax = 1000

// applyOptions are the flags of dryrun and apply.
type applyOptions struct {
	strict, all, ignoreBase bool

	yes, confirm bool   // apply
	key          string // apply
	exitCode     bool   // dryrun
}

const operationsHelp = `Operations come on stdin or in a file, in any of these forms: what propose,
dryrun or ask print, {"operations":[…]}, a JSON array, or one operation a line.`

func (p *program) dryrunCommand() *cobra.Command {
	var o applyOptions
	cmd := &cobra.Command{
		Use: "dryrun [FILE]", Short: "Show what operations would change, and change nothing",
		Long: `Show what operations would change: the real transaction, rolled back. What it
prints is itself input for apply.

` + operationsHelp,
		Example: `  assister propose "move everything from today to friday" | assister dryrun
  assister dryrun plan.ndjson --exit-code`,
		Args: arguments(0, 1, "give one file, or operations on stdin"),
		RunE: p.perform(func(c *call, args []string) error { return c.dryrun(args, o) }),
	}
	o.flags(cmd)
	cmd.Flags().BoolVar(&o.exitCode, "exit-code", false, "exit 0 when nothing would change and 10 when something would")
	return cmd
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
	f.BoolVar(&o.strict, "strict", false, "refuse all when any operation is invalid or leaves its recurrence out")
	f.BoolVar(&o.all, "all", false, "an empty filter means everything, on purpose")
	f.BoolVar(&o.ignoreBase, "ignore-base", false, "do not compare the revisions that the plan was made from")
}

func (o applyOptions) rules() check.Rules {
	return check.Rules{Strict: o.strict, All: o.all, IgnoreBase: o.ignoreBase}
}

// operations reads all of the input and says `start` with the correlation id
// that it came with.
func (c *call) operations(args []string) (*event.Input, error) {
	from := c.In
	if len(args) == 1 && args[0] != "-" {
		f, err := os.Open(args[0])
		if err != nil {
			return nil, unreadableInput(args[0], err)
		}
		defer f.Close()
		from = f
	}
	if isTerminal(from) {
		c.note("reading operations from the terminal; Ctrl-D ends them")
	}
	in, err := event.Read(c.ctx, from, "")
	if err != nil {
		var refusal *diag.Refusal
		var at *os.PathError
		switch {
		case errors.As(err, &refusal) && from != c.In:
			refusal.Path = args[0]
		case errors.As(err, &at) && from != c.In:
			return nil, unreadableInput(args[0], err)
		}
		return nil, err
	}
	if err := c.begin(in.CorrelationID); err != nil {
		in.Close()
		return nil, err
	}
	if in.Upstream != nil {
		in.Close()
		// In a pipe the command before us has said it on stderr itself.
		c.mute = from == c.In && c.form == "ndjson"
		return nil, c.upstream(in.Upstream)
	}
	if err := c.unreadable(in); err != nil {
		in.Close()
		return nil, err
	}
	return in, nil
}

func unreadableInput(path string, err error) error {
	why := err.Error()
	var at *os.PathError
	if errors.As(err, &at) {
		why = at.Err.Error()
	}
	return &diag.Refusal{Class: diag.Usage, Path: path, Cause: err, Problem: diag.Problem{
		Code: "unreadable_input", Message: "the operations cannot be read: " + why, Hint: "give a file with operations, or none to read stdin"}}
}

// upstream ends the way the command before ended.
func (c *call) upstream(u *event.Upstream) error {
	if u.Clarify != nil {
		if err := c.Emit(*u.Clarify); err != nil {
			return err
		}
	}
	return u.Refusal()
}

// unreadable says which lines could not be read; the others still count.
func (c *call) unreadable(in *event.Input) error {
	for _, p := range in.Problems {
		if err := c.Emit(p); err != nil {
			return err
		}
	}
	if more := in.ProblemCount - len(in.Problems); more > 0 {
		return c.Emit(event.Error{Code: "more_unreadable_lines", Message: fmt.Sprintf("%d more lines cannot be read", more), Line: in.Problems[len(in.Problems)-1].Line})
	}
	return nil
}

// plan is a list of operations as it came, and what was found about each.
type plan struct {
	entries []event.Entry
	places  []int // in entries, of each of ops
	ops     []op.Op
	version int
	invalid int // found wrong before: by upstream or by the decoder
}

func planOf(items []event.Item, in *event.Input) plan {
	p := plan{
		version: max(in.Version, 1), invalid: in.Invalid + in.ProblemCount,
		entries: make([]event.Entry, 0, len(items)), places: make([]int, 0, len(items)), ops: make([]op.Op, 0, len(items)),
	}
	for i, item := range items {
		p.entries = append(p.entries, item.Entry())
		if len(item.Problems) > 0 {
			p.invalid++
			continue
		}
		p.places = append(p.places, i)
		p.ops = append(p.ops, item.Op)
	}
	return p
}

// with is the plan as an ops event, with what was found. pin makes what was
// shown what is applied later: every operation carries the revisions it was
// looked at with.
func (p plan) with(out workspace.Outcome, pin bool) event.Ops {
	ops := event.Ops{Version: p.version, Operations: p.entries, Warnings: out.Warnings}
	for i, f := range out.Findings {
		if pin && f.Valid() {
			f.Op = f.Pinned()
		}
		ops.Operations[p.places[i]].Finding = f
	}
	return ops
}

// only is the part of a plan that was picked, with the revisions it was shown
// with.
func (p plan) only(ops event.Ops, chosen []int) plan {
	part := plan{version: p.version}
	for _, i := range chosen {
		e := ops.Operations[i]
		part.places = append(part.places, len(part.entries))
		part.entries = append(part.entries, e)
		part.ops = append(part.ops, e.Op)
	}
	return part
}

func (c *call) request(p plan, o applyOptions) workspace.Request {
	return workspace.Request{
		Ops: p.ops, Rules: o.rules(), Clock: c.clock, CorrelationID: c.correlationID,
		Key: o.key, KeyTTL: c.set.keyTTL(), Confirmed: o.confirm, AllOrNothing: o.strict,
	}
}

func (c *call) dryrun(args []string, o applyOptions) error {
	in, err := c.operations(args)
	if err != nil {
		return err
	}
	defer in.Close()
	if in.Count > batchMax {
		return c.dryrunLong(in, o)
	}
	items, err := in.Items()
	if err != nil {
		return err
	}
	p := planOf(items, in)
	if p.empty() {
		return c.nothingToDo(p)
	}
	if err := c.Emit(event.Stage{Stage: event.Validating}); err != nil {
		return err
	}
	store, err := c.open(sqlite.Rehearse)
	if err != nil {
		return err
	}
	out, err := workspace.Rehearse(c.ctx, store, c.request(p, o))
	if err != nil {
		return err
	}
	if err := c.emitOps(p.with(out, true)); err != nil {
		return err
	}
	if err := c.Emit(event.Summary{Text: check.Summary(out.Findings, check.Proposed), Counts: &out.Counts}); err != nil {
		return err
	}
	if err := refused(out.Findings, p.invalid, o); err != nil {
		return err
	}
	if o.exitCode && changes(out.Counts) {
		c.done.ExitCode = exitChanges
	}
	return nil
}

// dryrunLong rehearses a stream of several batches, each against the data as it
// is now. It has no ops event: the last one of a stream is what counts, and
// there would be only a part in it.
func (c *call) dryrunLong(in *event.Input, o applyOptions) error {
	store, err := c.open(sqlite.Rehearse)
	if err != nil {
		return err
	}
	var total check.Counts
	invalid, valid := in.Invalid+in.ProblemCount, 0
	for items, err := range in.Batches(batchMax) {
		if err := errors.Join(err, interrupted(c.ctx)); err != nil {
			return err
		}
		p := planOf(items, &event.Input{})
		out, err := workspace.Rehearse(c.ctx, store, c.request(p, o))
		if err != nil {
			return err
		}
		total = plus(total, out.Counts)
		for _, e := range p.with(out, false).Operations {
			if e.Valid() {
				valid++
				continue
			}
			invalid++
			if err := c.Emit(wrongLine(e)); err != nil {
				return err
			}
		}
	}
	text := fmt.Sprintf("%d operations in %d batches: creating %d, updating %d, deleting %d, completing %d.",
		valid, (in.Count+batchMax-1)/batchMax, total.Created, total.Updated, total.Deleted, total.Completed)
	if err := c.Emit(event.Summary{Text: text, Counts: &total}); err != nil {
		return err
	}
	if valid == 0 || o.strict && invalid > 0 {
		return rejected(invalid, valid)
	}
	if o.exitCode && changes(total) {
		c.done.ExitCode = exitChanges
	}
	return nil
}

func wrongLine(e event.Entry) event.Error {
	p := e.Errors[0]
	return event.Error{Code: p.Code, Message: p.Message, Hint: p.Hint, Line: max(e.Line, 1), Details: e.Errors[1:]}
}

func plus(a, b check.Counts) check.Counts {
	return check.Counts{Created: a.Created + b.Created, Updated: a.Updated + b.Updated, Deleted: a.Deleted + b.Deleted, Completed: a.Completed + b.Completed}
}

func changes(c check.Counts) bool { return c != check.Counts{} }

// refused says why apply would refuse the plan, if it would.
func refused(findings []check.Finding, invalid int, o applyOptions) error {
	valid := 0
	for _, f := range findings {
		if f.Stale() {
			return &diag.Refusal{Class: diag.Conflict, Problem: diag.Problem{Code: diag.Stale, Message: "the plan is stale: " + f.Errors[0].Message, Hint: f.Errors[0].Hint}}
		}
		if f.Valid() {
			valid++
		}
	}
	invalid += len(findings) - valid
	if valid == 0 || o.strict && invalid > 0 {
		return rejected(invalid, valid)
	}
	return nil
}

func rejected(invalid, valid int) error {
	if valid == 0 {
		return diag.Refuse(diag.Rejected, "nothing_valid", "none of the operations is valid; nothing was changed", "the errors of each say what to mend")
	}
	return diag.Refuse(diag.Rejected, "something_invalid", fmt.Sprintf("%d of %d operations are not valid; nothing was changed", invalid, invalid+valid), "mend them, or leave --strict out")
}

func (c *call) apply(args []string, o applyOptions) error {
	if err := checkKey(o.key); err != nil {
		return err
	}
	in, err := c.operations(args)
	if err != nil {
		return err
	}
	defer in.Close()
	if in.Count > batchMax {
		return c.applyLong(in, o)
	}
	items, err := in.Items()
	if err != nil {
		return err
	}
	p := planOf(items, in)
	if p.empty() {
		return c.nothingToDo(p)
	}
	if o.strict && p.invalid > 0 || len(p.ops) == 0 {
		if err := c.emitOps(p.with(workspace.Outcome{}, false)); err != nil {
			return err
		}
		return rejected(p.invalid, len(p.ops))
	}
	return c.applyPlan(p, o)
}

// empty is a plan that found everything to be so already.
func (p plan) empty() bool { return len(p.ops)+p.invalid == 0 }

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
		if p, err = c.approved(store, p, o); err != nil {
			return err
		}
		r.Ops, r.Approval = p.ops, "terminal"
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

// approved rehearses the plan, shows it and gives what was picked.
func (c *call) approved(store workspace.Store, p plan, o applyOptions) (plan, error) {
	out, err := workspace.Rehearse(c.ctx, store, c.request(p, o))
	if err != nil {
		return p, err
	}
	ops := p.with(out, true)
	if c.form == "ndjson" {
		// In text the prompt is what shows them.
		if err := c.emitOps(ops); err != nil {
			return p, err
		}
	}
	if err := refused(out.Findings, p.invalid, o); err != nil {
		return p, err
	}
	chosen, err := c.approve(ops)
	if err != nil {
		return p, err
	}
	return p.only(ops, chosen), nil
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
	var refusal *diag.Refusal
	if errors.As(err, &refusal) {
		return c.Emit(event.Ops{Version: ops.Version, Warnings: append(ops.Warnings, diag.Problem{
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

// applyLong cuts a long stream into batches with a key each, so that a rerun
// with the same key resumes where the first run ended (contract section 3).
func (c *call) applyLong(in *event.Input, o applyOptions) error {
	if !o.yes {
		return diag.Refuse(diag.Unapproved, "approval_needed",
			fmt.Sprintf("%d operations are more than can be approved one by one; nothing was changed", in.Count), "look at them with `assister dryrun` and apply them with --yes")
	}
	if o.strict && in.Invalid+in.ProblemCount > 0 {
		return rejected(in.Invalid+in.ProblemCount, in.Count)
	}
	if n := (check.Counts{Deleted: in.Deletes, Updated: in.Updates}); n.Destructive() && !o.confirm {
		if err := c.confirm(n); err != nil {
			return err
		}
		o.confirm = true
	}
	if o.key == "" {
		o.key = c.correlationID
	}
	store, err := c.open(sqlite.Write)
	if err != nil {
		return err
	}
	if err := c.Emit(event.Stage{Stage: event.Applying}); err != nil {
		return err
	}
	c.done.IdempotencyKey = o.key
	l := long{call: c, store: store, in: in, options: o, replayed: true}
	for items, err := range in.Batches(batchMax) {
		if err == nil {
			err = l.batch(items)
		}
		if err != nil {
			return l.stopped(err)
		}
	}
	return l.finish()
}

// long is a stream of several batches on its way.
type long struct {
	*call
	store    workspace.Store
	in       *event.Input
	options  applyOptions
	counts   check.Counts
	batches  int
	valid    int
	invalid  int
	replayed bool
}

func (l *long) batch(items []event.Item) error {
	if err := interrupted(l.ctx); err != nil {
		return err
	}
	p := planOf(items, &event.Input{})
	l.invalid += p.invalid
	if len(p.ops) == 0 {
		l.batches++
		return l.emitResults(p.with(workspace.Outcome{}, false))
	}
	r := l.request(p, l.options)
	r.Key, r.Approval = fmt.Sprintf("%s/%06d", l.options.key, l.batches+1), "yes"
	if l.options.strict && p.invalid > 0 {
		return rejected(p.invalid, len(p.ops))
	}
	out, err := workspace.Apply(l.ctx, l.store, r)
	var refusal *diag.Refusal
	if errors.As(err, &refusal) && refusal.Problem.Code == "nothing_valid" {
		err = nil // the other batches may well be
	}
	if err != nil {
		return err
	}
	l.batches++
	l.counts = plus(l.counts, out.Counts)
	l.replayed = l.replayed && out.Replayed
	if out.Batch.ID != 0 {
		l.done.BatchID = out.Batch.ID
		l.written = fmt.Sprintf("batches up to %d were applied", out.Batch.ID)
	}
	if out.Head.Seq != 0 {
		l.done.AuditHead = out.Head.Hash.String()
	}
	l.done.Batches = l.batches
	ops := p.with(out, false)
	for i := range ops.Operations {
		e := &ops.Operations[i]
		if e.Raw == nil {
			e.Result = resultOf(e.Finding)
		}
		if e.Valid() {
			l.valid++
		} else if e.Raw == nil {
			l.invalid++
		}
	}
	return l.emitResults(ops)
}

// stopped ends a stream in the middle, between two batches.
func (l *long) stopped(err error) error {
	if l.written == "" || isOutput(err) {
		return err
	}
	if e := endOf(cause(l.ctx, err)); e.status != "interrupted" {
		l.done.Status, l.done.ExitCode = "partial", e.code
	}
	at := event.Error{Code: "stopped_between_batches", Message: "stopped after " + counted(l.batches, "batch", "batches") + "; what was applied stays applied",
		Hint: "apply the same input with --idempotency-key " + l.options.key + " to go on where it stopped"}
	return errors.Join(l.Emit(at), err)
}

func (l *long) finish() error {
	if l.valid == 0 {
		return rejected(l.invalid, 0)
	}
	if l.invalid+l.in.Invalid+l.in.ProblemCount > 0 {
		l.done.Status = "partial"
	}
	l.done.Replayed = l.replayed
	text := fmt.Sprintf("%d operations in %d batches: created %d, updated %d, deleted %d, completed %d.",
		l.valid, l.batches, l.counts.Created, l.counts.Updated, l.counts.Deleted, l.counts.Completed)
	return l.Emit(event.Summary{Text: text, Counts: &l.counts})
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
