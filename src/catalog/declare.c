/* SPDX-License-Identifier: MIT */
/* Recursion follows the segments of paths, of which there are few. */
#include "catalog/declare.h"

#include "catalog/expression.h"
#include "catalog/signature.h"
#include "json/writer.h"

#include <string.h>

typedef struct Declarer {
    Buf *out;
    const ToolTree *tree;
    uint32_t indent;
} Declarer;

/* Whether there is a tool at the node or below it. */
static bool holds_tools(const ToolTree *tree, uint32_t node)
{
    const ToolNode *n = cm__tree_node(tree, node);
    if (n->tool)
        return true;
    for (uint32_t c = n->first_child; c != CM_TREE_NONE;
         c = cm__tree_node(tree, c)->next)
        if (holds_tools(tree, c))
            return true;
    return false;
}

static const char *about(const ToolNode *n)
{
    const char *text = n->tool ? n->tool->description : n->description;
    return text ? text : "";
}

/* Calls `line` with every line of a text, without the blanks at its end. */
static void add_lines(Declarer *d, const char *text,
                      void (*line)(Declarer *d, const char *text, size_t len))
{
    while (*text) {
        size_t n = strcspn(text, "\r\n"), kept = n;
        while (kept && (text[kept - 1] == ' ' || text[kept - 1] == '\t'))
            kept--;
        line(d, text, kept);
        text += n;
        text += text[0] == '\r' && text[1] == '\n' ? 2 : text[0] != '\0';
    }
}

/* ---- TypeScript ---- */

static void begin_line(Declarer *d)
{
    cm__buf_add_fill(d->out, ' ', d->indent);
}

/* Text of a comment, in which nothing may end it. */
static void ts_safe(Declarer *d, const char *text, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        cm__buf_add_char(d->out, text[i]);
        if (text[i] == '*' && i + 1 < len && text[i + 1] == '/')
            cm__buf_add_char(d->out, ' ');
    }
}

static void ts_comment_line(Declarer *d, const char *text, size_t len)
{
    begin_line(d);
    cm__buf_add_str(d->out, len ? " * " : " *");
    ts_safe(d, text, len);
    cm__buf_add_char(d->out, '\n');
}

static void ts_comment(Declarer *d, const ToolNode *n)
{
    const char *text = about(n);
    if (!*text)
        return;
    begin_line(d);
    cm__buf_add_str(d->out, "/**");
    if (!strpbrk(text, "\r\n")) {
        cm__buf_add_char(d->out, ' ');
        ts_safe(d, text, strlen(text));
    } else {
        cm__buf_add_char(d->out, '\n');
        add_lines(d, text, ts_comment_line);
        begin_line(d);
    }
    cm__buf_add_str(d->out, " */\n");
}

static void ts_function(Declarer *d, const ToolDef *tool)
{
    const TypeStyle style = { CM_LANGUAGE_JAVASCRIPT, TYPE_DECLARED,
                              d->indent };
    cm_status status = CM_OK;
    TypeNeed need = cm__type_need(d->out->alloc, tool->input_schema, &status);
    if (need == TYPE_NEED_NONE) {
        cm__buf_add_str(d->out, "(input?: {}) => Promise<");
    } else {
        cm__buf_add_str(d->out,
                        need == TYPE_NEED_OPTIONAL ? "(input?: " : "(input: ");
        cm__type_add(d->out, &style, tool->input_schema);
        cm__buf_add_str(d->out, ") => Promise<");
    }
    if (status != CM_OK)
        d->out->status = status;
    if (tool->output_schema)
        cm__type_add(d->out, &style, tool->output_schema);
    else
        cm__buf_add_str(d->out, "void");
    cm__buf_add_char(d->out, '>');
}

static void ts_members(Declarer *d, uint32_t node);

static void ts_member(Declarer *d, uint32_t node)
{
    const ToolNode *n = cm__tree_node(d->tree, node);
    bool has_both = n->tool && n->first_child != CM_TREE_NONE;
    ts_comment(d, n);
    begin_line(d);
    if (cm__js_is_name(cm__node_name(n), cm__node_name_len(n)))
        cm__buf_add(d->out, cm__node_name(n), cm__node_name_len(n));
    else
        cm__json_quote(d->out, cm__node_name(n), cm__node_name_len(n));
    cm__buf_add_str(d->out, has_both ? ": (" : ": ");
    if (n->tool)
        ts_function(d, n->tool);
    if (has_both)
        cm__buf_add_str(d->out, ") & ");
    if (n->first_child != CM_TREE_NONE)
        ts_members(d, node);
    cm__buf_add_str(d->out, ";\n");
}

static void ts_members(Declarer *d, uint32_t node)
{
    cm__buf_add_str(d->out, "{\n");
    d->indent += 2;
    for (uint32_t c = cm__tree_node(d->tree, node)->first_child;
         c != CM_TREE_NONE; c = cm__tree_node(d->tree, c)->next)
        if (holds_tools(d->tree, c))
            ts_member(d, c);
    d->indent -= 2;
    begin_line(d);
    cm__buf_add_char(d->out, '}');
}

static void declare_typescript(Declarer *d)
{
    const TypeStyle style = { CM_LANGUAGE_JAVASCRIPT, TYPE_DECLARED, 0 };
    cm__buf_add_str(d->out, "// Declarations of the tools that a program can "
                            "call.\n\ndeclare const tools: ");
    ts_members(d, 0);
    cm__buf_add_str(d->out, ";\n\n/** Finds tools. */\n"
                            "declare function search(input?: ");
    cm__type_add(d->out, &style, cm__search_input_schema);
    cm__buf_add_str(d->out, "): ");
    cm__type_add(d->out, &style, cm__search_output_schema);
    cm__buf_add_str(d->out, ";\n");
}

/* ---- Lua ---- */

static void lua_comment_line(Declarer *d, const char *text, size_t len)
{
    cm__buf_add_str(d->out, len ? "--- " : "---");
    cm__buf_add(d->out, text, len);
    cm__buf_add_char(d->out, '\n');
}

static void lua_function(Declarer *d, const ToolDef *tool)
{
    const TypeStyle style = { CM_LANGUAGE_LUA, TYPE_COMPACT, 0 };
    cm_status status = CM_OK;
    TypeNeed need = cm__type_need(d->out->alloc, tool->input_schema, &status);
    if (need == TYPE_NEED_NONE) {
        cm__buf_add_str(d->out, "fun(input?: table)");
    } else {
        cm__buf_add_str(d->out, need == TYPE_NEED_OPTIONAL ? "fun(input?: "
                                                           : "fun(input: ");
        cm__type_add(d->out, &style, tool->input_schema);
        cm__buf_add_char(d->out, ')');
    }
    if (status != CM_OK)
        d->out->status = status;
    if (tool->output_schema) {
        cm__buf_add_str(d->out, ": ");
        cm__type_add(d->out, &style, tool->output_schema);
    }
}

static void lua_class_name(Declarer *d, uint32_t node)
{
    cm__buf_add_str(d->out, "tools");
    if (node)
        cm__buf_add_fmt(d->out, ".%u", (unsigned)node);
}

/* A comment, then `---@field name type`. */
static void lua_field(Declarer *d, uint32_t node)
{
    const ToolNode *n = cm__tree_node(d->tree, node);
    const char *name = cm__node_name(n);
    size_t len = cm__node_name_len(n);
    add_lines(d, about(n), lua_comment_line);
    cm__buf_add_str(d->out, "---@field ");
    if (cm__lua_is_name(name, len)) {
        cm__buf_add(d->out, name, len);
    } else {
        cm__buf_add_char(d->out, '[');
        cm__lua_quote(d->out, name, len);
        cm__buf_add_char(d->out, ']');
    }
    cm__buf_add_char(d->out, ' ');
    if (n->first_child != CM_TREE_NONE)
        lua_class_name(d, node);
    else
        lua_function(d, n->tool);
    cm__buf_add_char(d->out, '\n');
}

/* Inner classes first. */
static void lua_class(Declarer *d, uint32_t node)
{
    const ToolNode *n = cm__tree_node(d->tree, node);
    for (uint32_t c = n->first_child; c != CM_TREE_NONE;
         c = cm__tree_node(d->tree, c)->next)
        if (cm__tree_node(d->tree, c)->first_child != CM_TREE_NONE &&
            holds_tools(d->tree, c))
            lua_class(d, c);
    cm__buf_add_str(d->out, "---@class ");
    lua_class_name(d, node);
    cm__buf_add_char(d->out, '\n');
    if (n->tool) {
        cm__buf_add_str(d->out, "---@overload ");
        lua_function(d, n->tool);
        cm__buf_add_char(d->out, '\n');
    }
    for (uint32_t c = n->first_child; c != CM_TREE_NONE;
         c = cm__tree_node(d->tree, c)->next)
        if (holds_tools(d->tree, c))
            lua_field(d, c);
    if (node)
        cm__buf_add_char(d->out, '\n');
}

static void declare_lua(Declarer *d)
{
    const TypeStyle style = { CM_LANGUAGE_LUA, TYPE_COMPACT, 0 };
    cm__buf_add_str(d->out, "---@meta\n"
                            "-- Declarations of the tools that a program can "
                            "call.\n\n"
                            "---@class json.null\n\n");
    lua_class(d, 0);
    cm__buf_add_str(d->out,
                    "tools = {}\n\n--- Finds tools.\n---@param input? ");
    cm__type_add(d->out, &style, cm__search_input_schema);
    cm__buf_add_str(d->out, "\n---@return ");
    cm__type_add(d->out, &style, cm__search_output_schema);
    cm__buf_add_str(d->out, "\nfunction search(input) end\n");
}

void cm__declarations_add(Buf *out, cm_language language, const ToolTree *tree)
{
    Declarer d = { .out = out, .tree = tree };
    if (language == CM_LANGUAGE_LUA)
        declare_lua(&d);
    else
        declare_typescript(&d);
}
