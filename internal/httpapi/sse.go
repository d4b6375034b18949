package httpapi

import (
	"bytes"
	"context"
	"net/http"
	"slices"
	"strings"
	"time"

	"assister/internal/door"
)

// formOf is the form of the answer: the first of the three that the client accepts, or
// JSON.
func formOf(rt *route, accept []string) string {
	if rt.streams {
		return eventStream
	}
	for media := range strings.SplitSeq(strings.Join(accept, ","), ",") {
		media, _, _ = strings.Cut(media, ";")
		if media = strings.TrimSpace(media); slices.Contains([]string{jsonType, ndjson, eventStream}, media) {
			return media
		}
	}
	return jsonType
}

// retry is when a client that was cut off tries again, in milliseconds. It is well within
// Limits.Resume.
const retry = "retry: 500\n\n"

// stream carries a request out and sends its events as they come. The request outlives the
// connection for a while, so that a client that was cut off can go on where it was.
func (s *Server) stream(w http.ResponseWriter, r *http.Request, one door.Request, session string) {
	ctx, cancel := context.WithCancelCause(s.life)
	str := &stream{id: door.NewSecret()[:22], owner: one.Client.Name, bound: buffered, cancel: cancel}
	one.Out = str
	context.AfterFunc(ctx, str.release)
	s.streams.add(str)
	str.join()
	s.running.Go(func() {
		defer cancel(nil)
		defer s.busy.Add(-1)
		s.run(ctx, cancel, session, one)
		str.end()
		time.AfterFunc(s.Limits.Keep, func() { s.streams.remove(str.id) })
	})
	s.send(w, r, str, 0)
}

// resume sends the events that follow the last one that a client has got. One that has got
// them all gets status 204, after which EventSource does not try again.
func (s *Server) resume(w http.ResponseWriter, r *http.Request, client door.Client, last string) *httpError {
	id, at, ok := parseEventID(last)
	str := s.streams.find(id)
	if !ok || str == nil || str.owner != client.Name {
		return refusal(http.StatusGone, "stream_gone", "the events of this stream are not kept any more",
			"send the message again, without Last-Event-ID")
	}
	kept, complete := str.has(at + 1)
	switch {
	case complete:
		w.WriteHeader(http.StatusNoContent)
	case !kept:
		return refusal(http.StatusGone, "events_gone", "the events that follow are not kept any more",
			"send the message again, without Last-Event-ID")
	default:
		str.join()
		s.send(w, r, str, at+1)
	}
	return nil
}

// send writes the events of a stream from number at on, until its end, or until the client
// has gone or is too slow.
func (s *Server) send(w http.ResponseWriter, r *http.Request, str *stream, at int) {
	defer str.part(s.Limits.Resume)
	h := w.Header()
	h.Set("Content-Type", eventStream)
	h.Set("X-Accel-Buffering", "no") // of nginx
	w.WriteHeader(http.StatusOK)
	c := http.NewResponseController(w)
	out := bytes.NewBufferString(retry)
	for {
		lines, last, gone := str.next(at, r.Context().Done())
		if gone {
			return
		}
		for _, line := range lines {
			out.WriteString("id: " + str.eventID(at) + "\nevent: " + eventType(line) + "\ndata: ")
			out.Write(line)
			out.WriteByte('\n')
			at++
		}
		release := limit(s.Limits.Write, c.SetWriteDeadline)
		_, err := w.Write(out.Bytes())
		if err == nil {
			err = c.Flush()
		}
		if release(); err != nil {
			return
		}
		out.Reset()
		if last {
			return
		}
	}
}

// lineWriter writes the events of a request as lines, each as it comes.
type lineWriter struct {
	w      http.ResponseWriter
	within time.Duration // for the client to take an event
}

func (l *lineWriter) Write(line []byte) (int, error) {
	c := http.NewResponseController(l.w)
	defer limit(l.within, c.SetWriteDeadline)()
	n, err := l.w.Write(line)
	if err == nil {
		err = c.Flush()
	}
	return n, err
}
