/* SPDX-License-Identifier: MIT */
#ifndef CM_ENGINE_CONVERT_H
#define CM_ENGINE_CONVERT_H
/* convert: abstract operations of JavaScript on values; ECMA-262 section 7.
 *
 * All return false / NULL / VALUE_THROWN after throwing. Objects are converted
 * by nested runs of the loop. Promises and references throw the await hint
 * (spec/execution.md 5.5). */
#include "engine/vm.h"

typedef enum Hint {
    HINT_DEFAULT,
    HINT_NUMBER,
    HINT_STRING
} Hint;

bool to_boolean(Value v);
Value to_primitive(VM *vm, Value v, Hint hint);
bool to_number(VM *vm, Value v, double *ret);
Value to_numeric(VM *vm, Value v); /* number or BigInt value */
Str *to_string(VM *vm, Value v);
Obj *to_object(VM *vm, Value v);               /* throws on nullish */
bool to_integer(VM *vm, Value v, double *ret); /* ToIntegerOrInfinity */
bool to_int32(VM *vm, Value v, int32_t *ret);
bool to_uint32(VM *vm, Value v, uint32_t *ret);
bool to_length(VM *vm, Value v, uint64_t *ret);
int32_t double_to_int32(double d);
/* White space and line terminators: what trim and StringToNumber take away. */
bool unit_is_space(uint32_t unit);
/* Moves *from over the white space in front and *to over that behind; either
 * may be NULL. False when the execution has to end. */
bool view_trim(VM *vm, const StrView *v, uint32_t *from, uint32_t *to);
/* How many digits of the radix a text begins with. False when the execution has
 * to end. */
bool count_digits(VM *vm, const char *text, size_t n, int radix, size_t *ret);
/* The value of n such digits, 1 at least. False as above. */
bool digits_value(VM *vm, const char *text, size_t n, int radix, double *ret);
/* StringToNumber. */
double str_to_number(VM *vm, Str *s);
/* Relative index of slice, at, ...: clamps to [0, length]. */
bool to_relative(VM *vm, Value v, double length, double if_undefined,
                 double *ret);

bool strict_equal(VM *vm, Value a, Value b);
bool same_value(VM *vm, Value a, Value b);
bool same_value_zero(VM *vm, Value a, Value b);
Tri loose_equal(VM *vm, Value a, Value b);
/* IsLessThan: TRI_FALSE also for undefined (NaN); left_first orders
 * conversion. */
Tri less_than(VM *vm, Value a, Value b, bool left_first);
Tri less_equal(VM *vm, Value a, Value b, bool left_first);
Tri instance_of(VM *vm, Value v, Value target);
Str *type_of(VM *vm, Value v); /* shared strings */

/* The slow paths of the arithmetic instructions. op is the OP_ of the plain
 * form. */
Value js_add(VM *vm, Value a, Value b);
Value js_arith(VM *vm, int op, Value a, Value b);
Value js_negate(VM *vm, Value a);
Value js_bit_not(VM *vm, Value a);
double js_pow(double a, double b);
double js_mod(double a, double b);

#endif
