/* SPDX-License-Identifier: MIT */
#ifndef CM_RUNTIME_HOST_VALUE_H
#define CM_RUNTIME_HOST_VALUE_H
/* host_value: cm_value, the data of extensions in memory of the host.
 *
 * A node is one allocation; texts, members and keys are others. A member knows
 * its owner, which is what keeps a tree a tree: only a root is added, and only
 * to a root that is not itself. So no look for cycles is needed, and freeing
 * walks the tree along `next` without a stack, however deep it is.
 *
 * Ownership: said in codemode.h. Threads: a tree belongs to one at a time; host
 * functions and promises inside are counted or locked. */
#include "base/buf.h"
#include "codemode.h"

#include <stdatomic.h>

struct JsonValue;

/* A function of the host; shared by copies of its value. */
typedef struct HostFunction {
    const cm_allocator *alloc; /* borrowed */
    atomic_uint refs;
    cm_function def;
} HostFunction;

typedef struct HostKey {
    union {
        char *text;      /* owned, len + 1 bytes */
        cm_value *value; /* owned; of a map */
    };
    size_t len;
} HostKey;

struct cm_value {
    const cm_allocator *alloc; /* borrowed */
    cm_value *owner;           /* NULL: a root */
    cm_value *next;            /* of a work list */
    uint8_t type;              /* cm_value_type */
    bool is_integer;           /* NUMBER: `integer` is meant */
    bool is_true;
    int8_t failed; /* cm_status of what could not be added */
    uint32_t n, cap, keys_cap;
    union {
        double number;
        int64_t integer;
        HostFunction *function; /* counted */
        cm_call *promise;       /* NULL once a program has it */
        struct {
            char *text; /* owned, `len` + 1 bytes, of a REGEXP n more */
            size_t len;
        };
        struct {
            cm_value **items; /* owned */
            HostKey *keys;    /* owned; NULL for ARRAY and SET */
        };
    };
};

/* An ERROR keeps name, message and cause before its fields, which have keys
 * from here on. */
enum {
    HOST_ERROR_NAME,
    HOST_ERROR_MESSAGE,
    HOST_ERROR_CAUSE, /* undefined: none */
    HOST_ERROR_PARTS
};

/* Members that are not shown: 3 of an ERROR, else none. */
static inline uint32_t cm__value_hidden(const cm_value *v)
{
    return v->type == CM_VALUE_ERROR ? HOST_ERROR_PARTS : 0;
}

/* The most bytes that a node and its place in its container take, and those of
 * the first rows of a container, which have room for four members. */
#define HOST_NODE_SIZE (sizeof(cm_value) + 2 * sizeof(HostKey) + 32)
#define HOST_ROWS_SIZE (4 * (sizeof(HostKey) + sizeof(void *)))

/* The most bytes that the value of a JSON tree takes. */
size_t cm__value_json_size(const struct JsonValue *json);
/* A value of a JSON tree that was read. NULL when refused. */
cm_value *cm__value_from_json(const cm_allocator *alloc,
                              const struct JsonValue *json);

/* Compact JSON, as far as Lua data and tools go. False, and `why` says what is
 * no JSON data, or nothing when memory was refused. Depth over 32 is refused.
 * Undefined is null in an array and dropped from an object. */
bool cm__value_to_json(const cm_value *v, Buf *out, Buf *why);

/* Message (the name if it is empty), then a line for each cause. */
void cm__error_text(const cm_value *error, Buf *out);
/* name "": "Error". NULL when refused. */
cm_value *cm__error_new(const cm_allocator *alloc, const char *name,
                        const char *message, size_t len);
/* An ERROR of a plain failure. NULL when refused. */
cm_value *cm__error_from_failure(const cm_allocator *alloc,
                                 const cm_failure *failure);

void cm__host_function_ref(HostFunction *f);
void cm__host_function_unref(HostFunction *f);

/* mailbox.c: the value that held the promise is gone, and no program has it.
 * NULL is a no-op. */
void cm__promise_orphan(cm_call *promise);

#endif
