package assist

import (
	"context"
	"slices"
	"strings"

	"assister/internal/calendar"
	"assister/internal/check"
	"assister/internal/event"
	"assister/internal/filter"
	"assister/internal/op"
	"assister/internal/problem"
	"assister/internal/record"
	"assister/internal/schema"
	"assister/internal/workspace"
)

// Favorite is the preference that is a mark on a project, and no record of its own.
const Favorite = "favorite"

// Preferences are the names that Prefer takes.
func Preferences() []string { return append(slices.Clone(schema.Preferences), Favorite) }

// PreferRequest sets or removes a preference.
type PreferRequest struct {
	Name  string
	Value string // the name or id of the project for Favorite; "" for another that is removed
	Unset bool
}

// Check refuses a name that no preference has.
func (q PreferRequest) Check() error {
	names := Preferences()
	if slices.Contains(names, q.Name) {
		return nil
	}
	hint := problem.DidYouMean(q.Name, names,
		"the preferences are "+problem.Either(names)+"; settings belong in the configuration file")
	return problem.Misuse("there is no preference "+problem.Quote(q.Name), hint)
}

// Prefer changes a preference, as a batch like any other. Whoever asks for it by name
// has approved it.
func Prefer(ctx context.Context, env Environment, q PreferRequest) (Outcome, error) {
	r := newRequest(ctx, env, Conversation{})
	if err := q.Check(); err != nil {
		return r.finish(ctx, err)
	}
	return r.finish(ctx, prefer(ctx, r, q))
}

func prefer(ctx context.Context, r *request, q PreferRequest) error {
	store, err := openWorded(ctx, r, WriteAccess)
	if err != nil {
		return err
	}
	var o op.Op
	needed := false
	if err := store.View(ctx, func(snapshot workspace.Reader) error {
		o, needed, err = preferenceOp(snapshot, q, r.Clock.Today())
		return err
	}); err != nil {
		return err
	}
	if !needed {
		return r.Emit(event.Summary{Text: "It is set like that already."})
	}
	p := plan{version: 1}
	p.add(o, 0)
	return applyPlan(ctx, r, p, ApplyOptions{Approved: true})
}

// preferenceOp is the operation that sets or removes a preference, if one is needed.
func preferenceOp(r workspace.Reader, q PreferRequest, today calendar.Date) (o op.Op, needed bool, err error) {
	value := strings.TrimSpace(q.Value)
	if q.Name == Favorite {
		return favoriteOp(r, value, !q.Unset, today)
	}
	now, found, err := preference(r, q.Name, today)
	if q.Unset {
		return op.Op{Kind: "preference", Verb: schema.Delete, ID: op.Target{ID: now.ID}}, found, err
	}
	if p := check.Preferable(q.Name, value); p != nil {
		return o, false, &problem.Refusal{Class: problem.Usage, Problem: *p}
	}
	if err != nil || found && now.Get("value").Text() == value {
		return o, false, err
	}
	set := op.Arg{Name: "value", Value: record.Text(value)}
	if found {
		return op.Op{Kind: "preference", Verb: schema.Update, ID: op.Target{ID: now.ID}, Args: []op.Arg{set}}, true, nil
	}
	name := op.Arg{Name: "name", Value: record.Text(q.Name)}
	return op.Op{Kind: "preference", Verb: schema.Create, Args: []op.Arg{name, set}}, true, nil
}

func favoriteOp(r workspace.Reader, name string, on bool, today calendar.Date) (o op.Op, needed bool, err error) {
	p, err := project(r, name, today)
	if err != nil {
		return o, false, err
	}
	mark := op.Arg{Name: "isFavorite", Value: record.Bool(on)}
	o = op.Op{Kind: "project", Verb: schema.Update, ID: op.Target{ID: p.ID}, Args: []op.Arg{mark}}
	return o, p.Get("isFavorite").Bool() != on, nil
}

// preference is the record of a preference; of several, which only an undo can bring
// back, the newest.
func preference(r workspace.Reader, name string, today calendar.Date) (newest record.Record, found bool, err error) {
	all, err := r.Find(filter.Condition{Kinds: []string{"preference"}}, today)
	for _, p := range all {
		if p.Get("name").Text() == name {
			newest, found = p, true
		}
	}
	return newest, found, err
}

// ShowPreferences emits a row for each preference that is set, as config shows settings.
// A workspace that cannot be read has none to show, which is no reason to hide the
// settings.
func ShowPreferences(ctx context.Context, env Environment) error {
	var rows []event.Facts
	err := newRequest(ctx, env, Conversation{}).view(ctx, func(r workspace.Reader) (err error) {
		rows, err = preferenceRows(r, env.Clock.Today())
		return err
	})
	if err != nil {
		env.Log.note("cannot read the preferences: %v", err)
	}
	for _, row := range rows {
		if err := env.Sink.Emit(row); err != nil {
			return err
		}
	}
	return nil
}

func preferenceRows(r workspace.Reader, today calendar.Date) (rows []event.Facts, err error) {
	row := func(name, value string) event.Facts {
		return event.Facts{
			{Name: "setting", Value: name}, {Name: "value", Value: value}, {Name: "from", Value: "workspace"},
		}
	}
	for _, name := range schema.Preferences {
		p, found, err := preference(r, name, today)
		if err != nil {
			return rows, err
		}
		if found {
			rows = append(rows, row(name, p.Get("value").Text()))
		}
	}
	projects, err := r.Find(filter.Condition{Kinds: []string{"project"}}, today)
	for _, p := range projects {
		if p.Get("isFavorite").Bool() {
			rows = append(rows, row(Favorite, p.Label()))
		}
	}
	return rows, err
}
