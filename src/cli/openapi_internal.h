/* SPDX-License-Identifier: MIT */
#ifndef CM_CLI_OPENAPI_INTERNAL_H
#define CM_CLI_OPENAPI_INTERNAL_H
/* openapi_internal: what loading and calling have in common. */
#include "cli/openapi_source.h"
#include "net/http.h"
#include "openapi/generate.h"

enum {
    OPENAPI_REASON_SIZE = 400
};

#define CM_NO_HTTP "libcurl.so.4 cannot be loaded"

typedef enum OpenApiState {
    OPENAPI_IDLE,
    OPENAPI_FETCHING,
    OPENAPI_READY,
    OPENAPI_FAILED
} OpenApiState;

/* What becomes of one operation. */
typedef struct OpenApiChoice {
    const char *path;    /* of the tool below the namespace */
    const char *refusal; /* NULL: it is a tool */
    bool is_direct;
} OpenApiChoice;

typedef struct OpenApiLive OpenApiLive;

typedef struct OpenApiSource {
    const cm_allocator *alloc;
    Hub *hub;
    OpenApiNetwork *network;
    const Log *log;
    const OpenApiSpec *spec;
    OpenApiState state;
    bool is_stopped;
    bool is_again;       /* FETCHING after a failure: nobody waits for it */
    Timer *retry;        /* NULL: never needed */
    unsigned n_failures; /* in a row */
    uint64_t started_ms, took_ms;
    char reason[OPENAPI_REASON_SIZE];
    char empty[OPENAPI_REASON_SIZE]; /* why it has no operations, or "" */

    HttpExchange *fetch; /* NULL: none under way */
    char *url;           /* owned; where the document is fetched from */
    size_t url_size;
    unsigned n_redirects;

    OpenApiSet *set;        /* owned; NULL until READY */
    OpenApiChoice *choices; /* owned; one for each operation */
    size_t *filtered;       /* owned; operations that the entry leaves out */
    size_t n_filtered, n_direct;

    CallGate *gate;
    OpenApiLive *lives; /* calls under way */
    uint64_t n_calls;
} OpenApiSource;

/* The client of all sources; NULL when memory or descriptors are refused. */
HttpClient *cm__openapi_client(OpenApiNetwork *network);

/* openapi_document.c: begins to read the document; ends, perhaps at once, with
 * one call of cm__openapi_loaded. */
void cm__openapi_load(OpenApiSource *source);
void cm__openapi_give_up(OpenApiSource *source);
/* set NULL: reason says why. */
void cm__openapi_loaded(OpenApiSource *source, OpenApiSet *take_set,
                        const char *reason);

/* openapi_empty.c: why a document, as JSON, has no operations. */
void cm__openapi_why_empty(const cm_allocator *alloc, const char *json,
                           size_t len, char *text, size_t size);

/* openapi_choose.c: fills choices and filtered; false when memory is refused.
 * Warns of what matches nothing. */
bool cm__openapi_choose(OpenApiSource *source);
void cm__openapi_drop_choices(OpenApiSource *source);

/* openapi_call.c */
extern const HostToolOps cm__openapi_ops;
void cm__openapi_drop_calls(OpenApiSource *source);

/* openapi_credential.c: a credential on its way. `given` or `failed` is called
 * once, perhaps at once; a request that is dropped calls nothing. */
typedef struct OpenApiCredential OpenApiCredential;
typedef struct OpenApiCredentialEvents {
    void (*given)(void *user, const char *secret);
    void (*unavailable)(void *user);
    /* For programs; what operators may know is in the log. */
    void (*failed)(void *user, const char *message);
} OpenApiCredentialEvents;

/* *ret is NULL when it has ended at once. */
void cm__openapi_credential_start(OpenApiSource *source,
                                  const OpenApiAuth *auth,
                                  const OpenApiCredentialEvents *events,
                                  void *user, OpenApiCredential **ret);
void cm__openapi_credential_drop(OpenApiCredential *credential); /* NULL: ok */

#endif
