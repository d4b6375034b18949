package cli

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"assister/internal/calendar"
	"assister/internal/diag"
	"assister/internal/event"
	"assister/internal/query"
	"assister/internal/record"
	"assister/internal/schema"
	"assister/internal/where"
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
		Long: `List tasks and events, or the records of one kind: ` + strings.Join(kinds(), ", ") + `.

Without a filter it is what is planned for today and still open, or what the
preference filter says (see ` + "`" + `assister help config` + "`" + `); of a kind that
has no days, such as projects, it is all of them. Filters are and-ed. With filters completed ones are listed too,
unless --open is given.`,
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
	f.StringVar(&o.status, "status", "", "with this `STATUS`: "+list(schema.Statuses))
	f.StringVar(&o.priority, "priority", "", "with this `PRIORITY`: "+list(schema.Priorities))
	f.StringVar(&o.tag, "tag", "", "with this `TAG`")
	f.StringVar(&o.context, "context", "", "in this `CONTEXT`: "+list(schema.Contexts))
	f.StringVar(&o.project, "project", "", "in this `PROJECT`: its id or its name")
	f.StringVar(&o.title, "title", "", "with this `TEXT` in the title")
	f.IntVar(&o.limit, "limit", 0, "at most so `MANY`; the total is still said")
	cmd.MarkFlagsMutuallyExclusive("today", "tomorrow", "week", "date", "overdue")
	cmd.MarkFlagsMutuallyExclusive("open", "completed", "status")
	return cmd
}

func (c *call) list(args []string, o listOptions) error {
	if o.limit < 0 {
		return usage("--limit is less than 0", "leave it out for all of them")
	}
	if err := c.blankFlag("project", "title", "tag", "context", "status", "priority", "date", "from", "to"); err != nil {
		return err
	}
	f, err := o.filter(args, c.clock.Today())
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
			f.ProjectID = id
		}
		text := ""
		if o.plain() {
			preferred, written, err := c.byPreference(r)
			if err != nil {
				return err
			}
			if written != "" && narrow(&preferred, f.Kinds) {
				f, text = preferred, "by the preferred filter "+written
			}
		}
		records, total, err := listed(r, f, o.limit, c.clock.Today())
		if err != nil {
			return err
		}
		if text != "" {
			text = counted(total, "record", "records") + ", " + text + "."
		}
		return c.emitRecords(records, total, text)
	})
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

// narrow leaves of a filter what it says about the kinds that are listed. It is
// about none of them where it names others, or where it names none and they are
// not what is planned.
func narrow(f *where.Filter, listed []string) bool {
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

// listed are the records that a filter matches, in the order of Find, and how many
// there are; at most limit of them, unless it is 0.
func listed(r workspace.Reader, f where.Filter, limit int, today calendar.Date) (records []record.Record, total int, err error) {
	if limit == 0 {
		records, err = r.Find(f, today)
		return records, len(records), err
	}
	for _, k := range f.Applies() {
		q := query.Of(k, f)
		q.Sort, q.Limit = query.ByDay(k), limit-len(records)
		q.Count = q.Limit == 0
		found, err := r.Query(q, today)
		if err != nil {
			return nil, 0, err
		}
		records, total = append(records, found.Records...), total+found.Total
	}
	return records, total, nil
}

// emitRecords says rows and how many there are.
func (c *call) emitRecords(records []record.Record, total int, text string) error {
	for _, r := range records {
		if err := c.Emit(event.Row{Record: r}); err != nil {
			return err
		}
	}
	if text == "" {
		text = counted(total, "record", "records")
		if total == 0 {
			text = "Nothing matches"
		}
		if len(records) < total {
			text += fmt.Sprintf(", of which %d are shown", len(records))
		}
		text += "."
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

// filter is what the flags say. Without any it is what is open today.
func (o listOptions) filter(args []string, today calendar.Date) (f where.Filter, err error) {
	if len(args) == 1 {
		kind, err := kindNamed(args[0])
		if err != nil {
			return f, err
		}
		f.Kinds = []string{kind.Name}
	}
	plain := o.plain()
	switch {
	case o.all:
		if o != (listOptions{limit: o.limit, all: true}) {
			return f, usage("--all stands alone", "leave it or the other filters out")
		}
		if len(f.Kinds) == 0 {
			f.Kinds = kinds()
		}
		return f, nil
	case plain && len(f.Kinds) == 1 && !schema.Lookup(f.Kinds[0]).Planned:
		return f, nil
	case plain:
		f.Scheduled, f.Completed = where.Day(today), where.No
		return f, nil
	}
	if f.Scheduled, err = o.days(today); err != nil {
		return f, err
	}
	for _, word := range []struct {
		name, given string
		to          *string
		known       []string
	}{
		{"status", o.status, &f.Status, schema.Statuses},
		{"priority", o.priority, &f.Priority, schema.Priorities},
		{"context", o.context, &f.Context, schema.Contexts},
	} {
		*word.to = strings.ToLower(word.given)
		if word.given != "" && !slices.Contains(word.known, *word.to) {
			return f, wrongValue(word.name, word.given, list(word.known))
		}
	}
	f.Tag, f.TitleContains = o.tag, o.title
	if o.overdue {
		f.Overdue = where.Yes
	}
	if o.repeating {
		f.Repeating = where.Yes
	}
	switch {
	case o.completed:
		f.Completed = where.Yes
	case o.open:
		f.Completed = where.No
	}
	return f, nil
}

func kindNamed(word string) (*schema.Kind, error) {
	if k := schema.Named(word); k != nil {
		return k, nil
	}
	return nil, &diag.Refusal{Class: diag.Usage, Problem: schema.NoSuchKind(word)}
}

func wrongValue(flag, given, want string) error {
	r := usage(diag.Quote(given)+" is no value for --"+flag, "give "+want)
	r.Problem.Field = flag
	return r
}

// days is the range that the flags about days say.
func (o listOptions) days(today calendar.Date) (r where.Range, err error) {
	switch {
	case o.today:
		return where.Day(today), nil
	case o.tomorrow:
		return where.Day(today.AddDays(1)), nil
	case o.week:
		monday := today.StartOfWeek()
		return where.Range{Set: true, From: monday, To: monday.AddDays(6)}, nil
	case o.date != "":
		d, err := dayOf("date", o.date, today)
		return where.Day(d), err
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
	projects, err := r.Find(where.Filter{Kinds: []string{"project"}}, today)
	if err != nil {
		return 0, err
	}
	var names []string
	var found []record.Record
	for _, p := range projects {
		names = append(names, p.Label())
		if fmt.Sprint(p.ID) == strings.TrimPrefix(word, "#") || where.Fold(p.Label()) == where.Fold(word) {
			found = append(found, p)
		}
	}
	switch len(found) {
	case 1:
		return found[0].ID, nil
	case 0:
		hint := "`assister list project` shows them"
		if near := diag.Nearest(word, names); near != "" {
			hint = "did you mean " + diag.Quote(near) + "?"
		}
		return 0, diag.Refuse(diag.Usage, "no_such_project", "there is no project "+diag.Quote(word), hint)
	}
	return 0, diag.Refuse(diag.Usage, "several_projects", "several projects are called "+diag.Quote(word), "give the id: `assister list project` shows them")
}
