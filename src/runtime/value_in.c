/* SPDX-License-Identifier: MIT */
/* Answers and failures of extensions: values of the host to program values;
 * spec/execution.md 4.4, 8.2, 8.3.
 *
 * A walk with its own stack of at most 33 containers. All it makes is fresh, so
 * that it may be run again after a refusal of memory; functions and promises,
 * which the execution keeps, are taken back by cm__value_in_undo. */
#include "runtime/extension.h"

#include "base/utf8.h"
#include "engine/buffer.h"
#include "engine/meter.h"
#include "engine/promise.h"
#include "engine/property.h"
#include "engine/realm.h"
#include "engine/table.h"
#include "runtime/boundary_lua.h"
#include "runtime/boundary_out.h"
#include "runtime/execution.h"

#include <assert.h>
#include <math.h>
#include <string.h>

typedef struct Level {
    const cm_value *from;
    Value to;
    uint32_t at;
    bool wants_key; /* MAP: the next value is a key */
    Value map_key;
} Level;

typedef struct Walk {
    ValueIn *in;
    VM *vm;
    uint32_t depth;
    Level levels[CROSS_MAX_DEPTH + 1];
} Walk;

/* ---- refusals ---- */

static void add_name(Buf *to, const char *text, size_t len, bool is_first)
{
    bool bare = len > 0 && !(text[0] >= '0' && text[0] <= '9');
    for (size_t i = 0; bare && i < len; i++) {
        char ch = text[i];
        bare = (ch >= 'a' && ch <= 'z') || (ch >= 'A' && ch <= 'Z') ||
               (ch >= '0' && ch <= '9') || ch == '_' || ch == '$';
    }
    if (bare) {
        if (!is_first)
            cm__buf_add_char(to, '.');
        cm__buf_add(to, text, len);
        return;
    }
    cm__buf_add_str(to, "[\"");
    cm__buf_add(to, text, len);
    cm__buf_add_str(to, "\"]");
}

static void add_path(const Walk *w, Buf *to)
{
    size_t start = to->len;
    for (uint32_t i = 0; i < w->depth; i++) {
        const Level *l = &w->levels[i];
        uint32_t at = l->at - 1;
        if (l->from->type == CM_VALUE_ERROR && at == HOST_ERROR_CAUSE)
            add_name(to, "cause", 5, to->len == start);
        else if (l->from->keys && l->from->type != CM_VALUE_MAP)
            add_name(to, l->from->keys[at].text, l->from->keys[at].len,
                     to->len == start);
        else
            cm__buf_add_fmt(to, "[%u]", (unsigned)at);
    }
}

/* VALUE_ABSENT, with the reason in in->why. */
static Value refuse(Walk *w, const char *what)
{
    Buf *why = &w->in->why;
    cm__buf_clear(why);
    cm__buf_add_str(why, "the answer of ");
    cm__buf_add(why, w->in->callee->path, w->in->callee->path_len);
    if (w->depth) {
        cm__buf_add_str(why, ": ");
        add_path(w, why);
    }
    cm__buf_add_char(why, ' ');
    cm__buf_add_str(why, what);
    if (why->status == CM_OK)
        return VALUE_ABSENT;
    w->vm->heap.refused = true;
    return VALUE_THROWN;
}

/* ---- texts and objects of the language ---- */

static Value text_value(Walk *w, const char *text, size_t len)
{
    if (!vm_charge_bytes(w->vm, len))
        return VALUE_THROWN;
    Str *s = str_from_utf8(w->vm, text, len);
    return s ? value_from_str(s) : VALUE_THROWN;
}

static Value number_value(const cm_value *v)
{
    double d = cm_value_double(v);
    return isnan(d) ? VALUE_NAN : value_number(d);
}

static Value date_value(Walk *w, const cm_value *v)
{
    Obj *o = obj_new(w->vm, CLASS_DATE, w->vm->realm->shape_date);
    if (!o)
        return VALUE_THROWN;
    double ms = v->number;
    /* TimeClip, ECMA-262 21.4.1.31 */
    ms = fabs(ms) <= 8.64e15 ? trunc(ms) + 0.0 : (double)NAN;
    ((BoxedObj *)(void *)o)->value = isnan(ms) ? VALUE_NAN : value_number(ms);
    return value_from_obj(o);
}

static Value bytes_value(Walk *w, const cm_value *v)
{
    VM *vm = w->vm;
    if (v->len > TYPED_MAX_MADE)
        return refuse(w, "has more than 10,000,000 bytes");
    if (!vm_charge_bytes(vm, v->len))
        return VALUE_THROWN;
    ViewObj *view = typed_array_make(
        vm, ELEMENT_UINT8, vm->realm->shape_typed[ELEMENT_UINT8], v->len);
    if (!view)
        return VALUE_THROWN;
    if (v->len)
        memcpy(view_at_element(view, 0), v->text, v->len);
    return value_from_obj(view);
}

/* new Name(args): what throws here is the host's fault, not the program's. */
static Value construct(Walk *w, const char *name, uint32_t argc, Value *args,
                       const char *if_bad)
{
    VM *vm = w->vm;
    const Str *s = atoms_find_ascii(&vm->realm->atoms, name, strlen(name));
    Value ctor = s ? realm_global(vm->realm, s) : VALUE_ABSENT;
    if (ctor == VALUE_ABSENT)
        return refuse(w, "is of a type that this language does not have");
    Value v = vm_construct(vm, ctor, ctor, argc, args);
    if (v != VALUE_THROWN || vm->exception == VALUE_ABSENT)
        return v;
    vm->exception = VALUE_ABSENT;
    return refuse(w, if_bad);
}

static Value regexp_value(Walk *w, const cm_value *v)
{
    Value args[2];
    args[0] = text_value(w, v->text, v->len);
    args[1] = text_value(w, v->text + v->len + 1, v->n);
    if (args[0] == VALUE_THROWN || args[1] == VALUE_THROWN)
        return VALUE_THROWN;
    return construct(w, "RegExp", 2, args,
                     "is no regular expression of this language");
}

static Value url_value(Walk *w, const cm_value *v)
{
    Value text = text_value(w, v->text, v->len);
    if (text == VALUE_THROWN)
        return text;
    return construct(w, "URL", 1, &text, "is no valid URL");
}

static Value pairs_value(Walk *w, const cm_value *v, const char *name)
{
    VM *vm = w->vm;
    Array *list = array_new(vm, v->n);
    for (uint32_t i = 0; list && i < v->n; i++) {
        Value pair[2];
        pair[0] = text_value(w, v->keys[i].text, v->keys[i].len);
        pair[1] = text_value(w, v->items[i]->text, v->items[i]->len);
        if (pair[0] == VALUE_THROWN || pair[1] == VALUE_THROWN)
            return VALUE_THROWN;
        Array *a = array_from_values(vm, pair, 2);
        if (!a || !array_push(vm, list, value_from_obj(a)))
            return VALUE_THROWN;
    }
    if (!list)
        return VALUE_THROWN;
    Value arg = value_from_obj(list);
    return construct(w, name, 1, &arg, "has a name or value that is not valid");
}

/* ---- functions and promises ---- */

static Value function_value(Walk *w, const cm_value *v)
{
    cm_execution *x = w->in->x;
    VM *vm = w->vm;
    Buf path;
    cm__buf_init(&path, &x->charged, CM_BUF_NO_LIMIT);
    cm__buf_add(&path, w->in->callee->path, w->in->callee->path_len);
    if (w->depth) {
        Buf inside;
        cm__buf_init(&inside, &x->charged, CM_BUF_NO_LIMIT);
        add_path(w, &inside);
        if (inside.len && inside.bytes[0] != '[')
            cm__buf_add_char(&path, '.');
        cm__buf_add(&path, inside.bytes, inside.len);
        if (inside.status != CM_OK)
            path.status = inside.status;
        cm__buf_done(&inside);
    }
    ExtensionEntry *e = NULL;
    size_t size = sizeof *e + path.len + 1;
    if (path.status == CM_OK && heap_charge(&vm->heap, size)) {
        e = cm__extension_entry_new(x->runtime->alloc, v->function,
                                    cm__buf_text(&path), path.len, false);
        if (!e)
            heap_uncharge(&vm->heap, size);
    }
    cm__buf_done(&path);
    if (!e) {
        vm->heap.refused = true;
        return VALUE_THROWN;
    }
    e->next = x->functions;
    x->functions = e;
    return cm__extension_function(vm, e);
}

static Value promise_value(Walk *w, const cm_value *v)
{
    cm_call *call = v->promise;
    if (!call || call->mailbox != w->in->x->mailbox)
        return refuse(w, "is a promise of another execution");
    if (call->promise != VALUE_UNDEFINED)
        return refuse(w, "is a promise that was given before");
    Promise *p = promise_new(w->vm, true);
    if (!p)
        return VALUE_THROWN;
    p->line = call->line = w->in->line;
    p->column = call->column = w->in->column;
    call->promise = value_from_obj(p);
    call->next = w->in->promises;
    w->in->promises = call;
    return call->promise;
}

/* Functions and promises are the host's again. */
static void take_back(ValueIn *in)
{
    cm_execution *x = in->x;
    for (cm_call *call = in->promises; call; call = call->next)
        call->promise = VALUE_UNDEFINED;
    in->promises = NULL;
    while (x->functions != in->functions_before) {
        ExtensionEntry *e = x->functions;
        x->functions = e->next;
        heap_uncharge(&x->vm->heap, sizeof *e + e->path_len + 1);
        cm__extension_entry_unref(e);
    }
}

void cm__value_in_undo(ValueIn *in)
{
    take_back(in);
    cm__buf_done(&in->why);
}

/* ---- containers ---- */

static const struct {
    const char *name;
    ErrorClass id;
} error_names[] = {
    { "TypeError", ERR_TYPE },
    { "RangeError", ERR_RANGE },
    { "ReferenceError", ERR_REFERENCE },
    { "SyntaxError", ERR_SYNTAX },
    { "URIError", ERR_URI },
    { "EvalError", ERR_EVAL },
    { "AggregateError", ERR_AGGREGATE },
};

/* An Error without its fields. VALUE_THROWN when refused. */
static Value new_error(Walk *w, const cm_value *v)
{
    VM *vm = w->vm;
    const cm_value *name = v->items[HOST_ERROR_NAME];
    const cm_value *message = v->items[HOST_ERROR_MESSAGE];
    ErrorClass id = ERR_ERROR;
    bool is_standard = strcmp(name->text, "Error") == 0;
    for (size_t i = 0; i < CM_ARRAY_LEN(error_names); i++)
        if (strcmp(name->text, error_names[i].name) == 0) {
            id = error_names[i].id;
            is_standard = true;
        }
    Value text = text_value(w, message->text, message->len);
    ErrorObj *e = text == VALUE_THROWN ? NULL : error_new(vm, id, text, false);
    if (!e)
        return VALUE_THROWN;
    if (!is_standard) {
        Value own = text_value(w, name->text, name->len);
        if (own == VALUE_THROWN ||
            !obj_put_attrs(vm, &e->obj, vm->realm->name.name, own, PROP_HIDDEN))
            return VALUE_THROWN;
    }
    return value_from_obj(e);
}

static Value new_collection(VM *vm, const cm_value *v)
{
    bool is_map = v->type == CM_VALUE_MAP;
    Table *t = table_new(vm, v->n);
    Obj *o = obj_new(vm, is_map ? CLASS_MAP : CLASS_SET,
                     is_map ? vm->realm->shape_map : vm->realm->shape_set);
    if (!t || !o)
        return VALUE_THROWN;
    ((CollectionObj *)(void *)o)->table = t;
    return value_from_obj(o);
}

/* The empty container, whose members are asked for next. */
static Value open_container(Walk *w, const cm_value *v)
{
    VM *vm = w->vm;
    Value to;
    if (v->type == CM_VALUE_ERROR) {
        to = new_error(w, v);
    } else if (v->type == CM_VALUE_ARRAY) {
        Array *a = array_new(vm, v->n);
        to = a ? value_from_obj(a) : VALUE_THROWN;
    } else if (v->type == CM_VALUE_OBJECT) {
        Obj *o = obj_new_plain(vm);
        to = o ? value_from_obj(o) : VALUE_THROWN;
    } else {
        to = new_collection(vm, v);
    }
    if (to == VALUE_THROWN)
        return to;
    w->levels[w->depth++] =
        (Level){ .from = v,
                 .to = to,
                 .at = v->type == CM_VALUE_ERROR ? HOST_ERROR_CAUSE : 0,
                 .wants_key = v->type == CM_VALUE_MAP };
    return VALUE_CALL; /* the mark of a container that was opened */
}

static Value make_value(Walk *w, const cm_value *v)
{
    if (w->depth > CROSS_MAX_DEPTH)
        return refuse(w, "is nested deeper than 32 levels");
    if (!vm_charge(w->vm, 1))
        return VALUE_THROWN;
    switch ((cm_value_type)v->type) {
    case CM_VALUE_UNDEFINED:
        return VALUE_UNDEFINED;
    case CM_VALUE_NULL:
        return VALUE_NULL;
    case CM_VALUE_BOOLEAN:
        return value_bool(v->is_true);
    case CM_VALUE_NUMBER:
        return number_value(v);
    case CM_VALUE_STRING:
        return text_value(w, v->text, v->len);
    case CM_VALUE_BYTES:
        return bytes_value(w, v);
    case CM_VALUE_DATE:
        return date_value(w, v);
    case CM_VALUE_REGEXP:
        return regexp_value(w, v);
    case CM_VALUE_URL:
        return url_value(w, v);
    case CM_VALUE_URL_PARAMS:
        return pairs_value(w, v, "URLSearchParams");
    case CM_VALUE_HEADERS:
        return pairs_value(w, v, "Headers");
    case CM_VALUE_FUNCTION:
        return function_value(w, v);
    case CM_VALUE_PROMISE:
        return promise_value(w, v);
    case CM_VALUE_ARRAY:
    case CM_VALUE_OBJECT:
    case CM_VALUE_MAP:
    case CM_VALUE_SET:
    case CM_VALUE_ERROR:
        return open_container(w, v);
    }
    cm_unreachable();
}

/* ---- members ---- */

static bool put_named(Walk *w, Value object, const HostKey *name, Value v)
{
    PropKey key;
    Value text = text_value(w, name->text, name->len);
    return text != VALUE_THROWN && str_to_key(w->vm, value_str(text), &key) &&
           obj_put(w->vm, value_obj(object), key, v);
}

static bool is_part(const HostKey *key)
{
    static const char *const parts[] = { "name", "message", "cause", "stack",
                                         "kind" };
    for (size_t i = 0; i < CM_ARRAY_LEN(parts); i++)
        if (cm__name_is(key->text, key->len, parts[i]))
            return true;
    return false;
}

static bool add_field(Walk *w, Level *l, uint32_t i, Value v)
{
    const Realm *r = w->vm->realm;
    if (i == HOST_ERROR_CAUSE)
        return obj_put_attrs(w->vm, value_obj(l->to), r->name.cause, v,
                             PROP_HIDDEN);
    if (is_part(&l->from->keys[i]))
        return true;
    return put_named(w, l->to, &l->from->keys[i], v);
}

static bool add_entry(Walk *w, Value to, Value key, Value v)
{
    Table *t = ((CollectionObj *)(void *)value_obj(to))->table;
    TableEntry *e = table_put(w->vm, t, key, NULL);
    if (!e)
        return false;
    e->value = v;
    return true;
}

/* Adds the member that was asked for last. */
static bool add_member(Walk *w, Value v)
{
    Level *l = &w->levels[w->depth - 1];
    uint32_t i = l->at - 1;
    switch ((cm_value_type)l->from->type) {
    case CM_VALUE_ARRAY:
        return array_push(w->vm, (Array *)(void *)value_obj(l->to), v);
    case CM_VALUE_OBJECT:
        return put_named(w, l->to, &l->from->keys[i], v);
    case CM_VALUE_SET:
        return add_entry(w, l->to, v, VALUE_UNDEFINED);
    case CM_VALUE_ERROR:
        return add_field(w, l, i, v);
    default: /* CM_VALUE_MAP: the key is asked for before its value */
        if (l->wants_key) {
            l->map_key = v;
            l->wants_key = false;
            return true;
        }
        l->wants_key = true;
        return add_entry(w, l->to, l->map_key, v);
    }
}

/* The next member to make; NULL at the end. */
static const cm_value *next_member(Level *l)
{
    if (l->from->type == CM_VALUE_MAP && !l->wants_key)
        return l->from->items[l->at - 1];
    if (l->from->type == CM_VALUE_ERROR && l->at == HOST_ERROR_CAUSE &&
        l->from->items[l->at]->type == CM_VALUE_UNDEFINED)
        l->at++;
    if (l->at == l->from->n)
        return NULL;
    uint32_t i = l->at++;
    return l->from->type == CM_VALUE_MAP ? l->from->keys[i].value
                                         : l->from->items[i];
}

/* A refusal below an error costs that error the field or cause. Returns whether
 * there is such an error. */
static bool drop_field(Walk *w)
{
    uint32_t i = w->depth;
    while (i > 0 && w->levels[i - 1].from->type != CM_VALUE_ERROR)
        i--;
    if (i == 0)
        return false;
    w->depth = i;
    return true;
}

static Value walk(Walk *w, const cm_value *root)
{
    Value v = make_value(w, root);
    for (;;) {
        if (v == VALUE_THROWN)
            return v;
        if (v == VALUE_ABSENT) {
            if (!drop_field(w))
                return v;
        } else if (v != VALUE_CALL) {
            if (w->depth == 0)
                return v;
            if (!add_member(w, v))
                return VALUE_THROWN;
        }
        assert(w->depth > 0);
        Level *l = &w->levels[w->depth - 1];
        const cm_value *member = next_member(l);
        if (member) {
            v = make_value(w, member);
        } else {
            v = l->to;
            w->depth--;
        }
    }
}

static void begin(Walk *w, ValueIn *in, cm_execution *x, ExtensionEntry *callee,
                  uint32_t line, uint32_t column)
{
    *in = (ValueIn){ .x = x,
                     .callee = callee,
                     .functions_before = x->functions,
                     .line = line,
                     .column = column };
    cm__buf_init(&in->why, &x->charged, CM_BUF_NO_LIMIT);
    w->in = in;
    w->vm = x->vm;
    w->depth = 0;
}

static Value lua_value(ValueIn *in, const cm_value *v)
{
    VM *vm = in->x->vm;
    Buf text, what;
    cm__buf_init(&text, in->why.alloc, CM_BUF_NO_LIMIT);
    cm__buf_init(&what, in->why.alloc, CM_BUF_NO_LIMIT);
    Value made = VALUE_THROWN;
    bool lacks_memory = false;
    if (v->type == CM_VALUE_UNDEFINED) {
        made = VALUE_UNDEFINED;
    } else if (cm__value_to_json(v, &text, &what)) {
        if (vm_charge_bytes(vm, text.len))
            made = cm__read_lua(vm, text.bytes, text.len, &in->why);
    } else if (what.len) {
        cm__buf_add_fmt(&in->why, "the answer of %s holds %s", in->callee->path,
                        cm__buf_text(&what));
        made = VALUE_ABSENT;
    } else {
        lacks_memory = true;
    }
    if (lacks_memory || what.status != CM_OK || in->why.status != CM_OK) {
        vm->heap.refused = true;
        made = VALUE_THROWN;
    }
    cm__buf_done(&text);
    cm__buf_done(&what);
    return made;
}

Value cm__value_in(ValueIn *in, cm_execution *x, ExtensionEntry *callee,
                   const cm_value *v, uint32_t line, uint32_t column)
{
    Walk w;
    begin(&w, in, x, callee, line, column);
    if (x->vm->realm->is_lua)
        return lua_value(in, v);
    Value made = walk(&w, v);
    if (made == VALUE_ABSENT) /* the host's value may go at any time now */
        take_back(in);
    return made;
}

/* ---- failures ---- */

static ErrorObj *lua_error(ValueIn *in, const cm_value *error)
{
    Buf text;
    cm__buf_init(&text, in->why.alloc, CM_BUF_NO_LIMIT);
    cm__error_text(error, &text);
    ErrorObj *e = cm__host_error_text(in->x->vm, DIAG_EXECUTION_FAILURE, &text,
                                      in->line, in->column, NULL);
    cm__buf_done(&text);
    return e;
}

/* `kind` is set by hand: of this kind only calls of the host show it. */
static bool show_kind(VM *vm, ErrorObj *e)
{
    Str *s = str_from_ascii(vm, diag_kind_name(DIAG_EXECUTION_FAILURE));
    return s && obj_put_attrs(vm, &e->obj, vm->realm->name.kind,
                              value_from_str(s), PROP_HIDDEN);
}

ErrorObj *cm__error_in(ValueIn *in, cm_execution *x, ExtensionEntry *callee,
                       const cm_value *error, uint32_t line, uint32_t column)
{
    Walk w;
    begin(&w, in, x, callee, line, column);
    if (x->vm->realm->is_lua)
        return lua_error(in, error);
    Value v = walk(&w, error);
    if (!value_is_class(v, CLASS_ERROR))
        return NULL;
    ErrorObj *e = (ErrorObj *)(void *)value_obj(v);
    e->kind = DIAG_EXECUTION_FAILURE;
    e->origin = ORIGIN_EXTENSION;
    e->line = line;
    e->column = column;
    return show_kind(x->vm, e) ? e : NULL;
}
