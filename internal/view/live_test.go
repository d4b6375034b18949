package view

import (
	"bytes"
	"io"
	"testing"
	"time"

	"assister/internal/event"
)

// tty is a terminal to write to.
type tty struct{ io.Writer }

func (tty) Fd() uintptr { return 0 }

func TestALiveLineSaysWhatIsGoingOnAndIsGoneBeforeAnythingElse(t *testing.T) {
	var screen bytes.Buffer
	now, stopped := time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC), 0
	l := &Live{
		Out: &screen, Width: func() int { return 60 }, Now: func() time.Time { return now },
		Ticks: func(time.Duration) (<-chan time.Time, func()) { return nil, func() { stopped++ } },
	}
	out := l.Guard(tty{&screen})
	tick := func(passed time.Duration) { now = now.Add(passed); l.set(l.tick) }
	shows := func(want string) {
		t.Helper()
		if got := screen.String(); got != want {
			t.Errorf("got\n%q\nwant\n%q", got, want)
		}
		screen.Reset()
	}
	line := func(text string) string { return "\r\x1b[2m" + text + "\x1b[0m\x1b[K" }
	const wiped = "\r\x1b[K"

	l.Event(event.Stage{Stage: event.Routing})
	tick(200 * time.Millisecond)
	shows("") // it may be over before anybody could read it
	tick(800 * time.Millisecond)
	shows(line("routing · 1 s"))
	token, end := l.Wait("tiny\x1b[2J")
	token()
	tick(time.Second)
	shows(line("routing · tiny" + Safe("\x1b[2J") + " · 2 s · 1 token"))
	_, _ = io.WriteString(out, "It ")
	tick(time.Second)
	shows(wiped + "It ") // a text grows
	_, _ = io.WriteString(out, "is.\n")
	end()
	back := l.Hold()
	tick(time.Second)
	shows("is.\n")
	back()
	l.Event(event.Stage{Stage: event.Applying})
	tick(time.Second)
	shows(line("applying · 5 s"))
	l.Event(event.Done{})
	shows(wiped)
	if l.End(); stopped != 1 {
		t.Errorf("stopped %d times", stopped)
	}
}
