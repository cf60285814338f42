// Runs a program, and tells on standard error how much memory it had at most, in KiB.
//
//     peak PROGRAM ARGUMENT...
//
// A child counts the memory of who started it as its own, until it becomes another program, and the
// benchmarks have more of it than chatctl: so somebody small has to start it.
#define _DEFAULT_SOURCE
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv) {
  if (argc < 2) {
    fputs("usage: peak PROGRAM ARGUMENT...\n", stderr);
    return 2;
  }
  const pid_t child = fork();
  if (child == 0) {
    execvp(argv[1], argv + 1);
    perror(argv[1]);
    _exit(127);
  }
  int status;
  struct rusage usage;
  if (child < 0 || wait4(child, &status, 0, &usage) != child) {
    perror("peak");
    return 1;
  }
  if (!WIFEXITED(status)) return 1;
  if (WEXITSTATUS(status) != 0) return WEXITSTATUS(status);
  fprintf(stderr, "%ld\n", usage.ru_maxrss);
  return 0;
}
