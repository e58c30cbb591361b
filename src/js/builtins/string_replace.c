/* SPDX-License-Identifier: MIT */
/* replace, replaceAll, split, match, matchAll, search; ECMA-262 22.1.3.13,
 * 22.1.3.14, 22.1.3.19 to 22.1.3.23.
 *
 * An argument that is an object with the method of the matching well-known
 * symbol decides by itself. Otherwise replace and split work on plain text
 * here, and the three others make a regular expression of their argument. */
#include "js/builtins/array_internal.h"
#include "js/builtins/string_internal.h"

enum {
    PC_START,
    PC_REPLACED, /* the replacer function returned */
    PC_MADE,     /* the regular expression is there */
    PC_LAST      /* what was called has this native's result */
};

static bool check_this(VM *vm, const NativeFrame *f, const char *method)
{
    if (!value_is_nullish(f->call.this_val))
        return true;
    throw_type(vm, "String.prototype.%s called on null or undefined", method);
    return false;
}

/* Hands over to argument 0's method of a symbol, called with `this` and, if
 * given, one more argument. TRI_TRUE: the call is prepared; TRI_FALSE: there is
 * no such method. */
static Tri hand_over(VM *vm, NativeFrame *f, const Symbol *symbol,
                     const Value *more)
{
    Value pattern = f->call.args[0];
    if (!value_is_object(pattern))
        return TRI_FALSE;
    Value method = get_method(vm, pattern, value_from_symbol(symbol));
    if (method == VALUE_THROWN)
        return TRI_THROWN;
    if (method == VALUE_UNDEFINED)
        return TRI_FALSE;
    Value args[2] = { f->call.this_val, more ? *more : VALUE_UNDEFINED };
    f->pc = PC_LAST;
    native_call(vm, f, method, pattern, more ? 2 : 1, args);
    return TRI_TRUE;
}

/* A regular expression given to replaceAll and matchAll has the flag g. */
static bool check_global(VM *vm, Value pattern, const char *method)
{
    Tri is = cm__is_regexp(vm, pattern);
    if (is != TRI_TRUE)
        return is == TRI_FALSE;
    Value flags = get_prop_ascii(vm, pattern, "flags");
    if (flags == VALUE_THROWN)
        return false;
    if (value_is_nullish(flags)) {
        throw_type(vm,
                   "String.prototype.%s called with a regular expression "
                   "without flags",
                   method);
        return false;
    }
    Str *s = to_string(vm, flags);
    StrView v, g = { .p8 = (const uint8_t *)"g", .len = 1 };
    if (!s || !str_view(vm, s, &v))
        return false;
    if (cm__view_find(vm, &v, 0, &g) != STRING_NONE)
        return true;
    throw_type(vm,
               "String.prototype.%s called with a non-global RegExp argument",
               method);
    return false;
}

/* ---- replacement ---- */

/* What a replacement works on. */
typedef struct Match {
    Str *s;
    uint32_t at, len; /* the match */
} Match;

static const StrView dollar = { .p8 = (const uint8_t *)"$", .len = 1 };

/* GetSubstitution (22.1.3.19.1) without captures: $$, $&, $` and $'; every
 * other dollar stands for itself. */
static bool add_substitution(StrBuilder *b, const Match *m, Str *text)
{
    StrView t;
    if (!str_view(b->vm, text, &t))
        return false;
    uint32_t at = 0;
    while (at < t.len && !b->failed) {
        uint32_t next = cm__view_find(b->vm, &t, at, &dollar);
        if (next == STRING_NONE || next + 1 == t.len)
            break;
        strb_range(b, text, at, next);
        at = next + 2;
        switch (view_at(&t, next + 1)) {
        case '$':
            strb_unit(b, '$');
            break;
        case '&':
            strb_range(b, m->s, m->at, m->at + m->len);
            break;
        case '`':
            strb_range(b, m->s, 0, m->at);
            break;
        case '\'':
            strb_range(b, m->s, m->at + m->len, m->s->len);
            break;
        default:
            strb_unit(b, '$');
            at = next + 1;
            break;
        }
        if (!vm_charge_bytes(b->vm, b->len / 16))
            return false;
    }
    strb_range(b, text, at, t.len);
    return !b->failed && vm_charge_bytes(b->vm, t.len);
}

/* Replacement by text, once or everywhere. */
static Value replace_by_text(VM *vm, Str *s, Str *what, Str *text, bool all)
{
    StrView hay, needle;
    if (!str_view(vm, s, &hay) || !str_view(vm, what, &needle))
        return VALUE_THROWN;
    uint32_t at, end = 0, step = needle.len ? needle.len : 1;
    if (!cm__string_find(vm, &hay, 0, &needle, &at))
        return VALUE_THROWN;
    if (at == STRING_NONE)
        return value_from_str(s);
    StrBuilder b;
    strb_init(&b, vm);
    while (at != STRING_NONE) {
        Match m = { .s = s, .at = at, .len = needle.len };
        strb_range(&b, s, end, at);
        if (!add_substitution(&b, &m, text))
            return VALUE_THROWN;
        end = at + needle.len;
        if (!all || at + step > hay.len)
            break;
        if (!cm__string_find(vm, &hay, at + step, &needle, &at))
            return VALUE_THROWN;
    }
    strb_range(&b, s, end, hay.len);
    return vm_charge_bytes(vm, b.len) ? string_value(strb_finish(&b))
                                      : VALUE_THROWN;
}

/* Registers of a replacement by a function; f->i: the place of the match, f->n:
 * the end of the one before. */
enum {
    R_STRING,
    R_WHAT,
    R_OUT, /* the text up to f->n, done */
    REPLACE_REGS
};

/* Calls the replacer for the match at or after `from`, or ends; `out` is the
 * text up to `end`, done. Registers stay when memory is refused, so they are
 * written when nothing can be refused any more. */
static Step replace_next(VM *vm, NativeFrame *f, Str *out, uint32_t end,
                         uint32_t from)
{
    Str *s = value_str(f->reg[R_STRING]);
    StrView hay, needle;
    uint32_t at;
    if (!str_view(vm, s, &hay) ||
        !str_view(vm, value_str(f->reg[R_WHAT]), &needle))
        return STEP_THROW;
    at = STRING_NONE;
    if (from <= hay.len && !cm__string_find(vm, &hay, from, &needle, &at))
        return STEP_THROW;
    if (at == STRING_NONE) {
        Str *rest = str_slice(vm, s, end, hay.len);
        out = rest ? str_concat(vm, out, rest) : NULL;
        return native_return(f, string_value(out));
    }
    f->reg[R_OUT] = value_from_str(out);
    f->n = end;
    f->i = at;
    f->pc = PC_REPLACED;
    Value args[3] = { f->reg[R_WHAT], value_uint32(at), f->reg[R_STRING] };
    return native_call(vm, f, f->call.args[1], VALUE_UNDEFINED, 3, args);
}

/* The replacer returned: its text goes behind what lies before the match. */
static Step replace_went_on(VM *vm, NativeFrame *f, bool all)
{
    Str *s = value_str(f->reg[R_STRING]);
    uint32_t n = value_str(f->reg[R_WHAT])->len;
    Str *text = to_string(vm, f->result);
    Str *before = text ? str_slice(vm, s, f->n, f->i) : NULL;
    Str *out = before ? str_concat(vm, value_str(f->reg[R_OUT]), before) : NULL;
    out = out ? str_concat(vm, out, text) : NULL;
    if (!out)
        return STEP_THROW;
    if (!all) {
        Str *rest = str_slice(vm, s, f->i + n, s->len);
        return native_return(
            f, string_value(rest ? str_concat(vm, out, rest) : NULL));
    }
    return replace_next(vm, f, out, f->i + n, f->i + (n ? n : 1));
}

static Step replace_start(VM *vm, NativeFrame *f, bool all, const char *method)
{
    if (!check_this(vm, f, method) ||
        (all && !check_global(vm, f->call.args[0], method)))
        return STEP_THROW;
    Tri handed = hand_over(vm, f, vm->realm->symbol.replace, &f->call.args[1]);
    if (handed != TRI_FALSE)
        return handed == TRI_TRUE ? STEP_CALL : STEP_THROW;
    Str *s = to_string(vm, f->call.this_val);
    Str *what = s ? to_string(vm, f->call.args[0]) : NULL;
    if (!what)
        return STEP_THROW;
    if (!value_is_callable(f->call.args[1])) {
        Str *text = to_string(vm, f->call.args[1]);
        return native_return(f, text ? replace_by_text(vm, s, what, text, all)
                                     : VALUE_THROWN);
    }
    f->reg[R_STRING] = value_from_str(s);
    f->reg[R_WHAT] = value_from_str(what);
    return replace_next(vm, f, vm->realm->empty, 0, 0);
}

static Step replace(VM *vm, NativeFrame *f, bool all, const char *method)
{
    switch (f->pc) {
    case PC_START:
        return replace_start(vm, f, all, method);
    case PC_REPLACED:
        return replace_went_on(vm, f, all);
    default:
        return native_return(f, f->result);
    }
}

/* 22.1.3.19 */
static Step string_replace(VM *vm, NativeFrame *f)
{
    return replace(vm, f, false, "replace");
}

/* 22.1.3.20 */
static Step string_replace_all(VM *vm, NativeFrame *f)
{
    return replace(vm, f, true, "replaceAll");
}

/* ---- split (22.1.3.23) ---- */

static Value split_units(VM *vm, Str *s, uint32_t limit)
{
    uint32_t n = s->len < limit ? s->len : limit;
    StrView v;
    if (n > ARRAY_MAX_MADE)
        return cm__throw_array_length(vm);
    if (!vm_charge(vm, n) || !str_view(vm, s, &v))
        return VALUE_THROWN;
    Array *out = array_new_filled(vm, n);
    if (!out || n == 0)
        return out ? value_from_obj(out) : VALUE_THROWN;
    Value *to = out->obj.elements.dense->v;
    uint32_t turns = 0;
    for (uint32_t i = 0; i < n; i++) {
        Str *unit = str_from_unit(vm, view_at(&v, i));
        if (!unit || !vm_in_time(vm, &turns))
            return VALUE_THROWN;
        to[i] = value_from_str(unit);
    }
    return value_from_obj(out);
}

static bool add_piece(VM *vm, Array *out, Str *s, uint32_t from, uint32_t to)
{
    Str *piece = str_slice(vm, s, from, to);
    return piece &&
           cm__array_out(vm, &out->obj, out->length, value_from_str(piece));
}

static Value split_text(VM *vm, Str *s, Str *separator, uint32_t limit)
{
    StrView hay, needle;
    if (!str_view(vm, s, &hay) || !str_view(vm, separator, &needle))
        return VALUE_THROWN;
    Array *out = array_new(vm, 0);
    if (!out)
        return VALUE_THROWN;
    for (uint32_t from = 0; out->length < limit;) {
        uint32_t at;
        if (!cm__string_find(vm, &hay, from, &needle, &at))
            return VALUE_THROWN;
        bool last = at == STRING_NONE;
        if (!add_piece(vm, out, s, from, last ? hay.len : at))
            return VALUE_THROWN;
        if (last)
            break;
        from = at + needle.len;
    }
    return value_from_obj(out);
}

static Value split(VM *vm, NativeCall *c)
{
    Str *s = to_string(vm, c->this_val);
    uint32_t limit = UINT32_MAX;
    if (!s ||
        (c->args[1] != VALUE_UNDEFINED && !to_uint32(vm, c->args[1], &limit)))
        return VALUE_THROWN;
    Str *separator = to_string(vm, c->args[0]);
    if (!separator)
        return VALUE_THROWN;
    if (limit > 0 && c->args[0] == VALUE_UNDEFINED) {
        Value whole = value_from_str(s);
        Array *out = array_from_values(vm, &whole, 1);
        return out ? value_from_obj(out) : VALUE_THROWN;
    }
    return separator->len == 0 ? split_units(vm, s, limit)
                               : split_text(vm, s, separator, limit);
}

static Step string_split(VM *vm, NativeFrame *f)
{
    if (f->pc == PC_LAST)
        return native_return(f, f->result);
    if (!check_this(vm, f, "split"))
        return STEP_THROW;
    Tri handed = hand_over(vm, f, vm->realm->symbol.split, &f->call.args[1]);
    if (handed != TRI_FALSE)
        return handed == TRI_TRUE ? STEP_CALL : STEP_THROW;
    return native_return(f, split(vm, &f->call));
}

/* ---- match, matchAll, search ---- */

/* RegExpCreate(argument, flags). */
static Step make_regexp(VM *vm, NativeFrame *f, const char *flags,
                        const char *method)
{
    Str *s = to_string(vm, f->call.this_val);
    Str *name = s ? str_intern_ascii(vm, "RegExp") : NULL;
    Str *flag_text = name ? str_from_ascii(vm, flags) : NULL;
    if (!flag_text)
        return STEP_THROW;
    Value ctor = realm_global(vm->realm, name);
    if (ctor == VALUE_ABSENT) {
        throw_type(vm,
                   "String.prototype.%s needs regular expressions, which are "
                   "not available; use indexOf, includes or split",
                   method);
        return STEP_THROW;
    }
    f->reg[R_STRING] = value_from_str(s);
    f->pc = PC_MADE;
    Value args[2] = { f->call.args[0], value_from_str(flag_text) };
    return native_construct(vm, f, ctor, *flags ? 2 : 1, args);
}

static Step by_regexp(VM *vm, NativeFrame *f, const Symbol *symbol,
                      const char *flags, const char *method)
{
    if (f->pc == PC_LAST)
        return native_return(f, f->result);
    if (f->pc == PC_START) {
        if (!check_this(vm, f, method) ||
            (*flags && !check_global(vm, f->call.args[0], method)))
            return STEP_THROW;
        Tri handed = hand_over(vm, f, symbol, NULL);
        if (handed == TRI_FALSE)
            return make_regexp(vm, f, flags, method);
        return handed == TRI_TRUE ? STEP_CALL : STEP_THROW;
    }
    Value fn = get_prop(vm, f->result, value_from_symbol(symbol));
    if (fn == VALUE_THROWN)
        return STEP_THROW;
    f->pc = PC_LAST;
    return native_call(vm, f, fn, f->result, 1, &f->reg[R_STRING]);
}

/* 22.1.3.13 */
static Step string_match(VM *vm, NativeFrame *f)
{
    return by_regexp(vm, f, vm->realm->symbol.match, "", "match");
}

/* 22.1.3.14 */
static Step string_match_all(VM *vm, NativeFrame *f)
{
    return by_regexp(vm, f, vm->realm->symbol.matchAll, "g", "matchAll");
}

/* 22.1.3.21 */
static Step string_search(VM *vm, NativeFrame *f)
{
    return by_regexp(vm, f, vm->realm->symbol.search, "", "search");
}

/* clang-format off */
static const NativeSpec rows[] = {
    { .name = "match", .step = string_match, .length = 1, .min_args = 1,
      .n_regs = REPLACE_REGS },
    { .name = "matchAll", .step = string_match_all, .length = 1, .min_args = 1,
      .n_regs = REPLACE_REGS },
    { .name = "replace", .step = string_replace, .length = 2, .min_args = 2,
      .n_regs = REPLACE_REGS },
    { .name = "replaceAll", .step = string_replace_all, .length = 2,
      .min_args = 2, .n_regs = REPLACE_REGS },
    { .name = "search", .step = string_search, .length = 1, .min_args = 1,
      .n_regs = REPLACE_REGS },
    { .name = "split", .step = string_split, .length = 2, .min_args = 2 },
};
/* clang-format on */

void cm__install_string_replace(RealmBuilder *b)
{
    realm_functions(b, b->realm->string_proto, rows, CM_ARRAY_LEN(rows));
}
