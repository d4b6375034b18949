package sqlite

// The GNU C library gives every thread a heap of its own, and lets it grow by a
// system call for every page of SQLite's cache: some 300 of them to list a day
// among 100,000 tasks, a twentieth of the command. The first heap grows by
// 128 kB at a time, so all threads share that one; there is hardly ever more
// than one of them in SQLite. It has to be said before there is a second thread,
// and the Go runtime starts one before any Go runs.

/*
#include <malloc.h>
#ifdef __GLIBC__
__attribute__((constructor)) static void share_one_heap(void) { mallopt(M_ARENA_MAX, 1); }
#endif
*/
import "C"
