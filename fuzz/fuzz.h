/* SPDX-License-Identifier: MIT */
#ifndef CM_FUZZ_FUZZ_H
#define CM_FUZZ_FUZZ_H
/* fuzz: what every target has: its entry, and a check that stops the run. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

/* An oracle that holds in release builds too. */
#define FUZZ_CHECK(fact) \
    do {                 \
        if (!(fact))     \
            abort();     \
    } while (0)

#endif
