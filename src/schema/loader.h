/* SPDX-License-Identifier: MIT */
#ifndef CM_SCHEMA_LOADER_H
#define CM_SCHEMA_LOADER_H
/* loader: the state of one compilation.
 *
 * load.c finds schemas: it walks documents by the table of keywords, makes
 * nodes, resources and anchors, and checks forms. resolve.c follows references,
 * which may bring further documents or places in. emit.c writes the operations
 * of each node. Nodes are appended and emitted in order until none is left.
 * Walking keeps its own list of what is to be done, so depth costs nothing.
 *
 * Ownership: on the stack of cm__schema_compile. */
#include "schema/schema_internal.h"

/* Steps that compiling patterns may take, all together. */
#define LOADER_PATTERN_STEPS UINT64_C(50000000)
/* Bytes of addresses made and of those they are relative to, all together: a
 * short `$id` below a long one makes a long one. */
#define LOADER_MAX_ADDRESSES ((size_t)32 << 20)

typedef struct Loader {
    Schema *s;
    const SchemaOptions *options;
    cm_error *err;
    cm_status status; /* first failure, else CM_OK */
    Map node_map;     /* by value */
    Map resource_map; /* by address */
    Buf todo;         /* Todo: values to be walked */
    Buf uri;          /* scratch */
    uint64_t pattern_steps;
    size_t address_bytes;
    bool has_all; /* all supplied documents are loaded */
} Loader;

/* Notes the first failure at a value of a document; returns false. `value` may
 * be NULL. */
bool cm__load_fail(Loader *l, uint32_t document, const JsonValue *value,
                   cm_status status, const char *fmt, ...) CM_PRINTF(5, 6);
bool cm__load_no_memory(Loader *l);

/* The document that the options supply under an address, NULL without. */
const SchemaDocument *cm__load_supplied(const Loader *l, const char *uri,
                                        size_t len);
/* Makes the address of a reference in a resource, whole, in l->uri. */
bool cm__load_address(Loader *l, const Resource *r, const JsonValue *ref);

/* Parses a document and walks it as a schema with that address. take_text is
 * owned by the loader, with its NUL. */
bool cm__load_document(Loader *l, const char *uri, char *take_text, size_t len,
                       uint32_t *ret_resource);
/* Makes nodes of a value and everything below it, unless they exist. */
bool cm__load_value(Loader *l, const JsonValue *value, uint32_t resource,
                    uint32_t *ret_node);
/* The node of a value that was walked, or NODE_NONE. */
uint32_t cm__load_node_of(const Loader *l, const JsonValue *value);
/* The resource with an address, NODE_NONE without. */
uint32_t cm__load_find_resource(const Loader *l, const char *uri, size_t len);
/* Gives a resource one more address. */
bool cm__load_name_resource(Loader *l, uint32_t resource);

/* The node that a reference in a resource means. *ret_anchor (may be NULL)
 * becomes the anchor it went by, or NODE_NONE. `ref` is the string value. */
bool cm__load_resolve(Loader *l, uint32_t resource, const JsonValue *ref,
                      uint32_t *ret_node, uint32_t *ret_anchor);

/* Writes the operations of a node. */
bool cm__load_emit(Loader *l, uint32_t node);

#endif
