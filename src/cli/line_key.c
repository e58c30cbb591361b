/* SPDX-License-Identifier: MIT */
#include "cli/line_key.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/edit_distance.h"

enum {
    PART_MIN = 4 /* letters of a key that is cut short */
};

/* "lang", "limit" */
static const char *find_begun(const char *name, size_t len,
                              const char *const *known)
{
    for (; len >= PART_MIN && *known != NULL; known++)
        if (strncasecmp(*known, name, len) == 0)
            return *known;
    return NULL;
}

const char *cm__line_key_meant(const JsonValue *line, const char *name,
                               const char *const *known)
{
    size_t n = 0, len = strlen(name);
    for (; known[n] != NULL; n++)
        if (strcmp(known[n], name) == 0)
            return NULL;
    for (size_t i = 0; i < n; i++)
        if (strcasecmp(known[i], name) == 0)
            return known[i];
    const char *near = cm__edit_typo(name, len, known, n);
    if (line == NULL)
        return near;
    if (near == NULL)
        near = find_begun(name, len, known);
    return near != NULL && cm__json_get(line, near) != NULL ? NULL : near;
}

bool cm__line_keys_check(const JsonValue *line, const char *const *known,
                         cm_error *err)
{
    size_t n = line->type == CM_JSON_TYPE_OBJECT ? line->n_members : 0;
    for (size_t i = 0; i < n; i++) {
        const char *name = line->members[i].name;
        const char *meant = cm__line_key_meant(line, name, known);
        if (meant == NULL)
            continue;
        (void)snprintf(err->text, sizeof err->text,
                       "unknown key \"%.60s\"; did you mean \"%s\"?", name,
                       meant);
        return false;
    }
    return true;
}
