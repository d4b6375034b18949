// Package planner carries out plans: steps that each call a tool, in a working
// memory that later steps take their arguments from. It knows no tool by name;
// what a tool takes and gives is said by the tool. Plans come from a model or
// from rules and are carried out alike: at most five steps, one re-plan, nothing
// changed. A step that would change something becomes an operation for approval.
package planner

import (
	"context"
	"time"

	"assister/internal/ijson"
	"assister/internal/op"
	"assister/internal/problem"
)

const (
	// MaxSteps is how many steps a request has in all, whatever its plans say
	// (facts 2.4).
	MaxSteps = 5
	// triesMost is how often a step is tried that may come right by itself.
	triesMost = 3
)

// pauses are how long it waits before the second and the third try.
var pauses = [triesMost - 1]time.Duration{250 * time.Millisecond, time.Second}

// Tool is one thing that a step can do. Those that change nothing answer; the
// others say which operations they stand for.
type Tool interface {
	Name() string
	Help() string // one line, for people and models
	// Params are its arguments.
	Params() []Param
	// Outputs says what of its answer goes where in memory.
	Outputs() []Output
	// Mutates reports whether it changes the workspace. Such a tool is never
	// called: Operations says what it stands for.
	Mutates() bool
	Call(ctx context.Context, args ijson.Value) Envelope
	Operations(args ijson.Value) ([]op.Op, *problem.Problem)
}

// Param is one argument of a tool.
type Param struct {
	Name     string
	Required bool
	Schema   ijson.Value // JSON Schema of its values; null is any, and then no text of it is shown
}

// Output is a part of a tool's answer and its place in memory, both as dotted
// paths: "project.id" and "ids.projectId".
type Output struct{ From, To string }

// Envelope is what a tool answers.
type Envelope struct {
	Data    ijson.Value // an object
	Total   int         // how many there are, though fewer may be in Data
	Error   *Failure
	Warning string
	Meta    ijson.Value
}

// Failure is why a tool gave no answer.
type Failure struct {
	Problem problem.Problem
	Passing bool     // trying again may help
	Near    []string // where there is nothing of a name, the names that come closest
}

// Tools are those that plans may use.
type Tools interface {
	Find(name string) (Tool, bool)
}

// Plan is what somebody wants done.
type Plan struct {
	Steps []Step
	Have  []string // paths in memory; when all are there, it is enough
}

// Step is one call.
type Step struct {
	Tool   string
	Args   ijson.Value // an object; {"var":"ids.projectId"} anywhere in it is taken from memory
	SaveAs string      // where in memory the answer goes as well; "" is nowhere
	Expect []Output    // what has to be in the answer, and where in memory it goes
}

// Planner makes plans.
type Planner interface {
	// Plan makes the first plan, or with a setback the one other. A plan without
	// steps is none.
	Plan(ctx context.Context, after *Setback) (Plan, error)
}

// Setback is why another plan is asked for, and what is known by then.
type Setback struct {
	Reason Reason
	Step   StepResult // the step that did not bring what was hoped for
	Memory ijson.Value
	Steps  int // that are left
}

// Reason is a cause for another plan, or for the end of one.
type Reason string

const (
	MissingArgument  Reason = "missing_argument"
	EmptyAnswer      Reason = "empty_answer"
	FailedStep       Reason = "failed_step"
	UnmetExpectation Reason = "unmet_expectation"
	UnknownTool      Reason = "unknown_tool"

	Enough        Reason = "enough"   // all that the plan wants to have is there
	Done          Reason = "done"     // no step is left
	Capped        Reason = "steps"    // the limit of steps is reached
	NeedsApproval Reason = "approval" // a step would change something
	NoPlan        Reason = "no_plan"  // there was nothing to do
	Expired       Reason = "expired"  // the request was given up
)

// StepResult is a step that was taken, or that could not be.
type StepResult struct {
	Tool     string
	Args     ijson.Value // bound, and as the tool was given them
	Redacted ijson.Value // without the free texts
	Envelope Envelope
	Saved    []string // paths in memory
	Duration time.Duration
	Tries    int // 0: it was not called, as its answer was known, or it could not be
	Cached   bool
	Proposed bool // it would change something: it was not called, and is for approval
	Used     bool // a later step took something from what it brought
}

// Outcome is what came of it.
type Outcome struct {
	Steps     []StepResult
	Memory    Memory
	Stopped   Reason
	Replanned Reason  // why there was another plan; "" when there was none
	Before    int     // steps that were taken before that other plan
	Proposed  []op.Op // for approval
	Left      int     // steps that were not taken
}
