/* SPDX-License-Identifier: MIT */
/* Intl.ListFormat; ECMA-402 section 14, with the patterns of CLDR 48 for en. */
#include "js/builtins/intl/intl_internal.h"

#include "engine/iterate.h"
#include "engine/meter.h"

#include <string.h>

static const char *const types[] = { "conjunction", "disjunction", "unit" };

enum {
    R_ITER,
    R_LIST = R_ITER + 3,
    R_ITEM, /* a string that waits to be added */
    R_ERROR,
    LIST_REGS
};

enum {
    PC_START,
    PC_OPEN,
    PC_NEXT,
    PC_CLOSE
};

static Value list_ctor(VM *vm, NativeCall *c)
{
    IntlOptions o;
    int type, style;
    if (!cm__intl_open(vm, c->args[0], c->args[1], true, "Intl.ListFormat",
                       &o) ||
        !cm__intl_matcher(&o) ||
        !cm__intl_choice(&o, "type", types, 3, 0, &type) ||
        !cm__intl_choice(&o, "style", cm__intl_widths, 3, 0, &style))
        return VALUE_THROWN;
    IntlObj *self = cm__intl_new(vm, c, INTL_LIST);
    if (!self)
        return VALUE_THROWN;
    self->as.list = (ListOptions){ (uint8_t)type, (uint8_t)style };
    return value_from_obj(self);
}

/* What stands before item i of n, i > 0. */
static const char *separator(const ListOptions *o, uint32_t i, uint32_t n)
{
    static const char *const pair[3][3] = { { " and ", " & ", ", " },
                                            { " or ", " or ", " or " },
                                            { ", ", ", ", " " } };
    static const char *const last[3][3] = { { ", and ", ", & ", ", " },
                                            { ", or ", ", or ", ", or " },
                                            { ", ", ", ", " " } };
    if (n == 2)
        return pair[o->type][o->style];
    if (i + 1 == n)
        return last[o->type][o->style];
    return o->type == 2 && o->style == 2 ? " " : ", ";
}

static Value joined(VM *vm, const ListOptions *o, const Array *list)
{
    StrBuilder b;
    strb_init(&b, vm);
    for (uint32_t i = 0; i < list->length; i++) {
        Str *s = value_str(obj_element_fast(&list->obj, i));
        if (!vm_charge_bytes(vm, s->len))
            return VALUE_THROWN;
        if (i > 0) {
            const char *sep = separator(o, i, list->length);
            strb_ascii(&b, sep, strlen(sep));
        }
        strb_str(&b, s);
    }
    Str *s = strb_finish(&b);
    return s ? value_from_str(s) : VALUE_THROWN;
}

static bool add_part(VM *vm, Array *out, const char *type, Str *value)
{
    Obj *part = value ? obj_new_plain(vm) : NULL;
    return part && vm_charge(vm, 4) &&
           cm__intl_put_text(vm, part, "type", type) &&
           cm__intl_put(vm, part, "value", value_from_str(value)) &&
           array_push(vm, out, value_from_obj(part));
}

static Value parts_of(VM *vm, const ListOptions *o, const Array *list)
{
    Array *out = array_new(vm, 0);
    for (uint32_t i = 0; out && i < list->length; i++) {
        if ((i > 0 &&
             !add_part(vm, out, "literal",
                       str_from_ascii(vm, separator(o, i, list->length)))) ||
            !add_part(vm, out, "element",
                      value_str(obj_element_fast(&list->obj, i))))
            return VALUE_THROWN;
    }
    return out ? value_from_obj(out) : VALUE_THROWN;
}

static Step throw_no_string(VM *vm, NativeFrame *f, Value item)
{
    if (value_is_object(item) || value_is_symbol(item)) {
        throw_type(vm, "Iterable yielded %S which is not a string",
                   type_of(vm, item));
    } else {
        Str *s = to_string(vm, item);
        if (!s)
            return STEP_THROW;
        throw_type(vm, "Iterable yielded %S which is not a string", s);
    }
    return cm__iter_fail(vm, f, R_ITER, R_ERROR, PC_CLOSE);
}

/* Appends the waiting item. It leaves its register last, so that doing this
 * again after refused memory is safe. */
static bool add_item(VM *vm, NativeFrame *f)
{
    if (!value_is_string(f->reg[R_ITEM]))
        return true;
    if (!array_push(vm, value_ptr(f->reg[R_LIST]), f->reg[R_ITEM]))
        return false;
    f->reg[R_ITEM] = VALUE_UNDEFINED;
    return vm_charge(vm, 1);
}

/* StringListFromIterable. */
static Step collect(VM *vm, NativeFrame *f, const ListOptions *o, bool as_parts)
{
    Array *list = value_ptr(f->reg[R_LIST]);
    while (add_item(vm, f)) {
        Value item;
        switch (iter_next(vm, f, R_ITER, &item)) {
        case ITER_CALL:
            f->pc = PC_NEXT;
            return STEP_CALL;
        case ITER_THROWN:
            return STEP_THROW;
        case ITER_DONE:
            return native_return(f, as_parts ? parts_of(vm, o, list)
                                             : joined(vm, o, list));
        case ITER_VALUE:
            break;
        }
        if (!value_is_string(item))
            return throw_no_string(vm, f, item);
        f->reg[R_ITEM] = item;
    }
    return STEP_THROW;
}

static Step format(VM *vm, NativeFrame *f, const char *method, bool as_parts)
{
    if (f->pc == PC_CLOSE)
        return cm__iter_fail_step(vm, f, R_ITER, R_ERROR);
    if (f->threw) {
        f->threw = false;
        throw_value(vm, f->result);
        return STEP_THROW;
    }
    IntlObj *o = cm__intl_this(vm, f->call.this_val, INTL_LIST, method);
    if (!o)
        return STEP_THROW;
    /* A repeated entry goes on with the iterator that it opened. */
    if (f->pc <= PC_OPEN && !iter_is_open(&f->reg[R_ITER])) {
        Array *list = array_new(vm, 0);
        if (!list)
            return STEP_THROW;
        f->reg[R_LIST] = value_from_obj(list);
        f->reg[R_ITEM] = VALUE_UNDEFINED;
        if (f->call.args[0] == VALUE_UNDEFINED)
            return native_return(f, as_parts
                                        ? value_from_obj(list)
                                        : value_from_str(vm->realm->empty));
        IterResult r = iter_open(vm, f, R_ITER, f->call.args[0]);
        if (r == ITER_CALL) {
            f->pc = PC_OPEN;
            return STEP_CALL;
        }
        if (r != ITER_VALUE)
            return STEP_THROW;
    }
    return collect(vm, f, &o->as.list, as_parts);
}

static Step list_format(VM *vm, NativeFrame *f)
{
    return format(vm, f, "format", false);
}

static Step format_to_parts(VM *vm, NativeFrame *f)
{
    return format(vm, f, "formatToParts", true);
}

static Value resolved_options(VM *vm, NativeCall *c)
{
    IntlObj *o = cm__intl_this(vm, c->this_val, INTL_LIST, "resolvedOptions");
    Obj *to = o ? obj_new_plain(vm) : NULL;
    if (!to || !cm__intl_put_text(vm, to, "locale", "en-US") ||
        !cm__intl_put_text(vm, to, "type", types[o->as.list.type]) ||
        !cm__intl_put_text(vm, to, "style", cm__intl_widths[o->as.list.style]))
        return VALUE_THROWN;
    return value_from_obj(to);
}

static const NativeSpec ctor_spec = { .name = "ListFormat",
                                      .fn = list_ctor,
                                      .min_args = 2,
                                      .flags = NATIVE_CTOR | NATIVE_CTOR_ONLY };

static const NativeSpec rows[] = {
    { .name = "format",
      .step = list_format,
      .length = 1,
      .min_args = 1,
      .n_regs = LIST_REGS,
      .flags = NATIVE_CATCHES },
    { .name = "formatToParts",
      .step = format_to_parts,
      .length = 1,
      .min_args = 1,
      .n_regs = LIST_REGS,
      .flags = NATIVE_CATCHES },
    { .name = "resolvedOptions", .fn = resolved_options },
};

void cm__install_intl_list(RealmBuilder *b, Obj *intl)
{
    cm__intl_ctor(b, intl, &ctor_spec, INTL_LIST, rows, CM_ARRAY_LEN(rows));
}
