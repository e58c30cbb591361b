/* SPDX-License-Identifier: MIT */
/* Reading JSON. Values of open containers lie on one stack, the names of open
 * objects on another; closing a container makes it of exactly the right size.
 *
 * Prediction: a hint remembers the names of an object and its shape. It is
 * found by the place (the object before at the same depth) or, when the first
 * name differs, by that name. While the text has the hint's names one after the
 * other, a name costs a comparison, and at the end the shape is known. Optional
 * members are tolerated: the names behind them are tried too. Without hints
 * `jsonparse` takes 12 % more instructions. The cache of names serves where they
 * miss: without it records with a random half of 12 members take 20 % more, such
 * that lack an eighth 5.6 %. Tolerating none costs the latter 7.6 %.
 *
 * Names are matched against raw bytes, so only names of plain ASCII without
 * escapes get into hints and into the cache of names. */
#include <string.h>

#include "base/utf8.h"
#include "base/word.h"
#include "engine/error.h"
#include "engine/json_value.h"
#include "engine/meter.h"
#include "engine/object_internal.h"
#include "engine/realm.h"
#include "engine/str_internal.h"
#include "json/scan.h"

#define LOCAL_VALUES  128
#define LOCAL_OPEN    16
#define NAME_BITS     7
#define HINT_BITS     5
#define HINT_NAMES    32 /* objects with more names are not predicted */
#define HINT_SKIP     3  /* absent members tolerated in a row */
#define SHAPED_MAX    64 /* members of an object made with a shape at once */
#define MEMO_AFTER    4  /* texts read before what was learnt is kept */
#define HASH_MULTIPLY UINT64_C(0x9E3779B97F4A7C15)

/* A stack of values: local storage first, then a cell of the heap. */
typedef struct Row {
    Value *v;
    uint32_t n, cap;
    ValuesCell *cell;
    Value local[LOCAL_VALUES];
} Row;

typedef struct Hint {
    Shape *shape; /* NULL: empty */
    uint32_t n;
    uint32_t version; /* counts what was learnt: an object that began with
                         another content must not go on with this one */
    RawCell *names;   /* Str *[HINT_NAMES] */
} Hint;

typedef struct Open {
    uint32_t values, keys; /* where its part of the stacks begins */
    uint32_t next;         /* name of the hint expected next */
    uint32_t version;      /* of the hint when the object began */
    bool is_object;
    bool exact;       /* all names so far are the hint's, in a row */
    bool plain_names; /* none had escapes or bytes above 0x7F */
    bool has_index;   /* a name that is an array index */
    Hint *hint;       /* kept from the object before at this depth */
} Open;

/* What was learnt. An execution that reads many texts, answers of tools say,
 * keeps it from one to the next, in a cell of its heap (vm->json_memo); a
 * collection throws it away, so nothing in it needs marks. Not kept, 5,000
 * texts of 75 bytes take 67 % more instructions. */
typedef struct JsonMemo {
    Str *names[1 << NAME_BITS];
    Hint hints[1 << HINT_BITS];
    Open open[LOCAL_OPEN]; /* their hints are kept, the rest begins anew */
} JsonMemo;

typedef struct Parser {
    VM *vm;
    JsonMemo *memo;
    const char *text, *at, *end;
    uint32_t max_depth, depth, open_cap;
    Open *open;
    RawCell *open_cell;
    Row values, keys;
} Parser;

/* ---- failing ---- */

static bool is_in_time(void *user)
{
    return meter_look_up(user);
}

static Value fault(Parser *p, JsonFault why, const char *at)
{
    uint32_t line, column;
    const JsonPace pace = { .goes_on = is_in_time, .user = p->vm };
    size_t len = (size_t)(p->end - p->text);
    if (p->vm->termination != TERM_NONE)
        return VALUE_THROWN;
    cm__json_locate_paced(p->text, len, (size_t)(at - p->text), &pace, &line,
                          &column);
    if (p->vm->termination != TERM_NONE)
        return VALUE_THROWN;
    return throw_error(
        p->vm, ERR_SYNTAX,
        JSON_FAULT_START "%s at position %zu (line %u column %u)",
        cm__json_fault_text(why), (size_t)(at - p->text), line, column);
}

/* ---- stacks ---- */

static void row_init(Row *r)
{
    r->v = r->local;
    r->n = 0;
    r->cap = LOCAL_VALUES;
    r->cell = NULL;
}

static CM_NOINLINE bool row_grow(Heap *h, Row *r)
{
    ValuesCell *cell = heap_values_grow(h, r->cell, (size_t)r->cap * 2);
    if (cell == NULL)
        return false;
    if (r->cell == NULL)
        memcpy(cell->v, r->local, sizeof(r->local));
    r->cell = cell;
    r->v = cell->v;
    r->cap = cell->cap;
    return true;
}

static inline bool row_push(Heap *h, Row *r, Value v)
{
    if (CM_UNLIKELY(r->n == r->cap) && !row_grow(h, r))
        return false;
    r->v[r->n++] = v;
    return true;
}

static CM_NOINLINE bool open_grow(Parser *p)
{
    uint32_t cap = p->open_cap * 2;
    RawCell *cell = heap_raw_new(&p->vm->heap, cap * sizeof(Open));
    if (cell == NULL)
        return false;
    memcpy(cell->bytes, p->open, p->open_cap * sizeof(Open));
    memset(cell->bytes + p->open_cap * sizeof(Open), 0,
           (cap - p->open_cap) * sizeof(Open));
    heap_release(&p->vm->heap, p->open_cell);
    p->open_cell = cell;
    p->open = (Open *)(void *)cell->bytes;
    p->open_cap = cap;
    return true;
}

static bool open_push(Parser *p, bool is_object)
{
    if (p->depth >= p->max_depth) {
        throw_range(p->vm, "JSON nesting exceeds %u levels", p->max_depth);
        return false;
    }
    if (p->depth == p->open_cap && !open_grow(p))
        return false;
    Open *o = &p->open[p->depth++];
    o->values = p->values.n;
    o->keys = p->keys.n;
    o->next = 0;
    o->version = o->hint != NULL ? o->hint->version : 0;
    o->is_object = is_object;
    o->exact = true;
    o->plain_names = true;
    o->has_index = false;
    return true;
}

/* ---- strings ---- */

/* The high bit of each byte that ends a plain run: quote, backslash, control or
 * above 0x7F. Borrows can only set bits above a true hit (Warren, Hacker's
 * Delight, 6-1), so the lowest one is exact. */
static inline uint64_t special_bytes(uint64_t x)
{
    uint64_t quote = x ^ CM_WORD_ONES * '"', slash = x ^ CM_WORD_ONES * '\\';
    return ((x - CM_WORD_ONES * 0x20) | (quote - CM_WORD_ONES) |
            (slash - CM_WORD_ONES) | x) &
           CM_WORD_HIGH;
}

/* End of the run of plain ASCII from at. */
static inline const char *plain_run(const char *at, const char *end)
{
    while (end - at >= 8) {
        uint64_t hit = special_bytes(cm_word_load(at));
        if (hit != 0)
            return at + cm_ctz64(hit) / 8;
        at += 8;
    }
    while (at < end && (signed char)*at >= 0x20 && *at != '"' && *at != '\\')
        at++;
    return at;
}

/* A string that is not plain ASCII, or is faulty. at is behind the quote. */
static CM_NOINLINE Str *string_general(Parser *p)
{
    JsonString s;
    const JsonPace pace = { .goes_on = is_in_time, .user = p->vm };
    JsonFault why = cm__json_scan_string_paced(p->at, p->end, &pace, &s);
    if (p->vm->termination != TERM_NONE)
        return NULL;
    if (why != CM_JSON_OK) {
        fault(p, why, s.next);
        return NULL;
    }
    p->at = s.next;
    bool narrow;
    size_t n = cm__json_string_measure(&s, &narrow);
    if (p->vm->termination != TERM_NONE)
        return NULL; /* n is not its length */
    if (n == 1) {
        uint16_t unit;
        cm__json_string_units16(&s, &unit);
        return str_from_unit(p->vm, unit);
    }
    Str *str = narrow ? str_alloc8(p->vm, n) : str_alloc16(p->vm, n);
    if (str == NULL)
        return NULL;
    if (narrow)
        cm__json_string_units8(&s, str->as.u8);
    else
        cm__json_string_units16(&s, str->as.u16);
    return str;
}

static inline Str *string_value(Parser *p)
{
    const char *from = p->at, *to = plain_run(from, p->end);
    if (CM_UNLIKELY(to == p->end || *to != '"'))
        return string_general(p);
    p->at = to + 1;
    size_t n = (size_t)(to - from);
    if (n <= 1)
        return str_new8(p->vm, (const uint8_t *)from, n);
    if (n > STR_MAX_LEN)
        return str_alloc8(p->vm, n); /* throws */
    Str *s = str_alloc_in(&p->vm->heap, n, false);
    if (s == NULL)
        return NULL;
    memcpy(s->as.u8, from, n);
    p->vm->fuel -= (int64_t)(n / 64);
    return s;
}

/* ---- names ---- */

/* Whether the n bytes of a name stand at `at`, which has 8 more bytes behind
 * them. A string's cell is readable in whole words. */
static inline bool same_name(const char *at, const Str *name, size_t n)
{
    const char *units = (const char *)name->as.u8;
    for (; n >= 8; n -= 8, at += 8, units += 8)
        if (cm_word_load(at) != cm_word_load(units))
            return false;
    if (n == 0)
        return true;
    uint64_t differ = cm_word_load(at) ^ cm_word_load(units);
    return differ << (64 - 8 * n) == 0;
}

/* Takes the name when the text has it next, quote included. */
static inline bool take_name(Parser *p, const Str *name)
{
    size_t n = name->len;
    if ((size_t)(p->end - p->at) < n + 9) {
        if ((size_t)(p->end - p->at) <= n || memcmp(p->at, name->as.u8, n) != 0)
            return false;
    } else if (!same_name(p->at, name, n)) {
        return false;
    }
    if (p->at[n] != '"')
        return false;
    p->at += n + 1;
    return true;
}

static inline Str **hint_names(const Hint *h)
{
    return (Str **)(void *)h->names->bytes;
}

static inline bool has_hint(const Open *o)
{
    return o->hint != NULL && o->hint->shape != NULL &&
           o->hint->version == o->version;
}

/* Of the text alone, not of its keyed hash: what is learnt decides where memory
 * runs out, and an execution shall end at the same step in every process. */
static uint64_t name_mixed(const char *at, size_t n)
{
    uint64_t x = 0;
    if (n >= 8) {
        x = cm_word_load(at) * 31 + cm_word_load(at + n - 8);
    } else {
        for (size_t i = 0; i < n; i++)
            x = x << 8 | (unsigned char)at[i];
    }
    return (x + n) * HASH_MULTIPLY;
}

static uint32_t name_slot(const char *at, size_t n)
{
    return (uint32_t)(name_mixed(at, n) >> (64 - NAME_BITS));
}

/* By first name and depth: many kinds of record begin with the same name. */
static inline Hint *hint_of(Parser *p, const Str *first)
{
    StrView v;
    str_view_flat(first, &v);
    uint64_t mixed = v.p8 != NULL ? name_mixed((const char *)v.p8, v.len)
                                  : name_mixed((const char *)v.p16, v.len * 2);
    mixed ^= p->depth * HASH_MULTIPLY;
    return &p->memo->hints[mixed >> (64 - HINT_BITS)];
}

/* The interned name at p->at, from the cache when it is there. */
static Str *lookup_name(Parser *p, Open *o)
{
    const char *from = p->at, *to = plain_run(from, p->end);
    if (to == p->end || *to != '"') {
        o->plain_names = false;
        Str *s = string_general(p);
        return s == NULL ? NULL : str_intern(p->vm, s);
    }
    size_t n = (size_t)(to - from);
    Str **slot = &p->memo->names[name_slot(from, n)];
    if (*slot != NULL && (*slot)->len == n &&
        memcmp((*slot)->as.u8, from, n) == 0) {
        p->at = to + 1;
        return *slot;
    }
    Str *s = str_intern8(p->vm, (const uint8_t *)from, n);
    if (s == NULL)
        return NULL;
    p->at = to + 1;
    *slot = s;
    return s;
}

static bool push_key(Parser *p, PropKey key)
{
    return row_push(&p->vm->heap, &p->keys, key);
}

static CM_NOINLINE bool unexpected_name(Parser *p, Open *o)
{
    const Hint *h = o->hint;
    bool first = p->keys.n == o->keys;
    o->exact = false;
    if (!first && has_hint(o)) {
        for (uint32_t i = o->next + 1; i <= o->next + HINT_SKIP && i < h->n;
             i++) {
            Str *name = hint_names(h)[i];
            if (take_name(p, name)) {
                o->next = i + 1;
                return push_key(p, value_from_str(name));
            }
        }
    }
    Str *name = lookup_name(p, o);
    if (name == NULL)
        return false;
    if (name->hd.flags & STR_IS_INDEX) {
        uint32_t index = 0;
        str_to_index(p->vm, name, &index);
        o->has_index = true;
        return push_key(p, key_index(index));
    }
    if (first) {
        Hint *by_name = hint_of(p, name);
        if (by_name->shape != NULL && hint_names(by_name)[0] == name) {
            o->hint = by_name;
            o->version = by_name->version;
            o->exact = true;
            o->next = 1;
        }
    }
    return push_key(p, value_from_str(name));
}

/* A name, behind its opening quote. */
static inline bool read_name(Parser *p, Open *o)
{
    const Hint *h = o->hint;
    if (CM_LIKELY(has_hint(o) && o->next < h->n)) {
        Str *name = hint_names(h)[o->next];
        if (CM_LIKELY(take_name(p, name))) {
            o->next++;
            return push_key(p, value_from_str(name));
        }
    }
    return unexpected_name(p, o);
}

/* ---- objects ---- */

/* Remembers the object just closed for the next ones like it. */
static void learn(Parser *p, Open *o, Shape *shape, const PropKey *keys,
                  uint32_t n)
{
    if (!o->plain_names || n == 0 || n > HINT_NAMES)
        return;
    Hint *h = hint_of(p, value_str(keys[0]));
    if (h->names == NULL) {
        bool refused = p->vm->heap.refused;
        h->names = heap_raw_new(&p->vm->heap, HINT_NAMES * sizeof(Str *));
        if (h->names == NULL) {
            p->vm->heap.refused = refused;
            return;
        }
    }
    for (uint32_t i = 0; i < n; i++)
        hint_names(h)[i] = value_str(keys[i]);
    h->n = n;
    h->shape = shape;
    h->version++;
    o->hint = h;
}

/* The shape of an object with these names, NULL when refused or, with
 * *ret_twice, when a name comes twice. */
static Shape *shape_of_names(VM *vm, const PropKey *keys, uint32_t n,
                             bool *ret_twice)
{
    Shape *s = vm->realm->shape_plain;
    *ret_twice = false;
    if (n > s->inline_cap)
        s = shape_root(vm, vm->realm->object_proto, (n + 3) & ~3u);
    for (uint32_t i = 0; i < n && s != NULL; i++) {
        Shape *next = shape_next(vm, s, keys[i], PROP_DEFAULT);
        PropSlot p;
        if (next == NULL) {
            if (shape_find(vm, s, keys[i], &p)) {
                *ret_twice = true;
                return NULL;
            }
            next = shape_add(vm, s, keys[i], PROP_DEFAULT);
        }
        s = next;
    }
    return s;
}

static Value object_shaped(VM *vm, Shape *shape, const Value *values,
                           uint32_t n)
{
    return obj_new_shaped(vm, shape, shape->inline_cap, values, n);
}

static Value object_by_put(VM *vm, const PropKey *keys, const Value *values,
                           uint32_t n)
{
    Obj *o = obj_new_plain(vm);
    if (o == NULL)
        return VALUE_THROWN;
    for (uint32_t i = 0; i < n; i++)
        if (!obj_put(vm, o, keys[i], values[i]))
            return VALUE_THROWN;
    return value_from_obj(o);
}

static Value close_object(Parser *p, Open *o)
{
    VM *vm = p->vm;
    const Value *values = p->values.v + o->values;
    const PropKey *keys = p->keys.v + o->keys;
    uint32_t n = p->keys.n - o->keys;
    p->values.n = o->values;
    p->keys.n = o->keys;
    if (o->exact && n > 0 && has_hint(o) && o->hint->n == n)
        return object_shaped(vm, o->hint->shape, values, n);
    if (o->has_index || n > SHAPED_MAX)
        return object_by_put(vm, keys, values, n);
    bool twice;
    Shape *shape = shape_of_names(vm, keys, n, &twice);
    if (shape == NULL)
        return twice ? object_by_put(vm, keys, values, n) : VALUE_THROWN;
    learn(p, o, shape, keys, n);
    return object_shaped(vm, shape, values, n);
}

static Value close_array(Parser *p, const Open *o)
{
    uint32_t n = p->values.n - o->values;
    Array *a = array_from_values(p->vm, p->values.v + o->values, n);
    p->values.n = o->values;
    return a == NULL ? VALUE_THROWN : value_from_obj(a);
}

/* ---- numbers and words ---- */

static CM_NOINLINE Value number_general(Parser *p)
{
    JsonNumber n;
    JsonFault why = cm__json_scan_number(p->at, p->end, &n);
    if (why != CM_JSON_OK)
        return fault(p, why, n.next);
    p->at = n.next;
    return value_number(n.value);
}

/* Up to nine digits without fraction and exponent are most numbers. */
static inline Value number_value(Parser *p)
{
    const char *at = p->at;
    bool negative = *at == '-';
    at += negative;
    const char *digits = at;
    uint32_t n = 0;
    while (at < p->end && (unsigned char)(*at - '0') <= 9 && at - digits < 10)
        n = n * 10 + (uint32_t)(*at++ - '0');
    size_t len = (size_t)(at - digits);
    if (len == 0 || len > 9 || (*digits == '0' && (len > 1 || negative)) ||
        (at < p->end && (*at == '.' || (*at | 0x20) == 'e')))
        return number_general(p);
    p->at = at;
    return value_int(negative ? -(int32_t)n : (int32_t)n);
}

static Value word_value(Parser *p)
{
    static const struct {
        const char *text;
        uint8_t len;
        Value value;
    } words[] = { { "true", 4, VALUE_TRUE },
                  { "false", 5, VALUE_FALSE },
                  { "null", 4, VALUE_NULL } };
    for (size_t i = 0; i < CM_ARRAY_LEN(words); i++)
        if (cm__json_has_word(p->at, p->end, words[i].text, words[i].len)) {
            p->at += words[i].len;
            return words[i].value;
        }
    return fault(p, CM_JSON_TOKEN, p->at);
}

/* ---- the machine ---- */

/* A megabyte at a time. When the execution has to end, the text ends here. */
static CM_NOINLINE void skip_many_blanks(Parser *p)
{
    while ((size_t)(p->end - p->at) > METER_BYTES) {
        const char *stop = p->at + METER_BYTES;
        p->at = cm__json_skip_blanks(p->at, stop);
        if (p->at != stop)
            return;
        if (!meter_look_up(p->vm))
            p->at = p->end;
    }
    p->at = cm__json_skip_blanks(p->at, p->end);
}

static inline void skip_blanks(Parser *p)
{
    if (CM_LIKELY((size_t)(p->end - p->at) <= METER_BYTES) ||
        !cm__json_is_blank(*p->at))
        p->at = cm__json_skip_blanks(p->at, p->end);
    else
        skip_many_blanks(p);
}

static inline Value scalar(Parser *p)
{
    switch (*p->at) {
    case '"': {
        p->at++;
        Str *s = string_value(p);
        return s == NULL ? VALUE_THROWN : value_from_str(s);
    }
    case '-':
    case '0':
    case '1':
    case '2':
    case '3':
    case '4':
    case '5':
    case '6':
    case '7':
    case '8':
    case '9':
        return number_value(p);
    default:
        return word_value(p);
    }
}

/* Name and colon of a member. False when failed. */
static inline bool member_start(Parser *p)
{
    skip_blanks(p);
    if (p->at == p->end || *p->at != '"') {
        fault(p, p->at == p->end ? CM_JSON_END : CM_JSON_KEY, p->at);
        return false;
    }
    p->at++;
    if (!read_name(p, &p->open[p->depth - 1]))
        return false;
    if (p->at == p->end || *p->at != ':') {
        skip_blanks(p);
        if (p->at == p->end || *p->at != ':') {
            fault(p, p->at == p->end ? CM_JSON_END : CM_JSON_COLON, p->at);
            return false;
        }
    }
    p->at++;
    return true;
}

/* Opens a container. *ret_empty when it is closed again at once. */
static bool container_start(Parser *p, bool *ret_empty)
{
    bool is_object = *p->at == '{';
    if (!open_push(p, is_object))
        return false;
    p->at++;
    skip_blanks(p);
    *ret_empty = p->at < p->end && *p->at == (is_object ? '}' : ']');
    if (*ret_empty)
        return true;
    return !is_object || member_start(p);
}

/* The scanner of values: one loop, since containers close into each other. */
static Value parse(Parser *p)
{
    VM *vm = p->vm;
    for (;;) {
        Value v;
        bool empty;
        skip_blanks(p);
        if (p->at == p->end)
            return fault(p, CM_JSON_END, p->at);
        if (*p->at == '{' || *p->at == '[') {
            if (!container_start(p, &empty))
                return VALUE_THROWN;
            if (!empty)
                continue;
            v = VALUE_ABSENT;
        } else {
            v = scalar(p);
            if (v == VALUE_THROWN)
                return v;
        }
        for (;;) { /* v is complete; or the innermost container, when absent */
            if (v != VALUE_ABSENT) {
                if (p->depth == 0)
                    return v;
                if (!row_push(&vm->heap, &p->values, v) || !vm_charge(vm, 1))
                    return VALUE_THROWN;
                skip_blanks(p);
                if (p->at == p->end)
                    return fault(p, CM_JSON_END, p->at);
            }
            Open *o = &p->open[p->depth - 1];
            if (*p->at == ',' && v != VALUE_ABSENT) {
                p->at++;
                if (o->is_object && !member_start(p))
                    return VALUE_THROWN;
                break;
            }
            if (*p->at != (o->is_object ? '}' : ']'))
                return fault(p, CM_JSON_COMMA, p->at);
            p->at++;
            v = o->is_object ? close_object(p, o) : close_array(p, o);
            if (v == VALUE_THROWN)
                return v;
            p->depth--;
        }
    }
}

/* The memo of the execution, made when it has read enough; else NULL. */
static JsonMemo *kept_memo(VM *vm)
{
    if (vm->json_memo == NULL && ++vm->n_json_reads >= MEMO_AFTER) {
        bool refused = vm->heap.refused;
        RawCell *raw = heap_raw_new(&vm->heap, sizeof(JsonMemo));
        vm->heap.refused = refused;
        if (raw != NULL)
            memset(raw->bytes, 0, sizeof(JsonMemo));
        vm->json_memo = raw;
    }
    if (vm->json_memo == NULL)
        return NULL;
    return (JsonMemo *)(void *)vm->json_memo->bytes;
}

static Value parse_text(VM *vm, const char *text, size_t len,
                        uint32_t max_depth, JsonMemo *memo)
{
    Parser p;
    p.vm = vm;
    p.memo = memo;
    p.text = p.at = text;
    p.end = text + len;
    p.max_depth = max_depth;
    p.depth = 0;
    p.open_cap = LOCAL_OPEN;
    p.open = memo->open;
    p.open_cell = NULL;
    row_init(&p.values);
    row_init(&p.keys);
    Value v = parse(&p);
    if (v != VALUE_THROWN) {
        skip_blanks(&p);
        if (p.at != p.end)
            v = fault(&p, CM_JSON_TRAILING, p.at);
    }
    heap_release(&vm->heap, p.open_cell);
    heap_release(&vm->heap, p.values.cell);
    heap_release(&vm->heap, p.keys.cell);
    return v;
}

static CM_NOINLINE Value parse_alone(VM *vm, const char *text, size_t len,
                                     uint32_t max_depth)
{
    JsonMemo memo = { 0 };
    return parse_text(vm, text, len, max_depth, &memo);
}

Value json_parse_limited(VM *vm, const char *text, size_t len,
                         uint32_t max_depth)
{
    JsonMemo *memo = kept_memo(vm);
    return memo != NULL ? parse_text(vm, text, len, max_depth, memo)
                        : parse_alone(vm, text, len, max_depth);
}

Value json_parse_text(VM *vm, const char *text, size_t len)
{
    return json_parse_limited(vm, text, len, UINT32_MAX);
}

/* ---- program strings ---- */

/* In bytes; false when the execution has to end. */
static bool utf8_length(VM *vm, const StrView *v, size_t *ret)
{
    uint32_t turns = 0;
    *ret = 0;
    for (uint32_t i = 0; i < v->len; i++) {
        uint32_t unit = view_at(v, i);
        *ret += unit < 0x80 ? 1 : unit < 0x800 ? 2 : 3;
        if (!vm_in_time(vm, &turns))
            return false;
    }
    return true;
}

static Tri is_ascii(VM *vm, const StrView *v)
{
    if (v->p8 == NULL)
        return TRI_FALSE;
    const char *at = (const char *)v->p8;
    size_t left = v->len;
    for (; left > METER_BYTES; left -= METER_BYTES, at += METER_BYTES) {
        if (!cm__utf8_is_ascii(at, METER_BYTES))
            return TRI_FALSE;
        if (!meter_look_up(vm))
            return TRI_THROWN;
    }
    return cm__utf8_is_ascii(at, left) ? TRI_TRUE : TRI_FALSE;
}

/* Surrogates become three bytes each, pairs too: the scanner gives the same
 * units back, and JSON's own syntax is ASCII. False when the execution has to
 * end. */
static bool put_utf8(VM *vm, char *to, const StrView *v)
{
    uint32_t turns = 0;
    for (uint32_t i = 0; i < v->len; i++) {
        uint32_t unit = view_at(v, i);
        if (unit < 0x80) {
            *to++ = (char)unit;
        } else if (unit < 0x800) {
            *to++ = (char)(0xC0 | unit >> 6);
            *to++ = (char)(0x80 | (unit & 0x3F));
        } else {
            *to++ = (char)(0xE0 | unit >> 12);
            *to++ = (char)(0x80 | (unit >> 6 & 0x3F));
            *to++ = (char)(0x80 | (unit & 0x3F));
        }
        if (!vm_in_time(vm, &turns))
            return false;
    }
    return true;
}

Value json_parse_str(VM *vm, Str *s)
{
    StrView v;
    size_t n;
    /* Charged before the first look: a text that fails at its start has been
     * gone through as well. */
    if (!str_view(vm, s, &v) || !vm_charge_bytes(vm, v.len))
        return VALUE_THROWN;
    Tri ascii = is_ascii(vm, &v);
    if (ascii == TRI_THROWN)
        return VALUE_THROWN;
    if (ascii == TRI_TRUE)
        return json_parse_limited(vm, (const char *)v.p8, v.len,
                                  JSON_DEPTH_MAX);
    if (!utf8_length(vm, &v, &n) || !vm_charge_bytes(vm, n))
        return VALUE_THROWN;
    RawCell *raw = heap_raw_new(&vm->heap, n);
    if (raw == NULL)
        return VALUE_THROWN;
    Value value = put_utf8(vm, (char *)raw->bytes, &v)
                      ? json_parse_limited(vm, (const char *)raw->bytes, n,
                                           JSON_DEPTH_MAX)
                      : VALUE_THROWN;
    heap_release(&vm->heap, raw);
    return value;
}
