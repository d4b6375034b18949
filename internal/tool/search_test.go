package tool

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"assister/internal/ijson"
	"assister/internal/planner"
	"assister/internal/record"
	"assister/internal/search"
)

func TestSearchResultsAreNamedByKindAndID(t *testing.T) {
	for _, name := range []string{"semanticSearch", "chat.semanticSearch", "chat_semanticSearch", "tool_semanticSearch"} {
		got := string(ijson.AppendValue(nil, called(t, name, `{"query":"garden nails"}`).Value()))
		const want = `{"data":{"results":[{"kind":"project","id":"project:9","title":"Garden shed","url":null,"excerpt":"wood and nails","score":`
		if !strings.HasPrefix(got, want) || !strings.HasSuffix(got, `}]},"total":1,"warning":"searched by words alone: no embedding model is set","meta":{"tool":"semanticSearch","mutates":false,"disabled":true,"limit":8}}`) {
			t.Errorf("%s: %s", name, got)
		}
	}
	if e := called(t, "semanticSearch", `{"query":"zebra"}`); e.Total != 0 || e.Problem != nil || string(ijson.AppendValue(nil, e.Data)) != `{"results":[]}` {
		t.Errorf("%+v", e)
	}
	for args, code := range map[string]string{`{}`: "missing_argument", `{"query":" "}`: "missing_argument", `{"query":"a","limit":0}`: "invalid_limit", `{"query":"a","kind":"task"}`: "unknown_field"} {
		if e := called(t, "semanticSearch", args); e.Problem == nil || e.Problem.Code != code {
			t.Errorf("%s: %+v", args, e.Problem)
		}
	}
	if e := called(t, "semanticSearch", `{"query":"rent","projectId":"4"}`); e.Total != 1 || e.Found[0].Key != (record.Key{Kind: "task", ID: 3}) {
		t.Errorf("in one project: %+v", e)
	}
	if e := called(t, "semanticSearch", `{"query":"nails","projectId":4}`); e.Total != 0 || e.Problem != nil {
		t.Errorf("in the other project: %+v", e)
	}
	if e := called(t, "semanticSearch", `{"query":"a","limit":900}`); e.Limit != relevantMax {
		t.Errorf("the limit is %d", e.Limit)
	}
}

// knowing is a library with an embedding model.
type knowing struct {
	library
	found search.Result
	err   error
}

func (k knowing) Relevant(context.Context, search.Request) (search.Result, string, error) {
	return k.found, "", k.err
}

func TestSearchIsAStepOfAPlanAndItsResultsAreCited(t *testing.T) {
	link := of("link", 3, "Roses", "url", record.Text("https://example.org"))
	library := knowing{found: search.Result{Total: 2, Matches: []search.Match{{Record: link, Score: 0.5, Excerpt: "Roses", Semantic: true}, {Record: house[0], Score: 0.25}}}}
	args, _ := ijson.Parse([]byte(`{"query":"flowers"}`))
	run := planner.Run{Tools: NewToolbox(library, clock), Now: clockNow, Planner: once{planner.Step{Tool: "chat.semanticSearch", Args: args}}}
	out, err := run.Answer(t.Context(), planner.Memory{})
	if err != nil || len(out.Steps) != 1 || out.Steps[0].Envelope.Error != nil {
		t.Fatalf("%+v, %v", out, err)
	}
	got := planner.Citations(out.Memory)
	want := []planner.Citation{{ID: "link:3", Title: "Roses", Kind: "link", URL: "https://example.org", Score: 0.5}, {ID: "project:4", Title: "House", Kind: "project", Score: 0.25}}
	if len(got) != 2 || got[0] != want[0] || got[1] != want[1] {
		t.Errorf("%+v", got)
	}
	library.err = errors.New("the disk is gone")
	step, _ := NewToolbox(library, clock).Find("semanticSearch")
	if e := step.Call(t.Context(), args); e.Error == nil || !strings.Contains(e.Error.Problem.Message, "the disk is gone") {
		t.Errorf("%+v", e)
	}
	if e := Lookup("semanticSearch").On(failing{}, clock).Call(t.Context(), args); e.Problem == nil {
		t.Error("a library that is no Searcher is searched")
	}
}

// once is a planner with one plan.
type once []planner.Step

func (o once) Plan(_ context.Context, after *planner.Setback) (planner.Plan, error) {
	if after != nil {
		return planner.Plan{}, nil
	}
	return planner.Plan{Steps: o}, nil
}

func clockNow() time.Time { return clock.Instant }
