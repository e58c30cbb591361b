/* SPDX-License-Identifier: MIT */
#include "schema/schema.h"

#include <string.h>

#include "schema/loader.h"

/* ---- life ---- */

static Schema *schema_new(const cm_allocator *alloc)
{
    Schema *s = cm__alloc_zero(alloc, 1, sizeof *s);
    if (!s)
        return NULL;
    s->alloc = alloc;
    atomic_init(&s->refs, 1);
    cm__arena_init(&s->arena, alloc, CM_BUF_NO_LIMIT);
    Buf *const bufs[] = { &s->documents, &s->resources, &s->nodes,   &s->ops,
                          &s->links,     &s->anchors,   &s->patterns };
    for (size_t i = 0; i < CM_ARRAY_LEN(bufs); i++)
        cm__buf_init(bufs[i], alloc, CM_BUF_NO_LIMIT);
    return s;
}

static void schema_free(Schema *s)
{
    const cm_allocator *alloc = s->alloc;
    for (size_t i = 0; i < s->documents.len / sizeof(Document); i++) {
        const Document *d = schema_document(s, (uint32_t)i);
        cm__json_doc_free(d->doc);
        cm__free(alloc, d->text, d->len + 1);
    }
    for (size_t i = 0; i < s->patterns.len / sizeof(Pattern); i++) {
        RegexpCode *code = ((Pattern *)(void *)s->patterns.bytes)[i].code;
        cm__free(alloc, code, code->size);
    }
    Buf *const bufs[] = { &s->documents, &s->resources, &s->nodes,   &s->ops,
                          &s->links,     &s->anchors,   &s->patterns };
    for (size_t i = 0; i < CM_ARRAY_LEN(bufs); i++)
        cm__buf_done(bufs[i]);
    cm__map_done(&s->anchor_map, alloc);
    cm__arena_done(&s->arena);
    cm__free(alloc, s, sizeof *s);
}

Schema *cm__schema_ref(Schema *schema)
{
    if (schema)
        atomic_fetch_add_explicit(&schema->refs, 1, memory_order_relaxed);
    return schema;
}

void cm__schema_unref(Schema *schema)
{
    if (schema &&
        atomic_fetch_sub_explicit(&schema->refs, 1, memory_order_acq_rel) == 1)
        schema_free(schema);
}

bool cm__schema_is_of(const Schema *schema, const char *text, size_t len)
{
    const Document *d = schema_document(schema, 0);
    return d->len == len && memcmp(d->text, text, len) == 0;
}

const JsonValue *cm__schema_root(const Schema *schema)
{
    return &schema_document(schema, 0)->doc->root;
}

bool cm__schema_spend(void *left, uint64_t steps)
{
    uint64_t *budget = left;
    if (*budget < steps)
        return false;
    *budget -= steps;
    return true;
}

void cm__schema_add_token(Buf *out, const char *token, size_t len)
{
    cm__buf_add_char(out, '/');
    for (size_t i = 0; i < len; i++) {
        if (token[i] == '~')
            cm__buf_add_str(out, "~0");
        else if (token[i] == '/')
            cm__buf_add_str(out, "~1");
        else
            cm__buf_add_char(out, token[i]);
    }
}

/* ---- compiling ---- */

static bool compile(Loader *l, const char *text, size_t len)
{
    Schema *s = l->s;
    const char *base = l->options->base ? l->options->base : "";
    uint32_t resource;
    char *copy = cm__alloc_text(s->alloc, text, len);
    if (!copy)
        return cm__load_no_memory(l);
    if (!cm__load_document(l, base, copy, len, &resource))
        return false;
    /* References bring further nodes in while the list is worked through. */
    for (uint32_t i = 0; i < s->nodes.len / sizeof(Node); i++)
        if (!cm__load_emit(l, i))
            return false;
    return true;
}

cm_status cm__schema_compile(const cm_allocator *alloc, const char *text,
                             size_t len, const SchemaOptions *options,
                             Schema **ret_schema, cm_error *err)
{
    static const SchemaOptions defaults = { 0 };
    Loader l = { .options = options ? options : &defaults,
                 .err = err,
                 .pattern_steps = LOADER_PATTERN_STEPS };
    l.s = schema_new(alloc);
    if (!l.s) {
        if (err)
            *err = (cm_error){ .status = CM_E_NOMEM,
                               .text = "memory was refused" };
        return CM_E_NOMEM;
    }
    l.s->assert_format = l.options->assert_format;
    cm__buf_init(&l.todo, alloc, CM_BUF_NO_LIMIT);
    cm__buf_init(&l.uri, alloc, CM_BUF_NO_LIMIT);
    bool ok = compile(&l, text, len);
    cm__map_done(&l.node_map, alloc);
    cm__map_done(&l.resource_map, alloc);
    cm__buf_done(&l.todo);
    cm__buf_done(&l.uri);
    if (!ok) {
        cm__schema_unref(l.s);
        return l.status;
    }
    *ret_schema = l.s;
    return CM_OK;
}
