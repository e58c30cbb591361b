/* SPDX-License-Identifier: MIT */
/* structuredClone: StructuredSerialize and StructuredDeserialize of the HTML
 * Standard, 2.7, in one walk; spec/execution.md 4.5. There is one realm and no
 * agent, so nothing is transferred.
 *
 * Objects are copied as shells first and filled by an explicit stack; `memory`
 * maps each object to its copy, which keeps sharing and cycles. */
#include "js/builtins/clone_internal.h"

#include "engine/convert.h"
#include "engine/property.h"

#include <string.h>

/* A shell that is being filled. */
typedef struct Level {
    Obj *from, *to;
    ValuesCell
        *row; /* keys; of a map keys and values by turns; members of a set */
    uint32_t at;
    uint8_t attrs; /* of the properties made */
} Level;

typedef struct Clone {
    VM *vm;
    Table *memory;
    RawCell *raw; /* Level[cap] */
    uint32_t n, cap;
} Clone;

static Level *levels(const Clone *c)
{
    return (Level *)(void *)c->raw->bytes;
}

Obj *cm__clone_refuse(VM *vm, const char *what)
{
    throw_type(vm, "DataCloneError: %s cannot be cloned", what);
    return NULL;
}

static bool push(Clone *c, Obj *from, Obj *to, ValuesCell *row, uint8_t attrs)
{
    if (c->n == c->cap) {
        uint32_t cap = c->cap ? c->cap * 2 : 8;
        RawCell *raw = heap_raw_new(&c->vm->heap, cap * sizeof(Level));
        if (!raw)
            return false;
        if (c->raw)
            memcpy(raw->bytes, c->raw->bytes, c->n * sizeof(Level));
        c->raw = raw;
        c->cap = cap;
    }
    levels(c)[c->n++] =
        (Level){ .from = from, .to = to, .row = row, .attrs = attrs };
    return true;
}

/* ---- shells ---- */

static Obj *with_properties(Clone *c, Obj *from, Obj *to)
{
    KeyList keys;
    if (!to ||
        !obj_own_keys(c->vm, from, KEYS_STRINGS | KEYS_ENUMERABLE, &keys))
        return NULL;
    keys.cell->n = keys.n;
    return push(c, from, to, keys.cell, PROP_DEFAULT) ? to : NULL;
}

static Obj *shell_array(Clone *c, Obj *o)
{
    Array *a = array_new(c->vm, 0);
    if (!a ||
        array_set_length(c->vm, a, ((Array *)(void *)o)->length) != TRI_TRUE)
        return NULL;
    return with_properties(c, o, &a->obj);
}

static Obj *shell_boxed(Clone *c, Obj *o)
{
    Value v = ((BoxedObj *)(void *)o)->value;
    if (value_is_symbol(v))
        return cm__clone_refuse(c->vm, "A symbol");
    return to_object(c->vm, v);
}

static Obj *shell_date(Clone *c, Obj *o)
{
    Obj *copy = obj_new(c->vm, CLASS_DATE, c->vm->realm->shape_date);
    if (copy)
        ((BoxedObj *)(void *)copy)->value = ((BoxedObj *)(void *)o)->value;
    return copy;
}

/* Map or Set; what it holds now is what is copied. */
static Obj *shell_collection(Clone *c, Obj *o)
{
    VM *vm = c->vm;
    bool is_map = obj_class(o) == CLASS_MAP;
    const Table *t = ((CollectionObj *)(void *)o)->table;
    Table *fresh = table_new(vm, t->live);
    Obj *copy = obj_new(vm, obj_class(o),
                        is_map ? vm->realm->shape_map : vm->realm->shape_set);
    ValuesCell *row = heap_values_new(&vm->heap, (size_t)t->live * 2 + 1);
    if (!fresh || !copy || !row || !vm_charge(vm, t->used))
        return NULL;
    ((CollectionObj *)(void *)copy)->table = fresh;
    row->n = 0;
    for (uint32_t i = 0; i < t->used; i++) {
        const TableEntry *e = &table_entries(t)[i];
        if (e->key == VALUE_ABSENT)
            continue;
        row->v[row->n++] = e->key;
        if (is_map)
            row->v[row->n++] = e->value;
    }
    return push(c, o, copy, row, 0) ? copy : NULL;
}

/* The class whose name an error shows; Error for any other. */
static ErrorClass error_class(Value name)
{
    static const struct {
        const char *name;
        ErrorClass id;
    } known[] = {
        { "TypeError", ERR_TYPE },
        { "RangeError", ERR_RANGE },
        { "ReferenceError", ERR_REFERENCE },
        { "SyntaxError", ERR_SYNTAX },
        { "URIError", ERR_URI },
        { "EvalError", ERR_EVAL },
    };
    for (size_t i = 0; i < CM_ARRAY_LEN(known); i++)
        if (str_is_text(name, known[i].name))
            return known[i].id;
    return ERR_ERROR;
}

static Obj *shell_error(Clone *c, Obj *o)
{
    VM *vm = c->vm;
    const Realm *r = vm->realm;
    PropDesc d;
    Value message = VALUE_UNDEFINED;
    Value name = get_obj(vm, o, r->name.name, value_from_obj(o));
    if (name == VALUE_THROWN)
        return NULL;
    Tri found = obj_get_own(vm, o, r->name.message, &d);
    if (found == TRI_THROWN)
        return NULL;
    if (found == TRI_TRUE && !(d.attrs & PROP_ACCESSOR)) {
        Str *s = to_string(vm, d.value);
        if (!s)
            return NULL;
        message = value_from_str(s);
    }
    ErrorObj *copy = error_new(vm, error_class(name), message, false);
    found = copy ? obj_get_own(vm, o, r->name.cause, &d) : TRI_THROWN;
    if (found != TRI_TRUE)
        return found == TRI_FALSE ? &copy->obj : NULL;
    ValuesCell *row = heap_values_new(&vm->heap, 1);
    if (!row)
        return NULL;
    row->v[0] = r->name.cause;
    row->n = 1;
    return push(c, o, &copy->obj, row, PROP_HIDDEN) ? &copy->obj : NULL;
}

/* What an intrinsic getter of RegExp.prototype says. */
static Value regexp_part(VM *vm, Obj *o, const char *name)
{
    PropDesc d;
    PropKey key = key_ascii(vm, name);
    if (key == VALUE_ABSENT ||
        obj_get_own(vm, vm->realm->regexp_proto, key, &d) != TRI_TRUE)
        return VALUE_THROWN;
    return vm_call(vm, d.get, value_from_obj(o), 0, NULL);
}

static Obj *shell_regexp(Clone *c, Obj *o)
{
    VM *vm = c->vm;
    PropKey key = key_ascii(vm, "RegExp");
    Value args[2] = { VALUE_THROWN, VALUE_THROWN };
    if (key == VALUE_ABSENT)
        return NULL;
    Value ctor = realm_global(vm->realm, value_str(key));
    args[0] = regexp_part(vm, o, "source");
    if (args[0] != VALUE_THROWN)
        args[1] = regexp_part(vm, o, "flags");
    if (args[1] == VALUE_THROWN || ctor == VALUE_ABSENT)
        return NULL;
    Value copy = vm_construct(vm, ctor, ctor, 2, args);
    return value_is_object(copy) ? value_obj(copy) : NULL;
}

static const char *refused_name(const Obj *o)
{
    if (value_is_callable(value_from_obj(o)))
        return obj_class(o) == CLASS_REFERENCE ? "A tool reference"
                                               : "A function";
    switch (obj_class(o)) {
    case CLASS_ARGUMENTS:
        return "An arguments object";
    case CLASS_PROMISE:
        return "A promise";
    case CLASS_ITERATOR:
    case CLASS_GENERATOR:
        return "An iterator";
    case CLASS_REFERENCE:
        return "A tool reference";
    case CLASS_WEAK_MAP:
        return "A WeakMap";
    case CLASS_WEAK_SET:
        return "A WeakSet";
    case CLASS_WEAK_REF:
        return "A WeakRef";
    case CLASS_PROXY:
        return "A Proxy";
    case CLASS_URL:
        return "A URL";
    case CLASS_URL_PARAMS:
        return "A URLSearchParams";
    case CLASS_HEADERS:
        return "A Headers object";
    default:
        return "An object of this class";
    }
}

static Obj *shell(Clone *c, Obj *o)
{
    if (value_is_callable(value_from_obj(o)))
        return cm__clone_refuse(c->vm, refused_name(o));
    switch (obj_class(o)) {
    case CLASS_PLAIN:
        return with_properties(c, o, obj_new_plain(c->vm));
    case CLASS_ARRAY:
        return shell_array(c, o);
    case CLASS_BOXED:
        return shell_boxed(c, o);
    case CLASS_DATE:
        return shell_date(c, o);
    case CLASS_MAP:
    case CLASS_SET:
        return shell_collection(c, o);
    case CLASS_ERROR:
        return shell_error(c, o);
    case CLASS_REGEXP:
        return shell_regexp(c, o);
    case CLASS_BUFFER:
    case CLASS_TYPED_ARRAY:
    case CLASS_DATA_VIEW:
        return cm__clone_bytes(c->vm, c->memory, o);
    default:
        return cm__clone_refuse(c->vm, refused_name(o));
    }
}

/* ---- filling ---- */

/* The copy of a value: an object's is a shell, perhaps still to be filled.
 * VALUE_THROWN when thrown or refused. */
static Value copy_of(Clone *c, Value v)
{
    bool added;
    if (value_is_symbol(v)) {
        cm__clone_refuse(c->vm, "A symbol");
        return VALUE_THROWN;
    }
    if (!value_is_object(v))
        return v;
    TableEntry *e = table_find(c->vm, c->memory, v);
    if (e)
        return e->value;
    Obj *copy = shell(c, value_obj(v));
    e = copy ? table_put(c->vm, c->memory, v, &added) : NULL;
    if (!e)
        return VALUE_THROWN;
    e->value = value_from_obj(copy);
    return e->value;
}

static bool fill_property(Clone *c, uint32_t level)
{
    VM *vm = c->vm;
    Level *l = &levels(c)[level];
    PropKey key = l->row->v[l->at++];
    Obj *from = l->from, *to = l->to;
    uint8_t attrs = l->attrs;
    Tri has = has_own(vm, from, key); /* a getter may have deleted it */
    if (has != TRI_TRUE)
        return has == TRI_FALSE;
    Value v = get_obj(vm, from, key, value_from_obj(from));
    v = v == VALUE_THROWN ? v : copy_of(c, v);
    return v != VALUE_THROWN && obj_put_attrs(vm, to, key, v, attrs);
}

static bool fill_map(Clone *c, uint32_t level)
{
    Level *l = &levels(c)[level];
    ValuesCell *row = l->row;
    uint32_t at = l->at++;
    Table *t = ((CollectionObj *)(void *)l->to)->table;
    bool added;
    Value v = copy_of(c, row->v[at]);
    if (v == VALUE_THROWN)
        return false;
    if (at % 2 == 0) {
        row->v[at] = v; /* the key waits for its value */
        return true;
    }
    TableEntry *e = table_put(c->vm, t, row->v[at - 1], &added);
    if (e)
        e->value = v;
    return e != NULL;
}

static bool fill_set(Clone *c, uint32_t level)
{
    Level *l = &levels(c)[level];
    Table *t = ((CollectionObj *)(void *)l->to)->table;
    bool added;
    Value v = copy_of(c, l->row->v[l->at++]);
    return v != VALUE_THROWN && table_put(c->vm, t, v, &added) != NULL;
}

static bool fill(Clone *c)
{
    while (c->n > 0) {
        uint32_t level = c->n - 1;
        const Level *l = &levels(c)[level];
        if (l->at == l->row->n) {
            c->n--;
            continue;
        }
        if (!vm_charge(c->vm, 1))
            return false;
        bool ok = obj_class(l->to) == CLASS_MAP   ? fill_map(c, level)
                  : obj_class(l->to) == CLASS_SET ? fill_set(c, level)
                                                  : fill_property(c, level);
        if (!ok)
            return false;
    }
    return true;
}

static Value structured_clone(VM *vm, NativeCall *c)
{
    if (c->argc == 0)
        return throw_type(vm, "structuredClone needs a value");
    if (!value_is_object(c->args[0]) && !value_is_symbol(c->args[0]))
        return c->args[0];
    Clone clone = { .vm = vm, .memory = table_new(vm, 0) };
    if (!clone.memory)
        return VALUE_THROWN;
    Value v = copy_of(&clone, c->args[0]);
    return v != VALUE_THROWN && fill(&clone) ? v : VALUE_THROWN;
}

static const NativeSpec clone_spec = { .name = "structuredClone",
                                       .fn = structured_clone,
                                       .length = 1,
                                       .min_args = 1 };

void js_install_clone(RealmBuilder *b)
{
    Obj *fn = realm_function(b, &clone_spec);
    if (!b->failed)
        realm_add_global(b, "structuredClone", value_from_obj(fn));
}
