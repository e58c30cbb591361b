/* SPDX-License-Identifier: MIT */
#ifndef CM_TESTS_OOM_SWEEP_H
#define CM_TESTS_OOM_SWEEP_H
/* oom_sweep: runs a scenario with memory refused at its first request, then at
 * its second, and so on until nothing is refused; once each, and for ever from
 * there. It must say CM_E_NOMEM exactly when something was refused and keep
 * nothing. Returns the requests of the run without refusal.
 *
 * Include after cmocka.h. */
#include "oom_alloc.h"

static inline long oom_sweep(cm_status (*scenario)(const cm_allocator *alloc))
{
    long n = 1;
    for (int forever = 0; forever < 2; forever++) {
        for (n = 1;; n++) {
            OomAlloc o;
            oom_alloc_init(&o, n, forever);
            cm_status status = scenario(&o.alloc);
            assert_int_equal(o.live_bytes, 0);
            assert_int_equal(status, o.refused ? CM_E_NOMEM : CM_OK);
            if (!o.refused)
                break;
        }
    }
    return n - 1;
}

#endif
