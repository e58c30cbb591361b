/* SPDX-License-Identifier: MIT */
#ifndef CM_ENGINE_BUFFER_H
#define CM_ENGINE_BUFFER_H
/* buffer: bytes of a program and the views on them; ECMA-262 10.4.5, 25.1 to
 * 25.3.
 *
 * A buffer owns one RawCell of the execution's heap, which a resize or a
 * transfer may replace: never keep a pointer to its bytes across program code.
 * No cell means detached. A view names its buffer and is measured at every
 * use, so that shrinking and detaching need not know the views.
 *
 * Elements are stored in the machine's byte order (little-endian on all
 * supported machines).
 *
 * Limits: BUFFER_MAX bytes; typed arrays have at most TYPED_MAX_MADE elements
 * when a constructor makes their buffer. */
#include "engine/vm.h"

#define BUFFER_MAX     UINT32_C(0x7FFFFFFF)
#define TYPED_MAX_MADE 10000000

/* X(enumerator, name, bytes) in the order of ECMA-262, table 73. */
#define ELEMENT_KINDS(X)         \
    X(INT8, "Int8", 1)           \
    X(UINT8, "Uint8", 1)         \
    X(UINT8C, "Uint8Clamped", 1) \
    X(INT16, "Int16", 2)         \
    X(UINT16, "Uint16", 2)       \
    X(INT32, "Int32", 4)         \
    X(UINT32, "Uint32", 4)       \
    X(FLOAT16, "Float16", 2)     \
    X(FLOAT32, "Float32", 4)     \
    X(FLOAT64, "Float64", 8)     \
    X(BIGINT64, "BigInt64", 8)   \
    X(BIGUINT64, "BigUint64", 8)

typedef enum ElementKind {
#define X(id, name, bytes) ELEMENT_##id,
    ELEMENT_KINDS(X)
#undef X
    ELEMENT_KIND_COUNT
} ElementKind;

typedef struct BufferObj {
    Obj obj;
    RawCell *data; /* NULL: detached */
    uint32_t length;
    uint32_t max_length; /* resizable only */
    bool resizable;
    bool immutable; /* never changes, never detached */
} BufferObj;

/* Typed arrays and data views. */
typedef struct ViewObj {
    Obj obj;
    BufferObj *buffer;
    uint32_t offset; /* bytes */
    uint32_t length; /* elements, of a DataView bytes; unless tracking */
    uint8_t kind;    /* ElementKind; ELEMENT_UINT8 for a DataView */
    bool tracking;   /* as long as the buffer allows */
} ViewObj;

static inline uint32_t element_size(ElementKind kind)
{
    static const uint8_t sizes[] = {
#define X(id, name, bytes) bytes,
        ELEMENT_KINDS(X)
#undef X
    };
    return sizes[kind];
}
static inline bool element_is_bigint(ElementKind kind)
{
    return kind >= ELEMENT_BIGINT64;
}
static inline ElementKind view_kind(const ViewObj *v)
{
    return (ElementKind)v->kind;
}

/* Elements that can be reached now. False: out of bounds or detached, length
 * 0. */
static inline bool view_length(const ViewObj *v, uint32_t *ret_length)
{
    const BufferObj *b = v->buffer;
    uint32_t size = element_size(view_kind(v));
    *ret_length = 0;
    if (CM_UNLIKELY(!b->data || v->offset > b->length))
        return false;
    uint32_t room = (b->length - v->offset) / size;
    if (v->tracking) {
        *ret_length = room;
        return true;
    }
    if (v->length > room)
        return false;
    *ret_length = v->length;
    return true;
}
/* The bytes of element i; they may move at the next call of program code. */
static inline unsigned char *view_at_element(const ViewObj *v, uint32_t i)
{
    return v->buffer->data->bytes + v->offset +
           (size_t)i * element_size(view_kind(v));
}

/* A zeroed buffer; RangeError over BUFFER_MAX. */
BufferObj *buffer_new(VM *vm, Shape *shape, uint64_t length);
/* Changes the length of a resizable buffer within its capacity. */
bool buffer_resize(VM *vm, BufferObj *b, uint32_t length);
ViewObj *typed_array_new(VM *vm, ElementKind kind, Shape *shape, BufferObj *b,
                         uint32_t offset, uint32_t length);
/* With a fresh buffer; RangeError over TYPED_MAX_MADE elements. */
ViewObj *typed_array_make(VM *vm, ElementKind kind, Shape *shape,
                          uint64_t length);

/* The value of an element; VALUE_THROWN when memory for a BigInt is refused. */
Value element_load(VM *vm, ElementKind kind, const unsigned char *at);
/* Converts to the bytes of an element; may run program code. */
bool element_convert(VM *vm, ElementKind kind, Value v, unsigned char out[8]);
/* TypedArraySetElement: converts, then stores if the index is still in bounds.
 */
bool typed_array_set(VM *vm, ViewObj *v, double index, Value value);

double half_to_double(uint16_t half);
uint16_t half_from_double(double d);

extern const ObjClass cm__class_buffer, cm__class_typed_array,
    cm__class_data_view;

#endif
