/* SPDX-License-Identifier: MIT */
/* Generator objects and the hidden constructors of generator and async
 * functions; ECMA-262 27.3 to 27.7. The machine resumes the coroutine in place
 * of the native, which is how a generator may yield from any depth without a C
 * frame. */
#include "engine/coroutine.h"
#include "js/builtins/realm_internal.h"

static Value hidden_ctor(VM *vm, NativeCall *c)
{
    (void)c;
    return throw_type(vm, "Functions cannot be made from strings");
}

/* ---- Generator.prototype ---- */

enum {
    MODE_NEXT,
    MODE_THROW,
    MODE_RETURN
};

static Coroutine *this_generator(VM *vm, Value v)
{
    if (value_is_class(v, CLASS_GENERATOR)) {
        Coroutine *co = value_ptr(v);
        if (co->kind == FUNC_GENERATOR) {
            if (co->state != CO_RUNNING)
                return co;
            throw_type(vm, "Generator is already running");
            return NULL;
        }
    }
    throw_type(vm, "The method was called on something that is not a "
                   "generator");
    return NULL;
}

/* What a generator without a suspended body answers. */
static Step resume_finished(VM *vm, NativeFrame *f, int mode)
{
    if (mode == MODE_THROW) {
        throw_value(vm, f->call.args[0]);
        return STEP_THROW;
    }
    Value v = mode == MODE_RETURN ? f->call.args[0] : VALUE_UNDEFINED;
    Obj *result = iter_result(vm, v, true);
    return native_return(f, result ? value_from_obj(result) : VALUE_THROWN);
}

static Step resume(VM *vm, NativeFrame *f, int mode)
{
    Coroutine *co = this_generator(vm, f->call.this_val);
    if (!co)
        return STEP_THROW;
    if (co->state == CO_DONE)
        return resume_finished(vm, f, mode);
    if (co->state == CO_START && mode != MODE_NEXT) {
        Step s = resume_finished(vm, f, mode);
        if (s == STEP_RETURN || vm->exception != VALUE_ABSENT) {
            co->state = CO_DONE;
            co->regs = NULL;
        }
        return s;
    }
    return native_resume(vm, f, co, mode, f->call.args[0]);
}

static Step generator_next(VM *vm, NativeFrame *f)
{
    return resume(vm, f, MODE_NEXT);
}

static Step generator_return(VM *vm, NativeFrame *f)
{
    return resume(vm, f, MODE_RETURN);
}

static Step generator_throw(VM *vm, NativeFrame *f)
{
    return resume(vm, f, MODE_THROW);
}

static const NativeSpec rows[] = {
    { .name = "next", .step = generator_next, .length = 1, .min_args = 1 },
    { .name = "return", .step = generator_return, .length = 1, .min_args = 1 },
    { .name = "throw", .step = generator_throw, .length = 1, .min_args = 1 },
};

/* ---- the hidden constructors ---- */

static const NativeSpec ctor_rows[] = {
    { .name = "GeneratorFunction",
      .fn = hidden_ctor,
      .length = 1,
      .flags = NATIVE_CTOR },
    { .name = "AsyncFunction",
      .fn = hidden_ctor,
      .length = 1,
      .flags = NATIVE_CTOR },
    { .name = "AsyncGeneratorFunction",
      .fn = hidden_ctor,
      .length = 1,
      .flags = NATIVE_CTOR },
};

/* Links a constructor that is no global, its prototype (what functions of the
 * kind inherit from) and the prototype of the objects that those functions
 * return. */
static void install_kind(RealmBuilder *b, const NativeSpec *spec,
                         Obj *function_proto, Obj *object_proto,
                         const char *object_tag)
{
    Obj *parent = value_obj(
        realm_global(b->realm, value_str(realm_string(b, "Function"))));
    Obj *ctor = cm__realm_native(b, spec, parent);
    if (b->failed)
        return;
    realm_value(b, ctor, "prototype", value_from_obj(function_proto), 0);
    realm_value(b, function_proto, "constructor", value_from_obj(ctor), 0);
    realm_tag(b, function_proto, spec->name);
    if (!object_proto)
        return;
    realm_value(b, function_proto, "prototype", value_from_obj(object_proto),
                0);
    realm_value(b, object_proto, "constructor", value_from_obj(function_proto),
                0);
    realm_tag(b, object_proto, object_tag);
}

void js_install_generator(RealmBuilder *b)
{
    Realm *r = b->realm;
    realm_functions(b, r->generator_proto, rows, CM_ARRAY_LEN(rows));
    install_kind(b, &ctor_rows[0], r->generator_function_proto,
                 r->generator_proto, "Generator");
    install_kind(b, &ctor_rows[1], r->async_function_proto, NULL, NULL);
    install_kind(b, &ctor_rows[2], r->async_generator_function_proto,
                 r->async_generator_proto, "AsyncGenerator");
}
