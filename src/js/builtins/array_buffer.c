/* SPDX-License-Identifier: MIT */
/* ArrayBuffer; ECMA-262 25.1, with resize and transfer, and the immutable
 * buffers of the proposal of that name. */
#include "js/builtins/bytes_internal.h"

#include "engine/convert.h"
#include "engine/meter.h"
#include "engine/property.h"

#define MAX_SAFE_INTEGER 9007199254740991.0

bool cm__to_index(VM *vm, Value v, uint64_t *ret)
{
    double d;
    if (!to_integer(vm, v, &d))
        return false;
    if (d < 0 || d > MAX_SAFE_INTEGER) {
        throw_range(vm, "The index is out of range: %g", d);
        return false;
    }
    *ret = (uint64_t)d;
    return true;
}

Value cm__species_of(VM *vm, Obj *o, Obj *default_ctor)
{
    const Realm *r = vm->realm;
    Value ctor = get_obj(vm, o, r->name.constructor, value_from_obj(o));
    if (ctor == VALUE_THROWN || ctor == VALUE_UNDEFINED)
        return ctor;
    if (!value_is_object(ctor))
        return throw_type(vm, "The constructor is not an object");
    if (value_obj(ctor) == default_ctor)
        return VALUE_UNDEFINED;
    ctor = get_prop(vm, ctor, value_from_symbol(r->symbol.species));
    if (ctor == VALUE_THROWN)
        return ctor;
    if (value_is_nullish(ctor) || ctor == value_from_obj(default_ctor))
        return VALUE_UNDEFINED;
    if (!value_is_constructor(ctor))
        return throw_type(vm, "The species is not a constructor");
    return ctor;
}

static BufferObj *this_buffer(VM *vm, const NativeCall *c, const char *method)
{
    BufferObj *b = value_buffer(c->this_val);
    if (!b)
        throw_type(vm,
                   "ArrayBuffer.prototype.%s called on a value that is no "
                   "ArrayBuffer",
                   method);
    return b;
}

static bool check_attached(VM *vm, const BufferObj *b)
{
    if (b->data)
        return true;
    throw_type(vm, "The ArrayBuffer is detached");
    return false;
}

/* ---- constructor ---- */

/* GetArrayBufferMaxByteLengthOption. */
static bool max_length_option(VM *vm, Value options, bool *ret_given,
                              uint64_t *ret)
{
    *ret_given = false;
    if (!value_is_object(options))
        return true;
    Value v = get_prop_ascii(vm, options, "maxByteLength");
    if (v == VALUE_THROWN)
        return false;
    *ret_given = v != VALUE_UNDEFINED;
    return !*ret_given || cm__to_index(vm, v, ret);
}

static Value buffer_ctor(VM *vm, NativeCall *c)
{
    uint64_t length, max = 0;
    bool resizable;
    if (!cm__to_index(vm, c->args[0], &length) ||
        !max_length_option(vm, c->args[1], &resizable, &max))
        return VALUE_THROWN;
    if (resizable && length > max)
        return throw_range(vm, "Invalid array buffer max length");
    const Realm *r = vm->realm;
    Shape *shape = ctor_shape(vm, c, r->shape_buffer, r->buffer_proto);
    if (!shape)
        return VALUE_THROWN;
    if (resizable && max > BUFFER_MAX)
        return throw_range(vm, "Array buffer allocation failed");
    BufferObj *b = buffer_new(vm, shape, length);
    if (!b)
        return VALUE_THROWN;
    b->resizable = resizable;
    if (resizable)
        b->max_length = (uint32_t)max;
    return value_from_obj(b);
}

static Value buffer_is_view(VM *vm, NativeCall *c)
{
    (void)vm;
    return value_bool(value_is_class(c->args[0], CLASS_TYPED_ARRAY) ||
                      value_is_class(c->args[0], CLASS_DATA_VIEW));
}

static Value species_getter(VM *vm, NativeCall *c)
{
    (void)vm;
    return c->this_val;
}

/* ---- getters ---- */

static Value buffer_byte_length(VM *vm, NativeCall *c)
{
    const BufferObj *b = this_buffer(vm, c, "byteLength");
    return b ? value_uint32(b->length) : VALUE_THROWN;
}

static Value buffer_max_length(VM *vm, NativeCall *c)
{
    const BufferObj *b = this_buffer(vm, c, "maxByteLength");
    if (!b)
        return VALUE_THROWN;
    return value_uint32(!b->data       ? 0
                        : b->resizable ? b->max_length
                                       : b->length);
}

static Value buffer_resizable(VM *vm, NativeCall *c)
{
    const BufferObj *b = this_buffer(vm, c, "resizable");
    return b ? value_bool(b->resizable) : VALUE_THROWN;
}

static Value buffer_detached(VM *vm, NativeCall *c)
{
    const BufferObj *b = this_buffer(vm, c, "detached");
    return b ? value_bool(!b->data) : VALUE_THROWN;
}

static Value buffer_immutable(VM *vm, NativeCall *c)
{
    const BufferObj *b = this_buffer(vm, c, "immutable");
    return b ? value_bool(b->immutable) : VALUE_THROWN;
}

/* ---- resize, transfer ---- */

static Value buffer_resize_fn(VM *vm, NativeCall *c)
{
    uint64_t length;
    BufferObj *b = this_buffer(vm, c, "resize");
    if (!b)
        return VALUE_THROWN;
    if (!b->resizable)
        return throw_type(vm, "The ArrayBuffer is not resizable");
    if (!cm__to_index(vm, c->args[0], &length) || !check_attached(vm, b))
        return VALUE_THROWN;
    if (length > b->max_length)
        return throw_range(vm, "The new length is over maxByteLength");
    return buffer_resize(vm, b, (uint32_t)length) ? VALUE_UNDEFINED
                                                  : VALUE_THROWN;
}

typedef enum Transfer {
    TRANSFER_KEEP, /* resizable if it was */
    TRANSFER_FIXED,
    TRANSFER_IMMUTABLE
} Transfer;

/* ArrayBufferCopyAndDetach. The memory itself moves when its size stays. */
static Value transfer(VM *vm, const NativeCall *c, Transfer how)
{
    BufferObj *b = this_buffer(vm, c, "transfer");
    if (!b)
        return VALUE_THROWN;
    uint64_t length = b->length;
    if ((c->args[0] != VALUE_UNDEFINED &&
         !cm__to_index(vm, c->args[0], &length)) ||
        !check_attached(vm, b))
        return VALUE_THROWN;
    if (b->immutable)
        return cm__throw_immutable(vm);
    bool resizable = how == TRANSFER_KEEP && b->resizable;
    if (resizable && length > b->max_length)
        return throw_range(vm, "The new length is over maxByteLength");
    bool move = length == b->length;
    BufferObj *to = buffer_new(vm, vm->realm->shape_buffer, move ? 0 : length);
    if (!to || !vm_charge_bytes(vm, move ? 0 : length))
        return VALUE_THROWN;
    if (move) {
        to->data = b->data;
        to->length = b->length;
    } else if (!meter_copy(vm, to->data->bytes, b->data->bytes,
                           b->length < length ? b->length : (size_t)length)) {
        return VALUE_THROWN;
    }
    to->resizable = resizable;
    to->immutable = how == TRANSFER_IMMUTABLE;
    to->max_length = resizable ? b->max_length : to->length;
    b->data = NULL;
    b->length = 0;
    return value_from_obj(to);
}

static Value buffer_transfer(VM *vm, NativeCall *c)
{
    return transfer(vm, c, TRANSFER_KEEP);
}

static Value buffer_transfer_fixed(VM *vm, NativeCall *c)
{
    return transfer(vm, c, TRANSFER_FIXED);
}

static Value buffer_transfer_immutable(VM *vm, NativeCall *c)
{
    return transfer(vm, c, TRANSFER_IMMUTABLE);
}

/* ---- slice ---- */

/* A buffer from the species constructor, checked as 25.1.6.7 asks. */
static BufferObj *slice_target(VM *vm, BufferObj *b, uint32_t length)
{
    Value ctor = VALUE_UNDEFINED;
    if (b->obj.shape != vm->realm->shape_buffer)
        ctor = cm__species_of(vm, &b->obj, vm->realm->buffer_ctor);
    if (ctor == VALUE_THROWN)
        return NULL;
    if (ctor == VALUE_UNDEFINED)
        return buffer_new(vm, vm->realm->shape_buffer, length);
    Value n = value_uint32(length);
    Value made = vm_construct(vm, ctor, ctor, 1, &n);
    if (made == VALUE_THROWN)
        return NULL;
    BufferObj *to = value_buffer(made);
    if (!to)
        throw_type(vm, "The species of the ArrayBuffer made no ArrayBuffer");
    else if (!check_attached(vm, to))
        return NULL;
    else if (to->immutable)
        cm__throw_immutable(vm);
    else if (to == b)
        throw_type(vm, "The species of the ArrayBuffer gave the same buffer");
    else if (to->length < length)
        throw_type(vm, "The species of the ArrayBuffer made a shorter buffer");
    else
        return to;
    return NULL;
}

static Value buffer_slice(VM *vm, NativeCall *c)
{
    uint32_t from, end;
    BufferObj *b = this_buffer(vm, c, "slice");
    if (!b || !check_attached(vm, b))
        return VALUE_THROWN;
    uint32_t length = b->length;
    if (!cm__relative(vm, c->args[0], length, 0, &from) ||
        !cm__relative(vm, c->args[1], length, length, &end))
        return VALUE_THROWN;
    uint32_t n = end > from ? end - from : 0;
    BufferObj *to = slice_target(vm, b, n);
    if (!to || !check_attached(vm, b) || !vm_charge_bytes(vm, n))
        return VALUE_THROWN;
    if (from < b->length && /* it may have shrunk */
        !meter_copy(vm, to->data->bytes, b->data->bytes + from,
                    n < b->length - from ? n : b->length - from))
        return VALUE_THROWN;
    return value_from_obj(to);
}

static Value buffer_slice_immutable(VM *vm, NativeCall *c)
{
    uint32_t from, end;
    BufferObj *b = this_buffer(vm, c, "sliceToImmutable");
    if (!b || !check_attached(vm, b))
        return VALUE_THROWN;
    uint32_t length = b->length;
    if (!cm__relative(vm, c->args[0], length, 0, &from) ||
        !cm__relative(vm, c->args[1], length, length, &end) ||
        !check_attached(vm, b))
        return VALUE_THROWN;
    if (end > b->length)
        return throw_range(vm, "The ArrayBuffer became shorter meanwhile");
    uint32_t n = end > from ? end - from : 0;
    BufferObj *to = buffer_new(vm, vm->realm->shape_buffer, n);
    if (!to)
        return VALUE_THROWN;
    if (n > 0 && !meter_copy(vm, to->data->bytes, b->data->bytes + from, n))
        return VALUE_THROWN;
    to->immutable = true;
    return value_from_obj(to);
}

static const NativeSpec buffer_spec = { .name = "ArrayBuffer",
                                        .fn = buffer_ctor,
                                        .length = 1,
                                        .min_args = 2,
                                        .flags =
                                            NATIVE_CTOR | NATIVE_CTOR_ONLY };

static const NativeSpec statics[] = {
    { .name = "isView", .fn = buffer_is_view, .length = 1, .min_args = 1 },
    { .name = "@@species", .fn = species_getter, .flags = NATIVE_GETTER },
};

static const NativeSpec methods[] = {
    { .name = "byteLength", .fn = buffer_byte_length, .flags = NATIVE_GETTER },
    { .name = "detached", .fn = buffer_detached, .flags = NATIVE_GETTER },
    { .name = "immutable", .fn = buffer_immutable, .flags = NATIVE_GETTER },
    { .name = "maxByteLength",
      .fn = buffer_max_length,
      .flags = NATIVE_GETTER },
    { .name = "resizable", .fn = buffer_resizable, .flags = NATIVE_GETTER },
    { .name = "resize", .fn = buffer_resize_fn, .length = 1, .min_args = 1 },
    { .name = "slice", .fn = buffer_slice, .length = 2, .min_args = 2 },
    { .name = "sliceToImmutable",
      .fn = buffer_slice_immutable,
      .length = 2,
      .min_args = 2 },
    { .name = "transfer", .fn = buffer_transfer, .min_args = 1 },
    { .name = "transferToFixedLength",
      .fn = buffer_transfer_fixed,
      .min_args = 1 },
    { .name = "transferToImmutable",
      .fn = buffer_transfer_immutable,
      .min_args = 1 },
};

void js_install_array_buffer(RealmBuilder *b)
{
    Realm *r = b->realm;
    r->buffer_ctor = realm_ctor(b, &buffer_spec, r->buffer_proto, NULL);
    realm_functions(b, r->buffer_ctor, statics, CM_ARRAY_LEN(statics));
    realm_functions(b, r->buffer_proto, methods, CM_ARRAY_LEN(methods));
    realm_tag(b, r->buffer_proto, "ArrayBuffer");
}
