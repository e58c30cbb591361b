/* SPDX-License-Identifier: MIT */
#ifndef CM_OPENAPI_OPERATION_H
#define CM_OPENAPI_OPERATION_H
/* operation: one operation of a document, read and checked: all that a call
 * needs, nothing that it has to look up.
 *
 *     document --generate--> Operation[] --request--> HTTP --answer--> JSON
 *
 * generate.c (with its helpers) writes operations, request.c, credentials.c and
 * answer.c only read them; the two sides meet in this file alone.
 * Ownership: everything lives in the arena of the OpenApiSet.
 * Threads:   immutable once generated. */
#include "json/tree.h"

/* A text in the set's arena or in the document; a NUL stands behind. */
typedef struct OaText {
    const char *text;
    size_t len;
} OaText;

/* Where a field of the input goes, in the order of spec/openapi.md 7.1. */
typedef enum OaPlace {
    OA_PATH,
    OA_QUERY,
    OA_HEADER,
    OA_COOKIE,
    OA_BODY
} OaPlace;

/* How a value is written (8.1). */
typedef enum OaStyle {
    OA_SIMPLE,
    OA_LABEL,
    OA_MATRIX,
    OA_FORM,
    OA_SPACE_DELIMITED,
    OA_PIPE_DELIMITED,
    OA_DEEP_OBJECT,
    OA_JSON /* `content` with a JSON media type: compact JSON text */
} OaStyle;

/* One property of a tool's input. */
typedef struct OaField {
    OaText name; /* in the input (7.3) */
    OaText wire; /* in the request */
    OaPlace place;
    OaStyle style;
    bool explode, allow_reserved;
    bool is_required;
    bool is_list; /* its resolved schema has type: array; `{}` is `[]` then */
} OaField;

typedef enum OaBodyKind {
    OA_BODY_NONE,
    OA_BODY_JSON,
    OA_BODY_FORM,
    OA_BODY_MULTIPART,
    OA_BODY_TEXT
} OaBodyKind;

/* What `encoding` says of one property of a form or multipart body. */
typedef struct OaEncoding {
    OaText name;         /* wire name of the property */
    OaText content_type; /* "" when not given */
    OaStyle style;       /* a query style; OA_FORM when not given */
    bool has_style;      /* style, explode or allowReserved is given: 8.1 */
    bool explode;        /* default as in 7.1 */
    bool allow_reserved;
} OaEncoding;

/* A flattened body has one OaField of place OA_BODY for each property; else one
 * field alone carries it. */
typedef struct OaBody {
    OaBodyKind kind;
    bool is_flattened;
    bool is_required;
    OaText content_type; /* as declared; multipart gets its boundary */
    const OaEncoding *encodings;
    size_t n_encodings;
} OaBody;

typedef enum OaSchemeKind {
    OA_API_KEY,
    OA_HTTP,
    OA_OAUTH2,
    OA_OPEN_ID
} OaSchemeKind;

typedef struct OaScheme {
    OaText name; /* in the document */
    OaSchemeKind kind;
    OaPlace place; /* of an API key: OA_QUERY or OA_HEADER */
    OaText key;    /* of an API key: its parameter's name */
    OaText scheme; /* of OA_HTTP, in lower case: "bearer" */
} OaScheme;

typedef struct OaSchemeUse {
    const OaScheme *scheme;
    const OaText *scopes;
    size_t n_scopes;
} OaSchemeUse;

/* One way to be let in: all of its uses together; none: anonymous. */
typedef struct OaAlternative {
    const OaSchemeUse *uses;
    size_t n_uses;
} OaAlternative;

typedef struct OaHeader {
    OaText name; /* in lower case */
    OaText value;
} OaHeader;

typedef struct Operation {
    OaText method;        /* "GET" */
    OaText path;          /* as written in the document: for messages */
    OaText id;            /* operationId; "" when it has none */
    OaText summary;       /* "" when it has none */
    OaText doc;           /* its own description, likewise */
    OaText tool;          /* canonical path of the tool (6) */
    OaText description;   /* of the tool (12) */
    OaText input_schema;  /* JSON text (7.4) */
    OaText output_schema; /* JSON text; "" when the tool has none */
    bool is_cut;          /* the input lacks definitions: it only shows */

    OaText base;           /* base URL without trailing slashes */
    OaText template_path;  /* what follows it, without '?' and '#' parts */
    OaText template_query; /* behind the '?', or "" */

    const OaField *fields; /* path, query, header, cookie, body */
    size_t n_fields;
    OaBody body;
    OaText accept; /* "" : not set (8.3) */
    const OaAlternative *alternatives;
    size_t n_alternatives; /* 0: no credentials */
} Operation;

#endif
