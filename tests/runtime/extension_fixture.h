/* SPDX-License-Identifier: MIT */
#ifndef CM_TESTS_RUNTIME_EXTENSION_FIXTURE_H
#define CM_TESTS_RUNTIME_EXTENSION_FIXTURE_H
/* extension_fixture: a host with extensions for tests through the public API.
 *
 *     keep(...)        keeps a copy of its arguments, returns the first one
 *     types(...)       the types of its arguments as numbers
 *     give(what)       an answer that a test prepared: Ext.give
 *     fail(text)       a failure with that message, or Ext.error
 *     slow(x)          returns x when the program waits
 *     fs.readFile(x)   "sync:" + x
 *     fs.promises.readFile(x)  "async:" + x; asynchronous
 *     later(x)         asynchronous; returns x when the program waits
 *     never(x)         asynchronous; settles when it is interrupted
 *     open()           an object of functions: { next(), close(), n: [f] }
 *
 * Include after cmocka.h. Events are written to Ext.events. */
#include "codemode.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    EXT_PENDING = 16
};

typedef struct Ext {
    const cm_allocator *alloc;
    cm_tools *tools;
    cm_runtime *runtime;
    cm_value *kept;
    cm_value *(*give)(struct Ext *ext, cm_call *call);
    cm_value *(*error)(struct Ext *ext, cm_call *call);
    cm_call *calls[EXT_PENDING]; /* not settled yet; NULL: free */
    cm_value *answers[EXT_PENDING];
    char events[4096];
    int n_released, n_cancelled, counter;
    const char *deny; /* name that the hook denies */
} Ext;

static inline void ext_note(Ext *ext, const char *word, const char *name)
{
    size_t n = strlen(ext->events);
    (void)snprintf(ext->events + n, sizeof ext->events - n, "%s%s %s",
                   n ? ", " : "", word, name);
}

static inline cm_value *ext_text(Ext *ext, const char *text)
{
    return cm_value_string(ext->alloc, text, strlen(text));
}

static inline cm_value *ext_first(Ext *ext, const cm_value *args)
{
    return cm_value_copy(ext->alloc, cm_value_at(args, 0));
}

static inline void ext_keep(void *user, cm_call *call, const cm_value *args)
{
    Ext *ext = user;
    cm_value_free(ext->kept);
    ext->kept = cm_value_copy(ext->alloc, args);
    cm_call_return_value(call, ext_first(ext, args));
}

static inline void ext_types(void *user, cm_call *call, const cm_value *args)
{
    Ext *ext = user;
    cm_value *list = cm_value_new(ext->alloc, CM_VALUE_ARRAY);
    for (size_t i = 0; i < cm_value_count(args); i++)
        (void)cm_value_push(
            list, cm_value_integer(ext->alloc,
                                   cm_value_type_of(cm_value_at(args, i))));
    cm_call_return_value(call, list);
}

static inline void ext_give(void *user, cm_call *call, const cm_value *args)
{
    Ext *ext = user;
    (void)args;
    cm_call_return_value(call, ext->give ? ext->give(ext, call) : NULL);
}

static inline void ext_fail(void *user, cm_call *call, const cm_value *args)
{
    Ext *ext = user;
    if (ext->error)
        cm_call_fail_value(call, ext->error(ext, call));
    else
        cm_call_fail_text(call, cm_value_text(cm_value_at(args, 0), NULL));
}

static inline void ext_cancel(void *user, cm_call *call)
{
    Ext *ext = user;
    ext->n_cancelled++;
    for (size_t i = 0; i < EXT_PENDING; i++) {
        if (ext->calls[i] != call)
            continue;
        ext->calls[i] = NULL;
        cm_value_free(ext->answers[i]);
    }
    cm_call_cancelled(call);
}

static inline void ext_wait(Ext *ext, cm_call *call, cm_value *answer)
{
    for (size_t i = 0; i < EXT_PENDING; i++) {
        if (ext->calls[i])
            continue;
        ext->calls[i] = call;
        ext->answers[i] = answer;
        return;
    }
    cm_value_free(answer);
    cm_call_fail_text(call, "too many calls");
}

static inline void ext_later(void *user, cm_call *call, const cm_value *args)
{
    Ext *ext = user;
    cm_call_on_cancel(call, ext_cancel, ext);
    ext_wait(ext, call, ext_first(ext, args));
}

static inline void ext_never(void *user, cm_call *call, const cm_value *args)
{
    (void)args;
    cm_call_on_cancel(call, ext_cancel, user);
}

static inline void ext_read(void *user, cm_call *call, const cm_value *args)
{
    char text[64];
    Ext *ext = user;
    const char *path = cm_value_text(cm_value_at(args, 0), NULL);
    bool is_async = strstr(cm_call_name(call), "promises") != NULL;
    (void)snprintf(text, sizeof text, "%s:%s", is_async ? "async" : "sync",
                   path ? path : "?");
    cm_call_return_value(call, ext_text(ext, text));
}

static inline void ext_next(void *user, cm_call *call, const cm_value *args)
{
    Ext *ext = user;
    (void)args;
    cm_call_return_value(call, cm_value_integer(ext->alloc, ++ext->counter));
}

static inline void ext_release(void *user)
{
    Ext *ext = user;
    ext->n_released++;
}

static inline cm_value *ext_function(Ext *ext, cm_function_execute execute,
                                     bool is_async)
{
    cm_function f = { execute, ext, ext_release, is_async, 1 };
    return cm_value_function(ext->alloc, &f);
}

static inline void ext_put(cm_value *object, const char *key, cm_value *value)
{
    (void)cm_value_set(object, key, strlen(key), value);
}

static inline void ext_open(void *user, cm_call *call, const cm_value *args)
{
    Ext *ext = user;
    (void)args;
    cm_value *o = cm_value_new(ext->alloc, CM_VALUE_OBJECT);
    cm_value *list = cm_value_new(ext->alloc, CM_VALUE_ARRAY);
    (void)cm_value_push(list, ext_function(ext, ext_next, false));
    ext_put(o, "next", ext_function(ext, ext_next, false));
    ext_put(o, "close", ext_function(ext, ext_later, true));
    ext_put(o, "n", list);
    cm_call_return_value(call, o);
}

static inline int ext_before(void *user, const cm_extension_event *e,
                             char reason[256])
{
    Ext *ext = user;
    char name[128];
    (void)snprintf(name, sizeof name, "%s/%s(%zu)", e->extension, e->name,
                   cm_value_count(e->args));
    ext_note(ext, "before", name);
    if (!ext->deny || strcmp(ext->deny, e->name) != 0)
        return 1;
    (void)snprintf(reason, 256, "not allowed");
    return 0;
}

static inline void ext_after(void *user, const cm_extension_event *e)
{
    static const char *const words[] = { "success", "failure", "interrupted" };
    Ext *ext = user;
    char name[256];
    (void)snprintf(name, sizeof name, "%s %s %.*s", e->name, words[e->outcome],
                   (int)e->message_len, e->message ? e->message : "");
    ext_note(ext, "after", name);
}

static inline cm_value *ext_globals(Ext *ext)
{
    cm_value *g = cm_value_new(ext->alloc, CM_VALUE_OBJECT);
    ext_put(g, "keep", ext_function(ext, ext_keep, false));
    ext_put(g, "types", ext_function(ext, ext_types, false));
    ext_put(g, "give", ext_function(ext, ext_give, false));
    ext_put(g, "fail", ext_function(ext, ext_fail, false));
    ext_put(g, "slow", ext_function(ext, ext_later, false));
    ext_put(g, "later", ext_function(ext, ext_later, true));
    ext_put(g, "never", ext_function(ext, ext_never, true));
    ext_put(g, "giveLater", ext_function(ext, ext_give, true));
    ext_put(g, "open", ext_function(ext, ext_open, false));
    return g;
}

static inline cm_value *ext_files(Ext *ext)
{
    cm_value *g = cm_value_new(ext->alloc, CM_VALUE_OBJECT);
    cm_value *fs = cm_value_new(ext->alloc, CM_VALUE_OBJECT);
    cm_value *promises = cm_value_new(ext->alloc, CM_VALUE_OBJECT);
    ext_put(promises, "readFile", ext_function(ext, ext_read, true));
    ext_put(fs, "readFile", ext_function(ext, ext_read, false));
    ext_put(fs, "promises", promises);
    ext_put(g, "fs", fs);
    return g;
}

static inline cm_runtime_options ext_options(Ext *ext, cm_language language)
{
    cm_runtime_options o = CM_RUNTIME_OPTIONS_INIT;
    o.allocator = ext->alloc;
    o.language = language;
    o.extension_hooks.before = ext_before;
    o.extension_hooks.after = ext_after;
    o.extension_hooks.user = ext;
    return o;
}

/* False when memory was refused. */
static inline bool ext_start(Ext *ext, cm_language language)
{
    cm_runtime_options o = ext_options(ext, language);
    ext->tools = cm_tools_new(ext->alloc);
    return ext->tools &&
           cm_tools_extend(ext->tools, "test", ext_globals(ext), NULL) ==
               CM_OK &&
           cm_tools_extend(ext->tools, "files", ext_files(ext), NULL) ==
               CM_OK &&
           cm_runtime_new(ext->tools, &o, &ext->runtime, NULL) == CM_OK;
}

static inline void ext_stop(Ext *ext)
{
    cm_value_free(ext->kept);
    cm_runtime_free(ext->runtime);
    cm_tools_free(ext->tools);
    ext->kept = NULL;
    ext->runtime = NULL;
    ext->tools = NULL;
}

/* Settles the oldest pending call. False when there is none. */
static inline bool ext_settle_one(Ext *ext)
{
    for (size_t i = 0; i < EXT_PENDING; i++) {
        cm_call *call = ext->calls[i];
        if (!call)
            continue;
        ext->calls[i] = NULL;
        cm_call_return_value(call, ext->answers[i]);
        return true;
    }
    return false;
}

/* One program to its end; NULL when it was cancelled, got stuck or memory was
 * refused. */
static inline cm_result *ext_run(Ext *ext, const char *source)
{
    cm_execution_options o = CM_EXECUTION_OPTIONS_INIT;
    cm_execution *x = NULL;
    cm_result *result = NULL;
    o.source = source;
    o.source_len = strlen(source);
    ext->events[0] = '\0';
    if (cm_execution_start(ext->runtime, &o, &x, NULL) != CM_OK)
        return NULL;
    while (cm_execution_run(x, 0) == CM_RUN_WAITING)
        if (!ext_settle_one(ext))
            break;
    if (cm_execution_take_result(x, &result) != CM_OK)
        result = NULL;
    cm_execution_free(x);
    return result;
}

/* The program ends with that value. */
static inline void ext_gives(Ext *ext, const char *source, const char *value)
{
    cm_result *r = ext_run(ext, source);
    assert_non_null(r);
    if (!cm_result_ok(r))
        print_message("%s\n", cm_result_json(r, NULL));
    assert_string_equal(cm_result_value(r, NULL), value);
    assert_true(cm_result_ok(r));
    cm_result_free(r);
}

/* The program fails so, there. */
static inline void ext_fails(Ext *ext, const char *source, const char *kind,
                             const char *message, uint32_t line,
                             uint32_t column)
{
    cm_result *r = ext_run(ext, source);
    assert_non_null(r);
    assert_false(cm_result_ok(r));
    assert_string_equal(cm_result_error_message(r, NULL), message);
    assert_string_equal(cm_result_error_kind(r), kind);
    assert_int_equal(cm_result_error_line(r), line);
    assert_int_equal(cm_result_error_column(r), column);
    cm_result_free(r);
}

#endif
