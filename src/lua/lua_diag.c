/* SPDX-License-Identifier: MIT */
#include "lua/lua_diag.h"

#include <string.h>

#include "base/buf.h"
#include "base/excerpt.h"
#include "base/fence.h"

/* ---- what the text looks like ---- */

static bool contains(const char *s, size_t n, const char *part)
{
    size_t m = strlen(part);
    for (size_t i = 0; i + m <= n; i++)
        if (memcmp(s + i, part, m) == 0)
            return true;
    return false;
}

static bool starts(const char *s, size_t n, const char *part)
{
    size_t m = strlen(part);
    return n >= m && memcmp(s, part, m) == 0;
}

typedef struct Look {
    const char *sign; /* anywhere in the line; at its start when is_start */
    bool is_start;
    const char *hint;
} Look;

static const Look looks[] = {
    { "const ", true, "In Lua a variable is `local x = 1`." },
    { "let ", true, "In Lua a variable is `local x = 1`." },
    { "var ", true, "In Lua a variable is `local x = 1`." },
    { "import ", true, "There are no modules in Lua here; tools need none." },
    { "=>", false, "In Lua a function is `function(x) return x end`." },
    { "!==", false, "In Lua unequal is `~=`." },
    { "===", false, "In Lua equal is `==`." },
    { "!=", false, "In Lua unequal is `~=`." },
    { "await ", false, "In Lua a call waits by itself: leave out `await`." },
    { "async ", false, "In Lua a call waits by itself: leave out `async`." },
    { "&&", false, "In Lua that is `and`." },
    { "||", false, "In Lua that is `or`." },
    { "++", false, "In Lua that is `x = x + 1`." },
    { "+=", false, "In Lua that is `x = x + y`." },
    { "-=", false, "In Lua that is `x = x - y`." },
    { "//", true, "In Lua a comment starts with `--`." },
    { "/*", false, "In Lua a comment is `--[[ ... ]]`." },
    { "\": ", false, "In Lua a table is `{ a = 1, [\"b c\"] = 2 }`." },
    { "`", false, "In Lua join texts with `..`." },
    { "else if", false, "In Lua that is `elseif ... then`." },
    { "} else", false, "In Lua that is `if ... then ... else ... end`." },
    { ") {", false, "In Lua blocks are `then ... end` and `do ... end`." },
    { "new ", false, "There is no `new` in Lua: call a function." },
    { "!", false, "In Lua that is `not x`." },
    { "null", false, "In Lua that is `nil`, and JSON's null `json.null`." },
};

static const char *look_at(const char *line, size_t n)
{
    while (n > 0 && (*line == ' ' || *line == '\t')) {
        line++;
        n--;
    }
    for (size_t i = 0; i < CM_ARRAY_LEN(looks); i++)
        if (looks[i].is_start ? starts(line, n, looks[i].sign)
                              : contains(line, n, looks[i].sign))
            return looks[i].hint;
    return NULL;
}

static size_t line_length(const char *source, size_t len, size_t start)
{
    size_t end = start;
    while (end < len && cm__line_end(source, len, end) == 0)
        end++;
    return end - start;
}

static const char *hint_for(const char *source, size_t len, size_t line,
                            const char *fallback)
{
    const char *hint = look_at(source + line, line_length(source, len, line));
    if (hint)
        return hint;
    if (fallback)
        return fallback;
    if (cm__has_fence_line(source, len))
        return "Send the program alone, without Markdown fences and text "
               "around it.";
    return "This runtime takes Lua 5.4 here.";
}

/* ---- messages ---- */

static const char *compose(Arena *arena, const char *source, size_t len,
                           size_t line_start, const LuaFault *fault,
                           const LuaDiagnostic *d)
{
    Buf b;
    cm__buf_init(&b, arena->alloc, CM_BUF_NO_LIMIT);
    cm__buf_add_fmt(&b, "%s (line %u, col %u)", fault->what, (unsigned)d->line,
                    (unsigned)d->column);
    if (!fault->is_unsupported) {
        cm__buf_add_char(&b, '\n');
        cm__source_quote(&b, source, len, line_start, d->line, d->column);
    }
    const char *text = b.status == CM_OK
                           ? cm__arena_text(arena, cm__buf_text(&b), b.len)
                           : NULL;
    cm__buf_done(&b);
    return text;
}

bool cm__lua_diagnose(Arena *arena, const char *source, size_t len,
                      const LuaFault *fault, LuaDiagnostic *ret)
{
    *ret = (LuaDiagnostic){ .is_unsupported = fault->is_unsupported,
                            .suggestion = fault->hint };
    if (fault->is_placeless) {
        ret->message = fault->what;
        return true;
    }
    size_t start = cm__source_line(source, len, fault->offset, &ret->line);
    cm__source_locate(source, len, fault->offset, &ret->line, &ret->column);
    ret->message = compose(arena, source, len, start, fault, ret);
    if (!ret->suggestion)
        ret->suggestion = hint_for(source, len, start, fault->fallback);
    return ret->message != NULL;
}
