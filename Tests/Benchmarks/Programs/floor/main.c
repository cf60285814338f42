// The least that a durable message from a shell can cost: a program that starts, takes a lock,
// looks at the end of a log, appends a line, and has it on the disk before it ends.
//
//     floor LOG LOCK
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static int failed(const char *call) {
  perror(call);
  return 1;
}

int main(int argc, char **argv) {
  if (argc != 3) {
    fputs("usage: floor LOG LOCK\n", stderr);
    return 2;
  }
  const int log = open(argv[1], O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (log < 0) return failed(argv[1]);
  const int lock = open(argv[2], O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (lock < 0) return failed(argv[2]);
  struct flock all = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  if (fcntl(lock, F_OFD_SETLKW, &all) != 0) return failed("lock");

  struct stat status;
  if (fstat(log, &status) != 0) return failed("fstat");
  char tail[4096];
  const off_t size = status.st_size;
  const off_t before = size > (off_t)sizeof tail ? size - (off_t)sizeof tail : 0;
  if (pread(log, tail, sizeof tail, before) != size - before) return failed("pread");
  // As long as the line of `chatctl send ops hello`.
  static const char line[] =
      "{\"seq\":1000,\"n\":1000,\"date\":\"2026-11-30T01:05:23.123Z\",\"user\":"
      "\"0123456789abcdef0123\",\"name\":\"alice\",\"body\":\"hello\"}\n";
  const ssize_t length = sizeof line - 1;
  if (pwrite(log, line, sizeof line - 1, size) != length) return failed("pwrite");

  all.l_type = F_UNLCK;
  if (fcntl(lock, F_OFD_SETLK, &all) != 0) return failed("unlock");
  if (fdatasync(log) != 0) return failed("fdatasync");
  return 0;
}
