/* SPDX-License-Identifier: MIT */
#ifndef CM_ENGINE_BIGINT_INTERNAL_H
#define CM_ENGINE_BIGINT_INTERNAL_H
/* bigint_internal: magnitudes, rows of 32-bit limbs, least significant first.
 *
 * vm may be NULL while a program is compiled: then nothing is charged.
 * Functions that answer false ran into the end of the execution or were
 * refused memory. */
#include "engine/bigint.h"

/* Limbs without leading zeros. */
uint32_t mag_trim(const uint32_t *a, uint32_t n);
uint32_t mag_bits(const uint32_t *a, uint32_t n);
int mag_compare(const uint32_t *a, uint32_t na, const uint32_t *b, uint32_t nb);
/* r[0..na] = a + b, na >= nb. */
void mag_add(uint32_t *r, const uint32_t *a, uint32_t na, const uint32_t *b,
             uint32_t nb);
/* r[0..na) = a - b, a >= b. */
void mag_sub(uint32_t *r, const uint32_t *a, uint32_t na, const uint32_t *b,
             uint32_t nb);
/* a[0..na) += b or -= b, nb <= na; returns the carry or borrow out. */
uint32_t mag_add_into(uint32_t *a, uint32_t na, const uint32_t *b, uint32_t nb);
uint32_t mag_sub_from(uint32_t *a, uint32_t na, const uint32_t *b, uint32_t nb);
/* r[0..na+nb) = a * b; r overlaps neither. */
bool mag_mul(Heap *h, VM *vm, uint32_t *r, const uint32_t *a, uint32_t na,
             const uint32_t *b, uint32_t nb);
/* a = a * by + add, returns the carry out. */
uint32_t mag_mul_small(uint32_t *a, uint32_t n, uint32_t by, uint32_t add);
/* a = a / by, returns the remainder. */
uint32_t mag_div_small(uint32_t *a, uint32_t n, uint32_t by);
/* q[0..na-nb] = a / b, r[0..nb) = a % b; na >= nb >= 1, b has no leading
 * zeros. q or r may be NULL. */
bool mag_div(Heap *h, VM *vm, uint32_t *q, uint32_t *r, const uint32_t *a,
             uint32_t na, const uint32_t *b, uint32_t nb);

/* Room for n limbs; not initialised. NULL when refused. */
BigInt *bigint_alloc(Heap *h, uint32_t n);
/* Trims; throws when over the limit. The sign is set already. */
Value bigint_finish(VM *vm, BigInt *b);
Value throw_bigint_size(VM *vm);

#endif
