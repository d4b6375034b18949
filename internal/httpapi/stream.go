package httpapi

import (
	"bytes"
	"context"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"time"

	"assister/internal/door"
)

// buffered bounds the events of a stream that are in memory, in bytes. It holds the longest
// event several times.
const buffered = 4 << 20

// stream is the events of one request, which a client reads as they come, and can read
// again from any of them while they are kept. It is an io.Writer for the request.
type stream struct {
	id     string
	owner  string // the name of the client that may read it
	bound  int    // of the bytes that are kept
	cancel context.CancelCauseFunc

	mu      sync.Mutex
	first   int      // number of the first event in lines
	lines   [][]byte // each with its newline
	size    int      // bytes in lines
	sent    int      // events that a client has got: those before this number
	ended   bool
	readers int
	changed chan struct{} // closed at each change, and made again by those that wait
	leave   *time.Timer   // cancels the request while nobody reads it
}

// Write adds an event. If the buffer is full, the oldest events that were sent are dropped,
// and if none was sent, Write waits for the reader: a slow client slows its request down,
// and cannot fill the memory.
//
// A reader that waits goes first. Otherwise it would have to wait for another thread, or for
// the request, which on a busy machine takes milliseconds.
func (s *stream) Write(line []byte) (int, error) {
	if s.add(line) {
		runtime.Gosched()
	}
	return len(line), nil
}

// add adds an event, and reports whether a reader waits for it.
func (s *stream) add(line []byte) (awaited bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for {
		for s.size+len(line) > s.bound && s.first < s.sent && len(s.lines) > 0 {
			s.size -= len(s.lines[0])
			s.lines, s.first = s.lines[1:], s.first+1
		}
		if s.size+len(line) <= s.bound || len(s.lines) == 0 || s.ended {
			break
		}
		s.wait(nil)
	}
	s.lines, s.size = append(s.lines, bytes.Clone(line)), s.size+len(line)
	s.ended = s.ended || eventType(line) == "done"
	awaited = s.changed != nil
	s.change()
	return awaited
}

// end says that no event follows, or that nobody reads one any more.
func (s *stream) end() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ended = true
	s.change()
}

// change wakes those that wait. The lock is held.
func (s *stream) change() {
	if s.changed != nil {
		close(s.changed)
		s.changed = nil
	}
}

// wait returns at the next change, or when stop is closed. The lock is held, and released
// meanwhile.
func (s *stream) wait(stop <-chan struct{}) (stopped bool) {
	if s.changed == nil {
		s.changed = make(chan struct{})
	}
	changed := s.changed
	s.mu.Unlock()
	defer s.mu.Lock()
	select {
	case <-changed:
		return false
	case <-stop:
		return true
	}
}

// next returns the events from number at on, which a client has then got, and whether the
// stream has ended after them. It waits until there is one. gone is true if stop is closed
// first, or if the event was dropped.
func (s *stream) next(at int, stop <-chan struct{}) (lines [][]byte, last, gone bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sent = max(s.sent, at)
	s.change()
	for s.first+len(s.lines) <= at && !s.ended {
		if s.wait(stop) {
			return nil, false, true
		}
	}
	if at < s.first {
		return nil, false, true
	}
	return s.lines[min(at-s.first, len(s.lines)):], s.ended, false
}

// has reports whether the event with a number is kept, or will come; complete reports that
// it is beyond the last one.
func (s *stream) has(at int) (kept, complete bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return at >= s.first, s.ended && at >= s.first+len(s.lines)
}

// join notes a reader.
func (s *stream) join() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.readers++
	if s.leave != nil {
		s.leave.Stop()
		s.leave = nil
	}
}

// part notes that a reader has gone. If it was the last one, the request is cancelled
// unless another comes within grace.
func (s *stream) part(grace time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.readers--
	if s.readers > 0 || s.ended {
		return
	}
	s.leave = time.AfterFunc(grace, func() { s.cancel(door.Cancelled()) })
}

// release lets a request that was cancelled end without waiting for its reader.
func (s *stream) release() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.bound = 1 << 30
	s.change()
}

// eventID is the id of an event: that of the stream and the number of the event.
func (s *stream) eventID(at int) string { return s.id + "-" + strconv.Itoa(at) }

// parseEventID returns the stream and the number of the event that a client got last.
func parseEventID(id string) (stream string, at int, ok bool) {
	cut := strings.LastIndexByte(id, '-')
	if cut < 0 {
		return "", 0, false
	}
	at, err := strconv.Atoi(id[cut+1:])
	return id[:cut], at, err == nil && at >= 0
}

// eventType is the type of an event. The protocol has it first in each line.
func eventType(line []byte) string {
	rest, _ := bytes.CutPrefix(line, []byte(`{"type":"`))
	name, _, _ := bytes.Cut(rest, []byte(`"`))
	return string(name)
}

// streams are the streams that can be read.
type streams struct {
	mu  sync.Mutex
	all map[string]*stream
}

func (s *streams) add(one *stream) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.all == nil {
		s.all = map[string]*stream{}
	}
	s.all[one.id] = one
}

func (s *streams) find(id string) *stream {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.all[id]
}

func (s *streams) remove(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.all, id)
}
