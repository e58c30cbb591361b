/* SPDX-License-Identifier: MIT */
#ifndef CM_ENGINE_OBJECT_H
#define CM_ENGINE_OBJECT_H
/* object: property storage and the essential operations on it.
 *
 *     +--------+-------+-------+----------+---------------------------+
 *     | header | shape | slots | elements | inline slots | fields       |
 *     +--------+-------+-------+----------+---------------------------+
 *
 * The header's aux holds the ClassId. Named properties live in inline slots
 * (plain objects only, right behind the head) and in the out-of-line ValuesCell
 * `slots`. Array-index properties live in `elements`: dense (ValuesCell,
 * VALUE_HOLE for gaps) or, with flag OBJ_SPARSE, an ordered Table from index to
 * value plus attributes. An element with attributes other than the default, or
 * far beyond the end, makes an object sparse. So does making an object with
 * elements (or an array) not extensible or sealed: dense elements without
 * OBJ_ELEMS_FROZEN may be written, and gaps filled, without another look.
 *
 * Ordinary operations work on every object; exotic classes override some of
 * them through ObjClass. Operations that may run program code (getters,
 * setters, proxies) come in two forms: *_own_* and *_find, which never run
 * program code, and obj_get/obj_set (convert.h's neighbours in property.h),
 * which may nest one run of the VM loop.
 *
 * Intrinsics are frozen (SHAPE_FROZEN): writes fail. Assignment to a name that
 * is merely inherited from a frozen intrinsic makes an own property
 * (spec/execution.md 12.2). */
#include "engine/shape.h"

struct Gc;
struct KeyList;
struct NativeCall;

typedef enum ClassId {
    CLASS_PLAIN = 0,
    CLASS_ARRAY,
    CLASS_FUNCTION, /* closure of program code */
    CLASS_NATIVE,   /* built-in or host function */
    CLASS_BOUND,
    CLASS_ERROR,
    CLASS_BOXED, /* Boolean, Number, String, Symbol, BigInt object */
    CLASS_DATE,
    CLASS_MAP,
    CLASS_SET,
    CLASS_PROMISE,
    CLASS_ITERATOR,  /* of built-in collections and iterator helpers */
    CLASS_GENERATOR, /* generator and async generator objects, coroutines */
    CLASS_REGEXP,
    CLASS_REFERENCE, /* tools and its members */
    CLASS_NAMESPACE, /* module namespace */
    CLASS_ARGUMENTS,
    CLASS_WEAK_MAP,
    CLASS_WEAK_SET,
    CLASS_WEAK_REF,
    CLASS_BUFFER,
    CLASS_TYPED_ARRAY,
    CLASS_DATA_VIEW,
    CLASS_PROXY,
    CLASS_URL,
    CLASS_URL_PARAMS,
    CLASS_HEADERS,
    CLASS_TEXT_CODER,
    CLASS_INTL,
    CLASS_RAW_JSON,
    CLASS_DISPOSABLE, /* DisposableStack, AsyncDisposableStack */
    CLASS_LUA_TABLE,  /* no Obj behind the header: LuaTable of lua_table.h */
    CLASS_COUNT
} ClassId;

enum {
    OBJ_SPARSE = CELL_USER1,
    OBJ_IS_PROTO = CELL_USER2, /* is the prototype of something: changes to it
                                  bump vm->proto_epoch */
    OBJ_LAZY = CELL_USER3,     /* class->materialise must run before any own
                                  named property is looked at */
    OBJ_ELEMS_FROZEN = CELL_USER4 /* dense elements cannot be written, added,
                                     deleted */
};

struct Obj {
    Cell hd;
    Shape *shape;
    ValuesCell *slots; /* out-of-line; NULL until needed */
    union {
        ValuesCell *dense; /* NULL: no elements */
        struct Table *sparse;
    } elements;
};

/* Array: `length` is a field, not a slot. Dense elements n <= length. */
typedef struct Array {
    Obj obj;
    uint32_t length;
    uint32_t length_frozen; /* 1: length is not writable */
} Array;

/* Object form of a primitive; also Date, whose value is its time as a number.
 * */
typedef struct BoxedObj {
    Obj obj;
    Value value;
} BoxedObj;

/* Map, Set. */
typedef struct CollectionObj {
    Obj obj;
    struct Table *table;
} CollectionObj;

/* Proxy; see proxy.h. */
typedef struct ProxyObj {
    Obj obj;
    Obj *target; /* NULL: revoked */
    Obj *handler;
    uint8_t is_callable, is_ctor; /* as its target was */
} ProxyObj;

/* URLSearchParams, Headers: names and values by turns. */
typedef struct PairsObj {
    Obj obj;
    ValuesCell *pairs; /* strings; NULL: none */
    Obj *owner;        /* the URL whose query these are, or NULL */
} PairsObj;

/* WeakMap, WeakSet. The table is weak (table.h). */
typedef struct WeakObj {
    Obj obj;
    struct Table *table;
    struct WeakObj *next; /* list of those marked, during a collection */
} WeakObj;

typedef struct WeakRefObj {
    Obj obj;
    Value target; /* VALUE_UNDEFINED: collected */
    uint64_t job; /* in which it was made or read last: target is held */
    struct WeakRefObj *next; /* as above */
} WeakRefObj;

/* `tools` and its members: a node of the host's tree as a value. */
typedef struct RefObj {
    Obj obj;
    Value parent;           /* reference or undefined */
    PropKey name;           /* last part of its path */
    struct Table *children; /* made so far, by name; NULL until needed */
    void *node;             /* the host's own, borrowed */
} RefObj;

static inline ClassId obj_class(const Obj *o)
{
    return (ClassId)o->hd.aux;
}
static inline bool value_is_class(Value v, ClassId c)
{
    return value_is_object(v) && value_obj(v)->hd.aux == c;
}
static inline bool value_is_array(Value v)
{
    return value_is_class(v, CLASS_ARRAY);
}

/* A property as found; value VALUE_ABSENT when it is an accessor. */
typedef struct PropDesc {
    Value value;
    Value get, set; /* accessor functions or VALUE_UNDEFINED */
    uint8_t attrs;  /* PROP_* */
    uint8_t has;    /* for define: PROP_* bits given, HAS_* below */
} PropDesc;

enum {
    HAS_WRITABLE = 1,
    HAS_ENUMERABLE = 2,
    HAS_CONFIGURABLE = 4,
    HAS_VALUE = 8,
    HAS_GET = 16,
    HAS_SET = 32
};

/* Answers of operations that may throw or run out of memory. */
typedef enum Tri {
    TRI_THROWN = -1,
    TRI_FALSE = 0,
    TRI_TRUE = 1
} Tri;

/* What a class does differently. NULL members mean ordinary behaviour. */
typedef struct ObjClass {
    const char *name; /* for diagnostics and Object.prototype.toString */
    uint16_t size;    /* of the class's struct */
    /* Marks references in the class's own fields. */
    void (*mark)(struct Gc *gc, Obj *o);
    /* Turns lazily kept properties into real ones. False: memory refused. */
    bool (*materialise)(VM *vm, Obj *o);
    /* Exotic own-property behaviour. */
    Tri (*get_own)(VM *vm, Obj *o, PropKey key, PropDesc *ret_desc);
    Tri (*define_own)(VM *vm, Obj *o, PropKey key, const PropDesc *desc);
    Tri (*delete_own)(VM *vm, Obj *o, PropKey key);
    /* Full [[Get]]/[[Set]]/[[Has]] for proxies, references. */
    Value (*get)(VM *vm, Obj *o, PropKey key, Value receiver);
    Tri (*set)(VM *vm, Obj *o, PropKey key, Value v, Value receiver);
    Tri (*has)(VM *vm, Obj *o, PropKey key);
    /* Calls of callable classes other than functions (references). */
    Value (*call)(VM *vm, struct NativeCall *c);
    /* Whether the object alone answers for a key: lookups end here, prototypes
     * are not asked, and `set` is called for such keys only (typed arrays:
     * numbers). */
    Tri (*owns_key)(VM *vm, Obj *o, PropKey key);
    /* Adds own keys that are not in shape or elements, before the others. */
    bool (*own_keys)(VM *vm, Obj *o, struct KeyList *out);
    /* Of proxies: the whole of [[OwnPropertyKeys]], [[GetPrototypeOf]],
     * [[IsExtensible]], [[PreventExtensions]] (the last of typed arrays too).
     * May run program code. */
    bool (*all_keys)(VM *vm, Obj *o, struct KeyList *out);
    Tri (*get_proto)(VM *vm, Obj *o, Obj **ret_proto);
    Tri (*test_extensible)(VM *vm, Obj *o);
    Tri (*stop_extensions)(VM *vm, Obj *o);
} ObjClass;

/* Indexed by ClassId; filled by object.c and, for classes of higher layers, by
 * class_register before the image is built. */
const ObjClass *obj_class_of(const Obj *o);
void class_register(ClassId id, const ObjClass *c);

/* ---- creation ---- */

/* An object of a class with a root or literal shape; slots hold undefined.
 * Class fields are zero. */
Obj *obj_new(VM *vm, ClassId class_id, Shape *shape);
/* {} with Object.prototype and room for 4 inline properties. */
Obj *obj_new_plain(VM *vm);
/* With another prototype (NULL: none). */
Obj *obj_new_proto(VM *vm, Obj *proto);

/* Elements that one operation may make (execution.md 9.2). */
#define ARRAY_MAX_MADE 10000000
Array *array_new(VM *vm, uint32_t capacity); /* length 0 */
/* length n; the caller fills elements.dense->v[0..n) at once (hole-filled). */
Array *array_new_filled(VM *vm, uint32_t n);
Array *array_from_values(VM *vm, const Value *values, uint32_t n);
/* Appends; false when refused or (throws RangeError) over 2^32-1. */
bool array_push(VM *vm, Array *a, Value v);
/* Appends a missing element. */
bool array_push_hole(VM *vm, Array *a);
/* Makes room for `cap` dense elements. */
bool array_reserve(VM *vm, Array *a, uint32_t cap);
/* ArraySetLength; TRI_FALSE when an element cannot be deleted or it is frozen.
 * */
Tri array_set_length(VM *vm, Array *a, uint32_t length);
/* True when elements are dense without holes over [0, length) and nothing
 * exotic can be seen by reading them in order. */
static inline bool array_is_packed(const Array *a);

/* ---- own properties; never run program code except on exotic classes ---- */

/* TRI_TRUE and the property, or TRI_FALSE. */
Tri obj_get_own(VM *vm, Obj *o, PropKey key, PropDesc *ret_desc);
/* ValidateAndApplyPropertyDescriptor. */
Tri obj_define_own(VM *vm, Obj *o, PropKey key, const PropDesc *desc);
/* CreateDataProperty on an ordinary extensible object or array; the fast way.
 * */
bool obj_put(VM *vm, Obj *o, PropKey key, Value v);
/* Same with attributes (PROP_DEFAULT, PROP_HIDDEN, ...). */
bool obj_put_attrs(VM *vm, Obj *o, PropKey key, Value v, uint8_t attrs);
bool obj_put_accessor(VM *vm, Obj *o, PropKey key, Value get, Value set,
                      uint8_t attrs);
Tri obj_delete_own(VM *vm, Obj *o, PropKey key);
/* The ordinary forms (10.1, arrays included), for exotic hooks to fall back on.
 * */
Tri obj_get_own_ordinary(VM *vm, Obj *o, PropKey key, PropDesc *ret_desc);
Tri obj_define_own_ordinary(VM *vm, Obj *o, PropKey key, const PropDesc *desc);
Tri obj_delete_own_ordinary(VM *vm, Obj *o, PropKey key);
bool obj_prevent_extensions(VM *vm, Obj *o);
bool obj_is_extensible(const Obj *o);
/* Object.freeze / seal. */
bool obj_freeze(VM *vm, Obj *o);
bool obj_seal(VM *vm, Obj *o);
Obj *obj_proto(const Obj *o);
/* [[GetPrototypeOf]], [[IsExtensible]], [[PreventExtensions]] of any object: a
 * proxy's trap may run. False, TRI_THROWN when it threw. */
static inline bool obj_get_proto(VM *vm, Obj *o, Obj **ret_proto);
Tri obj_test_extensible(VM *vm, Obj *o);
Tri obj_stop_extensions(VM *vm, Obj *o);
/* Runs class->materialise when it is due; before any direct look at the shape.
 * False when refused. */
static inline bool obj_ready(VM *vm, Obj *o);
/* The prototype chain is immutable in this language subset except at creation;
 * used while the image is built and by Object.create. */
bool obj_set_proto_unchecked(VM *vm, Obj *o, Obj *proto);

/* Raw access to a slot found by shape_find. */
static inline Value *obj_slot(Obj *o, uint32_t slot);

/* ---- own keys in ECMAScript order ---- */

typedef struct KeyList {
    VM *vm;
    ValuesCell *cell; /* of the heap */
    uint32_t n;
} KeyList;

enum {
    KEYS_STRINGS = 1,
    KEYS_SYMBOLS = 2,
    KEYS_ENUMERABLE = 4 /* only enumerable ones */
};

bool keys_init(KeyList *k, VM *vm);
bool keys_add(KeyList *k, PropKey key);
static inline PropKey keys_at(const KeyList *k, uint32_t i)
{
    return k->cell->v[i];
}
/* Indices ascending, then strings, then symbols, each in insertion order. */
bool obj_own_keys(VM *vm, Obj *o, unsigned flags, KeyList *out);

/* A key as a program value: index keys become strings. */
Value key_to_value(VM *vm, PropKey key);

bool obj_materialise(VM *vm, Obj *o);

static inline bool obj_ready(VM *vm, Obj *o)
{
    return !(o->hd.flags & OBJ_LAZY) || obj_materialise(vm, o);
}

/* ---- layout ---- */

/* Inline slots exist in CLASS_PLAIN objects only, right behind the head; shapes
 * of every other class have inline_cap 0. So a slot's offset follows from the
 * shape alone, which inline caches rely on. */
static inline Value *obj_inline(Obj *o)
{
    return (Value *)(void *)(o + 1);
}

static inline bool obj_get_proto(VM *vm, Obj *o, Obj **ret_proto)
{
    if (CM_UNLIKELY(o->hd.aux == CLASS_PROXY))
        return obj_class_of(o)->get_proto(vm, o, ret_proto) != TRI_THROWN;
    *ret_proto = o->shape->proto;
    return true;
}

static inline Value *obj_slot(Obj *o, uint32_t slot)
{
    uint32_t cap = o->shape->inline_cap;
    return slot < cap ? obj_inline(o) + slot : &o->slots->v[slot - cap];
}

static inline bool array_is_packed(const Array *a)
{
    return !(a->obj.hd.flags & OBJ_SPARSE) &&
           (a->length == 0 ||
            (a->obj.elements.dense && a->obj.elements.dense->n == a->length &&
             !(a->obj.elements.dense->hd.flags & CELL_USER1)));
}
/* CELL_USER1 on a dense elements cell: it may contain VALUE_HOLE. */
#define ELEMS_HOLEY CELL_USER1

#endif
