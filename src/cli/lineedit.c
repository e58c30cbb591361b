/* SPDX-License-Identifier: MIT */
#include "cli/lineedit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef CM_HAVE_LIBEDIT
#include <histedit.h>

#include "net/dynlib.h"
#endif

enum {
    HISTORY_LINES = 500
};

struct LineEdit {
    bool is_interactive;
    LineComplete complete;
    void *user;
    const char *prompt;
    bool is_cancelled;
    char *line; /* getline's */
    size_t cap;
#ifdef CM_HAVE_LIBEDIT
    EditLine *edit; /* NULL: plain lines */
    History *history;
#endif
};

#ifdef CM_HAVE_LIBEDIT

/* Loaded when somebody edits: linking it, with what it brings, took a tenth of
 * the start of every other command. */
typedef struct EditApi {
    EditLine *(*init)(const char *, FILE *, FILE *, FILE *);
    void (*end)(EditLine *);
    int (*get)(EditLine *, int, ...);
    int (*set)(EditLine *, int, ...);
    const char *(*gets)(EditLine *, int *);
    const LineInfo *(*line)(EditLine *);
    int (*insertstr)(EditLine *, const char *);
    History *(*history_init)(void);
    void (*history_end)(History *);
    int (*history)(History *, HistEvent *, int, ...);
} EditApi;

static EditApi el;

static bool load_library(void)
{
    static const DynName functions[] = {
        { "el_init", offsetof(EditApi, init) },
        { "el_end", offsetof(EditApi, end) },
        { "el_get", offsetof(EditApi, get) },
        { "el_set", offsetof(EditApi, set) },
        { "el_gets", offsetof(EditApi, gets) },
        { "el_line", offsetof(EditApi, line) },
        { "el_insertstr", offsetof(EditApi, insertstr) },
        { "history_init", offsetof(EditApi, history_init) },
        { "history_end", offsetof(EditApi, history_end) },
        { "history", offsetof(EditApi, history) },
    };
    return cm__dynlib_load("libedit.so.2", functions, CM_ARRAY_LEN(functions),
                           &el);
}

static char *prompt_of(EditLine *edit)
{
    LineEdit *e = NULL;
    (void)el.get(edit, EL_CLIENTDATA, &e);
    return cm_unconst(e->prompt);
}

static unsigned char complete_key(EditLine *edit, int key)
{
    LineEdit *e = NULL;
    Buf insert, choices;
    unsigned char result = CC_REFRESH;
    (void)key;
    (void)el.get(edit, EL_CLIENTDATA, &e);
    const LineInfo *at = el.line(edit);
    cm__buf_init(&insert, cm__alloc_default(), CM_BUF_NO_LIMIT);
    cm__buf_init(&choices, cm__alloc_default(), CM_BUF_NO_LIMIT);
    e->complete(e->user, at->buffer, (size_t)(at->cursor - at->buffer), &insert,
                &choices);
    if (insert.len > 0) {
        if (el.insertstr(edit, cm__buf_text(&insert)) != 0)
            result = CC_ERROR;
    } else if (choices.len > 0) {
        (void)printf("\n%s", cm__buf_text(&choices));
        (void)fflush(stdout);
        result = CC_REDISPLAY;
    } else {
        result = CC_ERROR;
    }
    cm__buf_done(&insert);
    cm__buf_done(&choices);
    return result;
}

/* Ctrl-C, as a key: no signal comes while a line is edited. */
static unsigned char cancel_key(EditLine *edit, int key)
{
    LineEdit *e = NULL;
    (void)key;
    (void)el.get(edit, EL_CLIENTDATA, &e);
    e->is_cancelled = true;
    (void)printf("^C\n");
    (void)fflush(stdout);
    return CC_NEWLINE;
}

/* False: lines are read without editing. */
static bool start_editing(LineEdit *e)
{
    HistEvent event;
    if (!load_library())
        return false;
    e->edit = el.init("codemode", stdin, stdout, stderr);
    e->history = el.history_init();
    if (e->edit == NULL || e->history == NULL)
        return false;
    (void)el.history(e->history, &event, H_SETSIZE, HISTORY_LINES);
    (void)el.history(e->history, &event, H_SETUNIQUE, 1);
    (void)el.set(e->edit, EL_CLIENTDATA, e);
    (void)el.set(e->edit, EL_PROMPT, prompt_of);
    (void)el.set(e->edit, EL_EDITOR, "emacs");
    (void)el.set(e->edit, EL_HIST, el.history, e->history);
    (void)el.set(e->edit, EL_ADDFN, "complete-path", "completes a tool's path",
                 complete_key);
    (void)el.set(e->edit, EL_BIND, "^I", "complete-path", NULL);
    (void)el.set(e->edit, EL_ADDFN, "give-up", "gives up the line", cancel_key);
    (void)el.set(e->edit, EL_BIND, "^C", "give-up", NULL);
    (void)el.set(e->edit, EL_SETTY, "-d", "-isig", NULL);
    return true;
}

static void end_editing(LineEdit *e)
{
    if (e->edit != NULL)
        el.end(e->edit);
    if (e->history != NULL)
        el.history_end(e->history);
    e->edit = NULL;
    e->history = NULL;
}

static LineStatus edit_line(LineEdit *e, Buf *out)
{
    int n = 0;
    e->is_cancelled = false;
    const char *line = el.gets(e->edit, &n);
    if (e->is_cancelled)
        return LINE_CANCELLED;
    if (line == NULL || n <= 0)
        return LINE_END;
    cm__buf_add(out, line, (size_t)n);
    return LINE_READ;
}

#endif

LineEdit *cm__lineedit_new(bool is_interactive, LineComplete complete,
                           void *user)
{
    LineEdit *e = cm__alloc_zero(cm__alloc_default(), 1, sizeof *e);
    if (e == NULL)
        return NULL;
    e->is_interactive = is_interactive;
    e->complete = complete;
    e->user = user;
#ifdef CM_HAVE_LIBEDIT
    if (is_interactive && !start_editing(e))
        end_editing(e);
#endif
    return e;
}

void cm__lineedit_free(LineEdit *e)
{
    if (e == NULL)
        return;
#ifdef CM_HAVE_LIBEDIT
    end_editing(e);
#endif
    free(e->line);
    cm__free(cm__alloc_default(), e, sizeof *e);
}

LineStatus cm__lineedit_read(LineEdit *e, const char *prompt, Buf *out)
{
    e->prompt = prompt;
#ifdef CM_HAVE_LIBEDIT
    if (e->edit != NULL)
        return edit_line(e, out);
#endif
    if (e->is_interactive) {
        (void)fputs(prompt, stdout);
        (void)fflush(stdout);
    }
    ssize_t n = getline(&e->line, &e->cap, stdin);
    if (n <= 0)
        return LINE_END;
    cm__buf_add(out, e->line, (size_t)n);
    return LINE_READ;
}

void cm__lineedit_remember(LineEdit *e, const char *text)
{
#ifdef CM_HAVE_LIBEDIT
    HistEvent event;
    if (e->history != NULL)
        (void)el.history(e->history, &event, H_ENTER, text);
#else
    (void)e, (void)text;
#endif
}
