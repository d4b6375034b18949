package language

// arena hands out pieces of memory that are given back all at once.
type arena[T any] struct {
	rest   []T // of the block that pieces are taken from
	blocks [][]T
	used   int // blocks
}

// blockSize is the size of a block in elements. A long text takes more than maxBlocks: the
// first ones are then forgotten, so that what is no longer needed can be collected.
const (
	blockSize = 512
	maxBlocks = 64
)

// take returns n elements. They have the values of an earlier use.
func (a *arena[T]) take(n int) []T {
	if n > len(a.rest) {
		a.next(n)
	}
	piece := a.rest[:n:n]
	a.rest = a.rest[n:]
	return piece
}

// next goes on to a block that has n elements.
func (a *arena[T]) next(n int) {
	for ; a.used < len(a.blocks); a.used++ {
		if len(a.blocks[a.used]) >= n {
			a.rest = a.blocks[a.used]
			a.used++
			return
		}
	}
	if a.used == maxBlocks {
		a.blocks, a.used = nil, 0
	}
	a.rest = make([]T, max(n, blockSize))
	a.blocks = append(a.blocks, a.rest)
	a.used++
}

// reset gives everything back.
func (a *arena[T]) reset() { a.rest, a.used = nil, 0 }
