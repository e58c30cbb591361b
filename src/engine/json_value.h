/* SPDX-License-Identifier: MIT */
#ifndef CM_ENGINE_JSON_VALUE_H
#define CM_ENGINE_JSON_VALUE_H
/* json_value: straight between JSON text and program values, no tree in
 * between.
 *
 * Reading uses an explicit stack and expects objects to look like the ones
 * before them: names are compared with the ones of the last like object, and
 * when all match its shape is taken as it is (json_read.c).
 *
 * Writing has two halves. The plain writer here takes data that no program code
 * can see being read: no accessors, no toJSON, no boxed primitives. On anything
 * else it answers JSON_NOT_PLAIN, having changed nothing, and the caller starts
 * over with a writer that can run program code. Ownership: text under
 * construction is a RawCell of the heap, never freed by hand. Threads: those of
 * the VM. Limits: nesting as given; text by the heap. */
#include "engine/vm.h"

#define JSON_DEPTH_MAX 10000 /* of JSON.parse and JSON.stringify */

/* What the SyntaxErrors of the readers begin with. */
#define JSON_FAULT_START "Invalid JSON: "

/* The value of a UTF-8 text; lone surrogates in three-byte form pass.
 * SyntaxError with the place when it is no JSON. VALUE_THROWN also when memory
 * was refused or the execution has to end. Any depth. */
Value json_parse_text(VM *vm, const char *text, size_t len);
/* The same with at most max_depth levels of nesting, else RangeError. */
Value json_parse_limited(VM *vm, const char *text, size_t len,
                         uint32_t max_depth);
/* JSON.parse without a reviver. */
Value json_parse_str(VM *vm, Str *s);

/* JSON text in UTF-8 under construction. */
typedef struct JsonOut {
    VM *vm;
    RawCell *raw;   /* NULL before the first byte */
    char *at, *end; /* free part */
    bool is_ascii;
} JsonOut;

typedef struct JsonFormat {
    const char *gap; /* per level of indentation, UTF-8; NULL: none */
    uint32_t gap_len;
    uint32_t max_depth;
    bool is_boundary; /* Map, Set, Error and symbols are not plain: the data
                         boundary treats them its own way */
} JsonFormat;

typedef enum JsonWritten {
    JSON_WRITTEN,
    JSON_NOTHING,   /* undefined, a function or a symbol: has no JSON */
    JSON_NOT_PLAIN, /* program code would have to run */
    JSON_FAILED     /* thrown (cycle, BigInt, promise, depth) or refused */
} JsonWritten;

void json_out_init(JsonOut *out, VM *vm);
static inline size_t json_out_len(const JsonOut *out)
{
    return out->raw == NULL ? 0 : (size_t)(out->at - (char *)out->raw->bytes);
}
/* Room for n bytes at out->at. False when refused. */
bool json_out_reserve(JsonOut *out, size_t n);
bool json_out_bytes(JsonOut *out, const char *bytes, size_t n);
/* A quoted string; lone surrogates and control characters as escapes. */
bool json_out_string(JsonOut *out, Str *s);
/* null unless finite. */
bool json_out_number(JsonOut *out, Value v);
/* A line break and the indentation of a level; nothing without a gap. */
bool json_out_newline(JsonOut *out, const JsonFormat *format, uint32_t level);
/* The text as a string; the cell becomes its units where possible. NULL when
 * thrown or refused. */
Str *json_out_finish(JsonOut *out);

/* Appends the JSON of v. On anything but JSON_WRITTEN out is as before. */
JsonWritten json_write_plain(JsonOut *out, Value v, const JsonFormat *format);

#endif
