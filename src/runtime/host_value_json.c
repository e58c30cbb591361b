/* SPDX-License-Identifier: MIT */
/* Values of extensions from JSON and to it: for Lua programs, which have no
 * other data, for tools, and for hosts that have JSON at hand. Both walks go as
 * deep as the reader (512 levels) or the boundary (32) lets them. */
#include "runtime/host_value.h"

#include "base/alloc.h"
#include "runtime/boundary_out.h"
#include "json/tree.h"
#include "json/writer.h"

#include <math.h>

/* ---- from JSON ---- */

/* Recursion: as deep as the reader allows. */
static cm_value *from_array(const cm_allocator *alloc, const JsonValue *json)
{
    cm_value *v = cm_value_new(alloc, CM_VALUE_ARRAY);
    for (size_t i = 0; v && i < json->n_items; i++) {
        if (cm_value_push(v, cm__value_from_json(alloc, &json->items[i])) !=
            CM_OK) {
            cm_value_free(v);
            return NULL;
        }
    }
    return v;
}

static cm_value *from_object(const cm_allocator *alloc, const JsonValue *json)
{
    cm_value *v = cm_value_new(alloc, CM_VALUE_OBJECT);
    for (size_t i = 0; v && i < json->n_members; i++) {
        const JsonMember *m = &json->members[i];
        if (cm_value_set(v, m->name, m->name_len,
                         cm__value_from_json(alloc, &m->value)) != CM_OK) {
            cm_value_free(v);
            return NULL;
        }
    }
    return v;
}

/* Recursion: as deep as the reader of the tree allows. */
size_t cm__value_json_size(const JsonValue *json)
{
    size_t size = HOST_NODE_SIZE;
    if (json->type == CM_JSON_TYPE_STRING)
        return size + json->len;
    if (json->type == CM_JSON_TYPE_ARRAY) {
        size += HOST_ROWS_SIZE;
        for (size_t i = 0; i < json->n_items; i++)
            size += cm__value_json_size(&json->items[i]);
    } else if (json->type == CM_JSON_TYPE_OBJECT) {
        size += HOST_ROWS_SIZE;
        for (size_t i = 0; i < json->n_members; i++)
            size += json->members[i].name_len +
                    cm__value_json_size(&json->members[i].value);
    }
    return size;
}

cm_value *cm__value_from_json(const cm_allocator *alloc, const JsonValue *json)
{
    switch (json->type) {
    case CM_JSON_TYPE_NULL:
        return cm_value_new(alloc, CM_VALUE_NULL);
    case CM_JSON_TYPE_BOOL:
        return cm_value_boolean(alloc, json->boolean);
    case CM_JSON_TYPE_NUMBER:
        /* -0 is a number of its own */
        if (json->is_integer && (json->integer != 0 || !signbit(json->number)))
            return cm_value_integer(alloc, json->integer);
        return cm_value_number(alloc, json->number);
    case CM_JSON_TYPE_STRING:
        return cm_value_string(alloc, json->text, json->len);
    case CM_JSON_TYPE_ARRAY:
        return from_array(alloc, json);
    case CM_JSON_TYPE_OBJECT:
        return from_object(alloc, json);
    }
    cm_unreachable();
}

cm_value *cm_value_json(const cm_allocator *alloc, const char *json, size_t len)
{
    const cm_allocator *a = alloc ? alloc : cm__alloc_default();
    JsonDoc *doc = NULL;
    if (!json || cm__json_parse(a, json, len, NULL, &doc, NULL) != CM_OK)
        return NULL;
    cm_value *v = cm__value_from_json(a, &doc->root);
    cm__json_doc_free(doc);
    return v;
}

/* ---- to JSON ---- */

typedef struct Writing {
    JsonWriter json;
    Buf *why;
    uint32_t depth;
} Writing;

/* The writer wants a value where it gave a key. */
static bool refuse(Writing *w, const char *what)
{
    cm__json_write_null(&w->json);
    cm__buf_add_str(w->why, what);
    return false;
}

static bool write_value(Writing *w, const cm_value *v);

/* Recursion: 33 levels. */
static bool write_array(Writing *w, const cm_value *v)
{
    bool ok = true;
    cm__json_begin_array(&w->json);
    w->depth++;
    for (uint32_t i = 0; ok && i < v->n; i++) {
        if (v->items[i]->type == CM_VALUE_UNDEFINED)
            cm__json_write_null(&w->json);
        else
            ok = write_value(w, v->items[i]);
    }
    w->depth--;
    cm__json_end_array(&w->json);
    return ok;
}

static bool write_object(Writing *w, const cm_value *v)
{
    bool ok = true;
    cm__json_begin_object(&w->json);
    w->depth++;
    for (uint32_t i = 0; ok && i < v->n; i++) {
        if (v->items[i]->type == CM_VALUE_UNDEFINED)
            continue;
        cm__json_key_n(&w->json, v->keys[i].text, v->keys[i].len);
        ok = write_value(w, v->items[i]);
    }
    w->depth--;
    cm__json_end_object(&w->json);
    return ok;
}

static bool write_number(Writing *w, const cm_value *v)
{
    if (v->is_integer)
        cm__json_write_int(&w->json, v->integer);
    else if (isfinite(v->number))
        cm__json_write_number(&w->json, v->number);
    else
        return refuse(w, "a number that is not finite");
    return true;
}

/* What a type without JSON form is called. */
static const char *describe(const cm_value *v)
{
    switch ((cm_value_type)v->type) {
    case CM_VALUE_BYTES:
        return "bytes, which are no JSON data: encode them as text or base64";
    case CM_VALUE_DATE:
        return "a date, which is no JSON data: use its text";
    case CM_VALUE_MAP:
    case CM_VALUE_SET:
        return "a map or set, which is no JSON data: use an object or array";
    case CM_VALUE_FUNCTION:
        return "a function";
    case CM_VALUE_PROMISE:
        return "a promise";
    case CM_VALUE_ERROR:
        return "an error, which is no JSON data: use its message";
    default:
        return "a value that is no JSON data";
    }
}

static bool write_value(Writing *w, const cm_value *v)
{
    if (w->depth > CROSS_MAX_DEPTH)
        return refuse(w, "a value nested deeper than 32 levels");
    switch ((cm_value_type)v->type) {
    case CM_VALUE_UNDEFINED:
    case CM_VALUE_NULL:
        cm__json_write_null(&w->json);
        return true;
    case CM_VALUE_BOOLEAN:
        cm__json_write_bool(&w->json, v->is_true);
        return true;
    case CM_VALUE_NUMBER:
        return write_number(w, v);
    case CM_VALUE_STRING:
        cm__json_write_text_n(&w->json, v->text, v->len);
        return true;
    case CM_VALUE_ARRAY:
        return write_array(w, v);
    case CM_VALUE_OBJECT:
        return write_object(w, v);
    default:
        return refuse(w, describe(v));
    }
}

bool cm__value_to_json(const cm_value *v, Buf *out, Buf *why)
{
    Writing w = { .json = cm__json_writer(out), .why = why };
    return write_value(&w, v) && out->status == CM_OK;
}
