/* SPDX-License-Identifier: MIT */
#ifndef CM_SCHEMA_SCHEMA_INTERNAL_H
#define CM_SCHEMA_SCHEMA_INTERNAL_H
/* schema_internal: what a compiled schema is.
 *
 * Each place of a document that holds a schema is a node: a run of operations,
 * one for a keyword or a group of keywords that work together. References are
 * numbers of nodes, so a schema that repeats itself costs what its text costs.
 *
 *     resource   a document, or a part of one with its own $id
 *     node       a schema; belongs to one resource
 *     operation  what a check does there; arguments are numbers into `links`
 *
 * Ownership: the Schema owns everything; values are borrowed from its
 *            documents. Threads: immutable after cm__schema_compile. */
#include <stdatomic.h>

#include "regexp/regexp.h"
#include "schema/decimal.h"
#include "schema/keywords.h"
#include "schema/map.h"
#include "schema/schema.h"
#include "json/tree.h"

#define NODE_NONE UINT32_MAX

typedef enum OpKind {
    OP_REF,           /* a: node */
    OP_DYNAMIC_REF,   /* a: node, b: dynamic anchor of that name */
    OP_RECURSIVE_REF, /* a: node */
    OP_TYPE,          /* a: bits */
    OP_ENUM,          /* json: the list */
    OP_CONST,         /* json */
    OP_MULTIPLE,      /* json */
    OP_MINIMUM,
    OP_MAXIMUM,
    OP_ABOVE, /* exclusive */
    OP_BELOW,
    OP_MIN_LENGTH, /* a: count; so do the next ones */
    OP_MAX_LENGTH,
    OP_PATTERN,   /* a: pattern */
    OP_FORMAT,    /* a: format */
    OP_MIN_ITEMS, /* a: count */
    OP_MAX_ITEMS,
    OP_UNIQUE,
    OP_ITEMS,    /* a: links, b: their number, c: node of the rest */
    OP_CONTAINS, /* a: node, b: least, c: most, d: marks items */
    OP_MIN_PROPERTIES,
    OP_MAX_PROPERTIES,
    OP_REQUIRED,           /* json: names */
    OP_DEPENDENT_REQUIRED, /* json: names by name */
    OP_OBJECT, /* json: properties, a: their links, b: links of pattern and
                   node in turn, c: patterns, d: node of the rest */
    OP_NAMES,  /* a: node */
    OP_DEPENDENT_SCHEMAS, /* json, a: links, NODE_NONE where it is a list */
    OP_ALL,               /* a: links, b: their number */
    OP_ANY,
    OP_ONE,
    OP_NOT,            /* a: node */
    OP_IF,             /* a: node, b: then, c: else */
    OP_REST_ITEMS,     /* unevaluatedItems; a: node */
    OP_REST_PROPERTIES /* a: node */
} OpKind;

typedef struct Op {
    const JsonValue *json; /* NULL where the kind says nothing of it */
    uint32_t a, b, c, d;
    uint8_t kind;
} Op;

typedef enum NodeKind {
    NODE_OPS,
    NODE_TRUE, /* everything fits */
    NODE_FALSE
} NodeKind;

typedef struct Node {
    const JsonValue *json;
    uint32_t resource;
    uint32_t first_op, n_ops;
    uint8_t kind;
    uint8_t types;    /* of instances that may fit: bits of JSON types */
    bool needs_marks; /* has an unevaluated* */
} Node;

typedef struct Resource {
    const char *uri; /* absolute as far as known; no fragment */
    size_t uri_len;
    const JsonValue *root;
    uint32_t document;
    uint32_t node; /* of the root */
    SchemaDraft draft;
    uint8_t vocabulary;
    bool is_recursive; /* $recursiveAnchor */
} Resource;

/* A name for a node of a resource. */
typedef struct Anchor {
    const char *name;
    size_t len;
    uint32_t resource, node;
    bool is_dynamic;
} Anchor;

typedef struct Pattern {
    RegexpCode *code; /* owned */
} Pattern;

typedef struct Document {
    JsonDoc *doc;
    char *text; /* owned */
    size_t len;
} Document;

struct Schema {
    const cm_allocator *alloc; /* borrowed */
    atomic_uint refs;
    Arena arena;    /* addresses */
    Buf documents;  /* Document */
    Buf resources;  /* Resource */
    Buf nodes;      /* Node */
    Buf ops;        /* Op */
    Buf links;      /* uint32_t */
    Buf anchors;    /* Anchor */
    Buf patterns;   /* Pattern */
    Map anchor_map; /* by resource and name */
    size_t pattern_bytes;
    bool assert_format;
};

static inline const Node *schema_node(const Schema *s, uint32_t i)
{
    return (const Node *)(const void *)s->nodes.bytes + i;
}
static inline const Resource *schema_resource(const Schema *s, uint32_t i)
{
    return (const Resource *)(const void *)s->resources.bytes + i;
}
static inline const Op *schema_op(const Schema *s, uint32_t i)
{
    return (const Op *)(const void *)s->ops.bytes + i;
}
static inline uint32_t schema_link(const Schema *s, uint32_t i)
{
    return ((const uint32_t *)(const void *)s->links.bytes)[i];
}
static inline const Anchor *schema_anchor(const Schema *s, uint32_t i)
{
    return (const Anchor *)(const void *)s->anchors.bytes + i;
}
static inline const RegexpCode *schema_pattern(const Schema *s, uint32_t i)
{
    return ((const Pattern *)(const void *)s->patterns.bytes)[i].code;
}
static inline const Document *schema_document(const Schema *s, uint32_t i)
{
    return (const Document *)(const void *)s->documents.bytes + i;
}
/* The documents' text, which holds the digits of a node's numbers. */
static inline const Document *schema_source(const Schema *s, const Node *node)
{
    return schema_document(s, schema_resource(s, node->resource)->document);
}

/* The anchor of that name in a resource, NODE_NONE without. */
uint32_t cm__schema_find_anchor(const Schema *s, uint32_t resource,
                                const char *name, size_t len);

/* The number of a member by its name, SIZE_MAX without. */
static inline size_t schema_member(const JsonValue *object, const char *name,
                                   size_t len)
{
    const JsonValue *found = cm__json_get_n(object, name, len);
    if (!found)
        return SIZE_MAX;
    const char *first = (const char *)&object->members[0].value;
    return (size_t)((const char *)found - first) / sizeof(JsonMember);
}

/* Appends one token of a JSON Pointer, its slash in front. */
void cm__schema_add_token(Buf *out, const char *token, size_t len);

/* ---- equal.c ---- */

/* A value and the text that its numbers stand in. */
typedef struct Sourced {
    const JsonValue *value;
    const char *text, *end;
} Sourced;

/* Same type and content, numbers by their digits. *steps grows by the values
 * looked at. Depth is that of the trees. */
bool cm__schema_equal(const Sourced *a, const Sourced *b, uint64_t *steps);
uint32_t cm__schema_hash(const Sourced *a, uint64_t *steps);
Decimal cm__schema_decimal(const Sourced *number);

/* ---- pattern.c ---- */

/* In Unicode mode; a pattern that is none there is tried without, since many
 * are written for engines that forgive a needless backslash. */
cm_status cm__schema_pattern(const RegexpHost *host, const char *text,
                             size_t len, bool is_strict, RegexpCode **ret_code,
                             const char **ret_what);
RegexpResult cm__schema_match(const RegexpCode *code, const RegexpHost *host,
                              const char *text, size_t len);

/* ---- format.c ---- */

#define FORMAT_NONE UINT32_MAX

uint32_t cm__format_find(const char *name, size_t len);
const char *cm__format_name(uint32_t format);
/* 1: fits, 0: does not, negative: REGEXP_STOPPED or REGEXP_NOMEM. */
int cm__format_check(uint32_t format, const RegexpHost *host, const char *text,
                     size_t len);

#endif
