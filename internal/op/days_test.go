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

func TestMomentsOfOtherZonesAreWrittenAsTheClockShowsThem(t *testing.T) {
	paris, err := calendar.LoadZone("Europe/Paris", "")
	if err != nil {
		t.Fatal(err)
	}
	clock := saturday
	clock.Zone = paris
	for in, want := range map[string]string{
		`{"op":"create_alarm","title":"x","when":"2026-11-24T22:30:00-05:00"}`:            `{"op":"alarm.create","title":"x","scheduledFor":"2026-11-25","time":"04:30"}`,
		`{"op":"alarm.create","title":"x","nextTriggerAt":"2026-11-24T22:30:00.000Z"}`:    `{"op":"alarm.create","title":"x","scheduledFor":"2026-11-24","time":"23:30"}`,
		`{"op":"alarm.create","title":"x","when":"2026-11-24T22:30"}`:                     `{"op":"alarm.create","title":"x","scheduledFor":"2026-11-24","time":"22:30"}`,
		`{"op":"alarm.snooze","id":"1","until":"2026-11-24T22:30[Asia/Tokyo]"}`:           `{"op":"alarm.snooze","id":1,"until":"2026-11-24T14:30"}`,
		`{"op":"bulk_delete","where":{"kind":"alarm","when":{"lt":"2026-11-24T08:00Z"}}}`: `{"nextTriggerAt":{"lt":"2026-11-24T09:00"}}`,
	} {
		v, _ := ijson.Parse([]byte(in))
		o, problems := Decode(v, clock)
		if got := string(o.AppendJSON(nil)); len(problems) > 0 || !strings.Contains(strings.ReplaceAll(got, `"kind":"alarm",`, ""), want) {
			t.Errorf("%s is written %s, want %s (%v)", in, got, want, problems)
		}
	}
	v, _ := ijson.Parse([]byte(`{"op":"alarm.create","title":"x","when":"2026-11-24T22:30Z"}`))
	if _, problems := Decode(v, calendar.Clock{}); len(problems) != 1 || problems[0].Code != "invalid_when" {
		t.Errorf("without a zone of its own, the clock cannot show it: %v", problems)
	}
}

func TestNumbersAndFlagsMayBeInQuotes(t *testing.T) {
	for in, want := range map[string]string{
		`{"op":"alarm.snooze","id":"1","minutes":"60"}`:                                                                                `{"op":"alarm.snooze","id":1,"minutes":60}`,
		`{"op":"project.update","id":" 7 ","progressPercent":" 60 ","isFavorite":"true"}`:                                              `{"op":"project.update","id":7,"progressPercent":60,"isFavorite":true}`,
		`{"op":"task.update","id":1,"projectId":"60"}`:                                                                                 `{"op":"task.update","id":1,"projectId":60}`,
		`{"op":"task.set_status","id":"1","completed":"true"}`:                                                                         `{"op":"task.set_status","id":1,"status":"completed"}`,
		`{"op":"complete","id":1,"completed":"0"}`:                                                                                     `{"op":"task.set_status","id":1,"status":"pending"}`,
		`{"op":"task.create","title":"x","scheduledFor":"today","recurrence":{"type":"every_n_days","intervalDays":"3","count":"60"}}`: `"intervalDays":3,"count":60`,
		`{"op":"bulk_set_status","where":{"ids":["1","2"],"completed":false},"status":"done"}`:                                         `"ids":[1,2],"completed":false`,
	} {
		v, _ := ijson.Parse([]byte(in))
		o, problems := Decode(v, saturday)
		if got := string(o.AppendJSON(nil)); len(problems) > 0 || !strings.Contains(got, want) {
			t.Errorf("%s is written %s, want %s (%v)", in, got, want, problems)
		}
	}
	for _, in := range []string{
		`{"op":"alarm.snooze","id":1,"minutes":"60 minutes"}`, `{"op":"alarm.snooze","id":1,"minutes":"6e1"}`,
		`{"op":"project.update","id":1,"progressPercent":"60.5"}`, `{"op":"project.update","id":1,"progressPercent":"0x10"}`,
	} {
		v, _ := ijson.Parse([]byte(in))
		if o, problems := Decode(v, saturday); len(problems) == 0 {
			t.Errorf("%s is read as %s", in, o.AppendJSON(nil))
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
