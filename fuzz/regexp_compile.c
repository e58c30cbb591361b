/* SPDX-License-Identifier: MIT */
/* Input: a byte of flags, then the pattern as UTF-16 units. Oracles: an error
 * lies inside the pattern; compiling in 8 and 16-bit units gives the same
 * bytes; the code of a pattern without v compiles to the same bytes again. */
#include "fuzz.h"

#include <string.h>

#include "regexp/regexp.h"

enum {
    MAX_UNITS = 256
};

static cm_status compile(const RegexpText *pattern, unsigned flags,
                         RegexpCode **ret_code)
{
    RegexpHost host = { .alloc = cm__alloc_default() };
    RegexpError error = { NULL, 0 };
    cm_status st = cm__regexp_compile(&host, pattern, flags, ret_code, &error);
    FUZZ_CHECK(st == CM_OK || st == CM_E_SYNTAX);
    FUZZ_CHECK(st == CM_OK || (error.what && error.at <= pattern->len));
    return st;
}

static void check_same(const RegexpText *a, const RegexpText *b, unsigned flags)
{
    RegexpCode *x = NULL, *y = NULL;
    cm_status st = compile(a, flags, &x);
    FUZZ_CHECK(compile(b, flags, &y) == st);
    if (st != CM_OK)
        return;
    FUZZ_CHECK(x->size == y->size && memcmp(x, y, x->size) == 0);
    cm__free(cm__alloc_default(), x, x->size);
    cm__free(cm__alloc_default(), y, y->size);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    uint16_t wide[MAX_UNITS];
    uint8_t narrow[MAX_UNITS];
    if (size == 0 || size > 2 * MAX_UNITS)
        return 0;
    unsigned flags = bytes[0];
    if ((flags & REGEXP_UNICODE) && (flags & REGEXP_UNICODE_SETS))
        flags &= ~(unsigned)REGEXP_UNICODE;
    uint32_t n = (uint32_t)(size - 1);
    if (n > MAX_UNITS)
        return 0;
    for (uint32_t i = 0; i < n; i++) {
        narrow[i] = bytes[1 + i];
        wide[i] = narrow[i];
    }
    RegexpText w = { .p16 = wide, .len = n };
    check_same(&w, &(RegexpText){ .p8 = narrow, .len = n }, flags);
    memcpy(wide, bytes + 1, n & ~(size_t)1);
    w.len = n / 2;
    check_same(&w, &w, flags);
    return 0;
}
