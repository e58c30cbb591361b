/* SPDX-License-Identifier: MIT */
#include "switch_vm.h"

static bool is_used;

void switch_vm_use(bool is_on)
{
    is_used = is_on;
}

#ifdef CM_FUZZ_WRAP
#include "engine/lua_internal.h"
#include "engine/vm_internal.h"

RunResult switch_interpret(VM *vm);
RunResult switch_lua_interpret(VM *vm);
RunResult __real_interpret(VM *vm);
RunResult __real_lua_interpret(VM *vm);
RunResult __wrap_interpret(VM *vm);
RunResult __wrap_lua_interpret(VM *vm);

RunResult __wrap_interpret(VM *vm)
{
    return is_used ? switch_interpret(vm) : __real_interpret(vm);
}

RunResult __wrap_lua_interpret(VM *vm)
{
    return is_used ? switch_lua_interpret(vm) : __real_lua_interpret(vm);
}
#endif
