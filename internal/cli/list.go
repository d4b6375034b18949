package cli

import (
	"context"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"assister/internal/assist"
	"assister/internal/calendar"
	"assister/internal/filter"
	"assister/internal/problem"
	"assister/internal/schema"
)

// listFlags are the flags of list.
type listFlags struct {
	days   dayFlags
	states stateFlags
	fields fieldFlags
	all    bool
	limit  int
}

// dayFlags say when something is planned.
type dayFlags struct {
	today, tomorrow, week bool
	date, from, to        string
}

// stateFlags say how far something has come.
type stateFlags struct {
	overdue, completed, open, repeating bool
	status                              string
}

// fieldFlags are values of single fields.
type fieldFlags struct{ priority, tag, context, title, project string }

func listCommand(p *program) *cobra.Command {
	var o listFlags
	var j jsonFlags
	cmd := &cobra.Command{
		Use: "list [KIND]", Short: "List what is open by day, or records that match filters",
		Long: `List tasks and events, or the records of one kind:
` + kindsInLines() + `.

Without a filter, list shows what is open by day: overdue, today, and the next
seven days. Records that repeat are listed on each of their days, and tasks that
are planned for no day on the day of their deadline. The preference filter
replaces this (see ` + "`assister help config`" + `). Kinds without days, such as
projects, are listed whole.

All filters must match; one for a field that the kind does not have is refused.
Filters also match completed records, unless --open is given.`,
		Example: `  assister list
  assister list task --overdue
  assister list --from 2026-11-23 --to 2026-11-29 --open`,
		Args: arguments(0, 1, "name one kind: "+strings.Join(kinds(), ", ")),
		RunE: p.perform(func(ctx context.Context, c *call, args []string) error { return runList(ctx, c, args, o, j) }),
	}
	f := cmd.Flags()
	f.BoolVar(&o.all, "all", false, "everything, completed ones too")
	f.BoolVar(&o.days.today, "today", false, "planned for today")
	f.BoolVar(&o.days.tomorrow, "tomorrow", false, "planned for tomorrow")
	f.BoolVar(&o.days.week, "week", false, "planned for this week, Monday to Sunday")
	f.StringVar(&o.days.date, "date", "", "planned for this `DAY`: 2026-11-21, today, tomorrow or yesterday")
	f.StringVar(&o.days.from, "from", "", "planned for this `DAY` or later")
	f.StringVar(&o.days.to, "to", "", "planned for this `DAY` or earlier")
	f.BoolVar(&o.states.overdue, "overdue", false, "planned for before today and still open")
	f.BoolVar(&o.states.open, "open", false, "neither completed nor skipped")
	f.BoolVar(&o.states.completed, "completed", false, "completed")
	f.BoolVar(&o.states.repeating, "repeating", false, "that repeat")
	f.StringVar(&o.states.status, "status", "",
		"with this `STATUS`: "+problem.Either(schema.Statuses)+"; of a project in your own words")
	f.StringVar(&o.fields.priority, "priority", "", "with this `PRIORITY`: "+problem.Either(schema.Priorities))
	f.StringVar(&o.fields.tag, "tag", "", "with this `TAG`")
	f.StringVar(&o.fields.context, "context", "", "in this `CONTEXT`: "+problem.Either(schema.Contexts))
	f.StringVar(&o.fields.project, "project", "", "in this `PROJECT`: its id or its name")
	f.StringVar(&o.fields.title, "title", "", "with this `TEXT` in the title")
	f.IntVar(&o.limit, "limit", 0, "show at most `N` records, 0 for all; the total counts all")
	j.add(cmd)
	exclusive(cmd, []string{"today", "tomorrow", "week", "date", "overdue"},
		[]string{"today", "tomorrow", "week", "date", "from"},
		[]string{"today", "tomorrow", "week", "date", "to"}, []string{"open", "completed", "status"})
	return cmd
}

func runList(ctx context.Context, c *call, args []string, o listFlags, j jsonFlags) error {
	q, err := c.listRequest(args, o)
	if err != nil {
		return err
	}
	if _, err := c.chooseFields(j, listFields(q.Filter.Applies())); err != nil {
		return err
	}
	if err := c.begin(""); err != nil {
		return err
	}
	return c.outcome(assist.List(ctx, c.environment(ctx), q))
}

// listRequest is the request that the command line makes.
func (c *call) listRequest(args []string, o listFlags) (q assist.ListRequest, err error) {
	if o.limit < 0 {
		return q, problem.Misuse("--limit is less than 0", "leave it out for all of them")
	}
	if err := c.refuseBlank("project", "title", "tag", "context", "status", "priority", "date", "from", "to"); err != nil {
		return q, err
	}
	q.Project, q.Limit, q.Unfiltered = o.fields.project, o.limit, o.unfiltered()
	if len(args) > 0 {
		kind, err := kindToList(c.cmd, args[0])
		if err == nil {
			err = c.refuseUnanswerable(kind)
		}
		if err != nil {
			return q, err
		}
		q.Filter.Kinds = []string{kind.Name}
	}
	if err := o.filter(&q, c.Today()); err != nil {
		return q, err
	}
	if q.Agenda && !c.cmd.Flags().Changed("limit") {
		q.Limit = assist.AgendaLimit
	}
	return q, nil
}

// kindToList is the kind with a name. People also write a flag without its dashes.
func kindToList(cmd *cobra.Command, word string) (*schema.Kind, error) {
	k, err := kindNamed(word)
	if f := cmd.Flags().Lookup(strings.ToLower(word)); err != nil && f != nil && f.Value.Type() == "bool" {
		return nil, problem.Misuse("there is no kind "+problem.Quote(word), problem.Suggest("assister list --"+f.Name))
	}
	return k, err
}

// filterKeys are the keys of a filter that flags stand for, without those that every
// kind has.
var filterKeys = map[string]string{
	"today": "scheduled_range", "tomorrow": "scheduled_range", "week": "scheduled_range",
	"date": "scheduled_range", "from": "scheduled_range", "to": "scheduled_range",
	"overdue": "overdue", "completed": "completed", "repeating": "repeating", "status": "status",
	"priority": "priority", "tag": "tag", "context": "context", "project": "projectId",
}

// refuseUnanswerable refuses a flag that asks for what a kind does not have: that nothing
// matches would be true, and no answer.
func (c *call) refuseUnanswerable(kind *schema.Kind) (err error) {
	c.cmd.Flags().Visit(func(f *pflag.Flag) {
		if key, asks := filterKeys[f.Name]; err == nil && asks && !filter.Has(kind, key) {
			err = problem.Misuse(kind.Noun(2)+" have nothing that --"+f.Name+" asks for",
				"leave it out; `assister query "+kind.Plural+"` finds them by their fields")
		}
	})
	return err
}

// refuseBlank refuses a flag with a blank value: a script that fills it in from an empty
// variable would get everything for it.
func (c *call) refuseBlank(names ...string) error {
	for _, name := range names {
		if f := c.cmd.Flags().Lookup(name); f != nil && f.Changed && strings.TrimSpace(f.Value.String()) == "" {
			return wrongValue(name, f.Value.String(), "a value, or leave it out")
		}
	}
	return nil
}

// unfiltered reports whether no flag says which records.
func (o listFlags) unfiltered() bool { return o == listFlags{limit: o.limit} }

// filter says which records are listed, of the kinds that were named. Without flags
// the open ones are listed by day.
func (o listFlags) filter(q *assist.ListRequest, today calendar.Date) error {
	named := len(q.Filter.Kinds) == 1
	switch {
	case o.all && o != (listFlags{limit: o.limit, all: true}):
		return problem.Misuse("--all excludes other filters", "leave it or the others out")
	case o.all:
		if !named {
			q.Filter.Kinds = kinds()
		}
	case o.unfiltered() && named && !schema.Lookup(q.Filter.Kinds[0]).Planned:
	case o.unfiltered():
		q.Agenda = true
	default:
		return o.narrow(q, today)
	}
	return nil
}

// narrow adds the filters that the flags stand for.
func (o listFlags) narrow(q *assist.ListRequest, today calendar.Date) (err error) {
	f := &q.Filter
	if f.Scheduled, err = o.days.scheduled(today); err != nil {
		return err
	}
	statuses, own := filter.Statuses(f.Applies())
	priority, context := o.fields.priority, o.fields.context
	if f.Status = schema.StatusWord(o.states.status); own {
		f.Status = o.states.status
		statuses = nil
	}
	for _, word := range []struct {
		flag  string
		value *string
		known []string // nil is any
	}{
		{"status", &f.Status, statuses},
		{"priority", &priority, schema.Priorities},
		{"context", &context, schema.Contexts},
	} {
		if *word.value == "" || word.known == nil {
			continue
		}
		if *word.value = strings.ToLower(*word.value); !slices.Contains(word.known, *word.value) {
			return wrongValue(word.flag, *word.value, problem.Either(word.known))
		}
	}
	f.Overdue, f.Completed, q.Open = yes(o.states.overdue), yes(o.states.completed), o.states.open
	*f = f.WithWord("priority", priority).WithWord("context", context).
		WithWord("tags", o.fields.tag).WithWord(filter.LabelField, o.fields.title)
	if o.states.repeating {
		*f = f.With(filter.Repeating(true))
	}
	return nil
}

// yes is a filter for records with a property, if it is given.
func yes(given bool) (f filter.Flag) {
	if given {
		f = filter.Yes
	}
	return f
}

func kindNamed(word string) (*schema.Kind, error) {
	if k := schema.Named(word); k != nil {
		return k, nil
	}
	return nil, &problem.Refusal{Class: problem.Usage, Problem: schema.NoSuchKind(word)}
}

// scheduled is the range of days that the flags stand for.
func (o dayFlags) scheduled(today calendar.Date) (r filter.Range, err error) {
	switch {
	case o.today:
		return filter.Day(today), nil
	case o.tomorrow:
		return filter.Day(today.AddDays(1)), nil
	case o.week:
		monday := today.StartOfWeek()
		return filter.Range{Set: true, From: monday, To: monday.AddDays(6)}, nil
	case o.date != "":
		d, err := dayOf("date", o.date, today)
		return filter.Day(d), err
	}
	if o.from != "" {
		if r.From, err = dayOf("from", o.from, today); err != nil {
			return r, err
		}
		r.Set = true
	}
	if o.to != "" {
		if r.To, err = dayOf("to", o.to, today); err != nil {
			return r, err
		}
		r.Set = true
	}
	if r.From.Valid() && r.To.Valid() && r.To < r.From {
		return r, problem.Misuse("--to is before --from", "swap them")
	}
	return r, nil
}

func dayOf(flag, word string, today calendar.Date) (calendar.Date, error) {
	switch strings.ToLower(word) {
	case "today":
		return today, nil
	case "tomorrow":
		return today.AddDays(1), nil
	case "yesterday":
		return today.AddDays(-1), nil
	}
	if d, ok := calendar.ParseDate(word); ok {
		return d, nil
	}
	return 0, wrongValue(flag, word, "a day such as 2026-11-21, today or tomorrow")
}
