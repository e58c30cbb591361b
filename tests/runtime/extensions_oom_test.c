/* SPDX-License-Identifier: MIT */
/* Every allocation in the life of extensions is refused once, and then for
 * ever, in both languages: nothing leaks, every function is released, and the
 * outcome says so. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "extension_fixture.h"
#include "oom_alloc.h"

static const char js_source[] =
    "import { readFile } from 'fs';\n"
    "const e = new TypeError('m', { cause: new Error('c') }); e.code = 7;\n"
    "const a = keep({ m: new Map([[1, new Set([2])]]), d: new Date(3), e,\n"
    "  r: /x/g, u: new URL('http://h/'), b: new Uint8Array(3) });\n"
    "const p = later([1]); const s = slow('s');\n"
    "const o = open(); o.next(); let why = '';\n"
    "try { fail('no') } catch (e) { why = e.message }\n"
    "try { keep(() => 1) } catch (e) { why += e.kind }\n"
    "const q = give(); never(1); fs.promises.readFile('z').catch(() => 1);\n"
    "return [a.m.size, a.e.code, (await p)[0], s, o.n[0](), why, await q[0],\n"
    "  readFile('y'), a.b.length];\n";
static const char js_value[] =
    "[1,7,1,\"s\",2,\"noInvalidDataValue\",\"kept\",\"sync:y\",3]";

static const char lua_source[] =
    "local a = keep({ list = { 1, 2, { x = \"y\" } } })\n"
    "local s = slow(\"s\")\n"
    "local ok, why = pcall(fail, \"no\")\n"
    "local _, other = pcall(keep, print)\n"
    "return { a.list[3].x, s, ok, why, later(5), fs.readFile(\"z\") }\n";
static const char lua_value[] = "[\"y\",\"s\",false,\"no\",5,\"sync:z\"]";

/* A promise that is settled later, and a function. */
static cm_value *give_both(Ext *x, cm_call *call)
{
    cm_value *list = cm_value_new(x->alloc, CM_VALUE_ARRAY);
    cm_call *promise;
    cm_value *v = cm_value_promise(call, &promise);
    if (v) {
        cm_call_on_cancel(promise, ext_cancel, x);
        ext_wait(x, promise, ext_text(x, "kept"));
    }
    (void)cm_value_push(list, v);
    (void)cm_value_push(list, ext_function(x, ext_next, false));
    return list;
}

static cm_status live(Ext *ext, cm_language language)
{
    bool is_lua = language == CM_LANGUAGE_LUA;
    if (!ext_start(ext, language))
        return CM_E_NOMEM;
    cm_result *r = ext_run(ext, is_lua ? lua_source : js_source);
    cm_status status = CM_E_NOMEM;
    if (r && cm_result_ok(r)) {
        assert_string_equal(cm_result_value(r, NULL),
                            is_lua ? lua_value : js_value);
        status = cm_result_json(r, NULL) ? CM_OK : CM_E_NOMEM;
    } else if (r) {
        if (strcmp(cm_result_error_kind(r), "MemoryLimitExceeded") != 0)
            print_message("%s\n", cm_result_error_message(r, NULL));
        assert_string_equal(cm_result_error_kind(r), "MemoryLimitExceeded");
    }
    cm_result_free(r);
    return status;
}

static void drop_pending(Ext *ext)
{
    for (size_t i = 0; i < EXT_PENDING; i++) {
        cm_call *call = ext->calls[i];
        ext->calls[i] = NULL;
        if (call)
            cm_call_return_value(call, ext->answers[i]);
    }
}

static void refuse_each(cm_language language, int forever)
{
    for (long n = 1;; n++) {
        OomAlloc o;
        static Ext ext;
        oom_alloc_init(&o, n, forever);
        memset(&ext, 0, sizeof ext);
        ext.alloc = &o.alloc;
        ext.give = give_both;
        cm_status status = live(&ext, language);
        drop_pending(&ext);
        ext_stop(&ext);
        assert_int_equal(o.live_bytes, 0);
        /* a refusal that a collection cured leaves no trace */
        assert_true(status == CM_OK || o.refused);
        if (!o.refused)
            break;
    }
}

static void javascript_once(void **state)
{
    (void)state;
    refuse_each(CM_LANGUAGE_JAVASCRIPT, 0);
}

static void javascript_for_ever(void **state)
{
    (void)state;
    refuse_each(CM_LANGUAGE_JAVASCRIPT, 1);
}

static void lua_once(void **state)
{
    (void)state;
    refuse_each(CM_LANGUAGE_LUA, 0);
}

static void lua_for_ever(void **state)
{
    (void)state;
    refuse_each(CM_LANGUAGE_LUA, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(javascript_once),
        cmocka_unit_test(javascript_for_ever),
        cmocka_unit_test(lua_once),
        cmocka_unit_test(lua_for_ever),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
