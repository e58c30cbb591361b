/* SPDX-License-Identifier: MIT */
/* Intl: its objects, and results as strings and parts. */
#include "js/builtins/intl/intl_internal.h"

#include "engine/gc.h"
#include "engine/meter.h"

#include <stddef.h>
#include <string.h>

static const char *const kind_names[INTL_KINDS] = {
    [INTL_NUMBER] = "Intl.NumberFormat",
    [INTL_DATE] = "Intl.DateTimeFormat",
    [INTL_PLURAL] = "Intl.PluralRules",
    [INTL_COLLATOR] = "Intl.Collator",
    [INTL_RELATIVE] = "Intl.RelativeTimeFormat",
    [INTL_LIST] = "Intl.ListFormat",
    [INTL_SEGMENTER] = "Intl.Segmenter",
    [INTL_SEGMENTS] = "%Segments%",
    [INTL_SEGMENT_ITERATOR] = "%SegmentIterator%",
};

const char *const cm__intl_widths[3] = { "long", "short", "narrow" };

/* ---- objects ---- */

static void mark(struct Gc *gc, Obj *o)
{
    IntlObj *self = (IntlObj *)(void *)o;
    gc_mark_value(gc, self->bound);
    gc_mark_value(gc, self->text);
}

static const ObjClass class_intl = {
    .name = "Object",
    .size = sizeof(IntlObj),
    .mark = mark,
};

IntlObj *cm__intl_new(VM *vm, const NativeCall *c, IntlKind kind)
{
    Shape *shape = vm->realm->shape_intl[kind];
    if (c)
        shape = ctor_shape(vm, c, shape, vm->realm->intl_proto[kind]);
    Obj *o = shape ? obj_new(vm, CLASS_INTL, shape) : NULL;
    if (!o)
        return NULL;
    IntlObj *self = (IntlObj *)(void *)o;
    self->kind = (uint8_t)kind;
    self->bound = self->text = VALUE_UNDEFINED;
    return self;
}

IntlObj *cm__intl_this(VM *vm, Value this_val, IntlKind kind,
                       const char *method)
{
    if (value_is_class(this_val, CLASS_INTL)) {
        IntlObj *o = value_ptr(this_val);
        if (o->kind == kind)
            return o;
    }
    throw_type(vm, "Method %s.prototype.%s called on incompatible receiver",
               kind_names[kind], method);
    return NULL;
}

Value cm__intl_bound(VM *vm, IntlObj *o, const NativeSpec *spec)
{
    if (o->bound == VALUE_UNDEFINED) {
        Native *f = native_new(vm, spec, value_from_obj(o), VALUE_UNDEFINED);
        if (!f)
            return VALUE_THROWN;
        o->bound = value_from_obj(f);
    }
    return o->bound;
}

IntlObj *cm__intl_bound_to(const NativeCall *c)
{
    Native *f = value_ptr(c->callee);
    return value_ptr(f->data[0]);
}

/* ---- results ---- */

static bool is_whole(VM *vm, const IntlText *t)
{
    if (t->text.status == CM_OK)
        return true;
    if (t->text.status == CM_E_NOMEM)
        vm->heap.refused = true;
    else
        throw_range(vm, "Invalid string length");
    return false;
}

Value cm__intl_finish(VM *vm, IntlText *t)
{
    Str *s = NULL;
    if (is_whole(vm, t) && vm_charge_bytes(vm, t->text.len))
        s = str_from_utf8(vm, cm__buf_text(&t->text), t->text.len);
    cm__text_done(t);
    return s ? value_from_str(s) : VALUE_THROWN;
}

bool cm__intl_put(VM *vm, Obj *o, const char *name, Value v)
{
    PropKey key = v == VALUE_THROWN ? VALUE_ABSENT : key_ascii(vm, name);
    return key != VALUE_ABSENT && obj_put(vm, o, key, v);
}

bool cm__intl_put_text(VM *vm, Obj *o, const char *name, const char *text)
{
    Str *s = str_from_ascii(vm, text);
    return s && cm__intl_put(vm, o, name, value_from_str(s));
}

bool cm__intl_put_int(VM *vm, Obj *o, const char *name, int n)
{
    return cm__intl_put(vm, o, name, value_int(n));
}

static Obj *part_object(VM *vm, const IntlText *t, size_t i, PartsForm form,
                        Str *unit)
{
    static const char *const sources[] = { "shared", "startRange", "endRange" };
    size_t from;
    const Part *part = cm__text_part(t, i, &from);
    Obj *o = obj_new_plain(vm);
    Str *value = str_from_utf8(vm, t->text.bytes + from, part->end - from);
    if (!o || !value ||
        !cm__intl_put_text(vm, o, "type", cm__part_name(part->type)) ||
        !cm__intl_put(vm, o, "value", value_from_str(value)))
        return NULL;
    if (form == PARTS_RANGE &&
        !cm__intl_put_text(vm, o, "source", sources[part->source]))
        return NULL;
    if (form == PARTS_UNIT && part->has_unit &&
        !cm__intl_put(vm, o, "unit", value_from_str(unit)))
        return NULL;
    return o;
}

Value cm__intl_parts(VM *vm, IntlText *t, PartsForm form, Str *unit)
{
    Array *list = is_whole(vm, t) ? array_new(vm, 0) : NULL;
    size_t n = cm__text_part_count(t);
    for (size_t i = 0; list && i < n; i++) {
        Obj *o = vm_charge(vm, 4) ? part_object(vm, t, i, form, unit) : NULL;
        if (!o || !array_push(vm, list, value_from_obj(o)))
            list = NULL;
    }
    cm__text_done(t);
    return list ? value_from_obj(list) : VALUE_THROWN;
}

/* ---- registration ---- */

static Value supported_locales_of(VM *vm, NativeCall *c);

static const NativeSpec supported_spec = { .name = "supportedLocalesOf",
                                           .fn = supported_locales_of,
                                           .length = 1,
                                           .min_args = 2 };

void cm__intl_ctor(RealmBuilder *b, Obj *intl, const NativeSpec *spec,
                   IntlKind kind, const NativeSpec *rows, size_t n_rows)
{
    Obj *proto = b->realm->intl_proto[kind];
    Obj *ctor = realm_function(b, spec);
    if (!ctor)
        return;
    realm_value(b, ctor, "prototype", value_from_obj(proto), 0);
    realm_value(b, proto, "constructor", value_from_obj(ctor), PROP_HIDDEN);
    realm_functions(b, ctor, &supported_spec, 1);
    realm_functions(b, proto, rows, n_rows);
    realm_tag(b, proto, kind_names[kind]);
    realm_value(b, intl, spec->name, value_from_obj(ctor), PROP_HIDDEN);
}

/* The prototypes are made here, and their shapes with the others (realm.c). */
static void make_protos(RealmBuilder *b)
{
    Realm *r = b->realm;
    for (int i = 0; i < INTL_KINDS; i++)
        r->intl_proto[i] =
            realm_object(b, i == INTL_SEGMENT_ITERATOR ? r->iterator_proto
                                                       : r->object_proto);
}

void js_install_intl(RealmBuilder *b)
{
    class_register(CLASS_INTL, &class_intl);
    make_protos(b);
    Obj *intl = realm_object(b, b->realm->object_proto);
    if (!intl)
        return;
    realm_tag(b, intl, "Intl");
    cm__install_intl_locales(b, intl);
    cm__install_intl_supported(b, intl);
    cm__install_intl_number(b, intl);
    cm__install_intl_date(b, intl);
    cm__install_intl_plural(b, intl);
    cm__install_intl_collator(b, intl);
    cm__install_intl_relative(b, intl);
    cm__install_intl_list(b, intl);
    cm__install_intl_segmenter(b, intl);
    realm_add_global(b, "Intl", value_from_obj(intl));
}

/* ---- locales ---- */

/* SupportedLocales (9.2.9): the tags whose language is English. */
static Value supported_locales_of(VM *vm, NativeCall *c)
{
    static const char *const matchers[] = { "lookup", "best fit" };
    Array *all = cm__intl_canonical_list(vm, c->args[0]);
    Array *out = all ? array_new(vm, 0) : NULL;
    if (!out)
        return VALUE_THROWN;
    if (c->args[1] != VALUE_UNDEFINED) {
        Obj *options = to_object(vm, c->args[1]);
        IntlOptions o = { vm, options ? value_from_obj(options) : 0, "Intl" };
        int matcher;
        if (!options ||
            !cm__intl_choice(&o, "localeMatcher", matchers, 2, 1, &matcher))
            return VALUE_THROWN;
    }
    for (uint32_t i = 0; i < all->length; i++) {
        Value v = obj_element_fast(&all->obj, i);
        StrView tag;
        if (!str_view(vm, value_str(v), &tag))
            return VALUE_THROWN;
        bool english = tag.len >= 2 && view_at(&tag, 0) == 'e' &&
                       view_at(&tag, 1) == 'n' &&
                       (tag.len == 2 || view_at(&tag, 2) == '-');
        if (english && !array_push(vm, out, v))
            return VALUE_THROWN;
    }
    return value_from_obj(out);
}
