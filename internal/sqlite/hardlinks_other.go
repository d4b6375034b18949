//go:build !unix

package sqlite

import "io/fs"

// links is not known on this system.
func links(fs.FileInfo) uint64 { return 1 }
