/* SPDX-License-Identifier: MIT */
/* The life of extensions in both languages: every kind of value, functions and
 * promises in answers, hooks. Every function is released in the end. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../runtime/extension_fixture.h"
#include "scenario.h"

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
        scenario_same(cm_result_value(r, NULL), is_lua ? lua_value : js_value);
        status = cm_result_json(r, NULL) ? CM_OK : CM_E_NOMEM;
    } else if (r &&
               strcmp(cm_result_error_kind(r), "MemoryLimitExceeded") != 0) {
        scenario_same(cm_result_error_message(r, NULL), "a value");
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

static cm_status extensions(const cm_allocator *alloc, const void *arg)
{
    static Ext ext;
    memset(&ext, 0, sizeof ext);
    ext.alloc = alloc;
    ext.give = give_both;
    cm_status status = live(&ext, *(const cm_language *)arg);
    drop_pending(&ext);
    ext_stop(&ext);
    return status;
}

static const cm_language javascript = CM_LANGUAGE_JAVASCRIPT,
                         lua = CM_LANGUAGE_LUA;

static const Scenario items[] = {
    { "extensions: values, functions, promises, hooks", extensions, &javascript,
      0, 0 },
    { "extensions: values, functions, hooks, Lua", extensions, &lua, 0, 0 },
};

const ScenarioGroup oom_extensions = { "extensions", items,
                                       sizeof items / sizeof items[0] };
