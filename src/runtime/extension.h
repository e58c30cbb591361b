/* SPDX-License-Identifier: MIT */
#ifndef CM_RUNTIME_EXTENSION_H
#define CM_RUNTIME_EXTENSION_H
/* extension: global functions of the host; spec/execution.md 8.
 *
 *   Extension      what cm_tools_extend got: a name and a tree of functions;
 *                  counted, shared by tool sets and runtimes
 *   ExtensionSet   those of one runtime, in one flat list of nodes in preorder
 *   ExtensionEntry one function as programs call it: path, and the spec of its
 *                  native; counted, since a call may outlive everything else
 *
 * A program's objects are made from the nodes when it first names the global
 * (extension_globals.c). A call (extension_call.c) crosses its arguments
 * (value_out.c), goes to the host like a tool's, but without a slot, and
 * crosses the answer (value_in.c). A synchronous call waits with all its frames
 * (STEP_WAIT); in Lua every call does.
 *
 * Threads: sets are immutable; counts are atomic. */
#include "engine/function.h"
#include "runtime/host_value.h"

#include <string.h>

struct cm_execution;

typedef struct Extension {
    const cm_allocator *alloc; /* borrowed */
    atomic_uint refs;
    char *name; /* owned */
    size_t name_len;
    cm_value *globals; /* owned; an OBJECT */
} Extension;

typedef struct ExtensionEntry {
    NativeSpec spec; /* first: a native leads back here */
    const cm_allocator *alloc;
    atomic_uint refs;
    HostFunction *function;     /* counted */
    const Extension *extension; /* borrowed from the set; NULL: of an answer */
    char *path;                 /* owned: "fs.promises.readFile" */
    size_t path_len;
    struct ExtensionEntry
        *next; /* of those that answers of an execution hold */
} ExtensionEntry;

/* A global, or a member below one. */
typedef struct ExtensionNode {
    const char *name; /* borrowed from the extension */
    size_t name_len;
    ExtensionEntry *entry; /* counted; NULL: an object */
    uint32_t end;          /* index behind its subtree */
} ExtensionNode;

typedef struct ExtensionSet {
    const cm_allocator *alloc;
    Extension **extensions; /* counted */
    size_t n_extensions;
    ExtensionNode *nodes;
    size_t nodes_cap;
    uint32_t n_nodes;
} ExtensionSet;

void cm__extension_ref(Extension *e);
void cm__extension_unref(Extension *e);

static inline bool cm__name_is(const char *name, size_t len, const char *text)
{
    return strlen(text) == len && memcmp(name, text, len) == 0;
}

struct Realm;

/* The set of a runtime over the extensions of its tools. CM_E_NAME for a global
 * that is built in. *ret_set is empty, not NULL, without extensions. */
cm_status cm__extensions_new(const cm_allocator *alloc,
                             Extension *const *extensions, size_t n,
                             const struct Realm *realm, ExtensionSet **ret_set,
                             cm_error *err);
void cm__extensions_free(ExtensionSet *set);

#define EXTENSION_NONE UINT32_MAX
/* The node of a global, of a member of node `object` below it. */
uint32_t cm__extension_find(const ExtensionSet *set, const char *name,
                            size_t len);
uint32_t cm__extension_member(const ExtensionSet *set, uint32_t object,
                              const char *name, size_t len);

/* An entry with one count. The path is copied. NULL when refused. */
ExtensionEntry *cm__extension_entry_new(const cm_allocator *alloc,
                                        HostFunction *function,
                                        const char *path, size_t len,
                                        bool is_lua);
void cm__extension_entry_ref(ExtensionEntry *e);
void cm__extension_entry_unref(ExtensionEntry *e);

static inline ExtensionEntry *cm__extension_entry_of(const NativeCall *c)
{
    const Native *n = (const Native *)(const void *)value_obj(c->callee);
    return (ExtensionEntry *)cm_unconst(n->spec);
}

/* ---- extension_globals.c ---- */

/* The global of that name, made and kept; VALUE_ABSENT when there is none. */
Value cm__extension_global(VM *vm, PropKey key);
/* Makes all that are not made yet. False when refused. */
bool cm__extension_globals_all(VM *vm);
/* The same in the table of a Lua program, which has been attached to the VM. */
bool cm__extension_globals_lua(VM *vm);
/* The function of an entry as a value of the program. */
Value cm__extension_function(VM *vm, ExtensionEntry *entry);

/* ---- extension_call.c ---- */

/* The natives behind every function: JavaScript, Lua. */
Step cm__extension_step(VM *vm, NativeFrame *f);
Value cm__extension_lua(VM *vm, NativeCall *c);

/* Hands a settled call, or promise, to the program. False: memory was refused
 * and nothing changed, or the execution has to end. */
bool cm__extension_deliver(struct cm_execution *x, cm_call *call);
/* The after hook, unless there is none to run. */
void cm__extension_observe(struct cm_execution *x, cm_call *call,
                           cm_outcome outcome, const char *message,
                           size_t message_len);

/* ---- value_out.c ---- */

/* The arguments of a call for the host. NULL: vm->exception, refused memory or
 * the end. *ret_charged bytes stay charged to the heap. A TypeError of kind
 * InvalidDataValue names what cannot cross. */
cm_value *cm__arguments_out(VM *vm, const ExtensionEntry *entry,
                            const Value *args, uint32_t argc,
                            size_t *ret_charged);

/* ---- value_in.c ---- */

typedef struct ValueIn {
    struct cm_execution *x;
    ExtensionEntry *callee;
    cm_call *promises; /* seen; bound by cm__value_in_commit, by `next` */
    ExtensionEntry *functions_before; /* x->functions at the start */
    uint32_t line, column;
    Buf why; /* what the host gave that cannot cross */
} ValueIn;

/* The program's value of an answer. VALUE_ABSENT: it cannot cross, in->why, and
 * nothing of it is kept; VALUE_THROWN as usual. Ends with commit or undo. */
Value cm__value_in(ValueIn *in, struct cm_execution *x, ExtensionEntry *callee,
                   const cm_value *v, uint32_t line, uint32_t column);
/* The Error of a failure of a call: class, message, cause, fields, kind,
 * place. */
struct ErrorObj *cm__error_in(ValueIn *in, struct cm_execution *x,
                              ExtensionEntry *callee, const cm_value *error,
                              uint32_t line, uint32_t column);
/* Promises of the value become calls of the execution. */
void cm__value_in_commit(ValueIn *in);
void cm__value_in_undo(ValueIn *in);

#endif
