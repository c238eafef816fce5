/* A disk with faults and a clock that is wrong, for a server that is started with LD_PRELOAD. The file that TORTURE_FAULTS
   names holds three numbers: milliseconds that each sync takes longer, the errno with which writing fails (0: it does
   not), and seconds by which the date is wrong. Kept tools do not do it: libfiu lets calls fail, but delays none, and
   under libfaketime 0.9.10 Python's time.sleep does not return (it sleeps until an absolute monotonic time). */
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

struct faults {
    int delay, error;
    long date;
};

static struct faults now(void) {
    const char *path = getenv("TORTURE_FAULTS");
    struct faults found = {0};
    char text[64] = {0};
    int file;
    if (!path || (file = open(path, O_RDONLY)) < 0) return found;
    if (read(file, text, sizeof text - 1) > 0) sscanf(text, "%d %d %ld", &found.delay, &found.error, &found.date);
    close(file);
    return found;
}

/* Returns the errno to fail with; waits first if this is a sync. */
static int fault(int fd, int is_sync) {
    struct faults found;
    if (!is_file(fd)) return 0;
    found = now();
    if (is_sync && found.delay > 0) {
        struct timespec time = {found.delay / 1000, found.delay % 1000 * 1000000L};
        nanosleep(&time, NULL);
    }
    return found.error;
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

int clock_gettime(clockid_t clock, struct timespec *time) {
    static int (*real)(clockid_t, struct timespec *);
    int failed;
    if (!real) real = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
    failed = real(clock, time);
    if (!failed && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) time->tv_sec += now().date;
    return failed;
}
