package cli

import (
	"crypto/rand"
	"encoding/binary"
	"time"
)

// newCorrelationID is the name of a request that nobody has named: a ULID (as
// github.com/ulid/spec has them), of 48 bits that count milliseconds and 80 bits of
// chance, so that names sort by the time they were given at.
func newCorrelationID(at time.Time) string {
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
