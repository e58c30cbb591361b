/* SPDX-License-Identifier: MIT */
/* URL; WHATWG URL Standard, 6.1. The parser is js/url/url_parse.c. */
#include "js/builtins/url_internal.h"

#include "engine/convert.h"
#include "engine/gc.h"
#include "engine/property.h"

#include <string.h>

static void mark_url(Gc *gc, Obj *o)
{
    UrlObj *u = (UrlObj *)(void *)o;
    gc_mark_cell(gc, u->href);
    gc_mark_cell(gc, u->params);
}

static const ObjClass class_url = {
    .name = "URL",
    .size = sizeof(UrlObj),
    .mark = mark_url,
};

const char *url_text(VM *vm, UrlObj *u)
{
    StrView v;
    return str_view(vm, u->href, &v) ? (const char *)v.p8 : NULL;
}

Str *js_url_href(VM *vm, Obj *o)
{
    (void)vm;
    return ((UrlObj *)(void *)o)->href;
}

/* ---- parsing ---- */

/* The parser knows nothing of deadlines: this much takes it some 30 ms. */
#define URL_TEXT_MAX 4194304u

/* A record with the memory it works on. */
typedef struct Work {
    ScratchAlloc scratch;
    UrlRecord record;
} Work;

static void work_init(Work *w, VM *vm)
{
    scratch_init(&w->scratch, vm);
    url_init(&w->record, &w->scratch.alloc);
}

/* The record's text as a string, and the places of its parts. */
static Str *work_text(VM *vm, Work *w, UrlParts *ret_parts)
{
    Buf out;
    Str *s = NULL;
    cm__buf_init(&out, &w->scratch.alloc, CM_BUF_NO_LIMIT);
    url_write(&w->record, &out, ret_parts);
    if (out.status == CM_OK && vm_charge_bytes(vm, out.len))
        s = str_new8(vm, (const uint8_t *)cm__buf_text(&out), out.len);
    cm__buf_done(&out);
    return s;
}

/* Parses text against an optional base; TRI_FALSE: it is no URL. */
static Tri work_parse(VM *vm, Str *text, const Work *base, Work *w)
{
    Buf utf8;
    UrlResult r = URL_NO_MEMORY;
    if (text->len > URL_TEXT_MAX) {
        throw_range(vm, "A URL holds at most 4,194,304 characters");
        return TRI_THROWN;
    }
    cm__buf_init(&utf8, &w->scratch.alloc, CM_BUF_NO_LIMIT);
    if (usv_to_utf8(vm, text, &utf8))
        r = url_parse(cm__buf_text(&utf8), utf8.len,
                      base ? &base->record : NULL, &w->record);
    cm__buf_done(&utf8);
    if (r == URL_NO_MEMORY) {
        if (vm->exception == VALUE_ABSENT && vm->termination == TERM_NONE)
            vm->heap.refused = true;
        return TRI_THROWN;
    }
    return (Tri)(r == URL_OK);
}

/* The two arguments of the constructor and its statics as texts. */
static bool url_arguments(VM *vm, const NativeCall *c, Str **ret_text,
                          Str **ret_base)
{
    if (c->argc == 0) {
        throw_type(vm, "URL needs a text to parse");
        return false;
    }
    *ret_base = NULL;
    *ret_text = to_usv_string(vm, c->args[0]);
    if (!*ret_text || c->args[1] == VALUE_UNDEFINED)
        return *ret_text != NULL;
    *ret_base = to_usv_string(vm, c->args[1]);
    return *ret_base != NULL;
}

/* The API URL parser; w is initialised. TRI_FALSE: *ret_bad is what is
 * wrong. */
static Tri parse_arguments(VM *vm, Str *text, Str *base, Work *w, Str **ret_bad)
{
    Work b;
    *ret_bad = text;
    if (!base)
        return work_parse(vm, text, NULL, w);
    work_init(&b, vm);
    Tri ok = work_parse(vm, base, NULL, &b);
    if (ok == TRI_FALSE)
        *ret_bad = base;
    if (ok == TRI_TRUE)
        ok = work_parse(vm, text, &b, w);
    url_done(&b.record);
    return ok;
}

static UrlObj *url_from_work(VM *vm, Work *w, Shape *shape)
{
    UrlParts parts;
    Str *href = work_text(vm, w, &parts);
    UrlObj *u = href ? (UrlObj *)(void *)obj_new(vm, CLASS_URL, shape) : NULL;
    if (!u)
        return NULL;
    u->href = href;
    u->parts = parts;
    return u;
}

/* A new URL; VALUE_NULL when the arguments give none and must_throw is not
 * set. */
static Value make_url(VM *vm, const NativeCall *c, Shape *shape,
                      bool must_throw)
{
    Work w;
    Str *text, *base, *bad;
    if (!url_arguments(vm, c, &text, &base))
        return VALUE_THROWN;
    work_init(&w, vm);
    Tri ok = parse_arguments(vm, text, base, &w, &bad);
    Value v = VALUE_THROWN;
    if (ok == TRI_TRUE) {
        UrlObj *u = url_from_work(vm, &w, shape);
        v = u ? value_from_obj(u) : VALUE_THROWN;
    } else if (ok == TRI_FALSE && must_throw) {
        throw_type(vm,
                   bad == base ? "Invalid base URL: '%S'" : "Invalid URL: '%S'",
                   bad);
    } else if (ok == TRI_FALSE) {
        v = VALUE_NULL;
    }
    url_done(&w.record);
    return v;
}

static Value url_construct(VM *vm, NativeCall *c)
{
    Shape *shape =
        ctor_shape(vm, c, vm->realm->shape_url, vm->realm->url_proto);
    return shape ? make_url(vm, c, shape, true) : VALUE_THROWN;
}

static Value url_static_parse(VM *vm, NativeCall *c)
{
    return make_url(vm, c, vm->realm->shape_url, false);
}

static Value url_can_parse(VM *vm, NativeCall *c)
{
    Work w;
    Str *text, *base, *bad;
    if (!url_arguments(vm, c, &text, &base))
        return VALUE_THROWN;
    work_init(&w, vm);
    Tri ok = parse_arguments(vm, text, base, &w, &bad);
    url_done(&w.record);
    return ok == TRI_THROWN ? VALUE_THROWN : value_bool(ok);
}

/* ---- changing ---- */

/* Puts a changed record in place; `pairs` is the list that belongs to it. */
static bool commit(VM *vm, UrlObj *u, Work *w, ValuesCell *pairs)
{
    UrlParts parts;
    Str *href = work_text(vm, w, &parts);
    if (!href)
        return false;
    u->href = href;
    u->parts = parts;
    if (u->params)
        u->params->pairs = pairs;
    return true;
}

/* The list for the record's query, when there is an object that shows it. */
static bool list_for(VM *vm, const UrlObj *u, const Work *w,
                     ValuesCell **ret_pairs)
{
    *ret_pairs = NULL;
    if (!u->params)
        return true;
    *ret_pairs =
        params_parse(vm, cm__buf_text(&w->record.query), w->record.query.len);
    return *ret_pairs != NULL;
}

bool url_follow_params(VM *vm, PairsObj *p, ValuesCell *pairs)
{
    UrlObj *u = (UrlObj *)(void *)p->owner;
    Work w;
    const char *text = url_text(vm, u);
    if (!text || !vm_charge_bytes(vm, u->href->len))
        return false;
    work_init(&w, vm);
    url_read(&w.record, text, &u->parts);
    cm__buf_clear(&w.record.query);
    w.record.has_query = pairs->n > 0;
    bool ok = params_write(vm, pairs, &w.record.query) &&
              url_status(&w.record) == CM_OK && commit(vm, u, &w, pairs);
    url_done(&w.record);
    return ok;
}

/* Work of the setters but href's. */
static bool assign_part(VM *vm, UrlObj *u, UrlPart part, const Buf *text,
                        Work *w)
{
    const char *href = url_text(vm, u);
    ValuesCell *pairs = u->params ? u->params->pairs : NULL;
    if (!href)
        return false;
    url_read(&w->record, href, &u->parts);
    if (url_status(&w->record) != CM_OK ||
        url_assign(&w->record, part, cm__buf_text(text), text->len) != URL_OK) {
        vm->heap.refused = true;
        return false;
    }
    if (part == URL_PART_SEARCH && !list_for(vm, u, w, &pairs))
        return false;
    return commit(vm, u, w, pairs);
}

static UrlObj *self(VM *vm, const NativeCall *c, const char *member)
{
    if (value_is_class(c->this_val, CLASS_URL))
        return value_ptr(c->this_val);
    throw_type(vm, "URL.prototype.%s called on a value that is no URL", member);
    return NULL;
}

static Value assign(VM *vm, const NativeCall *c, UrlPart part,
                    const char *member)
{
    UrlObj *u = self(vm, c, member);
    Str *s = u ? to_usv_string(vm, c->args[0]) : NULL;
    if (!s)
        return VALUE_THROWN;
    Work w;
    Buf text;
    if (s->len > URL_TEXT_MAX)
        return throw_range(vm, "A URL holds at most 4,194,304 characters");
    work_init(&w, vm);
    cm__buf_init(&text, &w.scratch.alloc, CM_BUF_NO_LIMIT);
    bool ok = vm_charge_bytes(vm, u->href->len) && usv_to_utf8(vm, s, &text) &&
              assign_part(vm, u, part, &text, &w);
    cm__buf_done(&text);
    url_done(&w.record);
    return ok ? VALUE_UNDEFINED : VALUE_THROWN;
}

static Value set_href(VM *vm, NativeCall *c)
{
    UrlObj *u = self(vm, c, "href");
    Str *s = u ? to_usv_string(vm, c->args[0]) : NULL;
    if (!s)
        return VALUE_THROWN;
    Work w;
    ValuesCell *pairs;
    work_init(&w, vm);
    Tri ok = work_parse(vm, s, NULL, &w);
    if (ok == TRI_FALSE)
        throw_type(vm, "Invalid URL: '%S'", s);
    bool done = ok == TRI_TRUE && list_for(vm, u, &w, &pairs) &&
                commit(vm, u, &w, pairs);
    url_done(&w.record);
    return done ? VALUE_UNDEFINED : VALUE_THROWN;
}

/* ---- reading ---- */

static Value piece(VM *vm, const UrlObj *u, uint32_t at, uint32_t len)
{
    Str *s = str_slice(vm, u->href, at, at + len);
    return s ? value_from_str(s) : VALUE_THROWN;
}

static Value get_part(VM *vm, const NativeCall *c, const char *member,
                      UrlSpan (*span)(const UrlObj *u))
{
    const UrlObj *u = self(vm, c, member);
    if (!u)
        return VALUE_THROWN;
    UrlSpan s = span(u);
    return piece(vm, u, s.at, s.len);
}

static UrlSpan protocol_span(const UrlObj *u)
{
    return (UrlSpan){ u->parts.scheme.at, u->parts.scheme.len + 1 };
}

static UrlSpan username_span(const UrlObj *u)
{
    return u->parts.username;
}

static UrlSpan password_span(const UrlObj *u)
{
    return u->parts.password;
}

/* From the host to the end of the port. */
static UrlSpan host_span(const UrlObj *u)
{
    UrlSpan s = u->parts.host;
    uint32_t port = u->parts.port < 0 ? 0 : (uint32_t)u->parts.port;
    if (u->parts.port != URL_NO_PORT)
        s.len += port > 9999  ? 6
                 : port > 999 ? 5
                 : port > 99  ? 4
                 : port > 9   ? 3
                              : 2;
    return s;
}

static UrlSpan hostname_span(const UrlObj *u)
{
    return u->parts.host;
}

static UrlSpan port_span(const UrlObj *u)
{
    UrlSpan host = u->parts.host, both = host_span(u);
    if (both.len == host.len)
        return (UrlSpan){ 0, 0 };
    return (UrlSpan){ host.at + host.len + 1, both.len - host.len - 1 };
}

static UrlSpan pathname_span(const UrlObj *u)
{
    return u->parts.path;
}

/* With its mark, or nothing when there is nothing behind it. */
static UrlSpan marked(UrlSpan s)
{
    return s.len ? (UrlSpan){ s.at - 1, s.len + 1 } : s;
}

static UrlSpan search_span(const UrlObj *u)
{
    return marked(u->parts.query);
}

static UrlSpan hash_span(const UrlObj *u)
{
    return marked(u->parts.fragment);
}

static Value get_href(VM *vm, NativeCall *c)
{
    const UrlObj *u = self(vm, c, "href");
    return u ? value_from_str(u->href) : VALUE_THROWN;
}

static Value url_to_string(VM *vm, NativeCall *c)
{
    const UrlObj *u = self(vm, c, "toString");
    return u ? value_from_str(u->href) : VALUE_THROWN;
}

static Value url_to_json(VM *vm, NativeCall *c)
{
    const UrlObj *u = self(vm, c, "toJSON");
    return u ? value_from_str(u->href) : VALUE_THROWN;
}

static Value get_search_params(VM *vm, NativeCall *c)
{
    UrlObj *u = self(vm, c, "searchParams");
    PairsObj *p = u ? params_of_url(vm, u) : NULL;
    return p ? value_from_obj(p) : VALUE_THROWN;
}

/* ---- origin (4.7) ---- */

static bool scheme_is(const UrlRecord *u, const char *name)
{
    return u->scheme.len == strlen(name) &&
           memcmp(cm__buf_text(&u->scheme), name, u->scheme.len) == 0;
}

/* The serialised origin of a special URL but file's; false for an opaque
 * one. */
static bool tuple_origin(const UrlRecord *u, Buf *out)
{
    if (scheme_is(u, "file") ||
        !url_is_special(cm__buf_text(&u->scheme), u->scheme.len))
        return false;
    cm__buf_add_buf(out, &u->scheme);
    cm__buf_add_str(out, "://");
    cm__buf_add_buf(out, &u->host);
    if (u->port != URL_NO_PORT) {
        cm__buf_add_char(out, ':');
        cm__buf_add_int(out, u->port);
    }
    return true;
}

/* A blob: URL has the origin of the http(s) URL in its path. */
static UrlResult blob_origin(const Work *w, Buf *out)
{
    UrlRecord inner;
    url_init(&inner, w->record.scheme.alloc);
    UrlResult r = url_parse(cm__buf_text(&w->record.path), w->record.path.len,
                            NULL, &inner);
    if (r == URL_FAILURE || (r == URL_OK && !scheme_is(&inner, "http") &&
                             !scheme_is(&inner, "https"))) {
        r = URL_OK;
        cm__buf_add_str(out, "null");
    } else if (r == URL_OK) {
        tuple_origin(&inner, out);
    }
    url_done(&inner);
    return r;
}

static Value get_origin(VM *vm, NativeCall *c)
{
    UrlObj *u = self(vm, c, "origin");
    const char *href = u ? url_text(vm, u) : NULL;
    if (!href || !vm_charge_bytes(vm, u->href->len))
        return VALUE_THROWN;
    Work w;
    Buf out;
    UrlResult r = URL_OK;
    work_init(&w, vm);
    cm__buf_init(&out, &w.scratch.alloc, CM_BUF_NO_LIMIT);
    url_read(&w.record, href, &u->parts);
    if (scheme_is(&w.record, "blob"))
        r = blob_origin(&w, &out);
    else if (!tuple_origin(&w.record, &out))
        cm__buf_add_str(&out, "null");
    Str *s = NULL;
    if (r == URL_NO_MEMORY || out.status != CM_OK ||
        url_status(&w.record) != CM_OK)
        vm->heap.refused = true;
    else
        s = str_new8(vm, (const uint8_t *)cm__buf_text(&out), out.len);
    cm__buf_done(&out);
    url_done(&w.record);
    return s ? value_from_str(s) : VALUE_THROWN;
}

/* ---- members ---- */

#define PART(member, part)                              \
    static Value get_##member(VM *vm, NativeCall *c)    \
    {                                                   \
        return get_part(vm, c, #member, member##_span); \
    }                                                   \
    static Value set_##member(VM *vm, NativeCall *c)    \
    {                                                   \
        return assign(vm, c, part, #member);            \
    }

PART(protocol, URL_PART_PROTOCOL)
PART(username, URL_PART_USERNAME)
PART(password, URL_PART_PASSWORD)
PART(host, URL_PART_HOST)
PART(hostname, URL_PART_HOSTNAME)
PART(port, URL_PART_PORT)
PART(pathname, URL_PART_PATHNAME)
PART(search, URL_PART_SEARCH)
PART(hash, URL_PART_HASH)
#undef PART

#define GET(member)                                                 \
    {                                                               \
        .name = #member, .fn = get_##member, .flags = NATIVE_GETTER \
    }
#define SET(member)                                                      \
    {                                                                    \
        .name = #member, .fn = set_##member, .length = 1, .min_args = 1, \
        .flags = NATIVE_SETTER                                           \
    }

static const NativeSpec members[] = {
    GET(href),
    SET(href),
    GET(origin),
    GET(protocol),
    SET(protocol),
    GET(username),
    SET(username),
    GET(password),
    SET(password),
    GET(host),
    SET(host),
    GET(hostname),
    SET(hostname),
    GET(port),
    SET(port),
    GET(pathname),
    SET(pathname),
    GET(search),
    SET(search),
    { .name = "searchParams", .fn = get_search_params, .flags = NATIVE_GETTER },
    GET(hash),
    SET(hash),
    { .name = "toString", .fn = url_to_string },
    { .name = "toJSON", .fn = url_to_json },
};

static const NativeSpec statics[] = {
    { .name = "canParse", .fn = url_can_parse, .length = 1, .min_args = 2 },
    { .name = "parse", .fn = url_static_parse, .length = 1, .min_args = 2 },
};

static const NativeSpec url_spec = { .name = "URL",
                                     .fn = url_construct,
                                     .length = 1,
                                     .min_args = 2,
                                     .flags = NATIVE_CTOR | NATIVE_CTOR_ONLY };

void js_install_url(RealmBuilder *b)
{
    Realm *r = b->realm;
    class_register(CLASS_URL, &class_url);
    Obj *ctor = realm_ctor(b, &url_spec, r->url_proto, NULL);
    if (!b->failed)
        realm_functions(b, ctor, statics, CM_ARRAY_LEN(statics));
    realm_functions(b, r->url_proto, members, CM_ARRAY_LEN(members));
    realm_tag(b, r->url_proto, "URL");
    cm__install_url_params(b);
}
