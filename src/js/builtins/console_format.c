/* SPDX-License-Identifier: MIT */
/* Values as text for people. Recursion is bounded by MAX_DEPTH; the chain of
 * the objects being printed tells cycles. Everything is charged by element and
 * byte. */
#include "js/builtins/console_internal.h"

#include "engine/bigint.h"
#include "engine/buffer.h"
#include "engine/convert.h"
#include "engine/iterate.h"
#include "engine/meter.h"
#include "engine/property.h"
#include "engine/proxy.h"

#include <math.h>
#include <stdio.h>

#define MAX_DEPTH 32

typedef struct Printer {
    VM *vm;
    StrBuilder *out;
    const Obj *chain[MAX_DEPTH + 1]; /* the objects around */
    uint32_t depth;                  /* of the value being printed */
    bool opaque;                     /* met something that is no data */
} Printer;

static bool print_value(Printer *p, Value v);

static void add(Printer *p, const char *text)
{
    strb_ascii(p->out, text, strlen(text));
}

/* ---- strings ---- */

static void add_escape(Printer *p, uint32_t unit)
{
    static const char names[] = "btn\0fr"; /* U+0008 to U+000D */
    char text[8];
    if (unit == '"' || unit == '\\') {
        text[0] = '\\';
        text[1] = (char)unit;
        strb_ascii(p->out, text, 2);
    } else if (unit >= 8 && unit <= 13 && names[unit - 8]) {
        text[0] = '\\';
        text[1] = names[unit - 8];
        strb_ascii(p->out, text, 2);
    } else {
        snprintf(text, sizeof text, "\\u%04x", (unsigned)unit);
        strb_ascii(p->out, text, 6);
    }
}

/* A surrogate without its partner; QuoteJSONString (25.5.2.3) escapes those. */
static bool is_lone_surrogate(const StrView *v, uint32_t i)
{
    uint32_t unit = view_at(v, i);
    if (unit < 0xD800 || unit > 0xDFFF)
        return false;
    if (unit < 0xDC00)
        return i + 1 >= v->len || (view_at(v, i + 1) & 0xFC00) != 0xDC00;
    return i == 0 || (view_at(v, i - 1) & 0xFC00) != 0xD800;
}

static bool print_quoted(Printer *p, Str *s)
{
    StrView v;
    if (!vm_charge_bytes(p->vm, s->len) || !str_view(p->vm, s, &v))
        return false;
    uint32_t from = 0, turns = 0;
    add(p, "\"");
    for (uint32_t i = 0; i < v.len && vm_in_time(p->vm, &turns); i++) {
        uint32_t unit = view_at(&v, i);
        if (unit >= ' ' && unit != '"' && unit != '\\' &&
            !is_lone_surrogate(&v, i))
            continue;
        strb_range(p->out, s, from, i);
        add_escape(p, unit);
        from = i + 1;
    }
    strb_range(p->out, s, from, v.len);
    add(p, "\"");
    return !p->out->failed;
}

/* ---- dates ---- */

/* Civil date of a day number: Howard Hinnant, "chrono-compatible low-level date
 * algorithms", 2013, civil_from_days. */
static void civil_of_day(int64_t day, int64_t *ret_year, int *ret_month,
                         int *ret_day)
{
    int64_t z = day + 719468;
    int64_t era = (z >= 0 ? z : z - 146096) / 146097;
    int64_t doe = z - era * 146097;
    int64_t yoe = (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365;
    int64_t doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
    int64_t mp = (5 * doy + 2) / 153;
    *ret_day = (int)(doy - (153 * mp + 2) / 5) + 1;
    *ret_month = (int)(mp < 10 ? mp + 3 : mp - 9);
    *ret_year = yoe + era * 400 + (*ret_month <= 2);
}

/* Date.prototype.toISOString without running anything. */
static void print_date(Printer *p, double ms)
{
    char text[64];
    int64_t year;
    int month, day;
    if (ms != ms || fabs(ms) > 8.64e15) {
        add(p, "Invalid Date");
        return;
    }
    int64_t t = (int64_t)ms;
    int64_t days = t / 86400000, rest = t % 86400000;
    if (rest < 0) {
        rest += 86400000;
        days--;
    }
    civil_of_day(days, &year, &month, &day);
    int n = year >= 0 && year <= 9999
                ? snprintf(text, sizeof text, "%04d", (int)year)
                : snprintf(text, sizeof text, "%c%06d", year < 0 ? '-' : '+',
                           (int)(year < 0 ? -year : year));
    snprintf(text + n, sizeof text - (size_t)n,
             "-%02d-%02dT%02d:%02d:%02d.%03dZ", month, day,
             (int)(rest / 3600000), (int)(rest / 60000 % 60),
             (int)(rest / 1000 % 60), (int)(rest % 1000));
    add(p, text);
}

/* ---- objects ---- */

/* A data property as a string, NULL when it is something else. */
static Str *data_text(VM *vm, Obj *o, PropKey key)
{
    Obj *holder;
    PropDesc d;
    if (find_prop(vm, o, key, &holder, &d) != TRI_TRUE ||
        d.attrs & PROP_ACCESSOR || value_is_object(d.value) ||
        value_is_symbol(d.value) || value_is_undefined(d.value))
        return NULL;
    return to_string(vm, d.value);
}

/* `Name: message`, as Error.prototype.toString. */
static void print_error(Printer *p, Obj *o)
{
    const Realm *realm = p->vm->realm;
    Str *name = data_text(p->vm, o, realm->name.name);
    Str *message = data_text(p->vm, o, realm->name.message);
    bool has_name = !name || name->len;
    if (!name)
        add(p, "Error");
    else
        strb_str(p->out, name);
    if (!message || message->len == 0)
        return;
    if (has_name)
        add(p, ": ");
    strb_str(p->out, message);
}

static bool print_array(Printer *p, Obj *o)
{
    uint32_t length = ((Array *)(void *)o)->length;
    add(p, "[");
    for (uint32_t i = 0; i < length; i++) {
        PropDesc d;
        if (!vm_charge(p->vm, 1))
            return false;
        if (i)
            add(p, ",");
        Value v = obj_element_fast(o, i);
        if (v == VALUE_ABSENT) {
            Tri found = obj_get_own(p->vm, o, key_index(i), &d);
            if (found == TRI_THROWN)
                return false;
            if (found == TRI_TRUE && d.attrs & PROP_ACCESSOR) {
                add(p, "[Getter]");
                continue;
            }
            v = found == TRI_TRUE ? d.value : VALUE_NULL;
        }
        if (!print_value(p, v))
            return false;
    }
    add(p, "]");
    return !p->out->failed;
}

static bool print_property(Printer *p, Obj *o, PropKey key, bool *first)
{
    PropDesc d;
    Tri found = obj_get_own(p->vm, o, key, &d);
    if (found != TRI_TRUE)
        return found == TRI_FALSE;
    Value name = key_to_value(p->vm, key);
    if (!value_is_string(name) || !vm_charge(p->vm, 1))
        return false;
    if (!*first)
        add(p, ",");
    *first = false;
    if (!print_quoted(p, value_str(name)))
        return false;
    add(p, ":");
    if (d.attrs & PROP_ACCESSOR) {
        add(p, "[Getter]");
        return !p->out->failed;
    }
    return print_value(p, d.value);
}

static bool print_plain(Printer *p, Obj *o)
{
    KeyList keys;
    bool first = true;
    if (!obj_own_keys(p->vm, o, KEYS_STRINGS | KEYS_ENUMERABLE, &keys))
        return false;
    add(p, "{");
    for (uint32_t i = 0; i < keys.n; i++)
        if (!print_property(p, o, keys_at(&keys, i), &first))
            return false;
    add(p, "}");
    return !p->out->failed;
}

/* `Map(2) [["a",1],["b",2]]`, `Set(1) [7]`. */
static bool print_collection(Printer *p, Obj *o)
{
    Table *t = ((CollectionObj *)(void *)o)->table;
    bool is_map = obj_class(o) == CLASS_MAP, first = true;
    char head[32];
    snprintf(head, sizeof head, "%s(%u) [", is_map ? "Map" : "Set",
             (unsigned)t->live);
    add(p, head);
    for (uint32_t i = 0; i < t->used; i++) {
        TableEntry e = table_entries(t)[i];
        if (!vm_charge(p->vm, 1))
            return false;
        if (e.key == VALUE_ABSENT)
            continue;
        add(p, first ? (is_map ? "[" : "") : (is_map ? ",[" : ","));
        first = false;
        if (!print_value(p, e.key))
            return false;
        if (is_map) {
            add(p, ",");
            if (!print_value(p, e.value))
                return false;
            add(p, "]");
        }
    }
    add(p, "]");
    return !p->out->failed;
}

/* `/source/flags` from the object's own internals is the regular expression's
 * business; its intrinsic toString reads them. */
static bool print_regexp(Printer *p, Obj *o)
{
    VM *vm = p->vm;
    PropDesc d;
    if (obj_get_own(vm, vm->realm->regexp_proto, vm->realm->name.toString,
                    &d) != TRI_TRUE)
        return print_plain(p, o);
    Value text = vm_call(vm, d.value, value_from_obj(o), 0, NULL);
    if (!value_is_string(text)) {
        if (vm->exception == VALUE_ABSENT)
            return false;
        vm->exception = VALUE_ABSENT; /* own properties in the way */
        return print_plain(p, o);
    }
    strb_str(p->out, value_str(text));
    return !p->out->failed;
}

/* `Uint8Array(2) [1,2]`; of a buffer and a DataView the bytes. */
static bool print_elements(Printer *p, const char *name, const ViewObj *v)
{
    uint32_t n;
    char head[40];
    view_length(v, &n);
    snprintf(head, sizeof head, "%s(%u) [", name, (unsigned)n);
    add(p, head);
    for (uint32_t i = 0; i < n; i++) {
        if (i)
            add(p, ",");
        Value item = element_load(p->vm, view_kind(v), view_at_element(v, i));
        if (item == VALUE_THROWN || !vm_charge(p->vm, 1) ||
            !print_value(p, item))
            return false;
    }
    add(p, "]");
    return !p->out->failed;
}

static bool print_bytes(Printer *p, Obj *o)
{
    static const char *const names[] = {
#define X(id, name, bytes) name "Array",
        ELEMENT_KINDS(X)
#undef X
    };
    if (obj_class(o) == CLASS_TYPED_ARRAY) {
        const ViewObj *v = (const ViewObj *)(const void *)o;
        return print_elements(p, names[v->kind], v);
    }
    if (obj_class(o) == CLASS_DATA_VIEW)
        return print_elements(p, "DataView", (const ViewObj *)(const void *)o);
    ViewObj all = { .buffer = (BufferObj *)(void *)o,
                    .kind = ELEMENT_UINT8,
                    .tracking = true };
    return print_elements(p, "ArrayBuffer", &all);
}

/* Headers as the object that they are in JSON. */
static bool print_headers(Printer *p, Obj *o)
{
    const ValuesCell *pairs = ((PairsObj *)(void *)o)->pairs;
    bool first = true;
    add(p, "{");
    for (uint32_t i = 0; pairs && i < pairs->n; i += 2) {
        if (i + 2 < pairs->n && str_equal(p->vm, value_str(pairs->v[i]),
                                          value_str(pairs->v[i + 2])))
            continue; /* the last one counts */
        if (!first)
            add(p, ",");
        first = false;
        if (!print_quoted(p, value_str(pairs->v[i])))
            return false;
        add(p, ":");
        if (!print_quoted(p, value_str(pairs->v[i + 1])))
            return false;
    }
    add(p, "}");
    return !p->out->failed;
}

static bool print_object(Printer *p, Obj *o)
{
    switch (obj_class(o)) {
    case CLASS_BUFFER:
    case CLASS_TYPED_ARRAY:
    case CLASS_DATA_VIEW:
        return print_bytes(p, o);
    case CLASS_ARRAY:
        return print_array(p, o);
    case CLASS_MAP:
    case CLASS_SET:
        return print_collection(p, o);
    case CLASS_REGEXP:
        return print_regexp(p, o);
    case CLASS_HEADERS:
        return print_headers(p, o);
    default:
        return print_plain(p, o);
    }
}

static bool print_text(Printer *p, Str *text)
{
    if (text)
        strb_str(p->out, text);
    return text != NULL;
}

/* Objects that have no parts to print: done here. */
static bool print_simple(Printer *p, Obj *o, bool *ret_ok)
{
    *ret_ok = true;
    switch (obj_class(o)) {
    case CLASS_PROMISE:
        p->opaque = true;
        add(p, "[promise: await it to see its value]");
        return true;
    case CLASS_ERROR:
        print_error(p, o);
        return true;
    case CLASS_DATE:
        print_date(p, value_num(((BoxedObj *)(void *)o)->value));
        return true;
    case CLASS_URL:
        *ret_ok = print_text(p, js_url_href(p->vm, o));
        return true;
    case CLASS_URL_PARAMS:
        *ret_ok = print_text(p, js_url_params_text(p->vm, o));
        return true;
    case CLASS_BOXED:
        *ret_ok = print_value(p, ((BoxedObj *)(void *)o)->value);
        return true;
    case CLASS_ITERATOR:
    case CLASS_GENERATOR:
    case CLASS_REFERENCE:
        break;
    default:
        if (!value_is_callable(value_from_obj(o)))
            return false;
        break;
    }
    p->opaque = true;
    add(p, "[opaque reference]");
    return true;
}

static bool print_nested(Printer *p, Obj *o)
{
    bool ok;
    while (obj_class(o) == CLASS_PROXY) { /* no trap runs */
        o = ((ProxyObj *)(void *)o)->target;
        if (!o) {
            add(p, "[revoked proxy]");
            return true;
        }
        if (!vm_charge(p->vm, 1))
            return false;
    }
    if (print_simple(p, o, &ok))
        return ok && !p->out->failed;
    for (uint32_t i = 0; i < p->depth; i++) {
        if (p->chain[i] == o) {
            add(p, "[Circular]");
            return true;
        }
    }
    p->chain[p->depth++] = o;
    ok = print_object(p, o);
    p->depth--;
    return ok;
}

/* A value inside another one. */
static bool print_value(Printer *p, Value v)
{
    if (p->depth > MAX_DEPTH) {
        add(p, "...");
        return true;
    }
    if (value_is_object(v))
        return print_nested(p, value_obj(v));
    if (value_is_string(v))
        return print_quoted(p, value_str(v));
    if (value_is_symbol(v)) {
        Str *text = key_text(p->vm, v);
        if (!text)
            return false;
        strb_str(p->out, text);
        return !p->out->failed;
    }
    if (value_is_undefined(v))
        v = VALUE_NULL;
    Str *text = to_string(p->vm, v);
    if (!text)
        return false;
    strb_str(p->out, text);
    if (value_is_bigint(v))
        add(p, "n");
    return !p->out->failed;
}

bool cm__console_add(VM *vm, StrBuilder *b, Value v, bool as_argument,
                     bool *ret_opaque)
{
    Printer p = { .vm = vm, .out = b };
    bool ok = true;
    if (as_argument && value_is_string(v)) {
        ok = vm_charge_bytes(vm, value_str(v)->len);
        strb_str(b, value_str(v));
    } else if (as_argument && value_is_undefined(v)) {
        add(&p, "undefined");
    } else {
        ok = print_value(&p, v);
    }
    if (ret_opaque)
        *ret_opaque = p.opaque;
    return ok && !b->failed;
}

/* ---- console.table ---- */

typedef struct Grid {
    VM *vm;
    StrBuilder *out;
    Table *columns; /* keys as program values, in order */
    bool has_value; /* some row is no object */
} Grid;

/* Rows with cells of their own: plain objects and arrays. */
static bool has_cells(Value v)
{
    return value_is_object(v) && !value_is_callable(v) &&
           (obj_class(value_obj(v)) == CLASS_PLAIN ||
            obj_class(value_obj(v)) == CLASS_ARRAY);
}

/* An own data property; VALUE_ABSENT when there is none. False when refused. */
static bool own_data(VM *vm, Obj *o, PropKey key, Value *ret)
{
    PropDesc d;
    Tri found = obj_get_own(vm, o, key, &d);
    if (found == TRI_THROWN)
        return false;
    *ret = found == TRI_TRUE && !(d.attrs & PROP_ACCESSOR) ? d.value
                                                           : VALUE_ABSENT;
    return vm_charge(vm, 1);
}

static bool add_column(Grid *g, Value name)
{
    bool added;
    return table_put(g->vm, g->columns, name, &added) != NULL;
}

/* Notes the columns of one row. */
static bool scan_row(Grid *g, Value row, bool wants_columns)
{
    KeyList keys;
    if (!has_cells(row)) {
        g->has_value = true;
        return true;
    }
    if (!wants_columns)
        return true;
    if (!obj_own_keys(g->vm, value_obj(row), KEYS_STRINGS | KEYS_ENUMERABLE,
                      &keys) ||
        !vm_charge(g->vm, keys.n))
        return false;
    for (uint32_t i = 0; i < keys.n; i++) {
        Value name = key_to_value(g->vm, keys_at(&keys, i));
        if (name == VALUE_THROWN || !add_column(g, name))
            return false;
    }
    return true;
}

/* The columns asked for: the strings of an array. */
static bool take_columns(Grid *g, Obj *wanted)
{
    uint32_t n = ((Array *)(void *)wanted)->length;
    for (uint32_t i = 0; i < n; i++) {
        Value v;
        if (!own_data(g->vm, wanted, key_index(i), &v))
            return false;
        if ((value_is_string(v) || value_is_number(v))) {
            Str *name = to_string(g->vm, v);
            if (!name || !add_column(g, value_from_str(name)))
                return false;
        }
    }
    return true;
}

static void add_tab(Grid *g)
{
    strb_unit(g->out, '\t');
}

static void add_header(Grid *g)
{
    strb_ascii(g->out, "(index)", 7);
    for (uint32_t i = 0; i < g->columns->used; i++) {
        add_tab(g);
        strb_str(g->out, value_str(table_entries(g->columns)[i].key));
    }
    if (g->has_value) {
        add_tab(g);
        strb_ascii(g->out, "Value", 5);
    }
}

static bool add_row(Grid *g, Value index, Value row)
{
    bool cells = has_cells(row);
    strb_unit(g->out, '\n');
    strb_str(g->out, value_str(index));
    for (uint32_t i = 0; i < g->columns->used; i++) {
        Value v = VALUE_ABSENT;
        add_tab(g);
        if (cells) {
            PropKey key;
            Str *name = value_str(table_entries(g->columns)[i].key);
            if (!str_to_key(g->vm, name, &key) ||
                !own_data(g->vm, value_obj(row), key, &v))
                return false;
        }
        if (v != VALUE_ABSENT && !cm__console_add(g->vm, g->out, v, true, NULL))
            return false;
    }
    if (!g->has_value)
        return true;
    add_tab(g);
    return cells || cm__console_add(g->vm, g->out, row, true, NULL);
}

bool cm__console_table(VM *vm, StrBuilder *b, Value rows, Value columns)
{
    Grid g = { .vm = vm, .out = b, .columns = table_new(vm, 0) };
    KeyList keys;
    bool given = value_is_array(columns);
    if (!has_cells(rows))
        return cm__console_add(vm, b, rows, true, NULL);
    Obj *o = value_obj(rows);
    if (!g.columns ||
        !obj_own_keys(vm, o, KEYS_STRINGS | KEYS_ENUMERABLE, &keys) ||
        (given && !take_columns(&g, value_obj(columns))))
        return false;
    for (uint32_t i = 0; i < keys.n; i++) {
        Value row;
        if (!own_data(vm, o, keys_at(&keys, i), &row) ||
            !scan_row(&g, row, !given))
            return false;
    }
    add_header(&g);
    for (uint32_t i = 0; i < keys.n; i++) {
        Value row, index = key_to_value(vm, keys_at(&keys, i));
        if (index == VALUE_THROWN ||
            !own_data(vm, o, keys_at(&keys, i), &row) ||
            !add_row(&g, index, row))
            return false;
    }
    return !b->failed;
}
