/* SPDX-License-Identifier: MIT */
/* Equality and order of strings. Ropes are flattened first, since what is
 * compared once is compared again; where memory is short they are compared piece
 * by piece. */
#include <assert.h>
#include <string.h>

#include "engine/meter.h"
#include "engine/str_internal.h"

/* ---- views ---- */

static int view_compare(const StrView *a, const StrView *b, uint32_t n)
{
    if (a->p8 != NULL && b->p8 != NULL)
        return n == 0 ? 0 : memcmp(a->p8, b->p8, n);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t x = view_at(a, i), y = view_at(b, i);
        if (x != y)
            return x < y ? -1 : 1;
    }
    return 0;
}

/* Of views of any length, the deadline in sight. */
static int compare_long(VM *vm, StrView a, StrView b, uint32_t n)
{
    for (; n > METER_BYTES; n -= METER_BYTES) {
        int order = view_compare(&a, &b, METER_BYTES);
        if (order != 0 || !meter_look_up(vm))
            return order;
        view_skip(&a, METER_BYTES);
        view_skip(&b, METER_BYTES);
    }
    return view_compare(&a, &b, n);
}

static bool equal_long(VM *vm, StrView a, StrView b)
{
    while (a.len > METER_BYTES && a.len == b.len) {
        StrView x = view_head(&a, METER_BYTES), y = view_head(&b, METER_BYTES);
        if (!view_equal(&x, &y) || !meter_look_up(vm))
            return false;
        view_skip(&a, METER_BYTES);
        view_skip(&b, METER_BYTES);
    }
    return view_equal(&a, &b);
}

/* ---- pieces of ropes ---- */

/* A walk over a rope's flat pieces in order, without memory of its own: the
 * parts that follow wait in a ring, which forgets the farthest when it is full;
 * when it is empty before the end, the walk starts from the root again. A rope
 * that is deep to the left alone fits, and one that is deep to the right alone
 * needs one place. */
#define WALK_RING 256
_Static_assert(ROPE_LEFT_MAX < WALK_RING, "a left-deep rope fits the ring");

typedef struct Walk {
    VM *vm;
    const Str *root;
    uint32_t at; /* units behind us */
    uint32_t turns, hops;
    uint32_t first, n; /* of the ring */
    StrView piece;     /* what is left of it */
    const Str *ring[WALK_RING];
} Walk;

static void walk_init(Walk *w, VM *vm, const Str *root)
{
    w->vm = vm;
    w->root = root;
    w->at = w->turns = w->hops = w->first = w->n = 0;
    w->piece = (StrView){ .len = 0 };
}

static void walk_push(Walk *w, const Str *s)
{
    w->ring[(w->first + w->n) % WALK_RING] = s;
    if (w->n < WALK_RING)
        w->n++;
    else
        w->first = (w->first + 1) % WALK_RING;
}

/* The piece at w->at, below s. False when the execution has to end. */
static bool walk_down(Walk *w, const Str *s, uint32_t at)
{
    for (; s->hd.kind == CELL_ROPE; w->hops++) {
        const Str *left = s->as.rope.left;
        if (at < left->len) {
            walk_push(w, s->as.rope.right);
            s = left;
        } else {
            at -= left->len;
            s = s->as.rope.right;
        }
        if (!vm_in_time(w->vm, &w->turns))
            return false;
    }
    str_view_flat(s, &w->piece);
    view_skip(&w->piece, at);
    return true;
}

/* Makes a piece ready, unless one is. False when the execution has to end. */
static bool walk_ready(Walk *w)
{
    if (w->piece.len > 0)
        return true;
    bool ok;
    if (w->n > 0)
        ok = walk_down(w, w->ring[(w->first + --w->n) % WALK_RING], 0);
    else
        ok = walk_down(w, w->root, w->at);
    uint32_t hops = w->hops + 1;
    w->hops = 0;
    return ok && vm_charge(w->vm, hops);
}

static void walk_skip(Walk *w, uint32_t n)
{
    w->at += n;
    view_skip(&w->piece, n);
}

/* Compares the first n units; anything when the execution has to end. */
static CM_NOINLINE int compare_pieces(VM *vm, const Str *a, const Str *b,
                                      uint32_t n)
{
    Walk x, y;
    walk_init(&x, vm, a);
    walk_init(&y, vm, b);
    while (x.at < n) {
        if (!walk_ready(&x) || !walk_ready(&y))
            return 0;
        uint32_t m = x.piece.len < y.piece.len ? x.piece.len : y.piece.len;
        if (m > n - x.at)
            m = n - x.at;
        int order = compare_long(vm, x.piece, y.piece, m);
        if (order != 0 || vm->termination != TERM_NONE)
            return order;
        walk_skip(&x, m);
        walk_skip(&y, m);
    }
    return 0;
}

/* Flattening is a convenience here: a refusal is forgotten. False when the
 * execution has to end. */
static bool try_flat(VM *vm, Str *s)
{
    if (CM_LIKELY(s->hd.kind != CELL_ROPE))
        return true;
    bool refused = vm->heap.refused;
    if (vm->termination == TERM_NONE && !str_flat(vm, s))
        vm->heap.refused = refused;
    return vm->termination == TERM_NONE;
}

/* ---- strings ---- */

bool str_equal(VM *vm, Str *a, Str *b)
{
    if (a == b)
        return true;
    if (a->len != b->len || (a->hash && b->hash && a->hash != b->hash))
        return false;
    const Str *x = str_name_of(a), *y = str_name_of(b);
    if (str_is_interned(x) && str_is_interned(y))
        return x == y;
    if (!try_flat(vm, a) || !try_flat(vm, b) || !vm_spend(vm, a->len / 64))
        return false;
    if (a->hd.kind == CELL_ROPE || b->hd.kind == CELL_ROPE)
        return compare_pieces(vm, a, b, a->len) == 0;
    StrView va, vb;
    str_view_flat(a, &va);
    str_view_flat(b, &vb);
    return equal_long(vm, va, vb);
}

bool str_is_text(Value v, const char *ascii)
{
    size_t n = strlen(ascii);
    assert(n < STR_ROPE_MIN);
    if (!value_is_string(v) || value_str(v)->len != n)
        return false;
    StrView view;
    str_view_flat(value_str(v), &view);
    for (size_t i = 0; i < n; i++)
        if (view_at(&view, (uint32_t)i) != (unsigned char)ascii[i])
            return false;
    return true;
}

int str_compare(VM *vm, Str *a, Str *b)
{
    if (a == b)
        return 0;
    uint32_t n = a->len < b->len ? a->len : b->len;
    if (!try_flat(vm, a) || !try_flat(vm, b) || !vm_spend(vm, n / 64))
        return 0;
    int order;
    if (a->hd.kind == CELL_ROPE || b->hd.kind == CELL_ROPE) {
        order = compare_pieces(vm, a, b, n);
    } else {
        StrView va, vb;
        str_view_flat(a, &va);
        str_view_flat(b, &vb);
        order = compare_long(vm, va, vb, n);
    }
    if (order != 0)
        return order;
    return a->len == b->len ? 0 : a->len < b->len ? -1 : 1;
}
