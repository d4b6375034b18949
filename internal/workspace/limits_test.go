package workspace_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"assister/internal/check"
	"assister/internal/filter"
	"assister/internal/ledger"
	"assister/internal/op"
	"assister/internal/problem"
	"assister/internal/record"
	"assister/internal/record/recordtest"
	"assister/internal/schema"

	"assister/internal/workspace"
)

// table has every record of a workspace by its key.
type table map[record.Key]record.Record

func tableOf(t testing.TB, s workspace.Store) table {
	t.Helper()
	all := table{}
	err := s.View(context.Background(), func(r workspace.Reader) error {
		for _, k := range schema.Kinds {
			found, err := r.Find(filter.Condition{Kinds: []string{k.Name}}, recordtest.Today)
			if err != nil {
				return err
			}
			for _, x := range found {
				all[record.Key{Kind: k.Name, ID: x.ID}] = x
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// observed is the difference of two tables.
type observed struct {
	before, after             table
	created, changed, deleted []record.Key
}

func compare(before, after table) observed {
	o := observed{before: before, after: after}
	for k, was := range before {
		is, ok := after[k]
		switch {
		case !ok:
			o.deleted = append(o.deleted, k)
		case !slices.Equal(was.Values, is.Values):
			o.changed = append(o.changed, k)
		}
	}
	for k := range after {
		if _, ok := before[k]; !ok {
			o.created = append(o.created, k)
		}
	}
	return o
}

func (o observed) all() []record.Key { return slices.Concat(o.created, o.changed, o.deleted) }

// inScope has scopes and their equivalents in Go.
var inScope = map[string]func(record.Record) bool{
	`{"kind":"task"}`:     func(r record.Record) bool { return r.Kind.Name == "task" },
	`{"priority":"high"}`: func(r record.Record) bool { return r.Kind.Name == "task" && r.Get("priority").Text() == "high" },
	`{"projectId":1}`: func(r record.Record) bool {
		_, at := r.Kind.Field("projectId")
		return at >= 0 && r.Values[at].ID() == 1
	},
}

// drawn has limits and the choices behind them.
type drawn struct {
	check.Limits
	scope string
}

func anyLimits(t *rapid.T) (d drawn) {
	d.From = "the test"
	bound := func(name string, most int) check.Max {
		if rapid.IntRange(0, 2).Draw(t, "no "+name) > 0 {
			return check.Max{}
		}
		return check.Max{Set: true, N: rapid.IntRange(0, most).Draw(t, name)}
	}
	d.ReadOnly = rapid.IntRange(0, 9).Draw(t, "read-only") == 0
	d.MaxOps, d.MaxDeletes, d.MaxTouched = bound("max-ops", 5), bound("max-deletes", 2), bound("max-touched", 4)
	if !d.MaxTouched.Set {
		d.MaxTouched = bound("percent", 100)
		d.MaxTouched.Percent = d.MaxTouched.Set
	}
	if rapid.IntRange(0, 3).Draw(t, "some allowed") == 0 {
		patterns := []check.Pattern{"*.create", "*.update", "*.delete", "task.*", "project.*", "note.create", "*.set_status", "*"}
		d.Allow = rapid.SliceOfN(rapid.SampledFrom(patterns), 1, 3).Draw(t, "allow")
	}
	if rapid.IntRange(0, 3).Draw(t, "scoped") == 0 {
		d.scope = rapid.SampledFrom(slices.Sorted(maps.Keys(inScope))).Draw(t, "scope")
		c, p := filter.Read(d.scope, saturday)
		if p != nil {
			t.Fatal(p)
		}
		d.Scope = &c
	}
	return d
}

// beyond returns the limits that a difference exceeds.
func (d drawn) beyond(o observed, ops int) (codes []string) {
	add := func(code string, is bool) {
		if is {
			codes = append(codes, code)
		}
	}
	add(problem.TooManyOperations, d.MaxOps.Set && ops > d.MaxOps.N)
	add(problem.TooManyDeletions, d.MaxDeletes.Set && len(o.deleted) > d.MaxDeletes.N)
	touched := len(o.all())
	share := 100 * (len(o.changed) + len(o.deleted))
	add(problem.TooManyTouched, d.MaxTouched.Set && !d.MaxTouched.Percent && touched > d.MaxTouched.N)
	add(problem.TooManyTouched, d.MaxTouched.Percent && share >= d.MaxTouched.N*len(o.before)+100)
	for _, k := range o.all() {
		add(problem.OperationNotAllowed, d.ReadOnly || !d.mayTouch(o, k))
		for _, side := range []table{o.before, o.after} {
			if r, ok := side[k]; ok && d.scope != "" {
				add(problem.OutsideScope, !inScope[d.scope](r))
			}
		}
	}
	return codes
}

// mayTouch reports whether an allowed operation on the record could have caused the
// observed change.
func (d drawn) mayTouch(o observed, k record.Key) bool {
	var names []string
	switch _, was := o.before[k]; {
	case !was:
		names = []string{k.Kind + ".create"}
	case slices.Contains(o.deleted, k):
		names = []string{k.Kind + ".delete"}
	default:
		for _, each := range schema.Lookup(k.Kind).Operations {
			if each.Verb != schema.Create && each.Verb != schema.Delete {
				names = append(names, k.Kind+"."+string(each.Verb))
			}
		}
	}
	return d.Allow == nil || slices.ContainsFunc(names, func(name string) bool {
		return slices.ContainsFunc(d.Allow, func(p check.Pattern) bool { return p.Matches(name) })
	})
}

// With any limits and operations, a batch is refused as a whole, or its effect on the
// tables is within each limit. A batch that was refused for its size or its scope exceeds
// that limit if it is applied without limits.
func TestNoBatchAndNoUndoGoesBeyondItsLimits(t *testing.T) {
	refused, applied := 0, 0
	rapid.Check(t, func(rt *rapid.T) {
		s := store(t)
		for i := range rapid.IntRange(1, 5).Draw(rt, "history") {
			run(t, s, i, anyOps(rt))
		}
		limits := anyLimits(rt)
		var ops []op.Op
		do := func(l []check.Limits) error { // an undo of the newest batch
			_, err := workspace.Undo(context.Background(), s, workspace.UndoRequest{Clock: saturday, CorrelationID: "u", Confirmed: true, Limits: l})
			return err
		}
		count := 1
		if rapid.IntRange(0, 3).Draw(rt, "undo") > 0 {
			ops = anyOps(rt)
			count = len(ops)
			do = func(l []check.Limits) error {
				r := workspace.Request{Ops: ops, Clock: saturday, CorrelationID: fmt.Sprint("c", len(l)), Confirmed: true, Limits: l}
				_, rehearsed := workspace.DryRun(context.Background(), s, r)
				_, err := workspace.Apply(context.Background(), s, r)
				if codeOf(rehearsed) != codeOf(err) && codeOf(rehearsed) != "" {
					rt.Fatalf("the dry run said %v, apply %v", rehearsed, err)
				}
				return err
			}
		}
		before := tableOf(t, s)
		err := do([]check.Limits{{}, limits.Limits})
		got := compare(before, tableOf(t, s))
		var refusal *problem.Refusal
		switch {
		case err == nil:
			applied++
			if codes := limits.beyond(got, count); len(codes) > 0 && len(got.all()) > 0 {
				rt.Fatalf("applied, and beyond %v: %+v\n%+v", codes, limits, got)
			}
			return
		case !errors.As(err, &refusal):
			rt.Fatal(err)
		case len(got.all()) > 0:
			rt.Fatalf("%v, and yet: %+v", err, got)
		}
		exact := []string{problem.TooManyOperations, problem.TooManyDeletions, problem.TooManyTouched, problem.OutsideScope}
		if !slices.Contains(exact, refusal.Problem.Code) {
			return
		}
		refused++
		if err := do(nil); err != nil && codeOf(err) != "nothing_valid" {
			rt.Fatalf("without limits: %v", err)
		}
		if codes := limits.beyond(compare(before, tableOf(t, s)), count); !slices.Contains(codes, refusal.Problem.Code) {
			rt.Fatalf("refused as %v, and beyond %v", err, codes)
		}
	})
	t.Logf("%d applied, %d refused by a limit", applied, refused)
	const few = 30 // as on a server, where chance may draw no limit that matters
	if applied+refused >= few && (applied == 0 || refused == 0) {
		t.Error("the limits that were drawn are not between all and nothing")
	}
}

func codeOf(err error) string {
	var refusal *problem.Refusal
	if !errors.As(err, &refusal) {
		return ""
	}
	return refusal.Problem.Code
}

// atMost are limits on the records that a plan touches and deletes; -1 is none.
func atMost(touched, deleted int) []check.Limits {
	bound := func(n int) check.Max { return check.Max{Set: n >= 0, N: max(n, 0)} }
	return []check.Limits{{MaxTouched: bound(touched), MaxDeletes: bound(deleted)}}
}

// A stream counts each record once: with n of them at most it passes, and with one fewer
// its last batch is refused, in a dry run as well.
func TestTheBatchesOfAStreamCountAsOnePlan(t *testing.T) {
	const create, a, b = `{"op":"task.create","title":"x"}`, `{"op":"task.update","id":1,"title":"x"}`, `{"op":"task.update","id":2,"title":"x"}`
	for _, tt := range []struct {
		name             string
		batches          []string
		touched, deleted int
	}{
		{"different records", []string{a, b, create}, 3, 0},
		{"a record twice", []string{a + b, b + a, strings.Replace(a, `"x"`, `"y"`, 1)}, 2, 0},
		{"a record that is deleted later", []string{a + b, `{"op":"task.delete","id":1}`}, 2, 1},
		{"a deletion twice", []string{`{"op":"task.delete","id":1}`, `{"op":"task.delete","id":1}` + a + create}, 2, 1},
		{"new records", []string{create + create, create}, 3, 0},
		{"a new record that is deleted with another", []string{
			`{"op":"note_line.create","sessionId":1,"content":"x"}`, `{"op":"note_session.delete","id":1}` + create}, 3, 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for _, dry := range []bool{true, false} {
				for _, less := range []int{0, 1} {
					s := begin(t, `{"op":"task.create","title":"a"}`, `{"op":"task.create","title":"b"}`, `{"op":"note_session.create","name":"c"}`)
					if code := s.stream(tt.batches, dry, atMost(tt.touched-less, -1)); (code == problem.TooManyTouched) != (less == 1) {
						t.Errorf("dry %v, at most %d touched: %q", dry, tt.touched-less, code)
					}
					if tt.deleted < less {
						continue
					}
					s = begin(t, `{"op":"task.create","title":"a"}`, `{"op":"task.create","title":"b"}`, `{"op":"note_session.create","name":"c"}`)
					if code := s.stream(tt.batches, dry, atMost(-1, tt.deleted-less)); (code == problem.TooManyDeletions) != (less == 1) {
						t.Errorf("dry %v, at most %d deleted: %q", dry, tt.deleted-less, code)
					}
				}
			}
		})
	}
}

// stream applies the batches of a stream twice, the second time as replays, or runs them
// dry. It returns the code of the first refusal.
func (s *session) stream(batches []string, dry bool, limits []check.Limits) string {
	s.Helper()
	for range 2 {
		var stream workspace.Stream
		for i, text := range batches {
			r := s.request(strings.SplitAfter(strings.ReplaceAll(text, "}{", "}\n{"), "\n")...)
			r.Key, r.Limits, r.Stream = fmt.Sprint("k/", i), limits, &stream
			run := workspace.Apply
			if dry {
				run = workspace.DryRun
			}
			_, err := run(s.Context(), s, r)
			var refusal *problem.Refusal
			if errors.As(err, &refusal) {
				return refusal.Problem.Code
			}
			if err != nil {
				s.Fatal(err)
			}
		}
	}
	return ""
}

// A percentage is of the records from before the stream, also in a dry run of it.
func TestAShareIsOfTheRecordsFromBeforeTheStream(t *testing.T) {
	half := []check.Limits{{MaxTouched: check.Max{Set: true, N: 50, Percent: true}}}
	creates := strings.Repeat(`{"op":"task.create","title":"x"}`, 5)
	for _, dry := range []bool{true, false} {
		for update, code := range map[string]string{
			`{"op":"task.update","id":1,"title":"x"}`:                          "",
			`{"op":"bulk_update","where":{"kind":"task"},"set":{"title":"x"}}`: problem.TooManyTouched,
		} {
			s := begin(t, newTasks(2)...)
			if got := s.stream([]string{creates, creates, update}, dry, half); got != code {
				t.Errorf("dry %v, %s: got %q, want %q", dry, update, got, code)
			}
		}
	}
}

// More than the thresholds over all batches of a stream need a confirmation as well.
func TestTheThresholdsHoldOnTheWholeOfAStream(t *testing.T) {
	s := begin(t, newTasks(30)...)
	var stream workspace.Stream
	delete15 := func(from int) workspace.Request {
		var lines []string
		for id := from; id < from+15; id++ {
			lines = append(lines, fmt.Sprintf(`{"op":"task.delete","id":%d}`, id))
		}
		r := s.request(lines...)
		r.Key, r.Stream, r.Confirmed = fmt.Sprint("k", from), &stream, false
		return r
	}
	s.mustApply(delete15(1))
	s.mustRefuse(delete15(16), problem.Unapproved, problem.DestructiveConfirmation)
}

// An id names a record from before the stream, as in one batch; also when the stream is
// resumed, after others have created records.
func TestARecordOfTheStreamCannotBeNamedByItsID(t *testing.T) {
	s := begin(t, newTasks(1)...)
	resume := func(round int) (out workspace.Outcome) {
		var stream workspace.Stream
		for i, lines := range [][]string{newTasks(2), {`{"op":"task.update","id":1,"title":"x"}`, `{"op":"task.update","id":2,"title":"guessed"}`,
			`{"op":"task.update","id":4,"title":"by another"}`, `{"op":"bulk_update","where":{"kind":"task"},"set":{"notes":"x"}}`}} {
			r := s.request(lines...)
			r.Key, r.Stream = fmt.Sprint("k/", i*round), &stream // the first batch is replayed
			out = s.mustApply(r)
		}
		return out
	}
	for round := range 2 {
		out := resume(round + 1)
		for i, valid := range []bool{true, false, false, true} {
			f := out.Findings[i]
			if f.Valid() != valid || !valid && f.Errors[0].Code != problem.IDNotFound {
				t.Errorf("operation %d: %+v", i, f.Errors)
			}
		}
		if n := len(out.Findings[3].Targets); n != 1 {
			t.Errorf("the bulk operation matches %d records", n)
		}
		s.mustApply(s.request(newTasks(1)...))
	}
	s.mustApply(s.request(`{"op":"task.update","id":2,"title":"known"}`))
}

// byModel is a request whose operations are a model's, which nobody approves.
func (s *session) byModel(correlationID string, lines ...string) workspace.Request {
	s.Helper()
	r := s.request(lines...)
	r.CorrelationID, r.Unattended = correlationID, true
	for i := range r.Ops {
		r.Ops[i].Source = op.ByModel
	}
	return r
}

func (s *session) mustApply(r workspace.Request) workspace.Outcome {
	s.Helper()
	out, err := workspace.Apply(context.Background(), s, r)
	if err != nil {
		s.Fatal(err)
	}
	return out
}

func (s *session) mustRefuse(r workspace.Request, class problem.Class, code string) *problem.Refusal {
	s.Helper()
	return s.refused(func() error { _, err := workspace.Apply(context.Background(), s, r); return err }, class, code)
}

func newTasks(n int) (lines []string) {
	for i := range n {
		lines = append(lines, fmt.Sprintf(`{"op":"task.create","title":"t%d"}`, i))
	}
	return lines
}

func updates(from, to int) (lines []string) {
	for id := from; id < to; id++ {
		lines = append(lines, fmt.Sprintf(`{"op":"task.update","id":%d,"notes":"n%d"}`, id, from))
	}
	return lines
}

func TestADayHasABudgetForWhatModelsDoUnattended(t *testing.T) {
	s := begin(t, newTasks(100)...)
	anything := []check.Limits{{From: "the test", Allow: []check.Pattern{"*"}}}
	deletion := func(id int) workspace.Request {
		r := s.byModel(fmt.Sprint("run", id), fmt.Sprintf(`{"op":"task.delete","id":%d}`, id))
		r.Limits = anything
		return r
	}
	for id := range check.DefaultDailyDeletes {
		s.mustApply(deletion(id + 1))
	}
	refusal := s.mustRefuse(deletion(50), problem.Rejected, problem.TooManyDeletions)
	if p := refusal.Problem; !strings.Contains(p.Message, "20 records today") || !strings.HasPrefix(p.Hint, "limits.daily-deletes is 20, set by default") || !strings.HasSuffix(p.Hint, "tomorrow") {
		t.Errorf("got %q, hint %q", p.Message, p.Hint)
	}
	// Nobody else is kept from anything, and the next day is another one.
	approved := deletion(51)
	approved.Unattended = false
	s.mustApply(approved)
	byHand := deletion(52)
	byHand.Ops[0].Source = op.ByHand
	s.mustApply(byHand)
	s.mustApply(s.byModel("other", `{"op":"task.update","id":60,"title":"x"}`))
	tomorrow := deletion(53)
	tomorrow.Clock.Instant = tomorrow.Clock.Instant.Add(24 * time.Hour)
	s.mustApply(tomorrow)
	s.mustRefuse(deletion(54), problem.Rejected, problem.TooManyDeletions)
	// A limit raises or lowers it; of several the lowest holds.
	higher := deletion(55)
	higher.Limits = append(higher.Limits, check.Limits{DailyDeletes: check.Max{Set: true, N: 21}}, check.Limits{DailyDeletes: check.Max{Set: true, N: 30}})
	s.mustApply(higher)
	again := deletion(56)
	again.Limits = higher.Limits
	s.mustRefuse(again, problem.Rejected, problem.TooManyDeletions)
}

func TestADayHasABudgetForWhatModelsTouchUnattended(t *testing.T) {
	s := begin(t, newTasks(1)...)
	for n := range 5 {
		r := s.byModel(fmt.Sprint("run", n), newTasks(40)...)
		s.mustApply(r)
	}
	s.mustRefuse(s.byModel("one more", newTasks(1)...), problem.Rejected, problem.TooManyTouched)
	s.mustApply(s.request(newTasks(40)...))
	if _, err := workspace.Verify(t.Context(), s, workspace.Expected{}); err != nil {
		t.Error(err)
	}
}

// A dry run says what Apply would refuse without an approval: the same, in the same words.
func TestADryRunForeseesWhatNobodyApproves(t *testing.T) {
	anything := []check.Limits{{From: "the test", Allow: []check.Pattern{"*"}}}
	with := func(r workspace.Request, change func(*workspace.Request)) workspace.Request {
		change(&r)
		return r
	}
	s := begin(t, newTasks(100)...)
	s.mustApply(s.byModel("nightly", updates(1, 41)...))
	for id := range check.DefaultDailyDeletes {
		s.mustApply(with(s.byModel(fmt.Sprint("run", id), fmt.Sprintf(`{"op":"task.delete","id":%d}`, 100-id)),
			func(r *workspace.Request) { r.Limits = anything }))
	}
	deletes := s.byModel("later", `{"op":"task.delete","id":50}`)
	var many []string
	for id := range check.ManyDeletes + 1 {
		many = append(many, fmt.Sprintf(`{"op":"task.delete","id":%d}`, id+2))
	}
	for _, tt := range []struct {
		name    string
		request workspace.Request
		codes   string
	}{
		{"an update", s.byModel("later", updates(50, 51)...), ""},
		{"an unnamed deletion", deletes, problem.OperationNotAllowed},
		{"a day", with(deletes, func(r *workspace.Request) { r.Limits = anything }), problem.TooManyDeletions},
		{"a run", s.byModel("nightly", updates(41, 52)...), problem.DestructiveConfirmation},
		{"a limit of a run", with(s.byModel("nightly", updates(41, 42)...), func(r *workspace.Request) {
			r.Limits = []check.Limits{{MaxTouched: check.Max{Set: true, N: 40}}}
		}), problem.TooManyTouched},
		{"by hand", s.request(`{"op":"task.delete","id":1}`), ""},
		{"many by hand", s.request(many...), problem.DestructiveConfirmation},
		{"many", s.byModel("later", many...), problem.OperationNotAllowed + " " + problem.DestructiveConfirmation},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := tt.request
			r.Unattended, r.Confirmed = false, false
			out, err := workspace.DryRun(t.Context(), s, r)
			if err != nil {
				t.Fatal(err)
			}
			var codes []string
			for _, refusal := range out.Unapproved {
				codes = append(codes, refusal.Problem.Code)
			}
			if got := strings.Join(codes, " "); got != tt.codes {
				t.Errorf("got %q, want %q", got, tt.codes)
			}
			r.Unattended = true
			_, err = workspace.Apply(t.Context(), s, r)
			var refusal *problem.Refusal
			if errors.As(err, &refusal) != (tt.codes != "") {
				t.Fatalf("apply: %v", err)
			}
			if refusal != nil && (len(out.Unapproved) == 0 || refusal.Class != out.Unapproved[0].Class || refusal.Problem != out.Unapproved[0].Problem) {
				t.Errorf("the dry run says %v, and apply %+v", out.Unapproved, refusal)
			}
		})
	}
}

// A dry run of a stream counts what its batches would add to the day, and apply what they
// have added.
func TestTheDayCountsTheBatchesOfAStreamOnce(t *testing.T) {
	for _, run := range []func(context.Context, workspace.Store, workspace.Request) (workspace.Outcome, error){workspace.DryRun, workspace.Apply} {
		s := begin(t)
		var stream workspace.Stream
		for i, want := range []string{"", "", problem.TooManyTouched} {
			r := s.byModel("run", newTasks(check.DefaultDailyTouched/2)...)
			r.Key, r.Stream = fmt.Sprint("k/", i), &stream
			if _, err := run(t.Context(), s, r); codeOf(err) != want || want == "" && err != nil {
				t.Errorf("batch %d: %v", i, err)
			}
		}
	}
}

// The day ends at midnight of the zone: on 2026-10-25 in Paris, 25 hours after it began.
func TestTheDayOfTheBudgetIsThatOfTheZone(t *testing.T) {
	paris, err := time.LoadLocation("Europe/Paris")
	if err != nil {
		t.Fatal(err)
	}
	s := begin(t)
	one := []check.Limits{{DailyTouched: check.Max{Set: true, N: 1}}}
	at := func(instant string) workspace.Request {
		when, err := time.Parse(time.RFC3339, instant)
		if err != nil {
			t.Fatal(err)
		}
		r := s.byModel(instant, newTasks(1)...)
		r.Clock.Instant, r.Clock.Zone, r.Limits = when, paris, one
		return r
	}
	s.mustApply(at("2026-10-24T22:00:00Z"))
	s.mustRefuse(at("2026-10-25T22:59:59Z"), problem.Rejected, problem.TooManyTouched)
	s.mustApply(at("2026-10-25T23:00:00Z"))
	s.mustApply(at("2026-10-24T21:59:59Z"))
}

// Several runs with one correlation id count as one, for the thresholds and for the limits.
func TestRunsOfAModelWithOneCorrelationIDCountTogether(t *testing.T) {
	s := begin(t, newTasks(100)...)
	s.mustApply(s.byModel("nightly", updates(1, 41)...))
	refusal := s.mustRefuse(s.byModel("nightly", updates(41, 52)...), problem.Unapproved, problem.DestructiveConfirmation)
	if !strings.Contains(refusal.Problem.Message, "changes 51 records") {
		t.Errorf("got %q", refusal.Problem.Message)
	}
	s.mustApply(s.byModel("nightly", updates(41, 51)...))
	s.mustApply(s.byModel("another", updates(51, 61)...))
	limited := s.byModel("another", updates(61, 63)...)
	limited.Limits = []check.Limits{{MaxTouched: check.Max{Set: true, N: 11}}}
	s.mustRefuse(limited, problem.Rejected, problem.TooManyTouched)
	limited.Ops = limited.Ops[:1]
	s.mustApply(limited)
	// The same by hand is nobody's run.
	byHand := s.request(updates(61, 101)...)
	byHand.CorrelationID, byHand.Unattended = "nightly", true
	s.mustApply(byHand)
}

func TestABatchSaysWhoMadeItsOperations(t *testing.T) {
	s := begin(t, `{"op":"project.create","name":"p"}`)
	r := s.byModel("run", `{"op":"task.create","title":"a"}`, `{"op":"task.create","title":"b"}`, `{"op":"task.update","id":9,"title":"none"}`,
		`{"op":"project.update","id":1,"name":"q"}`)
	r.Ops[1].Source = op.ByHand
	out := s.mustApply(r)
	var got ledger.Batch
	if err := s.View(t.Context(), func(r workspace.Reader) (err error) {
		got, _, err = r.Batch(out.Batch.ID)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	if want := (ledger.Touched{Ops: 2, Created: 1, Changed: 1}); got.Source != "model hand" || got.Unattended != want {
		t.Errorf("got %q, %+v", got.Source, got.Unattended)
	}
	if got.Digest() != out.Batch.Digest() {
		t.Error("the batch has another digest when it is read")
	}
	changed := got
	changed.Unattended.Created = 0
	other := got
	other.Source = "hand"
	if changed.Digest() == got.Digest() || other.Digest() == got.Digest() {
		t.Error("the digest does not vouch for who made the operations")
	}
}
