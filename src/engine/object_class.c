/* SPDX-License-Identifier: MIT */
/* The table of classes and what the collector follows in their fields. */
#include "engine/buffer.h"
#include "engine/dispose.h"
#include "engine/gc.h"
#include "engine/iterate.h"
#include "engine/object_internal.h"
#include "engine/object_string.h"
#include "engine/promise.h"
#include "engine/proxy.h"
#include "engine/realm.h"

/* ---- marking ---- */

static void mark_closure(Gc *gc, Obj *o)
{
    Closure *c = (Closure *)o;
    gc_mark_value(gc, c->home);
    gc_mark_value(gc, c->fields);
    gc_mark_value(gc, c->bound_this);
    gc_mark_value(gc, c->new_target);
    gc_mark_values(gc, c->upvalues, c->proto->n_upvalues);
}

static void mark_native(Gc *gc, Obj *o)
{
    gc_mark_values(gc, ((Native *)o)->data, 2);
}

static void mark_bound(Gc *gc, Obj *o)
{
    Bound *b = (Bound *)o;
    gc_mark_value(gc, b->target);
    gc_mark_value(gc, b->this_val);
    gc_mark_values(gc, b->args, b->n_args);
}

static void mark_error(Gc *gc, Obj *o)
{
    gc_mark_value(gc, ((ErrorObj *)o)->suggestion);
}

static void mark_boxed(Gc *gc, Obj *o)
{
    gc_mark_value(gc, ((BoxedObj *)o)->value);
}

static void mark_collection(Gc *gc, Obj *o)
{
    gc_mark_cell(gc, ((CollectionObj *)o)->table);
}

/* The list of unhandled rejections holds its promises by itself (a root), so
 * next_rejected is not followed here. */
static void mark_promise(Gc *gc, Obj *o)
{
    Promise *p = (Promise *)o;
    gc_mark_value(gc, p->value);
    gc_mark_cell(gc, p->reactions);
    gc_mark_cell(gc, p->last);
}

static void mark_iterator(Gc *gc, Obj *o)
{
    IterObj *it = (IterObj *)o;
    gc_mark_value(gc, it->target);
    gc_mark_values(gc, it->extra, CM_ARRAY_LEN(it->extra));
    gc_mark_value(gc, it->cursor.epoch);
}

static void mark_coroutine(Gc *gc, Obj *o)
{
    Coroutine *co = (Coroutine *)o;
    gc_mark_cell(gc, co->closure);
    gc_mark_cell(gc, co->regs);
    gc_mark_value(gc, co->this_val);
    gc_mark_value(gc, co->new_target);
    gc_mark_value(gc, co->promise);
    gc_mark_value(gc, co->queue);
}

static void mark_reference(Gc *gc, Obj *o)
{
    RefObj *r = (RefObj *)o;
    gc_mark_value(gc, r->parent);
    gc_mark_value(gc, r->name);
    gc_mark_cell(gc, r->children);
}

static void mark_pairs(Gc *gc, Obj *o)
{
    PairsObj *p = (PairsObj *)o;
    gc_mark_cell(gc, p->pairs);
    gc_mark_cell(gc, p->owner);
}

static void mark_disposable(Gc *gc, Obj *o)
{
    gc_mark_value(gc, ((DisposableObj *)o)->list);
}

/* ---- the table ---- */

static const ObjClass class_plain = {
    .name = "Object",
    .size = sizeof(Obj),
};
static const ObjClass class_array = {
    .name = "Array",
    .size = sizeof(Array),
};
static const ObjClass class_function = {
    .name = "Function",
    .size = sizeof(Closure),
    .mark = mark_closure,
    .materialise = closure_materialise,
};
static const ObjClass class_native = {
    .name = "Function",
    .size = sizeof(Native),
    .mark = mark_native,
};
static const ObjClass class_bound = {
    .name = "Function",
    .size = sizeof(Bound),
    .mark = mark_bound,
};
static const ObjClass class_error = {
    .name = "Error",
    .size = sizeof(ErrorObj),
    .mark = mark_error,
};
static const ObjClass class_boxed = {
    .name = "Object",
    .size = sizeof(BoxedObj),
    .mark = mark_boxed,
    .get_own = boxed_get_own,
    .define_own = boxed_define_own,
    .delete_own = boxed_delete_own,
    .own_keys = boxed_own_keys,
};
static const ObjClass class_date = {
    .name = "Date",
    .size = sizeof(BoxedObj),
    .mark = mark_boxed,
};
static const ObjClass class_map = {
    .name = "Map",
    .size = sizeof(CollectionObj),
    .mark = mark_collection,
};
static const ObjClass class_set = {
    .name = "Set",
    .size = sizeof(CollectionObj),
    .mark = mark_collection,
};
static const ObjClass class_promise = {
    .name = "Promise",
    .size = sizeof(Promise),
    .mark = mark_promise,
};
static const ObjClass class_iterator = {
    .name = "Iterator",
    .size = sizeof(IterObj),
    .mark = mark_iterator,
};
static const ObjClass class_generator = {
    .name = "Generator",
    .size = sizeof(Coroutine),
    .mark = mark_coroutine,
};
static const ObjClass class_reference = {
    .name = "Reference",
    .size = sizeof(RefObj),
    .mark = mark_reference,
};
static const ObjClass class_weak_map = {
    .name = "WeakMap",
    .size = sizeof(WeakObj),
    .mark = gc_mark_weak,
};
static const ObjClass class_weak_set = {
    .name = "WeakSet",
    .size = sizeof(WeakObj),
    .mark = gc_mark_weak,
};
static const ObjClass class_weak_ref = {
    .name = "WeakRef",
    .size = sizeof(WeakRefObj),
    .mark = gc_mark_weak_ref,
};
static const ObjClass class_url_params = {
    .name = "URLSearchParams",
    .size = sizeof(PairsObj),
    .mark = mark_pairs,
};
static const ObjClass class_headers = {
    .name = "Headers",
    .size = sizeof(PairsObj),
    .mark = mark_pairs,
};
static const ObjClass class_disposable = {
    .name = "DisposableStack",
    .size = sizeof(DisposableObj),
    .mark = mark_disposable,
};
static const ObjClass class_arguments = {
    .name = "Arguments",
    .size = sizeof(Obj),
};

/* Written by class_register before the first execution only. */
static const ObjClass *classes[CLASS_COUNT] = {
    [CLASS_PLAIN] = &class_plain,
    [CLASS_ARRAY] = &class_array,
    [CLASS_FUNCTION] = &class_function,
    [CLASS_NATIVE] = &class_native,
    [CLASS_BOUND] = &class_bound,
    [CLASS_ERROR] = &class_error,
    [CLASS_BOXED] = &class_boxed,
    [CLASS_DATE] = &class_date,
    [CLASS_MAP] = &class_map,
    [CLASS_SET] = &class_set,
    [CLASS_PROMISE] = &class_promise,
    [CLASS_ITERATOR] = &class_iterator,
    [CLASS_GENERATOR] = &class_generator,
    [CLASS_REFERENCE] = &class_reference,
    [CLASS_ARGUMENTS] = &class_arguments,
    [CLASS_BUFFER] = &cm__class_buffer,
    [CLASS_TYPED_ARRAY] = &cm__class_typed_array,
    [CLASS_DATA_VIEW] = &cm__class_data_view,
    [CLASS_WEAK_MAP] = &class_weak_map,
    [CLASS_WEAK_SET] = &class_weak_set,
    [CLASS_WEAK_REF] = &class_weak_ref,
    [CLASS_PROXY] = &cm__class_proxy,
    [CLASS_URL_PARAMS] = &class_url_params,
    [CLASS_HEADERS] = &class_headers,
    [CLASS_DISPOSABLE] = &class_disposable,
};

const ObjClass *obj_class_info(ClassId id)
{
    const ObjClass *c = classes[id];
    return c != NULL ? c : &class_plain;
}

const ObjClass *obj_class_of(const Obj *o)
{
    return obj_class_info((ClassId)o->hd.aux);
}

void class_register(ClassId id, const ObjClass *c)
{
    classes[id] = c;
}

void obj_mark_fields(Gc *gc, Obj *o)
{
    const ObjClass *c = obj_class_of(o);
    if (c->mark != NULL)
        c->mark(gc, o);
    else if (o->hd.aux == CLASS_REFERENCE)
        mark_reference(gc, o); /* the runtime's row need not repeat it */
}
