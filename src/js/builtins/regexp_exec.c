/* SPDX-License-Identifier: MIT */
/* Matching for RegExp objects: the bridge between the machine's heap and meter
 * and the matcher, lastIndex, and the result array (ECMA-262 22.2.7). */
#include "js/builtins/regexp_internal.h"

#include <string.h>

/* ---- memory and time for the matcher ---- */

/* Memory of a match counts against the execution's limit. */
static void *charged_resize(void *ctx, void *ptr, size_t old_size,
                            size_t new_size)
{
    VM *vm = ctx;
    const cm_allocator *alloc = vm->heap.alloc;
    if (new_size > old_size && !heap_charge(&vm->heap, new_size - old_size))
        return NULL;
    void *p = alloc->resize(alloc->ctx, ptr, old_size, new_size);
    if (p == NULL && new_size > 0) {
        if (new_size > old_size)
            heap_uncharge(&vm->heap, new_size - old_size);
        vm->heap.refused = true;
        return NULL;
    }
    if (new_size < old_size)
        heap_uncharge(&vm->heap, old_size - new_size);
    return p;
}

static bool charge_steps(void *user, uint64_t steps)
{
    return vm_charge(user, steps);
}

RegexpHost cm__regexp_host(VM *vm, cm_allocator *ret_alloc)
{
    *ret_alloc = (cm_allocator){ charged_resize, vm };
    return (RegexpHost){ ret_alloc, charge_steps, vm };
}

bool cm__regexp_match_init(VM *vm, RegexpMatch *m, const RegexpCode *code)
{
    m->at = m->local;
    if ((size_t)code->n_groups * 2 <= CM_ARRAY_LEN(m->local))
        return true;
    RawCell *raw = heap_raw_new(&vm->heap, (size_t)code->n_groups * 8);
    m->at = raw ? (uint32_t *)(void *)raw->bytes : NULL;
    return raw != NULL;
}

Tri cm__regexp_run(VM *vm, const RegexpCode *code, const StrView *v,
                   uint32_t start, bool sticky, RegexpMatch *m)
{
    cm_allocator alloc;
    RegexpHost host = cm__regexp_host(vm, &alloc);
    RegexpText text = { v->p8, v->p16, v->len };
    /* Every match begins with all captures cleared, eight in 64 bytes. */
    if (!vm_charge(vm, code->n_groups / 8))
        return TRI_THROWN;
    switch (cm__regexp_match(code, &host, &text, start, sticky, m->at)) {
    case REGEXP_MATCH:
        return TRI_TRUE;
    case REGEXP_NO_MATCH:
        return TRI_FALSE;
    case REGEXP_NOMEM:
    case REGEXP_STOPPED:
        break;
    }
    return TRI_THROWN;
}

/* ---- lastIndex ---- */

bool cm__regexp_get_last(VM *vm, Obj *re, uint64_t *ret_at)
{
    Value v = get_obj(vm, re, vm->realm->name.lastIndex, value_from_obj(re));
    return v != VALUE_THROWN && to_length(vm, v, ret_at);
}

bool cm__regexp_set_last(VM *vm, Obj *re, uint64_t at)
{
    Value v =
        at <= INT32_MAX ? value_int((int32_t)at) : value_double((double)at);
    if (re->shape == vm->realm->shape_regexp) {
        *obj_slot(re, 0) = v;
        return true;
    }
    return set_prop(vm, value_from_obj(re), vm->realm->name.lastIndex, v);
}

Tri cm__regexp_exec(VM *vm, RegexpObj *re, Str *s, RegexpMatch *m)
{
    const RegexpCode *code = regexp_code(re);
    bool keeps = (code->flags & (REGEXP_GLOBAL | REGEXP_STICKY)) != 0;
    Value last = *regexp_last_index(re);
    uint64_t start = 0;
    if (value_is_int(last) && value_to_int(last) >= 0)
        start = (uint32_t)value_to_int(last);
    else if (!cm__regexp_get_last(vm, &re->obj, &start))
        return TRI_THROWN;
    start = keeps ? start : 0;
    StrView v;
    if (!str_view(vm, s, &v))
        return TRI_THROWN;
    Tri found = TRI_FALSE;
    if (start <= v.len)
        found = cm__regexp_run(vm, code, &v, (uint32_t)start,
                               (code->flags & REGEXP_STICKY) != 0, m);
    if (found == TRI_FALSE && keeps && !cm__regexp_set_last(vm, &re->obj, 0))
        return TRI_THROWN;
    return found;
}

/* ---- the result ---- */

Value cm__regexp_capture(VM *vm, Str *s, const RegexpMatch *m, uint32_t i)
{
    if (m->at[(size_t)2 * i] == REGEXP_NONE)
        return VALUE_UNDEFINED;
    Str *text =
        str_slice(vm, s, m->at[(size_t)2 * i], m->at[(size_t)2 * i + 1]);
    return text ? value_from_str(text) : VALUE_THROWN;
}

static PropKey name_key(VM *vm, const RegexpCode *code, const RegexpName *name)
{
    Str *s = str_intern16(vm, regexp_name_units(code, name), name->len);
    return s ? value_from_str(s) : VALUE_ABSENT;
}

/* One property for each name; of several groups with it, the one that took
 * part. value(i) gives the property of group i. */
static bool fill_groups(VM *vm, const RegexpCode *code, Obj *groups,
                        const Value *values, const RegexpMatch *m)
{
    const RegexpName *names = regexp_names(code);
    for (uint32_t i = 0; i < code->n_names; i++) {
        PropKey key = name_key(vm, code, &names[i]);
        if (key == VALUE_ABSENT || !vm_charge(vm, 1))
            return false;
        uint32_t group = names[i].group;
        PropDesc old;
        if (m->at[(size_t)2 * group] == REGEXP_NONE &&
            obj_get_own(vm, groups, key, &old) == TRI_TRUE)
            continue;
        if (!obj_put(vm, groups, key, values[group]))
            return false;
    }
    return true;
}

/* Start and end of each capture, as MakeMatchIndicesIndexPairArray. */
static Array *make_indices(VM *vm, const RegexpCode *code, const RegexpMatch *m)
{
    Array *out = array_new(vm, code->n_groups);
    if (out && !vm_charge(vm, code->n_groups))
        return NULL;
    for (uint32_t i = 0; out && i < code->n_groups; i++) {
        Value v = VALUE_UNDEFINED;
        if (m->at[(size_t)2 * i] != REGEXP_NONE) {
            Value pair[2] = { value_uint32(m->at[(size_t)2 * i]),
                              value_uint32(m->at[(size_t)2 * i + 1]) };
            Array *a = array_from_values(vm, pair, 2);
            if (!a)
                return NULL;
            v = value_from_obj(a);
        }
        if (!array_push(vm, out, v))
            return NULL;
    }
    Obj *groups = NULL;
    if (out && code->n_names > 0) {
        groups = obj_new_proto(vm, NULL);
        if (!groups ||
            !fill_groups(vm, code, groups, out->obj.elements.dense->v, m))
            return NULL;
    }
    if (out && !obj_put(vm, &out->obj, vm->realm->name.groups,
                        groups ? value_from_obj(groups) : VALUE_UNDEFINED))
        return NULL;
    return out;
}

Value cm__regexp_groups(VM *vm, const RegexpCode *code, Str *s,
                        const RegexpMatch *m)
{
    if (code->n_names == 0)
        return VALUE_UNDEFINED;
    Obj *groups = obj_new_proto(vm, NULL);
    const RegexpName *names = regexp_names(code);
    for (uint32_t i = 0; groups && i < code->n_names; i++) {
        PropKey key = name_key(vm, code, &names[i]);
        PropDesc old;
        if (key == VALUE_ABSENT || !vm_charge(vm, 1))
            return VALUE_THROWN;
        if (m->at[(size_t)2 * names[i].group] == REGEXP_NONE &&
            obj_get_own(vm, groups, key, &old) == TRI_TRUE)
            continue;
        Value v = cm__regexp_capture(vm, s, m, names[i].group);
        if (v == VALUE_THROWN || !obj_put(vm, groups, key, v))
            return VALUE_THROWN;
    }
    return groups ? value_from_obj(groups) : VALUE_THROWN;
}

Array *cm__regexp_result(VM *vm, const RegexpObj *re, Str *s,
                         const RegexpMatch *m)
{
    const RegexpCode *code = regexp_code(re);
    uint32_t n = code->n_groups;
    ValuesCell *row = heap_values_new(&vm->heap, n);
    if (!row || !vm_charge(vm, n))
        return NULL;
    for (uint32_t i = 0; i < n; i++) {
        row->v[i] = cm__regexp_capture(vm, s, m, i);
        if (row->v[i] == VALUE_THROWN)
            return NULL;
    }
    row->n = n;
    Value groups = VALUE_UNDEFINED;
    if (code->n_names > 0) {
        Obj *o = obj_new_proto(vm, NULL);
        if (!o || !fill_groups(vm, code, o, row->v, m))
            return NULL;
        groups = value_from_obj(o);
    }
    Array *indices = NULL;
    if (code->flags & REGEXP_HAS_INDICES) {
        indices = make_indices(vm, code, m);
        if (!indices)
            return NULL;
    }
    Array *a =
        (Array *)(void *)obj_new(vm, CLASS_ARRAY, vm->realm->shape_match);
    if (!a)
        return NULL;
    a->obj.elements.dense = row;
    a->length = n;
    a->obj.slots->v[0] = value_uint32(m->at[0]);
    a->obj.slots->v[1] = value_from_str(s);
    a->obj.slots->v[2] = groups;
    if (indices && !obj_put(vm, &a->obj, key_ascii(vm, "indices"),
                            value_from_obj(indices)))
        return NULL;
    return a;
}

Value cm__regexp_builtin_exec(VM *vm, RegexpObj *re, Str *s)
{
    RegexpMatch m;
    if (!cm__regexp_match_init(vm, &m, regexp_code(re)))
        return VALUE_THROWN;
    Tri found = cm__regexp_exec(vm, re, s, &m);
    if (found != TRI_TRUE)
        return found == TRI_FALSE ? VALUE_NULL : VALUE_THROWN;
    bool keeps =
        (regexp_code(re)->flags & (REGEXP_GLOBAL | REGEXP_STICKY)) != 0;
    if (re->obj.shape != vm->realm->shape_regexp) {
        /* writing it may throw, which comes before the array is made */
        if (keeps && !cm__regexp_set_last(vm, &re->obj, m.at[1]))
            return VALUE_THROWN;
        keeps = false;
    }
    Array *a = cm__regexp_result(vm, re, s, &m);
    if (!a)
        return VALUE_THROWN;
    if (keeps)
        *regexp_last_index(re) = value_uint32(m.at[1]);
    return value_from_obj(a);
}

Value cm__regexp_exec_any(VM *vm, Obj *re, Str *s)
{
    RegexpObj *own = regexp_pristine(vm, value_from_obj(re));
    if (own)
        return cm__regexp_builtin_exec(vm, own, s);
    Value this_val = value_from_obj(re);
    Value exec = get_obj(vm, re, key_ascii(vm, "exec"), this_val);
    if (exec == VALUE_THROWN)
        return VALUE_THROWN;
    if (value_is_callable(exec)) {
        Value arg0 = value_from_str(s);
        Value v = vm_call(vm, exec, this_val, 1, &arg0);
        if (v != VALUE_THROWN && v != VALUE_NULL && !value_is_object(v))
            return throw_type(vm, "exec must return an object or null");
        return v;
    }
    if (!value_is_class(this_val, CLASS_REGEXP))
        return throw_type(vm, "object has no method exec and is no RegExp");
    return cm__regexp_builtin_exec(vm, (RegexpObj *)(void *)re, s);
}

uint64_t cm__regexp_advance(const StrView *v, uint64_t at, bool is_unicode)
{
    if (is_unicode && at + 1 < v->len &&
        (view_at(v, (uint32_t)at) & 0xFC00) == 0xD800 &&
        (view_at(v, (uint32_t)at + 1) & 0xFC00) == 0xDC00)
        return at + 2;
    return at + 1;
}

Str *cm__regexp_flags_of(VM *vm, Value re)
{
    Value v = get_prop_ascii(vm, re, "flags");
    return v == VALUE_THROWN ? NULL : to_string(vm, v);
}

bool cm__regexp_has_flag(VM *vm, Str *flags, char flag)
{
    StrView v;
    if (!str_view(vm, flags, &v))
        return false;
    for (uint32_t i = 0; i < v.len; i++)
        if (view_at(&v, i) == (uint8_t)flag)
            return true;
    return false;
}

Obj *cm__regexp_this(VM *vm, Value this_val, const char *method)
{
    if (value_is_object(this_val))
        return value_obj(this_val);
    throw_type(vm, "RegExp.prototype.%s called on a value that is no object",
               method);
    return NULL;
}
