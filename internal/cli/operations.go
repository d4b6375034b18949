package cli

import (
	"errors"
	"fmt"
	"os"
	"slices"

	"assister/internal/event"
	"assister/internal/op"
	"assister/internal/problem"
	"assister/internal/workspace"
)

const operationsHelp = `Operations come on stdin or in a file, in any of these forms: what propose,
dryrun or ask print, {"operations":[…]}, a JSON array, or one operation a line.`

// carry reads operations and hands them on: as a plan, or as the stream that they
// are where one batch cannot hold them.
func (c *call) carry(args []string, o applyOptions, whole func(plan, applyOptions) error, long func(*event.Input, applyOptions) error) error {
	in, err := c.operations(args)
	if err != nil {
		return err
	}
	defer in.Close()
	// A stream lists its invalid operations and promises that only the valid ones
	// count, so --strict does not refuse what another command printed.
	o.allOrNothing = o.allOrNothing || o.strict && !in.Stream
	if in.Count > batchMax {
		return long(in, o)
	}
	items, err := in.Items()
	if err != nil {
		return err
	}
	p := planOf(items, in)
	_ = in.Close() // the plan has all of it
	if p.empty() {
		return c.nothingToDo(p)
	}
	return whole(p, o)
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
		var refusal *problem.Refusal
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
	return &problem.Refusal{Class: problem.Usage, Path: path, Cause: err, Problem: problem.Problem{
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

// plan is a list of operations as it came.
type plan struct {
	ops     []op.Op
	given   []given // all that came, in its order
	version int
	invalid int               // found wrong before: by upstream or by the decoder
	remarks []problem.Problem // of who proposed it, on the whole
}

// given is one of a plan's operations, or something that is none.
type given struct {
	at   int         // in ops
	none *event.Item // what is wrong with it says; nil where it is one of ops
	line int         // of the input; 0 where there is none

	remarks []problem.Problem // of who proposed it
}

func planOf(items []event.Item, in *event.Input) plan {
	p := plan{
		version: max(in.Version, 1), invalid: in.Invalid + in.ProblemCount,
		given: make([]given, 0, len(items)), ops: make([]op.Op, 0, len(items)),
	}
	for _, item := range items {
		if len(item.Problems) > 0 {
			none := item
			p.given = append(p.given, given{none: &none, line: item.Line})
			p.invalid++
			continue
		}
		p.add(item.Op, item.Line)
	}
	return p
}

// proposedPlan is what somebody has proposed, with what was said about it: checking it
// once more finds what the checks find, and knows nothing of the words it was made of.
func proposedPlan(ops event.Ops) plan {
	p := plan{version: ops.Version, remarks: ops.Warnings}
	for i, e := range ops.Operations {
		p.add(e.Op, e.Line)
		p.given[i].remarks = e.Warnings
	}
	return p
}

func (p *plan) add(o op.Op, line int) {
	p.given = append(p.given, given{at: len(p.ops), line: line})
	p.ops = append(p.ops, o)
}

// remarked is warnings and those of the remarks that are none of them.
func remarked(warnings, remarks []problem.Problem) []problem.Problem {
	for _, r := range remarks {
		if !slices.Contains(warnings, r) {
			warnings = append(slices.Clip(warnings), r)
		}
	}
	return warnings
}

// with is the plan as an ops event, with what was found. pin makes what was
// shown what is applied later: every operation carries the revisions it was
// looked at with.
func (p plan) with(out workspace.Outcome, pin bool) event.Ops {
	ops := event.Ops{Version: p.version, Operations: make([]event.Entry, len(p.given)), Warnings: out.Warnings}
	for i, g := range p.given {
		e := &ops.Operations[i]
		switch {
		case g.none != nil:
			*e = g.none.Entry()
		case g.at >= len(out.Findings):
			e.Op = p.ops[g.at]
		default:
			e.Finding = out.Findings[g.at]
			if pin && e.Valid() {
				e.Op, e.Warnings = e.Pinned(), remarked(e.Warnings, g.remarks)
			}
		}
		e.Line = g.line
	}
	if pin {
		ops.Warnings = remarked(ops.Warnings, p.remarks)
	}
	return ops
}

// only is the part of a plan that was picked, with the revisions it was shown
// with.
func (p plan) only(ops event.Ops, chosen []int) plan {
	part := plan{version: p.version}
	for _, i := range chosen {
		part.add(ops.Operations[i].Op, ops.Operations[i].Line)
	}
	return part
}

// edited is the plan with what came at index i replaced by an operation.
func (p plan) edited(i int, edited op.Op) plan {
	part := plan{version: p.version, invalid: p.invalid, remarks: p.remarks}
	for at, g := range p.given {
		switch {
		case at == i:
			part.add(edited, g.line)
			if g.none != nil {
				part.invalid-- // it can be read now
			}
		case g.none != nil:
			part.given = append(part.given, g)
		default:
			part.add(p.ops[g.at], g.line)
			part.given[at].remarks = g.remarks
		}
	}
	return part
}

// empty is a plan that found everything to be so already.
func (p plan) empty() bool { return len(p.ops)+p.invalid == 0 }
