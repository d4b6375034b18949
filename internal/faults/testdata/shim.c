/* Loaded before libc, this makes one write, sync, truncation or removal of a
 * database file fail, or the process die at it. SQLite calls libc for them. What
 * Go does with files by itself is not seen: it makes its system calls directly.
 *
 *   FAULT_FILES  part of the names of the files that count; -shm never does,
 *                since it is memory and rebuilt
 *   FAULT_AT     the call, from 1, at which the fault comes
 *   FAULT_ERRNO  the call fails with this error; without it the process is killed
 *   FAULT_ON     every call from there on fails
 *   FAULT_HALF   of a write, half is done first
 *   FAULT_MARK   a file that is made when the fault comes; what failed stands in
 *                it: w for a write, s for anything else
 *   FAULT_LOG    a file that every call which succeeds is appended to: a line with
 *                its letter (w write, t truncation, s sync, u removal), the name of the
 *                file, offset and size, and then the bytes of a write
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

#define DESCRIPTORS 4096
#define REAL(type, name, ...)              \
	static type (*real)(__VA_ARGS__);  \
	if (!real)                         \
		real = dlsym(RTLD_NEXT, name)

static char counts[DESCRIPTORS];
static char names[DESCRIPTORS][64]; /* without the directory */
static long calls;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int ours(const char *path)
{
	const char *files = getenv("FAULT_FILES");
	size_t n = path ? strlen(path) : 0;
	return files && n > 4 && strstr(path, files) && strcmp(path + n - 4, "-shm") != 0;
}

static const char *base(const char *path)
{
	const char *slash = strrchr(path, '/');
	return slash ? slash + 1 : path;
}

static int known(int fd) { return fd >= 0 && fd < DESCRIPTORS && counts[fd]; }

static int remember(int fd, const char *path)
{
	if (fd >= 0 && fd < DESCRIPTORS) {
		counts[fd] = ours(path);
		if (counts[fd])
			snprintf(names[fd], sizeof names[fd], "%s", base(path));
	}
	return fd;
}

/* record appends one call to the log, in one write, so that the order is that of
 * the calls. */
static void record(char what, const char *name, long long offset, const void *data, size_t size)
{
	const char *log = getenv("FAULT_LOG");
	char line[160];
	struct iovec parts[2] = {{line, 0}, {(void *)data, data ? size : 0}};

	if (!log)
		return;
	parts[0].iov_len = snprintf(line, sizeof line, "%c %s %lld %zu\n", what, name, offset, size);
	long to = syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND, 0644);
	if (syscall(SYS_writev, to, parts, 2) < 0)
		abort();
	syscall(SYS_close, to);
}

/* fault is 0 when the call may go on, and -1 with errno when it fails. */
static int fault(int fd, const void *data, size_t size, off_t offset)
{
	const char *at = getenv("FAULT_AT"), *error = getenv("FAULT_ERRNO"), *mark = getenv("FAULT_MARK");
	long call, chosen = at ? atol(at) : 0;

	pthread_mutex_lock(&lock);
	call = ++calls;
	pthread_mutex_unlock(&lock);
	if (chosen == 0 || call < chosen || (call > chosen && !getenv("FAULT_ON")))
		return 0;
	if (mark && call == chosen) {
		long to = syscall(SYS_openat, AT_FDCWD, mark, O_WRONLY | O_CREAT, 0644);

		syscall(SYS_write, to, data ? "w" : "s", 1);
		syscall(SYS_close, to);
	}
	if (data && size > 1 && call == chosen && getenv("FAULT_HALF"))
		syscall(SYS_pwrite64, fd, data, size / 2, offset);
	if (!error) {
		syscall(SYS_kill, getpid(), SIGKILL);
		for (;;)
			pause();
	}
	errno = atoi(error);
	return -1;
}

static int mode(int flags, va_list rest) { return flags & O_CREAT ? va_arg(rest, int) : 0; }

int open(const char *path, int flags, ...)
{
	REAL(int, "open", const char *, int, ...);
	va_list rest;
	va_start(rest, flags);
	int m = mode(flags, rest);
	va_end(rest);
	return remember(real(path, flags, m), path);
}

int open64(const char *path, int flags, ...)
{
	REAL(int, "open64", const char *, int, ...);
	va_list rest;
	va_start(rest, flags);
	int m = mode(flags, rest);
	va_end(rest);
	return remember(real(path, flags, m), path);
}

int close(int fd)
{
	REAL(int, "close", int);
	if (fd >= 0 && fd < DESCRIPTORS)
		counts[fd] = 0;
	return real(fd);
}

ssize_t pwrite64(int fd, const void *data, size_t size, off64_t offset)
{
	REAL(ssize_t, "pwrite64", int, const void *, size_t, off64_t);
	if (known(fd) && fault(fd, data, size, offset))
		return -1;
	ssize_t n = real(fd, data, size, offset);
	if (known(fd) && n > 0)
		record('w', names[fd], offset, data, n);
	return n;
}

ssize_t pwrite(int fd, const void *data, size_t size, off_t offset) { return pwrite64(fd, data, size, offset); }

ssize_t write(int fd, const void *data, size_t size)
{
	REAL(ssize_t, "write", int, const void *, size_t);
	off_t offset = known(fd) ? lseek(fd, 0, SEEK_CUR) : 0;
	if (known(fd) && fault(fd, data, size, offset))
		return -1;
	ssize_t n = real(fd, data, size);
	if (known(fd) && n > 0)
		record('w', names[fd], offset, data, n);
	return n;
}

static int synced(int fd, int result)
{
	if (known(fd) && result == 0)
		record('s', names[fd], 0, 0, 0);
	return result;
}

int fsync(int fd)
{
	REAL(int, "fsync", int);
	return known(fd) && fault(fd, 0, 0, 0) ? -1 : synced(fd, real(fd));
}

int fdatasync(int fd)
{
	REAL(int, "fdatasync", int);
	return known(fd) && fault(fd, 0, 0, 0) ? -1 : synced(fd, real(fd));
}

int ftruncate64(int fd, off64_t size)
{
	REAL(int, "ftruncate64", int, off64_t);
	if (known(fd) && fault(fd, 0, 0, 0))
		return -1;
	int result = real(fd, size);
	if (known(fd) && result == 0)
		record('t', names[fd], size, 0, 0);
	return result;
}

int ftruncate(int fd, off_t size) { return ftruncate64(fd, size); }

int unlink(const char *path)
{
	REAL(int, "unlink", const char *);
	if (ours(path) && fault(-1, 0, 0, 0))
		return -1;
	int result = real(path);
	if (ours(path) && result == 0)
		record('u', base(path), 0, 0, 0);
	return result;
}
