/* SPDX-License-Identifier: MIT */
#ifndef CM_TESTS_JS_RUN_H
#define CM_TESTS_JS_RUN_H
/* js_run: runs one JavaScript program on the bare machine and shows what came
 * out as text, for tests of the language and its built-ins.
 *
 *     value of the program     JSON.stringify of it ("undefined" as that word)
 *     uncaught error           "!Name: message" without a place
 *     does not compile         "!!first line of the message"
 *     console lines            in front of it, each followed by a newline
 *
 * A row of a table is { program, expected text }, see js_check. */
#include "base/buf.h"
#include "engine/convert.h"
#include "engine/promise.h"
#include "engine/property.h"
#include "engine/realm.h"
#include "js/builtins/builtins.h"
#include "js/compile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static Buf js_run_logs;

/* Time zones of the programs that are run; NULL: UTC only. */
static bool (*js_run_zones)(VM *vm, const char *name, Buf *out);
static const struct TimeZone *js_run_local_zone;

/* Not 0: time passes by that much at each look at the clock, not otherwise. */
static uint64_t js_run_tick;

static uint64_t js_run_now(void *user)
{
    static uint64_t now;
    struct timespec t;
    (void)user;
    if (js_run_tick)
        return now += js_run_tick;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* 2026-11-02T03:04:05.678Z, so that Date tests are exact. */
static double js_run_wall(void *user)
{
    (void)user;
    return 1793588645678.0;
}

static bool js_run_log(VM *vm, const char *level, Str *line)
{
    if (strcmp(level, "log") != 0 && strcmp(level, "info") != 0 &&
        strcmp(level, "dir") != 0 && strcmp(level, "table") != 0) {
        cm__buf_add_str(&js_run_logs, "[");
        cm__buf_add_str(&js_run_logs, level);
        cm__buf_add_str(&js_run_logs, "] ");
    }
    bool ok = str_to_utf8(vm, line, &js_run_logs);
    cm__buf_add_char(&js_run_logs, '\n');
    return ok;
}

static Value js_run_global(VM *vm, PropKey name)
{
    Str *s = value_str(name);
    if (s->len == 10 && memcmp(s->as.u8, "globalThis", 10) == 0)
        return value_from_obj(js_global_this(vm));
    return VALUE_ABSENT;
}

static void js_run_show_error(VM *vm, Value e, Buf *out)
{
    cm__buf_add_char(out, '!');
    Str *s = NULL;
    if (value_is_object(e) || value_is_string(e) || value_is_number(e))
        s = to_string(vm, e);
    if (s)
        str_to_utf8(vm, s, out);
    else
        cm__buf_add_str(out, "(no text)");
}

static void js_run_show_value(VM *vm, Value v, Buf *out)
{
    PropKey json_key = key_ascii(vm, "JSON");
    Value json = realm_global(vm->realm, value_str(json_key));
    Value fn = get_prop_ascii(vm, json, "stringify");
    Value text = vm_call(vm, fn, json, 1, &v);
    if (value_is_string(text))
        str_to_utf8(vm, value_str(text), out);
    else if (text == VALUE_THROWN)
        js_run_show_error(vm, vm->exception, out);
    else
        cm__buf_add_str(out, "undefined");
}

static void js_run_finish(VM *vm, Value promise, VmState state, Buf *out)
{
    static const char *const ends[] = { "none",  "timeout",   "memory",
                                        "steps", "cancelled", "deadlock" };
    if (state == VM_TERMINATED) {
        cm__buf_add_fmt(out, "!terminated: %s", ends[vm->termination]);
        return;
    }
    Promise *p = (Promise *)(void *)value_obj(promise);
    vm->heap.limit = (size_t)1 << 30; /* showing is none of the program's */
    if (p->state == PROMISE_PENDING)
        cm__buf_add_str(out, "!pending");
    else if (p->state == PROMISE_REJECTED)
        js_run_show_error(vm, p->value, out);
    else
        js_run_show_value(vm, p->value, out);
}

/* Runs a program; the text is valid until the next call. limits: 0 for none. */
static const char *js_run_limited(const char *source, uint64_t timeout_ms,
                                  size_t memory, uint64_t steps)
{
    static Buf out;
    const cm_allocator *alloc = cm__alloc_default();
    cm__buf_done(&out);
    cm__buf_init(&out, alloc, CM_BUF_NO_LIMIT);
    cm__buf_init(&js_run_logs, alloc, CM_BUF_NO_LIMIT);
    const Realm *realm = js_realm();
    Program *program = NULL;
    JsCompileResult compiled;
    cm_status st = js_compile(alloc, realm, source, strlen(source), NULL,
                              &program, &compiled);
    if (st == CM_E_SYNTAX) {
        const char *m = compiled.diag.message;
        cm__buf_add_str(&out, "!!");
        cm__buf_add(&out, m, strcspn(m, "\n"));
        js_compile_result_done(&compiled);
        return cm__buf_text(&out);
    }
    if (st != CM_OK) {
        cm__buf_add_fmt(&out, "!!status %d", (int)st);
        return cm__buf_text(&out);
    }
    js_compile_result_done(&compiled);
    VMOptions o = { .alloc = alloc,
                    .memory_limit = memory ? memory : (size_t)1 << 30,
                    .max_steps = steps ? steps : UINT64_MAX,
                    .now_ns = js_run_now,
                    .wall_ms = js_run_wall,
                    .seed = 1,
                    .realm = realm };
    VM *vm = vm_new(&o);
    vm->host_log = js_run_log;
    vm->host_global = js_run_global;
    vm->host_zone = js_run_zones;
    vm->local_zone = js_run_local_zone;
    if (timeout_ms)
        vm->deadline_ns = js_run_now(NULL) + timeout_ms * 1000000u;
    Value promise = vm_start(vm, program);
    VmState state = vm_run(vm, 0);
    vm->termination = state == VM_TERMINATED ? vm->termination : TERM_NONE;
    Buf tail;
    cm__buf_init(&tail, alloc, CM_BUF_NO_LIMIT);
    js_run_finish(vm, promise, state, &tail);
    cm__buf_add(&out, cm__buf_text(&js_run_logs), js_run_logs.len);
    cm__buf_add(&out, cm__buf_text(&tail), tail.len);
    cm__buf_done(&tail);
    cm__buf_done(&js_run_logs);
    vm_free(vm);
    program_free(program);
    return cm__buf_text(&out);
}

static inline const char *js_run(const char *source)
{
    return js_run_limited(source, 0, 0, 0);
}

typedef struct JsRow {
    const char *program, *expected;
} JsRow;

/* Runs every row; prints each that differs; returns the number of them. */
static inline int js_check(const JsRow *rows, size_t n)
{
    int failed = 0;
    for (size_t i = 0; i < n; i++) {
        const char *got = js_run(rows[i].program);
        if (strcmp(got, rows[i].expected) == 0)
            continue;
        failed++;
        fprintf(stderr,
                "row %zu\n  program:  %s\n  expected: %s\n  got:      %s\n", i,
                rows[i].program, rows[i].expected, got);
    }
    return failed;
}

#endif
