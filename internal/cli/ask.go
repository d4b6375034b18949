package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"assister/internal/brief"
	"assister/internal/calendar"
	"assister/internal/check"
	"assister/internal/diag"
	"assister/internal/engine/rules"
	"assister/internal/event"
	"assister/internal/ledger"
	"assister/internal/op"
	"assister/internal/propose"
	"assister/internal/record"
	"assister/internal/route"
	"assister/internal/schema"
	"assister/internal/session"
	"assister/internal/sqlite"
	"assister/internal/view"
	"assister/internal/where"
	"assister/internal/workspace"
)

// modes of ask.
var modes = []string{"auto", "chat", "plan"}

// selectOptions are the flags that answer an earlier question.
type selectOptions struct {
	records       []string
	day, priority string
}

func (o *selectOptions) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringSliceVar(&o.records, "select", nil, "the `RECORDS` that are meant, such as task:3,task:5")
	f.StringVar(&o.day, "select-date", "", "the `DAY` that is meant, such as 2026-11-27, today or tomorrow")
	f.StringVar(&o.priority, "select-priority", "", "the `PRIORITY` that is meant: "+list(schema.Priorities))
}

func (o selectOptions) selection(today calendar.Date) (s route.Selection, err error) {
	for _, word := range o.records {
		kind, digits, _ := strings.Cut(strings.TrimSpace(word), ":")
		id, err := strconv.ParseInt(digits, 10, 64)
		if err != nil || id < 1 {
			return s, wrongValue("select", word, "kind:number, such as task:3")
		}
		k, err := kindNamed(kind)
		if err != nil {
			return s, err
		}
		s.Records = append(s.Records, record.Key{Kind: k.Name, ID: id})
	}
	if o.day != "" {
		if s.Day, err = dayOf("select-date", o.day, today); err != nil {
			return s, err
		}
	}
	s.Priority = strings.ToLower(o.priority)
	if s.Priority != "" && !slices.Contains(schema.Priorities, s.Priority) {
		return s, wrongValue("select-priority", o.priority, list(schema.Priorities))
	}
	return s, nil
}

func (p *program) routeCommand() *cobra.Command {
	var o selectOptions
	var t talkOptions
	cmd := &cobra.Command{
		Use: "route TEXT", Short: "Say whether a text is a question, a change, or needs asking back",
		Long: `Say whether a text is a question (chat), a change (plan), or needs asking back
(clarify), and how sure that is. The decision is the result: it exits 0 whichever
it is. With a --session or a --transcript it is what the text is there: an answer
to what was asked, or more of a question. Nothing of it is kept.`,
		Example: `  assister route "what is overdue?"
  assister route --session home "and tomorrow?"`,
		RunE: p.perform(func(c *call, args []string) error {
			return c.heard(args, o, t, func(text string, s route.Selection) error {
				r, err := c.routeIn(text, s)
				if err != nil {
					return err
				}
				return c.Emit(event.Summary{Text: fmt.Sprintf("%s, with confidence %.2f (%s).", r.Decision, r.Confidence, r.Reason)})
			})
		}),
	}
	o.flags(cmd)
	t.flags(cmd)
	return cmd
}

func (p *program) proposeCommand() *cobra.Command {
	var o selectOptions
	var t talkOptions
	cmd := &cobra.Command{
		Use: "propose TEXT", Short: "Turn words into checked operations, and change nothing",
		Long: `Turn words into operations, check them and print them. Nothing is changed; what
it prints is input for dryrun and apply. TEXT is the arguments, or stdin when it
is -.

Where it asks back, the answer is TEXT once more: with the --session of the first
time, or with its stream as the --transcript.`,
		Example: `  assister propose "move everything from today to friday" | assister dryrun
  assister propose "move milk to friday" | assister propose --transcript - "the second" | assister apply`,
		RunE: p.perform(func(c *call, args []string) error {
			return c.heard(args, o, t, func(text string, s route.Selection) error {
				text, s, err := c.replied(text, s)
				if err == nil {
					_, err = c.propose(text, s)
				}
				return err
			})
		}),
	}
	o.flags(cmd)
	t.flags(cmd)
	return cmd
}

func (p *program) askCommand() *cobra.Command {
	var o selectOptions
	var t talkOptions
	var mode string
	var a applyOptions
	cmd := &cobra.Command{
		Use: "ask TEXT", Short: "Answer a question, or propose a change and have it approved",
		Long: `Find out what a text is, then answer it (chat), propose operations (plan), or ask
back (exit 3). In a terminal a plan can be approved and applied; elsewhere it is
printed and nothing is changed. TEXT is the arguments, or stdin when it is -.

An answer to what it asks back is the number of an option or several ("2", "all
but the last"), a part of a title, a day, a priority, yes or no, in English or
French: in the terminal at once, elsewhere as the TEXT of another ask, with the
--session of the first one or with its stream as the --transcript. In a session
"it" and "them" are what was spoken of in the ten minutes before.`,
		Example: `  assister ask "what is overdue?"
  assister ask "move the dentist to friday" --select event:3
  assister ask --session home "move milk to friday"
  assister ask --session home "the second"`,
		RunE: p.perform(func(c *call, args []string) error {
			if !slices.Contains(modes, mode) {
				return wrongValue("mode", mode, list(modes))
			}
			return c.heard(args, o, t, func(text string, s route.Selection) error {
				text, s, err := c.replied(text, s)
				if err != nil {
					return c.choose(err, a)
				}
				return c.ask(text, mode, s, a)
			})
		}),
	}
	o.flags(cmd)
	t.flags(cmd)
	cmd.Flags().StringVar(&mode, "mode", "auto", "auto, or what it is anyway: chat, which asks no model for a plan of steps, or plan")
	cmd.Flags().BoolVar(&a.confirm, "confirm-destructive", false, "the second yes to more than 20 deletions or 50 updates")
	return cmd
}

// heard understands the command line of a request, says `start`, reads what was
// said before and goes on.
func (c *call) heard(args []string, o selectOptions, t talkOptions, fn func(text string, s route.Selection) error) error {
	c.chooseEngine()
	text, err := c.words(args)
	if err != nil {
		return err
	}
	s, err := o.selection(c.clock.Today())
	if err != nil {
		return err
	}
	id, err := c.prior(t, args)
	if err != nil {
		return err
	}
	if err := c.begin(id); err != nil {
		return err
	}
	if err := c.openToDecide(); err != nil {
		return err
	}
	if err := c.resume(); err != nil {
		return err
	}
	return fn(text, s)
}

// route decides and says so.
func (c *call) route(text string, s route.Selection) (route.Routing, error) {
	if err := c.Emit(event.Stage{Stage: event.Routing}); err != nil {
		return route.Routing{}, err
	}
	asked := c.asked()
	r, other, err := c.routing(text, s)
	if err != nil {
		return r, err
	}
	if s.Empty() && !c.talk.answered {
		if err := c.findOptions(text, &r); err != nil {
			return r, err
		}
	}
	if r = route.Forced(route.Judge(r), s); c.talk.answered {
		r = route.Resumed(r, s)
	}
	said := event.Route{
		Decision: string(r.Decision), Confidence: r.Confidence, Category: r.Category, Entities: r.Entities,
		Missing: r.Missing, Where: r.Where, Reason: r.Reason, Engine: c.decider,
	}
	detail := []any{"decision", said.Decision, "confidence", r.Confidence, "engine", c.decider}
	if other != nil {
		if judged := route.Judge(*other); judged.Decision != r.Decision {
			said.Rules = &event.RulesRoute{Decision: string(judged.Decision), Confidence: judged.Confidence, Reason: judged.Reason}
			detail = append(detail, "rules", said.Rules.Decision)
		}
	}
	c.record("route", workspace.Detail(append(detail, c.used(asked)...)...))
	return r, c.Emit(said)
}

// routeIn decides what a text is in its conversation, and keeps nothing of it. An
// answer that leaves our question open is asked back, and one that drops the
// request is only talk.
func (c *call) routeIn(text string, s route.Selection) (route.Routing, error) {
	if c.talk.asked == nil || !s.Empty() {
		return c.route(text, s)
	}
	reply := route.Answer(text, askedOf(*c.talk.asked), c.clock)
	if reply.Sense == route.Named {
		var err error
		if reply, err = c.named(text, reply); err != nil {
			return route.Routing{}, err
		}
	}
	switch reply.Sense {
	case route.Anew:
		return c.route(text, s)
	case route.Answered:
		c.talk.answered = true
		return c.route(reply.Text, reply.Selection)
	}
	r := route.Unanswered(reply, c.talk.asked.Question)
	if err := c.Emit(event.Stage{Stage: event.Routing}); err != nil {
		return r, err
	}
	c.record("route", workspace.Detail("decision", string(r.Decision), "confidence", r.Confidence, "engine", c.decider))
	return r, c.Emit(event.Route{Decision: string(r.Decision), Confidence: r.Confidence, Reason: r.Reason, Engine: c.decider})
}

// findOptions looks for the records that an uncertain request may mean: what is
// open this week, and what has a word of it in its title.
func (c *call) findOptions(text string, r *route.Routing) error {
	if route.Judge(*r).Decision != route.Clarify {
		return nil
	}
	today := c.clock.Today()
	monday := today.StartOfWeek()
	filters := []where.Filter{{Scheduled: where.Range{Set: true, From: monday, To: monday.AddDays(6)}, Completed: where.No}}
	const words = 5 // of a request; more do not make it clearer
	for _, w := range strings.Fields(text)[:min(words, len(strings.Fields(text)))] {
		if len(w) >= 3 {
			filters = append(filters, where.Filter{TitleContains: w, Completed: where.No})
		}
	}
	return c.view(func(snapshot workspace.Reader) error {
		var found []record.Record
		seen := map[record.Key]bool{}
		for _, f := range filters {
			records, err := snapshot.Find(f, today)
			if err != nil {
				return err
			}
			for _, x := range records {
				if key := (record.Key{Kind: x.Kind.Name, ID: x.ID}); !seen[key] {
					seen[key] = true
					found = append(found, x)
				}
			}
		}
		favorites, err := brief.FavoriteProjects(snapshot, today)
		if err != nil {
			return err
		}
		favorites.First(found)
		if r.Options = route.Candidates(text, found, route.Options); len(r.Options) > 0 {
			return nil
		}
		open, err := c.briefOf(snapshot).ForRouting()
		r.Options = route.Whichever(*r, append(open.Week, open.Backlog...))
		return err
	})
}

// propose goes from words to operations: by the engine that is named; with auto
// by the rules when they understand every word, else by the model.
func (c *call) propose(text string, s route.Selection) (event.Ops, error) {
	return c.proposed(func() (ops event.Ops, err error) {
		switch c.engine {
		case byRules:
			ops, err = c.run(rules.Engine{}, text, s)
		case byAuto:
			if ops, err = c.run(rules.Engine{}, text, s); !understood(err) {
				ops, err = c.proposeByModel(text, s)
			}
		default:
			ops, err = c.proposeByModel(text, s)
		}
		return ops, err
	})
}

// proposed keeps in the audit trail what a proposal came to.
func (c *call) proposed(propose func() (event.Ops, error)) (event.Ops, error) {
	asked := c.asked()
	ops, err := propose()
	var refusal *diag.Refusal
	switch {
	case errors.As(err, &refusal):
		c.record("refusal", workspace.Detail(append([]any{"of", "propose", "code", refusal.Problem.Code, "engine", c.decider}, c.used(asked)...)...))
	case err == nil:
		invalid, valid := 0, []op.Op{}
		for _, e := range ops.Operations {
			if e.Valid() {
				valid = append(valid, e.Op)
			} else {
				invalid++
			}
		}
		detail := []any{"operations", len(ops.Operations), "invalid", invalid, "engine", c.decider, "fingerprint", workspace.Fingerprint(valid)}
		if ops.Version > 1 {
			detail = append(detail, "repaired", true)
		}
		c.record("proposal", workspace.Detail(append(detail, c.used(asked)...)...))
		if invalid > 0 && invalid == len(ops.Operations) {
			err = rejected(invalid, 0)
		}
	}
	return ops, err
}

// understood reports whether the rules had an answer, be it a question.
func understood(err error) bool {
	var refusal *diag.Refusal
	return !errors.As(err, &refusal) || refusal.Problem.Code != diag.NotUnderstood
}

func (c *call) proposeByModel(text string, s route.Selection) (event.Ops, error) {
	m, err := c.model(text)
	if err != nil {
		return event.Ops{}, err
	}
	c.decider, m.Terse = m.Name, c.held || c.trial
	return c.run(m, text, s)
}

func (c *call) run(e propose.Drafter, text string, s route.Selection) (event.Ops, error) {
	return c.runTo(c, e, text, s)
}

func (c *call) runTo(sink event.Sink, e propose.Drafter, text string, s route.Selection) (ops event.Ops, err error) {
	err = c.view(func(snapshot workspace.Reader) error {
		q := c.requestOf(text, s)
		if q.Tongue, err = c.tongueIn(snapshot, text); err != nil {
			return err
		}
		ops, err = propose.Run(c.ctx, e, q, snapshot, c.clock, check.Rules{}, sink)
		return err
	})
	return ops, err
}

// record notes a decision for the audit trail.
func (c *call) record(action, detail string) {
	if !c.trial {
		c.decided = append(c.decided, ledger.Entry{At: c.now(), CorrelationID: c.correlationID, Action: action, Detail: detail})
	}
}

// keep writes into the audit trail what was decided: in one transaction, before a
// model is waited for and before anybody is told what came of it. A workspace that
// cannot be written can still be asked, so that is a word to the person and no
// failure.
func (c *call) keep() {
	if len(c.decided) == 0 {
		return
	}
	rows := c.decided
	c.decided = nil
	err := c.unwritable
	if err == nil {
		// A signal ends the work, not the record of it.
		err = workspace.Note(context.WithoutCancel(c.ctx), c.store, rows)
	}
	if err != nil {
		// Whoever could not be waited for once is not waited for again.
		c.unwritable = err
		c.note("this is not in the audit trail: %v", err)
	}
}

// openToDecide opens the workspace for a command that only proposes: what it
// decides is written down where it can be, and can be read where it cannot.
func (c *call) openToDecide() error {
	if _, c.unwritable = c.open(sqlite.Write); c.unwritable == nil {
		return nil
	}
	_, err := c.open(sqlite.Read)
	return err
}

// ask goes the way that the text asks for. Where a model was to decide and gave
// nothing of use, whoever reads summaries alone learns it too.
func (c *call) ask(text, mode string, s route.Selection, o applyOptions) error {
	err := c.goOn(text, mode, s, o)
	if err != nil && c.decider != byRules && wordless(err) {
		return errors.Join(c.Emit(event.Summary{Text: "The model gave no usable answer, so nothing was changed."}), err)
	}
	return err
}

func (c *call) goOn(text, mode string, s route.Selection, o applyOptions) error {
	decision := route.Decision(mode)
	if mode == "auto" {
		r, err := c.route(text, s)
		if err != nil {
			return err
		}
		if r.Decision == route.Clarify {
			return c.clarify(r, o)
		}
		decision = r.Decision
	}
	if decision == route.Chat {
		return c.chat(text, mode, o)
	}
	return c.plan(text, s, o)
}

// wordless reports whether an engine gave no answer that anything could be said
// about.
func wordless(err error) bool {
	var refusal *diag.Refusal
	return errors.As(err, &refusal) && refusal.Class == diag.Unavailable &&
		refusal.Problem.Code != propose.NoOperations && refusal.Problem.Code != diag.NotUnderstood
}

// attended reports whether there is a person to go on with.
func (c *call) attended() bool {
	return c.form == "text" && !c.set.on("non-interactive") && isTerminal(c.Out)
}

// clarify asks back.
func (c *call) clarify(r route.Routing, o applyOptions) error {
	question := r.Question
	if question == route.AskAnew {
		question = "" // which is asked in the language of the request
	}
	c.talk.missing = r.Missing
	c.held = c.attended()
	t, err := c.tongue(c.talk.request)
	if err == nil {
		err = propose.Ask(c, t, question, r.Options)
	}
	c.held = false
	return c.choose(err, o)
}

// questionsMost is how many questions in a row are put in a terminal: something
// that is no person may be answering.
const questionsMost = 10

// choose lets a question be answered in a terminal, by the number of an option
// or in words, and the request goes on with the answer. Without that the
// question stands.
func (c *call) choose(unanswered error, o applyOptions) error {
	if !c.attended() || c.question == nil || c.talk.put == questionsMost {
		return unanswered
	}
	c.talk.put++
	q, text, asked := *c.question, "", false
	err := c.terminal(func(p view.Prompt) (err error) {
		asked = true
		text, err = p.Answer(q)
		return err
	})
	switch {
	case !asked:
		return errors.Join(c.sink.Emit(q), unanswered)
	case err != nil:
		return err
	case text == "":
		return unanswered
	}
	c.question = nil
	c.talk.before = append(c.talk.before, session.Turn{Role: session.User, Text: q.Request}, session.Turn{Role: session.Assistant, Text: q.Question})
	c.held = true
	text, s, err := c.heed(text, q)
	c.held = false
	if err != nil {
		return c.choose(err, o)
	}
	return c.ask(text, "auto", s, o)
}

// plan proposes and, in a terminal, has the operations approved and applied.
func (c *call) plan(text string, s route.Selection, o applyOptions) error {
	return c.offer(func() (event.Ops, error) { return c.propose(text, s) }, o)
}

// offer has what is proposed approved and applied, where there is somebody to ask.
func (c *call) offer(propose func() (event.Ops, error), o applyOptions) error {
	c.held = c.attended()
	ops, err := propose()
	c.held = false
	if c.question != nil {
		return c.choose(err, o)
	}
	if err != nil || !c.attended() {
		return err
	}
	if len(ops.Operations) == 0 {
		return c.Emit(ops) // with why there is nothing to approve
	}
	p := plan{version: ops.Version}
	for i, e := range ops.Operations {
		p.entries = append(p.entries, e)
		p.places = append(p.places, i)
		p.ops = append(p.ops, e.Op)
	}
	return c.applyPlan(p, o)
}
