/* SPDX-License-Identifier: MIT */
#include "regexp/ranges.h"

#include <stdlib.h>
#include <string.h>

void cm__ranges_init(Ranges *s, const cm_allocator *alloc)
{
    *s = (Ranges){ .alloc = alloc, .is_sorted = true };
}

void cm__ranges_done(Ranges *s)
{
    cm__free(s->alloc, s->v, (size_t)s->cap * 8);
    cm__ranges_init(s, s->alloc);
}

static bool reserve(Ranges *s, uint32_t n)
{
    if (s->failed)
        return false;
    if (n <= s->cap)
        return true;
    uint32_t cap = s->cap ? s->cap * 2 : 8;
    cap = cap < n ? n : cap;
    uint32_t *v =
        cm__realloc(s->alloc, s->v, (size_t)s->cap * 8, (size_t)cap * 8);
    if (v == NULL) {
        s->failed = true;
        return false;
    }
    s->v = v;
    s->cap = cap;
    return true;
}

void cm__ranges_add(Ranges *s, uint32_t first, uint32_t last)
{
    if (s->n > 0 && s->is_sorted) {
        uint32_t *end = &s->v[(size_t)2 * s->n - 1];
        if (first >= s->v[(size_t)2 * s->n - 2] && first <= *end + 1) {
            *end = last > *end ? last : *end;
            return;
        }
        s->is_sorted = first > *end;
    }
    if (!reserve(s, s->n + 1))
        return;
    s->v[(size_t)2 * s->n] = first;
    s->v[(size_t)2 * s->n + 1] = last;
    s->n++;
}

void cm__ranges_add_all(Ranges *s, const Ranges *other)
{
    s->failed |= other->failed;
    for (uint32_t i = 0; i < other->n; i++)
        cm__ranges_add(s, other->v[(size_t)2 * i], other->v[(size_t)2 * i + 1]);
}

static int compare(const void *a, const void *b)
{
    const uint32_t *x = a, *y = b;
    return x[0] < y[0] ? -1 : x[0] > y[0];
}

void cm__ranges_sort(Ranges *s)
{
    if (s->is_sorted || s->failed)
        return;
    qsort(s->v, s->n, 8, compare);
    uint32_t n = 0;
    for (uint32_t i = 0; i < s->n; i++) {
        uint32_t first = s->v[(size_t)2 * i], last = s->v[(size_t)2 * i + 1];
        if (n > 0 && first <= s->v[(size_t)2 * n - 1] + 1) {
            if (last > s->v[(size_t)2 * n - 1])
                s->v[(size_t)2 * n - 1] = last;
            continue;
        }
        s->v[(size_t)2 * n] = first;
        s->v[(size_t)2 * n + 1] = last;
        n++;
    }
    s->n = n;
    s->is_sorted = true;
}

void cm__ranges_invert(Ranges *s)
{
    cm__ranges_sort(s);
    if (!reserve(s, s->n + 1))
        return;
    uint32_t from = 0, n = 0;
    /* The pair written never lies behind the one read. */
    for (uint32_t i = 0; i < s->n; i++) {
        uint32_t first = s->v[(size_t)2 * i], last = s->v[(size_t)2 * i + 1];
        if (first > from) {
            s->v[(size_t)2 * n] = from;
            s->v[(size_t)2 * n + 1] = first - 1;
            n++;
        }
        from = last + 1;
    }
    if (from <= RANGES_LAST) {
        s->v[(size_t)2 * n] = from;
        s->v[(size_t)2 * n + 1] = RANGES_LAST;
        n++;
    }
    s->n = n;
}

void cm__ranges_intersect(Ranges *s, Ranges *other)
{
    cm__ranges_sort(s);
    cm__ranges_sort(other);
    Ranges out;
    cm__ranges_init(&out, s->alloc);
    out.failed = s->failed || other->failed;
    for (uint32_t i = 0, k = 0; i < s->n && k < other->n;) {
        uint32_t a = s->v[(size_t)2 * i], b = s->v[(size_t)2 * i + 1];
        uint32_t c = other->v[(size_t)2 * k], d = other->v[(size_t)2 * k + 1];
        uint32_t first = a > c ? a : c, last = b < d ? b : d;
        if (first <= last)
            cm__ranges_add(&out, first, last);
        if (b < d)
            i++;
        else
            k++;
    }
    cm__ranges_done(s);
    *s = out;
}

void cm__ranges_subtract(Ranges *s, Ranges *other)
{
    Ranges rest;
    cm__ranges_init(&rest, s->alloc);
    cm__ranges_add_all(&rest, other);
    cm__ranges_invert(&rest);
    cm__ranges_intersect(s, &rest);
    cm__ranges_done(&rest);
}

bool cm__ranges_has(const Ranges *s, uint32_t c)
{
    uint32_t low = 0, high = s->n;
    while (low < high) {
        uint32_t mid = (low + high) / 2;
        if (c > s->v[(size_t)2 * mid + 1])
            low = mid + 1;
        else
            high = mid;
    }
    return low < s->n && c >= s->v[(size_t)2 * low];
}
