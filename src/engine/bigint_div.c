/* SPDX-License-Identifier: MIT */
/* Division of magnitudes: Knuth, The Art of Computer Programming 2, 4.3.1,
 * algorithm D, and for long operands the recursion of Burnikel and Ziegler,
 * "Fast Recursive Division", 1998, which costs little more than
 * multiplication. */
#include "engine/bigint_internal.h"

#include "engine/meter.h"

#define RECURSIVE 80 /* limbs of the divisor from which the recursion pays */

static bool charge(VM *vm, uint64_t steps)
{
    return !vm || vm_charge(vm, steps);
}

uint32_t mag_div_small(uint32_t *a, uint32_t n, uint32_t by)
{
    uint64_t rest = 0;
    while (n > 0) {
        n--;
        rest = rest << 32 | a[n];
        a[n] = (uint32_t)(rest / by);
        rest %= by;
    }
    return (uint32_t)rest;
}

/* r[0..n] = a << shift, shift < 32. */
static void shift_up(uint32_t *r, const uint32_t *a, uint32_t n, uint32_t shift)
{
    uint64_t carry = 0;
    for (uint32_t i = 0; i < n; i++) {
        carry |= (uint64_t)a[i] << shift;
        r[i] = (uint32_t)carry;
        carry >>= 32;
    }
    r[n] = (uint32_t)carry;
}

/* r[0..n) = a >> shift; a has n limbs. */
static void shift_down(uint32_t *r, const uint32_t *a, uint32_t n,
                       uint32_t shift)
{
    for (uint32_t i = 0; i < n; i++) {
        uint64_t x = a[i];
        if (i + 1 < n)
            x |= (uint64_t)a[i + 1] << 32;
        r[i] = (uint32_t)(x >> shift);
    }
}

/* ---- algorithm D ---- */

/* One quotient digit from the three leading limbs of u (D3). */
static uint32_t guess_digit(const uint32_t *u, const uint32_t *v, uint32_t nv)
{
    uint64_t top = (uint64_t)u[nv] << 32 | u[nv - 1];
    uint64_t digit = top / v[nv - 1], rest = top % v[nv - 1];
    while (digit >> 32 || digit * v[nv - 2] > (rest << 32 | u[nv - 2])) {
        digit--;
        rest += v[nv - 1];
        if (rest >> 32)
            break;
    }
    return (uint32_t)digit;
}

/* u[0..nv] -= digit * v, and once more back when that went below zero (D4 to
 * D6); returns the right digit. */
static uint32_t take_digit(uint32_t *u, const uint32_t *v, uint32_t nv,
                           uint32_t digit)
{
    uint64_t carry = 0;
    uint32_t borrow = 0;
    for (uint32_t i = 0; i < nv; i++) {
        carry += (uint64_t)digit * v[i];
        uint64_t t = (uint64_t)u[i] - (uint32_t)carry - borrow;
        u[i] = (uint32_t)t;
        borrow = (uint32_t)(t >> 32) & 1;
        carry >>= 32;
    }
    uint64_t t = (uint64_t)u[nv] - carry - borrow;
    u[nv] = (uint32_t)t;
    if (!(t >> 32))
        return digit;
    mag_add_into(u, nv + 1, v, nv);
    return digit - 1;
}

/* u[0..nu] / v: v has its top bit set and nv >= 2 limbs. The quotient has nu -
 * nv + 1 digits; the remainder is left in u. */
static bool divide_digits(VM *vm, uint32_t *q, uint32_t *u, uint32_t nu,
                          const uint32_t *v, uint32_t nv)
{
    for (uint32_t j = nu - nv + 1; j > 0; j--) {
        if (!charge(vm, nv / 16 + 1))
            return false;
        uint32_t digit =
            take_digit(u + j - 1, v, nv, guess_digit(u + j - 1, v, nv));
        if (q)
            q[j - 1] = digit;
    }
    return true;
}

/* ---- Burnikel and Ziegler ---- */

typedef struct Recursion {
    Heap *h;
    VM *vm;
} Recursion;

static bool div_2n1n(Recursion *d, uint32_t *q, uint32_t *r, const uint32_t *a,
                     const uint32_t *b, uint32_t n, uint32_t *scratch);

/* q[0..h), r[0..2h) of a[0..3h) by b[0..2h), a < b 2^(32h). */
static bool div_3n2n(Recursion *d, uint32_t *q, uint32_t *r, const uint32_t *a,
                     const uint32_t *b, uint32_t h, uint32_t *scratch)
{
    uint32_t *product = scratch, *rest = scratch + (size_t)h * 2;
    int32_t top = 0;
    uint32_t *high = r + h;
    if (mag_compare(a + (size_t)h * 2, h, b + h, h) < 0) {
        if (!div_2n1n(d, q, high, a + h, b + h, h, rest))
            return false;
    } else {
        /* the quotient digit is the largest there is: a - (2^(32h) - 1) b1 */
        memset(q, 0xFF, h * sizeof *q);
        memcpy(high, a + h, h * sizeof *high);
        top = (int32_t)mag_add_into(high, h, b + h, h);
    }
    memcpy(r, a, h * sizeof *r);
    if (!mag_mul(d->h, d->vm, product, q, h, b, h))
        return false;
    top -= (int32_t)mag_sub_from(r, 2 * h, product, 2 * h);
    const uint32_t one = 1;
    while (top < 0) {
        top += (int32_t)mag_add_into(r, 2 * h, b, 2 * h);
        mag_sub_from(q, h, &one, 1);
    }
    return true;
}

/* q[0..n), r[0..n) of a[0..2n) by b[0..n), a < b 2^(32n), the top bit of b
 * set. */
static bool div_2n1n(Recursion *d, uint32_t *q, uint32_t *r, const uint32_t *a,
                     const uint32_t *b, uint32_t n, uint32_t *scratch)
{
    if (n % 2 != 0 || n < RECURSIVE) {
        uint32_t *u = scratch;
        memcpy(u, a, (size_t)n * 2 * sizeof *u);
        if (!divide_digits(d->vm, q, u, 2 * n - 1, b, n))
            return false;
        memcpy(r, u, n * sizeof *r);
        return true;
    }
    uint32_t h = n / 2;
    uint32_t *low = scratch, *rest = scratch + (size_t)h * 3;
    if (!div_3n2n(d, q + h, low + h, a + h, b, h, rest))
        return false;
    memcpy(low, a, h * sizeof *low);
    return div_3n2n(d, q, r, low, b, h, rest);
}

/* The number of limbs to which the divisor is brought: a small number of them
 * times a power of two. */
static uint32_t block_size(uint32_t nb)
{
    uint32_t k = 0;
    while (nb >> k >= RECURSIVE)
        k++;
    return (((nb - 1) >> k) + 1) << k;
}

/* a and b moved up so that b fills n limbs; then digits of n limbs one by one.
 */
static bool div_blocks(Recursion *d, uint32_t *q, uint32_t *r,
                       const uint32_t *a, uint32_t na, const uint32_t *b,
                       uint32_t nb)
{
    uint32_t n = block_size(nb), up = n - nb;
    uint32_t shift = 32 * nb - mag_bits(b, nb);
    uint32_t blocks = (na + up) / n + 1;
    if (blocks < 2)
        blocks = 2;
    size_t n_u = (size_t)blocks * n, n_q = (size_t)(blocks - 1) * n;
    RawCell *raw = heap_raw_new(d->h, (n_u + n_q + (size_t)n * 10 + 64) *
                                          sizeof(uint32_t));
    if (!raw)
        return false;
    uint32_t *u = (uint32_t *)(void *)raw->bytes, *digits = u + n_u;
    uint32_t *v = digits + n_q, *part = v + n + 1, *scratch = part + n;
    memset(u, 0, n_u * sizeof *u);
    memset(v, 0, up * sizeof *v);
    shift_up(u + up, a, na, shift);
    shift_up(v + up, b, nb, shift);
    bool ok = true;
    for (uint32_t i = blocks - 1; i > 0 && ok; i--) {
        uint32_t *at = u + (size_t)(i - 1) * n;
        ok = div_2n1n(d, digits + (size_t)(i - 1) * n, part, at, v, n, scratch);
        memcpy(at, part, n * sizeof *at);
    }
    if (ok && q)
        memcpy(q, digits, ((size_t)na - nb + 1) * sizeof *q);
    if (ok && r)
        shift_down(r, u + up, nb, shift);
    heap_release(d->h, raw);
    return ok;
}

/* ---- the way in ---- */

/* NOLINTNEXTLINE(readability-function-size): four numbers and their lengths */
static bool div_short(Heap *h, VM *vm, uint32_t *q, uint32_t *r,
                      const uint32_t *a, uint32_t na, const uint32_t *b,
                      uint32_t nb)
{
    RawCell *raw = heap_raw_new(h, ((size_t)na + nb + 2) * sizeof(uint32_t));
    if (!raw)
        return false;
    uint32_t *u = (uint32_t *)(void *)raw->bytes, *v = u + na + 1;
    bool ok;
    if (nb == 1) {
        ok = charge(vm, na / 8 + 1);
        memcpy(u, a, na * sizeof *a);
        uint32_t rest = mag_div_small(u, na, b[0]);
        if (q)
            memcpy(q, u, na * sizeof *a);
        if (r)
            r[0] = rest;
    } else {
        uint32_t shift = 32 * nb - mag_bits(b, nb);
        shift_up(v, b, nb, shift);
        shift_up(u, a, na, shift);
        ok = divide_digits(vm, q, u, na, v, nb);
        if (ok && r)
            shift_down(r, u, nb, shift);
    }
    heap_release(h, raw);
    return ok;
}

/* NOLINTNEXTLINE(readability-function-size): four numbers and their lengths */
bool mag_div(Heap *h, VM *vm, uint32_t *q, uint32_t *r, const uint32_t *a,
             uint32_t na, const uint32_t *b, uint32_t nb)
{
    Recursion d = { h, vm };
    if (nb < RECURSIVE || na - nb < RECURSIVE / 2)
        return div_short(h, vm, q, r, a, na, b, nb);
    return div_blocks(&d, q, r, a, na, b, nb);
}
