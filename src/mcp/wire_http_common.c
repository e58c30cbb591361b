/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "mcp/toolheader.h"
#include "mcp/wire_http_internal.h"

enum {
    BODY_SHOWN = 120, /* bytes of a refusal's body in a reason */
    ADDRESS_SHOWN = 200,
};

/* ---- headers of requests ---- */

void cm__wire_headers_init(WireHeaders *h, const cm_allocator *alloc)
{
    *h = (WireHeaders){ .alloc = alloc };
    cm__buf_init(&h->name, alloc, CM_BUF_NO_LIMIT);
}

void cm__wire_headers_done(WireHeaders *h)
{
    cm__free(h->alloc, h->list, h->cap * sizeof *h->list);
    cm__buf_done(&h->name);
}

void cm__wire_headers_add(WireHeaders *h, const char *name, const char *value)
{
    cm_http_header *list =
        cm__room(h->alloc, h->list, h->n, &h->cap, sizeof *list);
    if (list == NULL) {
        h->is_short = true;
        return;
    }
    h->list = list;
    h->list[h->n++] = (cm_http_header){ name, value };
}

/* Of the protocol, or of how HTTP frames a message: a length from elsewhere
 * would let a body be read as another request. */
static bool is_own(const char *name)
{
    static const char *const own[] = {
        "accept",
        "connection",
        "content-length",
        "content-type",
        "expect",
        "last-event-id",
        "mcp-method",
        "mcp-name",
        "mcp-protocol-version",
        "mcp-session-id",
        "te",
        "trailer",
        "upgrade",
        "transfer-encoding",
    };
    for (size_t i = 0; i < CM_ARRAY_LEN(own); i++)
        if (cm__header_name_is(name, own[i]))
            return true;
    return false;
}

static bool is_in(const WireHeaderList *list, const char *name)
{
    for (size_t i = 0; list != NULL && i < list->n; i++)
        if (cm__header_name_is(list->items[i].name, name))
            return true;
    return false;
}

void cm__wire_headers_add_configured(WireHeaders *h, const WireHttpSpec *spec)
{
    for (size_t i = 0; i < spec->n_headers; i++) {
        const cm_http_header *header = &spec->headers[i];
        if (!is_own(header->name) && !is_in(spec->given, header->name))
            cm__wire_headers_add(h, header->name, header->value);
    }
    for (size_t i = 0; spec->given != NULL && i < spec->given->n; i++) {
        const cm_http_header *header = &spec->given->items[i];
        if (!is_own(header->name))
            cm__wire_headers_add(h, header->name, header->value);
    }
}

/* ---- answers ---- */

bool cm__wire_is_type(const HttpHead *head, const char *type)
{
    const char *value = cm__http_header(head, "content-type");
    char text[64];
    if (value == NULL)
        return false;
    size_t n = strcspn(value, "; \t");
    (void)snprintf(text, sizeof text, "%.*s", (int)(n < 63 ? n : 63), value);
    return cm__header_name_is(text, type);
}

const char *cm__wire_type_shown(const WireHttpSpec *spec, const char *type,
                                char out[CM_WIRE_TYPE_SHOWN + 1])
{
    return cm__redact_cut(cm__log_redactor(spec->log),
                          type != NULL ? type : "(no type)", out,
                          CM_WIRE_TYPE_SHOWN + 1);
}

/* The beginning of a refusal's text, on one line. */
static void fold_body(const char *body, size_t len, char *out, size_t size)
{
    size_t n = 0;
    bool is_blank = true;
    if (len > 0 && body[strspn(body, " \t\r\n")] == '<')
        len = 0; /* a page for people */
    for (size_t i = 0; i < len && n + 1 < size && n < BODY_SHOWN; i++) {
        unsigned char c = (unsigned char)body[i];
        if (c <= ' ' || c == 0x7F) {
            if (!is_blank)
                out[n++] = ' ';
            is_blank = true;
        } else {
            out[n++] = (char)c;
            is_blank = false;
        }
    }
    while (n > 0 && (out[n - 1] == ' ' || (out[n - 1] & 0x80) != 0))
        n--; /* a blank, or what may be half a character */
    out[n] = '\0';
}

/* Without what is secret, which has to go before anything is cut. */
static void add_body(const WireHttpSpec *spec, const Buf *body, char *out,
                     size_t size)
{
    Buf shown;
    cm__buf_init(&shown, body->alloc, CM_BUF_NO_LIMIT);
    cm__buf_add(&shown, cm__buf_text(body), body->len);
    cm__redact(cm__log_redactor(spec->log), &shown);
    if (shown.status != CM_OK)
        cm__buf_clear(&shown);
    fold_body(cm__buf_text(&shown), shown.len, out, size);
    cm__buf_done(&shown);
}

bool cm__wire_looks_like_json(const char *text)
{
    if (strncmp(text, "\xEF\xBB\xBF", 3) == 0)
        text += 3;
    text += strspn(text, " \t\r\n");
    return *text == '{' || *text == '[';
}

/* The end of a text that closes with the words. */
static const char *cause_in(const char *text, const char *words)
{
    size_t len = strlen(text), n = strlen(words);
    if (n == 0 || n >= len || strcmp(text + len - n, words) != 0)
        return NULL;
    return text + len - n;
}

static void say_unauthorized(const WireHttpSpec *spec,
                             char out[CM_WIRE_REASON_MAX])
{
    if (spec->credential_key != NULL)
        (void)snprintf(out, CM_WIRE_REASON_MAX,
                       "it refuses the credentials that \"%s\" of its entry "
                       "gives (HTTP 401)",
                       spec->credential_key);
    else
        (void)snprintf(out, CM_WIRE_REASON_MAX,
                       "it asks for credentials (HTTP 401); \"headers\" or "
                       "\"bearerTokenEnv\" of its entry give them");
}

const char *cm__wire_reason(const WireHttpSpec *spec, const HttpEnd *end,
                            const Buf *body, char out[CM_WIRE_REASON_MAX])
{
    int status = end->head.status;
    char words[BODY_SHOWN + 1], to[ADDRESS_SHOWN + 1];
    add_body(spec, body, words, sizeof words);
    if (!end->is_answered) {
        (void)snprintf(out, CM_WIRE_REASON_MAX, "%s", end->reason);
        return end->cause != NULL ? cause_in(out, end->cause) : NULL;
    }
    if (status == 401)
        say_unauthorized(spec, out);
    else if (status == 403)
        (void)snprintf(out, CM_WIRE_REASON_MAX,
                       "it refuses the credentials, or this client "
                       "(HTTP 403)%s%s",
                       words[0] != '\0' ? ": " : "", words);
    else if (end->redirect != NULL)
        (void)snprintf(out, CM_WIRE_REASON_MAX,
                       "it redirects to %s (HTTP %d), which is not "
                       "followed; give that address as its \"url\"",
                       cm__redact_cut(cm__log_redactor(spec->log),
                                      end->redirect, to, sizeof to),
                       status);
    else
        (void)snprintf(out, CM_WIRE_REASON_MAX, "it answers HTTP %d%s%s",
                       status, words[0] != '\0' ? ": " : "", words);
    return cause_in(out, words);
}
