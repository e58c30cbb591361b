/* SPDX-License-Identifier: MIT */
/* Intl.Segmenter; ECMA-402 section 19. */
#include "js/builtins/intl/intl_internal.h"
#include "js/builtins/intl/segment_rules.h"

#include "engine/iterate.h"
#include "engine/meter.h"

#include <math.h>

static const char *const granularities[] = { "grapheme", "word", "sentence" };

static Value segmenter_ctor(VM *vm, NativeCall *c)
{
    IntlOptions o;
    int granularity;
    if (!cm__intl_open(vm, c->args[0], c->args[1], true, "Intl.Segmenter",
                       &o) ||
        !cm__intl_matcher(&o) ||
        !cm__intl_choice(&o, "granularity", granularities, 3, 0, &granularity))
        return VALUE_THROWN;
    IntlObj *self = cm__intl_new(vm, c, INTL_SEGMENTER);
    if (!self)
        return VALUE_THROWN;
    self->granularity = (uint8_t)granularity;
    return value_from_obj(self);
}

static Value segment(VM *vm, NativeCall *c)
{
    IntlObj *o = cm__intl_this(vm, c->this_val, INTL_SEGMENTER, "segment");
    Str *s = o ? to_string(vm, c->args[0]) : NULL;
    IntlObj *segments = s ? cm__intl_new(vm, NULL, INTL_SEGMENTS) : NULL;
    if (!segments)
        return VALUE_THROWN;
    segments->granularity = o->granularity;
    segments->text = value_from_str(s);
    return value_from_obj(segments);
}

static Value resolved_options(VM *vm, NativeCall *c)
{
    IntlObj *o =
        cm__intl_this(vm, c->this_val, INTL_SEGMENTER, "resolvedOptions");
    Obj *to = o ? obj_new_plain(vm) : NULL;
    if (!to || !cm__intl_put_text(vm, to, "locale", "en-US") ||
        !cm__intl_put_text(vm, to, "granularity",
                           granularities[o->granularity]))
        return VALUE_THROWN;
    return value_from_obj(to);
}

/* CreateSegmentDataObject */
static Value segment_data(VM *vm, const IntlObj *o, uint32_t from, uint32_t to)
{
    Str *s = value_str(o->text);
    StrView v;
    Obj *data = obj_new_plain(vm);
    Str *part = data ? str_slice(vm, s, from, to) : NULL;
    if (!part || !str_view(vm, s, &v) ||
        !cm__intl_put(vm, data, "segment", value_from_str(part)) ||
        !cm__intl_put(vm, data, "index", value_uint32(from)) ||
        !cm__intl_put(vm, data, "input", o->text))
        return VALUE_THROWN;
    if (o->granularity == GRANULARITY_WORD &&
        !cm__intl_put(vm, data, "isWordLike",
                      value_bool(cm__segment_is_word(&v, from, to))))
        return VALUE_THROWN;
    return value_from_obj(data);
}

static Value containing(VM *vm, NativeCall *c)
{
    IntlObj *o = cm__intl_this(vm, c->this_val, INTL_SEGMENTS, "containing");
    double index;
    StrView v;
    if (!o || !to_integer(vm, c->args[0], &index) ||
        !str_view(vm, value_str(o->text), &v))
        return VALUE_THROWN;
    if (index < 0 || index >= v.len)
        return VALUE_UNDEFINED;
    uint32_t from = 0, to = 0;
    while (to <= index) {
        from = to;
        to = cm__segment_end((Granularity)o->granularity, &v, from);
        if (!vm_charge(vm, (to - from) / 4 + 1))
            return VALUE_THROWN;
    }
    return segment_data(vm, o, from, to);
}

static Value segments_iterator(VM *vm, NativeCall *c)
{
    IntlObj *o =
        cm__intl_this(vm, c->this_val, INTL_SEGMENTS, "[Symbol.iterator]");
    IntlObj *it = o ? cm__intl_new(vm, NULL, INTL_SEGMENT_ITERATOR) : NULL;
    if (!it)
        return VALUE_THROWN;
    it->granularity = o->granularity;
    it->text = o->text;
    return value_from_obj(it);
}

static Value iterator_next(VM *vm, NativeCall *c)
{
    IntlObj *o = cm__intl_this(vm, c->this_val, INTL_SEGMENT_ITERATOR, "next");
    StrView v;
    if (!o || !str_view(vm, value_str(o->text), &v))
        return VALUE_THROWN;
    Value data = VALUE_UNDEFINED;
    uint32_t to = o->at;
    bool done = o->at >= v.len;
    if (!done) {
        to = cm__segment_end((Granularity)o->granularity, &v, o->at);
        if (!vm_charge(vm, (to - o->at) / 4 + 1))
            return VALUE_THROWN;
        data = segment_data(vm, o, o->at, to);
    }
    Obj *result = data == VALUE_THROWN ? NULL : iter_result(vm, data, done);
    if (!result)
        return VALUE_THROWN;
    o->at = to;
    return value_from_obj(result);
}

static const NativeSpec ctor_spec = { .name = "Segmenter",
                                      .fn = segmenter_ctor,
                                      .min_args = 2,
                                      .flags = NATIVE_CTOR | NATIVE_CTOR_ONLY };

static const NativeSpec rows[] = {
    { .name = "segment", .fn = segment, .length = 1, .min_args = 1 },
    { .name = "resolvedOptions", .fn = resolved_options },
};

static const NativeSpec segments_rows[] = {
    { .name = "containing", .fn = containing, .length = 1, .min_args = 1 },
    { .name = "@@iterator", .fn = segments_iterator },
};

static const NativeSpec iterator_rows[] = {
    { .name = "next", .fn = iterator_next },
};

void cm__install_intl_segmenter(RealmBuilder *b, Obj *intl)
{
    cm__intl_ctor(b, intl, &ctor_spec, INTL_SEGMENTER, rows,
                  CM_ARRAY_LEN(rows));
    realm_functions(b, b->realm->intl_proto[INTL_SEGMENTS], segments_rows,
                    CM_ARRAY_LEN(segments_rows));
    Obj *iterator = b->realm->intl_proto[INTL_SEGMENT_ITERATOR];
    realm_functions(b, iterator, iterator_rows, CM_ARRAY_LEN(iterator_rows));
    realm_tag(b, iterator, "Segmenter String Iterator");
}
