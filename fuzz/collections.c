/* SPDX-License-Identifier: MIT */
#include "collections.h"

static bool asks, was_refused;

void collections_begin(bool is_often)
{
    asks = is_often;
    was_refused = false;
}

#ifdef CM_FUZZ_WRAP
#include "engine/meter.h"
#include "engine/vm_internal.h"

bool __real_meter_refuel(VM *vm);
bool __real_vm_may_retry(VM *vm);
bool __wrap_meter_refuel(VM *vm);
bool __wrap_vm_may_retry(VM *vm);

bool __wrap_meter_refuel(VM *vm)
{
    static unsigned looks;
    if (asks && ++looks % 3 == 0)
        heap_want_gc(&vm->heap);
    return __real_meter_refuel(vm);
}

bool __wrap_vm_may_retry(VM *vm)
{
    was_refused = true;
    return __real_vm_may_retry(vm);
}

bool collections_end(void)
{
    asks = false;
    return was_refused;
}
#else
bool collections_end(void)
{
    asks = false;
    return true;
}
#endif
