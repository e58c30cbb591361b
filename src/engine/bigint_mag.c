/* SPDX-License-Identifier: MIT */
/* Magnitudes: addition, and multiplication (schoolbook; Karatsuba and Ofman
 * 1962 from KARATSUBA limbs on). */
#include "engine/bigint_internal.h"

#include "engine/meter.h"

#define KARATSUBA 40

static bool charge(VM *vm, uint64_t steps)
{
    return !vm || vm_charge(vm, steps);
}

uint32_t mag_trim(const uint32_t *a, uint32_t n)
{
    while (n > 0 && a[n - 1] == 0)
        n--;
    return n;
}

static uint32_t limb_bits(uint32_t x)
{
    return x ? 32 - (uint32_t)cm_clz32(x) : 0;
}

uint32_t mag_bits(const uint32_t *a, uint32_t n)
{
    return n == 0 ? 0 : (n - 1) * 32 + limb_bits(a[n - 1]);
}

int mag_compare(const uint32_t *a, uint32_t na, const uint32_t *b, uint32_t nb)
{
    if (na != nb)
        return na < nb ? -1 : 1;
    while (na > 0) {
        na--;
        if (a[na] != b[na])
            return a[na] < b[na] ? -1 : 1;
    }
    return 0;
}

void mag_add(uint32_t *r, const uint32_t *a, uint32_t na, const uint32_t *b,
             uint32_t nb)
{
    uint64_t carry = 0;
    for (uint32_t i = 0; i < na; i++) {
        carry += (uint64_t)a[i] + (i < nb ? b[i] : 0);
        r[i] = (uint32_t)carry;
        carry >>= 32;
    }
    r[na] = (uint32_t)carry;
}

void mag_sub(uint32_t *r, const uint32_t *a, uint32_t na, const uint32_t *b,
             uint32_t nb)
{
    uint32_t borrow = 0;
    for (uint32_t i = 0; i < na; i++) {
        uint64_t t = (uint64_t)a[i] - (i < nb ? b[i] : 0) - borrow;
        r[i] = (uint32_t)t;
        borrow = (uint32_t)(t >> 32) & 1;
    }
}

uint32_t mag_add_into(uint32_t *a, uint32_t na, const uint32_t *b, uint32_t nb)
{
    uint64_t carry = 0;
    for (uint32_t i = 0; i < na && (i < nb || carry); i++) {
        carry += (uint64_t)a[i] + (i < nb ? b[i] : 0);
        a[i] = (uint32_t)carry;
        carry >>= 32;
    }
    return (uint32_t)carry;
}

uint32_t mag_sub_from(uint32_t *a, uint32_t na, const uint32_t *b, uint32_t nb)
{
    uint32_t borrow = 0;
    for (uint32_t i = 0; i < na && (i < nb || borrow); i++) {
        uint64_t t = (uint64_t)a[i] - (i < nb ? b[i] : 0) - borrow;
        a[i] = (uint32_t)t;
        borrow = (uint32_t)(t >> 32) & 1;
    }
    return borrow;
}

/* ---- multiplication ---- */

static bool mul_school(VM *vm, uint32_t *r, const uint32_t *a, uint32_t na,
                       const uint32_t *b, uint32_t nb)
{
    if (!charge(vm, (uint64_t)na * nb / 16 + 1))
        return false;
    memset(r, 0, ((size_t)na + nb) * sizeof *r);
    for (uint32_t j = 0; j < nb; j++) {
        uint64_t carry = 0;
        for (uint32_t i = 0; i < na; i++) {
            carry += (uint64_t)a[i] * b[j] + r[i + j];
            r[i + j] = (uint32_t)carry;
            carry >>= 32;
        }
        r[na + j] = (uint32_t)carry;
    }
    return true;
}

/* Both of n limbs; the depth of the recursion is log2(n / KARATSUBA). With
 * halves a = a1 B + a0: a b = z2 B^2 + ((a0 + a1)(b0 + b1) - z0 - z2) B + z0.
 */
static bool mul_even(VM *vm, uint32_t *r, const uint32_t *a, const uint32_t *b,
                     uint32_t n, uint32_t *scratch)
{
    if (n < KARATSUBA)
        return mul_school(vm, r, a, n, b, n);
    uint32_t low = n / 2, high = n - low, sum = high + 1;
    uint32_t *sa = scratch, *sb = sa + sum, *z1 = sb + sum;
    uint32_t *rest = z1 + (size_t)sum * 2;
    mag_add(sa, a + low, high, a, low);
    mag_add(sb, b + low, high, b, low);
    if (!mul_even(vm, r, a, b, low, rest) ||
        !mul_even(vm, r + (size_t)low * 2, a + low, b + low, high, rest) ||
        !mul_even(vm, z1, sa, sb, sum, rest))
        return false;
    mag_sub_from(z1, 2 * sum, r, 2 * low);
    mag_sub_from(z1, 2 * sum, r + (size_t)low * 2, 2 * high);
    mag_add_into(r + low, 2 * n - low, z1, mag_trim(z1, 2 * sum));
    return true;
}

/* The longer operand in pieces of the shorter one's size. */
static bool mul_pieces(VM *vm, uint32_t *r, const uint32_t *a, uint32_t na,
                       const uint32_t *b, uint32_t nb, uint32_t *scratch)
{
    uint32_t *piece = scratch, *rest = scratch + (size_t)nb * 2;
    memset(r, 0, ((size_t)na + nb) * sizeof *r);
    for (uint32_t at = 0; at < na; at += nb) {
        uint32_t n = na - at < nb ? na - at : nb;
        bool ok = n == nb ? mul_even(vm, piece, a + at, b, nb, rest)
                          : mul_school(vm, piece, b, nb, a + at, n);
        if (!ok)
            return false;
        mag_add_into(r + at, na + nb - at, piece, nb + n);
    }
    return true;
}

bool mag_mul(Heap *h, VM *vm, uint32_t *r, const uint32_t *a, uint32_t na,
             const uint32_t *b, uint32_t nb)
{
    if (na < nb) {
        const uint32_t *swap = a;
        a = b;
        b = swap;
        uint32_t n = na;
        na = nb;
        nb = n;
    }
    if (nb < KARATSUBA)
        return mul_school(vm, r, a, na, b, nb);
    RawCell *raw = heap_raw_new(h, ((size_t)nb * 8 + 512) * sizeof(uint32_t));
    if (!raw)
        return false;
    uint32_t *scratch = (uint32_t *)(void *)raw->bytes;
    bool ok = na == nb ? mul_even(vm, r, a, b, na, scratch)
                       : mul_pieces(vm, r, a, na, b, nb, scratch);
    heap_release(h, raw);
    return ok;
}

uint32_t mag_mul_small(uint32_t *a, uint32_t n, uint32_t by, uint32_t add)
{
    uint64_t carry = add;
    for (uint32_t i = 0; i < n; i++) {
        carry += (uint64_t)a[i] * by;
        a[i] = (uint32_t)carry;
        carry >>= 32;
    }
    return (uint32_t)carry;
}
