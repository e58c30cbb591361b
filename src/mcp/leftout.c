/* SPDX-License-Identifier: MIT */
#include "mcp/leftout.h"

#include <stdio.h>
#include <string.h>

#include "mcp/toolname.h"

#define NAME_SHOWN 100 /* bytes of a server's name for its tool */

/* Where the entry stands, for who has to change it. */
static void add_place(Buf *out, const char *place)
{
    if (place != NULL)
        cm__buf_add_fmt(out, " (%s)", place);
}

/* A server's own name for its tool, in one line: whatever it holds. */
static void add_name(Buf *out, const char *name, const Redactor *redactor)
{
    char shown[NAME_SHOWN + 1];
    (void)cm__redact_cut(redactor, name, shown, sizeof shown);
    for (const char *at = shown; *at != '\0'; at++)
        cm__buf_add_char(out, (char)((unsigned char)*at < ' ' ? ' ' : *at));
}

/* Calls of a tool of the server that has no path here say why. */
static cm_status explain_absence(HubOffer *offer, const UpstreamSpec *spec,
                                 const char *clean, const Buf *reason)
{
    char path[2 * CM_NAME_MAX + 2];
    (void)snprintf(path, sizeof path, "%s.%s", spec->ns, clean);
    return reason->status != CM_OK
               ? reason->status
               : cm__hub_leave_out(offer, path, cm__buf_text(reason));
}

static cm_status offer_skipped(HubOffer *offer, const Upstream *server,
                               const Redactor *redactor, Buf *reason)
{
    size_t n;
    cm_status status = CM_OK;
    const UpstreamSkip *skips = cm__upstream_skipped(server, &n);
    const UpstreamSpec *spec = cm__upstream_spec(server);
    for (size_t i = 0; i < n && status == CM_OK; i++) {
        if (skips[i].clean == NULL)
            continue;
        cm__buf_clear(reason);
        cm__buf_add_str(reason, "tool \"");
        add_name(reason, skips[i].name, redactor);
        cm__buf_add_fmt(reason, "\" of server \"%.100s\" was left out: %s",
                        spec->name, skips[i].reason);
        add_place(reason, skips[i].is_filtered ? spec->place : NULL);
        status = explain_absence(offer, spec, skips[i].clean, reason);
    }
    return status;
}

/* A name that the server's tool has no more. */
static cm_status offer_renamed(HubOffer *offer, const Upstream *server,
                               const UpstreamTool *tool, Buf *reason)
{
    const UpstreamSpec *spec = cm__upstream_spec(server);
    char clean[CM_NAME_MAX + 1];
    if (!cm__name_clean(tool->name, strlen(tool->name), clean) ||
        strcmp(clean, tool->clean) == 0)
        return CM_OK;
    cm__buf_clear(reason);
    cm__buf_add_fmt(reason, "the configuration gives it the name %s.%s",
                    spec->ns, tool->clean);
    add_place(reason, spec->place);
    return explain_absence(offer, spec, clean, reason);
}

cm_status cm__leftout_offer(HubOffer *offer, const cm_allocator *alloc,
                            const Upstream *server, const Redactor *redactor)
{
    size_t n;
    Buf reason;
    const UpstreamTool *tools = cm__upstream_tools(server, &n);
    cm__buf_init(&reason, alloc, CM_BUF_NO_LIMIT);
    cm_status status = offer_skipped(offer, server, redactor, &reason);
    for (size_t i = 0; i < n && status == CM_OK; i++)
        status = offer_renamed(offer, server, &tools[i], &reason);
    cm__buf_done(&reason);
    return status;
}
