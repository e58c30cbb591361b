/* SPDX-License-Identifier: MIT */
/* RegExp: the constructor, exec, test, toString, escape, flags and source;
 * ECMA-262 22.2.4 to 22.2.6. `compile` and the legacy statics are absent. */
#include "js/builtins/regexp_internal.h"

#include "js/builtins/collection.h"
#include "js/builtins/string_internal.h"

#include "engine/gc.h"

#include <string.h>

/* ---- objects ---- */

static void mark_regexp(Gc *gc, Obj *o)
{
    RegexpObj *re = (RegexpObj *)(void *)o;
    gc_mark_value(gc, re->source);
    gc_mark_value(gc, re->code);
}

static const ObjClass regexp_class = {
    .name = "RegExp",
    .size = sizeof(RegexpObj),
    .mark = mark_regexp,
};

RegexpObj *cm__regexp_obj_new(VM *vm, Shape *shape, Value source, Value code)
{
    RegexpObj *re = (RegexpObj *)(void *)obj_new(vm, CLASS_REGEXP, shape);
    if (!re)
        return NULL;
    re->source = source;
    re->code = code;
    *regexp_last_index(re) = value_int(0);
    return re;
}

/* The instruction REGEXP. */
static Value new_literal(VM *vm, Value source, Value code)
{
    RegexpObj *re =
        cm__regexp_obj_new(vm, vm->realm->shape_regexp, source, code);
    return re ? value_from_obj(re) : VALUE_THROWN;
}

/* ---- compiling ---- */

/* Compiled code as a raw cell, or VALUE_THROWN. */
static Value compile(VM *vm, Str *source, Str *flag_text)
{
    StrView v, f;
    unsigned flags;
    if (!str_view(vm, source, &v) || !str_view(vm, flag_text, &f))
        return VALUE_THROWN;
    RegexpText text = { f.p8, f.p16, f.len };
    if (!cm__regexp_flags(&text, &flags))
        return throw_error(vm, ERR_SYNTAX,
                           "Invalid flags supplied to RegExp constructor '%S'",
                           flag_text);
    cm_allocator alloc;
    RegexpHost host = cm__regexp_host(vm, &alloc);
    RegexpCode *code;
    RegexpError error;
    text = (RegexpText){ v.p8, v.p16, v.len };
    cm_status st = cm__regexp_compile(&host, &text, flags, &code, &error);
    if (st == CM_E_SYNTAX)
        return throw_error(vm, ERR_SYNTAX,
                           "Invalid regular expression: /%S/%S: %s", source,
                           flag_text, error.what);
    if (st != CM_OK)
        return VALUE_THROWN;
    RawCell *raw = heap_raw_new(&vm->heap, code->size);
    if (raw)
        memcpy(raw->bytes, code, code->size);
    cm__free(&alloc, code, code->size);
    return raw ? value_from_cell(raw) : VALUE_THROWN;
}

/* The root shape of RegExps with another prototype: lastIndex in slot 0. */
static Shape *shape_with(VM *vm, Obj *proto)
{
    if (proto == vm->realm->regexp_proto)
        return vm->realm->shape_regexp;
    Shape *root = shape_root(vm, proto, 0);
    return root ? shape_add(vm, root, vm->realm->name.lastIndex, PROP_WRITABLE)
                : NULL;
}

static Str *string_or_empty(VM *vm, Value v)
{
    return v == VALUE_UNDEFINED ? vm->realm->empty : to_string(vm, v);
}

/* RegExpAlloc and RegExpInitialize. */
static Value create(VM *vm, Obj *proto, Value pattern, Value flags)
{
    Str *source = string_or_empty(vm, pattern);
    Str *flag_text = source ? string_or_empty(vm, flags) : NULL;
    Value code = flag_text ? compile(vm, source, flag_text) : VALUE_THROWN;
    Shape *shape = code != VALUE_THROWN ? shape_with(vm, proto) : NULL;
    RegexpObj *re =
        shape ? cm__regexp_obj_new(vm, shape, value_from_str(source), code)
              : NULL;
    return re ? value_from_obj(re) : VALUE_THROWN;
}

/* The text of a code's flags, in alphabetical order. */
static Str *flag_string(VM *vm, unsigned flags)
{
    static const char letters[] = "dgimsuvy";
    uint8_t text[8];
    uint32_t n = 0;
    for (uint32_t i = 0; i < 8; i++)
        if (flags & 1u << i)
            text[n++] = (uint8_t)letters[i];
    return str_new8(vm, text, n);
}

/* 22.2.4.1 */
static Value regexp_construct(VM *vm, NativeCall *c)
{
    Value pattern = c->args[0], flags = c->args[1];
    Tri is = cm__is_regexp(vm, pattern);
    if (is == TRI_THROWN)
        return VALUE_THROWN;
    NativeCall call = *c;
    if (c->new_target == VALUE_UNDEFINED) {
        if (is == TRI_TRUE && flags == VALUE_UNDEFINED) {
            Value ctor = get_prop(vm, pattern, vm->realm->name.constructor);
            if (ctor == VALUE_THROWN || ctor == c->callee)
                return ctor == VALUE_THROWN ? ctor : pattern;
        }
        call.new_target = c->callee;
    }
    if (value_is_class(pattern, CLASS_REGEXP)) {
        const RegexpObj *re = (const RegexpObj *)value_ptr(pattern);
        pattern = re->source;
        if (flags == VALUE_UNDEFINED) {
            Obj *same = ctor_proto(vm, &call, vm->realm->regexp_proto);
            Shape *shape = same ? shape_with(vm, same) : NULL;
            RegexpObj *copy =
                shape ? cm__regexp_obj_new(vm, shape, re->source, re->code)
                      : NULL;
            return copy ? value_from_obj(copy) : VALUE_THROWN;
        }
    } else if (is == TRI_TRUE) {
        Value from = pattern;
        pattern = get_prop_ascii(vm, from, "source");
        if (pattern == VALUE_THROWN)
            return VALUE_THROWN;
        if (flags == VALUE_UNDEFINED)
            flags = get_prop_ascii(vm, from, "flags");
        if (flags == VALUE_THROWN)
            return VALUE_THROWN;
    }
    Obj *proto = ctor_proto(vm, &call, vm->realm->regexp_proto);
    return proto ? create(vm, proto, pattern, flags) : VALUE_THROWN;
}

/* ---- RegExp.escape (22.2.5.1) ---- */

static bool is_escaped_punctuator(uint32_t c)
{
    static const char other[] = ",-=<>#&!%:;@~'`\"";
    return c < 128 && c != 0 && strchr(other, (char)c) != NULL;
}

static void add_hex(StrBuilder *b, uint32_t c)
{
    static const char digits[] = "0123456789abcdef";
    strb_ascii(b, c < 256 ? "\\x" : "\\u", 2);
    for (int shift = c < 256 ? 4 : 12; shift >= 0; shift -= 4)
        strb_unit(b, (uint8_t)digits[c >> shift & 15]);
}

static void escape_char(StrBuilder *b, uint32_t c)
{
    static const char syntax[] = "^$\\.*+?()[]{}|/";
    static const char from[] = "\t\n\v\f\r", to[] = "tnvfr";
    bool ascii = c < 128 && c != 0;
    const char *p = ascii ? strchr(from, (char)c) : NULL;
    if (ascii && strchr(syntax, (char)c)) {
        strb_unit(b, '\\');
        strb_unit(b, c);
    } else if (p) {
        strb_unit(b, '\\');
        strb_unit(b, (uint8_t)to[p - from]);
    } else if (is_escaped_punctuator(c) || (c <= 0xFFFF && unit_is_space(c)) ||
               (c & ~0x7FFu) == 0xD800) {
        add_hex(b, c);
    } else {
        strb_code_point(b, c);
    }
}

static Value regexp_escape(VM *vm, NativeCall *c)
{
    StrView v;
    if (!value_is_string(c->args[0]))
        return throw_type(vm, "RegExp.escape needs a string");
    if (!str_view(vm, value_str(c->args[0]), &v) || !vm_charge(vm, v.len / 8))
        return VALUE_THROWN;
    StrBuilder b;
    strb_init(&b, vm);
    uint32_t turns = 0;
    for (uint32_t i = 0, n; i < v.len && !b.failed; i += n) {
        if (!vm_in_time(vm, &turns))
            return VALUE_THROWN;
        uint32_t ch = cm__view_code_point(&v, i, &n);
        bool alnum = ch < 128 && ((ch | 32) - 'a' < 26 || ch - '0' < 10);
        if (i == 0 && alnum)
            add_hex(&b, ch);
        else
            escape_char(&b, ch);
    }
    return string_value(strb_finish(&b));
}

/* ---- the prototype ---- */

static RegexpObj *this_regexp(VM *vm, const NativeCall *c, const char *method)
{
    if (value_is_class(c->this_val, CLASS_REGEXP))
        return (RegexpObj *)value_ptr(c->this_val);
    throw_type(vm, "RegExp.prototype.%s called on a value that is no RegExp",
               method);
    return NULL;
}

/* 22.2.6.2 */
static Value regexp_exec(VM *vm, NativeCall *c)
{
    RegexpObj *re = this_regexp(vm, c, "exec");
    Str *s = re ? to_string(vm, c->args[0]) : NULL;
    return s ? cm__regexp_builtin_exec(vm, re, s) : VALUE_THROWN;
}

/* 22.2.6.16 */
static Value regexp_test(VM *vm, NativeCall *c)
{
    Obj *o = cm__regexp_this(vm, c->this_val, "test");
    Str *s = o ? to_string(vm, c->args[0]) : NULL;
    if (!s)
        return VALUE_THROWN;
    RegexpObj *re = regexp_pristine(vm, c->this_val);
    if (!re) {
        Value v = cm__regexp_exec_any(vm, o, s);
        return v == VALUE_THROWN ? v : value_bool(v != VALUE_NULL);
    }
    RegexpMatch m;
    const RegexpCode *code = regexp_code(re);
    if (!cm__regexp_match_init(vm, &m, code))
        return VALUE_THROWN;
    Tri found = cm__regexp_exec(vm, re, s, &m);
    if (found == TRI_THROWN)
        return VALUE_THROWN;
    if (found == TRI_TRUE && (code->flags & (REGEXP_GLOBAL | REGEXP_STICKY)) &&
        !cm__regexp_set_last(vm, &re->obj, m.at[1]))
        return VALUE_THROWN;
    return value_bool(found == TRI_TRUE);
}

/* 22.2.6.17 */
static Value regexp_to_string(VM *vm, NativeCall *c)
{
    Obj *o = cm__regexp_this(vm, c->this_val, "toString");
    Value v = o ? get_prop_ascii(vm, c->this_val, "source") : VALUE_THROWN;
    Str *source = v == VALUE_THROWN ? NULL : to_string(vm, v);
    Str *flags = source ? cm__regexp_flags_of(vm, c->this_val) : NULL;
    if (!flags)
        return VALUE_THROWN;
    StrBuilder b;
    strb_init(&b, vm);
    strb_unit(&b, '/');
    strb_str(&b, source);
    strb_unit(&b, '/');
    strb_str(&b, flags);
    return string_value(strb_finish(&b));
}

/* EscapeRegExpPattern (22.2.6.13.1): a text that a literal may have. */
static Value escaped_source(VM *vm, Str *source)
{
    StrView v;
    StrBuilder b;
    if (source->len == 0)
        return value_from_str(str_from_ascii(vm, "(?:)"));
    if (!str_view(vm, source, &v) || !vm_charge(vm, v.len / 8))
        return VALUE_THROWN;
    strb_init(&b, vm);
    bool in_class = false, escaped = false;
    for (uint32_t i = 0; i < v.len && !b.failed; i++) {
        uint32_t c = view_at(&v, i);
        bool ends_line = c == '\n' || c == '\r' || (c & 0xFFFE) == 0x2028;
        if (!escaped && (ends_line || (c == '/' && !in_class)))
            strb_unit(&b, '\\');
        if (ends_line && c < 256)
            strb_unit(&b, c == '\n' ? 'n' : 'r');
        else if (ends_line)
            strb_ascii(&b, c == 0x2028 ? "u2028" : "u2029", 5);
        else
            strb_unit(&b, c);
        if (!escaped && c == '[')
            in_class = true;
        else if (!escaped && c == ']')
            in_class = false;
        escaped = !escaped && c == '\\';
    }
    return string_value(strb_finish(&b));
}

/* 22.2.6.13 */
static Value regexp_source(VM *vm, NativeCall *c)
{
    if (c->this_val == value_from_obj(vm->realm->regexp_proto))
        return string_value(str_from_ascii(vm, "(?:)"));
    RegexpObj *re = this_regexp(vm, c, "source");
    return re ? escaped_source(vm, value_str(re->source)) : VALUE_THROWN;
}

static Value flag_getter(VM *vm, const NativeCall *c, unsigned flag,
                         const char *name)
{
    if (c->this_val == value_from_obj(vm->realm->regexp_proto))
        return VALUE_UNDEFINED;
    RegexpObj *re = this_regexp(vm, c, name);
    return re ? value_bool((regexp_code(re)->flags & flag) != 0) : VALUE_THROWN;
}

#define FLAG_GETTER(fn, flag, name)                \
    static Value fn(VM *vm, NativeCall *c)         \
    {                                              \
        return flag_getter(vm, c, (flag), (name)); \
    }

FLAG_GETTER(get_has_indices, REGEXP_HAS_INDICES, "hasIndices")
FLAG_GETTER(get_global, REGEXP_GLOBAL, "global")
FLAG_GETTER(get_ignore_case, REGEXP_IGNORE_CASE, "ignoreCase")
FLAG_GETTER(get_multiline, REGEXP_MULTILINE, "multiline")
FLAG_GETTER(get_dot_all, REGEXP_DOT_ALL, "dotAll")
FLAG_GETTER(get_unicode, REGEXP_UNICODE, "unicode")
FLAG_GETTER(get_unicode_sets, REGEXP_UNICODE_SETS, "unicodeSets")
FLAG_GETTER(get_sticky, REGEXP_STICKY, "sticky")

/* 22.2.6.4: what the properties say, whatever they are. */
static Value regexp_flags(VM *vm, NativeCall *c)
{
    static const char *const names[] = { "hasIndices",  "global", "ignoreCase",
                                         "multiline",   "dotAll", "unicode",
                                         "unicodeSets", "sticky" };
    Obj *o = cm__regexp_this(vm, c->this_val, "flags");
    if (!o)
        return VALUE_THROWN;
    RegexpObj *re = regexp_pristine(vm, c->this_val);
    unsigned flags = re ? regexp_code(re)->flags : 0;
    for (uint32_t i = 0; !re && i < CM_ARRAY_LEN(names); i++) {
        Value v = get_prop_ascii(vm, c->this_val, names[i]);
        if (v == VALUE_THROWN)
            return VALUE_THROWN;
        flags |= (unsigned)to_boolean(v) << i;
    }
    return string_value(flag_string(vm, flags));
}

/* ---- registration ---- */

/* clang-format off */
static const NativeSpec regexp_spec = {
    .name = "RegExp", .fn = regexp_construct, .length = 2, .min_args = 2,
    .flags = NATIVE_CTOR };

static const NativeSpec statics[] = {
    { .name = "escape", .fn = regexp_escape, .length = 1, .min_args = 1 },
    { .name = "@@species", .fn = species_getter, .flags = NATIVE_GETTER },
};

static const NativeSpec rows[] = {
    { .name = "exec", .fn = regexp_exec, .length = 1, .min_args = 1 },
    { .name = "test", .fn = regexp_test, .length = 1, .min_args = 1 },
    { .name = "toString", .fn = regexp_to_string },
    { .name = "dotAll", .fn = get_dot_all, .flags = NATIVE_GETTER },
    { .name = "flags", .fn = regexp_flags, .flags = NATIVE_GETTER },
    { .name = "global", .fn = get_global, .flags = NATIVE_GETTER },
    { .name = "hasIndices", .fn = get_has_indices, .flags = NATIVE_GETTER },
    { .name = "ignoreCase", .fn = get_ignore_case, .flags = NATIVE_GETTER },
    { .name = "multiline", .fn = get_multiline, .flags = NATIVE_GETTER },
    { .name = "source", .fn = regexp_source, .flags = NATIVE_GETTER },
    { .name = "sticky", .fn = get_sticky, .flags = NATIVE_GETTER },
    { .name = "unicode", .fn = get_unicode, .flags = NATIVE_GETTER },
    { .name = "unicodeSets", .fn = get_unicode_sets, .flags = NATIVE_GETTER },
};
/* clang-format on */

static Shape *with(RealmBuilder *b, Shape *s, PropKey key, uint8_t attrs)
{
    s = b->failed || !s ? NULL : shape_add(b->vm, s, key, attrs);
    if (!s)
        b->failed = true;
    return s;
}

static void make_shapes(RealmBuilder *b)
{
    Realm *r = b->realm;
    Shape *root = b->failed ? NULL : shape_root(b->vm, r->regexp_proto, 0);
    r->shape_regexp = with(b, root, r->name.lastIndex, PROP_WRITABLE);
    Shape *match = with(b, r->shape_array, r->name.index, PROP_DEFAULT);
    match = with(b, match, r->name.input, PROP_DEFAULT);
    r->shape_match = with(b, match, r->name.groups, PROP_DEFAULT);
}

void js_install_regexp(RealmBuilder *b)
{
    Realm *r = b->realm;
    class_register(CLASS_REGEXP, &regexp_class);
    r->new_regexp = new_literal;
    r->regexp_ctor = realm_ctor(b, &regexp_spec, r->regexp_proto, NULL);
    realm_functions(b, r->regexp_ctor, statics, CM_ARRAY_LEN(statics));
    realm_functions(b, r->regexp_proto, rows, CM_ARRAY_LEN(rows));
    cm__install_regexp_symbols(b);
    cm__install_regexp_replace(b);
    make_shapes(b);
}
