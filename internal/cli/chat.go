package cli

import (
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"assister/internal/calendar"
	"assister/internal/diag"
	"assister/internal/event"
	"assister/internal/propose"
	"assister/internal/route"
	"assister/internal/where"
	"assister/internal/workspace"
)

// question is what the rules understand of a question: a list, or how many
// there are.
type question struct {
	filter  where.Filter
	which   string // in words: "open high-priority"
	kind    string // "task"
	where   string // in words: "on 2026-11-21"
	count   bool
	project string // words that may name a project, when the question says one
}

const chatHint = `the rules answer what is planned: "what is overdue?", "what is on today?", "how many tasks this week?"`

// chat answers a question: by the rules from the data, with nothing but the
// data, or by the model. Neither can change anything, and says so when it is
// asked to.
func (c *call) chat(text string) error {
	q, unknown := understand(text, c.clock.Today())
	change := route.Judge(route.Rules(text)).Decision == route.Plan
	if c.engine != byRules && (c.engine != byAuto || len(unknown) > 0 && !change) {
		err := c.chatByModel(text)
		if err == nil || !wordless(err) || len(unknown) > 0 {
			return err
		}
		c.note("the rules answer, since the model does not: %v", err)
	}
	if change {
		return c.Emit(event.Summary{Text: propose.NothingChanged})
	}
	if len(unknown) > 0 {
		return diag.Refuse(diag.Unavailable, diag.NotUnderstood, "the rules have no answer: not understood are "+strings.Join(unknown, ", ")+"; nothing was changed", chatHint)
	}
	return c.answer(q)
}

// chatByModel answers with what a model says about the data.
func (c *call) chatByModel(text string) error {
	m, err := c.model(text)
	if err != nil {
		return err
	}
	c.decider = m.Name
	if err := c.Emit(event.Stage{Stage: event.Summarizing}); err != nil {
		return err
	}
	asked := c.asked()
	var answer propose.Answer
	err = c.view(func(snapshot workspace.Reader) error {
		answer, err = m.Chat(c.ctx, c.requestOf(text, route.Selection{}), c.briefOf(snapshot))
		return err
	})
	if err != nil {
		return err
	}
	c.record("answer", workspace.Detail(append([]any{"engine", c.decider}, c.used(asked)...)...))
	return c.Emit(event.Summary{Text: answer.Text, Thinking: answer.Thinking})
}

// answer shows what the rules found.
func (c *call) answer(q question) error {
	if err := c.Emit(event.Stage{Stage: event.Searching}); err != nil {
		return err
	}
	return c.view(func(r workspace.Reader) error {
		if q.project != "" {
			id, err := projectID(r, q.project, c.clock.Today())
			if err != nil {
				return err
			}
			q.filter.ProjectID = id
		}
		records, err := r.Find(q.filter, c.clock.Today())
		if err != nil {
			return err
		}
		answer := q.answer(len(records))
		if q.count {
			n := len(records)
			return c.Emit(event.Summary{Text: answer, Total: &n})
		}
		return c.emitRecords(records, 0, answer)
	})
}

// understand reads a question whole or not at all: one word that means nothing
// here could turn the answer into one to another question.
func understand(text string, today calendar.Date) (q question, unknown []string) {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '-' && r != '_' })
	u := understanding{today: today, words: words}
	for u.at < len(u.words) {
		if !u.scope() && !u.filler() {
			unknown = append(unknown, diag.Quote(u.words[u.at]))
			u.at++
		}
	}
	if len(unknown) == 0 && !u.found {
		unknown = []string{diag.Quote(strings.TrimSpace(text))}
	}
	return u.question(), unknown
}

// understanding is a question on its way from words to a filter.
type understanding struct {
	today calendar.Date
	words []string
	at    int
	found bool // something in it says which records

	q    question
	when string
	done bool
}

func (u *understanding) next(n int) bool { u.at += n; u.found = true; return true }

func (u *understanding) says(words ...string) bool {
	return len(u.words)-u.at >= len(words) && slices.Equal(u.words[u.at:u.at+len(words)], words)
}

func (u *understanding) on(r where.Range, when string) {
	u.q.filter.Scheduled, u.when = r, when
}

// scope takes what says which records are meant.
func (u *understanding) scope() bool {
	monday := u.today.StartOfWeek()
	week := func(first calendar.Date, when string) bool {
		u.on(where.Range{Set: true, From: first, To: first.AddDays(6)}, when)
		return u.next(2)
	}
	day := func(d calendar.Date, n int) bool {
		u.on(where.Day(d), "on "+d.String())
		return u.next(n)
	}
	switch {
	case u.says("this", "week"):
		return week(monday, "this week")
	case u.says("next", "week"):
		return week(monday.AddDays(7), "next week")
	case u.says("last", "week"):
		return week(monday.AddDays(-7), "last week")
	case u.says("high", "priority"), u.says("low", "priority"), u.says("medium", "priority"):
		u.q.filter.Priority = u.words[u.at]
		return u.next(2)
	case u.says("how", "many"):
		u.q.count = true
		u.at += 2
		return true
	case u.says("in", "project") && u.at+2 < len(u.words):
		u.q.project = strings.Join(u.words[u.at+2:], " ")
		u.at = len(u.words)
		u.found = true
		return true
	}
	switch u.words[u.at] {
	case "today", "tonight":
		return day(u.today, 1)
	case "tomorrow":
		return day(u.today.AddDays(1), 1)
	case "yesterday":
		return day(u.today.AddDays(-1), 1)
	case "overdue", "late":
		u.q.filter.Overdue = where.Yes
		return u.next(1)
	case "task", "tasks", "todo", "todos":
		u.q.filter.Kinds = []string{"task"}
		return u.next(1)
	case "event", "events", "meeting", "meetings", "appointment", "appointments":
		u.q.filter.Kinds = []string{"event"}
		return u.next(1)
	case "project", "projects":
		u.q.filter.Kinds = []string{"project"}
		return u.next(1)
	case "completed", "finished", "done":
		u.done = true
		return u.next(1)
	}
	if d, ok := weekday(u.words[u.at]); ok {
		ahead := (int(d) - int(u.today.Weekday()) + 7) % 7
		return day(u.today.AddDays(ahead), 1)
	}
	if d, ok := calendar.ParseDate(u.words[u.at]); ok {
		return day(d, 1)
	}
	return false
}

// weekday reads the name of a day. One that stands alone is the soonest,
// today included (contract section 9).
func weekday(word string) (time.Weekday, bool) {
	for d := time.Sunday; d <= time.Saturday; d++ {
		if word == strings.ToLower(d.String()) {
			return d, true
		}
	}
	return 0, false
}

// filler passes over words that a question is made of and that choose nothing.
func (u *understanding) filler() bool {
	switch u.words[u.at] {
	case "what", "which", "who", "s", "is", "are", "was", "were", "do", "does", "did", "have", "has", "i", "we", "my", "our", "me",
		"the", "a", "an", "any", "anything", "all", "on", "for", "in", "of", "to", "there", "planned", "scheduled", "due",
		"show", "list", "tell", "give", "please", "open", "still", "be", "up", "coming", "plan", "agenda", "calendar", "schedule", "got", "get", "and", "now", "left", "things", "thing", "items", "item", "everything":
		u.at++
		return true
	}
	return false
}

func (u *understanding) question() question {
	q := u.q
	q.kind = "record"
	if len(q.filter.Kinds) == 1 {
		q.kind = q.filter.Kinds[0]
	}
	var words []string
	switch {
	case q.kind == "project":
	case u.done:
		q.filter.Completed = where.Yes
		words = append(words, "completed")
	case q.filter.Overdue == where.Yes:
		words = append(words, "overdue")
	default:
		q.filter.Completed = where.No
		words = append(words, "open")
	}
	if q.filter.Priority != "" {
		words = append(words, q.filter.Priority+"-priority")
	}
	q.which = strings.Join(words, " ")
	words = nil
	if u.when != "" {
		words = append(words, u.when)
	}
	if q.project != "" {
		words = append(words, "in project "+q.project)
	}
	q.where = strings.Join(words, " ")
	return q
}

// answer is how many there are, in the words of the question.
func (q question) answer(n int) string {
	number, kind := strconv.Itoa(n), q.kind+"s"
	switch n {
	case 0:
		number = "no"
	case 1:
		kind = q.kind
	}
	words := strings.Join(strings.Fields(strings.Join([]string{number, q.which, kind, q.where}, " ")), " ")
	return strings.ToUpper(words[:1]) + words[1:] + "."
}
