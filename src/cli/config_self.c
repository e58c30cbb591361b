/* SPDX-License-Identifier: MIT */
/* A gateway whose configuration is an agent's own file finds itself there. */
#include <string.h>
#include <unistd.h>

#include "cli/config_internal.h"
#include "cli/file.h"

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

/* Whether the word is this program; a bare name is one by its name. */
static bool is_this_program(const char *command)
{
    static const char self[] = "/proc/self/exe";
    char path[4096];
    if (strchr(command, '/') != NULL)
        return cm__file_is_same(command, self);
    ssize_t n = readlink(self, path, sizeof path - 1);
    if (n <= 0)
        return false;
    path[n] = '\0';
    return strcmp(base_name(path), command) == 0;
}

/* The value of "--name VALUE" or "--name=VALUE" at *at, or NULL. */
static const char *option(const char *const *at, const char *name)
{
    size_t n = strlen(name);
    if (strcmp(*at, name) == 0)
        return at[1];
    return strncmp(*at, name, n) == 0 && (*at)[n] == '=' ? *at + n + 1 : NULL;
}

bool cm__config_starts_gateway(const ConfigPlace *at, const char *const *argv)
{
    bool serves = false, reads_again = at->is_imported;
    /* env, npx and the like may stand in front. */
    while (*argv != NULL && !is_this_program(*argv))
        argv++;
    for (; *argv != NULL; argv++) {
        const char *file = option(argv, "--config");
        serves = serves || strcmp(*argv, "serve") == 0;
        reads_again = reads_again || option(argv, "--import") != NULL ||
                      (file != NULL && at->file != NULL &&
                       cm__file_is_same(file, at->file));
    }
    return serves && reads_again;
}
