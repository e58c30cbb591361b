/* SPDX-License-Identifier: MIT */
#include "lua/lua_diag.h"

#include <string.h>

#include "base/buf.h"
#include "base/edit_distance.h"
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
    { "??", false, "In Lua a default is `x or y`." },
    { "?.", false, "In Lua that is `x and x.y`." },
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
    { " ? ", false, "In Lua that is `c and x or y`." },
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

static bool is_word_char(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           (c >= '0' && c <= '9');
}

/* `name: value` of JavaScript: in Lua no blank follows a colon. */
static bool has_field_colon(const char *line, size_t n)
{
    char quote = '\0';
    for (size_t i = 0; i + 1 < n; i++) {
        if (quote != '\0' && line[i] == quote)
            quote = '\0';
        else if (quote != '\0')
            continue;
        else if (line[i] == '"' || line[i] == '\'')
            quote = line[i];
        else if (line[i] == ':' && line[i + 1] == ' ' && i > 0 &&
                 is_word_char(line[i - 1]))
            return true;
    }
    return false;
}

/* The word at the error may be a misspelt one of the language. */
static const char *typo_hint(Arena *arena, const char *source, size_t len,
                             size_t offset)
{
    static const char *const words[] = { "return", "local", "function", "while",
                                         "repeat", "until", "elseif",   "then",
                                         "break",  "goto",  "else",     "for" };
    size_t n = 0;
    while (offset + n < len && is_word_char(source[offset + n]))
        n++;
    const char *meant =
        cm__edit_typo(source + offset, n, words, CM_ARRAY_LEN(words));
    if (!meant)
        return NULL;
    Buf b;
    cm__buf_init(&b, arena->alloc, CM_BUF_NO_LIMIT);
    cm__buf_add_fmt(&b, "Did you mean `%s` in place of `%.*s`?", meant, (int)n,
                    source + offset);
    const char *text = b.status == CM_OK
                           ? cm__arena_text(arena, cm__buf_text(&b), b.len)
                           : NULL;
    cm__buf_done(&b);
    return text;
}

static const char *hint_for(Arena *arena, const char *source, size_t len,
                            size_t line, const LuaFault *fault)
{
    const char *fallback = fault->fallback;
    size_t n = line_length(source, len, line);
    const char *hint = look_at(source + line, n);
    if (!hint)
        hint = typo_hint(arena, source, len, fault->offset);
    if (hint)
        return hint;
    if (has_field_colon(source + line, n))
        return "In Lua a field of a table is `name = value`.";
    if (fault->offset < len && source[fault->offset] == '{' &&
        strstr(fault->what, "expected, found '{'"))
        return "In Lua blocks are `then ... end` and `do ... end`.";
    if (fallback)
        return fallback;
    if (cm__has_fence_line(source, len))
        return "Send the program alone, without Markdown fences and text "
               "around it.";
    return "This runtime takes Lua 5.4.";
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
        ret->suggestion = hint_for(arena, source, len, start, fault);
    return ret->message != NULL;
}
