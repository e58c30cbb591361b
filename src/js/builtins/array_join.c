/* SPDX-License-Identifier: MIT */
/* join, toString, toLocaleString; ECMA-262 23.1.3.18, 23.1.3.32, 23.1.3.36.
 *
 * An ordinary array inside the array is joined with an explicit stack, so depth
 * never shows on the C stack; an array met inside itself gives the empty
 * text. */
#include "js/builtins/array_internal.h"

#include "base/numtext.h"
#include "engine/convert.h"

#include <string.h>

typedef struct Level {
    Obj *o;
    uint64_t length, at;
} Level;

typedef struct Join {
    VM *vm;
    StrBuilder out;
    RawCell *raw; /* the levels */
    uint32_t depth, cap;
} Join;

static Level *levels(const Join *j)
{
    return (Level *)(void *)j->raw->bytes;
}

/* The separators alone would be too long: said at once, not after walking over
 * billions of holes. */
static bool is_hopeless(uint64_t length, uint32_t separator)
{
    return length > 1 && separator > 0 && length - 1 > STR_MAX_LEN / separator;
}

static bool push_level(Join *j, Obj *o, uint64_t length)
{
    if (j->depth == j->cap) {
        uint32_t cap = j->cap ? j->cap * 2 : 4;
        RawCell *raw = heap_raw_new(&j->vm->heap, cap * sizeof(Level));
        if (!raw)
            return false;
        if (j->raw)
            memcpy(raw->bytes, j->raw->bytes, j->depth * sizeof(Level));
        j->raw = raw;
        j->cap = cap;
    }
    levels(j)[j->depth++] = (Level){ .o = o, .length = length };
    return true;
}

/* Joins an ordinary array within: its toString and join are the intrinsic
 * ones. */
static bool enter(Join *j, Obj *o)
{
    if (!vm_charge(j->vm, j->depth))
        return false;
    for (uint32_t i = 0; i < j->depth; i++)
        if (levels(j)[i].o == o)
            return true;
    if (j->depth >= VM_MAX_CALL_DEPTH) {
        throw_range(j->vm, "Maximum call stack size exceeded");
        return false;
    }
    uint64_t length = ((Array *)(void *)o)->length;
    if (is_hopeless(length, 1)) {
        throw_range(j->vm, "Invalid string length");
        return false;
    }
    return push_level(j, o, length);
}

static bool add_element(Join *j, Value v)
{
    if (value_is_string(v)) {
        strb_str(&j->out, value_str(v));
        return vm_charge_bytes(j->vm, value_str(v)->len);
    }
    if (value_is_number(v)) {
        char text[CM_NUM_TEXT_MAX];
        size_t n = value_is_int(v) ? cm__num_print_int(value_to_int(v), text)
                                   : cm__num_print(value_to_double(v), text);
        strb_ascii(&j->out, text, n);
        return vm_charge(j->vm, 1);
    }
    if (value_is_nullish(v))
        return vm_charge(j->vm, 1);
    if (value_is_array(v) && value_obj(v)->shape == j->vm->realm->shape_array)
        return enter(j, value_obj(v));
    Str *s = to_string(j->vm, v);
    if (!s)
        return false;
    strb_str(&j->out, s);
    return vm_charge_bytes(j->vm, s->len);
}

static Value join(VM *vm, Obj *o, uint64_t length, Str *separator)
{
    Join j = { .vm = vm };
    strb_init(&j.out, vm);
    if (is_hopeless(length, separator->len))
        return throw_range(vm, "Invalid string length");
    if (!push_level(&j, o, length))
        return VALUE_THROWN;
    while (j.depth > 0 && !j.out.failed) {
        Level *level = &levels(&j)[j.depth - 1];
        if (level->at == level->length) {
            j.depth--;
            continue;
        }
        if (level->at > 0) {
            if (j.depth > 1)
                strb_unit(&j.out, ',');
            else if (separator->len > 0)
                strb_str(&j.out, separator);
        }
        Value v = element_get(vm, level->o, level->at++);
        if (v == VALUE_THROWN || !add_element(&j, v))
            return VALUE_THROWN;
    }
    Str *s = strb_finish(&j.out);
    return s ? value_from_str(s) : VALUE_THROWN;
}

static Value array_join(VM *vm, NativeCall *c)
{
    Obj *o;
    uint64_t length;
    if (!cm__array_this(vm, c->this_val, &o, &length))
        return VALUE_THROWN;
    Str *separator = c->args[0] == VALUE_UNDEFINED ? vm->realm->units[',']
                                                   : to_string(vm, c->args[0]);
    return separator ? join(vm, o, length, separator) : VALUE_THROWN;
}

static Value array_to_string(VM *vm, NativeCall *c)
{
    Obj *o = to_object(vm, c->this_val);
    if (!o)
        return VALUE_THROWN;
    Str *comma = vm->realm->units[','];
    if (o->shape == vm->realm->shape_array)
        return join(vm, o, ((Array *)(void *)o)->length, comma);
    Value self = value_from_obj(o);
    Value method = get_obj(vm, o, vm->realm->name.join, self);
    if (method != VALUE_THROWN && !value_is_callable(method))
        method = get_prop(vm, value_from_obj(vm->realm->object_proto),
                          vm->realm->name.toString);
    if (method == VALUE_THROWN)
        return VALUE_THROWN;
    return vm_call(vm, method, self, 0, NULL);
}

/* ---- toLocaleString ---- */

enum {
    L_OBJ,
    L_LEN,
    L_OUT, /* array of the texts */
    LOCALE_REGS
};

/* True when an outer call of this function is at work on the same object. */
static bool is_inside_itself(VM *vm, const NativeFrame *f, Value o)
{
    for (const Frame *p = vm->frame->prev; p; p = p->prev) {
        vm->fuel--;
        if (p->kind == FRAME_NATIVE &&
            p->native.call.callee == f->call.callee &&
            p->native.reg[L_OBJ] == o)
            return true;
    }
    return false;
}

static bool locale_begin(VM *vm, NativeFrame *f)
{
    Obj *o;
    uint64_t length;
    if (!cm__array_this(vm, f->call.this_val, &o, &length))
        return false;
    bool again = is_inside_itself(vm, f, value_from_obj(o));
    Array *out = array_new(vm, 0);
    if (!out)
        return false;
    f->reg[L_OBJ] = value_from_obj(o);
    f->reg[L_LEN] = value_double(again ? 0 : (double)length);
    f->reg[L_OUT] = value_from_obj(out);
    f->i = 0;
    f->pc = 1;
    return true;
}

static bool add_text(VM *vm, NativeFrame *f, Str *s)
{
    if (!s ||
        !cm__array_out(vm, value_obj(f->reg[L_OUT]), f->i, value_from_str(s)))
        return false;
    f->i++;
    return vm_charge(vm, 1);
}

static Step array_to_locale_string(VM *vm, NativeFrame *f)
{
    if (f->pc == 0 && !locale_begin(vm, f))
        return STEP_THROW;
    if (f->pc == 2) {
        if (!add_text(vm, f, to_string(vm, f->result)))
            return STEP_THROW;
        f->pc = 1;
    }
    while (f->i < value_to_double(f->reg[L_LEN])) {
        Value v = element_get(vm, value_obj(f->reg[L_OBJ]), f->i);
        if (v == VALUE_THROWN)
            return STEP_THROW;
        if (value_is_nullish(v)) {
            if (!add_text(vm, f, vm->realm->empty))
                return STEP_THROW;
            continue;
        }
        Value method = get_prop_ascii(vm, v, "toLocaleString");
        if (method == VALUE_THROWN)
            return STEP_THROW;
        f->pc = 2;
        /* ECMA-402 23.1.1 hands locales and options on */
        Value args[2] = { arg(&f->call, 0), arg(&f->call, 1) };
        return native_call(vm, f, method, v, 2, args);
    }
    Obj *out = value_obj(f->reg[L_OUT]);
    return native_return(f, join(vm, out, ((Array *)(void *)out)->length,
                                 vm->realm->units[',']));
}

static const NativeSpec rows[] = {
    { .name = "join", .fn = array_join, .length = 1, .min_args = 1 },
    { .name = "toLocaleString",
      .step = array_to_locale_string,
      .n_regs = LOCALE_REGS },
    { .name = "toString", .fn = array_to_string },
};

void cm__install_array_join(RealmBuilder *b)
{
    realm_functions(b, b->realm->array_proto, rows, CM_ARRAY_LEN(rows));
}
