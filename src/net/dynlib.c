/* SPDX-License-Identifier: MIT */
#include "net/dynlib.h"

#include <dlfcn.h>
#include <string.h>

bool cm__dynlib_load(const char *library, const DynName *names, size_t n,
                     void *table)
{
    void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    if (handle == NULL)
        return false;
    for (size_t i = 0; i < n; i++) {
        void *function = dlsym(handle, names[i].name);
        if (function == NULL)
            return false;
        /* POSIX gives functions as void *, C has no cast for it. */
        memcpy((char *)table + names[i].offset, &function, sizeof function);
    }
    return true;
}
