/* SPDX-License-Identifier: MIT */
#include "engine/object_internal.h"
#include "engine/realm.h"

static bool has_prototype(const FuncProto *p)
{
    if (p->flags & FUNC_GENERATOR)
        return true;
    return !(p->flags & (FUNC_ASYNC | FUNC_ARROW | FUNC_METHOD | FUNC_CLASS |
                         FUNC_PROGRAM));
}

/* MakeConstructor (10.2.5) and the prototypes of generators (27.3, 27.4). */
static Obj *make_prototype(VM *vm, Obj *fn, const FuncProto *p)
{
    const Realm *r = vm->realm;
    if (p->flags & FUNC_GENERATOR)
        return obj_new_proto(vm, p->flags & FUNC_ASYNC
                                     ? r->async_generator_proto
                                     : r->generator_proto);
    Obj *proto = obj_new_plain(vm);
    if (proto == NULL || !obj_put_attrs(vm, proto, r->name.constructor,
                                        value_from_obj(fn), PROP_HIDDEN))
        return NULL;
    return proto;
}

/* All allocations come first, so that a refusal in between changes nothing. */
bool closure_materialise(VM *vm, Obj *o)
{
    const FuncProto *p = ((Closure *)o)->proto;
    const Realm *r = vm->realm;
    Obj *proto = NULL;
    if (has_prototype(p)) {
        proto = make_prototype(vm, o, p);
        if (proto == NULL)
            return false;
    }
    Shape *s = shape_add(vm, o->shape, r->name.length, PROP_CONFIGURABLE);
    if (s != NULL)
        s = shape_add(vm, s, r->name.name, PROP_CONFIGURABLE);
    if (s != NULL && proto != NULL)
        s = shape_add(vm, s, r->name.prototype, PROP_WRITABLE);
    if (s == NULL || !obj_reserve_slots(vm, o, s->count))
        return false;
    o->shape = s;
    o->slots->n = s->count;
    *obj_slot(o, 0) = value_uint32(p->length);
    *obj_slot(o, 1) =
        value_from_str(p->name != NULL ? p->name : vm->realm->empty);
    if (proto != NULL)
        *obj_slot(o, 2) = value_from_obj(proto);
    o->hd.flags &= (uint8_t)~OBJ_LAZY; /* whoever asked, once is enough */
    return true;
}
