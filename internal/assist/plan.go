package assist

import (
	"errors"
	"fmt"
	"slices"

	"assister/internal/check"
	"assister/internal/event"
	"assister/internal/language/message"
	"assister/internal/op"
	"assister/internal/problem"
	"assister/internal/workspace"
)

// ApplyRequest is operations to dry-run or apply.
type ApplyRequest struct {
	Input   *event.Input // closed by the front end, not by Apply or DryRun
	Options ApplyOptions
}

// ApplyOptions say how operations are carried out.
type ApplyOptions struct {
	All               bool // an empty filter means everything, on purpose
	IgnoreBase        bool // do not compare the revisions that a plan was made from
	Edited            bool // the operations of a stream may be others than it was printed with
	AllOrNothing      bool // one invalid operation refuses all
	RequireRecurrence bool // create and update of what recurs must state the recurrence

	Approved  bool // in advance; nobody is asked
	Confirmed bool // destructive operations are confirmed too
	Key       string
	Once      bool // without a Key, derive one from the operations alone
	Unique    bool // no other request has the correlation id
}

func (o ApplyOptions) rules() check.Rules {
	return check.Rules{RequireRecurrence: o.RequireRecurrence, All: o.All, IgnoreBase: o.IgnoreBase}
}

func (r *request) workspaceRequest(p plan, o ApplyOptions) workspace.Request {
	return workspace.Request{
		Ops: p.ops, Rules: o.rules(), Clock: r.Clock, CorrelationID: r.CorrelationID, Unique: o.Unique, Asked: askedBy(r),
		Key: o.Key, KeyTTL: r.Policy.KeyTTL, Confirmed: o.Confirmed, AllOrNothing: o.AllOrNothing,
		Limits: r.Policy.Limits, Unattended: o.Approved,
	}
}

// batchMost is how many operations one transaction takes. A longer stream becomes
// several batches.
const batchMost = 1000

// plan is a list of operations as it came.
type plan struct {
	ops      []op.Op
	given    []given // everything that came, in its order
	version  int
	invalid  int               // found before: upstream, or by the decoder
	edited   bool              // since they were printed
	language string            // code of the language of the request; "" if it is not known
	remarks  []problem.Problem // on the whole, by the proposer
}

// given is one of a plan's operations, or something that is no operation.
type given struct {
	at      int         // index in ops
	invalid *event.Item // what could not be decoded; nil if it is one of ops
	line    int         // of the input; 0 if it has none

	remarks []problem.Problem // by the proposer
}

// languageOf is the code of the language of the words that operations were proposed for;
// "" if there were none, or there are no messages in it.
func languageOf(in *event.Input) string {
	if message.Known(in.Language) {
		return in.Language
	}
	return ""
}

func planOf(items []event.Item, in *event.Input) plan {
	p := plan{
		version: max(in.Version, 1), invalid: in.Invalid + in.ProblemCount, edited: in.Edited, language: languageOf(in),
		given: make([]given, 0, len(items)), ops: make([]op.Op, 0, len(items)),
	}
	for _, item := range items {
		if len(item.Problems) > 0 {
			invalid := item
			p.given = append(p.given, given{invalid: &invalid, line: item.Line})
			p.invalid++
			continue
		}
		p.add(item.Op, item.Line)
	}
	return p
}

// proposedPlan is a proposal with its remarks: checking it again finds what the checks
// find, and knows nothing of the words that it was made from.
func proposedPlan(ops event.Ops) plan {
	p := plan{version: ops.Version, language: ops.Language, remarks: ops.Warnings}
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

// empty reports whether there was nothing to do, and nothing that could not be read.
func (p plan) empty() bool { return len(p.ops)+p.invalid == 0 }

// unchecked is the plan as an ops event, before any check.
func (p plan) unchecked() event.Ops { return p.with(workspace.Outcome{}, nil) }

// checked is the plan as an ops event, with what the checks found.
func (p plan) checked(out workspace.Outcome) event.Ops { return p.with(out, nil) }

// pinned is the checked plan with the revisions that it was checked against in every
// operation, so that what is shown is what is applied later; and with the remarks of
// the proposer.
func (p plan) pinned(out workspace.Outcome) event.Ops {
	ops := p.with(out, func(e *event.Entry, remarks []problem.Problem) {
		e.Op = e.Pinned()
		if e.Valid() {
			e.Warnings = addRemarks(e.Warnings, remarks)
		}
	})
	ops.Warnings = addRemarks(ops.Warnings, p.remarks)
	return ops
}

// with is the plan as an ops event. Each operation that was checked is given to
// checked, if that is not nil.
func (p plan) with(out workspace.Outcome, checked func(*event.Entry, []problem.Problem)) event.Ops {
	ops := event.Ops{
		Version: p.version, Language: p.language,
		Operations: make([]event.Entry, len(p.given)), Warnings: out.Warnings,
	}
	for i, g := range p.given {
		e := &ops.Operations[i]
		switch {
		case g.invalid != nil:
			*e = g.invalid.Entry()
		case g.at >= len(out.Findings):
			e.Op = p.ops[g.at]
		default:
			e.Finding = out.Findings[g.at]
			if checked != nil {
				checked(e, g.remarks)
			}
		}
		e.Line = g.line
	}
	return ops
}

// addRemarks adds the remarks that are not among the warnings.
func addRemarks(warnings, remarks []problem.Problem) []problem.Problem {
	for _, r := range remarks {
		if !slices.Contains(warnings, r) {
			warnings = append(slices.Clip(warnings), r)
		}
	}
	return warnings
}

// only is the part of a plan that was chosen, with the revisions it was shown with.
func (p plan) only(ops event.Ops, chosen []int) plan {
	part := plan{version: p.version}
	for _, i := range chosen {
		part.add(ops.Operations[i].Op, ops.Operations[i].Line)
	}
	return part
}

// replaced is the plan with what came at index i replaced by an operation.
func (p plan) replaced(i int, edited op.Op) plan {
	part := plan{version: p.version, invalid: p.invalid, edited: p.edited, remarks: p.remarks}
	for at, g := range p.given {
		switch {
		case at == i:
			part.add(edited, g.line)
			if g.invalid != nil {
				part.invalid-- // it can be decoded now
			}
		case g.invalid != nil:
			part.given = append(part.given, g)
		default:
			part.add(p.ops[g.at], g.line)
			part.given[at].remarks = g.remarks
		}
	}
	return part
}

// refused says why apply would refuse the plan, if it would.
func refused(findings []check.Finding, invalid int, o ApplyOptions) error {
	valid := 0
	for _, f := range findings {
		if f.Stale() {
			return &problem.Refusal{Class: problem.Conflict, Problem: problem.Problem{
				Code: problem.Stale, Message: "the plan is stale: " + f.Errors[0].Message, Hint: f.Errors[0].Hint,
			}}
		}
		if f.Valid() {
			valid++
		}
	}
	invalid += len(findings) - valid
	if valid == 0 || o.AllOrNothing && invalid > 0 {
		return rejected(invalid, valid)
	}
	return nil
}

func rejected(invalid, valid int) error {
	if valid == 0 {
		return NothingValid()
	}
	return problem.Refuse(problem.Rejected, "something_invalid",
		fmt.Sprintf("%d of %d operations are not valid; nothing was changed", invalid, invalid+valid),
		"fix them, or leave --all-or-nothing and --strict out")
}

// NothingValid refuses operations of which none is valid.
func NothingValid() error {
	return problem.Refuse(problem.Rejected, "nothing_valid",
		"none of the operations is valid; nothing was changed", "the errors of each operation say what to fix")
}

// isLimit reports whether a plan is refused because of its effect, which can be shown.
func isLimit(err error) bool {
	var refusal *problem.Refusal
	return errors.As(err, &refusal) && refusal.Class == problem.Rejected
}

func resultOf(f check.Finding) *event.Result {
	r := &event.Result{OK: f.Valid()}
	for _, t := range f.Targets {
		r.IDs = append(r.IDs, t.Change.ID)
		r.Kinds = append(r.Kinds, t.Change.Kind.Name)
	}
	return r
}
