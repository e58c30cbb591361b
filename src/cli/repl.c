/* SPDX-License-Identifier: MIT */
/* `codemode repl`: programs from a person, one after the other.
 *
 *     read lines until they are a program -> run it -> show the result
 *
 * Each entry is a program of its own and keeps nothing for the next one: that
 * is what a model gets too, and what its limits and its call budget are for. An
 * entry is complete when it parses; when what is wrong with it stands at its
 * end, another line is asked for, and an empty line says that there is none. In
 * Lua an expression may be entered without `return`.
 *
 * A line that is help, exit or quit, with a dot before or () behind it too, is
 * for the session; as a program it could only fail, for nothing is defined yet.
 *
 * The loop stands still while a line is edited: servers wait in their pipes. A
 * program is cancelled by an interrupt, a line that is being typed given up.
 * When standard input is no terminal the same is done without prompts. */
#include <locale.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "base/utf8.h"
#include "cli/commands.h"
#include "cli/host.h"
#include "cli/lineedit.h"
#include "cli/show.h"

#define ENTRY_LIMIT ((size_t)64 << 20)

typedef enum SessionWord {
    WORD_NONE,
    WORD_HELP,
    WORD_END
} SessionWord;

typedef struct Repl {
    CliHost host;
    cm_language language;
    LineEdit *edit;
    Buf entry;
    HostRun *run;     /* NULL: idle */
    SessionWord word; /* the entry, when it is one */
    bool is_waiting, has_failed, is_over;
} Repl;

/* ---- is it a program? ---- */

typedef enum EntryState {
    ENTRY_IS_COMPLETE,
    ENTRY_GOES_ON, /* what is wrong stands behind its last character */
    ENTRY_IS_WRONG
} EntryState;

/* Line and column (from 1) behind the last character that is no blank. */
static void find_end(const char *text, size_t len, uint32_t *ret_line,
                     uint32_t *ret_column)
{
    const char *at = text;
    while (len > 0 && strchr(" \t\r\n", text[len - 1]) != NULL)
        len--;
    *ret_line = *ret_column = 1;
    while (at < text + len) {
        if (cm__utf8_next(&at, text + len, NULL) == '\n') {
            ++*ret_line;
            *ret_column = 0;
        }
        ++*ret_column;
    }
}

static EntryState examine(const cm_runtime *runtime, const char *text,
                          size_t len)
{
    cm_program *program = NULL;
    cm_result *result = NULL;
    uint32_t line, column;
    EntryState state = ENTRY_IS_WRONG;
    if (cm_program_new(runtime, text, len, &program, &result, NULL) != CM_OK)
        return state;
    if (program != NULL) {
        state = ENTRY_IS_COMPLETE;
    } else {
        uint32_t at = cm_result_error_line(result);
        find_end(text, len, &line, &column);
        if (at > line ||
            (at == line && cm_result_error_column(result) >= column))
            state = ENTRY_GOES_ON;
    }
    cm_program_free(program);
    cm_result_free(result);
    return state;
}

static const cm_runtime *runtime_of(Repl *r)
{
    cm_error err;
    const Toolbox *box = cm__hub_toolbox(r->host.hub, r->language, &err);
    return box != NULL ? box->runtime : NULL;
}

/* Lua: `1 + 1` is meant as `return 1 + 1`. */
static void add_return(Repl *r, const cm_runtime *runtime)
{
    Buf text;
    if (r->language != CM_LANGUAGE_LUA)
        return;
    cm__buf_init(&text, r->host.alloc, CM_BUF_NO_LIMIT);
    cm__buf_add_str(&text, "return ");
    cm__buf_add(&text, cm__buf_text(&r->entry), r->entry.len);
    if (text.status == CM_OK &&
        examine(runtime, cm__buf_text(&text), text.len) == ENTRY_IS_COMPLETE) {
        cm__buf_clear(&r->entry);
        cm__buf_add(&r->entry, cm__buf_text(&text), text.len);
    }
    cm__buf_done(&text);
}

/* ---- completion ---- */

static bool is_path_byte(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           (c >= '0' && c <= '9') || strchr("_$.[]\"-", c) != NULL;
}

static size_t shared_length(const char *a, size_t len, const char *b)
{
    size_t n = 0;
    while (n < len && a[n] == b[n])
        n++;
    return n;
}

static void complete(void *user, const char *text, size_t len, Buf *insert,
                     Buf *choices)
{
    Repl *r = user;
    const cm_runtime *runtime = runtime_of(r);
    size_t from = len, shared = 0, n;
    const char *first = NULL;
    while (from > 0 && is_path_byte(text[from - 1]))
        from--;
    const char *word = text + from;
    size_t word_len = len - from;
    if (word_len == 0 || runtime == NULL)
        return;
    n = cm_runtime_tool_count(runtime);
    for (size_t i = 0; i < n; i++) {
        const char *path = cm_runtime_tool(runtime, i).expression;
        if (strncmp(path, word, word_len) != 0)
            continue;
        cm__buf_add_fmt(choices, "  %s\n", path);
        shared =
            first == NULL ? strlen(path) : shared_length(first, shared, path);
        first = first == NULL ? path : first;
    }
    if (shared > word_len)
        cm__buf_add(insert, first + word_len, shared - word_len);
}

/* ---- running ---- */

static void done(void *user, cm_status status, cm_result *take_result)
{
    Repl *r = user;
    if (take_result == NULL) {
        const char *text = status == CM_E_CANCELLED
                               ? "the program was cancelled"
                               : cm_status_text(status);
        cm__term_error(&r->host.term, "error: ", text, strlen(text));
    } else if (r->host.options->is_json) {
        size_t len;
        const char *json = cm_result_json(take_result, &len);
        r->is_over |= json ? !cm__host_print_json(json, len)
                           : !cm__host_no_memory(&r->host);
    } else {
        r->is_over |= !cm__show_result(&r->host, r->run, take_result);
    }
    r->has_failed |= take_result == NULL || !cm_result_ok(take_result);
    cm_result_free(take_result);
    HostRun *run = r->run;
    r->run = NULL;
    cm__hostrun_free(run);
    cm__loop_stop(r->host.loop);
}

static void caught(void *user, int signum)
{
    Repl *r = user;
    r->is_over |= signum != SIGINT;
    if (r->run != NULL)
        cm__hostrun_cancel(r->run);
}

static void run_entry(Repl *r)
{
    static const HostRunEvents events = { .done = done };
    const HostRunSpec spec = { .source = cm__buf_text(&r->entry),
                               .source_len = r->entry.len,
                               .events = &events,
                               .user = r };
    cm_error err;
    SignalWatch *interrupt = cm__signal_new(r->host.loop, SIGINT, caught, r);
    SignalWatch *terminate = cm__signal_new(r->host.loop, SIGTERM, caught, r);
    if (cm__hub_run(r->host.hub, r->language, &spec, &r->run, &err) == CM_OK) {
        cm__loop_run(r->host.loop);
    } else {
        cm__term_error(&r->host.term, "error: ", err.text, strlen(err.text));
        r->has_failed = true;
    }
    cm__signal_free(interrupt);
    cm__signal_free(terminate);
}

/* ---- entries ---- */

static bool is_blank(const Buf *text)
{
    const char *bytes = cm__buf_text(text);
    return strspn(bytes, " \t\r\n") == text->len;
}

static SessionWord word_of(const Buf *line)
{
    static const struct {
        const char *name;
        SessionWord word;
    } rows[] = { { "help", WORD_HELP },
                 { "exit", WORD_END },
                 { "quit", WORD_END } };
    const char *at = cm__buf_text(line), *end = at + line->len;
    while (end > at && strchr(" \t\r\n", end[-1]) != NULL)
        end--;
    if (end - at > 2 && memcmp(end - 2, "()", 2) == 0)
        end -= 2;
    else if (at < end && *at == '.')
        at++;
    for (size_t i = 0; i < CM_ARRAY_LEN(rows); i++)
        if ((size_t)(end - at) == strlen(rows[i].name) &&
            memcmp(at, rows[i].name, strlen(rows[i].name)) == 0)
            return rows[i].word;
    return WORD_NONE;
}

static void tell_help(Repl *r)
{
    static const char text[] =
        "Each entry is a program of its own. Tab completes paths of tools; "
        "exit, quit or Ctrl-D ends.";
    cm__term_line(&r->host.term, text, sizeof text - 1);
}

/* Reads lines into r->entry until they are a program or known to be none. */
static LineStatus read_entry(Repl *r)
{
    const char *prompt = r->language == CM_LANGUAGE_LUA ? "lua> " : "js> ";
    cm__buf_clear(&r->entry);
    for (;;) {
        size_t before = r->entry.len;
        LineStatus status = cm__lineedit_read(r->edit, prompt, &r->entry);
        const cm_runtime *runtime = runtime_of(r);
        if (status == LINE_CANCELLED || r->entry.status != CM_OK)
            return LINE_CANCELLED;
        if (status == LINE_END && is_blank(&r->entry))
            return LINE_END;
        if (is_blank(&r->entry)) {
            cm__buf_clear(&r->entry);
            continue;
        }
        bool is_last = status == LINE_END ||
                       strspn(cm__buf_text(&r->entry) + before, " \t\r\n") ==
                           r->entry.len - before;
        r->word = before == 0 ? word_of(&r->entry) : WORD_NONE;
        if (r->word != WORD_NONE)
            return LINE_READ;
        add_return(r, runtime);
        if (is_last || examine(runtime, cm__buf_text(&r->entry),
                               r->entry.len) != ENTRY_GOES_ON)
            return LINE_READ;
        prompt = "...> ";
    }
}

static void remember(Repl *r)
{
    Buf text;
    size_t len = r->entry.len;
    cm__buf_init(&text, r->host.alloc, CM_BUF_NO_LIMIT);
    const char *bytes = cm__buf_text(&r->entry);
    while (len > 0 && (bytes[len - 1] == '\n' || bytes[len - 1] == '\r'))
        len--;
    cm__buf_add(&text, bytes, len);
    cm__lineedit_remember(r->edit, cm__buf_text(&text));
    cm__buf_done(&text);
}

static void hub_changed(void *user)
{
    Repl *r = user;
    if (!r->is_waiting || !cm__hub_is_settled(r->host.hub))
        return;
    r->is_waiting = false;
    cm__loop_stop(r->host.loop);
}

static void session(Repl *r)
{
    while (!r->is_over) {
        LineStatus status = read_entry(r);
        if (status == LINE_END)
            return;
        if (status == LINE_CANCELLED) {
            cm__buf_done(&r->entry);
            cm__buf_init(&r->entry, r->host.alloc, ENTRY_LIMIT);
            continue;
        }
        remember(r);
        if (r->word == WORD_END)
            return;
        if (r->word == WORD_HELP)
            tell_help(r);
        else
            run_entry(r);
    }
}

static int open_session(Repl *r)
{
    bool is_interactive =
        isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1;
    (void)setlocale(LC_CTYPE, ""); /* the editor counts characters */
    r->edit = cm__lineedit_new(is_interactive, complete, r);
    if (r->edit == NULL) {
        (void)cm__host_no_memory(&r->host);
        return CM_EXIT_FAILED;
    }
    cm__hub_connect(r->host.hub);
    /* What ended at once was told while nobody waited: a stop then would be one
     * of the next run. */
    r->is_waiting = !cm__hub_is_settled(r->host.hub);
    if (r->is_waiting)
        cm__loop_run(r->host.loop);
    if (runtime_of(r) == NULL)
        return CM_EXIT_USAGE;
    if (is_interactive && !r->host.options->is_quiet)
        (void)printf("codemode %s, %s; each entry is a program of its own; "
                     "Ctrl-D ends\n",
                     cm_version(),
                     r->language == CM_LANGUAGE_LUA ? "Lua" : "JavaScript");
    session(r);
    if (is_interactive)
        (void)putchar('\n');
    cm__host_finish(&r->host);
    cm__loop_run(r->host.loop);
    return !is_interactive && r->has_failed ? CM_EXIT_FAILED : CM_EXIT_OK;
}

int cm__repl_command(const Options *options)
{
    Repl r = { .language = cm__options_language(options, NULL) };
    const CliHostSpec spec = {
        .options = options, .n_workers = 1, .changed = hub_changed, .user = &r
    };
    cm__buf_init(&r.entry, cm__alloc_default(), ENTRY_LIMIT);
    int status = cm__host_open(&r.host, &spec);
    if (status == CM_EXIT_OK)
        status = open_session(&r);
    cm__lineedit_free(r.edit);
    cm__host_close(&r.host);
    cm__buf_done(&r.entry);
    return status;
}
