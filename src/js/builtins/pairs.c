/* SPDX-License-Identifier: MIT */
/* Construction follows Web IDL: a sequence of sequences of two texts when the
 * object is iterable, else a record. One stage of pairs_fill writes its
 * registers last, so that it may be repeated after refused memory. */
#include "js/builtins/pairs.h"

#include "engine/convert.h"
#include "engine/property.h"

#include <string.h>

/* ---- memory ---- */

static void *scratch_resize(void *ctx, void *ptr, size_t old_size,
                            size_t new_size)
{
    Heap *h = ((ScratchAlloc *)ctx)->heap;
    if (new_size > old_size && !heap_charge(h, new_size - old_size))
        return NULL;
    void *p = h->alloc->resize(h->alloc->ctx, ptr, old_size, new_size);
    if (!p && new_size > old_size) {
        heap_uncharge(h, new_size - old_size);
        h->refused = true;
    } else if (new_size < old_size) {
        heap_uncharge(h, old_size - new_size);
    }
    return p;
}

void scratch_init(ScratchAlloc *s, VM *vm)
{
    s->alloc.resize = scratch_resize;
    s->alloc.ctx = s;
    s->heap = &vm->heap;
}

/* ---- texts ---- */

static bool is_lone(const StrView *v, uint32_t i)
{
    uint32_t u = view_at(v, i);
    if ((u & 0xF800) != 0xD800)
        return false;
    if (u < 0xDC00)
        return i + 1 == v->len || (view_at(v, i + 1) & 0xFC00) != 0xDC00;
    return i == 0 || (view_at(v, i - 1) & 0xFC00) != 0xD800;
}

Str *to_usv_string(VM *vm, Value value)
{
    StrView v;
    Str *s = to_string(vm, value);
    if (!s || !str_is_wide(s))
        return s;
    if (!vm_charge_bytes(vm, s->len) || !str_view(vm, s, &v))
        return NULL;
    if (v.p8)
        return s;
    uint32_t i = 0;
    while (i < v.len && !is_lone(&v, i))
        i++;
    if (i == v.len)
        return s;
    StrBuilder b;
    strb_init(&b, vm);
    for (i = 0; i < v.len; i++)
        strb_unit(&b, is_lone(&v, i) ? 0xFFFD : view_at(&v, i));
    return strb_finish(&b);
}

bool usv_to_utf8(VM *vm, Str *s, Buf *out)
{
    if (!vm_charge_bytes(vm, s->len) || !str_to_utf8(vm, s, out))
        return false;
    return out->status == CM_OK;
}

/* A surrogate in UTF-8 form, which str_from_utf8 would take. */
static bool is_surrogate_form(const char *p, size_t left)
{
    return left >= 3 && (unsigned char)p[0] == 0xED &&
           ((unsigned char)p[1] & 0xE0) == 0xA0 &&
           ((unsigned char)p[2] & 0xC0) == 0x80;
}

Str *decode_utf8(VM *vm, const char *text, size_t len)
{
    size_t i = 0;
    while (i < len && !is_surrogate_form(text + i, len - i))
        i++;
    if (i == len)
        return str_from_utf8(vm, text, len);
    ScratchAlloc scratch;
    Buf fixed;
    scratch_init(&scratch, vm);
    cm__buf_init(&fixed, &scratch.alloc, CM_BUF_NO_LIMIT);
    for (i = 0; i < len; i++) {
        if (is_surrogate_form(text + i, len - i)) {
            for (int n = 0; n < 3; n++)
                cm__buf_add_code_point(&fixed, 0xFFFD);
            i += 2;
        } else {
            cm__buf_add_char(&fixed, text[i]);
        }
    }
    Str *s = NULL;
    if (fixed.status == CM_OK)
        s = str_from_utf8(vm, cm__buf_text(&fixed), fixed.len);
    cm__buf_done(&fixed);
    return s;
}

/* ---- lists ---- */

ValuesCell *pairs_copy(VM *vm, const PairsObj *p)
{
    uint32_t n = p->pairs ? p->pairs->n : 0;
    ValuesCell *copy = heap_values_new(&vm->heap, (size_t)n + 2);
    if (!copy || !vm_charge(vm, n / 2))
        return NULL;
    if (n)
        memcpy(copy->v, p->pairs->v, n * sizeof(Value));
    copy->n = n;
    return copy;
}

PairsObj *pairs_this(VM *vm, Value this_val, ClassId id, const char *method)
{
    if (value_is_class(this_val, id))
        return value_ptr(this_val);
    const char *name = id == CLASS_HEADERS ? "Headers" : "URLSearchParams";
    throw_type(vm, "%s.prototype.%s called on a value that is no %s", name,
               method, name);
    return NULL;
}

/* ---- construction ---- */

enum {
    R_OBJ,
    R_STAGE, /* Stage */
    R_OUTER,
    R_INNER = R_OUTER + 3,
    R_ITEM = R_INNER + 3, /* a pair being read; of a record: the keys */
    R_COUNT,              /* texts of it so far; of a record: keys done */
    R_NAME,
    R_VALUE,
    R_LAST
};

_Static_assert(R_LAST == PAIRS_REGS, "the constructors declare these");

typedef enum Stage {
    STAGE_START, /* the register is undefined */
    STAGE_OPEN,
    STAGE_NEXT,
    STAGE_OPEN_PAIR,
    STAGE_NEXT_TEXT,
    STAGE_CONVERT,
    STAGE_ADD,
    STAGE_RECORD
} Stage;

static Stage stage_of(const NativeFrame *f)
{
    Value v = f->reg[R_STAGE];
    return value_is_int(v) ? (Stage)value_to_int(v) : STAGE_START;
}

static void go(NativeFrame *f, Stage stage)
{
    f->reg[R_STAGE] = value_int((int)stage);
}

static bool stage_start(VM *vm, NativeFrame *f)
{
    KeyList keys;
    Value init = f->call.args[0];
    Value method =
        get_method(vm, init, value_from_symbol(vm->realm->symbol.iterator));
    if (method == VALUE_THROWN)
        return false;
    if (method != VALUE_UNDEFINED) {
        go(f, STAGE_OPEN);
        return true;
    }
    if (!obj_own_keys(vm, value_obj(init), KEYS_STRINGS, &keys))
        return false;
    keys.cell->n = keys.n;
    f->reg[R_ITEM] = value_from_cell(keys.cell);
    f->reg[R_COUNT] = value_int(0);
    go(f, STAGE_RECORD);
    return true;
}

/* One property of a record. */
static bool stage_record(VM *vm, NativeFrame *f, PairsAppend append)
{
    const ValuesCell *keys = value_ptr(f->reg[R_ITEM]);
    uint32_t i = (uint32_t)value_to_int(f->reg[R_COUNT]);
    Obj *o = value_obj(f->call.args[0]);
    PropDesc d;
    Tri found = obj_get_own(vm, o, keys->v[i], &d);
    if (found == TRI_THROWN)
        return false;
    if (found == TRI_TRUE && d.attrs & PROP_ENUMERABLE) {
        Value name = key_to_value(vm, keys->v[i]);
        Value value = name == VALUE_THROWN
                          ? name
                          : get_obj(vm, o, keys->v[i], f->call.args[0]);
        if (value == VALUE_THROWN ||
            !append(vm, value_ptr(f->reg[R_OBJ]), name, value))
            return false;
    }
    f->reg[R_COUNT] = value_int((int32_t)i + 1);
    return true;
}

static bool throw_not_pair(VM *vm, const char *what)
{
    throw_type(vm, "%s needs pairs of a name and a value", what);
    return false;
}

static bool stage_convert(VM *vm, NativeFrame *f, const char *what)
{
    int count = value_to_int(f->reg[R_COUNT]);
    if (count >= 2)
        return throw_not_pair(vm, what);
    Str *s = to_string(vm, f->reg[R_VALUE]);
    if (!s)
        return false;
    if (count == 0) {
        f->reg[R_NAME] = value_from_str(s);
    } else {
        f->reg[R_VALUE] = value_from_str(s);
        f->reg[R_ITEM] = value_from_str(s); /* the value waits here */
    }
    f->reg[R_COUNT] = value_int(count + 1);
    go(f, STAGE_NEXT_TEXT);
    return true;
}

/* An iteration step of stage_next and stage_next_text. */
static Step outer_next(VM *vm, NativeFrame *f)
{
    Value v;
    switch (iter_next(vm, f, R_OUTER, &v)) {
    case ITER_CALL:
        return STEP_CALL;
    case ITER_THROWN:
        return STEP_THROW;
    case ITER_DONE:
        return native_return(f, f->reg[R_OBJ]);
    case ITER_VALUE:
        break;
    }
    f->reg[R_ITEM] = v;
    f->reg[R_COUNT] = value_int(0);
    for (int i = 0; i < 3; i++)
        f->reg[R_INNER + i] = VALUE_UNDEFINED;
    go(f, STAGE_OPEN_PAIR);
    return STEP_RESUME; /* go on */
}

static Step inner_next(VM *vm, NativeFrame *f, const char *what)
{
    Value v;
    switch (iter_next(vm, f, R_INNER, &v)) {
    case ITER_CALL:
        return STEP_CALL;
    case ITER_THROWN:
        return STEP_THROW;
    case ITER_DONE:
        if (value_to_int(f->reg[R_COUNT]) != 2) {
            throw_not_pair(vm, what);
            return STEP_THROW;
        }
        go(f, STAGE_ADD);
        return STEP_RESUME;
    case ITER_VALUE:
        break;
    }
    f->reg[R_VALUE] = v;
    go(f, STAGE_CONVERT);
    return STEP_RESUME;
}

static Step open_iteration(VM *vm, NativeFrame *f, uint32_t r, Value iterable,
                           Stage then)
{
    IterResult opened = iter_open(vm, f, r, iterable);
    if (opened != ITER_VALUE)
        return opened == ITER_CALL ? STEP_CALL : STEP_THROW;
    go(f, then);
    return STEP_RESUME;
}

static Step record_step(VM *vm, NativeFrame *f, PairsAppend append)
{
    const ValuesCell *keys = value_ptr(f->reg[R_ITEM]);
    if ((uint32_t)value_to_int(f->reg[R_COUNT]) == keys->n)
        return native_return(f, f->reg[R_OBJ]);
    return stage_record(vm, f, append) ? STEP_RESUME : STEP_THROW;
}

/* STEP_RESUME here means: go on with the next stage. */
static Step one_stage(VM *vm, NativeFrame *f, PairsAppend append,
                      const char *what)
{
    switch (stage_of(f)) {
    case STAGE_START:
        return stage_start(vm, f) ? STEP_RESUME : STEP_THROW;
    case STAGE_OPEN:
        return open_iteration(vm, f, R_OUTER, f->call.args[0], STAGE_NEXT);
    case STAGE_NEXT:
        return outer_next(vm, f);
    case STAGE_OPEN_PAIR:
        if (!value_is_object(f->reg[R_ITEM])) {
            throw_not_pair(vm, what);
            return STEP_THROW;
        }
        return open_iteration(vm, f, R_INNER, f->reg[R_ITEM], STAGE_NEXT_TEXT);
    case STAGE_NEXT_TEXT:
        return inner_next(vm, f, what);
    case STAGE_CONVERT:
        return stage_convert(vm, f, what) ? STEP_RESUME : STEP_THROW;
    case STAGE_ADD:
        if (!append(vm, value_ptr(f->reg[R_OBJ]), f->reg[R_NAME],
                    f->reg[R_ITEM]))
            return STEP_THROW;
        go(f, STAGE_NEXT);
        return STEP_RESUME;
    case STAGE_RECORD:
        return record_step(vm, f, append);
    }
    cm_unreachable();
}

Step pairs_fill(VM *vm, NativeFrame *f, PairsAppend append, const char *what)
{
    for (;;) {
        Step s = one_stage(vm, f, append, what);
        if (s != STEP_RESUME)
            return s;
        if (!vm_charge(vm, 1))
            return STEP_THROW;
    }
}

/* ---- iteration ---- */

Step pairs_for_each(VM *vm, NativeFrame *f, ClassId id)
{
    const PairsObj *p = pairs_this(vm, f->call.this_val, id, "forEach");
    if (!p)
        return STEP_THROW;
    if (!value_is_callable(f->call.args[0])) {
        throw_type(vm, "The callback of forEach is not a function");
        return STEP_THROW;
    }
    if (f->i >= pairs_count(p))
        return native_return(f, VALUE_UNDEFINED);
    Value args[3] = { value_from_str(pairs_value(p, f->i)),
                      value_from_str(pairs_name(p, f->i)), f->call.this_val };
    f->i++;
    return native_call(vm, f, f->call.args[0], f->call.args[1], 3, args);
}

Value pairs_iterator(VM *vm, const NativeCall *c, ClassId id, int what,
                     const char *method)
{
    if (!pairs_this(vm, c->this_val, id, method))
        return VALUE_THROWN;
    IterObj *it = iter_obj_new(
        vm, id == CLASS_HEADERS ? ITERKIND_HEADERS : ITERKIND_PARAMS, what,
        c->this_val);
    return it ? value_from_obj(it) : VALUE_THROWN;
}

Value pairs_next(VM *vm, const NativeCall *c, IterKind kind, const char *what)
{
    if (!value_is_class(c->this_val, CLASS_ITERATOR) ||
        ((IterObj *)value_ptr(c->this_val))->kind != kind)
        return throw_type(vm,
                          "next was called on something that is no "
                          "iterator of %s",
                          what);
    Obj *result = iter_result(vm, VALUE_UNDEFINED, true);
    Value v;
    if (!result)
        return VALUE_THROWN;
    IterResult r = iter_obj_next(vm, value_ptr(c->this_val), &v);
    if (r == ITER_VALUE) {
        *obj_slot(result, 0) = v;
        *obj_slot(result, 1) = VALUE_FALSE;
    }
    return r == ITER_VALUE || r == ITER_DONE ? value_from_obj(result)
                                             : VALUE_THROWN;
}

void pairs_iterator_proto(RealmBuilder *b, Obj *proto, const NativeSpec *next,
                          const char *tag)
{
    realm_functions(b, proto, next, 1);
    realm_tag(b, proto, tag);
}
