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

// Run carries plans out.
type Run struct {
	Tools   Tools
	Planner Planner
	Now     func() time.Time
	Wait    func(ctx context.Context, d time.Duration) error // before another try
	Limit   time.Duration                                    // of one step; 0 is none
	Each    func(StepResult) error                           // is told of every step, in their order
}

// Answer makes a plan and carries it out, and one other when the first runs into
// something. The error is for a plan that could not be asked for or a listener
// that could not be told; what a tool could not do is in the outcome.
func (r Run) Answer(ctx context.Context, memory Memory) (Outcome, error) {
	w := &walk{Run: r, out: Outcome{Memory: memory}, known: map[string]Envelope{}}
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
			plan = Plan{Steps: w.possible(w.rest.Steps), Have: w.rest.Have} // nobody knows better
			w.out.Left = len(w.rest.Steps) - len(plan.Steps)
		}
	}
	return w.out, err
}

// walk is one request on its way.
type walk struct {
	Run
	out   Outcome
	known map[string]Envelope // answers by tool and arguments, failures that stay too: nothing is looked up twice
	asked bool                // for another plan
	rest  Plan                // what was left of a plan that ran into something
}

// follow takes the steps of a plan. A setback asks for another plan.
func (w *walk) follow(ctx context.Context, p Plan) (*Setback, error) {
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
			together := w.together(steps[:min(left, len(steps))], p.Have)
			steps = steps[len(together):]
			bad, err := w.take(ctx, together)
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

func (w *walk) stop(why Reason, left []Step) {
	w.out.Stopped = why
	w.out.Left += len(left)
}

func (w *walk) mutates(s Step) bool {
	t, ok := w.Tools.Find(s.Tool)
	return ok && t.Mutates()
}

// together are the first steps that can be taken side by side: none needs what
// another brings, and none comes after what may be enough.
func (w *walk) together(steps []Step, have []string) []Step {
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

// leads reports whether one of the steps may bring one of the paths.
func (w *walk) leads(steps []Step, paths []string) bool {
	return slices.ContainsFunc(steps, func(s Step) bool {
		t, ok := w.Tools.Find(s.Tool)
		return ok && slices.ContainsFunc(paths, func(path string) bool { return s.gives(t, path) })
	})
}

// possible are the steps that can still be taken: all that they need is in memory,
// or may be brought by one before them.
func (w *walk) possible(steps []Step) (list []Step) {
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

// suffices reports whether all that is wanted may be there after some steps.
func (w *walk) suffices(steps []Step, have []string) bool {
	return len(have) > 0 && !slices.ContainsFunc(have, func(path string) bool {
		return !w.out.Memory.Has([]string{path}) && !w.leads(steps, []string{path})
	})
}

// take takes steps side by side and saves what they bring in the plan's order.
// It returns the first thing that a planner should hear of.
func (w *walk) take(ctx context.Context, steps []Step) (setback *Setback, err error) {
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

// ready binds steps and says which of them have to be called: those whose answer is
// not known, and of those that look up the same the first.
func (w *walk) ready(steps []Step) (taken []StepResult, calls map[int]Tool) {
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

// credit marks the steps that a step takes its variables from.
func (w *walk) credit(s Step) {
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

// bind finds the tool of a step and its arguments. What is required, not said,
// and known by its name among the ids is filled in. Where something is missing
// the step is not ready, and its envelope says why.
func (w *walk) bind(s Step, t *StepResult) (tool Tool, ready bool) {
	t.Tool = s.Tool
	tool, ok := w.Tools.Find(s.Tool)
	if !ok {
		t.Args, t.Redacted = object(), object()
		t.Envelope.Error = &Failure{Problem: problem.Problem{Code: string(UnknownTool), Field: "tool", Message: "there is no tool " + problem.Quote(s.Tool)}}
		return nil, false
	}
	t.Tool = tool.Name() // the plan may have called it by another name
	args, _ := w.out.Memory.Bind(s.Args)
	missing := w.unbound(s)
	for _, p := range tool.Params() {
		v, said := args.Get(p.Name)
		if _, in := s.Args.Get(p.Name); !in && p.Required {
			if v, said = w.out.Memory.Get("ids." + p.Name); said {
				args.Members = append(args.Members, ijson.Member{Name: p.Name, Value: v})
			}
		}
		if p.Required && (!said || !something(v)) && !slices.Contains(missing, p.Name) {
			missing = append(missing, p.Name)
		}
	}
	t.Args, t.Redacted = args, Redacted(tool, args)
	if len(missing) > 0 {
		name, _, _ := strings.Cut(missing[0], " ")
		t.Envelope.Error = &Failure{Problem: problem.Problem{Code: string(MissingArgument), Field: name,
			Message: "missing required arguments for " + s.Tool + ": " + strings.Join(missing, ", ")}}
		return nil, false
	}
	return tool, true
}

// unbound are the arguments of a step with a variable that leads nowhere. A
// condition without its value would hold of everything.
func (w *walk) unbound(s Step) (missing []string) {
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

// call calls a tool, again when what went wrong may pass.
func (w *walk) call(ctx context.Context, tool Tool, t *StepResult) {
	began := w.Now()
	for t.Tries = 1; ; t.Tries++ {
		t.Envelope = w.once(ctx, tool, t.Args)
		failed := t.Envelope.Error
		if failed == nil || !failed.Passing || t.Tries == triesMost || ctx.Err() != nil || w.Wait(ctx, pauses[t.Tries-1]) != nil {
			break
		}
	}
	t.Duration = w.Now().Sub(began)
}

func (w *walk) once(ctx context.Context, tool Tool, args ijson.Value) Envelope {
	if w.Limit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, w.Limit)
		defer cancel()
	}
	return tool.Call(ctx, args)
}

// save keeps what a step brought, and says what is wrong with it.
func (w *walk) save(s Step, t *StepResult) Reason {
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
		keep(s.place(tool), gist(tool, e.Data))
	}
	for _, a := range s.Expect {
		v, ok := at(e.Data, a.From)
		if !ok || !something(v) {
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

// gist is the part of an answer that it is about: what is there first of all that
// the tool may give.
func gist(tool Tool, data ijson.Value) ijson.Value {
	for _, a := range tool.Outputs() {
		if v, ok := at(data, a.From); ok {
			return v
		}
	}
	return data
}

// propose makes operations of the steps that would change something, the first
// of what is left and those right after it. Nothing is called any more.
func (w *walk) propose(steps []Step) error {
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
