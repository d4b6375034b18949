package httpapi

import (
	"runtime"
	"sync/atomic"
	"testing"
)

func TestAReaderThatWaitsGetsAnEventBeforeTheRequestGoesOn(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1)) // as if all other processors were busy
	// Now and then the scheduler takes a goroutine out of turn.
	const tries = 50
	early := 0
	for range tries {
		if readsFirst(t) {
			early++
		}
	}
	if early < tries/2 {
		t.Errorf("in %d of %d tries the request went on first", tries-early, tries)
	}
}

// readsFirst reports whether a reader that waits for an event gets it before Write returns.
func readsFirst(t *testing.T) bool {
	s := &stream{bound: buffered}
	var wentOn atomic.Bool
	first := make(chan bool)
	go func() {
		s.next(0, nil)
		first <- !wentOn.Load()
	}()
	for waits := false; !waits; runtime.Gosched() {
		s.mu.Lock()
		waits = s.changed != nil
		s.mu.Unlock()
	}
	if _, err := s.Write([]byte(`{"type":"start"}` + "\n")); err != nil {
		t.Fatal(err)
	}
	wentOn.Store(true)
	return <-first
}
