package wire

import (
	"bytes"
	"errors"
	"io"
)

var (
	errLine  = errors.New("a line is too long")
	errLines = errors.New("too many lines")
	errBody  = errors.New("it is too long")
)

// lineReader takes a stream apart into lines. Its memory is bounded by the longest
// line that is allowed, whatever comes.
type lineReader struct {
	from io.Reader
	line int   // the most bytes of a line
	body int64 // the most bytes of all

	buf         []byte
	start, scan int // buf[start:] is not given yet; there is no end of line before scan
	taken       int64
	err         error // of from, to be told when the lines before it are given
}

// next is the next line that is not blank, without its end and the blanks around
// it; valid until the following call. A last line without an end counts when the
// stream ends in order, and is lost with an error.
func (r *lineReader) next() ([]byte, error) {
	for {
		if i := bytes.IndexByte(r.buf[r.scan:], '\n'); i >= 0 {
			line := r.buf[r.start : r.scan+i]
			r.start = r.scan + i + 1
			r.scan = r.start
			if len(line) > r.line {
				return nil, errLine
			}
			if line = bytes.TrimSpace(line); len(line) > 0 {
				return line, nil
			}
			continue
		}
		r.scan = len(r.buf)
		if r.scan-r.start > r.line {
			return nil, errLine
		}
		if r.err == io.EOF {
			line := bytes.TrimSpace(r.buf[r.start:])
			r.start = r.scan
			if len(line) > 0 {
				return line, nil
			}
		}
		if r.err != nil {
			return nil, r.err
		}
		if err := r.fill(); err != nil {
			return nil, err
		}
	}
}

func (r *lineReader) fill() error {
	if r.start > 0 {
		n := copy(r.buf, r.buf[r.start:])
		r.buf, r.scan, r.start = r.buf[:n], r.scan-r.start, 0
	}
	if len(r.buf) == cap(r.buf) {
		r.buf = append(make([]byte, 0, max(16<<10, 2*cap(r.buf))), r.buf...)
	}
	n, err := r.from.Read(r.buf[len(r.buf):cap(r.buf)])
	r.buf = r.buf[:len(r.buf)+n]
	r.err = err
	if r.taken += int64(n); r.taken > r.body {
		return errBody
	}
	return nil
}
