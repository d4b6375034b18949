// Package relational computes what a store keeps in rows: the values of columns, conditions
// and pages in SQL, and the statements of a commit, of conversations, the text index and
// the vectors. It knows no driver: a store lends it a Snapshot to ask and a Writer, and
// what differs between databases stands in a Dialect. Placeholders are "?". A value is an
// int64, a string, a []byte or nil.
package relational

// Reader answers what the callers of a store ask of a snapshot. Its own methods read
// records; each embedded reader is for another caller.
type Reader struct {
	source
	ledgerReader
	auditReader
	textReader
	vectorReader
	turnReader
}

// NewReader reads a snapshot. With a cache, which is of the same state, it keeps what it has
// read of the text index, for a request that searches several times. A transaction that writes
// has none.
func NewReader(s Snapshot, d *Dialect, cache *Cache) Reader {
	r := source{s, d}
	texts := textReader{r, cache}
	return Reader{r, ledgerReader{r}, auditReader{r}, texts, vectorReader{r}, turnReader{r, texts}}
}
