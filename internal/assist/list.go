package assist

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"assister/internal/calendar"
	"assister/internal/event"
	"assister/internal/filter"
	"assister/internal/fulltext"
	"assister/internal/problem"
	"assister/internal/record"
	"assister/internal/reference"
	"assister/internal/schema"
	"assister/internal/workspace"
)

// ListRequest says which records are listed.
type ListRequest struct {
	Filter  filter.Condition
	Open    bool   // only those that are open
	Project string // only those of the project with this id or name; "" is every project
	Limit   int    // 0 is all

	// Agenda lists what is open by day, of kinds that are planned on days.
	Agenda bool
	// Unfiltered is a request that filters by nothing: the preferred filter decides
	// instead of the others, if there is one.
	Unfiltered bool
}

// List emits records. Those that are planned on days come by day, and others by their
// kinds.
func List(ctx context.Context, env Environment, q ListRequest) (Outcome, error) {
	r := newRequest(ctx, env, Conversation{})
	var l listing
	err := r.view(ctx, func(snapshot workspace.Reader) (err error) {
		l, err = listingOf(r, snapshot, q)
		return err
	})
	if err == nil {
		err = l.emit(r)
	}
	return r.finish(ctx, err)
}

// listing is what a list consists of.
type listing struct {
	rows    []listed
	byDay   bool
	labels  event.Labels
	summary event.Summary
}

func listingOf(r *request, snapshot workspace.Reader, q ListRequest) (l listing, err error) {
	today := r.Clock.Today()
	if q.Project != "" {
		id, err := ProjectID(snapshot, q.Project, today)
		if err != nil {
			return l, err
		}
		q.Filter = q.Filter.With(filter.Is("projectId", record.ID(id)))
	}
	preferred := ""
	if q.Unfiltered {
		if q, preferred, err = byPreference(snapshot, q, r.Clock); err != nil {
			return l, err
		}
	}
	var total int
	switch l.byDay = q.Agenda || q.planned(); {
	case q.Agenda:
		a, err := agendaOf(snapshot, q, today)
		if err != nil {
			return l, err
		}
		l.rows = a.rows()
		if l.summary, err = agendaSummary(snapshot, q, a); err != nil {
			return l, err
		}
	case l.byDay:
		l.rows, total, err = q.findByDay(snapshot, today)
	default:
		l.rows, total, err = q.find(snapshot, today)
	}
	if err == nil && !q.Agenda {
		l.summary, err = listSummary(snapshot, preferred, total, len(l.rows))
	}
	if err != nil {
		return l, err
	}
	records := make([]record.Record, len(l.rows))
	for i, row := range l.rows {
		records[i] = row.record
	}
	l.labels, err = labelsOf(snapshot, records)
	return l, err
}

func (l listing) emit(r *request) error {
	for _, x := range l.rows {
		row := event.Row{Record: x.record, Labels: l.labels}
		if l.byDay {
			row.Group = x.group(r.Clock.Today())
		}
		if err := r.Emit(row); err != nil {
			return err
		}
	}
	return r.Emit(l.summary)
}

// planned reports whether all kinds that are listed are planned on days.
func (q ListRequest) planned() bool {
	return !slices.ContainsFunc(q.Filter.Applies(), func(k *schema.Kind) bool { return !k.Planned })
}

// listSummary says how many records a filter has matched. If nothing does, the reason
// may be that there is nothing at all.
func listSummary(snapshot workspace.Reader, preferred string, total, shown int) (event.Summary, error) {
	text := Matched(total, shown, false)
	if preferred != "" {
		some := problem.Count(total, "record")
		if shown < total {
			some += ", of which " + problem.CountOf(shown, "is shown", "are shown")
		}
		text = some + ", by the preferred filter " + preferred + "."
	}
	if total == 0 {
		empty, err := isEmpty(snapshot)
		if err != nil {
			return event.Summary{}, err
		}
		if empty {
			text = nothingYet
		}
	}
	return event.Summary{Text: text, Total: &total}, nil
}

// byPreference is the request with the preferred filter in place of its own, and how
// that filter is written; "" if none is about the kinds that are listed.
func byPreference(r workspace.Reader, q ListRequest, clock calendar.Clock) (ListRequest, string, error) {
	f, written, err := preferredFilter(r, clock)
	if err != nil || written == "" || !limitKinds(&f, q.Filter.Kinds) {
		return q, "", err
	}
	return ListRequest{Filter: f, Limit: q.Limit}, written, nil
}

// limitKinds limits a filter to the kinds that are listed, and reports whether it is
// about any of them. Without kinds of its own, a filter is about what is planned.
func limitKinds(f *filter.Condition, listed []string) bool {
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

// find finds the records in the order of their kinds and days.
func (q ListRequest) find(r workspace.Reader, today calendar.Date) (rows []listed, total int, err error) {
	parts := reference.Each(q.Filter.Applies(), q.of)
	limit := q.Limit
	if limit == 0 {
		limit = -1
	}
	found, err := filter.Several(func(q filter.Query) (filter.Result, error) { return r.Query(q, today) }, parts, limit)
	rows = reference.Each(found.Records, func(x record.Record) listed { return listed{record: x} })
	return rows, found.Total, err
}

// parts are the queries for one kind. Records that repeat have a query without a limit
// if they are listed on the day of an occurrence, which a store does not sort by.
func (q ListRequest) parts(k *schema.Kind) []filter.Query {
	one := q.of(k)
	one.Limit = q.Limit
	byOccurrence := q.Filter.Scheduled.Set && q.Filter.Overdue != filter.Yes
	if q.Limit == 0 || !byOccurrence || q.Filter.Compares("recurrence") {
		return []filter.Query{one}
	}
	series := one
	series.Limit = 0
	one.Where, series.Where = one.Where.With(filter.Repeating(false)), series.Where.With(filter.Repeating(true))
	return []filter.Query{one, series}
}

// of is the query for one kind. A filter names one state, so that each open state has
// a filter of its own, besides the one for all of them, which a store can use to find
// the days.
func (q ListRequest) of(k *schema.Kind) filter.Query {
	one := filter.Of(k, q.Filter)
	one.Sort = filter.ByDay(k)
	if !q.Open {
		return one
	}
	state := one.Where
	one.Where.Completed = filter.No
	if !k.Settles() {
		return one
	}
	for _, status := range schema.Open {
		state.Status = status
		one.Where.Any = append(one.Where.Any, state)
	}
	return one
}

// Matched says how many records match, and how many of them are shown.
func Matched(total, shown int, counting bool) string {
	text := problem.Count(total, "record")
	switch {
	case counting:
	case total == 0:
		text = "Nothing matches"
	case shown < total:
		text += ", of which " + problem.CountOf(shown, "is shown", "are shown")
	}
	return text + "."
}

// ProjectID finds a project by its id, or by its whole name, ignoring case.
func ProjectID(r workspace.Reader, word string, today calendar.Date) (int64, error) {
	p, err := project(r, word, today)
	return p.ID, err
}

func project(r workspace.Reader, word string, today calendar.Date) (p record.Record, err error) {
	projects, err := r.Find(filter.Condition{Kinds: []string{"project"}}, today)
	if err != nil {
		return p, err
	}
	var names []string
	var found []record.Record
	for _, one := range projects {
		names = append(names, one.Label())
		byID := strconv.FormatInt(one.ID, 10) == strings.TrimPrefix(word, "#")
		if byID || fulltext.Fold(one.Label()) == fulltext.Fold(word) {
			found = append(found, one)
		}
	}
	switch len(found) {
	case 1:
		return found[0], nil
	case 0:
		hint := problem.DidYouMean(word, names, "list them with `assister list project`")
		return p, problem.Refuse(problem.Usage, "no_such_project", "there is no project "+problem.Quote(word), hint)
	}
	return p, problem.Refuse(problem.Usage, "several_projects",
		"several projects are called "+problem.Quote(word), "give the id: `assister list project` shows them")
}
