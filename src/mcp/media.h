/* SPDX-License-Identifier: MIT */
#ifndef CM_MCP_MEDIA_H
#define CM_MCP_MEDIA_H
/* media: is inline base64 data what it says it is (spec/adapter.md 6)?
 *
 * Nothing is decoded but the first bytes, which the signatures of the common
 * formats are compared with; the rest is only checked for its alphabet.
 * Threads: free of state. */
#include "base/compiler.h"

/* NULL when the data decodes and fits the media type, else the reason why not
 * (static text). mime may be NULL: then only decoding counts. Types without a
 * known signature pass. *ret_bytes: size of the decoded data. */
const char *cm__media_check(const char *base64, size_t len, const char *mime,
                            size_t *ret_bytes);

#endif
