/* SPDX-License-Identifier: MIT */
#include "catalog/facts.h"

#include "base/buf.h"
#include "json/tree.h"

#include <string.h>

/* ---- words ---- */

static void add_line(Buf *out, const char *text, size_t len)
{
    if (len) {
        cm__buf_add_char(out, '\n');
        cm__buf_add(out, text, len);
    }
}

/* The schema after one root `$ref` into its own definitions. */
static const JsonValue *resolve_root(const JsonValue *root)
{
    const JsonValue *ref = cm__json_get(root, "$ref");
    if (!ref || ref->type != CM_JSON_TYPE_STRING)
        return root;
    static const char *const prefixes[] = { "#/$defs/", "#/definitions/" };
    static const char *const tables[] = { "$defs", "definitions" };
    for (size_t i = 0; i < CM_ARRAY_LEN(prefixes); i++) {
        size_t n = strlen(prefixes[i]);
        if (strncmp(ref->text, prefixes[i], n) != 0)
            continue;
        const JsonValue *table = cm__json_get(root, tables[i]);
        const JsonValue *target =
            table ? cm__json_get(table, ref->text + n) : NULL;
        return target ? target : root;
    }
    return root;
}

/* Names and descriptions of the top-level input properties. */
static void add_properties(Buf *out, const JsonValue *schema)
{
    const JsonValue *properties =
        cm__json_get(resolve_root(schema), "properties");
    size_t n = properties && properties->type == CM_JSON_TYPE_OBJECT
                   ? properties->n_members
                   : 0;
    for (size_t i = 0; i < n; i++) {
        const JsonMember *m = &properties->members[i];
        add_line(out, m->name, m->name_len);
        const JsonValue *text = cm__json_get(&m->value, "description");
        if (text && text->type == CM_JSON_TYPE_STRING)
            add_line(out, text->text, text->len);
    }
}

/* ---- schemas ---- */

/* A schema as it was read: one that validates is compiled, another one need
 * only be JSON; one too deep to be read renders as unknown
 * (spec/discovery.md 3.2). */
typedef struct Read {
    Schema *schema; /* counted; or, NULL, */
    JsonDoc *doc;   /* owned; NULL: there is nothing to read */
} Read;

static cm_status read_schema(const cm_allocator *alloc, const char *text,
                             bool validates, Read *ret, cm_error *cause)
{
    const JsonOptions limits = { .max_depth = CM_JSON_DEPTH_CAP };
    *ret = (Read){ NULL, NULL };
    if (!text)
        return CM_OK;
    size_t len = strlen(text);
    if (validates)
        return cm__schema_compile(alloc, text, len, NULL, &ret->schema, cause);
    cm_status status =
        cm__json_parse(alloc, text, len, &limits, &ret->doc, cause);
    return status == CM_E_LIMIT ? CM_OK : status;
}

static void read_done(Read *r)
{
    cm__schema_unref(r->schema);
    cm__json_doc_free(r->doc);
}

static const JsonValue *root_of(const Read *r)
{
    if (r->schema)
        return cm__schema_root(r->schema);
    return r->doc ? &r->doc->root : NULL;
}

/* ---- life ---- */

static const char *put_text(char **at, const char *text)
{
    if (!text)
        return NULL;
    size_t n = strlen(text) + 1;
    char *to = *at;
    memcpy(to, text, n);
    *at += n;
    return to;
}

static size_t text_size(const char *text)
{
    return text ? strlen(text) + 1 : 0;
}

/* One allocation, texts behind the struct. Takes nothing. */
static ToolFacts *make(const cm_allocator *alloc, const cm_tool *tool,
                       const Buf *words)
{
    size_t size = sizeof(ToolFacts) + text_size(tool->description) +
                  text_size(tool->input_schema) +
                  text_size(tool->output_schema) + words->len + 1;
    ToolFacts *f = cm__alloc(alloc, size);
    if (!f)
        return NULL;
    char *at = (char *)(f + 1);
    *f = (ToolFacts){ .alloc = alloc, .size = size };
    atomic_init(&f->refs, 1);
    f->description = put_text(&at, tool->description);
    f->input_schema = put_text(&at, tool->input_schema);
    f->output_schema = put_text(&at, tool->output_schema);
    memcpy(at, cm__buf_text(words), words->len + 1);
    f->words = at;
    f->words_len = words->len;
    return f;
}

cm_status cm__facts_new(const cm_allocator *alloc, const cm_tool *tool,
                        ToolFacts **ret_facts, const char **ret_bad,
                        cm_error *cause)
{
    Read input, output = { NULL, NULL };
    Buf words;
    ToolFacts *f = NULL;
    cm__buf_init(&words, alloc, CM_BUF_NO_LIMIT);
    *ret_bad = "input";
    cm_status status = read_schema(alloc, tool->input_schema,
                                   tool->validate_input != 0, &input, cause);
    if (status == CM_OK) {
        *ret_bad = "output";
        status = read_schema(alloc, tool->output_schema,
                             tool->validate_output != 0, &output, cause);
    }
    if (status == CM_OK) {
        *ret_bad = NULL;
        add_properties(&words, root_of(&input));
        f = words.status == CM_OK ? make(alloc, tool, &words) : NULL;
        status = f ? CM_OK : CM_E_NOMEM;
    }
    if (status == CM_E_NOMEM)
        *ret_bad = NULL;
    if (f) {
        f->input = cm__schema_ref(input.schema);
        f->output = cm__schema_ref(output.schema);
        *ret_facts = f;
    }
    cm__buf_done(&words);
    read_done(&input);
    read_done(&output);
    return status;
}

static void facts_free(ToolFacts *f)
{
    cm__schema_unref(f->input);
    cm__schema_unref(f->output);
    for (size_t i = 0; i < CM_ARRAY_LEN(f->signatures); i++) {
        char *text = atomic_load(&f->signatures[i]);
        if (text)
            cm__free(f->alloc, text, strlen(text) + 1);
    }
    cm__free(f->alloc, f, f->size);
}

ToolFacts *cm__facts_ref(ToolFacts *facts)
{
    atomic_fetch_add_explicit(&facts->refs, 1, memory_order_relaxed);
    return facts;
}

void cm__facts_unref(ToolFacts *facts)
{
    if (facts &&
        atomic_fetch_sub_explicit(&facts->refs, 1, memory_order_acq_rel) == 1)
        facts_free(facts);
}

static bool is_same(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) == 0 : a == b;
}

bool cm__facts_are_of(const ToolFacts *f, const cm_tool *tool)
{
    bool checks_input = tool->validate_input && tool->input_schema;
    bool checks_output = tool->validate_output && tool->output_schema;
    return checks_input == (f->input != NULL) &&
           checks_output == (f->output != NULL) &&
           is_same(f->description, tool->description) &&
           is_same(f->input_schema, tool->input_schema) &&
           is_same(f->output_schema, tool->output_schema);
}
