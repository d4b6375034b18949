package cli

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"assister/internal/brief"
	"assister/internal/check"
	"assister/internal/event"
	"assister/internal/filter"
	"assister/internal/op"
	"assister/internal/problem"
	"assister/internal/record"
	"assister/internal/schema"
	"assister/internal/sqlite"

	"assister/internal/workspace"
)

// favorite is the preference that is a mark in a project, and no record of its
// own: it goes where the project goes.
const favorite = "favorite"

func preferences() []string { return append(slices.Clone(schema.Preferences), favorite) }

const preferenceHelp = `Preferences are records of the workspace, changed in a batch that undo takes back:

  language  en or fr: what questions are answered in, whatever they are asked in
  filter    what list shows when it is given no filter, and what a question is
            about that does not say which, such as
            {"context":"work","completed":false}
  favorite  a project, by its name or id: it and what belongs to it come first
            where several could be meant, and before their equals in a search;
            there may be several, in the order of their favoriteRank`

func (p *program) preferCommand() *cobra.Command {
	return &cobra.Command{
		Use: "set NAME VALUE", Short: "Prefer something: " + list(preferences()),
		Long:    "Prefer something.\n\n" + preferenceHelp,
		Example: "  assister config set language fr\n  assister config set favorite Data\n  assister config set filter '{\"context\":\"work\",\"completed\":false}'",
		Args:    arguments(2, 2, "give a name and a value: "+list(preferences())),
		RunE: p.perform(func(c *call, args []string) error {
			return c.prefer(args[0], func(r workspace.Reader) (op.Op, bool, error) { return c.preferring(r, args[0], args[1]) })
		}),
	}
}

func (p *program) unpreferCommand() *cobra.Command {
	return &cobra.Command{
		Use: "unset NAME [PROJECT]", Short: "Prefer nothing any more; favorite needs the project",
		Long:    "Prefer nothing any more.\n\n" + preferenceHelp,
		Example: "  assister config unset language\n  assister config unset favorite Data",
		Args:    arguments(1, 2, "give a name: "+list(preferences())),
		RunE: p.perform(func(c *call, args []string) error {
			return c.prefer(args[0], func(r workspace.Reader) (op.Op, bool, error) { return c.unpreferring(r, args) })
		}),
	}
}

// prefer changes a preference, by the one door of every change. That it was asked
// for by name is the yes to it.
func (c *call) prefer(name string, change func(workspace.Reader) (op.Op, bool, error)) error {
	if !slices.Contains(preferences(), name) {
		hint := "the preferences are " + list(preferences()) + "; settings stand in the configuration file"
		if near := problem.Nearest(name, preferences()); near != "" {
			hint = "did you mean " + near + "?"
		}
		return usage("there is no preference "+problem.Quote(name), hint)
	}
	if err := c.begin(""); err != nil {
		return err
	}
	store, err := c.open(sqlite.Write)
	if err != nil {
		return err
	}
	var o op.Op
	needed := false
	if err := store.View(c.ctx, func(r workspace.Reader) error {
		o, needed, err = change(r)
		return err
	}); err != nil {
		return err
	}
	if !needed {
		return c.Emit(event.Summary{Text: "It is like that already."})
	}
	p := plan{version: 1}
	p.add(o, 0)
	return c.applyPlan(p, applyOptions{yes: true})
}

// preferring is the operation that sets a preference, where one is needed.
func (c *call) preferring(r workspace.Reader, name, value string) (o op.Op, needed bool, err error) {
	value = strings.TrimSpace(value)
	if name == favorite {
		return c.marking(r, value, true)
	}
	if p := check.Preferable(name, value); p != nil {
		return o, false, &problem.Refusal{Class: problem.Usage, Problem: *p}
	}
	now, there, err := c.preferred(r, name)
	if err != nil || there && now.Get("value").Text() == value {
		return o, false, err
	}
	o = op.Op{Kind: "preference", Verb: schema.Update, ID: op.Target{ID: now.ID}, Args: []op.Arg{{Name: "value", Value: record.Text(value)}}}
	if !there {
		o = op.Op{Kind: "preference", Verb: schema.Create, Args: []op.Arg{{Name: "name", Value: record.Text(name)}, {Name: "value", Value: record.Text(value)}}}
	}
	return o, true, nil
}

// unpreferring is the operation that takes a preference away.
func (c *call) unpreferring(r workspace.Reader, args []string) (o op.Op, needed bool, err error) {
	if args[0] == favorite {
		if len(args) == 1 {
			return o, false, usage("which project is no favorite any more?", "give its name or id: assister config unset favorite Data")
		}
		return c.marking(r, args[1], false)
	}
	if len(args) > 1 {
		return o, false, usage("`config unset "+args[0]+"` does not take "+problem.Quote(args[1]), "leave it out")
	}
	now, there, err := c.preferred(r, args[0])
	return op.Op{Kind: "preference", Verb: schema.Delete, ID: op.Target{ID: now.ID}}, there, err
}

// marking makes a project a favorite, or none.
func (c *call) marking(r workspace.Reader, name string, on bool) (o op.Op, needed bool, err error) {
	id, err := projectID(r, name, c.clock.Today())
	if err != nil {
		return o, false, err
	}
	project, _, err := r.Record("project", id)
	o = op.Op{Kind: "project", Verb: schema.Update, ID: op.Target{ID: id}, Args: []op.Arg{{Name: "isFavorite", Value: record.Bool(on)}}}
	return o, err == nil && project.Get("isFavorite").Bool() != on, err
}

// preferred is the record of a preference; of several, which only an undo can
// bring back, the newest.
func (c *call) preferred(r workspace.Reader, name string) (found record.Record, there bool, err error) {
	all, err := r.Find(filter.Filter{Kinds: []string{"preference"}}, c.clock.Today())
	for _, p := range all {
		if p.Get("name").Text() == name {
			found, there = p, true
		}
	}
	return found, there, err
}

// byPreference is the filter of a list that was given none, and how it is
// written; "" where none is preferred.
func (c *call) byPreference(r workspace.Reader) (f filter.Filter, written string, err error) {
	written, err = brief.Preference(r, "filter", c.clock.Today())
	if err != nil || written == "" {
		return f, "", err
	}
	f, p := filter.Read(written)
	if p != nil {
		p.Message, p.Hint = "the preference filter: "+p.Message, "`assister config unset filter` takes it away, and --today does without it"
		return f, written, &problem.Refusal{Class: problem.Usage, Problem: *p}
	}
	return f, written, nil
}

// configPreferences shows the preferences beside the settings. A workspace that
// cannot be read has none to show, which is no reason to hide the settings.
func (c *call) configPreferences() error {
	var rows []event.Facts
	err := c.view(func(r workspace.Reader) error {
		for _, name := range schema.Preferences {
			p, there, err := c.preferred(r, name)
			if err != nil {
				return err
			}
			if there {
				rows = append(rows, row(name, p.Get("value").Text()))
			}
		}
		projects, err := r.Find(filter.Filter{Kinds: []string{"project"}}, c.clock.Today())
		for _, p := range projects {
			if p.Get("isFavorite").Bool() {
				rows = append(rows, row(favorite, p.Label()))
			}
		}
		return err
	})
	if err != nil {
		c.note("the preferences cannot be read: %v", err)
	}
	for _, one := range rows {
		if err := c.Emit(one); err != nil {
			return err
		}
	}
	return nil
}

func row(name, value string) event.Facts {
	return event.Facts{{Name: "setting", Value: name}, {Name: "value", Value: value}, {Name: "from", Value: "workspace"}}
}
