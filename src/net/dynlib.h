/* SPDX-License-Identifier: MIT */
#ifndef CM_NET_DYNLIB_H
#define CM_NET_DYNLIB_H
/* dynlib: libraries that are loaded when they are first needed.
 *
 * libcurl and libmicrohttpd bring libraries of cryptography with them, which
 * take 14 ms to link and to test themselves at the start of a process: several
 * times what a whole run of a small program takes. Most runs speak no HTTP. So
 * the command is not linked with the two, nor with zlib, which compressed bodies
 * alone need, nor with libedit, which the repl alone needs.
 * Ownership: a loaded library stays until the process ends.
 * Threads:   none; callers load once. */
#include <stdbool.h>
#include <stddef.h>

typedef struct DynName {
    const char *name;
    size_t offset; /* of the function's pointer in the table */
} DynName;

/* Fills a table of function pointers. False when the library or one of its
 * functions is not there. */
bool cm__dynlib_load(const char *library, const DynName *names, size_t n,
                     void *table);

#endif
