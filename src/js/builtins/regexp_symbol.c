/* SPDX-License-Identifier: MIT */
/* RegExp.prototype[Symbol.match], matchAll, search, split and the RegExp String
 * Iterator; ECMA-262 22.2.6.8, .9, .12, .14 and 22.2.9.
 *
 * A pristine RegExp is matched in one loop; lastIndex is written last, so that
 * a loop that was refused memory can begin again. */
#include "js/builtins/regexp_internal.h"

#include "js/builtins/array_internal.h"
#include "js/builtins/string_internal.h"

/* SpeciesConstructor(re, %RegExp%). */
static Value species(VM *vm, Obj *re)
{
    const Realm *r = vm->realm;
    Value ctor = get_obj(vm, re, r->name.constructor, value_from_obj(re));
    if (ctor == VALUE_THROWN)
        return ctor;
    if (ctor == VALUE_UNDEFINED)
        return value_from_obj(r->regexp_ctor);
    if (!value_is_object(ctor))
        return throw_type(vm, "The constructor property is not an object");
    ctor = get_prop(vm, ctor, value_from_symbol(r->symbol.species));
    if (ctor == VALUE_THROWN)
        return ctor;
    if (value_is_nullish(ctor))
        return value_from_obj(r->regexp_ctor);
    if (!value_is_constructor(ctor))
        return throw_type(vm, "The species is not a constructor");
    return ctor;
}

/* ---- match ---- */

/* Within the bound on what one operation makes. */
static bool push(VM *vm, Array *out, Value v)
{
    return cm__array_out(vm, &out->obj, out->length, v);
}

static bool push_range(VM *vm, Array *out, Str *s, uint32_t from, uint32_t to)
{
    Str *piece = str_slice(vm, s, from, to);
    return piece && push(vm, out, value_from_str(piece));
}

static Value match_all_texts(VM *vm, RegexpObj *re, Str *s)
{
    const RegexpCode *code = regexp_code(re);
    bool sticky = (code->flags & REGEXP_STICKY) != 0;
    RegexpMatch m;
    StrView v;
    if (!cm__regexp_match_init(vm, &m, code) || !str_view(vm, s, &v))
        return VALUE_THROWN;
    Array *out = array_new(vm, 0);
    if (!out)
        return VALUE_THROWN;
    for (uint64_t at = 0; at <= v.len;) {
        Tri found = cm__regexp_run(vm, code, &v, (uint32_t)at, sticky, &m);
        if (found == TRI_THROWN)
            return VALUE_THROWN;
        if (found == TRI_FALSE)
            break;
        if (!push_range(vm, out, s, m.at[0], m.at[1]))
            return VALUE_THROWN;
        at = m.at[1];
        if (m.at[0] == m.at[1])
            at = cm__regexp_advance(&v, at, regexp_is_unicode(code));
    }
    *regexp_last_index(re) = value_int(0);
    return out->length > 0 ? value_from_obj(out) : VALUE_NULL;
}

/* Behind an empty match lastIndex moves on. */
static bool advance_last(VM *vm, Obj *re, Str *s, bool is_unicode)
{
    uint64_t at;
    StrView v;
    return cm__regexp_get_last(vm, re, &at) && str_view(vm, s, &v) &&
           cm__regexp_set_last(vm, re, cm__regexp_advance(&v, at, is_unicode));
}

/* ToString(Get(result, "0")) */
static Str *matched_text(VM *vm, Value result)
{
    Value v = get_prop(vm, result, key_index(0));
    return v == VALUE_THROWN ? NULL : to_string(vm, v);
}

static Value match_any(VM *vm, Obj *re, Str *s)
{
    Str *flags = cm__regexp_flags_of(vm, value_from_obj(re));
    if (!flags)
        return VALUE_THROWN;
    if (!cm__regexp_has_flag(vm, flags, 'g'))
        return cm__regexp_exec_any(vm, re, s);
    bool is_unicode = cm__regexp_has_flag(vm, flags, 'u') ||
                      cm__regexp_has_flag(vm, flags, 'v');
    Array *out = array_new(vm, 0);
    if (!out || !cm__regexp_set_last(vm, re, 0))
        return VALUE_THROWN;
    for (;;) {
        Value result = cm__regexp_exec_any(vm, re, s);
        if (result == VALUE_THROWN)
            return VALUE_THROWN;
        if (result == VALUE_NULL)
            return out->length > 0 ? value_from_obj(out) : VALUE_NULL;
        Str *text = matched_text(vm, result);
        if (!text || !push(vm, out, value_from_str(text)) || !vm_charge(vm, 1))
            return VALUE_THROWN;
        if (text->len == 0 && !advance_last(vm, re, s, is_unicode))
            return VALUE_THROWN;
    }
}

static Value regexp_match(VM *vm, NativeCall *c)
{
    Obj *re = cm__regexp_this(vm, c->this_val, "[Symbol.match]");
    Str *s = re ? to_string(vm, c->args[0]) : NULL;
    if (!s)
        return VALUE_THROWN;
    RegexpObj *own = regexp_pristine(vm, c->this_val);
    if (!own)
        return match_any(vm, re, s);
    if (regexp_code(own)->flags & REGEXP_GLOBAL)
        return match_all_texts(vm, own, s);
    return cm__regexp_builtin_exec(vm, own, s);
}

/* ---- search ---- */

static Value search_any(VM *vm, Obj *re, Str *s)
{
    PropKey key = vm->realm->name.lastIndex;
    Value this_val = value_from_obj(re);
    Value before = get_obj(vm, re, key, this_val);
    if (before == VALUE_THROWN)
        return VALUE_THROWN;
    if (!same_value(vm, before, value_int(0)) &&
        !set_prop(vm, this_val, key, value_int(0)))
        return VALUE_THROWN;
    Value result = cm__regexp_exec_any(vm, re, s);
    Value now =
        result == VALUE_THROWN ? result : get_obj(vm, re, key, this_val);
    if (now == VALUE_THROWN)
        return VALUE_THROWN;
    if (!same_value(vm, now, before) && !set_prop(vm, this_val, key, before))
        return VALUE_THROWN;
    if (result == VALUE_NULL)
        return value_int(-1);
    return get_prop(vm, result, vm->realm->name.index);
}

static Value regexp_search(VM *vm, NativeCall *c)
{
    Obj *re = cm__regexp_this(vm, c->this_val, "[Symbol.search]");
    Str *s = re ? to_string(vm, c->args[0]) : NULL;
    if (!s)
        return VALUE_THROWN;
    RegexpObj *own = regexp_pristine(vm, c->this_val);
    if (!own)
        return search_any(vm, re, s);
    const RegexpCode *code = regexp_code(own);
    RegexpMatch m;
    StrView v;
    if (!cm__regexp_match_init(vm, &m, code) || !str_view(vm, s, &v))
        return VALUE_THROWN;
    Tri found =
        cm__regexp_run(vm, code, &v, 0, (code->flags & REGEXP_STICKY) != 0, &m);
    if (found == TRI_THROWN)
        return VALUE_THROWN;
    return found == TRI_TRUE ? value_uint32(m.at[0]) : value_int(-1);
}

/* ---- split ---- */

static Value whole_text(VM *vm, Array *out, Str *s)
{
    return array_push(vm, out, value_from_str(s)) ? value_from_obj(out)
                                                  : VALUE_THROWN;
}

/* A sticky match at each place in turn is a search. */
static Value split_by(VM *vm, const RegexpCode *code, Str *s, uint32_t limit)
{
    RegexpMatch m;
    StrView v;
    Array *out = array_new(vm, 0);
    if (!out || !cm__regexp_match_init(vm, &m, code) || !str_view(vm, s, &v))
        return VALUE_THROWN;
    if (limit == 0)
        return value_from_obj(out);
    uint32_t end = 0; /* of the separator before */
    for (uint64_t at = 0; at < v.len || v.len == 0;) {
        Tri found = cm__regexp_run(vm, code, &v, (uint32_t)at, false, &m);
        if (found == TRI_THROWN)
            return VALUE_THROWN;
        if (found == TRI_TRUE && v.len == 0)
            return value_from_obj(out);
        if (found == TRI_FALSE || m.at[0] >= v.len)
            break;
        if (m.at[1] == end) {
            at = cm__regexp_advance(&v, m.at[0], regexp_is_unicode(code));
            continue;
        }
        if (!push_range(vm, out, s, end, m.at[0]) ||
            !vm_charge(vm, code->n_groups))
            return VALUE_THROWN;
        for (uint32_t i = 1; i < code->n_groups && out->length < limit; i++) {
            Value text = cm__regexp_capture(vm, s, &m, i);
            if (text == VALUE_THROWN || !push(vm, out, text))
                return VALUE_THROWN;
        }
        if (out->length >= limit)
            return value_from_obj(out);
        at = end = m.at[1];
    }
    return push_range(vm, out, s, end, v.len) ? value_from_obj(out)
                                              : VALUE_THROWN;
}

/* The captures of a result object, from 1. */
static bool push_captures(VM *vm, Array *out, Value result, uint32_t limit)
{
    uint64_t n;
    if (!array_like_length(vm, value_obj(result), &n))
        return false;
    for (uint64_t i = 1; i < n && out->length < limit; i++) {
        PropKey key;
        if (!vm_charge(vm, 1) || !to_key(vm, value_size(i), &key))
            return false;
        Value v = get_prop(vm, result, key);
        if (v == VALUE_THROWN || !push(vm, out, v))
            return false;
    }
    return true;
}

static Value split_any(VM *vm, Obj *splitter, Str *s, bool is_unicode,
                       uint32_t limit)
{
    StrView v;
    Array *out = array_new(vm, 0);
    if (!out || !str_view(vm, s, &v))
        return VALUE_THROWN;
    if (limit == 0)
        return value_from_obj(out);
    if (v.len == 0) {
        Value z = cm__regexp_exec_any(vm, splitter, s);
        if (z == VALUE_THROWN)
            return z;
        return z == VALUE_NULL ? whole_text(vm, out, s) : value_from_obj(out);
    }
    uint32_t end = 0;
    for (uint64_t at = 0; at < v.len;) {
        if (!vm_charge(vm, 1) || !cm__regexp_set_last(vm, splitter, at))
            return VALUE_THROWN;
        Value z = cm__regexp_exec_any(vm, splitter, s);
        uint64_t e = 0;
        if (z == VALUE_THROWN ||
            (z != VALUE_NULL && !cm__regexp_get_last(vm, splitter, &e)))
            return VALUE_THROWN;
        e = e < v.len ? e : v.len;
        if (z == VALUE_NULL || e == end) {
            at = cm__regexp_advance(&v, at, is_unicode);
            continue;
        }
        if (!push_range(vm, out, s, end, (uint32_t)at))
            return VALUE_THROWN;
        if (out->length < limit && !push_captures(vm, out, z, limit))
            return VALUE_THROWN;
        if (out->length >= limit)
            return value_from_obj(out);
        at = end = (uint32_t)e;
    }
    return push_range(vm, out, s, end, v.len) ? value_from_obj(out)
                                              : VALUE_THROWN;
}

/* A regular expression made by the species with the sticky flag added. */
static Value make_splitter(VM *vm, Obj *re, bool *ret_is_unicode)
{
    Value ctor = species(vm, re);
    Str *flags = ctor == VALUE_THROWN
                     ? NULL
                     : cm__regexp_flags_of(vm, value_from_obj(re));
    if (!flags)
        return VALUE_THROWN;
    *ret_is_unicode = cm__regexp_has_flag(vm, flags, 'u') ||
                      cm__regexp_has_flag(vm, flags, 'v');
    if (!cm__regexp_has_flag(vm, flags, 'y')) {
        Str *y = str_from_ascii(vm, "y");
        flags = y ? str_concat(vm, flags, y) : NULL;
    }
    if (!flags)
        return VALUE_THROWN;
    Value args[2] = { value_from_obj(re), value_from_str(flags) };
    return vm_construct(vm, ctor, ctor, 2, args);
}

static Value regexp_split(VM *vm, NativeCall *c)
{
    Obj *re = cm__regexp_this(vm, c->this_val, "[Symbol.split]");
    Str *s = re ? to_string(vm, c->args[0]) : NULL;
    if (!s)
        return VALUE_THROWN;
    RegexpObj *own = regexp_pristine(vm, c->this_val);
    bool is_unicode = false;
    Value splitter = VALUE_UNDEFINED;
    if (!own) {
        splitter = make_splitter(vm, re, &is_unicode);
        if (splitter == VALUE_THROWN)
            return VALUE_THROWN;
    }
    uint32_t limit = UINT32_MAX;
    if (c->args[1] != VALUE_UNDEFINED && !to_uint32(vm, c->args[1], &limit))
        return VALUE_THROWN;
    if (own)
        return split_by(vm, regexp_code(own), s, limit);
    return split_any(vm, value_obj(splitter), s, is_unicode, limit);
}

/* ---- matchAll ---- */

enum {
    ALL_GLOBAL = 1,
    ALL_UNICODE = 2
};

/* The matcher of matchAll; *ret_what: ALL_*. */
static Value make_matcher(VM *vm, Obj *re, int *ret_what)
{
    RegexpObj *own = regexp_pristine(vm, value_from_obj(re));
    if (own) {
        const RegexpCode *code = regexp_code(own);
        *ret_what = (code->flags & REGEXP_GLOBAL ? ALL_GLOBAL : 0) |
                    (regexp_is_unicode(code) ? ALL_UNICODE : 0);
        uint64_t last;
        if (!cm__regexp_get_last(vm, re, &last))
            return VALUE_THROWN;
        RegexpObj *copy = cm__regexp_obj_new(vm, vm->realm->shape_regexp,
                                             own->source, own->code);
        if (!copy || !cm__regexp_set_last(vm, &copy->obj, last))
            return VALUE_THROWN;
        return value_from_obj(copy);
    }
    Value ctor = species(vm, re);
    Str *flags = ctor == VALUE_THROWN
                     ? NULL
                     : cm__regexp_flags_of(vm, value_from_obj(re));
    if (!flags)
        return VALUE_THROWN;
    Value args[2] = { value_from_obj(re), value_from_str(flags) };
    Value matcher = vm_construct(vm, ctor, ctor, 2, args);
    uint64_t last;
    if (matcher == VALUE_THROWN || !cm__regexp_get_last(vm, re, &last) ||
        !cm__regexp_set_last(vm, value_obj(matcher), last))
        return VALUE_THROWN;
    *ret_what = 0;
    if (cm__regexp_has_flag(vm, flags, 'g'))
        *ret_what |= ALL_GLOBAL;
    if (cm__regexp_has_flag(vm, flags, 'u') ||
        cm__regexp_has_flag(vm, flags, 'v'))
        *ret_what |= ALL_UNICODE;
    return matcher;
}

static Value regexp_match_all(VM *vm, NativeCall *c)
{
    Obj *re = cm__regexp_this(vm, c->this_val, "[Symbol.matchAll]");
    Str *s = re ? to_string(vm, c->args[0]) : NULL;
    int what = 0;
    Value matcher = s ? make_matcher(vm, re, &what) : VALUE_THROWN;
    IterObj *it = matcher == VALUE_THROWN
                      ? NULL
                      : iter_obj_new(vm, ITERKIND_REGEXP, what, matcher);
    if (!it)
        return VALUE_THROWN;
    it->extra[0] = value_from_str(s);
    return value_from_obj(it);
}

/* One match of a pristine matcher; VALUE_ABSENT when there is none. lastIndex
 * is written when nothing can fail any more. */
static Value next_own(VM *vm, IterObj *it, RegexpObj *re, Str *s)
{
    RegexpMatch m;
    StrView v;
    if (!cm__regexp_match_init(vm, &m, regexp_code(re)))
        return VALUE_THROWN;
    Tri found = cm__regexp_exec(vm, re, s, &m);
    if (found != TRI_TRUE)
        return found == TRI_FALSE ? VALUE_ABSENT : VALUE_THROWN;
    Array *a = cm__regexp_result(vm, re, s, &m);
    if (!a || !str_view(vm, s, &v))
        return VALUE_THROWN;
    uint64_t last = m.at[1];
    if ((it->what & ALL_GLOBAL) && m.at[0] == m.at[1])
        last = cm__regexp_advance(&v, last, (it->what & ALL_UNICODE) != 0);
    if (regexp_code(re)->flags & (REGEXP_GLOBAL | REGEXP_STICKY))
        cm__regexp_set_last(vm, &re->obj, last);
    return value_from_obj(a);
}

static Value next_any(VM *vm, const IterObj *it, Str *s)
{
    Obj *re = value_obj(it->target);
    Value result = cm__regexp_exec_any(vm, re, s);
    if (result == VALUE_THROWN || result == VALUE_NULL)
        return result == VALUE_NULL ? VALUE_ABSENT : result;
    if (!(it->what & ALL_GLOBAL))
        return result;
    Str *text = matched_text(vm, result);
    if (!text || (text->len == 0 &&
                  !advance_last(vm, re, s, (it->what & ALL_UNICODE) != 0)))
        return VALUE_THROWN;
    return result;
}

/* 22.2.9.2.1. The result object is made first: a match must not be lost when
 * there is no memory for it. */
static Value iterator_next(VM *vm, NativeCall *c)
{
    IterObj *it = value_is_class(c->this_val, CLASS_ITERATOR)
                      ? (IterObj *)value_ptr(c->this_val)
                      : NULL;
    if (!it || it->kind != ITERKIND_REGEXP)
        return throw_type(vm, "next called on a value that is no RegExp String "
                              "Iterator");
    Obj *out = iter_result(vm, VALUE_UNDEFINED, true);
    if (!out)
        return VALUE_THROWN;
    if (it->done)
        return value_from_obj(out);
    Str *s = value_str(it->extra[0]);
    RegexpObj *re = regexp_pristine(vm, it->target);
    Value v = re ? next_own(vm, it, re, s) : next_any(vm, it, s);
    if (v == VALUE_THROWN)
        return VALUE_THROWN;
    if (v == VALUE_ABSENT || !(it->what & ALL_GLOBAL))
        it->done = true;
    if (v != VALUE_ABSENT) {
        *obj_slot(out, 0) = v;
        *obj_slot(out, 1) = VALUE_FALSE;
    }
    return value_from_obj(out);
}

/* clang-format off */
static const NativeSpec rows[] = {
    { .name = "@@match", .fn = regexp_match, .length = 1, .min_args = 1 },
    { .name = "@@matchAll", .fn = regexp_match_all, .length = 1,
      .min_args = 1 },
    { .name = "@@search", .fn = regexp_search, .length = 1, .min_args = 1 },
    { .name = "@@split", .fn = regexp_split, .length = 2, .min_args = 2 },
};
/* clang-format on */

static const NativeSpec next_row = { .name = "next", .fn = iterator_next };

void cm__install_regexp_symbols(RealmBuilder *b)
{
    Realm *r = b->realm;
    realm_functions(b, r->regexp_proto, rows, CM_ARRAY_LEN(rows));
    realm_functions(b, r->regexp_iterator_proto, &next_row, 1);
    realm_tag(b, r->regexp_iterator_proto, "RegExp String Iterator");
}
