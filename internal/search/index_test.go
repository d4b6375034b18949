package search_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"assister/internal/calendar"
	"assister/internal/ijson"
	"assister/internal/op"
	"assister/internal/problem"
	"assister/internal/search"
	"assister/internal/search/searchtest"
	"assister/internal/sqlite"
	"assister/internal/vector"
	"assister/internal/workspace"
)

// fixture is a workspace with a semantic index and its embedding model.
type fixture struct {
	t     testing.TB
	store *sqlite.Store
	asked searchtest.Embedder
	model string
	n     int
}

func newFixture(t testing.TB) *fixture {
	t.Helper()
	store, err := sqlite.Open(filepath.Join(t.TempDir(), "w.db"), workspace.ToWrite)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	return &fixture{t: t, store: store, model: "tiny"}
}

// apply applies operations, one on each line.
func (d *fixture) apply(lines string) {
	d.t.Helper()
	var ops []op.Op
	for line := range strings.Lines(strings.TrimSpace(lines)) {
		v, fault := ijson.Parse([]byte(line))
		if fault != nil {
			d.t.Fatal(fault.Message)
		}
		o, problems := op.Decode(v, calendar.Clock{})
		if len(problems) > 0 {
			d.t.Fatal(problems)
		}
		ops = append(ops, o)
	}
	d.n++
	clock := calendar.Clock{Instant: time.Date(2026, 11, 21, 9, 0, d.n, 0, time.UTC), Zone: time.UTC}
	_, err := workspace.Apply(d.t.Context(), d.store, workspace.Request{Ops: ops, Clock: clock, Key: fmt.Sprint(d.n), Approval: "yes"})
	if err != nil {
		d.t.Fatal(err)
	}
}

func (d *fixture) index() search.Index {
	return search.Index{
		Model: search.Model{Name: d.model, Embedder: &d.asked},
		// A store may call the function more than once.
		View: func(ctx context.Context, fn func(search.IndexSource) error) error {
			view := func() error { return d.store.View(ctx, func(r workspace.Reader) error { return fn(r) }) }
			_ = view()
			return view()
		},
		Save: d.store.KeepVectors,
	}
}

// refresh updates the index, and returns the texts that the model embedded.
func (d *fixture) refresh(of search.Scope) (report search.Report, asked []string) {
	d.t.Helper()
	d.asked.Asked = nil
	report, err := d.index().Refresh(d.t.Context(), of)
	if err != nil {
		d.t.Fatal(err)
	}
	return report, d.asked.Asked
}

// near returns the records that a text finds, best first. Those without the words are in
// parentheses.
func (d *fixture) near(text string, limit int) (found []string) {
	d.t.Helper()
	if err := d.store.View(d.t.Context(), func(r workspace.Reader) error {
		is, err := r.Vectors()
		if err != nil {
			return err
		}
		to, err := d.index().Model.QueryVector(d.t.Context(), is, text)
		if err != nil {
			return err
		}
		a, err := search.FindHybrid(r, search.Request{Text: text, Limit: limit}, to)
		for _, x := range a.Matches {
			key := fmt.Sprintf("%s:%d", x.Record.Kind.Name, x.Record.ID)
			if x.Semantic {
				key = "(" + key + ")"
			}
			found = append(found, key)
		}
		return err
	}); err != nil {
		d.t.Fatal(err)
	}
	return found
}

const household = `
{"op":"task.create","title":"Call the dentist"}
{"op":"task.create","title":"Buy milk","notes":"and oats"}
{"op":"note.create","title":"Supper","content":"butter, bread and cheese"}
{"op":"project.create","name":"Car","description":"tyres, brakes"}
{"op":"event.create","title":"Beach","scheduledFor":"2026-11-25"}
`

func TestOnlyChangedTextsAreEmbedded(t *testing.T) {
	d := newFixture(t)
	d.apply(household)
	if r, asked := d.refresh(search.Changed); !r.TooMany || asked != nil {
		t.Errorf("an index begins by itself: %+v, %q", r, asked)
	}
	r, asked := d.refresh(search.Everything)
	want := []string{"Call the dentist", "Buy milk\nand oats", "Beach", "Car\ntyres, brakes", "Supper\nbutter, bread and cheese"}
	if diff := cmp.Diff(want, asked); diff != "" || r.Made != 5 {
		t.Error(diff, r.Made)
	}
	for _, extent := range []search.Scope{search.Changed, search.Everything} {
		if r, asked := d.refresh(extent); asked != nil || r.Stale != 0 {
			t.Errorf("nothing has changed: %q, %+v", asked, r)
		}
	}
	d.apply(`{"op":"task.set_status","id":1,"status":"completed"}`)
	if r, asked := d.refresh(search.Changed); asked != nil || r.Stale != 0 {
		t.Errorf("what is no text is asked for: %q, %+v", asked, r)
	}
	d.apply(`{"op":"task.update","id":1,"title":"Call the garage"}
{"op":"note.delete","id":1}
{"op":"link.create","name":"Roses","url":"https://example.org"}`)
	if r, asked := d.refresh(search.Changed); !slices.Equal(asked, []string{"Call the garage", "Roses\nhttps://example.org"}) || r.Stale != 2 {
		t.Errorf("%q, %+v", asked, r)
	}
	if r, asked := d.refresh(search.Everything); asked != nil || r.Stale != 0 || r.Kept != 5 {
		t.Errorf("it is not as a look at all would leave it: %q, %+v", asked, r)
	}
}

func TestSimilarMeaningsAreFound(t *testing.T) {
	d := newFixture(t)
	d.apply(household)
	d.refresh(search.Everything)
	for text, want := range map[string][]string{
		"toothache":     {"(task:1)"},
		"groceries":     {"(task:2)", "(note:1)"},
		"beach holiday": {"event:1"},
		"milk":          {"task:2", "(note:1)"}, // found both ways, before those found one way
		"vehicle":       {"(project:1)"},
	} {
		if got := d.near(text, 20); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
	}
}

func TestOpenRecordsComeFirstAmongSimilarOnes(t *testing.T) {
	d := newFixture(t)
	d.apply(`{"op":"task.create","title":"Dentist","status":"completed"}
{"op":"task.create","title":"Tooth and some other things to think of"}
{"op":"task.create","title":"Milk"}
{"op":"event.create","title":"Crown","scheduledFor":"2026-11-25"}`)
	d.refresh(search.Everything)
	if got := d.near("toothache", 20); !slices.Equal(got, []string{"(event:1)", "(task:2)", "(task:1)"}) {
		t.Errorf("%v", got)
	}
}

func TestAStaleVectorFindsNothing(t *testing.T) {
	d := newFixture(t)
	d.apply(household)
	d.refresh(search.Everything)
	d.apply(`{"op":"task.update","id":1,"title":"Call the notary"}
{"op":"project.delete","id":1}`)
	for _, text := range []string{"toothache", "vehicle"} {
		if got := d.near(text, 20); slices.Contains(got, "(task:1)") || slices.Contains(got, "(project:1)") {
			t.Errorf("%s: %v", text, got)
		}
	}
	if _, err := workspace.Undo(t.Context(), d.store, workspace.UndoRequest{Clock: calendar.Clock{Instant: time.Now(), Zone: time.UTC}}); err != nil {
		t.Fatal(err)
	}
	if got := d.near("toothache", 20); !slices.Equal(got, []string{"(task:1)"}) {
		t.Errorf("what is undone has its vector still: %v", got)
	}
	if _, asked := d.refresh(search.Changed); asked != nil {
		t.Errorf("asked again for %q", asked)
	}
}

func TestANewModelEmbedsEverything(t *testing.T) {
	d := newFixture(t)
	d.apply(household)
	d.refresh(search.Everything)
	d.model = "tiny:latest" // the same model
	if _, asked := d.refresh(search.Everything); asked != nil {
		t.Errorf("another name of it is another model: %q", asked)
	}
	d.model = "nomic-embed-text"
	if r, asked := d.refresh(search.Changed); !r.TooMany || asked != nil {
		t.Errorf("%q", asked)
	}
	r, asked := d.refresh(search.Everything)
	if len(asked) != 5 || asked[0] != "search_document: Call the dentist" || r.Made != 5 {
		t.Errorf("%q, %+v", asked, r)
	}
	if got := d.near("toothache", 1); !slices.Equal(got, []string{"(task:1)"}) {
		t.Errorf("%v", got)
	}
	if last := d.asked.Asked[len(d.asked.Asked)-1]; last != "search_query: toothache" {
		t.Errorf("asked for %q", last)
	}
	// The same name with other vectors.
	d.asked.Do = func(texts []string) (all [][]float32, err error) {
		for range texts {
			all = append(all, []float32{1, 2})
		}
		return all, nil
	}
	d.apply(`{"op":"task.create","title":"New"}`)
	if _, err := d.index().Refresh(t.Context(), search.Changed); err == nil {
		t.Error("vectors of two dimensions are kept beside each other")
	}
	if r, _ := d.refresh(search.Everything); r.Made != 6 {
		t.Errorf("%+v", r)
	}
	if due, err := d.index().Pending(t.Context(), search.Everything); err != nil || due.Texts != 0 || due.State.Dimension != 2 {
		t.Errorf("%+v, %v", due, err)
	}
}

func TestFinishedEmbeddingsAreKeptWhenTheServerFails(t *testing.T) {
	d := newFixture(t)
	var lines []string
	for i := range 100 {
		lines = append(lines, fmt.Sprintf(`{"op":"task.create","title":"Task %d"}`, i))
	}
	d.apply(strings.Join(lines, "\n"))
	gone := problem.Refuse(problem.Unavailable, "server_unreachable", "the server is gone", "")
	d.asked.Do = func(texts []string) ([][]float32, error) {
		if len(d.asked.Asked) > 64 {
			return nil, gone
		}
		return searchtest.Vectors(texts), nil
	}
	if r, err := d.index().Refresh(t.Context(), search.Everything); !errors.Is(err, gone) || r.Made != 64 || r.Saved != 64 {
		t.Errorf("%d made, %v", r.Made, err)
	}
	d.asked.Do = nil
	if r, asked := d.refresh(search.Everything); len(asked) != 36 || r.Kept != 64 {
		t.Errorf("%d asked for, %+v", len(asked), r)
	}
	// The same with a cancelled request.
	d.model = "other"
	ctx, stop := context.WithCancel(t.Context())
	x := d.index()
	x.Progress = func(p search.Progress) {
		if p.Done == 32 {
			stop()
		}
	}
	if r, err := x.Refresh(ctx, search.Everything); !errors.Is(err, context.Canceled) || r.Made != 32 {
		t.Errorf("%d made, %v", r.Made, err)
	}
	if r, asked := d.refresh(search.Everything); len(asked) != 68 || r.Kept != 32 {
		t.Errorf("%d asked for, %+v", len(asked), r)
	}
}

func TestAConcurrentRefreshDoesNotEndTheIndexing(t *testing.T) {
	d := newFixture(t)
	d.apply(household)
	d.refresh(search.Everything)
	d.apply(`{"op":"task.update","id":1,"title":"Call the garage"}`)
	x := d.index()
	others := []string{"Mow the lawn", "Rake the leaves"} // the second while the first is being written
	x.Save = func(ctx context.Context, was vector.State, change vector.Change) error {
		if len(others) > 0 {
			d.apply(`{"op":"task.create","title":"` + others[0] + `"}`)
			d.refresh(search.Changed)
			others = others[1:]
		}
		return d.store.KeepVectors(ctx, was, change)
	}
	if _, err := x.Refresh(t.Context(), search.Everything); err != nil {
		t.Fatal(err)
	}
	if r, asked := d.refresh(search.Everything); asked != nil || r.Kept != 7 || r.Stale != 0 {
		t.Errorf("%q, %+v", asked, r)
	}
}

func TestTheOldVectorsStayUntilTheNewModelAnswers(t *testing.T) {
	d := newFixture(t)
	d.apply(household)
	d.refresh(search.Everything)
	d.model = "other"
	d.asked.Do = func([]string) ([][]float32, error) { return nil, errors.New("no") }
	if _, err := d.index().Refresh(t.Context(), search.Everything); err == nil {
		t.Fatal("no error")
	}
	d.model, d.asked.Do = "tiny", nil
	if _, asked := d.refresh(search.Everything); asked != nil {
		t.Errorf("asked for %q", asked)
	}
}

func TestATextThatTheModelCannotEmbedIsSkipped(t *testing.T) {
	d := newFixture(t)
	d.apply(household)
	no := problem.Refuse(problem.Unavailable, "server_refused", "unsupported value: NaN", "")
	d.asked.Do = func(texts []string) ([][]float32, error) {
		if strings.Contains(strings.Join(texts, "\n"), "milk") {
			return nil, no
		}
		return searchtest.Vectors(texts), nil
	}
	r, _ := d.refresh(search.Everything)
	if r.Made != 4 || r.Skipped != 1 || !errors.Is(r.SkipReason, no) {
		t.Errorf("%+v", r)
	}
	d.asked.Do = nil
	if _, asked := d.refresh(search.Everything); !slices.Equal(asked, []string{"Buy milk\nand oats"}) {
		t.Errorf("it is not asked for again: %q", asked)
	}
}

func TestATextThatIsTooLongIsEmbeddedInHalves(t *testing.T) {
	d := newFixture(t)
	d.apply(`{"op":"note.create","title":"A","content":"` + strings.Repeat("milk bread ", 40) + `"}
{"op":"note.create","title":"B","content":"` + strings.Repeat("garage tyres ", 40) + `"}
{"op":"task.create","title":"Call the dentist"}`)
	d.asked.Do = func(texts []string) ([][]float32, error) {
		for i, text := range texts {
			if len(text) > 150 {
				r := problem.Refuse(problem.Rejected, problem.TextTooLong, "too long", "")
				r.Problem.Field = fmt.Sprint(i)
				return nil, r
			}
		}
		return searchtest.Vectors(texts), nil
	}
	if r, _ := d.refresh(search.Everything); r.Made != 3 || r.Skipped != 0 {
		t.Errorf("%+v", r)
	}
	if got := d.near("groceries", 1); !slices.Equal(got, []string{"(note:1)"}) {
		t.Errorf("%v", got)
	}
	if got := d.near("vehicle", 1); !slices.Equal(got, []string{"(note:2)"}) {
		t.Errorf("%v", got)
	}
}

func TestALongNoteIsFoundByEachOfItsParts(t *testing.T) {
	d := newFixture(t)
	filler := strings.Repeat("nothing of the kind is said here ", 33)
	d.apply(`{"op":"note.create","title":"Minutes","content":"` + filler + `\n\n` + filler + `\n\nthe brakes of the vehicle\n\n` + filler + `"}
{"op":"note.create","title":"Other","content":"` + filler + `"}
{"op":"task.create","title":"Call the dentist"}`)
	if r, asked := d.refresh(search.Everything); r.Made != len(asked) || r.Made < 5 {
		t.Errorf("%d made", r.Made)
	}
	if got := d.near("garage", 1); !slices.Equal(got, []string{"(note:1)"}) {
		t.Errorf("%v", got)
	}
}

// unmoved is a source that fails the test if keys are read.
type unmoved struct {
	search.IndexSource
	t *testing.T
}

func (u unmoved) VectorKeys(bool, func(kind int, keys []vector.Key) error) error {
	u.t.Error("the keys are read")
	return nil
}

// Every semantic search looks for changes, and there rarely are any: reading the keys of
// 100,000 vectors takes as long as a search for a word.
func TestWithoutAChangeNoVectorIsRead(t *testing.T) {
	d := newFixture(t)
	d.apply(`{"op":"note.create","title":"Cache","content":"keys expire"}`)
	d.refresh(search.Everything)
	x := d.index()
	x.View = func(ctx context.Context, fn func(search.IndexSource) error) error {
		return d.store.View(ctx, func(r workspace.Reader) error { return fn(unmoved{r, t}) })
	}
	due, err := x.Pending(t.Context(), search.Changed)
	if err != nil || due.Texts != 0 || due.Stale != 0 || due.TooMany {
		t.Errorf("%+v, %v", due, err)
	}
}
