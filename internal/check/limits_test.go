package check_test

import (
	"slices"
	"strings"
	"testing"

	"assister/internal/calendar"
	"assister/internal/check"
	"assister/internal/filter"
	"assister/internal/ledger"
	"assister/internal/op"
	"assister/internal/problem"
	"assister/internal/record"
	"assister/internal/schema"
)

func atMost(n int) check.Max { return check.Max{Set: true, N: n} }

func scope(t *testing.T, text string) *filter.Condition {
	t.Helper()
	c, p := filter.Read(text, calendar.Clock{})
	if p != nil {
		t.Fatal(p)
	}
	return &c
}

func labelled(kind, title string, tags ...string) *record.Record {
	r := record.New(schema.Lookup(kind), 3).With("title", record.Text(title))
	if len(tags) > 0 {
		r = r.With("tags", record.Tags(tags...))
	}
	return &r
}

func TestLimitsRefuseWhatIsBeyondThemAndNothingElse(t *testing.T) {
	home, work := labelled("task", "Sweep", "home"), labelled("task", "Report", "work")
	note := labelled("note", "Sweep")
	touched := func(created, changed, deleted int) check.Effect {
		return check.Effect{Touched: ledger.Touched{Ops: 1, Created: created, Changed: changed, Deleted: deleted}}
	}
	named := func(names ...string) check.Effect { return check.Effect{Names: names} }
	from := func(before, after *record.Record) check.Effect {
		return check.Effect{States: []check.State{{Before: home, After: home}, {Before: before, After: after}}}
	}
	for _, tt := range []struct {
		name   string
		limits check.Limits
		effect check.Effect
		code   string // "" is within the limits
	}{
		{"no limits", check.Limits{}, touched(1000, 1000, 1000), ""},
		{"no limits on names", check.Limits{}, named("task.delete"), ""},

		{"read-only", check.Limits{ReadOnly: true}, named("task.create"), problem.OperationNotAllowed},
		{"read-only and no change", check.Limits{ReadOnly: true}, named(), ""},
		{"read-only wins over allow", check.Limits{ReadOnly: true, Allow: []check.Pattern{"*"}}, named("task.create"),
			problem.OperationNotAllowed},
		{"the operation is named", check.Limits{Allow: []check.Pattern{"task.create"}}, named("task.create"), ""},
		{"one is not named", check.Limits{Allow: []check.Pattern{"task.create"}}, named("task.create", "task.delete"),
			problem.OperationNotAllowed},
		{"any verb of a kind", check.Limits{Allow: []check.Pattern{"event.*"}}, named("event.create", "event.delete"), ""},
		{"another kind", check.Limits{Allow: []check.Pattern{"event.*"}}, named("task.create"), problem.OperationNotAllowed},
		{"a verb of any kind", check.Limits{Allow: []check.Pattern{"*.create"}}, named("note.create", "task.create"), ""},
		{"another verb", check.Limits{Allow: []check.Pattern{"*.create"}}, named("note.update"), problem.OperationNotAllowed},
		{"all", check.Limits{Allow: []check.Pattern{"*"}}, named("note.delete"), ""},
		{"one of several", check.Limits{Allow: []check.Pattern{"event.*", "note.delete"}}, named("note.delete"), ""},

		{"as many operations", check.Limits{MaxOps: atMost(1)}, touched(1, 0, 0), ""},
		{"an operation more", check.Limits{MaxOps: atMost(0)}, touched(1, 0, 0), problem.TooManyOperations},
		{"as many deletions", check.Limits{MaxDeletes: atMost(3)}, touched(0, 9, 3), ""},
		{"a deletion more", check.Limits{MaxDeletes: atMost(3)}, touched(0, 0, 4), problem.TooManyDeletions},
		{"no deletion at all", check.Limits{MaxDeletes: atMost(0)}, touched(5, 5, 1), problem.TooManyDeletions},
		{"as many records", check.Limits{MaxTouched: atMost(6)}, touched(1, 2, 3), ""},
		{"a created record more", check.Limits{MaxTouched: atMost(6)}, touched(2, 2, 3), problem.TooManyTouched},
		{"a changed record more", check.Limits{MaxTouched: atMost(6)}, touched(1, 3, 3), problem.TooManyTouched},
		{"a deleted record more", check.Limits{MaxTouched: atMost(6)}, touched(1, 2, 4), problem.TooManyTouched},

		{"in the scope", check.Limits{Scope: scope(t, `{"tag":"home"}`)}, from(home, home), ""},
		{"created in it", check.Limits{Scope: scope(t, `{"tag":"home"}`)}, from(nil, home), ""},
		{"deleted in it", check.Limits{Scope: scope(t, `{"tag":"home"}`)}, from(home, nil), ""},
		{"outside", check.Limits{Scope: scope(t, `{"tag":"home"}`)}, from(work, work), problem.OutsideScope},
		{"created outside", check.Limits{Scope: scope(t, `{"tag":"home"}`)}, from(nil, work), problem.OutsideScope},
		{"deleted outside", check.Limits{Scope: scope(t, `{"tag":"home"}`)}, from(work, nil), problem.OutsideScope},
		{"moved out", check.Limits{Scope: scope(t, `{"tag":"home"}`)}, from(home, work), problem.OutsideScope},
		{"moved in", check.Limits{Scope: scope(t, `{"tag":"home"}`)}, from(work, home), problem.OutsideScope},
		{"of a kind without the field", check.Limits{Scope: scope(t, `{"tag":"home"}`)}, from(note, note), problem.OutsideScope},
		{"of another kind", check.Limits{Scope: scope(t, `{"kind":"task"}`)}, from(note, note), problem.OutsideScope},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tt.limits.From = "the test"
			refusal := tt.limits.Refuse(tt.effect, saturday.Today())
			if tt.code == "" {
				if refusal != nil {
					t.Errorf("refused: %v", refusal)
				}
				return
			}
			if refusal == nil || refusal.Problem.Code != tt.code || refusal.Class != problem.Rejected {
				t.Fatalf("got %v, want %s", refusal, tt.code)
			}
			if p := refusal.Problem; !strings.HasSuffix(p.Message, "; nothing was changed") || !strings.Contains(p.Hint, "set by the test") {
				t.Errorf("got %q, hint %q", p.Message, p.Hint)
			}
		})
	}
}

func TestAPercentageIsOfTheRecordsThatExist(t *testing.T) {
	for _, tt := range []struct {
		percent, records, created, existing int
		within                              bool
	}{
		{20, 100, 0, 20, true},
		{20, 100, 0, 21, false},
		{20, 3, 0, 1, true}, // rounded up
		{20, 3, 0, 2, false},
		{20, 0, 50, 0, true}, // a new record is none of those that exist
		{20, 100, 50, 20, true},
		{0, 100, 5, 0, true},
		{0, 100, 0, 1, false},
		{100, 7, 0, 7, true},
	} {
		for _, deleted := range []int{0, tt.existing / 2, tt.existing} {
			l := check.Limits{MaxTouched: check.Max{Set: true, N: tt.percent, Percent: true}}
			e := check.Effect{Records: tt.records, Touched: ledger.Touched{Created: tt.created, Changed: tt.existing - deleted, Deleted: deleted}}
			if got := l.Refuse(e, saturday.Today()) == nil; got != tt.within {
				t.Errorf("%d%% of %d: %+v is within it: %v", tt.percent, tt.records, e.Touched, got)
			}
		}
	}
}

func TestOperationsAreNamedByWhatTheyDoToEachRecord(t *testing.T) {
	task, project := schema.Lookup("task"), schema.Lookup("project")
	before := record.New(task, 1).With("title", record.Text("x"))
	changed := check.Target{Change: ledger.Diff(before, before.With("title", record.Text("y")))}
	same := check.Target{Change: ledger.Diff(before, before)}
	gone := check.Target{Change: ledger.Deleted(before)}
	made := check.Target{Change: ledger.Created(before)}
	goneProject := check.Target{Change: ledger.Deleted(record.New(project, 1).With("name", record.Text("p")))}
	single := func(kind string, v schema.Verb) op.Op { return op.Op{Kind: kind, Verb: v} }
	for _, tt := range []struct {
		name string
		f    check.Finding
		want string
	}{
		{"create", check.Finding{Op: single("task", schema.Create), Targets: []check.Target{made}}, "task.create"},
		{"a verb of its own", check.Finding{Op: single("task", schema.SetStatus), Targets: []check.Target{changed}}, "task.set_status"},
		{"bulk", check.Finding{Op: op.Op{Verb: schema.BulkSetStatus}, Targets: []check.Target{same, changed}}, "task.set_status"},
		{"bulk delete", check.Finding{Op: op.Op{Verb: schema.BulkDelete}, Targets: []check.Target{gone, gone}}, "task.delete"},
		{"deleted with another", check.Finding{Op: single("project", schema.Delete), Targets: []check.Target{goneProject, gone}}, "project.delete task.delete"},
		{"changed with another", check.Finding{Op: single("project", schema.Delete), Targets: []check.Target{goneProject, changed}}, "project.delete task.update"},
		{"no change", check.Finding{Op: single("task", schema.Update), Targets: []check.Target{same}}, ""},
		{"invalid", check.Finding{Op: single("task", schema.Update), Targets: []check.Target{changed}, Errors: []problem.Problem{{}}}, ""},
	} {
		if got := strings.Join(check.OperationNames([]check.Finding{tt.f, tt.f}), " "); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestADeletionByAModelNeedsAPersonUnlessItIsAllowedByName(t *testing.T) {
	task := schema.Lookup("task")
	created := record.New(task, 1).With("title", record.Text("x"))
	before := created
	before.Rev = 3
	gone, goneAgain := check.Target{Change: ledger.Deleted(before)}, check.Target{Change: ledger.Deleted(created)}
	changed := check.Target{Change: ledger.Diff(before, before.With("title", record.Text("y")))}
	finding := func(source op.Source, v schema.Verb, targets ...check.Target) check.Finding {
		return check.Finding{Op: op.Op{Kind: "task", Verb: v, Source: source}, Targets: targets}
	}
	invalid := finding(op.ByModel, schema.Delete, gone)
	invalid.Errors = []problem.Problem{{}}
	for _, tt := range []struct {
		name  string
		f     []check.Finding
		allow []check.Pattern
		names string // in the hint; "" if nobody has to approve it
	}{
		{"by a model", []check.Finding{finding(op.ByModel, schema.Delete, gone)}, nil, "task.delete"},
		{"with another record", []check.Finding{finding(op.ByModel, schema.Update, changed, gone)}, nil, "task.delete,task.update"},
		{"in bulk", []check.Finding{{Op: op.Op{Verb: schema.BulkDelete, Source: op.ByModel}, Targets: []check.Target{gone}}}, nil, "task.delete"},
		{"beside operations of others", []check.Finding{finding(op.ByHand, schema.Update, changed), finding(op.ByModel, schema.Delete, gone)},
			nil, "task.delete,task.update"},
		{"by the rules", []check.Finding{finding(op.ByRules, schema.Delete, gone)}, nil, ""},
		{"by hand", []check.Finding{finding(op.ByHand, schema.Delete, gone)}, nil, ""},
		{"an update", []check.Finding{finding(op.ByModel, schema.Update, changed)}, nil, ""},
		{"of a record of the same plan", []check.Finding{finding(op.ByModel, schema.Delete, goneAgain)}, nil, ""},
		{"invalid", []check.Finding{invalid}, nil, ""},
		{"allowed by name", []check.Finding{finding(op.ByModel, schema.Delete, gone)}, []check.Pattern{"*.delete"}, ""},
	} {
		p := check.RefuseUnapproved(tt.f, []check.Limits{{}, {Allow: tt.allow}})
		switch {
		case tt.names == "" && p != nil:
			t.Errorf("%s: %v", tt.name, p)
		case tt.names != "" && (p == nil || !strings.HasSuffix(p.Problem.Hint, "--allow "+tt.names)):
			t.Errorf("%s: got %+v, want %s", tt.name, p, tt.names)
		}
	}
}

func TestLimitsAreReadFromWords(t *testing.T) {
	if got, p := check.ParsePatterns(" task.create, event.*,*.delete,* "); p != nil || !slices.Equal(got, []check.Pattern{"task.create", "event.*", "*.delete", "*"}) {
		t.Errorf("got %q, %v", got, p)
	}
	for text, hint := range map[string]string{
		"": "task.create", "task": "", "tasks.create": "task.create", "task.explode": "", "bulk_delete": "*.update", "*.explode": "", "task.create,evnt.create": "event.create",
	} {
		if got, p := check.ParsePatterns(text); p == nil || !strings.Contains(p.Hint, hint) {
			t.Errorf("%q: got %q, %v", text, got, p)
		}
	}
	for text, want := range map[string]check.Max{"0": atMost(0), "20": atMost(20), "20%": {Set: true, N: 20, Percent: true}} {
		if got, p := check.ParseMax(text, true); p != nil || got != want || got.String() != text {
			t.Errorf("%q: got %+v, %v", text, got, p)
		}
	}
	for _, text := range []string{"", "x", "-1", "1.5", "101%", "%", "20%%"} {
		if got, p := check.ParseMax(text, true); p == nil {
			t.Errorf("%q: got %+v", text, got)
		}
	}
	if got, p := check.ParseMax("20%", false); p == nil {
		t.Errorf("a percentage of nothing: %+v", got)
	}
}
