/* SPDX-License-Identifier: MIT */
/* Regular expression literals: compiled while parsing, since their early errors
 * are errors of the program (ECMA-262 13.2.7.1). */
#include "js/parser_internal.h"

#include "js/lexer_internal.h"
#include "regexp/regexp.h"

#include <string.h>

/* The byte offset of a unit of the pattern that starts at byte `at`. */
static uint32_t place_of_unit(const JsLexer *lx, uint32_t at, uint32_t unit)
{
    for (uint32_t n = 0; n < unit;)
        n += cm__js_code_point(lx, &at) > 0xFFFF ? 2 : 1;
    return at;
}

const struct RegexpCode *cm__js_regexp_code(JsLexer *lx, const JsRegexp *n)
{
    RegexpHost host = { .alloc = lx->arena->alloc };
    bool wide = n->pattern.wide;
    RegexpText text = { .p8 = wide ? NULL : n->pattern.units,
                        .p16 = wide ? n->pattern.units : NULL,
                        .len = n->pattern.len };
    RegexpText flag_text = { .p8 = n->flags.units, .len = n->flags.len };
    RegexpCode *code = NULL;
    RegexpError error;
    unsigned flags = 0;
    cm__regexp_flags(&flag_text, &flags); /* the lexer has checked them */
    switch (cm__regexp_compile(&host, &text, flags, &code, &error)) {
    case CM_OK:
        break;
    case CM_E_SYNTAX:
        cm__js_fail(lx, place_of_unit(lx, n->node.start + 1, error.at),
                    error.what);
    default:
        cm__js_fail_nomem(lx);
    }
    uint32_t size = code->size;
    void *copy = cm__arena_alloc(lx->arena, size);
    if (copy != NULL)
        memcpy(copy, code, size);
    cm__free(host.alloc, code, size);
    if (copy == NULL)
        cm__js_fail_nomem(lx);
    return copy;
}
