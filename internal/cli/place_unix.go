//go:build linux || darwin || freebsd

package cli

import "syscall"

// room is how many bytes may still be written at a directory.
func room(dir string) (free int64, told bool) {
	var about syscall.Statfs_t
	if err := syscall.Statfs(dir, &about); err != nil {
		return 0, false
	}
	return int64(about.Bavail) * int64(about.Bsize), true
}

// writable reports whether this user may make files in a directory.
func writable(dir string) bool {
	const toWrite = 2
	return syscall.Access(dir, toWrite) == nil
}
