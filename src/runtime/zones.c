/* SPDX-License-Identifier: MIT */
/* Time zones of the host: the runtime's own, loaded once when it is made, and
 * the hook through which executions get others. */
#include "runtime/execution.h"

#include "js/intl/time_zone.h"

#include <string.h>

/* The runtime's zone with the bytes it looks into, in one allocation. */
struct RuntimeZone {
    TimeZone zone;
    size_t size; /* of the allocation */
    char bytes[];
};

static void put_bytes(void *sink, const void *bytes, size_t len)
{
    Buf *out = sink;
    cm__buf_clear(out); /* the last put counts */
    cm__buf_add(out, bytes, len);
}

static bool load(const cm_runtime *r, const char *name, Buf *out)
{
    return r->zone_data && cm__zone_name_is_safe(name, strlen(name)) &&
           r->zone_data(r->hook_user, name, put_bytes, out) != 0;
}

static cm_status keep(cm_runtime *r, const TimeZone *zone, const Buf *bytes,
                      cm_error *err)
{
    size_t size = sizeof(RuntimeZone) + bytes->len;
    RuntimeZone *z = cm__alloc(r->alloc, size);
    if (!z)
        return cm__error_set(err, CM_E_NOMEM, "", "memory was refused");
    z->zone = *zone;
    z->size = size;
    memcpy(z->bytes, cm__buf_text(bytes), bytes->len);
    if (!zone->is_fixed &&
        !cm__tzif_open(z->bytes, bytes->len, &z->zone.rules)) {
        cm__free(r->alloc, z, size);
        return cm__error_set(err, CM_E_ARGUMENT, "time_zone",
                             "the zone's data is not TZif");
    }
    r->time_zone = z;
    return CM_OK;
}

cm_status cm__runtime_zone_init(cm_runtime *r, const char *name, cm_error *err)
{
    TimeZone zone = { .is_fixed = false };
    Buf bytes;
    size_t len = name ? strlen(name) : 0;
    if (!name || strcmp(name, "UTC") == 0)
        return CM_OK;
    cm__buf_init(&bytes, r->alloc, CM_TZIF_MAX);
    cm_status status = CM_OK;
    if (!cm__zone_fixed(name, len, &zone)) {
        if (cm__zone_name_is_safe(name, len))
            cm__zone_name_canonical(name, len, zone.name);
        if (!zone.name[0] || !load(r, zone.name, &bytes))
            status = cm__error_set(
                err, CM_E_ARGUMENT, "time_zone",
                r->zone_data ? "the time zone is not known"
                             : "only UTC and offsets are known without "
                               "zone_data");
        else if (bytes.status != CM_OK)
            status = cm__error_set(err, bytes.status, "time_zone",
                                   "the zone's data is too long");
    }
    if (status == CM_OK)
        status = keep(r, &zone, &bytes, err);
    cm__buf_done(&bytes);
    return status;
}

void cm__runtime_zone_done(cm_runtime *r)
{
    if (r->time_zone)
        cm__free(r->alloc, r->time_zone, r->time_zone->size);
}

static bool host_zone(VM *vm, const char *name, Buf *out)
{
    const cm_execution *x = vm->host;
    return load(x->runtime, name, out);
}

void cm__zones_set(VM *vm)
{
    const cm_execution *x = vm->host;
    if (x->runtime->time_zone)
        vm->local_zone = &x->runtime->time_zone->zone;
    if (x->runtime->zone_data)
        vm->host_zone = host_zone;
}
