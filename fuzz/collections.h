/* SPDX-License-Identifier: MIT */
#ifndef CM_FUZZ_COLLECTIONS_H
#define CM_FUZZ_COLLECTIONS_H
/* collections: runs whose collections come at other times than usual.
 *
 * The linker (--wrap) leads the engine's looks at the meter here, where some of
 * them ask for a collection, and notes whether memory was refused. Where a
 * linker cannot do that, nothing is asked for and nothing noted. */
#include <stdbool.h>

/* Until collections_end; is_often: ask for a collection at every third look. */
void collections_begin(bool is_often);

/* Whether memory may have been refused in between. */
bool collections_end(void);

#endif
