/* SPDX-License-Identifier: MIT */
#include "catalog/expression.h"

#include "json/writer.h"

#include <string.h>

static bool is_name_byte(char c, bool first)
{
    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_')
        return true;
    return !first && c >= '0' && c <= '9';
}

bool cm__js_is_name(const char *text, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!is_name_byte(text[i], i == 0) && text[i] != '$')
            return false;
    return n > 0;
}

bool cm__lua_is_name(const char *text, size_t n)
{
    static const char *const keywords[] = {
        "and",    "break",    "do",   "else", "elseif", "end",  "false", "for",
        "goto",   "function", "if",   "in",   "local",  "nil",  "not",   "or",
        "repeat", "return",   "then", "true", "until",  "while"
    };
    for (size_t i = 0; i < n; i++)
        if (!is_name_byte(text[i], i == 0))
            return false;
    for (size_t i = 0; i < CM_ARRAY_LEN(keywords); i++)
        if (strlen(keywords[i]) == n && memcmp(keywords[i], text, n) == 0)
            return false;
    return n > 0;
}

static void add_lua_byte(Buf *out, unsigned char c)
{
    static const char plain[] = "\\\"\n\r\t", letters[] = "\\\"nrt";
    const char *at = c ? strchr(plain, c) : NULL;
    if (at) {
        cm__buf_add_char(out, '\\');
        cm__buf_add_char(out, letters[at - plain]);
    } else if (c < 0x20 || c == 0x7F) {
        cm__buf_add_fmt(out, "\\%03u", (unsigned)c);
    } else {
        cm__buf_add_char(out, (char)c);
    }
}

void cm__lua_quote(Buf *out, const char *text, size_t len)
{
    cm__buf_add_char(out, '"');
    for (size_t i = 0; i < len; i++)
        add_lua_byte(out, (unsigned char)text[i]);
    cm__buf_add_char(out, '"');
}

static void add_segment(Buf *out, bool is_lua, const char *text, size_t len)
{
    if (is_lua ? cm__lua_is_name(text, len) : cm__js_is_name(text, len)) {
        cm__buf_add_char(out, '.');
        cm__buf_add(out, text, len);
        return;
    }
    cm__buf_add_char(out, '[');
    if (is_lua)
        cm__lua_quote(out, text, len);
    else
        cm__json_quote(out, text, len);
    cm__buf_add_char(out, ']');
}

void cm__expression_add(Buf *out, cm_language language, const char *path,
                        size_t path_len)
{
    cm__buf_add_str(out, "tools");
    for (size_t at = 0; at < path_len;) {
        const char *dot = memchr(path + at, '.', path_len - at);
        size_t end = dot ? (size_t)(dot - path) : path_len;
        add_segment(out, language == CM_LANGUAGE_LUA, path + at, end - at);
        at = end + 1;
    }
}

char *cm__expression(const cm_allocator *alloc, cm_language language,
                     const char *path, size_t path_len, size_t *ret_len)
{
    Buf out;
    cm__buf_init(&out, alloc, CM_BUF_NO_LIMIT);
    cm__expression_add(&out, language, path, path_len);
    char *text = NULL;
    if (out.status == CM_OK) {
        text = cm__alloc_text(alloc, cm__buf_text(&out), out.len);
        *ret_len = out.len;
    }
    cm__buf_done(&out);
    return text;
}
