/* SPDX-License-Identifier: MIT */
/* spawn: what a process costs from its start to its exit.
 *
 *     bench.spawn RUNS COMMAND [ARGUMENT...]
 *
 * Prints the medians of wall time, CPU time (user and system, the kernel's part
 * of the start included) and the highest memory. A small program measures
 * this, since a child inherits the resident pages of its parent as a floor. */
#include "micro.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static double wall_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static double children_ms(struct rusage *ret_usage)
{
    getrusage(RUSAGE_CHILDREN, ret_usage);
    const struct timeval u = ret_usage->ru_utime, s = ret_usage->ru_stime;
    return (double)(u.tv_sec + s.tv_sec) * 1e3 +
           (double)(u.tv_usec + s.tv_usec) / 1e3;
}

int main(int argc, char **argv)
{
    long runs = argc > 2 ? strtol(argv[1], NULL, 10) : 0;
    posix_spawn_file_actions_t quiet;
    struct rusage usage;
    if (runs < 1 || runs > 100000)
        micro_fail("usage: bench.spawn RUNS COMMAND [ARGUMENT...]");
    double *wall = calloc((size_t)runs * 2, sizeof *wall), *cpu = wall + runs;
    if (!wall || posix_spawn_file_actions_init(&quiet) != 0 ||
        posix_spawn_file_actions_addopen(&quiet, STDOUT_FILENO, "/dev/null",
                                         O_WRONLY, 0) != 0)
        micro_fail("no memory");
    for (long i = 0; i < runs; i++) {
        pid_t pid;
        int status;
        double before = children_ms(&usage), start = wall_ms();
        if (posix_spawnp(&pid, argv[2], &quiet, NULL, argv + 2, environ) != 0 ||
            waitpid(pid, &status, 0) != pid || status != 0)
            micro_fail("the command failed");
        wall[i] = wall_ms() - start;
        cpu[i] = children_ms(&usage) - before;
    }
    printf("{\"wall_ms\":%.3f,\"cpu_ms\":%.3f,\"peak_kib\":%ld}\n",
           micro_median(wall, (size_t)runs), micro_median(cpu, (size_t)runs),
           usage.ru_maxrss);
    free(wall);
    posix_spawn_file_actions_destroy(&quiet);
    return 0;
}
