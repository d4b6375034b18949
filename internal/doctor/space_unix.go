//go:build linux || darwin || freebsd

package doctor

import "syscall"

// freeSpace is how many bytes may still be written in a directory.
func freeSpace(dir string) (free int64, known bool) {
	var about syscall.Statfs_t
	if err := syscall.Statfs(dir, &about); err != nil {
		return 0, false
	}
	return int64(about.Bavail) * int64(about.Bsize), true
}

// writable reports whether this user can create files in a directory.
func writable(dir string) bool {
	const toWrite = 2
	return syscall.Access(dir, toWrite) == nil
}
