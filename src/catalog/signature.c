/* SPDX-License-Identifier: MIT */
/* Calls and their types; spec/discovery.md 3.1 and 6.6. */
#include "catalog/signature.h"

#include "catalog/signature_internal.h"

#include <string.h>

enum {
    ARENA_LIMIT = 32 * 1024 * 1024 /* of the types of one schema */
};

const char cm__search_input_schema[] =
    "{\"type\":\"object\",\"properties\":{"
    "\"query\":{\"type\":\"string\",\"description\":\"What you need, in words; "
    "empty lists everything.\",\"default\":\"\"},"
    "\"namespace\":{\"type\":\"string\",\"description\":\"Only tools below "
    "this path.\"},"
    "\"limit\":{\"type\":\"integer\",\"description\":\"Page size.\","
    "\"default\":10,\"minimum\":1},"
    "\"offset\":{\"type\":\"integer\",\"description\":\"Results to skip.\","
    "\"default\":0,\"minimum\":0}}}";

const char cm__search_output_schema[] =
    "{\"type\":\"object\",\"properties\":{"
    "\"items\":{\"type\":\"array\",\"items\":{\"type\":\"object\","
    "\"properties\":{\"path\":{\"type\":\"string\"},"
    "\"description\":{\"type\":\"string\"},\"signature\":{\"type\":\"string\"}"
    "},\"required\":[\"path\",\"description\",\"signature\"]}},"
    "\"remaining\":{\"type\":\"number\"},"
    "\"next\":{\"type\":[\"object\",\"null\"],\"properties\":{"
    "\"offset\":{\"type\":\"number\"}},\"required\":[\"offset\"]}},"
    "\"required\":[\"items\",\"remaining\",\"next\"]}";

/* A schema with its type. */
typedef struct Source {
    JsonDoc *doc; /* NULL: it could not be read, or was before */
    Arena arena;
    const Type *type; /* NULL: unknown as a whole */
} Source;

/* A schema as text, and as it was compiled, if it was. */
typedef struct SchemaText {
    const char *text;
    const Schema *compiled; /* NULL: not */
} SchemaText;

/* CM_E_NOMEM, or CM_OK whatever the schema is. */
static cm_status source_open(Source *s, const cm_allocator *alloc,
                             SchemaText schema)
{
    const JsonOptions limits = { .max_depth = CM_JSON_DEPTH_CAP };
    const JsonValue *root = NULL;
    cm_status status = CM_OK;
    *s = (Source){ .doc = NULL };
    cm__arena_init(&s->arena, alloc, ARENA_LIMIT);
    if (schema.compiled)
        root = cm__schema_root(schema.compiled);
    else
        status = cm__json_parse(alloc, schema.text, strlen(schema.text),
                                &limits, &s->doc, NULL);
    if (status == CM_OK)
        status =
            cm__type_build(&s->arena, root ? root : &s->doc->root, &s->type);
    return status == CM_E_NOMEM ? status : CM_OK;
}

static void source_close(Source *s)
{
    cm__arena_done(&s->arena);
    cm__json_doc_free(s->doc);
}

static void print_source(Buf *out, const TypeStyle *style, Source *s)
{
    const char *unknown =
        style->language == CM_LANGUAGE_LUA ? "any" : "unknown";
    if (!s->type) {
        cm__buf_add_str(out, unknown);
        return;
    }
    Buf text;
    cm__buf_init(&text, out->alloc, CM_TYPE_MAX_BYTES);
    cm__type_print(&text, &s->arena, style, s->type);
    if (text.status == CM_E_LIMIT)
        cm__buf_add_str(out, unknown);
    else
        cm__buf_add_buf(out, &text);
    cm__buf_done(&text);
}

static void add_type(Buf *out, const TypeStyle *style, SchemaText schema)
{
    Source s;
    cm_status status = source_open(&s, out->alloc, schema);
    if (status == CM_OK)
        print_source(out, style, &s);
    else
        out->status = status;
    source_close(&s);
}

void cm__type_add(Buf *out, const TypeStyle *style, const char *schema)
{
    add_type(out, style, (SchemaText){ schema, NULL });
}

static TypeNeed type_need(const Type *type)
{
    if (type->kind != TYPE_OBJECT)
        return TYPE_NEED_REQUIRED;
    for (size_t i = 0; i < type->n_fields; i++)
        if (type->fields[i].is_required)
            return TYPE_NEED_REQUIRED;
    return type_is_blank(type) ? TYPE_NEED_NONE : TYPE_NEED_OPTIONAL;
}

TypeNeed cm__type_need(const cm_allocator *alloc, const char *schema,
                       cm_status *ret_status)
{
    Source s;
    if (!schema)
        return TYPE_NEED_NONE;
    *ret_status = source_open(&s, alloc, (SchemaText){ schema, NULL });
    TypeNeed need =
        *ret_status == CM_OK && s.type ? type_need(s.type) : TYPE_NEED_REQUIRED;
    source_close(&s);
    return need;
}

/* `({...})`, or `()` for an input that says nothing. */
static void add_input(Buf *out, const TypeStyle *style, SchemaText schema)
{
    Source s;
    if (!schema.text) {
        cm__buf_add_str(out, "()");
        return;
    }
    cm_status status = source_open(&s, out->alloc, schema);
    if (status != CM_OK)
        out->status = status;
    cm__buf_add_char(out, '(');
    if (!s.type || !type_is_blank(s.type))
        print_source(out, style, &s);
    cm__buf_add_char(out, ')');
    source_close(&s);
}

void cm__signature_add(Buf *out, cm_language language, const ToolNode *node)
{
    const TypeStyle style = { language, TYPE_PRETTY, 0 };
    size_t len;
    const ToolDef *tool = node->tool;
    const SchemaText output = { tool->output_schema, tool->output };
    const char *expression = cm__node_expression(node, language, &len);
    cm__buf_add(out, expression, len);
    add_input(out, &style, (SchemaText){ tool->input_schema, tool->input });
    if (language == CM_LANGUAGE_LUA) {
        if (!output.text)
            return;
        cm__buf_add_str(out, ": ");
        add_type(out, &style, output);
    } else if (!output.text) {
        cm__buf_add_str(out, ": Promise<void>");
    } else {
        cm__buf_add_str(out, ": Promise<");
        add_type(out, &style, output);
        cm__buf_add_char(out, '>');
    }
}

void cm__signature_add_search(Buf *out, cm_language language)
{
    const TypeStyle style = { language, TYPE_PRETTY, 0 };
    cm__buf_add_str(out, "search");
    add_input(out, &style, (SchemaText){ cm__search_input_schema, NULL });
    cm__buf_add_str(out, ": ");
    cm__type_add(out, &style, cm__search_output_schema);
}
