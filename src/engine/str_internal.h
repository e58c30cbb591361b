/* SPDX-License-Identifier: MIT */
#ifndef CM_ENGINE_STR_INTERNAL_H
#define CM_ENGINE_STR_INTERNAL_H
/* str_internal: what the parts of str share with code.c and gc.c. */
#include "engine/str.h"

/* hd.aux of a flat string: 1 marks an append buffer. It is never a value
 * itself; slices show prefixes of it, and its len grows while there is room. */
#define STR_BUFFER 1

/* How deep a rope may be to the left; a walk over one keeps so many places. */
#define ROPE_LEFT_MAX 255

static inline bool str_is_flat_kind(const Str *s)
{
    return s->hd.kind <= CELL_STR16;
}

/* The view of a string that is no rope. */
static inline void str_view_flat(const Str *s, StrView *ret)
{
    const Str *base = s;
    uint32_t from = 0;
    if (s->hd.kind == CELL_SLICE) {
        base = s->as.slice.base;
        from = s->as.slice.offset;
    }
    ret->len = s->len;
    if (base->hd.kind == CELL_STR8) {
        ret->p8 = base->as.u8 + from;
        ret->p16 = NULL;
    } else {
        ret->p8 = NULL;
        ret->p16 = base->as.u16 + from;
    }
}

/* Longest string of this execution's language. */
uint32_t str_limit(const VM *vm);
/* RangeError; in Lua the end of the execution (lua.md 7). */
void throw_too_long(VM *vm);
/* Texts are bytes (Lua). */
bool str_is_bytes(const VM *vm);

/* A flat string of len > 0 units straight from a heap. */
Str *str_alloc_in(Heap *h, size_t len, bool wide);
/* Turns a RawCell that holds len > 1 8-bit units into their string; the cell is
 * cut to size. NULL when refused; the cell then stays what it is. */
Str *str_from_raw8(Heap *h, RawCell *raw, size_t len);
/* The first n units of a view, and the view without them. */
static inline StrView view_head(const StrView *v, uint32_t n)
{
    return (StrView){ .p8 = v->p8, .p16 = v->p16, .len = n };
}
static inline void view_skip(StrView *v, uint32_t n)
{
    if (v->p8 != NULL)
        v->p8 += n;
    else
        v->p16 += n;
    v->len -= n;
}
uint32_t view_hash(const StrView *v);
bool view_equal(const StrView *a, const StrView *b);
/* Canonical array index. */
bool view_to_index(const StrView *v, uint32_t *ret_index);
/* All units are below 256. */
bool units16_are_narrow(const uint16_t *units, size_t n);
/* Copies any view to 8-bit (all units below 256) or 16-bit units. */
void view_copy8(uint8_t *to, const StrView *v);
void view_copy16(uint16_t *to, const StrView *v);

/* ---- tables of names; slots lie in a RawCell of the heap ---- */

Str *atoms_find(const Atoms *a, const StrView *v, uint32_t hash);
/* Room for one more name. False when refused, or the execution has to end; vm
 * NULL: there is none. */
bool atoms_reserve(VM *vm, Heap *h, Atoms *a);
/* Adds a flat string with its hash filled in; reserved before. */
void atoms_add(Atoms *a, Str *s);
struct Gc;
/* Drops the names that are neither marked nor shared; not all of them when the
 * collection is given up. */
void atoms_sweep(struct Gc *gc, Atoms *a);
/* The cell that holds the slots, or NULL. */
RawCell *atoms_cell(const Atoms *a);
/* A new interned string in a heap; *a reserved before. NULL when refused. */
Str *atoms_make(Heap *h, Atoms *a, const StrView *v, uint32_t hash);

#endif
