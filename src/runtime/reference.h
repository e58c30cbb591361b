/* SPDX-License-Identifier: MIT */
#ifndef CM_RUNTIME_REFERENCE_H
#define CM_RUNTIME_REFERENCE_H
/* reference: `tools` and what is read from it; spec/discovery.md 2.
 *
 * A reference is a path. Reading a member makes a longer one without looking
 * whether it exists; each reference remembers the members it gave out, so the
 * same member is the same object. The tree stays what it is while a program
 * runs, so a reference that was called remembers its tool too. The path is a
 * string of the heap (a rope while nobody needs it), joined with dots: a dot
 * inside a key separates segments like any other.
 *
 * Ownership: references live on the heap of the execution. */
#include "catalog/tree.h"
#include "engine/vm.h"

typedef struct Reference {
    Obj obj;
    Value path;       /* string; undefined for `tools` itself */
    Value members;    /* object from key to reference, or undefined */
    PropKey last_key; /* the one given out last; VALUE_ABSENT: none */
    Value last_member;
    uint32_t node; /* of a tool that was called; CM_TREE_NONE: not known */
} Reference;

/* Makes the class known; once per process, before the realm is built. */
void cm__reference_register(void);

/* `tools`; NULL when memory is refused. */
Obj *cm__reference_root(VM *vm);

static inline bool cm__reference_is_root(const Reference *r)
{
    return value_is_undefined(r->path);
}

/* The canonical path as UTF-8, behind what the buffer holds. False when memory
 * was refused. */
struct Buf;
bool cm__reference_path(VM *vm, const Reference *r, struct Buf *out);

/* The node of a path, CM_TREE_NONE when there is none. The root's only by
 * is_root. */
uint32_t cm__reference_find(const ToolTree *tree, const char *path, size_t len,
                            bool is_root);

#endif
