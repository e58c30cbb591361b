/* SPDX-License-Identifier: MIT */
/* JSON.parse, 25.5.1. The reviver's walk (InternalizeJSONProperty) keeps its
 * own stack of open objects, so depth costs heap and never the C stack. All
 * progress lies in registers and is written last in each step: a step that is
 * entered again after refused memory does the same once more. */
#include "engine/code.h"
#include "engine/convert.h"
#include "engine/json_value.h"
#include "engine/meter.h"
#include "engine/property.h"
#include "engine/proxy.h"
#include "js/builtins/json_internal.h"

enum {
    R_STAGE, /* undefined before the text was read */
    R_STACK, /* ValuesCell of levels */
    R_TEXT,
    R_HOLDER,
    R_KEY, /* a PropKey */
    R_VALUE,
    R_SOURCES, /* ValuesCell of json_source.c, or undefined */
    R_SOURCE   /* record of the value to look at, then of R_VALUE when that is
                  what the text had there; or undefined */
};

/* One open object on the stack. */
enum {
    L_HOLDER,
    L_KEY,
    L_OBJECT,
    L_KEYS, /* ValuesCell, or undefined for an array */
    L_AT,
    L_COUNT,
    L_SOURCE,     /* record of the next element, or Table of the members, or
                 undefined */
    L_SOURCE_END, /* of the elements */
    L_SIZE
};

typedef enum Stage {
    STAGE_VISIT, /* look at holder[key] */
    STAGE_CALL,  /* call the reviver with holder, key, value */
    STAGE_CALLED,
    STAGE_NEXT /* next property of the innermost object */
} Stage;

static void go(NativeFrame *f, Stage s)
{
    f->reg[R_STAGE] = value_int(s);
}

/* A field of R_SOURCE's record. */
static const Value *source_field(const NativeFrame *f, unsigned field)
{
    const ValuesCell *records = value_ptr(f->reg[R_SOURCES]);
    return &records->v[(uint32_t)value_num(f->reg[R_SOURCE]) + field];
}

static ValuesCell *stack_of(const NativeFrame *f)
{
    return value_ptr(f->reg[R_STACK]);
}

static Value *top_level(const NativeFrame *f)
{
    ValuesCell *s = stack_of(f);
    return s->v + s->n - L_SIZE;
}

/* What a new level knows of the sources of its members. VALUE_THROWN when
 * refused. */
static Value member_sources(VM *vm, const NativeFrame *f, bool is_array)
{
    if (f->reg[R_SOURCE] == VALUE_UNDEFINED)
        return VALUE_UNDEFINED;
    const ValuesCell *records = value_ptr(f->reg[R_SOURCES]);
    uint32_t record = (uint32_t)value_num(f->reg[R_SOURCE]);
    if (is_array)
        return value_uint32(record + SOURCE_SIZE);
    Table *t = cm__json_source_members(vm, records, record);
    return t != NULL ? value_from_cell(t) : VALUE_THROWN;
}

/* Names of an object or length of an array into a new level. */
static bool push_level(VM *vm, NativeFrame *f, Obj *o)
{
    KeyList keys = { .cell = NULL };
    uint64_t n;
    Tri array = is_array(vm, value_from_obj(o));
    if (array == TRI_THROWN)
        return false;
    if (array == TRI_TRUE) {
        if (!array_like_length(vm, o, &n))
            return false;
    } else {
        if (!obj_own_keys(vm, o, KEYS_STRINGS | KEYS_ENUMERABLE, &keys))
            return false;
        n = keys.n;
    }
    Value sources = member_sources(vm, f, array == TRI_TRUE);
    if (sources == VALUE_THROWN)
        return false;
    ValuesCell *stack = stack_of(f);
    ValuesCell *grown =
        heap_values_grow(&vm->heap, stack, (size_t)stack->n + L_SIZE);
    if (grown == NULL)
        return false;
    f->reg[R_STACK] = value_from_cell(grown);
    Value *level = grown->v + grown->n;
    level[L_HOLDER] = f->reg[R_HOLDER];
    level[L_KEY] = f->reg[R_KEY];
    level[L_OBJECT] = value_from_obj(o);
    level[L_KEYS] =
        array == TRI_TRUE ? VALUE_UNDEFINED : value_from_cell(keys.cell);
    level[L_AT] = value_int(0);
    level[L_COUNT] = value_size((size_t)n);
    level[L_SOURCE] = sources;
    level[L_SOURCE_END] = f->reg[R_SOURCE] == VALUE_UNDEFINED
                              ? VALUE_UNDEFINED
                              : *source_field(f, SOURCE_NEXT);
    grown->n += L_SIZE;
    return true;
}

static bool visit(VM *vm, NativeFrame *f)
{
    Value holder = f->reg[R_HOLDER];
    Value v = get_obj(vm, value_obj(holder), f->reg[R_KEY], holder);
    if (v == VALUE_THROWN)
        return false;
    if (f->reg[R_SOURCE] != VALUE_UNDEFINED &&
        !same_value(vm, *source_field(f, SOURCE_VALUE), v))
        f->reg[R_SOURCE] = VALUE_UNDEFINED;
    if (value_is_object(v)) {
        if (!push_level(vm, f, value_obj(v)))
            return false;
        go(f, STAGE_NEXT);
        return true;
    }
    f->reg[R_VALUE] = v;
    go(f, STAGE_CALL);
    return true;
}

/* The record of the next member. */
static void next_source(VM *vm, NativeFrame *f, Value *level, PropKey key)
{
    Value known = level[L_SOURCE];
    f->reg[R_SOURCE] = VALUE_UNDEFINED;
    if (known == VALUE_UNDEFINED)
        return;
    if (!value_is_number(known)) {
        const TableEntry *e = table_find(vm, value_ptr(known), key);
        if (e != NULL)
            f->reg[R_SOURCE] = e->value;
        return;
    }
    if (value_num(known) >= value_num(level[L_SOURCE_END]))
        return;
    f->reg[R_SOURCE] = known;
    level[L_SOURCE] = *source_field(f, SOURCE_NEXT);
}

static void next(VM *vm, NativeFrame *f)
{
    Value *level = top_level(f);
    double at = value_num(level[L_AT]);
    if (at < value_num(level[L_COUNT])) {
        f->reg[R_HOLDER] = level[L_OBJECT];
        f->reg[R_KEY] =
            level[L_KEYS] == VALUE_UNDEFINED
                ? key_index((uint32_t)at)
                : ((ValuesCell *)value_ptr(level[L_KEYS]))->v[(size_t)at];
        level[L_AT] = value_number(at + 1);
        next_source(vm, f, level, f->reg[R_KEY]);
        go(f, STAGE_VISIT);
        return;
    }
    f->reg[R_HOLDER] = level[L_HOLDER];
    f->reg[R_KEY] = level[L_KEY];
    f->reg[R_VALUE] = level[L_OBJECT];
    f->reg[R_SOURCE] = VALUE_UNDEFINED;
    stack_of(f)->n -= L_SIZE;
    go(f, STAGE_CALL);
}

/* { source } for a primitive as the text has it, else an empty object. */
static Value make_context(VM *vm, const NativeFrame *f)
{
    Obj *o = obj_new_plain(vm);
    if (o == NULL || f->reg[R_SOURCE] == VALUE_UNDEFINED)
        return o == NULL ? VALUE_THROWN : value_from_obj(o);
    Str *source = str_slice(vm, value_str(f->reg[R_TEXT]),
                            (uint32_t)value_num(*source_field(f, SOURCE_START)),
                            (uint32_t)value_num(*source_field(f, SOURCE_END)));
    PropKey key = key_ascii(vm, "source");
    if (source == NULL || key == VALUE_ABSENT ||
        !obj_put(vm, o, key, value_from_str(source)))
        return VALUE_THROWN;
    return value_from_obj(o);
}

static Step call_reviver(VM *vm, NativeFrame *f)
{
    Value args[3] = { key_to_value(vm, f->reg[R_KEY]), f->reg[R_VALUE],
                      VALUE_UNDEFINED };
    bool contexts = f->reg[R_SOURCES] != VALUE_UNDEFINED;
    if (contexts)
        args[2] = make_context(vm, f);
    if (args[0] == VALUE_THROWN || args[2] == VALUE_THROWN)
        return STEP_THROW;
    go(f, STAGE_CALLED);
    return native_call(vm, f, f->call.args[1], f->reg[R_HOLDER],
                       contexts ? 3 : 2, args);
}

/* What the reviver answered replaces the property or deletes it. */
static bool apply(VM *vm, NativeFrame *f)
{
    Obj *holder = value_obj(f->reg[R_HOLDER]);
    PropKey key = f->reg[R_KEY];
    Tri done;
    if (f->result == VALUE_UNDEFINED) {
        done = obj_delete_own(vm, holder, key);
    } else {
        PropDesc d = { f->result, VALUE_UNDEFINED, VALUE_UNDEFINED,
                       PROP_DEFAULT,
                       HAS_VALUE | HAS_WRITABLE | HAS_ENUMERABLE |
                           HAS_CONFIGURABLE };
        done = obj_define_own(vm, holder, key, &d);
    }
    if (done == TRI_THROWN)
        return false;
    go(f, STAGE_NEXT);
    return true;
}

static Step revive(VM *vm, NativeFrame *f)
{
    for (;;) {
        if (!vm_charge(vm, 1))
            return STEP_THROW;
        switch ((Stage)value_to_int(f->reg[R_STAGE])) {
        case STAGE_VISIT:
            if (!visit(vm, f))
                return STEP_THROW;
            break;
        case STAGE_CALL:
            return call_reviver(vm, f);
        case STAGE_CALLED:
            if (stack_of(f)->n == 0)
                return native_return(f, f->result);
            if (!apply(vm, f))
                return STEP_THROW;
            break;
        case STAGE_NEXT:
            next(vm, f);
            break;
        }
    }
}

/* Whether a reviver can see a third argument: most do not, and then nothing is
 * made for it. */
static bool sees_context(Value reviver)
{
    if (!value_is_class(reviver, CLASS_FUNCTION))
        return true;
    const FuncProto *p = ((const Closure *)value_ptr(reviver))->proto;
    return p->n_params > 2 || p->flags & FUNC_VARARG;
}

static bool start_reviving(VM *vm, NativeFrame *f, Str *text, Value v)
{
    Obj *root = obj_new_plain(vm);
    PropKey key = value_from_str(vm->realm->empty);
    ValuesCell *stack = heap_values_new(&vm->heap, (size_t)8 * L_SIZE);
    Value sources = VALUE_UNDEFINED, source = VALUE_UNDEFINED;
    if (root == NULL || stack == NULL || !obj_put(vm, root, key, v))
        return false;
    if (sees_context(f->call.args[1])) {
        ValuesCell *records = cm__json_sources(vm, text, v);
        if (records == NULL)
            return false;
        sources = value_from_cell(records);
        source = value_int(0);
    }
    f->reg[R_TEXT] = value_from_str(text);
    f->reg[R_SOURCES] = sources;
    f->reg[R_SOURCE] = source;
    f->reg[R_STACK] = value_from_cell(stack);
    f->reg[R_HOLDER] = value_from_obj(root);
    f->reg[R_KEY] = key;
    go(f, STAGE_VISIT);
    return true;
}

/* Data given in place of text is a common mistake with tool answers. */
static Value not_text(VM *vm)
{
    return throw_suggest(vm, DIAG_EXECUTION_FAILURE, ERR_SYNTAX,
                         "The value is data already: use it as it is, without "
                         "JSON.parse.",
                         "Invalid JSON: the argument is an object, not a text");
}

static Value read_argument(VM *vm, Value v, Str **ret_text)
{
    if (value_is_object(v) && (obj_class(value_obj(v)) == CLASS_PLAIN ||
                               obj_class(value_obj(v)) == CLASS_ARRAY)) {
        Str *text = to_string(vm, v);
        if (text == NULL)
            return VALUE_THROWN;
        *ret_text = text;
        Value parsed = json_parse_str(vm, text);
        if (parsed != VALUE_THROWN || vm->exception == VALUE_ABSENT)
            return parsed;
        vm->exception = VALUE_ABSENT;
        return not_text(vm);
    }
    *ret_text = to_string(vm, v);
    return *ret_text == NULL ? VALUE_THROWN : json_parse_str(vm, *ret_text);
}

Step cm__json_parse_step(VM *vm, NativeFrame *f)
{
    if (f->reg[R_STAGE] == VALUE_UNDEFINED) {
        Str *text;
        Value v = read_argument(vm, f->call.args[0], &text);
        if (v == VALUE_THROWN || !value_is_callable(f->call.args[1]))
            return native_return(f, v);
        if (!start_reviving(vm, f, text, v))
            return STEP_THROW;
    }
    return revive(vm, f);
}
