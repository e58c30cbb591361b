/* SPDX-License-Identifier: MIT */
#include "runtime/validate.h"

#include "engine/meter.h"

static bool charge_steps(void *user, uint64_t steps)
{
    return vm_charge(user, steps);
}

Checked cm__check_data(cm_execution *x, const Schema *schema, const char *json,
                       size_t len, Buf *reason)
{
    SchemaHost host = { &x->watched, charge_steps, x->vm };
    switch (cm__schema_check(schema, &host, json, len, reason)) {
    case SCHEMA_VALID:
        return CHECKED_FITS;
    case SCHEMA_INVALID:
    case SCHEMA_UNCHECKABLE:
        if (reason->status == CM_OK)
            return CHECKED_MISFIT;
        break;
    case SCHEMA_STOPPED:
        return CHECKED_ENDED;
    case SCHEMA_NOMEM:
        break;
    }
    x->vm->heap.refused = true;
    return CHECKED_ENDED;
}
