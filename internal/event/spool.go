package event

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"os"

	"assister/internal/op"
)

// spoolMemory is how many bytes are kept in memory before a file is used, which then has
// all of them: memory that is held for the whole of a long stream counts twice, since the
// collector lets as much garbage gather beside it.
const spoolMemory = 1 << 20

// spool stores operations as JSON, each with its line number and source, in the order
// they came: in memory, and from spoolMemory on in a temporary file. The file is unlinked
// at once, so that nothing is left behind however the process ends.
type spool struct {
	dir  string // of the file; "" is the system's
	head []byte // everything, as long as there is no file
	file *os.File
	out  *bufio.Writer
	size int64 // of the file
}

func (s *spool) add(line int, source op.Source, text []byte) error {
	var lengths [2*binary.MaxVarintLen64 + 1]byte
	prefix := append(binary.AppendUvarint(lengths[:0], uint64(line)), byte(source))
	prefix = binary.AppendUvarint(prefix, uint64(len(text)))
	if s.file == nil && len(s.head)+len(prefix)+len(text) <= spoolMemory {
		s.head = append(append(s.head, prefix...), text...)
		return nil
	}
	if s.file == nil {
		if err := s.open(); err != nil {
			return err
		}
	}
	if err := s.write(prefix); err != nil {
		return err
	}
	return s.write(text)
}

func (s *spool) open() error {
	f, err := os.CreateTemp(s.dir, ".assister-input-*") // 0600
	if err != nil {
		return fmt.Errorf("keep the operations that were read: %w", err)
	}
	if err := os.Remove(f.Name()); err != nil {
		f.Close()
		return fmt.Errorf("keep the operations that were read: %w", err)
	}
	s.file, s.out = f, bufio.NewWriterSize(f, 64<<10)
	head := s.head
	s.head = nil
	return s.write(head)
}

func (s *spool) write(text []byte) error {
	n, err := s.out.Write(text)
	s.size += int64(n)
	if err != nil {
		return fmt.Errorf("keep the operations that were read: %w", err)
	}
	return nil
}

// reader returns a new reader of everything from the beginning.
func (s *spool) reader() (*bufio.Reader, error) {
	if s.file == nil {
		return bufio.NewReader(bytes.NewReader(s.head)), nil
	}
	if err := s.out.Flush(); err != nil {
		return nil, fmt.Errorf("keep the operations that were read: %w", err)
	}
	return bufio.NewReaderSize(io.NewSectionReader(s.file, 0, s.size), 64<<10), nil
}

// spooled is one entry of a spool.
type spooled struct {
	line   int
	source op.Source
	text   []byte
}

// next reads one entry, with its text in buf, which it may have to grow; io.EOF at the
// end.
func next(r *bufio.Reader, buf []byte) (entry spooled, err error) {
	broken := func(err error) (spooled, error) {
		return spooled{}, fmt.Errorf("read the operations again: %w", err)
	}
	line, err := binary.ReadUvarint(r)
	if err == io.EOF {
		return entry, io.EOF
	}
	if err != nil {
		return broken(err)
	}
	source, err := r.ReadByte()
	if err != nil {
		return broken(err)
	}
	size, err := binary.ReadUvarint(r)
	if err != nil {
		return broken(err)
	}
	if uint64(cap(buf)) < size {
		buf = make([]byte, size)
	}
	buf = buf[:size]
	if _, err := io.ReadFull(r, buf); err != nil {
		return broken(err)
	}
	return spooled{int(line), op.Source(source), buf}, nil
}

func (s *spool) close() error {
	s.head = nil
	if s.file == nil {
		return nil
	}
	return s.file.Close()
}
