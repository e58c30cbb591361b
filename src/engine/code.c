/* SPDX-License-Identifier: MIT */
#include "engine/code.h"

#include <string.h>

#include "engine/realm.h"
#include "engine/str_internal.h"

/* The compiler's own limits end first; this bounds what a source can make it
 * take in any case. */
#define PROGRAM_LIMIT ((size_t)1 << 30)

/* ---- lines ---- */

/* Length of a line terminator at `at` (ECMA-262 12.3, CR LF as one), or 0. */
static size_t terminator_at(const char *at, const char *end)
{
    if (*at == '\n')
        return 1;
    if (*at == '\r')
        return end - at > 1 && at[1] == '\n' ? 2 : 1;
    if ((uint8_t)*at == 0xE2 && end - at >= 3 && (uint8_t)at[1] == 0x80 &&
        ((uint8_t)at[2] == 0xA8 || (uint8_t)at[2] == 0xA9))
        return 3;
    return 0;
}

/* Passes over words of eight bytes in which no terminator starts: no byte is
 * 0xE2 or below 14 (Mycroft's test, which may see one too many). */
static const char *skip_plain(const char *at, const char *end)
{
    const uint64_t ones = UINT64_C(0x0101010101010101), tops = ones << 7;
    while (end - at >= 8) {
        uint64_t word;
        memcpy(&word, at, 8);
        uint64_t low = (word - ones * 14) & ~word;
        uint64_t lead = word ^ ones * 0xE2;
        if (((low | ((lead - ones) & ~lead)) & tops) != 0)
            break;
        at += 8;
    }
    return at;
}

/* With starts NULL only counts. */
static uint32_t find_lines(const Program *p, uint32_t *starts)
{
    const char *at = p->source, *end = p->source + p->source_len;
    uint32_t n = 1;
    if (starts != NULL)
        starts[0] = 0;
    while ((at = skip_plain(at, end)) < end) {
        size_t len = terminator_at(at, end);
        at += len == 0 ? 1 : len;
        if (len == 0)
            continue;
        if (starts != NULL)
            starts[n] = (uint32_t)(at - p->source);
        n++;
    }
    return n;
}

void program_location(const Program *p, uint32_t offset, uint32_t *ret_line,
                      uint32_t *ret_column)
{
    uint32_t low = 0, high = p->n_lines;
    if (offset > p->source_len)
        offset = (uint32_t)p->source_len;
    while (high - low > 1) {
        uint32_t mid = low + (high - low) / 2;
        if (p->line_starts[mid] <= offset)
            low = mid;
        else
            high = mid;
    }
    uint32_t column = 1;
    for (uint32_t i = p->line_starts[low]; i < offset; i++)
        if (((uint8_t)p->source[i] & 0xC0) != 0x80)
            column++;
    *ret_line = low + 1;
    *ret_column = column;
}

const CodePos *proto_position(const FuncProto *f, uint32_t pc)
{
    uint32_t low = 0, high = f->n_positions;
    while (low < high) {
        uint32_t mid = low + (high - low) / 2;
        if (f->positions[mid].pc <= pc)
            low = mid + 1;
        else
            high = mid;
    }
    return low == 0 ? NULL : &f->positions[low - 1];
}

/* ---- life ---- */

Program *program_new(const cm_allocator *alloc, const struct Realm *realm,
                     const char *source, size_t source_len)
{
    if (source_len > PROGRAM_LIMIT)
        return NULL;
    Program *p = cm__alloc_zero(alloc, 1, sizeof(*p));
    if (p == NULL)
        return NULL;
    p->alloc = alloc;
    p->realm = realm;
    heap_init(&p->heap, alloc, PROGRAM_LIMIT, true);
    cm__arena_init(&p->arena, alloc, PROGRAM_LIMIT);
    p->source = cm__alloc_text(alloc, source, source_len);
    p->source_len = p->source != NULL ? source_len : 0;
    if (p->source != NULL) {
        uint32_t n = find_lines(p, NULL);
        p->line_starts = cm__arena_alloc(&p->arena, n * sizeof(uint32_t));
        p->n_lines = n;
    }
    if (p->source == NULL || p->line_starts == NULL) {
        program_free(p);
        return NULL;
    }
    find_lines(p, p->line_starts);
    return p;
}

void program_free(Program *p)
{
    if (p == NULL)
        return;
    heap_done(&p->heap);
    cm__arena_done(&p->arena);
    cm__free(p->alloc, p->source, p->source_len + 1);
    cm__free(p->alloc, p, sizeof(*p));
}

/* ---- strings ---- */

static Str *program_intern(Program *p, const StrView *v)
{
    uint32_t hash = view_hash(v);
    Str *s = NULL;
    if (p->realm != NULL)
        s = atoms_find(&p->realm->atoms, v, hash);
    if (s == NULL)
        s = atoms_find(&p->atoms, v, hash);
    if (s != NULL)
        return s;
    if (!atoms_reserve(NULL, &p->heap, &p->atoms))
        return NULL;
    return atoms_make(&p->heap, &p->atoms, v, hash);
}

Str *program_intern8(Program *p, const uint8_t *units, size_t len)
{
    if (len > STR_MAX_LEN)
        return NULL;
    StrView v = { len == 0 ? (const uint8_t *)"" : units, NULL, (uint32_t)len };
    return program_intern(p, &v);
}

Str *program_intern16(Program *p, const uint16_t *units, size_t len)
{
    if (len == 0)
        return program_intern8(p, NULL, 0);
    if (len > STR_MAX_LEN)
        return NULL;
    StrView v = { NULL, units, (uint32_t)len };
    return program_intern(p, &v);
}

Str *program_str8(Program *p, const uint8_t *units, size_t len)
{
    if (len <= 1)
        return program_intern8(p, units, len);
    if (len > STR_MAX_LEN)
        return NULL;
    StrView v = { units, NULL, (uint32_t)len };
    Str *s = str_alloc_in(&p->heap, v.len, false);
    if (s == NULL)
        return NULL;
    view_copy8(s->as.u8, &v);
    s->hash = view_hash(&v); /* nobody writes to a shared string later */
    return s;
}
