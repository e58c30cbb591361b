/* SPDX-License-Identifier: MIT */
#include "js/js_diag.h"

#include <string.h>

#include "base/buf.h"
#include "base/edit_distance.h"
#include "base/excerpt.h"
#include "base/fence.h"
#include "base/utf8.h"

/* ---- what the text looks like ---- */

static bool starts_with(const char *text, size_t n, const char *prefix)
{
    size_t m = strlen(prefix);
    return n >= m && memcmp(text, prefix, m) == 0;
}

static bool ends_with(const char *text, size_t n, const char *suffix)
{
    size_t m = strlen(suffix);
    return n >= m && memcmp(text + n - m, suffix, m) == 0;
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool lua_line(const char *s, size_t n)
{
    return starts_with(s, n, "local ") || starts_with(s, n, "--") ||
           starts_with(s, n, "elseif ") || ends_with(s, n, " then") ||
           (n == 3 && memcmp(s, "end", 3) == 0) ||
           (starts_with(s, n, "for ") && ends_with(s, n, " do")) ||
           (starts_with(s, n, "function ") && ends_with(s, n, " end")) ||
           (starts_with(s, n, "return ") && ends_with(s, n, " end"));
}

static bool has_word(const char *s, size_t n, const char *word)
{
    size_t len = strlen(word);
    for (size_t i = 0; i + len <= n; i++)
        if (memcmp(s + i, word, len) == 0)
            return true;
    return false;
}

/* `import a.b, c as d`, which has no `from`, and `from a.b import c`. */
static bool python_import(const char *s, size_t n)
{
    if (starts_with(s, n, "from "))
        return has_word(s, n, " import ");
    if (!starts_with(s, n, "import ") || has_word(s, n, " from "))
        return false;
    for (size_t i = 0; i < n; i++)
        if (!is_letter(s[i]) && strchr("0123456789_.,* ", s[i]) == NULL)
            return false;
    return true;
}

static bool python_line(const char *s, size_t n)
{
    static const char *const heads[] = { "if ",    "for ", "while ", "else",
                                         "class ", "try",  "except", "with " };
    if (starts_with(s, n, "def ") || starts_with(s, n, "elif ") ||
        python_import(s, n))
        return true;
    for (size_t i = 0; i < CM_ARRAY_LEN(heads); i++)
        if (starts_with(s, n, heads[i]) && s[n - 1] == ':')
            return true;
    return false;
}

static bool shell_line(const char *s, size_t n)
{
    static const char *const words[] = {
        "ls ",     "cat ",  "echo ", "cd ",    "grep ",  "curl ",
        "npm ",    "npx ",  "git ",  "mkdir ", "rm ",    "cp ",
        "mv ",     "sudo ", "pip ",  "python", "node ",  "chmod ",
        "export ", "find ", "sed ",  "awk ",   "apt ",   "wget ",
        "tail ",   "head ", "ssh ",  "$ ",     "#!/bin", "#!/usr",
    };
    if (memchr(s, '(', n) != NULL)
        return false;
    for (size_t i = 0; i < CM_ARRAY_LEN(words); i++) {
        const char *rest = s + strlen(words[i]);
        if (starts_with(s, n, words[i]) && (rest == s + n || *rest != '='))
            return true;
    }
    return false;
}

/* Words of letters with blanks between, and no sign that code is made of. */
static bool prose_line(const char *s, size_t n)
{
    size_t words = 0, at = 0;
    if (n == 0 || !(s[0] >= 'A' && s[0] <= 'Z'))
        return false;
    while (at < n) {
        size_t from = at;
        while (at < n && s[at] != ' ') {
            if (strchr("(){}[]=;<>+*/&|", s[at]) != NULL)
                return false;
            at++;
        }
        if (at > from && is_letter(s[from]))
            words++;
        at++;
    }
    return words >= 3;
}

static bool jsx_line(const char *s, size_t n)
{
    bool opened = false;
    for (size_t i = 0; i + 1 < n; i++) {
        if (s[i] == '<' && s[i + 1] == '/' && i + 2 < n && is_letter(s[i + 2]))
            return true;
        opened |= s[i] == '<';
        if (opened && s[i] == '/' && s[i + 1] == '>')
            return true;
    }
    return false;
}

typedef struct Looks {
    bool lua, python, shell, prose, jsx, fence;
} Looks;

/* Lua, Python, shell and prose are judged by the line of the error and the first one;
 * JSX by the line alone. */
static void look_at(const char *source, size_t start, size_t end, Looks *looks)
{
    while (start < end && (source[start] == ' ' || source[start] == '\t'))
        start++;
    while (end > start && (source[end - 1] == ' ' || source[end - 1] == '\t'))
        end--;
    size_t n = end - start;
    const char *s = source + start;
    looks->lua |= lua_line(s, n);
    looks->python |= python_line(s, n);
    looks->shell |= shell_line(s, n);
    looks->prose |= prose_line(s, n);
    looks->jsx |= jsx_line(s, n);
}

static size_t end_of_line(const char *source, size_t len, size_t start)
{
    while (start < len && cm__line_end(source, len, start) == 0)
        start++;
    return start;
}

static Looks look(const char *source, size_t len, size_t line)
{
    Looks looks = { 0 };
    size_t first = cm__bom_length(source, len);
    while (first < len && (source[first] == '\n' || source[first] == '\r' ||
                           source[first] == ' '))
        first++;
    look_at(source, first, end_of_line(source, len, first), &looks);
    looks.jsx = false;
    look_at(source, line, end_of_line(source, len, line), &looks);
    looks.fence = cm__has_fence_line(source, len);
    return looks;
}

/* An error inside of ${ } that reads like a shell expansion. */
static bool in_expansion(const char *source, size_t line, size_t offset)
{
    for (size_t at = offset; at > line + 1; at--) {
        if (source[at - 1] == '}' || source[at - 1] == '`')
            return false;
        if (source[at - 1] == '{' && source[at - 2] == '$')
            return true;
    }
    return false;
}

/* ---- single mistakes ---- */

static bool is_word_char(char c)
{
    return is_letter(c) || (c >= '0' && c <= '9') || c == '_' || c == '$';
}

/* Behind the last sign before the offset in its line. */
static size_t last_sign(const char *source, size_t line, size_t offset)
{
    while (offset > line &&
           (source[offset - 1] == ' ' || source[offset - 1] == '\t'))
        offset--;
    return offset;
}

/* The error stands behind a word that is misspelt, or behind `if` without its
 * parenthesis. */
static bool add_word_hint(Buf *b, const char *word, size_t n, char found)
{
    static const char *const words[] = {
        "return",   "const",   "function", "await",  "async",   "import",
        "export",   "typeof",  "throw",    "switch", "while",   "else",
        "catch",    "finally", "yield",    "delete", "default", "break",
        "continue", "class",   "new",      "let",    "var",     "for",
        "try",      "case"
    };
    static const char *const heads[] = { "if", "while", "for", "switch" };
    for (size_t i = 0; i < CM_ARRAY_LEN(heads); i++)
        if (strlen(heads[i]) == n && memcmp(heads[i], word, n) == 0 &&
            found != '(') {
            cm__buf_add_fmt(b, " Parentheses are missing: %s (...).", heads[i]);
            return true;
        }
    const char *meant = cm__edit_typo(word, n, words, CM_ARRAY_LEN(words));
    if (meant != NULL)
        cm__buf_add_fmt(b, " Did you mean `%s` in place of `%.*s`?", meant,
                        (int)n, word);
    return meant != NULL;
}

/* Whether the line has an object literal that is open at the offset. */
static bool is_in_object(const char *source, size_t line, size_t offset)
{
    size_t depth = 0;
    for (size_t at = offset; at > line; at--) {
        char c = source[at - 1];
        depth += c == '}';
        if (c != '{' || depth-- > 0)
            continue;
        size_t before = last_sign(source, line, at - 1);
        return before > line && strchr("=(,:[", source[before - 1]) != NULL;
    }
    return false;
}

static bool add_mistake(Buf *b, const char *source, size_t len, size_t line,
                        size_t offset)
{
    if (offset >= len)
        return false;
    size_t end = last_sign(source, line, offset), start = end;
    while (start > line && is_word_char(source[start - 1]))
        start--;
    if (start < end && start > line && source[start - 1] == '.')
        return false; /* a property may have any name */
    if (start < end &&
        add_word_hint(b, source + start, end - start, source[offset]))
        return true;
    if (source[offset] == '>' && end > line && source[end - 1] == '=') {
        cm__buf_add_str(b, " An arrow is written `=>`, without a blank.");
        return true;
    }
    if (source[offset] == ';' && is_in_object(source, line, offset)) {
        cm__buf_add_str(b, " Commas separate the members of an object.");
        return true;
    }
    return false;
}

static const char *hint(Arena *arena, const char *source, size_t len,
                        size_t line, size_t offset)
{
    Looks looks = look(source, len, line);
    Buf b;
    cm__buf_init(&b, arena->alloc, 1024);
    cm__buf_add_str(&b, "This runtime takes JavaScript (TypeScript types are "
                        "allowed).");
    if (in_expansion(source, line, offset))
        cm__buf_add_str(&b, " In a template, `${` starts an interpolation; "
                            "write `\\${` for the characters.");
    else if (looks.lua)
        cm__buf_add_str(&b, " This looks like Lua.");
    else if (looks.python)
        cm__buf_add_str(&b, " This looks like Python.");
    else if (looks.jsx)
        cm__buf_add_str(&b, " JSX is not supported; this looks like JSX.");
    else if (looks.shell)
        cm__buf_add_str(&b, " This looks like a shell command.");
    else if (looks.prose)
        cm__buf_add_str(&b, " This looks like prose.");
    else
        (void)add_mistake(&b, source, len, line, offset);
    if (looks.fence)
        cm__buf_add_str(&b, " Send the program alone, without Markdown fences "
                            "and text around it.");
    char *text = b.status == CM_OK
                     ? cm__arena_text(arena, cm__buf_text(&b), b.len)
                     : NULL;
    cm__buf_done(&b);
    return text;
}

/* ---- diagnostics ---- */

static const char *message(Arena *arena, const char *source, size_t len,
                           size_t line_start, const char *what,
                           const JsDiagnostic *diag)
{
    Buf b;
    cm__buf_init(&b, arena->alloc, CM_BUF_NO_LIMIT);
    cm__buf_add_str(&b, what);
    cm__buf_add_fmt(&b, " (line %u, col %u)", diag->line, diag->column);
    if (diag->kind == JS_DIAG_PARSE_ERROR) {
        cm__buf_add_char(&b, '\n');
        cm__source_quote(&b, source, len, line_start, diag->line, diag->column);
    }
    char *text = b.status == CM_OK
                     ? cm__arena_text(arena, cm__buf_text(&b), b.len)
                     : NULL;
    cm__buf_done(&b);
    return text;
}

/* NOLINTNEXTLINE(readability-function-size): of a place in a text */
bool cm__js_diagnose(Arena *arena, const char *source, size_t len,
                     JsDiagKind kind, uint32_t offset, const char *what,
                     const char *instead, JsDiagnostic *diag)
{
    *diag =
        (JsDiagnostic){ .kind = kind, .has_location = true, .offset = offset };
    size_t start = cm__source_line(source, len, offset, &diag->line);
    cm__source_locate(source, len, offset, &diag->line, &diag->column);
    diag->message = message(arena, source, len, start, what, diag);
    const char *suggestion = instead;
    if (kind == JS_DIAG_PARSE_ERROR) {
        suggestion = hint(arena, source, len, start, offset);
        if (suggestion == NULL)
            return false;
    }
    if (suggestion != NULL)
        diag->suggestions[diag->n_suggestions++] = suggestion;
    return diag->message != NULL;
}

bool cm__js_diagnose_bare(Arena *arena, const char *source, size_t len,
                          const char *what, JsDiagnostic *diag)
{
    *diag = (JsDiagnostic){ .kind = JS_DIAG_PARSE_ERROR, .message = what };
    diag->suggestions[0] =
        hint(arena, source, len, cm__bom_length(source, len), 0);
    diag->n_suggestions = 1;
    return diag->suggestions[0] != NULL;
}
