/* SPDX-License-Identifier: MIT */
/* Secrets are read anew for each call and kept nowhere. What the environment
 * does not have is unavailable, so that the document's next alternative gets
 * its turn; a file or command that is configured and fails is a failure. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/file.h"
#include "cli/openapi_internal.h"
#include "net/process.h"

enum {
    COMMAND_TIMEOUT_MS = 30000
};
#define SECRET_MAX ((size_t)64 << 10)

/* Of a command; the other kinds end at once. */
struct OpenApiCredential {
    OpenApiSource *source;
    const OpenApiAuth *auth;
    OpenApiCredentialEvents events;
    void *user;
    Process *process;
    Timer *timer;
    Buf out;
};

void cm__openapi_credential_drop(OpenApiCredential *c)
{
    if (c == NULL)
        return;
    cm__process_free(c->process);
    cm__timer_free(c->timer);
    cm__buf_done(&c->out);
    cm__free(c->source->alloc, c, sizeof *c);
}

static void fail(const OpenApiSource *s, const OpenApiAuth *auth,
                 const OpenApiCredentialEvents *events, void *user,
                 const char *why)
{
    char message[300];
    cm__log(s->log, CM_LOG_WARN, "document \"%s\": credential \"%.100s\": %s",
            s->spec->name, auth->scheme, why);
    (void)snprintf(message, sizeof message,
                   "The credential for '%.200s' could not be read.",
                   auth->scheme);
    events->failed(user, message);
}

/* Line ends at the end are of the file or command, not of the secret. */
static void give(const OpenApiSource *s, const OpenApiAuth *auth,
                 const OpenApiCredentialEvents *events, void *user, Buf *text)
{
    while (text->len > 0 && (text->bytes[text->len - 1] == '\n' ||
                             text->bytes[text->len - 1] == '\r'))
        cm__buf_truncate(text, text->len - 1);
    const char *secret = cm__buf_text(text);
    if (text->len == 0)
        fail(s, auth, events, user, "it is empty");
    else if (strlen(secret) != text->len || strpbrk(secret, "\r\n") != NULL)
        fail(s, auth, events, user, "it has more than one line");
    else
        events->given(user, secret);
}

/* ---- files ---- */

static void read_file(const OpenApiSource *s, const OpenApiAuth *auth,
                      const OpenApiCredentialEvents *events, void *user)
{
    Buf text;
    cm_error err;
    cm__buf_init(&text, s->alloc, 2 * SECRET_MAX);
    cm_status status = cm__file_read(auth->file, &text, &err);
    if (status == CM_E_LIMIT || text.len > SECRET_MAX)
        fail(s, auth, events, user, "the file is over 64 KiB");
    else if (status == CM_OK)
        give(s, auth, events, user, &text);
    else
        fail(s, auth, events, user, err.text);
    cm__buf_done(&text);
}

/* ---- commands ---- */

/* The events are called last: they may end what the credential belongs to. */
static void command_failed(OpenApiCredential *c, const char *why)
{
    const OpenApiCredential copy = *c;
    c->out = (Buf){ .alloc = c->source->alloc };
    cm__openapi_credential_drop(c);
    fail(copy.source, copy.auth, &copy.events, copy.user, why);
    Buf out = copy.out;
    cm__buf_done(&out);
}

static void got_output(void *user, const char *bytes, size_t len)
{
    OpenApiCredential *c = user;
    cm__buf_add(&c->out, bytes, len);
    if (c->out.status != CM_OK)
        command_failed(c, "the command's output is over 64 KiB");
}

static void command_ended(void *user, ProcessEnd end)
{
    OpenApiCredential *c = user;
    char how[100], why[200];
    if (end.term_signal != 0 || end.exit_status != 0) {
        cm__process_end_text(end, how, sizeof how);
        (void)snprintf(why, sizeof why, "the command %s", how);
        command_failed(c, why);
        return;
    }
    const OpenApiCredential copy = *c;
    Buf out = copy.out;
    c->out = (Buf){ .alloc = c->source->alloc };
    cm__openapi_credential_drop(c);
    give(copy.source, copy.auth, &copy.events, copy.user, &out);
    cm__buf_done(&out);
}

static void command_timed_out(void *user)
{
    command_failed(user, "the command gave nothing within 30 s");
}

static void run_command(OpenApiSource *s, const OpenApiAuth *auth,
                        const OpenApiCredentialEvents *events, void *user,
                        OpenApiCredential **ret)
{
    static const ProcessEvents process_events = { .output = got_output,
                                                  .ended = command_ended };
    const ProcessSpec spec = { .argv = auth->argv,
                               .env = s->spec->credential_env };
    cm_error err = { .text = "out of memory" };
    OpenApiCredential *c = cm__alloc_zero(s->alloc, 1, sizeof *c);
    if (c == NULL) {
        fail(s, auth, events, user, err.text);
        return;
    }
    *c = (OpenApiCredential){
        .source = s, .auth = auth, .events = *events, .user = user
    };
    cm__buf_init(&c->out, s->alloc, SECRET_MAX);
    c->timer = cm__timer_new(s->network->loop, command_timed_out, c);
    if (c->timer != NULL)
        c->process = cm__process_start(s->network->loop, &spec, &process_events,
                                       c, &err);
    if (c->process == NULL) {
        cm__openapi_credential_drop(c);
        fail(s, auth, events, user, err.text);
        return;
    }
    cm__process_close_stdin(c->process);
    cm__timer_start(c->timer, COMMAND_TIMEOUT_MS);
    *ret = c;
}

void cm__openapi_credential_start(OpenApiSource *s, const OpenApiAuth *auth,
                                  const OpenApiCredentialEvents *events,
                                  void *user, OpenApiCredential **ret)
{
    *ret = NULL;
    if (auth->argv != NULL) {
        run_command(s, auth, events, user, ret);
    } else if (auth->file != NULL) {
        read_file(s, auth, events, user);
    } else {
        const char *secret = getenv(auth->env);
        if (secret != NULL && *secret != '\0')
            events->given(user, secret);
        else
            events->unavailable(user);
    }
}
