//go:build !(linux || darwin || freebsd)

package doctor

// freeSpace is not known on this system.
func freeSpace(string) (free int64, known bool) { return 0, false }

// writable is not known either; the first change shows it.
func writable(string) bool { return true }
