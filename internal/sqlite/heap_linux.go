package sqlite

// What is said to the C side before anything else happens there: both can be set only
// before there is a second thread or a first connection, and the Go runtime starts
// threads before any Go runs.
//
// The GNU C library gives every thread a heap of its own, and lets it grow by a
// system call for every page of SQLite's cache: some 300 of them to list a day
// among 100,000 tasks, a twentieth of the command. The first heap grows by
// 128 kB at a time, so all threads share that one; there is hardly ever more
// than one of them in SQLite.
//
// SQLite counts the memory it has, under a lock, for whoever asks how much that is.
// Nobody does here, and it is a seventh of the time to open a workspace. The symbol is
// the driver's and weak, since it is not there where this package is linked by itself.

/*
#include <malloc.h>
#define CONFIG_MEMSTATUS 9
extern int sqlite3_config(int, ...) __attribute__((weak));
__attribute__((constructor)) static void settle_memory(void) {
#ifdef __GLIBC__
	mallopt(M_ARENA_MAX, 1);
#endif
	if (sqlite3_config) sqlite3_config(CONFIG_MEMSTATUS, 0);
}
*/
import "C"
