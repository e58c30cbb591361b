/* SPDX-License-Identifier: MIT */
/* Whether a comma is due needs one bit: after a closing bracket the array or
 * object around it has an item, after an opening one it has none. */
#include "json/writer.h"

#include "base/numtext.h"
#include "base/utf8.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* ---- texts ---- */

static void add_unit_escape(Buf *out, uint32_t unit)
{
    static const char hex[] = "0123456789abcdef";
    char escape[6] = { '\\',
                       'u',
                       hex[unit >> 12],
                       hex[unit >> 8 & 15],
                       hex[unit >> 4 & 15],
                       hex[unit & 15] };
    cm__buf_add(out, escape, sizeof(escape));
}

/* A quote, backslash or control character: QuoteJSONString of ECMA-262. */
static void add_escape(Buf *out, char c)
{
    char escape[2] = { '\\', c };
    switch (c) {
    case '"':
    case '\\':
        break;
    case '\b':
        escape[1] = 'b';
        break;
    case '\f':
        escape[1] = 'f';
        break;
    case '\n':
        escape[1] = 'n';
        break;
    case '\r':
        escape[1] = 'r';
        break;
    case '\t':
        escape[1] = 't';
        break;
    default:
        add_unit_escape(out, (unsigned char)c);
        return;
    }
    cm__buf_add(out, escape, sizeof(escape));
}

/* Text that needs no escapes but may be ill-formed. */
static void add_utf8(Buf *out, const char *text, size_t len, bool replace)
{
    const char *at = text, *end = text + len;
    for (;;) {
        size_t valid = cm__utf8_valid_prefix(at, (size_t)(end - at));
        cm__buf_add(out, at, valid);
        at += valid;
        if (at == end)
            return;
        bool is_surrogate = (unsigned char)at[0] == 0xED && end - at >= 3 &&
                            (at[1] & 0xE0) == 0xA0 && (at[2] & 0xC0) == 0x80;
        if (!is_surrogate) {
            (void)cm__utf8_next(&at, end, NULL);
            cm__buf_add_code_point(out, CM_UTF8_REPLACEMENT);
            continue;
        }
        uint32_t unit =
            0xD000 | ((uint32_t)at[1] & 0x3F) << 6 | ((uint32_t)at[2] & 0x3F);
        if (replace)
            cm__buf_add_code_point(out, CM_UTF8_REPLACEMENT);
        else
            add_unit_escape(out, unit);
        at += 3;
    }
}

static void quote(Buf *out, const char *text, size_t len, bool replace)
{
    cm__buf_add_char(out, '"');
    size_t at = 0;
    while (at < len) {
        bool is_ascii;
        size_t n = cm__json_plain_length(text + at, len - at, &is_ascii);
        if (is_ascii)
            cm__buf_add(out, text + at, n);
        else
            add_utf8(out, text + at, n, replace);
        at += n;
        if (at < len)
            add_escape(out, text[at++]);
    }
    cm__buf_add_char(out, '"');
}

void cm__json_quote(Buf *out, const char *text, size_t len)
{
    quote(out, text, len, false);
}

/* A byte that is no UTF-8 becomes U+FFFD, three bytes; a surrogate of three
 * bytes becomes an escape of six. */
size_t cm__json_size(const char *text, size_t len)
{
    size_t more = 2, wide = 0;
    for (size_t i = 0; i < len; i++) {
        unsigned char c = (unsigned char)text[i];
        more += (c == '"') + (c == '\\') + (size_t)5 * (c < 0x20);
        wide += c >= 0x80;
    }
    if (wide && !cm__utf8_is_valid(text, len))
        more += 2 * wide;
    return len + more;
}

/* ---- structure ---- */

static void new_line(JsonWriter *w)
{
    if (w->indent == 0)
        return;
    cm__buf_add_char(w->out, '\n');
    cm__buf_add_fill(w->out, ' ', (size_t)w->indent * w->depth);
}

/* What stands between the item before and the next one. */
static void separate(JsonWriter *w)
{
    if (w->has_items)
        cm__buf_add_char(w->out, ',');
    if (w->depth > 0)
        new_line(w);
    w->has_items = true;
}

static void before_value(JsonWriter *w)
{
    if (w->has_key) {
        w->has_key = false;
        return;
    }
    assert(w->depth > 0 || !w->has_items); /* one value at the top */
    separate(w);
}

static void begin(JsonWriter *w, char bracket)
{
    before_value(w);
    cm__buf_add_char(w->out, bracket);
    w->depth++;
    w->has_items = false;
}

static void end(JsonWriter *w, char bracket)
{
    /* who has failed may leave out a value */
    assert(w->depth > 0 && (!w->has_key || w->out->status != CM_OK));
    w->has_key = false;
    w->depth--;
    if (w->has_items)
        new_line(w);
    cm__buf_add_char(w->out, bracket);
    w->has_items = true;
}

void cm__json_begin_object(JsonWriter *w)
{
    begin(w, '{');
}

void cm__json_end_object(JsonWriter *w)
{
    end(w, '}');
}

void cm__json_begin_array(JsonWriter *w)
{
    begin(w, '[');
}

void cm__json_end_array(JsonWriter *w)
{
    end(w, ']');
}

void cm__json_key_n(JsonWriter *w, const char *name, size_t len)
{
    assert(w->depth > 0 && (!w->has_key || w->out->status != CM_OK));
    separate(w);
    quote(w->out, name, len, w->replace_surrogates);
    cm__buf_add(w->out, ": ", w->indent == 0 ? 1 : 2);
    w->has_key = true;
}

void cm__json_key(JsonWriter *w, const char *name)
{
    cm__json_key_n(w, name, strlen(name));
}

/* ---- scalars ---- */

void cm__json_write_raw(JsonWriter *w, const char *json, size_t len)
{
    before_value(w);
    cm__buf_add(w->out, json, len);
}

void cm__json_write_null(JsonWriter *w)
{
    cm__json_write_raw(w, "null", 4);
}

void cm__json_write_bool(JsonWriter *w, bool value)
{
    if (value)
        cm__json_write_raw(w, "true", 4);
    else
        cm__json_write_raw(w, "false", 5);
}

void cm__json_write_int(JsonWriter *w, int64_t value)
{
    before_value(w);
    cm__buf_add_int(w->out, value);
}

void cm__json_write_number(JsonWriter *w, double value)
{
    if (!isfinite(value)) {
        cm__json_write_null(w);
        return;
    }
    char text[CM_NUM_TEXT_MAX];
    size_t n = cm__num_print(value, text);
    cm__json_write_raw(w, text, n);
}

void cm__json_write_text_n(JsonWriter *w, const char *text, size_t len)
{
    before_value(w);
    quote(w->out, text, len, w->replace_surrogates);
}

void cm__json_write_text(JsonWriter *w, const char *text)
{
    cm__json_write_text_n(w, text, strlen(text));
}

static void write_items(JsonWriter *w, const JsonValue *value)
{
    cm__json_begin_array(w);
    for (size_t i = 0; i < value->n_items; i++)
        cm__json_write_value(w, &value->items[i]);
    cm__json_end_array(w);
}

static void write_members(JsonWriter *w, const JsonValue *value)
{
    cm__json_begin_object(w);
    for (size_t i = 0; i < value->n_members; i++) {
        const JsonMember *m = &value->members[i];
        cm__json_key_n(w, m->name, m->name_len);
        cm__json_write_value(w, &m->value);
    }
    cm__json_end_object(w);
}

/* Recursion is no deeper than CM_JSON_DEPTH_CAP, the bound of every tree. */
void cm__json_write_value(JsonWriter *w, const JsonValue *value)
{
    switch (value->type) {
    case CM_JSON_TYPE_NULL:
        cm__json_write_null(w);
        return;
    case CM_JSON_TYPE_BOOL:
        cm__json_write_bool(w, value->boolean);
        return;
    case CM_JSON_TYPE_NUMBER:
        if (value->is_integer)
            cm__json_write_int(w, value->integer);
        else
            cm__json_write_number(w, value->number);
        return;
    case CM_JSON_TYPE_STRING:
        cm__json_write_text_n(w, value->text, value->len);
        return;
    case CM_JSON_TYPE_ARRAY:
        write_items(w, value);
        return;
    case CM_JSON_TYPE_OBJECT:
        write_members(w, value);
        return;
    }
}
