/* SPDX-License-Identifier: MIT */
#ifndef CM_MCP_HOSTRUN_H
#define CM_MCP_HOSTRUN_H
/* hostrun: one program on its way, seen from the loop thread.
 *
 * It joins an execution, its place in the pool, the toolbox it was started
 * with, and what the host keeps of its calls: a row for each in start order
 * (spec/adapter.md 5), attachments (6) and log lines (2).
 * Ownership: made by cm__hostrun_start, freed by the owner with
 *            cm__hostrun_free after `done`. The run counts its toolbox.
 * Threads:   the loop's thread, but for what hostcall.h and workpool.h say. */
#include "mcp/hostcall.h"
#include "mcp/workpool.h"

typedef enum HostRowStatus {
    CM_ROW_RUNNING = 0,
    CM_ROW_COMPLETED,
    CM_ROW_ERROR
} HostRowStatus;

/* One attachment: a content part as JSON, unknown members kept. */
typedef struct HostFile {
    struct HostFile *next;
    size_t media_bytes; /* of inline media, decoded; 0 for links */
    size_t len;
    char json[];
} HostFile;

typedef struct HostRow {
    char *tool;  /* owned copy of the path */
    char *input; /* owned JSON as section 5 shows it; NULL: left out */
    size_t tool_size, input_size;
    HostFile *files, **last_file;
    HostRowStatus status;
    uint64_t started_ms, ended_ms;
} HostRow;

typedef struct HostRunEvents {
    void (*call_started)(void *user, size_t row); /* may be NULL */
    void (*call_ended)(void *user, size_t row);   /* may be NULL */
    /* The end, once. The run may be freed in it. result is the callee's; NULL
     * when status is not CM_OK (CM_E_CANCELLED, CM_E_NOMEM). */
    void (*done)(void *user, cm_status status, cm_result *take_result);
    /* A call that runs says how far it is; may be NULL. */
    void (*call_progressed)(void *user, size_t row, const char *message);
} HostRunEvents;

typedef struct HostRunSpec {
    const char *source;
    size_t source_len;
    const cm_limits *limits; /* NULL: the runtime's */
    const HostRunEvents *events;
    void *user;
} HostRunSpec;

struct HostRun {
    WorkJob job;
    LoopTask done_task;
    const cm_allocator *alloc;
    Loop *loop;
    Toolbox *toolbox; /* counted */
    cm_execution *execution;
    HostRunEvents events;
    void *user;
    HostCall *calls; /* appended by the worker, read after the end */
    HostRow *rows;
    size_t n_rows, cap_rows;
    struct GateGroup *waiting; /* callgate.c */
    Buf logs;                  /* lines that tools added, each '\n'-ended */
    Buf notes;                 /* lines about dropped attachments, likewise */
    size_t file_bytes, n_files_lost; /* attachments kept; too many to keep */
    atomic_bool is_search_lost;      /* from its rows, for want of memory */
    bool is_over;
};

/* Starts a program on the toolbox's runtime. CM_E_NOMEM or the library's
 * refusal in err; no event comes then. The source is copied. */
cm_status cm__hostrun_start(WorkPool *pool, Loop *loop, Toolbox *toolbox,
                            const HostRunSpec *spec, HostRun **ret_run,
                            cm_error *err);
/* Asks the program to end; `done` still comes, with CM_E_CANCELLED. */
void cm__hostrun_cancel(HostRun *run);
/* Only after `done`, or in it. */
void cm__hostrun_free(HostRun *run);

/* For tools: attaches a file or adds a line to the run of a call. Nothing
 * happens once the run is over. */
void cm__hostrun_attach(HostCall *call, const char *json, size_t len,
                        size_t media_bytes);
void cm__hostrun_log(HostCall *call, const char *text, size_t len);
void cm__hostrun_note(HostCall *call, const char *text);

/* For tools: passes on what a call says of its progress. */
void cm__hostrun_progress(HostCall *call, const char *message);

/* The rows as the JSON list of section 5; what still runs when the run is over
 * was interrupted. */
void cm__hostrun_rows_json(const HostRun *run, Buf *out);

/* The hook of every runtime of a toolbox (cm_hooks.tool_after): a search has a
 * row, though the host takes no part in it. */
void cm__hostrun_searched(void *user, const cm_hook_event *event);

/* For hostcall.c. */
void cm__hostrun_row_begin(HostCall *call);
void cm__hostrun_row_end(HostCall *call, HostRowStatus status);

#endif
