/* SPDX-License-Identifier: MIT */
/* Errors of Lua programs. Whatever is thrown is an Error object, so that the
 * place comes along: error(v) makes one whose message is v itself. */
#include "engine/lua_code.h"
#include "engine/lua_internal.h"
#include "engine/lua_native.h"

#include <string.h>

/* ---- names of operands ---- */

static const char *const kind_texts[] = {
    [NAME_LOCAL] = "local",   [NAME_UPVALUE] = "upvalue",
    [NAME_GLOBAL] = "global", [NAME_FIELD] = "field",
    [NAME_METHOD] = "method", [NAME_CONSTANT] = "constant",
};

/* Frame->pc stands behind the instruction; names are sorted by pc. */
static const CodeName *find_name(const VM *vm, uint32_t operand)
{
    const Frame *f = vm->frame;
    if (f->kind != FRAME_CODE)
        return NULL;
    const FuncProto *p = f->closure->proto;
    uint32_t pc = (uint32_t)(f->pc - p->code);
    uint32_t low = 0, high = p->n_names;
    while (low < high) {
        uint32_t mid = low + (high - low) / 2;
        if (p->names[mid].pc < pc)
            low = mid + 1;
        else
            high = mid;
    }
    uint32_t at = low ? p->names[low - 1].pc : 0;
    /* Names of an earlier instruction do not count. */
    if (low == 0 || at + lua_instr_words[INS_OP(p->code[at])] != pc)
        return NULL;
    for (; low > 0 && p->names[low - 1].pc == at; low--)
        if (p->names[low - 1].operand == operand)
            return &p->names[low - 1];
    return NULL;
}

/* ---- what is not there on purpose ---- */

typedef struct Absent {
    const char *name, *hint;
} Absent;

static const char use_tools[] =
    "The outside is reached through tools only: find one with search.";
static const char no_code[] =
    "Code cannot be made from text: write the program itself.";
static const char no_metatables[] =
    "There are no metatables: use plain tables and functions.";
static const char no_threads[] =
    "There are no coroutines: call tools one after the other; each call waits "
    "for its result.";
static const char no_await[] =
    "In Lua a call waits by itself: leave out `await`.";
static const char no_pack[] =
    "Binary packing is not available: use string.byte and string.char.";

static const char no_try[] =
    "Errors are caught with pcall: local ok, value = pcall(function() ... end).";
static const char no_javascript[] =
    "That is JavaScript; Lua goes over a table with pairs(t) and ipairs(t).";

static const Absent absences[] = {
    { "io", use_tools },
    { "require", "There are no modules: the library is string, table, math, "
                 "utf8, os and json." },
    { "package", "There are no modules: the library is string, table, math, "
                 "utf8, os and json." },
    { "setmetatable", no_metatables },
    { "getmetatable", no_metatables },
    { "coroutine", no_threads },
    { "load", no_code },
    { "loadstring", no_code },
    { "loadfile", no_code },
    { "dofile", no_code },
    { "debug", "There is no debug library: print values instead." },
    { "warn", "Use print." },
    { "unpack", "Use table.unpack." },
    { "pack", no_pack },
    { "packsize", no_pack },
    { "getenv", use_tools },
    { "execute", use_tools },
    { "remove", use_tools },
    { "rename", use_tools },
    { "tmpname", use_tools },
    { "exit", "End a program with return." },
    { "try", no_try },
    { "catch", no_try },
    { "throw", "Errors are raised with error(\"text\")." },
    { "console", "Use print for lines of text." },
    { "JSON", "Use json.encode and json.decode." },
    { "Object", no_javascript },
    { "Math", "Use math." },
    { "Promise", no_threads },
    { "await", no_await },
    { "charpattern", "Patterns are not available." },
    { "getn", "Use #t." },
    { "foreach", "Use for k, v in pairs(t)." },
    { "pow", "Use x ^ y." },
    { "log10", "Use math.log(x, 10)." },
};

static const char *hint_for(const CodeName *n)
{
    if (!n || (n->kind != NAME_GLOBAL && n->kind != NAME_FIELD))
        return NULL;
    for (size_t i = 0; i < CM_ARRAY_LEN(absences); i++)
        if (strlen(absences[i].name) == n->name->len &&
            memcmp(absences[i].name, n->name->as.u8, n->name->len) == 0)
            return absences[i].hint;
    return NULL;
}

/* ---- raising ---- */

static Value throw_named(VM *vm, const char *what, const CodeName *n, Value v)
{
    const char *type = lua_type_name(v);
    if (!n)
        return throw_error(vm, ERR_ERROR, "attempt to %s a %s value", what,
                           type);
    const char *hint = value_is_undefined(v) ? hint_for(n) : NULL;
    return throw_suggest(vm, DIAG_EXECUTION_FAILURE, ERR_ERROR, hint,
                         "attempt to %s a %s value (%s '%S')", what, type,
                         kind_texts[n->kind], n->name);
}

Value lua_throw_operand(VM *vm, const char *what, uint32_t operand, Value v)
{
    return throw_named(vm, what, find_name(vm, operand), v);
}

Value lua_throw_index(VM *vm, Value v, Value key)
{
    const CodeName *n = find_name(vm, 0);
    if (n || !value_is_string(key))
        return throw_named(vm, "index", n, v);
    return throw_error(vm, ERR_ERROR,
                       "attempt to index a %s value (its field '%S')",
                       lua_type_name(v), value_str(key));
}

Value lua_throw_call(VM *vm, Value v)
{
    return throw_named(vm, "call", find_name(vm, 0), v);
}

/* The text or value that an error carries. */
Value lua_error_value(VM *vm, ErrorObj *e)
{
    PropDesc d;
    if (obj_get_own(vm, &e->obj, vm->realm->name.message, &d) == TRI_TRUE)
        return d.value;
    return VALUE_UNDEFINED;
}

Value lua_raise(VM *vm, Value v)
{
    if (value_is_string(v) && value_is_object(vm->lua_failure)) {
        ErrorObj *last = (ErrorObj *)(void *)value_obj(vm->lua_failure);
        if (lua_equal(vm, lua_error_value(vm, last), v))
            return throw_value(vm, vm->lua_failure);
    }
    ErrorObj *e = error_new(vm, ERR_ERROR, v, true);
    if (!e)
        return VALUE_THROWN;
    e->origin = ORIGIN_PROGRAM;
    return throw_value(vm, value_from_obj(e));
}

Value lua_caught(VM *vm, Value thrown)
{
    if (!value_is_class(thrown, CLASS_ERROR))
        return thrown;
    ErrorObj *e = (ErrorObj *)(void *)value_obj(thrown);
    if (e->origin != ORIGIN_PROGRAM)
        vm->lua_failure = thrown;
    return lua_error_value(vm, e);
}
