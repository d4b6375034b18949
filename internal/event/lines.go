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

// next is the next line without its end. Of one that is too long the rest is
// read and dropped. The text is good until the next call; io.EOF at the end.
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

// trim takes away what JSON does not see.
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

// interruptible reads r in a goroutine of its own, so that somebody who waits
// on a terminal or a pipe that says nothing can still be interrupted. A read
// that is under way stays behind when the context ends; the process ends then.
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
