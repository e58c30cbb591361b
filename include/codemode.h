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
 * Ownership: `_new` functions give an object that its `_free` releases. Texts
 * passed in are copied unless said otherwise; pointers handed out are borrowed
 * as long as the comment says. Outputs (`ret_...`) are written on success only.
 * NULL: `_free`, `err` and `ret_len` take it; other pointers, of objects and of
 * `ret_...` too, only where said. Threads: said for each type. C99, C++11.
 * Versions: a struct that begins with struct_size may grow at its end; fill it
 * with its _INIT macro, which sets the size this header knows. A smaller size,
 * of an earlier version, leaves the new fields at their defaults. A larger one,
 * of a later version, is taken when all bytes that the library does not know
 * are zero, which always means the default, and is CM_E_ARGUMENT otherwise; so
 * is a size that no version had. Structs without struct_size never change
 * within a soname. */
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Marks what the library exports. It means something only while the library
 * itself is built; hosts define nothing, whichever form they link. */
#ifdef CM_BUILDING
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
    /* 1: the schema validates, so it must compile; what breaks it is
     * InvalidToolInput before the tool runs, InvalidToolOutput after. 0: it
     * only renders. */
    int validate_input, validate_output;
    int pinned;              /* shown in every budgeted catalog */
    cm_tool_execute execute; /* required */
    void *user;              /* handed to execute */
} cm_tool;

/* An empty tool tree. Not thread-safe while tools are being added. `alloc` may
 * be NULL for the C library's; it is called while programs run as well, for
 * signatures, which are made when they are first shown. NULL when memory is
 * refused. */
CM_API cm_tools *cm_tools_new(const cm_allocator *alloc);
CM_API void cm_tools_free(cm_tools *tools);

/* Adds a tool at a path. A '.' separates segments: "orders.lookup". A second
 * tool at the same path replaces the first. CM_E_NAME for an empty segment,
 * more than 16 segments or a segment over 128 bytes; CM_E_SYNTAX for a schema
 * that is not JSON. A schema that is to validate (JSON Schema 2020-12, or the
 * draft that `$schema` names: 2019-09, 7, 6, 4) is compiled here: CM_E_SYNTAX
 * when it is none, names another dialect or refers to a document outside;
 * CM_E_LIMIT when it is nested more than 4,096 levels or its patterns are too
 * large. Texts are copied. */
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

/* Announces a top-level namespace whose tools are still to come, a server that
 * is not connected yet say. It is a namespace without tools, so that programs
 * may list it and the catalog does not; calls of unknown paths below it say
 * that it is not connected, and no tool of another namespace is offered. The
 * first tool that is added at or below the name ends that, and a name that has
 * tools stays as it is. CM_E_NAME: the name is empty, holds a '.' or is longer
 * than 128 bytes. */
CM_API cm_status cm_tools_announce(cm_tools *tools, const char *name,
                                   cm_error *err);

/* Says why there is no tool at a path: the failure of a call of that path, or
 * of one with the same letters and digits, gives the reason, a few words
 * without a full stop, and no other tool is offered. Programs see nothing else
 * of it, and a tool at the path is called all the same. A path of one name
 * speaks for all below it as well, while nothing is there. Texts are copied;
 * paths as in cm_tools_add. */
CM_API cm_status cm_tools_leave_out(cm_tools *tools, const char *path,
                                    const char *reason, cm_error *err);

/* What was made of a tool of an earlier set, compiled schemas and signatures,
 * serves from now on the tools that are added here at the same path with the
 * same texts and the same validation, so that one change among thousands of
 * tools costs little. Nothing else differs. Both sets have the same allocator,
 * else nothing is reused. The earlier one may be freed or changed at any time,
 * but what was in it stays in memory until this set is freed or told anew; NULL:
 * nothing is reused from now on. */
CM_API void cm_tools_reuse(cm_tools *tools, const cm_tools *earlier);

/* How a host call ended, for the hooks that observe it. */
typedef enum cm_outcome {
    CM_OUTCOME_SUCCESS = 0,
    CM_OUTCOME_FAILURE = 1,
    CM_OUTCOME_INTERRUPTED = 2
} cm_outcome;

/* ---- extensions --------------------------------------------------------- */

/* An extension gives programs functions as global names: `lookup("x")`,
 * `fs.promises.readFile(path)`. Its functions take and give values of more
 * kinds than tools do, described by cm_value; docs/extensions.md is a guide.
 *
 * A cm_value is a tree in memory of the host. Ownership: a constructor gives a
 * tree of one node that belongs to the caller. Adding it to another value, or
 * settling a call with it, hands it over (`take_`), on failure too. A value
 * that has been added belongs to its container, which frees it: build from the
 * leaves, since an added container takes no more members and cannot be added
 * twice. So no value can contain itself. What is not handed over is freed with
 * cm_value_free. Readers borrow.
 * Errors: constructors give NULL when memory is refused. NULL may be added and
 * handed over like a value: the container, or the call, then fails for want of
 * memory. So one may build without a check and look at the end, or never.
 * Threads: a tree belongs to one thread at a time; reading may be shared.
 * Limits: 2^31 members. Depth has none here; over 32 a program refuses. */
typedef struct cm_value cm_value;

typedef enum cm_value_type {
    CM_VALUE_UNDEFINED = 0, /* Lua: nil */
    CM_VALUE_NULL = 1,
    CM_VALUE_BOOLEAN = 2,
    CM_VALUE_NUMBER = 3,      /* NaN, infinities and -0 too */
    CM_VALUE_STRING = 4,      /* UTF-8; lone surrogates in three bytes */
    CM_VALUE_ARRAY = 5,       /* a hole is undefined */
    CM_VALUE_OBJECT = 6,      /* string keys in order */
    CM_VALUE_BYTES = 7,       /* in programs a Uint8Array */
    CM_VALUE_DATE = 8,        /* milliseconds since 1970; NaN: invalid */
    CM_VALUE_REGEXP = 9,      /* source and flags */
    CM_VALUE_URL = 10,        /* its text */
    CM_VALUE_URL_PARAMS = 11, /* names and values, names may repeat */
    CM_VALUE_HEADERS = 12,    /* likewise; programs see lower-case names */
    CM_VALUE_MAP = 13,        /* any value as key */
    CM_VALUE_SET = 14,
    CM_VALUE_ERROR = 15,    /* name, message, cause, data fields */
    CM_VALUE_FUNCTION = 16, /* of the host; from host to program only */
    CM_VALUE_PROMISE = 17   /* likewise: settled by the host later */
} cm_value_type;

/* In all constructors `alloc` may be NULL for the C library's; it must outlive
 * the value. Give an allocator that may be used from any thread. */

/* UNDEFINED, NULL, ARRAY, OBJECT, URL_PARAMS, HEADERS, MAP or SET, empty. NULL
 * for another type. */
CM_API cm_value *cm_value_new(const cm_allocator *alloc, cm_value_type type);
CM_API cm_value *cm_value_boolean(const cm_allocator *alloc, int is_true);
CM_API cm_value *cm_value_number(const cm_allocator *alloc, double number);
/* A NUMBER that Lua programs see as an integer; JavaScript ones as the nearest
 * double. */
CM_API cm_value *cm_value_integer(const cm_allocator *alloc, int64_t number);
/* Copies. Bytes that are no UTF-8 reach programs as U+FFFD. */
CM_API cm_value *cm_value_string(const cm_allocator *alloc, const char *text,
                                 size_t len);
CM_API cm_value *cm_value_bytes(const cm_allocator *alloc, const void *bytes,
                                size_t len);
CM_API cm_value *cm_value_date(const cm_allocator *alloc, double ms);
/* A pattern that does not compile is refused when it reaches a program. */
CM_API cm_value *cm_value_regexp(const cm_allocator *alloc, const char *source,
                                 size_t len, const char *flags);
CM_API cm_value *cm_value_url(const cm_allocator *alloc, const char *text,
                              size_t len);
/* name NULL: "Error"; message NULL: "". The standard names (TypeError, ...)
 * give errors of those classes. Data fields: cm_value_set. */
CM_API cm_value *cm_value_error(const cm_allocator *alloc, const char *name,
                                const char *message);
/* The value of a JSON text, at most 512 levels deep. NULL when it is none or
 * memory is refused. */
CM_API cm_value *cm_value_json(const cm_allocator *alloc, const char *json,
                               size_t len);
/* A copy of the tree; functions are shared. NULL when memory is refused, and
 * for a tree with a PROMISE. */
CM_API cm_value *cm_value_copy(const cm_allocator *alloc,
                               const cm_value *value);
/* Frees a tree. NULL, and a value that belongs to a container, are no-ops. */
CM_API void cm_value_free(cm_value *value);

/* Adding. All consume what they take, a refusal included; only a value that
 * belongs to another container, or that holds this one, stays where it is.
 * CM_E_NOMEM when memory was refused now or before in a part; CM_E_ARGUMENT for
 * a container of a wrong type or one that was added itself, and for a member
 * that may not be added. The failure sticks to the container: handed over, it
 * fails the call. */

/* Appends to an ARRAY or SET. */
CM_API cm_status cm_value_push(cm_value *container, cm_value *take_member);
/* Adds under a key: a property of an OBJECT, a data field of an ERROR, a STRING
 * of URL_PARAMS or HEADERS. Of equal keys of an object the last one counts. */
CM_API cm_status cm_value_set(cm_value *container, const char *key,
                              size_t key_len, cm_value *take_member);
/* Adds an entry to a MAP. */
CM_API cm_status cm_value_put(cm_value *map, cm_value *take_key,
                              cm_value *take_member);
/* Sets the cause of an ERROR, once. */
CM_API cm_status cm_value_set_cause(cm_value *error, cm_value *take_cause);

/* Reading. NULL reads as UNDEFINED, so that a missing member needs no check.
 * What they give is borrowed from the tree and unchanged until it is freed.
 * Texts end with a NUL that ret_len (may be NULL) does not count. */

CM_API cm_value_type cm_value_type_of(const cm_value *value);
/* 1: BOOLEAN true. */
CM_API int cm_value_is_true(const cm_value *value);
/* NUMBER, or the milliseconds of a DATE; otherwise NaN. */
CM_API double cm_value_double(const cm_value *value);
/* 1 and the number when it is an integer of 64 bits. */
CM_API int cm_value_int64(const cm_value *value, int64_t *ret_number);
/* STRING, URL, source of a REGEXP, message of an ERROR; otherwise NULL. */
CM_API const char *cm_value_text(const cm_value *value, size_t *ret_len);
/* BYTES; otherwise NULL. */
CM_API const void *cm_value_data(const cm_value *value, size_t *ret_len);
/* Flags of a REGEXP, name of an ERROR; otherwise NULL. */
CM_API const char *cm_value_label(const cm_value *value);
/* Cause of an ERROR; NULL when it has none. */
CM_API const cm_value *cm_value_cause(const cm_value *value);
/* Members of a container, data fields of an ERROR; otherwise 0. */
CM_API size_t cm_value_count(const cm_value *value);
/* Member number i in order; NULL behind the end. */
CM_API const cm_value *cm_value_at(const cm_value *value, size_t i);
/* Its key: of OBJECT, URL_PARAMS, HEADERS, ERROR; otherwise, and behind the
 * end, NULL, which leaves *ret_len alone. */
CM_API const char *cm_value_key(const cm_value *value, size_t i,
                                size_t *ret_len);
/* Its key in a MAP; otherwise, and behind the end, NULL. */
CM_API const cm_value *cm_value_map_key(const cm_value *value, size_t i);
/* The member of that key, the last one if it repeats; NULL when there is none.
 * Looks through all keys. */
CM_API const cm_value *cm_value_get(const cm_value *value, const char *key,
                                    size_t key_len);

/* Starts one call of a function. `args` is an ARRAY of the arguments, borrowed
 * until the call is settled, as a tool's input is; of what programs have,
 * functions, promises, BigInts, symbols, iterators, tools, cycles and depth
 * over 32 never get here. Settle it exactly once, now or later, from any
 * thread, with cm_call_return_value (or cm_call_return with JSON text),
 * cm_call_fail, cm_call_fail_value or cm_call_cancelled. `user` is the
 * function's `user`. */
typedef void (*cm_function_execute)(void *user, cm_call *call,
                                    const cm_value *args);

typedef struct cm_function {
    cm_function_execute execute; /* required */
    void *user;                  /* handed to execute */
    /* Called once, when no runtime, execution, call or value needs the function
     * any more, from the thread that let go of it last. NULL: not told. */
    void (*release)(void *user);
    /* 1: calls give a promise, and refusals reject it. 0: the program waits for
     * the answer. Of no meaning in Lua, where every call waits. */
    int is_async;
    int length; /* what programs see as its `length`; 0 to 255 */
} cm_function;

/* A function as a value: for cm_tools_extend, and in answers, where the program
 * gets a function that it can call until its execution ends; what it gets holds
 * memory of the execution until then. The struct is copied. NULL, with
 * `release` called, when memory is refused or the struct is not right. */
CM_API cm_value *cm_value_function(const cm_allocator *alloc,
                                   const cm_function *function);

/* A promise for an answer to `call`, which must not be settled yet.
 * *ret_promise is a call of its own to be settled later by the same functions,
 * exactly once, also when the value never reaches the program; NULL when NULL
 * is returned. It is interrupted like any call once the program has it. */
CM_API cm_value *cm_value_promise(cm_call *call, cm_call **ret_promise);

/* Adds an extension. `take_globals` is an OBJECT from global name to FUNCTION
 * or to an OBJECT of functions, nested at will (32 levels), and is consumed
 * always. CM_E_NAME: the extension's or a global's name is empty, taken by
 * another extension, or is `tools` or `search`; CM_E_ARGUMENT: something else
 * than a function or an object of functions. The text names extension and
 * global. A name that is built into the language is refused by
 * cm_runtime_new. */
CM_API cm_status cm_tools_extend(cm_tools *tools, const char *name,
                                 cm_value *take_globals, cm_error *err);

/* What hooks see of one call of an extension's global. Borrowed. */
typedef struct cm_extension_event {
    const char *extension; /* its name */
    const char *name;      /* "fs.promises.readFile" */
    const cm_value *args;  /* as the function gets them */
    uint64_t call_id;      /* from 1, shared with tools */
    cm_outcome outcome;    /* after only */
    const cm_value *value; /* after: the answer; the ERROR of a failure, NULL
                              when the answer itself was refused */
    const char *message;   /* after, failure: the text that the program gets */
    size_t message_len;
    void *context; /* the execution's context pointer */
} cm_extension_event;

/* Like cm_hooks, for extensions. Functions inside answers have no hooks. */
typedef struct cm_extension_hooks {
    int (*before)(void *user, const cm_extension_event *event,
                  char reason[256]);
    void (*after)(void *user, const cm_extension_event *event);
    void *user;
} cm_extension_hooks;

/* ---- runtime ------------------------------------------------------------ */

typedef enum cm_language {
    CM_LANGUAGE_JAVASCRIPT = 0,
    CM_LANGUAGE_LUA = 1
} cm_language;

/* A limit that is not set. Zero means zero. */
#define CM_UNSET (-INT64_C(1))

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
    /* Nanoseconds, never going back; used for deadlines. NULL: the system's,
     * CLOCK_MONOTONIC. */
    uint64_t (*monotonic_ns)(void *user);
    /* Milliseconds since 1970 for Date. NULL: the system's. */
    double (*wall_clock_ms)(void *user);
    /* Seed of Math.random and crypto. has_random_seed 0: from the system. */
    int has_random_seed;
    uint64_t random_seed;
    void *hook_user; /* handed to the clocks, to zone_data and to log */

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

    cm_extension_hooks extension_hooks;

    /* Sees each log line when the program writes it, as it will stand in the
     * result but for truncation. Called from the thread that runs the
     * execution; the text is borrowed; `context` is the execution's. It gets
     * hook_user. NULL: nobody. */
    void (*log)(void *user, void *context, const char *text, size_t len);
} cm_runtime_options;

#define CM_RUNTIME_OPTIONS_INIT                                             \
    {                                                                       \
        sizeof(cm_runtime_options), CM_LANGUAGE_JAVASCRIPT, CM_LIMITS_INIT, \
            CM_UNSET, CM_UNSET, CM_UNSET, 0, NULL, NULL, NULL, 0, 0, NULL,  \
            { NULL, NULL, NULL }, NULL, NULL, { NULL, NULL, NULL }, NULL    \
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
/* The whole result as one line of JSON, made when first asked for: ok, value or
 * error, warnings, logs, truncated, toolCalls; docs/embedding.md, "The record as
 * JSON", has the fields. NULL when memory is refused. */
CM_API const char *cm_result_json(const cm_result *result, size_t *ret_len);
/* Diagnostic kind ("ParseError", ...), or NULL when ok. */
CM_API const char *cm_result_error_kind(const cm_result *result);
CM_API const char *cm_result_error_message(const cm_result *result,
                                           size_t *ret_len);
/* Line and column from 1; 0 when the error has no place. */
CM_API uint32_t cm_result_error_line(const cm_result *result);
CM_API uint32_t cm_result_error_column(const cm_result *result);
/* The lists of a result. Behind the end of a list, index >= count, each function
 * gives NULL and leaves *ret_len alone. */
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
 * *ret_result has ok 1, or the first error; further ones are warnings. With very
 * many missing tools the later ones are named without a suggestion. */
CM_API cm_status cm_check(const cm_runtime *runtime, const char *source,
                          size_t source_len, cm_result **ret_result,
                          cm_error *err);

/* ---- running, event-driven ---------------------------------------------- */

typedef struct cm_execution_options {
    size_t struct_size;      /* sizeof(cm_execution_options) */
    const cm_limits *limits; /* NULL, unset fields: the runtime's */
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

/* Bytes of memory the program holds now, and its highest value so far. Neither
 * passes max_memory_bytes. Once it is done, its result is not among the first. */
CM_API size_t cm_execution_memory(const cm_execution *execution);
CM_API size_t cm_execution_memory_peak(const cm_execution *execution);

/* Frees an execution in any state; calls still running are cancelled, their
 * later settlement is accepted and ignored. */
CM_API void cm_execution_free(cm_execution *execution);

/* ---- calls -------------------------------------------------------------- */

/* A call is valid from `execute` until it is settled by one of the functions
 * below, also when its execution ended before; after that the pointer is gone.
 * All are thread-safe. A second settlement is undefined. They serve calls of
 * tools, calls of functions of extensions and promises alike. */

/* Answers with JSON text; NULL or an empty text means null. The text is copied.
 * Text that is not valid JSON fails the call as InvalidToolOutput. For a
 * function of an extension no text means undefined (Lua: nil), and bad text is
 * a TypeError. */
CM_API void cm_call_return(cm_call *call, const char *json, size_t json_len);
/* Answers with a value. NULL: the host had no memory for it; the execution
 * ends as if it had refused the library memory. A tool must answer with what
 * JSON can say. */
CM_API void cm_call_return_value(cm_call *call, cm_value *take_value);

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
/* A failure as an ERROR value, with data fields and nested causes; a value of
 * another type fails with it as the message, as far as it is text. NULL as in
 * cm_call_return_value. For a tool the text counts: message and causes. */
CM_API void cm_call_fail_value(cm_call *call, cm_value *take_error);
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

/* Facts about a call; borrowed until it is settled. The name of a function in
 * an answer, and of a promise, is the path at which it was given. */
CM_API const char *cm_call_name(const cm_call *call);
CM_API uint64_t cm_call_id(const cm_call *call);   /* from 1, admission order */
CM_API void *cm_call_context(const cm_call *call); /* the execution's context */

/* ---- discovery ---------------------------------------------------------- */

/* One tool as a model sees it. Borrowed from the runtime. */
typedef struct cm_tool_info {
    const char *path;        /* canonical: "orders.lookup" */
    const char *expression;  /* callable in the runtime's language:
                                tools.orders.lookup */
    const char *description; /* "" when none */
    const char *input_schema, *output_schema; /* JSON text or NULL */
    /* How it is called, types included, in the runtime's language; lines of it
     * may be comments. NULL when memory was refused. */
    const char *signature;
} cm_tool_info;

CM_API size_t cm_runtime_tool_count(const cm_runtime *runtime);
/* In catalog order. Behind the end, index >= count, all members are NULL. */
CM_API cm_tool_info cm_runtime_tool(const cm_runtime *runtime, size_t index);

/* A budget that every catalog keeps: all tools are shown. */
#define CM_COMPLETE INT64_MAX

/* The instructions for a model: rules and the catalog within a budget, in
 * tokens taken to be four characters long. CM_UNSET is 2,000; 0 shows no tools
 * but pinned ones, only how many there are. What is not shown can be found by
 * `search`, and the text says so. It is allocated with the runtime's allocator;
 * free it with cm_text_free. NULL when memory is refused or the budget is below
 * 0 and not CM_UNSET. */
CM_API char *cm_runtime_instructions(const cm_runtime *runtime, int64_t budget,
                                     size_t *ret_len);
/* Parts of it alone, freed alike. The catalog is the last section. The head
 * says the same as the whole in at most 1,900 bytes, naming as many groups of
 * tools as fit, for channels that cut a description short. The search signature
 * is how a program calls `search`. */
CM_API char *cm_runtime_catalog(const cm_runtime *runtime, int64_t budget,
                                size_t *ret_len);
/* What to tell a model that has read the catalog of `seen`, a runtime of the
 * same language, with that budget: the whole catalog of `runtime` or the
 * difference, whichever is shorter; "" when nothing that shows has changed. */
CM_API char *cm_runtime_catalog_update(const cm_runtime *runtime,
                                       const cm_runtime *seen, int64_t budget,
                                       size_t *ret_len);
CM_API char *cm_runtime_search_signature(const cm_runtime *runtime,
                                         size_t *ret_len);
CM_API char *cm_runtime_head(const cm_runtime *runtime, size_t *ret_len);

/* Declarations of `tools` and `search` for editors: a file for TypeScript
 * (tools.d.ts), in Lua a meta file for LuaLS. Freed alike. */
CM_API char *cm_runtime_declarations(const cm_runtime *runtime,
                                     size_t *ret_len);

/* How a program of the language writes the path of a tool ("a.b-c" is
 * tools.a["b-c"]), whether there is such a tool or not. Freed alike. */
CM_API char *cm_runtime_expression(const cm_runtime *runtime, const char *path,
                                   size_t path_len, size_t *ret_len);
CM_API void cm_text_free(const cm_runtime *runtime, char *text);

/* ---- OpenAPI ------------------------------------------------------------ */

/* An OpenAPI 3 document as tools: each operation that can be called becomes one
 * tool, what cannot is listed with the reason. docs/openapi.md is a guide.
 *
 * The library does no input and output: the document is text, requests leave
 * through `send` of the host, credentials come from `resolve`. Redirects must
 * not be followed, requests not repeated, cookies not kept. */

typedef struct cm_http_header {
    const char *name;  /* an HTTP token */
    const char *value; /* without CR, LF */
} cm_http_header;

/* A request that is ready to go out. Borrowed until its exchange is ended. */
typedef struct cm_http_request {
    const char *method; /* "GET" */
    const char *url;    /* absolute, http or https; may hold credentials */
    const cm_http_header *headers; /* names in lower case */
    size_t n_headers;
    const char *body; /* NULL: none */
    size_t body_len;
    size_t max_answer_bytes; /* of the body after decompression; more is
                                CM_HTTP_TOO_LARGE */
} cm_http_request;

/* One request under way. It is ended exactly once, from any thread, with
 * cm_http_answer or cm_http_fail, also after its execution has ended; after
 * that the pointer is gone. */
typedef struct cm_http_exchange cm_http_exchange;

typedef enum cm_http_fault {
    CM_HTTP_FAILED = 0,    /* no answer came; the reason is told */
    CM_HTTP_TOO_LARGE = 1, /* the body was over max_answer_bytes */
    CM_HTTP_UNREADABLE = 2 /* the body broke off */
} cm_http_fault;

/* Ends an exchange with an answer of any status. content_type NULL: none. The
 * body is what came after decompression; it is read before this returns. */
CM_API void cm_http_answer(cm_http_exchange *exchange, int status,
                           const char *content_type, const char *body,
                           size_t body_len);
/* Ends it without one. reason, a short text without URL, may be NULL. */
CM_API void cm_http_fail(cm_http_exchange *exchange, cm_http_fault fault,
                         const char *reason);
/* Asks to be told when the answer is not wanted any more; see
 * cm_call_on_cancel. The exchange must still be ended. Set inside `send` only;
 * a cancellation that came before is told when `send` has returned, in its
 * thread. The exchange is valid inside `cancel`, also when another thread ends
 * it at that moment; only the first end counts then. */
CM_API void cm_http_on_cancel(cm_http_exchange *exchange,
                              void (*cancel)(void *user,
                                             cm_http_exchange *exchange),
                              void *user);
/* The execution's context. */
CM_API void *cm_http_context(const cm_http_exchange *exchange);

typedef enum cm_credential_kind {
    CM_CREDENTIAL_BEARER = 0,  /* value: the token */
    CM_CREDENTIAL_BASIC = 1,   /* name: the user, value: the password */
    CM_CREDENTIAL_API_KEY = 2, /* value, where the scheme says */
    CM_CREDENTIAL_HEADER = 3   /* the header `name` with `value` */
} cm_credential_kind;

typedef struct cm_credential {
    cm_credential_kind kind;
    const char *name; /* of BASIC and HEADER; else NULL */
    const char *value;
} cm_credential;

/* What is asked of `resolve`: a credential for one security scheme. Borrowed
 * until the question is answered. */
typedef struct cm_credential_request {
    const char *name;   /* the scheme's in the document */
    const char *type;   /* "apiKey", "http", "oauth2" or "openIdConnect" */
    const char *in;     /* apiKey: "header" or "query"; else NULL */
    const char *key;    /* apiKey: the parameter's name; else NULL */
    const char *scheme; /* http: "bearer", "basic", ...; else NULL */
    const char *const *scopes;
    size_t n_scopes;
    const char *method, *path; /* of the operation, as written */
    const char *operation_id;  /* NULL: none; so the two below */
    const char *summary, *description;
    void *context; /* the execution's */
} cm_credential_request;

/* A question under way: answered exactly once, from any thread, with one of the
 * three functions below. */
typedef struct cm_credential_question cm_credential_question;

/* Copies. Nothing is kept: every call asks anew. */
CM_API void cm_credential_give(cm_credential_question *question,
                               const cm_credential *credential);
/* There is none: the next alternative of the document is tried. */
CM_API void cm_credential_unavailable(cm_credential_question *question);
/* It could not be had: the call fails with the message; no other alternative is
 * tried and nothing is sent. */
CM_API void cm_credential_fail(cm_credential_question *question,
                               const char *message);

typedef struct cm_openapi_options {
    size_t struct_size;   /* sizeof(cm_openapi_options) */
    const char *base_url; /* in place of every `servers`; NULL: theirs */
    const cm_http_header *headers; /* of every request; unseen by programs */
    size_t n_headers;
    int validate; /* 1: inputs are checked where their schemas compile */
    const cm_allocator *allocator; /* NULL: the C library's */
    /* Sends one request, now or later. Required. */
    void (*send)(void *user, cm_http_exchange *exchange,
                 const cm_http_request *request);
    /* NULL: no credentials are to be had. */
    void (*resolve)(void *user, cm_credential_question *question,
                    const cm_credential_request *request);
    void *user; /* handed to both */
} cm_openapi_options;

#define CM_OPENAPI_OPTIONS_INIT                                              \
    {                                                                        \
        sizeof(cm_openapi_options), NULL, NULL, 0, 1, NULL, NULL, NULL, NULL \
    }

/* A document that was read. Immutable; it must outlive the runtimes that have
 * tools of it, and every call of those. */
typedef struct cm_openapi cm_openapi;

/* Reads a document: JSON text, a byte order mark is skipped. Options are
 * copied. CM_E_SYNTAX when it is no OpenAPI 3 document (err says what it is, or
 * where it is not well formed) or a header is unusable, CM_E_LIMIT when it is
 * nested over 1,000 levels or too much is made of it. An operation that cannot
 * be offered never stops the others; a base_url that is no absolute URL is such
 * a reason. */
CM_API cm_status cm_openapi_new(const char *json, size_t len,
                                const cm_openapi_options *options,
                                cm_openapi **ret_openapi, cm_error *err);
/* Waits for threads that are about to return from ending an exchange. */
CM_API void cm_openapi_free(cm_openapi *openapi);

/* Adds all its tools below a namespace; NULL or "": at the root. *ret_unchecked
 * (may be NULL) counts the tools whose input schema does not compile, or was cut
 * as too large, and so only renders. A path that is too deep for the namespace
 * becomes one segment below it. See cm_tools_add for what else can fail. */
CM_API cm_status cm_openapi_add(const cm_openapi *openapi, cm_tools *tools,
                                const char *name_space, size_t *ret_unchecked,
                                cm_error *err);

/* How many operations became tools, and what did not, in document order.
 * Texts are borrowed from the document. */
CM_API size_t cm_openapi_tool_count(const cm_openapi *openapi);

typedef struct cm_openapi_skipped {
    const char *method; /* upper case */
    const char *path;   /* as written */
    const char *reason;
} cm_openapi_skipped;

CM_API size_t cm_openapi_skipped_count(const cm_openapi *openapi);
/* Behind the end, index >= count, the texts are empty. */
CM_API cm_openapi_skipped cm_openapi_skipped_at(const cm_openapi *openapi,
                                                size_t index);

#ifdef __cplusplus
}
#endif

#endif
