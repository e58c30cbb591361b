/* SPDX-License-Identifier: MIT */
#ifndef CM_BASE_CLOCK_H
#define CM_BASE_CLOCK_H
/* clock: monotonic and wall time of the host; defaults of the clock hooks. */
#include "base/compiler.h"

/* Nanoseconds of a clock that never goes back. */
uint64_t cm__clock_monotonic_ns(void);
/* Milliseconds since 1970-01-01T00:00:00Z. */
double cm__clock_wall_ms(void);

#endif
