/* SPDX-License-Identifier: MIT */
#include "runtime/boundary_out.h"

#include "base/numtext.h"
#include "engine/json_value.h"
#include "engine/meter.h"
#include "engine/promise.h"
#include "engine/property.h"
#include "engine/proxy.h"
#include "engine/realm.h"

#include "runtime/boundary_lua.h"
#include "runtime/execution.h"

#include <math.h>
#include <string.h>

#define STRING_PIECE 4096 /* units written between two looks at the limits */

/* ---- accounting ---- */

/* False when the limit or the host refused the output's memory. */
static bool has_memory(const Crossing *c)
{
    if (c->out.status == CM_OK)
        return true;
    c->vm->heap.refused = true;
    return false;
}

/* A step that lacked memory may be taken again. */
static void take_back(Crossing *c, size_t len)
{
    c->out.status = CM_OK;
    cm__buf_truncate(&c->out, len);
}

void cross_done(Crossing *c)
{
    cm__buf_done(&c->out);
    cm__buf_done(&c->why);
}

void cross_mark(struct Gc *gc, const Crossing *c)
{
    gc_mark_value(gc, c->pending);
    gc_mark_value(gc, c->promise);
    for (uint32_t i = 0; i < c->depth; i++) {
        gc_mark_cell(gc, c->frames[i].holder);
        gc_mark_cell(gc, c->frames[i].keys);
    }
}

/* ---- text ---- */

static const char hex[] = "0123456789abcdef";

static void put_unicode_escape(Buf *out, uint32_t unit)
{
    char text[6] = { '\\',
                     'u',
                     hex[unit >> 12 & 15],
                     hex[unit >> 8 & 15],
                     hex[unit >> 4 & 15],
                     hex[unit & 15] };
    cm__buf_add(out, text, sizeof text);
}

static void put_escape(Buf *out, uint32_t unit)
{
    static const char letters[] = { 'b', 't', 'n', 0, 'f', 'r' };
    char c = 0;
    if (unit == '"' || unit == '\\')
        c = (char)unit;
    else if (unit >= 8 && unit <= 13)
        c = letters[unit - 8];
    if (!c) {
        put_unicode_escape(out, unit);
        return;
    }
    cm__buf_add_char(out, '\\');
    cm__buf_add_char(out, c);
}

static bool is_plain(uint32_t unit)
{
    return unit >= 0x20 && unit < 0x7F && unit != '"' && unit != '\\';
}

static uint32_t put_narrow(Buf *out, const uint8_t *p, uint32_t n)
{
    uint32_t i = 0;
    while (i < n) {
        uint32_t start = i;
        while (i < n && is_plain(p[i]))
            i++;
        cm__buf_add(out, p + start, i - start);
        if (i == n)
            break;
        if (p[i] >= 0x7F)
            cm__buf_add_code_point(out, p[i]);
        else
            put_escape(out, p[i]);
        i++;
    }
    return n;
}

static bool is_high(uint32_t unit)
{
    return unit >= 0xD800 && unit <= 0xDBFF;
}

static bool is_low(uint32_t unit)
{
    return unit >= 0xDC00 && unit <= 0xDFFF;
}

/* Writes about n units of [at, len) and returns how many: a pair of surrogates
 * at the end counts as one more. */
static uint32_t put_wide(Buf *out, const uint16_t *p, uint32_t n, uint32_t left)
{
    uint32_t i = 0;
    while (i < n) {
        uint32_t u = p[i++];
        if (u < 0x20 || u == '"' || u == '\\') {
            put_escape(out, u);
        } else if (is_high(u) && i < left && is_low(p[i])) {
            cm__buf_add_code_point(out, 0x10000 + ((u - 0xD800) << 10) +
                                            (p[i++] - 0xDC00u));
        } else if (is_high(u) || is_low(u)) {
            put_unicode_escape(out, u);
        } else {
            cm__buf_add_code_point(out, u);
        }
    }
    return i;
}

/* The string in quotes, in pieces, so that neither time nor memory gets ahead
 * of its limit. */
static bool put_string(Crossing *c, Str *s)
{
    StrView v;
    if (!str_view(c->vm, s, &v))
        return false;
    cm__buf_add_char(&c->out, '"');
    for (uint32_t i = 0; i < v.len;) {
        uint32_t left = v.len - i;
        uint32_t n = left < STRING_PIECE ? left : STRING_PIECE;
        i += v.p8 ? put_narrow(&c->out, v.p8 + i, n)
                  : put_wide(&c->out, v.p16 + i, n, left);
        if (!has_memory(c) || !vm_charge_bytes(c->vm, n))
            return false;
    }
    cm__buf_add_char(&c->out, '"');
    return true;
}

static void put_number(Buf *out, Value v)
{
    char text[CM_NUM_TEXT_MAX];
    if (value_is_int(v)) {
        cm__buf_add(out, text, cm__num_print_int(value_to_int(v), text));
        return;
    }
    double d = value_to_double(v);
    if (isfinite(d))
        cm__buf_add(out, text, cm__num_print(d, text));
    else
        cm__buf_add(out, "null", 4);
}

/* ---- where we are ---- */

static bool is_identifier(const StrView *v)
{
    for (uint32_t i = 0; i < v->len; i++) {
        uint32_t u = view_at(v, i);
        bool letter = (u >= 'a' && u <= 'z') || (u >= 'A' && u <= 'Z') ||
                      u == '_' || u == '$';
        if (!letter && !(i > 0 && u >= '0' && u <= '9'))
            return false;
    }
    return v->len > 0;
}

void cm__path_add_key(VM *vm, Buf *to, PropKey key, bool is_first)
{
    StrView v;
    if (key_is_index(key)) {
        cm__buf_add_fmt(to, "[\"%u\"]", (unsigned)key_to_index(key));
        return;
    }
    Str *s = value_str(key);
    if (!str_view(vm, s, &v))
        return;
    bool bare = is_identifier(&v);
    if (!bare)
        cm__buf_add_str(to, "[\"");
    else if (!is_first)
        cm__buf_add_char(to, '.');
    (void)str_to_utf8(vm, s, to);
    if (!bare)
        cm__buf_add_str(to, "\"]");
}

/* result.items[2]: each frame stands behind the member it hands out. */
static void add_path(Crossing *c, Buf *to)
{
    cm__buf_add_str(to, c->root);
    for (uint32_t i = 0; i < c->depth; i++) {
        const CrossFrame *f = &c->frames[i];
        if (f->keys)
            cm__path_add_key(c->vm, to, f->keys->v[f->at - 1], false);
        else
            cm__buf_add_fmt(to, "[%u]", (unsigned)(f->at - 1));
    }
}

static CrossStatus refuse(Crossing *c, const char *what)
{
    cm__buf_clear(&c->why);
    add_path(c, &c->why);
    cm__buf_add_char(&c->why, ' ');
    cm__buf_add_str(&c->why, what);
    if (c->why.status != CM_OK) {
        c->vm->heap.refused = true;
        return CROSS_THROWN;
    }
    return CROSS_REFUSED;
}

/* ---- members ---- */

static CrossFrame *top(Crossing *c)
{
    return c->depth ? &c->frames[c->depth - 1] : NULL;
}

/* Comma and name before a member that is not dropped. */
static bool put_prefix(Crossing *c)
{
    CrossFrame *f = top(c);
    if (!f)
        return true;
    if (f->wrote)
        cm__buf_add_char(&c->out, ',');
    if (!f->keys)
        return true;
    PropKey key = f->keys->v[f->at - 1];
    if (key_is_index(key)) {
        cm__buf_add_fmt(&c->out, "\"%u\":", (unsigned)key_to_index(key));
        return true;
    }
    if (!put_string(c, value_str(key)))
        return false;
    cm__buf_add_char(&c->out, ':');
    return true;
}

/* The step wrote its member: what was pending is done. */
static CrossStatus finish_member(Crossing *c)
{
    if (!has_memory(c) || !vm_charge(c->vm, 1))
        return CROSS_THROWN;
    if (c->depth)
        top(c)->wrote = true;
    c->pending = VALUE_ABSENT;
    c->converted = false;
    return CROSS_DONE;
}

static CrossStatus put_scalar(Crossing *c, Value v)
{
    if (!put_prefix(c))
        return CROSS_THROWN;
    if (value_is_string(v)) {
        if (!put_string(c, value_str(v)))
            return CROSS_THROWN;
    } else if (value_is_number(v)) {
        put_number(&c->out, v);
    } else if (value_is_bool(v)) {
        cm__buf_add_str(&c->out, v == VALUE_TRUE ? "true" : "false");
    } else {
        cm__buf_add(&c->out, "null", 4);
    }
    return finish_member(c);
}

/* name, message and then the other own enumerable properties. */
static bool error_keys(Crossing *c, Obj *o, KeyList *keys)
{
    const Realm *realm = c->vm->realm;
    KeyList own;
    if (!keys_init(keys, c->vm) || !keys_add(keys, realm->name.name) ||
        !keys_add(keys, realm->name.message) ||
        !obj_own_keys(c->vm, o, KEYS_STRINGS | KEYS_ENUMERABLE, &own))
        return false;
    for (uint32_t i = 0; i < own.n; i++) {
        PropKey key = keys_at(&own, i);
        if (key != realm->name.name && key != realm->name.message &&
            !keys_add(keys, key))
            return false;
    }
    return true;
}

static bool is_ancestor(const Crossing *c, const Obj *o)
{
    for (uint32_t i = 0; i < c->depth; i++)
        if (c->frames[i].holder == o)
            return true;
    return false;
}

static const char *replacement_for(const Obj *o)
{
    switch (obj_class(o)) {
    case CLASS_MAP:
        return "a Map, whose entries are lost: return "
               "Object.fromEntries(map) instead";
    case CLASS_SET:
        return "a Set, whose members are lost: return [...set] instead";
    case CLASS_REGEXP:
        return "a RegExp, whose pattern is lost: return String(regexp) "
               "instead";
    case CLASS_URL_PARAMS:
        return "a URLSearchParams, whose parameters are lost: return "
               "params.toString() instead";
    case CLASS_ITERATOR:
    case CLASS_GENERATOR:
        return "an iterator, whose values are lost: return [...iterator] "
               "instead";
    default:
        return NULL;
    }
}

/* One warning for contents that vanish in a result. */
static bool note_loss(Crossing *c, const Obj *o)
{
    const char *text = replacement_for(o);
    if (!text || !c->tells_losses || c->converted ||
        c->n_losses >= CROSS_MAX_LOSSES)
        return true;
    const cm_allocator *alloc = c->out.alloc;
    Buf message;
    cm__buf_init(&message, alloc, CM_BUF_NO_LIMIT);
    add_path(c, &message);
    cm__buf_add_str(&message, " is ");
    cm__buf_add_str(&message, text);
    Diag d;
    bool ok = message.status == CM_OK &&
              cm__diag_init(&d, alloc, DIAG_INVALID_DATA_VALUE,
                            cm__buf_text(&message), message.len, 0, 0);
    cm__buf_done(&message);
    ok = ok && cm__add_warning(c->vm->host, &d);
    if (ok)
        c->n_losses++;
    else
        c->vm->heap.refused = true;
    return ok;
}

static CrossStatus enter(Crossing *c, Obj *o)
{
    if (is_ancestor(c, o))
        return refuse(c, "refers to a value that contains it (a cycle)");
    CrossFrame f = { .holder = o, .is_error = obj_class(o) == CLASS_ERROR };
    Tri array = is_array(c->vm, value_from_obj(o));
    bool is_array = array == TRI_TRUE;
    if (array == TRI_THROWN)
        return CROSS_THROWN;
    if (is_array) {
        uint64_t n;
        if (!array_like_length(c->vm, o, &n))
            return CROSS_THROWN;
        f.n = n < UINT32_MAX ? (uint32_t)n : UINT32_MAX;
    } else {
        KeyList keys;
        bool ok =
            f.is_error
                ? error_keys(c, o, &keys)
                : obj_own_keys(c->vm, o, KEYS_STRINGS | KEYS_ENUMERABLE, &keys);
        if (!ok)
            return CROSS_THROWN;
        f.keys = keys.cell;
        f.n = keys.n;
        if (!f.keys) {
            f.keys = heap_values_new(&c->vm->heap, 1);
            if (!f.keys)
                return CROSS_THROWN;
        }
    }
    if (!put_prefix(c))
        return CROSS_THROWN;
    cm__buf_add_char(&c->out, is_array ? '[' : '{');
    if (!has_memory(c) || !note_loss(c, o))
        return CROSS_THROWN;
    CrossStatus status = finish_member(c);
    if (status == CROSS_DONE)
        c->frames[c->depth++] = f;
    return status;
}

/* ---- values ---- */

static const char *refused_class(const Obj *o)
{
    switch (obj_class(o)) {
    case CLASS_REFERENCE:
        return "is a tool reference, which is no data: call the tool and "
               "use its answer";
    case CLASS_BUFFER:
        return "is an ArrayBuffer: encode bytes as text or base64";
    case CLASS_TYPED_ARRAY:
        return "is a typed array: encode bytes as text or base64";
    case CLASS_DATA_VIEW:
        return "is a DataView: encode bytes as text or base64";
    default:
        return NULL;
    }
}

static CrossStatus put_missing(Crossing *c)
{
    const CrossFrame *f = top(c);
    if (f && f->is_error && f->keys->v[f->at - 1] == c->vm->realm->name.message)
        return put_scalar(c, value_from_str(c->vm->realm->empty));
    if (f && f->keys) {
        c->pending = VALUE_ABSENT; /* dropped */
        c->converted = false;
        return vm_charge(c->vm, 1) ? CROSS_DONE : CROSS_THROWN;
    }
    return put_scalar(c, VALUE_NULL);
}

/* True when no toJSON can be found: plain data below a frozen intrinsic. */
static bool lacks_to_json(const Crossing *c, Obj *o)
{
    const Realm *realm = c->vm->realm;
    ClassId id = obj_class(o);
    PropSlot slot;
    if (id != CLASS_PLAIN && id != CLASS_ARRAY)
        return false;
    const Obj *proto = o->shape->proto;
    if (proto && proto != realm->object_proto && proto != realm->array_proto)
        return false;
    return !shape_find(c->vm, o->shape, realm->name.toJSON, &slot);
}

/* Replaces an object by what its toJSON gives. */
static bool convert(Crossing *c)
{
    VM *vm = c->vm;
    Value v = c->pending;
    if (lacks_to_json(c, value_obj(v)))
        return true;
    Value method = get_prop(vm, v, vm->realm->name.toJSON);
    if (method == VALUE_THROWN)
        return false;
    if (!value_is_callable(method))
        return true;
    CrossFrame *f = top(c);
    Value key = value_from_str(vm->realm->empty);
    if (f)
        key = key_to_value(vm, f->keys ? f->keys->v[f->at - 1]
                                       : key_index(f->at - 1));
    if (key == VALUE_THROWN)
        return false;
    Value result = vm_call(vm, method, v, 1, &key);
    if (result == VALUE_THROWN)
        return false;
    c->pending = result;
    c->converted = true;
    return true;
}

/* A promise: its value takes its place when it has one. */
static CrossStatus put_promise(Crossing *c, Promise *p)
{
    promise_observe(p);
    switch (p->state) {
    case PROMISE_FULFILLED:
        c->pending = p->value;
        return CROSS_DONE;
    case PROMISE_REJECTED:
        c->vm->exception = p->value;
        return CROSS_THROWN;
    default:
        c->promise = c->pending;
        return CROSS_WAIT;
    }
}

static CrossStatus put_object(Crossing *c)
{
    Obj *o = value_obj(c->pending);
    if (obj_class(o) == CLASS_PROMISE)
        return put_promise(c, (Promise *)(void *)o);
    const char *refused = refused_class(o);
    if (refused)
        return refuse(c, refused);
    if (!c->converted) {
        Value before = c->pending;
        if (!convert(c))
            return CROSS_THROWN;
        if (c->pending != before || c->converted)
            return CROSS_DONE; /* look at the new value */
    }
    if (value_is_callable(c->pending))
        return put_missing(c);
    if (obj_class(o) == CLASS_BOXED) {
        c->pending = ((BoxedObj *)(void *)o)->value;
        return CROSS_DONE;
    }
    if (c->depth > CROSS_MAX_DEPTH)
        return refuse(c, "is nested deeper than 32 levels: use a flatter "
                         "value");
    return enter(c, o);
}

static CrossStatus put(Crossing *c)
{
    Value v = c->pending;
    if (value_is_object(v))
        return put_object(c);
    if (value_is_undefined(v) || v == VALUE_HOLE)
        return put_missing(c);
    if (value_is_symbol(v))
        return refuse(c, "is a symbol: use its description");
    if (value_is_cell(v))
        return refuse(c, "is a BigInt: use Number(x) or String(x)");
    if (c->depth > CROSS_MAX_DEPTH)
        return refuse(c, "is nested deeper than 32 levels: use a flatter "
                         "value");
    return put_scalar(c, v);
}

static Value next_member(Crossing *c, CrossFrame *f)
{
    if (f->keys) {
        PropDesc d;
        PropKey key = f->keys->v[f->at];
        ClassId id = obj_class(f->holder);
        if (id == CLASS_PLAIN &&
            obj_get_own(c->vm, f->holder, key, &d) == TRI_TRUE &&
            d.value != VALUE_ABSENT)
            return d.value;
        return get_obj(c->vm, f->holder, key, value_from_obj(f->holder));
    }
    Value v = obj_element_fast(f->holder, f->at);
    if (v != VALUE_ABSENT)
        return v;
    if (f->at > KEY_MAX_INDEX)
        return VALUE_UNDEFINED;
    return get_obj(c->vm, f->holder, key_index(f->at),
                   value_from_obj(f->holder));
}

CrossStatus cross_step(Crossing *c)
{
    if (c->vm->realm->is_lua)
        return cm__cross_lua(c);
    for (;;) {
        size_t len = c->out.len;
        while (c->pending != VALUE_ABSENT) {
            CrossStatus status = put(c);
            if (status == CROSS_DONE)
                continue;
            take_back(c, len);
            return status;
        }
        if (c->depth == 0)
            return CROSS_DONE;
        CrossFrame *f = top(c);
        if (f->at == f->n) {
            cm__buf_add_char(&c->out, f->keys ? '}' : ']');
            if (!has_memory(c)) {
                take_back(c, len);
                return CROSS_THROWN;
            }
            c->depth--;
            continue;
        }
        Value v = next_member(c, f);
        if (v == VALUE_THROWN)
            return CROSS_THROWN;
        f->at++;
        c->pending = v;
    }
}

/* Data that no program code can see being read is written at once. False: start
 * over with steps, which also find the words for a refusal. */
static bool cross_plain(Crossing *c, Value v, CrossStatus *ret_status)
{
    static const JsonFormat format = { .max_depth = CROSS_MAX_DEPTH,
                                       .is_boundary = true };
    VM *vm = c->vm;
    JsonOut out;
    json_out_init(&out, vm);
    JsonWritten done = json_write_plain(&out, v, &format);
    if (done == JSON_FAILED && vm->exception == VALUE_ABSENT) {
        *ret_status = CROSS_THROWN;
        return true;
    }
    vm->exception = VALUE_ABSENT;
    if (done == JSON_WRITTEN) {
        cm__buf_add(&c->out, out.raw->bytes, json_out_len(&out));
        *ret_status = has_memory(c) ? CROSS_DONE : CROSS_THROWN;
        if (*ret_status == CROSS_DONE)
            c->pending = VALUE_ABSENT;
        else
            take_back(c, 0);
    }
    heap_release(&vm->heap, out.raw);
    return done == JSON_WRITTEN;
}

CrossStatus cross_start(Crossing *c, VM *vm, Value v, const char *root,
                        bool tells_losses)
{
    CrossStatus status;
    const cm_execution *x = vm->host;
    c->vm = vm;
    cm__buf_init(&c->out, &x->charged, CM_BUF_NO_LIMIT);
    cm__buf_init(&c->why, &x->charged, CM_BUF_NO_LIMIT);
    c->root = root;
    c->tells_losses = tells_losses;
    c->n_losses = 0;
    c->pending = v;
    c->promise = VALUE_UNDEFINED;
    c->converted = false;
    c->depth = 0;
    if (!vm->realm->is_lua && value_is_object(v) && cross_plain(c, v, &status))
        return status;
    return cross_step(c);
}

CrossStatus cross_resume(Crossing *c, Value v)
{
    c->promise = VALUE_UNDEFINED;
    c->pending = v;
    return cross_step(c);
}
