/* SPDX-License-Identifier: MIT */
#include "base/hash.h"
#include "engine/vm.h"

Symbol *symbol_new(VM *vm, Value description)
{
    Symbol *s = heap_alloc(&vm->heap, sizeof(Symbol), CELL_SYMBOL);
    if (s == NULL)
        return NULL;
    /* Cells never move, so the address is as good as a number. */
    uint32_t hash = cm__hash_u64((uintptr_t)s);
    s->hash = hash == 0 ? 1 : hash;
    s->description = description;
    s->registered_key = VALUE_UNDEFINED;
    return s;
}
