/* SPDX-License-Identifier: MIT */
#include "mcp/describe.h"

#include <string.h>

#include "json/writer.h"

void cm__describe_take(const cm_runtime *runtime, char *take_text, size_t len,
                       Buf *out)
{
    if (take_text == NULL)
        out->status = CM_E_NOMEM;
    else
        cm__buf_add(out, take_text, len);
    cm_text_free(runtime, take_text);
}

/* What real clients keep, as tried with a scripted model in November 2026:
 * Claude Code cuts descriptions at 2,048 bytes and keeps 8,021 of a schema;
 * Codex keeps 20,009 and drops descriptions in schemas somewhere between 3,021
 * and 5,021; opencode keeps both. */
static const struct {
    const char *client;
    DescribeLimits limits;
} clients[] = {
    { "claude-code", { CM_UNSET, 2048, 8000 } },
    { "codex-mcp-client", { CM_UNSET, 20000, 0 } },
    { "opencode", { CM_UNSET, 20000, 0 } },
};

DescribeLimits cm__describe_limits(const char *client)
{
    for (size_t i = 0; i < CM_ARRAY_LEN(clients); i++)
        if (strcmp(clients[i].client, client) == 0)
            return clients[i].limits;
    return (DescribeLimits){ CM_UNSET, 0, 3500 };
}

static void drop_last_line(Buf *out)
{
    size_t len = out->len;
    while (len > 0 && (len == out->len || out->bytes[len - 1] != '\n'))
        len--;
    cm__buf_truncate(out, len);
}

void cm__describe_execute(const cm_runtime *runtime,
                          const DescribeLimits *limits, const char *starting,
                          Buf *out)
{
    size_t len = 0, head;
    bool is_empty = cm_runtime_tool_count(runtime) == 0;
    char *text = cm_runtime_head(runtime, &len);
    cm__describe_take(runtime, text, len, out);
    if (starting[0] != '\0') {
        if (is_empty)
            drop_last_line(out); /* that there are no tools */
        cm__buf_add_fmt(out,
                        "Still starting: %s. A search waits for them and finds "
                        "their tools.\n",
                        starting);
        if (is_empty)
            return;
    }
    head = out->len;
    cm__buf_add_char(out, '\n');
    text = cm_runtime_catalog(runtime, limits->catalog, &len);
    cm__describe_take(runtime, text, len, out);
    if (limits->description > 0 && out->len > limits->description)
        cm__buf_truncate(out, head);
}

static void write_schema(cm_language language, const char *tools, Buf *out)
{
    Buf text;
    cm__buf_init(&text, out->alloc, CM_BUF_NO_LIMIT);
    cm__buf_add_fmt(&text,
                    "The %s program. It reaches the tools as "
                    "tools.namespace.name(...) and ends with a return.",
                    language == CM_LANGUAGE_LUA ? "Lua" : "JavaScript");
    if (tools != NULL) {
        cm__buf_add_str(&text, "\n\n");
        cm__buf_add_str(&text, tools);
    }
    JsonWriter w = cm__json_writer(out);
    cm__buf_add_str(out, "{\"type\":\"object\",\"properties\":{\"code\":{"
                         "\"type\":\"string\",\"description\":");
    cm__json_write_text_n(&w, cm__buf_text(&text), text.len);
    cm__buf_add_str(out, "}},\"required\":[\"code\"],"
                         "\"additionalProperties\":false}");
    if (text.status != CM_OK)
        out->status = text.status;
    cm__buf_done(&text);
}

/* A token is counted as four characters; escapes and non-ASCII make the JSON
 * text longer than that, so smaller budgets follow until it fits. */
void cm__describe_schema(const cm_runtime *runtime, cm_language language,
                         const DescribeLimits *limits, Buf *out)
{
    size_t start = out->len;
    for (int64_t budget = (int64_t)(limits->schema / 4); budget > 0;
         budget = budget * 3 / 4) {
        size_t len = 0;
        char *tools = cm_runtime_catalog(runtime, budget, &len);
        if (tools == NULL) {
            out->status = CM_E_NOMEM;
            return;
        }
        write_schema(language, tools, out);
        cm_text_free(runtime, tools);
        if (out->len - start <= limits->schema || out->status != CM_OK)
            return;
        cm__buf_truncate(out, start);
    }
    write_schema(language, NULL, out);
}

/* ---- an equivalent program ---- */

static void add_lua(Buf *out, const JsonValue *v);

void cm__describe_lua_text(Buf *out, const char *text, size_t len)
{
    cm__buf_add_char(out, '"');
    for (size_t i = 0; i < len; i++) {
        unsigned char c = (unsigned char)text[i];
        if (c == '"' || c == '\\')
            cm__buf_add_char(out, '\\');
        if (c < 0x20 || c == 0x7F)
            cm__buf_add_fmt(out, "\\%03u", (unsigned)c);
        else
            cm__buf_add_char(out, (char)c);
    }
    cm__buf_add_char(out, '"');
}

static void add_lua_list(Buf *out, const JsonValue *v)
{
    if (v->n_items == 0) {
        cm__buf_add_str(out, "json.array()");
        return;
    }
    for (size_t i = 0; i < v->n_items; i++) {
        cm__buf_add_str(out, i ? ", " : "{ ");
        add_lua(out, &v->items[i]);
    }
    cm__buf_add_str(out, " }");
}

/* Quoted keys are right for every name. */
static void add_lua_record(Buf *out, const JsonValue *v)
{
    if (v->n_members == 0) {
        cm__buf_add_str(out, "{}");
        return;
    }
    for (size_t i = 0; i < v->n_members; i++) {
        const JsonMember *m = &v->members[i];
        cm__buf_add_str(out, i ? ", [" : "{ [");
        cm__describe_lua_text(out, m->name, m->name_len);
        cm__buf_add_str(out, "] = ");
        add_lua(out, &m->value);
    }
    cm__buf_add_str(out, " }");
}

/* A JSON value as a Lua expression. As deep as the text, which is bounded. */
static void add_lua(Buf *out, const JsonValue *v)
{
    JsonWriter w = cm__json_writer(out);
    switch (v->type) {
    case CM_JSON_TYPE_NULL:
        cm__buf_add_str(out, "json.null");
        break;
    case CM_JSON_TYPE_STRING:
        cm__describe_lua_text(out, v->text, v->len);
        break;
    case CM_JSON_TYPE_ARRAY:
        add_lua_list(out, v);
        break;
    case CM_JSON_TYPE_OBJECT:
        add_lua_record(out, v);
        break;
    default:
        cm__json_write_value(&w, v);
        break;
    }
}

void cm__describe_call(const cm_tool_info *tool, cm_language language,
                       const JsonValue *arguments, Buf *out)
{
    bool is_lua = language == CM_LANGUAGE_LUA;
    JsonWriter w = cm__json_writer(out);
    cm__buf_add_fmt(out, "return %s%s(", is_lua ? "" : "await ",
                    tool->expression);
    if (arguments == NULL || arguments->type != CM_JSON_TYPE_OBJECT)
        cm__buf_add_str(out, "{}");
    else if (is_lua)
        add_lua(out, arguments);
    else
        cm__json_write_value(&w, arguments);
    cm__buf_add_char(out, ')');
}
