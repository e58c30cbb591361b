/* SPDX-License-Identifier: MIT */
#ifndef CM_RUNTIME_RUNTIME_H
#define CM_RUNTIME_RUNTIME_H
/* runtime: what executions share: tools, limits, clocks, hooks.
 *
 * Ownership: holds a reference to the tool tree and owns the index over it.
 * Threads:   immutable once made, but for the atomic counter of seeds. */
#include "catalog/index.h"
#include "engine/realm.h"
#include "runtime/extension.h"
#include "runtime/options.h"

struct cm_tools {
    ToolTree *tree;         /* counted */
    ToolTree *earlier;      /* counted; see cm_tools_reuse; NULL: none */
    Extension **extensions; /* counted; n_extensions of them */
    size_t n_extensions;
};

struct cm_runtime {
    const cm_allocator *alloc; /* borrowed */
    ToolTree *tree;            /* counted */
    ToolIndex *index;          /* owned */
    const Realm *realm;
    cm_language language;
    Limits limits;
    uint64_t max_concurrent;
    uint64_t call_timeout_ms; /* CM_NO_LIMIT: none */
    uint64_t cleanup_grace_ms;
    bool preflight;
    bool has_seed;
    uint64_t seed;
    atomic_uint_fast64_t n_seeds; /* executions without a fixed seed */
    uint64_t (*now_ns)(void *user);
    double (*wall_ms)(void *user);
    void *hook_user;
    cm_hooks hooks;
    cm_extension_hooks extension_hooks;
    void (*log)(void *user, void *context, const char *text, size_t len);
    ExtensionSet *extensions; /* owned */
    char *importable;         /* owned: names for suggestions, JavaScript */
    size_t importable_size;
    int (*zone_data)(void *user, const char *name, cm_zone_put put, void *sink);
    struct RuntimeZone *time_zone; /* owned; NULL: UTC */
};

typedef struct RuntimeZone RuntimeZone;

static inline uint64_t cm__runtime_now(const cm_runtime *r)
{
    return r->now_ns(r->hook_user);
}

/* ns + ms, CM_NO_LIMIT when that is no limit or overflows. */
static inline uint64_t cm__deadline(uint64_t ns, uint64_t ms)
{
    uint64_t span, at;
    if (ms == CM_NO_LIMIT || cm_mul_overflow(ms, UINT64_C(1000000), &span) ||
        cm_add_overflow(ns, span, &at))
        return CM_NO_LIMIT;
    return at;
}

#endif
