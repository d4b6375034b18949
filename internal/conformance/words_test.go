package conformance

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"assister/internal/brief"
	"assister/internal/calendar"
	"assister/internal/check"
	"assister/internal/engine/rules"
	"assister/internal/event"
	"assister/internal/ijson"
	"assister/internal/language"
	"assister/internal/language/meaning"
	"assister/internal/problem"
	"assister/internal/propose"
	"assister/internal/record"
	"assister/internal/reference"
	"assister/internal/route"
	"assister/internal/search"
	"assister/internal/workspace"
)

// Areas about words: routing, candidates, ranking.

func index(t *testing.T, named fixtures) runner {
	today := clock(t).Today()
	return func(t *testing.T, c testCase) (any, any) {
		items := records(t, named.resolve(t, at(c.Input, "items")))
		if has(c.Input, "query") {
			k, _ := at(c.Input, "k").Int()
			return idsOf(search.Rank(str(c.Input, "query"), items, today, int(k))), c.Expected
		}
		n := brief.Aggregates(items, today)
		return map[string]int{"overdueCount": n.Overdue, "next7DaysCount": n.Next7Days, "backlogCount": n.Backlog, "scheduledCount": n.Scheduled}, c.Expected
	}
}

func chunking(*testing.T, fixtures) runner {
	return func(t *testing.T, c testCase) (any, any) {
		text := built(t, str(c.Input, "text"), str(c.Input, "build"))
		if c.Name == "makePreview" {
			preview := search.Preview(text)
			if c.Expected.Kind == ijson.String {
				return preview, c.Expected
			}
			return map[string]any{"length": utf8.RuneCountInString(preview), "endsWithEllipsis": strings.HasSuffix(preview, "…")}, c.Expected
		}
		lengths, ends := []int{}, [][]any{}
		for _, chunk := range search.Chunks(text) {
			lengths = append(lengths, utf8.RuneCountInString(chunk))
			ends = append(ends, []any{len(chunk), chunk[:min(3, len(chunk))], chunk[max(0, len(chunk)-3):]})
		}
		if strings.HasSuffix(c.Name, "boundaries") {
			return ends, c.Expected
		}
		return lengths, c.Expected
	}
}

// built returns a text that a case describes: "500x3" is three paragraphs of 500 letters,
// "900+100" is two, and "x*180" is 180 times a letter.
func built(t *testing.T, text, build string) string {
	if letter, n, ok := strings.Cut(text, "*"); ok {
		return strings.Repeat(letter, letters(t, n))
	}
	if n, ok := strings.CutSuffix(text, " chars where char i = digit i%10"); ok {
		return strings.Repeat("0123456789", letters(t, n)/10)
	}
	if !strings.HasPrefix(text, "(") {
		return text
	}
	var paragraphs []string
	for part := range strings.SplitSeq(strings.TrimPrefix(build, "exact "), "+") {
		n, times, several := strings.Cut(part, "x")
		if !several {
			times = "1"
		}
		for range letters(t, times) {
			paragraphs = append(paragraphs, strings.Repeat("a", letters(t, n)))
		}
	}
	return strings.Join(paragraphs, "\n\n")
}

func letters(t *testing.T, digits string) int {
	n, err := strconv.Atoi(digits)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// readings are what a text may mean, without the names of any workspace.
func readings(c calendar.Clock, text string) []meaning.Text {
	return meaning.BuiltIn().Readings(text, c, nil)
}

func candidates(text string, among []record.Record) []record.Record {
	return route.Candidates(text, meaning.BuiltIn().Keywords(text, 100), among)
}

// requestOf is a request with what it means, with the names of the workspace.
func (w world) requestOf(snapshot workspace.Reader, text string) propose.Request {
	w.Helper()
	all, toks := meaning.BuiltIn(), language.Tokens(text)
	names := reference.Resolver{
		Records: reference.In(brief.Brief{Clock: w.clock, Records: snapshot}, w.clock),
	}.NamesIn(all.Likeliest(toks), toks)
	q := propose.Request{Text: text, Keywords: all.Keywords(text, 100), Lists: all.Speaks(text, "list", "item")}
	if said, ok := all.Read(text, w.clock, names); ok {
		q.Said = &said
	}
	return q
}

func clarify(t *testing.T, named fixtures) runner {
	return func(t *testing.T, c testCase) (any, any) {
		if has(c.Input, "validation") {
			return clarification(c), str(c.Expected, "question")
		}
		snapshot := named.resolve(t, at(c.Input, "snapshot"))
		items := append(records(t, at(snapshot, "week", "items")), records(t, at(snapshot, "backlog"))...)
		return idsOf(candidates(str(c.Input, "instruction"), items)), c.Expected
	}
}

// clarification returns the question when nothing is valid. The recorded errors are text;
// only those about an id make a difference.
func clarification(c testCase) string {
	var findings []check.Finding
	for _, invalid := range at(c.Input, "validation", "invalid").Items {
		var f check.Finding
		for _, e := range at(invalid, "errors").Items {
			p := problem.Problem{Code: problem.Invalid("title")}
			if strings.Contains(e.Text, "ID") {
				p.Code = problem.MissingOrInvalidID
			}
			f.Errors = append(f.Errors, p)
		}
		findings = append(findings, f)
	}
	return propose.Clarification(findings)
}

// decided returns a decision with our names.
func decided(recorded string) string {
	if recorded == "ops" {
		return string(route.Plan)
	}
	return recorded
}

func router(t *testing.T, named fixtures) runner {
	return func(t *testing.T, c testCase) (any, any) {
		switch {
		case has(c.Input, "classifier"):
			return classified(c)
		case has(c.Input, "llmOutput"):
			return answered(t, named, c)
		}
		r := route.Judge(route.Of(readings(clock(t), str(c.Input, "message"))))
		got, want := map[string]any{}, map[string]any{}
		for _, m := range c.Expected.Members {
			switch m.Name {
			case "decision":
				want[m.Name], got[m.Name] = decided(m.Value.Text), r.Decision
			case "reason":
				reason, _, _ := strings.Cut(r.Reason, ":")
				want[m.Name], got[m.Name] = m.Value.Text, reason
			case "fingerprintEqual": // the routing itself must be deterministic
				again := route.Judge(route.Of(readings(clock(t), str(c.Input, "message"))))
				want[m.Name], got[m.Name] = m.Value.Bool, again.Decision == r.Decision && again.Confidence == r.Confidence && again.Reason == r.Reason
			default:
				t.Fatalf("nothing looks at %s", m.Name)
			}
		}
		return got, want
	}
}

// classified returns the answer of the later generation's classifier with the names of our
// prompt.
func classified(c testCase) (got, want any) {
	answer := at(c.Input, "classifier")
	answer = with(answer, "question", at(answer, "clarifyQuestion"))
	answer = with(answer, "category", at(answer, "hints", "kind"))
	r := route.Judge(route.Read(answer))
	return map[string]any{"decision": r.Decision, "asks": r.QuestionIn(nil) != "", "category": r.Category},
		map[string]any{"decision": str(c.Expected, "decision"), "asks": true, "category": str(c.Expected, "hints.kind")}
}

// answered goes from a model's answer to a question or a decision, in the order of
// package route.
func answered(t *testing.T, named fixtures, c testCase) (any, any) {
	r := route.Read(at(c.Input, "llmOutput"))
	if reply := at(c.Input, "llmOutput"); reply.Kind == ijson.String {
		r = seeded(t).routed(reply.Text, str(c.Input, "instruction"))
	}
	if route.Judge(r).Decision == route.Clarify {
		r.Options = candidates(str(c.Input, "instruction"), records(t, named.resolve(t, at(c.Input, "items"))))
	}
	r = route.Judge(r)
	if s := at(c.Input, "clarify", "selection"); s.Kind == ijson.Object {
		selection := record.Selection{Priority: str(s, "priority"), Day: value(t, newTask(1).Kind, "scheduledFor", at(s, "date")).Date()}
		for _, item := range at(s, "ids").Items {
			id, _ := item.Int()
			selection.Records = append(selection.Records, record.Key{ID: id})
		}
		r = route.Forced(r, selection)
	}
	got := map[string]any{"decision": r.Decision, "confidence": r.Confidence}
	if r.Decision == route.Clarify && (has(c.Expected, "question") || c.Use == "avoid") {
		got["question"] = propose.Question(nil, r.QuestionIn(nil), r.Options)
	}
	if has(c.Expected, "options") {
		options := []any{}
		for _, o := range r.Options {
			var day any
			if o.Day().Valid() {
				day = o.Day().String()
			}
			options = append(options, map[string]any{"id": o.ID, "title": o.Label(), "scheduledFor": day})
		}
		got["options"] = options
	}
	if r.Where != nil {
		got["where"] = parsed(t, string(r.Where.AppendJSON(nil)))
	}
	return plainly(got), c.Expected
}

// proposals uses the built-in rules.
func proposals(t *testing.T, _ fixtures) runner {
	return func(t *testing.T, c testCase) (any, any) {
		w := seeded(t)
		var said event.Recorder
		var err error
		w.view(func(snapshot workspace.Reader) error {
			_, err = propose.Run(context.Background(), rules.Engine{}, w.requestOf(snapshot, str(c.Input, "taskBrief")), snapshot, w.clock, check.Rules{}, &said)
			return nil
		})
		proposed := 0
		for _, b := range said.Bodies {
			if ops, ok := b.(event.Ops); ok {
				proposed += len(ops.Operations)
			}
		}
		var refusal *problem.Refusal
		if !errors.As(err, &refusal) {
			t.Fatal(err)
		}
		return map[string]any{"operations": proposed, "textNonEmpty": refusal.Problem.Message != "" && refusal.Problem.Hint != "", "code": refusal.Problem.Code},
			map[string]any{"operations": len(at(c.Expected, "operations").Items), "textNonEmpty": at(c.Expected, "textNonEmpty").Bool, "code": propose.NoOperations}
	}
}
