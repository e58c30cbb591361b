/* SPDX-License-Identifier: MIT */
/* Writing plain data. Objects with a shape go by a prepared list: the quoted
 * names as they will stand in the text, each with its slot; lists lie in a
 * small cache by shape, which an execution that writes many texts, arguments of
 * tools say, keeps from one to the next. Without lists `jsonstr` takes 92 % more
 * instructions; not kept, 5,000 texts of 75 bytes take 77 % more. Strings are copied eight bytes at a
 * time while no byte needs an escape.
 *
 * Steps are charged for what is written, never for what a cache lacked or where
 * the text had to grow: they must not tell how memory lies (execution.md
 * 9.4). */
#include <math.h>
#include <string.h>

#include "base/numtext.h"
#include "base/utf8.h"
#include "base/word.h"
#include "engine/error.h"
#include "engine/json_value.h"
#include "engine/meter.h"
#include "engine/property.h"
#include "engine/realm.h"
#include "engine/shape_internal.h"
#include "engine/str_internal.h"

#define LOCAL_OPEN 32
#define LIST_BITS  4
#define NAME_WORD  16
#define KEEP_AFTER 4 /* texts written before the lists are kept */

/* ---- the text ---- */

void json_out_init(JsonOut *out, VM *vm)
{
    memset(out, 0, sizeof(*out));
    out->vm = vm;
    out->is_ascii = true;
}

static CM_NOINLINE bool out_grow(JsonOut *out, size_t n)
{
    Heap *h = &out->vm->heap;
    size_t len = json_out_len(out);
    size_t cap = len + len / 2 + n + 256;
    RawCell *raw =
        out->raw == NULL
            ? heap_raw_new(h, cap)
            : heap_resize(h, out->raw, offsetof(RawCell, bytes) + cap);
    if (raw == NULL)
        return false;
    size_t holds = heap_cell_size(&raw->hd) - offsetof(RawCell, bytes);
    raw->size = holds;
    out->raw = raw;
    out->at = (char *)raw->bytes + len;
    out->end = (char *)raw->bytes + holds;
    return true;
}

bool json_out_reserve(JsonOut *out, size_t n)
{
    return CM_LIKELY((size_t)(out->end - out->at) >= n) || out_grow(out, n);
}

static inline bool reserve(JsonOut *out, size_t n)
{
    return json_out_reserve(out, n);
}

bool json_out_bytes(JsonOut *out, const char *bytes, size_t n)
{
    if (!reserve(out, n))
        return false;
    if (n > 0)
        memcpy(out->at, bytes, n);
    out->at += n;
    return true;
}

static inline bool put_char(JsonOut *out, char c)
{
    if (!reserve(out, 1))
        return false;
    *out->at++ = c;
    return true;
}

bool json_out_newline(JsonOut *out, const JsonFormat *format, uint32_t level)
{
    if (format->gap == NULL)
        return true;
    size_t n = (size_t)level * format->gap_len;
    if (n > 512 && !vm_charge_bytes(out->vm, n))
        return false;
    if (!reserve(out, 1 + n))
        return false;
    *out->at++ = '\n';
    for (uint32_t i = 0; i < level; i++) {
        memcpy(out->at, format->gap, format->gap_len);
        out->at += format->gap_len;
    }
    if (!cm__utf8_is_ascii(format->gap, format->gap_len))
        out->is_ascii = false;
    return true;
}

Str *json_out_finish(JsonOut *out)
{
    VM *vm = out->vm;
    size_t len = json_out_len(out);
    const char *text = len == 0 ? "" : (const char *)out->raw->bytes;
    Str *s;
    if (!out->is_ascii)
        s = str_from_utf8(vm, text, len);
    else if (len <= 1 || len > STR_MAX_LEN)
        s = len <= 1 ? str_new8(vm, (const uint8_t *)text, len)
                     : str_alloc8(vm, len); /* throws */
    else if ((s = str_from_raw8(&vm->heap, out->raw, len)) != NULL)
        out->raw = NULL; /* it is the string now */
    if (s != NULL) {
        heap_release(&vm->heap, out->raw);
        json_out_init(out, vm);
    }
    return s;
}

/* ---- strings ---- */

/* Whether none of eight bytes needs anything but copying: see json_read.c. */
static inline bool all_plain(uint64_t x)
{
    uint64_t quote = x ^ CM_WORD_ONES * '"', slash = x ^ CM_WORD_ONES * '\\';
    return (((x - CM_WORD_ONES * 0x20) | (quote - CM_WORD_ONES) |
             (slash - CM_WORD_ONES) | x) &
            CM_WORD_HIGH) == 0;
}

static inline bool is_plain(uint32_t unit)
{
    return unit >= 0x20 && unit < 0x80 && unit != '"' && unit != '\\';
}

static const char hex[] = "0123456789abcdef";

/* At most six bytes. */
static char *put_escape(char *to, uint32_t unit)
{
    static const char letters[] = "btn\0fr";
    *to++ = '\\';
    if (unit == '"' || unit == '\\') {
        *to++ = (char)unit;
        return to;
    }
    if (unit >= 8 && unit <= 13 && unit != 11) {
        *to++ = letters[unit - 8];
        return to;
    }
    *to++ = 'u';
    *to++ = hex[unit >> 12 & 15];
    *to++ = hex[unit >> 8 & 15];
    *to++ = hex[unit >> 4 & 15];
    *to++ = hex[unit & 15];
    return to;
}

/* Whole strings in quotes, or pieces of long ones. */
static inline bool narrow_units(JsonOut *out, const StrView *v, bool quoted)
{
    const uint8_t *at = v->p8, *end = v->p8 + v->len;
    if (!reserve(out, v->len + 16))
        return false;
    char *to = out->at;
    if (quoted)
        *to++ = '"';
    for (;;) {
        while (end - at >= 8 && all_plain(cm_word_load(at))) {
            memcpy(to, at, 8);
            at += 8;
            to += 8;
        }
        while (at < end && is_plain(*at))
            *to++ = (char)*at++;
        if (at == end)
            break;
        uint8_t unit = *at++;
        if (unit < 0x80) {
            to = put_escape(to, unit);
        } else {
            *to++ = (char)(0xC0 | unit >> 6);
            *to++ = (char)(0x80 | (unit & 0x3F));
            out->is_ascii = false;
        }
        out->at = to;
        if (!reserve(out, (size_t)(end - at) + 16))
            return false;
        to = out->at;
    }
    if (quoted)
        *to++ = '"';
    out->at = to;
    return true;
}

static bool is_lead(uint32_t unit)
{
    return (unit & 0xFC00) == 0xD800;
}
static bool is_trail(uint32_t unit)
{
    return (unit & 0xFC00) == 0xDC00;
}

static bool wide_units(JsonOut *out, const StrView *v, bool quoted)
{
    const uint16_t *at = v->p16, *end = v->p16 + v->len;
    if (!reserve(out, (size_t)v->len * 2 + 16))
        return false;
    if (quoted)
        *out->at++ = '"';
    while (at < end) {
        uint32_t unit = *at++;
        if (!reserve(out, (size_t)(end - at) + 16))
            return false;
        if (is_plain(unit)) {
            *out->at++ = (char)unit;
            continue;
        }
        bool is_pair = is_lead(unit) && at < end && is_trail(*at);
        bool is_lone = !is_pair && (is_lead(unit) || is_trail(unit));
        if (unit < 0x80 || is_lone) {
            out->at = put_escape(out->at, unit);
        } else {
            if (is_pair)
                unit = 0x10000 + ((unit & 0x3FF) << 10) + (*at++ & 0x3FFu);
            out->at += cm__utf8_encode(unit, out->at);
            out->is_ascii = false;
        }
    }
    if (quoted)
        *out->at++ = '"';
    return true;
}

static bool units(JsonOut *out, const StrView *v)
{
    return v->p8 != NULL ? narrow_units(out, v, false)
                         : wide_units(out, v, false);
}

/* In pieces, the deadline in sight. A piece ends behind no first half of a
 * pair. */
static CM_NOINLINE bool long_string(JsonOut *out, StrView v)
{
    if (!json_out_bytes(out, "\"", 1))
        return false;
    while (v.len > METER_BYTES) {
        uint32_t n = METER_BYTES;
        if (is_lead(view_at(&v, n - 1)))
            n--;
        StrView head = view_head(&v, n);
        if (!units(out, &head) || !meter_look_up(out->vm))
            return false;
        view_skip(&v, n);
    }
    return units(out, &v) && json_out_bytes(out, "\"", 1);
}

static inline bool quoted(JsonOut *out, Str *s)
{
    StrView v;
    if (!str_view(out->vm, s, &v))
        return false;
    if (CM_UNLIKELY(v.len > METER_BYTES))
        return long_string(out, v);
    return v.p8 != NULL ? narrow_units(out, &v, true)
                        : wide_units(out, &v, true);
}

bool json_out_string(JsonOut *out, Str *s)
{
    out->vm->fuel -= s->len / 64;
    return quoted(out, s);
}

bool json_out_number(JsonOut *out, Value v)
{
    if (!reserve(out, CM_NUM_TEXT_MAX))
        return false;
    if (value_is_int(v)) {
        out->at += cm__num_print_int(value_to_int(v), out->at);
        return true;
    }
    double d = value_to_double(v);
    if (!isfinite(d))
        return json_out_bytes(out, "null", 4);
    out->at += cm__num_print(d, out->at);
    return true;
}

/* ---- prepared lists of members ---- */

typedef struct Member {
    uint32_t slot;
    uint32_t at, len; /* of `"name":` in the text */
} Member;

typedef struct MemberList {
    Shape *shape; /* NULL: empty */
    const Member *members;
    const char *text;
    uint32_t n;
    bool is_plain; /* else program code may run */
    bool is_ascii;
    bool is_passing; /* the program may change its prototype */
} MemberList;

/* Kept in a cell of the heap (vm->json_lists); a collection throws it away, so
 * nothing in it needs marks. */
typedef struct ListCache {
    MemberList lists[1 << LIST_BITS];
} ListCache;

typedef struct Open {
    Obj *o;
    const MemberList *list; /* NULL: array, or generic with keys */
    const ValuesCell *keys; /* generic */
    uint32_t at, n;
    bool is_array, some;
} Open;

typedef struct Writer {
    VM *vm;
    JsonOut *out;
    const JsonFormat *format;
    Open *open;
    uint32_t depth, open_cap;
    RawCell *open_cell;
    ListCache *cache;
    MemberList spare; /* for shapes that lost their place while open */
    bool has_passing;
    Open local_open[LOCAL_OPEN];
} Writer;

/* Intrinsics are frozen, and none but those of dates has a toJSON. */
static bool is_lasting(const VM *vm, const Obj *proto)
{
    return proto == NULL || proto == vm->realm->object_proto ||
           proto == vm->realm->array_proto;
}

/* Whether no toJSON could be found from proto on. */
static bool proto_is_plain(VM *vm, Obj *proto)
{
    if (is_lasting(vm, proto))
        return true;
    Obj *holder;
    PropDesc d;
    return find_prop(vm, proto, vm->realm->name.toJSON, &holder, &d) ==
           TRI_FALSE;
}

/* Quoted names with colons, as one text; members point into it. False when
 * refused. */
static bool list_names(Writer *w, MemberList *l, const PropKey *keys,
                       const PropSlot *props, uint32_t n)
{
    VM *vm = w->vm;
    RawCell *members = heap_raw_new(&vm->heap, n * sizeof(Member));
    if (members == NULL)
        return false;
    Member *m = (Member *)(void *)members->bytes;
    JsonOut text;
    json_out_init(&text, vm);
    for (uint32_t i = 0; i < n; i++) {
        if (!value_is_string(keys[i]) || !(props[i].attrs & PROP_ENUMERABLE))
            continue;
        if (props[i].attrs & PROP_ACCESSOR ||
            keys[i] == vm->realm->name.toJSON) {
            l->is_plain = false;
            return true;
        }
        size_t from = json_out_len(&text);
        if (!quoted(&text, value_str(keys[i])) ||
            !json_out_bytes(&text, ": ", w->format->gap != NULL ? 2 : 1))
            return false;
        m[l->n].slot = props[i].slot;
        m[l->n].at = (uint32_t)from;
        m[l->n++].len = (uint32_t)(json_out_len(&text) - from);
    }
    l->members = m;
    l->is_ascii = text.is_ascii;
    if (!json_out_reserve(&text, NAME_WORD)) /* see put_name */
        return false;
    l->text = (const char *)text.raw->bytes;
    return true;
}

static bool list_make(Writer *w, MemberList *l, Shape *shape)
{
    VM *vm = w->vm;
    memset(l, 0, sizeof(*l));
    l->is_passing = !is_lasting(vm, shape->proto);
    w->has_passing |= l->is_passing;
    l->is_plain = proto_is_plain(vm, shape->proto);
    if (!l->is_plain) {
        l->shape = shape;
        return true;
    }
    uint32_t n = shape->count;
    ValuesCell *keys = heap_values_new(&vm->heap, n);
    RawCell *props = heap_raw_new(&vm->heap, n * sizeof(PropSlot));
    if (keys == NULL || props == NULL)
        return false;
    PropSlot *slots = (PropSlot *)(void *)props->bytes;
    n = shape_list(shape, keys->v, slots);
    if (!list_names(w, l, keys->v, slots, n))
        return false;
    l->shape = shape;
    return true;
}

static bool list_in_use(const Writer *w, const MemberList *l)
{
    for (uint32_t i = 0; i < w->depth; i++)
        if (w->open[i].list == l)
            return true;
    return false;
}

/* NULL when refused. Where all places are in use the list is for this object
 * alone, so that nothing but memory depends on which shapes share a place. */
static const MemberList *list_of(Writer *w, Shape *shape)
{
    MemberList *l = &w->cache->lists[shape->serial % (1 << LIST_BITS)];
    if (CM_LIKELY(l->shape == shape))
        return l;
    if (l->shape != NULL && list_in_use(w, l)) {
        l = &w->spare;
        if (l->shape == shape)
            return l;
        if (l->shape != NULL && list_in_use(w, l)) {
            RawCell *raw = heap_raw_new(&w->vm->heap, sizeof(MemberList));
            if (raw == NULL)
                return NULL;
            l = (MemberList *)(void *)raw->bytes;
        }
    }
    return list_make(w, l, shape) ? l : NULL;
}

/* ---- containers ---- */

static CM_NOINLINE bool open_grow(Writer *w)
{
    uint32_t cap = w->open_cap * 2;
    RawCell *cell = heap_raw_new(&w->vm->heap, cap * sizeof(Open));
    if (cell == NULL)
        return false;
    memcpy(cell->bytes, w->open, w->depth * sizeof(Open));
    heap_release(&w->vm->heap, w->open_cell);
    w->open_cell = cell;
    w->open = (Open *)(void *)cell->bytes;
    w->open_cap = cap;
    return true;
}

/* NULL after throwing: too deep, a cycle; or refused. */
static Open *open_push(Writer *w, Obj *o)
{
    if (!vm_charge(w->vm, w->depth / 8))
        return NULL;
    for (uint32_t i = w->depth; i-- > 0;)
        if (w->open[i].o == o) {
            throw_type(w->vm, "Converting circular structure to JSON");
            return NULL;
        }
    if (w->depth >= w->format->max_depth) {
        throw_range(w->vm, "JSON nesting exceeds %u levels",
                    w->format->max_depth);
        return NULL;
    }
    if (w->depth == w->open_cap && !open_grow(w))
        return NULL;
    Open *open = &w->open[w->depth++];
    memset(open, 0, sizeof(*open));
    open->o = o;
    return open;
}

static JsonWritten open_array(Writer *w, Obj *o)
{
    const ValuesCell *row = o->elements.dense;
    if (o->hd.flags & OBJ_SPARSE || !proto_is_plain(w->vm, obj_proto(o)))
        return JSON_NOT_PLAIN;
    if (o->shape->count != 0) {
        PropSlot p;
        if (shape_find(w->vm, o->shape, w->vm->realm->name.toJSON, &p))
            return JSON_NOT_PLAIN;
    }
    /* A hole shows what a prototype has there. */
    if (row != NULL && row->hd.flags & ELEMS_HOLEY &&
        obj_proto(o) != w->vm->realm->array_proto)
        return JSON_NOT_PLAIN;
    Open *open = open_push(w, o);
    if (open == NULL || !put_char(w->out, '['))
        return JSON_FAILED;
    open->is_array = true;
    open->n = ((Array *)o)->length;
    return JSON_WRITTEN;
}

/* Own enumerable names of an object without a prepared list. */
static JsonWritten open_generic(Writer *w, Obj *o)
{
    KeyList keys;
    PropSlot p;
    VM *vm = w->vm;
    if (!proto_is_plain(vm, obj_proto(o)) ||
        shape_find(vm, o->shape, vm->realm->name.toJSON, &p))
        return JSON_NOT_PLAIN;
    if (!obj_own_keys(vm, o, KEYS_STRINGS | KEYS_ENUMERABLE, &keys))
        return JSON_FAILED;
    Open *open = open_push(w, o);
    if (open == NULL || !put_char(w->out, '{'))
        return JSON_FAILED;
    open->keys = keys.cell;
    open->n = keys.n;
    return JSON_WRITTEN;
}

static bool has_elements(const Obj *o)
{
    return o->elements.dense != NULL &&
           (o->hd.flags & OBJ_SPARSE || o->elements.dense->n > 0);
}

static JsonWritten open_object(Writer *w, Obj *o)
{
    if (shape_is_dict(o->shape) || has_elements(o))
        return open_generic(w, o);
    const MemberList *l = list_of(w, o->shape);
    if (l == NULL)
        return JSON_FAILED;
    if (!l->is_plain)
        return JSON_NOT_PLAIN;
    Open *open = open_push(w, o);
    if (open == NULL || !put_char(w->out, '{'))
        return JSON_FAILED;
    open->list = l;
    open->n = l->n;
    w->vm->fuel -= o->shape->count / 4; /* as obj_own_keys does */
    return JSON_WRITTEN;
}

/* No JSON, unless it owns or inherits a toJSON. */
static JsonWritten open_function(Writer *w, Obj *o)
{
    VM *vm = w->vm;
    PropSlot p;
    Obj *proto = obj_proto(o);
    if (o->shape->count > 0 &&
        shape_find(vm, o->shape, vm->realm->name.toJSON, &p))
        return JSON_NOT_PLAIN;
    return proto == vm->realm->function_proto || proto_is_plain(vm, proto)
               ? JSON_NOTHING
               : JSON_NOT_PLAIN;
}

static JsonWritten open_value(Writer *w, Obj *o)
{
    switch (obj_class(o)) {
    case CLASS_ARRAY:
        return open_array(w, o);
    case CLASS_ERROR:
    case CLASS_MAP:
    case CLASS_SET:
        if (w->format->is_boundary)
            return JSON_NOT_PLAIN;
        return open_object(w, o);
    case CLASS_PLAIN:
    case CLASS_ARGUMENTS:
        return open_object(w, o);
    case CLASS_FUNCTION:
    case CLASS_NATIVE:
    case CLASS_BOUND:
        return open_function(w, o);
    case CLASS_PROMISE:
        throw_await_hint(w->vm, "a promise");
        return JSON_FAILED;
    case CLASS_REFERENCE:
        throw_reference_hint(w->vm);
        return JSON_FAILED;
    default:
        return JSON_NOT_PLAIN;
    }
}

/* ---- values ---- */

static JsonWritten write_special(Writer *w, Value v)
{
    const char *text = "null";
    size_t n = 4;
    if (v == VALUE_TRUE) {
        text = "true";
    } else if (v == VALUE_FALSE) {
        text = "false";
        n = 5;
    } else if (v != VALUE_NULL) {
        return value_is_symbol(v) && w->format->is_boundary ? JSON_NOT_PLAIN
                                                            : JSON_NOTHING;
    }
    return json_out_bytes(w->out, text, n) ? JSON_WRITTEN : JSON_FAILED;
}

/* Writes a scalar, or opens a container. */
static inline JsonWritten write_value(Writer *w, Value v)
{
    if (value_is_string(v))
        return json_out_string(w->out, value_str(v)) ? JSON_WRITTEN
                                                     : JSON_FAILED;
    if (value_is_number(v))
        return json_out_number(w->out, v) ? JSON_WRITTEN : JSON_FAILED;
    if (value_is_object(v))
        return open_value(w, value_obj(v));
    if (value_is_cell(v)) {
        throw_type(w->vm, "Do not know how to serialize a BigInt");
        return JSON_FAILED;
    }
    return write_special(w, v);
}

/* Comma and line break before an item. */
static inline bool separate(Writer *w, Open *open)
{
    JsonOut *out = w->out;
    if (open->some) {
        if (!reserve(out, 1))
            return false;
        *out->at++ = ',';
    }
    open->some = true;
    return w->format->gap == NULL || json_out_newline(out, w->format, w->depth);
}

static bool close_container(Writer *w)
{
    const Open *open = &w->open[--w->depth];
    if (open->some && !json_out_newline(w->out, w->format, w->depth))
        return false;
    return put_char(w->out, open->is_array ? ']' : '}');
}

/* The next element of the innermost array. */
static JsonWritten next_element(Writer *w, Open *open)
{
    const ValuesCell *row = open->o->elements.dense;
    uint32_t i = open->at++;
    Value v = row != NULL && i < row->n ? row->v[i] : VALUE_UNDEFINED;
    if (!separate(w, open))
        return JSON_FAILED;
    JsonWritten done = write_value(w, v);
    if (done != JSON_NOTHING)
        return done;
    return json_out_bytes(w->out, "null", 4) ? JSON_WRITTEN : JSON_FAILED;
}

/* Takes back what stands before a member that turned out to have no JSON. */
static void take_back(Writer *w, uint32_t depth, size_t len, bool some)
{
    w->out->at = (char *)w->out->raw->bytes + len;
    w->open[depth - 1].some = some;
}

static CM_NOINLINE void put_long_name(JsonOut *out, const char *name,
                                      uint32_t len)
{
    out->vm->fuel -= len / 64;
    memcpy(out->at, name, len);
}

/* Most names are copied as NAME_WORD bytes, with what is behind them: with their
 * own length `jsonstr` takes 1.9 % more instructions. */
static inline bool put_name(JsonOut *out, const MemberList *l, const Member *m)
{
    const char *name = l->text + m->at;
    if (!reserve(out, m->len + NAME_WORD))
        return false;
    if (CM_LIKELY(m->len <= NAME_WORD))
        memcpy(out->at, name, NAME_WORD);
    else
        put_long_name(out, name, m->len);
    out->at += m->len;
    out->is_ascii &= l->is_ascii;
    return true;
}

static JsonWritten next_member(Writer *w, Open *open)
{
    JsonOut *out = w->out;
    const Member *m = &open->list->members[open->at++];
    Value v = *obj_slot(open->o, m->slot);
    if (v == VALUE_UNDEFINED)
        return JSON_WRITTEN;
    size_t len = json_out_len(out);
    bool some = open->some;
    uint32_t depth = w->depth;
    if (!separate(w, open) || !put_name(out, open->list, m))
        return JSON_FAILED;
    JsonWritten done = write_value(w, v);
    if (done != JSON_NOTHING)
        return done;
    take_back(w, depth, len, some);
    return JSON_WRITTEN;
}

static bool write_key(Writer *w, PropKey key)
{
    Value text = key_to_value(w->vm, key);
    size_t from = json_out_len(w->out);
    if (text == VALUE_THROWN || !quoted(w->out, value_str(text)) ||
        !json_out_bytes(w->out, ": ", w->format->gap != NULL ? 2 : 1))
        return false;
    w->vm->fuel -= (int64_t)((json_out_len(w->out) - from) / 64);
    return true;
}

static JsonWritten next_generic(Writer *w, Open *open)
{
    PropDesc d;
    PropKey key = open->keys->v[open->at++];
    Tri has = obj_get_own(w->vm, open->o, key, &d);
    if (has != TRI_TRUE)
        return has == TRI_FALSE ? JSON_WRITTEN : JSON_FAILED;
    if (d.attrs & PROP_ACCESSOR)
        return JSON_NOT_PLAIN;
    size_t len = json_out_len(w->out);
    bool some = open->some;
    uint32_t depth = w->depth;
    if (!separate(w, open) || !write_key(w, key))
        return JSON_FAILED;
    JsonWritten done = write_value(w, d.value);
    if (done != JSON_NOTHING)
        return done;
    take_back(w, depth, len, some);
    return JSON_WRITTEN;
}

static JsonWritten run(Writer *w, Value v)
{
    JsonWritten done = write_value(w, v);
    while (done == JSON_WRITTEN && w->depth > 0) {
        Open *open = &w->open[w->depth - 1];
        if (!vm_charge(w->vm, 1))
            return JSON_FAILED;
        if (open->at >= open->n)
            done = close_container(w) ? JSON_WRITTEN : JSON_FAILED;
        else if (open->is_array)
            done = next_element(w, open);
        else if (open->list != NULL)
            done = next_member(w, open);
        else
            done = next_generic(w, open);
    }
    return done;
}

/* The lists of the execution, made when it has written enough; else NULL. */
static ListCache *kept_lists(VM *vm)
{
    if (vm->json_lists == NULL && ++vm->n_json_writes >= KEEP_AFTER) {
        bool refused = vm->heap.refused;
        RawCell *raw = heap_raw_new(&vm->heap, sizeof(ListCache));
        vm->heap.refused = refused;
        if (raw != NULL)
            memset(raw->bytes, 0, sizeof(ListCache));
        vm->json_lists = raw;
    }
    if (vm->json_lists == NULL)
        return NULL;
    return (ListCache *)(void *)vm->json_lists->bytes;
}

static void drop_passing(ListCache *cache)
{
    for (size_t i = 0; i < CM_ARRAY_LEN(cache->lists); i++)
        if (cache->lists[i].is_passing)
            cache->lists[i].shape = NULL;
}

static JsonWritten write_with(JsonOut *out, Value v, const JsonFormat *format,
                              ListCache *cache)
{
    Writer w;
    w.vm = out->vm;
    w.out = out;
    w.format = format;
    w.open = w.local_open;
    w.depth = 0;
    w.open_cap = LOCAL_OPEN;
    w.open_cell = NULL;
    w.cache = cache;
    w.has_passing = false;
    memset(&w.spare, 0, sizeof(w.spare));
    size_t len = json_out_len(out);
    bool was_ascii = out->is_ascii;
    JsonWritten done = run(&w, v);
    if (w.has_passing)
        drop_passing(cache);
    heap_release(&out->vm->heap, w.open_cell);
    if (done != JSON_WRITTEN) {
        if (out->raw != NULL)
            out->at = (char *)out->raw->bytes + len;
        out->is_ascii = was_ascii;
    }
    return done;
}

static CM_NOINLINE JsonWritten write_alone(JsonOut *out, Value v,
                                           const JsonFormat *format)
{
    ListCache cache = { 0 };
    return write_with(out, v, format, &cache);
}

JsonWritten json_write_plain(JsonOut *out, Value v, const JsonFormat *format)
{
    /* Lists hold what stands between a name and its value, too. */
    ListCache *cache = format->gap == NULL ? kept_lists(out->vm) : NULL;
    return cache != NULL ? write_with(out, v, format, cache)
                         : write_alone(out, v, format);
}
