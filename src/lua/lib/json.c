/* SPDX-License-Identifier: MIT */
/* The json library; spec/lua.md 2.7. The rules of data are those of results and
 * arguments and live with them (lua_lib.h). */
#include "base/buf.h"
#include "lua/lib/lib_table.h"

/* A bound for the text while it is outside of the heap; one byte over the
 * longest string tells that it was reached. */
#define TEXT_LIMIT ((size_t)LUA_MAX_STRING + 1)

static Value encoded(VM *vm, LuaCopy copy, const Buf *text, Buf *why)
{
    switch (copy) {
    case LUA_COPY_DONE:
        break;
    case LUA_COPY_REFUSED:
        return throw_error(vm, ERR_ERROR, "%s", cm__buf_text(why));
    case LUA_COPY_FAILED:
        if (text->status == CM_E_LIMIT && vm->termination == TERM_NONE &&
            vm->exception == VALUE_ABSENT)
            return lua_string_too_long(vm);
        return VALUE_THROWN;
    }
    if (text->len > LUA_MAX_STRING)
        return lua_string_too_long(vm);
    Str *s = str_new8(vm, (const uint8_t *)cm__buf_text(text), text->len);
    return s ? value_from_str(s) : VALUE_THROWN;
}

static Value json_encode(VM *vm, NativeCall *c)
{
    Value v;
    Buf text, why;
    if (!lua_arg_any(vm, c, 0, &v))
        return VALUE_THROWN;
    cm__buf_init(&text, vm->heap.alloc, TEXT_LIMIT);
    cm__buf_init(&why, vm->heap.alloc, CM_BUF_NO_LIMIT);
    Value result =
        encoded(vm, lua_data_write(vm, v, "value", &text, &why), &text, &why);
    cm__buf_done(&text);
    cm__buf_done(&why);
    return result;
}

static Value json_decode(VM *vm, NativeCall *c)
{
    Str *s;
    const char *bytes, *reason;
    size_t len, at;
    if (!lua_arg_string(vm, c, 0, &s) || !lua_bytes(vm, s, &bytes, &len) ||
        !vm_charge_bytes(vm, len))
        return VALUE_THROWN;
    Value v = lua_data_read(vm, bytes, len, &reason, &at);
    if (v != VALUE_ABSENT)
        return v;
    return throw_error(vm, ERR_ERROR, "the text is no JSON: %s at byte %zu",
                       reason, at + 1);
}

static Value json_array(VM *vm, NativeCall *c)
{
    LuaTable *t;
    if (c->argc == 0) {
        t = lua_table_new(vm, 0, 0);
        if (!t)
            return VALUE_THROWN;
    } else if (!lua_arg_writable(vm, c, 0, &t)) {
        return VALUE_THROWN;
    }
    t->hd.flags |= LUA_TABLE_IS_ARRAY;
    return value_from_lua_table(t);
}

static const NativeSpec rows[] = {
    { .name = "array", .fn = json_array },
    { .name = "decode", .fn = json_decode },
    { .name = "encode", .fn = json_encode },
};

void lua_install_json(LuaBuilder *b)
{
    LuaTable *t = lua_library(b, "json");
    lua_functions(b, t, rows, CM_ARRAY_LEN(rows));
    lua_value(b, t, "null", VALUE_NULL);
}
