/* SPDX-License-Identifier: MIT */
#ifndef CM_MCP_LEFTOUT_H
#define CM_MCP_LEFTOUT_H
/* leftout: tools of a server that programs do not find, and why: those that are
 * skipped, and the old names of those that are renamed.
 *
 * Ownership: borrows everything.
 * Threads:   the loop's thread only. */
#include "mcp/hub.h"

/* Tells the reasons to the offer, without secrets in names. CM_E_NOMEM, else
 * CM_OK. */
cm_status cm__leftout_offer(HubOffer *offer, const cm_allocator *alloc,
                            const Upstream *server, const Redactor *redactor);

#endif
