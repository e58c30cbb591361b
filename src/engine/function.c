/* SPDX-License-Identifier: MIT */
/* Creation of closures and natives. What a function's properties look like is
 * object_function.c's business. */
#include "engine/function.h"

#include "engine/vm_internal.h"

static Shape *closure_shape(const Realm *r, const FuncProto *proto)
{
    switch (proto->flags & (FUNC_ASYNC | FUNC_GENERATOR)) {
    case FUNC_ASYNC:
        return r->shape_async_function;
    case FUNC_GENERATOR:
        return r->shape_generator_function;
    case FUNC_ASYNC | FUNC_GENERATOR:
        return r->shape_async_generator_function;
    default:
        return r->shape_function;
    }
}

/* A closure whose upvalues are still to be filled. */
static Closure *closure_alloc(VM *vm, const FuncProto *proto)
{
    Closure *c = heap_alloc(&vm->heap,
                            sizeof(Closure) + proto->n_upvalues * sizeof(Value),
                            CELL_OBJECT);
    if (!c)
        return NULL;
    c->obj.hd.aux = CLASS_FUNCTION;
    c->obj.hd.flags |= OBJ_LAZY;
    c->obj.shape = closure_shape(vm->realm, proto);
    c->obj.slots = NULL;
    c->obj.elements.dense = NULL;
    c->proto = proto;
    c->ics = vm->proto_ics ? vm->proto_ics[proto->id] : NULL;
    c->home = VALUE_UNDEFINED;
    c->fields = VALUE_UNDEFINED;
    c->bound_this = VALUE_UNDEFINED;
    c->new_target = VALUE_UNDEFINED;
    return c;
}

Closure *closure_new(VM *vm, const FuncProto *proto)
{
    Closure *c = closure_alloc(vm, proto);
    for (uint32_t i = 0; c && i < proto->n_upvalues; i++)
        c->upvalues[i] = VALUE_UNDEFINED;
    return c;
}

/* What an arrow takes over from the frame that makes it. */
static void arrow_bind(Closure *arrow, const Frame *f)
{
    const Closure *outer = f->closure;
    arrow->bound_this = f->this_val;
    arrow->new_target = f->new_target;
    arrow->home = outer->home;
    /* The function whose `super` and fields the arrow shares. */
    arrow->fields = outer->proto->flags & FUNC_ARROW ? outer->fields
                                                     : value_from_obj(outer);
}

Value closure_make(VM *vm, const Frame *f, const FuncProto *p)
{
    Closure *c = closure_alloc(vm, p);
    if (CM_UNLIKELY(!c))
        return VALUE_THROWN;
    for (uint32_t i = 0; i < p->n_upvalues; i++) {
        UpvalueDesc u = p->upvalues[i];
        if (CM_LIKELY(u.from == UPVALUE_REGISTER))
            c->upvalues[i] = f->base[u.index];
        else if (u.from == UPVALUE_OUTER)
            c->upvalues[i] = f->closure->upvalues[u.index];
        else
            c->upvalues[i] =
                ((ValuesCell *)value_ptr(f->base[u.row]))->v[u.index];
    }
    if (p->flags & FUNC_ARROW)
        arrow_bind(c, f);
    return value_from_obj(c);
}

Native *native_new(VM *vm, const NativeSpec *spec, Value data0, Value data1)
{
    Str *name =
        spec->name ? str_intern_ascii(vm, spec->name) : vm->realm->empty;
    if (!name)
        return NULL;
    ValuesCell *slots = heap_values_new(&vm->heap, 2);
    if (!slots)
        return NULL;
    Native *n = heap_alloc(&vm->heap, sizeof *n, CELL_OBJECT);
    if (!n)
        return NULL;
    n->obj.hd.aux = CLASS_NATIVE;
    n->obj.shape = vm->realm->shape_native;
    n->obj.slots = slots;
    n->obj.elements.dense = NULL;
    n->spec = spec;
    n->data[0] = data0;
    n->data[1] = data1;
    slots->n = 2;
    slots->v[0] = value_int(spec->length);
    slots->v[1] = value_from_str(name);
    return n;
}
