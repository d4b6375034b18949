package assist

import (
	"cmp"
	"context"

	"assister/internal/brief"
	"assister/internal/event"
	"assister/internal/language/message"
	"assister/internal/route"
	"assister/internal/workspace"
)

// help says what can be asked, without a model, in the language of a code unless another
// is preferred. An open question stays open, since
// nothing of this is kept in the session.
func help(ctx context.Context, r *request, text, code string) error {
	d := route.Of(r.readings.texts[text])
	if err := r.stage(event.Routing); err != nil {
		return err
	}
	said := event.Route{Decision: string(d.Decision), Confidence: d.Confidence, Reason: d.Reason, Engine: ByRules}
	if err := r.Emit(said); err != nil {
		return err
	}
	var preferred string
	err := r.view(ctx, func(snapshot workspace.Reader) (err error) {
		preferred, err = brief.Preference(snapshot, "language", r.Clock.Today())
		return err
	})
	if err != nil {
		return err
	}
	code = cmp.Or(preferred, code)
	return r.Emit(event.Summary{Text: message.For(code).Text("help.text")})
}
