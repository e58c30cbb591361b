/* SPDX-License-Identifier: MIT */
#include "schema/loader.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/hash.h"
#include "base/utf8.h"
#include "schema/uri.h"

typedef struct Todo {
    const JsonValue *value;
    uint32_t resource;
} Todo;

/* ---- failures ---- */

/* The child that holds the offset: children stand in the order of the text. */
static const JsonValue *step_towards(const JsonValue *at, uint32_t offset,
                                     Buf *out)
{
    const JsonValue *best = NULL;
    size_t chosen = 0;
    size_t n = at->type == CM_JSON_TYPE_ARRAY    ? at->n_items
               : at->type == CM_JSON_TYPE_OBJECT ? at->n_members
                                                 : 0;
    for (size_t i = 0; i < n; i++) {
        const JsonValue *child = at->type == CM_JSON_TYPE_ARRAY
                                     ? &at->items[i]
                                     : &at->members[i].value;
        if (child->offset <= offset &&
            (!best || child->offset > best->offset)) {
            best = child;
            chosen = i;
        }
    }
    if (best && at->type == CM_JSON_TYPE_OBJECT)
        cm__schema_add_token(out, at->members[chosen].name,
                             at->members[chosen].name_len);
    else if (best)
        cm__buf_add_fmt(out, "/%zu", chosen);
    return best;
}

static void add_pointer(Buf *out, const JsonValue *root, uint32_t offset)
{
    while (root && root->offset != offset)
        root = step_towards(root, offset, out);
}

static void set_error(cm_error *err, cm_status status, const char *path,
                      size_t path_len, const char *text)
{
    memset(err, 0, sizeof *err);
    err->status = status;
    size_t n = cm__utf8_floor(path, path_len, sizeof err->path - 1);
    memcpy(err->path, path, n);
    if (n > 0)
        (void)snprintf(err->text, sizeof err->text, "%s %s", err->path, text);
    else
        (void)snprintf(err->text, sizeof err->text, "%s", text);
    err->text[cm__utf8_floor(err->text, strlen(err->text),
                             sizeof err->text - 1)] = '\0';
}

bool cm__load_fail(Loader *l, uint32_t document, const JsonValue *value,
                   cm_status status, const char *fmt, ...)
{
    char text[128];
    va_list args;
    if (l->status != CM_OK)
        return false;
    l->status = status;
    if (!l->err)
        return false;
    va_start(args, fmt);
    (void)vsnprintf(text, sizeof text, fmt, args);
    va_end(args);
    text[cm__utf8_valid_prefix(text, strlen(text))] = '\0';
    Buf path;
    cm__buf_init(&path, l->s->alloc, CM_BUF_NO_LIMIT);
    if (value)
        add_pointer(&path, &schema_document(l->s, document)->doc->root,
                    value->offset);
    set_error(l->err, status, cm__buf_text(&path), path.len, text);
    cm__buf_done(&path);
    return false;
}

bool cm__load_no_memory(Loader *l)
{
    return cm__load_fail(l, 0, NULL, CM_E_NOMEM, "memory was refused");
}

bool cm__load_address(Loader *l, const Resource *r, const JsonValue *ref)
{
    cm__buf_clear(&l->uri);
    cm__uri_resolve(r->uri, r->uri_len, ref->text, ref->len, &l->uri);
    if (l->uri.status != CM_OK)
        return cm__load_no_memory(l);
    l->address_bytes += r->uri_len + l->uri.len;
    if (l->address_bytes > LOADER_MAX_ADDRESSES)
        return cm__load_fail(l, r->document, ref, CM_E_LIMIT,
                             "has addresses that are too long");
    return true;
}

/* ---- maps ---- */

static uint32_t hash_pointer(const void *p)
{
    return cm__hash_u64((uint64_t)(uintptr_t)p);
}

uint32_t cm__load_node_of(const Loader *l, const JsonValue *value)
{
    uint32_t at = 0, i;
    while ((i = cm__map_next(&l->node_map, hash_pointer(value), &at)) !=
           MAP_END)
        if (schema_node(l->s, i)->json == value)
            return i;
    return NODE_NONE;
}

uint32_t cm__load_find_resource(const Loader *l, const char *uri, size_t len)
{
    uint32_t at = 0, i;
    while ((i = cm__map_next(&l->resource_map, cm__hash_bytes(uri, len),
                             &at)) != MAP_END) {
        const Resource *r = schema_resource(l->s, i);
        if (r->uri_len == len && memcmp(r->uri, uri, len) == 0)
            return i;
    }
    return NODE_NONE;
}

bool cm__load_name_resource(Loader *l, uint32_t resource)
{
    const Resource *r = schema_resource(l->s, resource);
    if (!cm__map_add(&l->resource_map, l->s->alloc,
                     cm__hash_bytes(r->uri, r->uri_len), resource))
        return cm__load_no_memory(l);
    return true;
}

static uint32_t hash_anchor(uint32_t resource, const char *name, size_t len)
{
    return cm__hash_u64((uint64_t)resource << 32 | cm__hash_bytes(name, len));
}

uint32_t cm__schema_find_anchor(const Schema *s, uint32_t resource,
                                const char *name, size_t len)
{
    uint32_t at = 0, i;
    while ((i = cm__map_next(&s->anchor_map, hash_anchor(resource, name, len),
                             &at)) != MAP_END) {
        const Anchor *a = schema_anchor(s, i);
        if (a->resource == resource && a->len == len &&
            memcmp(a->name, name, len) == 0)
            return i;
    }
    return NODE_NONE;
}

static bool add_anchor(Loader *l, const Anchor *anchor)
{
    Schema *s = l->s;
    uint32_t n = (uint32_t)(s->anchors.len / sizeof *anchor);
    cm__buf_add(&s->anchors, anchor, sizeof *anchor);
    if (s->anchors.status != CM_OK ||
        !cm__map_add(&s->anchor_map, s->alloc,
                     hash_anchor(anchor->resource, anchor->name, anchor->len),
                     n))
        return cm__load_no_memory(l);
    return true;
}

/* ---- dialects ---- */

static unsigned chosen_vocabularies(const JsonValue *metaschema)
{
    const JsonValue *list = cm__json_get(metaschema, "$vocabulary");
    unsigned bits = VOCAB_CORE;
    if (!list || list->type != CM_JSON_TYPE_OBJECT)
        return VOCAB_ALL;
    for (size_t i = 0; i < list->n_members; i++)
        bits |= cm__schema_vocabulary(list->members[i].name,
                                      list->members[i].name_len);
    return bits;
}

const SchemaDocument *cm__load_supplied(const Loader *l, const char *uri,
                                        size_t len)
{
    for (size_t i = 0; i < l->options->n_documents; i++) {
        const SchemaDocument *d = &l->options->documents[i];
        if (strlen(d->uri) == len && memcmp(d->uri, uri, len) == 0)
            return d;
    }
    return NULL;
}

/* A dialect of the host's own: one of ours with vocabularies chosen. */
static bool read_dialect(Loader *l, const JsonValue *name, Resource *r)
{
    size_t len = name->len;
    if (len > 0 && name->text[len - 1] == '#')
        len--;
    const SchemaDocument *d = cm__load_supplied(l, name->text, len);
    JsonDoc *doc = NULL;
    bool ok = false;
    JsonOptions limits = { .max_depth = CM_JSON_DEPTH_CAP };
    if (d && cm__json_parse(l->s->alloc, d->text, d->len, &limits, &doc,
                            NULL) == CM_OK) {
        const JsonValue *base = cm__json_get(&doc->root, "$schema");
        ok = base && base->type == CM_JSON_TYPE_STRING &&
             cm__schema_draft_of_uri(base->text, base->len, &r->draft);
        if (ok && r->draft <= SCHEMA_2019_09)
            r->vocabulary = (uint8_t)chosen_vocabularies(&doc->root);
    }
    cm__json_doc_free(doc);
    return ok;
}

static bool choose_dialect(Loader *l, const JsonValue *value, Resource *r)
{
    const JsonValue *name = cm__json_get(value, "$schema");
    if (!name)
        return true;
    if (name->type != CM_JSON_TYPE_STRING)
        return cm__load_fail(l, r->document, name, CM_E_SYNTAX,
                             "must be a string");
    r->vocabulary = VOCAB_ALL;
    if (cm__schema_draft_of_uri(name->text, name->len, &r->draft) ||
        read_dialect(l, name, r))
        return true;
    return cm__load_fail(l, r->document, name, CM_E_SYNTAX,
                         "names a dialect that is not known: %.60s",
                         name->text);
}

/* ---- resources ---- */

static const JsonValue *id_of(const JsonValue *value, SchemaDraft draft)
{
    if (value->type != CM_JSON_TYPE_OBJECT ||
        (draft >= SCHEMA_DRAFT_7 && cm__json_get(value, "$ref")))
        return NULL;
    const JsonValue *id =
        cm__json_get(value, draft == SCHEMA_DRAFT_4 ? "id" : "$id");
    return id && id->type == CM_JSON_TYPE_STRING ? id : NULL;
}

static bool is_recursive(const JsonValue *root, SchemaDraft draft)
{
    const JsonValue *v = cm__json_get(root, "$recursiveAnchor");
    return draft == SCHEMA_2019_09 && v && v->type == CM_JSON_TYPE_BOOL &&
           v->boolean;
}

static bool add_resource(Loader *l, Resource *r, const char *uri, size_t len,
                         uint32_t *ret_resource)
{
    Schema *s = l->s;
    uint32_t n = (uint32_t)(s->resources.len / sizeof *r);
    r->uri = cm__arena_text(&s->arena, uri, len);
    r->uri_len = len;
    cm__buf_add(&s->resources, r, sizeof *r);
    if (!r->uri || s->resources.status != CM_OK)
        return cm__load_no_memory(l);
    *ret_resource = n;
    return cm__load_name_resource(l, n);
}

/* The value's own resource when it has an identifier, else *resource stays.
 * A fragment in the identifier is an anchor in the older drafts. */
static bool enter_resource(Loader *l, const JsonValue *value,
                           uint32_t *resource, const char **ret_anchor)
{
    Resource r = *schema_resource(l->s, *resource);
    bool is_root = r.root == value;
    /* Only who names itself may change the dialect on the way. */
    if (!is_root && (id_of(value, SCHEMA_DRAFT_4) || id_of(value, r.draft)) &&
        !choose_dialect(l, value, &r))
        return false;
    const JsonValue *id = id_of(value, r.draft);
    if (!id)
        return true;
    UriParts parts = cm__uri_split(id->text, id->len);
    if (parts.fragment.len > 0) {
        if (r.draft < SCHEMA_DRAFT_7)
            return cm__load_fail(l, r.document, id, CM_E_SYNTAX,
                                 "must not have a fragment");
        *ret_anchor = parts.fragment.text;
    }
    size_t n = id->len - parts.fragment.len - (parts.fragment.text != NULL);
    if (n == 0)
        return true;
    if (!cm__load_address(l, &r, id))
        return false;
    r.root = value;
    r.node = NODE_NONE;
    r.is_recursive = is_recursive(value, r.draft);
    return add_resource(l, &r, cm__buf_text(&l->uri), l->uri.len, resource);
}

/* ---- walking ---- */

static bool push(Loader *l, const JsonValue *value, uint32_t resource)
{
    Todo todo = { value, resource };
    cm__buf_add(&l->todo, &todo, sizeof todo);
    return l->todo.status == CM_OK || cm__load_no_memory(l);
}

static bool push_members(Loader *l, const JsonValue *map, uint32_t resource)
{
    for (size_t i = map->n_members; i-- > 0;) {
        const JsonValue *child = &map->members[i].value;
        if (child->type != CM_JSON_TYPE_ARRAY && !push(l, child, resource))
            return false;
    }
    return true;
}

static bool push_items(Loader *l, const JsonValue *list, uint32_t resource)
{
    for (size_t i = list->n_items; i-- > 0;)
        if (!push(l, &list->items[i], resource))
            return false;
    return true;
}

static bool push_children(Loader *l, KeywordForm form, const JsonValue *value,
                          uint32_t resource)
{
    switch (form) {
    case FORM_SCHEMA:
    case FORM_SCHEMAS:
    case FORM_SCHEMA_OR_LIST:
        return value->type == CM_JSON_TYPE_ARRAY
                   ? push_items(l, value, resource)
                   : push(l, value, resource);
    case FORM_SCHEMA_MAP:
    case FORM_PATTERN_MAP:
    case FORM_DEPENDENCIES:
        return push_members(l, value, resource);
    case FORM_ANY:
    case FORM_STRING:
    case FORM_URI:
    case FORM_URI_REFERENCE:
    case FORM_ANCHOR:
    case FORM_PATTERN:
    case FORM_BOOLEAN:
    case FORM_NUMBER:
    case FORM_POSITIVE:
    case FORM_COUNT:
    case FORM_LIST:
    case FORM_STRINGS:
    case FORM_STRINGS_MAP:
    case FORM_BOOLEAN_MAP:
    case FORM_TYPES:
        return true;
    }
    cm_unreachable();
}

static const char *misfit_of(const Loader *l, uint32_t document, KeywordId id,
                             const JsonValue *value)
{
    const char *misfit = cm__keyword_misfit(id, value);
    if (misfit || value->type != CM_JSON_TYPE_NUMBER)
        return misfit;
    const Document *d = schema_document(l->s, document);
    Sourced source = { value, d->text, d->text + d->len };
    Decimal number = cm__schema_decimal(&source);
    return cm__keyword_misfit_digits(id, &number);
}

static bool walk_keyword(Loader *l, KeywordId id, const JsonValue *value,
                         uint32_t resource)
{
    const Resource *r = schema_resource(l->s, resource);
    const char *misfit = misfit_of(l, r->document, id, value);
    if (misfit)
        return cm__load_fail(l, r->document, value, CM_E_SYNTAX, "%s", misfit);
    return push_children(l, (KeywordForm)cm__keywords[id].form, value,
                         resource);
}

static bool add_named(Loader *l, const JsonValue *name, uint32_t resource,
                      uint32_t node, bool is_dynamic)
{
    Anchor anchor = { name->text, name->len, resource, node, is_dynamic };
    uint32_t known =
        cm__schema_find_anchor(l->s, resource, name->text, name->len);
    if (known != NODE_NONE)
        return true; /* the first one keeps the name */
    return add_anchor(l, &anchor);
}

/* Keywords of one schema object that has become a node. */
static bool walk_members(Loader *l, const JsonValue *value, uint32_t resource,
                         uint32_t node)
{
    const Resource *r = schema_resource(l->s, resource);
    SchemaDraft draft = r->draft;
    unsigned vocabulary = r->vocabulary;
    bool is_ref = draft >= SCHEMA_DRAFT_7 && cm__json_get(value, "$ref");
    for (size_t i = value->n_members; i-- > 0;) {
        const JsonMember *m = &value->members[i];
        KeywordId id = cm__keyword_find(m->name, m->name_len, draft);
        /* Up to draft 7 nothing beside a reference counts. */
        if (id == KEY_NONE || (is_ref && id != KEY_REF) ||
            !(cm__keywords[id].vocabulary & (vocabulary | VOCAB_NOTE)))
            continue;
        if (!walk_keyword(l, id, &m->value, resource))
            return false;
        if ((id == KEY_ANCHOR || id == KEY_DYNAMIC_ANCHOR) &&
            !add_named(l, &m->value, resource, node, id == KEY_DYNAMIC_ANCHOR))
            return false;
    }
    return true;
}

/* Makes the node of one value; its children go on the list. */
static bool walk_value(Loader *l, const JsonValue *value, uint32_t resource)
{
    Schema *s = l->s;
    if (cm__load_node_of(l, value) != NODE_NONE)
        return true;
    const char *anchor = NULL;
    if (value->type == CM_JSON_TYPE_OBJECT &&
        !enter_resource(l, value, &resource, &anchor))
        return false;
    Node node = { .json = value, .resource = resource };
    uint32_t n = (uint32_t)(s->nodes.len / sizeof node);
    cm__buf_add(&s->nodes, &node, sizeof node);
    if (s->nodes.status != CM_OK ||
        !cm__map_add(&l->node_map, s->alloc, hash_pointer(value), n))
        return cm__load_no_memory(l);
    Resource *r = (Resource *)(void *)s->resources.bytes + resource;
    if (r->root == value && r->node == NODE_NONE)
        r->node = n;
    if (anchor) {
        Anchor named = { anchor, strlen(anchor), resource, n, false };
        if (cm__schema_find_anchor(s, resource, anchor, named.len) ==
                NODE_NONE &&
            !add_anchor(l, &named))
            return false;
    }
    if (value->type == CM_JSON_TYPE_BOOL)
        return true;
    if (value->type != CM_JSON_TYPE_OBJECT)
        return cm__load_fail(l, r->document, value, CM_E_SYNTAX,
                             "must be a schema");
    return walk_members(l, value, resource, n);
}

bool cm__load_value(Loader *l, const JsonValue *value, uint32_t resource,
                    uint32_t *ret_node)
{
    cm__buf_clear(&l->todo);
    if (!push(l, value, resource))
        return false;
    while (l->todo.len > 0) {
        Todo todo;
        size_t rest = l->todo.len - sizeof todo;
        memcpy(&todo, l->todo.bytes + rest, sizeof todo);
        cm__buf_truncate(&l->todo, rest);
        if (!walk_value(l, todo.value, todo.resource))
            return false;
    }
    *ret_node = cm__load_node_of(l, value);
    return true;
}

/* ---- documents ---- */

static bool parse(Loader *l, Document *d)
{
    JsonOptions limits = { .max_depth = CM_JSON_DEPTH_CAP };
    cm_error cause = { 0 };
    cm_status status =
        cm__json_parse(l->s->alloc, d->text, d->len, &limits, &d->doc, &cause);
    if (status == CM_OK)
        return true;
    cm__load_fail(l, 0, NULL, status, "%.120s", cause.text);
    if (l->err) {
        l->err->line = cause.line;
        l->err->column = cause.column;
    }
    return false;
}

bool cm__load_document(Loader *l, const char *uri, char *take_text, size_t len,
                       uint32_t *ret_resource)
{
    Schema *s = l->s;
    Document d = { .text = take_text, .len = len };
    uint32_t n = (uint32_t)(s->documents.len / sizeof d), node;
    cm__buf_add(&s->documents, &d, sizeof d);
    if (s->documents.status != CM_OK) {
        cm__free(s->alloc, take_text, len + 1);
        return cm__load_no_memory(l);
    }
    Document *kept = (Document *)(void *)s->documents.bytes + n;
    if (!parse(l, kept))
        return false;
    Resource r = { .document = n,
                   .root = &kept->doc->root,
                   .node = NODE_NONE,
                   .draft = l->options->draft,
                   .vocabulary = VOCAB_ALL };
    if (r.root->type == CM_JSON_TYPE_OBJECT && !choose_dialect(l, r.root, &r))
        return false;
    r.is_recursive = is_recursive(r.root, r.draft);
    const JsonValue *root = r.root;
    UriParts parts = cm__uri_split(uri, strlen(uri));
    size_t uri_len =
        strlen(uri) - (parts.fragment.text ? parts.fragment.len + 1 : 0);
    if (!add_resource(l, &r, uri, uri_len, ret_resource) ||
        !cm__load_value(l, root, *ret_resource, &node))
        return false;
    Resource *made = (Resource *)(void *)s->resources.bytes + *ret_resource;
    if (made->node == NODE_NONE)
        made->node = node;
    return true;
}
