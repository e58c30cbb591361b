/* SPDX-License-Identifier: MIT */
#ifndef CM_ENGINE_LUA_NUMBER_H
#define CM_ENGINE_LUA_NUMBER_H
/* lua_number: numbers of Lua without a machine, for the compiler too. */
#include "base/compiler.h"

#include <stdbool.h>

typedef struct LuaNumber {
    bool is_float;
    int64_t n;
    double d;
} LuaNumber;

/* Text as in source: blanks around, a sign, decimal or hexadecimal. Decimal
 * integers that do not fit are floats, hexadecimal ones wrap. */
bool lua_read(const char *text, size_t len, LuaNumber *ret);

/* %.14g, and .0 behind what looks like an integer. */
#define LUA_FLOAT_TEXT 40
size_t lua_print_float(double d, char out[LUA_FLOAT_TEXT]);

/* The integer of a float that is one, in range. */
bool lua_float_to_integer(double d, int64_t *ret);
/* b != 0. */
int64_t lua_int_floor_div(int64_t a, int64_t b);
int64_t lua_int_mod(int64_t a, int64_t b);
double lua_float_mod(double a, double b);
/* Negative `by` shifts right; no sign is dragged in. */
int64_t lua_shift_left(int64_t a, int64_t by);

/* UTF-8 of up to 31 bits, as utf8.char and \u{} have it. Returns the length. */
size_t cm__lua_utf8(uint32_t code_point, char out[6]);

#endif
