/* SPDX-License-Identifier: MIT */
/* Secrets are read anew for each call and kept nowhere. What the environment
 * does not have is unavailable, so that the document's next alternative gets
 * its turn; a file or command that is configured and fails is a failure. */
#include <stdio.h>
#include <stdlib.h>

#include "cli/openapi_internal.h"
#include "mcp/secret.h"

enum {
    COMMAND_TIMEOUT_MS = 30000
};

/* Of a file or command; a variable ends at once. */
struct OpenApiCredential {
    OpenApiSource *source;
    const OpenApiAuth *auth;
    OpenApiCredentialEvents events;
    void *user;
    Secret *secret;
};

void cm__openapi_credential_drop(OpenApiCredential *c)
{
    if (c == NULL)
        return;
    cm__secret_drop(c->secret);
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

static void hide(const OpenApiSource *s, const char *secret)
{
    cm__redactor_hide(s->log->redactor, secret, "[credential]");
}

/* The events are called last: they may end what the credential belongs to. */
static OpenApiCredential take(OpenApiCredential *c)
{
    const OpenApiCredential copy = *c;
    cm__free(copy.source->alloc, c, sizeof *c);
    return copy;
}

static void secret_given(void *user, const char *text, size_t len)
{
    const OpenApiCredential c = take(user);
    (void)len;
    hide(c.source, text);
    c.events.given(c.user, text);
}

static void secret_failed(void *user, const char *why)
{
    const OpenApiCredential c = take(user);
    fail(c.source, c.auth, &c.events, c.user, why);
}

static void start_secret(OpenApiSource *s, const OpenApiAuth *auth,
                         const OpenApiCredentialEvents *events, void *user,
                         OpenApiCredential **ret)
{
    static const SecretEvents secret_events = { secret_given, secret_failed };
    const SecretSpec spec = { .file = auth->file,
                              .argv = auth->argv,
                              .env = s->spec->credential_env,
                              .timeout_ms = COMMAND_TIMEOUT_MS };
    OpenApiCredential *c = cm__alloc_zero(s->alloc, 1, sizeof *c);
    Secret *secret;
    if (c == NULL) {
        fail(s, auth, events, user, "out of memory");
        return;
    }
    *c = (OpenApiCredential){ s, auth, *events, user, NULL };
    cm__secret_start(s->network->loop, &spec, &secret_events, c, &secret);
    if (secret != NULL) { /* else it has ended, and c with it */
        c->secret = secret;
        *ret = c;
    }
}

void cm__openapi_credential_start(OpenApiSource *s, const OpenApiAuth *auth,
                                  const OpenApiCredentialEvents *events,
                                  void *user, OpenApiCredential **ret)
{
    *ret = NULL;
    if (auth->argv != NULL || auth->file != NULL) {
        start_secret(s, auth, events, user, ret);
        return;
    }
    const char *secret = getenv(auth->env);
    if (secret != NULL && *secret != '\0') {
        hide(s, secret);
        events->given(user, secret);
    } else {
        events->unavailable(user);
    }
}
