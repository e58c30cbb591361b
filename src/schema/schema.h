/* SPDX-License-Identifier: MIT */
#ifndef CM_SCHEMA_SCHEMA_H
#define CM_SCHEMA_SCHEMA_H
/* schema: JSON Schema, compiled once and checked many times.
 *
 * Dialects: 2020-12, 2019-09, and drafts 7, 6 and 4, chosen by `$schema` in
 * each resource, else by the options. References reach the document itself,
 * the documents that the options supply, and the meta-schemas of the dialects;
 * nothing is ever fetched. Nothing is coerced and no default is filled in.
 * Numbers are compared by their decimal text, so no digit is lost.
 *
 * Ownership: a schema is counted and keeps copies of all that it needs.
 * Threads:   immutable once compiled; the count is atomic. A check keeps its
 *            state in the host's memory, so any number may go on at once.
 * Limits:    nesting of CM_JSON_DEPTH_CAP in schema and instance; compiled
 *            patterns of SCHEMA_MAX_PATTERNS bytes; addresses of 32 MB, which
 *            are `$id` and `$ref` made whole; work by the host's
 *            charge. No function recurses as deep as a schema asks for. */
#include "base/buf.h"
#include "json/tree.h"

#define SCHEMA_MAX_PATTERNS ((size_t)16 << 20)
#define SCHEMA_MAX_PROBLEMS 5

typedef struct Schema Schema;

typedef enum SchemaDraft {
    SCHEMA_2020_12 = 0,
    SCHEMA_2019_09,
    SCHEMA_DRAFT_7,
    SCHEMA_DRAFT_6,
    SCHEMA_DRAFT_4
} SchemaDraft;

/* A document that references may reach by its address. */
typedef struct SchemaDocument {
    const char *uri;
    const char *text;
    size_t len;
} SchemaDocument;

typedef struct SchemaOptions {
    SchemaDraft draft;               /* where `$schema` says nothing */
    bool assert_format;              /* else `format` is an annotation */
    const char *base;                /* address of the document; NULL: none */
    const SchemaDocument *documents; /* borrowed during the call */
    size_t n_documents;
} SchemaOptions;

/* "2020-12", "2019-09", "7", "6" or "4". */
bool cm__schema_draft_named(const char *name, SchemaDraft *ret_draft);

/* Compiles; options may be NULL. CM_E_SYNTAX when the text is no JSON or the
 * schema is not one, CM_E_LIMIT over a bound, CM_E_NOMEM. err->path is the
 * place in the schema, err->text says what is wrong there, after that place
 * unless it is the root. */
cm_status cm__schema_compile(const cm_allocator *alloc, const char *text,
                             size_t len, const SchemaOptions *options,
                             Schema **ret_schema, cm_error *err);
Schema *cm__schema_ref(Schema *schema); /* NULL gives NULL */
void cm__schema_unref(Schema *schema);  /* NULL is a no-op */
/* Whether it was compiled of this text. */
bool cm__schema_is_of(const Schema *schema, const char *text, size_t len);
/* The schema's own document, borrowed. */
const JsonValue *cm__schema_root(const Schema *schema);

/* Who pays for a check. */
typedef struct SchemaHost {
    const cm_allocator *alloc;
    /* A number of steps was done; false: stop. NULL: never stop. */
    bool (*charge)(void *user, uint64_t steps);
    void *user;
} SchemaHost;

/* A charge whose user is a uint64_t: the steps that are left. */
bool cm__schema_spend(void *left, uint64_t steps);

typedef enum SchemaVerdict {
    SCHEMA_VALID = 0,
    SCHEMA_INVALID,     /* problems says why */
    SCHEMA_UNCHECKABLE, /* too deep, or the schema turns in a circle:
                           problems says why */
    SCHEMA_STOPPED,     /* the host said stop */
    SCHEMA_NOMEM
} SchemaVerdict;

/* Checks JSON text. Problems are appended as one line:
 *     /items/0/id: expected integer, found "x"; /: missing property "a"
 * at most SCHEMA_MAX_PROBLEMS of them and then "; and N more". With problems
 * NULL the check ends at the first one. Text that is no JSON is uncheckable. */
SchemaVerdict cm__schema_check(const Schema *schema, const SchemaHost *host,
                               const char *text, size_t len, Buf *problems);

#endif
