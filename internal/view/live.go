package view

import (
	"fmt"
	"io"
	"sync"
	"time"

	"assister/internal/event"
	"assister/internal/problem"
)

// Live is a line at the bottom of a terminal that says what is going on: the stage, the
// model, the seconds and the tokens so far. Everything else that is written to the terminal
// passes a writer of Guard, which wipes the line first.
type Live struct {
	Out   io.Writer // the terminal
	Width func() int
	Now   func() time.Time
	Ticks func(every time.Duration) (ticks <-chan time.Time, stop func())

	mu     sync.Mutex
	stage  string // "" while there is nothing to say
	model  string // that is waited for
	tokens int
	began  time.Time
	shown  bool
	inLine bool   // what was written last has not ended its line
	held   bool   // a person is asked
	stop   func() // of the ticks; nil while there are none
}

// Times of the line. What takes no longer than liveAfter is over before anybody could read it.
const (
	liveAfter = 300 * time.Millisecond
	liveEvery = 200 * time.Millisecond
)

// Event follows the events that the terminal shows.
func (l *Live) Event(b event.Body) {
	switch b := b.(type) {
	case event.Stage:
		if b.Thinking == "" {
			l.begin(b.Stage)
		}
	case event.Done:
		l.End()
	}
}

func (l *Live) begin(stage string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.stage == "" {
		l.began = l.Now()
	}
	if l.stage = stage; l.stop == nil {
		ticks, stop := l.Ticks(liveEvery)
		ended := make(chan struct{})
		l.stop = func() { stop(); close(ended) }
		go l.draw(ticks, ended)
	}
}

// draw draws the line at each tick until ended is closed.
func (l *Live) draw(ticks <-chan time.Time, ended <-chan struct{}) {
	for {
		select {
		case <-ended:
			return
		case <-ticks:
			l.set(l.tick)
		}
	}
}

func (l *Live) tick() {
	took := l.Now().Sub(l.began)
	if l.stage != "" && !l.held && !l.inLine && took >= liveAfter {
		// A line that cannot be written is no loss.
		_, _ = io.WriteString(l.Out, "\r\x1b[2m"+l.text(took)+"\x1b[0m\x1b[K")
		l.shown = true
	}
}

func (l *Live) text(took time.Duration) string {
	tokens := ""
	if l.tokens > 0 {
		tokens = problem.CountOf(l.tokens, "token", "tokens")
	}
	text := Safe(joined(" · ", l.stage, l.model, fmt.Sprintf("%d s", int(took.Seconds())), tokens))
	return cut(text, max(l.Width()-1, 1))
}

// Wait says that a model is waited for, until end is called. token counts a part of its
// answer.
func (l *Live) Wait(model string) (token, end func()) {
	l.set(func() { l.model, l.tokens = model, 0 })
	return func() { l.set(func() { l.tokens++ }) }, func() { l.set(func() { l.model, l.tokens = "", 0 }) }
}

// Hold wipes the line while a person is asked, until back is called.
func (l *Live) Hold() (back func()) {
	l.set(func() { l.held = true; l.wipe() })
	return func() { l.set(func() { l.held = false }) }
}

// End wipes the line; the next stage begins another.
func (l *Live) End() {
	l.set(func() {
		l.wipe()
		if l.stage = ""; l.stop != nil {
			l.stop()
			l.stop = nil
		}
	})
}

func (l *Live) set(fn func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	fn()
}

func (l *Live) wipe() {
	if l.shown {
		_, _ = io.WriteString(l.Out, "\r\x1b[K")
		l.shown = false
	}
}

// Guard returns a writer to the terminal, which wipes the line before it writes.
func (l *Live) Guard(terminal interface {
	io.Writer
	Fd() uintptr
}) io.Writer {
	return guarded{terminal, terminal.Fd, l}
}

type guarded struct {
	w  io.Writer
	fd func() uintptr
	l  *Live
}

// Fd tells that the writer is a terminal.
func (g guarded) Fd() uintptr { return g.fd() }

func (g guarded) Write(p []byte) (n int, err error) {
	g.l.set(func() {
		g.l.wipe()
		if n, err = g.w.Write(p); n > 0 {
			g.l.inLine = p[n-1] != '\n'
		}
	})
	return n, err
}
