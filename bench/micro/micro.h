/* SPDX-License-Identifier: MIT */
#ifndef CM_BENCH_MICRO_H
#define CM_BENCH_MICRO_H
/* What the measuring programs share: the CPU clock of this thread, medians, a
 * way to give up. Each prints lines of JSON, one figure or group a line. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static inline double micro_now_us(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

static inline int micro_by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Sorts the values. */
static inline double micro_median(double *values, size_t n)
{
    qsort(values, n, sizeof *values, micro_by_size);
    return values[n / 2];
}

static inline _Noreturn void micro_fail(const char *what)
{
    fprintf(stderr, "%s\n", what);
    exit(1);
}

/* The text of a file, ended by a NUL; the caller frees it. */
static inline char *micro_read(const char *path, size_t *ret_len)
{
    FILE *file = fopen(path, "rb");
    size_t size = (size_t)8 << 20;
    char *text = malloc(size);
    if (!file || !text)
        micro_fail(path);
    *ret_len = fread(text, 1, size - 1, file);
    text[*ret_len] = '\0';
    fclose(file);
    return text;
}

#endif
