package planner

import (
	"context"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"assister/internal/ijson"
	"assister/internal/problem"
)

// Run executes plans.
type Run struct {
	Tools   Tools
	Planner Planner
	Now     func() time.Time
	Wait    func(ctx context.Context, d time.Duration) error // between tries
	Limit   time.Duration                                    // of one step; 0 for none
	Each    func(StepResult) error                           // called for each step, in order
}

// Answer gets a plan and executes it, and replans at most once if the first plan has a
// setback. An error is one of the planner or of Each; errors of tools are in the outcome.
func (r Run) Answer(ctx context.Context, memory Memory) (Outcome, error) {
	w := &execution{Run: r, out: Outcome{Memory: memory}, known: map[string]Envelope{}}
	plan, err := r.Planner.Plan(ctx, nil)
	for err == nil {
		var setback *Setback
		if setback, err = w.follow(ctx, plan); err != nil || setback == nil {
			break
		}
		w.asked = true
		if plan, err = r.Planner.Plan(ctx, setback); len(plan.Steps) > 0 {
			w.out.Replanned, w.out.Before = setback.Reason, len(w.out.Steps)
		} else {
			plan = Plan{Steps: w.possible(w.rest.Steps), Have: w.rest.Have} // no other plan: continue with this one
			w.out.Left = len(w.rest.Steps) - len(plan.Steps)
		}
	}
	return w.out, err
}

// execution is the state of one request.
type execution struct {
	Run
	out   Outcome
	known map[string]Envelope // answers and permanent failures by tool and arguments
	asked bool                // whether another plan was requested
	rest  Plan                // of the plan that had a setback
}

// follow takes the steps of a plan. It returns a setback if another plan is needed.
func (w *execution) follow(ctx context.Context, p Plan) (*Setback, error) {
	steps := p.Steps
	if len(steps) == 0 && len(w.out.Steps) == 0 {
		w.out.Stopped = NoPlan
		return nil, nil
	}
	for {
		left := MaxSteps - len(w.out.Steps)
		switch {
		case ctx.Err() != nil:
			w.stop(Expired, steps)
		case w.out.Memory.Has(p.Have):
			w.stop(Enough, steps)
		case len(steps) == 0:
			w.stop(Done, nil)
		case left == 0:
			w.stop(Capped, steps)
		case w.mutates(steps[0]):
			return nil, w.propose(steps)
		default:
			batch := w.parallel(steps[:min(left, len(steps))], p.Have)
			steps = steps[len(batch):]
			bad, err := w.take(ctx, batch)
			if err != nil {
				return nil, err
			}
			if bad != nil && !w.asked && ctx.Err() == nil && len(w.out.Steps) < MaxSteps {
				w.rest = Plan{Steps: steps, Have: p.Have}
				bad.Memory, bad.Steps = w.out.Memory.Snapshot(), MaxSteps-len(w.out.Steps)
				return bad, nil
			}
			continue
		}
		return nil, nil
	}
}

func (w *execution) stop(why Reason, left []Step) {
	w.out.Stopped = why
	w.out.Left += len(left)
}

func (w *execution) mutates(s Step) bool {
	t, ok := w.Tools.Find(s.Tool)
	return ok && t.Mutates()
}

// parallel returns the first steps that can run at the same time: none needs the output
// of another, and none follows steps that may already be enough.
func (w *execution) parallel(steps []Step, have []string) []Step {
	for n := range steps {
		if n == 0 {
			continue
		}
		t, ok := w.Tools.Find(steps[n].Tool)
		if !ok || t.Mutates() || w.leads(steps[:n], steps[n].needs(t)) || w.suffices(steps[:n], have) {
			return steps[:n]
		}
	}
	return steps
}

// leads reports whether one of the steps may produce a value at one of the paths.
func (w *execution) leads(steps []Step, paths []string) bool {
	return slices.ContainsFunc(steps, func(s Step) bool {
		t, ok := w.Tools.Find(s.Tool)
		return ok && slices.ContainsFunc(paths, func(path string) bool { return s.produces(t, path) })
	})
}

// possible returns the steps that can still run: everything they need is in memory or
// may be produced by an earlier one.
func (w *execution) possible(steps []Step) (list []Step) {
	for _, s := range steps {
		t, ok := w.Tools.Find(s.Tool)
		lost := func(path string) bool {
			_, there := w.out.Memory.Get(path)
			return !there && !w.leads(list, []string{path})
		}
		if !ok || !slices.ContainsFunc(s.needs(t), lost) {
			list = append(list, s)
		}
	}
	return list
}

// suffices reports whether memory may have all wanted paths after some steps.
func (w *execution) suffices(steps []Step, have []string) bool {
	return len(have) > 0 && !slices.ContainsFunc(have, func(path string) bool {
		return !w.out.Memory.Has([]string{path}) && !w.leads(steps, []string{path})
	})
}

// take runs steps in parallel and saves their answers in the plan's order. It returns
// the first setback.
func (w *execution) take(ctx context.Context, steps []Step) (setback *Setback, err error) {
	taken, calls := w.ready(steps)
	var side sync.WaitGroup
	for i, tool := range calls {
		side.Go(func() { w.call(ctx, tool, &taken[i]) })
	}
	side.Wait()
	for i := range taken {
		t := &taken[i]
		if t.Cached {
			t.Envelope = w.known[t.key()]
		} else if t.Tries > 0 {
			w.known[t.key()] = t.Envelope
		}
		why := w.save(steps[i], t)
		w.out.Steps = append(w.out.Steps, *t)
		if w.Each != nil {
			if err := w.Each(*t); err != nil {
				return nil, err
			}
		}
		if why != "" && setback == nil {
			setback = &Setback{Reason: why, Step: *t}
		}
	}
	maps.DeleteFunc(w.known, func(_ string, e Envelope) bool { return e.Error != nil && e.Error.Passing })
	return setback, nil
}

// ready binds the arguments of steps and returns the calls to make: those whose answer
// is not cached, and only the first of several equal ones.
func (w *execution) ready(steps []Step) (taken []StepResult, calls map[int]Tool) {
	taken, calls = make([]StepResult, len(steps)), map[int]Tool{}
	asked := map[string]bool{}
	for i, s := range steps {
		tool, ready := w.bind(s, &taken[i])
		w.credit(s)
		if !ready {
			continue
		}
		key := taken[i].key()
		_, known := w.known[key]
		if taken[i].Cached = known || asked[key]; !taken[i].Cached {
			asked[key], calls[i] = true, tool
		}
	}
	return taken, calls
}

// credit marks the earlier steps whose results a step uses.
func (w *execution) credit(s Step) {
	for _, path := range variables(s.Args) {
		for i := len(w.out.Steps) - 1; i >= 0; i-- {
			t := &w.out.Steps[i]
			if slices.ContainsFunc(t.Saved, func(at string) bool { return path == at || strings.HasPrefix(path, at+".") }) {
				t.Used = true
				break
			}
		}
	}
}

// key is the same for steps that look up the same, in whatever order they say it.
func (t StepResult) key() string {
	return t.Tool + "\x00" + string(ijson.AppendValue(nil, ordered(t.Args)))
}

// ordered is a value with the members of its objects by their names.
func ordered(v ijson.Value) ijson.Value {
	v.Members, v.Items = slices.Clone(v.Members), slices.Clone(v.Items)
	slices.SortStableFunc(v.Members, func(a, b ijson.Member) int { return strings.Compare(a.Name, b.Name) })
	for i := range v.Members {
		v.Members[i].Value = ordered(v.Members[i].Value)
	}
	for i := range v.Items {
		v.Items[i] = ordered(v.Items[i])
	}
	return v
}

// bind finds the tool of a step and binds its arguments. A required argument that the
// step does not give is taken from the ids in memory. If an argument is still missing,
// the step is not ready and its envelope says why.
func (w *execution) bind(s Step, t *StepResult) (tool Tool, ready bool) {
	t.Tool = s.Tool
	tool, ok := w.Tools.Find(s.Tool)
	if !ok {
		t.Args, t.Redacted = object(), object()
		t.Envelope.Error = &Failure{Problem: problem.Problem{Code: string(UnknownTool), Field: "tool",
			Message: "unknown tool " + problem.Quote(s.Tool)}}
		return nil, false
	}
	t.Tool = tool.Name() // the plan may have called it by another name
	s.Args = canonical(tool, s.Args)
	args, _ := w.out.Memory.Bind(s.Args)
	missing := w.unbound(s)
	for _, p := range tool.Params() {
		v, said := args.Get(p.Name)
		if _, in := s.Args.Get(p.Name); !in && p.Required {
			if v, said = w.out.Memory.Get("ids." + p.Name); said {
				args.Members = append(args.Members, ijson.Member{Name: p.Name, Value: v})
			}
		}
		if p.Required && (!said || !nonEmpty(v)) && !slices.Contains(missing, p.Name) {
			missing = append(missing, p.Name)
		}
	}
	t.Args, t.Redacted = args, Redacted(tool, args)
	if s.Refused != nil {
		t.Envelope.Error = &Failure{Problem: *s.Refused}
		return nil, false
	}
	if len(missing) > 0 {
		name, _, _ := strings.Cut(missing[0], " ")
		t.Envelope.Error = &Failure{Problem: problem.Problem{Code: string(MissingArgument), Field: name,
			Message: "missing required arguments for " + s.Tool + ": " + strings.Join(missing, ", ")}}
		return nil, false
	}
	return tool, true
}

// unbound returns the arguments of a step with a variable that has no value. Without its
// value, a condition would match everything.
func (w *execution) unbound(s Step) (missing []string) {
	for _, m := range s.Args.Members {
		_, none := w.out.Memory.Bind(m.Value)
		if _, whole := variable(m.Value); whole && len(none) > 0 {
			missing = append(missing, m.Name)
		} else if len(none) > 0 {
			missing = append(missing, m.Name+" ("+strings.Join(none, ", ")+")")
		}
	}
	return missing
}

// call calls a tool, and retries if the failure may pass.
func (w *execution) call(ctx context.Context, tool Tool, t *StepResult) {
	began := w.Now()
	for t.Tries = 1; ; t.Tries++ {
		t.Envelope = w.once(ctx, tool, t.Args)
		failed := t.Envelope.Error
		retry := failed != nil && failed.Passing && t.Tries < maxTries && ctx.Err() == nil
		if !retry || w.Wait(ctx, pauses[t.Tries-1]) != nil {
			break
		}
	}
	t.Duration = w.Now().Sub(began)
}

func (w *execution) once(ctx context.Context, tool Tool, args ijson.Value) Envelope {
	if w.Limit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, w.Limit)
		defer cancel()
	}
	return tool.Call(ctx, args)
}

// save stores the answer of a step in memory, and returns the reason of a setback.
func (w *execution) save(s Step, t *StepResult) Reason {
	e := &t.Envelope
	if e.Error != nil {
		w.out.Memory.fail(t.Tool, e.Error.Problem.Message)
		switch Reason(e.Error.Problem.Code) {
		case MissingArgument, UnknownTool:
			return Reason(e.Error.Problem.Code)
		}
		return FailedStep
	}
	keep := func(path string, v ijson.Value) {
		if w.out.Memory.put(path, v) && !slices.Contains(t.Saved, path) {
			t.Saved = append(t.Saved, path)
		}
	}
	tool, _ := w.Tools.Find(t.Tool)
	for _, a := range tool.Outputs() {
		if v, ok := at(e.Data, a.From); ok {
			keep(a.To, v)
		}
	}
	if s.SaveAs != "" {
		keep(s.place(tool), mainValue(tool, e.Data))
	}
	for _, a := range s.Expect {
		v, ok := at(e.Data, a.From)
		if !ok || !nonEmpty(v) {
			w.out.Memory.fail(t.Tool, "the answer has no "+a.From)
			return UnmetExpectation
		}
		keep(a.To, v)
	}
	if e.Total == 0 {
		return EmptyAnswer
	}
	return ""
}

// mainValue returns the main part of an answer: its first output.
func mainValue(tool Tool, data ijson.Value) ijson.Value {
	for _, a := range tool.Outputs() {
		if v, ok := at(data, a.From); ok {
			return v
		}
	}
	return data
}

// propose turns the next mutating steps into operations and stops.
func (w *execution) propose(steps []Step) error {
	n := 0
	for _, s := range steps {
		if !w.mutates(s) || len(w.out.Steps) == MaxSteps {
			break
		}
		n++
		t := StepResult{Proposed: true}
		if tool, ready := w.bind(s, &t); ready {
			ops, p := tool.Operations(t.Args)
			if p != nil {
				t.Envelope.Error = &Failure{Problem: *p}
			}
			w.out.Proposed = append(w.out.Proposed, ops...)
		}
		if t.Envelope.Error != nil {
			w.out.Memory.fail(t.Tool, t.Envelope.Error.Problem.Message)
		}
		w.out.Steps = append(w.out.Steps, t)
		if w.Each != nil {
			if err := w.Each(t); err != nil {
				return err
			}
		}
	}
	w.stop(NeedsApproval, steps[n:])
	return nil
}
