/* SPDX-License-Identifier: MIT */
#include "runtime/options.h"

#include <stdio.h>
#include <string.h>

/* 2^53 - 1: what a host language with doubles can say exactly. */
#define MAX_INTEGER    INT64_C(9007199254740991)
#define MIN_MEMORY     INT64_C(1048576)
#define DEFAULT_MEMORY UINT64_C(268435456)

Limits cm__limits_default(void)
{
    return (Limits){ CM_NO_LIMIT, CM_NO_LIMIT, CM_NO_LIMIT, DEFAULT_MEMORY,
                     CM_NO_LIMIT };
}

Limits cm__limits_lua(void)
{
    return (Limits){ 120000, 128, 65536, DEFAULT_MEMORY, CM_LUA_MAX_STEPS };
}

cm_status cm__option_resolve(int64_t value, int64_t minimum, uint64_t if_unset,
                             const char *name, uint64_t *ret_value,
                             cm_error *err)
{
    if (value == CM_UNSET) {
        *ret_value = if_unset;
        return CM_OK;
    }
    if (value < minimum || value > MAX_INTEGER) {
        char text[128];
        (void)snprintf(text, sizeof text,
                       "%s must be an integer from %lld to %lld", name,
                       (long long)minimum, (long long)MAX_INTEGER);
        return cm__error_set(err, CM_E_RANGE, name, text);
    }
    *ret_value = (uint64_t)value;
    return CM_OK;
}

cm_status cm__limits_resolve(const cm_limits *set, const Limits *base,
                             Limits *ret_limits, cm_error *err)
{
    Limits to = *base;
    const struct {
        int64_t value, minimum;
        const char *name;
        uint64_t *to;
    } rows[] = {
        { set->timeout_ms, 1, "timeout_ms", &to.timeout_ms },
        { set->max_tool_calls, 0, "max_tool_calls", &to.max_tool_calls },
        { set->max_output_bytes, 0, "max_output_bytes", &to.max_output_bytes },
        { set->max_memory_bytes, MIN_MEMORY, "max_memory_bytes",
          &to.max_memory_bytes },
        { set->max_steps, 1, "max_steps", &to.max_steps },
    };
    for (size_t i = 0; i < CM_ARRAY_LEN(rows); i++) {
        cm_status status =
            cm__option_resolve(rows[i].value, rows[i].minimum, *rows[i].to,
                               rows[i].name, rows[i].to, err);
        if (status != CM_OK)
            return status;
    }
    *ret_limits = to;
    return CM_OK;
}
