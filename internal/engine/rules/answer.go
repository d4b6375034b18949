package rules

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"assister/internal/calendar"
	"assister/internal/diag"
	"assister/internal/phrase/question"
	"assister/internal/propose"
	"assister/internal/query"
	"assister/internal/record"
	"assister/internal/schema"
	"assister/internal/where"
)

var _ propose.Answerer = Engine{}

// Answer answers a question from the data: what is asked for, all of it, with the
// total, in the language of the question, and the same every time. What is not
// understood whole is not answered.
func (e Engine) Answer(ctx context.Context, text string, from propose.Library, c calendar.Clock) (propose.Answer, error) {
	q := question.Read(text, c)
	if len(q.NotUnderstood) > 0 {
		return propose.Answer{NotUnderstood: notUnderstood(text, q.NotUnderstood).NotUnderstood}, nil
	}
	a := answerer{ctx: ctx, language: e.Language, q: q, from: from, clock: c, today: c.Today()}
	known, err := a.place()
	if err != nil || known != "" {
		none := 0
		return propose.Answer{Text: known, Total: &none}, err
	}
	a.span()
	if a.countable() {
		return a.counted()
	}
	items, err := a.items()
	if past := a.q.Asks == question.When || a.q.Asks == question.Where; past && len(items) == 0 && !a.q.When.Set() && err == nil {
		a.q.Asks = question.Last // when it is not ahead, when it was
		a.span()
		items, err = a.items()
	}
	if err != nil {
		return propose.Answer{}, err
	}
	if err := a.beside(items); err != nil {
		return propose.Answer{}, err
	}
	chosen := a.choose(items)
	total := len(chosen)
	words, err := a.say(chosen)
	if a.q.Asks == question.Urgent {
		chosen = chosen[:min(total, urgentMax)]
	}
	return propose.Answer{Text: words, Records: records(chosen), Total: &total}, err
}

// answerer is one question being answered.
type answerer struct {
	ctx      context.Context
	language string // that is preferred
	q        question.Question
	from     propose.Library
	clock    calendar.Clock
	today    calendar.Date

	projects []int64 // that it is about; nil is any
	when     question.Time
	names    map[int64]string // of the projects that are spoken of
}

func (a *answerer) find(q query.Query) (query.Result, error) {
	if err := a.ctx.Err(); err != nil {
		return query.Result{}, err
	}
	found, err := a.from.Query(q, a.today)
	if err != nil {
		return found, fmt.Errorf("find the %s that are asked for: %w", q.Kind.Plural, err)
	}
	return found, nil
}

// place finds the project that the question names. Where there is none of that
// name, said is the answer; unless the name may be a word of a title.
func (a *answerer) place() (said string, err error) {
	if a.q.Project == "" {
		return "", nil
	}
	kind := schema.Lookup("project")
	_, at := kind.Field(kind.Label)
	named := query.Query{Kind: kind, Where: query.Condition{Compare: []query.Comparison{
		{At: at, Op: query.Eq, Values: []record.Value{record.Text(a.q.Project)}}}}}
	found, err := a.find(named)
	if err != nil {
		return "", err
	}
	for _, p := range found.Records {
		a.projects = append(a.projects, p.ID)
		a.q.Project = p.Label()
	}
	if len(found.Records) > 0 {
		return "", nil
	}
	if a.q.Perhaps {
		a.q.About = append(a.q.About, a.q.Project)
		a.q.Project = ""
		return "", nil
	}
	all, err := a.find(query.Query{Kind: kind, Sort: []query.Order{{At: at}}})
	if err != nil {
		return "", err
	}
	return a.tongue().noProject(a.q.Project, closest(a.q.Project, all.Records)), nil
}

// closest are the names that are most like one that does not exist; the first
// ones where none is like it.
func closest(name string, projects []record.Record) (names []string) {
	const most = 5
	for _, p := range projects {
		names = append(names, oneLine(p.Label()))
	}
	var like []string
	for rest := slices.Clone(names); len(like) < most; {
		near := diag.Nearest(name, rest)
		if near == "" {
			break
		}
		like = append(like, near)
		rest = slices.DeleteFunc(rest, func(n string) bool { return n == near })
	}
	for _, n := range names {
		if len(like) < most && !slices.Contains(like, n) && strings.Contains(where.Fold(n), where.Fold(name)) {
			like = append(like, n)
		}
	}
	if len(like) > 0 {
		return like
	}
	return names[:min(len(names), most)]
}

// span is the time that is looked at, where the question says none but means one.
func (a *answerer) span() {
	a.when = a.q.When
	if a.when.Set() || !slices.ContainsFunc(a.kinds(), func(k *schema.Kind) bool { return k.Day != "" }) {
		return
	}
	switch a.q.Asks {
	case question.Next, question.First, question.When, question.Where:
		a.when = question.Time{Days: a.today}
	case question.Last:
		a.when = question.Time{Last: a.today}
	case question.Free:
		a.when = question.Time{Days: a.today, Last: a.today}
	case question.Overview:
		monday := a.today.StartOfWeek()
		a.when = question.Time{Days: monday, Last: monday.AddDays(6)}
	}
}

// kinds are those the question is about. A kind that has nothing of what is asked
// for has no record that it could be.
func (a *answerer) kinds() (kinds []*schema.Kind) {
	for _, k := range schema.Kinds {
		named := slices.Contains(a.q.Kinds, k.Name)
		if len(a.q.Kinds) == 0 {
			named = k.Planned
		}
		if a.q.Asks == question.Free {
			_, timed := k.Field("startTime")
			named = timed >= 0
		}
		if named && a.has(k) {
			kinds = append(kinds, k)
		}
	}
	return kinds
}

// has reports whether records of a kind can be what the question asks for.
func (a *answerer) has(k *schema.Kind) bool {
	field := func(name string) bool { f, _ := k.Field(name); return f != nil }
	switch {
	case a.q.Priority != "" && !field("priority"), a.q.Context != "" && !field("context"), a.q.Tag != "" && !field("tags"),
		a.projects != nil && !field("projectId"), a.q.Repeats && !field("recurrence"), a.q.Due && !a.q.When.Set() && !field("deadline"):
		return false
	case (a.when.Set() || a.q.Undated) && k.Day == "", a.q.State == question.Overdue && !query.Has(k, "overdue"):
		return false
	case a.q.Asks == question.Urgent && !k.Settles():
		return false
	}
	switch a.q.State {
	case question.Finished, question.Pending, question.Doing, question.Skipped:
		return k.Settles() || k.Done != "" && a.q.State == question.Finished
	}
	return true
}

// open reports whether what is asked for is only what can still be done.
func (a *answerer) open() bool {
	switch a.q.State {
	case question.Open, question.Overdue:
		return true
	case question.Usual:
		past := a.when.Last.Valid() && a.when.Last < a.today
		return !past && a.q.Asks != question.Last && a.q.Asks != question.Overview
	}
	return false
}

// condition is what a record of a kind has to meet; of what repeats, days and
// status are looked at once more for each occurrence.
func (a *answerer) condition(k *schema.Kind) query.Condition {
	c := query.Condition{Filter: where.Filter{Priority: a.q.Priority, Context: a.q.Context, Tag: a.q.Tag}}
	if len(a.projects) > 0 {
		ids := query.Comparison{At: at(k, "projectId"), Op: query.In}
		for _, id := range a.projects {
			ids.Values = append(ids.Values, record.ID(id))
		}
		c.Compare = append(c.Compare, ids)
	}
	if a.q.Repeats {
		c.Filter.Repeating = where.Yes
	}
	a.status(&c, k)
	a.days(&c, k)
	for _, words := range a.q.About {
		c.All = append(c.All, mentions(k, words))
	}
	return c
}

func at(k *schema.Kind, field string) int {
	_, at := k.Field(field)
	return at
}

func (a *answerer) status(c *query.Condition, k *schema.Kind) {
	switch a.q.State {
	case question.Finished:
		c.Filter.Completed = where.Yes
	case question.Pending, question.Doing, question.Skipped:
		c.Filter.Status = statusWord(a.q.State)
	case question.Overdue:
		c.Filter.Overdue = where.Yes
	}
	if !a.open() || !k.Settles() && k.Done == "" {
		return
	}
	c.Filter.Completed = where.No
	if k.Settles() {
		c.Compare = append(c.Compare, query.Comparison{At: at(k, "status"), Op: query.Ne, Values: []record.Value{record.Text("skipped")}})
	}
}

func statusWord(s question.State) string {
	switch s {
	case question.Doing:
		return "doing"
	case question.Skipped:
		return "skipped"
	}
	return "pending"
}

func (a *answerer) days(c *query.Condition, k *schema.Kind) {
	_, deadline := k.Field("deadline")
	none := func(at int, op query.Operator) query.Comparison {
		return query.Comparison{At: at, Op: op, Values: []record.Value{record.Null}}
	}
	if a.q.Undated {
		c.Compare = append(c.Compare, none(at(k, k.Day), query.Eq))
		if deadline >= 0 {
			c.Compare = append(c.Compare, none(deadline, query.Eq))
		}
	}
	if a.q.Due && !a.q.When.Set() {
		c.Compare = append(c.Compare, none(deadline, query.Ne))
	}
	if !a.when.Set() {
		return
	}
	span := where.Range{Set: true, From: a.when.Days, To: a.when.Last}
	if a.q.Due && deadline >= 0 {
		// Status stands with the day, since of what repeats both are an occurrence's.
		planned := query.Condition{Filter: where.Filter{Scheduled: span, Completed: c.Filter.Completed, Overdue: c.Filter.Overdue}}
		c.Any = []query.Condition{planned, {Filter: where.Filter{Deadline: span}}}
		return
	}
	c.Filter.Scheduled = span
}

// mentions holds of what has the words in one of its texts.
func mentions(k *schema.Kind, words string) (c query.Condition) {
	for i := range k.Fields {
		if f := &k.Fields[i]; f.Type.Textual() || f.Type == schema.Tags {
			c.Any = append(c.Any, query.Condition{Compare: []query.Comparison{{At: i, Op: query.Contains, Values: []record.Value{record.Text(words)}}}})
		}
	}
	return c
}

// countable reports whether it is a number that the records alone give: without
// days, something that repeats counts once.
func (a *answerer) countable() bool {
	takesPlace := func(k *schema.Kind) bool { return k.Day != "" && !k.Settles() }
	return a.q.Asks == question.Count && !a.when.Set() && len(a.q.About) == 0 && a.q.State != question.Finished && a.q.State != question.Overdue &&
		!slices.ContainsFunc(a.kinds(), takesPlace)
}

func (a *answerer) counted() (propose.Answer, error) {
	total := 0
	for _, k := range a.kinds() {
		found, err := a.find(query.Query{Kind: k, Where: a.condition(k), Count: true})
		if err != nil {
			return propose.Answer{}, err
		}
		total += found.Total
	}
	return propose.Answer{Text: a.tongue().many(a, total) + ".", Total: &total}, nil
}
