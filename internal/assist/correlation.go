package assist

import (
	"crypto/rand"
	"encoding/binary"
	"time"
)

// NewCorrelationID returns an id for a request that came without one: a ULID (see
// github.com/ulid/spec) of 48 bits that count milliseconds and 80 random bits, so that
// ids sort by time.
func NewCorrelationID(at time.Time) string {
	const digits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
	var bits [16]byte
	_, _ = rand.Read(bits[6:]) // it never fails
	high := uint64(at.UnixMilli())<<16 | uint64(binary.BigEndian.Uint16(bits[6:]))
	low := binary.BigEndian.Uint64(bits[8:])
	var id [26]byte
	for i := len(id) - 1; i >= 0; i-- {
		id[i] = digits[low&31]
		low, high = low>>5|high<<59, high>>5
	}
	return string(id[:])
}
