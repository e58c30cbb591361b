/* SPDX-License-Identifier: MIT */
#include "openapi/call.h"

#include "openapi/answer.h"
#include "openapi/credentials.h"
#include "openapi/encode.h"
#include "openapi/map.h"

#include <string.h>

struct OaCall {
    const cm_allocator *alloc;
    const OaCallHost *host;
    void *ctx;
    const Operation *op;
    OaDraft draft;
    bool can_ask;

    Arena arena;        /* credentials and questions; gone with the call */
    size_t alternative; /* the one that is being tried */
    size_t use;         /* the use of it that is being asked for */
    OaGrantText *granted;
    const OaScheme **lacking; /* what was unavailable, each once */
    size_t n_lacking;
    OaTable lacking_seen; /* the same by address */

    bool is_fed; /* the question was answered; what it says is below */
    bool is_asking;
    OaGrant grant;
    cm_status status;
    Buf why;
};

/* ---- the end ---- */

void cm__oa_call_drop(OaCall *call)
{
    const cm_allocator *alloc = call->alloc;
    cm__buf_done(&call->why);
    cm__arena_done(&call->arena);
    cm__oa_request_done(&call->draft);
    cm__free(alloc, call, sizeof *call);
}

/* call->why has the message, unless memory was refused. */
static void end_failed(OaCall *call, cm_status status)
{
    bool has_text = status != CM_E_NOMEM && call->why.status == CM_OK;
    call->host->failed(call->ctx, has_text ? cm__buf_text(&call->why) : NULL,
                       has_text ? call->why.len : 0);
    cm__oa_call_drop(call);
}

/* ---- sending ---- */

/* The last thing that is done with the call before it is fed. */
static void send_request(OaCall *call)
{
    cm_status status = cm__oa_request_seal(&call->draft);
    if (status == CM_OK)
        call->host->send(call->ctx, call, &call->draft.sealed);
    else
        end_failed(call, status);
}

static void send_with_grants(OaCall *call, const OaAlternative *alternative)
{
    cm_status status = cm__oa_credentials_apply(&call->draft, alternative,
                                                call->granted, &call->why);
    if (status == CM_OK)
        send_request(call);
    else
        end_failed(call, status);
}

/* ---- credentials ---- */

/* A document has each scheme once. False: memory was refused. */
static bool note_lacking(OaCall *call, const OaScheme *scheme)
{
    OaEntry *slot = cm__oa_table_slot(&call->lacking_seen,
                                      (OaKey){ scheme, NULL, NULL, 0 });
    if (!slot)
        return false;
    if (slot->number == 0) {
        slot->number = 1;
        call->lacking[call->n_lacking++] = scheme;
    }
    return true;
}

static void end_without_credentials(OaCall *call)
{
    Buf *why = &call->why;
    cm__oa_repair(why, call->op->method.text, call->op->method.len);
    cm__buf_add_char(why, ' ');
    cm__oa_repair(why, call->op->path.text, call->op->path.len);
    cm__buf_add_str(why, " needs credentials; none available for: ");
    for (size_t i = 0; i < call->n_lacking; i++) {
        if (i > 0)
            cm__buf_add_str(why, ", ");
        cm__oa_repair(why, call->lacking[i]->name.text,
                      call->lacking[i]->name.len);
    }
    cm__buf_add_char(why, '.');
    end_failed(call, CM_E_ARGUMENT);
}

/* Asks for one use. False: no answer yet. */
static bool ask(OaCall *call, const OaSchemeUse *use)
{
    cm_credential_request question;
    call->is_fed = false;
    call->status = CM_OK;
    if (!call->can_ask) {
        call->grant = OA_GRANT_UNAVAILABLE;
        return true;
    }
    if (!cm__oa_credential_question(&call->arena, call->op, use, &question)) {
        call->status = CM_E_NOMEM;
        return true;
    }
    call->is_asking = true;
    call->host->ask(call->ctx, call, &question);
    call->is_asking = false;
    return call->is_fed;
}

static bool start_alternative(OaCall *call, const OaAlternative *alternative)
{
    if (call->use > 0 || alternative->n_uses == 0)
        return true;
    call->granted = cm__arena_alloc(&call->arena, alternative->n_uses *
                                                      sizeof *call->granted);
    return call->granted != NULL;
}

/* Goes on after an answer. False: the call has ended. */
static bool take_grant(OaCall *call, const OaAlternative *alternative)
{
    if (call->status != CM_OK || call->grant == OA_GRANT_FAILED) {
        end_failed(call, call->status == CM_OK ? CM_E_IO : call->status);
        return false;
    }
    if (call->grant == OA_GRANT_GIVEN) {
        call->use++;
        return true;
    }
    if (!note_lacking(call, alternative->uses[call->use].scheme)) {
        end_failed(call, CM_E_NOMEM);
        return false;
    }
    call->alternative++;
    call->use = 0;
    return true;
}

/* Tries alternatives until one is complete, or an answer has to be waited for.
 * A loop, since a document may have any number of them. */
static void try_alternatives(OaCall *call)
{
    while (call->alternative < call->op->n_alternatives) {
        const OaAlternative *a = &call->op->alternatives[call->alternative];
        if (!start_alternative(call, a)) {
            end_failed(call, CM_E_NOMEM);
            return;
        }
        if (call->use == a->n_uses) {
            send_with_grants(call, a);
            return;
        }
        if (!ask(call, &a->uses[call->use]) || !take_grant(call, a))
            return;
    }
    end_without_credentials(call);
}

void cm__oa_call_credential(OaCall *call, OaGrant grant,
                            const cm_credential *credential,
                            const char *message)
{
    call->is_fed = true;
    call->grant = grant;
    if (grant == OA_GRANT_GIVEN &&
        !cm__oa_grant_copy(&call->arena, credential, &call->granted[call->use]))
        call->status = CM_E_NOMEM;
    if (grant == OA_GRANT_FAILED) {
        if (!message || !*message)
            message = "The credentials could not be had.";
        cm__oa_repair(&call->why, message, strlen(message));
    }
    if (!call->is_asking &&
        take_grant(call, &call->op->alternatives[call->alternative]))
        try_alternatives(call);
}

/* ---- answers ---- */

void cm__oa_call_answer(OaCall *call, int status, const char *content_type,
                        const char *body, size_t len)
{
    Buf out;
    cm__buf_init(&out, call->alloc, CM_BUF_NO_LIMIT);
    cm_status read = cm__oa_answer_read(call->alloc, call->op, status,
                                        content_type, body, len, &out);
    if (read == CM_OK)
        call->host->value(call->ctx, cm__buf_text(&out), out.len);
    else if (read == CM_E_IO)
        call->host->failed(call->ctx, cm__buf_text(&out), out.len);
    else
        call->host->failed(call->ctx, NULL, 0);
    cm__buf_done(&out);
    cm__oa_call_drop(call);
}

void cm__oa_call_fault(OaCall *call, cm_http_fault fault, const char *reason)
{
    cm__oa_answer_fault(call->op, fault, reason, &call->why);
    end_failed(call, CM_E_IO);
}

/* ---- start ---- */

static cm_status build(OaCall *call, const OpenApiSet *set, const char *input,
                       size_t len, uint64_t seed)
{
    static const JsonOptions options = { .max_depth = CM_JSON_DEPTH_CAP };
    JsonDoc *doc = NULL;
    cm_status status =
        cm__json_parse(call->alloc, input, len, &options, &doc, NULL);
    if (status == CM_E_NOMEM)
        return status;
    if (status != CM_OK) {
        cm__buf_add_str(&call->why, "The input is not valid JSON.");
        return CM_E_ARGUMENT;
    }
    status = cm__oa_request_build(&call->draft, call->alloc, set, call->op,
                                  &doc->root, seed, &call->why);
    cm__json_doc_free(doc);
    return status;
}

static OaCall *new_call(const cm_allocator *alloc, const Operation *op,
                        const OaCallHost *host, void *ctx)
{
    OaCall *call = cm__alloc_zero(alloc, 1, sizeof *call);
    if (!call)
        return NULL;
    call->alloc = alloc;
    call->host = host;
    call->ctx = ctx;
    call->op = op;
    cm__arena_init(&call->arena, alloc, CM_BUF_NO_LIMIT);
    cm__arena_init(&call->draft.arena, alloc, CM_BUF_NO_LIMIT);
    cm__buf_init(&call->why, alloc, CM_BUF_NO_LIMIT);
    call->lacking_seen.arena = &call->arena;
    call->lacking = cm__arena_alloc(&call->arena, (op->n_alternatives + 1) *
                                                      sizeof(OaScheme *));
    if (call->lacking)
        return call;
    cm__oa_call_drop(call);
    return NULL;
}

/* NOLINTNEXTLINE(readability-function-size): each is told once, here */
cm_status cm__oa_call_start(const cm_allocator *alloc, const OpenApiSet *set,
                            const Operation *op, const char *input,
                            size_t input_len, bool can_ask, uint64_t seed,
                            const OaCallHost *host, void *ctx)
{
    OaCall *call = new_call(alloc, op, host, ctx);
    if (!call)
        return CM_E_NOMEM;
    call->can_ask = can_ask;
    cm_status status = build(call, set, input, input_len, seed);
    if (status == CM_E_NOMEM) {
        cm__oa_call_drop(call);
        return status;
    }
    if (status != CM_OK)
        end_failed(call, status);
    else if (op->n_alternatives == 0)
        send_request(call);
    else
        try_alternatives(call);
    return CM_OK;
}
