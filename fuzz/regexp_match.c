/* SPDX-License-Identifier: MIT */
/* Input: a byte of flags, pattern, a NUL, subject. Oracles: 8-bit and 16-bit
 * units of the subject give the same captures; captures lie inside it; a sticky
 * match where the search found one finds the same. */
#include "fuzz.h"

#include <string.h>

#include "regexp/regexp.h"

enum {
    MAX_UNITS = 512,
    STEPS = 200000
};

static bool take(void *user, uint64_t steps)
{
    uint64_t *left = user;
    if (*left <= steps)
        return false;
    *left -= steps;
    return true;
}

static RegexpResult match(const RegexpCode *code, const RegexpText *text,
                          uint32_t start, bool sticky, uint32_t *at)
{
    uint64_t left = STEPS;
    RegexpHost host = { cm__alloc_default(), take, &left };
    return cm__regexp_match(code, &host, text, start, sticky, at);
}

static void check_captures(const RegexpCode *code, const uint32_t *at,
                           uint32_t len)
{
    for (uint32_t i = 0; i < code->n_groups; i++) {
        bool none = at[2 * i] == REGEXP_NONE;
        FUZZ_CHECK(none ? at[2 * i + 1] == REGEXP_NONE
                        : at[2 * i] <= at[2 * i + 1] && at[2 * i + 1] <= len);
    }
}

static void check(const RegexpCode *code, const uint8_t *subject, uint32_t len)
{
    uint8_t *narrow = malloc(len + 1);
    uint16_t *wide = malloc(2 * (size_t)len + 2);
    size_t size = (size_t)code->n_groups * 8;
    uint32_t *a = malloc(size), *b = malloc(size);
    FUZZ_CHECK(narrow && wide && a && b);
    for (uint32_t i = 0; i < len; i++)
        wide[i] = narrow[i] = subject[i];
    RegexpText n = { .p8 = narrow, .len = len };
    RegexpText w = { .p16 = wide, .len = len };
    RegexpResult x = match(code, &n, 0, false, a);
    RegexpResult y = match(code, &w, 0, false, b);
    FUZZ_CHECK(x == y);
    if (x == REGEXP_MATCH) {
        FUZZ_CHECK(memcmp(a, b, size) == 0);
        check_captures(code, a, len);
        y = match(code, &n, a[0], true, b);
        FUZZ_CHECK(y == REGEXP_MATCH && memcmp(a, b, size) == 0);
    }
    free(narrow);
    free(wide);
    free(a);
    free(b);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    if (size < 2 || size > MAX_UNITS)
        return 0;
    unsigned flags = bytes[0];
    if ((flags & REGEXP_UNICODE) && (flags & REGEXP_UNICODE_SETS))
        flags &= ~(unsigned)REGEXP_UNICODE;
    const uint8_t *end = memchr(bytes + 1, 0, size - 1);
    size_t n = end ? (size_t)(end - bytes) - 1 : size - 1;
    RegexpText pattern = { .p8 = bytes + 1, .len = (uint32_t)n };
    RegexpHost host = { .alloc = cm__alloc_default() };
    RegexpCode *code = NULL;
    RegexpError error;
    if (cm__regexp_compile(&host, &pattern, flags, &code, &error) != CM_OK)
        return 0;
    size_t rest = end ? size - n - 2 : 0;
    check(code, end ? end + 1 : bytes, (uint32_t)rest);
    cm__free(host.alloc, code, code->size);
    return 0;
}
