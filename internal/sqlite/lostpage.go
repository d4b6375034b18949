package sqlite

import (
	"encoding/binary"
	"fmt"
	"io"
)

// pageSize is the size of pages in a header, 0 if it is not valid.
func pageSize(header []byte) int64 {
	size := int64(binary.BigEndian.Uint16(header[16:]))
	if size == 1 {
		size = 64 << 10
	}
	if size < 512 || size&(size-1) != 0 {
		return 0
	}
	return size
}

// pages are those of a database file, with the newer ones in its log.
type pages struct {
	file  io.ReaderAt
	size  int64  // of a page
	count uint32 // at least as many as there are

	log    io.ReaderAt
	frames map[uint32]int64 // where the newest copy of a page begins in the log
}

// scanPart is how much of the file is read at a time.
const scanPart = 64 << 10

// scan returns the pages in a range of the file that look as if they had been lost.
func (p *pages) scan(from, to int64) (suspect []uint32, err error) {
	part := make([]byte, min(scanPart, to-from))
	for ; from < to; from += int64(len(part)) {
		n, err := p.file.ReadAt(part[:min(int64(len(part)), to-from)], from)
		if err != nil && err != io.EOF {
			return nil, fmt.Errorf("scan the database: %w", err)
		}
		for at := int64(0); at+p.size <= int64(n); at += p.size {
			if number := uint32((from+at)/p.size) + 1; p.lost(number, part[at:at+p.size]) {
				suspect = append(suspect, number)
			}
		}
	}
	return suspect, nil
}

// lockPage is the offset of a page that SQLite never uses.
const lockPage = 1 << 30

// lost reports whether a page has a form that no page in use has, except one that ends a
// long value with zeros. The first byte of a page in a tree is its type. Every other page
// begins with the number of another one.
func (p *pages) lost(number uint32, page []byte) bool {
	if int64(number-1)*p.size == lockPage {
		return false
	}
	head := page
	if number == 1 {
		head = page[100:]
	}
	switch head[0] {
	case 2, 5, 10, 13:
		pointers := 8
		if head[0] < 10 { // an inner page
			pointers = 12
		}
		cells, content := int(binary.BigEndian.Uint16(head[3:])), int(binary.BigEndian.Uint16(head[5:]))
		if content == 0 {
			content = 64 << 10
		}
		end := len(page) - len(head) + pointers + 2*cells
		return end > content || content > len(page)
	case 0:
		next := binary.BigEndian.Uint32(head)
		return number == 1 || next > p.count || next == 0 && isZero(page)
	}
	return true
}

func isZero(b []byte) bool {
	for _, c := range b {
		if c != 0 {
			return false
		}
	}
	return true
}

// readLog finds the pages in the log. Frames of an earlier use of the log have another
// salt. The checksums of frames are not computed: a frame too many means a page too few
// that is suspected.
func (p *pages) readLog(log io.ReaderAt) error {
	const header, frameHeader = 32, 24
	p.log, p.frames = log, map[uint32]int64{}
	var first [header]byte
	if _, err := log.ReadAt(first[:], 0); err == io.EOF {
		return nil
	} else if err != nil {
		return err
	}
	for at := int64(header); ; at += frameHeader + p.size {
		var frame [frameHeader]byte
		if _, err := log.ReadAt(frame[:], at); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		if [8]byte(frame[8:16]) != [8]byte(first[16:24]) {
			return nil
		}
		p.frames[binary.BigEndian.Uint32(frame[:])] = at + frameHeader
	}
}

// read returns the newest copy of a page.
func (p *pages) read(number uint32) ([]byte, error) {
	page := make([]byte, p.size)
	if at, newer := p.frames[number]; newer {
		_, err := p.log.ReadAt(page, at)
		return page, err
	}
	_, err := p.file.ReadAt(page, int64(number-1)*p.size)
	return page, err
}

// used leaves out the pages that have a newer copy in the log, and those that are free:
// they may have any content.
func (p *pages) used(suspect []uint32) (used []uint32, err error) {
	first, err := p.read(1)
	if err != nil {
		return nil, fmt.Errorf("scan the database: %w", err)
	}
	free := map[uint32]bool{}
	trunk := binary.BigEndian.Uint32(first[32:])
	for trunk != 0 && trunk <= p.count && !free[trunk] {
		page, err := p.read(trunk)
		if err != nil || isZero(page) {
			break // the list is damaged: the pages that it does not name stay suspect
		}
		free[trunk] = true
		for leaf := range min(binary.BigEndian.Uint32(page[4:]), uint32(p.size/4-2)) {
			free[binary.BigEndian.Uint32(page[8+4*leaf:])] = true
		}
		trunk = binary.BigEndian.Uint32(page)
	}
	for _, number := range suspect {
		if _, newer := p.frames[number]; !newer && !free[number] {
			used = append(used, number)
		}
	}
	return used, nil
}
