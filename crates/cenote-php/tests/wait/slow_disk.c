/* For tests: see slow_disk.inc. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <sys/vfs.h>
#include <unistd.h>

#define ORIGINAL(name) ((__typeof__(&name)) dlsym(RTLD_NEXT, #name))

static char in_memory[1024];

/* The path, if the file is slow. */
static char *slow(int fd, char path[512])
{
	char link[64];
	ssize_t length;

	snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
	length = readlink(link, path, 500);
	if (length < 0) {
		return NULL;
	}
	path[length] = '\0';
	return strstr(path, "/slow-");
}

/* Of these the kernel does not say what is in memory: they are on an overlay, or on the other side of FUSE. */
static int is_untold(const char *path)
{
	return strstr(path, "/slow-layer-") || strstr(path, "/slow-remote-");
}

static void wait_for_go(char *path)
{
	strcat(path, ".go");
	while (access(path, F_OK) != 0) {
		usleep(500);
	}
}

/* Files whose names begin with "counted-" are in memory. A file of the same name with ".asked" at its end has a byte for each read
 * that asked first. */
static void count_question(char path[512])
{
	FILE *counter;

	strcat(path, ".asked");
	counter = fopen(path, "a");
	fputc('x', counter);
	fclose(counter);
}

ssize_t preadv2(int fd, const struct iovec *parts, int count, off64_t at, int flags)
{
	char path[512];

	if ((flags & RWF_NOWAIT) && fd < 1024 && slow(fd, path)) {
		if (is_untold(path) || !in_memory[fd]) {
			errno = is_untold(path) ? EOPNOTSUPP : EAGAIN;
			return -1;
		}
		/* Wherever the file is in truth. */
		flags &= ~RWF_NOWAIT;
	}
	slow(fd, path);
	if ((flags & RWF_NOWAIT) && strstr(path, "/counted-")) {
		count_question(path);
	}
	return ORIGINAL(preadv2)(fd, parts, count, at, flags);
}

ssize_t pread64(int fd, void *buffer, size_t size, off64_t at)
{
	char path[512];

	if (fd < 1024 && slow(fd, path)) {
		wait_for_go(path);
		in_memory[fd] = 1;
	}
	return ORIGINAL(pread64)(fd, buffer, size, at);
}

ssize_t read(int fd, void *buffer, size_t size)
{
	char path[512];

	if (fd < 1024 && slow(fd, path)) {
		wait_for_go(path);
	}
	return ORIGINAL(read)(fd, buffer, size);
}

int close(int fd)
{
	if (fd >= 0 && fd < 1024) {
		in_memory[fd] = 0;
	}
	return ORIGINAL(close)(fd);
}

int fsync(int fd)
{
	char path[512];

	if (slow(fd, path)) {
		wait_for_go(path);
	}
	return ORIGINAL(fsync)(fd);
}

int fdatasync(int fd)
{
	return fsync(fd);
}

ssize_t write(int fd, const void *buffer, size_t size)
{
	char path[512];

	if (slow(fd, path) && (size >= 262144 || strstr(path, "/slow-remote-"))) {
		wait_for_go(path);
	}
	return ORIGINAL(write)(fd, buffer, size);
}

ssize_t copy_file_range(int from, off64_t *from_at, int to, off64_t *to_at, size_t size, unsigned int flags)
{
	char path[512];

	if (slow(from, path)) {
		wait_for_go(path);
	}
	return ORIGINAL(copy_file_range)(from, from_at, to, to_at, size, flags);
}

int mincore(void *address, size_t size, unsigned char *pages)
{
	memset(pages, getenv("CENOTE_ALL_IN_MEMORY") != NULL, (size + 4095) / 4096);
	return 0;
}

int fstatfs(int fd, struct statfs *about)
{
	char path[512];
	int result = ORIGINAL(fstatfs)(fd, about);

	if (result == 0 && slow(fd, path)) {
		about->f_type = strstr(path, "/slow-remote-") ? 0x65735546 : strstr(path, "/slow-layer-") ? 0x794c7630 : 0xef53;
	}
	return result;
}

/* PHP loads extensions so that they find libc's functions first, and would not find these. */
void *dlopen(const char *file, int flags)
{
	return ORIGINAL(dlopen)(file, flags & ~RTLD_DEEPBIND);
}
