/* SPDX-License-Identifier: MIT */
#ifndef CM_JSON_TREE_H
#define CM_JSON_TREE_H
/* tree: JSON text as a document of values, for schemas, settings and protocols.
 *
 * A document is built in one pass and never changes. Arrays and objects hold
 * their items side by side, members in the order of the text. A name that comes
 * twice keeps its first place and its last value. Objects of more than
 * CM_JSON_SCAN_MEMBERS members carry an index sorted by name: lookup costs
 * O(log n) and no choice of names makes building it slow, as it could a hash.
 * Ownership: the document owns every value and text; the source text is not
 *            needed afterwards (but for cm__json_locate, to name a place).
 * Threads:   immutable, so shared freely once parsed.
 * Limits:    depth and memory by the caller, 4 GiB of text. */
#include "base/arena.h"
#include "json/scan.h"

#include <string.h>

enum {
    CM_JSON_DEPTH_DEFAULT = 512,
    CM_JSON_DEPTH_CAP = 4096, /* so that recursion over a tree is safe */
    CM_JSON_SCAN_MEMBERS = 8
};

typedef enum JsonType {
    CM_JSON_TYPE_NULL,
    CM_JSON_TYPE_BOOL,
    CM_JSON_TYPE_NUMBER,
    CM_JSON_TYPE_STRING,
    CM_JSON_TYPE_ARRAY,
    CM_JSON_TYPE_OBJECT
} JsonType;

typedef struct JsonMember JsonMember;

typedef struct JsonValue {
    JsonType type;
    uint32_t offset;     /* of its first byte in the source text */
    bool boolean;        /* bool */
    bool is_integer;     /* number: integer is exact, see JsonNumber */
    bool has_surrogates; /* string: a lone surrogate in three-byte form */
    union {
        struct {
            double number;
            int64_t integer;
        };
        struct {
            const char *text; /* UTF-8 with a NUL behind, may hold NULs */
            size_t len;
        };
        struct {
            const struct JsonValue *items;
            size_t n_items;
        };
        struct {
            const JsonMember *members;
            const uint32_t *by_name; /* NULL for few members */
            size_t n_members;
        };
    };
} JsonValue;

struct JsonMember {
    const char *name; /* UTF-8 with a NUL behind */
    size_t name_len;
    uint32_t name_offset; /* of its opening quote */
    JsonValue value;
};

typedef struct JsonDoc {
    Arena arena;
    JsonValue root;
} JsonDoc;

typedef struct JsonOptions {
    bool allow_comments;        /* line and block comments, as in JavaScript */
    bool allow_trailing_commas; /* one, before a closing bracket */
    uint32_t max_depth;         /* 0: CM_JSON_DEPTH_DEFAULT; at most the cap */
    size_t max_memory;          /* 0: none */
    /* A later member of its name takes the place of `lost`; in no order of the
     * text. NULL: nobody wants to know. */
    void (*twin)(void *user, const JsonMember *lost, const JsonMember *kept);
    void *user;
} JsonOptions;

/* Parses the whole text; a byte order mark is skipped. options may be NULL for
 * strict JSON. CM_E_SYNTAX, CM_E_LIMIT (depth, memory) or CM_E_NOMEM, with the
 * place in err. */
cm_status cm__json_parse(const cm_allocator *alloc, const char *text,
                         size_t len, const JsonOptions *options,
                         JsonDoc **ret_doc, cm_error *err);
void cm__json_doc_free(JsonDoc *doc);

/* The member's value; NULL when there is none or object is no object. */
const JsonValue *cm__json_get_n(const JsonValue *object, const char *name,
                                size_t len);
/* Names of others may hold NUL characters, which strcmp would not see. */
static inline bool cm__json_is_named(const JsonMember *m, const char *name)
{
    size_t len = strlen(name);
    return m->name_len == len && memcmp(m->name, name, len) == 0;
}

static inline const JsonValue *cm__json_get(const JsonValue *object,
                                            const char *name)
{
    return cm__json_get_n(object, name, strlen(name));
}

/* "null", "boolean", "number", "string", "array" or "object". */
const char *cm__json_type_name(JsonType type);

/* Same type and content; numbers by value, members in any order. */
bool cm__json_equal(const JsonValue *a, const JsonValue *b);

/* Whether a string value is this text. */
bool cm__json_is_text(const JsonValue *value, const char *text);
/* Whether it is an array of strings; an empty one is. */
bool cm__json_is_texts(const JsonValue *value);

#endif
