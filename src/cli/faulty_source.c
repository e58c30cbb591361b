/* SPDX-License-Identifier: MIT */
#include "cli/faulty_source.h"

#include <string.h>

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
