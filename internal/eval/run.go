package eval

import (
	"context"
	"errors"
	"fmt"
	"time"

	"assister/internal/event"
	"assister/internal/problem"
	"assister/internal/propose"
	"assister/internal/route"
	"assister/internal/workspace"
)

// Subject is what is scored. Each method answers one case on a workspace and changes
// nothing in it. A *problem.Refusal is an answer as well; any other error ends the
// run.
type Subject interface {
	// Route returns the routing before thresholds are applied.
	Route(ctx context.Context, c Case, s workspace.Store) (route.Routing, error)
	// Propose writes its proposal to the sink.
	Propose(ctx context.Context, c Case, s workspace.Store, sink event.Sink) error
	// Chat writes its answer to the sink.
	Chat(ctx context.Context, c Case, s workspace.Store, sink event.Sink) error
}

// Result is the scored answer to a case.
type Result struct {
	Case
	Verdict
	Misses   []event.Miss
	Routing  route.Routing // of the skill route, before it is judged
	Repaired bool          // a repair was tried
	Helped   bool          // and improved the answer
}

// Event returns the result as an event, on request with the differences.
func (r Result) Event(differences bool) event.CaseRow {
	c := event.CaseRow{
		ID: r.ID, Skill: string(r.Skill), File: r.File,
		Outcome: string(r.Outcome), Missed: r.Missed(), Took: r.Took,
	}
	if differences && r.Outcome != Right {
		c.Detailed, c.Text, c.Note, c.Misses = true, r.Text, r.Note, r.Misses
	}
	return c
}

// Open returns the workspace of a case. Cases may share one, since none writes.
type Open func(Case) (workspace.Store, error)

// Run scores the subject on the cases in their order and passes each result to each.
// now is the clock that answers are timed with.
func Run(
	ctx context.Context, cases []Case, who Subject, open Open, now func() time.Time, each func(Result) error,
) error {
	for _, c := range cases {
		if err := ctx.Err(); err != nil {
			return context.Cause(ctx)
		}
		s, err := open(c)
		if err != nil {
			return inCase(c, err)
		}
		r, err := try(ctx, c, who, s, now)
		if err != nil {
			return inCase(c, err)
		}
		if err := each(r); err != nil {
			return err
		}
	}
	return nil
}

// inCase adds the id of the case to an error; a refusal has its place already.
func inCase(c Case, err error) error {
	var refusal *problem.Refusal
	if errors.As(err, &refusal) {
		return err
	}
	return fmt.Errorf("case %s: %w", c.ID, err)
}

// try runs one case and judges the answer.
func try(ctx context.Context, c Case, who Subject, s workspace.Store, now func() time.Time) (Result, error) {
	r, h := Result{Case: c}, heard{}
	start := now()
	var err error
	switch c.Skill {
	case Route:
		r.Routing, err = who.Route(ctx, c, s)
	case Propose:
		err = who.Propose(ctx, c, s, &h)
	case Chat:
		err = who.Chat(ctx, c, s, &h)
	}
	took := now().Sub(start)
	if err != nil && !errors.As(err, &h.refusal) {
		return r, err
	}
	v, err := judge(ctx, c, s, r.Routing, h)
	r.Verdict, r.Misses = v.Verdict, v.misses
	r.Took = took
	r.Repaired, r.Helped = h.repairing, h.helped()
	return r, err
}

func judge(ctx context.Context, c Case, s workspace.Store, r route.Routing, h heard) (judgement, error) {
	switch c.Skill {
	case Route:
		return judgeRoute(c, r), nil
	case Chat:
		return judgeChat(ctx, c, s, h)
	}
	return judgeProposal(ctx, c, s, h)
}

// Check checks the cases themselves: the operations that they expect are valid in
// their workspaces and change something, and the records that they name exist.
func Check(ctx context.Context, cases []Case, open Open) error {
	for _, c := range cases {
		s, err := open(c)
		if err != nil {
			return inCase(c, err)
		}
		if len(c.Expect.Operations) > 0 {
			if _, _, err := expected(ctx, c, s); err != nil {
				return err
			}
		}
		if err := s.View(ctx, func(snapshot workspace.Reader) error { return known(snapshot, c) }); err != nil {
			return err
		}
	}
	return nil
}

func known(snapshot workspace.Reader, c Case) error {
	for _, k := range c.Expect.IDs {
		_, found, err := snapshot.Record(k.Kind, k.ID)
		if err != nil {
			return fmt.Errorf("look up what %s expects: %w", c.ID, err)
		}
		if !found {
			missing := fmt.Sprintf("%s: there is no %s:%d in the workspace", c.ID, k.Kind, k.ID)
			return refuse(c.File, c.Line, wrong("expect.ids", missing, "ids follow from the order of the workspace's lines"))
		}
	}
	return nil
}

// Script is a model that answers every prompt with the next reply of a case. Cases
// about reading model replies use it.
type Script struct{ Replies []string }

// Capabilities implements propose.Completer, as a server without any optional one.
func (s *Script) Capabilities(context.Context) (propose.Capabilities, error) {
	return propose.Capabilities{Server: "script", Model: "script"}, nil
}

// Complete implements propose.Completer.
func (s *Script) Complete(_ context.Context, p propose.Prompt, each func(propose.Chunk) error) (propose.Reply, error) {
	if len(s.Replies) == 0 {
		return propose.Reply{}, problem.Refuse(problem.Unavailable, "no_reply",
			"the case has no reply left for the prompt “"+string(p.Purpose)+"”", "add one to its member reply")
	}
	text := s.Replies[0]
	s.Replies = s.Replies[1:]
	if each != nil {
		if err := each(propose.Chunk{Text: text}); err != nil {
			return propose.Reply{}, err
		}
	}
	return propose.Reply{Text: text, Model: "script"}, nil
}
