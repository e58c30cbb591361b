/* SPDX-License-Identifier: MIT */
#ifndef CM_CATALOG_SIGNATURE_INTERNAL_H
#define CM_CATALOG_SIGNATURE_INTERNAL_H
/* signature_internal: the tree of types between schemas and text.
 *
 * Ownership: types live in an arena beside the document whose values they
 *            borrow. */
#include "base/arena.h"
#include "catalog/signature.h"
#include "json/tree.h"

typedef enum TypeKind {
    TYPE_UNKNOWN,
    TYPE_STRING,
    TYPE_NUMBER,
    TYPE_INTEGER,
    TYPE_BOOLEAN,
    TYPE_NULL,
    TYPE_LITERALS,     /* one or more values */
    TYPE_ARRAY,        /* of parts[0] */
    TYPE_UNION,        /* two parts or more */
    TYPE_INTERSECTION, /* two parts or more, none unknown */
    TYPE_OBJECT
} TypeKind;

typedef struct Type Type;

typedef struct TypeField {
    const JsonMember *property; /* name and schema, for the comment */
    const Type *type;
    bool is_required;
} TypeField;

struct Type {
    TypeKind kind;
    uint32_t height;
    union {
        struct {
            const JsonValue *literals;
            size_t n_literals;
        };
        struct {
            const Type **parts;
            size_t n_parts;
        };
        struct {
            TypeField *fields;
            size_t n_fields;
            const Type *rest; /* of additional properties; NULL: none said */
        };
    };
};

static inline bool type_is_blank(const Type *type)
{
    return type->kind == TYPE_OBJECT && type->n_fields == 0 && !type->rest;
}

/* The type of a schema. CM_E_LIMIT when it is malformed or over a limit: the
 * whole is unknown then. CM_E_NOMEM. */
cm_status cm__type_build(Arena *arena, const JsonValue *schema,
                         const Type **ret_type);

/* Prints a type. out->status is CM_E_LIMIT when its limit is passed. */
void cm__type_print(Buf *out, Arena *arena, const TypeStyle *style,
                    const Type *type);

/* Whether the members of a union say: any number, texts such as "NaN" for
 * those that JSON lacks; any object or array. */
bool cm__type_is_any_number(const JsonValue *members);
bool cm__type_is_any_object(const JsonValue *members);
/* `{"not":{"type":"null"}}` with nothing beside it that shapes values. */
bool cm__type_is_not_null(const JsonValue *node);

/* Types that depend on their schema alone, by its node. */
typedef struct TypeMemoEntry {
    const JsonValue *node; /* NULL: an empty slot */
    const Type *type;
    uint32_t work; /* that building it takes */
} TypeMemoEntry;

typedef struct TypeMemo {
    TypeMemoEntry *slots; /* in the arena of the types; n_slots of them */
    size_t n, n_slots;
} TypeMemo;

const TypeMemoEntry *cm__type_memo_get(const TypeMemo *memo,
                                       const JsonValue *node);
/* The node is new. False after a failure of the arena. */
bool cm__type_memo_put(TypeMemo *memo, Arena *arena,
                       const TypeMemoEntry *entry);

/* Makes the comments of the properties of one type. */
typedef struct CommentMaker {
    TypeStyle style;
    Buf lines;   /* each with its end */
    Buf schema;  /* lines of one schema */
    Buf summary; /* of it */
    size_t n_scanned;
} CommentMaker;

void cm__comments_init(CommentMaker *c, const cm_allocator *alloc);
void cm__comments_done(CommentMaker *c);
/* The comment of a property, if it has one, in lines of its own. CM_E_LIMIT or
 * CM_E_NOMEM when it could not be made. */
cm_status cm__comment_add(CommentMaker *c, Buf *out, const TypeStyle *style,
                          const JsonValue *property);

#endif
