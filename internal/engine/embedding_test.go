package engine

import (
	"context"
	"errors"
	"testing"
	"time"

	"assister/internal/engine/capability"
	"assister/internal/search/searchtest"
)

// mute is an embedder that never answers and counts its calls.
type mute struct{ asked int }

func (s *mute) Embed(ctx context.Context, _ string, _ []string) ([][]float32, error) {
	s.asked++
	<-ctx.Done()
	return nil, ctx.Err()
}

func TestASilentServerIsNotAskedAgainAtOnce(t *testing.T) {
	shelf := &capability.Cache{Dir: t.TempDir(), Now: func() time.Time { return time.Unix(0, 0) }}
	s := &mute{}
	short := limitedEmbedder{Embedder: s, server: "here", learned: shelf, wait: time.Millisecond}
	for range 2 {
		if _, err := short.Embed(t.Context(), "tiny", []string{"a"}); err == nil {
			t.Error("no error")
		}
	}
	if s.asked != 1 {
		t.Errorf("asked %d times", s.asked)
	}
	longer := short
	longer.wait, longer.Embedder = time.Minute, &searchtest.Embedder{}
	if _, err := longer.Embed(t.Context(), "tiny", []string{"a"}); err != nil {
		t.Error("whoever waits longer is not heard:", err)
	}
	short.Embedder = &searchtest.Embedder{}
	if _, err := short.Embed(t.Context(), "tiny", []string{"a"}); err != nil {
		t.Error("it is back:", err)
	}
	// A cancelled request says nothing about the server.
	gone, leave := context.WithCancel(t.Context())
	leave()
	short.Embedder, short.wait = s, time.Minute
	if _, err := short.Embed(gone, "tiny", []string{"a"}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if shelf.TimedOut("here", "tiny", 0) {
		t.Error("it is away because somebody left")
	}
}
