/* SPDX-License-Identifier: MIT */
/* The Error classes; ECMA-262 20.5. Errors have no `stack`, and an error that a
 * program makes has no place: the place belongs to failures of the interpreter
 * and of host calls (spec/execution.md 3.3).
 *
 * One function makes all classes but AggregateError and SuppressedError; the
 * row's magic number is the ErrorClass. */
#include "js/builtins/builtins.h"

#include "engine/convert.h"
#include "engine/iterate.h"
#include "engine/meter.h"
#include "engine/property.h"
#include "js/builtins/collection.h"

/* InstallErrorCause. */
static bool install_cause(VM *vm, Obj *e, Value options)
{
    PropKey key = vm->realm->name.cause;
    if (!value_is_object(options))
        return true;
    Tri has = has_prop(vm, value_obj(options), key);
    if (has != TRI_TRUE)
        return has == TRI_FALSE;
    Value cause = get_prop(vm, options, key);
    return cause != VALUE_THROWN &&
           obj_put_attrs(vm, e, key, cause, PROP_HIDDEN);
}

/* The new object with its message and cause; NULL when thrown. */
static Obj *construct_error(VM *vm, const NativeCall *c, ErrorClass cls,
                            Value message, Value options)
{
    const Realm *realm = vm->realm;
    Shape *shape =
        ctor_shape(vm, c, realm->shape_error[cls], realm->error_proto[cls]);
    Obj *o = shape ? obj_new(vm, CLASS_ERROR, shape) : NULL;
    if (!o)
        return NULL;
    ErrorObj *e = (ErrorObj *)(void *)o;
    e->error_class = (uint8_t)cls;
    e->suggestion = VALUE_UNDEFINED;
    if (!value_is_undefined(message)) {
        Str *text = to_string(vm, message);
        if (!text || !obj_put_attrs(vm, o, realm->name.message,
                                    value_from_str(text), PROP_HIDDEN))
            return NULL;
    }
    return install_cause(vm, o, options) ? o : NULL;
}

static Value error_construct(VM *vm, NativeCall *c)
{
    const Native *self = value_ptr(c->callee);
    Obj *e = construct_error(vm, c, (ErrorClass)self->spec->magic, c->args[0],
                             c->args[1]);
    return e ? value_from_obj(e) : VALUE_THROWN;
}

/* ---- SuppressedError (20.5.8 of 2026) ---- */

static Value suppressed_construct(VM *vm, NativeCall *c)
{
    const Realm *r = vm->realm;
    Obj *e =
        construct_error(vm, c, ERR_SUPPRESSED, c->args[2], VALUE_UNDEFINED);
    if (!e || !obj_put_attrs(vm, e, r->name.error, c->args[0], PROP_HIDDEN) ||
        !obj_put_attrs(vm, e, r->name.suppressed, c->args[1], PROP_HIDDEN))
        return VALUE_THROWN;
    return value_from_obj(e);
}

/* ---- AggregateError (20.5.7) ---- */

enum {
    R_ERROR,
    R_LIST,
    R_ITER,
    R_ITEM = R_ITER + 3, /* VALUE_ABSENT: none is waiting */
    AGGREGATE_REGS
};

enum {
    PC_START,
    PC_OPEN,
    PC_NEXT
};

/* Collects the errors; an item waits in its register until it is in the
 * list. */
static Step collect_errors(VM *vm, NativeFrame *f)
{
    Array *list = value_ptr(f->reg[R_LIST]);
    for (;;) {
        if (f->reg[R_ITEM] == VALUE_ABSENT) {
            Value item;
            IterResult r = iter_next(vm, f, R_ITER, &item);
            if (r == ITER_CALL) {
                f->pc = PC_NEXT;
                return STEP_CALL;
            }
            if (r == ITER_THROWN || !vm_charge(vm, 1))
                return STEP_THROW;
            if (r == ITER_DONE)
                break;
            f->reg[R_ITEM] = item;
        }
        if (!array_push(vm, list, f->reg[R_ITEM]))
            return STEP_THROW;
        f->reg[R_ITEM] = VALUE_ABSENT;
    }
    if (!obj_put_attrs(vm, value_obj(f->reg[R_ERROR]), vm->realm->name.errors,
                       f->reg[R_LIST], PROP_HIDDEN))
        return STEP_THROW;
    return native_return(f, f->reg[R_ERROR]);
}

static Step aggregate_construct(VM *vm, NativeFrame *f)
{
    const Value *args = f->call.args;
    /* A repeated entry goes on with the iterator that it opened. */
    bool opened = iter_is_open(&f->reg[R_ITER]);
    if (f->pc == PC_START && !opened) {
        Obj *e = construct_error(vm, &f->call, ERR_AGGREGATE, args[1], args[2]);
        Array *list = e ? array_new(vm, 0) : NULL;
        if (!list)
            return STEP_THROW;
        f->reg[R_ERROR] = value_from_obj(e);
        f->reg[R_LIST] = value_from_obj(list);
        f->reg[R_ITEM] = VALUE_ABSENT;
    }
    if (f->pc == PC_START && !opened &&
        !check_iterable(vm, args[0], "AggregateError"))
        return STEP_THROW;
    if (f->pc <= PC_OPEN && !opened) {
        IterResult r = iter_open(vm, f, R_ITER, args[0]);
        if (r == ITER_CALL) {
            f->pc = PC_OPEN;
            return STEP_CALL;
        }
        if (r != ITER_VALUE)
            return STEP_THROW;
    }
    return collect_errors(vm, f);
}

/* ---- prototype and statics ---- */

/* A property as a string, or the fallback when it is undefined. */
static Str *text_property(VM *vm, Value self, PropKey key, Str *fallback)
{
    Value v = get_prop(vm, self, key);
    if (v == VALUE_THROWN)
        return NULL;
    return value_is_undefined(v) ? fallback : to_string(vm, v);
}

static Value error_to_string(VM *vm, NativeCall *c)
{
    const Realm *realm = vm->realm;
    if (!value_is_object(c->this_val))
        return throw_type(vm, "Error.prototype.toString called on a value "
                              "that is no object");
    Str *fallback = str_intern_ascii(vm, "Error");
    Str *name = fallback
                    ? text_property(vm, c->this_val, realm->name.name, fallback)
                    : NULL;
    Str *message =
        name ? text_property(vm, c->this_val, realm->name.message, realm->empty)
             : NULL;
    if (!message)
        return VALUE_THROWN;
    if (name->len == 0)
        return value_from_str(message);
    if (message->len == 0)
        return value_from_str(name);
    StrBuilder b;
    strb_init(&b, vm);
    strb_str(&b, name);
    strb_ascii(&b, ": ", 2);
    strb_str(&b, message);
    Str *text = strb_finish(&b);
    return text ? value_from_str(text) : VALUE_THROWN;
}

static Value error_is_error(VM *vm, NativeCall *c)
{
    (void)vm;
    return value_bool(value_is_class(c->args[0], CLASS_ERROR));
}

#define CLASS_ROW(text, cls)                                               \
    {                                                                      \
        .name = (text), .fn = error_construct, .length = 1, .min_args = 2, \
        .flags = NATIVE_CTOR, .magic = (cls)                               \
    }

static const NativeSpec class_rows[] = {
    CLASS_ROW("Error", ERR_ERROR),
    CLASS_ROW("TypeError", ERR_TYPE),
    CLASS_ROW("RangeError", ERR_RANGE),
    CLASS_ROW("ReferenceError", ERR_REFERENCE),
    CLASS_ROW("SyntaxError", ERR_SYNTAX),
    CLASS_ROW("URIError", ERR_URI),
    CLASS_ROW("EvalError", ERR_EVAL),
    { .name = "AggregateError",
      .step = aggregate_construct,
      .length = 2,
      .min_args = 3,
      .n_regs = AGGREGATE_REGS,
      .flags = NATIVE_CTOR,
      .magic = ERR_AGGREGATE },
    { .name = "SuppressedError",
      .fn = suppressed_construct,
      .length = 3,
      .min_args = 3,
      .flags = NATIVE_CTOR,
      .magic = ERR_SUPPRESSED },
};
#undef CLASS_ROW

_Static_assert(CM_ARRAY_LEN(class_rows) == ERR_CLASS_COUNT,
               "one row per error class, in their order");

static const NativeSpec to_string_row = { .name = "toString",
                                          .fn = error_to_string };
static const NativeSpec is_error_row = {
    .name = "isError", .fn = error_is_error, .length = 1, .min_args = 1
};

void js_install_error(RealmBuilder *b)
{
    Realm *r = b->realm;
    Obj *base = NULL;
    for (int i = 0; i < ERR_CLASS_COUNT; i++) {
        Obj *proto = r->error_proto[i];
        Obj *ctor = realm_ctor(b, &class_rows[i], proto, base);
        if (b->failed)
            return;
        if (i == ERR_ERROR)
            base = ctor;
        realm_value(b, proto, "name", realm_string(b, class_rows[i].name),
                    PROP_HIDDEN);
        realm_value(b, proto, "message", realm_string(b, ""), PROP_HIDDEN);
    }
    realm_functions(b, base, &is_error_row, 1);
    realm_functions(b, r->error_proto[ERR_ERROR], &to_string_row, 1);
}
