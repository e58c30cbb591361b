/* SPDX-License-Identifier: MIT */
/* Input: a JavaScript program; see program.h for what must hold. */
#include "program.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    if (size <= 16384)
        program_check(CM_LANGUAGE_JAVASCRIPT, PROGRAM_ANY, (const char *)bytes,
                      size);
    return 0;
}
