/* SPDX-License-Identifier: MIT */
#include "openapi/credentials.h"

#include "base/ascii.h"
#include "base/base64.h"
#include "catalog/tokens.h"
#include "openapi/encode.h"

#include <string.h>

/* ---- questions ---- */

static const char *optional(OaText text)
{
    return text.len > 0 ? text.text : NULL;
}

static const char *type_name(OaSchemeKind kind)
{
    static const char *const names[] = {
        [OA_API_KEY] = "apiKey",
        [OA_HTTP] = "http",
        [OA_OAUTH2] = "oauth2",
        [OA_OPEN_ID] = "openIdConnect",
    };
    return names[kind];
}

bool cm__oa_credential_question(Arena *arena, const Operation *op,
                                const OaSchemeUse *use,
                                cm_credential_request *ret)
{
    const OaScheme *scheme = use->scheme;
    const char **scopes =
        cm__arena_alloc(arena, (use->n_scopes + 1) * sizeof *scopes);
    if (!scopes)
        return false;
    for (size_t i = 0; i < use->n_scopes; i++)
        scopes[i] = use->scopes[i].text;
    *ret = (cm_credential_request){
        .name = scheme->name.text,
        .type = type_name(scheme->kind),
        .scopes = scopes,
        .n_scopes = use->n_scopes,
        .method = op->method.text,
        .path = op->path.text,
        .operation_id = optional(op->id),
        .summary = optional(op->summary),
        .description = optional(op->doc),
    };
    if (scheme->kind == OA_API_KEY) {
        ret->in = scheme->place == OA_QUERY ? "query" : "header";
        ret->key = scheme->key.text;
    } else if (scheme->kind == OA_HTTP) {
        ret->scheme = scheme->scheme.text;
    }
    return true;
}

/* ---- grants ---- */

bool cm__oa_grant_copy(Arena *arena, const cm_credential *credential,
                       OaGrantText *ret)
{
    const char *name = credential->name ? credential->name : "";
    const char *value = credential->value ? credential->value : "";
    *ret = (OaGrantText){ credential->kind,
                          cm__oa_text_copy(arena, name, strlen(name)),
                          cm__oa_text_copy(arena, value, strlen(value)) };
    return ret->name.text && ret->value.text;
}

/* ---- effects ---- */

/* What one credential does: one header or one query key. */
typedef struct Effect {
    bool in_query;
    OaText name; /* of a header in lower case */
    OaText value;
} Effect;

static void put_authorization(Buf *out, const OaGrantText *grant)
{
    if (grant->kind == CM_CREDENTIAL_BEARER) {
        cm__buf_add_str(out, "Bearer ");
        cm__buf_add(out, grant->value.text, grant->value.len);
        return;
    }
    Buf pair;
    cm__buf_init(&pair, out->alloc, CM_BUF_NO_LIMIT);
    cm__buf_add(&pair, grant->name.text, grant->name.len);
    cm__buf_add_char(&pair, ':');
    cm__buf_add(&pair, grant->value.text, grant->value.len);
    cm__buf_add_str(out, "Basic ");
    cm__base64_add(out, cm__buf_text(&pair), pair.len);
    if (pair.status != CM_OK && out->status == CM_OK)
        out->status = pair.status;
    cm__buf_done(&pair);
}

static bool lower_name(Arena *arena, OaText name, OaText *ret)
{
    char *copy = cm__arena_text(arena, name.text, name.len);
    if (!copy)
        return false;
    for (size_t i = 0; i < name.len; i++)
        copy[i] = cm__ascii_lower(copy[i]);
    *ret = (OaText){ copy, name.len };
    return true;
}

static cm_status say_scheme(Buf *why, OaText scheme, const char *text)
{
    cm__buf_add_char(why, '\'');
    cm__oa_repair(why, scheme.text, scheme.len);
    cm__buf_add_str(why, text);
    return CM_E_ARGUMENT;
}

static cm_status read_authorization(OaDraft *draft, const OaGrantText *grant,
                                    Effect *ret)
{
    static const char name[] = "authorization";
    Buf value;
    cm__buf_init(&value, draft->arena.alloc, CM_BUF_NO_LIMIT);
    put_authorization(&value, grant);
    cm_status status = value.status;
    ret->name = (OaText){ name, sizeof name - 1 };
    if (status == CM_OK) {
        ret->value =
            cm__oa_text_copy(&draft->arena, cm__buf_text(&value), value.len);
        status = ret->value.text ? CM_OK : CM_E_NOMEM;
    }
    cm__buf_done(&value);
    return status;
}

static cm_status read_effect(OaDraft *draft, const OaScheme *scheme,
                             const OaGrantText *grant, Effect *ret, Buf *why)
{
    OaText name = grant->name;
    *ret = (Effect){ .value = grant->value };
    if (grant->kind == CM_CREDENTIAL_BEARER ||
        grant->kind == CM_CREDENTIAL_BASIC)
        return read_authorization(draft, grant, ret);
    if (grant->kind == CM_CREDENTIAL_API_KEY) {
        if (scheme->kind != OA_API_KEY)
            return say_scheme(why, scheme->name,
                              "' takes a bearer, basic or header credential, "
                              "not an API key.");
        name = scheme->key;
        ret->in_query = scheme->place == OA_QUERY;
    }
    if (ret->in_query) {
        ret->name = name;
        return CM_OK;
    }
    if (!cm__ascii_is_token_n(name.text, name.len))
        return say_scheme(why, scheme->name, "' has an invalid header name.");
    return lower_name(&draft->arena, name, &ret->name) ? CM_OK : CM_E_NOMEM;
}

static bool is_same_place(const Effect *a, const Effect *b)
{
    return a->in_query == b->in_query && a->name.len == b->name.len &&
           memcmp(a->name.text, b->name.text, a->name.len) == 0;
}

static cm_status check_alone(const Effect *effects, size_t i, Buf *why)
{
    for (size_t j = 0; j < i; j++) {
        if (!is_same_place(&effects[i], &effects[j]))
            continue;
        cm__buf_add_str(why, effects[i].in_query ? "Query '" : "Header '");
        cm__oa_repair(why, effects[i].name.text, effects[i].name.len);
        cm__buf_add_str(why, "' would get several credentials.");
        return CM_E_ARGUMENT;
    }
    return CM_OK;
}

static cm_status apply(OaDraft *draft, const Effect *effect, Buf *why)
{
    if (effect->in_query)
        return cm__oa_request_query(draft, effect->name, effect->value);
    return cm__oa_request_header(draft, effect->name, effect->value,
                                 effect->name, why);
}

cm_status cm__oa_credentials_apply(OaDraft *draft,
                                   const OaAlternative *alternative,
                                   const OaGrantText *grants, Buf *why)
{
    size_t n = alternative->n_uses;
    cm_status status = CM_OK;
    Effect *effects = cm__arena_alloc(&draft->arena, (n + 1) * sizeof *effects);
    if (!effects)
        return CM_E_NOMEM;
    for (size_t i = 0; i < n && status == CM_OK; i++) {
        status = read_effect(draft, alternative->uses[i].scheme, &grants[i],
                             &effects[i], why);
        if (status == CM_OK)
            status = check_alone(effects, i, why);
    }
    for (size_t i = 0; i < n && status == CM_OK; i++)
        status = apply(draft, &effects[i], why);
    return status == CM_E_ARGUMENT && why->status != CM_OK ? CM_E_NOMEM
                                                           : status;
}
