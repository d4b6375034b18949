//go:build unix

package config

import (
	"io/fs"
	"os"
	"syscall"
)

// hasModes tells whether the permissions of a file say who may change it.
const hasModes = true

// foreignOwner reports whether a file belongs to neither root nor this user, and to whom.
func foreignOwner(about fs.FileInfo) (user uint32, foreign bool) {
	stat, ok := about.Sys().(*syscall.Stat_t)
	return stat.Uid, ok && stat.Uid != 0 && int(stat.Uid) != os.Geteuid()
}
