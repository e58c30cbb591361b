/* SPDX-License-Identifier: MIT */
/* DataView; ECMA-262 25.3. The variant of a getter or setter is its
 * ElementKind. */
#include "js/builtins/bytes_internal.h"

#include "engine/convert.h"

static ViewObj *this_view(VM *vm, const NativeCall *c)
{
    if (value_is_class(c->this_val, CLASS_DATA_VIEW))
        return value_ptr(c->this_val);
    throw_type(vm, "The method of DataView was called on a value that is no "
                   "DataView");
    return NULL;
}

static Value throw_bounds(VM *vm)
{
    return throw_range(vm, "Offset is outside the bounds of the DataView");
}

static bool check_attached(VM *vm, const BufferObj *b)
{
    if (b->data)
        return true;
    throw_type(vm, "The ArrayBuffer is detached");
    return false;
}

static Value view_ctor(VM *vm, NativeCall *c)
{
    uint64_t offset, length = 0;
    BufferObj *b = value_buffer(c->args[0]);
    if (!b)
        return throw_type(vm, "First argument to DataView constructor must be "
                              "an ArrayBuffer");
    if (!cm__to_index(vm, c->args[1], &offset) || !check_attached(vm, b))
        return VALUE_THROWN;
    if (offset > b->length)
        return throw_range(vm, "Start offset is outside the bounds of the "
                               "buffer");
    bool given = c->args[2] != VALUE_UNDEFINED;
    bool tracking = !given && b->resizable;
    if (given && !cm__to_index(vm, c->args[2], &length))
        return VALUE_THROWN;
    if (!given)
        length = b->length - offset;
    else if (offset + length > b->length)
        return throw_range(vm, "Invalid DataView length");
    const Realm *r = vm->realm;
    Shape *shape = ctor_shape(vm, c, r->shape_data_view, r->data_view_proto);
    /* reading new_target.prototype may have changed the buffer */
    if (!shape || !check_attached(vm, b))
        return VALUE_THROWN;
    if (offset > b->length || (given && offset + length > b->length))
        return throw_range(vm, "Invalid DataView length");
    Obj *o = obj_new(vm, CLASS_DATA_VIEW, shape);
    if (!o)
        return VALUE_THROWN;
    ViewObj *v = (ViewObj *)(void *)o;
    v->buffer = b;
    v->offset = (uint32_t)offset;
    v->length = (uint32_t)length;
    v->kind = ELEMENT_UINT8;
    v->tracking = tracking;
    return value_from_obj(v);
}

static Value view_buffer(VM *vm, NativeCall *c)
{
    const ViewObj *v = this_view(vm, c);
    return v ? value_from_obj(v->buffer) : VALUE_THROWN;
}

static Value view_byte_length(VM *vm, NativeCall *c)
{
    uint32_t length;
    const ViewObj *v = this_view(vm, c);
    if (!v)
        return VALUE_THROWN;
    return view_length(v, &length) ? value_uint32(length)
                                   : cm__throw_out_of_bounds(vm);
}

static Value view_byte_offset(VM *vm, NativeCall *c)
{
    uint32_t length;
    const ViewObj *v = this_view(vm, c);
    if (!v)
        return VALUE_THROWN;
    return view_length(v, &length) ? value_uint32(v->offset)
                                   : cm__throw_out_of_bounds(vm);
}

/* The place of an element of `size` bytes; NULL when thrown. */
static unsigned char *place(VM *vm, const ViewObj *v, uint64_t index,
                            uint32_t size)
{
    uint32_t length;
    if (!view_length(v, &length)) {
        cm__throw_out_of_bounds(vm);
        return NULL;
    }
    if (index + size > length) {
        throw_bounds(vm);
        return NULL;
    }
    return view_at_element(v, (uint32_t)index);
}

static void copy_ordered(unsigned char *to, const unsigned char *from,
                         uint32_t n, bool little)
{
    for (uint32_t i = 0; i < n; i++)
        to[i] = from[little ? i : n - 1 - i];
}

static Value view_get(VM *vm, NativeCall *c)
{
    ElementKind kind = (ElementKind)native_magic(c);
    uint64_t index;
    unsigned char bytes[8];
    const ViewObj *v = this_view(vm, c);
    if (!v || !cm__to_index(vm, c->args[0], &index))
        return VALUE_THROWN;
    bool little = to_boolean(c->args[1]);
    const unsigned char *at = place(vm, v, index, element_size(kind));
    if (!at)
        return VALUE_THROWN;
    copy_ordered(bytes, at, element_size(kind), little);
    return element_load(vm, kind, bytes);
}

static Value view_set(VM *vm, NativeCall *c)
{
    ElementKind kind = (ElementKind)native_magic(c);
    uint64_t index;
    unsigned char bytes[8];
    const ViewObj *v = this_view(vm, c);
    if (v && v->buffer->immutable)
        return cm__throw_immutable(vm);
    if (!v || !cm__to_index(vm, c->args[0], &index) ||
        !element_convert(vm, kind, c->args[1], bytes))
        return VALUE_THROWN;
    bool little = to_boolean(c->args[2]);
    unsigned char *at = place(vm, v, index, element_size(kind));
    if (!at)
        return VALUE_THROWN;
    copy_ordered(at, bytes, element_size(kind), little);
    return VALUE_UNDEFINED;
}

static const NativeSpec view_spec = { .name = "DataView",
                                      .fn = view_ctor,
                                      .length = 1,
                                      .min_args = 3,
                                      .flags = NATIVE_CTOR | NATIVE_CTOR_ONLY };

#define PAIR(id, name_)                                                  \
    { .name = "get" name_,                                               \
      .fn = view_get,                                                    \
      .length = 1,                                                       \
      .min_args = 2,                                                     \
      .magic = ELEMENT_##id },                                           \
    {                                                                    \
        .name = "set" name_, .fn = view_set, .length = 2, .min_args = 3, \
        .magic = ELEMENT_##id                                            \
    }

static const NativeSpec methods[] = {
    { .name = "buffer", .fn = view_buffer, .flags = NATIVE_GETTER },
    { .name = "byteLength", .fn = view_byte_length, .flags = NATIVE_GETTER },
    { .name = "byteOffset", .fn = view_byte_offset, .flags = NATIVE_GETTER },
    PAIR(INT8, "Int8"),
    PAIR(UINT8, "Uint8"),
    PAIR(INT16, "Int16"),
    PAIR(UINT16, "Uint16"),
    PAIR(INT32, "Int32"),
    PAIR(UINT32, "Uint32"),
    PAIR(FLOAT16, "Float16"),
    PAIR(FLOAT32, "Float32"),
    PAIR(FLOAT64, "Float64"),
    PAIR(BIGINT64, "BigInt64"),
    PAIR(BIGUINT64, "BigUint64"),
};

void js_install_data_view(RealmBuilder *b)
{
    Realm *r = b->realm;
    realm_ctor(b, &view_spec, r->data_view_proto, NULL);
    realm_functions(b, r->data_view_proto, methods, CM_ARRAY_LEN(methods));
    realm_tag(b, r->data_view_proto, "DataView");
}
