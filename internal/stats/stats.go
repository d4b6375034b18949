// Package stats reads off an audit trail how requests went: what was proposed and
// what people did with it, which plans did not succeed and why, how long tools
// took, and what became of decisions by how sure they were. It knows the trail
// alone, which holds no words and no values, and changes nothing. What older
// programs did not write down is missing from the count and never guessed.
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

// Tally is a trail that is being read, row by row in its order.
type Tally struct {
	zone     *time.Location
	counts   func(first ledger.Entry) bool
	requests []*request // that count
	byID     map[string]*request
	batches  map[int64]*request // by what was applied for them
	steps    []step
}

// New is a tally of nothing. Weeks are those of a zone. Requests count, with all that
// became of them and whenever it did, where counts says so of their first row.
func New(zone *time.Location, counts func(first ledger.Entry) bool) *Tally {
	return &Tally{zone: zone, counts: counts, byID: map[string]*request{}, batches: map[int64]*request{}}
}

// request is what one request came to, from its first command to its last.
type request struct {
	id     string
	week   calendar.Date // the Monday of the day it began on
	counts bool

	decision   route.Decision // "" where nothing was routed
	confidence float64
	asked      bool // something was asked back
	answered   bool
	refused    bool // no engine had a usable answer

	proposed proposal
	done     applied
	undone   bool

	planned   bool // it was looked up by a plan
	steps     int
	failed    step // the first step that failed
	stopped   planner.Reason
	replanned bool
}

// proposal is what was proposed, the last time.
type proposal struct {
	there       bool
	valid       int
	fingerprint string // of the valid operations; "" in older trails
	needy       bool   // a model's operations were not all valid at first
	repaired    bool
}

// applied is what was applied of it.
type applied struct {
	batches      int
	operations   int
	fingerprints []string
}

// step is one step of a plan.
type step struct {
	week    calendar.Date
	tool    string
	cause   string // why it failed; "" where it did not
	found   bool
	elapsed float64 // ms
}

// Add reads the next row.
func (t *Tally) Add(e ledger.Entry) {
	read, known := reading[e.Action]
	detail, problem := ijson.Parse([]byte(e.Detail))
	if !known || problem != nil {
		return
	}
	if read == nil {
		t.takenBack(e, detail)
		return
	}
	r := t.byID[e.CorrelationID]
	if r == nil {
		if !inWords(e.Action, detail) {
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

// inWords reports whether a row is of a request in words. Operations may come from
// anywhere: from a tool that is called, or applied or refused without anybody having
// been asked.
func inWords(action string, d ijson.Value) bool {
	of := word(d, "of")
	return action != string(ledger.Apply) && (action != "refusal" || of == "propose" || of == "chat") && word(d, "engine") != "tool"
}

// takenBack reads an undo, or a redo, which is the undo of one.
func (t *Tally) takenBack(e ledger.Entry, detail ijson.Value) {
	if r := t.batches[int64(number(detail, "undoes"))]; r != nil {
		r.undone = e.Action == string(ledger.Undo)
		t.batches[e.Batch] = r
	}
}

func (t *Tally) week(at time.Time) calendar.Date {
	return calendar.DateIn(at.In(t.zone)).StartOfWeek()
}

// reading says what is read off a row, by its action.
var reading = map[string]func(t *Tally, r *request, d ijson.Value){
	"route": func(_ *Tally, r *request, d ijson.Value) {
		decision := route.Decision(word(d, "decision"))
		r.asked = r.asked || decision == route.Clarify
		r.decision, r.confidence = decision, number(d, "confidence")
	},
	"proposal": func(_ *Tally, r *request, d ijson.Value) {
		invalid := int(number(d, "invalid"))
		p := proposal{there: true, valid: int(number(d, "operations")) - invalid, fingerprint: word(d, "fingerprint"), repaired: truth(d, "repaired")}
		p.needy = word(d, "engine") != "rules" && (invalid > 0 || p.repaired)
		r.proposed, r.refused = p, false
	},
	"refusal": func(_ *Tally, r *request, d ijson.Value) {
		of := word(d, "of")
		if of == "propose" && word(d, "code") == "answer_needed" {
			r.asked = true
		} else if of == "propose" || of == "chat" {
			r.refused = true
		}
	},
	"step": func(t *Tally, r *request, d ijson.Value) {
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
	"answer": func(_ *Tally, r *request, d ijson.Value) {
		r.answered, r.refused = true, false
		r.steps, r.stopped = int(number(d, "steps")), planner.Reason(word(d, "stopped"))
		r.planned, r.replanned = r.steps > 0, word(d, "replanned") != ""
	},
	string(ledger.Apply): func(_ *Tally, r *request, d ijson.Value) {
		r.done.batches++
		r.done.operations += int(number(d, "operations"))
		r.done.fingerprints = append(r.done.fingerprints, word(d, "fingerprint"))
	},
	string(ledger.Undo): nil, // these are read by the batch that they take back
	string(ledger.Redo): nil,
}

// outcome is what became of a proposal.
type outcome string

const (
	taken   outcome = "applied"
	edited  outcome = "edited" // a part of it, or other operations under its name
	dropped outcome = "dropped"
)

func (r *request) outcome() outcome {
	switch as := r.proposed.fingerprint; {
	case r.done.batches == 0:
		return dropped
	case r.done.operations != r.proposed.valid, r.done.batches == 1 && as != "" && r.done.fingerprints[0] != "" && r.done.fingerprints[0] != as:
		return edited
	}
	return taken
}

// cause is why a plan did not succeed; "" for one that did: no step of it failed,
// and it came to its end.
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

// percentile is the value that so many percent of a sorted list reach at most
// (nearest rank).
func percentile(sorted []float64, percent int) float64 {
	rank := (len(sorted)*percent + 99) / 100
	return sorted[max(rank, 1)-1]
}

// weeks are those of some things, in their order.
func weeks[T any](list []T, of func(T) calendar.Date) (found []calendar.Date) {
	for _, x := range list {
		found = append(found, of(x))
	}
	slices.Sort(found)
	return slices.Compact(found)
}
