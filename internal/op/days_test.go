package op

import (
	"strings"
	"testing"
	"time"

	"assister/internal/calendar"
	"assister/internal/ijson"
)

// saturday is 2026-11-21 in UTC.
var saturday = calendar.Clock{Instant: time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC), Zone: time.UTC}

func TestRelativeDaysAreWrittenAsDates(t *testing.T) {
	for in, want := range map[string]string{
		`{"op":"task.create","title":"x","scheduledFor":"tomorrow","deadline":"+2w"}`:                                      `{"op":"task.create","title":"x","scheduledFor":"2026-11-22","deadline":"2026-12-05"}`,
		`{"op":"task.update","id":1,"scheduledFor":" Monday "}`:                                                            `{"op":"task.update","id":1,"scheduledFor":"2026-11-23"}`,
		`{"op":"task.set_status","id":1,"status":"done","occurrenceDate":"today"}`:                                         `{"op":"task.set_status","id":1,"status":"completed","occurrenceDate":"2026-11-21"}`,
		`{"op":"bulk_update","where":{"ids":[1]},"set":{"scheduledFor":"+3d"}}`:                                            `{"op":"bulk_update","where":{"kind":"task","ids":[1]},"set":{"scheduledFor":"2026-11-24"}}`,
		`{"op":"bulk_delete","where":{"kind":"task","scheduled_range":{"to":"yesterday"}}}`:                                `"scheduled_range":{"to":"2026-11-20"}`,
		`{"op":"task.set_status","id":1,"status":"todo"}`:                                                                  `{"op":"task.set_status","id":1,"status":"pending"}`,
		`{"op":"task.create","title":"x","scheduledFor":"today","recurrence":{"type":"daily","until":"+1m"}}`:              `"until":"2026-12-21"`,
		`{"op":"bulk_set_status","where":{"ids":[1]},"status":"skipped","occurrenceRange":{"from":"today","to":"friday"}}`: `"occurrenceRange":{"from":"2026-11-21","to":"2026-11-27"}`,
	} {
		v, fault := ijson.Parse([]byte(in))
		if fault != nil {
			t.Fatal(fault)
		}
		before := string(ijson.AppendValue(nil, v))
		o, problems := Decode(v, saturday)
		if len(problems) > 0 {
			t.Errorf("%s: %v", in, problems)
			continue
		}
		if got := string(o.AppendJSON(nil)); !strings.Contains(got, want) {
			t.Errorf("%s is written %s, want %s", in, got, want)
		}
		if after := string(ijson.AppendValue(nil, v)); after != before {
			t.Errorf("decoding changed its input from %s to %s", before, after)
		}
	}
}

func TestADateThatCannotBeReadNamesTheAcceptedForms(t *testing.T) {
	for _, clock := range []calendar.Clock{saturday, {}} {
		v, _ := ijson.Parse([]byte(`{"op":"task.create","title":"x","scheduledFor":"next week"}`))
		_, problems := Decode(v, clock)
		if len(problems) != 1 || !strings.Contains(problems[0].Hint, calendar.RelativeForms) {
			t.Errorf("problems: %v", problems)
		}
	}
}
