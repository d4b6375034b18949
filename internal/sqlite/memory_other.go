//go:build !linux

package sqlite

// configureMemory has nothing to do for allocators that do not keep a heap per thread.
func configureMemory() {}
