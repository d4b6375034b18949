//go:build !unix

package config

import "io/fs"

// hasModes tells whether the permissions of a file say who may change it.
const hasModes = false

// foreignOwner is not known on this system.
func foreignOwner(fs.FileInfo) (user uint32, foreign bool) { return 0, false }
