/* SPDX-License-Identifier: MIT */
#include "cli/faulty_source.h"

#include <stdio.h>
#include <string.h>

#include "mcp/toolname.h"

/* The hub wants an object that it may own; the text is the spec's. */
typedef struct FaultySource {
    const FaultySpec *spec;
} FaultySource;

static void connect_nothing(void *source)
{
    (void)source;
}

static bool is_never(const void *source)
{
    (void)source;
    return false;
}

static cm_status offer_nothing(void *source, HubOffer *offer)
{
    (void)source;
    (void)offer;
    return CM_OK;
}

static const char *reason(const void *source)
{
    return ((const FaultySource *)source)->spec->reason;
}

static void free_source(void *source)
{
    cm__free(cm__alloc_default(), source, sizeof(FaultySource));
}

cm_status cm__faulty_source_add(Hub *hub, const FaultySpec *spec)
{
    static const HubSourceOps ops = { connect_nothing, is_never,
                                      is_never,        offer_nothing,
                                      reason,          connect_nothing,
                                      free_source };
    FaultySource *source = cm__alloc(cm__alloc_default(), sizeof *source);
    if (source == NULL)
        return CM_E_NOMEM;
    source->spec = spec;
    const HubSourceSpec hub_spec = { .kind = strcmp(spec->kind, "openapi") == 0
                                                 ? "document"
                                                 : "server",
                                     .name = spec->name,
                                     .ns = spec->ns,
                                     .ops = &ops,
                                     .source = source };
    return cm__hub_add_source(hub, &hub_spec);
}

/* ---- switched off ---- */

typedef struct OffSource {
    const ConfigOff *off;
    char ns[CM_NAME_MAX + 1];
} OffSource;

static bool is_always(const void *source)
{
    (void)source;
    return true;
}

static cm_status tell_calls(void *source, HubOffer *offer)
{
    const OffSource *s = source;
    char reason[600];
    (void)snprintf(reason, sizeof reason,
                   "the configuration leaves \"%.100s\" out: %s (%.400s:%u)",
                   s->off->name, s->off->reason, s->off->file, s->off->line);
    return cm__hub_leave_out(offer, s->ns, reason);
}

static const char *no_reason(const void *source)
{
    (void)source;
    return NULL;
}

static void free_off(void *source)
{
    cm__free(cm__alloc_default(), source, sizeof(OffSource));
}

cm_status cm__off_source_add(Hub *hub, const ConfigOff *off)
{
    static const HubSourceOps ops = { connect_nothing, is_never,
                                      is_always,       tell_calls,
                                      no_reason,       connect_nothing,
                                      free_off };
    OffSource *source = cm__alloc_zero(cm__alloc_default(), 1, sizeof *source);
    if (source == NULL)
        return CM_E_NOMEM;
    source->off = off;
    if (!cm__name_clean(off->name, strlen(off->name), source->ns)) {
        free_off(source); /* no program can name it */
        return CM_OK;
    }
    const HubSourceSpec spec = { .kind = "entry",
                                 .name = off->name,
                                 .ns = source->ns,
                                 .ops = &ops,
                                 .source = source };
    return cm__hub_add_source(hub, &spec);
}
