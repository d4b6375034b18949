package filter

import (
	"bytes"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"assister/internal/calendar"
	"assister/internal/ijson"
	"assister/internal/record"
	"assister/internal/schema"
)

func parse(t *testing.T, text string) (Condition, []string) {
	t.Helper()
	v, p := ijson.Parse([]byte(text))
	if p != nil {
		t.Fatalf("%s: %s", text, p.Message)
	}
	f, problems := Parse(v, clock, nil)
	var codes []string
	for _, p := range problems {
		codes = append(codes, p.Code)
	}
	return f, codes
}

// clock is on a Wednesday.
var clock = calendar.Clock{Instant: time.Date(2026, 1, 21, 12, 0, 0, 0, time.UTC), Zone: time.UTC}

func day(s string) calendar.Date {
	d, ok := calendar.ParseDate(s)
	if !ok {
		panic("not a date: " + s)
	}
	return d
}

func TestAFilterIsParsed(t *testing.T) {
	for text, want := range map[string]Condition{
		`{}`:                                  {},
		`{"ids":[7,"4",7]}`:                   Comparing(IDs(4, 7)),
		`{"ids":[]}`:                          Comparing(IDs()),
		`{"title_contains":" Tea "}`:          Comparing(TitleContains("Tea")),
		`{"overdue":true}`:                    {Overdue: Yes},
		`{"overdue":false,"completed":false}`: {Overdue: No, Completed: No},
		`{"priority":"HIGH"}`:                 Comparing(Is("priority", record.Text("high"))),
		`{"status":"Doing"}`:                  {Status: "doing"},
		`{"status":"todo"}`:                   {Status: "pending"},
		`{"status":"Done"}`:                   {Status: "completed"},
		`{"status":{"ne":"done"}}`:            Comparing(IsNot("status", record.Text("completed"))),
		`{"status":{"in":["todo","DONE"]}}`:   Comparing(Comparison{Field: "status", Op: In, Values: []record.Value{record.Text("pending"), record.Text("completed")}}),
		`{"projectId":"60"}`:                  Comparing(Is("projectId", record.ID(60))),
		`{"priority":{"eq":"high"}}`:          Comparing(Is("priority", record.Text("high"))),
		`{"due":{"lte":"2026-03-08"}}`:        Comparing(Within("deadline", Range{To: day("2026-03-08")})...),
		`{"not":{"tag":"a"}}`:                 {Not: []Condition{Comparing(Tagged("a"))}},
		`{"not":[{"tag":"a"},{"id":3}]}`:      {Not: []Condition{Comparing(Tagged("a")), Comparing(Is("id", record.ID(3)))}},
		`{"or":[{"overdue":true},{"kind":"project","name":"x"}]}`: {Any: []Condition{{Overdue: Yes},
			Condition{Kinds: []string{"project"}}.With(Is("name", record.Text("x")))}},
		`{"context":"Work"}`:                                  Comparing(Is("context", record.Text("work"))),
		`{"tag":"garden"}`:                                    Comparing(Tagged("garden")),
		`{"projectId":"12"}`:                                  Comparing(Is("projectId", record.ID(12))),
		`{"repeating":false}`:                                 Comparing(Repeating(false)),
		`{"kind":"todo"}`:                                     {Kinds: []string{"task"}},
		`{"kind":["Event","task","event"]}`:                   {Kinds: []string{"task", "event"}},
		`{"status":"on hold","kind":"project"}`:               {Kinds: []string{"project"}, Status: "on hold"},
		`{"scheduled_range":{"from":"2026-03-02","to":null}}`: {Scheduled: Range{Set: true, From: day("2026-03-02")}},
		`{"deadline_range":{"to":"2026-03-08"}}`:              Comparing(Within("deadline", Range{Set: true, To: day("2026-03-08")})...),
	} {
		got, codes := parse(t, text)
		if len(codes) > 0 || !reflect.DeepEqual(got, want) {
			t.Errorf("%s = %+v %v, want %+v", text, got, codes, want)
		}
	}
}

func TestAnUnknownMemberIsNeverIgnored(t *testing.T) {
	for text, want := range map[string]string{
		`[]`:                                         "invalid_where_object",
		`null`:                                       "invalid_where_object",
		`"overdue"`:                                  "invalid_where_object",
		`{"overdue?":true}`:                          "invalid_where_unknown_key",
		`{"titleContains":"tea"}`:                    "invalid_where_unknown_key",
		`{"Overdue":true}`:                           "invalid_where_unknown_key",
		`{"colour":"red"}`:                           "invalid_where_unknown_key",
		`{"priority":{"near":"high"}}`:               "unknown_operator",
		`{"or":[]}`:                                  "invalid_query",
		`{"not":{}}`:                                 "invalid_query",
		`{"not":{"or":[{},{"id":3}]}}`:               "invalid_query",
		`{"not":"overdue"}`:                          "invalid_where_object",
		`{"and":[{"priority?":"high"}]}`:             "invalid_where_unknown_key",
		`{"deadline":"soon"}`:                        "invalid_where_deadline",
		`{"deadline":{"lt":"next friday"}}`:          "invalid_where_deadline",
		`{"name":"x"}`:                               "invalid_where_unknown_key",
		`{"projectId":null}`:                         "invalid_where_projectId",
		`{"ids":3}`:                                  "invalid_where_ids",
		`{"ids":[1.5]}`:                              "invalid_where_ids",
		`{"ids":[0]}`:                                "invalid_where_ids",
		`{"ids":["first"]}`:                          "invalid_where_ids",
		`{"title_contains":""}`:                      "invalid_where_title_contains",
		`{"title_contains":"  "}`:                    "invalid_where_title_contains",
		`{"title_contains":7}`:                       "invalid_where_title_contains",
		`{"overdue":"true"}`:                         "invalid_where_overdue",
		`{"overdue":null}`:                           "invalid_where_overdue",
		`{"scheduled_range":"tomorrow"}`:             "invalid_where_scheduled_range",
		`{"scheduled_range":{}}`:                     "invalid_where_scheduled_range",
		`{"scheduled_range":{"from":null}}`:          "invalid_where_scheduled_range",
		`{"scheduled_range":{"since":"2026-03-02"}}`: "invalid_where_scheduled_range",
		`{"scheduled_range":{"from":"2026-02-30"}}`:  "invalid_where_scheduled_range_from",
		`{"scheduled_range":{"to":20260302}}`:        "invalid_where_scheduled_range_to",
		`{"scheduled_range":{"from":"2026-03-09","to":"2026-03-02"}}`: "invalid_where_scheduled_range",
		`{"deadline_range":[]}`:            "invalid_where_deadline_range",
		`{"deadline_range":{"to":"soon"}}`: "invalid_where_deadline_range_to",
		`{"priority":"urgent"}`:            "invalid_where_priority",
		`{"priority":null}`:                "invalid_where_priority",
		`{"status":"finished"}`:            "invalid_where_status",
		`{"completed":0}`:                  "invalid_where_completed",
		`{"repeating":"yes"}`:              "invalid_where_repeating",
		`{"tag":["a"]}`:                    "invalid_where_tag",
		`{"projectId":-1}`:                 "invalid_where_projectId",
		`{"context":"home"}`:               "invalid_where_context",
		`{"kind":"habit"}`:                 "invalid_where_kind",
		`{"kind":[]}`:                      "invalid_where_kind",
		`{"kind":["task",1]}`:              "invalid_where_kind",
	} {
		if _, codes := parse(t, text); !slices.Equal(codes, []string{want}) {
			t.Errorf("%s: %v, want %s", text, codes, want)
		}
	}
}

func TestSeveralProblemsAreReportedTogether(t *testing.T) {
	_, codes := parse(t, `{"priority":"top","overdue":1,"colour":"red","scheduled_range":{"from":"x","to":"y"}}`)
	want := []string{"invalid_where_priority", "invalid_where_overdue", "invalid_where_unknown_key",
		"invalid_where_scheduled_range_from", "invalid_where_scheduled_range_to"}
	if !slices.Equal(codes, want) {
		t.Errorf("got %v, want %v", codes, want)
	}
}

func TestAnUnknownKeyIsAnsweredWithTheNearest(t *testing.T) {
	for key, want := range map[string]string{"priority?": "priority", "titleContains": "title_contains", "schedule_range": "scheduled_range"} {
		v := ijson.Value{Kind: ijson.Object, Members: []ijson.Member{{Name: key}}}
		_, problems := Parse(v, clock, nil)
		if len(problems) != 1 || problems[0].Hint != "did you mean “"+want+"”?" || problems[0].Field != "where."+key {
			t.Errorf("%s: %+v", key, problems)
		}
	}
}

func TestALongKeyIsShortenedInAMessage(t *testing.T) {
	v := ijson.Value{Kind: ijson.Object, Members: []ijson.Member{{Name: strings.Repeat("k", 10_000)}}}
	_, problems := Parse(v, clock, nil)
	if n := len(problems[0].Message) + len(problems[0].Field) + len(problems[0].Hint); n > 500 {
		t.Errorf("the problem is %d bytes long", n)
	}
}

func TestOnlyAFilterWithoutKeysIsEmpty(t *testing.T) {
	if f, _ := parse(t, `{}`); !f.Empty() {
		t.Error("{} is not empty")
	}
	for _, text := range []string{`{"ids":[]}`, `{"kind":"task"}`, `{"overdue":false}`, `{"scheduled_range":{"to":"2026-01-01"}}`} {
		if f, _ := parse(t, text); f.Empty() {
			t.Errorf("%s is empty", text)
		}
	}
}

func TestAFilterAppliesToPlannedKindsUnlessItNamesKinds(t *testing.T) {
	names := func(f Condition) (names []string) {
		for _, k := range f.Applies() {
			names = append(names, k.Name)
		}
		return names
	}
	if got := names(Condition{}); !slices.Equal(got, []string{"task", "event"}) {
		t.Errorf("without kinds: %v", got)
	}
	if got := names(Condition{Kinds: []string{"project", "task"}}); !slices.Equal(got, []string{"task", "project"}) {
		t.Errorf("with kinds: %v", got)
	}
}

// filters draws valid filters, as Parse returns them.
func filters() *rapid.Generator[Condition] {
	days := rapid.Int32Range(int32(day("2026-01-01")), int32(day("2026-02-28")))
	span := rapid.Custom(func(t *rapid.T) Range {
		r := Range{Set: true, From: calendar.Date(days.Draw(t, "from")), To: calendar.Date(days.Draw(t, "to"))}
		if r.To < r.From {
			r.From, r.To = r.To, r.From
		}
		switch rapid.IntRange(0, 3).Draw(t, "open") {
		case 0:
			r.From = 0
		case 1:
			r.To = 0
		}
		return r
	})
	flag := rapid.SampledFrom([]Flag{Any, No, Yes})
	return rapid.Custom(func(t *rapid.T) Condition {
		f := Condition{Overdue: flag.Draw(t, "overdue"), Completed: flag.Draw(t, "completed")}
		f.Kinds = rapid.SampledFrom([][]string{nil, nil, {"task"}, {"event"}, {"task", "event"}}).Draw(t, "kinds")
		if rapid.Bool().Draw(t, "byIDs") {
			ids := rapid.SliceOfNDistinct(rapid.Int64Range(1, 9), 0, 4, rapid.ID).Draw(t, "ids")
			slices.Sort(ids)
			f = f.With(IDs(ids...))
		}
		word := func(field string, g *rapid.Generator[string]) {
			f = f.WithWord(field, strings.TrimSpace(g.Draw(t, field)))
		}
		word(LabelField, rapid.StringMatching(`[a-zé"\\ ]{0,8}`))
		if rapid.Bool().Draw(t, "scheduled") {
			f.Scheduled = span.Draw(t, "range")
		}
		if rapid.Bool().Draw(t, "deadline") {
			f = f.With(Within("deadline", span.Draw(t, "range"))...)
		}
		word("priority", rapid.SampledFrom(append([]string{""}, schema.Priorities...)))
		f.Status = rapid.SampledFrom(append([]string{""}, schema.Statuses...)).Draw(t, "status")
		if repeating := flag.Draw(t, "repeating"); repeating != Any {
			f = f.With(Repeating(repeating == Yes))
		}
		word("tags", rapid.StringMatching(`[a-zé"\\ ]{0,8}`))
		if id := rapid.Int64Range(0, 3).Draw(t, "project"); id > 0 {
			f = f.With(Is("projectId", record.ID(id)))
		}
		word("context", rapid.SampledFrom(append([]string{""}, schema.Contexts...)))
		return f
	})
}

func TestFiltersRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := filters().Draw(t, "filter")
		text := f.AppendJSON(nil)
		v, p := ijson.Parse(text)
		if p != nil {
			t.Fatalf("%s: %s", text, p.Message)
		}
		got, problems := Parse(v, clock, nil)
		if len(problems) > 0 || !reflect.DeepEqual(got, f) {
			t.Fatalf("%s became %+v %v", text, got, problems)
		}
	})
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		`{}`, `{"ids":[1,"2"]}`, `{"kind":["task","event"],"overdue":true}`, `{"scheduled_range":{"from":null,"to":"2026-01-01"}}`,
		`{"title_contains":"é\u0000"}`, `{"status":"x","kind":"project"}`, `{"priority?":1}`, `[]`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		v, p := ijson.Parse(text)
		if p != nil {
			return
		}
		filter, problems := Parse(v, clock, nil)
		if len(problems) > 0 {
			return
		}
		once := filter.AppendJSON(nil)
		v, p = ijson.Parse(once)
		if p != nil {
			t.Fatalf("wrote %q: %s", once, p.Message)
		}
		again, problems := Parse(v, clock, nil)
		if twice := again.AppendJSON(nil); len(problems) > 0 || !bytes.Equal(once, twice) {
			t.Fatalf("wrote %s, read back %s %v", once, twice, problems)
		}
	})
}

func TestTheKeysAreThoseOfTheSchema(t *testing.T) {
	v, p := ijson.Parse(schema.BulkJSONSchema(schema.BulkDelete))
	if p != nil {
		t.Fatal(p.Message)
	}
	properties, _ := v.Get("properties")
	filter, _ := properties.Get("where")
	keys, _ := filter.Get("properties")
	help, _ := filter.Get("additionalProperties")
	if text, _ := help.Get("description"); !strings.HasSuffix(text.Text, strings.Join(Operators[:], ", ")) {
		t.Errorf("the schema says %q, the operators are %v", text.Text, Operators)
	}
	var names []string
	for _, m := range keys.Members {
		names = append(names, m.Name)
	}
	want := slices.Concat(Keys[:], Groups[:])
	if !slices.Equal(names, want) {
		t.Errorf("the schema has %v, the language %v", names, want)
	}
}

func TestDaysOfAConditionMayBeRelative(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{`{"scheduled_range":{"from":"today","to":"+1w"}}`, `{"scheduled_range":{"from":"2026-01-21","to":"2026-01-28"}}`},
		{`{"deadline_range":{"to":"yesterday"}}`, `{"deadline_range":{"to":"2026-01-20"}}`},
		{`{"deadline":{"lt":"Friday"}}`, `{"deadline":{"lt":"2026-01-23"}}`},
		{`{"deadline":"wednesday"}`, `{"deadline":{"eq":"2026-01-21"}}`},
		{`{"scheduledFor":{"in":["tomorrow","+1m",null]}}`, `{"scheduledFor":{"in":["2026-01-22","2026-02-21",null]}}`},
		{`{"not":{"or":[{"deadline":{"gt":"-3d"}},{"overdue":true}]}}`, `{"not":{"or":[{"deadline":{"gt":"2026-01-18"}},{"overdue":true}]}}`},
		{`{"kind":"alarm","when":{"gte":"tomorrow"}}`, `{"kind":"alarm","nextTriggerAt":{"gte":"2026-01-22T00:00"}}`},
		{`{"kind":"note","createdAt":{"lt":"today"}}`, `{"kind":"note","createdAt":{"lt":"2026-01-21T00:00:00.000Z"}}`},
	} {
		c, codes := parse(t, tt.text)
		if got := string(c.AppendJSON(nil)); len(codes) > 0 || got != tt.want {
			t.Errorf("%s is %s %v, want %s", tt.text, got, codes, tt.want)
		}
	}
}

func TestAConditionHasOneCanonicalForm(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{`{"priority":{"eq":"high"},"kind":"task"}`, `{"kind":"task","priority":"high"}`},
		{`{"deadline":{"lte":"2026-03-08","gte":"2026-03-01"}}`, `{"deadline_range":{"from":"2026-03-01","to":"2026-03-08"}}`},
		{`{"id":{"in":[5,3,5]}}`, `{"ids":[3,5]}`},
		{`{"tags":{"contains":"a"}}`, `{"tag":"a"}`},
		{`{"recurrence":null}`, `{"repeating":false}`},
		{`{"priority":{"ne":"low","gte":"low"},"projectId":4}`, `{"projectId":4,"priority":{"ne":"low"},"and":[{"priority":{"gte":"low"}}]}`},
		{`{"status":"todo","or":[{"status":{"in":["done","doing"]}}]}`, `{"status":"pending","or":[{"status":{"in":["completed","doing"]}}]}`},
	} {
		c, codes := parse(t, tt.text)
		if got := string(c.AppendJSON(nil)); len(codes) > 0 || got != tt.want {
			t.Errorf("%s is %s %v, want %s", tt.text, got, codes, tt.want)
		}
	}
}
