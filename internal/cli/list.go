package cli

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"assister/internal/calendar"
	"assister/internal/event"
	"assister/internal/filter"
	"assister/internal/fulltext"
	"assister/internal/problem"

	"assister/internal/record"
	"assister/internal/schema"

	"assister/internal/workspace"
)

// listOptions are the flags of list; each is a key of the contract's where
// (section 4).
type listOptions struct {
	all, today, tomorrow, week, overdue, completed, open, repeating bool
	date, from, to, status, priority, tag, context, title           string
	project                                                         string
	limit                                                           int
}

func (p *program) listCommand() *cobra.Command {
	var o listOptions
	cmd := &cobra.Command{
		Use: "list [KIND]", Short: "List records; without a filter what is open today",
		Long: `List tasks and events, or the records of one kind:
` + kindsInLines() + `.

Without a filter it is what is planned for today and still open, or what the
preference filter says (see ` + "`" + `assister help config` + "`" + `); of a kind that has no days,
such as projects, it is all of them. Filters are and-ed, and one that asks for what
a kind does not have is refused. With filters completed ones are listed too, unless
--open is given.`,
		Example: "  assister list\n  assister list task --overdue\n  assister list --from 2026-11-23 --to 2026-11-29 --open",
		Args:    arguments(0, 1, "name one kind: "+strings.Join(kinds(), ", ")),
		RunE:    p.perform(func(c *call, args []string) error { return c.list(args, o) }),
	}
	f := cmd.Flags()
	f.BoolVar(&o.all, "all", false, "everything, completed ones too")
	f.BoolVar(&o.today, "today", false, "planned for today")
	f.BoolVar(&o.tomorrow, "tomorrow", false, "planned for tomorrow")
	f.BoolVar(&o.week, "week", false, "planned for this week, Monday to Sunday")
	f.StringVar(&o.date, "date", "", "planned for this `DAY`: 2026-11-21, today, tomorrow or yesterday")
	f.StringVar(&o.from, "from", "", "planned for this `DAY` or later")
	f.StringVar(&o.to, "to", "", "planned for this `DAY` or earlier")
	f.BoolVar(&o.overdue, "overdue", false, "planned for before today and still open")
	f.BoolVar(&o.open, "open", false, "neither completed nor skipped")
	f.BoolVar(&o.completed, "completed", false, "completed")
	f.BoolVar(&o.repeating, "repeating", false, "that repeat")
	f.StringVar(&o.status, "status", "", "with this `STATUS`: "+list(schema.Statuses)+"; of a project in your own words")
	f.StringVar(&o.priority, "priority", "", "with this `PRIORITY`: "+list(schema.Priorities))
	f.StringVar(&o.tag, "tag", "", "with this `TAG`")
	f.StringVar(&o.context, "context", "", "in this `CONTEXT`: "+list(schema.Contexts))
	f.StringVar(&o.project, "project", "", "in this `PROJECT`: its id or its name")
	f.StringVar(&o.title, "title", "", "with this `TEXT` in the title")
	f.IntVar(&o.limit, "limit", 0, "at most so `MANY`, 0 for all of them; the total is still said")
	exclusive(cmd, []string{"today", "tomorrow", "week", "date", "overdue"}, []string{"today", "tomorrow", "week", "date", "from"},
		[]string{"today", "tomorrow", "week", "date", "to"}, []string{"open", "completed", "status"})
	return cmd
}

func (c *call) list(args []string, o listOptions) error {
	l, err := c.listing(args, o)
	if err != nil {
		return err
	}
	if err := c.begin(""); err != nil {
		return err
	}
	return c.view(func(r workspace.Reader) error {
		if o.project != "" {
			id, err := projectID(r, o.project, c.clock.Today())
			if err != nil {
				return err
			}
			l.ProjectID = id
		}
		preferred := ""
		if o.plain() {
			var err error
			if l, preferred, err = c.preferredFor(l, r); err != nil {
				return err
			}
		}
		records, total, err := l.from(r, o.limit, c.clock.Today())
		if err != nil {
			return err
		}
		text := ""
		if preferred != "" {
			text = counted(total, "record", "records") + ", by the preferred filter " + preferred + "."
		}
		return c.emitRecords(records, total, text)
	})
}

// listing is what the command line asks for, but for the project, which the data has
// to be asked for.
func (c *call) listing(args []string, o listOptions) (l listing, err error) {
	if o.limit < 0 {
		return l, usage("--limit is less than 0", "leave it out for all of them")
	}
	if err := c.blankFlag("project", "title", "tag", "context", "status", "priority", "date", "from", "to"); err != nil {
		return l, err
	}
	if len(args) > 0 {
		kind, err := kindNamed(args[0])
		if err == nil {
			err = c.answerable(kind)
		}
		if err != nil {
			return l, err
		}
		l.Kinds = []string{kind.Name}
	}
	err = o.choose(&l, c.clock.Today())
	return l, err
}

// asksFor are the keys of the contract's filter that flags stand for. Those that
// every kind can be asked by are not among them.
var asksFor = map[string]string{
	"today": "scheduled_range", "tomorrow": "scheduled_range", "week": "scheduled_range", "date": "scheduled_range", "from": "scheduled_range", "to": "scheduled_range",
	"overdue": "overdue", "completed": "completed", "repeating": "repeating", "status": "status", "priority": "priority", "tag": "tag", "context": "context", "project": "projectId",
}

// answerable refuses a flag that asks for what a kind does not have: that nothing
// matches would be true, and no answer.
func (c *call) answerable(kind *schema.Kind) (err error) {
	c.cmd.Flags().Visit(func(f *pflag.Flag) {
		if key, asks := asksFor[f.Name]; err == nil && asks && !filter.Has(kind, key) {
			err = usage(kind.Plural+" have nothing that --"+f.Name+" asks for", "leave it out; `assister query "+kind.Plural+"` finds them by their fields")
		}
	})
	return err
}

// blankFlag refuses a flag that was given nothing: a blank name is no name, and
// whoever fills it in from elsewhere would get everything for it.
func (c *call) blankFlag(names ...string) error {
	for _, name := range names {
		if f := c.cmd.Flags().Lookup(name); f.Changed && strings.TrimSpace(f.Value.String()) == "" {
			return wrongValue(name, f.Value.String(), "a value, or leave it out")
		}
	}
	return nil
}

// preferredFor is the listing by the preferred filter in place of one that nothing was
// said of, and how the filter is written; "" where none speaks of its kinds.
func (c *call) preferredFor(l listing, r workspace.Reader) (listing, string, error) {
	f, written, err := c.byPreference(r)
	if err != nil || written == "" || !narrow(&f, l.Kinds) {
		return l, "", err
	}
	return listing{Filter: f}, written, nil
}

// narrow leaves of a filter what it says about the kinds that are listed. It is
// about none of them where it names others, or where it names none and they are
// not what is planned.
func narrow(f *filter.Filter, listed []string) bool {
	if len(listed) == 0 {
		return true
	}
	var kinds []string
	for _, k := range f.Applies() {
		if slices.Contains(listed, k.Name) {
			kinds = append(kinds, k.Name)
		}
	}
	f.Kinds = kinds
	return len(kinds) > 0
}

// listing is which records are listed: those that a filter matches, and of them
// those alone that are open, where that is asked for.
type listing struct {
	filter.Filter
	open bool
}

// from finds the records in the order of the kinds and their days, and how many
// there are; at most limit of them, unless it is 0.
func (l listing) from(r workspace.Reader, limit int, today calendar.Date) (records []record.Record, total int, err error) {
	var parts []filter.Query
	for _, k := range l.Applies() {
		parts = append(parts, l.of(k))
	}
	if limit == 0 {
		limit = -1
	}
	all, err := filter.Several(func(q filter.Query) (filter.Result, error) { return r.Query(q, today) }, parts, limit)
	return all.Records, all.Total, err
}

// of is the query for what is listed of a kind. A filter names one state, so that
// each in which something is open has one of its own, beside the one of them all,
// which a store finds the days by.
func (l listing) of(k *schema.Kind) filter.Query {
	q := filter.Of(k, l.Filter)
	q.Sort = filter.ByDay(k)
	if !l.open {
		return q
	}
	state := q.Where
	q.Where.Filter.Completed = filter.No
	if !k.Settles() {
		return q
	}
	for _, status := range schema.Open {
		state.Filter.Status = status
		q.Where.Any = append(q.Where.Any, state)
	}
	return q
}

// emitRecords says rows and how many there are.
func (c *call) emitRecords(records []record.Record, total int, text string) error {
	for _, r := range records {
		if err := c.Emit(event.Row{Record: r}); err != nil {
			return err
		}
	}
	if text == "" {
		text = matched(total, len(records), false)
	}
	return c.Emit(event.Summary{Text: text, Total: &total})
}

func counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}

// plain reports whether nothing says which records.
func (o listOptions) plain() bool { return o == listOptions{limit: o.limit} }

// choose says which records are listed, of the kinds that were named. Without any
// flags it is what is open today.
func (o listOptions) choose(l *listing, today calendar.Date) error {
	switch {
	case o.all && o != (listOptions{limit: o.limit, all: true}):
		return usage("--all stands alone", "leave it or the other filters out")
	case o.all && len(l.Kinds) == 0:
		l.Kinds = kinds()
	case o.all, o.plain() && len(l.Kinds) == 1 && !schema.Lookup(l.Kinds[0]).Planned:
	case o.plain():
		l.Scheduled, l.open = filter.Day(today), true
	default:
		return o.narrow(l, today)
	}
	return nil
}

// narrow adds the filters that the flags stand for.
func (o listOptions) narrow(l *listing, today calendar.Date) (err error) {
	if l.Scheduled, err = o.days(today); err != nil {
		return err
	}
	statuses, own := filter.Statuses(l.Applies())
	if l.Status = o.status; own {
		statuses = nil
	}
	l.Priority, l.Context = o.priority, o.context
	for _, word := range []struct {
		flag  string
		given *string
		known []string // none is any
	}{{"status", &l.Status, statuses}, {"priority", &l.Priority, schema.Priorities}, {"context", &l.Context, schema.Contexts}} {
		if *word.given == "" || word.known == nil {
			continue
		}
		if *word.given = strings.ToLower(*word.given); !slices.Contains(word.known, *word.given) {
			return wrongValue(word.flag, *word.given, list(word.known))
		}
	}
	l.Tag, l.TitleContains, l.open = o.tag, o.title, o.open
	for _, flag := range []struct {
		given bool
		to    *filter.Flag
	}{{o.overdue, &l.Overdue}, {o.repeating, &l.Repeating}, {o.completed, &l.Completed}} {
		if flag.given {
			*flag.to = filter.Yes
		}
	}
	return nil
}

func kindNamed(word string) (*schema.Kind, error) {
	if k := schema.Named(word); k != nil {
		return k, nil
	}
	return nil, &problem.Refusal{Class: problem.Usage, Problem: schema.NoSuchKind(word)}
}

func wrongValue(flag, given, want string) error {
	r := usage(problem.Quote(given)+" is no value for --"+flag, "give "+want)
	r.Problem.Field = flag
	return r
}

// days is the range that the flags about days say.
func (o listOptions) days(today calendar.Date) (r filter.Range, err error) {
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
		return r, usage("--to is before --from", "exchange them")
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

// projectID finds a project by its id or its name, to the letter but for case.
func projectID(r workspace.Reader, word string, today calendar.Date) (int64, error) {
	projects, err := r.Find(filter.Filter{Kinds: []string{"project"}}, today)
	if err != nil {
		return 0, err
	}
	var names []string
	var found []record.Record
	for _, p := range projects {
		names = append(names, p.Label())
		if fmt.Sprint(p.ID) == strings.TrimPrefix(word, "#") || fulltext.Fold(p.Label()) == fulltext.Fold(word) {
			found = append(found, p)
		}
	}
	switch len(found) {
	case 1:
		return found[0].ID, nil
	case 0:
		hint := "`assister list project` shows them"
		if near := problem.Nearest(word, names); near != "" {
			hint = "did you mean " + problem.Quote(near) + "?"
		}
		return 0, problem.Refuse(problem.Usage, "no_such_project", "there is no project "+problem.Quote(word), hint)
	}
	return 0, problem.Refuse(problem.Usage, "several_projects", "several projects are called "+problem.Quote(word), "give the id: `assister list project` shows them")
}
