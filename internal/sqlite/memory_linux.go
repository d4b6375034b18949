package sqlite

/*
#include <malloc.h>

#define CONFIG_MEMSTATUS 9
extern int sqlite3_config(int, ...) __attribute__((weak));

static void configure_memory(void) {
#ifdef __GLIBC__
	mallopt(M_ARENA_MAX, 1);
#endif
	if (sqlite3_config) sqlite3_config(CONFIG_MEMSTATUS, 0);
}
*/
import "C"
import "sync"

// configureMemory sets up memory for SQLite. It has to be called before the first
// connection, after which SQLite refuses to be configured.
//
// By default the GNU C library gives each thread a heap of its own, which grows by a
// system call for every page of SQLite's cache: 300 of them to list a day among
// 100,000 tasks, and 3 MB more memory. There is hardly ever more than one thread
// inside SQLite, so that all of them can share one heap.
//
// SQLite counts the memory it uses, under a lock, which takes a seventh of the time to
// open a workspace, and nothing here asks for the count. The symbol belongs to the
// driver, and is weak because cgo links this package by itself first.
var configureMemory = sync.OnceFunc(func() { C.configure_memory() })
