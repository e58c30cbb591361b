/* SPDX-License-Identifier: MIT */
/* JSON.stringify, 25.5.2. Plain data goes through the writer of the engine in
 * one go. Everything else, and every call with a replacer, takes the walk here,
 * one property after the other, which lets accessors, toJSON and the replacer
 * run as ordinary calls.
 *
 * A step that is entered again after refused memory must do the same once more:
 * progress (stage, stack, length of the text) is written last in each stage. */
#include <stdio.h>
#include <string.h>

#include "base/utf8.h"
#include "engine/convert.h"
#include "engine/json_value.h"
#include "engine/meter.h"
#include "engine/property.h"
#include "engine/proxy.h"
#include "js/builtins/json_internal.h"

enum {
    R_STATE, /* RawCell with a State; undefined before the start */
    R_OUT,   /* RawCell of the text so far, or undefined */
    R_STACK, /* ValuesCell of levels */
    R_REPLACER,
    R_LIST, /* ValuesCell of names from a replacer array, or undefined */
    R_HOLDER,
    R_KEY, /* a PropKey */
    R_VALUE
};

/* One open container on the stack. */
enum {
    L_OBJECT,
    L_KEYS, /* ValuesCell, or undefined for an array */
    L_AT,
    L_COUNT,
    L_SOME, /* whether something was written */
    L_SIZE
};

#define GAP_UNITS 10
#define GAP_BYTES (GAP_UNITS * 3)

typedef enum Stage {
    STAGE_GET,
    STAGE_GOT, /* an accessor returned */
    STAGE_TO_JSON,
    STAGE_CONVERTED, /* toJSON returned */
    STAGE_REPLACE,
    STAGE_REPLACED, /* the replacer returned */
    STAGE_WRITE,
    STAGE_NEXT,
    STAGE_NOTHING /* the whole has no JSON */
} Stage;

typedef struct State {
    size_t len;
    uint8_t stage; /* Stage */
    bool is_ascii;
    uint8_t gap_len;
    char gap[GAP_BYTES];
} State;

static State *state_of(const NativeFrame *f)
{
    return (State *)(void *)((RawCell *)value_ptr(f->reg[R_STATE]))->bytes;
}

static ValuesCell *stack_of(const NativeFrame *f)
{
    return value_ptr(f->reg[R_STACK]);
}

static uint32_t depth_of(const NativeFrame *f)
{
    return stack_of(f)->n / L_SIZE;
}

static Value *top_level(const NativeFrame *f)
{
    ValuesCell *s = stack_of(f);
    return s->n == 0 ? NULL : s->v + s->n - L_SIZE;
}

static bool is_array_level(const Value *level)
{
    return level[L_KEYS] == VALUE_UNDEFINED;
}

static JsonFormat format_of(const State *s)
{
    return (JsonFormat){ .gap = s->gap_len > 0 ? s->gap : NULL,
                         .gap_len = s->gap_len,
                         .max_depth = JSON_DEPTH_MAX };
}

/* ---- the text, continued in each step ---- */

static JsonOut out_open(VM *vm, const NativeFrame *f)
{
    const State *s = state_of(f);
    JsonOut out;
    json_out_init(&out, vm);
    out.is_ascii = s->is_ascii;
    if (f->reg[R_OUT] == VALUE_UNDEFINED)
        return out;
    out.raw = value_ptr(f->reg[R_OUT]);
    out.at = (char *)out.raw->bytes + s->len;
    out.end = (char *)out.raw->bytes + out.raw->size;
    return out;
}

/* The cell may have moved even when something failed. */
static void out_keep(NativeFrame *f, const JsonOut *out)
{
    if (out->raw != NULL)
        f->reg[R_OUT] = value_from_cell(out->raw);
}

static void out_commit(NativeFrame *f, const JsonOut *out)
{
    State *s = state_of(f);
    s->len = json_out_len(out);
    s->is_ascii = out->is_ascii;
}

/* ---- arguments ---- */

/* The names of a replacer array, 25.5.2 step 4.b. NULL when thrown. */
static bool list_add(VM *vm, Table *seen, KeyList *list, Value item)
{
    if (value_is_object(item)) {
        if (obj_class(value_obj(item)) != CLASS_BOXED)
            return true;
        Value inner = ((BoxedObj *)(void *)value_obj(item))->value;
        if (!value_is_string(inner) && !value_is_number(inner))
            return true;
    } else if (!value_is_string(item) && !value_is_number(item)) {
        return true;
    }
    Str *name = to_string(vm, item);
    PropKey key;
    bool added;
    if (name == NULL || !str_to_key(vm, name, &key) ||
        table_put(vm, seen, value_from_str(name), &added) == NULL)
        return false;
    return !added || keys_add(list, key);
}

static ValuesCell *property_list(VM *vm, Obj *array)
{
    KeyList list;
    Table *seen = table_new(vm, 0);
    uint64_t n;
    if (seen == NULL || !keys_init(&list, vm) ||
        !array_like_length(vm, array, &n))
        return NULL;
    for (uint64_t i = 0; i < n; i++) {
        Value item =
            get_obj(vm, array, key_index((uint32_t)i), value_from_obj(array));
        if (item == VALUE_THROWN || !list_add(vm, seen, &list, item) ||
            !vm_charge(vm, 1))
            return NULL;
    }
    list.cell->n = list.n;
    return list.cell;
}

/* Boxed numbers and strings count as the primitive they convert to. */
static bool unbox(VM *vm, Value *v)
{
    if (!value_is_class(*v, CLASS_BOXED))
        return true;
    Value inner = ((BoxedObj *)(void *)value_obj(*v))->value;
    if (value_is_number(inner)) {
        double d;
        if (!to_number(vm, *v, &d))
            return false;
        *v = value_number(d);
    } else if (value_is_string(inner)) {
        Str *s = to_string(vm, *v);
        if (s == NULL)
            return false;
        *v = value_from_str(s);
    } else if (!value_is_symbol(inner)) {
        *v = inner;
    }
    return true;
}

static bool gap_from_string(VM *vm, Str *s, State *state)
{
    StrView v;
    if (!str_view(vm, s, &v))
        return false;
    uint32_t n = v.len < GAP_UNITS ? v.len : GAP_UNITS;
    size_t len = 0;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t point = view_at(&v, i);
        if ((point & 0xFC00) == 0xD800 && i + 1 < n &&
            (view_at(&v, i + 1) & 0xFC00) == 0xDC00)
            point =
                0x10000 + ((point & 0x3FF) << 10) + (view_at(&v, ++i) & 0x3FF);
        char bytes[4];
        size_t k = cm__utf8_encode(point, bytes);
        memcpy(state->gap + len, bytes, k);
        len += k;
    }
    state->gap_len = (uint8_t)len;
    return true;
}

/* 25.5.2 steps 5 to 8. */
static bool read_space(VM *vm, Value space, State *state)
{
    if (!unbox(vm, &space))
        return false;
    if (value_is_string(space))
        return gap_from_string(vm, value_str(space), state);
    if (!value_is_number(space))
        return true;
    double d = value_num(space);
    int n = d >= GAP_UNITS ? GAP_UNITS : d >= 1 ? (int)d : 0;
    memset(state->gap, ' ', (size_t)n);
    state->gap_len = (uint8_t)n;
    return true;
}

/* ---- stages ---- */

static bool check_data(VM *vm, Value v)
{
    if (value_is_class(v, CLASS_PROMISE))
        throw_await_hint(vm, "a promise");
    else if (value_is_class(v, CLASS_REFERENCE))
        throw_reference_hint(vm);
    else
        return true;
    return false;
}

/* The key as toJSON and the replacer get it. */
static Value key_argument(VM *vm, const NativeFrame *f)
{
    return key_to_value(vm, f->reg[R_KEY]);
}

static Step stage_get(VM *vm, NativeFrame *f)
{
    Value holder = f->reg[R_HOLDER];
    Obj *o = value_obj(holder), *owner;
    PropKey key = f->reg[R_KEY];
    PropDesc d;
    Value v = VALUE_UNDEFINED;
    Tri found = find_prop(vm, o, key, &owner, &d);
    if (found == TRI_THROWN) {
        /* exotic, or a failure that shows again */
        v = get_obj(vm, o, key, holder);
        if (v == VALUE_THROWN)
            return STEP_THROW;
    } else if (found == TRI_TRUE && d.value != VALUE_ABSENT) {
        v = d.value;
    } else if (found == TRI_TRUE && value_is_callable(d.get)) {
        state_of(f)->stage = STAGE_GOT;
        return native_call(vm, f, d.get, holder, 0, NULL);
    }
    f->reg[R_VALUE] = v;
    state_of(f)->stage = STAGE_TO_JSON;
    return STEP_RETURN;
}

static Step stage_to_json(VM *vm, NativeFrame *f)
{
    Value v = f->reg[R_VALUE];
    if (!check_data(vm, v))
        return STEP_THROW;
    Value method = VALUE_UNDEFINED;
    if (value_is_object(v) || value_is_cell(v)) {
        method = get_prop(vm, v, vm->realm->name.toJSON);
        if (method == VALUE_THROWN)
            return STEP_THROW;
    }
    if (!value_is_callable(method)) {
        state_of(f)->stage = STAGE_REPLACE;
        return STEP_RETURN;
    }
    Value key = key_argument(vm, f);
    if (key == VALUE_THROWN)
        return STEP_THROW;
    state_of(f)->stage = STAGE_CONVERTED;
    return native_call(vm, f, method, v, 1, &key);
}

static Step stage_replace(VM *vm, NativeFrame *f)
{
    if (f->reg[R_REPLACER] == VALUE_UNDEFINED) {
        state_of(f)->stage = STAGE_WRITE;
        return STEP_RETURN;
    }
    Value args[2] = { key_argument(vm, f), f->reg[R_VALUE] };
    if (args[0] == VALUE_THROWN)
        return STEP_THROW;
    state_of(f)->stage = STAGE_REPLACED;
    return native_call(vm, f, f->reg[R_REPLACER], f->reg[R_HOLDER], 2, args);
}

/* Comma, line break and name of the coming item. */
static bool write_start(VM *vm, const NativeFrame *f, JsonOut *out)
{
    const Value *level = top_level(f);
    if (level == NULL)
        return true;
    JsonFormat format = format_of(state_of(f));
    if (level[L_SOME] == VALUE_TRUE && !json_out_bytes(out, ",", 1))
        return false;
    if (!json_out_newline(out, &format, depth_of(f)))
        return false;
    if (is_array_level(level))
        return true;
    Value name = key_argument(vm, f);
    return name != VALUE_THROWN && json_out_string(out, value_str(name)) &&
           json_out_bytes(out, ": ", format.gap != NULL ? 2 : 1);
}

static bool check_open(VM *vm, const NativeFrame *f, Value v)
{
    const ValuesCell *stack = stack_of(f);
    if (!vm_charge(vm, depth_of(f) / 8))
        return false;
    for (uint32_t i = 0; i < stack->n; i += L_SIZE)
        if (stack->v[i + L_OBJECT] == v) {
            throw_type(vm, "Converting circular structure to JSON");
            return false;
        }
    if (depth_of(f) >= JSON_DEPTH_MAX) {
        throw_range(vm, "JSON nesting exceeds %u levels",
                    (unsigned)JSON_DEPTH_MAX);
        return false;
    }
    return true;
}

static bool count_members(VM *vm, const NativeFrame *f, Obj *o, Value *ret_keys,
                          uint64_t *ret_n)
{
    *ret_keys = VALUE_UNDEFINED;
    Tri array = is_array(vm, value_from_obj(o));
    if (array == TRI_THROWN)
        return false;
    if (array == TRI_TRUE)
        return array_like_length(vm, o, ret_n);
    if (f->reg[R_LIST] != VALUE_UNDEFINED) {
        *ret_keys = f->reg[R_LIST];
        *ret_n = ((ValuesCell *)value_ptr(*ret_keys))->n;
        return true;
    }
    KeyList keys;
    if (!obj_own_keys(vm, o, KEYS_STRINGS | KEYS_ENUMERABLE, &keys))
        return false;
    *ret_keys = value_from_cell(keys.cell);
    *ret_n = keys.n;
    return true;
}

static void mark_some(const NativeFrame *f)
{
    Value *level = top_level(f);
    if (level != NULL)
        level[L_SOME] = VALUE_TRUE;
}

static bool write_open(VM *vm, NativeFrame *f, Obj *o)
{
    Value keys;
    uint64_t n;
    if (!check_open(vm, f, value_from_obj(o)) ||
        !count_members(vm, f, o, &keys, &n))
        return false;
    ValuesCell *stack = stack_of(f);
    stack = heap_values_grow(&vm->heap, stack, (size_t)stack->n + L_SIZE);
    if (stack == NULL)
        return false;
    f->reg[R_STACK] = value_from_cell(stack);
    JsonOut out = out_open(vm, f);
    bool ok = write_start(vm, f, &out) &&
              json_out_bytes(&out, keys == VALUE_UNDEFINED ? "[" : "{", 1);
    out_keep(f, &out);
    if (!ok)
        return false;
    mark_some(f);
    Value *level = stack->v + stack->n;
    level[L_OBJECT] = value_from_obj(o);
    level[L_KEYS] = keys;
    level[L_AT] = value_int(0);
    level[L_COUNT] = value_size((size_t)n);
    level[L_SOME] = VALUE_FALSE;
    stack->n += L_SIZE;
    out_commit(f, &out);
    return true;
}

static bool has_json(Value v)
{
    if (value_is_object(v))
        return !value_is_callable(v);
    return v != VALUE_UNDEFINED && !value_is_symbol(v);
}

/* JSON.rawJSON's text, as it is but for lone surrogates: these stand in a
 * string, where their escape means the same. */
static bool write_raw(VM *vm, JsonOut *out, Str *text)
{
    StrView v;
    if (!str_view(vm, text, &v) || !vm_charge_bytes(vm, v.len))
        return false;
    for (uint32_t i = 0; i < v.len; i++) {
        char bytes[8];
        uint32_t n, c = view_at(&v, i);
        if ((c & 0xFC00) == 0xD800 && i + 1 < v.len &&
            (view_at(&v, i + 1) & 0xFC00) == 0xDC00)
            c = 0x10000 + ((c & 0x3FF) << 10) + (view_at(&v, ++i) & 0x3FF);
        if ((c & ~UINT32_C(0x7FF)) == 0xD800)
            n = (uint32_t)snprintf(bytes, sizeof bytes, "\\u%04x", c);
        else
            n = (uint32_t)cm__utf8_encode(c, bytes);
        if (c >= 0x80)
            out->is_ascii = false;
        if (!json_out_bytes(out, bytes, n))
            return false;
    }
    return true;
}

static bool write_scalar(VM *vm, NativeFrame *f, Value v)
{
    JsonOut out = out_open(vm, f);
    bool ok = write_start(vm, f, &out);
    if (!ok)
        ;
    else if (value_is_string(v))
        ok = json_out_string(&out, value_str(v));
    else if (value_is_object(v))
        ok = write_raw(vm, &out, cm__json_raw_text(value_obj(v)));
    else if (value_is_number(v))
        ok = json_out_number(&out, v);
    else if (v == VALUE_TRUE)
        ok = json_out_bytes(&out, "true", 4);
    else if (v == VALUE_FALSE)
        ok = json_out_bytes(&out, "false", 5);
    else
        ok = json_out_bytes(&out, "null", 4);
    out_keep(f, &out);
    if (!ok)
        return false;
    mark_some(f);
    out_commit(f, &out);
    return true;
}

static Step stage_write(VM *vm, NativeFrame *f)
{
    Value v = f->reg[R_VALUE];
    if (!check_data(vm, v) || !unbox(vm, &v))
        return STEP_THROW;
    const Value *level = top_level(f);
    Stage after = STAGE_NEXT;
    if (!has_json(v)) {
        if (level == NULL)
            after = STAGE_NOTHING;
        else if (is_array_level(level) && !write_scalar(vm, f, VALUE_NULL))
            return STEP_THROW;
    } else if (value_is_object(v) && !value_is_class(v, CLASS_RAW_JSON)) {
        if (!write_open(vm, f, value_obj(v)))
            return STEP_THROW;
    } else if (value_is_cell(v)) {
        throw_type(vm, "Do not know how to serialize a BigInt");
        return STEP_THROW;
    } else if (!write_scalar(vm, f, v)) {
        return STEP_THROW;
    }
    state_of(f)->stage = (uint8_t)after;
    return STEP_RETURN;
}

static bool write_close(VM *vm, NativeFrame *f, const Value *level)
{
    JsonFormat format = format_of(state_of(f));
    JsonOut out = out_open(vm, f);
    bool ok = level[L_SOME] != VALUE_TRUE ||
              json_out_newline(&out, &format, depth_of(f) - 1);
    ok = ok && json_out_bytes(&out, is_array_level(level) ? "]" : "}", 1);
    out_keep(f, &out);
    if (!ok)
        return false;
    stack_of(f)->n -= L_SIZE;
    out_commit(f, &out);
    return true;
}

static Step stage_next(VM *vm, NativeFrame *f)
{
    Value *level = top_level(f);
    double at = value_num(level[L_AT]);
    if (at >= value_num(level[L_COUNT]))
        return write_close(vm, f, level) ? STEP_RETURN : STEP_THROW;
    f->reg[R_HOLDER] = level[L_OBJECT];
    f->reg[R_KEY] =
        is_array_level(level)
            ? key_index((uint32_t)at)
            : ((ValuesCell *)value_ptr(level[L_KEYS]))->v[(size_t)at];
    level[L_AT] = value_number(at + 1);
    state_of(f)->stage = STAGE_GET;
    return STEP_RETURN;
}

static void take_result(NativeFrame *f, Stage after)
{
    f->reg[R_VALUE] = f->result;
    state_of(f)->stage = (uint8_t)after;
}

static Step finish(VM *vm, NativeFrame *f)
{
    JsonOut out = out_open(vm, f);
    Str *s = json_out_finish(&out);
    if (s != NULL)
        f->reg[R_OUT] = VALUE_UNDEFINED; /* the cell is the string's or gone */
    return native_return(f, s == NULL ? VALUE_THROWN : value_from_str(s));
}

/* STEP_RETURN of a stage means: go on. */
static Step walk(VM *vm, NativeFrame *f)
{
    for (;;) {
        Step s = STEP_RETURN;
        if (!vm_charge(vm, 1))
            return STEP_THROW;
        switch ((Stage)state_of(f)->stage) {
        case STAGE_GET:
            s = stage_get(vm, f);
            break;
        case STAGE_GOT:
            take_result(f, STAGE_TO_JSON);
            break;
        case STAGE_TO_JSON:
            s = stage_to_json(vm, f);
            break;
        case STAGE_CONVERTED:
            take_result(f, STAGE_REPLACE);
            break;
        case STAGE_REPLACE:
            s = stage_replace(vm, f);
            break;
        case STAGE_REPLACED:
            take_result(f, STAGE_WRITE);
            break;
        case STAGE_WRITE:
            s = stage_write(vm, f);
            break;
        case STAGE_NEXT:
            if (top_level(f) == NULL)
                return finish(vm, f);
            s = stage_next(vm, f);
            break;
        case STAGE_NOTHING:
            return native_return(f, VALUE_UNDEFINED);
        }
        if (s != STEP_RETURN)
            return s;
    }
}

/* ---- start ---- */

static bool start_walk(VM *vm, NativeFrame *f, const State *state)
{
    Obj *wrapper = obj_new_plain(vm);
    PropKey key = value_from_str(vm->realm->empty);
    ValuesCell *stack = heap_values_new(&vm->heap, (size_t)8 * L_SIZE);
    RawCell *raw = heap_raw_new(&vm->heap, sizeof(State));
    if (wrapper == NULL || stack == NULL || raw == NULL ||
        !obj_put(vm, wrapper, key, f->call.args[0]))
        return false;
    memcpy(raw->bytes, state, sizeof(*state));
    f->reg[R_OUT] = VALUE_UNDEFINED;
    f->reg[R_STACK] = value_from_cell(stack);
    f->reg[R_HOLDER] = value_from_obj(wrapper);
    f->reg[R_KEY] = key;
    f->reg[R_STATE] = value_from_cell(raw);
    return true;
}

/* The arguments; true when the walk was started, else *ret_step is the answer.
 * */
static bool start(VM *vm, NativeFrame *f, Step *ret_step)
{
    State state = { .stage = STAGE_GET, .is_ascii = true };
    Value replacer = f->call.args[1];
    Tri list_given = TRI_FALSE;
    if (!value_is_callable(replacer))
        list_given = is_array(vm, replacer);
    *ret_step = STEP_THROW;
    if (list_given == TRI_THROWN)
        return false;
    f->reg[R_REPLACER] = f->reg[R_LIST] = VALUE_UNDEFINED;
    if (value_is_callable(replacer)) {
        f->reg[R_REPLACER] = replacer;
    } else if (list_given == TRI_TRUE) {
        ValuesCell *list = property_list(vm, value_obj(replacer));
        if (list == NULL)
            return false;
        f->reg[R_LIST] = value_from_cell(list);
    }
    if (!read_space(vm, f->call.args[2], &state))
        return false;
    if (f->reg[R_REPLACER] == VALUE_UNDEFINED &&
        f->reg[R_LIST] == VALUE_UNDEFINED) {
        JsonFormat format = format_of(&state);
        JsonOut out;
        json_out_init(&out, vm);
        JsonWritten done = json_write_plain(&out, f->call.args[0], &format);
        if (done == JSON_WRITTEN) {
            Str *s = json_out_finish(&out);
            *ret_step =
                native_return(f, s == NULL ? VALUE_THROWN : value_from_str(s));
            return false;
        }
        heap_release(&vm->heap, out.raw);
        if (done == JSON_NOTHING)
            *ret_step = native_return(f, VALUE_UNDEFINED);
        if (done != JSON_NOT_PLAIN)
            return false;
    }
    return start_walk(vm, f, &state);
}

Step cm__json_stringify_step(VM *vm, NativeFrame *f)
{
    Step s;
    if (f->reg[R_STATE] == VALUE_UNDEFINED && !start(vm, f, &s))
        return s;
    return walk(vm, f);
}
