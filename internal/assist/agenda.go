package assist

import (
	"fmt"
	"slices"
	"strings"

	"assister/internal/calendar"
	"assister/internal/event"
	"assister/internal/filter"
	"assister/internal/problem"
	"assister/internal/record"
	"assister/internal/schema"
	"assister/internal/workspace"
)

// An agenda shows what is open by day: what is overdue, today, and the days after it.
// A record that repeats has a row on every day that it is open on. One that is planned for
// no day and has a deadline has its row on that day, or after what is overdue if the
// deadline has passed: overdue is what was planned for an earlier day, as in a filter.
const (
	agendaDays = 7 // after today

	// beyondMost bounds how far an agenda counts what it does not list: each million records
	// would take as long as the rest of the command.
	beyondMost = 10_000

	// AgendaLimit is how many rows an agenda has if the request does not say.
	AgendaLimit = 50
)

// agenda is what is open by day, and what the list of it leaves out.
type agenda struct {
	late, passed, coming []listed // the rows: overdue, missed, and planned or due

	until   calendar.Date // the last day of the list
	overdue int
	missed  int // whose deadline has passed
	planned int // from today until then
	due     int // until then, and planned for no day
	later   int
	undated []string // "3 open tasks": those without a day
}

// agendaOf reads an agenda. Workspaces are large and agendas short, so everything but
// records that repeat is read with a limit or counted.
func agendaOf(snapshot workspace.Reader, q ListRequest, today calendar.Date) (a agenda, err error) {
	a.until = today.AddDays(agendaDays)
	// What is overdue comes first, and must not hide what is planned.
	overdueLimit := (q.Limit*2 + 4) / 5
	for _, k := range q.Filter.Applies() {
		p := agendaPart{Reader: snapshot, agenda: &a, kind: k, filter: q.Filter, today: today}
		if err := p.read(overdueLimit, q.Limit); err != nil {
			return a, err
		}
	}
	for _, rows := range [...][]listed{a.late, a.passed, a.coming} {
		inDayOrder(rows)
	}
	if q.Limit > 0 {
		a.late = a.late[max(len(a.late)-overdueLimit, 0):] // the latest
		a.passed = a.passed[max(len(a.passed)-(q.Limit-len(a.late)+1)/2, 0):]
		a.coming = a.coming[:min(len(a.coming), q.Limit-len(a.late)-len(a.passed))]
	}
	return a, nil
}

// rows are the rows of the list in their order.
func (a agenda) rows() []listed { return slices.Concat(a.late, a.passed, a.coming) }

// aboutMany is a number that was counted up to beyondMost: "12", or "10,000+".
func aboutMany(n int) string {
	if n > beyondMost {
		return problem.Number(beyondMost) + "+"
	}
	return problem.Number(n)
}

// openRecords is "1 open task", or "2 events" of a kind that cannot be completed.
func openRecords(k *schema.Kind, n int) string {
	open := ""
	if k.Settles() {
		open = "open "
	}
	return aboutMany(n) + " " + open + k.Noun(n)
}

// agendaPart reads the part of an agenda that one kind has.
type agendaPart struct {
	workspace.Reader
	*agenda
	kind   *schema.Kind
	filter filter.Condition
	today  calendar.Date
}

func (p *agendaPart) read(overdueLimit, plannedLimit int) error {
	if p.kind.Settles() {
		if err := p.readOverdue(overdueLimit); err != nil {
			return err
		}
	}
	if err := p.readPlanned(plannedLimit); err != nil {
		return err
	}
	if err := p.readSeries(); err != nil {
		return err
	}
	due, err := p.readDue(overdueLimit, plannedLimit)
	if err != nil {
		return err
	}
	return p.countRest(due)
}

// openOn returns the query for open records on days of a range, and the day on which
// to run it. A store finds overdue records quickly, and a record that is open on one of
// these days is overdue after the last of them. Kinds that cannot be completed are never
// overdue, so the days alone select them.
func (p *agendaPart) openOn(c filter.Condition, days filter.Range) (filter.Query, calendar.Date) {
	after := calendar.MaxDate
	if days.To.Valid() {
		after = days.To.AddDays(1)
	}
	c.Scheduled = days
	if p.kind.Settles() {
		c.Overdue = filter.Yes
	}
	return filter.Of(p.kind, c), after
}

// once is the condition for records that do not repeat.
func (p *agendaPart) once() filter.Condition { return p.filter.With(filter.Repeating(false)) }

// readOverdue reads the latest overdue records.
func (p *agendaPart) readOverdue(limit int) error {
	q, day := p.openOn(p.once(), filter.Range{Set: true, To: p.today.AddDays(-1)})
	q.Sort, q.Limit = filter.ByDay(p.kind), limit
	q.Sort[0].Descending = true
	found, err := p.Query(q, day)
	for _, x := range found.Records {
		p.late = append(p.late, listed{record: x, day: x.Day(), late: true})
	}
	p.overdue += found.Total
	return err
}

func (p *agendaPart) readPlanned(limit int) error {
	q, day := p.openOn(p.once(), filter.Range{Set: true, From: p.today, To: p.until})
	q.Sort, q.Limit = filter.ByDay(p.kind), limit
	found, err := p.Query(q, day)
	for _, x := range found.Records {
		p.coming = append(p.coming, listed{record: x, day: x.Day()})
	}
	p.planned += found.Total
	return err
}

// readSeries reads the records that repeat, and places them on their days.
func (p *agendaPart) readSeries() error {
	days := filter.Range{Set: true, To: p.until}
	if !p.kind.Settles() {
		days.From = p.today
	}
	q, day := p.openOn(p.filter.With(filter.Repeating(true)), days)
	found, err := p.Query(q, day)
	for _, x := range found.Records {
		if p.kind.Settles() {
			for range filter.OpenDays(x, 0, p.today.AddDays(-1)) {
				p.late = append(p.late, listed{record: x, day: x.Day(), late: true})
				p.overdue++
				break
			}
		}
		for day := range filter.OpenDays(x, p.today, p.until) {
			p.coming = append(p.coming, listed{record: x, day: day})
			p.planned++
		}
	}
	return err
}

// readDue reads the open records without a day whose deadline is on a day of the list or
// before, and returns how many there are.
func (p *agendaPart) readDue(missedLimit, dueLimit int) (n int, err error) {
	_, place := p.kind.Field("deadline")
	if place < 0 {
		return 0, nil
	}
	due := func(days filter.Range, limit int, latest bool) (filter.Result, error) {
		q := filter.Of(p.kind, p.undatedOnes().With(filter.Within("deadline", days)...))
		q.Sort, q.Limit = []filter.Order{{At: place, Descending: latest}}, limit
		return p.Query(q, p.today)
	}
	missed, err := due(filter.Range{Set: true, To: p.today.AddDays(-1)}, missedLimit, true)
	if err != nil {
		return 0, err
	}
	for _, x := range missed.Records {
		p.passed = append(p.passed, listed{record: x, day: x.Get("deadline").Date(), missed: true})
	}
	p.missed += missed.Total
	next, err := due(filter.Range{Set: true, From: p.today, To: p.until}, dueLimit, false)
	for _, x := range next.Records {
		p.coming = append(p.coming, listed{record: x, day: x.Get("deadline").Date()})
	}
	p.due += next.Total
	return missed.Total + next.Total, err
}

// undatedOnes is the condition for open records that are planned for no day.
func (p *agendaPart) undatedOnes() filter.Condition {
	c := p.filter.With(filter.Is(p.kind.Day, record.Null))
	if p.kind.Settles() {
		c = c.With(filter.IsNot("status", record.Text("completed")), filter.IsNot("status", record.Text("skipped")))
	}
	return c
}

// countRest counts what is planned for later, and what has neither a day nor one of the deadlines that are due.
func (p *agendaPart) countRest(due int) error {
	without := 0
	later := filter.Range{Set: true, From: p.until.AddDays(1)}
	once, day := p.openOn(p.once(), later)
	// Of the records that repeat, only those that have not begun are not listed.
	series := filter.Of(p.kind, p.filter.With(filter.Within(p.kind.Day, later)...).With(filter.Repeating(true)))
	undated := filter.Of(p.kind, p.undatedOnes())
	for _, part := range [...]struct {
		query filter.Query
		day   calendar.Date
		total *int
	}{{once, day, &p.later}, {series, p.today, &p.later}, {undated, p.today, &without}} {
		part.query.Count, part.query.Enough = true, beyondMost+1
		found, err := p.Query(part.query, part.day)
		if err != nil {
			return err
		}
		*part.total += found.Total
	}
	if without <= beyondMost { // otherwise it is not exact
		without -= due
	}
	if without > 0 {
		p.undated = append(p.undated, openRecords(p.kind, without))
	}
	return nil
}

func (a agenda) total() int { return a.overdue + a.missed + a.planned + a.due }

// text says how much is open, and how to see what is not in the list. command is the
// list command for the kinds of the agenda.
func (a agenda) text(command string) string {
	lines := []string{a.counted() + " until " + a.until.Long() + "."}
	if shown := len(a.rows()); shown < a.total() {
		lines = append(lines, fmt.Sprintf("%s of these %s shown. Show all of them: `%s --limit 0`",
			problem.Number(shown), isAre(shown), command))
	}
	if a.later > 0 {
		lines = append(lines, fmt.Sprintf("%s planned later: `%s --from %s --open`",
			aboutMany(a.later), command, a.until.AddDays(1)))
	}
	if len(a.undated) > 0 {
		verb := "have"
		if len(a.undated) == 1 && strings.HasPrefix(a.undated[0], "1 ") {
			verb = "has"
		}
		lines = append(lines, fmt.Sprintf("%s %s no day: `%s --open`", strings.Join(a.undated, " and "), verb, command))
	}
	return strings.Join(lines, "\n")
}

// counted says how much the agenda has: "1 overdue, 2 planned, 1 due".
func (a agenda) counted() string {
	if a.total() == 0 {
		return "Nothing is planned"
	}
	var parts []string
	for _, part := range [...]struct {
		n      int
		what   string
		always bool
	}{
		{a.overdue, " overdue", false}, {a.missed, " past the deadline", false},
		{a.planned, " planned", a.due == 0}, {a.due, " due", false},
	} {
		if part.n > 0 || part.always {
			parts = append(parts, problem.Number(part.n)+part.what)
		}
	}
	return strings.Join(parts, ", ")
}

func isAre(n int) string {
	if n == 1 {
		return "is"
	}
	return "are"
}

// agendaSummary is the summary of an agenda. The first list of a new user says how to
// begin.
func agendaSummary(snapshot workspace.Reader, q ListRequest, a agenda) (event.Summary, error) {
	total := a.total()
	command := "assister list"
	if len(q.Filter.Kinds) == 1 {
		command += " " + schema.Lookup(q.Filter.Kinds[0]).Plural
	}
	text := a.text(command)
	if total == 0 && a.later == 0 && len(a.undated) == 0 {
		empty, err := isEmpty(snapshot)
		if err != nil {
			return event.Summary{}, err
		}
		text = "Nothing is open. Show what is completed: `" + command + " --completed`"
		if empty {
			text = nothingYet
		}
	}
	return event.Summary{Text: text, Total: &total}, nil
}

// nothingYet is the summary of a list of a workspace without records.
const nothingYet = "Nothing here yet. Try: assister ask \"add buy milk tomorrow\""

// isEmpty reports whether a workspace has no records but preferences.
func isEmpty(snapshot workspace.Reader) (bool, error) {
	for _, k := range schema.Kinds {
		if k.Name == "preference" {
			continue
		}
		found, err := snapshot.Query(filter.Query{Kind: k, Count: true}, 0)
		if err != nil || found.Total > 0 {
			return false, err
		}
	}
	return true, nil
}
