/* SPDX-License-Identifier: MIT */
/* Input: a byte of settings, then the result that an MCP server gives to
 * tools/call. It goes to a program and to who called the tool directly.
 * Oracles for the program: isError fails it with the texts, else it gets the
 * structured content, or the texts in one, or null, as a second reading here
 * says; what it leaves (record, text, rows, attachments) is JSON and UTF-8.
 * For direct calls: UTF-8 and JSON come out, within the bound, a result of the
 * shape that clients take; isError stays; texts within the bound are unchanged.
 * Twice the same. */
#include "fuzz.h"

#include <string.h>

#include "base/utf8.h"
#include "mcp/directcall.h"
#include "mcp/hostrun.h"
#include "mcp/resourcebound.h"
#include "mcp/resulttext.h"
#include "mcp/toolresult.h"
#include "stage.h"

enum {
    MAX_BYTES = 16384,
    NOTE_BYTES = 80 /* what stands for what a bound leaves out */
};

typedef struct Stand {
    Loop *loop;
    WorkPool *pool;
    Toolbox *boxes[2];       /* by language */
    const JsonValue *result; /* what every tool gives */
    const JsonValue *content;
    Buf joined; /* its texts */
    bool is_error, is_torn, has_texts;
    const JsonValue *structured; /* NULL: none */
    Buf trace;
    int n_done;
} Stand;

static void get_start(HostCall *call)
{
    cm__toolresult_settle(call, ((const Stand *)call->tool->source)->result);
}

static void get_cancel(HostCall *call)
{
    (void)call;
}

static const HostToolOps get_ops = { get_start, get_cancel };

static void log_nothing(void *user, LogLevel level, const char *text)
{
    (void)user, (void)level;
    FUZZ_CHECK(text);
}

static Toolbox *new_box(Stand *s, cm_language language)
{
    static const Log log = { .level = CM_LOG_DEBUG, .write = log_nothing };
    const ToolboxEntry get = { .path = "t.get",
                               .output_schema =
                                   "{\"type\":\"object\",\"required\":[\"a\"]}",
                               .output_rule = OUTPUT_IS_REPORTED,
                               .ops = &get_ops,
                               .source = s };
    const ToolboxEntry say = { .path = "t.say",
                               .ops = &get_ops,
                               .source = s,
                               .is_unchecked = true,
                               .direct_id = "t_say",
                               .listed = "" };
    cm_runtime_options options = CM_RUNTIME_OPTIONS_INIT;
    cm_error err;
    Toolbox *box = cm__toolbox_new(cm__alloc_default());
    FUZZ_CHECK(box);
    box->log = &log;
    options.language = language;
    FUZZ_CHECK(cm__toolbox_add(box, &get, NULL, &err) == CM_OK);
    FUZZ_CHECK(cm__toolbox_add(box, &say, NULL, &err) == CM_OK);
    FUZZ_CHECK(cm__toolbox_seal(box, &options, &err) == CM_OK);
    return box;
}

/* ---- a second reading ---- */

static JsonDoc *parse(const char *text, size_t len)
{
    /* What is wrapped may be two levels deeper than what was read. */
    const JsonOptions options = { .max_depth = 2000 };
    JsonDoc *doc = NULL;
    (void)cm__json_parse(cm__alloc_default(), text, len, &options, &doc, NULL);
    return doc;
}

static const JsonValue *text_part(const JsonValue *part)
{
    const JsonValue *text = cm__json_get(part, "text");
    bool is_text = cm__json_is_text(cm__json_get(part, "type"), "text");
    return is_text && text && text->type == CM_JSON_TYPE_STRING ? text : NULL;
}

/* The text parts of any content, joined; their number. */
static size_t join(const JsonValue *content, Buf *out)
{
    size_t n = 0;
    cm__buf_init(out, cm__alloc_default(), CM_BUF_NO_LIMIT);
    for (size_t i = 0; content && i < content->n_items; i++) {
        const JsonValue *text = text_part(&content->items[i]);
        if (!text)
            continue;
        if (n++ > 0)
            cm__buf_add_char(out, '\n');
        cm__buf_add(out, text->text, text->len);
    }
    return n;
}

static const JsonValue *present(const JsonValue *object, const char *name)
{
    const JsonValue *v = cm__json_get(object, name);
    return v && v->type != CM_JSON_TYPE_NULL ? v : NULL;
}

static bool is_true(const JsonValue *v)
{
    return v && v->type == CM_JSON_TYPE_BOOL && v->boolean;
}

static void read_result(Stand *s, const JsonValue *result)
{
    const JsonValue *content = present(result, "content");
    s->result = result;
    s->is_torn = content && content->type != CM_JSON_TYPE_ARRAY;
    s->content = s->is_torn ? NULL : content;
    s->has_texts = join(s->content, &s->joined) > 0;
    s->is_error = is_true(cm__json_get(result, "isError"));
    s->structured = present(result, "structuredContent");
}

static bool is_same(const char *text, size_t len, const Buf *expected)
{
    return len == expected->len &&
           memcmp(text, cm__buf_text(expected), len) == 0;
}

/* What is left of a text that only UTF-8 may leave. */
static void clean(const Buf *text, Buf *out)
{
    cm__buf_init(out, cm__alloc_default(), CM_BUF_NO_LIMIT);
    cm__result_add_clean(out, cm__buf_text(text), text->len);
}

/* ---- the program ---- */

/* Strings of Lua have no lone surrogates (spec/lua.md). */
static void check_value(const Stand *s, const cm_result *result, bool is_lua)
{
    size_t len;
    const char *json = cm_result_value(result, &len);
    JsonDoc *doc = parse(json, len);
    bool is_text = s->structured ? s->structured->type == CM_JSON_TYPE_STRING
                                 : s->has_texts;
    FUZZ_CHECK(doc);
    if (is_text) {
        Buf text, wanted;
        cm__buf_init(&text, cm__alloc_default(), CM_BUF_NO_LIMIT);
        if (s->structured)
            cm__buf_add(&text, s->structured->text, s->structured->len);
        else
            cm__buf_add_buf(&text, &s->joined);
        clean(&text, &wanted);
        FUZZ_CHECK(
            doc->root.type == CM_JSON_TYPE_STRING &&
            is_same(doc->root.text, doc->root.len, is_lua ? &wanted : &text));
        cm__buf_done(&text);
        cm__buf_done(&wanted);
    } else {
        FUZZ_CHECK(doc->root.type ==
                   (s->structured ? s->structured->type : CM_JSON_TYPE_NULL));
    }
    cm__json_doc_free(doc);
}

static void check_failure(const Stand *s, const cm_result *result)
{
    static const char torn[] = "the content of its result is no list";
    size_t len;
    const char *message = cm_result_error_message(result, &len);
    Buf words;
    clean(&s->joined, &words);
    if (s->is_error && words.len > 0)
        FUZZ_CHECK(is_same(message, len, &words));
    else if (s->is_error)
        FUZZ_CHECK(strcmp(message, "t.get failed") == 0);
    else
        FUZZ_CHECK(strcmp(message, torn) == 0);
    cm__buf_done(&words);
}

static void check_record(const cm_result *result, const HostRun *run,
                         Buf *trace)
{
    size_t len, n_files = 0;
    Buf text, rows;
    const char *json = cm_result_json(result, &len);
    JsonDoc *doc = parse(json, len);
    FUZZ_CHECK(doc && doc->root.type == CM_JSON_TYPE_OBJECT);
    cm__json_doc_free(doc);
    cm__buf_add(trace, json, len);
    cm__buf_init(&text, cm__alloc_default(), CM_BUF_NO_LIMIT);
    cm__result_text(result, &run->logs, &run->notes, &text);
    FUZZ_CHECK(cm__utf8_is_valid(cm__buf_text(&text), text.len));
    cm__buf_add_buf(trace, &text);
    cm__buf_done(&text);
    cm__buf_init(&rows, cm__alloc_default(), CM_BUF_NO_LIMIT);
    cm__hostrun_rows_json(run, &rows);
    doc = parse(cm__buf_text(&rows), rows.len);
    FUZZ_CHECK(doc && doc->root.n_items == 1 && run->n_rows == 1);
    cm__json_doc_free(doc);
    cm__buf_done(&rows);
    for (const HostFile *f = run->rows[0].files; f; f = f->next) {
        doc = parse(f->json, f->len);
        FUZZ_CHECK(doc && ++n_files <= MAX_BYTES);
        cm__json_doc_free(doc);
        cm__buf_add(trace, f->json, f->len);
    }
}

static HostRun *the_run;
static cm_result *the_result;

static void run_ended(void *user, cm_status status, cm_result *take_result)
{
    (void)user;
    FUZZ_CHECK(status == CM_OK && take_result && !the_result);
    the_result = take_result;
}

static void run_program(Stand *s, cm_language language)
{
    static const char *const sources[] = { [CM_LANGUAGE_JAVASCRIPT] =
                                               "return await tools.t.get()",
                                           [CM_LANGUAGE_LUA] =
                                               "return tools.t.get()" };
    static const HostRunEvents events = { .done = run_ended };
    const HostRunSpec spec = { .source = sources[language],
                               .source_len = strlen(sources[language]),
                               .events = &events };
    cm_error err;
    the_result = NULL;
    FUZZ_CHECK(cm__hostrun_start(s->pool, s->loop, s->boxes[language], &spec,
                                 &the_run, &err) == CM_OK);
    stage_settle(s->loop);
    bool fails = s->is_error || (s->is_torn && !s->structured);
    FUZZ_CHECK(the_result && cm_result_ok(the_result) == !fails);
    if (fails)
        check_failure(s, the_result);
    else
        check_value(s, the_result, language == CM_LANGUAGE_LUA);
    check_record(the_result, the_run, &s->trace);
    cm_result_free(the_result);
    cm__hostrun_free(the_run);
}

/* ---- direct calls ---- */

static void progressed(void *user, const JsonValue *params)
{
    (void)user, (void)params;
    abort();
}

static void refused(void *user, int64_t code, const char *message,
                    const JsonValue *data)
{
    (void)user, (void)code, (void)message, (void)data;
    abort();
}

static JsonDoc *the_answer;

static void done(void *user, const char *json, size_t len)
{
    Stand *s = user;
    FUZZ_CHECK(json && ++s->n_done == 1);
    FUZZ_CHECK(cm__utf8_is_valid(json, len));
    the_answer = parse(json, len);
    FUZZ_CHECK(the_answer);
    cm__buf_add(&s->trace, json, len);
}

static void check_texts(const Stand *s, const JsonValue *content,
                        const Bound *bound)
{
    Buf got, wanted, cut;
    bool has_text = join(content, &got) > 0;
    FUZZ_CHECK(got.len <= 3 * (bound->max_bytes + NOTE_BYTES));
    if (s->has_texts && !(s->is_torn && !s->structured)) {
        cm__buf_init(&cut, cm__alloc_default(), CM_BUF_NO_LIMIT);
        cm__bound_text(bound, cm__buf_text(&s->joined), s->joined.len, &cut);
        clean(&cut, &wanted);
        FUZZ_CHECK(has_text && is_same(cm__buf_text(&got), got.len, &wanted));
        cm__buf_done(&cut);
        cm__buf_done(&wanted);
    }
    cm__buf_done(&got);
}

/* Cut ones keep what is left of the bound; each has a line, 16 at most. */
static void check_resources(const JsonValue *content, const Bound *bound)
{
    size_t bytes = 0;
    for (size_t i = 0; i < content->n_items; i++) {
        const JsonValue *text = cm__resource_text(&content->items[i]);
        bytes += text ? text->len : 0;
    }
    FUZZ_CHECK(bytes <= 3 * bound->max_bytes + 16 * NOTE_BYTES);
}

static void call_directly(Stand *s, const Bound *bound, bool is_modern)
{
    const DirectEvents events = { progressed, done, refused, is_modern };
    const ToolboxDirect *direct = cm__toolbox_direct(s->boxes[0], "t_say");
    s->n_done = 0;
    FUZZ_CHECK(!cm__directcall_start(cm__alloc_default(), direct, bound, NULL,
                                     &events, s));
    FUZZ_CHECK(s->n_done == 1 && the_answer->root.type == CM_JSON_TYPE_OBJECT);
    const JsonValue *answer = &the_answer->root;
    const JsonValue *content = cm__json_get(answer, "content");
    const JsonValue *structured = cm__json_get(answer, "structuredContent");
    const JsonValue *is_error = cm__json_get(answer, "isError");
    FUZZ_CHECK(content && content->type == CM_JSON_TYPE_ARRAY);
    for (size_t i = 0; i < content->n_items; i++)
        FUZZ_CHECK(content->items[i].type == CM_JSON_TYPE_OBJECT);
    FUZZ_CHECK(!structured || is_modern ||
               structured->type == CM_JSON_TYPE_OBJECT);
    FUZZ_CHECK(!is_error || is_error->type == CM_JSON_TYPE_BOOL);
    FUZZ_CHECK(is_true(is_error) ==
               (s->is_error || (s->is_torn && !s->structured)));
    check_texts(s, content, bound);
    check_resources(content, bound);
    cm__json_doc_free(the_answer);
}

/* ---- both, twice ---- */

static void run_all(Stand *s, uint8_t settings)
{
    const Bound narrow = { .max_lines = 1 + settings % 8, .max_bytes = 120 };
    const Bound wide = { .max_lines = CM_BOUND_LINES,
                         .max_bytes = CM_BOUND_BYTES };
    cm__buf_init(&s->trace, cm__alloc_default(), CM_BUF_NO_LIMIT);
    run_program(s, settings & 8 ? CM_LANGUAGE_LUA : CM_LANGUAGE_JAVASCRIPT);
    call_directly(s, &wide, settings & 16);
    call_directly(s, &narrow, settings & 32);
}

static void open_stand(Stand *s)
{
    static const StageHost nothing = { NULL, NULL, NULL };
    stage_begin(&nothing);
    s->loop = cm__loop_new(cm__alloc_default());
    s->pool = cm__workpool_new(cm__alloc_default(), 1, 10000);
    FUZZ_CHECK(s->loop && s->pool);
    s->boxes[CM_LANGUAGE_JAVASCRIPT] = new_box(s, CM_LANGUAGE_JAVASCRIPT);
    s->boxes[CM_LANGUAGE_LUA] = new_box(s, CM_LANGUAGE_LUA);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static Stand stand;
    JsonDoc *doc = NULL;
    if (size < 2 || size > MAX_BYTES)
        return 0;
    if (!stand.loop)
        open_stand(&stand);
    /* As the client reads it, and hands on objects alone. */
    (void)cm__json_parse(cm__alloc_default(), (const char *)bytes + 1, size - 1,
                         NULL, &doc, NULL);
    if (doc && doc->root.type == CM_JSON_TYPE_OBJECT) {
        read_result(&stand, &doc->root);
        run_all(&stand, bytes[0]);
        Buf first = stand.trace;
        run_all(&stand, bytes[0]);
        FUZZ_CHECK(is_same(cm__buf_text(&first), first.len, &stand.trace));
        cm__buf_done(&first);
        cm__buf_done(&stand.trace);
        cm__buf_done(&stand.joined);
    }
    cm__json_doc_free(doc);
    return 0;
}
