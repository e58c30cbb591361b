/* SPDX-License-Identifier: MIT */
#ifndef CM_JS_BUILTINS_PAIRS_H
#define CM_JS_BUILTINS_PAIRS_H
/* pairs: what URLSearchParams and Headers have in common: a list of names and
 * values (PairsObj), made from a sequence of pairs or a record, and iterated by
 * position.
 *
 * A list is changed in its own cell or replaced by a new one; `n` of the cell
 * is twice the number of pairs. Texts converted for C code live in Bufs charged
 * to the heap (ScratchAlloc). */
#include "base/buf.h"
#include "js/builtins/builtins.h"

/* ---- memory outside the heap, within its limit ---- */

/* An allocator that charges what it gives to the heap of the execution. */
typedef struct ScratchAlloc {
    cm_allocator alloc;
    Heap *heap;
} ScratchAlloc;

void scratch_init(ScratchAlloc *s, VM *vm);

/* ---- texts ---- */

/* ToString, lone surrogates replaced: an IDL USVString. NULL when thrown. */
Str *to_usv_string(VM *vm, Value v);
/* The UTF-8 of such a string appended to out. False when thrown or refused. */
bool usv_to_utf8(VM *vm, Str *s, Buf *out);
/* UTF-8 decode without BOM of any bytes. */
Str *decode_utf8(VM *vm, const char *text, size_t len);

/* ---- lists ---- */

static inline uint32_t pairs_count(const PairsObj *p)
{
    return p->pairs ? p->pairs->n / 2 : 0;
}
static inline Str *pairs_name(const PairsObj *p, uint32_t i)
{
    return value_str(p->pairs->v[(size_t)i * 2]);
}
static inline Str *pairs_value(const PairsObj *p, uint32_t i)
{
    return value_str(p->pairs->v[(size_t)i * 2 + 1]);
}

/* A cell with the same pairs and room for one more. NULL when refused. */
ValuesCell *pairs_copy(VM *vm, const PairsObj *p);

/* `this` as an object of the class, NULL after a TypeError. */
PairsObj *pairs_this(VM *vm, Value this_val, ClassId id, const char *method);

/* Adds a pair at construction. False when thrown; then nothing has changed. */
typedef bool (*PairsAppend)(VM *vm, PairsObj *p, Value name, Value value);

/* Fills the object in register 0 from the sequence or record in args[0] and
 * returns it. To be entered with f->pc 1, and re-entered. */
#define PAIRS_REGS 12
Step pairs_fill(VM *vm, NativeFrame *f, PairsAppend append, const char *what);

/* forEach and the iterators. */
Step pairs_for_each(VM *vm, NativeFrame *f, ClassId id);
Value pairs_iterator(VM *vm, const NativeCall *c, ClassId id, int what,
                     const char *method);
/* The prototype of those iterators, with its next. */
void pairs_iterator_proto(RealmBuilder *b, Obj *proto, const NativeSpec *next,
                          const char *tag);
Value pairs_next(VM *vm, const NativeCall *c, IterKind kind, const char *what);

#endif
