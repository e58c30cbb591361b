/* SPDX-License-Identifier: MIT */
#ifndef CM_CATALOG_SIGNATURE_H
#define CM_CATALOG_SIGNATURE_H
/* signature: how a tool is called, as TypeScript or as Lua (the type grammar of
 * LuaLS); spec/discovery.md 3.
 *
 * A schema becomes a small tree of types (signature_type.c), which is printed
 * in either language (signature_print.c) with the comments of its properties
 * (signature_comment.c). Schemas come from servers that nobody checked, so that
 * rendering never fails but for memory: what cannot be told is `unknown`
 * (Lua `any`).
 * Threads: free of state.
 * Limits:  the CM_TYPE_MAX_ constants, for each type; over one of them the
 *          whole type is unknown. */
#include "base/buf.h"
#include "catalog/tree.h"

enum {
    CM_TYPE_MAX_DEPTH = 8,         /* of a schema; deeper ones are unknown */
    CM_TYPE_MAX_NODES = 20000,     /* schemas visited */
    CM_TYPE_MAX_BYTES = 64 * 1024, /* of text */
    CM_TYPE_MAX_HEIGHT = 256,      /* of the tree of types */
    CM_TYPE_MAX_WORK = 4 * 1024 * 1024 /* steps of looking things up */
};

typedef enum TypeForm {
    TYPE_COMPACT, /* one line, no comments */
    TYPE_PRETTY,  /* a line for each field, with comments */
    /* As TYPE_PRETTY, for files of declarations: additional properties stand in
     * an object type of their own, since an index signature beside named
     * fields must fit them all. */
    TYPE_DECLARED
} TypeForm;

/* How a type is to be printed. */
typedef struct TypeStyle {
    cm_language language;
    TypeForm form;
    uint32_t indent; /* of the line in which the type starts */
} TypeStyle;

/* The type of a schema, JSON text. */
void cm__type_add(Buf *out, const TypeStyle *style, const char *schema);
typedef enum TypeNeed {
    TYPE_NEED_NONE,     /* the type is `{}`, or there is no schema */
    TYPE_NEED_OPTIONAL, /* an object that requires nothing */
    TYPE_NEED_REQUIRED
} TypeNeed;

/* Whether a call may go without its argument. TYPE_NEED_REQUIRED, and
 * *ret_status CM_E_NOMEM, when memory is refused. */
TypeNeed cm__type_need(const cm_allocator *alloc, const char *schema,
                       cm_status *ret_status);

/* `tools.a.b({...}): Promise<...>`, pretty; in Lua `tools.a.b({...}): ...`. */
void cm__signature_add(Buf *out, cm_language language, const ToolNode *node);
/* The same of the global `search`. */
void cm__signature_add_search(Buf *out, cm_language language);
/* Its schemas. */
extern const char cm__search_input_schema[], cm__search_output_schema[];

/* A text that may hold anything, made fit for a comment: malformed bytes become
 * U+FFFD, NULs blanks. */
void cm__text_repair(Buf *out, const char *text, size_t len);
/* Length in UTF-16 code units. */
size_t cm__text_units(const char *text, size_t len);

#endif
