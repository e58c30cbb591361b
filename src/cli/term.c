/* SPDX-License-Identifier: MIT */
#include "cli/term.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/utf8.h"

#define CLEAR_LINE "\r\x1b[2K"

/* C1 controls, line ends of Unicode, what turns the direction of text, and tag
 * characters, which hide text in text. */
static bool is_dangerous(uint32_t c)
{
    return (c >= 0x80 && c < 0xA0) || c == 0x061C || c == 0x200E ||
           c == 0x200F || (c >= 0x2028 && c <= 0x202E) ||
           (c >= 0x2066 && c <= 0x2069) || (c >= 0xE0000 && c <= 0xE007F);
}

void cm__term_visible(Buf *out, const char *text, size_t len, bool keep_lines)
{
    const char *end = text + len;
    while (text < end) {
        uint32_t c = cm__utf8_next(&text, end, NULL);
        if (keep_lines && (c == '\n' || c == '\t'))
            cm__buf_add_char(out, (char)c);
        else if (c < 0x20)
            cm__buf_add_fmt(out, "^%c", (int)c + '@');
        else if (c == 0x7F)
            cm__buf_add_str(out, "^?");
        else if (is_dangerous(c))
            cm__buf_add_fmt(out, "\\u{%X}", (unsigned)c);
        else
            cm__buf_add_code_point(out, c);
    }
}

/* Outside strings JSON has none of these. */
void cm__term_visible_json(Buf *out, const char *json, size_t len)
{
    const char *end = json + len;
    while (json < end) {
        uint32_t c = cm__utf8_next(&json, end, NULL);
        if (c > 0xFFFF && is_dangerous(c))
            cm__buf_add_fmt(out, "\\u%04x\\u%04x",
                            (unsigned)(0xD800 + ((c - 0x10000) >> 10)),
                            (unsigned)(0xDC00 + (c & 0x3FF)));
        else if (c == 0x7F || is_dangerous(c))
            cm__buf_add_fmt(out, "\\u%04x", (unsigned)c);
        else
            cm__buf_add_code_point(out, c);
    }
}

/* JSON string content; the text is made valid UTF-8 on the way. */
static void add_quoted(Buf *out, const char *text, size_t len)
{
    const char *end = text + len;
    cm__buf_add_char(out, '"');
    while (text < end) {
        const char *at = text;
        uint32_t c = cm__utf8_next(&text, end, NULL);
        if (c == '"' || c == '\\')
            cm__buf_add_fmt(out, "\\%c", (int)c);
        else if (c < 0x20)
            cm__buf_add_fmt(out, "\\u%04x", (unsigned)c);
        else
            cm__term_visible_json(out, at, (size_t)(text - at));
    }
    cm__buf_add_char(out, '"');
}

/* Frees the line, which ends with '\n'. */
static void print_line(Term *term, Buf *line)
{
    cm__term_clear(term);
    if (line->status == CM_OK)
        (void)fwrite(cm__buf_text(line), 1, line->len, term->out);
    else
        (void)fputs("(a line is lost: out of memory)\n", term->out);
    (void)fflush(term->out);
    cm__buf_done(line);
}

static void write_log(void *user, LogLevel level, const char *text)
{
    static const char *const names[] = { "error", "warn", "info", "debug" };
    Term *term = user;
    if (term->is_quiet && level > CM_LOG_ERROR)
        return;
    Buf line;
    cm__buf_init(&line, term->alloc, 1 << 16);
    if (term->is_json) {
        cm__buf_add_fmt(&line, "{\"level\":\"%s\",\"message\":", names[level]);
        add_quoted(&line, text, strlen(text));
        cm__buf_add_str(&line, "}\n");
    } else {
        cm__buf_add_str(&line, "codemode: ");
        if (level != CM_LOG_INFO)
            cm__buf_add_fmt(&line, "%s: ", names[level]);
        cm__term_visible(&line, text, strlen(text), false);
        cm__buf_add_char(&line, '\n');
    }
    print_line(term, &line);
}

void cm__term_init(Term *term, const cm_allocator *alloc, LogLevel level,
                   bool is_json, bool is_quiet)
{
    const char *kind = getenv("TERM");
    *term = (Term){
        .alloc = alloc, .out = stderr, .is_json = is_json, .is_quiet = is_quiet
    };
    term->is_screen = isatty(STDERR_FILENO) == 1;
    term->is_tty = term->is_screen && kind != NULL && strcmp(kind, "dumb") != 0;
    term->log = (Log){ .level = level, .write = write_log, .user = term };
}

void cm__term_line(Term *term, const char *text, size_t len)
{
    Buf line;
    cm__buf_init(&line, term->alloc, CM_BUF_NO_LIMIT);
    if (term->is_screen)
        cm__term_visible(&line, text, len, true);
    else
        cm__buf_add(&line, text, len);
    cm__buf_add_char(&line, '\n');
    print_line(term, &line);
}

void cm__term_error(Term *term, const char *mark, const char *text, size_t len)
{
    cm__term_clear(term);
    if (term->is_tty)
        (void)fprintf(term->out, "\x1b[1;31m%s\x1b[0m", mark);
    else
        (void)fputs(mark, term->out);
    cm__term_line(term, text, len);
}

void cm__term_buf(Term *term, const char *mark, const Buf *text)
{
    static const char no_memory[] = "out of memory";
    bool is_ok = text->status == CM_OK;
    const char *shown = is_ok ? cm__buf_text(text) : no_memory;
    size_t len = is_ok ? text->len : sizeof no_memory - 1;
    if (mark != NULL)
        cm__term_error(term, mark, shown, len);
    else
        cm__term_line(term, shown, len);
}

/* ---- live lines ---- */

static void set_name(const Term *term, TermLive *live, const char *name)
{
    Buf text;
    cm__buf_init(&text, term->alloc, CM_BUF_NO_LIMIT);
    cm__term_visible(&text, name, strlen(name), false);
    (void)snprintf(live->name, sizeof live->name, "%.*s",
                   (int)cm__utf8_floor(cm__buf_text(&text), text.len, 70),
                   cm__buf_text(&text));
    cm__buf_done(&text);
}

void cm__term_call_begin(Term *term, uint64_t id, const char *name,
                         uint64_t now_ms)
{
    if (!term->is_tty || term->is_quiet)
        return;
    for (size_t i = 0; i < CM_TERM_LIVE_MAX; i++) {
        TermLive *live = &term->live[i];
        if (live->id == 0) {
            live->id = id;
            live->since_ms = now_ms;
            set_name(term, live, name);
            return;
        }
    }
}

void cm__term_call_end(Term *term, uint64_t id)
{
    for (size_t i = 0; i < CM_TERM_LIVE_MAX; i++)
        if (term->live[i].id == id)
            term->live[i].id = 0;
}

void cm__term_clear(Term *term)
{
    for (; term->n_drawn > 0; term->n_drawn--)
        (void)fputs(term->n_drawn > 1 ? CLEAR_LINE "\x1b[1A" : CLEAR_LINE,
                    term->out);
    (void)fflush(term->out);
}

void cm__term_redraw(Term *term, uint64_t now_ms)
{
    if (!term->is_tty || term->is_quiet)
        return;
    cm__term_clear(term);
    for (size_t i = 0; i < CM_TERM_LIVE_MAX; i++) {
        const TermLive *live = &term->live[i];
        /* What ends at once should not flicker. */
        if (live->id == 0 || now_ms - live->since_ms < 150)
            continue;
        (void)fprintf(term->out, "%s  %s  %.1f s",
                      term->n_drawn++ > 0 ? "\n" : "", live->name,
                      (double)(now_ms - live->since_ms) / 1000.0);
    }
    (void)fflush(term->out);
}
