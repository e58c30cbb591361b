/* SPDX-License-Identifier: MIT */
#ifndef CM_JSON_WRITER_H
#define CM_JSON_WRITER_H
/* writer: JSON text into a Buf, value by value.
 *
 *     JsonWriter w = cm__json_writer(&buf);
 *     cm__json_begin_object(&w);
 *     cm__json_key(&w, "name");
 *     cm__json_write_text(&w, "café");
 *     cm__json_end_object(&w);
 *
 * The writer puts commas, colons and blanks; it keeps no stack, so depth costs
 * nothing. The caller balances begin and end and gives a key before each member
 * (asserted where it can be seen). What comes out is valid UTF-8 whatever the
 * texts hold: lone surrogates in three-byte form become \uDXXX escapes or, on
 * wish, U+FFFD; malformed bytes become U+FFFD.
 * Ownership: the Buf is borrowed; its sticky status is the writer's.
 * Threads:   none. */
#include "base/buf.h"
#include "json/tree.h"

typedef struct JsonWriter {
    Buf *out;                /* borrowed */
    uint32_t indent;         /* 0: compact; else blanks a level */
    bool replace_surrogates; /* U+FFFD instead of \uDXXX */
    uint32_t depth;
    bool has_items; /* something stands before in the open array or object */
    bool has_key;   /* a key waits for its value */
} JsonWriter;

/* A compact writer; set indent and replace_surrogates before the first value
 * to change that. */
static inline JsonWriter cm__json_writer(Buf *out)
{
    return (JsonWriter){ .out = out };
}

void cm__json_begin_object(JsonWriter *w);
void cm__json_end_object(JsonWriter *w);
void cm__json_begin_array(JsonWriter *w);
void cm__json_end_array(JsonWriter *w);

void cm__json_key(JsonWriter *w, const char *name);
void cm__json_key_n(JsonWriter *w, const char *name, size_t len);

void cm__json_write_null(JsonWriter *w);
void cm__json_write_bool(JsonWriter *w, bool value);
void cm__json_write_int(JsonWriter *w, int64_t value);
/* As JSON.stringify: NaN and the infinities are null, -0 is 0. */
void cm__json_write_number(JsonWriter *w, double value);
void cm__json_write_text(JsonWriter *w, const char *text);
void cm__json_write_text_n(JsonWriter *w, const char *text, size_t len);
/* JSON text as it stands, as one value. Not checked. */
void cm__json_write_raw(JsonWriter *w, const char *json, size_t len);
void cm__json_write_value(JsonWriter *w, const JsonValue *value);

/* Appends text in quotes, escaped as JSON.stringify does. */
void cm__json_quote(Buf *out, const char *text, size_t len);
/* Bytes of a text in quotes, or a few more when it is no UTF-8. */
size_t cm__json_size(const char *text, size_t len);

#endif
