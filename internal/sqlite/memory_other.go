//go:build !linux

package sqlite

// limitHeap has nothing to do for allocators that do not keep a heap per thread.
func limitHeap() {}
