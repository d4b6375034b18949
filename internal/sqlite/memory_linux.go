package sqlite

/*
#include <malloc.h>

static void one_arena(void) {
#ifdef __GLIBC__
	mallopt(M_ARENA_MAX, 1);
#endif
}
*/
import "C"
import "sync"

// limitHeap makes the GNU C library keep one heap for all threads. By default each
// thread gets its own, which grows by a system call for every page of SQLite's cache:
// 300 of them to list a day among 100,000 tasks, and 3 MB more memory. There is hardly
// ever more than one thread inside SQLite, so that they do not wait for each other.
var limitHeap = sync.OnceFunc(func() { C.one_arena() })
