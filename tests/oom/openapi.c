/* SPDX-License-Identifier: MIT */
/* OpenAPI documents: read, made tools of, called over a scripted network. */
#include <stdlib.h>
#include <string.h>

#include "life.h"

static const char document[] =
    "{\"openapi\":\"3.1.0\",\"info\":{\"title\":\"T\"},\"servers\":[{\"url\":"
    "\"https://{r}.h.test/v1/\",\"variables\":{\"r\":{\"default\":\"eu\"}}}],"
    "\"security\":[{\"key\":[]}],\"paths\":{\"/pets/{id}\":{\"parameters\":[{"
    "\"name\":\"id\",\"in\":\"path\",\"required\":true,\"schema\":{\"type\":"
    "\"integer\"}}],\"get\":{\"operationId\":\"getPet\",\"summary\":\"One pet\""
    ",\"parameters\":[{\"name\":\"tags\",\"in\":\"query\",\"schema\":{\"type\":"
    "\"array\",\"items\":{\"type\":\"string\"}}},{\"name\":\"X-Trace\",\"in\":"
    "\"header\",\"schema\":{\"type\":\"string\"}}],\"responses\":{\"200\":{"
    "\"content\":{\"application/json\":{\"schema\":{\"$ref\":"
    "\"#/components/schemas/Pet\"}}}}}},\"put\":{\"operationId\":\"putPet\","
    "\"requestBody\":{\"required\":true,\"content\":{\"application/json\":{"
    "\"schema\":{\"$ref\":\"#/components/schemas/Pet\"}}}},\"responses\":{"
    "\"204\":{}}}},\"/forms\":{\"post\":{\"operationId\":\"sendForm\","
    "\"security\":[{\"token\":[\"write\"]},{}],\"requestBody\":{\"content\":{"
    "\"application/x-www-form-urlencoded\":{\"schema\":{\"type\":\"object\","
    "\"properties\":{\"a\":{\"type\":\"string\"},\"b\":{\"type\":\"array\"}}}}}"
    "},\"responses\":{}}},\"/files\":{\"post\":{\"operationId\":\"upload\","
    "\"security\":[],\"requestBody\":{\"content\":{\"multipart/form-data\":{"
    "\"schema\":{\"type\":\"object\",\"properties\":{\"name\":{\"type\":"
    "\"string\"},\"meta\":{\"type\":\"object\"}}}}}},\"responses\":{}}},"
    "\"/bad\":{\"get\":{\"security\":[{\"nobody\":[]}],\"parameters\":[{"
    "\"$ref\":\"#/nowhere\"}]}}},\"components\":{\"securitySchemes\":{\"key\":"
    "{\"type\":\"apiKey\",\"in\":\"header\",\"name\":\"X-Key\"},\"token\":{"
    "\"type\":\"http\",\"scheme\":\"bearer\"}},\"schemas\":{\"Pet\":{\"type\":"
    "\"object\",\"properties\":{\"id\":{\"type\":\"integer\"},\"name\":{"
    "\"type\":\"string\",\"maxLength\":20},\"friend\":{\"$ref\":"
    "\"#/components/schemas/Pet\"}},\"required\":[\"name\"]}}}}";

enum {
    PENDING = 8
};

typedef struct Network {
    bool is_late;   /* answers when the program waits */
    bool is_silent; /* never answers */
    bool is_denied; /* no credentials */
    cm_http_exchange *pending[PENDING];
    int statuses[PENDING];
    size_t n_pending;
    uint64_t now_ns;
} Network;

static uint64_t clock_ns(void *user)
{
    return ((Network *)user)->now_ns;
}

static void answer(cm_http_exchange *exchange, int status)
{
    static const char pet[] = "{\"id\": 7, \"name\": \"Rex\"}";
    static const char no[] = "{\"error\":\"no such pet\"}";
    if (status == 200)
        cm_http_answer(exchange, 200, "application/json", pet, sizeof pet - 1);
    else if (status == 404)
        cm_http_answer(exchange, 404, "application/json", no, sizeof no - 1);
    else if (status == 0)
        cm_http_fail(exchange, CM_HTTP_UNREADABLE, "it broke off");
    else
        cm_http_answer(exchange, status, NULL, NULL, 0);
}

static void cancelled(void *user, cm_http_exchange *exchange)
{
    Network *n = user;
    for (size_t i = 0; i < n->n_pending; i++) {
        if (n->pending[i] != exchange)
            continue;
        n->pending[i] = n->pending[--n->n_pending];
        n->statuses[i] = n->statuses[n->n_pending];
        cm_http_fail(exchange, CM_HTTP_FAILED, "not wanted");
        return;
    }
}

static int status_of(const cm_http_request *r)
{
    if (strcmp(r->method, "PUT") == 0)
        return 204;
    if (strstr(r->url, "/pets/404"))
        return 404;
    return strstr(r->url, "/pets/500") ? 0 : 200;
}

static void send_request(void *user, cm_http_exchange *exchange,
                         const cm_http_request *request)
{
    Network *n = user;
    if (!n->is_late && !n->is_silent) {
        answer(exchange, status_of(request));
        return;
    }
    SCENARIO_CHECK(n->n_pending < PENDING);
    n->pending[n->n_pending] = exchange;
    n->statuses[n->n_pending++] = status_of(request);
    cm_http_on_cancel(exchange, cancelled, n);
}

static void resolve(void *user, cm_credential_question *question,
                    const cm_credential_request *request)
{
    const cm_credential key = { CM_CREDENTIAL_API_KEY, NULL, "secret" };
    const Network *n = user;
    if (n->is_denied)
        cm_credential_fail(question, "the vault is closed");
    else if (strcmp(request->name, "key") == 0)
        cm_credential_give(question, &key);
    else
        cm_credential_unavailable(question);
}

static cm_status open_document(const cm_allocator *alloc, Network *n,
                               cm_openapi **ret_openapi)
{
    const cm_http_header header = { "X-Fixed", "1" };
    cm_openapi_options o = CM_OPENAPI_OPTIONS_INIT;
    o.allocator = alloc;
    o.headers = &header;
    o.n_headers = 1;
    o.send = send_request;
    o.resolve = resolve;
    o.user = n;
    return scenario_status(
        cm_openapi_new(document, sizeof document - 1, &o, ret_openapi, NULL));
}

static cm_status document_alone(const cm_allocator *alloc, const void *arg)
{
    Network n = { .is_late = false };
    cm_openapi *openapi = NULL;
    (void)arg;
    cm_status status = open_document(alloc, &n, &openapi);
    if (status == CM_OK) {
        SCENARIO_CHECK(cm_openapi_tool_count(openapi) == 4);
        SCENARIO_CHECK(cm_openapi_skipped_count(openapi) == 1);
        scenario_same(cm_openapi_skipped_at(openapi, 0).path, "/bad");
    }
    cm_openapi_free(openapi);
    return status;
}

static cm_status no_document(const cm_allocator *alloc, const void *arg)
{
    static const char text[] = "{\"swagger\":\"2.0\",\"paths\":{}}";
    Network n = { .is_late = false };
    cm_openapi_options o = CM_OPENAPI_OPTIONS_INIT;
    cm_openapi *openapi = NULL;
    (void)arg;
    o.allocator = alloc;
    o.send = send_request;
    o.user = &n;
    cm_status status =
        cm_openapi_new(text, sizeof text - 1, &o, &openapi, NULL);
    return status == CM_E_SYNTAX ? CM_OK : scenario_status(status);
}

/* ---- calls ---- */

typedef struct Call {
    cm_language language;
    bool is_late, is_silent, is_denied;
    const char *source, *record;
} Call;

static cm_status drive(Network *n, cm_execution *x, const char *record)
{
    cm_result *r = NULL;
    while (cm_execution_run(x, 0) == CM_RUN_WAITING) {
        if (n->n_pending > 0 && !n->is_silent) {
            cm_http_exchange *exchange = n->pending[--n->n_pending];
            answer(exchange, n->statuses[n->n_pending]);
        } else {
            n->now_ns = cm_execution_deadline_ns(x);
            SCENARIO_CHECK(n->now_ns != UINT64_MAX);
        }
    }
    cm_status status = scenario_status(cm_execution_take_result(x, &r));
    return status == CM_OK ? life_judge(r, record) : status;
}

static cm_status execute(const cm_allocator *alloc, const Call *c,
                         const cm_tools *tools, Network *n)
{
    cm_runtime_options o = CM_RUNTIME_OPTIONS_INIT;
    cm_execution_options xo = CM_EXECUTION_OPTIONS_INIT;
    cm_runtime *runtime = NULL;
    cm_execution *x = NULL;
    o.allocator = alloc;
    o.language = c->language;
    o.monotonic_ns = clock_ns;
    o.hook_user = n;
    if (c->is_silent)
        o.limits.timeout_ms = 1;
    cm_status status = cm_runtime_new(tools, &o, &runtime, NULL);
    xo.source = c->source;
    xo.source_len = strlen(c->source);
    if (status == CM_OK)
        status = cm_execution_start(runtime, &xo, &x, NULL);
    if (status == CM_OK)
        status = drive(n, x, c->record);
    cm_execution_free(x);
    cm_runtime_free(runtime);
    SCENARIO_CHECK(n->n_pending == 0);
    return scenario_status(status);
}

static cm_status call(const cm_allocator *alloc, const void *arg)
{
    const Call *c = arg;
    Network n = { .is_late = c->is_late,
                  .is_silent = c->is_silent,
                  .is_denied = c->is_denied };
    cm_openapi *openapi = NULL;
    size_t n_unchecked = 0;
    cm_tools *tools = cm_tools_new(alloc);
    cm_status status = tools ? open_document(alloc, &n, &openapi) : CM_E_NOMEM;
    if (status == CM_OK)
        status = cm_openapi_add(openapi, tools, "pets", &n_unchecked, NULL);
    if (status == CM_OK)
        SCENARIO_CHECK(n_unchecked == 0);
    if (status == CM_OK)
        status = execute(alloc, c, tools, &n);
    cm_tools_free(tools);
    cm_openapi_free(openapi);
    return scenario_status(status);
}

#define CALL(name, ...)                                \
    {                                                  \
        name, call, &(const Call){ __VA_ARGS__ }, 0, 0 \
    }

static const Scenario items[] = {
    { "a document", document_alone, NULL, 0, 0 },
    { "a document that is none", no_document, NULL, 0, 0 },
    CALL(
        "requests with parameters and bodies",
        .source = "return [await tools.pets.getPet({ id: 7, tags: ['a', 'b'], "
                  "'X-Trace': 't' }), await tools.pets.putPet({ id: 1, body: "
                  "{ name: 'Tom' } }), await tools.pets.sendForm({ body: { a: "
                  "'x y', b: [1, 2] } }), await tools.pets.upload({ body: { "
                  "name: 'n', meta: { k: 1 } } })]",
        .record =
            "{\"ok\":true,\"value\":[{\"id\":7,\"name\":\"Rex\"},null,{\"id\":7"
            ",\"name\":\"Rex\"},{\"id\":7,\"name\":\"Rex\"}],\"toolCalls\":[{\""
            "name\":\"pets.getPet\"},{\"name\":\"pets.putPet\"},{\"name\":\"pet"
            "s.sendForm\"},{\"name\":\"pets.upload\"}]}"),
    CALL(
        "answers that come later", .is_late = true,
        .source = "return (await Promise.all([1, 2, 3].map((id) => "
                  "tools.pets.getPet({ id })))).map((p) => p.name)",
        .record =
            "{\"ok\":true,\"value\":[\"Rex\",\"Rex\",\"Rex\"],\"toolCalls\":[{"
            "\"name\":\"pets.getPet\"},{\"name\":\"pets.getPet\"},{\"name\":\"p"
            "ets.getPet\"}]}"),
    CALL(
        "answers that come later, Lua", .is_late = true,
        .language = CM_LANGUAGE_LUA,
        .source = "return tools.pets.getPet({ id = 7 }).name",
        .record =
            "{\"ok\":true,\"value\":\"Rex\",\"toolCalls\":[{\"name\":\"pets.get"
            "Pet\"}]}"),
    CALL(
        "statuses and faults as failures", .is_late = true,
        .source = "const out = []; for (const id of [404, 500, 'x']) try { "
                  "await tools.pets.getPet({ id }) } catch (e) { "
                  "out.push(e.message) } return out",
        .record =
            "{\"ok\":true,\"value\":[\"GET /pets/{id} answered HTTP 404: {\\\"e"
            "rror\\\":\\\"no such pet\\\"}\",\"GET /pets/{id} response could no"
            "t be read.\",\"Invalid input for pets.getPet: /id: expected intege"
            "r, found \\\"x\\\"\"],\"toolCalls\":[{\"name\":\"pets.getPet\"},{"
            "\"name\":\"pets.getPet\"}]}"),
    CALL(
        "credentials that cannot be had", .is_denied = true,
        .source = "await tools.pets.getPet({ id: 7 })",
        .record =
            "{\"ok\":false,\"error\":{\"kind\":\"ToolFailure\",\"message\":\"th"
            "e vault is closed\",\"location\":{\"line\":1,\"column\":7}},\"tool"
            "Calls\":[{\"name\":\"pets.getPet\"}]}"),
    CALL(
        "an answer that never comes", .is_silent = true,
        .source = "await tools.pets.getPet({ id: 7 })",
        .record =
            "{\"ok\":false,\"error\":{\"kind\":\"TimeoutExceeded\",\"message\":"
            "\"The execution exceeded its timeout of 1 ms\"},\"toolCalls\":[{\""
            "name\":\"pets.getPet\"}]}"),
};

const ScenarioGroup oom_openapi = { "openapi", items,
                                    sizeof items / sizeof items[0] };
