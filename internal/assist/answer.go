package assist

import (
	"context"
	"errors"
	"strings"
	"time"

	"assister/internal/engine/rules"
	"assister/internal/engine/rules/answer"
	"assister/internal/event"
	"assister/internal/extract"
	"assister/internal/ijson"
	"assister/internal/language/message"
	"assister/internal/planner"
	"assister/internal/problem"
	"assister/internal/propose"
	"assister/internal/route"
	"assister/internal/tool"
	"assister/internal/workspace"
)

// Answer answers a question, and changes nothing.
func Answer(ctx context.Context, env Environment, q Request) (Outcome, error) {
	r, q, err := begin(ctx, env, q)
	if err == nil && r.Conversation.Question == nil { // what it means behind the texts before it
		err = amend(ctx, r, q.Text)
	}
	if err == nil {
		err = asking{r, ApplyOptions{}}.answer(ctx, q.Text, Auto)
	}
	return r.finish(ctx, err)
}

// answer answers a question: by the rules, from the data alone, or by the model.
// Neither can change anything, and both say so when they are asked to.
func (a asking) answer(ctx context.Context, text string, mode Mode) error {
	change, tells, err := kindOfText(ctx, a.request, text)
	switch {
	case err != nil:
		return err
	case a.modelDecides():
		return a.answerByModelOrRules(ctx, text, mode, change)
	case change:
		return a.cannotChange(ctx, text)
	case a.Engines.Choice() == ByRules && tells:
		return a.unanswered(refuseStatement(ctx, a.request, text))
	}
	if polite, err := answerPolitely(ctx, a.request, text); polite || err != nil {
		return err
	}
	answer, err := answerFromData(ctx, a.request, text)
	switch {
	case err != nil:
		return err
	case len(answer.NotUnderstood) == 0:
		return emitAnswer(a.request, answer)
	case a.Engines.Choice() == ByAuto:
		return a.unanswered(a.answerByModel(ctx, text, mode))
	}
	l, err := languageFor(ctx, a.request, text)
	if err != nil {
		return err
	}
	if asked, err := asksTheDay(a.request, l); asked {
		return err
	}
	if read := a.readings.texts[text]; len(read) > 0 && len(read[0].Reply) > 0 {
		return a.unanswered(problem.Refuse(problem.Unavailable, problem.NotUnderstood,
			l.Text("refuse.answers-nothing.what"), l.Text("refuse.answers-nothing.next")))
	}
	return a.unanswered(notUnderstood(l, answer))
}

// kindOfText reports whether a text asks for a change, and whether it is a statement and not
// a question.
func kindOfText(ctx context.Context, r *request, text string) (change, tells bool, err error) {
	err = lookInto(ctx, r, func(in lookup) {
		d := route.Of(read(in, text))
		change, tells = route.Judge(d).Decision == route.Plan, route.Told(d)
	})
	return change, tells, err
}

// cannotChange answers a request for a change where nothing can be changed.
func (a asking) cannotChange(ctx context.Context, text string) error {
	l, err := languageFor(ctx, a.request, text)
	if err != nil {
		return err
	}
	return a.Emit(event.Summary{Text: l.Text("chat.cannot-change")})
}

func refuseStatement(ctx context.Context, r *request, text string) error {
	l, err := languageFor(ctx, r, text)
	if err != nil {
		return err
	}
	return problem.Refuse(problem.Unavailable, problem.NotUnderstood,
		l.Text("refuse.no-question.what"), l.Text("refuse.no-question.next"))
}

// unanswered records why a question has no answer.
func (r *request) unanswered(err error) error {
	if refusal, ok := errors.AsType[*problem.Refusal](err); ok && refusal.Class == problem.Unavailable {
		r.decisions.record("refusal", "of", "chat", "code", refusal.Problem.Code, "engine", r.engineUsed)
	}
	return err
}

// answerByModelOrRules answers by the model; if that gives nothing of use and the
// rules understand the question, by them.
func (a asking) answerByModelOrRules(ctx context.Context, text string, mode Mode, change bool) error {
	err := a.answerByModel(ctx, text, mode)
	if err == nil || !noAnswer(err) {
		return a.unanswered(err)
	}
	answer, failed := answerFromData(ctx, a.request, text)
	if failed != nil || len(answer.NotUnderstood) > 0 {
		return a.unanswered(errors.Join(err, failed))
	}
	a.Log.note("the rules answer, since the model does not: %v", err)
	if change {
		return a.cannotChange(ctx, text)
	}
	return emitAnswer(a.request, answer)
}

// notUnderstood refuses a question with words that the rules do not know, or that no record has.
func notUnderstood(l *message.Language, a propose.Answer) error {
	quoted := make([]string, len(a.NotUnderstood))
	for i, words := range a.NotUnderstood {
		quoted[i] = l.Text("list.quoted", "name", words)
	}
	key := "refuse.question-not-understood."
	if a.Unknown {
		key = "refuse.nothing-mentions."
	}
	return problem.Refuse(problem.Unavailable, problem.NotUnderstood,
		l.Text(key+"what", "words", strings.Join(quoted, ", ")), l.Text(key+"next"))
}

// answerFromData is the answer of the rules, which may be that nothing matches.
func answerFromData(ctx context.Context, r *request, text string) (answer propose.Answer, err error) {
	var out planner.Outcome
	err = r.view(ctx, func(snapshot workspace.Reader) error {
		preferred, err := preferredData(snapshot, r.Clock, r.project)
		if err != nil {
			return err
		}
		known := propose.CacheLibrary(preferred)
		engine := rules.Engine{Language: preferred.language}
		runner := planRunner(r, library{Reader: known, snapshot: snapshot, request: r})
		runner.OnStep = nil // the steps follow when all are taken, since a snapshot may be taken again
		q, err := inquiryOf(r, snapshot, text)
		if err != nil {
			return err
		}
		answer, out, err = propose.AnswerBySteps(ctx, engine, q, known, runner)
		if err != nil {
			return err
		}
		l, err := questionLanguage(r, snapshot, text, preferred.language)
		answer.Text = preferred.mention(answer.Text, l)
		return err
	})
	for _, t := range out.Steps {
		if lost := r.stepTaken(t); lost != nil {
			return answer, lost
		}
	}
	if err == nil && len(answer.NotUnderstood) == 0 {
		r.decisions.record("answer", "engine", ByRules, "steps", len(out.Steps),
			"stopped", string(out.Stopped), "replanned", string(out.Replanned))
	}
	return answer, err
}

// inquiryOf is a question with what it means. Earlier texts are read only for a question
// that continues them.
func inquiryOf(r *request, snapshot workspace.Reader, text string) (q propose.Inquiry, err error) {
	q = propose.Inquiry{Text: text, Topics: r.topics, Clock: r.Clock}
	in := lookupIn(r, snapshot)
	q.Said = meaningOf(in, text)
	if all := r.readings.texts[text]; len(all) > 1 {
		q.Also = all[1:]
	}
	if answer.Continues(*q.Said) {
		for _, before := range r.lately(r.Now()) {
			q.Before = append(q.Before, *meaningOf(in, before))
		}
	}
	return q, in.records.Err()
}

// planRunner is what a question is looked up with.
func planRunner(r *request, l library) propose.PlanRunner {
	return propose.PlanRunner{Tools: tool.NewToolbox(l, r.Clock), Now: r.Now, Wait: pause, OnStep: r.stepTaken}
}

// emitAnswer emits an answer from the data. Its text has every item; a program has
// the records as rows too.
func emitAnswer(r *request, a propose.Answer) error {
	if err := r.output.searching(); err != nil {
		return err
	}
	for _, x := range a.Records {
		if err := r.Emit(event.Row{Record: x, InSummary: true}); err != nil {
			return err
		}
	}
	r.spoken.about = a.Lines // a record that repeats has several
	return r.Emit(event.Summary{Text: a.Text, Total: a.Total})
}

// answerByModel looks the question up by a plan of the model. If the model has no
// plan, which is often small talk, or with Mode Chat, it chats.
func (a asking) answerByModel(ctx context.Context, text string, mode Mode) error {
	if mode != Chat {
		if found, err := a.lookUp(ctx, text); found || err != nil {
			return err
		}
	}
	answer, err := chat(ctx, a.request, text, false)
	if err != nil {
		return err
	}
	return a.Emit(event.Summary{Text: answer.Text, Thinking: answer.Thinking})
}

// lookUp answers by a plan, and reports whether there was one. Every step is emitted
// and recorded. A change that the plan asks for is proposed, and approved like any
// other.
func (a asking) lookUp(ctx context.Context, text string) (found bool, err error) {
	m, err := a.modelFor(ctx, text)
	if err != nil {
		return false, err
	}
	a.engineUsed = m.Name
	if err := a.stage(event.Planning); err != nil {
		return false, err
	}
	since := a.prompts()
	f, err := research(ctx, a.request, m, text)
	if isNoPlan(err) || err == nil && f.Steps == 0 {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	detail := []any{"engine", a.engineUsed, "steps", f.Steps, "stopped", string(f.Stopped),
		"replanned", string(f.Replanned), "own", f.OurWords}
	a.decisions.record("answer", append(detail, a.used(since)...)...)
	said := event.Summary{Text: f.Text, Total: &f.Total, Thinking: f.Thinking}
	for _, x := range f.Citations {
		said.Citations = append(said.Citations, event.Citation{ID: x.ID, Title: x.Title, Kind: x.Kind, URL: x.URL})
	}
	if len(f.Proposed.Ops) == 0 {
		return true, a.Emit(said)
	}
	return true, a.offerPlanned(ctx, f.Proposed, text, said)
}

// isNoPlan reports whether a model's reply was no plan at all.
func isNoPlan(err error) bool {
	var refusal *problem.Refusal
	if !errors.As(err, &refusal) {
		return false
	}
	return refusal.Problem.Code == problem.Invalid("plan") || refusal.Problem.Code == extract.NoJSON
}

// research has the model look a question up, in the data that the preferred filter
// leaves where the question does not say.
func research(ctx context.Context, r *request, m *propose.Model, text string) (f propose.ResearchAnswer, err error) {
	var p *preferred
	var l *message.Language
	if err := r.view(ctx, func(snapshot workspace.Reader) error {
		if p, err = preferredData(snapshot, r.Clock, r.project); err != nil {
			return err
		}
		l, err = questionLanguage(r, snapshot, text, p.language)
		return err
	}); err != nil {
		return f, err
	}
	records := &newest{ctx, r}
	p.Library = records
	runner := planRunner(r, library{Reader: records, snapshot: records, request: r, preferred: p})
	runner.Language = l
	f, err = m.Research(ctx, r.promptOf(Request{Text: text}), sourceOf(r), runner)
	f.Text = p.mention(f.Text, l)
	return f, err
}

// offerPlanned offers the operations that a plan has come to, as any proposal. A
// person reads the answer before the approval; a stream has one summary, of both.
func (a asking) offerPlanned(ctx context.Context, given propose.FixedDraft, text string, said event.Summary) error {
	var sink event.Sink = oneSummary{a, said}
	if a.attended() && said.Text != "" {
		if err := a.Emit(said); err != nil {
			return err
		}
		sink = a
	}
	return a.offer(ctx, func() (event.Ops, error) {
		return a.proposal(func() (event.Ops, error) { return draft(ctx, a.request, sink, given, Request{Text: text}) })
	})
}

// oneSummary joins an answer and the summary of the operations beside it.
type oneSummary struct {
	event.Sink
	answer event.Summary
}

func (s oneSummary) Emit(b event.Body) error {
	proposed, ok := b.(event.Summary)
	if !ok {
		return s.Sink.Emit(b)
	}
	s.answer.Text = strings.TrimSpace(s.answer.Text + "\n" + proposed.Text)
	s.answer.Counts = proposed.Counts
	return s.Sink.Emit(s.answer)
}

// stepTaken emits and records a step of a plan.
func (r *request) stepTaken(t planner.StepResult) error {
	if err := r.output.searching(); err != nil {
		return err
	}
	s := event.Step{Tool: t.Tool, Args: t.Redacted, Total: t.Envelope.Total, Saved: t.Saved, Took: t.Duration}
	outcome := "ok"
	if t.Envelope.Error != nil {
		s.Error, outcome = &t.Envelope.Error.Problem, t.Envelope.Error.Problem.Code
	}
	r.decisions.record("step", "tool", s.Tool, "args", string(ijson.AppendValue(nil, s.Args)), "total", s.Total,
		"ms", float64(s.Took.Microseconds())/1000, "outcome", outcome)
	return r.Emit(s)
}

// pause waits, unless the work is given up.
func pause(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
