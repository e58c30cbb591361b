/* SPDX-License-Identifier: MIT */
#include "openapi/encode.h"

#include "base/ascii.h"
#include "base/utf8.h"
#include "json/writer.h"

#include <string.h>

/* ---- characters ---- */

static bool is_alnum(unsigned char c)
{
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') ||
           (c >= 'a' && c <= 'z');
}

static bool is_one_of(unsigned char c, const char *set)
{
    return c != '\0' && strchr(set, c) != NULL;
}

static bool is_triplet(const char *at, const char *end)
{
    return end - at >= 3 && *at == '%' &&
           cm__ascii_hex((unsigned char)at[1]) >= 0 &&
           cm__ascii_hex((unsigned char)at[2]) >= 0;
}

static void put_percent(Buf *out, unsigned char byte)
{
    static const char digits[] = "0123456789ABCDEF";
    char text[3] = { '%', digits[byte >> 4], digits[byte & 15] };
    cm__buf_add(out, text, sizeof text);
}

/* The next character, U+FFFD for a lone surrogate in its three-byte form. */
static uint32_t next_char(const char **at, const char *end)
{
    const char *p = *at;
    if (end - p >= 3 && (unsigned char)p[0] == 0xED &&
        ((unsigned char)p[1] & 0xE0) == 0xA0 &&
        ((unsigned char)p[2] & 0xC0) == 0x80) {
        *at = p + 3;
        return CM_UTF8_REPLACEMENT;
    }
    return cm__utf8_next(at, end, NULL);
}

/* Percent-encodes the next character and passes it. */
static void put_encoded(Buf *out, const char **at, const char *end)
{
    char bytes[4];
    size_t n = cm__utf8_encode(next_char(at, end), bytes);
    for (size_t i = 0; i < n; i++)
        put_percent(out, (unsigned char)bytes[i]);
}

void cm__oa_encode_path(Buf *out, const char *text, size_t len)
{
    const char *at = text, *end = text + len;
    while (at < end) {
        if (is_alnum((unsigned char)*at) ||
            is_one_of((unsigned char)*at, "-._~"))
            cm__buf_add_char(out, *at++);
        else
            put_encoded(out, &at, end);
    }
}

void cm__oa_encode_query(Buf *out, const char *text, size_t len, bool reserved)
{
    const char *stay = reserved ? "*-._:/?@!$'(),;" : "*-._";
    const char *at = text, *end = text + len;
    while (at < end) {
        if (is_alnum((unsigned char)*at) ||
            is_one_of((unsigned char)*at, stay) ||
            (reserved && is_triplet(at, end))) {
            cm__buf_add_char(out, *at++);
        } else if (*at == ' ' && !reserved) {
            cm__buf_add_char(out, '+');
            at++;
        } else {
            put_encoded(out, &at, end);
        }
    }
}

void cm__oa_encode_literal(Buf *out, const char *text, size_t len)
{
    const char *at = text, *end = text + len;
    while (at < end) {
        if (is_alnum((unsigned char)*at) ||
            is_one_of((unsigned char)*at, "-._~!$&'()*+,;=:@/?%"))
            cm__buf_add_char(out, *at++);
        else
            put_encoded(out, &at, end);
    }
}

void cm__oa_repair(Buf *out, const char *text, size_t len)
{
    const char *at = text, *end = text + len;
    while (at < end) {
        size_t n = cm__utf8_valid_prefix(at, (size_t)(end - at));
        cm__buf_add(out, at, n);
        at += n;
        if (at < end)
            cm__buf_add_code_point(out, next_char(&at, end));
    }
}

void cm__oa_plain(Buf *out, const JsonValue *value)
{
    if (value->type == CM_JSON_TYPE_STRING) {
        cm__oa_repair(out, value->text, value->len);
        return;
    }
    JsonWriter w = cm__json_writer(out);
    cm__json_write_value(&w, value);
}

/* ---- texts ---- */

OaText cm__oa_text_copy(Arena *arena, const char *text, size_t len)
{
    return (OaText){ cm__arena_text(arena, text, len), len };
}

cm_status cm__oa_refuse(Buf *why, OaText name, const char *text)
{
    cm__buf_add_str(why, "Parameter '");
    cm__oa_repair(why, name.text, name.len);
    cm__buf_add_str(why, "' ");
    cm__buf_add_str(why, text);
    return CM_E_ARGUMENT;
}

static OaText text_of_name(const JsonMember *member)
{
    return (OaText){ member->name, member->name_len };
}

cm_status cm__oa_add_pair(Arena *arena, OaPairs *pairs, OaText key,
                          const char *text, size_t len)
{
    OaPair *items = cm__arena_room(arena, pairs->items, pairs->n, &pairs->cap,
                                   sizeof *items);
    if (!items)
        return CM_E_NOMEM;
    pairs->items = items;
    OaPair pair = { cm__oa_text_copy(arena, key.text, key.len),
                    cm__oa_text_copy(arena, text, len) };
    if (!pair.key.text || !pair.text.text)
        return CM_E_NOMEM;
    pairs->items[pairs->n++] = pair;
    return CM_OK;
}

/* ---- values of one level ---- */

/* Where a text goes decides how its characters are written. */
typedef enum Coding {
    CODING_PATH,
    CODING_QUERY,
    CODING_RESERVED, /* query with allowReserved */
    CODING_NONE
} Coding;

typedef struct Line {
    Buf *out;
    Coding coding;
} Line;

static void put_text(const Line *line, const char *text, size_t len)
{
    switch (line->coding) {
    case CODING_PATH:
        cm__oa_encode_path(line->out, text, len);
        return;
    case CODING_QUERY:
    case CODING_RESERVED:
        cm__oa_encode_query(line->out, text, len,
                            line->coding == CODING_RESERVED);
        return;
    case CODING_NONE:
        cm__oa_repair(line->out, text, len);
        return;
    }
}

/* A scalar, or any value as JSON text. */
static void put_value(const Line *line, const JsonValue *value)
{
    if (value->type == CM_JSON_TYPE_STRING) {
        put_text(line, value->text, value->len);
        return;
    }
    Buf plain;
    cm__buf_init(&plain, line->out->alloc, CM_BUF_NO_LIMIT);
    cm__oa_plain(&plain, value);
    put_text(line, cm__buf_text(&plain), plain.len);
    if (plain.status != CM_OK && line->out->status == CM_OK)
        line->out->status = plain.status;
    cm__buf_done(&plain);
}

/* The JSON text of a value; a string gets its quotes. */
static void put_json(const Line *line, const JsonValue *value)
{
    Buf json;
    cm__buf_init(&json, line->out->alloc, CM_BUF_NO_LIMIT);
    JsonWriter w = cm__json_writer(&json);
    cm__json_write_value(&w, value);
    put_text(line, cm__buf_text(&json), json.len);
    if (json.status != CM_OK && line->out->status == CM_OK)
        line->out->status = json.status;
    cm__buf_done(&json);
}

static size_t count(const JsonValue *value)
{
    if (value->type == CM_JSON_TYPE_ARRAY)
        return value->n_items;
    return value->type == CM_JSON_TYPE_OBJECT ? value->n_members : 1;
}

static bool is_flat(const JsonValue *value)
{
    bool is_list = value->type == CM_JSON_TYPE_ARRAY;
    if (cm__oa_is_scalar(value))
        return true;
    for (size_t i = 0; i < count(value); i++)
        if (!cm__oa_is_scalar(is_list ? &value->items[i]
                                      : &value->members[i].value))
            return false;
    return true;
}

static void put_name(const Line *line, const JsonMember *member)
{
    put_text(line, member->name, member->name_len);
}

/* a, or a,b, or r,1,g,2 */
static void put_joined(const Line *line, const JsonValue *value,
                       const char *between)
{
    if (cm__oa_is_scalar(value)) {
        put_value(line, value);
        return;
    }
    for (size_t i = 0; i < count(value); i++) {
        if (i > 0)
            cm__buf_add_str(line->out, between);
        if (value->type == CM_JSON_TYPE_ARRAY) {
            put_value(line, &value->items[i]);
            continue;
        }
        put_name(line, &value->members[i]);
        cm__buf_add_str(line->out, between);
        put_value(line, &value->members[i].value);
    }
}

/* r=1,g=2 */
static void put_members(const Line *line, const JsonValue *object,
                        const char *between)
{
    for (size_t i = 0; i < object->n_members; i++) {
        if (i > 0)
            cm__buf_add_str(line->out, between);
        put_name(line, &object->members[i]);
        cm__buf_add_char(line->out, '=');
        put_value(line, &object->members[i].value);
    }
}

static cm_status refuse_nested(Buf *why, const OaWay *way)
{
    return cm__oa_refuse(why, way->name, "cannot carry nested values.");
}

/* ---- paths ---- */

static void put_matrix_name(const Line *line, OaText name)
{
    cm__buf_add_char(line->out, ';');
    put_text(line, name.text, name.len);
}

static void put_matrix(const Line *line, const OaWay *way,
                       const JsonValue *value)
{
    if (way->explode && value->type == CM_JSON_TYPE_OBJECT) {
        cm__buf_add_char(line->out, ';');
        put_members(line, value, ";");
        return;
    }
    if (way->explode && value->type == CM_JSON_TYPE_ARRAY) {
        for (size_t i = 0; i < value->n_items; i++) {
            put_matrix_name(line, way->name);
            cm__buf_add_char(line->out, '=');
            put_value(line, &value->items[i]);
        }
        return;
    }
    put_matrix_name(line, way->name);
    if (value->type == CM_JSON_TYPE_STRING && value->len == 0)
        return;
    cm__buf_add_char(line->out, '=');
    put_joined(line, value, ",");
}

/* `name=1` pairs with explode, else joined. */
static void put_simple(const Line *line, const OaWay *way,
                       const JsonValue *value, const char *between)
{
    if (way->explode && value->type == CM_JSON_TYPE_OBJECT)
        put_members(line, value, between);
    else
        put_joined(line, value, between);
}

cm_status cm__oa_write_path(Buf *out, const OaWay *way, const JsonValue *value,
                            Buf *why)
{
    const Line line = { out, CODING_PATH };
    if (way->style == OA_JSON) {
        put_json(&line, value);
        return out->status;
    }
    if (!is_flat(value))
        return refuse_nested(why, way);
    if (count(value) == 0)
        return out->status; /* unusable, says who looks for what was added */
    if (way->style == OA_LABEL) {
        cm__buf_add_char(out, '.');
        put_simple(&line, way, value, way->explode ? "." : ",");
    } else if (way->style == OA_MATRIX) {
        put_matrix(&line, way, value);
    } else {
        put_simple(&line, way, value, ",");
    }
    return out->status;
}

/* ---- headers and cookies ---- */

cm_status cm__oa_write_header(Buf *out, const OaWay *way,
                              const JsonValue *value, Buf *why)
{
    const Line line = { out, CODING_NONE };
    if (way->style == OA_JSON) {
        put_json(&line, value);
        return out->status;
    }
    if (!is_flat(value))
        return refuse_nested(why, way);
    put_simple(&line, way, value, ",");
    return out->status;
}

static void start_cookie(Buf *out)
{
    if (out->len > 0)
        cm__buf_add_str(out, "; ");
}

static void start_named_cookie(Buf *out, OaText name)
{
    start_cookie(out);
    cm__buf_add(out, name.text, name.len);
    cm__buf_add_char(out, '=');
}

cm_status cm__oa_write_cookie(Buf *out, const OaWay *way,
                              const JsonValue *value, Buf *why)
{
    const Line line = { out, CODING_PATH };
    if (way->style == OA_JSON) {
        start_named_cookie(out, way->name);
        put_json(&line, value);
        return out->status;
    }
    if (!is_flat(value))
        return refuse_nested(why, way);
    if (!way->explode || cm__oa_is_scalar(value)) {
        start_named_cookie(out, way->name);
        put_joined(&line, value, ",");
    } else if (value->type == CM_JSON_TYPE_ARRAY) {
        for (size_t i = 0; i < value->n_items; i++) {
            start_named_cookie(out, way->name);
            put_value(&line, &value->items[i]);
        }
    } else if (value->n_members > 0) {
        start_cookie(out);
        put_members(&line, value, "; ");
    }
    return out->status;
}

/* ---- queries ---- */

/* Where pairs go, and how. */
typedef struct Query {
    Arena *arena;
    OaPairs *pairs;
    const OaWay *way;
    Buf text, key; /* of the pair in the making */
    Buf *why;
} Query;

static Line value_line(Query *q)
{
    return (Line){ &q->text,
                   q->way->allow_reserved ? CODING_RESERVED : CODING_QUERY };
}

static void start_pair(Query *q, OaText name)
{
    cm__buf_clear(&q->text);
    cm__oa_encode_query(&q->text, name.text, name.len, false);
    cm__buf_add_char(&q->text, '=');
}

static cm_status end_pair(Query *q, OaText key)
{
    if (q->text.status != CM_OK)
        return CM_E_NOMEM;
    return cm__oa_add_pair(q->arena, q->pairs, key, cm__buf_text(&q->text),
                           q->text.len);
}

static cm_status add_scalar(Query *q, OaText name, const JsonValue *value)
{
    Line line = value_line(q);
    start_pair(q, name);
    put_value(&line, value);
    return end_pair(q, name);
}

static const char *delimiter(const OaWay *way)
{
    if (way->style == OA_SPACE_DELIMITED)
        return "%20";
    if (way->style == OA_PIPE_DELIMITED)
        return "%7C";
    return way->allow_reserved ? "," : "%2C";
}

static cm_status add_joined(Query *q, const JsonValue *value)
{
    Line line = value_line(q);
    start_pair(q, q->way->name);
    put_joined(&line, value, delimiter(q->way));
    return end_pair(q, q->way->name);
}

static cm_status add_exploded(Query *q, const JsonValue *value)
{
    cm_status status = CM_OK;
    if (value->type == CM_JSON_TYPE_ARRAY) {
        for (size_t i = 0; i < value->n_items && status == CM_OK; i++)
            status = add_scalar(q, q->way->name, &value->items[i]);
        return status;
    }
    for (size_t i = 0; i < value->n_members && status == CM_OK; i++)
        status = add_scalar(q, text_of_name(&value->members[i]),
                            &value->members[i].value);
    return status;
}

/* The value at q->key and all below it. Recursion is no deeper than
 * CM_JSON_DEPTH_CAP, the bound of every tree. */
static cm_status add_deep(Query *q, const JsonValue *value)
{
    cm_status status = CM_OK;
    size_t len = q->key.len;
    if (q->key.status != CM_OK)
        return CM_E_NOMEM;
    if (cm__oa_is_scalar(value))
        return add_scalar(q, (OaText){ cm__buf_text(&q->key), len }, value);
    bool is_list = value->type == CM_JSON_TYPE_ARRAY;
    for (size_t i = 0; i < count(value) && status == CM_OK; i++) {
        cm__buf_add_char(&q->key, '[');
        if (is_list)
            cm__buf_add_int(&q->key, (int64_t)i);
        else
            cm__buf_add(&q->key, value->members[i].name,
                        value->members[i].name_len);
        cm__buf_add_char(&q->key, ']');
        status =
            add_deep(q, is_list ? &value->items[i] : &value->members[i].value);
        if (status == CM_OK)
            cm__buf_truncate(&q->key, len);
    }
    return status;
}

static cm_status add_deep_object(Query *q, const JsonValue *value)
{
    const OaWay *way = q->way;
    if (value->type != CM_JSON_TYPE_OBJECT &&
        !(way->is_form && value->type == CM_JSON_TYPE_ARRAY))
        return cm__oa_refuse(q->why, way->name, "takes an object.");
    if (!way->is_form && !is_flat(value))
        return refuse_nested(q->why, way);
    cm__buf_add(&q->key, way->name.text, way->name.len);
    return add_deep(q, value);
}

static cm_status add_json(Query *q, const JsonValue *value)
{
    Line line = value_line(q);
    start_pair(q, q->way->name);
    put_json(&line, value);
    return end_pair(q, q->way->name);
}

static cm_status add_query(Query *q, const JsonValue *value)
{
    const OaWay *way = q->way;
    if (way->style == OA_JSON)
        return add_json(q, value);
    if (way->style == OA_DEEP_OBJECT)
        return add_deep_object(q, value);
    if (way->explode && way->style != OA_FORM &&
        value->type == CM_JSON_TYPE_OBJECT)
        return cm__oa_refuse(q->why, way->name, "takes no object.");
    if (!is_flat(value))
        return refuse_nested(q->why, way);
    if (cm__oa_is_scalar(value))
        return add_scalar(q, way->name, value);
    return way->explode ? add_exploded(q, value) : add_joined(q, value);
}

cm_status cm__oa_write_query(Arena *arena, OaPairs *pairs, const OaWay *way,
                             const JsonValue *value, Buf *why)
{
    Query q = { .arena = arena, .pairs = pairs, .way = way, .why = why };
    cm__buf_init(&q.text, arena->alloc, CM_BUF_NO_LIMIT);
    cm__buf_init(&q.key, arena->alloc, CM_BUF_NO_LIMIT);
    cm_status status = add_query(&q, value);
    cm__buf_done(&q.text);
    cm__buf_done(&q.key);
    return status;
}
