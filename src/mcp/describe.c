/* SPDX-License-Identifier: MIT */
#include "mcp/describe.h"

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

void cm__describe_execute(const cm_runtime *runtime, Buf *out)
{
    size_t len = 0;
    char *text = cm_runtime_head(runtime, &len);
    cm__describe_take(runtime, text, len, out);
    cm__buf_add_char(out, '\n');
    text = cm_runtime_catalog(runtime, CM_UNSET, &len);
    cm__describe_take(runtime, text, len, out);
}

void cm__describe_schema(cm_language language, Buf *out)
{
    cm__buf_add_fmt(
        out,
        "{\"type\":\"object\",\"properties\":{\"code\":{\"type\":\"string\","
        "\"description\":\"The %s program. It reaches the tools as "
        "tools.namespace.name(...) and ends with a return.\"}},"
        "\"required\":[\"code\"],\"additionalProperties\":false}",
        language == CM_LANGUAGE_LUA ? "Lua" : "JavaScript");
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
