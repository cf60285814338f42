// Stands between chatctl and the C library, as LD_PRELOAD of a dynamically linked build: lets its
// system calls fail, kills it between two of them, and plants bugs that only the system can show.
//
// What it does is told by variables of the environment; without them it does nothing. All are read
// once, at the first call.
//
//   CHATCTL_SHIM_FAULT=N:KIND[:ever]
//       Counts the calls that write, from 1, and lets the Nth meet KIND; with `ever`, all from the
//       Nth on. A call that writes is one of these, on any file but what standard output and
//       standard error are connected to:
//         open, openat, creat with O_CREAT; write, writev, pwrite on a regular file;
//         fsync, fdatasync, ftruncate, fallocate; rename, renameat, renameat2, link, symlink,
//         unlink, unlinkat, rmdir, mkdir, mkdtemp, chmod, fchmod, chown, fchown, fsetxattr,
//         fremovexattr; and fcntl that takes a lock.
//       KIND is
//         ENOSPC, EIO, EDQUOT   it fails with that; one that takes a lock with ENOLCK
//         EINTR                 it fails with that; with `ever`, each call does so twice
//         short                 a write writes half; other calls go well
//         torn                  a write writes half, and all that write later fail with ENOSPC;
//                               other calls fail with ENOSPC as well
//         kill                  the process is killed before it, SIGKILL
//         killwithin            after half of a write; of other calls, as kill
//         killafter             after it
//
//   CHATCTL_SHIM_LOG=FILE
//       Adds a line for each call that writes: its number, its name, its path, and at the end
//       `hit` where the fault met it; parted by tabs.
//
//   CHATCTL_SHIM_BUG=BUG[,BUG]...
//       Plants bugs, above the faults: what a call that fails is made of comes last.
//         no-lock                 taking a lock succeeds and does nothing
//         posix-lock              locks are of the process, F_SETLK, not of the open file
//         ignored-lock-error      a lock that cannot be taken is as good as one that is
//         no-sync                 fsync and fdatasync succeed and do nothing
//         no-sync=WORD            the same where the path contains WORD
//         no-directory-sync       the same for directories
//         ignored-sync-error      fsync and fdatasync are done, and succeed whatever happens
//         short-write-unnoticed   write and pwrite tell that all was written when a part was
//         open-mode=WORD:MODE     files that are made whose path contains WORD get this mode, in
//                                 octal, whatever the umask, until fchmod sets another
//         fchmod-mode=WORD:MODE   fchmod of files whose path contains WORD sets this one
//         network-files           no bug: files are on a file system that other hosts may share, NFS,
//                                 by statfs and fstatfs
//         no-erase=WORD           writing blanks alone, as erasing does, is dropped where the path
//                                 contains WORD; an empty WORD is in every path
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/magic.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <sys/xattr.h>
#include <unistd.h>

// The next definition of a function, the C library's.
#define REAL(function) \
  static __typeof__(&function) real; \
  if (!real) real = (__typeof__(&function))dlsym(RTLD_NEXT, #function)

// ---- what the environment asks for ----

enum Kind { NONE, ERROR, INTERRUPT, SHORT, TORN, KILL, KILL_WITHIN, KILL_AFTER };

static struct {
  enum Kind kind;
  int error;
  long number;
  bool ever;
  int log;
  const char *bugs;
} asked = {.log = -1};

static long count;
static bool is_full;  // a write was torn

static void read_fault(const char *text) {
  static const struct { const char *name; enum Kind kind; int error; } kinds[] = {
      {"ENOSPC", ERROR, ENOSPC}, {"EIO", ERROR, EIO}, {"EDQUOT", ERROR, EDQUOT},
      {"EINTR", INTERRUPT, EINTR}, {"short", SHORT, 0}, {"torn", TORN, ENOSPC},
      {"kill", KILL, 0}, {"killwithin", KILL_WITHIN, 0}, {"killafter", KILL_AFTER, 0}};
  char name[16] = "", ever[8] = "";
  sscanf(text, "%ld:%15[^:]:%7s", &asked.number, name, ever);
  asked.ever = !strcmp(ever, "ever");
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    if (strcmp(name, kinds[i].name)) continue;
    asked.kind = kinds[i].kind;
    asked.error = kinds[i].error;
    return;
  }
  static const char message[] = "shim: CHATCTL_SHIM_FAULT makes no sense\n";
  syscall(SYS_write, 2, message, sizeof message - 1);
  _exit(99);
}

static void prepare(void) {
  static bool is_prepared;
  if (is_prepared) return;
  is_prepared = true;
  const char *fault = getenv("CHATCTL_SHIM_FAULT"), *log = getenv("CHATCTL_SHIM_LOG");
  const char *bugs = getenv("CHATCTL_SHIM_BUG");
  if (fault && *fault) read_fault(fault);
  if (bugs && *bugs) asked.bugs = bugs;
  if (!log || !*log) return;
  int file = (int)syscall(
      SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  // Out of the way of what chatctl opens.
  asked.log = (int)syscall(SYS_fcntl, file, F_DUPFD_CLOEXEC, 200);
  syscall(SYS_close, file);
}

// Whether a bug is planted; what stands after `=` goes into `value`.
static bool has_bug(const char *name, char value[PATH_MAX]) {
  prepare();
  size_t length = strlen(name);
  for (const char *rest = asked.bugs; rest && *rest;) {
    size_t size = strcspn(rest, ",");
    bool is_named = size >= length && !strncmp(rest, name, length);
    if (is_named && value && size > length && size < PATH_MAX && rest[length] == '=') {
      memcpy(value, rest + length + 1, size - length - 1);
      value[size - length - 1] = 0;
      return true;
    }
    if (is_named && !value && size == length) return true;
    rest += size;
    if (*rest) rest++;
  }
  return false;
}

static bool is_planted(const char *name) { return has_bug(name, NULL); }

// Whether a bug is planted for a path.
static bool concerns(const char *name, const char *path) {
  char word[PATH_MAX];
  return has_bug(name, word) && strstr(path, word);
}

// The mode that a bug gives a path, or -1.
static int other_mode(const char *name, const char *path) {
  char value[PATH_MAX];
  if (!has_bug(name, value)) return -1;
  char *mode = strrchr(value, ':');
  if (!mode) return -1;
  *mode = 0;
  return strstr(path, value) ? (int)strtol(mode + 1, NULL, 8) : -1;
}

// ---- the calls that are counted ----

static const char *path_of(int file, char path[PATH_MAX]) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, path, PATH_MAX - 1);
  path[length < 0 ? 0 : length] = 0;
  return path;
}

static void die(void) {
  kill(getpid(), SIGKILL);
  for (;;) pause();
}

// Counts a call that writes.
// Returns what it is to meet; an error is in errno.
static enum Kind meet(const char *name, const char *path) {
  prepare();
  if (asked.kind == NONE && asked.log < 0) return NONE;
  long number = ++count;
  bool is_hit = asked.kind != NONE
      && (number == asked.number || (number > asked.number && (asked.ever || is_full)));
  if (asked.log >= 0) {
    char line[PATH_MAX + 64];
    int size = snprintf(
        line, sizeof line, "%ld\t%s\t%s%s\n", number, name, path, is_hit ? "\thit" : "");
    syscall(SYS_write, asked.log, line, (size_t)size);
  }
  if (!is_hit) return NONE;
  errno = asked.error;
  if (asked.kind == KILL) die();
  if (is_full) return ERROR;
  if (asked.kind == TORN) is_full = true;
  // For ever, but each call comes through in the end.
  static int interruptions;
  if (asked.kind == INTERRUPT && asked.ever && ++interruptions % 3 == 0) return NONE;
  return asked.kind;
}

// Whether a call other than a write does not come about.
static bool is_refused(enum Kind kind) {
  if (kind == KILL_WITHIN) die();
  return kind == ERROR || kind == INTERRUPT || kind == TORN;
}

// A call that writes and returns 0 or more, or -1.
#define COUNTED(name, path, call) \
  do { \
    enum Kind kind = meet(name, path); \
    if (is_refused(kind)) return -1; \
    __typeof__(call) result = call; \
    if (kind == KILL_AFTER) die(); \
    return result; \
  } while (0)

// ---- writing ----

static bool is_counted(int file) {
  struct stat status, stream;
  if (fstat(file, &status) || !S_ISREG(status.st_mode)) return false;
  for (int i = 1; i <= 2; i++) {
    if (file == i) return false;
    if (!fstat(i, &stream) && stream.st_dev == status.st_dev && stream.st_ino == status.st_ino)
      return false;
  }
  return true;
}

static bool is_blank(const char *bytes, size_t size) {
  for (size_t i = 0; i < size; i++)
    if (bytes[i] != ' ') return false;
  return size > 0;
}

// Writes at an offset, or where the file stands for -1.
static ssize_t write_through(int file, const void *bytes, size_t size, off_t offset) {
  ssize_t result = offset < 0
      ? syscall(SYS_write, file, bytes, size) : syscall(SYS_pwrite64, file, bytes, size, offset);
  return result;
}

static ssize_t write_counted(
    const char *name, int file, const void *bytes, size_t size, off_t offset) {
  prepare();
  if ((!asked.bugs && asked.kind == NONE && asked.log < 0) || !is_counted(file))
    return write_through(file, bytes, size, offset);
  char path[PATH_MAX];
  path_of(file, path);
  if (asked.bugs && is_blank(bytes, size) && concerns("no-erase", path)) return (ssize_t)size;
  enum Kind kind = meet(name, path);
  if (kind == ERROR || kind == INTERRUPT) return -1;
  bool is_halved = kind == SHORT || kind == TORN || kind == KILL_WITHIN;
  size_t part = is_halved && size > 1 ? size / 2 : size;
  ssize_t result = write_through(file, bytes, part, offset);
  if (kind == KILL_WITHIN || kind == KILL_AFTER) die();
  if (result > 0 && is_planted("short-write-unnoticed")) return (ssize_t)size;
  return result;
}

ssize_t write(int file, const void *bytes, size_t size) {
  return write_counted("write", file, bytes, size, -1);
}

ssize_t pwrite(int file, const void *bytes, size_t size, off_t offset) {
  return write_counted("pwrite", file, bytes, size, offset);
}

ssize_t pwrite64(int file, const void *bytes, size_t size, off64_t offset) {
  return write_counted("pwrite", file, bytes, size, offset);
}

ssize_t writev(int file, const struct iovec *parts, int number) {
  REAL(writev);
  if (number < 1 || !is_counted(file)) return real(file, parts, number);
  // As one that is cut short after its first part.
  return write_counted("writev", file, parts[0].iov_base, parts[0].iov_len, -1);
}

int ftruncate(int file, off_t size) {
  REAL(ftruncate);
  char path[PATH_MAX];
  COUNTED("ftruncate", path_of(file, path), real(file, size));
}

int ftruncate64(int file, off64_t size) { return ftruncate(file, size); }

int fallocate(int file, int mode, off_t offset, off_t size) {
  REAL(fallocate);
  char path[PATH_MAX];
  COUNTED("fallocate", path_of(file, path), real(file, mode, offset, size));
}

// ---- syncing ----

static int synchronize(const char *name, int file, int (*real)(int)) {
  char path[PATH_MAX];
  path_of(file, path);
  enum Kind kind = meet(name, path);
  if (asked.bugs) {
    struct stat status;
    bool is_directory = !fstat(file, &status) && S_ISDIR(status.st_mode);
    if (is_planted("no-sync") || concerns("no-sync", path)
        || (is_directory && is_planted("no-directory-sync")))
      return 0;
  }
  int result = is_refused(kind) ? -1 : real(file);
  if (kind == KILL_AFTER) die();
  return is_planted("ignored-sync-error") ? 0 : result;
}

int fsync(int file) {
  REAL(fsync);
  return synchronize("fsync", file, real);
}

int fdatasync(int file) {
  REAL(fdatasync);
  return synchronize("fdatasync", file, real);
}

// ---- file systems ----

int fstatfs(int file, struct statfs *status) {
  REAL(fstatfs);
  int result = real(file, status);
  if (!result && is_planted("network-files")) status->f_type = NFS_SUPER_MAGIC;
  return result;
}

int statfs(const char *path, struct statfs *status) {
  REAL(statfs);
  int result = real(path, status);
  if (!result && is_planted("network-files")) status->f_type = NFS_SUPER_MAGIC;
  return result;
}

// ---- locks ----

static int take_lock(int file, int command, struct flock *request) {
  char path[PATH_MAX];
  enum Kind kind = meet("fcntl", path_of(file, path));
  if (is_planted("no-lock")) return 0;
  if (is_planted("posix-lock")) command = command == F_OFD_SETLK ? F_SETLK : F_SETLKW;
  int result = -1;
  if (!is_refused(kind)) {
    result = (int)syscall(SYS_fcntl, file, command, request);
  } else if (kind != INTERRUPT) {
    errno = ENOLCK;
  }
  if (kind == KILL_AFTER) die();
  return is_planted("ignored-lock-error") ? 0 : result;
}

static int control(int file, int command, va_list arguments) {
  void *argument = va_arg(arguments, void *);
  struct flock *request = argument;
  bool is_lock = command == F_OFD_SETLK || command == F_OFD_SETLKW || command == F_SETLK
      || command == F_SETLKW;
  if (is_lock && request->l_type != F_UNLCK) return take_lock(file, command, request);
  return (int)syscall(SYS_fcntl, file, command, argument);
}

int fcntl(int file, int command, ...) {
  va_list arguments;
  va_start(arguments, command);
  int result = control(file, command, arguments);
  va_end(arguments);
  return result;
}

int fcntl64(int file, int command, ...) {
  va_list arguments;
  va_start(arguments, command);
  int result = control(file, command, arguments);
  va_end(arguments);
  return result;
}

// ---- opening ----

static int open_counted(const char *name, int directory, const char *path, int flags, mode_t mode) {
  bool makes = flags & O_CREAT || (flags & O_TMPFILE) == O_TMPFILE;
  enum Kind kind = makes ? meet(name, path) : NONE;
  if (is_refused(kind)) return -1;
  int file = (int)syscall(SYS_openat, directory, path, flags, mode);
  if (kind == KILL_AFTER) die();
  if (makes && file >= 0) {
    int other = other_mode("open-mode", path);
    if (other >= 0) syscall(SYS_fchmod, file, other);
  }
  return file;
}

#define MODE_OF(flags, mode) \
  mode_t mode = 0; \
  if (flags & O_CREAT || (flags & O_TMPFILE) == O_TMPFILE) { \
    va_list arguments; \
    va_start(arguments, flags); \
    mode = va_arg(arguments, mode_t); \
    va_end(arguments); \
  }

int open(const char *path, int flags, ...) {
  MODE_OF(flags, mode);
  return open_counted("open", AT_FDCWD, path, flags, mode);
}

int open64(const char *path, int flags, ...) {
  MODE_OF(flags, mode);
  return open_counted("open", AT_FDCWD, path, flags, mode);
}

int openat(int directory, const char *path, int flags, ...) {
  MODE_OF(flags, mode);
  return open_counted("openat", directory, path, flags, mode);
}

int openat64(int directory, const char *path, int flags, ...) {
  MODE_OF(flags, mode);
  return open_counted("openat", directory, path, flags, mode);
}

int creat(const char *path, mode_t mode) {
  return open_counted("creat", AT_FDCWD, path, O_CREAT | O_WRONLY | O_TRUNC, mode);
}

// ---- names and modes ----

int rename(const char *old, const char *new) {
  REAL(rename);
  COUNTED("rename", new, real(old, new));
}

int renameat(int from, const char *old, int to, const char *new) {
  REAL(renameat);
  COUNTED("renameat", new, real(from, old, to, new));
}

int renameat2(int from, const char *old, int to, const char *new, unsigned flags) {
  REAL(renameat2);
  COUNTED("renameat2", new, real(from, old, to, new, flags));
}

int link(const char *old, const char *new) {
  REAL(link);
  COUNTED("link", new, real(old, new));
}

int symlink(const char *target, const char *path) {
  REAL(symlink);
  COUNTED("symlink", path, real(target, path));
}

int unlink(const char *path) {
  REAL(unlink);
  COUNTED("unlink", path, real(path));
}

int unlinkat(int directory, const char *path, int flags) {
  REAL(unlinkat);
  COUNTED("unlinkat", path, real(directory, path, flags));
}

int rmdir(const char *path) {
  REAL(rmdir);
  COUNTED("rmdir", path, real(path));
}

int mkdir(const char *path, mode_t mode) {
  REAL(mkdir);
  COUNTED("mkdir", path, real(path, mode));
}

char *mkdtemp(char *path) {
  REAL(mkdtemp);
  enum Kind kind = meet("mkdtemp", path);
  if (is_refused(kind)) return NULL;
  char *result = real(path);
  if (kind == KILL_AFTER) die();
  return result;
}

int chmod(const char *path, mode_t mode) {
  REAL(chmod);
  COUNTED("chmod", path, real(path, mode));
}

int fchmod(int file, mode_t mode) {
  REAL(fchmod);
  char path[PATH_MAX];
  path_of(file, path);
  int other = other_mode("fchmod-mode", path);
  if (other >= 0) mode = (mode_t)other;
  COUNTED("fchmod", path, real(file, mode));
}

int chown(const char *path, uid_t user, gid_t group) {
  REAL(chown);
  COUNTED("chown", path, real(path, user, group));
}

int fchown(int file, uid_t user, gid_t group) {
  REAL(fchown);
  char path[PATH_MAX];
  COUNTED("fchown", path_of(file, path), real(file, user, group));
}

int fsetxattr(int file, const char *name, const void *value, size_t size, int flags) {
  REAL(fsetxattr);
  char path[PATH_MAX];
  COUNTED("fsetxattr", path_of(file, path), real(file, name, value, size, flags));
}

int fremovexattr(int file, const char *name) {
  REAL(fremovexattr);
  char path[PATH_MAX];
  COUNTED("fremovexattr", path_of(file, path), real(file, name));
}
