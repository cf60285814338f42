// Names of Linux that Glibc's Swift module hides (it is built without _GNU_SOURCE) or cannot
// express (macros). Declarations only: nothing here is compiled into a library.
#pragma once
#include <fcntl.h>
#include <grp.h>
#include <malloc.h>
#include <pwd.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <sys/inotify.h>
#include <sys/random.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <linux/fuse.h>
#include <linux/loop.h>

pid_t gettid(void);
int pipe2(int ends[2], int flags);
ssize_t getdents64(int directory, void *entries, size_t size);
const char *strerrordesc_np(int code);
const char *sigabbrev_np(int signal);
int memfd_create(const char *name, unsigned int flags);
int syncfs(int file);
int unshare(int what);
void *memmem(const void *haystack, size_t length, const void *needle, size_t needle_length);

enum : int { OFD_GETLK = 36, OFD_SETLK = 37, OFD_SETLKW = 38, SETPIPE_SZ = 1031, MEMFD_CLOEXEC = 1 };
// CLONE_NEWNS of unshare(2) and SEEK_DATA of lseek(2).
enum : int { UNSHARE_MOUNTS = 0x20000, FIND_DATA = 3 };

static inline int exited(int status) { return WIFEXITED(status); }
static inline int exit_status(int status) { return WEXITSTATUS(status); }
static inline int term_signal(int status) { return WTERMSIG(status); }

// In glibc since 2.36 only.
static inline int pidfd_open(pid_t process) { return (int)syscall(SYS_pidfd_open, process, 0); }

// Gives the calling thread descriptors of its own, of which it has only the standard ones.
static inline int unshare_descriptors(void) {
  return (int)syscall(SYS_close_range, 3, ~0U, 2 /* CLOSE_RANGE_UNSHARE */);
}

static inline char **current_environment(void) {
  extern char **environ;
  return environ;
}
