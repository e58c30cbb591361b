/* SPDX-License-Identifier: MIT */
#ifndef CM_CLI_OPENAPI_SOURCE_H
#define CM_CLI_OPENAPI_SOURCE_H
/* openapi_source: the operations of an OpenAPI document as a source of the hub.
 *
 *     IDLE --connect--> FETCHING --read--> READY
 *                          |                        a file is read at once
 *                          +--> FAILED --connect--> FETCHING ...
 *
 * A URL that failed is tried again after 1, 2, 4 ... 60 s; nobody waits for it.
 *
 * A document is JSON or YAML by its content. A call is a machine of
 * openapi/call.h that is fed here: credentials come from the environment, files
 * and commands, anew for each call; answers from net/http.h. Whatever goes
 * wrong with one document is said of that one, the others stay.
 * Ownership: the spec is borrowed and outlives the source; the hub frees the
 *            source, before the network.
 * Threads:   the loop's thread only.
 * Limits:    64 MiB of document, 30 s and 5 redirects to fetch it; 50 MiB of an
 *            answer; 64 KiB and 30 s for a credential of a command. */
#include "mcp/hub.h"
#include "mcp/toolfilter.h"

typedef enum OpenApiAuthKind {
    OPENAPI_AUTH_DEFAULT, /* an API key for such a scheme, else a bearer */
    OPENAPI_AUTH_BEARER,
    OPENAPI_AUTH_BASIC,
    OPENAPI_AUTH_API_KEY,
    OPENAPI_AUTH_HEADER
} OpenApiAuthKind;

/* Where the credential for one security scheme comes from. */
typedef struct OpenApiAuth {
    const char *scheme; /* its name in the document */
    OpenApiAuthKind kind;
    const char *name; /* BASIC: the user, HEADER: the header's name */
    /* One of the three is set. */
    const char *env; /* name of a variable; not set: unavailable */
    const char *file;
    const char *const *argv;
} OpenApiAuth;

typedef struct OpenApiSpec {
    const char *name, *ns;
    const char *place;    /* FILE:LINE of its entry, for messages; NULL: none */
    const char *document; /* a file, or an http or https URL */
    const char *base_url; /* NULL: the document's servers */
    const cm_http_header *headers; /* of every request */
    size_t n_headers;
    const OpenApiAuth *auth;
    size_t n_auth;
    const char *const *credential_env; /* of commands; NULL: ours */
    const char *lack; /* variables of auth that are not set; NULL: none */
    /* Which operations become tools: operationId, tool path or "METHOD path",
     * '*' is any text. None: all of them. */
    const char *const *include;
    size_t n_include;
    const ToolFilter *filter; /* over the same names; NULL: none */
    const DirectRule *direct; /* likewise; NULL: programs reach all tools */
    uint64_t call_timeout_ms;
    size_t max_calls;  /* open at once; others wait */
    bool is_unchecked; /* inputs are not validated */
} OpenApiSpec;

/* What the sources of one host share; set loop, free with
 * cm__openapi_network_free after the hub. The client is made when needed. */
typedef struct OpenApiNetwork {
    Loop *loop;
    struct HttpClient *client;
} OpenApiNetwork;

void cm__openapi_network_free(OpenApiNetwork *network);

cm_status cm__openapi_source_add(Hub *hub, OpenApiNetwork *network,
                                 const Log *log, const OpenApiSpec *spec);

/* What doctor tells of a source of the hub. */
typedef struct OpenApiFacts {
    const OpenApiSpec *spec;
    bool is_ready;
    const char *reason; /* when it is not */
    const char *fault;  /* what does not work all the same, or NULL */
    size_t n_tools;
    size_t n_skipped;  /* the filtered ones are the last of them */
    size_t n_filtered; /* by the entry of the configuration */
    size_t n_direct;
    uint64_t start_ms;
} OpenApiFacts;

OpenApiFacts cm__openapi_source_facts(const void *source);
/* index < n_skipped; texts are borrowed from the source. */
cm_openapi_skipped cm__openapi_source_skipped(const void *source, size_t index);

#endif
