/* SPDX-License-Identifier: MIT */
#ifndef CODEMODE_H
#define CODEMODE_H
/* codemode: run small programs over tools that a host supplies.
 *
 * The life of a program:
 *
 *     cm_tools    what programs may call; built once, then frozen
 *     cm_runtime  tools + language + limits; immutable, shared by threads
 *     cm_program  a compiled program, optional; immutable, shared by runs
 *     cm_execution one run; one thread at a time
 *     cm_call     one call of a tool that the host answers now or later
 *     cm_result   what came out: value or error, warnings, logs, calls
 *
 * Text that crosses is UTF-8 given as pointer and length; data is JSON text.
 * The library never prints, exits, reads the environment, sets signal handlers
 * or the locale, and never longjmps over the host's frames.
 *
 * Ownership: `_new` functions give an object that its `_free` releases; `_free`
 * accepts NULL. Texts passed in are copied unless said otherwise. Pointers
 * handed out are borrowed and live as long as the comment says.
 * Outputs (`ret_...`) are written on success only.
 * Threads: said for each type. C99 and C++11 clean. */
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(CM_BUILD_SHARED) || defined(CM_STATIC)
#define CM_API __attribute__((visibility("default")))
#else
#define CM_API
#endif

#define CM_VERSION_MAJOR 0
#define CM_VERSION_MINOR 1
#define CM_VERSION_PATCH 0

/* "0.1.0"; static storage. */
CM_API const char *cm_version(void);

/* ---- status and errors -------------------------------------------------- */

/* Success is 0, failures are negative. */
typedef enum cm_status {
    CM_OK = 0,
    CM_E_NOMEM = -1,     /* the allocator refused */
    CM_E_ARGUMENT = -2,  /* an argument that can never be right */
    CM_E_RANGE = -3,     /* a number outside its range */
    CM_E_SYNTAX = -4,    /* text that is not well formed */
    CM_E_LIMIT = -5,     /* well formed, but over a fixed bound */
    CM_E_NAME = -6,      /* a name that is taken, empty or not allowed */
    CM_E_STATE = -7,     /* the call does not fit the object's state */
    CM_E_CANCELLED = -8, /* the execution was cancelled */
    CM_E_IO = -9         /* the outside world failed (command and gateway) */
} cm_status;

/* Details of a failure, in the caller's memory. A function that takes one
 * accepts NULL and fills it on failure only. */
typedef struct cm_error {
    cm_status status;
    uint32_t line, column; /* from 1; 0 when there is no place */
    char path[64];         /* key or JSON Pointer of the culprit, or "" */
    char text[192];        /* one sentence, no full stop */
} cm_error;

/* A constant English text for a status; static storage. */
CM_API const char *cm_status_text(cm_status status);

/* ---- memory ------------------------------------------------------------- */

/* One function for everything: ptr == NULL allocates, new_size == 0 frees,
 * else resizes. It returns NULL when it refuses (ptr stays valid) and when
 * new_size == 0. It is called from every thread that uses an object made with
 * it. The struct must outlive those objects. */
typedef struct cm_allocator {
    void *(*resize)(void *ctx, void *ptr, size_t old_size, size_t new_size);
    void *ctx;
} cm_allocator;

/* ---- tools -------------------------------------------------------------- */

typedef struct cm_tools cm_tools;
typedef struct cm_runtime cm_runtime;
typedef struct cm_program cm_program;
typedef struct cm_execution cm_execution;
typedef struct cm_call cm_call;
typedef struct cm_result cm_result;

/* Starts one call. `input` is the argument as compact JSON, borrowed until the
 * call is settled. The tool settles the call exactly once, inside this function
 * or later, from the thread that runs the execution or any other (see
 * cm_call_return). `user` is the tool's `user`. */
typedef void (*cm_tool_execute)(void *user, cm_call *call, const char *input,
                                size_t input_len);

typedef struct cm_tool {
    const char *description;   /* NULL: none */
    const char *input_schema;  /* JSON Schema text; NULL: none */
    const char *output_schema; /* JSON Schema text; NULL: the program gets
                                  undefined whatever the tool answers */
    int validate_input;        /* 1: check inputs; carried, not enforced yet */
    int validate_output;       /* likewise for outputs */
    int pinned;                /* shown in every budgeted catalog */
    cm_tool_execute execute;   /* required */
    void *user;                /* handed to execute */
} cm_tool;

/* An empty tool tree. Not thread-safe while tools are being added. `alloc` may
 * be NULL for the C library's. NULL when memory is refused. */
CM_API cm_tools *cm_tools_new(const cm_allocator *alloc);
CM_API void cm_tools_free(cm_tools *tools);

/* Adds a tool at a path. A '.' separates segments: "orders.lookup". A second
 * tool at the same path replaces the first. CM_E_NAME for an empty segment,
 * more than 16 segments or a segment over 128 bytes; CM_E_SYNTAX for a schema
 * that is not JSON. Texts are copied. */
CM_API cm_status cm_tools_add(cm_tools *tools, const char *path,
                              const cm_tool *tool, cm_error *err);
/* Same with an explicit length, for paths that hold a NUL or are no C
 * string. */
CM_API cm_status cm_tools_add_n(cm_tools *tools, const char *path,
                                size_t path_len, const cm_tool *tool,
                                cm_error *err);

/* Adds or redescribes a namespace; description NULL means none. */
CM_API cm_status cm_tools_namespace(cm_tools *tools, const char *path,
                                    const char *description, cm_error *err);

/* ---- runtime ------------------------------------------------------------ */

typedef enum cm_language {
    CM_LANGUAGE_JAVASCRIPT = 0,
    CM_LANGUAGE_LUA = 1
} cm_language;

/* A limit that is not set. Zero means zero. */
#define CM_UNSET ((int64_t)-1)

/* Limits of an execution. Unset knobs take the language's default; where it has
 * none they are unlimited. */
typedef struct cm_limits {
    int64_t timeout_ms;       /* at least 1 */
    int64_t max_tool_calls;   /* at least 0 */
    int64_t max_output_bytes; /* at least 0 */
    int64_t max_memory_bytes; /* at least 1,048,576; default 268,435,456 */
    int64_t max_steps;        /* at least 1 */
} cm_limits;

#define CM_LIMITS_INIT                                   \
    {                                                    \
        CM_UNSET, CM_UNSET, CM_UNSET, CM_UNSET, CM_UNSET \
    }

/* What hooks see of one host call. Borrowed for the hook's duration. */
typedef enum cm_outcome {
    CM_OUTCOME_SUCCESS = 0,
    CM_OUTCOME_FAILURE = 1,
    CM_OUTCOME_INTERRUPTED = 2
} cm_outcome;

typedef struct cm_hook_event {
    const char *name;  /* canonical path of the tool, or "search" */
    const char *input; /* the checked input as JSON */
    size_t input_len;
    uint64_t call_id;   /* number of the call in its execution, from 1 */
    cm_outcome outcome; /* after only */
    const char *output; /* after, success: JSON; failure: the message */
    size_t output_len;
    void *context; /* the execution's context pointer */
} cm_hook_event;

typedef struct cm_hooks {
    /* Runs before a tool starts. Non-zero lets the call pass; 0 denies it with
     * the text written to `reason` (a NUL-terminated buffer of 256 bytes). */
    int (*tool_before)(void *user, const cm_hook_event *event,
                       char reason[256]);
    /* Observes the end of a call that started. */
    void (*tool_after)(void *user, const cm_hook_event *event);
    void *user;
} cm_hooks;

/* Takes the bytes of a time zone; see zone_data below. */
typedef void (*cm_zone_put)(void *sink, const void *bytes, size_t len);

typedef struct cm_runtime_options {
    size_t struct_size; /* sizeof(cm_runtime_options) */
    cm_language language;
    cm_limits limits; /* defaults of every execution */

    int64_t max_concurrent_tool_calls; /* CM_UNSET: 8; at least 1 */
    int64_t call_timeout_ms;           /* CM_UNSET: none; at least 1 */
    int64_t cleanup_grace_ms;          /* CM_UNSET: 5,000; at least 0 */
    int preflight;                     /* examine calls before running */

    const cm_allocator *allocator; /* NULL: the C library's */
    /* Nanoseconds, never going back; used for deadlines. NULL: the system's. */
    uint64_t (*monotonic_ns)(void *user);
    /* Milliseconds since 1970 for Date. NULL: the system's. */
    double (*wall_clock_ms)(void *user);
    /* Seed of Math.random and crypto. has_random_seed 0: from the system. */
    int has_random_seed;
    uint64_t random_seed;
    void *hook_user; /* handed to the clocks and to zone_data */

    cm_hooks hooks;

    /* The zone of Date and of formatting, an IANA name. NULL: UTC. Names other
     * than UTC and its relatives, and offsets ("+05:30"), need zone_data. */
    const char *time_zone;
    /* Rules of a time zone as TZif bytes (RFC 9636; the files of zoneinfo):
     * calls put(sink, bytes, len) once before it returns and returns non-zero,
     * or returns 0 when there is no such zone. The bytes are copied, at most
     * 65,536 of them, and checked. `name` has at most 64 letters, digits, '_',
     * '+' and '-', parted by single '/': never "..", never absolute. Called by
     * cm_runtime_new for time_zone, and when a program first names a zone, from
     * the thread that runs the execution. NULL: no other zones. */
    int (*zone_data)(void *user, const char *name, cm_zone_put put, void *sink);
} cm_runtime_options;

#define CM_RUNTIME_OPTIONS_INIT                                             \
    {                                                                       \
        sizeof(cm_runtime_options), CM_LANGUAGE_JAVASCRIPT, CM_LIMITS_INIT, \
            CM_UNSET, CM_UNSET, CM_UNSET, 0, NULL, NULL, NULL, 0, 0, NULL,  \
            { NULL, NULL, NULL }, NULL, NULL                                \
    }

/* Makes a runtime over the tools as they stand; later changes to `tools` do not
 * show. `tools` may be NULL (no tools), `options` may be NULL (defaults).
 * CM_E_RANGE for a limit out of range (path names it), CM_E_ARGUMENT for an
 * unknown language or time zone. A runtime is immutable: any number of threads
 * may run executions on it at once. */
CM_API cm_status cm_runtime_new(const cm_tools *tools,
                                const cm_runtime_options *options,
                                cm_runtime **ret_runtime, cm_error *err);
/* Every execution and program of the runtime must have been freed. */
CM_API void cm_runtime_free(cm_runtime *runtime);

/* ---- results ------------------------------------------------------------ */

/* 1: the program ended with a value; 0: it failed, see the error fields. */
CM_API int cm_result_ok(const cm_result *result);
/* The value as compact JSON ("null" for a failure). NUL-terminated, borrowed
 * until cm_result_free, like all texts below. ret_len may be NULL. */
CM_API const char *cm_result_value(const cm_result *result, size_t *ret_len);
/* The whole record of spec/execution.md 10.1 as one line of JSON. */
CM_API const char *cm_result_json(const cm_result *result, size_t *ret_len);
/* Diagnostic kind ("ParseError", ...), or NULL when ok. */
CM_API const char *cm_result_error_kind(const cm_result *result);
CM_API const char *cm_result_error_message(const cm_result *result,
                                           size_t *ret_len);
/* Line and column from 1; 0 when the error has no place. */
CM_API uint32_t cm_result_error_line(const cm_result *result);
CM_API uint32_t cm_result_error_column(const cm_result *result);
CM_API size_t cm_result_suggestion_count(const cm_result *result);
CM_API const char *cm_result_suggestion(const cm_result *result, size_t index,
                                        size_t *ret_len);
CM_API size_t cm_result_log_count(const cm_result *result);
CM_API const char *cm_result_log(const cm_result *result, size_t index,
                                 size_t *ret_len);
CM_API size_t cm_result_warning_count(const cm_result *result);
CM_API const char *cm_result_warning_kind(const cm_result *result,
                                          size_t index);
CM_API const char *cm_result_warning_message(const cm_result *result,
                                             size_t index, size_t *ret_len);
CM_API size_t cm_result_call_count(const cm_result *result);
CM_API const char *cm_result_call_name(const cm_result *result, size_t index,
                                       size_t *ret_len);
CM_API int cm_result_truncated(const cm_result *result);
CM_API void cm_result_free(cm_result *result);

/* ---- running, blocking -------------------------------------------------- */

/* Runs a program to its end in the calling thread. Tools that settle later are
 * waited for: they must be settled by another thread. *ret_result is written
 * whenever the status is CM_OK, a failed program included. */
CM_API cm_status cm_execute(const cm_runtime *runtime, const char *source,
                            size_t source_len, cm_result **ret_result,
                            cm_error *err);

/* ---- programs ----------------------------------------------------------- */

/* Compiles without running. A program that does not compile is CM_OK with
 * *ret_program NULL and the diagnostics in *ret_result; otherwise *ret_result
 * is NULL. The source is copied. A program is immutable and may run in many
 * executions of its runtime at once. */
CM_API cm_status cm_program_new(const cm_runtime *runtime, const char *source,
                                size_t source_len, cm_program **ret_program,
                                cm_result **ret_result, cm_error *err);
CM_API void cm_program_free(cm_program *program);

/* Parses, finds unsupported syntax and calls of missing tools, runs nothing.
 * *ret_result has ok 1, or the first error; further ones are warnings. */
CM_API cm_status cm_check(const cm_runtime *runtime, const char *source,
                          size_t source_len, cm_result **ret_result,
                          cm_error *err);

/* ---- running, event-driven ---------------------------------------------- */

typedef struct cm_execution_options {
    size_t struct_size;      /* sizeof(cm_execution_options) */
    const cm_limits *limits; /* NULL: the runtime's */
    void *context;           /* reaches every tool and hook call */
    /* Called when a settled call or a cancellation makes a waiting execution
     * runnable, from the thread that settled it. It must only tell the host's
     * loop to call cm_execution_run; it must not call into the execution. */
    void (*wake)(void *user);
    void *wake_user;
    /* The program's text when `program` is NULL. */
    const char *source;
    size_t source_len;
    const cm_program *program; /* must outlive the execution */
} cm_execution_options;

#define CM_EXECUTION_OPTIONS_INIT                                           \
    {                                                                       \
        sizeof(cm_execution_options), NULL, NULL, NULL, NULL, NULL, 0, NULL \
    }

typedef enum cm_run_state {
    CM_RUN_DONE = 0,    /* the result can be taken */
    CM_RUN_WAITING = 1, /* calls outstanding; run again after a wake-up, or at
                           the deadline that cm_execution_deadline_ns names */
    CM_RUN_YIELDED = 2  /* the slice is used up; run again when convenient */
} cm_run_state;

/* Prepares one execution. Compile errors show as a result of the first run. An
 * execution belongs to one thread at a time; cm_execution_cancel and the settle
 * functions may be called from any thread. */
CM_API cm_status cm_execution_start(const cm_runtime *runtime,
                                    const cm_execution_options *options,
                                    cm_execution **ret_execution,
                                    cm_error *err);

/* Runs for about max_steps steps (0: no slice). */
CM_API cm_run_state cm_execution_run(cm_execution *execution,
                                     uint64_t max_steps);

/* When a waiting execution must be run again even without a wake-up, on the
 * runtime's monotonic clock in nanoseconds; UINT64_MAX: never. */
CM_API uint64_t cm_execution_deadline_ns(const cm_execution *execution);

/* Asks the execution to end as cancelled. Thread-safe, returns at once; wakes a
 * waiting execution. */
CM_API void cm_execution_cancel(cm_execution *execution);

/* Takes the result of a DONE execution; the caller frees it. CM_E_CANCELLED
 * when it was cancelled, CM_E_STATE when it is not done or the result was
 * taken. */
CM_API cm_status cm_execution_take_result(cm_execution *execution,
                                          cm_result **ret_result);

/* Bytes of memory the execution holds now, and its highest value so far. */
CM_API size_t cm_execution_memory(const cm_execution *execution);
CM_API size_t cm_execution_memory_peak(const cm_execution *execution);

/* Frees an execution in any state; calls still running are cancelled, their
 * later settlement is accepted and ignored. */
CM_API void cm_execution_free(cm_execution *execution);

/* ---- calls -------------------------------------------------------------- */

/* A call is valid from `execute` until it is settled by one of the three
 * functions below, also when its execution ended before; after that the pointer
 * is gone. All are thread-safe. A second settlement is undefined. */

/* Answers with JSON text; NULL or an empty text means null. The text is copied.
 * Text that is not valid JSON fails the call as InvalidToolOutput. */
CM_API void cm_call_return(cm_call *call, const char *json, size_t json_len);

/* A failure: message, then its causes from the outermost to the root. */
typedef struct cm_failure {
    const char *message; /* NULL or "": the name is used */
    const char *name;    /* NULL: "Error" */
    const char *const *causes;
    size_t n_causes;
} cm_failure;

CM_API void cm_call_fail(cm_call *call, const cm_failure *failure);
/* Shorthand for a failure with only a message. */
CM_API void cm_call_fail_text(cm_call *call, const char *message);
/* The tool reports its own cancellation; cancels the execution if awaited. */
CM_API void cm_call_cancelled(cm_call *call);

/* Asks to be told when the call is interrupted (the program ended, timed out or
 * was cancelled). `cancel` runs in the thread that runs the execution; the tool
 * must still settle the call. When it settles calls from other threads, one of
 * them may be doing so at that moment: the tool's own lock decides who settles,
 * and `user` outlives the execution. Set inside `execute` only. */
CM_API void cm_call_on_cancel(cm_call *call,
                              void (*cancel)(void *user, cm_call *call),
                              void *user);

/* Facts about a call; borrowed until it is settled. */
CM_API const char *cm_call_name(const cm_call *call);
CM_API uint64_t cm_call_id(const cm_call *call);   /* from 1, admission order */
CM_API void *cm_call_context(const cm_call *call); /* the execution's context */

/* ---- discovery ---------------------------------------------------------- */

/* One tool as a model sees it. Borrowed from the runtime. */
typedef struct cm_tool_info {
    const char *path;        /* canonical: "orders.lookup" */
    const char *expression;  /* callable: tools.orders.lookup */
    const char *description; /* "" when none */
    const char *input_schema, *output_schema; /* JSON text or NULL */
} cm_tool_info;

CM_API size_t cm_runtime_tool_count(const cm_runtime *runtime);
/* 0 <= index < count, in catalog order. */
CM_API cm_tool_info cm_runtime_tool(const cm_runtime *runtime, size_t index);

/* The instructions for a model: rules and the catalog within `budget` tokens'
 * worth of text (0: complete). Borrowed text allocated with the runtime's
 * allocator; free with cm_text_free. NULL when memory is refused. */
CM_API char *cm_runtime_instructions(const cm_runtime *runtime, size_t budget,
                                     size_t *ret_len);
CM_API void cm_text_free(const cm_runtime *runtime, char *text);

#ifdef __cplusplus
}
#endif

#endif
