/* SPDX-License-Identifier: MIT */
#include "mcp/hostrun.h"

#include <string.h>

#include "base/utf8.h"
#include "mcp/toolbox.h"

enum {
    ROW_INPUT_MAX = 1024, /* section 5 */
    LOG_TEXT_MAX = 500,   /* section 2, characters */
};
/* Attachments that are kept for one run; its result holds fewer. */
#define FILES_LIMIT ((size_t)64 << 20)
/* Lines that tools may add to one run. */
#define LOGS_LIMIT  ((size_t)4 << 20)

#define RUN_OF(part, member) \
    ((HostRun *)(void *)((char *)(part)-offsetof(HostRun, member)))

/* ---- rows ---- */

/* The input as section 5 shows it; false: left out. */
static bool row_input(const char *json, size_t len, Buf *out)
{
    if (len == 0 || (len == 2 && memcmp(json, "{}", 2) == 0) ||
        (len == 4 && memcmp(json, "null", 4) == 0))
        return false;
    if (len > ROW_INPUT_MAX) {
        cm__buf_add_fmt(out, "{\"truncated\":%zu}", len);
        return true;
    }
    bool is_object = json[0] == '{';
    if (!is_object)
        cm__buf_add_str(out, "{\"input\":");
    cm__buf_add(out, json, len);
    if (!is_object)
        cm__buf_add_char(out, '}');
    return true;
}

static bool rows_grow(HostRun *run)
{
    HostRow *rows = cm__room(run->alloc, run->rows, run->n_rows, &run->cap_rows,
                             sizeof *rows);
    if (rows == NULL || rows == run->rows)
        return rows != NULL;
    run->rows = rows;
    /* The list ends point into the array, which has moved. */
    for (size_t i = 0; i < run->n_rows; i++)
        if (rows[i].files == NULL)
            rows[i].last_file = &rows[i].files;
    return true;
}

/* Tells that the rows are not whole. */
static void note_lost_row(HostRun *run, const char *path)
{
    cm__buf_add_fmt(&run->notes,
                    "[%s] the list of calls lacks this one: out of memory\n",
                    path);
}

/* Its number, or SIZE_MAX without memory. */
static size_t row_add(HostRun *run, const char *path, const char *json,
                      size_t json_len)
{
    if (!rows_grow(run)) {
        note_lost_row(run, path);
        return SIZE_MAX;
    }
    HostRow *row = &run->rows[run->n_rows];
    *row = (HostRow){ .started_ms = cm__loop_now_ms(run->loop) };
    row->last_file = &row->files;
    row->tool_size = strlen(path) + 1;
    row->tool = cm__alloc_text(run->alloc, path, row->tool_size - 1);
    if (row->tool == NULL) {
        note_lost_row(run, path);
        return SIZE_MAX;
    }
    Buf input;
    size_t len;
    cm__buf_init(&input, run->alloc, CM_BUF_NO_LIMIT);
    if (!row_input(json, json_len, &input)) {
        cm__buf_done(&input);
    } else if (cm__buf_take(&input, &row->input, &len, &row->input_size) !=
               CM_OK) {
        note_lost_row(run, path); /* at least its input */
        cm__buf_done(&input);
    }
    size_t at = run->n_rows++;
    if (run->events.call_started != NULL)
        run->events.call_started(run->user, at);
    return at;
}

static void row_end(HostRun *run, size_t at, HostRowStatus status)
{
    if (at == SIZE_MAX)
        return;
    run->rows[at].status = status;
    run->rows[at].ended_ms = cm__loop_now_ms(run->loop);
    if (run->events.call_ended != NULL)
        run->events.call_ended(run->user, at);
}

void cm__hostrun_row_begin(HostCall *call)
{
    call->row = SIZE_MAX; /* a call without a row is no reason to fail it */
    if (call->run != NULL)
        call->row =
            row_add(call->run, call->tool->path, call->input, call->input_len);
}

void cm__hostrun_row_end(HostCall *call, HostRowStatus status)
{
    if (call->run != NULL)
        row_end(call->run, call->row, status);
}

/* One search, on its way from the worker to the loop. */
typedef struct SearchNote {
    LoopTask task;
    HostRun *run;
    HostRowStatus status;
    size_t len;
    char input[];
} SearchNote;

static void take_search(LoopTask *task)
{
    SearchNote *note = (SearchNote *)(void *)task;
    HostRun *run = note->run;
    size_t at = row_add(run, "search", note->input, note->len);
    row_end(run, at, note->status);
    cm__free(run->alloc, note, sizeof *note + note->len);
}

/* Tasks run in the order of posting and the run's end is posted last, so the
 * run is there and its rows stand in the order of their starts. */
void cm__hostrun_searched(void *user, const cm_hook_event *event)
{
    HostRun *run = event->context;
    (void)user;
    if (strcmp(event->name, "search") != 0 || run == NULL ||
        cm__toolbox_has(run->toolbox, "search")) /* a tool has its own row */
        return;
    SearchNote *note =
        cm__alloc_zero(run->alloc, 1, sizeof *note + event->input_len);
    if (note == NULL) {
        atomic_store(&run->is_search_lost, true);
        return;
    }
    note->task.run = take_search;
    note->run = run;
    note->status =
        event->outcome == CM_OUTCOME_SUCCESS ? CM_ROW_COMPLETED : CM_ROW_ERROR;
    note->len = event->input_len;
    memcpy(note->input, event->input, event->input_len);
    cm__loop_post(run->loop, &note->task);
}

void cm__hostrun_progress(HostCall *call, const char *message)
{
    HostRun *run = call->run;
    if (run != NULL && call->row != SIZE_MAX &&
        run->events.call_progressed != NULL)
        run->events.call_progressed(run->user, call->row, message);
}

void cm__hostrun_rows_json(const HostRun *run, Buf *out)
{
    static const char *const names[] = { "running", "completed", "error" };
    cm__buf_add_char(out, '[');
    for (size_t i = 0; i < run->n_rows; i++) {
        const HostRow *row = &run->rows[i];
        HostRowStatus status = row->status;
        if (run->is_over && status == CM_ROW_RUNNING)
            status = CM_ROW_ERROR;
        /* Paths hold name characters only: nothing to escape. */
        cm__buf_add_fmt(out, "%s{\"tool\":\"%s\",\"status\":\"%s\"",
                        i > 0 ? "," : "", row->tool, names[status]);
        if (row->input != NULL) {
            cm__buf_add_str(out, ",\"input\":");
            cm__buf_add_str(out, row->input);
        }
        cm__buf_add_char(out, '}');
    }
    cm__buf_add_char(out, ']');
}

static void rows_free(HostRun *run)
{
    for (size_t i = 0; i < run->n_rows; i++) {
        HostRow *row = &run->rows[i];
        for (HostFile *file = row->files, *next; file != NULL; file = next) {
            next = file->next;
            cm__free(run->alloc, file, sizeof *file + file->len + 1);
        }
        cm__free(run->alloc, row->tool, row->tool_size);
        cm__free(run->alloc, row->input, row->input_size);
    }
    cm__free(run->alloc, run->rows, run->cap_rows * sizeof *run->rows);
}

/* ---- what tools add ---- */

void cm__hostrun_attach(HostCall *call, const char *json, size_t len,
                        size_t media_bytes)
{
    HostRun *run = call->run;
    if (run == NULL || call->row == SIZE_MAX)
        return;
    HostRow *row = &run->rows[call->row];
    if (sizeof(HostFile) + len > FILES_LIMIT - run->file_bytes) {
        run->n_files_lost++;
        return;
    }
    HostFile *file = cm__alloc(run->alloc, sizeof *file + len + 1);
    if (file == NULL) {
        cm__hostrun_note(call, "an attachment was dropped: out of memory");
        return;
    }
    *file = (HostFile){ .media_bytes = media_bytes, .len = len };
    memcpy(file->json, json, len);
    file->json[len] = '\0';
    run->file_bytes += sizeof *file + len;
    *row->last_file = file;
    row->last_file = &file->next;
}

/* The byte length of at most LOG_TEXT_MAX characters. */
static size_t log_cut(const char *text, size_t len)
{
    const char *at = text, *end = text + len;
    for (int i = 0; i < LOG_TEXT_MAX && at < end; i++)
        (void)cm__utf8_next(&at, end, NULL);
    return (size_t)(at - text);
}

void cm__hostrun_log(HostCall *call, const char *text, size_t len)
{
    if (call->run == NULL)
        return;
    Buf *logs = &call->run->logs;
    cm__buf_add_fmt(logs, "[%s] ", call->tool->path);
    cm__buf_add(logs, text, log_cut(text, len));
    cm__buf_add_char(logs, '\n');
}

void cm__hostrun_note(HostCall *call, const char *text)
{
    if (call->run == NULL)
        return;
    cm__buf_add_fmt(&call->run->notes, "[%s] %s\n", call->tool->path, text);
}

/* ---- life ---- */

/* In a worker: the last task of this run. */
static void job_done(WorkJob *job)
{
    HostRun *run = RUN_OF(job, job);
    cm__loop_post(run->loop, &run->done_task);
}

static void release_calls(HostRun *run)
{
    HostCall *next;
    for (HostCall *call = run->calls; call != NULL; call = next) {
        next = call->next;
        call->run = NULL;
        cm__host_unref(call);
    }
    run->calls = NULL;
}

static void done_in_loop(LoopTask *task)
{
    HostRun *run = RUN_OF(task, done_task);
    cm_result *result = NULL;
    cm_status status = cm_execution_take_result(run->execution, &result);
    run->is_over = true;
    if (atomic_load(&run->is_search_lost))
        note_lost_row(run, "search");
    run->events.done(run->user, status, result);
}

cm_status cm__hostrun_start(WorkPool *pool, Loop *loop, Toolbox *toolbox,
                            const HostRunSpec *spec, HostRun **ret_run,
                            cm_error *err)
{
    const cm_allocator *alloc = cm__loop_alloc(loop);
    HostRun *run = cm__alloc_zero(alloc, 1, sizeof *run);
    if (run == NULL) {
        *err = (cm_error){ .status = CM_E_NOMEM, .text = "out of memory" };
        return CM_E_NOMEM;
    }
    run->alloc = alloc;
    run->loop = loop;
    run->events = *spec->events;
    run->user = spec->user;
    run->done_task.run = done_in_loop;
    cm__buf_init(&run->logs, alloc, LOGS_LIMIT);
    cm__buf_init(&run->notes, alloc, LOGS_LIMIT);
    run->toolbox = toolbox;
    cm__toolbox_ref(toolbox);
    cm__workpool_job_init(&run->job, pool, job_done);
    cm_execution_options options = CM_EXECUTION_OPTIONS_INIT;
    options.limits = spec->limits;
    options.context = run;
    options.wake = cm__workpool_wake;
    options.wake_user = &run->job;
    options.source = spec->source;
    options.source_len = spec->source_len;
    cm_status status =
        cm_execution_start(toolbox->runtime, &options, &run->execution, err);
    if (status == CM_OK) {
        status = cm__workpool_submit(&run->job, run->execution);
        if (status != CM_OK)
            *err = (cm_error){ .status = status, .text = "out of memory" };
    }
    if (status != CM_OK) {
        cm__hostrun_free(run);
        return status;
    }
    *ret_run = run;
    return CM_OK;
}

void cm__hostrun_cancel(HostRun *run)
{
    if (!run->is_over)
        cm_execution_cancel(run->execution);
}

void cm__hostrun_free(HostRun *run)
{
    if (run == NULL)
        return;
    cm_execution_free(run->execution);
    release_calls(run);
    rows_free(run);
    cm__buf_done(&run->logs);
    cm__buf_done(&run->notes);
    cm__toolbox_unref(run->toolbox);
    cm__free(run->alloc, run, sizeof *run);
}
