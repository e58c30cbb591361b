/* SPDX-License-Identifier: MIT */
/* Concatenation: ropes, flattening and append buffers.
 *
 * `s += x` in a loop must be linear whether or not somebody reads s in between.
 * A rope whose left spine has grown deep, or whose leftmost part is already the
 * result of a flattening, is flattened into a buffer with half its length to
 * spare. The buffer is hidden; the string becomes a slice of it. Appending to a
 * slice that ends where its buffer's text ends writes behind it, in place:
 * older slices never see those units. Copying is thus amortised over the spare
 * room, and a left-deep rope is never more than ROPE_LEFT_MAX deep. Other ropes
 * may be as deep as they like: nothing here recurses. */
#include <string.h>

#include "engine/meter.h"
#include "engine/realm.h"
#include "engine/str_internal.h"

#define ROPE_ROOMY_FROM 4 /* depth from which a rope is being appended to */

/* ---- flattening ---- */

/* Right parts that are ropes themselves wait here. */
typedef struct Pending {
    const Str *rope;
    uint32_t end;
} Pending;

typedef struct PendingStack {
    Heap *heap;     /* counts the items */
    Pending *items; /* local storage or owned */
    size_t n, cap;
    Pending local[32];
} PendingStack;

static bool pending_push(PendingStack *p, const Str *rope, uint32_t end)
{
    if (p->n == p->cap) {
        bool was_local = p->items == p->local;
        size_t old = was_local ? 0 : p->cap * sizeof(Pending);
        size_t size = p->cap * 2 * sizeof(Pending);
        if (!heap_charge(p->heap, size - old))
            return false;
        Pending *grown =
            cm__realloc(p->heap->alloc, was_local ? NULL : p->items, old, size);
        if (grown == NULL) {
            heap_uncharge(p->heap, size - old);
            return false;
        }
        if (was_local)
            memcpy(grown, p->local, sizeof(p->local));
        p->items = grown;
        p->cap *= 2;
    }
    p->items[p->n].rope = rope;
    p->items[p->n++].end = end;
    return true;
}

static void pending_done(PendingStack *p)
{
    size_t size = p->cap * sizeof(Pending);
    if (p->items == p->local)
        return;
    cm__free(p->heap->alloc, p->items, size);
    heap_uncharge(p->heap, size);
}

static void put_view(Str *flat, uint32_t at, const StrView *v)
{
    if (flat->hd.kind == CELL_STR8)
        view_copy8(flat->as.u8 + at, v);
    else
        view_copy16(flat->as.u16 + at, v);
}

static void put_units(Str *flat, uint32_t at, const Str *s)
{
    StrView v;
    str_view_flat(s, &v);
    put_view(flat, at, &v);
}

/* The same of any length, the deadline in sight. */
static bool put_long(VM *vm, Str *flat, uint32_t at, const Str *s)
{
    StrView v;
    str_view_flat(s, &v);
    while (v.len > METER_BYTES) {
        StrView head = view_head(&v, METER_BYTES);
        put_view(flat, at, &head);
        at += METER_BYTES;
        view_skip(&v, METER_BYTES);
        if (!meter_look_up(vm))
            return false;
    }
    put_view(flat, at, &v);
    return true;
}

/* Writes the text of a rope so that it ends at unit `end`, but not what lies
 * before unit `from`, which is there already. False when there is no memory for
 * the stack, or the execution has to end. */
static bool write_rope(VM *vm, Str *flat, const Str *rope, uint32_t from,
                       uint32_t end)
{
    PendingStack p = { .heap = &vm->heap, .n = 0, .cap = 32 };
    p.items = p.local;
    uint32_t turns = 0;
    bool ok = pending_push(&p, rope, end);
    while (ok && p.n > 0) {
        const Str *s = p.items[--p.n].rope;
        uint32_t at = p.items[p.n].end;
        while (s->hd.kind == CELL_ROPE && ok) {
            const Str *right = s->as.rope.right;
            if (right->hd.kind == CELL_ROPE)
                ok = pending_push(&p, right, at);
            else
                ok = put_long(vm, flat, at - right->len, right);
            at -= right->len;
            s = s->as.rope.left;
            ok = ok && vm_in_time(vm, &turns);
        }
        if (ok && at > from)
            ok = put_long(vm, flat, at - s->len, s);
    }
    pending_done(&p);
    return ok;
}

static void become_slice(Str *s, Str *base, uint32_t offset)
{
    s->hd.kind = CELL_SLICE;
    s->hd.aux = 0;
    s->hd.flags =
        (uint8_t)((s->hd.flags & ~STR_WIDE) | (base->hd.flags & STR_WIDE));
    s->as.slice.base = base;
    s->as.slice.offset = offset;
}

/* Every rope on the left spine shows a prefix of the same text. */
static void spine_to_slices(Str *rope, Str *base, uint32_t offset)
{
    while (rope->hd.kind == CELL_ROPE) {
        Str *left = rope->as.rope.left;
        become_slice(rope, base, offset);
        rope = left;
    }
}

static Str *leftmost(Str *s)
{
    while (s->hd.kind == CELL_ROPE)
        s = s->as.rope.left;
    return s;
}

static uint32_t buffer_room(const Str *buffer)
{
    size_t cap = (heap_cell_size(&buffer->hd) - STR_HEAD) >>
                 (buffer->hd.kind == CELL_STR16);
    return (uint32_t)cap - buffer->len;
}

/* s is the newest slice of an append buffer with room for n more units of the
 * given width. */
static bool can_append(const Str *s, uint32_t n, bool wide)
{
    if (s->hd.kind != CELL_SLICE)
        return false;
    const Str *base = s->as.slice.base;
    return base->hd.aux == STR_BUFFER &&
           s->as.slice.offset + s->len == base->len &&
           (!wide || base->hd.kind == CELL_STR16) && buffer_room(base) >= n;
}

/* Somebody keeps appending: the text was flattened before or the rope is deep.
 * */
static bool deserves_room(const Str *rope, const Str *first)
{
    return rope->hd.aux >= ROPE_ROOMY_FROM ||
           (first->hd.kind == CELL_SLICE && first->as.slice.offset == 0 &&
            !(first->hd.flags & STR_HAS_ATOM) &&
            first->len == first->as.slice.base->len);
}

bool str_flat(VM *vm, Str *s)
{
    if (s->hd.kind != CELL_ROPE)
        return true;
    Str *first = leftmost(s);
    bool wide = str_is_wide(s);
    uint32_t rest = s->len - first->len;
    vm->fuel -= (int64_t)(s->len / 64);
    if (can_append(first, rest, wide)) {
        Str *base = first->as.slice.base;
        uint32_t from = first->as.slice.offset;
        if (!write_rope(vm, base, s, base->len, from + s->len)) {
            vm->heap.refused = true;
            return false;
        }
        base->len = from + s->len;
        spine_to_slices(s, base, from);
        return true;
    }
    bool roomy = deserves_room(s, first) && s->len < STR_MAX_LEN;
    uint32_t cap = roomy ? s->len + s->len / 2 + 32 : s->len;
    Str *flat = str_alloc_in(&vm->heap, cap, wide);
    if (flat == NULL && roomy) {
        roomy = false;
        flat = str_alloc_in(&vm->heap, s->len, wide);
    }
    if (flat == NULL)
        return false;
    flat->len = s->len;
    flat->hd.aux = roomy ? STR_BUFFER : 0;
    if (!write_rope(vm, flat, s, 0, s->len)) {
        vm->heap.refused = true;
        return false;
    }
    spine_to_slices(s, flat, 0);
    return true;
}

/* ---- concatenation ---- */

static Str *concat_short(VM *vm, const Str *a, const Str *b)
{
    Str *s = str_alloc_in(&vm->heap, a->len + b->len,
                          str_is_wide(a) || str_is_wide(b));
    if (s == NULL)
        return NULL;
    put_units(s, 0, a);
    put_units(s, a->len, b);
    return s;
}

static Str *append_in_place(VM *vm, const Str *a, const Str *b)
{
    Str *s = heap_alloc(&vm->heap, sizeof(Str), CELL_SLICE);
    if (s == NULL)
        return NULL;
    Str *base = a->as.slice.base;
    s->len = a->len + b->len;
    s->hash = 0;
    become_slice(s, base, a->as.slice.offset);
    put_units(base, base->len, b);
    base->len += b->len;
    vm->fuel -= (int64_t)(b->len / 64);
    return s;
}

Str *str_concat(VM *vm, Str *a, Str *b)
{
    if (a->len == 0)
        return b;
    if (b->len == 0)
        return a;
    uint32_t len = a->len + b->len;
    if (len > str_limit(vm)) {
        throw_too_long(vm);
        return NULL;
    }
    if (len < STR_ROPE_MIN)
        return concat_short(vm, a, b);
    if (a->hd.kind == CELL_ROPE && a->hd.aux >= ROPE_LEFT_MAX &&
        !str_flat(vm, a))
        return NULL;
    if (b->hd.kind != CELL_ROPE && can_append(a, b->len, str_is_wide(b)))
        return append_in_place(vm, a, b);
    Str *s = heap_alloc(&vm->heap, sizeof(Str), CELL_ROPE);
    if (s == NULL)
        return NULL;
    s->hd.aux = a->hd.kind == CELL_ROPE ? (uint16_t)(a->hd.aux + 1) : 1;
    s->hd.flags |= (uint8_t)((a->hd.flags | b->hd.flags) & STR_WIDE);
    s->len = len;
    s->hash = 0;
    s->as.rope.left = a;
    s->as.rope.right = b;
    return s;
}
