/* SPDX-License-Identifier: MIT */
/* Buffers and single elements. */
#include "engine/buffer.h"

#include "engine/bigint.h"
#include "engine/convert.h"
#include "engine/error.h"
#include "engine/gc.h"
#include "engine/meter.h"
#include "engine/realm.h"

#include <math.h>

/* ---- buffers ---- */

BufferObj *buffer_new(VM *vm, Shape *shape, uint64_t length)
{
    if (length > BUFFER_MAX) {
        throw_range(vm, "Array buffer allocation failed");
        return NULL;
    }
    if (!vm_charge_bytes(vm, length))
        return NULL;
    RawCell *data = heap_raw_new(&vm->heap, (size_t)length);
    Obj *o = data ? obj_new(vm, CLASS_BUFFER, shape) : NULL;
    if (!o || !meter_fill(vm, data->bytes, 0, (size_t)length))
        return NULL;
    BufferObj *b = (BufferObj *)(void *)o;
    b->data = data;
    b->length = b->max_length = (uint32_t)length;
    return b;
}

bool buffer_resize(VM *vm, BufferObj *b, uint32_t length)
{
    if (!vm_charge_bytes(vm, length))
        return false;
    if (length > b->data->size) {
        RawCell *data =
            heap_resize(&vm->heap, b->data, offsetof(RawCell, bytes) + length);
        if (!data)
            return false;
        data->size = length;
        b->data = data;
    }
    if (length > b->length &&
        !meter_fill(vm, b->data->bytes + b->length, 0, length - b->length))
        return false;
    b->length = length;
    return true;
}

static void mark_buffer(Gc *gc, Obj *o)
{
    gc_mark_cell(gc, ((BufferObj *)(void *)o)->data);
}

static void mark_view(Gc *gc, Obj *o)
{
    gc_mark_cell(gc, ((ViewObj *)(void *)o)->buffer);
}

const ObjClass cm__class_buffer = {
    .name = "ArrayBuffer",
    .size = sizeof(BufferObj),
    .mark = mark_buffer,
};

const ObjClass cm__class_data_view = {
    .name = "DataView",
    .size = sizeof(ViewObj),
    .mark = mark_view,
};

/* ---- half precision (IEEE 754 binary16) ---- */

double half_to_double(uint16_t half)
{
    int exponent = half >> 10 & 31;
    double fraction = half & 1023, d;
    if (exponent == 31)
        d = fraction != 0 ? (double)NAN : (double)INFINITY;
    else if (exponent == 0)
        d = ldexp(fraction, -24);
    else
        d = ldexp(fraction + 1024, exponent - 25);
    return half & 0x8000 ? -d : d;
}

/* Rounds once, from the double: through float it would be twice. */
uint16_t half_from_double(double d)
{
    uint16_t sign = signbit(d) ? 0x8000 : 0;
    double a = fabs(d);
    if (a != a)
        return 0x7E00;
    if (a >= 65520)
        return (uint16_t)(sign | 0x7C00);
    int exponent;
    (void)frexp(a, &exponent);
    if (a == 0 || exponent < -13) /* subnormal: units of 2^-24 */
        return (uint16_t)(sign + (uint16_t)rint(ldexp(a, 24)));
    /* a carry out of the fraction goes into the exponent by itself */
    uint16_t fraction = (uint16_t)rint(ldexp(a, 11 - exponent));
    return (uint16_t)(sign + ((exponent + 13) << 10) + fraction);
}

/* ---- elements ---- */

#define LOAD(type) \
    type x;        \
    memcpy(&x, at, sizeof x)

Value element_load(VM *vm, ElementKind kind, const unsigned char *at)
{
    switch (kind) {
    case ELEMENT_INT8:
        return value_int((int8_t)*at);
    case ELEMENT_UINT8:
    case ELEMENT_UINT8C:
        return value_int(*at);
    case ELEMENT_INT16: {
        LOAD(int16_t);
        return value_int(x);
    }
    case ELEMENT_UINT16: {
        LOAD(uint16_t);
        return value_int(x);
    }
    case ELEMENT_INT32: {
        LOAD(int32_t);
        return value_int(x);
    }
    case ELEMENT_UINT32: {
        LOAD(uint32_t);
        return value_uint32(x);
    }
    case ELEMENT_FLOAT16: {
        LOAD(uint16_t);
        return value_number(half_to_double(x));
    }
    case ELEMENT_FLOAT32: {
        LOAD(float);
        return value_number((double)x);
    }
    case ELEMENT_FLOAT64: {
        LOAD(double);
        return value_number(x);
    }
    case ELEMENT_BIGINT64: {
        LOAD(int64_t);
        return bigint_from_i64(vm, x);
    }
    case ELEMENT_BIGUINT64: {
        LOAD(uint64_t);
        return bigint_from_u64(vm, x);
    }
    case ELEMENT_KIND_COUNT:
        break;
    }
    cm_unreachable();
}

/* Ties go to even; NaN gives 0. */
static uint8_t clamp_byte(double d)
{
    if (!(d > 0))
        return 0;
    return d >= 255 ? 255 : (uint8_t)rint(d);
}

static float to_single(double d)
{
    return (float)d;
}

static void number_to_bytes(ElementKind kind, double d, unsigned char *out)
{
    int32_t whole = kind < ELEMENT_FLOAT16 ? double_to_int32(d) : 0;
    switch (kind) {
    case ELEMENT_UINT8C:
        out[0] = clamp_byte(d);
        break;
    case ELEMENT_FLOAT16: {
        uint16_t half = half_from_double(d);
        memcpy(out, &half, sizeof half);
        break;
    }
    case ELEMENT_FLOAT32: {
        float single = to_single(d);
        memcpy(out, &single, sizeof single);
        break;
    }
    case ELEMENT_FLOAT64:
        memcpy(out, &d, sizeof d);
        break;
    default: /* little-endian: the low bytes come first */
        memcpy(out, &whole, sizeof whole);
        break;
    }
}

bool element_convert(VM *vm, ElementKind kind, Value v, unsigned char out[8])
{
    if (element_is_bigint(kind)) {
        v = to_bigint(vm, v);
        if (v == VALUE_THROWN)
            return false;
        uint64_t low = bigint_low64(value_bigint(v));
        memcpy(out, &low, sizeof low);
        return true;
    }
    double d;
    if (!to_number(vm, v, &d))
        return false;
    number_to_bytes(kind, d, out);
    return true;
}

/* ---- views ---- */

ViewObj *typed_array_new(VM *vm, ElementKind kind, Shape *shape, BufferObj *b,
                         uint32_t offset, uint32_t length)
{
    Obj *o = obj_new(vm, CLASS_TYPED_ARRAY, shape);
    if (!o)
        return NULL;
    ViewObj *v = (ViewObj *)(void *)o;
    v->buffer = b;
    v->offset = offset;
    v->length = length;
    v->kind = (uint8_t)kind;
    return v;
}

ViewObj *typed_array_make(VM *vm, ElementKind kind, Shape *shape,
                          uint64_t length)
{
    if (length > TYPED_MAX_MADE) {
        throw_range(vm, "Invalid typed array length: %g", (double)length);
        return NULL;
    }
    BufferObj *b =
        buffer_new(vm, vm->realm->shape_buffer, length * element_size(kind));
    return b ? typed_array_new(vm, kind, shape, b, 0, (uint32_t)length) : NULL;
}

bool typed_array_set(VM *vm, ViewObj *v, double index, Value value)
{
    unsigned char bytes[8];
    uint32_t length;
    if (!element_convert(vm, view_kind(v), value, bytes))
        return false;
    if (view_length(v, &length) && index >= 0 && index < length)
        memcpy(view_at_element(v, (uint32_t)index), bytes,
               element_size(view_kind(v)));
    return true;
}
