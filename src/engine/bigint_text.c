/* SPDX-License-Identifier: MIT */
/* BigInts as text. Radices that are powers of two move bits; the others go by
 * divide and conquer (Brent and Zimmermann, Modern Computer Arithmetic, 1.7):
 * long texts are split at radix^(leaf 2^j), so that most of the work is
 * multiplication and division of long numbers. The recursion is as deep as the
 * logarithm of the length. */
#include "engine/bigint_internal.h"

#include "engine/convert.h"
#include "engine/error.h"
#include "engine/meter.h"

#define LEAF_CHUNKS 32
#define MAX_LEVELS  20

/* The largest power of the radix in a limb. */
typedef struct Radix {
    Heap *h;
    VM *vm;
    uint32_t radix;
    uint32_t digits; /* per chunk */
    uint32_t chunk;  /* radix^digits */
    uint32_t leaf;   /* digits that are done without splitting */
    uint32_t levels; /* powers made */
    RawCell *raw[MAX_LEVELS];
    uint32_t *power[MAX_LEVELS]; /* radix^(leaf 2^j) */
    uint32_t n[MAX_LEVELS];
} Radix;

static void radix_init(Radix *r, Heap *h, VM *vm, uint32_t radix)
{
    *r = (Radix){ .h = h, .vm = vm, .radix = radix, .chunk = 1 };
    while ((uint64_t)r->chunk * radix <= UINT32_MAX) {
        r->chunk *= radix;
        r->digits++;
    }
    r->leaf = r->digits * LEAF_CHUNKS;
}

static void radix_done(Radix *r)
{
    for (uint32_t i = r->levels; i > 0; i--)
        heap_release(r->h, r->raw[i - 1]);
}

static uint32_t *limbs_new(Heap *h, size_t n, RawCell **ret_raw)
{
    *ret_raw = heap_raw_new(h, n * sizeof(uint32_t));
    return *ret_raw ? (uint32_t *)(void *)(*ret_raw)->bytes : NULL;
}

/* Makes the next power: the first one, or the square of the last. */
static bool add_level(Radix *r)
{
    uint32_t at = r->levels;
    if (at == MAX_LEVELS)
        return false;
    if (at == 0) {
        uint32_t *p = limbs_new(r->h, LEAF_CHUNKS, &r->raw[0]);
        if (!p)
            return false;
        r->levels = 1;
        p[0] = 1;
        uint32_t n = 1;
        for (uint32_t i = 0; i < LEAF_CHUNKS; i++) {
            uint32_t carry = mag_mul_small(p, n, r->chunk, 0);
            if (carry)
                p[n++] = carry;
        }
        r->power[0] = p;
        r->n[0] = n;
        return true;
    }
    uint32_t n = r->n[at - 1];
    uint32_t *p = limbs_new(r->h, (size_t)n * 2, &r->raw[at]);
    if (!p)
        return false;
    r->levels++;
    r->power[at] = p;
    if (!mag_mul(r->h, r->vm, p, r->power[at - 1], n, r->power[at - 1], n))
        return false;
    r->n[at] = mag_trim(p, n * 2);
    return true;
}

/* ---- writing ---- */

static const char digit_chars[] = "0123456789abcdefghijklmnopqrstuvwxyz";

/* x < radix^width, as exactly width digits; x is used up. */
static bool write_leaf(Radix *r, uint32_t *x, uint32_t n, uint8_t *out,
                       uint32_t width)
{
    uint8_t *end = out + width;
    while ((n = mag_trim(x, n)) > 0) {
        uint32_t rest = mag_div_small(x, n, r->chunk);
        for (uint32_t i = 0; i < r->digits && end > out; i++) {
            *--end = (uint8_t)digit_chars[rest % r->radix];
            rest /= r->radix;
        }
    }
    memset(out, '0', (size_t)(end - out));
    return vm_charge(r->vm, width / 4);
}

/* x < power[level], as leaf 2^level digits. x is used up. */
static bool write_level(Radix *r, uint32_t *x, uint32_t n, uint32_t level,
                        uint8_t *out)
{
    if (level == 0)
        return write_leaf(r, x, n, out, r->leaf);
    uint32_t half = r->leaf << (level - 1);
    const uint32_t *p = r->power[level - 1];
    uint32_t np = r->n[level - 1];
    n = mag_trim(x, n);
    if (mag_compare(x, n, p, np) < 0) {
        memset(out, '0', half);
        return write_level(r, x, n, level - 1, out + half);
    }
    RawCell *raw;
    uint32_t nq = n - np + 1;
    uint32_t *q = limbs_new(r->h, (size_t)nq + np, &raw);
    bool ok = q && mag_div(r->h, r->vm, q, q + nq, x, n, p, np) &&
              write_level(r, q, nq, level - 1, out) &&
              write_level(r, q + nq, np, level - 1, out + half);
    heap_release(r->h, raw);
    return ok;
}

static Str *finish_text(VM *vm, uint8_t *text, uint32_t n, bool negative)
{
    uint32_t at = 1; /* room for the sign */
    while (at < n && text[at] == '0')
        at++;
    if (negative)
        text[--at] = '-';
    return str_new8(vm, text + at, n - at);
}

static Str *write_bits(VM *vm, const BigInt *b, unsigned shift)
{
    uint32_t bits = mag_bits(b->limb, b->n), n = bits / shift + 2;
    RawCell *raw = heap_raw_new(&vm->heap, n);
    if (!raw || !vm_charge(vm, n / 8))
        return NULL;
    for (uint32_t i = 0; i + 1 < n; i++) {
        uint32_t at = i * shift, limb = at / 32;
        uint64_t x = limb < b->n ? b->limb[limb] : 0;
        if (limb + 1 < b->n)
            x |= (uint64_t)b->limb[limb + 1] << 32;
        raw->bytes[n - 1 - i] =
            (uint8_t)digit_chars[(x >> at % 32) & ((1u << shift) - 1)];
    }
    Str *s = finish_text(vm, raw->bytes, n, bigint_is_negative(b));
    heap_release(&vm->heap, raw);
    return s;
}

static Str *write_long(Radix *r, const BigInt *b)
{
    VM *vm = r->vm;
    uint32_t level = 0;
    for (;;) {
        if (!add_level(r))
            return NULL;
        if (mag_compare(b->limb, b->n, r->power[level], r->n[level]) < 0)
            break;
        level++;
    }
    RawCell *copy = NULL;
    RawCell *text = heap_raw_new(r->h, ((size_t)r->leaf << level) + 1);
    uint32_t *x = text ? limbs_new(r->h, b->n, &copy) : NULL;
    if (!x)
        return NULL;
    memcpy(x, b->limb, b->n * sizeof *x);
    if (!write_level(r, x, b->n, level, text->bytes + 1))
        return NULL;
    Str *s = finish_text(vm, text->bytes, (r->leaf << level) + 1,
                         bigint_is_negative(b));
    heap_release(r->h, copy);
    heap_release(r->h, text);
    return s;
}

static Str *write_short(VM *vm, const BigInt *b, unsigned radix)
{
    uint8_t text[72];
    uint32_t at = sizeof text;
    uint64_t low = bigint_low64(b);
    if (bigint_is_negative(b))
        low = 0 - low;
    do {
        text[--at] = (uint8_t)digit_chars[low % radix];
        low /= radix;
    } while (low);
    if (bigint_is_negative(b))
        text[--at] = '-';
    return str_new8(vm, text + at, sizeof text - at);
}

static unsigned bits_of_radix(unsigned radix)
{
    for (unsigned shift = 1; shift <= 5; shift++)
        if (radix == 1u << shift)
            return shift;
    return 0;
}

Str *bigint_to_str(VM *vm, const BigInt *b, unsigned radix)
{
    if (b->n <= 2)
        return write_short(vm, b, radix);
    unsigned shift = bits_of_radix(radix);
    if (shift)
        return write_bits(vm, b, shift);
    Radix r;
    radix_init(&r, &vm->heap, vm, radix);
    Str *s = write_long(&r, b);
    radix_done(&r);
    return s;
}

/* ---- reading ---- */

static uint32_t digit_value(uint32_t c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    c |= 0x20;
    return c >= 'a' && c <= 'z' ? c - 'a' + 10 : 99;
}

/* Limbs that hold n digits for sure. */
static uint64_t limbs_for(const Radix *r, uint64_t n)
{
    return n / r->digits + 1;
}

static uint32_t read_leaf(const Radix *r, const char *text, uint32_t n,
                          uint32_t *out)
{
    uint32_t used = 0;
    while (n > 0) {
        uint32_t k = n % r->digits ? n % r->digits : r->digits;
        uint32_t value = 0, scale = 1;
        for (uint32_t i = 0; i < k; i++) {
            value = value * r->radix + digit_value((uint8_t)*text++);
            scale *= r->radix;
        }
        n -= k;
        uint32_t carry = mag_mul_small(out, used, scale, value);
        if (carry)
            out[used++] = carry;
    }
    return used;
}

/* out has room for limbs_for(n) + 1; *ret_n is the number used. */
static bool read_level(Radix *r, const char *text, uint32_t n, uint32_t *out,
                       uint32_t *ret_n)
{
    if (n <= r->leaf) {
        *ret_n = read_leaf(r, text, n, out);
        return !r->vm || vm_charge(r->vm, n / 4 + 1);
    }
    uint32_t level = 0;
    while ((uint64_t)r->leaf << (level + 1) < n)
        level++;
    uint32_t low = r->leaf << level, nh = 0, nl = 0;
    RawCell *raw;
    size_t room_high = (size_t)limbs_for(r, n - low) + 1;
    size_t room_low = (size_t)limbs_for(r, low) + 1;
    size_t room = room_high + room_low;
    uint32_t *high = limbs_new(r->h, room + room_high + r->n[level], &raw);
    if (!high)
        return false;
    uint32_t *rest = high + room_high, *product = high + room;
    bool ok =
        read_level(r, text, n - low, high, &nh) &&
        read_level(r, text + (n - low), low, rest, &nl) &&
        mag_mul(r->h, r->vm, product, high, nh, r->power[level], r->n[level]);
    if (ok) {
        uint32_t np = mag_trim(product, nh + r->n[level]);
        const uint32_t *a = np >= nl ? product : rest;
        const uint32_t *b = np >= nl ? rest : product;
        uint32_t na = np >= nl ? np : nl, nb = np >= nl ? nl : np;
        mag_add(out, a, na, b, nb);
        *ret_n = mag_trim(out, na + 1);
    }
    heap_release(r->h, raw);
    return ok;
}

static void read_bits(const char *text, uint32_t n, unsigned shift,
                      uint32_t *out, uint32_t limbs)
{
    memset(out, 0, limbs * sizeof *out);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t at = i * shift;
        uint64_t x = (uint64_t)digit_value((uint8_t)text[n - 1 - i]) << at % 32;
        out[at / 32] |= (uint32_t)x;
        if (x >> 32)
            out[at / 32 + 1] |= (uint32_t)(x >> 32);
    }
}

/* Digits only. NULL when refused, or with *ret_too_big. */
static BigInt *read_digits(Heap *h, VM *vm, const char *text, size_t n,
                           unsigned radix, bool *ret_too_big)
{
    *ret_too_big = false;
    while (n > 0 && *text == '0') {
        text++;
        n--;
    }
    unsigned shift = bits_of_radix(radix);
    Radix r;
    radix_init(&r, h, vm, radix);
    if (n > BIGINT_MAX_BITS || limbs_for(&r, n) > BIGINT_MAX_LIMBS * 5 / 4) {
        *ret_too_big = true;
        return NULL;
    }
    uint32_t limbs =
        shift ? (uint32_t)n * shift / 32 + 2 : (uint32_t)limbs_for(&r, n) + 1;
    BigInt *b = bigint_alloc(h, limbs);
    if (!b)
        return NULL;
    bool ok = true;
    if (shift) {
        read_bits(text, (uint32_t)n, shift, b->limb, limbs);
    } else {
        while (ok && r.leaf << r.levels < n)
            ok = add_level(&r);
        ok = ok && read_level(&r, text, (uint32_t)n, b->limb, &b->n);
        radix_done(&r);
    }
    if (!ok)
        return NULL;
    b->n = mag_trim(b->limb, b->n);
    if (mag_bits(b->limb, b->n) > BIGINT_MAX_BITS) {
        *ret_too_big = true;
        return NULL;
    }
    return b;
}

BigInt *bigint_literal(Heap *h, const char *digits, size_t n, unsigned radix,
                       bool *ret_too_big)
{
    return read_digits(h, NULL, digits, n, radix, ret_too_big);
}

/* StrIntegerLiteral (7.1.14) without the blanks around it. */
static Value read_text(VM *vm, const char *text, size_t n)
{
    unsigned radix = 10;
    bool negative = false;
    if (n == 0)
        return bigint_from_u64(vm, 0);
    if (n > 2 && text[0] == '0') {
        char c = (char)(text[1] | 0x20);
        radix = c == 'x' ? 16 : c == 'o' ? 8 : c == 'b' ? 2 : 10;
    }
    size_t skip = radix != 10 ? 2 : text[0] == '-' || text[0] == '+';
    negative = text[0] == '-';
    text += skip;
    n -= skip;
    if (n == 0)
        return VALUE_ABSENT;
    size_t digits;
    if (!count_digits(vm, text, n, (int)radix, &digits))
        return VALUE_THROWN;
    if (digits < n)
        return VALUE_ABSENT;
    bool too_big;
    BigInt *b = read_digits(&vm->heap, vm, text, n, radix, &too_big);
    if (!b)
        return too_big ? throw_bigint_size(vm) : VALUE_THROWN;
    b->hd.aux = negative;
    return bigint_finish(vm, b);
}

Value bigint_from_str(VM *vm, Str *s)
{
    StrView v;
    uint32_t from, to;
    if (!vm_charge_bytes(vm, s->len) || !str_view(vm, s, &v) ||
        !view_trim(vm, &v, &from, &to))
        return VALUE_THROWN;
    if (v.p8)
        return read_text(vm, (const char *)v.p8 + from, to - from);
    RawCell *raw = heap_raw_new(&vm->heap, to - from + 1);
    if (!raw)
        return VALUE_THROWN;
    for (uint32_t i = from; i < to; i++) {
        if (v.p16[i] >= 128)
            return VALUE_ABSENT;
        raw->bytes[i - from] = (unsigned char)v.p16[i];
    }
    Value b = read_text(vm, (const char *)raw->bytes, to - from);
    heap_release(&vm->heap, raw);
    return b;
}
