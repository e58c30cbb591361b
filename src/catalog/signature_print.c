/* SPDX-License-Identifier: MIT */
/* Types as text; spec/discovery.md 3.2 to 3.6 and 3.8. Recursion follows the
 * tree of types, whose height is bounded. */
#include "catalog/signature_internal.h"

#include "base/hash.h"
#include "base/utf8.h"
#include "catalog/expression.h"
#include "json/writer.h"

#include <string.h>

typedef struct Printer {
    Buf *out;
    Arena *arena;
    TypeStyle style; /* indent: of the brace that is open */
    bool is_lua;
    CommentMaker comments;
} Printer;

static void print(Printer *p, const Type *type);

static void put(Printer *p, const char *text)
{
    cm__buf_add_str(p->out, text);
}

static void fail(Printer *p, cm_status status)
{
    if (p->out->status == CM_OK)
        p->out->status = status;
}

static bool has_bar(const char *text, size_t len)
{
    for (const char *at = text, *end = text + len;;) {
        at = memchr(at, '|', (size_t)(end - at));
        if (!at)
            return false;
        if (at > text && at + 1 < end && at[-1] == ' ' && at[1] == ' ')
            return true;
        at++;
    }
}

/* Puts what was written since `start` in parentheses. */
static void enclose(Printer *p, size_t start)
{
    put(p, "()");
    if (p->out->status != CM_OK)
        return;
    char *from = p->out->bytes + start;
    memmove(from + 1, from, p->out->len - start - 2);
    *from = '(';
}

/* ---- words and values ---- */

static void print_word(Printer *p, TypeKind kind)
{
    static const char *const words[][2] = {
        [TYPE_UNKNOWN] = { "unknown", "any" },
        [TYPE_STRING] = { "string", "string" },
        [TYPE_NUMBER] = { "number", "number" },
        [TYPE_INTEGER] = { "number", "integer" },
        [TYPE_BOOLEAN] = { "boolean", "boolean" },
        [TYPE_NULL] = { "null", "json.null" },
    };
    put(p, words[kind][p->is_lua]);
}

/* A Lua string literal of a text that may hold lone surrogates. */
static void print_lua_text(Printer *p, const char *text, size_t len)
{
    Buf clean;
    cm__buf_init(&clean, p->out->alloc, CM_TYPE_MAX_BYTES);
    for (const char *at = text, *end = text + len; at < end;)
        cm__buf_add_code_point(&clean, cm__utf8_next(&at, end, NULL));
    if (clean.status == CM_OK)
        cm__lua_quote(p->out, cm__buf_text(&clean), clean.len);
    else
        fail(p, clean.status);
    cm__buf_done(&clean);
}

static void print_lua_value(Printer *p, const JsonValue *v)
{
    JsonWriter w = cm__json_writer(p->out);
    switch (v->type) {
    case CM_JSON_TYPE_NULL:
        put(p, "json.null");
        return;
    case CM_JSON_TYPE_STRING:
        print_lua_text(p, v->text, v->len);
        return;
    case CM_JSON_TYPE_ARRAY:
    case CM_JSON_TYPE_OBJECT:
        put(p, "table");
        return;
    case CM_JSON_TYPE_BOOL:
    case CM_JSON_TYPE_NUMBER:
        cm__json_write_value(&w, v);
        return;
    }
}

static void print_literals(Printer *p, const Type *type)
{
    for (size_t i = 0; i < type->n_literals && p->out->status == CM_OK; i++) {
        if (i)
            put(p, p->is_lua ? "|" : " | ");
        JsonWriter w = cm__json_writer(p->out);
        if (p->is_lua)
            print_lua_value(p, &type->literals[i]);
        else
            cm__json_write_value(&w, &type->literals[i]);
    }
}

/* ---- arrays, unions, intersections ---- */

static bool is_lua_union(const Type *type)
{
    return type->kind == TYPE_UNION ||
           (type->kind == TYPE_LITERALS && type->n_literals > 1);
}

static void print_array(Printer *p, const Type *item)
{
    if (!p->is_lua) {
        put(p, "Array<");
        print(p, item);
        put(p, ">");
        return;
    }
    size_t start = p->out->len;
    print(p, item);
    if (is_lua_union(item))
        enclose(p, start);
    put(p, "[]");
}

static void print_union(Printer *p, const Type *type)
{
    for (size_t i = 0; i < type->n_parts; i++) {
        if (i)
            put(p, p->is_lua ? "|" : " | ");
        print(p, type->parts[i]);
    }
}

static void print_intersection(Printer *p, const Type *type)
{
    for (size_t i = 0; i < type->n_parts; i++) {
        if (i)
            put(p, " & ");
        size_t start = p->out->len;
        print(p, type->parts[i]);
        if (p->out->status == CM_OK &&
            has_bar(p->out->bytes + start, p->out->len - start))
            enclose(p, start);
    }
}

/* ---- objects of one kind and the other ---- */

static void print_name(Printer *p, const TypeField *field)
{
    const char *name = field->property->name;
    size_t len = field->property->name_len;
    if (p->is_lua ? cm__lua_is_name(name, len) : cm__js_is_name(name, len)) {
        cm__buf_add(p->out, name, len);
    } else if (p->is_lua) {
        put(p, "[");
        print_lua_text(p, name, len);
        put(p, "]");
    } else {
        cm__json_quote(p->out, name, len);
    }
    put(p, field->is_required ? ": " : "?: ");
}

/* Begins a line, or the room between two fields, of an object. */
static void begin_field(Printer *p, bool is_first, const JsonValue *property)
{
    if (p->style.form == TYPE_COMPACT) {
        put(p, is_first ? " " : p->is_lua ? ", " : "; ");
        return;
    }
    if (property)
        fail(p, cm__comment_add(&p->comments, p->out, &p->style, property));
    cm__buf_add_fill(p->out, ' ', p->style.indent);
}

static void end_field(Printer *p)
{
    if (p->style.form != TYPE_COMPACT)
        put(p, ",\n");
}

/* The braces of an object around `n` fields and the rest. */
static void print_braces(Printer *p, const Type *type, const Type *rest)
{
    if (type->n_fields == 0 && !rest) {
        put(p, "{}");
        return;
    }
    bool is_pretty = p->style.form != TYPE_COMPACT;
    put(p, is_pretty ? "{\n" : "{");
    p->style.indent += 2;
    for (size_t i = 0; i < type->n_fields && p->out->status == CM_OK; i++) {
        const TypeField *field = &type->fields[i];
        begin_field(p, i == 0, &field->property->value);
        print_name(p, field);
        print(p, field->type);
        end_field(p);
    }
    if (rest) {
        begin_field(p, type->n_fields == 0, NULL);
        put(p, p->is_lua ? "[string]: " : "[key: string]: ");
        print(p, rest);
        end_field(p);
    }
    p->style.indent -= 2;
    if (is_pretty)
        cm__buf_add_fill(p->out, ' ', p->style.indent);
    put(p, is_pretty ? "}" : " }");
}

static void print_object(Printer *p, const Type *type)
{
    if (p->is_lua && type->n_fields == 0 && type->rest) {
        put(p, "table<string, ");
        print(p, type->rest);
        put(p, ">");
    } else if (p->style.form == TYPE_DECLARED && !p->is_lua && type->n_fields &&
               type->rest) {
        static const Type none = { .kind = TYPE_OBJECT, .height = 1 };
        put(p, "(");
        print_braces(p, type, NULL);
        put(p, " & ");
        print_braces(p, &none, type->rest);
        put(p, ")");
    } else {
        print_braces(p, type, type->rest);
    }
}

/* ---- Lua has no intersection: objects are merged ---- */

/* Fields by name while objects are merged; slots are field numbers + 1. */
typedef struct Merge {
    Type into;
    uint32_t *slots;
    uint32_t mask;
} Merge;

/* False when a part is no object; *n grows by the fields. */
static bool count_fields(const Type *type, size_t *n)
{
    if (type->kind == TYPE_OBJECT) {
        *n += type->n_fields;
        return true;
    }
    if (type->kind != TYPE_INTERSECTION)
        return false;
    for (size_t i = 0; i < type->n_parts; i++)
        if (!count_fields(type->parts[i], n))
            return false;
    return true;
}

static void merge_field(Merge *m, const TypeField *field)
{
    const JsonMember *name = field->property;
    uint32_t i = cm__hash_bytes(name->name, name->name_len) & m->mask;
    for (; m->slots[i]; i = (i + 1) & m->mask) {
        TypeField *old = &m->into.fields[m->slots[i] - 1];
        if (old->property->name_len != name->name_len ||
            memcmp(old->property->name, name->name, name->name_len) != 0)
            continue;
        bool is_required = old->is_required || field->is_required;
        *old = *field;
        old->is_required = is_required;
        return;
    }
    m->into.fields[m->into.n_fields++] = *field;
    m->slots[i] = (uint32_t)m->into.n_fields;
}

static void merge(Merge *m, const Type *type)
{
    if (type->kind == TYPE_INTERSECTION) {
        for (size_t i = 0; i < type->n_parts; i++)
            merge(m, type->parts[i]);
        return;
    }
    for (size_t i = 0; i < type->n_fields; i++)
        merge_field(m, &type->fields[i]);
    if (type->rest)
        m->into.rest = type->rest;
}

static void print_merged(Printer *p, const Type *type)
{
    size_t n = 0;
    if (!count_fields(type, &n)) {
        print_word(p, TYPE_UNKNOWN);
        return;
    }
    Merge m = { .into = { .kind = TYPE_OBJECT } };
    uint32_t n_slots = 4;
    while (n_slots < 2 * n)
        n_slots *= 2;
    m.mask = n_slots - 1;
    m.slots = cm__arena_zero(p->arena, n_slots * sizeof *m.slots);
    m.into.fields = cm__arena_alloc(p->arena, (n + 1) * sizeof(TypeField));
    if (!m.slots || !m.into.fields) {
        fail(p, p->arena->status);
        return;
    }
    merge(&m, type);
    print_object(p, &m.into);
}

static void print(Printer *p, const Type *type)
{
    switch (type->kind) {
    case TYPE_UNKNOWN:
    case TYPE_STRING:
    case TYPE_NUMBER:
    case TYPE_INTEGER:
    case TYPE_BOOLEAN:
    case TYPE_NULL:
        print_word(p, type->kind);
        return;
    case TYPE_LITERALS:
        print_literals(p, type);
        return;
    case TYPE_ARRAY:
        print_array(p, type->parts[0]);
        return;
    case TYPE_UNION:
        print_union(p, type);
        return;
    case TYPE_INTERSECTION:
        if (p->is_lua)
            print_merged(p, type);
        else
            print_intersection(p, type);
        return;
    case TYPE_OBJECT:
        print_object(p, type);
        return;
    }
}

void cm__type_print(Buf *out, Arena *arena, const TypeStyle *style,
                    const Type *type)
{
    Printer p = { .out = out,
                  .arena = arena,
                  .style = *style,
                  .is_lua = style->language == CM_LANGUAGE_LUA };
    cm__comments_init(&p.comments, out->alloc);
    print(&p, type);
    cm__comments_done(&p.comments);
}
