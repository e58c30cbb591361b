/* SPDX-License-Identifier: MIT */
#include "base/clock.h"

#include <time.h>

uint64_t cm__clock_monotonic_ns(void)
{
    struct timespec now = { 0, 0 };
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * UINT64_C(1000000000) + (uint64_t)now.tv_nsec;
}

double cm__clock_wall_ms(void)
{
    struct timespec now = { 0, 0 };
    clock_gettime(CLOCK_REALTIME, &now);
    const int64_t whole_ms = now.tv_nsec / 1000000;
    return (double)now.tv_sec * 1000.0 + (double)whole_ms;
}
