/* SPDX-License-Identifier: MIT */
/* console (spec/execution.md 10.3): one log entry per call. The host gets the
 * level and the text, and puts the level's prefix in front. Without a host that
 * listens the text is not even made. */
#include "js/builtins/console_internal.h"

#include "engine/meter.h"

/* Hands the finished line over. */
static Value emit(VM *vm, const char *level, StrBuilder *b)
{
    Str *line = strb_finish(b);
    if (!line || !vm->host_log(vm, level, line))
        return VALUE_THROWN;
    return VALUE_UNDEFINED;
}

static Value log_line(VM *vm, const NativeCall *c, const char *level)
{
    StrBuilder b;
    if (!vm->host_log)
        return VALUE_UNDEFINED;
    strb_init(&b, vm);
    for (uint32_t i = 0; i < c->argc; i++) {
        if (i)
            strb_unit(&b, ' ');
        if (!vm_charge(vm, 1) ||
            !cm__console_add(vm, &b, c->args[i], true, NULL))
            return VALUE_THROWN;
    }
    return emit(vm, level, &b);
}

static Value console_log(VM *vm, NativeCall *c)
{
    return log_line(vm, c, "log");
}

static Value console_info(VM *vm, NativeCall *c)
{
    return log_line(vm, c, "info");
}

static Value console_debug(VM *vm, NativeCall *c)
{
    return log_line(vm, c, "debug");
}

static Value console_warn(VM *vm, NativeCall *c)
{
    return log_line(vm, c, "warn");
}

static Value console_error(VM *vm, NativeCall *c)
{
    return log_line(vm, c, "error");
}

static Value console_dir(VM *vm, NativeCall *c)
{
    NativeCall first = *c;
    first.argc = c->argc > 1 ? 1 : c->argc;
    return log_line(vm, &first, "log");
}

static Value console_table(VM *vm, NativeCall *c)
{
    StrBuilder b;
    if (!vm->host_log)
        return VALUE_UNDEFINED;
    strb_init(&b, vm);
    if (c->argc && !cm__console_table(vm, &b, c->args[0], c->args[1]))
        return VALUE_THROWN;
    return emit(vm, "log", &b);
}

static const NativeSpec rows[] = {
    { .name = "log", .fn = console_log },
    { .name = "info", .fn = console_info },
    { .name = "debug", .fn = console_debug },
    { .name = "warn", .fn = console_warn },
    { .name = "error", .fn = console_error },
    { .name = "dir", .fn = console_dir, .length = 1 },
    { .name = "table", .fn = console_table, .length = 1, .min_args = 2 },
};

void js_install_console(RealmBuilder *b)
{
    Obj *o = realm_object(b, b->realm->object_proto);
    realm_functions(b, o, rows, CM_ARRAY_LEN(rows));
    realm_tag(b, o, "console");
    if (!b->failed)
        realm_add_global(b, "console", value_from_obj(o));
}
