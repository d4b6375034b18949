// Package planner executes plans: steps that each call a tool, with a working memory
// that later steps take arguments from. It knows no tool by name: each tool describes
// its arguments and outputs. Plans come from a model or from rules. A request runs at
// most five steps, replans at most once, and changes nothing: a step that would change
// something becomes an operation for approval.
package planner

import (
	"context"
	"time"

	"assister/internal/ijson"
	"assister/internal/op"
	"assister/internal/problem"
)

const (
	// MaxSteps is the maximum number of steps of a request, over all its plans.
	MaxSteps = 5
	// maxTries is how often a step is tried whose failure may pass.
	maxTries = 3
)

// pauses are the waits before the second and the third try.
var pauses = [maxTries - 1]time.Duration{250 * time.Millisecond, time.Second}

// Tool is what a step can call. A tool that changes nothing answers a call; the others
// return operations.
type Tool interface {
	Name() string
	Help() string // one line, for people and models
	// Params returns its arguments.
	Params() []Param
	// Outputs says what of its answer goes where in memory.
	Outputs() []Output
	// Mutates reports whether it changes the workspace. Such a tool is not called;
	// Operations returns what it would do.
	Mutates() bool
	Call(ctx context.Context, args ijson.Value) Envelope
	Operations(args ijson.Value) ([]op.Op, *problem.Problem)
}

// Param is one argument of a tool.
type Param struct {
	Name     string
	Aliases  []string // other names that it is accepted under
	Required bool
	Schema   ijson.Value // JSON Schema of its values; null for any value, whose texts are redacted
}

// Output is a part of a tool's answer and its place in memory, both as dotted paths:
// "project.id" and "ids.projectId".
type Output struct{ From, To string }

// Envelope is the answer of a tool.
type Envelope struct {
	Data    ijson.Value // an object
	Total   int         // number of records, of which Data may have only some
	Error   *Failure
	Warning string
	Meta    ijson.Value
	Found   []op.Base // the records in Data, as they were found
}

// Failure is why a tool has no answer.
type Failure struct {
	Problem problem.Problem
	Passing bool     // a retry may succeed
	Name    string   // that no record has; "" if the failure is another
	Near    []string // the closest names
}

// Tools finds the tools that plans may use.
type Tools interface {
	Find(name string) (Tool, bool)
}

// Plan is a list of steps.
type Plan struct {
	Steps []Step
	Have  []string // paths in memory; the plan stops when all have values
}

// Step is one call.
type Step struct {
	Tool   string
	Args   ijson.Value // an object; {"var":"ids.projectId"} anywhere in it is taken from memory
	SaveAs string      // a further place in memory for the answer; "" for none
	Expect []Output    // what the answer must have, and where in memory it goes

	Refused *problem.Problem // why the step cannot be taken; nil if it can
}

// Planner makes plans.
type Planner interface {
	// Plan returns the first plan, or another one after a setback. A plan without
	// steps means that there is none.
	Plan(ctx context.Context, after *Setback) (Plan, error)
}

// Setback is why another plan is needed, and what is known so far.
type Setback struct {
	Reason Reason
	Step   StepResult // the step that failed or found nothing
	Memory ijson.Value
	Steps  int // remaining
}

// Reason is why a plan is replaced or stops.
type Reason string

const (
	MissingArgument  Reason = "missing_argument"
	EmptyAnswer      Reason = "empty_answer"
	FailedStep       Reason = "failed_step"
	UnmetExpectation Reason = "unmet_expectation"
	UnknownTool      Reason = "unknown_tool"

	Enough        Reason = "enough"   // memory has all wanted paths
	Done          Reason = "done"     // no step is left
	Capped        Reason = "steps"    // the maximum number of steps is reached
	NeedsApproval Reason = "approval" // a step would change something
	NoPlan        Reason = "no_plan"  // there was no plan
	Expired       Reason = "expired"  // the request timed out or was cancelled
)

// StepResult is the result of a step.
type StepResult struct {
	Tool     string
	Args     ijson.Value // with variables bound
	Redacted ijson.Value // without private texts
	Envelope Envelope
	Saved    []string // paths in memory
	Duration time.Duration
	Tries    int // 0 if it was not called
	Cached   bool
	Proposed bool // it would change something and is for approval
	Used     bool // a later step used its answer
}

// Outcome is the result of a request.
type Outcome struct {
	Steps     []StepResult
	Memory    Memory
	Stopped   Reason
	Replanned Reason  // why there was another plan; "" for none
	Before    int     // number of steps before the other plan
	Proposed  []op.Op // for approval
	Left      int     // number of steps not taken
}
