/* SPDX-License-Identifier: MIT */
/* Buffers and views of structuredClone. */
#include "js/builtins/clone_internal.h"

#include "engine/buffer.h"
#include "engine/meter.h"

#include <string.h>

static BufferObj *clone_buffer(VM *vm, const BufferObj *b)
{
    if (!b->data) {
        cm__clone_refuse(vm, "A detached ArrayBuffer");
        return NULL;
    }
    BufferObj *copy = buffer_new(vm, vm->realm->shape_buffer,
                                 b->resizable ? b->max_length : b->length);
    if (!copy || !vm_charge_bytes(vm, b->length))
        return NULL;
    memcpy(copy->data->bytes, b->data->bytes, b->length);
    copy->length = b->length;
    copy->max_length = b->max_length;
    copy->resizable = b->resizable;
    return copy;
}

/* The copy made before, or one made now. */
static BufferObj *buffer_of(VM *vm, Table *memory, BufferObj *b)
{
    bool added;
    TableEntry *e = table_put(vm, memory, value_from_obj(b), &added);
    if (!e)
        return NULL;
    if (!added && e->value != VALUE_UNDEFINED)
        return (BufferObj *)(void *)value_obj(e->value);
    BufferObj *copy = clone_buffer(vm, b);
    if (copy)
        e->value = value_from_obj(copy);
    return copy;
}

Obj *cm__clone_bytes(VM *vm, Table *memory, Obj *o)
{
    if (obj_class(o) == CLASS_BUFFER) {
        BufferObj *b = buffer_of(vm, memory, (BufferObj *)(void *)o);
        return b ? &b->obj : NULL;
    }
    const ViewObj *v = (const ViewObj *)(const void *)o;
    uint32_t length;
    if (!view_length(v, &length))
        return cm__clone_refuse(vm, "A view out of bounds of its buffer");
    bool is_typed = obj_class(o) == CLASS_TYPED_ARRAY;
    Shape *shape =
        is_typed ? vm->realm->shape_typed[v->kind] : vm->realm->shape_data_view;
    BufferObj *b = buffer_of(vm, memory, v->buffer);
    ViewObj *copy =
        b ? (ViewObj *)(void *)obj_new(vm, obj_class(o), shape) : NULL;
    if (!copy)
        return NULL;
    copy->buffer = b;
    copy->offset = v->offset;
    copy->length = v->length;
    copy->kind = v->kind;
    copy->tracking = v->tracking;
    return &copy->obj;
}
