package timeexpr

import (
	"testing"

	"assister/internal/language"
)

// TestInAQuestionAboutThePastTheLatestIsMeant has the clock of the cases: a Saturday.
func TestInAQuestionAboutThePastTheLatestIsMeant(t *testing.T) {
	g := grammar(t, "en")
	for _, tt := range [][2]string{
		{"friday", "2026-11-20"},
		{"monday morning", "2026-11-16T08:00:00..2026-11-16T12:00:00"},
		{"in march", "2026-03-01..2026-03-31"},
		{"at 8", "2026-11-21T08:00:00"},
		{"saturday", "2026-11-21"},
		{"this week", "2026-11-16..2026-11-22"},
		{"last week", "2026-11-09..2026-11-15"},
		{"on march 3", "2026-03-03"},
		{"from monday to wednesday", "2026-11-16..2026-11-18"},
		{"march 3, 2025", "2025-03-03"},
		{"since monday", "2026-11-16.."},
	} {
		toks := language.Tokens(tt[0])
		readings := g.Whole("when", toks, nil)
		if len(readings) == 0 {
			t.Errorf("%q is not read", tt[0])
			continue
		}
		v, ok := EvalPast(readings[0].Node, saturday())
		if got := v.String(); !ok || got != tt[1] {
			t.Errorf("%q in the past is %s, want %s", tt[0], got, tt[1])
		}
	}
}
