/* SPDX-License-Identifier: MIT */
#include "mcp/describe.h"

#include <stdio.h>
#include <string.h>

#include "base/utf8.h"

enum {
    SUMMARY_MAX = 120
};

static const char head_javascript[] =
    "Runs one JavaScript program that calls tools and puts their answers "
    "together. Use it for any task that needs the tools named below: one "
    "program may call many of them, loop, filter and aggregate, and returns "
    "only what matters.\n"
    "Rules:\n"
    "- The program is the body of an async function in modern JavaScript; "
    "TypeScript types are allowed. There is no import, require, fetch, timer, "
    "file or network access: everything outside is reached through `tools`.\n"
    "- Only the tools listed here exist inside. Paths are literal, brackets "
    "included: await tools.example.find({ id: 1 }).\n"
    "- Every call takes one object and returns a promise. Await what matters; "
    "run independent calls together with Promise.all. What is not awaited is "
    "stopped when the program ends.\n"
    "- A failed call throws an Error; catch it where the program can go on.\n"
    "- An answer that is a string is text: read it before relying on its "
    "form.\n"
    "- End with an explicit return of plain data (convert Map and Set). "
    "console.log adds log lines to the answer.\n";

static const char head_lua[] =
    "Runs one Lua 5.4 program that calls tools and puts their answers "
    "together. Use it for any task that needs the tools named below: one "
    "program may call many of them, loop, filter and aggregate, and returns "
    "only what matters.\n"
    "Rules:\n"
    "- There are no modules and no I/O: everything outside is reached through "
    "`tools`.\n"
    "- Only the tools listed here exist inside. Paths are literal: "
    "tools.example.find({ id = 1 }).\n"
    "- Every call takes one table with = and waits for its answer; calls run "
    "one after another. pcall survives a failed call.\n"
    "- End with an explicit return; only the first value counts.\n";

static size_t segment_length(const char *path)
{
    return strcspn(path, ".");
}

/* Group lines, as many as the head has room for, then how many are left out.
 * Tools come sorted by path, so a group's tools stand together. */
static void add_groups(const cm_runtime *runtime, Buf *out)
{
    size_t n = cm_runtime_tool_count(runtime), n_left = 0;
    cm__buf_add_fmt(out, "Namespaces (%zu tools in all):\n", n);
    for (size_t i = 0; i < n;) {
        cm_tool_info tool = cm_runtime_tool(runtime, i);
        size_t len = segment_length(tool.path), count = 0;
        for (; i < n; i++, count++) {
            cm_tool_info next = cm_runtime_tool(runtime, i);
            if (segment_length(next.path) != len ||
                memcmp(next.path, tool.path, len) != 0)
                break;
        }
        char line[200];
        int length =
            snprintf(line, sizeof line, "- %.*s (%zu tool%s)\n", (int)len,
                     tool.path, count, count == 1 ? "" : "s");
        /* 40 bytes are kept for the line that counts the rest. */
        if (out->len + (size_t)length + 40 > CM_DESCRIBE_HEAD_MAX)
            n_left++;
        else
            cm__buf_add(out, line, (size_t)length);
    }
    if (n_left > 0)
        cm__buf_add_fmt(out, "- and %zu more below\n", n_left);
}

/* The first line of a description, at most SUMMARY_MAX characters. */
static void add_summary(const char *description, const char *mark, Buf *out)
{
    while (*description == ' ' || *description == '\n' ||
           *description == '\t' || *description == '\r')
        description++;
    size_t len = strcspn(description, "\r\n");
    while (len > 0 && description[len - 1] == ' ')
        len--;
    if (len == 0)
        return;
    const char *at = description, *end = description + len, *cut = end;
    size_t n = 0;
    for (; at < end; n++) {
        if (n == SUMMARY_MAX - 3)
            cut = at;
        (void)cm__utf8_next(&at, end, NULL);
    }
    cm__buf_add_str(out, mark);
    if (n <= SUMMARY_MAX) {
        cm__buf_add(out, description, len);
    } else {
        cm__buf_add(out, description, (size_t)(cut - description));
        cm__buf_add_str(out, "...");
    }
}

void cm__describe_tool(const cm_tool_info *tool, cm_language language, Buf *out)
{
    cm__buf_add_fmt(out, "- %s(...)", tool->expression);
    if (tool->description != NULL)
        add_summary(tool->description,
                    language == CM_LANGUAGE_LUA ? " -- " : " // ", out);
}

void cm__describe_execute(const cm_runtime *runtime, cm_language language,
                          Buf *out)
{
    size_t n = cm_runtime_tool_count(runtime);
    cm__buf_add_str(out,
                    language == CM_LANGUAGE_LUA ? head_lua : head_javascript);
    add_groups(runtime, out);
    cm__buf_add_str(out, "\n## Tools\nComplete list.");
    for (size_t i = 0; i < n; i++) {
        cm_tool_info tool = cm_runtime_tool(runtime, i);
        cm__buf_add_char(out, '\n');
        cm__describe_tool(&tool, language, out);
    }
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
