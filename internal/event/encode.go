package event

import (
	"math"
	"strconv"
	"time"

	"assister/internal/ijson"
	"assister/internal/record"
)

// encoder appends the members of an object and the items of an array. It writes
// the commas itself: one is needed unless the last byte opened the object or array.
type encoder struct{ buf []byte }

func (e *encoder) comma() {
	if c := e.buf[len(e.buf)-1]; c != '{' && c != '[' {
		e.buf = append(e.buf, ',')
	}
}

// name begins a member. The names of the protocol need no escaping.
func (e *encoder) name(name string) {
	e.comma()
	e.buf = append(append(append(e.buf, '"'), name...), '"', ':')
}

func (e *encoder) open(c byte)  { e.buf = append(e.buf, c) }
func (e *encoder) close(c byte) { e.buf = append(e.buf, c) }

func (e *encoder) item(c byte) {
	e.comma()
	e.open(c)
}

func (e *encoder) text(name, s string) {
	e.name(name)
	e.buf = ijson.AppendString(e.buf, s)
}

func (e *encoder) optional(name, s string) {
	if s != "" {
		e.text(name, s)
	}
}

func (e *encoder) number(name string, n int64) {
	e.name(name)
	e.buf = strconv.AppendInt(e.buf, n, 10)
}

func (e *encoder) counted(name string, n int64) {
	if n != 0 {
		e.number(name, n)
	}
}

// float writes null for a number that JSON cannot have.
func (e *encoder) float(name string, f float64) {
	e.name(name)
	if math.IsNaN(f) || math.IsInf(f, 0) {
		e.buf = append(e.buf, "null"...)
		return
	}
	e.buf = strconv.AppendFloat(e.buf, f, 'f', -1, 64)
}

func (e *encoder) flag(name string, b bool) {
	e.name(name)
	e.buf = strconv.AppendBool(e.buf, b)
}

func (e *encoder) null(name string) {
	e.name(name)
	e.buf = append(e.buf, "null"...)
}

func (e *encoder) texts(name string, words []string) {
	e.name(name)
	e.open('[')
	for _, w := range words {
		e.comma()
		e.buf = ijson.AppendString(e.buf, w)
	}
	e.close(']')
}

// envelope opens the line's object; the body's members follow.
func (e *encoder) envelope(b Body, seq int, at time.Time, correlationID string) {
	e.open('{')
	e.text("type", b.eventType())
	e.number("seq", int64(seq))
	e.instant("ts", at)
	e.text("correlationId", correlationID)
}

func (e *encoder) instant(name string, at time.Time) {
	e.name(name)
	e.buf = append(record.AppendInstant(append(e.buf, '"'), at), '"')
}
