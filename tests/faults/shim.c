/*
 * Intercepts the file operations of a process, for tests. SHIM_FOLDER: only files in this folder are affected. SHIM_MODE: a
 * file whose first character is the current fault: e (EIO at each flush), r (EROFS) or f (ENOSPC). SHIM_RECORD: a file that
 * records every write, truncation and flush, in order, for the simulation of power cuts.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#define REAL(type, name, ...) ((type(*)(__VA_ARGS__))dlsym(RTLD_NEXT, #name))

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int record = -1;

static int ours(const char *path) {
  const char *folder = getenv("SHIM_FOLDER");
  return folder && strncmp(path, folder, strlen(folder)) == 0;
}

static int path_of(int fd, char *path, size_t size) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, size - 1);
  if (length < 0) return 0;
  path[length] = 0;
  return ours(path);
}

static char mode(void) {
  const char *file = getenv("SHIM_MODE");
  char text = 0;
  if (!file) return 0;
  int fd = REAL(int, open64, const char *, int, ...)(file, O_RDONLY);
  if (fd < 0) return 0;
  if (read(fd, &text, 1) != 1) text = 0;
  close(fd);
  return text;
}

static void note(char what, const char *path, int64_t offset, const void *data, uint32_t length) {
  const char *file = getenv("SHIM_RECORD");
  if (!file) return;
  const char *name = strrchr(path, '/') + 1;
  uint8_t which = !strcmp(name, "blog.sqlite") ? 0 : !strcmp(name, "blog.sqlite-wal") ? 1 : !strcmp(name, "acknowledged") ? 2 : 9;
  if (which == 9) return;
  unsigned char head[14];
  head[0] = what;
  head[1] = which;
  memcpy(head + 2, &offset, 8);
  memcpy(head + 10, &length, 4);
  pthread_mutex_lock(&lock);
  if (record < 0) record = REAL(int, open64, const char *, int, ...)(file, O_WRONLY | O_CREAT | O_APPEND, 0600);
  struct iovec parts[2] = {{head, 14}, {(void *)data, data ? length : 0}};
  if (writev(record, parts, 2) < 0) abort();
  pthread_mutex_unlock(&lock);
}

static int refused(int fd, char *path) {
  if (!path_of(fd, path, 4096)) return 0;
  char now = mode();
  if (now == 'r') errno = EROFS;
  if (now == 'f' || now == 'r') {
    if (now == 'f') errno = ENOSPC;
    return -1;
  }
  return 1;
}

#define WRITE(name, offset_type)                                                                        \
  ssize_t name(int fd, const void *data, size_t size, offset_type offset) {                             \
    char path[4096];                                                                                    \
    int state = refused(fd, path);                                                                      \
    if (state < 0) return -1;                                                                           \
    ssize_t done = REAL(ssize_t, name, int, const void *, size_t, offset_type)(fd, data, size, offset); \
    if (state > 0 && done > 0) note('W', path, offset, data, done);                                     \
    return done;                                                                                        \
  }
WRITE(pwrite, off_t)
WRITE(pwrite64, off64_t)

ssize_t write(int fd, const void *data, size_t size) {
  char path[4096];
  int state = refused(fd, path);
  if (state < 0) return -1;
  ssize_t done = REAL(ssize_t, write, int, const void *, size_t)(fd, data, size);
  if (state > 0 && done > 0) note('M', path, 0, data, done);
  return done;
}

#define TRUNCATE(name, offset_type)                             \
  int name(int fd, offset_type size) {                          \
    char path[4096];                                            \
    int state = refused(fd, path);                              \
    if (state < 0) return -1;                                   \
    int done = REAL(int, name, int, offset_type)(fd, size);     \
    if (state > 0 && done == 0) note('T', path, size, NULL, 0); \
    return done;                                                \
  }
TRUNCATE(ftruncate, off_t)
TRUNCATE(ftruncate64, off64_t)

#define FLUSH(name)                                               \
  int name(int fd) {                                              \
    char path[4096];                                              \
    if (path_of(fd, path, sizeof path)) {                         \
      if (mode() == 'e') {                                        \
        errno = EIO;                                              \
        return -1;                                                \
      }                                                           \
      /* First: another thread may write while this one flushes, \
         and that write is not flushed. */                        \
      note('S', path, 0, NULL, 0);                                \
      return REAL(int, name, int)(fd);                            \
    }                                                             \
    return REAL(int, name, int)(fd);                              \
  }
FLUSH(fsync)
FLUSH(fdatasync)

#define OPEN(name)                                                                    \
  int name(const char *path, int flags, ...) {                                        \
    va_list rest;                                                                     \
    va_start(rest, flags);                                                            \
    int permissions = va_arg(rest, int);                                              \
    va_end(rest);                                                                     \
    if ((flags & O_CREAT) && path[0] == '/' && ours(path) && access(path, F_OK) != 0) { \
      char now = mode();                                                              \
      if (now == 'r' || now == 'f') {                                                 \
        errno = now == 'r' ? EROFS : ENOSPC;                                          \
        return -1;                                                                    \
      }                                                                               \
    }                                                                                 \
    return REAL(int, name, const char *, int, ...)(path, flags, permissions);         \
  }
OPEN(open)
OPEN(open64)

int mkdir(const char *path, mode_t permissions) {
  if (ours(path) && access(path, F_OK) != 0) {
    char now = mode();
    if (now == 'r' || now == 'f') {
      errno = now == 'r' ? EROFS : ENOSPC;
      return -1;
    }
  }
  return REAL(int, mkdir, const char *, mode_t)(path, permissions);
}
