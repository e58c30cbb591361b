/* SPDX-License-Identifier: MIT */
/* Error objects are made whole before they are parked: the message, the place
 * and the kind are there when a handler of the program first sees them. When
 * memory for one is refused nothing is parked and heap.refused tells the VM
 * loop to collect and run the instruction again. */
#include "engine/error.h"

#include "engine/property.h"
#include "engine/realm.h"

static const char *const kind_names[] = {
#define X(id, text) text,
    DIAG_KINDS(X)
#undef X
};

_Static_assert(CM_ARRAY_LEN(kind_names) == DIAG_KIND_COUNT,
               "every diagnostic kind has a name");

const char *diag_kind_name(DiagKind kind)
{
    return kind_names[kind];
}

/* The innermost frame that runs program code; nested runs included. */
static const Frame *program_frame(const VM *vm)
{
    const Frame *f = vm->frame;
    while (f && f->kind != FRAME_CODE)
        f = f->prev;
    return f;
}

/* frame->pc points behind the current instruction; one word less lies in it. */
static const CodePos *frame_position(const Frame *f)
{
    const FuncProto *proto = f->closure->proto;
    size_t pc = (size_t)(f->pc - proto->code);
    return proto_position(proto, pc ? (uint32_t)(pc - 1) : 0);
}

void vm_location(VM *vm, uint32_t *ret_line, uint32_t *ret_column)
{
    const Frame *f = program_frame(vm);
    const CodePos *pos = f ? frame_position(f) : NULL;
    *ret_line = *ret_column = 0;
    if (pos)
        program_location(f->closure->proto->program, pos->start, ret_line,
                         ret_column);
}

Str *vm_callee_text(VM *vm)
{
    const Frame *f = program_frame(vm);
    const CodePos *pos = f ? frame_position(f) : NULL;
    if (!pos)
        return NULL;
    const Program *program = f->closure->proto->program;
    if (pos->end <= pos->start || pos->end > program->source_len)
        return NULL;
    return source_excerpt(vm, program->source + pos->start,
                          pos->end - pos->start);
}

ErrorObj *error_new(VM *vm, ErrorClass cls, Value message, bool located)
{
    const Realm *realm = vm->realm;
    Obj *o = obj_new(vm, CLASS_ERROR, realm->shape_error[cls]);
    if (!o)
        return NULL;
    ErrorObj *e = (ErrorObj *)o;
    e->kind = DIAG_EXECUTION_FAILURE;
    e->origin = located ? ORIGIN_ENGINE : ORIGIN_PROGRAM;
    e->error_class = (uint8_t)cls;
    e->suggestion = VALUE_UNDEFINED;
    if (!value_is_undefined(message) &&
        !obj_put_attrs(vm, o, realm->name.message, message, PROP_HIDDEN))
        return NULL;
    if (located)
        vm_location(vm, &e->line, &e->column);
    return e;
}

bool error_set_kind(VM *vm, ErrorObj *e, DiagKind kind)
{
    e->kind = (uint8_t)kind;
    /* Of the common kind only what meets a bound says it (spec 3.4, 9.2). */
    if (kind == DIAG_EXECUTION_FAILURE && e->error_class != ERR_RANGE)
        return true;
    Str *name = str_from_ascii(vm, diag_kind_name(kind));
    return name && obj_put_attrs(vm, &e->obj, vm->realm->name.kind,
                                 value_from_str(name), PROP_HIDDEN);
}

Value throw_value(VM *vm, Value v)
{
    vm->exception = v;
    return VALUE_THROWN;
}

/* suggestion: ASCII text, or NULL. */
static Value throw_made(VM *vm, DiagKind kind, ErrorClass cls,
                        const char *suggestion, const char *fmt, va_list ap)
{
    Str *text = format_text_v(vm, fmt, ap);
    ErrorObj *e = text ? error_new(vm, cls, value_from_str(text), true) : NULL;
    if (!e || !error_set_kind(vm, e, kind))
        return VALUE_THROWN;
    if (suggestion) {
        Str *s = str_from_ascii(vm, suggestion);
        if (!s)
            return VALUE_THROWN;
        e->suggestion = value_from_str(s);
    }
    return throw_value(vm, value_from_obj(e));
}

Value throw_error(VM *vm, ErrorClass cls, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    Value v = throw_made(vm, DIAG_EXECUTION_FAILURE, cls, NULL, fmt, ap);
    va_end(ap);
    return v;
}

Value throw_type(VM *vm, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    Value v = throw_made(vm, DIAG_EXECUTION_FAILURE, ERR_TYPE, NULL, fmt, ap);
    va_end(ap);
    return v;
}

Value throw_range(VM *vm, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    Value v = throw_made(vm, DIAG_EXECUTION_FAILURE, ERR_RANGE, NULL, fmt, ap);
    va_end(ap);
    return v;
}

Value throw_kind(VM *vm, DiagKind kind, ErrorClass cls, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    Value v = throw_made(vm, kind, cls, NULL, fmt, ap);
    va_end(ap);
    return v;
}

Value throw_suggest(VM *vm, DiagKind kind, ErrorClass cls,
                    const char *suggestion, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    Value v = throw_made(vm, kind, cls, suggestion, fmt, ap);
    va_end(ap);
    return v;
}

Value throw_await_hint(VM *vm, const char *what)
{
    return throw_suggest(
        vm, DIAG_INVALID_DATA_VALUE, ERR_TYPE,
        "Put await in front of the call and use the value it gives.",
        "Cannot use %s as data: await it first", what);
}

Value throw_reference_hint(VM *vm)
{
    return throw_suggest(
        vm, DIAG_INVALID_DATA_VALUE, ERR_TYPE,
        "Call the tool and await its answer: await tools.name(input).",
        "Cannot use a tool reference as data: call it and await the answer");
}
