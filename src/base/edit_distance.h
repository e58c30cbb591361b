/* SPDX-License-Identifier: MIT */
#ifndef CM_BASE_EDIT_DISTANCE_H
#define CM_BASE_EDIT_DISTANCE_H
/* edit_distance: how many typing errors lie between two short texts, for "did
 * you mean" offers.
 *
 * Optimal string alignment (Damerau 1964): insert, delete, replace and swap of
 * neighbours cost 1. Bytes are compared as they stand. Time is the product of
 * the lengths, memory is on the stack. */
#include "base/compiler.h"

#include <stddef.h>
#include <stdint.h>

#define CM_EDIT_DISTANCE_MAX 512 /* bytes of either text */

/* Lengths are at most CM_EDIT_DISTANCE_MAX. */
uint32_t cm__edit_distance(const char *a, size_t n, const char *b, size_t m);

/* The most errors that still make an offer: a quarter of the longer text, at
 * least one. */
size_t cm__edit_tolerance(size_t n, size_t m);

/* The name of a list that is within the tolerance and nearest, the first of
 * equals, without regard to the case of ASCII letters; NULL when there is none
 * or `name` is too long. */
const char *cm__edit_nearest(const char *name, size_t len,
                             const char *const *names, size_t n_names);

/* The word of a language that was meant by one with a typing error, NULL when
 * there is none or the word is right. Words of less than five letters must have
 * the same letters in another order: `foo` is no `for`. */
const char *cm__edit_typo(const char *word, size_t len,
                          const char *const *words, size_t n_words);

#endif
