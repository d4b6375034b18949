package assist

import (
	"context"
	"errors"

	"assister/internal/check"
	"assister/internal/engine/rules"
	"assister/internal/event"
	"assister/internal/language/meaning"
	"assister/internal/op"
	"assister/internal/problem"
	"assister/internal/propose"
	"assister/internal/route"
	"assister/internal/workspace"
)

// Propose turns a text into checked operations and changes nothing.
func Propose(ctx context.Context, env Environment, q Request) (Outcome, error) {
	r, q, err := begin(ctx, env, q)
	if err == nil {
		q, err = readReply(ctx, r, q)
	}
	if err == nil {
		err = proposeOrReply(ctx, r, q.Text, func() error {
			_, err := proposeText(ctx, r, q)
			return err
		})
	}
	return r.finish(ctx, err)
}

// proposeOrReply proposes changes, but answers a text that is only polite.
func proposeOrReply(ctx context.Context, r *request, text string, propose func() error) error {
	if !r.modelDecides() {
		if polite, err := answerPolitely(ctx, r, text); polite || err != nil {
			return err
		}
	}
	return answerInstead(ctx, r, text, propose())
}

// politeWords are the messages that answer what is only said to be polite.
var politeWords = map[meaning.Talk]string{
	meaning.Hello: "hello", meaning.Thanks: "welcome", meaning.Courtesy: "okay",
}

// answerPolitely answers a text that is only polite, and reports whether it is.
func answerPolitely(ctx context.Context, r *request, text string) (polite bool, err error) {
	said, err := saidAlone(ctx, r, text)
	key, polite := politeWords[said]
	if err != nil || !polite {
		return false, err
	}
	l, err := languageFor(ctx, r, text)
	if err == nil {
		err = r.Emit(event.Summary{Text: l.Text("chat." + key)})
	}
	return true, err
}

// answerInstead gives a request an answer in words if a model could not propose changes for
// it: the model's, asked once more and without tools, or else a fixed sentence. Both say that
// nothing was changed, and the request has failed nevertheless.
func answerInstead(ctx context.Context, r *request, text string, failed error) error {
	var answer propose.Answer
	var err error
	// A server that is busy or away would not answer this either.
	askable := ctx.Err() == nil && !passing(failed) && r.model != nil
	if r.gaveNoAnswer(failed) && askable && !r.Trial {
		answer, err = chat(ctx, r, text, true)
	}
	switch {
	case err != nil && !unavailable(err):
		return errors.Join(failed, err)
	case err == nil && answer.Text != "":
		return errors.Join(r.Emit(event.Summary{Text: answer.Text, Thinking: answer.Thinking}), failed)
	}
	return saysNoAnswer(ctx, r, text, failed)
}

// saysNoAnswer says in a fixed sentence that a model gave nothing of use, if it did not, and
// that nothing was changed.
func saysNoAnswer(ctx context.Context, r *request, text string, failed error) error {
	if !r.gaveNoAnswer(failed) {
		return failed
	}
	l, err := languageFor(ctx, r, text)
	if err == nil {
		err = r.Emit(event.Summary{Text: l.Text("chat.no-answer")})
	}
	return errors.Join(err, failed)
}

// gaveNoAnswer reports whether a request has failed because the model gave nothing of use,
// and no summary says anything yet.
func (r *request) gaveNoAnswer(failed error) bool {
	return !r.output.summed && r.engineUsed != ByRules && noAnswer(failed)
}

// chat has a model answer a text in words, from the data. The text may be unplanned: a
// request that no changes could be proposed for.
func chat(ctx context.Context, r *request, text string, unplanned bool) (answer propose.Answer, err error) {
	m, err := r.modelFor(ctx, text)
	if err != nil {
		return answer, err
	}
	r.engineUsed = m.Name
	if err := r.stage(event.Summarizing); err != nil {
		return answer, err
	}
	since := r.prompts()
	p := r.promptOf(Request{Text: text})
	p.Unplanned = unplanned
	err = r.view(ctx, func(snapshot workspace.Reader) error {
		if p.Language, err = languageIn(r, snapshot, text); err != nil {
			return err
		}
		in := lookupIn(r, snapshot)
		focus(in, &p, meaningOf(in, text))
		return in.records.Err()
	})
	if err == nil {
		answer, err = m.Chat(ctx, p, sourceOf(r))
	}
	if err != nil {
		return answer, err
	}
	detail := []any{"engine", r.engineUsed}
	if unplanned {
		detail = append(detail, "unplanned", true)
	}
	r.decisions.record("answer", append(detail, r.used(since)...)...)
	return answer, nil
}

// proposeText goes from a text to operations: by the engine that was chosen; with
// auto by the rules if they understand every word, else by the model.
func proposeText(ctx context.Context, r *request, q Request) (event.Ops, error) {
	return r.proposal(func() (event.Ops, error) {
		if r.modelDecides() {
			return proposeByModel(ctx, r, q)
		}
		ops, err := draft(ctx, r, r, rules.Engine{}, q)
		if r.Engines.Choice() == ByAuto && !understood(err) {
			return proposeByModel(ctx, r, q)
		}
		return ops, err
	})
}

// proposal records what a proposal came to.
func (r *request) proposal(fn func() (event.Ops, error)) (event.Ops, error) {
	since := r.prompts()
	ops, err := fn()
	var refusal *problem.Refusal
	switch {
	case errors.As(err, &refusal):
		detail := []any{"of", "propose", "code", refusal.Problem.Code, "engine", r.engineUsed}
		r.decisions.record("refusal", append(detail, r.used(since)...)...)
	case err == nil:
		invalid, valid := 0, []op.Op{}
		for _, e := range ops.Operations {
			if e.Valid() {
				valid = append(valid, e.Op)
			} else {
				invalid++
			}
		}
		detail := []any{"operations", len(ops.Operations), "invalid", invalid, "engine", r.engineUsed,
			"fingerprint", workspace.Fingerprint(valid)}
		if ops.Version > 1 {
			detail = append(detail, "repaired", true)
		}
		r.decisions.record("proposal", append(detail, r.used(since)...)...)
		if invalid > 0 && invalid == len(ops.Operations) {
			err = rejected(invalid, 0)
		}
	}
	return ops, err
}

func proposeByModel(ctx context.Context, r *request, q Request) (event.Ops, error) {
	m, err := r.modelFor(ctx, q.Text)
	if err != nil {
		return event.Ops{}, err
	}
	// Nobody reads a summary that is held back, or that of a test case.
	r.engineUsed, m.NoSummary = m.Name, r.output.held || r.Trial
	var p propose.Request
	if err := r.view(ctx, func(snapshot workspace.Reader) error {
		p, err = readIn(r, snapshot, q)
		return err
	}); err != nil {
		return event.Ops{}, err
	}
	add := func(ops event.Ops) event.Ops { return labelled(ctx, r.decisions.store, ops) }
	return propose.RunModel(ctx, m, p, lent(r), r.Clock, check.Rules{}, labelling{r, add})
}

// draft has an engine draft operations for a text from one snapshot, and checks them. Its
// events follow when it is done, since a snapshot may be taken again.
func draft(ctx context.Context, r *request, sink event.Sink, e propose.Drafter, q Request) (ops event.Ops, err error) {
	var events event.Recorder
	err = r.view(ctx, func(snapshot workspace.Reader) error {
		events = event.Recorder{}
		p, err := readIn(r, snapshot, q)
		if err != nil {
			return err
		}
		add := func(ops event.Ops) event.Ops { return labelledIn(snapshot, ops, referencesOf(ops)) }
		ops, err = propose.Run(ctx, e, p, snapshot, r.Clock, check.Rules{}, labelling{&events, add})
		return err
	})
	for _, b := range events.Bodies {
		if lost := sink.Emit(b); lost != nil {
			return ops, lost
		}
	}
	return ops, err
}

// readIn is a request with what it means in a snapshot.
func readIn(r *request, snapshot workspace.Reader, q Request) (p propose.Request, err error) {
	p = r.promptOf(q)
	in := lookupIn(r, snapshot)
	p.Said = meaningOf(in, q.Text)
	r.topic.missing = route.Lacks(*p.Said, len(p.Topics.Recent) > 0)
	focus(in, &p, p.Said)
	if p.Unread = unread(in, q.Text); in.records.Err() != nil {
		return p, in.records.Err()
	}
	p.Language, err = languageIn(r, snapshot, q.Text)
	return p, err
}
