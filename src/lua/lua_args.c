/* SPDX-License-Identifier: MIT */
/* Arguments of library functions; lua.md 2: "bad argument #<n> to
 * '<function>'". */
#include "lua/lua_lib.h"

static const char *function_of(const NativeCall *c)
{
    const Native *n = (Native *)(void *)value_obj(c->callee);
    return n->spec->name ? n->spec->name : "?";
}

Value lua_bad_arg(VM *vm, const NativeCall *c, uint32_t i, const char *text)
{
    return throw_error(vm, ERR_ERROR, "bad argument #%u to '%s' (%s)", i + 1,
                       function_of(c), text);
}

Value lua_bad_type(VM *vm, const NativeCall *c, uint32_t i,
                   const char *expected)
{
    const char *found = i < c->argc ? lua_type_name(c->args[i]) : "no value";
    return throw_error(vm, ERR_ERROR,
                       "bad argument #%u to '%s' (%s expected, got %s)", i + 1,
                       function_of(c), expected, found);
}

bool lua_arg_number(VM *vm, const NativeCall *c, uint32_t i, Value *ret)
{
    Value v = lua_to_number(vm, lua_arg(c, i));
    if (v == VALUE_ABSENT)
        lua_bad_type(vm, c, i, "number");
    if (v == VALUE_ABSENT || v == VALUE_THROWN)
        return false;
    *ret = v;
    return true;
}

bool lua_arg_float(VM *vm, const NativeCall *c, uint32_t i, double *ret)
{
    Value v;
    if (!lua_arg_number(vm, c, i, &v))
        return false;
    *ret = lua_double(v);
    return true;
}

bool lua_arg_integer(VM *vm, const NativeCall *c, uint32_t i, int64_t *ret)
{
    Value v;
    if (!lua_arg_number(vm, c, i, &v))
        return false;
    if (lua_to_integer(v, ret))
        return true;
    lua_bad_arg(vm, c, i, "number has no integer representation");
    return false;
}

bool lua_arg_string(VM *vm, const NativeCall *c, uint32_t i, Str **ret)
{
    Value v = lua_arg(c, i);
    if (!value_is_string(v) && !lua_is_number(v)) {
        lua_bad_type(vm, c, i, "string");
        return false;
    }
    *ret = lua_tostring(vm, v);
    return *ret != NULL;
}

bool lua_arg_table(VM *vm, const NativeCall *c, uint32_t i, LuaTable **ret)
{
    Value v = lua_arg(c, i);
    if (!value_is_lua_table(v)) {
        lua_bad_type(vm, c, i, "table");
        return false;
    }
    *ret = value_lua_table(v);
    return true;
}

bool lua_arg_any(VM *vm, const NativeCall *c, uint32_t i, Value *ret)
{
    if (i >= c->argc) {
        lua_bad_arg(vm, c, i, "value expected");
        return false;
    }
    *ret = c->args[i];
    return true;
}

bool lua_opt_integer(VM *vm, const NativeCall *c, uint32_t i,
                     int64_t if_missing, int64_t *ret)
{
    if (!lua_is_nil(lua_arg(c, i)))
        return lua_arg_integer(vm, c, i, ret);
    *ret = if_missing;
    return true;
}

bool lua_opt_string(VM *vm, const NativeCall *c, uint32_t i, Str *if_missing,
                    Str **ret)
{
    if (!lua_is_nil(lua_arg(c, i)))
        return lua_arg_string(vm, c, i, ret);
    *ret = if_missing;
    return true;
}

bool lua_is_callable(Value v)
{
    return value_is_class(v, CLASS_FUNCTION) ||
           value_is_class(v, CLASS_NATIVE) ||
           value_is_class(v, CLASS_REFERENCE);
}
