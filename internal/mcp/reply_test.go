package mcp

import (
	"slices"
	"testing"

	"assister/internal/ijson"
)

func TestAReplyReportsWhatGoesOn(t *testing.T) {
	var got []string
	r := &reply{latest: map[string]ijson.Value{}, stage: func(text string) { got = append(got, text) }}
	for _, line := range []string{
		`{"type":"start","seq":0}`, `{"type":"stage","stage":"proposing"}`,
		`{"type":"heartbeat","waitingFor":"qwen3","elapsedMs":10000}`, `{"type":"done","status":"done","exitCode":0}`,
	} {
		if _, err := r.Write([]byte(line + "\n")); err != nil {
			t.Fatal(err)
		}
	}
	if !slices.Equal(got, []string{"proposing", "waiting for qwen3"}) || r.failed() {
		t.Errorf("got %q", got)
	}
}

// TestPlansKeepTheNewest keeps more plans than there is room for.
func TestPlansKeepTheNewest(t *testing.T) {
	var p plans
	first := p.keep(plan{stream: make([]byte, 1)})
	second := p.keep(plan{stream: make([]byte, plansMostSize-1)})
	for _, one := range []*plan{first, second} {
		if _, missing := p.find(one.id); missing != nil {
			t.Errorf("a plan within the limits is gone: %v", missing)
		}
	}
	p.keep(plan{stream: make([]byte, 1)})
	if _, missing := p.find(first.id); missing == nil {
		t.Error("the oldest plan is kept beyond the limit of bytes")
	}
	for range plansMost {
		p.keep(plan{})
	}
	if _, missing := p.find(second.id); missing == nil || len(p.byID) != plansMost {
		t.Errorf("%d plans are kept", len(p.byID))
	}
}
