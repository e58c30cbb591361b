/* SPDX-License-Identifier: MIT */
#ifndef CM_MCP_TOOLFILTER_H
#define CM_MCP_TOOLFILTER_H
/* toolfilter: which tools of a server are offered, and under which names.
 *
 * Patterns compare with the names that the server gives; '*' is any text, '?'
 * one character. A tool is offered when the list of included tools, if there is
 * one, names it, the list of excluded ones does not, and the last switch that
 * matches it, if any does, is on.
 * Ownership: filters and their texts are the configuration's.
 * Threads:   immutable. */
#include "base/compiler.h"

#include <stdbool.h>
#include <stddef.h>

/* A pattern over "server_tool", as opencode writes them. */
typedef struct ToolSwitch {
    const char *pattern;
    bool is_on;
} ToolSwitch;

typedef struct ToolRename {
    const char *from, *to;
} ToolRename;

typedef struct ToolFilter {
    const char *server; /* in front of the names that switches see */
    const char *const *include, *const *exclude;
    size_t n_include, n_exclude;
    bool has_include;  /* a list that is empty includes nothing */
    bool is_read_only; /* only what the server marks as such */
    const ToolSwitch *switches;
    const ToolRename *renames;
    size_t n_switches, n_renames;
} ToolFilter;

/* Whether the pattern matches the whole text, which may hold NULs. */
bool cm__glob_matches(const char *pattern, const char *text, size_t len);

/* Why the tool is left out, NULL when it is not. filter may be NULL. */
const char *cm__toolfilter_refusal(const ToolFilter *filter, const char *name,
                                   bool is_read_only);
/* The same for what has several names: a pattern that matches one matches. */
typedef struct ToolName {
    const char *text;
    size_t len;
} ToolName;
const char *cm__toolfilter_refusal_of(const ToolFilter *filter,
                                      const ToolName *names, size_t n_names,
                                      bool is_read_only);
/* The name that the tool gets: its own unless it is renamed. */
const char *cm__toolfilter_name(const ToolFilter *filter, const char *name);

#endif
