package view

import (
	"strings"
	"testing"

	"assister/internal/event"
)

func TestDifferencesOfACaseAreShownFieldByField(t *testing.T) {
	missed := event.CaseRow{ID: "bulk-1", Skill: "propose", Outcome: "wrong", Detailed: true, Text: "move it\x1b[31m", Note: "why", Misses: []event.Miss{
		{Of: "task:3 “Milk”", Field: "scheduledFor", Expected: `"2026-11-23"`, Got: `"2026-11-24"`},
		{Of: "task:3 “Milk”", Field: "priority", Got: `"high"`},
		{Of: "task:4 “Bread”", Field: "scheduledFor", Expected: `"2026-11-23"`},
	}}
	for _, tt := range []struct {
		name    string
		c       event.CaseRow
		options Options
		want    string
	}{
		{"in words", missed, Options{}, `wrong  bulk-1
       move it<U+001B>[31m
       task:3 “Milk”
         scheduledFor expected "2026-11-23", got "2026-11-24"
         priority expected nothing, got "high"
       task:4 “Bread”
         scheduledFor expected "2026-11-23", got nothing
       note: why
`},
		{"nothing of what nobody asked for", event.CaseRow{ID: "bulk-2", Outcome: "right"}, Options{}, ""},
	} {
		var out strings.Builder
		if err := NewText(&out, tt.options).Emit(tt.c); err != nil || out.String() != tt.want {
			t.Errorf("%s: it shows\n%s(%v)\nwanted\n%s", tt.name, out.String(), err, tt.want)
		}
	}
	var out strings.Builder
	if err := NewText(&out, Options{Colour: true}).Emit(missed); err != nil || !strings.Contains(out.String(), "\x1b[32m\"2026-11-23\"") || !strings.Contains(out.String(), "\x1b[31m\"2026-11-24\"") {
		t.Errorf("in colour it shows %q, %v", out.String(), err)
	}
}
