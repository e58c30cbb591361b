/* SPDX-License-Identifier: MIT */
/* Input: a Lua program; see program.h for what must hold. */
#include "program.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    if (size <= 16384)
        program_check(CM_LANGUAGE_LUA, PROGRAM_ANY, (const char *)bytes, size);
    return 0;
}
