package propose

import (
	"context"

	"assister/internal/brief"
	"assister/internal/route"
)

// Route asks the model to classify a request. The caller compares the answer with the
// thresholds (route.Judge). An unreadable answer has confidence 0, so that it becomes a
// question and never a plan.
func (m *Model) Route(ctx context.Context, r Request, src Source) (route.Routing, error) {
	p, digest, err := m.routePrompt(ctx, r, src)
	if err != nil {
		return route.Routing{}, err
	}
	reply, err := m.ask(ctx, p, digest, nil)
	if err != nil {
		return route.Routing{}, err
	}
	routing := route.Read(objectIn(reply.Text))
	routing.Question = m.aliases.plainText(routing.Question, questionMax)
	routing.Reason = m.aliases.plainText(routing.Reason, reasonMax)
	routing.Entities.Text = m.aliases.sanitizeAll(routing.Entities.Text)
	routing.Missing = m.aliases.sanitizeAll(routing.Missing)
	return routing, nil
}

// routePrompt shows the model the week and samples of the backlog.
func (m *Model) routePrompt(ctx context.Context, r Request, src Source) (p Prompt, digest string, err error) {
	caps, err := m.loadCapabilities(ctx)
	if err != nil {
		return p, "", err
	}
	var shown brief.Snapshot
	if err := src.read(ctx, func(b brief.Brief) error {
		shown, err = b.ForRouting()
		return err
	}); err != nil {
		return p, "", err
	}
	m.aliases = newAliases()
	s := m.newPromptData(r.Text, src)
	week := shown.Week[:min(len(shown.Week), brief.MaxFocused)]
	s.Counts, s.Week, s.Backlog = shown.Counts, m.aliases.lines(week, nil), m.aliases.lines(shown.Backlog, nil)
	p, digest, err = fitted(ctx, m, ForRoute, s, nil, textTokens, m.Prompts.of(ForRoute))
	if p.JSON = !caps.Schema; caps.Schema {
		p.Schema = []byte(routeSchema)
	}
	return p, digest, err
}

// routeSchema is the JSON Schema of a route decision.
const routeSchema = `{"type":"object","properties":{` +
	`"decision":{"enum":["chat","plan","clarify"]},"confidence":{"type":"number","minimum":0,"maximum":1},` +
	`"category":{"enum":["task","event","habit","goal",""]},` +
	`"entities":{"type":"array","items":{"type":"string"},"maxItems":10},` +
	`"missing":{"type":"array","items":{"type":"string"},"maxItems":5},` +
	`"question":{"type":"string"},"reason":{"type":"string"}},` +
	`"required":["decision","confidence","category","entities","missing","question","reason"],` +
	`"additionalProperties":false}`

// Limits of the texts in a model's answer.
const (
	questionMax = 300
	reasonMax   = 120
	namesMax    = 10
)

func (a *aliases) sanitizeAll(words []string) (out []string) {
	for _, w := range words[:min(len(words), namesMax)] {
		if w = a.inProse(sanitize(w, titleMax)); w != "" {
			out = append(out, w)
		}
	}
	return out
}
