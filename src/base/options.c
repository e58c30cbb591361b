/* SPDX-License-Identifier: MIT */
#include "base/options.h"

#include <string.h>

#define MAX_OPTIONS ((size_t)4096) /* bytes of any struct of options */

bool cm__options_take(void *ret_options, size_t size, size_t least,
                      const void *options)
{
    const unsigned char *bytes = options;
    size_t given;
    memcpy(&given, options, sizeof given);
    /* Sizes are multiples of a pointer's, so that no field is cut in two. The
     * bound keeps a number that is no size from being believed. */
    if (given < least || given > MAX_OPTIONS || given % sizeof(void *) != 0)
        return false;
    for (size_t i = size; i < given; i++)
        if (bytes[i] != 0)
            return false;
    memcpy(ret_options, options, given < size ? given : size);
    memcpy(ret_options, &size, sizeof size);
    return true;
}
