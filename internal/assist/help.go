package assist

import (
	"context"

	"assister/internal/brief"
	"assister/internal/engine/rules"
	"assister/internal/event"
	"assister/internal/propose"
	"assister/internal/route"
	"assister/internal/workspace"
)

// whatToAsk says what can be asked and done. Its examples are understood by the rules.
var whatToAsk = propose.Sentence{
	English: `Ask about your tasks, events, projects, lists and notes, or say what to change.
A change is shown first, and made only when you approve it. For example:
- what is overdue?
- when is my next meeting with Sam?
- add buy milk tomorrow
- move everything from today to friday
- mark the report as done
For all commands: assister help`,
	French: `Posez une question sur vos tâches, événements, projets, listes et notes, ou dites ce qu’il faut changer.
Un changement est d’abord montré, et fait seulement si vous l’approuvez. Par exemple :
- qu’est-ce qui est en retard ?
- quand est ma prochaine réunion avec Sam ?
- ajoute acheter du lait demain
- déplace tout d’aujourd’hui à vendredi
- marque le rapport comme terminé
Toutes les commandes : assister help`,
}

// help says what can be asked, without a model. An open question stays open, since
// nothing of this is kept in the session.
func help(ctx context.Context, r *request, text string, french bool) error {
	d := route.Rules(text)
	if err := r.stage(event.Routing); err != nil {
		return err
	}
	said := event.Route{Decision: string(d.Decision), Confidence: d.Confidence, Reason: d.Reason, Engine: ByRules}
	if err := r.Emit(said); err != nil {
		return err
	}
	err := r.view(ctx, func(snapshot workspace.Reader) error {
		preferred, err := brief.Preference(snapshot, "language", r.Clock.Today())
		if preferred != "" {
			french = preferred == "fr"
		}
		return err
	})
	if err != nil {
		return err
	}
	return r.Emit(event.Summary{Text: whatToAsk.In(rules.Locale(french))})
}
