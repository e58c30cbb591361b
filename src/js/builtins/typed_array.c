/* SPDX-License-Identifier: MIT */
/* %TypedArray%, its twelve constructors, from and of; ECMA-262 23.2.1 to
 * 23.2.7.
 *
 * Construction and from are one state machine: values of an iterable are
 * collected in an array first (R_LIST), an array-like is read as it goes. The
 * index and what has been made so far are in registers, so that an entry that
 * ran out of memory may be repeated. */
#include "js/builtins/bytes_internal.h"

#include "engine/convert.h"
#include "engine/property.h"
#include "js/builtins/array_internal.h"

/* ---- shared helpers ---- */

Value cm__throw_out_of_bounds(VM *vm)
{
    return throw_type(vm, "The view is detached or out of bounds of its "
                          "buffer");
}

ViewObj *cm__typed_valid(VM *vm, Value v, uint32_t *ret_length)
{
    ViewObj *view = value_typed(v);
    if (!view)
        throw_type(vm, "The method of TypedArray was called on a value that is "
                       "no typed array");
    else if (!view_length(view, ret_length))
        cm__throw_out_of_bounds(vm);
    else
        return view;
    return NULL;
}

Value cm__throw_immutable(VM *vm)
{
    return throw_type(vm, "The ArrayBuffer is immutable");
}

ViewObj *cm__typed_writable(VM *vm, Value v, uint32_t *ret_length)
{
    ViewObj *view = cm__typed_valid(vm, v, ret_length);
    if (!view || !view->buffer->immutable)
        return view;
    cm__throw_immutable(vm);
    return NULL;
}

ViewObj *cm__typed_make(VM *vm, ElementKind kind, uint64_t length)
{
    return typed_array_make(vm, kind, vm->realm->shape_typed[kind], length);
}

ViewObj *cm__typed_construct(VM *vm, Value ctor, uint32_t argc,
                             const Value *args)
{
    uint32_t length;
    Value made = vm_construct(vm, ctor, ctor, argc, args);
    return made == VALUE_THROWN ? NULL : cm__typed_valid(vm, made, &length);
}

/* The kind of which ctor is the intrinsic constructor, or ELEMENT_KIND_COUNT.
 */
static ElementKind kind_of_ctor(const VM *vm, Value ctor)
{
    for (int i = 0; i < ELEMENT_KIND_COUNT; i++)
        if (ctor == value_from_obj(vm->realm->typed_ctor[i]))
            return (ElementKind)i;
    return ELEMENT_KIND_COUNT;
}

ViewObj *cm__typed_create(VM *vm, Value ctor, uint64_t length)
{
    ElementKind kind = kind_of_ctor(vm, ctor);
    if (kind != ELEMENT_KIND_COUNT)
        return cm__typed_make(vm, kind, length);
    Value n = value_index(length);
    ViewObj *v = cm__typed_construct(vm, ctor, 1, &n);
    uint32_t have;
    if (!v)
        return NULL;
    if (v->buffer->immutable) {
        cm__throw_immutable(vm);
        return NULL;
    }
    if (!view_length(v, &have) || have < length) {
        throw_type(vm, "The constructor made a shorter typed array");
        return NULL;
    }
    return v;
}

/* The constructor for a copy; VALUE_UNDEFINED for the intrinsic one. */
static Value species(VM *vm, ViewObj *like)
{
    if (like->obj.shape == vm->realm->shape_typed[like->kind])
        return VALUE_UNDEFINED;
    return cm__species_of(vm, &like->obj, vm->realm->typed_ctor[like->kind]);
}

static ViewObj *check_content(VM *vm, const ViewObj *like, ViewObj *made)
{
    if (!made || element_is_bigint(view_kind(made)) ==
                     element_is_bigint(view_kind(like)))
        return made;
    throw_type(vm, "The species of the typed array has another content type");
    return NULL;
}

ViewObj *cm__typed_species(VM *vm, ViewObj *like, uint32_t argc,
                           const Value *args)
{
    Value ctor = species(vm, like);
    if (ctor == VALUE_THROWN)
        return NULL;
    if (ctor == VALUE_UNDEFINED)
        ctor = value_from_obj(vm->realm->typed_ctor[like->kind]);
    return check_content(vm, like, cm__typed_construct(vm, ctor, argc, args));
}

ViewObj *cm__typed_species_length(VM *vm, ViewObj *like, uint32_t length)
{
    Value ctor = species(vm, like);
    if (ctor == VALUE_THROWN)
        return NULL;
    if (ctor == VALUE_UNDEFINED)
        return cm__typed_make(vm, view_kind(like), length);
    return check_content(vm, like, cm__typed_create(vm, ctor, length));
}

Value cm__typed_get(VM *vm, const ViewObj *v, uint64_t i)
{
    uint32_t length;
    if (!view_length(v, &length) || i >= length)
        return VALUE_UNDEFINED;
    return element_load(vm, view_kind(v), view_at_element(v, (uint32_t)i));
}

bool cm__relative(VM *vm, Value v, uint32_t length, uint32_t if_undefined,
                  uint32_t *ret)
{
    double d;
    if (!to_relative(vm, v, length, if_undefined, &d))
        return false;
    *ret = (uint32_t)d;
    return true;
}

/* Whether storing what was loaded keeps all bits: integers of one size. */
static bool same_bits(ElementKind to, ElementKind from)
{
    if (to == from || (element_is_bigint(to) && element_is_bigint(from)))
        return true;
    return to < ELEMENT_FLOAT16 && from < ELEMENT_FLOAT16 &&
           to != ELEMENT_UINT8C && element_size(to) == element_size(from);
}

bool cm__typed_copy(VM *vm, ViewObj *to, uint32_t at, const ViewObj *from,
                    uint32_t start, uint32_t n)
{
    uint32_t size = element_size(view_kind(from));
    if (n == 0)
        return true;
    if (same_bits(view_kind(to), view_kind(from))) {
        if (!vm_charge_bytes(vm, (uint64_t)n * size))
            return false;
        memmove(view_at_element(to, at), view_at_element(from, start),
                (size_t)n * size);
        return true;
    }
    uint32_t turns = 0;
    if (!vm_charge(vm, n))
        return false;
    for (uint32_t i = 0; i < n; i++) {
        unsigned char bytes[8];
        if (!vm_in_time(vm, &turns))
            return false;
        Value v =
            element_load(vm, view_kind(from), view_at_element(from, start + i));
        if (v == VALUE_THROWN || !element_convert(vm, view_kind(to), v, bytes))
            return false;
        memcpy(view_at_element(to, at + i), bytes, element_size(view_kind(to)));
    }
    return true;
}

/* ---- construction from one argument that is no iterable ---- */

static Value construct_length(VM *vm, const NativeCall *c, ElementKind kind)
{
    uint64_t length = 0;
    const Realm *r = vm->realm;
    if (!cm__to_index(vm, c->args[0], &length))
        return VALUE_THROWN;
    Shape *shape =
        ctor_shape(vm, c, r->shape_typed[kind], r->typed_proto[kind]);
    ViewObj *v = shape ? typed_array_make(vm, kind, shape, length) : NULL;
    return v ? value_from_obj(v) : VALUE_THROWN;
}

static Value construct_copy(VM *vm, ElementKind kind, Shape *shape,
                            const ViewObj *from)
{
    uint32_t length;
    if (!view_length(from, &length))
        return cm__throw_out_of_bounds(vm);
    ViewObj *v = typed_array_make(vm, kind, shape, length);
    if (!v)
        return VALUE_THROWN;
    if (element_is_bigint(kind) != element_is_bigint(view_kind(from)))
        return throw_type(vm, "Cannot mix BigInt and other typed arrays");
    return cm__typed_copy(vm, v, 0, from, 0, length) ? value_from_obj(v)
                                                     : VALUE_THROWN;
}

static Value throw_misaligned(VM *vm, const char *what, ElementKind kind)
{
    return throw_range(vm, "%s of the typed array should be a multiple of %u",
                       what, (unsigned)element_size(kind));
}

/* InitializeTypedArrayFromArrayBuffer. */
static Value construct_view(VM *vm, const NativeCall *c, ElementKind kind,
                            Shape *shape, BufferObj *b)
{
    uint64_t offset, length = 0;
    uint32_t size = element_size(kind);
    bool given = c->args[2] != VALUE_UNDEFINED;
    if (!cm__to_index(vm, c->args[1], &offset))
        return VALUE_THROWN;
    if (offset % size != 0)
        return throw_misaligned(vm, "start offset", kind);
    if (given && !cm__to_index(vm, c->args[2], &length))
        return VALUE_THROWN;
    if (!b->data)
        return throw_type(vm, "The ArrayBuffer is detached");
    bool tracking = !given && b->resizable;
    if (!given && !tracking && b->length % size != 0)
        return throw_misaligned(vm, "byte length", kind);
    if (offset > b->length)
        return throw_range(vm, "Start offset is outside the bounds of the "
                               "buffer");
    if (!given)
        length = (b->length - offset) / size;
    else if (length > (b->length - offset) / size)
        return throw_range(vm, "Invalid typed array length: %g",
                           (double)length);
    ViewObj *v =
        typed_array_new(vm, kind, shape, b, (uint32_t)offset, (uint32_t)length);
    if (!v)
        return VALUE_THROWN;
    v->tracking = tracking;
    return value_from_obj(v);
}

/* ---- the state machine ---- */

enum {
    R_ITER,
    R_LIST = R_ITER + 3, /* values of an iterable, or the array-like */
    R_ITEM,              /* waits to be put into the list; absent: none */
    R_LEN,               /* double */
    R_OUT,               /* the typed array */
    R_SHAPE,             /* constructors: cell of the shape */
    R_INDEX,
    TYPED_REGS
};

enum {
    PC_START,
    PC_OPENED, /* Symbol.iterator was called */
    PC_NEXT,
    PC_FILL,
    PC_MAPPED
};

/* An intact array's elements without its iterator. */
static Array *copy_plain(VM *vm, const Array *from)
{
    uint32_t n = from->length;
    if (n > TYPED_MAX_MADE) {
        throw_range(vm, "Invalid typed array length: %u", (unsigned)n);
        return NULL;
    }
    Array *a = vm_charge(vm, n) ? array_new_filled(vm, n) : NULL;
    for (uint32_t i = 0; a && i < n; i++) {
        Value v = obj_element_fast(&from->obj, i);
        a->obj.elements.dense->v[i] = v == VALUE_ABSENT ? VALUE_UNDEFINED : v;
    }
    return a;
}

static bool is_plain_array(const VM *vm, Value v)
{
    return value_is_array(v) && value_obj(v)->shape == vm->realm->shape_array &&
           !(value_obj(v)->hd.flags & OBJ_SPARSE);
}

/* Looks how the source is to be read. STEP_RETURN: R_LIST and R_LEN are set. */
static Step open_source(VM *vm, NativeFrame *f, Value source)
{
    uint64_t length;
    f->reg[R_INDEX] = value_double(0);
    f->reg[R_ITEM] = VALUE_ABSENT;
    if (is_plain_array(vm, source)) {
        Array *a = copy_plain(vm, value_ptr(source));
        if (!a)
            return STEP_THROW;
        f->reg[R_LIST] = value_from_obj(a);
        f->reg[R_LEN] = value_double(a->length);
        return STEP_RETURN;
    }
    Value method =
        get_method(vm, source, value_from_symbol(vm->realm->symbol.iterator));
    if (method == VALUE_THROWN)
        return STEP_THROW;
    if (method != VALUE_UNDEFINED) {
        Array *a = array_new(vm, 0);
        if (!a)
            return STEP_THROW;
        f->reg[R_LIST] = value_from_obj(a);
        f->pc = PC_OPENED;
        return native_call(vm, f, method, source, 0, NULL);
    }
    Obj *like = to_object(vm, source);
    if (!like || !array_like_length(vm, like, &length))
        return STEP_THROW;
    f->reg[R_LIST] = value_from_obj(like);
    f->reg[R_LEN] = value_double((double)length);
    return STEP_RETURN;
}

/* Takes values until the iterator is done. */
static Step collect(VM *vm, NativeFrame *f)
{
    Array *list = value_ptr(f->reg[R_LIST]);
    for (;;) {
        Value v;
        if (f->reg[R_ITEM] != VALUE_ABSENT) {
            if (list->length >= TYPED_MAX_MADE) {
                throw_range(vm, "Invalid typed array length");
                return STEP_THROW;
            }
            if (!vm_charge(vm, 1) || !array_push(vm, list, f->reg[R_ITEM]))
                return STEP_THROW;
            f->reg[R_ITEM] = VALUE_ABSENT;
        }
        switch (iter_next(vm, f, R_ITER, &v)) {
        case ITER_CALL:
            f->pc = PC_NEXT;
            return STEP_CALL;
        case ITER_THROWN:
            return STEP_THROW;
        case ITER_DONE:
            f->reg[R_LEN] = value_double(list->length);
            return STEP_RETURN;
        case ITER_VALUE:
            f->reg[R_ITEM] = v;
            break;
        }
    }
}

/* The source up to R_LIST and R_LEN, from whichever state. */
static Step read_source(VM *vm, NativeFrame *f, Value source)
{
    if (f->pc == PC_START) {
        Step s = open_source(vm, f, source);
        if (s != STEP_RETURN)
            return s;
    } else {
        if (f->pc == PC_OPENED &&
            iter_direct(vm, f, R_ITER, f->result) != ITER_VALUE)
            return STEP_THROW;
        f->pc = PC_NEXT;
        Step s = collect(vm, f);
        if (s != STEP_RETURN)
            return s;
    }
    f->pc = PC_FILL;
    return STEP_RETURN;
}

static uint64_t source_length(const NativeFrame *f)
{
    return (uint64_t)value_to_double(f->reg[R_LEN]);
}

/* Fills the new array from the source without a mapping function. */
static bool fill(VM *vm, NativeFrame *f)
{
    Obj *list = value_obj(f->reg[R_LIST]);
    ViewObj *out = value_ptr(f->reg[R_OUT]);
    uint64_t n = source_length(f);
    for (uint64_t i = 0; i < n; i++) {
        Value v = element_get(vm, list, i);
        if (v == VALUE_THROWN || !vm_charge(vm, 1) ||
            !typed_array_set(vm, out, (double)i, v))
            return false;
    }
    return true;
}

static Step typed_construct(VM *vm, NativeFrame *f)
{
    const NativeCall *c = &f->call;
    ElementKind kind = (ElementKind)native_magic(c);
    const Realm *r = vm->realm;
    if (f->pc == PC_START) {
        if (!value_is_object(c->args[0]))
            return native_return(f, construct_length(vm, c, kind));
        Shape *shape =
            ctor_shape(vm, c, r->shape_typed[kind], r->typed_proto[kind]);
        if (!shape)
            return STEP_THROW;
        f->reg[R_SHAPE] = value_from_cell(shape);
        if (value_typed(c->args[0]))
            return native_return(
                f, construct_copy(vm, kind, shape, value_typed(c->args[0])));
        if (value_buffer(c->args[0]))
            return native_return(f, construct_view(vm, c, kind, shape,
                                                   value_buffer(c->args[0])));
    }
    Step s = read_source(vm, f, c->args[0]);
    if (s != STEP_RETURN)
        return s;
    ViewObj *v = typed_array_make(vm, kind, value_ptr(f->reg[R_SHAPE]),
                                  source_length(f));
    if (!v)
        return STEP_THROW;
    f->reg[R_OUT] = value_from_obj(v);
    return fill(vm, f) ? native_return(f, f->reg[R_OUT]) : STEP_THROW;
}

/* ---- %TypedArray%, from, of ---- */

static Value abstract_ctor(VM *vm, NativeCall *c)
{
    (void)c;
    return throw_type(vm, "TypedArray cannot be constructed directly");
}

static bool check_ctor(VM *vm, Value ctor, const char *method)
{
    if (value_is_constructor(ctor))
        return true;
    throw_type(vm, "TypedArray.%s was called on a value that is no constructor",
               method);
    return false;
}

/* Goes on with the mapping function. R_INDEX is the element being mapped; it
 * moves last, so that an entry may be repeated. */
static Step map_on(VM *vm, NativeFrame *f)
{
    double i = value_to_double(f->reg[R_INDEX]);
    if (f->pc == PC_MAPPED) {
        if (!typed_array_set(vm, value_ptr(f->reg[R_OUT]), i, f->result))
            return STEP_THROW;
        i += 1;
    }
    if (i >= value_to_double(f->reg[R_LEN]))
        return native_return(f, f->reg[R_OUT]);
    Value v = element_get(vm, value_obj(f->reg[R_LIST]), (uint64_t)i);
    if (v == VALUE_THROWN || !vm_charge(vm, 1))
        return STEP_THROW;
    Value args[2] = { v, value_number(i) };
    f->reg[R_INDEX] = value_double(i);
    f->pc = PC_MAPPED;
    return native_call(vm, f, f->call.args[1], f->call.args[2], 2, args);
}

static Step typed_from(VM *vm, NativeFrame *f)
{
    const NativeCall *c = &f->call;
    if (f->pc == PC_START) {
        if (!check_ctor(vm, c->this_val, "from"))
            return STEP_THROW;
        if (c->args[1] != VALUE_UNDEFINED && !value_is_callable(c->args[1])) {
            throw_type(vm, "The second argument of TypedArray.from is not a "
                           "function");
            return STEP_THROW;
        }
    }
    if (f->pc != PC_MAPPED) {
        Step s = read_source(vm, f, c->args[0]);
        if (s != STEP_RETURN)
            return s;
        ViewObj *out = cm__typed_create(vm, c->this_val, source_length(f));
        if (!out)
            return STEP_THROW;
        f->reg[R_OUT] = value_from_obj(out);
        if (c->args[1] == VALUE_UNDEFINED)
            return fill(vm, f) ? native_return(f, f->reg[R_OUT]) : STEP_THROW;
    }
    return map_on(vm, f);
}

static Value typed_of(VM *vm, NativeCall *c)
{
    if (!check_ctor(vm, c->this_val, "of"))
        return VALUE_THROWN;
    ViewObj *v = cm__typed_create(vm, c->this_val, c->argc);
    for (uint32_t i = 0; v && i < c->argc; i++)
        if (!vm_charge(vm, 1) || !typed_array_set(vm, v, i, c->args[i]))
            return VALUE_THROWN;
    return v ? value_from_obj(v) : VALUE_THROWN;
}

static Value species_getter(VM *vm, NativeCall *c)
{
    (void)vm;
    return c->this_val;
}

/* ---- tables ---- */

static const NativeSpec abstract_spec = { .name = "TypedArray",
                                          .fn = abstract_ctor,
                                          .flags = NATIVE_CTOR };

static const NativeSpec statics[] = {
    { .name = "from",
      .step = typed_from,
      .length = 1,
      .min_args = 3,
      .n_regs = TYPED_REGS },
    { .name = "of", .fn = typed_of },
    { .name = "@@species", .fn = species_getter, .flags = NATIVE_GETTER },
};

static const NativeSpec ctor_specs[] = {
#define X(id, name_, bytes)                    \
    { .name = name_ "Array",                   \
      .step = typed_construct,                 \
      .length = 3,                             \
      .min_args = 3,                           \
      .n_regs = TYPED_REGS,                    \
      .flags = NATIVE_CTOR | NATIVE_CTOR_ONLY, \
      .magic = ELEMENT_##id },
    ELEMENT_KINDS(X)
#undef X
};

/* %TypedArray% has no global of its name. */
static void install_abstract(RealmBuilder *b)
{
    Realm *r = b->realm;
    r->typed_array_ctor = realm_function(b, &abstract_spec);
    if (b->failed)
        return;
    realm_value(b, r->typed_array_ctor, "prototype",
                value_from_obj(r->typed_array_proto), 0);
    realm_value(b, r->typed_array_proto, "constructor",
                value_from_obj(r->typed_array_ctor), 0);
    realm_functions(b, r->typed_array_ctor, statics, CM_ARRAY_LEN(statics));
}

void js_install_typed_array(RealmBuilder *b)
{
    Realm *r = b->realm;
    install_abstract(b);
    cm__install_typed_methods(b);
    cm__install_typed_iterate(b);
    cm__install_typed_sort(b);
    for (int i = 0; i < ELEMENT_KIND_COUNT && !b->failed; i++) {
        Value bytes = value_uint32(element_size((ElementKind)i));
        r->typed_ctor[i] = realm_ctor(b, &ctor_specs[i], r->typed_proto[i],
                                      r->typed_array_ctor);
        if (b->failed)
            return;
        realm_value(b, r->typed_ctor[i], "BYTES_PER_ELEMENT", bytes, 0);
        realm_value(b, r->typed_proto[i], "BYTES_PER_ELEMENT", bytes, 0);
    }
    cm__install_bytes_text(b);
}
