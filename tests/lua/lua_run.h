/* SPDX-License-Identifier: MIT */
#ifndef CM_TESTS_LUA_RUN_H
#define CM_TESTS_LUA_RUN_H
/* lua_run: runs one Lua program on the bare machine and shows what came out as text.
 *
 *     value of the program     its JSON ("null" without one)
 *     value that is no data    "?" and why
 *     uncaught failure         "!" and the text as pcall gives it, no place
 *     end of the execution     "!terminated: steps" or the bound that was reached
 *     does not compile         "!!first line of the message"
 *     log lines                in front of it, each followed by a newline
 *
 * A row of a table is { program, expected text }, see lua_check. */
#include "base/buf.h"
#include "engine/promise.h"
#include "lua/lua_compile.h"
#include "lua/lua_lib.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static Buf lua_run_logs;

static uint64_t lua_run_now(void *user)
{
    struct timespec t;
    (void)user;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* 2026-11-02T03:04:05.678Z, so that os.date tests are exact. */
static double lua_run_wall(void *user)
{
    (void)user;
    return 1793588645678.0;
}

static bool lua_run_log(VM *vm, const char *level, Str *line)
{
    (void)level;
    bool ok = str_to_utf8(vm, line, &lua_run_logs);
    cm__buf_add_char(&lua_run_logs, '\n');
    return ok;
}

static void lua_run_show_error(VM *vm, Value e, Buf *out)
{
    Value v = lua_caught(vm, e);
    StrBuilder b;
    strb_init(&b, vm);
    cm__buf_add_char(out, '!');
    if (value_is_string(v))
        str_to_utf8(vm, value_str(v), out);
    else if (lua_show(vm, &b, v))
        str_to_utf8(vm, strb_finish(&b), out);
    else
        cm__buf_add_str(out, "(no text)");
}

static void lua_run_finish(VM *vm, Value promise, VmState state, Buf *out)
{
    static const char *const ends[] = { "none",  "timeout",   "memory",
                                        "steps", "cancelled", "deadlock" };
    if (state == VM_TERMINATED) {
        cm__buf_add_fmt(out, "!terminated: %s",
                        vm->termination == TERM_BOUND ? vm->bound_text
                                                      : ends[vm->termination]);
        return;
    }
    Promise *p = (Promise *)(void *)value_obj(promise);
    Buf why;
    cm__buf_init(&why, out->alloc, CM_BUF_NO_LIMIT);
    if (p->state == PROMISE_PENDING) {
        cm__buf_add_str(out, "!pending");
    } else if (p->state == PROMISE_REJECTED) {
        lua_run_show_error(vm, p->value, out);
    } else if (lua_data_write(vm, p->value, "result", out, &why) ==
               LUA_COPY_REFUSED) {
        cm__buf_clear(out);
        cm__buf_add_fmt(out, "?%s", cm__buf_text(&why));
    }
    cm__buf_done(&why);
}

/* Runs a program; the text is valid until the next call. limits: 0 for none. */
static const char *lua_run_limited(const char *source, size_t len,
                                   uint64_t timeout_ms, size_t memory,
                                   uint64_t steps)
{
    static Buf out;
    const cm_allocator *alloc = cm__alloc_default();
    cm__buf_done(&out);
    cm__buf_init(&out, alloc, CM_BUF_NO_LIMIT);
    cm__buf_init(&lua_run_logs, alloc, CM_BUF_NO_LIMIT);
    const Realm *realm = lua_realm();
    Program *program = NULL;
    LuaCompileResult compiled;
    cm_status st =
        lua_compile(alloc, realm, source, len, NULL, &program, &compiled);
    if (st == CM_E_SYNTAX) {
        const char *m = compiled.diag.message;
        cm__buf_add_str(&out, "!!");
        cm__buf_add(&out, m, strcspn(m, "\n"));
    } else if (st != CM_OK) {
        cm__buf_add_fmt(&out, "!!status %d", (int)st);
    }
    lua_compile_result_done(&compiled);
    if (st != CM_OK)
        return cm__buf_text(&out);
    VMOptions o = { .alloc = alloc,
                    .memory_limit = memory ? memory : (size_t)1 << 30,
                    .max_steps = steps ? steps : UINT64_MAX,
                    .now_ns = lua_run_now,
                    .wall_ms = lua_run_wall,
                    .seed = 1,
                    .realm = realm };
    VM *vm = vm_new(&o);
    vm->host_log = lua_run_log;
    if (timeout_ms)
        vm->deadline_ns = lua_run_now(NULL) + timeout_ms * 1000000u;
    Value promise = vm_start(vm, program);
    VmState state = vm_run(vm, 0);
    Buf tail;
    cm__buf_init(&tail, alloc, CM_BUF_NO_LIMIT);
    lua_run_finish(vm, promise, state, &tail);
    cm__buf_add(&out, cm__buf_text(&lua_run_logs), lua_run_logs.len);
    cm__buf_add(&out, cm__buf_text(&tail), tail.len);
    cm__buf_done(&tail);
    cm__buf_done(&lua_run_logs);
    vm_free(vm);
    program_free(program);
    return cm__buf_text(&out);
}

static inline const char *lua_run(const char *source)
{
    return lua_run_limited(source, strlen(source), 0, 0, 0);
}

typedef struct LuaRow {
    const char *program, *expected;
} LuaRow;

/* Runs every row; prints each that differs; returns the number of them. */
static inline int lua_check(const LuaRow *rows, size_t n)
{
    int failed = 0;
    for (size_t i = 0; i < n; i++) {
        const char *got = lua_run(rows[i].program);
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
