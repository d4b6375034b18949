package filter_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"assister/internal/calendar"
	"assister/internal/filter"
	"assister/internal/filter/filtertest"
	"assister/internal/ijson"

	"assister/internal/record"
	"assister/internal/record/recordtest"
	"assister/internal/schema"
)

var today = calendar.DateOf(2026, time.November, 21)

// clock is at noon of today.
var clock = calendar.Clock{Instant: time.Date(2026, time.November, 21, 12, 0, 0, 0, time.UTC), Zone: time.UTC}

func value(t *testing.T, text string) ijson.Value {
	t.Helper()
	v, p := ijson.Parse([]byte(text))
	if p != nil {
		t.Fatalf("%s: %s", text, p.Message)
	}
	return v
}

func condition(t *testing.T, kind, text string) (filter.Condition, []string) {
	t.Helper()
	c, problems := filter.Where(schema.Lookup(kind), value(t, text), clock)
	var said []string
	for _, p := range problems {
		said = append(said, p.Code+" "+p.Field+": "+p.Hint)
	}
	return c, said
}

func task(id int64, title string, with ...any) record.Record {
	r := record.New(schema.Lookup("task"), id).With("title", record.Text(title)).With("status", record.Text("pending")).With("priority", record.Text("medium"))
	for i := 0; i < len(with); i += 2 {
		r = r.With(with[i].(string), with[i+1].(record.Value))
	}
	return r
}

func day(n int) record.Value { return record.Date(today.AddDays(n)) }

var tasks = []record.Record{
	task(1, "Paint the fence", "deadline", day(-2), "tags", record.Tags("home", "garden")),
	task(2, "éclair recipe", "deadline", day(3), "priority", record.Text("high"), "notes", record.Text("ÉTÉ and sugar")),
	task(3, "Oil the hinges", "tags", record.Tags("home"), "status", record.Text("completed"), "projectId", record.ID(7)),
	task(4, "zebra crossing", "priority", record.Text("low"), "scheduledFor", day(-9), "recurrence", record.Recurrence(calendar.Recurrence{Freq: calendar.Weekly}),
		"completedDates", record.Dates(today.AddDays(-9))),
	task(5, "Ask Ann", "deadline", day(3), "createdAt", record.Instant(time.Date(2026, 11, 20, 23, 30, 0, 0, time.UTC))),
}

func ids(records []record.Record) string {
	var words []string
	for _, r := range records {
		words = append(words, strconv.FormatInt(r.ID, 10))
	}
	return strings.Join(words, " ")
}

func TestAConditionMatches(t *testing.T) {
	for text, want := range map[string]string{
		`null`:                                                        "1 2 3 4 5",
		`{}`:                                                          "1 2 3 4 5",
		`{"status":"pending","tag":"home"}`:                           "1",
		`{"title":"ask ann"}`:                                         "5",
		`{"title":{"contains":"the"}}`:                                "1 3",
		`{"notes":{"contains":"été"}}`:                                "2",
		`{"notes":{"contains":"ETE"}}`:                                "2",
		`{"status":"done"}`:                                           "3",
		`{"status":{"ne":"todo"}}`:                                    "3",
		`{"not":{"status":"done"}}`:                                   "1 2 4 5",
		`{"not":{"deadline":{"lt":"+1w"}}}`:                           "3 4",
		`{"not":[{"tag":"home"},{"id":5}]}`:                           "2 4",
		`{"deadline":{"lt":"today"}}`:                                 "1",
		`{"deadline":"+3d"}`:                                          "2 5",
		`{"deadline":null}`:                                           "3 4",
		`{"deadline":{"ne":null}}`:                                    "1 2 5",
		`{"deadline":{"lt":"2026-11-21"}}`:                            "1",
		`{"deadline":{"gte":"2026-11-24","lte":"2026-11-24"}}`:        "2 5",
		`{"due":{"gt":"2026-11-19"}}`:                                 "2 5",
		`{"priority":{"gte":"medium"}}`:                               "1 2 3 5",
		`{"priority":{"lt":"medium"}}`:                                "4",
		`{"priority":{"ne":"medium"}}`:                                "2 4",
		`{"status":{"in":["completed","doing"]}}`:                     "3",
		`{"status":["completed","doing"]}`:                            "3",
		`{"tags":"home"}`:                                             "1 3",
		`{"tags":{"ne":"home"}}`:                                      "2 4 5",
		`{"tags":null}`:                                               "2 4 5",
		`{"tags":{"nin":["garden"]}}`:                                 "2 3 4 5",
		`{"projectId":{"in":["7"]}}`:                                  "3",
		`{"id":{"gt":3}}`:                                             "4 5",
		`{"ids":[2,9]}`:                                               "2",
		`{"createdAt":{"gte":"2026-11-20","lt":"2026-11-21"}}`:        "5",
		`{"recurrence":{"ne":null}}`:                                  "4",
		`{"repeating":true,"completed":false}`:                        "4",
		`{"completedDates":"2026-11-12"}`:                             "4",
		`{"scheduled_range":{"from":"2026-11-26","to":"2026-11-26"}}`: "4",
		`{"or":[{"status":"completed"},{"priority":"high"}]}`:         "2 3",
		`{"and":[{"tag":"home"},{"or":[{"status":"completed"},{"priority":"high"}]}]}`:  "3",
		`{"deadline":{"gt":"2026-11-01"},"or":[{"tag":"garden"},{"title":"ask Ann"}]}`:  "1 5",
		`{"scheduledFor":"","notes":null}`:                                              "1 3 5",
		`{"status":{"$eq":"pending","$ne":"completed"},"priority":{"in":["low",null]}}`: "4",
	} {
		c, wrong := condition(t, "task", text)
		got := filter.Query{Kind: schema.Lookup("task"), Where: c}.In(tasks, today)
		if len(wrong) > 0 || ids(got.Records) != want {
			t.Errorf("%s holds of %q, want %q; %v", text, ids(got.Records), want, wrong)
		}
	}
}

func TestAnUnknownMemberIsNeverIgnored(t *testing.T) {
	for _, tt := range []struct{ kind, text, want string }{
		{"task", `[]`, "invalid_where_object where:"},
		{"task", `{"secret":"x"}`, "unknown_field where.secret: the fields are id, title"},
		{"task", `{"prioritiy":"high"}`, "unknown_field where.prioritiy: did you mean “priority”?"},
		{"task", `{"or":[{"status":"pending"},{"secret":1}]}`, "unknown_field where.or[1].secret:"},
		{"task", `{"title":{"regex":"x"}}`, "unknown_operator where.title: the operators are"},
		{"task", `{"title":{"contain":"x"}}`, "unknown_operator where.title: did you mean “contains”?"},
		{"task", `{"title":{}}`, "unknown_operator where.title:"},
		{"task", `{"nott":{"status":"completed"}}`, "unknown_field where.nott: did you mean “not”?"},
		{"task", `{"not":{}}`, "invalid_query where.not:"},
		{"task", `{"or":[]}`, "invalid_query where.or:"},
		{"task", `{"and":{"status":"pending"}}`, "invalid_query where.and:"},
		{"task", `{"status":"finished"}`, "invalid_where_status where.status:"},
		{"task", `{"status":{"ne":"over"}}`, "invalid_where_status where.status:"},
		{"task", `{"deadline":{"lt":"soon"}}`, "invalid_where_deadline where.deadline:"},
		{"task", `{"deadline":{"lt":null}}`, "invalid_where_deadline where.deadline:"},
		{"task", `{"tags":{"gt":"a"}}`, "invalid_where_tags where.tags:"},
		{"task", `{"tags":{"eq":["a","b"]}}`, "invalid_where_tags where.tags: use “in”"},
		{"task", `{"deadline":{"contains":"11"}}`, "invalid_where_deadline where.deadline:"},
		{"task", `{"status":{"in":[]}}`, "invalid_where_status where.status:"},
		{"task", `{"recurrence":"daily"}`, "invalid_where_recurrence where.recurrence:"},
		{"task", `{"kind":"event"}`, "invalid_where_kind where.kind:"},
		{"task", `{"overdue":"yes"}`, "invalid_where_overdue where.overdue:"},
		{"link", `{"url":"javascript:alert(1)"}`, "invalid_where_url where.url:"},
		{"event", `{"tag":"home"}`, "unknown_field where.tag:"},
		{"event", `{"overdue":true}`, "unknown_field where.overdue:"},
		{"project", `{"scheduled_range":{"from":"2026-11-21"}}`, "unknown_field where.scheduled_range:"},
		{"task", strings.Repeat(`{"and":[`, 20) + `{}` + strings.Repeat(`]}`, 20), "invalid_query where.and[0].and[0]"},
		{"task", `{"or":[` + strings.Repeat(`{"status":"pending"},`, 400) + `{}]}`, "invalid_query where.or["},
	} {
		if _, wrong := condition(t, tt.kind, tt.text); len(wrong) != 1 || !strings.HasPrefix(wrong[0], tt.want) {
			t.Errorf("%.60s: %q, want %q", tt.text, wrong, tt.want)
		}
	}
}

func TestLinksAndMomentsAreComparedAsGiven(t *testing.T) {
	link, alarm := schema.Lookup("link"), schema.Lookup("alarm")
	records := []record.Record{
		record.New(link, 1).With("url", record.Text("https://example.org/x")), record.New(link, 2).With("url", record.Text("mailto:ann@example.org")),
		record.New(alarm, 1).With("nextTriggerAt", record.Moment(today, calendar.TimeOf(8, 0))), record.New(alarm, 2).With("nextTriggerAt", record.Moment(today.AddDays(1), calendar.TimeOf(0, 0))),
	}
	for _, tt := range []struct{ kind, text, want string }{
		{"link", `{"url":"example.org/x"}`, "1"}, {"link", `{"url":{"ne":"HTTPS://example.org/x"}}`, "2"}, {"link", `{"url":["example.org/x","mailto:ann@example.org"]}`, "1 2"},
		{"link", `{"url":{"contains":"example.org"}}`, "1 2"}, {"link", `{"url":{"gte":"mail"}}`, "2"}, {"link", `{"url":null}`, ""},
		{"alarm", `{"nextTriggerAt":{"lt":"2026-11-22"}}`, "1"}, {"alarm", `{"when":{"gte":"2026-11-22"}}`, "2"}, {"alarm", `{"at":"2026-11-21T08:00"}`, "1"},
	} {
		c, wrong := condition(t, tt.kind, tt.text)
		got := filter.Query{Kind: schema.Lookup(tt.kind), Where: c}.In(records, today)
		if len(wrong) > 0 || ids(got.Records) != tt.want {
			t.Errorf("%s holds of %q, want %q; %v", tt.text, ids(got.Records), tt.want, wrong)
		}
	}
}

func TestRecordsAreSorted(t *testing.T) {
	k := schema.Lookup("task")
	for text, want := range map[string]string{
		`null`: "1 2 3 4 5", `"title"`: "5 3 1 4 2", `"-title"`: "2 4 1 3 5", `"deadline,-id"`: "1 5 2 4 3",
		`"-deadline, title"`: "5 2 1 3 4", `["-priority","title"]`: "2 5 3 1 4", `{"priority":"asc","id":-1}`: "4 5 3 1 2",
	} {
		order, p := filter.Sorting(k, value(t, text))
		if p != nil {
			t.Errorf("%s: %v", text, p)
			continue
		}
		if got := (filter.Query{Kind: k, Sort: order}).In(tasks, today); ids(got.Records) != want {
			t.Errorf("%s: %s, want %s", text, ids(got.Records), want)
		}
	}
	for text, want := range map[string]string{`"colour"`: "unknown_field", `"tags"`: "invalid_query", `""`: "invalid_query", `7`: "invalid_query", `{"id":"up"}`: "invalid_query"} {
		if _, p := filter.Sorting(k, value(t, text)); p == nil || p.Code != want {
			t.Errorf("%s: %v, want %s", text, p, want)
		}
	}
}

func TestLimitAndOffsetLeaveTheTotalAlone(t *testing.T) {
	k := schema.Lookup("task")
	for _, tt := range []struct {
		q    filter.Query
		want string
	}{
		{filter.Query{Limit: 2}, "1 2"}, {filter.Query{Limit: 2, Offset: 1}, "2 3"}, {filter.Query{Offset: 4}, "5"},
		{filter.Query{Limit: 2, Offset: 9}, ""}, {filter.Query{Count: true}, ""},
	} {
		tt.q.Kind = k
		if got := tt.q.In(tasks, today); ids(got.Records) != tt.want || got.Total != 5 {
			t.Errorf("%+v: %s of %d", tt.q, ids(got.Records), got.Total)
		}
	}
}

func TestSelectedMembersHaveTheNamesOfTheKind(t *testing.T) {
	k := schema.Lookup("task")
	got, p := filter.Selecting(k, value(t, `"title, due,title"`))
	if p != nil || !slices.Equal(got, []string{"title", "deadline"}) {
		t.Errorf("%v %v", got, p)
	}
	for text, want := range map[string]string{`"titel"`: "did you mean “title”?", `["x",3]`: "the fields", `7`: "such as"} {
		if _, p := filter.Selecting(k, value(t, text)); p == nil || !strings.HasPrefix(p.Hint, want) {
			t.Errorf("%s: %+v", text, p)
		}
	}
}

func TestConditionsRoundTrip(t *testing.T) {
	source := filtertest.Source{Words: []string{"a", "Ü", `"b\`, "a b"}, Today: today}
	rapid.Check(t, func(t *rapid.T) {
		k := rapid.SampledFrom(schema.Kinds).Draw(t, "kind")
		c := source.Condition(k).Draw(t, "condition")
		text := c.AppendJSON(nil, k)
		v, p := ijson.Parse(text)
		if p != nil {
			t.Fatalf("%s: %s", text, p.Message)
		}
		again, problems := filter.Where(k, v, clock)
		if len(problems) > 0 {
			t.Fatalf("%s: %v", text, problems)
		}
		if twice := again.AppendJSON(nil, k); string(twice) != string(text) {
			t.Fatalf("%s became %s", text, twice)
		}
		for id := range int64(8) {
			if r := recordtest.Record(k, id+1).Draw(t, "record"); again.Match(r, today) != c.Match(r, today) {
				t.Fatalf("%s matches another record", text)
			}
		}
	})
}

func FuzzWhere(f *testing.F) {
	for _, seed := range []string{
		`{}`, `{"status":{"in":["pending",null]},"or":[{"tag":"x"},{"id":3}]}`, `{"deadline":{"$lt":"2026-01-01"}}`, `{"and":[{}]}`, `{"title":"","notes":{"contains":"é"}}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		v, p := ijson.Parse(text)
		if p != nil {
			return
		}
		for _, k := range schema.Kinds {
			c, problems := filter.Where(k, v, clock)
			if len(problems) > 0 {
				continue
			}
			once := c.AppendJSON(nil, k)
			v, p := ijson.Parse(once)
			if p != nil {
				t.Fatalf("wrote %q: %s", once, p.Message)
			}
			if again, problems := filter.Where(k, v, clock); len(problems) > 0 || again.Match(record.New(k, 1), today) != c.Match(record.New(k, 1), today) {
				t.Fatalf("wrote %s, read back %s %v", once, again.AppendJSON(nil, k), problems)
			}
		}
	})
}
