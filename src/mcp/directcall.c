/* SPDX-License-Identifier: MIT */
#include "mcp/directcall.h"

#include <string.h>

#include "mcp/resourcebound.h"
#include "mcp/resulttext.h"
#include "schema/schema.h"
#include "json/writer.h"

/* The loop's thread serves everybody: about ten milliseconds of checking. */
#define CHECK_STEPS UINT64_C(2000000)

struct DirectCall {
    const cm_allocator *alloc;
    const ToolboxDirect *direct; /* the HostCall keeps its toolbox */
    HostCall *call;              /* NULL while it starts */
    char *input;                 /* owned */
    size_t input_len, input_size;
    Bound bound;
    DirectEvents events;
    void *user;
    bool *has_ended; /* of the start, while that lasts */
};

/* ---- ends ---- */

static void end(DirectCall *d)
{
    if (d->has_ended != NULL)
        *d->has_ended = true;
    cm__free(d->alloc, d->input, d->input_size);
    cm__free(d->alloc, d, sizeof *d);
}

static void end_done(DirectCall *d, const Buf *result)
{
    bool is_ok = result->status == CM_OK;
    d->events.done(d->user, is_ok ? cm__buf_text(result) : NULL,
                   is_ok ? result->len : 0);
    end(d);
}

/* One text part, bounded. */
static void end_text(DirectCall *d, const Buf *text, bool is_error)
{
    Buf cut, result;
    cm__buf_init(&cut, d->alloc, CM_BUF_NO_LIMIT);
    cm__buf_init(&result, d->alloc, CM_BUF_NO_LIMIT);
    cm__bound_text(&d->bound, cm__buf_text(text), text->len, &cut);
    cm__result_of_text(cm__buf_text(&cut), cut.len, is_error, &result);
    if (text->status != CM_OK || cut.status != CM_OK)
        result.status = CM_E_NOMEM;
    cm__buf_done(&cut);
    end_done(d, &result);
    cm__buf_done(&result);
}

static void end_message(DirectCall *d, const char *message, size_t len)
{
    Buf text;
    cm__buf_init(&text, d->alloc, CM_BUF_NO_LIMIT);
    cm__result_add_clean(&text, message, len);
    end_text(d, &text, true);
    cm__buf_done(&text);
}

/* ---- checks ---- */

/* Appends what is wrong, or nothing; schema NULL: nothing is. */
static void add_problems(const DirectCall *d, const Schema *schema,
                         const char *json, size_t len, Buf *out)
{
    uint64_t left = CHECK_STEPS;
    const SchemaHost host = { d->alloc, cm__schema_spend, &left };
    if (schema == NULL)
        return;
    switch (cm__schema_check(schema, &host, json, len, out)) {
    case SCHEMA_VALID:
    case SCHEMA_INVALID:
    case SCHEMA_UNCHECKABLE:
        break;
    case SCHEMA_STOPPED:
        cm__buf_add_str(out, "checking it takes too long");
        break;
    case SCHEMA_NOMEM:
        out->status = CM_E_NOMEM;
        break;
    }
}

/* In the words of spec/execution.md 6.4, with the name that the model knows. */
static bool is_input_refused(const DirectCall *d, const JsonValue *arguments,
                             Buf *text)
{
    cm__buf_add_fmt(text, "Invalid input for %s: ", d->direct->id);
    size_t head = text->len;
    if (arguments != NULL && arguments->type != CM_JSON_TYPE_OBJECT &&
        arguments->type != CM_JSON_TYPE_NULL)
        cm__buf_add_fmt(text, "/: expected object, found %s",
                        cm__json_type_name(arguments->type));
    else
        add_problems(d, d->direct->input, d->input, d->input_len, text);
    return text->len > head || text->status != CM_OK;
}

static void add_output_problems(const DirectCall *d, const char *json,
                                size_t len, Buf *text, Buf *value)
{
    cm_status status = cm__result_json_text(json, len, value);
    if (status == CM_OK)
        add_problems(d, d->direct->tool->output, json, len, text);
    else if (status == CM_E_NOMEM)
        text->status = status;
    else
        cm__buf_add_str(text, "not valid JSON");
}

/* ---- results of MCP servers ---- */

/* The decoded size of inline media, 0 when there is none. */
static size_t media_bytes(const JsonValue *part)
{
    const JsonValue *data = cm__resource_media(part);
    if (data == NULL)
        return 0;
    size_t n = data->len;
    while (n > 0 && data->len - n < 2 && data->text[n - 1] == '=')
        n--;
    return n / 4 * 3 + (n % 4 > 0 ? n % 4 - 1 : 0);
}

static void join_texts(const JsonValue *content, Buf *out)
{
    bool is_first = true;
    for (size_t i = 0; i < content->n_items; i++) {
        const JsonValue *text = cm__part_text(&content->items[i]);
        if (text == NULL)
            continue;
        if (!is_first)
            cm__buf_add_char(out, '\n');
        is_first = false;
        cm__buf_add(out, text->text, text->len);
    }
}

static void write_left_out(JsonWriter *w, size_t n_media,
                           const ResourceBound *resources)
{
    char line[100];
    if (n_media > 0) {
        cm__result_left_out_line(n_media, line);
        cm__result_write_text(w, line, strlen(line));
    }
    if (resources->n_over > 0) {
        cm__resource_over_line(resources->n_over, line);
        cm__result_write_text(w, line, strlen(line));
    }
    if (resources->n_left_out > 0) {
        cm__resource_left_out_line(resources->n_left_out, line);
        cm__result_write_text(w, line, strlen(line));
    }
}

/* null is what sloppy servers write for "none". */
static bool is_absent(const JsonValue *value)
{
    return value == NULL || value->type == CM_JSON_TYPE_NULL;
}

/* text: what stands for all text parts; NULL: they stay. */
static void write_content(const DirectCall *d, JsonWriter *w,
                          const JsonValue *content, const Buf *text)
{
    ResourceBound resources = { .left = d->bound };
    size_t media = 0, n_left_out = 0;
    bool has_text = false;
    cm__json_begin_array(w);
    for (size_t i = 0; i < content->n_items; i++) {
        const JsonValue *part = &content->items[i];
        const JsonValue *own = cm__part_text(part);
        size_t bytes = media_bytes(part);
        if (part->type != CM_JSON_TYPE_OBJECT)
            continue; /* clients would refuse the others with it */
        if (own != NULL && text == NULL) {
            cm__resource_write_words(&resources, w, part, own->text, own->len);
        } else if (own != NULL && !has_text) {
            has_text = true;
            cm__resource_write_words(&resources, w, part, cm__buf_text(text),
                                     text->len);
        } else if (own == NULL && bytes > CM_MEDIA_MAX - media) {
            n_left_out++;
        } else if (own == NULL && cm__resource_write(&resources, w, part)) {
            media += bytes;
        }
    }
    write_left_out(w, n_left_out, &resources);
    cm__json_end_array(w);
}

static bool takes_structured(const DirectCall *d, const JsonValue *structured)
{
    return !is_absent(structured) &&
           (d->events.is_modern || structured->type == CM_JSON_TYPE_OBJECT);
}

/* Whether clients take the member as it is. An answer of ours is complete,
 * whatever a server with a handshake, which cannot ask for more, calls it. */
static bool is_taken(const DirectCall *d, const JsonMember *m)
{
    if (cm__json_is_named(m, "structuredContent"))
        return takes_structured(d, &m->value);
    if (cm__json_is_named(m, "resultType"))
        return cm__json_is_text(&m->value, "complete");
    if (cm__json_is_named(m, "isError"))
        return m->value.type == CM_JSON_TYPE_BOOL;
    if (cm__json_is_named(m, "_meta"))
        return m->value.type == CM_JSON_TYPE_OBJECT;
    return true;
}

static void write_result(const DirectCall *d, JsonWriter *w,
                         const JsonValue *result, const JsonValue *content,
                         const Buf *text)
{
    bool has_content = false;
    cm__json_begin_object(w);
    for (size_t i = 0; i < result->n_members; i++) {
        const JsonMember *m = &result->members[i];
        bool is_content = cm__json_is_named(m, "content");
        if (!is_taken(d, m))
            continue;
        cm__json_key_n(w, m->name, m->name_len);
        if (is_content)
            write_content(d, w, content, text);
        else
            cm__json_write_value(w, &m->value);
        has_content = has_content || is_content;
    }
    if (!has_content) {
        cm__json_key(w, "content");
        cm__json_write_raw(w, "[]", 2);
    }
    cm__json_end_object(w);
}

static void end_result(DirectCall *d, const JsonValue *result,
                       const JsonValue *content)
{
    Buf text, cut, json;
    cm__buf_init(&text, d->alloc, CM_BUF_NO_LIMIT);
    cm__buf_init(&cut, d->alloc, CM_BUF_NO_LIMIT);
    cm__buf_init(&json, d->alloc, CM_BUF_NO_LIMIT);
    join_texts(content, &text);
    cm__bound_text(&d->bound, cm__buf_text(&text), text.len, &cut);
    bool is_same =
        cut.len == text.len &&
        memcmp(cm__buf_text(&cut), cm__buf_text(&text), cut.len) == 0;
    JsonWriter w = cm__json_writer(&json);
    w.replace_surrogates = true; /* many clients cannot read them */
    write_result(d, &w, result, content, is_same ? NULL : &cut);
    if (text.status != CM_OK || cut.status != CM_OK)
        json.status = CM_E_NOMEM;
    cm__buf_done(&text);
    cm__buf_done(&cut);
    end_done(d, &json);
    cm__buf_done(&json);
}

/* What the client's era does not know, as text. */
static void end_structured(DirectCall *d, const JsonValue *result)
{
    const JsonValue *is_error = cm__json_get(result, "isError");
    const JsonValue *value = cm__json_get(result, "structuredContent");
    Buf text;
    cm__buf_init(&text, d->alloc, CM_BUF_NO_LIMIT);
    JsonWriter w = cm__json_writer(&text);
    w.indent = 2;
    if (value->type == CM_JSON_TYPE_STRING)
        cm__result_add_clean(&text, value->text, value->len);
    else
        cm__json_write_value(&w, value);
    end_text(d, &text,
             is_error != NULL && is_error->type == CM_JSON_TYPE_BOOL &&
                 is_error->boolean);
    cm__buf_done(&text);
}

/* ---- answers ---- */

static void sink_returned(void *user, const char *json, size_t len)
{
    DirectCall *d = user;
    Buf text, value;
    cm__buf_init(&text, d->alloc, CM_BUF_NO_LIMIT);
    cm__buf_init(&value, d->alloc, CM_BUF_NO_LIMIT);
    cm__buf_add_fmt(&text, "Invalid output of %s: ", d->direct->id);
    size_t head = text.len;
    add_output_problems(d, json, len, &text, &value);
    if (text.len > head || text.status != CM_OK)
        end_text(d, &text, true);
    else
        end_text(d, &value, false);
    cm__buf_done(&text);
    cm__buf_done(&value);
}

static void sink_failed(void *user, const char *message, size_t len)
{
    end_message(user, message, len);
}

static void sink_answered(void *user, const JsonValue *result)
{
    static const JsonValue nothing = { .type = CM_JSON_TYPE_ARRAY };
    static const char torn[] = "the content of its result is no list";
    DirectCall *d = user;
    const JsonValue *content = cm__json_get(result, "content");
    const JsonValue *structured = cm__json_get(result, "structuredContent");
    bool is_torn = !is_absent(content) && content->type != CM_JSON_TYPE_ARRAY;
    if (is_torn && is_absent(structured)) {
        end_message(d, torn, sizeof torn - 1);
        return;
    }
    if (is_torn || is_absent(content))
        content = &nothing;
    if (content->n_items == 0 && !is_absent(structured) &&
        !takes_structured(d, structured))
        end_structured(d, result);
    else
        end_result(d, result, content);
}

static void sink_refused(void *user, int64_t code, const char *message,
                         const JsonValue *data)
{
    DirectCall *d = user;
    d->events.refused(d->user, code, message, data);
    end(d);
}

static void sink_progressed(void *user, const JsonValue *params)
{
    const DirectCall *d = user;
    d->events.progressed(d->user, params);
}

/* ---- the start ---- */

static DirectCall *call_new(const cm_allocator *alloc,
                            const JsonValue *arguments)
{
    DirectCall *d = cm__alloc_zero(alloc, 1, sizeof *d);
    Buf input;
    if (d == NULL)
        return NULL;
    d->alloc = alloc;
    cm__buf_init(&input, alloc, CM_BUF_NO_LIMIT);
    JsonWriter w = cm__json_writer(&input);
    if (arguments != NULL && arguments->type != CM_JSON_TYPE_NULL)
        cm__json_write_value(&w, arguments);
    else
        cm__json_write_raw(&w, "{}", 2);
    if (cm__buf_take(&input, &d->input, &d->input_len, &d->input_size) == CM_OK)
        return d;
    cm__buf_done(&input);
    cm__free(alloc, d, sizeof *d);
    return NULL;
}

DirectCall *cm__directcall_start(const cm_allocator *alloc,
                                 const ToolboxDirect *direct,
                                 const Bound *bound, const JsonValue *arguments,
                                 const DirectEvents *events, void *user)
{
    static const HostSink sink = { sink_returned, sink_failed, sink_answered,
                                   sink_refused, sink_progressed };
    DirectCall *d = call_new(alloc, arguments);
    Buf problem;
    HostCall *call = NULL;
    bool has_ended = false;
    if (d == NULL) {
        events->done(user, NULL, 0);
        return NULL;
    }
    d->direct = direct;
    d->bound = *bound;
    d->events = *events;
    d->user = user;
    d->has_ended = &has_ended;
    cm__buf_init(&problem, alloc, CM_BUF_NO_LIMIT);
    if (is_input_refused(d, arguments, &problem))
        end_text(d, &problem, true);
    else if (!cm__host_begin(direct->tool, d->input, d->input_len, &sink, d,
                             &call))
        end_message(d, "out of memory", 13);
    cm__buf_done(&problem);
    if (has_ended)
        return NULL;
    d->has_ended = NULL;
    d->call = call;
    return d;
}

void cm__directcall_cancel(DirectCall *call)
{
    call->call->tool->ops->cancel(call->call);
}
