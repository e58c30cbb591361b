/* SPDX-License-Identifier: MIT */
/* RegExp.prototype[Symbol.replace] and GetSubstitution with captures; ECMA-262
 * 22.2.6.11 and 22.1.3.19.1.
 *
 * The standard finds all matches before it calls the first replacer. For a
 * pristine RegExp nobody can see the difference (lastIndex is set as if), so a
 * match is looked for when the replacement of the one before is there, and
 * nothing is collected. */
#include "js/builtins/regexp_internal.h"

#include "js/builtins/string_internal.h"

#include <string.h>

/* ---- GetSubstitution ---- */

static bool add_capture(StrBuilder *b, const Substitution *sub, uint32_t i)
{
    if (sub->capture) {
        const uint32_t *pair = sub->capture + (size_t)2 * i;
        if (pair[0] != REGEXP_NONE)
            strb_range(b, sub->s, pair[0], pair[1]);
    } else if (value_is_string(sub->texts[i - 1])) {
        strb_str(b, value_str(sub->texts[i - 1]));
    }
    return !b->failed;
}

/* The name in template[from, to) of the code's groups. */
static bool add_named_pair(StrBuilder *b, const Substitution *sub,
                           const StrView *t, uint32_t from, uint32_t to)
{
    const RegexpName *names = regexp_names(sub->code);
    for (uint32_t i = 0; i < sub->code->n_names; i++) {
        const uint16_t *units = regexp_name_units(sub->code, &names[i]);
        uint32_t k = 0;
        if (names[i].len != to - from)
            continue;
        while (k < names[i].len && units[k] == view_at(t, from + k))
            k++;
        if (k == names[i].len && !add_capture(b, sub, names[i].group))
            return false;
    }
    return vm_charge(b->vm, sub->code->n_names / 8 + 1);
}

static bool add_named(StrBuilder *b, const Substitution *sub, Str *text,
                      const StrView *t, uint32_t from, uint32_t to)
{
    if (sub->capture)
        return add_named_pair(b, sub, t, from, to);
    PropKey key;
    Str *name = str_slice(b->vm, text, from, to);
    if (!name || !str_to_key(b->vm, name, &key))
        return false;
    Value v = get_prop(b->vm, sub->groups, key);
    if (v == VALUE_UNDEFINED)
        return true;
    Str *s = v == VALUE_THROWN ? NULL : to_string(b->vm, v);
    if (s)
        strb_str(b, s);
    return s && !b->failed;
}

static bool has_groups(const Substitution *sub)
{
    return sub->capture ? sub->code && sub->code->n_names > 0
                        : sub->groups != VALUE_UNDEFINED;
}

/* Behind the dollar at `at`; *ret_used: units of the reference, the dollar
 * included. */
static bool add_reference(StrBuilder *b, const Substitution *sub, Str *text,
                          const StrView *t, uint32_t at, uint32_t *ret_used)
{
    uint32_t c = at + 1 < t->len ? view_at(t, at + 1) : 0;
    *ret_used = 2;
    switch (c) {
    case '$':
        strb_unit(b, '$');
        return true;
    case '&':
        if (sub->matched)
            strb_str(b, sub->matched);
        else
            strb_range(b, sub->s, sub->at, sub->at + sub->len);
        return true;
    case '`':
        strb_range(b, sub->s, 0, sub->at);
        return true;
    case '\'':
        if (sub->len < sub->s->len - sub->at)
            strb_range(b, sub->s, sub->at + sub->len, sub->s->len);
        return true;
    default:
        break;
    }
    if (c - '0' < 10) {
        uint32_t i = c - '0';
        uint32_t d = at + 2 < t->len ? view_at(t, at + 2) - '0' : 10;
        if (d < 10 && i * 10 + d >= 1 && i * 10 + d <= sub->n_captures) {
            *ret_used = 3;
            return add_capture(b, sub, i * 10 + d);
        }
        if (i >= 1 && i <= sub->n_captures)
            return add_capture(b, sub, i);
    }
    if (c == '<' && has_groups(sub)) {
        uint32_t end = at + 2;
        while (end < t->len && view_at(t, end) != '>')
            end++;
        if (end < t->len) {
            *ret_used = end + 1 - at;
            return add_named(b, sub, text, t, at + 2, end);
        }
    }
    *ret_used = 1;
    strb_unit(b, '$');
    return true;
}

bool cm__regexp_substitute(VM *vm, StrBuilder *b, const Substitution *sub,
                           Str *text)
{
    static const StrView dollar = { .p8 = (const uint8_t *)"$", .len = 1 };
    StrView t;
    if (!str_view(vm, text, &t))
        return false;
    for (uint32_t at = 0; at < t.len && !b->failed;) {
        uint32_t next = cm__view_find(vm, &t, at, &dollar), used;
        if (next == STRING_NONE) {
            strb_range(b, text, at, t.len);
            break;
        }
        strb_range(b, text, at, next);
        if (!add_reference(b, sub, text, &t, next, &used) ||
            !vm_charge(vm, used / 8 + 1))
            return false;
        at = next + used;
        if (!str_view(vm, text, &t)) /* program code may have interned it */
            return false;
    }
    return !b->failed && vm_charge_bytes(vm, t.len);
}

/* ---- a pristine RegExp, replaced by text ---- */

/* Where matching begins: lastIndex of a sticky one that is not global. */
static bool first_start(VM *vm, RegexpObj *re, uint64_t *ret_at)
{
    unsigned flags = regexp_code(re)->flags;
    uint64_t at;
    if (!cm__regexp_get_last(vm, &re->obj, &at))
        return false;
    *ret_at = (flags & REGEXP_GLOBAL) || !(flags & REGEXP_STICKY) ? 0 : at;
    return true;
}

static uint64_t next_start(const RegexpCode *code, const StrView *v,
                           const RegexpMatch *m)
{
    return m->at[0] == m->at[1]
               ? cm__regexp_advance(v, m->at[1], regexp_is_unicode(code))
               : m->at[1];
}

/* What lastIndex is afterwards. */
static void finish_last(RegexpObj *re, bool found, uint32_t end)
{
    unsigned flags = regexp_code(re)->flags;
    if (flags & REGEXP_GLOBAL)
        *regexp_last_index(re) = value_int(0);
    else if (flags & REGEXP_STICKY)
        *regexp_last_index(re) = found ? value_uint32(end) : value_int(0);
}

static Value replace_by_text(VM *vm, RegexpObj *re, Str *s, Str *text)
{
    const RegexpCode *code = regexp_code(re);
    bool all = (code->flags & REGEXP_GLOBAL) != 0;
    bool sticky = (code->flags & REGEXP_STICKY) != 0, any = false;
    RegexpMatch m;
    StrView v;
    StrBuilder b;
    uint64_t at;
    strb_init(&b, vm);
    if (!cm__regexp_match_init(vm, &m, code) || !first_start(vm, re, &at) ||
        !str_view(vm, s, &v))
        return VALUE_THROWN;
    uint32_t end = 0;
    while (at <= v.len) {
        Tri found = cm__regexp_run(vm, code, &v, (uint32_t)at, sticky, &m);
        if (found == TRI_THROWN)
            return VALUE_THROWN;
        if (found == TRI_FALSE)
            break;
        any = true;
        Substitution sub = { .s = s,
                             .at = m.at[0],
                             .len = m.at[1] - m.at[0],
                             .capture = m.at,
                             .n_captures = code->n_groups - 1,
                             .code = code };
        strb_range(&b, s, end, m.at[0]);
        if (!cm__regexp_substitute(vm, &b, &sub, text))
            return VALUE_THROWN;
        end = m.at[1];
        at = next_start(code, &v, &m);
        if (!all)
            break;
    }
    Str *out = s;
    if (any) {
        strb_range(&b, s, end, v.len);
        out = strb_finish(&b);
    }
    if (!out)
        return VALUE_THROWN;
    finish_last(re, any, end);
    return value_from_str(out);
}

/* ---- a pristine RegExp, replaced by a function ---- */

enum {
    R_STRING,
    R_OUT, /* everything up to f->n, replaced */
    REPLACE_REGS
};

enum {
    PC_START,
    PC_CALLED /* the replacer returned; the match is [f->i, f->m) */
};

/* Calls the replacer for a match. */
static Step call_replacer(VM *vm, NativeFrame *f, const RegexpCode *code,
                          const RegexpMatch *m, Value groups)
{
    Str *s = value_str(f->reg[R_STRING]);
    uint32_t n = code->n_groups, argc = n + 2 + (code->n_names > 0);
    Value args[NATIVE_CALL_MAX];
    Array *list = NULL;
    if (argc > NATIVE_CALL_MAX) {
        list = array_new(vm, argc);
        if (!list || !vm_charge(vm, argc))
            return STEP_THROW;
    }
    for (uint32_t i = 0; i < argc; i++) {
        Value v = groups;
        if (i < n)
            v = cm__regexp_capture(vm, s, m, i);
        else if (i == n)
            v = value_uint32(m->at[0]);
        else if (i == n + 1)
            v = value_from_str(s);
        if (v == VALUE_THROWN || (list && !array_push(vm, list, v)))
            return STEP_THROW;
        if (!list)
            args[i] = v;
    }
    if (list)
        return native_call_array(vm, f, f->call.args[1], VALUE_UNDEFINED, list,
                                 false);
    return native_call(vm, f, f->call.args[1], VALUE_UNDEFINED, argc, args);
}

/* Goes on behind what is done: `out` is the result up to `end`. Everything that
 * can be refused comes before the first change to the frame. */
static Step replace_on(VM *vm, NativeFrame *f, Str *out, uint32_t end,
                       uint64_t at, bool more)
{
    RegexpObj *re = (RegexpObj *)value_ptr(f->call.this_val);
    const RegexpCode *code = regexp_code(re);
    Str *s = value_str(f->reg[R_STRING]);
    RegexpMatch m;
    StrView v;
    if (!cm__regexp_match_init(vm, &m, code) || !str_view(vm, s, &v))
        return STEP_THROW;
    Tri found = TRI_FALSE;
    if (more && at <= v.len)
        found = cm__regexp_run(vm, code, &v, (uint32_t)at,
                               (code->flags & REGEXP_STICKY) != 0, &m);
    if (found == TRI_THROWN)
        return STEP_THROW;
    if (found == TRI_FALSE) {
        Str *rest = str_slice(vm, s, end, v.len);
        out = rest ? str_concat(vm, out, rest) : NULL;
        return native_return(f, string_value(out));
    }
    Value groups = cm__regexp_groups(vm, code, s, &m);
    if (groups == VALUE_THROWN)
        return STEP_THROW;
    Step step = call_replacer(vm, f, code, &m, groups);
    if (step != STEP_CALL)
        return step;
    f->reg[R_OUT] = value_from_str(out);
    f->n = end;
    f->i = m.at[0];
    f->m = m.at[1];
    f->pc = PC_CALLED;
    return STEP_CALL;
}

static Step replace_went_on(VM *vm, NativeFrame *f)
{
    const RegexpObj *re = (const RegexpObj *)value_ptr(f->call.this_val);
    const RegexpCode *code = regexp_code(re);
    Str *s = value_str(f->reg[R_STRING]);
    Str *text = to_string(vm, f->result);
    Str *before = text ? str_slice(vm, s, f->n, f->i) : NULL;
    Str *out = before ? str_concat(vm, value_str(f->reg[R_OUT]), before) : NULL;
    out = out ? str_concat(vm, out, text) : NULL;
    StrView v;
    if (!out || !str_view(vm, s, &v))
        return STEP_THROW;
    RegexpMatch m = { .at = (uint32_t[2]){ f->i, f->m } };
    return replace_on(vm, f, out, f->m, next_start(code, &v, &m),
                      (code->flags & REGEXP_GLOBAL) != 0);
}

/* The first match decides lastIndex, before the replacer can look at it. */
static Step replace_by_function(VM *vm, NativeFrame *f, RegexpObj *re, Str *s)
{
    uint64_t at;
    if (!first_start(vm, re, &at))
        return STEP_THROW;
    f->reg[R_STRING] = value_from_str(s);
    Step step = replace_on(vm, f, vm->realm->empty, 0, at, true);
    if (step != STEP_THROW)
        finish_last(re, step == STEP_CALL, f->m);
    return step;
}

/* ---- the way of the standard ---- */

/* All results: one, or every one of a global regular expression. */
static Array *collect(VM *vm, Obj *re, Str *s)
{
    Str *flags = cm__regexp_flags_of(vm, value_from_obj(re));
    Array *out = flags ? array_new(vm, 0) : NULL;
    if (!out)
        return NULL;
    bool all = cm__regexp_has_flag(vm, flags, 'g');
    bool is_unicode = cm__regexp_has_flag(vm, flags, 'u') ||
                      cm__regexp_has_flag(vm, flags, 'v');
    if (all && !cm__regexp_set_last(vm, re, 0))
        return NULL;
    for (;;) {
        Value result = cm__regexp_exec_any(vm, re, s);
        if (result == VALUE_THROWN)
            return NULL;
        if (result == VALUE_NULL)
            return out;
        if (!array_push(vm, out, result) || !vm_charge(vm, 1))
            return NULL;
        if (!all)
            return out;
        Value v = get_prop(vm, result, key_index(0));
        Str *text = v == VALUE_THROWN ? NULL : to_string(vm, v);
        uint64_t at;
        StrView view;
        if (!text)
            return NULL;
        if (text->len > 0)
            continue;
        if (!cm__regexp_get_last(vm, re, &at) || !str_view(vm, s, &view) ||
            !cm__regexp_set_last(vm, re,
                                 cm__regexp_advance(&view, at, is_unicode)))
            return NULL;
    }
}

typedef struct Replacing {
    Str *s;
    Value by; /* function or string */
    bool is_function;
    uint64_t end; /* of what has been replaced; a result may claim more than
                     there is, and then nothing behind it counts */
    StrBuilder out;
} Replacing;

static bool call_with_texts(VM *vm, Replacing *r, Array *texts,
                            uint32_t position, Value groups, Str **ret_text)
{
    if (!array_push(vm, texts, value_uint32(position)) ||
        !array_push(vm, texts, value_from_str(r->s)) ||
        (groups != VALUE_UNDEFINED && !array_push(vm, texts, groups)))
        return false;
    if (texts->length > VM_MAX_ARGS) {
        throw_range(vm, "too many arguments: at most %d", VM_MAX_ARGS);
        return false;
    }
    Value v = vm_call(vm, r->by, VALUE_UNDEFINED, texts->length,
                      texts->obj.elements.dense->v);
    *ret_text = v == VALUE_THROWN ? NULL : to_string(vm, v);
    return *ret_text != NULL;
}

/* position and groups of a result; the latter as an object or undefined. */
static bool result_place(VM *vm, const Replacing *r, Obj *result,
                         uint32_t *ret_position)
{
    double index;
    Value v =
        get_obj(vm, result, vm->realm->name.index, value_from_obj(result));
    if (v == VALUE_THROWN || !to_integer(vm, v, &index))
        return false;
    *ret_position = index < 0           ? 0
                    : index < r->s->len ? (uint32_t)index
                                        : r->s->len;
    return true;
}

static bool replace_result(VM *vm, Replacing *r, Obj *result)
{
    uint64_t n;
    uint32_t position;
    /* The order of the reads: length, 0, index, captures, groups. */
    Value first;
    if (!array_like_length(vm, result, &n))
        return false;
    first = get_obj(vm, result, key_index(0), value_from_obj(result));
    Str *matched = first == VALUE_THROWN ? NULL : to_string(vm, first);
    if (!matched || !result_place(vm, r, result, &position))
        return false;
    Array *texts =
        array_from_values(vm, &(Value){ value_from_str(matched) }, 1);
    for (uint64_t i = 1; texts && i < n; i++) {
        PropKey key;
        if (!vm_charge(vm, 1) || !to_key(vm, value_size(i), &key))
            return false;
        Value v = get_obj(vm, result, key, value_from_obj(result));
        if (v != VALUE_UNDEFINED && v != VALUE_THROWN) {
            Str *s = to_string(vm, v);
            v = s ? value_from_str(s) : VALUE_THROWN;
        }
        if (v == VALUE_THROWN || !array_push(vm, texts, v))
            return false;
    }
    Value groups = texts ? get_obj(vm, result, vm->realm->name.groups,
                                   value_from_obj(result))
                         : VALUE_THROWN;
    if (groups == VALUE_THROWN)
        return false;
    Str *text = NULL;
    if (r->is_function &&
        !call_with_texts(vm, r, texts, position, groups, &text))
        return false;
    StrBuilder scratch, *b = &r->out;
    bool counts = position >= r->end;
    if (!r->is_function && groups != VALUE_UNDEFINED) {
        Obj *o = to_object(vm, groups);
        if (!o)
            return false;
        groups = value_from_obj(o);
    }
    strb_init(&scratch, vm);
    if (counts)
        strb_range(b, r->s, (uint32_t)r->end, position);
    else
        b = &scratch; /* its conversions are seen all the same */
    if (text) {
        strb_str(b, text);
    } else {
        Substitution sub = { .s = r->s,
                             .at = position,
                             .len = matched->len,
                             .matched = matched,
                             .texts = texts->obj.elements.dense->v + 1,
                             .n_captures = texts->length - 1,
                             .groups = groups };
        if (matched->len > r->s->len - position)
            sub.len = r->s->len - position;
        if (!cm__regexp_substitute(vm, b, &sub, value_str(r->by)))
            return false;
    }
    if (counts)
        r->end = (uint64_t)position + matched->len;
    return !b->failed;
}

static Value replace_any(VM *vm, Obj *re, Str *s, Value by)
{
    Replacing r = { .s = s, .by = by, .is_function = value_is_callable(by) };
    strb_init(&r.out, vm);
    Array *results = collect(vm, re, s);
    if (!results)
        return VALUE_THROWN;
    for (uint32_t i = 0; i < results->length; i++)
        if (!replace_result(vm, &r,
                            value_obj(results->obj.elements.dense->v[i])))
            return VALUE_THROWN;
    if (r.end < s->len)
        strb_range(&r.out, s, (uint32_t)r.end, s->len);
    return string_value(strb_finish(&r.out));
}

static Step regexp_replace(VM *vm, NativeFrame *f)
{
    if (f->pc == PC_CALLED)
        return replace_went_on(vm, f);
    Obj *re = cm__regexp_this(vm, f->call.this_val, "[Symbol.replace]");
    Str *s = re ? to_string(vm, f->call.args[0]) : NULL;
    if (!s)
        return STEP_THROW;
    Value by = f->call.args[1];
    if (!value_is_callable(by)) {
        Str *text = to_string(vm, by);
        if (!text)
            return STEP_THROW;
        by = value_from_str(text);
    }
    RegexpObj *own = regexp_pristine(vm, f->call.this_val);
    if (!own)
        return native_return(f, replace_any(vm, re, s, by));
    if (value_is_string(by))
        return native_return(f, replace_by_text(vm, own, s, value_str(by)));
    return replace_by_function(vm, f, own, s);
}

static const NativeSpec replace_row = { .name = "@@replace",
                                        .step = regexp_replace,
                                        .length = 2,
                                        .min_args = 2,
                                        .n_regs = REPLACE_REGS };

void cm__install_regexp_replace(RealmBuilder *b)
{
    realm_functions(b, b->realm->regexp_proto, &replace_row, 1);
}
