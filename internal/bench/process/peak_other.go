//go:build !linux

package main

import "syscall"

// peak memory in bytes, which the BSDs and macOS do not agree on: macOS counts
// bytes.
func peak(u *syscall.Rusage) int64 { return u.Maxrss }
