package language

// arena hands out pieces of memory that are given back all at once.
type arena[T any] struct {
	blocks [][]T
	block  int // that pieces are taken from
	used   int // of it
}

// blockSize is the size of a block in elements. A long text takes more than maxBlocks: the
// first ones are then forgotten, so that what is no longer needed can be collected.
const (
	blockSize = 512
	maxBlocks = 64
)

// take returns n elements. They have the values of an earlier use.
func (a *arena[T]) take(n int) []T {
	for ; a.block < len(a.blocks); a.block++ {
		if b := a.blocks[a.block]; a.used+n <= len(b) {
			a.used += n
			return b[a.used-n : a.used : a.used]
		}
		a.used = 0
	}
	if len(a.blocks) == maxBlocks {
		a.blocks, a.block = nil, 0
	}
	a.blocks = append(a.blocks, make([]T, max(n, blockSize)))
	a.used = n
	return a.blocks[a.block][:n:n]
}

// reset gives everything back.
func (a *arena[T]) reset() { a.block, a.used = 0, 0 }
