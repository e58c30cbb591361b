/* SPDX-License-Identifier: MIT */
#include "mcp/toolfilter.h"

#include <stdio.h>
#include <string.h>

/* Greedy with one way back, so that the cost is bounded by the product of the
 * lengths. */
bool cm__glob_matches(const char *pattern, const char *text, size_t len)
{
    const char *end = text + len, *star = NULL, *back = NULL;
    while (text < end) {
        if (*pattern == '*') {
            star = pattern++;
            back = text;
        } else if (*pattern != '\0' && (*pattern == '?' || *pattern == *text)) {
            pattern++;
            text++;
        } else if (star != NULL) {
            pattern = star + 1;
            text = ++back;
        } else {
            return false;
        }
    }
    while (*pattern == '*')
        pattern++;
    return *pattern == '\0';
}

static bool matches(const char *pattern, const ToolName *names, size_t n_names)
{
    for (size_t i = 0; i < n_names; i++)
        if (cm__glob_matches(pattern, names[i].text, names[i].len))
            return true;
    return false;
}

static bool matches_any(const char *const *patterns, size_t n,
                        const ToolName *names, size_t n_names)
{
    for (size_t i = 0; i < n; i++)
        if (matches(patterns[i], names, n_names))
            return true;
    return false;
}

/* The switches see the server's name in front. */
static bool is_switched_off(const ToolFilter *f, const ToolName *name)
{
    char full[600];
    bool is_on = true;
    (void)snprintf(full, sizeof full, "%s_%s", f->server, name->text);
    const ToolName with_server = { full, strlen(full) };
    for (size_t i = 0; i < f->n_switches; i++)
        if (matches(f->switches[i].pattern, &with_server, 1))
            is_on = f->switches[i].is_on;
    return !is_on;
}

const char *cm__toolfilter_refusal_of(const ToolFilter *f,
                                      const ToolName *names, size_t n_names,
                                      bool is_read_only)
{
    if (f == NULL)
        return NULL;
    if (matches_any(f->exclude, f->n_exclude, names, n_names))
        return "the configuration excludes it";
    if (f->has_include &&
        !matches_any(f->include, f->n_include, names, n_names))
        return "the configuration does not include it";
    if (f->n_switches > 0 && is_switched_off(f, &names[0]))
        return "the configuration switches it off";
    if (f->is_read_only && !is_read_only)
        return "the configuration asks for readOnly, and the tool has no "
               "readOnlyHint";
    return NULL;
}

const char *cm__toolfilter_refusal(const ToolFilter *f, const char *name,
                                   bool is_read_only)
{
    const ToolName one = { name, strlen(name) };
    return cm__toolfilter_refusal_of(f, &one, 1, is_read_only);
}

const char *cm__toolfilter_name(const ToolFilter *f, const char *name)
{
    for (size_t i = 0; f != NULL && i < f->n_renames; i++)
        if (strcmp(f->renames[i].from, name) == 0)
            return f->renames[i].to;
    return name;
}
