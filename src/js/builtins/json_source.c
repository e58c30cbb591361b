/* SPDX-License-Identifier: MIT */
/* Where the values of a JSON text stand in it, for JSON.parse with a reviver
 * that looks at its third argument (25.5.1.1, JSON Parse Records).
 *
 * The text was read before, so the walk here only finds where tokens end, and
 * goes down the value in step with it. An open record keeps its parent in
 * SOURCE_NEXT and, an array, the number of its elements so far in SOURCE_END:
 * depth costs no C stack. When a name comes twice the records of the first one
 * do not fit the value, but only the last one is ever asked for. */
#include "engine/convert.h"
#include "engine/json_value.h"
#include "engine/meter.h"
#include "engine/property.h"
#include "js/builtins/json_internal.h"

#define NO_RECORD UINT32_MAX

typedef struct Scan {
    VM *vm;
    Str *text;
    StrView view;
    uint32_t at;
    ValuesCell *records;
} Scan;

static uint32_t unit_at(const Scan *s)
{
    return s->at < s->view.len ? view_at(&s->view, s->at) : 0;
}

static void skip_blanks(Scan *s)
{
    uint32_t c = unit_at(s);
    while (c == ' ' || c == '\n' || c == '\r' || c == '\t') {
        s->at++;
        c = unit_at(s);
    }
}

static Value *field(const Scan *s, uint32_t record, unsigned f)
{
    return &s->records->v[record + f];
}

/* Behind the closing quote. True when the string has escapes. */
static bool skip_string(Scan *s)
{
    bool escapes = false;
    for (s->at++; unit_at(s) != '"'; s->at++) {
        if (unit_at(s) == '\\') {
            escapes = true;
            s->at++;
        }
    }
    s->at++;
    return escapes;
}

/* Behind a number or a word. */
static void skip_word(Scan *s)
{
    for (;; s->at++) {
        uint32_t c = unit_at(s), lower = c | 0x20;
        if (!(lower - 'a' < 26 || c - '0' < 10 || c == '-' || c == '+' ||
              c == '.'))
            return;
    }
}

static bool add_record(Scan *s, Value v, PropKey key, uint32_t parent)
{
    uint32_t n = s->records->n;
    ValuesCell *grown =
        heap_values_grow(&s->vm->heap, s->records, (size_t)n + SOURCE_SIZE);
    if (grown == NULL || !vm_charge(s->vm, 1))
        return false;
    s->records = grown;
    grown->n += SOURCE_SIZE;
    *field(s, n, SOURCE_VALUE) = v;
    *field(s, n, SOURCE_KEY) = key;
    *field(s, n, SOURCE_START) = value_uint32(s->at);
    *field(s, n, SOURCE_END) = value_int(0);
    *field(s, n, SOURCE_NEXT) = value_uint32(parent);
    return true;
}

static void close_record(Scan *s, uint32_t record)
{
    *field(s, record, SOURCE_END) = value_uint32(s->at);
    *field(s, record, SOURCE_NEXT) = value_uint32(s->records->n);
}

/* The name at the scan, and the colon. */
static bool member_name(Scan *s, PropKey *ret_key)
{
    skip_blanks(s);
    uint32_t from = s->at;
    bool escapes = skip_string(s);
    Str *name = escapes ? str_slice(s->vm, s->text, from, s->at)
                        : str_slice(s->vm, s->text, from + 1, s->at - 1);
    if (name != NULL && escapes) {
        Value plain = json_parse_str(s->vm, name);
        name = plain == VALUE_THROWN ? NULL : value_str(plain);
    }
    if (name == NULL || !str_to_key(s->vm, name, ret_key))
        return false;
    skip_blanks(s);
    s->at++;
    return true;
}

/* Key and value of the next member of an open record. */
static bool next_member(Scan *s, uint32_t parent, PropKey *ret_key,
                        Value *ret_value)
{
    Value container = *field(s, parent, SOURCE_VALUE);
    uint32_t start = (uint32_t)value_num(*field(s, parent, SOURCE_START));
    Value *count = field(s, parent, SOURCE_END);
    PropDesc d;
    *ret_value = VALUE_ABSENT;
    if (view_at(&s->view, start) == '[') {
        *ret_key = key_index((uint32_t)value_num(*count));
        *count = value_number(value_num(*count) + 1);
    } else if (!member_name(s, ret_key)) {
        return false;
    }
    if (!value_is_object(container))
        return true;
    Tri has = obj_get_own(s->vm, value_obj(container), *ret_key, &d);
    if (has == TRI_TRUE)
        *ret_value = d.value;
    return has != TRI_THROWN;
}

/* The value at the scan; true when it is an open container with members. */
static bool enter(Scan *s, uint32_t record)
{
    uint32_t c = unit_at(s);
    if (c == '{' || c == '[') {
        s->at++;
        skip_blanks(s);
        uint32_t close = unit_at(s);
        if (close != '}' && close != ']')
            return true;
        s->at++;
    } else if (c == '"') {
        (void)skip_string(s);
    } else {
        skip_word(s);
    }
    close_record(s, record);
    return false;
}

/* Closes containers up to one that has another member. */
static uint32_t leave(Scan *s, uint32_t parent)
{
    while (parent != NO_RECORD) {
        skip_blanks(s);
        if (unit_at(s) == ',') {
            s->at++;
            return parent;
        }
        s->at++;
        uint32_t outer = (uint32_t)value_num(*field(s, parent, SOURCE_NEXT));
        close_record(s, parent);
        parent = outer;
    }
    return NO_RECORD;
}

ValuesCell *cm__json_sources(VM *vm, Str *text, Value root)
{
    Scan s = { .vm = vm, .text = text };
    uint32_t parent = NO_RECORD;
    PropKey key = VALUE_UNDEFINED;
    Value v = root;
    s.records = heap_values_new(&vm->heap, (size_t)8 * SOURCE_SIZE);
    if (s.records == NULL || !str_view(vm, text, &s.view) ||
        !vm_charge_bytes(vm, text->len))
        return NULL;
    for (;;) {
        skip_blanks(&s);
        uint32_t record = s.records->n;
        if (!add_record(&s, v, key, parent))
            return NULL;
        parent = enter(&s, record) ? record : leave(&s, parent);
        if (parent == NO_RECORD)
            return s.records;
        if (!next_member(&s, parent, &key, &v))
            return NULL;
    }
}

/* Last members win, as they do in the value. */
Table *cm__json_source_members(VM *vm, const ValuesCell *records,
                               uint32_t record)
{
    Table *t = table_new(vm, 0);
    uint32_t end = (uint32_t)value_num(records->v[record + SOURCE_NEXT]);
    uint32_t at = record + SOURCE_SIZE;
    while (t != NULL && at < end) {
        bool added;
        TableEntry *e = table_put(vm, t, records->v[at + SOURCE_KEY], &added);
        if (e == NULL || !vm_charge(vm, 1))
            return NULL;
        e->value = value_uint32(at);
        at = (uint32_t)value_num(records->v[at + SOURCE_NEXT]);
    }
    return t;
}
