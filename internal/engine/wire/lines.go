package wire

import (
	"bytes"
	"errors"
	"io"
)

var (
	errLine  = errors.New("a line is too long")
	errLines = errors.New("too many lines")
	errBody  = errors.New("the body is too long")
)

// lineReader splits a stream into lines. It never holds much more than the longest
// allowed line.
type lineReader struct {
	from io.Reader
	line int   // maximum bytes of a line
	body int64 // maximum bytes of the stream

	buf         []byte
	start, scan int // buf[start:] is not returned yet; no line ends before scan
	total       int64
	err         error // of from; returned after the lines before it
}

// next returns the next line that is not blank, trimmed. The line is valid until the
// following call. A last line without a newline is returned if the stream ends with
// io.EOF, and dropped if it ends with an error.
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
	if r.total += int64(n); r.total > r.body {
		return errBody
	}
	return nil
}
