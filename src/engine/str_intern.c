/* SPDX-License-Identifier: MIT */
/* Names: open addressing with linear probing over string pointers, at most
 * three quarters full. The slots lie in a RawCell of the home's heap, so a
 * table goes away with its heap and needs no freeing of its own. */
#include <string.h>

#include "engine/gc.h"
#include "engine/meter.h"
#include "engine/realm.h"
#include "engine/str_internal.h"

#define ATOMS_FIRST 32

RawCell *atoms_cell(const Atoms *a)
{
    if (a->slots == NULL)
        return NULL;
    return (RawCell *)(void *)((char *)a->slots - offsetof(RawCell, bytes));
}

Str *atoms_find(const Atoms *a, const StrView *v, uint32_t hash)
{
    if (a->n == 0)
        return NULL;
    for (uint32_t i = hash & (a->cap - 1);; i = (i + 1) & (a->cap - 1)) {
        Str *s = a->slots[i];
        if (s == NULL)
            return NULL;
        if (s->hash != hash || s->len != v->len)
            continue;
        StrView name;
        str_view_flat(s, &name);
        if (view_equal(&name, v))
            return s;
    }
}

Str *atoms_find_ascii(const Atoms *a, const char *text, size_t len)
{
    StrView v = { .p8 = (const uint8_t *)text, .len = (uint32_t)len };
    return atoms_find(a, &v, view_hash(&v));
}

static void place(Str **slots, uint32_t cap, Str *s)
{
    uint32_t i = s->hash & (cap - 1);
    while (slots[i] != NULL)
        i = (i + 1) & (cap - 1);
    slots[i] = s;
}

static CM_NOINLINE bool atoms_grow(VM *vm, Heap *h, Atoms *a)
{
    uint32_t cap = a->cap == 0 ? ATOMS_FIRST : a->cap * 2;
    RawCell *raw = heap_raw_new(h, cap * sizeof(Str *));
    if (raw == NULL)
        return false;
    Str **slots = (Str **)(void *)raw->bytes;
    memset(slots, 0, cap * sizeof(Str *));
    uint32_t turns = 0;
    for (uint32_t i = 0; i < a->cap; i++) {
        if (vm != NULL && !vm_in_time(vm, &turns)) {
            heap_release(h, raw);
            return false;
        }
        if (a->slots[i] != NULL)
            place(slots, cap, a->slots[i]);
    }
    heap_release(h, atoms_cell(a));
    a->slots = slots;
    a->cap = cap;
    return true;
}

bool atoms_reserve(VM *vm, Heap *h, Atoms *a)
{
    return CM_LIKELY(a->n < a->cap / 4 * 3) || atoms_grow(vm, h, a);
}

void atoms_add(Atoms *a, Str *s)
{
    StrView v;
    uint32_t index;
    str_view_flat(s, &v);
    s->hd.flags |= STR_INTERNED;
    if (view_to_index(&v, &index))
        s->hd.flags |= STR_IS_INDEX;
    place(a->slots, a->cap, s);
    a->n++;
}

Str *atoms_make(Heap *h, Atoms *a, const StrView *v, uint32_t hash)
{
    bool wide = v->p16 != NULL && !units16_are_narrow(v->p16, v->len);
    Str *s = str_alloc_in(h, v->len, wide);
    if (s == NULL)
        return NULL;
    if (wide)
        view_copy16(s->as.u16, v);
    else
        view_copy8(s->as.u8, v);
    s->hash = hash;
    atoms_add(a, s);
    return s;
}

/* Removes slot i and moves later members of its cluster back (Knuth, The Art of
 * Computer Programming 3, 6.4, Algorithm R). */
static void atoms_remove(Atoms *a, uint32_t i)
{
    uint32_t mask = a->cap - 1, hole = i;
    a->slots[hole] = NULL;
    for (uint32_t j = (i + 1) & mask; a->slots[j] != NULL; j = (j + 1) & mask) {
        uint32_t home = a->slots[j]->hash & mask;
        if (((j - home) & mask) < ((j - hole) & mask))
            continue;
        a->slots[hole] = a->slots[j];
        a->slots[j] = NULL;
        hole = j;
    }
    a->n--;
}

void atoms_sweep(Gc *gc, Atoms *a)
{
    for (uint32_t i = 0; i < a->cap && gc_goes_on(gc, 1);) {
        const Str *s = a->slots[i];
        if (s != NULL && !(s->hd.flags & (CELL_MARK | CELL_SHARED)))
            atoms_remove(a, i); /* and look at what moved here */
        else
            i++;
    }
}

/* ---- of an execution ---- */

static Str *find_everywhere(const VM *vm, const StrView *v, uint32_t hash)
{
    Str *s = NULL;
    if (vm->realm != NULL)
        s = atoms_find(&vm->realm->atoms, v, hash);
    if (s == NULL && vm->program != NULL)
        s = atoms_find(&vm->program->atoms, v, hash);
    return s != NULL ? s : atoms_find(&vm->atoms, v, hash);
}

static Str *intern_view(VM *vm, const StrView *v)
{
    uint32_t hash = view_hash(v);
    Str *s = find_everywhere(vm, v, hash);
    if (s != NULL)
        return s;
    if (!atoms_reserve(vm, &vm->heap, &vm->atoms))
        return NULL;
    return atoms_make(&vm->heap, &vm->atoms, v, hash);
}

Str *str_intern8(VM *vm, const uint8_t *units, size_t len)
{
    if (len > str_limit(vm)) {
        throw_too_long(vm);
        return NULL;
    }
    StrView v = { units, NULL, (uint32_t)len };
    if (len == 0)
        v.p8 = (const uint8_t *)"";
    return intern_view(vm, &v);
}

Str *str_intern16(VM *vm, const uint16_t *units, size_t len)
{
    if (len > str_limit(vm)) {
        throw_too_long(vm);
        return NULL;
    }
    StrView v = { NULL, units, (uint32_t)len };
    return intern_view(vm, &v);
}

Str *str_intern_ascii(VM *vm, const char *text)
{
    return str_intern8(vm, (const uint8_t *)text, strlen(text));
}

/* s turned out to be a known name: the next use is one load. */
static void remember(Str *s, Str *name)
{
    if (s->hd.flags & CELL_SHARED)
        return;
    s->hd.kind = CELL_SLICE;
    s->hd.aux = 0;
    s->hd.flags = (uint8_t)((s->hd.flags & ~STR_WIDE) |
                            (name->hd.flags & STR_WIDE) | STR_HAS_ATOM);
    s->hash = name->hash;
    s->as.slice.base = name;
    s->as.slice.offset = 0;
}

/* A string may become the name itself when nothing of its cell would be wasted:
 * flat, of this execution, and 8-bit if it can be. */
static bool can_become_name(const Str *s, const StrView *v)
{
    if (!str_is_flat_kind(s) || s->hd.flags & CELL_SHARED || s->hd.aux != 0)
        return false;
    return v->p8 != NULL || !units16_are_narrow(v->p16, v->len);
}

Str *str_intern(VM *vm, Str *s)
{
    if (str_is_interned(s))
        return s;
    if (s->hd.flags & STR_HAS_ATOM)
        return s->as.slice.base;
    StrView v;
    uint32_t hash = str_hash(vm, s);
    if (hash == 0 || !str_view(vm, s, &v))
        return NULL;
    Str *name = find_everywhere(vm, &v, hash);
    if (name == NULL) {
        if (!atoms_reserve(vm, &vm->heap, &vm->atoms))
            return NULL;
        if (can_become_name(s, &v)) {
            atoms_add(&vm->atoms, s);
            return s;
        }
        name = atoms_make(&vm->heap, &vm->atoms, &v, hash);
        if (name == NULL)
            return NULL;
    }
    remember(s, name);
    return name;
}

Str *str_find_interned(VM *vm, Str *s)
{
    if (str_is_interned(s))
        return s;
    if (s->hd.flags & STR_HAS_ATOM)
        return s->as.slice.base;
    StrView v;
    uint32_t hash = str_hash(vm, s);
    if (hash == 0 || !str_view(vm, s, &v))
        return NULL;
    Str *name = find_everywhere(vm, &v, hash);
    /* Nothing else may hold the name, and collections decide whether it is
     * still there; comparisons of names are free. Of short strings all are. */
    if (name != NULL && s->len < 64)
        remember(s, name);
    return name;
}
