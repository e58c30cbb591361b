/* SPDX-License-Identifier: MIT */
#ifndef CM_FUZZ_TOML_WRITE_H
#define CM_FUZZ_TOML_WRITE_H
/* toml_write: a tree as TOML: one key a line, the rest inline. Trees with null,
 * infinities or NaN cannot be written. */
#include <math.h>
#include <string.h>

#include "json/writer.h"

/* inf and nan are no JSON, and nan is not itself. */
static inline int toml_is_finite(const JsonValue *value)
{
    if (value->type == CM_JSON_TYPE_NUMBER)
        return value->is_integer || isfinite(value->number);
    if (value->type == CM_JSON_TYPE_ARRAY)
        for (size_t i = 0; i < value->n_items; i++)
            if (!toml_is_finite(&value->items[i]))
                return 0;
    if (value->type == CM_JSON_TYPE_OBJECT)
        for (size_t i = 0; i < value->n_members; i++)
            if (!toml_is_finite(&value->members[i].value))
                return 0;
    return 1;
}

/* JSON's strings are TOML's, but for DEL, which TOML wants escaped. */
static inline void toml_write_text(const char *text, size_t len, Buf *out)
{
    const char *end, *del;
    Buf quoted;
    cm__buf_init(&quoted, out->alloc, CM_BUF_NO_LIMIT);
    cm__json_quote(&quoted, text, len);
    text = cm__buf_text(&quoted);
    end = text + quoted.len;
    while ((del = memchr(text, 0x7F, (size_t)(end - text))) != NULL) {
        cm__buf_add(out, text, (size_t)(del - text));
        cm__buf_add_str(out, "\\u007F");
        text = del + 1;
    }
    cm__buf_add(out, text, (size_t)(end - text));
    cm__buf_done(&quoted);
}

static inline void toml_write_inline(const JsonValue *value, Buf *out)
{
    JsonWriter w = cm__json_writer(out);
    size_t mark = out->len;
    switch (value->type) {
    case CM_JSON_TYPE_ARRAY:
        cm__buf_add_char(out, '[');
        for (size_t i = 0; i < value->n_items; i++) {
            toml_write_inline(&value->items[i], out);
            cm__buf_add_char(out, ',');
        }
        cm__buf_add_char(out, ']');
        return;
    case CM_JSON_TYPE_OBJECT:
        cm__buf_add_char(out, '{');
        for (size_t i = 0; i < value->n_members; i++) {
            const JsonMember *m = &value->members[i];
            cm__buf_add_str(out, i > 0 ? ", " : "");
            toml_write_text(m->name, m->name_len, out);
            cm__buf_add_str(out, " = ");
            toml_write_inline(&m->value, out);
        }
        cm__buf_add_char(out, '}');
        return;
    case CM_JSON_TYPE_STRING:
        toml_write_text(value->text, value->len, out);
        return;
    case CM_JSON_TYPE_NUMBER:
        cm__json_write_value(&w, value);
        /* A float stays one. */
        if (!value->is_integer &&
            strpbrk(cm__buf_text(out) + mark, ".e") == NULL)
            cm__buf_add_str(out, ".0");
        return;
    case CM_JSON_TYPE_BOOL:
    case CM_JSON_TYPE_NULL:
        cm__json_write_value(&w, value);
        return;
    }
}

static inline void toml_write(const JsonValue *root, Buf *out)
{
    for (size_t i = 0; i < root->n_members; i++) {
        const JsonMember *m = &root->members[i];
        toml_write_text(m->name, m->name_len, out);
        cm__buf_add_str(out, " = ");
        toml_write_inline(&m->value, out);
        cm__buf_add_char(out, '\n');
    }
}

#endif
