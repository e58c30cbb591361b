/* SPDX-License-Identifier: MIT */
#ifndef CM_RUNTIME_OPTIONS_H
#define CM_RUNTIME_OPTIONS_H
/* options: limits as the runtime uses them; spec/execution.md 9.
 *
 * A knob that is not set is UINT64_MAX, so that comparisons need no special
 * case. */
#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>

#define CM_NO_LIMIT UINT64_MAX

typedef struct Limits {
    uint64_t timeout_ms;
    uint64_t max_tool_calls;
    uint64_t max_output_bytes;
    uint64_t max_memory_bytes;
    uint64_t max_steps;
} Limits;

/* The defaults of JavaScript and of Lua. */
Limits cm__limits_default(void);
Limits cm__limits_lua(void);
/* Lua programs do at most so many steps, whatever the host allows (lua.md
 * 7). */
#define CM_LUA_MAX_STEPS UINT64_C(10000000000)

/* Overlays what is set on `base`. CM_E_RANGE names the knob in err. */
cm_status cm__limits_resolve(const cm_limits *set, const Limits *base,
                             Limits *ret_limits, cm_error *err);

/* One integer option: CM_UNSET gives the default. CM_E_RANGE names it. */
cm_status cm__option_resolve(int64_t value, int64_t minimum, uint64_t if_unset,
                             const char *name, uint64_t *ret_value,
                             cm_error *err);

#endif
