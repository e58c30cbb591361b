/* SPDX-License-Identifier: MIT */
/* Building, reading, copying and freeing values of extensions. */
#include "runtime/host_value.h"

#include "base/alloc.h"
#include "json/tree.h"

#include <math.h>
#include <string.h>

static const cm_value undefined_value = { .type = CM_VALUE_UNDEFINED };

/* ---- host functions ---- */

void cm__host_function_ref(HostFunction *f)
{
    atomic_fetch_add_explicit(&f->refs, 1, memory_order_relaxed);
}

void cm__host_function_unref(HostFunction *f)
{
    if (!f || atomic_fetch_sub_explicit(&f->refs, 1, memory_order_acq_rel) != 1)
        return;
    if (f->def.release)
        f->def.release(f->def.user);
    cm__free(f->alloc, f, sizeof *f);
}

/* ---- freeing ---- */

static bool is_list(const cm_value *v)
{
    switch ((cm_value_type)v->type) {
    case CM_VALUE_ARRAY:
    case CM_VALUE_OBJECT:
    case CM_VALUE_URL_PARAMS:
    case CM_VALUE_HEADERS:
    case CM_VALUE_MAP:
    case CM_VALUE_SET:
    case CM_VALUE_ERROR:
        return true;
    default:
        return false;
    }
}

static bool has_keys(const cm_value *v)
{
    return is_list(v) && v->type != CM_VALUE_ARRAY && v->type != CM_VALUE_SET;
}

static bool has_text(const cm_value *v)
{
    return v->type == CM_VALUE_STRING || v->type == CM_VALUE_BYTES ||
           v->type == CM_VALUE_REGEXP || v->type == CM_VALUE_URL;
}

static void defer(cm_value **list, cm_value *v)
{
    if (v) {
        v->next = *list;
        *list = v;
    }
}

/* Puts the members on the list. */
static void free_members(cm_value *v, cm_value **list)
{
    for (uint32_t i = 0; i < v->n; i++) {
        defer(list, v->items[i]);
        if (!v->keys)
            continue;
        if (v->type == CM_VALUE_MAP)
            defer(list, v->keys[i].value);
        else if (v->keys[i].text)
            cm__free(v->alloc, v->keys[i].text, v->keys[i].len + 1);
    }
    cm__free(v->alloc, v->items, v->cap * sizeof(void *));
    cm__free(v->alloc, v->keys, v->keys_cap * sizeof *v->keys);
}

static size_t text_size(const cm_value *v)
{
    return v->len + 1 + (v->type == CM_VALUE_REGEXP ? (size_t)v->n + 1 : 0);
}

static void free_node(cm_value *v, cm_value **list)
{
    if (is_list(v))
        free_members(v, list);
    else if (has_text(v))
        cm__free(v->alloc, v->text, v->text ? text_size(v) : 0);
    else if (v->type == CM_VALUE_FUNCTION)
        cm__host_function_unref(v->function);
    else if (v->type == CM_VALUE_PROMISE)
        cm__promise_orphan(v->promise);
    cm__free(v->alloc, v, sizeof *v);
}

void cm_value_free(cm_value *value)
{
    cm_value *list = NULL;
    if (!value || value->owner)
        return;
    defer(&list, value);
    while (list) {
        cm_value *v = list;
        list = v->next;
        free_node(v, &list);
    }
}

/* ---- constructors ---- */

static cm_value *new_value(const cm_allocator *alloc, cm_value_type type)
{
    const cm_allocator *a = alloc ? alloc : cm__alloc_default();
    cm_value *v = cm__alloc_zero(a, 1, sizeof *v);
    if (v) {
        v->alloc = a;
        v->type = (uint8_t)type;
    }
    return v;
}

cm_value *cm_value_new(const cm_allocator *alloc, cm_value_type type)
{
    switch (type) {
    case CM_VALUE_UNDEFINED:
    case CM_VALUE_NULL:
    case CM_VALUE_ARRAY:
    case CM_VALUE_OBJECT:
    case CM_VALUE_URL_PARAMS:
    case CM_VALUE_HEADERS:
    case CM_VALUE_MAP:
    case CM_VALUE_SET:
        return new_value(alloc, type);
    default:
        return NULL;
    }
}

cm_value *cm_value_boolean(const cm_allocator *alloc, int is_true)
{
    cm_value *v = new_value(alloc, CM_VALUE_BOOLEAN);
    if (v)
        v->is_true = is_true != 0;
    return v;
}

cm_value *cm_value_number(const cm_allocator *alloc, double number)
{
    cm_value *v = new_value(alloc, CM_VALUE_NUMBER);
    if (v)
        v->number = number;
    return v;
}

cm_value *cm_value_integer(const cm_allocator *alloc, int64_t number)
{
    cm_value *v = new_value(alloc, CM_VALUE_NUMBER);
    if (v) {
        v->integer = number;
        v->is_integer = true;
    }
    return v;
}

cm_value *cm_value_date(const cm_allocator *alloc, double ms)
{
    cm_value *v = new_value(alloc, CM_VALUE_DATE);
    if (v)
        v->number = ms;
    return v;
}

static cm_value *with_text(const cm_allocator *alloc, cm_value_type type,
                           const void *text, size_t len)
{
    cm_value *v = new_value(alloc, type);
    if (!v)
        return NULL;
    v->text = cm__alloc_text(v->alloc, text ? text : "", text ? len : 0);
    v->len = text ? len : 0;
    if (v->text)
        return v;
    cm__free(v->alloc, v, sizeof *v);
    return NULL;
}

cm_value *cm_value_string(const cm_allocator *alloc, const char *text,
                          size_t len)
{
    return with_text(alloc, CM_VALUE_STRING, text, len);
}

cm_value *cm_value_bytes(const cm_allocator *alloc, const void *bytes,
                         size_t len)
{
    return with_text(alloc, CM_VALUE_BYTES, bytes, len);
}

cm_value *cm_value_url(const cm_allocator *alloc, const char *text, size_t len)
{
    return with_text(alloc, CM_VALUE_URL, text, len);
}

/* Source and flags, each with a NUL behind. */
cm_value *cm_value_regexp(const cm_allocator *alloc, const char *source,
                          size_t len, const char *flags)
{
    size_t n = flags ? strlen(flags) : 0;
    cm_value *v = new_value(alloc, CM_VALUE_REGEXP);
    size_t size;
    if (!v)
        return NULL;
    if (!source)
        len = 0;
    if (n < 64 && !cm_add_overflow(len, n + 2, &size))
        v->text = cm__alloc_zero(v->alloc, 1, size);
    if (!v->text) {
        cm__free(v->alloc, v, sizeof *v);
        return NULL;
    }
    v->len = len;
    v->n = (uint32_t)n;
    if (len)
        memcpy(v->text, source, len);
    if (n)
        memcpy(v->text + len + 1, flags, n);
    return v;
}

cm_value *cm_value_function(const cm_allocator *alloc,
                            const cm_function *function)
{
    if (!function)
        return NULL;
    cm_value *v = NULL;
    HostFunction *f = NULL;
    bool fits = function->execute && function->length >= 0 &&
                function->length <= UINT8_MAX;
    if (fits)
        v = new_value(alloc, CM_VALUE_FUNCTION);
    if (v)
        f = cm__alloc(v->alloc, sizeof *f);
    if (!f) {
        if (v)
            cm__free(v->alloc, v, sizeof *v);
        if (function->release)
            function->release(function->user);
        return NULL;
    }
    f->alloc = v->alloc;
    atomic_init(&f->refs, 1);
    f->def = *function;
    v->function = f;
    return v;
}

/* ---- adding ---- */

/* Room for one more in a row of `size` bytes each; *cap is its capacity. */
static bool grow_row(const cm_value *v, void **row, uint32_t *cap, size_t size)
{
    if (v->n < *cap)
        return true;
    if (*cap > UINT32_MAX / 2)
        return false;
    uint32_t more = *cap ? *cap * 2 : 4;
    void *p = cm__realloc(v->alloc, *row, *cap * size, more * size);
    if (!p)
        return false;
    *row = p;
    *cap = more;
    return true;
}

static bool grow(cm_value *v)
{
    void *items = v->items, *keys = v->keys;
    bool ok =
        grow_row(v, &items, &v->cap, sizeof(void *)) &&
        (!has_keys(v) || grow_row(v, &keys, &v->keys_cap, sizeof *v->keys));
    v->items = items;
    v->keys = keys;
    return ok;
}

static cm_status fail(cm_value *v, cm_status status)
{
    if (!v->failed)
        v->failed = (int8_t)status;
    return status;
}

/* What keeps `member` from being added; NULL members are memory refused. */
static cm_status look_at(const cm_value *container, bool has_type,
                         const cm_value *member)
{
    if (!has_type || container->owner || member == container)
        return CM_E_ARGUMENT;
    if (!member)
        return CM_E_NOMEM;
    return member->owner ? CM_E_ARGUMENT : CM_OK;
}

/* A value that is not added is freed, unless it holds the container. */
static void discard(const cm_value *container, cm_value *member)
{
    for (const cm_value *v = container; v; v = v->owner)
        if (v == member)
            return;
    cm_value_free(member);
}

/* Memory for the container itself was refused. */
static cm_status no_container(cm_value *member)
{
    cm_value_free(member);
    return CM_E_NOMEM;
}

static void link(cm_value *container, cm_value *member)
{
    container->items[container->n] = member;
    member->owner = container;
    if (member->failed)
        (void)fail(container, (cm_status)member->failed);
}

static cm_status outcome(const cm_value *container)
{
    return (cm_status)container->failed;
}

cm_status cm_value_push(cm_value *container, cm_value *take_member)
{
    if (!container)
        return no_container(take_member);
    bool has_type =
        container->type == CM_VALUE_ARRAY || container->type == CM_VALUE_SET;
    cm_status status = look_at(container, has_type, take_member);
    if (status == CM_OK && !grow(container))
        status = CM_E_NOMEM;
    if (status != CM_OK) {
        discard(container, take_member);
        return fail(container, status);
    }
    link(container, take_member);
    container->n++;
    return outcome(container);
}

static bool takes_keys(const cm_value *container, const cm_value *member)
{
    if (container->type == CM_VALUE_MAP || !has_keys(container))
        return false;
    bool is_text = container->type == CM_VALUE_URL_PARAMS ||
                   container->type == CM_VALUE_HEADERS;
    return !is_text || !member || member->type == CM_VALUE_STRING;
}

cm_status cm_value_set(cm_value *container, const char *key, size_t key_len,
                       cm_value *take_member)
{
    char *text = NULL;
    if (!container)
        return no_container(take_member);
    cm_status status =
        look_at(container, takes_keys(container, take_member), take_member);
    if (status == CM_OK) {
        text =
            cm__alloc_text(container->alloc, key ? key : "", key ? key_len : 0);
        if (!text || !grow(container))
            status = CM_E_NOMEM;
    }
    if (status != CM_OK) {
        if (text)
            cm__free(container->alloc, text, (key ? key_len : 0) + 1);
        discard(container, take_member);
        return fail(container, status);
    }
    link(container, take_member);
    container->keys[container->n++] =
        (HostKey){ .text = text, .len = key ? key_len : 0 };
    return outcome(container);
}

cm_status cm_value_put(cm_value *map, cm_value *take_key, cm_value *take_member)
{
    if (!map) {
        if (take_key != take_member)
            cm_value_free(take_key);
        return no_container(take_member);
    }
    bool has_type = map->type == CM_VALUE_MAP;
    cm_status status = look_at(map, has_type, take_key);
    if (status == CM_OK)
        status = look_at(map, has_type && take_key != take_member, take_member);
    if (status == CM_OK && !grow(map))
        status = CM_E_NOMEM;
    if (status != CM_OK) {
        discard(map, take_key);
        if (take_member != take_key)
            discard(map, take_member);
        return fail(map, status);
    }
    link(map, take_member);
    map->keys[map->n++] = (HostKey){ .value = take_key };
    take_key->owner = map;
    if (take_key->failed)
        (void)fail(map, (cm_status)take_key->failed);
    return outcome(map);
}

cm_status cm_value_set_cause(cm_value *error, cm_value *take_cause)
{
    if (!error)
        return no_container(take_cause);
    cm_value *none =
        error->type == CM_VALUE_ERROR ? error->items[HOST_ERROR_CAUSE] : NULL;
    bool fits = none && none->type == CM_VALUE_UNDEFINED;
    cm_status status = look_at(error, fits, take_cause);
    if (status != CM_OK || !none) {
        discard(error, take_cause);
        return fail(error, status);
    }
    none->owner = NULL;
    cm_value_free(none);
    error->items[HOST_ERROR_CAUSE] = take_cause;
    take_cause->owner = error;
    return take_cause->failed ? fail(error, (cm_status)take_cause->failed)
                              : outcome(error);
}

static bool add_part(cm_value *error, cm_value *part)
{
    if (!part || !grow(error)) {
        cm_value_free(part);
        return false;
    }
    link(error, part);
    error->keys[error->n++] = (HostKey){ .text = NULL };
    return true;
}

cm_value *cm__error_new(const cm_allocator *alloc, const char *name,
                        const char *message, size_t len)
{
    cm_value *v = new_value(alloc, CM_VALUE_ERROR);
    if (!name || !*name)
        name = "Error";
    if (v && add_part(v, cm_value_string(alloc, name, strlen(name))) &&
        add_part(v, cm_value_string(alloc, message, len)) &&
        add_part(v, new_value(alloc, CM_VALUE_UNDEFINED)))
        return v;
    cm_value_free(v);
    return NULL;
}

cm_value *cm_value_error(const cm_allocator *alloc, const char *name,
                         const char *message)
{
    return cm__error_new(alloc, name, message, message ? strlen(message) : 0);
}

/* ---- reading ---- */

static const cm_value *or_undefined(const cm_value *v)
{
    return v ? v : &undefined_value;
}

cm_value_type cm_value_type_of(const cm_value *value)
{
    return (cm_value_type)or_undefined(value)->type;
}

int cm_value_is_true(const cm_value *value)
{
    return value && value->type == CM_VALUE_BOOLEAN && value->is_true;
}

double cm_value_double(const cm_value *value)
{
    if (!value ||
        (value->type != CM_VALUE_NUMBER && value->type != CM_VALUE_DATE))
        return (double)NAN;
    return value->is_integer ? (double)value->integer : value->number;
}

int cm_value_int64(const cm_value *value, int64_t *ret_number)
{
    if (!value || value->type != CM_VALUE_NUMBER)
        return 0;
    if (value->is_integer) {
        *ret_number = value->integer;
        return 1;
    }
    double d = value->number;
    if (!(d >= -0x1p63 && d < 0x1p63) || floor(d) < d)
        return 0;
    *ret_number = (int64_t)d;
    return 1;
}

static const char *text_of(const cm_value *v, size_t *ret_len)
{
    if (ret_len)
        *ret_len = v->len;
    return v->text;
}

const char *cm_value_text(const cm_value *value, size_t *ret_len)
{
    const cm_value *v = or_undefined(value);
    if (v->type == CM_VALUE_ERROR)
        v = v->items[HOST_ERROR_MESSAGE];
    return has_text(v) && v->type != CM_VALUE_BYTES ? text_of(v, ret_len)
                                                    : NULL;
}

const void *cm_value_data(const cm_value *value, size_t *ret_len)
{
    const cm_value *v = or_undefined(value);
    return v->type == CM_VALUE_BYTES ? text_of(v, ret_len) : NULL;
}

const char *cm_value_label(const cm_value *value)
{
    const cm_value *v = or_undefined(value);
    if (v->type == CM_VALUE_REGEXP)
        return v->text + v->len + 1;
    return v->type == CM_VALUE_ERROR ? v->items[HOST_ERROR_NAME]->text : NULL;
}

const cm_value *cm_value_cause(const cm_value *value)
{
    if (!value || value->type != CM_VALUE_ERROR)
        return NULL;
    const cm_value *cause = value->items[HOST_ERROR_CAUSE];
    return cause->type == CM_VALUE_UNDEFINED ? NULL : cause;
}

size_t cm_value_count(const cm_value *value)
{
    if (!value || !is_list(value))
        return 0;
    return value->n - cm__value_hidden(value);
}

const cm_value *cm_value_at(const cm_value *value, size_t i)
{
    if (i >= cm_value_count(value))
        return NULL;
    return value->items[i + cm__value_hidden(value)];
}

const char *cm_value_key(const cm_value *value, size_t i, size_t *ret_len)
{
    if (i >= cm_value_count(value) || !value->keys ||
        value->type == CM_VALUE_MAP)
        return NULL;
    const HostKey *key = &value->keys[i + cm__value_hidden(value)];
    if (ret_len)
        *ret_len = key->len;
    return key->text;
}

const cm_value *cm_value_map_key(const cm_value *value, size_t i)
{
    if (i >= cm_value_count(value) || value->type != CM_VALUE_MAP)
        return NULL;
    return value->keys[i].value;
}

const cm_value *cm_value_get(const cm_value *value, const char *key,
                             size_t key_len)
{
    for (size_t i = cm_value_count(value); i-- > 0;) {
        size_t len;
        const char *text = cm_value_key(value, i, &len);
        if (text && len == key_len && memcmp(text, key, len) == 0)
            return cm_value_at(value, i);
    }
    return NULL;
}

/* ---- copying ---- */

/* One node without its members. */
static cm_value *copy_node(const cm_allocator *alloc, const cm_value *from)
{
    cm_value *v = new_value(alloc, (cm_value_type)from->type);
    if (!v)
        return NULL;
    const cm_allocator *a = v->alloc;
    *v = *from;
    v->alloc = a;
    v->owner = v->next = NULL;
    if (has_text(from)) {
        v->text = cm__alloc(a, text_size(from));
        if (v->text)
            memcpy(v->text, from->text, text_size(from));
        else
            v->type = CM_VALUE_UNDEFINED; /* nothing to free */
    } else if (from->type == CM_VALUE_FUNCTION) {
        cm__host_function_ref(v->function);
    } else if (is_list(from)) {
        v->items = NULL;
        v->keys = NULL;
        v->n = v->cap = v->keys_cap = 0;
    } else if (from->type == CM_VALUE_PROMISE) {
        v->type = CM_VALUE_UNDEFINED;
    }
    if (v->type == from->type)
        return v;
    cm_value_free(v);
    return NULL;
}

typedef struct Copy {
    cm_value *to;
    const cm_value *from;
} Copy;

/* Pairs that are to be filled; a stack that grows. */
typedef struct Copies {
    const cm_allocator *alloc;
    Copy *items;
    size_t n, cap;
} Copies;

static bool push_copy(Copies *c, cm_value *to, const cm_value *from)
{
    Copy *items = cm__room(c->alloc, c->items, c->n, &c->cap, sizeof *items);
    if (!items)
        return false;
    c->items = items;
    c->items[c->n++] = (Copy){ to, from };
    return true;
}

/* A copy of a member, to be filled later if it has members itself. */
static cm_value *copy_member(Copies *c, const cm_value *from)
{
    cm_value *v = copy_node(c->alloc, from);
    if (v && is_list(v) && from->n && !push_copy(c, v, from)) {
        cm_value_free(v);
        return NULL;
    }
    return v;
}

static bool fill_copy(Copies *c, cm_value *to, const cm_value *from)
{
    for (uint32_t i = 0; i < from->n; i++) {
        cm_value *member = copy_member(c, from->items[i]);
        HostKey key = { .text = NULL };
        if (from->keys) {
            key = from->keys[i];
            if (from->type == CM_VALUE_MAP)
                key.value = copy_member(c, key.value);
            else if (key.text)
                key.text = cm__alloc_text(to->alloc, key.text, key.len);
        }
        bool has_key = !from->keys || !from->keys[i].text || key.text;
        if (!member || !has_key || !grow(to)) {
            cm_value_free(member);
            if (has_key && from->type == CM_VALUE_MAP)
                cm_value_free(key.value);
            else if (has_key && key.text)
                cm__free(to->alloc, key.text, key.len + 1);
            return false;
        }
        link(to, member);
        if (from->keys && to->keys)
            to->keys[to->n] = key;
        if (from->type == CM_VALUE_MAP)
            key.value->owner = to;
        to->n++;
    }
    return true;
}

cm_value *cm_value_copy(const cm_allocator *alloc, const cm_value *value)
{
    Copies c = { .alloc = alloc ? alloc : cm__alloc_default() };
    cm_value *root = copy_member(&c, or_undefined(value));
    bool ok = root != NULL;
    while (ok && c.n) {
        Copy next = c.items[--c.n];
        ok = fill_copy(&c, next.to, next.from);
    }
    cm__free(c.alloc, c.items, c.cap * sizeof *c.items);
    if (ok)
        return root;
    cm_value_free(root);
    return NULL;
}

/* ---- failures ---- */

cm_value *cm__error_from_failure(const cm_allocator *alloc,
                                 const cm_failure *failure)
{
    static const cm_failure nameless = { NULL, NULL, NULL, 0 };
    const cm_failure *f = failure ? failure : &nameless;
    cm_value *cause = NULL;
    for (size_t i = f->n_causes; i-- > 0;) {
        cm_value *e = cm_value_error(alloc, NULL, f->causes[i]);
        if (!e || (cause && cm_value_set_cause(e, cause) != CM_OK)) {
            cm_value_free(e ? e : cause);
            return NULL;
        }
        cause = e;
    }
    cm_value *e = cm_value_error(alloc, f->name, f->message);
    if (cause && cm_value_set_cause(e, cause) != CM_OK) {
        cm_value_free(e);
        return NULL;
    }
    return e;
}

/* The message, or the name when it is empty. */
static void add_message(const cm_value *v, Buf *out)
{
    size_t len = 0;
    const char *text = cm_value_text(v, &len);
    if (v->type == CM_VALUE_ERROR && len == 0)
        text = text_of(v->items[HOST_ERROR_NAME], &len);
    if (text)
        cm__buf_add(out, text, len);
    else
        cm__buf_add_str(out, "Error");
}

void cm__error_text(const cm_value *error, Buf *out)
{
    add_message(error, out);
    for (const cm_value *c = cm_value_cause(error); c; c = cm_value_cause(c)) {
        cm__buf_add_str(out, "\nCaused by: ");
        add_message(c, out);
    }
}
