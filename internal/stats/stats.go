// Package stats computes statistics from the audit trail: what was proposed and what
// people did with it, which plans failed and why, how long tools took, and what
// became of routing decisions by their confidence. It reads the trail only, which
// holds no texts and no values, and changes nothing. Rows that lack a field are
// left out of its statistics; nothing is estimated.
package stats

import (
	"slices"
	"strconv"
	"time"

	"assister/internal/calendar"
	"assister/internal/ijson"
	"assister/internal/ledger"
	"assister/internal/planner"
	"assister/internal/route"
)

// Collector collects statistics from the rows of a trail, in their order.
type Collector struct {
	zone     *time.Location
	counts   func(first ledger.Entry) bool
	requests []*request // those that count
	byID     map[string]*request
	batches  map[int64]*request // by the number of the batch that was applied for them
	steps    []step
}

// New returns an empty Collector. Weeks begin on Monday in zone. A request counts if
// counts accepts its first row; its later rows count with it, whenever they were
// written.
func New(zone *time.Location, counts func(first ledger.Entry) bool) *Collector {
	return &Collector{zone: zone, counts: counts, byID: map[string]*request{}, batches: map[int64]*request{}}
}

// request is the history of one request, from its first command to its last.
type request struct {
	id     string
	week   calendar.Date // the Monday of the day it began on
	counts bool

	decision   route.Decision // "" if nothing was routed
	confidence float64

	said           route.Decision // the first decision, before the thresholds; "" if it is not known
	saidConfidence float64
	declined       bool // the proposal

	asked    bool // a question was asked back
	answered bool
	refused  bool // no engine gave a usable answer

	proposed proposal
	done     applied
	undone   bool

	planned   bool // a plan of steps was run
	steps     int
	failed    step // the first step that failed
	stopped   planner.Reason
	replanned bool
}

// proposal is the latest proposal of a request.
type proposal struct {
	there       bool
	valid       int
	fingerprint string // of the valid operations; "" if the row has none
	hadInvalid  bool   // some of a model's operations were invalid at first
	repaired    bool
}

// applied adds up the batches that were applied for a request.
type applied struct {
	batches      int
	operations   int
	fingerprints []string
}

// step is one step of a plan.
type step struct {
	week    calendar.Date
	tool    string
	cause   string // why it failed; "" if it did not
	found   bool
	elapsed float64 // ms
}

// Add reads the next row of the trail.
func (t *Collector) Add(e ledger.Entry) {
	read, known := readers[e.Action]
	detail, problem := ijson.Parse([]byte(e.Detail))
	if !known || problem != nil {
		return
	}
	if read == nil {
		t.addUndo(e, detail)
		return
	}
	r := t.byID[e.CorrelationID]
	if r == nil {
		if !fromText(e.Action, detail) {
			return
		}
		r = &request{id: e.CorrelationID, week: t.week(e.At), counts: t.counts(e)}
		t.byID[e.CorrelationID] = r
		if r.counts {
			t.requests = append(t.requests, r)
		}
	}
	if e.Batch != 0 {
		t.batches[e.Batch] = r
	}
	read(t, r, detail)
}

// fromText reports whether a row belongs to a request in plain words. Operations may
// also come from a tool call, or from a file that is applied or refused.
func fromText(action string, d ijson.Value) bool {
	if action == string(ledger.Apply) || word(d, "engine") == "tool" {
		return false
	}
	of := word(d, "of")
	return action != "refusal" || of == "propose" || of == "chat"
}

// addUndo reads an undo, or a redo, which is the undo of an undo.
func (t *Collector) addUndo(e ledger.Entry, detail ijson.Value) {
	if r := t.batches[int64(number(detail, "undoes"))]; r != nil {
		r.undone = e.Action == string(ledger.Undo)
		t.batches[e.Batch] = r
	}
}

func (t *Collector) week(at time.Time) calendar.Date {
	return calendar.DateIn(at.In(t.zone)).StartOfWeek()
}

// readers read a row into its request, by the action of the row. Undo and redo are
// read by the batch that they reverse, see addUndo.
var readers = map[string]func(t *Collector, r *request, d ijson.Value){
	"route": func(_ *Collector, r *request, d ijson.Value) {
		decision := route.Decision(word(d, "decision"))
		r.asked = r.asked || decision == route.Clarify
		if said := route.Decision(word(d, "said")); r.said == "" {
			r.said, r.saidConfidence = said, number(d, "confidence")
		}
		r.decision, r.confidence = decision, number(d, "confidence")
	},
	"proposal": func(_ *Collector, r *request, d ijson.Value) {
		invalid := int(number(d, "invalid"))
		p := proposal{
			there: true, valid: int(number(d, "operations")) - invalid,
			fingerprint: word(d, "fingerprint"), repaired: truth(d, "repaired"),
		}
		p.hadInvalid = word(d, "engine") != "rules" && (invalid > 0 || p.repaired)
		r.proposed, r.refused = p, false
	},
	"refusal": func(_ *Collector, r *request, d ijson.Value) {
		of := word(d, "of")
		r.declined = r.declined || word(d, "code") == "declined"
		if of == "propose" && word(d, "code") == "answer_needed" {
			r.asked = true
		} else if of == "propose" || of == "chat" {
			r.refused = true
		}
	},
	"step": func(t *Collector, r *request, d ijson.Value) {
		s := step{week: r.week, tool: word(d, "tool"), found: number(d, "total") > 0, elapsed: number(d, "ms")}
		if outcome := word(d, "outcome"); outcome != "ok" {
			s.cause = outcome
		}
		if r.failed.cause == "" {
			r.failed = s
		}
		if r.counts {
			t.steps = append(t.steps, s)
		}
	},
	"answer": func(_ *Collector, r *request, d ijson.Value) {
		if truth(d, "unplanned") {
			return // the request was for a change, and this is no proposal
		}
		r.answered, r.refused = true, false
		r.steps, r.stopped = int(number(d, "steps")), planner.Reason(word(d, "stopped"))
		r.planned, r.replanned = r.steps > 0, word(d, "replanned") != ""
	},
	string(ledger.Apply): func(_ *Collector, r *request, d ijson.Value) {
		r.done.batches++
		r.done.operations += int(number(d, "operations"))
		r.done.fingerprints = append(r.done.fingerprints, word(d, "fingerprint"))
	},
	string(ledger.Undo): nil,
	string(ledger.Redo): nil,
}

// outcome is what a person did with a proposal.
type outcome string

const (
	asProposed outcome = "applied"
	edited     outcome = "edited" // a part of it, or other operations with its correlation id
	dropped    outcome = "dropped"
)

func (r *request) outcome() outcome {
	switch {
	case r.done.batches == 0:
		return dropped
	case r.done.operations != r.proposed.valid, r.done.differsFrom(r.proposed):
		return edited
	}
	return asProposed
}

// differsFrom reports whether the fingerprints show that other operations were
// applied than were proposed. Those of several batches do not compare with one
// proposal.
func (a applied) differsFrom(p proposal) bool {
	if a.batches != 1 || p.fingerprint == "" || a.fingerprints[0] == "" {
		return false
	}
	return a.fingerprints[0] != p.fingerprint
}

// cause is why a plan failed; "" if no step failed and the plan was run to its end.
func (r *request) cause() string {
	switch {
	case r.failed.cause != "":
		return r.failed.cause
	case r.stopped == planner.Capped, r.stopped == planner.Expired:
		return string(r.stopped)
	}
	return ""
}

func word(d ijson.Value, name string) string {
	v, _ := d.Get(name)
	return v.Text
}

func truth(d ijson.Value, name string) bool {
	v, _ := d.Get(name)
	return v.Bool
}

func number(d ijson.Value, name string) float64 {
	n, err := strconv.ParseFloat(word(d, name), 64)
	if err != nil {
		return 0
	}
	return n
}

// percentile is the value that percent of a sorted list do not exceed, by nearest
// rank.
func percentile(sorted []float64, percent int) float64 {
	rank := (len(sorted)*percent + 99) / 100
	return sorted[max(rank, 1)-1]
}

// weeks returns the different weeks of a list, ascending.
func weeks[T any](list []T, of func(T) calendar.Date) (found []calendar.Date) {
	for _, x := range list {
		found = append(found, of(x))
	}
	slices.Sort(found)
	return slices.Compact(found)
}
