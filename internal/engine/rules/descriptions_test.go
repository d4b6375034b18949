package rules_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"assister/internal/brief"
	"assister/internal/calendar"
	"assister/internal/engine/rules"
	"assister/internal/filter"
	"assister/internal/language"
	"assister/internal/language/meaning"
	"assister/internal/propose"
	"assister/internal/record"
	"assister/internal/reference"
	"assister/internal/schema"
)

// workspace has records for descriptions, in memory.
type workspace []record.Record

func (w workspace) Record(kind string, id int64) (x record.Record, ok bool, err error) {
	n := slices.IndexFunc(w, func(x record.Record) bool { return x.Key() == record.Key{Kind: kind, ID: id} })
	if n < 0 {
		return x, false, nil
	}
	return w[n], true, nil
}

func (w workspace) Find(f filter.Condition, today calendar.Date) (found []record.Record, err error) {
	for _, x := range w {
		if f.Selects(x, today) {
			found = append(found, x)
		}
	}
	return found, nil
}

func (w workspace) FindByTitle(text string, f filter.Condition) ([]record.Record, error) {
	if len(f.Kinds) == 0 {
		for _, k := range schema.Kinds {
			f.Kinds = append(f.Kinds, k.Name)
		}
	}
	return w.Find(f.With(filter.TitleContains(text)), clock().Today())
}

func (w workspace) Query(q filter.Query, today calendar.Date) (filter.Result, error) {
	return q.In(w, today), nil
}

func (workspace) CompletedAt(string, []int64, time.Time, time.Time) (map[int64]time.Time, error) {
	return nil, nil
}

// clock is Saturday 21 November 2026, 9 in the morning.
func clock() calendar.Clock {
	return calendar.Clock{Instant: time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC), Zone: time.UTC}
}

// tasks are open tasks with every combination of a day, a priority, a tag and a project.
func tasks() (all workspace) {
	day := func(n int) record.Value { return record.Date(clock().Today().AddDays(n)) }
	project := func(id int64, name string) record.Record {
		return record.New(schema.Lookup("project"), id).With("name", record.Text(name))
	}
	all = workspace{project(1, "Garden"), project(2, "Attic")}
	titles := []string{"Paint the fence", "Sweep the path", "Sort the boxes"}
	for n := range int64(36) {
		x := record.New(schema.Lookup("task"), n+1).With("title", record.Text(fmt.Sprint(titles[n%3], " ", n))).
			With("status", record.Text("pending")).With("priority", record.Text(schema.Priorities[n%3]))
		switch n / 3 % 4 {
		case 0:
			x = x.With("scheduledFor", day(-2))
		case 1:
			x = x.With("scheduledFor", day(0)).With("deadline", day(1))
		case 2:
			x = x.With("scheduledFor", day(3))
		}
		if n%5 < 2 {
			x = x.With("tags", record.Tags("errand"))
		}
		if n%7 < 4 {
			x = x.With("projectId", record.ID(1+n%2))
		}
		all = append(all, x)
	}
	daily := record.Recurrence(calendar.Recurrence{Freq: calendar.Daily})
	return append(all, record.New(schema.Lookup("task"), series).With("title", record.Text("Feed the cat")).
		With("status", record.Text("pending")).With("priority", record.Text("low")).
		With("scheduledFor", day(-5)).With("recurrence", daily).With("tags", record.Tags("errand")))
}

// phrases are how a language describes tasks: the words before the noun are in the place of
// the first %s, those behind it in that of the second.
type phrases struct {
	ask, change   string
	before, where []string
	notLate       string // what is for today and not late
}

var inWords = map[string]phrases{
	"en": {
		ask: "which %s tasks %s", change: "delete all %s tasks %s",
		notLate: "for today except the overdue ones",
		before:  []string{"", "overdue", "high priority", "open", "overdue high priority"},
		where: []string{
			"tagged errand", "in project Garden", "without a date", "for today", "with a deadline", "about the fence",
			"not in project Garden", "without a project", "except the overdue ones", "except those tagged errand",
		},
	},
	"fr": {
		ask: "quelles tâches %s %s", change: "supprime toutes les tâches %s %s",
		notLate: "d'aujourd'hui sauf celles en retard",
		before:  []string{"", "en retard", "de priorité haute", "ouvertes"},
		where: []string{
			"avec l'étiquette errand", "du projet Garden", "sans date", "d'aujourd'hui", "sans projet",
			"sauf celles en retard",
		},
	},
	"es": {
		ask: "qué tareas %s %s", change: "borra todas las tareas %s %s",
		notLate: "de hoy excepto las atrasadas",
		before:  []string{"", "atrasadas", "de prioridad alta", "pendientes"},
		where: []string{
			"con la etiqueta errand", "del proyecto Garden", "sin fecha", "de hoy", "sin proyecto",
			"excepto las atrasadas",
		},
	},
}

// What a question lists is what a change of the same words changes. A description that is not
// understood, or is asked about, changes nothing; most are understood.
func TestWhatCanBeAskedCanBeChanged(t *testing.T) {
	for code, said := range inWords {
		compared, of := 0, 0
		for _, before := range said.before {
			for i, first := range said.where {
				for _, second := range append([]string{""}, said.where[i+1:]...) {
					where := strings.TrimSpace(first + " " + second)
					of++
					listed, ok := listedBy(t, strings.Join(strings.Fields(fmt.Sprintf(said.ask, before, where)), " "))
					change := strings.Join(strings.Fields(fmt.Sprintf(said.change, before, where)), " ")
					changed, changes := changedBy(t, change)
					if !ok || !changes {
						continue
					}
					compared++
					slices.Sort(listed)
					if where == said.notLate {
						listed = withoutSeries(listed)
					}
					if !slices.Equal(listed, changed) {
						t.Errorf("%q changes %v, and the question lists %v", change, changed, listed)
					}
				}
			}
		}
		if compared*10 < of*7 {
			t.Errorf("%s: only %d of %d descriptions are understood in both", code, compared, of)
		}
	}
}

// series is the id of a task that repeats and is late.
const series = 50

// withoutSeries leaves the series out. What is for today but not late has today's occurrence
// of it, which a question lists, and a change leaves a series alone of which one is late.
func withoutSeries(ids []int64) []int64 {
	return slices.DeleteFunc(slices.Clone(ids), func(id int64) bool { return id == series })
}

// A rank picks the same record in a question and in a change. If several are equal, the change
// asks which of them is meant.
func TestARankPicksTheSameRecordInAChange(t *testing.T) {
	for of, equal := range map[string]bool{
		"most urgent task": true, "most urgent task in project Attic": false, "next task tagged errand": true,
		"oldest overdue task about the path": true, "newest task": false, "second oldest task": false,
		"most urgent task about the path tagged errand": true,
	} {
		listed, ok := listedBy(t, "what is the "+of)
		changed, _ := changedBy(t, "delete the "+of)
		asks := len(changed) == 0
		if !ok || len(listed) == 0 || asks != equal || !asks && listed[0] != changed[0] {
			t.Errorf("%q is %v in a question and %v in a change", of, listed, changed)
		}
	}
}

func readings(t *testing.T, text string) []meaning.Text {
	t.Helper()
	toks := language.Tokens(text)
	b := brief.Brief{Clock: clock(), Records: tasks()}
	names := reference.Resolver{Records: reference.In(b, clock())}.NamesIn(meaning.BuiltIn().Likeliest(toks), toks)
	return meaning.BuiltIn().Readings(text, clock(), names)
}

// listedBy are the ids that the answer to a question lists, in its order; false if it is not understood.
func listedBy(t *testing.T, text string) (ids []int64, ok bool) {
	t.Helper()
	all := readings(t, text)
	if len(all) == 0 {
		return nil, false
	}
	asked := propose.Inquiry{Text: text, Clock: clock(), Said: &all[0], Also: all[1:]}
	a, err := rules.Engine{}.Answer(context.Background(), asked, tasks())
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range a.Records {
		ids = append(ids, x.ID)
	}
	return ids, len(a.NotUnderstood) == 0
}

// changedBy are the ids of the records that a request changes; false if it changes nothing.
func changedBy(t *testing.T, text string) (ids []int64, ok bool) {
	t.Helper()
	all := readings(t, text)
	if len(all) == 0 {
		return nil, false
	}
	q := propose.Request{Text: text, Said: &all[0], Also: all[1:]}
	d, err := rules.Engine{}.Draft(context.Background(), q, brief.Brief{Clock: clock(), Records: tasks()})
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range d.Ops {
		if !o.Verb.Bulk() {
			ids = append(ids, o.ID.ID)
			continue
		}
		found, _ := tasks().Find(o.Where, clock().Today())
		for _, x := range found {
			ids = append(ids, x.ID)
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids), len(d.Ops) > 0
}
