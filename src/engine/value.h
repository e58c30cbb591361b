/* SPDX-License-Identifier: MIT */
#ifndef CM_ENGINE_VALUE_H
#define CM_ENGINE_VALUE_H
/* value: every value of a program in 64 bits.
 *
 * NaN boxing with raw doubles: a double is stored as it is, everything else
 * lives in the NaN space that arithmetic never produces. The top 16 bits tell:
 *
 *     0x0000..0xFFF8   double (the hardware's default NaN is 0xFFF8...)
 *     0xFFF9           unused
 *     0xFFFA           singleton: undefined, null, booleans, internal marks
 *     0xFFFB           Str *      0xFFFC   Obj *      0xFFFD   Symbol *
 *     0xFFFE           other cell (boxed 64-bit integer, big integer, Box, ...)
 *     0xFFFF           int32 in the low 32 bits
 *
 * A number is stored as int32 only where an operation found it cheap to do so:
 * the same number may appear as int32 and as double; -0 is always a double.
 * NaN is always the canonical VALUE_NAN when it comes from outside (text, raw
 * bits); arithmetic may leave any quiet NaN below 0xFFF9.
 * Pointers are below 2^48 on every supported machine. */
#include "base/compiler.h"

#include <stdbool.h>
#include <string.h>

typedef uint64_t Value;

typedef struct Cell Cell;
typedef struct Str Str;
typedef struct Obj Obj;
typedef struct Symbol Symbol;

#define VALUE_TAG_SHIFT 48
#define TAG_SPECIAL     UINT64_C(0xFFFA)
#define TAG_STRING      UINT64_C(0xFFFB)
#define TAG_OBJECT      UINT64_C(0xFFFC)
#define TAG_SYMBOL      UINT64_C(0xFFFD)
#define TAG_CELL        UINT64_C(0xFFFE)
#define TAG_INT         UINT64_C(0xFFFF)

#define VALUE_MAKE(tag, payload) \
    (((uint64_t)(tag) << VALUE_TAG_SHIFT) | (uint64_t)(payload))

#define VALUE_UNDEFINED VALUE_MAKE(TAG_SPECIAL, 0)
#define VALUE_NULL      VALUE_MAKE(TAG_SPECIAL, 1)
#define VALUE_FALSE     VALUE_MAKE(TAG_SPECIAL, 2)
#define VALUE_TRUE      VALUE_MAKE(TAG_SPECIAL, 3)
/* A missing array element; never seen by a program. */
#define VALUE_HOLE      VALUE_MAKE(TAG_SPECIAL, 4)
/* A let/const/class binding before its declaration. */
#define VALUE_TDZ       VALUE_MAKE(TAG_SPECIAL, 5)
/* What a native returns when it threw; the error is in vm->exception. */
#define VALUE_THROWN    VALUE_MAKE(TAG_SPECIAL, 6)
/* "No value": absent property, end of iteration, unused slot. */
#define VALUE_ABSENT    VALUE_MAKE(TAG_SPECIAL, 7)
/* What a native of Lua returns when its results lie in vm->results. */
#define VALUE_RESULTS   VALUE_MAKE(TAG_SPECIAL, 8)

/* From a slow path: vm->accessor holds a function of the program that the loop
 * has to call instead (getters, setters). */
#define VALUE_CALL VALUE_MAKE(TAG_SPECIAL, 9)

#define VALUE_NAN UINT64_C(0x7FF8000000000000)

static inline uint64_t value_tag(Value v)
{
    return v >> VALUE_TAG_SHIFT;
}
static inline bool value_is_int(Value v)
{
    return v >= TAG_INT << VALUE_TAG_SHIFT;
}
static inline bool value_is_double(Value v)
{
    return v < UINT64_C(0xFFF9) << VALUE_TAG_SHIFT;
}
static inline bool value_is_number(Value v)
{
    /* int32 wraps around to the bottom */
    return v + (UINT64_C(1) << VALUE_TAG_SHIFT) < UINT64_C(0xFFFA)
                                                      << VALUE_TAG_SHIFT;
}
static inline bool value_is_string(Value v)
{
    return value_tag(v) == TAG_STRING;
}
static inline bool value_is_object(Value v)
{
    return value_tag(v) == TAG_OBJECT;
}
static inline bool value_is_symbol(Value v)
{
    return value_tag(v) == TAG_SYMBOL;
}
static inline bool value_is_cell(Value v)
{
    return value_tag(v) == TAG_CELL;
}
/* String, object, symbol or other cell: the low 48 bits are a Cell *. */
static inline bool value_is_heap(Value v)
{
    return value_tag(v) - TAG_STRING <= TAG_CELL - TAG_STRING;
}
static inline bool value_is_undefined(Value v)
{
    return v == VALUE_UNDEFINED;
}
static inline bool value_is_null(Value v)
{
    return v == VALUE_NULL;
}
static inline bool value_is_nullish(Value v)
{
    return (v | 1) == VALUE_NULL;
}
static inline bool value_is_bool(Value v)
{
    return (v | 1) == VALUE_TRUE;
}

static inline Value value_int(int32_t n)
{
    return VALUE_MAKE(TAG_INT, (uint32_t)n);
}
static inline Value value_bool(bool b)
{
    return VALUE_FALSE | (Value)b;
}
static inline Value value_double(double d)
{
    Value v;
    memcpy(&v, &d, sizeof v);
    return v;
}
static inline int32_t value_to_int(Value v)
{
    return (int32_t)(uint32_t)v;
}
static inline double value_to_double(Value v)
{
    double d;
    memcpy(&d, &v, sizeof d);
    return d;
}
/* Any number value as a double. */
static inline double value_num(Value v)
{
    return value_is_int(v) ? (double)value_to_int(v) : value_to_double(v);
}
/* The int32 form when the double is an int32 and not -0, else the double.
 * The double is any NaN-boxable one; foreign NaNs are made canonical. */
static inline Value value_number(double d)
{
    if (d >= -2147483648.0 && d <= 2147483647.0) {
        int32_t n = (int32_t)d;
        if ((double)n == d && (n != 0 || value_double(d) == 0))
            return value_int(n);
    }
    return d == d ? value_double(d) : VALUE_NAN;
}
static inline Value value_uint32(uint32_t n)
{
    return n <= INT32_MAX ? value_int((int32_t)n) : value_double((double)n);
}
static inline Value value_size(size_t n)
{
    return n <= INT32_MAX ? value_int((int32_t)n) : value_double((double)n);
}

static inline void *value_ptr(Value v)
{
    /* The one place that makes pointers of numbers. */
    return (void *)(uintptr_t)(v & UINT64_C(0xFFFFFFFFFFFF)); /* NOLINT */
}
static inline Str *value_str(Value v)
{
    return (Str *)value_ptr(v);
}
static inline Obj *value_obj(Value v)
{
    return (Obj *)value_ptr(v);
}
static inline Symbol *value_symbol(Value v)
{
    return (Symbol *)value_ptr(v);
}
static inline Value value_from_str(const Str *s)
{
    return VALUE_MAKE(TAG_STRING, (uintptr_t)s);
}
static inline Value value_from_obj(const void *o)
{
    return VALUE_MAKE(TAG_OBJECT, (uintptr_t)o);
}
static inline Value value_from_symbol(const Symbol *s)
{
    return VALUE_MAKE(TAG_SYMBOL, (uintptr_t)s);
}
static inline Value value_from_cell(const void *c)
{
    return VALUE_MAKE(TAG_CELL, (uintptr_t)c);
}

/* A property key: an interned string or a symbol (as its Value), or an array
 * index 0..2^32-2 as VALUE_MAKE(TAG_INT, index) with the index unsigned. Equal
 * keys are equal bits. A string that is a canonical array index never appears
 * as a string key. */
typedef Value PropKey;

#define KEY_MAX_INDEX UINT32_C(0xFFFFFFFE)

static inline PropKey key_index(uint32_t index)
{
    return VALUE_MAKE(TAG_INT, index);
}
static inline bool key_is_index(PropKey k)
{
    return value_is_int(k);
}
static inline uint32_t key_to_index(PropKey k)
{
    return (uint32_t)k;
}

#endif
