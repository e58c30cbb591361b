/* SPDX-License-Identifier: MIT */
#ifndef CM_JS_BUILTINS_BYTES_INTERNAL_H
#define CM_JS_BUILTINS_BYTES_INTERNAL_H
/* bytes_internal: what the built-ins over buffers and views share. */
#include "engine/buffer.h"
#include "js/builtins/builtins.h"

/* ToIndex (7.1.22): RangeError outside 0 to 2^53 - 1. */
bool cm__to_index(VM *vm, Value v, uint64_t *ret);
/* SpeciesConstructor; VALUE_UNDEFINED for the default one. */
Value cm__species_of(VM *vm, Obj *o, Obj *default_ctor);

/* The buffer that a value is, else NULL (nothing thrown). */
static inline BufferObj *value_buffer(Value v)
{
    return value_is_class(v, CLASS_BUFFER) ? (BufferObj *)value_ptr(v) : NULL;
}
static inline ViewObj *value_typed(Value v)
{
    return value_is_class(v, CLASS_TYPED_ARRAY) ? (ViewObj *)value_ptr(v)
                                                : NULL;
}

/* The variant of the native that is being called. */
static inline int32_t native_magic(const NativeCall *c)
{
    return ((const Native *)value_ptr(c->callee))->spec->magic;
}

/* ValidateTypedArray and its length: TypeError otherwise (NULL). */
ViewObj *cm__typed_valid(VM *vm, Value v, uint32_t *ret_length);
/* The same for a method that writes: not on an immutable buffer. */
ViewObj *cm__typed_writable(VM *vm, Value v, uint32_t *ret_length);
Value cm__throw_out_of_bounds(VM *vm);
Value cm__throw_immutable(VM *vm);
/* A new typed array of the kind's intrinsic constructor. */
ViewObj *cm__typed_make(VM *vm, ElementKind kind, uint64_t length);
/* TypedArrayCreateFromCtor with a length, to be written to. */
ViewObj *cm__typed_create(VM *vm, Value ctor, uint64_t length);
/* The same with any arguments; the result is valid. */
ViewObj *cm__typed_construct(VM *vm, Value ctor, uint32_t argc,
                             const Value *args);
/* TypedArraySpeciesCreate. */
ViewObj *cm__typed_species(VM *vm, ViewObj *like, uint32_t argc,
                           const Value *args);
ViewObj *cm__typed_species_length(VM *vm, ViewObj *like, uint32_t length);
/* Get(v, i): undefined out of bounds. */
Value cm__typed_get(VM *vm, const ViewObj *v, uint64_t i);
/* Start or end argument, clamped to [0, length]. */
bool cm__relative(VM *vm, Value v, uint32_t length, uint32_t if_undefined,
                  uint32_t *ret);
/* Copies elements of one view into another; the kinds' contents agree. */
bool cm__typed_copy(VM *vm, ViewObj *to, uint32_t at, const ViewObj *from,
                    uint32_t start, uint32_t n);

void cm__install_typed_methods(RealmBuilder *b);
void cm__install_typed_iterate(RealmBuilder *b);
void cm__install_typed_sort(RealmBuilder *b);
void cm__install_bytes_text(RealmBuilder *b);

#endif
