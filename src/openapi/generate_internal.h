/* SPDX-License-Identifier: MIT */
#ifndef CM_OPENAPI_GENERATE_INTERNAL_H
#define CM_OPENAPI_GENERATE_INTERNAL_H
/* generate_internal: what the files that make operations share.
 *
 *     generate.c      document, path items, order of the checks
 *     reference.c     pointers, chains of references, media types
 *     tool_name.c     paths of tools and their collisions
 *     servers.c       base URLs
 *     parameters.c    merging and checking parameters
 *     body_model.c    choice, flattening and encodings of bodies
 *     input.c         names of fields, the input schema
 *     responses.c     output schema and accept
 *     security_read.c schemes and alternatives
 *     schema_hide.c   which properties readOnly and writeOnly hide
 *     schema_write.c  one schema as text in 2020-12, with holes for references
 *     schema_defs.c   definitions: which a tool carries, and their names
 *
 * Failure: that memory was refused sticks in the generator (cm__oa_status);
 * functions then return false or NULL, or go on with less. An operation that
 * cannot be offered has a text in gen->reason. Both are looked at after each
 * operation.
 * Threads: none. */
#include "base/buf.h"
#include "catalog/tokens.h"
#include "openapi/encode.h"
#include "openapi/generate.h"
#include "openapi/map.h"
#include "json/writer.h"

enum {
    OA_MAX_DEPTH = 1000,       /* of the document */
    OA_SEGMENT_BYTES = 120,    /* of a tool path */
    OA_MAX_SEGMENTS = 16,      /* of a tool path */
    OA_NAME_WORK = 1 << 22,    /* names in sets of hidden properties */
    OA_MENTION_WORK = 1 << 22, /* schemas asked for a name, their lists */
    OA_LIST_WORK = 1 << 24     /* entries of lists that operations share, and
                                * sixteenths of the bytes of their URLs */
};
/* Bytes of definitions that a tool carries for each schema. Inputs are checked,
 * so theirs are whole up to a limit; outputs, and inputs over the limit, are
 * only shown, and a type over 64 KiB is not (CM_TYPE_MAX_BYTES). */
#define OA_CHECKED_DEFS ((size_t)256 << 10)
#define OA_SHOWN_DEFS   ((size_t)64 << 10)
#define OA_LEAST_DEFS   ((size_t)8 << 10)
/* Of all tools together. Documents with thousands of operations share it out,
 * down to OA_LEAST_DEFS each; beyond it tools carry none. */
#define OA_ALL_DEFS     ((size_t)192 << 20)
/* Of everything that is made of a document. */
#define OA_MAX_BYTES    ((size_t)512 << 20)

typedef enum OaDirection {
    OA_REQUEST,
    OA_RESPONSE
} OaDirection;

/* A schema and the one whose own `$defs` its references may mean: the schema
 * of a field, an outcome or a definition in which it stands. */
typedef struct OaAt {
    const JsonValue *schema;
    const JsonValue *scope;
} OaAt;

/* A name that is hidden. Sets are sorted, interned and never empty (NULL). */
typedef struct OaName {
    const char *text;
    size_t len;
    bool is_dropped; /* left out altogether, not accepted silently */
} OaName;

typedef struct OaNameSet {
    size_t n;
    OaName names[];
} OaNameSet;

/* How a schema is looked at. */
typedef struct OaView {
    OaDirection direction;
    bool is_raw; /* below `not` and the like: nothing is hidden */
} OaView;

typedef struct OaDef OaDef;

/* Where text of a reference belongs. */
typedef struct OaHole {
    size_t at;
    OaDef *def;    /* or, NULL, */
    OaText beside; /* a reference that leads nowhere, as written */
} OaHole;

/* JSON text of a schema. */
typedef struct OaPiece {
    const char *text;
    size_t len;
    const OaHole *holes;
    size_t n_holes;
} OaPiece;

typedef enum OaOrigin {
    OA_FROM_COMPONENTS,
    OA_FROM_OWN, /* `$defs` or `definitions` of its scope */
    OA_FROM_ELSEWHERE
} OaOrigin;

/* A schema that references lead to, in one view. */
struct OaDef {
    OaAt at;
    OaView view;
    const OaNameSet *hidden; /* by those who refer to it */
    OaOrigin origin;
    OaText hint; /* what it wants to be called */
    OaPiece piece;
    bool has_piece;

    /* of the schema that is being put together */
    uint64_t round;
    OaText name; /* as a key */
    bool is_carried;
};

typedef struct OaFrame OaFrame;
typedef struct OaHideNode OaHideNode;

typedef struct OaGen {
    const cm_allocator *alloc; /* the caller's */
    cm_allocator watched;      /* the same; sees was_refused */
    bool was_refused;
    Arena *out;    /* the set's */
    Arena scratch; /* gone after generation */
    const JsonValue *root;
    const char *base_url;
    bool is_30;
    bool may_hide[2]; /* by direction: the keyword occurs at all */

    Buf reason; /* why the operation is skipped, or "" */
    Buf token;  /* scratch of pointers */
    Buf text;   /* scratch of whole texts */

    OaTable chains;              /* reference -> where it ends */
    bool has_security;           /* the document's alternatives are read: */
    const char *security_reason; /* why there is none; NULL */
    const OaAlternative *alternatives;
    size_t n_alternatives;
    OaMap schemes;  /* name -> OaScheme */
    OaMap tools;    /* tool path -> itself */
    OaMap spaces;   /* namespace -> itself */
    OaMap suffixes; /* joined name -> highest number given */
    OaTable params; /* parameter -> OaPiece */

    OaTable hide_nodes;
    OaHideNode *hide_stack;
    uint32_t hide_index;
    size_t name_work, mention_work, list_work;
    OaMap name_sets;
    OaTable mentions, seen;
    uintptr_t seen_round;
    OaAt *todo;
    size_t cap_todo;

    OaFrame *frames;
    OaHole *holes;
    size_t n_holes, cap_holes;
    OaTable defs;

    uint64_t round;
    OaDef **carried; /* reached in this round, breadth first */
    size_t n_carried, cap_carried;
    bool is_whole;               /* nothing that was reached was left out */
    size_t all_defs, shown_defs; /* bytes so far; for one schema */
    OaMap def_names;             /* of this round */
    Arena round_arena;
} OaGen;

/* One operation on its way. */
typedef struct OaDraftOp {
    Operation op;
    const JsonValue **items; /* the path item and those that it refers to */
    size_t n_items;
    const JsonValue *object; /* the operation */
} OaDraftOp;

/* ---- generate.c ---- */

cm_status cm__oa_status(const OaGen *gen);
/* Notes that n entries of a list are looked at. Operations may share lists by
 * references, so that many times many are: false when it is enough, which
 * cm__oa_status remembers. */
bool cm__oa_list_work(OaGen *gen, size_t n);
/* Sets the reason; returns false. */
bool cm__oa_skip(OaGen *gen, const char *fmt, ...) CM_PRINTF(2, 3);
OaText cm__oa_keep(OaGen *gen, const char *text, size_t len);
OaText cm__oa_keep_buf(OaGen *gen, const Buf *buf);
/* The text of a string, else "". */
OaText cm__oa_text_of(const JsonValue *value);
bool cm__oa_has_text(const JsonValue *value); /* a string that is not "" */
/* A member of the path item, its own first. */
const JsonValue *cm__oa_item_get(const OaDraftOp *draft, const char *name);

/* ---- reference.c ---- */

bool cm__oa_is_object(const JsonValue *value);
/* What a pointer "#/..." means; NULL: nothing. */
const JsonValue *cm__oa_pointer(OaGen *gen, const JsonValue *root,
                                const char *text, size_t len);
/* Follows references of anything but schemas; NULL: unresolved. */
const JsonValue *cm__oa_follow(OaGen *gen, const JsonValue *value);
/* Where a schema's `$ref` leads in one step. */
typedef struct OaTarget {
    OaAt at;
    OaOrigin origin;
    OaText hint; /* in the scratch arena or the document */
} OaTarget;
bool cm__oa_target(OaGen *gen, OaAt from, const JsonValue *ref,
                   OaTarget *ret_target);
/* The end of a chain of schema references; .schema NULL: unresolved. */
OaAt cm__oa_resolve(OaGen *gen, OaAt at);
/* The `$ref` of an object when it is a string. */
const JsonValue *cm__oa_ref_of(const JsonValue *value);
/* Whether `type` is that name; `is_listed`: or lists it. */
bool cm__oa_has_type(const JsonValue *schema, const char *type, bool is_listed);
static inline OaAt cm__oa_at(const JsonValue *schema)
{
    return (OaAt){ schema, schema };
}

typedef enum OaMedia {
    OA_MEDIA_OTHER,
    OA_MEDIA_JSON,
    OA_MEDIA_ANY, /* "*" or "application" with "*" */
    OA_MEDIA_TEXT,
    OA_MEDIA_EVENTS,
    OA_MEDIA_FORM,
    OA_MEDIA_MULTIPART
} OaMedia;
OaMedia cm__oa_media(const char *text, size_t len);
bool cm__oa_media_is(const char *text, size_t len, const char *name);

/* ---- tool_name.c ---- */

bool cm__oa_name_tool(OaGen *gen, Operation *op);
/* The path of an operation for which none is reserved. */
OaText cm__oa_wish(OaGen *gen, const Operation *op);

/* ---- servers.c ---- */

bool cm__oa_read_base(OaGen *gen, OaDraftOp *draft);

/* ---- security_read.c ---- */

bool cm__oa_read_security(OaGen *gen, OaDraftOp *draft);
/* The names of the schemes, for the set; false when memory is refused. */
bool cm__oa_take_schemes(OaGen *gen, OpenApiSet *set);

/* ---- parameters.c, body_model.c, input.c ---- */

typedef struct OaInput {
    OaField field;
    const JsonValue *key;  /* of the parameter, for its piece; or NULL */
    OaAt schema;           /* .schema NULL: none */
    OaText description;    /* for a schema without one */
    const OaNameSet *drop; /* properties that are left out */
    bool is_text;          /* `{"type":"string"}` */
} OaInput;

typedef struct OaInputs {
    OaInput *items; /* scratch */
    size_t n, cap;
} OaInputs;

OaInput *cm__oa_input_add(OaGen *gen, OaInputs *inputs);
bool cm__oa_read_parameters(OaGen *gen, const OaDraftOp *draft,
                            OaInputs *inputs);
bool cm__oa_read_body(OaGen *gen, OaDraftOp *draft, OaInputs *inputs);
bool cm__oa_write_input(OaGen *gen, OaInputs *inputs, Operation *op);

/* ---- responses.c ---- */

typedef struct OaOutcomes {
    const JsonValue *success[101]; /* 200 to 299, 2XX; followed */
} OaOutcomes;
bool cm__oa_read_responses(OaGen *gen, const JsonValue *operation,
                           OaOutcomes *ret_outcomes);
bool cm__oa_write_output(OaGen *gen, const OaOutcomes *outcomes, Operation *op);

/* ---- schema_hide.c ---- */

bool cm__oa_is_hidden(OaGen *gen, OaDirection direction, OaAt at);
/* Names hidden in a schema and all that is joined with it by allOf. */
const OaNameSet *cm__oa_hidden_names(OaGen *gen, OaDirection direction,
                                     OaAt at);
const OaNameSet *cm__oa_names_of(OaGen *gen, OaName *names, size_t n);
const OaNameSet *cm__oa_names_join(OaGen *gen, const OaNameSet *a,
                                   const OaNameSet *b);
const OaName *cm__oa_names_find(const OaNameSet *set, const char *text,
                                size_t len);
/* Whether a schema, or one that applies in its place, has one of the names. */
bool cm__oa_mentions(OaGen *gen, OaAt at, const OaNameSet *set);
/* Keywords whose schemas apply to the same value. */
typedef enum OaKeywordKind {
    OA_KEYWORD_DATA,
    OA_KEYWORD_SCHEMA,
    OA_KEYWORD_LIST,
    OA_KEYWORD_MAP
} OaKeywordKind;
typedef struct OaKeyword {
    const char *name;
    OaKeywordKind kind;
    bool is_30;       /* OpenAPI 3.0 has it */
    bool is_in_place; /* its schemas apply to the same value */
    bool is_raw;      /* nothing is hidden below */
} OaKeyword;
extern const OaKeyword cm__oa_keywords[];
const OaKeyword *cm__oa_keyword(const char *name);

/* ---- schema_write.c ---- */

typedef struct OaWrite {
    OaAt at;
    OaView view;
    const OaNameSet *hidden; /* by who refers to it */
    OaText description;      /* for a schema without one; "" */
} OaWrite;
size_t cm__oa_frames_size(void); /* of gen->frames */
bool cm__oa_write_schema(OaGen *gen, const OaWrite *what, OaPiece *ret_piece);

/* ---- schema_defs.c ---- */

OaDef *cm__oa_def(OaGen *gen, const OaTarget *target, OaView view,
                  const OaNameSet *hidden);
/* A schema text that carries definitions: begin, reach what its pieces need,
 * close, put pieces, put definitions. */
void cm__oa_defs_begin(OaGen *gen);
bool cm__oa_defs_reach(OaGen *gen, const OaPiece *piece);
/* `is_checked`: all of them, if that is not too much. `first`: scopes whose own
 * names win over components'; may be NULL. */
bool cm__oa_defs_close(OaGen *gen, bool is_checked, const OaAt *first,
                       size_t n_first);
void cm__oa_piece_put(OaGen *gen, Buf *out, const OaPiece *piece);
/* `,"$defs":{...}` or nothing. */
void cm__oa_defs_put(OaGen *gen, Buf *out, bool has_before);

#endif
