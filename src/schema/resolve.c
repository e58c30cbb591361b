/* SPDX-License-Identifier: MIT */
/* What a reference means: a resource, then a place in it by JSON Pointer
 * (RFC 6901) or by name. Documents that the options supply and meta-schemas
 * are loaded when something first refers to them. */
#include <string.h>

#include "base/ascii.h"
#include "schema/loader.h"
#include "schema/uri.h"

/* ---- resources ---- */

static bool load_text(Loader *l, const char *uri, const char *text, size_t len,
                      uint32_t *ret_resource)
{
    char *copy = cm__alloc_text(l->s->alloc, text, len);
    if (!copy)
        return cm__load_no_memory(l);
    return cm__load_document(l, uri, copy, len, ret_resource);
}

static bool is_loaded(const Loader *l, const char *uri)
{
    UriParts parts = cm__uri_split(uri, strlen(uri));
    size_t n = strlen(uri);
    if (parts.fragment.text)
        n -= parts.fragment.len + 1;
    return cm__load_find_resource(l, uri, n) != NODE_NONE;
}

static bool load_supplied(Loader *l, const char *uri, size_t len,
                          uint32_t *ret_resource)
{
    const SchemaDocument *d = cm__load_supplied(l, uri, len);
    return !d || load_text(l, d->uri, d->text, d->len, ret_resource);
}

/* A document may hold the address inside, as another's $id. */
static bool load_all_supplied(Loader *l)
{
    uint32_t resource;
    l->has_all = true;
    for (size_t i = 0; i < l->options->n_documents; i++) {
        const SchemaDocument *d = &l->options->documents[i];
        if (!is_loaded(l, d->uri) &&
            !load_text(l, d->uri, d->text, d->len, &resource))
            return false;
    }
    return true;
}

static bool load_metaschema(Loader *l, const char *uri, size_t len,
                            uint32_t *ret_resource)
{
    Buf text;
    cm__buf_init(&text, l->s->alloc, CM_BUF_NO_LIMIT);
    bool ok = true;
    if (cm__metaschema_write(uri, len, &text)) {
        char *name = cm__arena_text(&l->s->arena, uri, len);
        ok = name && text.status == CM_OK
                 ? load_text(l, name, cm__buf_text(&text), text.len,
                             ret_resource)
                 : cm__load_no_memory(l);
    }
    cm__buf_done(&text);
    return ok;
}

/* The resource of an address; NODE_NONE in *ret_resource when there is none. */
static bool find_resource(Loader *l, const char *uri, size_t len,
                          uint32_t *ret_resource)
{
    uint32_t found = cm__load_find_resource(l, uri, len);
    if (found == NODE_NONE && !load_supplied(l, uri, len, &found))
        return false;
    if (found == NODE_NONE && !load_metaschema(l, uri, len, &found))
        return false;
    if (found == NODE_NONE && !l->has_all && l->options->n_documents > 0) {
        if (!load_all_supplied(l))
            return false;
        found = cm__load_find_resource(l, uri, len);
    }
    /* An address of a document whose root names itself is that root's. */
    if (found != NODE_NONE) {
        uint32_t node = schema_resource(l->s, found)->node;
        if (node != NODE_NONE)
            found = schema_node(l->s, node)->resource;
    }
    *ret_resource = found;
    return true;
}

/* ---- places ---- */

static void add_decoded(Buf *out, UriPart part)
{
    const char *text = part.text;
    size_t len = text ? part.len : 0;
    for (size_t i = 0; i < len; i++) {
        if (text[i] == '%' && i + 2 < len && cm__ascii_hex(text[i + 1]) >= 0 &&
            cm__ascii_hex(text[i + 2]) >= 0) {
            cm__buf_add_char(out, (char)(cm__ascii_hex(text[i + 1]) * 16 +
                                         cm__ascii_hex(text[i + 2])));
            i += 2;
        } else {
            cm__buf_add_char(out, text[i]);
        }
    }
}

/* Undoes ~1 and ~0 in place and returns the length. */
static size_t unescape(char *token, size_t len)
{
    size_t n = 0;
    for (size_t i = 0; i < len; i++) {
        char c = token[i];
        if (c == '~' && i + 1 < len &&
            (token[i + 1] == '0' || token[i + 1] == '1'))
            c = token[++i] == '0' ? '~' : '/';
        token[n++] = c;
    }
    return n;
}

static const JsonValue *item_at(const JsonValue *list, const char *token,
                                size_t len)
{
    size_t n = 0;
    if (len == 0 || len > 9 || (token[0] == '0' && len > 1))
        return NULL;
    for (size_t i = 0; i < len; i++) {
        if (token[i] < '0' || token[i] > '9')
            return NULL;
        n = 10 * n + (size_t)(token[i] - '0');
    }
    return n < list->n_items ? &list->items[n] : NULL;
}

/* Follows a decoded pointer. Resources on the way become the current one. */
static const JsonValue *walk_pointer(const Loader *l, char *at, const char *end,
                                     uint32_t *resource)
{
    const JsonValue *value = schema_resource(l->s, *resource)->root;
    while (value && at < end) {
        char *token = ++at; /* behind the slash */
        while (at < end && *at != '/')
            at++;
        size_t n = unescape(token, (size_t)(at - token));
        if (value->type == CM_JSON_TYPE_OBJECT)
            value = cm__json_get_n(value, token, n);
        else if (value->type == CM_JSON_TYPE_ARRAY)
            value = item_at(value, token, n);
        else
            value = NULL;
        uint32_t node = value ? cm__load_node_of(l, value) : NODE_NONE;
        if (node != NODE_NONE)
            *resource = schema_node(l->s, node)->resource;
    }
    return value;
}

static bool fail_ref(Loader *l, uint32_t document, const JsonValue *ref,
                     const char *what)
{
    return cm__load_fail(l, document, ref, CM_E_SYNTAX, "%s: %.80s", what,
                         ref->text);
}

static bool resolve_place(Loader *l, uint32_t document, const JsonValue *ref,
                          uint32_t resource, Buf *fragment, uint32_t *ret_node,
                          uint32_t *ret_anchor)
{
    if (fragment->len == 0) {
        *ret_node = schema_resource(l->s, resource)->node;
        return true;
    }
    if (fragment->bytes[0] != '/') {
        uint32_t anchor = cm__schema_find_anchor(
            l->s, resource, fragment->bytes, fragment->len);
        if (anchor == NODE_NONE)
            return fail_ref(l, document, ref, "finds no anchor");
        *ret_node = schema_anchor(l->s, anchor)->node;
        if (ret_anchor)
            *ret_anchor = anchor;
        return true;
    }
    const JsonValue *value = walk_pointer(
        l, fragment->bytes, fragment->bytes + fragment->len, &resource);
    if (!value)
        return fail_ref(l, document, ref, "finds nothing");
    *ret_node = cm__load_node_of(l, value);
    if (*ret_node != NODE_NONE)
        return true;
    if (value->type != CM_JSON_TYPE_OBJECT && value->type != CM_JSON_TYPE_BOOL)
        return fail_ref(l, document, ref, "finds no schema");
    return cm__load_value(l, value, resource, ret_node);
}

bool cm__load_resolve(Loader *l, uint32_t from, const JsonValue *ref,
                      uint32_t *ret_node, uint32_t *ret_anchor)
{
    const Resource *r = schema_resource(l->s, from);
    uint32_t document = r->document, resource = from;
    UriParts parts = cm__uri_split(ref->text, ref->len);
    Buf fragment;
    if (ret_anchor)
        *ret_anchor = NODE_NONE;
    size_t own_len =
        ref->len - (parts.fragment.text ? parts.fragment.len + 1 : 0);
    if (own_len > 0 &&
        (!cm__load_address(l, r, ref) ||
         !find_resource(l, cm__buf_text(&l->uri), l->uri.len, &resource)))
        return false;
    if (resource == NODE_NONE)
        return fail_ref(l, document, ref, "names no document that is known");
    cm__buf_init(&fragment, l->s->alloc, CM_BUF_NO_LIMIT);
    add_decoded(&fragment, parts.fragment);
    bool ok = fragment.status == CM_OK
                  ? resolve_place(l, document, ref, resource, &fragment,
                                  ret_node, ret_anchor)
                  : cm__load_no_memory(l);
    cm__buf_done(&fragment);
    return ok;
}
