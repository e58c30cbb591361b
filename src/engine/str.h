/* SPDX-License-Identifier: MIT */
#ifndef CM_ENGINE_STR_H
#define CM_ENGINE_STR_H
/* str: immutable strings of 8-bit or 16-bit units.
 *
 * JavaScript: 8-bit units are Latin-1 code units, 16-bit units UTF-16. A flat
 * string may be stored wide although all its units are below 256 (slices);
 * equal text hashes and compares equal all the same.
 *
 *   flat   units behind the header (CELL_STR8, CELL_STR16)
 *   rope   two parts, not yet joined; becomes a slice of a new flat string when
 *          its units are first needed (str_flat), by an explicit stack;
 *          see str_rope.c for what keeps appending linear
 *   slice  a window into a flat string, from STR_SLICE_MIN units on
 *
 * Interned strings (flag STR_INTERNED) are flat and unique in the execution:
 * equal text is the same pointer. Property names are interned on first use as a
 * key; a string that turned out equal to an existing name remembers it (it
 * becomes a slice of the name with STR_HAS_ATOM), so that the next use is one
 * load. Interned names have three homes: process image, program, execution;
 * interning looks in that order, so a name known to an outer home keeps its
 * pointer.
 *
 * Limits: STR_MAX_LEN units. Too long throws RangeError "Invalid string
 * length". */
#include "engine/heap.h"

typedef struct VM VM;

#define STR_MAX_LEN   (UINT32_C(1) << 28)
#define STR_SLICE_MIN 24
#define STR_ROPE_MIN  24

enum {
    STR_INTERNED = CELL_USER1,
    STR_WIDE = CELL_USER2,     /* 16-bit units (any kind) */
    STR_IS_INDEX = CELL_USER3, /* interned, canonical array index; see below */
    STR_HAS_ATOM = CELL_USER4  /* a slice that covers all of an interned base */
};

struct Str {
    Cell hd;
    uint32_t len;  /* units */
    uint32_t hash; /* 0: not computed */
    union {
        uint8_t u8[1];
        uint16_t u16[1];
        struct {
            Str *left, *right;
        } rope;
        struct {
            Str *base; /* flat */
            uint32_t offset;
        } slice;
    } as;
};

#define STR_HEAD offsetof(Str, as)

/* Flat view of a string's units; borrowed from the (flattened) string. */
typedef struct StrView {
    const uint8_t *p8;   /* NULL when wide */
    const uint16_t *p16; /* NULL when not wide */
    uint32_t len;
} StrView;

static inline bool str_is_wide(const Str *s)
{
    return (s->hd.flags & STR_WIDE) != 0;
}
static inline bool str_is_interned(const Str *s)
{
    return (s->hd.flags & STR_INTERNED) != 0;
}
/* The name that s is known to be, else s. */
static inline Str *str_name_of(Str *s)
{
    return s->hd.flags & STR_HAS_ATOM ? s->as.slice.base : s;
}
static inline uint32_t view_at(const StrView *v, uint32_t i)
{
    /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): one is set */
    return v->p8 ? v->p8[i] : v->p16[i];
}

/* All constructors return NULL after throwing (RangeError) or a refused
 * allocation. Empty and one-unit strings come from the image. */
Str *str_new8(VM *vm, const uint8_t *units, size_t len);
/* Stored in 8-bit units when all fit. */
Str *str_new16(VM *vm, const uint16_t *units, size_t len);
/* From valid or invalid UTF-8 (replacement characters); WTF-8 surrogate forms
 * give lone surrogates. */
Str *str_from_utf8(VM *vm, const char *text, size_t len);
Str *str_from_ascii(VM *vm, const char *text);
/* Not initialised units; the caller fills them before anything else. */
Str *str_alloc8(VM *vm, size_t len);
Str *str_alloc16(VM *vm, size_t len);
Str *str_from_unit(VM *vm, uint32_t unit);
Str *str_from_number(VM *vm, double d); /* ToString; small integers cached */
Str *str_from_int(VM *vm, int32_t n);

Str *str_concat(VM *vm, Str *a, Str *b);
/* [from, to), to <= len. */
Str *str_slice(VM *vm, Str *s, uint32_t from, uint32_t to);
/* Joins a rope. False when memory was refused. */
bool str_flat(VM *vm, Str *s);
/* Flattens and shows the units. */
bool str_view(VM *vm, Str *s, StrView *ret_view);

bool str_equal(VM *vm, Str *a, Str *b);  /* never throws; ropes are walked */
int str_compare(VM *vm, Str *a, Str *b); /* by code units */
uint32_t str_hash(VM *vm, Str *s);       /* flattens; never 0; 0 if refused */
/* Whether v is this short string (under STR_ROPE_MIN, so it is never a rope).
 * Cannot fail. */
bool str_is_text(Value v, const char *ascii);

/* The interned string equal to s, or NULL when memory was refused. A flat s may
 * turn into a slice of the name: take views of it afterwards. */
Str *str_intern(VM *vm, Str *s);
Str *str_intern8(VM *vm, const uint8_t *units, size_t len);
Str *str_intern16(VM *vm, const uint16_t *units, size_t len);
Str *str_intern_ascii(VM *vm, const char *text);
/* Like str_intern, but NULL without allocating when no such name exists: a key
 * nobody ever interned is on no object. */
Str *str_find_interned(VM *vm, Str *s);

/* True, and the index, when the text is a canonical array index. */
bool str_to_index(VM *vm, Str *s, uint32_t *ret_index);

/* Appends as UTF-8 to a Buf; lone surrogates in WTF-8 form. */
struct Buf;
bool str_to_utf8(VM *vm, Str *s, struct Buf *out);

/* A growing string for built-ins: starts 8-bit, widens once. Memory is a
 * RawCell of the heap, so nothing needs freeing. After a failure adds do
 * nothing. */
typedef struct StrBuilder {
    VM *vm;
    RawCell *raw;      /* owned by the heap */
    uint32_t len, cap; /* units */
    bool wide, failed;
} StrBuilder;

void strb_init(StrBuilder *b, VM *vm);
void strb_unit(StrBuilder *b, uint32_t unit);
void strb_code_point(StrBuilder *b, uint32_t code_point);
void strb_ascii(StrBuilder *b, const char *text, size_t n);
void strb_str(StrBuilder *b, Str *s);
void strb_range(StrBuilder *b, Str *s, uint32_t from, uint32_t to);
/* NULL when something failed (RangeError thrown or memory refused). */
Str *strb_finish(StrBuilder *b);

/* The table of interned strings of one home. */
typedef struct Atoms {
    Str **slots;
    uint32_t n, cap; /* cap a power of two, or 0 */
} Atoms;

/* A symbol; description VALUE_UNDEFINED or a string. */
struct Symbol {
    Cell hd;
    uint32_t hash;
    Value description;
    Value registered_key; /* of Symbol.for, else VALUE_UNDEFINED */
};

Symbol *symbol_new(VM *vm, Value description);
/* The name of these ASCII bytes in a home; NULL when it has none. */
Str *atoms_find_ascii(const Atoms *a, const char *text, size_t len);

#endif
