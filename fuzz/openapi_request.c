/* SPDX-License-Identifier: MIT */
/* Input: a byte that picks an operation of a document with every style, then the
 * JSON of a call; the same bytes come back as the answer. Oracles: a URL has
 * only characters that URLs may have and complete percent triplets, headers are
 * tokens and values without line ends, a boundary ends no part early, a value is
 * JSON in UTF-8, each call ends once, and the same call twice is the same. */
#include "fuzz.h"

#include <string.h>

#include "base/utf8.h"
#include "openapi/call.h"
#include "openapi/compact.h"

#define PARAMETER(in, name, more) \
    "{\"in\":\"" in "\",\"name\":\"" name "\"," more "}"
#define ANY         "\"schema\":{}"
#define STYLE(s)    "\"style\":\"" s "\"," ANY
#define EXPLODED(s) "\"explode\":true," STYLE(s)
#define JSON        "\"content\":{\"application/json\":{" ANY "}}"
#define BODY(type, more)                                                \
    "\"requestBody\":{\"content\":{\"" type "\":{\"schema\":{\"type\":" \
    "\"object\"}" more "}}}"

static const char document
    [] = "{\"openapi\":\"3.1.0\",\"servers\":[{\"url\":\"https://h:8/v1\"}],"
         "\"components\":{\"securitySchemes\":{\"k\":{\"type\":\"apiKey\","
         "\"in\":\"query\",\"name\":\"f\"}}},\"security\":[{\"k\":[]}],\"paths\":{"
         "\"/p/{a}/{b}{c}.{d}/\xC3\xBC{e}?x=1&f=2\":{\"get\":{\"parameters\":[" PARAMETER(
             "path",
             "a", ANY) "," PARAMETER("path",
                                     "b", EXPLODED("label")) "," PARAMETER("path",
                                                                           "c",
                                                                           EXPLODED(
                                                                               "matrix")) "," PARAMETER("path", "d", JSON) "," PARAMETER("path", "e", STYLE("matrix")) "]}},\"/q\":{\"get\":{\"parameters\":[" PARAMETER("query", "f", ANY) "," PARAMETER("query", "g", "\"explode\":false," ANY) "," PARAMETER("query",
                                                                                                                                                                                                                                                                                                                "s",
                                                                                                                                                                                                                                                                                                                STYLE(
                                                                                                                                                                                                                                                                                                                    "spaceDelimited")) "," PARAMETER("query", "t", STYLE("pipeDelimited")) "," PARAMETER("query",
                                                                                                                                                                                                                                                                                                                                                                                                         "r",
                                                                                                                                                                                                                                                                                                                                                                                                         "\"allowReserved\":true," ANY) "," PARAMETER("query",
                                                                                                                                                                                                                                                                                                                                                                                                                                                      "o",
                                                                                                                                                                                                                                                                                                                                                                                                                                                      EXPLODED("deepObject")) "," PARAMETER("query",
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                            "j", JSON) "," PARAMETER("header", "h", ANY) "," PARAMETER("header",
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                       "i", "\"explode\":true," ANY) "," PARAMETER("cookie",
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                   "k",
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                   ANY) "," PARAMETER("cookie",
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                      "l",
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                      "\"explode\":false," ANY) "," PARAMETER("cookie", "m", JSON) "]}},"
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                   "\"/j\":{\"post\":{" BODY("application/json",
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                             "") "}},"
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                 "\"/f\":{\"post\":{" BODY("application/x-www-form-urlencoded", ",\"encoding\":{\"o\":{\"style\":\"deepObject\",\"explode\":true},"
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                "\"r\":{\"allowReserved\":true},\"s\":{\"style\":\"spaceDelimited\"}}") "}},\"/m\":{\"post\":{" BODY("multipart/form-data",
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                     ",\"encoding\":{\"t\":{\"contentType\":\"text/csv\"}}") "}},"
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                             "\"/t\":{\"post\":{\"requestBody\":{\"content\":{\"text/plain\":{}}}}}}}";

typedef struct Run {
    const uint8_t *bytes;
    size_t size;
    Buf trace;
    OaCall *call;
    int n_ends;
} Run;

/* ---- oracles ---- */

static bool is_hex(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'F') ||
           (c >= 'a' && c <= 'f');
}

static bool is_alnum(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') ||
           (c >= 'a' && c <= 'z');
}

static void check_url(const char *url)
{
    FUZZ_CHECK(strncmp(url, "https://h:8/v1/", 15) == 0);
    for (const char *p = url; *p; p++) {
        if (*p == '%') {
            FUZZ_CHECK(is_hex(p[1]) && is_hex(p[2]));
            p += 2;
            continue;
        }
        FUZZ_CHECK(is_alnum(*p) || strchr("-._~:/?@!$&'()*+,;=", *p));
    }
    const char *query = strchr(url, '?');
    for (const char *p = url + 14; p && (!query || p < query);
         p = strchr(p + 1, '/')) {
        size_t len = strcspn(p + 1, "/?");
        FUZZ_CHECK(!(len == 1 && p[1] == '.'));
        FUZZ_CHECK(!(len == 2 && p[1] == '.' && p[2] == '.'));
    }
}

static void check_header(const cm_http_header *header)
{
    FUZZ_CHECK(*header->name);
    for (const char *p = header->name; *p; p++)
        FUZZ_CHECK((is_alnum(*p) && !(*p >= 'A' && *p <= 'Z')) || *p == '-');
    FUZZ_CHECK(!strpbrk(header->value, "\r\n"));
}

static const char *find(const char *at, const char *end, const char *word)
{
    size_t n = strlen(word);
    for (; (size_t)(end - at) >= n; at++)
        if (memcmp(at, word, n) == 0)
            return at;
    return NULL;
}

/* Between two boundaries stands one part: its head begins at once. */
static void check_parts(const char *type, const char *body, size_t len)
{
    static const char start[] = "content-disposition: form-data; name=\"";
    const char *mark = strstr(type, "boundary=");
    const char *end = body + len;
    FUZZ_CHECK(mark);
    mark += strlen("boundary=");
    size_t n = strlen(mark);
    for (const char *p = find(body, end, mark); p; p = find(p, end, mark)) {
        p += n;
        if (end - p == 4 && memcmp(p, "--\r\n", 4) == 0)
            return;
        FUZZ_CHECK((size_t)(end - p) > 2 + sizeof start);
        FUZZ_CHECK(memcmp(p, "\r\n", 2) == 0);
        FUZZ_CHECK(memcmp(p + 2, start, sizeof start - 1) == 0);
    }
    FUZZ_CHECK(0);
}

/* ---- host ---- */

static void asked(void *ctx, OaCall *call, const cm_credential_request *request)
{
    const cm_credential key = { CM_CREDENTIAL_API_KEY, NULL, "a&b" };
    Run *r = ctx;
    (void)request;
    r->call = call;
    cm__oa_call_credential(
        call, r->size % 2 ? OA_GRANT_GIVEN : OA_GRANT_UNAVAILABLE, &key, NULL);
}

static void sent(void *ctx, OaCall *call, const cm_http_request *request)
{
    static const char *const types[] = { "application/json", "text/plain" };
    Run *r = ctx;
    check_url(request->url);
    cm__buf_add_fmt(&r->trace, "%s\n", request->url);
    for (size_t i = 0; i < request->n_headers; i++) {
        const cm_http_header *header = &request->headers[i];
        check_header(header);
        if (strcmp(header->name, "content-type") == 0 &&
            strncmp(header->value, "multipart/", 10) == 0)
            check_parts(header->value, request->body, request->body_len);
        cm__buf_add_fmt(&r->trace, "%s: %s\n", header->name, header->value);
    }
    cm__buf_add(&r->trace, request->body, request->body_len);
    cm__oa_call_answer(call, r->size % 3 ? 200 : 500, types[r->size / 2 % 2],
                       (const char *)r->bytes, r->size);
}

static void came(void *ctx, const char *json, size_t len)
{
    Run *r = ctx;
    r->n_ends++;
    FUZZ_CHECK(cm__utf8_is_valid(json, len));
    FUZZ_CHECK(cm__oa_compact(cm__alloc_default(), json, len, NULL, 0) ==
               CM_OK);
    cm__buf_add(&r->trace, json, len);
}

static void failed(void *ctx, const char *message, size_t len)
{
    Run *r = ctx;
    r->n_ends++;
    FUZZ_CHECK(message && len > 0);
    FUZZ_CHECK(cm__utf8_is_valid(message, len));
    cm__buf_add(&r->trace, message, len);
}

static void run(Run *r, const OpenApiSet *set, const uint8_t *bytes,
                size_t size)
{
    static const OaCallHost host = { asked, sent, came, failed };
    const Operation *op = &set->operations[bytes[0] % set->n_operations];
    *r = (Run){ .bytes = bytes + 1, .size = size - 1 };
    cm__buf_init(&r->trace, cm__alloc_default(), CM_BUF_NO_LIMIT);
    FUZZ_CHECK(cm__oa_call_start(cm__alloc_default(), set, op,
                                 (const char *)bytes + 1, size - 1,
                                 size % 5 != 0, size, &host, r) == CM_OK);
    FUZZ_CHECK(r->n_ends == 1);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static OpenApiSet *set;
    const OaOptions options = { NULL, NULL, 0 };
    Run a, b;
    if (!set)
        FUZZ_CHECK(cm__openapi_generate(cm__alloc_default(), document,
                                        sizeof document - 1, &options, &set,
                                        NULL) == CM_OK);
    FUZZ_CHECK(set->n_operations == 6);
    if (size == 0)
        return 0;
    run(&a, set, bytes, size);
    run(&b, set, bytes, size);
    FUZZ_CHECK(a.trace.len == b.trace.len);
    FUZZ_CHECK(memcmp(cm__buf_text(&a.trace), cm__buf_text(&b.trace),
                      a.trace.len) == 0);
    cm__buf_done(&a.trace);
    cm__buf_done(&b.trace);
    return 0;
}
