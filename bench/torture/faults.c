/* A disk with faults, for a server that is started with LD_PRELOAD. The file that TORTURE_FAULTS names holds two numbers:
   milliseconds that each sync takes longer, and the errno with which writing fails (0: it does not). No kept tool that
   Debian has delays calls: libfiu only lets them fail. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static int is_file(int fd) {
    struct stat found;
    return fd > 2 && !fstat(fd, &found) && S_ISREG(found.st_mode);
}

/* Returns the errno to fail with; waits first if this is a sync. */
static int fault(int fd, int is_sync) {
    const char *path = getenv("TORTURE_FAULTS");
    char text[64] = {0};
    int delay = 0, error = 0, file;
    if (!path || !is_file(fd) || (file = open(path, O_RDONLY)) < 0) return 0;
    if (read(file, text, sizeof text - 1) > 0) sscanf(text, "%d %d", &delay, &error);
    close(file);
    if (is_sync && delay > 0) {
        struct timespec time = {delay / 1000, delay % 1000 * 1000000L};
        nanosleep(&time, NULL);
    }
    return error;
}

#define FAULTY(result, name, is_sync, parameters, arguments)             \
    result name parameters {                                             \
        static result(*real) parameters;                                 \
        int error = fault(fd, is_sync);                                  \
        if (!real) real = (result(*) parameters)dlsym(RTLD_NEXT, #name); \
        if (error) {                                                     \
            errno = error;                                               \
            return -1;                                                   \
        }                                                                \
        return real arguments;                                           \
    }

FAULTY(ssize_t, write, 0, (int fd, const void *data, size_t size), (fd, data, size))
FAULTY(ssize_t, pwrite, 0, (int fd, const void *data, size_t size, off_t at), (fd, data, size, at))
FAULTY(ssize_t, pwrite64, 0, (int fd, const void *data, size_t size, off64_t at), (fd, data, size, at))
FAULTY(int, ftruncate, 0, (int fd, off_t size), (fd, size))
FAULTY(int, ftruncate64, 0, (int fd, off64_t size), (fd, size))
FAULTY(int, fsync, 1, (int fd), (fd))
FAULTY(int, fdatasync, 1, (int fd), (fd))
