/* SPDX-License-Identifier: MIT */
/* Answers that cannot cross though they hold promises and functions; answers
 * that come in the middle of others. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "extension_fixture.h"

static cm_call *open[2];
static int n_open;

/* A settled promise, an open one, a function, then no regular expression. */
static cm_value *give_unfit(Ext *x, cm_call *call)
{
    cm_call *promise;
    cm_value *list = cm_value_new(x->alloc, CM_VALUE_ARRAY);
    (void)cm_value_push(list, cm_value_promise(call, &promise));
    cm_call_return(promise, "1", 1);
    (void)cm_value_push(list, cm_value_promise(call, &open[n_open++]));
    (void)cm_value_push(list, ext_function(x, ext_next, false));
    (void)cm_value_push(list, cm_value_regexp(x->alloc, "(", 1, ""));
    return list;
}

static const char unfit[] = "const say = (e) => [e.name, e.message];"
                            "try { give() } catch (e) { return [say(e), "
                            "await giveLater().catch(say)] }";

static const char unfit_gives[] =
    "[[\"TypeError\",\"the answer of give: [3] is no regular expression of "
    "this language\"],[\"TypeError\",\"the answer of giveLater: [3] is no "
    "regular expression of this language\"]]";

static void a_refused_answer_gives_its_promises_back(void **state)
{
    Ext ext = { .give = give_unfit };
    (void)state;
    assert_true(ext_start(&ext, CM_LANGUAGE_JAVASCRIPT));
    for (int i = 0; i < 2; i++) {
        ext_gives(&ext, unfit, unfit_gives);
        assert_int_equal(ext.n_released, 2 * (i + 1));
        while (n_open)
            cm_call_return(open[--n_open], "2", 1);
    }
    ext_stop(&ext);
}

/* In an error, the field that cannot cross is lost and the rest arrives. */
static cm_value *fail_with_promise(Ext *x, cm_call *call)
{
    cm_call *promise;
    cm_value *error = cm_value_error(x->alloc, NULL, "no");
    cm_value *bad = cm_value_new(x->alloc, CM_VALUE_ARRAY);
    ext_put(error, "later", cm_value_promise(call, &promise));
    cm_call_return(promise, "5", 1);
    (void)cm_value_push(bad, cm_value_promise(call, &promise));
    cm_call_return(promise, "6", 1);
    (void)cm_value_push(bad, cm_value_url(x->alloc, ":", 1));
    ext_put(error, "bad", bad);
    return error;
}

static void a_field_that_cannot_cross_is_lost(void **state)
{
    Ext ext = { .error = fail_with_promise };
    (void)state;
    assert_true(ext_start(&ext, CM_LANGUAGE_JAVASCRIPT));
    ext_gives(&ext,
              "try { fail() } catch (e) { return [e.message, await e.later, "
              "Object.keys(e)] }",
              "[\"no\",5,[\"later\"]]");
    ext_stop(&ext);
}

/* Settles half of what is pending, itself, and the other half. */
static void settle_amid(void *user, cm_call *call, const cm_value *args)
{
    Ext *ext = user;
    (void)args;
    for (int i = 0; i < 3; i++)
        assert_true(ext_settle_one(ext));
    cm_call_return(call, "\"amid\"", 6);
    while (ext_settle_one(ext))
        continue;
}

static void answers_around_a_synchronous_one(void **state)
{
    Ext ext = { 0 };
    cm_runtime *runtime = NULL;
    cm_result *r = NULL;
    static const char source[] =
        "const got = [], start = (n) => { for (let i = 0; i < n; i++) "
        "later(i).then((v) => got.push(v)) }; const said = [];"
        "for (const n of [3, 4, 6]) { start(n); said.push(amid()); "
        "await later('x') } return [said, got.join()]";
    (void)state;
    assert_true(ext_start(&ext, CM_LANGUAGE_JAVASCRIPT));
    cm_value *g = cm_value_new(NULL, CM_VALUE_OBJECT);
    ext_put(g, "amid", ext_function(&ext, settle_amid, false));
    assert_int_equal(cm_tools_extend(ext.tools, "amid", g, NULL), CM_OK);
    cm_runtime_options o = ext_options(&ext, CM_LANGUAGE_JAVASCRIPT);
    assert_int_equal(cm_runtime_new(ext.tools, &o, &runtime, NULL), CM_OK);
    cm_runtime_free(ext.runtime);
    ext.runtime = runtime;
    r = ext_run(&ext, source);
    assert_non_null(r);
    assert_string_equal(cm_result_value(r, NULL),
                        "[[\"amid\",\"amid\",\"amid\"],"
                        "\"0,1,2,0,1,2,3,0,1,2,3,4,5\"]");
    cm_result_free(r);
    ext_stop(&ext);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_refused_answer_gives_its_promises_back),
        cmocka_unit_test(a_field_that_cannot_cross_is_lost),
        cmocka_unit_test(answers_around_a_synchronous_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
