/* SPDX-License-Identifier: MIT */
#ifndef CM_FUZZ_SWITCH_VM_H
#define CM_FUZZ_SWITCH_VM_H
/* switch_vm: both forms of the interpreters in one program.
 *
 * The files of the loops are compiled a second time with CM_SWITCH_VM and other
 * names for what they export; the linker (--wrap) leads calls of the loops
 * here, where a switch chooses. Where a linker cannot do that, there is one form
 * and the choice has no effect. */
#include <stdbool.h>

void switch_vm_use(bool is_on);

#endif
