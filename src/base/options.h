/* SPDX-License-Identifier: MIT */
#ifndef CM_BASE_OPTIONS_H
#define CM_BASE_OPTIONS_H
/* options: structs of options from a host that was built with another version
 * of the library (codemode.h, "Versions").
 * Threads: free of state. */
#include "base/compiler.h"

#include <stdbool.h>
#include <stddef.h>

/* Takes a struct that begins with its size. `ret_options` holds `size` bytes,
 * the defaults; it gets what the host set and its own size. False, and nothing
 * is written, for a size below `least`, the first version's, or one that no
 * version can have, and when the host set something unknown here. */
bool cm__options_take(void *ret_options, size_t size, size_t least,
                      const void *options);

#endif
