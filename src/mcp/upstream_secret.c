/* SPDX-License-Identifier: MIT */
/* Headers that a file or a command gives.
 *
 *     due -> fetch -> came: the wire sends them with every message from now on
 *
 * They are due before a start, unless they are kept; when their time is over;
 * and when the server has refused them, once for each start, call, listing and
 * subscription. What only a listing or a subscription was refused with goes on
 * to be sent with calls. */
#include <stdio.h>
#include <string.h>

#include "base/ascii.h"
#include "mcp/upstream_internal.h"

/* ---- the list of headers ---- */

void cm__upsecret_done(Upstream *u)
{
    cm__secret_drop(u->secret_request);
    u->secret_request = NULL;
    cm__free(u->alloc, u->given_items, u->given_cap * sizeof *u->given_items);
    cm__buf_done(&u->given_text);
    u->given_items = NULL;
    u->given_cap = 0;
    u->given = (WireHeaderList){ NULL, 0 };
}

static void add_header(Buf *text, const char *name, const char *value)
{
    cm__buf_add(text, name, strlen(name) + 1);
    cm__buf_add(text, value, strlen(value) + 1);
}

/* Takes n times "name\0value\0" in place of what was given before. */
static bool take_headers(Upstream *u, Buf *take_text, size_t n)
{
    cm_http_header *items = cm__alloc_zero(u->alloc, n + 1, sizeof *items);
    if (items == NULL || take_text->status != CM_OK) {
        cm__free(u->alloc, items, (n + 1) * sizeof *items);
        cm__buf_done(take_text);
        return false;
    }
    const char *at = cm__buf_text(take_text);
    for (size_t i = 0; i < n; i++) {
        items[i].name = at;
        items[i].value = at + strlen(at) + 1;
        at = items[i].value + strlen(items[i].value) + 1;
    }
    cm__upsecret_done(u);
    u->given_text = *take_text;
    u->given_items = items;
    u->given_cap = n + 1;
    u->given = (WireHeaderList){ items, n };
    return true;
}

static const char no_memory[] = "the host is out of memory";

/* NULL, or why it is no token. */
static const char *take_token(Upstream *u, const char *text)
{
    static const char head[] = "Authorization\0Bearer ";
    Buf header;
    text += strspn(text, " \t");
    size_t len = strcspn(text, " \t");
    if (text[len + strspn(text + len, " \t")] != '\0')
        return "it has blanks inside";
    if (len == 0)
        return "it is empty";
    for (size_t i = 0; i < len; i++)
        if (text[i] < '!' || text[i] > '~')
            return "it has characters that no token has";
    cm__buf_init(&header, u->alloc, CM_BUF_NO_LIMIT);
    cm__buf_add(&header, head, sizeof head - 1);
    cm__buf_add(&header, text, len);
    cm__buf_add_char(&header, '\0');
    return take_headers(u, &header, 1) ? NULL : no_memory;
}

static const char *add_member(Buf *out, const JsonMember *m)
{
    const JsonValue *v = &m->value;
    if (m->name_len == 0 || strlen(m->name) != m->name_len ||
        !cm__ascii_is_token(m->name))
        return "a name in it is no name of a header";
    if (v->type != CM_JSON_TYPE_STRING)
        return "a value in it is no string";
    if (strlen(v->text) != v->len || strpbrk(v->text, "\r\n") != NULL)
        return "a value in it holds a line end or U+0000";
    add_header(out, m->name, v->text);
    return NULL;
}

/* NULL, or why it is no JSON object of headers. */
static const char *take_object(Upstream *u, const char *text, size_t len)
{
    JsonDoc *doc = NULL;
    Buf out;
    const char *fault = NULL;
    if (cm__json_parse(u->alloc, text, len, NULL, &doc, NULL) != CM_OK ||
        doc->root.type != CM_JSON_TYPE_OBJECT) {
        cm__json_doc_free(doc);
        return "it is no JSON object";
    }
    cm__buf_init(&out, u->alloc, CM_BUF_NO_LIMIT);
    for (size_t i = 0; fault == NULL && i < doc->root.n_members; i++)
        fault = add_member(&out, &doc->root.members[i]);
    if (fault != NULL)
        cm__buf_done(&out);
    else if (!take_headers(u, &out, doc->root.n_members))
        fault = no_memory;
    cm__json_doc_free(doc);
    return fault;
}

static void hide_header(Redactor *redactor, const cm_http_header *header)
{
    char shown[120];
    const char *blank = strchr(header->value, ' '); /* behind a scheme */
    (void)snprintf(shown, sizeof shown, "${header:%.80s}", header->name);
    cm__redactor_hide(redactor, header->value, shown);
    if (blank != NULL)
        cm__redactor_hide(redactor, blank + 1, shown);
}

/* ---- fetching ---- */

static void failed(void *user, const char *why)
{
    Upstream *u = user;
    char fault[400];
    u->secret_request = NULL;
    (void)snprintf(fault, sizeof fault,
                   "its \"%s\" gave nothing to use: %.300s",
                   u->spec->secret->key, why);
    cm__upstream_secret_came(u, fault);
}

static void given(void *user, const char *text, size_t len)
{
    Upstream *u = user;
    u->secret_request = NULL;
    const char *fault = u->spec->secret->is_headers ? take_object(u, text, len)
                                                    : take_token(u, text);
    if (fault != NULL) {
        failed(u, fault);
        return;
    }
    for (size_t i = 0; u->log != NULL && i < u->given.n; i++)
        hide_header(u->log->redactor, &u->given.items[i]);
    u->secret_serial++;
    u->is_secret_refused = u->is_list_refused = false;
    u->is_secret_fresh = true;
    u->secret_at_ms = cm__loop_now_ms(u->loop);
    cm__upstream_secret_came(u, NULL);
}

bool cm__upsecret_is_due(const Upstream *u)
{
    const UpstreamSecret *s = u->spec->secret;
    if (s == NULL)
        return false;
    return u->secret_serial == 0 || u->is_secret_refused ||
           (s->ttl_ms > 0 &&
            cm__loop_now_ms(u->loop) - u->secret_at_ms >= s->ttl_ms);
}

void cm__upsecret_fetch(Upstream *u)
{
    static const SecretEvents events = { given, failed };
    if (u->secret_request == NULL)
        cm__secret_start(u->loop, &u->spec->secret->from, &events, u,
                         &u->secret_request);
}
