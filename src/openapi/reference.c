/* SPDX-License-Identifier: MIT */
/* Local references (spec/openapi.md 3), and the few facts about values, types
 * and media types that everybody asks.
 *
 * Where a chain ends is kept for each of its links, so that following is linear
 * in the document. A link of a chain that goes on is marked with PENDING: who
 * meets the mark has found a circle. */
#include <string.h>

#include "openapi/generate_internal.h"

#include "base/ascii.h"

static const OaAt pending, nowhere;

bool cm__oa_is_object(const JsonValue *value)
{
    return value && value->type == CM_JSON_TYPE_OBJECT;
}

const JsonValue *cm__oa_ref_of(const JsonValue *value)
{
    const JsonValue *ref =
        cm__oa_is_object(value) ? cm__json_get(value, "$ref") : NULL;
    return ref && ref->type == CM_JSON_TYPE_STRING ? ref : NULL;
}

/* Undoes percent signs, then tildes, into `out`. False: malformed. */
static bool decode(const char *text, size_t len, Buf *out)
{
    cm__buf_clear(out);
    for (size_t i = 0; i < len; i++) {
        char c = text[i];
        if (c == '%' && i + 2 < len && cm__ascii_hex(text[i + 1]) >= 0 &&
            cm__ascii_hex(text[i + 2]) >= 0) {
            c = (char)(cm__ascii_hex(text[i + 1]) * 16 +
                       cm__ascii_hex(text[i + 2]));
            i += 2;
        }
        cm__buf_add_char(out, c);
    }
    if (out->status != CM_OK)
        return false;
    size_t n = 0;
    for (size_t i = 0; i < out->len; i++) {
        char c = out->bytes[i];
        if (c == '~') {
            if (++i == out->len ||
                (out->bytes[i] != '0' && out->bytes[i] != '1'))
                return false;
            if (out->bytes[i] == '0')
                c = '~';
            else
                c = '/';
        }
        out->bytes[n++] = c;
    }
    cm__buf_truncate(out, n);
    return true;
}

static const JsonValue *item_at(const JsonValue *list, const char *text,
                                size_t len)
{
    size_t index = 0;
    if (len == 0 || len > 9 || (len > 1 && text[0] == '0'))
        return NULL;
    for (size_t i = 0; i < len; i++) {
        if (text[i] < '0' || text[i] > '9')
            return NULL;
        index = index * 10 + (size_t)(text[i] - '0');
    }
    return index < list->n_items ? &list->items[index] : NULL;
}

/* The child that the token in gen->token names. */
static const JsonValue *child(const OaGen *gen, const JsonValue *value)
{
    const char *text = cm__buf_text(&gen->token);
    if (value->type == CM_JSON_TYPE_OBJECT)
        return cm__json_get_n(value, text, gen->token.len);
    if (value->type == CM_JSON_TYPE_ARRAY)
        return item_at(value, text, gen->token.len);
    return NULL;
}

/* Afterwards gen->token holds the last token. */
const JsonValue *cm__oa_pointer(OaGen *gen, const JsonValue *root,
                                const char *text, size_t len)
{
    if (len < 2 || text[0] != '#' || text[1] != '/')
        return NULL;
    const JsonValue *at = root;
    const char *end = text + len, *p = text + 1;
    while (p < end && at) {
        p++; /* the slash */
        const char *slash = memchr(p, '/', (size_t)(end - p));
        const char *stop = slash ? slash : end;
        if (!decode(p, (size_t)(stop - p), &gen->token))
            return NULL;
        at = child(gen, at);
        p = stop;
    }
    return at;
}

/* Keeps where the chain from `at` ends, for all its links. */
static void settle(OaGen *gen, OaAt at, const OaAt *end)
{
    for (;;) {
        OaEntry *slot = cm__oa_table_slot(
            &gen->chains, (OaKey){ at.schema, at.scope, NULL, 0 });
        if (!slot || slot->fact != &pending)
            return;
        slot->fact = end;
        OaTarget next;
        const JsonValue *ref = cm__oa_ref_of(at.schema);
        if (!ref || !cm__oa_target(gen, at, ref, &next))
            return;
        at = next.at;
    }
}

OaAt cm__oa_resolve(OaGen *gen, OaAt at)
{
    OaAt first = at;
    const OaAt *end = &nowhere;
    if (!cm__oa_ref_of(at.schema))
        return at;
    for (;;) {
        const JsonValue *ref = cm__oa_ref_of(at.schema);
        if (!ref) {
            OaAt *last = cm__arena_alloc(&gen->scratch, sizeof *last);
            if (last)
                *last = at;
            end = last ? last : &nowhere;
            break;
        }
        OaEntry *slot = cm__oa_table_slot(
            &gen->chains, (OaKey){ at.schema, at.scope, NULL, 0 });
        if (!slot || slot->fact == &pending)
            break;
        if (slot->fact) {
            end = slot->fact;
            break;
        }
        slot->fact = &pending;
        OaTarget next;
        if (!cm__oa_target(gen, at, ref, &next))
            break;
        at = next.at;
    }
    settle(gen, first, end);
    return *end;
}

const JsonValue *cm__oa_follow(OaGen *gen, const JsonValue *value)
{
    if (!cm__oa_ref_of(value))
        return value;
    /* The document is the scope: it has no `$defs` that would count. */
    return cm__oa_resolve(gen, (OaAt){ value, gen->root }).schema;
}

/* ---- schemas ---- */

static const JsonValue *table_of(const JsonValue *scope, const char *name)
{
    const JsonValue *table =
        cm__oa_is_object(scope) ? cm__json_get(scope, name) : NULL;
    return cm__oa_is_object(table) ? table : NULL;
}

static bool starts(const JsonValue *ref, const char *prefix)
{
    size_t n = strlen(prefix);
    return ref->len >= n && memcmp(ref->text, prefix, n) == 0;
}

static bool has_own(const JsonValue *scope)
{
    return table_of(scope, "$defs") || table_of(scope, "definitions");
}

/* Where a definition's own `$defs` are: the component in which it stands, when
 * that has some, else itself. */
static const JsonValue *scope_of(OaGen *gen, const JsonValue *ref,
                                 const JsonValue *target)
{
    static const char prefix[] = "#/components/schemas/";
    const JsonValue *components = table_of(gen->root, "components");
    const JsonValue *schemas = table_of(components, "schemas");
    if (!schemas || !starts(ref, prefix))
        return target;
    const char *name = ref->text + sizeof prefix - 1;
    size_t len = ref->len - (sizeof prefix - 1);
    const char *slash = memchr(name, '/', len);
    if (!slash || !decode(name, (size_t)(slash - name), &gen->token))
        return target;
    const JsonValue *component = child(gen, schemas);
    return has_own(component) ? component : target;
}

static OaText last_token(OaGen *gen)
{
    const char *text = cm__arena_text(&gen->scratch, cm__buf_text(&gen->token),
                                      gen->token.len);
    return (OaText){ text ? text : "", text ? gen->token.len : 0 };
}

/* One below "#/components/schemas/"? */
static bool is_component(const JsonValue *ref)
{
    static const char prefix[] = "#/components/schemas/";
    return starts(ref, prefix) && !memchr(ref->text + sizeof prefix - 1, '/',
                                          ref->len - (sizeof prefix - 1));
}

bool cm__oa_target(OaGen *gen, OaAt from, const JsonValue *ref,
                   OaTarget *ret_target)
{
    if (ref->len == 1 && ref->text[0] == '#' && from.scope != gen->root) {
        *ret_target = (OaTarget){ { from.scope, from.scope },
                                  OA_FROM_ELSEWHERE,
                                  { "schema", 6 } };
        return true;
    }
    bool is_own = from.scope != gen->root &&
                  ((starts(ref, "#/$defs/") && table_of(from.scope, "$defs")) ||
                   (starts(ref, "#/definitions/") &&
                    table_of(from.scope, "definitions")));
    const JsonValue *target = NULL;
    if (is_own)
        target = cm__oa_pointer(gen, from.scope, ref->text, ref->len);
    if (target) {
        *ret_target =
            (OaTarget){ { target, from.scope }, OA_FROM_OWN, last_token(gen) };
        return true;
    }
    target = cm__oa_pointer(gen, gen->root, ref->text, ref->len);
    if (!target)
        return false;
    OaText hint = last_token(gen);
    bool is_schema = from.scope != gen->root;
    *ret_target =
        (OaTarget){ { target,
                      is_schema ? scope_of(gen, ref, target) : gen->root },
                    is_component(ref) ? OA_FROM_COMPONENTS : OA_FROM_ELSEWHERE,
                    hint };
    return true;
}

bool cm__oa_has_type(const JsonValue *schema, const char *type, bool is_listed)
{
    const JsonValue *value =
        cm__oa_is_object(schema) ? cm__json_get(schema, "type") : NULL;
    if (!value)
        return false;
    if (is_listed && value->type == CM_JSON_TYPE_ARRAY) {
        for (size_t i = 0; i < value->n_items; i++)
            if (cm__json_is_text(&value->items[i], type))
                return true;
        return false;
    }
    return cm__json_is_text(value, type);
}

/* ---- media types ---- */

/* The type without blanks and parameters. */
static OaText essence(const char *text, size_t len)
{
    const char *semicolon = memchr(text, ';', len);
    if (semicolon)
        len = (size_t)(semicolon - text);
    while (len && (text[0] == ' ' || text[0] == '\t')) {
        text++;
        len--;
    }
    while (len && (text[len - 1] == ' ' || text[len - 1] == '\t'))
        len--;
    return (OaText){ text, len };
}

static bool same(const char *text, const char *name, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (cm__ascii_lower(text[i]) != name[i])
            return false;
    return true;
}

bool cm__oa_media_is(const char *text, size_t len, const char *name)
{
    OaText type = essence(text, len);
    size_t n = strlen(name);
    return type.len == n && same(type.text, name, n);
}

/* It goes into headers, so it must not hold what ends one. */
static bool is_fit(const char *text, size_t len)
{
    for (size_t i = 0; i < len; i++)
        if (((uint8_t)text[i] < 0x20 && text[i] != '\t') || text[i] == 0x7F)
            return false;
    return len > 0;
}

OaMedia cm__oa_media(const char *text, size_t len)
{
    if (!is_fit(text, len))
        return OA_MEDIA_OTHER;
    OaText type = essence(text, len);
    static const struct {
        const char *name;
        OaMedia media;
    } known[] = {
        { "application/json", OA_MEDIA_JSON },
        { "*/*", OA_MEDIA_ANY },
        { "application/*", OA_MEDIA_ANY },
        { "text/event-stream", OA_MEDIA_EVENTS },
        { "application/x-www-form-urlencoded", OA_MEDIA_FORM },
        { "multipart/form-data", OA_MEDIA_MULTIPART },
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (cm__oa_media_is(text, len, known[i].name))
            return known[i].media;
    if (type.len > 5 && same(type.text + type.len - 5, "+json", 5))
        return OA_MEDIA_JSON;
    if (type.len > 5 && same(type.text, "text/", 5))
        return OA_MEDIA_TEXT;
    return OA_MEDIA_OTHER;
}
