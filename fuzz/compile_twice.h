/* SPDX-License-Identifier: MIT */
#ifndef CM_FUZZ_COMPILE_TWICE_H
#define CM_FUZZ_COMPILE_TWICE_H
/* compile_twice: oracles for the compiler of either language: a source gives
 * the same code, or the same refusal, every time; a compiler with less memory
 * gives up or does the same. */
#include "fuzz.h"

#include <string.h>

#include "base/buf.h"

/* Compiles and writes what came of it: the code as text, or the message.
 * memory 0: no limit. */
typedef cm_status (*FuzzCompile)(const char *source, size_t len, size_t memory,
                                 Buf *out);

static void compile_twice(FuzzCompile compile, const uint8_t *bytes,
                          size_t size)
{
    const char *source = (const char *)bytes;
    Buf first, again;
    cm__buf_init(&first, cm__alloc_default(), CM_BUF_NO_LIMIT);
    cm__buf_init(&again, cm__alloc_default(), CM_BUF_NO_LIMIT);
    cm_status status = compile(source, size, 0, &first);
    size_t less = 4096 + size * 16;
    cm_status with_less = compile(source, size, less, &again);
    FUZZ_CHECK(with_less == CM_E_NOMEM || with_less == status);
    if (with_less == CM_E_NOMEM) {
        cm__buf_clear(&again);
        (void)compile(source, size, 0, &again);
    }
    FUZZ_CHECK(first.len == again.len &&
               memcmp(cm__buf_text(&first), cm__buf_text(&again), first.len) ==
                   0);
    cm__buf_done(&first);
    cm__buf_done(&again);
}

/* What a refusal says: a message, with a place inside the text or none. */
static void check_refusal(const char *message, uint32_t line, uint32_t column,
                          size_t len, Buf *out)
{
    FUZZ_CHECK(message && *message);
    FUZZ_CHECK(line <= len + 1);
    FUZZ_CHECK((line == 0) == (column == 0));
    cm__buf_add_str(out, message);
}

#endif
