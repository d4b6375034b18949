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

// Subject is who is tried. Each method answers one case over a workspace that
// nobody else changes meanwhile, and changes nothing in it. A *problem.Refusal is
// an answer too; any other error ends the trial.
type Subject interface {
	// Route decides; what it gives is not judged yet.
	Route(ctx context.Context, c Case, s workspace.Store) (route.Routing, error)
	// Propose says what it proposes to the sink.
	Propose(ctx context.Context, c Case, s workspace.Store, sink event.Sink) error
	// Chat says what it answers to the sink.
	Chat(ctx context.Context, c Case, s workspace.Store, sink event.Sink) error
}

// Result is what a case came to.
type Result struct {
	Case
	Verdict
	Misses   []event.Miss
	Routing  route.Routing // of the skill route, before it is judged
	Repaired bool          // a repair was tried
	Helped   bool          // and improved the answer
}

// Event is the result as an event; told has the differences in it.
func (r Result) Event(told bool) event.CaseRow {
	c := event.CaseRow{ID: r.ID, Skill: string(r.Skill), File: r.File, Outcome: string(r.Outcome), Missed: r.Missed(), Took: r.Took}
	if told && r.Outcome != Right {
		c.Told, c.Text, c.Note, c.Misses = true, r.Text, r.Note, r.Misses
	}
	return c
}

// Run tries the cases in their order and gives each result to each. Cases of one
// workspace share it, since none of them writes: open gives that of a case,
// and now is the clock that answers are timed by.
func Run(ctx context.Context, cases []Case, who Subject, open func(Case) (workspace.Store, error), now func() time.Time, each func(Result) error) error {
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

// inCase says which case an error is about; a refusal says it by itself.
func inCase(c Case, err error) error {
	var refusal *problem.Refusal
	if errors.As(err, &refusal) {
		return err
	}
	return fmt.Errorf("try %s: %w", c.ID, err)
}

// try asks once and judges what it hears.
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

// Check holds the promises of the cases themselves: the operations that they
// expect are valid on their workspaces and change something, and the records
// that they name are there.
func Check(ctx context.Context, cases []Case, open func(Case) (workspace.Store, error)) error {
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
			return refuse(c.File, c.Line, wrong("expect.ids", fmt.Sprintf("%s: there is no %s:%d in the workspace", c.ID, k.Kind, k.ID), "ids follow from the order of the workspace's lines"))
		}
	}
	return nil
}

// Script completes prompts with the replies of a case, one after the other,
// whatever they are asked. It is the model of a case that is about reading what
// models say.
type Script struct{ Replies []string }

// Capabilities implements propose.Completer: a server that can do the least.
func (s *Script) Capabilities(context.Context) (propose.Capabilities, error) {
	return propose.Capabilities{Server: "script", Model: "script"}, nil
}

// Complete implements propose.Completer.
func (s *Script) Complete(_ context.Context, p propose.Prompt, each func(propose.Chunk) error) (propose.Reply, error) {
	if len(s.Replies) == 0 {
		return propose.Reply{}, problem.Refuse(problem.Unavailable, "no_reply", "the case has no further reply, and is asked to "+string(p.Purpose), "add one to its reply")
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
