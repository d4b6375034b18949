package assist

import (
	"context"
	"fmt"
	"strconv"

	"assister/internal/event"
	"assister/internal/record"
	"assister/internal/route"
	"assister/internal/workspace"
)

// Request is a text and what it continues.
type Request struct {
	Text         string
	Selection    record.Selection // the records, day or priority that the request is about
	Conversation Conversation
}

// begin opens the workspace for a request in words and reads what it continues.
func begin(ctx context.Context, env Environment, q Request) (*request, Request, error) {
	r := newRequest(ctx, env, q.Conversation)
	text, err := ReadText(q.Text)
	if err != nil {
		return r, q, err
	}
	if err := learn(r); err != nil {
		return r, q, err
	}
	q.Text = standsFor(r, text)
	r.readings.said = q.Text
	if err := r.openToDecide(ctx); err != nil {
		return r, q, err
	}
	if err := findProject(ctx, r); err != nil {
		return r, q, err
	}
	return r, q, resume(ctx, r)
}

// findProject looks up the project that the person works in.
func findProject(ctx context.Context, r *request) error {
	if r.Project == "" {
		return nil
	}
	return r.view(ctx, func(snapshot workspace.Reader) error {
		id, err := ProjectID(snapshot, r.Project, r.Clock.Today())
		if err == nil {
			r.project, _, err = snapshot.Record("project", id)
		}
		return err
	})
}

// Route decides whether a text is a question, a change or unclear, and says so.
// Nothing of it is kept in the session.
func Route(ctx context.Context, env Environment, q Request) (Outcome, error) {
	r, q, err := begin(ctx, env, q)
	if err == nil {
		err = announceRoute(ctx, r, q)
	}
	return r.finish(ctx, err)
}

func announceRoute(ctx context.Context, r *request, q Request) error {
	d, err := routeInConversation(ctx, r, q)
	if err != nil {
		return err
	}
	text := fmt.Sprintf("%s, with confidence %.2f (%s).", d.Decision, d.Confidence, d.Reason)
	return r.Emit(event.Summary{Text: text})
}

// Classify decides what a text is and emits nothing.
func Classify(ctx context.Context, env Environment, q Request) (route.Routing, error) {
	r, q, err := begin(ctx, env, q)
	if err != nil {
		return route.Routing{}, err
	}
	d, _, err := classify(ctx, r, q)
	return d, err
}

// decideRoute decides what a text is, and announces it.
func decideRoute(ctx context.Context, r *request, q Request) (route.Routing, error) {
	if err := r.stage(event.Routing); err != nil {
		return route.Routing{}, err
	}
	since := r.prompts()
	d, byRules, err := classify(ctx, r, q)
	if err != nil {
		return d, err
	}
	return judged(ctx, r, q, d, byRules, since)
}

// judged makes a decision of what a model or the rules have read, and announces it.
func judged(
	ctx context.Context, r *request, q Request, d route.Routing, byRules *route.Routing, since int,
) (route.Routing, error) {
	answered, unjudged := r.topic.answered, d.Decision
	if q.Selection.Empty() && !answered && r.Policy.judge(d).Decision == route.Clarify {
		if err := findOptions(ctx, r, q.Text, &d); err != nil {
			return d, err
		}
	}
	if byRules != nil {
		r.topic.named = namesOf(d.Entities)
	}
	if d = route.Forced(r.Policy.judge(d), q.Selection); answered {
		d = route.Resumed(d, q.Selection)
	}
	said := event.Route{
		Decision: string(d.Decision), Confidence: d.Confidence, Category: d.Category, Entities: d.Entities,
		Missing: d.Missing, Where: d.Where, Reason: d.Reason, Engine: r.engineUsed,
	}
	detail := []any{"decision", said.Decision, "confidence", d.Confidence, "engine", r.engineUsed}
	if q.Selection.Empty() && !answered {
		detail = append(detail, "said", string(unjudged))
	}
	if byRules != nil {
		if j := r.Policy.judge(*byRules); j.Decision != d.Decision {
			said.Rules = &event.RulesRoute{Decision: string(j.Decision), Confidence: j.Confidence, Reason: j.Reason}
			detail = append(detail, "rules", said.Rules.Decision)
		}
	}
	r.decisions.record("route", append(detail, r.used(since)...)...)
	return d, r.Emit(said)
}

// namesOf are the names and the ids that a model has read in a text, or in what it refers to.
func namesOf(e record.Entities) (names []string) {
	for _, id := range e.IDs {
		names = append(names, "#"+strconv.FormatInt(id, 10))
	}
	return append(names, e.Text...)
}

// routeInConversation decides what a text is in its conversation. An answer that
// leaves the question open is unclear, and one that drops the request is only talk.
func routeInConversation(ctx context.Context, r *request, q Request) (route.Routing, error) {
	open := r.Conversation.Question
	if open == nil || !q.Selection.Empty() {
		if err := amend(ctx, r, q.Text); err != nil {
			return route.Routing{}, err
		}
		return decideRoute(ctx, r, q)
	}
	reply, err := interpretReply(ctx, r, q.Text, *open)
	if err != nil {
		return route.Routing{}, err
	}
	switch reply.Sense {
	case route.Anew:
		return decideRoute(ctx, r, q)
	case route.Answered:
		r.topic.answered = true
		return decideRoute(ctx, r, Request{Text: reply.Text, Selection: reply.Selection})
	}
	d := route.Unanswered(reply, open.Question)
	if err := r.stage(event.Routing); err != nil {
		return d, err
	}
	decision := string(d.Decision)
	r.decisions.record("route", "decision", decision, "confidence", d.Confidence, "engine", r.engineUsed)
	return d, r.Emit(event.Route{Decision: decision, Confidence: d.Confidence, Reason: d.Reason, Engine: r.engineUsed})
}

// classify decides by the rules, by the model, or by both. The rules decide alone if
// they are the engine or, with auto, if they are sure. If the model decides, byRules
// is what they would have decided.
func classify(ctx context.Context, r *request, q Request) (d route.Routing, byRules *route.Routing, err error) {
	settled := !q.Selection.Empty() || r.topic.answered
	if d, err = routeByMeaning(ctx, r, q, settled); err != nil {
		return d, nil, err
	}
	auto := r.Engines.Choice() == ByAuto
	sure := r.Policy.judge(d).Decision != route.Clarify
	if settled || r.Engines.Choice() == ByRules || auto && sure {
		return d, nil, nil
	}
	m, err := r.modelFor(ctx, q.Text)
	if err != nil {
		return d, nil, err
	}
	byModel, err := m.Route(ctx, r.promptOf(q), sourceOf(r))
	if err != nil && auto && unavailable(err) {
		r.Log.note("the model was not asked whether this is a question or a change: %v", err)
		return d, nil, nil
	}
	r.engineUsed = m.Name
	rules := d
	return byModel, &rules, err
}
