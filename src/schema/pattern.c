/* SPDX-License-Identifier: MIT */
/* Patterns of schemas over src/regexp. ASCII texts are matched where they
 * stand; others are widened to UTF-16 first. */
#include <string.h>

#include "base/utf8.h"
#include "schema/schema_internal.h"

/* Units of a text; *ret_wide is owned and may be NULL. False: no memory. */
static bool units_of(const cm_allocator *alloc, const char *text, size_t len,
                     RegexpText *ret_text, uint16_t **ret_wide)
{
    *ret_wide = NULL;
    *ret_text =
        (RegexpText){ .p8 = (const uint8_t *)text, .len = (uint32_t)len };
    if (cm__utf8_is_ascii(text, len))
        return true;
    uint16_t *wide = cm__alloc(alloc, len * sizeof *wide);
    if (!wide)
        return false;
    const char *at = text, *end = text + len;
    uint32_t n = 0;
    while (at < end) {
        uint32_t c = cm__utf8_next(&at, end, NULL);
        if (c >= 0x10000) {
            wide[n++] = (uint16_t)(0xD800 + ((c - 0x10000) >> 10));
            wide[n++] = (uint16_t)(0xDC00 + ((c - 0x10000) & 0x3FF));
        } else {
            wide[n++] = (uint16_t)c;
        }
    }
    *ret_wide = wide;
    *ret_text = (RegexpText){ .p16 = wide, .len = n };
    return true;
}

cm_status cm__schema_pattern(const RegexpHost *host, const char *text,
                             size_t len, bool is_strict, RegexpCode **ret_code,
                             const char **ret_what)
{
    RegexpText units;
    uint16_t *wide;
    RegexpError first = { 0 }, second;
    if (len > REGEXP_MAX_PATTERN)
        return CM_E_LIMIT;
    if (!units_of(host->alloc, text, len, &units, &wide))
        return CM_E_NOMEM;
    cm_status status =
        cm__regexp_compile(host, &units, REGEXP_UNICODE, ret_code, &first);
    if (status == CM_E_SYNTAX && !is_strict)
        status = cm__regexp_compile(host, &units, 0, ret_code, &second);
    cm__free(host->alloc, wide, len * sizeof *wide);
    *ret_what = first.what ? first.what : "";
    return status;
}

RegexpResult cm__schema_match(const RegexpCode *code, const RegexpHost *host,
                              const char *text, size_t len)
{
    enum {
        FEW = 32
    };
    uint32_t few[2 * FEW], *captures = few;
    size_t size = 2 * sizeof *captures * code->n_groups;
    RegexpText units;
    uint16_t *wide;
    if (len > UINT32_MAX || !units_of(host->alloc, text, len, &units, &wide))
        return REGEXP_NOMEM;
    if (code->n_groups > FEW)
        captures = cm__alloc(host->alloc, size);
    RegexpResult result =
        captures ? cm__regexp_match(code, host, &units, 0, false, captures)
                 : REGEXP_NOMEM;
    if (captures != few)
        cm__free(host->alloc, captures, size);
    cm__free(host->alloc, wide, len * sizeof *wide);
    return result;
}
