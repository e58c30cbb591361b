/* SPDX-License-Identifier: MIT */
/* How the client finds out which era a server speaks.
 *
 *     HANDSHAKE_FIRST  initialize -- error --> server/discover
 *     DISCOVER_FIRST   server/discover -- error --> initialize
 *
 * An error that only a modern server gives (-32020 to -32022) settles the
 * question, unless it names a version that we speak with a handshake. What says
 * nothing about the era does not lead to the other beginning: no connection,
 * credentials, a redirect. */
#include <stdio.h>
#include <string.h>

#include "mcp/client_internal.h"

static const char *const versions[] = { CM_MCP_VERSION, "2025-06-18",
                                        "2025-03-26", "2024-11-05" };

const char *cm__mcp_known_version(const char *version)
{
    for (size_t i = 0; i < CM_ARRAY_LEN(versions); i++)
        if (strcmp(versions[i], version) == 0)
            return versions[i];
    return NULL;
}

static void initialize(McpClient *c);
static void discover(McpClient *c);

static void refuse(McpClient *c, const char *reason, const McpAnswer *why)
{
    c->is_modern = false;
    c->events.refused(c->user, reason, why);
}

/* Of versions that we do not speak. */
static const char *version_shown(const McpClient *c, const JsonValue *version,
                                 char out[41])
{
    bool is_text = version != NULL && version->type == CM_JSON_TYPE_STRING;
    return cm__redact_cut(cm__log_redactor(c->log),
                          is_text ? version->text : "(none)", out, 41);
}

static void take_server_name(McpClient *c, const JsonValue *server)
{
    const JsonValue *name =
        server != NULL ? cm__json_get(server, "name") : NULL;
    if (name != NULL && name->type == CM_JSON_TYPE_STRING)
        (void)cm__redact_cut(cm__log_redactor(c->log), name->text,
                             c->server_name, sizeof c->server_name);
}

static void become_ready(McpClient *c, const char *version)
{
    (void)snprintf(c->version, sizeof c->version, "%s", version);
    c->is_ready = true;
    if (!c->is_modern)
        cm__client_notify(c, "notifications/initialized", "{}", 2);
    c->events.ready(c->user);
}

/* Whether this failure leaves open that the server speaks the other era. */
static bool may_speak_other(const McpAnswer *answer)
{
    int status = answer->status;
    if (answer->code != 0)
        return true;
    return status >= 200 && (status < 300 || status >= 400) && status != 401 &&
           status != 403 && status != 407;
}

/* ---- initialize ---- */

static void initialize_failed(McpClient *c, const McpAnswer *answer)
{
    if (c->start == CM_MCP_HANDSHAKE_FIRST && !c->has_fallen_back &&
        may_speak_other(answer)) {
        c->has_fallen_back = true;
        (void)snprintf(c->first_refusal, sizeof c->first_refusal, "%s",
                       answer->error);
        discover(c);
        return;
    }
    refuse(c, answer->error, answer);
}

static void initialized(void *user, const McpAnswer *answer)
{
    McpClient *c = user;
    if (answer->result == NULL) {
        initialize_failed(c, answer);
        return;
    }
    const JsonValue *version = cm__json_get(answer->result, "protocolVersion");
    const char *known = NULL;
    if (version != NULL && version->type == CM_JSON_TYPE_STRING)
        known = cm__mcp_known_version(version->text);
    if (known == NULL) {
        char reason[120], shown[41];
        (void)snprintf(reason, sizeof reason,
                       "it speaks protocol version \"%s\", which is unknown",
                       version_shown(c, version, shown));
        refuse(c, reason, NULL);
        return;
    }
    take_server_name(c, cm__json_get(answer->result, "serverInfo"));
    c->start = CM_MCP_HANDSHAKE_ONLY; /* what a new session begins with */
    become_ready(c, known);
}

static void initialize(McpClient *c)
{
    char params[256];
    (void)snprintf(params, sizeof params,
                   "{\"protocolVersion\":\"" CM_MCP_VERSION "\","
                   "\"capabilities\":{},\"clientInfo\":{\"name\":\"codemode\","
                   "\"version\":\"%s\"}}",
                   cm_version());
    c->is_modern = false;
    if (cm__client_request(c, "initialize", params, strlen(params), initialized,
                           c) == 0)
        refuse(c, "the first message could not be sent", NULL);
}

/* ---- server/discover ---- */

typedef enum Offer {
    OFFER_NOTHING, /* no versions are named */
    OFFER_MODERN,
    OFFER_HANDSHAKE,
    OFFER_UNKNOWN /* versions that we do not speak */
} Offer;

static Offer offer_of(const JsonValue *supported)
{
    Offer offer = OFFER_NOTHING;
    if (supported == NULL || supported->type != CM_JSON_TYPE_ARRAY)
        return OFFER_NOTHING;
    for (size_t i = 0; i < supported->n_items; i++) {
        const JsonValue *v = &supported->items[i];
        if (v->type != CM_JSON_TYPE_STRING)
            continue;
        if (strcmp(v->text, CM_MCP_MODERN) == 0)
            return OFFER_MODERN;
        if (cm__mcp_known_version(v->text) != NULL)
            offer = OFFER_HANDSHAKE;
        else if (offer == OFFER_NOTHING)
            offer = OFFER_UNKNOWN;
    }
    return offer;
}

static void fall_back(McpClient *c, const McpAnswer *answer)
{
    if (c->has_fallen_back) {
        refuse(c, c->first_refusal, answer);
        return;
    }
    c->has_fallen_back = true;
    initialize(c);
}

static void refuse_versions(McpClient *c, const JsonValue *supported)
{
    char reason[200], shown[41];
    const JsonValue *first =
        supported->n_items > 0 ? &supported->items[0] : NULL;
    (void)snprintf(reason, sizeof reason,
                   "it speaks protocol version \"%s\", which is unknown",
                   version_shown(c, first, shown));
    refuse(c, reason, NULL);
}

static void discover_failed(McpClient *c, const McpAnswer *answer)
{
    const JsonValue *supported =
        answer->data != NULL ? cm__json_get(answer->data, "supported") : NULL;
    bool is_modern_error = answer->code == CM_RPC_HEADER_MISMATCH ||
                           answer->code == CM_RPC_NO_CAPABILITY ||
                           answer->code == CM_RPC_NO_VERSION;
    Offer offer = offer_of(supported);
    bool is_other = may_speak_other(answer);
    if (is_other && (!is_modern_error || offer == OFFER_HANDSHAKE))
        fall_back(c, answer);
    else if (is_other && offer == OFFER_UNKNOWN)
        refuse_versions(c, supported);
    else
        refuse(c, answer->error, answer);
}

static void take_capabilities(McpClient *c, const JsonValue *capabilities)
{
    const JsonValue *tools =
        capabilities != NULL ? cm__json_get(capabilities, "tools") : NULL;
    const JsonValue *tells =
        tools != NULL ? cm__json_get(tools, "listChanged") : NULL;
    c->tells_changes =
        tells != NULL && tells->type == CM_JSON_TYPE_BOOL && tells->boolean;
}

static void discovered(void *user, const McpAnswer *answer)
{
    McpClient *c = user;
    if (answer->result == NULL) {
        discover_failed(c, answer);
        return;
    }
    const JsonValue *supported =
        cm__json_get(answer->result, "supportedVersions");
    const JsonValue *meta = cm__json_get(answer->result, "_meta");
    switch (offer_of(supported)) {
    case OFFER_MODERN:
        take_capabilities(c, cm__json_get(answer->result, "capabilities"));
        if (meta != NULL)
            take_server_name(c, cm__json_get(meta, CM_META_SERVER));
        become_ready(c, CM_MCP_MODERN);
        break;
    case OFFER_UNKNOWN:
        refuse_versions(c, supported);
        break;
    case OFFER_NOTHING:
    case OFFER_HANDSHAKE:
        fall_back(c, answer);
        break;
    }
}

static void discover(McpClient *c)
{
    c->is_modern = true;
    if (cm__client_request(c, "server/discover", "{}", 2, discovered, c) == 0)
        refuse(c, "the first message could not be sent", NULL);
}

uint64_t cm__client_listen(McpClient *c, McpAnswered answered, void *user)
{
    static const char params[] =
        "{\"notifications\":{\"toolsListChanged\":true}}";
    if (!c->is_modern || !c->tells_changes)
        return 0;
    return cm__client_request(c, "subscriptions/listen", params,
                              sizeof params - 1, answered, user);
}

void cm__client_start(McpClient *c)
{
    cm__client_enter(c);
    c->is_ready = false;
    c->has_fallen_back = false;
    c->version[0] = '\0';
    if (c->start == CM_MCP_DISCOVER_FIRST)
        discover(c);
    else
        initialize(c);
    cm__client_leave(c);
}
