/* SPDX-License-Identifier: MIT */
/* A VM of the normal kind builds the image; only its heap is a shared one, and
 * becomes the realm's. */
#include "engine/realm.h"

static uint64_t no_clock(void *user)
{
    (void)user;
    return 0;
}

static double no_wall_clock(void *user)
{
    (void)user;
    return 0;
}

Realm *realm_begin(const cm_allocator *alloc, bool is_lua, VM **ret_vm)
{
    Realm *realm = cm__alloc_zero(alloc, 1, sizeof *realm);
    if (!realm)
        return NULL;
    realm->is_lua = is_lua;
    VM *vm = vm_new(&(VMOptions){ .alloc = alloc,
                                  .memory_limit = SIZE_MAX,
                                  .max_steps = UINT64_MAX,
                                  .now_ns = no_clock,
                                  .wall_ms = no_wall_clock,
                                  .seed = 1,
                                  .realm = realm });
    if (!vm) {
        cm__free(alloc, realm, sizeof *realm);
        return NULL;
    }
    vm->heap.shared = true;
    *ret_vm = vm;
    return realm;
}

/* Hands the VM's heap and names over to the realm. */
static void take_image(VM *vm, Realm *realm)
{
    const cm_allocator *alloc = vm->heap.alloc;
    realm->heap = vm->heap;
    realm->heap.interrupt = NULL;
    realm->atoms = vm->atoms;
    vm->atoms = (Atoms){ 0 };
    heap_init(&vm->heap, alloc, SIZE_MAX, false);
}

Realm *realm_end(Realm *realm, VM *vm, bool failed)
{
    const cm_allocator *alloc = vm->heap.alloc;
    if (!failed)
        take_image(vm, realm);
    vm_free(vm);
    if (!failed)
        return realm;
    cm__free(alloc, realm, sizeof *realm);
    return NULL;
}
