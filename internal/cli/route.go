package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"assister/internal/brief"
	"assister/internal/event"
	"assister/internal/filter"
	"assister/internal/record"
	"assister/internal/route"

	"assister/internal/workspace"
)

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
			return c.heard(args, o, t, func(text string, s record.Selection) error {
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

// route decides and says so.
func (c *call) route(text string, s record.Selection) (route.Routing, error) {
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
func (c *call) routeIn(text string, s record.Selection) (route.Routing, error) {
	if c.talk.asked == nil || !s.Empty() {
		return c.route(text, s)
	}
	reply, err := c.answer(text, *c.talk.asked)
	if err != nil {
		return route.Routing{}, err
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
	filters := []filter.Filter{{Scheduled: filter.Range{Set: true, From: monday, To: monday.AddDays(6)}, Completed: filter.No}}
	const words = 5 // of a request; more do not make it clearer
	for _, w := range strings.Fields(text)[:min(words, len(strings.Fields(text)))] {
		if len(w) >= 3 {
			filters = append(filters, filter.Filter{TitleContains: w, Completed: filter.No})
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
		favorites.SortFirst(found)
		if r.Options = route.Candidates(text, found, route.Options); len(r.Options) > 0 {
			return nil
		}
		open, err := c.briefOf(snapshot).ForRouting()
		r.Options = route.Whichever(*r, append(open.Week, open.Backlog...))
		return err
	})
}
