package rqlite

import (
	"testing"
	"time"
)

// Each look of a writer that waits costs the nodes time that the others wait for, and so does a
// turn that it notices late.
func TestAWriterThatWaitsLooksSeldomAndInTime(t *testing.T) {
	for _, turn := range []time.Duration{2 * time.Millisecond, 5 * time.Millisecond, 30 * time.Millisecond} {
		for before, most := range map[int64]int{1: 12, 7: 6, 99: 9} {
			waiting := ticket{s: &Store{queue: queue{turn: usualTurn}}}
			looks := 0
			var now time.Duration // since the ticket was taken
			for {
				done := min(int64(now/turn), before)
				waiting.learn(place{version: done, first: done + 1, number: before + 1, before: before - done, all: before + 1})
				looks++
				if done == before {
					break
				}
				pause := waiting.pause(before - done)
				waiting.waited, waiting.idle, now = waiting.waited+pause, waiting.idle+pause, now+pause
			}
			late := now - time.Duration(before)*turn
			if looks > most || late > turn {
				t.Errorf("with %d turns of %v before its own: %d looks, %v late", before, turn, looks, late)
			}
		}
	}
}
