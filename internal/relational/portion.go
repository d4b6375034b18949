package relational

import "database/sql/driver"

// Pages are read of about this many bytes, and at most this many rows: over a network, to read
// few takes about as long as to read many.
const (
	pageBytes = 512 << 10
	pageRows  = 4000
	firstPage = 64 // rows, whose size is not known yet
)

// nextPage is how many rows to read after some, by their bytes.
func nextPage(rows, bytes int) int { return min(max(pageBytes*rows/max(bytes, 1), 1), pageRows) }

// sizeOf is about how many bytes a row has.
func sizeOf(row []driver.Value) (n int, err error) {
	for i, v := range row {
		n += 8
		switch v := v.(type) {
		case nil, int64:
		case string:
			n += len(v)
		case []byte:
			n += len(v)
		default:
			return n, Damaged("column %d of a row holds no value that a workspace has", i+1)
		}
	}
	return n, nil
}
