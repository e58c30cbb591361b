/* SPDX-License-Identifier: MIT */
/* The host's `log`: lines as they are written (codemode.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "codemode.h"

typedef struct Heard {
    char text[400];
    void *context;
} Heard;

static void hear(void *user, void *context, const char *text, size_t len)
{
    Heard *h = user;
    size_t at = strlen(h->text);
    assert_true(at + len + 2 <= sizeof h->text);
    memcpy(h->text + at, text, len);
    memcpy(h->text + at + len, "|", 2);
    h->context = context;
}

/* Runs a program whose logs may take `max_output` bytes. */
static cm_result *run(Heard *heard, cm_language language, const char *source,
                      int64_t max_output)
{
    static int token;
    cm_runtime_options o = CM_RUNTIME_OPTIONS_INIT;
    cm_execution_options e = CM_EXECUTION_OPTIONS_INIT;
    cm_runtime *runtime = NULL;
    cm_execution *x = NULL;
    cm_result *result = NULL;
    *heard = (Heard){ .text = "" };
    o.language = language;
    o.log = hear;
    o.hook_user = heard;
    o.limits.max_output_bytes = max_output;
    e.source = source;
    e.source_len = strlen(source);
    e.context = &token;
    assert_int_equal(cm_runtime_new(NULL, &o, &runtime, NULL), CM_OK);
    assert_int_equal(cm_execution_start(runtime, &e, &x, NULL), CM_OK);
    assert_int_equal(cm_execution_run(x, 0), CM_RUN_DONE);
    assert_int_equal(cm_execution_take_result(x, &result), CM_OK);
    cm_execution_free(x);
    cm_runtime_free(runtime);
    if (heard->text[0])
        assert_ptr_equal(heard->context, &token);
    return result;
}

static void lines_are_heard_as_they_come(void **state)
{
    Heard heard;
    (void)state;
    cm_result *r = run(&heard, CM_LANGUAGE_JAVASCRIPT,
                       "console.log('a', 1); console.warn({ b: 2 });\n"
                       "console.log(''); throw new Error('no')",
                       CM_UNSET);
    assert_string_equal(heard.text, "a 1|[warn] {\"b\":2}||");
    assert_int_equal(cm_result_log_count(r), 3);
    cm_result_free(r);
    r = run(&heard, CM_LANGUAGE_LUA, "print('x', 1) return 2", CM_UNSET);
    assert_string_equal(heard.text, "x\t1|");
    cm_result_free(r);
}

/* What the result has no room for was written all the same. */
static void truncation_hides_nothing(void **state)
{
    Heard heard;
    (void)state;
    cm_result *r = run(&heard, CM_LANGUAGE_JAVASCRIPT,
                       "console.log('first'); console.log('second');", 8);
    assert_string_equal(heard.text, "first|second|");
    assert_true(cm_result_truncated(r));
    cm_result_free(r);
}

static void nothing_runs_nothing_is_heard(void **state)
{
    Heard heard;
    (void)state;
    cm_result *r =
        run(&heard, CM_LANGUAGE_JAVASCRIPT, "console.log(1); )", CM_UNSET);
    assert_string_equal(heard.text, "");
    assert_string_equal(cm_result_error_kind(r), "ParseError");
    cm_result_free(r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_are_heard_as_they_come),
        cmocka_unit_test(truncation_hides_nothing),
        cmocka_unit_test(nothing_runs_nothing_is_heard),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
