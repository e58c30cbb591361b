/* SPDX-License-Identifier: MIT */
#ifndef CM_TESTS_OOM_LIFE_H
#define CM_TESTS_OOM_LIFE_H
/* oom_life: every allocation of a program's whole life, from the tools to the
 * record, is refused once, and then for ever. Nothing leaks, and the record is
 * the one of an undisturbed run, or MemoryLimitExceeded, or cannot be had.
 *
 * The tools: ns.echo gives its input back, fails fails with "no".
 * Include after cmocka.h. */
#include <string.h>

#include "oom_alloc.h"
#include "json/tree.h"

typedef struct OomLife {
    cm_language language;
    const char *source;
    const char *record; /* cm_result_json of an undisturbed run */
} OomLife;

static void oom_life_echo(void *user, cm_call *call, const char *input,
                          size_t len)
{
    (void)user;
    cm_call_return(call, input, len);
}

static void oom_life_fails(void *user, cm_call *call, const char *input,
                           size_t len)
{
    (void)user;
    (void)input;
    (void)len;
    cm_call_fail_text(call, "no");
}

/* CM_OK for the record of an undisturbed run. */
static cm_status oom_life_judge(const OomLife *life, const cm_result *r)
{
    const char *json = cm_result_json(r, NULL);
    if (!json)
        return CM_E_NOMEM;
    if (strcmp(json, life->record) == 0)
        return CM_OK;
    JsonDoc *doc = NULL;
    cm_status status = cm__json_parse(cm__alloc_default(), json, strlen(json),
                                      NULL, &doc, NULL);
    cm__json_doc_free(doc);
    const char *kind = cm_result_error_kind(r);
    if (status != CM_OK || !kind || strcmp(kind, "MemoryLimitExceeded") != 0)
        fail_msg("a record of its own: %s\ninstead of %s", json, life->record);
    return CM_E_NOMEM;
}

static cm_status oom_life_run(const OomLife *life, const cm_allocator *alloc,
                              const cm_tools *tools)
{
    cm_runtime *runtime = NULL;
    cm_result *r = NULL;
    cm_runtime_options o = CM_RUNTIME_OPTIONS_INIT;
    o.allocator = alloc;
    o.language = life->language;
    cm_status status = cm_runtime_new(tools, &o, &runtime, NULL);
    if (status != CM_OK)
        return status;
    status = cm_execute(runtime, life->source, strlen(life->source), &r, NULL);
    if (status == CM_OK)
        status = oom_life_judge(life, r);
    cm_result_free(r);
    cm_runtime_free(runtime);
    return status;
}

static cm_status oom_life_whole(const OomLife *life, const cm_allocator *alloc)
{
    cm_tools *tools = cm_tools_new(alloc);
    if (!tools)
        return CM_E_NOMEM;
    cm_tool tool = { .description = "Gives back",
                     .input_schema =
                         "{\"type\":\"object\",\"properties\":{\"a\":{}}}",
                     .output_schema = "{}",
                     .execute = oom_life_echo };
    cm_status status = cm_tools_add(tools, "ns.echo", &tool, NULL);
    tool.execute = oom_life_fails;
    if (status == CM_OK)
        status = cm_tools_add(tools, "fails", &tool, NULL);
    if (status == CM_OK)
        status = cm_tools_namespace(tools, "ns", "A space", NULL);
    if (status == CM_OK)
        status = cm_tools_announce(tools, "late", NULL);
    if (status == CM_OK)
        status = oom_life_run(life, alloc, tools);
    cm_tools_free(tools);
    return status;
}

static void oom_life_sweep(const OomLife *life)
{
    for (int forever = 0; forever < 2; forever++) {
        for (long n = 1;; n++) {
            OomAlloc o;
            oom_alloc_init(&o, n, forever);
            cm_status status = oom_life_whole(life, &o.alloc);
            assert_int_equal(o.live_bytes, 0);
            /* A collection may make up for one refusal. */
            if (status != CM_OK)
                assert_int_equal(status, CM_E_NOMEM);
            if (!o.refused) {
                assert_int_equal(status, CM_OK);
                break;
            }
        }
    }
}

#endif
