// Package route decides what a request is: a question to answer (chat), a
// change to propose (plan), or something to ask back about (clarify). Of decides by
// what the text means, Read reads a model's answer, and Judge holds both
// against the same thresholds. It changes nothing and looks nothing up.
//
// Whoever routes goes Of or Read, then finds Options, then Judge, then Forced,
// and shows Question.
package route

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"assister/internal/filter"
	"assister/internal/ijson"
	"assister/internal/language/message"
	"assister/internal/record"
)

// Decision is one of chat, plan and clarify; the zero Decision is none of them
// and judged as clarify.
type Decision string

const (
	Chat    Decision = "chat"
	Plan    Decision = "plan"
	Clarify Decision = "clarify"
)

// The thresholds of the confidence, as "assister help protocol" promises them: a
// confidence of exactly 0.45 is not asked about, one of exactly 0.70 is planned.
const (
	AskBelow = 0.45
	PlanFrom = 0.70
)

// Thresholds are the confidences that decide whether a decision stands.
type Thresholds struct{ AskBelow, PlanFrom float64 }

// Contract are the thresholds that the program decides by.
var Contract = Thresholds{AskBelow: AskBelow, PlanFrom: PlanFrom}

// Routing is a decision and what it rests on.
type Routing struct {
	Decision   Decision
	Confidence float64           // 0 to 1
	Category   string            // task, event, habit or goal, as a hint; "" when nothing says
	Entities   record.Entities   // what the request names
	Missing    []string          // what it leaves out: "title", "target"
	Where      *filter.Condition // what it is about, where that is certain
	Reason     string            // for people: action_like: "add" asks for a change
	Question   string            // to ask back, in the words of a model
	Asks       string            // the key of a message to ask back with, if Question is ""
	Options    []record.Record   // possible answers to Question, best first
}

// QuestionIn is the question back in a language; "" if there is none.
func (r Routing) QuestionIn(l *message.Language) string {
	if r.Question != "" || r.Asks == "" {
		return r.Question
	}
	return l.Text(r.Asks)
}

// Judge holds a routing against the thresholds. What cannot be read, such as an
// unknown decision or a confidence that is no number, counts as confidence 0,
// so that the least certain outcome asks and never plans. A clarify always has
// something to ask. Judging twice is judging once.
func Judge(r Routing) Routing { return Contract.Judge(r) }

// Judge is route.Judge with other thresholds, to calibrate them.
func (t Thresholds) Judge(r Routing) Routing {
	r.Decision = Decision(strings.ToLower(strings.TrimSpace(string(r.Decision))))
	if r.Decision != Chat && r.Decision != Plan && r.Decision != Clarify || math.IsNaN(r.Confidence) {
		r.Confidence = 0
	}
	r.Confidence = min(max(r.Confidence, 0), 1)
	switch {
	case r.Confidence < t.AskBelow:
		r.Decision = Clarify
	case r.Confidence < t.PlanFrom && r.Decision == Plan:
		r.Decision = Chat
	}
	if r.Decision == Clarify && r.Question == "" && r.Asks == "" && len(r.Options) == 0 {
		r.Asks = "ask.details"
	}
	return r
}

// Forced is the routing once somebody has selected: plan, whatever the
// confidence, with where made of the selection. An empty selection forces
// nothing.
//
// A filter knows ids and kinds apart, so with records of several kinds where is
// wider than the selection ("task:3" and "event:5" let event:3 in): it focuses,
// and who proposes keeps to the selected records.
func Forced(r Routing, s record.Selection) Routing {
	if s.Empty() {
		return r
	}
	var f filter.Condition
	var ids []int64
	for _, key := range s.Records {
		ids = appendNew(ids, key.ID)
		if key.Kind != "" {
			f.Kinds = appendNew(f.Kinds, key.Kind)
		}
	}
	if len(ids) > 0 {
		f = f.With(filter.IDs(ids...))
	}
	f = f.WithWord("priority", strings.ToLower(s.Priority))
	if s.Day.Valid() {
		f.Scheduled = filter.Day(s.Day)
	}
	r.Decision, r.Where, r.Reason = Plan, &f, "selection: the records were selected"
	r.Question, r.Asks, r.Options = "", "", nil
	return r
}

// Unanswered is the routing of a reply that leaves the question open, or drops
// what was asked about.
func Unanswered(reply Reply, question string) Routing {
	if reply.Sense == Declined {
		return Routing{Decision: Chat, Confidence: 1, Reason: "answer: it withdraws the request"}
	}
	return Routing{Decision: Clarify, Confidence: partial, Reason: "answer: it does not say which one", Question: question}
}

// Resumed is the routing of a request whose question was answered: plan,
// whatever the confidence.
func Resumed(r Routing, s record.Selection) Routing {
	if !s.Empty() {
		return Forced(r, s)
	}
	r.Decision, r.Confidence, r.Reason = Plan, 1, "answer: it answers our question"
	r.Question, r.Asks, r.Options, r.Missing = "", "", nil, nil
	return r
}

func appendNew[T comparable](list []T, v T) []T {
	if slices.Contains(list, v) {
		return list
	}
	return append(list, v)
}

// Read takes a model's answer: decision, confidence (a number, or one as a
// string), category, entities, missing, question, reason. Its where and options
// are not taken, since a model cannot know what there is. What is
// not an object, or has no decision that we know, comes back with confidence 0.
// The routing is not judged yet.
func Read(v ijson.Value) Routing {
	r := Routing{
		Decision:   Decision(strings.ToLower(strings.TrimSpace(text(v, "decision")))),
		Confidence: confidence(v),
		Category:   strings.ToLower(text(v, "category")),
		Entities:   entitiesIn(texts(v, "entities")),
		Missing:    texts(v, "missing"),
		Reason:     text(v, "reason"),
		Question:   text(v, "question"),
	}
	if !slices.Contains([]string{"task", "event", "habit", "goal"}, r.Category) {
		r.Category = ""
	}
	if r.Decision != Chat && r.Decision != Plan && r.Decision != Clarify {
		r.Decision, r.Confidence, r.Reason = Clarify, 0, "unreadable: the answer cannot be read"
	}
	return r
}

func text(v ijson.Value, name string) string {
	m, _ := v.Get(name)
	return strings.TrimSpace(m.Text)
}

func texts(v ijson.Value, name string) (out []string) {
	m, _ := v.Get(name)
	for _, item := range m.Items {
		if item.Kind == ijson.String && strings.TrimSpace(item.Text) != "" {
			out = append(out, strings.TrimSpace(item.Text))
		}
	}
	return out
}

// entitiesIn are the entities that words name: "#12" is an id, and others are names.
func entitiesIn(words []string) (e record.Entities) {
	for _, w := range words {
		id, isNumber := strings.CutPrefix(w, "#")
		if n, err := strconv.ParseInt(id, 10, 64); isNumber && err == nil && n > 0 {
			e.IDs = appendNew(e.IDs, n)
			continue
		}
		e.Text = append(e.Text, w)
	}
	return e
}

func confidence(v ijson.Value) float64 {
	c, err := strconv.ParseFloat(text(v, "confidence"), 64)
	if err != nil || math.IsNaN(c) {
		return 0
	}
	return min(max(c, 0), 1)
}

// Told reports whether a text only tells something, by its words.
func Told(r Routing) bool { return r.Decision == Chat && r.Reason == statement }

// Unsure reports whether the words of a text do not say what it is: nothing in it asks for
// something, and nothing is known to be missing.
func Unsure(r Routing) bool {
	nothingAsked := len(r.Missing) == 0 && r.Question == "" && r.Asks == ""
	return r.Decision == Clarify && nothingAsked || r.Decision == Chat && r.Confidence < PlanFrom
}

// Understood is the routing of such a text once every word of it was read as a change.
func Understood(r Routing) Routing {
	r.Decision, r.Confidence, r.Reason = Plan, likely, "understood: every word of it is read as a change"
	return r
}
