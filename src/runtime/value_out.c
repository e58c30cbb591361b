/* SPDX-License-Identifier: MIT */
/* Arguments of extensions: program values to values of the host;
 * spec/execution.md 4.4, spec/lua.md 3.1.
 *
 * A walk with its own stack of at most 33 containers. It may be run again after
 * a refusal of memory, since nothing of the program changes; getters run
 * nested. What is built is charged to the heap as it grows: shared values are
 * copied each time, so that a small program could ask for a large tree. */
#include "runtime/extension.h"

#include "engine/buffer.h"
#include "engine/convert.h"
#include "engine/meter.h"
#include "engine/property.h"
#include "engine/proxy.h"
#include "engine/realm.h"
#include "engine/table.h"
#include "js/builtins/builtins.h"
#include "lua/lua_lib.h"
#include "runtime/boundary_out.h"
#include "runtime/execution.h"
#include "json/tree.h"

#include <stdio.h>
#include <string.h>

/* How the members of a container are found. */
typedef enum Walk {
    WALK_INDEX,  /* elements of an array */
    WALK_KEYS,   /* properties */
    WALK_FIELDS, /* data properties of an error, then its cause */
    WALK_MAP,    /* keys and values of `row` by turns */
    WALK_SET
} Walk;

typedef struct Level {
    Obj *from;
    cm_value *to;      /* owned until it is added to the level below */
    ValuesCell *row;   /* keys, entries, members as they were */
    cm_value *map_key; /* owned: waits for its value */
    uint32_t at, n;
    Walk walk;
} Level;

typedef struct ValueOut {
    VM *vm;
    const cm_allocator *alloc; /* of the values, which may outlive it all */
    const cm_allocator *texts; /* of what goes again: charged by itself */
    const ExtensionEntry *entry;
    uint32_t argument; /* from 1 */
    uint32_t depth;
    size_t charged;
    Level levels[CROSS_MAX_DEPTH + 1];
} ValueOut;

typedef enum OutStatus {
    OUT_DONE,    /* *ret_value */
    OUT_OPENED,  /* a level was pushed for it */
    OUT_DROPPED, /* refused inside a field of an error, which is left out */
    OUT_FAILED
} OutStatus;

#define NODE_SIZE HOST_NODE_SIZE
#define ROWS_SIZE HOST_ROWS_SIZE

static bool charge(ValueOut *c, size_t bytes)
{
    if (!vm_charge_bytes(c->vm, bytes) || !heap_charge(&c->vm->heap, bytes))
        return false;
    c->charged += bytes;
    return true;
}

/* Bytes of memory beyond those that were charged as work. */
static bool hold(ValueOut *c, size_t bytes)
{
    if (!heap_charge(&c->vm->heap, bytes))
        return false;
    c->charged += bytes;
    return true;
}

/* A copy of a text of which two bytes a unit were charged. */
static bool hold_text(ValueOut *c, const Str *s, const Buf *text)
{
    size_t before = (size_t)s->len * 2;
    return text->len < before || hold(c, text->len + 1 - before);
}

static bool refused(const ValueOut *c)
{
    c->vm->heap.refused = true;
    return false;
}

/* A leaf, or NULL when memory for it was refused. */
static OutStatus leaf(ValueOut *c, cm_value *v, cm_value **ret_value)
{
    *ret_value = v;
    if (!v)
        (void)refused(c);
    return v ? OUT_DONE : OUT_FAILED;
}

/* ---- refusals ---- */

/* handlers[0]: each level stands behind the member it hands out. */
static void add_path(ValueOut *c, Buf *to)
{
    size_t start = to->len;
    for (uint32_t i = 0; i < c->depth; i++) {
        const Level *l = &c->levels[i];
        switch (l->walk) {
        case WALK_INDEX:
        case WALK_SET:
            cm__buf_add_fmt(to, "[%u]", (unsigned)(l->at - 1));
            break;
        case WALK_MAP:
            cm__buf_add_fmt(to, "[%u]", (unsigned)((l->at - 1) / 2));
            break;
        case WALK_KEYS:
        case WALK_FIELDS:
            cm__path_add_key(c->vm, to, l->row->v[l->at - 1], to->len == start);
            break;
        }
    }
}

static OutStatus throw_refusal(ValueOut *c, const char *what)
{
    Buf text;
    cm__buf_init(&text, c->texts, CM_BUF_NO_LIMIT);
    cm__buf_add_fmt(&text, "argument %u of %s", (unsigned)c->argument,
                    c->entry->path);
    if (c->depth) {
        cm__buf_add_str(&text, ": ");
        add_path(c, &text);
    }
    cm__buf_add_char(&text, ' ');
    cm__buf_add_str(&text, what);
    if (text.status == CM_OK)
        throw_kind(c->vm, DIAG_INVALID_DATA_VALUE, ERR_TYPE, "%s",
                   cm__buf_text(&text));
    else
        (void)refused(c);
    cm__buf_done(&text);
    return OUT_FAILED;
}

static void close_level(ValueOut *c)
{
    Level *l = &c->levels[--c->depth];
    cm_value_free(l->to);
    cm_value_free(l->map_key);
}

/* A refusal below an error costs that error the field or cause, no more. */
static OutStatus refuse(ValueOut *c, const char *what)
{
    uint32_t i = c->depth;
    while (i > 0 && c->levels[i - 1].walk != WALK_FIELDS)
        i--;
    if (i == 0)
        return throw_refusal(c, what);
    while (c->depth > i)
        close_level(c);
    return OUT_DROPPED;
}

/* ---- leaves ---- */

static OutStatus out_text(ValueOut *c, cm_value_type type, Str *s,
                          cm_value **ret_value)
{
    Buf text;
    cm__buf_init(&text, c->texts, CM_BUF_NO_LIMIT);
    cm_value *v = NULL;
    bool ok = s && charge(c, (size_t)s->len * 2) &&
              str_to_utf8(c->vm, s, &text) && text.status == CM_OK &&
              hold_text(c, s, &text);
    if (ok)
        v = type == CM_VALUE_URL
                ? cm_value_url(c->alloc, cm__buf_text(&text), text.len)
                : cm_value_string(c->alloc, cm__buf_text(&text), text.len);
    if (s && c->vm->exception == VALUE_ABSENT && !v)
        (void)refused(c);
    cm__buf_done(&text);
    *ret_value = v;
    return v ? OUT_DONE : OUT_FAILED;
}

static OutStatus out_bytes(ValueOut *c, const unsigned char *bytes, size_t len,
                           cm_value **ret_value)
{
    if (!charge(c, len))
        return OUT_FAILED;
    return leaf(c, cm_value_bytes(c->alloc, len ? bytes : NULL, len),
                ret_value);
}

static OutStatus out_view(ValueOut *c, Obj *o, cm_value **ret_value)
{
    const ViewObj *v = (const ViewObj *)(const void *)o;
    uint32_t n;
    if (view_kind(v) != ELEMENT_UINT8)
        return refuse(c, "is a typed array other than Uint8Array: give its "
                         "bytes as a Uint8Array");
    if (!view_length(v, &n))
        return refuse(c, "is a Uint8Array without a buffer");
    return out_bytes(c, n ? view_at_element(v, 0) : NULL, n, ret_value);
}

static OutStatus out_buffer(ValueOut *c, Obj *o, cm_value **ret_value)
{
    const BufferObj *b = (const BufferObj *)(const void *)o;
    if (!b->data)
        return refuse(c, "is a detached ArrayBuffer");
    return out_bytes(c, b->data->bytes, b->length, ret_value);
}

/* What an intrinsic getter of RegExp.prototype says. */
static Str *regexp_part(VM *vm, Obj *o, const char *name)
{
    PropDesc d;
    PropKey key = key_ascii(vm, name);
    if (key == VALUE_ABSENT ||
        obj_get_own(vm, vm->realm->regexp_proto, key, &d) != TRI_TRUE)
        return NULL;
    Value v = vm_call(vm, d.get, value_from_obj(o), 0, NULL);
    return value_is_string(v) ? value_str(v) : NULL;
}

static OutStatus out_regexp(ValueOut *c, Obj *o, cm_value **ret_value)
{
    VM *vm = c->vm;
    Str *source = regexp_part(vm, o, "source");
    Str *flags = source ? regexp_part(vm, o, "flags") : NULL;
    Buf text, letters;
    cm__buf_init(&text, c->texts, CM_BUF_NO_LIMIT);
    cm__buf_init(&letters, c->texts, CM_BUF_NO_LIMIT);
    OutStatus status = OUT_FAILED;
    if (flags && charge(c, (size_t)source->len * 2)) {
        if (str_to_utf8(vm, source, &text) &&
            str_to_utf8(vm, flags, &letters) && hold_text(c, source, &text))
            status = leaf(c,
                          cm_value_regexp(c->alloc, cm__buf_text(&text),
                                          text.len, cm__buf_text(&letters)),
                          ret_value);
        else
            (void)refused(c);
    }
    cm__buf_done(&text);
    cm__buf_done(&letters);
    return status;
}

/* URLSearchParams, Headers: a list of names and values. */
static OutStatus out_pairs(ValueOut *c, Obj *o, cm_value_type type,
                           cm_value **ret_value)
{
    const PairsObj *p = (const PairsObj *)(const void *)o;
    uint32_t n = p->pairs ? p->pairs->n : 0;
    cm_value *v = cm_value_new(c->alloc, type);
    bool ok = v || refused(c);
    for (uint32_t i = 0; ok && i + 1 < n; i += 2) {
        Buf key;
        cm_value *text = NULL;
        cm__buf_init(&key, c->texts, CM_BUF_NO_LIMIT);
        Str *name = value_str(p->pairs->v[i]);
        ok = charge(c, NODE_SIZE + (size_t)name->len * 2) &&
             (str_to_utf8(c->vm, name, &key) || refused(c)) &&
             hold_text(c, name, &key) && hold(c, sizeof(cm_value)) &&
             out_text(c, CM_VALUE_STRING, value_str(p->pairs->v[i + 1]),
                      &text) == OUT_DONE;
        if (ok)
            ok = cm_value_set(v, cm__buf_text(&key), key.len, text) == CM_OK ||
                 refused(c);
        cm__buf_done(&key);
    }
    if (!ok) {
        cm_value_free(v);
        return OUT_FAILED;
    }
    *ret_value = v;
    return OUT_DONE;
}

/* ---- containers ---- */

static OutStatus open_level(ValueOut *c, Obj *from, cm_value *to, Walk walk,
                            ValuesCell *row, uint32_t n)
{
    size_t more = ROWS_SIZE;
    if (walk == WALK_FIELDS)
        more += HOST_ERROR_PARTS * sizeof(cm_value);
    if (!to || !hold(c, more)) {
        cm_value_free(to);
        (void)refused(c);
        return OUT_FAILED;
    }
    c->levels[c->depth++] =
        (Level){ .from = from, .to = to, .row = row, .n = n, .walk = walk };
    return OUT_OPENED;
}

static OutStatus open_array(ValueOut *c, Obj *o)
{
    uint64_t n;
    if (!array_like_length(c->vm, o, &n))
        return OUT_FAILED;
    return open_level(c, o, cm_value_new(c->alloc, CM_VALUE_ARRAY), WALK_INDEX,
                      NULL, n < UINT32_MAX ? (uint32_t)n : UINT32_MAX);
}

static OutStatus open_object(ValueOut *c, Obj *o)
{
    KeyList keys;
    if (!obj_own_keys(c->vm, o, KEYS_STRINGS | KEYS_ENUMERABLE, &keys))
        return OUT_FAILED;
    return open_level(c, o, cm_value_new(c->alloc, CM_VALUE_OBJECT), WALK_KEYS,
                      keys.cell, keys.n);
}

/* What it holds now is what crosses: getters may change it meanwhile. */
static OutStatus open_collection(ValueOut *c, Obj *o)
{
    bool is_map = obj_class(o) == CLASS_MAP;
    const Table *t = ((CollectionObj *)(void *)o)->table;
    ValuesCell *row = heap_values_new(&c->vm->heap, (size_t)t->live * 2 + 1);
    if (!row || !vm_charge(c->vm, t->used))
        return OUT_FAILED;
    for (uint32_t i = 0; i < t->used; i++) {
        const TableEntry *e = &table_entries(t)[i];
        if (e->key == VALUE_ABSENT)
            continue;
        row->v[row->n++] = e->key;
        if (is_map)
            row->v[row->n++] = e->value;
    }
    cm_value_type type = is_map ? CM_VALUE_MAP : CM_VALUE_SET;
    return open_level(c, o, cm_value_new(c->alloc, type),
                      is_map ? WALK_MAP : WALK_SET, row, row->n);
}

/* A data property anywhere on the chain, without running program code. */
static Value data_property(VM *vm, Obj *o, PropKey key)
{
    PropDesc d;
    Obj *holder;
    if (find_prop(vm, o, key, &holder, &d) != TRI_TRUE ||
        d.attrs & PROP_ACCESSOR)
        return VALUE_UNDEFINED;
    return d.value;
}

/* Text of a property of an error; "" when it is none. */
static bool error_part(ValueOut *c, Obj *o, PropKey key, Buf *out)
{
    Value v = data_property(c->vm, o, key);
    if (!value_is_string(v))
        return true;
    return charge(c, (size_t)value_str(v)->len * 2) &&
           (str_to_utf8(c->vm, value_str(v), out) || refused(c)) &&
           hold_text(c, value_str(v), out);
}

/* Own enumerable data properties but the parts of the error itself. */
static bool error_fields(ValueOut *c, Obj *o, KeyList *fields)
{
    VM *vm = c->vm;
    const Realm *r = vm->realm;
    KeyList own;
    PropKey stack = key_ascii(vm, "stack");
    if (stack == VALUE_ABSENT || !keys_init(fields, vm) ||
        !obj_own_keys(vm, o, KEYS_STRINGS | KEYS_ENUMERABLE, &own))
        return false;
    for (uint32_t i = 0; i < own.n; i++) {
        PropKey key = keys_at(&own, i);
        PropDesc d;
        if (key == r->name.name || key == r->name.message || key == stack ||
            key == r->name.cause || key == r->name.kind ||
            obj_get_own(vm, o, key, &d) != TRI_TRUE || d.attrs & PROP_ACCESSOR)
            continue;
        if (!vm_charge(vm, 1) || !keys_add(fields, key))
            return false;
    }
    PropDesc d;
    return obj_get_own(vm, o, r->name.cause, &d) != TRI_TRUE ||
           d.attrs & PROP_ACCESSOR || keys_add(fields, r->name.cause);
}

static OutStatus open_error(ValueOut *c, Obj *o)
{
    const Realm *r = c->vm->realm;
    KeyList fields;
    Buf name, message;
    cm__buf_init(&name, c->texts, CM_BUF_NO_LIMIT);
    cm__buf_init(&message, c->texts, CM_BUF_NO_LIMIT);
    OutStatus status = OUT_FAILED;
    if (error_fields(c, o, &fields) && error_part(c, o, r->name.name, &name) &&
        error_part(c, o, r->name.message, &message))
        status = open_level(c, o,
                            cm__error_new(c->alloc, cm__buf_text(&name),
                                          cm__buf_text(&message), message.len),
                            WALK_FIELDS, fields.cell, fields.n);
    cm__buf_done(&name);
    cm__buf_done(&message);
    return status;
}

/* ---- values ---- */

static bool is_open(const ValueOut *c, const Obj *o)
{
    for (uint32_t i = 0; i < c->depth; i++)
        if (c->levels[i].from == o)
            return true;
    return false;
}

static OutStatus out_container(ValueOut *c, Obj *o)
{
    if (is_open(c, o))
        return refuse(c, "refers to a value that contains it (a cycle)");
    switch (obj_class(o)) {
    case CLASS_ERROR:
        return open_error(c, o);
    case CLASS_MAP:
    case CLASS_SET:
        return open_collection(c, o);
    default:
        break;
    }
    Tri array = is_array(c->vm, value_from_obj(o));
    if (array == TRI_THROWN)
        return OUT_FAILED;
    return array == TRI_TRUE ? open_array(c, o) : open_object(c, o);
}

/* What cannot cross, in words, or NULL. */
static const char *refused_class(const Obj *o)
{
    switch (obj_class(o)) {
    case CLASS_PROMISE:
        return "is a promise: await it first";
    case CLASS_REFERENCE:
        return "is a tool reference, which is no data: call the tool and "
               "give its answer";
    case CLASS_DATA_VIEW:
        return "is a DataView: give its bytes as a Uint8Array";
    case CLASS_ITERATOR:
    case CLASS_GENERATOR:
        return "is an iterator: give [...iterator]";
    case CLASS_WEAK_MAP:
    case CLASS_WEAK_SET:
    case CLASS_WEAK_REF:
        return "is a weak collection, which is no data";
    case CLASS_INTL:
    case CLASS_TEXT_CODER:
        return "is an object of the language that is no data";
    default:
        return NULL;
    }
}

static OutStatus out_object(ValueOut *c, Obj *o, cm_value **ret_value)
{
    const char *why = refused_class(o);
    if (why)
        return refuse(c, why);
    if (value_is_callable(value_from_obj(o)))
        return refuse(c, "is a function, which cannot be given to the host: "
                         "give data");
    switch (obj_class(o)) {
    case CLASS_DATE:
        return leaf(
            c,
            cm_value_date(c->alloc, value_num(((BoxedObj *)(void *)o)->value)),
            ret_value);
    case CLASS_REGEXP:
        return out_regexp(c, o, ret_value);
    case CLASS_URL:
        return out_text(c, CM_VALUE_URL, js_url_href(c->vm, o), ret_value);
    case CLASS_URL_PARAMS:
        return out_pairs(c, o, CM_VALUE_URL_PARAMS, ret_value);
    case CLASS_HEADERS:
        return out_pairs(c, o, CM_VALUE_HEADERS, ret_value);
    case CLASS_TYPED_ARRAY:
        return out_view(c, o, ret_value);
    case CLASS_BUFFER:
        return out_buffer(c, o, ret_value);
    default:
        return out_container(c, o);
    }
}

static OutStatus out_value(ValueOut *c, Value v, cm_value **ret_value)
{
    if (c->depth > CROSS_MAX_DEPTH)
        return refuse(c, "is nested deeper than 32 levels: use a flatter "
                         "value");
    if (!charge(c, NODE_SIZE))
        return OUT_FAILED;
    if (value_is_class(v, CLASS_BOXED))
        v = ((BoxedObj *)(void *)value_obj(v))->value;
    if (value_is_object(v))
        return out_object(c, value_obj(v), ret_value);
    if (value_is_string(v))
        return out_text(c, CM_VALUE_STRING, value_str(v), ret_value);
    if (value_is_number(v))
        return leaf(c, cm_value_number(c->alloc, value_num(v)), ret_value);
    if (value_is_bool(v))
        return leaf(c, cm_value_boolean(c->alloc, v == VALUE_TRUE), ret_value);
    if (v == VALUE_NULL)
        return leaf(c, cm_value_new(c->alloc, CM_VALUE_NULL), ret_value);
    if (value_is_symbol(v))
        return refuse(c, "is a symbol: give its description");
    if (value_is_cell(v))
        return refuse(c, "is a BigInt: give Number(x) or String(x)");
    return leaf(c, cm_value_new(c->alloc, CM_VALUE_UNDEFINED), ret_value);
}

/* ---- the walk ---- */

static Value next_member(VM *vm, const Level *l)
{
    Obj *o = l->from;
    switch (l->walk) {
    case WALK_MAP:
    case WALK_SET:
        return l->row->v[l->at];
    case WALK_FIELDS:
        return data_property(vm, o, l->row->v[l->at]);
    case WALK_KEYS:
        return get_obj(vm, o, l->row->v[l->at], value_from_obj(o));
    case WALK_INDEX:
        break;
    }
    Value v = obj_element_fast(o, l->at);
    if (v != VALUE_ABSENT)
        return v;
    if (l->at > KEY_MAX_INDEX)
        return VALUE_UNDEFINED;
    return get_obj(vm, o, key_index(l->at), value_from_obj(o));
}

static bool add_keyed(ValueOut *c, const Level *l, cm_value *v)
{
    Buf text;
    cm__buf_init(&text, c->texts, CM_BUF_NO_LIMIT);
    Value name = key_to_value(c->vm, l->row->v[l->at - 1]);
    bool ok = name != VALUE_THROWN &&
              charge(c, (size_t)value_str(name)->len * 2) &&
              (str_to_utf8(c->vm, value_str(name), &text) || refused(c)) &&
              hold_text(c, value_str(name), &text);
    if (ok)
        ok = cm_value_set(l->to, cm__buf_text(&text), text.len, v) == CM_OK ||
             refused(c);
    else
        cm_value_free(v);
    cm__buf_done(&text);
    return ok;
}

/* Adds a finished member to the level that asked for it. */
static bool add_member(ValueOut *c, cm_value *v)
{
    Level *l = &c->levels[c->depth - 1];
    cm_value *key = l->map_key;
    switch (l->walk) {
    case WALK_INDEX:
    case WALK_SET:
        return cm_value_push(l->to, v) == CM_OK || refused(c);
    case WALK_MAP:
        if (!key) {
            l->map_key = v;
            return true;
        }
        l->map_key = NULL;
        return cm_value_put(l->to, key, v) == CM_OK || refused(c);
    case WALK_FIELDS:
        if (l->row->v[l->at - 1] == c->vm->realm->name.cause)
            return cm_value_set_cause(l->to, v) == CM_OK || refused(c);
        return add_keyed(c, l, v);
    case WALK_KEYS:
        break;
    }
    return add_keyed(c, l, v);
}

/* One argument. NULL: exception, refused memory or the end. */
static cm_value *cross(ValueOut *c, Value v)
{
    cm_value *made = NULL;
    c->depth = 0;
    OutStatus status = out_value(c, v, &made);
    while (status != OUT_FAILED) {
        if (status == OUT_DONE) {
            if (c->depth == 0)
                return made;
            if (!add_member(c, made))
                break;
        }
        Level *l = &c->levels[c->depth - 1];
        if (l->at == l->n) {
            made = l->to;
            c->depth--;
            status = OUT_DONE;
            continue;
        }
        Value member = next_member(c->vm, l);
        if (member == VALUE_THROWN)
            break;
        l->at++;
        status = out_value(c, member, &made);
    }
    while (c->depth)
        close_level(c);
    return NULL;
}

/* ---- Lua ---- */

static cm_value *from_text(ValueOut *c, const Buf *text)
{
    JsonDoc *doc = NULL;
    cm_value *made = NULL;
    if (cm__json_parse(c->texts, text->bytes, text->len, NULL, &doc, NULL) !=
        CM_OK)
        (void)refused(c); /* own text is always well formed */
    else if (charge(c, cm__value_json_size(&doc->root)))
        (void)leaf(c, cm__value_from_json(c->alloc, &doc->root), &made);
    cm__json_doc_free(doc);
    return made;
}

/* Through JSON text, which says exactly what may cross. */
static cm_value *cross_lua(ValueOut *c, Value v)
{
    VM *vm = c->vm;
    char root[80];
    Buf text, why;
    cm_value *made = NULL;
    if (value_is_undefined(v)) {
        (void)leaf(c, cm_value_new(c->alloc, CM_VALUE_UNDEFINED), &made);
        return made;
    }
    cm__buf_init(&text, c->texts, CM_BUF_NO_LIMIT);
    cm__buf_init(&why, c->texts, CM_BUF_NO_LIMIT);
    (void)snprintf(root, sizeof root, "argument %u of %.48s",
                   (unsigned)c->argument, c->entry->path);
    switch (lua_data_write(vm, v, root, &text, &why)) {
    case LUA_COPY_DONE:
        made = from_text(c, &text);
        break;
    case LUA_COPY_REFUSED:
        throw_kind(vm, DIAG_INVALID_DATA_VALUE, ERR_TYPE, "%s",
                   cm__buf_text(&why));
        break;
    case LUA_COPY_FAILED:
        break;
    }
    cm__buf_done(&text);
    cm__buf_done(&why);
    return made;
}

/* ---- all arguments ---- */

cm_value *cm__arguments_out(VM *vm, const ExtensionEntry *entry,
                            const Value *args, uint32_t argc,
                            size_t *ret_charged)
{
    const cm_execution *x = vm->host;
    ValueOut c;
    c.vm = vm;
    c.alloc = x->runtime->alloc;
    c.texts = &x->charged;
    c.entry = entry;
    c.depth = 0;
    c.charged = 0;
    cm_value *list = cm_value_new(c.alloc, CM_VALUE_ARRAY);
    bool ok = (list || refused(&c)) && charge(&c, NODE_SIZE);
    for (uint32_t i = 0; ok && i < argc; i++) {
        c.argument = i + 1;
        cm_value *v =
            vm->realm->is_lua ? cross_lua(&c, args[i]) : cross(&c, args[i]);
        ok = v && (cm_value_push(list, v) == CM_OK || refused(&c));
    }
    if (ok) {
        *ret_charged = c.charged;
        return list;
    }
    cm_value_free(list);
    heap_uncharge(&vm->heap, c.charged);
    return NULL;
}
