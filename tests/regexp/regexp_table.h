/* SPDX-License-Identifier: MIT */
#ifndef CM_TESTS_REGEXP_TABLE_H
#define CM_TESTS_REGEXP_TABLE_H
/* regexp_table: rows of pattern, flags, subject and what comes out, as text:
 *
 *     "0-3 1-2 -"   start and end of the match and of each capture, - for none
 *     "no"          no match
 *     "!what"       the pattern's syntax error
 *
 * Pattern and subject are UTF-8, a lone surrogate in its three-byte form. Where
 * all units are below 256, a row is matched in both widths. */
#include "base/buf.h"
#include "regexp/regexp.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct RegexpRow {
    const char *pattern, *flags, *subject, *expected;
} RegexpRow;

typedef struct Units {
    uint16_t wide[4096];
    uint8_t narrow[4096];
    uint32_t len;
    bool fits; /* in 8 bits */
} Units;

static void units_of(const char *text, Units *out)
{
    const uint8_t *s = (const uint8_t *)text;
    out->len = 0;
    out->fits = true;
    while (*s) {
        int more = *s < 0x80 ? 0 : *s < 0xE0 ? 1 : *s < 0xF0 ? 2 : 3;
        uint32_t c = more == 0 ? *s : *s & (0x3Fu >> more);
        for (s++; more > 0; more--)
            c = c << 6 | (*s++ & 0x3F);
        if (c > 0xFFFF) {
            out->wide[out->len++] = (uint16_t)(0xD7C0 + (c >> 10));
            c = 0xDC00 | (c & 0x3FF);
        }
        out->wide[out->len++] = (uint16_t)c;
    }
    for (uint32_t i = 0; i < out->len; i++) {
        out->narrow[i] = (uint8_t)out->wide[i];
        out->fits = out->fits && out->wide[i] < 256;
    }
}

static void show_match(Buf *out, const RegexpCode *code, const uint32_t *at)
{
    for (uint32_t i = 0; i < code->n_groups; i++) {
        if (i > 0)
            cm__buf_add_char(out, ' ');
        if (at[2 * i] == REGEXP_NONE)
            cm__buf_add_char(out, '-');
        else
            cm__buf_add_fmt(out, "%u-%u", at[2 * i], at[2 * i + 1]);
    }
}

static void match_text(Buf *out, const RegexpHost *host, const RegexpCode *code,
                       const RegexpText *text)
{
    uint32_t *at = calloc(code->n_groups, 8);
    RegexpResult r = cm__regexp_match(code, host, text, 0,
                                      (code->flags & REGEXP_STICKY) != 0, at);
    if (r == REGEXP_MATCH)
        show_match(out, code, at);
    else
        cm__buf_add_fmt(out, r == REGEXP_NO_MATCH ? "no" : "failed");
    free(at);
}

/* What a row gives, in one width of the subject. */
static void run_row(const RegexpRow *row, bool narrow, Buf *out)
{
    static Units pattern, subject;
    RegexpHost host = { .alloc = cm__alloc_default() };
    units_of(row->pattern, &pattern);
    units_of(row->subject, &subject);
    RegexpText flag_text = { .p8 = (const uint8_t *)row->flags,
                             .len = (uint32_t)strlen(row->flags) };
    RegexpText p = { .p8 = pattern.fits ? pattern.narrow : NULL,
                     .p16 = pattern.fits ? NULL : pattern.wide,
                     .len = pattern.len };
    RegexpText s = { .p8 = narrow ? subject.narrow : NULL,
                     .p16 = narrow ? NULL : subject.wide,
                     .len = subject.len };
    RegexpCode *code = NULL;
    RegexpError error;
    unsigned flags = 0;
    cm__buf_clear(out);
    if (!cm__regexp_flags(&flag_text, &flags)) {
        cm__buf_add_str(out, "!flags");
        return;
    }
    if (cm__regexp_compile(&host, &p, flags, &code, &error) != CM_OK) {
        cm__buf_add_fmt(out, "!%s", error.what);
        return;
    }
    match_text(out, &host, code, &s);
    cm__free(host.alloc, code, code->size);
}

/* Runs every row; prints each that differs; returns the number of them. */
static int regexp_check(const RegexpRow *rows, size_t n)
{
    Buf out;
    int failed = 0;
    cm__buf_init(&out, cm__alloc_default(), CM_BUF_NO_LIMIT);
    for (size_t i = 0; i < n; i++) {
        static Units subject;
        units_of(rows[i].subject, &subject);
        for (int narrow = 0; narrow <= (subject.fits ? 1 : 0); narrow++) {
            run_row(&rows[i], narrow, &out);
            if (strcmp(cm__buf_text(&out), rows[i].expected) == 0)
                continue;
            failed++;
            fprintf(stderr, "row %zu: /%s/%s on %s: expected %s, got %s\n", i,
                    rows[i].pattern, rows[i].flags, rows[i].subject,
                    rows[i].expected, cm__buf_text(&out));
        }
    }
    cm__buf_done(&out);
    return failed;
}

#endif
