/* SPDX-License-Identifier: MIT */
#include "catalog/expression.h"

#include "json/writer.h"

#include <string.h>

static bool is_identifier_byte(char c, bool first)
{
    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
        c == '$')
        return true;
    return !first && c >= '0' && c <= '9';
}

static bool is_identifier(const char *text, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!is_identifier_byte(text[i], i == 0))
            return false;
    return n > 0;
}

void cm__expression_js_add(Buf *out, const char *path, size_t path_len)
{
    cm__buf_add_str(out, "tools");
    for (size_t at = 0; at < path_len;) {
        const char *dot = memchr(path + at, '.', path_len - at);
        size_t end = dot ? (size_t)(dot - path) : path_len;
        if (is_identifier(path + at, end - at)) {
            cm__buf_add_char(out, '.');
            cm__buf_add(out, path + at, end - at);
        } else {
            cm__buf_add_char(out, '[');
            cm__json_quote(out, path + at, end - at);
            cm__buf_add_char(out, ']');
        }
        at = end + 1;
    }
}

char *cm__expression_js(const cm_allocator *alloc, const char *path,
                        size_t path_len, size_t *ret_len)
{
    Buf out;
    cm__buf_init(&out, alloc, CM_BUF_NO_LIMIT);
    cm__expression_js_add(&out, path, path_len);
    char *text = NULL;
    if (out.status == CM_OK) {
        text = cm__alloc_text(alloc, cm__buf_text(&out), out.len);
        *ret_len = out.len;
    }
    cm__buf_done(&out);
    return text;
}
