/* SPDX-License-Identifier: MIT */
/* What a server may send to us. Oracles: lines do not depend on how the stream
 * was cut, the same stream gives the same events and answers, each request is
 * answered at most once, and whatever we send is one line of JSON. The first
 * byte is the size of the parts. */
#include "fuzz.h"

#include <string.h>

#include "mcp/client.h"
#include "net/lines.h"

typedef struct Trace {
    McpClient *client;
    Buf text;
    unsigned n_answers, n_ends;
} Trace;

static cm_status traced_send(void *user, const char *line, size_t len,
                             const WireNote *note)
{
    Trace *t = user;
    JsonDoc *doc = NULL;
    FUZZ_CHECK(note->method == NULL || note->method[0] != '\0');
    FUZZ_CHECK(len > 0 && line[len - 1] == '\n');
    FUZZ_CHECK(memchr(line, '\n', len - 1) == NULL);
    FUZZ_CHECK(cm__json_parse(cm__alloc_default(), line, len, NULL, &doc,
                              NULL) == CM_OK);
    cm__json_doc_free(doc);
    cm__buf_add(&t->text, line, len);
    return CM_OK;
}

static void traced_listed(void *user, const JsonValue *tools, const char *error)
{
    Trace *t = user;
    cm__buf_add_fmt(&t->text, "tools %zu %s\n",
                    tools != NULL ? tools->n_items : 0,
                    error != NULL ? error : "");
    if (tools == NULL)
        FUZZ_CHECK(++t->n_ends == 1);
}

static void traced_answer(void *user, const McpAnswer *answer)
{
    Trace *t = user;
    FUZZ_CHECK(++t->n_answers == 1);
    FUZZ_CHECK((answer->result == NULL) == (answer->error != NULL));
    cm__buf_add_str(&t->text, "answer\n");
}

static void traced_ready(void *user)
{
    Trace *t = user;
    cm__buf_add_str(&t->text, "ready\n");
    (void)cm__client_list_tools(t->client, traced_listed, t);
}

static void traced_refused(void *user, const char *reason, const McpAnswer *why)
{
    cm__buf_add_fmt(&((Trace *)user)->text, "refused %s %d\n", reason,
                    why != NULL);
}

static void traced_changed(void *user)
{
    cm__buf_add_str(&((Trace *)user)->text, "changed\n");
}

static void traced_progress(void *user, void *call, const JsonValue *params)
{
    (void)call;
    cm__buf_add_fmt(&((Trace *)user)->text, "progress %zu\n",
                    params->n_members);
}

static void feed(void *ctx, const char *line, size_t len)
{
    cm__client_feed(((Trace *)ctx)->client, line, len);
}

static void run(Trace *t, const char *text, size_t size, size_t step,
                McpStart start)
{
    static const McpClientEvents events = {
        .send = traced_send,
        .ready = traced_ready,
        .refused = traced_refused,
        .tools_changed = traced_changed,
        .progressed = traced_progress,
    };
    LineSplitter lines;
    *t = (Trace){ .n_answers = 0 };
    cm__buf_init(&t->text, cm__alloc_default(), CM_BUF_NO_LIMIT);
    const McpClientSpec spec = { .name = "fuzz",
                                 .start = start,
                                 .is_http = start == CM_MCP_DISCOVER_FIRST,
                                 .events = &events,
                                 .user = t };
    const McpCall call = { .tool = "t" };
    t->client = cm__client_new(cm__alloc_default(), &spec);
    FUZZ_CHECK(t->client != NULL);
    cm__client_start(t->client);
    (void)cm__client_call_tool(t->client, &call, traced_answer, t);
    cm__lines_init(&lines, cm__alloc_default(), 4096);
    for (size_t i = 0; i < size; i += step)
        (void)cm__lines_feed(&lines, text + i,
                             size - i < step ? size - i : step, feed, t);
    cm__lines_done(&lines);
    cm__client_disconnect(t->client, "gone");
    FUZZ_CHECK(t->n_answers == 1);
    cm__client_free(t->client);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    Trace whole, parts;
    if (size == 0)
        return 0;
    const char *text = (const char *)bytes + 1;
    McpStart start =
        bytes[0] >= 128 ? CM_MCP_DISCOVER_FIRST : CM_MCP_HANDSHAKE_FIRST;
    run(&whole, text, size - 1, size, start);
    run(&parts, text, size - 1, (size_t)bytes[0] % 17 + 1, start);
    FUZZ_CHECK(whole.text.len == parts.text.len);
    FUZZ_CHECK(memcmp(cm__buf_text(&whole.text), cm__buf_text(&parts.text),
                      whole.text.len) == 0);
    cm__buf_done(&whole.text);
    cm__buf_done(&parts.text);
    return 0;
}
