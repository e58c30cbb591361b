/* SPDX-License-Identifier: MIT */
/* The time zones of an execution: its own, which the host gave it, and those
 * that programs name. The latter are loaded from the host once, checked, and
 * kept in the heap until the execution ends. */
#include "js/builtins/intl/intl_internal.h"

#include "js/builtins/date_time.h"

#include "engine/table.h"

#include <math.h>
#include <string.h>

const TimeZone *cm__date_zone(const VM *vm)
{
    return vm->local_zone ? vm->local_zone : &cm__zone_utc;
}

double cm__zone_offset_ms(const TimeZone *z, double t, bool t_is_local)
{
    if (!(fabs(t) < 1e16))
        return 0;
    int64_t s = (int64_t)floor(t / MS_PER_SECOND);
    int32_t offset =
        t_is_local ? cm__zone_local_offset(z, s) : cm__zone_offset(z, s);
    return offset * MS_PER_SECOND;
}

/* A zone in one cell: the TimeZone, then the TZif bytes it looks into. */
static TimeZone *cell_zone(RawCell *cell)
{
    return (TimeZone *)(void *)cell->bytes;
}

static RawCell *new_cell(VM *vm, const TimeZone *z, const Buf *bytes)
{
    size_t n = bytes ? bytes->len : 0;
    RawCell *cell = heap_raw_new(&vm->heap, sizeof *z + n);
    if (!cell)
        return NULL;
    memcpy(cell->bytes, z, sizeof *z);
    if (bytes) {
        char *at = (char *)cell->bytes + sizeof *z;
        memcpy(at, cm__buf_text(bytes), n);
        (void)cm__tzif_open(at, n, &cell_zone(cell)->rules);
    }
    return cell;
}

/* Asks the host. NULL when it has no such zone, or memory is refused. */
static RawCell *load(VM *vm, const char *name)
{
    TimeZone z = { .is_fixed = false };
    Buf bytes;
    Tzif rules;
    RawCell *cell = NULL;
    if (!vm->host_zone)
        return NULL;
    memcpy(z.name, name, strlen(name) + 1);
    cm__buf_init(&bytes, vm->heap.alloc, CM_TZIF_MAX);
    if (vm->host_zone(vm, name, &bytes)) {
        if (bytes.status == CM_E_NOMEM)
            vm->heap.refused = true;
        else if (bytes.status == CM_OK &&
                 cm__tzif_open(cm__buf_text(&bytes), bytes.len, &rules))
            cell = new_cell(vm, &z, &bytes);
    }
    cm__buf_done(&bytes);
    return cell;
}

static const TimeZone *keep(VM *vm, Str *key, RawCell *cell)
{
    bool added;
    if (!vm->zones)
        vm->zones = table_new(vm, 4);
    TableEntry *e = vm->zones
                        ? table_put(vm, vm->zones, value_from_str(key), &added)
                        : NULL;
    if (!e)
        return NULL;
    e->value = value_from_cell(cell);
    return cell_zone(cell);
}

const TimeZone *cm__zone_find(VM *vm, const char *name, size_t len)
{
    TimeZone fixed;
    char canonical[CM_ZONE_NAME_MAX + 1] = "";
    bool is_fixed = cm__zone_fixed(name, len, &fixed);
    if (is_fixed && fixed.offset_s == 0 && strcmp(fixed.name, "UTC") == 0)
        return &cm__zone_utc;
    if (is_fixed)
        memcpy(canonical, fixed.name, sizeof canonical);
    else if (cm__zone_name_is_safe(name, len))
        cm__zone_name_canonical(name, len, canonical);
    if (canonical[0]) {
        if (vm->local_zone && strcmp(vm->local_zone->name, canonical) == 0)
            return vm->local_zone;
        Str *key = str_from_ascii(vm, canonical);
        if (!key)
            return NULL;
        TableEntry *e =
            vm->zones ? table_find(vm, vm->zones, value_from_str(key)) : NULL;
        if (e)
            return cell_zone(value_ptr(e->value));
        RawCell *cell =
            is_fixed ? new_cell(vm, &fixed, NULL) : load(vm, canonical);
        if (cell)
            return keep(vm, key, cell);
    }
    if (!vm->heap.refused) {
        Str *s = str_from_utf8(vm, name, len);
        if (s)
            throw_range(vm, "Invalid time zone specified: %S", s);
    }
    return NULL;
}

bool cm__zone_option(VM *vm, Str *name, char out[CM_ZONE_NAME_MAX + 1])
{
    char text[CM_ZONE_NAME_MAX + 1];
    size_t len;
    if (!cm__intl_ascii(vm, name, text, sizeof text, &len)) {
        if (!vm->heap.refused)
            throw_range(vm, "Invalid time zone specified: %S", name);
        return false;
    }
    const TimeZone *z = cm__zone_find(vm, text, len);
    if (z)
        memcpy(out, z->name, sizeof z->name);
    return z != NULL;
}
