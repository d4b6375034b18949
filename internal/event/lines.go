package event

import (
	"bufio"
	"context"
	"errors"
	"io"
)

// lines reads a line at a time, within MaxLine however long a line is.
type lines struct {
	in   *bufio.Reader
	line int // the number of the last one, from 1
	buf  []byte
}

// next returns the next line without its end, and io.EOF after the last one. A line
// that is too long is skipped. The text is valid until the next call.
func (l *lines) next() (text []byte, long bool, err error) {
	l.buf = l.buf[:0]
	read := 0
	for {
		part, err := l.in.ReadSlice('\n')
		read += len(part)
		if !long && len(l.buf)+len(part) > MaxLine {
			long = true
		}
		if !long {
			l.buf = append(l.buf, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case err == io.EOF && read == 0:
			return nil, false, io.EOF
		case err != nil && err != io.EOF:
			return nil, false, err
		}
		l.line++
		return trim(l.buf), long, nil
	}
}

// trim removes white space, as JSON defines it.
func trim(text []byte) []byte {
	for len(text) > 0 && space(text[len(text)-1]) {
		text = text[:len(text)-1]
	}
	for len(text) > 0 && space(text[0]) {
		text = text[1:]
	}
	return text
}

func space(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// interruptible reads in a goroutine of its own, so that a command that waits for a
// terminal or a pipe can be interrupted. When the context ends, a read that is in
// progress is abandoned; the process ends then.
type interruptible struct {
	ctx    context.Context
	chunks chan chunk
	free   chan []byte
	rest   []byte
	buf    []byte
	err    error
}

type chunk struct {
	buf []byte
	n   int
	err error
}

func newInterruptible(ctx context.Context, r io.Reader) *interruptible {
	i := &interruptible{ctx: ctx, chunks: make(chan chunk), free: make(chan []byte, 2)}
	i.free <- make([]byte, 64<<10)
	i.free <- make([]byte, 64<<10)
	go func() {
		for {
			select {
			case buf := <-i.free:
				n, err := r.Read(buf)
				select {
				case i.chunks <- chunk{buf, n, err}:
				case <-ctx.Done():
					return
				}
				if err != nil {
					return
				}
			case <-ctx.Done():
				return
			}
		}
	}()
	return i
}

func (i *interruptible) Read(p []byte) (int, error) {
	for len(i.rest) == 0 {
		if i.err != nil {
			return 0, i.err
		}
		if i.buf != nil {
			i.free <- i.buf
			i.buf = nil
		}
		select {
		case <-i.ctx.Done():
			return 0, context.Cause(i.ctx)
		case c := <-i.chunks:
			i.buf, i.rest, i.err = c.buf, c.buf[:c.n], c.err
		}
	}
	n := copy(p, i.rest)
	i.rest = i.rest[n:]
	return n, nil
}
